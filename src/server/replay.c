/* What a replay shows: the story with its turns and scores, and the positions as a seat saw them. */
#include "server/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES = 32,           /* at most so many positions in an answer … */
    FRAMES_BYTES = 200000, /* … and no more when they are so long together */
};

/* --- walking ------------------------------------------------------------------------------------------------------- */

int walk_begin(struct walk *walk, const struct flip_table *table, struct flip_error *error)
{
    const size_t size = table->game->state_size;
    *walk = (struct walk){.table = table, .state = malloc(size), .before = malloc(size)};
    if (!walk->state || !walk->before) {
        walk_end(walk);
        flip_fail(error, "no_memory", "There is not enough memory for the replay.");
        return -1;
    }
    table->game->rules->start(table->rules, walk->state);
    memcpy(walk->before, walk->state, size);
    return 0;
}

void walk_end(struct walk *walk)
{
    free(walk->state);
    free(walk->before);
    walk->state = walk->before = NULL;
}

void walk_on(struct walk *walk)
{
    const struct flip_table *table = walk->table;
    const struct flip_step *step = &table->steps[walk->step++];
    const uint32_t phase = table->game->knowledge->phase(table->rules, walk->state);
    flip_table_replay(table, walk->state, step);
    if (table->game->knowledge->phase(table->rules, walk->state) != phase)
        memcpy(walk->before, walk->state, table->game->state_size);
}

static bool somebody_decides(const struct walk *walk)
{
    return walk->table->game->rules->turn(walk->table->rules, walk->state) != FLIP_BIT(FLIP_DEALER);
}

bool walk_to_position(struct walk *walk)
{
    while (walk->step < walk->table->step_count) {
        walk_on(walk);
        if (somebody_decides(walk))
            return true;
    }
    return false;
}

const void *walk_before(const struct walk *walk) { return walk->table->open ? walk->state : walk->before; }

/* A game may begin with a decision; most begin with the dealer. */
static bool walk_to_first(struct walk *walk) { return somebody_decides(walk) || walk_to_position(walk); }

struct room *replay_room(struct request *request, const char *id, struct flip_error *error)
{
    struct room *room = room_find(request->hub, id, error);
    if (!room)
        return NULL;
    if (room->status < STORE_OVER) {
        flip_fail(error, "running", "This game still goes on: its replay is there when it is over.");
        return NULL;
    }
    struct store_person person = {0};
    person_asking(request->hub, request->wsi, &person);
    if (room_daily_hidden(room) && !room_seats_of(room, person.id)) {
        flip_fail(error, "daily", "The replay of the challenge is shown to others when the day is over.");
        return NULL;
    }
    if (!room->table) {
        flip_fail(error, "not_found", "This game was given up before the first card: there is nothing to replay.");
        return NULL;
    }
    return room;
}

/* --- the story ----------------------------------------------------------------------------------------------------- */

static void write_scores(struct flip_json *json, const struct walk *walk)
{
    struct flip_result result = {0};
    walk->table->game->rules->result(walk->table->rules, walk->state, &result);
    flip_json_open(json, "scores", '[');
    for (int seat = 0; seat < walk->table->seats; seat++)
        flip_json_int(json, NULL, result.score[seat]);
    flip_json_close(json);
}

