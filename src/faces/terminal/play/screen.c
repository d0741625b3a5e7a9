/* Keys, mouse, bots and hints at the table on the screen. */
#include "faces/terminal/play/screen.h"

#include "table/spoken.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static flip_set turn(const struct flip_screen *screen) { return screen->match->calls->turn(screen->match); }

static bool may_act(const struct flip_screen *screen)
{
    return screen->viewer < screen->match->seats && screen->actions.count > 0;
}

static int tell_story(struct flip_screen *screen, struct flip_error *error)
{
    if (screen->match->calls->story(screen->match, screen->viewer, FLIP_STORY_GROUPED, &screen->story, error) < 0)
        return -1;
    flip_screen_hold(screen);
    return 0;
}

/* After every change at the table. */
static int look_again(struct flip_screen *screen, struct flip_error *error)
{
    screen->match->calls->actions(screen->match, screen->viewer, &screen->actions);
    screen->aim.on = false;
    screen->hinted = false;
    flip_screen_restart(screen);
    return tell_story(screen, error);
}

/* After somebody else acted, the viewer keeps a half-made choice if its moves are still there. */
static int look_up(struct flip_screen *screen, struct flip_error *error)
{
    const bool current = screen->actions.count > 0 &&
                         screen->match->calls->offer(screen->match, screen->viewer) == screen->actions.offer;
    return current ? tell_story(screen, error) : look_again(screen, error);
}

/* News for a player who begins: everything since the dealer last turned something up. */
static void sit_down(struct flip_screen *screen)
{
    for (int i = 0; i < screen->story.count; i++)
        if (screen->story.lines[i].seat == FLIP_DEALER)
            screen->news = screen->story.lines[i].first_step;
}

/* Points at the lesson's move in the list if the sheet does not show it. */
static void point_in_list(struct flip_screen *screen)
{
    const flip_move *meant = flip_screen_meant(screen);
    if (!meant || flip_board_spot_of(&screen->board, &screen->actions, *meant) >= 0)
        return;
    for (int i = 0; i < screen->list_count; i++)
        if (screen->actions.list[screen->list[i]].move == *meant) {
            screen->board.cursor = -1;
            screen->in_list = true;
            screen->list_at = i;
        }
}

/* On the sheet, or in the list if no spot stands for a move. */
static bool first_cursor(struct flip_screen *screen)
{
    if (!may_act(screen) || screen->board.cursor >= 0 || screen->in_list)
        return false;
    flip_screen_point(screen, flip_screen_next_spot(screen, -1));
    screen->in_list = screen->board.cursor < 0 && screen->list_count > 0;
    point_in_list(screen);
    return true;
}

/* --- acting ------------------------------------------------------------------------------------------------------------ */

static void report_save_error(struct flip_screen *screen)
{
    if (screen->match->save_error[0])
        flip_screen_say(screen, FLIP_BAD, "%s", screen->match->save_error);
}

/* Answers a line that is neither a word nor a move. */
static void refuse(struct flip_screen *screen, const char *line, const struct flip_error *why)
{
    char meant[300];
    struct flip_text out = flip_text_in(meant, sizeof meant);
    if (why->code == FLIP_ERROR_ILLEGAL || why->code == FLIP_ERROR_EMPTY)
        flip_command_meant(line, screen->match, &screen->actions, &out);
    flip_screen_say(screen, FLIP_BAD, "%s", meant[0] ? meant : why->message);
}

static int act_now(struct flip_screen *screen, const struct flip_action *chosen, struct flip_error *error)
{
    struct flip_error why;
    const struct flip_action action = *chosen; /* the list it comes from is rebuilt */
    if (screen->weighing)
        screen->message[0] = '\0'; /* that the tutor looks at it */
    screen->weighing = false;
    screen->news = screen->match->steps;
    screen->shown = screen->viewer;
    if (screen->match->calls->act(screen->match, screen->viewer, &action, &why) < 0) {
        refuse(screen, screen->match->distant ? action.text : "", &why); /* a server reads the text only now */
        return 0;
    }
    screen->asked = false;
    screen->judged = screen->match->tutor;
    screen->log_back = 0;
    report_save_error(screen);
    return look_again(screen, error);
}

