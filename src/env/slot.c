/*
 * One game of an environment. It is dealt with the fast generator, and where several seats may act at once the lowest acts first,
 * as in the simulator. Random moves come from a source of their own: what is dealt follows from the seed and the moves alone.
 */
#include "env/slot.h"

#include <string.h>

#ifndef FLIP_GPU_GAME
#include "env/learn.h"
#include "env/list.h"
#include "env/pack.h"
#include "physics/physics.h"
#endif

/* A graphics card copies memory a byte at a time if it is asked to; so it is told to do so in words. Sizes are whole words. */
static inline void copy_words(void *to, const void *from, size_t size)
{
#ifdef FLIP_GPU_GAME
    for (size_t i = 0; i < size / sizeof(uint64_t); i++)
        ((uint64_t *)to)[i] = ((const uint64_t *)from)[i];
#else
    memcpy(to, from, size);
#endif
}

/* Where one plays alone nothing is hidden, and the state at the beginning of the phase is the state itself. */
static inline void keep_phase(const struct env_setup *setup, struct env_slot *slot, bool begins)
{
    if (setup->before_at == setup->state_at)
        return;
    const uint32_t phase = slot_game(setup)->knowledge->phase(setup->rules, slot_state(setup, slot));
    if (!begins && phase == slot->phase)
        return;
    slot->phase = phase;
    copy_words((char *)slot + setup->before_at, (char *)slot + setup->state_at, setup->before_at - setup->state_at);
}

#ifdef FLIP_GPU_GAME /* a graphics card has no physics, nor sentences */
static int deal_one(const struct env_setup *setup, struct env_slot *slot, struct flip_error *error)
{
    const struct flip_game_rules *play = slot_rules(setup);
    void *state = slot_state(setup, slot);
    (void)error;
    play->apply(setup->rules, state, FLIP_DEALER, play->deal(setup->rules, state, &slot->dealer));
    return 0;
}

static int over_at_once(const struct env_setup *setup, struct flip_error *error)
{
    (void)setup, (void)error;
    return -1;
}

#else
/* What the outside world decides, or a list. Not inlined: so much memory on the stack would cost every step. */
__attribute__((noinline)) static int deal_from_chances(const struct env_setup *setup, struct env_slot *slot,
                                                       struct flip_error *error)
{
    const struct flip_game *game = setup->game;
    void *state = slot_state(setup, slot);
    struct flip_chances chances;
    game->rules->chances(setup->rules, state, &chances);
    if (chances.kind != FLIP_CHANCE_OUTSIDE) {
        game->rules->apply(setup->rules, state, FLIP_DEALER, flip_chances_pick(&chances, &slot->dealer));
        return 0;
    }
    const struct flip_world world = flip_physics_world();
    struct flip_scene scene;
    struct flip_outcome outcome;
    game->flicks->scene(setup->rules, state, &scene);
    if (world.flick(world.context, &scene, &outcome, error) != 0)
        return -1;
    game->flicks->settle(setup->rules, state, &outcome);
    return 0;
}

static int deal_one(const struct env_setup *setup, struct env_slot *slot, struct flip_error *error)
{
    const struct flip_game_rules *play = slot_rules(setup);
    void *state = slot_state(setup, slot);
    if (!play->deal)
        return deal_from_chances(setup, slot, error);
    play->apply(setup->rules, state, FLIP_DEALER, play->deal(setup->rules, state, &slot->dealer));
    return 0;
}

static int over_at_once(const struct env_setup *setup, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_OVER, "%s is over before anybody has decided anything.", setup->game->title);
}

#endif

/* A seat of -1: the game is over. */
static inline void ask(struct env_slot *slot, flip_set turn) { slot->seat = turn ? flip_set_first(turn) : -1; }

static int deal_events(const struct env_setup *setup, struct env_slot *slot, struct flip_error *error)
{
    const void *state = slot_state(setup, slot);
    flip_set turn;
    while ((turn = slot_rules(setup)->turn(setup->rules, state)) == FLIP_BIT(FLIP_DEALER)) {
        if (deal_one(setup, slot, error) != 0)
            return -1;
        keep_phase(setup, slot, false);
    }
    ask(slot, turn);
    return 0;
}

