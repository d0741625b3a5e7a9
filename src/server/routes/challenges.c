/*
 * Challenges. To challenge somebody is to make a table with a seat that only they can
 * take; the challenge itself is a row that says so. It counts as long as the table waits: when the challenger leaves the table, or
 * somebody is deleted, it is over without anybody having to say so.
 */
#include "server/routes/routes.h"

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

/* The challenger, the one who is challenged, and bots where the game needs more. */
static json_t *table_spec(const json_t *body, const struct flip_game *game)
{
    static const char *const passed_on[] = {"options",       "clock", "rated",  "open",  "public",
                                            "replace_after", "tutor", "ticket", "bytes", "ready"};
    json_t *spec = json_object(), *seats = json_pack("[{s:s}, {s:s}]", "kind", "me", "kind", "link");
    for (int i = 2; i < game->min_seats; i++)
        json_array_append_new(seats, json_pack("{s:s, s:i}", "kind", "bot", "level", STAND_IN_LEVEL));
    json_object_set_new(spec, "game", json_string(game->id));
    json_object_set_new(spec, "seats", seats);
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

struct between {
    const char *other;
    struct store_challenge found[2 * CHALLENGES_MOST];
    int count;
};

static int collect(void *context, const struct store_row *row)
{
    struct between *between = context;
    const char *by = row->cell[4].text, *to = row->cell[7].text;
    if (strcmp(by, between->other) != 0 && strcmp(to, between->other) != 0)
        return 0;
    struct store_challenge *challenge = &between->found[between->count++];
    *challenge = (struct store_challenge){0};
    memcpy(challenge->id, row->cell[0].text, sizeof challenge->id);
    memcpy(challenge->table, row->cell[1].text, sizeof challenge->table);
    memcpy(challenge->person, by, sizeof challenge->person);
    memcpy(challenge->other, to, sizeof challenge->other);
    return between->count < 2 * CHALLENGES_MOST ? 0 : -1;
}

int challenges_end_between(struct server *server, const char *person, const char *other, struct flip_error *error)
{
    struct between between = {.other = other};
    if (store_list(server->loop.store, LIST_CHALLENGES, person, "", 0, collect, &between, error) < 0)
        return -1;
    for (int i = 0; i < between.count; i++)
        if (give_up(server, &between.found[i], error) < 0)
            return -1;
    return store_challenges_delete_between(server->loop.store, person, other, error);
}
