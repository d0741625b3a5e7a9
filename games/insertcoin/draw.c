/*
 * Insert Coin to Play on a grid of characters: the three levels side by side, two characters a square; beside them the
 * GamePad's counters and the other players; below them the symbols of the card in every orientation, as half-block pixels.
 * Everything keeps its place while the game goes on, so that an eye or a cursor finds it again.
 *
 * A draw is clicked together: an orientation of a symbol, and the square where its first square goes (the leftmost one of
 * its top row). While cards are kept, the hand lies where the levels will be.
 */
#include "games/insertcoin/insertcoin.h"

struct picture {
    const struct insertcoin_rules *rules;
    const struct insertcoin_state *state; /* as the viewer may see it */
    const struct insertcoin_pad *pad;
    int seat;
    bool own;  /* the viewer's own pad */
    bool flat; /* few rows: the symbols without gaps, and what is asked beside them */
    struct flip_canvas *canvas;
};

enum {
    LEVEL_WIDTH = 18,
    LEVEL_LEFT = 3,
    LEVEL_TOP = 2,
    BESIDE = LEVEL_LEFT + INSERTCOIN_LEVELS * LEVEL_WIDTH, /* the counters' column */
    SYMBOLS_TOP = LEVEL_TOP + INSERTCOIN_SIDE + 1,
    SYMBOLS_HIGH = 9, /* both symbols, a star's line and the question, with gaps */
    SYMBOL_LEFT = 9,
    SYMBOL_WIDTH = 6,
    CARD_WIDTH = 13,
    CARD_PIXELS = 4,   /* rows of characters of a shape in half-blocks */
    OTHERS_WIDTH = 13, /* levels, Lives, Coins and score of another player, behind the name */
    TIGHT_WIDTH = 7,   /* the same without gaps and score, which the bar of a face has */
    LONGEST_NAME = 20,
    MOST_BELOW = 4, /* with so many seats every other player has two rows */
};

static const flip_move kind_mask = 15, level_mask = (flip_move)15 << INSERTCOIN_AT_LEVEL;
static const flip_move symbol_mask = (flip_move)255 << INSERTCOIN_AT_SYMBOL;
static const flip_move orientation_mask = (flip_move)255 << INSERTCOIN_AT_ORIENTATION;
static const flip_move square_mask = (flip_move)63 << INSERTCOIN_AT_SQUARES;

/* Two rows of squares in one row of characters. */
static void draw_pixels(struct flip_canvas *canvas, int x, int y, enum flip_style style, flip_set squares, int columns,
                        int rows)
{
    static const char *const blocks[] = {" ", "▀", "▄", "█"};
    for (int row = 0; row < rows; row += 2)
        for (int column = 0; column < columns; column++) {
            const int square = row * INSERTCOIN_SIDE + column;
            const int upper = flip_set_has(squares, square);
            const int lower = row + 1 < rows && flip_set_has(squares, square + INSERTCOIN_SIDE);
            if (upper || lower)
                flip_canvas_put(canvas, x + column, y + row / 2, style, "%s", blocks[upper + 2 * lower]);
        }
}

/* --- the levels ------------------------------------------------------------------------------------------------------ */

static void draw_square(const struct picture *p, int level, int square)
{
    const int x = LEVEL_LEFT + level * LEVEL_WIDTH + 2 * (square % INSERTCOIN_SIDE);
    const int y = LEVEL_TOP + square / INSERTCOIN_SIDE;
    const flip_set inside = p->rules->shape[p->pad->shape[level] - 1];
    if (flip_set_has(p->pad->free[level], square))
        flip_canvas_put(p->canvas, x, y, FLIP_PLAIN, "░░");
    else if (flip_set_has(inside, square))
        flip_canvas_put(p->canvas, x, y, p->pad->done >> level & 1 ? FLIP_GOOD : FLIP_ACCENT, "██");
    /* Every square: a bomb may go off beside the shape, and a preview looks for squares that a move fills. Draw and fill differ in the
       lowest bit of their kind. */
    if (p->own)
        flip_canvas_spot(p->canvas, x, y, 2, 1,
                         (INSERTCOIN_MOVE_DRAW & INSERTCOIN_MOVE_FILL) | (flip_move)level << INSERTCOIN_AT_LEVEL |
                             (flip_move)square << INSERTCOIN_AT_SQUARES,
                         (kind_mask & ~(flip_move)1) | level_mask | square_mask);
}

