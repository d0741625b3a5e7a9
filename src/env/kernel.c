/*
 * The kernels of environments: a thread for each game, and the work that the processor does too (slot.c). They are compiled once per game;
 * for tests, on the processor, loops take the place of the threads.
 *
 * Rows of masks and observations are long, and a thread that wrote its own would write far from its neighbour. So a warp writes them into a
 * room in the fast memory that its threads share, and then all threads together copy all rows to where they belong.
 */
#include "env/kernel.h"

/* Threads come back from a function at different times, and what only waits for those that go in step (bar.sync, bar.warp.sync) has been seen not to
   wait for the others. */
#ifdef __NVPTX__
#define EACH_THREAD(thread) for (int thread = __nvvm_read_ptx_sreg_tid_x() % ENV_WARP, once = 1; once; once = 0)
#define MEET()              __asm__ volatile("barrier.sync 0;" ::: "memory") /* a block is a warp */
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

/* It does not matter which game fails, nor in which order games end. */
__attribute__((always_inline)) static inline void step_one(const struct env_launch *launch, const struct env_work *work,
                                                           uint32_t *report, uint32_t number, int which)
{
    const struct env_setup *setup = &launch->setup;
    const int place = work->first + which;
    if (which >= work->count)
        return;
    struct env_slot *const slot = slot_in(setup, work->slots, place);
    if (slot_work(setup, work, slot, place) < 0)
        report[ENV_FAILED] = number;
    const bool over = slot->seat < 0;
    work->marks[place] = over;
    if (over)
        work->ended[2 + __atomic_fetch_add(&work->ended[work->odd], 1, __ATOMIC_RELAXED)] = (uint32_t)place;
}

/* --- rows ---------------------------------------------------------------------------------------------------------------- */

/* The games of a warp, and its room for their rows. */
struct crew {
    const struct env_setup *setup;
    char *slots;          /* of all games */
    const uint32_t *list; /* which they are; NULL: one after the other */
    int first, games;
    unsigned left_out; /* those of them that others show */
    SHARED word *rows;
};

static inline int place_of(const struct crew *crew, int game)
{
    return crew->list ? (int)crew->list[game] : crew->first + game;
}

static inline struct env_slot *slot_of(const struct crew *crew, int game)
{
    return slot_in(crew->setup, crew->slots, place_of(crew, game));
}

static inline bool shows(const struct crew *crew, int game)
{
    return game < crew->games && !(crew->left_out >> game & 1);
}

/* All threads together copy so many words of four bytes from the room: by fours where both sides allow it. */
static inline void give(const SHARED half *from, void *out, int words, int thread)
{
    GLOBAL half *to = (GLOBAL half *)out;
    const int at = (int)((uintptr_t)from / sizeof(half) % 4), odd = (int)((uintptr_t)out / sizeof(half) % 4);
    const int before = at != odd ? words : at == 0 ? 0 : 4 - at < words ? 4 - at : words;
    const int quads = (words - before) / 4;
    for (int i = thread; i < before; i += ENV_WARP)
        to[i] = from[i];
    _Pragma("GCC unroll 8") for (int i = thread; i < quads; i += ENV_WARP)((GLOBAL quad *)(to + before))[i] =
        ((const SHARED quad *)(from + before))[i];
    for (int i = before + quads * 4 + thread; i < words; i += ENV_WARP)
        to[i] = from[i];
}

/* The rows of all games, which lie `width` apart in the room and have so many words. As many in one go as lie side by side. */
static inline void give_rows(const struct crew *crew, void *out, int width, int words, int thread)
{
    const SHARED half *from = (const SHARED half *)crew->rows;
    half *to = out;
    const bool side_by_side = width == words && !crew->list;
    for (int game = 0, next; game < crew->games; game = next) {
        next = game + 1;
        if (!shows(crew, game))
            continue;
        while (side_by_side && shows(crew, next))
            next++;
        give(from + game * width, to + (size_t)place_of(crew, game) * (size_t)words, (next - game) * words, thread);
    }
}

/* --- what is told -------------------------------------------------------------------------------------------------------- */

/* Several threads tell a game (core/numbers.h). Those whose game is not shown tell the first that is: so all threads go the same way, and none
   stays away from a function that others call. */
static inline int told_by(const struct crew *crew, int thread)
{
#ifdef __NVPTX__
    const int game = thread % ENV_CREW;
    return shows(crew, game) ? game : __builtin_ctz(~crew->left_out);
#else
    (void)crew;
    return thread;
#endif
}

/* Does anybody want to know what is legal? The slot does where only it says so. */
static inline bool masks_wanted(const struct env_setup *setup)
{
    return !slot_learn(setup)->allows || setup->out.mask || setup->out.legal || setup->out.legal_count;
}

static inline void keep_mask(const struct crew *crew, int game)
{
    const int sets = crew->setup->shape.sets;
    flip_set *kept = slot_mask(crew->setup, slot_of(crew, game));
    for (int i = 0; shows(crew, game) && i < sets; i++)
        kept[i] = crew->rows[game * sets + i];
}

static inline void clear_masks(const struct crew *crew, int thread)
{
    const int sets = crew->games * crew->setup->shape.sets;
    for (int i = thread; i < sets; i += ENV_WARP)
        crew->rows[i] = 0;
}

/* Where a game tells by itself what is legal, its mask is long, and several threads write it. */
static inline void write_mask(const struct crew *crew, int game, int thread)
{
    const struct env_setup *setup = crew->setup;
    const int row = slot_learn(setup)->allows ? game : thread;
    if (shows(crew, game) && row < crew->games)
        slot_learn(setup)->mask(setup->rules, slot_state(setup, slot_of(crew, game)), slot_of(crew, game)->seat,
                                (flip_set *)(crew->rows + row * setup->shape.sets));
}

