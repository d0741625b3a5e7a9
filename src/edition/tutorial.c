/* Tutorials, and the editions that their lessons are played with. */
#include "edition/tutorial.h"

#include "edition/read.h"

json_t *flip_tutorial_of(const char *id)
{
    const struct flip_game *game = flip_game_named(id);
    return game && game->files->tutorial ? json_loads(game->files->tutorial, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

struct flip_edition *flip_tutorial_edition(const struct flip_game *game, const json_t *lesson, struct flip_error *error)
{
    const json_t *start = json_object_get(lesson, "start"), *base = json_object_get(lesson, "edition");
    if (!start && !base)
        return flip_edition_classic(game, error);
    json_t *edition = base ? json_deep_copy(base) : json_loads(game->files->editions[0].json, 0, NULL);
    struct flip_edition *own = NULL;
    if (!edition)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the lesson.");
    else if (start && !game->loader->lesson)
        flip_fail(error, FLIP_ERROR_BAD_LESSON, "Lessons of %s have no 'start'.", game->title);
    else if (!start || game->loader->lesson(edition, start, error) == 0)
        own = edition_from(game, edition, "tutorial.json", error);
    json_decref(edition);
    return own;
}
