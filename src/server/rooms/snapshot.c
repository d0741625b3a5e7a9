/*
 * What clients are shown: TABLE objects and snapshots. Everything here asks first whose eyes it writes for. A snapshot is
 * compared with the last one that the same watch was sent: a neighbour's hidden step changes nothing in it, so not even
 * the fact that something happened is told.
 */
#include "server/rooms/rooms.h"

#include "server/net/net.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void write_options(struct flip_json *json, const struct flip_game *game, const struct flip_options *options)
{
    flip_json_open(json, "options", '{');
    for (int i = 0; game->options[i].name; i++) {
        const char *value = options->value[i];
        const bool plain = game->options[i].kind == FLIP_OPTION_INT || strcmp(value, "true") == 0 ||
                           strcmp(value, "false") == 0; /* a list may be either of them as well */
        if (plain)
            flip_json_raw(json, game->options[i].name, value);
        else
            flip_json_string(json, game->options[i].name, value);
    }
    flip_json_close(json);
}

/* The seat's team and its place in it, counted from 1: also while it waits for a player. */
static void write_team(struct flip_json *json, const struct room *room, int index)
{
    if (!room->game->knowledge->team)
        return;
    const char *team = room->game->knowledge->team(&room->options, index);
    int place = 0;
    for (int seat = 0; seat <= index; seat++)
        place += strcmp(room->game->knowledge->team(&room->options, seat), team) == 0;
    flip_json_string(json, "team", team);
    flip_json_int(json, "team_place", place);
}

/* Somebody whose account was deleted is no longer expected. */
static void write_kept_for(struct flip_json *json, const struct rooms *rooms, const struct seat *seat)
{
    struct store_person person;
    if (!rooms || seat->kind != SEAT_LINK || !seat->kept_for[0] ||
        store_person_get(rooms->loop->store, seat->kept_for, &person, NULL) != 1)
        return;
    flip_json_open(json, "for", '{');
    flip_json_string(json, "person", person.id);
    flip_json_string(json, "name", person.name);
    flip_json_close(json);
}

static void write_seat(struct flip_json *json, const struct rooms *rooms, const struct room *room, int index,
                       const char *person)
{
    const struct seat *seat = &room->seats[index];
    flip_json_open(json, NULL, '{');
    flip_json_string(json, "kind", seat_kind_words[seat->kind]);
    if (seat->kind == SEAT_PERSON || seat->kind == SEAT_BOT || seat->kind == SEAT_NAME)
        flip_json_string(json, "name", seat->name);
    if (seat->kind == SEAT_BOT)
        flip_json_int(json, "level", seat->level);
    write_team(json, room, index);
    if (seat->kind == SEAT_PERSON) {
        const bool you = person && person[0] && strcmp(seat->person, person) == 0;
        write_text_or_null(json, "person", seat->person);
        const bool at_it = person && room_seats_of(room, person) != 0;
        flip_json_bool(json, "online",
                       you || (rooms ? (at_it ? person_online : person_shown_online)(rooms->people, seat->person)
                                     : flip_set_has(room->online, index)));
        flip_json_bool(json, "you", you);
        if (seat->absent_since && at_it)
            flip_json_int(json, "absent_since", seat->absent_since);
        if (seat->votes)
            flip_json_set(json, "votes", seat->votes);
    }
    write_kept_for(json, rooms, seat);
    if (seat->helped)
        flip_json_bool(json, "helped", true);
    if (seat->timed_out)
        flip_json_bool(json, "timed_out", true);
    if (seat->voted_out && seat->kind == SEAT_BOT)
        flip_json_bool(json, "voted_out", true);
    write_players(json, room, index);
    write_seat_clock(json, room, index);
    flip_json_close(json);
}

/* Written for the viewer's seat; a viewer with several seats, or none, reads names. */
static void write_result(struct flip_json *json, const struct room *room, const char *person)
{
    const flip_set own = person ? room_seats_of(room, person) : 0;
    if (room->status != STORE_OVER || !room->table) {
        flip_json_null(json, "result");
        return;
    }
    flip_json_open(json, "result", '{');
    flip_table_result_for(room->table, flip_set_count(own) == 1 ? flip_set_first(own) : FLIP_PUBLIC, json);
    flip_json_close(json);
}

