/* Messages about a table: watching it, offers and answers, the owner's actions, muting; and the bots' results. */
#include "server/routes/message.h"

#include <string.h>

/* --- watching ----------------------------------------------------------------------------------------------------- */

int server_mutes_changed(struct server *server, const char *person, struct flip_error *error)
{
    for (struct client *link = first_client(server->people); link; link = next_client(link))
        for (struct watch *watch = link->watches; watch && strcmp(link->presence->person.id, person) == 0;
             watch = watch->next_in_link) {
            if (watch_read_mutes(server->rooms, watch, error) < 0)
                return -1;
            room_mark_dirty(server->rooms, watch->room);
        }
    return 0;
}

/* Starts a watch afresh: everything is sent. */
int watch_begin(struct server *server, struct client *link, struct room *room, const struct watch_options *options,
                struct flip_error *error)
{
    if (options->seat < -1 || options->seat >= room->seat_count)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "This table has no such seat.");
    struct watch *watch = watch_of(link, room);
    if (watch)
        unwatch(watch);
    watches_forget_sleeping(link, room->id);
    if (!(watch = watch_add(link, room)))
        return flip_fail(error, FLIP_ERROR_LIMIT, "You are watching too many tables at once. Close some.");
    watch->options = *options;
    room_mark_dirty(server->rooms, room);
    server->rooms->dirty.lobby |= room->listed;
    return watch_read_mutes(server->rooms, watch, error) < 0 ? -1 : 0;
}

int watch_lost(struct server *server, struct client *link, struct flip_error *error)
{
    for (const struct lost_watch *lost = link->lost; lost; lost = lost->next) {
        struct room *room = room_find(server->rooms, lost->table, error);
        if ((!room || watch_begin(server, link, room, &lost->options, error) < 0) && server_failure(error))
            return -1;
    }
    watches_forget_lost(link);
    return 0;
}

/* --- offers ------------------------------------------------------------------------------------------------------------- */

/* The offer that stands, or the table that follows. */
static int answer_agreement(struct message *message, int status, const struct agreement *agreement)
{
    if (status == 0 && agreement->offer >= 0)
        json_object_set_new(message->answer, "offer", json_integer(agreement->offer));
    if (status == 0 && agreement->again)
        json_object_set_new(message->answer, "table", json_string(agreement->again->id));
    return status;
}

int do_offer(struct message *message, struct flip_error *error)
{
    const int kind = word_index(message_text(message, "kind"), offer_words, OFFER_KINDS);
    struct agreement agreement;
    struct flip_share share;
    if (share_read(message->body, &share, error) < 0)
        return -1;
    if (kind < 0)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                         "An offer is of the kind 'end', 'undo', 'rematch', 'help' or 'seat'.");
    if (check_chat_rate(message, error) < 0 ||
        (kind == OFFER_REMATCH && check_new_table_from(message->server, message->link->socket.visitor, error) < 0))
        return -1;
    const int status =
        room_offer(message->rooms, message->room, sender_of(message), (enum offer_kind)kind, &share, &agreement, error);
    if (status == 0 && agreement.offer >= 0)
        notify_offer(message->server, message->room, sender_of(message), (enum offer_kind)kind);
    return answer_agreement(message, status, &agreement);
}

int do_answer(struct message *message, struct flip_error *error)
{
    const bool accept = not_false_in(message->body, "accept");
    struct agreement agreement;
    struct flip_share share;
    if (share_read(message->body, &share, error) < 0)
        return -1;
    return answer_agreement(message,
                            room_answer(message->rooms, message->room, sender_of(message),
                                        message_int(message, "offer", -1), accept, &share, &agreement, error),
                            &agreement);
}

static int agree(struct message *message, enum offer_kind kind, bool yes, struct flip_error *error)
{
    struct agreement agreement;
    struct flip_share share;
    if (share_read(message->body, &share, error) < 0 || check_chat_rate(message, error) < 0 ||
        (kind == OFFER_REMATCH && check_new_table_from(message->server, message->link->socket.visitor, error) < 0))
        return -1;
    return answer_agreement(
        message, room_agree(message->rooms, message->room, sender_of(message), kind, yes, &share, &agreement, error),
        &agreement);
}

int do_end(struct message *message, struct flip_error *error)
{
    return agree(message, OFFER_END, not_false_in(message->body, "agree"), error);
}

int do_rematch(struct message *message, struct flip_error *error) { return agree(message, OFFER_REMATCH, true, error); }

/* --- who hears whom ------------------------------------------------------------------------------------------------------ */

static bool looks_on(const struct room *room, const char *person)
{
    for (const struct watch *watch = room->watches; watch; watch = watch->next_in_room)
        if (strcmp(watch->link->presence->person.id, person) == 0)
            return true;
    return false;
}

