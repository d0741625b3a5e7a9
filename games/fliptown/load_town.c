/* Fliptown's thirteen buildings from JSON. What an object may hold depends on the building's effect. */
#include "games/fliptown/load_fields.h"

#include <string.h>

static const struct town_field sale_fields[] = {{WORD("item", fliptown_item_words, sale, item)},
                                                {BYTE("price", 0, TOWN_MOST, sale, price)},
                                                {"reward", TOWN_REWARD, IN(sale, reward), .optional = true},
                                                {0}};

static int check_sale(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    const struct fliptown_sale *sale = into;
    if (sale->item == FLIPTOWN_ROOM)
        return flip_node_fail(node, "rooms are sold by a building with the effect lodging");
    for (const struct fliptown_building *building = edition->building;; building++)
        for (int i = 0; i < building->sales; i++) {
            if (&building->sale[i] == sale)
                return 0;
            if (building->sale[i].item == sale->item)
                return flip_node_fail(node, "%s is sold elsewhere already", fliptown_item_words[sale->item]);
        }
}

/* A roof gives one bonus action at most, and none in the Town: with the option roof_first the building waits for it,
   and a second building cannot wait inside the first. */
static int check_roof(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    const struct fliptown_reward *roof = into;
    (void)edition;
    if (roof->bonus & (roof->bonus - 1))
        return flip_node_fail(node, "a roof has one bonus action at most");
    if (roof->bonus >> FLIPTOWN_TOWN & 1)
        return flip_node_fail(node, "a roof cannot have a Town bonus");
    if (roof->either)
        return flip_node_fail(node, "a roof cannot offer a choice");
    return 0;
}

/* What an object may hold depends on the effect. */
#define BUILDING                                                                                                       \
    {"site", TOWN_PLACE, .words = fliptown_rank_words}, {TEXT("name", building, name)},                                \
        {"roof", TOWN_REWARD, IN(building, roof), .check = check_roof},                                                \
    {                                                                                                                  \
        WORD("effect", fliptown_effect_words, building, effect)                                                        \
    }
#define SALES                                                                                                          \
    "sales", TOWN_LIST, IN(building, sale), .least = 1, .count = FLIPTOWN_SALES, .counted = IN(building, sales),       \
                                            .size = sizeof(struct fliptown_sale), .inside = sale_fields,               \
                                            .each = check_sale
#define OPTIONAL(member, most) #member, TOWN_BYTE, IN(building, member), .max = (most), .optional = true
static const struct town_field shop[] = {BUILDING, {OPTIONAL(single, 1)}, {SALES}, {0}};
static const struct town_field ladder[] = {BUILDING, {SALES}, {0}};
static const struct town_field trade[] = {BUILDING,
                                          {OPTIONAL(cash, TOWN_MOST)},
                                          {OPTIONAL(gold, TOWN_MOST)},
                                          {OPTIONAL(stars, TOWN_MOST)},
                                          {OPTIONAL(remove, TOWN_MOST)},
                                          {BYTE("most", 1, TOWN_MOST, building, most)},
                                          {0}};
static const struct town_field hiding[] = {BUILDING, {BYTE("remove", 1, TOWN_MOST, building, remove)}, {0}};
static const struct town_field lodging[] = {BUILDING, {BYTE("cash", 0, TOWN_MOST, building, cash)}, {0}};
static const struct town_field look[] = {
    BUILDING, {BYTE("stars", 0, TOWN_MOST, building, stars)}, {BYTE("remove", 0, TOWN_MOST, building, remove)}, {0}};
static const struct town_field plain[] = {BUILDING, {0}};
static const struct town_field *const effects[] = {
    [FLIPTOWN_SHOP] = shop,     [FLIPTOWN_LADDER] = ladder,   [FLIPTOWN_TRADE] = trade,
    [FLIPTOWN_HIDING] = hiding, [FLIPTOWN_LODGING] = lodging, [FLIPTOWN_LOOK] = look};

static int load_building(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    const struct fliptown_building *building = into;
    struct flip_node site;
    int effect;
    if (flip_node_member(node, "site", &site) < 0 ||
        flip_node_member_word(node, "effect", fliptown_effect_words, &effect) < 0 ||
        town_read(node, effect < (int)(sizeof effects / sizeof *effects) && effects[effect] ? effects[effect] : plain,
                  edition, into) < 0)
        return -1;
    if (effect == FLIPTOWN_TRADE && (building->cash > 0) == (building->gold > 0))
        return flip_node_fail(node, "a trade costs either cash or gold");
    if (effect == FLIPTOWN_TRADE && (building->stars > 0) == (building->remove > 0))
        return flip_node_fail(node, "a trade either gives stars or removes Wanted");
    return 0;
}

