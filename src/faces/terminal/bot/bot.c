/*
 * `flipside bot`: a person's program plays on a server. This file accepts challenges, finds opponents, offers tables
 * and starts games; game.c plays them.
 */
#include "faces/terminal/bot/bot.h"

#include "bots/exec.h"
#include "commands.h"
#include "core/clock.h"
#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GAMES = 32, GAMES_AT_ONCE = 4, MOST_NAMED = 8, SEEK_AGAIN_MS = 10000, OFFER_AGAIN_MS = 5000 };

static void on_signal(int number)
{
    (void)number;
    bot_stop = 1;
}

/// What the command line wants besides answering challenges.
struct arguments {
    const struct flip_game *game[MOST_NAMED]; /* --game: those it plays; none: all */
    const struct flip_game *offer[MOST_NAMED];
    const struct flip_game *seek;
    char pace[16];
    int games, offers;
};

struct session {
    const struct bot *bot;
    const struct arguments *arguments;
    struct flip_wire *wire;
    struct bot_game games[MOST_GAMES + MOST_NAMED];
    char offered[MOST_NAMED][BOT_ID]; /* the table that waits, by offer */
    int64_t offer_next, seek_next;    /* when it is time to try again */
    bool seeking;
    json_t *challenges; /* that stand */
    json_t *turns;      /* tables where the program has to decide */
    struct bot_tally tally;
};

/* --- games ------------------------------------------------------------------------------------------------------------ */

static bool is_waiting(struct bot_game *game)
{
    pthread_mutex_lock(&game->lock);
    const bool waiting = game->waiting && !game->ended;
    pthread_mutex_unlock(&game->lock);
    return waiting;
}

static struct bot_game *game_at(struct session *session, const char *table)
{
    for (int i = 0; i < MOST_GAMES + MOST_NAMED; i++)
        if (session->games[i].used && strcmp(session->games[i].table, table) == 0)
            return &session->games[i];
    return NULL;
}

/* The number of running games, without tables that wait for an opponent. */
static int count_games(struct session *session)
{
    int count = 0;
    for (int i = 0; i < MOST_GAMES + MOST_NAMED; i++)
        count += session->games[i].used && !is_waiting(&session->games[i]);
    return count;
}

static bool has_room(struct session *session) { return count_games(session) < session->bot->at_once; }

static void reap(struct session *session, bool all)
{
    for (int i = 0; i < MOST_GAMES + MOST_NAMED; i++) {
        struct bot_game *game = &session->games[i];
        if (!game->used)
            continue;
        pthread_mutex_lock(&game->lock);
        const bool ended = game->ended;
        pthread_mutex_unlock(&game->lock);
        if (!ended && !all)
            continue;
        pthread_join(game->thread, NULL);
        pthread_mutex_destroy(&game->lock);
        session->tally.over += game->tally.over;
        session->tally.won += game->tally.won;
        session->tally.replaced += game->tally.replaced;
        *game = (struct bot_game){0};
    }
}

static void begin(struct session *session, const char *table, bool waiting)
{
    struct bot_game *game = session->games;
    if (!table[0] || game_at(session, table))
        return;
    while (game < session->games + MOST_GAMES + MOST_NAMED && game->used)
        game++;
    if (game == session->games + MOST_GAMES + MOST_NAMED)
        return;
    *game = (struct bot_game){.bot = session->bot, .used = true, .waiting = waiting};
    snprintf(game->table, sizeof game->table, "%s", table);
    pthread_mutex_init(&game->lock, NULL);
    if (pthread_create(&game->thread, NULL, bot_play, game) != 0)
        game->used = false;
}

/* --- challenges, offers, quick match --------------------------------------------------------------------------------------- */

static bool plays(const struct arguments *arguments, const char *id)
{
    bool found = arguments->games == 0;
    for (int i = 0; i < arguments->games; i++)
        found = found || strcmp(arguments->game[i]->id, id) == 0;
    return found;
}

