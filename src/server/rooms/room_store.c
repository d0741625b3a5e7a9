/*
 * A room in the store: the *head* (how the table was set up, who sits where, the seed, the edition's hash, what was
 * offered) and the steps as they came. Together they are the record, and a room is loaded by replaying it, every step
 * checked.
 */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the head ------------------------------------------------------------------------------------------------------ */

static json_t *options_json(const struct room *room)
{
    json_t *options = json_object();
    for (int i = 0; room->game->options[i].name; i++)
        json_object_set_new(options, room->game->options[i].name, json_string(room->options.value[i]));
    return options;
}

static void copy_text(char *out, size_t size, const json_t *value)
{
    const char *text = json_string_value(value);
    snprintf(out, size, "%s", text ? text : "");
}

static json_t *share_json(const struct flip_share *share)
{
    char hex[FLIP_SHARE_HEX];
    flip_share_hex(share, hex);
    return share->given ? json_string(hex) : json_null();
}

static void read_share(struct flip_share *share, const json_t *value)
{
    if (json_is_string(value))
        flip_share_read(json_string_value(value), share);
}

static json_t *hex_json(const unsigned char bytes[FLIP_SEED_BYTES])
{
    char hex[FLIP_HEX_SIZE];
    flip_seed_hex(bytes, hex);
    return json_string(hex);
}

/* As in a record; NULL where the draw is untold. The secret is only for the server's own store and for records of
   finished games. */
static json_t *deal_json(const struct room *room)
{
    const struct flip_seed_draw *draw = &room->draw;
    if (draw->how == FLIP_SEED_UNTOLD)
        return NULL;
    json_t *deal = json_pack("{s:s}", "how", flip_seed_how_word(draw->how));
    if (draw->how == FLIP_SEED_DAILY)
        json_object_set_new(deal, "day", json_string(draw->day));
    if (draw->how == FLIP_SEED_TOGETHER) {
        json_t *bytes = json_array();
        for (int i = 0; i < room->seat_count; i++)
            json_array_append_new(bytes, share_json(&draw->share[i]));
        json_object_set_new(deal, "secret", hex_json(draw->secret));
        json_object_set_new(deal, "bytes", bytes);
    }
    return deal;
}

/* Older heads have no draw; a challenge was drawn for its day then, too. */
static void read_deal(struct room *room, const json_t *deal)
{
    const char *how = json_string_value(json_object_get(deal, "how"));
    const char *secret = json_string_value(json_object_get(deal, "secret"));
    const json_t *bytes = json_object_get(deal, "bytes");
    room->draw = (struct flip_seed_draw){.how = how              ? flip_seed_how_named(how)
                                                : room->daily[0] ? FLIP_SEED_DAILY
                                                                 : FLIP_SEED_UNTOLD};
    if (room->draw.how == FLIP_SEED_DAILY)
        copy_text(room->draw.day, sizeof room->draw.day, deal ? json_object_get(deal, "day") : NULL);
    if (room->draw.how == FLIP_SEED_DAILY && !deal)
        memcpy(room->draw.day, room->daily, sizeof room->draw.day);
    if (secret)
        flip_seed_from_words(secret, room->draw.secret);
    for (int i = 0; i < FLIP_MAX_SEATS; i++)
        read_share(&room->draw.share[i], json_array_get(bytes, (size_t)i));
}

/* Fields that are left out where they are false or empty, so that heads of plain games stay short. */
struct field {
    const char *key;
    size_t at, size; /* in the struct; 0: a flag, else a text of that size */
};

#define FLAG(owner, key, member)                                                                                       \
    {                                                                                                                  \
        key, offsetof(struct owner, member), 0                                                                         \
    }
#define TEXT(owner, key, member)                                                                                       \
    {                                                                                                                  \
        key, offsetof(struct owner, member), sizeof((struct owner *)0)->member                                         \
    }

