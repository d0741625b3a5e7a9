/*
 * Environments for machine learning: many games with the same set-up, stepped together in memory that the caller owns.
 * In each game one seat has to decide; a step takes one action per game, deals everything random, and writes what the
 * next seat may know, which actions it has, and the rewards. When a game ends, a new one starts at once.
 *
 *     struct flip_env_def def = flip_env_defaults(flip_game_named("…"));
 *     struct flip_env_shape shape;
 *     def.games = 1024;
 *     if (flip_env_measure(&def, &shape, &error) < 0) …
 *     void *memory = aligned_alloc(FLIP_ENV_ALIGNMENT, shape.memory);
 *     struct flip_env *env = flip_env_open(&def, memory, shape.memory, &buffers, &error);
 *     while (flip_env_step(env, actions, NULL, &error) == 0) …
 *     flip_env_close(env);
 *
 * docs/environments.md explains the rest.
 */
#ifndef FLIPSIDE_ENV_H
#define FLIPSIDE_ENV_H

#include <flipside/bot.h>
#include <flipside/learn.h>
#include <flipside/table.h>

FLIP_API_BEGIN

enum {
    FLIP_ENV_ALIGNMENT = 64,
    FLIP_ENV_GAMES = 1 << 24, /* at most */
    FLIP_ENV_THREADS = 256,
    FLIP_ENV_WAIT =
        INT32_MIN + 1, /* in place of an action: this game waits; a number that no wrong action has by accident */
};

/// What a reward is. The first two are 0 until a game ends.
enum flip_env_reward {
    FLIP_REWARD_WIN,   /* a seat's share of the win: 1 for the only winner, 1/2 for each of two, 0 for the others */
    FLIP_REWARD_SCORE, /* the final score */
    FLIP_REWARD_GAIN   /* the change of the seat's score in this step; over a game it adds up to the final score */
};

/// Where the games run.
enum flip_env_device {
    FLIP_DEVICE_CPU,
    FLIP_DEVICE_GPU /* the first NVIDIA card: docs/gpu.md */
};

struct flip_env_def {
    const struct flip_game *game;
    int seats;
    struct flip_options options;
    const struct flip_edition *edition; /* NULL: the one that the options choose. Not used after opening */
    int games;
    int threads; /* to share the work of a step; 1: only the caller's */
    enum flip_env_reward reward;
    uint64_t seed; /* the n-th game to start has the seed flip_game_seed(seed, n) */
    enum flip_env_device device;
};

/// How large everything is.
struct flip_env_shape {
    int games, seats;
    int numbers;   /* in an observation */
    int actions;   /* how many different ones there are */
    int sets;      /* of 64 actions each, in a mask */
    int listed;    /* room per game in `legal` */
    size_t memory; /* bytes that an environment takes */
};

/// Where results go, game by game; each may be NULL. They belong to the caller and must outlive the environment. With a
/// GPU each may be memory of the card, which is written directly; results for other memory are copied.
struct flip_env_buffers {
    float *observation;   /* [games][numbers], of the seat that has to decide */
    flip_set *mask;       /* [games][sets]: action n is bit n % 64 of set n / 64 */
    int32_t *legal;       /* [games][listed]: the legal actions in ascending order; the rest is not written */
    int32_t *legal_count; /* [games] */
    float *reward;        /* [games][seats] */
    int32_t *score;       /* [games][seats]: the final scores, where a game has ended */
    uint8_t *over;        /* [games]: 1 if the last step ended a game; everything else then belongs to the new one */
    uint8_t *seat;        /* [games]: who has to decide */
    uint64_t *seed;       /* [games]: of the running game */
    float *final;         /* [games][seats][numbers]: each seat's last observation, where the last step ended a game */
};

/// Where a packed observation holds a number: the bits `mask` of this word, from bit `shift` on, are an integer, to be
/// divided by `divisor`. A divisor of 0 means that the word is a float.
struct flip_packed_number {
    uint16_t word;
    uint8_t shift, divisor;
    uint32_t mask; /* 1, 255, or all */
};

struct flip_env;

/// One game for its smallest number of seats, with its default options; the reward is the win, or the score if there is
/// only one seat and the game counts points.
struct flip_env_def flip_env_defaults(const struct flip_game *game);
/// Measures how much memory an environment takes and how large its buffers are.
int flip_env_measure(const struct flip_env_def *def, struct flip_env_shape *out, struct flip_error *error);
/// Opens an environment in `memory`, which must be aligned to FLIP_ENV_ALIGNMENT, and starts all games. NULL: an error.
struct flip_env *flip_env_open(const struct flip_env_def *def, void *memory, size_t size,
                               const struct flip_env_buffers *buffers, struct flip_error *error);
/// Stops the threads, or releases the card. The caller frees the memory.
void flip_env_close(struct flip_env *env);
const struct flip_env_shape *flip_env_shape_of(const struct flip_env *env);
/// What the numbers of an observation mean.
void flip_env_fields(const struct flip_env *env, struct flip_fields *out);