/* Asks the tutor about a move before it is made. A move that is no longer possible is forgotten. */
static int look_for_warning(struct flip_screen *screen, struct flip_error *error)
{
    struct flip_match *match = screen->match;
    struct flip_error why;
    if (!screen->weighing)
        return 0;
    screen->weighing = may_act(screen) && match->calls->offer(match, screen->viewer) == screen->actions.offer;
    if (!screen->weighing)
        return 0;
    const enum flip_weighing weighing = match->calls->weigh(match, screen->viewer, &screen->weighed, false, &why);
    if (weighing == FLIP_WEIGHED)
        return act_now(screen, &screen->weighed, error);
    screen->weighing = weighing == FLIP_WEIGHING;
    if (weighing == FLIP_WARNED)
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
    return 0;
}

static int act(struct flip_screen *screen, const struct flip_action *chosen, struct flip_error *error)
{
    const bool again = screen->weighing && strcmp(screen->weighed.text, chosen->text) == 0;
    if (!screen->match->warns || again)
        return act_now(screen, chosen, error);
    screen->weighing = true;
    screen->weighed = *chosen;
    flip_screen_say(screen, FLIP_PLAIN,
                    "The tutor looks at this move first. Choose it again to make it at once; Esc: leave it.");
    return look_for_warning(screen, error);
}

/* Escape: cancels the move that the tutor is checking; else one step back. */
static void step_back(struct flip_screen *screen)
{
    if (screen->weighing)
        flip_screen_say(screen, FLIP_PLAIN, "Taken back.");
    else
        flip_screen_step_back(screen);
    screen->weighing = false;
}

static int undo(struct flip_screen *screen, struct flip_error *error)
{
    struct flip_error why;
    if (screen->viewer >= screen->match->seats) {
        flip_screen_say(screen, FLIP_DIM, "Only bots play here: there is nothing of yours to take back.");
        return 0;
    }
    if (flip_board_unpin(&screen->board)) {
        flip_screen_list(screen);
        flip_screen_say(screen, FLIP_PLAIN, "Taken back.");
        return 0;
    }
    if (screen->match->calls->undo(screen->match, screen->viewer, &why) < 0) {
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
        return 0;
    }
    screen->asked = screen->judged = screen->weighing = false;
    screen->news = screen->match->steps;
    flip_screen_say(screen, FLIP_PLAIN, "Taken back.");
    return look_again(screen, error);
}

/* A wrong answer in a lesson is refused before aiming. */
static bool begin_aim(struct flip_screen *screen, const struct flip_action *chosen)
{
    const flip_move *meant = flip_screen_meant(screen);
    return (!meant || *meant == chosen->move) && flip_aim_begin(&screen->aim, screen->match, screen->viewer, chosen);
}

/* Enter, or a second click: do the chosen move, or narrow the choice. */
static int take(struct flip_screen *screen, struct flip_error *error)
{
    if (flip_screen_read(screen))
        return 0;
    const struct flip_action *chosen = flip_screen_chosen(screen);
    if (chosen && begin_aim(screen, chosen))
        return 0;
    if (chosen)
        return act(screen, chosen, error);
    if (screen->board.cursor >= 0) {
        const int spot = screen->board.cursor;
        flip_board_pin(&screen->board, spot);
        flip_screen_list(screen);
        flip_screen_point(screen, flip_screen_next_spot(screen, spot));
        if (screen->board.cursor < 0 && screen->list_count > 1)
            screen->in_list = true;
    }
    return 0;
}

