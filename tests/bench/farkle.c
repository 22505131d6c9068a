/* The Farkle family as a plain loop in C: what the compiled kernel is measured against.
 *
 * It plays the same games from the same streams into the same buffer; a test holds its rows equal to the kernel's. Bots
 * are called through pointers, and take view, option and parameters by value, number by number: passed as structures
 * they cost a seventh more time, as the processor then reads in one what was written in parts.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct { int64_t score, turns, busts, rolls, best_turn; bool opened; } Seat;

#include "table.h"

enum { SIX = 6 };

typedef struct {
    double coin;
    int64_t turn_total, dice, score, best_other, minimum, to_target, last_round, turn, rolls, frozen, streak, penalty,
        challenged;
} View;

#define VIEW \
    double coin, int64_t turn_total, int64_t dice, int64_t score, int64_t best_other, int64_t minimum, \
    int64_t to_target, int64_t last_round, int64_t turn, int64_t rolls, int64_t frozen, int64_t streak, \
    int64_t penalty, int64_t challenged
#define OPTION \
    int64_t index, int64_t count, int64_t points, int64_t uses, int64_t left, int64_t elements, int64_t lone_ones, \
    int64_t lone_fives, int64_t faces
#define SEEN(v) \
    (v).coin, (v).turn_total, (v).dice, (v).score, (v).best_other, (v).minimum, (v).to_target, (v).last_round, \
    (v).turn, (v).rolls, (v).frozen, (v).streak, (v).penalty, (v).challenged

typedef int64_t (*Act)(VIEW, RAW);
typedef double (*Rate)(VIEW, OPTION, RAW);
struct Bot { Act act; Rate rate; };

typedef struct { int64_t ended, total, dice, rolls; } Turn;
enum { COUNTERS = ROW_SCORE - ROW_HOT_DICE };
typedef struct { int64_t of[COUNTERS]; } Tally;
#define TALLY(tally, row) (tally)->of[(row) - ROW_HOT_DICE]

/* ---- bots ---- */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

int64_t bank_at(VIEW, RAW) {
    int64_t threshold = (int64_t)p0;
    bool stop_at_target = p1 != 0;
    return turn_total >= threshold || (stop_at_target && turn_total >= to_target) ? BANK : ROLL;
}

double take_best_single(VIEW, OPTION, RAW) {
    return elements == 1 ? (double)points : 0.0;
}

#pragma GCC diagnostic pop

/* ---- a turn ---- */

static inline int64_t find_options(const Tables *tables, Key key, uint64_t *word, int64_t dice) {
    static const int64_t offset[] = {0, 1, 7, 43, 259, 1555, 9331};
    return tables->of_roll[offset[dice] + roll_index(key, word, dice)];
}

static Turn best_of_six(const Tables *tables, Key key, uint64_t word) {
    int64_t found = find_options(tables, key, &word, SIX);
    if ((found & COUNT_MASK) == 0) return (Turn){.total = 0, .dice = SIX, .rolls = 1};
    const int32_t *option = tables->options + (found >> COUNT_BITS) * OPTION_WIDTH;
    return (Turn){.total = option[OPTION_POINTS], .dice = SIX - option[OPTION_DICE] % SIX, .rolls = 1};
}

static int64_t choose(const Tables *tables, int64_t first, int64_t count, View view, Rate rate, const Raw *raw) {
    int64_t best = first;
    double best_score = -INFINITY;
    for (int64_t index = 0; index < count; index++) {
        const int32_t *row = tables->options + (first + index) * OPTION_WIDTH;
        int64_t dice = row[OPTION_DICE], left = dice < view.dice ? view.dice - dice : SIX;
        double score = rate(SEEN(view), index, count, row[OPTION_POINTS], dice, left, row[OPTION_ELEMENTS],
                            row[OPTION_LONE_ONES], row[OPTION_LONE_FIVES], row[OPTION_FACES], GIVEN(raw));
        if (isnan(score)) return -1;
        if (score > best_score) { best = first + index; best_score = score; }
    }
    return best;
}

