/* Clocks at tables, and days in UTC. */
#include "server/rooms/rooms.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- days --------------------------------------------------------------------------------------------------------- */

void day_of(int64_t time, char day[DAY_SIZE])
{
    const time_t seconds = (time_t)(time / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(day, DAY_SIZE, "%Y-%m-%d", &parts);
}

int64_t day_end(const char *day)
{
    struct tm parts = {0};
    char again[DAY_SIZE];
    const char *end = strlen(day) == DAY_SIZE - 1 ? strptime(day, "%Y-%m-%d", &parts) : NULL;
    const int64_t start = end && !*end ? (int64_t)timegm(&parts) * 1000 : -1;
    if (start < 0)
        return 0;
    day_of(start, again);
    return strcmp(again, day) == 0 ? start + DAY_MS : 0;
}

/*
 * A seat's clock runs while its person has a decision to make. A table's next deadline is in the store, so a game of
 * days needs no memory and survives a restart. When time runs out, a bot plays for the seat until the person is back
 * (deadlines.c). All times are steady_ms: changing the computer's clock changes nobody's time.
 */

enum { BANK_SHORTEST = 10, BANK_LONGEST = 86400, EXTRA_LONGEST = 3600, MOVE_LONGEST = 30 * 86400 };

/* --- reading a clock -------------------------------------------------------------------------------------------------- */

static bool read_seconds(const json_t *spec, const char *key, int least, int most, int *out)
{
    const json_t *value = json_object_get(spec, key);
    const json_int_t seconds = json_integer_value(value);
    *out = (int)seconds;
    return json_is_integer(value) && seconds >= least && seconds <= most;
}

int clock_read(struct clock *clock, const json_t *spec, struct flip_error *error)
{
    const char *kind = json_string_value(json_object_get(spec, "kind"));
    *clock = (struct clock){.kind = CLOCK_NONE};
    if (!spec || json_is_null(spec))
        return 0;
    if (kind && strcmp(kind, "bank") == 0 &&
        read_seconds(spec, "seconds", BANK_SHORTEST, BANK_LONGEST, &clock->seconds) &&
        (!json_object_get(spec, "extra") || read_seconds(spec, "extra", 0, EXTRA_LONGEST, &clock->extra))) {
        clock->kind = CLOCK_BANK;
        return 0;
    }
    if (kind && strcmp(kind, "move") == 0 &&
        read_seconds(spec, "seconds", BANK_SHORTEST, MOVE_LONGEST, &clock->seconds)) {
        clock->kind = CLOCK_MOVE;
        return 0;
    }
    return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                     "A clock is a 'bank' of %d to %d seconds with 0 to %d 'extra', or %d to %d seconds per 'move'.",
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

/* Steps within a phase must not show in the clocks: others who act at the same time would notice them. And taking a
   step back and forth must gain no time. */
void clock_follow(struct room *room, bool phase_over)
{
    const int64_t now = steady_ms(), full = (int64_t)room->clock.seconds * 1000;
    const flip_set turn = deciding(room);
    if (room->clock.kind == CLOCK_NONE)
        return;
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        struct seat_clock *clock = &seat->clock;
        const bool runs = seat->kind == SEAT_PERSON && !clock->out && flip_set_has(turn, i) && !room->paused;
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
    write_int_or_null(json, "since", clock->since != 0, clock->since);
    flip_json_bool(json, "out", clock->out);
    flip_json_close(json);
}