/* A key while aiming; false: it has another meaning. */
static bool aiming(struct flip_screen *screen, struct flip_event event, int *result, struct flip_error *error)
{
    struct flip_error why;
    struct flip_action aimed;
    if (!screen->aim.on)
        return false;
    const enum flip_aim_answer answer = flip_aim_key(&screen->aim, event.key);
    *result = 0;
    if (answer == FLIP_AIM_DONE) {
        if (flip_aim_action(&screen->aim, screen->match, screen->viewer, &aimed, &why) == 0)
            *result = act(screen, &aimed, error);
        else
            flip_screen_say(screen, FLIP_BAD, "%s", why.message);
    }
    return answer != FLIP_AIM_OTHER;
}

/* --- hints ------------------------------------------------------------------------------------------------------------- */

static void show_hint(struct flip_screen *screen)
{
    const struct flip_action *best = &screen->actions.list[0];
    screen->aim.on = false; /* Enter makes the shown move */
    screen->hinted = true;
    flip_screen_restart(screen);
    screen->in_list = true;
    char todo[FLIP_TELL_TEXT];
    if (screen->match->lesson) {
        flip_screen_say(screen, FLIP_PLAIN, "This is meant: %s. Enter does it.",
                        flip_spoken_imperative(best->tell, todo, sizeof todo));
        return;
    }
    flip_screen_say(screen, FLIP_PLAIN, "Hint: %s%s%s", flip_spoken_imperative(best->tell, todo, sizeof todo),
                    best->why[0] ? "; it " : "", best->why);
}

/* Is the requested hint ready? */
static void look_for_hint(struct flip_screen *screen)
{
    struct flip_error why;
    if (!screen->asked || !may_act(screen))
        return;
    const int ready = screen->match->calls->hint(screen->match, &screen->actions, false, &why);
    screen->asked = ready == 0;
    if (ready < 0)
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
    else if (ready && screen->actions.hinted)
        show_hint(screen);
}

static void ask_hint(struct flip_screen *screen)
{
    if (!may_act(screen)) {
        flip_screen_say(screen, FLIP_DIM, "There is nothing to decide now.");
        return;
    }
    if (screen->asked)
        return;
    screen->asked = true;
    if (!screen->match->lesson)
        flip_screen_say(screen, FLIP_PLAIN, "%s about your %d moves …",
                        screen->match->distant ? "The server thinks" : "Thinking", screen->actions.count);
}

/* --- the tutor --------------------------------------------------------------------------------------------------------- */

static void switch_tutor(struct flip_screen *screen)
{
    screen->judged = screen->weighing = false;
    flip_screen_say(screen, FLIP_PLAIN, screen->match->lesson ? "%s" : "%s t: change",
                    flip_match_switch_tutor(screen->match));
}

static void look_for_verdict(struct flip_screen *screen)
{
    struct flip_error why;
    char words[400 + FLIP_REASON];
    if (!screen->judged)
        return;
    const int ready = screen->match->calls->verdict(screen->match, screen->viewer, false, words, sizeof words, &why);
    screen->judged = ready == 0;
    if (ready < 0)
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
    else if (ready && words[0])
        flip_screen_say(screen, FLIP_ACCENT, "Tutor: %s", words);
}

/* --- who sits at the keyboard -------------------------------------------------------------------------------------------- */

/* The keyboard goes to the next person who has to decide. */
static int change_viewer(struct flip_screen *screen, struct flip_error *error)
{
    const flip_set waiting = turn(screen) & screen->match->people;
    if (!waiting || flip_set_has(waiting, screen->viewer))
        return 0;
    const int last = screen->viewer, next = flip_set_first(waiting);
    if (last < screen->match->seats && screen->match->calls->hides &&
        screen->match->calls->hides(screen->match, next)) {
        char text[200];
        snprintf(text, sizeof text,
                 "It is %s's turn, and %s has things to hide.\n\nPass the keyboard, then press Enter.",
                 screen->match->names[next], screen->match->names[last]);
        flip_paint_clear();
        flip_window_ask(screen->paint, "Pass the keyboard", text, " ");
    }
    screen->viewer = screen->shown = next;
    screen->asked = false;
    screen->news = screen->match->steps;
    screen->message[0] = '\0';
    return look_again(screen, error);
}

