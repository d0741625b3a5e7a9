/* Thinking where a hand flicks. Nothing outside this folder includes this. */
#pragma once

#include "bots/search.h"
#include "games/flickemup/bot/candidates.h"

struct flip_physics;

/* A position, and what is tried in it. */
struct trial {
    const struct flip_question *at;
    struct aiming aiming;
    struct flip_hand own; /* what the bot's hand errs by itself; the dealer may deal some more */
    struct flip_physics *physics;
    struct flip_random *random;
    uint64_t flicks, budget;
    int64_t until; /* ms, 0: no limit */
    int64_t late;  /* ms of this thread's own time after which nothing more is tried, 0: never */
    const struct flip_think_def *def;
    int count;
    struct candidate *list;
};

/// What `where->seat` does in `known`, a state in which the unknown was dealt anew. The choices are exact moves, best first;
/// the first has the error of the level's hand in it, unless somebody asks to be shown (def->explain).
int flickemup_think(const struct flip_question *where, const void *known, const struct flip_think_def *def,
                    struct flip_random *random, struct flip_thought *out, struct flip_error *error);

/// review.c: the same for a move that was made, beside the favourite: both are tried with the same errors.
int flickemup_review(const struct flip_question *where, const void *known, const struct flip_think_def *def,
                     flip_move judged, struct flip_random *random, struct flip_review *out, struct flip_error *error);

/// What the position is worth to the seat's team, with the hand and the foresight that review.c has: a share of the win.
double flickemup_worth(const struct flip_question *where);

/* --- for both of them ------------------------------------------------------------------------------------------------ */

/// Looks at the position. To be closed, if it could be opened.
int trial_open(struct trial *trial, const struct flip_question *where, const void *known,
               const struct flip_think_def *def, struct flip_random *random, struct flip_error *error);
void trial_close(struct trial *trial);
/// From now on this thread spends at most so long on it, or is late.
void trial_limit(struct trial *trial, int ms);
bool trial_late(const struct trial *trial);
/// Fills the list, best first.
int trial_choose(struct trial *trial, const struct flip_think_def *def, struct flip_error *error);
/// The dealer's events after a move, with flicks by the physics, up to the next decision.
int trial_resolve(struct trial *trial, struct flickemup_state *state, struct flip_error *error);
/// The share of the win that a worth stands for.
double trial_share(double worth);
