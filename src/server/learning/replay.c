/* Replays: a finished game from its first card, as any seat saw it. */
#include "server/learning/learning.h"

#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES = 32,           /* at most so many positions in an answer … */
    FRAMES_BYTES = 200000, /* … and no more when they are so long together */
    TABLE_BYTES = 16384,   /* what is told of a table, usually */
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
    flip_json_ints(json, "scores", result.score, walk->table->seats);
}

static void write_walked(struct flip_json *json, const char *key, const struct flip_walk *walk, int viewer)
{
    const struct flip_position at = flip_walk_position(walk);
    write_view(json, key, &at, viewer);
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
    write_walked(&look, NULL, walk, FLIP_PUBLIC);
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
    const struct log_entry *entry = &room->log[index];
    const char *by = room_stand_in(room, entry);
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "i", index);
    write_actor(json, "seat", entry->seat);
    write_actor(json, "owner", entry->owner);
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
static int keep_rest(struct cached_game *game, struct flip_error *error)
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

/* What is written of a game, for whom. */
struct shown {
    const struct cached_game *game;
    const struct room *room; /* the game's */
    const char *person;
    struct flip_walk walk;
    int viewer, from; /* the first position, or how many lines the seat has seen */
};

static void write_shown(struct flip_json *json, void *context)
{
    const struct shown *shown = context;
    flip_json_open(json, NULL, '{');
    write_table(json, "table", NULL, shown->room, shown->person);
    flip_json_close(json);
}

/* TABLE, and then the rest without its brace: what a replay says about a game. */
static void write_story(struct flip_json *json, void *context)
{
    const struct shown *shown = context;
    flip_json_open(json, NULL, '{');
    write_table(json, "table", NULL, shown->room, shown->person);
    flip_text_add(&json->text, ",%s", shown->game->story + 1);
}

/* --- positions ------------------------------------------------------------------------------------------------------ */

static void write_frames(struct flip_json *json, void *context)
{
    struct shown *shown = context;
    struct flip_walk *walk = &shown->walk;
    flip_walk_restart(walk);
    bool more = walk_to_first(walk);
    for (int i = 0; more && i < shown->from; i++)
        more = walk_to_position(walk);
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "from", shown->from);
    flip_json_open(json, "views", '[');
    for (int count = 0; more && count < FRAMES && json->text.length < FRAMES_BYTES; count++) {
        write_walked(json, NULL, walk, shown->viewer);
        more = walk_to_position(walk);
    }
    flip_json_close(json);
    flip_json_close(json);
}

/* --- since somebody was here ----------------------------------------------------------------------------------------- */

/* How many lines of the log a seat sees when everything before that step is known. */
static int lines_before(const struct room *room, int viewer, int step)
{
    int lines = 0;
    for (int i = 0; i < step && i < room->log_count; i++)
        lines += !flip_set_has(room->log[i].secret_to, viewer);
    return lines;
}

/* Moments at which everybody knew everything that had happened: what lies between them is nobody's to see while the game goes on. */
static bool walk_to_known(struct flip_walk *walk)
{
    while (walk_to_position(walk))
        if (flip_walk_known(walk))
            return true;
    return false;
}

static void write_since(struct flip_json *json, void *context)
{
    struct shown *shown = context;
    struct flip_walk *walk = &shown->walk;
    int count = 0;
    flip_walk_restart(walk);
    while (walk_to_known(walk))
        count += lines_before(shown->room, shown->viewer, walk->step) >= shown->from;
    flip_walk_restart(walk);
    flip_json_open(json, NULL, '{');
    flip_json_open(json, "moments", '[');
    while (walk_to_known(walk)) {
        const int lines = lines_before(shown->room, shown->viewer, walk->step);
        if (lines < shown->from || count-- > FRAMES || json->text.length > FRAMES_BYTES)
            continue;
        flip_json_open(json, NULL, '{');
        flip_json_int(json, "steps", lines);
        write_walked(json, "view", walk, shown->viewer);
        flip_json_close(json);
    }
    flip_json_close(json);
    flip_json_close(json);
}

static int write_walking(struct work *work, work_writer *write, struct shown *shown, struct flip_error *error)
{
    if (flip_walk_open(&shown->walk, shown->room->table, error) < 0)
        return -1;
    const int status = work_write(work, FRAMES_BYTES + FLIP_VIEW_SIZE, write, shown, error);
    flip_walk_close(&shown->walk);
    return status;
}

/*
 * Looking at a stored table: its replay, its record, one of its flicks. The loop looks at the head alone, to see whether the asker may;
 * a worker loads the game and writes the answer.
 */

struct look {
    struct work work;
    enum look_kind { LOOK_STORY, LOOK_FRAMES, LOOK_FLICK, LOOK_RECORD, LOOK_TABLE, LOOK_SINCE } kind;
    char id[STORE_ID];
    flip_set online;
    int viewer, from;                         /* of frames; `from` is also the number of a flick */
    unsigned char secret[STORE_SECRET_BYTES]; /* of the server */
};

