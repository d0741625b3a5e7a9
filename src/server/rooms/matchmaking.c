/* Quick match: see matchmaking.h. */
#include "server/rooms/matchmaking.h"

#include "server/loop/commit.h"
#include "server/loop/failure.h"
#include "server/loop/now.h"
#include "server/loop/server.h"
#include "server/net/outbox.h"
#include "server/people/client.h"
#include "server/people/people.h"
#include "server/rooms/room.h"
#include "server/rooms/room_make.h"
#include "server/rooms/room_seats.h"
#include "server/rooms/rooms.h"

#include <flipside/bot.h>
#include <flipside/game.h>
#include <flipside/json.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAIR_EVERY_MS = 1000,
    TELL_EVERY_MS = 3000,
    BOT_AFTER_MS = 15000,
    NEAR = 100,   /* so far apart two ratings may be at once */
    WIDENING = 15 /* and so much further after each second */
};

static const struct pace {
    const char *name, *clock;
} paces[] = {
    {"quick", "{\"kind\":\"bank\",\"seconds\":300,\"extra\":5}"},
    {"steady", "{\"kind\":\"bank\",\"seconds\":900,\"extra\":10}"},
    {"days", "{\"kind\":\"move\",\"seconds\":86400}"},
};

struct seek {
    const struct flip_game *game;
    const struct pace *pace;
    double rating;
    int64_t since, told;
    char table[STORE_ID]; /* that was made for it, in this turn of the loop */
};

/* --- beginning and end ------------------------------------------------------------------------------------------------- */

static const struct pace *pace_named(const char *name)
{
    for (size_t i = 0; i < sizeof paces / sizeof *paces; i++)
        if (strcmp(paces[i].name, name) == 0)
            return &paces[i];
    return NULL;
}

int seek_begin(struct server *server, struct client *client, const struct flip_game *game, const char *pace,
               struct flip_error *error)
{
    const struct store_person *person = &client->present->person;
    const struct pace *wanted = pace_named(pace);
    struct store_rating rating = {.rating = 1500};
    if (!wanted)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "The pace is 'quick', 'steady' or 'days'.");
    if (!game || game->max_seats < 2)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no such game for two here.");
    if (person->owner[0])
        return flip_fail(error, FLIP_ERROR_PROGRAM, "Quick match is for people. Programs are challenged.");
    if (room_check_limit(server, person->id, error) < 0 ||
        store_rating_get(server->store, game->id, person->id, &rating, error) < 0)
        return -1;
    const bool more = !client->seek;
    if (more && !(client->seek = calloc(1, sizeof *client->seek)))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    server->rooms->seeking += more;
    *client->seek = (struct seek){.game = game, .pace = wanted, .rating = rating.rating, .since = steady_ms()};
    server->rooms->seeks_changed = true;
    return 0;
}

void seek_end(struct server *server, struct client *client)
{
    server->rooms->seeking -= client->seek != NULL;
    free(client->seek);
    client->seek = NULL;
}

/* --- pairing ----------------------------------------------------------------------------------------------------------- */

static double reach(const struct seek *seek, int64_t now)
{
    return NEAR + WIDENING * (double)((now - seek->since) / 1000);
}

static bool searching(const struct client *client)
{
    return client->seek && !client->seek->table[0] && !client->socket.closing;
}

/* 1: they may play each other. */
static int fit(struct server *server, const struct client *a, const struct client *b, int64_t now,
               struct flip_error *error)
{
    const char *first = a->present->person.id, *second = b->present->person.id;
    const double apart = fabs(a->seek->rating - b->seek->rating);
    if (a->seek->game != b->seek->game || a->seek->pace != b->seek->pace || strcmp(first, second) == 0 ||
        (apart > reach(a->seek, now) && apart > reach(b->seek, now)))
        return 0;
    const int blocks = store_blocks(server->store, first, second, error);
    const int blocked = blocks == 0 ? store_blocks(server->store, second, first, error) : 0;
    return blocks < 0 || blocked < 0 ? -1 : !blocks && !blocked;
}

/* The nearest by rating; NULL: there is nobody, or the store failed (then *error has a code). */
static struct client *opponent_of(struct server *server, const struct client *seeker, int64_t now,
                                  struct flip_error *error)
{
    struct client *best = NULL;
    for (struct client *other = first_client(server); other; other = next_client(other)) {
        const int fits = other != seeker && searching(other) ? fit(server, seeker, other, now, error) : 0;
        if (fits < 0)
            return NULL;
        if (fits && (!best || fabs(other->seek->rating - seeker->seek->rating) <
                                  fabs(best->seek->rating - seeker->seek->rating)))
            best = other;
    }
    return best;
}

static struct room *make_table(struct server *server, const struct client *host, const struct client *guest,
                               struct flip_error *error)
{
    const struct seek *seek = host->seek;
    json_t *seats = json_pack("[{s:s}, {s:s}]", "kind", "me", "kind", "link");
    for (int i = 2; i < seek->game->min_seats; i++)
        json_array_append_new(seats, json_pack("{s:s, s:i}", "kind", "bot", "level", STAND_IN_LEVEL));
    json_t *wish = json_pack("{s:s, s:b, s:o, s:o}", "game", seek->game->id, "public", 1, "seats", seats, "clock",
                             json_loads(seek->pace->clock, 0, NULL));
    payer_of(&host->present->person, host->socket.visitor->address, server->people->payer);
    struct room *room = room_make(server, &host->present->person, wish, error);
    json_decref(wish);
    if (!room)
        return NULL;
    char key[STORE_ID];
    memcpy(key, room->seats[1].key, sizeof key);
    return room_sit(server, room, &guest->present->person, 1, key, error) < 0 ? NULL : room;
}

