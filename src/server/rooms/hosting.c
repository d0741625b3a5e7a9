/*
 * What the owner of a waiting table does: bots, the link, seats for friends, other terms, an early start, muting
 * spectators.
 */
#include "server/rooms/rooms.h"

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

/* Saves a changed seat, or restores the old one. */
static int keep_seat(struct rooms *rooms, struct room *room, int seat, const struct seat *old, struct flip_error *error)
{
    room_ask_ready(room, room_owner(room));
    if (room_seats_changed(rooms, room, error) < 0) {
        room->seats[seat] = *old;
        return -1;
    }
    room_ask_bots(rooms, room);
    return 0;
}

int room_put_bot(struct rooms *rooms, struct room *room, const char *person, int seat, int level,
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
    place->invited = false;
    memset(place->kept_for, 0, sizeof place->kept_for);
    room_name_bots(room);
    return keep_seat(rooms, room, seat, &old, error);
}

int room_remove_bot(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error)
{
    if (check_hosts(room, person, error) < 0)
        return -1;
    if (seat < 0 || seat >= room->seat_count || room->seats[seat].kind != SEAT_BOT)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There is no bot in that seat.");
    const struct seat old = room->seats[seat];
    seat_free(&room->seats[seat]);
    return keep_seat(rooms, room, seat, &old, error);
}

/* --- an early start ------------------------------------------------------------------------------------------------------ */

/* An option with one word per seat keeps the words of the seats that stay. */
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
        watch->options.seat = -1; /* the numbers are others now */
}

int room_start(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error)
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
    room_ask_ready(room, person);
    if (room_seats_changed(rooms, room, error) < 0) {
        room->options = options;
        room->seat_count = count;
        memcpy(room->seats, seats, sizeof seats);
        return -1;
    }
    room_index_seats(rooms, room);
    room_presence(rooms, room);
    room_ask_bots(rooms, room);
    return 0;
}

/* --- who may come -------------------------------------------------------------------------------------------------- */

int room_link(struct rooms *rooms, struct room *room, const char *person, bool on, struct flip_error *error)
{
    if (check_hosts(room, person, error) < 0)
        return -1;
    memset(room->key, 0, sizeof room->key);
    if (on)
        fresh_id(room->key);
    return room_save_head(rooms, room, error) < 0 ? roll_back_to_store(rooms->loop) : 0;
}

int room_reserve(struct rooms *rooms, struct room *room, const char *person, int seat, const char *friend,
                 struct flip_error *error)
{
    if (check_hosts(room, person, error) < 0)
        return -1;
    if (seat < 0 || seat >= room->seat_count || !is_free(&room->seats[seat]))
        return flip_fail(error, FLIP_ERROR_SEAT_TAKEN, "That seat is not free.");
    if (room->seats[seat].kept_for[0])
        return flip_fail(error, FLIP_ERROR_ALREADY, "That seat is kept for somebody already.");
    if (room_seats_of(room, friend))
        return flip_fail(error, FLIP_ERROR_ALREADY, "They sit at this table already.");
    struct seat *place = &room->seats[seat];
    if (!place->key[0])
        fresh_id(place->key);
    place->kind = SEAT_LINK;
    place->invited = true;
    memcpy(place->kept_for, friend, sizeof place->kept_for);
    return room_save_head(rooms, room, error) < 0 ? roll_back_to_store(rooms->loop) : 0;
}

int room_unreserve(struct rooms *rooms, struct room *room, const char *friend, struct flip_error *error)
{
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        if (!is_free(seat) || strcmp(seat->kept_for, friend) != 0)
            continue;
        seat->invited = false;
        memset(seat->kept_for, 0, sizeof seat->kept_for);
    }
    return room_save_head(rooms, room, error);
}

int room_remove(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error)
{
    if (check_hosts(room, person, error) < 0)
        return -1;
    if (seat < 0 || seat >= room->seat_count || room->seats[seat].kind != SEAT_PERSON)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "Nobody sits there.");
    if (strcmp(room->seats[seat].person, person) == 0)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "You cannot remove yourself. You can leave the table.");
    if (room_add_seat_notice(rooms, room, NOTICE_REMOVED, 0, seat, error) < 0)
        return -1;
    seat_free(&room->seats[seat]);
    room_index_seats(rooms, room);
    return room_save_head(rooms, room, error) < 0 ? roll_back_to_store(rooms->loop) : 0;
}

int room_hand_over(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error)
{
    if (check_hosts(room, person, error) < 0)
        return -1;
    if (seat < 0 || seat >= room->seat_count || room->seats[seat].kind != SEAT_PERSON)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "Nobody sits there.");
    if (room_add_seat_notice(rooms, room, NOTICE_OWNER, 0, seat, error) < 0)
        return -1;
    memcpy(room->owner, room->seats[seat].person, sizeof room->owner);
    return room_save_head(rooms, room, error) < 0 ? roll_back_to_store(rooms->loop) : 0;
}

