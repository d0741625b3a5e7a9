/*
 * Flip City on a grid of characters. On top the city of one seat: its street of played cards, the deck with its open top, the
 * meter of unhappiness and what the turn has brought. Below, the discard pile with what can be recycled or flipped, and the
 * market with the price of a card, of its flip and of both. At the bottom the other seats in a line each.
 *
 * Whatever a move is about is its spot: the deck plays or shuffles, a market column buys, flips or develops. On a low canvas there are
 * no gaps, the market comes before what one can do without, and the other seats stand beside it. On a higher one the gaps go first and
 * then the cards of the others; what does not fit in height even so is left out from the bottom up.
 */
#include "games/flipcity/flipcity.h"

#include <stdio.h>
#include <string.h>

struct picture {
    const struct flipcity_rules *rules;
    const struct flipcity_state *state;
    struct flip_canvas *canvas;
    int seat;
    bool active; /* it is this seat's turn */
    bool flat;   /* few rows */
    bool tight;  /* no gaps */
    bool brief;  /* of the other seats only the open card */
    int y;       /* the next free row */
};

enum {
    KIND_MASK = 255,
    FACE_MASK = 65535, /* kind and face; a gift may go to any seat */
    NAME_WIDTH = 18,
    PILE_COLUMN = 4,
    WORDS_COLUMN = PILE_COLUMN + 2 * NAME_WIDTH + 11, /* what both sides do, where it fits into the row */
    OTHERS_COLUMN = WORDS_COLUMN - 2,                 /* the other seats, where there are no such words */
    COLUMN_WIDTH = 40,                                /* of another seat below */
    FLAT = 20,                                        /* with fewer rows than this there are no gaps */
};

static const struct flipcity_face *face_at(const struct picture *p, int face) { return &p->rules->edition.face[face]; }

static void spot(const struct picture *p, int x, int y, int width, int kind, int face)
{
    const bool bare = face == FLIPCITY_NONE;
    flip_canvas_spot(p->canvas, x, y, width, 1, bare ? (uint64_t)kind : (uint64_t)kind | (uint64_t)face << 8,
                     bare ? KIND_MASK : FACE_MASK);
}

/* --- the turn -------------------------------------------------------------------------------------------------------- */

/* One mark for each symbol on the table, then the room that is left, then the edge. */
static int draw_unhappy(const struct picture *p, int x, int y)
{
    const int unhappy = p->active ? p->state->unhappy : 0;
    const int limit = p->active ? p->state->limit : p->rules->edition.limit;
    x = flip_canvas_put(p->canvas, x, y, FLIP_PLAIN, "unhappy ");
    for (int i = 0; i < unhappy && i < 12; i++)
        x = flip_canvas_put(p->canvas, x, y, i < limit ? FLIP_STRONG : FLIP_BAD, "●");
    for (int i = unhappy; i < limit && i < 12; i++)
        x = flip_canvas_put(p->canvas, x, y, FLIP_DIM, "○");
    return flip_canvas_put(p->canvas, x, y, unhappy > limit ? FLIP_BAD : FLIP_PLAIN, " %d of %d", unhappy, limit);
}

static const char *phase_line(const struct picture *p)
{
    const struct flipcity_state *state = p->state;
    if (state->step == FLIPCITY_OVER) {
        const char *won_by = flipcity_won_by(state, p->seat);
        if (won_by)
            return won_by[0] == 'p' ? "won by points" : "won by cards";
        return state->end == FLIPCITY_DRAW ? "a draw" : state->end == FLIPCITY_LOST ? "lost" : "another city won";
    }
    if (!p->active)
        return "waiting";
    if (state->step == FLIPCITY_BUILD)
        return "building";
    return flipcity_must_play(p->rules, state) ? "must play the next card" : "playing cards";
}

