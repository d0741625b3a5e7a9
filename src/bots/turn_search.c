/*
 * A race of chains, for games in which a turn is a chain of small decisions and the dealer's cards come between turns. A
 * tree is of little use there: behind the end of the turn it would meet other cards every time. What tells good from bad is
 * what a whole turn leaves behind, and for that the game has an estimate.
 *
 * First the chains are laid out: from the open decision on, the most promising decision of the most promising chain is taken
 * one step further until the best few chains have reached the end of the turn, or a card that nobody knows. Then they
 * race. Every chain meets the same futures: cards dealt anew, the rest of the turn and more turns with quick moves, up to
 * where the seat has to decide again after `horizon` moments between turns. The estimate there is the outcome. Chains that
 * fall behind by more than chance explains leave the race; the longer it lasts, the finer it tells the rest apart. It ends
 * with its budget, or when all that are left begin with the same decision.
 *
 * In such games the others play at the same time on maps of their own and hardly touch each other. So a future asks only
 * what becomes of the thinking seat: the others play anything, and stand with what was expected of them at the beginning.
 *
 * As in search.c nothing is looked at but states that game->knowledge->redeal has dealt anew, and with a budget of iterations (one is
 * one chain in one future) the result depends on the view and the seed alone.
 */
#include "search.h"

#include "known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOST_CHAINS = 24, /* in a race */
    POOL = 512,       /* chains that are laid out */
    MOST_STEPS = 10,  /* decisions of a chain */
    MOST_FUTURES = 4096,
    TRIALS = 4,     /* whole games, to learn how far apart outcomes are */
    FIRST_LOOK = 6, /* futures before the first chain can leave */
    GAME_STEPS = 20000
};

struct chain {
    flip_move move[MOST_STEPS];
    int length;
    bool open; /* goes on with a decision of the same seat */
    bool out;  /* of the race */
    double prior;
    double sum, shown; /* of its outcomes, and of what is shown for them */
    int futures;
    float *outcome; /* in every future */
};

struct race {
    const struct flip_question *at;
    const struct flip_game *game;
    const struct flip_game_rules *play; /* of the game */
    const struct flip_game_bot *bot;
    const struct flip_search_def *def;
    struct flip_random random;
    void *known, *state; /* dealt anew: once, and for the running future */
    double doubt;
    double others
        [FLIP_MAX_SEATS]; /* what all seats may expect at the beginning; of the seat itself, the score looked at */
    struct chain chain[POOL];
    int chains, racing;
    uint64_t iterations;
    int64_t start;
    flip_move moves[FLIP_MAX_MOVES];
    float outcome[MOST_CHAINS][MOST_FUTURES];
};

/* --- outcomes ------------------------------------------------------------------------------------------------------------- */

struct outcome {
    double value; /* what the seat plays for */
    double shown;
};

/* The only seat plays for its points, or for the margin over an automatic opponent. */
static struct outcome alone(const struct race *race, const void *state, double score)
{
    const double rival = race->bot->rival ? race->bot->rival(race->at->rules, state) : NAN;
    return (struct outcome){.value = isnan(rival) ? score : score - rival, .shown = score};
}

/* What a score of the seat is worth, with the others as they were expected. */
static double share_of(struct race *race, double score)
{
    race->others[race->at->seat] = score;
    return flip_value_of_estimates(race->others, race->at->seats, race->at->seat, race->doubt);
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
        return alone(race, state, score);
    const double share = share_of(race, score);
    return (struct outcome){share, share};
}

/* --- playing on ----------------------------------------------------------------------------------------------------------- */

/* A quick move of the thinking seat, or any of another. */
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

/* Moves and cards, up to the seat's first decision after `between` moments between turns, or to the end. */
FLIP_FOR_ONE_GAME void play_on_in(const struct flip_game *game, struct race *race, int between)
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
                return; /* the judge looks at a map before its cards are known: they would only be noise */
            between--;
        }
        struct flip_chances chances;
        play->chances(rules, race->state, &chances);
        if (chances.kind == FLIP_CHANCE_OUTSIDE)
            return;
        play->apply(rules, race->state, FLIP_DEALER, flip_chances_pick(&chances, &race->random));
    }
}

