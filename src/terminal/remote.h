/*
 * A table of a server, made to look like one of our own. The faces of the terminal know a table as a game's functions over a
 * state; here the functions answer from what the server has told: its scene, its log, the sheet it draws. So screen and
 * dialogue play at a distant table as they play at this one, and no rule is needed on this side.
 */
#ifndef FLIPSIDE_TERMINAL_REMOTE_H
#define FLIPSIDE_TERMINAL_REMOTE_H

#include "terminal/wire.h"

#include <flipside/bot.h>

struct flip_remote;

/// Looks at the table. `table` is its id.
struct flip_remote *flip_remote_open(struct flip_wire *wire, const char *table, struct flip_error *error);
void flip_remote_close(struct flip_remote *remote);

/// "waiting", "running", "over", "ended".
const char *flip_remote_status(const struct flip_remote *remote);
/// Who is still missing, as a sentence; for a table that waits.
void flip_remote_missing(const struct flip_remote *remote, struct flip_text *out);
/// The first seat that anybody may take, or -1.
int flip_remote_free_seat(const struct flip_remote *remote);
/// The seats of whoever sits here.
flip_set flip_remote_mine(const struct flip_remote *remote);
/// The table as the faces take it. It changes with every listening.
struct flip_table *flip_remote_table(struct flip_remote *remote);

/// Hears what has come; true if something changed.
bool flip_remote_listen(struct flip_remote *remote);
/// From which line on the log was told anew since the last time this was asked: what was hidden takes its place in it.
int flip_remote_told_from(struct flip_remote *remote);
/// What whoever sits here may do now, as one number: another list, another number.
uint64_t flip_remote_offer(const struct flip_remote *remote);
/// What is wrong with the line, or "".
const char *flip_remote_trouble(const struct flip_remote *remote);

int flip_remote_sit(struct flip_remote *remote, int seat, const char *key, struct flip_error *error);
int flip_remote_act(struct flip_remote *remote, int seat, flip_move move, struct flip_error *error);
int flip_remote_undo(struct flip_remote *remote, int seat, struct flip_error *error);
bool flip_remote_can_undo(const struct flip_remote *remote);
int flip_remote_hint(struct flip_remote *remote, int seat, struct flip_thought *thought, struct flip_error *error);
/// The record of the game, as the server gives it to anybody.
int flip_remote_record(struct flip_remote *remote, json_t **record, struct flip_error *error);

#endif
