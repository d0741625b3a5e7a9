/* Finding a tutorial, and the editions its lessons begin with. The list itself is made by tools/embed_texts.c. */
#include "edition/tutorial.h"

#include <stdlib.h>
#include <string.h>

json_t *flip_tutorial_of(const char *game)
{
    for (const struct flip_tutorial *tutorial = flip_tutorials; tutorial->game; tutorial++)
        if (strcmp(tutorial->game, game) == 0)
            return json_loads(tutorial->text, JSON_REJECT_DUPLICATES, NULL);
    return NULL;
}

/* --- what games begin with ------------------------------------------------------------------------------------------- */

/* Flip City: the first deck of every player, face by face. */
static int start_flipcity(json_t *edition, const json_t *start, struct flip_error *error)
{
    static const char *const sides[] = {"front", "back"};
    size_t index, used = 0;
    json_t *card;
    json_array_foreach(json_object_get(edition, "cards"), index, card)
    {
        json_t *counts = json_object();
        for (int side = 0; side < 2; side++) {
            const char *face = json_string_value(json_object_get(json_object_get(card, sides[side]), "face"));
            const json_t *count = face ? json_object_get(start, face) : NULL;
            used += count != NULL;
            json_object_set_new(counts, sides[side], json_integer(json_integer_value(count)));
        }
        json_object_set_new(card, "start", counts);
    }
    return used == json_object_size(start) ? 0 : flip_fail(error, "bad_lesson", "'start' names a face that is none.");
}

/* Flick 'em Up!: a town as a scenario has it; what it leaves out is Main Street's. */
static int start_flickemup(json_t *edition, const json_t *start, struct flip_error *error)
{
    return json_object_update(edition, (json_t *)start) == 0
               ? 0
               : flip_fail(error, "bad_lesson", "'start' is a town: the keys of a scenario.");
}

static const struct {
    const char *game;
    int (*start)(json_t *edition, const json_t *start, struct flip_error *error);
} starts[] = {{"flipcity", start_flipcity}, {"flickemup", start_flickemup}};

struct flip_edition *flip_tutorial_edition(const struct flip_game *game, const json_t *lesson, struct flip_error *error)
{
    struct flip_edition *classic = flip_edition_classic(game, error), *own = NULL;
    const json_t *start = json_object_get(lesson, "start");
    if (!classic || !start)
        return classic;
    json_t *edition = json_loads(classic->json, 0, NULL);
    int status = edition ? flip_fail(error, "bad_lesson", "Lessons of %s have no 'start'.", game->title)
                         : flip_fail(error, "no_memory", "There is not enough memory for the lesson.");
    for (size_t i = 0; edition && i < sizeof starts / sizeof *starts; i++)
        if (strcmp(starts[i].game, game->id) == 0)
            status = starts[i].start(edition, start, error);
    char *text = status == 0 ? json_dumps(edition, JSON_COMPACT) : NULL;
    if (text)
        own = flip_edition_parse(game, text, strlen(text), "tutorial.json", error);
    else if (status == 0)
        flip_fail(error, "no_memory", "There is not enough memory for the lesson.");
    free(text);
    json_decref(edition);
    flip_edition_free(classic);
    return own;
}
