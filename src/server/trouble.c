/*
 * What the server does while the store cannot keep anything: another program holds the file, the disk is full or failing, the file
 * was removed. The loop never waits for it. What was done and is not durable yet is tried again from a timer (store_commit makes the
 * same changes anew); what comes meanwhile waits in the order in which it came; nobody is disconnected, and nothing is told that
 * could still be lost. When it takes longer, everybody connected is told that nothing is saved for now.
 *
 * What waits has a bound. Beyond it, and for requests after a while, the answer is the error `store`, and nothing was done.
 */
#include "server/api.h"

#include "server/clocks.h"
#include "server/connections.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_DELAY_MS = 5,
    LONGEST_DELAY_MS = 1000,
    TELL_AFTER_MS = 400,
    REQUEST_MS = 15000,
    GRACE_AFTER_MS = 2000,
    SLICE_US = 20000,
    LINK_MESSAGES = 32,
    ALL_MESSAGES = 50000,
    ALL_BYTES = 32 << 20,
    ALL_REQUESTS = 1000,
    MOST_FAILURES = 3,
};

struct held {
    struct held *next;
    struct websocket *link; /* NULL: it has gone */
    int64_t came;
    size_t length;
    char text[];
};

static const char not_saved[] = "{\"push\":\"store\",\"saved\":false,\"message\":\"Not saved yet. Trying again …\"}";
static const char saved[] = "{\"push\":\"store\",\"saved\":true}";

static void come_round(lws_sorted_usec_list_t *timer) { (void)timer; }

static void try_in(struct server *server, int ms)
{
    server->trouble.next = (int64_t)lws_now_usecs() + ms * 1000;
    lws_sul_schedule(server->lws, 0, &server->trouble.timer, come_round, (lws_usec_t)ms * 1000);
}

static int64_t lasted_ms(const struct server *server)
{
    return ((int64_t)lws_now_usecs() - server->trouble.since) / 1000;
}

/* --- beginning ----------------------------------------------------------------------------------------------------------- */

void trouble_begin(struct server *server, const struct flip_error *why)
{
    struct trouble *trouble = &server->trouble;
    snprintf(trouble->why, sizeof trouble->why, "%.*s", (int)sizeof trouble->why - 1, why->message);
    if (trouble->on)
        return;
    trouble->on = true;
    trouble->told = false;
    trouble->since = (int64_t)lws_now_usecs();
    trouble->delay = FIRST_DELAY_MS;
    server->metrics.troubles++;
    try_in(server, trouble->delay);
}

bool server_ready(struct server *server)
{
    struct flip_error error;
    if ((server->failed || store_broken(server->store)) && !server->trouble.on)
        server_start_over(server);
    if (server->trouble.on)
        return false;
    if (store_begin(server->store, &error) == 0)
        return true;
    trouble_begin(server, &error);
    return false;
}

void trouble_tell(struct server *server, struct websocket *link)
{
    if (server->trouble.on && server->trouble.told)
        websocket_tell(link, not_saved, sizeof not_saved - 1);
}

static void tell_all(struct server *server)
{
    if (server->trouble.told || lasted_ms(server) < TELL_AFTER_MS)
        return;
    server->trouble.told = true;
    log_event("error", "store_trouble", "why", server->trouble.why, NULL);
    for (struct websocket *link = server->links; link; link = link->next)
        trouble_tell(server, link);
}

/* --- holding ------------------------------------------------------------------------------------------------------------- */

static void refuse(struct server *server, struct websocket *link)
{
    char text[256];
    const int length =
        snprintf(text, sizeof text,
                 "{\"re\":%lld,\"ok\":false,\"error\":{\"code\":\"store\",\"message\":\"The server cannot save "
                 "anything at the moment, so this was not done. Please try again later.\"}}",
                 (long long)message_number(link->incoming, link->incoming_length));
    server->metrics.errors++;
    websocket_tell(link, text, (size_t)length);
}

