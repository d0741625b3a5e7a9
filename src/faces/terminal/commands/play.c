/*
 * `flipside play`: reads the command line, opens a new game or a kept one, and plays it on the screen or in the
 * dialogue.
 */
#include "faces/terminal/commands/parts.h"

#include "commands.h"
#include "faces/terminal/play/play.h"
#include "faces/terminal/play/screen.h"
#include "faces/terminal/remote/remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- the command line ------------------------------------------------------------------------------------------------- */

/* Its name, its default and its possible values. */
static void print_option(const struct flip_option *option)
{
    const bool words = option->kind == FLIP_OPTION_CHOICE || option->kind == FLIP_OPTION_LIST;
    printf("  --%s (%s)", option->name, option->fallback);
    for (const char *word = words && option->choices ? option->choices : ""; *word;) {
        const size_t length = strcspn(word, " ");
        printf("%s%.*s", word == option->choices ? ": " : ", ", (int)length, word);
        word += length + (word[length] == ' ');
    }
    printf("\n      %s\n", option->meaning);
}

static void print_help(void)
{
    fputs(flip_help("play"), stdout);
    for (int i = 0; flip_game_at(i); i++) {
        const struct flip_game *game = flip_game_at(i);
        printf("\n%s: %s, %d to %d seats\n", game->id, game->title, game->min_seats, game->max_seats);
        for (const struct flip_option *option = game->options; option->name; option++)
            print_option(option);
    }
}

static int give_option(struct flip_settings *settings, char *name, const char *value, struct flip_error *error)
{
    if (settings->given_count == FLIP_GIVEN_OPTIONS)
        return flip_fail(error, FLIP_ERROR_USAGE, "There are more than %d options of the game.", FLIP_GIVEN_OPTIONS);
    settings->given[settings->given_count].name = name;
    settings->given[settings->given_count++].value = value;
    return 0;
}

/* Reads one of our own options with a value. Returns 1 if it was one, 0 if not. */
static int own_option(struct flip_settings *settings, const char *name, char *value, struct flip_error *error)
{
    const struct {
        const char *name;
        const char **place;
    } texts[] = {{"edition", &settings->edition}, {"seed", &settings->seed}, {"load", &settings->load},
                 {"save", &settings->save},       {"join", &settings->join}, {"name", &settings->name},
                 {"pace", &settings->pace}};
    const bool seats = strcmp(name, "seats") == 0, option = strcmp(name, "option") == 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(name, texts[i].name) == 0) {
            if (!value || !value[0])
                return flip_fail(error, FLIP_ERROR_USAGE, "--%s needs a value: --%s VALUE.", name, name);
            *texts[i].place = value;
            return 1;
        }
    if (!seats && !option)
        return 0;
    if (!value || !value[0])
        return flip_fail(error, FLIP_ERROR_USAGE,
                         seats ? "--seats needs a list: --seats you,bot3." : "--option needs NAME=VALUE.");
    if (seats) {
        if (strlen(value) >= sizeof settings->seats)
            return flip_fail(error, FLIP_ERROR_USAGE, "The list after --seats is too long.");
        snprintf(settings->seats, sizeof settings->seats, "%s", value);
        return 1;
    }
    char *equals = strchr(value, '=');
    if (equals)
        *equals = '\0';
    return give_option(settings, value, equals ? equals + 1 : "true", error) < 0 ? -1 : 1;
}

bool flip_play_flag(struct flip_settings *settings, const char *word)
{
    const struct {
        const char *word;
        bool *place;
    } flags[] = {{"--plain", &settings->plain},       {"--ascii", &settings->ascii},
                 {"--no-color", &settings->no_color}, {"--no-colour", &settings->no_color},
                 {"--help", &settings->help},         {"-h", &settings->help}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].word) == 0) {
            *flags[i].place = true;
            return true;
        }
    return false;
}

bool flip_play_text(int argc, char **argv, int *place, const char *name, const char **out)
{
    const size_t length = strlen(name);
    if (strcmp(argv[*place], name) == 0 && *place + 1 < argc)
        *out = argv[++*place];
    else if (strncmp(argv[*place], name, length) == 0 && argv[*place][length] == '=')
        *out = argv[*place] + length + 1;
    else
        return false;
    return true;
}

