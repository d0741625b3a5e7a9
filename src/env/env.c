/*
 * An environment: games in a row in one piece of memory, which holds this struct, the rules, and a slot for each game. A step
 * looks at all actions before any game moves, so that a bad one changes nothing; then the workers take an equal part of the
 * games each. Results do not depend on how many workers there are: every game has its own source of chance.
 */
#include "env/learn.h"
#include "env/slot.h"
#include "env/workers.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct flip_env {
    struct env_setup setup;
    struct env_workers workers;
    int parts;
    char *slots;
    /* the step at hand */
    enum { STEP_BEGIN, STEP_ACTIONS, STEP_RANDOM, STEP_BRANCH } step;
    const int32_t *actions, *numbers;
    const struct flip_env *from; /* of branches, with … */
    const int32_t *branched;     /* … the games that they begin in, … */
    int branches;                /* … how many there are, … */
    uint64_t branch_seed;        /* … and the seed of their chance */
    int32_t *chosen;             /* of a random step; may be NULL */
    struct flip_error failed[FLIP_ENV_THREADS];
};

static struct env_slot *slot_at(const struct flip_env *env, int place)
{
    return (struct env_slot *)(void *)(env->slots + (size_t)place * env->setup.slot_size);
}

/* --- set-up -------------------------------------------------------------------------------------------------------------- */

struct flip_env_def flip_env_defaults(const struct flip_game *game)
{
    struct flip_env_def def = {.game = game, .seats = game->min_seats, .games = 1, .threads = 1};
    def.reward = game->min_seats == 1 && !game->no_points ? FLIP_REWARD_SCORE : FLIP_REWARD_WIN;
    flip_options_default(game, &def.options);
    return def;
}

static int check_def(const struct flip_env_def *def, struct flip_error *error)
{
    const struct flip_game *game = def->game;
    if (!game)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "An environment needs a game.");
    if (def->seats < game->min_seats || def->seats > game->max_seats)
        return flip_fail(error, FLIP_ERROR_SEATS, "%s has %d to %d seats, not %d.", game->title, game->min_seats,
                         game->max_seats, def->seats);
    if (def->games < 1 || def->games > FLIP_ENV_GAMES)
        return flip_fail(error, FLIP_ERROR_RANGE, "An environment has 1 to %d games, not %d.", FLIP_ENV_GAMES,
                         def->games);
    if (def->threads < 1 || def->threads > FLIP_ENV_THREADS)
        return flip_fail(error, FLIP_ERROR_THREADS, "An environment has 1 to %d threads, not %d.", FLIP_ENV_THREADS,
                         def->threads);
    if (def->reward != FLIP_REWARD_WIN && def->reward != FLIP_REWARD_SCORE)
        return flip_fail(error, FLIP_ERROR_RANGE, "The reward is the win (0) or the score (1), not %d.",
                         (int)def->reward);
    return 0;
}

/* `rules` is zeroed and has game->rules_size bytes. */
static int prepare(const struct flip_env_def *def, void *rules, struct flip_error *error)
{
    const struct flip_game *game = def->game;
    struct flip_edition *own = def->edition ? NULL : flip_edition_chosen(game, &def->options, error);
    const struct flip_edition *edition = def->edition ? def->edition : own;
    if (!edition)
        return -1;
    if (edition->game != game) {
        flip_edition_free(own);
        return flip_fail(error, FLIP_ERROR_BAD_EDITION, "This is an edition of %s, not of %s.", edition->game->title,
                         game->title);
    }
    const int status = game->rules->prepare(rules, edition->data, &def->options, def->seats, error);
    flip_edition_free(own);
    return status;
}

static size_t aligned(size_t size) { return (size + FLIP_ENV_ALIGNMENT - 1) / FLIP_ENV_ALIGNMENT * FLIP_ENV_ALIGNMENT; }

/* Where everything lies, once the rules are known. */
static int lay_out(struct env_setup *setup, const struct flip_env_def *def, const void *rules, struct flip_error *error)
{
    const size_t state_size = aligned(def->game->state_size);
    if (learn_measure(def->game, rules, def->seats, &setup->shape, error) < 0)
        return -1;
    setup->game = def->game;
    setup->rules = rules;
    setup->reward = def->reward;
    setup->seed = def->seed;
    setup->shape.games = def->games;
    setup->state_at = aligned(sizeof(struct env_slot));
    setup->before_at = def->seats > 1 ? setup->state_at + state_size : setup->state_at;
    setup->mask_at = setup->before_at + state_size;
    setup->slot_size = setup->mask_at + aligned(sizeof(flip_set) * (size_t)setup->shape.sets);
    setup->shape.memory =
        aligned(sizeof(struct flip_env)) + aligned(def->game->rules_size) + setup->slot_size * (size_t)def->games;
    return 0;
}

