/*
 * The people's door: who asks (sessions, cookies, tokens), who is here or connected to another server of the cluster, what they are
 * called, their passwords and their friends.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_PEOPLE_H
#define FLIPSIDE_SERVER_PEOPLE_PEOPLE_H

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

/* Nicknames: which texts are allowed, and which of them look the same to a reader. */

enum { NAME_LONGEST = 24, NAME_SAID = 401 }; /* characters; bytes, however it is encoded */

/// How many characters a text has; -1 if it is not UTF-8, has heaps of marks, or invisible characters that join nothing.
int text_characters(const char *text);

/// Normalises a nickname, or refuses it: the error says what is wrong.
int name_clean(const char *wanted, char out[STORE_NAME], struct flip_error *error);
/// A name that somebody claims to have: only trimmed, since some names are older than today's rules. -1: nobody can have it.
int name_read(const char *said, char out[NAME_SAID], struct flip_error *error);
/// The name as it is looked up, regardless of case and of how its characters are encoded.
void name_fold(const char *name, char out[STORE_NAME]);
/// Is it a name of the house, such as a reader could take for the server, the administrator, a bot or nobody in particular?
bool name_reserved(const char *name);
/// Fills in both for a person whose name was set.
void name_index(struct store_person *person);
/// Are these the same name, or do they look the same?
bool name_same(const struct store_person *a, const struct store_person *b);
/// Cuts a name to its first `characters` characters.
void name_cut(char *name, int characters);
/// As much of a name as `size` bytes hold, without half a character.
void name_fit(const char *name, char *out, size_t size);
/// Indexes names again, once, if they were indexed by older rules.
int names_reindex(struct store *store, struct flip_error *error);

/* Signed cookies: they say who is returning, and what was started on a device. */

enum { COOKIE_SIZE = 192, TRIES_SIZE = 512 };

/// The contents of a cookie whose signature is valid.
struct cookie {
    char person[STORE_ID], session[STORE_ID];
    int64_t made;  /* when, to the hour */
    bool old;      /* from before there were sessions: `session` is derived from it */
    int64_t count; /* of an old one: how often the person had signed out everywhere */
};

/// The value of the cookie that says which of a day's challenges were started on a device, by anyone: "day.game.game" and a
/// signature. Only the device stores it.
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
/// The same for a request, whose work is charged to that person. An error for a stranger.
int require_person(struct request *request, struct store_person *person, struct flip_error *error);
/// Does the cookie belong to a banned person? It is valid for nothing else.
bool banned_asking(struct people *people, struct lws *wsi);
/// Which of that day's challenges were started on the client's device: tries_read.
void tries_asking(const struct people *people, struct lws *wsi, const char *day, char out[TRIES_SIZE]);
/// A person as the answers have them.
json_t *person_json(const struct store_person *person);
/// `{"person":…}`; NULL: nobody.
int reply_person(struct request *request, const struct store_person *person);

/* A call of the API: a request with who sent it and what came with it. */

/// What a route needs to know of who asks: nothing, as much as there is to know, or who it is (strangers are refused).
enum auth { AUTH_NONE, AUTH_OPTIONAL, AUTH_REQUIRED };

struct call {
    struct request *request;
    struct server *server; /* the request's, and its store */
    struct store *store;
    struct store_person person; /* without an id: a stranger, or the route is for ANYBODY */
    const char *rest;           /* of the path, behind the route's own */
    const json_t *body;         /* of a POST */
};

/// What a route does: on success the request has been answered, or will be later.
typedef int api_call(struct call *call, struct flip_error *error);

