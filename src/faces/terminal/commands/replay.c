/*
 * `flipside replay FILE`: steps through a recorded game. A position is the story told up to a step, so going back costs
 * the same as going forward. Nothing is hidden.
 */
#include "commands.h"
#include "core/file.h"
#include "faces/terminal/match/story.h"
#include "faces/terminal/sheet/sheet.h"
#include "faces/terminal/window/window.h"
#include "table/table.h"

#include <flipside/record.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct replay {
    struct flip_table *table;
    struct flip_story story;
    struct flip_board board;
    struct flip_paint paint;
    bool ascii;
    int at; /* steps played */
    int seat;
    bool follow; /* show the seat that acts */
    bool playing;
    int speed; /* an index of pauses */
    int log_back;
};

static const int pauses_ms[] = {4000, 2000, 1200, 700, 350, 150, 50};
enum { SPEEDS = sizeof pauses_ms / sizeof *pauses_ms, USUAL_SPEED = 3 };

static int go(struct replay *replay, int step, struct flip_error *error)
{
    replay->at = step < 0 ? 0 : step > replay->table->step_count ? replay->table->step_count : step;
    replay->log_back = 0;
    if (replay->follow && replay->at > 0 && replay->table->steps[replay->at - 1].seat != FLIP_DEALER)
        replay->seat = replay->table->steps[replay->at - 1].seat;
    return flip_story_tell(&replay->story, replay->table, FLIP_ALL, replay->at, FLIP_STORY_GROUPED, error);
}

/* "Queenie writes a red 8 in b2": the last step alone. */
static void last_step(const struct replay *replay, struct flip_text *out)
{
    struct flip_story alone = {0};
    if (replay->at == 0)
        flip_text_add(out, "Before the first step");
    else if (flip_story_tell(&alone, replay->table, FLIP_ALL, replay->at, FLIP_STORY_STEPS, NULL) == 0)
        flip_text_add(out, "%s", alone.lines[alone.count - 1].text);
    flip_story_free(&alone);
}

static json_t *view_now(const struct replay *replay)
{
    const void *state = replay->story.walk.at.state;
    return flip_outcome_view(replay->table, state, state, FLIP_ALL);
}

static void stage_text(const struct replay *replay, const char *gap, struct flip_text *out)
{
    json_t *view = view_now(replay);
    flip_outcome_stage(view, gap, out);
    json_decref(view);
}

static int draw_sheet(struct replay *replay, int width, int height, struct flip_error *error)
{
    const void *state = replay->story.walk.at.state;
    if (flip_board_size(&replay->board, width, height, error) < 0)
        return -1;
    flip_outcome_draw(replay->table, state, state, FLIP_ALL, replay->seat, &replay->board.canvas);
    return 0;
}

/* Keys and words that move to another step, and how far; go() stays within the game. */
enum { WHOLE_GAME = 1 << 24 };
static const struct {
    int key;
    const char *word; /* line by line; NULL: a key alone */
    int by;
} ways[] = {
    {FLIP_KEY_NONE, NULL, 1},          {'n', "n", 1},
    {FLIP_KEY_RIGHT, NULL, 1},         {FLIP_KEY_ENTER, "", 1},
    {FLIP_KEY_CLICK, NULL, 1},         {'p', "p", -1},
    {FLIP_KEY_LEFT, NULL, -1},         {FLIP_KEY_PAGE_DOWN, NULL, 10},
    {FLIP_KEY_PAGE_UP, NULL, -10},     {FLIP_KEY_HOME, "home", -WHOLE_GAME},
    {FLIP_KEY_END, "end", WHOLE_GAME},
};

/* How far a key or a line (NULL for a key) moves; 0: not at all. */
static int way_of(int key, const char *line)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (line ? ways[i].word && strcmp(ways[i].word, line) == 0 : ways[i].key == key)
            return ways[i].by;
    return 0;
}

/* --- on the screen ----------------------------------------------------------------------------------------------------- */