static void write_view(struct flip_json *json, const char *key, const struct walk *walk, int viewer)
{
    const struct flip_game *game = walk->table->game;
    flip_json_open(json, key, '{');
    game->knowledge->view(walk->table->rules, walk->state, walk_before(walk), viewer, json);
    flip_json_open(json, "to_act", '[');
    for (flip_set turn = game->rules->turn(walk->table->rules, walk->state) & ~FLIP_BIT(FLIP_DEALER); turn;
         turn = flip_set_rest(turn))
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

/* Where in the game we are, in the game's own count of rounds and turns. */
static void write_place(struct flip_json *json, const struct walk *walk, char *view, size_t size)
{
    struct flip_json look = flip_json_in(view, size);
    write_view(&look, NULL, walk, FLIP_PUBLIC);
    const int round = number_in(view, "round"), turn = number_in(view, "turn");
    if (round >= 0)
        flip_json_int(json, "round", round);
    if (turn >= 0)
        flip_json_int(json, "turn", turn);
}

static int write_positions(struct flip_json *json, const struct room *room, struct flip_error *error)
{
    struct walk walk;
    char *view = malloc(FLIP_VIEW_SIZE);
    if (!view || walk_begin(&walk, room->table, error) < 0) {
        free(view);
        return flip_fail(error, "no_memory", "There is not enough memory for the replay.");
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
    walk_end(&walk);
    free(view);
    return 0;
}

/* After how many steps does everybody know a step? With the one that ends its phase, unless the table was an open one. */
static int *when_known(const struct room *room, struct flip_error *error)
{
    struct walk walk;
    int *known = calloc((size_t)room->log_count + 1, sizeof *known), hidden_from = 0;
    if (!known || walk_begin(&walk, room->table, error) < 0) {
        free(known);
        flip_fail(error, "no_memory", "There is not enough memory for the replay.");
        return NULL;
    }
    const struct flip_game *game = room->game;
    bool acted = false;
    for (int i = 0; i < room->log_count; i++) {
        const uint32_t phase = game->knowledge->phase(room->table->rules, walk.state);
        acted |= room->table->steps[i].seat != FLIP_DEALER;
        walk_on(&walk);
        if (game->knowledge->phase(room->table->rules, walk.state) != phase)
            acted = false;
        if (acted && (!room->open || flip_blind(game, room->table->rules, walk.state)))
            continue;
        while (hidden_from <= i)
            known[hidden_from++] = i + 1;
    }
    while (hidden_from < room->log_count)
        known[hidden_from++] = room->log_count;
    walk_end(&walk);
    return known;
}

static void write_line(struct flip_json *json, const struct entry *entry, int index, int known)
{
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

static int write_story(struct flip_json *json, struct request *request, const struct room *room,
                       struct flip_error *error)
{
    struct store_person person = {0};
    person_asking(request->hub, request->wsi, &person);
    int *known = when_known(room, error);
    if (!known)
        return -1;
    flip_json_open(json, NULL, '{');
    write_table(json, "table", request->hub, room, person.id);
    flip_json_open(json, "log", '[');
    for (int i = 0; i < room->log_count; i++)
        write_line(json, &room->log[i], i, known[i]);
    flip_json_close(json);
    free(known);
    const int status = write_positions(json, room, error);
    flip_json_open(json, "result", '{');
    flip_table_result_json(room->table, json);
    flip_json_close(json);
    flip_json_close(json);
    return status;
}

/* A long game's story may be longer than the hub's buffer: it is measured first. */
static int reply_story(struct request *request, const struct room *room, struct flip_error *error)
{
    struct flip_json measure = flip_json_in(NULL, 0);
    if (write_story(&measure, request, room, error) < 0)
        return -1;
    const size_t size = measure.text.length + 1;
    char *text = malloc(size);
    struct flip_json json = flip_json_in(text, text ? size : 0);
    int status = text ? write_story(&json, request, room, error)
                      : flip_fail(error, "no_memory", "There is not enough memory for the replay.");
    if (status == 0)
        reply(request, 200, "application/json", text, json.text.length);
    free(text);
    return status;
}

/* --- positions ------------------------------------------------------------------------------------------------------ */

static int reply_frames(struct request *request, const struct room *room, int viewer, int from,
                        struct flip_error *error)
{
    struct walk walk;
    if (walk_begin(&walk, room->table, error) < 0)
        return -1;
    bool more = walk_to_first(&walk);
    for (int i = 0; more && i < from; i++)
        more = walk_to_position(&walk);
    struct flip_json json = flip_json_in(request->hub->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_int(&json, "from", from);
    flip_json_open(&json, "views", '[');
    for (int count = 0; more && count < FRAMES && json.text.length < FRAMES_BYTES; count++) {
        write_view(&json, NULL, &walk, viewer);
        more = walk_to_position(&walk);
    }
    flip_json_close(&json);
    flip_json_close(&json);
    walk_end(&walk);
    reply_written(request, &json);
    return 0;
}

/* ID, ID/flick/K or ID/EYES/FROM. */
int get_replay(struct request *request, const char *rest, struct flip_error *error)
{
    char id[STORE_ID];
    const size_t length = strcspn(rest, "/");
    snprintf(id, sizeof id, "%.*s", length < STORE_ID ? (int)length : 0, rest);
    struct room *room = replay_room(request, id, error);
    if (!room)
        return -1;
    if (!rest[length])
        return reply_story(request, room, error);
    if (strncmp(rest + length, "/flick/", 7) == 0)
        return reply_flick(request, room, rest + length + 7, error);
    const char *eyes = rest + length + 1, *slash = strchr(eyes, '/');
    int viewer = -1, from = -1;
    if (slash && strncmp(eyes, "all/", 4) == 0)
        viewer = FLIP_ALL;
    else if (slash && slash == eyes + 1 && *eyes >= '0' && *eyes <= '9' && *eyes - '0' < room->seat_count)
        viewer = *eyes - '0';
    if (slash && strspn(slash + 1, "0123456789") == strlen(slash + 1) && slash[1] && strlen(slash + 1) < 7)
        from = atoi(slash + 1);
    if (viewer < 0 || from < 0)
        return flip_fail(error, "not_found", "There is nothing at this address.");
    return reply_frames(request, room, viewer, from, error);
}
