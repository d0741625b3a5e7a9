/* A message that is being carried out, for the files that do it. */
#pragma once

#include "server/routes/routes.h"

struct message {
    struct server *server;
    struct rooms *rooms; /* the server's */
    struct client *link;
    struct room *room; /* the table that it is about; it is in memory by now */
    const json_t *body;
    const char *text; /* as it came */
    size_t length;
    json_t *answer; /* re and ok, to be added to; NULL: nothing is */
    int64_t number;
    bool later; /* the answer comes when the workers have thought */
};

static inline const char *message_text(const struct message *message, const char *key)
{
    return string_of(message->body, key);
}

static inline int message_int(const struct message *message, const char *key, int fallback)
{
    const json_t *value = json_object_get(message->body, key);
    if (!json_is_integer(value))
        return fallback;
    const json_int_t number = json_integer_value(value);
    return number < -1 || number > 1000000 ? fallback : (int)number;
}

static inline const struct store_person *sender_of(const struct message *message)
{
    return &message->link->presence->person;
}

/// Adds the fields of an object that was written as text to the answer.
static inline int add_written(struct message *message, const struct flip_json *json, struct flip_error *error)
{
    json_t *fields =
        flip_text_fits(&json->text) ? json_loadb(message->server->loop.buffer, json->text.length, 0, NULL) : NULL;
    if (!fields)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
    json_object_update_new(message->answer, fields);
    return 0;
}

/// The rate limit for chat and offers: a few within seconds, and, since all of it is stored, so many within an hour.
static inline int check_chat_rate(const struct message *message, struct flip_error *error)
{
    enum { VOICES = 5, SECONDS = 10, HOUR = 3600, IN_AN_HOUR = 400 };
    struct presence *presence = message->link->presence;
    if (!bucket_take(&presence->chat, VOICES, (double)VOICES / SECONDS))
        return flip_fail(error, FLIP_ERROR_LIMIT, "One moment: at most %d messages in %d seconds.", VOICES, SECONDS);
    if (!bucket_take(&presence->said, IN_AN_HOUR, (double)IN_AN_HOUR / HOUR))
        return flip_fail(error, FLIP_ERROR_LIMIT, "You have said a lot: at most %d messages in an hour.", IN_AN_HOUR);
    return 0;
}

typedef int message_does(struct message *message, struct flip_error *error);

message_does do_offer, do_answer; /* table_messages.c: what happens between people at a table */
message_does do_end, do_rematch;  /* for older clients */
message_does do_older;            /* an older page of the chat */
message_does do_mute, do_put_bot, do_link, do_change;
message_does do_say; /* lobby.c */