/* --- keys ---------------------------------------------------------------------------------------------------------------- */

static bool inside(struct flip_rect rect, struct flip_event event)
{
    return event.x >= rect.x && event.x < rect.x + rect.width && event.y >= rect.y && event.y < rect.y + rect.height;
}

/* The list line that was clicked, or -1. */
static int row_at(const struct flip_screen *screen, struct flip_event event)
{
    const struct flip_rect rect = screen->list_rect;
    const int list = (event.x - rect.x) / screen->list_pitch, slot = list * rect.height + event.y - rect.y;
    return list < screen->list_across && slot < FLIP_LIST_ROWS ? screen->row_of[slot] : -1;
}

static int click(struct flip_screen *screen, struct flip_event event, struct flip_error *error)
{
    if (inside(screen->list_rect, event)) {
        const int row = row_at(screen, event);
        if (row < 0)
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
    if (flip_board_reachable(&screen->board, &screen->actions, spot))
        flip_screen_point(screen, spot);
    else if (flip_board_count(&screen->board, &screen->actions, spot, NULL) && screen->list_count == 1)
        return take(screen, error);
    else
        flip_screen_say(screen, FLIP_DIM, "Nothing can be done there now.");
    return 0;
}

/* The list is rebuilt only if that changes it, so that it keeps its place while a move is typed. */
static void set_filter(struct flip_screen *screen, const char *words)
{
    if (strcmp(screen->filter, words) == 0)
        return;
    snprintf(screen->filter, sizeof screen->filter, "%s", words);
    flip_screen_list(screen);
}

static void begin_typing(struct flip_screen *screen, enum flip_screen_input input)
{
    screen->input = input;
    screen->typed[0] = '\0';
    screen->in_list = input == FLIP_INPUT_FILTER;
    if (screen->in_list)
        screen->board.cursor = -1;
    screen->shown = screen->viewer < screen->match->seats ? screen->viewer : screen->shown;
}

static void show_seat(struct flip_screen *screen, int seat)
{
    if (seat >= 0 && seat < screen->match->seats)
        screen->shown = seat;
    else
        flip_screen_say(screen, FLIP_DIM, "There are %d seats at this table.", screen->match->seats);
}

/* These return a flip_match_end, -1 for an error, GO_ON, or NOT_MEANT for anything that is no command here. */
enum { GO_ON = 100, NOT_MEANT };

static void switch_list(struct flip_screen *screen)
{
    screen->in_list = !screen->in_list && screen->list_count > 0;
    if (screen->in_list)
        screen->board.cursor = -1;
}

/* Behind ':', the words that the moves must have. */
static void find_moves(struct flip_screen *screen, const char *words)
{
    set_filter(screen, words);
    if (screen->list_count == 0) {
        set_filter(screen, "");
        flip_screen_say(screen, FLIP_BAD, "No move has the words '%.60s'.", words);
    } else {
        screen->in_list = true;
        screen->board.cursor = -1;
    }
}

/* The seat that a word names, or the one that is shown; -1 after saying that there is none. */
static int seat_said(struct flip_screen *screen, const char *which)
{
    const int seat = *which ? atoi(which) - 1 : screen->shown;
    if (seat >= 0 && seat < screen->match->seats)
        return seat;
    flip_screen_say(screen, FLIP_DIM, "There are %d seats at this table.", screen->match->seats);
    return -1;
}

/* `rest` is what was typed after the word; "" for a key. */
static int obey(struct flip_screen *screen, enum flip_command_kind kind, const char *rest, struct flip_error *error)
{
    int seat;
    switch (kind) {
    case FLIP_DO_LIST:
        switch_list(screen);
        break;
    case FLIP_DO_FIND:
        if (*rest)
            find_moves(screen, rest);
        else
            begin_typing(screen, FLIP_INPUT_FILTER);
        break;
    case FLIP_DO_TYPE:
        begin_typing(screen, FLIP_INPUT_COMMAND);
        break;
    case FLIP_DO_UNDO:
        return undo(screen, error) < 0 ? -1 : GO_ON;
    case FLIP_DO_HINT:
        ask_hint(screen);
        break;
    case FLIP_DO_TUTOR:
        switch_tutor(screen);
        break;
    case FLIP_DO_OTHERS:
        screen->shown = (screen->shown + 1) % screen->match->seats;
        break;
    case FLIP_DO_PAGES:
        flip_screen_sheet(screen, screen->shown);
        break;
    case FLIP_DO_SHEET:
        if ((seat = seat_said(screen, rest)) >= 0)
            flip_screen_sheet(screen, seat);
        break;
    case FLIP_DO_VIEW:
        if ((seat = seat_said(screen, rest)) >= 0)
            flip_screen_words(screen, seat);
        break;
    case FLIP_DO_AIM:
        if (may_act(screen))
            flip_screen_aim(screen, rest);
        else
            flip_screen_say(screen, FLIP_DIM, "You have nothing to decide now.");
        break;
    case FLIP_DO_SCORES:
        flip_screen_scores(screen);
        break;
    case FLIP_DO_GOALS:
        flip_screen_goals(screen);
        break;
    case FLIP_DO_SHORT:
        flip_screen_say(screen, FLIP_DIM, "On the screen the list always stays: 'short' is for the game line by line.");
        break;
    case FLIP_DO_DISCARDS:
        flip_screen_search(screen);
        break;
    case FLIP_DO_OLDER:
        if (!screen->match->calls->older)
            return NOT_MEANT;
        flip_screen_older(screen);
        break;
    case FLIP_DO_SAVE:
        flip_screen_save(screen, rest);
        break;
    case FLIP_DO_HELP:
        flip_screen_help(screen);
        break;
    case FLIP_DO_RULES:
        flip_screen_rules(screen);
        break;
    case FLIP_DO_QUIT:
        return flip_screen_quit(screen) ? FLIP_MATCH_QUIT : GO_ON;
    case FLIP_DO_FORGET:
        return flip_screen_forget(screen) ? FLIP_MATCH_QUIT : GO_ON;
    default:
        return NOT_MEANT;
    }
    return GO_ON;
}

/* Tab: as much as all words and moves that begin so have in common; once more: which they are. */
static void complete(struct flip_screen *screen)
{
    static const struct flip_actions none;
    const struct flip_actions *actions = may_act(screen) ? &screen->actions : &none;
    const char *texts[FLIP_MAX_MOVES];
    const int count = flip_command_goes_on(screen->typed, screen->match, actions, texts, FLIP_MAX_MOVES);
    const size_t length = strlen(screen->typed), common = flip_command_common(texts, count);
    if (count == 0) {
        flip_screen_say(screen, FLIP_DIM, "No word and no move begins like this.");
    } else if (common > length && common + 1 < sizeof screen->typed) {
        memcpy(screen->typed, texts[0], common);
        screen->typed[common] = '\0';
    } else if (count > 1) {
        struct flip_text out = flip_text_in(screen->message, sizeof screen->message);
        flip_command_next(texts, count, length, &out);
    }
}

/* A line typed after ':': talk, a command, or a move. */
static int command(struct flip_screen *screen, const char *text, struct flip_error *error)
{
    struct flip_error why;
    struct flip_action action;
    const char *rest = "";
    if (!text[0])
        return GO_ON;
    const int talked = screen->match->calls->talk ? screen->match->calls->talk(screen->match, text, &why) : 0;
    if (talked < 0)
        flip_screen_say(screen, FLIP_BAD, "%s", why.message);
    if (talked != 0)
        return GO_ON;
    const enum flip_command_kind kind = flip_command_said(text, &rest); /* first: it says where `rest` begins */
    const int obeyed = obey(screen, kind, rest, error);
    if (obeyed != NOT_MEANT)
        return obeyed;
    if (!may_act(screen)) {
        flip_fail(&why, FLIP_ERROR_EMPTY, "You have nothing to decide now.");
        refuse(screen, text, &why);
    } else if (screen->match->calls->find(screen->match, screen->viewer, text, &action, &why) < 0) {
        refuse(screen, text, &why);
    } else {
        return act(screen, &action, error) < 0 ? -1 : GO_ON;
    }
    return GO_ON;
}

static int typing(struct flip_screen *screen, struct flip_event event, struct flip_error *error)
{
    size_t length = strlen(screen->typed);
    const enum flip_screen_input input = screen->input;
    screen->message[0] = '\0';
    switch (event.key) {
    case FLIP_KEY_ESCAPE:
        screen->input = FLIP_INPUT_NONE;
        break;
    case FLIP_KEY_ENTER:
        screen->input = FLIP_INPUT_NONE;
        if (input == FLIP_INPUT_COMMAND) {
            set_filter(screen, "");
            return command(screen, screen->typed, error);
        }
        screen->in_list = screen->list_count > 0;
        return GO_ON;
    case FLIP_KEY_BACKSPACE:
        if (length == 0)
            screen->input = FLIP_INPUT_NONE;
        while (length > 1 && ((unsigned char)screen->typed[length - 1] & 0xc0) == 0x80)
            length--;
        screen->typed[length ? length - 1 : 0] = '\0';
        break;
    case '\t':
        if (input == FLIP_INPUT_COMMAND)
            complete(screen);
        return GO_ON;
    case FLIP_KEY_UP:
        flip_screen_arrow(screen, 0, -1);
        return GO_ON;
    case FLIP_KEY_DOWN:
        flip_screen_arrow(screen, 0, 1);
        return GO_ON;
    default:
        if (event.key >= ' ' && event.key < 127 && length + 1 < sizeof screen->typed) {
            screen->typed[length] = (char)event.key;
            screen->typed[length + 1] = '\0';
        }
    }
    if (input == FLIP_INPUT_FILTER || screen->input == FLIP_INPUT_NONE)
        set_filter(screen, screen->input == FLIP_INPUT_NONE ? "" : screen->typed);
    return GO_ON;
}

static int key(struct flip_screen *screen, struct flip_event event, struct flip_error *error)
{
    int result = 0;
    const bool over = turn(screen) == 0;
    if (screen->input != FLIP_INPUT_NONE && event.key != FLIP_KEY_CLICK && event.key != FLIP_KEY_RESIZE)
        return typing(screen, event, error);
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
            screen->shown = screen->viewer < screen->match->seats ? screen->viewer : screen->shown;
        break;
    case FLIP_KEY_ESCAPE:
        step_back(screen);
        break;
    case 'n':
        if (over && !screen->match->lesson)
            return FLIP_MATCH_AGAIN;
        screen->told_result &= !over;
        break;
    case FLIP_KEY_GONE:
        return FLIP_MATCH_QUIT;
    default:
        if (event.key >= '1' && event.key <= '9')
            show_seat(screen, event.key - '1');
        else if ((result = obey(screen, flip_command_key(event.key), "", error)) != NOT_MEANT)
            return result;
        result = 0;
    }
    return result < 0 ? -1 : GO_ON;
}

