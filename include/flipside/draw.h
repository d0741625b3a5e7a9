/*
 * The former names of flipside/seed_draw.h, for programs that were written with them. A new program uses those of
 * seed_draw.h and table.h: here "draw" means the seed, everywhere else a picture.
 */
#ifndef FLIPSIDE_DRAW_H
#define FLIPSIDE_DRAW_H

#include <flipside/seed_draw.h>
#include <flipside/table.h>

FLIP_API_BEGIN

#define flip_draw           flip_seed_draw
#define flip_drawn          flip_seed_how
#define FLIP_DRAW_DAY       FLIP_SEED_DRAW_DAY
#define FLIP_DRAW_WORDS     FLIP_SEED_DRAW_WORDS
#define FLIP_DRAWN_UNTOLD   FLIP_SEED_UNTOLD
#define FLIP_DRAWN_TOGETHER FLIP_SEED_TOGETHER
#define FLIP_DRAWN_NAMED    FLIP_SEED_NAMED
#define FLIP_DRAWN_DAILY    FLIP_SEED_DAILY

struct flip_seed_draw flip_draw_fresh(void);
const char *flip_drawn_word(enum flip_seed_how how);
enum flip_seed_how flip_drawn_named(const char *word);
void flip_draw_seed(const struct flip_seed_draw *draw, int seats, unsigned char seed[FLIP_SEED_BYTES]);
void flip_draw_commitment(const struct flip_seed_draw *draw, const unsigned char seed[FLIP_SEED_BYTES],
                          char hex[FLIP_HEX_SIZE]);
void flip_draw_words(const struct flip_seed_draw *draw, int seats, char out[FLIP_SEED_DRAW_WORDS]);
const struct flip_seed_draw *flip_table_drawn(const struct flip_table *table);

FLIP_API_END

#endif
