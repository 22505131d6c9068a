/* Piątka as a plain loop in C: what the compiled kernel is measured against.
 *
 * Bots are called through pointers, and take view, option and parameters by value, number by number (see farkle.c).
 */
#include <math.h>
#include <stdint.h>

enum { DICE = 5, COUNTED = DICE - 1 };

typedef struct {
    int64_t score, turns, busts, rolls, best_turn;
    int64_t rolls_after[COUNTED], busts_after[COUNTED]; /* by number of dice set aside, from 1 */
} Seat;

#include "table.h"

#include "course.h"

typedef struct {
    double coin;
    int64_t turn_total, dice, largest, score, best_other, to_target, turns_left, turn, rolls;
} View;

#define VIEW \
    double coin, int64_t turn_total, int64_t dice, int64_t largest, int64_t score, int64_t best_other, \
    int64_t to_target, int64_t turns_left, int64_t turn, int64_t rolls
#define OPTION \
    int64_t place, int64_t choices, int64_t used, int64_t points, int64_t lowest, int64_t highest, int64_t left
#define SEEN(v) \
    (v).coin, (v).turn_total, (v).dice, (v).largest, (v).score, (v).best_other, (v).to_target, (v).turns_left, \
    (v).turn, (v).rolls

typedef int64_t (*Act)(VIEW, RAW);
typedef double (*Rate)(VIEW, OPTION, RAW);
struct Bot { Act act; Rate rate; };

typedef struct { int64_t ended, total, rolls; } Turn;

/* ---- bots ---- */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

int64_t stop_at(VIEW, RAW) {
    return turn_total >= (int64_t)p0 || (to_target > 0 && turn_total >= to_target) ? STOP : ROLL;
}

int64_t stop_by_face(VIEW, RAW) {
    bool is_time = dice >= 4 ? false
        : dice == 3 ? largest == 6
        : dice == 2 ? largest >= 5
        : largest >= 4 || (largest == 3 && turn_total >= 9);
    return is_time || (to_target > 0 && turn_total >= to_target) ? STOP : ROLL;
}

double take_largest(VIEW, OPTION, RAW) {
    return used == 1 ? (double)highest : 0.0;
}

#pragma GCC diagnostic pop

/* ---- a turn ---- */

static int64_t choose(const Tables *tables, int64_t first, int64_t count, View view, Rate rate, const Raw *raw) {
    int64_t best = first;
    double best_score = -INFINITY;
    for (int64_t place = 0; place < count; place++) {
        const int32_t *row = tables->options + (first + place) * OPTION_WIDTH;
        int64_t dice = row[OPTION_DICE];
        double score = rate(SEEN(view), place, count, dice, row[OPTION_POINTS], row[OPTION_LOWEST], row[OPTION_HIGHEST],
                            view.dice - dice, GIVEN(raw));
        if (isnan(score)) return -1;
        if (score > best_score) { best = first + place; best_score = score; }
    }
    return best;
}

/* `view` is what the seat sees at the beginning of its turn. */
static inline Turn play_turn(const Tables *tables, Key key, int64_t seat, View view, const Bot *bot, const Raw *raw,
                             Seat *own) {
    static const int64_t offset[] = {0, 1, 7, 43, 259, 1555};
    uint64_t word = counter_word(FOR_DICE, seat, view.turn - 1), coins = counter_word(FOR_COINS, seat, view.turn - 1);
    view.dice = DICE;
    for (;;) {
        int64_t code = tables->codes[offset[view.dice] + roll_index(key, &word, view.dice)];
        int64_t too_low = view.largest > 0 ? 3 * (view.largest - 1) : 0;
        int64_t found = tables->of_code[code >> too_low << too_low];
        int64_t chosen = found >> COUNT_BITS, count = found & COUNT_MASK;
        view.rolls++;
        if (view.dice < DICE) own->rolls_after[COUNTED - view.dice]++;
        if (count == 0) {
            own->busts_after[COUNTED - view.dice]++;
            return (Turn){BUST, view.turn_total, view.rolls};
        }
        if (bot->rate && count > 1) {
            view.coin = take_coin(key, &coins);
            chosen = choose(tables, chosen, count, view, bot->rate, raw);
            if (chosen < 0) return (Turn){.ended = -1};
        }
        const int32_t *option = tables->options + chosen * OPTION_WIDTH;
        view.turn_total += option[OPTION_POINTS];
        view.dice -= option[OPTION_DICE];
        view.largest = option[OPTION_HIGHEST];
        if (view.dice == 0) return (Turn){ALL, view.turn_total, view.rolls};
        int64_t answer = STOP;
        if (bot->act) {
            view.coin = take_coin(key, &coins);
            answer = bot->act(SEEN(view), GIVEN(raw));
        }
        if (answer == STOP) return (Turn){STOPPED, view.turn_total, view.rolls};
        if (answer != ROLL) return (Turn){.ended = -1};
    }
}

