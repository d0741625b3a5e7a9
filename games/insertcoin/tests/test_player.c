/* The bots of Insert Coin to Play: their valuation adds up, their moves are legal, and the levels are worth their names. */
#include <flipside/bot.h>

#include "games/insertcoin/bot/worth.h"
#include "games/insertcoin/tests/fixture.h"
#include "in_part.h"

#include <math.h>

static struct flip_random chance;

static void deal(struct fixture *at)
{
    struct flip_chances chances;
    flip_insertcoin.rules->chances(&at->rules, &at->state, &chances);
    fixture_apply(at, FLIP_DEALER, flip_chances_pick(&chances, &chance));
}

/* The sum over the traits that are written down for learning. */
static float sum_of_traits(const struct insertcoin_outlook *outlook, const uint16_t *traits, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++) {
        assert_in_range(traits[i], 0, INSERTCOIN_STAGE_TRAITS - 1);
        sum += insertcoin_weights[outlook->stage * INSERTCOIN_STAGE_TRAITS + traits[i]];
    }
    return sum;
}

static void close_to(float one, float other)
{
    if (fabsf(one - other) > 0.01f)
        fail_msg("%f is not %f", (double)one, (double)other);
}

/* What is learnt is what is played with: the quick sums are those over the traits. */
CASE(the_worth_of_a_pad_is_its_points_and_the_sum_of_its_traits)
{
    flip_random_seed(&chance, 1);
    int levels = 0, broken = 0;
    for (int game = 0; game < games_of(20); game++) {
        fixture_open(&fixture, 1 + game % 3, false);
        for (flip_set turn; (turn = fixture_turn(&fixture));) {
            const int seat = flip_set_first(turn);
            if (turn == FLIP_BIT(FLIP_DEALER)) {
                deal(&fixture);
                continue;
            }
            flip_move moves[FLIP_MAX_MOVES];
            const int count = fixture_moves(&fixture, seat, moves);
            const struct insertcoin_outlook outlook = insertcoin_look_out(&fixture.rules, &fixture.state, seat);
            for (int level = 0; level < 3 && pad(seat)->step == INSERTCOIN_PLAY; level++) {
                const struct insertcoin_shape *shape = insertcoin_level_shape(&fixture.rules, pad(seat), level);
                const flip_set free = pad(seat)->free[level];
                uint16_t traits[INSERTCOIN_MOST_TRAITS];
                const int points = shape->value - flip_set_count(free);
                const float worth = insertcoin_level_worth(&outlook, insertcoin_weights, shape, free);
                const int found = insertcoin_level_traits(&outlook, shape, free, traits);
                close_to(worth, (float)(points > 0 ? points : 0) + sum_of_traits(&outlook, traits, found));
                struct insertcoin_canvas canvas;
                insertcoin_stretch(&canvas, &outlook, insertcoin_weights, shape, free);
                close_to(canvas.worth, worth);
                levels++;
                for (int i = 0; i < count; i += 7) {
                    const flip_set filled = insertcoin_kind(moves[i]) == INSERTCOIN_MOVE_DRAW
                                                ? insertcoin_squares(&fixture.rules, moves[i])
                                                : FLIP_BIT(insertcoin_square(moves[i], 0));
                    if (insertcoin_level(moves[i]) != level || filled == free)
                        continue;
                    const struct insertcoin_outline *outline = insertcoin_outline_of(&fixture.rules, moves[i]);
                    const int first = insertcoin_square(moves[i], 0);
                    const float left = insertcoin_level_worth(&outlook, insertcoin_weights, shape, free & ~filled);
                    close_to(insertcoin_worth_without(&canvas, outline, first, left - 1), left);
                    assert_true(insertcoin_worth_without(&canvas, outline, first, left + 1) < left + 1);
                    broken++;
                }
            }
            fixture_apply(&fixture, seat,
                          game % 2 ? flip_insertcoin.bot->quick(&fixture.rules, &fixture.state, seat, &chance)
                                   : flip_insertcoin.rules->any(&fixture.rules, &fixture.state, seat, &chance));
        }
        for (int seat = 0; seat < fixture.rules.seats; seat++)
            assert_true(flip_insertcoin.bot->estimate(&fixture.rules, &fixture.state, seat) == result().score[seat]);
    }
    assert_true(levels > games_of(500) && broken > games_of(5000));
}

