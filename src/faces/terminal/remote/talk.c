/* Talk at a server's table: chat, offers and answers, friends and challenges. */
#include "faces/terminal/remote/parts.h"

#include <stdio.h>

/* --- what the others say --------------------------------------------------------------------------------------------------- */

/* Numbered lines are sent again over every new connection; only new numbers are news. */
static void hear(struct flip_remote *remote, const json_t *lines, json_int_t *next, bool chat)
{
    size_t i;
    json_t *line;
    json_array_foreach((json_t *)lines, i, line) {
        const json_int_t number = json_integer_value(at(line, "i"));
        if (number < *next)
            continue;
        *next = number + 1;
        if (chat)
            json_array_append_new(remote->news,
                                  json_sprintf("%s: %s", string_of(line, "name"), string_of(line, "text")));
        else
            json_array_append(remote->news, (json_t *)at(line, "text"));
    }
}

/* The offer that waits for one of our seats. */
static const json_t *offer_for_us(const struct flip_remote *remote)
{
    size_t i;
    json_t *offer;
    json_array_foreach((json_t *)at(remote->scene, "offers"), i, offer)
        if (remote_seats(at(offer, "waiting")) & remote->match.people)
            return offer;
    return NULL;
}

/* The server only pushes the end of the chat. */
static void note_first(struct flip_remote *remote)
{
    const json_t *first = json_array_get(at(remote->scene, "chat"), 0);
    if (!first || remote->chat_begun)
        return;
    remote->chat_begun = true;
    remote->first_chat = json_integer_value(at(first, "i"));
}

void remote_hear(struct flip_remote *remote)
{
    note_first(remote);
    const json_t *offer = offer_for_us(remote);
    hear(remote, at(remote->scene, "chat"), &remote->next_chat, true);
    hear(remote, at(remote->scene, "notices"), &remote->next_notice, false);
    if (offer && json_integer_value(at(offer, "id")) >= remote->next_offer) {
        remote->next_offer = json_integer_value(at(offer, "id")) + 1;
        json_array_append_new(remote->news, json_string("Say 'accept' or 'decline'."));
    }
    const char *again = string_of(table_of(remote), "rematch");
    if (again[0] && !remote->rematch_told) {
        remote->rematch_told = true;
        json_array_append_new(remote->news, json_sprintf("The rematch is at …/t/%s", again));
    }
}

bool remote_heard(struct flip_match *match, char *out, size_t size)
{
    struct flip_remote *remote = remote_of(match);
    const char *text = json_string_value(json_array_get(remote->news, 0));
    if (json_array_size(remote->news) == 0)
        return false;
    snprintf(out, size, "%s", text ? text : "");
    json_array_remove(remote->news, 0);
    return true;
}

static char *lines_of(const json_t *chat, struct flip_error *error)
{
    char *text = NULL;
    size_t size = 0, i;
    json_t *line;
    FILE *out = open_memstream(&text, &size);
    json_array_foreach((json_t *)chat, i, line)
        if (out)
            fprintf(out, "%s: %s\n", string_of(line, "name"), string_of(line, "text"));
    if (!out || fclose(out) != 0)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the chat.");
    return text;
}

char *remote_older(struct flip_match *match, struct flip_error *error)
{
    struct flip_remote *remote = remote_of(match);
    json_t *answer = NULL;
    if (flip_wire_ask(remote->wire,
                      json_pack("{s:s, s:s, s:I}", "do", "older", "table", remote->id, "before", remote->first_chat),
                      &answer, error) < 0)
        return NULL;
    const json_t *chat = at(answer, "chat");
    char *text = NULL;
    if (json_array_size(chat) == 0) {
        flip_fail(error, FLIP_ERROR_NOT_FOUND, "Nobody has said anything before that.");
    } else {
        remote->first_chat = json_integer_value(at(json_array_get(chat, 0), "i"));
        text = lines_of(chat, error);
    }
    json_decref(answer);
    return text;
}

/* --- what we say ------------------------------------------------------------------------------------------------------------ */

static int tell(struct flip_remote *remote, json_t *message, struct flip_error *error)
{
    return flip_wire_ask(remote->wire, message, NULL, error) < 0 ? -1 : 1;
}

static int offer(struct flip_remote *remote, const char *kind, struct flip_error *error)
{
    json_t *message = json_pack("{s:s, s:s, s:s}", "do", "offer", "table", remote->id, "kind", kind);
    flip_wire_share(message);
    return tell(remote, message, error);
}

static int answer(struct flip_remote *remote, bool accept, struct flip_error *error)
{
    const json_t *standing = offer_for_us(remote);
    if (!standing)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "Nobody offers you anything.");
    json_t *message = json_pack("{s:s, s:s, s:I, s:b}", "do", "answer", "table", remote->id, "offer",
                                json_integer_value(at(standing, "id")), "accept", accept);
    flip_wire_share(message);
    return tell(remote, message, error);
}

int remote_talk(struct flip_match *match, const char *line, struct flip_error *error)
{
    struct flip_remote *remote = remote_of(match);
    char began[FLIP_TABLE_ID];
    const char *rest;
    const int social = flip_social_say(&remote->social, remote->wire, line, remote->news, began, error);
    if (social == 1 && began[0])
        json_array_append_new(remote->news, json_sprintf("The game is at …/t/%s", began));
    if (social != 0)
        return social;
    if ((rest = flip_words_after(line, "say")))
        return tell(remote, json_pack("{s:s, s:s, s:s}", "do", "chat", "table", remote->id, "text", rest), error);
    if ((rest = flip_words_after(line, "offer")))
        return offer(remote, rest, error);
    if (flip_words_after(line, "rematch")) {
        json_t *message = json_pack("{s:s, s:s}", "do", "rematch", "table", remote->id);
        flip_wire_share(message);
        return tell(remote, message, error);
    }
    if (flip_words_after(line, "accept") || flip_words_after(line, "decline"))
        return answer(remote, line[0] == 'a', error);
    return 0;
}
