/*
 * An edition of Flick 'em Up!: one scenario, with its pieces, tokens, special rules and conditions, and the lengths of the
 * book. Plain memory. Lengths are 1/100 mm and angles 1/100 degree throughout.
 */
#pragma once

#include <flipside/game.h>

enum { /* pieces, by number; the last is the one that is flicked: disc, bullet or dynamite */
       FLICKEMUP_LAWMEN = 0,
       FLICKEMUP_OUTLAWS = 5,
       FLICKEMUP_COWBOYS = 10,
       FLICKEMUP_WITNESSES = 10,
       FLICKEMUP_FIGURES = 12,
       FLICKEMUP_BUILDINGS_AT = 12,
       FLICKEMUP_GALLOWS = 18,
       FLICKEMUP_BARRELS = 19,
       FLICKEMUP_CACTUSES = 24,
       FLICKEMUP_FENCES = 27,
       FLICKEMUP_TUMBLEWEEDS = 31,
       FLICKEMUP_BLOCK = 36,
       FLICKEMUP_PIECES = 37,
       FLICKEMUP_FLICKED = 37,
};

enum {
    FLICKEMUP_TEAM = 5, /* cowboys of a team */
    FLICKEMUP_TEAMS = 2,
    FLICKEMUP_BUILDINGS = 6,
    FLICKEMUP_HAND = 2, /* tokens a cowboy can hold */
    FLICKEMUP_EXITS = 4,
    FLICKEMUP_TESTS = 64, /* parts of all conditions */
    FLICKEMUP_GOALS = 16,
    FLICKEMUP_GROUND = 24, /* tokens that can lie on the ground: more are never out of the box */
    FLICKEMUP_NAME = 40,
    FLICKEMUP_WORD = 16,
    FLICKEMUP_NOON = 12,
    FLICKEMUP_NOBODY = 255,
    FLICKEMUP_QUANTILES = 64, /* of the hand's normal error */
    FLICKEMUP_WHY = 160,      /* bytes of a reason */
};

enum flickemup_team { FLICKEMUP_LAW, FLICKEMUP_OUT, FLICKEMUP_NEUTRAL };

enum flickemup_building {
    FLICKEMUP_SHERIFF,
    FLICKEMUP_BANK,
    FLICKEMUP_SALOON,
    FLICKEMUP_STORE,
    FLICKEMUP_TOWN_HALL,
    FLICKEMUP_UNDERTAKER
};

enum flickemup_token {
    FLICKEMUP_NOTHING,
    FLICKEMUP_GOLD,
    FLICKEMUP_COLT,
    FLICKEMUP_WINCHESTER,
    FLICKEMUP_CLEAN, /* water; its other side: */
    FLICKEMUP_POISONED,
    FLICKEMUP_DYNAMITE,
    FLICKEMUP_DOCUMENT,
    FLICKEMUP_HOSTAGE,
    FLICKEMUP_TOKENS
};

/// Special rules that a scenario turns on.
enum flickemup_rule {
    FLICKEMUP_RULE_BUILDINGS, /* can be entered; without it they are scenery */
    FLICKEMUP_RULE_DUEL,
    FLICKEMUP_RULE_TWO_PISTOLS,
    FLICKEMUP_RULE_WINCHESTER,
    FLICKEMUP_RULE_DYNAMITE,
    FLICKEMUP_RULE_WATER,
    FLICKEMUP_RULE_OUTSIDE, /* tokens on the ground can be taken */
    FLICKEMUP_RULES
};

/// Lengths of the book, in 1/100 mm.
enum {
    FLICKEMUP_MM = 100,
    FLICKEMUP_COWBOY_RADIUS = 900,
    FLICKEMUP_COWBOY_HEIGHT = 4000,
    FLICKEMUP_DISC_RADIUS = 1200,
    FLICKEMUP_BULLET_RADIUS = 900,
    FLICKEMUP_DYNAMITE_RADIUS = 1000,
    FLICKEMUP_BLOCK_SIDE = 2000,
    FLICKEMUP_DOOR_HALF = 2200, /* half the door line */
    FLICKEMUP_FRONT_HALF = FLIP_FRONT_WIDE / 2,
    FLICKEMUP_BULLET_AT = 3600, /* from the cowboy's centre */
    FLICKEMUP_BEHIND = 4000,    /* where discs and bullets start behind a door line */
    FLICKEMUP_BESIDE = 1000,    /* two pistols from inside: left and right of the axis */
    FLICKEMUP_BEFORE = 2500,    /* who left stands at least so far before the line */
    FLICKEMUP_LIES_BEFORE = 4000,
    FLICKEMUP_BACK_INSIDE = 2000, /* pieces that left the table come back so far inside */
    FLICKEMUP_REACH = 3000,       /* of a token on the ground */
    FLICKEMUP_BLAST = 6000,
    FLICKEMUP_ROPE = 6000,   /* who frees the prisoner stands within */
    FLICKEMUP_FREED = 3000,  /* where he stands then, from the middle of the gallows */
    FLICKEMUP_APART = 20000, /* of two duellists */
    FLICKEMUP_DOOR_ANGLE = 4500,
    FLICKEMUP_DUEL_SHOTS = 3,
};

