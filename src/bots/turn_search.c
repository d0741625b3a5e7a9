/*
 * A race of chains, for games in which a turn is a chain of small decisions and the dealer's cards come between turns.
 * A tree is of little use there, since it would meet other cards after every turn. Good and bad show in the state that
 * a whole turn leaves behind, for which the game has an estimate.
 *
 * First the chains are built: the most promising unfinished chain is extended by all decisions that can follow, until
 * the best few chains have reached the end of the turn, or an unknown card. Then they race. Every chain meets the same
 * futures: redealt cards, quick moves for the rest of the turn and for more turns, up to the seat's first decision
 * after `horizon` moments between turns. The estimate there is the outcome. Chains that fall behind by more than chance
 * explains leave the race. It ends with its budget, or when all that are left begin with the same decision.
 *
 * In such games the other seats play at the same time on maps of their own and hardly interact. So in a future they
 * play random moves, and count with the scores expected of them at the beginning.
 *
 * As in search.c only redealt states are used, and with a budget of iterations (one per chain and future) the result
 * depends only on the view and the seed.
 */
#include "core/clock.h"
#include "search.h"

#include "known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_CHAINS = 24, /* in a race */
    POOL = 512,      /* chains that are built */
    MAX_STEPS = 10,  /* decisions of a chain */
    MAX_FUTURES = 4096,
    TRIALS = 4,      /* whole games, to measure the spread of outcomes */
    MIN_FUTURES = 6, /* before the first chain can leave */
    GAME_STEPS = 20000
};

struct chain {
    flip_move move[MAX_STEPS];
    int length;
    bool open; /* goes on with a decision of the same seat */
    bool out;  /* of the race */
    double prior;
    double sum, shown; /* of its outcomes, and of the values to show */
    int futures;
    float *outcome; /* by future */
};

struct race {
    const struct flip_question *at;
    const struct flip_game *game;
    const struct flip_game_rules *play;
    const struct flip_game_bot *bot;
    const struct flip_search_def *def;
    struct flip_random random;
    void *known, *state; /* redealt once, and for the current future */
    double spread;
    double expected[FLIP_MAX_SEATS]; /* scores at the beginning; for the thinking seat, the score to be valued */
    struct chain chain[POOL];
    int chains, racing;
    uint64_t iterations;
    int64_t start;
    flip_move moves[FLIP_MAX_MOVES];
    float outcome[MAX_CHAINS][MAX_FUTURES];
};

/* --- outcomes ------------------------------------------------------------------------------------------------------------- */

struct outcome {
    double value; /* what the seat maximises */
    double shown;
};

/* A single seat plays for its points, or for its margin over an automatic opponent. */
static struct outcome outcome_alone(const struct race *race, const void *state, double score)
{
    const double rival = race->bot->rival ? race->bot->rival(race->at->rules, state) : NAN;
    return (struct outcome){.value = isnan(rival) ? score : score - rival, .shown = score};
}

/* The value of a score of the seat, given the expected scores of the others. */
static double share_of(struct race *race, double score)
{
    race->expected[race->at->seat] = score;
    return flip_value_of_estimates(race->expected, race->at->seats, race->at->seat, race->spread);
}

static struct outcome outcome_of(struct race *race, const void *state)
{
    const struct flip_question *at = race->at;
    struct flip_result result;
    double score;
    if (race->def->judge) {
        struct flip_verdict verdict;
        flip_judge_states(race->def->judge, state, 1, &verdict);
        score = verdict.points[at->seat];
    } else {
        race->play->result(at->rules, state, &result);
        score = result.over ? result.score[at->seat] : race->bot->estimate(at->rules, state, at->seat);
    }
    if (at->seats == 1)
        return outcome_alone(race, state, score);
    const double share = share_of(race, score);
    return (struct outcome){share, share};
}

/* --- rollouts ------------------------------------------------------------------------------------------------------------- */

