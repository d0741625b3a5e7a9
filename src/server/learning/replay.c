/* What a replay shows: the story with its turns and scores, and the positions as a seat saw them. All of it runs on a worker. */
#include "server/learning/replay.h"

#include "server/rooms/reader.h"
#include "server/rooms/room.h"
#include "server/rooms/room_flicks.h"
#include "server/rooms/room_log.h"
#include "server/rooms/snapshot.h"
#include "server/rooms/work.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES = 32,           /* at most so many positions in an answer … */
    FRAMES_BYTES = 200000, /* … and no more when they are so long together */
};

/* --- walking ------------------------------------------------------------------------------------------------------- */

static bool somebody_decides(const struct flip_walk *walk)
{
    return flip_position_turn(&walk->at) != FLIP_BIT(FLIP_DEALER);
}

bool walk_to_position(struct flip_walk *walk)
{
    while (flip_walk_next(walk)) {
        flip_walk_on(walk);
        if (somebody_decides(walk))
            return true;
    }
    return false;
}

/* A game may begin with a decision; most begin with the dealer. */
static bool walk_to_first(struct flip_walk *walk) { return somebody_decides(walk) || walk_to_position(walk); }

/* --- the story ----------------------------------------------------------------------------------------------------- */

static void write_scores(struct flip_json *json, const struct flip_walk *walk)
{
    struct flip_result result = {0};
    walk->table->game->rules->result(walk->table->rules, walk->at.state, &result);
    flip_json_open(json, "scores", '[');
    for (int seat = 0; seat < walk->table->seats; seat++)
        flip_json_int(json, NULL, result.score[seat]);
    flip_json_close(json);
}

static void write_view(struct flip_json *json, const char *key, const struct flip_walk *walk, int viewer)
{
    const struct flip_position at = flip_walk_position(walk);
    flip_json_open(json, key, '{');
    at.game->knowledge->view(at.rules, at.state, at.before, viewer, json);
    flip_json_open(json, "to_act", '[');
    for (flip_set turn = flip_position_turn(&at) & ~FLIP_BIT(FLIP_DEALER); turn; turn = flip_set_rest(turn))
        flip_json_int(json, NULL, flip_set_first(turn));
    flip_json_close(json);
    flip_json_close(json);
}

/* A number at the beginning of a view, before its parts; -1 if there is none of that name. */
static int number_in(const char *view, const char *name)
{
    char key[24];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *parts = strpbrk(view + 1, "{["), *found = strstr(view, key);
    return found && (!parts || found < parts) ? atoi(found + strlen(key)) : -1;
}

/* The same with a word, where a game has one for its rounds: "6 o'clock". */
static bool word_in(const char *view, const char *name, char *out, size_t size)
{
    char key[24];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *parts = strpbrk(view + 1, "{["), *found = strstr(view, key);
    const char *end = found ? strchr(found + strlen(key), '"') : NULL;
    if (!end || (parts && found > parts))
        return false;
    snprintf(out, size, "%.*s", (int)(end - found - (ptrdiff_t)strlen(key)), found + strlen(key));
    return true;
}

/* Where in the game we are, in the game's own count of rounds and turns. */
static void write_place(struct flip_json *json, const struct flip_walk *walk, char *view, size_t size)
{
    struct flip_json look = flip_json_in(view, size);
    write_view(&look, NULL, walk, FLIP_PUBLIC);
    const int round = number_in(view, "round"), turn = number_in(view, "turn");
    char when[64];
    if (word_in(view, "when", when, sizeof when))
        flip_json_string(json, "when", when);
    if (round >= 0)
        flip_json_int(json, "round", round);
    if (turn >= 0)
        flip_json_int(json, "turn", turn);
}

static int write_positions(struct flip_json *json, const struct room *room, struct flip_error *error)
{
    struct flip_walk walk;
    char *view = malloc(FLIP_VIEW_SIZE);
    if (!view || flip_walk_open(&walk, room->table, error) < 0) {
        free(view);
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the replay.");
    }
    flip_json_open(json, "positions", '[');
    for (bool more = walk_to_first(&walk); more; more = walk_to_position(&walk)) {
        flip_json_open(json, NULL, '{');
        flip_json_int(json, "step", walk.step);
        if (room->game->flicks)
            flip_json_int(json, "flicks", room_flicks(room, walk.step));
        write_place(json, &walk, view, FLIP_VIEW_SIZE);
        write_scores(json, &walk);
        flip_json_close(json);
    }
    flip_json_close(json);
    flip_walk_close(&walk);
    free(view);
    return 0;
}