static bool takes_value(const char *name)
{
    static const char *const names[] = {"seats", "option", "edition", "seed", "load", "save", "join", "name", "pace"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static int read_game(struct flip_settings *settings, const char *word, struct flip_error *error)
{
    if (word[0] == '-')
        return flip_fail(error, FLIP_ERROR_USAGE, "'%.60s' is not an option: 'flipside play --help' lists them.", word);
    if (settings->game)
        return flip_fail(
            error, FLIP_ERROR_USAGE,
            "One game at a time: what is '%.60s'? The value of an option of the game stands behind '=', as in "
            "--option NAME=VALUE.",
            word);
    settings->game = flip_game_named(word);
    if (settings->game)
        return 0;
    char games[256];
    struct flip_text list = flip_text_in(games, sizeof games);
    for (int i = 0; flip_game_at(i); i++)
        flip_text_add(&list, "%s%s", i ? ", " : "", flip_game_at(i)->id);
    return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no game '%.60s'. There are: %s.", word, games);
}

static int read_arguments(int argc, char **argv, struct flip_settings *settings, struct flip_error *error)
{
    for (int i = 1; i < argc; i++) {
        if (flip_play_flag(settings, argv[i]))
            continue;
        if (strncmp(argv[i], "--", 2) != 0) {
            if (read_game(settings, argv[i], error) < 0)
                return -1;
            continue;
        }
        char *name = argv[i] + 2, *value = strchr(name, '=');
        if (value)
            *value++ = '\0';
        if (!value && takes_value(name) && i + 1 < argc)
            value = argv[++i];
        const int own = own_option(settings, name, value, error);
        if (own < 0 || (own == 0 && give_option(settings, name, value ? value : "true", error) < 0))
            return -1;
    }
    return 0;
}

/* --- before the first card ---------------------------------------------------------------------------------------------- */

struct face {
    struct flip_settings *settings;
    struct flip_paint window;
    const struct flip_paint *paint; /* NULL: the dialogue */
    int pace;                       /* milliseconds */
    bool ascii;
    char said[256]; /* the last sentence for a waiting player */
    struct flip_solving solving;
};

/* Plays lessons from the next one on. 1: now the game itself; 0: the learner left; -1: an error. */
static int learn(const struct face *face, struct flip_error *error)
{
    const struct flip_game *game = face->settings->game;
    struct flip_lessons lessons = {.paint = face->paint,
                                   .ascii = face->ascii,
                                   .pace = face->pace,
                                   .game = game,
                                   .number = flip_lessons_next(game)};
    const int end = flip_lessons_play(&lessons, error);
    return end < 0 ? -1 : end == FLIP_MATCH_PLAY;
}

/* Solves puzzles. 1: now the game from the last one on; 0: the player left; -1: an error. */
static int solve(struct face *face, struct flip_error *error)
{
    struct flip_solving *solving = &face->solving;
    *solving = (struct flip_solving){.paint = face->paint, .ascii = face->ascii, .game = face->settings->game};
    const int end = flip_solving_play(solving, error);
    face->settings->load = solving->played_on;
    return end < 0 ? -1 : end == FLIP_MATCH_PLAY;
}

/* Asks which game to play, or to begin with lessons or puzzles. 1: `settings` has it; 0: none; -1: an error. */
static int choose_game(struct face *face, struct flip_error *error)
{
    enum flip_home_else instead = FLIP_HOME_GAME;
    const struct flip_game **game = &face->settings->game;
    *game = flip_home_ask(face->paint, face->ascii, face->paint ? "Flipside" : "Which game?", &instead);
    if (instead == FLIP_HOME_LESSONS)
        *game = flip_home_ask(face->paint, face->ascii, "Which game do you want to learn?", NULL);
    if (instead == FLIP_HOME_PUZZLES)
        *game = flip_home_ask(face->paint, face->ascii, "Puzzles of which game?", NULL);
    if (!*game)
        return 0;
    if (instead == FLIP_HOME_PUZZLES)
        return solve(face, error);
    return instead == FLIP_HOME_LESSONS && flip_lessons_count(*game) > 0 ? learn(face, error) : 1;
}

/* 'r': resume the kept game, 'n': a new one, 'q': leave. */
static int ask_resume(struct face *face, const char *path, const char *unreadable)
{
    const char *title = face->settings->game->title;
    char text[FLIP_PATH_SIZE + FLIP_ERROR_SIZE + 300];
    if (face->paint) {
        flip_paint_clear();
        if (unreadable)
            snprintf(text, sizeof text,
                     "The game that was kept cannot be read:\n%s\n\nn: a new game (it replaces it) · q: quit",
                     unreadable);
        else
            snprintf(
                text, sizeof text,
                "You left a game of %s unfinished.\n\nr: go on with it\nn: a new game (forgets the old one)\nq: quit",
                title);
        return flip_window_ask(face->paint, title, text, unreadable ? "qnq" : "rnq");
    }
    if (unreadable)
        flip_plain_say(face->ascii, "The game in %s cannot be read: %s\nSay 'new' to replace it, or 'quit'.\n", path,
                       unreadable);
    else
        flip_plain_say(face->ascii,
                       "You left a game of %s unfinished. Say 'resume' to go on with it, 'new' to forget it, or "
                       "'quit'.\n",
                       title);
    char line[64];
    while (flip_plain_read("> ", line, sizeof line)) {
        if (line[0] && strchr(unreadable ? "nq" : "rnq", line[0]))
            return line[0];
        flip_plain_say(face->ascii, unreadable ? "Say new or quit.\n" : "Say resume, new or quit.\n");
    }
    return 'q';
}

/* "Seat 2: Tin Star Tilly (bot1), outlaws". */
static void describe_seat(const struct flip_deal *deal, int seat, struct flip_text *out)
{
    const struct flip_game *game = deal->def.game;
    flip_text_add(out, "Seat %d: %s", seat + 1, deal->names[seat]);
    if (strcmp(deal->players[seat].text, "you") != 0)
        flip_text_add(out, " (%s)", deal->players[seat].text);
    if (game->knowledge->team)
        flip_text_add(out, ", %s", game->knowledge->team(&deal->def.options, seat));
    flip_text_add(out, "\n");
}

static void describe_deal(const struct flip_deal *deal, struct flip_text *out)
{
    const struct flip_game *game = deal->def.game;
    flip_text_add(out, "%s\n\n", game->about);
    for (int seat = 0; seat < deal->def.seats; seat++)
        describe_seat(deal, seat, out);
    json_t *setup = flip_setup_of(game);
    for (int i = 0; game->options[i].name; i++) {
        const char *name = game->options[i].name, *value = deal->def.options.value[i];
        const bool edition = game->edition_option && strcmp(name, game->edition_option) == 0;
        if (strcmp(value, game->options[i].fallback) == 0 && !(edition && !deal->edition))
            continue;
        if (flip_setup_option(setup, name, value, out))
            flip_text_add(out, "\n");
        else if (!setup)
            flip_text_add(out, "%s: %s\n", name, value);
    }
    json_decref(setup);
    if (deal->edition)
        flip_text_add(out, "edition: %.16s…\n", deal->edition->hash);
    char words[FLIP_SEED_DRAW_WORDS];
    flip_seed_draw_words(&deal->draw, deal->def.seats, words);
    flip_text_add(out,
                  "\nThe dealer's commitment, before the first card:\n%s\n"
                  "%s\n"
                  "At the end you see the seed and can check every card.\n",
                  deal->commitment, words);
}

/* Offers a newcomer a lesson. 'd': deal, 'l': a lesson first, 'q': leave. */
static int announce(struct face *face, const struct flip_deal *deal)
{
    const struct flip_game *game = deal->def.game;
    const bool newcomer = flip_lessons_newcomer(game), lessons = flip_lessons_count(game) > 0;
    char text[4096];
    struct flip_text out = flip_text_in(text, sizeof text);
    describe_deal(deal, &out);
    if (!face->paint) {
        const bool exclaims = game->title[strlen(game->title) - 1] == '!';
        if (newcomer)
            flip_text_add(&out, "New to it? 'flipside learn %s' teaches it step by step.\n", game->id);
        flip_plain_say(face->ascii, "%s%s %s'help' says what you can say.\n", game->title, exclaims ? "" : ".", text);
        return 'd';
    }
    flip_text_add(&out, "\nEnter: deal%s · ?: the rules%s · q: quit", newcomer ? " · l: new here? A lesson first" : "",
                  lessons && !newcomer ? " · l: lessons" : "");
    for (;;) {
        flip_paint_clear();
        const int answer = flip_window_ask(face->paint, game->title, text, lessons ? "d?lq" : "d?q");
        if (answer != '?')
            return answer;
        flip_window_help(face->paint, game->title, "The table lights what you may do; ? shows the keys.",
                         flip_rulebook_of(game->id));
    }
}

/* Asks until the player wants to deal (1) or leaves (0), with lessons in between. */
static int agree(struct face *face, const struct flip_deal *deal, struct flip_error *error)
{
    int answer;
    while ((answer = announce(face, deal)) == 'l') {
        const int wants = learn(face, error);
        if (wants != 0)
            return wants;
    }
    return answer == 'd';
}

/* 1: a match is open; 0: the player left; -1: an error. */
static int new_match(struct face *face, struct flip_match **match, struct flip_error *error)
{
    struct flip_deal deal;
    int result = -1;
    if (flip_deal_prepare(&deal, face->settings, error) == 0) {
        result = agree(face, &deal, error);
        if (result == 1 && !(*match = flip_local_begin(&deal, face->settings, error)))
            result = -1;
    }
    flip_deal_free(&deal);
    return result;
}

/* While a server's table waits for players: says so once, and looks for a key that cancels. */
static bool wait_there(void *context, const char *sentence)
{
    struct face *face = context;
    if (face->paint) {
        flip_paint_clear();
        flip_paint_text(face->paint, 2, 1, 76, FLIP_PLAIN, FLIP_LIGHT_NONE, sentence);
        flip_paint_text(face->paint, 2, 3, 76, FLIP_DIM, FLIP_LIGHT_NONE, "q: leave; your seat stays yours");
        const struct flip_event event = flip_paint_wait(100);
        return event.key != 'q' && event.key != FLIP_KEY_GONE;
    }
    if (strcmp(face->said, sentence) != 0)
        flip_plain_say(face->ascii, "%s\n", sentence);
    snprintf(face->said, sizeof face->said, "%s", sentence);
    fflush(stdout);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    return true;
}

static int open_match(struct face *face, struct flip_match **match, struct flip_error *error)
{
    struct flip_settings *settings = face->settings;
    if (settings->join)
        return flip_join(match, settings, face->paint, wait_there, face, error);
    const int chosen = settings->load || settings->game ? 1 : choose_game(face, error);
    if (chosen != 1)
        return chosen;
    if (settings->load)
        return (*match = flip_local_resume(settings->load, settings, error)) ? 1 : -1;
    char path[FLIP_PATH_SIZE];
    if (flip_local_place(settings, path, error) < 0)
        return -1;
    if (!flip_files_there(path))
        return new_match(face, match, error);
    if (settings->save)
        return flip_fail(error, FLIP_ERROR_EXISTS,
                         "'%.200s' exists already: go on with it by --load, or name another file.", path);
    int answer = ask_resume(face, path, NULL);
    if (answer == 'r') {
        struct flip_error why;
        if ((*match = flip_local_resume(path, settings, &why)))
            return 1;
        answer = ask_resume(face, path, why.message);
    }
    return answer == 'n' ? new_match(face, match, error) : 0;
}

/* --- play ---------------------------------------------------------------------------------------------------------------- */

/* What remains on the terminal after the screen has closed. */
static void say_goodbye(const struct flip_match *match, bool ascii)
{
    const bool over = match->calls->turn(match) == 0;
    if (match->distant && !over) {
        flip_plain_say(ascii, "The server keeps your seat: the same address brings you back.\n");
        return;
    }
    if (!over) {
        if (flip_files_there(match->running))
            flip_plain_say(ascii, "The game is kept in %s\n", match->running);
        return;
    }
    char text[6000];
    struct flip_text out = flip_text_in(text, sizeof text);
    flip_match_scores(match, &out);
    if (match->finished[0])
        flip_text_add(&out, "\nflipside replay %s\nflipside verify %s\n", match->finished, match->finished);
    flip_plain_say(ascii, "%s\n%s", match->title, text);
}

/* Complaints about programs on standard error would damage the screen, so they wait in a file until it is closed. */
struct quiet {
    FILE *words;
    int standard_error;
};

static struct quiet hush(const struct flip_match *match)
{
    struct quiet quiet = {.standard_error = -1};
    if (match->programs && (quiet.words = tmpfile())) {
        fflush(stderr);
        quiet.standard_error = dup(STDERR_FILENO);
        dup2(fileno(quiet.words), STDERR_FILENO);
    }
    return quiet;
}

static void speak(struct quiet *quiet)
{
    if (!quiet->words)
        return;
    fflush(stderr);
    dup2(quiet->standard_error, STDERR_FILENO);
    close(quiet->standard_error);
    rewind(quiet->words);
    for (int c = fgetc(quiet->words); c != EOF; c = fgetc(quiet->words))
        fputc(c, stderr);
    fclose(quiet->words);
    quiet->words = NULL;
}

static int play_screen(struct face *face, struct flip_error *error)
{
    if (flip_paint_open(&face->window, face->ascii, face->settings->no_color, error) < 0)
        return -1;
    face->paint = &face->window;
    struct flip_match *match = NULL;
    struct quiet quiet = {0};
    int result = open_match(face, &match, error);
    while (result == 1) {
        if (!quiet.words)
            quiet = hush(match);
        const int end = flip_screen_play(match, face->paint, face->pace, error);
        result = end < 0 ? -1 : 0;
        if (end != FLIP_MATCH_AGAIN)
            break;
        face->settings->game = flip_game_named(match->game);
        face->settings->load = face->settings->save = face->settings->seed = NULL;
        match->calls->close(match);
        match = NULL;
        result = open_match(face, &match, error);
    }
    flip_paint_close(&face->window);
    if (match)
        say_goodbye(match, face->ascii);
    if (match)
        match->calls->close(match);
    speak(&quiet);
    return result;
}

static int play_plain(struct face *face, struct flip_error *error)
{
    struct flip_match *match = NULL;
    int result = open_match(face, &match, error);
    if (result == 1)
        result = flip_plain_play(match, face->ascii, error) < 0 ? -1 : 0;
    if (match)
        match->calls->close(match);
    return result;
}

int flip_play_pace(const struct flip_settings *settings, struct flip_error *error)
{
    static const struct {
        const char *word;
        int ms;
    } paces[] = {{"full", 400}, {"quick", 150}, {"none", 0}};
    const char *word = settings->pace ? settings->pace : getenv("FLIPSIDE_PACE");
    for (size_t i = 0; i < sizeof paces / sizeof *paces; i++)
        if (!word || strcmp(word, paces[i].word) == 0)
            return paces[i].ms;
    return flip_fail(error, FLIP_ERROR_USAGE, "The pace is full, quick or none, not '%.60s'.", word);
}

bool flip_play_plainly(const struct flip_settings *settings)
{
    const char *kind = getenv("TERM");
    const bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && strcmp(kind, "dumb") != 0;
    return settings->plain || !terminal;
}

bool flip_play_ascii(const struct flip_settings *settings) { return settings->ascii || !flip_words_locale_utf8(); }

int flip_play(struct flip_settings *settings, int pace, struct flip_error *error)
{
    struct face face = {.settings = settings, .pace = pace, .ascii = flip_play_ascii(settings)};
    setvbuf(stdin, NULL, _IONBF, 0); /* select and poll do not see what has been read ahead */
    return flip_play_plainly(settings) ? play_plain(&face, error) : play_screen(&face, error);
}

int flip_command_play(int argc, char **argv)
{
    struct flip_settings settings = {0};
    struct flip_error error = {0};
    int pace = 0;
    if (read_arguments(argc, argv, &settings, &error) < 0 || (pace = flip_play_pace(&settings, &error)) < 0) {
        fprintf(stderr, "flipside play: %s\n", error.message);
        return 2;
    }
    if (settings.help) {
        print_help();
        return 0;
    }
    const int result = flip_play(&settings, pace, &error);
    if (result < 0)
        fprintf(stderr, "flipside play: %s\n", error.message);
    return result < 0 ? 1 : 0;
}
