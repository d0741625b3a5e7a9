/*
 * Where symbols fit, found in two ways. A piece lies on free squares exactly if its first square is free, and the square one
 * offset further, and so on: the free squares, shifted back by every offset and taken together, leave the places of the
 * first square. One mask of anchors keeps pieces from reaching around the edge of the box. So the work grows with the moves
 * that exist, not with those that could. While most of a level is free it is quicker to go through all places of its whole
 * shape.
 */
#include "games/insertcoin/insertcoin.h"

#include "core/polyomino.h"
#include <string.h>

static flip_move squares_at(const uint8_t *offset, int size, int first)
{
    flip_move squares = 0;
    for (int i = 0; i < size; i++)
        squares |= (flip_move)(first + offset[i]) << (INSERTCOIN_AT_SQUARES + i * INSERTCOIN_SQUARE_BITS);
    return squares;
}

static void cut_piece(struct insertcoin_piece *piece, const struct flip_shape *shape, int symbol, int orientation)
{
    const flip_set corner = flip_shape_at(shape, INSERTCOIN_SIDE, 0, 0);
    const int first = flip_set_first(corner);
    int size = 0;
    for (flip_set rest = corner; rest; rest = flip_set_rest(rest))
        piece->offset[size++] = (uint8_t)(flip_set_first(rest) - first);
    for (int y = 0; y + shape->height <= INSERTCOIN_SIDE; y++)
        for (int x = 0; x + shape->width <= INSERTCOIN_SIDE; x++)
            piece->anchors |= FLIP_BIT(first + y * INSERTCOIN_SIDE + x);
    piece->move = INSERTCOIN_MOVE_DRAW | (flip_move)symbol << INSERTCOIN_AT_SYMBOL |
                  (flip_move)orientation << INSERTCOIN_AT_ORIENTATION | squares_at(piece->offset, size, 0);
}

/* --- bricks -------------------------------------------------------------------------------------------------------------- */

static const flip_set bricks[INSERTCOIN_BRICKS] = {
    [INSERTCOIN_BRICK_ONE] = 1,
    [INSERTCOIN_BRICK_TWO_ACROSS] = 3,
    [INSERTCOIN_BRICK_TWO_DOWN] = 0x101,
    [INSERTCOIN_BRICK_THREE_ACROSS] = 7,
    [INSERTCOIN_BRICK_THREE_DOWN] = 0x10101,
    [INSERTCOIN_BRICK_TOP_LEFT] = 0x103,
    [INSERTCOIN_BRICK_TOP_RIGHT] = 0x203,
    [INSERTCOIN_BRICK_BOTTOM_LEFT] = 0x301,
    [INSERTCOIN_BRICK_BOTTOM_RIGHT] = 0x181,
};

/* The bricks share a square: if neither reaches around the edge of the box, the piece does not. */
static void put_together(struct insertcoin_piece *piece, flip_set squares)
{
    for (int first = 0; first < INSERTCOIN_BRICKS; first++)
        for (int second = 0; second < INSERTCOIN_BRICKS; second++)
            for (flip_set at = squares; at; at = flip_set_rest(at)) {
                const flip_set there = bricks[second] << flip_set_first(at);
                if ((bricks[first] & there) && (bricks[first] | there) == squares) {
                    piece->brick[0] = (uint8_t)first;
                    piece->brick[1] = (uint8_t)second;
                    piece->second = (uint8_t)flip_set_first(at);
                    return;
                }
            }
}

/* The first square lies in the top row. */
static uint32_t in_a_word(const struct insertcoin_piece *piece)
{
    uint32_t word = (uint32_t)(piece->anchors & 0xff) << INSERTCOIN_AT_COLUMNS;
    for (int i = 1; i < INSERTCOIN_SYMBOL_SQUARES; i++)
        word |= (uint32_t)piece->offset[i] << INSERTCOIN_SQUARE_BITS * (i - 1);
    return word;
}

static int form_slot(flip_set form) { return (int)(form * 0x9e3779b97f4a7c15u >> 55); }

static void keep_form(struct insertcoin_rules *rules, flip_set form, int symbol)
{
    int slot = form_slot(form);
    while (rules->form[slot])
        slot = (slot + 1) % INSERTCOIN_FORMS;
    rules->form[slot] = form;
    rules->slot_symbol[slot] = (uint8_t)symbol;
}

/* The squares of a piece with its first one in a1. */
static flip_set form_of(const struct insertcoin_piece *piece, int size)
{
    flip_set form = 0;
    for (int i = 0; i < size; i++)
        form |= FLIP_BIT(piece->offset[i]);
    return form;
}

/* For squares with an empty row and an empty column on every side. */
static void draw_outline(struct insertcoin_outline *outline, flip_set squares)
{
    const int first = flip_set_first(squares);
    outline->squares = squares >> first;
    outline->size = (uint8_t)flip_set_count(squares);
    memset(outline->bare, 255, sizeof outline->bare);
    for (; squares; squares = flip_set_rest(squares))
        for (int at = 0; at < 9; at++) {
            const int x = at % 3 - 1, y = at / 3 - 1;
            const int other = flip_set_first(squares) - y * INSERTCOIN_SIDE - x;
            if (at != 4)
                outline->bare[other - first + INSERTCOIN_SQUARES] &= (uint8_t) ~(1 << (at - (at > 4)));
        }
}

