/* Quick match: see matchmaking.h. */
#include "server/rooms/rooms.h"

#include "server/net/net.h"

#include <flipside/game.h>
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
    char id[STORE_ID];
    const struct flip_game *game;
    const struct pace *pace;
    double rating;
    int64_t since, told;
    int others;           /* who look for the same game */
    bool written;         /* for other servers */
    bool due;             /* it has to be, perhaps again */
    char table[STORE_ID]; /* that was made for it */
    char ticket[STORE_TICKET], bytes[STORE_BYTES];
};

/* --- beginning and end ------------------------------------------------------------------------------------------------- */

static const struct pace *pace_named(const char *name)
{
    for (size_t i = 0; i < sizeof paces / sizeof *paces; i++)
        if (strcmp(paces[i].name, name) == 0)
            return &paces[i];
    return NULL;
}

static int check_seek(struct rooms *rooms, const struct store_person *person, const struct flip_game *game,
                      const struct pace *pace, struct flip_error *error)
{
    if (!pace)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "The pace is 'quick', 'steady' or 'days'.");
    if (!game || game->max_seats < 2)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no such game for two here.");
    return room_check_limit(rooms, person->id, error);
}

/* For the draw of its deal, if the client adds to it. Which of the two makes the table is open: its ticket counts, and the bytes of both. */
static int read_draw(const struct rooms *rooms, const json_t *body, const char *person, struct seek *seek,
                     struct flip_error *error)
{
    const char *ticket = json_string_value(json_object_get(body, "ticket"));
    struct flip_share share;
    if (share_read(body, &share, error) < 0)
        return -1;
    if (share.given && !ticket)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "'bytes' come with a 'ticket', which GET /api/deal gives.");
    if (!share.given || !ticket_good(rooms, ticket, person)) /* a search that goes on for hours adds nothing */
        return 0;
    snprintf(seek->ticket, sizeof seek->ticket, "%s", ticket);
    flip_share_hex(&share, seek->bytes);
    return 0;
}

int seek_begin(struct rooms *rooms, struct client *client, const struct flip_game *game, const char *pace,
               const json_t *body, struct flip_error *error)
{
    const struct store_person *person = &client->presence->person;
    const struct pace *wanted = pace_named(pace);
    struct store_rating rating = {.rating = 1500};
    struct seek seek = {.game = game, .pace = wanted};
    if (check_seek(rooms, person, game, wanted, error) < 0 || read_draw(rooms, body, person->id, &seek, error) < 0 ||
        store_rating_get(rooms->loop->store, game->id, person->id, &rating, error) < 0 ||
        seek_stop(rooms, client, error) < 0)
        return -1;
    if (client->seek) /* the one before has just found somebody */
        return 0;
    if (!(client->seek = calloc(1, sizeof *client->seek)))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    seek.rating = rating.rating;
    seek.since = steady_ms();
    seek.due = true;
    *client->seek = seek;
    fresh_id(client->seek->id);
    rooms->seeks.count++;
    rooms->seeks.changed = true;
    return 0;
}

static struct seek *detach_seek(struct rooms *rooms, struct client *client)
{
    struct seek *seek = client->seek;
    rooms->seeks.count -= seek != NULL;
    rooms->seeks.changed = true;
    client->seek = NULL;
    return seek;
}

void seek_end(struct rooms *rooms, struct client *client)
{
    struct seek *seek = detach_seek(rooms, client);
    rooms->seeks.gone |= seek && seek->written; /* a connection may end when nothing can be saved */
    free(seek);
}

int seek_stop(struct rooms *rooms, struct client *client, struct flip_error *error)
{
    const struct seek *seek = client->seek;
    const int stopped = seek && seek->written ? store_seek_stop(rooms->loop->store, seek->id, error) : 1;
    if (stopped == 1)
        free(detach_seek(rooms, client));
    return stopped < 0 ? -1 : 0;
}

/* --- who searches ------------------------------------------------------------------------------------------------------ */

/* Somebody here, or at another server (then there is no client). */
struct seeker {
    struct store_seek row;
    struct client *client;
    char owner[STORE_ID]; /* whose program it is; "" for a person */
};

