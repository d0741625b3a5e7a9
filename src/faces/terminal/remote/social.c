/* Friends and challenges. */
#include "faces/terminal/remote/parts.h"

#include <stdio.h>
#include <string.h>

static const json_t *challenger(const json_t *challenge)
{
    return json_object_get(challenge, json_is_true(json_object_get(challenge, "mine")) ? "to" : "by");
}

/* --- what the server says ---------------------------------------------------------------------------------------------- */

void flip_social_begin(struct flip_wire *wire)
{
    flip_wire_always(wire, json_pack("{s:s, s:b}", "do", "friends", "on", 1));
}

/* True if it was not told before. */
static bool fresh(struct flip_social *social, const char *kind, const char *id)
{
    char key[FLIP_TABLE_ID + 16];
    snprintf(key, sizeof key, "%s %.60s", kind, id);
    if (!social->told)
        social->told = json_object();
    const bool known = json_object_get(social->told, key) != NULL;
    json_object_set_new(social->told, key, json_true());
    return !known;
}

/* A tournament's message to its players. */
static void hear_contest(const json_t *message, json_t *news)
{
    const char *name = string_of(message, "name");
    const int round = int_of(message, "round");
    if (is(message, "what", "table"))
        json_array_append_new(news, json_sprintf("%s: your table is ready. In the lobby, 'go' leads there.", name));
    else if (is(message, "what", "bye"))
        json_array_append_new(news, json_sprintf("%s: you have a bye in round %d.", name, round));
    else
        json_array_append_new(news, json_sprintf(is(message, "what", "begun")  ? "%s has begun."
                                                 : is(message, "what", "over") ? "%s is over."
                                                                               : "%s is called off.",
                                                 name));
}

void flip_social_hear(struct flip_social *social, json_t *message, json_t *news)
{
    size_t i;
    json_t *one;
    if (is(message, "push", "tournament"))
        hear_contest(message, news);
    if (!is(message, "push", "friends"))
        return;
    json_decref(social->list);
    social->list = json_incref(message);
    json_array_foreach(json_object_get(message, "challenges"), i, one) {
        const char *name = string_of(challenger(one), "name");
        if (!json_is_true(json_object_get(one, "mine")) && fresh(social, "challenge", string_of(one, "id")))
            json_array_append_new(news, json_sprintf("%s challenges you to %s. Say 'accept %s' or 'decline %s'.", name,
                                                     string_of(one, "title"), name, name));
    }
    json_array_foreach(json_object_get(message, "friends"), i, one) {
        const char *name = string_of(one, "name");
        if (is(one, "state", "asks") && fresh(social, "friend", string_of(one, "id")))
            json_array_append_new(
                news, json_sprintf("%s asks to be your friend. Say 'accept %s' or 'decline %s'.", name, name, name));
    }
}

static json_t *friend_line(const json_t *one)
{
    const char *name = string_of(one, "name");
    const char *mark = json_is_true(json_object_get(one, "program")) ? " (a program)" : "";
    if (is(one, "state", "asks"))
        return json_sprintf("%s%s asks to be your friend", name, mark);
    if (is(one, "state", "asked"))
        return json_sprintf("%s%s has not answered your request", name, mark);
    const bool plays = json_is_object(json_object_get(one, "playing"));
    const bool here = json_is_true(json_object_get(one, "online"));
    return json_sprintf("%s%s%s", name, mark, plays ? ", playing" : here ? ", here" : ", away");
}

void flip_social_tell(const struct flip_social *social, json_t *lines)
{
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(social->list, "friends"), i, one)
        json_array_append_new(lines, friend_line(one));
    json_array_foreach(json_object_get(social->list, "challenges"), i, one) {
        const char *name = string_of(challenger(one), "name"), *title = string_of(one, "title");
        const bool mine = json_is_true(json_object_get(one, "mine"));
        json_array_append_new(lines, mine ? json_sprintf("You challenge %s to %s", name, title)
                                          : json_sprintf("%s challenges you to %s", name, title));
    }
}

