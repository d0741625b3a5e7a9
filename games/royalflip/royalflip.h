/*
 * Royal Flip: what its files share. The edition is the printed sheet; the rules are the edition with look-up tables; the
 * state is the running game. All three are plain memory.
 *
 * The city map is a 64-bit set whose rows are 8 bits apart, whatever the size of the map: cell = row * 8 + column, `a1` is
 * cell 0, and a neighbour is one shift away. The numbers on a map lie in four sets, one for each binary digit, so that all
 * cells are compared with all their neighbours in a few instructions; score.c lives on that.
 */
#pragma once

#include <flipside/cards.h>
#include <flipside/game.h>

enum {
    ROYALFLIP_SEATS = 6,
    ROYALFLIP_LINEUP = 3,  /* cards revealed each round */
    ROYALFLIP_ROUNDS = 17, /* the deck has cards for no more: nothing is reshuffled */
    ROYALFLIP_SIDE = 8,    /* the longest side of a map, and the distance between two rows */
    ROYALFLIP_CELLS = 64,
    ROYALFLIP_HIGHEST = 10, /* numbers are 1 … 10 */
    ROYALFLIP_CASINOS = 8,
    ROYALFLIP_SPACES = 60, /* of the track; space n is bit n of a set, Start is 0 */
    ROYALFLIP_DIAMONDS = 16,
    ROYALFLIP_NAME = 40,
    ROYALFLIP_ROADS = 32,    /* no map splits into more roads of two cells or more */
    ROYALFLIP_CARD_WAYS = 6, /* in which three cards can be colour, number and suit */
    ROYALFLIP_TIMES = 20,    /* hands are shown so often in a tie-break; then the win is shared */
};

/// The options, in the order of the list in game.c.
enum royalflip_option { ROYALFLIP_OPTION_PVP, ROYALFLIP_OPTION_TIE_BREAK, ROYALFLIP_OPTION_COMBINATION };

enum royalflip_bonus { ROYALFLIP_SHIFT, ROYALFLIP_NUMBER, ROYALFLIP_DIAMOND, ROYALFLIP_POINTS };

/// Each hand beats the one before it, and rock beats scissors.
enum royalflip_hand { ROYALFLIP_NO_HAND, ROYALFLIP_ROCK, ROYALFLIP_PAPER, ROYALFLIP_SCISSORS };

/* names.c */
/// In the order of enum royalflip_bonus: "shift" (the ±1 box), "number", "diamond", "points"; ended by NULL.
extern const char *const royalflip_bonus_words[];
/// By rank, as on the cards: "A" … "K"; ended by NULL.
extern const char *const royalflip_rank_words[];
/// In the order of enum royalflip_hand: "none", "rock", "paper", "scissors"; ended by NULL.
extern const char *const royalflip_hand_words[];
enum { ROYALFLIP_CELL_TEXT = 4 };
/// "b2". Returns `out`.
char *royalflip_cell_name(int cell, char out[ROYALFLIP_CELL_TEXT]);
const char *royalflip_colour_name(bool red);
/// By the hand that wins: "Paper beats rock".
extern const char *const royalflip_beats_words[];

/* --- the edition ----------------------------------------------------------------------------------------------------- */

struct royalflip_space {
    uint8_t suit;  /* enum flip_suit */
    uint8_t bonus; /* enum royalflip_bonus */
    uint8_t value; /* of a number or points bonus */
};

/// Bytes, and one number of two: what edition-compile writes down is the same on every machine of ours.
struct royalflip_edition {
    char name[ROYALFLIP_NAME];
    uint16_t jackpot;
    uint16_t wild; /* bit r: rank r stands for any number */
    uint8_t rounds;
    uint8_t columns, rows;
    uint8_t casinos; /* how many, and where */
    uint8_t casino[ROYALFLIP_CASINOS];
    uint8_t spaces;
    struct royalflip_space track[ROYALFLIP_SPACES + 1]; /* from 1; 0 is Start */
    uint8_t diamonds;
    uint8_t diamond[ROYALFLIP_DIAMONDS]; /* the value under each */
    uint8_t road_shortest, road_points, road_casino_points;
    uint8_t area_smallest, area_points;
    uint8_t pvp_most, pvp_second;
};

struct flip_game_reasons;

/// The game, and what is made of it besides the rules: its bot (bot/), its loader (load.c), its files (data/).
extern const struct flip_game flip_royalflip;
extern const struct flip_game_bot royalflip_bot;
extern const struct flip_game_reasons royalflip_reasons;  /* bot/reasons.c */
extern const struct flip_game_judge royalflip_judge_data; /* bot/judge.c */
extern const struct flip_game_loader royalflip_loader;
extern const struct flip_game_files royalflip_files;

