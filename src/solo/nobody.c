/* Empty versions of what the rooms do for other people: the lobby, matchmaking, friends. */
#include "server/people/people.h"
#include "server/rooms/rooms.h"
#include "server/routes/message.h"
#include "server/routes/routes.h"

#pragma clang diagnostic ignored "-Wunused-parameter"

bool name_is_taken(const struct people *people, const char *name, const char *person) { return false; }

int friends_of_changed(struct people *people, const char *person, struct flip_error *error) { return 0; }

void friends_push(struct server *server) {}

void person_push(struct people *people, const char *person, const char *text) {}

int check_league(const struct call *call, struct flip_error *error)
{
    return json_object_get(call->body, "league")
               ? flip_fail(error, FLIP_ERROR_NOT_FOUND, "There are no leagues without a server.")
               : 0;
}

int seek_begin(struct rooms *rooms, struct client *client, const struct flip_game *game, const char *pace,
               const json_t *body, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_TABLE,
                     "Nobody else is on this device. Play with a server to find opponents.");
}

void seek_end(struct rooms *rooms, struct client *client) {}

int seek_stop(struct rooms *rooms, struct client *client, struct flip_error *error) { return 0; }

void seeks_tell(struct rooms *rooms) {}

int do_say(struct message *message, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is nobody else here.");
}

void lobby_chat_begin(struct server *server, struct client *link) {}

void lobby_chat_push(struct server *server) {}

void notify_turns(struct server *server, const struct room *room, flip_set seats) {}

void notify_table(struct server *server, const struct room *room) {}

void notify_begun(struct server *server, const struct room *room) {}

void notify_offer(struct server *server, const struct room *room, const struct store_person *by, enum offer_kind kind)
{
}

void write_lobby(struct flip_json *json, struct server *server, const struct lobby_list *list, const char *person)
{
    static const char *const lists[] = {"tables", "games", "people"};
    for (int i = 0; i < 3; i++) {
        flip_json_open(json, lists[i], '[');
        flip_json_close(json);
    }
    flip_json_int(json, "here", 1);
}
