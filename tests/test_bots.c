/*
 * The search and the levels. Three toy games whose best play is known by arithmetic stand for the real ones: what the search
 * must find in them, it may not get from any knowledge of a game.
 */
#include "case.h"
#include "table/table.h"

#include <stddef.h>

#include <flipside/flipside.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "in_part.h"

/* --- three rolls: roll a die up to three times, keep the last face --------------------------------------------------- */
/* Keeping the third roll is worth 3.5, so a second roll is kept from 4 on; that makes a second chance worth 4.25, so a first
   roll is kept from 5 on. */

enum { KEEP, ROLL };

struct rolls {
    int face, left;
    bool due, kept;
};

static void rolls_start(const void *rules, void *state)
{
    (void)rules;
    *(struct rolls *)state = (struct rolls){.left = 2, .due = true};
}

static flip_set rolls_turn(const void *rules, const void *state)
{
    (void)rules;
    const struct rolls *rolls = state;
    return rolls->kept ? 0 : rolls->due ? FLIP_BIT(FLIP_DEALER) : FLIP_BIT(0);
}

static int rolls_moves(const void *rules, const void *state, int seat, flip_move *out, int cap)
{
    const struct rolls *rolls = state;
    if (rolls_turn(rules, state) != FLIP_BIT(seat))
        return 0;
    const int count = rolls->left ? 2 : 1;
    for (int i = 0; i < count && i < cap; i++)
        out[i] = i == 0 ? KEEP : ROLL;
    return count;
}

static void rolls_chances(const void *rules, const void *state, struct flip_chances *out)
{
    (void)rules;
    (void)state;
    *out = (struct flip_chances){.kind = FLIP_CHANCE_SET, .set = 0x7e};
}

static void rolls_apply(const void *rules, void *state, int seat, flip_move move)
{
    (void)rules;
    struct rolls *rolls = state;
    if (seat == FLIP_DEALER) {
        rolls->face = (int)move;
        rolls->due = false;
    } else if (move == KEEP) {
        rolls->kept = true;
    } else {
        rolls->left--;
        rolls->due = true;
    }
}

static void rolls_result(const void *rules, const void *state, struct flip_result *out)
{
    (void)rules;
    const struct rolls *rolls = state;
    *out = (struct flip_result){.over = rolls->kept, .score = {rolls->face}, .winners = rolls->kept ? 1 : 0};
}

static uint32_t rolls_phase(const void *rules, const void *state)
{
    (void)rules;
    return (uint32_t)((const struct rolls *)state)->left;
}

static void nothing_hidden(const void *rules, void *state, const void *before, int seat, struct flip_random *random)
{
    (void)rules, (void)state, (void)before, (void)seat, (void)random;
}

static const struct flip_game rolls_game = {
    .id = "rolls",
    .min_seats = 1,
    .max_seats = 1,
    .state_size = sizeof(struct rolls),
    .rules = &(const struct flip_game_rules){.start = rolls_start,
                                             .turn = rolls_turn,
                                             .moves = rolls_moves,
                                             .chances = rolls_chances,
                                             .apply = rolls_apply,
                                             .result = rolls_result},
    .knowledge = &(const struct flip_game_knowledge){.phase = rolls_phase, .redeal = nothing_hidden},
};

/* The same with an expert who always rolls, and plays games out by keeping. */
static flip_move rolls_expert(const void *rules, const void *state, int seat, int level, struct flip_random *random)
{
    (void)rules, (void)seat, (void)level, (void)random;
    return ((const struct rolls *)state)->left ? ROLL : KEEP;
}

static flip_move rolls_quick(const void *rules, const void *state, int seat, struct flip_random *random)
{
    (void)rules, (void)state, (void)seat, (void)random;
    return KEEP;
}

/* --- the last stone: take 1 to 3, whoever takes the last one wins ----------------------------------------------------- */
/* Leaving a multiple of four wins. */

struct stones {
    int left, seat;
};

static flip_set stones_turn(const void *rules, const void *state)
{
    (void)rules;
    const struct stones *stones = state;
    return stones->left ? FLIP_BIT(stones->seat) : 0;
}

static int stones_moves(const void *rules, const void *state, int seat, flip_move *out, int cap)
{
    (void)rules;
    const struct stones *stones = state;
    if (stones->seat != seat)
        return 0;
    const int count = stones->left < 3 ? stones->left : 3;
    for (int i = 0; i < count && i < cap; i++)
        out[i] = (flip_move)(i + 1);
    return count;
}

static void stones_apply(const void *rules, void *state, int seat, flip_move move)
{
    (void)rules;
    struct stones *stones = state;
    stones->left -= (int)move;
    stones->seat = 1 - seat;
}