/* --- rules and state ------------------------------------------------------------------------------------------------- */

struct royalflip_rules {
    struct royalflip_edition edition;
    int seats;
    bool pvp;
    bool attributes;         /* PvP: a combination is colour, number and suit; false: its cards */
    bool tie_break;          /* false: equal totals share the win */
    bool suits_ahead;        /* a suit without a space ahead only where there is no other; from version 3 on */
    flip_set cells;          /* those that take a number */
    flip_set suit_spaces[4]; /* the spaces of the track with this suit */
    flip_set casino_blocks[ROYALFLIP_CASINOS]; /* the cells that touch this casino */
    uint8_t touches[ROYALFLIP_CELLS];          /* the casinos that this cell touches, as a set */
    uint16_t values[14][ROYALFLIP_HIGHEST];    /* by rank and ±1 boxes left: bit n, the number can become n */
    uint8_t rank[52], suit[52], red[52];
};

/// Where a seat is in its round.
enum royalflip_step {
    ROYALFLIP_CHOOSE,
    ROYALFLIP_WRITE,
    ROYALFLIP_TRACK,
    ROYALFLIP_BONUS, /* writing the number of a number bonus */
    ROYALFLIP_DONE
};

/// A seat's sheet and its open choice: one cache line.
struct royalflip_sheet {
    flip_set written;
    flip_set red;      /* of the written ones */
    flip_set digit[4]; /* the numbers: bit c of digit[i] is binary digit i of the number in cell c */
    flip_set circled;  /* spaces of the track */
    uint16_t points;   /* of "points x" spaces */
    uint8_t shift;     /* ±1 boxes marked and not crossed out */
    uint8_t diamonds;
    uint8_t step; /* enum royalflip_step */
    /* The choice of this round; zero before it. */
    uint8_t ink; /* 1: red */
    uint8_t number;
    uint8_t suit;
};

/// Rock, paper, scissors among those who share the highest total. The hands of all seats fit into one number, two bits for
/// each seat.
struct royalflip_tie_break {
    uint16_t hands;                  /* thrown, and not shown yet */
    uint16_t shown[ROYALFLIP_TIMES]; /* together, time after time */
    uint16_t total[ROYALFLIP_SEATS]; /* of the seats, once they are counted */
    bool counted;
    uint8_t times; /* that hands were shown */
    uint8_t in;    /* the seats that are still in it, as a set; empty: there was no tie */
};

struct royalflip_state {
    flip_set deck;
    uint16_t steps; /* PvP: counts every step, since everybody sees it at once */
    uint8_t lineup[ROYALFLIP_LINEUP];
    uint8_t revealed; /* cards of the lineup */
    uint8_t round;    /* from 0; equals the edition's rounds in a tie-break and when the game is over */
    uint8_t acting;   /* the seats that have not finished the round, or not thrown yet, as a set */
    uint8_t first;    /* PvP: who chooses first */
    uint8_t taken[3]; /* PvP: the first player's cards for colour, number and suit; zero before they chose */
    uint8_t taken_as; /* PvP: the number that the first player made of the second one */
    struct royalflip_tie_break tie;
    struct royalflip_sheet sheet[ROYALFLIP_SEATS]; /* last: who plays alone needs one */
};

_Static_assert(sizeof(struct royalflip_sheet) == 64, "a sheet is one cache line");
_Static_assert(sizeof(struct royalflip_state) < 512, "a state is copied often");

static inline int royalflip_number_at(const struct royalflip_sheet *sheet, int cell)
{
    return (int)((sheet->digit[0] >> cell & 1) | (sheet->digit[1] >> cell & 1) << 1 |
                 (sheet->digit[2] >> cell & 1) << 2 | (sheet->digit[3] >> cell & 1) << 3);
}

/// Do seats throw hands now?
static inline bool royalflip_throwing(const struct royalflip_rules *rules, const struct royalflip_state *state)
{
    return state->round == rules->edition.rounds && state->acting != 0;
}

/// The hand of a seat among those of all seats (see struct royalflip_tie_break).
static inline int royalflip_hand_of(unsigned hands, int seat) { return (int)(hands >> 2 * seat & 3); }

/// The last circled space; 0 is Start.
static inline int royalflip_position(const struct royalflip_sheet *sheet)
{
    return 63 - __builtin_clzll(sheet->circled | 1);
}

static inline flip_set royalflip_free_cells(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet)
{
    return rules->cells & ~sheet->written;
}