/* Has the person written here? Then the id is known, also when they have gone. */
static bool has_written(const struct message *message, const struct room *room, const char *person)
{
    for (int i = 0; i < room->chat_count; i++)
        if (strcmp(room->chat[i].person, person) == 0 && room_hears(room, sender_of(message)->id, &room->chat[i]))
            return true;
    return false;
}

/* The person a message names: by seat, by a line of the chat, or by id if they watch or have written here. */
static const char *to_be_muted(const struct message *message, const struct room *room)
{
    const int seat = message_int(message, "seat", -1), line = message_int(message, "line", -1);
    const char *person = message_text(message, "person");
    if (seat >= 0 && seat < room->seat_count && room->seats[seat].kind == SEAT_PERSON)
        return room->seats[seat].person;
    if (seat < 0 && line >= 0 && line < room->chat_count && room_hears(room, sender_of(message)->id, &room->chat[line]))
        return room->chat[line].person;
    if (seat < 0 && line < 0 && id_looks_right(person) &&
        (room_seats_of(room, person) || looks_on(room, person) || has_written(message, room, person)))
        return person;
    return NULL;
}

/* For everybody here, or for one person. */
static int reread_mutes(struct server *server, struct room *room, const char *person, struct flip_error *error)
{
    for (struct watch *watch = room->watches; watch; watch = watch->next_in_room)
        if ((!person || strcmp(watch->link->presence->person.id, person) == 0) &&
            watch_read_mutes(server->rooms, watch, error) < 0)
            return -1;
    room_mark_dirty(server->rooms, room);
    return 0;
}

int do_mute(struct message *message, struct flip_error *error)
{
    struct room *room = message->room;
    const char *person = sender_of(message)->id;
    const bool on = not_false_in(message->body, "on");
    const bool all = true_in(message->body, "all");
    const char *muted = to_be_muted(message, room);
    if (!muted || !muted[0] || strcmp(muted, person) == 0)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT,
                         "Name the seat of somebody else, a line of the chat, or somebody who looks on.");
    if ((all ? room_mute(message->rooms, room, person, muted, on, error)
             : store_mute(message->server->loop.store, room->id, person, muted, on, error)) < 0)
        return -1;
    return reread_mutes(message->server, room, all ? NULL : person, error);
}

/* --- what was said before -------------------------------------------------------------------------------------------------- */

int do_older(struct message *message, struct flip_error *error)
{
    const struct watch *watch = watch_of(message->link, message->room);
    if (!watch)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "Watch the table first.");
    const int before = message_int(message, "before", message->room->chat_count);
    struct flip_json json = object_in(message->server->loop.buffer, BUFFER_SIZE);
    write_chat_before(&json, watch, before < 0 ? 0 : before);
    flip_json_close(&json);
    return add_written(message, &json, error);
}

/* --- seats --------------------------------------------------------------------------------------------------------------- */

int do_put_bot(struct message *message, struct flip_error *error)
{
    return room_put_bot(message->rooms, message->room, sender_of(message)->id, message_int(message, "seat", -1),
                        message_int(message, "level", 0), error);
}

int do_link(struct message *message, struct flip_error *error)
{
    return room_link(message->rooms, message->room, sender_of(message)->id, not_false_in(message->body, "on"), error);
}

int do_change(struct message *message, struct flip_error *error)
{
    return room_change(message->rooms, message->room, sender_of(message)->id, message->body, error);
}

/* --- hints -------------------------------------------------------------------------------------------------------- */

static void send_hint(struct server *server, const struct job *job)
{
    struct client *link = client_with(server->people, job->link);
    if (!link)
        return;
    --*(job->judge ? &link->verdicts : &link->hints);
    if (job->status < 0) {
        websocket_refuse(server, &link->socket, job->number, &job->error);
        return;
    }
    struct flip_json json = object_in(server->loop.buffer, BUFFER_SIZE);
    flip_json_int(&json, "re", job->number);
    flip_json_bool(&json, "ok", true);
    advice_write(&json, job);
    flip_json_close(&json);
    websocket_answer(server, &link->socket, job->number, server->loop.buffer, json.text.length);
}

void bots_collect(struct server *server)
{
    for (struct task *task; (task = workers_poll(server->rooms->bots.workers)); task->free(task)) {
        const struct job *job = (const struct job *)task;
        struct flip_error error = {0};
        struct room *room;
        struct visitor *visitor = job->address[0] ? visitor_of(&server->net->visitors, job->address) : NULL;
        if (visitor) /* whoever asked may have gone: the address pays */
            bucket_charge(&visitor->work, job->task.busy - job->paid);
        if (job->link)
            send_hint(server, job);
        else if ((room = room_find(server->rooms, job->table, &error)))
            room_bot_acts(server->rooms, room, job);
        else
            server_note_error(&server->loop, &error);
    }
}
