/* Friends, blocking and reporting by name, who may see what, and games against each other. */
#include "server/routes/routes.h"

#include "server/net/net.h"

#include <string.h>

enum { FRIENDS_MOST = 200, REQUESTS_AN_HOUR = 60, REPORT_TEXT = 500, REPORTS_AN_HOUR = 10 };

int get_friends(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct store_person person;
    return known_person(request, &person, error) < 0 ? -1 : reply_friends(request, person.id, error);
}

/* --- asking, accepting, ending ------------------------------------------------------------------------------------------ */

static void tell_both(struct server *server, const char *a, const char *b)
{
    friends_tell(server->people, a);
    friends_tell(server->people, b);
}

static int check_request(struct request *request, const struct store_person *asker, const struct store_person *other,
                         struct flip_error *error)
{
    struct server *server = request->server;
    struct visitor *visitor = visitor_asking(request);
    const int64_t count = store_friend_count(server->loop.store, asker->id, error);
    if (count < 0)
        return -1;
    if (other->requests != STORE_EVERYONE)
        return flip_fail(error, FLIP_ERROR_UNWANTED, "%.80s does not take requests from new friends.", other->name);
    if (count >= FRIENDS_MOST)
        return flip_fail(error, FLIP_ERROR_LIMIT, "You have %d friends and requests; that is the limit.", FRIENDS_MOST);
    return check_hourly(request, visitor ? &visitor->friends : NULL, REQUESTS_AN_HOUR, "friend requests", error);
}

/* Asking somebody who has asked oneself is the same as accepting; asking again changes nothing. */
int post_friend(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person, other;
    if (friends_read(request, body, &person, &other, error) < 0 ||
        friends_check_blocks(server->people, person.id, &other, error) < 0)
        return -1;
    const int is = store_friendship(server->loop.store, person.id, other.id, error);
    if (is < 0)
        return -1;
    if (is == STORE_STRANGERS && (check_request(request, &person, &other, error) < 0 ||
                                  store_friend_ask(server->loop.store, person.id, other.id, wall_ms(), error) < 0))
        return -1;
    if (is == STORE_ASKS && store_friend_accept(server->loop.store, person.id, other.id, wall_ms(), error) < 0)
        return -1;
    if (is == STORE_STRANGERS || is == STORE_ASKS)
        news_friend(server, &person, other.id, is == STORE_ASKS);
    tell_both(server, person.id, other.id);
    return reply_friends(request, person.id, error);
}

int post_end_friend(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person, other;
    if (friends_read(request, body, &person, &other, error) < 0)
        return -1;
    const int is = store_friendship(server->loop.store, person.id, other.id, error);
    if (is < 0)
        return -1;
    if (is == STORE_STRANGERS)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%.80s is not on your list.", other.name);
    if (store_friend_cut(server->loop.store, person.id, other.id, error) < 0)
        return -1;
    tell_both(server, person.id, other.id);
    return reply_friends(request, person.id, error);
}

/* --- blocking and reporting --------------------------------------------------------------------------------------------- */

/* Blocking ends what was between the two. */
static int part(struct server *server, const char *person, const char *other, struct flip_error *error)
{
    if (store_friend_cut(server->loop.store, person, other, error) < 0 ||
        challenges_end_between(server, person, other, error) < 0)
        return -1;
    tell_both(server, person, other);
    return 0;
}

int post_block(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person, other;
    const bool on = !json_is_false(json_object_get(body, "on"));
    if (friends_read(request, body, &person, &other, error) < 0 ||
        (on && part(request->server, person.id, other.id, error) < 0) ||
        store_block(request->server->loop.store, person.id, other.id, on, error) < 0 ||
        server_mutes_changed(request->server, person.id, error) < 0)
        return -1;
    return reply_and_free(request, json_pack("{s:b}", "blocked", on), error);
}

