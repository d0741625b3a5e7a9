/*
 * A JSON writer for views and actions; libc only, no allocation. It takes care of commas and quoting:
 *
 *     flip_json_open(j, NULL, '{');
 *     flip_json_int(j, "round", 3);
 *     flip_json_open(j, "lineup", '[');
 *     flip_json_string(j, NULL, "QH");
 *     flip_json_close(j);
 *     flip_json_close(j);
 *
 * `key` is NULL inside a list and at the top. Strings must be UTF-8.
 */
#ifndef FLIPSIDE_JSON_H
#define FLIPSIDE_JSON_H

#include <flipside/text.h>
#include <stdint.h>

FLIP_API_BEGIN

#define FLIP_JSON_DEPTH 32

struct flip_json {
    struct flip_text text;
    int depth;
    bool filled[FLIP_JSON_DEPTH]; /* this depth is not empty: a comma comes first */
    char closer[FLIP_JSON_DEPTH]; /* what closes this depth */
    /* A view leaves out what all tables of an edition with the same options and seats show to everybody all the time. */
    bool without_printed;
};

struct flip_json flip_json_in(char *buffer, size_t size);
void flip_json_open(struct flip_json *json, const char *key, char bracket);
void flip_json_close(struct flip_json *json);
void flip_json_string(struct flip_json *json, const char *key, const char *value);
void flip_json_int(struct flip_json *json, const char *key, int64_t value);
void flip_json_number(struct flip_json *json, const char *key, double value);
void flip_json_bool(struct flip_json *json, const char *key, bool value);
void flip_json_null(struct flip_json *json, const char *key);
/// `value` is already JSON.
void flip_json_raw(struct flip_json *json, const char *key, const char *value);

FLIP_API_END

#endif
