/*
 * One search for all games: Monte Carlo tree search that knows a game only through game.h.
 *
 * An iteration starts from a state in which everything that the seat cannot know is redealt, walks down the tree, adds
 * one node where it leaves the tree, finishes the game with quick moves (or up to where the game's own estimate is
 * better than a playout) and adds the outcome to every move on the path. The value of a move is the mean of its
 * outcomes; good moves are visited more often.
 *
 * What is special here:
 *
 * - Hidden cards. Every iteration has another state, so the tree holds moves and events, never states. A node may meet
 *   legal moves that it has not seen before; it adds them, and chooses only among those that are legal this time.
 * - Chance nodes. The dealer's events up to the next decision are one *draw*. Three cards out of 52 are 22,100 draws;
 *   seen once each, they would teach nothing. So a node keeps a sample of draws that grows with the square root of its
 *   visits (progressive widening), and revisits those between two fresh ones.
 * - Common random numbers. The n-th visit of every move at the root gets the same stream of chance, so moves are
 *   compared on the same cards as far as the game allows, and fewer visits tell them apart.
 * - Many moves. A node tries its most promising moves first, and more of them the more often it is visited. The game's
 *   estimate says which are promising; without one the quick move comes first and the rest in random order.
 * - Seats that act at the same time. They act one after the other, but must not use what they cannot know: a seat whose
 *   neighbours have already moved in this phase plays its quick move, and neither that nor the cards it draws enter the
 *   tree. The thinking seat always comes first.
 * - Several seats. The outcome is one value per seat and each maximises its own: its share of the win, with a little of
 *   the margin so that a decided game is still played well. Where a playout is cut, estimates in points become shares
 *   by the spread of final scores in a few whole playouts at the beginning. (It is also the unit of exploration.)
 *
 * Memory comes from one arena; when it is full the tree stops growing and the search goes on. With a budget of
 * iterations the result depends only on the view and the seed.
 */
#include "search.h"
#include "core/clock.h"
#include "core/hash.h"

#include "known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_PATH = 512,       /* decisions on a path; deeper ones are part of the playout */
    MAX_DRAW = 8,         /* events in a draw; more of them are several draws */
    TRIAL_PLAYOUTS = 16,  /* to measure the spread of outcomes */
    CLOCK_STRIDE = 16,    /* iterations between two checks for the time limit or cancellation */
    PLAYOUT_STEPS = 20000 /* a limit for games that do not end */
};

struct flip_node;

/* A move at a node. `sum` adds up values of the seat that makes it. */
struct edge {
    flip_move move;
    double prior; /* the game's estimate as a value, if it has one */
    double sum;
    uint64_t stamp; /* the last iteration in which it was legal */
    uint32_t visits;
    struct flip_node *child;
};

/* A draw, and how often it came up fresh. */
struct draw {
    flip_move event[MAX_DRAW];
    int count;
    uint32_t weight;
    struct flip_node *child;
    struct draw *next;
};

/* The first visit settles who acts at a node, the second lists its moves. */
struct flip_node {
    uint32_t visits;
    int actor; /* a seat, FLIP_DEALER, or NOBODY yet */
    int edge_count, edge_room;
    struct edge *edges;  /* the most promising first */
    uint64_t moves_hash; /* of the legal moves for which `edges` was last updated */
    int draw_count;
    uint32_t draw_weight;
    struct draw *draws;
};

enum { NOBODY = -1 };

struct search {
    const struct flip_question *at;
    const struct flip_game *game;
    const struct flip_game_rules *play;
    const struct flip_game_bot *bot;
    const struct flip_search_def *def;
    struct flip_random random;
    uint64_t iteration;
    int64_t start; /* ms, if time is limited */
    char *arena;
    size_t used, room;
    struct flip_position now; /* of the current iteration */
    void *trial;              /* a state to try a move on */
    struct flip_node *root;
    bool can_evaluate; /* before a game is over */
    double mean;       /* of the thinking seat's outcomes */
    double spread;     /* of final scores, in points */
    double unit;       /* of `explore`, in values */
    flip_move moves[FLIP_MAX_MOVES];
};

static void *arena_alloc(struct search *search, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > search->room - search->used)
        return NULL;
    void *place = search->arena + search->used;
    search->used += bytes;
    return memset(place, 0, bytes);
}

static struct flip_node *new_node(struct search *search)
{
    struct flip_node *node = arena_alloc(search, sizeof *node);
    if (node)
        node->actor = NOBODY;
    return node;
}

