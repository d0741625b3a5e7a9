/*
 * Scenes as changes, on the side that is told them: format 2 of docs/api.md. It needs the C library alone; bench/load uses it too.
 */
#ifndef FLIPSIDE_TERMINAL_WIRE_SCENE_TEXT_H
#define FLIPSIDE_TERMINAL_WIRE_SCENE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { FLIP_SCENE_FORMAT = 3, FLIP_SCENE_FORMAT_OLDEST = 2 };

/// The last scene of a table as it was sent, and an earlier one that is kept. All zero: none.
struct flip_scene_text {
    char table[64];
    char *last, *kept; /* NULL: none */
    size_t last_length, kept_length;
};

/// Is this a scene or a change of one? Everything else that a server says is an object of JSON.
bool flip_scene_text_is(const char *message);
/// The scene as JSON, to be freed. NULL: there is no last scene that the change fits to, or no memory; then the table has to be watched anew.
char *flip_scene_text_take(struct flip_scene_text *scene, const char *message, size_t length, size_t *scene_length);
void flip_scene_text_forget(struct flip_scene_text *scene);

#endif
