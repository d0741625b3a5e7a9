/*
 * Adapts a lesson to an edition that somebody has made. The lesson is played with the classic edition and with theirs,
 * side by side: if a step is not possible with theirs, the lesson is refused; where the learner's numbers differ, the
 * next text says so. `numbers` of the tutorial lists the phrases whose numbers come from the edition.
 */
#include "edition/tutorial.h"
#include "table/lesson.h"
#include "table/table.h"

#include <flipside/load.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 4096 };

/* --- the numbers of an edition in the texts ------------------------------------------------------------------------------ */

/* The value at a path like track[3].points, or NULL. */
static const json_t *value_at(const json_t *json, const char *path, size_t length)
{
    const char *end = path + length;
    while (json && path < end) {
        char name[64];
        const size_t count = strcspn(path, "[].}");
        if (count >= sizeof name)
            return NULL;
        memcpy(name, path, count);
        name[count] = '\0';
        json = json_is_array(json) ? json_array_get(json, strtoul(name, NULL, 10)) : json_object_get(json, name);
        path += count;
        path += strspn(path, "[].");
    }
    return json;
}

static void put_value(struct flip_text *out, const json_t *value)
{
    if (json_is_string(value))
        flip_text_add(out, "%s", json_string_value(value));
    else
        flip_text_add(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
}

/* Fills in {track[3].points} and the like; returns whether any of them differs from the classic. */
static bool fill_in(const char *phrase, const json_t *classic, const json_t *edition, struct flip_text *out)
{
    bool changed = false;
    for (const char *at = phrase; *at; at++) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        if (!end) {
            flip_text_put(out, at, 1);
            continue;
        }
        const json_t *value = value_at(edition, at + 1, (size_t)(end - at - 1));
        if (!json_is_string(value) && !json_is_integer(value))
            return false;
        changed |= !json_equal(value_at(classic, at + 1, (size_t)(end - at - 1)), value);
        put_value(out, value);
        at = end;
    }
    return changed;
}

static void rephrase_text(json_t *text, const char *phrase, const char *instead)
{
    char out[TEXT];
    struct flip_text words = flip_text_in(out, sizeof out);
    const char *whole = json_string_value(text), *found = strstr(whole, phrase);
    if (!found)
        return;
    flip_text_put(&words, whole, (size_t)(found - whole));
    flip_text_add(&words, "%s%s", instead, found + strlen(phrase));
    json_string_set(text, out);
}

void flip_lesson_rephrase(json_t *part, const char *phrase, const char *instead)
{
    const char *key;
    json_t *value;
    for (size_t i = 0; i < json_array_size(part); i++)
        flip_lesson_rephrase(json_array_get(part, i), phrase, instead);
    json_object_foreach(part, key, value)
        if (json_is_string(value) && strcmp(key, "do") != 0 && strcmp(key, "title") != 0)
            rephrase_text(value, phrase, instead);
        else if (strcmp(key, "steps") == 0 || strcmp(key, "wrong") == 0)
            flip_lesson_rephrase(value, phrase, instead);
}

static void take_numbers(const struct flip_game *game, json_t *lesson, const json_t *classic, const json_t *edition)
{
    json_t *tutorial = flip_tutorial_of(game->id), *instead;
    const char *phrase;
    json_object_foreach(json_object_get(tutorial, "numbers"), phrase, instead) {
        char filled[TEXT];
        struct flip_text out = flip_text_in(filled, sizeof filled);
        if (fill_in(json_string_value(instead), classic, edition, &out))
            flip_lesson_rephrase(lesson, phrase, filled);
    }
    json_decref(tutorial);
}

/* --- what the learner has ------------------------------------------------------------------------------------------------ */

static json_t *view_of(const struct flip_table *table)
{
    char *text = malloc(FLIP_VIEW_SIZE);
    if (!text)
        return NULL;
    struct flip_json out = flip_json_in(text, FLIP_VIEW_SIZE);
    flip_table_view(table, FLIP_LEARNER, &out);
    json_t *view = json_loads(text, 0, NULL);
    free(text);
    return view;
}

json_t *flip_lesson_sheet(const struct flip_table *table)
{
    json_t *view = view_of(table), *sheet = json_object(), *value;
    const char *key;
    struct flip_result result;
    json_object_foreach(json_array_get(json_object_get(view, "seats"), FLIP_LEARNER), key, value)
        if (json_is_integer(value))
            json_object_set(sheet, key, value);
    json_object_foreach(view, key, value)
        if (json_is_string(value))
            json_object_set(sheet, key, value);
    flip_table_result(table, &result);
    json_object_set_new(sheet, "score", json_integer(result.score[FLIP_LEARNER]));
    json_decref(view);
    return sheet;
}

/* --- side by side -------------------------------------------------------------------------------------------------------- */

struct trial {
    json_t *lesson; /* with the edition */
    json_t *apart;  /* the differences of the learner's numbers from the classic's that the texts have mentioned */
    struct flip_table *classic, *own;
};

/* Many games have no score before the end, so it only counts if the lesson checks it. */
static bool speaks_of(const json_t *lesson, const char *name)
{
    size_t index;
    const json_t *step;
    json_array_foreach(json_object_get(lesson, "steps"), index, step)
        if (json_object_get(json_object_get(step, "check"), name))
            return true;
    return strcmp(name, "score") != 0;
}

/* The text that the learner reads next, from the step at this place on. */
static json_t *next_text(const json_t *lesson, size_t place)
{
    const json_t *steps = json_object_get(lesson, "steps");
    for (; place < json_array_size(steps); place++)
        if (flip_lesson_seat(json_array_get(steps, place)) == FLIP_LEARNER)
            return json_object_get(json_array_get(steps, place), "text");
    return json_object_get(lesson, "after");
}