static const struct field head_fields[] = {
    FLAG(room, "tutor", tutor),
    FLAG(room, "unrated", unrated),
    FLAG(room, "help", help),
    FLAG(room, "paused", paused),
    FLAG(room, "ready", ready_check),
    FLAG(room, "own_edition", own_edition),
    FLAG(room, "cards_known", cards_known),
    TEXT(room, "edition_name", edition_name),
    TEXT(room, "owner", owner),
    TEXT(room, "link", key),
    TEXT(room, "daily", daily),
    TEXT(room, "league", league),
    TEXT(room, "lesson_edition", lesson_edition),
    {NULL, 0, 0},
};
static const struct field seat_fields[] = {
    FLAG(seat, "ready", ready), FLAG(seat, "invited", invited),   FLAG(seat, "voted_out", voted_out),
    FLAG(seat, "named", named), FLAG(seat, "helped", helped),     FLAG(seat, "timed_out", timed_out),
    TEXT(seat, "left", left),   TEXT(seat, "kept_for", kept_for), {NULL, 0, 0},
};

static void add_fields(json_t *json, const struct field *fields, const void *from)
{
    for (const struct field *field = fields; field->key; field++) {
        const char *at = (const char *)from + field->at;
        if (field->size > 0 && *at)
            json_object_set_new(json, field->key, json_string(at));
        else if (field->size == 0 && *(const bool *)at)
            json_object_set_new(json, field->key, json_true());
    }
}

static void read_fields(const json_t *json, const struct field *fields, void *into)
{
    for (const struct field *field = fields; field->key; field++) {
        char *at = (char *)into + field->at;
        if (field->size > 0)
            snprintf(at, field->size, "%s", string_of(json, field->key));
        else
            *(bool *)at = true_in(json, field->key);
    }
}

static void add_seat_fields(json_t *row, const struct room *room, const struct seat *seat)
{
    add_fields(row, seat_fields, seat);
    if (room->status != STORE_WAITING)
        json_object_del(row, "ready");
    if (seat->share.given && !room->seeded)
        json_object_set_new(row, "bytes", share_json(&seat->share));
    if (seat->again.given)
        json_object_set_new(row, "again", share_json(&seat->again));
    if (seat->former)
        json_object_set_new(row, "former",
                            json_pack("[f, f, f]", seat->was.rating, seat->was.deviation, seat->was.volatility));
    if (room->clock.kind != CLOCK_NONE)
        json_object_set_new(row, "clock",
                            json_pack("[I, I, b, b]", (json_int_t)seat->clock.left, (json_int_t)seat->clock.since,
                                      seat->clock.out, seat->clock.ran));
}

static json_t *seats_json(const struct room *room)
{
    json_t *seats = json_array();
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        json_t *row =
            json_pack("{s:s, s:i, s:s, s:s, s:s, s:I}", "kind", seat_kind_words[seat->kind], "level", seat->level,
                      "person", seat->person, "name", seat->name, "key", seat->key, "votes", (json_int_t)seat->votes);
        add_seat_fields(row, room, seat);
        json_array_append_new(seats, row);
    }
    return seats;
}

static void add_kind(json_t *head, const struct room *room)
{
    if (room->kind != ROOM_GAME)
        json_object_set_new(head, "kind", json_string(room_kind_words[room->kind]));
    if (room->kind == ROOM_IMPORT)
        json_object_set_new(head, "dealt_here", json_boolean(room->dealt_here));
    if (room->kind == ROOM_LESSON) {
        json_object_set_new(head, "lesson", json_integer(room->lesson_number));
        json_object_set_new(head, "learnt", json_boolean(room->learnt));
    }
}

static void read_kind(struct room *room, const json_t *head)
{
    const int kind = word_index(string_of(head, "kind"), room_kind_words, ROOM_ARCHIVE + 1);
    room->kind = kind < 0 ? ROOM_GAME : (enum room_kind)kind;
    room->dealt_here = true_in(head, "dealt_here"); /* older imports never knew */
    room->lesson_number = (int)int_in(head, "lesson");
    room->learnt = true_in(head, "learnt");
}

static void add_offers(json_t *head, const struct room *room)
{
    json_t *offers = json_object();
    for (int i = 0; i < OFFER_KINDS; i++)
        if (room->offers[i].stands)
            json_object_set_new(offers, offer_words[i],
                                json_pack("[i, I, o]", room->offers[i].notice, (json_int_t)room->offers[i].agreed,
                                          share_json(&room->offers[i].share)));
    if (json_object_size(offers) > 0)
        json_object_set(head, "offers", offers);
    json_decref(offers);
}

