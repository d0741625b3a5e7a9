/* Fliptown's thirteen buildings from JSON. What an object may hold depends on the building's effect. */
#include "games/fliptown/load_parts.h"

#include <string.h>

static int load_sale(const struct flip_node *node, struct fliptown_sale *sale, unsigned *sold)
{
    static const char *const keys[] = {"item", "price", "reward", NULL};
    int item;
    if (flip_node_object(node, keys) < 0 || flip_node_member_word(node, "item", fliptown_item_words, &item) < 0 ||
        town_member_byte(node, "price", 0, TOWN_MOST, &sale->price) < 0)
        return -1;
    if (item == FLIPTOWN_ROOM)
        return flip_node_fail(node, "rooms are sold by a building with the effect lodging");
    if (*sold >> item & 1)
        return flip_node_fail(node, "%s is sold elsewhere already", fliptown_item_words[item]);
    *sold |= 1u << item;
    sale->item = (uint8_t)item;
    return json_object_get(node->json, "reward") ? town_member_reward(node, "reward", &sale->reward) : 0;
}

static int load_sales(const struct flip_node *node, struct fliptown_building *building, unsigned *sold)
{
    struct flip_node list;
    size_t count;
    if (flip_node_member_list(node, "sales", 1, FLIPTOWN_SALES, &list, &count) < 0)
        return -1;
    building->sales = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node sale = flip_node_item(&list, i);
        if (load_sale(&sale, &building->sale[i], sold) < 0)
            return -1;
    }
    return 0;
}

static int load_trade(const struct flip_node *node, struct fliptown_building *building)
{
    if (town_optional_byte(node, "cash", TOWN_MOST, &building->cash) < 0 ||
        town_optional_byte(node, "gold", TOWN_MOST, &building->gold) < 0 ||
        town_optional_byte(node, "stars", TOWN_MOST, &building->stars) < 0 ||
        town_optional_byte(node, "remove", TOWN_MOST, &building->remove) < 0 ||
        town_member_byte(node, "most", 1, TOWN_MOST, &building->most) < 0)
        return -1;
    if ((building->cash > 0) == (building->gold > 0))
        return flip_node_fail(node, "a trade costs either cash or gold");
    if ((building->stars > 0) == (building->remove > 0))
        return flip_node_fail(node, "a trade either gives stars or removes Wanted");
    return 0;
}

static int load_effect(const struct flip_node *node, struct fliptown_building *building, unsigned *sold)
{
    static const char *const shop[] = {"site", "name", "roof", "effect", "single", "sales", NULL};
    static const char *const ladder[] = {"site", "name", "roof", "effect", "sales", NULL};
    static const char *const trade[] = {"site", "name",  "roof",   "effect", "cash",
                                        "gold", "stars", "remove", "most",   NULL};
    static const char *const hiding[] = {"site", "name", "roof", "effect", "remove", NULL};
    static const char *const lodging[] = {"site", "name", "roof", "effect", "cash", NULL};
    static const char *const look[] = {"site", "name", "roof", "effect", "stars", "remove", NULL};
    static const char *const plain[] = {"site", "name", "roof", "effect", NULL};
    switch (building->effect) {
    case FLIPTOWN_SHOP:
        if (flip_node_object(node, shop) < 0 || town_optional_byte(node, "single", 1, &building->single) < 0)
            return -1;
        return load_sales(node, building, sold);
    case FLIPTOWN_LADDER:
        return flip_node_object(node, ladder) < 0 ? -1 : load_sales(node, building, sold);
    case FLIPTOWN_TRADE:
        return flip_node_object(node, trade) < 0 ? -1 : load_trade(node, building);
    case FLIPTOWN_HIDING:
        return flip_node_object(node, hiding) < 0 ? -1
                                                  : town_member_byte(node, "remove", 1, TOWN_MOST, &building->remove);
    case FLIPTOWN_LODGING:
        return flip_node_object(node, lodging) < 0 ? -1 : town_member_byte(node, "cash", 0, TOWN_MOST, &building->cash);
    case FLIPTOWN_LOOK:
        if (flip_node_object(node, look) < 0 || town_member_byte(node, "stars", 0, TOWN_MOST, &building->stars) < 0)
            return -1;
        return town_member_byte(node, "remove", 0, TOWN_MOST, &building->remove);
    default:
        return flip_node_object(node, plain);
    }
}

/* A roof gives one bonus action at most, and none in the Town: with the option roof_first the building waits for it,
   and a second building cannot wait inside the first. */
static int check_roof(const struct flip_node *node, const struct fliptown_reward *roof)
{
    if (roof->bonus & (roof->bonus - 1))
        return flip_node_fail(node, "a roof has one bonus action at most");
    if (roof->bonus >> FLIPTOWN_TOWN & 1)
        return flip_node_fail(node, "a roof cannot have a Town bonus");
    if (roof->either)
        return flip_node_fail(node, "a roof cannot offer a choice");
    return 0;
}

