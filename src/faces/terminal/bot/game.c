/*
 * One game of `flipside bot`. The program is asked as at an `exec:` seat (docs/protocol.md). Nothing here knows the
 * rules: the server lists the moves. A lost connection is restored automatically.
 */
#include "faces/terminal/bot/bot.h"

#include "bots/exec.h"
#include "bots/question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SHORTEST_MS = 50, /* for a program, however little its clock has left */
    PAUSE_MS = 60,  /* pause before each move, once the server has found them too fast; added again each time it does */
    REST_MS = 1000, /* until the move is sent again then */
    RESTS = 5,
};

volatile sig_atomic_t bot_stop;

/// A game as its thread knows it.
struct seat {
    struct bot_game *game;
    struct flip_wire *wire;
    struct flip_exec *exec;
    json_t *scene; /* the newest */
    bool fresh;    /* that was not looked at */
    bool told;     /* that it has begun */
    bool greeted;  /* the running program knows who asks */
    int pause_ms;  /* before each move */
    int replaced;
};

static void wait_ms(int ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

void bot_wait_a_moment(void) { wait_ms(BOT_LOOK_MS); }

struct flip_wire *bot_call(const struct bot *bot, struct flip_error *error)
{
    struct flip_wire *wire = flip_wire_open(bot->server, error);
    if (wire)
        flip_wire_set_token(wire, bot->token);
    return wire;
}

static void take_scene(void *context, json_t *message)
{
    struct seat *seat = context;
    if (strcmp(string_of(message, "push"), "scene") != 0 ||
        strcmp(string_of(json_object_get(message, "table"), "id"), seat->game->table) != 0)
        return;
    json_decref(seat->scene);
    seat->scene = json_incref(message);
    seat->fresh = true;
}

static const json_t *table_of(const struct seat *seat) { return json_object_get(seat->scene, "table"); }

static bool has_status(const struct seat *seat, const char *status)
{
    return strcmp(string_of(table_of(seat), "status"), status) == 0;
}

/* --- the question ---------------------------------------------------------------------------------------------------- */

/* A fallback move: the first one, with the middle of its open numbers. */
static json_t *stand_in(const json_t *actions)
{
    const json_t *action = json_array_get(actions, 0), *open = json_object_get(action, "open");
    char text[512];
    int length = snprintf(text, sizeof text, "%s", string_of(action, "text"));
    for (size_t i = 0; i < json_array_size(open) && length < (int)sizeof text - 32; i++) {
        const char *name = json_string_value(json_array_get(open, i));
        const json_t *range = name ? json_object_get(action, name) : NULL;
        const double middle =
            (json_number_value(json_array_get(range, 0)) + json_number_value(json_array_get(range, 1))) / 2;
        length += snprintf(text + length, sizeof text - (size_t)length, " %.0f", middle);
    }
    return json_string(text);
}

/* The move in an answer, as text; NULL if it cannot be used. */
static json_t *read_answer(const char *answer, const json_t *actions, struct flip_error *error)
{
    json_t *said = flip_program_read(answer, (int)json_array_size(actions), error), *text = said;
    if (json_is_integer(said)) {
        text = json_incref(json_object_get(json_array_get(actions, (size_t)json_integer_value(said)), "text"));
        json_decref(said);
    }
    return text;
}

static void complain(struct seat *seat, const char *sentence)
{
    char *line = flip_program_error(sentence);
    fprintf(stderr, "flipside bot: %s The first legal move stands in.\n", sentence);
    if (line && seat->exec)
        flip_exec_tell(seat->exec, line);
    free(line);
    seat->replaced++;
}

/* The program's own limit, or what its clock at the table has left, if that is less. */
static int time_for(const struct seat *seat)
{
    const json_t *seats = json_object_get(table_of(seat), "seats"), *own = json_object_get(seat->scene, "seat");
    const json_t *clock = json_object_get(json_array_get(seats, (size_t)json_integer_value(own)), "clock");
    const json_t *since = json_object_get(clock, "since");
    const int limit = seat->game->bot->player.limit_ms;
    if (!json_is_integer(since))
        return limit;
    const json_int_t left = json_integer_value(json_object_get(clock, "left")) -
                            (json_integer_value(json_object_get(seat->scene, "now")) - json_integer_value(since));
    return left >= limit ? limit : left > SHORTEST_MS ? (int)left : SHORTEST_MS;
}

static json_t *names_of(const struct seat *seat)
{
    json_t *names = json_array();
    const json_t *one;
    size_t i;
    json_array_foreach(json_object_get(table_of(seat), "seats"), i, one)
        json_array_append_new(names, json_string(string_of(one, "name")));
    return names;
}

/* The question in the form of question.c, from the server's data; to be freed. */
static char *question_line(struct seat *seat, const json_t *actions, int ms)
{
    json_t *question = json_pack("{s:O, s:O, s:O, s:O, s:O, s:o, s:i}", "view", json_object_get(seat->scene, "view"),
                                 "actions", actions, "seat", json_object_get(seat->scene, "seat"), "game",
                                 json_object_get(table_of(seat), "game"), "options",
                                 json_object_get(table_of(seat), "options"), "names", names_of(seat), "ms", ms);
    if (question && !seat->greeted)
        json_object_set_new(
            question, "hello",
            json_pack("{s:s, s:s, s:i}", "name", "flipside", "version", FLIPSIDE_VERSION, "protocol", FLIP_PROTOCOL));
    char *line = question ? json_dumps(question, JSON_COMPACT) : NULL;
    json_decref(question);
    return line;
}

/* The program's answer to the scene; NULL if it cannot be used, and then the program was told so. */
static json_t *ask_program(struct seat *seat, const json_t *actions)
{
    struct flip_error error = {.message = "There is not enough memory to ask the program."};
    const struct flip_exec_wait wait = {.limit_ms = time_for(seat)};
    if (!seat->exec) {
        seat->exec = flip_exec_start(seat->game->bot->player.program, false, &error);
        seat->greeted = false;
    }
    char *line = question_line(seat, actions, wait.limit_ms);
    const char *answer = seat->exec && line ? flip_exec_ask(seat->exec, line, wait, &error) : NULL;
    seat->greeted = true;
    json_t *text = answer ? read_answer(answer, actions, &error) : NULL;
    if (!text)
        complain(seat, error.message);
    if (!answer && seat->exec && error.code == FLIP_ERROR_GONE) { /* the next question starts it again */
        flip_exec_stop(seat->exec);
        seat->exec = NULL;
    }
    free(line);
    return text;
}

/* If the server finds a move too fast, it is sent again, and later ones wait longer. */
static int act(struct seat *seat, json_t *text, struct flip_error *error)
{
    json_t *message =
        json_pack("{s:s, s:s, s:O, s:o, s:O}", "do", "act", "table", seat->game->table, "seat",
                  json_object_get(seat->scene, "seat"), "text", text, "at", json_object_get(table_of(seat), "steps"));
    wait_ms(seat->pause_ms);
    int result = flip_wire_ask(seat->wire, json_deep_copy(message), NULL, error);
    for (int i = 0; i < RESTS && result < 0 && error->code == FLIP_ERROR_LIMIT && !seat->fresh && !bot_stop; i++) {
        seat->pause_ms += PAUSE_MS;
        wait_ms(REST_MS);
        result = flip_wire_ask(seat->wire, json_deep_copy(message), NULL, error);
    }
    json_decref(message);
    return result;
}

static void decide(struct seat *seat)
{
    struct flip_error error;
    json_t *actions = json_incref(json_object_get(seat->scene, "actions"));
    json_t *text = ask_program(seat, actions);
    seat->fresh = false;
    if ((!text || act(seat, text, &error) < 0) && !seat->fresh && !bot_stop) {
        if (text)
            complain(seat, error.message);
        act(seat, stand_in(actions), &error);
    }
    json_decref(actions);
}

/* --- from the beginning to the end -------------------------------------------------------------------------------------- */

/* "Royal Flip against Ann and Bo at TABLE". */
static void name_game(const struct seat *seat, struct flip_text *out)
{
    const json_t *seats = json_object_get(table_of(seat), "seats"), *one;
    int others = 0;
    size_t i;
    flip_text_add(out, "%s", string_of(table_of(seat), "title"));
    json_array_foreach(seats, i, one)
        if (!json_is_true(json_object_get(one, "you")))
            flip_text_add(out, "%s%s", others++ ? ", " : " against ", string_of(one, "name"));
    flip_text_add(out, " (%s/t/%s)", seat->game->bot->server, seat->game->table);
}

static void tell_beginning(struct seat *seat)
{
    char name[512];
    struct flip_text text = flip_text_in(name, sizeof name);
    name_game(seat, &text);
    printf("Playing %s.\n", name);
    fflush(stdout);
    seat->told = true;
}

static bool has_won(const struct seat *seat)
{
    const json_t *winners = json_object_get(json_object_get(table_of(seat), "result"), "winners"), *one;
    size_t i;
    json_array_foreach(winners, i, one)
        if (json_equal(one, json_object_get(seat->scene, "seat")))
            return true;
    return false;
}

static void tell_end(const struct seat *seat)
{
    char name[512], replaced[80] = "";
    struct flip_text text = flip_text_in(name, sizeof name);
    const char *verdict = string_of(json_object_get(table_of(seat), "result"), "verdict");
    name_game(seat, &text);
    if (seat->replaced > 0)
        snprintf(replaced, sizeof replaced, " Another move stood in for %d answer%s.", seat->replaced,
                 seat->replaced == 1 ? "" : "s");
    if (has_status(seat, "over"))
        printf("%s is over: %s.%s\n", name, verdict, replaced);
    else if (has_status(seat, "ended"))
        printf("%s was ended early.%s\n", name, replaced);
    else
        printf("%s goes on without the program.%s\n", name, replaced);
    fflush(stdout);
}

static bool goes_on(const struct seat *seat)
{
    return !seat->scene || ((has_status(seat, "running") || has_status(seat, "waiting")) &&
                            json_array_size(json_object_get(seat->scene, "mine")) > 0);
}

static void note_state(struct seat *seat)
{
    const bool waiting = has_status(seat, "waiting");
    if (!waiting && !seat->told)
        tell_beginning(seat);
    pthread_mutex_lock(&seat->game->lock);
    seat->game->waiting = waiting;
    pthread_mutex_unlock(&seat->game->lock);
}

static void play(struct seat *seat)
{
    struct flip_error error;
    if (flip_wire_connect(seat->wire, take_scene, seat, &error) < 0 ||
        flip_wire_watch(seat->wire, seat->game->table, true, &error) < 0)
        return; /* it starts again at its next turn */
    while (!bot_stop && goes_on(seat)) {
        flip_wire_listen(seat->wire);
        if (!seat->fresh) {
            bot_wait_a_moment();
            continue;
        }
        note_state(seat);
        if (json_array_size(json_object_get(seat->scene, "actions")) > 0)
            decide(seat);
        else
            seat->fresh = false;
    }
    if (seat->scene && has_status(seat, "waiting")) /* nobody should wait for a program that has ended */
        flip_wire_ask(seat->wire, json_pack("{s:s, s:s}", "do", "leave", "table", seat->game->table), NULL, &error);
    else if (seat->scene && !goes_on(seat))
        tell_end(seat);
}

void *bot_play(void *context)
{
    struct bot_game *game = context;
    struct flip_error error;
    struct seat seat = {.game = game, .wire = bot_call(game->bot, &error)};
    if (seat.wire)
        play(&seat);
    flip_exec_stop(seat.exec);
    flip_wire_close(seat.wire);
    pthread_mutex_lock(&game->lock);
    game->tally = (struct bot_tally){.over = seat.scene && has_status(&seat, "over"),
                                     .won = seat.scene && has_status(&seat, "over") && has_won(&seat),
                                     .replaced = seat.replaced};
    game->ended = true;
    pthread_mutex_unlock(&game->lock);
    json_decref(seat.scene);
    return NULL;
}
