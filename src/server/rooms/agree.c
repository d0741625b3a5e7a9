/* Agreeing at a table: see agree.h. */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <stdlib.h>
#include <string.h>

/* --- may it be offered? ------------------------------------------------------------------------------------------------- */

static int check_asks_for_seat(const struct room *room, flip_set own, struct flip_error *error)
{
    if (own)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "You sit at this table already.");
    if (room->status >= STORE_OVER)
        return flip_fail(error, FLIP_ERROR_OVER, "This game is over. You can look at its replay.");
    if (room->status == STORE_RUNNING || room_seat_by_link(room) < 0)
        return flip_fail(error, FLIP_ERROR_SEAT_TAKEN, "All seats are taken. You can watch.");
    return 0;
}

static int check_takes_back(const struct room *room, flip_set own, struct flip_error *error)
{
    if (room->daily[0])
        return flip_fail(error, FLIP_ERROR_DAILY, "Nothing is taken back in the daily challenge.");
    if (room_rated(room) &&
        room_people(room) == own) /* nobody else would have to agree, so nobody would say what it costs */
        return flip_fail(error, FLIP_ERROR_RATED,
                         "This game is rated. Offer help first: the game is then not rated any more.");
    for (flip_set seats = own; seats; seats = flip_set_rest(seats))
        if (room_moves_of(room, flip_set_first(seats)) > 0)
            return 0;
    return flip_fail(error, FLIP_ERROR_CANNOT_UNDO, "You have not made a move yet.");
}

static int check_rematch(const struct room *room, struct flip_error *error)
{
    if (room->status < STORE_OVER)
        return flip_fail(error, FLIP_ERROR_RUNNING, "The game is still going on.");
    if (room->daily[0])
        return flip_fail(error, FLIP_ERROR_DAILY, "There is one try per day; come back tomorrow for the next one.");
    return 0;
}

static int check_offer(const struct room *room, flip_set own, enum offer_kind kind, struct flip_error *error)
{
    if (kind == OFFER_SEAT)
        return check_asks_for_seat(room, own, error);
    if (kind != OFFER_REMATCH && room_check_running(room, error) < 0)
        return -1;
    if (!own)
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "Only players of this table can offer that.");
    if (kind == OFFER_REMATCH)
        return check_rematch(room, error);
    if (room->lesson && kind != OFFER_END)
        return flip_fail(error, FLIP_ERROR_LESSON, "In a lesson you can go back and ask as you like.");
    if (kind == OFFER_UNDO)
        return check_takes_back(room, own, error);
    if (kind == OFFER_HELP && room->daily[0])
        return flip_fail(error, FLIP_ERROR_DAILY, "There are no hints in the daily challenge.");
    if (kind == OFFER_HELP && room_help_allowed(room))
        return flip_fail(error, FLIP_ERROR_OFFERED, "Hints are allowed at this table already.");
    return 0;
}

/* --- carrying it out ---------------------------------------------------------------------------------------------------- */

/* The index of the offering seat's last move: of several own seats, the one that moved last. */
static int last_move_of(const struct room *room, const char *person)
{
    const flip_set own = room_seats_of(room, person);
    int i = room->table->step_count - 1;
    while (i >= 0 && (room->table->steps[i].seat == FLIP_DEALER || !flip_set_has(own, room->table->steps[i].seat)))
        i--;
    return i;
}

/* The table as it was before that step, from its record. */
static struct flip_table *table_before(struct rooms *rooms, const struct room *room, int step, struct flip_error *error)
{
    json_t *record = room_stored_record(rooms->loop->store, room, error);
    struct flip_table *table = record ? table_from_json(record, step, error) : NULL;
    json_decref(record);
    return table;
}

/* Everything after the move is undone with it, whatever was revealed; so it counts as help. */
static int take_back(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error)
{
    const int step = last_move_of(room, person);
    if (step < 0)
        return flip_fail(error, FLIP_ERROR_CANNOT_UNDO, "There is no move to take back.");
    const int seat = room->table->steps[step].seat;
    struct flip_table *table = table_before(rooms, room, step, error);
    if (!table)
        return -1;
    flip_table_close(room->table);
    room->table = table;
    room->seats[seat].helped = true;
    for (int i = 0; i < room->seat_count; i++)
        room->seats[i].ticket = 0;
    clock_follow(room, false);
    if (room_follow(room, true, error) < 0 || store_steps_truncate(rooms->loop->store, room->id, step, error) < 0 ||
        room_trim_notices(rooms, room, error) < 0)
        return roll_back_to_store(rooms->loop);
    room_ask_bots(rooms, room);
    return 0;
}

