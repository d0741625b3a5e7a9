/* The lobby on the screen and in the dialogue. Both listen while they wait, and show news at once. */
#include "faces/terminal/remote/parts.h"

#include "commands.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LISTEN_MS = 100 };

/* --- in words ---------------------------------------------------------------------------------------------------------- */

static void list(const struct flip_lobby *lobby, bool ascii)
{
    json_t *lines = flip_lobby_lines(lobby), *line;
    size_t i;
    json_array_foreach(lines, i, line)
        flip_plain_say(ascii, "%s\n", string_of(line, "text"));
    json_decref(lines);
}

static void tell_news(struct flip_lobby *lobby, bool ascii)
{
    while (json_array_size(lobby->news)) {
        flip_plain_say(ascii, "%s\n", json_string_value(json_array_get(lobby->news, 0)));
        json_array_remove(lobby->news, 0);
    }
    fflush(stdout);
}

/* Listens until a line can be read (true) or a table is chosen (false). */
static bool wait_for_line(struct flip_lobby *lobby, bool ascii)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (!lobby->table[0]) {
        tell_news(lobby, ascii);
        if (poll(&input, 1, LISTEN_MS) != 0)
            return true;
        flip_wire_listen(lobby->wire);
        flip_lobby_refresh(lobby);
    }
    return false;
}

/* 1: a table was chosen; 0: the player left. */
static int talk(struct flip_lobby *lobby, bool ascii)
{
    char line[256];
    struct flip_error error;
    setvbuf(stdin, NULL, _IONBF, 0); /* poll does not see what is in a buffer */
    list(lobby, ascii);
    flip_plain_say(ascii, "'help' says what you can say.\n");
    while (wait_for_line(lobby, ascii)) {
        if (!flip_plain_read("> ", line, sizeof line) || strcmp(line, "quit") == 0 || strcmp(line, "q") == 0)
            return 0;
        flip_wire_listen(lobby->wire);
        if (!line[0] || strcmp(line, "list") == 0 || strcmp(line, "l") == 0)
            list(lobby, ascii);
        else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
            flip_plain_say(ascii, "%s", flip_help("lobby"));
        else if (flip_lobby_say(lobby, line, &error) < 0)
            flip_plain_say(ascii, "%s\n", error.message);
        if (lobby->contests.turned)
            list(lobby, ascii);
        lobby->contests.turned = false;
    }
    return 1;
}

/* --- on the screen ----------------------------------------------------------------------------------------------------- */

struct view {
    const struct flip_paint *paint;
    json_t *lines;
    int at;    /* the chosen line, or -1 */
    int first; /* the first line that is shown */
    char said[FLIP_ERROR_SIZE];
};

/* What a line leads to: a table or a command; NULL: nothing. */
static const char *chosen_at(const struct view *view, int i)
{
    const json_t *line = i >= 0 ? json_array_get(view->lines, (size_t)i) : NULL;
    const char *table = string_of(line, "table"), *say = string_of(line, "say");
    return table[0] ? table : say[0] ? say : NULL;
}

/* Moves to the next line that can be chosen in that direction, if there is one. */
static void move(struct view *view, int step)
{
    const int count = (int)json_array_size(view->lines);
    int i = view->at + step;
    while (i >= 0 && i < count && !chosen_at(view, i))
        i += step;
    if (i >= 0 && i < count)
        view->at = i;
}

/* Keeps the choice when the list changes. */
static void refresh(struct view *view, const struct flip_lobby *lobby)
{
    char table[FLIP_TABLE_ID];
    snprintf(table, sizeof table, "%s", chosen_at(view, view->at) ? chosen_at(view, view->at) : "");
    json_decref(view->lines);
    view->lines = flip_lobby_lines(lobby);
    view->at = -1;
    for (int i = 0; table[0] && i < (int)json_array_size(view->lines); i++)
        if (chosen_at(view, i) && strcmp(chosen_at(view, i), table) == 0)
            view->at = i;
    if (view->at < 0)
        move(view, 1);
}

