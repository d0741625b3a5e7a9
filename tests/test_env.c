/* Environments: many games of one set-up, stepped together. */
#include "faces/sim/games/games.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* An environment with all its buffers. */
struct lab {
    struct flip_env_def def;
    struct flip_env_shape shape;
    struct flip_env_buffers out;
    void *memory;
    struct flip_env *env;
    int32_t *actions;
};

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

static void lab_open_for(struct lab *lab, const char *game, int seats, int games, int threads,
                         enum flip_env_reward reward)
{
    memset(lab, 0, sizeof *lab);
    lab->def = flip_env_defaults(flip_game_named(game));
    lab->def.seats = seats;
    lab->def.games = games;
    lab->def.threads = threads;
    lab->def.reward = reward;
    lab->def.seed = 7;
    must(flip_env_measure(&lab->def, &lab->shape, &problem));
    const size_t n = (size_t)games;
    lab->out = (struct flip_env_buffers){
        .observation = room(n * (size_t)lab->shape.numbers, sizeof(float)),
        .mask = room(n * (size_t)lab->shape.sets, sizeof(flip_set)),
        .legal = room(n * (size_t)lab->shape.listed, sizeof(int32_t)),
        .legal_count = room(n, sizeof(int32_t)),
        .reward = room(n * (size_t)seats, sizeof(float)),
        .score = room(n * (size_t)seats, sizeof(int32_t)),
        .over = room(n, 1),
        .seat = room(n, 1),
        .seed = room(n, sizeof(uint64_t)),
        .final = room(n * (size_t)seats * (size_t)lab->shape.numbers, sizeof(float)),
    };
    lab->actions = room(n, sizeof(int32_t));
    lab->memory = aligned_alloc(FLIP_ENV_ALIGNMENT, lab->shape.memory);
    assert_non_null(lab->memory);
    lab->env = flip_env_open(&lab->def, lab->memory, lab->shape.memory, &lab->out, &problem);
    must(lab->env ? 0 : -1);
}

static void lab_open(struct lab *lab, const char *game, int seats, int games, int threads)
{
    lab_open_for(lab, game, seats, games, threads, FLIP_REWARD_WIN);
}

static void lab_close(struct lab *lab)
{
    flip_env_close(lab->env);
    free(lab->memory);
    free(lab->actions);
    free(lab->out.observation);
    free(lab->out.mask);
    free(lab->out.legal);
    free(lab->out.legal_count);
    free(lab->out.reward);
    free(lab->out.score);
    free(lab->out.over);
    free(lab->out.seat);
    free(lab->out.seed);
    free(lab->out.final);
}

static void same_results(const struct lab *a, const struct lab *b)
{
    const size_t n = (size_t)a->shape.games, seats = (size_t)a->shape.seats;
    assert_memory_equal(a->out.observation, b->out.observation, n * (size_t)a->shape.numbers * sizeof(float));
    assert_memory_equal(a->out.mask, b->out.mask, n * (size_t)a->shape.sets * sizeof(flip_set));
    assert_memory_equal(a->out.legal_count, b->out.legal_count, n * sizeof(int32_t));
    assert_memory_equal(a->out.reward, b->out.reward, n * seats * sizeof(float));
    assert_memory_equal(a->out.score, b->out.score, n * seats * sizeof(int32_t));
    assert_memory_equal(a->out.over, b->out.over, n);
    assert_memory_equal(a->out.seat, b->out.seat, n);
    assert_memory_equal(a->out.seed, b->out.seed, n * sizeof(uint64_t));
    assert_memory_equal(a->out.final, b->out.final, n * seats * (size_t)a->shape.numbers * sizeof(float));
}

/* --- the games ----------------------------------------------------------------------------------------------------------- */

/* A game by its rules alone: dealt from this seed, with the moves that the environment made. */
struct by_hand {
    struct flip_random dealer;
    void *state, *before; /* now, and at the beginning of the phase */
    uint32_t phase;
};

static void keep_phase_by_hand(const struct flip_setup *setup, struct by_hand *hand, bool begins)
{
    const uint32_t phase = setup->game->knowledge->phase(setup->rules, hand->state);
    if (begins || phase != hand->phase)
        memcpy(hand->before, hand->state, setup->game->state_size);
    hand->phase = phase;
}

static void deal_by_hand(const struct flip_setup *setup, struct by_hand *hand)
{
    const struct flip_game_rules *play = setup->game->rules;
    while (play->turn(setup->rules, hand->state) == FLIP_BIT(FLIP_DEALER)) {
        struct flip_chances chances = {0};
        play->chances(setup->rules, hand->state, &chances);
        play->apply(setup->rules, hand->state, FLIP_DEALER, flip_chances_pick(&chances, &hand->dealer));
        keep_phase_by_hand(setup, hand, false);
    }
}