/// The spaces that this sheet can go to with a suit.
static inline flip_set royalflip_spaces_ahead(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                                              int suit)
{
    return rules->suit_spaces[suit] & ~(flip_set)0 << (royalflip_position(sheet) + 1);
}

static inline void royalflip_put(struct royalflip_sheet *sheet, int cell, bool red, int number)
{
    sheet->written |= FLIP_BIT(cell);
    sheet->red |= (flip_set)red << cell;
    for (int i = 0; i < 4; i++)
        sheet->digit[i] |= (flip_set)(number >> i & 1) << cell;
}

/* --- moves: a byte for the kind, then a byte for each field -------------------------------------------------------------- */
/* Events are cards, 0 … 51. A choose move names cards, not places in the lineup, so it means the same in every state. */

enum royalflip_kind { ROYALFLIP_MOVE_CHOOSE = 1, ROYALFLIP_MOVE_WRITE, ROYALFLIP_MOVE_TRACK, ROYALFLIP_MOVE_THROW };

enum { /* where the fields lie */
       ROYALFLIP_AT_COLOUR = 8,
       ROYALFLIP_AT_NUMBER = 16,
       ROYALFLIP_AT_SUIT = 24,
       ROYALFLIP_AT_VALUE = 32,
       ROYALFLIP_AT_PLACE = 8, /* the cell, the space or the hand */
};

static inline flip_move royalflip_choose(int colour_card, int number_card, int suit_card, int value)
{
    return ROYALFLIP_MOVE_CHOOSE | (flip_move)colour_card << ROYALFLIP_AT_COLOUR |
           (flip_move)number_card << ROYALFLIP_AT_NUMBER | (flip_move)suit_card << ROYALFLIP_AT_SUIT |
           (flip_move)value << ROYALFLIP_AT_VALUE;
}

static inline flip_move royalflip_write(int cell)
{
    return ROYALFLIP_MOVE_WRITE | (flip_move)cell << ROYALFLIP_AT_PLACE;
}

static inline flip_move royalflip_track(int space)
{
    return ROYALFLIP_MOVE_TRACK | (flip_move)space << ROYALFLIP_AT_PLACE;
}

static inline flip_move royalflip_throw(int hand)
{
    return ROYALFLIP_MOVE_THROW | (flip_move)hand << ROYALFLIP_AT_PLACE;
}

static inline int royalflip_kind(flip_move move) { return (int)(move & 255); }
static inline int royalflip_place(flip_move move) { return (int)(move >> ROYALFLIP_AT_PLACE & 255); }
static inline int royalflip_colour_card(flip_move move) { return (int)(move >> ROYALFLIP_AT_COLOUR & 255); }
static inline int royalflip_number_card(flip_move move) { return (int)(move >> ROYALFLIP_AT_NUMBER & 255); }
static inline int royalflip_suit_card(flip_move move) { return (int)(move >> ROYALFLIP_AT_SUIT & 255); }
static inline int royalflip_value(flip_move move) { return (int)(move >> ROYALFLIP_AT_VALUE & 255); }

static inline bool royalflip_wild(const struct royalflip_rules *rules, int card)
{
    return rules->edition.wild >> rules->rank[card] & 1;
}

/// Has the first player of a PvP round chosen?
static inline bool royalflip_taken(const struct royalflip_state *state) { return state->taken[0] != state->taken[1]; }

/// The number of the first player's combination: the card's own, or what a wild card was made.
static inline int royalflip_taken_number(const struct royalflip_rules *rules, const struct royalflip_state *state)
{
    return royalflip_wild(rules, state->taken[1]) ? state->taken_as : rules->rank[state->taken[1]];
}

/// The ±1 boxes that a card needs to become `value`.
static inline int royalflip_boxes_spent(const struct royalflip_rules *rules, int number_card, int value)
{
    const int rank = rules->rank[number_card];
    if (royalflip_wild(rules, number_card))
        return 0;
    return rank < value ? value - rank : rank - value;
}

/* --- the files ------------------------------------------------------------------------------------------------------- */

/* rules.c */
int royalflip_prepare(void *rules, const void *edition, const struct flip_options *options, int seats,
                      struct flip_error *error);
