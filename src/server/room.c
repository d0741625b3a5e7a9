/* Rooms: making, loading, sitting down, playing, talking, ending. */
#include "server/room.h"

#include "server/log.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_REPLACE_AFTER = 120, MAX_CHAT_TEXT = 500, MAX_CHAT = 2000, IDLE_MS = 600000 };

/* --- finding and forgetting --------------------------------------------------------------------------------------------- */

static unsigned bucket_of(const char *id)
{
    unsigned hash = 5381;
    for (; *id; id++)
        hash = hash * 33 + (unsigned char)*id;
    return hash % ROOM_BUCKETS;
}

static void remember(struct hub *hub, struct room *room)
{
    struct room **bucket = &hub->rooms[bucket_of(room->id)];
    room->next = *bucket;
    *bucket = room;
    room->used = now_ms();
    hub->room_count++;
}

static void clear_log(struct room *room)
{
    for (int i = 0; i < room->log_count; i++) {
        free(room->log[i].text);
        free(room->log[i].tell);
    }
    room->log_count = room->public_count = 0;
    room->phase_acted = false;
}

/* Frees a room that is in no bucket. */
static void discard(struct room *room)
{
    if (!room)
        return;
    clear_log(room);
    free(room->log);
    free(room->log_state);
    for (int i = 0; i < room->chat_count; i++) {
        free(room->chat[i].name);
        free(room->chat[i].text);
    }
    free(room->chat);
    flip_table_close(room->table);
    free(room);
}

void room_free(struct hub *hub, struct room *room)
{
    for (struct room **at = &hub->rooms[bucket_of(room->id)]; *at; at = &(*at)->next)
        if (*at == room) {
            *at = room->next;
            hub->room_count--;
            break;
        }
    discard(room);
}

static bool bots_thinking(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seats[seat].ticket)
            return true;
    return false;
}

void rooms_sweep(struct hub *hub, bool all)
{
    const int64_t now = now_ms();
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = hub->rooms[i], *next; room; room = next) {
            next = room->next;
            if (all || (!room->watches && !bots_thinking(room) && now - room->used > IDLE_MS))
                room_free(hub, room);
        }
}

/* --- the head: what the store keeps beside the steps ------------------------------------------------------------------- */

static const char *const kind_words[] = {"person", "bot", "open", "link"};

static json_t *options_json(const struct room *room)
{
    json_t *options = json_object();
    for (int i = 0; room->game->options[i].name; i++)
        json_object_set_new(options, room->game->options[i].name, json_string(room->options.value[i]));
    return options;
}

static json_t *seats_json(const struct room *room)
{
    json_t *seats = json_array();
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        json_array_append_new(seats,
                              json_pack("{s:s, s:i, s:s, s:s, s:s}", "kind", kind_words[seat->kind], "level",
                                        seat->level, "person", seat->person, "name", seat->name, "key", seat->key));
    }
    return seats;
}

static int save_head(struct hub *hub, struct room *room, struct flip_error *error)
{
    char seed[FLIP_HEX_SIZE];
    flip_seed_hex(room->seed, seed);
    room->changed = now_ms();
    json_t *head = json_pack("{s:s, s:o, s:b, s:i, s:s, s:s, s:s, s:o}", "game", room->game->id, "options",
                             options_json(room), "open", room->open, "replace_after", room->replace_after, "seed", seed,
                             "edition", room->edition, "rematch", room->rematch, "seats", seats_json(room));
    char *text = head ? json_dumps(head, JSON_COMPACT) : NULL;
    json_decref(head);
    if (!text)
        return flip_fail(error, "no_memory", "There is not enough memory to keep the table.");
    struct store_table row = {.status = room->status,
                              .listed = room->listed,
                              .created = room->created,
                              .changed = room->changed,
                              .head = text};
    memcpy(row.id, room->id, sizeof row.id);
    const int result = store_table_put(hub->store, &row, error);
    free(text);
    room->dirty = true;
    if (room->listed)
        hub->lobby_dirty = true;
    return result;
}

static void copy_text(char *out, size_t size, const json_t *value)
{
    const char *text = json_string_value(value);
    snprintf(out, size, "%s", text ? text : "");
}

