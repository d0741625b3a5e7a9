/* Royal Flip's quick player and its valuation of sheets. */
#include "games/royalflip/tests/fixture.h"

#include "games/royalflip/bot/worth.h"

#include <math.h>

static struct flip_random chance;

static int below(int n) { return (int)flip_random_below(&chance, (uint32_t)n); }

static int any_of(flip_set set) { return flip_set_nth(set, below(flip_set_count(set))); }

/* A sheet with so many numbers anywhere. */
static struct royalflip_sheet scribbled(const struct royalflip_rules *rules, int numbers)
{
    struct royalflip_sheet sheet = {.shift = (uint8_t)below(4)};
    for (int i = 0; i < numbers; i++)
        royalflip_put(&sheet, any_of(royalflip_free_cells(rules, &sheet)), below(2), 1 + below(ROYALFLIP_HIGHEST));
    return sheet;
}

/* The largest map, the longest track and the longest game that an edition may have. */
static struct royalflip_edition largest_edition(void)
{
    struct royalflip_edition edition;
    memcpy(&edition, flip_royalflip.files->editions[0].data, sizeof edition);
    edition.columns = edition.rows = ROYALFLIP_SIDE;
    edition.casino[1] = 7;
    edition.casino[2] = 63;
    edition.rounds = ROYALFLIP_ROUNDS;
    for (int space = edition.spaces + 1; space <= ROYALFLIP_SPACES; space++)
        edition.track[space] = edition.track[space - edition.spaces];
    edition.spaces = ROYALFLIP_SPACES;
    for (int i = edition.diamonds; i < ROYALFLIP_DIAMONDS; i++)
        edition.diamond[i] = (uint8_t)(edition.diamond[i - 1] + 4);
    edition.diamonds = ROYALFLIP_DIAMONDS;
    return edition;
}

CASE(a_number_more_is_judged_like_the_whole_sheet_anew)
{
    static struct fixture fixture;
    const struct royalflip_edition large = largest_edition();
    for (int size = 0; size < 2; size++) {
        fixture_open_with(&fixture, size ? (const void *)&large : flip_royalflip.files->editions[0].data, 1, false);
        const int cells = flip_set_count(fixture.rules.cells);
        for (int i = 0; i < 2000; i++) {
            struct royalflip_sheet sheet = scribbled(&fixture.rules, below(cells));
            const int rounds_left = below(fixture.rules.edition.rounds);
            const int cell = any_of(royalflip_free_cells(&fixture.rules, &sheet)),
                      number = 1 + below(ROYALFLIP_HIGHEST);
            const bool red = below(2);
            struct royalflip_valuation valuation;
            royalflip_value_sheet(&valuation, &fixture.rules, &royalflip_net, &sheet, rounds_left);
            const float gain = royalflip_write_gain(&valuation, cell, red, number);
            const float before = royalflip_worth(&fixture.rules, &royalflip_net, &sheet, rounds_left);
            royalflip_put(&sheet, cell, red, number);
            const float after = royalflip_worth(&fixture.rules, &royalflip_net, &sheet, rounds_left);
            assert_true(fabsf(after - before - gain) < 0.01f);
        }
    }
}

CASE(a_valuation_says_the_same_of_a_number_whatever_it_was_asked_before)
{
    static struct fixture fixture;
    fixture_open(&fixture, 1, false);
    for (int i = 0; i < 200; i++) {
        const struct royalflip_sheet sheet = scribbled(&fixture.rules, below(flip_set_count(fixture.rules.cells)));
        const int cell = any_of(royalflip_free_cells(&fixture.rules, &sheet)), rounds_left = 1 + below(11);
        struct royalflip_valuation asked, fresh;
        royalflip_value_sheet(&asked, &fixture.rules, &royalflip_net, &sheet, rounds_left);
        for (int k = 0; k < 2 * ROYALFLIP_HIGHEST; k++) {
            const int number = 1 + k / 2;
            royalflip_value_sheet(&fresh, &fixture.rules, &royalflip_net, &sheet, rounds_left);
            assert_true(royalflip_write_gain(&asked, cell, k % 2, number) ==
                        royalflip_write_gain(&fresh, cell, k % 2, number));
        }
    }
}