bool trouble_holds_message(struct server *server, struct websocket *link)
{
    struct trouble *trouble = &server->trouble;
    const size_t length = link->incoming_length;
    if ((trouble->messages == NULL && server_ready(server)) || message_at_any_time(link->incoming, length))
        return false;
    const bool room =
        link->held < LINK_MESSAGES && trouble->message_count < ALL_MESSAGES && trouble->bytes + length <= ALL_BYTES;
    struct held *held = room ? malloc(sizeof *held + length) : NULL;
    if (!held) {
        refuse(server, link);
        return true;
    }
    held->next = NULL;
    held->link = link;
    held->came = (int64_t)lws_now_usecs();
    held->length = length;
    memcpy(held->text, link->incoming, length);
    if (!trouble->messages)
        trouble->messages_last = &trouble->messages;
    *trouble->messages_last = held;
    trouble->messages_last = &held->next;
    trouble->message_count++;
    trouble->bytes += length;
    link->held++;
    return true;
}

void trouble_forget_link(struct server *server, struct websocket *link)
{
    for (struct held *held = server->trouble.messages; held && link->held > 0; held = held->next)
        if (held->link == link) {
            held->link = NULL;
            link->held--;
        }
}

static void refuse_request(struct request *request)
{
    struct flip_error error;
    flip_fail(&error, FLIP_ERROR_STORE, "The server cannot save anything at the moment. Please try again later.");
    request_refuse(request, &error);
}

/* The page's own files, /healthz and /metrics need nothing of the store. */
bool trouble_holds_request(struct request *request)
{
    struct server *server = request->server;
    struct trouble *trouble = &server->trouble;
    if ((!request->post && strncmp(request->path, "/api/", 5) != 0) || (!trouble->requests && server_ready(server)))
        return false;
    if (trouble->request_count >= ALL_REQUESTS) {
        refuse_request(request);
        return true;
    }
    connection_pause(request->wsi);
    request->state = REQUEST_HELD;
    request->held = (int64_t)lws_now_usecs();
    request->next_held = NULL;
    if (!trouble->requests)
        trouble->requests_last = &trouble->requests;
    *trouble->requests_last = request;
    trouble->requests_last = &request->next_held;
    trouble->request_count++;
    return true;
}

void trouble_forget_request(struct request *request)
{
    struct trouble *trouble = &request->server->trouble;
    for (struct request **at = &trouble->requests; request->held && *at; at = &(*at)->next_held)
        if (*at == request) {
            *at = request->next_held;
            if (!*at)
                trouble->requests_last = at;
            trouble->request_count--;
            break;
        }
    request->held = 0;
}

/* Somebody waits for a page: after a while an honest answer is better than none. */
static void refuse_old_requests(struct server *server)
{
    const int64_t before = (int64_t)lws_now_usecs() - (int64_t)REQUEST_MS * 1000;
    for (struct request *request; (request = server->trouble.requests) && request->held < before;) {
        trouble_forget_request(request);
        refuse_request(request);
    }
}

static void run_held(struct server *server)
{
    struct trouble *trouble = &server->trouble;
    const int64_t until = (int64_t)lws_now_usecs() + SLICE_US;
    while ((trouble->messages || trouble->requests) && (int64_t)lws_now_usecs() < until && server_ready(server)) {
        struct held *held = trouble->messages;
        if (!held) {
            struct request *request = trouble->requests;
            trouble_forget_request(request);
            request_run(request);
            continue;
        }
        trouble->messages = held->next;
        trouble->message_count--;
        trouble->bytes -= held->length;
        if (held->link) {
            held->link->held--;
            server->message_came = held->came;
            link_handle(server, held->link, held->text, held->length);
        }
        free(held);
    }
    if (trouble->messages || trouble->requests)
        server_come_round(server, 1);
}

/* --- trying again -------------------------------------------------------------------------------------------------------------- */

/* Watchers see their tables again, bots are asked again. */
static int find_again(struct server *server, struct flip_error *error)
{
    if (present_refresh(server, error) < 0 || server_wake_rooms(server, error) < 0)
        return -1;
    for (struct websocket *link = server->links; link; link = link->next)
        if (websocket_watch_lost(server, link, error) < 0)
            return -1;
    return 0;
}

/* The time was nobody's fault: as after a restart, everybody has a minute at least. */
static void give_grace(struct server *server)
{
    server->started = steady_ms();
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = server->rooms[i]; room; room = room->next)
            clock_grace(server, room);
}