static void read_seat(struct seat *seat, const json_t *row)
{
    const char *kind = json_string_value(json_object_get(row, "kind"));
    for (int i = SEAT_PERSON; kind && i <= SEAT_LINK; i++)
        if (strcmp(kind, kind_words[i]) == 0)
            seat->kind = (enum seat_kind)i;
    seat->level = (int)json_integer_value(json_object_get(row, "level"));
    copy_text(seat->person, sizeof seat->person, json_object_get(row, "person"));
    copy_text(seat->name, sizeof seat->name, json_object_get(row, "name"));
    copy_text(seat->key, sizeof seat->key, json_object_get(row, "key"));
}

static int read_head(struct room *room, const json_t *head, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(head, "game"));
    const char *seed = json_string_value(json_object_get(head, "seed"));
    if (!id || !seed || !(room->game = flip_game_named(id)))
        return flip_fail(error, "store", "The table is of a game that is not here.");
    flip_options_default(room->game, &room->options);
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(head, "options"), name,
                        value) if (flip_options_set(room->game, &room->options, name, json_string_value(value), error) <
                                   0) return -1;
    flip_seed_from_words(seed, room->seed);
    room->open = json_is_true(json_object_get(head, "open"));
    room->replace_after = (int)json_integer_value(json_object_get(head, "replace_after"));
    copy_text(room->edition, sizeof room->edition, json_object_get(head, "edition"));
    copy_text(room->rematch, sizeof room->rematch, json_object_get(head, "rematch"));
    const json_t *seats = json_object_get(head, "seats");
    room->seat_count = (int)json_array_size(seats);
    if (room->seat_count > FLIP_MAX_SEATS)
        return flip_fail(error, "store", "The table has too many seats.");
    for (int i = 0; i < room->seat_count; i++)
        read_seat(&room->seats[i], json_array_get(seats, (size_t)i));
    return 0;
}

/* --- the log ------------------------------------------------------------------------------------------------------------ */

static uint32_t check_of(const struct flip_step *step, int index)
{
    uint64_t mix = (step->move ^ (uint64_t)(unsigned)step->seat << 56) * UINT64_C(0x9e3779b97f4a7c15);
    mix ^= (uint64_t)(unsigned)index * UINT64_C(0xbf58476d1ce4e5b9);
    return (uint32_t)(mix >> 32) ^ (uint32_t)mix;
}

static int add_entry(struct room *room, const struct flip_step *step)
{
    const struct flip_game *game = room->game;
    const void *rules = room->table->rules;
    if (room->log_count == room->log_room) {
        const int larger = room->log_room ? 2 * room->log_room : 64;
        struct entry *log = realloc(room->log, (size_t)larger * sizeof *log);
        if (!log)
            return -1;
        room->log = log;
        room->log_room = larger;
    }
    char text[FLIP_MOVE_TEXT], tell[256];
    struct flip_text words = flip_text_in(text, sizeof text);
    game->text(rules, room->log_state, step->seat, step->move, &words);
    words = flip_text_in(tell, sizeof tell);
    game->tell(rules, room->log_state, step->seat, step->move, &words);

    struct entry *entry = &room->log[room->log_count];
    const struct entry *last = room->log_count ? entry - 1 : NULL;
    *entry = (struct entry){.seat = step->seat,
                            .owner = step->seat,
                            .check = check_of(step, room->log_count),
                            .time = step->time,
                            .text = strdup(text),
                            .tell = strdup(tell)};
    if (!entry->text || !entry->tell) {
        free(entry->text);
        free(entry->tell);
        return -1;
    }
    if (step->seat == FLIP_DEALER && last && room->phase_acted)
        entry->owner = last->owner;
    if (game->secret) {
        for (int seat = 0; seat < room->seat_count; seat++)
            if (game->secret(rules, room->log_state, step->seat, step->move, seat))
                entry->secret_to |= FLIP_BIT(seat);
        if (game->secret(rules, room->log_state, step->seat, step->move, FLIP_PUBLIC))
            entry->secret_to |= FLIP_BIT(FLIP_PUBLIC);
    }
    const uint32_t phase = game->phase(rules, room->log_state);
    game->apply(rules, room->log_state, step->seat, step->move);
    room->log_count++;
    room->phase_acted |= step->seat != FLIP_DEALER;
    if (game->phase(rules, room->log_state) != phase)
        room->phase_acted = false;
    if (!room->phase_acted || room->open)
        room->public_count = room->log_count;
    return 0;
}

