/*
 * What a seat knows of its game, for a client that thinks itself: set-up and state, in which everything that the seat cannot know was
 * dealt again. The state is the memory of this program; `layout` says how that is laid out, and who has another one cannot read it.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_KNOWLEDGE_H
#define FLIPSIDE_SERVER_ROOMS_KNOWLEDGE_H

#include <flipside/table.h>
#include <jansson.h>

struct room;

/// Programs that lay out states in the same way have the same.
extern const char knowledge_layout[];

/// Has the seat to decide, and may it be helped?
bool knowledge_offered(const struct room *room, int seat);
/// Writes it as `knowledge` into an open object. Every time the unknown is dealt anew.
void write_knowledge(struct flip_json *json, const struct flip_table *table, int seat);
/// The table as the seat knows it, for thinking alone. NULL: it was written by another version of the program, or is none.
struct flip_table *knowledge_read(const json_t *knowledge, struct flip_error *error);

#endif
