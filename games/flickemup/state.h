/*
 * The rules, the state and the moves of Flick 'em Up!. The rules are the scenario (edition.h) with the table's options; the
 * state is the running game. Both are plain memory.
 *
 * The rules know poses, hit points, hats, tokens and the clock. A flick is a chain of steps: a seat aims, the dealer deals
 * the hand's error, then the outcome comes from outside (flick.h) and settle.c rules on it.
 */
#pragma once

#include "games/flickemup/edition.h"

#include <flipside/game.h>

/* --- rules and state ------------------------------------------------------------------------------------------------- */

enum { FLICKEMUP_OPTION_SCENARIO, FLICKEMUP_OPTION_HAND, FLICKEMUP_OPTION_TEAMS };

struct flickemup_rules {
    struct flickemup_edition edition;
    int seats;
    uint8_t hand[FLIP_MAX_SEATS];                    /* which of flickemup_hands */
    uint8_t side[FLIP_MAX_SEATS];                    /* enum flickemup_team, by seat */
    uint8_t player[FLICKEMUP_TEAMS][FLIP_MAX_SEATS]; /* the seats of a team, in their order */
    uint8_t players[FLICKEMUP_TEAMS];                /* how many they are */
    bool clear_in_reach; /* only entrances that the coming move can reach are cleared; from version 2 on */
};

struct flickemup_hand {
    const char *name;
    int32_t angle; /* standard deviation in 1/100 degree */
    int32_t speed; /* in 1/10000 of the speed */
};

enum flickemup_stage {
    FLICKEMUP_CHOOSING,   /* a team's player chooses a hat */
    FLICKEMUP_PLAYING,    /* actions of the active cowboy */
    FLICKEMUP_CHALLENGE,  /* whom to duel with */
    FLICKEMUP_DUELLING,   /* a shot of the duel */
    FLICKEMUP_TURNING_UP, /* the dealer turns a token up */
    FLICKEMUP_KEEPING,    /* keep it or leave it */
    FLICKEMUP_ERR_ANGLE,  /* the dealer deals the hand's errors */
    FLICKEMUP_ERR_SPEED,
    FLICKEMUP_FLYING, /* the outcome is due */
    FLICKEMUP_OVER
};

enum flickemup_flick { FLICKEMUP_FLICK_MOVE, FLICKEMUP_FLICK_SHOT, FLICKEMUP_FLICK_THROW };
enum flickemup_side { FLICKEMUP_SIDE_LEFT, FLICKEMUP_SIDE_RIGHT, FLICKEMUP_SIDE_DOOR, FLICKEMUP_SIDE_AROUND };

struct flickemup_figure {
    uint8_t hit_points;
    uint8_t where; /* enum flickemup_where */
    uint8_t exit;  /* that it left by */
    bool fallen;
    uint8_t blue; /* the hat shows blue */
    uint8_t hand[FLICKEMUP_HAND];
    bool walked; /* a witness that has moved this hour */
};

/// What the last flick, action or strike came to; words.c makes a sentence of it.
enum flickemup_ruling {
    FLICKEMUP_RULED_NOTHING,
    FLICKEMUP_RULED_MOVED,
    FLICKEMUP_RULED_TOUCHED,   /* a move failed: the disc touched `piece` */
    FLICKEMUP_RULED_OFF,       /* … left the table */
    FLICKEMUP_RULED_STUCK,     /* … did not get out of the building */
    FLICKEMUP_RULED_ENTERED,   /* building `piece` */
    FLICKEMUP_RULED_CHALLENGE, /* … with an enemy in it */
    FLICKEMUP_RULED_LEFT,      /* … left it */
    FLICKEMUP_RULED_EXIT,      /* exit `piece` */
    FLICKEMUP_RULED_HIT,       /* `figure` */
    FLICKEMUP_RULED_KILLED,
    FLICKEMUP_RULED_GRAZED,
    FLICKEMUP_RULED_RICOCHET, /* off `piece`: `figure` fell, which does not count */
    FLICKEMUP_RULED_SECOND,   /* `piece`, a figure, was touched first and stands: `figure` fell, which does not count */
    FLICKEMUP_RULED_STRUCK,   /* object `piece` and nobody fell */
    FLICKEMUP_RULED_MISSED,   /* touched nothing */
    FLICKEMUP_RULED_LYING,    /* first touched `piece`, who lay already */
    FLICKEMUP_RULED_BLAST,    /* `count` hit */
    FLICKEMUP_RULED_FIZZLED,  /* off the table */
    FLICKEMUP_RULED_DUEL_OVER, /* nobody hit in six shots */
    FLICKEMUP_RULED_BEHIND     /* `piece`, who lay already, was touched first: `figure` fell, which does not count */
};