static void paint(struct view *view)
{
    const int width = flip_paint_width(), rows = flip_paint_height() - 4;
    if (view->at >= 0 && view->at < view->first)
        view->first = view->at;
    if (view->at >= view->first + rows)
        view->first = view->at - rows + 1;
    flip_paint_clear();
    flip_paint_bar(view->paint, 0, " Flipside · the lobby", "");
    for (int row = 0; row < rows && view->first + row < (int)json_array_size(view->lines); row++) {
        const int i = view->first + row;
        const json_t *line = json_array_get(view->lines, (size_t)i);
        const bool title = json_is_true(json_object_get(line, "title"));
        flip_paint_text(view->paint, title ? 2 : 4, 2 + row, width - 6,
                        title                ? FLIP_ACCENT
                        : chosen_at(view, i) ? FLIP_STRONG
                                             : FLIP_PLAIN,
                        i == view->at ? FLIP_LIGHT_CURSOR : FLIP_LIGHT_NONE, string_of(line, "text"));
    }
    flip_paint_text(view->paint, 2, flip_paint_height() - 2, width - 4, FLIP_ACCENT, FLIP_LIGHT_NONE, view->said);
    flip_paint_bar(view->paint, flip_paint_height() - 1, " ↑ ↓ Enter: choose · : say something · ? help · q quit", "");
    flip_paint_show();
}

static void say(struct view *view, struct flip_lobby *lobby)
{
    char line[200] = "";
    struct flip_error error;
    if (!flip_window_input(view->paint, "The lobby",
                           "quick GAME · challenge GAME NAME · accept NAME · friend NAME · tournaments", line,
                           sizeof line) ||
        !line[0])
        return;
    view->said[0] = '\0';
    if (flip_lobby_say(lobby, line, &error) < 0)
        snprintf(view->said, sizeof view->said, "%s", error.message);
}

/* Enter on a line. */
static void take(struct view *view, struct flip_lobby *lobby)
{
    const json_t *line = view->at >= 0 ? json_array_get(view->lines, (size_t)view->at) : NULL;
    struct flip_error error;
    view->said[0] = '\0';
    if (string_of(line, "table")[0])
        snprintf(lobby->table, sizeof lobby->table, "%s", string_of(line, "table"));
    else if (line && flip_lobby_say(lobby, string_of(line, "say"), &error) < 0)
        snprintf(view->said, sizeof view->said, "%s", error.message);
}

/* False: the player leaves. */
static bool key(struct view *view, struct flip_lobby *lobby, struct flip_event event)
{
    switch (event.key) {
    case FLIP_KEY_UP:
    case FLIP_KEY_BACK_TAB:
        move(view, -1);
        return true;
    case FLIP_KEY_DOWN:
    case '\t':
        move(view, 1);
        return true;
    case FLIP_KEY_CLICK:
        if (chosen_at(view, view->first + event.y - 2))
            view->at = view->first + event.y - 2;
        return true;
    case FLIP_KEY_ENTER:
        take(view, lobby);
        return true;
    case ':':
        say(view, lobby);
        return true;
    case '?':
        flip_window_help(view->paint, "The lobby", flip_help("lobby"), NULL);
        return true;
    default:
        return event.key != 'q' && event.key != FLIP_KEY_GONE;
    }
}

static int show(struct flip_lobby *lobby, const struct flip_paint *window)
{
    struct view view = {.paint = window, .at = -1};
    bool stays = true;
    refresh(&view, lobby);
    while (stays && !lobby->table[0]) {
        if (json_array_size(lobby->news)) {
            snprintf(view.said, sizeof view.said, "%s", json_string_value(json_array_get(lobby->news, 0)));
            json_array_remove(lobby->news, 0);
        }
        if (!flip_paint_too_small(window))
            paint(&view);
        stays = key(&view, lobby, flip_paint_wait(LISTEN_MS));
        flip_wire_listen(lobby->wire);
        flip_lobby_refresh(lobby);
        if (lobby->contests.turned) {
            view.at = -1;
            view.first = 0;
            json_array_clear(view.lines);
        }
        lobby->contests.turned = false;
        if (lobby->changed)
            refresh(&view, lobby);
        lobby->changed = false;
    }
    json_decref(view.lines);
    return stays ? 1 : 0;
}

/* --- either ------------------------------------------------------------------------------------------------------------ */

int flip_lobby_choose(struct flip_wire *wire, const struct flip_paint *paint_on, bool ascii, char table[FLIP_TABLE_ID],
                      struct flip_error *error)
{
    struct flip_lobby lobby;
    int result = flip_lobby_open(&lobby, wire, error);
    if (result == 0)
        result = paint_on ? show(&lobby, paint_on) : talk(&lobby, ascii);
    snprintf(table, FLIP_TABLE_ID, "%s", lobby.table);
    flip_lobby_close(&lobby);
    return result;
}
