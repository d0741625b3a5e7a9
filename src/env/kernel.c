/*
 * The kernels of environments: a thread for each game, and the work that the processor does too (slot.c). They are compiled once per game;
 * for tests, on the processor, loops take the place of the threads.
 *
 * Rows of masks and observations are long, and a thread that wrote its own would write far from its neighbour. So a thread writes those of its game into a
 * room in the fast memory that the threads of a warp share, observations in few words (core/numbers.h), and then all threads together write all rows where they belong.
 */
#include "env/kernel.h"
#include "core/numbers.h"

/* Threads come back from a function at different times, and what only waits for those that go in step (bar.sync, bar.warp.sync) has been seen not to
   wait for the others. */
#ifdef __NVPTX__
#define EACH_THREAD(thread) for (int thread = __nvvm_read_ptx_sreg_tid_x() % ENV_WARP, once = 1; once; once = 0)
#define MEET()              __asm__ volatile("barrier.sync 0;" ::: "memory")
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

#ifdef __NVPTX__
extern SHARED _Alignas(16) word gpu_room[]; /* as large as the kernel is started with */
#endif

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
                                                           uint32_t *report, uint32_t number, struct env_slot *slot,
                                                           int which)
{
    const struct env_setup *setup = &launch->setup;
    const int place = work->first + which;
    if (which >= work->count)
        return;
    if (slot_work(setup, work, slot, place) < 0)
        report[ENV_FAILED] = number;
    const bool over = slot->seat < 0;
    work->marks[place] = over;
    if (over)
        work->ended[2 + __atomic_fetch_add(&work->ended[work->odd], 1, __ATOMIC_RELAXED)] = (uint32_t)place;
}

#ifdef __NVPTX__
/* --- slots in the fast memory -------------------------------------------------------------------------------------------- */

/* Where a slot would begin, if all of it were there: what comes before the dealer is not. */
static inline struct env_slot *staged_slot(const struct env_launch *launch, SHARED word *room, int game)
{
    return (struct env_slot *)((char *)room + (size_t)game * env_apart(launch) - offsetof(struct env_slot, dealer));
}

static inline GLOBAL word *own_slot(const struct env_launch *launch, const struct env_work *work, int place)
{
    return (GLOBAL word *)((char *)slot_in(&launch->setup, work->slots, place) + offsetof(struct env_slot, dealer));
}

/* The threads of a warp copy one slot after the other: its every `warps`th game. */
static inline void stage_in(const struct env_launch *launch, const struct env_work *work, SHARED word *room, int first,
                            int games, int warps)
{
    const int thread = __nvvm_read_ptx_sreg_tid_x(), words = launch->staged / (int)sizeof(word),
              apart = (int)(env_apart(launch) / sizeof(word));
    for (int at = thread % ENV_WARP; at < words; at += ENV_WARP)
        _Pragma("unroll 8") for (int game = thread / ENV_WARP; game < games; game += warps) room[game * apart + at] =
            own_slot(launch, work, first + game)[at];
}

static inline void stage_out(const struct env_launch *launch, const struct env_work *work, SHARED word *room, int first,
                             int games, int warps)
{
    const int thread = __nvvm_read_ptx_sreg_tid_x(), words = launch->staged / (int)sizeof(word),
              apart = (int)(env_apart(launch) / sizeof(word));
    for (int at = thread % ENV_WARP; at < words; at += ENV_WARP)
        _Pragma("unroll 8") for (int game = thread / ENV_WARP; game < games; game += warps)
            own_slot(launch, work, first + game)[at] = room[game * apart + at];
}
#endif

/* --- rows ---------------------------------------------------------------------------------------------------------------- */

