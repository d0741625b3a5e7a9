/*
 * What the judge is told about a city besides the observation: its traits. Counts of cards do not show how they go together: what a Power
 * Plant is worth depends on whether it comes up before the third unhappy card. So every seat's next turn is worked out, and a turn with all
 * cards of its city shuffled: the chance to reach so many points, or so much cash, and to stop before the city breaks.
 *
 * A stretch of cards is worked out at a few moments t between its first card and its last. By then each card has come up with chance t,
 * nearly independently of the others. All of it is whole numbers, so every build says the same.
 *
 * The judge says what quick players make of a position. So what the quick player would do until the next card comes up is done first.
 */
#include <flipside/judge.h>

#include "games/flipcity/bot/taste.h"

#include <string.h>

enum {
    MOMENTS = 8,
    ONE = 1 << 15, /* a chance of 1 */
    ROOM = 7,      /* below the limit, at most */
    MOST = 12,     /* points or cash that are counted */
    MOST_AHEAD = 16,
};

/* --- a stretch of cards ------------------------------------------------------------------------------------------------- */

/* Chances of all moments, side by side. */
struct chances {
    uint16_t at[MOMENTS];
};

struct stretch {
    struct chances points[MOST + 1], cash[MOST + 1]; /* so many and more */
    struct chances whole; /* the city can stop here, although forced cards may come up in between */
    struct chances safe;  /* … and bears one more unhappy card */
};

/* In 65536ths. */
static const struct chances moment = {{8192, 16384, 24576, 32768, 40960, 49152, 57344, 65535}};

static inline void move(struct chances *restrict from, struct chances *restrict to)
{
    for (int t = 0; t < MOMENTS; t++) {
        const uint16_t moved = (uint16_t)((uint32_t)from->at[t] * moment.at[t] >> 16);
        to->at[t] = (uint16_t)(to->at[t] + moved);
        from->at[t] = (uint16_t)(from->at[t] - moved);
    }
}

/* One more card that counts `worth`. */
static void count_up(struct chances *sum, int *most, int worth)
{
    for (int i = *most < MOST ? *most : MOST - 1; i >= 0; i--)
        move(&sum[i], &sum[i + worth < MOST ? i + worth : MOST]);
    *most = *most + worth < MOST ? *most + worth : MOST;
}

static void and_more(struct chances *sum)
{
    for (int i = MOST; i > 0; i--)
        for (int t = 0; t < MOMENTS; t++)
            sum[i - 1].at[t] = (uint16_t)(sum[i - 1].at[t] + sum[i].at[t]);
}

/* Cards that make room come first, so that a city that has broken stays so. Returns the most room there can be. */
static int find_room(const struct flipcity_rules *rules, const uint8_t *count, int start, struct chances *room)
{
    int top = start < ROOM ? start : ROOM;
    for (int t = 0; t < MOMENTS; t++)
        room[top].at[t] = ONE;
    for (int face = 0; face < rules->faces; face++)
        for (int i = 0; rules->edition.face[face].limit && i < count[face] && top < ROOM; i++, top++)
            for (int r = top; r >= 0; r--)
                move(&room[r], &room[r + 1]);
    for (int face = 0; face < rules->faces; face++)
        for (int i = 0; rules->edition.face[face].unhappy && i < count[face]; i++) {
            struct chances broken = {{0}};
            move(&room[0], &broken);
            for (int r = 1; r <= top; r++)
                move(&room[r], &room[r - 1]);
        }
    return top;
}

/* Whoever wants to stop may have to play forced cards first, one after the other, and each of them takes room. */
static void find_stops(const struct chances *room, int top, int size, int forced, struct stretch *out)
{
    const uint32_t next = size ? (uint32_t)(ONE * forced / size) : 0;
    uint32_t chain = next;
    memset(&out->whole, 0, sizeof out->whole);
    memset(&out->safe, 0, sizeof out->safe);
    for (int r = 0; r <= top; r++) {
        for (int t = 0; t < MOMENTS; t++) {
            const uint32_t stops = t + 1 < MOMENTS ? ONE - chain : ONE;
            out->whole.at[t] = (uint16_t)(out->whole.at[t] + (room[r].at[t] * stops >> 15));
            out->safe.at[t] = (uint16_t)(out->safe.at[t] + (r ? room[r].at[t] : 0));
        }
        chain = chain * next >> 15;
    }
}

