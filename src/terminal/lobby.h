/*
 * A server's lobby in the terminal: tables that wait, games to watch, who is here, friends and challenges, and quick match. What is known
 * comes as lines, what is wanted is said in words; so the screen and the dialogue (lobby_face.c) show the same.
 */
#ifndef FLIPSIDE_TERMINAL_LOBBY_H
#define FLIPSIDE_TERMINAL_LOBBY_H

#include "terminal/paint.h"
#include "terminal/social.h"

struct flip_lobby {
    struct flip_wire *wire;
    json_t *now;   /* the newest push `lobby` */
    json_t *seek;  /* the newest push `seek`; NULL: nobody is looked for */
    json_t *turns; /* the newest push `turns`: where we have to decide */
    struct flip_social social;
    json_t *news;              /* sentences that the face has not told yet */
    char table[FLIP_TABLE_ID]; /* where to go; "": nowhere yet */
    bool changed;              /* since the face has looked */
};

/// What can be said, as a text of several lines.
extern const char flip_lobby_words[];

/// Opens the lobby on a line that knows who we are; the line stays the caller's.
int flip_lobby_open(struct flip_lobby *lobby, struct flip_wire *wire, struct flip_error *error);
void flip_lobby_close(struct flip_lobby *lobby);
/// What there is, as lines {"text", "table", "title"}; `table` is there where one can be gone to, `title` is true above a part. The
/// caller's.
json_t *flip_lobby_lines(const struct flip_lobby *lobby);
/// Does what a line of words says: a number is the table of that number. 0: done; -1: an error.
int flip_lobby_say(struct flip_lobby *lobby, const char *line, struct flip_error *error);

/// Lets the player choose a table, on the screen or, without `paint`, in words. 1: `table` has it; 0: the player left; -1: an error.
int flip_lobby_choose(struct flip_wire *wire, const struct flip_paint *paint, bool ascii, char table[FLIP_TABLE_ID],
                      struct flip_error *error);

#endif
