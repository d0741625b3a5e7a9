/*
 * Flip City: what its files share. The edition is the table of cards; the rules are the edition with look-up tables; the
 * state is the running game. All three are plain memory.
 *
 * A card has two sides, and each side is a *face*: card c shows face 2c (front) or 2c + 1 (back), so turning a card over is
 * `face ^ 1`. A pile is a count for each face: cards have no identity, and of a deck only the top is known. What lies deeper
 * does not exist until it comes up.
 */
#pragma once

#include <flipside/game.h>

enum {
    FLIPCITY_SEATS = 4,
    FLIPCITY_CARDS = 8,   /* kinds of cards in an edition */
    FLIPCITY_FACES = 16,  /* two a card */
    FLIPCITY_TOTAL = 128, /* cards in a game: the longest street of played cards */
    FLIPCITY_NAME = 32,
    FLIPCITY_CASH = 64,  /* look-up tables by cash end here; no price lies above */
    FLIPCITY_NONE = 255, /* no such face, fee or price */
};

/* --- the edition ----------------------------------------------------------------------------------------------------- */

/// What a face does. Bytes only: what edition-compile writes down is the same on every machine.
struct flipcity_face {
    char id[FLIPCITY_NAME];    /* "power_plant", in notation */
    char title[FLIPCITY_NAME]; /* "Power Plant", for people */
    uint8_t fee;               /* for turning it over; FLIPCITY_NONE: it cannot be */
    uint8_t cash, cash_per_unhappy, points, unhappy;
    uint8_t limit, actions; /* more of them this turn, when played */
    uint8_t forced;         /* must be played when it is on top of the deck */
    uint8_t forces_next;    /* one more card must be played after it */
    uint8_t drops_bottom;   /* the bottom card of the deck goes to the discard pile */
    uint8_t gives;          /* turned over, it goes to another player (solo: out of the game) */
    uint8_t wins_with;      /* cards that win when this one is among them; 0: it does not */
    uint8_t recycles;       /* can be recycled, for: */
    uint8_t recycle_cash, recycle_limit, recycle_actions;
};

struct flipcity_card {
    uint8_t price;    /* FLIPCITY_NONE: not for sale */
    uint8_t start[2]; /* in each player's deck at the beginning: fronts, backs */
    uint8_t supply;   /* with two players or more */
    uint8_t supply_solo;
    uint8_t office; /* left out when the option `office` is off */
};

struct flipcity_edition {
    char name[FLIPCITY_NAME];
    uint8_t limit;   /* unhappy symbols that a city bears */
    uint8_t actions; /* of a building phase */
    uint8_t win_points;
    uint8_t turns; /* of each player; then the game is a draw, and lost for one alone */
    uint8_t cards;
    struct flipcity_card card[FLIPCITY_CARDS];
    struct flipcity_face face[FLIPCITY_FACES];
};

struct flip_game_reasons;

/// The game, and what is made of it besides the rules: its bot (bot/), its loader (load.c), its files (data/).
extern const struct flip_game flip_flipcity;
extern const struct flip_game_bot flipcity_bot;
extern const struct flip_game_reasons flipcity_reasons;  /* bot/reasons.c */
extern const struct flip_game_judge flipcity_judge_data; /* bot/judge.c */
extern const struct flip_game_loader flipcity_loader;
extern const struct flip_game_files flipcity_files;

/* --- rules and state ------------------------------------------------------------------------------------------------- */

/// Sets of faces are 16 bits; sets of cards are their fronts.
typedef uint16_t flipcity_faces;

struct flipcity_rules {
    struct flipcity_edition edition;
    int seats;
    int faces;                     /* twice the cards */
    int total;                     /* cards in the game */
    uint8_t start[FLIPCITY_FACES]; /* a player's first deck */
    uint8_t supply[FLIPCITY_FACES];
    flipcity_faces for_sale; /* fronts that the supply had at the beginning */
    flipcity_faces recyclable, forced, gives;
    bool stop_after_shuffle; /* a turn that begins with a shuffle may end without a card; from version 2 on */
    flipcity_faces presents; /* faces that are given away to another player: none for one alone */
    uint8_t develop_price[FLIPCITY_FACES];
    flipcity_faces can_buy[FLIPCITY_CASH], can_develop[FLIPCITY_CASH], can_flip[FLIPCITY_CASH]; /* by cash */
};

