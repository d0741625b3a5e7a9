/* Reads objects by their tables of fields. See load_fields.h. */
#include "games/fliptown/load_fields.h"

#include <string.h>

const char *const town_suits[] = {"clubs", "diamonds", "hearts", "spades", NULL};

#define GOODS(member, most) #member, TOWN_BYTE, IN(reward, member), .max = (most), .optional = true
static const struct town_field reward[] = {
    {GOODS(cash, TOWN_MOST)},
    {GOODS(gold, TOWN_MOST)},
    {GOODS(stars, TOWN_MOST)},
    {GOODS(wanted, TOWN_MOST)},
    {GOODS(remove, TOWN_MOST)},
    {GOODS(pans, 4)},
    {GOODS(hammers, 4)},
    {GOODS(either, 1)},
    {"bonus", TOWN_REGIONS, IN(reward, bonus), .optional = true},
    {"silver", TOWN_WORD, IN(reward, silver), .words = fliptown_region_words, .min = 1, .optional = true},
    {0}};

static int read_byte(const struct flip_node *node, int min, int max, uint8_t *out)
{
    int value;
    if (flip_node_int(node, min, max, &value) < 0)
        return -1;
    *out = (uint8_t)value;
    return 0;
}

int town_member_byte(const struct flip_node *object, const char *key, int min, int max, uint8_t *out)
{
    struct flip_node member;
    return flip_node_member(object, key, &member) < 0 ? -1 : read_byte(&member, min, max, out);
}

static int read_word(const struct flip_node *node, const char *const *words, int first, uint8_t *out)
{
    int word;
    if (flip_node_word(node, words, &word) < 0)
        return -1;
    *out = (uint8_t)(first + word);
    return 0;
}

static int read_mark(const struct flip_node *node)
{
    const char *text = json_string_value(node->json);
    if (!text || !*text || strlen(text) > 3 || strspn(text, "RMJ") != strlen(text))
        return flip_node_expected(node, "one to three of the letters R, M, J");
    return 0;
}

static int read_regions(const struct flip_node *node, uint8_t *set)
{
    size_t count;
    if (flip_node_list(node, 1, FLIPTOWN_REGIONS, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(node, i);
        int region;
        if (flip_node_word(&item, fliptown_region_words, &region) < 0)
            return -1;
        if (*set >> region & 1)
            return flip_node_fail(&item, "%s is in the list already", fliptown_region_words[region]);
        *set = (uint8_t)(*set | 1u << region);
    }
    return 0;
}

static int read_item(const struct flip_node *node, const struct town_field *field, struct fliptown_edition *edition,
                     void *into)
{
    if (field->kind == TOWN_BYTES)
        return read_byte(node, field->min, field->max, into);
    if (field->kind == TOWN_WORDS)
        return read_word(node, field->words, field->min, into);
    if (field->inside && town_read(node, field->inside, edition, into) < 0)
        return -1;
    return field->each ? field->each(node, edition, into) : 0;
}

static int read_list(const struct flip_node *node, const struct town_field *field, struct fliptown_edition *edition,
                     uint8_t *into)
{
    const size_t most = field->count ? (size_t)field->count : edition->rounds;
    const size_t apart = field->kind == TOWN_LIST ? field->size : 1;
    size_t count;
    if (flip_node_list(node, field->least ? (size_t)field->least : most, most, &count) < 0)
        return -1;
    if (field->counted)
        *(into - field->at + field->counted) = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(node, i);
        if (read_item(&item, field, edition, into + i * apart) < 0)
            return -1;
    }
    return 0;
}

static int read_field(const struct flip_node *node, const struct town_field *field, struct fliptown_edition *edition,
                      void *into)
{
    uint8_t unkept;
    switch (field->kind) {
    case TOWN_BYTE:
        return read_byte(node, field->min, field->max, into);
    case TOWN_TEXT:
        return flip_node_text(node, into, field->size);
    case TOWN_WORD:
        return read_word(node, field->words, field->min, into);
    case TOWN_PLACE:
        return read_word(node, (const char *const[]){field->words[node->parent->index], NULL}, 0, &unkept);
    case TOWN_REGIONS:
        return read_regions(node, into);
    case TOWN_BYTES:
    case TOWN_WORDS:
    case TOWN_LIST:
        return read_list(node, field, edition, into);
    case TOWN_OBJECT:
        return town_read(node, field->inside, edition, into);
    case TOWN_REWARD:
        return town_read(node, reward, edition, into);
    case TOWN_MARK:
        return read_mark(node);
    case TOWN_NOTHING:
        break;
    }
    return 0;
}

static int read_member(const struct flip_node *node, const struct town_field *field, struct fliptown_edition *edition,
                       void *into)
{
    struct flip_node member;
    if (field->optional && !json_object_get(node->json, field->key))
        return 0;
    if (flip_node_member(node, field->key, &member) < 0 || read_field(&member, field, edition, into) < 0)
        return -1;
    return field->check ? field->check(&member, edition, into) : 0;
}

int town_read(const struct flip_node *node, const struct town_field *fields, struct fliptown_edition *edition,
              void *into)
{
    const char *keys[24] = {NULL};
    for (int i = 0; fields[i].key; i++)
        keys[i] = fields[i].key;
    if (flip_node_object(node, keys) < 0)
        return -1;
    for (int last = 0; last <= 1; last++)
        for (const struct town_field *field = fields; field->key; field++)
            if (field->last == last && read_member(node, field, edition, (char *)into + field->at) < 0)
                return -1;
    return 0;
}
