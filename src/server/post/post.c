/* The post's loop side: from what was told to the outbox, from the outbox to the threads, and what became of it. See post.h. */
#include "server/post/post.h"

#include "server/post/letter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS = 2,
    AT_A_TIME = 32,
    MOST_WAITING = 1000,    /* requests in memory */
    MOMENT_MS = 3000,       /* somebody who reloads the page is not away */
    MAIL_AFTER_MS = 600000, /* who comes back by then needs no mail */
    LEASE_MS = 60000,       /* longer than one attempt takes */
    LOOK_MS = 30000,
    MOST_TRIES = 8
};

const char *const post_kind_words[POST_KINDS] = {"turn", "start", "over", "challenge", "friend", "offer"};
static const char *const channel_words[] = {"push", "mail", "hook"};

/* Told, and not in the outbox yet. */
struct post_request {
    struct post_request *next;
    char person[STORE_ID]; /* empty: for the webhook */
    struct post_news news;
    char *body; /* of the webhook; owned */
};

/* --- beginning and end ------------------------------------------------------------------------------------------------------- */

int post_open(struct post *post, struct flip_error *error)
{
    struct store *store = post->loop->store;
    const struct config *config = &post->loop->config;
    if (!deliver_can())
        return config->webhook[0] || config->smtp[0]
                   ? flip_fail(error, FLIP_ERROR_USAGE,
                               "This program was built without libcurl, which --webhook and --smtp need.")
                   : 0;
    const int found = store_site_key(store, "vapid", post->vapid, VAPID_BYTES, error);
    if (found != 0)
        return found < 0 ? -1 : 0;
    if (seal_make_key(post->vapid) < 0)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "A key for push messages cannot be made.");
    return store_site_key_put(store, "vapid", post->vapid, VAPID_BYTES, error);
}

int post_start(struct post *post, void (*wake)(void *context), struct flip_error *error)
{
    if (!deliver_can())
        return 0;
    post->next = 1; /* the first look finds out */
    post->workers = workers_start(THREADS, false, wake, post->people->server);
    return post->workers ? 0 : flip_fail(error, FLIP_ERROR_THREADS, "Cannot start the threads that send messages.");
}

static void free_letter(struct task *task)
{
    struct letter *letter = (struct letter *)task;
    free(letter->address);
    free(letter->body);
    free(letter->public);
    free(letter->auth);
    free(letter);
}

static void drop_claimed(struct post *post)
{
    for (struct letter *letter; (letter = post->claimed);) {
        post->claimed = letter->next;
        free_letter(&letter->task);
    }
}

static void drop_requests(struct post *post)
{
    for (struct post_request *request; (request = post->requests);) {
        post->requests = request->next;
        free(request->body);
        free(request);
    }
}

void post_stop(struct post *post)
{
    atomic_store(&post->stopping, true);
    workers_stop(post->workers);
    post->workers = NULL;
    post_forget(post);
}

void post_forget(struct post *post)
{
    drop_requests(post);
    drop_claimed(post); /* they are due again, if they were ever claimed */
    post->next = 1;
}

bool post_pushes(const struct post *post) { return post->workers != NULL; }

bool post_mails(const struct post *post) { return post->workers && post->loop->config.smtp[0]; }

/* --- telling ------------------------------------------------------------------------------------------------------------------ */

static struct post_request *add_request(struct post *post)
{
    int count = 0;
    for (const struct post_request *request = post->requests; request; request = request->next)
        count++;
    struct post_request *request = post->workers && count < MOST_WAITING ? calloc(1, sizeof *request) : NULL;
    if (!request)
        return NULL;
    request->next = post->requests;
    post->requests = request;
    loop_wake(post->loop, WAKE_SOON, 0);
    return request;
}

void post_tell(struct post *post, const char *person, const struct post_news *news)
{
    struct post_request *request = person[0] ? add_request(post) : NULL;
    if (!request)
        return;
    snprintf(request->person, sizeof request->person, "%s", person);
    request->news = *news;
}

