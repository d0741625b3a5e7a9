/* Offers that stand: see agree.h. */
#include "server/rooms/rooms.h"

#include <string.h>

static const struct notice *made_by(const struct room *room, enum offer_kind kind)
{
    return &room->notices[room->offers[kind].notice];
}

struct offer *offer_numbered(struct room *room, int notice, enum offer_kind *kind)
{
    for (int i = 0; i < OFFER_KINDS; i++)
        if (room->offers[i].stands && room->offers[i].notice == notice) {
            *kind = (enum offer_kind)i;
            return &room->offers[i];
        }
    return NULL;
}

/* A bot takes the seat of somebody who has blocked the asker or is blocked: they need not agree. */
static int willing(struct rooms *rooms, const struct room *room, const char *asker, flip_set *out,
                   struct flip_error *error)
{
    for (flip_set seats = *out; seats; seats = flip_set_rest(seats)) {
        const int seat = flip_set_first(seats);
        const char *person = room->seats[seat].person;
        const int blocked = person[0] ? either_blocks(rooms->loop->store, person, asker, error) : 1;
        if (blocked < 0)
            return -1;
        if (blocked)
            *out &= ~FLIP_BIT(seat);
    }
    return 0;
}

bool seat_long_gone(const struct room *room, int seat)
{
    const int64_t since = room->seats[seat].absent_since;
    return since && steady_ms() - since >= (int64_t)room->replace_after * 1000;
}

/* Ending a game needs no answer from people long gone. */
static flip_set still_here(const struct room *room)
{
    flip_set here = 0;
    for (flip_set seats = room_people(room); seats; seats = flip_set_rest(seats))
        if (!seat_long_gone(room, flip_set_first(seats)))
            here |= FLIP_BIT(flip_set_first(seats));
    return here;
}

int offer_needs(struct rooms *rooms, const struct room *room, enum offer_kind kind, flip_set *out,
                struct flip_error *error)
{
    *out = kind == OFFER_END ? still_here(room) : room_people(room);
    if (kind == OFFER_REMATCH)
        return willing(rooms, room, made_by(room, kind)->person, out, error);
    const char *owner = kind == OFFER_SEAT ? room_owner(room) : NULL;
    if (owner)
        *out = room_seats_of(room, owner);
    return 0;
}

void offers_clear(struct room *room) { memset(room->offers, 0, sizeof room->offers); }

/* That one no longer makes sense; does nothing if it does not stand. The caller saves the head. */
static int offer_lapse(struct rooms *rooms, struct room *room, enum offer_kind kind, struct flip_error *error)
{
    if (!room->offers[kind].stands)
        return 0;
    struct notice notice = *made_by(room, kind);
    notice.kind = NOTICE_LAPSED;
    room->offers[kind] = (struct offer){0};
    return room_add_notice(rooms, room, notice, error);
}

int offers_follow_seats(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    struct offer *end = &room->offers[OFFER_END];
    const flip_set people = room_people(room);
    if (room->status == STORE_RUNNING &&
        (offer_lapse(rooms, room, OFFER_UNDO, error) < 0 || offer_lapse(rooms, room, OFFER_HELP, error) < 0))
        return -1;
    end->agreed &= people;
    if (end->stands && !end->agreed && offer_lapse(rooms, room, OFFER_END, error) < 0)
        return -1;
    if (end->stands && (people & ~end->agreed) == 0)
        room->status = STORE_ENDED;
    if (room->status >= STORE_OVER)
        offers_clear(room);
    return 0;
}

int offers_follow_move(struct rooms *rooms, struct room *room, int seat, struct flip_error *error)
{
    const struct offer *offer = &room->offers[OFFER_UNDO];
    if (!offer->stands || room->notices[offer->notice].seat != seat)
        return 0;
    return offer_lapse(rooms, room, OFFER_UNDO, error) < 0 ? -1 : room_save_head(rooms, room, error);
}

void offers_forget(struct room *room, const char *person)
{
    if (room->offers[OFFER_SEAT].stands && strcmp(made_by(room, OFFER_SEAT)->person, person) == 0)
        room->offers[OFFER_SEAT] = (struct offer){0};
}

/* The seats that have not answered. A seat that need not agree to a rematch is listed all the same: `waiting` must
   not reveal who has blocked whom. */
static flip_set unanswered(const struct room *room, enum offer_kind kind)
{
    const char *owner = kind == OFFER_SEAT ? room_owner(room) : NULL;
    const flip_set asked = owner               ? room_seats_of(room, owner)
                           : kind == OFFER_END ? still_here(room)
                                               : room_people(room);
    return asked & ~room->offers[kind].agreed;
}

void write_offers(struct flip_json *json, const struct room *room)
{
    flip_json_open(json, "offers", '[');
    for (int kind = 0; kind < OFFER_KINDS; kind++) {
        const struct offer *offer = &room->offers[kind];
        if (!offer->stands)
            continue;
        flip_json_open(json, NULL, '{');
        flip_json_int(json, "id", offer->notice);
        flip_json_string(json, "kind", offer_words[kind]);
        write_notice(json, "by", made_by(room, (enum offer_kind)kind));
        flip_json_set(json, "agreed", offer->agreed);
        flip_json_set(json, "waiting", unanswered(room, (enum offer_kind)kind));
        flip_json_close(json);
    }
    flip_json_close(json);
}
