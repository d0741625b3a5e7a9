/* Deriving everything that follows from a finished game, and the daily challenge. */
#include "server/results/results.h"

#include "server/loop/loop.h"
#include "server/rooms/rooms.h"
#include "table/table.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static int derive_daily(struct store *store, const unsigned char secret[STORE_SECRET_BYTES],
                        const struct outcome *outcome, struct flip_error *error)
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

/* --- results ------------------------------------------------------------------------------------------------------ */

enum { MOST_BOOKS = 16 };

/* The table's own order: winners, then points. Whoever left or ran out of time comes after all who played to the end: what a bot played in
   their place counts for nothing. */
static bool stands_before(const struct outcome *outcome, int a, int b)
{
    if (seat_given_up(&outcome->room->seats[a]) || seat_given_up(&outcome->room->seats[b]))
        return compare_seats(outcome, a, b) > 0;
    const bool a_won = flip_set_has(outcome->result.winners, a), b_won = flip_set_has(outcome->result.winners, b);
    return a_won != b_won ? a_won : outcome->result.score[a] > outcome->result.score[b];
}

/* Those who have won at the table and played to the end; if none of these have, the first of those who did. */
static flip_set winners_of(const struct outcome *outcome)
{
    flip_set won = 0, first = 0;
    for (int i = 0; i < outcome->room->seat_count; i++) {
        if (seat_given_up(&outcome->room->seats[i]))
            continue;
        won |= outcome->result.winners & FLIP_BIT(i);
        first |= outcome->place[i] == 1 ? FLIP_BIT(i) : 0;
    }
    const bool nobody = outcome->result.winners == 0; /* lost by all, as alone or together */
    return won || nobody ? won : first;
}

/* Read once: there are as many as games. */
static const json_t *book_of(const struct flip_game *game)
{
    static struct {
        const struct flip_game *game;
        json_t *book;
    } kept[MOST_BOOKS];
    int i = 0;
    while (i < MOST_BOOKS - 1 && kept[i].game && kept[i].game != game)
        i++;
    if (kept[i].game != game || !kept[i].book) {
        json_decref(kept[i].book);
        kept[i].game = game;
        kept[i].book = achievements_of(game);
    }
    return kept[i].book;
}

static int look_at(struct outcome *outcome, const struct room *room, int64_t finished, struct flip_error *error)
{
    *outcome = (struct outcome){.room = room, .finished = finished, .book = book_of(room->game)};
    flip_table_result(room->table, &outcome->result);
    outcome->time = room->table->steps[room->table->step_count - 1].time;
    if (!(outcome->facts = facts_shared(room, error)))
        return -1;
    for (int seat = 0; seat < room->seat_count; seat++) {
        outcome->place[seat] = 1;
        for (int other = 0; other < room->seat_count; other++)
            outcome->place[seat] += stands_before(outcome, other, seat);
    }
    outcome->won = winners_of(outcome);
    for (int seat = 0; seat < room->seat_count; seat++) {
        outcome->own[seat] = facts_of(outcome, seat);
        outcome->value[seat] = measured(outcome->book, outcome->own[seat], outcome->result.score[seat]);
    }
    return 0;
}

static void look_away(struct outcome *outcome)
{
    for (int seat = 0; seat < outcome->room->seat_count; seat++)
        json_decref(outcome->own[seat]);
    json_decref(outcome->facts);
}

/* --- results ---------------------------------------------------------------------------------------------------------- */

static int derive_results(struct store *store, const struct outcome *outcome, struct flip_error *error)
{
    const struct room *room = outcome->room;
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        const bool gone = seat_given_up(seat);
        const char *person = seat->kind == SEAT_PERSON ? seat->person : seat->left;
        const struct store_result row = {.table = room->id,
                                         .game = room->game->id,
                                         .person = person[0] ? person : NULL,
                                         .name = seat->name,
                                         .daily = room->daily,
                                         .seat = i,
                                         .seats = room->seat_count,
                                         .level = seat->kind == SEAT_BOT ? seat->level : 0,
                                         .score = outcome->result.score[i],
                                         .value = outcome->value[i],
                                         .place = outcome->place[i],
                                         .won = flip_set_has(outcome->won, i),
                                         .gone = gone,
                                         .helped = seat->helped,
                                         .time = outcome->finished};
        if (store_result_put(store, &row, error) < 0)
            return -1;
    }
    return 0;
}

/* Where nobody played to the end, bots have played by themselves. */
static bool anybody_played(const struct room *room)
{
    for (int i = 0; i < room->seat_count; i++)
        if (!seat_given_up(&room->seats[i]))
            return true;
    return false;
}

