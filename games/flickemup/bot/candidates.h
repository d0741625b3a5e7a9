/* What is worth a thought in Flick 'em Up!, by geometry alone. */
#pragma once

#include "games/flickemup/bot/plan.h"

enum { CANDIDATES = 512 };

struct candidate {
    flip_move move;    /* exact: what is aimed at, without errors */
    bool flick;        /* it is tried in the physics, with errors */
    bool settled;      /* its worth is known without a try */
    bool certain;      /* a hand that does not err has tried it: it always comes to that */
    uint8_t target;    /* a shot: whom it is aimed at, or FLICKEMUP_NOBODY */
    struct line meant; /* a slide: how it is meant to end */
    double prior;      /* what geometry promises */
    double extra;      /* what is still to come and a try does not see */
    double without;    /* what the position is worth as it is */
    double blur;       /* by which the level misjudges it */
    double sum;        /* of the tries */
    int tries, well;   /* and how many of them went as meant */
};

/// All candidates, those that flick first; their number goes to `flicks`. At least one.
int candidates(const struct aiming *aiming, struct candidate *out, int *flicks);

/// Did the try that led to this state go as it was meant?
bool candidate_went_well(const struct candidate *candidate, const struct flickemup_state *after);
/// How often that came of so many tries, with the 95 % interval of the share, and whose hand it was. An exact hand always does it.
void tell_share(const struct aiming *aiming, int well, int tries, struct flip_text *out);
/// What the tries came to, for people.
void candidate_tell(const struct aiming *aiming, const struct candidate *candidate, struct flip_text *out);

/// The candidate's move as this hand does it; always legal.
flip_move candidate_erred(const struct aiming *aiming, const struct candidate *candidate, struct flip_hand hand,
                          struct flip_random *random);