/* Brings the log up to date with the table; after an undo it is written anew. */
static int follow_table(struct room *room, bool anew, struct flip_error *error)
{
    if (!room->log_state && !(room->log_state = malloc(room->game->state_size)))
        goto no_memory;
    if (anew || room->log_count == 0) {
        clear_log(room);
        room->game->start(room->table->rules, room->log_state);
    }
    for (int i = room->log_count; i < room->table->step_count; i++)
        if (add_entry(room, &room->table->steps[i]) < 0)
            goto no_memory;
    return 0;
no_memory:
    return flip_fail(error, "no_memory", "There is not enough memory for the log.");
}

int room_visible(const struct room *room, int viewer, int *out)
{
    const bool over = room->status >= STORE_OVER;
    int count = 0;
    for (int i = 0; i < room->log_count; i++) {
        const struct entry *entry = &room->log[i];
        if (!over && i >= room->public_count && entry->owner != viewer)
            continue;
        if (!over && flip_set_has(entry->secret_to, viewer))
            continue;
        out[count++] = i;
    }
    return count;
}

int room_steps_for(const struct room *room, int viewer)
{
    int *visible = calloc((size_t)room->log_count + 1, sizeof *visible);
    const int count = visible ? room_visible(room, viewer, visible) : 0;
    free(visible);
    return count;
}

/* --- steps into the store and out of it -------------------------------------------------------------------------------- */

static int save_steps(struct hub *hub, struct room *room, int from, struct flip_error *error)
{
    for (int i = from; i < room->log_count; i++) {
        const struct entry *entry = &room->log[i];
        char line[FLIP_MOVE_TEXT * 2];
        struct flip_json json = flip_json_in(line, sizeof line);
        flip_json_open(&json, NULL, '{');
        if (entry->seat == FLIP_DEALER) {
            flip_json_string(&json, "event", entry->text);
        } else {
            flip_json_int(&json, "seat", entry->seat);
            flip_json_string(&json, "move", entry->text);
        }
        flip_json_int(&json, "time", entry->time);
        flip_json_close(&json);
        if (store_step_put(hub->store, room->id, i, line, error) < 0)
            return -1;
    }
    return 0;
}

static int collect_step(void *context, int index, const char *json)
{
    (void)index;
    json_t *step = json_loads(json, 0, NULL);
    return step ? json_array_append_new(context, step) : -1;
}

/* The room as a record: the head's part and the steps. */
static json_t *record_of(struct hub *hub, const struct room *room, struct flip_error *error)
{
    char seed[FLIP_HEX_SIZE], commitment[FLIP_HEX_SIZE], *edition = NULL;
    flip_seed_hex(room->seed, seed);
    flip_seed_commitment(room->seed, commitment);
    json_t *steps = json_array(), *names = json_array();
    for (int seat = 0; seat < room->seat_count; seat++)
        json_array_append_new(names, json_string(room->seats[seat].name));
    if (store_steps(hub->store, room->id, collect_step, steps, error) < 0 ||
        store_edition_get(hub->store, room->edition, &edition, error) < 0) {
        json_decref(steps);
        json_decref(names);
        return NULL;
    }
    json_t *record = json_pack("{s:i, s:s, s:i, s:{s:s}, s:o, s:b, s:o, s:s, s:s, s:o}", "flipside_record",
                               FLIP_RECORD_FORMAT, "game", room->game->id, "rules", room->game->version, "edition",
                               "hash", room->edition, "options", options_json(room), "open", room->open, "seats", names,
                               "commitment", commitment, "seed", seed, "steps", steps);
    if (record && edition)
        json_object_set_new(json_object_get(record, "edition"), "data", json_loads(edition, 0, NULL));
    free(edition);
    if (!record)
        flip_fail(error, "no_memory", "There is not enough memory for the record.");
    return record;
}

static int load_game(struct hub *hub, struct room *room, struct flip_error *error)
{
    json_t *record = record_of(hub, room, error);
    char *text = record ? json_dumps(record, JSON_COMPACT) : NULL;
    json_decref(record);
    if (!text)
        return -1;
    room->table = flip_record_load(text, strlen(text), FLIP_ALL_STEPS, error);
    free(text);
    if (!room->table)
        return -1;
    return follow_table(room, true, error);
}

