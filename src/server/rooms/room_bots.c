/* Bots at tables: they are asked when it is their turn, and begin to think after the commit. */
#include "server/rooms/room_bots.h"

#include "server/loop/loop.h"
#include "server/rooms/claim.h"
#include "server/rooms/job.h"
#include "server/rooms/room.h"
#include "server/rooms/rooms.h"
#include "table/table.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* From the commit on: its move comes in a later turn of the loop, and if it fails, what it answers stays. */
static void ask(struct server *server, struct job *job)
{
    if (!server->rooms->bots_asked)
        server->rooms->bots_asked_last = &server->rooms->bots_asked;
    job->task.next = NULL;
    *server->rooms->bots_asked_last = &job->task;
    server->rooms->bots_asked_last = &job->task.next;
}

/* A number that follows from the deal, the seat and the moment. */
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

/* At the daily challenge bots do the same for everybody who does the same, and in tests twice the same. */
static void seed_thought(const struct server *server, const struct room *room, int seat, uint64_t *seed)
{
    if (room->daily[0] || server->config.test_seed[0])
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

/* What a thought is expected to cost, in ms; what it does cost is measured. */
static struct fair_item thought_item(const struct room *room, int level)
{
    static const double cost[FLIP_LEVELS] = {2, 5, 40, 150, 800};
    struct fair_item item = {.class = level <= 2 ? FAIR_QUICK : FAIR_BOT, .cost = cost[level - 1]};
    memcpy(item.payer, room->payer, sizeof item.payer);
    return item;
}

void room_wake_bots(struct server *server, struct room *room)
{
    if (room->status != STORE_RUNNING || server->stopping || !room_kept(server, room) ||
        quarantined(server, room->id))
        return;
    name_payer(room);
    for (flip_set turn = flip_table_turn(room->table); turn; turn = flip_set_rest(turn)) {
        const int index = flip_set_first(turn);
        struct seat *seat = &room->seats[index];
        if ((seat->kind != SEAT_BOT && !seat->clock.out) || seat->ticket)
            continue;
        const int level = seat->kind == SEAT_BOT ? seat->level : STAND_IN_LEVEL;
        struct flip_think_def def = flip_think_defaults(level);
        seed_thought(server, room, index, &def.seed);
        def.manner = follows(room, index, -1); /* the same all game long */
        const struct flip_position position = flip_table_position(room->table);
        struct job *job = job_new(&position, index, &def);
        if (!job)
            continue;
        job->ticket = seat->ticket = ++server->last_ticket;
        memcpy(job->table, room->id, sizeof room->id);
        job->task.item = thought_item(room, level);
        ask(server, job);
    }
}

void server_send_bots(struct server *server)
{
    for (struct task *task; (task = server->rooms->bots_asked);) {
        server->rooms->bots_asked = task->next;
        workers_ask(server->rooms->bots, task);
    }
}

void server_drop_bots(struct server *server)
{
    for (struct task *task; (task = server->rooms->bots_asked); task->free(task))
        server->rooms->bots_asked = task->next;
}