struct seekers {
    struct rooms *rooms;
    struct flip_error *error;
    struct seeker *all;
    int count, room;
};

static bool searching(const struct client *client)
{
    return client->seek && !client->seek->table[0] && !client->socket.closing;
}

static int add(struct seekers *seekers, const struct seeker *seeker)
{
    if (!array_grow(&seekers->all, seekers->count, &seekers->room, sizeof *seekers->all))
        return -1;
    seekers->all[seekers->count++] = *seeker;
    return 0;
}

static int add_client(struct seekers *seekers, struct client *client, struct flip_error *error)
{
    const struct seek *seek = client->seek;
    struct seeker seeker = {.client = client, .row = {.rating = seek->rating, .since = seek->since}};
    memcpy(seeker.row.id, seek->id, sizeof seek->id);
    memcpy(seeker.row.ticket, seek->ticket, sizeof seek->ticket);
    memcpy(seeker.row.bytes, seek->bytes, sizeof seek->bytes);
    memcpy(seeker.row.person, client->presence->person.id, sizeof seeker.row.person);
    memcpy(seeker.owner, client->presence->person.owner, sizeof seeker.owner);
    snprintf(seeker.row.game, sizeof seeker.row.game, "%s", seek->game->id);
    snprintf(seeker.row.pace, sizeof seeker.row.pace, "%s", seek->pace->name);
    if (add(seekers, &seeker) < 0)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    if (!seek->due || !store_shared(seekers->rooms->loop->store))
        return 0;
    client->seek->written = true;
    client->seek->due = false;
    return store_seek_put(seekers->rooms->loop->store, &seeker.row, error) < 0 ||
                   store_notify(seekers->rooms->loop->store, "s", error) < 0
               ? -1
               : 0;
}

/* A table that another server has made for one of our searches. */
static void found_beside(const struct seekers *seekers, const struct store_seek *row)
{
    for (int i = 0; row->table[0] && i < seekers->count; i++) {
        struct seeker *own = &seekers->all[i];
        if (strcmp(own->row.id, row->id) != 0)
            continue;
        memcpy(own->row.table, row->table, sizeof row->table);
        if (strcmp(row->table, STORE_NO_TABLE) == 0)
            seek_end(seekers->rooms, own->client);
        else
            memcpy(own->client->seek->table, row->table, sizeof row->table);
    }
}

static bool still_wanted(const struct rooms *rooms, const char *id)
{
    const struct client *client = first_client(rooms->people);
    while (client && (!client->seek || strcmp(client->seek->id, id) != 0))
        client = next_client(client);
    return client != NULL;
}

static int on_search(void *context, const struct store_seek *row)
{
    struct seekers *seekers = context;
    if (row->process != store_process(seekers->rooms->loop->store))
        return add(seekers, &(struct seeker){.row = *row});
    if (!still_wanted(seekers->rooms, row->id))
        return store_seek_delete(seekers->rooms->loop->store, row->id, seekers->error);
    found_beside(seekers, row);
    return 0;
}

static int person_of(struct rooms *rooms, const struct seeker *seeker, struct store_person *out,
                     struct flip_error *error)
{
    if (seeker->client) {
        *out = seeker->client->presence->person;
        return 0;
    }
    const int found = store_person_get(rooms->loop->store, seeker->row.person, out, error);
    return require_found(found, FLIP_ERROR_NOT_FOUND, "There is no such person.", error) < 0 ? -1 : 0;
}

/* Finds the owners of programs at other servers; deleted people have none. */
static int find_owners(struct seekers *seekers, struct flip_error *error)
{
    for (int i = 0; i < seekers->count; i++) {
        struct seeker *seeker = &seekers->all[i];
        struct store_person person = {0};
        if (!seeker->client && store_person_get(seekers->rooms->loop->store, seeker->row.person, &person, error) < 0)
            return -1;
        if (!seeker->client)
            memcpy(seeker->owner, person.owner, sizeof seeker->owner);
    }
    return 0;
}

