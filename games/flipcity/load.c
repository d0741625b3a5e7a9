/*
 * The cards of Flip City from JSON. What is not written stands for none: an owner of another printing types in what is on
 * the cards and nothing else. Everything that the rules rely on is checked here, so that they need not doubt: numbers fit
 * their bytes, faces have names of their own, nothing can be recycled for ever.
 */
#include "games/flipcity/flipcity.h"
#include <flipside/load.h>

#include <string.h>

enum { HIGHEST_PRICE = 30, HIGHEST_VALUE = 20 };

/* --- members that may be left out ------------------------------------------------------------------------------------ */

static int optional_byte(const struct flip_node *object, const char *key, int min, int max, uint8_t *out)
{
    int value;
    if (!json_object_get(object->json, key))
        return 0;
    if (flip_node_member_int(object, key, min, max, &value) < 0)
        return -1;
    *out = (uint8_t)value;
    return 0;
}

static int optional_flag(const struct flip_node *object, const char *key, uint8_t *out)
{
    struct flip_node member;
    if (!json_object_get(object->json, key))
        return 0;
    if (flip_node_member(object, key, &member) < 0)
        return -1;
    if (!json_is_boolean(member.json))
        return flip_node_expected(&member, "true or false");
    *out = json_is_true(member.json);
    return 0;
}

/* --- a face ---------------------------------------------------------------------------------------------------------- */

static const char *const face_keys[] = {
    "face",   "title", "fee",     "cash",        "cash_per_unhappy", "points",    "unhappy", "limit", "actions",
    "forced", "gives", "recycle", "forces_next", "drops_bottom",     "wins_with", "marks",   NULL};

/* Where each value of a face comes from. Nothing but readers needs the marks, so they are checked and not kept. */
static int check_marks(const struct flip_node *face)
{
    static const char *const origins[] = {"R", "P", "J", "R/P", NULL};
    struct flip_node marks;
    const char *key;
    json_t *value;
    if (!json_object_get(face->json, "marks"))
        return 0;
    if (flip_node_member(face, "marks", &marks) < 0)
        return -1;
    if (!json_is_object(marks.json))
        return flip_node_expected(&marks, "an object");
    json_object_foreach((json_t *)marks.json, key, value) {
        int origin;
        if (flip_node_member_word(&marks, key, origins, &origin) < 0)
            return -1;
        if (strcmp(key, "all") != 0 && !json_object_get(face->json, key))
            return flip_node_fail(&marks, "the face has no %.40s to mark", key);
    }
    return 0;
}

static int load_recycle(const struct flip_node *face, struct flipcity_face *out)
{
    static const char *const keys[] = {"cash", "limit", "actions", NULL};
    struct flip_node recycle;
    if (!json_object_get(face->json, "recycle"))
        return 0;
    if (flip_node_member(face, "recycle", &recycle) < 0 || flip_node_object(&recycle, keys) < 0 ||
        optional_byte(&recycle, "cash", 0, HIGHEST_VALUE, &out->recycle_cash) < 0 ||
        optional_byte(&recycle, "limit", 0, HIGHEST_VALUE, &out->recycle_limit) < 0 ||
        optional_byte(&recycle, "actions", 0, HIGHEST_VALUE, &out->recycle_actions) < 0)
        return -1;
    out->recycles = 1;
    return 0;
}

