/*
 * An environment: games in a row in one piece of memory, which holds this struct, the rules, and a slot for each game. A step
 * looks at all actions before any game moves, so that a bad one changes nothing; then the workers take an equal part of the
 * games each. Results do not depend on how many workers there are: every game has its own source of chance. With a graphics
 * card the slots lie in its memory, and one slot here holds a copy of the game that is looked at.
 */
#include "env/device.h"
#include "env/learn.h"
#include "env/pack.h"
#include "env/slot.h"
#include "env/workers.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct flip_env {
    struct env_setup setup;
    struct env_workers workers;
    int parts;
    struct env_work work;      /* the step at hand; its slots are ours, or the device's */
    char *slots;               /* here: of all games, or one with a graphics card */
    struct env_device *device; /* NULL: none */
    struct question {          /* to a bot, in place of work */
        const struct flip_think_def *how;
        const uint8_t *asked;
        int32_t *actions;
    } question;
    struct flip_error failed[FLIP_ENV_THREADS];
};

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
    if ((int)def->reward < FLIP_REWARD_WIN || def->reward > FLIP_REWARD_GAIN)
        return flip_fail(error, FLIP_ERROR_RANGE,
                         "The reward is the win (0), the score (1) or what is gained (2), not %d.", (int)def->reward);
    if (def->device != FLIP_DEVICE_CPU && def->device != FLIP_DEVICE_GPU)
        return flip_fail(error, FLIP_ERROR_RANGE, "The device is the processor (0) or a GPU (1), not %d.",
                         (int)def->device);
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

enum { CARD_LINE = 128 };

static size_t aligned(size_t size) { return (size + FLIP_ENV_ALIGNMENT - 1) / FLIP_ENV_ALIGNMENT * FLIP_ENV_ALIGNMENT; }

/* On a graphics card the parts of a slot lie close together: more of it comes with each reading. */
static size_t part(const struct flip_env_def *def, size_t size)
{
    return def->device == FLIP_DEVICE_GPU ? (size + 15) / 16 * 16 : aligned(size);
}

/* Of the table that says where packed rows hold their numbers. */
static size_t packing_size(const struct env_setup *setup)
{
    return setup->packed_words ? aligned(sizeof(struct flip_packed_number) * (size_t)setup->shape.numbers) : 0;
}

