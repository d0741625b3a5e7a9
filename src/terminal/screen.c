/* Keys, mouse, bots and hints at the table on the screen. */
#include "terminal/screen.h"

#include "terminal/windows.h"

#include <flipside/record.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool may_act(const struct flip_screen *screen)
{
    return screen->viewer < screen->table->seats && screen->actions.count > 0;
}

/* After every change at the table. */
static int look_again(struct flip_screen *screen, struct flip_error *error)
{
    flip_actions_list(&screen->actions, screen->table, screen->viewer);
    screen->aim.on = false;
    screen->hinted = false;
    flip_screen_restart(screen);
    return flip_story_tell(&screen->story, screen->table, screen->viewer, FLIP_ALL_STEPS, FLIP_STORY_GROUPED, error);
}

/* Are the moves that are shown still the moves there are? */
static bool still_current(const struct flip_screen *screen)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(screen->table, screen->viewer, moves, FLIP_MAX_MOVES);
    if (count == 0 || count != screen->actions.count)
        return false;
    for (int i = 0; i < count; i++) {
        int j = 0;
        while (j < count && screen->actions.list[j].move != moves[i])
            j++;
        if (j == count)
            return false;
    }
    return true;
}

/* After somebody else acted: the viewer's own half-made choice stays, if it still has its moves. */
static int listen(struct flip_screen *screen, struct flip_error *error)
{
    if (!still_current(screen))
        return look_again(screen, error);
    return flip_story_tell(&screen->story, screen->table, screen->viewer, FLIP_ALL_STEPS, FLIP_STORY_GROUPED, error);
}

/* What is news when one sits down: what happened since the dealer last turned something up. */
static void sit_down(struct flip_screen *screen)
{
    for (int i = 0; i < screen->story.count; i++)
        if (screen->story.lines[i].seat == FLIP_DEALER)
            screen->news = screen->story.lines[i].first_step;
}

static void first_cursor(struct flip_screen *screen)
{
    if (may_act(screen) && screen->board.cursor < 0 && !screen->in_list)
        flip_screen_point(screen, flip_board_next(&screen->board, &screen->actions, -1, 1));
}

void flip_screen_say(struct flip_screen *screen, enum flip_style style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(screen->message, sizeof screen->message, format, arguments);
    va_end(arguments);
    screen->message_style = style;
}

/* --- acting ------------------------------------------------------------------------------------------------------------ */

static void report_trouble(struct flip_screen *screen)
{
    if (screen->session->trouble[0])
        flip_screen_say(screen, FLIP_BAD, "%s", screen->session->trouble);
}

static int act(struct flip_screen *screen, flip_move move, struct flip_error *error)
{
    struct flip_error why;
    screen->news = screen->table->step_count;
    screen->shown = screen->viewer;
    if (flip_session_act(screen->session, screen->viewer, move, &why) < 0) {
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
        return 0;
    }
    screen->turn_number++;
    screen->log_back = 0;
    report_trouble(screen);
    return look_again(screen, error);
}

static int undo(struct flip_screen *screen, struct flip_error *error)
{
    struct flip_error why;
    if (screen->viewer >= screen->table->seats) {
        flip_screen_say(screen, FLIP_DIM, "Only bots play here: there is nothing of yours to take back.");
        return 0;
    }
    if (flip_board_unpin(&screen->board)) {
        flip_screen_list(screen);
        flip_screen_say(screen, FLIP_PLAIN, "Taken back.");
        return 0;
    }
    if (flip_session_undo(screen->session, screen->viewer, &why) < 0) {
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
        return 0;
    }
    screen->turn_number++;
    screen->news = screen->table->step_count;
    flip_screen_say(screen, FLIP_PLAIN, "Taken back.");
    return look_again(screen, error);
}

