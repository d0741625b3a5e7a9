/*
 * `flipside bot`: a program of somebody's own plays on a server. The program speaks as at an `exec:` seat: one line with what its seat
 * sees and may do, one line with its move. Here nothing knows the rules; the server lists the moves.
 *
 * One connection hears of challenges and of tables where the program has to decide; each game has a thread with a connection and a
 * program of its own, so that games do not wait for each other. Connections come back by themselves.
 */
#include "bots/exec.h"
#include "bots/player.h"
#include "commands.h"
#include "core/file.h"
#include "terminal/wire.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_GAMES = 32, GAMES_AT_ONCE = 4, LOOK_MS = 20, ID_SIZE = 64, TOKEN_SIZE = 128 };

static const char help[] =
    "usage: flipside bot --server URL --token FILE [--at-once N] exec:PROGRAM\n\n"
    "Plays on a server as one of your programs. PROGRAM is asked as at an exec: seat (docs/protocol.md).\n\n"
    "  --server URL     the server's address, such as https://flip.example.org\n"
    "  --token FILE     the file with the program's token, made under Profile; scopes read, play and challenge\n"
    "  --at-once N      accept challenges while fewer than N games are being played (1 to 32, default 4)\n";

static volatile sig_atomic_t stop_asked;

static void on_signal(int number)
{
    (void)number;
    stop_asked = 1;
}

struct bot {
    const char *server;
    char token[TOKEN_SIZE];
    struct flip_player player;
    int at_once;
};

struct game {
    const struct bot *bot;
    pthread_t thread;
    char table[ID_SIZE];
    bool used, over; /* `over` is set by the thread, and read after it was joined or under the lock */
    pthread_mutex_t lock;
};

/// A game as its thread knows it.
struct seat {
    struct flip_wire *wire;
    struct flip_exec *exec;
    const struct bot *bot;
    const char *table;
    json_t *scene; /* the newest */
    bool fresh;    /* that was not looked at */
};

static void wait_a_moment(void) { nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL); }

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static struct flip_wire *call(const struct bot *bot, struct flip_error *error)
{
    struct flip_wire *wire = flip_wire_open(bot->server, error);
    if (wire)
        flip_wire_set_token(wire, bot->token);
    return wire;
}

/* --- one game --------------------------------------------------------------------------------------------------------- */

static void take_scene(void *context, json_t *message)
{
    struct seat *seat = context;
    if (strcmp(text_at(message, "push"), "scene") != 0 ||
        strcmp(text_at(json_object_get(message, "table"), "id"), seat->table) != 0)
        return;
    json_decref(seat->scene);
    seat->scene = json_incref(message);
    seat->fresh = true;
}

/* A move without any thought: the first one, and the middle of what it leaves open. */
static json_t *stand_in(const json_t *actions)
{
    const json_t *action = json_array_get(actions, 0), *open = json_object_get(action, "open");
    char text[512];
    int length = snprintf(text, sizeof text, "%s", text_at(action, "text"));
    for (size_t i = 0; i < json_array_size(open) && length < (int)sizeof text - 32; i++) {
        const char *name = json_string_value(json_array_get(open, i));
        const json_t *range = name ? json_object_get(action, name) : NULL;
        const double middle =
            (json_number_value(json_array_get(range, 0)) + json_number_value(json_array_get(range, 1))) / 2;
        length += snprintf(text + length, sizeof text - (size_t)length, " %.0f", middle);
    }
    return json_string(text);
}

/* The move that an answer names, as a text; NULL: it names none. */
static json_t *read_answer(const char *answer, const json_t *actions)
{
    json_t *object = json_loads(answer, 0, NULL), *text = NULL;
    const json_t *n = json_object_get(object, "n"), *said = json_object_get(object, "text");
    if (json_is_integer(n) && json_integer_value(n) >= 0)
        text = json_incref(json_object_get(json_array_get(actions, (size_t)json_integer_value(n)), "text"));
    else if (json_is_string(said))
        text = json_string(json_string_value(said));
    json_decref(object);
    return text;
}

static void complain(struct seat *seat, const char *sentence)
{
    json_t *object = json_pack("{s:s}", "error", sentence);
    char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;
    fprintf(stderr, "flipside bot: %s The first legal move stands in.\n", sentence);
    if (line && seat->exec)
        flip_exec_tell(seat->exec, line);
    free(line);
    json_decref(object);
}