static int keep_chat(struct room *room, const struct store_chat *chat)
{
    if (room->chat_count == room->chat_room) {
        const int larger = room->chat_room ? 2 * room->chat_room : 16;
        struct chat *grown = realloc(room->chat, (size_t)larger * sizeof *grown);
        if (!grown)
            return -1;
        room->chat = grown;
        room->chat_room = larger;
    }
    struct chat *kept = &room->chat[room->chat_count];
    *kept =
        (struct chat){.seat = chat->seat, .time = chat->time, .name = strdup(chat->name), .text = strdup(chat->text)};
    snprintf(kept->person, sizeof kept->person, "%s", chat->person);
    if (!kept->name || !kept->text) {
        free(kept->name);
        free(kept->text);
        return -1;
    }
    room->chat_count++;
    return 0;
}

static int collect_chat(void *room, const struct store_chat *chat) { return keep_chat(room, chat); }

struct loading {
    struct room *room;
    struct flip_error *error;
};

static int load_row(void *context, const struct store_table *row)
{
    struct loading *loading = context;
    struct room *room = calloc(1, sizeof *room);
    json_t *head = json_loads(row->head, 0, NULL);
    if (room && head) {
        memcpy(room->id, row->id, sizeof room->id);
        room->status = row->status;
        room->listed = row->listed;
        room->created = row->created;
        room->changed = row->changed;
        room->offered_by = -1;
    }
    if (!room || !head || read_head(room, head, loading->error) < 0) {
        discard(room);
        room = NULL;
    }
    json_decref(head);
    loading->room = room;
    return 0;
}

struct room *room_find(struct hub *hub, const char *id, struct flip_error *error)
{
    if (!id_looks_right(id))
        goto unknown;
    for (struct room *room = hub->rooms[bucket_of(id)]; room; room = room->next)
        if (strcmp(room->id, id) == 0) {
            room->used = now_ms();
            return room;
        }
    struct loading loading = {.error = error};
    const int found = store_table_get(hub->store, id, load_row, &loading, error);
    if (found == 0)
        goto unknown;
    struct room *room = loading.room;
    if (found < 0 || !room)
        return NULL;
    if ((room->status != STORE_WAITING && load_game(hub, room, error) < 0) ||
        store_chat_all(hub->store, id, collect_chat, room, error) < 0) {
        log_event("error", "table_broken", "table", id, "why", error->message, NULL);
        discard(room);
        return NULL;
    }
    remember(hub, room);
    room_presence(hub, room);
    room_wake_bots(hub, room);
    return room;
unknown:
    flip_fail(error, "no_table", "There is no such table. It may have been given up: look into the lobby.");
    return NULL;
}

/* --- making --------------------------------------------------------------------------------------------------------------- */

static int wish_option(struct room *room, const char *name, const json_t *value, struct flip_error *error)
{
    char text[96] = "";
    struct flip_text words = flip_text_in(text, sizeof text);
    if (json_is_string(value))
        flip_text_add(&words, "%s", json_string_value(value));
    else if (json_is_boolean(value))
        flip_text_add(&words, "%s", json_is_true(value) ? "true" : "false");
    else if (json_is_integer(value))
        flip_text_add(&words, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else
        return flip_fail(error, "bad_option", "Option %.60s takes a word, a number, true or false.", name);
    return flip_options_set(room->game, &room->options, name, flip_text_fits(&words) ? text : "?", error);
}

static int wish_seat(struct room *room, const json_t *wish, const struct store_person *person, struct flip_error *error)
{
    struct seat *seat = &room->seats[room->seat_count];
    const char *kind = json_string_value(json_object_get(wish, "kind"));
    if (kind && strcmp(kind, "me") == 0) {
        seat->kind = SEAT_PERSON;
        memcpy(seat->person, person->id, sizeof seat->person);
        memcpy(seat->name, person->name, sizeof seat->name);
    } else if (kind && strcmp(kind, "bot") == 0) {
        const json_t *level = json_object_get(wish, "level");
        seat->kind = SEAT_BOT;
        seat->level = (int)json_integer_value(level);
        if (!json_is_integer(level) || seat->level < 1 || seat->level > FLIP_LEVELS)
            return flip_fail(error, "bad_seat", "A bot has a level from 1 to %d.", FLIP_LEVELS);
    } else if (kind && strcmp(kind, "open") == 0) {
        seat->kind = SEAT_OPEN;
    } else if (kind && strcmp(kind, "link") == 0) {
        seat->kind = SEAT_LINK;
        fresh_id(seat->key);
    } else {
        return flip_fail(error, "bad_seat", "A seat is 'me', 'bot', 'open' or 'link'.");
    }
    room->seat_count++;
    return 0;
}

/* "Bot 3", "Bot 3 (2)": bots of one level are told apart. */
static void name_bots(struct room *room)
{
    int count[FLIP_LEVELS + 1] = {0};
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        if (seat->kind != SEAT_BOT)
            continue;
        const int same = ++count[seat->level];
        if (same == 1)
            snprintf(seat->name, sizeof seat->name, "Bot %d", seat->level);
        else
            snprintf(seat->name, sizeof seat->name, "Bot %d (%d)", seat->level, same);
    }
}