/* Enter, or a second click: do the chosen move, or narrow the choice. */
static int take(struct flip_screen *screen, struct flip_error *error)
{
    const struct flip_action *chosen = flip_screen_chosen(screen);
    if (chosen && flip_aim_begin(&screen->aim, screen->table, screen->viewer, chosen->move))
        return 0;
    if (chosen)
        return act(screen, chosen->move, error);
    if (screen->board.cursor >= 0) {
        const int spot = screen->board.cursor;
        flip_board_pin(&screen->board, spot);
        flip_screen_list(screen);
        flip_screen_point(screen, flip_board_next(&screen->board, &screen->actions, spot, 1));
        if (screen->board.cursor < 0 && screen->list_count > 1)
            screen->in_list = true;
    }
    return 0;
}

/* A key while a move is aimed; false: it means something else. */
static bool aiming(struct flip_screen *screen, struct flip_event event, int *result, struct flip_error *error)
{
    struct flip_error why;
    flip_move move;
    if (!screen->aim.on)
        return false;
    const enum flip_aim_answer answer = flip_aim_key(&screen->aim, event.key);
    *result = 0;
    if (answer == FLIP_AIM_DONE) {
        if (flip_aim_move(&screen->aim, screen->table, screen->viewer, &move, &why) == 0)
            *result = act(screen, move, error);
        else
            flip_screen_say(screen, FLIP_BAD, "%s", why.message);
    }
    return answer != FLIP_AIM_OTHER;
}

static int command(struct flip_screen *screen, const char *text, struct flip_error *error)
{
    struct flip_error why;
    flip_move move;
    if (!text[0])
        return 0;
    if (!may_act(screen)) {
        flip_screen_say(screen, FLIP_BAD, "You have nothing to decide now.");
        return 0;
    }
    if (flip_table_find(screen->table, screen->viewer, text, &move, &why) < 0) {
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
        return 0;
    }
    return act(screen, move, error);
}

/* --- bots and hints ---------------------------------------------------------------------------------------------------- */

static void take_hint(struct flip_screen *screen)
{
    if (screen->hint_turn != screen->turn_number || !may_act(screen))
        return;
    if (screen->hint->failed) {
        flip_screen_say(screen, FLIP_BAD, "%s", screen->hint->error.message);
        return;
    }
    flip_screen_restart(screen);
    flip_actions_value(&screen->actions, screen->table, &screen->hint->thought);
    screen->hinted = true;
    flip_screen_list(screen);
    screen->in_list = true;
    screen->board.cursor = -1;
    const char *why = screen->hint->thought.choice[0].why;
    flip_screen_say(screen, FLIP_PLAIN, "Hint, with %s: %s%s%s",
                    screen->table->seats == 1 ? "points at the end" : "chance to win", screen->actions.list[0].tell,
                    why[0] ? "; it " : "", why);
}

static void ask_hint(struct flip_screen *screen)
{
    struct flip_error why;
    if (!may_act(screen)) {
        flip_screen_say(screen, FLIP_DIM, "There is nothing to decide now.");
        return;
    }
    if (screen->hint->busy)
        return;
    screen->hint_turn = screen->turn_number;
    if (screen->session->remote) {
        flip_screen_say(screen, FLIP_PLAIN, "The server thinks about your %d moves …", screen->actions.count);
        flip_screen_paint(screen);
        screen->hint->failed =
            flip_remote_hint(screen->session->remote, screen->viewer, &screen->hint->thought, &screen->hint->error);
        take_hint(screen);
    } else if (flip_thinking_begin(screen->hint, screen->table, screen->viewer, NULL, &why) < 0)
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
    else
        flip_screen_say(screen, FLIP_PLAIN, "Thinking about your %d moves …", screen->actions.count);
}

static int begin_bot(struct flip_screen *screen, struct flip_error *error)
{
    const flip_set bots = flip_table_turn(screen->table) & ~screen->session->people;
    if (!bots || screen->bot->busy || screen->session->remote)
        return 0;
    const int seat = flip_set_first(bots);
    return flip_thinking_begin(screen->bot, screen->table, seat, &screen->session->players[seat], error);
}

