/*
 * Connections: the WebSocket side of the server. A message is checked, done, and its answer kept back until the commit; a
 * message that was answered before is answered the same again.
 */
#include "server/room.h"

#include "server/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_OUT_BYTES = 8 << 20, HINTS = 5, CHATS = 5, CHAT_SECONDS = 10, LOBBY_TABLES = 100 };

int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- sending ------------------------------------------------------------------------------------------------------------ */

void link_send(struct link *link, const char *text, size_t length)
{
    if (link->closing)
        return;
    struct parcel *parcel = malloc(sizeof *parcel + LWS_PRE + length);
    if (!parcel || link->out_bytes + length > MAX_OUT_BYTES) { /* a client that does not read is let go */
        free(parcel);
        link_close(link);
        return;
    }
    parcel->next = NULL;
    parcel->length = length;
    memcpy(parcel->bytes + LWS_PRE, text, length);
    *link->out_last = parcel;
    link->out_last = &parcel->next;
    link->out_bytes += length;
    lws_callback_on_writable(link->wsi);
}

void link_close(struct link *link)
{
    link->closing = true;
    lws_callback_on_writable(link->wsi);
}

void link_drop_queue(struct link *link)
{
    for (struct parcel *next; link->out; link->out = next) {
        next = link->out->next;
        free(link->out);
    }
    link->out_last = &link->out;
    link->out_bytes = 0;
}

static int send_next(struct link *link)
{
    struct parcel *parcel = link->out;
    if (!parcel)
        return link->closing ? -1 : 0;
    const int sent = lws_write(link->wsi, parcel->bytes + LWS_PRE, parcel->length, LWS_WRITE_TEXT);
    link->out = parcel->next;
    if (!link->out)
        link->out_last = &link->out;
    link->out_bytes -= parcel->length;
    const bool whole = sent >= (int)parcel->length;
    free(parcel);
    if (!whole)
        return -1;
    if (link->out || link->closing)
        lws_callback_on_writable(link->wsi);
    return 0;
}

/* --- watching --------------------------------------------------------------------------------------------------------------- */

static struct watch *watch_of(struct link *link, const struct room *room)
{
    for (struct watch *watch = link->watches; watch; watch = watch->next_in_link)
        if (watch->room == room)
            return watch;
    return NULL;
}

static void unwatch(struct link *link, struct watch *gone)
{
    for (struct watch **at = &link->watches; *at; at = &(*at)->next_in_link)
        if (*at == gone) {
            *at = gone->next_in_link;
            break;
        }
    for (struct watch **at = &gone->room->watches; *at; at = &(*at)->next_in_room)
        if (*at == gone) {
            *at = gone->next_in_room;
            break;
        }
    gone->room->used = now_ms();
    free(gone->sent);
    free(gone);
}

static struct watch *add_watch(struct link *link, struct room *room)
{
    struct watch *watch = calloc(1, sizeof *watch);
    if (!watch)
        return NULL;
    watch->link = link;
    watch->room = room;
    watch->next_in_link = link->watches;
    link->watches = watch;
    watch->next_in_room = room->watches;
    room->watches = watch;
    return watch;
}

