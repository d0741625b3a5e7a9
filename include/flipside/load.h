/*
 * Reads JSON written by people. A node knows its path from the root, so that every error names the file, the place as a
 * JSON path, what was expected and what was found:
 *
 *     my-edition.json: track[3].suit: expected one of clubs, diamonds, hearts, spades; found "stars"
 *
 * Functions that return int return 0, or -1 with the error filled in. Nodes live on the caller's stack and own nothing.
 */
#ifndef FLIPSIDE_LOAD_H
#define FLIPSIDE_LOAD_H

#include <flipside/error.h>
#include <jansson.h>
#include <stddef.h>

FLIP_API_BEGIN

struct flip_node {
    const json_t *json;
    const struct flip_node *parent; /* NULL at the root */
    const char *key;                /* in an object */
    size_t index;                   /* in a list (key is NULL) */
    const char *source;             /* at the root: the name of the file */
    struct flip_error *error;       /* at the root */
};

/// Reports an error at this node. Always returns -1.
int flip_node_fail(const struct flip_node *node, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Reports that something else was expected, and shows what was found.
int flip_node_expected(const struct flip_node *node, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Checks that the node is an object with no keys other than these (ended by NULL).
int flip_node_object(const struct flip_node *node, const char *const *keys);
/// Gets a required member.
int flip_node_member(const struct flip_node *object, const char *key, struct flip_node *out);
/// Checks that the node is a list of `min` to `max` items.
int flip_node_list(const struct flip_node *node, size_t min, size_t max, size_t *count);
struct flip_node flip_node_item(const struct flip_node *list, size_t index);

int flip_node_int(const struct flip_node *node, int min, int max, int *out);
/// One of the words (ended by NULL); `out` gets its index.
int flip_node_word(const struct flip_node *node, const char *const *words, int *out);
/// A line of text, at least one character, into a buffer.
int flip_node_text(const struct flip_node *node, char *out, size_t size);

/// A required member and its value in one call.
int flip_node_member_int(const struct flip_node *object, const char *key, int min, int max, int *out);
int flip_node_member_word(const struct flip_node *object, const char *key, const char *const *words, int *out);
int flip_node_member_list(const struct flip_node *object, const char *key, size_t min, size_t max,
                          struct flip_node *out, size_t *count);

/// How a game reads its editions. The library uses it, and during the build the compiler of editions does.
struct flip_game_loader {
    /// Checks everything and fills the edition's struct, which is zeroed.
    int (*load)(const struct flip_node *root, void *edition);
    /// Optional: changes the JSON of the classic edition as a lesson's `start` says.
    int (*lesson)(json_t *edition, const json_t *start, struct flip_error *error);
};

/// Checks an optional member that holds comments for readers of the file: a list of strings.
int flip_node_remarks(const struct flip_node *object, const char *key);

FLIP_API_END

#endif
