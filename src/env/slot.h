/* One game of an environment: its state, who has to decide, and what may be done. */
#pragma once

#include <flipside/env.h>

/* A kernel knows one game, so its functions can be inlined; elsewhere the set-up says which. */
#ifdef FLIP_GPU_GAME
#ifdef __NVPTX__
extern const struct flip_game FLIP_GPU_GAME;
#endif
#define slot_game(setup)  (&FLIP_GPU_GAME)
#define slot_rules(setup) (FLIP_GPU_GAME.rules)
#define slot_learn(setup) (FLIP_GPU_GAME.learn)
#ifdef __NVPTX__ /* which memory a pointer points to is known where everything is one function */
#define SLOT_INLINE __attribute__((always_inline))
#else
#define SLOT_INLINE
#endif
#else
#define slot_game(setup)  ((setup)->game)
#define slot_rules(setup) (&(setup)->play)
#define slot_learn(setup) (&(setup)->learn)
#endif

/// What all games of an environment share; read-only while they run. A graphics card has a copy, with its own addresses.
struct env_setup {
    const struct flip_game *game;
    const void *rules;
    struct flip_game_rules
        play; /* copies of the game's: a step calls many of these functions, and finds them here at once */
    struct flip_game_learn learn;
    struct flip_env_shape shape;
    enum flip_env_reward reward;
    struct flip_env_buffers out;
    uint32_t *packed;                       /* observations as packed rows; NULL: not wanted */
    const struct flip_packed_number *where; /* their numbers; not on a graphics card */
    int packed_words;                       /* of a row; 0: the game has no packed observations */
    uint64_t seed;
    size_t state_at, before_at, mask_at, slot_size; /* where things lie in a slot */
};

/// The beginning of a slot; state, the state at the beginning of the phase, and mask follow. What every move needs comes last and fills a
/// line of the cache, or half a line of a graphics card's, whose other half is the beginning of the state.
struct env_slot {
    struct flip_random chooser;             /* makes random moves */
    int32_t score[FLIP_MAX_SEATS];          /* after the last step, where gains are rewarded */
    _Alignas(64) struct flip_random dealer; /* deals; so the same seed and the same actions make the same game */
    uint64_t begun;                         /* games in this slot so far */
    uint64_t seed;
    uint32_t phase;
    int seat;
};

/// What is to be done in some games of an environment.
enum env_step {
    ENV_RESTART, /* all begins again */
    ENV_BEGIN,   /* with the seed */
    ENV_MOVE,    /* the move */
    ENV_ACTIONS, /* the action of each game */
    ENV_RANDOM,
    ENV_BRANCH, /* a copy of another game, and then the action */
    ENV_TELL    /* nothing, but the results are written */
};

struct env_work {
    char *slots;
    const int32_t *actions, *numbers; /* one of the first, FLIP_MAX_RANGES of the second for each game */
    char *from;                       /* of branches: the slots of the other environment, … */
    const int32_t *branched;          /* … and the games of it that they begin in */
    int32_t *chosen;                  /* of random moves; may be NULL */
    uint8_t *marks;  /* on a graphics card, by game: of a check, 1 if its action is not legal; then 1 if it is over */
    uint32_t *ended; /* on a graphics card: how many games are over after even and odd steps, then which */
    int32_t *order;  /* on a graphics card: the games in the order of their actions, some thousands at a time */
    uint64_t seed;
    flip_move move;
    int32_t first, count; /* games */
    enum env_step step;
    int32_t odd;          /* on a graphics card: 1 after every other step */
    int32_t ending_warps; /* on a graphics card: warps that end games */
};

static inline struct env_slot *slot_in(const struct env_setup *setup, char *slots, int place)
{
    return (struct env_slot *)(void *)(slots + (size_t)place * setup->slot_size);
}
static inline void *slot_state(const struct env_setup *setup, struct env_slot *slot)
{
#ifdef __NVPTX__ /* known before: there its parts lie close together */
    (void)setup;
    return __builtin_assume_aligned((char *)slot + (sizeof(struct env_slot) + 15) / 16 * 16, 8);
#else
    return (char *)slot + setup->state_at;
#endif
}
static inline const void *slot_before(const struct env_setup *setup, struct env_slot *slot)
{
    return (char *)slot + setup->before_at;
}
static inline flip_set *slot_mask(const struct env_setup *setup, struct env_slot *slot)
{
    return (flip_set *)(void *)((char *)slot + setup->mask_at);
}

/// Is this action in the mask? Only where the game does not tell by itself.
static inline bool slot_masks(const struct env_setup *setup, struct env_slot *slot, int action)
{
    return action >= 0 && action < setup->shape.actions &&
           flip_set_has(slot_mask(setup, slot)[action / 64], action % 64);
}
/// Is this action legal now?
static inline bool slot_allows(const struct env_setup *setup, struct env_slot *slot, int action)
{
    const struct flip_game_learn *learn = slot_learn(setup);
    if (!learn->allows)
        return slot_masks(setup, slot, action);
    return action >= 0 && action < setup->shape.actions &&
           learn->allows(setup->rules, slot_state(setup, slot), slot->seat, action);
}
#ifdef FLIP_GPU_GAME
/// Does what is to be done in one game. Without a seat that decides next it is over.
int slot_work(const struct env_setup *setup, const struct env_work *work, struct env_slot *slot, int place);
/// Is the action of one game legal?
bool slot_check(const struct env_setup *setup, const struct env_work *work, int place);
/// What a seat knows of a game that is over; then its result, and the next game.
void slot_tell_last(const struct env_setup *setup, struct env_slot *slot, int seat, float *out);
int slot_end(const struct env_setup *setup, struct env_slot *slot, int place);
/// The actions of a mask as a list, or how many there are, if somebody wants that.
void slot_tell_legal(const struct env_setup *setup, const flip_set *mask, int place);
/// What the next seat may know, if somebody wants the numbers, and who it is.
void slot_tell_known(const struct env_setup *setup, struct env_slot *slot, int place, float *wanted);
#else
/// Does what is to be done in the games from `first` to `end` - 1, until one fails, and writes what came of it, what the next seat may
/// know and what it may do. A game that is over is followed by the next.
int slots_work(const struct env_setup *setup, const struct env_work *work, int first, int end,
               struct flip_error *error);
#endif
