/* Two actions of a cowboy: ways he could go, and what one more action may bring. */
#pragma once

#include "bots/hands.h"
#include "bots/search.h"
#include "games/flickemup/bot/position_value.h"

/* How a level looks at the second action. */
enum plan_depth {
    PLAN_ONE,   /* not at all */
    PLAN_SHOTS, /* the best shot from there */
    PLAN_TWO    /* shots, ways and everything else */
};

/* The position as somebody sees it who is about to aim. */
struct aiming {
    const struct flip_question *at;
    const struct flickemup_rules *rules;
    const struct flickemup_state *state;
    struct outlook outlook;
    int team;
    enum plan_depth depth;
    struct flip_hand hand, dealt; /* the hand that flicks; what the dealer deals of its errors */
    const char *hand_name;        /* of the hand that tries: "fair" … */
    bool exact;                   /* … and it does not err: one try says all */
    double angle_error;           /* of the hand, in radians */
    double speed_error;
    double now;                     /* what the position is worth */
    double gain[FLICKEMUP_FIGURES]; /* what a hit on each figure gains */
};

/* A slide. */
struct way {
    double angle, far;
};

/* How a slide is meant to end. */
struct meant {
    struct line line;
    bool sure; /* nothing is in the way of any error, so that the physics has nothing to add */
};

enum { WAYS = 160 };

void aiming_at(struct aiming *aiming, const struct flip_question *at, const void *known, struct flip_hand hand,
               enum plan_depth depth);

/// Slides of a figure worth a thought: to doors, exits, tokens and the gallows, and in a fan of so many directions.
int ways_of(const struct outlook *outlook, int figure, const struct flip_pose *from, int fan, struct way out[WAYS]);

/// What a slide may be expected to be worth; -INFINITY if it leads nowhere. `failed`: what it is worth when he comes back;
/// `meant` (or NULL): how it is meant to end.
double way_worth(const struct aiming *aiming, const struct outlook *outlook, int figure, const struct flip_pose *from,
                 struct way way, double failed, enum plan_depth depth, struct meant *meant);

/// What one more action of this cowboy may gain there: a shot, at anybody but `except`; anything but a shot.
double shot_gain(const struct aiming *aiming, const struct outlook *outlook, int cowboy, int except);
double move_gain(const struct aiming *aiming, const struct outlook *outlook, int cowboy);

/// What a state is worth in which the team may still have something to decide.
double plan_worth(const struct aiming *aiming, const struct flickemup_state *state, enum plan_depth depth);
