/*
 * What messages do. A message is checked, carried out, and its answer kept with the change. So messages are idempotent:
 * one that was answered gets the same answer again, also after a restart.
 */
#include "server/routes/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HINT_MS = 1000, PRUNE_EVERY = 16, CLIENTS_KEPT = 20 /* of a person, whose answers are kept */ };

static const double LINE_MS = 0.002; /* of a log, to be written */

/* 1: the table is ready; 0: it has to be fetched first. A change needs the claim. */
static int table_ready(const struct message *message, const char *id, bool changes, struct flip_error *error)
{
    struct room *room = room_in_memory(message->rooms, id);
    if (!room || !changes || !store_shared(message->server->loop.store))
        return room != NULL;
    return fetching(message->rooms, id) ? 0 : room_claim(message->rooms, room, false, error);
}

/* A table that is not in memory has to be replayed: a worker does it, and what is said about the table meanwhile waits its turn.
   1: the message waits; 0: it can be handled. */
static int park_until_fetched(const struct message *message, bool changes, struct flip_error *error)
{
    const char *id = message_text(message, "table");
    uint64_t number;
    const int ready = id_looks_right(id) ? table_ready(message, id, changes, error) : 1;
    if (ready != 0)
        return ready < 0 ? -1 : 0;
    if (fetch_for_message(message->rooms, message->link, id, &number, error) < 0)
        return -1;
    if (!pending_park(message->server, &message->link->socket, message->text, message->length, number))
        return flip_fail(error, FLIP_ERROR_LIMIT, "The table is still being opened: send fewer messages meanwhile.");
    return 1;
}

static int do_hello(struct message *message, struct flip_error *error)
{
    const char *client = message_text(message, "client");
    const size_t length = strlen(client);
    if (length < 16 || length >= CLIENT_ID)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "'client' is a random text of 16 to 64 characters.");
    /* The client's id is bound to its person, so that nobody can ask for another's answers. */
    memcpy(message->link->name, client, length + 1);
    message->link->answered = 0;
    json_object_set_new(message->answer, "version", json_string(FLIPSIDE_VERSION));
    json_object_set_new(
        message->answer, "person",
        json_pack("{s:s, s:s}", "id", sender_of(message)->id, "name", message->link->presence->person.name));
    return 0;
}

static int do_lobby(struct message *message, struct flip_error *error)
{
    (void)error;
    const int page = message_int(message, "page", 0);
    message->link->in_lobby = not_false_in(message->body, "on");
    message->link->lobby_page = page > 0 ? page : 0;
    message->link->lobby_asked = message->link->in_lobby;
    message->server->pushes->lobby_asked |= message->link->in_lobby;
    lobby_chat_begin(message->server, message->link);
    return 0;
}

static int do_seek(struct message *message, struct flip_error *error)
{
    if (json_is_false(json_object_get(message->body, "on")))
        return seek_stop(message->rooms, message->link, error);
    if (check_new_table_from(message->server, message->link->socket.visitor, error) < 0)
        return -1;
    return seek_begin(message->rooms, message->link, flip_game_named(message_text(message, "game")),
                      message_text(message, "pace"), message->body, error);
}

/* What to leave out of snapshots; unknown words are ignored. */
static unsigned without_of(const struct message *message)
{
    const json_t *list = json_object_get(message->body, "without"), *word;
    unsigned without = 0;
    size_t i;
    json_array_foreach(list, i, word) {
        const char *text = json_string_value(word);
        if (text && strcmp(text, "printed") == 0)
            without |= WITHOUT_PRINTED;
        if (text && strcmp(text, "sentences") == 0)
            without |= WITHOUT_SENTENCES;
    }
    return without;
}

static int check_shown(const struct message *message, struct flip_error *error)
{
    return room_daily_hidden(message->room) && !room_seats_of(message->room, sender_of(message)->id)
               ? flip_fail(error, FLIP_ERROR_DAILY, "Nobody can watch the daily challenge before the day is over.")
               : 0;
}

