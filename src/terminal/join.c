/* From an address to a seat. */
#include "terminal/join.h"

#include "core/file.h"
#include "terminal/lobby.h"
#include "terminal/remote.h"
#include "terminal/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

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
        return; /* then this visit is forgotten, and nothing worse */
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

/* Somebody new, or, for one who has a name, another one. */
static int become(struct flip_wire *wire, const char *name, const char *from, struct flip_error *error)
{
    json_t *answer = NULL, *wish = json_pack("{s:s, s:s*}", "name", name, "from", from);
    const int result = flip_wire_request(wire, from ? "/api/rename" : "/api/guest", wish, &answer, error);
    json_decref(wish);
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
    int seat; /* -1: any that is free */
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
    const char *table = json_string_value(json_object_get(json_object_get(answer, "table"), "id"));
    const char *key = json_string_value(json_object_get(answer, "key"));
    snprintf(place->table, sizeof place->table, "%s", table ? table : "");
    snprintf(place->key, sizeof place->key, "%s", key ? key : "");
    place->seat = (int)json_integer_value(json_object_get(answer, "seat"));
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

/* The line of the lobby hears much that a table does not need: the table gets a line of its own. */
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

static int take_seat(struct flip_remote *remote, const struct place *place, struct flip_error *error)
{
    if (flip_remote_match(remote)->people || strcmp(flip_remote_status(remote), "waiting") != 0)
        return 0;
    const int seat = place->seat >= 0 ? place->seat : flip_remote_free_seat(remote);
    return seat < 0 ? 0 : flip_remote_sit(remote, seat, place->key, error);
}

/* 1: the game has begun; 0: nobody wanted to wait. */
static int wait_for_players(struct flip_remote *remote, flip_join_wait wait, void *context)
{
    struct flip_match *match = flip_remote_match(remote);
    struct flip_error error;
    while (strcmp(flip_remote_status(remote), "waiting") == 0) {
        char sentence[256];
        struct flip_text out = flip_text_in(sentence, sizeof sentence);
        flip_remote_missing(remote, &out);
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
    struct flip_remote *remote = flip_remote_open(wire, place.table, error);
    if (!remote)
        return -1;
    *match = flip_remote_match(remote);
    result = take_seat(remote, &place, error) < 0 ? -1 : wait_for_players(remote, wait, context);
    if (result != 1) {
        (*match)->calls->close(*match);
        *match = NULL;
    }
    return result;
}