static void work_out(const struct flipcity_rules *rules, const uint8_t *count, int start, struct stretch *out)
{
    struct chances room[ROOM + 1];
    int points = 0, cash = 0, size = 0, forced = 0;
    memset(out, 0, sizeof *out);
    memset(room, 0, sizeof room);
    for (int t = 0; t < MOMENTS; t++)
        out->points[0].at[t] = out->cash[0].at[t] = ONE;
    for (int face = 0; face < rules->faces; face++) {
        const struct flipcity_face *f = &rules->edition.face[face];
        for (int i = 0; i < count[face]; i++) {
            if (f->points)
                count_up(out->points, &points, f->points);
            if (f->cash + f->cash_per_unhappy)
                count_up(out->cash, &cash, f->cash + f->cash_per_unhappy);
        }
        size += count[face];
        forced += f->forced ? count[face] : 0;
    }
    and_more(out->points);
    and_more(out->cash);
    find_stops(room, find_room(rules, count, start, room), size, forced, out);
}

/* The chance that so much comes while the city is in order. */
static int32_t reach(const struct chances *sum, const struct chances *order, int need)
{
    if (need <= 0)
        return ONE;
    if (need > MOST)
        return 0;
    int32_t chance = 0, before = 0, order_before = order->at[0];
    for (int t = 0; t < MOMENTS; t++) {
        chance += (sum[need].at[t] - before) * ((order_before + order->at[t]) >> 1) >> 15;
        before = sum[need].at[t];
        order_before = order->at[t];
    }
    return chance;
}

/* --- what a seat may expect --------------------------------------------------------------------------------------------- */

enum { FEWER = 4, SAFE = 2, PRICES = 4 };

static const int fewer[FEWER] = {0, 2, 4, 6}, safe_fewer[SAFE] = {0, 3}, price[PRICES] = {3, 5, 8, 11};

/* Chances of a turn. */
struct outlook {
    int32_t points[FEWER]; /* of winning, or of some points fewer */
    int32_t safe[SAFE];    /* the same with room to spare */
    int32_t cash[PRICES];
};

struct turn {
    int points, cash, room;
};

static int32_t either(int32_t a, int32_t b) { return a + ((ONE - a) * (b >> 1) >> 14); }

/* These cards come up, and behind them what the turn has then. */
static void go_on(const struct flipcity_rules *rules, const uint8_t *count, struct turn *turn, struct outlook *out)
{
    const int win = rules->edition.win_points - turn->points;
    struct stretch some;
    work_out(rules, count, turn->room, &some);
    for (int i = 0; i < FEWER; i++)
        out->points[i] = either(out->points[i], reach(some.points, &some.whole, win - fewer[i]));
    for (int i = 0; i < SAFE; i++)
        out->safe[i] = either(out->safe[i], reach(some.points, &some.safe, win - safe_fewer[i]));
    for (int i = 0; i < PRICES; i++)
        out->cash[i] = either(out->cash[i], reach(some.cash, &some.whole, price[i] - turn->cash));
    for (int face = 0; face < rules->faces; face++) {
        const struct flipcity_face *f = &rules->edition.face[face];
        turn->points += f->points * count[face];
        turn->cash += (f->cash + f->cash_per_unhappy) * count[face];
        turn->room += (f->limit - f->unhappy) * count[face];
    }
}

/* A turn that may stop here has what it has. */
static void stop_here(const struct flipcity_rules *rules, const struct turn *turn, struct outlook *out)
{
    const int need = rules->edition.win_points - turn->points;
    for (int i = 0; i < FEWER; i++)
        out->points[i] = need <= fewer[i] ? ONE : 0;
    for (int i = 0; i < SAFE; i++)
        out->safe[i] = need <= safe_fewer[i] ? ONE : 0;
    for (int i = 0; i < PRICES; i++)
        out->cash[i] = price[i] <= turn->cash ? ONE : 0;
}

struct piles {
    uint8_t deck[FLIPCITY_FACES], discard[FLIPCITY_FACES], city[FLIPCITY_FACES];
};

/* What a broken turn has played lies in the discard pile already. */
static bool plays(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat)
{
    return flipcity_on_turn(rules, state, seat) && state->step != FLIPCITY_BUILD && !state->broken;
}

static void sort_out(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat,
                     struct piles *out)
{
    const struct flipcity_seat *own = &state->seat[seat];
    memcpy(out->deck, own->deck.count, sizeof out->deck);
    memcpy(out->discard, own->discard.count, sizeof out->discard);
    for (int face = 0; face < FLIPCITY_FACES; face++)
        out->city[face] = (uint8_t)(out->deck[face] + out->discard[face]);
    for (int i = 0; flipcity_on_turn(rules, state, seat) && i < state->played_count; i++) {
        out->city[state->played[i]]++;
        if (!plays(rules, state, seat))
            out->discard[state->played[i]]++;
    }
}