static void paint_progress(const struct replay *replay, struct flip_rect rect)
{
    const struct flip_paint *paint = &replay->paint;
    char title[64], text[FLIP_STORY_TEXT];
    snprintf(title, sizeof title, "Step %d of %d", replay->at, replay->table->step_count);
    flip_paint_rule(paint, rect.x, rect.y, rect.width, title);
    struct flip_text out = flip_text_in(text, sizeof text);
    last_step(replay, &out);
    enum { LINES = 16 };
    struct flip_line lines[LINES];
    const int most = rect.height - 2 < LINES ? rect.height - 2 : LINES; /* above the bar */
    const int count = flip_words_wrap(text, rect.width - 2, 2, lines, LINES);
    for (int i = 0; i < count && i < most; i++)
        flip_paint_format(paint, rect.x + 1 + (i ? 2 : 0), rect.y + 1 + i, rect.width - 2, FLIP_STRONG, FLIP_LIGHT_NONE,
                          "%.*s%s", lines[i].bytes, lines[i].at, i + 1 == most && count > most ? " …" : "");
    const int width = rect.width - 2, total = replay->table->step_count;
    const int done = total ? width * replay->at / total : width;
    for (int i = 0; i < width; i++)
        flip_paint_text(paint, rect.x + 1 + i, rect.y + rect.height - 1, 1, i < done ? FLIP_ACCENT : FLIP_DIM,
                        FLIP_LIGHT_NONE, i < done ? "█" : "░");
}

static void paint_replay(struct replay *replay)
{
    if (flip_paint_too_small(&replay->paint))
        return;
    const struct flip_table *table = replay->table;
    const struct flip_layout l = flip_layout_now(NULL, 1);
    struct flip_error error;
    char game[96], stage[256];
    flip_paint_clear();

    struct flip_text text = flip_text_in(stage, sizeof stage);
    stage_text(replay, " · ", &text);
    flip_text_add(&text, " · sheet of %s", table->names[replay->seat]);
    snprintf(game, sizeof game, "Replay: %s", table->game->title);
    const void *state = replay->story.walk.at.state;
    struct flip_result result = {0};
    table->game->rules->result(table->rules, state, &result);
    flip_bar_paint(&replay->paint, &(struct flip_bar){.title = game,
                                                      .stage = stage,
                                                      .names = table->names,
                                                      .seats = table->seats,
                                                      .scores = table->game->no_points ? NULL : result.score,
                                                      .turn = table->game->rules->turn(table->rules, state),
                                                      .viewer = replay->seat});

    if (draw_sheet(replay, l.canvas.width, l.canvas.height, &error) == 0)
        flip_board_paint(&replay->board, &replay->paint, l.canvas.x, l.canvas.y, NULL, false, NULL);
    paint_progress(replay, l.actions);
    flip_layout_log(&replay->paint, l.log, &replay->story, replay->at - 1, &replay->log_back);
    char keys[200], speed[64];
    snprintf(keys, sizeof keys, "← → · PgUp PgDn · Home End · g go to · Space %s · ? · q quit",
             replay->playing ? "pause" : "play");
    snprintf(speed, sizeof speed, "+ - %s %d/%d", replay->playing ? "▶" : "speed", replay->speed + 1, SPEEDS);
    flip_paint_bar(&replay->paint, l.keys, keys, speed);
    flip_paint_show();
}

static int ask_step(const struct replay *replay)
{
    char input[16] = "", prompt[80];
    snprintf(prompt, sizeof prompt, "Go to which step, 0 to %d?", replay->table->step_count);
    if (!flip_window_input(&replay->paint, "Go to", prompt, input, sizeof input) || !input[0])
        return replay->at;
    return atoi(input);
}

static void search_window(const struct replay *replay)
{
    char text[2000];
    struct flip_text out = flip_text_in(text, sizeof text);
    json_t *view = view_now(replay);
    const json_t *search = flip_search_of(view);
    flip_text_add(&out, "\n");
    if (search)
        flip_search_grid(search, &out);
    else
        flip_text_add(&out, "There is nothing to look through.\n");
    flip_text_add(&out, "\nEnter: back to the replay\n");
    flip_window_ask(&replay->paint, search ? flip_search_title(search) : "The discards", text, "dq");
    json_decref(view);
}