void royalflip_start(const void *rules, void *state);
flip_set royalflip_turn(const void *rules, const void *state);
int royalflip_moves(const void *rules, const void *state, int seat, flip_move *out, int cap);
bool royalflip_legal(const void *rules, const void *state, int seat, flip_move move, struct flip_error *why);
flip_move royalflip_any(const void *rules, const void *state, int seat, struct flip_random *random);
flip_move royalflip_deal(const void *rules, const void *state, struct flip_random *random);
/// What a seat can choose, as a set of numbers: the way to use the cards, times ten, and the number less one. And the move of
/// such a number.
flip_set royalflip_choices(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat);
/// PvP: what the first player has closed to all others, as the same set; empty before they chose.
flip_set royalflip_closed(const struct royalflip_rules *rules, const struct royalflip_state *state);
flip_move royalflip_choice(const struct royalflip_state *state, int choice);
/// The number of a move that takes colour, number and suit from the three cards on show.
int royalflip_choice_of(const struct royalflip_state *state, flip_move move);
/// The cells or the spaces of the track among which the seat chooses.
flip_set royalflip_places(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet);
void royalflip_chances(const void *rules, const void *state, struct flip_chances *out);
void royalflip_apply(const void *rules, void *state, int seat, flip_move move);
flip_set royalflip_proceed(const void *rules, void *state, struct flip_random *random);
uint32_t royalflip_phase(const void *rules, const void *state);
/// The game as `viewer` may see it: others' sheets as they were at the beginning of the round, and none of the hands that they
/// have not shown.
void royalflip_shown(const struct royalflip_rules *rules, const struct royalflip_state *state,
                     const struct royalflip_state *before, int viewer, struct royalflip_state *out);
void royalflip_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random);

/* tie.c */
/// The last round is over: who shares the highest total goes on with rock, paper, scissors.
void royalflip_begin_tie_break(const struct royalflip_rules *rules, struct royalflip_state *state);
int royalflip_list_throws(flip_move *out, int cap);
bool royalflip_throw_legal(flip_move move, struct flip_error *why);
void royalflip_throw_hand(struct royalflip_state *state, int seat, int hand);
/// The seats that stay in when these hands are shown together; `won` is their hand, or no hand if nothing is decided.
unsigned royalflip_staying_in(unsigned hands, enum royalflip_hand *won);
bool royalflip_blind(const void *rules, const void *state);

/* score.c */
struct royalflip_parts {
    int roads, areas, diamonds, points, total;
};

struct royalflip_road {
    flip_set cells;
    int points;
};

/// The points of a seat as they stand, and their parts.
int royalflip_seat_score(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat);
struct royalflip_parts royalflip_seat_parts(const struct royalflip_rules *rules, const struct royalflip_state *state,
                                            int seat);
/// The best split into roads; the areas; what the diamonds of a seat are worth.
int royalflip_roads(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet);
int royalflip_areas(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet);
int royalflip_diamonds(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat);
/// The roads of one best split, and the areas that count, for faces. Both return how many; at most ROYALFLIP_ROADS.
int royalflip_split(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                    struct royalflip_road out[ROYALFLIP_ROADS]);
int royalflip_area_list(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                        struct royalflip_road out[ROYALFLIP_ROADS]);
void royalflip_result(const void *rules, const void *state, struct flip_result *out);
void royalflip_breakdown(const void *rules, const void *state, int seat, struct flip_json *out);

/* ending.c */
void royalflip_ending(const void *rules, const void *state, const struct flip_names *names, struct flip_text *verdict,
                      struct flip_text *why);

/* taken.c */
/// PvP: what the first player has taken: "red, 5 and ♥ this round", or by cards "2♥, 5♠ and 3♥ for colour, number and suit".
void royalflip_tell_taken(const struct royalflip_rules *rules, const struct royalflip_state *state,
                          struct flip_text *out);

/* words.c */
void royalflip_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
void royalflip_fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out);
void royalflip_tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
/// What a space of the track gives; `box` is what its box is called, to be read or to be heard.
void royalflip_tell_space(const struct royalflip_space *space, const char *box, struct flip_text *out);
void royalflip_upshot(const void *rules, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                      struct flip_text *out);

/* view.c */
void royalflip_view(const void *rules, const void *state, const void *before, int viewer, struct flip_json *out);

/* learn.c */
extern const struct flip_game_learn royalflip_learn;

/* draw_tie.c */
/// The tie-break on the whole canvas; and what came of it, on one line.
void royalflip_draw_tie_break(const struct royalflip_state *shown, int viewer, struct flip_canvas *canvas);
void royalflip_draw_tie_result(const struct royalflip_tie_break *tie, int x, int y, struct flip_canvas *canvas);

/* draw.c */
void royalflip_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                    struct flip_canvas *canvas);

/* read.c */
void royalflip_read(const void *rules, const void *state, const void *before, int viewer, int seat,
                    const flip_move *aim, struct flip_text *out);