/* Up to the next decision. Where one plays alone no event ends a phase that others wait for. */
__attribute__((always_inline)) static inline int deal(const struct env_setup *setup, struct env_slot *slot,
                                                      struct flip_error *error)
{
    const struct flip_game_rules *play = slot_rules(setup);
    if (!play->proceed || setup->before_at != setup->state_at)
        return deal_events(setup, slot, error);
    ask(slot, play->proceed(setup->rules, slot_state(setup, slot), &slot->dealer));
    return 0;
}

static int slot_begin(const struct env_setup *setup, struct env_slot *slot, uint64_t seed, struct flip_error *error)
{
    slot->seed = seed;
    flip_random_seed(&slot->dealer, seed);
    flip_random_seed(&slot->chooser, flip_game_seed(seed, 0));
    slot_rules(setup)->start(setup->rules, slot_state(setup, slot));
    keep_phase(setup, slot, true);
    memset(slot->score, 0, sizeof slot->score);
    if (deal(setup, slot, error) != 0)
        return -1;
    return slot->seat < 0 ? over_at_once(setup, error) : 0;
}

static int slot_next(const struct env_setup *setup, struct env_slot *slot, int place, struct flip_error *error)
{
    const uint64_t number = slot->begun++ * (uint64_t)setup->shape.games + (uint64_t)place;
    return slot_begin(setup, slot, flip_game_seed(setup->seed, number), error);
}

static void slot_copy(const struct env_setup *setup, struct env_slot *slot, struct env_slot *from, uint64_t seed)
{
    const uint64_t begun = slot->begun;
    copy_words(slot, from, setup->mask_at); /* the mask is told again */
    slot->begun = begun;
    flip_random_seed(&slot->dealer, seed);
    flip_random_seed(&slot->chooser, flip_game_seed(seed, 0));
    slot_game(setup)->knowledge->redeal(setup->rules, slot_state(setup, slot), slot_before(setup, from), slot->seat,
                                        &slot->dealer);
}

/* --- what a step brought ------------------------------------------------------------------------------------------------- */

__attribute__((noinline)) static void tell_end(const struct env_setup *setup, struct env_slot *slot, int place)
{
    const int seats = setup->shape.seats;
    struct flip_result result;
    slot_rules(setup)->result(setup->rules, slot_state(setup, slot), &result);
    const float share = result.winners ? 1.0F / (float)flip_set_count(result.winners) : 0;
    for (int seat = 0; seat < seats; seat++) {
        const size_t at = (size_t)place * (size_t)seats + (size_t)seat;
        if (setup->out.score)
            setup->out.score[at] = result.score[seat];
        if (setup->out.reward && setup->reward != FLIP_REWARD_GAIN)
            setup->out.reward[at] = setup->reward == FLIP_REWARD_SCORE   ? (float)result.score[seat]
                                    : flip_set_has(result.winners, seat) ? share
                                                                         : 0;
    }
    if (setup->out.over)
        setup->out.over[place] = 1;
}

/* What every seat's score has changed by since the last step. Not inlined: few want it, and it would cost every step. */
__attribute__((noinline)) static void tell_gain(const struct env_setup *setup, struct env_slot *slot, float *reward)
{
    struct flip_result result;
    slot_rules(setup)->result(setup->rules, slot_state(setup, slot), &result);
    for (int seat = 0; seat < setup->shape.seats; seat++) {
        reward[seat] = (float)(result.score[seat] - slot->score[seat]);
        slot->score[seat] = result.score[seat];
    }
}

/* The first seat by itself: where one plays alone, that is all, and a call would cost more. */
static inline void no_reward(float *reward, int seats)
{
    reward[0] = 0;
    for (int seat = 1; seat < seats; seat++)
        reward[seat] = 0;
}

/* No end and no reward yet. */
static inline void clear_last(const struct env_setup *setup, int place)
{
    if (setup->out.over)
        setup->out.over[place] = 0;
    if (setup->out.reward)
        no_reward(setup->out.reward + (size_t)place * (size_t)setup->shape.seats, setup->shape.seats);
}

#ifndef FLIP_GPU_GAME
/* What each seat knows in the end. */
static inline void tell_last(const struct env_setup *setup, struct env_slot *slot, int place)
{
    const int seats = setup->shape.seats;
    for (int seat = 0; setup->out.final && seat < seats; seat++)
        slot_learn(setup)->observe(
            setup->rules, slot_state(setup, slot), slot_before(setup, slot), seat,
            &setup->out.final[((size_t)place * (size_t)seats + (size_t)seat) * (size_t)setup->shape.numbers]);
}

