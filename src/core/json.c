/* The JSON writer. It relies on callers to open and close in order; asserts catch our own mistakes. */
#include "core/put.h"

#include <assert.h>
#include <flipside/json.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

struct flip_json flip_json_in(char *buffer, size_t size)
{
    return (struct flip_json){.text = flip_text_in(buffer, size)};
}

static bool is_plain(char byte) { return (unsigned char)byte >= 0x20 && byte != '"' && byte != '\\'; }

/* Not 0 if one of eight bytes needs an escape: subtracting borrows from the highest bit of a byte that is too small. */
static inline uint64_t escapes(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    const uint64_t quote = word ^ ones * '"', backslash = word ^ ones * '\\';
    const uint64_t control = (word - ones * 0x20) & ~word;
    return (control | ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash)) & tops;
}

/* Copies eight bytes; not 0 if one needs an escape. */
static inline uint64_t copy_word(char *out, const char *value)
{
    uint64_t word;
    memcpy(&word, value, sizeof word);
    memcpy(out, &word, sizeof word);
    return escapes(word);
}

/* The same for fewer than eight bytes: copying some of them twice is faster than a loop. */
static inline uint64_t copy_few(char *out, const char *value, size_t length)
{
    uint32_t first, last;
    if (length >= sizeof first) {
        memcpy(&first, value, sizeof first);
        memcpy(&last, value + length - sizeof last, sizeof last);
        memcpy(out, &first, sizeof first);
        memcpy(out + length - sizeof last, &last, sizeof last);
        return escapes((uint64_t)first << 32 | last);
    }
    uint64_t found = 0;
    for (size_t i = 0; i < length; i++)
        found |= !is_plain(out[i] = value[i]);
    return found;
}

/* Copies a string; false: something in it needs an escape. */
static inline bool copy_plain(char *out, const char *value, size_t length)
{
    uint64_t found = 0;
    if (length < sizeof found)
        return copy_few(out, value, length) == 0;
    for (size_t i = 0; i + sizeof found < length; i += sizeof found)
        found |= copy_word(out + i, value + i);
    return (found | copy_word(out + length - sizeof found, value + length - sizeof found)) == 0;
}

/* The slow way, for strings with escapes or past the end of the buffer. */
static void put_escaped(struct flip_text *text, const char *value)
{
    flip_put_byte(text, '"');
    for (; *value; value++) {
        if (is_plain(*value))
            flip_put_byte(text, *value);
        else if (*value == '"' || *value == '\\')
            flip_text_add(text, "\\%c", *value);
        else
            flip_text_add(text, "\\u%04x", (unsigned char)*value);
    }
    flip_put_byte(text, '"');
}

/* Puts a string, with a comma before and a colon after it where they are needed. */
static void put_quoted(struct flip_text *text, bool comma, const char *value, bool colon)
{
    const size_t length = strlen(value);
    const bool fits = text->length + length + 4 < text->size;
    char *out = fits ? text->at + text->length : NULL; /* `at` may be NULL for a caller that only measures */
    if (fits && copy_plain(out + comma + 1, value, length)) {
        *out = ',';
        out[comma] = '"';
        out += comma + 1 + length;
        *out = '"';
        out[1] = ':';
        out[1 + colon] = '\0';
        text->length += comma + 1 + length + 1 + colon;
        return;
    }
    if (comma)
        flip_put_byte(text, ',');
    put_escaped(text, value);
    if (colon)
        flip_put_byte(text, ':');
}

static void begin_value(struct flip_json *json, const char *key)
{
    const bool comma = json->filled[json->depth];
    json->filled[json->depth] = true;
    if (key)
        put_quoted(&json->text, comma, key, true);
    else if (comma)
        flip_put_byte(&json->text, ',');
}

void flip_json_open(struct flip_json *json, const char *key, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    assert(json->depth + 1 < FLIP_JSON_DEPTH);
    begin_value(json, key);
    flip_put_byte(&json->text, bracket);
    json->depth++;
    json->filled[json->depth] = false;
    json->closer[json->depth] = bracket == '{' ? '}' : ']';
}

void flip_json_close(struct flip_json *json)
{
    assert(json->depth > 0);
    flip_put_byte(&json->text, json->closer[json->depth]);
    json->depth--;
}

void flip_json_null(struct flip_json *json, const char *key)
{
    begin_value(json, key);
    flip_put(&json->text, "null", 4);
}

void flip_json_string(struct flip_json *json, const char *key, const char *value)
{
    if (!value) {
        flip_json_null(json, key);
        return;
    }
    if (key)
        begin_value(json, key);
    put_quoted(&json->text, !key && json->filled[json->depth], value, false);
    json->filled[json->depth] = true;
}

void flip_json_int(struct flip_json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    if (value >= 0 && value < 10)
        flip_put_byte(&json->text, (char)('0' + value));
    else
        flip_put_integer(&json->text, value);
}

void flip_json_number(struct flip_json *json, const char *key, double value)
{
    begin_value(json, key);
    if (isfinite(value))
        flip_text_add(&json->text, "%.9g", value);
    else
        flip_text_add(&json->text, "null"); /* JSON knows no infinity */
}

void flip_json_bool(struct flip_json *json, const char *key, bool value)
{
    begin_value(json, key);
    flip_put(&json->text, value ? "true" : "false", value ? 4 : 5);
}

void flip_json_set(struct flip_json *json, const char *key, flip_set set)
{
    flip_json_open(json, key, '[');
    for (; set; set = flip_set_rest(set))
        flip_json_int(json, NULL, flip_set_first(set));
    flip_json_close(json);
}

void flip_json_ints(struct flip_json *json, const char *key, const int *values, int count)
{
    flip_json_open(json, key, '[');
    for (int i = 0; i < count; i++)
        flip_json_int(json, NULL, values[i]);
    flip_json_close(json);
}

void flip_json_raw(struct flip_json *json, const char *key, const char *value)
{
    begin_value(json, key);
    flip_put(&json->text, value, strlen(value));
}
