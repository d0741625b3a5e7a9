/* Talks to the server about one table: sheets, knowledge and actions. */
#include "faces/terminal/remote/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LOOK_MS = 5,        /* between two checks for a scene */
    PATIENCE_MS = 30000 /* for the scene that shows what was done */
};

flip_set remote_seats(const json_t *list)
{
    flip_set set = 0;
    size_t i;
    json_t *seat;
    json_array_foreach((json_t *)list, i, seat) {
        const json_int_t number = json_is_integer(seat) ? json_integer_value(seat) : -1;
        if (number >= 0 && number < FLIP_MAX_SEATS)
            set |= FLIP_BIT(number);
    }
    return set;
}

/* --- sheets ---------------------------------------------------------------------------------------------------------------- */

flip_move remote_bits(const json_t *text)
{
    return strtoull(json_string_value(text) ? json_string_value(text) : "0", NULL, 16);
}

static void take_moves(struct flip_remote *remote, const json_t *sheet)
{
    const json_t *moves = at(sheet, "moves");
    remote->move_count = (int)json_array_size(moves);
    if (remote->move_count > FLIP_MAX_MOVES)
        remote->move_count = FLIP_MAX_MOVES;
    for (int i = 0; i < remote->move_count; i++)
        remote->moves[i] = remote_bits(json_array_get(moves, (size_t)i));
    remote->moves_of = remote->version;
}

static const json_t *old_sheet(const struct flip_remote *remote, int seat, int width, int height)
{
    for (int i = 0; i < SHEETS; i++)
        if (remote->sheets[i].json && remote->sheets[i].seat == seat && remote->sheets[i].width == width &&
            remote->sheets[i].height == height)
            return remote->sheets[i].json;
    return NULL;
}

const json_t *remote_sheet(struct flip_remote *remote, int viewer, int seat, int width, int height, bool patient)
{
    for (int i = 0; i < SHEETS; i++) {
        const struct sheet *sheet = &remote->sheets[i];
        if (sheet->json && sheet->version == remote->version && sheet->seat == seat && sheet->viewer == viewer &&
            sheet->width == width && sheet->height == height)
            return sheet->json;
    }
    if (!patient && !flip_wire_up(remote->wire)) /* better an old sheet than a frozen screen */
        return old_sheet(remote, seat, width, height);
    struct sheet *sheet = &remote->sheets[remote->next_sheet];
    remote->next_sheet = (remote->next_sheet + 1) % SHEETS;
    json_decref(sheet->json);
    *sheet = (struct sheet){.seat = seat, .width = width, .height = height, .viewer = viewer};
    json_t *message = json_pack("{s:s, s:s, s:i, s:i, s:i}", "do", "sheet", "table", remote->id, "shown", seat, "width",
                                width, "height", height);
    if (viewer < remote->match.seats)
        json_object_set_new(message, "seat", json_integer(viewer));
    struct flip_error error;
    const uint32_t asked_for = remote->version;
    if (flip_wire_ask(remote->wire, message, &sheet->json, &error) < 0)
        return NULL;
    sheet->version = asked_for;
    if (asked_for == remote->version && viewer < remote->match.seats)
        take_moves(remote, sheet->json);
    return sheet->json;
}

const char *flip_remote_status(const struct flip_remote *remote) { return string_of(table_of(remote), "status"); }

json_int_t remote_steps(const struct flip_remote *remote) { return json_integer_value(at(table_of(remote), "steps")); }

/* The scene with our action arrives shortly before or after the answer. A new connection sends a scene that may be
   older, so the action has been seen only when the steps differ. */
int remote_tell(struct flip_remote *remote, json_t *message, bool is_step, struct flip_error *error)
{
    const uint32_t version = remote->version;
    const json_int_t steps = remote_steps(remote);
    if (flip_wire_ask(remote->wire, message, NULL, error) < 0)
        return -1;
    for (int waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
        if (remote->version != version && (!is_step || remote_steps(remote) != steps))
            break;
        flip_wire_listen(remote->wire);
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
    }
    return 0;
}

void remote_keep(struct flip_remote *remote)
{
    struct flip_match *match = &remote->match;
    struct flip_error error;
    char path[FLIP_PATH_SIZE];
    const bool begun = strcmp(flip_remote_status(remote), "waiting") != 0;
    if (!begun || match->calls->turn(match) || match->finished[0])
        return; /* until it is over, the server keeps it */
    if (flip_files_finished(match->game, path, &error) < 0)
        snprintf(match->save_error, sizeof match->save_error, "%s", error.message);
    else
        flip_match_keep(match, path);
}