static int viewer_of(const struct room *room, const char *person)
{
    const flip_set own = person ? room_seats_of(room, person) : 0;
    return own ? flip_set_first(own) : FLIP_PUBLIC;
}

static void write_owner(struct flip_json *json, const struct room *room)
{
    const char *owner = room_owner(room);
    const flip_set seats = owner ? room_seats_of(room, owner) : 0;
    write_int_or_null(json, "owner", seats != 0, seats ? flip_set_first(seats) : 0);
}

/* For the owner alone, on all devices. */
static void write_link(struct flip_json *json, const struct room *room, const char *person)
{
    const char *owner = room_owner(room);
    char path[80];
    if (room->status != STORE_WAITING || !person || !person[0] || !owner || strcmp(owner, person) != 0)
        return;
    snprintf(path, sizeof path, "/join/%s.%s", room->id, room->key);
    write_text_or_null(json, "link", room->key[0] ? path : NULL);
}

static void write_edition(struct flip_json *json, const struct room *room)
{
    flip_json_open(json, "edition", '{');
    flip_json_string(json, "name", room->edition_name);
    flip_json_string(json, "fingerprint", room->lesson_edition[0] ? room->lesson_edition : room->edition);
    flip_json_close(json);
}

/* `steps` counts what `viewer` may see: one of several own seats may see more than another. */
static void write_table_for(struct flip_json *json, const char *key, const struct rooms *rooms, const struct room *room,
                            const char *person, int viewer)
{
    flip_json_open(json, key, '{');
    flip_json_string(json, "id", room->id);
    flip_json_string(json, "game", room->game->id);
    flip_json_string(json, "title", room->game->title);
    flip_json_string(json, "kind", room_kind_words[room->kind]);
    flip_json_bool(json, "proved", room_proved(room));
    flip_json_bool(json, "tutor", room->tutor);
    flip_json_bool(json, "rated", room_rated(room));
    flip_json_bool(json, "help", room_help_allowed(room) && !room->daily[0]);
    write_owner(json, room);
    flip_json_int(json, "spectators", spectators_of(room, NULL));
    write_options(json, room->game, &room->options);
    if (room->own_edition)
        write_edition(json, room);
    flip_json_bool(json, "public", room->listed);
    flip_json_bool(json, "open", room->open);
    flip_json_int(json, "replace_after", room->replace_after);
    write_clock(json, room);
    write_text_or_null(json, "daily", room->daily);
    flip_json_string(json, "status", room_status_words[room->status]);
    flip_json_int(json, "created", room->created);
    flip_json_int(json, "steps", room->table ? room_steps_for(room, viewer) : 0);
    flip_json_set(json, "to_act", room->status == STORE_RUNNING ? flip_table_turn(room->table) : 0);
    write_deal(json, room);
    flip_json_open(json, "seats", '[');
    for (int seat = 0; seat < room->seat_count; seat++)
        write_seat(json, rooms, room, seat, person);
    flip_json_close(json);
    if (room->rematch[0])
        flip_json_string(json, "rematch", room->rematch);
    if (room->league[0] && person && room_seats_of(room, person)) /* a link for those who play here */
        flip_json_string(json, "league", room->league);
    write_link(json, room, person);
    if (room->paused)
        flip_json_bool(json, "paused", true);
    const flip_set missing = rooms ? room_not_ready((struct rooms *)rooms, room) : 0;
    if (missing)
        flip_json_set(json, "not_ready", missing);
    write_result(json, room, person);
    flip_json_close(json);
}

void write_table(struct flip_json *json, const char *key, const struct rooms *rooms, const struct room *room,
                 const char *person)
{
    write_table_for(json, key, rooms, room, person, viewer_of(room, person));
}