/* Where everything lies, once the rules are known. */
static int lay_out(struct env_setup *setup, const struct flip_env_def *def, const void *rules, struct flip_error *error)
{
    const bool on_device = def->device == FLIP_DEVICE_GPU;
    const size_t state_size = part(def, def->game->state_size);
    if (learn_measure(def->game, rules, def->seats, &setup->shape, error) < 0)
        return -1;
    setup->game = def->game;
    setup->rules = rules;
    setup->play = *def->game->rules;
    setup->learn = *def->game->learn;
    setup->reward = def->reward;
    setup->seed = def->seed;
    setup->shape.games = def->games;
    setup->state_at = part(def, sizeof(struct env_slot));
    setup->before_at = def->seats > 1 ? setup->state_at + state_size : setup->state_at;
    setup->mask_at = setup->before_at + state_size;
    /* On a graphics card masks are written elsewhere, and kept where nothing else says what is legal. */
    const size_t sets = on_device && def->game->learn->allows ? 0 : (size_t)setup->shape.sets;
    setup->slot_size = aligned(setup->mask_at + sizeof(flip_set) * sets);
    if (on_device) /* in whole lines of its cache */
        setup->slot_size = (setup->slot_size + CARD_LINE - 1) / CARD_LINE * CARD_LINE;
    setup->packed_words = pack_plan(def->game, rules, NULL);
    setup->shape.memory = aligned(sizeof(struct flip_env)) + aligned(def->game->rules_size) + packing_size(setup) +
                          setup->slot_size * (on_device ? 1 : (size_t)def->games);
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

static int think_in(struct flip_env *env, int first, int end, struct flip_error *error);

static void do_part(void *context, int part)
{
    struct flip_env *env = context;
    const int64_t games = env->work.count;
    const int first = (int)(games * part / env->parts), end = (int)(games * (part + 1) / env->parts);
    struct flip_error *error = &env->failed[part];
    error->code = FLIP_ERROR_NONE;
    if (env->question.how)
        think_in(env, first, end, error);
    else
        slots_work(&env->setup, &env->work, first, end, error);
}

/* All parts; the first error counts. */
static int run_parts(struct flip_env *env, struct flip_error *error)
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

/* By the workers, or by the device. */
static int run_step(struct flip_env *env, struct flip_error *error)
{
    return env->device ? env_device_run(env->device, &env->setup, &env->work, error) : run_parts(env, error);
}

static struct env_work work_on(const struct flip_env *env, enum env_step step)
{
    return (struct env_work){.slots = env->slots, .step = step, .count = env->setup.shape.games};
}

/* A game to look at. */
static struct env_slot *slot_at(const struct flip_env *env, int place, struct flip_error *error)
{
    if (place < 0 || place >= env->setup.shape.games) {
        flip_fail(error, FLIP_ERROR_RANGE, "There are the games 0 to %d, and no game %d.", env->setup.shape.games - 1,
                  place);
        return NULL;
    }
    if (!env->device)
        return slot_in(&env->setup, env->slots, place);
    struct env_slot *slot = slot_in(&env->setup, env->slots, 0);
    return env_device_fetch(env->device, &env->setup, place, slot, error) < 0 ? NULL : slot;
}

static int check_action(const struct env_setup *setup, struct env_slot *slot, int place, int action,
                        struct flip_error *error)
{
    if (action < 0 || action >= setup->shape.actions)
        return flip_fail(error, FLIP_ERROR_RANGE, "Game %d: there are the actions 0 to %d, and no action %d.", place,
                         setup->shape.actions - 1, action);
    if (!slot_allows(setup, slot, action))
        return flip_fail(error, FLIP_ERROR_ILLEGAL, "Game %d: action %d is not legal for seat %d now.", place, action,
                         slot->seat);
    return 0;
}

/* The game, if the action is legal there. */
static struct env_slot *slot_for(const struct flip_env *env, int place, int action, struct flip_error *error)
{
    struct env_slot *slot = slot_at(env, place, error);
    return slot && check_action(&env->setup, slot, place, action, error) == 0 ? slot : NULL;
}

/* A template is tried with its numbers; other moves are as good as their place in the mask. */
static int check_template(const struct flip_env *env, struct env_slot *slot, int place, struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    const int32_t *numbers = env->work.numbers ? &env->work.numbers[(size_t)place * FLIP_MAX_RANGES] : NULL;
    const void *state = slot_state(setup, slot);
    flip_move move;
    if (learn_move(setup->game, setup->rules, state, slot->seat, env->work.actions[place], numbers, &move, error) < 0)
        return -1;
    return setup->game->rules->legal && !setup->game->rules->legal(setup->rules, state, slot->seat, move, error) ? -1
                                                                                                                 : 0;
}

/* The first game whose action is not in its mask, or the number of games. Nothing is called here, so little is left to do for each. */
static int find_unmasked(const struct flip_env *env)
{
    const struct env_setup *setup = &env->setup;
    const int games = setup->shape.games;
    int place = 0;
    while (place < games && slot_masks(setup, slot_in(setup, env->slots, place), env->work.actions[place]))
        place++;
    return place;
}

static int check_here(const struct flip_env *env, struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    const bool masks = !setup->game->learn->allows && !setup->game->flicks;
    for (int place = masks ? find_unmasked(env) : 0; place < setup->shape.games; place++) {
        struct env_slot *slot = slot_in(setup, env->slots, place);
        if (env->work.actions[place] == FLIP_ENV_WAIT)
            continue;
        if (!slot_allows(setup, slot, env->work.actions[place]))
            return check_action(setup, slot, place, env->work.actions[place], error);
        if (setup->game->flicks && check_template(env, slot, place, error) < 0)
            return -1;
    }
    return 0;
}

/* A graphics card checks for itself, and says where it found something. */
static int step_on_device(struct flip_env *env, const struct flip_env *from, struct flip_error *error)
{
    int place, action;
    const int status = env_device_step(env->device, &env->setup, &env->work, &place, &action, error);
    if (status <= 0)
        return status;
    return slot_for(from, place, action, error) ? flip_fail(error, FLIP_ERROR_ILLEGAL, "The actions have changed.")
                                                : -1;
}

int flip_env_step(struct flip_env *env, const int32_t *actions, const int32_t *numbers, struct flip_error *error)
{
    env->work = work_on(env, ENV_ACTIONS);
    env->work.actions = actions;
    env->work.numbers = numbers;
    if (env->device)
        return step_on_device(env, env, error);
    return check_here(env, error) < 0 ? -1 : run_step(env, error);
}

int flip_env_step_random(struct flip_env *env, int32_t *actions, struct flip_error *error)
{
    env->work = work_on(env, ENV_RANDOM);
    env->work.chosen = actions;
    return run_step(env, error);
}

/* --- one game at a time -------------------------------------------------------------------------------------------------- */

int flip_env_position(const struct flip_env *env, int game, struct flip_position *out, struct flip_error *error)
{
    struct env_slot *slot = slot_at(env, game, error);
    if (!slot)
        return -1;
    *out = (struct flip_position){.game = env->setup.game,
                                  .rules = env->setup.rules,
                                  .seats = env->setup.shape.seats,
                                  .phase = slot->phase,
                                  .state = slot_state(&env->setup, slot),
                                  .before = (char *)slot + env->setup.before_at};
    return 0;
}

/* The work at hand in one game alone. */
static int run_one(struct flip_env *env, int game, struct flip_error *error)
{
    env->work.first = game;
    env->work.count = 1;
    return env->device ? env_device_run(env->device, &env->setup, &env->work, error)
                       : slots_work(&env->setup, &env->work, game, game + 1, error);
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
    struct env_slot *slot = slot_at(env, game, error);
    if (!slot || check_move(&env->setup, slot, game, move, error) < 0)
        return -1;
    env->work = work_on(env, ENV_MOVE);
    env->work.move = move;
    return run_one(env, game, error);
}

/* --- bots ---------------------------------------------------------------------------------------------------------------- */

static int think_about(struct flip_env *env, int game, struct flip_thought *thought, struct flip_error *error)
{
    struct flip_position position;
    struct env_slot *slot = slot_at(env, game, error);
    struct flip_think_def how = *env->question.how;
    how.seed = flip_game_seed(how.seed, (uint64_t)game);
    if (!slot || flip_env_position(env, game, &position, error) < 0 ||
        flip_think_position(&position, slot->seat, &how, thought, error) < 0)
        return -1;
    env->question.actions[game] =
        env->setup.learn.action(env->setup.rules, position.state, slot->seat, thought->choice[0].move);
    return 0;
}

/* In the games from `first` to `end` - 1, until one fails. */
static int think_in(struct flip_env *env, int first, int end, struct flip_error *error)
{
    const uint8_t *asked = env->question.asked;
    struct flip_thought *thought = malloc(sizeof *thought);
    if (!thought)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a bot to think.");
    int status = 0;
    for (int game = first; status == 0 && game < end; game++)
        if (!asked || asked[game])
            status = think_about(env, game, thought, error);
    free(thought);
    return status;
}

int flip_env_think(struct flip_env *env, const struct flip_think_def *how, const uint8_t *asked, int32_t *actions,
                   struct flip_error *error)
{
    if (env->setup.game->flicks)
        return flip_fail(error, FLIP_ERROR_OPEN, "%s has moves with open numbers: ask for one move at a time.",
                         env->setup.game->title);
    env->work = work_on(env, ENV_ACTIONS);
    env->question = (struct question){.how = how, .asked = asked, .actions = actions};
    const int status = env->device ? think_in(env, 0, env->setup.shape.games, error) : run_parts(env, error);
    env->question.how = NULL;
    return status;
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
    if (!env->device != !from->device)
        return flip_fail(error, FLIP_ERROR_USAGE, "Branches need an environment on the same device.");
    return 0;
}

int flip_env_branch(struct flip_env *env, const struct flip_env *from, int count, const int32_t *games,
                    const int32_t *actions, uint64_t seed, struct flip_error *error)
{
    if (check_branches(env, from, count, error) < 0)
        return -1;
    env->work = work_on(env, ENV_BRANCH);
    env->work.actions = actions;
    env->work.from = from->device ? env_device_slots(from->device) : from->slots;
    env->work.branched = games;
    env->work.count = count;
    env->work.seed = seed;
    for (int i = 0; i < count; i++)
        if (games[i] < 0 || games[i] >= from->setup.shape.games || !env->device)
            if (!slot_for(from, games[i], actions[i], error))
                return -1;
    return env->device ? step_on_device(env, from, error) : run_step(env, error);
}

int flip_env_redirect(struct flip_env *env, const struct flip_env_buffers *buffers, struct flip_error *error)
{
    if (env->device)
        return flip_fail(error, FLIP_ERROR_USAGE,
                         "With a GPU the buffers stay as they were when the environment was opened.");
    env->setup.out = *buffers;
    env->work = work_on(env, ENV_TELL);
    return run_step(env, error);
}

/* --- packed observations ------------------------------------------------------------------------------------------------- */

int flip_env_packing(const struct flip_env *env, struct flip_packed_number *out, struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    if (!setup->packed_words)
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "%s has no packed observations.", setup->game->title);
    if (setup->shape.numbers > PACK_MOST_NUMBERS)
        return flip_fail(error, FLIP_ERROR_RANGE, "Packed observations have at most %d numbers, and these have %d.",
                         PACK_MOST_NUMBERS, setup->shape.numbers);
    if (out)
        memcpy(out, setup->where, sizeof *out * (size_t)setup->shape.numbers);
    return setup->packed_words;
}