static void begin_by_hand(const struct flip_setup *setup, struct by_hand *hand, uint64_t seed)
{
    flip_random_seed(&hand->dealer, seed);
    setup->game->rules->start(setup->rules, hand->state);
    keep_phase_by_hand(setup, hand, true);
    deal_by_hand(setup, hand);
}

static void check_end(const struct lab *lab, const struct flip_setup *setup, const struct by_hand *hand, int game)
{
    struct flip_result result;
    setup->game->rules->result(setup->rules, hand->state, &result);
    assert_int_equal(setup->game->rules->turn(setup->rules, hand->state), 0);
    for (int seat = 0; seat < lab->shape.seats; seat++) {
        const int at = game * lab->shape.seats + seat;
        const float share = 1.0F / (float)flip_set_count(result.winners | !result.winners);
        assert_int_equal(lab->out.score[at], result.score[seat]);
        assert_true(lab->out.reward[at] == (flip_set_has(result.winners, seat) ? share : 0));
        const size_t numbers = (size_t)lab->shape.numbers;
        float *known = room(numbers, sizeof *known);
        setup->game->learn->observe(setup->rules, hand->state, lab->shape.seats > 1 ? hand->before : hand->state, seat,
                                    known);
        assert_memory_equal(known, &lab->out.final[(size_t)at * numbers], numbers * sizeof *known);
        free(known);
    }
}

static void games_are_those_of_the_rules(const char *id, int seats)
{
    enum { GAMES = 5, ENDS = 40 };
    struct lab lab;
    struct flip_setup setup = {0};
    const struct flip_setup_args args = {.game = id};
    struct by_hand hand[GAMES];
    lab_open(&lab, id, seats, GAMES, 1);
    must(flip_setup_read(&setup, &args, &problem));
    must(flip_setup_seat(&setup, seats, &problem));
    for (int i = 0; i < GAMES; i++) {
        assert_true(lab.out.seed[i] == flip_game_seed(7, (uint64_t)i));
        hand[i].state = room(1, setup.game->state_size);
        hand[i].before = room(1, setup.game->state_size);
        begin_by_hand(&setup, &hand[i], lab.out.seed[i]);
    }
    for (int ends = 0; ends < ENDS;) {
        uint8_t seat[GAMES];
        memcpy(seat, lab.out.seat, sizeof seat);
        must(flip_env_step_random(lab.env, lab.actions, &problem));
        for (int i = 0; i < GAMES; i++) {
            const flip_move move = setup.game->learn->move(setup.rules, hand[i].state, seat[i], lab.actions[i]);
            assert_int_equal(seat[i], flip_set_first(setup.game->rules->turn(setup.rules, hand[i].state)));
            setup.game->rules->apply(setup.rules, hand[i].state, seat[i], move);
            keep_phase_by_hand(&setup, &hand[i], false);
            deal_by_hand(&setup, &hand[i]);
            assert_int_equal(lab.out.over[i], setup.game->rules->turn(setup.rules, hand[i].state) == 0);
            if (!lab.out.over[i])
                continue;
            check_end(&lab, &setup, &hand[i], i);
            begin_by_hand(&setup, &hand[i], lab.out.seed[i]);
            ends++;
        }
    }
    for (int i = 0; i < GAMES; i++) {
        free(hand[i].state);
        free(hand[i].before);
    }
    flip_setup_close(&setup);
    lab_close(&lab);
}

CASE(games_go_and_end_as_the_rules_say_and_are_followed_by_new_ones)
{
    for (int i = 0; flip_game_at(i); i++)
        if (flip_game_at(i)->learn && !flip_game_at(i)->flicks) {
            games_are_those_of_the_rules(flip_game_at(i)->id, 1);
            games_are_those_of_the_rules(flip_game_at(i)->id, 3);
        }
}