CASE(a_hole_knows_the_symbol_that_fills_it)
{
    fixture_open(&fixture, 1, false);
    static const struct {
        const char *squares, *symbol;
    } holes[] = {{"c3 d3", "domino"},      {"h1 h2 h3", "I3"},       {"a1 b1 b2", "L3"},      {"g7 h7 g8 h8", "O"},
                 {"b1 a2 b2 c2", "T"},     {"f1 e2 f2 e3", "S"},     {"h6 h7 g8 h8", "L"},    {"d1 d2 d3 d4", "I4"},
                 {"g1 h1 g2 h2 g3", "P"},  {"a1 c1 a2 b2 c2", "U"},  {"a1 a2 a3 b3 c3", "V"}, {"a1 a2 b2 b3 c3", "W"},
                 {"e1 e2 d3 e3 e4", "Y"},  {"e5 f5 g5 h5 h6", "L5"}, {"d1 d2 c3 d3 c4", "N"}, {"b1 a2 b2 c2 b3", NULL},
                 {"a1 b1 c1 d1 e1", NULL}, {"b1 a2 b2 b3 c3", NULL}};
    for (size_t i = 0; i < sizeof holes / sizeof *holes; i++) {
        const int symbol = insertcoin_symbol_of(&fixture.rules, squares(holes[i].squares));
        if (holes[i].symbol)
            assert_string_equal(fixture.rules.edition.symbol[symbol].name, holes[i].symbol);
        else
            assert_int_equal(symbol, -1);
    }
}

CASE(the_upper_levels_complete_a_level_that_a_symbol_fits_exactly)
{
    flip_random_seed(&chance, 2);
    for (int level = 4; level <= 5; level++) {
        fixture_begin(&fixture, 1);
        set_level(&fixture, 0, 1, "key", "d6 d7 e7 f7");
        set_level(&fixture, 0, 2, "potion", "c1 d1 e1 f1 d2 e2 d3 e3");
        fixture_turn_up(&fixture, "5"); /* I3 and L */
        const flip_move move = flip_insertcoin.bot->expert(&fixture.rules, &fixture.state, 0, level, &chance);
        char text[FLIP_MOVE_TEXT];
        fixture_text(&fixture, 0, move, text);
        assert_string_equal(text, "draw L 1 d6 d7 e7 f7");
    }
}

/* Plays a game with these levels at the seats; returns the points of the first one more than the second's. */
static int margin(const int *levels, int seats, bool draft)
{
    static struct insertcoin_state before; /* at the beginning of the phase */
    uint32_t phase = UINT32_MAX;
    fixture_open(&fixture, seats, draft);
    for (flip_set turn; (turn = fixture_turn(&fixture));) {
        const uint32_t now = flip_insertcoin.knowledge->phase(&fixture.rules, &fixture.state);
        if (now != phase)
            before = fixture.state;
        phase = now;
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            deal(&fixture);
            continue;
        }
        const int seat = flip_set_first(turn);
        static struct flip_thought thought; /* large */
        struct flip_think_def think = flip_think_defaults(levels[seat]);
        const struct flip_position at = {.game = &flip_insertcoin,
                                         .rules = &fixture.rules,
                                         .seats = seats,
                                         .state = &fixture.state,
                                         .before = &before};
        think.seed = flip_random_next(&chance);
        think.iterations = levels[seat] == 5 ? 24 : 0;
        must(flip_think_position(&at, seat, &think, &thought, &problem));
        const flip_move move = thought.choice[0].move;
        if (!flip_insertcoin.rules->legal(&fixture.rules, &fixture.state, seat, move, &problem))
            fail_msg("level %d: %s", levels[seat], problem.message);
        fixture_apply(&fixture, seat, move);
    }
    return result().score[0] - result().score[1];
}

CASE(every_level_makes_legal_moves_and_the_fourth_beats_the_first)
{
    flip_random_seed(&chance, 3);
    const int games = games_of(3);
    int sum = 0, won = 0;
    for (int game = 0; game < games; game++) {
        const int points = margin((const int[]){4, 1}, 2, game % 2 == 0);
        sum += points;
        won += points > 0;
    }
    assert_true(won == games && sum > 5 * games);
    margin((const int[]){2, 3, 5, 1, 3}, 5, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worth_of_a_pad_is_its_points_and_the_sum_of_its_traits),
        cmocka_unit_test(a_hole_knows_the_symbol_that_fills_it),
        cmocka_unit_test(the_upper_levels_complete_a_level_that_a_symbol_fits_exactly),
        cmocka_unit_test(every_level_makes_legal_moves_and_the_fourth_beats_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