void post_hook(struct post *post, const char *event, const char *text, const char *place, json_t *data)
{
    char id[STORE_ID], url[POST_PLACE + 256];
    const struct config *config = &post->loop->config;
    struct post_request *request = config->webhook[0] ? add_request(post) : NULL;
    fresh_id(id);
    snprintf(url, sizeof url, "%s%s", config->origin, place);
    json_t *body = request && data ? json_pack("{s:s, s:s, s:I, s:s, s:s, s:O}", "event", event, "id", id, "time",
                                               (json_int_t)wall_ms(), "text", text, "url", url, "data", data)
                                   : NULL;
    json_decref(data);
    if (request)
        request->body = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
}

/* --- into the outbox ---------------------------------------------------------------------------------------------------------- */

int post_wanted(struct store *store, const char *person, struct store_notification *out, struct flip_error *error)
{
    *out = (struct store_notification){.push_kinds = POST_ALL_KINDS, .quiet_from = -1, .quiet_to = -1};
    return store_notification_get(store, person, out, error) < 0 ? -1 : 0;
}

int64_t post_quiet_until(const struct store_notification *wanted, int64_t now)
{
    enum { DAY = 1440 };
    if (wanted->quiet_from < 0 || wanted->quiet_from == wanted->quiet_to)
        return 0;
    const int64_t minute = (now / 60000 + wanted->zone + 2 * DAY) % DAY;
    const int64_t since = (minute - wanted->quiet_from + DAY) % DAY;
    const int64_t lasts = (wanted->quiet_to - wanted->quiet_from + DAY) % DAY;
    return since < lasts ? (now / 60000 + lasts - since) * 60000 : 0;
}

static int put(struct post *post, enum channel channel, const char *person, const char *address, const char *body,
               int64_t due, struct flip_error *error)
{
    struct store_letter letter = {
        .channel = channel_words[channel], .address = address, .body = body, .created = wall_ms(), .due = due};
    fresh_id(letter.id);
    snprintf(letter.person, sizeof letter.person, "%s", person);
    if (post->next == 0 || due < post->next)
        post->next = due;
    return store_letter_put(post->loop->store, &letter, error);
}

struct browsers {
    struct store_push list[16];
    int count;
};

static int note_browser(void *context, const struct store_push *push)
{
    struct browsers *browsers = context;
    browsers->list[browsers->count++] = *push;
    return browsers->count < (int)(sizeof browsers->list / sizeof *browsers->list) ? 0 : -1;
}

static int put_push(struct post *post, const struct post_request *request, int64_t due, struct flip_error *error)
{
    const struct post_news *news = &request->news;
    struct browsers *browsers = calloc(1, sizeof *browsers);
    char *body = NULL;
    int status = browsers ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    if (status == 0)
        status = store_pushes(post->loop->store, request->person, note_browser, browsers, error) < 0 ? -1 : 0;
    if (status == 0 && browsers->count > 0) {
        json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:s}", "kind", post_kind_words[news->kind], "title",
                                   news->title, "text", news->text, "url", news->place, "tag", news->tag);
        body = object ? json_dumps(object, JSON_COMPACT) : NULL;
        json_decref(object);
    }
    for (int i = 0; body && status == 0 && i < browsers->count; i++)
        status = put(post, CHANNEL_PUSH, request->person, browsers->list[i].endpoint, body, due, error);
    free(body);
    free(browsers);
    return status;
}

void post_stop_code(const struct post *post, const char *person, char out[STORE_CODE])
{
    unsigned char mac[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, post->loop->secret, sizeof post->loop->secret);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)"stop mail ", 10);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)person, strlen(person));
    crypto_auth_hmacsha256_final(&state, mac);
    sodium_bin2hex(out, STORE_CODE, mac, sizeof mac);
}

/* With what follows every mail: why it comes, and how to stop it with one press. */
static int put_mail(struct post *post, const char *person, const char *address, const char *subject, const char *text,
                    bool asked, int64_t due, struct flip_error *error)
{
    char code[STORE_CODE], stop[600], *whole = NULL;
    post_stop_code(post, person, code);
    snprintf(stop, sizeof stop, "%s/api/mail/stop/%s/%s", post->loop->config.origin, person, code);
    json_t *object =
        asprintf(&whole, "%s\n\n-- \nNo more mail from Flipside: %s\n", text, stop) < 0
            ? NULL
            : json_pack("{s:s, s:s, s:s, s:b}", "subject", subject, "text", whole, "stop", stop, "asked", asked);
    char *body = object ? json_dumps(object, JSON_COMPACT) : NULL;
    const int status = body ? put(post, CHANNEL_MAIL, person, address, body, due, error)
                            : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    free(body);
    free(whole);
    json_decref(object);
    return status;
}

