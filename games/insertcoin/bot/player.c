/*
 * A quick player, an estimate for the search, and the five levels. All judge pads by worth.c: the quick player makes the move
 * after which its own pad is worth most, the estimate says how much that is. Which cards to keep is the same question: what
 * three whole shapes are worth before the first flip was learnt from the games that were played with them.
 *
 * Levels 1 to 3 are the quick player with mistakes. Level 4 looks further: it tries its most promising moves on the same thirty
 * futures of eight flips each, answers every card of them with the quick player, and makes the move whose pads are worth most in the
 * end. The other seats are left out of it: what they do hardly matters to a pad. But it matters who wins: level 5 has whole games
 * played before it follows the quick player (src/bots/playouts.c).
 */
#include <flipside/bot.h>

#include "games/insertcoin/bot/worth.h"

#include <float.h>

static const float usual_score = 70, usual_level = 15; /* before anything is known of a pad; of a card that is picked */

/* Games end for a pad when all its levels are complete or it is out: then there is nothing to hope for. */
static bool finished(const struct insertcoin_pad *pad) { return pad->out || pad->done == (1 << INSERTCOIN_LEVELS) - 1; }

static float points_of(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad)
{
    return (float)insertcoin_seat_parts(rules, pad).total;
}

static float worth_of(const struct insertcoin_outlook *outlook, const float *weights, const struct insertcoin_pad *pad)
{
    if (finished(pad))
        return points_of(outlook->rules, pad);
    float sum = insertcoin_pad_worth(outlook, weights, pad);
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        sum += insertcoin_level_worth(outlook, weights, insertcoin_level_shape(outlook->rules, pad, level),
                                      pad->free[level]);
    return sum;
}

/* --- cards --------------------------------------------------------------------------------------------------------------- */

static float picked_worth(const struct insertcoin_outlook *outlook, const float *weights, flip_set cards)
{
    const struct insertcoin_rules *rules = outlook->rules;
    float sum = 0;
    for (; cards; cards = flip_set_rest(cards)) {
        const int shape = rules->edition.card[flip_set_first(cards)].shape;
        sum += insertcoin_level_worth(outlook, weights, &rules->edition.shape[shape], rules->shape[shape]);
    }
    return sum;
}

static float keep_worth(const struct insertcoin_outlook *outlook, const float *weights,
                        const struct insertcoin_pad *pad, flip_move move)
{
    const struct insertcoin_rules *rules = outlook->rules;
    if (insertcoin_kept(move, 1) == 0)
        return picked_worth(outlook, weights, insertcoin_kept_set(move));
    struct insertcoin_pad kept = *pad;
    for (int level = 0; level < INSERTCOIN_LEVELS; level++) {
        const int shape = rules->edition.card[insertcoin_kept(move, level)].shape;
        kept.shape[level] = (uint8_t)(shape + 1);
        kept.free[level] = rules->shape[shape];
    }
    return worth_of(outlook, weights, &kept);
}

/* --- squares ------------------------------------------------------------------------------------------------------------- */

enum { NOBODY = 1 << INSERTCOIN_SEATS }; /* a seat that will never act: a flip that it has to finish goes on */

/* A pad that is being judged move by move. */
struct judge {
    struct insertcoin_outlook outlook;
    const float *weights;
    const struct insertcoin_state *state;
    const struct insertcoin_pad *pad;
    int seat;
    struct insertcoin_canvas level[INSERTCOIN_LEVELS];
    flip_set narrow[INSERTCOIN_LEVELS]; /* free squares with one free neighbour or none */
    bool hurt;                          /* a Life more, and the pad is out */
    /* Worth of all but one level, with a symbol of that size drawn there, or for a Life a square filled. */
    float besides[INSERTCOIN_LEVELS][INSERTCOIN_SYMBOL_SQUARES + 1];
};

/* What the squares of a move have to do with the rest of the pad is their number alone. */
static float worth_besides(const struct judge *judge, const struct insertcoin_pad *pad, int filled)
{
    struct insertcoin_pad fuller = *pad;
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        for (; filled > 0 && fuller.free[level]; filled--)
            fuller.free[level] = flip_set_rest(fuller.free[level]);
    return insertcoin_pad_worth(&judge->outlook, judge->weights, &fuller);
}

static void sit_down(struct judge *judge, const struct insertcoin_rules *rules, const float *weights,
                     const struct insertcoin_state *state, int seat)
{
    struct insertcoin_pad pad = state->pad[seat];
    pad.star = 0;
    judge->outlook = insertcoin_look_out(rules, state, seat);
    judge->weights = weights;
    judge->state = state;
    judge->pad = &state->pad[seat];
    judge->seat = seat;
    if (pad.step != INSERTCOIN_PLAY)
        return;
    float levels = 0;
    for (int level = 0; level < INSERTCOIN_LEVELS; level++) {
        insertcoin_stretch(&judge->level[level], &judge->outlook, weights, insertcoin_level_shape(rules, &pad, level),
                           pad.free[level]);
        levels += judge->level[level].worth;
        judge->narrow[level] = insertcoin_narrow(pad.free[level]);
    }
    struct insertcoin_pad hurt = pad;
    insertcoin_lose_life(rules, &hurt);
    judge->hurt = hurt.out;
    for (int size = 1; size <= INSERTCOIN_SYMBOL_SQUARES; size++) {
        const float worth = worth_besides(judge, size == 1 ? &hurt : &pad, size);
        for (int level = 0; level < INSERTCOIN_LEVELS; level++)
            judge->besides[level][size] = worth + levels - judge->level[level].worth;
    }
}