/* --- the loop -------------------------------------------------------------------------------------------------------------- */

/* Adds talk to the log at the point where it was heard. */
static void keep_voice(struct flip_screen *screen, const char *words)
{
    struct flip_story_line *larger =
        realloc(screen->voices, (size_t)(screen->voice_count + 1) * sizeof *screen->voices);
    if (!larger)
        return;
    screen->voices = larger;
    struct flip_story_line *line = &larger[screen->voice_count++];
    *line = (struct flip_story_line){
        .seat = FLIP_DEALER, .first_step = screen->story.steps, .last_step = screen->story.steps};
    snprintf(line->text, sizeof line->text, "> %s", words);
}

/* How many steps the viewer has been told. */
static size_t told(const struct flip_screen *screen)
{
    size_t length = 0;
    for (int i = 0; i < screen->story.count; i++)
        length += screen->story.lines[i].hidden ? 0 : strlen(screen->story.lines[i].text);
    return length;
}

/* Shows what the others have done since. A visible step stays for a moment before the next. */
static int hear(struct flip_screen *screen, struct flip_error *error)
{
    struct flip_match *match = screen->match;
    const size_t before = told(screen);
    const int changed = match->calls->listen(match, false, error);
    if (changed < 0)
        return -1;
    if (match->lost)
        flip_screen_say(screen, FLIP_BAD, "%s", flip_match_lost);
    else if (match->said[0])
        flip_screen_say(screen, FLIP_BAD, "%s", match->said);
    else if (screen->offline)
        flip_screen_say(screen, FLIP_GOOD, "%s", flip_match_found);
    screen->offline = match->lost;
    char words[640];
    if (match->calls->heard && match->calls->heard(match, words, sizeof words)) {
        flip_screen_say(screen, FLIP_ACCENT, "%s", words);
        keep_voice(screen, words);
    }
    if (changed && look_up(screen, error) < 0)
        return -1;
    const bool own = turn(screen) & match->people;
    screen->hurried &= !own;
    screen->rest = changed && !own && !screen->hurried && told(screen) != before ? screen->pace : 0;
    return 0;
}

