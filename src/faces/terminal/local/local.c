/* Opening and resuming games. */
#include "faces/terminal/local/parts.h"

#include "core/file.h"
#include "table/table.h"

#include <flipside/record.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int flip_local_place(const struct flip_settings *settings, char path[FLIP_PATH_SIZE], struct flip_error *error)
{
    if (settings->save) {
        if (strlen(settings->save) >= FLIP_PATH_SIZE)
            return flip_fail(error, FLIP_ERROR_NO_FILE, "The path after --save is too long.");
        snprintf(path, FLIP_PATH_SIZE, "%s", settings->save);
        return 0;
    }
    char name[64];
    snprintf(name, sizeof name, "%s.json", settings->game->id);
    return flip_files_data(name, path, error);
}

/* --- opening --------------------------------------------------------------------------------------------------------- */

/* Bots are seeded from the public commitment, never from the secret seed: so --seed repeats a game, and bots learn
   nothing about cards to come. */
static void seat_players(struct local *local, const struct flip_player *players)
{
    char hex[FLIP_HEX_SIZE];
    flip_seed_draw_commitment(&local->table->seed_draw, local->table->dealer.seed, hex);
    hex[16] = '\0';
    const uint64_t common = strtoull(hex, NULL, 16);
    for (int seat = 0; seat < local->table->seats; seat++) {
        local->players[seat] = players[seat];
        local->players[seat].think.manner = common + (uint64_t)seat;
        flip_player_seed(&local->players[seat], common + (uint64_t)seat + ((uint64_t)local->table->step_count << 8));
        if (players[seat].kind == FLIP_PLAYER_YOU)
            local->match.people |= FLIP_BIT(seat);
        local->match.programs |= players[seat].kind == FLIP_PLAYER_EXEC;
    }
}

static struct local *new_local(struct flip_error *error)
{
    struct local *local = calloc(1, sizeof *local);
    if (!local)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the table.");
    else
        local->match.calls = &local_calls;
    return local;
}

int local_sit(struct local *local, const struct flip_player *players, struct flip_error *error)
{
    struct flip_match *match = &local->match;
    const struct flip_table *table = local->table;
    local->known = calloc(1, table->game->state_size);
    local->tried = calloc(1, table->game->state_size);
    if (!local->known || !local->tried)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to list the moves.");
    snprintf(match->game, sizeof match->game, "%s", table->game->id);
    snprintf(match->title, sizeof match->title, "%s", table->game->title);
    match->points = !table->game->no_points;
    match->seats = table->seats;
    match->steps = table->step_count;
    memcpy(match->names, table->names, sizeof match->names);
    flip_seed_draw_commitment(&table->seed_draw, table->dealer.seed, match->commitment);
    flip_seed_hex(table->dealer.seed, match->seed);
    flip_seed_draw_words(&table->seed_draw, table->seats, match->drawn);
    seat_players(local, players);
    return 0;
}

/* Before the first card, since a program that cannot be started gets no seat. */
static int try_programs(const struct flip_deal *deal, struct flip_error *error)
{
    struct flip_table_def def = deal->def;
    unsigned char seed[FLIP_SEED_BYTES] = {0}; /* its cards reveal nothing about those to come */
    def.seed = seed;
    for (int seat = 0; seat < def.seats; seat++)
        if (flip_player_try(&deal->players[seat], &def, seat, error) < 0)
            return -1;
    return 0;
}

struct flip_match *flip_local_begin(const struct flip_deal *deal, const struct flip_settings *settings,
                                    struct flip_error *error)
{
    struct local *local = new_local(error);
    if (!local)
        return NULL;
    local->fixed_place = settings->save != NULL;
    memcpy(local->seats, deal->seats, sizeof local->seats);
    if (flip_local_place(settings, local->match.running, error) < 0 || try_programs(deal, error) < 0 ||
        !(local->table = flip_table_open(&deal->def, error)) || local_sit(local, deal->players, error) < 0) {
        local_calls.close(&local->match);
        return NULL;
    }
    local_keep(local);
    return &local->match;
}

/* The players come from --seats, or from the record; a record from elsewhere has only names, and then you play seat 0
   and bots the rest. */
static int resumed_seats(struct local *local, const char *text, size_t length, const struct flip_settings *settings,
                         struct flip_player *players, struct flip_error *error)
{
    json_t *root = json_loadb(text, length, 0, NULL);
    const char *kept = json_string_value(json_object_get(root, "players"));
    if (settings->seats[0]) {
        snprintf(local->seats, sizeof local->seats, "%s", settings->seats);
    } else if (kept && strlen(kept) < sizeof local->seats) {
        snprintf(local->seats, sizeof local->seats, "%s", kept);
    } else {
        struct flip_text out = flip_text_in(local->seats, sizeof local->seats);
        flip_text_add(&out, "you");
        for (int seat = 1; seat < local->table->seats; seat++)
            flip_text_add(&out, ",bot3");
    }
    json_decref(root);
    const int count = flip_players_parse(local->seats, players, FLIP_MAX_SEATS, error);
    if (count < 0)
        return -1;
    if (count != local->table->seats)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                         "The kept game has %d seats and '%.100s' names %d: say --seats anew.", local->table->seats,
                         local->seats, count);
    return 0;
}

struct flip_match *flip_local_resume(const char *path, const struct flip_settings *settings, struct flip_error *error)
{
    size_t length;
    struct flip_player players[FLIP_MAX_SEATS];
    struct local *local = new_local(error);
    char *text = local ? flip_file_read(path, &length, error) : NULL;
    if (!text || !(local->table = flip_record_load(text, length, FLIP_ALL_STEPS, error)) ||
        resumed_seats(local, text, length, settings, players, error) < 0 || local_sit(local, players, error) < 0)
        goto err;
    free(text);
    /* It stays in its file unless --save names another. */
    snprintf(local->match.running, sizeof local->match.running, "%s", settings->save ? settings->save : path);
    local->fixed_place = settings->save || settings->load;
    if (flip_table_turn(local->table))
        local_keep(local);
    else
        snprintf(local->match.finished, sizeof local->match.finished, "%s", path);
    return &local->match;
err:
    free(text);
    if (local)
        local_calls.close(&local->match);
    return NULL;
}
