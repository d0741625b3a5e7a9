/*
 * My Game: a card is turned, and the seat whose turn it is takes or leaves it. It builds, plays and is yours to change:
 *
 *     make                          builds game.so
 *     make play                     in the terminal; make serve: in the browser
 *     make test                     runs tests.py; its first test fails until you have written it
 *
 * Read it from top to bottom: data, rules, who knows what, words, a bot, the game. docs/add-a-game.md of Flipside
 * explains each.
 */
#include <flipside/flipside.h>

#include <string.h>

enum { SEATS = 4 };
enum { LEAVE, TAKE }; /* the moves */

/* --- data: what data/classic.json says ------------------------------------------------------------------------------- */

struct edition {
    int32_t turns; /* of each seat */
};

static int load(const struct flip_node *root, void *memory)
{
    static const char *const keys[] = {"game", "turns", NULL};
    struct edition *edition = memory;
    return flip_node_object(root, keys) < 0 ? -1 : flip_node_member_int(root, "turns", 1, 10, &edition->turns);
}

/* --- rules: pure functions, no clock, no randomness, no memory ------------------------------------------------------- */

struct rules {
    struct edition edition;
    int seats;
};

/* Everything that can change, without pointers. */
struct state {
    flip_set deck; /* still face down */
    int8_t card;   /* face up; -1: none */
    int8_t taken;  /* turns so far */
    int16_t score[SEATS];
};

static int prepare(void *memory, const void *edition, const struct flip_options *options, int seats,
                   struct flip_error *error)
{
    (void)options, (void)error;
    *(struct rules *)memory = (struct rules){.edition = *(const struct edition *)edition, .seats = seats};
    return 0;
}

static void start(const void *rules, void *memory)
{
    (void)rules;
    struct state *state = memory;
    memset(state, 0, sizeof *state);
    state->deck = FLIP_DECK_52;
    state->card = -1;
}

/* Who acts now: a seat, the dealer if a card has to be turned, or nobody when the game is over. */
static flip_set turn(const void *memory, const void *in)
{
    const struct rules *rules = memory;
    const struct state *state = in;
    if (state->taken == rules->edition.turns * rules->seats)
        return 0;
    return FLIP_BIT(state->card < 0 ? FLIP_DEALER : state->taken % rules->seats);
}

static int moves(const void *rules, const void *state, int seat, flip_move *out, int cap)
{
    if (!flip_set_has(turn(rules, state), seat))
        return 0;
    for (int i = 0; i < 2 && i < cap; i++)
        out[i] = (flip_move)i;
    return 2;
}

/* What the dealer can turn: chance is an event, so that a record replays exactly. */
static void chances(const void *rules, const void *state, struct flip_chances *out)
{
    (void)rules;
    *out = (struct flip_chances){.kind = FLIP_CHANCE_SET, .set = ((const struct state *)state)->deck};
}

static int worth(int card) { return flip_card_red(card) ? -flip_card_rank(card) : flip_card_rank(card); }

static void apply(const void *rules, void *in, int seat, flip_move move)
{
    (void)rules;
    struct state *state = in;
    if (seat == FLIP_DEALER) {
        state->deck &= ~FLIP_BIT(move);
        state->card = (int8_t)move;
        return;
    }
    if (move == TAKE)
        state->score[seat] = (int16_t)(state->score[seat] + worth(state->card));
    state->card = -1;
    state->taken++;
}

static void result(const void *memory, const void *in, struct flip_result *out)
{
    const struct rules *rules = memory;
    const struct state *state = in;
    int best = state->score[0];
    *out = (struct flip_result){.over = turn(rules, state) == 0};
    for (int seat = 0; seat < rules->seats; seat++) {
        out->score[seat] = state->score[seat];
        best = state->score[seat] > best ? state->score[seat] : best;
    }
    for (int seat = 0; out->over && seat < rules->seats; seat++)
        if (state->score[seat] == best)
            out->winners |= FLIP_BIT(seat);
}

/* --- who knows what: here everybody knows everything ------------------------------------------------------------------ */

static uint32_t phase(const void *rules, const void *in)
{
    (void)rules;
    const struct state *state = in;
    return (uint32_t)(2 * state->taken + (state->card >= 0));
}

