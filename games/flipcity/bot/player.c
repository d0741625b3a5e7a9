/*
 * A quick player, for playouts and for the lower levels. It asks two questions.
 *
 * While playing cards: is the expected worth of the turn higher after the next card, and those that it forces, than now? The
 * chain of forced cards is worked out exactly from what is in the deck. A turn is worth what its cash can build, its points
 * (steeply more toward the points that win) and the room that is left below the limit.
 *
 * While building: which action makes the city better by most? A face is worth a sum of what it does, and the weights slide
 * from early (cash counts) to late (points count) as points gather in the city.
 *
 * The levels solve the play phase exactly, with memory: at every free decision they take the better of stopping and going on, down
 * to the end of the deck. Levels 1 to 3 make mistakes, a dear one more seldom than a cheap one. Level 5 has whole games played
 * before it follows this valuation (src/bots/playouts.c).
 *
 * Everything is computed from the faces, so the player understands editions that it has never seen; the weights themselves
 * were found by playing the classic one against itself.
 */
#include <flipside/bot.h>

#include "games/flipcity/bot/taste.h"

#include <math.h>
#include <string.h>

enum {
    MOST_CHAIN = 400,   /* cards of a forced chain that are looked at, all branches together */
    MOST_EXACT = 60000, /* cards that the exact player looks at */
    MEMO_SIZE = 8192,
};

/* --- what faces are worth ---------------------------------------------------------------------------------------------- */

static double worth(const struct flipcity_face *face, const double *w)
{
    return w[FLIPCITY_W_CARD] + w[FLIPCITY_W_CASH] * face->cash + w[FLIPCITY_W_HOSPITAL] * face->cash_per_unhappy +
           w[FLIPCITY_W_POINTS] * face->points + w[FLIPCITY_W_UNHAPPY] * face->unhappy +
           w[FLIPCITY_W_LIMIT] * face->limit + w[FLIPCITY_W_ACTIONS] * face->actions +
           w[FLIPCITY_W_FORCED] * face->forced + w[FLIPCITY_W_NEXT] * face->forces_next +
           w[FLIPCITY_W_BOTTOM] * face->drops_bottom + w[FLIPCITY_W_WINS] * (face->wins_with > 0) +
           w[FLIPCITY_W_RECYCLE] * (face->recycle_cash + 2 * face->recycle_limit + 2 * face->recycle_actions);
}

void flipcity_acquire_taste(const struct flipcity_rules *rules, struct flipcity_taste *taste, const double *weights)
{
    memcpy(taste->weight, weights, sizeof taste->weight);
    for (int face = 0; face < rules->faces; face++) {
        taste->early[face] = worth(&rules->edition.face[face], weights + FLIPCITY_EARLY);
        taste->late[face] = worth(&rules->edition.face[face], weights + FLIPCITY_LATE);
    }
    /* What cash buys: straight lines between a few knots. */
    for (int cash = 0; cash < FLIPCITY_CASH; cash++) {
        const double at = cash < 12 ? cash / 2.0 : 6;
        const int knot = (int)at < 5 ? (int)at : 5;
        const double *k = weights + FLIPCITY_KNOTS;
        const double low = knot == 0 ? 0 : k[knot - 1];
        taste->cash[cash] = low + (at - knot) * (k[knot] - low);
    }
    for (int points = 0; points < 256; points++) {
        const double part = (double)points / rules->edition.win_points;
        taste->points[points] = part >= 1 ? weights[FLIPCITY_WIN] : weights[FLIPCITY_NEAR_WIN] * part * part * part;
    }
}

void flipcity_make_up_mind(struct flipcity_mind *mind)
{
    flipcity_acquire_taste(&mind->rules, &mind->taste, flipcity_weights[mind->rules.seats == 1]);
    flipcity_acquire_taste(&mind->rules, &mind->plain_taste, flipcity_weights[FLIPCITY_PLAIN]);
}

/* --- the play phase ---------------------------------------------------------------------------------------------------- */

/* A turn as it stands, or as it might become. */
struct turn {
    int cash, points, unhappy, limit, actions, played, fewest;
};