/* The step that ends a game brings its last gain. */
CASE(gains_add_up_to_the_final_score)
{
    enum { GAMES = 4, SEATS = 2 };
    int early = 0; /* chance seldom wins anything before the end in some games */
    for (int i = 0; flip_game_at(i); i++) {
        float sum[GAMES * SEATS] = {0};
        int ends = 0;
        struct lab lab;
        if (!flip_game_at(i)->learn || flip_game_at(i)->flicks)
            continue;
        lab_open_for(&lab, flip_game_at(i)->id, SEATS, GAMES, 1, FLIP_REWARD_GAIN);
        while (ends < 3 * GAMES) {
            must(flip_env_step_random(lab.env, NULL, &problem));
            for (int at = 0; at < GAMES * SEATS; at++) {
                const bool over = lab.out.over[at / SEATS];
                sum[at] += lab.out.reward[at];
                early += !over && lab.out.reward[at] != 0;
                if (over)
                    assert_true(sum[at] == (float)lab.out.score[at]);
                sum[at] = over ? 0 : sum[at];
                ends += over;
            }
        }
        lab_close(&lab);
    }
    assert_true(early > 100);
}

/* The games with even numbers first, then the others: each is what it would have been together with all. */
CASE(games_wait_while_others_move)
{
    enum { GAMES = 6, STEPS = 300 };
    for (int i = 0; flip_game_at(i); i++) {
        const struct flip_game *game = flip_game_at(i);
        struct lab all, some;
        if (!game->learn || game->flicks)
            continue;
        lab_open(&all, game->id, 2, GAMES, 1);
        lab_open(&some, game->id, 2, GAMES, 3);
        for (int step = 0; step < STEPS; step++) {
            uint8_t over[GAMES];
            must(flip_env_step_random(all.env, all.actions, &problem));
            for (int turn = 0; turn < 2; turn++) {
                for (int k = 0; k < GAMES; k++)
                    some.actions[k] = k % 2 == turn ? all.actions[k] : FLIP_ENV_WAIT;
                must(flip_env_step(some.env, some.actions, NULL, &problem));
                for (int k = 0; k < GAMES; k++) {
                    if (k % 2 == turn)
                        over[k] = some.out.over[k];
                    else
                        assert_true(!some.out.over[k] && some.out.reward[2 * k] + some.out.reward[2 * k + 1] == 0);
                }
            }
            assert_memory_equal(over, all.out.over, sizeof over);
            memcpy(some.out.over, all.out.over, GAMES);
            memcpy(some.out.reward, all.out.reward, 2 * GAMES * sizeof(float));
            same_results(&all, &some);
        }
        lab_close(&all);
        lab_close(&some);
    }
}

CASE(actions_by_number_make_the_same_games_whatever_the_number_of_threads)
{
    enum { GAMES = 23, STEPS = 300 };
    for (int i = 0; flip_game_at(i); i++) {
        const struct flip_game *game = flip_game_at(i);
        struct lab alone, together;
        if (!game->learn || game->flicks)
            continue;
        lab_open(&alone, game->id, 2, GAMES, 1);
        lab_open(&together, game->id, 2, GAMES, 3); /* and takes by number what the other has chosen */
        same_results(&alone, &together);
        for (int step = 0; step < STEPS; step++) {
            must(flip_env_step_random(alone.env, alone.actions, &problem));
            must(flip_env_step(together.env, alone.actions, NULL, &problem));
            same_results(&alone, &together);
        }
        lab_close(&alone);
        lab_close(&together);
    }
}

/* Two environments with the same set-up: games, and branches of them. */
static void step_both(struct lab *game, struct lab *twin)
{
    must(flip_env_step_random(game->env, game->actions, &problem));
    must(flip_env_step(twin->env, game->actions, NULL, &problem));
}

/* An environment that had no buffers at first writes what the other has written all along. */
CASE(buffers_can_be_given_later)
{
    enum { GAMES = 9 };
    struct lab always, later;
    lab_open(&always, "insertcoin", 2, GAMES, 1);
    lab_open(&later, "insertcoin", 2, GAMES, 2);
    const struct flip_env_buffers none = {.over = later.out.over};
    must(flip_env_redirect(later.env, &none, &problem));
    for (int step = 0; step < 40; step++)
        step_both(&always, &later);
    assert_memory_not_equal(always.out.observation, later.out.observation,
                            GAMES * (size_t)always.shape.numbers * sizeof(float));
    must(flip_env_redirect(later.env, &later.out, &problem));
    memcpy(later.out.reward, always.out.reward, sizeof(float) * 2 * GAMES);
    memcpy(later.out.score, always.out.score, sizeof(int32_t) * 2 * GAMES);
    memcpy(later.out.final, always.out.final, sizeof(float) * 2 * GAMES * (size_t)always.shape.numbers);
    same_results(&always, &later);
    step_both(&always, &later);
    same_results(&always, &later);
    lab_close(&always);
    lab_close(&later);
}