static void answer(struct session *session, const json_t *challenge, bool accept)
{
    struct flip_error error;
    json_t *body = json_pack("{s:s, s:b}", "id", string_of(challenge, "id"), "accept", accept), *said = NULL;
    flip_wire_share(body);
    const char *by = string_of(json_object_get(challenge, "by"), "name"), *title = string_of(challenge, "title");
    if (flip_wire_request(session->wire, "/api/challenges/answer", body, &said, &error) == 0) {
        printf(accept ? "Accepted %s from %s.\n" : "Declined %s from %s.\n", title, by);
        fflush(stdout);
        if (accept)
            begin(session, string_of(json_object_get(said, "table"), "id"), false);
    }
    json_decref(said);
    json_decref(body);
}

static void answer_challenges(struct session *session)
{
    size_t i;
    json_t *one, *challenges = json_incref(session->challenges);
    json_array_foreach(challenges, i, one) {
        if (json_is_true(json_object_get(one, "mine")))
            continue;
        if (!plays(session->arguments, string_of(one, "game")))
            answer(session, one, false);
        else if (has_room(session))
            answer(session, one, true);
    }
    json_decref(challenges);
}

static int seats_for(const struct flip_game *game)
{
    return game->min_seats > 2 ? game->min_seats : game->max_seats < 2 ? game->max_seats : 2;
}

/* A table of our own in the lobby; "" when there is none. */
static void make_table(struct session *session, const struct flip_game *game, char table[BOT_ID])
{
    struct flip_error error;
    json_t *seats = json_pack("[{s:s}]", "kind", "me"), *made = NULL;
    for (int seat = 1; seat < seats_for(game); seat++)
        json_array_append_new(seats, json_pack("{s:s}", "kind", "open"));
    json_t *body = json_pack("{s:s, s:b, s:o}", "game", game->id, "public", 1, "seats", seats);
    flip_wire_share_new(session->wire, body);
    if (flip_wire_request(session->wire, "/api/tables", body, &made, &error) == 0) {
        snprintf(table, BOT_ID, "%s", string_of(json_object_get(made, "table"), "id"));
        printf("Offering %s (%s/t/%s).\n", game->title, session->bot->server, table);
        fflush(stdout);
        begin(session, table, true);
    } else {
        fprintf(stderr, "flipside bot: %s is not offered: %s\n", game->title, error.message);
    }
    json_decref(made);
    json_decref(body);
}

/* Keeps one waiting table per offered game, as long as another game may begin. */
static void offer_tables(struct session *session)
{
    if (flip_milliseconds() < session->offer_next)
        return;
    session->offer_next = flip_milliseconds() + OFFER_AGAIN_MS;
    for (int i = 0; i < session->arguments->offers && has_room(session); i++) {
        struct bot_game *game = game_at(session, session->offered[i]);
        if (!game || !is_waiting(game))
            make_table(session, session->arguments->offer[i], session->offered[i]);
    }
}

/* The server forgets a search with its connection, so it starts again if nothing is heard of it. */
static void look_for_opponents(struct session *session)
{
    struct flip_error error;
    const bool wanted = session->arguments->seek && has_room(session);
    if (!session->arguments->seek || (wanted && flip_milliseconds() < session->seek_next) ||
        (!wanted && !session->seeking))
        return;
    json_t *message = json_pack("{s:s, s:b, s:s, s:s}", "do", "seek", "on", wanted, "game",
                                session->arguments->seek->id, "pace", session->arguments->pace);
    if (wanted)
        flip_wire_share_new(session->wire, message);
    if (flip_wire_ask(session->wire, message, NULL, &error) < 0)
        fprintf(stderr, "flipside bot: No opponent is sought: %s\n", error.message);
    session->seeking = wanted;
    session->seek_next = flip_milliseconds() + SEEK_AGAIN_MS;
}

/* --- hearing ------------------------------------------------------------------------------------------------------------- */

static void keep(json_t **kept, const json_t *message, const char *key)
{
    json_decref(*kept);
    *kept = json_incref(json_object_get(message, key));
}

