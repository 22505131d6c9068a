/* Sto dwadzieścia as a plain loop in C: what the compiled kernel is measured against. Nobody has anything to decide. */
#include <stdint.h>

typedef struct { int64_t score, turns, doubles; } Seat;

#include "table.h"

#include "course.h"

static inline void play_turn(const Rules *rules, Key key, int64_t seat, Seat *own) {
    uint64_t word = counter_word(FOR_DICE, seat, own->turns - 1);
    int64_t roll = roll_index(key, &word, 2), first = roll / 6 + 1, second = roll % 6 + 1;
    bool is_double = first == second;
    own->score += first + second + rules->double_bonus * is_double;
    own->doubles += is_double;
}

static bool play_game(const Tables *tables, Key key, int64_t deal, int64_t seating, const int8_t *places, int64_t seats,
                      int64_t max_turns, const Bot *bots, const Raw *raws, int8_t *leaders, int64_t *games,
                      int64_t capacity, int64_t at) {
    (void)places, (void)bots, (void)raws;
    const Rules *rules = &tables->rules;
    Seat seat_of[MAX_SEATS] = {0};
    Course course = begin_course(rules, key, seats);
    if (course.start < 0) return false;
    for (;;) {
        Seat *own = seat_of + course.seat;
        if (is_cut(&course, own, max_turns)) break;
        begin_turn(&course, own);
        play_turn(rules, key, course.seat, own);
        note_leader(&course, seat_of, seats, leaders);
        if (course.to_play < 0 && own->score >= rules->target) course.to_play = 1 + turns_left(rules, &course, seats);
        if (end_turn(&course, rules, key, seat_of, seats)) break;
    }
    if (course.tie_breaks < 0) return false;
    write_game(games, capacity, at, common_of(&course, deal, seating, leaders));
    for (int64_t seat = 0; seat < seats; seat++) {
        WRITE(ROW_SCORE + seat, seat_of[seat].score);
        WRITE(ROW_SEAT_TURNS + seat, seat_of[seat].turns);
        WRITE(ROW_DOUBLES + seat, seat_of[seat].doubles);
    }
    return true;
}