#endif
__attribute__((always_inline)) static inline int slot_act(const struct env_setup *setup, struct env_slot *slot,
                                                          int place, flip_move move, struct flip_error *error)
{
    clear_last(setup, place);
    slot_rules(setup)->apply(setup->rules, slot_state(setup, slot), slot->seat, move);
    keep_phase(setup, slot, false);
    if (deal(setup, slot, error) != 0)
        return -1;
    if (setup->reward == FLIP_REWARD_GAIN && setup->out.reward)
        tell_gain(setup, slot, setup->out.reward + (size_t)place * (size_t)setup->shape.seats);
#ifdef FLIP_GPU_GAME /* a game's end takes long, and others need not wait for it */
    return 0;
#else
    if (slot->seat >= 0)
        return 0;
    tell_last(setup, slot, place);
    tell_end(setup, slot, place);
    return slot_next(setup, slot, place, error);
#endif
}

/* --- what a seat may know and do ----------------------------------------------------------------------------------------- */

static void list_legal(const flip_set *mask, int sets, int32_t *out, int32_t *count)
{
    int n = 0;
    for (int i = 0; i < sets; i++)
        for (flip_set set = mask[i]; set; set = flip_set_rest(set))
            out[n++] = i * 64 + flip_set_first(set);
    if (count)
        *count = n;
}

/* The actions of a mask as a list, or how many there are. */
static inline void tell_legal(const struct env_setup *setup, const flip_set *mask, int place)
{
    const struct flip_env_buffers *out = &setup->out;
    if (out->legal)
        list_legal(mask, setup->shape.sets, &out->legal[(size_t)place * (size_t)setup->shape.listed],
                   out->legal_count ? &out->legal_count[place] : NULL);
    else if (out->legal_count)
        out->legal_count[place] = flip_sets_count(mask, setup->shape.sets);
}

/* What the seat may know, and who it is. Nothing was rewarded unless slot_act says so. */
static inline void tell_known(const struct env_setup *setup, struct env_slot *slot, int place, float *wanted)
{
    const struct flip_env_buffers *out = &setup->out;
    if (wanted)
        slot_learn(setup)->observe(setup->rules, slot_state(setup, slot), slot_before(setup, slot), slot->seat, wanted);
    if (out->seat)
        out->seat[place] = (uint8_t)slot->seat;
    if (out->seed)
        out->seed[place] = slot->seed;
}

#ifdef FLIP_GPU_GAME
SLOT_INLINE void slot_tell_legal(const struct env_setup *setup, const flip_set *mask, int place)
{
    tell_legal(setup, mask, place);
}

SLOT_INLINE void slot_tell_known(const struct env_setup *setup, struct env_slot *slot, int place, float *wanted)
{
    tell_known(setup, slot, place, wanted);
}

__attribute__((noinline)) void slot_tell_last(const struct env_setup *setup, struct env_slot *slot, int seat,
                                              float *out)
{
    slot_learn(setup)->observe(setup->rules, slot_state(setup, slot), slot_before(setup, slot), seat, out);
}

/* Not inlined: it is rare, and needs many registers. */
__attribute__((noinline)) int slot_end(const struct env_setup *setup, struct env_slot *slot, int place)
{
    tell_end(setup, slot, place);
    return slot_next(setup, slot, place, NULL);
}

#else
/* The mask of a slot fills whole lines of memory, which are cleared in a few instructions each. */
static inline void clear_own(flip_set *mask, size_t sets)
{
    enum { LINE = FLIP_ENV_ALIGNMENT / sizeof(flip_set) };
    for (size_t i = 0; i < sets; i += LINE)
        memset(mask + i, 0, sizeof *mask * LINE);
}

/* Writes the mask, and where it is to go. A game that tells by itself what is legal needs none in its slot. Returns NULL if nobody wants
   one. */
