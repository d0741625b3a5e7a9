/* The windows of the table: result, save, quit, the whole sheet, the discards, help. */
#include "faces/terminal/play/screen.h"

#include "table/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void flip_screen_say(struct flip_screen *screen, enum flip_style style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(screen->message, sizeof screen->message, format, arguments);
    va_end(arguments);
    screen->message_style = style;
}

static const char pointing[] = "Lit places are what you may do now. A move that needs several places (a colour here, a "
                               "number there) is pointed at one by one.\n"
                               "\n"
                               "  arrows, Tab   from one lit place to the next\n"
                               "  Enter         take it; do the chosen move\n"
                               "  Esc           take a choice back\n"
                               "  mouse         a click chooses, a second click does it\n"
                               "  PgUp PgDn     read what happened\n";

/* What was learnt, and what comes next. */
static int lesson_result(struct flip_screen *screen)
{
    const struct flip_match_lesson *lesson = screen->match->lesson;
    const bool more = lesson->next[0] != '\0';
    char title[240], text[2000];
    struct flip_text out = flip_text_in(text, sizeof text);
    if (lesson->puzzle)
        snprintf(title, sizeof title, lesson->solved ? "Solved!" : "Not the best");
    else
        snprintf(title, sizeof title, "Lesson %d of %d: %s", lesson->number + 1, lesson->count, lesson->view.title);
    flip_text_add(&out, "\n%s%s\n\n", lesson->puzzle ? "" : "Done! ", lesson->view.text);
    if (lesson->puzzle)
        flip_text_add(&out, "Enter: the next puzzle · p: play on from here");
    else if (more)
        flip_text_add(&out, "Next: %s\n\nEnter: the next lesson · p: play the game", lesson->next);
    else
        flip_text_add(&out, "That was the last lesson.\n\nEnter: play the game");
    flip_text_add(&out, " · o: once more · t: look at the table · q: quit\n");
    switch (flip_window_ask(screen->paint, title, text, more ? "nopqt" : "poqt")) {
    case 'n':
        return FLIP_MATCH_NEXT;
    case 'o':
        return FLIP_MATCH_AGAIN;
    case 'p':
        return FLIP_MATCH_PLAY;
    case 'q':
        return FLIP_MATCH_QUIT;
    default:
        return -1;
    }
}

static void result_text(const struct flip_screen *screen, bool seed, struct flip_text *out)
{
    struct flip_match *match = screen->match;
    flip_text_add(out, "\n");
    flip_match_scores(match, out);
    flip_text_add(out, "\n");
    if (seed)
        flip_outcome_seed(match->commitment, match->seed, match->drawn, out);
    flip_outcome_record(match->finished, out);
    if (match->save_error[0])
        flip_text_add(out, "The record could not be kept: %s\n", match->save_error);
    flip_text_add(out, "\nEnter: look at the table%s · q: quit\n", match->distant ? "" : " · n: a new game");
}

/* A small window has no room for ten players and a seed; the record has the seed too. */
static int game_result(struct flip_screen *screen)
{
    char text[6000];
    struct flip_text out = flip_text_in(text, sizeof text);
    result_text(screen, true, &out);
    if (screen->match->finished[0] && !flip_window_fits(screen->paint, text)) {
        out = flip_text_in(text, sizeof text);
        result_text(screen, false, &out);
    }
    const int answer =
        flip_window_ask(screen->paint, "The game is over", text, screen->match->distant ? "xqx" : "xqnx");
    return answer == 'n' ? FLIP_MATCH_AGAIN : answer == 'q' ? FLIP_MATCH_QUIT : -1;
}

int flip_screen_result(struct flip_screen *screen)
{
    return screen->match->lesson ? lesson_result(screen) : game_result(screen);
}

void flip_screen_save(struct flip_screen *screen, const char *file)
{
    char path[FLIP_PATH_SIZE];
    struct flip_error why;
    if (*file)
        snprintf(path, sizeof path, "%s", file);
    else
        snprintf(path, sizeof path, "%s.json", screen->match->game);
    if (!*file &&
        !flip_window_input(screen->paint, "Save", "Write the record of this game to which file?", path, sizeof path))
        return;
    if (flip_files_there(path)) {
        char question[FLIP_PATH_SIZE + 64];
        snprintf(question, sizeof question, "%s exists already.\n\ny: replace it · n: leave it", path);
        if (flip_window_ask(screen->paint, "Save", question, "nyn") != 'y')
            return;
    }
    if (flip_match_save(screen->match, path, &why) < 0)
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
    else
        flip_screen_say(screen, FLIP_GOOD, "Saved to %s. 'flipside play --load %s' goes on with it.", path, path);
}