static void redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random)
{
    (void)rules, (void)state, (void)before, (void)seat, (void)random;
}

static void view(const void *memory, const void *in, const void *before, int viewer, struct flip_json *out)
{
    (void)before, (void)viewer;
    const struct rules *rules = memory;
    const struct state *state = in;
    flip_json_string(out, "game", "mygame");
    flip_json_open(out, "seats", '[');
    for (int seat = 0; seat < rules->seats; seat++) {
        flip_json_open(out, NULL, '{');
        flip_json_int(out, "score", state->score[seat]);
        flip_json_close(out);
    }
    flip_json_close(out);
    flip_json_open(out, "shared", '{');
    flip_json_string(out, "card", state->card >= 0 ? flip_card_name(state->card) : "");
    flip_json_close(out);
}

/* --- words ----------------------------------------------------------------------------------------------------------- */

static const char *const words[] = {"leave", "take"};

static void text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    (void)rules, (void)state;
    flip_text_add(out, "%s", seat == FLIP_DEALER ? flip_card_name((int)move) : words[move]);
}

static void fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out)
{
    (void)rules, (void)state;
    flip_json_string(out, "kind", seat == FLIP_DEALER ? "card" : words[move]);
    if (seat == FLIP_DEALER)
        flip_json_string(out, "card", flip_card_name((int)move));
}

static void tell(const void *rules, const void *in, int seat, flip_move move, struct flip_text *out)
{
    (void)rules;
    const int card = seat == FLIP_DEALER ? (int)move : ((const struct state *)in)->card;
    const char *deed = seat == FLIP_DEALER ? "turns" : move == TAKE ? "takes" : "leaves", *name = flip_card_name(card);
    /* "takes 4♥": people get the sign of a suit, programs its letter. */
    flip_text_add(out, "%s %.*s%s", deed, (int)strlen(name) - 1, name, flip_suit_sign(flip_card_suit(card)));
}

static void breakdown(const void *rules, const void *state, int seat, struct flip_json *out)
{
    (void)rules;
    flip_json_int(out, "points", ((const struct state *)state)->score[seat]);
}

static void draw(const void *memory, const void *in, const void *before, int viewer, int seat,
                 struct flip_canvas *canvas)
{
    (void)before, (void)viewer, (void)seat;
    const struct rules *rules = memory;
    const struct state *state = in;
    flip_canvas_put(canvas, 0, 0, FLIP_STRONG, "Turn %d of %d", state->taken + 1, rules->edition.turns * rules->seats);
    if (state->card >= 0)
        flip_canvas_put(canvas, 0, 2, flip_card_red(state->card) ? FLIP_RED : FLIP_BLACK, "%s, worth %d",
                        flip_card_name(state->card), worth(state->card));
    for (int move = LEAVE; move <= TAKE; move++) {
        flip_canvas_box(canvas, move * 12, 4, 10, 3, FLIP_PLAIN);
        flip_canvas_put(canvas, move * 12 + 3, 5, FLIP_STRONG, "%s", words[move]);
        flip_canvas_spot(canvas, move * 12, 4, 10, 3, (uint64_t)move, ~(uint64_t)0);
    }
    for (int other = 0; other < rules->seats; other++)
        flip_canvas_put(canvas, 0, 8 + other, FLIP_PLAIN, "Seat %d: %d points", other + 1, state->score[other]);
}

/* --- a bot: what every level begins with, and the search makes better ----------------------------------------------------- */

static flip_move quick(const void *rules, const void *state, int seat, struct flip_random *random)
{
    (void)rules, (void)seat, (void)random;
    return worth(((const struct state *)state)->card) > 0 ? TAKE : LEAVE;
}

/* --- the game ---------------------------------------------------------------------------------------------------------- */

static const struct flip_option options[] = {{.name = NULL}};

FLIP_API_BEGIN
const struct flip_game flip_plugin = {
    .abi = FLIP_GAME_ABI,
    .id = "mygame",
    .title = "My Game",
    .about = "A card is turned: take it or leave it.",
    .min_seats = 1,
    .max_seats = SEATS,
    .version = 1, /* of the rules: raise it when a change would make old games end otherwise */
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
