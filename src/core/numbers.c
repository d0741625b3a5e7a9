/* The bits of all bytes as numbers. */
#include "core/numbers.h"

#define BITS(n)                                                                                                        \
    {                                                                                                                  \
        (n) & 1, (n) >> 1 & 1, (n) >> 2 & 1, (n) >> 3 & 1, (n) >> 4 & 1, (n) >> 5 & 1, (n) >> 6 & 1, (n) >> 7 & 1      \
    }
#define FOUR(n)       BITS(n), BITS((n) + 1), BITS((n) + 2), BITS((n) + 3)
#define SIXTEEN(n)    FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
#define SIXTY_FOUR(n) SIXTEEN(n), SIXTEEN((n) + 16), SIXTEEN((n) + 32), SIXTEEN((n) + 48)

const float flip_eight[256][8] = {SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128), SIXTY_FOUR(192)};
