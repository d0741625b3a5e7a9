/* Playing at a table: moves by people and bots, undo, help. */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <stdlib.h>

enum { TOUCH_MS = 5000 };

int room_help(struct rooms *rooms, struct room *room, int seat, struct flip_error *error)
{
    if (room->daily[0])
        return flip_fail(error, FLIP_ERROR_DAILY, "There are no hints in the daily challenge.");
    if (!room_help_allowed(room))
        return flip_fail(
            error, FLIP_ERROR_RATED,
            "This game is rated, so there are no hints and no tutor. Offer help first: when everyone at the "
            "table has agreed, the game is not rated any more.");
    if (room->seats[seat].helped)
        return 0;
    room->seats[seat].helped = true;
    return room_save_head(rooms, room, error);
}

static int finish(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    const bool over = flip_table_turn(room->table) == 0; /* a lesson may end before its game does */
    room->status = over ? STORE_OVER : STORE_ENDED;
    offers_clear(room);
    rooms->loop->metrics.games_over += over;
    if (room_save_head(rooms, room, error) < 0)
        return -1;
    if (room->kind != ROOM_GAME)
        return 0;
    if (store_shared(rooms->loop->store) && store_release_lease(rooms->loop->store, room->id, error) < 0)
        return -1;
    return end_game(rooms, room, error);
}

/* The time of the last change only orders lists, so the store learns it only now and then. */
static int save_progress(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    if (room->clock.kind != CLOCK_NONE)
        return room_save_head(rooms, room, error);
    if (llabs(room->changed - room->changed_kept) < TOUCH_MS)
        return 0;
    room->changed_kept = room->changed;
    return store_table_touch(rooms->loop->store, room->id, room->changed, error);
}

/* The public state of a game: a step hidden from others does not change it. */
struct appearance {
    uint32_t phase;
    flip_set turn;
    int steps;
};

static struct appearance look(const struct room *room)
{
    return (struct appearance){room->table->now.phase, flip_table_turn(room->table), room->public_count};
}

/* Clocks and the texts of lessons follow every step. */
static bool looks_the_same(const struct room *room, const struct appearance *before)
{
    const struct appearance now = look(room);
    return room->clock.kind == CLOCK_NONE && !room->lesson && now.phase == before->phase && now.turn == before->turn &&
           now.steps == before->steps;
}

/* A failure after the table has moved is repaired by loading it from the store. */
int room_take_move(struct rooms *rooms, struct room *room, int seat, flip_move move, int by, struct flip_error *error)
{
    const int known = room->log_count;
    const struct appearance before = look(room);
    if (room_must_claim(rooms, room, error) < 0 || flip_table_act(room->table, seat, move, error) < 0)
        return -1;
    flip_table_made_by(room->table, by);
    room->changed = wall_ms();
    room_mark_dirty_for(rooms, room, seat);
    room->seats[seat].ticket = 0;
    clock_follow(room, room->table->now.phase != before.phase);
    if (room_follow(room, false, error) < 0 || room_save_steps(rooms, room, known, room->log_count, error) < 0 ||
        (flip_table_turn(room->table) == 0 || lesson_gone_through(room) ? finish(rooms, room, error)
                                                                        : save_progress(rooms, room, error)) < 0)
        return roll_back_to_store(rooms->loop);
    if (!looks_the_same(room, &before))
        room_mark_dirty(rooms, room);
    room_ask_bots(rooms, room);
    return 0;
}

/* A program plays under a name of its own. */
static int player_kind(struct rooms *rooms, const char *person)
{
    const struct presence *presence = presence_of(rooms->people, person);
    return presence && presence->person.owner[0] ? FLIP_BY_PROGRAM : FLIP_BY_PERSON;
}

int room_act(struct rooms *rooms, struct room *room, const char *person, int seat, const char *text, int at,
             struct flip_error *error)
{
    flip_move move;
    if (room_check_own(room, person, seat, error) < 0 || room_check_running(room, error) < 0)
        return -1;
    if (at >= 0 && at != room_steps_for(room, seat))
        return flip_fail(error, FLIP_ERROR_STALE, "The table has moved on since you chose: look again.");
    if (flip_table_find(room->table, seat, text, &move, error) < 0 ||
        clock_back(rooms, room, FLIP_BIT(seat), error) < 0)
        return -1;
    if (room->lesson && flip_lesson_expects(room->lesson, room->table, seat, &move, error) < 0)
        return -1;
    rooms->loop->metrics.moves++;
    if (room_take_move(rooms, room, seat, move, player_kind(rooms, person), error) < 0)
        return -1;
    return offers_follow_move(rooms, room, seat, error);
}

int room_undo(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error)
{
    if (room_check_own(room, person, seat, error) < 0 || room_check_running(room, error) < 0 ||
        flip_table_undo(room->table, seat, error) < 0)
        return -1;
    const int kept = room->table->undo.step; /* what came before stays as it is */
    room_mark_dirty(rooms, room);
    clock_follow(room, false);
    if (room_follow(room, true, error) < 0 || store_steps_truncate(rooms->loop->store, room->id, kept, error) < 0 ||
        room_save_steps(rooms, room, kept, room->log_count, error) < 0 || room_trim_notices(rooms, room, error) < 0 ||
        (room->clock.kind != CLOCK_NONE && room_save_head(rooms, room, error) < 0))
        return roll_back_to_store(rooms->loop);
    for (int i = 0; i < room->seat_count; i++)
        room->seats[i].ticket = 0; /* thoughts of bots may be about what is no more */
    room_ask_bots(rooms, room);
    return offers_follow_move(rooms, room, seat, error);
}

void room_bot_acts(struct rooms *rooms, struct room *room, const struct job *job)
{
    struct seat *seat = &room->seats[job->seat];
    struct flip_error error = {0};
    if (seat->ticket != job->ticket)
        return;
    seat->ticket = 0;
    if (room->status != STORE_RUNNING)
        return;
    const int claimed = room_claim(rooms, room, false, &error);
    if (claimed == 0) { /* another server was here: whoever holds the lease now asks again */
        fetch_again(rooms, room);
        return;
    }
    if (claimed < 0) {
        server_note_error(rooms->loop, &error);
        return;
    }
    const int level = seat->kind == SEAT_BOT ? seat->level : STAND_IN_LEVEL;
    if (job->status < 0 || room_take_move(rooms, room, job->seat, job->thought.choice[0].move, level, &error) < 0) {
        log_event("error", "bot_failed", "game", room->game->id, "why",
                  job->status < 0 ? job->error.message : error.message, NULL);
        quarantine_note(rooms->loop, room->id);
        return;
    }
    rooms->loop->metrics.bot_moves++;
}
