/* The edition of Insert Coin to Play: the printed cards, with their shapes and symbols. Plain memory. */
#pragma once

#include <flipside/game.h>

enum {
    INSERTCOIN_SEATS = 6,
    INSERTCOIN_LEVELS = 3,
    INSERTCOIN_SIDE = 8, /* of a level's box */
    INSERTCOIN_SQUARES = 64,
    INSERTCOIN_SYMBOLS = 16,
    INSERTCOIN_SYMBOL_SIDE = 5,
    INSERTCOIN_SYMBOL_SQUARES = 5,
    INSERTCOIN_ORIENTATIONS = 8,
    INSERTCOIN_SHAPES = 20,
    INSERTCOIN_CARDS = 60, /* numbered from 1: card n is bit n of a set */
    INSERTCOIN_NAME = 40,
    INSERTCOIN_WORD = 16, /* the name of a shape or a symbol */
    INSERTCOIN_HAND = 5,  /* cards dealt to each seat */
    INSERTCOIN_DRAFT = 4, /* the same in the draft, and alone in the draft */
    INSERTCOIN_KEPT = 3,
    INSERTCOIN_PILES = 2,
    INSERTCOIN_HEART = 2,     /* Lives that a heart brings back */
    INSERTCOIN_CHERRIES = 3,  /* squares that cherries fill */
    INSERTCOIN_STAR_SIZE = 4, /* squares of a star's symbol at most */
    INSERTCOIN_CARD_SYMBOLS = 2,
    INSERTCOIN_PLACES = 10240, /* half more than the classic shapes have */
    INSERTCOIN_FORMS = 512,    /* four times what all symbols can have */
    INSERTCOIN_SLACK = 4,      /* lists of moves are written in strides of this size */
    INSERTCOIN_MOST_MOVES = FLIP_MAX_MOVES - INSERTCOIN_SLACK - 1,
};

/// What a shape does when it is complete.
enum insertcoin_ability {
    INSERTCOIN_ABILITY_CHERRIES,
    INSERTCOIN_ABILITY_SKULL,
    INSERTCOIN_ABILITY_HEART,
    INSERTCOIN_ABILITY_ALIEN,
    INSERTCOIN_ABILITY_SHIELD,
    INSERTCOIN_ABILITY_COIN,
    INSERTCOIN_ABILITY_POTION,
    INSERTCOIN_ABILITY_STAR,
    INSERTCOIN_ABILITY_BOMB,
    INSERTCOIN_ABILITY_KEY,
    INSERTCOIN_ABILITIES
};

/* names.c */
/// In the order of enum insertcoin_ability: "cherries" …; ended by NULL.
extern const char *const insertcoin_ability_words[];

/* --- the edition ----------------------------------------------------------------------------------------------------- */

struct insertcoin_symbol {
    char name[INSERTCOIN_WORD];
    uint8_t rows;
    uint8_t row[INSERTCOIN_SYMBOL_SIDE]; /* bit x of row[y]: the square in column x */
};

struct insertcoin_shape {
    char name[INSERTCOIN_WORD];
    uint8_t value;
    uint8_t ability; /* enum insertcoin_ability */
    uint8_t row[INSERTCOIN_SIDE];
};

struct insertcoin_card {
    uint8_t shape;
    uint8_t symbol[INSERTCOIN_CARD_SYMBOLS];
};

/// Bytes only: what edition-compile writes down is the same on every machine.
struct insertcoin_edition {
    char name[INSERTCOIN_NAME];
    uint8_t lives, coins; /* Lives in a row, and Coins at the beginning */
    uint8_t coin_points, life_points;
    uint8_t symbols, shapes, cards; /* how many */
    struct insertcoin_symbol symbol[INSERTCOIN_SYMBOLS];
    struct insertcoin_shape shape[INSERTCOIN_SHAPES];
    struct insertcoin_card card[INSERTCOIN_CARDS + 1]; /* from 1 */
};
