/* Continuing from a position of a replay, of a record or of a puzzle against bots. */
#include "server/learning/learning.h"

#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum { LAST = 1000001 /* position: the newest one */ };

static int nothing_to_decide(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_OVER,
                     "There is nothing to decide at this point: go back a step and play on from there.");
}

/* To where the game stands now: a record from elsewhere may end in the middle of a deal. */
static int steps_to_last(const struct room *room, struct flip_error *error)
{
    struct flip_walk walk;
    int steps = -1;
    flip_set turn;
    if (flip_walk_open(&walk, room->table, error) < 0)
        return -1;
    for (;; flip_walk_on(&walk)) {
        turn = room->game->rules->turn(room->table->rules, walk.at.state);
        if (turn && turn != FLIP_BIT(FLIP_DEALER))
            steps = walk.step;
        if (!flip_walk_next(&walk))
            break;
    }
    flip_walk_close(&walk);
    return turn && steps >= 0 ? steps : nothing_to_decide(error);
}

/* How many steps lead to a position at which the game goes on; -1: there is none. */
static int steps_to(const struct room *room, int position, struct flip_error *error)
{
    if (position == LAST)
        return steps_to_last(room, error);
    struct flip_walk walk;
    if (flip_walk_open(&walk, room->table, error) < 0)
        return -1;
    const struct flip_game *game = room->game;
    int steps = -1, index = game->rules->turn(room->table->rules, walk.at.state) == FLIP_BIT(FLIP_DEALER) ? -1 : 0;
    do {
        if (index == position && game->rules->turn(room->table->rules, walk.at.state) != 0)
            steps = walk.step;
        index++;
    } while (steps < 0 && walk_to_position(&walk));
    flip_walk_close(&walk);
    return steps >= 0 ? steps : nothing_to_decide(error);
}

/* The record up to there; the seed is another one. */
static json_t *beginning_of(const struct room *room, int steps, struct flip_error *error)
{
    char *text = flip_record_save(room->table, FLIP_RECORD_FULL, error);
    json_t *record = text ? json_loads(text, 0, NULL) : NULL, *list = json_object_get(record, "steps"), *step;
    free(text);
    if (!record)
        return null_after(flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the record."));
    while (json_array_size(list) > (size_t)steps)
        json_array_remove(list, json_array_size(list) - 1);
    size_t index;
    json_array_foreach(list, index, step)
        if (json_object_get(step, "event"))
            json_object_set_new(step, "rigged", json_true());
    json_object_del(record, "result");
    return record;
}

static void seat_everybody(struct room *room, const struct store_person *person, int own, int level)
{
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        *seat = (struct seat){.kind = i == own ? SEAT_PERSON : SEAT_BOT, .level = i == own ? 0 : level};
        if (i == own) {
            memcpy(seat->person, person->id, sizeof seat->person);
            memcpy(seat->name, person->name, sizeof seat->name);
        }
    }
    room_name_bots(room);
}

/* The new table's game: the old one's up to there, under the names that sit at it now. */
static int lay(struct room *room, const struct room *old, int steps, const struct flip_share *share,
               struct flip_error *error)
{
    json_t *record = beginning_of(old, steps, error);
    if (!record)
        return -1;
    for (int i = 0; i < room->seat_count; i++)
        room->seats[i].share = *share; /* only that of a person counts */
    room_draw(room);
    room_put_deal(room, record);
    json_object_set_new(record, "seats", room_names_json(room));
    room->table = table_from_json(record, FLIP_ALL_STEPS, error);
    json_decref(record);
    room->status = STORE_RUNNING;
    return room->table ? room_follow(room, true, error) : -1;
}

/* --- asking for it ------------------------------------------------------------------------------------------------------ */

enum { COST_MS = 10 };

struct fork_work {
    struct work work;
    char old[STORE_ID];
    int position;
    struct store_person person;
    struct room *room;         /* the new one; the worker fills in the game */
    json_t *record;            /* instead of an old table; NULL: none */
    struct flip_puzzle puzzle; /* likewise; without a game: none */
    int seat, level;
    struct flip_share share;
};

/* The record's names are those of the bots, too, where they can be names. */
static void keep_names(struct room *room, const struct flip_table *table, int own)
{
    for (int i = 0; i < room->seat_count; i++) {
        char name[STORE_NAME];
        if (i != own && name_clean(table->names[i], name, NULL) == 0)
            memcpy(room->seats[i].name, name, sizeof name);
    }
}

static int lay_record(struct fork_work *fork, const struct room *old, struct flip_error *error)
{
    struct room *room = fork->room;
    const struct flip_table *table = old->table;
    if (fork->seat >= table->seats)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "The record has the seats 0 to %d.", table->seats - 1);
    room->game = table->game;
    room->options = table->options;
    room->open = table->open;
    room->seat_count = table->seats;
    seat_everybody(room, &fork->person, fork->seat, fork->level);
    keep_names(room, table, fork->seat);
    const int steps = steps_to(old, fork->position, error);
    return steps < 0 ? -1 : lay(room, old, steps, &fork->share, error);
}

