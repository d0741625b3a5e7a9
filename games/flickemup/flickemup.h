/*
 * Flick 'em Up!: what its files share. The edition is one scenario; the rules are the scenario with the table's options; the
 * state is the running game. All three are plain memory.
 *
 * The rules know poses, hit points, hats, tokens and the clock. A flick is a chain of steps: a seat aims, the dealer deals
 * the hand's error, then the outcome comes from outside (flick.h) and settle.c rules on it. Lengths are 1/100 mm and angles
 * 1/100 degree throughout.
 */
#ifndef FLIPSIDE_GAMES_FLICKEMUP_H
#define FLIPSIDE_GAMES_FLICKEMUP_H

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

struct flip_game_reasons;

/// The game, and what is made of it besides the rules: its bot (bot/), its loader (load.c), its files (data/).
extern const struct flip_game flip_flickemup;
extern const struct flip_game_bot flickemup_bot;
extern const struct flip_game_reasons flickemup_reasons; /* bot/reasons.c */
extern const struct flip_game_loader flickemup_loader;
extern const struct flip_game_files flickemup_files;

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

/* --- the files ------------------------------------------------------------------------------------------------------- */

/* names.c */
extern const char *const flickemup_piece_names[FLICKEMUP_PIECES + 1];
extern const char *const flickemup_building_words[]; /* ended by NULL, as all lists of words */
extern const char *const flickemup_token_words[];    /* from FLICKEMUP_GOLD on */
extern const char *const flickemup_rule_words[];
extern const char *const flickemup_team_words[];
/// The piece of a name or of one of its other names, in any case; FLICKEMUP_FLICKED for what is flicked; -1: none.
int flickemup_piece_named(const char *name);

/* pieces.c: shapes and how they lie to each other */
/// The body of a piece of the box at a pose.
struct flip_body flickemup_body(int piece, const struct flip_pose *pose);
struct flip_body flickemup_flicked_body(enum flickemup_flick kind, const struct flip_pose *pose);
/// A piece that stands on the table.
struct flip_pose flickemup_standing(int piece, int32_t x, int32_t y, int32_t angle);
/// The distance from a point to the nearest part of a piece, 0 inside it. `tall`: a building's front counts too.
int32_t flickemup_distance(int piece, const struct flip_pose *pose, int32_t x, int32_t y, bool tall);
/// Do two pieces stand in each other?
bool flickemup_overlap(int piece, const struct flip_pose *pose, int other, const struct flip_pose *at);
/// A point in the frame of a door: `along` it to the left as seen from inside, and `before` it.
void flickemup_at_door(const struct flip_pose *door, int32_t x, int32_t y, int32_t *along, int32_t *before);
void flickemup_from_door(const struct flip_pose *door, int32_t along, int32_t before, int32_t *x, int32_t *y);

/* places.c: what is free on the table */
/// Has this piece a body on the table?
bool flickemup_has_body(const struct flickemup_state *state, int piece);
/// Can this building be entered now?
bool flickemup_enterable(const struct flickemup_rules *rules, const struct flickemup_state *state, int building);
bool flickemup_free(const struct flickemup_rules *rules, const struct flickemup_state *state, int32_t x, int32_t y,
                    int32_t radius, bool tall, int except);
/// Moves the point to the nearest free place.
void flickemup_nearest_free(const struct flickemup_rules *rules, const struct flickemup_state *state, int32_t *x,
                            int32_t *y, int32_t radius, bool tall, int except);
/// Stands a figure there, or at the nearest free place.
void flickemup_stand(const struct flickemup_rules *rules, struct flickemup_state *state, int figure, int32_t x,
                     int32_t y, int32_t angle);
void flickemup_lay(const struct flickemup_rules *rules, struct flickemup_state *state, int figure, int32_t x, int32_t y,
                   int32_t angle);
/// Where a bullet (or dynamite) of a cowboy starts; false: this side is not offered. `around`: the angle of a Winchester.
bool flickemup_muzzle(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure, int side,
                      int32_t around, int32_t radius, struct flip_pose *out);
/// Where the movement disc of a figure starts.
void flickemup_disc_start(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure,
                          struct flip_pose *out);
void flickemup_scene(const void *rules, const void *state, struct flip_scene *out);

/* clearing.c: entrances */
/// The building from whose entrance, or from behind which, an object may be put aside now; -1: none, and `why` says why, as a phrase.
int flickemup_clears(const struct flickemup_rules *rules, const struct flickemup_state *state, int object,
                     struct flip_text *why);
/// Does an object stay in an entrance although somebody may move now? `why` says why.
bool flickemup_stays(const struct flickemup_rules *rules, const struct flickemup_state *state, int object,
                     struct flip_text *why);