/* Whatever the move does to the pad; the flip is not finished, whoever else has. */
static float worth_after(const struct judge *judge, flip_move move)
{
    struct insertcoin_state after = *judge->state;
    after.acting |= NOBODY;
    insertcoin_apply(judge->outlook.rules, &after, judge->seat, move);
    return worth_of(&judge->outlook, judge->weights, &after.pad[judge->seat]);
}

/* Most moves complete nothing: only one level is another one then. Less than `enough` need not be exact. */
static inline float move_worth(const struct judge *judge, flip_move move, float enough)
{
    const struct insertcoin_rules *rules = judge->outlook.rules;
    if (judge->pad->step == INSERTCOIN_CHOOSE)
        return keep_worth(&judge->outlook, judge->weights, judge->pad, move);
    const struct insertcoin_canvas *level = &judge->level[insertcoin_level(move)];
    const struct insertcoin_outline *outline = insertcoin_outline_of(rules, move);
    if (judge->pad->step != INSERTCOIN_PLAY || level->left == outline->size || (outline->size == 1 && judge->hurt))
        return worth_after(judge, move);
    const float besides = judge->besides[insertcoin_level(move)][outline->size];
    return besides + insertcoin_worth_without(level, outline, insertcoin_square(move, 0), enough - besides);
}

/* A Life is never well spent on a square that has free ones on two sides, while a symbol can be drawn. */
static bool pointless(const struct judge *judge, flip_move move)
{
    return judge->pad->step == INSERTCOIN_PLAY && insertcoin_kind(move) == INSERTCOIN_MOVE_FILL &&
           !flip_set_has(judge->narrow[insertcoin_level(move)], insertcoin_square(move, 0));
}

/* --- the player ------------------------------------------------------------------------------------------------------------ */

/* The best move and what it is worth. */
struct choice {
    flip_move move;
    float worth;
};

/* Without a source of chance the first of equal moves is taken. */
static struct choice choose(const struct insertcoin_rules *rules, const float *weights,
                            const struct insertcoin_state *state, int seat, struct flip_random *random)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = insertcoin_moves(rules, state, seat, moves, FLIP_MAX_MOVES);
    struct judge judge;
    struct choice best = {.worth = -FLT_MAX};
    uint32_t equal = 0;
    sit_down(&judge, rules, weights, state, seat);
    for (int i = 0; i < count; i++) {
        if (i > 0 && pointless(&judge, moves[i]))
            continue;
        const float here = move_worth(&judge, moves[i], best.worth);
        equal = here == best.worth ? equal + 1 : 1;
        if (here > best.worth || (here == best.worth && random && flip_random_below(random, equal) == 0))
            best = (struct choice){moves[i], here};
    }
    return best;
}

flip_move insertcoin_greedy(const struct insertcoin_rules *rules, const float *weights,
                            const struct insertcoin_state *state, int seat, struct flip_random *random)
{
    return choose(rules, weights, state, seat, random).move;
}

flip_move insertcoin_quick(const void *rules, const void *state, int seat, struct flip_random *random)
{
    return insertcoin_greedy(rules, insertcoin_weights, state, seat, random);
}

/* --- a few flips further ---------------------------------------------------------------------------------------------------- */

enum { CANDIDATES = 12, FUTURES = 30, FLIPS = 8 };

/* The candidates that look best at once, best first; returns how many. */
static int candidates(const struct judge *judge, const flip_move *moves, int count, struct choice *out)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0 && pointless(judge, moves[i]))
            continue;
        const float enough = kept < CANDIDATES ? -FLT_MAX : out[CANDIDATES - 1].worth;
        const struct choice here = {moves[i], move_worth(judge, moves[i], enough)};
        int at = kept < CANDIDATES ? kept++ : CANDIDATES;
        for (; at > 0 && out[at - 1].worth < here.worth; at--)
            if (at < CANDIDATES)
                out[at] = out[at - 1];
        if (at < CANDIDATES)
            out[at] = here;
    }
    return kept;
}

/* What may come: some sequences of cards, the same for all candidates. The first cards are spread evenly over the deck. */
struct futures {
    int length;
    uint8_t card[FUTURES][FLIPS];
};

