/* What bench/perfect.c says about perfect play: against plain enumeration, and what must hold for any player. */
int perfect_main(int count, char **words);
#define main perfect_main
#include "bench/perfect.c"
#undef main

#include "case.h"

static struct setup setup;

/* The classic sheet or cards, changed in a few places. */
static void lay_out(const char *game, int deck)
{
    struct flip_error error;
    setup = (struct setup){.deck = deck, .seed = 1, .deals = 3, .beam = 5, .thought = setup.thought};
    if (!setup.thought)
        setup.thought = room(sizeof *setup.thought);
    choose_game(&setup, game);
    setup.edition = flip_edition_classic(setup.game, &error);
    assert_non_null(setup.edition);
}

static void small_royalflip(int rounds, int deck)
{
    lay_out("royalflip", deck);
    struct royalflip_edition *edition = setup.edition->data;
    edition->rounds = (uint8_t)rounds;
    edition->columns = 3;
    edition->rows = 2;
    edition->casinos = 1;
    edition->spaces = 5;
    edition->road_shortest = edition->area_smallest = 2;
}

static void clear_away(void)
{
    flip_edition_free(setup.edition);
    free(setup.rules);
    setup.edition = NULL;
    setup.rules = NULL;
}

static double value(const char *line_up)
{
    struct table table = {0};
    union state state;
    sit_down(&setup, line_up);
    begin(&setup, &state);
    const double found = value_of(&setup, &table, &state);
    forget(&table);
    return found;
}

/* Every order of cards and every move, with the rules alone: nothing is remembered, and no state is made plain. */
static double enumerated(const void *state)
{
    const struct flip_game_rules *rules = setup.game->rules;
    const flip_set turn = rules->turn(setup.rules, state);
    const int seat = turn ? flip_set_first(turn) : 0;
    flip_move moves[FLIP_MAX_MOVES];
    struct flip_chances chances;
    struct flip_result result;
    int count = 0;
    rules->result(setup.rules, state, &result);
    if (!turn)
        return result.score[0];
    if (seat == FLIP_DEALER) {
        rules->chances(setup.rules, state, &chances);
        for (flip_set set = chances.set; set; set = flip_set_rest(set))
            moves[count++] = chances.base + (flip_move)flip_set_first(set);
    } else {
        count = rules->moves(setup.rules, state, seat, moves, FLIP_MAX_MOVES);
    }
    double sum = 0, most = 0;
    for (int i = 0; i < count; i++) {
        union state after;
        memcpy(&after, state, setup.game->state_size);
        rules->apply(setup.rules, &after, seat, moves[i]);
        const double worth = enumerated(&after);
        sum += worth;
        most = worth > most ? worth : most;
    }
    return seat == FLIP_DEALER ? sum / count : most;
}

CASE(one_round_is_worth_what_plain_enumeration_says)
{
    union state state;
    small_royalflip(1, 6);
    const double found = value("best");
    begin(&setup, &state);
    assert_true(found > 0);
    assert_true(fabs(found - enumerated(&state)) < 1e-9);
    clear_away();
}

CASE(nobody_does_better_than_best_play)
{
    static const char *const players[] = {"random", "quick", "bot1", "bot2", "bot3", "bot4", "bot5:20i"};
    small_royalflip(2, 6);
    const double best = value("best");
    for (size_t i = 0; i < sizeof players / sizeof *players; i++)
        assert_true(value(players[i]) <= best + 1e-9);
    assert_true(value("random") < best);
    clear_away();
}

CASE(a_best_response_does_no_worse_than_the_player_itself)
{
    small_royalflip(1, 6);
    set_option(&setup, "pvp=true");
    set_option(&setup, "tie_break=false");
    const double itself = value("bot5:10i,bot5:10i");
    const double both = value("best,best");
    assert_true(value("best,bot5:10i") >= itself - 1e-9);
    assert_true(value("bot5:10i,best") <= itself + 1e-9);
    assert_true(value("best,bot5:10i") >= both - 1e-9);
    assert_true(value("bot5:10i,best") <= both + 1e-9);
    clear_away();
}

CASE(a_game_of_equals_that_begins_by_lot_is_worth_half)
{
    lay_out("flipcity", 0);
    struct flipcity_edition *edition = setup.edition->data;
    edition->turns = 1;
    edition->win_points = 2;
    const double best = value("best,best");
    assert_true(fabs(best - 0.5) < 1e-9);
    assert_true(value("best,random") > 0.5);
    clear_away();
}

CASE(who_knows_what_comes_has_no_more_than_the_bound)
{
    static const char *const games[] = {"royalflip", "insertcoin"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        lay_out(games[i], 0);
        sit_down(&setup, "quick");
        for (int deal = 0; deal < setup.deals; deal++) {
            const double bound = bound_of(&setup, deal);
            assert_true(foreseen(&setup, deal) <= bound);
            assert_true(played(&setup, &setup.who[0], deal, 1, NULL, NULL) <= bound);
        }
        clear_away();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_round_is_worth_what_plain_enumeration_says),
        cmocka_unit_test(nobody_does_better_than_best_play),
        cmocka_unit_test(a_best_response_does_no_worse_than_the_player_itself),
        cmocka_unit_test(a_game_of_equals_that_begins_by_lot_is_worth_half),
        cmocka_unit_test(who_knows_what_comes_has_no_more_than_the_bound),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(setup.thought);
    return failed;
}
