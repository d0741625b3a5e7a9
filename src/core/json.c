/* The JSON writer. It trusts its callers to open and close in order; asserts catch our own mistakes. */
#include <assert.h>
#include <flipside/json.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

struct flip_json flip_json_in(char *buffer, size_t size)
{
    return (struct flip_json){.text = flip_text_in(buffer, size)};
}

static void put_quoted(struct flip_text *text, const char *value)
{
    flip_text_put(text, "\"", 1);
    const char *run = value; /* what needs no escape goes out in one piece */
    for (const char *c = value; *c; c++) {
        const unsigned char byte = (unsigned char)*c;
        if (byte >= 0x20 && byte != '"' && byte != '\\')
            continue;
        flip_text_put(text, run, (size_t)(c - run));
        run = c + 1;
        if (byte == '"' || byte == '\\')
            flip_text_add(text, "\\%c", byte);
        else
            flip_text_add(text, "\\u%04x", byte);
    }
    flip_text_put(text, run, strlen(run));
    flip_text_put(text, "\"", 1);
}

static void begin_value(struct flip_json *json, const char *key)
{
    if (json->filled[json->depth])
        flip_text_put(&json->text, ",", 1);
    json->filled[json->depth] = true;
    if (key) {
        put_quoted(&json->text, key);
        flip_text_put(&json->text, ":", 1);
    }
}

void flip_json_open(struct flip_json *json, const char *key, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    assert(json->depth + 1 < FLIP_JSON_DEPTH);
    begin_value(json, key);
    flip_text_put(&json->text, &bracket, 1);
    json->depth++;
    json->filled[json->depth] = false;
    json->closer[json->depth] = bracket == '{' ? '}' : ']';
}

void flip_json_close(struct flip_json *json)
{
    assert(json->depth > 0);
    flip_text_put(&json->text, &json->closer[json->depth], 1);
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
    flip_text_add(&json->text, "%" PRId64, value);
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
    flip_text_add(&json->text, "%s", value ? "true" : "false");
}

void flip_json_null(struct flip_json *json, const char *key)
{
    begin_value(json, key);
    flip_text_add(&json->text, "null");
}

void flip_json_raw(struct flip_json *json, const char *key, const char *value)
{
    begin_value(json, key);
    flip_text_put(&json->text, value, strlen(value));
}