static int do_watch(struct message *message, struct flip_error *error)
{
    struct room *room = message->room;
    struct visitor *visitor = message->link->socket.visitor;
    if (check_work(message->server, visitor, WORK_TO_PLAY, NULL, error) < 0 || check_shown(message, error) < 0)
        return -1;
    const struct watch_options options = {.seat = message_int(message, "seat", -1),
                                          .without = without_of(message),
                                          .knowledge = true_in(message->body, "knowledge"),
                                          .asks_ready = true_in(message->body, "ready")};
    if (watch_begin(message->server, message->link, room, &options, error) < 0)
        return -1;
    throttle_charge(message->server, visitor, room->log_count * LINE_MS); /* the first snapshot has the whole log */
    if (!options.asks_ready && room_look_ready(message->rooms, room, error) < 0)
        return -1;
    return clock_back(message->rooms, room, room_seats_of(room, sender_of(message)->id), error);
}

static int do_unwatch(struct message *message, struct flip_error *error)
{
    (void)error;
    struct room *room = message->room;
    struct watch *watch = watch_of(message->link, room);
    if (watch) {
        unwatch(watch);
        message->rooms->dirty.here |= room->listed;
        room_mark_dirty(message->rooms, room);
        message->rooms->dirty.lobby |= room->listed;
    }
    return 0;
}

static int do_sit(struct message *message, struct flip_error *error)
{
    struct flip_share share;
    return share_read(message->body, &share, error) < 0
               ? -1
               : room_sit(message->rooms, message->room, sender_of(message), message_int(message, "seat", -1),
                          message_text(message, "key"), &share, error);
}

static int do_act(struct message *message, struct flip_error *error)
{
    struct room *room = message->room;
    const json_t *at = json_object_get(message->body, "at");
    if (at && (!json_is_integer(at) || message_int(message, "at", -1) < 0))
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE,
                         "'at' is the number of steps of the scene that the move "
                         "was chosen in.");
    if (room->game->flicks && check_work(message->server, message->link->socket.visitor, WORK_TO_PLAY, NULL, error) < 0)
        return -1;
    if (room_seats_of(room, sender_of(message)->id))
        memcpy(room->payer, message->server->people->payer, sizeof room->payer);
    return (room->lesson ? lesson_act : room_act)(message->rooms, room, sender_of(message)->id,
                                                  message_int(message, "seat", -1), message_text(message, "text"),
                                                  message_int(message, "at", -1), error);
}

static int do_undo(struct message *message, struct flip_error *error)
{
    return (message->room->lesson ? lesson_undo : room_undo)(message->rooms, message->room, sender_of(message)->id,
                                                             message_int(message, "seat", -1), error);
}

/* A question for the workers, whose answer comes later. */
static int ask_workers(struct message *message, const struct room *room, struct job *job, struct flip_error *error)
{
    if (!job)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    job->task.item = (struct fair_item){.class = FAIR_HINT, .cost = HINT_MS};
    memcpy(job->task.item.payer, message->server->people->payer, sizeof message->server->people->payer);
    job->link = message->link->socket.id;
    job->number = message->number;
    memcpy(job->table, room->id, sizeof room->id);
    message->later = true;
    ++*(job->judge ? &message->link->verdicts : &message->link->hints);
    workers_submit(message->rooms->bots.workers, &job->task);
    return 0;
}

/* Does the client think itself? Then it only reports that it takes help. */
static bool thinks_itself(const struct message *message) { return true_in(message->body, "here"); }

static int do_hint(struct message *message, struct flip_error *error)
{
    struct room *room = message->room;
    const int seat = message_int(message, "seat", -1);
    if (room_check_own(room, sender_of(message)->id, seat, error) < 0)
        return -1;
    if (room->status != STORE_RUNNING || !flip_set_has(flip_table_turn(room->table), seat))
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_TURN, "There is nothing to decide now.");
    if (message->link->hints > 0)
        return flip_fail(error, FLIP_ERROR_LIMIT, "One hint at a time: the bots are still thinking.");
    if (room_help(message->rooms, room, seat, error) < 0)
        return -1;
    if (thinks_itself(message))
        return 0;
    const struct flip_position position = flip_table_position(room->table);
    return ask_workers(message, room, hint_job(&position, seat), error);
}

