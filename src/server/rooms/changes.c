/* Scenes as changes: see changes.h. */
#include "server/rooms/changes.h"

#include "server/rooms/difference.h"

#include <stdlib.h>
#include <string.h>

const int changes_format = CHANGES_MOVED;

/* So many new bytes are worth looking for elsewhere. */
enum { MUCH = 64 };

static struct told *told_use(struct told *told)
{
    if (told)
        told->users++;
    return told;
}

static void told_release(struct told *told)
{
    if (told && --told->users == 0)
        free(told);
}

static struct told *told_new(const char *scene, size_t length)
{
    struct told *told = malloc(sizeof *told + length);
    if (!told)
        return NULL;
    *told = (struct told){.users = 1, .length = length};
    memcpy(told->text, scene, length);
    return told;
}

static bool told_is(const struct told *told, const char *scene, size_t length)
{
    return told && told->length == length && memcmp(told->text, scene, length) == 0;
}

void changes_forget(struct watch *watch)
{
    told_release(watch->told);
    told_release(watch->kept);
    watch->told = watch->kept = NULL;
}

void shared_change_free(struct shared_change *shared)
{
    told_release(shared->from);
    told_release(shared->kept);
    told_release(shared->to);
    free(shared->text);
    *shared = (struct shared_change){0};
}

/* Whoever has decided has no more actions, and soon has nearly the same ones again: the scene that has them is kept meanwhile. */
static bool worth_keeping(const struct told *from, const struct told *kept, size_t length)
{
    return from->length > length + length / 8 && (!kept || from->length > kept->length / 2);
}

/* The last scene and the one that is kept, in one piece. NULL: there is not much that is new, so the last one will do. */
static char *known_text(const struct told *from, const struct told *kept, size_t length)
{
    char *text = kept && length > from->length + MUCH ? malloc(from->length + kept->length) : NULL;
    if (!text)
        return NULL;
    memcpy(text, from->text, from->length);
    memcpy(text + from->length, kept->text, kept->length);
    return text;
}

struct known {
    const char *text;
    size_t length, base;
};

static void write_json(struct flip_json *json, const struct watch *watch, struct known known, bool keep, char *scene,
                       size_t length)
{
    flip_json_open(json, NULL, '{');
    flip_json_string(json, "push", "change");
    flip_json_string(json, "table", watch->room->id);
    flip_json_int(json, "sum", difference_sum(scene, length));
    if (keep)
        flip_json_bool(json, "keep", true);
    flip_json_open(json, "parts", '[');
    difference_write(json, known.text, known.length, known.base, scene, length);
    flip_json_close(json);
    flip_json_close(json);
}

/* What stands before a scene that is sent whole or as a change. */
static void write_head(struct flip_text *text, const char *word, const struct watch *watch, const char *scene,
                       size_t length)
{
    flip_text_add(text, "%s %s %lu\n", word, watch->room->id, (unsigned long)difference_sum(scene, length));
}

static void write_parts(struct flip_json *json, const struct watch *watch, const struct told *from, char *scene,
                        size_t length)
{
    char *text = known_text(from, watch->kept, length);
    const size_t base = from->length + (watch->kept ? watch->kept->length : 0);
    const struct known known = {text ? text : from->text, text ? base : from->length, base};
    const bool keep = worth_keeping(from, watch->kept, length);
    if (watch->changes == CHANGES_JSON) {
        write_json(json, watch, known, keep, scene, length);
    } else {
        write_head(&json->text, keep ? "keep" : "change", watch, scene, length);
        difference_write_letters(&json->text, known.text, known.length, known.base, scene, length);
    }
    free(text);
}

/* NULL: there is no memory, or the change would not be shorter than the scene. */
static char *write_change(const struct watch *watch, const struct told *from, char *scene, size_t *length)
{
    char *buffer = malloc(*length + 1);
    if (!buffer)
        return NULL;
    struct flip_json json = flip_json_in(buffer, *length + 1);
    write_parts(&json, watch, from, scene, *length);
    if (!flip_text_fits(&json.text)) {
        free(buffer);
        return NULL;
    }
    *length = json.text.length;
    return buffer;
}

/* A packed scene that is sent whole. */
static void write_whole(const struct watch *watch, char *scene, size_t *length)
{
    char head[CHANGES_ROOM];
    struct flip_text text = flip_text_in(head, sizeof head);
    write_head(&text, "scene", watch, scene, *length);
    memmove(scene + text.length, scene, *length);
    memcpy(scene, head, text.length);
    *length += text.length;
}

/* The scene that the last one of those who look got, if it is this one. */
static struct told *told_of(const struct shared_change *shared, const char *scene, size_t length)
{
    return told_is(shared->to, scene, length) ? told_use(shared->to) : told_new(scene, length);
}

static bool shares(const struct watch *watch, const struct shared_change *shared)
{
    return watch->told && shared->from == watch->told && shared->kept == watch->kept &&
           shared->format == watch->changes;
}

/* The client does the same when it hears the change; after a whole scene nothing is kept. */
static void move_on(struct watch *watch, struct told *to, size_t length, bool change)
{
    struct told *from = watch->told;
    watch->told = to;
    if (!change) {
        told_release(watch->kept);
        watch->kept = NULL;
    }
    if (change && worth_keeping(from, watch->kept, length)) {
        told_release(watch->kept);
        watch->kept = from;
    } else {
        told_release(from);
    }
}

const char *change_write(struct watch *watch, struct shared_change *shared, char *scene, size_t *length)
{
    const size_t whole = *length;
    struct told *to = told_of(shared, scene, whole);
    if (!to || !shares(watch, shared) || shared->to != to) {
        const struct shared_change next = {.format = watch->changes,
                                           .from = told_use(watch->told),
                                           .kept = told_use(watch->kept),
                                           .to = told_use(to),
                                           .length = whole};
        shared_change_free(shared);
        *shared = next;
        shared->text = watch->told ? write_change(watch, watch->told, scene, &shared->length) : NULL;
    }
    move_on(watch, to, whole, shared->text != NULL);
    if (shared->text)
        *length = shared->length;
    else if (watch->changes >= CHANGES_PACKED)
        write_whole(watch, scene, length);
    return shared->text;
}