static void add_note(json_t *text, const char *note)
{
    char out[TEXT];
    struct flip_text words = flip_text_in(out, sizeof out);
    flip_text_add(&words, "%s (With this edition: %s.)", json_string_value(text), note);
    json_string_set(text, out);
}

/* Adds to the next text where the learner's numbers differ from the classic's: new differences, and those in numbers
   that the step checks. */
static void note_differences(struct trial *trial, const json_t *check, size_t next)
{
    json_t *classic = flip_lesson_sheet(trial->classic), *own = flip_lesson_sheet(trial->own), *value;
    char note[TEXT / 4];
    struct flip_text out = flip_text_in(note, sizeof note);
    const char *name;
    json_object_foreach(classic, name, value) {
        const json_t *other = json_object_get(own, name);
        const json_int_t was = json_integer_value(value), is = json_integer_value(other), apart = is - was;
        if (!json_is_integer(value) || !json_is_integer(other) || !speaks_of(trial->lesson, name))
            continue;
        if (apart != json_integer_value(json_object_get(trial->apart, name)) ||
            (apart != 0 && json_object_get(check, name))) {
            flip_text_add(&out, "%s%.*s%s%s %" JSON_INTEGER_FORMAT ", not %" JSON_INTEGER_FORMAT, note[0] ? "; " : "",
                          (int)strcspn(name, "_"), name, strchr(name, '_') ? " " : "",
                          strchr(name, '_') ? strchr(name, '_') + 1 : "", is, was);
            json_object_set_new(trial->apart, name, json_integer(apart));
        }
    }
    if (note[0])
        add_note(next_text(trial->lesson, next), note);
    json_decref(classic);
    json_decref(own);
}

/* Do the strings that a step checks, such as the ruling of a flick, begin as expected? */
static bool words_match(const struct flip_table *table, json_t *check)
{
    json_t *sheet = check ? flip_lesson_sheet(table) : NULL, *wanted;
    const char *name;
    bool hold = true;
    json_object_foreach(check, name, wanted) {
        const char *word = json_string_value(json_object_get(sheet, name));
        if (json_is_string(wanted))
            hold = hold && word && strncmp(word, json_string_value(wanted), json_string_length(wanted)) == 0;
    }
    json_decref(sheet);
    return hold;
}

/* Plays the lesson on both tables. Returns the step that is not possible with the edition, or NULL. */
static const json_t *play_both(struct trial *trial, int *place)
{
    const json_t *step;
    struct flip_error error;
    int done;
    note_differences(trial, NULL, 0);
    for (int moves = flip_lesson_moves(trial->own, false);
         (step = flip_lesson_step(trial->lesson, moves, place, &done)); moves++) {
        json_t *check = json_object_get(step, "check");
        if (flip_lesson_play(trial->own, step, &error) < 0 || flip_lesson_play(trial->classic, step, &error) < 0)
            return step;
        if (done + 1 < flip_lesson_times(step))
            continue;
        if (!words_match(trial->own, check))
            return step;
        note_differences(trial, check, (size_t)*place + 1);
    }
    return NULL;
}

static int refuse(const char *edition, const char *why, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_BAD_LESSON, "'%.60s' differs too much from the classic for this lesson: %.200s.",
                     edition, why);
}

/* A lesson that ends the game must have the same winners. */
static bool same_ending(const struct trial *trial)
{
    struct flip_result classic, own;
    flip_table_result(trial->classic, &classic);
    flip_table_result(trial->own, &own);
    return !classic.over || (own.over && own.winners == classic.winners);
}

static int try_out(struct trial *trial, const char *edition, struct flip_error *error)
{
    char why[FLIP_MOVE_TEXT + 80];
    struct flip_text out = flip_text_in(why, sizeof why);
    int place;
    if (!trial->classic)
        return -1;
    if (!trial->own)
        return error->code == FLIP_ERROR_NO_MEMORY ? -1 : refuse(edition, "it cannot begin there", error);
    const json_t *step = play_both(trial, &place);
    if (step)
        flip_text_add(&out, "step %d (%s) is not possible there", place + 1,
                      json_string_value(json_object_get(step, "do")));
    else if (!same_ending(trial))
        flip_text_add(&out, "it takes another course there");
    return why[0] ? refuse(edition, why, error) : 0;
}

json_t *flip_lesson_adapt(const struct flip_game *game, const json_t *lesson, const struct flip_edition *edition,
                          struct flip_error *error)
{
    static const unsigned char seed[FLIP_SEED_BYTES];
    json_t *own = json_loads(edition->json, 0, NULL), *classic = json_loads(game->files->editions[0].json, 0, NULL);
    const char *name = json_string_value(json_object_get(own, "name"));
    struct trial trial = {.lesson = json_deep_copy(lesson), .apart = json_object()};
    int status = -1;
    if (!own || !classic || !trial.lesson || !trial.apart || json_object_set(trial.lesson, "edition", own) < 0) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the lesson.");
    } else {
        take_numbers(game, trial.lesson, classic, own);
        trial.classic = flip_lesson_open(game, lesson, seed, "", 0, error);
        trial.own = trial.classic ? flip_lesson_open(game, trial.lesson, seed, "", 0, error) : NULL;
        status = try_out(&trial, name ? name : "This edition", error);
    }
    flip_table_close(trial.classic);
    flip_table_close(trial.own);
    json_decref(trial.apart);
    json_decref(classic);
    json_decref(own);
    if (status < 0)
        json_decref(trial.lesson);
    return status < 0 ? NULL : trial.lesson;
}