/* What the program answers to the scene; NULL: nothing that can be used, and it was told so. */
static json_t *ask_program(struct seat *seat, const json_t *actions)
{
    struct flip_error error;
    json_t *question = json_pack("{s:O, s:O}", "view", json_object_get(seat->scene, "view"), "actions", actions);
    char *line = question ? json_dumps(question, JSON_COMPACT) : NULL;
    if (!seat->exec)
        seat->exec = flip_exec_start(seat->bot->player.program, false, &error);
    const struct flip_exec_wait wait = {.limit_ms = seat->bot->player.limit_ms};
    const char *answer = seat->exec && line ? flip_exec_ask(seat->exec, line, wait, &error) : NULL;
    json_t *text = answer ? read_answer(answer, actions) : NULL;
    if (!text)
        complain(seat, answer ? "The answer is neither {\"n\":3} nor {\"text\":\"…\"}." : error.message);
    if (!answer && seat->exec && error.code == FLIP_ERROR_GONE) { /* the next question starts it anew */
        flip_exec_stop(seat->exec);
        seat->exec = NULL;
    }
    free(line);
    json_decref(question);
    return text;
}

static int act(struct seat *seat, json_t *text, struct flip_error *error)
{
    const json_t *table = json_object_get(seat->scene, "table");
    json_t *message =
        json_pack("{s:s, s:s, s:O, s:o, s:O}", "do", "act", "table", seat->table, "seat",
                  json_object_get(seat->scene, "seat"), "text", text, "at", json_object_get(table, "steps"));
    return flip_wire_ask(seat->wire, message, NULL, error);
}

static void decide(struct seat *seat)
{
    struct flip_error error;
    json_t *actions = json_incref(json_object_get(seat->scene, "actions"));
    json_t *text = ask_program(seat, actions);
    seat->fresh = false;
    if ((!text || act(seat, text, &error) < 0) && !seat->fresh) {
        if (text)
            complain(seat, error.message);
        act(seat, stand_in(actions), &error);
    }
    json_decref(actions);
}

static bool goes_on(const struct seat *seat)
{
    return !seat->scene || (strcmp(text_at(json_object_get(seat->scene, "table"), "status"), "running") == 0 &&
                            json_array_size(json_object_get(seat->scene, "mine")) > 0);
}

static void play(struct seat *seat)
{
    struct flip_error error;
    if (flip_wire_connect(seat->wire, take_scene, seat, &error) < 0 ||
        flip_wire_watch(seat->wire, seat->table, &error) < 0)
        return; /* whoever hears of turns begins anew */
    while (!stop_asked && goes_on(seat)) {
        flip_wire_listen(seat->wire);
        if (seat->fresh && json_array_size(json_object_get(seat->scene, "actions")) > 0)
            decide(seat);
        else
            wait_a_moment();
    }
}

static void *run_game(void *context)
{
    struct game *game = context;
    struct flip_error error;
    struct seat seat = {.bot = game->bot, .table = game->table, .wire = call(game->bot, &error)};
    if (seat.wire)
        play(&seat);
    flip_exec_stop(seat.exec);
    flip_wire_close(seat.wire);
    json_decref(seat.scene);
    pthread_mutex_lock(&game->lock);
    game->over = true;
    pthread_mutex_unlock(&game->lock);
    return NULL;
}

/* --- all games -------------------------------------------------------------------------------------------------------- */

struct house {
    const struct bot *bot;
    struct flip_wire *wire;
    struct game games[MOST_GAMES];
    json_t *accept; /* ids of challenges to be answered */
    json_t *turns;  /* tables where the program has to decide */
};

static void hear(void *context, json_t *message)
{
    struct house *house = context;
    const char *kind = text_at(message, "push");
    const bool friends = strcmp(kind, "friends") == 0;
    json_t **kept = friends ? &house->accept : strcmp(kind, "turns") == 0 ? &house->turns : NULL;
    if (!kept)
        return;
    json_decref(*kept);
    *kept = json_incref(json_object_get(message, friends ? "challenges" : "tables"));
}

static int count_games(const struct house *house)
{
    int count = 0;
    for (int i = 0; i < MOST_GAMES; i++)
        count += house->games[i].used;
    return count;
}

static void reap(struct house *house, bool all)
{
    for (int i = 0; i < MOST_GAMES; i++) {
        struct game *game = &house->games[i];
        if (!game->used)
            continue;
        pthread_mutex_lock(&game->lock);
        const bool over = game->over;
        pthread_mutex_unlock(&game->lock);
        if (!over && !all)
            continue;
        pthread_join(game->thread, NULL);
        pthread_mutex_destroy(&game->lock);
        *game = (struct game){0};
    }
}

static void begin(struct house *house, const char *table)
{
    struct game *free_game = NULL;
    for (int i = 0; i < MOST_GAMES; i++) {
        if (house->games[i].used && strcmp(house->games[i].table, table) == 0)
            return;
        if (!house->games[i].used)
            free_game = &house->games[i];
    }
    if (!free_game)
        return;
    *free_game = (struct game){.bot = house->bot, .used = true};
    snprintf(free_game->table, sizeof free_game->table, "%s", table);
    pthread_mutex_init(&free_game->lock, NULL);
    if (pthread_create(&free_game->thread, NULL, run_game, free_game) != 0)
        free_game->used = false;
}

