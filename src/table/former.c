/* The former names of functions, for programs that were compiled with them. */
#include <flipside/draw.h>

struct flip_seed_draw flip_draw_fresh(void) { return flip_seed_draw_fresh(); }

const char *flip_drawn_word(enum flip_seed_how how) { return flip_seed_how_word(how); }

enum flip_seed_how flip_drawn_named(const char *word) { return flip_seed_how_named(word); }

void flip_draw_seed(const struct flip_seed_draw *draw, int seats, unsigned char seed[FLIP_SEED_BYTES])
{
    flip_seed_draw_seed(draw, seats, seed);
}

void flip_draw_commitment(const struct flip_seed_draw *draw, const unsigned char seed[FLIP_SEED_BYTES],
                          char hex[FLIP_HEX_SIZE])
{
    flip_seed_draw_commitment(draw, seed, hex);
}

void flip_draw_words(const struct flip_seed_draw *draw, int seats, char out[FLIP_SEED_DRAW_WORDS])
{
    flip_seed_draw_words(draw, seats, out);
}

const struct flip_seed_draw *flip_table_drawn(const struct flip_table *table) { return flip_table_seed_draw(table); }