enum flipcity_step {
    FLIPCITY_START, /* the dealer says who starts */
    FLIPCITY_TOPS,  /* the dealer turns up the first card of each deck */
    FLIPCITY_PLAY,
    FLIPCITY_REVEAL,   /* the dealer turns up the next top */
    FLIPCITY_SHUFFLED, /* the same, of a new deck */
    FLIPCITY_BOTTOM,   /* the dealer turns up the bottom card of the deck */
    FLIPCITY_BUILD,
    FLIPCITY_OVER,
};

enum flipcity_end { FLIPCITY_RUNNING, FLIPCITY_BY_POINTS, FLIPCITY_BY_CARDS, FLIPCITY_DRAW, FLIPCITY_LOST };

struct flipcity_pile {
    uint8_t count[FLIPCITY_FACES];
    flipcity_faces faces; /* those with a count */
    uint8_t size;
    uint8_t top; /* of a deck: the known top, or FLIPCITY_NONE */
};

struct flipcity_seat {
    struct flipcity_pile deck, discard;
    uint16_t last_points; /* of the last turn that ended */
    uint8_t last_played;
};

struct flipcity_state {
    uint8_t supply[FLIPCITY_FACES]; /* by front */
    flipcity_faces supply_faces;
    uint16_t supply_size;
    uint8_t aside[FLIPCITY_FACES]; /* what left the game */
    uint32_t phase;                /* counts decisions: all steps are public at once */
    /* the running turn */
    int32_t cash;
    uint16_t points, unhappy, limit, actions;
    uint8_t obliged; /* one more card must be played */
    uint8_t free;    /* the first card need not be played: the deck was empty when the turn began, and was shuffled */
    uint8_t broken;  /* more unhappy symbols than the limit: the turn ends as soon as the next top is known */
    uint8_t fewest;  /* the fewest cards with which a face that was played wins; FLIPCITY_NONE: there is none */
    uint8_t played_count;
    uint8_t step; /* enum flipcity_step */
    uint8_t acting, first;
    uint8_t turn; /* of each player, from 0 */
    uint8_t end;  /* enum flipcity_end */
    uint8_t played[FLIPCITY_TOTAL];
    struct flipcity_seat seat[FLIPCITY_SEATS]; /* last: who plays alone needs one */
};

_Static_assert(sizeof(struct flipcity_state) < 512, "a state is copied often");

static inline int flipcity_front(int card) { return 2 * card; }
static inline int flipcity_other_side(int face) { return face ^ 1; }
static inline int flipcity_index(int cash) { return cash < FLIPCITY_CASH ? cash : FLIPCITY_CASH - 1; }

/// Is it this seat's turn, once the first cards lie open?
static inline bool flipcity_on_turn(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat)
{
    return seat == state->acting && state->step > FLIPCITY_TOPS && state->turn < rules->edition.turns;
}

/// The seat whose card is turned up now. At the beginning each in turn, the first without a known top.
static inline int flipcity_dealt_seat(const struct flipcity_state *state)
{
    if (state->step != FLIPCITY_TOPS)
        return state->acting;
    int seat = 0;
    while (state->seat[seat].deck.top != FLIPCITY_NONE)
        seat++;
    return seat;
}

/// Must the seat whose turn it is play the top of its deck?
static inline bool flipcity_must_play(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    const struct flipcity_pile *deck = &state->seat[state->acting].deck;
    return deck->top != FLIPCITY_NONE &&
           ((state->played_count == 0 && !state->free) || state->obliged || (rules->forced >> deck->top & 1));
}

/* --- moves: a byte for the kind, a byte for the face, a byte for the seat -------------------------------------------- */

enum flipcity_kind {
    FLIPCITY_MOVE_PLAY = 1,
    FLIPCITY_MOVE_STOP,
    FLIPCITY_MOVE_SHUFFLE, /* solo: with the face that leaves the supply */
    FLIPCITY_MOVE_RECYCLE,
    FLIPCITY_MOVE_BUY,
    FLIPCITY_MOVE_FLIP, /* a face that is given away: with the seat that gets it (solo: NONE) */
    FLIPCITY_MOVE_DEVELOP,
    FLIPCITY_MOVE_DONE,
    FLIPCITY_EVENT_FACE, /* a top or a bottom card */
    FLIPCITY_EVENT_SEAT, /* who starts */
};

enum { FLIPCITY_AT_FACE = 8, FLIPCITY_AT_SEAT = 16 };

static inline flip_move flipcity_move(int kind, int face, int seat)
{
    return (flip_move)kind | (flip_move)face << FLIPCITY_AT_FACE | (flip_move)seat << FLIPCITY_AT_SEAT;
}

