/*
 * Tells the story at reading pace. When all have decided, hidden steps become known at once: they are told line by line
 * while the sheet stays as it was. A key skips the rest.
 */
#include "faces/terminal/play/screen.h"

#include <stdlib.h>
#include <string.h>

/* Room for a mark per line; without memory nothing is paced. */
static bool has_room(struct flip_screen *screen)
{
    const int count = screen->story.count;
    if (count <= screen->seen_room)
        return true;
    const int room = 2 * count;
    bool *grown = realloc(screen->seen, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    memset(grown + screen->seen_room, 0, (size_t)(room - screen->seen_room) * sizeof *grown);
    screen->seen = grown;
    screen->seen_room = room;
    return true;
}

void flip_screen_hold(struct flip_screen *screen)
{
    screen->held = 0;
    if (!has_room(screen))
        return;
    for (int i = 0; i < screen->story.count; i++) {
        struct flip_story_line *line = &screen->story.lines[i];
        if (line->hidden || screen->seen[i])
            continue;
        line->held = screen->pace > 0 && !screen->hurried && line->seat != screen->viewer;
        screen->seen[i] = !line->held;
        screen->held += line->held;
    }
    /* Steps that were taken back are news if they come again. */
    for (int i = screen->story.count; i < screen->seen_room; i++)
        screen->seen[i] = false;
}

bool flip_screen_tell_next(struct flip_screen *screen)
{
    for (int i = 0; screen->held && i < screen->story.count; i++)
        if (screen->story.lines[i].held) {
            screen->story.lines[i].held = false;
            screen->seen[i] = true;
            screen->held--;
            return true;
        }
    return false;
}

void flip_screen_tell_all(struct flip_screen *screen)
{
    while (flip_screen_tell_next(screen))
        ;
}
