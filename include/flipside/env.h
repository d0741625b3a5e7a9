/*
 * Environments for machine learning: many games with the same set-up, stepped together in memory that the caller owns. In each game
 * one seat has to decide; a step takes one action per game, deals everything random, and writes what the next seat may know, which
 * actions it has, and the rewards. When a game ends, a new one starts at once.
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
        INT32_MIN + 1, /* in place of an action: this game waits while others move. No mistake looks like it */
};

/// What the seats get. The first two come when a game ends, and all rewards before that are 0.
enum flip_env_reward {
    FLIP_REWARD_WIN,   /* a seat's share of the win: 1 for the only winner, 1/2 for each of two, 0 for the others */
    FLIP_REWARD_SCORE, /* the final score */
    FLIP_REWARD_GAIN /* with every step: how much the seat's score has changed since the last one. The sum is the final score */
};

/// Who plays the games.
enum flip_env_device {
    FLIP_DEVICE_CPU,
    FLIP_DEVICE_GPU /* the first NVIDIA card: docs/gpu.md */
};

struct flip_env_def {
    const struct flip_game *game;
    int seats;
    struct flip_options options;
    const struct flip_edition
        *edition; /* NULL: the one that the options choose; not needed once the environment is open */
    int games;
    int threads; /* that share the work of a step; 1: only the caller's */
    enum flip_env_reward reward;
    uint64_t seed; /* the n-th game to start has the seed flip_game_seed(seed, n) */
    enum flip_env_device device;
};

/// How large everything is.
struct flip_env_shape {
    int games, seats;
    int numbers; /* of an observation */
    int actions; /* in total */
    int sets;    /* of 64 actions each, in a mask */
    int listed;  /* room for one game in a list of legal actions */
    size_t memory;
};

/// Where results go, game by game; each may be NULL. They belong to the caller and must outlive the environment. With a GPU each may be
/// memory of the card, and then it stays there; otherwise a step copies it.
struct flip_env_buffers {
    float *observation;   /* [games][numbers], of the seat that has to decide */
    flip_set *mask;       /* [games][sets]: action n is bit n % 64 of set n / 64 */
    int32_t *legal;       /* [games][listed]: the legal actions in ascending order; the rest is left as it was */
    int32_t *legal_count; /* [games] */
    float *reward;        /* [games][seats] */
    int32_t *score;       /* [games][seats]: the final scores, where a game has ended */
    uint8_t *over;        /* [games]: 1 if the last step ended a game; everything else then belongs to the new one */
    uint8_t *seat;        /* [games]: who has to decide */
    uint64_t *seed;       /* [games]: of the running game */
    float *final; /* [games][seats][numbers]: what each seat knew at the end, where the last step ended a game */
};

/// Where a packed observation holds a number: in the bits `mask` of this word, from bit `shift` on. They are a whole number that is divided by `divisor`.
/// Where that is 0, the word has the bits of a float.
struct flip_packed_number {
    uint16_t word;
    uint8_t shift, divisor;
    uint32_t mask; /* 1, 255, or all */
};

struct flip_env;

/// One game for its smallest number of seats, with its default options; the reward is the win, or the score if there is only one
/// seat and the game counts points.
struct flip_env_def flip_env_defaults(const struct flip_game *game);
/// How much memory an environment takes and how large its buffers are.
int flip_env_measure(const struct flip_env_def *def, struct flip_env_shape *out, struct flip_error *error);
/// Opens an environment in `memory`, which must be aligned to FLIP_ENV_ALIGNMENT, and starts all games. NULL: the error says why.
struct flip_env *flip_env_open(const struct flip_env_def *def, void *memory, size_t size,
                               const struct flip_env_buffers *buffers, struct flip_error *error);
/// Ends the threads, or lets the card go. The memory is the caller's to free.
void flip_env_close(struct flip_env *env);
const struct flip_env_shape *flip_env_shape_of(const struct flip_env *env);
/// What the numbers of an observation mean.
void flip_env_fields(const struct flip_env *env, struct flip_fields *out);