static int load_building(const struct flip_node *node, struct fliptown_edition *edition, size_t index, unsigned *sold)
{
    struct fliptown_building *building = &edition->building[index];
    const char *const expected[] = {fliptown_rank_words[index], NULL};
    struct flip_node roof;
    int site, effect;
    if (flip_node_member_word(node, "site", expected, &site) < 0 ||
        town_member_text(node, "name", building->name, sizeof building->name) < 0 ||
        flip_node_member_word(node, "effect", fliptown_effect_words, &effect) < 0 ||
        town_member_reward(node, "roof", &building->roof) < 0 || flip_node_member(node, "roof", &roof) < 0 ||
        check_roof(&roof, &building->roof) < 0)
        return -1;
    building->effect = (uint8_t)effect;
    return load_effect(node, building, sold);
}

/* --- what buildings refer to ------------------------------------------------------------------------------------ */

static int load_numbers(const struct flip_node *object, const char *key, size_t count, uint8_t *out)
{
    struct flip_node list;
    if (town_open_list(object, key, count, &list) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(&list, i);
        int value;
        if (flip_node_int(&item, 0, TOWN_MOST, &value) < 0)
            return -1;
        out[i] = (uint8_t)value;
    }
    return 0;
}

static int load_rooms(const struct flip_node *town, struct fliptown_edition *edition)
{
    struct flip_node list;
    size_t count;
    if (flip_node_member_list(town, "rooms", 1, FLIPTOWN_ROOMS, &list, &count) < 0)
        return -1;
    edition->rooms = (uint8_t)count;
    return load_numbers(town, "rooms", count, edition->room);
}

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

static int load_land(const struct flip_node *town, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"shapes", "plots", "all", NULL};
    static const char *const shape_keys[] = {"shape", "rows", "price", NULL};
    struct flip_node land, list;
    if (flip_node_member(town, "land", &land) < 0 || flip_node_object(&land, keys) < 0 ||
        load_numbers(&land, "plots", FLIPTOWN_PLOTS, edition->plot_stars) < 0 ||
        town_member_byte(&land, "all", 0, TOWN_MOST, &edition->all_plots_stars) < 0 ||
        town_open_list(&land, "shapes", FLIPTOWN_SHAPES, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_SHAPES; i++) {
        const struct flip_node shape = flip_node_item(&list, i);
        if (flip_node_object(&shape, shape_keys) < 0 ||
            town_member_text(&shape, "shape", edition->shape_name[i], sizeof edition->shape_name[i]) < 0 ||
            town_member_byte(&shape, "price", 0, TOWN_MOST, &edition->shape_price[i]) < 0 ||
            load_shape_rows(&shape, &edition->shape[i]) < 0)
            return -1;
        if (strchr(edition->shape_name[i], ' '))
            return flip_node_fail(&shape, "the name of a shape is one word");
    }
    return 0;
}

static int load_bail(const struct flip_node *town, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"outlaws", "cash", "gold", "remove", NULL};
    struct flip_node bail, list;
    unsigned given = 0;
    if (flip_node_member(town, "bail", &bail) < 0 || flip_node_object(&bail, keys) < 0 ||
        town_member_byte(&bail, "cash", 0, TOWN_MOST, &edition->outlaw_cash) < 0 ||
        town_member_byte(&bail, "gold", 0, TOWN_MOST, &edition->outlaw_gold) < 0 ||
        town_member_byte(&bail, "remove", 0, TOWN_MOST, &edition->outlaw_remove) < 0 ||
        town_open_list(&bail, "outlaws", FLIPTOWN_OUTLAWS, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_OUTLAWS; i++) {
        const struct flip_node item = flip_node_item(&list, i);
        int rank;
        if (flip_node_word(&item, fliptown_rank_words, &rank) < 0)
            return -1;
        if (given >> rank & 1)
            return flip_node_fail(&item, "%s is an outlaw already", fliptown_rank_words[rank]);
        given |= 1u << rank;
        edition->outlaw[i] = (uint8_t)(rank + 1);
    }
    return 0;
}

int load_fliptown_town(const struct flip_node *root, struct fliptown_edition *edition)
{
    static const char *const keys[] = {"mark", "bank_stars", "rooms", "land", "bail", "buildings", NULL};
    struct flip_node town, list;
    unsigned sold = 0;
    if (town_open_table(root, "town", keys, &town) < 0 ||
        load_numbers(&town, "bank_stars", edition->rounds, edition->bank_stars) < 0 || load_rooms(&town, edition) < 0 ||
        load_land(&town, edition) < 0 || load_bail(&town, edition) < 0 ||
        town_open_list(&town, "buildings", FLIPTOWN_RANKS, &list) < 0)
        return -1;
    for (size_t i = 0; i < FLIPTOWN_RANKS; i++) {
        const struct flip_node building = flip_node_item(&list, i);
        if (load_building(&building, edition, i, &sold) < 0)
            return -1;
    }
    return 0;
}
