/* What a seat knows as a row of numbers around 0 … 1, for learners: a game's `observe` writes one. */
#ifndef FLIPSIDE_CORE_NUMBERS_H
#define FLIPSIDE_CORE_NUMBERS_H

/// Room for `cap` numbers; `count` tells how many there are, also where they do not fit.
struct flip_numbers {
    float *out;
    int cap, count;
};

static inline void flip_numbers_add(struct flip_numbers *numbers, int value, int scale)
{
    if (numbers->count < numbers->cap)
        numbers->out[numbers->count] = (float)value / (float)scale;
    numbers->count++;
}

#endif