bool write_tables(struct flip_json *json, const struct rooms *rooms, struct room *const *list, int count,
                  const char *person, size_t most)
{
    int i = 0;
    flip_json_open(json, "tables", '[');
    for (; i < count; i++) {
        const struct flip_json before = *json;
        write_table(json, NULL, rooms, list[i], person);
        if (json->text.length > most) {
            *json = before;
            break;
        }
    }
    flip_json_close(json);
    return i == count;
}

/* --- the snapshot ----------------------------------------------------------------------------------------------------- */

static int score_of(const struct flip_table *table, const void *state, int seat)
{
    struct flip_result result = {0};
    table->game->rules->result(table->rules, state, &result);
    return table->game->no_points ? 0 : result.score[seat];
}

/* The same for all actions of a seat. */
struct offer_of_moves {
    const struct flip_table *table;
    int seat, score;
    void *trial; /* a state to try a move in */
};

static void tell_move(const struct offer_of_moves *offer, flip_move move, struct flip_json *json)
{
    char text[256];
    struct flip_text words = flip_text_in(text, sizeof text);
    flip_table_move_tell(offer->table, offer->table->now.state, offer->seat, move, &words);
    flip_json_string(json, "tell", text);
}

static void write_action(const struct offer_of_moves *offer, flip_move move, int id, const char *text,
                         struct flip_json *json)
{
    const struct flip_table *table = offer->table;
    const struct flip_game *game = table->game;
    struct flip_range open[FLIP_MAX_RANGES];
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "id", id);
    flip_json_string(json, "text", text);
    game->words->fields(table->rules, table->now.state, offer->seat, move, json);
    tell_move(offer, move, json);
    const int ranges = flip_move_ranges(game, table->rules, table->now.state, offer->seat, move, open);
    flip_ranges_json(open, ranges, json);
    if (ranges == 0) {
        memcpy(offer->trial, table->now.state, game->state_size);
        game->rules->apply(table->rules, offer->trial, offer->seat, move);
        flip_json_int(json, "gain", score_of(table, offer->trial, offer->seat) - offer->score);
    }
    flip_json_close(json);
}

static const char *move_text(const struct flip_table *table, int seat, flip_move move, char text[FLIP_MOVE_TEXT])
{
    struct flip_text words = flip_text_in(text, FLIP_MOVE_TEXT);
    table->game->words->text(table->rules, table->now.state, seat, move, &words);
    return text;
}

void write_actions(struct flip_json *json, const struct flip_table *table, int seat)
{
    char text[FLIP_MOVE_TEXT];
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    const struct offer_of_moves offer = {.table = table,
                                         .seat = seat,
                                         .score = count ? score_of(table, table->now.state, seat) : 0,
                                         .trial = count ? malloc(table->game->state_size) : NULL};
    flip_json_open(json, "actions", '[');
    for (int i = 0; offer.trial && i < count; i++)
        write_action(&offer, moves[i], i, move_text(table, seat, moves[i], text), json);
    flip_json_close(json);
    free(offer.trial);
}

/* Their notation alone. */
static void write_move_texts(struct flip_json *json, const struct flip_table *table, int seat)
{
    char text[FLIP_MOVE_TEXT];
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    flip_json_open(json, "actions", '[');
    for (int i = 0; i < count; i++)
        flip_json_string(json, NULL, move_text(table, seat, moves[i], text));
    flip_json_close(json);
}

static void write_game(struct flip_json *json, const struct room *room, int viewer, bool printed)
{
    const struct flip_table *table = room->table;
    if (!table) {
        flip_json_null(json, "view");
        return;
    }
    flip_json_open(json, "view", '{');
    json->without_printed = !printed;
    room->game->knowledge->view(table->rules, table->now.state, flip_table_before(table), viewer, json);
    flip_json_set(json, "to_act", flip_table_turn(table));
    flip_json_close(json);
    if (!printed)
        flip_json_string(json, "printed", room->printed);
}

