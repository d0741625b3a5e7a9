/*
 * What goes out to people whose page is closed (push messages, mail), and to the administrator's webhook. post_tell
 * writes it into the outbox with the next commit; a thread sends it after that, and retries failures with backoff.
 */
#pragma once

#include "server/loop/loop.h"
#include "server/people/people.h"
#include "store/post.h"

#include <stdatomic.h>

/// What people can be told of; each can be switched off.
enum post_kind { POST_TURN, POST_START, POST_OVER, POST_CHALLENGE, POST_FRIEND, POST_OFFER, POST_KINDS };

/// As the API calls them.
extern const char *const post_kind_words[POST_KINDS];

enum { POST_ALL_KINDS = (1 << POST_KINDS) - 1, POST_TITLE = 200, POST_TEXT = 400, POST_PLACE = 120, POST_TAG = 48 };

/// Something that has happened.
struct post_news {
    enum post_kind kind;
    char title[POST_TITLE], text[POST_TEXT];
    char place[POST_PLACE]; /* of the page: "/t/…" */
    char tag[POST_TAG];     /* a later one with the same tag takes the place of an earlier one */
};

struct post_request;
struct letter;

enum { VAPID_PRIVATE = 32, VAPID_PUBLIC = 65, VAPID_BYTES = VAPID_PRIVATE + VAPID_PUBLIC };

struct post {
    struct loop *loop;
    struct people *people;
    struct workers *workers;
    unsigned char vapid[VAPID_BYTES]; /* this site's key for push services: the private part, then the public one */
    struct post_request *requests;    /* told, and not in the outbox yet; the last one first */
    struct letter *claimed;           /* sent when the turn is durable */
    int64_t next;                     /* when to look into the outbox; 0: there is nothing in it */
    atomic_bool stopping;
};

/// Reads or makes the site's key; then: starts the threads. Without libraries to send with they do nothing.
int post_open(struct post *post, struct flip_error *error);
int post_start(struct post *post, void (*wake)(void *context), struct flip_error *error);
void post_stop(struct post *post);
/// Can push messages be sent, and mail?
bool post_pushes(const struct post *post);
bool post_mails(const struct post *post);

/// Tells a person who is not here.
void post_tell(struct post *post, const char *person, const struct post_news *news);
/// Tells the administrator's webhook: `event` is its name, `text` a sentence for a chat room, `place` of the page, `data`
/// an object of its own that is given up.
void post_hook(struct post *post, const char *event, const char *text, const char *place, json_t *data);
/// Mail that is not about news: a code to a person's address. It is in the outbox at once.
int post_mail(struct post *post, const char *person, const char *address, const char *subject, const char *text,
              struct flip_error *error);
/// What somebody has said they want to be told, or what holds for everybody who has said nothing.
int post_wanted(struct store *store, const char *person, struct store_notification *out, struct flip_error *error);
/// The end of the quiet hours, or 0 if it is not quiet at that time.
int64_t post_quiet_until(const struct store_notification *wanted, int64_t now);
/// The signature in the link that stops all mail to a person.
void post_stop_code(const struct post *post, const char *person, char out[STORE_CODE]);

/// Is there something to do? And: does it, before the commit.
bool post_due(const struct post *post);
void post_run(struct post *post);
/// After the commit: what was claimed goes out. And: what the threads have done.
void post_send(struct post *post);
void post_take(struct post *post);
/// What was told in turns that were undone has not happened.
void post_forget(struct post *post);
