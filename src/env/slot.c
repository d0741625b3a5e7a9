/*
 * One game of an environment. It is dealt with the fast generator, and where several seats may act at once the lowest acts first,
 * as in the simulator. Random moves come from a source of their own: what is dealt follows from the seed and the moves alone.
 */
#include "env/slot.h"

#include "physics/physics.h"

#include <string.h>

/* Where one plays alone nothing is hidden, and the state at the beginning of the phase is the state itself. */
static void keep_phase(const struct env_setup *setup, struct env_slot *slot, bool begins)
{
    if (setup->before_at == setup->state_at)
        return;
    const uint32_t phase = setup->game->knowledge->phase(setup->rules, slot_state(setup, slot));
    if (!begins && phase == slot->phase)
        return;
    slot->phase = phase;
    memcpy((char *)slot + setup->before_at, (char *)slot + setup->state_at, setup->game->state_size);
}

static int deal_one(const struct env_setup *setup, struct env_slot *slot, struct flip_error *error)
{
    const struct flip_game *game = setup->game;
    void *state = slot_state(setup, slot);
    struct flip_chances chances;
    if (game->rules->deal) {
        game->rules->apply(setup->rules, state, FLIP_DEALER, game->rules->deal(setup->rules, state, &slot->dealer));
        return 0;
    }
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

static int deal_events(const struct env_setup *setup, struct env_slot *slot, flip_set *turn, struct flip_error *error)
{
    const void *state = slot_state(setup, slot);
    while ((*turn = setup->game->rules->turn(setup->rules, state)) == FLIP_BIT(FLIP_DEALER)) {
        if (deal_one(setup, slot, error) != 0)
            return -1;
        keep_phase(setup, slot, false);
    }
    return 0;
}

/* Up to the next decision; a seat of -1: the game is over. Where one plays alone no event ends a phase that others wait for. */
static int deal(const struct env_setup *setup, struct env_slot *slot, struct flip_error *error)
{
    const struct flip_game_rules *play = setup->game->rules;
    flip_set turn = 0;
    if (play->proceed && setup->before_at == setup->state_at)
        turn = play->proceed(setup->rules, slot_state(setup, slot), &slot->dealer);
    else if (deal_events(setup, slot, &turn, error) != 0)
        return -1;
    slot->seat = turn ? flip_set_first(turn) : -1;
    return 0;
}

int slot_begin(const struct env_setup *setup, struct env_slot *slot, uint64_t seed, struct flip_error *error)
{
    slot->seed = seed;
    flip_random_seed(&slot->dealer, seed);
    flip_random_seed(&slot->chooser, flip_game_seed(seed, 0));
    setup->game->rules->start(setup->rules, slot_state(setup, slot));
    keep_phase(setup, slot, true);
    if (deal(setup, slot, error) != 0)
        return -1;
    if (slot->seat < 0)
        return flip_fail(error, FLIP_ERROR_OVER, "%s is over before anybody has decided anything.", setup->game->title);
    return 0;
}

int slot_next(const struct env_setup *setup, struct env_slot *slot, int place, struct flip_error *error)
{
    const uint64_t number = slot->begun++ * (uint64_t)setup->shape.games + (uint64_t)place;
    return slot_begin(setup, slot, flip_game_seed(setup->seed, number), error);
}

void slot_copy(const struct env_setup *setup, struct env_slot *slot, struct env_slot *from, uint64_t seed)
{
    const uint64_t begun = slot->begun;
    memcpy(slot, from, setup->slot_size);
    slot->begun = begun;
    flip_random_seed(&slot->dealer, seed);
    flip_random_seed(&slot->chooser, flip_game_seed(seed, 0));
    setup->game->knowledge->redeal(setup->rules, slot_state(setup, slot), slot_before(setup, from), slot->seat,
                                   &slot->dealer);
}

/* --- what a step brought ------------------------------------------------------------------------------------------------- */

static void tell_end(const struct env_setup *setup, struct env_slot *slot, int place)
{
    const int seats = setup->shape.seats;
    struct flip_result result;
    setup->game->rules->result(setup->rules, slot_state(setup, slot), &result);
    const float share = result.winners ? 1.0F / (float)flip_set_count(result.winners) : 0;
    for (int seat = 0; seat < seats; seat++) {
        const size_t at = (size_t)place * (size_t)seats + (size_t)seat;
        if (setup->out.score)
            setup->out.score[at] = result.score[seat];
        if (setup->out.reward)
            setup->out.reward[at] = setup->reward == FLIP_REWARD_SCORE   ? (float)result.score[seat]
                                    : flip_set_has(result.winners, seat) ? share
                                                                         : 0;
    }
    if (setup->out.over)
        setup->out.over[place] = 1;
}

int slot_act(const struct env_setup *setup, struct env_slot *slot, int place, flip_move move, struct flip_error *error)
{
    const size_t seats = (size_t)setup->shape.seats;
    if (setup->out.over)
        setup->out.over[place] = 0;
    if (setup->out.reward)
        memset(&setup->out.reward[(size_t)place * seats], 0, sizeof(float) * seats);
    setup->game->rules->apply(setup->rules, slot_state(setup, slot), slot->seat, move);
    keep_phase(setup, slot, false);
    if (deal(setup, slot, error) != 0)
        return -1;
    if (slot->seat >= 0)
        return 0;
    tell_end(setup, slot, place);
    return slot_next(setup, slot, place, error);
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

void slot_tell(const struct env_setup *setup, struct env_slot *slot, int place)
{
    const struct flip_game_learn *learn = setup->game->learn;
    const struct flip_env_buffers *out = &setup->out;
    const size_t sets = (size_t)setup->shape.sets, at = (size_t)place;
    const void *state = slot_state(setup, slot);
    flip_set *mask = slot_mask(setup, slot);
    memset(mask, 0, sizeof *mask * sets);
    learn->mask(setup->rules, state, slot->seat, mask);
    if (out->mask)
        memcpy(&out->mask[at * sets], mask, sizeof *mask * sets);
    if (out->legal)
        list_legal(mask, setup->shape.sets, &out->legal[at * (size_t)setup->shape.listed],
                   out->legal_count ? &out->legal_count[place] : NULL);
    else if (out->legal_count)
        out->legal_count[place] = flip_sets_count(mask, setup->shape.sets);
    if (out->observation)
        learn->observe(setup->rules, state, slot_before(setup, slot), slot->seat,
                       &out->observation[at * (size_t)setup->shape.numbers]);
    if (out->seat)
        out->seat[place] = (uint8_t)slot->seat;
    if (out->seed)
        out->seed[place] = slot->seed;
}

flip_move slot_any(const struct env_setup *setup, struct env_slot *slot)
{
    const struct flip_game *game = setup->game;
    const void *state = slot_state(setup, slot);
    if (game->rules->any)
        return game->rules->any(setup->rules, state, slot->seat, &slot->chooser);
    flip_move moves[FLIP_MAX_MOVES];
    const int count = game->rules->moves(setup->rules, state, slot->seat, moves, FLIP_MAX_MOVES);
    const flip_move move = moves[flip_random_below(&slot->chooser, (uint32_t)count)];
    return flip_move_random(game, setup->rules, state, slot->seat, move, &slot->chooser);
}