static int read_wish(struct room *room, const json_t *wish, const struct store_person *person, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(wish, "game"));
    if (!id || !(room->game = flip_game_named(id)))
        return flip_fail(error, "no_game", "There is no game '%.40s' here.", id ? id : "");
    flip_options_default(room->game, &room->options);
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(wish, "options"), name,
                        value) if (wish_option(room, name, value, error) < 0) return -1;
    room->listed = json_is_true(json_object_get(wish, "public"));
    room->open = json_is_true(json_object_get(wish, "open"));
    const json_t *after = json_object_get(wish, "replace_after");
    room->replace_after = json_is_integer(after) ? (int)json_integer_value(after) : DEFAULT_REPLACE_AFTER;
    if (room->replace_after < 10 || room->replace_after > 30 * 86400)
        return flip_fail(error, "bad_option", "replace_after is a number of seconds from 10 to 2592000.");
    const json_t *seats = json_object_get(wish, "seats");
    const size_t count = json_array_size(seats);
    if (count < (size_t)room->game->min_seats || count > (size_t)room->game->max_seats)
        return flip_fail(error, "bad_seat", "%s is played by %d to %d, not by %zu.", room->game->title,
                         room->game->min_seats, room->game->max_seats, count);
    for (size_t i = 0; i < count; i++)
        if (wish_seat(room, json_array_get(seats, i), person, error) < 0)
            return -1;
    if (!room_seats_of(room, person->id))
        return flip_fail(error, "bad_seat", "Keep a seat for yourself: one of them is 'me'.");
    name_bots(room);
    return 0;
}

/* Would the game accept this set-up? Opening it once and closing it is the surest answer. */
static int try_out(struct room *room, struct flip_error *error)
{
    struct flip_table_def def = flip_table_defaults(room->game);
    def.seats = room->seat_count;
    def.options = room->options;
    struct flip_table *table = flip_table_open(&def, error);
    if (!table)
        return -1;
    memcpy(room->edition, table->edition->hash, sizeof room->edition);
    flip_table_close(table);
    return 0;
}

static bool seats_free(const struct room *room)
{
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_OPEN || room->seats[i].kind == SEAT_LINK)
            return true;
    return false;
}

/* All seats are taken: the first card. */
static int start_game(struct hub *hub, struct room *room, struct flip_error *error)
{
    struct flip_table_def def = flip_table_defaults(room->game);
    def.seats = room->seat_count;
    def.options = room->options;
    def.seed = room->seed;
    def.open = room->open;
    for (int i = 0; i < room->seat_count; i++)
        def.names[i] = room->seats[i].name;
    room->table = flip_table_open(&def, error);
    if (!room->table)
        return -1;
    room->status = STORE_RUNNING;
    memcpy(room->edition, room->table->edition->hash, sizeof room->edition);
    if (store_edition_put(hub->store, room->edition, room->game->id, room->table->edition->json, error) < 0 ||
        follow_table(room, true, error) < 0)
        return -1;
    return save_steps(hub, room, 0, error);
}

static int save_new(struct hub *hub, struct room *room, struct flip_error *error)
{
    if (!seats_free(room) && start_game(hub, room, error) < 0)
        return -1;
    if (save_head(hub, room, error) < 0)
        return -1;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON &&
            store_table_person(hub->store, room->id, room->seats[i].person, error) < 0)
            return -1;
    return 0;
}

static int count_going_on(void *count, const struct store_table *table)
{
    *(int *)count += table->status < STORE_OVER;
    return 0;
}

static int check_table_limit(struct hub *hub, const char *person, struct flip_error *error)
{
    int count = 0;
    const int limit = hub->config.max_tables;
    if (store_tables_of(hub->store, person, limit + 1, count_going_on, &count, error) < 0)
        return -1;
    if (count >= limit)
        return flip_fail(error, "limit", "You have %d tables going on: finish or leave one first.", count);
    return 0;
}