int flip_env_pack(struct flip_env *env, uint32_t *packed, struct flip_error *error)
{
    uint32_t *const before = env->setup.packed;
    if (flip_env_packing(env, NULL, error) < 0)
        return -1;
    env->setup.packed = packed;
    if (env->device && env_device_pack(env->device, &env->setup, error) < 0) {
        env->setup.packed = before;
        return -1;
    }
    env->work = work_on(env, ENV_TELL);
    return run_step(env, error);
}

int flip_env_unpack(const struct flip_env *env, const uint32_t *packed, int rows, float *out, struct flip_error *error)
{
    const int words = flip_env_packing(env, NULL, error), numbers = env->setup.shape.numbers;
    for (int row = 0; words > 0 && row < rows; row++)
        pack_open(env->setup.where, numbers, packed + (size_t)row * (size_t)words, out + (size_t)row * (size_t)numbers);
    return words < 0 ? -1 : 0;
}

/* --- opening and beginning ----------------------------------------------------------------------------------------------- */

int flip_env_restart(struct flip_env *env, uint64_t seed, struct flip_error *error)
{
    env->setup.seed = seed;
    env->work = work_on(env, ENV_RESTART);
    return run_step(env, error);
}

int flip_env_begin(struct flip_env *env, int game, uint64_t seed, struct flip_error *error)
{
    if (!slot_at(env, game, error))
        return -1;
    env->work = work_on(env, ENV_BEGIN);
    env->work.seed = seed;
    return run_one(env, game, error);
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
    struct flip_packed_number *where = (void *)(rules + aligned(def->game->rules_size));
    pack_plan(def->game, rules, env->setup.packed_words ? where : NULL);
    env->setup.where = where;
    env->slots = (char *)where + packing_size(&env->setup);
    if (buffers)
        env->setup.out = *buffers;
    env->parts = def->device == FLIP_DEVICE_GPU ? 1 : def->threads < def->games ? def->threads : def->games;
    if (env_workers_start(&env->workers, env->parts, do_part, env, error) < 0)
        return NULL;
    if (def->device == FLIP_DEVICE_GPU && !(env->device = env_device_open(&env->setup, error))) {
        flip_env_close(env);
        return NULL;
    }
    if (flip_env_restart(env, def->seed, error) < 0) {
        flip_env_close(env);
        return NULL;
    }
    return env;
}

