/*
 * The kernel of environments: a thread for each game, and the work that the processor does too (slot.c). It is compiled once per game;
 * for tests, on the processor, loops take the place of the threads.
 *
 * Rows of masks and observations are long, and a thread that wrote its own would write far from its neighbour. So a warp writes them into a
 * room in the fast memory that its threads share, and then all threads together copy one row after the other to where it belongs.
 */
#include "env/kernel.h"

#ifdef __NVPTX__
#define EACH_THREAD(thread) for (int thread = __nvvm_read_ptx_sreg_tid_x() % ENV_WARP, once = 1; once; once = 0)
#define MEET()              __nvvm_bar_warp_sync(UINT32_MAX)
#else
#define EACH_THREAD(thread) for (int thread = 0; thread < ENV_WARP; thread++)
#define MEET()              (void)0
#endif

/* Where a thread is in the rows of `words` words: it takes every 32nd word of all of them, so that all take neighbouring ones. */
struct hand {
    int row, word;
};

static inline struct hand first_word(int thread, int words) { return (struct hand){thread / words, thread % words}; }

static inline struct hand next_word(struct hand at, int words)
{
    const int word = at.word + ENV_WARP % words, row = at.row + ENV_WARP / words;
    return word < words ? (struct hand){row, word} : (struct hand){row + 1, word - words};
}

static inline void give_numbers(const float *room, size_t stride, float *out, int rows, int words, int thread)
{
    size_t to = (size_t)thread;
    for (struct hand at = first_word(thread, words); at.row < rows; at = next_word(at, words), to += ENV_WARP)
        out[to] = room[(size_t)at.row * stride + (size_t)at.word];
}

static inline void give_sets(const flip_set *room, size_t stride, flip_set *out, int rows, int words, int thread)
{
    size_t to = (size_t)thread;
    for (struct hand at = first_word(thread, words); at.row < rows; at = next_word(at, words), to += ENV_WARP)
        out[to] = room[(size_t)at.row * stride + (size_t)at.word];
}

/* The games from `first` on, as many as a warp plays. */
static inline void play_crew(const struct env_launch *launch, uint32_t *report, uint32_t number, int first, void *room)
{
    const struct env_setup *setup = &launch->setup;
    const struct env_work *work = &launch->work;
    const int left = work->count - first, games = left < launch->crew ? left : launch->crew;
    const size_t place = (size_t)(work->first + first);
    const size_t sets = env_room_sets(&setup->shape), numbers = env_room_numbers(&setup->shape);
    flip_set *masks = setup->out.mask ? room : NULL;
    float *observations = setup->out.observation ? room : NULL;
    EACH_THREAD(thread)
    if (thread < games) {
        const int mine = (int)place + thread;
        if (slot_work(setup, work, mine) == 0)
            slot_tell_actions(setup, slot_in(setup, work->slots, mine), mine,
                              masks ? masks + (size_t)thread * sets : NULL);
        else
            report[ENV_FAILED] = number; /* it does not matter which game */
    }
    MEET();
    EACH_THREAD(thread)
    if (masks)
        give_sets(masks, sets, setup->out.mask + place * (size_t)setup->shape.sets, games, setup->shape.sets, thread);
    MEET();
    EACH_THREAD(thread)
    if (thread < games) {
        const int mine = (int)place + thread;
        struct env_slot *slot = slot_in(setup, work->slots, mine);
        if (slot->seat >= 0)
            slot_tell_known(setup, slot, mine, observations ? observations + (size_t)thread * numbers : NULL);
    }
    MEET();
    EACH_THREAD(thread)
    if (observations)
        give_numbers(observations, numbers, setup->out.observation + place * (size_t)setup->shape.numbers, games,
                     setup->shape.numbers, thread);
}

/* A check changes nothing, and a step after one that found something does nothing. */
static inline void check_one(const struct env_launch *launch, uint32_t *report, uint32_t number, int which)
{
    if (which < launch->work.count && !slot_check(&launch->setup, &launch->work, launch->work.first + which))
        report[ENV_REFUSED] = number;
}

#ifdef __NVPTX__
extern __attribute__((address_space(3))) uint64_t gpu_room[]; /* as large as the kernel is started with */

__attribute__((nvptx_kernel)) void gpu_env(const struct env_launch *restrict launch, uint32_t *restrict report,
                                           uint32_t number, int32_t checks)
{
    const int thread = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
    if (checks) {
        check_one(launch, report, number, thread);
        return;
    }
    const int first = thread / ENV_WARP * launch->crew;
    const size_t room = env_room(&launch->setup.shape, launch->crew);
    if (report[ENV_REFUSED] != number && first < launch->work.count)
        play_crew(launch, report, number, first,
                  (char *)gpu_room + (size_t)(__nvvm_read_ptx_sreg_tid_x() / ENV_WARP) * room);
}
#else
#include <stdlib.h>

static void work_on_all(const struct env_launch *launch, uint32_t *report, uint32_t number, int32_t checks)
{
    if (checks) {
        for (int which = 0; which < launch->work.count; which++)
            check_one(launch, report, number, which);
        return;
    }
    void *room = malloc(env_room(&launch->setup.shape, launch->crew));
    for (int first = 0; report[ENV_REFUSED] != number && first < launch->work.count; first += launch->crew)
        play_crew(launch, report, number, first, room);
    free(room);
}
#endif