static int replay_screen(struct replay *replay, struct flip_error *error)
{
    for (;;) {
        paint_replay(replay);
        const struct flip_event event = flip_paint_wait(replay->playing ? pauses_ms[replay->speed] : -1);
        int step = replay->at + way_of(event.key, NULL);
        switch (event.key) {
        case 'g':
        case ':':
            step = ask_step(replay);
            break;
        case ' ':
            replay->playing = !replay->playing && replay->at < replay->table->step_count;
            break;
        case '+':
        case '=':
            replay->speed += replay->speed < SPEEDS - 1;
            break;
        case '-':
            replay->speed -= replay->speed > 0;
            break;
        case 'a':
            replay->follow = true;
            break;
        case 'o':
            replay->follow = false;
            replay->seat = (replay->seat + 1) % replay->table->seats;
            break;
        case FLIP_KEY_UP:
        case FLIP_KEY_WHEEL_UP:
            replay->log_back++;
            continue;
        case FLIP_KEY_DOWN:
        case FLIP_KEY_WHEEL_DOWN:
            replay->log_back -= replay->log_back > 0;
            continue;
        case 'd':
            search_window(replay);
            continue;
        case '?':
            flip_window_help(&replay->paint, "Help: replay", flip_help("replay-keys"),
                             flip_rulebook_of(replay->table->game->id));
            break;
        case 'q':
        case FLIP_KEY_ESCAPE:
        case FLIP_KEY_GONE:
            return 0;
        default:
            if (event.key >= '1' && event.key <= '9' && event.key - '1' < replay->table->seats) {
                replay->follow = false;
                replay->seat = event.key - '1';
            }
        }
        if (event.key != FLIP_KEY_NONE && event.key != ' ' && step != replay->at)
            replay->playing = false;
        if (step != replay->at && go(replay, step, error) < 0)
            return -1;
        if (replay->at == replay->table->step_count)
            replay->playing = false;
    }
}

/* --- line by line ------------------------------------------------------------------------------------------------------ */

static void say_step(const struct replay *replay)
{
    char text[FLIP_STORY_TEXT], stage[128];
    struct flip_text out = flip_text_in(text, sizeof text), where = flip_text_in(stage, sizeof stage);
    last_step(replay, &out);
    stage_text(replay, ", ", &where);
    flip_plain_say(replay->ascii, "Step %d of %d, %s. %s.\n", replay->at, replay->table->step_count, stage, text);
    if (replay->at < replay->table->step_count)
        return;
    char ending[2 * FLIP_ENDING_TEXT + 8];
    struct flip_text words = flip_text_in(ending, sizeof ending);
    json_t *result = flip_outcome_result(replay->table);
    flip_outcome_ending(result, &words);
    json_decref(result);
    flip_plain_say(replay->ascii, "%s", ending);
}

static void say_scores(const struct replay *replay)
{
    char text[6000];
    struct flip_text out = flip_text_in(text, sizeof text);
    const struct flip_table *table = replay->table;
    json_t *result = flip_outcome_result(table);
    json_t *view = flip_outcome_view(table, table->now.state, flip_table_before(table), FLIP_PUBLIC);
    flip_outcome_scores(result, view, table->names, table->seats, &out);
    json_decref(view);
    json_decref(result);
    flip_plain_say(replay->ascii, "%s", text);
}