static void stones_result(const void *rules, const void *state, struct flip_result *out)
{
    (void)rules;
    const struct stones *stones = state;
    *out = (struct flip_result){.over = stones->left == 0};
    if (out->over) {
        out->score[1 - stones->seat] = 1;
        out->winners = FLIP_BIT(1 - stones->seat);
    }
}

static uint32_t stones_phase(const void *rules, const void *state)
{
    (void)rules;
    return (uint32_t)((const struct stones *)state)->left;
}

static const struct flip_game stones_game = {
    .id = "stones",
    .min_seats = 2,
    .max_seats = 2,
    .state_size = sizeof(struct stones),
    .rules =
        &(const struct flip_game_rules){
            .turn = stones_turn, .moves = stones_moves, .apply = stones_apply, .result = stones_result},
    .knowledge = &(const struct flip_game_knowledge){.phase = stones_phase, .redeal = nothing_hidden},
};

/* --- the sealed word: both seats name a number at the same time; the second wins if it names the first's -------------- */
/* The first seat's quick move is 2 in two cases of three: so the second should say 2, whatever the first has said already. */

enum { NOT_SAID = 3 };

struct sealed {
    int said[2];
};

static flip_set sealed_turn(const void *rules, const void *state)
{
    (void)rules;
    const struct sealed *sealed = state;
    return (sealed->said[0] == NOT_SAID ? FLIP_BIT(0) : 0) | (sealed->said[1] == NOT_SAID ? FLIP_BIT(1) : 0);
}

static int sealed_moves(const void *rules, const void *state, int seat, flip_move *out, int cap)
{
    if (!flip_set_has(sealed_turn(rules, state), seat))
        return 0;
    for (int i = 0; i < 3 && i < cap; i++)
        out[i] = (flip_move)i;
    return 3;
}

static void sealed_apply(const void *rules, void *state, int seat, flip_move move)
{
    (void)rules;
    ((struct sealed *)state)->said[seat] = (int)move;
}

static void sealed_result(const void *rules, const void *state, struct flip_result *out)
{
    const struct sealed *sealed = state;
    *out = (struct flip_result){.over = sealed_turn(rules, state) == 0};
    if (out->over)
        out->winners = FLIP_BIT(sealed->said[0] == sealed->said[1]);
}

static uint32_t sealed_phase(const void *rules, const void *state) { return sealed_turn(rules, state) == 0; }

static void sealed_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random)
{
    (void)rules, (void)random;
    ((struct sealed *)state)->said[1 - seat] = ((const struct sealed *)before)->said[1 - seat];
}

static flip_move sealed_quick(const void *rules, const void *state, int seat, struct flip_random *random)
{
    (void)rules, (void)state;
    const uint32_t die = flip_random_below(random, seat == 0 ? 6 : 3);
    return die < 3 ? die : 2;
}

static const struct flip_game sealed_game = {
    .id = "sealed",
    .min_seats = 2,
    .max_seats = 2,
    .state_size = sizeof(struct sealed),
    .rules =
        &(const struct flip_game_rules){
            .turn = sealed_turn, .moves = sealed_moves, .apply = sealed_apply, .result = sealed_result},
    .knowledge = &(const struct flip_game_knowledge){.phase = sealed_phase, .redeal = sealed_redeal},
    .bot = &(const struct flip_game_bot){.quick = sealed_quick},
};

/* --- the garden: plant now, harvest in a later turn -------------------------------------------------------------------- */
/* A turn is a chain: plant a seed, or work; who works picks berries (as many as the weather) or harvests ten for each seed.
   The estimate counts what lies on the table and what the open turn can still bring, but no seeds. So only a look at the
   next turn tells that planting is worth ten, and picking no more than six and another pick. */

enum { PLANT, WORK, PICK, HARVEST, GARDEN_TURNS = 3 };

struct garden {
    int turn, weather, seeds, points;
    bool due, working;
};

static flip_set garden_turn(const void *rules, const void *state)
{
    (void)rules;
    const struct garden *garden = state;
    return garden->turn == GARDEN_TURNS ? 0 : garden->due ? FLIP_BIT(FLIP_DEALER) : FLIP_BIT(0);
}

static int garden_moves(const void *rules, const void *state, int seat, flip_move *out, int cap)
{
    const struct garden *garden = state;
    if (garden_turn(rules, state) != FLIP_BIT(seat))
        return 0;
    for (int i = 0; i < 2 && i < cap; i++)
        out[i] = (flip_move)((garden->working ? PICK : PLANT) + i);
    return 2;
}

