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
 * Everything is computed from the faces, so the player understands editions that it has never seen; the weights themselves
 * were found by playing the classic one against itself.
 */
#include "games/flipcity/flipcity.h"

#include <string.h>

enum { MOST_CHAIN = 400 }; /* cards of a forced chain that are looked at, all branches together */

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

void flipcity_acquire_taste(struct flipcity_rules *rules, const double *weights)
{
    struct flipcity_taste *taste = &rules->taste;
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

/* --- the play phase ---------------------------------------------------------------------------------------------------- */

/* A turn as it stands, or as it might become. */
struct turn {
    int cash, points, unhappy, limit, actions, played, fewest;
};

struct push {
    const struct flipcity_rules *rules;
    uint8_t left[FLIPCITY_FACES]; /* unknown cards of the deck */
    flipcity_faces faces;
    int unknown;
    int looked;
    int reach; /* points that are still to be had this turn, at most */
};

static double turn_worth(const struct push *push, const struct turn *turn)
{
    const struct flipcity_taste *taste = &push->rules->taste;
    if (turn->points >= push->rules->edition.win_points || turn->played >= turn->fewest)
        return taste->weight[FLIPCITY_WIN];
    double sum = taste->cash[flipcity_index(turn->cash)];
    if (turn->actions > 1)
        sum += taste->weight[FLIPCITY_MORE_ACTIONS] * (turn->actions - 1) * (turn->cash < 10 ? turn->cash : 10);
    if (turn->points + push->reach >= push->rules->edition.win_points)
        sum += taste->points[turn->points];
    if (turn->fewest != FLIPCITY_NONE && turn->played > turn->fewest / 2)
        sum += taste->weight[FLIPCITY_NEAR_CARDS] * (2.0 * turn->played / turn->fewest - 1);
    return sum + taste->weight[FLIPCITY_ROOM] * (turn->limit - turn->unhappy);
}

/* The expected worth of the turn when `face` is played, then every card that must be, and no other. */
static double play_worth(struct push *push, const struct turn *before, int face, int deck)
{
    const struct flipcity_face *f = &push->rules->edition.face[face];
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
    push->reach -= f->points;
    const double stop = turn_worth(push, &turn);
    double sum = stop;
    deck -= f->drops_bottom;
    if (deck > 0 && ++push->looked < MOST_CHAIN) {
        const flipcity_faces must = f->forces_next ? push->faces : push->faces & push->rules->forced;
        for (flip_set set = must; set; set = flip_set_rest(set)) {
            const int next = flip_set_first(set);
            if (push->left[next] == 0)
                continue;
            const double chance = (double)push->left[next] / push->unknown;
            push->left[next]--;
            push->unknown--;
            sum += chance * (play_worth(push, &turn, next, deck - 1) - stop);
            push->left[next]++;
            push->unknown++;
        }
    }
    push->reach += f->points;
    return sum;
}

static int points_in(const struct flipcity_rules *rules, const struct flipcity_pile *pile)
{
    int points = 0;
    for (flip_set set = pile->faces; set; set = flip_set_rest(set))
        points += rules->edition.face[flip_set_first(set)].points * pile->count[flip_set_first(set)];
    return points;
}

static void look_at(struct push *push, const struct flipcity_rules *rules, const struct flipcity_pile *pile, int top)
{
    push->rules = rules;
    memcpy(push->left, pile->count, sizeof push->left);
    push->faces = pile->faces;
    push->unknown = pile->size;
    push->looked = 0;
    push->reach = points_in(rules, pile);
    if (top != FLIPCITY_NONE) {
        push->left[top]--;
        push->unknown--;
    }
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

/* After a shuffle the top is not known yet; in front of most cards one may still stop. */
static double shuffle_worth(const struct flipcity_rules *rules, const struct flipcity_state *state,
                            const struct turn *turn, double stop)
{
    const struct flipcity_pile *discard = &state->seat[state->acting].discard;
    double sum = 0;
    for (flip_set set = discard->faces; set; set = flip_set_rest(set)) {
        const int top = flip_set_first(set);
        struct push push;
        look_at(&push, rules, discard, top);
        double played = play_worth(&push, turn, top, push.unknown);
        const bool free_to_stop = state->played_count > 0 && !state->obliged && !(rules->forced >> top & 1);
        if (free_to_stop && played < stop)
            played = stop;
        sum += played * discard->count[top];
    }
    return sum / discard->size - rules->taste.weight[rules->seats > 1 ? FLIPCITY_SHUFFLE : FLIPCITY_SHUFFLE_SOLO];
}

/* Solo: what a shuffle takes from the supply is what the player wants least, of piles that are high enough. */
static int least_wanted(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    int least = flip_set_first(state->supply_faces);
    double low = 1e9;
    for (flip_set set = state->supply_faces; set; set = flip_set_rest(set)) {
        const int front = flip_set_first(set), back = flipcity_other_side(front);
        const double *late = rules->taste.late;
        const double wanted = (late[front] > late[back] ? late[front] : late[back]) / state->supply[front];
        if (wanted < low) {
            low = wanted;
            least = front;
        }
    }
    return least;
}

static flip_move choose_play(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    const struct flipcity_seat *own = &state->seat[state->acting];
    const struct flipcity_taste *taste = &rules->taste;
    struct turn turn = turn_now(state);
    struct push push;
    const bool must = flipcity_must_play(rules, state);
    look_at(&push, rules, own->deck.size ? &own->deck : &own->discard, own->deck.top);
    const double stop = state->played_count ? turn_worth(&push, &turn) : 0;
    if (own->deck.size == 0) {
        if (own->discard.size == 0 || stop >= taste->weight[FLIPCITY_WIN] ||
            shuffle_worth(rules, state, &turn, stop) <= stop)
            return flipcity_bare(FLIPCITY_MOVE_STOP);
        return rules->seats > 1 ? flipcity_bare(FLIPCITY_MOVE_SHUFFLE)
                                : flipcity_with(FLIPCITY_MOVE_SHUFFLE, least_wanted(rules, state));
    }
    if (!must && stop >= taste->weight[FLIPCITY_WIN])
        return flipcity_bare(FLIPCITY_MOVE_STOP);
    const double play = play_worth(&push, &turn, own->deck.top, push.unknown);
    const double best = must || play > stop ? play : stop;
    /* A recycled Church makes room; it must be worth its own price. */
    if (turn.unhappy + 2 > turn.limit) {
        for (flip_set set = own->discard.faces & rules->recyclable; set; set = flip_set_rest(set)) {
            const struct flipcity_face *face = &rules->edition.face[flip_set_first(set)];
            if (!face->recycle_limit)
                continue;
            struct turn roomier = turn;
            roomier.limit += face->recycle_limit;
            push.looked = 0;
            if (play_worth(&push, &roomier, own->deck.top, push.unknown) - taste->weight[FLIPCITY_CHURCH] > best)
                return flipcity_with(FLIPCITY_MOVE_RECYCLE, flip_set_first(set));
        }
    }
    return flipcity_bare(must || play > stop ? FLIPCITY_MOVE_PLAY : FLIPCITY_MOVE_STOP);
}

/* --- the building phase ------------------------------------------------------------------------------------------------ */

/* How far a city has come, 0 … 1: by the points on all its cards. */
static double lateness(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    const struct flipcity_seat *own = &state->seat[state->acting];
    int points = points_in(rules, &own->deck) + points_in(rules, &own->discard) + state->points;
    const double part = points / (1.5 * rules->edition.win_points);
    return part < 1 ? part : 1;
}

static double worth_now(const struct flipcity_rules *rules, double late, int face)
{
    const struct flipcity_taste *taste = &rules->taste;
    return taste->early[face] + late * (taste->late[face] - taste->early[face]);
}

static int owned(const struct flipcity_seat *own, int face) { return own->deck.count[face] + own->discard.count[face]; }

static double action_worth(const struct flipcity_rules *rules, const struct flipcity_state *state, double late,
                           flip_move move)
{
    const struct flipcity_seat *own = &state->seat[state->acting];
    const int face = flipcity_face_of(move);
    const double crowd = rules->taste.weight[FLIPCITY_CROWD];
    int gained = face;
    switch (flipcity_kind(move)) {
    case FLIPCITY_MOVE_DONE:
        return 0;
    case FLIPCITY_MOVE_BUY:
        return worth_now(rules, late, face) - crowd * owned(own, face);
    case FLIPCITY_MOVE_DEVELOP:
        gained = flipcity_other_side(face);
        return worth_now(rules, late, gained) - crowd * owned(own, gained);
    default:
        if (rules->edition.face[face].gives)
            return rules->taste.weight[FLIPCITY_GIFT] - worth_now(rules, late, face);
        gained = flipcity_other_side(face);
        return worth_now(rules, late, gained) - worth_now(rules, late, face) -
               crowd * (owned(own, gained) - owned(own, face));
    }
}

static flip_move choose_building(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    enum { MOST = 64 };
    flip_move moves[MOST];
    int count = flipcity_moves(rules, state, state->acting, moves, MOST);
    if (count > MOST)
        count = MOST;
    const double late = lateness(rules, state);
    flip_move best = moves[0];
    double highest = 0;
    for (int i = 1; i < count; i++) {
        /* Solo: the last card of the supply is never worth it. */
        const int kind = flipcity_kind(moves[i]);
        if (rules->seats == 1 && state->supply_size == 1 && kind != FLIPCITY_MOVE_FLIP)
            continue;
        const double value = action_worth(rules, state, late, moves[i]);
        if (value > highest) {
            highest = value;
            best = moves[i];
        }
    }
    return best;
}

flip_move flipcity_quick(const void *rules, const void *state_, int seat, struct flip_random *random)
{
    const struct flipcity_state *state = state_;
    (void)seat, (void)random;
    return state->step == FLIPCITY_PLAY ? choose_play(rules, state) : choose_building(rules, state);
}

/* --- for the estimate ------------------------------------------------------------------------------------------------------ */

double flipcity_turn_worth(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    const struct flipcity_seat *own = &state->seat[state->acting];
    const struct turn turn = turn_now(state);
    if (state->broken)
        return 0;
    struct push push;
    if (state->step == FLIPCITY_BUILD) {
        look_at(&push, rules, &own->deck, own->deck.top);
        push.reach = 0;
        return turn_worth(&push, &turn) - rules->taste.weight[FLIPCITY_ROOM] * (turn.limit - turn.unhappy);
    }
    if (own->deck.size == 0) {
        look_at(&push, rules, &own->discard, FLIPCITY_NONE);
        return turn_worth(&push, &turn);
    }
    double sum = 0;
    int cards = 0;
    for (flip_set set = own->deck.faces; set; set = flip_set_rest(set)) {
        const int top = flip_set_first(set);
        if (own->deck.top != FLIPCITY_NONE && top != own->deck.top)
            continue;
        look_at(&push, rules, &own->deck, top);
        push.reach += rules->edition.face[top].points;
        const double stop = turn_worth(&push, &turn);
        push.reach -= rules->edition.face[top].points;
        const double play = play_worth(&push, &turn, top, push.unknown);
        const bool must = state->obliged || (rules->forced >> top & 1);
        sum += (must || play > stop ? play : stop) * own->deck.count[top];
        cards += own->deck.count[top];
    }
    return sum / cards;
}
