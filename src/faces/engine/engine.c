/*
 * One request, one answer: parses the request, finds its command in the table, runs it, and wraps its result. A command
 * fills an object that becomes the answer only if it succeeds, so there are no half answers.
 */
#include "faces/engine/parts.h"

#include <stdlib.h>
#include <string.h>

static int engine_quit(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    (void)request, (void)answer, (void)error;
    engine->quit = true;
    return 0;
}

/* `otherwise` replaces the code of an error that is not in the protocol, such as a game's. */
static const struct command {
    const char *name;
    engine_command *run;
    bool needs_game;
    int otherwise;
} commands[] = {
    {"hello", engine_hello, false, FLIP_ERROR_TYPE},     {"games", engine_games, false, FLIP_ERROR_TYPE},
    {"new", engine_new, false, FLIP_ERROR_BAD_OPTION},   {"rig", engine_rig, true, FLIP_ERROR_TYPE},
    {"actions", engine_actions, true, FLIP_ERROR_TYPE},  {"act", engine_act, true, FLIP_ERROR_ILLEGAL},
    {"view", engine_view, true, FLIP_ERROR_TYPE},        {"undo", engine_undo, true, FLIP_ERROR_CANNOT_UNDO},
    {"result", engine_result, true, FLIP_ERROR_TYPE},    {"save", engine_save, true, FLIP_ERROR_NO_MEMORY},
    {"load", engine_load, false, FLIP_ERROR_BAD_RECORD}, {"think", engine_think, true, FLIP_ERROR_NO_MEMORY},
    {"play", engine_play, true, FLIP_ERROR_NO_MEMORY},   {"analyze", engine_analyze, true, FLIP_ERROR_BAD_RECORD},
    {"quit", engine_quit, false, FLIP_ERROR_TYPE},
};

static const int codes[] = {
    FLIP_ERROR_SYNTAX,       FLIP_ERROR_TOO_LONG,    FLIP_ERROR_TYPE,       FLIP_ERROR_UNKNOWN_COMMAND,
    FLIP_ERROR_UNKNOWN_GAME, FLIP_ERROR_NO_GAME,     FLIP_ERROR_BAD_SEAT,   FLIP_ERROR_NOT_YOUR_TURN,
    FLIP_ERROR_OVER,         FLIP_ERROR_ILLEGAL,     FLIP_ERROR_OPEN,       FLIP_ERROR_AMBIGUOUS,
    FLIP_ERROR_BAD_OPTION,   FLIP_ERROR_BAD_EDITION, FLIP_ERROR_BAD_RECORD, FLIP_ERROR_IMPOSSIBLE_EVENT,
    FLIP_ERROR_OUTSIDE,      FLIP_ERROR_CANNOT_UNDO, FLIP_ERROR_NO_MEMORY,  FLIP_ERROR_RUNNING};

static bool is_code(int code)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i] == code)
            return true;
    return false;
}

struct engine_limits engine_limits_default(void)
{
    return (struct engine_limits){
        .files = true, .level = FLIP_LEVELS, .iterations = UINT64_C(1000000000), .ms = 3600000};
}

struct engine *engine_open(const struct engine_limits *limits)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    engine->limits = *limits;
    engine->buffer_size = FLIP_VIEW_SIZE;
    engine->buffer = malloc(engine->buffer_size);
    if (!engine->buffer) {
        free(engine);
        return NULL;
    }
    return engine;
}

void engine_close(struct engine *engine)
{
    if (!engine)
        return;
    flip_table_close(engine->table);
    free(engine->buffer);
    free(engine);
}

bool engine_has_quit(const struct engine *engine) { return engine->quit; }

static json_t *parse_line(const char *line, size_t length, struct flip_error *error)
{
    if (length > ENGINE_LINE) {
        flip_fail(error, FLIP_ERROR_TOO_LONG, "A request takes at most %d bytes a line.", ENGINE_LINE);
        return NULL;
    }
    if (memchr(line, '\0', length)) {
        flip_fail(error, FLIP_ERROR_SYNTAX, "There is a NUL byte in the line.");
        return NULL;
    }
    json_error_t where;
    json_t *request = json_loadb(line, length, JSON_DECODE_ANY, &where);
    if (!request)
        flip_fail(error, FLIP_ERROR_SYNTAX, "This line is not JSON: %s (byte %d).", where.text, where.position);
    return request;
}

static int run(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    if (!json_is_object(request))
        return flip_fail(error, FLIP_ERROR_TYPE, "A request is an object like {\"cmd\":\"hello\"}; this is %s.",
                         json_type_name(request));
    const char *name = NULL;
    if (field_string(request, "cmd", &name, error) != 0)
        return -1;
    if (!name)
        return flip_fail(error, FLIP_ERROR_TYPE, "A request needs a 'cmd', as in {\"cmd\":\"hello\"}.");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (commands[i].needs_game && !engine->table)
            return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no game yet: start one with 'new' or 'load'.");
        const int status = commands[i].run(engine, request, answer, error);
        if (status != 0 && !is_code(error->code))
            error->code = commands[i].otherwise;
        return status;
    }
    return flip_fail(error, FLIP_ERROR_UNKNOWN_COMMAND,
                     "There is no command '%.40s': there are hello, games, new, rig, actions, act, view, undo, result, "
                     "save, load, think, play, analyze and quit.",
                     name);
}

char *engine_answer(struct engine *engine, const char *line, size_t length)
{
    struct flip_error error = {0};
    json_t *answer = json_object(), *said = json_object();
    json_t *request = parse_line(line, length, &error);
    engine->digits = 17; /* exact: an edition inside a record keeps its hash */
    const bool ok = request && run(engine, request, said, &error) == 0;

    json_object_set_new(answer, "ok", json_boolean(ok));
    json_object_set(answer, "id", json_object_get(request, "id")); /* nothing happens when there is none */
    if (ok)
        json_object_update_missing(answer, said);
    else
        json_object_set_new(answer, "error",
                            json_pack("{s:o,s:o}", "code", json_string(flip_error_word(error.code)), "message",
                                      json_string(error.message)));
    char *text = json_dumps(answer, JSON_COMPACT | JSON_REAL_PRECISION(engine->digits));
    json_decref(answer);
    json_decref(said);
    json_decref(request);
    return text;
}
