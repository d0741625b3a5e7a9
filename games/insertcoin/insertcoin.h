/*
 * Insert Coin to Play: what its files share. The rules are the edition (edition.h) with its shapes and symbols turned into
 * sets and masks; the state is the running game. Both are plain memory.
 *
 * A level is a box of 8 × 8 squares and a 64-bit set: square = row * 8 + column, `a1` is square 0. A symbol in one
 * orientation is a handful of distances from its first square, and all places where it fits are found at once by shifting the
 * free squares over each other; placement.c lives on that.
 */
#pragma once

#include "games/insertcoin/edition.h"

#include <flipside/game.h>

struct flip_game_reasons;

/// The game, and what is made of it besides the rules: its bot (bot/), its loader (load.c), its files (data/).
extern const struct flip_game flip_insertcoin;
extern const struct flip_game_bot insertcoin_bot;
extern const struct flip_game_reasons insertcoin_reasons;  /* bot/reasons.c */
extern const struct flip_game_judge insertcoin_judge_data; /* bot/judge.c */
extern const struct flip_game_loader insertcoin_loader;
extern const struct flip_game_files insertcoin_files;

/* --- rules and state ------------------------------------------------------------------------------------------------- */

/// Two bricks that share a square make any symbol of up to five connected squares. A brick begins with its lowest square.
enum insertcoin_brick {
    INSERTCOIN_BRICK_NONE, /* fits nowhere */
    INSERTCOIN_BRICK_ONE,
    INSERTCOIN_BRICK_TWO_ACROSS,
    INSERTCOIN_BRICK_TWO_DOWN,
    INSERTCOIN_BRICK_THREE_ACROSS,
    INSERTCOIN_BRICK_THREE_DOWN,
    INSERTCOIN_BRICK_TOP_LEFT, /* a corner: ## over #. */
    INSERTCOIN_BRICK_TOP_RIGHT,
    INSERTCOIN_BRICK_BOTTOM_LEFT,
    INSERTCOIN_BRICK_BOTTOM_RIGHT,
    INSERTCOIN_BRICKS
};

/// A symbol in one orientation. Its *first* square is the leftmost one of its top row; the others lie `offset` behind it.
struct insertcoin_piece {
    flip_set anchors;                          /* where the first square can lie on an empty box without leaving it */
    flip_move move;                            /* the draw move with its first square in a1, in level 1 */
    uint8_t offset[INSERTCOIN_SYMBOL_SQUARES]; /* ascending; offset[0] is 0 */
    uint8_t brick[2];                          /* enum insertcoin_brick: the first one begins where the piece does, */
    uint8_t second;                            /* and the second one so far behind */
};

/// What a symbol in one orientation, or a single square, covers and touches, with its first square in a1.
struct insertcoin_outline {
    flip_set squares;
    uint8_t size;
    /* For every other square, by how far it lies behind the first one, plus INSERTCOIN_SQUARES: which of its eight
       neighbours are not covered, as bits from the upper left to the lower right. */
    uint8_t bare[2 * INSERTCOIN_SQUARES];
};

/// A place for a symbol in a shape.
struct insertcoin_place {
    flip_set squares;
    flip_move move; /* in level 1 */
};

struct insertcoin_rules {
    struct insertcoin_edition edition;
    int seats;
    bool draft;
    int hand;                          /* cards dealt to each seat */
    flip_set all_cards;                /* bits 1 … edition.cards */
    flip_set shape[INSERTCOIN_SHAPES]; /* squares */
    uint8_t size[INSERTCOIN_SYMBOLS];  /* squares of a symbol */
    uint8_t orientations[INSERTCOIN_SYMBOLS];
    uint8_t first_form[INSERTCOIN_SYMBOLS]; /* all pieces of all symbols in a row: where a symbol's begin, */
    int forms;                              /* how many there are, */
    uint8_t form_symbol[INSERTCOIN_SYMBOLS * INSERTCOIN_ORIENTATIONS]; /* and whose they are */
    struct insertcoin_outline
        outline[INSERTCOIN_SYMBOLS * INSERTCOIN_ORIENTATIONS + 1]; /* a single square behind them */
    flip_move step[INSERTCOIN_SYMBOLS];                            /* what one square further adds to a draw move */
    struct insertcoin_piece piece[INSERTCOIN_SYMBOLS][INSERTCOIN_ORIENTATIONS];
    /* A piece in one word: the offsets of all squares but the first, 6 bits each, and the columns in which the first can lie. */
    uint32_t word[INSERTCOIN_SYMBOLS][INSERTCOIN_ORIENTATIONS];
    uint32_t card_symbols[INSERTCOIN_CARDS + 1]; /* as a set of symbols */
    uint32_t star_symbols;                       /* those of up to 4 squares */
    flip_set symbol_cards[INSERTCOIN_SYMBOLS];   /* the cards that show a symbol */
    /* The squares of all pieces, each with its first one in a1, as a hash table. 0: nothing here. */
    flip_set form[INSERTCOIN_FORMS];
    uint8_t slot_symbol[INSERTCOIN_FORMS];
    /* All places in a whole shape, by shape and symbol; the squares one by one stand where the next symbol would. A shape
       for which there was no room has none. */
    uint16_t first_place[INSERTCOIN_SHAPES][INSERTCOIN_SYMBOLS + 2];
    uint8_t squares[INSERTCOIN_SHAPES]; /* how many */
    struct insertcoin_place place[INSERTCOIN_PLACES];
};