/* Worths that the exact player has worked out in this decision already. */
struct memo {
    uint64_t key[MEMO_SIZE];
    double value[MEMO_SIZE];
};

/* Who thinks: with what taste, whether exactly, and with what mistakes. */
struct mind {
    const struct flipcity_rules *rules;
    const struct flipcity_taste *taste;
    struct memo *memo;          /* NULL: looks no further than the first moment at which one may stop */
    double mistakes;            /* one that costs so much more is made e times more seldom; 0: none */
    struct flip_random *random; /* for them */
};

struct push {
    const struct mind *mind;
    uint8_t left[FLIPCITY_FACES]; /* unknown cards of the deck */
    flipcity_faces faces;
    int unknown;
    int looked;
    int reach; /* points that are still to be had this turn, at most */
};

static double turn_worth(const struct push *push, const struct turn *turn)
{
    const struct flipcity_taste *taste = push->mind->taste;
    const int win_points = push->mind->rules->edition.win_points;
    if (turn->points >= win_points || turn->played >= turn->fewest)
        return taste->weight[FLIPCITY_WIN];
    double sum = taste->cash[flipcity_index(turn->cash)];
    if (turn->actions > 1)
        sum += taste->weight[FLIPCITY_MORE_ACTIONS] * (turn->actions - 1) * (turn->cash < 10 ? turn->cash : 10);
    if (turn->points + push->reach >= win_points)
        sum += taste->points[turn->points];
    if (turn->fewest != FLIPCITY_NONE && turn->played > turn->fewest / 2)
        sum += taste->weight[FLIPCITY_NEAR_CARDS] * (2.0 * turn->played / turn->fewest - 1);
    return sum + taste->weight[FLIPCITY_ROOM] * (turn->limit - turn->unhappy);
}

/* The cards that are left, the one to be played and the cash tell everything else about a turn that began as it did. */
static uint64_t position_key(const struct push *push, const struct turn *turn, int face)
{
    uint64_t key = (uint64_t)turn->cash << 8 | (uint64_t)face << 1 | 1;
    for (flip_set set = push->faces; set; set = flip_set_rest(set))
        key = (key ^ push->left[flip_set_first(set)]) * 0x9e3779b97f4a7c15u + (key >> 29);
    return key | 1;
}

/* The expected worth of the turn when `face` is played, then every card that must be, and, by the exact player, every card
   that is worth it. `deck` cards can still come up. */
static double play_worth(struct push *push, const struct turn *before, int face, int deck)
{
    const struct flipcity_rules *rules = push->mind->rules;
    const struct flipcity_face *f = &rules->edition.face[face];
    struct memo *memo = push->mind->memo;
    struct turn turn = *before;
    turn.unhappy += f->unhappy;
    if (turn.unhappy > turn.limit)
        return 0;
    turn.cash += f->cash + f->cash_per_unhappy * turn.unhappy;
    turn.points += f->points;
    turn.limit += f->limit;
    turn.actions += f->actions;
    turn.played++;
    if (f->wins_with && f->wins_with < turn.fewest)
        turn.fewest = f->wins_with;
    const uint64_t key = memo ? position_key(push, &turn, face) : 0;
    if (memo && memo->key[key % MEMO_SIZE] == key)
        return memo->value[key % MEMO_SIZE];
    push->reach -= f->points;
    const double stop = turn_worth(push, &turn);
    double sum = stop;
    deck -= f->drops_bottom;
    if (deck > 0 && ++push->looked < (memo ? MOST_EXACT : MOST_CHAIN)) {
        const flipcity_faces must = f->forces_next ? push->faces : push->faces & rules->forced;
        for (flip_set set = memo ? push->faces : must; set; set = flip_set_rest(set)) {
            const int next = flip_set_first(set);
            if (push->left[next] == 0)
                continue;
            const double chance = (double)push->left[next] / push->unknown;
            push->left[next]--;
            push->unknown--;
            const double play = play_worth(push, &turn, next, deck - 1);
            if (play > stop || (must >> next & 1))
                sum += chance * (play - stop);
            push->left[next]++;
            push->unknown++;
        }
    }
    push->reach += f->points;
    if (memo) {
        memo->key[key % MEMO_SIZE] = key;
        memo->value[key % MEMO_SIZE] = sum;
    }
    return sum;
}

