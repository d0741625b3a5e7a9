/*
 * The game loop. Uniform seats need no table: no history, no undo, no text; the loop calls the rules directly and deals with
 * the fast generator. That is the figure `steps_per_second` of the bench. Other players sit at a real table, as in real play.
 *
 * Where several seats may act at once, the lowest acts first: their parts of a phase do not depend on each other.
 */
#include "faces/sim/games/games.h"

#include "bots/known.h"
#include "bots/search.h"
#include "physics/physics.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

struct flip_playout *flip_playout_open(const struct flip_setup *setup)
{
    struct flip_playout *playout = calloc(1, sizeof *playout);
    if (!playout)
        return NULL;
    playout->setup = setup;
    playout->state = calloc(1, setup->game->state_size);
    playout->thought = calloc(1, sizeof *playout->thought);
    if (!playout->state || !playout->thought) {
        flip_playout_close(playout);
        return NULL;
    }
    return playout;
}

void flip_playout_close(struct flip_playout *playout)
{
    if (!playout)
        return;
    if (playout->table)
        flip_table_close(playout->table);
    free(playout->state);
    free(playout->thought);
    free(playout);
}

void *flip_playout_hire(void *setup) { return flip_playout_open(setup); }

void flip_playout_dismiss(void *setup, void *playout)
{
    (void)setup;
    flip_playout_close(playout);
}

/* A flick by the physics. */
static int from_outside(const struct flip_game *game, const void *rules, void *state, struct flip_error *error)
{
    const struct flip_world world = flip_physics_world();
    struct flip_scene scene;
    struct flip_outcome outcome;
    game->flicks->scene(rules, state, &scene);
    if (world.flick(world.context, &scene, &outcome, error) != 0)
        return -1;
    game->flicks->settle(rules, state, &outcome);
    return 0;
}

static int deal_from_chances(const struct flip_game *game, const void *rules, void *state, struct flip_random *dealer,
                             struct flip_error *error)
{
    struct flip_chances chances;
    game->rules->chances(rules, state, &chances);
    if (chances.kind == FLIP_CHANCE_OUTSIDE)
        return from_outside(game, rules, state, error);
    game->rules->apply(rules, state, FLIP_DEALER, flip_chances_pick(&chances, dealer));
    return 0;
}

static int move_from_list(struct flip_playout *playout, int seat, struct flip_random *chooser, flip_move *out,
                          struct flip_error *error)
{
    const struct flip_game *game = playout->setup->game;
    const void *rules = playout->setup->rules;
    const int count = game->rules->moves(rules, playout->state, seat, playout->moves, FLIP_MAX_MOVES);
    if (count <= 0 || count > FLIP_MAX_MOVES)
        return flip_fail(error, FLIP_ERROR_MOVES, "%s offers %d moves to the seat that has to act.", game->title,
                         count);
    const flip_move move = playout->moves[flip_random_below(chooser, (uint32_t)count)];
    *out = flip_move_random(game, rules, playout->state, seat, move, chooser);
    return 0;
}

/* src/gpu/kernel.c plays the same games in the same way. Inlined, so that random games pay nothing for quick players. */
FLIP_FOR_ONE_GAME int play_bare(const struct flip_game *game, struct flip_playout *playout, flip_set quick,
                                struct flip_random *dealer, struct flip_random *chooser, struct flip_played *out,
                                struct flip_error *error)
{
    const struct flip_game_rules *play = game->rules;
    const void *rules = playout->setup->rules;
    void *state = playout->state;
    if (playout->table) {
        flip_table_close(playout->table);
        playout->table = NULL;
    }
    uint64_t steps = 0;
    play->start(rules, state);
    for (flip_set turn; (turn = play->proceed ? play->proceed(rules, state, dealer) : play->turn(rules, state)) != 0;) {
        if (flip_set_has(turn, FLIP_DEALER)) {
            if (play->deal)
                play->apply(rules, state, FLIP_DEALER, play->deal(rules, state, dealer));
            else if (deal_from_chances(game, rules, state, dealer, error) != 0)
                return -1;
            continue;
        }
        const int seat = flip_set_first(turn);
        steps++;
        flip_move move = 0;
        if (flip_set_has(quick, seat))
            move = flip_quick_move(game, rules, state, seat, chooser);
        else if (play->any)
            move = play->any(rules, state, seat, chooser);
        else if (move_from_list(playout, seat, chooser, &move, error) != 0)
            return -1;
        play->apply(rules, state, seat, move);
    }
    play->result(rules, state, &out->result);
    out->steps = steps;
    out->faults = 0;
    return 0;
}

