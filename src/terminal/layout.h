/* Where things stand in the window, and the log that every screen of a game has. */
#ifndef FLIPSIDE_TERMINAL_LAYOUT_H
#define FLIPSIDE_TERMINAL_LAYOUT_H

#include "terminal/paint.h"
#include "terminal/story.h"

struct flip_layout {
    struct flip_rect canvas, actions, log;
    int message, keys; /* rows */
};

/// For the window as large as it is now: at least FLIP_MIN_WIDTH × FLIP_MIN_HEIGHT. A text to be read (or NULL) gets room in the log.
/// `foot` lines are left for the sentence at the foot, the last of which is `message`.
struct flip_layout flip_layout_now(const char *reading, int foot);
/// Shows that text above the log, which keeps the rest of the rectangle, if it is enough.
void flip_layout_reading(const struct flip_paint *paint, struct flip_rect *log, const char *title, const char *reading);
/// The last lines of the story, if there is room for any; those with steps from `news` on stand out. `back` is how far it is scrolled back, and is
/// kept within the story.
void flip_layout_log(const struct flip_paint *paint, struct flip_rect rect, const struct flip_story *story, int news,
                     int *back);

#endif
