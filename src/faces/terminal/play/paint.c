/*
 * Paints the table. Top: a bar with game, stage and scores. Left: the sheet as the game draws it. Right, or below in a
 * small window: the log. Below the sheet: the possible moves. Bottom: the chosen move as a sentence, and the keys.
 */
#include "faces/terminal/play/screen.h"

#include "table/spoken.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- bar --------------------------------------------------------------------------------------------------------------- */

static void stage_text(const struct flip_screen *screen, struct flip_text *out)
{
    const struct flip_match *match = screen->match;
    if (screen->shown != screen->viewer && screen->viewer != FLIP_PUBLIC)
        flip_text_add(out, "sheet of %s", match->names[screen->shown]);
    else
        flip_match_stage(match, screen->viewer, " · ", out);
}

static void paint_bar(const struct flip_screen *screen)
{
    const struct flip_match *match = screen->match;
    char stage[256];
    struct flip_text text = flip_text_in(stage, sizeof stage);
    stage_text(screen, &text);
    flip_bar_paint(screen->paint, &(struct flip_bar){.title = match->title,
                                                     .stage = stage,
                                                     .names = match->names,
                                                     .seats = match->seats,
                                                     .scores = match->points ? screen->actions.result.score : NULL,
                                                     .turn = match->calls->turn(match),
                                                     .viewer = screen->viewer});
}

/* --- foot -------------------------------------------------------------------------------------------------------------- */

enum { FOOT_LINES = 4 }; /* a warning of the tutor with what would be better */

/* A sentence at the foot; a long one takes several lines. */
static void paint_lines(const struct flip_screen *screen, int y, int width, enum flip_style style, const char *words)
{
    struct flip_line line[FOOT_LINES];
    const int count = flip_words_wrap(words, width, 0, line, FOOT_LINES);
    const int lines = count < FOOT_LINES ? count : FOOT_LINES;
    for (int i = 0; i < lines; i++) {
        const int row = y - lines + 1 + i;
        flip_paint_format(screen->paint, 0, row, width + 2, FLIP_PLAIN, FLIP_LIGHT_NONE, "%*s", width + 2, "");
        flip_paint_format(screen->paint, 1, row, width, style, FLIP_LIGHT_NONE, "%.*s", line[i].bytes, line[i].at);
    }
}

/* The immediate gain of a move: "+1 point", or nothing. */
static const char *gain_text(const struct flip_action *action, char out[24])
{
    out[0] = '\0';
    if (action->gain)
        snprintf(out, 24, "%+d point%s", action->gain, abs(action->gain) == 1 ? "" : "s");
    return out;
}

enum { CHOICE_SIZE = FLIP_TELL_TEXT + 40 };

/* The chosen move as a sentence, with its gain. */
static void choice_text(const struct flip_action *chosen, char out[CHOICE_SIZE])
{
    char todo[FLIP_TELL_TEXT], gain[24];
    flip_spoken_imperative(chosen->tell, todo, sizeof todo);
    gain_text(chosen, gain);
    snprintf(out, CHOICE_SIZE, "Enter: %s%s%s%s", todo, *gain ? " (" : "", gain, *gain ? ")" : "");
}

/* In one line with its points and its notation; if that is too long, as a sentence of several lines. */
static void paint_chosen(const struct flip_screen *screen, const struct flip_action *chosen, int y)
{
    const struct flip_paint *paint = screen->paint;
    const int width = flip_paint_width() - 2;
    char whole[CHOICE_SIZE], todo[FLIP_TELL_TEXT], gain[24];
    choice_text(chosen, whole);
    if (flip_words_width(whole) > width) {
        paint_lines(screen, y, width, FLIP_STRONG, whole);
        return;
    }
    int x = flip_paint_text(paint, 1, y, width, FLIP_ACCENT, FLIP_LIGHT_NONE, "Enter: ");
    x = flip_paint_text(paint, x, y, width, FLIP_STRONG, FLIP_LIGHT_NONE,
                        flip_spoken_imperative(chosen->tell, todo, sizeof todo));
    if (chosen->gain)
        x = flip_paint_text(paint, x + 2, y, width, chosen->gain > 0 ? FLIP_GOOD : FLIP_BAD, FLIP_LIGHT_NONE,
                            gain_text(chosen, gain));
    const int left = width - flip_words_width(chosen->text);
    if (left > x + 1)
        flip_paint_format(paint, left, y, width, FLIP_DIM, FLIP_LIGHT_NONE, ":%s", chosen->text);
}