/* Older heads name who offered to end the game; that offer has lapsed. */
static void read_offers(struct room *room, const json_t *head)
{
    const json_t *offers = json_object_get(head, "offers");
    for (int i = 0; i < OFFER_KINDS; i++) {
        const json_t *row = json_object_get(offers, offer_words[i]);
        room->offers[i] = (struct offer){.stands = row != NULL,
                                         .notice = (int)json_integer_value(json_array_get(row, 0)),
                                         .agreed = (flip_set)json_integer_value(json_array_get(row, 1))};
        read_share(&room->offers[i].share, json_array_get(row, 2));
    }
}

/* Before the first card there is no seed. The release before needs one all the same, and deals with the secret
   alone. */
static json_t *seed_json(const struct room *room)
{
    unsigned char seed[FLIP_SEED_BYTES];
    flip_seed_draw_seed(&room->draw, 0, seed);
    return hex_json(room->seeded ? room->seed : seed);
}

static void add_deal(json_t *head, const struct room *room)
{
    json_t *deal = deal_json(room);
    if (deal)
        json_object_set_new(deal, "drawn", json_boolean(room->seeded));
    if (deal)
        json_object_set_new(head, "deal", deal);
    if (room->has_next && !room->rematch[0])
        json_object_set_new(head, "next", hex_json(room->next_secret));
}

static char *head_text(const struct room *room)
{
    json_t *head =
        json_pack("{s:s, s:o, s:b, s:i, s:o, s:s, s:s, s:o}", "game", room->game->id, "options", options_json(room),
                  "open", room->open, "replace_after", room->replace_after, "seed", seed_json(room), "edition",
                  room->edition, "rematch", room->rematch, "seats", seats_json(room));
    add_deal(head, room);
    add_kind(head, room);
    add_fields(head, head_fields, room);
    add_offers(head, room);
    if (head && room->clock.kind != CLOCK_NONE)
        json_object_set_new(head, "clock",
                            json_pack("[i, i, i]", room->clock.kind, room->clock.seconds, room->clock.extra));
    if (head && room->options.version > 1) /* heads that say nothing are from before there was another */
        json_object_set_new(head, "rules", json_integer(room->options.version));
    char *text = head ? json_dumps(head, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(head);
    return text;
}

int room_save_status(struct store *store, const struct room *room, struct flip_error *error)
{
    char *text = head_text(room);
    if (!text)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to keep the table.");
    struct store_table row = {.status = room->status,
                              .listed = room->listed,
                              .created = room->created,
                              .changed = room->changed,
                              .deadline = room_deadline(room),
                              .head = text};
    memcpy(row.id, room->id, sizeof row.id);
    memcpy(row.league, room->league, sizeof row.league);
    const int result = store_table_put(store, &row, error);
    free(text);
    return result;
}

int room_save_head(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    if (room->status >= STORE_OVER)
        clock_follow(room, false); /* nobody's time runs any more */
    room->changed = wall_ms();
    room_mark_dirty(rooms, room);
    rooms->dirty.lobby |= room->listed;
    rooms->clocks.dirty |= room->clock.kind != CLOCK_NONE;
    return room_must_claim(rooms, room, error) < 0 ? -1 : room_save_status(rooms->loop->store, room, error);
}

static void read_seat(struct seat *seat, const json_t *row)
{
    const int kind = word_index(string_of(row, "kind"), seat_kind_words, SEAT_NAME + 1);
    seat->kind = kind < 0 ? SEAT_PERSON : (enum seat_kind)kind;
    seat->level = (int)int_in(row, "level");
    seat->votes = (flip_set)int_in(row, "votes");
    copy_text(seat->person, sizeof seat->person, json_object_get(row, "person"));
    copy_text(seat->name, sizeof seat->name, json_object_get(row, "name"));
    copy_text(seat->key, sizeof seat->key, json_object_get(row, "key"));
    read_fields(row, seat_fields, seat);
    read_share(&seat->share, json_object_get(row, "bytes"));
    read_share(&seat->again, json_object_get(row, "again"));
    const json_t *former = json_object_get(row, "former"), *clock = json_object_get(row, "clock");
    seat->former = former != NULL;
    seat->was = (struct store_rating){.rating = json_number_value(json_array_get(former, 0)),
                                      .deviation = json_number_value(json_array_get(former, 1)),
                                      .volatility = json_number_value(json_array_get(former, 2))};
    seat->clock = (struct seat_clock){.left = json_integer_value(json_array_get(clock, 0)),
                                      .since = json_integer_value(json_array_get(clock, 1)),
                                      .out = json_is_true(json_array_get(clock, 2)),
                                      .ran = json_is_true(json_array_get(clock, 3))};
    seat->timed_out |= seat->clock.out;
}

/* A game keeps the version of the rules it began with. */
static int read_options(struct room *room, const json_t *head, struct flip_error *error)
{
    const json_t *options = json_object_get(head, "options"), *rules = json_object_get(head, "rules");
    const json_int_t version = rules ? json_integer_value(rules) : 1;
    if (version < 1 || version > room->game->version)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "The table uses rules that this program does not know.");
    flip_options_of_version(room->game, (int)version, &room->options);
    for (void *at = json_object_iter((json_t *)options); at; at = json_object_iter_next((json_t *)options, at)) {
        const char *value = json_string_value(json_object_iter_value(at));
        if (flip_options_set(room->game, &room->options, json_object_iter_key(at), value ? value : "", error) < 0)
            return -1;
    }
    return 0;
}

