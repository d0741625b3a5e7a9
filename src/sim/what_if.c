/* Another edition from one changed value: its JSON is changed, and then read and checked like any edition. */
#include "sim/study.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The value that a name leads to: a member of an object, or a place of a list, counted from 0. */
static json_t *inside(json_t *value, const char *name)
{
    if (json_is_object(value))
        return json_object_get(value, name);
    char *end;
    const unsigned long place = strtoul(name, &end, 10);
    return json_is_array(value) && end != name && *end == '\0' ? json_array_get(value, place) : NULL;
}

static int replace(json_t *value, const char *name, json_t *fresh)
{
    return json_is_object(value) ? json_object_set_new(value, name, fresh)
                                 : json_array_set_new(value, strtoul(name, NULL, 10), fresh);
}

/* `path` is cut into its names. */
static int change_json(json_t *edition, char *path, const char *value, struct flip_error *error)
{
    json_t *at = edition;
    char *name = path;
    for (char *dot; (dot = strchr(name, '.')) != NULL; name = dot + 1) {
        *dot = '\0';
        if (!(at = inside(at, name)))
            return flip_fail(error, FLIP_ERROR_OPTION, "The edition has no '%.80s' there.", name);
    }
    const json_t *old = inside(at, name);
    if (!old)
        return flip_fail(error, FLIP_ERROR_OPTION, "The edition has no '%.80s' there.", name);
    json_t *fresh = json_loads(value, JSON_DECODE_ANY, NULL);
    if (!fresh)
        fresh = json_string(value);
    if (!fresh || json_is_object(old) || json_is_array(old)) {
        json_decref(fresh);
        return flip_fail(error, FLIP_ERROR_OPTION, "'%.80s' is no single value, so it cannot be replaced by '%.80s'.",
                         name, value);
    }
    return replace(at, name, fresh) == 0 ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
}

struct flip_edition *flip_edition_what_if(const struct flip_setup *setup, const char *change, struct flip_error *error)
{
    const char *equals = strchr(change, '=');
    struct flip_edition *old =
        setup->edition ? flip_edition_copy(setup->edition) : flip_edition_chosen(setup->game, &setup->options, error);
    struct flip_edition *found = NULL;
    char *path = equals ? strndup(change, (size_t)(equals - change)) : NULL;
    json_t *json = old ? json_loads(old->json, 0, NULL) : NULL;
    char *text = NULL;
    if (!equals)
        flip_fail(error, FLIP_ERROR_USAGE, "--what-if takes PATH=VALUE, as in rounds=12, not '%.80s'.", change);
    else if (!old || !path || !json)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for another edition.");
    else if (change_json(json, path, equals + 1, error) == 0 && (text = json_dumps(json, JSON_SORT_KEYS)))
        found = flip_edition_parse(setup->game, text, strlen(text), change, error);
    free(text);
    json_decref(json);
    free(path);
    flip_edition_free(old);
    return found;
}