/* `table` is closed. */
static int fork_table(struct fork_work *fork, struct flip_table *table, struct flip_error *error)
{
    struct room *old = table ? calloc(1, sizeof *old) : NULL;
    int status = -1;
    if (old) {
        old->table = table;
        old->game = table->game;
        status = lay_record(fork, old, error);
    } else if (table) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the record.");
    }
    flip_table_close(table);
    free(old);
    return status;
}

static int run_fork(struct work *work, struct flip_error *error)
{
    struct fork_work *fork = (struct fork_work *)work;
    if (fork->record)
        return fork_table(fork, table_from_json(fork->record, FLIP_ALL_STEPS, error), error);
    if (fork->puzzle.game)
        return fork_table(fork, flip_puzzle_table(&fork->puzzle, error), error);
    const struct cached_game *game = replay_game(work, fork->old, error);
    if (!game || check_finished(game->room, error) < 0)
        return -1;
    const int steps = steps_to(game->room, fork->position, error);
    return steps < 0 ? -1 : lay(fork->room, game->room, steps, &fork->share, error);
}

static int keep_fork(struct request *request, struct work *work, struct flip_error *error)
{
    struct fork_work *fork = (struct fork_work *)work;
    struct room *room = fork->room;
    fork->room = NULL;
    return room_save_new(request, room, &fork->person, error);
}

static void release(struct work *work)
{
    struct fork_work *fork = (struct fork_work *)work;
    json_decref(fork->record);
    flip_puzzle_free(&fork->puzzle);
    room_discard(fork->room);
}

/* The new table, all but its game; without an old one only its kind is known. */
static struct room *fork_room(struct server *server, const struct room *old, const struct store_person *person,
                              int seat, int level, struct flip_error *error)
{
    struct room *room =
        room_check_limit(server->rooms, person->id, error) < 0 ? NULL : room_new(server->rooms, ROOM_FORK, error);
    if (!room || !old)
        return room;
    room->game = old->game;
    room->options = old->options;
    room->open = old->open;
    room->replace_after = old->replace_after;
    room->seat_count = old->seat_count;
    seat_everybody(room, person, seat, level);
    return room;
}

static int number_between(const json_t *body, const char *key, int fallback, int least, int most)
{
    const json_t *value = json_object_get(body, key);
    const json_int_t number = value ? json_integer_value(value) : fallback;
    return (value && !json_is_integer(value)) || number < least || number > most ? -1 : (int)number;
}

static int position_of(const json_t *body)
{
    const char *word = json_string_value(json_object_get(body, "position"));
    return word && strcmp(word, "last") == 0 ? LAST : number_between(body, "position", -1, 0, LAST - 1);
}

/* From an old table, or (NULL) from the record in the body, or from a puzzle, which is taken over. */
static int go(const struct call *call, const struct room *old, struct flip_puzzle *puzzle, struct flip_error *error)
{
    const json_t *body = call->body;
    const struct store_person *person = &call->person;
    const int position = puzzle ? LAST : position_of(body), level = number_between(body, "level", 3, 1, FLIP_LEVELS);
    const int seat =
        puzzle ? puzzle->seat : number_between(body, "seat", 0, 0, (old ? old->seat_count : FLIP_MAX_SEATS) - 1);
    if (position < 0)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE,
                         "'position' says where to play on from, counted from 0, or is \"last\".");
    if (seat < 0 || level < 0)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "A seat of the game and a level from 1 to %d are needed.",
                         FLIP_LEVELS);
    if (check_new_table(call->request, error) < 0)
        return -1;
    struct room *room = fork_room(call->server, old, person, seat, level, error);
    struct flip_share share;
    struct fork_work *fork = room && room_take_ticket(call->server->rooms, room, body, person->id, &share, error) == 0
                                 ? work_new(call->request, sizeof *fork, COST_MS, WORK_TO_LOOK, error)
                                 : NULL;
    if (!fork) {
        room_discard(room);
        return -1;
    }
    fork->work.run = run_fork;
    fork->work.then = keep_fork;
    fork->work.release = release;
    fork->position = position;
    fork->person = *person;
    fork->room = room;
    fork->seat = seat;
    fork->level = level;
    fork->share = share;
    if (old) {
        memcpy(fork->old, old->id, sizeof fork->old);
    } else if (puzzle) {
        fork->puzzle = *puzzle;
        puzzle->steps = NULL; /* they have another owner now */
    } else
        fork->record = json_incref(json_object_get(body, "record"));
    return work_start_for(call->request, &fork->work);
}

int post_fork(struct call *call, struct flip_error *error)
{
    const json_t *record = json_object_get(call->body, "record");
    if (record && (!json_is_object(record) || json_array_size(json_object_get(record, "steps")) > IMPORT_STEPS))
        return flip_fail(error, FLIP_ERROR_TOO_LARGE, "A record to play on from has at most %d steps.", IMPORT_STEPS);
    if (record)
        return go(call, NULL, NULL, error);
    if (json_object_get(call->body, "puzzle")) {
        struct flip_puzzle puzzle;
        if (puzzle_asked(call->server->puzzles, call->body, &puzzle, error) < 0)
            return -1;
        const int status = go(call, NULL, &puzzle, error);
        flip_puzzle_free(&puzzle);
        return status;
    }
    struct room *old = replay_head(call->request, string_of(call->body, "table"), error);
    if (!old)
        return -1;
    const int status = go(call, old, NULL, error);
    room_discard(old);
    return status;
}