static struct present **place_of(struct hub *hub, const char *person)
{
    unsigned hash = 5381;
    for (const char *c = person; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    struct present **at = &hub->present[hash % PRESENT_BUCKETS];
    while (*at && strcmp((*at)->person, person) != 0)
        at = &(*at)->next;
    return at;
}

void link_forget_rooms(struct link *link)
{
    while (link->watches)
        unwatch(link, link->watches);
}

bool hub_person_present(const struct hub *hub, const char *person)
{
    return *place_of((struct hub *)hub, person) != NULL;
}

bool hub_name_taken(const struct hub *hub, const char *name, const char *person)
{
    for (int i = 0; i < PRESENT_BUCKETS; i++)
        for (const struct present *other = hub->present[i]; other; other = other->next)
            if (name_same(other->name, name) && strcmp(other->person, person) != 0)
                return true;
    return false;
}

void hub_rename(struct hub *hub, const struct store_person *person)
{
    struct present *present = *place_of(hub, person->id);
    if (present)
        memcpy(present->name, person->name, sizeof present->name);
    for (struct link *link = hub->links; link; link = link->next)
        if (strcmp(link->person.id, person->id) == 0)
            memcpy(link->person.name, person->name, sizeof link->person.name);
}

/* Returns whether this is the person's first connection. */
static bool arrive(struct hub *hub, const struct store_person *person)
{
    struct present **at = place_of(hub, person->id);
    if (*at) {
        (*at)->links++;
        return false;
    }
    struct present *present = calloc(1, sizeof *present);
    if (present) {
        memcpy(present->person, person->id, sizeof present->person);
        memcpy(present->name, person->name, sizeof present->name);
        present->links = 1;
        *at = present;
    }
    return true;
}

/* Returns whether it was the last one. */
static bool depart(struct hub *hub, const char *person)
{
    struct present **at = place_of(hub, person), *gone = *at;
    if (!gone || --gone->links > 0)
        return false;
    *at = gone->next;
    free(gone);
    return true;
}

/* Somebody came or went: the rooms where they sit show it. */
static void tell_presence(struct hub *hub, const char *person)
{
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = hub->rooms[i]; room; room = room->next)
            if (room_seats_of(room, person)) {
                room_presence(hub, room);
                room->dirty = true;
            }
}

/* --- what messages do ---------------------------------------------------------------------------------------------------- */

struct message {
    struct hub *hub;
    struct link *link;
    const json_t *body;
    json_t *answer; /* fields besides re and ok */
    int64_t number;
    bool later; /* the answer comes when the crew has thought */
};

static const char *text_of(const struct message *message, const char *key)
{
    const char *text = json_string_value(json_object_get(message->body, key));
    return text ? text : "";
}

static int int_of(const struct message *message, const char *key, int fallback)
{
    const json_t *value = json_object_get(message->body, key);
    if (!json_is_integer(value))
        return fallback;
    const json_int_t number = json_integer_value(value);
    return number < -1 || number > 1000000 ? fallback : (int)number;
}

static struct room *room_of(const struct message *message, struct flip_error *error)
{
    return room_find(message->hub, text_of(message, "table"), error);
}

static int do_hello(struct message *message, struct flip_error *error)
{
    const char *client = text_of(message, "client");
    const size_t length = strlen(client);
    if (length < 16 || length >= CLIENT_ID)
        return flip_fail(error, "bad_message", "'client' is a random text of 16 to 64 characters.");
    /* The client's id is bound to its person, so that nobody can ask for another's answers. */
    memcpy(message->link->client, client, length + 1);
    json_object_set_new(message->answer, "version", json_string(FLIPSIDE_VERSION));
    json_object_set_new(message->answer, "person",
                        json_pack("{s:s, s:s}", "id", message->link->person.id, "name", message->link->person.name));
    return 0;
}

static int do_lobby(struct message *message, struct flip_error *error)
{
    (void)error;
    message->link->in_lobby = !json_is_false(json_object_get(message->body, "on"));
    message->link->lobby_dirty = message->link->in_lobby;
    return 0;
}

static int do_watch(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    if (!room)
        return -1;
    struct watch *watch = watch_of(message->link, room);
    if (watch) /* looked at anew: send everything */
        unwatch(message->link, watch);
    if (!(watch = add_watch(message->link, room)))
        return flip_fail(error, "no_memory", "There is not enough memory.");
    watch->seat = int_of(message, "seat", -1);
    room->dirty = true;
    return 0;
}

static int do_unwatch(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    struct watch *watch = room ? watch_of(message->link, room) : NULL;
    if (watch)
        unwatch(message->link, watch);
    return room ? 0 : -1;
}

static int do_sit(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    return room ? room_sit(message->hub, room, &message->link->person, int_of(message, "seat", -1),
                           text_of(message, "key"), error)
                : -1;
}

static int do_leave(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    return room ? room_leave(message->hub, room, message->link->person.id, error) : -1;
}

static int do_act(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    return room ? room_act(message->hub, room, message->link->person.id, int_of(message, "seat", -1),
                           text_of(message, "text"), int_of(message, "at", -1), error)
                : -1;
}

