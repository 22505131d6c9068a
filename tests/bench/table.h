/* What the plain loops in C share: the streams, and what happens at a table whatever the game.
 *
 * What a loop and its kernel must agree on (constants of the streams, rows of the buffer, rules as numbers) stands in
 * facts.h, which cloop.py writes from the package. A game's file declares Seat, with a score and the turns begun,
 * before it includes this; it declares Bot where bots decide, and defines play_game.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "facts.h"

typedef struct { int64_t RULES; } Rules;
typedef struct {
    Rules rules;
#ifdef ARRAYS
    const int32_t ARRAYS;
#endif
} Tables;
typedef struct { double p[PARAMETERS]; } Raw;
typedef struct { uint64_t first, second; } Key;
typedef struct Bot Bot;

#define RAW double p0, double p1, double p2, double p3, double p4, double p5, double p6, double p7
#define GIVEN(r) (r)->p[0], (r)->p[1], (r)->p[2], (r)->p[3], (r)->p[4], (r)->p[5], (r)->p[6], (r)->p[7]
_Static_assert(PARAMETERS == 8, "RAW and GIVEN name eight parameters");

/* ---- streams ---- */

static inline uint64_t mix(uint64_t x) {
    for (int i = 0; i < 3; i++) { x ^= x >> 32; x *= MIX; }
    return x ^ x >> 32;
}

static inline Key deal_key(const uint64_t seed[2], int64_t deal) {
    uint64_t first = mix((uint64_t)deal * STEP + seed[0]);
    return (Key){first, mix(first ^ seed[1])};
}

static inline uint64_t counter_word(uint64_t purpose, uint64_t seat, uint64_t turn) {
    return (purpose << 58 | seat << 52 | turn << 24) * STEP;
}

static inline uint64_t draw(Key key, uint64_t word) {
    uint64_t x = word ^ key.first;
    x = (x ^ x >> 32) * MIX + key.second;
    x = (x ^ x >> 32) * MIX;
    x = (x ^ x >> 32) * MIX;
    return x ^ x >> 32;
}

static inline int64_t below(Key key, uint64_t *word, uint64_t bound) {
    const uint64_t low = (UINT64_C(1) << 48) - 1, reject = (UINT64_C(1) << 48) % bound;
    for (;;) {
        uint64_t product = (draw(key, *word) >> 16) * bound;
        *word += STEP;
        if ((product & low) >= reject) return (int64_t)(product >> 48);
    }
}

/* A roll of so many dice, numbered; accepted as a roll of six. */
static inline int64_t roll_index(Key key, uint64_t *word, int64_t dice) {
    static const uint64_t powers[] = {1, 6, 36, 216, 1296, 7776, 46656};
    const uint64_t low = (UINT64_C(1) << 48) - 1, reject = (UINT64_C(1) << 48) % 46656;
    for (;;) {
        uint64_t bits = draw(key, *word) >> 16;
        *word += STEP;
        if ((bits * 46656 & low) >= reject) return (int64_t)(bits * powers[dice] >> 48);
    }
}

static inline double take_coin(Key key, uint64_t *word) {
    double coin = (double)(draw(key, *word) >> 11) * 0x1p-53;
    *word += STEP;
    return coin;
}

/* ---- who begins, who leads, who wins ---- */

static inline int64_t keep_highest(const int64_t *values, int64_t level, int64_t seats, int64_t *number) {
    int64_t best = -1, kept = 0;
    for (int64_t seat = 0; seat < seats; seat++)
        if (level >> seat & 1 && values[seat] > best) best = values[seat];
    *number = 0;
    for (int64_t seat = 0; seat < seats; seat++)
        if (level >> seat & 1 && values[seat] == best) { kept |= 1 << seat; ++*number; }
    return kept;
}