bool flip_screen_quit(struct flip_screen *screen)
{
    if (!screen->match->calls->turn(screen->match) || screen->match->lesson)
        return true;
    if (screen->match->distant)
        return flip_window_ask(screen->paint, "Quit",
                               "The game is not over. The server keeps your seat: the same address brings you back.\n\n"
                               "y: quit\nEsc: go on playing",
                               "yg") == 'y';
    char text[FLIP_PATH_SIZE + 400];
    snprintf(text, sizeof text,
             "The game is not over.\n\n"
             "y: keep it and quit; 'flipside play %s' offers to go on\n"
             "n: quit and forget it\n"
             "Esc: go on playing",
             screen->match->game);
    switch (flip_window_ask(screen->paint, "Quit", text, "yng")) {
    case 'y':
        return true;
    case 'n':
        if (screen->match->calls->forget)
            screen->match->calls->forget(screen->match);
        return true;
    default:
        return false;
    }
}

bool flip_screen_forget(struct flip_screen *screen)
{
    struct flip_match *match = screen->match;
    if (match->distant) {
        flip_screen_say(screen, FLIP_BAD, "%s", flip_told_kept_by_server);
        return false;
    }
    if (flip_window_ask(screen->paint, "Forget",
                        match->lesson ? "Leave? The lesson begins anew next time.\n\ny: leave\nEsc: go on"
                                      : "Leave and forget this game?\n\ny: forget it\nEsc: go on playing",
                        "gyg") != 'y')
        return false;
    if (match->calls->forget)
        match->calls->forget(match);
    return true;
}

/* --- the whole sheet ------------------------------------------------------------------------------------------------- */

enum { SHEET_ROWS = 48 }; /* more than any game fills at 80 columns */

/* The rows up to the last one with something in it. */
static int rows_used(const struct flip_canvas *canvas)
{
    int cell = canvas->width * canvas->height;
    while (cell > 0 && (canvas->cells[cell - 1].code == ' ' || canvas->cells[cell - 1].code == 0))
        cell--;
    return (cell + canvas->width - 1) / canvas->width;
}

static void paint_sheet(const struct flip_screen *screen, const struct flip_canvas *canvas, int first, int room)
{
    for (int row = 0; row < room && first + row < canvas->height; row++)
        for (int column = 0; column < canvas->width; column++)
            flip_paint_glyph(screen->paint, column, row + 1, canvas->cells[(first + row) * canvas->width + column],
                             FLIP_LIGHT_NONE);
}

void flip_screen_sheet(struct flip_screen *screen, int seat)
{
    struct flip_board sheet = {.cursor = -1};
    struct flip_error error;
    for (int first = 0;;) {
        struct flip_match *match = screen->match;
        const int room = flip_paint_height() - 2;
        if (flip_board_draw(&sheet, match, screen->viewer, seat, flip_paint_width(),
                            room > SHEET_ROWS ? room : SHEET_ROWS, &error) < 0)
            break;
        const int rows = rows_used(&sheet.canvas), last = rows > room ? rows - room : 0;
        first = first < 0 ? 0 : first > last ? last : first;
        flip_paint_clear();
        flip_paint_text(screen->paint, 1, 0, flip_paint_width() - 2, FLIP_STRONG, FLIP_LIGHT_NONE, match->names[seat]);
        paint_sheet(screen, &sheet.canvas, first, room);
        flip_paint_bar(screen->paint, flip_paint_height() - 1,
                       match->seats > 1 ? "↑ ↓ PgUp PgDn: turn the page · o others · q Esc: back to the table"
                                        : "↑ ↓ PgUp PgDn: turn the page · q Esc: back to the table",
                       first < last ? "more below" : "");
        flip_paint_show();
        const int key = flip_paint_wait(-1).key;
        if (key == 'q' || key == 'z' || key == FLIP_KEY_ENTER || key == FLIP_KEY_ESCAPE || key == FLIP_KEY_GONE)
            break;
        if (key == 'o')
            seat = (seat + 1) % match->seats;
        first += flip_scroll_by(key, room);
    }
    flip_board_free(&sheet);
}