static int take_bot(struct flip_screen *screen, struct flip_error *error)
{
    flip_move move = screen->bot->move;
    const int seat = screen->bot->seat;
    if (screen->bot->failed) {
        flip_screen_say(screen, FLIP_BAD, "%s could not think (%s) and plays the first move it has.",
                        screen->table->names[seat], screen->bot->error.message);
        if (flip_table_moves(screen->table, seat, &move, 1) == 0)
            return 0;
    }
    if (flip_session_act(screen->session, seat, move, error) < 0)
        return -1;
    return listen(screen, error);
}

/* --- who sits at the keyboard -------------------------------------------------------------------------------------------- */

/* The keyboard goes to the next person who has to decide. */
static int change_viewer(struct flip_screen *screen, struct flip_error *error)
{
    const flip_set waiting = flip_table_turn(screen->table) & screen->session->people;
    if (!waiting || flip_set_has(waiting, screen->viewer))
        return 0;
    const int last = screen->viewer, next = flip_set_first(waiting);
    if (last < screen->table->seats && flip_session_hides(screen->session, next)) {
        char text[200];
        snprintf(text, sizeof text,
                 "It is %s's turn, and %s has things to hide.\n\nPass the keyboard, then press Enter.",
                 screen->table->names[next], screen->table->names[last]);
        flip_paint_clear();
        flip_window_ask(screen->paint, "Pass the keyboard", text, " ");
    }
    screen->viewer = screen->shown = next;
    screen->turn_number++;
    screen->news = screen->table->step_count;
    screen->message[0] = '\0';
    return look_again(screen, error);
}

/* --- keys ---------------------------------------------------------------------------------------------------------------- */

static bool inside(struct flip_rect rect, struct flip_event event)
{
    return event.x >= rect.x && event.x < rect.x + rect.width && event.y >= rect.y && event.y < rect.y + rect.height;
}

static int click(struct flip_screen *screen, struct flip_event event, struct flip_error *error)
{
    if (inside(screen->list_rect, event)) {
        const int row = screen->list_top + event.y - screen->list_rect.y;
        if (row >= screen->list_count)
            return 0;
        if (screen->in_list && row == screen->list_at)
            return take(screen, error);
        screen->in_list = true;
        screen->board.cursor = -1;
        screen->list_at = row;
        return 0;
    }
    if (!inside(screen->canvas_at, event) || screen->shown != screen->viewer)
        return 0;
    const int spot = flip_board_at(&screen->board, event.x - screen->canvas_at.x, event.y - screen->canvas_at.y);
    if (spot < 0)
        return 0;
    if (spot == screen->board.cursor)
        return take(screen, error);
    if (flip_board_useful(&screen->board, &screen->actions, spot))
        flip_screen_point(screen, spot);
    else if (flip_board_count(&screen->board, &screen->actions, spot, NULL) && screen->list_count == 1)
        return take(screen, error);
    else
        flip_screen_say(screen, FLIP_DIM, "Nothing can be done there now.");
    return 0;
}

static int typing(struct flip_screen *screen, struct flip_event event, struct flip_error *error)
{
    size_t length = strlen(screen->typed);
    const enum flip_screen_input input = screen->input;
    switch (event.key) {
    case FLIP_KEY_ESCAPE:
        screen->input = FLIP_INPUT_NONE;
        screen->filter[0] = '\0';
        break;
    case FLIP_KEY_ENTER:
        screen->input = FLIP_INPUT_NONE;
        if (input == FLIP_INPUT_COMMAND) {
            screen->filter[0] = '\0';
            flip_screen_list(screen);
            return command(screen, screen->typed, error);
        }
        screen->in_list = screen->list_count > 0;
        return 0;
    case FLIP_KEY_BACKSPACE:
        if (length == 0)
            screen->input = FLIP_INPUT_NONE;
        else
            screen->typed[length - 1] = '\0';
        break;
    case FLIP_KEY_UP:
        flip_screen_arrow(screen, 0, -1);
        return 0;
    case FLIP_KEY_DOWN:
        flip_screen_arrow(screen, 0, 1);
        return 0;
    default:
        if (event.key >= ' ' && event.key < 127 && length + 1 < sizeof screen->typed) {
            screen->typed[length] = (char)event.key;
            screen->typed[length + 1] = '\0';
        }
    }
    if (input == FLIP_INPUT_FILTER || screen->input == FLIP_INPUT_NONE)
        memcpy(screen->filter, screen->input == FLIP_INPUT_NONE ? "" : screen->typed,
               screen->input == FLIP_INPUT_NONE ? 1 : sizeof screen->filter);
    flip_screen_list(screen);
    return 0;
}