static void hear(void *context, json_t *message)
{
    struct session *session = context;
    const char *kind = string_of(message, "push");
    if (strcmp(kind, "friends") == 0) {
        keep(&session->challenges, message, "challenges");
    } else if (strcmp(kind, "turns") == 0) {
        keep(&session->turns, message, "tables");
    } else if (strcmp(kind, "seek") == 0) {
        session->seek_next = flip_milliseconds() + SEEK_AGAIN_MS;
    } else if (strcmp(kind, "matched") == 0) {
        session->seeking = false;
        session->seek_next = 0;
        begin(session, string_of(message, "table"), false);
    }
}

static void look_after(struct session *session)
{
    size_t i;
    json_t *one, *turns = session->turns;
    session->turns = NULL;
    reap(session, false);
    json_array_foreach(turns, i, one)
        begin(session, string_of(one, "table"), false);
    json_decref(turns);
    answer_challenges(session);
    offer_tables(session);
    look_for_opponents(session);
}

static void tell_beginning(const struct session *session, const json_t *me)
{
    const struct arguments *arguments = session->arguments;
    printf("%s is at %s and waits for challenges", string_of(json_object_get(me, "person"), "name"),
           session->bot->server);
    for (int i = 0; i < arguments->games; i++)
        printf("%s%s", i ? ", " : " to ", arguments->game[i]->title);
    if (arguments->seek)
        printf("; it looks for other programs to play %s", arguments->seek->title);
    printf(".\n");
    fflush(stdout);
}

static void tell_end(const struct session *session)
{
    const struct bot_tally *tally = &session->tally;
    printf("Games over: %d, won: %d. Another move stood in for %d answer%s.\n", tally->over, tally->won,
           tally->replaced, tally->replaced == 1 ? "" : "s");
}

static int serve(const struct bot *bot, const struct arguments *arguments, struct flip_error *error)
{
    struct session session = {.bot = bot, .arguments = arguments, .wire = bot_call(bot, error)};
    json_t *me = NULL;
    int status = session.wire ? flip_wire_request(session.wire, "/api/me", NULL, &me, error) : -1;
    if (status == 0) {
        flip_wire_always(session.wire, json_pack("{s:s, s:b}", "do", "friends", "on", 1));
        flip_wire_always(session.wire, json_pack("{s:s, s:b}", "do", "turns", "on", 1));
        status = flip_wire_connect(session.wire, hear, &session, error);
    }
    if (status == 0)
        tell_beginning(&session, me);
    while (status == 0 && !bot_stop) {
        flip_wire_listen(session.wire);
        look_after(&session);
        bot_wait_a_moment();
    }
    reap(&session, true);
    if (status == 0)
        tell_end(&session);
    json_decref(me);
    json_decref(session.challenges);
    json_decref(session.turns);
    flip_wire_close(session.wire);
    return status;
}

/* --- the command ------------------------------------------------------------------------------------------------------ */

static int read_token(const char *path, char token[BOT_TOKEN], struct flip_error *error)
{
    size_t length;
    char *text = flip_file_read(path, &length, error);
    if (!text)
        return -1;
    snprintf(token, BOT_TOKEN, "%.*s", (int)strcspn(text, " \r\n"), text);
    free(text);
    return token[0] ? 0 : flip_fail(error, FLIP_ERROR_FILE, "%.200s has no token in it.", path);
}

static const struct flip_game *game_named(const char *name, struct flip_error *error)
{
    const struct flip_game *game = flip_game_named(name);
    if (!game)
        flip_fail(error, FLIP_ERROR_USAGE, "There is no game '%.40s'.", name);
    return game;
}

static int add_game(const struct flip_game **list, int *count, const char *name, struct flip_error *error)
{
    if (*count == MOST_NAMED)
        return flip_fail(error, FLIP_ERROR_USAGE, "At most %d games can be named.", MOST_NAMED);
    if (!(list[*count] = game_named(name, error)))
        return -1;
    (*count)++;
    return 0;
}