/* The games of a warp, and its room for their rows. */
struct crew {
    const struct env_launch *launch;
    const struct env_setup *setup; /* its */
    char *slots;                   /* of all games */
    const uint32_t *list;          /* which they are; NULL: one after the other */
    int first, games;
    unsigned left_out;       /* those of them that others show */
    SHARED word *slots_here; /* their slots, if they are staged */
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

/* The slot to read from. */
static inline struct env_slot *read_slot(const struct crew *crew, int game)
{
#ifdef __NVPTX__
    if (crew->launch->staged)
        return staged_slot(crew->launch, crew->slots_here, game);
#endif
    return slot_of(crew, game);
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

#ifdef __NVPTX__
/* Where a thread writes its game's observation. A word behind it makes the number odd. */
static inline float *row_in(const struct crew *crew, int game)
{
    ((SHARED uint32_t *)crew->rows)[(game + 1) * env_row(crew->launch) - 1] = 0;
    return flip_row((uintptr_t)((SHARED half *)crew->rows + game * env_row(crew->launch)));
}

/* What threads look for in rows, each some numbers: in which word, and in which bits of it. These times so many are the bits of the number; of a code it is their value, divided. */
struct look {
    int at[ENV_AT_ONCE], shift[ENV_AT_ONCE];
    half bits[ENV_AT_ONCE], times[ENV_AT_ONCE];
    float of[ENV_AT_ONCE], part[ENV_AT_ONCE]; /* the divisor, and 1 divided by it */
};

/* Returns whether anybody looks for a code. */
static inline bool look_up(const struct crew *crew, struct look *look, int first, int thread)
{
    const GLOBAL uint32_t *const where = (const GLOBAL uint32_t *)crew->launch->where;
    bool coded = false;
    _Pragma("unroll") for (int i = 0; i < ENV_AT_ONCE; i++)
    {
        const int number = first + i * ENV_WARP + thread;
        const uint32_t place = where[number < crew->setup->shape.numbers ? number : 0], of = place / 256 % 256;
        look->at[i] = (int)(place >> 16);
        look->shift[i] = (int)(place % 32);
        look->bits[i] = of == ENV_NOTED ? UINT32_MAX : of == ENV_BIT ? 1 : 255;
        look->times[i] = of == ENV_NOTED ? 1 : of == ENV_BIT ? 0x3f800000 : 0;
        look->of[i] = (float)of;
        look->part[i] = 1.0F / (float)(of + !of);
        coded |= !look->times[i];
    }
    return __nvvm_vote_any_sync(UINT32_MAX, coded);
}

/* A quotient that is rounded as the processor rounds it: what the product with a rounded 1 / `of` misses is added. */
static inline float divided(float value, float of, float part)
{
    const float about = value * part;
    return __builtin_fmaf(__builtin_fmaf(-of, about, value), part, about);
}

/* All threads together write so many numbers of one row: reading first, and then writing. */
__attribute__((always_inline)) static inline void give_some(const struct look *look, const SHARED half *row,
                                                            GLOBAL float *to, int numbers, int thread, bool coded)
{
    float number[ENV_AT_ONCE];
    _Pragma("unroll") for (int i = 0; i < ENV_AT_ONCE; i++)
    {
        const half value = row[look->at[i]] >> look->shift[i] & look->bits[i];
        number[i] = __builtin_bit_cast(float, value * look->times[i]);
        if (coded)
            number[i] = look->times[i] ? number[i] : divided((float)value, look->of[i], look->part[i]);
    }
    if (numbers >= ENV_AT_ONCE * ENV_WARP)
        _Pragma("unroll") for (int i = 0; i < ENV_AT_ONCE; i++) to[i * ENV_WARP] = number[i];
    else
        _Pragma("unroll") for (int i = 0; i < ENV_AT_ONCE; i++) if (i * ENV_WARP + thread < numbers) to[i * ENV_WARP] =
            number[i];
}

/* From all rows. Where games do not lie side by side their places are read. */
__attribute__((always_inline)) static inline void give_from_rows(const struct crew *crew, const struct look *look,
                                                                 GLOBAL float *to, size_t apart, int numbers,
                                                                 int thread, bool coded)
{
    const SHARED half *row = (const SHARED half *)crew->rows;
    GLOBAL float *next = to + (size_t)crew->first * apart;
    for (int game = 0; game < crew->games; game++, row += env_row(crew->launch), next += apart)
        if (shows(crew, game))
            give_some(look, row, crew->list ? to + (size_t)crew->list[game] * apart : next, numbers, thread, coded);
}

/* The observations of all games, to be one of `every` rows of each. */
static inline void give_numbers(const struct crew *crew, float *out, int every, int which, int thread)
{
    const int numbers = crew->setup->shape.numbers;
    for (int first = 0; first < numbers; first += ENV_AT_ONCE * ENV_WARP) {
        struct look look;
        GLOBAL float *const to = (GLOBAL float *)out + (size_t)which * (size_t)numbers + first + thread;
        const size_t apart = (size_t)every * (size_t)numbers;
        if (look_up(crew, &look, first, thread))
            give_from_rows(crew, &look, to, apart, numbers - first, thread, true);
        else
            give_from_rows(crew, &look, to, apart, numbers - first, thread, false);
    }
}

/* The packed observations of all games are the words that the threads have written. */
static inline void copy_packed_rows(const struct crew *crew, int thread)
{
    give_rows(crew, crew->setup->packed, env_row(crew->launch), env_row(crew->launch), thread);
}
#else
static inline float *row_in(const struct crew *crew, int game)
{
    return (float *)(void *)crew->rows + (size_t)game * (size_t)crew->setup->shape.numbers;
}

static inline void give_numbers(const struct crew *crew, float *out, int every, int which, int thread)
{
    const size_t numbers = (size_t)crew->setup->shape.numbers;
    if (shows(crew, thread))
        memcpy(out + ((size_t)place_of(crew, thread) * (size_t)every + (size_t)which) * numbers, row_in(crew, thread),
               sizeof *out * numbers);
}

static inline void copy_packed_rows(const struct crew *crew, int thread)
{
    const int words = crew->setup->packed_words, numbers = crew->setup->shape.numbers;
    if (!shows(crew, thread))
        return;
    const float *const row = row_in(crew, thread);
    uint32_t *const out = crew->setup->packed + (size_t)place_of(crew, thread) * (size_t)words;
    memset(out, 0, sizeof *out * (size_t)words);
    for (int i = 0; i < numbers; i++) {
        const uint32_t where = crew->launch->where[i], divisor = where / 256 % 256;
        uint32_t value;
        memcpy(&value, &row[i], sizeof value);
        out[where >> 16] |= (divisor ? (uint32_t)(row[i] * (float)divisor + 0.5F) : value) << where % 32;
    }
}
#endif

/* --- what is told -------------------------------------------------------------------------------------------------------- */

/* Several threads tell the long mask of a game, a thread anything else. */
static inline int told_by(const struct crew *crew, int thread)
{
#ifdef __NVPTX__
    return slot_learn(crew->setup)->allows ? thread % ENV_TOGETHER : thread;
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

/* All threads together keep all masks in the slots. */
static inline void keep_masks(const struct crew *crew, int thread)
{
    const int sets = crew->setup->shape.sets, all = crew->games * sets;
    for (int i = thread; i < all; i += ENV_WARP)
        if (shows(crew, i / sets))
            slot_mask(crew->setup, slot_of(crew, i / sets))[i % sets] = crew->rows[i];
}

static inline void clear_masks(const struct crew *crew, int thread)
{
    const int sets = crew->games * crew->setup->shape.sets;
    for (int i = thread; i < sets; i += ENV_WARP)
        crew->rows[i] = 0;
}

static inline void write_mask(const struct crew *crew, int game)
{
    const struct env_setup *setup = crew->setup;
    if (shows(crew, game))
        slot_learn(setup)->mask(setup->rules, slot_state(setup, read_slot(crew, game)), read_slot(crew, game)->seat,
                                (flip_set *)(crew->rows + game * setup->shape.sets));
}

static inline void list_mask(const struct crew *crew, int game)
{
    if (shows(crew, game))
        slot_tell_legal(crew->setup, (const flip_set *)(crew->rows + game * crew->setup->shape.sets),
                        place_of(crew, game));
}

static inline void write_known(const struct crew *crew, int game)
{
    const struct env_setup *setup = crew->setup;
    if (shows(crew, game))
        slot_tell_known(setup, read_slot(crew, game), place_of(crew, game),
                        setup->out.observation || setup->packed ? row_in(crew, game) : NULL);
}

static inline void show_masks(const struct crew *crew)
{
    const struct env_setup *setup = crew->setup;
    EACH_THREAD(thread) clear_masks(crew, thread);
    MEET();
    EACH_THREAD(thread) write_mask(crew, told_by(crew, thread));
    MEET();
    if (setup->out.legal || setup->out.legal_count)
        EACH_THREAD(thread) list_mask(crew, thread);
    if (!slot_learn(setup)->allows)
        EACH_THREAD(thread) keep_masks(crew, thread);
    if (setup->out.mask)
        EACH_THREAD(thread) give_rows(crew, setup->out.mask, setup->shape.sets * 2, setup->shape.sets * 2, thread);
    MEET();
}

/* Long masks take so much room that a few are shown at a time. */
static inline void show_long_masks(const struct crew *crew)
{
    for (int first = 0; first < crew->games; first += ENV_TOGETHER) {
        struct crew some = *crew;
        some.list = crew->list ? crew->list + first : NULL;
        some.first += first;
        some.slots_here += (size_t)first * env_apart(crew->launch) / sizeof(word);
        some.games = crew->games - first < ENV_TOGETHER ? crew->games - first : ENV_TOGETHER;
        some.left_out >>= first;
        show_masks(&some);
    }
}

__attribute__((always_inline)) static inline void show_crew(const struct crew *crew)
{
    const struct env_setup *setup = crew->setup;
    if (masks_wanted(setup)) {
        if (slot_learn(setup)->allows)
            show_long_masks(crew);
        else
            show_masks(crew);
    }
    EACH_THREAD(thread) write_known(crew, thread);
    MEET();
    if (setup->packed)
        EACH_THREAD(thread) copy_packed_rows(crew, thread);
    if (setup->out.observation)
        EACH_THREAD(thread) give_numbers(crew, setup->out.observation, 1, 0, thread);
}

/* --- ends ---------------------------------------------------------------------------------------------------------------- */

/* What each seat knows in the end. */
static inline void show_last(const struct crew *crew)
{
    const struct env_setup *setup = crew->setup;
    for (int seat = 0; seat < setup->shape.seats; seat++) {
        EACH_THREAD(thread)
        if (shows(crew, thread))
            slot_tell_last(setup, slot_of(crew, thread), seat, row_in(crew, thread));
        MEET();
        EACH_THREAD(thread) give_numbers(crew, setup->out.final, setup->shape.seats, seat, thread);
        MEET();
    }
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
        show_last(crew);
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

#ifdef __NVPTX__
static inline void stage_crew(const struct crew *crew, const struct env_work *work)
{
    const struct env_launch *launch = crew->launch;
    const int words = launch->staged / (int)sizeof(word), apart = (int)(env_apart(launch) / sizeof(word));
    for (int at = __nvvm_read_ptx_sreg_tid_x(); at < words; at += ENV_WARP)
        _Pragma("unroll 8") for (int game = 0; game < crew->games; game++) crew->slots_here[game * apart + at] =
            own_slot(launch, work, place_of(crew, game))[at];
    MEET();
}
#endif

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
        struct crew crew = {.launch = launch,
                            .setup = &launch->setup,
                            .slots = work->slots,
                            .list = ends ? work->ended + 2 + first : NULL,
                            .first = work->first + first,
                            .games = count - first < each ? count - first : each,
                            .slots_here = room,
                            .rows = room + env_staged(launch, launch->crew) / sizeof(word)};
        if (ends)
            end_crew(&crew, report, number);
        else
            leave_out(&crew, work);
#ifdef __NVPTX__
        stage_crew(&crew, work);
#endif
        show_crew(&crew);
        if (!ends)
            return; /* at once: there is no other crew to wait for */
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

/* All games of a block are brought into the fast memory, moved there, and brought back. */
KERNEL(gpu_step)
{
    if (!goes_on(report, number, ENV_STEP))
        return;
    const int block = __nvvm_read_ptx_sreg_ntid_x(), which = in_order(launch, &work), first = BLOCK * block;
    const int games = work.count - first < block ? work.count - first : block;
    const bool staged = launch->moves_staged && work.step == ENV_ACTIONS;
    SHARED word *const room = gpu_room + (ENV_BINS + block) / 2;
    struct env_slot *slot = slot_in(&launch->setup, work.slots, work.first + which);
    if (staged) {
        stage_in(launch, &work, room, work.first + first, games, block / ENV_WARP);
        slot = staged_slot(launch, room, which - first);
    }
    __syncthreads();
    step_one(launch, &work, report, number, slot, which);
    MEET();
    if (staged)
        stage_out(launch, &work, room, work.first + first, games, block / ENV_WARP);
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
    const struct flip_env_shape *shape = &launch->setup.shape;
    void *room =
        malloc(env_staged(launch, launch->crew) + (size_t)launch->crew * (sizeof(float) * (size_t)shape->numbers +
                                                                          sizeof(flip_set) * (size_t)shape->sets));
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
        if (kernel == ENV_CHECK)
            check_one(launch, work, report, number, which);
        else
            step_one(launch, work, report, number, slot_in(&launch->setup, work->slots, work->first + which), which);
}
#endif