static int points_in(const struct flipcity_rules *rules, const struct flipcity_pile *pile)
{
    int points = 0;
    for (flip_set set = pile->faces; set; set = flip_set_rest(set))
        points += rules->edition.face[flip_set_first(set)].points * pile->count[flip_set_first(set)];
    return points;
}

/* What is remembered holds for one pile and one limit. */
static void look_at(struct push *push, const struct mind *mind, const struct flipcity_pile *pile, int top)
{
    push->mind = mind;
    memcpy(push->left, pile->count, sizeof push->left);
    push->faces = pile->faces;
    push->unknown = pile->size;
    push->looked = 0;
    push->reach = points_in(mind->rules, pile);
    if (top != FLIPCITY_NONE) {
        push->left[top]--;
        push->unknown--;
    }
    if (mind->memo)
        memset(mind->memo->key, 0, sizeof mind->memo->key);
}

static struct turn turn_now(const struct flipcity_state *state)
{
    return (struct turn){.cash = state->cash,
                         .points = state->points,
                         .unhappy = state->unhappy,
                         .limit = state->limit,
                         .actions = state->actions,
                         .played = state->played_count,
                         .fewest = state->fewest};
}

/* What is added to the worth of a choice by mistake. */
static double mistaken(const struct mind *mind)
{
    return mind->mistakes > 0 ? -mind->mistakes * log(-log(flip_random_unit(mind->random) + 1e-300) + 1e-300) : 0;
}

/* After a shuffle the top is not known yet; in front of most cards one may still stop. */
static double shuffle_worth(const struct mind *mind, const struct flipcity_state *state, const struct turn *turn,
                            double stop)
{
    const struct flipcity_rules *rules = mind->rules;
    const struct flipcity_pile *discard = &state->seat[state->acting].discard;
    double sum = 0;
    for (flip_set set = discard->faces; set; set = flip_set_rest(set)) {
        const int top = flip_set_first(set);
        struct push push;
        look_at(&push, mind, discard, top);
        double played = play_worth(&push, turn, top, push.unknown);
        const bool first = state->played_count == 0 && !rules->stop_after_shuffle; /* it must be played */
        const bool free_to_stop = !first && !state->obliged && !(rules->forced >> top & 1);
        if (free_to_stop && played < stop)
            played = stop;
        sum += played * discard->count[top];
    }
    return sum / discard->size - mind->taste->weight[rules->seats > 1 ? FLIPCITY_SHUFFLE : FLIPCITY_SHUFFLE_SOLO];
}

/* Solo: what a shuffle takes from the supply is what the player wants least, of piles that are high enough. */
static int least_wanted(const struct mind *mind, const struct flipcity_state *state)
{
    const double *late = mind->taste->late;
    int least = flip_set_first(state->supply_faces);
    double low = 1e9;
    for (flip_set set = state->supply_faces; set; set = flip_set_rest(set)) {
        const int front = flip_set_first(set), back = flipcity_other_side(front);
        const double wanted = (late[front] > late[back] ? late[front] : late[back]) / state->supply[front];
        if (wanted < low) {
            low = wanted;
            least = front;
        }
    }
    return least;
}

/* The card whose recycling makes enough room below the limit to be worth its price, or NONE. */
static int church_to_recycle(const struct mind *mind, const struct flipcity_state *state, const struct turn *turn,
                             double best)
{
    const struct flipcity_seat *own = &state->seat[state->acting];
    const struct flipcity_rules *rules = mind->rules;
    if (turn->unhappy + 2 <= turn->limit)
        return FLIPCITY_NONE;
    for (flip_set set = own->discard.faces & rules->recyclable; set; set = flip_set_rest(set)) {
        const struct flipcity_face *face = &rules->edition.face[flip_set_first(set)];
        if (!face->recycle_limit)
            continue;
        struct turn roomier = *turn;
        struct push push;
        roomier.limit += face->recycle_limit;
        look_at(&push, mind, &own->deck, own->deck.top);
        if (play_worth(&push, &roomier, own->deck.top, push.unknown) - mind->taste->weight[FLIPCITY_CHURCH] > best)
            return flip_set_first(set);
    }
    return FLIPCITY_NONE;
}

