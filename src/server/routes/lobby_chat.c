/*
 * Talk in the lobby, where the administrator wants it (--lobby-chat). The last lines are in memory, of this server alone: nothing of it is
 * kept, and a restart forgets it. Nobody reads what somebody says whom they have blocked.
 */
#include "server/routes/message.h"

#include <stdio.h>
#include <string.h>

static struct lobby_line *line_at(struct push_state *pushes, int64_t number)
{
    return &pushes->said[number % LOBBY_LINES];
}

int do_say(struct message *message, struct flip_error *error)
{
    struct push_state *pushes = message->server->pushes;
    const struct store_person *person = sender_of(message);
    if (!message->server->loop.config.lobby_chat)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no chat in this lobby.");
    const char *text = chat_text(text_of(message, "text"), error);
    if (!text || check_voice(message, error) < 0)
        return -1;
    struct lobby_line *line = line_at(pushes, pushes->said_count);
    *line = (struct lobby_line){.time = wall_ms()};
    memcpy(line->person, person->id, sizeof line->person);
    memcpy(line->name, person->name, sizeof line->name);
    snprintf(line->text, sizeof line->text, "%s", text);
    pushes->said_count++;
    pushes->said_due = true;
    return 0;
}

void lobby_chat_begin(struct server *server, struct client *link)
{
    const int64_t count = server->pushes->said_count;
    link->said = count > LOBBY_LINES ? count - LOBBY_LINES : 0;
    link->said_begun = false;
    server->pushes->said_due |= server->loop.config.lobby_chat;
}

void lobby_chat_forget(struct server *server, const char *person)
{
    for (int i = 0; i < LOBBY_LINES; i++)
        if (strcmp(server->pushes->said[i].person, person) == 0)
            server->pushes->said[i] = (struct lobby_line){0};
}

static void write_line(struct flip_json *json, const struct lobby_line *line)
{
    flip_json_open(json, NULL, '{');
    flip_json_string(json, "person", line->person);
    flip_json_string(json, "name", line->name);
    flip_json_string(json, "text", line->text);
    flip_json_int(json, "time", line->time);
    flip_json_close(json);
}

static void push_to(struct server *server, struct client *link)
{
    struct push_state *pushes = server->pushes;
    struct flip_json json = object_in(server->loop.buffer, BUFFER_SIZE);
    flip_json_string(&json, "push", "said");
    flip_json_bool(&json, "all", !link->said_begun);
    flip_json_open(&json, "lines", '[');
    for (; link->said < pushes->said_count; link->said++) {
        const struct lobby_line *line = line_at(pushes, link->said);
        if (line->person[0] && store_blocks(server->loop.store, link->presence->person.id, line->person, NULL) != 1)
            write_line(&json, line);
    }
    flip_json_close(&json);
    flip_json_close(&json);
    link->said_begun = true;
    if (flip_text_fits(&json.text))
        websocket_send(server, &link->socket, server->loop.buffer, json.text.length);
}

void lobby_chat_push(struct server *server)
{
    if (!server->pushes->said_due)
        return;
    server->pushes->said_due = false;
    for (struct client *link = first_client(server->people); link; link = next_client(link))
        if (link->in_lobby && !link->socket.closing && (!link->said_begun || link->said < server->pushes->said_count))
            push_to(server, link);
}
