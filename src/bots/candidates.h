/* What is worth a thought in Flick 'em Up!, by geometry alone. */
#ifndef FLIPSIDE_BOTS_CANDIDATES_H
#define FLIPSIDE_BOTS_CANDIDATES_H

#include "bots/hands.h"
#include "bots/posse.h"
#include "bots/search.h"

enum { CANDIDATES = 512 };

struct candidate {
    flip_move move; /* exact: what is aimed at, without errors */
    bool flick;     /* it is tried in the physics, with errors */
    bool settled;   /* its worth is known without a try */
    double prior;   /* what geometry promises */
    double without; /* what the position is worth as it is */
    double sum;     /* of the tries */
    int tries;
};

/* The position as somebody sees it who is about to aim. */
struct aiming {
    const struct flip_position *at;
    const struct flickemup_rules *rules;
    const struct flickemup_state *state;
    int team;
    struct flip_hand hand, dealt; /* the hand that flicks; what the dealer deals of its errors */
    double angle_error;           /* of the hand, in radians */
    double now;                   /* what the position is worth */
};

void aiming_at(struct aiming *aiming, const struct flip_position *at, const void *known, struct flip_hand hand);

/// All candidates, those that flick first; their number goes to `flicks`. At least one.
int candidates(const struct aiming *aiming, struct candidate *out, int *flicks);

/// The candidate's move as this hand does it; always legal.
flip_move candidate_erred(const struct aiming *aiming, const struct candidate *candidate, struct flip_hand hand,
                          struct flip_random *random);

#endif