static int find_seekers(struct seekers *seekers, struct flip_error *error)
{
    struct rooms *rooms = seekers->rooms;
    for (struct client *client = first_client(rooms->people); client; client = next_client(client))
        if (searching(client) && add_client(seekers, client, error) < 0)
            return -1;
    if (!store_shared(rooms->loop->store))
        return 0;
    return store_seeks(rooms->loop->store, on_search, seekers, error) < 0 ? -1 : find_owners(seekers, error);
}

/* People meet people, and programs meet programs of others. */
static bool may_meet(const struct seeker *a, const struct seeker *b)
{
    return strcmp(a->row.person, b->row.person) != 0 && !a->owner[0] == !b->owner[0] &&
           (!a->owner[0] || strcmp(a->owner, b->owner) != 0);
}

static int others_of(const struct seekers *seekers, const struct seeker *seeker)
{
    int count = 0;
    for (int i = 0; i < seekers->count; i++) {
        const struct seeker *other = &seekers->all[i];
        count += !other->row.table[0] && strcmp(other->row.game, seeker->row.game) == 0 && may_meet(other, seeker);
    }
    return count;
}

static void count_others(const struct seekers *seekers)
{
    for (int i = 0; i < seekers->count; i++) {
        const struct client *client = seekers->all[i].client;
        if (client && client->seek)
            client->seek->others = others_of(seekers, &seekers->all[i]);
    }
}

/* --- pairing ----------------------------------------------------------------------------------------------------------- */

static double allowed_gap(int64_t since, int64_t now)
{
    return NEAR + WIDENING * (double)(now > since ? (now - since) / 1000 : 0);
}

static double rating_gap(const struct seeker *a, const struct seeker *b) { return fabs(a->row.rating - b->row.rating); }

/* Which server makes the table of two. */
static bool we_make_table(const struct seeker *a, const struct seeker *b)
{
    const struct seeker *smaller = strcmp(a->row.id, b->row.id) < 0 ? a : b;
    return (a->client && b->client) || smaller->client;
}

/* 1: they may play each other. */
static int fit(struct rooms *rooms, const struct seeker *a, const struct seeker *b, int64_t now,
               struct flip_error *error)
{
    const struct store_seek *one = &a->row, *two = &b->row;
    if (two->table[0] || !we_make_table(a, b) || strcmp(one->game, two->game) != 0 ||
        strcmp(one->pace, two->pace) != 0 || !may_meet(a, b) ||
        (rating_gap(a, b) > allowed_gap(one->since, now) && rating_gap(a, b) > allowed_gap(two->since, now)))
        return 0;
    const int blocked = either_blocks(rooms->loop->store, one->person, two->person, error);
    return blocked < 0 ? -1 : !blocked;
}

/* The nearest by rating; NULL: there is nobody, or the store failed (then *error has a code). */
static struct seeker *opponent_of(const struct seekers *seekers, const struct seeker *seeker, int64_t now,
                                  struct flip_error *error)
{
    struct seeker *best = NULL;
    for (int i = 0; i < seekers->count; i++) {
        struct seeker *other = &seekers->all[i];
        const int fits = other != seeker ? fit(seekers->rooms, seeker, other, now, error) : 0;
        if (fits < 0)
            return NULL;
        if (fits && (!best || rating_gap(seeker, other) < rating_gap(seeker, best)))
            best = other;
    }
    return best;
}

json_t *seats_for_two(const struct flip_game *game)
{
    json_t *seats = json_pack("[{s:s}, {s:s}]", "kind", "me", "kind", "link");
    for (int i = 2; game && i < game->min_seats; i++)
        json_array_append_new(seats, json_pack("{s:s, s:i}", "kind", "bot", "level", STAND_IN_LEVEL));
    return seats;
}

static json_t *table_spec(const struct store_seek *seek)
{
    const struct flip_game *game = flip_game_named(seek->game);
    const struct pace *pace = pace_named(seek->pace);
    return json_pack("{s:s, s:b, s:b, s:o, s:o}", "game", seek->game, "public", 1, "rated", 1, "seats",
                     seats_for_two(game), "clock", json_loads(pace ? pace->clock : "null", JSON_DECODE_ANY, NULL));
}

