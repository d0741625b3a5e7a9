/*
 * The sheet of Royal Flip from JSON. Everything that the rules rely on is checked here, so that they need not doubt:
 * places lie on the map, numbers in 1 … 10, lists within the sizes of the struct.
 */
#include "games/royalflip/royalflip.h"
#include <flipside/load.h>

static const char *const suits[] = {"clubs", "diamonds", "hearts", "spades", NULL};

/* A whole number into a byte. */
static int member_byte(const struct flip_node *object, const char *key, int min, int max, uint8_t *out)
{
    int value;
    if (flip_node_member_int(object, key, min, max, &value) < 0)
        return -1;
    *out = (uint8_t)value;
    return 0;
}

/* --- the map --------------------------------------------------------------------------------------------------------- */

static int load_casino(const struct flip_node *node, struct royalflip_edition *edition)
{
    const char *name = json_string_value(node->json);
    const int column = name ? name[0] - 'a' : -1;
    const int row = name && name[0] ? name[1] - '1' : -1;
    if (column < 0 || column >= edition->columns || row < 0 || row >= edition->rows || name[2] != '\0')
        return flip_node_expected(node, "a cell of the map, a1 to %c%d", 'a' + edition->columns - 1, edition->rows);
    const int cell = row * ROYALFLIP_SIDE + column;
    for (int i = 0; i < edition->casinos; i++)
        if (edition->casino[i] == cell)
            return flip_node_fail(node, "%s has a casino already", name);
    edition->casino[edition->casinos++] = (uint8_t)cell;
    return 0;
}

static int load_map(const struct flip_node *root, struct royalflip_edition *edition)
{
    static const char *const keys[] = {"columns", "rows", "casinos", NULL};
    struct flip_node map, casinos;
    size_t count;
    if (flip_node_member(root, "map", &map) < 0 || flip_node_object(&map, keys) < 0 ||
        member_byte(&map, "columns", 2, ROYALFLIP_SIDE, &edition->columns) < 0 ||
        member_byte(&map, "rows", 2, ROYALFLIP_SIDE, &edition->rows) < 0 ||
        flip_node_member_list(&map, "casinos", 0, ROYALFLIP_CASINOS, &casinos, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node casino = flip_node_item(&casinos, i);
        if (load_casino(&casino, edition) < 0)
            return -1;
    }
    if (edition->casinos == edition->columns * edition->rows)
        return flip_node_fail(&casinos, "the map has no cell left for a number");
    return 0;
}

/* --- the bonus track ------------------------------------------------------------------------------------------------- */

static int load_space(const struct flip_node *node, struct royalflip_space *space)
{
    static const char *const plain[] = {"suit", "bonus", NULL};
    static const char *const with_number[] = {"suit", "bonus", "number", NULL};
    static const char *const with_points[] = {"suit", "bonus", "points", NULL};
    int suit, bonus;
    if (flip_node_member_word(node, "suit", suits, &suit) < 0 ||
        flip_node_member_word(node, "bonus", royalflip_bonus_words, &bonus) < 0)
        return -1;
    space->suit = (uint8_t)suit;
    space->bonus = (uint8_t)bonus;
    if (bonus == ROYALFLIP_NUMBER)
        return flip_node_object(node, with_number) < 0
                   ? -1
                   : member_byte(node, "number", 1, ROYALFLIP_HIGHEST, &space->value);
    if (bonus == ROYALFLIP_POINTS)
        return flip_node_object(node, with_points) < 0 ? -1 : member_byte(node, "points", 1, 50, &space->value);
    return flip_node_object(node, plain);
}

static int load_track(const struct flip_node *root, struct royalflip_edition *edition)
{
    struct flip_node track;
    size_t count;
    if (flip_node_member_list(root, "track", 1, ROYALFLIP_SPACES, &track, &count) < 0)
        return -1;
    edition->spaces = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node space = flip_node_item(&track, i);
        if (load_space(&space, &edition->track[i + 1]) < 0)
            return -1;
    }
    return 0;
}

static int load_diamonds(const struct flip_node *root, struct royalflip_edition *edition)
{
    struct flip_node diamonds;
    size_t count;
    if (flip_node_member_list(root, "diamonds", 1, ROYALFLIP_DIAMONDS, &diamonds, &count) < 0)
        return -1;
    edition->diamonds = (uint8_t)count;
    int before = 0;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node diamond = flip_node_item(&diamonds, i);
        int value;
        if (flip_node_int(&diamond, 0, 200, &value) < 0)
            return -1;
        if (value < before)
            return flip_node_expected(&diamond, "at least %d, the value before it", before);
        edition->diamond[i] = (uint8_t)value;
        before = value;
    }
    return 0;
}