struct room *room_make(struct hub *hub, const struct store_person *person, const json_t *wish, struct flip_error *error)
{
    struct room *room = calloc(1, sizeof *room);
    if (!room) {
        flip_fail(error, "no_memory", "There is not enough memory for a table.");
        return NULL;
    }
    fresh_id(room->id);
    flip_seed_fresh(room->seed);
    room->created = room->changed = now_ms();
    room->offered_by = -1;
    if (check_table_limit(hub, person->id, error) < 0 || read_wish(room, wish, person, error) < 0 ||
        try_out(room, error) < 0 || save_new(hub, room, error) < 0) {
        discard(room);
        return NULL;
    }
    hub->metrics.tables_made++;
    remember(hub, room);
    room_presence(hub, room);
    room_wake_bots(hub, room);
    return room;
}

/* --- sitting down and getting up ------------------------------------------------------------------------------------------- */

flip_set room_seats_of(const struct room *room, const char *person)
{
    flip_set seats = 0;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && strcmp(room->seats[i].person, person) == 0)
            seats |= FLIP_BIT(i);
    return seats;
}

static int check_own(const struct room *room, const char *person, int seat, struct flip_error *error)
{
    if (seat < 0 || seat >= room->seat_count || !flip_set_has(room_seats_of(room, person), seat))
        return flip_fail(error, "not_your_seat", "That is not your seat.");
    return 0;
}

static int check_running(const struct room *room, struct flip_error *error)
{
    if (room->status == STORE_WAITING)
        return flip_fail(error, "waiting", "The game begins when all seats are taken.");
    if (room->status != STORE_RUNNING)
        return flip_fail(error, "over", "This game is over. A rematch is one tap away.");
    return 0;
}

int room_sit(struct hub *hub, struct room *room, const struct store_person *person, int seat, const char *key,
             struct flip_error *error)
{
    if (seat < 0 || seat >= room->seat_count)
        return flip_fail(error, "bad_seat", "This table has no such seat.");
    struct seat *place = &room->seats[seat];
    if (room->status != STORE_WAITING || (place->kind != SEAT_OPEN && place->kind != SEAT_LINK))
        return flip_fail(error, "seat_taken",
                         "Somebody sits there already. You can look on, or make a table of your own.");
    if (place->kind == SEAT_LINK && (strlen(key) != STORE_ID - 1 || sodium_memcmp(key, place->key, STORE_ID - 1) != 0))
        return flip_fail(error, "not_invited", "This seat is kept for somebody with an invitation.");
    const struct seat old = *place;
    place->kind = SEAT_PERSON;
    memcpy(place->person, person->id, sizeof place->person);
    memcpy(place->name, person->name, sizeof place->name);
    if (save_new(hub, room, error) < 0) {
        *place = old;
        return -1;
    }
    room_presence(hub, room);
    room_wake_bots(hub, room);
    return 0;
}

static void seat_bot(struct room *room, int index)
{
    enum { STAND_IN_LEVEL = 3 };
    struct seat *seat = &room->seats[index];
    char name[STORE_NAME];
    snprintf(name, sizeof name, "Bot for %.80s", seat->name);
    *seat = (struct seat){.kind = SEAT_BOT, .level = STAND_IN_LEVEL};
    memcpy(seat->name, name, sizeof name);
}

static bool persons_left(const struct room *room)
{
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON)
            return true;
    return false;
}

int room_leave(struct hub *hub, struct room *room, const char *person, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person);
    if (!own)
        return flip_fail(error, "not_your_seat", "You do not sit at this table.");
    if (room->status >= STORE_OVER)
        return flip_fail(error, "over", "This game is over; it stays under your games.");
    for (flip_set seats = own; seats; seats = flip_set_rest(seats)) {
        const int seat = flip_set_first(seats);
        if (room->status == STORE_WAITING)
            room->seats[seat] = (struct seat){.kind = SEAT_OPEN};
        else
            seat_bot(room, seat);
    }
    room->offer &= ~own;
    if (!persons_left(room))
        room->status = STORE_ENDED;
    if (save_head(hub, room, error) < 0)
        return -1;
    room_wake_bots(hub, room);
    return 0;
}

void room_presence(struct hub *hub, struct room *room)
{
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        if (seat->kind != SEAT_PERSON)
            continue;
        if (hub_person_present(hub, seat->person)) {
            if (seat->absent_since || seat->votes)
                room->dirty = true;
            seat->absent_since = 0;
            seat->votes = 0;
        } else if (!seat->absent_since) {
            seat->absent_since = now_ms();
            room->dirty = true;
        }
    }
}