/* GAME or GAME:PACE. */
static int read_seek(struct arguments *arguments, const char *text, struct flip_error *error)
{
    char name[64];
    const size_t length = strcspn(text, ":");
    if (arguments->seek)
        return flip_fail(error, FLIP_ERROR_USAGE, "--seek can be given once: a server looks for one game at a time.");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
    snprintf(arguments->pace, sizeof arguments->pace, "%s", text[length] ? text + length + 1 : "quick");
    if (strcmp(arguments->pace, "quick") != 0 && strcmp(arguments->pace, "steady") != 0 &&
        strcmp(arguments->pace, "days") != 0)
        return flip_fail(error, FLIP_ERROR_USAGE, "The pace is quick, steady or days, not '%s'.", arguments->pace);
    return (arguments->seek = game_named(name, error)) ? 0 : -1;
}

/* 1: an option with a value; 0: it is none; -1: the value is wrong. */
static int read_option(const char *name, char *value, struct bot *bot, struct arguments *arguments, const char **token,
                       struct flip_error *error)
{
    if (strcmp(name, "--server") == 0)
        bot->server = value;
    else if (strcmp(name, "--token") == 0)
        *token = value;
    else if (strcmp(name, "--at-once") == 0)
        bot->at_once = atoi(value);
    else if (strcmp(name, "--game") == 0)
        return add_game(arguments->game, &arguments->games, value, error) < 0 ? -1 : 1;
    else if (strcmp(name, "--offer") == 0)
        return add_game(arguments->offer, &arguments->offers, value, error) < 0 ? -1 : 1;
    else if (strcmp(name, "--seek") == 0)
        return read_seek(arguments, value, error) < 0 ? -1 : 1;
    else
        return 0;
    return 1;
}

static int read_words(int argc, char **argv, struct bot *bot, struct arguments *arguments, struct flip_error *error)
{
    const char *token = NULL, *program = NULL;
    bot->at_once = GAMES_AT_ONCE;
    for (int i = 1; i < argc; i++) {
        const int found = i + 1 < argc ? read_option(argv[i], argv[i + 1], bot, arguments, &token, error) : 0;
        if (found < 0)
            return -1;
        if (found)
            i++;
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

/* Asks the program a test question about a game. */
static int try_game(const struct bot *bot, const struct flip_game *game, bool quiet, struct flip_error *error)
{
    struct flip_player player = bot->player;
    struct flip_table_def def = flip_table_defaults(game);
    def.seats = seats_for(game);
    player.quiet = player.quiet || quiet;
    return flip_player_try(&player, &def, 0, error);
}

/*
 * Tries the program out at a game that it should play. If none is named, it may know only some of them, so it is refused
 * only if it fails at every one. What it says about that is shown once.
 */
static int try_program(const struct bot *bot, const struct arguments *arguments, struct flip_error *error)
{
    const struct flip_game *game = arguments->games    ? arguments->game[0]
                                   : arguments->offers ? arguments->offer[0]
                                                       : arguments->seek;
    struct flip_error again;
    if (game)
        return try_game(bot, game, false, error);
    int status = try_game(bot, flip_game_at(0), false, error);
    for (int i = 1; status < 0 && (game = flip_game_at(i)); i++)
        status = try_game(bot, game, true, &again);
    return status;
}

int flip_command_bot(int argc, char **argv)
{
    struct bot bot = {0};
    struct arguments arguments = {0};
    struct flip_error error = {0};
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(flip_help("bot"), stdout);
            return 0;
        }
    if (read_words(argc, argv, &bot, &arguments, &error) < 0) {
        fprintf(stderr, "flipside bot: %s\n", error.message);
        return 2;
    }
    const struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (try_program(&bot, &arguments, &error) == 0 && serve(&bot, &arguments, &error) == 0)
        return 0;
    fprintf(stderr, "flipside bot: %s\n", error.message);
    return 1;
}