static void begin_typing(struct flip_screen *screen, enum flip_screen_input input)
{
    screen->input = input;
    screen->typed[0] = '\0';
    screen->in_list = input == FLIP_INPUT_FILTER;
    if (screen->in_list)
        screen->board.cursor = -1;
    screen->shown = screen->viewer < screen->table->seats ? screen->viewer : screen->shown;
}

static void show_seat(struct flip_screen *screen, int seat)
{
    if (seat < screen->table->seats)
        screen->shown = seat;
    else
        flip_screen_say(screen, FLIP_DIM, "There are %d seats at this table.", screen->table->seats);
}

/* Returns a flip_screen_end, -1 for an error, or GO_ON. */
enum { GO_ON = 100 };

static int key(struct flip_screen *screen, struct flip_event event, struct flip_error *error)
{
    int result = 0;
    const bool over = flip_table_turn(screen->table) == 0;
    if (screen->input != FLIP_INPUT_NONE && event.key != FLIP_KEY_CLICK && event.key != FLIP_KEY_RESIZE)
        return typing(screen, event, error) < 0 ? -1 : GO_ON;
    if (event.key != FLIP_KEY_OTHER && event.key != FLIP_KEY_RESIZE)
        screen->message[0] = '\0';
    if (aiming(screen, event, &result, error))
        return result < 0 ? -1 : GO_ON;
    switch (event.key) {
    case FLIP_KEY_UP:
        flip_screen_arrow(screen, 0, -1);
        break;
    case FLIP_KEY_DOWN:
        flip_screen_arrow(screen, 0, 1);
        break;
    case FLIP_KEY_LEFT:
        flip_screen_arrow(screen, -1, 0);
        break;
    case FLIP_KEY_RIGHT:
        flip_screen_arrow(screen, 1, 0);
        break;
    case '\t':
        flip_screen_tab(screen, 1);
        break;
    case FLIP_KEY_BACK_TAB:
        flip_screen_tab(screen, -1);
        break;
    case FLIP_KEY_HOME:
        screen->list_at = 0;
        break;
    case FLIP_KEY_END:
        screen->list_at = screen->list_count ? screen->list_count - 1 : 0;
        break;
    case FLIP_KEY_PAGE_UP:
    case FLIP_KEY_WHEEL_UP:
        screen->log_back += 3;
        break;
    case FLIP_KEY_PAGE_DOWN:
    case FLIP_KEY_WHEEL_DOWN:
        screen->log_back = screen->log_back > 3 ? screen->log_back - 3 : 0;
        break;
    case FLIP_KEY_CLICK:
        result = click(screen, event, error);
        break;
    case FLIP_KEY_ENTER:
    case ' ':
        if (over)
            screen->told_result = false;
        else if (screen->shown == screen->viewer)
            result = take(screen, error);
        else
            screen->shown = screen->viewer < screen->table->seats ? screen->viewer : screen->shown;
        break;
    case FLIP_KEY_ESCAPE:
        flip_screen_step_back(screen);
        break;
    case 'l':
        screen->in_list = !screen->in_list && screen->list_count > 0;
        if (screen->in_list)
            screen->board.cursor = -1;
        break;
    case '/':
        begin_typing(screen, FLIP_INPUT_FILTER);
        break;
    case ':':
        begin_typing(screen, FLIP_INPUT_COMMAND);
        break;
    case 'u':
        result = undo(screen, error);
        break;
    case 'h':
        ask_hint(screen);
        break;
    case 'o':
        screen->shown = (screen->shown + 1) % screen->table->seats;
        break;
    case 'z':
        flip_screen_sheet(screen);
        break;
    case 's':
        flip_screen_save(screen);
        break;
    case '?':
        flip_screen_help(screen);
        break;
    case 'n':
        if (over)
            return FLIP_SCREEN_AGAIN;
        break;
    case 'q':
        if (flip_screen_quit(screen))
            return FLIP_SCREEN_QUIT;
        break;
    case FLIP_KEY_GONE:
        return FLIP_SCREEN_QUIT;
    default:
        if (event.key >= '1' && event.key <= '9')
            show_seat(screen, event.key - '1');
    }
    return result < 0 ? -1 : GO_ON;
}