static void paint_choice(const struct flip_screen *screen, int y)
{
    const struct flip_paint *paint = screen->paint;
    const int width = flip_paint_width() - 2;
    const struct flip_action *chosen = flip_screen_chosen(screen);
    if (chosen) {
        paint_chosen(screen, chosen, y);
        return;
    }
    if (screen->board.cursor < 0 || screen->shown != screen->viewer)
        return;
    const int count = flip_board_count(&screen->board, &screen->actions, screen->board.cursor, NULL);
    if (count > 1)
        flip_paint_format(paint, 1, y, width, FLIP_DIM, FLIP_LIGHT_NONE,
                          "Enter takes this place: %d moves have it, and you choose among them. Esc: back.", count);
}

/* When the game is over, only what is still possible. */
static void keys_at_end(const struct flip_match *match, char *keys, size_t size)
{
    const bool again = !match->lesson && !match->distant, undo = match->lesson && !match->lesson->puzzle;
    snprintf(keys, size, "Enter %s%s%s%s · z sheet%s · q quit", match->lesson ? "what comes next" : "the result",
             again ? " · n new game" : "", undo ? " · u undo" : "", match->seats > 1 ? " · o others" : "",
             match->lesson ? "" : " · s save");
}

/* The keys, as many as the window has room for. */
static void keys_text(const struct flip_screen *screen, int width, char *keys, size_t size)
{
    const struct flip_match *match = screen->match;
    const bool undo = screen->viewer < match->seats && match->calls->can_undo(match, screen->viewer);
    if (!match->calls->turn(match)) {
        keys_at_end(match, keys, size);
        return;
    }
    enum { LONG, SHORT, SHORTER, SHORTEST };
    for (int form = LONG; form <= SHORTEST; form++) {
        const bool others = match->seats > 1 && form < SHORTEST;
        snprintf(keys, size, "%s? help · l list%s · : type%s%s%s%s · z sheet%s · q quit",
                 form == LONG ? "arrows, Tab, Enter · " : "", form == LONG ? " · / find" : "", undo ? " · u undo" : "",
                 !match->lesson           ? " · h hint"
                 : !match->lesson->puzzle ? " · h show me"
                                          : "",
                 form < SHORTER && !match->lesson ? " · t tutor" : "", others ? " · o others" : "",
                 form == LONG ? " · s save" : "");
        if (flip_words_width(keys) <= width)
            return;
    }
}

static void paint_foot(const struct flip_screen *screen, const struct flip_layout *l)
{
    const int width = flip_paint_width() - 2;
    if (screen->input != FLIP_INPUT_NONE) {
        const bool command = screen->input == FLIP_INPUT_COMMAND;
        const int x = flip_paint_format(screen->paint, 1, l->message, width, FLIP_STRONG, FLIP_LIGHT_NONE, "%s%s",
                                        command ? ":" : "/", screen->typed);
        flip_paint_bar(screen->paint, l->keys,
                       screen->message[0] ? screen->message
                       : command          ? "a move or a word · Tab: complete it · Enter: do it · Esc: leave"
                                          : "words to look for · Enter: choose · Esc: all",
                       "");
        flip_paint_cursor(x, l->message);
        return;
    }
    flip_paint_cursor(-1, 0);
    if (screen->aim.on) {
        char aimed[160 + FLIP_TELL_TEXT], keys[200], todo[FLIP_TELL_TEXT];
        struct flip_text out = flip_text_in(aimed, sizeof aimed), how = flip_text_in(keys, sizeof keys);
        struct flip_action action;
        flip_aim_text(&screen->aim, &out);
        if (flip_aim_action(&screen->aim, screen->match, screen->viewer, &action, NULL) == 0)
            flip_text_add(&out, " · %s", flip_spoken_imperative(action.tell, todo, sizeof todo));
        flip_aim_keys(&screen->aim, width, &how);
        flip_paint_format(screen->paint, 1, l->message, width, FLIP_ACCENT, FLIP_LIGHT_NONE, "Aim: %s", aimed);
        flip_paint_bar(screen->paint, l->keys, keys, "");
        return;
    }
    if (screen->message[0])
        paint_lines(screen, l->message, width, screen->message_style, screen->message);
    else if (screen->match->calls->turn(screen->match))
        paint_choice(screen, l->message);
    char keys[200];
    const char *thinking = screen->asked || screen->judged || screen->weighing ? "thinking …" : "";
    keys_text(screen, width - (*thinking ? flip_words_width(thinking) + 2 : 0), keys, sizeof keys);
    flip_paint_bar(screen->paint, l->keys, keys, thinking);
}