/* `view` is what the seat sees at the beginning of its turn. */
static inline Turn play_turn(const Tables *tables, Key key, int64_t seat, View view, Bot bot, const Raw *raw,
                             Tally *tally) {
    uint64_t word = counter_word(FOR_DICE, seat, view.turn - 1), coins = counter_word(FOR_COINS, seat, view.turn - 1);
    view.dice = SIX;
    for (;;) {
        int64_t found = find_options(tables, key, &word, view.dice);
        int64_t chosen = found >> COUNT_BITS, count = found & COUNT_MASK;
        view.rolls++;
        if (count == 0) return (Turn){BUST, view.turn_total, view.dice, view.rolls};
        if (bot.rate && count > 1) {
            view.coin = take_coin(key, &coins);
            chosen = choose(tables, chosen, count, view, bot.rate, raw);
            if (chosen < 0) return (Turn){.ended = -1};
        }
        const int32_t *option = tables->options + chosen * OPTION_WIDTH;
        view.turn_total += option[OPTION_POINTS];
        view.dice -= option[OPTION_DICE];
        view.frozen += option[OPTION_FACES];
        bool is_hot = view.dice == 0;
        if (is_hot) { TALLY(tally, ROW_HOT_DICE)++; view.dice = SIX; view.frozen = 0; }
        if (view.turn_total < view.minimum || (is_hot && tables->rules.hot_dice == HOT_DICE_MUST)) continue;
        int64_t answer = BANK;
        if (bot.act) {
            view.coin = take_coin(key, &coins);
            answer = bot.act(SEEN(view), GIVEN(raw));
        }
        if (answer == BANK) {
            TALLY(tally, ROW_HOT_DICE_ENDS) += is_hot;
            return (Turn){BANKED, view.turn_total, view.dice, view.rolls};
        }
        if (answer != ROLL) return (Turn){.ended = -1};
    }
}

static inline Turn endgame_roll(const Tables *tables, Key key, int64_t seat, View view) {
    Turn turn = best_of_six(tables, key, counter_word(FOR_DICE, seat, view.turn - 1));
    turn.ended = turn.total == 0 ? BUST : turn.total >= view.to_target ? BANKED : SHORT;
    return turn;
}

/* ---- a game ---- */

/* Mask of the winners; level seats add what they roll. `rounds` becomes -1 when they stay level. */
static int64_t find_winners(const Tables *tables, Key key, int64_t seats, Seat *seat_of, int64_t *rounds) {
    int64_t totals[MAX_SEATS], number;
    for (int64_t seat = 0; seat < seats; seat++) totals[seat] = seat_of[seat].score;
    int64_t level = keep_highest(totals, (1 << seats) - 1, seats, &number);
    for (*rounds = 0; number > 1 && tables->rules.tie == TIE_ROLL; ) {
        if (++*rounds > MOST_TIE_BREAKS) { *rounds = -1; break; }
        for (int64_t seat = 0; seat < seats; seat++)
            if (level >> seat & 1)
                totals[seat] += best_of_six(tables, key, counter_word(FOR_TIE_BREAK, seat, *rounds)).total;
        level = keep_highest(totals, level, seats, &number);
    }
    for (int64_t seat = 0; seat < seats; seat++) seat_of[seat].score = totals[seat];
    return level;
}

static inline View see(const Rules *rules, const Seat *seat_of, int64_t seats, int64_t seat, bool last_round) {
    const Seat *own = seat_of + seat;
    View view = {.score = own->score, .last_round = last_round, .turn = own->turns};
    for (int64_t other = 0; other < seats; other++)
        if (other != seat && seat_of[other].score > view.best_other) view.best_other = seat_of[other].score;
    view.to_target = rules->target - own->score + rules->target_strict;
    view.minimum = rules->bank_min;
    if (!own->opened && rules->open_min > view.minimum) view.minimum = rules->open_min;
    return view;
}