int flip_env_measure(const struct flip_env_def *def, struct flip_env_shape *out, struct flip_error *error)
{
    struct env_setup setup = {0};
    if (check_def(def, error) < 0)
        return -1;
    void *rules = calloc(1, def->game->rules_size);
    if (!rules)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the rules of %s.",
                         def->game->title);
    const int status = prepare(def, rules, error) < 0 ? -1 : lay_out(&setup, def, rules, error);
    free(rules);
    *out = setup.shape;
    return status;
}

/* --- a step -------------------------------------------------------------------------------------------------------------- */

static int random_move(const struct flip_env *env, struct env_slot *slot, int place, flip_move *out)
{
    const struct env_setup *setup = &env->setup;
    *out = slot_any(setup, slot);
    if (env->chosen)
        env->chosen[place] = setup->game->learn->action(setup->rules, slot_state(setup, slot), slot->seat, *out);
    return 0;
}

static int step_one(const struct flip_env *env, int place, struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    struct env_slot *slot = slot_at(env, place);
    flip_move move;
    int status;
    if (env->step == STEP_BRANCH && place >= env->branches)
        return 0;
    if (env->step == STEP_BRANCH)
        slot_copy(setup, slot, slot_at(env->from, env->branched[place]),
                  flip_game_seed(env->branch_seed, (uint64_t)env->branched[place]));
    if (env->step == STEP_BEGIN) {
        status = slot_next(setup, slot, place, error);
    } else {
        status = env->step == STEP_RANDOM
                     ? random_move(env, slot, place, &move)
                     : learn_move(setup->game, setup->rules, slot_state(setup, slot), slot->seat, env->actions[place],
                                  env->numbers ? &env->numbers[(size_t)place * FLIP_MAX_RANGES] : NULL, &move, error);
        status = status < 0 ? -1 : slot_act(setup, slot, place, move, error);
    }
    if (status == 0)
        slot_tell(setup, slot, place);
    return status;
}

static void do_part(void *context, int part)
{
    struct flip_env *env = context;
    const int64_t games = env->setup.shape.games;
    const int end = (int)(games * (part + 1) / env->parts);
    env->failed[part].code = FLIP_ERROR_NONE;
    for (int place = (int)(games * part / env->parts); place < end; place++)
        if (step_one(env, place, &env->failed[part]) < 0)
            return;
}

static int run_step(struct flip_env *env, struct flip_error *error)
{
    env_workers_run(&env->workers);
    for (int part = 0; part < env->parts; part++)
        if (env->failed[part].code != FLIP_ERROR_NONE) {
            if (error)
                *error = env->failed[part];
            return -1;
        }
    return 0;
}

static int check_action(const struct flip_env *env, int place, int action, struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    if (action < 0 || action >= setup->shape.actions)
        return flip_fail(error, FLIP_ERROR_RANGE, "Game %d: there are the actions 0 to %d, and no action %d.", place,
                         setup->shape.actions - 1, action);
    struct env_slot *slot = slot_at(env, place);
    if (!flip_set_has(slot_mask(setup, slot)[action / 64], action % 64))
        return flip_fail(error, FLIP_ERROR_ILLEGAL, "Game %d: action %d is not legal for seat %d now.", place, action,
                         slot->seat);
    return 0;
}

/* A template is tried with its numbers; other moves are as good as their place in the mask. */
static int check_step(const struct flip_env *env, int place, struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    if (check_action(env, place, env->actions[place], error) < 0)
        return -1;
    if (!setup->game->flicks)
        return 0;
    struct env_slot *slot = slot_at(env, place);
    const int32_t *numbers = env->numbers ? &env->numbers[(size_t)place * FLIP_MAX_RANGES] : NULL;
    const void *state = slot_state(setup, slot);
    flip_move move;
    if (learn_move(setup->game, setup->rules, state, slot->seat, env->actions[place], numbers, &move, error) < 0)
        return -1;
    return setup->game->rules->legal && !setup->game->rules->legal(setup->rules, state, slot->seat, move, error) ? -1
                                                                                                                 : 0;
}

int flip_env_step(struct flip_env *env, const int32_t *actions, const int32_t *numbers, struct flip_error *error)
{
    env->step = STEP_ACTIONS;
    env->actions = actions;
    env->numbers = numbers;
    for (int place = 0; place < env->setup.shape.games; place++)
        if (check_step(env, place, error) < 0)
            return -1;
    return run_step(env, error);
}