static void cut_symbols(struct insertcoin_rules *rules)
{
    static const uint8_t none[INSERTCOIN_SYMBOL_SQUARES] = {0};
    for (int symbol = 0; symbol < rules->edition.symbols; symbol++) {
        const struct insertcoin_symbol *printed = &rules->edition.symbol[symbol];
        struct flip_shape shape = {.height = printed->rows}, orientation[FLIP_ORIENTATIONS];
        unsigned columns = 0;
        for (int y = 0; y < printed->rows; y++) {
            shape.row[y] = printed->row[y];
            columns |= printed->row[y];
        }
        shape.width = (uint8_t)(32 - __builtin_clz(columns));
        const int size = flip_shape_squares(&shape);
        rules->size[symbol] = (uint8_t)size;
        rules->orientations[symbol] = (uint8_t)flip_shape_orientations(&shape, orientation);
        rules->step[symbol] = squares_at(none, size, 1);
        rules->first_form[symbol] = (uint8_t)rules->forms;
        for (int i = 0; i < rules->orientations[symbol]; i++) {
            draw_outline(&rules->outline[rules->forms], flip_shape_at(&orientation[i], INSERTCOIN_SIDE, 1, 1));
            rules->form_symbol[rules->forms++] = (uint8_t)symbol;
            cut_piece(&rules->piece[symbol][i], &orientation[i], symbol, i);
            const flip_set form = form_of(&rules->piece[symbol][i], size);
            keep_form(rules, form, symbol);
            put_together(&rules->piece[symbol][i], form);
            rules->word[symbol][i] = in_a_word(&rules->piece[symbol][i]);
        }
    }
    draw_outline(&rules->outline[rules->forms], FLIP_BIT(INSERTCOIN_SIDE + 1));
}

int insertcoin_symbol_of(const struct insertcoin_rules *rules, flip_set squares)
{
    const flip_set form = squares >> flip_set_first(squares);
    for (int slot = form_slot(form); rules->form[slot]; slot = (slot + 1) % INSERTCOIN_FORMS)
        if (rules->form[slot] == form)
            return rules->slot_symbol[slot];
    return -1;
}

static inline flip_set anchors_in(const struct insertcoin_piece *piece, int size, flip_set free)
{
    flip_set anchors = free & piece->anchors;
    for (int i = 1; i < size; i++)
        anchors &= free >> piece->offset[i];
    return anchors;
}

flip_set insertcoin_anchors(const struct insertcoin_piece *piece, int size, flip_set free)
{
    return anchors_in(piece, size, free);
}

flip_set insertcoin_squares(const struct insertcoin_rules *rules, flip_move move)
{
    const int size = rules->size[insertcoin_symbol(move)];
    flip_set squares = 0;
    for (int i = 0; i < INSERTCOIN_SYMBOL_SQUARES; i++) /* always all, so that there is nothing to guess */
        squares |= (flip_set)(i < size) << insertcoin_square(move, i);
    return squares;
}

bool insertcoin_fits(const struct insertcoin_rules *rules, uint32_t symbols, flip_set free)
{
    for (; symbols; symbols &= symbols - 1) {
        const int symbol = __builtin_ctz(symbols);
        for (int i = 0; i < rules->orientations[symbol]; i++)
            if (insertcoin_anchors(&rules->piece[symbol][i], rules->size[symbol], free))
                return true;
    }
    return false;
}

/*
 * Lists are written four moves at a time, and what is beyond the end is overwritten by the next ones: a branch for every
 * single move would be guessed wrong as often as not. That is why lists have INSERTCOIN_SLACK places to spare.
 */
static inline flip_move *list_places(flip_move *out, flip_set places, flip_move base, flip_move step)
{
    flip_move *const end = out + flip_set_count(places);
    do {
        for (int i = 0; i < INSERTCOIN_SLACK; i++) {
            *out++ = base + step * (flip_move)(places ? __builtin_ctzll(places) : INSERTCOIN_SQUARES);
            places = flip_set_rest(places);
        }
    } while (places);
    return end;
}

static inline flip_move *list_pieces(const struct insertcoin_rules *rules, int symbol, int size, flip_set free,
                                     flip_move level, flip_move *out)
{
    const flip_move step = rules->step[symbol];
    const struct insertcoin_piece *piece = rules->piece[symbol];
    for (int i = 0; i < rules->orientations[symbol]; i++)
        out = list_places(out, anchors_in(&piece[i], size, free), piece[i].move | level, step);
    return out;
}

