/*
 * Where a packed observation holds each number. A field of one number is a word, the bits of a float. The numbers of other fields are 0 or 1, 32 of them in a
 * word; or they are codes of a byte, four in a word, where `gpu_games` in the game's meson.build names the field. The device's kernels write the same words
 * (core/numbers.h), so every field begins a word of its own.
 */
#include "env/pack.h"

#include <stdlib.h>
#include <string.h>

static const char *coded_fields(const struct flip_game *game)
{
    for (const struct pack_game *each = pack_games; each->game; each++)
        if (strcmp(each->game, game->id) == 0)
            return each->coded;
    return NULL;
}

/* What the numbers of a field are divided by, if they are codes of a byte; else 0. */
static int divisor_of(const char *coded, const char *name)
{
    const size_t size = strlen(name);
    for (const char *at = coded; at && *at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
        const size_t length = strcspn(at, "=");
        if (size >= length && strncmp(name + size - length, at, length) == 0 && (size == length || *at == ':'))
            return atoi(at + length + 1);
    }
    return 0;
}

static struct flip_packed_number number_in(int word, int divisor, int count, int n)
{
    if (count == 1)
        return (struct flip_packed_number){.word = (uint16_t)word, .mask = UINT32_MAX};
    if (divisor)
        return (struct flip_packed_number){(uint16_t)(word + n / 4), (uint8_t)(n % 4 * 8), (uint8_t)divisor, 255};
    return (struct flip_packed_number){(uint16_t)(word + n / 32), (uint8_t)(n % 32), 1, 1};
}

int pack_plan(const struct flip_game *game, const void *rules, struct flip_packed_number *out)
{
    const char *coded = coded_fields(game);
    struct flip_fields fields = {.count = 0};
    int words = 0;
    if (!coded)
        return 0;
    game->learn->fields(rules, &fields);
    for (int i = 0; i < fields.count; i++) {
        const int count = fields.field[i].count, divisor = divisor_of(coded, fields.field[i].name);
        for (int n = 0; out && n < count; n++)
            *out++ = number_in(words, divisor, count, n);
        words += divisor ? (count + 3) / 4 : (count + 31) / 32;
    }
    return words | 1;
}

void pack_row(const struct flip_packed_number *where, int numbers, const float *row, int words, uint32_t *out)
{
    memset(out, 0, sizeof *out * (size_t)words);
    for (int i = 0; i < numbers; i++) {
        uint32_t value;
        if (where[i].divisor)
            value = (uint32_t)(row[i] * (float)where[i].divisor + 0.5F);
        else
            memcpy(&value, &row[i], sizeof value);
        out[where[i].word] |= value << where[i].shift;
    }
}

void pack_open(const struct flip_packed_number *where, int numbers, const uint32_t *row, float *out)
{
    for (int i = 0; i < numbers; i++) {
        const uint32_t value = row[where[i].word] >> where[i].shift & where[i].mask;
        if (where[i].divisor)
            out[i] = (float)value / (float)where[i].divisor;
        else
            memcpy(&out[i], &value, sizeof value);
    }
}