static void draw_level(const struct picture *p, int level)
{
    const int x = LEVEL_LEFT + level * LEVEL_WIDTH;
    const struct insertcoin_shape *shape = insertcoin_level_shape(p->rules, p->pad, level);
    const bool done = p->pad->done >> level & 1;
    int at = flip_canvas_put(p->canvas, x, 0, FLIP_DIM, "%d ", level + 1);
    at = flip_canvas_put(p->canvas, at, 0, done ? FLIP_GOOD : FLIP_STRONG, "%s", shape->name);
    if (done)
        flip_canvas_put(p->canvas, at, 0, FLIP_GOOD, " %d ✓", shape->value);
    else
        flip_canvas_put(p->canvas, at, 0, FLIP_DIM, at + 9 < x + LEVEL_WIDTH ? " %d of %d" : " %d/%d",
                        insertcoin_seat_parts(p->rules, p->pad).level[level], shape->value);
    for (int column = 0; column < INSERTCOIN_SIDE; column++)
        flip_canvas_put(p->canvas, x + 2 * column, 1, FLIP_DIM, "%c", 'a' + column);
    for (int square = 0; square < INSERTCOIN_SQUARES; square++)
        draw_square(p, level, square);
}

/* --- the hand ---------------------------------------------------------------------------------------------------------- */

static int draw_cards(const struct picture *p, const char *title, flip_set cards, int y, bool choose)
{
    if (cards == 0)
        return y;
    flip_canvas_put(p->canvas, 1, y, FLIP_STRONG, "%s", title);
    int x = 1;
    for (; cards; cards = flip_set_rest(cards), x += CARD_WIDTH) {
        const int card = flip_set_first(cards);
        const struct insertcoin_card *printed = &p->rules->edition.card[card];
        const struct insertcoin_shape *shape = &p->rules->edition.shape[printed->shape];
        flip_canvas_put(p->canvas, x, y + 1, FLIP_CARD, "%2d %s", card, shape->name);
        draw_pixels(p->canvas, x, y + 2, FLIP_ACCENT, p->rules->shape[printed->shape], INSERTCOIN_SIDE,
                    INSERTCOIN_SIDE);
        flip_canvas_put(p->canvas, x, y + 2 + CARD_PIXELS, FLIP_DIM, "%d points", shape->value);
        flip_canvas_put(p->canvas, x, y + 3 + CARD_PIXELS, FLIP_DIM, "%d squares",
                        flip_set_count(p->rules->shape[printed->shape]));
        if (choose)
            flip_canvas_spot(p->canvas, x, y + 1, CARD_WIDTH - 1, CARD_PIXELS + 1, insertcoin_keep(card, 0, 0),
                             insertcoin_keep(card, 0, 0) | kind_mask);
    }
    return y + 5 + CARD_PIXELS;
}

static void draw_hand(const struct picture *p)
{
    if (!p->own) {
        flip_canvas_put(p->canvas, 1, 0, FLIP_DIM, "The cards in hand are secret until everybody has chosen.");
        return;
    }
    const flip_set hand = insertcoin_hand(p->rules, p->state, p->seat);
    const flip_set picked = insertcoin_picked(p->rules, p->state, p->seat);
    const int y = draw_cards(p, p->rules->draft ? "Pick one, the others go to the next player" : "Keep three of these",
                             hand, 0, true);
    draw_cards(p, hand ? "Picked so far" : "Keep three of the cards you picked", picked, y, hand == 0);
}

/* --- counters ---------------------------------------------------------------------------------------------------------- */

static int draw_signs(struct flip_canvas *canvas, int x, int y, enum flip_style style, const char *sign, int count)
{
    for (int i = 0; i < count; i++)
        x = flip_canvas_put(canvas, x, y, style, "%s", sign);
    return x;
}

/* "seat 2   ■□□ ♥3 ●2  41": the counters stand at the right, so that a face has room for a name; below it where a long one would not
   fit and there are rows for it, and else as narrow as can be. */