static inline int64_t highest_of_two_dice(uint64_t purpose, Key key, int64_t level, int64_t seats, int64_t again,
                                          int64_t *number) {
    int64_t sums[MAX_SEATS];
    for (int64_t seat = 0; seat < seats; seat++) {
        uint64_t word = counter_word(purpose, seat, again);
        int64_t roll = roll_index(key, &word, 2);
        sums[seat] = roll / 6 + roll % 6;
    }
    return keep_highest(sums, level, seats, number);
}

/* The seat that begins; -1 when two dice never part them. */
static inline int64_t first_seat(int64_t start, Key key, int64_t seats) {
    uint64_t word = counter_word(FOR_START, 0, 0);
    if (start == START_RANDOM) return below(key, &word, (uint64_t)seats);
    if (start != START_TWO_DICE) return 0;
    int64_t level = (1 << seats) - 1, number;
    for (int64_t again = 0; again < MOST_TIE_BREAKS; again++) {
        level = highest_of_two_dice(FOR_START, key, level, seats, again, &number);
        if (number == 1) return __builtin_ctzll(level);
    }
    return -1;
}

static inline int64_t find_leader(const Seat *seat_of, int64_t seats) {
    int64_t leader = 0, best = seat_of[0].score;
    for (int64_t seat = 1; seat < seats; seat++) {
        if (seat_of[seat].score > best) { leader = seat; best = seat_of[seat].score; }
        else if (seat_of[seat].score == best) leader = -1;
    }
    return leader;
}

static inline int64_t half_leader(const int8_t *leaders, int64_t begun) {
    return begun > 1 ? leaders[begun / 2 - 1] : -1;
}

/* ---- the buffer ---- */

#define WRITE(row, value) games[(row) * capacity + at] = (value)

typedef struct {
    int64_t deal, seating, start, winners, turns, rounds, cut_short, lead_changes, half_leader, tie_breaks;
} Common;

/* Write the columns that every game's row begins with. */
static inline void write_game(int64_t *games, int64_t capacity, int64_t at, Common common) {
    WRITE(ROW_DEAL, common.deal);
    WRITE(ROW_SEATING, common.seating + 1);
    WRITE(ROW_START, common.start + 1);
    WRITE(ROW_WINNERS, common.winners);
    WRITE(ROW_TURNS, common.turns);
    WRITE(ROW_ROUNDS, common.rounds);
    WRITE(ROW_CUT_SHORT, common.cut_short);
    WRITE(ROW_LEAD_CHANGES, common.lead_changes);
    WRITE(ROW_HALF_LEADER, common.half_leader >= 0 ? common.half_leader + 1 : INT64_MIN);
    WRITE(ROW_TIE_BREAKS, common.tie_breaks);
}

/* Plays one game into column `at` of the buffer; false when a bot broke its contract or a tie did not end. */
static bool play_game(const Tables *tables, Key key, int64_t deal, int64_t seating, const int8_t *places, int64_t seats,
                      int64_t max_turns, const Bot *bots, const Raw *raws, int8_t *leaders, int64_t *games,
                      int64_t capacity, int64_t at);

/* Deals first .. first + deals - 1, each in every seating (int8[seatings][seats]); returns the number completed. */
int64_t play(const uint64_t seed[2], int64_t first, int64_t deals, int64_t max_turns, const int8_t *seatings,
             int64_t seatings_number, int64_t seats, const Bot *bots, const Raw *raws, const Tables *tables,
             int64_t *games, int64_t capacity) {
    int8_t *leaders = malloc((size_t)((max_turns + 1) * seats));
    int64_t number = 0, at = 0;
    if (!leaders) return 0;
    for (; number < deals; number++) {
        Key key = deal_key(seed, first + number);
        for (int64_t seating = 0; seating < seatings_number; seating++, at++)
            if (!play_game(tables, key, first + number, seating, seatings + seating * seats, seats, max_turns, bots,
                           raws, leaders, games, capacity, at)) {
                free(leaders);
                return number;
            }
    }
    free(leaders);
    return number;
}
