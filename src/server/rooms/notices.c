/* Notices of a room: see room_log.h. */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Requests for seats, which strangers can make, are counted apart: they cannot use up the players' limit. */
enum { MAX_NOTICES = 2000, MAX_ASKED = 500, MAX_ASKED_EACH = 20 };

static const char *const notice_words[NOTICE_KINDS] = {"offered", "accepted", "declined", "withdrawn", "lapsed",
                                                       "agreed",  "left",     "replaced", "returned",  "muted",
                                                       "unmuted", "removed",  "owner",    "changed"};
const char *const offer_words[OFFER_KINDS] = {"end", "undo", "rematch", "help", "seat"};

static bool about_offer(enum notice_kind kind) { return kind <= NOTICE_AGREED; }

/* --- keeping ------------------------------------------------------------------------------------------------------------ */

int room_moves_of(const struct room *room, int seat)
{
    int moves = 0;
    for (int i = 0; room->table && i < room->table->step_count; i++)
        moves += room->table->steps[i].seat == seat;
    return moves;
}

/* Takes over what it is given. */
static int append(struct room *room, const struct notice *notice)
{
    if (!array_grow(&room->notices, room->notice_count, &room->notice_room, sizeof *room->notices))
        return -1;
    room->notices[room->notice_count++] = *notice;
    return 0;
}

static bool about_asking(const struct notice *notice)
{
    return about_offer(notice->kind) && notice->what == OFFER_SEAT;
}

/* Is there room for it among those of its kind? */
static bool has_room(const struct room *room, const struct notice *notice)
{
    const bool asking = about_asking(notice);
    int count = 0, own = 0;
    for (int i = 0; i < room->notice_count; i++) {
        const struct notice *other = &room->notices[i];
        count += about_asking(other) == asking;
        own += asking && other->kind == NOTICE_OFFERED && strcmp(other->person, notice->person) == 0;
    }
    return asking ? count < MAX_ASKED && (notice->kind != NOTICE_OFFERED || own < MAX_ASKED_EACH) : count < MAX_NOTICES;
}

/* Refuses what somebody starts. Its consequences, and people coming and going, happen all the same, without a
   notice. */
static int refuse_more(const struct notice *notice, struct flip_error *error)
{
    if (notice->kind != NOTICE_OFFERED && notice->kind != NOTICE_MUTED && notice->kind != NOTICE_UNMUTED &&
        notice->kind != NOTICE_OWNER && notice->kind != NOTICE_CHANGED)
        return 0;
    if (about_asking(notice))
        return flip_fail(error, FLIP_ERROR_LIMIT, "A seat has been asked for too often at this table.");
    return flip_fail(error, FLIP_ERROR_LIMIT, "Too much has happened at this table besides moves: %d times.",
                     MAX_NOTICES);
}

int room_add_notice(struct rooms *rooms, struct room *room, struct notice notice, struct flip_error *error)
{
    char number[16];
    if (!has_room(room, &notice))
        return refuse_more(&notice, error);
    notice.moves = notice.seat >= 0 ? room_moves_of(room, notice.seat) : 0;
    notice.time = wall_ms();
    snprintf(number, sizeof number, "%d", notice.what);
    const struct store_notice row = {.index = room->notice_count,
                                     .kind = notice_words[notice.kind],
                                     .what = about_offer(notice.kind) ? offer_words[notice.what] : number,
                                     .seat = notice.seat,
                                     .person = notice.person,
                                     .name = notice.name,
                                     .level = notice.level,
                                     .moves = notice.moves,
                                     .time = notice.time};
    notice.name = strdup(notice.name);
    if (!notice.name || append(room, &notice) < 0) {
        free(notice.name);
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the table.");
    }
    if (room_must_claim(rooms, room, error) < 0 || store_notice_put(rooms->loop->store, room->id, &row, error) < 0) {
        room->notice_count--;
        free(notice.name);
        return -1;
    }
    room_mark_dirty(rooms, room);
    return 0;
}

