/*
 * The parts of a score, as a game's breakdown names them. The simulator does not know the names: it reads them from the
 * first games and keeps them as small numbers, so that a game's parts fit into a few words.
 */
#ifndef FLIPSIDE_SIM_PARTS_H
#define FLIPSIDE_SIM_PARTS_H

#include "sim/playout.h"

#include <pthread.h>
#include <stdatomic.h>

enum { FLIP_PARTS = 16, FLIP_WORDS = 250, FLIP_WORD_SIZE = 48, FLIP_NO_WORD = 255, FLIP_PART_SCALE = 1000 };

/// All words seen so far. Words are only added, so reading needs no lock.
struct flip_words {
    pthread_mutex_t lock;
    atomic_int count;
    char word[FLIP_WORDS][FLIP_WORD_SIZE];
};

/// "roads": 18, or "won_by": "points".
struct flip_part {
    uint8_t name;  /* a word's number */
    uint8_t word;  /* the value if it is a word, else FLIP_NO_WORD */
    int64_t value; /* in thousandths: sums of whole numbers do not depend on their order */
};

struct flip_parts {
    int count;
    struct flip_part part[FLIP_PARTS];
};

void flip_words_open(struct flip_words *words);
void flip_words_close(struct flip_words *words);
/// The number of a word, added if it is new; FLIP_NO_WORD when there is no room.
uint8_t flip_words_number(struct flip_words *words, const char *word);

/// Reads a seat's breakdown of the game just played. More than FLIP_PARTS parts: the first ones.
void flip_parts_read(struct flip_words *words, const struct flip_playout *playout, int seat, struct flip_parts *out);
/// The same from JSON text; what is no object gives no parts. Objects in it give names with dots.
void flip_parts_parse(struct flip_words *words, const char *json, struct flip_parts *out);

#endif