static int give_seat(struct rooms *rooms, struct room *room, const char *asker, const struct flip_share *share,
                     struct flip_error *error)
{
    struct store_person person;
    const int found = store_person_get(rooms->loop->store, asker, &person, error);
    const int seat = room_seat_by_link(room);
    if (found < 0)
        return -1;
    if (found == 0 || seat < 0)
        return flip_fail(error, FLIP_ERROR_LATE, "That can no longer be done.");
    return room_seat(rooms, room, &person, seat, share, error);
}

static int play_again(struct rooms *rooms, struct room *room, const char *asker, struct agreement *out,
                      struct flip_error *error)
{
    struct store_person person;
    const int found = store_person_get(rooms->loop->store, asker, &person, error);
    if (require_found(found, FLIP_ERROR_LATE, "That can no longer be done.", error) < 0)
        return -1;
    out->again = room_rematch(rooms, room, &person, error);
    return out->again ? 0 : -1;
}

static int carry_out(struct rooms *rooms, struct room *room, enum offer_kind kind, struct agreement *out,
                     struct flip_error *error)
{
    const struct offer offer = room->offers[kind];
    struct notice notice = room->notices[offer.notice];
    int status = 0;
    if ((kind == OFFER_UNDO || kind == OFFER_HELP) && room_rated(room))
        room->unrated = room->help = true; /* as the offer said */
    if (kind == OFFER_END)
        room->status = STORE_ENDED;
    else if (kind == OFFER_UNDO)
        status = take_back(rooms, room, notice.person, error);
    else if (kind == OFFER_REMATCH)
        status = play_again(rooms, room, notice.person, out, error);
    else if (kind == OFFER_HELP)
        room->help = true;
    else
        status = give_seat(rooms, room, notice.person, &offer.share, error);
    if (status < 0)
        return -1;
    room->offers[kind] = (struct offer){0};
    if (kind == OFFER_END)
        offers_clear(room);
    notice.kind = NOTICE_AGREED;
    out->offer = -1;
    if (room_add_notice(rooms, room, notice, error) < 0 || room_save_head(rooms, room, error) < 0)
        return roll_back_to_store(rooms->loop);
    return 0;
}

/* Carries it out once all have agreed. */
static int settle(struct rooms *rooms, struct room *room, enum offer_kind kind, struct agreement *out,
                  struct flip_error *error)
{
    flip_set needed;
    if (offer_needs(rooms, room, kind, &needed, error) < 0)
        return -1;
    out->offer = room->offers[kind].notice;
    return needed & ~room->offers[kind].agreed ? room_save_head(rooms, room, error)
                                               : carry_out(rooms, room, kind, out, error);
}

/* --- offering and answering ------------------------------------------------------------------------------------------------ */

static int note_by(struct rooms *rooms, struct room *room, const struct store_person *person, enum notice_kind kind,
                   enum offer_kind what, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person->id);
    struct notice notice = {
        .kind = kind, .what = (int)what, .seat = own ? flip_set_first(own) : -1, .level = room_rated(room)};
    char name[STORE_NAME];
    memcpy(notice.person, person->id, sizeof notice.person);
    memcpy(name, own ? room->seats[notice.seat].name : person->name, sizeof name);
    if (kind == NOTICE_OFFERED && what == OFFER_UNDO) {
        notice.seat = room->table->steps[last_move_of(room, person->id)].seat;
        memcpy(name, room->seats[notice.seat].name, sizeof name);
    }
    notice.name = name;
    return room_add_notice(rooms, room, notice, error);
}

/* An offer that could not be carried out is refused. */
static int check_offerer(struct rooms *rooms, const struct room *room, const struct store_person *person,
                         enum offer_kind kind, struct flip_error *error)
{
    if (kind == OFFER_SEAT)
        return room_check_seat_for(rooms, room, person, error);
    return kind == OFFER_REMATCH ? room_check_limit(rooms, person->id, error) : 0;
}

/* The bytes that the seats of somebody who agrees add to the rematch's draw. */
static void share_again(struct room *room, flip_set seats, const struct flip_share *share)
{
    for (; seats; seats = flip_set_rest(seats))
        room->seats[flip_set_first(seats)].again = *share;
}

