/* Friends, blocking and reporting by name, who may see what, and games against each other. */
#include "server/routes/routes.h"

enum { FRIENDS_MOST = 200, REQUESTS_AN_HOUR = 60, REPORTS_AN_HOUR = 10 };

/* --- asking, accepting, ending ------------------------------------------------------------------------------------------ */

static int check_request(const struct call *call, const struct store_person *other, struct flip_error *error)
{
    const int64_t count = store_friend_count(call->store, call->person.id, error);
    if (count < 0)
        return -1;
    if (other->requests != STORE_EVERYONE)
        return flip_fail(error, FLIP_ERROR_UNWANTED, "%.80s does not take requests from new friends.", other->name);
    if (count >= FRIENDS_MOST)
        return flip_fail(error, FLIP_ERROR_LIMIT, "You have %d friends and requests; that is the limit.", FRIENDS_MOST);
    return check_hourly(call->request, HOURLY_FRIENDS, REQUESTS_AN_HOUR, error);
}

/* Asking somebody who has asked oneself is the same as accepting; asking again changes nothing. */
int post_friend(struct call *call, struct flip_error *error)
{
    struct store_person other;
    if (friends_read(call, &other, error) < 0 ||
        friends_check_blocks(call->server->people, call->person.id, &other, error) < 0)
        return -1;
    const int is = store_friendship(call->store, call->person.id, other.id, error);
    if (is < 0)
        return -1;
    if ((is == STORE_STRANGERS && (check_request(call, &other, error) < 0 ||
                                   store_friend_ask(call->store, call->person.id, other.id, wall_ms(), error) < 0)) ||
        (is == STORE_ASKS && store_friend_accept(call->store, call->person.id, other.id, wall_ms(), error) < 0))
        return -1;
    if (is == STORE_STRANGERS || is == STORE_ASKS)
        notify_friend(call->server, &call->person, other.id, is == STORE_ASKS);
    friends_tell_both(call->server->people, call->person.id, other.id);
    return get_friends(call, error);
}

int post_end_friend(struct call *call, struct flip_error *error)
{
    struct store_person other;
    if (friends_read(call, &other, error) < 0)
        return -1;
    const int is = store_friendship(call->store, call->person.id, other.id, error);
    if (is == STORE_STRANGERS)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%.80s is not on your list.", other.name);
    if (is < 0 || store_friend_delete(call->store, call->person.id, other.id, error) < 0)
        return -1;
    friends_tell_both(call->server->people, call->person.id, other.id);
    return get_friends(call, error);
}

/* --- blocking and reporting --------------------------------------------------------------------------------------------- */

/* Blocking ends what was between the two. */
static int part(const struct call *call, const char *other, struct flip_error *error)
{
    if (store_friend_delete(call->store, call->person.id, other, error) < 0 ||
        challenges_end_between(call->server, call->person.id, other, error) < 0)
        return -1;
    friends_tell_both(call->server->people, call->person.id, other);
    return 0;
}

int post_block(struct call *call, struct flip_error *error)
{
    struct store_person other;
    const bool on = not_false_in(call->body, "on");
    if (friends_read(call, &other, error) < 0 || (on && part(call, other.id, error) < 0) ||
        store_block(call->store, call->person.id, other.id, on, error) < 0 ||
        server_mutes_changed(call->server, call->person.id, error) < 0)
        return -1;
    return reply_and_free(call->request, json_pack("{s:b}", "blocked", on), error);
}

int check_report(const char *text, const char *what, struct flip_error *error)
{
    const int characters = text_characters(text);
    return characters >= 1 && characters <= REPORT_TEXT
               ? 0
               : flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "Say in 1 to %d characters what %s.", REPORT_TEXT, what);
}

int keep_report(const struct call *call, const struct store_report *report, struct flip_error *error)
{
    if (check_hourly(call->request, HOURLY_REPORTS, REPORTS_AN_HOUR, error) < 0 ||
        store_report_put(call->store, report, error) < 0)
        return -1;
    return reply_and_free(call->request, json_pack("{s:b}", "reported", 1), error);
}

int post_report(struct call *call, struct flip_error *error)
{
    struct store_person other;
    const char *table = json_string_value(json_object_get(call->body, "table"));
    const struct store_report report = {
        .person = call->person.id,
        .about = other.id,
        .table = table ? table : "",
        .text = string_of(call->body, json_is_string(json_object_get(call->body, "why")) ? "why" : "text"),
        .time = wall_ms()};
    if (friends_read(call, &other, error) < 0 || check_report(report.text, "happened", error) < 0)
        return -1;
    if (table && !id_looks_right(table))
        return flip_fail(error, FLIP_ERROR_NO_TABLE, "There is no such table.");
    if (keep_report(call, &report, error) < 0)
        return -1;
    notify_report(call->server, &report);
    return 0;
}

/* --- who may see and ask what ------------------------------------------------------------------------------------------- */

static const char *const audiences[] = {"everyone", "friends", "nobody"};

json_t *visibility_json(const struct store_person *person)
{
    return json_pack("{s:s, s:s, s:s}", "presence", audiences[person->presence], "challenges",
                     audiences[person->challenges], "requests", audiences[person->requests]);
}

int get_visibility(struct call *call, struct flip_error *error)
{
    return reply_and_free(call->request, visibility_json(&call->person), error);
}

static int read_audience(const json_t *body, const char *key, enum store_audience *out, struct flip_error *error)
{
    const int audience = word_index(string_of(body, key), audiences, STORE_NOBODY + 1);
    if (audience < 0)
        return json_object_get(body, key)
                   ? flip_fail(error, FLIP_ERROR_BAD_OPTION, "'%s' is 'everyone', 'friends' or 'nobody'.", key)
                   : 0;
    *out = (enum store_audience)audience;
    return 0;
}

/* Where they look on they are listed now, or not any more. */
static void touch_watched(struct server *server, const char *person)
{
    const struct presence *presence = presence_of(server->people, person);
    for (const struct client *client = presence ? presence->clients : NULL; client; client = client->next_of_person)
        for (const struct watch *watch = client->watches; watch; watch = watch->next_in_link)
            room_mark_dirty(server->rooms, watch->room);
}

int post_visibility(struct call *call, struct flip_error *error)
{
    if (read_audience(call->body, "presence", &call->person.presence, error) < 0 ||
        read_audience(call->body, "challenges", &call->person.challenges, error) < 0 ||
        read_audience(call->body, "requests", &call->person.requests, error) < 0)
        return -1;
    if (call->person.requests == STORE_FRIENDS) /* a friend need not ask */
        call->person.requests = STORE_NOBODY;
    if (store_visibility_put(call->store, &call->person, error) < 0 ||
        friends_of_changed(call->server->people, call->person.id, error) < 0 ||
        person_notify_changed(call->server->people, call->person.id, error) < 0)
        return -1;
    presence_update(call->server->people, &call->person);
    call->server->people->hooks->presence(call->server->rooms, call->person.id);
    touch_watched(call->server, call->person.id);
    visibility_changed(call->server);
    return get_visibility(call, error);
}

/* --- against each other ------------------------------------------------------------------------------------------------- */

int reply_against(struct call *call, const struct store_person *other, struct flip_error *error)
{
    if (require_person(call->request, &call->person, error) < 0)
        return -1;
    json_t *row, *rows = rows_json(call->store, LIST_AGAINST, call->person.id, other->id, 0, error);
    size_t i;
    json_array_foreach(rows, i, row)
        row_title(row);
    return reply_and_free(call->request, json_pack("{s:o}", "games", rows), error);
}