/* A quick move of the thinking seat, or a random one of another. */
FLIP_FOR_ONE_GAME void play_move(const struct flip_game *game, struct race *race, flip_set turn)
{
    const struct flip_game_rules *play = game->rules;
    const void *rules = race->at->rules;
    if (flip_set_has(turn, race->at->seat)) {
        const int seat = race->at->seat;
        play->apply(rules, race->state, seat, flip_quick_move(game, rules, race->state, seat, &race->random));
        return;
    }
    const int seat = flip_set_first(turn);
    const int count = play->moves(rules, race->state, seat, race->moves, FLIP_MAX_MOVES);
    play->apply(rules, race->state, seat, race->moves[flip_random_below(&race->random, (uint32_t)count)]);
}

/* Plays up to the seat's first decision after `between` moments between turns, or to the end. */
FLIP_FOR_ONE_GAME void roll_out_in(const struct flip_game *game, struct race *race, int between)
{
    const struct flip_game_rules *play = game->rules;
    const void *rules = race->at->rules;
    for (int step = 0; step < GAME_STEPS; step++) {
        const flip_set turn = play->turn(rules, race->state);
        if (turn == 0)
            return;
        if (turn != FLIP_BIT(FLIP_DEALER)) {
            if (between <= 0 && !race->def->judge && flip_set_has(turn, race->at->seat))
                return;
            play_move(game, race, turn);
            continue;
        }
        if (game->bot->between(rules, race->state)) {
            if (between <= 0 && race->def->judge)
                return; /* the judge evaluates before the next cards, which would only be noise */
            between--;
        }
        struct flip_chances chances;
        play->chances(rules, race->state, &chances);
        if (chances.kind == FLIP_CHANCE_OUTSIDE)
            return;
        play->apply(rules, race->state, FLIP_DEALER, flip_chances_pick(&chances, &race->random));
    }
}

