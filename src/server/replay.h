/*
 * Replays: a finished game walked through from its first card, seen with any seat's eyes, and played on from any position.
 *
 * Nothing is kept for it: the steps of the record are applied again, which costs microseconds. A *position* is a moment at
 * which somebody has to decide, or the end; what the dealer brings in between is never looked at half dealt.
 */
#ifndef FLIPSIDE_SERVER_REPLAY_H
#define FLIPSIDE_SERVER_REPLAY_H

#include "server/api.h"
#include "server/room.h"

/// A game on its way from the first card on. `state` and `before` are those after `step` steps.
struct walk {
    const struct flip_table *table;
    void *state, *before;
    int step;
};

int walk_begin(struct walk *walk, const struct flip_table *table, struct flip_error *error);
void walk_end(struct walk *walk);
/// Takes the next step of the record.
void walk_on(struct walk *walk);
/// On to the next position; false: there is none.
bool walk_to_position(struct walk *walk);
/// What the others may see of simultaneous steps.
const void *walk_before(const struct walk *walk);

/// The room, if its game is one that can be looked back on.
struct room *replay_room(struct request *request, const char *id, struct flip_error *error);

/* flick.c */
/// How the flick of that number, written in digits, went.
int reply_flick(struct request *request, struct room *room, const char *number, struct flip_error *error);
/* replay.c */
api_get get_replay;
/* replay_fork.c */
api_post post_fork;
/* replay_import.c */
api_post post_record;

enum { IMPORT_BYTES = 256 * 1024, IMPORT_STEPS = 4000 };

#endif
