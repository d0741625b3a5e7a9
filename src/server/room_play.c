/* Playing at a table: moves of people and bots, taking back, talking, ending by agreement. */
#include "server/clocks.h"
#include "server/lesson.h"
#include "server/log.h"
#include "server/results.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHAT_TEXT = 500, MAX_CHAT = 2000 };

/* --- playing ------------------------------------------------------------------------------------------------------- */

int room_check_own(const struct room *room, const char *person, int seat, struct flip_error *error)
{
    if (seat < 0 || seat >= room->seat_count || !flip_set_has(room_seats_of(room, person), seat))
        return flip_fail(error, "not_your_seat", "That is not your seat.");
    return 0;
}

int room_check_running(const struct room *room, struct flip_error *error)
{
    if (room->status == STORE_WAITING)
        return flip_fail(error, "waiting", "The game begins when all seats are taken.");
    if (room->status != STORE_RUNNING)
        return flip_fail(error, "over", "This game is over. A rematch is one tap away.");
    return 0;
}

int room_help(struct server *server, struct room *room, int seat, struct flip_error *error)
{
    if (room->daily[0])
        return flip_fail(error, "daily", "At the daily challenge everybody is alone: there are no hints.");
    if (room->seats[seat].helped)
        return 0;
    room->seats[seat].helped = true;
    return room_save_head(server, room, error);
}

struct telling {
    struct server *server;
    struct room *room;
};

static void tell_achieved(void *context, const char *person, const json_t *achievement)
{
    struct telling *telling = context;
    json_t *push =
        json_pack("{s:s, s:s, s:s, s:[{s:O, s:O, s:O}]}", "push", "achieved", "table", telling->room->id, "game",
                  telling->room->game->id, "achievements", "id", json_object_get(achievement, "id"), "title",
                  json_object_get(achievement, "title"), "text", json_object_get(achievement, "text"));
    char *text = push ? json_dumps(push, JSON_COMPACT) : NULL;
    for (struct websocket *link = telling->server->links; link && text; link = link->next)
        if (strcmp(link->present->person.id, person) == 0)
            websocket_send(telling->server, link, text, strlen(text));
    free(text);
    json_decref(push);
}

/* The order of ends has no ties, so that ratings can be made again from it. */
static int finish(struct server *server, struct room *room, struct flip_error *error)
{
    const int64_t now = steady_ms();
    const bool over = flip_table_turn(room->table) == 0; /* a lesson may end before its game does */
    struct telling telling = {server, room};
    room->status = over ? STORE_OVER : STORE_ENDED;
    room->offer = 0;
    room->offered_by = -1;
    server->metrics.games_over += over;
    if (room_save_head(server, room, error) < 0)
        return -1;
    if (room->kind != ROOM_GAME)
        return 0;
    server->last_finished = now > server->last_finished ? now : server->last_finished + 1;
    return store_table_finish(server->store, room->id, server->last_finished, error) < 0 ||
                   derive(server->store, server->secret, room, server->last_finished, tell_achieved, &telling, error) <
                       0
               ? -1
               : 0;
}

static int keep_going(struct server *server, struct room *room, struct flip_error *error)
{
    return room->clock.kind != CLOCK_NONE ? room_save_head(server, room, error)
                                          : store_table_touch(server->store, room->id, room->changed, error);
}

/* What fails after the table has moved is put right by starting from the store. */
int room_take_move(struct server *server, struct room *room, int seat, flip_move move, struct flip_error *error)
{
    const int known = room->log_count;
    const uint32_t phase = room->game->knowledge->phase(room->table->rules, room->table->now.state);
    if (flip_table_act(room->table, seat, move, error) < 0)
        return -1;
    room->changed = wall_ms();
    room_touch(server, room);
    room->seats[seat].ticket = 0;
    clock_follow(room, room->game->knowledge->phase(room->table->rules, room->table->now.state) != phase);
    if (room_follow(room, false, error) < 0 || room_save_steps(server, room, known, room->log_count, error) < 0 ||
        (flip_table_turn(room->table) == 0 || lesson_gone_through(room) ? finish(server, room, error)
                                                                        : keep_going(server, room, error)) < 0) {
        server->failed = true;
        return -1;
    }
    room_wake_bots(server, room);
    return 0;
}

int room_act(struct server *server, struct room *room, const char *person, int seat, const char *text, int at,
             struct flip_error *error)
{
    flip_move move;
    if (room_check_own(room, person, seat, error) < 0 || room_check_running(room, error) < 0)
        return -1;
    if (at >= 0 && at != room_steps_for(room, seat))
        return flip_fail(error, "stale", "The table has moved on since you chose: look again.");
    if (flip_table_find(room->table, seat, text, &move, error) < 0 ||
        clock_back(server, room, FLIP_BIT(seat), error) < 0)
        return -1;
    if (room->lesson && lesson_expects(room, seat, &move, error) < 0)
        return -1;
    server->metrics.moves++;
    if (room_take_move(server, room, seat, move, error) < 0)
        return -1;
    return room->lesson ? lesson_go_on(server, room, error) : 0;
}