/// A move of a kind that takes a face and no seat; and one that takes neither.
static inline flip_move flipcity_with(int kind, int face) { return flipcity_move(kind, face, FLIPCITY_NONE); }
static inline flip_move flipcity_bare(int kind) { return flipcity_move(kind, FLIPCITY_NONE, FLIPCITY_NONE); }

static inline int flipcity_kind(flip_move move) { return (int)(move & 255); }
static inline int flipcity_face_of(flip_move move) { return (int)(move >> FLIPCITY_AT_FACE & 255); }
static inline int flipcity_seat_of(flip_move move) { return (int)(move >> FLIPCITY_AT_SEAT & 255); }

/// What may be done, as a set: without a face, then kind by kind with the face on top.
enum {
    FLIPCITY_OFFER_PLAY = 0,
    FLIPCITY_OFFER_STOP,
    FLIPCITY_OFFER_SHUFFLE,
    FLIPCITY_OFFER_REMOVE = FLIPCITY_FACES, /* solo: shuffle, and this face leaves the supply */
    FLIPCITY_OFFER_RECYCLE = 2 * FLIPCITY_FACES,
    /* and in the building phase: */
    FLIPCITY_OFFER_DONE = 0,
    FLIPCITY_OFFER_BUY = FLIPCITY_FACES,
    FLIPCITY_OFFER_FLIP = 2 * FLIPCITY_FACES,
    FLIPCITY_OFFER_DEVELOP = 3 * FLIPCITY_FACES,
};

/* --- the files ------------------------------------------------------------------------------------------------------- */

/* rules.c */
int flipcity_prepare(void *rules, const void *edition, const struct flip_options *options, int seats,
                     struct flip_error *error);
void flipcity_start(const void *rules, void *state);
flip_set flipcity_turn(const void *rules, const void *state);
flip_move flipcity_deal(const void *rules, const void *state, struct flip_random *random);
void flipcity_chances(const void *rules, const void *state, struct flip_chances *out);
void flipcity_apply(const void *rules, void *state, int seat, flip_move move);
flip_set flipcity_proceed(const void *rules, void *state, struct flip_random *random);
uint32_t flipcity_phase(const void *rules, const void *state);
void flipcity_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random);

/* offers.c */
int flipcity_moves(const void *rules, const void *state, int seat, flip_move *out, int cap);
/// What the acting seat may do, apart from gifts; the move of an offer; and the faces that it can give away.
flip_set flipcity_offers(const struct flipcity_rules *rules, const struct flipcity_state *state);
flip_move flipcity_offered(const struct flipcity_state *state, int offer);
flipcity_faces flipcity_gifts(const struct flipcity_rules *rules, const struct flipcity_state *state);
flip_move flipcity_any(const void *rules, const void *state, int seat, struct flip_random *random);

/* legal.c */
bool flipcity_legal(const void *rules, const void *state, int seat, flip_move move, struct flip_error *why);

/* score.c */
/// "points", "cards", or NULL: this seat has not won.
const char *flipcity_won_by(const struct flipcity_state *state, int seat);
/// The chance that the limit breaks if the seat plays the next card and then every card that it must, without recycling.
double flipcity_risk(const struct flipcity_rules *rules, const struct flipcity_state *state);
/// The chances of breaking the limit, for whoever wants to see them.
struct flipcity_odds {
    bool next;  /* the open card breaks it: that is certain or impossible */
    double two; /* it or the one after it, whether forced or not; negative: no second card can come up */
};
/// False where no card can be played.
bool flipcity_odds(const struct flipcity_rules *rules, const struct flipcity_state *state, struct flipcity_odds *out);
void flipcity_result(const void *rules, const void *state, struct flip_result *out);
void flipcity_breakdown(const void *rules, const void *state, int seat, struct flip_json *out);

/* ending.c */
void flipcity_ending(const void *rules, const void *state, const struct flip_names *names, struct flip_text *verdict,
                     struct flip_text *why);

/* words.c */
void flipcity_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
void flipcity_fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out);
void flipcity_tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
/// What a face gives and does, in a line: "2 cash, 1 point; recycle: 1 cash".
void flipcity_describe(const struct flipcity_rules *rules, int face, struct flip_text *out);

/* view.c */
void flipcity_view(const void *rules, const void *state, const void *before, int viewer, struct flip_json *out);

/* learn.c */
extern const struct flip_game_learn flipcity_learn;

/* draw.c */
void flipcity_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                   struct flip_canvas *canvas);

/* read.c */
void flipcity_read(const void *rules, const void *state, const void *before, int viewer, int seat, const flip_move *aim,
                   struct flip_text *out);