/// Where a seat is.
enum insertcoin_step {
    INSERTCOIN_CHOOSE,  /* keep cards */
    INSERTCOIN_PLAY,    /* draw a symbol, or fill a square with a Life */
    INSERTCOIN_ABILITY, /* use or decline the ability on top of `waiting` */
    INSERTCOIN_DONE
};

/// A seat's GamePad and its open choice: one cache line.
struct insertcoin_pad {
    flip_set free[INSERTCOIN_LEVELS];
    uint8_t shape[INSERTCOIN_LEVELS]; /* 1 + which; 0: nothing drawn yet */
    uint8_t done;                     /* the complete levels, as a set */
    uint8_t lives, coins;
    uint8_t out; /* was without Lives and Coins at some moment, or without a Coin for GAME OVER: the game ends */
    uint8_t shield, key, star, skip;
    uint8_t step;                       /* enum insertcoin_step */
    uint8_t pick;                       /* draft: the card picked from the hand, before all have picked */
    uint8_t skulls, aliens;             /* completed in this flip: they strike when all have finished it */
    uint8_t waiting_count;              /* abilities that are asked, in the order of completion; the first is running */
    uint8_t waiting[INSERTCOIN_LEVELS]; /* enum insertcoin_ability */
    uint8_t cherries;                   /* squares that the running cherries still fill */
    uint32_t drawn;                     /* the symbols drawn in this flip, as a set */
};

enum insertcoin_stage { INSERTCOIN_DEALING, INSERTCOIN_KEEPING, INSERTCOIN_FLIPPING, INSERTCOIN_OVER };

struct insertcoin_state {
    flip_set deck; /* cards that can still be dealt or turned */
    /* The hands. Packet p was dealt to seat p; in the draft its first `round` cards are in the order in which they were
       picked, by seats p, p + 1 …; the rest is in ascending order. 0: no card. Empty once all have kept their cards. */
    uint8_t packet[INSERTCOIN_SEATS][INSERTCOIN_HAND];
    uint8_t stage;      /* enum insertcoin_stage */
    uint8_t round;      /* of the draft: cards that everybody has picked */
    uint8_t dealt;      /* cards of the packets */
    uint8_t acting;     /* the seats that have to decide, as a set */
    uint8_t card;       /* on show; 0: none, or GAME OVER if `over_shown` */
    uint8_t over_shown; /* the last card turned was GAME OVER */
    uint8_t flips;      /* cards turned so far, GAME OVER included */
    uint8_t game_overs; /* of them */
    uint16_t phase;
    struct insertcoin_pad pad[INSERTCOIN_SEATS]; /* last: who plays alone needs one */
};

_Static_assert(sizeof(struct insertcoin_pad) <= 64, "a pad is one cache line");
_Static_assert(sizeof(struct insertcoin_state) < 512, "a state is copied often");

enum { INSERTCOIN_GAME_OVER = 0 }; /* the event beside the cards 1 … 60 */

/// The cards in one pile, its GAME OVER card included.
static inline int insertcoin_pile(const struct insertcoin_rules *rules) { return rules->edition.cards / 2 + 1; }
static inline int insertcoin_flips(const struct insertcoin_rules *rules)
{
    return INSERTCOIN_PILES * insertcoin_pile(rules);
}

/// The pile that is being turned still holds its GAME OVER card.
static inline bool insertcoin_over_left(const struct insertcoin_rules *rules, const struct insertcoin_state *state)
{
    return state->game_overs == (state->flips >= insertcoin_pile(rules));
}

/// The cards left in the pile that is being turned.
static inline int insertcoin_pile_left(const struct insertcoin_rules *rules, const struct insertcoin_state *state)
{
    const int pile = insertcoin_pile(rules);
    return (state->flips < pile ? pile : INSERTCOIN_PILES * pile) - state->flips;
}

static inline const struct insertcoin_shape *insertcoin_level_shape(const struct insertcoin_rules *rules,
                                                                    const struct insertcoin_pad *pad, int level)
{
    return &rules->edition.shape[pad->shape[level] - 1];
}