int post_mail(struct post *post, const char *person, const char *address, const char *subject, const char *text,
              struct flip_error *error)
{
    loop_wake(post->loop, WAKE_SOON, 0);
    return put_mail(post, person, address, subject, text, true, wall_ms(), error);
}

/* One mail about all that has happened: as long as one waits, there is no second one. */
static int put_mail_about(struct post *post, const struct post_request *request, const char *address, int64_t due,
                          struct flip_error *error)
{
    char text[POST_TEXT + POST_PLACE + 300];
    const int waits = store_letter_waits(post->loop->store, request->person, "mail", error);
    if (waits != 0)
        return waits < 0 ? -1 : 0;
    snprintf(text, sizeof text, "%s\n\n%s%s", request->news.text, post->loop->config.origin, request->news.place);
    return put_mail(post, request->person, address, request->news.title, text, false, due, error);
}

static int take_request(struct post *post, const struct post_request *request, struct flip_error *error)
{
    struct store_notification wanted;
    const int64_t now = wall_ms();
    if (request->person[0] == '\0')
        return request->body ? put(post, CHANNEL_HOOK, "", "", request->body, now, error) : 0;
    if (post_wanted(post->loop->store, request->person, &wanted, error) < 0)
        return -1;
    const int64_t quiet = post_quiet_until(&wanted, now);
    const int64_t bit = 1 << request->news.kind;
    if ((wanted.push_kinds & bit) && put_push(post, request, quiet ? quiet : now + MOMENT_MS, error) < 0)
        return -1;
    if (post_mails(post) && wanted.confirmed && (wanted.mail_kinds & bit))
        return put_mail_about(post, request, wanted.mail, quiet > now + MAIL_AFTER_MS ? quiet : now + MAIL_AFTER_MS,
                              error);
    return 0;
}

/* --- from the outbox ---------------------------------------------------------------------------------------------------------- */

static void run_letter(struct task *task) { deliver((struct letter *)task); }

static enum channel channel_named(const char *word)
{
    const int channel = word_index(word, channel_words, CHANNEL_HOOK);
    return channel < 0 ? CHANNEL_HOOK : (enum channel)channel;
}

struct due {
    struct post *post;
    struct letter *first;
    bool no_memory;
};

static int note_due(void *context, const struct store_letter *row)
{
    struct due *due = context;
    struct letter *letter = calloc(1, sizeof *letter);
    if (!letter)
        return (due->no_memory = true) ? -1 : 0;
    letter->task.work = run_letter;
    letter->task.free = free_letter;
    letter->task.item.class = FAIR_QUICK;
    letter->config = &due->post->loop->config;
    letter->stopping = &due->post->stopping;
    letter->vapid = due->post->vapid;
    letter->channel = channel_named(row->channel);
    letter->tries = row->tries;
    letter->due_again = row->due;
    memcpy(letter->id, row->id, sizeof letter->id);
    memcpy(letter->person, row->person, sizeof letter->person);
    letter->address = strdup(row->address);
    letter->body = strdup(row->body);
    letter->public = strdup(row->public);
    letter->auth = strdup(row->auth);
    letter->next = due->first;
    due->first = letter;
    due->no_memory = !letter->address || !letter->body || !letter->public || !letter->auth;
    return due->no_memory ? -1 : 0;
}

/* Somebody who is here sees it anyway; a code that was asked for comes in any case. */
static bool is_moot(const struct post *post, const struct letter *letter)
{
    json_t *body = letter->channel == CHANNEL_MAIL ? json_loads(letter->body, 0, NULL) : NULL;
    const bool news = letter->channel == CHANNEL_PUSH || !json_is_true(json_object_get(body, "asked"));
    json_decref(body);
    return letter->channel != CHANNEL_HOOK && news && person_online(post->people, letter->person);
}