int room_add_seat_notice(struct rooms *rooms, struct room *room, enum notice_kind kind, int what, int seat,
                         struct flip_error *error)
{
    struct notice notice = {.kind = kind, .what = what, .seat = seat, .name = room->seats[seat].name};
    memcpy(notice.person, room->seats[seat].person, sizeof notice.person);
    if (kind == NOTICE_LEFT || kind == NOTICE_REPLACED)
        notice.level = room->status == STORE_RUNNING ? STAND_IN_LEVEL : 0;
    return room_add_notice(rooms, room, notice, error);
}

/* The first one where a newer release has written a word that this one does not know. */
static int word_at(const char *const *words, int count, const char *word)
{
    const int index = word_index(word, words, count);
    return index < 0 ? 0 : index;
}

static int collect(void *context, const struct store_notice *row)
{
    struct room *room = context;
    struct notice notice = {.kind = (enum notice_kind)word_at(notice_words, NOTICE_KINDS, row->kind),
                            .seat = row->seat < room->seat_count ? row->seat : -1,
                            .name = strdup(row->name),
                            .level = row->level,
                            .moves = row->moves,
                            .time = row->time};
    notice.what = about_offer(notice.kind) ? word_at(offer_words, OFFER_KINDS, row->what) : atoi(row->what);
    snprintf(notice.person, sizeof notice.person, "%s", row->person);
    if (!notice.name || append(room, &notice) < 0) {
        free(notice.name);
        return -1;
    }
    return 0;
}

int room_load_notices(struct store *store, struct room *room, struct flip_error *error)
{
    return store_notices(store, room->id, collect, room, error) < 0 ? -1 : 0;
}

int room_trim_notices(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    for (int i = 0; i < room->notice_count; i++) {
        struct notice *notice = &room->notices[i];
        const int moves = notice->seat >= 0 ? room_moves_of(room, notice->seat) : 0;
        if (notice->moves <= moves)
            continue;
        notice->moves = moves;
        if (store_notice_set_moves(rooms->loop->store, room->id, i, moves, error) < 0)
            return -1;
    }
    return 0;
}

void room_forget_notices(struct room *room, const char *person)
{
    for (int i = 0; i < room->notice_count; i++) {
        struct notice *notice = &room->notices[i];
        if (strcmp(notice->person, person) != 0)
            continue;
        char *former = strdup(STORE_FORMER);
        memset(notice->person, 0, sizeof notice->person);
        memset(notice->name, 0, strlen(notice->name));
        if (former) {
            free(notice->name);
            notice->name = former;
        }
    }
}

/* --- telling ------------------------------------------------------------------------------------------------------------ */

/* The offer, after "offers to", "declined to" and the like. */
static const char *const to_do[OFFER_KINDS] = {"end the game", "take back a move", "play a rematch",
                                               "allow hints and the tutor", "give up a seat"};

static void offer_text(const struct notice *notice, struct flip_text *out)
{
    static const char *const asks[OFFER_KINDS] = {"offers to end the game.", "asks to take back the last move.",
                                                  "offers a rematch.", "asks to allow hints and the tutor.",
                                                  "asks for a seat."};
    static const char *const all[OFFER_KINDS] = {"Everyone agreed to end the game.", "The move was taken back.",
                                                 "Everyone agreed: the rematch begins.",
                                                 "Everyone agreed: hints and the tutor are allowed.", "sits down."};
    const bool costs = notice->level && (notice->what == OFFER_UNDO || notice->what == OFFER_HELP);
    switch (notice->kind) {
    case NOTICE_OFFERED:
        flip_text_add(out, "%s %s%s", notice->name, asks[notice->what],
                      costs ? " The game will then not be rated." : "");
        break;
    case NOTICE_AGREED:
        if (notice->what == OFFER_SEAT)
            flip_text_add(out, "%s ", notice->name);
        flip_text_add(out, "%s%s", all[notice->what], costs ? " The game is not rated any more." : "");
        break;
    case NOTICE_LAPSED:
        flip_text_add(out, "The offer to %s no longer stands.", to_do[notice->what]);
        break;
    case NOTICE_WITHDRAWN:
        flip_text_add(out, "%s no longer wants to %s.", notice->name,
                      notice->what == OFFER_SEAT ? "sit down" : to_do[notice->what]);
        break;
    default:
        flip_text_add(out, "%s %s to %s.", notice->name, notice->kind == NOTICE_ACCEPTED ? "agreed" : "declined",
                      to_do[notice->what]);
    }
}