static void garden_apply(const void *rules, void *state, int seat, flip_move move)
{
    (void)rules;
    struct garden *garden = state;
    if (seat == FLIP_DEALER) {
        garden->weather = (int)move;
        garden->due = false;
        return;
    }
    if (move == WORK) {
        garden->working = true;
        return;
    }
    if (move == PLANT)
        garden->seeds++;
    else if (move == PICK)
        garden->points += garden->weather;
    else {
        garden->points += 10 * garden->seeds;
        garden->seeds = 0;
    }
    garden->working = false;
    garden->due = true;
    garden->turn++;
}

static void garden_result(const void *rules, const void *state, struct flip_result *out)
{
    const struct garden *garden = state;
    const bool over = garden_turn(rules, state) == 0;
    *out = (struct flip_result){.over = over, .score = {garden->points}, .winners = over ? 1 : 0};
}

static uint32_t garden_phase(const void *rules, const void *state)
{
    (void)rules;
    return (uint32_t)((const struct garden *)state)->turn;
}

static flip_move garden_quick(const void *rules, const void *state, int seat, struct flip_random *random)
{
    (void)rules, (void)seat, (void)random;
    const struct garden *garden = state;
    return !garden->working ? WORK : garden->seeds ? HARVEST : PICK;
}

static double garden_estimate(const void *rules, const void *state, int seat)
{
    (void)seat;
    const struct garden *garden = state;
    const int best = 10 * garden->seeds > garden->weather ? 10 * garden->seeds : garden->weather;
    return garden->points + (garden_turn(rules, state) == FLIP_BIT(0) ? best : 0);
}

static bool garden_between(const void *rules, const void *state)
{
    (void)rules;
    return ((const struct garden *)state)->due;
}

static const struct flip_game garden_game = {
    .id = "garden",
    .min_seats = 1,
    .max_seats = 1,
    .state_size = sizeof(struct garden),
    .rules = &(const struct flip_game_rules){.turn = garden_turn,
                                             .moves = garden_moves,
                                             .chances = rolls_chances,
                                             .apply = garden_apply,
                                             .result = garden_result},
    .knowledge = &(const struct flip_game_knowledge){.phase = garden_phase, .redeal = nothing_hidden},
    .bot = &(const struct flip_game_bot){.quick = garden_quick, .estimate = garden_estimate, .between = garden_between},
};

/* --- what the search finds ------------------------------------------------------------------------------------------- */

static struct flip_thought thought, second_thought; /* large */

static void think(const struct flip_game *game, int seats, const void *state, const void *before, int seat,
                  const struct flip_think_def *def, struct flip_thought *out)
{
    struct flip_error error = {0};
    /* Padding counts when thoughts are compared byte by byte. */
    memset(out, 0, sizeof *out);
    const struct flip_position position = {
        .game = game, .seats = seats, .state = (void *)state, .before = (void *)before};
    if (flip_think_position(&position, seat, def, out, &error) != 0)
        fail_msg("%s", error.message);
}

static double value_of(const struct flip_thought *of, flip_move move)
{
    for (int i = 0; i < of->count; i++)
        if (of->choice[i].move == move)
            return of->choice[i].value;
    fail_msg("the move is not among the choices");
    return 0;
}

CASE(a_chance_to_roll_again_is_worth_what_arithmetic_says)
{
    const struct flip_think_def def = {.level = 5, .iterations = 4000, .seed = 7};
    for (int face = 1; face <= 6; face++) {
        const struct rolls rolls = {.face = face, .left = 2};
        think(&rolls_game, 1, &rolls, &rolls, 0, &def, &thought);
        assert_int_equal(thought.choice[0].move, face >= 5 ? KEEP : ROLL);
        assert_true(fabs(value_of(&thought, KEEP) - face) < 1e-9);
        if (face <= 4) /* a move that is rarely tried keeps a rough value */
            assert_true(fabs(value_of(&thought, ROLL) - 4.25) < 0.15);
    }
    const struct rolls last = {.face = 3, .left = 1};
    think(&rolls_game, 1, &last, &last, 0, &def, &thought);
    assert_int_equal(thought.choice[0].move, ROLL);
    assert_true(fabs(value_of(&thought, ROLL) - 3.5) < 0.1);
}

CASE(the_last_stone_is_won_by_leaving_a_multiple_of_four)
{
    const struct flip_think_def def = {.level = 5, .iterations = 4000, .seed = 3};
    for (int left = 5; left <= 11; left++) {
        if (left % 4 == 0)
            continue;
        const struct stones stones = {.left = left, .seat = 1};
        think(&stones_game, 2, &stones, &stones, 1, &def, &thought);
        assert_int_equal(thought.choice[0].move, left % 4);
        assert_true(thought.choice[0].value > 0.7 && thought.choice[0].value <= 1);
    }
}