static flip_move choose_play(const struct mind *mind, const struct flipcity_state *state)
{
    const struct flipcity_rules *rules = mind->rules;
    const struct flipcity_seat *own = &state->seat[state->acting];
    const double win = mind->taste->weight[FLIPCITY_WIN];
    const struct turn turn = turn_now(state);
    struct push push;
    const bool must = flipcity_must_play(rules, state);
    look_at(&push, mind, own->deck.size ? &own->deck : &own->discard, own->deck.top);
    const double stop = state->played_count ? turn_worth(&push, &turn) : 0;
    const double mistake = mistaken(mind) - mistaken(mind); /* of going on instead of stopping */
    if (own->deck.size == 0) {
        if (own->discard.size == 0 || stop >= win || shuffle_worth(mind, state, &turn, stop) + mistake <= stop)
            return flipcity_bare(FLIPCITY_MOVE_STOP);
        return rules->seats > 1 ? flipcity_bare(FLIPCITY_MOVE_SHUFFLE)
                                : flipcity_with(FLIPCITY_MOVE_SHUFFLE, least_wanted(mind, state));
    }
    if (!must && stop >= win)
        return flipcity_bare(FLIPCITY_MOVE_STOP);
    const double play = play_worth(&push, &turn, own->deck.top, push.unknown) + mistake;
    const int church = church_to_recycle(mind, state, &turn, must || play > stop ? play : stop);
    if (church != FLIPCITY_NONE)
        return flipcity_with(FLIPCITY_MOVE_RECYCLE, church);
    return flipcity_bare(must || play > stop ? FLIPCITY_MOVE_PLAY : FLIPCITY_MOVE_STOP);
}

/* --- the building phase ------------------------------------------------------------------------------------------------ */

/* How far a city has come, 0 … 1: by the points on all its cards. */
static double lateness(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    const struct flipcity_seat *own = &state->seat[state->acting];
    const int points = points_in(rules, &own->deck) + points_in(rules, &own->discard) + state->points;
    const double part = points / (1.5 * rules->edition.win_points);
    return part < 1 ? part : 1;
}

static double worth_now(const struct flipcity_taste *taste, double late, int face)
{
    return taste->early[face] + late * (taste->late[face] - taste->early[face]);
}

static int owned(const struct flipcity_seat *own, int face) { return own->deck.count[face] + own->discard.count[face]; }

static double action_worth(const struct mind *mind, const struct flipcity_state *state, double late, flip_move move)
{
    const struct flipcity_seat *own = &state->seat[state->acting];
    const struct flipcity_taste *taste = mind->taste;
    const int face = flipcity_face_of(move), back = flipcity_other_side(face);
    const double crowd = taste->weight[FLIPCITY_CROWD];
    switch (flipcity_kind(move)) {
    case FLIPCITY_MOVE_BUY:
        return worth_now(taste, late, face) - crowd * owned(own, face);
    case FLIPCITY_MOVE_DEVELOP:
        return worth_now(taste, late, back) - crowd * owned(own, back);
    default:
        if (mind->rules->edition.face[face].gives)
            return taste->weight[FLIPCITY_GIFT] - worth_now(taste, late, face);
        return worth_now(taste, late, back) - worth_now(taste, late, face) -
               crowd * (owned(own, back) - owned(own, face));
    }
}

/* The face that a building action brings into the city, or NONE. */
static int face_brought(const struct mind *mind, flip_move move)
{
    const int face = flipcity_face_of(move);
    if (flipcity_kind(move) == FLIPCITY_MOVE_BUY)
        return face;
    return mind->rules->edition.face[face].gives ? FLIPCITY_NONE : flipcity_other_side(face);
}