static inline void list_mask(const struct crew *crew, int game)
{
    if (shows(crew, game))
        slot_tell_legal(crew->setup, (const flip_set *)(crew->rows + game * crew->setup->shape.sets),
                        place_of(crew, game));
}

static inline void write_numbers(const struct crew *crew, int game)
{
    const struct env_setup *setup = crew->setup;
    SHARED float *row = (SHARED void *)crew->rows;
    row += (size_t)game * env_room_numbers(setup);
    if (shows(crew, game))
        slot_tell_known(setup, slot_of(crew, game), place_of(crew, game), setup->out.observation ? (float *)row : NULL);
}

static inline void show_masks(const struct crew *crew)
{
    const struct env_setup *setup = crew->setup;
    EACH_THREAD(thread) clear_masks(crew, thread);
    MEET();
    EACH_THREAD(thread) write_mask(crew, told_by(crew, thread), thread);
    MEET();
    if (setup->out.legal || setup->out.legal_count)
        EACH_THREAD(thread) list_mask(crew, thread);
    if (!slot_learn(setup)->allows)
        EACH_THREAD(thread) keep_mask(crew, thread);
    if (setup->out.mask)
        EACH_THREAD(thread) give_rows(crew, setup->out.mask, setup->shape.sets * 2, setup->shape.sets * 2, thread);
    MEET();
}

__attribute__((always_inline)) static inline void show_crew(const struct crew *crew)
{
    const struct env_setup *setup = crew->setup;
    if (!shows(crew, __builtin_ctz(~crew->left_out)))
        return;
    if (masks_wanted(setup))
        show_masks(crew);
    EACH_THREAD(thread) write_numbers(crew, told_by(crew, thread));
    MEET();
    if (setup->out.observation)
        EACH_THREAD(thread)
    give_rows(crew, setup->out.observation, (int)env_room_numbers(setup), setup->shape.numbers, thread);
}

/* --- ends ---------------------------------------------------------------------------------------------------------------- */

static inline void show_last(const struct crew *crew, int game)
{
    if (shows(crew, game))
        slot_tell_last(crew->setup, slot_of(crew, game), place_of(crew, game));
}

static inline void end_one(const struct crew *crew, uint32_t *report, uint32_t number, int game)
{
    if (!shows(crew, game))
        return;
    struct env_slot *slot = slot_of(crew, game);
    if (slot_end(crew->setup, slot, place_of(crew, game)) < 0)
        report[ENV_FAILED] = number;
}

static inline void end_crew(const struct crew *crew, uint32_t *report, uint32_t number)
{
    if (crew->setup->out.final)
        EACH_THREAD(thread) show_last(crew, told_by(crew, thread));
    MEET();
    EACH_THREAD(thread) end_one(crew, report, number, thread);
    MEET();
}

static inline unsigned is_over(const struct crew *crew, const struct env_work *work, int thread)
{
    return thread < crew->games && work->marks[crew->first + thread];
}

static inline void leave_out(struct crew *crew, const struct env_work *work)
{
#ifdef __NVPTX__
    crew->left_out = __nvvm_vote_ballot_sync(UINT32_MAX, is_over(crew, work, __nvvm_read_ptx_sreg_tid_x() % ENV_WARP));
#else
    EACH_THREAD(thread) crew->left_out |= is_over(crew, work, thread) << thread;
#endif
}

/* The first blocks end the games that are over, which takes longest, and show those that follow; each of the others shows a crew of games
   that go on. */
__attribute__((always_inline)) static inline void show_block(const struct env_launch *launch,
                                                             const struct env_work *work, uint32_t *report,
                                                             uint32_t number, int block, SHARED word *room)
{
    const bool ends = block < work->enders;
    const int each = ends && launch->crew > ENV_ENDS ? ENV_ENDS : launch->crew;
    const int count = ends ? (int)work->ended[work->odd] : work->count;
    const int stride = ends ? work->enders * each : count;
    for (int first = (ends ? block : block - work->enders) * each; first < count; first += stride) {
        struct crew crew = {.setup = &launch->setup,
                            .slots = work->slots,
                            .list = ends ? work->ended + 2 + first : NULL,
                            .first = work->first + first,
                            .games = count - first < each ? count - first : each,
                            .rows = room};
        if (ends)
            end_crew(&crew, report, number);
        else
            leave_out(&crew, work);
        show_crew(&crew);
        MEET();
    }
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

/* A block is a warp. The first ones end games: that takes longest. */
KERNEL(gpu_show)
{
    const int block = BLOCK;
    if (block == 0)
        work.ended[!work.odd] = 0; /* for the next step */
    if (goes_on(report, number, ENV_SHOW))
        show_block(launch, &work, report, number, block, gpu_room);
}
#else
#include <stdlib.h>

static void show_all(const struct env_launch *launch, uint32_t *report, const struct env_work *work, uint32_t number)
{
    const int blocks = work->enders + (work->count + launch->crew - 1) / launch->crew;
    void *room = malloc(env_room(&launch->setup, launch->crew));
    work->ended[!work->odd] = 0;
    for (int block = 0; goes_on(report, number, ENV_SHOW) && block < blocks; block++)
        show_block(launch, work, report, number, block, room);
    free(room);
}

static void work_on_all(enum env_kernel kernel, const struct env_launch *launch, uint32_t *report,
                        const struct env_work *work, uint32_t number)
{
    if (kernel == ENV_SHOW)
        show_all(launch, report, work, number);
    for (int which = 0; kernel != ENV_SHOW && goes_on(report, number, kernel) && which < work->count; which++)
        (kernel == ENV_CHECK ? check_one : step_one)(launch, work, report, number, which);
}
#endif