/* --- the loop -------------------------------------------------------------------------------------------------------------- */

/* What happened at a distant table since the last glance. */
static int hear(struct flip_screen *screen, struct flip_error *error)
{
    if (!screen->session->remote)
        return 0;
    const bool changed = flip_session_listen(screen->session);
    const char *trouble = flip_remote_trouble(screen->session->remote);
    if (trouble[0])
        flip_screen_say(screen, FLIP_BAD, "%s", trouble);
    else if (screen->offline)
        screen->message[0] = '\0';
    screen->offline = trouble[0] != '\0';
    return changed ? listen(screen, error) : 0;
}

static int turn_loop(struct flip_screen *screen, struct flip_error *error)
{
    enum { GLANCE_MS = 40 };
    for (;;) {
        if (change_viewer(screen, error) < 0 || begin_bot(screen, error) < 0)
            return -1;
        flip_screen_paint(screen);
        first_cursor(screen);
        flip_screen_paint(screen);
        if (!flip_table_turn(screen->table) && !screen->told_result) {
            screen->told_result = true;
            screen->message[0] = '\0';
            const int answer = flip_screen_result(screen);
            if (answer == 'n' || answer == 'q')
                return answer == 'n' ? FLIP_SCREEN_AGAIN : FLIP_SCREEN_QUIT;
            continue;
        }
        const bool busy = screen->bot->busy || screen->hint->busy || screen->session->remote;
        const struct flip_event event = flip_paint_wait(busy ? GLANCE_MS : -1);
        if (flip_thinking_ready(screen->bot) && take_bot(screen, error) < 0)
            return -1;
        if (flip_thinking_ready(screen->hint))
            take_hint(screen);
        if (hear(screen, error) < 0)
            return -1;
        if (event.key == FLIP_KEY_NONE)
            continue;
        const int next = key(screen, event, error);
        if (next != GO_ON)
            return next;
    }
}

int flip_screen_play(struct flip_session *session, const struct flip_paint *paint, struct flip_error *error)
{
    struct flip_screen *screen = calloc(1, sizeof *screen);
    int result = -1;
    if (!screen)
        return flip_fail(error, "no_memory", "There is not enough memory for the screen.");
    screen->session = session;
    screen->table = session->table;
    screen->paint = paint;
    screen->bot = calloc(1, sizeof *screen->bot);
    screen->hint = calloc(1, sizeof *screen->hint);
    screen->viewer = session->people ? flip_set_first(session->people) : FLIP_PUBLIC;
    screen->shown = session->people ? screen->viewer : 0;
    screen->board.cursor = -1;
    if (!screen->bot || !screen->hint)
        flip_fail(error, "no_memory", "There is not enough memory for the screen.");
    else if (flip_actions_open(&screen->actions, session->table->game, error) == 0 && look_again(screen, error) == 0) {
        sit_down(screen);
        result = turn_loop(screen, error);
    }
    if (screen->bot)
        flip_thinking_end(screen->bot);
    if (screen->hint)
        flip_thinking_end(screen->hint);
    flip_actions_free(&screen->actions);
    flip_board_free(&screen->board);
    flip_story_free(&screen->story);
    free(screen->bot);
    free(screen->hint);
    free(screen);
    return result;
}