static int do_undo(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    return room ? room_undo(message->hub, room, message->link->person.id, int_of(message, "seat", -1), error) : -1;
}

static int do_hint(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    if (!room)
        return -1;
    const int seat = int_of(message, "seat", -1);
    if (seat < 0 || seat >= room->seat_count || !flip_set_has(room_seats_of(room, message->link->person.id), seat))
        return flip_fail(error, "not_your_seat", "That is not your seat.");
    if (room->status != STORE_RUNNING || !flip_set_has(flip_table_turn(room->table), seat))
        return flip_fail(error, "not_your_turn", "There is nothing to decide now.");
    const struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    struct job *job = job_new(room->table, seat, &def);
    if (!job)
        return flip_fail(error, "no_memory", "There is not enough memory to think.");
    job->link = message->link->id;
    job->number = message->number;
    memcpy(job->table, room->id, sizeof room->id);
    message->later = true;
    crew_ask(message->hub->crew, job);
    return 0;
}

/* A bucket that holds `burst` tokens and fills at `rate` a second. */
static bool take_token(double *tokens, int64_t *at, double burst, double rate)
{
    const int64_t now = now_ms();
    *tokens += (double)(now - *at) * rate / 1000;
    *at = now;
    if (*tokens > burst)
        *tokens = burst;
    if (*tokens < 1)
        return false;
    *tokens -= 1;
    return true;
}

static int do_chat(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    if (!room)
        return -1;
    if (!take_token(&message->link->chat_tokens, &message->link->chat_tokens_at, CHATS, (double)CHATS / CHAT_SECONDS))
        return flip_fail(error, "limit", "One moment: at most %d messages in %d seconds.", CHATS, CHAT_SECONDS);
    return room_chat(message->hub, room, &message->link->person, text_of(message, "text"), error);
}

static int do_mute(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    struct watch *watch = room ? watch_of(message->link, room) : NULL;
    const int seat = int_of(message, "seat", -1);
    if (!watch || seat < 0 || seat >= room->seat_count)
        return room ? flip_fail(error, "bad_seat", "Watch the table and name a seat of it.") : -1;
    if (json_is_false(json_object_get(message->body, "on")))
        watch->muted &= ~FLIP_BIT(seat);
    else
        watch->muted |= FLIP_BIT(seat);
    return 0;
}

static int do_end(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    const bool agree = !json_is_false(json_object_get(message->body, "agree"));
    return room ? room_end(message->hub, room, message->link->person.id, agree, error) : -1;
}

static int do_replace(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    return room ? room_replace(message->hub, room, message->link->person.id, int_of(message, "seat", -1), error) : -1;
}

static int do_rematch(struct message *message, struct flip_error *error)
{
    struct room *room = room_of(message, error);
    struct room *again = room ? room_rematch(message->hub, room, &message->link->person, error) : NULL;
    if (again)
        json_object_set_new(message->answer, "table", json_string(again->id));
    return again ? 0 : -1;
}

static int do_ping(struct message *message, struct flip_error *error)
{
    (void)message;
    (void)error;
    return 0;
}

static const struct deed {
    const char *name;
    int (*run)(struct message *message, struct flip_error *error);
    bool changes; /* something durable: the answer is kept with it */
} deeds[] = {
    {"hello", do_hello, false},     {"lobby", do_lobby, false},    {"watch", do_watch, false},
    {"unwatch", do_unwatch, false}, {"sit", do_sit, true},         {"leave", do_leave, true},
    {"act", do_act, true},          {"undo", do_undo, true},       {"hint", do_hint, false},
    {"chat", do_chat, true},        {"mute", do_mute, false},      {"end", do_end, true},
    {"replace", do_replace, true},  {"rematch", do_rematch, true}, {"ping", do_ping, false},
};

static const struct deed *deed_named(const char *name)
{
    for (size_t i = 0; name && i < sizeof deeds / sizeof *deeds; i++)
        if (strcmp(deeds[i].name, name) == 0)
            return &deeds[i];
    return NULL;
}

/* --- answering ------------------------------------------------------------------------------------------------------------- */

