/*
 * Clocks. A seat's clock runs while its person has a decision to make. The next deadline of a table stands in the store, so nothing
 * has to stay in memory for a game of days, and a restart changes nothing. When the time is out a bot plays for the seat until the
 * person is back. All times here are of steady_ms: whoever sets the computer's clock gives and takes no time.
 */
#include "server/clocks.h"

#include <stdlib.h>
#include <string.h>

enum { BACK_MS = 30000, RESTART_MS = 60000, AT_ONCE = 16, LONGEST_SLEEP_MS = 3600 * 1000 };
enum { BANK_SHORTEST = 10, BANK_LONGEST = 86400, EXTRA_LONGEST = 3600, MOVE_LONGEST = 30 * 86400 };

/* --- what is wished ------------------------------------------------------------------------------------------------- */

static bool read_seconds(const json_t *wish, const char *key, int least, int most, int *out)
{
    const json_t *value = json_object_get(wish, key);
    const json_int_t seconds = json_integer_value(value);
    *out = (int)seconds;
    return json_is_integer(value) && seconds >= least && seconds <= most;
}

int clock_read(struct clock *clock, const json_t *wish, struct flip_error *error)
{
    const char *kind = json_string_value(json_object_get(wish, "kind"));
    *clock = (struct clock){.kind = CLOCK_NONE};
    if (!wish || json_is_null(wish))
        return 0;
    if (kind && strcmp(kind, "bank") == 0 &&
        read_seconds(wish, "seconds", BANK_SHORTEST, BANK_LONGEST, &clock->seconds) &&
        (!json_object_get(wish, "extra") || read_seconds(wish, "extra", 0, EXTRA_LONGEST, &clock->extra))) {
        clock->kind = CLOCK_BANK;
        return 0;
    }
    if (kind && strcmp(kind, "move") == 0 &&
        read_seconds(wish, "seconds", BANK_SHORTEST, MOVE_LONGEST, &clock->seconds)) {
        clock->kind = CLOCK_MOVE;
        return 0;
    }
    return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                     "A clock is a 'bank' of %d to %d seconds with 0 to %d 'extra', or %d to %d seconds a 'move'.",
                     BANK_SHORTEST, BANK_LONGEST, EXTRA_LONGEST, BANK_SHORTEST, MOVE_LONGEST);
}

/* --- running and standing ----------------------------------------------------------------------------------------------- */

static flip_set deciding(const struct room *room)
{
    return room->status == STORE_RUNNING && room->table ? flip_table_turn(room->table) : 0;
}

void clock_set(struct room *room)
{
    for (int i = 0; i < room->seat_count; i++)
        room->seats[i].clock = (struct seat_clock){.left = (int64_t)room->clock.seconds * 1000};
    clock_follow(room, false);
}

/* Small steps within a phase change nothing that shows: who acts at the same time must not see them in the clocks either. And who
   takes a step back and forth gains no time by it. */
void clock_follow(struct room *room, bool phase_over)
{
    const int64_t now = steady_ms(), full = (int64_t)room->clock.seconds * 1000;
    const flip_set turn = deciding(room);
    if (room->clock.kind == CLOCK_NONE)
        return;
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        struct seat_clock *clock = &seat->clock;
        const bool runs = seat->kind == SEAT_PERSON && !clock->out && flip_set_has(turn, i);
        if (clock->since && (phase_over || !runs)) {
            clock->left -= now - clock->since;
            clock->left = clock->left > 0 ? clock->left : 0;
            clock->since = 0;
            clock->ran = true;
        }
        if (phase_over && !clock->out)
            clock->left =
                room->clock.kind == CLOCK_MOVE ? full : clock->left + (clock->ran ? room->clock.extra * 1000 : 0);
        clock->ran &= !phase_over;
        if (runs && !clock->since)
            clock->since = now;
    }
}

int64_t room_deadline(const struct room *room)
{
    int64_t nearest = 0;
    if (room->clock.kind == CLOCK_NONE || room->status != STORE_RUNNING)
        return 0;
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat_clock *clock = &room->seats[i].clock;
        const int64_t deadline = clock->since + clock->left;
        if (clock->since && (nearest == 0 || deadline < nearest))
            nearest = deadline;
    }
    return nearest;
}

/* The time while the server was down was nobody's fault. And no decision began later than now: where it says so, the wall clock was
   set back before the restart, and the deadline in the store is wrong as well. */
void clock_grace(struct server *server, struct room *room)
{
    const int64_t now = steady_ms(), least = server->started + RESTART_MS;
    bool ahead = false;
    for (int i = 0; i < room->seat_count; i++) {
        struct seat_clock *clock = &room->seats[i].clock;
        ahead |= clock->since > now;
        if (clock->since > now)
            clock->since = now;
        if (clock->since && clock->since < server->started && clock->since + clock->left < least)
            clock->left = least - clock->since;
    }
    struct flip_error error;
    if (ahead && room_save_status(server->store, room, &error) < 0)
        server_note_error(server, &error);
    server->clocks_dirty |= ahead;
}

