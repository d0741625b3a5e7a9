/* Gets from an address to a seat. */
#include "faces/terminal/remote/parts.h"

#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* --- opening a distant table, and what the server then says of it unasked: scenes and the log --------------------------- */

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
    if (flip_wire_watch(remote->wire, remote->id, false, error) < 0)
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

static struct flip_remote *open_table(struct flip_wire *wire, const char *table, struct flip_error *error)
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

/* --- who we are ---------------------------------------------------------------------------------------------------------- */

static int cookie_place(const struct flip_wire *wire, char path[FLIP_PATH_SIZE], struct flip_error *error)
{
    char name[400];
    snprintf(name, sizeof name, "seats/%s", flip_wire_place(wire));
    return flip_files_data(name, path, error);
}

static void remember(const struct flip_wire *wire)
{
    char path[FLIP_PATH_SIZE];
    struct flip_error error;
    const char *cookie = flip_wire_cookie(wire);
    if (!cookie[0] || cookie_place(wire, path, &error) < 0)
        return; /* only this visit is forgotten */
    const mode_t old = umask(0077);
    flip_file_write(path, cookie, strlen(cookie), &error);
    umask(old);
}

static void recall(struct flip_wire *wire)
{
    char path[FLIP_PATH_SIZE];
    struct flip_error error;
    size_t length;
    char *cookie =
        cookie_place(wire, path, &error) == 0 && flip_files_there(path) ? flip_file_read(path, &length, &error) : NULL;
    if (cookie)
        flip_wire_set_cookie(wire, cookie);
    free(cookie);
}

/* Becomes a new guest, or another one for somebody who has a name. */
static int become(struct flip_wire *wire, const char *name, const char *from, struct flip_error *error)
{
    json_t *answer = NULL, *body = json_pack("{s:s, s:s*}", "name", name, "from", from);
    const int result = flip_wire_request(wire, from ? "/api/rename" : "/api/guest", body, &answer, error);
    json_decref(body);
    json_decref(answer);
    return result;
}

static int introduce(struct flip_wire *wire, const char *name, struct flip_error *error)
{
    json_t *me = NULL;
    recall(wire);
    if (flip_wire_request(wire, "/api/me", NULL, &me, error) < 0)
        return -1;
    const char *known = json_string_value(json_object_get(json_object_get(me, "person"), "name"));
    int result = 0;
    if (name && (!known || strcmp(name, known) != 0)) {
        result = become(wire, name, known, error);
    } else if (!known) {
        const char *user = getenv("USER");
        char guest[25];
        snprintf(guest, sizeof guest, "%.24s", user && user[0] ? user : "Guest");
        result = become(wire, guest, NULL, error);
        if (result < 0 && error->code == FLIP_ERROR_NAME_TAKEN) {
            snprintf(guest, sizeof guest, "Guest %d", (int)(time(NULL) % 100000));
            result = become(wire, guest, NULL, error);
        }
    }
    json_decref(me);
    if (result == 0)
        remember(wire);
    return result;
}

/* --- which table ----------------------------------------------------------------------------------------------------------- */

struct place {
    char table[64];
    int seat; /* -1: any free seat */
    char key[128];
};

