/* The JSON writer. It trusts its callers to open and close in order; asserts catch our own mistakes. */
#include "core/digits.h"

#include <assert.h>
#include <flipside/json.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

struct flip_json flip_json_in(char *buffer, size_t size)
{
    return (struct flip_json){.text = flip_text_in(buffer, size)};
}

/* A single byte, which is what most of JSON is made of. */
static inline void put_byte(struct flip_text *text, char byte)
{
    if (text->length + 1 < text->size) {
        text->at[text->length] = byte;
        text->at[text->length + 1] = '\0';
    }
    text->length++;
}

static bool is_plain(char byte) { return (unsigned char)byte >= 0x20 && byte != '"' && byte != '\\'; }

/* Does one of eight bytes need an escape? Subtracting borrows from the highest bit of a byte that is too small. */
static bool any_escape(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    const uint64_t quote = word ^ ones * '"', backslash = word ^ ones * '\\';
    const uint64_t control = (word - ones * 0x20) & ~word;
    return ((control | ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash)) & tops) != 0;
}

/* What needs no escape, as far as there is room for it; returns where it ends. */
static const char *put_plain(struct flip_text *text, const char *value)
{
    if (text->length + 1 >= text->size)
        return value;
    const size_t length = strlen(value), room = text->size - 1 - text->length;
    const char *const end = value + (length < room ? length : room);
    char *out = text->at + text->length;
    uint64_t word;
    for (; end - value >= (ptrdiff_t)sizeof word; value += sizeof word, out += sizeof word) {
        memcpy(&word, value, sizeof word);
        if (any_escape(word))
            break;
        memcpy(out, &word, sizeof word);
    }
    while (value < end && is_plain(*value))
        *out++ = *value++;
    *out = '\0';
    text->length = (size_t)(out - text->at);
    return value;
}

/* With escapes, or past the end. */
static void put_escaped(struct flip_text *text, const char *value)
{
    for (; *value; value++) {
        if (is_plain(*value))
            put_byte(text, *value);
        else if (*value == '"' || *value == '\\')
            flip_text_add(text, "\\%c", *value);
        else
            flip_text_add(text, "\\u%04x", (unsigned char)*value);
    }
}

static void put_quoted(struct flip_text *text, const char *value)
{
    put_byte(text, '"');
    value = put_plain(text, value);
    if (*value)
        put_escaped(text, value);
    put_byte(text, '"');
}

static void put_integer(struct flip_text *text, int64_t value)
{
    char digits[FLIP_DIGITS];
    const char *first = flip_digits(value, digits);
    flip_text_put(text, first, (size_t)(digits + FLIP_DIGITS - first));
}

static void begin_value(struct flip_json *json, const char *key)
{
    if (json->filled[json->depth])
        put_byte(&json->text, ',');
    json->filled[json->depth] = true;
    if (key) {
        put_quoted(&json->text, key);
        put_byte(&json->text, ':');
    }
}

void flip_json_open(struct flip_json *json, const char *key, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    assert(json->depth + 1 < FLIP_JSON_DEPTH);
    begin_value(json, key);
    put_byte(&json->text, bracket);
    json->depth++;
    json->filled[json->depth] = false;
    json->closer[json->depth] = bracket == '{' ? '}' : ']';
}

void flip_json_close(struct flip_json *json)
{
    assert(json->depth > 0);
    put_byte(&json->text, json->closer[json->depth]);
    json->depth--;
}

void flip_json_string(struct flip_json *json, const char *key, const char *value)
{
    begin_value(json, key);
    put_quoted(&json->text, value);
}

void flip_json_int(struct flip_json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    put_integer(&json->text, value);
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
    flip_text_put(&json->text, value ? "true" : "false", value ? 4 : 5);
}

void flip_json_null(struct flip_json *json, const char *key)
{
    begin_value(json, key);
    flip_text_put(&json->text, "null", 4);
}

void flip_json_raw(struct flip_json *json, const char *key, const char *value)
{
    begin_value(json, key);
    flip_text_put(&json->text, value, strlen(value));
}