static int do_judge(struct message *message, struct flip_error *error)
{
    struct room *room = message->room;
    if (check_shown(message, error) < 0)
        return -1;
    if (message->link->verdicts > 1)
        return flip_fail(error, FLIP_ERROR_LIMIT, "One moment: the bots are still thinking.");
    struct visitor *visitor = message->link->socket.visitor;
    const char *person = sender_of(message)->id, *before = message_text(message, "text");
    const int seat = message_int(message, "seat", -1);
    struct job *job = before[0] ? tutor_job_before(room, person, seat, before, error)
                                : tutor_job(room, person, seat, message_int(message, "line", -1), error);
    if (!job)
        return -1;
    const bool itself = thinks_itself(message);
    const int status =
        (!itself && room->game->flicks && check_work(message->server, visitor, WORK_TO_LOOK, NULL, error) < 0) ||
                (room->status == STORE_RUNNING && room_help(message->rooms, room, job->seat, error) < 0)
            ? -1
            : 0;
    if (itself || status < 0) {
        job->task.free(&job->task);
        return status;
    }
    if (room->game->flicks) {
        enum { VERDICT_COST_MS = 400 /* charged in advance for a verdict on a flick */ };
        memcpy(job->address, visitor->address, sizeof job->address);
        bucket_charge(&visitor->work, job->paid = VERDICT_COST_MS);
    }
    return ask_workers(message, room, job, error);
}

static int do_chat(struct message *message, struct flip_error *error)
{
    if (check_chat_rate(message, error) < 0)
        return -1;
    return room_chat(message->rooms, message->room, sender_of(message), message_text(message, "text"),
                     true_in(message->body, "team"), message_int(message, "seat", -1), error);
}

static int do_back(struct message *message, struct flip_error *error)
{
    const flip_set own = room_seats_of(message->room, sender_of(message)->id);
    return own ? clock_back(message->rooms, message->room, own, error)
               : flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "You do not sit at this table.");
}

static int do_turns(struct message *message, struct flip_error *error)
{
    (void)error;
    message->link->wants_turns = not_false_in(message->body, "on");
    if (message->link->wants_turns)
        turns_ask(message->server, message->link);
    return 0;
}

static int do_friends(struct message *message, struct flip_error *error)
{
    (void)error;
    message->link->wants_friends = not_false_in(message->body, "on");
    message->link->friends_asked = message->link->wants_friends;
    message->server->people->friends_changed |= message->link->wants_friends;
    return 0;
}

/* The seat whose eyes look at a sheet, or FLIP_PUBLIC; -1: that is refused. */
static int eyes_of(const struct message *message, struct flip_error *error)
{
    const flip_set own = room_seats_of(message->room, sender_of(message)->id);
    const int asked = message_int(message, "seat", -1);
    if (check_shown(message, error) < 0)
        return -1;
    if (asked >= 0 && (asked >= message->room->seat_count || !flip_set_has(own, asked)))
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "That is not your seat.");
    return asked >= 0 ? asked : own ? flip_set_first(own) : FLIP_PUBLIC;
}

/* A sheet as it is drawn, or as `read` has it, in words. */
static int answer_sheet(struct message *message, bool in_words, struct flip_error *error)
{
    const struct room *room = message->room;
    const int viewer = eyes_of(message, error);
    if (viewer < 0)
        return -1;
    const int shown = message_int(message, "shown", viewer < room->seat_count ? viewer : 0);
    json_t *sheet =
        in_words ? words_json(room, viewer, shown, json_string_value(json_object_get(message->body, "aim")), error)
                 : canvas_json(room, viewer, shown, message_int(message, "width", 80),
                               message_int(message, "height", 24), error);
    if (sheet)
        json_object_update(message->answer, sheet);
    json_decref(sheet);
    return sheet ? 0 : -1;
}

static int do_sheet(struct message *message, struct flip_error *error) { return answer_sheet(message, false, error); }

static int do_read(struct message *message, struct flip_error *error) { return answer_sheet(message, true, error); }

/* A seat's moves with their sentences, for clients that leave these out of snapshots. */
static int do_actions(struct message *message, struct flip_error *error)
{
    const struct room *room = message->room;
    const int seat = message_int(message, "seat", -1);
    if (seat < 0 || seat >= room->seat_count || !flip_set_has(room_seats_of(room, sender_of(message)->id), seat))
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "That is not your seat.");
    if (room->status != STORE_RUNNING)
        return flip_fail(error, FLIP_ERROR_WAITING, "Nothing can be decided at this table now.");
    struct flip_json json = object_in(message->server->loop.buffer, BUFFER_SIZE);
    flip_json_int(&json, "at", room_steps_for(room, seat));
    write_actions(&json, room->table, seat);
    flip_json_close(&json);
    return add_written(message, &json, error);
}