int post_report(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person, other;
    const char *why = json_string_value(json_object_get(body, "why"));
    const char *text = why ? why : json_string_value(json_object_get(body, "text"));
    const char *table = json_string_value(json_object_get(body, "table"));
    if (friends_read(request, body, &person, &other, error) < 0)
        return -1;
    const int characters = text ? text_characters(text) : 0;
    if (characters < 1 || characters > REPORT_TEXT)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "Say in 1 to %d characters what happened.", REPORT_TEXT);
    if (table && !id_looks_right(table))
        return flip_fail(error, FLIP_ERROR_NO_TABLE, "There is no such table.");
    struct visitor *visitor = visitor_asking(request);
    if (check_hourly(request, visitor ? &visitor->reports : NULL, REPORTS_AN_HOUR, "reports", error) < 0)
        return -1;
    const struct store_report report = {
        .person = person.id, .about = other.id, .table = table ? table : "", .text = text, .time = wall_ms()};
    if (store_report_put(request->server->loop.store, &report, error) < 0)
        return -1;
    news_report(request->server, &report);
    return reply_and_free(request, json_pack("{s:b}", "reported", 1), error);
}

/* --- who may see and ask what ------------------------------------------------------------------------------------------- */

static const char *const audiences[] = {"everyone", "friends", "nobody"};

json_t *visibility_json(const struct store_person *person)
{
    return json_pack("{s:s, s:s, s:s}", "presence", audiences[person->presence], "challenges",
                     audiences[person->challenges], "requests", audiences[person->requests]);
}

static int reply_visibility(struct request *request, const struct store_person *person, struct flip_error *error)
{
    return reply_and_free(request, visibility_json(person), error);
}

int get_visibility(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct store_person person;
    return known_person(request, &person, error) < 0 ? -1 : reply_visibility(request, &person, error);
}

static int read_audience(const json_t *body, const char *key, enum store_audience *out, struct flip_error *error)
{
    const json_t *value = json_object_get(body, key);
    for (int i = STORE_EVERYONE; value && i <= STORE_NOBODY; i++)
        if (json_is_string(value) && strcmp(json_string_value(value), audiences[i]) == 0) {
            *out = (enum store_audience)i;
            return 0;
        }
    return value ? flip_fail(error, FLIP_ERROR_BAD_OPTION, "'%s' is 'everyone', 'friends' or 'nobody'.", key) : 0;
}

/* Where they look on they are listed now, or not any more. */
static void touch_watched(struct server *server, const char *person)
{
    const struct present *present = server_present(server->people, person);
    for (const struct client *client = present ? present->clients : NULL; client; client = client->next_of_person)
        for (const struct watch *watch = client->watches; watch; watch = watch->next_in_link)
            room_touch(server->rooms, watch->room);
}

int post_visibility(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person;
    if (known_person(request, &person, error) < 0 || read_audience(body, "presence", &person.presence, error) < 0 ||
        read_audience(body, "challenges", &person.challenges, error) < 0 ||
        read_audience(body, "requests", &person.requests, error) < 0)
        return -1;
    if (person.requests == STORE_FRIENDS) /* a friend need not ask */
        person.requests = STORE_NOBODY;
    if (store_visibility_put(server->loop.store, &person, error) < 0 ||
        friends_of_changed(server->people, person.id, error) < 0 ||
        server_tell_person(server->people, person.id, error) < 0)
        return -1;
    server_follow_person(server->people, &person);
    server->people->tables->presence(server->rooms, person.id);
    touch_watched(server, person.id);
    visibility_changed(server);
    return reply_visibility(request, &person, error);
}

/* --- against each other ------------------------------------------------------------------------------------------------- */

int reply_against(struct request *request, const struct store_person *other, struct flip_error *error)
{
    struct store_person person;
    if (known_person(request, &person, error) < 0)
        return -1;
    json_t *rows = rows_json(request->server->loop.store, LIST_AGAINST, person.id, other->id, 0, error);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *row = json_array_get(rows, i);
        const struct flip_game *game = flip_game_named(row_text(row, "game"));
        json_object_set_new(row, "title", json_string(game ? game->title : ""));
    }
    return rows ? reply_and_free(request, json_pack("{s:o}", "games", rows), error) : -1;
}