/* Eight bytes at a time. It only has to tell a viewer's last snapshot from the next one. */
static uint64_t hash_text(const char *text, size_t length)
{
    uint64_t hash = length, word;
    for (; length >= sizeof word; length -= sizeof word, text += sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, text, length);
    hash = (hash ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 29;
}

/* Whose eyes: the seat asked for if it is an own one, else the first own seat that has to decide, else a spectator's. */
static int eyes_of(const struct watch *watch)
{
    const flip_set own = room_seats_of(watch->room, watch->link->presence->person.id);
    if (watch->options.seat >= 0 && flip_set_has(own, watch->options.seat))
        return watch->options.seat;
    if (!own)
        return FLIP_PUBLIC;
    const flip_set deciding = watch->room->status == STORE_RUNNING ? own & flip_table_turn(watch->room->table) : 0;
    return flip_set_first(deciding ? deciding : own);
}

static bool remember_log(struct watch *watch, const int *visible, int count, int from)
{
    if (count > watch->sent_room) {
        const int room = count * 2 + 16;
        uint32_t *larger = realloc(watch->sent, (size_t)room * sizeof *larger);
        if (!larger)
            return false;
        watch->sent = larger;
        watch->sent_room = room;
    }
    for (int i = from; i < count; i++)
        watch->sent[i] = watch->room->log[visible[i]].check;
    watch->sent_count = count;
    return true;
}

/* After a sleep: the client has so many lines, and a finished game's log stays as it is. If that cannot be noted, it gets all of them. */
static void resume_log(struct watch *watch, const int *visible, int count)
{
    if (watch->resumes > 0 && watch->resumes <= count)
        remember_log(watch, visible, watch->resumes, 0);
    watch->resumes = 0;
}

static void write_spectators(struct flip_json *json, const struct room *room)
{
    const struct watch *looking[SPECTATORS_LISTED];
    int count = spectators_of(room, looking);
    count = count < SPECTATORS_LISTED ? count : SPECTATORS_LISTED;
    flip_json_open(json, "spectators", '[');
    for (int i = 0; i < count; i++) {
        const struct store_person *person = &looking[i]->link->presence->person;
        if (person->presence != STORE_EVERYONE) /* counted, and not named */
            continue;
        flip_json_open(json, NULL, '{');
        flip_json_string(json, "person", person->id);
        flip_json_string(json, "name", person->name);
        flip_json_bool(json, "muted", muted_for_all(looking[i], person->id));
        flip_json_close(json);
    }
    flip_json_close(json);
}

/* The offer to end the game as clients knew it before there were others. */
static void write_offer(struct flip_json *json, const struct room *room)
{
    const struct offer *offer = &room->offers[OFFER_END];
    if (!offer->stands) {
        flip_json_null(json, "offer");
        return;
    }
    flip_json_open(json, "offer", '{');
    flip_json_int(json, "by", room->notices[offer->notice].seat);
    flip_json_set(json, "agreed", offer->agreed);
    flip_json_close(json);
}

/* The table as it is now, without what is new in log and chat. */
static void write_now(struct flip_json *json, struct rooms *rooms, const struct watch *watch, int viewer)
{
    const struct room *room = watch->room;
    const char *person = watch->link->presence->person.id;
    room_commit(watch->room);
    flip_json_string(json, "push", "scene");
    write_table_for(json, "table", rooms, room, person, viewer);
    if (viewer == FLIP_PUBLIC)
        flip_json_string(json, "seat", "public");
    else
        flip_json_int(json, "seat", viewer);
    flip_json_set(json, "mine", room_seats_of(room, person));
    write_game(json, room, viewer, !(watch->options.without & WITHOUT_PRINTED) || !printed_offer(rooms, watch->room));
    if (room->table && room->game->flicks)
        flip_json_int(json, "flicks", room_flicks(room, room->public_count));
    if (room->status == STORE_RUNNING && viewer != FLIP_PUBLIC) {
        if (watch->options.without & WITHOUT_SENTENCES)
            write_move_texts(json, room->table, viewer);
        else
            write_actions(json, room->table, viewer);
        flip_json_bool(json, "can_undo", flip_table_can_undo(room->table, viewer));
    } else {
        flip_json_raw(json, "actions", "[]");
        flip_json_bool(json, "can_undo", false);
    }
    write_offer(json, room);
    write_offers(json, room);
    write_spectators(json, room);
    if (room->lesson)
        lesson_write(json, room);
}

/* All spectators get the same text: the first one's serves the others. */
static void keep_shared(struct shared_snapshot *shared, const struct flip_json *json, uint64_t hash, unsigned without)
{
    const size_t length = json->text.length;
    if (length < BUFFER_SIZE && (shared->text = malloc(length))) {
        memcpy(shared->text, json->text.at, length);
        shared->length = length;
        shared->hash = hash;
        shared->without = without;
    }
}

static uint64_t write_beginning(struct flip_json *json, struct rooms *rooms, const struct watch *watch, int viewer,
                                struct shared_snapshot *shared)
{
    flip_json_open(json, NULL, '{');
    if (viewer == FLIP_PUBLIC && shared->text && shared->without == watch->options.without) {
        /* put in place of what write_now would write; the brace is part of it */
        json->text.length = 0;
        flip_text_put(&json->text, shared->text, shared->length);
        json->filled[json->depth] = true;
        return shared->hash;
    }
    write_now(json, rooms, watch, viewer);
    const uint64_t hash = hash_text(rooms->loop->buffer, json->text.length < BUFFER_SIZE ? json->text.length : 0);
    if (viewer == FLIP_PUBLIC && !shared->text)
        keep_shared(shared, json, hash, watch->options.without);
    return hash;
}

/* Notes what the watch has been sent. */
static void remember_news(struct watch *watch, const struct snapshot_news *news, uint64_t hash)
{
    watch->has = (struct watch_sent){.chat = news->chat, .notices = news->notices, .begun = true, .last = hash};
    watch->behind |= news->more;
}

static size_t write_for_watch(struct rooms *rooms, struct watch *watch, const int *visible, int count,
                              struct shared_snapshot *shared)
{
    const struct room *room = watch->room;
    const int viewer = eyes_of(watch);
    struct flip_json json = flip_json_in(rooms->loop->buffer, BUFFER_SIZE);
    struct snapshot_news news;
    const flip_set muted = muted_seats(watch);
    const int back = room_seat_to_take_back(room, watch->link->presence->person.id);
    /* log, chat and notices tell only what is new, and knowledge is written otherwise every time: they do not count */
    const uint64_t own = ((uint64_t)muted << 16) + ((uint64_t)(unsigned)watch->muted_count << 8) + (uint64_t)(back + 1);
    const uint64_t hash = write_beginning(&json, rooms, watch, viewer, shared) ^ own * UINT64_C(0x9e3779b97f4a7c15);
    flip_json_set(&json, "muted", muted);
    write_muted_people(&json, watch);
    if (back >= 0)
        flip_json_int(&json, "take_back", back);
    if (room->clock.kind != CLOCK_NONE)
        flip_json_int(&json, "now", steady_ms());
    if (watch->options.knowledge && knowledge_offered(room, viewer))
        write_knowledge(&json, room->table, viewer);
    const bool some = write_news(&json, watch, visible, count, &news);
    flip_json_close(&json);

    watch->too_large = !some || !flip_text_fits(&json.text);
    const bool changed =
        hash != watch->has.last || news.from != news.to || news.from != watch->sent_count || news.heard > 0;
    if (!watch->too_large && (!changed || remember_log(watch, visible, news.to, news.from)))
        remember_news(watch, &news, hash);
    return !watch->too_large && changed ? json.text.length : 0;
}

size_t write_snapshot(struct rooms *rooms, struct watch *watch, struct shared_snapshot *shared)
{
    const struct room *room = watch->room;
    int *visible = calloc((size_t)room->log_count + 1, sizeof *visible);
    if (!visible) { /* whoever is told nothing has to come back */
        websocket_close(&watch->link->socket);
        return 0;
    }
    const int count = room->table ? room_visible(room, eyes_of(watch), visible) : 0;
    resume_log(watch, visible, count);
    const size_t length = write_for_watch(rooms, watch, visible, count, shared);
    free(visible);
    return length;
}
