/* The log of a room: what happened, who may see which line, and who played the seat then. */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- who played the seat ------------------------------------------------------------------------------------------ */

bool notice_changes_player(const struct notice *notice, int seat)
{
    return notice->seat == seat &&
           (notice->kind == NOTICE_RETURNED ||
            ((notice->kind == NOTICE_LEFT || notice->kind == NOTICE_REPLACED) && notice->level));
}

void player_name(const struct notice *notice, bool bot, char *out, size_t size)
{
    snprintf(out, size, "%s%s", bot ? "Bot for " : "", notice->name);
}

/* The name of the seat's player at that time. False: the seat has had one player. */
static bool room_name_then(const struct room *room, int seat, int64_t time, char *out, size_t size)
{
    bool found = false;
    for (int i = 0; i < room->notice_count; i++) {
        const struct notice *notice = &room->notices[i];
        if (!notice_changes_player(notice, seat) || (found && notice->time >= time))
            continue;
        /* What happens in the very millisecond comes before it: so it is the same whenever it is told. */
        player_name(notice, (notice->kind != NOTICE_RETURNED) == (notice->time < time), out, size);
        found = true;
    }
    return found;
}

/* --- room flicks -------------------------------------------------------------------------------------------------- */

int room_flicks(const struct room *room, int steps)
{
    for (int i = steps - 1; i >= 0; i--)
        if (room->table->steps[i].outcome)
            return room->table->steps[i].outcome;
    return 0;
}

static void room_forget_flicks(struct room *room)
{
    for (int i = 0; i < FLICKS_CACHED; i++) {
        free(room->flicks[i].text);
        room->flicks[i] = (struct cached_flick){0};
    }
}

/*
 * The log of a room: what happened, in notation and in words, and who may see which line. Seats that act at the same
 * time do not see each other's steps before the phase ends; what a game keeps secret stays so until the game is over.
 */

void room_clear_log(struct room *room)
{
    for (int i = 0; i < room->log_count; i++) {
        free(room->log[i].text);
        free(room->log[i].tell);
        free(room->log[i].outcome);
    }
    room_forget_flicks(room); /* some of them may be taken back */
    room->log_count = room->public_count = 0;
}

/* Independent of the place in the log, which shifts when a neighbour takes back a hidden step: nobody may notice. */
static uint32_t entry_check(const struct flip_step *step)
{
    uint64_t mix = (step->move ^ (uint64_t)(unsigned)step->outcome << 32 ^ (uint64_t)(unsigned)step->seat << 56) *
                   UINT64_C(0x9e3779b97f4a7c15);
    mix = (mix ^ (uint64_t)step->time) * UINT64_C(0xbf58476d1ce4e5b9);
    return (uint32_t)(mix >> 32) ^ (uint32_t)mix;
}

/* A flick's outcome as records have it, computed from the state before. */
static char *outcome_text(const struct room *room, const struct flip_step *step)
{
    enum { ROOM = 64 * FLIP_PIECES + 48 * FLIP_CONTACTS + 4096 };
    char *text = malloc(ROOM);
    struct flip_json json = flip_json_in(text, text ? ROOM : 0);
    flip_table_outcome_json(room->table, room->told.at.state, &room->table->outcomes[step->outcome - 1], NULL, &json);
    char *kept = text && flip_text_fits(&json.text) ? strdup(text) : NULL;
    free(text);
    return kept;
}

/* Sentences use the names of the time, also when they are written again. */
static void tell_step(struct room *room, const struct flip_step *step, struct flip_text *out)
{
    char names[FLIP_MAX_SEATS][sizeof room->table->names[0]], whole[STORE_NAME + 16];
    memcpy(names, room->table->names, sizeof names);
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room_name_then(room, seat, step->time, whole, sizeof whole))
            name_fit(whole, room->table->names[seat], sizeof names[0]);
    flip_table_step_tell(room->table, room->told.at.state, step, out);
    memcpy(room->table->names, names, sizeof names);
}

static int add_entry(struct room *room, const struct flip_step *step)
{
    const struct flip_game *game = room->game;
    const void *rules = room->table->rules;
    if (!array_grow(&room->log, room->log_count, &room->log_room, sizeof *room->log))
        return -1;
    char text[FLIP_MOVE_TEXT], tell[FLIP_STEP_TEXT];
    struct flip_text words = flip_text_in(text, sizeof text);
    flip_table_step_text(room->table, room->told.at.state, step, &words);
    words = flip_text_in(tell, sizeof tell);
    tell_step(room, step, &words);

    char *kept_text = strdup(text), *kept_tell = strdup(tell),
         *outcome = step->outcome ? outcome_text(room, step) : NULL;
    if (!kept_text || !kept_tell || (step->outcome && !outcome)) {
        free(kept_text);
        free(kept_tell);
        free(outcome);
        return -1;
    }
    struct log_entry *entry = &room->log[room->log_count];
    const struct log_entry *last = room->log_count ? entry - 1 : NULL;
    *entry = (struct log_entry){.seat = step->seat,
                                .owner = step->seat,
                                .by = step->by,
                                .phase = room->told.at.phase,
                                .check = entry_check(step),
                                .time = step->time,
                                .text = kept_text,
                                .tell = kept_tell,
                                .outcome = outcome};
    if (step->seat == FLIP_DEALER && last && room->told.acted)
        entry->owner = last->owner;
    if (game->knowledge->secret && !step->outcome) {
        for (int seat = 0; seat < room->seat_count; seat++)
            if (game->knowledge->secret(rules, room->told.at.state, step->seat, step->move, seat))
                entry->secret_to |= FLIP_BIT(seat);
        if (game->knowledge->secret(rules, room->told.at.state, step->seat, step->move, FLIP_PUBLIC))
            entry->secret_to |= FLIP_BIT(FLIP_PUBLIC);
    }
    flip_walk_on(&room->told);
    room->log_count++;
    if (flip_walk_known(&room->told))
        room->public_count = room->log_count;
    return 0;
}

int room_follow(struct room *room, bool anew, struct flip_error *error)
{
    if (anew || room->log_count == 0) { /* perhaps at another table */
        room_clear_log(room);
        flip_walk_close(&room->told);
        if (flip_walk_open(&room->told, room->table, error) < 0)
            return -1;
    }
    for (const struct flip_step *step; (step = flip_walk_next(&room->told));)
        if (add_entry(room, step) < 0)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the log.");
    return 0;
}

void write_actor(struct flip_json *json, const char *key, int seat)
{
    if (seat == FLIP_DEALER)
        flip_json_string(json, key, "dealer");
    else
        flip_json_int(json, key, seat);
}

int room_visible(const struct room *room, int viewer, int *out)
{
    const bool over = room->status >= STORE_OVER;
    int count = 0;
    for (int i = 0; i < room->log_count; i++) {
        const struct log_entry *entry = &room->log[i];
        if (!over && i >= room->public_count && entry->owner != viewer)
            continue;
        if (!over && flip_set_has(entry->secret_to, viewer))
            continue;
        if (out)
            out[count] = i;
        count++;
    }
    return count;
}

const char *room_stand_in(const struct room *room, const struct log_entry *entry)
{
    const bool person = entry->seat != FLIP_DEALER && room->seats[entry->seat].kind == SEAT_PERSON;
    return person && entry->by > 0 && entry->by < FLIP_BY_PERSON ? flip_by_word(entry->by) : NULL;
}

int room_steps_for(const struct room *room, int viewer) { return room_visible(room, viewer, NULL); }