static void answer(struct house *house, const json_t *challenge)
{
    struct flip_error error;
    json_t *body = json_pack("{s:s, s:b}", "id", text_at(challenge, "id"), "accept", 1), *said = NULL;
    if (flip_wire_request(house->wire, "/api/challenges/answer", body, &said, &error) == 0) {
        printf("Playing %s against %s.\n", text_at(challenge, "title"),
               text_at(json_object_get(challenge, "by"), "name"));
        fflush(stdout);
        begin(house, text_at(json_object_get(said, "table"), "id"));
    }
    json_decref(said);
    json_decref(body);
}

static void look_after(struct house *house)
{
    size_t i;
    json_t *one, *turns = house->turns, *challenges = json_incref(house->accept);
    house->turns = NULL;
    reap(house, false);
    json_array_foreach(turns, i, one) { begin(house, text_at(one, "table")); }
    json_array_foreach(challenges, i, one)
    {
        if (!json_is_true(json_object_get(one, "mine")) && count_games(house) < house->bot->at_once)
            answer(house, one);
    }
    json_decref(turns);
    json_decref(challenges);
}

static int serve(const struct bot *bot, struct flip_error *error)
{
    struct house house = {.bot = bot, .wire = call(bot, error)};
    json_t *me = NULL;
    int status = house.wire ? flip_wire_request(house.wire, "/api/me", NULL, &me, error) : -1;
    if (status == 0) {
        flip_wire_always(house.wire, json_pack("{s:s, s:b}", "do", "friends", "on", 1));
        flip_wire_always(house.wire, json_pack("{s:s, s:b}", "do", "turns", "on", 1));
        status = flip_wire_connect(house.wire, hear, &house, error);
    }
    if (status == 0) {
        printf("%s is at %s and waits for challenges.\n", text_at(json_object_get(me, "person"), "name"), bot->server);
        fflush(stdout);
    }
    while (status == 0 && !stop_asked) {
        flip_wire_listen(house.wire);
        look_after(&house);
        wait_a_moment();
    }
    reap(&house, true);
    json_decref(me);
    json_decref(house.accept);
    json_decref(house.turns);
    flip_wire_close(house.wire);
    return status;
}

/* --- the command ------------------------------------------------------------------------------------------------------ */

static int read_token(const char *path, char token[TOKEN_SIZE], struct flip_error *error)
{
    size_t length;
    char *text = flip_file_read(path, &length, error);
    if (!text)
        return -1;
    snprintf(token, TOKEN_SIZE, "%.*s", (int)strcspn(text, " \r\n"), text);
    free(text);
    return token[0] ? 0 : flip_fail(error, FLIP_ERROR_FILE, "%.200s has no token in it.", path);
}

static int read_words(int argc, char **argv, struct bot *bot, struct flip_error *error)
{
    const char *token = NULL, *program = NULL;
    bot->at_once = GAMES_AT_ONCE;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--server") == 0 && i + 1 < argc)
            bot->server = argv[++i];
        else if (strcmp(argv[i], "--token") == 0 && i + 1 < argc)
            token = argv[++i];
        else if (strcmp(argv[i], "--at-once") == 0 && i + 1 < argc)
            bot->at_once = atoi(argv[++i]);
        else if (argv[i][0] != '-' && !program)
            program = argv[i];
        else
            return flip_fail(error, FLIP_ERROR_USAGE, "'%.80s' is not understood; --help lists the options.", argv[i]);
    }
    if (!bot->server || !token || !program)
        return flip_fail(error, FLIP_ERROR_USAGE, "A server, a token and a program are needed; --help shows how.");
    if (bot->at_once < 1 || bot->at_once > MOST_GAMES)
        return flip_fail(error, FLIP_ERROR_USAGE, "--at-once is a number from 1 to %d.", MOST_GAMES);
    if (flip_player_parse(program, &bot->player, error) < 0)
        return -1;
    if (bot->player.kind != FLIP_PLAYER_EXEC)
        return flip_fail(error, FLIP_ERROR_USAGE, "The player is exec:PROGRAM.");
    return read_token(token, bot->token, error);
}

int flip_command_bot(int argc, char **argv)
{
    struct bot bot = {0};
    struct flip_error error = {0};
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return 0;
        }
    if (read_words(argc, argv, &bot, &error) < 0) {
        fprintf(stderr, "flipside bot: %s\n", error.message);
        return 2;
    }
    const struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (serve(&bot, &error) == 0)
        return 0;
    fprintf(stderr, "flipside bot: %s\n", error.message);
    return 1;
}
