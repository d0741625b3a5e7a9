/* The fields of an observation. */
#include <flipside/learn.h>
#include <stdarg.h>
#include <stdio.h>

void flip_field_add(struct flip_fields *fields, int count, const char *meaning, const char *name, ...)
{
    if (fields->count < FLIP_MOST_FIELDS) {
        struct flip_field *field = &fields->field[fields->count];
        va_list arguments;
        va_start(arguments, name);
        vsnprintf(field->name, sizeof field->name, name, arguments);
        va_end(arguments);
        field->count = count;
        field->meaning = meaning;
    }
    fields->count++;
    fields->numbers += count;
}

const char *flip_field_seat(int ahead)
{
    static const char *const names[FLIP_MAX_SEATS] = {"own",     "seat +1", "seat +2", "seat +3", "seat +4",
                                                      "seat +5", "seat +6", "seat +7", "seat +8", "seat +9"};
    return names[ahead];
}