/* Tells line by line what became known at once. A key skips the rest; Enter and Space do nothing else, other keys have
   their usual meaning. */
static int tell_held(struct flip_screen *screen, struct flip_error *error)
{
    int next = GO_ON;
    while (next == GO_ON && flip_screen_tell_next(screen)) {
        flip_screen_paint(screen);
        const struct flip_event event = flip_paint_wait(screen->pace);
        if (event.key == FLIP_KEY_NONE)
            continue;
        flip_screen_tell_all(screen);
        screen->hurried = true;
        if (event.key != FLIP_KEY_ENTER && event.key != ' ')
            next = key(screen, event, error);
    }
    return next;
}

static int turn_loop(struct flip_screen *screen, struct flip_error *error)
{
    enum { GLANCE_MS = 40 };
    for (;;) {
        if (hear(screen, error) < 0)
            return -1;
        const int told_on = tell_held(screen, error);
        if (told_on != GO_ON)
            return told_on;
        look_for_hint(screen);
        look_for_verdict(screen);
        if (look_for_warning(screen, error) < 0)
            return -1;
        if (change_viewer(screen, error) < 0)
            return -1;
        flip_screen_paint(screen);
        if (first_cursor(screen))
            flip_screen_paint(screen);
        if (!turn(screen) && !screen->told_result) {
            screen->told_result = true;
            screen->message[0] = '\0';
            const int end = flip_screen_result(screen);
            if (end >= 0)
                return end;
            continue;
        }
        const bool awaits = screen->match->busy || screen->asked || screen->judged || screen->weighing;
        const struct flip_event event = flip_paint_wait(screen->rest ? screen->rest : awaits ? GLANCE_MS : -1);
        if (event.key == FLIP_KEY_NONE)
            continue;
        screen->hurried |= screen->rest > 0;
        const int next = key(screen, event, error);
        if (next != GO_ON)
            return next;
    }
}

int flip_screen_play(struct flip_match *match, const struct flip_paint *paint, int pace, struct flip_error *error)
{
    struct flip_screen *screen = calloc(1, sizeof *screen);
    int result = -1;
    if (!screen)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the screen.");
    screen->match = match;
    screen->paint = paint;
    screen->pace = pace;
    screen->viewer = match->people ? flip_set_first(match->people) : FLIP_PUBLIC;
    screen->shown = match->people ? screen->viewer : 0;
    screen->board.cursor = -1;
    if (flip_actions_open(&screen->actions, error) == 0 && look_again(screen, error) == 0) {
        flip_screen_tell_all(screen);
        sit_down(screen);
        result = turn_loop(screen, error);
    }
    flip_actions_free(&screen->actions);
    flip_board_free(&screen->board);
    flip_story_free(&screen->story);
    free(screen->voices);
    free(screen->seen);
    free(screen);
    return result;
}
