/* The texts of this folder, which are compiled in: what commands and faces of the terminal say about themselves. */
#include "commands.h"
#include "core/texts.h"

#include <string.h>

extern const struct flip_named_text flip_help_texts[];

const char *flip_help(const char *name)
{
    const struct flip_named_text *help = flip_help_texts;
    while (help->name && strcmp(help->name, name) != 0)
        help++;
    return help->name ? help->text : "";
}