/* Answers go into the queue at once; the loop lets nothing out before the commit (see hub_flush and serve.c). */
static void answer(struct link *link, const json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT);
    if (text)
        link_send(link, text, strlen(text));
    free(text);
}

static void answer_error(struct link *link, int64_t number, const struct flip_error *error)
{
    json_t *body = json_pack("{s:I, s:b, s:{s:s, s:s}}", "re", (json_int_t)number, "ok", 0, "error", "code",
                             error->code, "message", error->message);
    answer(link, body);
    json_decref(body);
}

/* The key under which answers are kept: another person cannot reach them by guessing a client's id. */
static void answer_key(const struct link *link, char out[STORE_ID + CLIENT_ID])
{
    snprintf(out, STORE_ID + CLIENT_ID, "%s.%s", link->person.id, link->client);
}

static bool answered_before(struct hub *hub, struct link *link, int64_t number)
{
    char key[STORE_ID + CLIENT_ID], *text;
    answer_key(link, key);
    if (store_answer_get(hub->store, key, number, &text, NULL) != 1)
        return false;
    link_send(link, text, strlen(text));
    free(text);
    return true;
}

static int keep_answer(struct hub *hub, struct link *link, int64_t number, const json_t *body, struct flip_error *error)
{
    char key[STORE_ID + CLIENT_ID];
    answer_key(link, key);
    char *text = json_dumps(body, JSON_COMPACT);
    const int result = text ? store_answer_put(hub->store, key, number, text, error)
                            : flip_fail(error, "no_memory", "There is not enough memory.");
    free(text);
    return result;
}

static void do_message(struct hub *hub, struct link *link, const json_t *body)
{
    struct flip_error error = {0};
    const json_t *number = json_object_get(body, "n");
    const struct deed *deed = deed_named(json_string_value(json_object_get(body, "do")));
    struct message message = {.hub = hub, .link = link, .body = body, .number = json_integer_value(number)};
    if (!json_is_integer(number) || message.number < 1) {
        flip_fail(&error, "bad_message", "Every message carries 'n', counted up from 1.");
        message.number = 0;
    } else if (!deed) {
        flip_fail(&error, "bad_message", "'do' is not something this server can do.");
    } else if (!link->client[0] && deed->run != do_hello) {
        flip_fail(&error, "bad_message", "The first message is 'hello'.");
    } else if (deed->changes && answered_before(hub, link, message.number)) {
        return;
    } else if ((message.answer = json_pack("{s:I, s:b}", "re", (json_int_t)message.number, "ok", 1)) &&
               deed->run(&message, &error) == 0 &&
               (!deed->changes || keep_answer(hub, link, message.number, message.answer, &error) == 0)) {
        if (!message.later)
            answer(link, message.answer);
        json_decref(message.answer);
        return;
    }
    json_decref(message.answer);
    hub->metrics.errors++;
    answer_error(link, message.number, &error);
    if (strcmp(error.code, "store") == 0)
        hub->failed = true;
}

static void receive(struct hub *hub, struct link *link)
{
    struct flip_error error;
    hub->metrics.messages++;
    if (!take_token(&link->tokens, &link->tokens_at, hub->config.max_rate * 2, hub->config.max_rate)) {
        flip_fail(&error, "limit", "Too many messages: at most %d a second.", hub->config.max_rate);
        answer_error(link, 0, &error);
        if (++link->warnings > 50) {
            log_event("warn", "too_fast", "address", link->address, NULL);
            link_close(link);
        }
        return;
    }
    json_error_t where;
    json_t *body = json_loadb(link->incoming, link->incoming_length, JSON_REJECT_DUPLICATES, &where);
    if (json_is_object(body)) {
        do_message(hub, link, body);
    } else {
        flip_fail(&error, "bad_message", "A message is one JSON object.");
        answer_error(link, 0, &error);
    }
    json_decref(body);
}

/* --- after the commit ------------------------------------------------------------------------------------------------------- */

static void push_scene(struct hub *hub, struct watch *watch)
{
    const size_t length = write_scene(hub, watch);
    if (length > 0)
        link_send(watch->link, hub->buffer, length);
}