static void notice_text(const struct notice *notice, struct flip_text *out)
{
    if (about_offer(notice->kind))
        offer_text(notice, out);
    else if (notice->kind == NOTICE_LEFT)
        flip_text_add(out, "%s left the table%s", notice->name, notice->level ? ". A bot plays on." : ".");
    else if (notice->kind == NOTICE_REPLACED)
        flip_text_add(out, "%s was away for %d seconds. The others voted for a bot, which plays on.", notice->name,
                      notice->what);
    else if (notice->kind == NOTICE_RETURNED)
        flip_text_add(out, "%s is back and has taken the seat from the bot.", notice->name);
    else if (notice->kind == NOTICE_REMOVED)
        flip_text_add(out, "%s was removed from the table.", notice->name);
    else if (notice->kind == NOTICE_OWNER)
        flip_text_add(out, "The table is %s’s now.", notice->name);
    else if (notice->kind == NOTICE_CHANGED)
        flip_text_add(out, "%s has changed the terms of the table.", notice->name);
    else
        flip_text_add(out, "%s %s.", notice->name,
                      notice->kind == NOTICE_MUTED ? "may no longer write at this table" : "may write again");
}

void notice_words_of(const struct notice *notice, char *out, size_t size)
{
    struct flip_text words = flip_text_in(out, size);
    notice_text(notice, &words);
}

void write_notice(struct flip_json *json, const char *seat, const struct notice *notice)
{
    char text[STORE_NAME + 160];
    struct flip_text words = flip_text_in(text, sizeof text);
    notice_text(notice, &words);
    write_int_or_null(json, seat, notice->seat >= 0, notice->seat);
    write_text_or_null(json, "person", notice->person);
    flip_json_string(json, "name", notice->name);
    flip_json_string(json, "text", text);
}

static void write_numbered(struct flip_json *json, int number, const struct notice *notice)
{
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "i", number);
    flip_json_string(json, "kind", notice_words[notice->kind]);
    if (about_offer(notice->kind))
        flip_json_string(json, "what", offer_words[notice->what]);
    write_notice(json, "seat", notice);
    flip_json_int(json, "time", notice->time);
    flip_json_close(json);
}

int write_notices(struct flip_json *json, const struct room *room, int from, size_t most)
{
    const size_t begins = json->text.length;
    int i = from;
    flip_json_open(json, "notices", '[');
    for (; i < room->notice_count; i++) {
        const struct flip_json before = *json;
        write_numbered(json, i, &room->notices[i]);
        if (json->text.length - begins > most) {
            *json = before;
            break;
        }
    }
    flip_json_close(json);
    return i;
}

static void write_player(struct flip_json *json, int from, const struct notice *notice, bool bot)
{
    char name[STORE_NAME + 16];
    player_name(notice, bot, name, sizeof name);
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "from", from);
    flip_json_string(json, "name", name);
    if (bot)
        flip_json_int(json, "level", notice->level);
    else
        write_text_or_null(json, "person", notice->person);
    flip_json_close(json);
}

int room_player_changes(const struct room *room, int seat)
{
    int count = 0;
    for (int i = 0; i < room->notice_count; i++)
        count += notice_changes_player(&room->notices[i], seat);
    return count;
}

void write_players(struct flip_json *json, const struct room *room, int seat)
{
    int count = 0;
    if (room->status < STORE_OVER) /* until then, how many steps somebody has made may be a secret */
        return;
    for (int i = 0; i < room->notice_count && count < MOST_PLAYER_CHANGES; i++) {
        const struct notice *notice = &room->notices[i];
        if (!notice_changes_player(notice, seat))
            continue;
        if (count++ == 0) {
            flip_json_open(json, "players", '[');
            write_player(json, 0, notice, false);
        }
        write_player(json, notice->moves, notice, notice->kind != NOTICE_RETURNED);
    }
    if (count)
        flip_json_close(json);
}
