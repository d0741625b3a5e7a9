/*
 * libFuzzer target of the line protocol: an engine is fed the lines of the input. Whatever they are, each must get one line of
 * JSON with `ok`, and an error must leave the game as it was. Bots do not search and files are out of reach.
 */
#include "faces/engine/engine.h"

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_LINES = 32 }; /* enough for a few rounds; more would only be slow */

static void require(int holds)
{
    if (!holds)
        abort();
}

/* The whole game as text, or the error that there is none. */
static char *game_now(struct engine *engine)
{
    static const char view[] = "{\"cmd\":\"view\"}";
    return engine_answer(engine, view, sizeof view - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct engine_limits limits = {.files = false, .level = 1, .iterations = 2, .ms = 1};
    struct engine *engine = engine_open(&limits);
    require(engine != NULL);
    char *before = game_now(engine);
    const char *at = (const char *)data, *end = at + size;
    for (int line = 0; at < end && line < MOST_LINES && !engine_has_quit(engine); line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        char *text = engine_answer(engine, at, (size_t)(stop - at));
        require(text && !strchr(text, '\n'));
        json_t *answer = json_loads(text, 0, NULL);
        require(json_is_boolean(json_object_get(answer, "ok")));
        if (json_is_false(json_object_get(answer, "ok"))) {
            const json_t *error = json_object_get(answer, "error");
            const char *code = json_string_value(json_object_get(error, "code"));
            const char *message = json_string_value(json_object_get(error, "message"));
            require(code && *code && message && *message);
        }
        char *after = game_now(engine);
        if (json_is_false(json_object_get(answer, "ok")))
            require(before && after && strcmp(before, after) == 0);
        json_decref(answer);
        free(text);
        free(before);
        before = after;
        at = newline ? newline + 1 : end;
    }
    free(before);
    engine_close(engine);
    return 0;
}