static struct room *make_table(struct rooms *rooms, const struct seeker *host, const struct seeker *guest,
                               struct flip_error *error)
{
    struct store_person first, second;
    if (person_of(rooms, host, &first, error) < 0 || person_of(rooms, guest, &second, error) < 0)
        return NULL;
    struct flip_share share = {.given = false};
    json_t *spec = table_spec(&host->row);
    if (host->row.bytes[0] && ticket_good(rooms, host->row.ticket, first.id)) { /* it may have waited for too long */
        json_object_set_new(spec, "ticket", json_string(host->row.ticket));
        json_object_set_new(spec, "bytes", json_string(host->row.bytes));
    }
    flip_share_read(guest->row.bytes, &share);
    payer_of(&first, host->client ? host->client->socket.visitor->address : "", rooms->people->payer);
    struct room *room = room_make(rooms, &first, spec, error);
    json_decref(spec);
    if (!room)
        return NULL;
    char key[STORE_ID];
    memcpy(key, room->seats[1].key, sizeof key);
    return room_sit(rooms, room, &second, 1, key, &share, error) < 0 ? NULL : room;
}

/* It would not become possible by trying again. */
static int cancel_seek(struct rooms *rooms, struct seeker *seeker, struct flip_error *error)
{
    memcpy(seeker->row.table, STORE_NO_TABLE, sizeof STORE_NO_TABLE);
    if (seeker->client)
        seek_end(rooms, seeker->client);
    else if (store_seeks_tell(rooms->loop->store, seeker->row.id, seeker->row.id, STORE_NO_TABLE, error) < 0)
        return -1;
    return 0;
}

/* 1: yes. Somebody who may not have another table stops searching. */
static int may_play(struct rooms *rooms, struct seeker *seeker, struct flip_error *error)
{
    if (room_check_limit(rooms, seeker->row.person, error) == 0)
        return 1;
    return server_failure(error) ? -1 : cancel_seek(rooms, seeker, error);
}

static int tell_of_table(struct rooms *rooms, const struct room *room, struct seeker *a, struct seeker *b,
                         struct flip_error *error)
{
    struct seeker *const both[] = {a, b};
    for (int i = 0; i < 2; i++) {
        memcpy(both[i]->row.table, room->id, sizeof room->id);
        if (both[i]->client)
            memcpy(both[i]->client->seek->table, room->id, sizeof room->id);
    }
    if (!store_shared(rooms->loop->store))
        return 0;
    return store_seeks_tell(rooms->loop->store, a->row.id, b->row.id, room->id, error) < 0 ||
                   store_notify(rooms->loop->store, "s", error) < 0
               ? -1
               : 0;
}

/* 1: nobody else makes a table for them. */
static int take_both(struct rooms *rooms, const struct seeker *a, const struct seeker *b, struct flip_error *error)
{
    return store_shared(rooms->loop->store) ? store_seeks_take(rooms->loop->store, a->row.id, b->row.id, error) : 1;
}

static int pair(struct rooms *rooms, struct seeker *a, struct seeker *b, struct flip_error *error)
{
    int status = may_play(rooms, a, error);
    if (status == 1 && (status = may_play(rooms, b, error)) == 1)
        status = take_both(rooms, a, b, error);
    if (status != 1)
        return status;
    struct seeker *host = randombytes_uniform(2) ? a : b, *guest = host == a ? b : a;
    const struct room *room = make_table(rooms, host, guest, error);
    if (room)
        return tell_of_table(rooms, room, a, b, error);
    for (int i = 0; i < 2 && !server_failure(error); i++)
        if ((i ? b : a)->client)
            seek_end(rooms, (i ? b : a)->client);
    return -1;
}

static int pair_all(struct seekers *seekers, int64_t now, struct flip_error *error)
{
    for (int i = 0; i < seekers->count; i++) {
        struct seeker *seeker = &seekers->all[i];
        if (!seeker->client || seeker->row.table[0])
            continue;
        *error = (struct flip_error){0};
        struct seeker *other = opponent_of(seekers, seeker, now, error);
        if ((!other && error->code) || (other && pair(seekers->rooms, seeker, other, error) < 0))
            return -1;
    }
    return 0;
}

