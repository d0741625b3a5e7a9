/*
 * The kernels of environments: a thread for each game, and the work that the processor does too (slot.c). They are compiled once per game;
 * for tests, on the processor, loops take the place of the threads.
 *
 * Rows of masks and observations are long, and a thread that wrote its own would write far from its neighbour. So a thread writes those of its game into a
 * room in the shared memory of its block, observations in few words (core/numbers.h), and then all threads together write all rows where they belong.
 */
#include "env/kernel.h"
#include "core/numbers.h"

/* Threads come back from a function at different times, and what only waits for those that go in step (bar.sync) has been
   seen not to wait for the others. MEET waits for all threads of a block, MEET_WARP for those of a warp. */
#ifdef __NVPTX__
#define EACH_THREAD(thread) for (int thread = __nvvm_read_ptx_sreg_tid_x() % ENV_WARP, once = 1; once; once = 0)
#define MEET()              __asm__ volatile("barrier.sync 0;" ::: "memory")
#define MEET_WARP()         __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory")
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

/* A check changes nothing but the marks, which say whose actions are not legal. */
static inline bool is_refused(const struct env_launch *launch, const struct env_work *work, int which)
{
    return !slot_check(&launch->setup, work, work->first + which);
}

static inline void mark_one(const struct env_work *work, uint32_t *report, uint32_t number, int which, bool refused)
{
    work->marks[work->first + which] = refused;
    if (refused)
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
/* --- slots in shared memory --------------------------------------------------------------------------------------------- */

/* Where a slot would begin, if all of it were there: what comes before the dealer is not. */
static inline struct env_slot *staged_slot(const struct env_launch *launch, SHARED word *room, int game)
{
    return (struct env_slot *)((char *)room + (size_t)game * env_apart(launch) - offsetof(struct env_slot, dealer));
}

static inline GLOBAL word *own_slot(const struct env_launch *launch, const struct env_work *work, int place)
{
    return (GLOBAL word *)((char *)slot_in(&launch->setup, work->slots, place) + offsetof(struct env_slot, dealer));
}

/* The place of one game of a warp, of which each thread knows its own. */
static inline int place_in_warp(int place, int game)
{
    return __nvvm_shfl_sync_idx_i32(UINT32_MAX, place, game, ENV_WARP - 1);
}

/* The threads of a warp copy the slots of its games, one after the other, into its room or back. All of them take part in
   every copy, and the last game may be copied more than once: so loops are of one length and can be unrolled. */
static inline void stage_in(const struct env_launch *launch, const struct env_work *work, SHARED word *room, int place,
                            int games)
{
    const int thread = __nvvm_read_ptx_sreg_tid_x() % ENV_WARP, words = launch->staged / (int)sizeof(word),
              apart = (int)(env_apart(launch) / sizeof(word));
    for (int at = thread; at - thread < words; at += ENV_WARP)
        _Pragma("unroll 8") for (int i = 0; i < ENV_WARP; i++)
        {
            const int game = i < games ? i : games - 1, from = place_in_warp(place, game);
            if (at < words)
                room[game * apart + at] = own_slot(launch, work, from)[at];
        }
}

static inline void stage_out(const struct env_launch *launch, const struct env_work *work, SHARED word *room, int place,
                             int games)
{
    const int thread = __nvvm_read_ptx_sreg_tid_x() % ENV_WARP, words = launch->staged / (int)sizeof(word),
              apart = (int)(env_apart(launch) / sizeof(word));
    for (int at = thread; at - thread < words; at += ENV_WARP)
        _Pragma("unroll 8") for (int i = 0; i < ENV_WARP; i++)
        {
            const int game = i < games ? i : games - 1, to = place_in_warp(place, game);
            if (at < words)
                own_slot(launch, work, to)[at] = room[game * apart + at];
        }
}
#endif

/* --- rows ---------------------------------------------------------------------------------------------------------------- */

/* The games of a warp, and its room for their rows. */
struct group {
    const struct env_launch *launch;
    const struct env_setup *setup; /* its */
    char *slots;                   /* of all games */
    const uint32_t *list;          /* which they are; NULL: one after the other */
    int first, games;
    unsigned left_out;       /* those of them that others show */
    SHARED word *slots_here; /* their slots, if they are staged */
    SHARED word *rows;
};

static inline int place_of(const struct group *group, int game)
{
    return group->list ? (int)group->list[game] : group->first + game;
}

static inline struct env_slot *slot_of(const struct group *group, int game)
{
    return slot_in(group->setup, group->slots, place_of(group, game));
}

/* The slot to read from. */
static inline struct env_slot *read_slot(const struct group *group, int game)
{
#ifdef __NVPTX__
    if (group->launch->staged)
        return staged_slot(group->launch, group->slots_here, game);
#endif
    return slot_of(group, game);
}

static inline bool shows(const struct group *group, int game)
{
    return game < group->games && !(group->left_out >> game & 1);
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
static inline void give_rows(const struct group *group, void *out, int width, int words, int thread)
{
    const SHARED half *from = (const SHARED half *)group->rows;
    half *to = out;
    if (width == words && !group->list) {
        unsigned left = (group->games < ENV_WARP ? (1U << group->games) - 1 : UINT32_MAX) & ~group->left_out;
        while (left) {
            const int first = __builtin_ctz(left), games = __builtin_ctzll(~((uint64_t)left >> first));
            give(from + first * width, to + (size_t)(group->first + first) * (size_t)words, games * words, thread);
            left &= (unsigned)((uint64_t)UINT32_MAX << (first + games));
        }
        return;
    }
    for (int game = 0; game < group->games; game++)
        if (shows(group, game))
            give(from + game * width, to + (size_t)place_of(group, game) * (size_t)words, words, thread);
}

#ifdef __NVPTX__
/* Where a thread writes its game's observation. A word behind it makes the number odd. */
static inline float *row_in(const struct group *group, int game)
{
    ((SHARED uint32_t *)group->rows)[(game + 1) * env_row(group->launch) - 1] = 0;
    return flip_row((uintptr_t)((SHARED half *)group->rows + game * env_row(group->launch)));
}

/* What threads look for in rows, each some numbers: in which word, and in which bits of it. These times so many are the bits of the number; of a code it is their value, divided. */
struct look {
    int at[ENV_AT_ONCE], shift[ENV_AT_ONCE];
    half bits[ENV_AT_ONCE], times[ENV_AT_ONCE];
    float of[ENV_AT_ONCE], part[ENV_AT_ONCE]; /* the divisor, and 1 divided by it */
};

/* Returns whether anybody looks for a code. */
static inline bool look_up(const struct group *group, struct look *look, int first, int thread)
{
    const GLOBAL uint32_t *const where = (const GLOBAL uint32_t *)group->launch->where;
    bool coded = false;
    _Pragma("unroll") for (int i = 0; i < ENV_AT_ONCE; i++)
    {
        const int number = first + i * ENV_WARP + thread;
        const uint32_t place = where[number < group->setup->shape.numbers ? number : 0], of = place / 256 % 256;
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
__attribute__((always_inline)) static inline void give_from_rows(const struct group *group, const struct look *look,
                                                                 GLOBAL float *to, size_t apart, int numbers,
                                                                 int thread, bool coded)
{
    const SHARED half *row = (const SHARED half *)group->rows;
    GLOBAL float *next = to + (size_t)group->first * apart;
    for (int game = 0; game < group->games; game++, row += env_row(group->launch), next += apart)
        if (shows(group, game))
            give_some(look, row, group->list ? to + (size_t)group->list[game] * apart : next, numbers, thread, coded);
}

/* The observations of all games, to be one of `every` rows of each. */
static inline void give_numbers(const struct group *group, float *out, int every, int which, int thread)
{
    const int numbers = group->setup->shape.numbers;
    for (int first = 0; first < numbers; first += ENV_AT_ONCE * ENV_WARP) {
        struct look look;
        GLOBAL float *const to = (GLOBAL float *)out + (size_t)which * (size_t)numbers + first + thread;
        const size_t apart = (size_t)every * (size_t)numbers;
        if (look_up(group, &look, first, thread))
            give_from_rows(group, &look, to, apart, numbers - first, thread, true);
        else
            give_from_rows(group, &look, to, apart, numbers - first, thread, false);
    }
}

/* The packed observations of all games are the words that the threads have written. */
static inline void copy_packed_rows(const struct group *group, int thread)
{
    give_rows(group, group->setup->packed, env_row(group->launch), env_row(group->launch), thread);
}
#else
static inline float *row_in(const struct group *group, int game)
{
    return (float *)(void *)group->rows + (size_t)game * (size_t)group->setup->shape.numbers;
}

static inline void give_numbers(const struct group *group, float *out, int every, int which, int thread)
{
    const size_t numbers = (size_t)group->setup->shape.numbers;
    if (shows(group, thread))
        memcpy(out + ((size_t)place_of(group, thread) * (size_t)every + (size_t)which) * numbers, row_in(group, thread),
               sizeof *out * numbers);
}

static inline void copy_packed_rows(const struct group *group, int thread)
{
    const int words = group->setup->packed_words, numbers = group->setup->shape.numbers;
    if (!shows(group, thread))
        return;
    const float *const row = row_in(group, thread);
    uint32_t *const out = group->setup->packed + (size_t)place_of(group, thread) * (size_t)words;
    memset(out, 0, sizeof *out * (size_t)words);
    for (int i = 0; i < numbers; i++) {
        const uint32_t where = group->launch->where[i], divisor = where / 256 % 256;
        uint32_t value;
        memcpy(&value, &row[i], sizeof value);
        out[where >> 16] |= (divisor ? (uint32_t)(row[i] * (float)divisor + 0.5F) : value) << where % 32;
    }
}
#endif

/* --- what is told -------------------------------------------------------------------------------------------------------- */

/* Several threads tell the long mask of a game, a thread anything else. */
static inline int told_by(const struct group *group, int thread)
{
#ifdef __NVPTX__
    return slot_learn(group->setup)->allows ? thread % ENV_TOGETHER : thread;
#else
    (void)group;
    return thread;
#endif
}

/* Does anybody want to know what is legal? The slot does where only it says so. */
static inline bool masks_wanted(const struct env_setup *setup)
{
    return !slot_learn(setup)->allows || setup->out.mask || setup->out.legal || setup->out.legal_count;
}

/* The sets of a mask; a constant where it is short, so that nothing is divided by a variable. */
static inline int sets_of(const struct env_setup *setup)
{
#ifdef __NVPTX__
    if (!slot_learn(setup)->allows)
        return (slot_learn(setup)->actions(setup->rules) + 63) / 64;
#endif
    return setup->shape.sets;
}

/* All threads together keep all masks in the slots. */
static inline void keep_masks(const struct group *group, int thread)
{
    const int sets = sets_of(group->setup), all = group->games * sets;
    for (int i = thread; i < all; i += ENV_WARP)
        if (shows(group, i / sets))
            slot_mask(group->setup, slot_of(group, i / sets))[i % sets] = group->rows[i];
}

static inline void clear_masks(const struct group *group, int thread)
{
    const int sets = group->games * sets_of(group->setup);
    for (int i = thread; i < sets; i += ENV_WARP)
        group->rows[i] = 0;
}

static inline void write_mask(const struct group *group, int game)
{
    const struct env_setup *setup = group->setup;
    if (shows(group, game))
        slot_learn(setup)->mask(setup->rules, slot_state(setup, read_slot(group, game)), read_slot(group, game)->seat,
                                (flip_set *)(group->rows + game * sets_of(setup)));
}

static inline void list_mask(const struct group *group, int game)
{
    if (shows(group, game))
        slot_tell_legal(group->setup, (const flip_set *)(group->rows + game * group->setup->shape.sets),
                        place_of(group, game));
}

static inline void write_known(const struct group *group, int game)
{
    const struct env_setup *setup = group->setup;
    if (shows(group, game))
        slot_tell_known(setup, read_slot(group, game), place_of(group, game),
                        setup->out.observation || setup->packed ? row_in(group, game) : NULL);
}

static inline void show_masks(const struct group *group)
{
    const struct env_setup *setup = group->setup;
    EACH_THREAD(thread) clear_masks(group, thread);
    MEET();
    EACH_THREAD(thread) write_mask(group, told_by(group, thread));
    MEET();
    if (setup->out.legal || setup->out.legal_count)
        EACH_THREAD(thread) list_mask(group, thread);
    if (!slot_learn(setup)->allows)
        EACH_THREAD(thread) keep_masks(group, thread);
    if (setup->out.mask)
        EACH_THREAD(thread) give_rows(group, setup->out.mask, sets_of(setup) * 2, sets_of(setup) * 2, thread);
    MEET();
}

/* Long masks take so much room that a few are shown at a time. */
static inline void show_long_masks(const struct group *group)
{
    for (int first = 0; first < group->games; first += ENV_TOGETHER) {
        struct group some = *group;
        some.list = group->list ? group->list + first : NULL;
        some.first += first;
        some.slots_here += (size_t)first * env_apart(group->launch) / sizeof(word);
        some.games = group->games - first < ENV_TOGETHER ? group->games - first : ENV_TOGETHER;
        some.left_out >>= first;
        show_masks(&some);
    }
}

__attribute__((always_inline)) static inline void show_group(const struct group *group)
{
    const struct env_setup *setup = group->setup;
    if (masks_wanted(setup)) {
        if (slot_learn(setup)->allows)
            show_long_masks(group);
        else
            show_masks(group);
    }
    EACH_THREAD(thread) write_known(group, thread);
    MEET();
    if (setup->packed)
        EACH_THREAD(thread) copy_packed_rows(group, thread);
    if (setup->out.observation)
        EACH_THREAD(thread) give_numbers(group, setup->out.observation, 1, 0, thread);
}

/* --- ends ---------------------------------------------------------------------------------------------------------------- */

/* What each seat knows in the end. */
static inline void show_last(const struct group *group)
{
    const struct env_setup *setup = group->setup;
    for (int seat = 0; seat < setup->shape.seats; seat++) {
        EACH_THREAD(thread)
        if (shows(group, thread))
            slot_tell_last(setup, slot_of(group, thread), seat, row_in(group, thread));
        MEET();
        EACH_THREAD(thread) give_numbers(group, setup->out.final, setup->shape.seats, seat, thread);
        MEET();
    }
}

static inline void end_one(const struct group *group, uint32_t *report, uint32_t number, struct env_slot *slot,
                           int game)
{
    if (slot_end(group->setup, slot, place_of(group, game)) < 0)
        report[ENV_FAILED] = number;
}

#ifdef __NVPTX__
static inline struct env_slot *whole_slot(const struct group *group, int game)
{
    return (struct env_slot *)((char *)group->slots_here + (size_t)game * env_whole(group->setup));
}

/* All threads together copy whole slots into the room or back. */
static inline void stage_whole(const struct group *group, bool back)
{
    const int words = (int)(group->setup->mask_at / sizeof(word)),
              apart = (int)(env_whole(group->setup) / sizeof(word));
    for (int at = __nvvm_read_ptx_sreg_tid_x(); at < words; at += ENV_WARP)
        _Pragma("unroll 4") for (int game = 0; game < group->games; game++)
        {
            GLOBAL word *const own = (GLOBAL word *)slot_of(group, game);
            SHARED word *const here = group->slots_here + game * apart;
            if (back)
                own[at] = here[at];
            else
                here[at] = own[at];
        }
    MEET();
}
#endif

/* An end reads and writes most of a slot, and a thread that did so where it lies would write far from its neighbour:
   so it is made in shared memory, if there is room. */
static inline void end_group(const struct group *group, uint32_t *report, uint32_t number)
{
    if (group->setup->out.final)
        show_last(group);
#ifdef __NVPTX__
    if (group->launch->ends_staged) {
        const int thread = __nvvm_read_ptx_sreg_tid_x();
        stage_whole(group, false);
        if (thread < group->games)
            end_one(group, report, number, whole_slot(group, thread), thread);
        MEET();
        stage_whole(group, true);
        return;
    }
#endif
    EACH_THREAD(thread)
    if (shows(group, thread))
        end_one(group, report, number, slot_of(group, thread), thread);
    MEET();
}

static inline unsigned is_over(const struct group *group, const struct env_work *work, int thread)
{
    return thread < group->games && work->marks[group->first + thread];
}

static inline void leave_out(struct group *group, const struct env_work *work)
{
#ifdef __NVPTX__
    group->left_out =
        __nvvm_vote_ballot_sync(UINT32_MAX, is_over(group, work, __nvvm_read_ptx_sreg_tid_x() % ENV_WARP));
#else
    EACH_THREAD(thread) group->left_out |= is_over(group, work, thread) << thread;
#endif
}

#ifdef __NVPTX__
static inline void stage_group(const struct group *group, const struct env_work *work)
{
    const struct env_launch *launch = group->launch;
    const int words = launch->staged / (int)sizeof(word), apart = (int)(env_apart(launch) / sizeof(word));
    for (int at = __nvvm_read_ptx_sreg_tid_x(); at < words; at += ENV_WARP)
        _Pragma("unroll 8") for (int game = 0; game < group->games; game++) group->slots_here[game * apart + at] =
            own_slot(launch, work, place_of(group, game))[at];
    MEET();
}
#endif

/* The first blocks end the games that are over, which takes longest, and show those that follow; each of the others shows a group of games
   that go on. */
__attribute__((always_inline)) static inline void show_block(const struct env_launch *launch,
                                                             const struct env_work *work, uint32_t *report,
                                                             uint32_t number, int block, SHARED word *room)
{
    const bool ends = block < work->ending_warps;
    const int each = ends ? launch->games_ended : launch->games_shown;
    const int count = ends ? (int)work->ended[work->odd] : work->count;
    const int stride = ends ? work->ending_warps * each : count;
    for (int first = (ends ? block : block - work->ending_warps) * each; first < count; first += stride) {
        struct group group = {.launch = launch,
                              .setup = &launch->setup,
                              .slots = work->slots,
                              .list = ends ? work->ended + 2 + first : NULL,
                              .first = work->first + first,
                              .games = count - first < each ? count - first : each,
                              .slots_here = room,
                              .rows = room + env_staged(launch, launch->games_shown) / sizeof(word)};
        if (ends)
            end_group(&group, report, number);
        else
            leave_out(&group, work);
#ifdef __NVPTX__
        stage_group(&group, work);
#endif
        show_group(&group);
        if (!ends)
            return; /* at once: there is no other group to wait for */
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

/* Every bin is added to those behind it. */
static inline void add_up(SHARED int32_t *bin)
{
    const int thread = __nvvm_read_ptx_sreg_tid_x();
    for (int back = 1; back < ENV_BINS; back *= 2) {
        const int before = thread < ENV_BINS && thread >= back ? bin[thread - back] : 0;
        __syncthreads();
        if (thread < ENV_BINS)
            bin[thread] += before;
        __syncthreads();
    }
}

/* Where a game belongs that is to be moved: its bin, and how many lay there before. */
struct sorted {
    int bin, at;
};

static inline struct sorted sort_one(const struct env_launch *launch, const struct env_work *work, SHARED int32_t *bins,
                                     int which)
{
    const int actions = launch->setup.shape.actions, action = work->actions[work->first + which];
    const int bin = action >= 0 && action < actions ? action * ENV_BINS / actions : ENV_BINS - 1;
    return (struct sorted){bin, __atomic_fetch_add(&bins[bin], 1, __ATOMIC_RELAXED)};
}

enum { EACH = ENV_MOST_SORTED / ENV_CHECK_BLOCK }; /* games that a thread checks, or fewer */

/* Which of them are refused: all are read before anything is written, so that no thread waits for one game after the
   other; but where the game tells by itself what is legal, that would be much code. */
static inline unsigned refused_at_once(const struct env_launch *launch, const struct env_work *work, int first, int end)
{
    unsigned refused = 0;
    _Pragma("unroll") for (int i = 0; i < EACH; i++) if (first + i * ENV_CHECK_BLOCK < end) refused |=
        (unsigned)is_refused(launch, work, first + i * ENV_CHECK_BLOCK) << i;
    return refused;
}

static inline unsigned refused_one_by_one(const struct env_launch *launch, const struct env_work *work, int first,
                                          int end)
{
    unsigned refused = 0;
    _Pragma("nounroll") for (int i = 0; first + i * ENV_CHECK_BLOCK < end; i++) refused |=
        (unsigned)is_refused(launch, work, first + i * ENV_CHECK_BLOCK) << i;
    return refused;
}

/* A block checks its games and puts them in the order of their actions, counted in the memory that it shares. Which of
   two with like actions comes first does not matter. */
KERNEL(gpu_check)
{
    SHARED int32_t *const bins = (SHARED int32_t *)gpu_room;
    const int thread = __nvvm_read_ptx_sreg_tid_x(), first = BLOCK * launch->games_sorted;
    const int end = first + launch->games_sorted < work.count ? first + launch->games_sorted : work.count;
    struct sorted sorted[EACH];
    if (thread < ENV_BINS)
        bins[thread] = 0;
    __syncthreads();
    const unsigned refused = slot_learn(&launch->setup)->allows ? refused_one_by_one(launch, &work, first + thread, end)
                                                                : refused_at_once(launch, &work, first + thread, end);
    _Pragma("unroll") for (int i = 0; i < EACH; i++)
    {
        const int which = first + i * ENV_CHECK_BLOCK + thread;
        if (which < end) {
            mark_one(&work, report, number, which, refused >> i & 1);
            sorted[i] = sort_one(launch, &work, bins, which);
        }
    }
    __syncthreads();
    add_up(bins);
    _Pragma("unroll") for (int i = 0; i < EACH; i++)
    {
        const int which = first + i * ENV_CHECK_BLOCK + thread, bin = sorted[i].bin;
        if (which < end)
            work.order[first + (bin > 0 ? bins[bin - 1] : 0) + sorted[i].at] = which;
    }
}

/* Neighbours do alike: games come in the order of their actions. Those of a warp are brought into shared memory, moved
   there and brought back, and no warp waits for another. */
KERNEL(gpu_step)
{
    const int thread = __nvvm_read_ptx_sreg_tid_x(), at = THREAD;
    if (!goes_on(report, number, ENV_STEP))
        return;
    const bool sorted = work.step == ENV_ACTIONS, staged = launch->moves_staged && sorted;
    const int left = work.count - (at - thread % ENV_WARP), games = left < ENV_WARP ? left : ENV_WARP;
    if (left <= 0)
        return;
    const int which = sorted && at < work.count ? work.order[at] : at;
    SHARED word *const room = gpu_room + (size_t)(thread / ENV_WARP) * ENV_WARP * env_apart(launch) / sizeof(word);
    struct env_slot *slot = slot_in(&launch->setup, work.slots, work.first + which);
    if (staged) {
        stage_in(launch, &work, room, work.first + which, games);
        slot = staged_slot(launch, room, thread % ENV_WARP);
        MEET_WARP();
    }
    step_one(launch, &work, report, number, slot, which);
    if (staged) {
        MEET_WARP();
        stage_out(launch, &work, room, work.first + which, games);
    }
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
    const int blocks = work->ending_warps + (work->count + launch->games_shown - 1) / launch->games_shown;
    const struct flip_env_shape *shape = &launch->setup.shape;
    void *room = malloc(env_staged(launch, launch->games_shown) +
                        (size_t)launch->games_shown *
                            (sizeof(float) * (size_t)shape->numbers + sizeof(flip_set) * (size_t)shape->sets));
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
            mark_one(work, report, number, which, is_refused(launch, work, which));
        else
            step_one(launch, work, report, number, slot_in(&launch->setup, work->slots, work->first + which), which);
}
#endif