int room_replace(struct hub *hub, struct room *room, const char *person, int index, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person);
    if (check_running(room, error) < 0)
        return -1;
    if (!own)
        return flip_fail(error, "not_your_seat", "Only players of this table can vote.");
    if (index < 0 || index >= room->seat_count || room->seats[index].kind != SEAT_PERSON || flip_set_has(own, index))
        return flip_fail(error, "bad_seat", "There is nobody to be replaced in that seat.");
    struct seat *seat = &room->seats[index];
    const int64_t gone = seat->absent_since ? (now_ms() - seat->absent_since) / 1000 : 0;
    if (gone < room->replace_after)
        return flip_fail(error, "too_early", "%.80s can be replaced after %d seconds of absence; it is %d now.",
                         seat->name, room->replace_after, (int)gone);
    seat->votes |= own;
    room->dirty = true;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && i != index && !room->seats[i].absent_since &&
            !flip_set_has(seat->votes, i))
            return 0;
    seat_bot(room, index);
    if (save_head(hub, room, error) < 0)
        return -1;
    room_wake_bots(hub, room);
    return 0;
}

/* --- playing ------------------------------------------------------------------------------------------------------------------ */

static int finish(struct hub *hub, struct room *room, struct flip_error *error)
{
    struct flip_result result;
    flip_table_result(room->table, &result);
    room->status = STORE_OVER;
    room->offered_by = -1;
    hub->metrics.games_over++;
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        const struct store_result row = {.table = room->id,
                                         .game = room->game->id,
                                         .person = seat->kind == SEAT_PERSON ? seat->person : NULL,
                                         .seat = i,
                                         .score = result.score[i],
                                         .won = flip_set_has(result.winners, i),
                                         .time = now_ms()};
        if (store_result_put(hub->store, &row, error) < 0)
            return -1;
    }
    return save_head(hub, room, error);
}

/* A move that is legal: into table, log and store. */
static int take_move(struct hub *hub, struct room *room, int seat, flip_move move, struct flip_error *error)
{
    const int known = room->log_count;
    if (flip_table_act(room->table, seat, move, error) < 0)
        return -1;
    if (follow_table(room, false, error) < 0 || save_steps(hub, room, known, error) < 0)
        return -1;
    room->dirty = true;
    room->seats[seat].ticket = 0;
    room->changed = now_ms();
    if (flip_table_turn(room->table) == 0 && finish(hub, room, error) < 0)
        return -1;
    room_wake_bots(hub, room);
    return 0;
}

int room_act(struct hub *hub, struct room *room, const char *person, int seat, const char *text, int at,
             struct flip_error *error)
{
    flip_move move;
    if (check_own(room, person, seat, error) < 0 || check_running(room, error) < 0)
        return -1;
    if (at >= 0 && at != room_steps_for(room, seat))
        return flip_fail(error, "stale", "The table has moved on since you chose: look again.");
    if (flip_table_find(room->table, seat, text, &move, error) < 0)
        return -1;
    hub->metrics.moves++;
    return take_move(hub, room, seat, move, error);
}

int room_undo(struct hub *hub, struct room *room, const char *person, int seat, struct flip_error *error)
{
    if (check_own(room, person, seat, error) < 0 || check_running(room, error) < 0 ||
        flip_table_undo(room->table, seat, error) < 0)
        return -1;
    const int kept = room->table->now.checkpoint_step; /* what came before stays as it is */
    if (follow_table(room, true, error) < 0 || store_steps_cut(hub->store, room->id, kept, error) < 0 ||
        save_steps(hub, room, kept, error) < 0)
        return -1;
    room->dirty = true;
    for (int i = 0; i < room->seat_count; i++)
        room->seats[i].ticket = 0; /* thoughts of bots may be about what is no more */
    room_wake_bots(hub, room);
    return 0;
}

void room_wake_bots(struct hub *hub, struct room *room)
{
    if (room->status != STORE_RUNNING || hub->stopping)
        return;
    for (flip_set turn = flip_table_turn(room->table); turn; turn = flip_set_rest(turn)) {
        const int index = flip_set_first(turn);
        struct seat *seat = &room->seats[index];
        if (seat->kind != SEAT_BOT || seat->ticket)
            continue;
        struct flip_think_def def = flip_think_defaults(seat->level);
        randombytes_buf(&def.seed, sizeof def.seed);
        struct job *job = job_new(room->table, index, &def);
        if (!job)
            continue;
        job->ticket = seat->ticket = ++hub->last_ticket;
        memcpy(job->table, room->id, sizeof room->id);
        crew_ask(hub->crew, job);
    }
}