CASE(a_sealed_word_is_answered_by_its_odds_and_not_by_itself)
{
    const struct sealed before = {{NOT_SAID, NOT_SAID}};
    for (int level = 1; level <= FLIP_LEVELS; level++) {
        const struct flip_think_def def = {.level = level, .iterations = 600, .seed = 11};
        for (int said = 0; said <= NOT_SAID; said++) {
            const struct sealed sealed = {{said, NOT_SAID}};
            think(&sealed_game, 2, &sealed, &before, 1, &def, said == 0 ? &thought : &second_thought);
            if (said > 0)
                assert_memory_equal(&thought, &second_thought, sizeof thought);
        }
    }
    assert_int_equal(thought.choice[0].move, 2);
    assert_true(fabs(value_of(&thought, 2) - 2.0 / 3) < 0.1);
}

CASE(the_first_to_speak_does_not_count_on_being_heard)
{
    /* If the second seat could hear, every word would lose for certain. It cannot: each wins in two cases of three. */
    const struct sealed before = {{NOT_SAID, NOT_SAID}};
    const struct flip_think_def def = {.level = 5, .iterations = 3000, .seed = 5};
    think(&sealed_game, 2, &before, &before, 0, &def, &thought);
    assert_true(thought.choice[0].value > 0.55);
}

CASE(whole_turns_race_by_what_the_next_turn_makes_of_them)
{
    for (int level = 3; level <= FLIP_LEVELS; level++)
        for (int weather = 1; weather <= 6; weather++) {
            const struct flip_think_def def = {.level = level, .iterations = 400, .seed = 2};
            const struct garden early = {.turn = 1, .weather = weather};
            think(&garden_game, 1, &early, &early, 0, &def, &thought);
            assert_int_equal(thought.choice[0].move, PLANT);
            assert_true(fabs(value_of(&thought, PLANT) - 10) < 1e-9);
            if (weather == 6) /* close enough to stay in the race, so its value is fine */
                assert_true(fabs(value_of(&thought, WORK) - 9.5) < 0.7);
            const struct garden late = {.turn = 2, .weather = weather};
            think(&garden_game, 1, &late, &late, 0, &def, &thought);
            assert_int_equal(thought.choice[0].move, WORK);
            assert_true(fabs(value_of(&thought, WORK) - weather) < 1e-9);
        }
}

CASE(a_chain_is_worth_what_its_best_end_is_worth)
{
    const struct flip_think_def def = {.level = 4, .iterations = 200, .seed = 2};
    const struct garden garden = {.turn = 2, .weather = 6, .seeds = 2};
    think(&garden_game, 1, &garden, &garden, 0, &def, &thought);
    assert_int_equal(thought.choice[0].move, WORK);
    assert_true(fabs(value_of(&thought, WORK) - 20) < 1e-9); /* the harvest, not the berries */
    assert_int_equal(thought.count, 2);
    uint64_t visits = 0;
    for (int i = 0; i < thought.count; i++)
        visits += thought.choice[i].visits;
    assert_int_equal(visits, thought.iterations);
    assert_true(thought.iterations <= 200);
}

CASE(the_same_seed_and_budget_give_the_same_thought_bit_for_bit)
{
    const struct rolls rolls = {.face = 4, .left = 2};
    for (int level = 1; level <= FLIP_LEVELS; level++) {
        struct flip_think_def def = {.level = level, .iterations = 700, .seed = 99};
        think(&rolls_game, 1, &rolls, &rolls, 0, &def, &thought);
        think(&rolls_game, 1, &rolls, &rolls, 0, &def, &second_thought);
        assert_memory_equal(&thought, &second_thought, sizeof thought);
    }
    const struct garden garden = {.turn = 1, .weather = 6, .seeds = 1};
    for (int level = 1; level <= FLIP_LEVELS; level++) {
        struct flip_think_def def = {.level = level, .iterations = 50, .seed = 99};
        think(&garden_game, 1, &garden, &garden, 0, &def, &thought);
        think(&garden_game, 1, &garden, &garden, 0, &def, &second_thought);
        assert_memory_equal(&thought, &second_thought, sizeof thought);
    }
    const struct flip_think_def again = {.level = 5, .iterations = 700, .seed = 99};
    think(&rolls_game, 1, &rolls, &rolls, 0, &again, &thought);
    const struct flip_think_def other = {.level = 5, .iterations = 700, .seed = 100};
    think(&rolls_game, 1, &rolls, &rolls, 0, &other, &second_thought);
    assert_memory_not_equal(&thought, &second_thought, sizeof thought);
}

