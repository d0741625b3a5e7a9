/* Fliptown's cards besides the deck, from JSON: bounties, cowbots, characters; and the titles of the end. */
#include "games/fliptown/load_parts.h"

#include <string.h>

static int load_bounty(const struct flip_node *node, struct fliptown_bounty *bounty)
{
    static const char *const keys[] = {"text", "goal", "n", "m", NULL};
    static const unsigned without_number = 1u << FLIPTOWN_GOAL_TRAIL_BONUS | 1u << FLIPTOWN_GOAL_STAR_ROOFS |
                                           1u << FLIPTOWN_GOAL_EVERY_ROW | 1u << FLIPTOWN_GOAL_BONUSES;
    int goal;
    if (flip_node_object(node, keys) < 0 || town_member_text(node, "text", bounty->text, sizeof bounty->text) < 0 ||
        flip_node_member_word(node, "goal", fliptown_goal_words, &goal) < 0)
        return -1;
    bounty->goal = (uint8_t)goal;
    if (!(without_number >> goal & 1) && town_member_byte(node, "n", 1, 200, &bounty->n) < 0)
        return -1;
    if (goal == FLIPTOWN_GOAL_RICHES)
        return town_member_byte(node, "m", 1, 200, &bounty->m);
    return 0;
}

static int load_bounties(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "first", "later", "cards", NULL};
    struct flip_node table, list;
    if (town_open_table(root, "bounties", keys, &table) < 0 ||
        town_member_byte(&table, "first", 0, TOWN_MOST, &edition->bounty_first) < 0 ||
        town_member_byte(&table, "later", 0, TOWN_MOST, &edition->bounty_later) < 0 ||
        town_open_list(&table, "cards", FLIPTOWN_BOUNTIES, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_BOUNTIES; i++) {
        const struct flip_node bounty = flip_node_item(&list, i);
        if (load_bounty(&bounty, &edition->bounty[i]) < 0)
            return -1;
    }
    return 0;
}

/* --- cowbots ---------------------------------------------------------------------------------------------------- */

static int load_cowbot(const struct flip_node *node, struct fliptown_cowbot *cowbot, unsigned *given)
{
    static const char *const keys[] = {"id", "name", "suit", "steals", "regions", NULL};
    struct flip_node list;
    unsigned regions = 0;
    int suit, steals;
    if (flip_node_object(node, keys) < 0 || town_member_text(node, "id", cowbot->id, sizeof cowbot->id) < 0 ||
        town_member_text(node, "name", cowbot->name, sizeof cowbot->name) < 0 ||
        flip_node_member_word(node, "suit", town_suits, &suit) < 0 ||
        flip_node_member_word(node, "steals", fliptown_gained_words, &steals) < 0 ||
        town_open_list(node, "regions", FLIPTOWN_SUITED, &list) < 0)
        return -1;
    if (*given >> suit & 1)
        return flip_node_fail(node, "%s has a cowbot already", town_suits[suit]);
    *given |= 1u << suit;
    cowbot->suit = (uint8_t)suit;
    cowbot->steals = (uint8_t)(1u << steals);
    for (size_t i = 0; i < FLIPTOWN_SUITED; i++) {
        const struct flip_node item = flip_node_item(&list, i);
        int region;
        if (flip_node_word(&item, fliptown_region_words, &region) < 0)
            return -1;
        if (region == FLIPTOWN_CEMETERY || regions >> region & 1)
            return flip_node_fail(&item, "trail, badlands, mine and town are listed once each");
        regions |= 1u << region;
        cowbot->region[i] = (uint8_t)region;
    }
    return 0;
}

static int load_strengths(const struct flip_node *table, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"strength", "card", "regions", NULL};
    struct flip_node list;
    if (town_open_list(table, "strengths", FLIPTOWN_STRENGTHS, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_STRENGTHS; i++) {
        const struct flip_node item = flip_node_item(&list, i);
        const char *const expected[] = {fliptown_strength_words[i], NULL};
        int which;
        if (flip_node_object(&item, keys) < 0 || flip_node_member_word(&item, "strength", expected, &which) < 0 ||
            town_member_byte(&item, "card", 0, TOWN_MOST, &edition->card_points[i]) < 0 ||
            town_member_byte(&item, "regions", 0, FLIPTOWN_SUITED, &edition->counted_regions[i]) < 0)
            return -1;
    }
    return 0;
}

static int load_cowbots(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "cards", "strengths", "character", "holdem", NULL};
    struct flip_node table, list;
    unsigned given = 0;
    if (town_open_table(root, "cowbots", keys, &table) < 0 || load_strengths(&table, edition) < 0 ||
        town_member_byte(&table, "character", 0, TOWN_MOST, &edition->cowbot_character) < 0 ||
        town_member_byte(&table, "holdem", 0, TOWN_MOST, &edition->cowbot_holdem) < 0 ||
        town_open_list(&table, "cards", FLIPTOWN_COWBOTS, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_COWBOTS; i++) {
        const struct flip_node cowbot = flip_node_item(&list, i);
        if (load_cowbot(&cowbot, &edition->cowbot[i], &given) < 0)
            return -1;
    }
    return 0;
}