struct flickemup_verdict {
    uint8_t ruling; /* enum flickemup_ruling */
    uint8_t piece, figure, count;
    uint16_t stood_up; /* others who fell, as a set: they stand again */
    bool frozen;
};

struct flickemup_state {
    struct flip_pose pose[FLICKEMUP_PIECES];
    uint64_t here; /* the objects and buildings on the table, as a set; figures know themselves */
    struct flickemup_figure figure[FLICKEMUP_FIGURES];
    struct {
        int32_t x, y;
        uint8_t token, spare[3];
    } ground[FLICKEMUP_GROUND];
    uint8_t grounded; /* how many */
    uint8_t up[FLICKEMUP_BUILDINGS][FLICKEMUP_TOKENS];
    uint8_t down[FLICKEMUP_BUILDINGS];
    uint8_t pool[FLICKEMUP_TOKENS];
    uint8_t out[FLICKEMUP_EXITS][FLICKEMUP_TEAMS][FLICKEMUP_TOKENS]; /* tokens carried out by an exit */
    uint8_t used;                                                    /* dynamites since the last strike */
    uint8_t stage;                                                   /* enum flickemup_stage */
    uint8_t hour, initiative, team;                                  /* team: whose turn it is */
    uint8_t order[FLICKEMUP_TEAMS];                                  /* hats that the team has played */
    uint8_t fresh;                                                   /* the round has just begun */
    uint8_t active;                                                  /* cowboy, or FLICKEMUP_NOBODY */
    uint8_t actions;                                                 /* left */
    uint8_t acted;                                                   /* taken */
    uint8_t may_face;
    uint8_t second;    /* 1 + the side of a second bullet that may be fired; 0: none */
    uint8_t turned_up; /* the token to keep or leave */
    struct {
        uint8_t kind; /* enum flickemup_flick */
        uint8_t side, figure;
        uint8_t inside; /* 1 + the building it starts behind; 0: outside */
        int32_t angle, speed;
        struct flip_pose from;
    } aim;
    struct {
        bool on;
        uint8_t entered, defends; /* the two cowboys */
        uint8_t building, shots;
        struct flip_pose pose[2];
    } duel;
    struct flickemup_verdict verdict;
    uint8_t held[FLICKEMUP_TESTS]; /* strikes in a row that a `holds` was true */
    uint64_t exploded;             /* tests whose explosion has happened, as a set */
    uint8_t winner;                /* 0: not over; 1 + team; 3: a draw */
    uint32_t phase;
    struct {
        uint16_t longest;    /* mm: the farthest hit */
        uint8_t fired, hits; /* at enemies, duels included */
    } shots[FLICKEMUP_COWBOYS];
};

_Static_assert(sizeof(struct flickemup_state) < 2048, "a state is copied often");

extern const struct flickemup_hand flickemup_hands[];
extern const int32_t flickemup_quantile[FLICKEMUP_QUANTILES]; /* of the normal distribution, in 1/1000 */

