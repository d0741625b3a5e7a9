/* People as the store keeps them: accounts, friends and challenges, programs and tokens, sessions. */
#pragma once

#include "store/store.h"

/* --- people ------------------------------------------------------------------------------------------------------- */

/// For whom something of a person is.
enum store_audience { STORE_EVERYONE, STORE_FRIENDS, STORE_NOBODY };

/// A guest, or, once the name is claimed with a password, an account: the same row, so no game is lost on the way.
struct store_person {
    char id[STORE_ID];
    char name[STORE_NAME];
    char folded[STORE_NAME]; /* the name whatever its case: unique among claimed names */
    char looks[STORE_NAME];  /* equal for names that a reader could take for each other; empty: not known */
    int64_t created, seen;
    int64_t claimed;  /* when; 0: a guest */
    int64_t sessions; /* counted up to make all cookies invalid */
    bool banned;
    char owner[STORE_ID];                     /* of a program, which plays under a name of its own; empty: a person */
    enum store_audience presence;             /* who sees when they are here, and what they play */
    enum store_audience challenges, requests; /* who may challenge them, and ask to be a friend */
};

/// Keeps name and times; everything else has calls of its own.
int store_person_put(struct store *store, const struct store_person *person, struct flip_error *error);
/// 1: found, 0: there is none, -1: the store failed.
int store_person_get(struct store *store, const char *id, struct store_person *out, struct flip_error *error);

/// The account that has claimed exactly this name, or else one that folds to the same, and its password's hash (to be freed; NULL:
/// not wanted).
int store_person_named(struct store *store, const char *name, const char *folded, struct store_person *out, char **hash,
                       struct flip_error *error);
/// 1: somebody else has claimed this person's name, or one that looks like it.
int store_name_claimed(struct store *store, const struct store_person *person, struct flip_error *error);
/// Keeps `folded` and `looks` alone; `folded` stays as it was where somebody else has that.
int store_person_index(struct store *store, const struct store_person *person, struct flip_error *error);
/// Have all names been indexed by today's rules? Not after an older file was brought up to date.
bool store_names_indexed(struct store *store);
int store_names_indexed_put(struct store *store, struct flip_error *error);
/// The hash of an account's password, to be freed. 1: found, 0: it has none.
int store_password_get(struct store *store, const char *id, char **hash, struct flip_error *error);
/// Claims the person's name, or sets a new password.
int store_person_claim(struct store *store, const char *id, const char *hash, int64_t time, struct flip_error *error);
/// All sessions and tokens of this person have ended, those of their programs too, and all cookies are invalid from now on.
int store_person_sign_out(struct store *store, const char *id, struct flip_error *error);
int store_person_ban(struct store *store, const char *id, bool banned, struct flip_error *error);
/// When a ban ends by itself.
int store_ban_until(struct store *store, const char *id, int64_t until, struct flip_error *error);
/// Bans that were to end by that time do.
int store_bans_end(struct store *store, int64_t time, struct flip_error *error);
/// 1: the person may see and do what the administrator's page has.
int store_administrator(struct store *store, const char *id, struct flip_error *error);
int store_administrator_put(struct store *store, const char *id, bool on, struct flip_error *error);
/// What an administrator has done: `author` is a name, or "" for the command line.
int store_admin_log(struct store *store, const char *id, const char *author, const char *what, const char *person,
                    const char *text, int64_t time, struct flip_error *error);
/// Removes everything about a person except heads of tables: there the caller replaces the name. Results of others' games keep
/// the score under the name `former`.
int store_person_erase(struct store *store, const char *id, const char *former, struct flip_error *error);

/// What a seat, a result or a line is called when the person is no more.
#define STORE_FORMER "a former player"
/// The person is gone for everybody: cookies, name, ratings. The rest follows in pieces of at most `rows` rows; 1: there is more.
int store_person_vanish(struct store *store, const char *id, struct flip_error *error);
int store_person_erase_some(struct store *store, const char *id, const char *former, int rows,
                            struct flip_error *error);
/// Strikes a table from the person's list, and the name from its results.
int store_seat_erase(struct store *store, const char *table, const char *person, const char *former,
                     struct flip_error *error);

int store_block(struct store *store, const char *person, const char *blocked, bool on, struct flip_error *error);
/// 1: `person` has blocked `other`; 0: no.
int store_blocks(struct store *store, const char *person, const char *other, struct flip_error *error);

struct store_report {
    const char *person, *about, *table, *text;
    int64_t time;
};
int store_report_put(struct store *store, const struct store_report *report, struct flip_error *error);
int store_report_delete(struct store *store, int64_t number, struct flip_error *error);

/* --- people among each other -------------------------------------------------------------------------------------- */

