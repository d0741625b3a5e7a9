/*
 * What the loader of a game says about a broken edition. Every kind of value in the game's editions is taken away, emptied, made too
 * small, too large or something else, one after another, and what is said about it is compared with golden/refusals.txt, line
 * by line. Where a change is meant, the file is written anew:
 *
 *     FLIPSIDE_WRITE_GOLDEN=1 meson test -C BUILD --suite golden
 *
 *     test_golden_editions GAME
 */
#include "support.h"
#include "table/table.h"

#include "core/file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERNS = 400, PATTERN = 160, PATH = 2048, MANY = 300 };

static const struct flip_game *game;
static FILE *out;
static json_t *root;

/* Kinds of places that were tried: "cards[].symbols[]". */
static char seen[PATTERNS][PATTERN];
static int patterns;

static bool is_new(const char *pattern)
{
    for (int i = 0; i < patterns; i++)
        if (strcmp(seen[i], pattern) == 0)
            return false;
    assert_true(patterns < PATTERNS);
    snprintf(seen[patterns++], PATTERN, "%s", pattern);
    return true;
}

/* One line about the edition as it is now. */
static void tell(const char *pattern, const char *change)
{
    char *text = json_dumps(root, JSON_COMPACT);
    assert_non_null(text);
    struct flip_edition *edition = flip_edition_parse(game, text, strlen(text), "edition", &problem);
    fprintf(out, "%s %s: %s\n", pattern, change, edition ? "accepted" : problem.message);
    flip_edition_free(edition);
    free(text);
}

/* A place in the edition: a member of an object, or an item of a list. */
struct place {
    json_t *parent;
    const char *key; /* NULL: an item */
    size_t index;
};

/* Takes over the reference to `value`. */
static void put(const struct place *place, json_t *value)
{
    if (place->key)
        json_object_set_new(place->parent, place->key, value);
    else
        json_array_set_new(place->parent, place->index, value);
}

static void try_value(const struct place *place, const char *pattern, const char *change, json_t *value)
{
    put(place, value);
    tell(pattern, change);
}

static json_t *many_of(const json_t *list)
{
    json_t *longer = json_array();
    for (int i = 0; i < MANY; i++)
        json_array_append_new(longer, json_deep_copy(json_array_get(list, (size_t)i % json_array_size(list))));
    return longer;
}

static json_t *with_more(const json_t *object)
{
    json_t *more = json_deep_copy(object);
    json_object_set_new(more, "unheard", json_integer(1));
    return more;
}

static void try_changes(const struct place *place, const char *pattern, json_t *value)
{
    if (place->key) {
        json_object_del(place->parent, place->key);
        tell(pattern, "missing");
    }
    switch (json_typeof(value)) {
    case JSON_INTEGER:
        try_value(place, pattern, "too small", json_integer(-1000000));
        try_value(place, pattern, "too large", json_integer(1000000));
        try_value(place, pattern, "as a word", json_string("7"));
        break;
    case JSON_STRING:
        try_value(place, pattern, "empty", json_string(""));
        try_value(place, pattern, "as another word", json_string("no such word"));
        try_value(place, pattern, "as a number", json_integer(7));
        break;
    case JSON_ARRAY:
        try_value(place, pattern, "empty", json_array());
        if (json_array_size(value) > 0)
            try_value(place, pattern, "too long", many_of(value));
        try_value(place, pattern, "as a number", json_integer(7));
        break;
    case JSON_OBJECT:
        try_value(place, pattern, "empty", json_object());
        try_value(place, pattern, "with something unheard of", with_more(value));
        try_value(place, pattern, "as a number", json_integer(7));
        break;
    default:
        try_value(place, pattern, "as a number", json_integer(7));
        break;
    }
}

/* `value` is at the place; it is there again in the end. */
static void visit(const struct place *place, const char *pattern, json_t *value)
{
    char inner[PATTERN];
    json_incref(value);
    if (is_new(pattern)) {
        try_changes(place, pattern, value);
        put(place, json_incref(value));
    }
    if (json_is_object(value)) {
        const char *key;
        json_t *member;
        json_t *copy = json_copy(value); /* members are taken away and come back in another order meanwhile */
        json_object_foreach(copy, key, member) {
            snprintf(inner, sizeof inner, "%s.%s", pattern, key);
            visit(&(struct place){.parent = value, .key = key}, inner, member);
        }
        json_decref(copy);
    }
    for (size_t i = 0; json_is_array(value) && i < json_array_size(value); i++) {
        snprintf(inner, sizeof inner, "%s[]", pattern);
        visit(&(struct place){.parent = value, .index = i}, inner, json_array_get(value, i));
    }
    json_decref(value);
}

static char *lines_of_today(void)
{
    char *all = NULL;
    size_t size;
    out = open_memstream(&all, &size);
    assert_non_null(out);
    for (int i = 0; game->files->editions[i].json; i++) {
        json_error_t where;
        root = json_loads(game->files->editions[i].json, 0, &where);
        assert_non_null(root);
        const char *key;
        json_t *member, *copy = json_copy(root);
        json_object_foreach(copy, key, member)
            visit(&(struct place){.parent = root, .key = key}, key, member);
        json_decref(copy);
        json_decref(root);
    }
    fclose(out);
    return all;
}

CASE(every_broken_edition_is_refused_in_the_words_it_always_was)
{
    char path[PATH], *today = lines_of_today();
    snprintf(path, sizeof path, "%s/games/%s/tests/golden/refusals.txt", getenv("FLIPSIDE_SOURCE_ROOT"), game->id);
    if (getenv("FLIPSIDE_WRITE_GOLDEN")) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(today, file);
        fclose(file);
    }
    size_t length;
    char *kept = flip_file_read(path, &length, &problem);
    must(kept ? 0 : -1);
    const char *is = today, *was = kept;
    for (; *is || *was; is += strcspn(is, "\n") + (*is != 0), was += strcspn(was, "\n") + (*was != 0)) {
        const int now = (int)strcspn(is, "\n"), then = (int)strcspn(was, "\n");
        if (now != then || memcmp(is, was, (size_t)now) != 0)
            fail_msg("in refusals.txt\n    %.*s\ntoday\n    %.*s", then, was, now, is);
    }
    free(kept);
    free(today);
}

int main(int count, char **arguments)
{
    game = flip_game_named(count > 1 ? arguments[1] : "");
    if (!game) {
        fprintf(stderr, "Name a game.\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_broken_edition_is_refused_in_the_words_it_always_was)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
