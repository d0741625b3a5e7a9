/*
 * Packed observations: a row opens to the numbers of the observation, bit for bit, and a card's writer (core/numbers.h, compiled here for the processor) writes the
 * same words.
 */
#include <flipside/env.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { GAMES = 24, STEPS = 300 };

/* The games' own lists of numbers, compiled as for a card. */
extern const struct flip_game_learn packing_royalflip, packing_flipcity, packing_fliptown, packing_insertcoin;

static const struct {
    const char *game;
    const struct flip_game_learn *packing;
} packers[] = {{"royalflip", &packing_royalflip},
               {"flipcity", &packing_flipcity},
               {"fliptown", &packing_fliptown},
               {"insertcoin", &packing_insertcoin}};
enum { PACKERS = sizeof packers / sizeof *packers };

struct lab {
    struct flip_env_def def;
    struct flip_env_shape shape;
    struct flip_env *env;
    void *memory;
    int words;
    float *observation, *opened;
    uint32_t *packed;
    uint8_t seat[GAMES];
};

static void lab_open(struct lab *lab, const char *game, int seats, bool floats)
{
    *lab = (struct lab){.def = flip_env_defaults(flip_game_named(game))};
    lab->def.seats = seats;
    lab->def.games = GAMES;
    lab->def.threads = 2;
    must(flip_env_measure(&lab->def, &lab->shape, &problem));
    const size_t size = sizeof(float) * GAMES * (size_t)lab->shape.numbers;
    lab->memory = aligned_alloc(FLIP_ENV_ALIGNMENT, lab->shape.memory);
    lab->observation = floats ? malloc(size) : NULL;
    lab->opened = malloc(size);
    const struct flip_env_buffers out = {.observation = lab->observation, .seat = lab->seat};
    lab->env = flip_env_open(&lab->def, lab->memory, lab->shape.memory, &out, &problem);
    must(lab->env ? 0 : -1);
    lab->words = flip_env_packing(lab->env, NULL, &problem);
    must(lab->words);
    lab->packed = malloc(sizeof(uint32_t) * GAMES * (size_t)lab->words);
    must(flip_env_pack(lab->env, lab->packed, &problem));
}

static void lab_close(struct lab *lab)
{
    flip_env_close(lab->env);
    free(lab->memory);
    free(lab->observation);
    free(lab->opened);
    free(lab->packed);
}

static void rows_open_to_the_observations(struct lab *lab)
{
    must(flip_env_unpack(lab->env, lab->packed, GAMES, lab->opened, &problem));
    assert_memory_equal(lab->opened, lab->observation, sizeof(float) * GAMES * (size_t)lab->shape.numbers);
}

CASE(packed_rows_open_to_the_bits_of_the_observation)
{
    for (int i = 0; i < PACKERS; i++)
        for (int seats = flip_game_named(packers[i].game)->min_seats; seats <= 3; seats++) {
            struct lab lab;
            lab_open(&lab, packers[i].game, seats, true);
            rows_open_to_the_observations(&lab);
            for (int step = 0; step < games_of(STEPS); step++) {
                must(flip_env_step_random(lab.env, NULL, &problem));
                rows_open_to_the_observations(&lab);
            }
            lab_close(&lab);
        }
}

/* `out` is no address there, but four times one. */
static void card_writes_the_same(const struct lab *lab, const struct flip_game_learn *packing)
{
    uint32_t *const row = malloc(sizeof *row * (size_t)lab->words);
    for (int game = 0; game < GAMES; game++) {
        struct flip_position at;
        must(flip_env_position(lab->env, game, &at, &problem));
        memset(row, 0xa5, sizeof *row * (size_t)lab->words);
        row[lab->words - 1] = 0;
        packing->observe(at.rules, at.state, at.before, lab->seat[game], (float *)((uintptr_t)row << 2));
        assert_memory_equal(row, lab->packed + (size_t)game * (size_t)lab->words, sizeof *row * (size_t)lab->words);
    }
    free(row);
}

CASE(a_card_writes_the_words_of_a_packed_row)
{
    for (int i = 0; i < PACKERS; i++)
        for (int seats = flip_game_named(packers[i].game)->min_seats; seats <= 3; seats++) {
            struct lab lab;
            lab_open(&lab, packers[i].game, seats, false);
            for (int step = 0; step < games_of(STEPS); step++) {
                card_writes_the_same(&lab, packers[i].packing);
                must(flip_env_step_random(lab.env, NULL, &problem));
            }
            lab_close(&lab);
        }
}

CASE(a_learner_can_open_rows_by_the_table)
{
    struct lab lab;
    lab_open(&lab, "royalflip", 2, true);
    struct flip_packed_number *where = calloc((size_t)lab.shape.numbers, sizeof *where);
    assert_int_equal(flip_env_packing(lab.env, where, &problem), lab.words);
    assert_int_equal(lab.words % 2, 1);
    assert_true(lab.words * 3 < lab.shape.numbers);
    for (int n = 0; n < lab.shape.numbers; n++) {
        const uint32_t bits = lab.packed[where[n].word] >> where[n].shift & where[n].mask;
        float number = (float)bits / (float)where[n].divisor;
        if (where[n].divisor == 0)
            memcpy(&number, &bits, sizeof number);
        assert_memory_equal(&number, &lab.observation[n], sizeof number);
    }
    free(where);
    lab_close(&lab);
}

CASE(packed_rows_are_no_longer_written_when_nobody_wants_them)
{
    struct lab lab;
    lab_open(&lab, "fliptown", 2, true);
    const size_t size = sizeof(uint32_t) * GAMES * (size_t)lab.words;
    must(flip_env_pack(lab.env, NULL, &problem));
    memset(lab.packed, 0xa5, size);
    for (int step = 0; step < 3; step++)
        must(flip_env_step_random(lab.env, NULL, &problem));
    for (size_t i = 0; i < size / sizeof(uint32_t); i++)
        assert_int_equal(lab.packed[i], 0xa5a5a5a5);
    must(flip_env_pack(lab.env, lab.packed, &problem));
    rows_open_to_the_observations(&lab);
    lab_close(&lab);
}

CASE(a_game_without_packed_observations_says_so)
{
    uint32_t packed[1];
    struct flip_env_shape shape;
    struct flip_env_def def = flip_env_defaults(flip_game_named("flickemup"));
    must(flip_env_measure(&def, &shape, &problem));
    void *memory = aligned_alloc(FLIP_ENV_ALIGNMENT, shape.memory);
    struct flip_env *env = flip_env_open(&def, memory, shape.memory, NULL, &problem);
    must(env ? 0 : -1);
    assert_int_equal(flip_env_packing(env, NULL, &problem), -1);
    assert_string_equal(problem.message, "Flick 'em Up! has no packed observations.");
    assert_int_equal(flip_env_pack(env, packed, &problem), -1);
    assert_int_equal(flip_env_unpack(env, packed, 1, (float *)packed, &problem), -1);
    assert_int_equal(flip_env_step_random(env, NULL, &problem), 0);
    flip_env_close(env);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_rows_open_to_the_bits_of_the_observation),
        cmocka_unit_test(a_card_writes_the_words_of_a_packed_row),
        cmocka_unit_test(a_learner_can_open_rows_by_the_table),
        cmocka_unit_test(packed_rows_are_no_longer_written_when_nobody_wants_them),
        cmocka_unit_test(a_game_without_packed_observations_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
