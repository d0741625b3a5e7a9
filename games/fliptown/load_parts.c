/* The pieces of Fliptown's JSON that come again and again. See load_parts.h. */
#include "games/fliptown/load_parts.h"

#include <string.h>

const char *const town_suits[] = {"clubs", "diamonds", "hearts", "spades", NULL};

int town_member_byte(const struct flip_node *object, const char *key, int min, int max, uint8_t *out)
{
    int value;
    if (flip_node_member_int(object, key, min, max, &value) < 0)
        return -1;
    *out = (uint8_t)value;
    return 0;
}

/* A number that may be left out; then it stays 0. */
int town_optional_byte(const struct flip_node *object, const char *key, int max, uint8_t *out)
{
    return json_object_get(object->json, key) ? town_member_byte(object, key, 0, max, out) : 0;
}

int town_member_text(const struct flip_node *object, const char *key, char *out, size_t size)
{
    struct flip_node member;
    return flip_node_member(object, key, &member) < 0 ? -1 : flip_node_text(&member, out, size);
}

/* A rank as 1 … 13. */
int town_member_rank(const struct flip_node *object, const char *key, uint8_t *out)
{
    int rank;
    if (flip_node_member_word(object, key, fliptown_rank_words, &rank) < 0)
        return -1;
    *out = (uint8_t)(rank + 1);
    return 0;
}

/* Where the table comes from: letters R (rulebook), M (map and cards), J (our ruling). */
static int check_mark(const struct flip_node *object)
{
    struct flip_node mark;
    if (flip_node_member(object, "mark", &mark) < 0)
        return -1;
    const char *text = json_string_value(mark.json);
    if (!text || !*text || strlen(text) > 3 || strspn(text, "RMJ") != strlen(text))
        return flip_node_expected(&mark, "one to three of the letters R, M, J");
    return 0;
}

/* A member that is an object with these keys, `mark` among them. */
int town_open_table(const struct flip_node *root, const char *key, const char *const *keys, struct flip_node *out)
{
    if (flip_node_member(root, key, out) < 0 || flip_node_object(out, keys) < 0)
        return -1;
    return check_mark(out);
}

/* A member that is a list of exactly so many. */
int town_open_list(const struct flip_node *object, const char *key, size_t count, struct flip_node *out)
{
    size_t found;
    return flip_node_member_list(object, key, count, count, out, &found);
}

int town_load_regions(const struct flip_node *object, const char *key, uint8_t *set)
{
    struct flip_node list;
    size_t count;
    if (!json_object_get(object->json, key))
        return 0;
    if (flip_node_member_list(object, key, 1, FLIPTOWN_REGIONS, &list, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(&list, i);
        int region;
        if (flip_node_word(&item, fliptown_region_words, &region) < 0)
            return -1;
        if (*set >> region & 1)
            return flip_node_fail(&item, "%s is in the list already", fliptown_region_words[region]);
        *set = (uint8_t)(*set | 1u << region);
    }
    return 0;
}

static int load_reward(const struct flip_node *node, struct fliptown_reward *reward)
{
    static const char *const keys[] = {"cash",    "gold",   "stars", "wanted", "remove", "pans",
                                       "hammers", "either", "bonus", "silver", NULL};
    if (flip_node_object(node, keys) < 0 || town_optional_byte(node, "cash", TOWN_MOST, &reward->cash) < 0 ||
        town_optional_byte(node, "gold", TOWN_MOST, &reward->gold) < 0 ||
        town_optional_byte(node, "stars", TOWN_MOST, &reward->stars) < 0 ||
        town_optional_byte(node, "wanted", TOWN_MOST, &reward->wanted) < 0 ||
        town_optional_byte(node, "remove", TOWN_MOST, &reward->remove) < 0 ||
        town_optional_byte(node, "pans", 4, &reward->pans) < 0 ||
        town_optional_byte(node, "hammers", 4, &reward->hammers) < 0 ||
        town_optional_byte(node, "either", 1, &reward->either) < 0 ||
        town_load_regions(node, "bonus", &reward->bonus) < 0)
        return -1;
    int region;
    if (!json_object_get(node->json, "silver"))
        return 0;
    if (flip_node_member_word(node, "silver", fliptown_region_words, &region) < 0)
        return -1;
    reward->silver = (uint8_t)(region + 1);
    return 0;
}

int town_member_reward(const struct flip_node *object, const char *key, struct fliptown_reward *reward)
{
    struct flip_node member;
    return flip_node_member(object, key, &member) < 0 ? -1 : load_reward(&member, reward);
}