void room_bot_acts(struct hub *hub, struct room *room, const struct job *job)
{
    struct seat *seat = &room->seats[job->seat];
    struct flip_error error;
    if (seat->ticket != job->ticket || room->status != STORE_RUNNING)
        return;
    seat->ticket = 0;
    if (job->status < 0 || take_move(hub, room, job->seat, job->thought.choice[0].move, &error) < 0) {
        log_event("error", "bot_failed", "table", room->id, "why", job->status < 0 ? job->error.message : error.message,
                  NULL);
        return;
    }
    hub->metrics.bot_moves++;
}

/* --- talking, ending, playing again ---------------------------------------------------------------------------------------- */

int room_chat(struct hub *hub, struct room *room, const struct store_person *person, const char *text,
              struct flip_error *error)
{
    text += strspn(text, " \t\r\n");
    if (*text == '\0')
        return flip_fail(error, "empty", "There is nothing to say yet.");
    if (strlen(text) > MAX_CHAT_TEXT)
        return flip_fail(error, "limit", "A message has at most %d characters.", MAX_CHAT_TEXT);
    if (room->chat_count >= MAX_CHAT)
        return flip_fail(error, "limit", "This table has heard enough: %d messages.", MAX_CHAT);
    const flip_set own = room_seats_of(room, person->id);
    const struct store_chat chat = {.index = room->chat_count,
                                    .seat = own ? flip_set_first(own) : -1,
                                    .person = person->id,
                                    .name = person->name,
                                    .text = text,
                                    .time = now_ms()};
    if (store_chat_put(hub->store, room->id, &chat, error) < 0)
        return -1;
    if (keep_chat(room, &chat) < 0)
        return flip_fail(error, "no_memory", "There is not enough memory for the message.");
    room->dirty = true;
    return 0;
}

int room_end(struct hub *hub, struct room *room, const char *person, bool agree, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person);
    if (check_running(room, error) < 0)
        return -1;
    if (!own)
        return flip_fail(error, "not_your_seat", "Only players of this table can end the game.");
    room->dirty = true;
    if (!agree) {
        room->offer = 0;
        room->offered_by = -1;
        return 0;
    }
    if (room->offered_by < 0)
        room->offered_by = flip_set_first(own);
    room->offer |= own;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && !flip_set_has(room->offer, i))
            return 0;
    room->status = STORE_ENDED;
    room->offered_by = -1;
    return save_head(hub, room, error);
}

struct room *room_rematch(struct hub *hub, struct room *room, const struct store_person *person,
                          struct flip_error *error)
{
    if (!room_seats_of(room, person->id)) {
        flip_fail(error, "not_your_seat", "Only players of this table can ask for a rematch.");
        return NULL;
    }
    if (room->status < STORE_OVER) {
        flip_fail(error, "running", "The game is still going on.");
        return NULL;
    }
    if (room->rematch[0])
        return room_find(hub, room->rematch, error);
    struct room *again = calloc(1, sizeof *again);
    if (!again) {
        flip_fail(error, "no_memory", "There is not enough memory for a table.");
        return NULL;
    }
    fresh_id(again->id);
    flip_seed_fresh(again->seed);
    again->game = room->game;
    again->options = room->options;
    again->listed = room->listed;
    again->open = room->open;
    again->replace_after = room->replace_after;
    again->created = now_ms();
    again->offered_by = -1;
    again->seat_count = room->seat_count;
    memcpy(again->seats, room->seats, sizeof again->seats);
    for (int i = 0; i < again->seat_count; i++) {
        again->seats[i].ticket = 0;
        again->seats[i].votes = 0;
        if (again->seats[i].kind == SEAT_OPEN || again->seats[i].kind == SEAT_LINK)
            again->seats[i] = (struct seat){.kind = SEAT_BOT, .level = 3, .name = "Bot 3"};
    }
    memcpy(room->rematch, again->id, sizeof room->rematch);
    if (save_new(hub, again, error) < 0 || save_head(hub, room, error) < 0) {
        room->rematch[0] = '\0';
        discard(again);
        return NULL;
    }
    remember(hub, again);
    room_presence(hub, again);
    room_wake_bots(hub, again);
    return again;
}