/* Somebody who cannot have another table does not search any longer. */
static bool may_play(struct server *server, struct client *client, struct flip_error *error)
{
    if (room_check_limit(server, client->present->person.id, error) == 0)
        return true;
    if (!server_failure(error))
        seek_end(server, client);
    return false;
}

static int pair(struct server *server, struct client *a, struct client *b, struct flip_error *error)
{
    if (!may_play(server, a, error) || !may_play(server, b, error))
        return server_failure(error) ? -1 : 0;
    struct client *host = randombytes_uniform(2) ? a : b, *guest = host == a ? b : a;
    const struct room *room = make_table(server, host, guest, error);
    if (!room && !server_failure(error)) { /* it would not become possible by trying again */
        seek_end(server, a);
        seek_end(server, b);
    }
    if (!room)
        return -1;
    memcpy(a->seek->table, room->id, sizeof room->id);
    memcpy(b->seek->table, room->id, sizeof room->id);
    return 0;
}

void seeks_pair(struct server *server)
{
    struct rooms *rooms = server->rooms;
    const int64_t now = steady_ms();
    struct flip_error error = {0};
    if (rooms->seeking == 0 || (!rooms->seeks_changed && now < rooms->seeks_next))
        return;
    rooms->seeks_changed = false;
    rooms->seeks_next = now + PAIR_EVERY_MS;
    bool any = false;
    for (struct client *client = first_client(server); client; client = next_client(client)) {
        if (!searching(client))
            continue;
        any = true;
        struct client *other = opponent_of(server, client, now, &error);
        if ((!other && error.code) || (other && pair(server, client, other, &error) < 0)) {
            server_note_error(server, &error);
            server->failed = true; /* half a table must not stay */
            break;
        }
    }
    if (any)
        server_come_round(server, PAIR_EVERY_MS);
}

/* --- telling ----------------------------------------------------------------------------------------------------------- */

static void send_push(struct server *server, struct client *client, struct flip_json *json)
{
    if (flip_text_fits(&json->text))
        websocket_send(server, &client->socket, server->buffer, json->text.length);
}

/* The level whose rating is nearest to the seeker's; without ratings, the one in the middle. */
static int level_near(struct server *server, const struct seek *seek)
{
    int best = STAND_IN_LEVEL;
    double distance = INFINITY;
    for (int level = 1; level <= FLIP_LEVELS; level++) {
        char player[16];
        struct store_rating rating;
        snprintf(player, sizeof player, "bot %d", level);
        if (store_rating_get(server->store, seek->game->id, player, &rating, NULL) == 1 &&
            fabs(rating.rating - seek->rating) < distance) {
            distance = fabs(rating.rating - seek->rating);
            best = level;
        }
    }
    return best;
}

static int others_searching(const struct server *server, const struct client *client)
{
    int count = 0;
    for (struct client *other = first_client(server); other; other = next_client(other))
        count += other != client && searching(other) && other->seek->game == client->seek->game &&
                 strcmp(other->present->person.id, client->present->person.id) != 0;
    return count;
}

static void tell_waiting(struct server *server, struct client *client, int64_t now)
{
    struct seek *seek = client->seek;
    struct flip_json json = flip_json_in(server->buffer, BUFFER_SIZE);
    seek->told = now;
    flip_json_open(&json, NULL, '{');
    flip_json_string(&json, "push", "seek");
    flip_json_string(&json, "game", seek->game->id);
    flip_json_string(&json, "pace", seek->pace->name);
    flip_json_int(&json, "waited", now - seek->since);
    flip_json_int(&json, "reach", (int64_t)reach(seek, now));
    flip_json_int(&json, "others", others_searching(server, client));
    if (now - seek->since >= BOT_AFTER_MS)
        flip_json_int(&json, "bot", level_near(server, seek));
    else
        flip_json_null(&json, "bot");
    flip_json_close(&json);
    send_push(server, client, &json);
}

static void tell_table(struct server *server, struct client *client)
{
    struct flip_json json = flip_json_in(server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_string(&json, "push", "matched");
    flip_json_string(&json, "game", client->seek->game->id);
    flip_json_string(&json, "table", client->seek->table);
    flip_json_close(&json);
    send_push(server, client, &json);
    seek_end(server, client);
}

void seeks_tell(struct server *server)
{
    if (server->rooms->seeking == 0)
        return;
    const int64_t now = steady_ms();
    for (struct client *client = first_client(server); client; client = next_client(client)) {
        if (client->seek && client->seek->table[0])
            tell_table(server, client);
        else if (searching(client) && now - client->seek->told >= TELL_EVERY_MS)
            tell_waiting(server, client, now);
    }
}

void seeks_forget_tables(struct server *server)
{
    for (struct client *client = first_client(server); client; client = next_client(client))
        if (client->seek)
            client->seek->table[0] = '\0';
    server->rooms->seeks_changed = true;
}
