/*
 * The kernels: one game per thread, from the start to the result, as src/faces/sim/games/playout.c plays it. They are compiled once per game, with
 * FLIP_GPU_GAME as the name of its struct flip_game, together with the files of the game as they are. The same source is compiled for
 * the processor too, where a loop takes the place of the threads: that is how it is tested.
 */
#include "gpu/kernel.h"

#include <flipside/bot.h>

#ifdef __NVPTX__
extern const struct flip_game FLIP_GPU_GAME;
#ifdef FLIP_GPU_DEAL
flip_set FLIP_GPU_DEAL(const void *rules, void *state, struct flip_random *random);
#endif
#endif

/* A running game. */
struct gpu_game {
    struct flip_random deals, choices; /* choices: only where somebody plays quickly */
    uint32_t which;                    /* of the task */
    uint32_t quick;                    /* the seats that play quickly */
    int32_t steps;
};

static inline void begin(const void *rules, const struct gpu_task *task, bool quick, struct gpu_game *game, void *state)
{
    const uint64_t number = task->first + game->which;
    game->steps = 0;
    game->quick = 0;
    if (quick) {
        const bool pairs = task->players == GPU_PAIRS;
        const uint64_t dealer = flip_game_seed(task->seed, pairs ? number / 2 : number);
        const uint64_t second = pairs ? number % 2 : 0;
        flip_random_seed(&game->deals, dealer);
        flip_random_seed(&game->choices, flip_game_seed(dealer, second));
        game->quick = task->quick[second];
    } else {
        flip_random_seed(&game->deals, flip_game_seed(task->seed, number));
    }
    FLIP_GPU_GAME.rules->start(rules, state);
}

static inline flip_move choose(const void *rules, const void *state, int seat, bool quick, struct gpu_game *game)
{
    game->steps++;
    if (!quick)
        return FLIP_GPU_GAME.rules->any(rules, state, seat, &game->deals);
    if (game->quick >> seat & 1)
        return FLIP_GPU_GAME.bot->quick(rules, state, seat, &game->choices);
    return FLIP_GPU_GAME.rules->any(rules, state, seat, &game->choices);
}

static inline void end(const void *rules, const struct gpu_task *task, const struct gpu_game *game, const void *state,
                       int32_t *out)
{
    struct flip_result result;
    const size_t row = task->count;
    out += game->which;
    FLIP_GPU_GAME.rules->result(rules, state, &result);
    out[GPU_STEPS * row] = game->steps;
    out[GPU_WINNERS * row] = (int32_t)result.winners;
    for (int seat = 0; seat < task->seats; seat++)
        out[(size_t)(GPU_SCORES + seat) * row] = result.score[seat];
}

/*
 * Threads of a warp, or of a whole block, can play in step: all make a step, then all the next, and the longest game is waited for. In a
 * warp they share instructions, in a block also what the instruction cache holds. Where some games are much longer than others each
 * thread goes its own way, and so do quick players. Says whether there is something to do for this thread or, in step, for any.
 */
__attribute__((always_inline)) static inline bool go_on(bool mine, bool quick)
{
#if defined(__NVPTX__) && defined(FLIP_GPU_BLOCK)
    return quick ? mine : __nvvm_bar0_or(mine) != 0;
#elif defined(__NVPTX__) && defined(FLIP_GPU_WARP)
    return quick ? mine : __nvvm_vote_ballot_sync(UINT32_MAX, mine) != 0;
#else
    (void)quick;
    return mine;
#endif
}

/* Cards, as many as there are before the next decision; or those that come in a row, if the game knows them (FLIP_GPU_DEAL). Returns who is
   next. */
__attribute__((always_inline)) static inline flip_set deal_on(const void *rules, void *state, struct gpu_game *game)
{
#ifdef FLIP_GPU_DEAL
    return FLIP_GPU_DEAL(rules, state, &game->deals);
#else
    const struct flip_game_rules *play = FLIP_GPU_GAME.rules;
    flip_set turn;
    do {
        play->apply(rules, state, FLIP_DEALER, play->deal(rules, state, &game->deals));
        turn = play->turn(rules, state);
    } while (flip_set_has(turn, FLIP_DEALER));
    return turn;
#endif
}

/* The cards, and then a decision or a single card: whatever it is, all threads meet where it is applied. Returns who is next. */
__attribute__((always_inline)) static inline flip_set step(const void *rules, void *state, flip_set turn, bool quick,
                                                           struct gpu_game *game)
{
    const struct flip_game_rules *play = FLIP_GPU_GAME.rules;
    if (flip_set_has(turn, FLIP_DEALER))
        turn = deal_on(rules, state, game);
    if (turn == 0)
        return 0;
    const int seat = flip_set_has(turn, FLIP_DEALER) ? FLIP_DEALER : flip_set_first(turn);
    const flip_move move =
        seat == FLIP_DEALER ? play->deal(rules, state, &game->deals) : choose(rules, state, seat, quick, game);
    play->apply(rules, state, seat, move);
    return play->turn(rules, state);
}

/* Plays the games `which`, `which` + `stride` … of a task in the memory of one state. */
__attribute__((always_inline)) static inline void play(const void *rules, const struct gpu_task *task, bool quick,
                                                       uint32_t which, uint32_t stride, void *state, int32_t *out)
{
    struct gpu_game game = {.which = which};
    for (; go_on(game.which < task->count, quick); game.which += stride) {
        const bool mine = game.which < task->count;
        flip_set turn = 0;
        if (mine) {
            begin(rules, task, quick, &game, state);
            turn = FLIP_GPU_GAME.rules->turn(rules, state);
        }
        while (go_on(turn != 0, quick))
            if (turn != 0)
                turn = step(rules, state, turn, quick, &game);
        if (mine)
            end(rules, task, &game, state, out);
    }
}

enum { MOST_STATE = 512 };

#ifdef __NVPTX__
#ifdef FLIP_GPU_SHARED
extern __attribute__((address_space(3))) uint64_t gpu_states[]; /* as large as the kernel is started with */
#endif

static inline void play_mine(const void *rules, const struct gpu_task *task, bool quick, int32_t *out)
{
    const int block = __nvvm_read_ptx_sreg_ntid_x();
    const int thread = __nvvm_read_ptx_sreg_tid_x(), which = __nvvm_read_ptx_sreg_ctaid_x() * block + thread;
#ifdef FLIP_GPU_SHARED
    void *state = (void *)(gpu_states + (size_t)thread * gpu_state_words(FLIP_GPU_GAME.state_size));
#else
    _Alignas(16) unsigned char state[MOST_STATE];
#endif
    play(rules, task, quick, (uint32_t)which, (uint32_t)(block * __nvvm_read_ptx_sreg_nctaid_x()), state, out);
}

__attribute__((nvptx_kernel)) void gpu_play(const void *restrict rules, const struct gpu_task *restrict task,
                                            int32_t *restrict out)
{
    play_mine(rules, task, false, out);
}

__attribute__((nvptx_kernel)) void gpu_quick(const void *restrict rules, const struct gpu_task *restrict task,
                                             int32_t *restrict out)
{
    play_mine(rules, task, true, out);
}
#else
/* What a card does, one game after the other. */
static void play_all(const void *rules, const struct gpu_task *task, int32_t *out)
{
    _Alignas(16) unsigned char state[MOST_STATE];
    play(rules, task, task->players != GPU_RANDOM, 0, 1, state, out);
}
#endif
