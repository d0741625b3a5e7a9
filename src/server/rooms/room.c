/* A room: who sits where, what may be done there, the claim and the lease on it, and the list of dirty rooms. */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- claim -------------------------------------------------------------------------------------------------------- */

/* The rest of the notice to other servers: is it listed, and who sits there, "1 PERSON…". */
static void write_about(const struct room *room, struct flip_text *out)
{
    flip_text_add(out, "%d", room->listed);
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON)
            flip_text_add(out, " %s", room->seats[i].person);
}

int room_claim(struct rooms *rooms, struct room *room, bool wait, struct flip_error *error)
{
    char text[4 + FLIP_MAX_SEATS * STORE_ID];
    struct flip_text about = flip_text_in(text, sizeof text);
    if (!store_shared(rooms->loop->store) || room->cluster.claimed == rooms->loop->turn)
        return 1;
    write_about(room, &about);
    const int status = store_claim(rooms->loop->store, room->id, room->cluster.version, text, wait, error);
    if (status != 1)
        return status;
    room->cluster.newest = ++room->cluster.version;
    room->cluster.lease_holder = store_process(rooms->loop->store);
    room->cluster.claimed = rooms->loop->turn;
    return 1;
}

int room_must_claim(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    const int status = room_claim(rooms, room, false, error);
    if (status == 0)
        return flip_fail(error, FLIP_ERROR_STORE, "Another server has changed the same table. Please try again.");
    return status < 0 ? -1 : 0;
}

bool room_leased_here(const struct rooms *rooms, const struct room *room)
{
    return !store_shared(rooms->loop->store) || room->cluster.lease_holder == store_process(rooms->loop->store);
}

/* --- room --------------------------------------------------------------------------------------------------------- */

const char *const room_kind_words[] = {"game", "fork", "lesson", "import", "archive"};
const char *const room_status_words[] = {"waiting", "running", "over", "ended"};
const char *const seat_kind_words[] = {"person", "bot", "open", "link", "name"};

void room_discard(struct room *room)
{
    if (!room)
        return;
    room_clear_log(room);
    free(room->log);
    flip_walk_close(&room->told);
    for (int i = 0; i < room->chat_count; i++) {
        free(room->chat[i].name);
        free(room->chat[i].text);
    }
    free(room->chat);
    for (int i = 0; i < room->notice_count; i++)
        free(room->notices[i].name);
    free(room->notices);
    flip_table_close(room->table);
    json_decref(room->lesson);
    free(room);
}

static void touch(struct rooms *rooms, struct room *room, flip_set seats)
{
    room->dirty_for = (room->dirty ? room->dirty_for : 0) | seats;
    if (room->dirty)
        return;
    room->dirty = true;
    room->next_dirty = NULL;
    if (!rooms->dirty.rooms)
        rooms->dirty.last = &rooms->dirty.rooms;
    *rooms->dirty.last = room;
    rooms->dirty.last = &room->next_dirty;
}

void room_mark_dirty(struct rooms *rooms, struct room *room) { touch(rooms, room, ~(flip_set)0); }

void room_mark_dirty_for(struct rooms *rooms, struct room *room, int seat) { touch(rooms, room, FLIP_BIT(seat)); }

void room_clear_dirty(struct rooms *rooms, struct room *room)
{
    for (struct room **at = &rooms->dirty.rooms; room->dirty && *at; at = &(*at)->next_dirty)
        if (*at == room) {
            *at = room->next_dirty;
            if (!*at)
                rooms->dirty.last = at;
            break;
        }
    room->dirty = false;
}

int room_unknown(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_TABLE,
                     "There is no such table. It may have been abandoned; look in the lobby.");
}

int room_broken(const char *id, struct flip_error *error)
{
    char beginning[9]; /* the whole id would open a private table to whoever reads the log */
    snprintf(beginning, sizeof beginning, "%s", id);
    log_event("error", "table_broken", "table", beginning, "why", error->message, NULL);
    return flip_fail(error, FLIP_ERROR_BROKEN_TABLE,
                     "This table can no longer be opened. The problem has been logged for the administrator.");
}

flip_set room_seats_of(const struct room *room, const char *person)
{
    flip_set seats = 0;
    if (!person[0]) /* a stranger; not everybody whose account was deleted */
        return 0;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && strcmp(room->seats[i].person, person) == 0)
            seats |= FLIP_BIT(i);
    return seats;
}

flip_set room_people(const struct room *room)
{
    flip_set seats = 0;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON)
            seats |= FLIP_BIT(i);
    return seats;
}

const char *room_owner(const struct room *room)
{
    const flip_set people = room_people(room);
    if (room_seats_of(room, room->owner))
        return room->owner;
    return people ? room->seats[flip_set_first(people)].person : NULL;
}

int room_check_owner(const struct room *room, const char *person, struct flip_error *error)
{
    const char *owner = room_owner(room);
    if (!room_seats_of(room, person))
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "You do not sit at this table.");
    if (!owner || strcmp(owner, person) != 0)
        return flip_fail(error, FLIP_ERROR_NOT_OWNER, "Only the person who made this table can do that.");
    return 0;
}

bool room_rated(const struct room *room)
{
    if (room->kind != ROOM_GAME || room->unrated || room->own_edition || room->daily[0] || room->seat_count < 2)
        return false;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && flip_set_count(room_seats_of(room, room->seats[i].person)) > 1)
            return false;
    return true;
}

bool seat_given_up(const struct seat *seat)
{
    return seat->timed_out || (seat->kind == SEAT_BOT && (seat->left[0] || seat->former));
}

/* Tables from before a game was either rated or helped may be both. */
bool room_help_allowed(const struct room *room)
{
    return !room_rated(room) || room->tutor || room->help || room->status >= STORE_OVER;
}

bool room_daily_hidden(const struct room *room) { return room->daily[0] && wall_ms() < day_end(room->daily); }

bool room_proved(const struct room *room)
{
    for (int i = 0; room->kind != ROOM_GAME && room->table && i < room->table->step_count; i++)
        if (room->table->steps[i].rigged)
            return false;
    return room->kind == ROOM_IMPORT ? room->dealt_here : room->draw.how != FLIP_SEED_NAMED;
}

int room_check_own(const struct room *room, const char *person, int seat, struct flip_error *error)
{
    if (seat < 0 || seat >= room->seat_count || !flip_set_has(room_seats_of(room, person), seat))
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "That is not your seat.");
    return 0;
}

int room_check_running(const struct room *room, struct flip_error *error)
{
    if (room->status == STORE_WAITING)
        return flip_fail(error, FLIP_ERROR_WAITING, "The game begins when all seats are taken.");
    if (room->status != STORE_RUNNING)
        return flip_fail(error, FLIP_ERROR_OVER, "This game is over. A rematch is one tap away.");
    return 0;
}

struct flip_edition *edition_stored(struct store *store, const struct flip_game *game, const char *hash,
                                    struct flip_error *error)
{
    char *text = NULL;
    struct flip_edition *edition = NULL;
    if (store_edition_get(store, hash, &text, error) < 0)
        return NULL;
    if (text)
        edition = flip_edition_parse(game, text, strlen(text), "The edition of this table", error);
    else
        flip_fail(error, FLIP_ERROR_BAD_RECORD, "This table's edition is no longer available.");
    free(text);
    return edition;
}