static inline void enter(Tally *tally, Seat *own, View view, Turn turn) {
    own->rolls += turn.rolls;
    if (turn.ended == BANKED) {
        own->score += turn.total;
        own->opened = true;
        if (turn.total > own->best_turn) own->best_turn = turn.total;
        TALLY(tally, ROW_OVERTAKINGS) += view.last_round && view.score <= view.best_other && own->score > view.best_other;
    } else if (turn.ended == BUST) {
        own->busts++;
        TALLY(tally, ROW_MINIMA_MISSED) += 0 < turn.total && turn.total < view.minimum;
    } else {
        TALLY(tally, ROW_ENDGAME_SHORT)++;
    }
}

/* Plays one game into column `at` of the buffer; false when a bot broke its contract or a tie did not end. */
static bool play_game(const Tables *tables, Key key, int64_t deal, int64_t seating, const int8_t *places, int64_t seats,
                      int64_t max_turns, const Bot *bots, const Raw *raws, int8_t *leaders, int64_t *games,
                      int64_t capacity, int64_t at) {
    const Rules *rules = &tables->rules;
    Seat seat_of[MAX_SEATS] = {0};
    Tally tally = {0};
    int64_t start = first_seat(rules->start, key, seats);
    if (start < 0) return false;
    int64_t seat = start, begun = 0, lead_changes = 0, last_leader = -1, to_play = -1;
    bool cut = false;
    for (;;) {
        Seat *own = seat_of + seat;
        if (to_play < 0 && own->turns == max_turns) { cut = true; break; }
        own->turns++;
        View view = see(rules, seat_of, seats, seat, to_play >= 0);
        bool endgame = rules->endgame != ENDGAME_NONE && own->score >= rules->endgame_from;
        if (endgame && view.to_target > view.minimum) view.minimum = view.to_target;
        Turn turn = endgame && rules->endgame == ENDGAME_SINGLE_ROLL
            ? endgame_roll(tables, key, seat, view)
            : play_turn(tables, key, seat, view, bots[places[seat]], raws + places[seat], &tally);
        if (turn.ended < 0) return false;
        enter(&tally, own, view, turn);
        int64_t leader = find_leader(seat_of, seats);
        leaders[begun++] = (int8_t)leader;
        if (leader >= 0 && leader != last_leader) { lead_changes += last_leader >= 0; last_leader = leader; }
        if (to_play >= 0) {
            to_play--;
        } else if (own->score >= rules->target + rules->target_strict) {
            if (rules->final_round == FINAL_ROUND_NONE) break;
            to_play = rules->final_round == FINAL_ROUND_REST_OF_ROUND ? (start - seat - 1 + seats) % seats : seats - 1;
        }
        if (to_play == 0) break;
        seat = seat + 1 < seats ? seat + 1 : 0;
    }
    int64_t rounds = cut ? max_turns : seat_of[seat].turns, winners = cut ? 0 : 1 << seat, tie_breaks = 0;
    if (to_play == 0) winners = find_winners(tables, key, seats, seat_of, &tie_breaks);
    if (tie_breaks < 0) return false;
    write_game(games, capacity, at, (Common){deal, seating, start, winners, begun, rounds, cut, lead_changes,
                                             half_leader(leaders, begun), tie_breaks});
    for (int64_t counter = 0; counter < COUNTERS; counter++) WRITE(ROW_HOT_DICE + counter, tally.of[counter]);
    for (seat = 0; seat < seats; seat++) {
        WRITE(ROW_SCORE + seat, seat_of[seat].score);
        WRITE(ROW_SEAT_TURNS + seat, seat_of[seat].turns);
        WRITE(ROW_BUSTS + seat, seat_of[seat].busts);
        WRITE(ROW_ROLLS + seat, seat_of[seat].rolls);
        WRITE(ROW_BEST_TURN + seat, seat_of[seat].best_turn);
    }
    return true;
}