static void play_on(struct race *race, int between)
{
#define PLAY(name)                                                                                                     \
    if (flip_##name.bot->between && race->game == &flip_##name) {                                                      \
        play_on_in(&flip_##name, race, between);                                                                       \
        return;                                                                                                        \
    }
    FLIP_EACH_GAME(PLAY)
    play_on_in(race->game, race, between);
}

static void deal_anew(struct race *race, uint64_t future)
{
    const struct flip_question *at = race->at;
    const uint64_t far_apart = UINT64_C(0xd1342543de82ef95); /* so that seeds near each other share no stream */
    flip_random_seed(&race->random, race->def->seed + (future + 1) * far_apart);
    memcpy(race->state, at->state, race->game->state_size);
    race->game->knowledge->redeal(at->rules, race->state, at->before, at->seat, &race->random);
}

/* How far final scores are from what is expected now. */
static double measure_doubt(struct race *race)
{
    double squares = 0;
    for (int i = 0; i < TRIALS; i++) {
        struct flip_result result;
        deal_anew(race, UINT64_MAX / 2 + (uint64_t)i);
        play_on(race, GAME_STEPS);
        race->play->result(race->at->rules, race->state, &result);
        const double miss = result.score[race->at->seat] - race->others[race->at->seat];
        squares += miss * miss;
    }
    return sqrt(squares / TRIALS) + 1;
}

/* --- laying out the chains ------------------------------------------------------------------------------------------------ */

static double prior_of(struct race *race, const void *state)
{
    const struct flip_question *at = race->at;
    const double score = race->bot->estimate(at->rules, state, at->seat);
    return at->seats == 1 ? alone(race, state, score).value : share_of(race, score);
}

static bool goes_on(const struct race *race, const void *state)
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

/* Puts all decisions that follow a chain in its place. */
static void extend(struct race *race, int which)
{
    const struct chain parent = race->chain[which];
    memcpy(race->state, race->known, race->game->state_size);
    apply_chain(race, &parent);
    const int count = race->play->moves(race->at->rules, race->state, race->at->seat, race->moves, FLIP_MAX_MOVES);
    void *after = (char *)race->state + race->game->state_size;
    bool first = true;
    for (int i = 0; i < count && (first || race->chains < POOL); i++) {
        struct chain *child = first ? &race->chain[which] : &race->chain[race->chains++];
        first = false;
        *child = parent;
        child->move[child->length++] = race->moves[i];
        memcpy(after, race->state, race->game->state_size);
        race->play->apply(race->at->rules, after, race->at->seat, race->moves[i]);
        child->open = child->length < MOST_STEPS && goes_on(race, after);
        child->prior = prior_of(race, after);
    }
}

/* Ways to the same end are worth the same to the last digit: only the first of them races. */
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

static void lay_out(struct race *race, int room)
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

/* A chain in a future. What hidden cards make impossible is played quickly instead. */
static void run(struct race *race, struct chain *chain, int future)
{
    deal_anew(race, (uint64_t)future);
    for (int i = 0; i < chain->length && goes_on(race, race->state) && legal(race, chain->move[i]); i++)
        race->play->apply(race->at->rules, race->state, race->at->seat, chain->move[i]);
    play_on(race, race->def->horizon);
    const struct outcome outcome = outcome_of(race, race->state);
    chain->outcome[future] = (float)outcome.value;
    chain->sum += outcome.value;
    chain->shown += outcome.shown;
    chain->futures++;
    race->iterations++;
}

/* The mean of its outcomes, with the estimate as some outcomes more. */
static double standing(const struct race *race, const struct chain *chain)
{
    const double weight = chain->futures + race->def->trust;
    return weight > 0 ? (chain->sum + race->def->trust * chain->prior) / weight : chain->prior;
}

static struct chain *leader(struct race *race)
{
    struct chain *best = NULL;
    for (int i = 0; i < race->racing; i++) {
        struct chain *chain = &race->chain[i];
        if (!chain->out && (!best || standing(race, chain) > standing(race, best)))
            best = chain;
    }
    return best;
}

/* Those leave that are behind the leader by more than `explore` standard errors of the paired difference. */
static void thin_out(struct race *race)
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
        /* The estimate may favour a chain, but it lends no certainty. */
        const double lead = fmin(mean, standing(race, first) - standing(race, chain));
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

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* All iterations are used up, or nobody wants them. */
static bool enough(const struct race *race)
{
    const struct flip_search_def *def = race->def;
    return (def->iterations && race->iterations >= def->iterations) || (def->given_up && def->given_up(def->asker));
}

static bool spent(const struct race *race)
{
    const struct flip_search_def *def = race->def;
    return enough(race) || (def->ms && milliseconds() - race->start >= def->ms);
}

static void run_all(struct race *race)
{
    int look = FIRST_LOOK;
    for (int future = 0; future < MOST_FUTURES && !spent(race); future++) {
        for (int i = 0; i < race->racing; i++)
            if (!race->chain[i].out && !enough(race))
                run(race, &race->chain[i], future);
        if (future + 1 < look)
            continue;
        look += look / 3;
        if (spent(race))
            return; /* the last future may be half done */
        thin_out(race);
        if (decided(race))
            return;
    }
}

/* --- the whole ------------------------------------------------------------------------------------------------------------ */

/* The leader's outcome, less what a chain was behind it in the futures that both have met: so choices that left the race
   early can be compared. Of what never raced the estimates tell. */
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

/* Of two chains that begin alike: the leader, then one that raced, then the one that stands higher. */
static bool better(const struct race *race, const struct chain *chain, const struct chain *than,
                   const struct chain *first)
{
    if (chain == first || (chain->futures > 0) != (than->futures > 0))
        return chain == first || chain->futures > 0;
    return standing(race, chain) > standing(race, than);
}

/* Each legal move with the best of its chains. */
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
    race->start = def->ms ? milliseconds() : 0;
    deal_anew(race, UINT64_MAX / 4);
    memcpy(race->known, race->state, size);
    for (int seat = 0; seat < where->seats && where->seats > 1; seat++)
        race->others[seat] = race->bot->estimate(where->rules, race->known, seat);
    race->doubt = where->seats > 1 ? measure_doubt(race) : 1;
    lay_out(race, def->chains < MOST_CHAINS ? def->chains : MOST_CHAINS);
    for (int i = 0; i < race->racing; i++)
        race->chain[i].outcome = race->outcome[i];
    run_all(race);
    report(race, out);
    free(states);
    free(race);
    return 0;
}