int room_undo(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error)
{
    if (room->lesson)
        return room_check_own(room, person, seat, error) < 0 ? -1 : lesson_back(server, room, error);
    if (room_check_own(room, person, seat, error) < 0 || room_check_running(room, error) < 0 ||
        flip_table_undo(room->table, seat, error) < 0)
        return -1;
    const int kept = room->table->now.checkpoint_step; /* what came before stays as it is */
    room_touch(server, room);
    clock_follow(room, false);
    if (room_follow(room, true, error) < 0 || store_steps_cut(server->store, room->id, kept, error) < 0 ||
        room_save_steps(server, room, kept, room->log_count, error) < 0 ||
        (room->clock.kind != CLOCK_NONE && room_save_head(server, room, error) < 0)) {
        server->failed = true;
        return -1;
    }
    for (int i = 0; i < room->seat_count; i++)
        room->seats[i].ticket = 0; /* thoughts of bots may be about what is no more */
    room_wake_bots(server, room);
    return 0;
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
    if (room->status != STORE_RUNNING || server->stopping || suspect_left_alone(server, room->id))
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
        struct job *job = job_new(room->table, index, &def);
        if (!job)
            continue;
        job->ticket = seat->ticket = ++server->last_ticket;
        memcpy(job->table, room->id, sizeof room->id);
        job->task.item = thought_item(room, level);
        server_ask_bot(server, job);
    }
}

void room_bot_acts(struct server *server, struct room *room, const struct job *job)
{
    struct seat *seat = &room->seats[job->seat];
    struct flip_error error;
    if (seat->ticket != job->ticket || room->status != STORE_RUNNING)
        return;
    seat->ticket = 0;
    if (job->status < 0 || room_take_move(server, room, job->seat, job->thought.choice[0].move, &error) < 0) {
        log_event("error", "bot_failed", "game", room->game->id, "why",
                  job->status < 0 ? job->error.message : error.message, NULL);
        suspect_add(server, room->id);
        return;
    }
    server->metrics.bot_moves++;
}

/* --- talking, ending, playing again -------------------------------------------------------------------------------- */

static const char *team_of(const struct room *room, int seat)
{
    return room->game->knowledge->team ? room->game->knowledge->team(&room->options, seat) : NULL;
}

bool room_hears(const struct room *room, const char *person, const struct chat *chat)
{
    if (!chat->team)
        return true;
    for (flip_set own = room_seats_of(room, person); own; own = flip_set_rest(own)) {
        const char *team = team_of(room, flip_set_first(own));
        if (team && strcmp(team, chat->team) == 0)
            return true;
    }
    return false;
}

/* From which of the own seats to speak to its team. */
static int check_team(const struct room *room, flip_set own, int seat, struct flip_error *error)
{
    if (!room->game->knowledge->team)
        return flip_fail(error, "no_team", "There are no teams in %s: say it to everybody.", room->game->title);
    if (!room->table)
        return flip_fail(error, "waiting", "The game has not begun: say it to everybody.");
    if (!own)
        return flip_fail(error, "not_your_seat", "Only players speak to their team.");
    if (seat >= room->seat_count || (seat >= 0 && !flip_set_has(own, seat)))
        return flip_fail(error, "not_your_seat", "This is not your seat.");
    return seat >= 0 ? seat : flip_set_first(own);
}

int room_chat(struct server *server, struct room *room, const struct store_person *person, const char *text, bool team,
              int seat, struct flip_error *error)
{
    text += strspn(text, " \t\r\n");
    if (*text == '\0')
        return flip_fail(error, "empty", "There is nothing to say yet.");
    const int characters = text_characters(text);
    if (characters < 0)
        return flip_fail(error, "bad_message", "A message has letters, digits, signs and spaces, nothing invisible.");
    if (characters > MAX_CHAT_TEXT)
        return flip_fail(error, "limit", "A message has at most %d characters.", MAX_CHAT_TEXT);
    if (room->chat_count >= MAX_CHAT)
        return flip_fail(error, "limit", "This table has heard enough: %d messages.", MAX_CHAT);
    const flip_set own = room_seats_of(room, person->id);
    int from = own ? flip_set_first(own) : -1;
    if (team && (from = check_team(room, own, seat, error)) < 0)
        return -1;
    const struct store_chat chat = {.index = room->chat_count,
                                    .seat = from,
                                    .person = person->id,
                                    .name = person->name,
                                    .text = text,
                                    .time = wall_ms(),
                                    .team = team ? team_of(room, from) : NULL};
    if (store_chat_put(server->store, room->id, &chat, error) < 0)
        return -1;
    if (room_keep_chat(room, &chat) < 0)
        return flip_fail(error, "no_memory", "There is not enough memory for the message.");
    room_touch(server, room);
    return 0;
}

void room_settle_offer(struct room *room)
{
    if (room->status != STORE_RUNNING || !room->offer)
        return;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && !flip_set_has(room->offer, i))
            return;
    room->status = STORE_ENDED;
    room->offer = 0;
    room->offered_by = -1;
}

int room_end(struct server *server, struct room *room, const char *person, bool agree, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person);
    if (room_check_running(room, error) < 0)
        return -1;
    if (!own)
        return flip_fail(error, "not_your_seat", "Only players of this table can end the game.");
    room->offer = agree ? room->offer | own : 0;
    if (!agree)
        room->offered_by = -1;
    else if (room->offered_by < 0)
        room->offered_by = flip_set_first(own);
    room_settle_offer(room);
    return room_save_head(server, room, error);
}