static flip_set *write_mask(const struct env_setup *setup, struct env_slot *slot, flip_set *wanted)
{
    const struct flip_game_learn *learn = slot_learn(setup);
    const struct flip_env_buffers *out = &setup->out;
    const size_t sets = (size_t)setup->shape.sets;
    if (!wanted && (learn->some || (learn->allows && !out->legal && !out->legal_count)))
        return NULL;
    const bool own = !learn->allows || !wanted;
    flip_set *const mask = own ? slot_mask(setup, slot) : wanted;
    if (own)
        clear_own(mask, sets);
    else
        memset(mask, 0, sizeof *mask * sets);
    learn->mask(setup->rules, slot_state(setup, slot), slot->seat, mask);
    for (size_t i = 0; wanted && own && i < sets; i++) /* a few: a call would cost more */
        wanted[i] = mask[i];
    return mask;
}

/* The same from the sets that a game tells, which are few of a long mask. Not inlined: so much memory on the stack would cost every step. */
__attribute__((noinline)) static void tell_some(const struct env_setup *setup, struct env_slot *slot, int place)
{
    const struct flip_env_buffers *out = &setup->out;
    struct flip_some_sets some;
    slot_learn(setup)->some(setup->rules, slot_state(setup, slot), slot->seat, &some);
    const int count = out->legal ? env_list(&some, &out->legal[(size_t)place * (size_t)setup->shape.listed])
                                 : flip_sets_count(some.set, some.count);
    if (out->legal_count)
        out->legal_count[place] = count;
}

/* Not inlined: so much memory on the stack would cost every step. */
__attribute__((noinline)) static void tell_packed(const struct env_setup *setup, struct env_slot *slot, int place)
{
    float row[PACK_MOST_NUMBERS];
    slot_learn(setup)->observe(setup->rules, slot_state(setup, slot), slot_before(setup, slot), slot->seat, row);
    pack_row(setup->where, setup->shape.numbers, row, setup->packed_words,
             &setup->packed[(size_t)place * (size_t)setup->packed_words]);
}

static void slot_tell(const struct env_setup *setup, struct env_slot *slot, int place)
{
    const struct flip_env_buffers *out = &setup->out;
    const size_t at = (size_t)place;
    flip_set *const mask = write_mask(setup, slot, out->mask ? &out->mask[at * (size_t)setup->shape.sets] : NULL);
    if (!slot_learn(setup)->some)
        tell_legal(setup, mask, place);
    else if (out->legal || out->legal_count)
        tell_some(setup, slot, place);
    tell_known(setup, slot, place, out->observation ? &out->observation[at * (size_t)setup->shape.numbers] : NULL);
    if (setup->packed)
        tell_packed(setup, slot, place);
}
#endif

/* Not inlined, for the same reason as above. */
__attribute__((noinline)) static flip_move any_of_list(const struct env_setup *setup, struct env_slot *slot)
{
    const struct flip_game *game = slot_game(setup);
    const void *state = slot_state(setup, slot);
    flip_move moves[FLIP_MAX_MOVES];
    const int count = game->rules->moves(setup->rules, state, slot->seat, moves, FLIP_MAX_MOVES);
    const flip_move move = moves[flip_random_below(&slot->chooser, (uint32_t)count)];
    return flip_move_random(game, setup->rules, state, slot->seat, move, &slot->chooser);
}

/* A legal move, each as likely as the others. */
static flip_move slot_any(const struct env_setup *setup, struct env_slot *slot)
{
    const struct flip_game_rules *play = slot_rules(setup);
    return play->any ? play->any(setup->rules, slot_state(setup, slot), slot->seat, &slot->chooser)
                     : any_of_list(setup, slot);
}

/* --- work ---------------------------------------------------------------------------------------------------------------- */

static int restart(const struct env_setup *setup, struct env_slot *slot, int place, struct flip_error *error)
{
    const size_t seats = (size_t)setup->shape.seats, at = (size_t)place * seats;
    if (setup->out.over)
        setup->out.over[place] = 0;
    if (setup->out.reward)
        memset(&setup->out.reward[at], 0, sizeof(float) * seats);
    if (setup->out.score)
        memset(&setup->out.score[at], 0, sizeof(int32_t) * seats);
    slot->begun = 0;
    return slot_next(setup, slot, place, error);
}

static flip_move random_move(const struct env_setup *setup, const struct env_work *work, struct env_slot *slot,
                             int place)
{
    const flip_move move = slot_any(setup, slot);
    if (work->chosen)
        work->chosen[place] = slot_learn(setup)->action(setup->rules, slot_state(setup, slot), slot->seat, move);
    return move;
}