static void draw_turn(struct picture *p)
{
    const struct flipcity_state *state = p->state;
    struct flip_canvas *canvas = p->canvas;
    int x = 1;
    if (!p->flat) {
        const int turn = state->turn < p->rules->edition.turns ? state->turn + 1 : state->turn;
        x = flip_canvas_put(canvas, x, p->y, FLIP_ACCENT, "Flip City");
        x = flip_canvas_put(canvas, x, p->y, FLIP_DIM, "  turn %d  ", turn);
        flip_canvas_put(canvas, x, p->y, FLIP_STRONG, "%s", phase_line(p));
        p->y++;
    }
    x = flip_canvas_put(canvas, 1, p->y, FLIP_STRONG, "cash %d  ", p->active ? state->cash : 0);
    const int points = p->active ? state->points : 0;
    x = flip_canvas_put(canvas, x, p->y, points >= p->rules->edition.win_points ? FLIP_GOOD : FLIP_STRONG,
                        "points %d of %d  ", points, p->rules->edition.win_points);
    x = flip_canvas_put(canvas, x, p->y, FLIP_PLAIN, "actions %d  ",
                        p->active ? state->actions : p->rules->edition.actions);
    x = draw_unhappy(p, x, p->y) + 2;
    if (p->flat && x + (int)strlen(phase_line(p)) <= canvas->width)
        flip_canvas_put(canvas, x, p->y, FLIP_STRONG, "%s", phase_line(p));
    p->y += p->tight ? 1 : 2;
}

/* --- street, deck, discard pile -------------------------------------------------------------------------------------- */

/* Equal cards in a row stand together: "Church×5". */
static void draw_street(struct picture *p)
{
    struct flip_canvas *canvas = p->canvas;
    const int count = p->active ? p->state->played_count : 0;
    int x = flip_canvas_put(canvas, 1, p->y, FLIP_STRONG, "Street ");
    x = flip_canvas_put(canvas, x, p->y, FLIP_DIM, "(%d) ", count);
    const int indent = x;
    for (int i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && p->state->played[next] == p->state->played[i]; next++)
            ;
        const struct flipcity_face *face = face_at(p, p->state->played[i]);
        const int width = (int)strlen(face->title) + (next > i + 1 ? 4 : 1); /* "☹×12" */
        if (x + width > canvas->width && x > indent) {
            x = indent;
            p->y++;
        }
        x = flip_canvas_put(canvas, x, p->y, face->unhappy ? FLIP_CARD_RED : FLIP_CARD, "%s", face->title);
        x = flip_canvas_put(canvas, x, p->y, FLIP_PLAIN, face->unhappy ? "☹" : "");
        if (next > i + 1)
            x = flip_canvas_put(canvas, x, p->y, FLIP_PLAIN, "×%d", next - i);
        x += 2;
    }
    if (count == 0)
        flip_canvas_put(canvas, x, p->y, FLIP_DIM, "no card yet");
    p->y += p->tight ? 1 : 2;
}

static void draw_pile(struct picture *p, int x, int y, const struct flipcity_pile *pile)
{
    if (pile->size == 0)
        flip_canvas_put(p->canvas, x, y, FLIP_DIM, "empty");
    for (flip_set set = pile->faces; set; set = flip_set_rest(set)) {
        const int face = flip_set_first(set);
        char word[FLIPCITY_NAME + 8];
        snprintf(word, sizeof word, "%d %s", pile->count[face], face_at(p, face)->title);
        const int mark = flip_set_rest(set) ? 2 : 0; /* " ·" stays with its word */
        if (x + (int)strlen(word) + mark > p->canvas->width && x > PILE_COLUMN) {
            x = PILE_COLUMN;
            y++;
        }
        x = flip_canvas_put(p->canvas, x, y, FLIP_PLAIN, "%s", word);
        x = flip_canvas_put(p->canvas, x, y, FLIP_DIM, "%s", mark ? " · " : "");
    }
    p->y = y + 1;
}