/* The turn that runs, or comes next. Churches can be recycled. */
static void look_ahead(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat,
                       const struct piles *piles, struct outlook *out)
{
    const int top = state->seat[seat].deck.top;
    struct turn turn = {.room = rules->edition.limit};
    struct piles left = *piles;
    if (flipcity_won_by(state, seat)) {
        turn.points = rules->edition.win_points;
        stop_here(rules, &turn, out);
        return;
    }
    if (plays(rules, state, seat)) {
        turn = (struct turn){state->points, state->cash, state->limit - state->unhappy};
        if (state->step == FLIPCITY_REVEAL) /* the text of the last card waits */
            turn.room += rules->edition.face[state->played[state->played_count - 1]].limit;
        if (!flipcity_must_play(rules, state))
            stop_here(rules, &turn, out);
    }
    for (int face = 0; face < rules->faces; face++)
        turn.room += rules->edition.face[face].recycle_limit * left.discard[face];
    if (top != FLIPCITY_NONE) {
        const struct flipcity_face *f = &rules->edition.face[top];
        left.deck[top]--;
        turn.room -= f->unhappy;
        if (turn.room < 0)
            return;
        turn.room += f->limit;
        turn.points += f->points;
        turn.cash += f->cash + f->cash_per_unhappy;
    }
    go_on(rules, left.deck, &turn, out);
    if (turn.room >= 0)
        go_on(rules, left.discard, &turn, out);
}

struct prospect {
    struct outlook now, city;
};

static void look(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat, struct prospect *out)
{
    struct piles piles;
    struct turn any = {.room = rules->edition.limit};
    memset(out, 0, sizeof *out);
    sort_out(rules, state, seat, &piles);
    go_on(rules, piles.city, &any, &out->city);
    look_ahead(rules, state, seat, &piles, &out->now);
}

static int next_to_play(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    return (state->acting + state->broken) % rules->seats;
}

/* The chance to win if each turn after the next wins as the city's cards say, needing a point less than the one before. */
static int32_t race(const struct flipcity_rules *rules, const struct flipcity_state *state,
                    const struct prospect *prospect, int seat)
{
    int32_t open = ONE, mine = 0;
    for (int turn = -1; turn < 2 * FEWER - 2; turn++)
        for (int i = 0; i < rules->seats; i++) {
            const int who = (next_to_play(rules, state) + i) % rules->seats;
            const int32_t *city = prospect[who].city.points;
            const int32_t wins = turn < 0 ? prospect[who].now.points[0] : (city[turn / 2] + city[(turn + 1) / 2]) / 2;
            const int32_t won = open * (wins >> 1) >> 14;
            mine += who == seat ? won : 0;
            open -= won;
        }
    return mine + open / rules->seats;
}

/* --- traits ------------------------------------------------------------------------------------------------------------- */

/* How traits are numbered: chances, each between two of some knots; then counts, each with a trait of its own for every value. */
enum {
    KNOTS = 13,
    CHANCES = 2 * (FEWER + SAFE + PRICES) + 6,
    ORDER = KNOTS * CHANCES,                        /* seats that come before */
    LAST = ORDER + FLIPCITY_SEATS * FLIPCITY_SEATS, /* the card whose text waits */
    IN_CITY = LAST + FLIPCITY_FACES,
    CITY_MOST = 8,
    IN_DECK = IN_CITY + FLIPCITY_FACES * CITY_MOST,
    DECK_MOST = 5,
    SUMS = IN_DECK + FLIPCITY_FACES *
                         DECK_MOST, /* points, unhappy symbols beyond the room that is made, cards: of city and deck */
    SUM_MOST = 24,
    SUM_ZERO = 8, /* where there may be less than nothing */
    TRAITS = SUMS + 6 * SUM_MOST,
    SHARES = 4, /* a chance is so many traits, divided between two knots */
};
_Static_assert(CHANCES *SHARES + 2 + 2 * FLIPCITY_FACES + 6 <= FLIP_MOST_TRAITS, "all can be listed");

struct listed {
    uint16_t *out;
    int count, chances;
};

