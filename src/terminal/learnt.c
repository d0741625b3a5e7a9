/* The file of the lessons: {"GAME":{"TITLE":{"learnt":true,"moves":0}}}. */
#include "terminal/learnt.h"

#include "core/file.h"
#include "terminal/files.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *read_all(void)
{
    char path[FLIP_PATH_SIZE];
    struct flip_error error;
    json_t *all = flip_files_data("lessons.json", path, &error) == 0 ? json_load_file(path, 0, NULL) : NULL;
    if (json_is_object(all))
        return all;
    json_decref(all);
    return json_object();
}

struct flip_learnt flip_learnt_read(const char *game, const char *title)
{
    json_t *all = read_all();
    const json_t *one = json_object_get(json_object_get(all, game), title);
    const struct flip_learnt learnt = {.learnt = json_is_true(json_object_get(one, "learnt")),
                                       .moves = (int)json_integer_value(json_object_get(one, "moves"))};
    json_decref(all);
    return learnt;
}

static int save(const json_t *all, struct flip_error *error)
{
    char path[FLIP_PATH_SIZE];
    if (flip_files_data("lessons.json", path, error) < 0)
        return -1;
    char *text = json_dumps(all, JSON_INDENT(1));
    if (!text)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to keep how far you are.");
    const int status = flip_file_write(path, text, strlen(text), error);
    free(text);
    return status;
}

int flip_learnt_write(const char *game, const char *title, struct flip_learnt learnt, struct flip_error *error)
{
    json_t *all = read_all();
    if (!json_is_object(json_object_get(all, game)))
        json_object_set_new(all, game, json_object());
    json_t *one = json_pack("{s:b, s:i}", "learnt", learnt.learnt, "moves", learnt.moves);
    int status = -1;
    if (json_object_set_new(json_object_get(all, game), title, one) < 0)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to keep how far you are.");
    else
        status = save(all, error);
    json_decref(all);
    return status;
}