static void draw_others(const struct picture *p, int y)
{
    const int right = p->canvas->width - OTHERS_WIDTH, least = BESIDE + 7, most = BESIDE + LONGEST_NAME + 1;
    const bool below = right < most && p->rules->seats <= MOST_BELOW, tight = right < most && !below;
    const int place = tight ? p->canvas->width - TIGHT_WIDTH : right;
    const int counters = below ? BESIDE + 2 : place < least ? least : place < most ? place : most;
    for (int seat = 0; seat < p->rules->seats; seat++) {
        const struct insertcoin_pad *pad = &p->state->pad[seat];
        if (seat == p->seat)
            continue;
        flip_canvas_put(p->canvas, BESIDE, y, FLIP_PLAIN, "seat %d", seat + 1);
        y += below;
        int at = counters;
        for (int level = 0; level < INSERTCOIN_LEVELS; level++)
            at = flip_canvas_put(p->canvas, at, y, pad->done >> level & 1 ? FLIP_GOOD : FLIP_DIM, "%s",
                                 pad->done >> level & 1 ? "■" : "□");
        at = flip_canvas_put(p->canvas, at, y, FLIP_RED, tight ? "♥%d" : " ♥%d", pad->lives);
        at = flip_canvas_put(p->canvas, at, y, FLIP_ACCENT, tight ? "●%d" : " ●%d", pad->coins);
        if (!tight)
            flip_canvas_put(p->canvas, at, y, FLIP_STRONG, " %3d", insertcoin_seat_parts(p->rules, pad).total);
        y++;
    }
}

static void draw_counters(const struct picture *p)
{
    struct flip_canvas *canvas = p->canvas;
    const struct insertcoin_parts parts = insertcoin_seat_parts(p->rules, p->pad);
    const struct {
        int up;
        const char *word;
    } flags[] = {
        {p->pad->shield, "shield "}, {p->pad->key, "key "}, {p->pad->star, "star "}, {p->pad->skip, "skips next"}};
    int at = flip_canvas_put(canvas, BESIDE, 0, FLIP_DIM, "deck ");
    at = flip_canvas_put(canvas, at, 0, FLIP_STRONG, "%d", insertcoin_flips(p->rules) - p->state->flips);
    at = flip_canvas_put(canvas, at, 0, FLIP_DIM, "  GAME OVER ");
    flip_canvas_put(canvas, at, 0, FLIP_BAD, "%d/%d", p->state->game_overs, INSERTCOIN_PILES);
    at = flip_canvas_put(canvas, BESIDE, 1, FLIP_DIM, "lives ");
    at = draw_signs(canvas, at, 1, FLIP_RED, "♥", p->pad->lives);
    draw_signs(canvas, at, 1, FLIP_DIM, "♡", p->rules->edition.lives - p->pad->lives);
    at = flip_canvas_put(canvas, BESIDE, 2, FLIP_DIM, "coins ");
    at = draw_signs(canvas, at, 2, FLIP_ACCENT, "●", p->pad->coins);
    if (p->pad->coins == 0)
        flip_canvas_put(canvas, at, 2, FLIP_BAD, "none");
    at = BESIDE;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].up)
            at = flip_canvas_put(canvas, at, 3, FLIP_GOOD, "%s", flags[i].word);
    at = flip_canvas_put(canvas, BESIDE, 4, FLIP_DIM, "■%d + ●%d + ♥%d = ", parts.levels, parts.coins, parts.lives);
    flip_canvas_put(canvas, at, 4, FLIP_ACCENT, "%d", parts.total);
    draw_others(p, 6);
}

/* --- the card ---------------------------------------------------------------------------------------------------------- */

static void draw_symbol(const struct picture *p, int symbol, int y)
{
    const flip_move base = INSERTCOIN_MOVE_DRAW | (flip_move)symbol << INSERTCOIN_AT_SYMBOL;
    const int after = flip_canvas_put(p->canvas, 1, y, FLIP_CARD, "%s", p->rules->edition.symbol[symbol].name);
    const bool offered = p->own && p->pad->step != INSERTCOIN_DONE;
    if (offered)
        flip_canvas_spot(p->canvas, 1, y, after - 1, 1, base, kind_mask | symbol_mask);
    for (int i = 0; i < p->rules->orientations[symbol]; i++) {
        const struct insertcoin_piece *piece = &p->rules->piece[symbol][i];
        const int x = SYMBOL_LEFT + i * SYMBOL_WIDTH;
        /* The anchors of a piece say how far its first square is from the left edge of its box. */
        const int indent = flip_set_first(piece->anchors);
        flip_set squares = 0;
        for (int k = 0; k < p->rules->size[symbol]; k++)
            squares |= FLIP_BIT(indent + piece->offset[k]);
        draw_pixels(p->canvas, x, y, FLIP_ACCENT, squares, INSERTCOIN_SYMBOL_SIDE, INSERTCOIN_SYMBOL_SIDE);
        if (offered)
            flip_canvas_spot(p->canvas, x, y, SYMBOL_WIDTH - 1, 2, base | (flip_move)i << INSERTCOIN_AT_ORIENTATION,
                             kind_mask | symbol_mask | orientation_mask);
    }
}

