/* Pointing at moves: the cursor on the sheet, the pins, and the list that follows them; and what a lesson points at. */
#include "faces/terminal/play/screen.h"

#include <stdio.h>

const flip_move *flip_screen_meant(const struct flip_screen *screen)
{
    const struct flip_match_lesson *lesson = screen->match->lesson;
    return lesson && lesson->view.known ? &lesson->view.offer : NULL;
}

void flip_screen_reading(const struct flip_screen *screen, char out[FLIP_READING])
{
    const struct flip_match_lesson *lesson = screen->match->lesson;
    if (lesson && lesson->view.times > 1)
        snprintf(out, FLIP_READING, "%s (%d of %d)", lesson->view.text, lesson->view.done, lesson->view.times);
    else if (lesson)
        snprintf(out, FLIP_READING, "%s", lesson->view.text);
}

const struct flip_action *flip_screen_chosen(const struct flip_screen *screen)
{
    if (screen->list_count == 0)
        return NULL;
    if (!screen->in_list && flip_canvas_said(&screen->board.canvas, screen->board.cursor))
        return NULL;
    if (screen->in_list || screen->list_count == 1)
        return &screen->actions.list[screen->list[screen->list_at]];
    if (screen->board.cursor < 0)
        return NULL;
    int first = 0;
    const int count = flip_board_count(&screen->board, &screen->actions, screen->board.cursor, &first);
    return count == 1 ? &screen->actions.list[first] : NULL;
}

/* The list follows the sheet, to the lesson's move if the cursor is there. */
static void follow_cursor(struct flip_screen *screen)
{
    int first = -1;
    if (screen->board.cursor < 0 ||
        flip_board_count(&screen->board, &screen->actions, screen->board.cursor, &first) == 0)
        return;
    const flip_move *meant = flip_screen_meant(screen);
    for (int i = 0; i < screen->list_count; i++) {
        const flip_move move = screen->actions.list[screen->list[i]].move;
        const bool lesson = meant && move == *meant && flip_board_on(&screen->board, screen->board.cursor, move);
        if (screen->list[i] == first || lesson)
            screen->list_at = i;
        if (lesson)
            return;
    }
}

void flip_screen_list(struct flip_screen *screen)
{
    screen->list_count = 0;
    for (int i = 0; i < screen->actions.count; i++)
        if (flip_board_fits(&screen->board, screen->actions.list[i].move) &&
            flip_action_matches(&screen->actions.list[i], screen->filter))
            screen->list[screen->list_count++] = i;
    screen->list_at = screen->list_top = 0;
    if (screen->board.cursor >= 0 && !flip_board_reachable(&screen->board, &screen->actions, screen->board.cursor))
        screen->board.cursor = -1;
    follow_cursor(screen);
}

int flip_screen_next_spot(const struct flip_screen *screen, int from)
{
    const flip_move *meant = flip_screen_meant(screen);
    const int spot = meant ? flip_board_spot_of(&screen->board, &screen->actions, *meant) : -1;
    if (spot >= 0 && spot != from && flip_board_useful(&screen->board, &screen->actions, spot))
        return spot;
    return flip_board_next(&screen->board, &screen->actions, from, 1, false);
}

void flip_screen_point(struct flip_screen *screen, int spot)
{
    screen->in_list = false;
    screen->board.cursor = spot;
    flip_screen_read(screen);
    follow_cursor(screen);
}

bool flip_screen_read(struct flip_screen *screen)
{
    char words[400];
    struct flip_text out = flip_text_in(words, sizeof words);
    if (screen->in_list || !flip_board_says(&screen->board, screen->match, screen->board.cursor, &out))
        return false;
    flip_screen_say(screen, FLIP_PLAIN, "%s", words);
    return true;
}

void flip_screen_restart(struct flip_screen *screen)
{
    screen->board.pin_count = 0;
    screen->board.cursor = -1;
    screen->filter[0] = '\0';
    screen->in_list = false;
    flip_screen_list(screen);
}

void flip_screen_step_back(struct flip_screen *screen)
{
    if (screen->shown != screen->viewer && screen->viewer < screen->match->seats)
        screen->shown = screen->viewer;
    else if (screen->filter[0])
        screen->filter[0] = '\0';
    else if (screen->in_list && screen->board.canvas.spot_count)
        screen->in_list = false;
    else
        flip_board_unpin(&screen->board);
    flip_screen_list(screen);
}

void flip_screen_arrow(struct flip_screen *screen, int dx, int dy)
{
    if (screen->in_list) {
        const int at = screen->list_at + dy + dx * (screen->list_across > 1 ? screen->list_rect.height : 0);
        if (at >= 0 && at < screen->list_count)
            screen->list_at = at;
        return;
    }
    if (screen->shown == screen->viewer)
        flip_screen_point(screen, flip_board_toward(&screen->board, &screen->actions, screen->board.cursor, dx, dy));
}

void flip_screen_tab(struct flip_screen *screen, int step)
{
    if (screen->shown != screen->viewer)
        return;
    const int spot = flip_board_next(&screen->board, &screen->actions, screen->board.cursor, step, true);
    if (spot >= 0)
        flip_screen_point(screen, spot);
    else if (screen->list_count > 0)
        screen->list_at = (screen->list_at + step + screen->list_count) % screen->list_count;
}
