/*
 * Higher or Lower: a complete game outside the tree. A card lies face up, and all seats guess at the same time whether
 * the next one is higher or lower. A right guess scores, and a longer row of right guesses scores more. Build it with
 * `make`, play it with
 *
 *     flipside --games examples play higherlower
 *
 * Read it from top to bottom: data, rules, who knows what, words, a bot, and the struct that names them all.
 */
#include <flipside/flipside.h>

#include <string.h>

enum { SEATS = 4 };
enum { LOWER, HIGHER }; /* the moves */

/* --- data: what data/classic.json says ------------------------------------------------------------------------------- */

struct edition {
    int32_t rounds;
    int32_t row; /* at most this many points for one guess */
};

static int load(const struct flip_node *root, void *memory)
{
    static const char *const keys[] = {"game", "rounds", "row", NULL};
    struct edition *edition = memory;
    if (flip_node_object(root, keys) < 0 || flip_node_member_int(root, "rounds", 1, 40, &edition->rounds) < 0 ||
        flip_node_member_int(root, "row", 1, 10, &edition->row) < 0)
        return -1;
    return 0;
}

/* --- rules ----------------------------------------------------------------------------------------------------------- */

struct rules {
    struct edition edition;
    int seats;
};

struct state {
    flip_set deck; /* still face down */
    int8_t card;   /* face up; -1 before the first */
    int8_t last;   /* the one before it */
    int8_t round;
    int8_t guess[SEATS]; /* -1: not yet */
    int8_t row[SEATS];   /* right guesses in a row */
    int16_t score[SEATS];
};

static int prepare(void *memory, const void *edition, const struct flip_options *options, int seats,
                   struct flip_error *error)
{
    (void)options, (void)error;
    struct rules *rules = memory;
    *rules = (struct rules){.edition = *(const struct edition *)edition, .seats = seats};
    return 0;
}

static void start(const void *rules, void *memory)
{
    (void)rules;
    struct state *state = memory;
    memset(state, 0, sizeof *state);
    state->deck = FLIP_DECK_52;
    state->card = state->last = -1;
    memset(state->guess, -1, sizeof state->guess);
}

static flip_set turn(const void *memory, const void *in)
{
    const struct rules *rules = memory;
    const struct state *state = in;
    flip_set guessing = 0;
    if (state->round > rules->edition.rounds)
        return 0;
    for (int seat = 0; state->card >= 0 && seat < rules->seats; seat++)
        if (state->guess[seat] < 0)
            guessing |= FLIP_BIT(seat);
    return guessing ? guessing : FLIP_BIT(FLIP_DEALER);
}

static int moves(const void *rules, const void *state, int seat, flip_move *out, int cap)
{
    if (!flip_set_has(turn(rules, state), seat))
        return 0;
    for (int i = 0; i < 2 && i < cap; i++)
        out[i] = (flip_move)i;
    return 2;
}

static void chances(const void *rules, const void *state, struct flip_chances *out)
{
    (void)rules;
    *out = (struct flip_chances){.kind = FLIP_CHANCE_SET, .set = ((const struct state *)state)->deck};
}

static void settle(const struct rules *rules, struct state *state, int card)
{
    const int step = flip_card_rank(card) - flip_card_rank(state->card);
    for (int seat = 0; seat < rules->seats; seat++) {
        const bool right = state->guess[seat] == HIGHER ? step > 0 : step < 0;
        state->row[seat] = right ? (int8_t)(state->row[seat] + 1) : 0;
        state->score[seat] += state->row[seat] < rules->edition.row ? state->row[seat] : (int16_t)rules->edition.row;
    }
}

static void apply(const void *memory, void *in, int seat, flip_move move)
{
    const struct rules *rules = memory;
    struct state *state = in;
    if (seat != FLIP_DEALER) {
        state->guess[seat] = (int8_t)move;
        return;
    }
    if (state->card >= 0)
        settle(rules, state, (int)move);
    state->deck &= ~FLIP_BIT(move);
    state->last = state->card;
    state->card = (int8_t)move;
    state->round++;
    memset(state->guess, -1, sizeof state->guess);
}

static void result(const void *memory, const void *in, struct flip_result *out)
{
    const struct rules *rules = memory;
    const struct state *state = in;
    int best = 0;
    *out = (struct flip_result){.over = turn(rules, state) == 0};
    for (int seat = 0; seat < rules->seats; seat++) {
        out->score[seat] = state->score[seat];
        best = state->score[seat] > best ? state->score[seat] : best;
    }
    for (int seat = 0; out->over && seat < rules->seats; seat++)
        if (state->score[seat] == best)
            out->winners |= FLIP_BIT(seat);
}

/* --- who knows what: guesses are secret until the card is turned ------------------------------------------------------ */

static uint32_t phase(const void *rules, const void *state)
{
    (void)rules;
    return (uint32_t)((const struct state *)state)->round;
}

static void redeal(const void *rules, void *in, const void *before, int seat, struct flip_random *random)
{
    (void)random;
    struct state *state = in;
    for (int other = 0; other < ((const struct rules *)rules)->seats; other++)
        if (other != seat)
            state->guess[other] = ((const struct state *)before)->guess[other];
}

static bool shown(int viewer, int seat) { return viewer == seat || viewer == FLIP_ALL; }