/* What a star adds: names only, there are too many for pictures. */
static void draw_star(const struct picture *p, int x, int y)
{
    if (!p->own || p->pad->step != INSERTCOIN_PLAY || !p->pad->star)
        return;
    int at = p->flat ? x : flip_canvas_put(p->canvas, x, y, FLIP_GOOD, "star: ");
    for (int symbol = 0; symbol < p->rules->edition.symbols; symbol++) {
        const uint32_t bit = 1U << symbol;
        if (!(p->rules->star_symbols & bit) || p->rules->card_symbols[p->state->card] & bit)
            continue;
        const int end = flip_canvas_put(p->canvas, at, y, FLIP_CARD, "%s", p->rules->edition.symbol[symbol].name);
        flip_canvas_spot(p->canvas, at, y, end - at, 1,
                         INSERTCOIN_MOVE_DRAW | (flip_move)symbol << INSERTCOIN_AT_SYMBOL, kind_mask | symbol_mask);
        at = end + 1;
    }
}

struct hint {
    const char *wide, *flat;
};
static const struct hint ability_hints[INSERTCOIN_ABILITIES] = {
    [INSERTCOIN_ABILITY_CHERRIES] = {"cherries: fill a square", "cherries: a square"},
    [INSERTCOIN_ABILITY_BOMB] = {"bomb: fill a 2×2 block by its upper left square", "bomb: upper left square"},
    [INSERTCOIN_ABILITY_POTION] = {"potion: draw the other symbol", "potion: other symbol"},
};

/* What is asked, in a line of its own; a word to decline it with stands behind, or below. */
static void draw_question(const struct picture *p, int x, int y)
{
    if (!p->own || !(p->state->acting >> p->seat & 1))
        return;
    if (p->pad->step == INSERTCOIN_ABILITY) {
        const struct hint *hint = &ability_hints[insertcoin_running(p->pad)];
        int at = flip_canvas_put(p->canvas, x, y, FLIP_STRONG, "%s", p->flat ? hint->flat : hint->wide);
        if (p->pad->cherries)
            at = flip_canvas_put(p->canvas, at, y, FLIP_DIM, p->flat ? " ×%d" : " (%d left)", p->pad->cherries);
        const int no_x = p->flat ? x : at + 2, no_y = p->flat ? y + 1 : y;
        flip_canvas_put(p->canvas, no_x, no_y, FLIP_CARD, "decline");
        flip_canvas_spot(p->canvas, no_x, no_y, 7, 1, INSERTCOIN_MOVE_DECLINE, kind_mask);
        return;
    }
    flip_canvas_put(p->canvas, x, y, FLIP_CARD, "a Life for a square");
    flip_canvas_spot(p->canvas, x, y, 19, 1, INSERTCOIN_MOVE_FILL, kind_mask);
}

static void draw_card(const struct picture *p)
{
    const int top = p->flat ? SYMBOLS_TOP - 1 : SYMBOLS_TOP, pitch = p->flat ? 2 : 3;
    if (p->state->over_shown)
        flip_canvas_put(p->canvas, 1, top, FLIP_BAD, "G A M E   O V E R");
    for (int i = 0; i < INSERTCOIN_CARD_SYMBOLS && p->state->card; i++)
        draw_symbol(p, p->rules->edition.card[p->state->card].symbol[i], top + i * pitch);
    const int below = top + INSERTCOIN_CARD_SYMBOLS * pitch;
    draw_star(p, p->flat ? BESIDE : 1, p->flat ? top + 1 : below);
    draw_question(p, p->flat ? BESIDE : 1, p->flat ? top + 2 : below + 1);
}

void insertcoin_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                     struct flip_canvas *canvas)
{
    struct insertcoin_state shown;
    insertcoin_shown(rules, state, before, viewer, &shown);
    const struct picture p = {.rules = rules,
                              .state = &shown,
                              .pad = &shown.pad[seat],
                              .seat = seat,
                              .own = viewer == seat || viewer == FLIP_ALL,
                              .flat = canvas->height < SYMBOLS_TOP + SYMBOLS_HIGH,
                              .canvas = canvas};
    if (shown.stage <= INSERTCOIN_KEEPING && p.pad->shape[0] == 0) {
        draw_hand(&p);
        return;
    }
    for (int row = 0; row < INSERTCOIN_SIDE; row++)
        flip_canvas_put(canvas, 1, LEVEL_TOP + row, FLIP_DIM, "%d", row + 1);
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        draw_level(&p, level);
    draw_counters(&p);
    draw_card(&p);
}