/// The text under a key of an object; "" if there is none.
static inline const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/// The whole number under a key; 0 if there is none.
static inline int64_t int_in(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/// Which of the words it is; -1: none.
int word_index(const char *word, const char *const *words, int count);
/// The error for an address that leads nowhere.
int not_found(struct flip_error *error);
/// Copies what is under these keys.
void copy_keys(const json_t *from, const char *const *keys, int count, json_t *into);
/// The game that the body names; NULL with the error: it is not here.
const struct flip_game *read_game(const json_t *body, struct flip_error *error);

/*
 * Sessions: where people are signed in. A session starts with a name or a password and is a row in the store. It ends when the
 * person signs out, when it is ended from elsewhere, or when it has not been used for long. A cookie names a session and is
 * worthless without it.
 */

/// Starts a session for a person, with a cookie; the session that the request came in ends.
int session_begin(struct request *request, const struct store_person *person, struct flip_error *error);
/// Notes for the list that the session is being used, at most once per hour.
int session_use(struct people *people, struct lws *wsi, const struct asker *asker, struct flip_error *error);
/// The same, and the answer renews the cookie before it expires.
int session_go_on(struct request *request, const struct asker *asker, struct flip_error *error);
/// Ends the session that the request came in, and its connections: person_disconnect.
int session_end(struct request *request, const char *message, struct flip_error *error);
/// Forgets sessions that nobody has used for long.
int sessions_sweep(struct people *people, struct flip_error *error);
/// Sessions last used before this time have ended.
int64_t session_last_use(void);

/*
 * Tokens: what a program shows instead of a cookie (`Authorization: Bearer …`). A token belongs to a person or to one of their programs, allows
 * only what its scopes say, is shown once, kept as a hash, and can be revoked at any time.
 */

enum scope {
    SCOPE_NONE = 0,      /* for nothing that a token allows */
    SCOPE_READ = 1,      /* what the person may see */
    SCOPE_PLAY = 2,      /* tables and moves; only programs have it */
    SCOPE_CHALLENGE = 4, /* friends and challenges */
    SCOPE_CHAT = 8,
    SCOPE_PERSON = 31 /* somebody without a token may do everything */
};
enum { TOKEN_SIZE = 64 };

/// Makes a token; `shown` is what the program shows, and is kept nowhere.
int token_make(struct people *people, struct store_token *token, char shown[TOKEN_SIZE], struct flip_error *error);
/// Does the request show a token, good or not?
bool token_shown(struct lws *wsi);
/// The token that a request shows, and whose it is. false: none, or none that counts, or the store failed; then the request fails with it.
bool token_asking(struct people *people, struct lws *wsi, struct store_token *token, struct store_person *person);
/// All sessions and tokens of a person have ended, those of their programs too, and whoever is connected by one is sent away.
int person_sign_out(struct people *people, const char *person, const char *message, struct flip_error *error);
/// Ends the connections of a person and of their programs.
int person_and_programs_disconnect(struct people *people, const char *person, const char *message,
                                   struct flip_error *error);
/// Keeps when it was used, by the hour.
int token_use(struct people *people, const struct store_token *token, struct flip_error *error);
/// Scopes as words, and back; -1: an unknown word, or none.
json_t *scopes_json(int64_t scopes);
int64_t scopes_read(const json_t *words);

/*
 * Recovery codes: what lets somebody in who has lost the password. A code is shown once and kept as a hash. It has a hundred random
 * bits, so a fast hash (keyed with the server's secret) is as good as a slow one; wrong codes are slowed down as passwords are.
 */

enum { RECOVERY_SIZE = 25, RECOVERY_HASH = 65 };

/// A code and its hash.
void recovery_make(const struct people *people, char code[RECOVERY_SIZE], char hash[RECOVERY_HASH]);
/// Gives a person a new code; the one before is void.
int recovery_renew(struct people *people, const char *person, char code[RECOVERY_SIZE], struct flip_error *error);
/// The hash of a code as somebody has typed it: case, spaces and dashes do not matter.
void recovery_hash(const struct people *people, const char *code, char hash[RECOVERY_HASH]);
/// Is this the hash of the person's code, or of one that was mailed within the hour? 1: yes, 0: no, or there is none.
int recovery_right(struct people *people, const char *person, const char hash[RECOVERY_HASH], struct flip_error *error);

/*
 * Passwords. They are hashed with argon2id on a thread of their own, since that takes long on purpose, and wrong ones are slowed
 * down. A request that needs a password checked says what to do next, and is answered when the password worker is done.
 */

enum { PASSWORD_SHORTEST = 8, PASSWORD_LONGEST = 256, PASSWORD_BYTES = 1025 };

/// What to do when the password worker is done: `hash` is that of the new password (empty: there was none to hash). The old
/// password was right, and it is still the person's password.
typedef int password_job_done(struct request *request, const struct password_job *job, struct flip_error *error);

struct password_job {
    struct task task;
    uint64_t ticket;
    char person[STORE_ID];   /* empty: nobody has that name */
    char name[STORE_NAME];   /* folded: the name to slow down */
    char called[STORE_NAME]; /* for a sign-in: the person's name then, and how often they had signed out everywhere */
    int64_t sessions;
    char old[PASSWORD_BYTES];   /* to be compared with `kept`; empty: not needed */
    char fresh[PASSWORD_BYTES]; /* to be hashed; empty: nothing */
    char kept[crypto_pwhash_STRBYTES];
    char hash[crypto_pwhash_STRBYTES];
    char address[ADDRESS_SIZE];
    bool right, failed;
    char recovery[65]; /* the hash of a recovery code, instead of an old password; empty: none */
    bool wrong_code;   /* which is not the person's */
    char mail[255];    /* an address that somebody gives with the password; empty: none */
    password_job_done *then;
};

/// Checks that a newly chosen password is acceptable.
int password_check(const json_t *value, char out[PASSWORD_BYTES], struct flip_error *error);
/// Copies a password that somebody enters; whatever it is, it will be compared. -1: it cannot be a password.
int password_read(const json_t *value, char out[PASSWORD_BYTES], struct flip_error *error);

/// A new, empty errand for a request. NULL: out of memory.
struct password_job *password_job_new(struct request *request, password_job_done *then, struct flip_error *error);
/// Hands the errand to the worker, unless there were too many wrong passwords before. The request is answered later. The errand is
/// no longer the caller's in either case.
int password_job_start(struct request *request, struct password_job *job, struct flip_error *error);

/// Handles what the password worker has finished. Called once per turn of the loop.
void passwords_take(struct people *people);
/// Another server has met a wrong password, or a right one.
void login_throttle_heard(struct people *people, bool wrong, const char *name, const char *address);
void login_throttles_sweep(struct people *people, bool all);

/*
 * People among each other: who is a friend of whom, who may see and ask what, and who has to be told when that changes. What is
 * here decides; the requests are in routes/friends.c and routes/challenges.c.
 */

/// The person whom a call names by "person" (an id) or "name" (an account's, or that of a guest who is here), somebody other than the
/// asker.
int friends_read(const struct call *call, struct store_person *other, struct flip_error *error);
/// Is the asker among those for whom something of this person is? 1: yes, 0: no, -1: the store failed.
int friends_admit(struct people *people, const struct store_person *person, enum store_audience audience,
                  const char *asker, struct flip_error *error);
/// Refuses where one of the two has blocked the other.
int friends_check_blocks(struct people *people, const char *asker, const struct store_person *other,
                         struct flip_error *error);
/// Is the person here, as far as the asker may know? 1: yes.
int friends_see_present(struct people *people, const struct store_person *person, const char *asker,
                        struct flip_error *error);

/// The list of this person has changed: they are told, if they are here and want to know.
void friends_changed(struct people *people, const char *person);
/// The same of two people wherever they are, also at other servers.
void friends_tell_both(struct people *people, const char *person, const char *other);
/// Something about this person has changed that friends see.
int friends_of_changed(struct people *people, const char *person, struct flip_error *error);

/*
 * Who is online. A person is present from the first connection until the last one has closed; the name stays reserved a little
 * longer.
 */

/// What other servers know of somebody here.
enum told_cluster { TOLD_NOTHING, TOLD_NAME, TOLD_HERE, TOLD_UNKNOWN };

/// A name in the list of those that are in use.
struct name_place {
    struct name_place *next, **at; /* in its bucket; NULL: in none */
    struct presence *presence;
};

/// Somebody who is online, or was a moment ago: the name stays reserved while a page reloads.
struct presence {
    struct presence *next;
    struct store_person person; /* its name is in the list too */
    struct name_place folded, looks;
    int links;
    int64_t until; /* without a connection: forgotten after this */
    enum told_cluster told;
    struct token_bucket chat, said; /* within seconds, and within an hour */
    struct client *clients;         /* their connections */
    struct presence *next_turns;    /* in the list of those who are told about their turns next */
    bool turns_due;                 /* is in it */
    bool turns_changed;             /* the tables where they have to decide */
    bool friends_changed;           /* friends, requests, challenges */
};

/// What tables do when people arrive, leave or change their names.
struct presence_hooks {
    /// Somebody has arrived or left.
    void (*presence)(struct rooms *rooms, const char *person);
    /// Somebody has a new name.
    int (*renamed)(struct rooms *rooms, const struct store_person *person, struct flip_error *error);
};

/// The person who is online, or was a moment ago; NULL: nobody.
struct presence *presence_of(struct people *people, const char *person);
bool person_online(const struct people *people, const char *person);
/// The same as everybody may know it: not of those who show it to friends alone or to nobody.
bool person_shown_online(const struct people *people, const char *person);
/// Does somebody else have this name, either online or claimed?
bool name_is_taken(const struct people *people, const char *name, const char *person);
/// Ends the connections of somebody who signed out, was banned or was deleted; only those of one session, unless that is NULL.
/// Without a message the page reconnects at once, with the cookie that it has then.
void person_disconnect(struct people *people, const char *person, const char *session, const char *message);
/// The same at this server alone, where several share the store.
void person_disconnect_here(struct people *people, const char *person, const char *session, const char *message);
/// Sends a push to all connections of somebody at this server; it is released.
void person_push_json(struct people *people, const char *person, json_t *push);
/// Sends a push to those connections of somebody that follow `turns`, and to those at other servers.
void person_push(struct people *people, const char *person, const char *text);
/// The same at this server alone.
void person_push_here(struct people *people, const char *person, const char *text);
/// Tells the other servers that what is known about somebody has changed.
int person_notify_changed(struct people *people, const char *person, struct flip_error *error);
/// What is known about somebody online has changed.
void presence_update(struct people *people, const struct store_person *person);
/// Removes a deleted person's name from memory.
void presence_forget_name(struct people *people, const char *person);
/// Reserves the name for somebody who has just taken it; if they are already online, it applies from now on.
int name_assign(struct people *people, const struct store_person *person, struct flip_error *error);
/// Gives a number to everybody else who has this person's name, claimed or online, or one that looks like it; `said` tells of each.
int name_vacate(struct people *people, const struct store_person *person, char *said, size_t size,
                struct flip_error *error);
/// A connection opens and closes. NULL: out of memory.
struct presence *presence_connect(struct people *people, const struct store_person *person);
void presence_disconnect(struct people *people, struct presence *presence);
/// Reads what is known about everyone online from the store again.
int presence_reload(struct people *people, struct flip_error *error);
/// Forgets people who have been away for a while, or everyone.
void presence_sweep(struct people *people, bool all);

/*
 * Who is connected to other servers, where several share the store. Each server writes down who is connected to it, and whose name it
 * keeps for a moment, and tells the others; each remembers what it was told.
 */

/// Tells all other servers, in the words that rooms/cluster.c reads; if that fails, so does the turn.
void cluster_notify(struct people *people, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool person_online_in_cluster(const struct people *people, const char *person);
/// The same as everybody may know it.
bool person_shown_online_in_cluster(const struct people *people, const char *person);
/// Who may know it has changed.
void cluster_ask_again(const struct people *people, const char *person);
/// Another server has told that somebody has come to it or left it.
void cluster_heard(struct people *people, const char *person, bool here, int process);
/// Reads everybody from the store: at the start, and when something may have been missed.
int cluster_read(struct people *people, struct flip_error *error);
void cluster_forget(struct people *people);
/// Writes down who has come and gone here, and tells the others. Called when something may be saved.
int cluster_tell(struct people *people, struct flip_error *error);
/// The others may have forgotten what they were told: they are told again.
void cluster_tell_again(struct people *people);

/* What the server keeps in memory about people: who is online, and whose passwords were wrong. */

enum { PRESENCE_BUCKETS = 4096, LOGIN_THROTTLE_BUCKETS = 1024 };

struct people {
    struct server *server; /* and its parts that are used here: */
    struct loop *loop;
    struct rooms *rooms; /* for `tables` */
    const struct presence_hooks *tables;
    struct presence *presence[PRESENCE_BUCKETS];
    struct name_place *names[PRESENCE_BUCKETS]; /* of those who are present, by their folded names and by their looks */
    struct cluster_person *cluster[PRESENCE_BUCKETS]; /* connected to other servers */
    bool here_changed;                                /* who is connected to this one: the others have to be told */
    struct login_throttle *login_throttles[LOGIN_THROTTLE_BUCKETS];
    bool friends_changed;      /* somebody has to be told */
    struct workers *passwords; /* hash them and check them */
    int64_t sessions_since;    /* cookies from before are older */
    char payer[FAIR_PAYER];    /* for the work of the current request or message */
};

/* A client: a WebSocket whose person is known. */

enum { CLIENT_ID = 65, REFUSALS_KNOWN = 16 };

/// What a message was refused with.
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
    /* what it looks at (rooms/rooms.h), and what it has asked for */
    struct watch *watches;
    struct lost_watch *lost;         /* watched before memory was dropped */
    struct sleeping_watch *sleeping; /* on finished tables that are not in memory */
    struct seek *seek;               /* for an opponent (rooms/matchmaking.c); NULL: none */
    int hints, verdicts;             /* still being thought about */
    bool in_lobby, lobby_asked;
    int64_t said;    /* as far as what is said in the lobby was told */
    bool said_begun; /* and it was told at all */
    int lobby_page;
    bool wants_turns, turns_asked;
    bool wants_friends, friends_asked;
    bool turns_fetching, turns_fetched; /* tables where it may be its turn that were not in memory */
};

static inline struct client *client_of(struct websocket *socket) { return (struct client *)socket; }

/// The one with that id of its socket; NULL: it has gone.
static inline struct client *client_with(const struct people *people, uint64_t id)
{
    struct websocket *socket = people->server->net->links;
    while (socket && socket->id != id)
        socket = socket->next;
    return socket ? client_of(socket) : NULL;
}

/// Iterates over all of them; NULL: there are no more.
static inline struct client *first_client(const struct people *people) { return client_of(people->server->net->links); }
static inline struct client *next_client(const struct client *client) { return client_of(client->socket.next); }

#endif
