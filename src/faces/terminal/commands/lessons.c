/* Lessons, listed and played. */
#include "faces/terminal/commands/parts.h"

#include "edition/members.h"
#include "edition/tutorial.h"
#include "faces/terminal/play/play.h"
#include "faces/terminal/play/screen.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

int flip_lessons_count(const struct flip_game *game)
{
    int count;
    json_decref(flip_lesson_find(game->id, -1, &count));
    return count;
}

/* The first lesson that was learnt, or that was not; -1 if there is none. */
static int first_lesson(const struct flip_game *game, bool learnt)
{
    json_t *tutorial = flip_tutorial_of(game->id), *lesson;
    int found = -1;
    size_t index;
    json_array_foreach(json_object_get(tutorial, "lessons"), index, lesson)
        if (found < 0 && flip_learnt_read(FLIP_LESSONS_FILE, game->id, string_of(lesson, "title")).learnt == learnt)
            found = (int)index;
    json_decref(tutorial);
    return found;
}

int flip_lessons_next(const struct flip_game *game)
{
    const int next = first_lesson(game, false);
    return next < 0 ? 0 : next;
}

bool flip_lessons_newcomer(const struct flip_game *game)
{
    return flip_lessons_count(game) > 0 && first_lesson(game, true) < 0;
}

/* The lesson whose title begins like this, or -1. */
static int titled(const struct flip_game *game, const char *word)
{
    json_t *tutorial = flip_tutorial_of(game->id), *lesson;
    int found = -1;
    size_t index;
    json_array_foreach(json_object_get(tutorial, "lessons"), index, lesson)
        if (found < 0 && *word && strncasecmp(string_of(lesson, "title"), word, strlen(word)) == 0)
            found = (int)index;
    json_decref(tutorial);
    return found;
}

int flip_lessons_find(const struct flip_game *game, const char *word, struct flip_error *error)
{
    char *end;
    const long number = strtol(word, &end, 10);
    const int count = flip_lessons_count(game);
    if (end != word && *end == '\0' && number >= 1 && number <= count)
        return (int)number - 1;
    const int found = titled(game, word);
    if (found < 0)
        flip_fail(
            error, FLIP_ERROR_NOT_FOUND,
            "%s has no lesson '%.60s': name one of 1 to %d, or the beginning of its title. 'flipside learn' lists "
            "them.",
            game->title, word, count);
    return found;
}

static void list_one(const struct flip_game *game, bool ascii)
{
    json_t *tutorial = flip_tutorial_of(game->id), *lesson;
    size_t index;
    if (tutorial)
        flip_plain_say(ascii, "\n%s: flipside learn %s\n", game->title, game->id);
    json_array_foreach(json_object_get(tutorial, "lessons"), index, lesson) {
        const struct flip_learnt learnt = flip_learnt_read(FLIP_LESSONS_FILE, game->id, string_of(lesson, "title"));
        flip_plain_say(ascii, "%4d. %s%s\n", (int)index + 1, string_of(lesson, "title"),
                       learnt.moves > 0 ? " (begun)"
                       : learnt.learnt  ? " (learnt)"
                                        : "");
    }
    json_decref(tutorial);
}

void flip_lessons_list(bool ascii)
{
    for (int i = 0; flip_game_at(i); i++)
        list_one(flip_game_at(i), ascii);
}

static int play_one(const struct flip_lessons *lessons, struct flip_match *match, struct flip_error *error)
{
    const struct flip_match_lesson *lesson = match->lesson;
    if (lessons->paint)
        return flip_screen_play(match, lessons->paint, lessons->pace, error);
    flip_plain_say(lessons->ascii, "%s, lesson %d of %d: %s. 'help' says what you can say.\n", match->title,
                   lesson->number + 1, lesson->count, lesson->view.title);
    return flip_plain_play(match, lessons->ascii, error);
}

int flip_lessons_play(struct flip_lessons *lessons, struct flip_error *error)
{
    for (;;) {
        struct flip_match *match =
            flip_lesson_match(lessons->game, lessons->number, lessons->edition, lessons->again, error);
        if (!match)
            return -1;
        const int end = play_one(lessons, match, error), last = match->lesson->next[0] == '\0';
        match->calls->close(match);
        lessons->again = end == FLIP_MATCH_AGAIN;
        if (end == FLIP_MATCH_NEXT && last)
            return FLIP_MATCH_QUIT;
        if (end == FLIP_MATCH_NEXT)
            lessons->number++;
        else if (end != FLIP_MATCH_AGAIN)
            return end;
    }
}