static int read_head(struct room *room, const json_t *head, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(head, "game"));
    const char *seed = json_string_value(json_object_get(head, "seed"));
    const char *next = json_string_value(json_object_get(head, "next"));
    const json_t *deal = json_object_get(head, "deal");
    if (!id || !seed || !(room->game = flip_game_named(id)))
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "This server does not offer that game.");
    if (read_options(room, head, error) < 0)
        return -1;
    if (room->status == STORE_WAITING)
        room->options.version = room->game->version;
    room->seeded = not_false_in(deal, "drawn");
    flip_seed_from_words(seed, room->seed);
    room->has_next = next != NULL;
    if (next)
        flip_seed_from_words(next, room->next_secret);
    room->open = true_in(head, "open");
    room->replace_after = (int)int_in(head, "replace_after");
    copy_text(room->edition, sizeof room->edition, json_object_get(head, "edition"));
    copy_text(room->rematch, sizeof room->rematch, json_object_get(head, "rematch"));
    read_fields(head, head_fields, room);
    read_deal(room, deal);
    const json_t *clock = json_object_get(head, "clock");
    room->clock = (struct clock){.kind = (enum clock_kind)json_integer_value(json_array_get(clock, 0)),
                                 .seconds = (int)json_integer_value(json_array_get(clock, 1)),
                                 .extra = (int)json_integer_value(json_array_get(clock, 2))};
    read_offers(room, head);
    read_kind(room, head);
    const json_t *seats = json_object_get(head, "seats");
    if (json_array_size(seats) > FLIP_MAX_SEATS)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "The table has too many seats.");
    room->seat_count = (int)json_array_size(seats);
    for (int i = 0; i < room->seat_count; i++)
        read_seat(&room->seats[i], json_array_get(seats, (size_t)i));
    return 0;
}

/* --- steps --------------------------------------------------------------------------------------------------------- */

static void write_step(struct flip_json *json, const struct room *room, int index)
{
    const struct log_entry *entry = &room->log[index];
    flip_json_open(json, NULL, '{');
    if (entry->seat == FLIP_DEALER) {
        if (entry->outcome)
            flip_json_raw(json, "event", entry->outcome);
        else
            flip_json_string(json, "event", entry->text);
        if (room->table->steps[index].rigged)
            flip_json_bool(json, "rigged", true);
    } else {
        const char *by = flip_by_word(room->table->steps[index].by);
        flip_json_int(json, "seat", entry->seat);
        flip_json_string(json, "move", entry->text);
        if (by)
            flip_json_string(json, "by", by);
    }
    flip_json_int(json, "time", entry->time);
    flip_json_close(json);
}

