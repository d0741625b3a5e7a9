/*
 * People: who asks (sessions, cookies, tokens), what they are called, their passwords and friends, and presence: who is online here or
 * at another server of the cluster.
 */
#pragma once

#include "edition/members.h"
#include "server/loop/loop.h"
#include "server/net/net.h"
#include "store/cluster.h"
#include "store/lists.h"
#include "store/people.h"
#include "store/store.h"

#include <flipside/error.h>
#include <jansson.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>

struct password_job;

/* Ids of people, tables, sessions and invitations. */

/// A fresh id of 128 random bits, as 22 characters that fit into a URL.
void fresh_id(char id[STORE_ID]);
bool id_looks_right(const char *id);

/// A list of ids, such as those of a person's tables. All zero: empty.
struct id_list {
    char (*id)[STORE_ID]; /* owned */
    int count, room;
    bool incomplete; /* there was no memory for all of them */
};

/// Adds an id. -1: out of memory.
int id_list_add(struct id_list *list, const char *id);
/// Checks that nothing was left out for lack of memory: to the store, a visitor's -1 only means that it has seen enough.
int id_list_complete(const struct id_list *list, struct flip_error *error);
/// Collects the first column of a list of the store; the context is the list.
store_row_visit id_list_collect;

/* Lists of the store as JSON. */

/// An array of objects; the columns have the names that the API uses. NULL with the error.
json_t *rows_json(struct store *store, enum store_list which, const char *a, const char *b, int64_t n,
                  struct flip_error *error);
/// The first object alone; null: the list is empty.
json_t *first_row(struct store *store, enum store_list which, const char *a, int64_t n, struct flip_error *error);
/// Adds a row to an array, the context.
store_row_visit rows_add;

/* Nicknames: which texts are allowed, and which of them look the same to a reader. */

enum { NAME_LONGEST = 24, NAME_SAID = 401 }; /* characters; bytes, however encoded */

/// The number of characters in a text; -1 if it is not UTF-8, has heaps of marks, or invisible characters that join nothing.
int text_characters(const char *text);
/// Normalises a nickname, or refuses it.
int name_clean(const char *wanted, char out[STORE_NAME], struct flip_error *error);
/// A name to look somebody up by: only trimmed, since some names are older than today's rules. -1: nobody can have it.
int name_read(const char *said, char out[NAME_SAID], struct flip_error *error);
/// The name as it is looked up, regardless of case and of how its characters are encoded.
void name_fold(const char *name, char out[STORE_NAME]);
/// Could a reader take this name for the server, the administrator, a bot or nobody in particular?
bool name_reserved(const char *name);
/// Fills in the indexed forms of a person's name.
void name_index(struct store_person *person);
/// Are these the same name, or do they look the same?
bool name_same(const struct store_person *a, const struct store_person *b);
/// Cuts a name to its first `characters` characters.
void name_cut(char *name, int characters);
/// Copies as many whole characters of a name as fit into `size` bytes.
void name_fit(const char *name, char *out, size_t size);
/// Indexes all names again, once, if they were indexed by older rules.
int names_reindex(struct store *store, struct flip_error *error);

/* Signed cookies: who is returning, and what was started on a device. */

enum { COOKIE_SIZE = 192, TRIES_SIZE = 512 };

/// The contents of a cookie whose signature is valid.
struct cookie {
    char person[STORE_ID], session[STORE_ID];
    int64_t made;  /* when, to the hour */
    bool old;      /* from before there were sessions: `session` is derived from it */
    int64_t count; /* of an old one: how often the person had signed out everywhere */
};

/// Signs the cookie that says which of a day's challenges were started on a device, by anyone: "day.game.game". Only the device stores it.
void tries_sign(const unsigned char secret[STORE_SECRET_BYTES], const char *tries, char out[TRIES_SIZE]);
/// Is the game among them?
bool tries_have(const char *tries, const char *game);

/* Who sent a request: its cookie names a session, and a session belongs to a person. */

#define SESSION_MS INT64_C(7776000000) /* a session ends after 90 days without use */

/// Who sent a request, and in which session. A cookie from before there were sessions may have none yet; `session.seen` is then 0.
struct asker {
    struct cookie cookie;
    struct store_person person;
    struct store_session session;
};