/* --- what we say ------------------------------------------------------------------------------------------------------- */

/* A request, whose answer may be a table. */
static int ask(struct flip_wire *wire, const char *path, json_t *body, char table[FLIP_TABLE_ID],
               struct flip_error *error)
{
    json_t *answer = NULL;
    const int result = flip_wire_request(wire, path, body, &answer, error);
    const json_t *made = json_object_get(answer, "table");
    if (result == 0 && table && is(made, "status", "running"))
        snprintf(table, FLIP_TABLE_ID, "%s", string_of(made, "id"));
    json_decref(body);
    json_decref(answer);
    return result < 0 ? -1 : 1;
}

static int challenge(struct flip_wire *wire, const char *words, json_t *news, struct flip_error *error)
{
    const size_t length = strcspn(words, " ");
    const char *name = words + length + strspn(words + length, " ");
    if (!name[0])
        return flip_fail(error, FLIP_ERROR_USAGE,
                         "Say 'challenge GAME NAME': the game's short name, then the person's.");
    json_t *body = json_pack("{s:s%, s:s}", "game", words, length, "name", name);
    flip_wire_share_new(wire, body);
    if (ask(wire, "/api/challenges", body, NULL, error) < 0)
        return -1;
    json_array_append_new(news, json_sprintf("%s has been asked. The game begins when they accept.", name));
    return 1;
}

/* The challenge with that person, theirs before ours. */
static const json_t *challenge_with(const struct flip_social *social, const char *name)
{
    const json_t *found = NULL;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(social->list, "challenges"), i, one)
        if (is(challenger(one), "name", name) && (!found || json_is_true(json_object_get(found, "mine"))))
            found = one;
    return found;
}

static int answer(const struct flip_social *social, struct flip_wire *wire, const char *name, bool accept,
                  char table[FLIP_TABLE_ID], struct flip_error *error)
{
    const json_t *found = challenge_with(social, name);
    if (found) {
        json_t *body = json_pack("{s:s, s:b}", "id", string_of(found, "id"), "accept", accept);
        flip_wire_share(body);
        return ask(wire, "/api/challenges/answer", body, table, error);
    }
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(social->list, "friends"), i, one)
        if (is(one, "name", name) && is(one, "state", "asks"))
            return ask(wire, accept ? "/api/friends" : "/api/friends/end", json_pack("{s:s}", "name", name), NULL,
                       error);
    return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%.80s has asked you nothing.", name);
}

int flip_social_say(struct flip_social *social, struct flip_wire *wire, const char *line, json_t *news,
                    char table[FLIP_TABLE_ID], struct flip_error *error)
{
    const char *rest;
    table[0] = '\0';
    if (strcmp(line, "friends") == 0) {
        const size_t before = json_array_size(news);
        flip_social_tell(social, news);
        if (json_array_size(news) == before)
            json_array_append_new(news, json_string("You have no friends here yet: 'friend NAME' asks somebody."));
        return 1;
    }
    if ((rest = flip_words_after(line, "friend")) && *rest)
        return ask(wire, "/api/friends", json_pack("{s:s}", "name", rest), NULL, error);
    if ((rest = flip_words_after(line, "unfriend")) && *rest)
        return ask(wire, "/api/friends/end", json_pack("{s:s}", "name", rest), NULL, error);
    if ((rest = flip_words_after(line, "challenge")) && *rest)
        return challenge(wire, rest, news, error);
    if ((rest = flip_words_after(line, "accept")) && *rest)
        return answer(social, wire, rest, true, table, error);
    if ((rest = flip_words_after(line, "decline")) && *rest)
        return answer(social, wire, rest, false, table, error);
    return 0;
}

void flip_social_free(struct flip_social *social)
{
    json_decref(social->list);
    json_decref(social->told);
    *social = (struct flip_social){0};
}
