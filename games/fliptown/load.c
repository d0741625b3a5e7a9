/*
 * Fliptown's map and cards from JSON. Everything that the rules rely on is checked here, so that they need not doubt:
 * sites lie on the map, ways lead down from chambers above, every suit and rank is given away once, numbers fit their
 * bytes.
 */
#include "games/fliptown/load_parts.h"
#include <flipside/load.h>

#include <string.h>

/* --- course, money, poker, arrest ------------------------------------------------------------------------------- */

static int load_course(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "rounds", "turns", "start", NULL};
    static const char *const goods[] = {"cash", "gold", NULL};
    struct flip_node course, start;
    if (town_open_table(root, "course", keys, &course) < 0 ||
        town_member_byte(&course, "rounds", 1, FLIPTOWN_ROUNDS, &edition->rounds) < 0 ||
        town_member_byte(&course, "turns", 1, FLIPTOWN_HAND, &edition->turns) < 0 ||
        flip_node_member(&course, "start", &start) < 0 || flip_node_object(&start, goods) < 0 ||
        town_member_byte(&start, "cash", 0, TOWN_MOST, &edition->start_cash) < 0 ||
        town_member_byte(&start, "gold", 0, TOWN_MOST, &edition->start_gold) < 0)
        return -1;
    return 0;
}

static int load_money(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const change_keys[] = {"mark", "suit", "value", NULL};
    static const char *const tool_keys[] = {"mark", "pans", "hammers", "gold_per_pan", "cash_per_hammer", NULL};
    static const char *const score_keys[] = {"mark", "cash_per_point", "gold_per_point", NULL};
    struct flip_node change, tools, score;
    if (town_open_table(root, "change", change_keys, &change) < 0 ||
        town_member_byte(&change, "suit", 0, 20, &edition->suit_gold) < 0 ||
        town_member_byte(&change, "value", 1, 10, &edition->value_gold) < 0 ||
        town_open_table(root, "tools", tool_keys, &tools) < 0 ||
        town_member_byte(&tools, "pans", 1, 20, &edition->most_pans) < 0 ||
        town_member_byte(&tools, "hammers", 1, 20, &edition->most_hammers) < 0 ||
        town_member_byte(&tools, "gold_per_pan", 0, 20, &edition->pan_gold) < 0 ||
        town_member_byte(&tools, "cash_per_hammer", 0, 20, &edition->hammer_cash) < 0 ||
        town_open_table(root, "score", score_keys, &score) < 0 ||
        town_member_byte(&score, "cash_per_point", 1, 100, &edition->cash_per_point) < 0 ||
        town_member_byte(&score, "gold_per_point", 1, 100, &edition->gold_per_point) < 0)
        return -1;
    return 0;
}

static int load_suits(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "trail", "badlands", "mine", "town", NULL};
    struct flip_node table;
    unsigned given = 0;
    if (town_open_table(root, "suits", keys, &table) < 0)
        return -1;
    for (int region = 0; region < FLIPTOWN_SUITED; region++) {
        int suit;
        if (flip_node_member_word(&table, fliptown_region_words[region], town_suits, &suit) < 0)
            return -1;
        if (given >> suit & 1)
            return flip_node_fail(&table, "%s leads to two regions", town_suits[suit]);
        given |= 1u << suit;
        edition->region_suit[region] = (uint8_t)suit;
    }
    return 0;
}

static int load_poker(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "pay", NULL};
    static const char *const pay_keys[] = {"hand", "cash", "stars", NULL};
    static const char *const names[] = {"royal flush", "straight flush",  "four of a kind", "full house", "flush",
                                        "straight",    "three of a kind", "two pair",       "one pair",   "nothing",
                                        NULL};
    struct flip_node table, list;
    if (town_open_table(root, "poker", keys, &table) < 0 ||
        town_open_list(&table, "pay", FLIP_POKER_CATEGORIES, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIP_POKER_CATEGORIES; i++) {
        const struct flip_node pay = flip_node_item(&list, i);
        const char *const expected[] = {names[i], NULL};
        int hand;
        if (flip_node_object(&pay, pay_keys) < 0 || flip_node_member_word(&pay, "hand", expected, &hand) < 0 ||
            town_member_byte(&pay, "cash", 0, TOWN_MOST, &edition->pay_cash[i]) < 0 ||
            town_member_byte(&pay, "stars", 0, TOWN_MOST, &edition->pay_stars[i]) < 0)
            return -1;
    }
    return 0;
}