struct listing {
    struct hub *hub;
    struct flip_json *json;
    const char *person;
    char ids[LOBBY_TABLES][STORE_ID];
    int count;
};

static int collect_id(void *context, const struct store_table *row)
{
    struct listing *listing = context;
    memcpy(listing->ids[listing->count++], row->id, STORE_ID);
    return listing->count < LOBBY_TABLES ? 0 : -1;
}

static void push_lobby(struct hub *hub, struct link *link)
{
    struct listing listing = {.hub = hub};
    struct flip_error error;
    if (store_tables_listed(hub->store, LOBBY_TABLES, collect_id, &listing, &error) < 0)
        return;
    struct flip_json json = flip_json_in(hub->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_string(&json, "push", "lobby");
    flip_json_open(&json, "tables", '[');
    for (int i = 0; i < listing.count; i++) {
        struct room *room = room_find(hub, listing.ids[i], &error);
        if (room)
            write_table(&json, NULL, hub, room, link->person.id);
    }
    flip_json_close(&json);
    flip_json_close(&json);
    if (flip_text_fits(&json.text))
        link_send(link, hub->buffer, json.text.length);
}

void hub_flush(struct hub *hub)
{
    for (int i = 0; i < ROOM_BUCKETS && hub->room_count; i++)
        for (struct room *room = hub->rooms[i]; room; room = room->next) {
            if (!room->dirty)
                continue;
            room->dirty = false;
            for (struct watch *watch = room->watches; watch; watch = watch->next_in_room)
                push_scene(hub, watch);
        }
    for (struct link *link = hub->links; link; link = link->next)
        if (link->lobby_dirty || (hub->lobby_dirty && link->in_lobby)) {
            link->lobby_dirty = false;
            push_lobby(hub, link);
        }
    hub->lobby_dirty = false;
}

/* --- hints and bots ---------------------------------------------------------------------------------------------------------- */

static struct link *link_with(const struct hub *hub, uint64_t id)
{
    for (struct link *link = hub->links; link; link = link->next)
        if (link->id == id)
            return link;
    return NULL;
}

static void give_hint(struct hub *hub, const struct job *job)
{
    struct link *link = link_with(hub, job->link);
    if (!link)
        return;
    if (job->status < 0) {
        answer_error(link, job->number, &job->error);
        return;
    }
    struct flip_json json = flip_json_in(hub->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_int(&json, "re", job->number);
    flip_json_bool(&json, "ok", true);
    flip_json_open(&json, "choices", '[');
    for (int i = 0; i < job->thought.count && i < HINTS; i++) {
        const struct flip_choice *choice = &job->thought.choice[i];
        char text[256];
        struct flip_text words = flip_text_in(text, sizeof text);
        flip_json_open(&json, NULL, '{');
        job->game->text(job->rules, job->state, job->seat, choice->move, &words);
        flip_json_string(&json, "text", text);
        words = flip_text_in(text, sizeof text);
        job->game->tell(job->rules, job->state, job->seat, choice->move, &words);
        flip_json_string(&json, "tell", text);
        flip_json_number(&json, "value", choice->value);
        flip_json_int(&json, "visits", (int64_t)choice->visits);
        flip_json_close(&json);
    }
    flip_json_close(&json);
    flip_json_close(&json);
    link_send(link, hub->buffer, json.text.length);
}

void hub_take_thoughts(struct hub *hub)
{
    for (struct job *job; (job = crew_done(hub->crew)); job_free(job)) {
        struct flip_error error;
        struct room *room;
        if (job->link)
            give_hint(hub, job);
        else if ((room = room_find(hub, job->table, &error)))
            room_bot_acts(hub, room, job);
    }
}

/* --- the protocol, as libwebsockets wants it -------------------------------------------------------------------------------- */

static void client_address(const struct hub *hub, struct lws *wsi, char *out, size_t size)
{
    char forwarded[256];
    lws_get_peer_simple(wsi, out, size);
    if (hub->config.trust_forwarded && lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR) > 0)
        snprintf(out, size, "%.*s", (int)strcspn(forwarded, ", "), forwarded);
}

/* A browser says where its page came from: it must be from here. Programs send no Origin. */
bool origin_right(const struct hub *hub, struct lws *wsi)
{
    char origin[256], host[256];
    const int length = lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN);
    if (length == 0 && lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true;
    if (length <= 0)
        return false;
    if (hub->config.origin[0])
        return strcmp(origin, hub->config.origin) == 0;
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
        return false;
    const char *start = strstr(origin, "://");
    return start && strcmp(start + 3, host) == 0;
}

bool person_asking(const struct hub *hub, struct lws *wsi, struct store_person *out)
{
    char cookie[4096], id[STORE_ID];
    return lws_hdr_copy(wsi, cookie, sizeof cookie, WSI_TOKEN_HTTP_COOKIE) > 0 &&
           cookie_read(hub->secret, cookie, id) && store_person_get(hub->store, id, out, NULL) == 1;
}

static int links_from(const struct hub *hub, const char *address)
{
    int count = 0;
    for (const struct link *link = hub->links; link; link = link->next)
        count += strcmp(link->address, address) == 0;
    return count;
}

static bool may_connect(const struct hub *hub, struct lws *wsi)
{
    struct store_person person;
    char address[64], path[16];
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 || strcmp(path, "/ws") != 0)
        return false;
    client_address(hub, wsi, address, sizeof address);
    return !hub->stopping && origin_right(hub, wsi) && person_asking(hub, wsi, &person) &&
           hub->link_count < hub->config.max_clients && links_from(hub, address) < hub->config.max_connections;
}

