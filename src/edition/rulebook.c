/* Finding a rulebook. The list itself is made by tools/embed_texts.c. */
#include "edition/rulebook.h"

#include <string.h>

const char *flip_rulebook_of(const char *game)
{
    for (const struct flip_rulebook *book = flip_rulebooks; book->game; book++)
        if (strcmp(book->game, game) == 0)
            return book->text;
    return "The rules of this game are in docs/rules of the project.\n";
}