/* ---- a game ---- */

static inline View see(const Rules *rules, const Seat *seat_of, int64_t seats, const Course *course) {
    const Seat *own = seat_of + course->seat;
    View view = {.score = own->score, .turn = own->turns};
    for (int64_t other = 0; other < seats; other++)
        if (other != course->seat && seat_of[other].score > view.best_other) view.best_other = seat_of[other].score;
    if (rules->play_to == PLAY_TO_TARGET) {
        view.to_target = rules->target - own->score;
        view.turns_left = course->to_play < 0 ? -1 : 0;
    } else {
        view.turns_left = rules->turns > own->turns ? rules->turns - own->turns : 0;
    }
    return view;
}

static inline void enter(Seat *own, Turn turn) {
    own->rolls += turn.rolls;
    if (turn.ended == BUST) {
        own->busts++;
    } else {
        own->score += turn.total;
        if (turn.total > own->best_turn) own->best_turn = turn.total;
    }
}

static bool play_game(const Tables *tables, Key key, int64_t deal, int64_t seating, const int8_t *places, int64_t seats,
                      int64_t max_turns, const Bot *bots, const Raw *raws, int8_t *leaders, int64_t *games,
                      int64_t capacity, int64_t at) {
    const Rules *rules = &tables->rules;
    bool to_target = rules->play_to == PLAY_TO_TARGET;
    Seat seat_of[MAX_SEATS] = {0};
    Course course = begin_course(rules, key, seats);
    if (course.start < 0) return false;
    for (;;) {
        Seat *own = seat_of + course.seat;
        if (is_cut(&course, own, max_turns)) break;
        begin_turn(&course, own);
        int8_t place = places[course.seat];
        View view = see(rules, seat_of, seats, &course);
        Turn turn = play_turn(tables, key, course.seat, view, bots + place, raws + place, own);
        if (turn.ended < 0) return false;
        enter(own, turn);
        note_leader(&course, seat_of, seats, leaders);
        bool is_at_end = to_target ? own->score >= rules->target : course.begun == rules->turns * seats;
        if (course.to_play < 0 && is_at_end) course.to_play = 1 + (to_target ? turns_left(rules, &course, seats) : 0);
        if (end_turn(&course, rules, key, seat_of, seats)) break;
    }
    if (course.tie_breaks < 0) return false;
    write_game(games, capacity, at, common_of(&course, deal, seating, leaders));
    for (int64_t seat = 0; seat < seats; seat++) {
        WRITE(ROW_SCORE + seat, seat_of[seat].score);
        WRITE(ROW_SEAT_TURNS + seat, seat_of[seat].turns);
        WRITE(ROW_BUSTS + seat, seat_of[seat].busts);
        WRITE(ROW_ROLLS + seat, seat_of[seat].rolls);
        WRITE(ROW_BEST_TURN + seat, seat_of[seat].best_turn);
        for (int64_t number = 0; number < COUNTED; number++) {
            WRITE(ROW_ROLLS_AFTER_ONE + number * MAX_SEATS + seat, seat_of[seat].rolls_after[number]);
            WRITE(ROW_BUSTS_AFTER_ONE + number * MAX_SEATS + seat, seat_of[seat].busts_after[number]);
        }
    }
    return true;
}
