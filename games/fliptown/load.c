/*
 * Fliptown's map and cards from JSON. Everything that the rules rely on is checked here, so that they need not doubt:
 * sites lie on the map, ways lead down from chambers above, every suit and rank is given away once, numbers fit their
 * bytes.
 */
#include "games/fliptown/load_fields.h"

#include <string.h>

/* --- course, money, poker, arrest ------------------------------------------------------------------------------- */

static const struct town_field start[] = {
    {BYTE("cash", 0, TOWN_MOST, edition, start_cash)}, {BYTE("gold", 0, TOWN_MOST, edition, start_gold)}, {0}};
static const struct town_field course[] = {{MARK},
                                           {BYTE("rounds", 1, FLIPTOWN_ROUNDS, edition, rounds)},
                                           {BYTE("turns", 1, FLIPTOWN_HAND, edition, turns)},
                                           {OBJECT("start", start)},
                                           {0}};
static const struct town_field change[] = {
    {MARK}, {BYTE("suit", 0, 20, edition, suit_gold)}, {BYTE("value", 1, 10, edition, value_gold)}, {0}};
static const struct town_field tools[] = {{MARK},
                                          {BYTE("pans", 1, 20, edition, most_pans)},
                                          {BYTE("hammers", 1, 20, edition, most_hammers)},
                                          {BYTE("gold_per_pan", 0, 20, edition, pan_gold)},
                                          {BYTE("cash_per_hammer", 0, 20, edition, hammer_cash)},
                                          {0}};
static const struct town_field score[] = {{MARK},
                                          {BYTE("cash_per_point", 1, 100, edition, cash_per_point)},
                                          {BYTE("gold_per_point", 1, 100, edition, gold_per_point)},
                                          {0}};

static const struct town_field suits[] = {{MARK},
                                          {WORD("trail", town_suits, edition, region_suit[FLIPTOWN_TRAIL])},
                                          {WORD("badlands", town_suits, edition, region_suit[FLIPTOWN_BADLANDS])},
                                          {WORD("mine", town_suits, edition, region_suit[FLIPTOWN_MINE])},
                                          {WORD("town", town_suits, edition, region_suit[FLIPTOWN_TOWN])},
                                          {0}};

static int check_suits(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    unsigned given = 0;
    (void)into;
    for (int region = 0; region < FLIPTOWN_SUITED; region++) {
        const int suit = edition->region_suit[region];
        if (given >> suit & 1)
            return flip_node_fail(node, "%s leads to two regions", town_suits[suit]);
        given |= 1u << suit;
    }
    return 0;
}

static const char *const hands[] = {"royal flush", "straight flush",  "four of a kind", "full house", "flush",
                                    "straight",    "three of a kind", "two pair",       "one pair",   "nothing"};
static const struct town_field pay[] = {{"hand", TOWN_PLACE, .words = hands},
                                        {BYTE("cash", 0, TOWN_MOST, edition, pay_cash)},
                                        {BYTE("stars", 0, TOWN_MOST, edition, pay_stars)},
                                        {0}};
static const struct town_field poker[] = {
    {MARK}, {"pay", TOWN_LIST, .count = FLIP_POKER_CATEGORIES, .size = 1, .inside = pay}, {0}};
static const struct town_field fine[] = {
    {BYTE("cash", 0, TOWN_MOST, edition, fine_cash)}, {BYTE("stars", 0, TOWN_MOST, edition, fine_stars)}, {0}};
static const struct town_field arrest[] = {
    {MARK}, {"fines", TOWN_LIST, .size = 1, .inside = fine}, {BYTE("stars_only", 1, 100, edition, stars_only)}, {0}};

/* --- Trail, Badlands, Mine, Cemetery ---------------------------------------------------------------------------- */

static const struct town_field stop[] = {
    {"stop", TOWN_PLACE, .words = fliptown_rank_words}, {"reward", TOWN_REWARD, .at = 0}, {0}};
static const struct town_field trail[] = {{MARK},
                                          {BYTE("horse", 0, FLIPTOWN_RANKS, edition, horse_reach)},
                                          {"stops", TOWN_LIST, IN(edition, trail), .count = FLIPTOWN_RANKS,
                                           .size = sizeof(struct fliptown_reward), .inside = stop},
                                          {0}};

/* A rank is the target of one row, once. */
static int check_targets(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    const uint8_t *target = into;
    unsigned given = 0;
    for (size_t i = 0; i < node->parent->index; i++)
        for (int k = 0; k < FLIPTOWN_TARGETS; k++)
            given |= 1u << edition->row[i].target[k];
    for (size_t i = 0; i < FLIPTOWN_TARGETS; i++) {
        const struct flip_node item = flip_node_item(node, i);
        if (given >> target[i] & 1)
            return flip_node_fail(&item, "%s is a target already", fliptown_rank_words[target[i] - 1]);
        given |= 1u << target[i];
    }
    return 0;
}

static const struct town_field row[] = {
    {TEXT("name", row, name)},
    {"targets", TOWN_WORDS, IN(row, target), .count = FLIPTOWN_TARGETS, .words = fliptown_rank_words, .min = 1,
     .check = check_targets},
    {"cash", TOWN_BYTES, IN(row, cash), .count = FLIPTOWN_TARGETS, .max = TOWN_MOST},
    {BYTE("wanted", 0, TOWN_MOST, row, wanted)},
    {BYTE("stars", 0, TOWN_MOST, row, stars)},
    {"bonus", TOWN_REGIONS, IN(row, bonus), .optional = true},
    {0}};