__attribute__((always_inline)) static inline flip_move move_for(const struct env_setup *setup,
                                                                const struct env_work *work, enum env_step step,
                                                                struct env_slot *slot, int place)
{
    if (step == ENV_RANDOM)
        return random_move(setup, work, slot, place);
    if (step == ENV_MOVE)
        return work->move;
    return slot_learn(setup)->move(setup->rules, slot_state(setup, slot), slot->seat, work->actions[place]);
}

#ifndef FLIP_GPU_GAME
/* An action that may be a template, with its numbers. */
__attribute__((noinline)) static int make_template(const struct env_setup *setup, const struct env_work *work,
                                                   struct env_slot *slot, int place, struct flip_error *error)
{
    const int32_t *numbers = work->numbers ? &work->numbers[(size_t)place * FLIP_MAX_RANGES] : NULL;
    flip_move move;
    if (learn_move(setup->game, setup->rules, slot_state(setup, slot), slot->seat, work->actions[place], numbers, &move,
                   error) < 0)
        return -1;
    return slot_act(setup, slot, place, move, error);
}
#endif

__attribute__((always_inline)) static inline int make_move(const struct env_setup *setup, const struct env_work *work,
                                                           enum env_step step, struct env_slot *slot, int place,
                                                           struct flip_error *error)
{
    if (step == ENV_BRANCH)
        slot_copy(setup, slot, slot_in(setup, work->from, work->branched[place]),
                  flip_game_seed(work->seed, (uint64_t)work->branched[place]));
#ifndef FLIP_GPU_GAME
    if (step == ENV_ACTIONS && setup->game->flicks)
        return make_template(setup, work, slot, place, error);
#endif
    return slot_act(setup, slot, place, move_for(setup, work, step, slot, place), error);
}

/* Does a game wait while others move? Then there is no end and no reward. */
static inline bool waits(const struct env_setup *setup, const struct env_work *work, enum env_step step, int place)
{
    if (step != ENV_ACTIONS || work->actions[place] != FLIP_ENV_WAIT)
        return false;
    clear_last(setup, place);
    return true;
}

/* Inlined where the step is known, so that nothing is asked about it in each game. */
__attribute__((always_inline)) static inline int work_in(const struct env_setup *setup, const struct env_work *work,
                                                         enum env_step step, struct env_slot *slot, int place,
                                                         struct flip_error *error)
{
    if (step == ENV_RESTART)
        return restart(setup, slot, place, error);
    if (step == ENV_BEGIN)
        return slot_begin(setup, slot, work->seed, error);
    if (step == ENV_TELL)
        return 0;
    return make_move(setup, work, step, slot, place, error);
}

#ifdef FLIP_GPU_GAME
SLOT_INLINE bool slot_check(const struct env_setup *setup, const struct env_work *work, int place)
{
    struct env_slot *slot =
        work->from ? slot_in(setup, work->from, work->branched[place]) : slot_in(setup, work->slots, place);
    return (!work->from && work->actions[place] == FLIP_ENV_WAIT) || slot_allows(setup, slot, work->actions[place]);
}

SLOT_INLINE int slot_work(const struct env_setup *setup, const struct env_work *work, struct env_slot *slot, int place)
{
    return waits(setup, work, work->step, place) ? 0 : work_in(setup, work, work->step, slot, place, NULL);
}

#else
__attribute__((always_inline)) static inline int work_and_tell(const struct env_setup *setup,
                                                               const struct env_work *work, enum env_step step,
                                                               int place, struct flip_error *error)
{
    if (waits(setup, work, step, place))
        return 0;
    struct env_slot *slot = slot_in(setup, work->slots, place);
    const int status = work_in(setup, work, step, slot, place, error);
    if (status == 0)
        slot_tell(setup, slot, place);
    return status;
}

static int make_actions(const struct env_setup *setup, const struct env_work *work, int first, int end,
                        struct flip_error *error)
{
    int status = 0;
    for (int place = first; status == 0 && place < end; place++)
        status = work_and_tell(setup, work, ENV_ACTIONS, place, error);
    return status;
}

int slots_work(const struct env_setup *setup, const struct env_work *work, int first, int end, struct flip_error *error)
{
    int status = 0;
    if (work->step == ENV_ACTIONS)
        return make_actions(setup, work, first, end, error);
    for (int place = first; status == 0 && place < end; place++)
        status = work_and_tell(setup, work, work->step, place, error);
    return status;
}
#endif
