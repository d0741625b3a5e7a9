/* A room: who sits where, what may be done there, the claim and the lease on it, the list of dirty rooms, and its lesson. */
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

static int claim(struct rooms *rooms, struct room *room, bool wait, struct flip_error *error)
{
    char text[4 + FLIP_MAX_SEATS * STORE_ID];
    struct flip_text about = flip_text_in(text, sizeof text);
    if (!store_shared(rooms->loop->store) || room->claimed == rooms->loop->turn)
        return 1;
    write_about(room, &about);
    const int status = store_claim(rooms->loop->store, room->id, room->version, text, wait, error);
    if (status != 1)
        return status;
    room->newest = ++room->version;
    room->lease_holder = store_process(rooms->loop->store);
    room->claimed = rooms->loop->turn;
    return 1;
}

int room_claim(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    return claim(rooms, room, false, error);
}

int room_must_claim(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    const int status = room_claim(rooms, room, error);
    if (status == 0)
        return flip_fail(error, FLIP_ERROR_STORE, "Another server has changed the same table. Please try again.");
    return status < 0 ? -1 : 0;
}

int room_claim_waiting(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    return claim(rooms, room, true, error);
}

bool room_leased_here(const struct rooms *rooms, const struct room *room)
{
    return !store_shared(rooms->loop->store) || room->lease_holder == store_process(rooms->loop->store);
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
    if (!rooms->dirty)
        rooms->dirty_last = &rooms->dirty;
    *rooms->dirty_last = room;
    rooms->dirty_last = &room->next_dirty;
}

void room_mark_dirty(struct rooms *rooms, struct room *room) { touch(rooms, room, ~(flip_set)0); }

void room_mark_dirty_for(struct rooms *rooms, struct room *room, int seat) { touch(rooms, room, FLIP_BIT(seat)); }

void room_clear_dirty(struct rooms *rooms, struct room *room)
{
    for (struct room **at = &rooms->dirty; room->dirty && *at; at = &(*at)->next_dirty)
        if (*at == room) {
            *at = room->next_dirty;
            if (!*at)
                rooms->dirty_last = at;
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
    return room->kind == ROOM_IMPORT ? room->dealt_here : room->draw.how != FLIP_DRAWN_NAMED;
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

/* --- room lesson -------------------------------------------------------------------------------------------------- */

const json_t *lesson_now(const struct room *room, int *place, int *done)
{
    return flip_lesson_current(room->lesson, room->table, place, done);
}

bool lesson_gone_through(const struct room *room)
{
    int place, done;
    return room->lesson && !lesson_now(room, &place, &done);
}

/* Are the moves so far those of the lesson? A newer program may have another tutorial. */
static bool same_moves(const struct flip_table *a, const struct flip_table *b)
{
    if (a->step_count != b->step_count)
        return false;
    for (int i = 0; i < a->step_count; i++)
        if (a->steps[i].seat != b->steps[i].seat || a->steps[i].move != b->steps[i].move)
            return false;
    return true;
}

json_t *lesson_find(const struct flip_game *game, int number, const struct flip_edition *own, struct flip_error *error)
{
    json_t *lesson = flip_lesson_find(game->id, number, NULL);
    if (!lesson || !own)
        return lesson;
    json_t *with = flip_lesson_adapt(game, lesson, own, error);
    json_decref(lesson);
    return with;
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

/* The lesson of a room that has been loaded; NULL where a newer program has no such lesson. */
static json_t *lesson_of(struct store *store, const struct room *room, struct flip_error *error)
{
    const bool own = room->lesson_edition[0];
    struct flip_edition *edition = own ? edition_stored(store, room->game, room->lesson_edition, error) : NULL;
    json_t *lesson = own && !edition ? NULL : lesson_find(room->game, room->lesson_number, edition, error);
    flip_edition_free(edition);
    return lesson;
}

int lesson_resume(struct store *store, struct room *room, struct flip_error *error)
{
    struct flip_error why;
    room->lesson = lesson_of(store, room, &why);
    struct flip_table *fresh = room->lesson
                                   ? flip_lesson_open(room->game, room->lesson, room->seed, room->seats[0].name,
                                                      flip_lesson_moves(room->table, true), &why)
                                   : NULL;
    int status = 0;
    if (fresh && same_moves(fresh, room->table)) {
        const int next = fresh->dealer.rig_next;
        status = flip_table_rig(room->table, (const char *const *)fresh->dealer.rig + next,
                                fresh->dealer.rig_count - next, error);
    } else {
        json_decref(room->lesson);
        room->lesson = NULL;
        room->status = room->status == STORE_RUNNING ? STORE_ENDED : room->status;
    }
    flip_table_close(fresh);
    return status;
}

/* --- JSON ------------------------------------------------------------------------------------------------------------- */

void lesson_text(struct flip_json *json, const char *key, const json_t *value)
{
    const char *text = json_string_value(value);
    flip_json_string(json, key, text ? text : "");
}

static void write_step(struct flip_json *json, const struct flip_lesson_view *view)
{
    flip_json_string(json, "do", view->offer_text);
    flip_json_string(json, "exact", view->exact_text);
    flip_json_int(json, "done", view->done);
    flip_json_int(json, "times", view->times);
    if (view->ask)
        flip_json_bool(json, "ask", true);
}

void lesson_write(struct flip_json *json, const struct room *room)
{
    int count;
    struct flip_lesson_view view;
    flip_lesson_show(room->lesson, room->table, &view);
    json_t *next = flip_lesson_find(room->game->id, room->lesson_number + 1, &count);
    flip_json_open(json, "lesson", '{');
    flip_json_int(json, "number", room->lesson_number);
    flip_json_int(json, "count", count);
    flip_json_string(json, "title", view.title);
    flip_json_int(json, "step", view.step);
    flip_json_int(json, "steps", view.steps);
    flip_json_bool(json, "back", view.back);
    flip_json_bool(json, "finished", view.finished);
    flip_json_string(json, "text", view.text);
    if (!view.finished)
        write_step(json, &view);
    else if (next)
        flip_json_string(json, "next", json_string_value(json_object_get(next, "title")));
    json_decref(next);
    flip_json_close(json);
}