CASE(a_single_legal_move_is_answered_without_thinking)
{
    const struct rolls rolls = {.face = 1, .left = 0};
    const struct flip_think_def def = {.level = 5, .iterations = UINT64_MAX, .seed = 1};
    think(&rolls_game, 1, &rolls, &rolls, 0, &def, &thought);
    assert_int_equal(thought.count, 1);
    assert_int_equal(thought.choice[0].move, KEEP);
    assert_int_equal(thought.iterations, 0);
}

CASE(a_budget_of_iterations_is_kept_exactly_and_shared_among_the_choices)
{
    const struct stones stones = {.left = 10, .seat = 0};
    const struct flip_think_def def = {.level = 4, .iterations = 333, .seed = 1};
    think(&stones_game, 2, &stones, &stones, 0, &def, &thought);
    assert_int_equal(thought.iterations, 333);
    uint64_t visits = 0;
    for (int i = 0; i < thought.count; i++) {
        visits += thought.choice[i].visits;
        assert_true(i == 0 || thought.choice[i].visits <= thought.choice[i - 1].visits);
    }
    assert_int_equal(visits, 333);
}

CASE(a_wrong_question_is_refused_with_a_reason)
{
    struct stones stones = {.left = 10, .seat = 0};
    const struct flip_position position = {.game = &stones_game, .seats = 2, .state = &stones, .before = &stones};
    struct flip_error error = {0};
    struct flip_think_def def = {.level = 6, .seed = 1};
    assert_int_equal(flip_think_position(&position, 0, &def, &thought, &error), -1);
    assert_int_equal(error.code, FLIP_ERROR_LEVEL);
    def.level = 3;
    assert_int_equal(flip_think_position(&position, 1, &def, &thought, &error), -1);
    assert_int_equal(error.code, FLIP_ERROR_TURN);
    def.ms = -5;
    assert_int_equal(flip_think_position(&position, 0, &def, &thought, &error), -1);
    assert_int_equal(error.code, FLIP_ERROR_BUDGET);
}

CASE(whole_games_overrule_an_expert_who_errs_and_no_other)
{
    struct flip_game game = rolls_game;
    const struct flip_game_bot bot = {.quick = rolls_quick, .expert = rolls_expert};
    const struct flip_think_def def = {.level = 5, .iterations = 400, .seed = 7};
    game.bot = &bot;
    for (int face = 1; face <= 6; face++) {
        if (face == 3 || face == 4) /* near what a roll brings */
            continue;
        const struct rolls rolls = {.face = face, .left = 1};
        think(&game, 1, &rolls, &rolls, 0, &def, &thought);
        assert_int_equal(thought.choice[0].move, face > 4 ? KEEP : ROLL);
        assert_true(fabs(value_of(&thought, KEEP) - face) < 1e-9);
        assert_true(fabs(value_of(&thought, ROLL) - 3.5) < 0.5);
        assert_int_equal(thought.iterations, 400);
    }
}

/* --- real games ------------------------------------------------------------------------------------------------------ */

static struct flip_table *open_table(const struct flip_game *game, int seats, const char *words)
{
    unsigned char seed[FLIP_SEED_BYTES];
    struct flip_error error = {0};
    struct flip_table_def def = flip_table_defaults(game);
    flip_seed_from_words(words, seed);
    def.seats = seats;
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, &error);
    if (!table)
        fail_msg("%s", error.message);
    return table;
}

static void act(struct flip_table *table, int seat, flip_move move)
{
    struct flip_error error = {0};
    if (flip_table_act(table, seat, move, &error) != 0)
        fail_msg("%s", error.message);
}

static void think_at(const struct flip_table *table, int seat, const struct flip_think_def *def,
                     struct flip_thought *out)
{
    struct flip_error error = {0};
    memset(out, 0, sizeof *out);
    if (flip_think(table, seat, def, out, &error) != 0)
        fail_msg("%s", error.message);
}

CASE(every_level_knows_exactly_the_legal_moves_of_every_game)
{
    for (int index = 0; flip_game_at(index); index++) {
        const struct flip_game *game = flip_game_at(index);
        if (game->flicks) /* what is flicked has to be aimed: such moves are no finite list */
            continue;
        const int seats = game->max_seats > 1 ? 2 : 1;
        struct flip_table *table = open_table(game, seats < game->min_seats ? game->min_seats : seats, "levels");
        struct flip_think_def def = {.iterations = 12};
        for (int step = 0; step < games_of(60) && flip_table_turn(table); step++) {
            const int seat = flip_set_first(flip_table_turn(table));
            static flip_move moves[FLIP_MAX_MOVES];
            const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
            def.level = step % FLIP_LEVELS + 1;
            def.seed++;
            think_at(table, seat, &def, &thought);
            if (game->flicks) { /* of moves with open numbers it knows the aims it tried */
                for (int i = 0; i < thought.count; i++)
                    assert_true(game->rules->legal(table->rules, table->now.state, seat, thought.choice[i].move, NULL));
            } else {
                assert_int_equal(thought.count, count);
                for (int i = 0; i < count; i++)
                    value_of(&thought, moves[i]);
            }
            act(table, seat, thought.choice[0].move);
        }
        flip_table_close(table);
    }
}