/* --- conditions ------------------------------------------------------------------------------------------------------ */

enum flickemup_test_kind {
    FLICKEMUP_TEST_ELIMINATED,
    FLICKEMUP_TEST_DELIVERED,
    FLICKEMUP_TEST_INSIDE,
    FLICKEMUP_TEST_HOLDS,
    FLICKEMUP_TEST_TOKENS,
    FLICKEMUP_TEST_EXPLODED,
    FLICKEMUP_TEST_LEFT,
    FLICKEMUP_TEST_MORE,
    FLICKEMUP_TEST_ALL,
    FLICKEMUP_TEST_ANY,
    FLICKEMUP_TEST_NOT,
    FLICKEMUP_TEST_TRUE,
    FLICKEMUP_TEST_KINDS
};

enum flickemup_more {
    FLICKEMUP_MORE_HIT_POINTS,
    FLICKEMUP_MORE_ELIMINATIONS,
    FLICKEMUP_MORE_INSIDE,
    FLICKEMUP_MORE_TOKEN
};

/// A part of a condition. The parts of all, any and not follow it; `size` counts them all and itself.
struct flickemup_test {
    uint8_t kind; /* enum flickemup_test_kind */
    uint8_t size;
    uint8_t place;    /* a building, or an exit if `exit` */
    uint8_t exit;     /* the place is an exit */
    uint8_t token;    /* enum flickemup_token; 0: none asked */
    uint8_t down;     /* tokens: face down */
    uint8_t min;      /* at least so many; inside: 0 means all living ones, at least one */
    uint8_t more;     /* enum flickemup_more */
    uint16_t figures; /* as a set */
    uint16_t mm;
};

enum flickemup_when { FLICKEMUP_WHEN_ACTION, FLICKEMUP_WHEN_STRIKE };

struct flickemup_goal {
    uint8_t team, when; /* enum flickemup_when */
    uint8_t test;       /* its first part */
    uint8_t spare;
};

/* --- the edition: one scenario --------------------------------------------------------------------------------------- */

enum flickemup_edge { FLICKEMUP_BOTTOM, FLICKEMUP_TOP, FLICKEMUP_LEFT, FLICKEMUP_RIGHT };

struct flickemup_exit {
    char name[FLICKEMUP_WORD];
    int32_t from, to;
    uint8_t edge; /* enum flickemup_edge */
    uint8_t spare[3];
};

struct flickemup_spot {
    int32_t x, y, angle;
};

/// Where a figure is.
enum flickemup_where {
    FLICKEMUP_AWAY, /* not in this scenario */
    FLICKEMUP_ON_TABLE,
    FLICKEMUP_ON_GALLOWS,
    FLICKEMUP_DEAD,
    FLICKEMUP_GONE,       /* out by an exit */
    FLICKEMUP_INSIDE = 8, /* and the building */
};

struct flickemup_edition {
    char name[FLICKEMUP_NAME];
    char story[240]; /* what it is about, for people */
    int32_t width, height;
    uint64_t here; /* the pieces of this scenario, as a set */
    struct flickemup_spot spot[FLICKEMUP_PIECES];
    struct flickemup_exit exit[FLICKEMUP_EXITS];
    struct flickemup_test test[FLICKEMUP_TESTS];
    struct flickemup_goal win[FLICKEMUP_GOALS], at12[FLICKEMUP_GOALS];
    uint8_t hit_points[FLICKEMUP_FIGURES];
    uint8_t where[FLICKEMUP_FIGURES]; /* enum flickemup_where */
    uint8_t hand[FLICKEMUP_FIGURES][FLICKEMUP_HAND];
    uint8_t up[FLICKEMUP_BUILDINGS][FLICKEMUP_TOKENS]; /* tokens face up in a building */
    uint8_t down[FLICKEMUP_BUILDINGS];                 /* tokens face down there: which ones, chance decides */
    uint8_t pool[FLICKEMUP_TOKENS];                    /* all that lie face down */
    uint8_t closed_until[FLICKEMUP_BUILDINGS];         /* "not allowed" before this hour; 0: open */
    uint8_t returns;                                   /* 1 + the building that used dynamites come back to; 0: none */
    uint8_t hour, initiative;
    uint8_t rules; /* enum flickemup_rule, as a set */
    uint8_t exits, tests, wins, at12s;
};