static void draw_deck(struct picture *p)
{
    const struct flipcity_pile *deck = &p->state->seat[p->seat].deck;
    struct flip_canvas *canvas = p->canvas;
    const int row = p->y;
    int x = flip_canvas_put(canvas, 1, row, FLIP_STRONG, "Deck ");
    x = flip_canvas_put(canvas, x, row, FLIP_DIM, "(%d) ", deck->size);
    int card = x;
    if (deck->size > 0 && deck->top != FLIPCITY_NONE) {
        x = flip_canvas_put(canvas, x, row, FLIP_CARD, "[%s]", face_at(p, deck->top)->title);
        spot(p, card, row, x - card, FLIPCITY_MOVE_PLAY, FLIPCITY_NONE);
    } else {
        x = flip_canvas_put(canvas, x, row, FLIP_CARD, "[ shuffle ]");
        spot(p, card, row, x - card, FLIPCITY_MOVE_SHUFFLE, FLIPCITY_NONE);
    }
    if (p->active && (p->state->step == FLIPCITY_PLAY || p->state->step == FLIPCITY_BUILD)) {
        const bool playing = p->state->step == FLIPCITY_PLAY;
        card = flip_canvas_put(canvas, x, row, FLIP_PLAIN, "  ");
        const bool must = playing && flipcity_must_play(p->rules, p->state);
        x = flip_canvas_put(canvas, card, row, must ? FLIP_DIM : FLIP_PLAIN, playing ? "[stop]" : "[done]");
        spot(p, card, row, x - card, playing ? FLIPCITY_MOVE_STOP : FLIPCITY_MOVE_DONE, FLIPCITY_NONE);
        if (playing && deck->size > 0) {
            const double risk = flipcity_risk(p->rules, p->state);
            flip_canvas_put(canvas, x, row,
                            risk > 0.25 ? FLIP_BAD
                            : risk > 0  ? FLIP_PLAIN
                                        : FLIP_GOOD,
                            "  risk of the next card %.0f %%", 100 * risk);
        }
    }
    p->y = row + 1;
}

static void draw_deck_cards(struct picture *p)
{
    const int x = p->flat ? flip_canvas_put(p->canvas, 1, p->y, FLIP_STRONG, "In the deck ") : PILE_COLUMN;
    draw_pile(p, x, p->y, &p->state->seat[p->seat].deck);
}

static void draw_discard(struct picture *p)
{
    const struct flipcity_pile *discard = &p->state->seat[p->seat].discard;
    struct flip_canvas *canvas = p->canvas;
    int x = flip_canvas_put(canvas, 1, p->y, FLIP_STRONG, "Discard ");
    x = flip_canvas_put(canvas, x, p->y, FLIP_DIM, "(%d) ", discard->size);
    if (!p->flat) {
        x = PILE_COLUMN;
        p->y++;
    }
    if (discard->size == 0)
        flip_canvas_put(canvas, x, p->y++, FLIP_DIM, "empty");
    for (flip_set set = discard->faces; set; set = flip_set_rest(set)) {
        const int face = flip_set_first(set);
        const struct flipcity_face *f = face_at(p, face);
        char word[FLIPCITY_NAME + 40];
        struct flip_text text = flip_text_in(word, sizeof word);
        flip_text_add(&text, "%d %s", discard->count[face], f->title);
        if (f->recycles)
            flip_text_add(&text, " ♻");
        if (f->fee != FLIPCITY_NONE)
            flip_text_add(&text, " ↻%d", f->fee);
        const int width = (int)text.length - (f->recycles ? 2 : 0) - (f->fee != FLIPCITY_NONE ? 2 : 0);
        if (x + width + 3 > canvas->width && x > PILE_COLUMN) {
            x = PILE_COLUMN;
            p->y++;
        }
        spot(p, x, p->y, width, FLIPCITY_MOVE_RECYCLE, face);
        spot(p, x, p->y, width, FLIPCITY_MOVE_FLIP, face);
        flip_canvas_put(canvas, x, p->y, FLIP_PLAIN, "%s", word);
        x += width + 3;
    }
    if (discard->size > 0)
        p->y++;
    p->y += !p->tight;
}

/* --- the market ------------------------------------------------------------------------------------------------------ */

/* What both sides of a card do; returns the column behind it. */
static int describe_sides(const struct picture *p, int front, struct flip_text *text)
{
    flipcity_describe(p->rules, front, text);
    flip_text_add(text, " ⇄ ");
    flipcity_describe(p->rules, flipcity_other_side(front), text);
    return WORDS_COLUMN + (int)text->length - 2; /* the arrow has three bytes */
}