static int replay_plain(struct replay *replay, struct flip_error *error)
{
    char line[128];
    flip_plain_say(replay->ascii,
                   "A game of %s with %d steps. Say n or p for a step forward or back, a number for that step, home, "
                   "end, all, view [SEAT], discards, scores (of the end), quit.\n",
                   replay->table->game->title, replay->table->step_count);
    say_step(replay);
    while (flip_plain_read("> ", line, sizeof line)) {
        int step = replay->at;
        char *end;
        const long number = strtol(line, &end, 10);
        if (way_of(0, line)) {
            step += way_of(0, line);
        } else if (strncmp(line, "view", 4) == 0) {
            const int seat = line[4] ? atoi(line + 4) - 1 : replay->seat;
            if (seat >= 0 && seat < replay->table->seats)
                replay->seat = seat;
            if (draw_sheet(replay, FLIP_PLAIN_WIDTH, FLIP_PLAIN_HEIGHT, error) < 0)
                return -1;
            flip_plain_sheet(&replay->board, replay->ascii);
            continue;
        } else if (strcmp(line, "scores") == 0) {
            say_scores(replay);
            continue;
        } else if (strcmp(line, "discards") == 0 || strcmp(line, "d") == 0) {
            json_t *view = view_now(replay);
            flip_plain_search(replay->ascii, view);
            json_decref(view);
            continue;
        } else if (strcmp(line, "all") == 0) {
            while (replay->at < replay->table->step_count) {
                if (go(replay, replay->at + 1, error) < 0)
                    return -1;
                say_step(replay);
            }
            continue;
        } else if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0) {
            return 0;
        } else if (end != line && *end == '\0') {
            step = number < 0 ? 0 : number > replay->table->step_count ? replay->table->step_count : (int)number;
        } else {
            flip_plain_say(replay->ascii,
                           "'%s' is not known here: say n, p, a number, home, end, all, view, discards, scores "
                           "or quit.\n",
                           line);
            continue;
        }
        if (go(replay, step, error) < 0)
            return -1;
        say_step(replay);
    }
    return 0;
}

/* --- the command --------------------------------------------------------------------------------------------------------- */

struct arguments {
    const char *path;
    int step;
    bool plain, ascii, no_color;
};

/* Returns -1 to go on, or an exit status. */
static int read_arguments(int argc, char **argv, struct arguments *arguments)
{
    static const struct option options[] = {{"step", required_argument, NULL, 's'},
                                            {"plain", no_argument, NULL, 'p'},
                                            {"ascii", no_argument, NULL, 'a'},
                                            {"no-color", no_argument, NULL, 'c'},
                                            {"no-colour", no_argument, NULL, 'c'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    optind = 1;
    for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (option) {
        case 's':
            arguments->step = atoi(optarg);
            break;
        case 'p':
            arguments->plain = true;
            break;
        case 'a':
            arguments->ascii = true;
            break;
        case 'c':
            arguments->no_color = true;
            break;
        case 'h':
            fputs(flip_help("replay"), stdout);
            return 0;
        default:
            fputs("flipside replay: That is not an option. 'flipside replay --help' lists them.\n", stderr);
            return 2;
        }
    }
    if (optind + 1 != argc) {
        fputs("flipside replay: Name one record: flipside replay FILE. Finished games are kept in "
              "~/.local/share/flipside.\n",
              stderr);
        return 2;
    }
    arguments->path = argv[optind];
    return -1;
}

static int show(struct replay *replay, const struct arguments *arguments, struct flip_error *error)
{
    if (go(replay, arguments->step, error) < 0)
        return -1;
    const bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (arguments->plain || !terminal)
        return replay_plain(replay, error);
    if (flip_paint_open(&replay->paint, replay->ascii, arguments->no_color, error) < 0)
        return -1;
    const int result = replay_screen(replay, error);
    flip_paint_close(&replay->paint);
    return result;
}

int flip_command_replay(int argc, char **argv)
{
    struct arguments arguments = {0};
    const int early = read_arguments(argc, argv, &arguments);
    if (early >= 0)
        return early;
    struct flip_error error;
    size_t length;
    struct replay *replay = calloc(1, sizeof *replay);
    char *text = flip_file_read(arguments.path, &length, &error);
    int result = -1;
    if (!replay)
        flip_fail(&error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a replay.");
    else if (text && (replay->table = flip_record_load(text, length, FLIP_ALL_STEPS, &error))) {
        replay->ascii = arguments.ascii || !flip_words_locale_utf8();
        replay->speed = USUAL_SPEED;
        replay->follow = true;
        result = show(replay, &arguments, &error);
    }
    if (result < 0)
        fprintf(stderr, "flipside replay: %s\n", error.message);
    if (replay) {
        flip_story_free(&replay->story);
        flip_board_free(&replay->board);
        flip_table_close(replay->table);
    }
    free(replay);
    free(text);
    return result < 0 ? 1 : 0;
}