static int load_arrest(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "fines", "stars_only", NULL};
    static const char *const fine_keys[] = {"cash", "stars", NULL};
    struct flip_node table, list;
    if (town_open_table(root, "arrest", keys, &table) < 0 ||
        town_member_byte(&table, "stars_only", 1, 100, &edition->stars_only) < 0 ||
        town_open_list(&table, "fines", edition->rounds, &list) < 0)
        return -1;
    for (size_t i = 0; i < edition->rounds; i++) {
        const struct flip_node fine = flip_node_item(&list, i);
        if (flip_node_object(&fine, fine_keys) < 0 ||
            town_member_byte(&fine, "cash", 0, TOWN_MOST, &edition->fine_cash[i]) < 0 ||
            town_member_byte(&fine, "stars", 0, TOWN_MOST, &edition->fine_stars[i]) < 0)
            return -1;
    }
    return 0;
}

/* --- Trail, Badlands, Mine, Cemetery ---------------------------------------------------------------------------- */

static int load_trail(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "horse", "stops", NULL};
    static const char *const stop_keys[] = {"stop", "reward", NULL};
    struct flip_node table, list;
    if (town_open_table(root, "trail", keys, &table) < 0 ||
        town_member_byte(&table, "horse", 0, FLIPTOWN_RANKS, &edition->horse_reach) < 0 ||
        town_open_list(&table, "stops", FLIPTOWN_RANKS, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_RANKS; i++) {
        const struct flip_node stop = flip_node_item(&list, i);
        const char *const expected[] = {fliptown_rank_words[i], NULL};
        int which;
        if (flip_node_object(&stop, stop_keys) < 0 || flip_node_member_word(&stop, "stop", expected, &which) < 0 ||
            town_member_reward(&stop, "reward", &edition->trail[i]) < 0)
            return -1;
    }
    return 0;
}

static int load_row(const struct flip_node *node, struct fliptown_row *row, unsigned *given)
{
    static const char *const keys[] = {"name", "targets", "cash", "wanted", "stars", "bonus", NULL};
    struct flip_node targets, cash;
    if (flip_node_object(node, keys) < 0 || town_member_text(node, "name", row->name, sizeof row->name) < 0 ||
        town_member_byte(node, "wanted", 0, TOWN_MOST, &row->wanted) < 0 ||
        town_member_byte(node, "stars", 0, TOWN_MOST, &row->stars) < 0 ||
        town_load_regions(node, "bonus", &row->bonus) < 0 ||
        town_open_list(node, "targets", FLIPTOWN_TARGETS, &targets) < 0 ||
        town_open_list(node, "cash", FLIPTOWN_TARGETS, &cash) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_TARGETS; i++) {
        const struct flip_node target = flip_node_item(&targets, i), money = flip_node_item(&cash, i);
        int rank, dollars;
        if (flip_node_word(&target, fliptown_rank_words, &rank) < 0 ||
            flip_node_int(&money, 0, TOWN_MOST, &dollars) < 0)
            return -1;
        if (*given >> rank & 1)
            return flip_node_fail(&target, "%s is a target already", fliptown_rank_words[rank]);
        *given |= 1u << rank;
        row->target[i] = (uint8_t)(rank + 1);
        row->cash[i] = (uint8_t)dollars;
    }
    return 0;
}

static int load_badlands(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "pistol", "rifle", "bandana", "rows", NULL};
    struct flip_node table, list;
    unsigned given = 0;
    if (town_open_table(root, "badlands", keys, &table) < 0 ||
        town_member_byte(&table, "pistol", 0, FLIPTOWN_RANKS, &edition->pistol) < 0 ||
        town_member_byte(&table, "rifle", 0, FLIPTOWN_RANKS, &edition->rifle) < 0 ||
        town_member_byte(&table, "bandana", 0, TOWN_MOST, &edition->bandana) < 0 ||
        town_open_list(&table, "rows", FLIPTOWN_ROWS, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_ROWS; i++) {
        const struct flip_node row = flip_node_item(&list, i);
        if (load_row(&row, &edition->row[i], &given) < 0)
            return -1;
    }
    return 0;
}

/* A way comes from the entrance or from a chamber that stands earlier in the list, so no way can lead in a circle. */
static int load_way(const struct flip_node *node, const struct fliptown_edition *edition, size_t chamber,
                    struct fliptown_way *way)
{
    static const char *const keys[] = {"from", "low", "high", NULL};
    struct flip_node from;
    if (flip_node_object(node, keys) < 0 || flip_node_member(node, "from", &from) < 0 ||
        town_member_rank(node, "low", &way->low) < 0 || town_member_rank(node, "high", &way->high) < 0)
        return -1;
    if (way->low > way->high)
        return flip_node_fail(node, "the range ends before it begins");
    const char *name = json_string_value(from.json);
    way->from = FLIPTOWN_NONE;
    if (name && strcmp(name, "entrance") == 0)
        return 0;
    for (size_t i = 0; name && i < chamber; i++)
        if (strcmp(edition->chamber[i].name, name) == 0)
            way->from = (uint8_t)i;
    return way->from == FLIPTOWN_NONE ? flip_node_expected(&from, "entrance, or a chamber named before this one") : 0;
}

