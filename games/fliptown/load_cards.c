/* Fliptown's cards besides the deck, from JSON: bounties, cowbots, characters; and the titles of the end. */
#include "games/fliptown/load_fields.h"

#include <string.h>

static int check_bounty(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    static const unsigned without_number = 1u << FLIPTOWN_GOAL_TRAIL_BONUS | 1u << FLIPTOWN_GOAL_STAR_ROOFS |
                                           1u << FLIPTOWN_GOAL_EVERY_ROW | 1u << FLIPTOWN_GOAL_BONUSES;
    struct fliptown_bounty *bounty = into;
    (void)edition;
    if (!(without_number >> bounty->goal & 1) && town_member_byte(node, "n", 1, 200, &bounty->n) < 0)
        return -1;
    return bounty->goal == FLIPTOWN_GOAL_RICHES ? town_member_byte(node, "m", 1, 200, &bounty->m) : 0;
}

static const struct town_field bounty[] = {{TEXT("text", bounty, text)},
                                           {WORD("goal", fliptown_goal_words, bounty, goal)},
                                           {"n", TOWN_NOTHING, .optional = true},
                                           {"m", TOWN_NOTHING, .optional = true},
                                           {0}};
const struct town_field town_bounties[] = {{MARK},
                                           {BYTE("first", 0, TOWN_MOST, edition, bounty_first)},
                                           {BYTE("later", 0, TOWN_MOST, edition, bounty_later)},
                                           {"cards", TOWN_LIST, IN(edition, bounty), .count = FLIPTOWN_BOUNTIES,
                                            .size = sizeof(struct fliptown_bounty), .inside = bounty,
                                            .each = check_bounty},
                                           {0}};

/* --- cowbots ---------------------------------------------------------------------------------------------------- */

static int check_cowbot(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    struct fliptown_cowbot *cowbot = into;
    cowbot->steals = (uint8_t)(1u << cowbot->steals);
    for (size_t i = 0; i < node->index; i++)
        if (edition->cowbot[i].suit == cowbot->suit)
            return flip_node_fail(node, "%s has a cowbot already", town_suits[cowbot->suit]);
    return 0;
}

static int check_regions(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    const uint8_t *region = into;
    unsigned given = 1u << FLIPTOWN_CEMETERY;
    (void)edition;
    for (size_t i = 0; i < FLIPTOWN_SUITED; i++) {
        const struct flip_node item = flip_node_item(node, i);
        if (given >> region[i] & 1)
            return flip_node_fail(&item, "trail, badlands, mine and town are listed once each");
        given |= 1u << region[i];
    }
    return 0;
}

static const struct town_field cowbot[] = {{TEXT("id", cowbot, id)},
                                           {TEXT("name", cowbot, name)},
                                           {WORD("suit", town_suits, cowbot, suit)},
                                           {WORD("steals", fliptown_gained_words, cowbot, steals)},
                                           {"regions", TOWN_WORDS, IN(cowbot, region), .count = FLIPTOWN_SUITED,
                                            .words = fliptown_region_words, .check = check_regions},
                                           {0}};
static const struct town_field strength[] = {{"strength", TOWN_PLACE, .words = fliptown_strength_words},
                                             {BYTE("card", 0, TOWN_MOST, edition, card_points)},
                                             {BYTE("regions", 0, FLIPTOWN_SUITED, edition, counted_regions)},
                                             {0}};
const struct town_field town_cowbots[] = {
    {MARK},
    {"cards", TOWN_LIST, IN(edition, cowbot), .count = FLIPTOWN_COWBOTS, .size = sizeof(struct fliptown_cowbot),
     .inside = cowbot, .each = check_cowbot},
    {"strengths", TOWN_LIST, .count = FLIPTOWN_STRENGTHS, .size = 1, .inside = strength},
    {BYTE("character", 0, TOWN_MOST, edition, cowbot_character)},
    {BYTE("holdem", 0, TOWN_MOST, edition, cowbot_holdem)},
    {0}};

/* --- characters ------------------------------------------------------------------------------------------------- */

/* The value picks the character in the random set-up; the joker's is never picked. */
static int read_value(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    uint8_t *value = into;
    int rank = -1;
    if (!(json_is_string(node->json) && strcmp(json_string_value(node->json), "joker") == 0) &&
        flip_node_word(node, fliptown_rank_words, &rank) < 0)
        return -1;
    *value = (uint8_t)(rank + 1);
    for (size_t i = 0; i < node->parent->index; i++)
        if (edition->character[i].rank == *value)
            return flip_node_fail(node, "another character has this value");
    return 0;
}

static int check_start(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    const struct fliptown_reward *start = into;
    (void)edition;
    if (start->bonus || start->either || start->silver)
        return flip_node_fail(node, "a character starts with goods, not with bonus actions, choices or silver");
    return 0;
}

static int check_character(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    struct fliptown_character *who = into;
    int region;
    who->uses = 1;
    if (json_object_get(node->json, "uses") && town_member_byte(node, "uses", 1, 9, &who->uses) < 0)
        return -1;
    if (who->ability == FLIPTOWN_GRANT) {
        if (flip_node_member_word(node, "region", fliptown_region_words, &region) < 0)
            return -1;
        who->region = (uint8_t)region;
    }
    if ((who->ability == FLIPTOWN_PREACH || who->ability == FLIPTOWN_HIRE) &&
        town_member_byte(node, "n", 1, TOWN_MOST, &who->n) < 0)
        return -1;
    for (size_t i = 0; i < node->index; i++)
        if (strcmp(edition->character[i].id, who->id) == 0)
            return flip_node_fail(node, "there are two characters with the id %s", who->id);
    return 0;
}

static const struct town_field character[] = {{"value", TOWN_NOTHING, IN(character, rank), .check = read_value},
                                              {TEXT("id", character, id)},
                                              {TEXT("name", character, name)},
                                              {TEXT("text", character, text)},
                                              {"start", TOWN_REWARD, IN(character, start), .check = check_start},
                                              {"shovel", TOWN_BYTE, IN(character, shovel), .max = 1, .optional = true},
                                              {WORD("ability", fliptown_ability_words, character, ability)},
                                              {"region", TOWN_NOTHING, .optional = true},
                                              {"n", TOWN_NOTHING, .optional = true},
                                              {"uses", TOWN_NOTHING, .optional = true},
                                              {0}};
const struct town_field town_characters[] = {{MARK},
                                             {"cards", TOWN_LIST, IN(edition, character), .count = FLIPTOWN_CHARACTERS,
                                              .size = sizeof(struct fliptown_character), .inside = character,
                                              .each = check_character},
                                             {0}};

/* --- titles ----------------------------------------------------------------------------------------------------- */

static int check_title(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    const struct fliptown_title *title = into;
    (void)edition;
    if (node->index == 0)
        return title->from == 0 ? 0 : flip_node_fail(node, "the first title begins at 0");
    return title[0].from > title[-1].from ? 0 : flip_node_fail(node, "titles begin higher one after the other");
}

#define TITLES(key, member)                                                                                            \
    key, TOWN_LIST, IN(edition, member), .count = FLIPTOWN_TITLES, .size = sizeof(struct fliptown_title),              \
                                         .inside = title, .each = check_title
static const struct town_field title[] = {{BYTE("from", 0, 250, title, from)}, {TEXT("word", title, word)}, {0}};
const struct town_field town_titles[] = {{MARK}, {TITLES("score", score_title)}, {TITLES("wanted", wanted_title)}, {0}};
