/*
 * Filling a shape with the symbols of a deck. The search always covers the square that the fewest placements can cover: a
 * square that nothing covers is found at once, and with a whole deck of small symbols the first way is nearly always a way.
 * It gives up after a number of steps, since a shape drawn by ill chance could keep it busy for hours.
 */
#include "games/insertcoin/load_filling.h"

#include "core/polyomino.h"
#include <string.h>

enum { PLACEMENTS = 8192, STEPS = 20000, AT_MOST = 512 };

static struct flip_shape shape_of(const struct insertcoin_symbol *symbol)
{
    struct flip_shape shape = {.height = symbol->rows};
    unsigned columns = 0;
    for (int y = 0; y < symbol->rows; y++) {
        shape.row[y] = symbol->row[y];
        columns |= symbol->row[y];
    }
    shape.width = (uint8_t)(columns ? 32 - __builtin_clz(columns) : 0);
    return shape;
}

bool filling_same_symbol(const struct insertcoin_symbol *a, const struct insertcoin_symbol *b)
{
    const struct flip_shape shape = shape_of(a), other = shape_of(b);
    struct flip_shape orientation[FLIP_ORIENTATIONS];
    const int count = flip_shape_orientations(&other, orientation);
    for (int i = 0; i < count; i++)
        if (memcmp(&orientation[i], &shape, sizeof shape) == 0)
            return true;
    return false;
}

bool filling_is_symbol(const struct insertcoin_symbol *symbol, flip_set squares)
{
    const struct flip_shape shape = shape_of(symbol);
    flip_set placement;
    return flip_set_count(squares) == flip_shape_squares(&shape) &&
           flip_shape_placements(&shape, squares, INSERTCOIN_SIDE, &placement, 1) == 1;
}

int filling_moves(const struct insertcoin_edition *edition, flip_set squares, int star)
{
    int placements[INSERTCOIN_SYMBOLS], small = 0, most = 0;
    bool free_choice[INSERTCOIN_SYMBOLS];
    for (int i = 0; i < edition->symbols; i++) {
        const struct flip_shape shape = shape_of(&edition->symbol[i]);
        placements[i] = flip_shape_placements(&shape, squares, INSERTCOIN_SIDE, NULL, 0);
        free_choice[i] = flip_shape_squares(&shape) <= star;
        small += free_choice[i] ? placements[i] : 0;
    }
    for (int card = 1; card <= edition->cards; card++) {
        int moves = 0;
        for (int i = 0; i < INSERTCOIN_CARD_SYMBOLS; i++) {
            const int symbol = edition->card[card].symbol[i];
            moves += free_choice[symbol] ? 0 : placements[symbol];
        }
        most = moves > most ? moves : most;
    }
    return small + most + flip_set_count(squares);
}

/* --- the search ---------------------------------------------------------------------------------------------------------- */

struct search {
    int count, steps;
    flip_set placement[PLACEMENTS];
    uint8_t symbol[PLACEMENTS];
    uint8_t supply[INSERTCOIN_SYMBOLS];
    int stuck;       /* a square that nothing covered, where most was filled */
    int stuck_count; /* the squares that were open then */
};

/* The open square with the fewest placements; *fewest is their number. */
static int tightest(const struct search *search, flip_set open, int *fewest)
{
    int covers[INSERTCOIN_SQUARES] = {0}, best = flip_set_first(open);
    for (int i = 0; i < search->count; i++)
        if (!(search->placement[i] & ~open) && search->supply[search->symbol[i]])
            for (flip_set rest = search->placement[i]; rest; rest = flip_set_rest(rest))
                covers[flip_set_first(rest)]++;
    for (flip_set rest = open; rest; rest = flip_set_rest(rest))
        if (covers[flip_set_first(rest)] < covers[best])
            best = flip_set_first(rest);
    *fewest = covers[best];
    return best;
}

static bool fill(struct search *search, flip_set open)
{
    if (open == 0)
        return true;
    int fewest;
    const int square = tightest(search, open, &fewest);
    if (fewest == 0 && flip_set_count(open) < search->stuck_count) {
        search->stuck = square;
        search->stuck_count = flip_set_count(open);
    }
    for (int i = 0; i < search->count && fewest > 0; i++) {
        const flip_set squares = search->placement[i];
        const int symbol = search->symbol[i];
        if (!flip_set_has(squares, square) || squares & ~open || search->supply[symbol] == 0)
            continue;
        if (search->steps-- <= 0)
            return false;
        search->supply[symbol]--;
        if (fill(search, open & ~squares))
            return true;
        search->supply[symbol]++;
    }
    return false;
}

enum filling filling_find(const struct insertcoin_edition *edition, flip_set squares, int *square)
{
    struct search search = {.steps = STEPS, .stuck = flip_set_first(squares), .stuck_count = INSERTCOIN_SQUARES + 1};
    for (int card = 1; card <= edition->cards; card++)
        for (int i = 0; i < INSERTCOIN_CARD_SYMBOLS; i++)
            search.supply[edition->card[card].symbol[i]]++;
    for (int i = edition->symbols - 1; i >= 0; i--) {
        const struct flip_shape shape = shape_of(&edition->symbol[i]);
        flip_set all[AT_MOST];
        const int count = flip_shape_placements(&shape, squares, INSERTCOIN_SIDE, all, AT_MOST);
        for (int k = 0; k < count && k < AT_MOST && search.count < PLACEMENTS; k++) {
            search.symbol[search.count] = (uint8_t)i;
            search.placement[search.count++] = all[k];
        }
    }
    int fewest;
    *square = tightest(&search, squares, &fewest);
    if (fewest == 0)
        return FILLING_NO_SYMBOL;
    if (fill(&search, squares))
        return FILLING_FOUND;
    *square = search.stuck;
    return search.steps > 0 ? FILLING_NONE : FILLING_NOT_FOUND;
}
