/* The course of a game that goes round the table until its end comes into sight: Sto dwadzieścia and Piątka.
 *
 * After table.h. Last rounds, ties that one more turn breaks, and the length cap, as those games' kernels have them.
 */

typedef struct {
    int64_t start, seat, begun, rounds, lead_changes, last_leader, tie_breaks, winners, playing;
    int64_t to_play; /* turns still to play before the game ends, one under way included; -1: no end in sight */
} Course;

static inline Course begin_course(const Rules *rules, Key key, int64_t seats) {
    int64_t start = first_seat(rules->start, key, seats);
    return (Course){.start = start, .seat = start, .last_leader = -1, .playing = (1 << seats) - 1, .to_play = -1};
}

static inline bool is_cut(const Course *course, const Seat *own, int64_t max_turns) {
    return (course->to_play < 0 || course->tie_breaks > 0) && own->turns >= max_turns;
}

static inline void begin_turn(Course *course, Seat *own) {
    course->begun++;
    course->rounds = ++own->turns;
}

static inline void note_leader(Course *course, const Seat *seat_of, int64_t seats, int8_t *leaders) {
    int64_t leader = find_leader(seat_of, seats);
    leaders[course->begun - 1] = (int8_t)leader;
    if (leader >= 0 && leader != course->last_leader) {
        course->lead_changes += course->last_leader >= 0;
        course->last_leader = leader;
    }
}

static inline int64_t next_seat(int64_t level, int64_t seat, int64_t seats) {
    do seat = seat + 1 < seats ? seat + 1 : 0;
    while (!(level >> seat & 1));
    return seat;
}

/* Turns still to be played after that of the seat that has reached the target. */
static inline int64_t turns_left(const Rules *rules, const Course *course, int64_t seats) {
    if (rules->final_round == FINAL_ROUND_NONE) return 0;
    if (rules->final_round != FINAL_ROUND_REST_OF_ROUND) return seats - 1;
    return (course->start - course->seat - 1 + seats) % seats;
}

/* End a tie of the seats `playing`, but for tie = turn; tie_breaks becomes -1 when it never ends. */
static inline void settle(Course *course, const Rules *rules, Key key, int64_t seats, int64_t number) {
    course->winners = course->playing;
    if (number == 1) return;
    if (rules->tie == TIE_SEAT_ORDER)
        course->winners = 1 << next_seat(course->playing, (course->start + seats - 1) % seats, seats);
    for (int64_t again = 1; number > 1 && rules->tie == TIE_ROLL; again++) {
        if (again > MOST_TIE_BREAKS) { course->tie_breaks = -1; return; }
        course->winners = highest_of_two_dice(FOR_TIE_BREAK, key, course->winners, seats, again, &number);
        course->tie_breaks++;
    }
}

/* After a turn, which to_play still counts: whether the game is over. */
static inline bool end_turn(Course *course, const Rules *rules, Key key, const Seat *seat_of, int64_t seats) {
    if (course->to_play > 0 && --course->to_play == 0) {
        int64_t scores[MAX_SEATS], number;
        for (int64_t seat = 0; seat < seats; seat++) scores[seat] = seat_of[seat].score;
        course->playing = keep_highest(scores, course->playing, seats, &number);
        if (number == 1 || rules->tie != TIE_TURN) {
            settle(course, rules, key, seats, number);
            return true;
        }
        course->tie_breaks++;
        course->to_play = number;
    }
    course->seat = next_seat(course->playing, course->seat, seats);
    return false;
}

static inline Common common_of(const Course *course, int64_t deal, int64_t seating, const int8_t *leaders) {
    return (Common){deal, seating, course->start, course->winners, course->begun, course->rounds, course->winners == 0,
                    course->lead_changes, half_leader(leaders, course->begun), course->tie_breaks};
}