static void roll_out(struct race *race, int between)
{
#define PLAY(name)                                                                                                     \
    if (flip_##name.bot->between && race->game == &flip_##name) {                                                      \
        roll_out_in(&flip_##name, race, between);                                                                      \
        return;                                                                                                        \
    }
    FLIP_EACH_GAME(PLAY)
    roll_out_in(race->game, race, between);
}

static void redeal(struct race *race, uint64_t future)
{
    const struct flip_question *at = race->at;
    flip_seed_future(&race->random, race->def->seed, future);
    memcpy(race->state, at->state, race->game->state_size);
    race->game->knowledge->redeal(at->rules, race->state, at->before, at->seat, &race->random);
}

/* The root mean square error of the seat's expected score. */
static double measure_spread(struct race *race)
{
    double squares = 0;
    for (int i = 0; i < TRIALS; i++) {
        struct flip_result result;
        redeal(race, UINT64_MAX / 2 + (uint64_t)i);
        roll_out(race, GAME_STEPS);
        race->play->result(race->at->rules, race->state, &result);
        const double miss = result.score[race->at->seat] - race->expected[race->at->seat];
        squares += miss * miss;
    }
    return sqrt(squares / TRIALS) + 1;
}

/* --- building the chains -------------------------------------------------------------------------------------------------- */

static double prior_of(struct race *race, const void *state)
{
    const struct flip_question *at = race->at;
    const double score = race->bot->estimate(at->rules, state, at->seat);
    return at->seats == 1 ? outcome_alone(race, state, score).value : share_of(race, score);
}

static bool can_go_on(const struct race *race, const void *state)
{
    const flip_set turn = race->play->turn(race->at->rules, state);
    return turn != FLIP_BIT(FLIP_DEALER) && flip_set_has(turn, race->at->seat);
}

static void apply_chain(struct race *race, const struct chain *chain)
{
    for (int i = 0; i < chain->length; i++)
        race->play->apply(race->at->rules, race->state, race->at->seat, chain->move[i]);
}

static int by_prior(const void *a, const void *b)
{
    const struct chain *left = a, *right = b;
    if (left->prior != right->prior)
        return left->prior < right->prior ? 1 : -1;
    if (left->length != right->length)
        return left->length - right->length;
    return memcmp(left->move, right->move, sizeof left->move);
}

/* Replaces a chain by all chains that are one decision longer. */
static void extend(struct race *race, int index)
{
    const struct chain parent = race->chain[index];
    memcpy(race->state, race->known, race->game->state_size);
    apply_chain(race, &parent);
    const int count = race->play->moves(race->at->rules, race->state, race->at->seat, race->moves, FLIP_MAX_MOVES);
    void *after = (char *)race->state + race->game->state_size;
    bool first = true;
    for (int i = 0; i < count && (first || race->chains < POOL); i++) {
        struct chain *child = first ? &race->chain[index] : &race->chain[race->chains++];
        first = false;
        *child = parent;
        child->move[child->length++] = race->moves[i];
        memcpy(after, race->state, race->game->state_size);
        race->play->apply(race->at->rules, after, race->at->seat, race->moves[i]);
        child->open = child->length < MAX_STEPS && can_go_on(race, after);
        child->prior = prior_of(race, after);
    }
}

/* Chains that lead to the same state have exactly the same prior: only the first of them races. */
static int best_different(struct race *race, int room)
{
    int kept = 0;
    qsort(race->chain, (size_t)race->chains, sizeof *race->chain, by_prior);
    for (int i = 0; i < race->chains; i++) {
        if (kept > 0 && fabs(race->chain[i].prior - race->chain[kept - 1].prior) < 1e-9)
            continue;
        const struct chain chain = race->chain[i];
        memmove(&race->chain[kept + 1], &race->chain[kept], (size_t)(i - kept) * sizeof chain);
        race->chain[kept++] = chain;
        if (kept == room)
            break;
    }
    return kept;
}

static void build_chains(struct race *race, int room)
{
    race->chain[0] = (struct chain){.open = true};
    race->chains = 1;
    extend(race, 0);
    for (;;) {
        race->racing = best_different(race, room);
        int open = 0;
        while (open < race->racing && !race->chain[open].open)
            open++;
        if (open == race->racing || race->chains + 64 > POOL)
            return;
        extend(race, open);
    }
}

/* --- the race ------------------------------------------------------------------------------------------------------------- */

static bool legal(struct race *race, flip_move move)
{
    const int count = race->play->moves(race->at->rules, race->state, race->at->seat, race->moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++)
        if (race->moves[i] == move)
            return true;
    return false;
}

/* Plays a chain in a future. Where hidden cards make a move impossible, quick moves take over. */
static void run(struct race *race, struct chain *chain, int future)
{
    redeal(race, (uint64_t)future);
    for (int i = 0; i < chain->length && can_go_on(race, race->state) && legal(race, chain->move[i]); i++)
        race->play->apply(race->at->rules, race->state, race->at->seat, chain->move[i]);
    roll_out(race, race->def->horizon);
    const struct outcome outcome = outcome_of(race, race->state);
    chain->outcome[future] = (float)outcome.value;
    chain->sum += outcome.value;
    chain->shown += outcome.shown;
    chain->futures++;
    race->iterations++;
}

/* The mean of its outcomes, in which the prior counts like `trust` outcomes. */
static double mean_with_prior(const struct race *race, const struct chain *chain)
{
    const double weight = chain->futures + race->def->trust;
    return weight > 0 ? (chain->sum + race->def->trust * chain->prior) / weight : chain->prior;
}

static struct chain *leader(struct race *race)
{
    struct chain *best = NULL;
    for (int i = 0; i < race->racing; i++) {
        struct chain *chain = &race->chain[i];
        if (!chain->out && (!best || mean_with_prior(race, chain) > mean_with_prior(race, best)))
            best = chain;
    }
    return best;
}

/* Drops chains that are behind the leader by more than `explore` standard errors of the paired difference. */
static void drop_losers(struct race *race)
{
    const struct chain *first = leader(race);
    for (int i = 0; i < race->racing; i++) {
        struct chain *chain = &race->chain[i];
        if (chain->out || chain == first)
            continue;
        double squares = 0;
        const int n = chain->futures;
        const double mean = (first->sum - chain->sum) / n;
        for (int k = 0; k < n; k++) {
            const double difference = (double)(first->outcome[k] - chain->outcome[k]) - mean;
            squares += difference * difference;
        }
        const double error = sqrt(squares / (n - 1.0) / n);
        /* The prior can shrink a lead, but not enlarge it. */
        const double lead = fmin(mean, mean_with_prior(race, first) - mean_with_prior(race, chain));
        chain->out = lead > race->def->explore * error + 1e-12;
    }
}

static bool decided(struct race *race)
{
    const struct chain *first = NULL;
    for (int i = 0; i < race->racing; i++) {
        if (race->chain[i].out)
            continue;
        if (first && first->move[0] != race->chain[i].move[0])
            return false;
        first = &race->chain[i];
    }
    return true;
}

/* Are all iterations used, or was the thought cancelled? */
static bool out_of_iterations(const struct race *race)
{
    const struct flip_search_def *def = race->def;
    return (def->iterations && race->iterations >= def->iterations) || (def->given_up && def->given_up(def->asker));
}

static bool out_of_time(const struct race *race)
{
    const struct flip_search_def *def = race->def;
    return out_of_iterations(race) || (def->ms && flip_milliseconds() - race->start >= def->ms);
}

static void run_all(struct race *race)
{
    int look = MIN_FUTURES;
    for (int future = 0; future < MAX_FUTURES && !out_of_time(race); future++) {
        for (int i = 0; i < race->racing; i++)
            if (!race->chain[i].out && !out_of_iterations(race))
                run(race, &race->chain[i], future);
        if (future + 1 < look)
            continue;
        look += look / 3;
        if (out_of_time(race))
            return; /* the last future may be half done */
        drop_losers(race);
        if (decided(race))
            return;
    }
}

/* --- the search ----------------------------------------------------------------------------------------------------------- */

/* The leader's value less the chain's distance in their common futures, so that choices which left the race early can
   be compared. For chains that never raced, the distance of the priors. */
static double shown_value(const struct chain *first, const struct chain *chain)
{
    if (first->futures == 0)
        return chain->prior;
    /* The last future may be half done. */
    const int common = chain->futures < first->futures ? chain->futures : first->futures;
    double behind = 0;
    for (int i = 0; i < common; i++)
        behind += (double)(first->outcome[i] - chain->outcome[i]) / common;
    return first->shown / first->futures - (common ? behind : first->prior - chain->prior);
}

/* Of two chains with the same first move: the leader, then one that raced, then the one with the higher mean. */
static bool better(const struct race *race, const struct chain *chain, const struct chain *than,
                   const struct chain *first)
{
    if (chain == first || (chain->futures > 0) != (than->futures > 0))
        return chain == first || chain->futures > 0;
    return mean_with_prior(race, chain) > mean_with_prior(race, than);
}

/* Values each legal move by the best of its chains. */
static void report(struct race *race, struct flip_thought *out)
{
    const struct chain *first = leader(race);
    out->iterations = race->iterations;
    for (int i = 0; i < out->count; i++) {
        struct flip_choice *choice = &out->choice[i];
        const struct chain *best = NULL;
        choice->visits = 0;
        for (int k = 0; k < race->chains; k++) {
            const struct chain *chain = &race->chain[k];
            if (chain->move[0] != choice->move)
                continue;
            choice->visits += (uint64_t)chain->futures;
            if (!best || (best != first && better(race, chain, best, first)))
                best = chain;
        }
        if (best)
            choice->value = shown_value(first, best);
    }
    flip_thought_sort(out);
    flip_thought_put_first(out, first->move[0]);
}

int flip_turn_search(const struct flip_question *where, const struct flip_search_def *def, struct flip_thought *out,
                     struct flip_error *error)
{
    const size_t size = where->game->state_size;
    struct race *race = malloc(sizeof *race);
    char *states = malloc(3 * size);
    if (!race || !states) {
        free(race);
        free(states);
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    }
    race->at = where;
    race->game = where->game;
    race->play = where->game->rules;
    race->bot = flip_bot_of(where->game);
    race->def = def;
    race->known = states;
    race->state = states + size;
    race->iterations = 0;
    race->start = def->ms ? flip_milliseconds() : 0;
    redeal(race, UINT64_MAX / 4);
    memcpy(race->known, race->state, size);
    for (int seat = 0; seat < where->seats && where->seats > 1; seat++)
        race->expected[seat] = race->bot->estimate(where->rules, race->known, seat);
    race->spread = where->seats > 1 ? measure_spread(race) : 1;
    build_chains(race, def->chains < MAX_CHAINS ? def->chains : MAX_CHAINS);
    for (int i = 0; i < race->racing; i++)
        race->chain[i].outcome = race->outcome[i];
    run_all(race);
    report(race, out);
    free(states);
    free(race);
    return 0;
}