/// Takes one action per game; with a GPU they may be in the card's memory. `numbers` gives the open numbers of templates, FLIP_MAX_RANGES per game; NULL if there are none. An
/// action that is not legal is an error that names the game, and then no game has moved. Where the action is FLIP_ENV_WAIT the game
/// stays as it is, and the step brings it no end and no reward.
int flip_env_step(struct flip_env *env, const int32_t *actions, const int32_t *numbers, struct flip_error *error);
/// Makes a random legal move in every game, each equally likely; `actions` (which may be NULL) receives them.
int flip_env_step_random(struct flip_env *env, int32_t *actions, struct flip_error *error);
/// Results go into these buffers from now on. What the seats that have to decide may know and do is written at once; rewards, scores and
/// ends come with the next step. Not with a GPU.
int flip_env_redirect(struct flip_env *env, const struct flip_env_buffers *buffers, struct flip_error *error);
/// Packed observations, a third to a thirteenth of the size: how many words of 32 bits a row has, or -1 where the game has none. `out` (NULL: not wanted)
/// receives one entry for each number of an observation.
int flip_env_packing(const struct flip_env *env, struct flip_packed_number *out, struct flip_error *error);
/// From now on every step also writes the observations as packed rows, [games][words], and does so at once; with a GPU this may be memory of the card.
/// NULL: no longer. Floats are written only into an `observation` buffer, if there is one.
int flip_env_pack(struct flip_env *env, uint32_t *packed, struct flip_error *error);
/// The observations of some packed rows in the host's memory, number by number and bit for bit.
int flip_env_unpack(const struct flip_env *env, const uint32_t *packed, int rows, float *out, struct flip_error *error);
/// Starts all games again, as after opening with this seed.
int flip_env_restart(struct flip_env *env, uint64_t seed, struct flip_error *error);
/// Starts one game again, with exactly this seed.
int flip_env_begin(struct flip_env *env, int game, uint64_t seed, struct flip_error *error);

/// The move for an action that is legal now in one game, with the numbers of a template (else NULL).
int flip_env_move(const struct flip_env *env, int game, int action, const int32_t *numbers, flip_move *out,
                  struct flip_error *error);
/// The open numbers of a template that is legal now; returns how many there are, or -1. 0: the move is exact.
int flip_env_ranges(const struct flip_env *env, int game, int action, struct flip_range out[FLIP_MAX_RANGES],
                    struct flip_error *error);
/// What is on the table in one game, to be looked at: flip_think_position thinks about it. Valid until the next
/// step; with a GPU, until the next call.
int flip_env_position(const struct flip_env *env, int game, struct flip_position *out, struct flip_error *error);
/// Makes one exact move in one game, for the seat that has to decide; the others wait. So bots can play some of the seats.
int flip_env_act(struct flip_env *env, int game, flip_move move, struct flip_error *error);
/// Asks a bot in all games for which asked[game] is not 0 (NULL: in all), and writes what it would do into `actions`; the other actions
/// are left as they were. Nothing moves. The environment's threads share the work, and what a bot chooses in a game depends on how->seed and the game
/// alone. Not for moves with open numbers.
int flip_env_think(struct flip_env *env, const struct flip_think_def *how, const uint8_t *asked, int32_t *actions,
                   struct flip_error *error);

/// Looks ahead: game i of `env` becomes the game games[i] of `from` after its action actions[i], for i from 0 to count - 1; the other games
/// of `env` wait, and `from` stays as it is. What the seat that decides in `from` cannot know is replaced by something equally likely, and
/// chance goes on with the seed flip_game_seed(seed, games[i]): a branch tells nothing about what `from` will deal. Both must have
/// the same set-up, and `env` at least `count` games. Not for moves with open numbers.
int flip_env_branch(struct flip_env *env, const struct flip_env *from, int count, const int32_t *games,
                    const int32_t *actions, uint64_t seed, struct flip_error *error);

/// The notation of an action that is legal now, and the action for a notation.
int flip_env_text(const struct flip_env *env, int game, int action, struct flip_text *out, struct flip_error *error);
int flip_env_named(const struct flip_env *env, int game, const char *text, int32_t *action, struct flip_error *error);

/* The same for one game at a real table, with its history, its records and its bots. Those that can fail return -1. */

/// How many numbers and actions there are; only `seats`, `numbers`, `actions`, `sets` and `listed` are filled in.
int flip_learn_measure(const struct flip_table *table, struct flip_env_shape *out, struct flip_error *error);
int flip_learn_fields(const struct flip_table *table, struct flip_fields *out, struct flip_error *error);
/// What a seat may know; `out` has as many numbers as flip_learn_measure says.
int flip_learn_observe(const struct flip_table *table, int seat, float *out, struct flip_error *error);
/// The legal actions of a seat; `out` has as many sets as flip_learn_measure says.
int flip_learn_mask(const struct flip_table *table, int seat, flip_set *out, struct flip_error *error);
/// The open numbers of a template that is legal now; returns how many there are, or -1. 0: the move is exact.
int flip_learn_ranges(const struct flip_table *table, int seat, int action, struct flip_range out[FLIP_MAX_RANGES],
                      struct flip_error *error);
/// The move for an action, with the numbers of a template (else NULL); and the action for a legal move.
int flip_learn_move(const struct flip_table *table, int seat, int action, const int32_t *numbers, flip_move *out,
                    struct flip_error *error);
int flip_learn_action(const struct flip_table *table, int seat, flip_move move, int *out, struct flip_error *error);

FLIP_API_END

#endif
