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
    struct link *link; /* NULL: it has gone */
    int64_t came;
    size_t length;
    char text[];
};

static const char not_saved[] = "{\"push\":\"store\",\"saved\":false,\"message\":\"Not saved yet. Trying again …\"}";
static const char saved[] = "{\"push\":\"store\",\"saved\":true}";

static void come_round(lws_sorted_usec_list_t *timer) { (void)timer; }

static void try_in(struct hub *hub, int ms)
{
    hub->trouble.next = (int64_t)lws_now_usecs() + ms * 1000;
    lws_sul_schedule(hub->lws, 0, &hub->trouble.timer, come_round, (lws_usec_t)ms * 1000);
}

static int64_t lasted_ms(const struct hub *hub) { return ((int64_t)lws_now_usecs() - hub->trouble.since) / 1000; }

/* --- beginning ----------------------------------------------------------------------------------------------------------- */

void trouble_begin(struct hub *hub, const struct flip_error *why)
{
    struct trouble *trouble = &hub->trouble;
    snprintf(trouble->why, sizeof trouble->why, "%.*s", (int)sizeof trouble->why - 1, why->message);
    if (trouble->on)
        return;
    trouble->on = true;
    trouble->told = false;
    trouble->since = (int64_t)lws_now_usecs();
    trouble->delay = FIRST_DELAY_MS;
    hub->metrics.troubles++;
    try_in(hub, trouble->delay);
}

bool hub_ready(struct hub *hub)
{
    struct flip_error error;
    if ((hub->failed || store_broken(hub->store)) && !hub->trouble.on)
        hub_start_over(hub);
    if (hub->trouble.on)
        return false;
    if (store_begin(hub->store, &error) == 0)
        return true;
    trouble_begin(hub, &error);
    return false;
}

void trouble_tell(struct hub *hub, struct link *link)
{
    if (hub->trouble.on && hub->trouble.told)
        link_tell(link, not_saved, sizeof not_saved - 1);
}

static void tell_all(struct hub *hub)
{
    if (hub->trouble.told || lasted_ms(hub) < TELL_AFTER_MS)
        return;
    hub->trouble.told = true;
    log_event("error", "store_trouble", "why", hub->trouble.why, NULL);
    for (struct link *link = hub->links; link; link = link->next)
        trouble_tell(hub, link);
}

/* --- holding ------------------------------------------------------------------------------------------------------------- */

static void refuse(struct hub *hub, struct link *link)
{
    char text[256];
    const int length =
        snprintf(text, sizeof text,
                 "{\"re\":%lld,\"ok\":false,\"error\":{\"code\":\"store\",\"message\":\"The server cannot save "
                 "anything at the moment, so this was not done. Please try again later.\"}}",
                 (long long)message_number(link->incoming, link->incoming_length));
    hub->metrics.errors++;
    link_tell(link, text, (size_t)length);
}