/// Finds out who sent the request. false: a stranger, or the store failed; then the request fails with it.
bool session_asking(struct people *people, struct lws *wsi, struct asker *out);
bool person_asking(struct people *people, struct lws *wsi, struct store_person *out);
/// The same, with an error for a stranger; the request's work is charged to that person.
int require_person(struct request *request, struct store_person *person, struct flip_error *error);
/// Does the cookie belong to a banned person? It is valid for nothing else.
bool banned_asking(struct people *people, struct lws *wsi);
/// Which of that day's challenges were started on the client's device.
void tries_asking(const struct people *people, struct lws *wsi, const char *day, char out[TRIES_SIZE]);
/// A person as answers have them.
json_t *person_json(const struct store_person *person);
/// `{"person":…}`; NULL: nobody.
int reply_person(struct request *request, const struct store_person *person);

/* A call of the API: a request with who sent it and what came with it. */

/// What a route needs to know of the caller: nothing, whoever it may be, or a person (strangers are refused).
enum auth { AUTH_NONE, AUTH_OPTIONAL, AUTH_REQUIRED };

struct call {
    struct request *request;
    struct server *server; /* the request's, and its store */
    struct store *store;
    struct store_person person; /* without an id: a stranger, or AUTH_NONE */
    const char *rest;           /* of the path, after the route's own */
    const json_t *body;         /* of a POST */
};

/// A route: on success the request has been answered, or will be later.
typedef int api_call(struct call *call, struct flip_error *error);