/* After how many steps does everybody know a step? With the one that ends its phase, unless the table was an open one. */
static int *when_known(const struct room *room, struct flip_error *error)
{
    struct flip_walk walk;
    int *known = calloc((size_t)room->log_count + 1, sizeof *known), hidden_from = 0;
    if (!known || flip_walk_open(&walk, room->table, error) < 0) {
        free(known);
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the replay.");
        return NULL;
    }
    while (walk.step < room->log_count) {
        flip_walk_on(&walk);
        while (flip_walk_known(&walk) && hidden_from < walk.step)
            known[hidden_from++] = walk.step;
    }
    while (hidden_from < room->log_count)
        known[hidden_from++] = room->log_count;
    flip_walk_close(&walk);
    return known;
}

static void write_line(struct flip_json *json, const struct room *room, int index, int known)
{
    const struct entry *entry = &room->log[index];
    const char *by = room_stand_in(room, entry);
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "i", index);
    if (entry->seat == FLIP_DEALER)
        flip_json_string(json, "seat", "dealer");
    else
        flip_json_int(json, "seat", entry->seat);
    if (entry->owner == FLIP_DEALER)
        flip_json_string(json, "owner", "dealer");
    else
        flip_json_int(json, "owner", entry->owner);
    if (by)
        flip_json_string(json, "by", by);
    flip_json_string(json, "text", entry->text);
    flip_json_string(json, "tell", entry->tell);
    flip_json_int(json, "time", entry->time);
    flip_json_int(json, "known", known);
    if (entry->secret_to) {
        flip_json_open(json, "secret", '[');
        for (flip_set seats = entry->secret_to; seats; seats = flip_set_rest(seats))
            if (flip_set_first(seats) < FLIP_MAX_SEATS)
                flip_json_int(json, NULL, flip_set_first(seats));
        flip_json_close(json);
    }
    flip_json_close(json);
}

/* What is the same for everybody, from the log on. */
static int write_rest(struct flip_json *json, const struct room *room, struct flip_error *error)
{
    int *known = when_known(room, error);
    if (!known)
        return -1;
    flip_json_open(json, NULL, '{');
    flip_json_open(json, "log", '[');
    for (int i = 0; i < room->log_count; i++)
        write_line(json, room, i, known[i]);
    flip_json_close(json);
    free(known);
    const int status = write_positions(json, room, error);
    flip_json_open(json, "result", '{');
    flip_table_result_json(room->table, json);
    flip_json_close(json);
    flip_json_close(json);
    return status;
}

/* It is written into the game, since whoever opens a replay is seldom the only one. */
static int keep_rest(struct kept_game *game, struct flip_error *error)
{
    size_t size = 4096 + (size_t)game->room->log_count * 512; /* usually enough, so that it is written once */
    while (!game->story) {
        char *text = malloc(size);
        struct flip_json json = flip_json_in(text, text ? size : 0);
        if (!text)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the replay.");
        if (write_rest(&json, game->room, error) < 0) {
            free(text);
            return -1;
        }
        if (flip_text_fits(&json.text))
            game->story = text;
        else
            free(text);
        size = json.text.length + 1;
    }
    return 0;
}

struct telling {
    const struct kept_game *game;
    const char *person;
};

/* TABLE, and then the rest without its brace. */
static void write_told(struct flip_json *json, void *context)
{
    const struct telling *telling = context;
    flip_json_open(json, NULL, '{');
    write_table(json, "table", NULL, telling->game->room, telling->person);
    flip_text_add(&json->text, ",%s", telling->game->story + 1);
}

int write_story(struct work *work, struct kept_game *game, struct flip_error *error)
{
    if (keep_rest(game, error) < 0)
        return -1;
    struct telling telling = {game, work->person};
    return work_write(work, strlen(game->story) + 16384, write_told, &telling, error);
}

/* --- positions ------------------------------------------------------------------------------------------------------ */

struct frames {
    struct flip_walk walk;
    int viewer, from;
};

static void write_views(struct flip_json *json, void *context)
{
    struct frames *frames = context;
    struct flip_walk *walk = &frames->walk;
    flip_walk_restart(walk);
    bool more = walk_to_first(walk);
    for (int i = 0; more && i < frames->from; i++)
        more = walk_to_position(walk);
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "from", frames->from);
    flip_json_open(json, "views", '[');
    for (int count = 0; more && count < FRAMES && json->text.length < FRAMES_BYTES; count++) {
        write_view(json, NULL, walk, frames->viewer);
        more = walk_to_position(walk);
    }
    flip_json_close(json);
    flip_json_close(json);
}

int write_frames(struct work *work, const struct room *room, int viewer, int from, struct flip_error *error)
{
    struct frames frames = {.viewer = viewer, .from = from};
    if (flip_walk_open(&frames.walk, room->table, error) < 0)
        return -1;
    const int status = work_write(work, FRAMES_BYTES + FLIP_VIEW_SIZE, write_views, &frames, error);
    flip_walk_close(&frames.walk);
    return status;
}