static const struct town_field badlands[] = {
    {MARK},
    {BYTE("pistol", 0, FLIPTOWN_RANKS, edition, pistol)},
    {BYTE("rifle", 0, FLIPTOWN_RANKS, edition, rifle)},
    {BYTE("bandana", 0, TOWN_MOST, edition, bandana)},
    {"rows", TOWN_LIST, IN(edition, row), .count = FLIPTOWN_ROWS, .size = sizeof(struct fliptown_row), .inside = row},
    {0}};

/* A way comes from the entrance or from a chamber that stands earlier in the list, so no way can lead in a circle. */
static int read_from(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    uint8_t *from = into;
    const size_t chamber = node->parent->parent->parent->index;
    const char *name = json_string_value(node->json);
    *from = FLIPTOWN_NONE;
    if (name && strcmp(name, "entrance") == 0)
        return 0;
    for (size_t i = 0; name && i < chamber; i++)
        if (strcmp(edition->chamber[i].name, name) == 0)
            *from = (uint8_t)i;
    return *from == FLIPTOWN_NONE ? flip_node_expected(node, "entrance, or a chamber named before this one") : 0;
}

static int check_way(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    const struct fliptown_way *way = into;
    (void)edition;
    return way->low > way->high ? flip_node_fail(node, "the range ends before it begins") : 0;
}

static int check_chamber(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    const struct fliptown_chamber *chamber = into;
    for (size_t i = 0; i < node->index; i++)
        if (strcmp(edition->chamber[i].name, chamber->name) == 0)
            return flip_node_fail(node, "there are two chambers named %s", chamber->name);
    return 0;
}

static const struct town_field way_fields[] = {
    {"from", TOWN_NOTHING, IN(way, from), .check = read_from}, {RANK("low", way, low)}, {RANK("high", way, high)}, {0}};
static const struct town_field chamber_fields[] = {
    {TEXT("site", chamber, name)},
    {REWARD("reward", chamber, reward)},
    {"ways", TOWN_LIST, IN(chamber, way), .least = 1, .count = FLIPTOWN_WAYS, .counted = IN(chamber, ways),
     .size = sizeof(struct fliptown_way), .inside = way_fields, .each = check_way},
    {0}};
static const struct town_field mine[] = {{MARK},
                                         {BYTE("pickaxe", 0, FLIPTOWN_RANKS, edition, pickaxe)},
                                         {"chambers", TOWN_LIST, IN(edition, chamber), .count = FLIPTOWN_CHAMBERS,
                                          .size = sizeof(struct fliptown_chamber), .inside = chamber_fields,
                                          .each = check_chamber},
                                         {0}};

static int check_stones(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    const uint8_t *stone = into;
    const int low = stone[0] < stone[1] ? stone[0] : stone[1], high = stone[0] + stone[1] - low;
    if (!(high == low + 3 || (high == low + 1 && high % 3 != 0)))
        return flip_node_fail(node, "%s and %s are not neighbours", fliptown_stone_words[stone[0]],
                              fliptown_stone_words[stone[1]]);
    for (size_t i = 0; i < node->parent->index; i++) {
        const uint8_t *other = edition->between[i].stone;
        if ((other[0] == stone[0] && other[1] == stone[1]) || (other[0] == stone[1] && other[1] == stone[0]))
            return flip_node_fail(node, "these two have a reward between them already");
    }
    return 0;
}

static const struct town_field between[] = {
    {"stones", TOWN_WORDS, IN(between, stone), .count = 2, .words = fliptown_stone_words, .check = check_stones},
    {REWARD("reward", between, reward)},
    {0}};
static const struct town_field cemetery[] = {{MARK},
                                             {BYTE("wanted", 0, TOWN_MOST, edition, stone_wanted)},
                                             {BYTE("shovel", 0, TOWN_MOST, edition, shovel_stars)},
                                             {"between", TOWN_LIST, IN(edition, between), .count = FLIPTOWN_BETWEENS,
                                              .size = sizeof(struct fliptown_between), .inside = between},
                                             {0}};

/* --- the whole -------------------------------------------------------------------------------------------------- */

static int check_notes(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    (void)edition, (void)into;
    return flip_node_remarks(node->parent, node->key);
}

static int load(const struct flip_node *root, void *edition)
{
    static const struct town_field fields[] = {{"game", TOWN_NOTHING, .optional = true},
                                               {TEXT("name", edition, name)},
                                               {"notes", TOWN_NOTHING, .optional = true, .check = check_notes},
                                               {OBJECT("course", course)},
                                               {OBJECT("change", change)},
                                               {OBJECT("tools", tools)},
                                               {"suits", TOWN_OBJECT, .inside = suits, .check = check_suits},
                                               {OBJECT("score", score)},
                                               {OBJECT("poker", poker)},
                                               {OBJECT("arrest", arrest)},
                                               {OBJECT("trail", trail)},
                                               {OBJECT("badlands", badlands)},
                                               {OBJECT("mine", mine)},
                                               {OBJECT("town", town_town)},
                                               {OBJECT("cemetery", cemetery)},
                                               {OBJECT("bounties", town_bounties)},
                                               {OBJECT("cowbots", town_cowbots)},
                                               {OBJECT("characters", town_characters)},
                                               {OBJECT("titles", town_titles)},
                                               {0}};
    return town_read(root, fields, edition, edition);
}

const struct flip_game_loader fliptown_loader = {.load = load};