/// The whole number under a key; 0 if there is none.
static inline int64_t int_in(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/// Is the value under a key `true`? And: is it anything but `false`?
static inline bool true_in(const json_t *object, const char *key) { return json_is_true(json_object_get(object, key)); }

static inline bool not_false_in(const json_t *object, const char *key)
{
    return !json_is_false(json_object_get(object, key));
}

/// Turns "0: there is none" into an error; 1 and failures (-1) stay.
int require_found(int found, int code, const char *sentence, struct flip_error *error);

/// The index of a word in a list; -1: it is not in it.
int word_index(const char *word, const char *const *words, int count);
/// The error for an address that leads nowhere.
int not_found(struct flip_error *error);
/// Copies the values under these keys.
void copy_keys(const json_t *from, const char *const *keys, int count, json_t *into);
/// The game that the body names; NULL with the error.
const struct flip_game *read_game(const json_t *body, struct flip_error *error);

/*
 * Sessions: where people are signed in. A session starts with a name or a password and is a row in the store. It ends when the person
 * signs out, when it is ended from elsewhere, or when it has not been used for long. A cookie is worthless without its session.
 */

/// Starts a session with a cookie, and ends the one the request came in.
int session_begin(struct request *request, const struct store_person *person, struct flip_error *error);
/// Notes that the session is being used, at most once per hour.
int session_use(struct people *people, struct lws *wsi, const struct asker *asker, struct flip_error *error);
/// The same, and renews the cookie before it expires.
int session_go_on(struct request *request, const struct asker *asker, struct flip_error *error);
/// Ends the session the request came in, and its connections (person_disconnect).
int session_end(struct request *request, const char *message, struct flip_error *error);
/// Forgets sessions that nobody has used for long.
int sessions_sweep(struct people *people, struct flip_error *error);
/// Sessions last used before this time have ended.
int64_t session_last_use(void);

/*
 * Tokens: what a program sends instead of a cookie (`Authorization: Bearer …`). A token belongs to a person or to one of their programs,
 * allows only what its scopes say, is shown once, kept as a hash, and can be revoked at any time.
 */

enum scope {
    SCOPE_NONE = 0,      /* no token allows it */
    SCOPE_READ = 1,      /* what the person may see */
    SCOPE_PLAY = 2,      /* tables and moves; programs only */
    SCOPE_CHALLENGE = 4, /* friends and challenges */
    SCOPE_CHAT = 8,
    SCOPE_PERSON = 31 /* a person without a token may do everything */
};
enum { TOKEN_SIZE = 64 };

/// Makes a token; `shown` is what the program sends, and is stored nowhere.
int token_make(struct people *people, struct store_token *token, char shown[TOKEN_SIZE], struct flip_error *error);
/// Does the request carry a token, valid or not?
bool token_shown(struct lws *wsi);
/// The request's token and whose it is. false: there is none, or none that is valid, or the store failed; then the request fails with it.
bool token_asking(struct people *people, struct lws *wsi, struct store_token *token, struct store_person *person);
/// Ends all sessions and tokens of a person and of their programs, and disconnects them.
int person_sign_out(struct people *people, const char *person, const char *message, struct flip_error *error);
/// Only disconnects them.
int person_and_programs_disconnect(struct people *people, const char *person, const char *message,
                                   struct flip_error *error);
/// Notes that a token is being used, at most once per hour.
int token_use(struct people *people, const struct store_token *token, struct flip_error *error);
/// Scopes as words, and back; -1: an unknown word, or none.
json_t *scopes_json(int64_t scopes);
int64_t scopes_read(const json_t *words);

/*
 * Recovery codes replace a lost password. A code is shown once and kept as a hash. It has a hundred random bits, so a fast keyed hash is
 * as good as a slow one; wrong codes are throttled as passwords are.
 */

enum { RECOVERY_SIZE = 25, RECOVERY_HASH = 65 };

/// Twenty letters of an alphabet in which none can be mistaken for another (a hundred bits), in groups.
void code_make(const char *alphabet, int group, char code[RECOVERY_SIZE]);
/// Makes a code and its hash.
void recovery_make(const struct people *people, char code[RECOVERY_SIZE], char hash[RECOVERY_HASH]);
/// Gives a person a new code; the old one is void.
int recovery_renew(struct people *people, const char *person, char code[RECOVERY_SIZE], struct flip_error *error);
/// The hash of a code as typed: case, spaces and dashes do not matter.
void recovery_hash(const struct people *people, const char *code, char hash[RECOVERY_HASH]);
/// Is this the hash of the person's code, or of one mailed within the hour? 1: yes, 0: no, or there is none.
int recovery_right(struct people *people, const char *person, const char hash[RECOVERY_HASH], struct flip_error *error);

/*
 * Passwords are hashed with argon2id on a thread of their own, since that takes long on purpose. Wrong ones are throttled with a growing
 * backoff (struct login_throttle). A request that needs a password hands over a job and is answered when the job is done.
 */

enum { PASSWORD_SHORTEST = 8, PASSWORD_LONGEST = 256, PASSWORD_BYTES = 1025 };

/// Called when the password was right and is still the person's; `job->hash` is that of the new password (empty: there was none).
typedef int password_job_done(struct request *request, const struct password_job *job, struct flip_error *error);

struct password_job {
    struct task task;
    uint64_t ticket;
    char person[STORE_ID]; /* empty: nobody has that name */
    char name[STORE_NAME]; /* folded: what the throttle counts by */
    char called
        [STORE_NAME]; /* for a sign-in: the person's name at the request, and their count of sign-outs everywhere */
    int64_t sessions;
    char old[PASSWORD_BYTES];   /* to be compared with `kept`; empty: not needed */
    char fresh[PASSWORD_BYTES]; /* to be hashed; empty: nothing */
    char kept[crypto_pwhash_STRBYTES];
    char hash[crypto_pwhash_STRBYTES];
    char address[ADDRESS_SIZE];
    bool right, failed;
    char recovery[65]; /* the hash of a recovery code, instead of an old password; empty: none */
    bool wrong_code;   /* and it is not the person's */
    char mail[255];    /* an address that came with the password; empty: none */
    password_job_done *then;
};

/// Checks that a newly chosen password is acceptable.
int password_check(const json_t *value, char out[PASSWORD_BYTES], struct flip_error *error);
/// Copies a password to be compared. -1: it cannot be one.
int password_read(const json_t *value, char out[PASSWORD_BYTES], struct flip_error *error);

/// An empty job. NULL: out of memory.
struct password_job *password_job_new(struct request *request, password_job_done *then, struct flip_error *error);
/// Takes ownership of the job and hands it to the worker, unless the throttle refuses it.
int password_job_start(struct request *request, struct password_job *job, struct flip_error *error);

/// Handles finished jobs; called once per turn of the loop.
void passwords_take(struct people *people);
/// Another server of the cluster has met a wrong password, or a right one.
void login_throttle_heard(struct people *people, bool wrong, const char *name, const char *address);
void login_throttles_sweep(struct people *people, bool all);

/* Friends: who may see and ask what, and who is told when that changes. The requests are in routes/friend_actions.c and routes/challenges.c. */

/// The person a call names by "person" (an id) or "name" (an account's, or that of a guest who is online), other than the caller.
int friends_read(const struct call *call, struct store_person *other, struct flip_error *error);
/// Does the asker belong to this audience of a person? 1: yes, 0: no, -1: the store failed.
int friends_admit(struct people *people, const struct store_person *person, enum store_audience audience,
                  const char *asker, struct flip_error *error);
/// Refuses where one of the two has blocked the other.
int friends_check_blocks(struct people *people, const char *asker, const struct store_person *other,
                         struct flip_error *error);
/// Has either blocked the other? 1: yes.
static inline int either_blocks(struct store *store, const char *one, const char *other, struct flip_error *error)
{
    const int blocks = store_blocks(store, one, other, error);
    return blocks != 0 ? blocks : store_blocks(store, other, one, error);
}
/// Is the person online, as far as the asker may know? 1: yes.
int friends_see_present(struct people *people, const struct store_person *person, const char *asker,
                        struct flip_error *error);

/// This person's list has changed: push it, if they are online here and follow it.
void friends_changed(struct people *people, const char *person);
/// The same for two people, wherever they are connected.
void friends_tell_both(struct people *people, const char *person, const char *other);
/// Something that this person's friends see has changed.
int friends_of_changed(struct people *people, const char *person, struct flip_error *error);

/*
 * Presence: who is online. A person is present from the first connection until the last one has closed; the name stays reserved a little
 * longer.
 */

/// What other servers were told of somebody here.
enum reported_state { REPORTED_NOTHING, REPORTED_NAME, REPORTED_HERE, REPORTED_UNKNOWN };

/// An entry in the index of names in use.
struct name_place {
    struct name_place *next, **at; /* in its bucket; NULL: in none */
    struct presence *presence;
};

/// Somebody who is online, or was a moment ago.
struct presence {
    struct presence *next;
    struct store_person person;
    struct name_place folded, looks; /* its name in the index */
    int links;                       /* connections */
    int64_t until;                   /* without a connection: forgotten after this */
    enum reported_state reported;
    struct token_bucket chat, said; /* within seconds, and within an hour */
    struct client *clients;         /* their connections */
    struct presence *next_turns;    /* in the list of those to be told of their turns */
    bool turns_due;                 /* is in it */
    bool turns_changed;             /* the tables where they have to decide */
    bool friends_changed;           /* friends, requests, challenges */
};

/// What tables do when people come, go or change their names.
struct presence_hooks {
    void (*presence)(struct rooms *rooms, const char *person);
    int (*renamed)(struct rooms *rooms, const struct store_person *person, struct flip_error *error);
};

/// NULL: neither online nor just gone.
struct presence *presence_of(struct people *people, const char *person);
/// Is the person online, here or elsewhere in the cluster? And as everybody may know it: not of those who hide it.
bool person_online(const struct people *people, const char *person);
bool person_shown_online(const struct people *people, const char *person);
/// Does somebody else have this name, online or claimed?
bool name_is_taken(const struct people *people, const char *name, const char *person);
/// Disconnects somebody who signed out, was banned or was deleted; only one session, unless it is NULL. Without a message the page
/// reconnects at once, with the cookie it has then. `_here`: at this server alone.
void person_disconnect(struct people *people, const char *person, const char *session, const char *message);
void person_disconnect_here(struct people *people, const char *person, const char *session, const char *message);
/// Sends a push to all connections of somebody at this server; releases it.
void person_push_json(struct people *people, const char *person, json_t *push);
/// Sends a push to somebody's connections that follow `turns`, here and at other servers. `_here`: at this server alone.
void person_push(struct people *people, const char *person, const char *text);
void person_push_here(struct people *people, const char *person, const char *text);
/// Notifies the other servers that a person's data has changed.
int person_notify_changed(struct people *people, const char *person, struct flip_error *error);
/// Updates the data of somebody online.
void presence_update(struct people *people, const struct store_person *person);
/// Removes a deleted person's name from memory.
void presence_forget_name(struct people *people, const char *person);
/// Gives a person their name and reserves it; if they are online, it applies from now on.
int name_assign(struct people *people, const struct store_person *person, struct flip_error *error);
/// Adds a number to the names of all others who are called like this person; `said` reports each.
int name_vacate(struct people *people, const struct store_person *person, char *said, size_t size,
                struct flip_error *error);
/// A connection opens and closes. NULL: out of memory.
struct presence *presence_connect(struct people *people, const struct store_person *person);
void presence_disconnect(struct people *people, struct presence *presence);
/// Reads the data of everyone online again.
int presence_reload(struct people *people, struct flip_error *error);
/// Forgets people who have been away for a while, or everyone.
void presence_sweep(struct people *people, bool all);

/*
 * Presence in a cluster, where several servers share the store. Each server writes down who is connected to it, and whose name it
 * reserves, and notifies the others; each remembers what it was told.
 */

/// Notifies all other servers, in the format that rooms/cluster.c reads; if that fails, so does the turn.
void cluster_notify(struct people *people, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool person_online_in_cluster(const struct people *people, const char *person);
/// The same as everybody may know it.
bool person_shown_online_in_cluster(const struct people *people, const char *person);
/// Who may know it has changed.
void cluster_visibility_changed(const struct people *people, const char *person);
/// Somebody has connected to another server, or left it.
void cluster_person_moved(struct people *people, const char *person, bool here, int process);
/// Reads everybody from the store: at the start, and when notifications may have been missed.
int cluster_read(struct people *people, struct flip_error *error);
void cluster_forget(struct people *people);
/// Writes down who has come and gone here, and notifies the others.
int cluster_report(struct people *people, struct flip_error *error);
/// Has everything written down again: the others may have lost it.
void cluster_report_again(struct people *people);

/* The data of this layer. */

enum { PRESENCE_BUCKETS = 4096, LOGIN_THROTTLE_BUCKETS = 1024 };

struct people {
    struct server *server; /* and its parts that are used here: */
    struct loop *loop;
    struct rooms *rooms; /* for the hooks */
    const struct presence_hooks *hooks;
    struct presence *presence[PRESENCE_BUCKETS];
    struct name_place *names[PRESENCE_BUCKETS];       /* of everyone present, by folded name and by looks */
    struct cluster_person *cluster[PRESENCE_BUCKETS]; /* connected to other servers */
    bool here_changed;                                /* who is connected here: the others have to be told */
    struct login_throttle *login_throttles[LOGIN_THROTTLE_BUCKETS];
    bool friends_changed;      /* somebody has to be told */
    struct workers *passwords; /* hash and check them */
    int64_t sessions_since;    /* cookies from before are older */
    char payer[FAIR_PAYER];    /* of the current request or message */
};

/* A client: a WebSocket whose person is known. */

enum { CLIENT_ID = 65, REFUSALS_KNOWN = 16 };

/// A message that was refused, and how.
struct refusal {
    int64_t number;
    char *text; /* owned; NULL: none */
};

struct client {
    struct websocket socket; /* first */
    struct presence *presence;
    struct client *next_of_person;           /* in its list */
    char session[STORE_ID];                  /* or the id of its token */
    int64_t scopes;                          /* what it may do: tokens.c */
    char name[CLIENT_ID];                    /* the client program's own id; empty before hello */
    int64_t answered;                        /* the last message whose answer is kept; 0: the store knows */
    struct refusal refusals[REFUSALS_KNOWN]; /* the last ones */
    unsigned refusal_next;
    /* what it looks at (rooms/watch.h) and has asked for */
    struct watch *watches;
    struct lost_watch *lost;         /* watched before memory was rolled back */
    struct sleeping_watch *sleeping; /* on finished tables that are not in memory */
    struct seek *seek;               /* for an opponent (rooms/matchmaking.c); NULL: none */
    int hints, verdicts;             /* still being thought about */
    bool in_lobby, lobby_asked;
    int64_t said;    /* lines of the lobby's chat sent so far */
    bool said_begun; /* and any were sent at all */
    int lobby_page;
    bool wants_turns, turns_asked;
    bool wants_friends, friends_asked;
    bool turns_fetching, turns_fetched; /* tables where it may be its turn that were not in memory */
};

static inline struct client *client_of(struct websocket *socket) { return (struct client *)socket; }

/// The client whose socket has that id; NULL: it has gone.
static inline struct client *client_with(const struct people *people, uint64_t id)
{
    struct websocket *socket = people->server->net->links;
    while (socket && socket->id != id)
        socket = socket->next;
    return socket ? client_of(socket) : NULL;
}

/// Iterates over all clients; NULL: there are no more.
static inline struct client *first_client(const struct people *people) { return client_of(people->server->net->links); }
static inline struct client *next_client(const struct client *client) { return client_of(client->socket.next); }
