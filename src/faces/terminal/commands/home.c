/* The menu of the games. */
#include "faces/terminal/commands/parts.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GAMES = 31 };

static void add_item(struct flip_menu *menu, const char *word, const char *title, const char *about)
{
    menu->words[menu->count] = word;
    menu->titles[menu->count] = title;
    menu->about[menu->count] = about;
    menu->count++;
}

/* The menu item that a line names, or -1. */
static int named_item(const struct flip_menu *menu, const char *line)
{
    const int number = atoi(line);
    if (number >= 1 && number <= menu->count)
        return number - 1;
    for (int i = 0; i < menu->count; i++)
        if (strcmp(line, menu->words[i]) == 0)
            return i;
    return -1;
}

int flip_home_choose(const struct flip_paint *paint, bool ascii, const char *question, const struct flip_menu *menu)
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

const struct flip_game *flip_home_ask(const struct flip_paint *paint, bool ascii, const char *question,
                                      enum flip_home_else *instead)
{
    struct flip_menu menu = {0};
    for (int i = 0; i < MOST_GAMES && flip_game_at(i); i++)
        add_item(&menu, flip_game_at(i)->id, flip_game_at(i)->title, flip_game_at(i)->about);
    const int games = menu.count;
    if (instead) {
        add_item(&menu, "lessons", "Lessons", "Learn a game step by step.");
        add_item(&menu, "puzzles", "Puzzles", "One choice is clearly the best: find it.");
    }
    const int item = flip_home_choose(paint, ascii, question, &menu);
    if (instead)
        *instead = item < games ? FLIP_HOME_GAME : item == games ? FLIP_HOME_LESSONS : FLIP_HOME_PUZZLES;
    return item < 0 || item >= games ? NULL : flip_game_at(item);
}
