/*
 * Friends and challenges at a server, as the lobby and a distant table know them: what is new, as sentences, and what may be said about
 * it. Both keep their own; the server says everything anew with each change.
 */
#ifndef FLIPSIDE_TERMINAL_SOCIAL_H
#define FLIPSIDE_TERMINAL_SOCIAL_H

#include "terminal/wire.h"

#include <stddef.h>

enum { FLIP_TABLE_ID = 64 };

struct flip_social {
    json_t *list; /* the newest push `friends`; NULL: nothing was heard */
    json_t *told; /* ids of the challenges and requests that were told */
};

/// Has the server tell of friends and challenges, whenever the line is new.
void flip_social_begin(struct flip_wire *wire);
/// Takes a push of the server; what is new and waits for an answer is added to `news` as sentences.
void flip_social_hear(struct flip_social *social, json_t *message, json_t *news);
/// `friends`, `friend NAME`, `unfriend NAME`, `challenge GAME NAME`, `accept NAME`, `decline NAME`. 1: done, with what came of it in
/// `news`, and in `table` the table of a game that begins; 0: the line is none of these; -1: an error.
int flip_social_say(struct flip_social *social, struct flip_wire *wire, const char *line, json_t *news,
                    char table[FLIP_TABLE_ID], struct flip_error *error);
/// Adds what is known to `lines`: friends, requests, challenges.
void flip_social_tell(const struct flip_social *social, json_t *lines);
void flip_social_free(struct flip_social *social);

#endif