static int load_id(const struct flip_node *face, const struct flipcity_edition *edition, int number, char *out)
{
    struct flip_node id;
    if (flip_node_member(face, "face", &id) < 0 || flip_node_text(&id, out, FLIPCITY_NAME) < 0)
        return -1;
    if (strspn(out, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(out) || out[0] < 'a')
        return flip_node_expected(&id, "a name of small letters, digits and _, a letter first");
    for (int i = 0; i < number; i++)
        if (strcmp(edition->face[i].id, out) == 0)
            return flip_node_fail(&id, "there is a face %s already", out);
    return 0;
}

static int load_face(const struct flip_node *card, const char *side, struct flipcity_edition *edition, int number)
{
    struct flipcity_face *out = &edition->face[number];
    struct flip_node face, title;
    out->fee = FLIPCITY_NONE;
    if (flip_node_member(card, side, &face) < 0 || flip_node_object(&face, face_keys) < 0 ||
        load_id(&face, edition, number, out->id) < 0 || flip_node_member(&face, "title", &title) < 0 ||
        flip_node_text(&title, out->title, sizeof out->title) < 0 ||
        optional_byte(&face, "fee", 0, HIGHEST_PRICE, &out->fee) < 0 ||
        optional_byte(&face, "cash", 0, HIGHEST_VALUE, &out->cash) < 0 ||
        optional_byte(&face, "cash_per_unhappy", 0, HIGHEST_VALUE, &out->cash_per_unhappy) < 0 ||
        optional_byte(&face, "points", 0, HIGHEST_VALUE, &out->points) < 0 ||
        optional_byte(&face, "unhappy", 0, HIGHEST_VALUE, &out->unhappy) < 0 ||
        optional_byte(&face, "limit", 0, HIGHEST_VALUE, &out->limit) < 0 ||
        optional_byte(&face, "actions", 0, HIGHEST_VALUE, &out->actions) < 0 ||
        optional_byte(&face, "wins_with", 1, FLIPCITY_TOTAL, &out->wins_with) < 0 ||
        optional_flag(&face, "forced", &out->forced) < 0 || optional_flag(&face, "gives", &out->gives) < 0 ||
        optional_flag(&face, "forces_next", &out->forces_next) < 0 ||
        optional_flag(&face, "drops_bottom", &out->drops_bottom) < 0 || load_recycle(&face, out) < 0 ||
        check_marks(&face) < 0)
        return -1;
    if (number % 2 == 0 && (out->recycles || out->gives))
        return flip_node_fail(&face, "only a back can have %s", out->recycles ? "recycle" : "gives");
    if (out->gives && out->fee == FLIPCITY_NONE)
        return flip_node_fail(&face, "a face that gives the card away needs a fee");
    return 0;
}

/* --- a card ---------------------------------------------------------------------------------------------------------- */

static int load_start(const struct flip_node *card, struct flipcity_card *out)
{
    static const char *const keys[] = {"front", "back", NULL};
    struct flip_node start;
    if (!json_object_get(card->json, "start"))
        return 0;
    if (flip_node_member(card, "start", &start) < 0 || flip_node_object(&start, keys) < 0 ||
        optional_byte(&start, "front", 0, HIGHEST_VALUE, &out->start[0]) < 0 ||
        optional_byte(&start, "back", 0, HIGHEST_VALUE, &out->start[1]) < 0)
        return -1;
    return 0;
}

static int load_card(const struct flip_node *card, struct flipcity_edition *edition, int number)
{
    static const char *const keys[] = {"price", "start", "supply", "solo", "office", "front", "back", NULL};
    struct flipcity_card *out = &edition->card[number];
    out->price = FLIPCITY_NONE;
    if (flip_node_object(card, keys) < 0 || optional_byte(card, "price", 0, HIGHEST_PRICE, &out->price) < 0 ||
        optional_byte(card, "supply", 0, FLIPCITY_TOTAL, &out->supply) < 0 ||
        optional_byte(card, "solo", 0, FLIPCITY_TOTAL, &out->supply_solo) < 0 ||
        optional_flag(card, "office", &out->office) < 0 || load_start(card, out) < 0 ||
        load_face(card, "front", edition, flipcity_front(number)) < 0 ||
        load_face(card, "back", edition, flipcity_other_side(flipcity_front(number))) < 0)
        return -1;
    if (out->supply + out->supply_solo > 0 && out->price == FLIPCITY_NONE)
        return flip_node_fail(card, "a card of the supply needs a price");
    return 0;
}

/* --- the whole ------------------------------------------------------------------------------------------------------- */

static int check_size(const struct flip_node *cards, const struct flipcity_edition *edition)
{
    int deck = 0, supply = 0, solo = 0;
    for (int i = 0; i < edition->cards; i++) {
        deck += edition->card[i].start[0] + edition->card[i].start[1];
        supply += edition->card[i].supply;
        solo += edition->card[i].supply_solo;
    }
    if (deck == 0)
        return flip_node_fail(cards, "nobody has a deck: no card starts in one");
    if (supply == 0 || solo == 0)
        return flip_node_fail(cards, "the supply is empty %s",
                              supply == 0 ? "with two players or more" : "for one player");
    const int most = supply + FLIPCITY_SEATS * deck > solo + deck ? supply + FLIPCITY_SEATS * deck : solo + deck;
    if (most > FLIPCITY_TOTAL)
        return flip_node_fail(cards, "%d cards are too many: a table holds %d", most, FLIPCITY_TOTAL);
    return 0;
}

static int load(const struct flip_node *root, void *memory)
{
    static const char *const keys[] = {"game",       "name",  "notes", "limit", "actions",
                                       "win_points", "turns", "cards", NULL};
    struct flipcity_edition *edition = memory;
    struct flip_node name, cards;
    size_t count;
    int limit, actions, win_points, turns;
    if (flip_node_object(root, keys) < 0 || flip_node_member(root, "name", &name) < 0 ||
        flip_node_text(&name, edition->name, sizeof edition->name) < 0 || flip_node_remarks(root, "notes") < 0 ||
        flip_node_member_int(root, "limit", 0, HIGHEST_VALUE, &limit) < 0 ||
        flip_node_member_int(root, "actions", 1, HIGHEST_VALUE, &actions) < 0 ||
        flip_node_member_int(root, "win_points", 1, 200, &win_points) < 0 ||
        flip_node_member_int(root, "turns", 1, 200, &turns) < 0 ||
        flip_node_member_list(root, "cards", 1, FLIPCITY_CARDS, &cards, &count) < 0)
        return -1;
    edition->limit = (uint8_t)limit;
    edition->actions = (uint8_t)actions;
    edition->win_points = (uint8_t)win_points;
    edition->turns = (uint8_t)turns;
    edition->cards = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node card = flip_node_item(&cards, i);
        if (load_card(&card, edition, (int)i) < 0)
            return -1;
    }
    return check_size(&cards, edition);
}

