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

/* Sanitizers make a flick ten times as slow: of what the release build does in full, a sanitized one does a part, unless
   FLIPSIDE_LONG asks for all. */
static inline bool flicks_in_part(void) { return SANITIZED && !getenv("FLIPSIDE_LONG"); }

/* Of so many random games: the release build plays all of them, a sanitized one a third. */
static inline int games_of(int all) { return flicks_in_part() ? (all + 2) / 3 : all; }

/* What takes long and seldom finds what nothing else does: where nobody asks for it, as ./check --full does, it is skipped or done in part. */
static inline bool in_full(void) { return getenv("FLIPSIDE_FULL") || getenv("FLIPSIDE_LONG"); }

#endif
