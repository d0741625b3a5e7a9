/*
 * The kernels of environments: a thread for each game, and the work that the processor does too (slot.c). They are compiled once per game;
 * for tests, on the processor, loops take the place of the threads.
 *
 * Rows of masks and observations are long, and a thread that wrote its own would write far from its neighbour. So a warp writes them into a
 * room in the fast memory that its threads share, and then all threads together copy all rows to where they belong.
 */
#include "env/kernel.h"

#ifdef __NVPTX__
#define EACH_THREAD(thread) for (int thread = __nvvm_read_ptx_sreg_tid_x() % ENV_WARP, once = 1; once; once = 0)
#define MEET()              __nvvm_bar_warp_sync(UINT32_MAX)
#define GLOBAL              __attribute__((address_space(1)))
#define SHARED              __attribute__((address_space(3)))
#else
#define EACH_THREAD(thread) for (int thread = 0; thread < ENV_WARP; thread++)
#define MEET()              (void)0
#define GLOBAL
#define SHARED
#endif

/* Memory that is copied, whatever lies there. */
typedef uint64_t word __attribute__((may_alias));
typedef uint32_t half __attribute__((may_alias));
typedef uint32_t quad __attribute__((vector_size(16), may_alias));

/* --- moves --------------------------------------------------------------------------------------------------------------- */

/* A check changes nothing. */
static inline void check_one(const struct env_launch *launch, const struct env_work *work, uint32_t *report,
                             uint32_t number, int which)
{
    if (which < work->count && !slot_check(&launch->setup, work, work->first + which))
        report[ENV_REFUSED] = number;
}

/* It does not matter which game fails. */
static inline void step_one(const struct env_launch *launch, const struct env_work *work, uint32_t *report,
                            uint32_t number, int which)
{
    if (which < work->count && slot_work(&launch->setup, work, work->first + which) < 0)
        report[ENV_FAILED] = number;
}

/* --- rows ---------------------------------------------------------------------------------------------------------------- */

/* The games of a warp, and its room for their rows. */
struct crew {
    const struct env_setup *setup;
    char *slots; /* of the first */
    int place, games;
    SHARED word *rows;
};

static inline struct crew crew_at(const struct env_launch *launch, const struct env_work *work, int block,
                                  SHARED word *room)
{
    const struct env_setup *setup = &launch->setup;
    const int first = block * launch->crew, left = work->count - first, place = work->first + first;
    return (struct crew){.setup = setup,
                         .slots = (char *)slot_in(setup, work->slots, place),
                         .place = place,
                         .games = left < launch->crew ? left : launch->crew,
                         .rows = room};
}

/* All threads together copy so many words of four bytes from the room. */
static inline void give(const SHARED half *from, void *out, int words, int thread)
{
    GLOBAL half *to = (GLOBAL half *)out;
    const bool whole = ((uintptr_t)out | (uintptr_t)from) % sizeof(quad) == 0;
    const int quads = whole ? words / 4 : 0;
    _Pragma("GCC unroll 8") for (int i = thread; i < quads; i += ENV_WARP)((GLOBAL quad *)to)[i] =
        ((const SHARED quad *)from)[i];
    for (int i = quads * 4 + thread; i < words; i += ENV_WARP)
        to[i] = from[i];
}

/* --- what is told -------------------------------------------------------------------------------------------------------- */

/* Does anybody want to know what is legal? */
static inline bool masks_wanted(const struct env_setup *setup)
{
    return !slot_learn(setup)->allows || setup->out.mask || setup->out.legal || setup->out.legal_count;
}

static inline void clear_masks(const struct crew *crew, int thread)
{
    const int sets = crew->games * crew->setup->shape.sets;
    for (int i = thread; i < sets; i += ENV_WARP)
        crew->rows[i] = 0;
}

/* To whoever wants them, and into the slots if only they say what is legal. */
static inline void give_masks(const struct crew *crew, int thread)
{
    const struct env_setup *setup = crew->setup;
    const int sets = setup->shape.sets;
    if (setup->out.mask)
        give((const SHARED half *)crew->rows, setup->out.mask + (size_t)crew->place * (size_t)sets,
             crew->games * sets * 2, thread);
    if (slot_learn(setup)->allows)
        return;
    for (int game = thread / sets, n = thread % sets; game < crew->games;) {
        ((GLOBAL word *)slot_mask(setup, slot_in(setup, crew->slots, game)))[n] = crew->rows[game * sets + n];
        for (n += ENV_WARP; n >= sets; n -= sets)
            game++;
    }
}

static inline void give_numbers(const struct crew *crew, int thread)
{
    const struct env_setup *setup = crew->setup;
    const int numbers = setup->shape.numbers, width = (int)env_room_numbers(setup);
    const SHARED half *from = (const SHARED half *)crew->rows;
    float *to = setup->out.observation + (size_t)crew->place * (size_t)numbers;
    if (width == numbers)
        give(from, to, crew->games * numbers, thread);
    else
        for (int game = 0; game < crew->games; game++)
            give(from + game * width, to + (size_t)game * (size_t)numbers, numbers, thread);
}

