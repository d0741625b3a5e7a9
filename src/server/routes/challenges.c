/*
 * Challenges. To challenge somebody is to make a table with a seat that only they can
 * take; the challenge itself is a row that says so. It counts as long as the table waits: when the challenger leaves the table, or
 * somebody is deleted, it is over without anybody having to say so.
 */
#include "server/routes/routes.h"

#include <stdio.h>
#include <string.h>

enum { CHALLENGES_MOST = 20, CHALLENGES_AN_HOUR = 60 };

/* --- challenging -------------------------------------------------------------------------------------------------------- */

static int check_challenge(const struct call *call, const struct store_person *other, const char *game,
                           struct flip_error *error)
{
    const char *person = call->person.id;
    if (friends_check_blocks(call->server->people, person, other, error) < 0)
        return -1;
    const int admitted = friends_admit(call->server->people, other, other->challenges, person, error);
    const int twice = admitted == 1 ? store_challenged(call->store, person, other->id, game, error) : 0;
    const int64_t count = twice == 0 ? store_challenge_count(call->store, person, error) : 0;
    if (admitted < 0 || twice < 0 || count < 0)
        return -1;
    if (!admitted)
        return flip_fail(error, FLIP_ERROR_UNWANTED, "%.80s does not take challenges%s.", other->name,
                         other->challenges == STORE_FRIENDS ? " from anybody but friends" : "");
    if (twice)
        return flip_fail(error, FLIP_ERROR_ALREADY, "You have challenged %.80s to this game. Wait for the answer.",
                         other->name);
    if (count >= CHALLENGES_MOST)
        return flip_fail(error, FLIP_ERROR_LIMIT, "You have %d open challenges. Withdraw one first.", CHALLENGES_MOST);
    return check_hourly(call->request, HOURLY_CHALLENGES, CHALLENGES_AN_HOUR, error);
}

static json_t *table_spec(const json_t *body, const struct flip_game *game)
{
    static const char *const passed_on[] = {"options",       "clock", "rated",  "open",  "public",
                                            "replace_after", "tutor", "ticket", "bytes", "ready"};
    json_t *spec = json_pack("{s:s, s:o}", "game", game->id, "seats", seats_for_two(game));
    copy_keys(body, passed_on, sizeof passed_on / sizeof *passed_on, spec);
    return spec;
}

static int keep_challenge(const struct call *call, const struct room *room, const struct store_person *other,
                          struct flip_error *error)
{
    const struct store_person *person = &call->person;
    struct store_challenge challenge = {.game = room->game->id, .time = wall_ms()};
    fresh_id(challenge.id);
    memcpy(challenge.person, person->id, sizeof person->id);
    memcpy(challenge.other, other->id, sizeof other->id);
    memcpy(challenge.table, room->id, sizeof room->id);
    if (store_challenge_put(call->store, &challenge, error) < 0)
        return -1;
    friends_tell_both(call->server->people, person->id, other->id);
    notify_challenge(call->server, person, other->id, room->game->title);
    return reply_table(call->request, room, person->id);
}

/* To a free seat of a table that waits, which is kept for them. */
static int invite(const struct call *call, const char *table, const struct store_person *other,
                  struct flip_error *error)
{
    struct rooms *rooms = call->server->rooms;
    const json_t *seat = json_object_get(call->body, "seat");
    struct room *room = id_looks_right(table) ? room_find_claimed(rooms, table, error) : NULL;
    if (!room)
        return server_failure(error) ? -1 : room_unknown(error);
    if (check_challenge(call, other, room->game->id, error) < 0 ||
        room_reserve(rooms, room, call->person.id, json_is_integer(seat) ? (int)json_integer_value(seat) : -1,
                     other->id, error) < 0)
        return -1;
    return keep_challenge(call, room, other, error);
}

int post_challenge(struct call *call, struct flip_error *error)
{
    struct store_person other;
    const char *table = json_string_value(json_object_get(call->body, "table"));
    const struct flip_game *game = flip_game_named(string_of(call->body, "game"));
    if (friends_read(call, &other, error) < 0)
        return -1;
    if (table)
        return invite(call, table, &other, error);
    if (!game || game->max_seats < 2)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no such game for two here.");
    if (check_challenge(call, &other, game->id, error) < 0 || check_new_table(call->request, error) < 0)
        return -1;
    json_t *spec = table_spec(call->body, game);
    struct room *room = room_make(call->server->rooms, &call->person, spec, error);
    json_decref(spec);
    if (!room)
        return -1;
    memcpy(room->seats[1].kept_for, other.id, sizeof other.id);
    return room_save_head(call->server->rooms, room, error) < 0 ? -1 : keep_challenge(call, room, &other, error);
}