void flickemup_put_aside(const struct flickemup_rules *rules, struct flickemup_state *state, int object, int building,
                         bool left);

/* teams.c */
/// The side that a seat plays for, by the options alone.
const char *flickemup_team(const struct flip_options *options, int seat);
/// The option `teams` into the rules, whose `seats` are known.
int flickemup_read_teams(struct flickemup_rules *rules, const char *value, struct flip_error *error);

/* rules.c */
int flickemup_prepare(void *rules, const void *edition, const struct flip_options *options, int seats,
                      struct flip_error *error);
void flickemup_start(const void *rules, void *state);
flip_set flickemup_turn(const void *rules, const void *state);
void flickemup_chances(const void *rules, const void *state, struct flip_chances *out);
void flickemup_apply(const void *rules, void *state, int seat, flip_move move);
uint32_t flickemup_phase(const void *rules, const void *state);
void flickemup_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random);

/* moves.c */
int flickemup_moves(const void *rules, const void *state, int seat, flip_move *out, int cap);
/// The same move with its numbers open again.
flip_move flickemup_template(flip_move move);
int flickemup_ranges(const void *rules, const void *state, int seat, flip_move move,
                     struct flip_range out[FLIP_MAX_RANGES]);
flip_move flickemup_fill(const void *rules, const void *state, int seat, flip_move move, const int32_t *values);
bool flickemup_legal(const void *rules, const void *state, int seat, flip_move move, struct flip_error *why);
/// The seat that has to decide.
int flickemup_decides(const struct flickemup_rules *rules, const struct flickemup_state *state);

/* tokens.c */
bool flickemup_holds(const struct flickemup_figure *figure, int token);
void flickemup_pick_up(struct flickemup_figure *figure, int token);
void flickemup_put_down(struct flickemup_figure *figure, int token);
/// Everything a dead cowboy had.
void flickemup_inherit(const struct flickemup_rules *rules, struct flickemup_state *state, int figure);
void flickemup_token_move(const struct flickemup_rules *rules, struct flickemup_state *state, flip_move move);
int flickemup_token_moves(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move *out);

/* turn.c */
void flickemup_begin_turn(const struct flickemup_rules *rules, struct flickemup_state *state, int cowboy);
void flickemup_end_turn(const struct flickemup_rules *rules, struct flickemup_state *state);
/// After an action or a ruling: conditions, then on with the turn if there is something left to do.
void flickemup_go_on(const struct flickemup_rules *rules, struct flickemup_state *state);
/// Takes a hit point; `by`: who fired, or FLICKEMUP_NOBODY. Returns whether the figure is dead now.
bool flickemup_wound(const struct flickemup_rules *rules, struct flickemup_state *state, int figure, int by);
/// If the holder of the initiative is dead, it passes on; `by`: who fired, or FLICKEMUP_NOBODY.
void flickemup_initiative_after_death(struct flickemup_state *state, int by);
/// Can a witness be moved now?
bool flickemup_witness_may(const struct flickemup_rules *rules, const struct flickemup_state *state, int witness);

/* settle.c */
void flickemup_settle(const void *rules, void *state, const struct flip_outcome *outcome);

/* duel.c */
void flickemup_start_duel(const struct flickemup_rules *rules, struct flickemup_state *state, int entered, int defends);
void flickemup_settle_duel(const struct flickemup_rules *rules, struct flickemup_state *state,
                           const struct flip_outcome *outcome);
/// Who shoots now.
int flickemup_duellist(const struct flickemup_state *state);

/* blast.c */
void flickemup_explode(const struct flickemup_rules *rules, struct flickemup_state *state, int32_t x, int32_t y,
                       int by);

/* goals.c */
/// How far a condition has come: so many of those it asks for. It is true when all are done and something is asked.
struct flickemup_count {
    int done, of;
};
struct flickemup_count flickemup_count(const struct flickemup_rules *rules, const struct flickemup_state *state,
                                       int team, int test);
/// What a team has of that of which more is asked.
int flickemup_has(const struct flickemup_state *state, const struct flickemup_test *test, int team);
/// Is a condition of this team true?
bool flickemup_true(const struct flickemup_rules *rules, const struct flickemup_state *state, int team, int test);
/// Counts what `holds` counts, at a strike.
void flickemup_count_holds(const struct flickemup_rules *rules, struct flickemup_state *state);
/// Looks at the victory conditions; true if the game is over now.
bool flickemup_decide(const struct flickemup_rules *rules, struct flickemup_state *state, bool strike);
void flickemup_decide_at_12(const struct flickemup_rules *rules, struct flickemup_state *state);
int flickemup_team_hit_points(const struct flickemup_state *state, int team);
int flickemup_dead_of(const struct flickemup_state *state, int team);