/// The ability that the seat is asked about; only in step INSERTCOIN_ABILITY.
static inline int insertcoin_running(const struct insertcoin_pad *pad) { return pad->waiting[0]; }

/// The symbols that a seat may draw now, as a set: for the flip, or for its potion.
static inline uint32_t insertcoin_symbols(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                                          const struct insertcoin_pad *pad)
{
    const uint32_t card = rules->card_symbols[state->card];
    if (pad->step == INSERTCOIN_PLAY)
        return pad->star ? card | rules->star_symbols : card;
    return card & ~pad->drawn;
}

/* --- moves: kind, level, symbol, orientation, then squares of 6 bits; or kind and cards ----------------------------------- */
/* The orientation follows from the squares; it is there so that a face can ask for it before the place. The first square of
   a draw and the square of a fill are the same bits, and so are their levels. */

enum insertcoin_kind { INSERTCOIN_MOVE_KEEP = 1, INSERTCOIN_MOVE_DRAW, INSERTCOIN_MOVE_FILL, INSERTCOIN_MOVE_DECLINE };

enum { /* where the fields lie */
       INSERTCOIN_AT_LEVEL = 4,
       INSERTCOIN_AT_SYMBOL = 8,
       INSERTCOIN_AT_ORIENTATION = 16,
       INSERTCOIN_AT_SQUARES = 24,
       INSERTCOIN_SQUARE_BITS = 6,
       INSERTCOIN_AT_CARDS = 4,    /* of a keep move: a bit each, from card 1 */
       INSERTCOIN_AT_COLUMNS = 24, /* of the word of a piece */
};

/// A keep move is a set of cards, so that a face can ask for them one by one. 0: no card.
static inline flip_move insertcoin_keep(int first, int second, int third)
{
    const flip_set cards = (FLIP_BIT(first) | FLIP_BIT(second) | FLIP_BIT(third)) >> 1;
    return INSERTCOIN_MOVE_KEEP | cards << INSERTCOIN_AT_CARDS;
}

static inline flip_move insertcoin_fill(int level, int square)
{
    return INSERTCOIN_MOVE_FILL | (flip_move)level << INSERTCOIN_AT_LEVEL | (flip_move)square << INSERTCOIN_AT_SQUARES;
}

static inline int insertcoin_kind(flip_move move) { return (int)(move & 15); }
static inline int insertcoin_level(flip_move move) { return (int)(move >> INSERTCOIN_AT_LEVEL & 15); }
static inline int insertcoin_symbol(flip_move move) { return (int)(move >> INSERTCOIN_AT_SYMBOL & 255); }
static inline int insertcoin_orientation(flip_move move) { return (int)(move >> INSERTCOIN_AT_ORIENTATION & 255); }
static inline int insertcoin_square(flip_move move, int i)
{
    return (int)(move >> (INSERTCOIN_AT_SQUARES + i * INSERTCOIN_SQUARE_BITS) & 63);
}
/// The cards of a keep move as a set, and the i-th of them, or 0.
static inline flip_set insertcoin_kept_set(flip_move move) { return move >> INSERTCOIN_AT_CARDS << 1; }
static inline int insertcoin_kept(flip_move move, int i)
{
    flip_set cards = insertcoin_kept_set(move);
    for (; i > 0 && cards; i--)
        cards = flip_set_rest(cards);
    return cards ? flip_set_first(cards) : 0;
}

/* --- the files ------------------------------------------------------------------------------------------------------- */

/* placement.c */
/// Turns the symbols of the edition into pieces and lists their places in the shapes.
void insertcoin_cut_pieces(struct insertcoin_rules *rules);
/// Where the first square of a piece can lie so that all its squares are in `free`.
flip_set insertcoin_anchors(const struct insertcoin_piece *piece, int size, flip_set free);
/// What a draw or a fill covers and touches.
static inline const struct insertcoin_outline *insertcoin_outline_of(const struct insertcoin_rules *rules,
                                                                     flip_move move)
{
    return &rules->outline[insertcoin_kind(move) == INSERTCOIN_MOVE_FILL
                               ? rules->forms
                               : rules->first_form[insertcoin_symbol(move)] + insertcoin_orientation(move)];
}
/// The squares of a draw move.
flip_set insertcoin_squares(const struct insertcoin_rules *rules, flip_move move);
/// The symbol that fills exactly these squares, or -1.
int insertcoin_symbol_of(const struct insertcoin_rules *rules, flip_set squares);
/// Is there room for one of these symbols (a set) in these squares?
bool insertcoin_fits(const struct insertcoin_rules *rules, uint32_t symbols, flip_set free);
/// All ways to draw one of these symbols into the free squares of a pad; returns how many. `out` has FLIP_MAX_MOVES places.
int insertcoin_draws(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                     flip_move out[FLIP_MAX_MOVES]);
/// All squares to fill, or all blocks for a bomb, into a list with room for INSERTCOIN_SLACK more; returns how many.
int insertcoin_fills(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, bool blocks,
                     flip_move *out);