/* The first legal action in every game, which takes nothing from the source of chance. */
CASE(a_restart_repeats_all_games_step_by_step)
{
    enum { GAMES = 4, STEPS = 400 };
    struct lab first, again;
    lab_open(&first, "royalflip", 2, GAMES, 1);
    lab_open(&again, "royalflip", 2, GAMES, 2);
    for (int step = 0; step < 50; step++)
        must(flip_env_step_random(again.env, NULL, &problem));
    must(flip_env_restart(again.env, 7, &problem));
    for (int step = 0; step < STEPS; step++) {
        same_results(&first, &again);
        for (int i = 0; i < GAMES; i++) {
            const int place = step % first.out.legal_count[i];
            first.actions[i] = first.out.legal[i * first.shape.listed + place];
        }
        must(flip_env_step(first.env, first.actions, NULL, &problem));
        must(flip_env_step(again.env, first.actions, NULL, &problem));
    }
    must(flip_env_begin(again.env, 2, 99, &problem));
    assert_true(again.out.seed[2] == 99);
    lab_close(&first);
    lab_close(&again);
}

CASE(the_list_of_legal_actions_is_the_mask_in_ascending_order)
{
    enum { GAMES = 3 };
    struct lab lab;
    lab_open(&lab, "insertcoin", 2, GAMES, 1);
    for (int step = 0; step < 200; step++) {
        for (int i = 0; i < GAMES; i++) {
            const flip_set *mask = &lab.out.mask[i * lab.shape.sets];
            const int32_t *legal = &lab.out.legal[i * lab.shape.listed];
            assert_int_equal(lab.out.legal_count[i], flip_sets_count(mask, lab.shape.sets));
            for (int k = 0; k < lab.out.legal_count[i]; k++) {
                assert_true(k == 0 || legal[k] > legal[k - 1]);
                assert_true(flip_set_has(mask[legal[k] / 64], legal[k] % 64));
            }
            for (int k = lab.out.legal_count[i]; step > 0 && k < lab.shape.listed; k++) /* the rest is left as it was */
                assert_int_equal(legal[k], -1);
        }
        memset(lab.out.legal, -1, sizeof(int32_t) * GAMES * (size_t)lab.shape.listed);
        must(flip_env_step_random(lab.env, NULL, &problem));
    }
    lab_close(&lab);
}

/* Every action in every state of some games; what is not legal must not be allowed either. */
static void what_is_allowed_is_the_mask(const char *id, int seats)
{
    enum { STEPS = 60 };
    const struct flip_game_learn *learn = flip_game_named(id)->learn;
    struct lab lab;
    lab_open(&lab, id, seats, 3, 1);
    for (int step = 0; step < STEPS; step++) {
        for (int game = 0; game < 3; game++) {
            struct flip_position at;
            const flip_set *mask = lab.out.mask + (size_t)game * (size_t)lab.shape.sets;
            must(flip_env_position(lab.env, game, &at, &problem));
            for (int action = 0; action < lab.shape.actions; action++)
                assert_int_equal(learn->allows(at.rules, at.state, lab.out.seat[game], action),
                                 flip_set_has(mask[action / 64], action % 64));
        }
        must(flip_env_step_random(lab.env, NULL, &problem));
    }
    lab_close(&lab);
}

CASE(what_a_game_allows_is_its_mask)
{
    int games = 0;
    for (int i = 0; flip_game_at(i); i++)
        for (int seats = 1; flip_game_at(i)->learn && flip_game_at(i)->learn->allows && seats <= 3; seats++, games++)
            what_is_allowed_is_the_mask(flip_game_at(i)->id, seats);
    assert_true(games > 0);
}

