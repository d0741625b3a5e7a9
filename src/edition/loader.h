/*
 * Reading JSON that people wrote. A node knows the way from the root to itself, so that every complaint names the file, the
 * place as a JSON path, what was expected and what was found:
 *
 *     data/royalflip/classic.json: track[3].suit: expected one of clubs, diamonds, hearts, spades; found "stars"
 *
 * All functions return 0, or -1 with the error filled in. Nodes live on the caller's stack and own nothing.
 */
#ifndef FLIPSIDE_EDITION_LOADER_H
#define FLIPSIDE_EDITION_LOADER_H

#include <flipside/error.h>
#include <jansson.h>
#include <stddef.h>

struct node {
    const json_t *json;
    const struct node *parent; /* NULL at the root */
    const char *key;           /* in an object */
    size_t index;              /* in a list (key is NULL) */
    const char *source;        /* at the root: the name of the file */
    struct flip_error *error;  /* at the root */
};

/// Complains about this node. Always returns -1.
int node_fail(const struct node *node, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Complains that something else was expected, and shows what was found.
int node_expected(const struct node *node, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// An object with no other keys than these (ended by NULL).
int node_object(const struct node *node, const char *const *keys);
/// A member that must be there.
int node_member(const struct node *object, const char *key, struct node *out);
/// A list with so many items.
int node_list(const struct node *node, size_t min, size_t max, size_t *count);
struct node node_item(const struct node *list, size_t index);

int node_int(const struct node *node, int min, int max, int *out);
/// One of the words (ended by NULL); `out` gets its place among them.
int node_word(const struct node *node, const char *const *words, int *out);
/// A line of text, at least one character, into a buffer.
int node_text(const struct node *node, char *out, size_t size);

/// Member and value in one go.
int node_member_int(const struct node *object, const char *key, int min, int max, int *out);
int node_member_word(const struct node *object, const char *key, const char *const *words, int *out);
int node_member_list(const struct node *object, const char *key, size_t min, size_t max, struct node *out,
                     size_t *count);

/// Remarks for readers of the file: a list of strings, which may be left out.
int node_remarks(const struct node *object, const char *key);

#endif
