/* What is told when the page is closed, as the store keeps it: what people want to hear of, their browsers, what is to be sent. */
#pragma once

#include "store/store.h"

enum { STORE_MAIL = 255, STORE_CODE = 65, STORE_ENDPOINT = 1001, STORE_KEY = 96, STORE_PUSH_DEVICE = 48 };

/// What a person wants to be told, and when.
struct store_notification {
    int64_t push_kinds, mail_kinds; /* bits: enum post_kind of the server */
    int quiet_from, quiet_to;       /* minutes of the day; -1: never quiet */
    int zone;                       /* minutes east of Greenwich */
    char mail[STORE_MAIL];          /* empty: none */
    int64_t confirmed;              /* when the address was; 0: not yet */
    char code[STORE_CODE];          /* the hash of a code that was sent there; empty: none */
    int64_t code_until;
};

/// 1: found, 0: they have said nothing.
int store_notification_get(struct store *store, const char *person, struct store_notification *out,
                           struct flip_error *error);
int store_notification_put(struct store *store, const char *person, const struct store_notification *notification,
                           struct flip_error *error);

/// A browser that takes push messages, as long as somebody is signed in there.
struct store_push {
    char endpoint[STORE_ENDPOINT];
    char id[STORE_ID], person[STORE_ID], session[STORE_ID];
    char public[STORE_KEY], auth[STORE_KEY]; /* base64url */
    char device[STORE_PUSH_DEVICE];
    int64_t created;
};

int store_push_put(struct store *store, const struct store_push *push, struct flip_error *error);
/// Also what was to be sent there. By its endpoint or its id; of this person, unless that is "". 1: it is gone, 0: there was none.
int store_push_delete(struct store *store, const char *which, const char *person, struct flip_error *error);
int64_t store_push_count(struct store *store, const char *person, struct flip_error *error);
typedef int store_push_visit(void *context, const struct store_push *push);
/// Those of a person who is signed in there.
int store_pushes(struct store *store, const char *person, store_push_visit *visit, void *context,
                 struct flip_error *error);

/// Something that is to be sent.
struct store_letter {
    char id[STORE_ID], person[STORE_ID];
    const char *channel; /* "push", "mail", "hook" */
    const char *address, *body;
    int64_t created, due;
    int tries;
    const char *public, *auth; /* of the browser, when it is read; "" for the others */
};

int store_letter_put(struct store *store, const struct store_letter *letter, struct flip_error *error);
/// 1: it is this server's to send, and due again then; 0: another was quicker.
int store_letter_claim(struct store *store, const struct store_letter *letter, int64_t due_again,
                       struct flip_error *error);
/// It could not be sent, and is due again then.
int store_letter_retry_at(struct store *store, const char *id, int64_t due, struct flip_error *error);
int store_letter_delete(struct store *store, const char *id, struct flip_error *error);
/// What is still to be sent to a person that way.
int store_letters_delete(struct store *store, const char *person, const char *channel, struct flip_error *error);
/// Does one of that channel wait for this person?
int store_letter_waits(struct store *store, const char *person, const char *channel, struct flip_error *error);
typedef int store_letter_visit(void *context, const struct store_letter *letter);
int store_letters_due(struct store *store, int64_t time, int limit, store_letter_visit *visit, void *context,
                      struct flip_error *error);
/// When the next one is due; 0: there is none.
int64_t store_letter_next(struct store *store, struct flip_error *error);
