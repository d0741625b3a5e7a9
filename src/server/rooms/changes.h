/*
 * Scenes as changes: a client that asks for it is sent, instead of a scene, what makes the scene from the last one it was sent. A scene
 * is a text here, and stays it byte for byte. In format 1 a change is JSON. In format 2 it is shorter: numbers are letters, and a scene's actions are packed
 * (packed.h); format 3 packs them closer. docs/api.md describes all of them.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_CHANGES_H
#define FLIPSIDE_SERVER_ROOMS_CHANGES_H

#include "server/rooms/watch.h"

enum { CHANGES_JSON = 1, CHANGES_PACKED = 2, CHANGES_MOVED = 3 };
/// The newest format that can be sent; 0: none.
extern const int changes_format;
/// So many bytes behind a scene must be free for what is put before it.
enum { CHANGES_ROOM = 128 };

/// A scene that clients have, as text. Those who were told the same have the same one.
struct told {
    int users;
    size_t length;
    char text[];
};

/// The change that was made last: it serves everyone else who goes from the same scenes to the same scene.
struct shared_change {
    int format;
    struct told *from, *kept, *to; /* NULL: none was made yet */
    char *text;                    /* NULL: the scene is sent whole */
    size_t length;
};

/// What a watch that asked for changes is sent for this scene: a text of that length that lives as long as `shared` and the scene do, or NULL for the
/// scene itself. Behind `scene`, CHANGES_ROOM bytes are free; it may be moved on by as many. The watch remembers that it was told this scene.
const char *change_write(struct watch *watch, struct shared_change *shared, char *scene, size_t *length);
void shared_change_free(struct shared_change *shared);
/// The watch is told a whole scene next.
void changes_forget(struct watch *watch);

#endif