static int do_ping(struct message *message, struct flip_error *error)
{
    (void)message;
    (void)error;
    return 0;
}

static const struct message_kind {
    const char *name;
    message_does *run;
    bool table;   /* it is about one: 'table' */
    bool changes; /* something durable: the answer is kept with it */
    enum scope scope;
    /* instead of `run`: what the sender does at the table, or with its seat 'seat' */
    int (*of_person)(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);
    int (*of_seat)(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
} message_kinds[] = {
    {"hello", .run = do_hello, .scope = SCOPE_READ},
    {"lobby", .run = do_lobby, .scope = SCOPE_READ},
    {"say", .run = do_say, .changes = true, .scope = SCOPE_CHAT},
    {"watch", .run = do_watch, .table = true, .scope = SCOPE_READ},
    {"unwatch", .run = do_unwatch, .table = true, .scope = SCOPE_READ},
    {"sit", .run = do_sit, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"leave", .table = true, .changes = true, .scope = SCOPE_PLAY, .of_person = room_leave},
    {"return", .table = true, .changes = true, .scope = SCOPE_PLAY, .of_person = room_return},
    {"put_bot", .run = do_put_bot, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"remove_bot", .table = true, .changes = true, .scope = SCOPE_PLAY, .of_seat = room_remove_bot},
    {"start", .table = true, .changes = true, .scope = SCOPE_PLAY, .of_person = room_start},
    {"ready", .table = true, .changes = true, .scope = SCOPE_PLAY, .of_person = room_ready},
    {"link", .run = do_link, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"remove", .table = true, .changes = true, .scope = SCOPE_PLAY, .of_seat = room_remove},
    {"hand_over", .table = true, .changes = true, .scope = SCOPE_PLAY, .of_seat = room_hand_over},
    {"change", .run = do_change, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"act", .run = do_act, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"undo", .run = do_undo, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"hint", .run = do_hint, .table = true, .scope = SCOPE_NONE},
    {"judge", .run = do_judge, .table = true, .scope = SCOPE_NONE},
    {"chat", .run = do_chat, .table = true, .changes = true, .scope = SCOPE_CHAT},
    {"older", .run = do_older, .table = true, .scope = SCOPE_READ},
    {"mute", .run = do_mute, .table = true, .changes = true, .scope = SCOPE_CHAT},
    {"offer", .run = do_offer, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"answer", .run = do_answer, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"end", .run = do_end, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"rematch", .run = do_rematch, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"replace", .table = true, .changes = true, .scope = SCOPE_PLAY, .of_seat = room_replace},
    {"back", .run = do_back, .table = true, .changes = true, .scope = SCOPE_PLAY},
    {"sheet", .run = do_sheet, .table = true, .scope = SCOPE_READ},
    {"read", .run = do_read, .table = true, .scope = SCOPE_READ},
    {"actions", .run = do_actions, .table = true, .scope = SCOPE_READ},
    {"turns", .run = do_turns, .scope = SCOPE_READ},
    {"ping", .run = do_ping, .scope = SCOPE_READ},
    {"seek", .run = do_seek, .scope = SCOPE_PLAY},
    {"friends", .run = do_friends, .scope = SCOPE_READ},
};

static const struct message_kind *message_kind_named(const char *name)
{
    for (size_t i = 0; name && i < sizeof message_kinds / sizeof *message_kinds; i++)
        if (strcmp(message_kinds[i].name, name) == 0)
            return &message_kinds[i];
    return NULL;
}

/* --- answering ----------------------------------------------------------------------------------------------------- */

/* The key under which answers are kept: another person cannot reach them by guessing a client's id. */
static void answer_key(const struct client *link, char out[STORE_ID + CLIENT_ID])
{
    snprintf(out, STORE_ID + CLIENT_ID, "%s.%s", link->presence->person.id, link->name);
}

/* The number of the last message that was answered. Another server may have done that; over other connections of this one, see below. */
static int64_t last_answered(struct server *server, struct client *link, const char *key, struct flip_error *error)
{
    if (!link->answered || store_shared(server->loop.store))
        link->answered = store_answer_last(server->loop.store, key, error);
    const int64_t last = link->answered;
    if (last < 0)
        link->answered = 0;
    return last;
}

/* Noted for all connections of the same client: a message may be repeated over another one. */
static void note_answered(const struct client *link, int64_t number)
{
    for (struct client *other = link->presence->clients; other; other = other->next_of_person)
        if (other->answered < number && (other == link || other->answered) && strcmp(other->name, link->name) == 0)
            other->answered = number;
}

/* Refusals are not stored but remembered as long as their connection, so that a message under way twice cannot be
   refused once and done later. */
static void remember_refusal(struct client *link, int64_t number, const char *text)
{
    struct refusal *refusal = &link->refusals[link->refusal_next++ % REFUSALS_KNOWN];
    free(refusal->text);
    *refusal = (struct refusal){.number = number, .text = strdup(text)};
}

/* Over whichever connection of the same client. */
static const char *earlier_refusal(const struct client *link, int64_t number)
{
    for (const struct client *other = link->presence->clients; other; other = other->next_of_person)
        for (int i = 0; strcmp(other->name, link->name) == 0 && i < REFUSALS_KNOWN; i++)
            if (other->refusals[i].number == number && other->refusals[i].text)
                return other->refusals[i].text;
    return NULL;
}

/* 1: it was answered before, and is again; 0: it is new. */
static int answer_repeated(struct server *server, struct client *link, int64_t number, struct flip_error *error)
{
    char key[STORE_ID + CLIENT_ID], *text;
    const char *refused = earlier_refusal(link, number);
    if (refused) {
        websocket_answer(server, &link->socket, number, refused, strlen(refused));
        return 1;
    }
    answer_key(link, key);
    const int64_t last = last_answered(server, link, key, error);
    if (last < 0 || number > last) /* as nearly all are */
        return last < 0 ? -1 : 0;
    if (number < last - STORE_ANSWERS_KEPT)
        return flip_fail(error, FLIP_ERROR_LATE, "This message is too old; its answer is no longer stored.");
    const int found = store_answer_get(server->loop.store, key, number, &text, error);
    if (found == 1) {
        websocket_answer(server, &link->socket, number, text, strlen(text));
        free(text);
    }
    return found;
}

/* Old answers are pruned only now and then, since that costs nearly as much as keeping one. A new client replaces
   those of the person's that were silent for longest. */
static int keep_answer(struct server *server, const struct client *link, int64_t number, const char *text,
                       struct flip_error *error)
{
    char key[STORE_ID + CLIENT_ID];
    answer_key(link, key);
    if (store_answer_put(server->loop.store, key, number, text, steady_ms(), error) < 0 ||
        (link->answered == 0 &&
         store_answers_bound(server->loop.store, link->presence->person.id, CLIENTS_KEPT, error) < 0) ||
        (number / PRUNE_EVERY != link->answered / PRUNE_EVERY &&
         store_answers_prune(server->loop.store, key, number, error) < 0))
        return -1;
    note_answered(link, number);
    return 0;
}

/* Sends an answer, and keeps it with the change it tells of. */
static int give_answer(struct server *server, struct client *link, const struct message_kind *kind,
                       const struct message *message, bool refused, struct flip_error *error)
{
    char done[48], *whole = message->answer ? json_dumps(message->answer, JSON_COMPACT) : NULL;
    const char *text = message->answer ? whole : done;
    snprintf(done, sizeof done, "{\"re\":%lld,\"ok\":true}", (long long)message->number);
    if (!text)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
    const int kept = kind->changes && !refused ? keep_answer(server, link, message->number, text, error) : 0;
    if (refused)
        remember_refusal(link, message->number, text);
    if (kept == 0 && server->loop.outage.on) /* only what needs nothing of the store is done now */
        websocket_tell(&link->socket, text, strlen(text));
    else if (kept == 0)
        websocket_answer(server, &link->socket, message->number, text, strlen(text));
    free(whole);
    return kept;
}

static int run_kind(const struct message_kind *kind, struct message *message, struct flip_error *error)
{
    const char *person = sender_of(message)->id;
    if (kind->table && !(message->room = room_find(message->rooms, message_text(message, "table"), error)))
        return -1;
    if (kind->of_person)
        return kind->of_person(message->rooms, message->room, person, error);
    return kind->of_seat ? kind->of_seat(message->rooms, message->room, person, message_int(message, "seat", -1), error)
                         : kind->run(message, error);
}

/* Answers wait in the outbox until the loop has committed: nothing that failed is reported as done. */
static int run_message(struct server *server, struct client *link, struct message *message, struct flip_error *error)
{
    const json_t *number = json_object_get(message->body, "n");
    const struct message_kind *kind = message_kind_named(json_string_value(json_object_get(message->body, "do")));
    if (!json_is_integer(number) || json_integer_value(number) < 1)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "Every message carries 'n', counted up from 1.");
    message->number = json_integer_value(number);
    if (!kind)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "'do' is not something this server can do.");
    if (!link->name[0] && kind->run != do_hello)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "The first message is 'hello'.");
    if (!(link->scopes & kind->scope) && link->scopes != SCOPE_PERSON)
        return flip_fail(error, FLIP_ERROR_SCOPE, "This token does not allow that.");
    if (check_work(server, link->socket.visitor, WORK_TO_ASK, NULL, error) < 0)
        return -1;
    const int before = kind->changes ? answer_repeated(server, link, message->number, error) : 0;
    if (before != 0)
        return before < 0 ? -1 : 0;
    const bool is_move = kind->run == do_act; /* as most are: there is nothing to add to its answer */
    message->answer = is_move ? NULL : json_pack("{s:I, s:b}", "re", (json_int_t)message->number, "ok", 1);
    if (!message->answer && !is_move)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
    const int waits = kind->table ? park_until_fetched(message, kind->changes, error) : 0;
    if (waits == 1)
        return 0;
    const bool refused = waits < 0 || run_kind(kind, message, error) < 0;
    if (refused) {
        if (!kind->changes || server_failure(error))
            return -1;
        server->loop.metrics.errors++;
        json_decref(message->answer);
        if (!(message->answer = message_error(message->number, error)))
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
    }
    if (!message->later && give_answer(server, link, kind, message, refused, error) < 0)
        return roll_back_to_store(&server->loop); /* done, but the answer could not be kept with it */
    return 0;
}

