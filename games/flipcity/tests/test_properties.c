/* Flip City in random games of every kind: what its own rules promise. What all games promise: tests/test_properties.c. */
#include "case.h"
#include "games/flipcity/bot/taste.h"
#include <flipside/flipside.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct flip_game *const game = &flip_flipcity;

struct run {
    union {
        struct flipcity_rules rules;
        struct flipcity_mind mind;
    };
    struct flipcity_state state;
    struct flip_random random;
};

static void prepare(struct run *run, int seats, bool office, uint64_t seed)
{
    struct flip_options options;
    struct flip_error error;
    memset(run, 0, sizeof *run);
    flip_options_default(game, &options);
    assert_int_equal(flip_options_set(game, &options, "office", office ? "true" : "false", &error), 0);
    assert_int_equal(game->rules->prepare(&run->rules, game->files->editions[0].data, &options, seats, &error), 0);
    flip_random_seed(&run->random, seed);
    game->rules->start(&run->rules, &run->state);
}

/* Every card is somewhere, and no card changes its kind: a front can become a back, a Hospital never a Factory. */
static void assert_conserved(const struct run *run)
{
    const struct flipcity_rules *rules = &run->rules;
    int total = 0;
    for (int front = 0; front < rules->faces; front += 2) {
        int now = 0;
        for (int face = front; face <= front + 1; face++) {
            now += run->state.supply[face] + run->state.aside[face];
            for (int seat = 0; seat < rules->seats; seat++)
                now += run->state.seat[seat].deck.count[face] + run->state.seat[seat].discard.count[face];
        }
        for (int i = 0; i < run->state.played_count; i++)
            now += (run->state.played[i] | 1) == (front | 1);
        assert_int_equal(now, rules->supply[front] + rules->seats * (rules->start[front] + rules->start[front + 1]));
        total += now;
    }
    assert_int_equal(total, rules->total);
}

static void assert_pile_sound(const struct flipcity_pile *pile)
{
    int size = 0;
    for (int face = 0; face < FLIPCITY_FACES; face++) {
        size += pile->count[face];
        assert_int_equal(pile->count[face] > 0, pile->faces >> face & 1);
    }
    assert_int_equal(size, pile->size);
}

/* At a decision each deck has a known top, one of its own cards, unless it is empty. */
static void assert_tops_known(const struct run *run)
{
    for (int seat = 0; seat < run->rules.seats; seat++) {
        const struct flipcity_pile *deck = &run->state.seat[seat].deck;
        assert_int_equal(deck->size == 0, deck->top == FLIPCITY_NONE);
        if (deck->size > 0)
            assert_true(deck->count[deck->top] > 0);
    }
}

static void assert_sound(const struct run *run)
{
    assert_conserved(run);
    int supply = 0;
    for (int face = 0; face < FLIPCITY_FACES; face++)
        supply += run->state.supply[face];
    assert_int_equal(supply, run->state.supply_size);
    for (int seat = 0; seat < run->rules.seats; seat++) {
        assert_pile_sound(&run->state.seat[seat].deck);
        assert_pile_sound(&run->state.seat[seat].discard);
    }
    assert_true(run->state.cash >= 0);
    const flip_set turn = game->rules->turn(&run->rules, &run->state);
    if (turn != FLIP_BIT(FLIP_DEALER) && run->state.step != FLIPCITY_OVER) {
        assert_tops_known(run);
        assert_true(run->state.unhappy <= run->state.limit);
    }
}

/* Whatever is not in the list is illegal and gets a reason. */
static void assert_others_refused(struct run *run, const flip_move *moves, int count)
{
    const flip_move move =
        flipcity_move(1 + (int)flip_random_below(&run->random, FLIPCITY_EVENT_SEAT),
                      (int)flip_random_below(&run->random, 16), flip_random_below(&run->random, 2) ? FLIPCITY_NONE : 1);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return;
    struct flip_error why = {.message = ""};
    assert_false(game->rules->legal(&run->rules, &run->state, run->state.acting, move, &why));
    assert_true(strlen(why.message) > 10);
}

static void deal(struct run *run)
{
    struct flip_chances chances;
    game->rules->chances(&run->rules, &run->state, &chances);
    assert_in_range(chances.count, 1, FLIP_MAX_CHANCES);
    uint32_t weight = 0;
    for (int i = 0; i < chances.count; i++) {
        assert_true(chances.list[i].weight > 0);
        weight += chances.list[i].weight;
    }
    const struct flipcity_pile *deck = &run->state.seat[run->state.acting].deck;
    if (run->state.step == FLIPCITY_REVEAL || run->state.step == FLIPCITY_SHUFFLED)
        assert_int_equal(weight, deck->size);
    if (run->state.step == FLIPCITY_BOTTOM)
        assert_int_equal(weight, deck->size - 1);
    game->rules->apply(&run->rules, &run->state, FLIP_DEALER, flip_chances_pick(&chances, &run->random));
}