/* What each is expected to cost, in ms, and for whom it is: a flick is shown to those who play. */
static const struct {
    double cost;
    enum work_for purpose;
} kinds[] = {
    [LOOK_STORY] = {20, WORK_TO_LOOK},  [LOOK_FRAMES] = {5, WORK_TO_LOOK}, [LOOK_FLICK] = {2, WORK_TO_PLAY},
    [LOOK_RECORD] = {10, WORK_TO_LOOK}, [LOOK_TABLE] = {5, WORK_TO_PLAY},  [LOOK_SINCE] = {20, WORK_TO_PLAY},
};

/* --- on the worker ------------------------------------------------------------------------------------------------------ */

struct cached_game *replay_game(struct work *work, const char *id, struct flip_error *error)
{
    struct cached_game *game = reader_game(work->reader, id, error);
    if (!game && !server_failure(error) && error->code != FLIP_ERROR_NO_TABLE)
        memcpy(work->broken, id, strlen(id) + 1);
    return game;
}

int check_finished(const struct room *room, struct flip_error *error)
{
    if (room->status < STORE_OVER) /* its last move was not kept after all */
        return flip_fail(error, FLIP_ERROR_RUNNING, "This game still goes on: its replay is there when it is over.");
    if (!room->table)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND,
                         "This game was abandoned before the first card, so there is nothing to replay.");
    return 0;
}

/* A finished record says that it was dealt here, so that it is known when it comes back. */
static void add_mark(const struct look *look, const struct room *room, char *text, size_t *length)
{
    char mark[MARK_SIZE];
    if (!room_marked(room))
        return;
    deal_mark(look->secret, room->seed, mark);
    *length += (size_t)sprintf(text + *length - 1, ",\"mark\":\"%s\"}", mark) - 1;
}

static int write_record(struct work *work, const struct room *room, struct flip_error *error)
{
    if (!room->table)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "The game has not begun: there is no record yet.");
    char *text =
        flip_record_save(room->table, room->status >= STORE_OVER ? FLIP_RECORD_FULL : FLIP_RECORD_PUBLIC, error);
    size_t length = text ? strlen(text) : 0;
    if (text && (work->out = malloc(OUT_PRE + length + MARK_SIZE + 16))) {
        memcpy(work->out + OUT_PRE, text, length);
        add_mark((const struct look *)work, room, work->out + OUT_PRE, &length);
        work->length = length;
    }
    free(text);
    return work->out ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the record.");
}

static int run_look(struct work *work, struct flip_error *error)
{
    const struct look *look = (const struct look *)work;
    struct cached_game *game = replay_game(work, look->id, error);
    if (!game)
        return -1;
    struct room *room = game->room;
    struct shown shown = {
        .game = game, .room = room, .person = work->person, .viewer = look->viewer, .from = look->from};
    room->online = look->online;
    if (look->kind == LOOK_RECORD)
        return write_record(work, room, error);
    if (look->kind == LOOK_TABLE)
        return work_write(work, TABLE_BYTES, write_shown, &shown, error);
    if (look->kind == LOOK_FLICK)
        return write_flick_of(work, room, look->from, error);
    if (look->kind == LOOK_SINCE)
        return room->status == STORE_RUNNING ? write_walking(work, write_since, &shown, error)
                                             : flip_fail(error, FLIP_ERROR_NOT_FOUND, "This game does not go on.");
    if (check_finished(room, error) < 0)
        return -1;
    if (look->kind == LOOK_FRAMES)
        return write_walking(work, write_frames, &shown, error);
    return keep_rest(game, error) < 0 ? -1
                                      : work_write(work, strlen(game->story) + TABLE_BYTES, write_story, &shown, error);
}

/* --- on the loop -------------------------------------------------------------------------------------------------------- */

/* The head of a table as a copy of its own, with who is here. */
static struct room *head_of(struct request *request, const char *id, struct flip_error *error)
{
    struct room *head = NULL;
    const int found = id_looks_right(id) ? room_load_head(request->server->loop.store, id, &head, error) : 0;
    if (found <= 0) {
        if (found == 0)
            room_unknown(error);
        else if (!server_failure(error))
            room_broken(id, error);
        return NULL;
    }
    struct store_person asker = {0};
    person_asking(request->server->people, request->wsi, &asker);
    const bool at_it = asker.id[0] && room_seats_of(head, asker.id) != 0;
    for (int i = 0; i < head->seat_count; i++)
        if (head->seats[i].kind == SEAT_PERSON &&
            (at_it ? person_online : person_shown_online)(request->server->people, head->seats[i].person))
            head->online |= FLIP_BIT(i);
    return head;
}

/* A challenge is for those who play it alone until its day is over. */
static bool hidden_from(struct request *request, const struct room *head)
{
    struct store_person person = {0};
    person_asking(request->server->people, request->wsi, &person);
    return room_daily_hidden(head) && !room_seats_of(head, person.id);
}

