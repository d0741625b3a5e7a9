/*
 * The daily challenge: one seed per day for every game, made from the server's secret, so that everybody has the same cards and nobody
 * knows them before. Everybody has one counted try; whether it counts is found out from its record alone.
 */
#include "server/results/daily.h"

#include "server/loop/failure.h"
#include "server/rooms/days.h"
#include "server/rooms/room.h"
#include "server/rooms/room_store.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- seeds --------------------------------------------------------------------------------------------------- */

void daily_seed(const unsigned char secret[STORE_SECRET_BYTES], const char *game, const char *day,
                unsigned char seed[FLIP_SEED_BYTES])
{
    char words[96];
    const int length = snprintf(words, sizeof words, "daily challenge|%s|%s", game, day);
    crypto_auth_hmacsha256(seed, (const unsigned char *)words, (unsigned long long)length, secret);
}

/* --- does a try count? -------------------------------------------------------------------------------------------------- */

/* The record as it is kept, from its first card to its last: the cards follow from the seed, the moves are legal, the score is the
   one that the table says. */
static bool record_holds(struct store *store, const struct outcome *outcome, struct flip_error *error)
{
    json_t *record = room_stored_record(store, outcome->room, error);
    char *text = record ? json_dumps(record, JSON_COMPACT) : NULL;
    json_decref(record);
    struct flip_table *table = text && flip_record_verify(text, strlen(text), error) == 0
                                   ? flip_record_load(text, strlen(text), FLIP_ALL_STEPS, error)
                                   : NULL;
    free(text);
    if (!table)
        return false;
    struct flip_result again;
    flip_table_result(table, &again);
    const bool same = again.over && again.score[0] == outcome->result.score[0];
    flip_table_close(table);
    return same;
}

void daily_bot_name(int level, char out[DAILY_BOT]) { snprintf(out, DAILY_BOT, "bot %d", level); }

const char daily_known_here[] = "Somebody else had taken today's try on this device before.";

static const char *why_not(struct store *store, const unsigned char secret[STORE_SECRET_BYTES],
                           const struct outcome *outcome, struct flip_error *error)
{
    const struct room *room = outcome->room;
    unsigned char seed[FLIP_SEED_BYTES];
    const int64_t end = day_end(room->daily);
    daily_seed(secret, room->game->id, room->daily, seed);
    if (sodium_memcmp(seed, room->seed, sizeof seed) != 0)
        return "These are not the cards of that day.";
    if (room->created < end - DAY_MS || outcome->finished >= end)
        return "It was not played to the end before the day was over.";
    if (room->seats[0].helped || (room->seats[0].kind == SEAT_BOT && (room->seats[0].left[0] || room->seats[0].former)))
        return "A bot has helped.";
    if (room->cards_known)
        return daily_known_here;
    if (!record_holds(store, outcome, error))
        return "Its record does not replay to this result.";
    return NULL;
}

int derive_daily(struct store *store, const unsigned char secret[STORE_SECRET_BYTES], const struct outcome *outcome,
                 struct flip_error *error)
{
    const struct room *room = outcome->room;
    char bot[DAILY_BOT];
    const bool bots_own = room->seats[0].kind == SEAT_BOT && !room->seats[0].left[0] && !room->seats[0].former;
    daily_bot_name(room->seats[0].level, bot);
    const char *person = bots_own ? bot : room->seats[0].person;
    if (!room->daily[0] || !person[0])
        return 0;
    struct flip_error reason = {0};
    const char *why = why_not(store, secret, outcome, &reason);
    if (server_failure(&reason)) {
        *error = reason;
        return -1;
    }
    const struct store_try outcome_of = {.day = room->daily,
                                         .game = room->game->id,
                                         .person = person,
                                         .table = room->id,
                                         .counted = why == NULL,
                                         .why = why,
                                         .score = outcome->result.score[0],
                                         .value = outcome->value[0],
                                         .time = outcome->finished};
    return store_daily_outcome(store, &outcome_of, error);
}