bool trouble_holds_message(struct hub *hub, struct link *link)
{
    struct trouble *trouble = &hub->trouble;
    const size_t length = link->incoming_length;
    if ((trouble->messages == NULL && hub_ready(hub)) || message_at_any_time(link->incoming, length))
        return false;
    const bool room =
        link->held < LINK_MESSAGES && trouble->message_count < ALL_MESSAGES && trouble->bytes + length <= ALL_BYTES;
    struct held *held = room ? malloc(sizeof *held + length) : NULL;
    if (!held) {
        refuse(hub, link);
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

void trouble_forget_link(struct hub *hub, struct link *link)
{
    for (struct held *held = hub->trouble.messages; held && link->held > 0; held = held->next)
        if (held->link == link) {
            held->link = NULL;
            link->held--;
        }
}

static void refuse_request(struct request *request)
{
    struct flip_error error;
    flip_fail(&error, "store", "The server cannot save anything at the moment. Please try again later.");
    request_refuse(request, &error);
}

/* The page's own files, /healthz and /metrics need nothing of the store. */
bool trouble_holds_request(struct request *request)
{
    struct hub *hub = request->hub;
    struct trouble *trouble = &hub->trouble;
    if ((!request->post && strncmp(request->path, "/api/", 5) != 0) || (!trouble->requests && hub_ready(hub)))
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
    struct trouble *trouble = &request->hub->trouble;
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
static void refuse_old_requests(struct hub *hub)
{
    const int64_t before = (int64_t)lws_now_usecs() - (int64_t)REQUEST_MS * 1000;
    for (struct request *request; (request = hub->trouble.requests) && request->held < before;) {
        trouble_forget_request(request);
        refuse_request(request);
    }
}

static void run_held(struct hub *hub)
{
    struct trouble *trouble = &hub->trouble;
    const int64_t until = (int64_t)lws_now_usecs() + SLICE_US;
    while ((trouble->messages || trouble->requests) && (int64_t)lws_now_usecs() < until && hub_ready(hub)) {
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
            hub->message_came = held->came;
            link_handle(hub, held->link, held->text, held->length);
        }
        free(held);
    }
    if (trouble->messages || trouble->requests)
        hub_come_round(hub, 1);
}

/* --- trying again -------------------------------------------------------------------------------------------------------------- */

/* Watchers see their tables again, bots are asked again. */
static int find_again(struct hub *hub, struct flip_error *error)
{
    if (present_refresh(hub, error) < 0 || hub_wake_rooms(hub, error) < 0)
        return -1;
    for (struct link *link = hub->links; link; link = link->next)
        if (link_watch_lost(hub, link, error) < 0)
            return -1;
    return 0;
}

/* The time was nobody's fault: as after a restart, everybody has a minute at least. */
static void give_grace(struct hub *hub)
{
    hub->started = steady_ms();
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = hub->rooms[i]; room; room = room->next)
            clock_grace(hub, room);
}

static void end(struct hub *hub)
{
    struct trouble *trouble = &hub->trouble;
    const int64_t lasted = lasted_ms(hub);
    trouble->on = trouble->rooms_lost = false;
    hub->turn++; /* what was queued before is durable now */
    if (lasted >= GRACE_AFTER_MS)
        give_grace(hub);
    if (trouble->told) {
        char ms[24];
        snprintf(ms, sizeof ms, "%lld", (long long)lasted);
        log_event("info", "store_works_again", "after_ms", ms, NULL);
    }
    for (struct link *link = hub->links; link; link = link->next) {
        if (trouble->told)
            link_send(hub, link, saved, sizeof saved - 1);
        link_ask_to_write(link);
    }
    lws_callback_on_writable_all_protocol(hub->lws, &hub->protocols[0]);
}

static int attempt(struct hub *hub, struct flip_error *error)
{
    if (store_commit(hub->store, error) < 0) {
        hub->metrics.commit_failures++;
        return -1;
    }
    if (store_begin(hub->store, error) < 0)
        return -1;
    if (!hub->trouble.rooms_lost || find_again(hub, error) == 0)
        return 0;
    store_roll_back(hub->store);
    return -1;
}

static void try_now(struct hub *hub)
{
    struct trouble *trouble = &hub->trouble;
    struct flip_error error;
    if (attempt(hub, &error) == 0) {
        end(hub);
    } else {
        snprintf(trouble->why, sizeof trouble->why, "%.*s", (int)sizeof trouble->why - 1, error.message);
        try_in(hub, trouble->delay);
        trouble->delay = trouble->delay * 2 < LONGEST_DELAY_MS ? trouble->delay * 2 : LONGEST_DELAY_MS;
    }
    hub->failed = false;
}

/* --- what fails again and again ---------------------------------------------------------------------------------------- */

static const struct suspect *suspect_of(const struct hub *hub, const char *id)
{
    for (int i = 0; i < SUSPECTS; i++)
        if (strcmp(hub->suspects[i].id, id) == 0)
            return &hub->suspects[i];
    return NULL;
}

bool suspect_left_alone(const struct hub *hub, const char *id)
{
    const struct suspect *suspect = suspect_of(hub, id);
    return suspect && suspect->failures >= MOST_FAILURES;
}

void suspect_add(struct hub *hub, const char *id)
{
    struct suspect *suspect = (struct suspect *)suspect_of(hub, id);
    if (!suspect) {
        suspect = &hub->suspects[hub->next_suspect];
        hub->next_suspect = (hub->next_suspect + 1) % SUSPECTS;
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

bool turn_lost(const struct hub *hub, uint64_t turn)
{
    for (int i = 0; i < LOST_TURNS; i++)
        if (turn > 0 && hub->lost_turns[i] == turn)
            return true;
    return false;
}

bool turns_lost_since(const struct hub *hub, uint64_t turn)
{
    for (int i = 0; i < LOST_TURNS; i++)
        if (hub->lost_turns[i] > 0 && hub->lost_turns[i] >= turn)
            return true;
    return false;
}

void hub_start_over(struct hub *hub)
{
    struct flip_error error;
    log_event("error", "start_over", NULL);
    store_roll_back(hub->store);
    for (struct link *link = hub->links; link; link = link->next) {
        link_take_back(hub, link);
        link_lose_rooms(link);
    }
    rooms_sweep(hub, true);
    hub_drop_bots(hub);
    hub->lost_turns[hub->next_lost] = hub->turn;
    hub->next_lost = (hub->next_lost + 1) % LOST_TURNS;
    hub->failed = false;
    hub->others_version = -1;
    hub->clocks_dirty = true;
    hub->trouble.rooms_lost = true;
    flip_fail(&error, "store", "The server looks up what is saved.");
    trouble_begin(hub, &error);
    try_now(hub);
}

void trouble_turn(struct hub *hub)
{
    if (hub->trouble.on && (int64_t)lws_now_usecs() >= hub->trouble.next)
        try_now(hub);
    if (!hub->trouble.on) {
        run_held(hub);
        return;
    }
    tell_all(hub);
    refuse_old_requests(hub);
}

void trouble_close(struct hub *hub)
{
    for (struct held *next; hub->trouble.messages; hub->trouble.messages = next) {
        next = hub->trouble.messages->next;
        free(hub->trouble.messages);
    }
}