bool clock_ahead(const char *head, int64_t now)
{
    static const char key[] = "\"clock\":[";
    for (const char *at = head; (at = strstr(at, key));) {
        char *end;
        at += sizeof key - 1;
        strtoll(at, &end, 10); /* what is left comes first */
        if (*end == ',' && strtoll(end + 1, NULL, 10) > now)
            return true;
    }
    return false;
}

/* --- out of time, and back ------------------------------------------------------------------------------------------------ */

static int expire(struct server *server, struct room *room, struct flip_error *error)
{
    const int64_t now = steady_ms();
    for (int i = 0; i < room->seat_count; i++) {
        struct seat_clock *clock = &room->seats[i].clock;
        if (clock->since && clock->since + clock->left <= now)
            *clock = (struct seat_clock){.out = true};
    }
    if (room_save_head(server, room, error) < 0)
        return -1;
    room_wake_bots(server, room);
    return 0;
}

int clock_back(struct server *server, struct room *room, flip_set seats, struct flip_error *error)
{
    bool changed = false;
    for (; seats; seats = flip_set_rest(seats)) {
        struct seat *seat = &room->seats[flip_set_first(seats)];
        if (!seat->clock.out)
            continue;
        const int64_t full = room->clock.kind == CLOCK_MOVE ? (int64_t)room->clock.seconds * 1000 : BACK_MS;
        seat->clock = (struct seat_clock){.left = full};
        seat->ticket = 0; /* what the bot thinks of is not wanted any more */
        changed = true;
    }
    if (!changed)
        return 0;
    clock_follow(room, false);
    return room_save_head(server, room, error);
}

struct due {
    char id[AT_ONCE][STORE_ID];
    int count;
    int64_t next;
};

static int collect_due(void *context, const char *table, int64_t deadline)
{
    struct due *due = context;
    if (deadline > steady_ms()) {
        due->next = deadline;
        return -1;
    }
    memcpy(due->id[due->count], table, strlen(table) + 1);
    return ++due->count < AT_ONCE ? 0 : -1;
}

static void come_round(lws_sorted_usec_list_t *tick) { (void)tick; }

void clocks_run(struct server *server)
{
    struct due due = {.count = 0};
    struct flip_error error;
    if (!server->clocks_dirty && steady_ms() < server->clock_next)
        return;
    server->clocks_dirty = false;
    if (store_tables_due(server->store, AT_ONCE, collect_due, &due, &error) < 0) {
        server_note_error(server, &error);
        return;
    }
    for (int i = 0; i < due.count; i++) {
        struct room *room = room_find(server, due.id[i], &error);
        if (room ? expire(server, room, &error) < 0 : server_failure(&error))
            server_note_error(server, &error);
        else if (!room &&
                 store_deadline_clear(server->store, due.id[i], &error) < 0) /* broken: it has no time either */
            server_note_error(server, &error);
    }
    const int64_t now = steady_ms(), sleep = due.count ? 1 : due.next ? due.next - now : LONGEST_SLEEP_MS;
    server->clock_next = now + (sleep < LONGEST_SLEEP_MS ? sleep : LONGEST_SLEEP_MS);
    lws_sul_schedule(server->lws, 0, &server->tick, come_round, (lws_usec_t)(server->clock_next - now + 1) * 1000);
}

/* --- what is shown -------------------------------------------------------------------------------------------------------- */

void write_clock(struct flip_json *json, const struct room *room)
{
    if (room->clock.kind == CLOCK_NONE) {
        flip_json_null(json, "clock");
        return;
    }
    flip_json_open(json, "clock", '{');
    flip_json_string(json, "kind", room->clock.kind == CLOCK_BANK ? "bank" : "move");
    flip_json_int(json, "seconds", room->clock.seconds);
    if (room->clock.kind == CLOCK_BANK)
        flip_json_int(json, "extra", room->clock.extra);
    flip_json_close(json);
}

void write_seat_clock(struct flip_json *json, const struct room *room, int seat)
{
    const struct seat_clock *clock = &room->seats[seat].clock;
    if (room->clock.kind == CLOCK_NONE || room->seats[seat].kind != SEAT_PERSON)
        return;
    flip_json_open(json, "clock", '{');
    flip_json_int(json, "left", clock->left);
    if (clock->since)
        flip_json_int(json, "since", clock->since);
    else
        flip_json_null(json, "since");
    flip_json_bool(json, "out", clock->out);
    flip_json_close(json);
}
