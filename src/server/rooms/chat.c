/* Chat at a table. */
#include "server/rooms/rooms.h"

#include <string.h>

/* Spectators have a smaller limit and cannot use up that of the players. */
enum { MAX_CHAT_TEXT = 500, MAX_CHAT = 2000, MAX_ASIDE = 500, MAX_ASIDE_EACH = 100 };

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

/* The seat from which to speak to its team. */
static int check_team(const struct room *room, flip_set own, int seat, struct flip_error *error)
{
    if (!room->game->knowledge->team)
        return flip_fail(error, FLIP_ERROR_NO_TEAM, "There are no teams in %s; send it to everyone.",
                         room->game->title);
    if (!room->table)
        return flip_fail(error, FLIP_ERROR_WAITING, "The game has not started; send it to everyone.");
    if (!own)
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "Only players can write to their team.");
    if (seat >= room->seat_count || (seat >= 0 && !flip_set_has(own, seat)))
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "This is not your seat.");
    return seat >= 0 ? seat : flip_set_first(own);
}

struct looking_for {
    const char *person;
    bool found;
};

static int look(void *context, const char *muted)
{
    struct looking_for *looking = context;
    looking->found |= strcmp(muted, looking->person) == 0;
    return 0;
}

/* Spectators may be muted by the table's owner. */
static int check_heard(struct rooms *rooms, const struct room *room, const char *person, struct flip_error *error)
{
    struct looking_for looking = {.person = person};
    if (store_mutes(rooms->loop->store, room->id, "", look, &looking, error) < 0)
        return -1;
    if (looking.found && !room_seats_of(room, person))
        return flip_fail(error, FLIP_ERROR_BLOCKED, "The owner of this table has muted you here.");
    return 0;
}

static int check_room(const struct room *room, const char *person, struct flip_error *error)
{
    const bool plays = room_seats_of(room, person) != 0;
    int count = 0, own = 0;
    for (int i = 0; i < room->chat_count; i++) {
        const bool aside = room->chat[i].seat < 0;
        count += aside != plays;
        own += aside && strcmp(room->chat[i].person, person) == 0;
    }
    if (plays && count >= MAX_CHAT)
        return flip_fail(error, FLIP_ERROR_LIMIT, "This table's chat is full: %d messages.", MAX_CHAT);
    if (!plays && (count >= MAX_ASIDE || own >= MAX_ASIDE_EACH))
        return flip_fail(error, FLIP_ERROR_LIMIT,
                         "Spectators have reached this table's chat limit; players can still write.");
    return 0;
}

const char *chat_text(const char *text, struct flip_error *error)
{
    text += strspn(text, " \t\r\n");
    const int characters = text_characters(text);
    if (*text == '\0')
        flip_fail(error, FLIP_ERROR_EMPTY, "The message is empty.");
    else if (characters < 0)
        flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "A message has letters, digits, signs and spaces, nothing invisible.");
    else if (characters > MAX_CHAT_TEXT)
        flip_fail(error, FLIP_ERROR_LIMIT, "A message has at most %d characters.", MAX_CHAT_TEXT);
    else
        return text;
    return NULL;
}

int room_chat(struct rooms *rooms, struct room *room, const struct store_person *person, const char *text, bool team,
              int seat, struct flip_error *error)
{
    if (!(text = chat_text(text, error)))
        return -1;
    if (check_room(room, person->id, error) < 0 || check_heard(rooms, room, person->id, error) < 0)
        return -1;
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
    if (room_must_claim(rooms, room, error) < 0 || store_chat_put(rooms->loop->store, room->id, &chat, error) < 0)
        return -1;
    if (room_append_chat(room, &chat) < 0)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the message.");
    room_mark_dirty(rooms, room);
    return 0;
}
