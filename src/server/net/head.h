/*
 * The head of a request: its first line and its headers. It is read strictly. What a proxy in front might read in another way is refused: lines
 * that end otherwise than with CR LF, a header whose name is no name, a header that goes on in the next line, an address in any other than the
 * one plain form (no `%6d`, no `//`, no `/x/..`).
 */
#ifndef FLIPSIDE_SERVER_NET_HEAD_H
#define FLIPSIDE_SERVER_NET_HEAD_H

#include <stdbool.h>
#include <stddef.h>

enum { HEADER_BYTES = 8192 }; /* of a head */

/// All zero: nothing has come yet.
struct head {
    char *text;    /* owned; a string when all of it is there */
    size_t length; /* of what has come */
    bool whole;    /* the empty line after it has come */
    bool plain;    /* it could be read; what follows is empty otherwise */
    bool address;  /* its address is a path of plain parts */
    char method[8];
    const char *path; /* without the query */
    size_t path_length;
    const char *headers; /* the first line of them */
};

/// Adds what has come, and says how much of it is part of the head; -1: it is too long, or there is no memory.
long head_add(struct head *head, const char *bytes, size_t length);
/// The value of a header, by its name in lower case, into `out`; several of one name in a row, with a comma between them (a semicolon between
/// cookies). Returns its length; 0: there is none, -1: it has no room.
int head_header(const struct head *head, const char *name, char *out, size_t size);
bool head_has(const struct head *head, const char *name);
/// Is this word one of those that stand in the header, with commas between them?
bool head_lists(const struct head *head, const char *name, const char *word);
void head_free(struct head *head);

#endif