static void imagine(struct futures *futures, flip_set deck, struct flip_random *random)
{
    flip_set fresh = 0;
    futures->length = flip_set_count(deck) < FLIPS ? flip_set_count(deck) : FLIPS;
    for (int i = 0; i < FUTURES; i++) {
        flip_set left = deck;
        for (int k = 0; k < futures->length; k++) {
            if (k == 0 && fresh == 0)
                fresh = deck;
            const flip_set from = k == 0 ? fresh : left;
            const int card = flip_set_nth(from, (int)flip_random_below(random, (uint32_t)flip_set_count(from)));
            futures->card[i][k] = (uint8_t)card;
            left &= ~FLIP_BIT(card);
            fresh &= k == 0 ? ~FLIP_BIT(card) : ~(flip_set)0;
        }
    }
}

/* What the pad is worth when these cards have come, each answered by the move that looks best. */
static float worth_in_future(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat,
                             const uint8_t *card, int length)
{
    struct insertcoin_state now = *state;
    struct insertcoin_pad *pad = &now.pad[seat];
    for (int i = 0; i < length && !finished(pad); i++) {
        now.card = card[i];
        now.deck &= ~FLIP_BIT(card[i]);
        pad->drawn = 0;
        if (pad->skip) {
            pad->skip = 0;
            continue;
        }
        pad->step = INSERTCOIN_PLAY;
        now.acting |= (uint8_t)(1 << seat);
        while (pad->step != INSERTCOIN_DONE)
            insertcoin_apply(rules, &now, seat, choose(rules, insertcoin_weights, &now, seat, NULL).move);
    }
    const struct insertcoin_outlook outlook = insertcoin_look_out(rules, &now, seat);
    return worth_of(&outlook, insertcoin_weights, pad);
}

/* Tries the most promising moves, finishes the own flip with the best use of its abilities, and looks a few flips ahead. */
static flip_move look_ahead(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat,
                            struct flip_random *random)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = insertcoin_moves(rules, state, seat, moves, FLIP_MAX_MOVES);
    struct choice candidate[CANDIDATES], best = {0};
    struct judge judge;
    sit_down(&judge, rules, insertcoin_weights, state, seat);
    const int kept = candidates(&judge, moves, count, candidate);
    struct futures futures;
    imagine(&futures, state->deck, random);
    for (int i = 0; i < kept; i++) {
        struct insertcoin_state after = *state;
        after.acting |= NOBODY;
        insertcoin_apply(rules, &after, seat, candidate[i].move);
        while (after.pad[seat].step == INSERTCOIN_ABILITY)
            insertcoin_apply(rules, &after, seat, choose(rules, insertcoin_weights, &after, seat, NULL).move);
        float here = 0;
        for (int k = 0; k < FUTURES; k++)
            here += worth_in_future(rules, &after, seat, futures.card[k], futures.length);
        if (i == 0 || here > best.worth)
            best = (struct choice){candidate[i].move, here};
    }
    return best.move;
}

flip_move insertcoin_expert(const void *rules, const void *state_, int seat, int level, struct flip_random *random)
{
    const struct insertcoin_state *state = state_;
    if (level == 4 && state->pad[seat].step != INSERTCOIN_CHOOSE)
        return look_ahead(rules, state, seat, random);
    return insertcoin_greedy(rules, insertcoin_weights, state, seat, random);
}

/* Version 0.1: the quick player, sometimes absent-minded, and as the fifth level the one that looks ahead. */
static flip_move former_expert(const void *rules, const void *state, int seat, int level, struct flip_random *random)
{
    /* How often, in percent, a level takes any move instead of its own. */
    static const uint32_t absent_minded[FLIP_LEVELS] = {30, 12, 4, 0, 0};
    if (flip_random_below(random, 100) < absent_minded[level - 1])
        return insertcoin_any(rules, state, seat, random);
    return insertcoin_expert(rules, state, seat, level == FLIP_LEVELS ? 4 : 1, random);
}

double insertcoin_estimate(const void *rules_, const void *state_, int seat)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    if (state->stage == INSERTCOIN_OVER)
        return (double)points_of(rules, pad);
    const struct insertcoin_outlook outlook = insertcoin_look_out(rules, state, seat);
    if (pad->shape[0])
        return (double)worth_of(&outlook, insertcoin_weights, pad);
    const flip_set picked = rules->draft ? insertcoin_picked(rules, state, seat) : 0;
    return (double)(usual_score + picked_worth(&outlook, insertcoin_weights, picked) -
                    usual_level * (float)flip_set_count(picked));
}

extern const struct flip_yardstick insertcoin_yardsticks[2]; /* alone and with others, from data/yardstick.txt */

static const struct flip_game_bot former_bot = {
    .quick = insertcoin_quick,
    .estimate = insertcoin_estimate,
    .expert = former_expert,
    .alone = &insertcoin_yardsticks[0],
    .with_others = &insertcoin_yardsticks[1],
    .reasons = &insertcoin_reasons,
};

const struct flip_game_bot insertcoin_bot = {
    .quick = insertcoin_quick,
    .estimate = insertcoin_estimate,
    .expert = insertcoin_expert,
    .alone = &insertcoin_yardsticks[0],
    .with_others = &insertcoin_yardsticks[1],
    .reasons = &insertcoin_reasons,
    .mistakes = {0.265, 0.155, 0.05},
    .former = &former_bot,
};