static int match_all(struct rooms *rooms, int64_t now, struct flip_error *error)
{
    struct seekers seekers = {.rooms = rooms, .error = error};
    rooms->seeks.gone = false;
    const int status = find_seekers(&seekers, error) < 0 || pair_all(&seekers, now, error) < 0 ? -1 : 0;
    count_others(&seekers);
    free(seekers.all);
    return status;
}

void seeks_pair(struct rooms *rooms)
{
    const int64_t now = steady_ms();
    struct flip_error error = {0};
    if ((rooms->seeks.count == 0 && !rooms->seeks.gone) || (!rooms->seeks.changed && now < rooms->seeks.next))
        return;
    rooms->seeks.changed = false;
    rooms->seeks.next = now + PAIR_EVERY_MS;
    if (match_all(rooms, now, &error) < 0) {
        server_note_error(rooms->loop, &error);
        rooms->loop->failed = true; /* half a table must not stay */
    }
    if (rooms->seeks.count > 0)
        loop_wake(rooms->loop, WAKE_SOON, PAIR_EVERY_MS);
}

/* --- telling ----------------------------------------------------------------------------------------------------------- */

static void send_push(struct rooms *rooms, struct client *client, struct flip_json *json)
{
    if (flip_text_fits(&json->text))
        websocket_send(rooms->server, &client->socket, rooms->loop->buffer, json->text.length);
}

/* The level whose rating is nearest to the seeker's; without ratings, the one in the middle. */
static int level_near(struct rooms *rooms, const struct seek *seek)
{
    int best = STAND_IN_LEVEL;
    double distance = INFINITY;
    for (int level = 1; level <= FLIP_LEVELS; level++) {
        char player[16];
        struct store_rating rating;
        snprintf(player, sizeof player, "bot %d", level);
        if (store_rating_get(rooms->loop->store, seek->game->id, player, &rating, NULL) == 1 &&
            fabs(rating.rating - seek->rating) < distance) {
            distance = fabs(rating.rating - seek->rating);
            best = level;
        }
    }
    return best;
}

static void tell_waiting(struct rooms *rooms, struct client *client, int64_t now)
{
    struct seek *seek = client->seek;
    struct flip_json json = object_in(rooms->loop->buffer, BUFFER_SIZE);
    seek->told = now;
    flip_json_string(&json, "push", "seek");
    flip_json_string(&json, "game", seek->game->id);
    flip_json_string(&json, "pace", seek->pace->name);
    flip_json_int(&json, "waited", now - seek->since);
    flip_json_int(&json, "reach", (int64_t)allowed_gap(seek->since, now));
    flip_json_int(&json, "others", seek->others);
    const bool long_ago = now - seek->since >= BOT_AFTER_MS;
    write_int_or_null(&json, "bot", long_ago, long_ago ? level_near(rooms, seek) : 0);
    flip_json_close(&json);
    send_push(rooms, client, &json);
}

static void tell_table(struct rooms *rooms, struct client *client)
{
    struct flip_json json = object_in(rooms->loop->buffer, BUFFER_SIZE);
    flip_json_string(&json, "push", "matched");
    flip_json_string(&json, "game", client->seek->game->id);
    flip_json_string(&json, "table", client->seek->table);
    flip_json_close(&json);
    send_push(rooms, client, &json);
    seek_end(rooms, client);
}

void seeks_tell(struct rooms *rooms)
{
    if (rooms->seeks.count == 0)
        return;
    const int64_t now = steady_ms();
    for (struct client *client = first_client(rooms->people); client; client = next_client(client)) {
        if (client->seek && client->seek->table[0])
            tell_table(rooms, client);
        else if (searching(client) && now - client->seek->told >= TELL_EVERY_MS)
            tell_waiting(rooms, client, now);
    }
}

void seeks_forget_tables(struct rooms *rooms)
{
    for (struct client *client = first_client(rooms->people); client; client = next_client(client))
        if (client->seek)
            client->seek->table[0] = '\0';
    seeks_write_again(rooms);
}

/* A table that another server has made meanwhile stays noted beside the search. */
void seeks_write_again(struct rooms *rooms)
{
    for (struct client *client = first_client(rooms->people); client; client = next_client(client))
        if (client->seek)
            client->seek->due = true;
    rooms->seeks.changed = rooms->seeks.gone = true;
}