/* --- what buildings refer to ------------------------------------------------------------------------------------ */

/* Rows of '#' and '.'; the box must be as small as the shape, so that turning it stays on the plots. */
static int load_shape_rows(const struct flip_node *node, struct flip_shape *shape)
{
    struct flip_node rows;
    size_t count;
    if (flip_node_member_list(node, "rows", 1, 3, &rows, &count) < 0)
        return -1;
    unsigned columns = 0;
    for (size_t y = 0; y < count; y++) {
        const struct flip_node item = flip_node_item(&rows, y);
        const char *row = json_string_value(item.json);
        const size_t width = row ? strlen(row) : 0;
        if (width < 1 || width > 3 || strspn(row, "#.") != width || (y > 0 && width != shape->width))
            return flip_node_expected(&item, "one to three of # and ., as long as the row before");
        shape->width = (uint8_t)width;
        for (size_t x = 0; x < width; x++)
            if (row[x] == '#')
                shape->row[y] = (uint8_t)(shape->row[y] | 1u << x);
        if (!shape->row[y])
            return flip_node_fail(&item, "a row of a shape cannot be empty");
        columns |= shape->row[y];
    }
    shape->height = (uint8_t)count;
    if (columns != (1u << shape->width) - 1)
        return flip_node_fail(&rows, "a column of a shape cannot be empty");
    return 0;
}

static int load_shape(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    static const char *const keys[] = {"shape", "rows", "price", NULL};
    const size_t i = node->index;
    struct flip_node name;
    (void)into;
    if (flip_node_object(node, keys) < 0 || flip_node_member(node, "shape", &name) < 0 ||
        flip_node_text(&name, edition->shape_name[i], sizeof edition->shape_name[i]) < 0 ||
        town_member_byte(node, "price", 0, TOWN_MOST, &edition->shape_price[i]) < 0 ||
        load_shape_rows(node, &edition->shape[i]) < 0)
        return -1;
    return strchr(edition->shape_name[i], ' ') ? flip_node_fail(node, "the name of a shape is one word") : 0;
}

static int check_outlaws(const struct flip_node *node, struct fliptown_edition *edition, void *into)
{
    unsigned given = 0;
    (void)into;
    for (size_t i = 0; i < FLIPTOWN_OUTLAWS; i++) {
        const struct flip_node item = flip_node_item(node, i);
        if (given >> edition->outlaw[i] & 1)
            return flip_node_fail(&item, "%s is an outlaw already", fliptown_rank_words[edition->outlaw[i] - 1]);
        given |= 1u << edition->outlaw[i];
    }
    return 0;
}

static const struct town_field land[] = {
    {"shapes", TOWN_LIST, .count = FLIPTOWN_SHAPES, .each = load_shape, .last = true},
    {"plots", TOWN_BYTES, IN(edition, plot_stars), .count = FLIPTOWN_PLOTS, .max = TOWN_MOST},
    {BYTE("all", 0, TOWN_MOST, edition, all_plots_stars)},
    {0}};
static const struct town_field bail[] = {{"outlaws", TOWN_WORDS, IN(edition, outlaw), .count = FLIPTOWN_OUTLAWS,
                                          .words = fliptown_rank_words, .min = 1, .check = check_outlaws, .last = true},
                                         {BYTE("cash", 0, TOWN_MOST, edition, outlaw_cash)},
                                         {BYTE("gold", 0, TOWN_MOST, edition, outlaw_gold)},
                                         {BYTE("remove", 0, TOWN_MOST, edition, outlaw_remove)},
                                         {0}};
const struct town_field town_town[] = {{MARK},
                                       {"bank_stars", TOWN_BYTES, IN(edition, bank_stars), .max = TOWN_MOST},
                                       {"rooms", TOWN_BYTES, IN(edition, room), .least = 1, .count = FLIPTOWN_ROOMS,
                                        .counted = IN(edition, rooms), .max = TOWN_MOST},
                                       {OBJECT("land", land)},
                                       {OBJECT("bail", bail)},
                                       {"buildings", TOWN_LIST, IN(edition, building), .count = FLIPTOWN_RANKS,
                                        .size = sizeof(struct fliptown_building), .each = load_building},
                                       {0}};