/* Is there room for all the descriptions? */
static bool described(const struct picture *p)
{
    int most = 0;
    for (flip_set set = p->rules->for_sale; set; set = flip_set_rest(set)) {
        char word[160];
        struct flip_text text = flip_text_in(word, sizeof word);
        const int end = describe_sides(p, flip_set_first(set), &text);
        most = end > most ? end : most;
    }
    return most <= p->canvas->width;
}

static void draw_offer(struct picture *p, int front, bool words)
{
    struct flip_canvas *canvas = p->canvas;
    const int back = flipcity_other_side(front), y = p->y;
    const int left = p->state->supply[front];
    const bool building = p->active && p->state->step == FLIPCITY_BUILD;
    const int cash = flipcity_index(building ? p->state->cash : FLIPCITY_CASH);
    const enum flip_style style = left == 0 ? FLIP_DIM : FLIP_PLAIN;
    const bool buy = left && (p->rules->can_buy[cash] >> front & 1);
    const bool develop = left && (p->rules->can_develop[cash] >> front & 1);
    flip_canvas_put(canvas, 1, y, style, "%2d", left);
    flip_canvas_put(canvas, PILE_COLUMN, y, style, "%s", face_at(p, front)->title);
    flip_canvas_put(canvas, PILE_COLUMN + NAME_WIDTH, y, building && !buy ? FLIP_DIM : FLIP_STRONG, "%2d",
                    p->rules->edition.card[front / 2].price);
    spot(p, 1, y, NAME_WIDTH + 5, FLIPCITY_MOVE_BUY, front);
    if (p->rules->seats == 1)
        spot(p, 1, y, NAME_WIDTH + 5, FLIPCITY_MOVE_SHUFFLE, front);
    const int x = PILE_COLUMN + NAME_WIDTH + 3;
    if (p->rules->develop_price[front] != FLIPCITY_NONE) {
        flip_canvas_put(canvas, x, y, FLIP_DIM, "↻%d", face_at(p, front)->fee);
        flip_canvas_put(canvas, x + 4, y, building && !develop ? FLIP_DIM : FLIP_STRONG, "%2d",
                        p->rules->develop_price[front]);
        flip_canvas_put(canvas, x + 7, y, style, "%s", face_at(p, back)->title);
        spot(p, x + 4, y, NAME_WIDTH + 3, FLIPCITY_MOVE_DEVELOP, front);
    }
    if (words) {
        char word[160];
        struct flip_text text = flip_text_in(word, sizeof word);
        describe_sides(p, front, &text);
        flip_canvas_put(canvas, WORDS_COLUMN, y, FLIP_DIM, "%s", word);
    }
    p->y++;
}

static void draw_market(struct picture *p)
{
    flip_canvas_put(p->canvas, 1, p->y, FLIP_STRONG, "Market");
    flip_canvas_put(p->canvas, PILE_COLUMN + NAME_WIDTH - 2, p->y, FLIP_DIM, " buy flip both");
    p->y++;
    const bool words = described(p);
    for (flip_set set = p->rules->for_sale; set; set = flip_set_rest(set))
        draw_offer(p, flip_set_first(set), words);
    p->y += !p->tight;
}

/* --- the others ------------------------------------------------------------------------------------------------------ */

/* All cards of a seat, wherever they lie. */
static struct flipcity_pile all_cards(const struct flipcity_state *state, int seat)
{
    const struct flipcity_seat *own = &state->seat[seat];
    struct flipcity_pile all = {.size = 0};
    for (int face = 0; face < FLIPCITY_FACES; face++)
        all.count[face] = (uint8_t)(own->deck.count[face] + own->discard.count[face]);
    for (int i = 0; seat == state->acting && i < state->played_count; i++)
        all.count[state->played[i]]++;
    for (int face = 0; face < FLIPCITY_FACES; face++) {
        all.size = (uint8_t)(all.size + all.count[face]);
        if (all.count[face])
            all.faces |= (flipcity_faces)(1 << face);
    }
    return all;
}

static bool acts(const struct picture *p, int seat)
{
    return seat == p->state->acting && p->state->step != FLIPCITY_OVER;
}

