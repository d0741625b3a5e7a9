/* Opening a distant table, and what the server then says of it unasked: scenes and the log. */
#include "terminal/remote_parts.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void name_seats(struct flip_remote *remote)
{
    struct flip_match *match = &remote->match;
    const json_t *seats = at(table_of(remote), "seats");
    const size_t count = json_array_size(seats);
    match->people = remote_seats(at(remote->scene, "mine"));
    match->seats = count < FLIP_MAX_SEATS ? (int)count : FLIP_MAX_SEATS;
    for (int seat = 0; seat < match->seats; seat++) {
        const char *name = string_of(json_array_get(seats, (size_t)seat), "name");
        const bool you = flip_set_has(match->people, seat) && flip_set_count(match->people) == 1;
        snprintf(match->names[seat], sizeof match->names[seat], "%.39s", you ? "You" : name[0] ? name : "a free seat");
    }
}

/* "keep the first log_from entries of the log you have, drop the rest, append log" */
static void extend_log(struct flip_remote *remote, const json_t *scene)
{
    const json_t *from = at(scene, "log_from");
    const size_t kept = json_is_integer(from) ? (size_t)json_integer_value(from) : 0;
    if ((int)kept < remote->told_from)
        remote->told_from = (int)kept;
    while (json_array_size(remote->log) > kept)
        json_array_remove(remote->log, json_array_size(remote->log) - 1);
    json_array_extend(remote->log, (json_t *)at(scene, "log"));
    remote->match.steps = (int)json_array_size(remote->log);
}

static void take_seed(struct flip_remote *remote)
{
    struct flip_match *match = &remote->match;
    const json_t *table = table_of(remote);
    snprintf(match->commitment, sizeof match->commitment, "%s", string_of(table, "commitment"));
    snprintf(match->seed, sizeof match->seed, "%s", string_of(table, "seed"));
    snprintf(match->drawn, sizeof match->drawn, "%s", string_of(at(table, "deal"), "words"));
}

static void take_push(void *context, json_t *message)
{
    struct flip_remote *remote = context;
    struct flip_match *match = &remote->match;
    flip_social_hear(&remote->social, message, remote->news);
    if (strcmp(string_of(message, "push"), "error") == 0 && strcmp(string_of(message, "table"), remote->id) == 0)
        snprintf(match->said, sizeof match->said, "%s", string_of(message, "message"));
    if (strcmp(string_of(message, "push"), "scene") != 0 ||
        strcmp(string_of(at(message, "table"), "id"), remote->id) != 0)
        return;
    json_decref(remote->scene);
    remote->scene = json_incref(message);
    remote->version++;
    remote->heard = true;
    match->said[0] = '\0';
    extend_log(remote, message);
    name_seats(remote);
    snprintf(match->title, sizeof match->title, "%s", string_of(table_of(remote), "title"));
    snprintf(match->game, sizeof match->game, "%s", string_of(table_of(remote), "game"));
    const struct flip_game *game = flip_game_named(match->game);
    match->points = !game || !game->no_points;
    take_seed(remote);
    remote_hear(remote);
}

/* --- opening ----------------------------------------------------------------------------------------------------------- */

/* Waits for the first scene. */
static int watch(struct flip_remote *remote, struct flip_error *error)
{
    json_t *answer = NULL;
    char path[96];
    snprintf(path, sizeof path, "/api/tables/%.63s", remote->id);
    if (flip_wire_request(remote->wire, path, NULL, &answer, error) < 0)
        return -1;
    json_decref(answer);
    if (flip_wire_connect(remote->wire, take_push, remote, error) < 0)
        return -1;
    flip_social_begin(remote->wire);
    if (flip_wire_ask(remote->wire, json_pack("{s:s, s:b}", "do", "friends", "on", 1), NULL, error) < 0)
        return -1;
    if (flip_wire_watch(remote->wire, remote->id, error) < 0)
        return -1;
    for (int tries = 0; !remote->scene && !remote->match.said[0] && tries < 1000; tries++) {
        flip_wire_listen(remote->wire);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return remote->scene
               ? 0
               : flip_fail(error, FLIP_ERROR_OFFLINE, "%s",
                           remote->match.said[0] ? remote->match.said : "The server does not show the table.");
}

struct flip_remote *flip_remote_open(struct flip_wire *wire, const char *table, struct flip_error *error)
{
    struct flip_remote *remote = calloc(1, sizeof *remote);
    if (!remote || !(remote->log = json_array()) || !(remote->news = json_array())) {
        if (remote)
            json_decref(remote->log);
        free(remote);
        flip_wire_close(wire);
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the table.");
        return NULL;
    }
    remote->wire = wire;
    remote->match.calls = &remote_calls;
    remote->match.distant = remote->match.busy = true;
    snprintf(remote->id, sizeof remote->id, "%s", table);
    if (watch(remote, error) == 0)
        return remote;
    remote_calls.close(&remote->match);
    return NULL;
}

struct flip_match *flip_remote_match(struct flip_remote *remote) { return &remote->match; }