/* 1: it is to be sent now. */
static int claim(struct post *post, const struct letter *letter, struct flip_error *error)
{
    struct store_letter row = {.due = letter->due_again, .tries = letter->tries};
    memcpy(row.id, letter->id, sizeof row.id);
    if (is_moot(post, letter))
        return store_letter_delete(post->loop->store, letter->id, error);
    return store_letter_claim(post->loop->store, &row, wall_ms() + LEASE_MS, error);
}

static int look(struct post *post, struct flip_error *error)
{
    struct due due = {.post = post};
    int status = store_letters_due(post->loop->store, wall_ms(), AT_A_TIME, note_due, &due, error) < 0 ? -1 : 0;
    if (due.no_memory)
        status = flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for what is to be sent.");
    for (struct letter *letter; (letter = due.first);) {
        due.first = letter->next;
        const int mine = status == 0 ? claim(post, letter, error) : 0;
        status = mine < 0 ? -1 : status;
        if (mine == 1) {
            letter->next = post->claimed;
            post->claimed = letter;
        } else {
            free_letter(&letter->task);
        }
    }
    return status;
}

static int look_later(struct post *post, struct flip_error *error)
{
    const int64_t next = store_letter_next(post->loop->store, error), now = wall_ms();
    if (next < 0)
        return -1;
    const bool others = store_shared(post->loop->store); /* what they leave behind is ours */
    post->next = others && (next == 0 || next > now + LOOK_MS) ? now + LOOK_MS : next;
    const int64_t wait = post->next - now;
    if (post->next)
        loop_wake(post->loop, WAKE_SOON, wait < 1 ? 1 : wait > LOOK_MS ? LOOK_MS : (int)wait);
    return 0;
}

bool post_due(const struct post *post)
{
    return post->workers && (post->requests || (post->next > 0 && wall_ms() >= post->next));
}

void post_run(struct post *post)
{
    struct flip_error error = {0};
    int status = 0;
    if (!post_due(post))
        return;
    for (struct post_request *request = post->requests; request && status == 0; request = request->next)
        status = take_request(post, request, &error);
    drop_requests(post);
    if (status == 0 && wall_ms() >= post->next)
        status = look(post, &error);
    if (status < 0 || look_later(post, &error) < 0)
        server_note_error(post->loop, &error);
}

void post_send(struct post *post)
{
    for (struct letter *letter; (letter = post->claimed);) {
        post->claimed = letter->next;
        workers_submit(post->workers, &letter->task);
    }
}

/* --- what became of it ---------------------------------------------------------------------------------------------------------- */

static void log_fate(const struct letter *letter)
{
    static const char *const fates[] = {"later", "sent", "gone", "refused"};
    char status[16], tries[16];
    snprintf(status, sizeof status, "%ld", letter->status);
    snprintf(tries, sizeof tries, "%d", letter->tries + 1);
    log_event("warn", "not_sent", "channel", channel_words[letter->channel], "fate", fates[letter->fate], "status",
              status, "tries", tries, "why", letter->why, NULL);
}

static int settle(struct post *post, const struct letter *letter, struct flip_error *error)
{
    struct store *store = post->loop->store;
    if (letter->fate != FATE_SENT)
        log_fate(letter);
    if (letter->fate == FATE_GONE && letter->channel == CHANNEL_PUSH)
        return store_push_delete(store, letter->address, "", error) < 0 ? -1 : 0;
    if (letter->fate != FATE_LATER || letter->tries + 1 >= MOST_TRIES)
        return store_letter_delete(store, letter->id, error);
    const int64_t again = wall_ms() + ((int64_t)post->loop->config.retry_seconds * 1000 << letter->tries);
    if (post->next == 0 || again < post->next)
        post->next = again;
    return store_letter_retry_at(store, letter->id, again, error);
}

void post_take(struct post *post)
{
    struct flip_error error = {0};
    for (struct task *task; post->workers && (task = workers_poll(post->workers));) {
        if (settle(post, (const struct letter *)task, &error) < 0)
            server_note_error(post->loop, &error);
        task->free(task);
    }
    if (post->next) {
        const int64_t wait = post->next - wall_ms();
        loop_wake(post->loop, WAKE_SOON, wait < 1 ? 1 : wait > LOOK_MS ? LOOK_MS : (int)wait);
    }
}