/* Plays a game with quick moves, checking that each is legal. */
static void play_quickly(struct fixture *fixture)
{
    for (flip_set turn; (turn = fixture_turn(fixture)) != 0;) {
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            fixture_apply(fixture, FLIP_DEALER, (flip_move)any_of(fixture->state.deck));
            continue;
        }
        const int seat = any_of(turn);
        const double hope = royalflip_estimate(&fixture->rules, &fixture->state, seat);
        assert_true(hope > 0 && hope < 200);
        const flip_move move = royalflip_quick(&fixture->rules, &fixture->state, seat, &chance);
        assert_true(royalflip_legal(&fixture->rules, &fixture->state, seat, move, &problem));
        fixture_apply(fixture, seat, move);
    }
}

CASE(quick_moves_are_legal_at_every_table_and_on_the_largest_sheet)
{
    static struct fixture fixture;
    const struct royalflip_edition large = largest_edition();
    for (int seats = 1; seats <= ROYALFLIP_SEATS; seats++)
        for (int pvp = 0; pvp <= (seats > 1); pvp++) {
            fixture_open(&fixture, seats, pvp);
            play_quickly(&fixture);
            fixture_open_with(&fixture, &large, seats, pvp);
            play_quickly(&fixture);
        }
}

CASE(at_the_end_the_estimate_is_the_score)
{
    static struct fixture fixture;
    for (int i = 0; i < 20; i++) {
        fixture_open(&fixture, 1 + i % 4, i % 4 > 0);
        play_quickly(&fixture);
        for (int seat = 0; seat < fixture.rules.seats; seat++) {
            const int score = royalflip_seat_score(&fixture.rules, &fixture.state, seat);
            assert_true(fabs(royalflip_estimate(&fixture.rules, &fixture.state, seat) - score) < 0.001);
        }
    }
}

CASE(a_lead_in_diamonds_is_worth_more_the_later_it_is)
{
    static struct fixture fixture;
    fixture_open(&fixture, 2, true);
    double before = 0;
    for (int round = 0; round < fixture.rules.edition.rounds; round += 3) {
        fixture.state.round = (uint8_t)round;
        fixture.state.sheet[0].diamonds = fixture.state.sheet[1].diamonds = 2;
        const double level = royalflip_estimate(&fixture.rules, &fixture.state, 1);
        fixture.state.sheet[0].diamonds = 3;
        /* The other has one more: own diamonds are the same, but the six points are going away. */
        const double behind = royalflip_estimate(&fixture.rules, &fixture.state, 1);
        assert_true(level - behind > before);
        assert_true(level - behind < fixture.rules.edition.pvp_second);
        before = level - behind;
    }
    assert_true(before > 1);
}

CASE(with_one_round_left_the_track_is_worth_its_best_spaces)
{
    static struct fixture fixture;
    fixture_open(&fixture, 1, false);
    struct royalflip_sheet sheet = {.circled = FLIP_BIT(26)};
    /* Ahead lie 27, a club with a diamond (the first: 1 point), and 28, a spade with 3 points; hearts and diamonds have nothing
       left. So between the mean of the four suits and the best of them. */
    const float hope = royalflip_track_worth(&fixture.rules, &sheet, 1);
    assert_true(hope > 1 && hope < 3);
    sheet.circled |= FLIP_BIT(28);
    assert_true(royalflip_track_worth(&fixture.rules, &sheet, 1) == 0);
    sheet.diamonds = 3;
    assert_true(royalflip_track_worth(&fixture.rules, &sheet, 1) == (float)fixture.rules.edition.diamond[2]);
}

int main(void)
{
    flip_random_seed(&chance, 5);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_more_is_judged_like_the_whole_sheet_anew),
        cmocka_unit_test(a_valuation_says_the_same_of_a_number_whatever_it_was_asked_before),
        cmocka_unit_test(quick_moves_are_legal_at_every_table_and_on_the_largest_sheet),
        cmocka_unit_test(at_the_end_the_estimate_is_the_score),
        cmocka_unit_test(a_lead_in_diamonds_is_worth_more_the_later_it_is),
        cmocka_unit_test(with_one_round_left_the_track_is_worth_its_best_spaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