struct room *replay_head(struct request *request, const char *id, struct flip_error *error)
{
    struct room *head = head_of(request, id, error);
    if (!head)
        return NULL;
    const bool running = head->status < STORE_OVER;
    if (!running && !hidden_from(request, head))
        return head;
    room_discard(head);
    return null_after(
        running ? flip_fail(error, FLIP_ERROR_RUNNING, "This game still goes on: its replay is there when it is over.")
                : flip_fail(error, FLIP_ERROR_DAILY, "Others can see the challenge's replay when the day is over."));
}

/* `viewer` and `from` are those of frames, or the seat and what it has seen, or the number of a flick. The head is given up. */
static int look_start(struct request *request, enum look_kind kind, struct room *head, int viewer, int from,
                      struct flip_error *error)
{
    struct look *look = work_new(request, sizeof *look, kinds[kind].cost, kinds[kind].purpose, error);
    if (look) {
        look->work.run = run_look;
        look->kind = kind;
        look->online = head->online;
        memcpy(look->id, head->id, sizeof look->id);
        memcpy(look->secret, request->server->loop.secret, sizeof look->secret);
        look->viewer = viewer;
        look->from = from;
    }
    room_discard(head);
    return look ? work_start_for(request, &look->work) : -1;
}

/* Refuses to show it; the head is given up. */
static int refuse(struct room *head, int code, const char *sentence, struct flip_error *error)
{
    room_discard(head);
    return flip_fail(error, code, "%s", sentence);
}

int reply_record(struct request *request, const char *id, struct flip_error *error)
{
    struct room *head = head_of(request, id, error);
    if (!head)
        return -1;
    return room_daily_hidden(head)
               ? refuse(head, FLIP_ERROR_DAILY, "The record of the challenge is shown when the day is over.", error)
               : look_start(request, LOOK_RECORD, head, 0, 0, error);
}

/* For whom a snapshot is, this is too. */
int reply_table_flick(struct request *request, const char *id, const char *digits, struct flip_error *error)
{
    struct room *head = head_of(request, id, error);
    if (!head)
        return -1;
    return hidden_from(request, head)
               ? refuse(head, FLIP_ERROR_DAILY, "Nobody can watch the daily challenge before the day is over.", error)
               : look_start(request, LOOK_FLICK, head, 0, flick_number(digits), error);
}

/* SEAT/LINES, for whoever has that seat. */
int reply_since(struct request *request, const char *id, const char *rest, struct flip_error *error)
{
    struct store_person person = {0};
    int seat, lines, length = 0;
    struct room *head = head_of(request, id, error);
    if (!head)
        return -1;
    person_asking(request->server->people, request->wsi, &person);
    if (sscanf(rest, "%2d/%6d%n", &seat, &lines, &length) != 2 || rest[length] || seat < 0 || lines < 0) {
        room_discard(head);
        return not_found(error);
    }
    return flip_set_has(room_seats_of(head, person.id), seat)
               ? look_start(request, LOOK_SINCE, head, seat, lines, error)
               : refuse(head, FLIP_ERROR_NOT_YOUR_SEAT, "That is not your seat.", error);
}

int reply_stored_table(struct request *request, const char *id, struct flip_error *error)
{
    struct room *head = head_of(request, id, error);
    if (!head)
        return -1;
    if (head->status >= STORE_OVER)
        return look_start(request, LOOK_TABLE, head, 0, 0, error);
    room_discard(head);
    return 1;
}

/* EYES/FROM */
static int go_frames(struct request *request, struct room *head, const char *eyes, struct flip_error *error)
{
    const char *slash = strchr(eyes, '/');
    int viewer = -1, from = -1;
    if (slash && strncmp(eyes, "all/", 4) == 0)
        viewer = FLIP_ALL;
    else if (slash && slash == eyes + 1 && *eyes >= '0' && *eyes <= '9' && *eyes - '0' < head->seat_count)
        viewer = *eyes - '0';
    if (slash && strspn(slash + 1, "0123456789") == strlen(slash + 1) && slash[1] && strlen(slash + 1) < 7)
        from = atoi(slash + 1);
    if (viewer < 0 || from < 0) {
        room_discard(head);
        return not_found(error);
    }
    return look_start(request, LOOK_FRAMES, head, viewer, from, error);
}

/* ID, ID/flick/K or ID/EYES/FROM. */
int get_replay(struct call *call, struct flip_error *error)
{
    char id[STORE_ID];
    const char *what = path_part(call->rest, id, sizeof id);
    struct room *head = replay_head(call->request, id, error);
    if (!head)
        return -1;
    if (!what)
        return look_start(call->request, LOOK_STORY, head, 0, 0, error);
    return strncmp(what, "flick/", 6) == 0
               ? look_start(call->request, LOOK_FLICK, head, 0, flick_number(what + 6), error)
               : go_frames(call->request, head, what, error);
}
