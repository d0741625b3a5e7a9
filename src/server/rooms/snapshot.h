/* What clients are shown of a table. */
#ifndef FLIPSIDE_SERVER_ROOMS_SNAPSHOT_H
#define FLIPSIDE_SERVER_ROOMS_SNAPSHOT_H

#include "server/rooms/watch.h"

#include <flipside/json.h>

/// The part that all spectators of a room share, written once.
struct shared_snapshot {
    char *text; /* NULL: not written yet; to be freed */
    size_t length;
    uint64_t hash;
    unsigned without; /* of those who get it */
};

/// The object called TABLE in docs/api.md, as `person` may know it. A worker has no server (NULL), and room->online instead.
void write_table(struct flip_json *json, const char *key, const struct rooms *rooms, const struct room *room,
                 const char *person);
/// `"tables":[…]`: as many of them as fit before the text is so long. False: not all of them.
bool write_tables(struct flip_json *json, const struct rooms *rooms, struct room *const *list, int count,
                  const char *person, size_t most);
/// The options of a game by name.
void write_options(struct flip_json *json, const struct flip_game *game, const struct flip_options *options);
/// The moves that the seat may make, with what each would gain at once.
void write_actions(struct flip_json *json, const struct flip_table *table, int seat);
/// A snapshot for a watch, or nothing (length 0) if it would be the same as the last one, or if it is `too_large`.
size_t write_snapshot(struct rooms *rooms, struct watch *watch, struct shared_snapshot *shared);

#endif
