/*
 * A file of weights: a head of lines, "word value", ended by an empty line, and then the numbers of struct judge_net, little-endian,
 * in the order in which judge_net_in finds them. The head says what the judge has seen (`field NUMBERS NAME`), how large it is,
 * how far its shares are believed with so many seats (`trust SEATS THOUSANDTHS`), and where it comes from: command, commit, date and what was measured. Lines that are not known here are for people.
 */
#include "judge/parts.h"

#include <stdlib.h>
#include <string.h>

size_t judge_net_size(int inputs, int columns)
{
    const size_t wide = (size_t)columns;
    return (size_t)inputs * wide + 2 * wide * sizeof(int32_t) + JUDGE_SECOND * wide * sizeof(int16_t) +
           JUDGE_SECOND * sizeof(int32_t) + JUDGE_OUTPUTS * JUDGE_SECOND * sizeof(int16_t) +
           JUDGE_OUTPUTS * sizeof(int32_t);
}

/* All parts have a multiple of four bytes, as there are at least 16 columns. */
void judge_net_in(struct judge_net *net, int inputs, int columns, const void *data)
{
    const char *next = data;
    const size_t wide = (size_t)columns;
    net->inputs = inputs;
    net->columns = columns;
    net->first = (const int8_t *)next;
    next += (size_t)inputs * wide;
    net->scale = (const int32_t *)(const void *)next;
    net->bias = net->scale + wide;
    net->second = (const int16_t *)(const void *)(net->bias + wide);
    net->second_bias = (const int32_t *)(const void *)(net->second + JUDGE_SECOND * wide);
    net->third = (const int16_t *)(const void *)(net->second_bias + JUDGE_SECOND);
    net->third_bias = (const int32_t *)(const void *)(net->third + (size_t)JUDGE_OUTPUTS * JUDGE_SECOND);
}

struct head {
    int format, traits, inputs, columns, second;
    int trust[FLIP_MAX_SEATS + 1];
    bool game;
};

static int whole(const char *text) { return (int)strtol(text, NULL, 10); }

static bool starts(const char *line, const char *word, const char **rest)
{
    const size_t length = strlen(word);
    *rest = line + length;
    return strncmp(line, word, length) == 0;
}

static void read_line(const char *line, const struct flip_game *game, struct head *head, struct judge_fields *fields)
{
    const char *rest;
    char *name;
    if (starts(line, "flipside judge ", &rest)) {
        head->format = whole(rest);
    } else if (starts(line, "game ", &rest)) {
        head->game = strcmp(rest, game->id) == 0;
    } else if (starts(line, "traits ", &rest)) {
        head->traits = whole(rest);
    } else if (starts(line, "inputs ", &rest)) {
        head->inputs = whole(rest);
    } else if (starts(line, "columns ", &rest)) {
        head->columns = whole(rest);
    } else if (starts(line, "second ", &rest)) {
        head->second = whole(rest);
    } else if (starts(line, "trust ", &rest)) {
        const long seats = strtol(rest, &name, 10);
        if (seats >= 0 && seats <= FLIP_MAX_SEATS)
            head->trust[seats] = whole(name);
    } else if (starts(line, "field ", &rest) && fields->count < JUDGE_FIELDS) {
        const int count = (int)strtol(rest, &name, 10);
        struct flip_text text = flip_text_in(fields->field[fields->count].name, FLIP_FIELD_NAME);
        flip_text_add(&text, "%s", name + (*name == ' '));
        fields->field[fields->count].count = count;
        fields->field[fields->count++].first = fields->inputs;
        fields->inputs += count;
    }
}

static bool sound(const struct head *head, const struct judge_fields *fields, const struct flip_game *game, size_t left)
{
    return head->format == JUDGE_FORMAT && head->game && head->second == JUDGE_SECOND && head->columns >= 16 &&
           head->columns <= JUDGE_COLUMNS && head->columns % 16 == 0 && head->traits >= 0 && fields->inputs > 0 &&
           head->inputs == fields->inputs + head->traits && head->inputs <= JUDGE_INPUTS &&
           head->traits == (game->judge ? game->judge->traits : 0) &&
           left == judge_net_size(head->inputs, head->columns);
}

int judge_read(const unsigned char *file, size_t size, const struct flip_game *game, struct judge_fields *fields,
               int *traits, struct judge_net *net, void *memory, struct flip_error *error)
{
    struct head head = {0};
    size_t at = 0;
    for (int seats = 0; seats <= FLIP_MAX_SEATS; seats++)
        head.trust[seats] = JUDGE_TRUST;
    for (;;) {
        char line[256];
        const unsigned char *end = at < size ? memchr(file + at, '\n', size - at) : NULL;
        if (!end)
            return flip_fail(error, FLIP_ERROR_BAD_GAME, "The weights of a judge of %s have no head.", game->title);
        const size_t length = (size_t)(end - (file + at));
        at += length + 1;
        if (length == 0)
            break;
        if (length >= sizeof line)
            continue;
        memcpy(line, file + at - length - 1, length);
        line[length] = '\0';
        read_line(line, game, &head, fields);
    }
    if (!sound(&head, fields, game, size - at))
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "These weights are not those of a judge of %s.", game->title);
    memcpy(memory, file + at, size - at);
    judge_net_in(net, head.inputs, head.columns, memory);
    memcpy(net->trust, head.trust, sizeof net->trust);
    *traits = head.traits;
    return 0;
}