static void view(const void *memory, const void *in, const void *before, int viewer, struct flip_json *out)
{
    (void)before;
    static const char *const words[] = {"lower", "higher"};
    const struct rules *rules = memory;
    const struct state *state = in;
    flip_json_string(out, "game", "higherlower");
    flip_json_int(out, "round", state->round);
    flip_json_open(out, "seats", '[');
    for (int seat = 0; seat < rules->seats; seat++) {
        flip_json_open(out, NULL, '{');
        flip_json_int(out, "score", state->score[seat]);
        flip_json_int(out, "row", state->row[seat]);
        if (state->guess[seat] >= 0 && shown(viewer, seat))
            flip_json_string(out, "guess", words[state->guess[seat]]);
        flip_json_close(out);
    }
    flip_json_close(out);
    flip_json_open(out, "shared", '{');
    flip_json_string(out, "card", state->card >= 0 ? flip_card_name(state->card) : "");
    flip_json_close(out);
}

/* --- words ----------------------------------------------------------------------------------------------------------- */

static void text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    (void)rules, (void)state;
    flip_text_add(out, "%s", seat == FLIP_DEALER ? flip_card_name((int)move) : move == HIGHER ? "higher" : "lower");
}

static void fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out)
{
    (void)rules, (void)state;
    flip_json_string(out, "kind", seat == FLIP_DEALER ? "card" : "guess");
    if (seat == FLIP_DEALER)
        flip_json_string(out, "card", flip_card_name((int)move));
    else
        flip_json_string(out, "guess", move == HIGHER ? "higher" : "lower");
}

static void tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    (void)rules, (void)state;
    if (seat == FLIP_DEALER)
        flip_text_add(out, "the next card is %s", flip_card_name((int)move));
    else
        flip_text_add(out, "guesses %s", move == HIGHER ? "higher" : "lower");
}

static void breakdown(const void *rules, const void *state, int seat, struct flip_json *out)
{
    (void)rules;
    flip_json_int(out, "points", ((const struct state *)state)->score[seat]);
}

static void draw_card(struct flip_canvas *canvas, int x, int card, enum flip_style style)
{
    if (card < 0)
        return;
    flip_canvas_box(canvas, x, 2, 9, 5, style);
    flip_canvas_put(canvas, x + 3, 4, flip_card_red(card) ? FLIP_RED : FLIP_BLACK, "%s", flip_card_name(card));
}

static void draw(const void *memory, const void *in, const void *before, int viewer, int seat,
                 struct flip_canvas *canvas)
{
    (void)before;
    static const char *const words[] = {"lower", "higher"};
    const struct rules *rules = memory;
    const struct state *state = in;
    flip_canvas_put(canvas, 0, 0, FLIP_STRONG, "Card %d of %d", state->round, rules->edition.rounds + 1);
    draw_card(canvas, 0, state->last, FLIP_DIM);
    draw_card(canvas, 12, state->card, FLIP_PLAIN);
    for (int move = LOWER; move <= HIGHER; move++) {
        const bool chosen = shown(viewer, seat) && state->guess[seat] == move;
        flip_canvas_box(canvas, 24, move == HIGHER ? 1 : 5, 12, 3, chosen ? FLIP_ACCENT : FLIP_PLAIN);
        flip_canvas_put(canvas, 27, move == HIGHER ? 2 : 6, FLIP_STRONG, "%s", words[move]);
        flip_canvas_spot(canvas, 24, move == HIGHER ? 1 : 5, 12, 3, (uint64_t)move, ~(uint64_t)0);
    }
    for (int other = 0; other < rules->seats; other++)
        flip_canvas_put(canvas, 0, 9 + other, other == seat ? FLIP_STRONG : FLIP_PLAIN,
                        "Seat %d: %d points, %d in a row", other + 1, state->score[other], state->row[other]);
}

/* --- a bot: the side on which more cards are left ---------------------------------------------------------------------- */

static flip_move quick(const void *rules, const void *in, int seat, struct flip_random *random)
{
    (void)rules, (void)seat, (void)random;
    const struct state *state = in;
    int higher = 0, lower = 0;
    for (flip_set deck = state->deck; deck; deck = flip_set_rest(deck)) {
        const int rank = flip_card_rank(flip_set_first(deck));
        higher += rank > flip_card_rank(state->card);
        lower += rank < flip_card_rank(state->card);
    }
    return higher > lower ? HIGHER : LOWER;
}

/* --- the game ---------------------------------------------------------------------------------------------------------- */

static const struct flip_option options[] = {{.name = NULL}};

FLIP_API_BEGIN
const struct flip_game flip_plugin = {
    .abi = FLIP_GAME_ABI,
    .id = "higherlower",
    .title = "Higher or Lower",
    .about = "Will the next card be higher or lower? The longer your row of right guesses, the more each is worth.",
    .min_seats = 1,
    .max_seats = SEATS,
    .version = 1,
    .options = options,
    .edition_size = sizeof(struct edition),
    .rules_size = sizeof(struct rules),
    .state_size = sizeof(struct state),
    .rules = &(const struct flip_game_rules){.prepare = prepare,
                                             .start = start,
                                             .turn = turn,
                                             .moves = moves,
                                             .chances = chances,
                                             .apply = apply,
                                             .result = result},
    .knowledge = &(const struct flip_game_knowledge){.phase = phase, .redeal = redeal, .view = view},
    .words =
        &(const struct flip_game_words){
            .text = text, .fields = fields, .tell = tell, .breakdown = breakdown, .draw = draw},
    .bot = &(const struct flip_game_bot){.quick = quick},
    .loader = &(const struct flip_game_loader){.load = load},
};
FLIP_API_END