enum store_friendship {
    STORE_STRANGERS,
    STORE_ASKED /* by the first */,
    STORE_ASKS /* the second */,
    STORE_ARE_FRIENDS
};

/// What the first is to the second; -1: the store failed.
int store_friendship(struct store *store, const char *person, const char *other, struct flip_error *error);
/// A request, its acceptance by the one who was asked, and the end of either, from both sides.
int store_friend_ask(struct store *store, const char *person, const char *other, int64_t time,
                     struct flip_error *error);
int store_friend_accept(struct store *store, const char *person, const char *asker, int64_t time,
                        struct flip_error *error);
int store_friend_delete(struct store *store, const char *person, const char *other, struct flip_error *error);
/// How many friends and requests a person has; -1: the store failed.
int64_t store_friend_count(struct store *store, const char *person, struct flip_error *error);
int store_visibility_put(struct store *store, const struct store_person *person, struct flip_error *error);

/// An invitation to one person, to a table that waits for them; without the table it is nothing.
struct store_challenge {
    char id[STORE_ID], person[STORE_ID], other[STORE_ID], table[STORE_ID];
    const char *game;
    int64_t time;
};
int store_challenge_put(struct store *store, const struct store_challenge *challenge, struct flip_error *error);
/// 1: found (without `game`), 0: there is none.
int store_challenge_get(struct store *store, const char *id, struct store_challenge *out, struct flip_error *error);
/// 1: the first waits for the second's answer about this game.
int store_challenged(struct store *store, const char *person, const char *other, const char *game,
                     struct flip_error *error);
/// How many of a person's own are open; -1: the store failed.
int64_t store_challenge_count(struct store *store, const char *person, struct flip_error *error);
int store_challenge_delete(struct store *store, const char *id, struct flip_error *error);
int store_challenges_delete_between(struct store *store, const char *person, const char *other,
                                    struct flip_error *error);
/// Forgets those whose tables do not wait any more.
int store_challenges_forget(struct store *store, struct flip_error *error);

/* --- recovery codes, programs, tokens ----------------------------------------------------------------------------- */

/// The hash of the code that replaces a lost password. 1: found (to be freed; "" if there is none), 0: there is no such person.
int store_recovery_get(struct store *store, const char *person, char **hash, struct flip_error *error);
int store_recovery_put(struct store *store, const char *person, const char *hash, struct flip_error *error);

/// Makes a person of that id the program of `owner`, whose name nobody else can have.
int store_program_put(struct store *store, const char *program, const char *owner, int64_t time,
                      struct flip_error *error);
int64_t store_program_count(struct store *store, const char *owner, struct flip_error *error);

enum { STORE_LABEL = 100 };

/// What a program shows instead of a cookie.
struct store_token {
    char id[STORE_ID], person[STORE_ID];
    char label[STORE_LABEL];
    int64_t scopes, created;
    int64_t seen; /* 0: it was never used */
};
int store_token_put(struct store *store, const struct store_token *token, const char *hash, struct flip_error *error);
/// 1: found, 0: there is none, -1: the store failed.
int store_token_get(struct store *store, const char *hash, struct store_token *out, struct flip_error *error);
int store_token_seen(struct store *store, const char *id, int64_t seen, struct flip_error *error);
/// One of the person's own, or of their programs. 1: it is gone, 0: there is no such token.
int store_token_delete(struct store *store, const char *id, const char *owner, struct flip_error *error);
int64_t store_token_count(struct store *store, const char *person, struct flip_error *error);

/* --- sessions ----------------------------------------------------------------------------------------------------- */

enum { STORE_DEVICE = 48 };

/// Where somebody is signed in.
struct store_session {
    char id[STORE_ID], person[STORE_ID];
    int64_t created, seen;
    char device[STORE_DEVICE]; /* browser and system, or empty */
    bool old;                  /* of a cookie from before there were sessions */
    bool ended;                /* only those of old cookies leave a trace */
};

/// Makes a session, or keeps when it was used.
int store_session_put(struct store *store, const struct store_session *session, struct flip_error *error);
/// 1: found, 0: there is none, -1: the store failed.
int store_session_get(struct store *store, const char *id, struct store_session *out, struct flip_error *error);
/// 1: it has ended, 0: this person has no such session.
int store_session_end(struct store *store, const char *id, const char *person, struct flip_error *error);
/// Ends those that were used least lately, until there are `most`.
int store_sessions_limit(struct store *store, const char *person, int most, struct flip_error *error);
/// Forgets those that were not used since that time.
int store_sessions_forget(struct store *store, int64_t before, struct flip_error *error);
/// When sessions came into this file: cookies without one are older. -1: the store failed.
int64_t store_sessions_since(struct store *store, struct flip_error *error);