static bool unwanted(const void *asker)
{
    assert_non_null(asker);
    return true;
}

CASE(a_thought_that_nobody_wants_any_more_ends_whatever_its_budget_was)
{
    for (int index = 0; flip_game_at(index); index++) {
        const struct flip_game *game = flip_game_at(index);
        struct flip_table *table = open_table(game, game->min_seats, "given up");
        const struct flip_think_def def = {.level = FLIP_LEVELS,
                                           .iterations = UINT64_C(1) << 40,
                                           .explain = true,
                                           .given_up = unwanted,
                                           .asker = game};
        flip_move moves[2];
        int seat = flip_set_first(flip_table_turn(table));
        while (flip_table_moves(table, seat, moves, 2) == 1) { /* what need not be thought about */
            act(table, seat, moves[0]);
            seat = flip_set_first(flip_table_turn(table));
        }
        think_at(table, seat, &def, &thought);
        assert_in_range(thought.count, 2, FLIP_MAX_MOVES);
        assert_in_range(thought.iterations, 0, 16);
        flip_table_close(table);
    }
}

/* Two tables with the same cards and moves so far, but other seeds: the view is the same, the future is not. */
static void look_at_two_futures(const char *id, const char *const *cards, int count)
{
    struct flip_error error = {0};
    const struct flip_game *game = flip_game_named(id);
    for (int level = 1; level <= FLIP_LEVELS; level++) {
        struct flip_table *tables[2];
        for (int i = 0; i < 2; i++) {
            unsigned char seed[FLIP_SEED_BYTES];
            flip_seed_from_words(i ? "one future" : "another future", seed);
            struct flip_table_def def = flip_table_defaults(game);
            def.seed = seed;
            def.seats = 2;
            def.rig = cards;
            def.rig_count = count;
            tables[i] = flip_table_open(&def, &error);
            assert_non_null(tables[i]);
            /* The other seat has moved already in this round, at one of the tables only. */
            const struct flip_think_def quick = {.level = 2, .seed = 1};
            while (flip_set_has(flip_table_turn(tables[i]), 0) && i) {
                think_at(tables[i], 0, &quick, &thought);
                act(tables[i], 0, thought.choice[0].move);
            }
        }
        const struct flip_think_def def = {.level = level, .iterations = 80, .seed = 4};
        think_at(tables[0], 1, &def, &thought);
        think_at(tables[1], 1, &def, &second_thought);
        assert_memory_equal(&thought, &second_thought, sizeof thought);
        flip_table_close(tables[0]);
        flip_table_close(tables[1]);
    }
}

CASE(another_future_behind_the_same_view_changes_no_thought)
{
    const char *const royal[] = {"10S", "8S", "QH", "4D", "7C", "KD"};
    const char *const town[] = {"bounty 2", "bounty 5", "bounty 9", "10S", "8S", "QH"};
    look_at_two_futures("royalflip", royal, 6);
    look_at_two_futures("fliptown", town, 6);
}

static int solo_score(const char *words, int level, uint64_t iterations)
{
    struct flip_table *table = open_table(flip_game_named("royalflip"), 1, words);
    struct flip_think_def def = {.level = level, .iterations = iterations};
    while (flip_table_turn(table)) {
        def.seed++;
        think_at(table, 0, &def, &thought);
        act(table, 0, thought.choice[0].move);
    }
    struct flip_result result;
    flip_table_result(table, &result);
    flip_table_close(table);
    return result.score[0];
}

