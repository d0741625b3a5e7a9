/* Reads JSON with errors that name the place. */
#include <flipside/load.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 120, FOUND_SIZE = 60, LIST_SIZE = 160 };

/* --- errors ---------------------------------------------------------------------------------------------------------- */

/* Writes the path of a node and returns its length. */
static size_t write_path(const struct flip_node *node, char *out, size_t size)
{
    if (!node->parent) {
        out[0] = '\0';
        return 0;
    }
    const size_t used = write_path(node->parent, out, size);
    int more;
    if (node->key)
        more = snprintf(out + used, size - used, "%s%.40s", used ? "." : "", node->key);
    else
        more = snprintf(out + used, size - used, "[%zu]", node->index);
    return used + (size_t)more < size ? used + (size_t)more : size - 1;
}

int flip_node_fail(const struct flip_node *node, const char *format, ...)
{
    char reason[FLIP_ERROR_SIZE], path[PATH_SIZE];
    const struct flip_node *root = node;
    const size_t length = write_path(node, path, sizeof path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    while (root->parent)
        root = root->parent;
    return flip_fail(root->error, FLIP_ERROR_BAD_EDITION, "%.120s: %s%s%s", root->source, path, length ? ": " : "",
                     reason);
}

/* A short value as it is, a long one by its kind; text is cut only between UTF-8 characters. */
static void describe(const json_t *json, char *out, size_t size)
{
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        snprintf(out, size, "an object");
        return;
    case JSON_ARRAY:
        snprintf(out, size, "a list of %zu", json_array_size(json));
        return;
    case JSON_STRING: {
        const char *text = json_string_value(json);
        size_t shown = strlen(text) < 24 ? strlen(text) : 24;
        while (shown > 0 && ((unsigned char)text[shown] & 0xc0) == 0x80)
            shown--;
        snprintf(out, size, "\"%.*s%s\"", (int)shown, text, text[shown] ? "…" : "");
        return;
    }
    case JSON_INTEGER:
        snprintf(out, size, "%" JSON_INTEGER_FORMAT, json_integer_value(json));
        return;
    case JSON_REAL:
        snprintf(out, size, "%g", json_real_value(json));
        return;
    case JSON_TRUE:
        snprintf(out, size, "true");
        return;
    case JSON_FALSE:
        snprintf(out, size, "false");
        return;
    case JSON_NULL:
        snprintf(out, size, "null");
        return;
    }
    snprintf(out, size, "something else");
}

int flip_node_expected(const struct flip_node *node, const char *format, ...)
{
    char expected[FLIP_ERROR_SIZE / 2], found[FOUND_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    describe(node->json, found, sizeof found);
    return flip_node_fail(node, "expected %s; found %s", expected, found);
}

static void list_words(const char *const *words, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; words[i] && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? ", " : "", words[i]);
}

/* --- structure ------------------------------------------------------------------------------------------------------- */

static struct flip_node child(const struct flip_node *parent, const json_t *json, const char *key, size_t index)
{
    return (struct flip_node){.json = json, .parent = parent, .key = key, .index = index};
}

int flip_node_object(const struct flip_node *node, const char *const *keys)
{
    if (!json_is_object(node->json))
        return flip_node_expected(node, "an object");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)node->json, key, value) {
        size_t i = 0;
        while (keys[i] && strcmp(keys[i], key) != 0)
            i++;
        if (keys[i])
            continue;
        char known[LIST_SIZE];
        list_words(keys, known, sizeof known);
        const struct flip_node unknown = child(node, value, key, 0);
        return flip_node_fail(&unknown, "this key is unknown here; known are %s", known);
    }
    return 0;
}

int flip_node_member(const struct flip_node *object, const char *key, struct flip_node *out)
{
    *out = child(object, json_object_get(object->json, key), key, 0);
    if (!json_is_object(object->json))
        return flip_node_expected(object, "an object");
    return out->json ? 0 : flip_node_fail(out, "is missing");
}

int flip_node_list(const struct flip_node *node, size_t min, size_t max, size_t *count)
{
    if (!json_is_array(node->json))
        return flip_node_expected(node, "a list");
    *count = json_array_size(node->json);
    if (*count >= min && *count <= max)
        return 0;
    return flip_node_expected(node, "a list of %zu to %zu", min, max);
}

struct flip_node flip_node_item(const struct flip_node *list, size_t index)
{
    return child(list, json_array_get(list->json, index), NULL, index);
}

/* --- values ---------------------------------------------------------------------------------------------------------- */

int flip_node_int(const struct flip_node *node, int min, int max, int *out)
{
    if (!json_is_integer(node->json) || json_integer_value(node->json) < min || json_integer_value(node->json) > max)
        return flip_node_expected(node, "a whole number from %d to %d", min, max);
    *out = (int)json_integer_value(node->json);
    return 0;
}

int flip_node_word(const struct flip_node *node, const char *const *words, int *out)
{
    for (int i = 0; json_is_string(node->json) && words[i]; i++)
        if (strcmp(words[i], json_string_value(node->json)) == 0) {
            *out = i;
            return 0;
        }
    char known[LIST_SIZE];
    list_words(words, known, sizeof known);
    return flip_node_expected(node, "one of %s", known);
}

int flip_node_text(const struct flip_node *node, char *out, size_t size)
{
    const char *text = json_string_value(node->json);
    if (!text || strlen(text) == 0 || strlen(text) >= size)
        return flip_node_expected(node, "a text of 1 to %zu bytes", size - 1);
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return flip_node_fail(node, "expected one line of text without control characters");
    memset(out, 0, size);
    memcpy(out, text, strlen(text) + 1);
    return 0;
}

int flip_node_member_int(const struct flip_node *object, const char *key, int min, int max, int *out)
{
    struct flip_node member;
    return flip_node_member(object, key, &member) < 0 ? -1 : flip_node_int(&member, min, max, out);
}

int flip_node_member_word(const struct flip_node *object, const char *key, const char *const *words, int *out)
{
    struct flip_node member;
    return flip_node_member(object, key, &member) < 0 ? -1 : flip_node_word(&member, words, out);
}

int flip_node_member_list(const struct flip_node *object, const char *key, size_t min, size_t max,
                          struct flip_node *out, size_t *count)
{
    return flip_node_member(object, key, out) < 0 ? -1 : flip_node_list(out, min, max, count);
}

int flip_node_remarks(const struct flip_node *object, const char *key)
{
    const struct flip_node remarks = child(object, json_object_get(object->json, key), key, 0);
    size_t count = 0;
    if (!remarks.json)
        return 0;
    if (flip_node_list(&remarks, 0, 1000, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node remark = flip_node_item(&remarks, i);
        if (!json_is_string(remark.json))
            return flip_node_expected(&remark, "a text");
    }
    return 0;
}