int room_offer(struct rooms *rooms, struct room *room, const struct store_person *person, enum offer_kind kind,
               const struct flip_share *share, struct agreement *out, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person->id);
    struct offer *offer = &room->offers[kind];
    *out = (struct agreement){.offer = -1};
    if (check_offer(room, own, kind, error) < 0)
        return -1;
    if (kind == OFFER_REMATCH && room->rematch[0]) {
        out->again = room_find(rooms, room->rematch, error);
        return out->again ? 0 : -1;
    }
    if (offer->stands)
        return flip_fail(error, FLIP_ERROR_OFFERED, "%s",
                         strcmp(room->notices[offer->notice].person, person->id) == 0
                             ? "You have offered that already. Wait for the answer."
                             : "Somebody else has offered that already. Answer the offer.");
    if (check_offerer(rooms, room, person, kind, error) < 0 ||
        note_by(rooms, room, person, NOTICE_OFFERED, kind, error) < 0)
        return -1;
    *offer = (struct offer){.stands = true, .notice = room->notice_count - 1, .agreed = own, .share = *share};
    if (kind == OFFER_REMATCH)
        share_again(room, own, share);
    if (settle(rooms, room, kind, out, error) < 0)
        return roll_back_to_store(rooms->loop); /* the notice is written already */
    return 0;
}

static int decline(struct rooms *rooms, struct room *room, const struct store_person *person, enum offer_kind kind,
                   struct flip_error *error)
{
    const bool own = strcmp(room->notices[room->offers[kind].notice].person, person->id) == 0;
    if (note_by(rooms, room, person, own ? NOTICE_WITHDRAWN : NOTICE_DECLINED, kind, error) < 0)
        return -1;
    room->offers[kind] = (struct offer){0};
    return room_save_head(rooms, room, error);
}

/* A request for a seat concerns its author and the table's owner; other offers concern all players. */
static int check_concerned(const struct room *room, const char *person, enum offer_kind kind, struct flip_error *error)
{
    if (kind != OFFER_SEAT)
        return room_seats_of(room, person)
                   ? 0
                   : flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "Only players of this table can answer.");
    return strcmp(room->notices[room->offers[kind].notice].person, person) == 0 ? 0
                                                                                : room_check_owner(room, person, error);
}

int room_answer(struct rooms *rooms, struct room *room, const struct store_person *person, int number, bool accept,
                const struct flip_share *share, struct agreement *out, struct flip_error *error)
{
    enum offer_kind kind;
    struct offer *offer = offer_numbered(room, number, &kind);
    *out = (struct agreement){.offer = -1};
    if (!offer && number >= 0 && number < room->notice_count && room->notices[number].kind == NOTICE_OFFERED)
        return flip_fail(error, FLIP_ERROR_LATE, "This offer no longer stands.");
    if (!offer)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such offer.");
    if (check_concerned(room, person->id, kind, error) < 0)
        return -1;
    if (!accept)
        return decline(rooms, room, person, kind, error);
    const flip_set own = room_seats_of(room, person->id), before = offer->agreed;
    if ((own & ~before) == 0)
        return flip_fail(error, FLIP_ERROR_OFFERED, "You have agreed already. Wait for the others.");
    offer->agreed |= own;
    if (kind == OFFER_REMATCH)
        share_again(room, own, share);
    const int noted = room->notice_count;
    if (settle(rooms, room, kind, out, error) == 0)
        return 0;
    if (room->notice_count == noted) /* nothing was written: it stands as before */
        room->offers[kind].agreed = before;
    else
        rooms->loop->failed = true;
    return -1;
}

int room_agree(struct rooms *rooms, struct room *room, const struct store_person *person, enum offer_kind kind,
               bool agree, const struct flip_share *share, struct agreement *out, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person->id);
    const struct offer *offer = &room->offers[kind];
    *out = (struct agreement){.offer = -1};
    if (check_offer(room, own, kind, error) < 0)
        return -1;
    if (!offer->stands)
        return agree ? room_offer(rooms, room, person, kind, share, out, error) : 0;
    if (!agree || (own & ~offer->agreed) != 0)
        return room_answer(rooms, room, person, offer->notice, agree, share, out, error);
    out->offer = offer->notice; /* said twice is said once */
    return 0;
}
