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

/* What a crew may know and do, from its game `first` on. */
static inline void tell_crew(const struct env_launch *launch, int first, void *room)
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
        slot_tell_actions(setup, slot_in(setup, work->slots, mine), mine, masks ? masks + (size_t)thread * sets : NULL);
    }
    MEET();
    EACH_THREAD(thread)
    if (masks)
        give_sets(masks, sets, setup->out.mask + place * (size_t)setup->shape.sets, games, setup->shape.sets, thread);
    MEET();
    EACH_THREAD(thread)
    if (thread < games) {
        const int mine = (int)place + thread;
        slot_tell_known(setup, slot_in(setup, work->slots, mine), mine,
                        observations ? observations + (size_t)thread * numbers : NULL);
    }
    MEET();
    EACH_THREAD(thread)
    if (observations)
        give_numbers(observations, numbers, setup->out.observation + place * (size_t)setup->shape.numbers, games,
                     setup->shape.numbers, thread);
}

/* A check changes nothing, and after one that found something there is no step. It does not matter which game fails. */
static inline void work_on(const struct env_launch *launch, uint32_t *report, uint32_t number, bool checks, int which)
{
    const int place = launch->work.first + which;
    if (which >= launch->work.count)
        return;
    if (checks && !slot_check(&launch->setup, &launch->work, place))
        report[ENV_REFUSED] = number;
    if (!checks && slot_work(&launch->setup, &launch->work, place) < 0)
        report[ENV_FAILED] = number;
}

static inline bool goes_on(const uint32_t *report, uint32_t number)
{
    return report[ENV_REFUSED] != number && report[ENV_FAILED] != number;
}

#ifdef __NVPTX__
extern __attribute__((address_space(3))) uint64_t gpu_room[]; /* as large as the kernel is started with */

__attribute__((nvptx_kernel)) void gpu_env(const struct env_launch *restrict launch, uint32_t *restrict report,
                                           uint32_t number, int32_t what)
{
    const int block = __nvvm_read_ptx_sreg_ctaid_x(), threads = __nvvm_read_ptx_sreg_ntid_x();
    if (what == ENV_LAUNCH_CHECK || (what == ENV_LAUNCH_STEP && report[ENV_REFUSED] != number))
        work_on(launch, report, number, what == ENV_LAUNCH_CHECK, block * threads + __nvvm_read_ptx_sreg_tid_x());
    if (what == ENV_LAUNCH_TELL && goes_on(report, number)) /* a block is a warp */
        tell_crew(launch, block * launch->crew, (void *)gpu_room);
}
#else
#include <stdlib.h>

static void work_on_all(const struct env_launch *launch, uint32_t *report, uint32_t number, int32_t what)
{
    if (what == ENV_LAUNCH_CHECK || (what == ENV_LAUNCH_STEP && report[ENV_REFUSED] != number))
        for (int which = 0; which < launch->work.count; which++)
            work_on(launch, report, number, what == ENV_LAUNCH_CHECK, which);
    if (what != ENV_LAUNCH_TELL || !goes_on(report, number))
        return;
    void *room = malloc(env_room(&launch->setup.shape, launch->crew));
    for (int first = 0; first < launch->work.count; first += launch->crew)
        tell_crew(launch, first, room);
    free(room);
}
#endif