int flip_env_step_random(struct flip_env *env, int32_t *actions, struct flip_error *error)
{
    env->step = STEP_RANDOM;
    env->chosen = actions;
    return run_step(env, error);
}

/* --- one game at a time -------------------------------------------------------------------------------------------------- */

static int check_place(const struct flip_env *env, int place, struct flip_error *error)
{
    if (place < 0 || place >= env->setup.shape.games)
        return flip_fail(error, FLIP_ERROR_RANGE, "There are the games 0 to %d, and no game %d.",
                         env->setup.shape.games - 1, place);
    return 0;
}

int flip_env_position(const struct flip_env *env, int game, struct flip_position *out, struct flip_error *error)
{
    if (check_place(env, game, error) < 0)
        return -1;
    struct env_slot *slot = slot_at(env, game);
    *out = (struct flip_position){.game = env->setup.game,
                                  .rules = env->setup.rules,
                                  .seats = env->setup.shape.seats,
                                  .phase = slot->phase,
                                  .state = slot_state(&env->setup, slot),
                                  .before = (char *)slot + env->setup.before_at};
    return 0;
}

/* Only exact moves that the rules allow now. */
static int check_move(const struct env_setup *setup, struct env_slot *slot, int place, flip_move move,
                      struct flip_error *error)
{
    const struct flip_game_rules *rules = setup->game->rules;
    const void *state = slot_state(setup, slot);
    if (rules->legal)
        return rules->legal(setup->rules, state, slot->seat, move, error) ? 0 : -1;
    flip_move moves[FLIP_MAX_MOVES];
    const int count = rules->moves(setup->rules, state, slot->seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return 0;
    return flip_fail(error, FLIP_ERROR_ILLEGAL, "Game %d: seat %d cannot make this move now.", place, slot->seat);
}

int flip_env_act(struct flip_env *env, int game, flip_move move, struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    if (check_place(env, game, error) < 0)
        return -1;
    struct env_slot *slot = slot_at(env, game);
    if (check_move(setup, slot, game, move, error) < 0 || slot_act(setup, slot, game, move, error) < 0)
        return -1;
    slot_tell(setup, slot, game);
    return 0;
}

/* --- looking ahead -------------------------------------------------------------------------------------------------------- */

static int check_branches(const struct flip_env *env, const struct flip_env *from, int count, struct flip_error *error)
{
    const struct env_setup *to = &env->setup, *setup = &from->setup;
    if (env == from)
        return flip_fail(error, FLIP_ERROR_USAGE, "Branches need an environment of their own.");
    if (to->game != setup->game || to->shape.seats != setup->shape.seats ||
        memcmp(to->rules, setup->rules, setup->game->rules_size) != 0)
        return flip_fail(error, FLIP_ERROR_USAGE, "Branches need an environment with the same set-up.");
    if (count < 0 || count > to->shape.games)
        return flip_fail(error, FLIP_ERROR_RANGE, "There is room for 0 to %d branches, not %d.", to->shape.games,
                         count);
    if (setup->game->flicks)
        return flip_fail(error, FLIP_ERROR_OPEN, "%s has moves with open numbers, which cannot be branched.",
                         setup->game->title);
    return 0;
}

int flip_env_branch(struct flip_env *env, const struct flip_env *from, int count, const int32_t *games,
                    const int32_t *actions, uint64_t seed, struct flip_error *error)
{
    if (check_branches(env, from, count, error) < 0)
        return -1;
    for (int i = 0; i < count; i++)
        if (check_place(from, games[i], error) < 0 || check_action(from, games[i], actions[i], error) < 0)
            return -1;
    env->step = STEP_BRANCH;
    env->actions = actions;
    env->numbers = NULL;
    env->from = from;
    env->branched = games;
    env->branches = count;
    env->branch_seed = seed;
    return run_step(env, error);
}

/* --- opening and beginning ----------------------------------------------------------------------------------------------- */

static void nothing_came(const struct flip_env *env)
{
    const struct env_setup *setup = &env->setup;
    const size_t games = (size_t)setup->shape.games, seats = (size_t)setup->shape.seats;
    if (setup->out.over)
        memset(setup->out.over, 0, games);
    if (setup->out.reward)
        memset(setup->out.reward, 0, sizeof(float) * games * seats);
    if (setup->out.score)
        memset(setup->out.score, 0, sizeof(int32_t) * games * seats);
}

int flip_env_restart(struct flip_env *env, uint64_t seed, struct flip_error *error)
{
    env->setup.seed = seed;
    env->step = STEP_BEGIN;
    for (int place = 0; place < env->setup.shape.games; place++)
        slot_at(env, place)->begun = 0;
    nothing_came(env);
    return run_step(env, error);
}

int flip_env_begin(struct flip_env *env, int game, uint64_t seed, struct flip_error *error)
{
    if (check_place(env, game, error) < 0 || slot_begin(&env->setup, slot_at(env, game), seed, error) < 0)
        return -1;
    slot_tell(&env->setup, slot_at(env, game), game);
    return 0;
}

struct flip_env *flip_env_open(const struct flip_env_def *def, void *memory, size_t size,
                               const struct flip_env_buffers *buffers, struct flip_error *error)
{
    struct flip_env_shape shape;
    if (flip_env_measure(def, &shape, error) < 0)
        return NULL;
    if (!memory || (uintptr_t)memory % FLIP_ENV_ALIGNMENT != 0 || size < shape.memory) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY,
                  "This environment needs %zu bytes of memory at an address that %d divides; it was given %zu.",
                  shape.memory, FLIP_ENV_ALIGNMENT, memory ? size : 0);
        return NULL;
    }
    struct flip_env *env = memory;
    char *rules = (char *)memory + aligned(sizeof *env);
    memset(memory, 0, shape.memory);
    if (prepare(def, rules, error) < 0 || lay_out(&env->setup, def, rules, error) < 0)
        return NULL;
    env->slots = rules + aligned(def->game->rules_size);
    if (buffers)
        env->setup.out = *buffers;
    env->parts = def->threads < def->games ? def->threads : def->games;
    if (env_workers_start(&env->workers, env->parts, do_part, env, error) < 0)
        return NULL;
    if (flip_env_restart(env, def->seed, error) < 0) {
        flip_env_close(env);
        return NULL;
    }
    return env;
}