char *room_step_text(const struct room *room, int index)
{
    struct flip_json measure = flip_json_in(NULL, 0);
    write_step(&measure, room, index);
    const size_t size = measure.text.length + 1;
    char *line = malloc(size);
    struct flip_json json = flip_json_in(line, line ? size : 0);
    if (line)
        write_step(&json, room, index);
    return line;
}

int room_save_steps(struct rooms *rooms, const struct room *room, int from, int to, struct flip_error *error)
{
    for (int i = from; i < to; i++) {
        char *line = room_step_text(room, i);
        if (!line)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to keep the game.");
        const int status = store_step_put(rooms->loop->store, room->id, i, line, error);
        free(line);
        if (status < 0)
            return -1;
    }
    return 0;
}

struct collecting {
    json_t *steps;
    int next;
};

static int collect_step(void *context, int index, const char *json)
{
    struct collecting *collecting = context;
    json_t *step = index == collecting->next++ ? json_loads(json, 0, NULL) : NULL;
    return step ? json_array_append_new(collecting->steps, step)
                : json_array_append_new(collecting->steps, json_null());
}

json_t *room_names_json(const struct room *room)
{
    json_t *names = json_array();
    for (int seat = 0; seat < room->seat_count; seat++) {
        char name[sizeof room->table->names[0]];
        name_fit(room->seats[seat].name, name, sizeof name);
        json_array_append_new(names, json_string(name));
    }
    return names;
}

void room_put_deal(const struct room *room, json_t *record)
{
    char commitment[FLIP_HEX_SIZE];
    json_t *deal = room->seeded ? deal_json(room) : NULL;
    flip_seed_draw_commitment(&room->draw, room->seed, commitment);
    json_object_set_new(record, "commitment", json_string(commitment));
    json_object_del(record, "deal");
    if (deal)
        json_object_set_new(record, "deal", deal);
    if (room->seeded)
        json_object_set_new(record, "seed", hex_json(room->seed));
}

/* The head's part and the steps. */
json_t *room_stored_record(struct store *store, const struct room *room, struct flip_error *error)
{
    char *edition = NULL;
    struct collecting collecting = {.steps = json_array()};
    if (store_steps(store, room->id, collect_step, &collecting, error) < 0 ||
        store_edition_get(store, room->edition, &edition, error) < 0) {
        json_decref(collecting.steps);
        return NULL;
    }
    json_t *record =
        json_pack("{s:i, s:s, s:i, s:{s:s}, s:o, s:b, s:o, s:o}", "flipside_record", FLIP_RECORD_FORMAT, "game",
                  room->game->id, "rules", room->options.version, "edition", "hash", room->edition, "options",
                  options_json(room), "open", room->open, "seats", room_names_json(room), "steps", collecting.steps);
    if (record)
        room_put_deal(room, record);
    if (record && edition)
        json_object_set_new(json_object_get(record, "edition"), "data", json_loads(edition, 0, NULL));
    free(edition);
    if (!record)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the record.");
    return record;
}

static int load_game(struct store *store, struct room *room, struct flip_error *error)
{
    json_t *record = room_stored_record(store, room, error);
    if (!record)
        return -1;
    const size_t steps = json_array_size(json_object_get(record, "steps"));
    const bool begun = steps > 0 || room->status == STORE_RUNNING; /* else it was given up before the first card */
    if (begun)
        room->table = table_from_json(record, FLIP_ALL_STEPS, error);
    json_decref(record);
    if (!begun)
        return 0;
    if (room->table && (size_t)room->table->step_count != steps)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "The record ends where a card is due.");
    if (!room->table || room_follow(room, true, error) < 0)
        return -1;
    return room->kind == ROOM_LESSON ? lesson_resume(store, room, error) : 0;
}

/* --- chat ---------------------------------------------------------------------------------------------------------- */

