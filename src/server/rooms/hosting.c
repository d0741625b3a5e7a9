/* What the owner of a table does: see hosting.h. */
#include "server/rooms/hosting.h"

#include "server/loop/loop.h"
#include "server/rooms/notices.h"
#include "server/rooms/room_bots.h"
#include "server/rooms/room_make.h"
#include "server/rooms/room_seats.h"
#include "server/rooms/rooms.h"
#include "server/rooms/watch.h"

#include <flipside/bot.h>
#include <stdio.h>
#include <string.h>

static int check_hosts(const struct room *room, const char *person, struct flip_error *error)
{
    if (room_check_owner(room, person, error) < 0)
        return -1;
    if (room->status >= STORE_OVER)
        return flip_fail(error, FLIP_ERROR_OVER, "This game is over. A rematch is one tap away.");
    if (room->status != STORE_WAITING)
        return flip_fail(error, FLIP_ERROR_RUNNING, "The game has begun.");
    return 0;
}

static bool is_free(const struct seat *seat) { return seat->kind == SEAT_OPEN || seat->kind == SEAT_LINK; }

/* What stood there before stands there again if the change cannot be kept. */
static int keep_seat(struct server *server, struct room *room, int seat, const struct seat *old,
                     struct flip_error *error)
{
    if (room_seats_changed(server, room, error) < 0) {
        room->seats[seat] = *old;
        return -1;
    }
    room_wake_bots(server, room);
    return 0;
}

int room_put_bot(struct server *server, struct room *room, const char *person, int seat, int level,
                 struct flip_error *error)
{
    if (check_hosts(room, person, error) < 0)
        return -1;
    if (level < 1 || level > FLIP_LEVELS)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "A bot has a level from 1 to %d.", FLIP_LEVELS);
    if (seat < 0 || seat >= room->seat_count)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "This table has no such seat.");
    struct seat *place = &room->seats[seat];
    if (!is_free(place) && place->kind != SEAT_BOT)
        return flip_fail(error, FLIP_ERROR_SEAT_TAKEN, "%.80s sits there.", place->name);
    const struct seat old = *place;
    place->kind = SEAT_BOT;
    place->level = level;
    room_name_bots(room);
    return keep_seat(server, room, seat, &old, error);
}

int room_remove_bot(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error)
{
    if (check_hosts(room, person, error) < 0)
        return -1;
    if (seat < 0 || seat >= room->seat_count || room->seats[seat].kind != SEAT_BOT)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There is no bot in that seat.");
    const struct seat old = room->seats[seat];
    seat_free(&room->seats[seat]);
    return keep_seat(server, room, seat, &old, error);
}

/* --- an early start ------------------------------------------------------------------------------------------------------ */

/* A list with a word for each seat keeps those of the seats that stay. */
static void keep_words(struct room *room, int option, flip_set stay)
{
    char kept[sizeof room->options.value[0]] = "";
    struct flip_text words = flip_text_in(kept, sizeof kept);
    const char *word = room->options.value[option];
    if (room->game->options[option].kind != FLIP_OPTION_LIST || !strchr(word, ','))
        return;
    for (int seat = 0; *word; seat++) {
        const int length = (int)strcspn(word, ",");
        if (flip_set_has(stay, seat))
            flip_text_add(&words, "%s%.*s", kept[0] ? "," : "", length, word);
        word += length + (word[length] == ',');
    }
    memcpy(room->options.value[option], kept, sizeof kept);
}

static void close_ranks(struct room *room, flip_set stay)
{
    int count = 0;
    for (int i = 0; room->game->options[i].name; i++)
        keep_words(room, i, stay);
    for (int i = 0; i < room->seat_count; i++)
        if (flip_set_has(stay, i))
            room->seats[count++] = room->seats[i];
    room->seat_count = count;
    for (struct watch *watch = room->watches; watch; watch = watch->next_in_room)
        watch->seat = -1; /* the numbers are others now */
}

int room_start(struct server *server, struct room *room, const char *person, struct flip_error *error)
{
    flip_set stay = 0;
    if (check_hosts(room, person, error) < 0)
        return -1;
    for (int i = 0; i < room->seat_count; i++)
        if (!is_free(&room->seats[i]))
            stay |= FLIP_BIT(i);
    if (flip_set_count(stay) < room->game->min_seats)
        return flip_fail(error, FLIP_ERROR_SEATS, "%s needs at least %d players. Put a bot on a free seat.",
                         room->game->title, room->game->min_seats);
    const struct flip_options options = room->options;
    const int count = room->seat_count;
    struct seat seats[FLIP_MAX_SEATS];
    memcpy(seats, room->seats, sizeof seats);
    close_ranks(room, stay);
    if (room_seats_changed(server, room, error) < 0) {
        room->options = options;
        room->seat_count = count;
        memcpy(room->seats, seats, sizeof seats);
        return -1;
    }
    room_index_seats(server, room);
    room_presence(server, room);
    room_wake_bots(server, room);
    return 0;
}

/* --- order at the table --------------------------------------------------------------------------------------------------- */

int room_mute(struct server *server, struct room *room, const char *person, const char *muted, bool on,
              struct flip_error *error)
{
    struct store_person other;
    if (room_check_owner(room, person, error) < 0)
        return -1;
    if (room_seats_of(room, muted))
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "Only those who look on can be muted for everyone.");
    const int found = store_person_get(server->store, muted, &other, error);
    if (found < 0)
        return -1;
    if (found == 0)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There is nobody like that at this table.");
    struct notice notice = {.kind = on ? NOTICE_MUTED : NOTICE_UNMUTED, .seat = -1, .name = other.name};
    memcpy(notice.person, muted, sizeof notice.person);
    if (room_note(server, room, notice, error) < 0)
        return -1;
    return store_mute(server->store, room->id, "", muted, on, error);
}