static void draw_top(const struct picture *p, int x, int y, int seat)
{
    const int top = p->state->seat[seat].deck.top;
    if (top == FLIPCITY_NONE)
        flip_canvas_put(p->canvas, x, y, FLIP_PLAIN, "deck empty");
    else
        flip_canvas_put(p->canvas, x, y, FLIP_PLAIN, "top %s", face_at(p, top)->title);
}

/* How the turn of a seat stands, in the row of its name. */
static int draw_name(const struct picture *p, int x, int y, int seat)
{
    const struct flipcity_state *state = p->state;
    if (!acts(p, seat))
        return flip_canvas_put(p->canvas, x, y, FLIP_STRONG, "Seat %d: ", seat + 1);
    return flip_canvas_put(p->canvas, x, y, FLIP_ACCENT, "Seat %d: cash %d, points %d", seat + 1, state->cash,
                           state->points);
}

/* Two rows: name and turn or cards, then the open card. */
static void draw_short(const struct picture *p, int x, int y, int seat)
{
    const struct flipcity_state *state = p->state;
    const int end = draw_name(p, x, y, seat);
    x++;
    if (acts(p, seat))
        x = flip_canvas_put(p->canvas, x, y + 1, FLIP_ACCENT, "☹ %d/%d, ", state->unhappy, state->limit);
    else
        flip_canvas_put(p->canvas, end, y, FLIP_PLAIN, "%d cards", all_cards(state, seat).size);
    draw_top(p, x, y + 1, seat);
}

/* Two rows for each, in so many columns. */
static void draw_beside(const struct picture *p, int x, int y, int columns)
{
    for (int i = 1; i < p->rules->seats; i++) {
        const int column = (i - 1) % columns, row = (i - 1) / columns;
        draw_short(p, x + column * COLUMN_WIDTH, y + 2 * row, (p->seat + i) % p->rules->seats);
    }
}

/* With room also how much was played, and which cards there are. */
static void draw_other(struct picture *p, int seat)
{
    const struct flipcity_state *state = p->state;
    const struct flipcity_pile all = all_cards(state, seat);
    int x = draw_name(p, 1, p->y, seat);
    if (acts(p, seat))
        x = flip_canvas_put(p->canvas, x, p->y, FLIP_ACCENT, ", %d of %d unhappy, %d played, ", state->unhappy,
                            state->limit, state->played_count);
    else if (p->brief)
        x = flip_canvas_put(p->canvas, x, p->y, FLIP_PLAIN, "%d cards, ", all.size);
    draw_top(p, x, p->y++, seat);
    if (!p->brief)
        draw_pile(p, PILE_COLUMN, p->y, &all);
}

static void draw_others(struct picture *p)
{
    for (int i = 1; i < p->rules->seats; i++)
        draw_other(p, (p->seat + i) % p->rules->seats);
}

/* In few rows: the others beside the market or, where its words are, in columns below. */
static void draw_flat(struct picture *p)
{
    const bool words = described(p);
    draw_deck(p);
    draw_street(p);
    const int market = p->y;
    draw_market(p);
    if (!words)
        draw_beside(p, OTHERS_COLUMN, market, 1);
    draw_discard(p);
    draw_deck_cards(p);
    if (words)
        draw_beside(p, 1, p->y, p->canvas->width / COLUMN_WIDTH);
}

/* With everything; returns the rows that this takes. */
static int draw_high(struct picture *p)
{
    flip_canvas_clear(p->canvas);
    p->y = 0;
    draw_turn(p);
    draw_street(p);
    draw_deck(p);
    draw_deck_cards(p);
    draw_discard(p);
    draw_market(p);
    draw_others(p);
    return p->y;
}

void flipcity_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                   struct flip_canvas *canvas)
{
    struct picture p = {.rules = rules, .state = state, .canvas = canvas, .seat = seat};
    (void)before, (void)viewer;
    p.active = seat == p.state->acting && p.state->step > FLIPCITY_TOPS && p.state->turn < p.rules->edition.turns;
    p.flat = p.tight = canvas->height < FLAT;
    if (p.flat) {
        draw_turn(&p);
        draw_flat(&p);
        return;
    }
    for (int shorter = 0; draw_high(&p) > canvas->height && shorter < 2; shorter++) {
        p.brief = p.tight;
        p.tight = true;
    }
}
