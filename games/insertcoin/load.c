/*
 * The cards of Insert Coin to Play from JSON. Shapes must hang together, be worth something and be fillable by the symbols
 * of the deck: a shape may bring a filling of its own ("tiling"), which is checked square by square; for one that does not,
 * load_filling.c looks for one. And no hand of cards may offer more moves than a table can list.
 */
#include "games/insertcoin/load_filling.h"
#include <flipside/load.h>

#include <string.h>
#include <strings.h>

static int member_byte(const struct flip_node *object, const char *key, int min, int max, uint8_t *out)
{
    int value;
    if (flip_node_member_int(object, key, min, max, &value) < 0)
        return -1;
    *out = (uint8_t)value;
    return 0;
}

/* A name of letters and digits: it becomes a word of the notation. */
static int load_word(const struct flip_node *object, const char *key, char *out)
{
    struct flip_node node;
    if (flip_node_member(object, key, &node) < 0 || flip_node_text(&node, out, INSERTCOIN_WORD) < 0)
        return -1;
    for (const char *c = out; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_'))
            return flip_node_expected(&node, "letters and digits only");
    return 0;
}

/* One row of a drawing: '#' is a square, '.' is none. */
static int load_row(const struct flip_node *node, int columns, uint8_t *out)
{
    const char *text = json_string_value(node->json);
    if (!text)
        return flip_node_expected(node, "a row of '#' and '.'");
    *out = 0;
    for (int x = 0; text[x]; x++) {
        if (x >= columns)
            return flip_node_fail(node, "row %zu, column %d: a row has %d squares", node->index + 1, x + 1, columns);
        if (text[x] == '#')
            *out = (uint8_t)(*out | 1U << x);
        else if (text[x] != '.')
            return flip_node_fail(node, "row %zu, column %d: '#' is a square, '.' is none, nothing else",
                                  node->index + 1, x + 1);
    }
    if ((int)strlen(text) < columns)
        return flip_node_fail(node, "row %zu, column %zu: a row has %d squares", node->index + 1, strlen(text) + 1,
                              columns);
    return 0;
}

static flip_set squares_of(const uint8_t *row, int rows)
{
    flip_set squares = 0;
    for (int y = 0; y < rows; y++)
        squares |= (flip_set)row[y] << (y * INSERTCOIN_SIDE);
    return squares;
}

/* The squares that hang together with the first one. */
static flip_set connected_part(flip_set squares)
{
    const flip_set first_column = 0x0101010101010101, last_column = first_column << (INSERTCOIN_SIDE - 1);
    flip_set part = squares & (~squares + 1), grown = 0;
    while (part != grown) {
        grown = part;
        part |= (part & ~last_column) << 1 | (part & ~first_column) >> 1 | part << INSERTCOIN_SIDE |
                part >> INSERTCOIN_SIDE;
        part &= squares;
    }
    return part;
}

static int check_connected(const struct flip_node *rows, flip_set squares)
{
    if (squares == 0)
        return flip_node_fail(rows, "there is no square ('#')");
    const flip_set apart = squares & ~connected_part(squares);
    if (apart == 0)
        return 0;
    const int square = flip_set_first(apart);
    return flip_node_fail(rows, "row %d, column %d: this square does not hang together with the first one",
                          square / INSERTCOIN_SIDE + 1, square % INSERTCOIN_SIDE + 1);
}

/* --- symbols ------------------------------------------------------------------------------------------------------------- */

static int check_symbol(const struct flip_node *rows, const struct insertcoin_edition *edition, int which)
{
    const struct insertcoin_symbol *symbol = &edition->symbol[which];
    const flip_set squares = squares_of(symbol->row, symbol->rows);
    const int size = flip_set_count(squares);
    unsigned columns = 0;
    for (int y = 0; y < symbol->rows; y++)
        columns |= symbol->row[y];
    if (check_connected(rows, squares) < 0)
        return -1;
    if (size < 2 || size > INSERTCOIN_SYMBOL_SQUARES)
        return flip_node_fail(rows, "a symbol has 2 to %d squares, not %d", INSERTCOIN_SYMBOL_SQUARES, size);
    if (symbol->row[0] == 0 || symbol->row[symbol->rows - 1] == 0 || !(columns & 1))
        return flip_node_fail(rows, "a symbol has no empty rows or columns around it");
    for (int other = 0; other < which; other++)
        if (filling_same_symbol(symbol, &edition->symbol[other]))
            return flip_node_fail(rows, "this is %s, turned or mirrored", edition->symbol[other].name);
    return 0;
}

static int load_symbol(const struct flip_node *node, struct insertcoin_edition *edition, int which)
{
    static const char *const keys[] = {"symbol", "rows", NULL};
    struct insertcoin_symbol *symbol = &edition->symbol[which];
    struct flip_node rows;
    size_t count;
    if (flip_node_object(node, keys) < 0 || load_word(node, "symbol", symbol->name) < 0 ||
        flip_node_member_list(node, "rows", 1, INSERTCOIN_SYMBOL_SIDE, &rows, &count) < 0)
        return -1;
    for (int other = 0; other < which; other++)
        if (strcasecmp(symbol->name, edition->symbol[other].name) == 0)
            return flip_node_fail(node, "there is a symbol %s already", edition->symbol[other].name);
    symbol->rows = (uint8_t)count;
    const char *first = json_string_value(json_array_get(rows.json, 0));
    const size_t columns = first ? strlen(first) : 1;
    if (columns < 1 || columns > INSERTCOIN_SYMBOL_SIDE)
        return flip_node_fail(&rows, "row 1: a symbol is 1 to %d squares wide", INSERTCOIN_SYMBOL_SIDE);
    for (size_t y = 0; y < count; y++) {
        const struct flip_node row = flip_node_item(&rows, y);
        if (load_row(&row, (int)columns, &symbol->row[y]) < 0)
            return -1;
    }
    return check_symbol(&rows, edition, which);
}

static int load_symbols(const struct flip_node *root, struct insertcoin_edition *edition)
{
    struct flip_node list;
    size_t count;
    if (flip_node_member_list(root, "symbols", 2, INSERTCOIN_SYMBOLS, &list, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node node = flip_node_item(&list, i);
        if (load_symbol(&node, edition, (int)i) < 0)
            return -1;
    }
    edition->symbols = (uint8_t)count;
    return 0;
}

/* --- shapes -------------------------------------------------------------------------------------------------------------- */

/* Figures for readers of the file: names and numbers. */
static int check_balance(const struct flip_node *shape)
{
    const json_t *balance = json_object_get(shape->json, "balance");
    const struct flip_node node = {.json = balance, .parent = shape, .key = "balance"};
    const char *key;
    json_t *value;
    if (!balance)
        return 0;
    if (!json_is_object(balance))
        return flip_node_expected(&node, "an object of numbers");
    json_object_foreach((json_t *)(uintptr_t)balance, key, value) {
        const struct flip_node figure = {.json = value, .parent = &node, .key = key};
        if (!json_is_number(value))
            return flip_node_expected(&figure, "a number");
    }
    return 0;
}

static int load_shape(const struct flip_node *node, struct insertcoin_edition *edition, int which)
{
    static const char *const keys[] = {"shape", "value", "squares", "ability", "rows", "balance", "tiling", NULL};
    struct insertcoin_shape *shape = &edition->shape[which];
    struct flip_node rows;
    size_t count;
    int ability, squares;
    if (flip_node_object(node, keys) < 0 || load_word(node, "shape", shape->name) < 0 ||
        member_byte(node, "value", 1, 99, &shape->value) < 0 ||
        flip_node_member_word(node, "ability", insertcoin_ability_words, &ability) < 0 ||
        flip_node_member_list(node, "rows", INSERTCOIN_SIDE, INSERTCOIN_SIDE, &rows, &count) < 0 ||
        check_balance(node) < 0)
        return -1;
    shape->ability = (uint8_t)ability;
    for (int other = 0; other < which; other++)
        if (strcasecmp(shape->name, edition->shape[other].name) == 0)
            return flip_node_fail(node, "there is a shape %s already", edition->shape[other].name);
    for (size_t y = 0; y < count; y++) {
        const struct flip_node row = flip_node_item(&rows, y);
        if (load_row(&row, INSERTCOIN_SIDE, &shape->row[y]) < 0)
            return -1;
    }
    if (check_connected(&rows, squares_of(shape->row, INSERTCOIN_SIDE)) < 0)
        return -1;
    const int drawn = flip_set_count(squares_of(shape->row, INSERTCOIN_SIDE));
    if (json_object_get(node->json, "squares") && flip_node_member_int(node, "squares", drawn, drawn, &squares) < 0)
        return -1;
    return 0;
}

static int load_shapes(const struct flip_node *root, struct insertcoin_edition *edition)
{
    struct flip_node list;
    size_t count;
    if (flip_node_member_list(root, "shapes", 1, INSERTCOIN_SHAPES, &list, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node node = flip_node_item(&list, i);
        if (load_shape(&node, edition, (int)i) < 0)
            return -1;
    }
    edition->shapes = (uint8_t)count;
    return 0;
}

/* --- cards --------------------------------------------------------------------------------------------------------------- */

static int load_card(const struct flip_node *node, struct insertcoin_edition *edition, int number)
{
    static const char *const keys[] = {"card", "shape", "symbols", NULL};
    const char *shapes[INSERTCOIN_SHAPES + 1] = {NULL}, *names[INSERTCOIN_SYMBOLS + 1] = {NULL};
    struct insertcoin_card *card = &edition->card[number];
    struct flip_node symbols;
    size_t count;
    int printed, shape;
    for (int i = 0; i < edition->shapes; i++)
        shapes[i] = edition->shape[i].name;
    for (int i = 0; i < edition->symbols; i++)
        names[i] = edition->symbol[i].name;
    if (flip_node_object(node, keys) < 0 || flip_node_member_int(node, "card", number, number, &printed) < 0 ||
        flip_node_member_word(node, "shape", shapes, &shape) < 0 ||
        flip_node_member_list(node, "symbols", INSERTCOIN_CARD_SYMBOLS, INSERTCOIN_CARD_SYMBOLS, &symbols, &count) < 0)
        return -1;
    card->shape = (uint8_t)shape;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(&symbols, i);
        int symbol;
        if (flip_node_word(&item, names, &symbol) < 0)
            return -1;
        card->symbol[i] = (uint8_t)symbol;
    }
    if (card->symbol[0] == card->symbol[1])
        return flip_node_fail(&symbols, "a card shows two different symbols");
    return 0;
}

static int load_cards(const struct flip_node *root, struct insertcoin_edition *edition)
{
    struct flip_node list;
    size_t count;
    if (flip_node_member_list(root, "cards", INSERTCOIN_HAND + 1, INSERTCOIN_CARDS, &list, &count) < 0)
        return -1;
    if (count % INSERTCOIN_PILES)
        return flip_node_fail(&list, "%zu cards cannot be divided into two equal piles", count);
    for (size_t i = 0; i < count; i++) {
        const struct flip_node node = flip_node_item(&list, i);
        if (load_card(&node, edition, (int)i + 1) < 0)
            return -1;
    }
    edition->cards = (uint8_t)count;
    return 0;
}

/* --- fillings -------------------------------------------------------------------------------------------------------------- */

static int load_square(const struct flip_node *node, flip_set inside, flip_set *taken)
{
    const char *name = json_string_value(node->json);
    const int column = name ? name[0] - 'a' : -1, row = name && name[0] ? name[1] - '1' : -1;
    if (column < 0 || column >= INSERTCOIN_SIDE || row < 0 || row >= INSERTCOIN_SIDE || name[2] != '\0')
        return flip_node_expected(node, "a square, a1 to h8");
    const int square = row * INSERTCOIN_SIDE + column;
    if (!flip_set_has(inside, square))
        return flip_node_fail(node, "%s (row %d, column %d) is not a square of the shape", name, row + 1, column + 1);
    if (flip_set_has(*taken, square))
        return flip_node_fail(node, "%s (row %d, column %d) is filled twice", name, row + 1, column + 1);
    *taken |= FLIP_BIT(square);
    return 0;
}

/* One symbol of a filling: it is on the card, the card was not used before, and the squares make the symbol. */
static int check_part(const struct flip_node *node, const struct insertcoin_edition *edition, flip_set inside,
                      flip_set *taken, flip_set *cards)
{
    static const char *const keys[] = {"symbol", "card", "squares", NULL};
    const char *names[INSERTCOIN_SYMBOLS + 1] = {NULL};
    struct flip_node squares;
    size_t count;
    int symbol, card;
    for (int i = 0; i < edition->symbols; i++)
        names[i] = edition->symbol[i].name;
    if (flip_node_object(node, keys) < 0 || flip_node_member_word(node, "symbol", names, &symbol) < 0 ||
        flip_node_member_int(node, "card", 1, edition->cards, &card) < 0 ||
        flip_node_member_list(node, "squares", 1, INSERTCOIN_SYMBOL_SQUARES, &squares, &count) < 0)
        return -1;
    if (edition->card[card].symbol[0] != symbol && edition->card[card].symbol[1] != symbol)
        return flip_node_fail(node, "card %d does not show %s", card, names[symbol]);
    if (flip_set_has(*cards, card))
        return flip_node_fail(node, "card %d is used twice", card);
    *cards |= FLIP_BIT(card);
    const flip_set before = *taken;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node item = flip_node_item(&squares, i);
        if (load_square(&item, inside, taken) < 0)
            return -1;
    }
    if (!filling_is_symbol(&edition->symbol[symbol], *taken & ~before))
        return flip_node_fail(&squares, "these squares do not make %s", names[symbol]);
    return 0;
}

static int check_tiling(const struct flip_node *shape, const struct insertcoin_edition *edition, flip_set inside)
{
    struct flip_node tiling;
    size_t count;
    flip_set taken = 0, cards = 0;
    if (flip_node_member_list(shape, "tiling", 1, INSERTCOIN_SQUARES, &tiling, &count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct flip_node part = flip_node_item(&tiling, i);
        if (check_part(&part, edition, inside, &taken, &cards) < 0)
            return -1;
    }
    if (taken == inside)
        return 0;
    const int open = flip_set_first(inside & ~taken);
    return flip_node_fail(&tiling, "row %d, column %d: this square of the shape stays free", open / INSERTCOIN_SIDE + 1,
                          open % INSERTCOIN_SIDE + 1);
}

static int check_fillable(const struct flip_node *shape, const struct insertcoin_edition *edition, flip_set inside)
{
    int square;
    struct flip_node rows;
    if (json_object_get(shape->json, "tiling"))
        return check_tiling(shape, edition, inside);
    if (flip_node_member(shape, "rows", &rows) < 0)
        return -1;
    switch (filling_find(edition, inside, &square)) {
    case FILLING_FOUND:
        return 0;
    case FILLING_NO_SYMBOL:
        return flip_node_fail(&rows, "row %d, column %d: no symbol of the deck covers this square",
                              square / INSERTCOIN_SIDE + 1, square % INSERTCOIN_SIDE + 1);
    case FILLING_NONE:
        return flip_node_fail(
            &rows, "row %d, column %d: from this square on the shape cannot be filled with the symbols of the deck",
            square / INSERTCOIN_SIDE + 1, square % INSERTCOIN_SIDE + 1);
    case FILLING_NOT_FOUND:
        break;
    }
    return flip_node_fail(&rows, "no way to fill this shape was found in time; give one as \"tiling\"");
}

/* A table lists no more than FLIP_MAX_MOVES moves: three levels with the two symbols of a card, or two of them with a star. */
static int check_moves(const struct flip_node *shape, const struct insertcoin_edition *edition, flip_set inside,
                       bool stars)
{
    const int plain = INSERTCOIN_LEVELS * filling_moves(edition, inside, 0);
    const int star = stars ? (INSERTCOIN_LEVELS - 1) * filling_moves(edition, inside, INSERTCOIN_STAR_SIZE) : 0;
    const int most = plain > star ? plain : star;
    if (most <= INSERTCOIN_MOST_MOVES)
        return 0;
    return flip_node_fail(shape, "too large: levels of this shape could offer %d moves at once, and a table lists %d",
                          most, INSERTCOIN_MOST_MOVES);
}

static int check_shapes(const struct flip_node *root, const struct insertcoin_edition *edition)
{
    struct flip_node list;
    bool stars = false;
    if (flip_node_member(root, "shapes", &list) < 0)
        return -1;
    for (int i = 0; i < edition->shapes; i++)
        stars |= edition->shape[i].ability == INSERTCOIN_ABILITY_STAR;
    for (int i = 0; i < edition->shapes; i++) {
        const struct flip_node shape = flip_node_item(&list, (size_t)i);
        const flip_set inside = squares_of(edition->shape[i].row, INSERTCOIN_SIDE);
        if (check_moves(&shape, edition, inside, stars) < 0 || check_fillable(&shape, edition, inside) < 0)
            return -1;
    }
    return 0;
}

/* --- the whole ------------------------------------------------------------------------------------------------------- */

static int load(const struct flip_node *root, void *edition_)
{
    static const char *const keys[] = {"game",   "name",    "notes",  "lives", "coins",
                                       "points", "symbols", "shapes", "cards", NULL};
    static const char *const point_keys[] = {"coin", "life", NULL};
    struct insertcoin_edition *edition = edition_;
    struct flip_node name, points;
    if (flip_node_object(root, keys) < 0 || flip_node_member(root, "name", &name) < 0 ||
        flip_node_text(&name, edition->name, sizeof edition->name) < 0 || flip_node_remarks(root, "notes") < 0 ||
        member_byte(root, "lives", 1, 9, &edition->lives) < 0 ||
        member_byte(root, "coins", 0, 9, &edition->coins) < 0 || flip_node_member(root, "points", &points) < 0 ||
        flip_node_object(&points, point_keys) < 0 || member_byte(&points, "coin", 0, 20, &edition->coin_points) < 0 ||
        member_byte(&points, "life", 0, 20, &edition->life_points) < 0)
        return -1;
    if (load_symbols(root, edition) < 0 || load_shapes(root, edition) < 0 || load_cards(root, edition) < 0 ||
        check_shapes(root, edition) < 0)
        return -1;
    return 0;
}

const struct flip_game_loader insertcoin_loader = {.load = load};
