/*
 * A JSON writer for views and actions, without allocation. It takes care of commas and quoting:
 *
 *     flip_json_open(j, NULL, '{');
 *     flip_json_int(j, "round", 3);
 *     flip_json_open(j, "lineup", '[');
 *     flip_json_string(j, NULL, "QH");
 *     flip_json_close(j);
 *     flip_json_close(j);
 *
 * `key` is NULL inside a list and at the top. Strings must be UTF-8. A number that is not finite becomes null.
 */
#ifndef FLIPSIDE_JSON_H
#define FLIPSIDE_JSON_H

#include <flipside/set.h>
#include <flipside/text.h>
#include <stdint.h>

FLIP_API_BEGIN

#define FLIP_JSON_DEPTH 32

struct flip_json {
    struct flip_text text;
    int depth;
    bool filled[FLIP_JSON_DEPTH]; /* not empty at this depth: a comma comes before the next value */
    char closer[FLIP_JSON_DEPTH]; /* the bracket that closes this depth */
    bool without_printed; /* views leave out what is fixed by edition, options and seats and shown to everybody */
};

struct flip_json flip_json_in(char *buffer, size_t size);
void flip_json_open(struct flip_json *json, const char *key, char bracket);
void flip_json_close(struct flip_json *json);
/// NULL becomes null.
void flip_json_string(struct flip_json *json, const char *key, const char *value);
void flip_json_int(struct flip_json *json, const char *key, int64_t value);
void flip_json_number(struct flip_json *json, const char *key, double value);
void flip_json_bool(struct flip_json *json, const char *key, bool value);
void flip_json_null(struct flip_json *json, const char *key);
/// A list of numbers: those in a set, or all of an array.
void flip_json_set(struct flip_json *json, const char *key, flip_set set);
void flip_json_ints(struct flip_json *json, const char *key, const int *values, int count);
/// `value` is JSON already and is copied as it stands.
void flip_json_raw(struct flip_json *json, const char *key, const char *value);

FLIP_API_END

#endif