/* --- outcomes ---------------------------------------------------------------------------------------------------------- */

static void estimate_all(const struct search *search, const void *state, double *score)
{
    for (int seat = 0; seat < search->at->seats; seat++)
        score[seat] = search->bot->estimate(search->at->rules, state, seat);
}

static void values_now(const struct search *search, double *value)
{
    struct flip_result result;
    if (search->def->judge) {
        struct flip_verdict verdict;
        flip_judge_states(search->def->judge, search->now.state, 1, &verdict);
        for (int seat = 0; seat < search->at->seats; seat++)
            value[seat] = flip_value_of_verdict(&verdict, search->at->seats, seat, search->spread);
        return;
    }
    search->play->result(search->at->rules, search->now.state, &result);
    if (result.over || !search->bot->estimate) {
        flip_values_at_end(&result, search->at->seats, search->spread, value);
        return;
    }
    double score[FLIP_MAX_SEATS];
    estimate_all(search, search->now.state, score);
    for (int seat = 0; seat < search->at->seats; seat++)
        value[seat] = flip_value_of_estimates(score, search->at->seats, seat, search->spread);
}

/* --- playouts ---------------------------------------------------------------------------------------------------------- */

FLIP_FOR_ONE_GAME void apply_quick_in(const struct flip_game *game, struct search *search, int seat)
{
    const flip_move move = flip_quick_move(game, search->at->rules, search->now.state, seat, &search->random);
    game->rules->apply(search->at->rules, search->now.state, seat, move);
}

static void apply_quick(struct search *search, int seat) { apply_quick_in(search->game, search, seat); }

/* Deals one event; false if it comes from the outside world. */
FLIP_FOR_ONE_GAME bool apply_event_in(const struct flip_game *game, struct search *search, flip_move *event)
{
    struct flip_chances chances;
    game->rules->chances(search->at->rules, search->now.state, &chances);
    if (chances.kind == FLIP_CHANCE_OUTSIDE)
        return false;
    *event = flip_chances_pick(&chances, &search->random);
    game->rules->apply(search->at->rules, search->now.state, FLIP_DEALER, *event);
    return true;
}

static bool apply_event(struct search *search, flip_move *event) { return apply_event_in(search->game, search, event); }

/* Plays quick moves until the game ends or the dealer is asked for draw number `horizon`. */
FLIP_FOR_ONE_GAME void play_out_in(const struct flip_game *game, struct search *search, int horizon)
{
    const flip_set dealer = FLIP_BIT(FLIP_DEALER);
    bool drawing = false;
    for (int step = 0, draws = 0; step < PLAYOUT_STEPS; step++) {
        const flip_set turn = game->rules->turn(search->at->rules, search->now.state);
        if (turn == 0)
            return;
        if (turn != dealer) {
            drawing = false;
            apply_quick_in(game, search, flip_set_first(turn));
            continue;
        }
        if (!drawing && draws++ >= horizon)
            return;
        drawing = true;
        flip_move event;
        if (!apply_event_in(game, search, &event))
            return;
    }
}