/* A lesson's `start` is the first deck of every player, face by face; `market`, beside them, what is for sale to one alone. */
static int begin_lesson(json_t *edition, const json_t *start, struct flip_error *error)
{
    static const char *const sides[] = {"front", "back"};
    const json_t *market = json_object_get(start, "market");
    size_t index, used = market != NULL;
    json_t *card;
    json_array_foreach(json_object_get(edition, "cards"), index, card) {
        json_t *counts = json_object();
        const char *front = json_string_value(json_object_get(json_object_get(card, sides[0]), "face"));
        if (market && front && json_object_get(card, "price"))
            json_object_set_new(card, "solo", json_integer(json_integer_value(json_object_get(market, front))));
        for (int side = 0; side < 2; side++) {
            const char *face = json_string_value(json_object_get(json_object_get(card, sides[side]), "face"));
            const json_t *count = face ? json_object_get(start, face) : NULL;
            used += count != NULL;
            json_object_set_new(counts, sides[side], json_integer(json_integer_value(count)));
        }
        json_object_set_new(card, "start", counts);
    }
    return used == json_object_size(start)
               ? 0
               : flip_fail(error, FLIP_ERROR_BAD_LESSON, "'start' names a face that is none.");
}

const struct flip_game_loader flipcity_loader = {.load = load, .lesson = begin_lesson};