void flip_env_close(struct flip_env *env)
{
    if (env)
        env_workers_end(&env->workers);
}

const struct flip_env_shape *flip_env_shape_of(const struct flip_env *env) { return &env->setup.shape; }

void flip_env_fields(const struct flip_env *env, struct flip_fields *out)
{
    memset(out, 0, sizeof *out);
    env->setup.game->learn->fields(env->setup.rules, out);
}

int flip_env_move(const struct flip_env *env, int game, int action, const int32_t *numbers, flip_move *out,
                  struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    if (check_place(env, game, error) < 0 || check_action(env, game, action, error) < 0)
        return -1;
    struct env_slot *slot = slot_at(env, game);
    return learn_move(setup->game, setup->rules, slot_state(setup, slot), slot->seat, action, numbers, out, error);
}

int flip_env_ranges(const struct flip_env *env, int game, int action, struct flip_range out[FLIP_MAX_RANGES],
                    struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    if (check_place(env, game, error) < 0 || check_action(env, game, action, error) < 0)
        return -1;
    struct env_slot *slot = slot_at(env, game);
    const void *state = slot_state(setup, slot);
    return flip_move_ranges(setup->game, setup->rules, state, slot->seat,
                            setup->game->learn->move(setup->rules, state, slot->seat, action), out);
}

/* --- notation ------------------------------------------------------------------------------------------------------------ */

int flip_env_text(const struct flip_env *env, int game, int action, struct flip_text *out, struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    if (check_place(env, game, error) < 0 || check_action(env, game, action, error) < 0)
        return -1;
    struct env_slot *slot = slot_at(env, game);
    const void *state = slot_state(setup, slot);
    const flip_move move = setup->game->learn->move(setup->rules, state, slot->seat, action);
    setup->game->words->text(setup->rules, state, slot->seat, move, out);
    return 0;
}

int flip_env_named(const struct flip_env *env, int game, const char *text, int32_t *action, struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    if (check_place(env, game, error) < 0)
        return -1;
    const flip_set *mask = slot_mask(setup, slot_at(env, game));
    for (int i = 0; i < setup->shape.sets; i++)
        for (flip_set set = mask[i]; set; set = flip_set_rest(set)) {
            char notation[FLIP_MOVE_TEXT];
            struct flip_text out = flip_text_in(notation, sizeof notation);
            const int number = i * 64 + flip_set_first(set);
            if (flip_env_text(env, game, number, &out, error) < 0)
                return -1;
            if (strcasecmp(notation, text) == 0) {
                *action = number;
                return 0;
            }
        }
    return flip_fail(error, FLIP_ERROR_ILLEGAL, "Game %d: '%.80s' is not one of the moves that are legal now.", game,
                     text);
}