int flip_playout_random(struct flip_playout *playout, uint64_t seed, struct flip_played *out, struct flip_error *error)
{
    struct flip_random random;
    flip_random_seed(&random, seed);
    const struct flip_game *game = playout->setup->game;
#define PLAY(name)                                                                                                     \
    if (game == &flip_##name)                                                                                          \
        return play_bare(&flip_##name, playout, 0, &random, &random, out, error);
    FLIP_EACH_GAME(PLAY)
    return play_bare(game, playout, 0, &random, &random, out, error);
}

int flip_playout_quick(struct flip_playout *playout, flip_set quick, uint64_t dealer, uint64_t chooser,
                       struct flip_played *out, struct flip_error *error)
{
    struct flip_random deals, choices;
    flip_random_seed(&deals, dealer);
    flip_random_seed(&choices, chooser);
    return play_bare(playout->setup->game, playout, quick, &deals, &choices, out, error);
}

void flip_table_seed(uint64_t dealer, unsigned char seed[FLIP_SEED_BYTES])
{
    struct flip_random random;
    flip_random_seed(&random, dealer);
    for (int i = 0; i < FLIP_SEED_BYTES; i += 8) {
        const uint64_t word = flip_random_next(&random);
        for (int k = 0; k < 8; k++)
            seed[i + k] = (unsigned char)(word >> 8 * k);
    }
}

static struct flip_table_def table_of(const struct flip_setup *setup, const unsigned char *seed)
{
    struct flip_table_def def = flip_table_defaults(setup->game);
    def.seats = setup->seats;
    def.options = setup->options;
    def.edition = setup->edition;
    def.seed = seed;
    return def;
}

int flip_playout_try(const struct flip_setup *setup, const struct flip_player *const *players, struct flip_error *error)
{
    unsigned char seed[FLIP_SEED_BYTES];
    flip_table_seed(0, seed);
    const struct flip_table_def def = table_of(setup, seed);
    for (int seat = 0; seat < setup->seats; seat++) {
        int same = 0;
        while (strcmp(players[same]->text, players[seat]->text) != 0)
            same++;
        if (same == seat && flip_player_try(players[seat], &def, seat, error) != 0)
            return -1;
    }
    return 0;
}

int flip_playout_players(struct flip_playout *playout, const struct flip_player *const *players, uint64_t dealer,
                         uint64_t chooser, bool (*stop)(void), struct flip_played *out, struct flip_error *error)
{
    const struct flip_setup *setup = playout->setup;
    unsigned char seed[FLIP_SEED_BYTES];
    flip_table_seed(dealer, seed);
    const struct flip_table_def def = table_of(setup, seed);
    if (playout->table)
        flip_table_close(playout->table);
    playout->table = flip_table_open(&def, error);
    if (!playout->table)
        return -1;
    for (int seat = 0; seat < setup->seats; seat++) {
        playout->player[seat] = *players[seat];
        flip_player_seed(&playout->player[seat], flip_game_seed(chooser, (uint64_t)seat));
    }
    int status = 0;
    *out = (struct flip_played){0};
    for (flip_set turn; status == 0 && (turn = flip_table_turn(playout->table)) != 0;) {
        const int seat = flip_set_first(turn);
        flip_move move;
        if (stop && stop())
            status = 1;
        else if (flip_player_choose(&playout->player[seat], playout->table, seat, playout->thought, &move, error) !=
                     0 ||
                 flip_table_act(playout->table, seat, move, error) != 0)
            status = -1;
        else
            out->steps++;
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        out->faults += playout->player[seat].faults;
        flip_player_close(&playout->player[seat]);
    }
    if (status != 0)
        return status;
    flip_table_result(playout->table, &out->result);
    return 0;
}

void flip_playout_breakdown(const struct flip_playout *playout, int seat, struct flip_json *out)
{
    const struct flip_table *table = playout->table;
    const struct flip_setup *setup = playout->setup;
    setup->game->words->breakdown(table ? table->rules : setup->rules, table ? table->now.state : playout->state, seat,
                                  out);
}

/* --- batches on a graphics card: as large as is good for it, read game by game ------------------------------------------ */

int flip_gpu_batch_open(struct flip_gpu_batch *batch, const struct flip_setup *setup, uint64_t seed, uint64_t games,
                        struct flip_error *error)
{
    *batch = (struct flip_gpu_batch){.most = games < GPU_MOST_GAMES ? (uint32_t)games : GPU_MOST_GAMES};
    batch->task = (struct gpu_task){.seed = seed, .seats = setup->seats};
    batch->table = gpu_open(setup->game, setup->rules, setup->seats, batch->most, error);
    if (!batch->table)
        return -1;
    batch->results = malloc(sizeof *batch->results * (size_t)gpu_rows(setup->seats) * batch->most);
    if (batch->results)
        return 0;
    flip_gpu_batch_close(batch);
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the results of a batch of games.");
}

void flip_gpu_batch_close(struct flip_gpu_batch *batch)
{
    free(batch->results);
    gpu_close(batch->table);
}

int flip_gpu_batch_play(struct flip_gpu_batch *batch, uint64_t first, uint64_t left, double *seconds,
                        struct flip_error *error)
{
    double taken = 0;
    batch->task.first = first;
    batch->task.count = left < batch->most ? (uint32_t)left : batch->most;
    const int status = gpu_run(batch->table, &batch->task, batch->results, &taken, error);
    *seconds += taken;
    return status;
}

void flip_gpu_batch_played(const struct flip_gpu_batch *batch, uint32_t which, struct flip_played *out)
{
    const size_t row = batch->task.count;
    const int32_t *at = batch->results + which;
    *out = (struct flip_played){.steps = (uint64_t)at[GPU_STEPS * row]};
    out->result.over = true;
    out->result.winners = (flip_set)at[GPU_WINNERS * row];
    for (int seat = 0; seat < batch->task.seats; seat++)
        out->result.score[seat] = at[(size_t)(GPU_SCORES + seat) * row];
}