static void play_out(struct search *search, int horizon)
{
#define PLAY(name)                                                                                                     \
    if (!flip_##name.bot->between && search->game == &flip_##name) {                                                   \
        play_out_in(&flip_##name, search, horizon);                                                                    \
        return;                                                                                                        \
    }
    FLIP_EACH_GAME(PLAY)
    play_out_in(search->game, search, horizon);
}

/* --- the dealer in the tree ------------------------------------------------------------------------------------------- */

static bool is_dealers_turn(const struct search *search)
{
    return search->play->turn(search->at->rules, search->now.state) == FLIP_BIT(FLIP_DEALER);
}

/* Repeats one of the node's draws, picked by weight; on the trial state first, as hidden cards may make it
   impossible. */
static struct draw *repeat_draw(struct search *search, const struct flip_node *node)
{
    uint32_t ticket = flip_random_below(&search->random, node->draw_weight);
    struct draw *draw = node->draws;
    while (ticket >= draw->weight) {
        ticket -= draw->weight;
        draw = draw->next;
    }
    memcpy(search->trial, search->now.state, search->game->state_size);
    for (int i = 0; i < draw->count; i++) {
        struct flip_chances chances;
        if (search->play->turn(search->at->rules, search->trial) != FLIP_BIT(FLIP_DEALER))
            return NULL;
        search->play->chances(search->at->rules, search->trial, &chances);
        if (!flip_chances_has(&chances, draw->event[i]))
            return NULL;
        search->play->apply(search->at->rules, search->trial, FLIP_DEALER, draw->event[i]);
    }
    memcpy(search->now.state, search->trial, search->game->state_size);
    return draw;
}

/* Lets the dealer act at a node. Returns the next node, or NULL if the tree ends here. */
static struct flip_node *deal(struct search *search, struct flip_node *node)
{
    if (node->draws && node->draw_count >= 1 + (int)sqrt((double)node->visits)) {
        const struct draw *draw = repeat_draw(search, node);
        if (draw)
            return draw->child;
    }
    struct draw fresh = {.weight = 1};
    while (fresh.count < MAX_DRAW && is_dealers_turn(search)) {
        if (!apply_event(search, &fresh.event[fresh.count]))
            return NULL;
        fresh.count++;
    }
    node->draw_weight++;
    for (struct draw *draw = node->draws; draw; draw = draw->next)
        if (draw->count == fresh.count && memcmp(draw->event, fresh.event, sizeof fresh.event) == 0) {
            draw->weight++;
            return draw->child;
        }
    struct draw *draw = arena_alloc(search, sizeof *draw);
    fresh.child = draw ? new_node(search) : NULL;
    if (!fresh.child) {
        node->draw_weight--;
        return NULL;
    }
    fresh.next = node->draws;
    *draw = fresh;
    node->draws = draw;
    node->draw_count++;
    return draw->child;
}

/* --- decisions in the tree -------------------------------------------------------------------------------------------- */

static uint64_t hash_moves(const flip_move *moves, int count)
{
    uint64_t hash = 1469598103934665603u + (uint64_t)count;
    for (int i = 0; i < count; i++)
        hash = flip_hash_number(hash, moves[i]);
    return hash;
}

/* The game's estimate of a move, or else the judge's, as a value of the seat that makes it. */
static double prior_of(struct search *search, double *score, int seat, flip_move move)
{
    memcpy(search->trial, search->now.state, search->game->state_size);
    search->play->apply(search->at->rules, search->trial, seat, move);
    if (!search->bot->estimate) {
        struct flip_verdict verdict;
        flip_judge_states(search->def->judge, search->trial, 1, &verdict);
        return flip_value_of_verdict(&verdict, search->at->seats, seat, search->spread);
    }
    score[seat] = search->bot->estimate(search->at->rules, search->trial, seat);
    return flip_value_of_estimates(score, search->at->seats, seat, search->spread);
}

static int by_promise(const void *a, const void *b)
{
    const struct edge *left = a, *right = b;
    if (left->prior != right->prior)
        return left->prior < right->prior ? 1 : -1;
    return left->move < right->move ? -1 : left->move > right->move;
}

static struct edge *find_edge(const struct flip_node *node, flip_move move)
{
    for (int i = 0; i < node->edge_count; i++)
        if (node->edges[i].move == move)
            return &node->edges[i];
    return NULL;
}

/* Gives the node an edge for each of the `count` legal moves and sorts them by prior. False: the arena is full. */
static bool expand(struct search *search, struct flip_node *node, int seat, int count)
{
    if (node->edge_count + count > node->edge_room) {
        /* Enough if all are new. Hidden cards seldom add moves twice, so the old list is simply left behind. */
        struct edge *larger = arena_alloc(search, (size_t)(node->edge_count + count) * sizeof *larger);
        if (!larger)
            return false;
        if (node->edge_count)
            memcpy(larger, node->edges, (size_t)node->edge_count * sizeof *larger);
        node->edges = larger;
        node->edge_room = node->edge_count + count;
    }
    double score[FLIP_MAX_SEATS] = {0};
    const bool has_priors = search->can_evaluate && search->def->trust > 0;
    if (has_priors && search->bot->estimate && search->at->seats > 1)
        estimate_all(search, search->now.state, score);
    const flip_move quick =
        has_priors ? 0 : flip_quick_move(search->game, search->at->rules, search->now.state, seat, &search->random);
    const int old = node->edge_count;
    for (int i = 0; i < count; i++) {
        if (old && find_edge(node, search->moves[i]))
            continue;
        struct edge *edge = &node->edges[node->edge_count++];
        *edge = (struct edge){.move = search->moves[i]};
        if (has_priors)
            edge->prior = prior_of(search, score, seat, edge->move);
        else
            edge->prior = edge->move == quick ? 1 : -flip_random_unit(&search->random);
    }
    qsort(node->edges, (size_t)node->edge_count, sizeof *node->edges, by_promise);
    return true;
}

/* The edge to follow: the largest upper confidence bound among the first few that are legal in this iteration. */
static struct edge *select_edge(struct search *search, struct flip_node *node, int seat)
{
    const int count = search->play->moves(search->at->rules, search->now.state, seat, search->moves, FLIP_MAX_MOVES);
    const uint64_t hash = hash_moves(search->moves, count);
    bool all_legal = node->edge_count == count && hash == node->moves_hash;
    if (!all_legal) {
        bool known = node->edge_count > 0;
        for (int i = 0; i < count && known; i++)
            known = find_edge(node, search->moves[i]) != NULL;
        if (!known && !expand(search, node, seat, count))
            return NULL;
        node->moves_hash = hash;
        all_legal = node->edge_count == count;
        for (int i = 0; i < count && !all_legal; i++)
            find_edge(node, search->moves[i])->stamp = search->iteration;
    }
    const double trust = search->can_evaluate ? search->def->trust : 0;
    const double exploration = search->def->explore * search->unit;
    const double log_visits = log((double)node->visits + 1);
    int open = 2 + (int)(search->def->widen * sqrt((double)node->visits));
    struct edge *best = NULL;
    double best_bound = -HUGE_VAL;
    for (int i = 0; i < node->edge_count && open > 0; i++) {
        struct edge *edge = &node->edges[i];
        if (!all_legal && edge->stamp != search->iteration)
            continue;
        open--;
        const double weight = edge->visits + trust;
        const double bound = weight > 0 ? (edge->sum + trust * edge->prior) / weight +
                                              exploration * sqrt(log_visits / (edge->visits + 1.0))
                                        : HUGE_VAL;
        if (!best || bound > best_bound) {
            best = edge;
            best_bound = bound;
        }
    }
    return best;
}

/* --- one iteration ---------------------------------------------------------------------------------------------------- */

struct path {
    int length;
    struct {
        struct flip_node *node;
        struct edge *edge; /* NULL for the dealer */
        int seat;
    } step[MAX_PATH];
};

/* Walks down from the root to the end of the tree, applying the moves to the state. */
static void walk(struct search *search, struct path *path)
{
    const void *rules = search->at->rules;
    const int thinker = search->at->seat;
    struct flip_node *node = search->root;
    flip_set acted = 0;  /* seats that have moved in this phase */
    bool unseen = false; /* the last step is not in the tree */
    for (int step = 0; node && path->length < MAX_PATH && step < PLAYOUT_STEPS; step++) {
        const flip_set turn = search->play->turn(rules, search->now.state);
        if (turn == 0)
            return;
        const bool dealer = turn == FLIP_BIT(FLIP_DEALER);
        const int seat = dealer ? FLIP_DEALER : flip_set_has(turn, thinker) ? thinker : flip_set_first(turn);
        if (dealer ? unseen : (acted & ~FLIP_BIT(seat)) != 0 && seat != thinker) {
            flip_move event;
            if (!dealer)
                apply_quick(search, seat);
            else if (!apply_event(search, &event))
                return;
            unseen = true;
        } else {
            if (node->actor == NOBODY)
                node->actor = seat;
            /* A fresh node ends the path, except the dealer's: it costs nothing and means nothing by itself. */
            if (node->actor != seat || (node->visits == 0 && !dealer && node != search->root))
                break;
            struct edge *edge = NULL;
            struct flip_node *next;
            if (dealer) {
                next = deal(search, node);
            } else {
                edge = select_edge(search, node, seat);
                if (!edge)
                    break;
                if (node == search->root)
                    flip_seed_future(&search->random, search->def->seed, edge->visits);
                search->play->apply(rules, search->now.state, seat, edge->move);
                if (!edge->child)
                    edge->child = new_node(search);
                next = edge->child;
                unseen = false;
            }
            path->step[path->length].node = node;
            path->step[path->length].edge = edge;
            path->step[path->length++].seat = seat;
            node = next;
        }
        if (!dealer)
            acted |= FLIP_BIT(seat);
        if (flip_position_follow(&search->now)) {
            acted = 0;
            unseen = false;
        }
    }
    if (node)
        node->visits++;
}

/* Back to the root, with everything redealt that the seat cannot know. */
static void redeal(struct search *search)
{
    const struct flip_question *at = search->at;
    /* NOLINTNEXTLINE(clang-analyzer-core.*): the arena always has room for it, see arena_size */
    memcpy(search->now.state, at->state, search->game->state_size);
    search->game->knowledge->redeal(at->rules, search->now.state, at->before, at->seat, &search->random);
    flip_position_follow(&search->now);
}

static void iterate(struct search *search, struct path *path)
{
    const struct flip_question *at = search->at;
    search->iteration++;
    redeal(search);
    path->length = 0;
    walk(search, path);
    play_out(search, search->can_evaluate ? search->def->horizon : PLAYOUT_STEPS);
    double value[FLIP_MAX_SEATS];
    values_now(search, value);
    for (int i = 0; i < path->length; i++) {
        path->step[i].node->visits++;
        if (path->step[i].edge) {
            path->step[i].edge->visits++;
            path->step[i].edge->sum += value[path->step[i].seat];
        }
    }
    search->mean += (value[at->seat] - search->mean) / (double)search->iteration;
}

/* The standard deviation of the thinking seat's final scores in whole playouts from the root. */
static double measure_spread(struct search *search)
{
    const struct flip_question *at = search->at;
    double sum = 0, squares = 0;
    for (int i = 0; i < TRIAL_PLAYOUTS; i++) {
        redeal(search);
        play_out(search, PLAYOUT_STEPS);
        struct flip_result result;
        search->play->result(at->rules, search->now.state, &result);
        sum += result.score[at->seat];
        squares += (double)result.score[at->seat] * result.score[at->seat];
    }
    const double mean = sum / TRIAL_PLAYOUTS;
    return sqrt(fmax(squares / TRIAL_PLAYOUTS - mean * mean, 0)) + 0.25;
}

/* --- the search ------------------------------------------------------------------------------------------------------- */

/* Moves that were never tried are listed with their prior, or else with the mean of all outcomes. */
static void report(const struct search *search, struct flip_thought *out)
{
    const bool has_priors = search->can_evaluate && search->def->trust > 0;
    out->count = search->root->edge_count;
    out->iterations = search->iteration;
    for (int i = 0; i < out->count; i++) {
        const struct edge *edge = &search->root->edges[i];
        const double untried = has_priors ? edge->prior : search->mean;
        out->choice[i] = (struct flip_choice){
            .move = edge->move, .value = edge->visits ? edge->sum / edge->visits : untried, .visits = edge->visits};
    }
    flip_thought_sort(out);
}

static size_t arena_size(const struct flip_search_def *def, size_t state_size)
{
    const size_t least = 1 << 20, most = 64 << 20, per_iteration = 4096;
    const size_t wanted = def->iterations && def->iterations < most / per_iteration
                              ? least + (size_t)def->iterations * per_iteration
                              : most;
    return wanted + 2 * state_size + sizeof(struct path);
}

static bool late(const struct search *search)
{
    const struct flip_search_def *def = search->def;
    return (def->ms && flip_milliseconds() - search->start >= def->ms) || (def->given_up && def->given_up(def->asker));
}

int flip_search(const struct flip_question *where, const struct flip_search_def *def, struct flip_thought *out,
                struct flip_error *error)
{
    const size_t room = arena_size(def, where->game->state_size);
    struct search *search = malloc(sizeof *search);
    char *arena = malloc(room);
    if (!search || !arena) {
        free(search);
        free(arena);
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    }
    *search = (struct search){.at = where,
                              .game = where->game,
                              .play = where->game->rules,
                              .bot = flip_bot_of(where->game),
                              .def = def,
                              .arena = arena,
                              .room = room};
    search->can_evaluate = search->bot->estimate || def->judge;
    flip_random_seed(&search->random, def->seed);
    struct path *path = arena_alloc(search, sizeof *path);
    search->now = (struct flip_position){.game = where->game,
                                         .rules = where->rules,
                                         .seats = where->seats,
                                         .state = arena_alloc(search, where->game->state_size)};
    search->trial = arena_alloc(search, where->game->state_size);
    search->root = new_node(search);

    search->start = def->ms ? flip_milliseconds() : 0;
    search->spread = measure_spread(search);
    search->unit = where->seats > 1 ? 0.5 : search->spread;
    do
        iterate(search, path);
    while ((def->iterations == 0 || search->iteration < def->iterations) &&
           (search->iteration % CLOCK_STRIDE != 0 || !late(search)));
    report(search, out);
    free(arena);
    free(search);
    return 0;
}