static int opened(struct hub *hub, struct link *link, struct lws *wsi)
{
    memset(link, 0, sizeof *link);
    link->wsi = wsi;
    link->out_last = &link->out;
    if (!person_asking(hub, wsi, &link->person))
        return -1;
    client_address(hub, wsi, link->address, sizeof link->address);
    link->id = ++hub->last_link;
    link->tokens = hub->config.max_rate * 2;
    link->tokens_at = link->chat_tokens_at = now_ms();
    link->chat_tokens = CHATS;
    link->next = hub->links;
    if (hub->links)
        hub->links->previous = link;
    hub->links = link;
    hub->link_count++;
    hub->metrics.connections++;
    if (arrive(hub, &link->person))
        tell_presence(hub, link->person.id);
    return 0;
}

static void closed(struct hub *hub, struct link *link)
{
    if (!link->wsi)
        return;
    link->closing = true;
    link_forget_rooms(link);
    link_drop_queue(link);
    free(link->incoming);
    if (link->id) {
        if (link->previous)
            link->previous->next = link->next;
        else
            hub->links = link->next;
        if (link->next)
            link->next->previous = link->previous;
        hub->link_count--;
        if (depart(hub, link->person.id))
            tell_presence(hub, link->person.id);
    }
    link->wsi = NULL;
}

/* Puts a fragment to what has come before. -1: too long. */
static int gather(const struct hub *hub, struct link *link, const char *bytes, size_t length)
{
    if (link->incoming_length + length > (size_t)hub->config.max_message)
        return -1;
    char *larger = realloc(link->incoming, link->incoming_length + length + 1);
    if (!larger)
        return -1;
    memcpy(larger + link->incoming_length, bytes, length);
    link->incoming = larger;
    link->incoming_length += length;
    return 0;
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct hub *hub = lws_context_user(lws_get_context(wsi));
    struct link *link = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return may_connect(hub, wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return opened(hub, link, wsi);
    case LWS_CALLBACK_RECEIVE:
        if (link->closing)
            return 0;
        if (gather(hub, link, in, length) < 0) {
            lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
            return -1;
        }
        if (lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0) {
            receive(hub, link);
            free(link->incoming);
            link->incoming = NULL;
            link->incoming_length = 0;
        }
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        /* Nothing leaves while changes are not durable: the loop commits first and asks again. */
        if (hub_uncommitted(hub)) {
            lws_callback_on_writable(wsi);
            return 0;
        }
        return send_next(link);
    case LWS_CALLBACK_CLOSED:
        closed(hub, link);
        return 0;
    default:
        return 0;
    }
}

const struct lws_protocols link_protocol = {"flipside", on_socket, sizeof(struct link), 4096, 0, NULL, 0};
