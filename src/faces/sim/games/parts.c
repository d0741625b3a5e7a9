/* Reads breakdowns, which are JSON. */
#include "faces/sim/games/games.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void flip_words_open(struct flip_words *words)
{
    memset(words, 0, sizeof *words);
    pthread_mutex_init(&words->lock, NULL);
}

void flip_words_close(struct flip_words *words) { pthread_mutex_destroy(&words->lock); }

static int find_word(const struct flip_words *words, int from, int count, const char *word)
{
    for (int i = from; i < count; i++)
        if (strcmp(words->word[i], word) == 0)
            return i;
    return -1;
}

uint8_t flip_words_number(struct flip_words *words, const char *word)
{
    char cut[FLIP_WORD_SIZE];
    snprintf(cut, sizeof cut, "%s", word);
    const int seen = atomic_load_explicit(&words->count, memory_order_acquire);
    int found = find_word(words, 0, seen, cut);
    if (found >= 0)
        return (uint8_t)found;
    pthread_mutex_lock(&words->lock);
    const int count = atomic_load_explicit(&words->count, memory_order_relaxed);
    found = find_word(words, seen, count, cut);
    if (found < 0 && count < FLIP_WORDS) {
        memcpy(words->word[count], cut, sizeof cut);
        found = count;
        atomic_store_explicit(&words->count, count + 1, memory_order_release);
    }
    pthread_mutex_unlock(&words->lock);
    return found < 0 ? FLIP_NO_WORD : (uint8_t)found;
}

static void add_part(struct flip_words *words, const char *name, const char *word, double value, struct flip_parts *out)
{
    if (out->count == FLIP_PARTS)
        return;
    const struct flip_part part = {
        .name = flip_words_number(words, name),
        .word = word ? flip_words_number(words, word) : FLIP_NO_WORD,
        .value = (int64_t)llround(value * FLIP_PART_SCALE),
    };
    if (part.name != FLIP_NO_WORD)
        out->part[out->count++] = part;
}

static void add_object(struct flip_words *words, const char *prefix, json_t *object, struct flip_parts *out)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        char name[FLIP_WORD_SIZE];
        snprintf(name, sizeof name, "%s%s%s", prefix, *prefix ? "." : "", key);
        if (json_is_number(value))
            add_part(words, name, NULL, json_number_value(value), out);
        else if (json_is_boolean(value))
            add_part(words, name, NULL, json_is_true(value) ? 1 : 0, out);
        else if (json_is_string(value))
            add_part(words, name, json_string_value(value), 1, out);
        else if (json_is_object(value))
            add_object(words, name, value, out);
    }
}

void flip_parts_parse(struct flip_words *words, const char *json, struct flip_parts *out)
{
    out->count = 0;
    json_t *object = json_loads(json, 0, NULL);
    if (json_is_object(object))
        add_object(words, "", object, out);
    json_decref(object);
}

void flip_parts_read(struct flip_words *words, const struct flip_playout *playout, int seat, struct flip_parts *out)
{
    char buffer[4096];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    flip_playout_breakdown(playout, seat, &json);
    flip_json_close(&json);
    flip_parts_parse(words, buffer, out);
}