static flip_move choose(struct run *run, const flip_move *moves, int count, bool quick)
{
    if (quick)
        return game->bot->quick(&run->rules, &run->state, run->state.acting, &run->random);
    return moves[flip_random_below(&run->random, (uint32_t)count)];
}

static int play_and_check(struct run *run, bool quick)
{
    static flip_move moves[FLIP_MAX_MOVES];
    int steps = 0;
    for (flip_set turn; (turn = game->rules->turn(&run->rules, &run->state)) != 0; steps++) {
        assert_in_range(steps, 0, 200000);
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            deal(run);
        } else {
            const int seat = flip_set_first(turn);
            assert_int_equal(turn, FLIP_BIT(run->state.acting));
            const int count = game->rules->moves(&run->rules, &run->state, seat, moves, FLIP_MAX_MOVES);
            assert_others_refused(run, moves, count);
            const uint32_t phase = game->knowledge->phase(&run->rules, &run->state);
            const flip_move move = choose(run, moves, count, quick);
            assert_true(game->rules->legal(&run->rules, &run->state, seat, move, NULL));
            game->rules->apply(&run->rules, &run->state, seat, move);
            if (game->rules->turn(&run->rules, &run->state) != FLIP_BIT(FLIP_DEALER))
                assert_int_not_equal(game->knowledge->phase(&run->rules, &run->state), phase);
        }
        assert_sound(run);
    }
    struct flip_result result;
    game->rules->result(&run->rules, &run->state, &result);
    assert_true(result.over);
    assert_true(flip_set_count(result.winners) <= 1);
    for (int seat = 0; seat < run->rules.seats; seat++)
        assert_int_equal(result.score[seat], flip_set_has(result.winners, seat));
    return steps;
}

CASE(random_games_keep_all_cards)
{
    for (int seats = 1; seats <= FLIPCITY_SEATS; seats++)
        for (int office = 0; office < 2; office++)
            for (uint64_t seed = 0; seed < 12; seed++) {
                struct run run;
                prepare(&run, seats, office, seed);
                play_and_check(&run, false);
            }
}

CASE(quick_games_keep_all_cards)
{
    int won = 0, games = 0;
    for (int seats = 1; seats <= FLIPCITY_SEATS; seats++)
        for (int office = 0; office < 2; office++)
            for (uint64_t seed = 0; seed < 25; seed++, games++) {
                struct run run;
                prepare(&run, seats, office, seed);
                play_and_check(&run, true);
                won += run.state.end == FLIPCITY_BY_POINTS || run.state.end == FLIPCITY_BY_CARDS;
            }
    assert_true(2 * won > games); /* quick players know what they play for */
}

/* What the seat may do now has a spot on its sheet, so that everything can be done by pointing. */
CASE(every_move_has_a_spot)
{
    static struct flip_glyph cells[100 * 40];
    static flip_move moves[FLIP_MAX_MOVES];
    for (int seats = 1; seats <= 2; seats++) {
        struct run run;
        prepare(&run, seats, true, 5);
        for (flip_set turn; (turn = game->rules->turn(&run.rules, &run.state)) != 0;) {
            if (turn == FLIP_BIT(FLIP_DEALER)) {
                deal(&run);
                continue;
            }
            struct flip_canvas canvas = {.width = 100, .height = 40, .cells = cells};
            flip_canvas_clear(&canvas);
            game->words->draw(&run.rules, &run.state, &run.state, run.state.acting, run.state.acting, &canvas);
            const int count = game->rules->moves(&run.rules, &run.state, run.state.acting, moves, FLIP_MAX_MOVES);
            for (int i = 0; i < count; i++) {
                bool found = false;
                for (int k = 0; k < canvas.spot_count && !found; k++)
                    found = (moves[i] & canvas.spots[k].mask) == canvas.spots[k].move;
                assert_true(found);
            }
            game->rules->apply(&run.rules, &run.state, run.state.acting,
                               moves[flip_random_below(&run.random, (uint32_t)count)]);
        }
    }
}

/* On the same deals with the seats swapped. */
CASE(a_level_without_mistakes_wins_more_than_one_with_them)
{
    int won = 0;
    enum { GAMES = 60 };
    for (int i = 0; i < GAMES; i++) {
        struct run run;
        prepare(&run, 2, true, (uint64_t)(i / 2));
        for (flip_set turn; (turn = game->rules->turn(&run.rules, &run.state)) != 0;) {
            const int seat = run.state.acting;
            if (turn == FLIP_BIT(FLIP_DEALER))
                deal(&run);
            else
                game->rules->apply(&run.rules, &run.state, seat,
                                   game->bot->expert(&run.rules, &run.state, seat, seat == i % 2 ? 4 : 2, &run.random));
        }
        won += flipcity_won_by(&run.state, i % 2) != NULL;
    }
    assert_true(won >= GAMES * 6 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_keep_all_cards),
        cmocka_unit_test(quick_games_keep_all_cards),
        cmocka_unit_test(every_move_has_a_spot),
        cmocka_unit_test(a_level_without_mistakes_wins_more_than_one_with_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
