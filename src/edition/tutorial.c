/* Finding a tutorial, and the editions its lessons begin with. */
#include "edition/tutorial.h"

#include <flipside/load.h>

#include <stdlib.h>
#include <string.h>

json_t *flip_tutorial_of(const char *id)
{
    const struct flip_game *game = flip_game_named(id);
    return game && game->files->tutorial ? json_loads(game->files->tutorial, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

struct flip_edition *flip_tutorial_edition(const struct flip_game *game, const json_t *lesson, struct flip_error *error)
{
    struct flip_edition *classic = flip_edition_classic(game, error), *own = NULL;
    const json_t *start = json_object_get(lesson, "start");
    if (!classic || !start)
        return classic;
    json_t *edition = json_loads(classic->json, 0, NULL);
    int status = -1;
    if (!edition)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the lesson.");
    else if (!game->loader->lesson)
        flip_fail(error, FLIP_ERROR_BAD_LESSON, "Lessons of %s have no 'start'.", game->title);
    else
        status = game->loader->lesson(edition, start, error);
    char *text = status == 0 ? json_dumps(edition, JSON_COMPACT) : NULL;
    if (text)
        own = flip_edition_parse(game, text, strlen(text), "tutorial.json", error);
    else if (status == 0)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the lesson.");
    free(text);
    json_decref(edition);
    flip_edition_free(classic);
    return own;
}
