/*
 * The kernel of environments: a thread for each game, and the work that the processor does too (slot.c). It is compiled once per game;
 * for tests, on the processor, loops take the place of the threads.
 *
 * Rows of masks and observations are long, and a thread that wrote its own would write far from its neighbour. So a warp writes them into a
 * room in the fast memory that its threads share, and then all threads together copy one row after the other to where it belongs. In the same
 * way they fetch the states that they look at.
 */
#include "env/kernel.h"

#ifdef __NVPTX__
#define EACH_THREAD(thread) for (int thread = __nvvm_read_ptx_sreg_tid_x() % ENV_WARP, once = 1; once; once = 0)
#define MEET()              __nvvm_bar_warp_sync(UINT32_MAX)
#else
#define EACH_THREAD(thread) for (int thread = 0; thread < ENV_WARP; thread++)
#define MEET()              (void)0
#endif

enum { AT_A_TIME = 8 }; /* rows that a thread reads before it writes: each word is waited for as long as all of them */

/* All threads together copy rows, side by side. */
#define DEFINE_COPY(name, word)                                                                                        \
    static inline void name(const word *from, size_t from_stride, word *to, size_t to_stride, int rows, int words,     \
                            int thread)                                                                                \
    {                                                                                                                  \
        for (int first = 0; first < rows; first += AT_A_TIME)                                                          \
            for (int at = thread; at < words; at += ENV_WARP) {                                                        \
                word some[AT_A_TIME];                                                                                  \
                _Pragma("GCC unroll 8") for (int i = 0; i < AT_A_TIME; i++) if (first + i < rows) some[i] =            \
                    from[(size_t)(first + i) * from_stride + (size_t)at];                                              \
                _Pragma("GCC unroll 8") for (int i = 0; i < AT_A_TIME; i++) if (first + i < rows)                      \
                    to[(size_t)(first + i) * to_stride + (size_t)at] = some[i];                                        \
            }                                                                                                          \
    }

DEFINE_COPY(copy_sets, uint64_t)
DEFINE_COPY(copy_numbers, float)

/* The games of a warp, and its room for them: their states, and one row each. */
struct crew {
    const struct env_setup *setup;
    char *slots; /* of the first */
    int place, games;
    uint64_t *states;
    void *rows;
};

static inline struct crew crew_at(const struct env_launch *launch, int first, uint64_t *room)
{
    const struct env_setup *setup = &launch->setup;
    const int left = launch->work.count - first, place = launch->work.first + first;
    return (struct crew){.setup = setup,
                         .slots = (char *)slot_in(setup, launch->work.slots, place),
                         .place = place,
                         .games = left < launch->crew ? left : launch->crew,
                         .states = room,
                         .rows = room + env_room_states(setup) * (size_t)launch->crew};
}

static inline void fetch(const struct crew *crew, int thread)
{
    const struct env_setup *setup = crew->setup;
    copy_sets((const uint64_t *)(const void *)(crew->slots + setup->state_at), setup->slot_size / sizeof(uint64_t),
              crew->states, env_room_states(setup), crew->games,
              (int)((setup->mask_at - setup->state_at) / sizeof(uint64_t)), thread);
}

static inline void write_actions(const struct crew *crew, int thread)
{
    const struct env_setup *setup = crew->setup;
    if (thread < crew->games)
        slot_tell_actions(setup, slot_in(setup, crew->slots, thread),
                          crew->states + (size_t)thread * env_room_states(setup), crew->place + thread,
                          setup->out.mask ? (flip_set *)crew->rows + (size_t)thread * env_room_sets(setup) : NULL);
}

static inline void give_actions(const struct crew *crew, int thread)
{
    const struct env_setup *setup = crew->setup;
    const size_t sets = (size_t)setup->shape.sets;
    if (setup->out.mask)
        copy_sets(crew->rows, env_room_sets(setup), setup->out.mask + (size_t)crew->place * sets, sets, crew->games,
                  setup->shape.sets, thread);
}

static inline void write_known(const struct crew *crew, int thread)
{
    const struct env_setup *setup = crew->setup;
    const char *state = (const char *)(crew->states + (size_t)thread * env_room_states(setup));
    if (thread < crew->games)
        slot_tell_known(setup, slot_in(setup, crew->slots, thread), state, state + (setup->before_at - setup->state_at),
                        crew->place + thread,
                        setup->out.observation ? (float *)crew->rows + (size_t)thread * env_room_numbers(setup) : NULL);
}

static inline void give_known(const struct crew *crew, int thread)
{
    const struct env_setup *setup = crew->setup;
    const size_t numbers = (size_t)setup->shape.numbers;
    if (setup->out.observation)
        copy_numbers(crew->rows, env_room_numbers(setup), setup->out.observation + (size_t)crew->place * numbers,
                     numbers, crew->games, setup->shape.numbers, thread);
}

/* What a crew may know and do, from its game `first` on. */
static inline void tell_crew(const struct env_launch *launch, int first, void *room)
{
    const struct crew crew = crew_at(launch, first, room);
    EACH_THREAD(thread) fetch(&crew, thread);
    MEET();
    EACH_THREAD(thread) write_actions(&crew, thread);
    MEET();
    EACH_THREAD(thread) give_actions(&crew, thread);
    MEET();
    EACH_THREAD(thread) write_known(&crew, thread);
    MEET();
    EACH_THREAD(thread) give_known(&crew, thread);
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
    void *room = malloc(env_room(&launch->setup, launch->crew));
    for (int first = 0; first < launch->work.count; first += launch->crew)
        tell_crew(launch, first, room);
    free(room);
}
#endif