static bool word_after(const char *url, const char *mark, char *out, size_t size)
{
    const char *found = strstr(url, mark);
    if (!found)
        return false;
    found += strlen(mark);
    const size_t length = strcspn(found, "/?#");
    if (length == 0 || length >= size)
        return false;
    memcpy(out, found, length);
    out[length] = '\0';
    return strspn(out, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~=") == length;
}

static int follow_invitation(struct flip_wire *wire, const char *invitation, struct place *place,
                             struct flip_error *error)
{
    char path[256];
    json_t *answer = NULL;
    snprintf(path, sizeof path, "/api/join/%s", invitation);
    if (flip_wire_request(wire, path, NULL, &answer, error) < 0)
        return -1;
    snprintf(place->table, sizeof place->table, "%s", string_of(at(answer, "table"), "id"));
    snprintf(place->key, sizeof place->key, "%s", string_of(answer, "key"));
    place->seat = int_of(answer, "seat");
    json_decref(answer);
    return 0;
}

static int find_place(struct flip_wire *wire, const char *url, struct place *place, struct flip_error *error)
{
    char invitation[200];
    *place = (struct place){.seat = -1};
    const char *path = strstr(url, "://");
    path = path ? path + 3 : url;
    if (word_after(path, "/t/", place->table, sizeof place->table))
        return 0;
    if (word_after(path, "/join/", invitation, sizeof invitation))
        return follow_invitation(wire, invitation, place, error);
    return flip_fail(error, FLIP_ERROR_USAGE,
                     "'%.120s' is not the address of a table. Copy it from the browser (…/t/…), take the link of an "
                     "invitation (…/join/…), or the server's own address for its lobby.",
                     url);
}

/* The server itself, or the page of its lobby. */
static bool is_lobby(const char *url)
{
    const char *host = strstr(url, "://"), *path = strchr(host ? host + 3 : url, '/');
    return !path || strcmp(path, "/") == 0 || strcmp(path, "/lobby") == 0;
}

/* The lobby's connection gets much that a table does not need, so the table gets its own. */
static int choose_place(struct flip_wire **wire, const struct flip_settings *settings, const struct flip_paint *paint,
                        bool ascii, struct place *place, struct flip_error *error)
{
    if (!is_lobby(settings->join))
        return find_place(*wire, settings->join, place, error) < 0 ? -1 : 1;
    *place = (struct place){.seat = -1};
    const int chosen = flip_lobby_choose(*wire, paint, ascii, place->table, error);
    if (chosen != 1)
        return chosen;
    flip_wire_close(*wire);
    if (!(*wire = flip_wire_open(settings->join, error)))
        return -1;
    recall(*wire);
    return 1;
}

/* --- sitting down ------------------------------------------------------------------------------------------------------------ */

/* The first free seat, or -1. */
static int free_seat(const struct flip_remote *remote)
{
    size_t i;
    json_t *seat;
    json_array_foreach((json_t *)at(table_of(remote), "seats"), i, seat)
        if (strcmp(string_of(seat, "kind"), "open") == 0)
            return (int)i;
    return -1;
}

/* Says who is still missing. */
static void tell_missing(const struct flip_remote *remote, struct flip_text *out)
{
    int missing = 0;
    size_t i;
    json_t *seat;
    json_array_foreach((json_t *)at(table_of(remote), "seats"), i, seat) {
        const char *kind = string_of(seat, "kind");
        missing += strcmp(kind, "open") == 0 || strcmp(kind, "link") == 0;
    }
    flip_text_add(out, "%s waits for %d more player%s.", remote->match.title, missing, missing == 1 ? "" : "s");
}

/* `key` is that of an invitation, or "". */
static int sit(struct flip_remote *remote, int seat, const char *key, struct flip_error *error)
{
    json_t *message = json_pack("{s:s, s:s, s:i, s:s}", "do", "sit", "table", remote->id, "seat", seat, "key", key);
    flip_wire_share(message);
    return remote_tell(remote, message, false, error);
}

static int take_seat(struct flip_remote *remote, const struct place *place, struct flip_error *error)
{
    if (remote->match.people || strcmp(flip_remote_status(remote), "waiting") != 0)
        return 0;
    const int seat = place->seat >= 0 ? place->seat : free_seat(remote);
    return seat < 0 ? 0 : sit(remote, seat, place->key, error);
}

/* 1: the game has begun; 0: the player did not want to wait. */
static int wait_for_players(struct flip_remote *remote, flip_join_wait wait, void *context)
{
    struct flip_match *match = &remote->match;
    struct flip_error error;
    while (strcmp(flip_remote_status(remote), "waiting") == 0) {
        char sentence[256];
        struct flip_text out = flip_text_in(sentence, sizeof sentence);
        tell_missing(remote, &out);
        if (!wait(context, sentence))
            return 0;
        match->calls->listen(match, false, &error);
    }
    return 1;
}

int flip_join(struct flip_match **match, const struct flip_settings *settings, const struct flip_paint *paint,
              flip_join_wait wait, void *context, struct flip_error *error)
{
    struct place place;
    struct flip_wire *wire = flip_wire_open(settings->join, error);
    int result = wire && introduce(wire, settings->name, error) == 0 ? 1 : -1;
    if (result == 1)
        result = choose_place(&wire, settings, paint, settings->ascii || !flip_words_locale_utf8(), &place, error);
    if (result != 1) {
        flip_wire_close(wire);
        return result;
    }
    struct flip_remote *remote = open_table(wire, place.table, error);
    if (!remote)
        return -1;
    *match = &remote->match;
    result = take_seat(remote, &place, error) < 0 ? -1 : wait_for_players(remote, wait, context);
    if (result != 1) {
        (*match)->calls->close(*match);
        *match = NULL;
    }
    return result;
}