/* score.c */
/// Counts the shot that has just been settled; `hit`: whom it hit where he `stood`, or -1.
void flickemup_count_shot(struct flickemup_state *state, int hit, const struct flip_pose *stood);
void flickemup_result(const void *rules, const void *state, struct flip_result *out);
void flickemup_breakdown(const void *rules, const void *state, int seat, struct flip_json *out);
void flickemup_result_fields(const void *rules, const void *state, struct flip_json *out);

/* ending.c: how a game has ended, in words */
void flickemup_ending(const void *rules, const void *state, const struct flip_names *names, struct flip_text *verdict,
                      struct flip_text *why);

/* words.c */
/// Where a flick starts; false: its numbers say that.
bool flickemup_starts_at(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move move,
                         struct flip_pose *from);
void flickemup_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
void flickemup_fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out);
void flickemup_tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
void flickemup_flick_fields(const void *rules, const void *state, struct flip_json *out);
void flickemup_piece(const void *rules, const void *state, int piece, struct flip_text *out);
int flickemup_piece_by_name(const void *rules, const void *state, const char *name);
void flickemup_degrees(int32_t angle, struct flip_text *out);

/* ruling.c */
/// The buildings as sentences call them.
extern const char *const flickemup_places[FLICKEMUP_BUILDINGS];
/// "a fence", "L2", "the Bank".
void flickemup_add_piece(struct flip_text *out, int piece);
void flickemup_say(const struct flickemup_rules *rules, const struct flickemup_verdict *verdict, struct flip_text *out);

/* upshot.c */
/// The ruling of an outcome, and what came of it besides.
void flickemup_ruling(const void *rules, const void *state, const struct flip_outcome *outcome, struct flip_text *out);
void flickemup_upshot(const void *rules, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                      struct flip_text *out);

/* conditions.c */
extern const char *const flickemup_doors[FLICKEMUP_BUILDINGS];
/// "three sacks of gold"; "both witnesses", "two of L1, L2 and L3" (`min` 0: all who live); "L1 and L2".
void flickemup_add_tokens(struct flip_text *out, int token, int count);
void flickemup_add_figures(struct flip_text *out, flip_set figures, int min);
void flickemup_add_names(struct flip_text *out, flip_set figures);
/// What a team has more of: "more hit points"; and a condition as a task: "eliminate three outlaws".
void flickemup_add_more(struct flip_text *out, const struct flickemup_test *test);
void flickemup_add_test(struct flip_text *out, const struct flickemup_edition *edition, int index);
/// What a team must do to win, as a phrase without a subject; and what decides at 12, as a sentence without its full stop.
void flickemup_goals_of(const struct flickemup_edition *edition, int team, struct flip_text *out);
void flickemup_noon_of(const struct flickemup_edition *edition, struct flip_text *out);

/* progress.c: how far each side is */
/// A condition as far as it has come: "outlaws eliminated: 1 of 3".
void flickemup_add_progress(struct flip_text *out, const struct flickemup_rules *rules,
                            const struct flickemup_state *state, int team, int test);
/// What the clock would decide if it struck 12 now: "the lawmen would win: more hit points, 12 to 9".
void flickemup_add_noon_now(struct flip_text *out, const struct flickemup_rules *rules,
                            const struct flickemup_state *state);
/// The field `progress` of a view.
void flickemup_progress(const struct flickemup_rules *rules, const struct flickemup_state *state,
                        struct flip_json *out);

/* line.c: what a flick points at */
/// The first piece that something of that radius would meet, and after which way; FLICKEMUP_NOBODY: nothing on the table.
int flickemup_in_line(const struct flickemup_rules *rules, const struct flickemup_state *state,
                      const struct flip_pose *from, int32_t angle, int32_t radius, int except, int32_t *way);
/// The first piece but those of a set that something of that radius meets on the straight way to a point; FLICKEMUP_NOBODY: none.
int flickemup_first_between(const struct flickemup_state *state, const struct flip_pose *from, int32_t x, int32_t y,
                            int32_t radius, flip_set except);
/// The building whose door a disc would come into from the front within `way`; -1: none.
int flickemup_door_in_line(const struct flickemup_rules *rules, const struct flickemup_state *state,
                           const struct flip_pose *from, int32_t angle, int32_t way);

/* view.c */
void flickemup_view(const void *rules, const void *state, const void *before, int viewer, struct flip_json *out);

/* draw.c */
void flickemup_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                    struct flip_canvas *canvas);

/* read.c */
void flickemup_read(const void *rules, const void *state, const void *before, int viewer, int seat,
                    const flip_move *aim, struct flip_text *out);

/* learn.c */
extern const struct flip_game_learn flickemup_learn;

#endif