static void list_chance(struct listed *list, int32_t chance)
{
    static const int32_t knot[KNOTS] = {0, 60, 300, 900, 2000, 3800, 6500, 10500, 16384, 22000, 27000, 30500, ONE};
    int k = 0;
    while (k < KNOTS - 2 && chance >= knot[k + 1])
        k++;
    const int32_t wide = knot[k + 1] - knot[k];
    const int up = (SHARES * (chance - knot[k]) + wide / 2) / wide;
    for (int i = 0; i < SHARES; i++)
        list->out[list->count++] = (uint16_t)(list->chances * KNOTS + k + (i >= SHARES - up));
    list->chances++;
}

static void list_count(struct listed *list, int first, int most, int count)
{
    list->out[list->count++] = (uint16_t)(first + (count < 0 ? 0 : count < most ? count : most - 1));
}

static void list_outlook(struct listed *list, const struct outlook *outlook)
{
    for (int i = 0; i < FEWER; i++)
        list_chance(list, outlook->points[i]);
    for (int i = 0; i < SAFE; i++)
        list_chance(list, outlook->safe[i]);
    for (int i = 0; i < PRICES; i++)
        list_chance(list, outlook->cash[i]);
}

static int32_t higher(int32_t a, int32_t b) { return a > b ? a : b; }

/* What the others threaten. */
static void list_others(const struct flipcity_rules *rules, const struct flipcity_state *state,
                        const struct prospect *prospect, int seat, struct listed *list)
{
    int32_t now = 0, city = 0, later = 0, cash = 0, before = ONE;
    for (int i = 1; i < rules->seats; i++) {
        const struct prospect *other = &prospect[(seat + i) % rules->seats];
        now = higher(now, other->now.points[0]);
        city = higher(city, other->city.points[0]);
        later = higher(later, other->city.points[2]);
        cash = higher(cash, other->city.cash[2]);
    }
    for (int who = next_to_play(rules, state); who != seat; who = (who + 1) % rules->seats)
        before = before * ((ONE - prospect[who].now.points[0]) >> 1) >> 14;
    list_chance(list, now);
    list_chance(list, city);
    list_chance(list, later);
    list_chance(list, cash);
    list_chance(list, before);
    list_chance(list, race(rules, state, prospect, seat));
}

static void list_cards(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat,
                       struct listed *list)
{
    int sum[6] = {0, SUM_ZERO, 0, 0, SUM_ZERO, 0};
    struct piles piles;
    sort_out(rules, state, seat, &piles);
    for (int face = 0; face < rules->faces; face++) {
        const struct flipcity_face *f = &rules->edition.face[face];
        const int city = piles.city[face], deck = piles.deck[face];
        list_count(list, IN_CITY + face * CITY_MOST, CITY_MOST, city);
        list_count(list, IN_DECK + face * DECK_MOST, DECK_MOST, deck);
        sum[0] += city * f->points;
        sum[1] += city * (f->unhappy - f->limit);
        sum[2] += city;
        sum[3] += deck * f->points;
        sum[4] += deck * (f->unhappy - f->limit);
        sum[5] += deck;
    }
    for (int i = 0; i < 6; i++)
        list_count(list, SUMS + i * SUM_MOST, SUM_MOST, sum[i]);
}

static int list(const void *rules_, const void *state_, int seat, uint16_t *out)
{
    const struct flipcity_rules *rules = rules_;
    struct flipcity_state state = *(const struct flipcity_state *)state_;
    struct prospect prospect[FLIPCITY_SEATS];
    struct listed listed = {.out = out};
    for (int i = 0; i < MOST_AHEAD && flipcity_turn(rules, &state) == FLIP_BIT(state.acting); i++)
        flipcity_apply(rules, &state, state.acting, flipcity_quick(rules_, &state, state.acting, NULL));
    for (int i = 0; i < rules->seats; i++)
        look(rules, &state, i, &prospect[i]);
    list_outlook(&listed, &prospect[seat].now);
    list_outlook(&listed, &prospect[seat].city);
    list_others(rules, &state, prospect, seat, &listed);
    const int order = (seat - next_to_play(rules, &state) + rules->seats) % rules->seats;
    list_count(&listed, ORDER + (rules->seats - 1) * FLIPCITY_SEATS, FLIPCITY_SEATS, order);
    if (state.step == FLIPCITY_REVEAL && seat == state.acting)
        list_count(&listed, LAST, FLIPCITY_FACES, state.played[state.played_count - 1]);
    list_cards(rules, &state, seat, &listed);
    return listed.count;
}

extern const unsigned char flipcity_judge_weights[]; /* data/judge.weights */
extern const size_t flipcity_judge_weights_size;

const struct flip_game_judge flipcity_judge_data = {
    .weights = flipcity_judge_weights, .size = &flipcity_judge_weights_size, .traits = TRAITS, .list = list};