static inline int flickemup_team_of(int figure)
{
    return figure < FLICKEMUP_OUTLAWS ? FLICKEMUP_LAW : figure < FLICKEMUP_COWBOYS ? FLICKEMUP_OUT : FLICKEMUP_NEUTRAL;
}
static inline bool flickemup_rule(const struct flickemup_rules *rules, enum flickemup_rule rule)
{
    return rules->edition.rules >> rule & 1;
}
/// Living: has hit points and has not left.
static inline bool flickemup_lives(const struct flickemup_figure *figure)
{
    return figure->where == FLICKEMUP_ON_TABLE || figure->where == FLICKEMUP_ON_GALLOWS ||
           figure->where >= FLICKEMUP_INSIDE;
}
static inline bool flickemup_stands(const struct flickemup_figure *figure)
{
    return figure->where == FLICKEMUP_ON_TABLE && !figure->fallen;
}
/// The building that a figure is in, or -1.
static inline int flickemup_building_of(const struct flickemup_figure *figure)
{
    return figure->where >= FLICKEMUP_INSIDE ? figure->where - FLICKEMUP_INSIDE : -1;
}
static inline int flickemup_seat_of(const struct flickemup_rules *rules, const struct flickemup_state *state, int team)
{
    return rules->player[team][state->order[team] % rules->players[team]];
}

/* --- moves: kind, what, other, angle, speed, around ------------------------------------------------------------------- */

enum flickemup_kind {
    FLICKEMUP_PLAY = 1,
    FLICKEMUP_MOVE,
    FLICKEMUP_SHOOT,
    FLICKEMUP_THROW,
    FLICKEMUP_FACE,
    FLICKEMUP_TAKE,
    FLICKEMUP_DROP,
    FLICKEMUP_EXCHANGE,
    FLICKEMUP_KEEP,
    FLICKEMUP_LEAVE,
    FLICKEMUP_CLEAR,
    FLICKEMUP_POISON,
    FLICKEMUP_PURIFY,
    FLICKEMUP_FREE,
    FLICKEMUP_DUEL,
    FLICKEMUP_END,
    /* events */
    FLICKEMUP_ANGLE_ERROR,
    FLICKEMUP_SPEED_ERROR,
    FLICKEMUP_TOKEN,
};

enum { /* where the fields lie */
       FLICKEMUP_AT_WHAT = 5,
       FLICKEMUP_AT_OTHER = 12,
       FLICKEMUP_AT_ANGLE = 19,
       FLICKEMUP_AT_SPEED = 35,
       FLICKEMUP_AT_AROUND = 47,
       FLICKEMUP_OPEN = 0xffff, /* an angle that is open; an open speed is 0 */
       FLICKEMUP_FACE_DOWN = 31 /* `what` of taking a token that lies face down */,
       FLICKEMUP_ALL_TOKENS = 31 /* `other` of an exchange for the hostage: all that is in hand */,
};

static inline flip_move flickemup_move(enum flickemup_kind kind, int what, int other)
{
    return (flip_move)kind | (flip_move)what << FLICKEMUP_AT_WHAT | (flip_move)other << FLICKEMUP_AT_OTHER;
}
static inline flip_move flickemup_aimed(flip_move move, int angle, int speed, int around)
{
    return (move & (((flip_move)1 << FLICKEMUP_AT_ANGLE) - 1)) | (flip_move)angle << FLICKEMUP_AT_ANGLE |
           (flip_move)speed << FLICKEMUP_AT_SPEED | (flip_move)around << FLICKEMUP_AT_AROUND;
}
static inline int flickemup_kind(flip_move move) { return (int)(move & 31); }
static inline int flickemup_what(flip_move move) { return (int)(move >> FLICKEMUP_AT_WHAT & 127); }
static inline int flickemup_other(flip_move move) { return (int)(move >> FLICKEMUP_AT_OTHER & 127); }
static inline int flickemup_angle(flip_move move) { return (int)(move >> FLICKEMUP_AT_ANGLE & 0xffff); }
static inline int flickemup_speed(flip_move move) { return (int)(move >> FLICKEMUP_AT_SPEED & 0xfff); }
static inline int flickemup_around(flip_move move) { return (int)(move >> FLICKEMUP_AT_AROUND & 0xffff); }