void flip_screen_older(struct flip_screen *screen)
{
    struct flip_error why;
    char *text = screen->match->calls->older(screen->match, &why);
    if (text)
        flip_window_help(screen->paint, "Said before, at this table", text, "");
    else
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
    free(text);
}

void flip_screen_search(struct flip_screen *screen)
{
    char text[2000];
    struct flip_text out = flip_text_in(text, sizeof text);
    json_t *view = screen->match->calls->view(screen->match, screen->viewer);
    const json_t *search = flip_search_of(view);
    if (search) {
        flip_text_add(&out, "\n");
        flip_search_grid(search, &out);
        flip_text_add(&out, "\nEnter: back to the table\n");
        flip_window_ask(screen->paint, flip_search_title(search), text, "dq");
    } else {
        flip_screen_say(screen, FLIP_DIM, "There is nothing to look through.");
    }
    json_decref(view);
}

void flip_screen_help(struct flip_screen *screen)
{
    char title[128], keys[5000];
    struct flip_text out = flip_text_in(keys, sizeof keys);
    snprintf(title, sizeof title, "Help: %s", screen->match->title);
    flip_text_add(&out, "%s", pointing);
    flip_command_help(true, &out);
    flip_window_help(screen->paint, title, keys, flip_rulebook_of(screen->match->game));
}

void flip_screen_rules(struct flip_screen *screen)
{
    flip_window_help(screen->paint, screen->match->title, "", flip_rulebook_of(screen->match->game));
}

/* --- in words ---------------------------------------------------------------------------------------------------------- */

/* In sentences, where the game has them; else as it is drawn. */
void flip_screen_words(struct flip_screen *screen, int seat)
{
    char words[TABLE_WORDS], title[FLIP_NAME + 32];
    struct flip_text out = flip_text_in(words, sizeof words);
    struct flip_match *match = screen->match;
    struct flip_error why;
    if (match->calls->read(match, screen->viewer, seat, NULL, &out, &why) <= 0) {
        flip_screen_sheet(screen, seat);
        return;
    }
    snprintf(title, sizeof title, "Seat %d, %s", seat + 1, match->names[seat]);
    flip_window_help(screen->paint, title, words, "");
}

void flip_screen_aim(struct flip_screen *screen, const char *move)
{
    char words[TABLE_WORDS], title[FLIP_MOVE_TEXT + 16];
    struct flip_text out = flip_text_in(words, sizeof words);
    struct flip_match *match = screen->match;
    struct flip_error why;
    struct flip_action action;
    const int listed = flip_actions_find(&screen->actions, 0, move);
    if (listed >= 0) {
        action = screen->actions.list[listed];
    } else if (match->calls->find(match, screen->viewer, move, &action, &why) < 0) {
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
        return;
    }
    const int read = match->calls->read(match, screen->viewer, screen->viewer, &action, &out, &why);
    if (read < 0) {
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
    } else if (read == 0 || !words[0]) {
        flip_screen_say(screen, FLIP_DIM, "There is nothing to aim.");
    } else {
        snprintf(title, sizeof title, "Aim: %s", action.text);
        flip_window_help(screen->paint, title, words, "");
    }
}

void flip_screen_scores(struct flip_screen *screen)
{
    char words[6000];
    struct flip_text out = flip_text_in(words, sizeof words);
    flip_told_scores(screen->match, &screen->actions, &out);
    flip_window_help(screen->paint, "How everybody stands", words, "");
}

void flip_screen_goals(struct flip_screen *screen)
{
    char words[6000];
    struct flip_text out = flip_text_in(words, sizeof words);
    if (flip_told_goals(screen->match, screen->viewer, true, &out))
        flip_window_help(screen->paint, "What there is to reach", words, "");
    else
        flip_screen_say(screen, FLIP_DIM, "'rules' says how this game is won, 'scores' how everybody stands.");
}