/* How many lines the sentence needs. */
static int foot_lines(const struct flip_screen *screen)
{
    char words[FLIP_ERROR_SIZE + CHOICE_SIZE];
    struct flip_line line[FOOT_LINES];
    const struct flip_action *chosen = flip_screen_chosen(screen);
    if (screen->input != FLIP_INPUT_NONE || screen->aim.on || (!screen->message[0] && !chosen))
        return 1;
    if (screen->message[0])
        snprintf(words, sizeof words, "%s", screen->message);
    else
        choice_text(chosen, words);
    const int count = flip_words_wrap(words, flip_paint_width() - 2, 0, line, FOOT_LINES);
    return count < FOOT_LINES ? count : FOOT_LINES;
}

/* The lesson's text, above the log. */
static void paint_lesson(const struct flip_screen *screen, struct flip_rect *log, const char *reading)
{
    const struct flip_match_lesson *lesson = screen->match->lesson;
    char step[64], title[240];
    if (lesson->puzzle && !lesson->view.finished)
        snprintf(step, sizeof step, "Puzzle");
    else if (lesson->puzzle)
        snprintf(step, sizeof step, lesson->solved ? "Solved" : "Not the best");
    else if (lesson->view.finished)
        snprintf(step, sizeof step, "Done");
    else
        snprintf(step, sizeof step, "Step %d of %d", lesson->view.step + 1, lesson->view.steps);
    snprintf(title, sizeof title, "%s: %s", step, lesson->view.title);
    if (flip_words_width(title) + 4 > log->width)
        memcpy(title, step, sizeof step);
    flip_layout_reading(screen->paint, log, title, reading);
}

/* The lesson's move, if it can be chosen as it is; else NULL. */
static const struct flip_action *meant_action(const struct flip_screen *screen)
{
    const flip_move *meant = flip_screen_meant(screen);
    for (int i = 0; meant && i < screen->actions.count; i++)
        if (screen->actions.list[i].move == *meant)
            return &screen->actions.list[i];
    return NULL;
}

/* The story, with the chat in between. */
static void paint_log(struct flip_screen *screen, struct flip_rect rect)
{
    struct flip_story with = screen->story;
    const int count = screen->story.count, voices = screen->voice_count;
    with.lines = voices ? malloc((size_t)(count + voices) * sizeof *with.lines) : NULL;
    if (!with.lines) {
        flip_layout_log(screen->paint, rect, &screen->story, screen->news, &screen->log_back);
        return;
    }
    with.count = 0;
    for (int i = 0, voice = 0; i < count || voice < voices;) {
        const bool said =
            voice < voices && (i == count || screen->voices[voice].first_step <= screen->story.lines[i].first_step);
        with.lines[with.count++] = said ? screen->voices[voice++] : screen->story.lines[i++];
    }
    flip_layout_log(screen->paint, rect, &with, screen->news, &screen->log_back);
    free(with.lines);
}

void flip_screen_paint(struct flip_screen *screen)
{
    if (flip_paint_too_small(screen->paint))
        return;
    char reading[FLIP_READING] = "";
    flip_screen_reading(screen, reading);
    struct flip_layout l = flip_layout_now(screen->match->lesson ? reading : NULL, foot_lines(screen));
    struct flip_error error;
    flip_paint_clear();
    paint_bar(screen);
    screen->board.meant = flip_screen_meant(screen);
    screen->canvas_at = l.canvas;
    screen->log_rect = l.log;
    screen->list_rect = (struct flip_rect){0, 0, 0, 0};
    const bool telling = screen->held > 0; /* the sheet stays as it was until everything is told */
    const bool own = screen->shown == screen->viewer && !telling;
    const struct flip_action *chosen = own ? flip_screen_chosen(screen) : NULL;
    const bool kept =
        telling && screen->board.canvas.width == l.canvas.width && screen->board.canvas.height == l.canvas.height;
    if (kept || flip_board_draw(&screen->board, screen->match, screen->viewer, screen->shown, l.canvas.width,
                                l.canvas.height, &error) == 0) {
        struct flip_action aimed;
        const bool aim =
            own && screen->aim.on && flip_aim_action(&screen->aim, screen->match, screen->viewer, &aimed, NULL) == 0;
        const struct flip_action *tried = aim ? &aimed : chosen ? chosen : own ? meant_action(screen) : NULL;
        if (tried)
            flip_board_try(&screen->board, screen->match, screen->viewer, tried);
        if (aim)
            flip_board_paint_trial(&screen->board, screen->paint, l.canvas.x, l.canvas.y);
        else
            flip_board_paint(&screen->board, screen->paint, l.canvas.x, l.canvas.y, &screen->actions, own,
                             chosen ? &chosen->move : NULL);
    }
    flip_screen_paint_actions(screen, l.actions);
    if (screen->match->lesson)
        paint_lesson(screen, &l.log, reading);
    paint_log(screen, l.log);
    paint_foot(screen, &l);
    flip_paint_show();
}