/// Takes one action per game; with a GPU they may be in the card's memory. `numbers` has the open numbers of templates,
/// FLIP_MAX_RANGES per game; NULL if there are none. An illegal action is an error that names the game; then no game
/// has moved. A game whose action is FLIP_ENV_WAIT stays as it is, without end or reward in this step.
int flip_env_step(struct flip_env *env, const int32_t *actions, const int32_t *numbers, struct flip_error *error);
/// Makes a random legal move in every game, each equally likely; `actions` (which may be NULL) receives them.
int flip_env_step_random(struct flip_env *env, int32_t *actions, struct flip_error *error);
/// Writes results into these buffers from now on: observations and legal actions at once; rewards, scores and ends from
/// the next step on. Not with a GPU.
int flip_env_redirect(struct flip_env *env, const struct flip_env_buffers *buffers, struct flip_error *error);
/// Packed observations take a third to a thirteenth of the memory. Returns how many words of 32 bits a row has, or -1 if
/// the game has none. `out` (may be NULL) receives one entry for each number of an observation.
int flip_env_packing(const struct flip_env *env, struct flip_packed_number *out, struct flip_error *error);
/// Writes packed rows, [games][words], at once and from now on wherever an observation would be written; with a GPU the
/// buffer may lie in the card's memory. It must live until the next call or until the environment is closed. NULL: no
/// longer. Floats are written only if there is an `observation` buffer.
int flip_env_pack(struct flip_env *env, uint32_t *packed, struct flip_error *error);
/// Unpacks rows in the host's memory into observations, bit for bit.
int flip_env_unpack(const struct flip_env *env, const uint32_t *packed, int rows, float *out, struct flip_error *error);
/// Restarts all games, as after opening with this seed.
int flip_env_restart(struct flip_env *env, uint64_t seed, struct flip_error *error);
/// Restarts one game, with exactly this seed.
int flip_env_begin(struct flip_env *env, int game, uint64_t seed, struct flip_error *error);

/// The move for an action that is legal now in one game, with the numbers of a template (else NULL).
int flip_env_move(const struct flip_env *env, int game, int action, const int32_t *numbers, flip_move *out,
                  struct flip_error *error);
/// The open numbers of an action that is legal now; returns how many there are (0 for an exact move), or -1.
int flip_env_ranges(const struct flip_env *env, int game, int action, struct flip_range out[FLIP_MAX_RANGES],
                    struct flip_error *error);
/// The position of one game, read-only, as for flip_think_position. Valid until the next step; with a GPU, the next
/// call.
int flip_env_position(const struct flip_env *env, int game, struct flip_position *out, struct flip_error *error);
/// Makes one exact move in one game, for the seat that has to decide, such as a bot's; the other games wait.
int flip_env_act(struct flip_env *env, int game, flip_move move, struct flip_error *error);
/// Asks a bot what it would do in every game with asked[game] != 0 (NULL: in all games) and writes that into `actions`,
/// leaving the others alone; no game moves. The environment's threads share the work. A bot's choice depends only on
/// how->seed and the game. Not for moves with open numbers.
int flip_env_think(struct flip_env *env, const struct flip_think_def *how, const uint8_t *asked, int32_t *actions,
                   struct flip_error *error);

/// Looks ahead: for i from 0 to count - 1, game i of `env` becomes game games[i] of `from` after actions[i]. The other
/// games of `env` wait, and `from` stays as it is. What the deciding seat of `from` cannot know is redealt, and chance
/// goes on with the seed flip_game_seed(seed, games[i]), so a branch reveals nothing about what `from` will deal. Both
/// must have the same set-up, and `env` at least `count` games. Not for moves with open numbers.
int flip_env_branch(struct flip_env *env, const struct flip_env *from, int count, const int32_t *games,
                    const int32_t *actions, uint64_t seed, struct flip_error *error);

/// The notation of an action that is legal now, and the action with a given notation.
int flip_env_text(const struct flip_env *env, int game, int action, struct flip_text *out, struct flip_error *error);
int flip_env_named(const struct flip_env *env, int game, const char *text, int32_t *action, struct flip_error *error);

/* The same for one game at a real table, with its history, its records and its bots. All return -1 on error. */

/// Fills in `seats`, `numbers`, `actions`, `sets` and `listed`.
int flip_learn_measure(const struct flip_table *table, struct flip_env_shape *out, struct flip_error *error);
int flip_learn_fields(const struct flip_table *table, struct flip_fields *out, struct flip_error *error);
/// What a seat may know; `out` has room for the `numbers` of flip_learn_measure.
int flip_learn_observe(const struct flip_table *table, int seat, float *out, struct flip_error *error);
/// The legal actions of a seat; `out` has room for the `sets` of flip_learn_measure.
int flip_learn_mask(const struct flip_table *table, int seat, flip_set *out, struct flip_error *error);
/// The open numbers of an action that is legal now; returns how many there are (0 for an exact move), or -1.
int flip_learn_ranges(const struct flip_table *table, int seat, int action, struct flip_range out[FLIP_MAX_RANGES],
                      struct flip_error *error);
/// The move for an action, with the numbers of a template (else NULL); and the action for a legal move.
int flip_learn_move(const struct flip_table *table, int seat, int action, const int32_t *numbers, flip_move *out,
                    struct flip_error *error);
int flip_learn_action(const struct flip_table *table, int seat, flip_move move, int *out, struct flip_error *error);

FLIP_API_END

#endif
