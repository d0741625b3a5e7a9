/* The menu of the games. */
#include "faces/terminal/commands/parts.h"

#include "faces/terminal/play/play.h"
#include "faces/terminal/window/window.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 33 };

struct menu {
    const char *titles[MOST_ITEMS], *about[MOST_ITEMS];
    int count, games; /* behind the games come the lessons, where they are offered */
};

static struct menu games_menu(bool lessons)
{
    struct menu menu = {0};
    for (; menu.count < MOST_ITEMS - 1 && flip_game_at(menu.count); menu.count++) {
        menu.titles[menu.count] = flip_game_at(menu.count)->title;
        menu.about[menu.count] = flip_game_at(menu.count)->about;
    }
    menu.games = menu.count;
    if (lessons) {
        menu.titles[menu.count] = "Lessons";
        menu.about[menu.count++] = "Learn a game step by step.";
    }
    return menu;
}

/* The place in the menu that a line names, or -1. */
static int named_item(const struct menu *menu, const char *line)
{
    const int number = atoi(line);
    if (number >= 1 && number <= menu->count)
        return number - 1;
    if (menu->count > menu->games && (strcmp(line, "lessons") == 0 || strcmp(line, "learn") == 0))
        return menu->games;
    for (int i = 0; i < menu->games; i++)
        if (flip_game_named(line) == flip_game_at(i))
            return i;
    return -1;
}

static int ask_item(const struct flip_paint *paint, bool ascii, const char *question, const struct menu *menu)
{
    if (paint)
        return flip_window_menu(paint, question, menu->titles, menu->about, menu->count);
    flip_plain_say(ascii, "%s\n", question);
    for (int i = 0; i < menu->count; i++)
        flip_plain_say(ascii, "%d. %s: %s\n", i + 1, menu->titles[i], menu->about[i]);
    char line[64];
    while (flip_plain_read("> ", line, sizeof line)) {
        if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0)
            return -1;
        const int item = named_item(menu, line);
        if (item >= 0)
            return item;
        flip_plain_say(ascii, "Say a number from 1 to %d, or quit.\n", menu->count);
    }
    return -1;
}

const struct flip_game *flip_home_ask(const struct flip_paint *paint, bool ascii, const char *question, bool *lessons)
{
    const struct menu menu = games_menu(lessons != NULL);
    const int item = ask_item(paint, ascii, question, &menu);
    if (lessons)
        *lessons = item == menu.games;
    return item < 0 || item == menu.games ? NULL : flip_game_at(item);
}