CASE(each_manner_of_thinking_beats_the_one_below_on_the_same_deals)
{
    /* Means over ten deals: about 34, 42 and 46 points with standard errors near 1.3. */
    static const char *const deals[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    const int games = games_of(10);
    int beginner = 0, third = 0, search = 0;
    for (int i = 0; i < games; i++) {
        beginner += solo_score(deals[i], 1, 0);
        third += solo_score(deals[i], 3, 0);
        search += solo_score(deals[i], 4, 100);
    }
    assert_true(beginner < third);
    assert_true(third < search);
    assert_in_range(third, games * 38, games * 47);
}

/* What a level's choices cost by the estimate, along a game of the level above. */
static double cost_of(const char *game, const char *deal, int level)
{
    struct flip_table *table = open_table(flip_game_named(game), 1, deal);
    double cost = 0;
    for (uint64_t seed = 1; flip_table_turn(table); seed++) {
        const struct flip_think_def asked = {.level = level, .seed = seed}, plays = {.level = 3, .seed = seed};
        think_at(table, 0, &asked, &thought);
        double best = thought.choice[0].value;
        for (int i = 1; i < thought.count; i++)
            best = fmax(best, thought.choice[i].value);
        cost += best - thought.choice[0].value;
        think_at(table, 0, &plays, &thought);
        act(table, 0, thought.choice[0].move);
    }
    flip_table_close(table);
    return cost;
}

CASE(what_mistakes_cost_falls_from_level_to_level)
{
    static const char *const games[] = {"royalflip", "fliptown", "insertcoin"};
    static const char *const deals[] = {"mistakes", "slips", "blunders"};
    for (int i = 0; i < 3; i++) {
        double cost[3] = {0};
        for (int level = 1; level <= 3; level++)
            for (int deal = 0; deal < 3; deal++)
                cost[level - 1] += cost_of(games[i], deals[deal], level);
        assert_true(cost[0] > cost[1] && cost[1] > cost[2] && cost[2] > 0);
    }
}

CASE(of_moves_that_seem_equal_the_levels_with_mistakes_make_the_quick_one)
{
    struct flip_table *table = open_table(flip_game_named("royalflip"), 1, "equals");
    const struct flip_game *game = table->game;
    void *after = malloc(game->state_size);
    int mistakes = 0;
    for (uint64_t seed = 1; flip_table_turn(table); seed++) {
        struct flip_random random;
        flip_random_seed(&random, seed);
        const flip_move quick = game->bot->quick(table->rules, table->now.state, 0, &random);
        double worth[2];
        for (int level = 1; level <= 3; level++) {
            const struct flip_think_def def = {.level = level, .seed = seed};
            think_at(table, 0, &def, &thought);
            const flip_move moves[2] = {quick, thought.choice[0].move};
            for (int i = 0; i < 2; i++) {
                memcpy(after, table->now.state, game->state_size);
                game->rules->apply(table->rules, after, 0, moves[i]);
                worth[i] = game->bot->estimate(table->rules, after, 0);
            }
            assert_true(moves[0] == moves[1] || fabs(worth[0] - worth[1]) >= 0.001);
            mistakes += moves[0] != moves[1];
        }
        act(table, 0, quick);
    }
    assert_true(mistakes > 0);
    free(after);
    flip_table_close(table);
}

CASE(levels_of_version_0_1_play_as_they_did)
{
    /* Its second level made its quick move, whatever the seed; today's makes mistakes. */
    struct flip_table *table = open_table(flip_game_named("royalflip"), 1, "former");
    const struct flip_game *game = table->game;
    int others = 0;
    for (uint64_t seed = 1; flip_table_turn(table); seed++) {
        const struct flip_think_def now = {.level = 2, .seed = seed}, then = {.level = 2, .seed = seed, .former = true};
        struct flip_random random;
        flip_random_seed(&random, seed);
        const flip_move quick = game->bot->former->quick(table->rules, table->now.state, 0, &random);
        think_at(table, 0, &now, &second_thought);
        think_at(table, 0, &then, &thought);
        assert_true(thought.choice[0].move == quick);
        others += second_thought.choice[0].move != quick;
        act(table, 0, quick);
    }
    assert_true(others > 0);
    flip_table_close(table);
}

/* A game among bots of level 2, one after the other; what each seat did, as one number, and the points of all together. */
static int play_with_manners(uint64_t first_manner, uint64_t done[4])
{
    struct flip_table *table = open_table(flip_game_named("royalflip"), 4, "manners");
    struct flip_result result;
    memset(done, 0, 4 * sizeof *done);
    for (flip_set turn; (turn = flip_table_turn(table));) {
        const int seat = flip_set_first(turn);
        struct flip_think_def def = {.level = 2, .seed = 1, .manner = first_manner ? first_manner + (uint64_t)seat : 0};
        think_at(table, seat, &def, &thought);
        done[seat] = done[seat] * UINT64_C(1099511628211) ^ thought.choice[0].move;
        act(table, seat, thought.choice[0].move);
    }
    flip_table_result(table, &result);
    flip_table_close(table);
    return result.score[0] + result.score[1] + result.score[2] + result.score[3];
}

CASE(bots_of_one_level_play_alike_unless_each_has_a_manner_of_its_own)
{
    uint64_t alike[4], own[4], again[4];
    const int without = play_with_manners(0, alike), with = play_with_manners(7, own);
    assert_true(alike[0] == alike[1] && alike[1] == alike[2] && alike[2] == alike[3]);
    for (int a = 0; a < 4; a++)
        for (int b = a + 1; b < 4; b++)
            assert_true(own[a] != own[b]);
    play_with_manners(7, again);
    assert_memory_equal(own, again, sizeof own);
    assert_true(with * 4 > without * 3); /* a matter of taste, not of strength */
}

/* What three bots of a level did in the first rounds of a game, each as one number. */
static void play_first_rounds(int level, uint64_t first_manner, int rounds, uint64_t done[3])
{
    struct flip_table *table = open_table(flip_game_named("royalflip"), 3, "first rounds");
    const struct flip_position start = flip_table_position(table);
    const uint32_t first = start.phase;
    memset(done, 0, 3 * sizeof *done);
    for (flip_set turn;
         (turn = flip_table_turn(table)) && flip_table_position(table).phase < first + (uint32_t)rounds;) {
        const int seat = flip_set_first(turn);
        const struct flip_think_def def = {.level = level, .seed = 1, .manner = first_manner + (uint64_t)seat};
        think_at(table, seat, &def, &thought);
        done[seat] = done[seat] * UINT64_C(1099511628211) ^ thought.choice[0].move;
        act(table, seat, thought.choice[0].move);
    }
    flip_table_close(table);
}

CASE(bots_of_one_level_at_one_table_go_different_ways_from_the_first_rounds_on)
{
    /* By chance two of three play alike at 1, 8 and 3 of 99 tables of levels 2, 3 and 4. */
    for (int level = 2; level <= 4; level++) {
        int alike = 0;
        for (uint64_t manner = 10; manner < (uint64_t)(10 + 10 * (in_full() ? games_of(6) : 2)); manner += 10) {
            uint64_t done[3];
            play_first_rounds(level, manner, 6, done);
            alike += done[0] == done[1] || done[1] == done[2] || done[0] == done[2];
        }
        assert_in_range(alike, 0, 1);
    }
}

CASE(a_thought_ahead_tells_the_score_that_comes)
{
    /* In the middle of a game: what level 4 expects is near what it then reaches. */
    int expected = 0, reached = 0;
    static const char *const deals[] = {"k", "l", "m", "n", "o", "p"};
    const int games = games_of(6);
    for (int i = 0; i < games; i++) {
        struct flip_table *table = open_table(flip_game_named("royalflip"), 1, deals[i]);
        struct flip_think_def def = {.level = 4, .iterations = 60};
        for (int step = 0; flip_table_turn(table); step++) {
            def.seed++;
            think_at(table, 0, &def, &thought);
            if (step == 12)
                expected += (int)thought.choice[0].value;
            act(table, 0, thought.choice[0].move);
        }
        struct flip_result result;
        flip_table_result(table, &result);
        reached += result.score[0];
        flip_table_close(table);
    }
    assert_in_range(expected, reached - 5 * games, reached + 5 * games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chance_to_roll_again_is_worth_what_arithmetic_says),
        cmocka_unit_test(the_last_stone_is_won_by_leaving_a_multiple_of_four),
        cmocka_unit_test(a_sealed_word_is_answered_by_its_odds_and_not_by_itself),
        cmocka_unit_test(the_first_to_speak_does_not_count_on_being_heard),
        cmocka_unit_test(whole_turns_race_by_what_the_next_turn_makes_of_them),
        cmocka_unit_test(a_chain_is_worth_what_its_best_end_is_worth),
        cmocka_unit_test(the_same_seed_and_budget_give_the_same_thought_bit_for_bit),
        cmocka_unit_test(a_single_legal_move_is_answered_without_thinking),
        cmocka_unit_test(a_budget_of_iterations_is_kept_exactly_and_shared_among_the_choices),
        cmocka_unit_test(a_wrong_question_is_refused_with_a_reason),
        cmocka_unit_test(every_level_knows_exactly_the_legal_moves_of_every_game),
        cmocka_unit_test(a_thought_that_nobody_wants_any_more_ends_whatever_its_budget_was),
        cmocka_unit_test(another_future_behind_the_same_view_changes_no_thought),
        cmocka_unit_test(whole_games_overrule_an_expert_who_errs_and_no_other),
        cmocka_unit_test(what_mistakes_cost_falls_from_level_to_level),
        cmocka_unit_test(of_moves_that_seem_equal_the_levels_with_mistakes_make_the_quick_one),
        cmocka_unit_test(levels_of_version_0_1_play_as_they_did),
        cmocka_unit_test(each_manner_of_thinking_beats_the_one_below_on_the_same_deals),
        cmocka_unit_test(bots_of_one_level_at_one_table_go_different_ways_from_the_first_rounds_on),
        cmocka_unit_test(bots_of_one_level_play_alike_unless_each_has_a_manner_of_its_own),
        cmocka_unit_test(a_thought_ahead_tells_the_score_that_comes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