static inline void write_mask(const struct crew *crew, int thread)
{
    const struct env_setup *setup = crew->setup;
    if (thread < crew->games)
        slot_tell_actions(setup, slot_in(setup, crew->slots, thread), crew->place + thread,
                          (flip_set *)(crew->rows + thread * setup->shape.sets));
}

static inline void write_numbers(const struct crew *crew, int thread)
{
    const struct env_setup *setup = crew->setup;
    SHARED float *row = (SHARED void *)crew->rows;
    row += (size_t)thread * env_room_numbers(setup);
    if (thread < crew->games)
        slot_tell_known(setup, slot_in(setup, crew->slots, thread), crew->place + thread,
                        setup->out.observation ? (float *)row : NULL);
}

static inline void show_crew(const struct crew *crew)
{
    if (masks_wanted(crew->setup)) {
        EACH_THREAD(thread) clear_masks(crew, thread);
        MEET();
        EACH_THREAD(thread) write_mask(crew, thread);
        MEET();
        EACH_THREAD(thread) give_masks(crew, thread);
        MEET();
    }
    EACH_THREAD(thread) write_numbers(crew, thread);
    MEET();
    if (crew->setup->out.observation)
        EACH_THREAD(thread) give_numbers(crew, thread);
}

/* --- kernels ------------------------------------------------------------------------------------------------------------- */

/* After a check that found something there is no step, and after a failure nothing to show. */
static inline bool goes_on(const uint32_t *report, uint32_t number, enum env_kernel kernel)
{
    return report[ENV_REFUSED] != number && (kernel != ENV_SHOW || report[ENV_FAILED] != number);
}

#ifdef __NVPTX__
extern SHARED _Alignas(16) word gpu_room[]; /* as large as the kernel is started with */

#define KERNEL(name)                                                                                                   \
    __attribute__((nvptx_kernel)) void name(const struct env_launch *restrict launch, uint32_t *restrict report,       \
                                            struct env_work work, uint32_t number)
#define BLOCK  __nvvm_read_ptx_sreg_ctaid_x()
#define THREAD (BLOCK * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())

KERNEL(gpu_check) { check_one(launch, &work, report, number, THREAD); }

/* Which game this thread moves: those of a block by their actions, counted and put in order in the memory that the block shares. Which of two with like actions
   comes first does not matter. */
static inline int in_order(const struct env_launch *launch, const struct env_work *work)
{
    SHARED int32_t *bin = (SHARED int32_t *)gpu_room, *order = bin + ENV_BINS;
    const int thread = __nvvm_read_ptx_sreg_tid_x(), which = THREAD;
    if (work->step != ENV_ACTIONS)
        return which;
    const int action = which < work->count ? work->actions[work->first + which] : 0;
    const int key = which < work->count && action >= 0 ? action * ENV_BINS / launch->setup.shape.actions : ENV_BINS - 1;
    if (thread < ENV_BINS)
        bin[thread] = 0;
    __syncthreads();
    const int at = __atomic_fetch_add(&bin[key], 1, __ATOMIC_RELAXED);
    __syncthreads();
    for (int back = 1; back < ENV_BINS; back *= 2) {
        const int before = thread < ENV_BINS && thread >= back ? bin[thread - back] : 0;
        __syncthreads();
        if (thread < ENV_BINS)
            bin[thread] += before;
        __syncthreads();
    }
    order[(key > 0 ? bin[key - 1] : 0) + at] = which;
    __syncthreads();
    return order[thread];
}

KERNEL(gpu_step)
{
    if (goes_on(report, number, ENV_STEP))
        step_one(launch, &work, report, number, in_order(launch, &work));
}

KERNEL(gpu_show) /* a block is a warp */
{
    const struct crew crew = crew_at(launch, &work, BLOCK, gpu_room);
    if (goes_on(report, number, ENV_SHOW))
        show_crew(&crew);
}
#else
#include <stdlib.h>

static void work_on_all(enum env_kernel kernel, const struct env_launch *launch, uint32_t *report,
                        const struct env_work *work, uint32_t number)
{
    void *room = malloc(env_room(&launch->setup, launch->crew));
    for (int which = 0; kernel != ENV_SHOW && goes_on(report, number, kernel) && which < work->count; which++)
        (kernel == ENV_CHECK ? check_one : step_one)(launch, work, report, number, which);
    for (int block = 0; kernel == ENV_SHOW && goes_on(report, number, kernel) && block * launch->crew < work->count;
         block++) {
        const struct crew crew = crew_at(launch, work, block, room);
        show_crew(&crew);
    }
    free(room);
}
#endif