static int load_chamber(const struct flip_node *node, struct fliptown_edition *edition, size_t index)
{
    static const char *const keys[] = {"site", "reward", "ways", NULL};
    struct fliptown_chamber *chamber = &edition->chamber[index];
    struct flip_node ways;
    size_t count;
    if (flip_node_object(node, keys) < 0 || town_member_text(node, "site", chamber->name, sizeof chamber->name) < 0 ||
        town_member_reward(node, "reward", &chamber->reward) < 0 ||
        flip_node_member_list(node, "ways", 1, FLIPTOWN_WAYS, &ways, &count) < 0)
        return -1;
    for (size_t i = 0; i < index; i++)
        if (strcmp(edition->chamber[i].name, chamber->name) == 0)
            return flip_node_fail(node, "there are two chambers named %s", chamber->name);
    chamber->ways = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node way = flip_node_item(&ways, i);
        if (load_way(&way, edition, index, &chamber->way[i]) < 0)
            return -1;
    }
    return 0;
}

static int load_mine(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "pickaxe", "chambers", NULL};
    struct flip_node table, list;
    if (town_open_table(root, "mine", keys, &table) < 0 ||
        town_member_byte(&table, "pickaxe", 0, FLIPTOWN_RANKS, &edition->pickaxe) < 0 ||
        town_open_list(&table, "chambers", FLIPTOWN_CHAMBERS, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_CHAMBERS; i++) {
        const struct flip_node chamber = flip_node_item(&list, i);
        if (load_chamber(&chamber, edition, i) < 0)
            return -1;
    }
    return 0;
}

static int load_between(const struct flip_node *node, struct fliptown_edition *edition, size_t index)
{
    static const char *const keys[] = {"stones", "reward", NULL};
    struct fliptown_between *between = &edition->between[index];
    struct flip_node stones;
    int stone[2];
    if (flip_node_object(node, keys) < 0 || town_open_list(node, "stones", 2, &stones) < 0 ||
        town_member_reward(node, "reward", &between->reward) < 0)
        return -1;
    for (size_t i = 0; i < 2; i++) {
        const struct flip_node item = flip_node_item(&stones, i);
        if (flip_node_word(&item, fliptown_stone_words, &stone[i]) < 0)
            return -1;
        between->stone[i] = (uint8_t)stone[i];
    }
    const int low = stone[0] < stone[1] ? stone[0] : stone[1], high = stone[0] + stone[1] - low;
    if (!(high == low + 3 || (high == low + 1 && high % 3 != 0)))
        return flip_node_fail(&stones, "%s and %s are not neighbours", fliptown_stone_words[stone[0]],
                              fliptown_stone_words[stone[1]]);
    for (size_t i = 0; i < index; i++) {
        const uint8_t *other = edition->between[i].stone;
        if ((other[0] == stone[0] && other[1] == stone[1]) || (other[0] == stone[1] && other[1] == stone[0]))
            return flip_node_fail(&stones, "these two have a reward between them already");
    }
    return 0;
}

static int load_cemetery(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "wanted", "shovel", "between", NULL};
    struct flip_node table, list;
    if (town_open_table(root, "cemetery", keys, &table) < 0 ||
        town_member_byte(&table, "wanted", 0, TOWN_MOST, &edition->stone_wanted) < 0 ||
        town_member_byte(&table, "shovel", 0, TOWN_MOST, &edition->shovel_stars) < 0 ||
        town_open_list(&table, "between", FLIPTOWN_BETWEENS, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_BETWEENS; i++) {
        const struct flip_node between = flip_node_item(&list, i);
        if (load_between(&between, edition, i) < 0)
            return -1;
    }
    return 0;
}

/* --- the whole -------------------------------------------------------------------------------------------------- */

static int load(const struct flip_node *root, void *memory)
{
    static const char *const keys[] = {"game",     "name",     "notes",   "course",     "change",   "tools", "suits",
                                       "score",    "poker",    "arrest",  "trail",      "badlands", "mine",  "town",
                                       "cemetery", "bounties", "cowbots", "characters", "titles",   NULL};
    struct fliptown_edition *edition = memory;
    if (flip_node_object(root, keys) < 0 || town_member_text(root, "name", edition->name, sizeof edition->name) < 0 ||
        flip_node_remarks(root, "notes") < 0 || load_course(root, edition) < 0 || load_money(root, edition) < 0 ||
        load_suits(root, edition) < 0 || load_poker(root, edition) < 0 || load_arrest(root, edition) < 0 ||
        load_trail(root, edition) < 0 || load_badlands(root, edition) < 0 || load_mine(root, edition) < 0 ||
        load_fliptown_town(root, edition) < 0 || load_cemetery(root, edition) < 0 ||
        load_fliptown_cards(root, edition) < 0)
        return -1;
    return 0;
}

const struct flip_game_loader fliptown_loader = {.load = load};