/* --- other terms --------------------------------------------------------------------------------------------------- */

/* New seats come last. Fewer: the last free ones go. */
static int resize(struct room *room, int count, struct flip_error *error)
{
    flip_set stay = 0;
    int left = room->seat_count;
    if (count < room->game->min_seats || count > room->game->max_seats)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "%s is for %d to %d players, not %d.", room->game->title,
                         room->game->min_seats, room->game->max_seats, count);
    while (room->seat_count < count) {
        struct seat *seat = &room->seats[room->seat_count++];
        *seat = (struct seat){.kind = room->listed ? SEAT_OPEN : SEAT_LINK};
        if (seat->kind == SEAT_LINK)
            fresh_id(seat->key);
    }
    for (int i = room->seat_count - 1; i >= 0; i--) {
        const bool goes = left > count && is_free(&room->seats[i]) && !room->seats[i].kept_for[0];
        left -= goes;
        stay |= goes ? 0 : FLIP_BIT(i);
    }
    if (left > count)
        return flip_fail(error, FLIP_ERROR_SEAT_TAKEN, "More than %d seats are taken or kept for somebody.", count);
    if (left < room->seat_count)
        close_ranks(room, stay);
    return 0;
}

static int read_change(struct room *room, const json_t *spec, struct flip_error *error)
{
    const json_t *seats = json_object_get(spec, "seats"), *clock = json_object_get(spec, "clock");
    const json_t *rated = json_object_get(spec, "rated");
    if (clock && clock_read(&room->clock, clock, error) < 0)
        return -1;
    if (seats && resize(room, json_is_integer(seats) ? (int)json_integer_value(seats) : 0, error) < 0)
        return -1;
    if (json_is_boolean(rated))
        room->unrated = json_is_false(rated) || room->tutor;
    return room_take_options(room, json_object_get(spec, "options"), error);
}

int room_change(struct rooms *rooms, struct room *room, const char *person, const json_t *spec,
                struct flip_error *error)
{
    if (check_hosts(room, person, error) < 0)
        return -1;
    struct room *old = malloc(sizeof *old); /* what is only read or written here: options, clock, seats, rated */
    if (!old)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the table.");
    *old = *room;
    const int seat = flip_set_first(room_seats_of(room, person));
    const bool done = read_change(room, spec, error) == 0 && room_try_out(rooms, room, error) == 0 &&
                      room_add_seat_notice(rooms, room, NOTICE_CHANGED, 0, seat, error) == 0;
    if (!done) {
        room->options = old->options;
        room->clock = old->clock;
        room->unrated = old->unrated;
        room->seat_count = old->seat_count;
        memcpy(room->seats, old->seats, sizeof room->seats);
        memcpy(room->edition, old->edition, sizeof room->edition);
    }
    free(old);
    if (!done)
        return -1;
    room_index_seats(rooms, room);
    room_ask_ready(room, person);
    if (room_seats_changed(rooms, room, error) < 0)
        return roll_back_to_store(rooms->loop);
    room_ask_bots(rooms, room);
    return 0;
}

/* --- everybody is ready -------------------------------------------------------------------------------------------- */

int room_look_ready(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    if (room->status != STORE_WAITING || !room_is_full(room) || room_not_ready(rooms, room))
        return 0;
    if (room_seats_changed(rooms, room, error) < 0)
        return -1;
    room_presence(rooms, room);
    room_ask_bots(rooms, room);
    return 0;
}

int room_ready(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person);
    if (!own)
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "You do not sit at this table.");
    if (room->status != STORE_WAITING)
        return room->status == STORE_RUNNING ? 0 : flip_fail(error, FLIP_ERROR_OVER, "This game is over.");
    if (!room_is_full(room))
        return flip_fail(error, FLIP_ERROR_WAITING, "A seat is still free.");
    for (flip_set seats = own; seats; seats = flip_set_rest(seats))
        room->seats[flip_set_first(seats)].ready = true;
    return room_not_ready(rooms, room) ? room_save_head(rooms, room, error) : room_look_ready(rooms, room, error);
}

/* --- order at the table --------------------------------------------------------------------------------------------------- */

int room_mute(struct rooms *rooms, struct room *room, const char *person, const char *muted, bool on,
              struct flip_error *error)
{
    struct store_person other;
    if (room_check_owner(room, person, error) < 0)
        return -1;
    if (room_seats_of(room, muted))
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "Only spectators can be muted for everyone.");
    const int found = store_person_get(rooms->loop->store, muted, &other, error);
    if (require_found(found, FLIP_ERROR_BAD_SEAT, "There is nobody like that at this table.", error) < 0)
        return -1;
    struct notice notice = {.kind = on ? NOTICE_MUTED : NOTICE_UNMUTED, .seat = -1, .name = other.name};
    memcpy(notice.person, muted, sizeof notice.person);
    if (room_add_notice(rooms, room, notice, error) < 0)
        return -1;
    return store_mute(rooms->loop->store, room->id, "", muted, on, error);
}