int derive(struct store *store, const unsigned char secret[STORE_SECRET_BYTES], const struct room *room,
           int64_t finished, achievement_teller *tell, void *context, struct flip_error *error)
{
    struct outcome outcome;
    if (room->own_edition ||
        room->kind == ROOM_ARCHIVE) /* it can be made as easy as one likes, or its cards are known */
        return 0;
    if (!anybody_played(room))
        return 0;
    const int status = look_at(&outcome, room, finished, error) < 0 || derive_results(store, &outcome, error) < 0 ||
                               derive_ratings(store, &outcome, error) < 0 ||
                               derive_daily(store, secret, &outcome, error) < 0 ||
                               derive_achievements(store, &outcome, tell, context, error) < 0 ||
                               derive_labels(store, &outcome, error) < 0
                           ? -1
                           : 0;
    look_away(&outcome);
    return status;
}

int label_room(struct store *store, const struct room *room, struct flip_error *error)
{
    struct outcome outcome;
    const int status = look_at(&outcome, room, 0, error) < 0 || derive_labels(store, &outcome, error) < 0 ? -1 : 0;
    look_away(&outcome);
    return status;
}

/* --- making everything anew ------------------------------------------------------------------------------------------- */

struct finished_game {
    char id[STORE_ID];
    int64_t finished;
};

struct anew {
    struct finished_game *games;
    int count, room;
};

static int collect_over(void *context, const struct store_table *row)
{
    struct anew *anew = context;
    if (row->status != STORE_OVER)
        return 0;
    if (!array_grow(&anew->games, anew->count, &anew->room, sizeof *anew->games))
        return -1;
    struct finished_game *game = &anew->games[anew->count++];
    memcpy(game->id, row->id, sizeof game->id);
    game->finished = row->finished;
    return 0;
}

static int by_end(const void *a, const void *b)
{
    const struct finished_game *first = a, *second = b;
    if (first->finished != second->finished)
        return first->finished < second->finished ? -1 : 1;
    return strcmp(first->id, second->id);
}

/* Games from before there was an order get the time of their last step. */
static int find_ends(struct store *store, struct anew *anew, struct derive_report *report, struct flip_error *error)
{
    for (int i = 0; i < anew->count; i++) {
        struct finished_game *game = &anew->games[i];
        struct room *room = NULL;
        if (game->finished)
            continue;
        if (room_load(store, game->id, &room, error) == 1 && room->table)
            game->finished = room->table->steps[room->table->step_count - 1].time;
        else if (server_failure(error))
            return -1;
        else
            report->broken(report->context, game->id, error->message);
        room_discard(room);
    }
    if (anew->count > 0)
        qsort(anew->games, (size_t)anew->count, sizeof *anew->games, by_end);
    for (int i = 1; i < anew->count; i++)
        if (anew->games[i].finished && anew->games[i].finished <= anew->games[i - 1].finished)
            anew->games[i].finished = anew->games[i - 1].finished + 1;
    return 0;
}

static int derive_one(struct store *store, const unsigned char *secret, const struct finished_game *game,
                      struct flip_error *error)
{
    struct room *room = NULL;
    if (room_load(store, game->id, &room, error) < 1)
        return -1;
    int status = room->table && flip_table_turn(room->table) == 0
                     ? 0
                     : flip_fail(error, FLIP_ERROR_BAD_RECORD, "the record is not that of a finished game");
    if (status == 0)
        status = store_table_finish(store, game->id, game->finished, error);
    if (status == 0)
        status = derive(store, secret, room, game->finished, NULL, NULL, error);
    room_discard(room);
    return status;
}

int derive_all(struct store *store, struct derive_report *report, struct flip_error *error)
{
    struct anew anew = {0};
    unsigned char secret[STORE_SECRET_BYTES];
    int status = store_secret(store, secret, error) < 0 || store_derived_clear(store, error) < 0 ||
                         store_tables_all(store, collect_over, &anew, error) < 0 ||
                         find_ends(store, &anew, report, error) < 0
                     ? -1
                     : 0;
    for (int i = 0; i < anew.count && status == 0; i++) {
        if (!anew.games[i].finished)
            continue;
        if (derive_one(store, secret, &anew.games[i], error) == 0)
            report->games++;
        else if (server_failure(error))
            status = -1;
        else
            report->broken(report->context, anew.games[i].id, error->message);
    }
    free(anew.games);
    return status < 0 ? -1 : store_derived_put(store, error);
}
