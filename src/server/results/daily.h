/* The daily challenge: its cards, and whether a try counts. */
#ifndef FLIPSIDE_SERVER_RESULTS_DAILY_H
#define FLIPSIDE_SERVER_RESULTS_DAILY_H

#include "server/results/outcome.h"

enum { DAILY_BOT = 16 };

/// Under which name the try of a bot of that level is kept.
void daily_bot_name(int level, char out[DAILY_BOT]);

int derive_daily(struct store *store, const unsigned char secret[STORE_SECRET_BYTES], const struct outcome *outcome,
                 struct flip_error *error);

/// The seed of a day's challenge: nobody can predict it without the server's secret.
void daily_seed(const unsigned char secret[STORE_SECRET_BYTES], const char *game, const char *day,
                unsigned char seed[FLIP_SEED_BYTES]);

/// Why a try does not count if its cards were seen on the same device before.
extern const char daily_known_here[];

#endif
