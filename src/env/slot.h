/* One game of an environment: its state, who has to decide, and what may be done. */
#ifndef FLIPSIDE_ENV_SLOT_H
#define FLIPSIDE_ENV_SLOT_H

#include <flipside/env.h>

/// What all games of an environment share; read-only while they run.
struct env_setup {
    const struct flip_game *game;
    const void *rules;
    struct flip_env_shape shape;
    enum flip_env_reward reward;
    struct flip_env_buffers out;
    uint64_t seed;
    size_t state_at, before_at, mask_at, slot_size; /* where things lie in a slot */
};

/// The beginning of a slot; state, the state at the beginning of the phase, and mask follow.
struct env_slot {
    struct flip_random dealer;  /* deals; so the same seed and the same actions make the same game */
    struct flip_random chooser; /* makes random moves */
    uint64_t begun;             /* games in this slot so far */
    uint64_t seed;
    uint32_t phase;
    int seat;
};

static inline void *slot_state(const struct env_setup *setup, struct env_slot *slot)
{
    return (char *)slot + setup->state_at;
}
static inline const void *slot_before(const struct env_setup *setup, struct env_slot *slot)
{
    return (char *)slot + setup->before_at;
}
static inline flip_set *slot_mask(const struct env_setup *setup, struct env_slot *slot)
{
    return (flip_set *)(void *)((char *)slot + setup->mask_at);
}

/// Begins a game with this seed and deals up to the first decision.
int slot_begin(const struct env_setup *setup, struct env_slot *slot, uint64_t seed, struct flip_error *error);
/// Begins the next game of the slot at this place.
int slot_next(const struct env_setup *setup, struct env_slot *slot, int place, struct flip_error *error);
/// Takes a legal move, deals, and tells what came of it. A game that is over is followed by the next.
int slot_act(const struct env_setup *setup, struct env_slot *slot, int place, flip_move move, struct flip_error *error);
/// Makes `slot` a copy of another one as its seat knows it, with chance of its own.
void slot_copy(const struct env_setup *setup, struct env_slot *slot, struct env_slot *from, uint64_t seed);
/// Writes what the seat may know and do. Nothing was rewarded unless slot_act says so.
void slot_tell(const struct env_setup *setup, struct env_slot *slot, int place);
/// A legal move, each as likely as the others.
flip_move slot_any(const struct env_setup *setup, struct env_slot *slot);

#endif