static void end(struct server *server)
{
    struct trouble *trouble = &server->trouble;
    const int64_t lasted = lasted_ms(server);
    trouble->on = trouble->rooms_lost = false;
    server->turn++; /* what was queued before is durable now */
    if (lasted >= GRACE_AFTER_MS)
        give_grace(server);
    if (trouble->told) {
        char ms[24];
        snprintf(ms, sizeof ms, "%lld", (long long)lasted);
        log_event("info", "store_works_again", "after_ms", ms, NULL);
    }
    for (struct websocket *link = server->links; link; link = link->next) {
        if (trouble->told)
            websocket_send(server, link, saved, sizeof saved - 1);
        websocket_ask_to_write(link);
    }
    lws_callback_on_writable_all_protocol(server->lws, &server->protocols[0]);
}

static int attempt(struct server *server, struct flip_error *error)
{
    if (store_commit(server->store, error) < 0) {
        server->metrics.commit_failures++;
        return -1;
    }
    if (store_begin(server->store, error) < 0)
        return -1;
    if (!server->trouble.rooms_lost || find_again(server, error) == 0)
        return 0;
    store_roll_back(server->store);
    return -1;
}

static void try_now(struct server *server)
{
    struct trouble *trouble = &server->trouble;
    struct flip_error error;
    if (attempt(server, &error) == 0) {
        end(server);
    } else {
        snprintf(trouble->why, sizeof trouble->why, "%.*s", (int)sizeof trouble->why - 1, error.message);
        try_in(server, trouble->delay);
        trouble->delay = trouble->delay * 2 < LONGEST_DELAY_MS ? trouble->delay * 2 : LONGEST_DELAY_MS;
    }
    server->failed = false;
}

/* --- what fails again and again ---------------------------------------------------------------------------------------- */

static const struct suspect *suspect_of(const struct server *server, const char *id)
{
    for (int i = 0; i < SUSPECTS; i++)
        if (strcmp(server->suspects[i].id, id) == 0)
            return &server->suspects[i];
    return NULL;
}

bool suspect_left_alone(const struct server *server, const char *id)
{
    const struct suspect *suspect = suspect_of(server, id);
    return suspect && suspect->failures >= MOST_FAILURES;
}

void suspect_add(struct server *server, const char *id)
{
    struct suspect *suspect = (struct suspect *)suspect_of(server, id);
    if (!suspect) {
        suspect = &server->suspects[server->next_suspect];
        server->next_suspect = (server->next_suspect + 1) % SUSPECTS;
        *suspect = (struct suspect){0};
        snprintf(suspect->id, sizeof suspect->id, "%s", id);
    }
    if (++suspect->failures == MOST_FAILURES)
        log_event("error", "left_alone", "what",
                  strncmp(id, "w ", 2) == 0   ? "a wish"
                  : strncmp(id, "d ", 2) == 0 ? "a deletion"
                                              : "the bots of a table",
                  NULL);
}

/* --- starting from what is durable ------------------------------------------------------------------------------------------ */

bool turn_lost(const struct server *server, uint64_t turn)
{
    for (int i = 0; i < LOST_TURNS; i++)
        if (turn > 0 && server->lost_turns[i] == turn)
            return true;
    return false;
}

bool turns_lost_since(const struct server *server, uint64_t turn)
{
    for (int i = 0; i < LOST_TURNS; i++)
        if (server->lost_turns[i] > 0 && server->lost_turns[i] >= turn)
            return true;
    return false;
}

void server_start_over(struct server *server)
{
    struct flip_error error;
    log_event("error", "start_over", NULL);
    store_roll_back(server->store);
    for (struct websocket *link = server->links; link; link = link->next) {
        websocket_take_back(server, link);
        websocket_lose_rooms(link);
    }
    rooms_sweep(server, true);
    server_drop_bots(server);
    server->lost_turns[server->next_lost] = server->turn;
    server->next_lost = (server->next_lost + 1) % LOST_TURNS;
    server->failed = false;
    server->others_version = -1;
    server->clocks_dirty = true;
    server->trouble.rooms_lost = true;
    flip_fail(&error, FLIP_ERROR_STORE, "The server looks up what is saved.");
    trouble_begin(server, &error);
    try_now(server);
}

void trouble_turn(struct server *server)
{
    if (server->trouble.on && (int64_t)lws_now_usecs() >= server->trouble.next)
        try_now(server);
    if (!server->trouble.on) {
        run_held(server);
        return;
    }
    tell_all(server);
    refuse_old_requests(server);
}

void trouble_close(struct server *server)
{
    for (struct held *next; server->trouble.messages; server->trouble.messages = next) {
        next = server->trouble.messages->next;
        free(server->trouble.messages);
    }
}
