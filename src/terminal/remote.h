/*
 * A table of a server as a match. What the server has told, its scene, its log and the sheets it draws, answers what the faces
 * ask; so screen and dialogue play at a distant table as they play at this one, and no rule is needed on this side.
 */
#ifndef FLIPSIDE_TERMINAL_REMOTE_H
#define FLIPSIDE_TERMINAL_REMOTE_H

#include "terminal/match.h"
#include "terminal/wire.h"

struct flip_remote;

/// Looks at the table with the id `table`; the wire belongs to the remote table from now on, also when it cannot be opened.
struct flip_remote *flip_remote_open(struct flip_wire *wire, const char *table, struct flip_error *error);
/// The table as the faces take it: closing the match closes everything.
struct flip_match *flip_remote_match(struct flip_remote *remote);

/// "waiting", "running", "over", "ended".
const char *flip_remote_status(const struct flip_remote *remote);
/// Who is still missing, as a sentence; for a table that waits.
void flip_remote_missing(const struct flip_remote *remote, struct flip_text *out);
/// The first seat that anybody may take, or -1.
int flip_remote_free_seat(const struct flip_remote *remote);
/// Sits down; `key` is that of an invitation, or "".
int flip_remote_sit(struct flip_remote *remote, int seat, const char *key, struct flip_error *error);

#endif