void flip_env_close(struct flip_env *env)
{
    if (!env)
        return;
    env_workers_end(&env->workers);
    env_device_close(env->device);
    env->device = NULL;
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
    struct env_slot *slot = slot_for(env, game, action, error);
    return slot
               ? learn_move(setup->game, setup->rules, slot_state(setup, slot), slot->seat, action, numbers, out, error)
               : -1;
}

int flip_env_ranges(const struct flip_env *env, int game, int action, struct flip_range out[FLIP_MAX_RANGES],
                    struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    struct env_slot *slot = slot_for(env, game, action, error);
    if (!slot)
        return -1;
    const void *state = slot_state(setup, slot);
    return flip_move_ranges(setup->game, setup->rules, state, slot->seat,
                            setup->game->learn->move(setup->rules, state, slot->seat, action), out);
}

/* --- notation ------------------------------------------------------------------------------------------------------------ */

static void write_action(const struct env_setup *setup, struct env_slot *slot, int action, struct flip_text *out)
{
    const void *state = slot_state(setup, slot);
    const flip_move move = setup->game->learn->move(setup->rules, state, slot->seat, action);
    setup->game->words->text(setup->rules, state, slot->seat, move, out);
}

int flip_env_text(const struct flip_env *env, int game, int action, struct flip_text *out, struct flip_error *error)
{
    struct env_slot *slot = slot_for(env, game, action, error);
    if (!slot)
        return -1;
    write_action(&env->setup, slot, action, out);
    return 0;
}

int flip_env_named(const struct flip_env *env, int game, const char *text, int32_t *action, struct flip_error *error)
{
    const struct env_setup *setup = &env->setup;
    struct env_slot *slot = slot_at(env, game, error);
    flip_set mask[FLIP_MOST_ACTIONS / 64] = {0};
    if (!slot)
        return -1;
    setup->game->learn->mask(setup->rules, slot_state(setup, slot), slot->seat, mask);
    for (int i = 0; i < setup->shape.sets; i++)
        for (flip_set set = mask[i]; set; set = flip_set_rest(set)) {
            char notation[FLIP_MOVE_TEXT];
            struct flip_text out = flip_text_in(notation, sizeof notation);
            write_action(setup, slot, i * 64 + flip_set_first(set), &out);
            if (strcasecmp(notation, text) == 0) {
                *action = i * 64 + flip_set_first(set);
                return 0;
            }
        }
    return flip_fail(error, FLIP_ERROR_ILLEGAL, "Game %d: '%.80s' is not one of the moves that are legal now.", game,
                     text);
}
