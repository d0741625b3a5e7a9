/* A message that is being carried out, for the files that do it. */
#ifndef FLIPSIDE_SERVER_ROUTES_MESSAGE_H
#define FLIPSIDE_SERVER_ROUTES_MESSAGE_H

#include "server/routes/routes.h"

struct message {
    struct server *server;
    struct client *link;
    const json_t *body;
    const char *text; /* as it came */
    size_t length;
    json_t *answer; /* re and ok, to be added to; NULL: nothing is */
    int64_t number;
    bool later; /* the answer comes when the workers have thought */
};

static inline const char *text_of(const struct message *message, const char *key)
{
    const char *text = json_string_value(json_object_get(message->body, key));
    return text ? text : "";
}

static inline int int_of(const struct message *message, const char *key, int fallback)
{
    const json_t *value = json_object_get(message->body, key);
    if (!json_is_integer(value))
        return fallback;
    const json_int_t number = json_integer_value(value);
    return number < -1 || number > 1000000 ? fallback : (int)number;
}

static inline const struct store_person *sender_of(const struct message *message)
{
    return &message->link->present->person;
}

/// The table that it is about; it is in memory by now.
static inline struct room *room_of(const struct message *message, struct flip_error *error)
{
    return room_find(message->server->rooms, text_of(message, "table"), error);
}

/// What others at a table are told, by chat or by an offer, comes at a bearable pace; and all of it is kept, so it is counted for longer.
static inline int check_voice(const struct message *message, struct flip_error *error)
{
    enum { VOICES = 5, SECONDS = 10, HOUR = 3600, IN_AN_HOUR = 400 };
    struct present *present = message->link->present;
    if (!bucket_take(&present->chat, VOICES, (double)VOICES / SECONDS))
        return flip_fail(error, FLIP_ERROR_LIMIT, "One moment: at most %d messages in %d seconds.", VOICES, SECONDS);
    if (!bucket_take(&present->said, IN_AN_HOUR, (double)IN_AN_HOUR / HOUR))
        return flip_fail(error, FLIP_ERROR_LIMIT, "You have said a lot: at most %d messages in an hour.", IN_AN_HOUR);
    return 0;
}

/* What happens between people at a table: table_life.c. */

int do_offer(struct message *message, struct flip_error *error);
int do_answer(struct message *message, struct flip_error *error);
/// Offers and answers as clients sent them before there were others.
int do_end(struct message *message, struct flip_error *error);
int do_rematch(struct message *message, struct flip_error *error);
/// An older page of the chat.
int do_older(struct message *message, struct flip_error *error);
int do_mute(struct message *message, struct flip_error *error);
int do_return(struct message *message, struct flip_error *error);
int do_put_bot(struct message *message, struct flip_error *error);
int do_remove_bot(struct message *message, struct flip_error *error);
int do_start(struct message *message, struct flip_error *error);
int do_say(struct message *message, struct flip_error *error);
int do_ready(struct message *message, struct flip_error *error);
int do_link(struct message *message, struct flip_error *error);
int do_remove(struct message *message, struct flip_error *error);
int do_hand_over(struct message *message, struct flip_error *error);
int do_change(struct message *message, struct flip_error *error);

#endif