/* As the game calls it: the words of a game outlive its rooms. */
static const char *team_word(const struct room *room, const char *team)
{
    for (int seat = 0; team && team[0] && room->game->knowledge->team && seat < room->seat_count; seat++)
        if (strcmp(room->game->knowledge->team(&room->options, seat), team) == 0)
            return room->game->knowledge->team(&room->options, seat);
    return team && team[0] ? "" : NULL; /* a team that nobody plays for: nobody hears it */
}

int room_append_chat(struct room *room, const struct store_chat *chat)
{
    if (!array_grow(&room->chat, room->chat_count, &room->chat_room, sizeof *room->chat))
        return -1;
    struct chat *kept = &room->chat[room->chat_count];
    *kept = (struct chat){.seat = chat->seat,
                          .time = chat->time,
                          .name = strdup(chat->name),
                          .text = strdup(chat->text),
                          .team = team_word(room, chat->team)};
    snprintf(kept->person, sizeof kept->person, "%s", chat->person);
    if (!kept->name || !kept->text) {
        free(kept->name);
        free(kept->text);
        return -1;
    }
    room->chat_count++;
    return 0;
}

static int collect_chat(void *room, const struct store_chat *chat) { return room_append_chat(room, chat); }

/* --- loading ------------------------------------------------------------------------------------------------------- */

struct loading {
    struct store *store;
    struct room *room;
    struct flip_error *error;
};

/* A person being deleted has no name any more, though the head may still have it. */
static void forget_names(struct store *store, struct room *room)
{
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        const char *person = seat->kind == SEAT_PERSON ? seat->person : seat->left;
        struct store_person known;
        if (!person[0] || store_person_get(store, person, &known, NULL) != 0)
            continue;
        memset(seat->name, 0, sizeof seat->name);
        snprintf(seat->name, sizeof seat->name, "%s" STORE_FORMER, seat->kind == SEAT_PERSON ? "" : "Bot for ");
    }
}

static int load_row(void *context, const struct store_table *row)
{
    struct loading *loading = context;
    struct room *room = calloc(1, sizeof *room);
    if (!room)
        return flip_fail(loading->error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the table.");
    memcpy(room->id, row->id, sizeof room->id);
    room->status = row->status;
    room->listed = row->listed;
    room->created = row->created;
    room->changed = row->changed;
    json_t *head = json_loads(row->head, 0, NULL);
    const int status =
        head ? read_head(room, head, loading->error)
             : flip_fail(loading->error, FLIP_ERROR_BAD_RECORD, "What is kept about the table is not JSON.");
    json_decref(head);
    if (status < 0)
        room_discard(room);
    else
        forget_names(loading->store, loading->room = room);
    return status;
}

int room_load_head(struct store *store, const char *id, struct room **out, struct flip_error *error)
{
    struct loading loading = {.store = store, .error = error};
    const int found = store_table_get(store, id, load_row, &loading, error);
    *out = loading.room;
    return found <= 0 ? found : loading.room ? 1 : -1;
}

/* An offer lapses with its author's account, or without its notice. */
static int load_notices(struct store *store, struct room *room, struct flip_error *error)
{
    if (room_load_notices(store, room, error) < 0)
        return -1;
    room->announced.offers = room->notice_count;
    for (int i = 0; i < OFFER_KINDS; i++) {
        struct offer *offer = &room->offers[i];
        if (offer->notice < 0 || offer->notice >= room->notice_count || !room->notices[offer->notice].person[0])
            *offer = (struct offer){0};
    }
    return 0;
}

int room_load_talk(struct store *store, struct room *room, struct flip_error *error)
{
    return load_notices(store, room, error) < 0 || store_chat_all(store, room->id, collect_chat, room, error) < 0 ? -1
                                                                                                                  : 0;
}

int room_load(struct store *store, const char *id, struct room **out, struct flip_error *error)
{
    struct room *room = NULL;
    const int found = room_load_head(store, id, &room, error);
    if (found <= 0)
        return found;
    if (room_load_talk(store, room, error) < 0 || /* first: who had which seat is told with the steps */
        (room->status != STORE_WAITING && load_game(store, room, error) < 0)) {
        room_discard(room);
        return -1;
    }
    *out = room;
    return 1;
}