CASE(numbers_and_notation_lead_to_each_other)
{
    struct lab lab;
    lab_open(&lab, "fliptown", 2, 2, 1);
    for (int step = 0; step < 120; step++) {
        for (int k = 0; k < lab.out.legal_count[1]; k++) {
            char notation[FLIP_MOVE_TEXT];
            struct flip_text text = flip_text_in(notation, sizeof notation);
            int32_t action = -1;
            must(flip_env_text(lab.env, 1, lab.out.legal[lab.shape.listed + k], &text, &problem));
            must(flip_env_named(lab.env, 1, notation, &action, &problem));
            assert_int_equal(action, lab.out.legal[lab.shape.listed + k]);
        }
        must(flip_env_step_random(lab.env, NULL, &problem));
    }
    int32_t action;
    assert_int_equal(flip_env_named(lab.env, 0, "fly to the moon", &action, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_ILLEGAL);
    lab_close(&lab);
}

/* --- bad input ----------------------------------------------------------------------------------------------------------- */

static void fails_with(int result, int code)
{
    assert_int_equal(result, -1);
    assert_int_equal(problem.code, code);
    assert_true(strlen(problem.message) > 20);
}

CASE(an_action_that_is_not_legal_moves_no_game)
{
    enum { GAMES = 3 };
    struct lab lab, untouched;
    lab_open(&lab, "flipcity", 2, GAMES, 1);
    lab_open(&untouched, "flipcity", 2, GAMES, 1);
    for (int i = 0; i < GAMES; i++)
        lab.actions[i] = lab.out.legal[i * lab.shape.listed];
    const int32_t good = lab.actions[GAMES - 1], bad[] = {-1, lab.shape.actions, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lab.actions[GAMES - 1] = bad[i];
        fails_with(flip_env_step(lab.env, lab.actions, NULL, &problem), FLIP_ERROR_RANGE);
    }
    for (int action = 0; action < lab.shape.actions; action++) {
        const flip_set *mask = &lab.out.mask[(GAMES - 1) * lab.shape.sets];
        if (flip_set_has(mask[action / 64], action % 64))
            continue;
        lab.actions[GAMES - 1] = action;
        fails_with(flip_env_step(lab.env, lab.actions, NULL, &problem), FLIP_ERROR_ILLEGAL);
    }
    same_results(&lab, &untouched);
    lab.actions[GAMES - 1] = good;
    must(flip_env_step(lab.env, lab.actions, NULL, &problem));
    fails_with(flip_env_begin(lab.env, GAMES, 1, &problem), FLIP_ERROR_RANGE);
    fails_with(flip_env_begin(lab.env, -1, 1, &problem), FLIP_ERROR_RANGE);
    lab_close(&lab);
    lab_close(&untouched);
}

CASE(a_set_up_that_cannot_be_gets_an_error_and_a_sentence)
{
    struct flip_env_def good = flip_env_defaults(flip_game_named("royalflip")), def;
    struct flip_env_shape shape;
    must(flip_env_measure(&good, &shape, &problem));
    def = good, def.game = NULL;
    fails_with(flip_env_measure(&def, &shape, &problem), FLIP_ERROR_NO_GAME);
    def = good, def.seats = 7;
    fails_with(flip_env_measure(&def, &shape, &problem), FLIP_ERROR_SEATS);
    def = good, def.games = 0;
    fails_with(flip_env_measure(&def, &shape, &problem), FLIP_ERROR_RANGE);
    def = good, def.games = FLIP_ENV_GAMES + 1;
    fails_with(flip_env_measure(&def, &shape, &problem), FLIP_ERROR_RANGE);
    def = good, def.threads = 0;
    fails_with(flip_env_measure(&def, &shape, &problem), FLIP_ERROR_THREADS);
    def = good, def.reward = (enum flip_env_reward)5;
    fails_with(flip_env_measure(&def, &shape, &problem), FLIP_ERROR_RANGE);
    struct flip_edition *other = flip_edition_classic(flip_game_named("flipcity"), &problem);
    def = good, def.edition = other;
    fails_with(flip_env_measure(&def, &shape, &problem), FLIP_ERROR_BAD_EDITION);
    flip_edition_free(other);
}

CASE(memory_that_is_too_small_or_not_aligned_is_refused)
{
    struct flip_env_def def = flip_env_defaults(flip_game_named("royalflip"));
    struct flip_env_shape shape;
    must(flip_env_measure(&def, &shape, &problem));
    char *memory = aligned_alloc(FLIP_ENV_ALIGNMENT, shape.memory + FLIP_ENV_ALIGNMENT);
    assert_non_null(memory);
    assert_null(flip_env_open(&def, NULL, shape.memory, NULL, &problem));
    assert_int_equal(problem.code, FLIP_ERROR_NO_MEMORY);
    assert_null(flip_env_open(&def, memory, shape.memory - 1, NULL, &problem));
    assert_int_equal(problem.code, FLIP_ERROR_NO_MEMORY);
    assert_null(flip_env_open(&def, memory + 8, shape.memory, NULL, &problem));
    assert_int_equal(problem.code, FLIP_ERROR_NO_MEMORY);
    struct flip_env *env = flip_env_open(&def, memory, shape.memory, NULL, &problem); /* and no buffers at all */
    must(env ? 0 : -1);
    must(flip_env_step_random(env, NULL, &problem));
    flip_env_close(env);
    free(memory);
}

CASE(a_game_that_is_not_for_learners_says_so)
{
    struct flip_game game = *flip_game_named("royalflip");
    game.learn = NULL;
    struct flip_env_def def = flip_env_defaults(&game);
    struct flip_env_shape shape;
    struct flip_edition *edition = flip_edition_classic(flip_game_named("royalflip"), &problem);
    struct flip_edition mine = *edition;
    mine.game = &game;
    def.edition = &mine;
    fails_with(flip_env_measure(&def, &shape, &problem), FLIP_ERROR_BAD_GAME);
    flip_edition_free(edition);
}

/* --- flicks -------------------------------------------------------------------------------------------------------------- */

/* Plays by numbers until some action is a template, which is returned. */
static int32_t first_template(struct lab *lab, struct flip_range range[FLIP_MAX_RANGES], int *count)
{
    struct flip_setup setup = {0};
    const struct flip_setup_args args = {.game = "flickemup"};
    must(flip_setup_read(&setup, &args, &problem));
    must(flip_setup_seat(&setup, 2, &problem));
    void *state = room(1, setup.game->state_size);
    setup.game->rules->start(setup.rules, state);
    for (*count = 0;;) {
        const int seat = lab->out.seat[0];
        const int32_t action = lab->out.legal[0];
        const flip_move move = setup.game->learn->move(setup.rules, state, seat, action);
        *count = flip_move_ranges(setup.game, setup.rules, state, seat, move, range);
        if (*count > 0) {
            free(state);
            flip_setup_close(&setup);
            return action;
        }
        setup.game->rules->apply(setup.rules, state, seat, move);
        must(flip_env_step(lab->env, &action, NULL, &problem));
    }
}

CASE(a_flick_is_a_template_with_numbers_beside_it)
{
    struct lab lab;
    struct flip_range range[FLIP_MAX_RANGES];
    int count;
    lab_open(&lab, "flickemup", 2, 1, 1);
    const int32_t flick = first_template(&lab, range, &count);
    int32_t numbers[FLIP_MAX_RANGES] = {0};
    assert_int_equal(count, 2);
    struct flip_range told[FLIP_MAX_RANGES];
    assert_int_equal(flip_env_ranges(lab.env, 0, flick, told, &problem), count);
    assert_int_equal(told[1].max, range[1].max);
    assert_int_equal(flip_env_step(lab.env, &flick, NULL, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_OPEN);
    numbers[0] = range[0].min;
    numbers[1] = range[1].max + 1;
    assert_int_equal(flip_env_step(lab.env, &flick, numbers, &problem), -1);
    assert_true(strlen(problem.message) > 10);
    numbers[1] = (range[1].min + range[1].max) / 2;
    must(flip_env_step(lab.env, &flick, numbers, &problem));
    for (int step = 0; step < 20; step++)
        must(flip_env_step_random(lab.env, NULL, &problem));
    lab_close(&lab);
}

/* --- tables -------------------------------------------------------------------------------------------------------------- */

CASE(a_table_can_be_played_by_numbers_to_its_end)
{
    static flip_set mask[FLIP_MOST_ACTIONS / 64];
    static float numbers[8192];
    struct flip_range open[FLIP_MAX_RANGES];
    struct flip_table_def def = flip_table_defaults(flip_game_named("fliptown"));
    struct flip_env_shape shape;
    struct flip_table *table = flip_table_open(&def, &problem);
    must(table ? 0 : -1);
    must(flip_learn_measure(table, &shape, &problem));
    while (flip_table_turn(table)) {
        const int seat = flip_set_first(flip_table_turn(table));
        flip_move move;
        int set = 0, action;
        must(flip_learn_observe(table, seat, numbers, &problem));
        must(flip_learn_mask(table, seat, mask, &problem));
        while (!mask[set])
            set++;
        must(flip_learn_move(table, seat, 64 * set + flip_set_first(mask[set]), NULL, &move, &problem));
        must(flip_learn_action(table, seat, move, &action, &problem));
        assert_int_equal(flip_learn_ranges(table, seat, action, open, &problem), 0);
        assert_int_equal(action, 64 * set + flip_set_first(mask[set]));
        must(flip_table_act(table, seat, move, &problem));
    }
    must(flip_learn_mask(table, 0, mask, &problem));
    assert_int_equal(flip_sets_count(mask, shape.sets), 0);
    fails_with(flip_learn_observe(table, 9, numbers, &problem), FLIP_ERROR_BAD_SEAT);
    flip_table_close(table);
}

CASE(a_bot_can_play_one_seat_of_one_game_while_the_others_wait)
{
    static struct flip_thought thought;
    struct lab lab;
    struct flip_position at;
    lab_open(&lab, "royalflip", 2, 2, 1);
    const uint64_t other = lab.out.seed[1];
    int moves = 0;
    while (!lab.out.over[0]) {
        must(flip_env_position(lab.env, 0, &at, &problem));
        const struct flip_think_def level = flip_think_defaults(1);
        must(flip_think_position(&at, lab.out.seat[0], &level, &thought, &problem));
        must(flip_env_act(lab.env, 0, thought.choice[0].move, &problem));
        moves++;
    }
    assert_true(moves > 20);
    flip_move first;
    must(flip_env_move(lab.env, 1, lab.out.legal[lab.shape.listed], NULL, &first, &problem));
    must(flip_env_act(lab.env, 1, first, &problem));
    assert_true(lab.out.reward[0] + lab.out.reward[1] > 0.99F);
    assert_int_equal(lab.out.seed[1], other);
    fails_with(flip_env_act(lab.env, 0, ~(flip_move)0, &problem), FLIP_ERROR_ILLEGAL);
    fails_with(flip_env_position(lab.env, 2, &at, &problem), FLIP_ERROR_RANGE);
    fails_with(flip_env_act(lab.env, -1, 0, &problem), FLIP_ERROR_RANGE);
    lab_close(&lab);
}

CASE(bots_answer_in_many_games_at_once)
{
    enum { GAMES = 7 };
    static struct flip_thought thought;
    static const uint8_t asked[GAMES] = {1, 0, 1, 1, 1, 0, 1};
    struct lab alone, together, flicks;
    struct flip_think_def how = flip_think_defaults(1);
    how.seed = 5;
    lab_open(&alone, "royalflip", 2, GAMES, 1);
    lab_open(&together, "royalflip", 2, GAMES, 3);
    for (int step = 0; step < 30; step++) {
        for (int i = 0; i < GAMES; i++)
            alone.actions[i] = together.actions[i] = -7;
        must(flip_env_think(alone.env, &how, asked, alone.actions, &problem));
        must(flip_env_think(together.env, &how, step ? asked : NULL, together.actions, &problem));
        for (int i = 0; i < GAMES; i++) {
            struct flip_position at;
            struct flip_think_def own = how;
            own.seed = flip_game_seed(how.seed, (uint64_t)i);
            must(flip_env_position(alone.env, i, &at, &problem));
            must(flip_think_position(&at, alone.out.seat[i], &own, &thought, &problem));
            const int action = at.game->learn->action(at.rules, at.state, alone.out.seat[i], thought.choice[0].move);
            assert_int_equal(alone.actions[i], asked[i] ? action : -7);
            assert_int_equal(together.actions[i], asked[i] || step == 0 ? action : -7);
        }
        same_results(&alone, &together); /* nothing has moved */
        step_both(&alone, &together);
    }
    lab_open(&flicks, "flickemup", 2, 1, 1);
    fails_with(flip_env_think(flicks.env, &how, NULL, flicks.actions, &problem), FLIP_ERROR_OPEN);
    lab_close(&alone);
    lab_close(&together);
    lab_close(&flicks);
}

CASE(a_branch_is_the_game_after_an_action_and_leaves_the_game_alone)
{
    static const char *const names[] = {"royalflip", "flipcity", "fliptown", "insertcoin"};
    for (size_t g = 0; g < sizeof names / sizeof *names; g++) {
        struct lab lab, twin, ahead;
        int32_t games[8], actions[8];
        lab_open(&lab, names[g], 2, 2, 1);
        lab_open(&twin, names[g], 2, 2, 1);
        lab_open(&ahead, names[g], 2, 8, 2);
        const size_t size = sizeof(float) * (size_t)lab.shape.numbers;
        for (int step = 0; step < 60; step++) {
            for (int i = 0; i < 8; i++) {
                games[i] = i % 2;
                const int32_t *legal = lab.out.legal + (size_t)games[i] * (size_t)lab.shape.listed;
                actions[i] = legal[(i / 4 * 5 + step) % lab.out.legal_count[games[i]]];
            }
            must(flip_env_branch(ahead.env, lab.env, 8, games, actions, (uint64_t)step, &problem));
            /* The same game, action and seed: the same branch. */
            for (int i = 0; i < 8; i += 4)
                assert_memory_equal(ahead.out.observation + (size_t)i * (size_t)lab.shape.numbers,
                                    ahead.out.observation + (size_t)(i + 2) * (size_t)lab.shape.numbers, size);
            step_both(&lab, &twin);
            assert_memory_equal(lab.out.observation, twin.out.observation, 2 * size);
        }
        lab_close(&lab);
        lab_close(&twin);
        lab_close(&ahead);
    }
}

CASE(a_branch_does_not_tell_what_the_game_will_deal)
{
    struct lab lab, ahead;
    int same = 0, dealt = 0;
    lab_open(&lab, "royalflip", 1, 1, 1);
    lab_open(&ahead, "royalflip", 1, 1, 1);
    for (int step = 0; step < 400; step++) {
        const int32_t game = 0, action = lab.out.legal[step % lab.out.legal_count[0]];
        const float round = lab.out.observation[0];
        must(flip_env_branch(ahead.env, lab.env, 1, &game, &action, 1, &problem));
        must(flip_env_step(lab.env, &action, NULL, &problem));
        if (lab.out.over[0] || lab.out.observation[0] == round) {
            if (!lab.out.over[0]) /* nothing was dealt: all is as in the game */
                assert_memory_equal(lab.out.observation, ahead.out.observation,
                                    sizeof(float) * (size_t)lab.shape.numbers);
            assert_int_equal(lab.out.over[0], ahead.out.over[0]);
            continue;
        }
        dealt++;
        same += memcmp(lab.out.observation + 1, ahead.out.observation + 1, 18 * sizeof(float)) == 0;
    }
    assert_true(dealt > 50);
    assert_true(same < dealt / 10);
    lab_close(&lab);
    lab_close(&ahead);
}

CASE(branches_that_cannot_be_get_an_error_and_a_sentence)
{
    struct lab lab, ahead, other;
    lab_open(&lab, "royalflip", 2, 2, 1);
    lab_open(&ahead, "royalflip", 2, 2, 1);
    lab_open(&other, "royalflip", 3, 2, 1);
    const int32_t games[] = {0, 1, 0}, far[] = {2}, illegal[] = {194};
    const int32_t actions[] = {lab.out.legal[0], lab.out.legal[lab.shape.listed], lab.out.legal[0]};
    must(flip_env_branch(ahead.env, lab.env, 2, games, actions, 1, &problem));
    fails_with(flip_env_branch(ahead.env, lab.env, 3, games, actions, 1, &problem), FLIP_ERROR_RANGE);
    fails_with(flip_env_branch(ahead.env, lab.env, -1, games, actions, 1, &problem), FLIP_ERROR_RANGE);
    fails_with(flip_env_branch(ahead.env, lab.env, 1, far, actions, 1, &problem), FLIP_ERROR_RANGE);
    fails_with(flip_env_branch(ahead.env, lab.env, 1, games, illegal, 1, &problem), FLIP_ERROR_ILLEGAL);
    fails_with(flip_env_branch(other.env, lab.env, 1, games, actions, 1, &problem), FLIP_ERROR_USAGE);
    fails_with(flip_env_branch(lab.env, lab.env, 1, games, actions, 1, &problem), FLIP_ERROR_USAGE);
    lab_close(&lab);
    lab_close(&ahead);
    lab_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_go_and_end_as_the_rules_say_and_are_followed_by_new_ones),
        cmocka_unit_test(gains_add_up_to_the_final_score),
        cmocka_unit_test(games_wait_while_others_move),
        cmocka_unit_test(actions_by_number_make_the_same_games_whatever_the_number_of_threads),
        cmocka_unit_test(buffers_can_be_given_later),
        cmocka_unit_test(a_restart_repeats_all_games_step_by_step),
        cmocka_unit_test(the_list_of_legal_actions_is_the_mask_in_ascending_order),
        cmocka_unit_test(what_a_game_allows_is_its_mask),
        cmocka_unit_test(numbers_and_notation_lead_to_each_other),
        cmocka_unit_test(an_action_that_is_not_legal_moves_no_game),
        cmocka_unit_test(a_set_up_that_cannot_be_gets_an_error_and_a_sentence),
        cmocka_unit_test(memory_that_is_too_small_or_not_aligned_is_refused),
        cmocka_unit_test(a_game_that_is_not_for_learners_says_so),
        cmocka_unit_test(a_flick_is_a_template_with_numbers_beside_it),
        cmocka_unit_test(a_table_can_be_played_by_numbers_to_its_end),
        cmocka_unit_test(a_bot_can_play_one_seat_of_one_game_while_the_others_wait),
        cmocka_unit_test(bots_answer_in_many_games_at_once),
        cmocka_unit_test(a_branch_is_the_game_after_an_action_and_leaves_the_game_alone),
        cmocka_unit_test(a_branch_does_not_tell_what_the_game_will_deal),
        cmocka_unit_test(branches_that_cannot_be_get_an_error_and_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