static bool shunned(const struct mind *mind, flip_move move)
{
    const int face = face_brought(mind, move);
    return face != FLIPCITY_NONE && (mind->taste->shuns >> face & 1);
}

static flip_move choose_building(const struct mind *mind, const struct flipcity_state *state)
{
    enum { MOST = 64 };
    flip_move moves[MOST];
    int count = flipcity_moves(mind->rules, state, state->acting, moves, MOST);
    if (count > MOST)
        count = MOST;
    const double late = lateness(mind->rules, state);
    flip_move best = moves[0]; /* done */
    double highest = mistaken(mind);
    for (int i = 1; i < count; i++) {
        /* Solo: the last card of the supply is never worth it. */
        if (mind->rules->seats == 1 && state->supply_size == 1 && flipcity_kind(moves[i]) != FLIPCITY_MOVE_FLIP)
            continue;
        if (mind->taste->shuns && shunned(mind, moves[i]))
            continue;
        const double value = action_worth(mind, state, late, moves[i]) + mistaken(mind);
        if (value > highest) {
            highest = value;
            best = moves[i];
        }
    }
    return best;
}

/* --- the players ------------------------------------------------------------------------------------------------------- */

static flip_move choose(const struct mind *mind, const struct flipcity_state *state)
{
    return state->step == FLIPCITY_PLAY ? choose_play(mind, state) : choose_building(mind, state);
}

flip_move flipcity_quick(const void *rules_, const void *state, int seat, struct flip_random *random)
{
    const struct flipcity_mind *mind = rules_;
    return choose(&(struct mind){.rules = &mind->rules, .taste = &mind->taste}, state);
}

flip_move flipcity_expert(const void *rules_, const void *state, int seat, int level, struct flip_random *random)
{
    /* With others and alone, where more is forgiven; in the measure of the taste. */
    static const double mistakes[2][FLIP_LEVELS] = {{0.92, 0.68, 0.44, 0, 0}, {3.0, 2.0, 1.4, 0.8, 0}};
    const struct flipcity_mind *mind = rules_;
    struct memo memo;
    return choose(&(struct mind){.rules = &mind->rules,
                                 .taste = &mind->taste,
                                 .memo = &memo,
                                 .mistakes = mistakes[mind->rules.seats == 1][level - 1],
                                 .random = random},
                  state);
}

/* Version 0.1: quick players of plainer taste that were sometimes absent-minded, and the exact one. */
static flip_move former_expert(const void *rules_, const void *state, int seat, int level, struct flip_random *random)
{
    /* How often, in percent, a level takes any move instead of its own: with others and alone. */
    static const uint32_t absent_minded[2][FLIP_LEVELS] = {{35, 15, 5, 0, 0}, {35, 22, 14, 7, 0}};
    const struct flipcity_mind *mind = rules_;
    const bool alone = mind->rules.seats == 1;
    if (level == FLIP_LEVELS)
        return flipcity_expert(rules_, state, seat, level, random);
    if (flip_random_below(random, 100) < absent_minded[alone][level - 1]) {
        flip_move moves[8 * FLIPCITY_FACES];
        const int count = flipcity_moves(&mind->rules, state, seat, moves, 8 * FLIPCITY_FACES);
        return moves[flip_random_below(random, (uint32_t)count)];
    }
    /* Plain taste builds a city that is too slow for the supply of a game alone. */
    return choose(&(struct mind){.rules = &mind->rules, .taste = alone ? &mind->taste : &mind->plain_taste}, state);
}

extern const struct flip_yardstick flipcity_yardsticks[2]; /* alone and with others, from data/yardstick.txt */

static const struct flip_game_bot former_bot = {
    .quick = flipcity_quick,
    .expert = former_expert,
    .alone = &flipcity_yardsticks[0],
    .with_others = &flipcity_yardsticks[1],
    .reasons = &flipcity_reasons,
};

const struct flip_game_bot flipcity_bot = {
    .quick = flipcity_quick,
    .expert = flipcity_expert,
    .alone = &flipcity_yardsticks[0],
    .with_others = &flipcity_yardsticks[1],
    .reasons = &flipcity_reasons,
    .former = &former_bot,
};