/* --- answering ---------------------------------------------------------------------------------------------------------- */

/* The table of a challenge that was declined or withdrawn has nobody to wait for. */
static int give_up(struct server *server, const struct store_challenge *challenge, struct flip_error *error)
{
    struct room *room = room_find_claimed(server->rooms, challenge->table, error);
    bool invited = false;
    for (int i = 0; room && i < room->seat_count; i++)
        invited |= room->seats[i].invited && strcmp(room->seats[i].kept_for, challenge->other) == 0;
    if (room && room->status == STORE_WAITING && room_seats_of(room, challenge->person) &&
        (invited ? room_unreserve(server->rooms, room, challenge->other, error)
                 : room_leave(server->rooms, room, challenge->person, error)) < 0)
        return -1;
    if (store_challenge_delete(server->loop.store, challenge->id, error) < 0)
        return -1;
    friends_tell_both(server->people, challenge->person, challenge->other);
    return 0;
}

/* Challenges from before do not say which seat. */
static bool is_for(const struct seat *seat, const char *person)
{
    return seat->kind == SEAT_LINK && (!seat->kept_for[0] || strcmp(seat->kept_for, person) == 0);
}

static int take_up(const struct call *call, const struct store_challenge *challenge, const struct flip_share *share,
                   struct flip_error *error)
{
    struct server *server = call->server;
    const struct store_person *person = &call->person;
    struct room *room = room_find_claimed(server->rooms, challenge->table, error);
    int seat = 0;
    while (room && seat < room->seat_count && !is_for(&room->seats[seat], person->id))
        seat++;
    if (!room || room->status != STORE_WAITING || seat == room->seat_count)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "This challenge is over.");
    char key[STORE_ID];
    memcpy(key, room->seats[seat].key, sizeof key);
    if (room_sit(server->rooms, room, person, seat, key, share, error) < 0 ||
        store_challenge_delete(server->loop.store, challenge->id, error) < 0)
        return -1;
    friends_tell_both(server->people, challenge->person, challenge->other);
    return reply_table(call->request, room, person->id);
}

/* {"id","accept":true|false}: the one who was challenged accepts or declines, the challenger withdraws. */
int post_answer_challenge(struct call *call, struct flip_error *error)
{
    struct store_challenge challenge;
    const json_t *answer = json_object_get(call->body, "accept");
    struct flip_share share;
    if (share_read(call->body, &share, error) < 0)
        return -1;
    if (!json_is_boolean(answer))
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "'accept' is true or false.");
    const int found = store_challenge_get(call->store, string_of(call->body, "id"), &challenge, error);
    if (found < 0)
        return -1;
    const bool mine = found && strcmp(challenge.person, call->person.id) == 0;
    if (!found || (!mine && strcmp(challenge.other, call->person.id) != 0))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "This challenge is over.");
    if (mine && json_is_true(answer))
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "This is your own challenge; the other one answers it.");
    if (json_is_true(answer))
        return take_up(call, &challenge, &share, error);
    if (give_up(call->server, &challenge, error) < 0)
        return -1;
    if (!mine)
        push_declined(call->server, &challenge, call->person.name);
    return get_friends(call, error);
}

/* --- the end of several ------------------------------------------------------------------------------------------------- */

int challenges_end_between(struct server *server, const char *person, const char *other, struct flip_error *error)
{
    json_t *row, *rows = rows_json(server->loop.store, LIST_CHALLENGES, person, "", 0, error);
    int status = rows ? 0 : -1;
    size_t i;
    json_array_foreach(rows, i, row) {
        const char *by = string_of(row, "by"), *to = string_of(row, "to");
        struct store_challenge challenge = {0};
        if (status < 0 || (strcmp(by, other) != 0 && strcmp(to, other) != 0))
            continue;
        snprintf(challenge.id, sizeof challenge.id, "%s", string_of(row, "id"));
        snprintf(challenge.table, sizeof challenge.table, "%s", string_of(row, "table"));
        snprintf(challenge.person, sizeof challenge.person, "%s", by);
        snprintf(challenge.other, sizeof challenge.other, "%s", to);
        status = give_up(server, &challenge, error);
    }
    json_decref(rows);
    if (status < 0)
        return -1;
    return store_challenges_delete_between(server->loop.store, person, other, error);
}
