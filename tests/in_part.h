/* How much a test does. */
#ifndef FLIPSIDE_TESTS_IN_PART_H
#define FLIPSIDE_TESTS_IN_PART_H

#include <stdbool.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED true
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

/* A part is done unless FLIPSIDE_FULL asks for more (./check --full). Sanitizers make a flick ten times as slow: there only FLIPSIDE_LONG
   (./check --long) asks for all. */
static inline bool flicks_in_part(void) { return !getenv("FLIPSIDE_LONG") && (SANITIZED || !getenv("FLIPSIDE_FULL")); }

/* Of so many random games: all of them, or a third. */
static inline int games_of(int all) { return flicks_in_part() ? (all + 2) / 3 : all; }

#endif
