/* Members of JSON objects that need not be there. */
#ifndef FLIPSIDE_EDITION_MEMBERS_H
#define FLIPSIDE_EDITION_MEMBERS_H

#include <jansson.h>

/// The text under a key; "": there is none.
static inline const char *string_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/// The number under a key; 0: there is none.
static inline double number_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static inline int whole_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

#endif