/// The upper left squares of the 2 × 2 blocks inside the box with a square in `free`.
flip_set insertcoin_blocks(flip_set free);
/// The 2 × 2 block below and to the right of a square.
static inline flip_set insertcoin_block(int square) { return (flip_set)0x303 << square; }

/* rules.c */
int insertcoin_prepare(void *rules, const void *edition, const struct flip_options *options, int seats,
                       struct flip_error *error);
void insertcoin_start(const void *rules, void *state);
flip_set insertcoin_turn(const void *rules, const void *state);
flip_move insertcoin_deal(const void *rules, const void *state, struct flip_random *random);
void insertcoin_chances(const void *rules, const void *state, struct flip_chances *out);
void insertcoin_apply(const void *rules, void *state, int seat, flip_move move);
flip_set insertcoin_proceed(const void *rules, void *state, struct flip_random *random);
/// A Life less; a row's last one costs a Coin.
void insertcoin_lose_life(const struct insertcoin_rules *rules, struct insertcoin_pad *pad);
uint32_t insertcoin_phase(const void *rules, const void *state);

/* choices.c */
int insertcoin_moves(const void *rules, const void *state, int seat, flip_move *out, int cap);
bool insertcoin_legal(const void *rules, const void *state, int seat, flip_move move, struct flip_error *why);
/// Can the ability that is asked next be used at all?
bool insertcoin_usable(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                       const struct insertcoin_pad *pad, int ability);

/* hidden.c */
/// The game as `viewer` may see it: others' pads as they were at the beginning of the phase.
void insertcoin_shown(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                      const struct insertcoin_state *before, int viewer, struct insertcoin_state *out);
/// The cards that a seat has in hand, without the one it has just picked; and those it has picked in the draft.
flip_set insertcoin_hand(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat);
flip_set insertcoin_picked(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat);
void insertcoin_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random);
bool insertcoin_secret(const void *rules, const void *state, int seat, flip_move move, int viewer);

/* score.c */
struct insertcoin_parts {
    int level[INSERTCOIN_LEVELS], levels, coins, lives, total;
};
struct insertcoin_parts insertcoin_seat_parts(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad);
void insertcoin_result(const void *rules, const void *state, struct flip_result *out);
void insertcoin_breakdown(const void *rules, const void *state, int seat, struct flip_json *out);

/* ending.c */
void insertcoin_ending(const void *rules, const void *state, const struct flip_names *names, struct flip_text *verdict,
                       struct flip_text *why);

/* words.c */
enum { INSERTCOIN_SQUARE_TEXT = 4 };
/// "c3". Returns `out`.
char *insertcoin_square_name(int square, char out[INSERTCOIN_SQUARE_TEXT]);
void insertcoin_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
void insertcoin_fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out);
void insertcoin_tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);

/* upshot.c */
void insertcoin_upshot(const void *rules, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                       struct flip_text *out);

/* view.c */
void insertcoin_view(const void *rules, const void *state, const void *before, int viewer, struct flip_json *out);

/* learn.c */
extern const struct flip_game_learn insertcoin_learn;

/* draw.c */
void insertcoin_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                     struct flip_canvas *canvas);

/* read.c */
void insertcoin_read(const void *rules, const void *state, const void *before, int viewer, int seat,
                     const flip_move *aim, struct flip_text *out);

/* any.c; on a graphics card insertcoin_draw_sets is in counted.c */
/// Where each of these symbols (a set) can be drawn, for learners: the first squares by level and form.
void insertcoin_draw_sets(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                          flip_set *out);
struct flip_some_sets;
/// The same without the forms of other symbols.
void insertcoin_draw_some(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                          struct flip_some_sets *out);
flip_move insertcoin_any(const void *rules, const void *state, int seat, struct flip_random *random);
flip_move insertcoin_any_keep(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat,
                              struct flip_random *random);

/* counted.c */
/// The same move with the same numbers, as a graphics card finds it best.
flip_move insertcoin_counted(const void *rules, const void *state, int seat, struct flip_random *random);

/* player.c */
flip_move insertcoin_quick(const void *rules, const void *state, int seat, struct flip_random *random);
flip_move insertcoin_expert(const void *rules, const void *state, int seat, int level, struct flip_random *random);
double insertcoin_estimate(const void *rules, const void *state, int seat);
