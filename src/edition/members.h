/* Optional members of JSON objects. */
#pragma once

#include <jansson.h>

/// The string under a key, or "".
static inline const char *string_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/// The number under a key, or 0.
static inline double number_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static inline int int_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}