/* --- cards and scales ------------------------------------------------------------------------------------------------ */

static int load_wild(const struct flip_node *root, struct royalflip_edition *edition)
{
    struct flip_node wild;
    size_t count;
    if (flip_node_member_list(root, "wild", 0, 13, &wild, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(&wild, i);
        int rank;
        if (flip_node_word(&item, royalflip_rank_words + 1, &rank) < 0)
            return -1;
        if (edition->wild >> (rank + 1) & 1)
            return flip_node_fail(&item, "%s is in the list already", royalflip_rank_words[rank + 1]);
        edition->wild = (uint16_t)(edition->wild | 1U << (rank + 1));
    }
    for (int rank = FLIP_JACK; rank <= FLIP_KING; rank++)
        if (!(edition->wild >> rank & 1))
            return flip_node_fail(&wild, "%s is missing: it has no number from 1 to 10 of its own",
                                  royalflip_rank_words[rank]);
    return 0;
}

static int load_roads(const struct flip_node *root, struct royalflip_edition *edition)
{
    static const char *const keys[] = {"shortest", "points", "casino_points", NULL};
    struct flip_node roads;
    if (flip_node_member(root, "roads", &roads) < 0 || flip_node_object(&roads, keys) < 0 ||
        member_byte(&roads, "shortest", 2, ROYALFLIP_HIGHEST, &edition->road_shortest) < 0 ||
        member_byte(&roads, "points", 0, 20, &edition->road_points) < 0 ||
        member_byte(&roads, "casino_points", 0, 20, &edition->road_casino_points) < 0)
        return -1;
    return 0;
}

static int load_areas(const struct flip_node *root, struct royalflip_edition *edition)
{
    static const char *const keys[] = {"smallest", "points", NULL};
    struct flip_node areas;
    if (flip_node_member(root, "areas", &areas) < 0 || flip_node_object(&areas, keys) < 0 ||
        member_byte(&areas, "smallest", 2, ROYALFLIP_CELLS, &edition->area_smallest) < 0 ||
        member_byte(&areas, "points", 0, 20, &edition->area_points) < 0)
        return -1;
    return 0;
}

static int load_majority(const struct flip_node *root, struct royalflip_edition *edition)
{
    static const char *const keys[] = {"most", "second", NULL};
    struct flip_node majority;
    if (flip_node_member(root, "majority", &majority) < 0 || flip_node_object(&majority, keys) < 0 ||
        member_byte(&majority, "most", 0, 200, &edition->pvp_most) < 0 ||
        member_byte(&majority, "second", 0, 200, &edition->pvp_second) < 0)
        return -1;
    if (edition->pvp_second > edition->pvp_most)
        return flip_node_fail(&majority, "the second most diamonds cannot be worth more than the most");
    return 0;
}

/* --- the whole ------------------------------------------------------------------------------------------------------- */

static int load(const struct flip_node *root, void *edition_)
{
    static const char *const keys[] = {"game",     "name",  "rounds", "jackpot",  "wild",  "map",         "track",
                                       "diamonds", "roads", "areas",  "majority", "notes", "calibration", NULL};
    struct royalflip_edition *edition = edition_;
    struct flip_node name;
    int jackpot;
    if (flip_node_object(root, keys) < 0 || flip_node_member(root, "name", &name) < 0 ||
        flip_node_text(&name, edition->name, sizeof edition->name) < 0 ||
        member_byte(root, "rounds", 1, ROYALFLIP_ROUNDS, &edition->rounds) < 0 ||
        flip_node_member_int(root, "jackpot", 1, 9999, &jackpot) < 0)
        return -1;
    edition->jackpot = (uint16_t)jackpot;
    if (load_wild(root, edition) < 0 || load_map(root, edition) < 0 || load_track(root, edition) < 0 ||
        load_diamonds(root, edition) < 0 || load_roads(root, edition) < 0 || load_areas(root, edition) < 0 ||
        load_majority(root, edition) < 0 || flip_node_remarks(root, "notes") < 0 ||
        flip_node_remarks(root, "calibration") < 0)
        return -1;
    return 0;
}

/* A lesson's `start` is `{"rounds": 1}`: what comes at the end need not be waited for. */
static int begin_lesson(json_t *edition, const json_t *start, struct flip_error *error)
{
    const json_t *rounds = json_object_get(start, "rounds");
    if (!json_is_integer(rounds) || json_object_size(start) != 1)
        return flip_fail(error, FLIP_ERROR_BAD_LESSON,
                         "'start' of a lesson of Royal Flip says how many 'rounds' there are.");
    return json_object_set_new(edition, "rounds", json_integer(json_integer_value(rounds)));
}

const struct flip_game_loader royalflip_loader = {.load = load, .lesson = begin_lesson};