/* The places of a level's whole shape by symbol, if they are worth going through. */
static inline const uint16_t *worth_listing(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad,
                                            int level)
{
    const int shape = pad->shape[level] - 1;
    if (shape < 0 || rules->first_place[shape][rules->edition.symbols + 1] == 0 ||
        2 * flip_set_count(pad->free[level]) < rules->squares[shape])
        return NULL;
    return rules->first_place[shape];
}

/* Every place is written and counts only if it is free: no branch depends on the board. Lists of places have a length that
   can be divided by INSERTCOIN_SLACK. */
static inline flip_move *list_free(const struct insertcoin_place *restrict place, const struct insertcoin_place *end,
                                   flip_set free, flip_move level, flip_move *restrict out)
{
    const flip_set taken = ~free;
    size_t count = 0;
    for (; place < end; place += INSERTCOIN_SLACK)
        for (int i = 0; i < INSERTCOIN_SLACK; i++) {
            out[count] = place[i].move | level;
            count += (place[i].squares & taken) == 0;
        }
    return out + count;
}

/* With the size as a constant the shifts of a piece stand in a row without a loop. */
int insertcoin_draws(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, uint32_t symbols,
                     flip_move out[FLIP_MAX_MOVES])
{
    flip_move *end = out;
    for (int level = 0; level < INSERTCOIN_LEVELS; level++) {
        const flip_set free = pad->free[level];
        const flip_move bits = (flip_move)level << INSERTCOIN_AT_LEVEL;
        const uint16_t *first = worth_listing(rules, pad, level);
        for (uint32_t rest = free ? symbols : 0; rest; rest &= rest - 1) {
            const int symbol = __builtin_ctz(rest);
            if (first) {
                end = list_free(&rules->place[first[symbol]], &rules->place[first[symbol + 1]], free, bits, end);
                continue;
            }
            switch (rules->size[symbol]) {
            case 2:
                end = list_pieces(rules, symbol, 2, free, bits, end);
                break;
            case 3:
                end = list_pieces(rules, symbol, 3, free, bits, end);
                break;
            case 4:
                end = list_pieces(rules, symbol, 4, free, bits, end);
                break;
            default:
                end = list_pieces(rules, symbol, INSERTCOIN_SYMBOL_SQUARES, free, bits, end);
            }
        }
    }
    return (int)(end - out);
}

int insertcoin_fills(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, bool blocks,
                     flip_move *out)
{
    const int symbols = rules->edition.symbols;
    flip_move *end = out;
    for (int level = 0; level < INSERTCOIN_LEVELS; level++) {
        const flip_set free = pad->free[level];
        if (free == 0)
            continue;
        const uint16_t *first = blocks ? NULL : worth_listing(rules, pad, level);
        if (first)
            end = list_free(&rules->place[first[symbols]], &rules->place[first[symbols + 1]], free,
                            (flip_move)level << INSERTCOIN_AT_LEVEL, end);
        else
            end = list_places(end, blocks ? insertcoin_blocks(free) : free, insertcoin_fill(level, 0),
                              (flip_move)1 << INSERTCOIN_AT_SQUARES);
    }
    return (int)(end - out);
}

/* --- the places of whole shapes ------------------------------------------------------------------------------------------ */

/* Returns the place after the last one of this shape; a shape for which there is no room does without. */
static int list_shape(struct insertcoin_rules *rules, int shape, int next)
{
    uint16_t first[INSERTCOIN_SYMBOLS + 2] = {0};
    const struct insertcoin_pad whole = {.free = {rules->shape[shape]}};
    const int before = next, symbols = rules->edition.symbols;
    flip_move moves[FLIP_MAX_MOVES];
    rules->squares[shape] = (uint8_t)flip_set_count(rules->shape[shape]);
    for (int what = 0; what <= symbols; what++) {
        const int count = what < symbols ? insertcoin_draws(rules, &whole, 1U << what, moves)
                                         : insertcoin_fills(rules, &whole, false, moves);
        if (next + count + INSERTCOIN_SLACK > INSERTCOIN_PLACES)
            return before;
        first[what] = (uint16_t)next;
        for (int i = 0; i < count; i++)
            rules->place[next++] =
                (struct insertcoin_place){.squares = what < symbols ? insertcoin_squares(rules, moves[i])
                                                                    : FLIP_BIT(insertcoin_square(moves[i], 0)),
                                          .move = moves[i]};
        while (next % INSERTCOIN_SLACK) /* never free */
            rules->place[next++] = (struct insertcoin_place){.squares = ~(flip_set)0};
    }
    first[symbols + 1] = (uint16_t)next;
    memcpy(rules->first_place[shape], first, sizeof first);
    return next;
}

void insertcoin_cut_pieces(struct insertcoin_rules *rules)
{
    cut_symbols(rules);
    for (int shape = 0, next = 0; shape < rules->edition.shapes; shape++)
        next = list_shape(rules, shape, next);
}

flip_set insertcoin_blocks(flip_set free)
{
    const flip_set corners = 0x007f7f7f7f7f7f7f; /* a1 to g7 */
    return corners & (free | free >> 1 | free >> INSERTCOIN_SIDE | free >> (INSERTCOIN_SIDE + 1));
}
