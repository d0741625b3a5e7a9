/* Bots at tables: questions for the workers, and asking whoever's turn it is. */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *copy_of(const void *memory, size_t size)
{
    void *copy = malloc(size);
    if (copy)
        memcpy(copy, memory, size);
    return copy;
}

/* A hint whose best move leaves the seat with one more thing to decide before anything is revealed tells that as well:
   which cards to lay is little use without where to go. */
static void think_on(struct job *job)
{
    const struct flip_game *game = job->at.game;
    struct flip_range open[FLIP_MAX_RANGES];
    if (flip_move_ranges(game, job->rules, job->at.state, job->seat, job->thought.choice[0].move, open) > 0)
        return; /* what follows depends on the aim */
    if (flip_blind(game, job->rules, job->at.state))
        return; /* what follows depends on hands that are hidden */
    struct flip_position after;
    struct flip_thought *next = malloc(sizeof *next);
    if (flip_position_open(&after, game, job->rules, job->at.seats, NULL) == 0 && next) {
        flip_position_copy(&after, &job->at);
        flip_position_step(&after, job->seat, job->thought.choice[0].move);
        if (flip_set_has(flip_position_turn(&after), job->seat) &&
            flip_think_position(&after, job->seat, &job->def, next, &job->error) == 0) {
            struct flip_text text = flip_text_in(job->then, sizeof job->then);
            game->words->text(job->rules, after.state, job->seat, next->choice[0].move, &text);
            text = flip_text_in(job->then_tell, sizeof job->then_tell);
            game->words->tell(job->rules, after.state, job->seat, next->choice[0].move, &text);
        }
    }
    free(next);
    flip_position_close(&after);
}

static void think(struct task *task)
{
    struct job *job = (struct job *)task;
    job->status = flip_think_position(&job->at, job->seat, &job->def, &job->thought, &job->error);
    if (job->status == 0 && job->link)
        think_on(job);
}

static void job_free(struct task *task)
{
    struct job *job = (struct job *)task;
    flip_position_close(&job->at);
    free(job->rules);
    free(job->happened);
    free(job);
}

struct job *job_new(const struct flip_position *position, int seat, const struct flip_think_def *def)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->task.work = think;
    job->task.free = job_free;
    job->seat = seat;
    job->def = *def;
    job->rules = copy_of(position->rules, position->game->rules_size);
    if (job->rules && flip_position_open(&job->at, position->game, job->rules, position->seats, NULL) == 0) {
        flip_position_copy(&job->at, position);
        return job;
    }
    job_free(&job->task);
    return NULL;
}

/* --- room bots ---------------------------------------------------------------------------------------------------- */

/* A number derived from the deal, the seat and the moment. */
static uint64_t follows(const struct room *room, int seat, int moment)
{
    unsigned char words[FLIP_SEED_BYTES + 2 * sizeof(int)], hash[crypto_hash_sha256_BYTES];
    uint64_t number;
    memcpy(words, room->seed, FLIP_SEED_BYTES);
    memcpy(words + FLIP_SEED_BYTES, &seat, sizeof seat);
    memcpy(words + FLIP_SEED_BYTES + sizeof seat, &moment, sizeof moment);
    crypto_hash_sha256(hash, words, sizeof words);
    memcpy(&number, hash, sizeof number);
    return number;
}

/* At the daily challenge equal play meets equal bots, and tests repeat exactly. */
static void seed_thought(const struct rooms *rooms, const struct room *room, int seat, uint64_t *seed)
{
    if (room->daily[0] || rooms->loop->config.test_seed[0])
        *seed = follows(room, seat, room->table->step_count);
    else
        randombytes_buf(seed, sizeof *seed);
}

/* After a restart nobody has played yet: then it is the first person's. */
static void name_payer(struct room *room)
{
    for (int i = 0; i < room->seat_count && !room->payer[0]; i++)
        if (room->seats[i].kind == SEAT_PERSON && room->seats[i].person[0])
            snprintf(room->payer, sizeof room->payer, "person %s", room->seats[i].person);
}

/* The expected cost in ms; the real one is measured. */
static struct fair_item thought_item(const struct room *room, int level)
{
    static const double cost[FLIP_LEVELS] = {2, 5, 40, 150, 800};
    struct fair_item item = {.class = level <= 2 ? FAIR_QUICK : FAIR_BOT, .cost = cost[level - 1]};
    memcpy(item.payer, room->payer, sizeof item.payer);
    return item;
}

/* Nobody can follow a stand-in that moves at once. The table's own bots are paced by the page, and tests do not
   wait. */
static int64_t due_at(const struct rooms *rooms, const struct room *room, const struct seat *seat)
{
    enum { THINKS_MS = 1500 };
    const bool stands_in = seat->clock.out || seat->left[0];
    for (int i = 0; stands_in && !rooms->loop->config.test_seed[0] && i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && &room->seats[i] != seat && !room->seats[i].absent_since)
            return steady_ms() + THINKS_MS;
    return 0;
}

void room_ask_bots(struct rooms *rooms, struct room *room)
{
    if (room->status != STORE_RUNNING || rooms->loop->stopping || !room_leased_here(rooms, room) ||
        quarantined(rooms->loop, room->id))
        return;
    name_payer(room);
    for (flip_set turn = flip_table_turn(room->table); turn; turn = flip_set_rest(turn)) {
        const int index = flip_set_first(turn);
        struct seat *seat = &room->seats[index];
        if ((seat->kind != SEAT_BOT && !seat->clock.out) || seat->ticket)
            continue;
        const int level = seat->kind == SEAT_BOT ? seat->level : STAND_IN_LEVEL;
        struct flip_think_def def = flip_think_defaults(level);
        seed_thought(rooms, room, index, &def.seed);
        def.manner = follows(room, index, -1); /* the same all game long */
        const struct flip_position position = flip_table_position(room->table);
        struct job *job = job_new(&position, index, &def);
        if (!job)
            continue;
        job->ticket = seat->ticket = ++rooms->loop->last_ticket;
        memcpy(job->table, room->id, sizeof room->id);
        job->task.item = thought_item(room, level);
        job->due = due_at(rooms, room, seat);
        /* sent after the commit: the move comes in a later turn of the loop, and if it fails, what it answers stays */
        LIST_APPEND(rooms->bots.asked, &job->task, next);
    }
}

/* Those that are not due yet stay queued. */
void bots_send(struct rooms *rooms)
{
    const int64_t now = rooms->bots.asked ? steady_ms() : 0;
    int64_t next = 0;
    struct task **at = &rooms->bots.asked;
    for (struct task *task; (task = *at);) {
        const int64_t due = ((struct job *)task)->due;
        if (due > now) {
            next = next && next < due ? next : due;
            at = &task->next;
            continue;
        }
        *at = task->next;
        workers_submit(rooms->bots.workers, task);
    }
    if (next)
        loop_wake(rooms->loop, WAKE_SOON, (int)(next - now) + 1);
}

void bots_drop(struct rooms *rooms)
{
    for (struct task *task; (task = rooms->bots.asked); task->free(task))
        rooms->bots.asked = task->next;
}
