/*
 * What seats did and had in a game, as words: the kinds of their moves ("move: buy"), what the moves named ("buy item: work_horse"), and
 * what their part of the final view names ("character id: mayor", "deck: station"), with what the shared part gives to single seats (an
 * object with a list `seats`). The simulator knows no game: it reads what every
 * program reads, the fields of moves and the views.
 */
#ifndef FLIPSIDE_SIM_ITEMS_H
#define FLIPSIDE_SIM_ITEMS_H

#include "sim/playout.h"
#include "sim/wire.h"

#include <pthread.h>

enum {
    FLIP_ITEMS = 256, /* of a seat in one game; more are left out */
    FLIP_ITEM_WORDS = 4096,
    FLIP_ITEM_WORD = 96,
    FLIP_ITEM_VALUE = 36, /* the longest value that is a name and not a sentence */
};

/// All words seen so far; only added to.
struct flip_item_words {
    pthread_mutex_t lock;
    int count;
    uint64_t hash[FLIP_ITEM_WORDS];
    char word[FLIP_ITEM_WORDS][FLIP_ITEM_WORD];
};

struct flip_items {
    int count;
    struct {
        uint16_t word, times;
    } item[FLIP_ITEMS];
};

/// What the seats that had an item came to.
struct flip_item_sum {
    uint64_t seats, times;
    uint64_t wins; /* in parts of FLIP_WIN */
    int64_t score; /* sum of their scores */
    /* Seats of one game have much in common, so spreads are taken over games: n of its seats had the item, with the scores y and the
       wins w; Y is the score of all its seats. */
    uint64_t game; /* the running one, counted from 1 */
    double n, y, w, all;
    double nn, ny, yy, nw, ww, n_all, y_all; /* sums of products over the games before it */
};

struct flip_item_words *flip_item_words_open(void);
void flip_item_words_close(struct flip_item_words *words);

/// Reads the game just played at the table of `playout`: one entry per seat, and after them one for the dealer's events.
int flip_items_read(struct flip_item_words *words, const struct flip_playout *playout, struct flip_items *out,
                    struct flip_error *error);

/// The most bytes that a seat's items take on their way to another process; words travel as they are.
enum { FLIP_ITEMS_PACKED = FLIP_WIRE_NUMBER + FLIP_ITEMS * (FLIP_ITEM_WORD + FLIP_WIRE_NUMBER) };
void flip_items_pack(struct flip_wire *wire, const struct flip_item_words *words, const struct flip_items *items);
void flip_items_unpack(struct flip_wire *wire, struct flip_item_words *words, struct flip_items *items);

#endif