static void do_message(struct server *server, struct client *link, const json_t *body, const char *text, size_t length)
{
    struct flip_error error = {0};
    struct message message = {
        .server = server, .rooms = server->rooms, .link = link, .body = body, .text = text, .length = length};
    const uint64_t written = store_writes(server->loop.store);
    payer_of(&link->presence->person, link->socket.visitor->address, server->people->payer);
    if (run_message(server, link, &message, &error) < 0) {
        server_default_error(&error);
        if (!store_lost(server->loop.store) || !pending_retry(server, &link->socket, text, length)) {
            server->loop.metrics.errors++;
            websocket_refuse(server, &link->socket, message.number, &error);
        }
        server_note_refusal(&server->loop, &error, written);
    }
    json_decref(message.answer);
}

bool message_at_any_time(const char *text, size_t length)
{
    json_t *body = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const struct message_kind *kind = message_kind_named(json_string_value(json_object_get(body, "do")));
    json_decref(body);
    return kind && (kind->run == do_ping || kind->run == do_hello);
}

void message_handle(struct server *server, struct websocket *socket, const char *text, size_t length)
{
    struct client *link = client_of(socket);
    struct flip_error error;
    json_error_t why = {0};
    const double began = cpu_ms();
    json_t *body = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    if (!body && (!why.text[0] || json_error_code(&why) == json_error_out_of_memory)) {
        websocket_close(
            socket); /* its number is not known, so it cannot be refused: the client comes back and sends it again */
    } else if (json_is_object(body)) {
        do_message(server, link, body, text, length);
    } else {
        flip_fail(&error, FLIP_ERROR_BAD_MESSAGE, "A message is one JSON object.");
        server->loop.metrics.errors++;
        websocket_refuse(server, &link->socket, message_number(text, length),
                         &error); /* it may be all that can be read */
    }
    json_decref(body);
    server->net->message_came = 0;
    throttle_charge(server, socket->visitor, cpu_ms() - began);
}