/* --- characters ------------------------------------------------------------------------------------------------- */

/* The value picks the character in the random set-up; the joker's is never picked. */
static int load_value(const struct flip_node *node, struct fliptown_character *who, unsigned *given)
{
    struct flip_node value;
    int rank;
    if (flip_node_member(node, "value", &value) < 0)
        return -1;
    if (json_is_string(value.json) && strcmp(json_string_value(value.json), "joker") == 0) {
        who->rank = 0;
    } else {
        if (flip_node_word(&value, fliptown_rank_words, &rank) < 0)
            return -1;
        who->rank = (uint8_t)(rank + 1);
    }
    if (*given >> who->rank & 1)
        return flip_node_fail(&value, "another character has this value");
    *given |= 1u << who->rank;
    return 0;
}

static int load_ability(const struct flip_node *node, struct fliptown_character *who)
{
    int ability, region;
    if (flip_node_member_word(node, "ability", fliptown_ability_words, &ability) < 0)
        return -1;
    who->ability = (uint8_t)ability;
    who->uses = 1;
    if (json_object_get(node->json, "uses") && town_member_byte(node, "uses", 1, 9, &who->uses) < 0)
        return -1;
    if (ability == FLIPTOWN_GRANT) {
        if (flip_node_member_word(node, "region", fliptown_region_words, &region) < 0)
            return -1;
        who->region = (uint8_t)region;
    }
    if (ability == FLIPTOWN_PREACH || ability == FLIPTOWN_HIRE)
        return town_member_byte(node, "n", 1, TOWN_MOST, &who->n);
    return 0;
}

static int load_character(const struct flip_node *node, struct fliptown_edition *edition, size_t index, unsigned *given)
{
    static const char *const keys[] = {"value",   "id",     "name", "text", "start", "shovel",
                                       "ability", "region", "n",    "uses", NULL};
    struct fliptown_character *who = &edition->character[index];
    struct flip_node start;
    if (flip_node_object(node, keys) < 0 || load_value(node, who, given) < 0 ||
        town_member_text(node, "id", who->id, sizeof who->id) < 0 ||
        town_member_text(node, "name", who->name, sizeof who->name) < 0 ||
        town_member_text(node, "text", who->text, sizeof who->text) < 0 ||
        town_member_reward(node, "start", &who->start) < 0 || flip_node_member(node, "start", &start) < 0 ||
        town_optional_byte(node, "shovel", 1, &who->shovel) < 0 || load_ability(node, who) < 0)
        return -1;
    if (who->start.bonus || who->start.either || who->start.silver)
        return flip_node_fail(&start, "a character starts with goods, not with bonus actions, choices or silver");
    for (size_t i = 0; i < index; i++)
        if (strcmp(edition->character[i].id, who->id) == 0)
            return flip_node_fail(node, "there are two characters with the id %s", who->id);
    return 0;
}

static int load_characters(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "cards", NULL};
    struct flip_node table, list;
    unsigned given = 0;
    if (town_open_table(root, "characters", keys, &table) < 0 ||
        town_open_list(&table, "cards", FLIPTOWN_CHARACTERS, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_CHARACTERS; i++) {
        const struct flip_node character = flip_node_item(&list, i);
        if (load_character(&character, edition, i, &given) < 0)
            return -1;
    }
    return 0;
}

/* --- titles ----------------------------------------------------------------------------------------------------- */

static int load_title_list(const struct flip_node *table, const char *key, struct fliptown_title *titles)
{
    static const char *const keys[] = {"from", "word", NULL};
    struct flip_node list;
    if (town_open_list(table, key, FLIPTOWN_TITLES, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_TITLES; i++) {
        const struct flip_node title = flip_node_item(&list, i);
        if (flip_node_object(&title, keys) < 0 || town_member_byte(&title, "from", 0, 250, &titles[i].from) < 0 ||
            town_member_text(&title, "word", titles[i].word, sizeof titles[i].word) < 0)
            return -1;
        if (i == 0 ? titles[i].from != 0 : titles[i].from <= titles[i - 1].from)
            return flip_node_fail(&title,
                                  i == 0 ? "the first title begins at 0" : "titles begin higher one after the other");
    }
    return 0;
}

int load_fliptown_cards(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "score", "wanted", NULL};
    struct flip_node titles;
    if (load_bounties(root, edition) < 0 || load_cowbots(root, edition) < 0 || load_characters(root, edition) < 0 ||
        town_open_table(root, "titles", keys, &titles) < 0 ||
        load_title_list(&titles, "score", edition->score_title) < 0 ||
        load_title_list(&titles, "wanted", edition->wanted_title) < 0)
        return -1;
    return 0;
}
