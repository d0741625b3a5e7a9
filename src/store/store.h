/*
 * What the server remembers. One small interface, a database behind it (db.h); nothing above knows SQL.
 *
 * The record is the truth: a table is a *head* (its record without the steps, plus how it was set up) and the steps as they
 * came. Everything else about games (who won, lists, counts) can be made again from these.
 *
 * Changes are collected and made durable together: whoever changes something calls store_commit before telling anybody that it
 * is done. store_commit with nothing to do costs nothing.
 */
#ifndef FLIPSIDE_STORE_H
#define FLIPSIDE_STORE_H

#include "core/codes.h"

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_ID = 23,   /* 128 random bits as 22 characters, and the zero */
    STORE_GAME = 24, /* the id of a game */
    STORE_PACE = 12,
    STORE_TICKET = 96, /* for the draw of a deal: see server/rooms/drawing.h */
    STORE_BYTES = 33,
    STORE_NAME = 100, /* a nickname: 24 characters of UTF-8 at most */
    STORE_SECRET_BYTES = 32,
    STORE_ANSWERS_KEPT = 64, /* that a client may still ask for again */
};

struct store;

/// Is it the address of a PostgreSQL database (postgresql://…)? Everything below takes one in place of a file's name.
bool store_is_url(const char *path);
/// Opens or makes the file. An older file is brought up to date after a copy of it was put beside it (FILE.backup-vN).
/// Only one program at a time may have it open like this (the lock is FILE.lock).
struct store *store_open(const char *path, struct flip_error *error);
/// The same for a server, which may be one of several where the database allows that.
struct store *store_open_shared(const char *path, struct flip_error *error);
/// Opens an existing file beside a running server, to leave it a wish (store_wish_put) and nothing else.
struct store *store_open_beside(const char *path, struct flip_error *error);
/// Opens an existing file beside a running server, for checks and copies.
struct store *store_open_to_read(const char *path, struct flip_error *error);
void store_close(struct store *store);

/// Writes a copy of the file as it is at this moment; `path` must not exist.
int store_copy(struct store *store, const char *path, struct flip_error *error);
/// The same of a file that a server may be running on.
int store_back_up(const char *path, const char *copy, struct flip_error *error);
/// How much a whole site was.
struct store_transfer {
    int tables;
    int64_t rows;
};
/// Copies a whole site into an empty place, from one moment of the source, and compares every value of every row afterwards.
int store_transfer(const char *from, const char *to, struct store_transfer *report, struct flip_error *error);
/// Puts a copy in the file's place, after looking whether it is in order. What was there stays beside it (FILE.before-restore).
int store_restore(const char *path, const char *copy, struct flip_error *error);
/// Can something that was deleted still stand in the log of changes? Deleting a person makes it so, durably.
bool store_scrub_due(const struct store *store);
/// Has the log of changes grown so long that it should be emptied?
bool store_log_long(const struct store *store);
/// After a commit: empties the log of changes into the file; if a scrub is due, nothing of what was deleted is left after it. 1: done
/// (the next commit keeps that it is), 0: somebody reads or writes at this moment, try again later, -1: the store failed. It is
/// short if store_checkpoint has gone before.
int store_empty_log(struct store *store, struct flip_error *error);
/// Brings the log of changes into the file, as far as readers allow, with a connection of its own: for another thread.
int store_checkpoint(const char *path, struct flip_error *error);
/// Is the file itself in order?
int store_check(struct store *store, struct flip_error *error);

/// For a server: from now on no call waits for a lock, and only store_begin and store_commit meet one, or a full disk.
int store_serve(struct store *store, struct flip_error *error);
/// Opens a transaction, if none is open, before anything is changed. -1: nothing can be changed now.
int store_begin(struct store *store, struct flip_error *error);
/// Makes all changes so far durable. -1: they are not, but not forgotten either: calling it again tries again (and nothing else
/// may be changed before that has succeeded), store_roll_back gives them up. It also fails if the file was removed or replaced.
int store_commit(struct store *store, struct flip_error *error);
/// The same for a loop that must not wait. 1: it is under way, and nothing may be changed until store_commit_go_on has said that it is
/// durable (0) or not (-1). That is called when the socket can be read (or written), or now and then.
int store_commit_begin(struct store *store, struct flip_error *error);
int store_commit_go_on(struct store *store, struct flip_error *error);
/// -1: there is nothing to watch.
int store_socket(const struct store *store, bool *writing);
/// Has something changed since the last commit?
bool store_changed(const struct store *store);
/// Is a transaction open, whether or not something has changed?
bool store_begun(const struct store *store);
/// Counts rows that were written, durable or not: the same before and after means that nothing was.
uint64_t store_writes(const struct store *store);
/// How many rows this thread has read, from any store.
uint64_t store_rows_read(void);
/// Did a change fail half-way? Then only store_roll_back helps.
bool store_broken(const struct store *store);
/// Has the connection to the database been lost? What has just failed for that may succeed later.
bool store_lost(const struct store *store);
/// Forgets the changes since the last commit.
void store_roll_back(struct store *store);
/// A small change, to see whether changes can be made durable.
int store_probe(struct store *store, int64_t time, struct flip_error *error);

/// The key that signs cookies; made at the first start.
int store_secret(struct store *store, unsigned char secret[STORE_SECRET_BYTES], struct flip_error *error);

/* --- people ---------------------------------------------------------------------------------------------------------- */

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
int store_report_cut(struct store *store, int64_t number, struct flip_error *error);

/* --- people among each other ------------------------------------------------------------------------------------------- */

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
int store_friend_cut(struct store *store, const char *person, const char *other, struct flip_error *error);
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
int store_challenge_cut(struct store *store, const char *id, struct flip_error *error);
int store_challenges_cut_between(struct store *store, const char *person, const char *other, struct flip_error *error);
/// Forgets those whose tables do not wait any more.
int store_challenges_forget(struct store *store, struct flip_error *error);

/* --- recovery codes, programs, tokens ---------------------------------------------------------------------------------- */

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
int store_token_cut(struct store *store, const char *id, const char *owner, struct flip_error *error);
/// All of a person's, and of their programs.
int store_tokens_end_all(struct store *store, const char *person, struct flip_error *error);
int64_t store_token_count(struct store *store, const char *person, struct flip_error *error);

/* --- sessions -------------------------------------------------------------------------------------------------------- */

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
int store_sessions_end_all(struct store *store, const char *person, struct flip_error *error);
/// Ends those that were used least lately, until there are `most`.
int store_sessions_limit(struct store *store, const char *person, int most, struct flip_error *error);
/// Forgets those that were not used since that time.
int store_sessions_forget(struct store *store, int64_t before, struct flip_error *error);
/// When sessions came into this file: cookies without one are older. -1: the store failed.
int64_t store_sessions_since(struct store *store, struct flip_error *error);

/// A rating means something once its deviation is no more than this and so many games were played: until then it is not shown. Macros,
/// since statements of SQL have them too.
#define STORE_PROVISIONAL 110
#define STORE_FIRST_GAMES 5

/* --- tables ---------------------------------------------------------------------------------------------------------- */

enum store_status { STORE_WAITING, STORE_RUNNING, STORE_OVER, STORE_ENDED };

struct store_table {
    char id[STORE_ID];
    enum store_status status;
    bool listed; /* in the lobby */
    int64_t created, changed;
    int64_t finished; /* the place in the order of ends; 0: it has none. Only read. */
    int64_t deadline; /* when somebody's time runs out; 0: never. Only written. */
    const char *head; /* JSON */
};

int store_table_put(struct store *store, const struct store_table *table, struct flip_error *error);
/// Something happened at it: "your games" shows the liveliest first.
int store_table_touch(struct store *store, const char *table, int64_t changed, struct flip_error *error);
/// Whose table it is, for "your games": the persons who have or had a seat.
int store_table_person(struct store *store, const char *table, const char *person, struct flip_error *error);

typedef int store_table_visit(void *context, const struct store_table *table);
/// Calls `visit` for the table of that id; 0 if there is none.
int store_table_get(struct store *store, const char *id, store_table_visit *visit, void *context,
                    struct flip_error *error);
/// Which public tables are wanted: those that have changed since then, of each person's newest so many that wait and as many that run, of
/// the newest so many of all.
struct store_listing {
    int64_t since;
    int share, newest;
};

/// A public table that waits or runs, and one of its people.
struct store_listed {
    char id[STORE_ID];
    enum store_status status;
    int64_t changed;
    int share; /* it is that person's newest one, or the second … */
    const char *person;
};
typedef int store_listed_visit(void *context, const struct store_listed *table);
/// Public tables, newest first; one after the other for each of its people.
int store_tables_listed(struct store *store, const struct store_listing *wanted, store_listed_visit *visit,
                        void *context, struct flip_error *error);
/// A person's tables, those that still go on first.
int store_tables_of(struct store *store, const char *person, int limit, store_table_visit *visit, void *context,
                    struct flip_error *error);
/// Those where a game goes on: bots that must go on after a restart.
int store_tables_running(struct store *store, store_table_visit *visit, void *context, struct flip_error *error);
/// Forgets a table with everything that belongs to it.
int store_table_erase(struct store *store, const char *table, struct flip_error *error);
/// The same in pieces, of at most `rows` steps: the table is gone with the first. 1: there is more.
int store_table_erase_some(struct store *store, const char *table, int rows, struct flip_error *error);
/// The order in which games ended, without ties: ratings follow it.
int store_table_finish(struct store *store, const char *table, int64_t finished, struct flip_error *error);
/// The last of them so far; 0: none, -1: the store failed.
int64_t store_finished_last(struct store *store, struct flip_error *error);
/// The tables with the nearest deadlines.
typedef int store_due_visit(void *context, const char *table, int64_t deadline);
int store_deadline_clear(struct store *store, const char *table, struct flip_error *error);
int store_tables_due(struct store *store, int limit, store_due_visit *visit, void *context, struct flip_error *error);
/// Every table, oldest first: for rebuilding. A visit that returns -1 had not enough memory, and the call fails.
int store_tables_all(struct store *store, store_table_visit *visit, void *context, struct flip_error *error);

/* --- steps ----------------------------------------------------------------------------------------------------------- */

/// One step of a record as JSON. Steps count from 0 without gaps.
int store_step_put(struct store *store, const char *table, int index, const char *json, struct flip_error *error);
/// Forgets the steps from `index` on: an undo.
int store_steps_cut(struct store *store, const char *table, int index, struct flip_error *error);

typedef int store_step_visit(void *context, int index, const char *json);
int store_steps(struct store *store, const char *table, store_step_visit *visit, void *context,
                struct flip_error *error);
int store_steps_from(struct store *store, const char *table, int first, store_step_visit *visit, void *context,
                     struct flip_error *error);

/* --- answers that must not be given twice ---------------------------------------------------------------------------- */

/// What a client's message was answered, kept with the change it made.
int store_answer_put(struct store *store, const char *client, int64_t number, const char *answer, int64_t time,
                     struct flip_error *error);
/// Forgets what this client can no longer ask for: all but the last STORE_ANSWERS_KEPT before that number.
int store_answers_prune(struct store *store, const char *client, int64_t last, struct flip_error *error);
/// 1: found (to be freed), 0: not answered yet, -1: the store failed.
int store_answer_get(struct store *store, const char *client, int64_t number, char **out, struct flip_error *error);

/// The highest number of this client that an answer is kept for; 0: none, -1: the store failed.
int64_t store_answer_last(struct store *store, const char *client, struct flip_error *error);
/// Forgets the answers that were given before that time.
int store_answers_forget(struct store *store, int64_t before, struct flip_error *error);
/// Forgets those of all but the person's so many clients that were answered last.
int store_answers_bound(struct store *store, const char *person, int clients, struct flip_error *error);

/* --- chat, editions --------------------------------------------------------------------------------------------------- */

struct store_chat {
    int index;
    int seat; /* -1: a spectator */
    const char *person, *name, *text;
    int64_t time;
    const char *team; /* for whom alone it is; empty or NULL: for everybody */
};

int store_chat_put(struct store *store, const char *table, const struct store_chat *chat, struct flip_error *error);
typedef int store_chat_visit(void *context, const struct store_chat *chat);
int store_chat_all(struct store *store, const char *table, store_chat_visit *visit, void *context,
                   struct flip_error *error);

/// Whose chat a person does not want to see at a table.
int store_mute(struct store *store, const char *table, const char *person, const char *muted, bool on,
               struct flip_error *error);
typedef int store_mute_visit(void *context, const char *muted);
int store_mutes(struct store *store, const char *table, const char *person, store_mute_visit *visit, void *context,
                struct flip_error *error);

/// Something that happened at a table besides moves: an offer, an answer to one, somebody who left or came back. They count from 0.
struct store_notice {
    int index;
    const char *kind, *what; /* the room's words (rooms/notices.h) */
    int seat;                /* -1: somebody without a seat */
    const char *person, *name;
    int level; /* of a bot that came */
    int moves; /* that the seat had made by then */
    int64_t time;
};

int store_notice_put(struct store *store, const char *table, const struct store_notice *notice,
                     struct flip_error *error);
/// After moves were taken back: the seat had made no more than this.
int store_notice_set_moves(struct store *store, const char *table, int index, int moves, struct flip_error *error);
typedef int store_notice_visit(void *context, const struct store_notice *notice);
int store_notices(struct store *store, const char *table, store_notice_visit *visit, void *context,
                  struct flip_error *error);

int store_edition_put(struct store *store, const char *hash, const char *game, const char *json,
                      struct flip_error *error);
/// 1: found (to be freed), 0: unknown, -1: the store failed.
int store_edition_get(struct store *store, const char *hash, char **out, struct flip_error *error);

/// The analysis of a finished game as JSON. A table has one, and none that is no more.
int store_analysis_put(struct store *store, const char *table, const char *json, struct flip_error *error);
/// 1: found (to be freed), 0: there is none, -1: the store failed.
int store_analysis_get(struct store *store, const char *table, char **out, struct flip_error *error);
/// The next table, after this one, whose analysis begins with the key "wanted": somebody asked, and it is not finished.
int store_analysis_wanted(struct store *store, const char *after, char **out, struct flip_error *error);

/* --- what is made from records ----------------------------------------------------------------------------------------- */

/// Is everything that can be made from records there? Not after an older file was brought up to date.
bool store_derived(struct store *store);
int store_derived_put(struct store *store, struct flip_error *error);
/// Forgets results, ratings, achievements and outcomes of daily tries; `flipside store rebuild` puts them back.
int store_derived_clear(struct store *store, struct flip_error *error);

/// One seat's outcome of a finished game.
struct store_result {
    const char *table, *game;
    const char *person; /* NULL: a bot, or somebody whose account was deleted */
    const char *name, *daily;
    int seat, seats, level, score, value, place;
    bool won, gone, helped;
    int64_t time;
};
int store_result_put(struct store *store, const struct store_result *result, struct flip_error *error);
/// How many results there are, for reports.
int store_result_count(struct store *store, struct flip_error *error);

struct store_rating {
    double rating, deviation, volatility;
    int games;
    int64_t time; /* of the last game */
};
/// What the game did to the rating of who played in that seat.
int store_result_rate(struct store *store, const char *table, int seat, const struct store_rating *before,
                      const struct store_rating *after, struct flip_error *error);
/// A player is a person's id, or "bot 3". 1: found, 0: never rated.
int store_rating_get(struct store *store, const char *game, const char *player, struct store_rating *out,
                     struct flip_error *error);
int store_rating_put(struct store *store, const char *game, const char *player, const struct store_rating *rating,
                     struct flip_error *error);

/// A part of an achievement: one that is reached in a single game has one part, called "". 1: it is new, 0: it was there.
int store_achievement_put(struct store *store, const char *person, const char *game, const char *id, const char *part,
                          const char *table, int64_t time, struct flip_error *error);

/* --- the daily challenge ---------------------------------------------------------------------------------------------- */

struct store_try {
    const char *day, *game, *person, *table;
    int64_t began;
    bool counted;
    const char *why; /* it does not count */
    int score, value;
    int64_t time;
};
/// The one try of a person. 1: it is kept, 0: there was one already.
int store_daily_try(struct store *store, const struct store_try *a_try, struct flip_error *error);
/// How it ended.
int store_daily_outcome(struct store *store, const struct store_try *a_try, struct flip_error *error);
/// The table of a person's try; 1: found (to be freed), 0: there is none.
int store_daily_table(struct store *store, const char *day, const char *game, const char *person, char **out,
                      struct flip_error *error);

/* --- puzzles ---------------------------------------------------------------------------------------------------------- */

/// How hard a puzzle is, or how well a person solves them.
struct store_puzzle {
    double rating, deviation, volatility;
    int tries, solved;
};
/// 1: found, 0: nobody has tried it.
int store_puzzle_get(struct store *store, const char *id, struct store_puzzle *out, struct flip_error *error);
int store_puzzle_put(struct store *store, const char *id, const char *game, const struct store_puzzle *puzzle,
                     struct flip_error *error);
/// Keeps a puzzle that was mined here, unless there is one of that name.
int store_puzzle_keep(struct store *store, const char *id, const char *game, const struct store_puzzle *puzzle,
                      const char *line, struct flip_error *error);
/// The first try of a person at a puzzle; later ones are not kept.
int store_puzzle_try_put(struct store *store, const char *person, const char *puzzle, const char *game, bool solved,
                         int64_t time, struct flip_error *error);
/// 1: this person has tried it.
int store_puzzle_tried(struct store *store, const char *person, const char *puzzle, struct flip_error *error);

/// A person's puzzles of one game.
struct store_solver {
    struct store_puzzle rated;
    int streak, longest; /* solved in a row: now, and at best */
    int days;            /* in a row on which the daily puzzle was solved, up to `day` */
    char day[11];
    int64_t rush_began; /* of the last rush; 0: there was none */
    int rush_solved, rush_missed, rush_best;
    int64_t time; /* of the last try */
};
/// 1: found, 0: they have not tried any.
int store_solver_get(struct store *store, const char *person, const char *game, struct store_solver *out,
                     struct flip_error *error);
int store_solver_put(struct store *store, const char *person, const char *game, const struct store_solver *solver,
                     struct flip_error *error);

/// May this person's games be mined for puzzles? Nobody's may who has not said so.
int store_puzzle_consent_put(struct store *store, const char *person, bool on, int64_t time, struct flip_error *error);
/// 1: they have agreed.
int store_puzzle_consent(struct store *store, const char *person, struct flip_error *error);
/// A finished game that was not mined yet and whose players have all agreed: 1 (to be freed), or 0 if there is none.
int store_puzzle_source(struct store *store, char **table, struct flip_error *error);
int store_puzzle_mined_put(struct store *store, const char *table, struct flip_error *error);

/* --- tournaments ------------------------------------------------------------------------------------------------------ */

enum { STORE_KIND = 16, STORE_TABLE_SEATS = 6 };
enum store_tournament_state { STORE_ENTERING, STORE_PLAYING, STORE_DECIDED, STORE_CALLED_OFF };

struct store_tournament {
    char id[STORE_ID], owner[STORE_ID], name[STORE_NAME], game[STORE_GAME], kind[STORE_KIND];
    int seats, rounds;
    int64_t length; /* of an arena, in milliseconds */
    int64_t pause;  /* between rounds */
    bool listed;
    enum store_tournament_state state;
    int64_t created, starts, began, ended; /* 0: not */
    int64_t due;                           /* when the server has something to do about it; 0: nothing */
    int64_t version;
    const char *setup; /* JSON, of its tables; of one that was read: until the visit is over */
    int entrants;      /* only read */
};
int store_tournament_put(struct store *store, const struct store_tournament *tournament, struct flip_error *error);
/// Keeps what can change: state, times, due. 1: it was of this version and has the next one now, which stands in `tournament` as well;
/// until the commit nobody else changes it. 0: another server has changed it.
int store_tournament_change(struct store *store, struct store_tournament *tournament, struct flip_error *error);
typedef int store_tournament_visit(void *context, const struct store_tournament *tournament);
/// 1: found, 0: there is none.
int store_tournament_get(struct store *store, const char *id, store_tournament_visit *visit, void *context,
                         struct flip_error *error);
/// Those in the list and those of this person (who made or entered them), newest first.
int store_tournaments(struct store *store, const char *person, int limit, store_tournament_visit *visit, void *context,
                      struct flip_error *error);
/// Those about which there is something to do by that time.
int store_tournaments_due(struct store *store, int64_t time, int limit, store_tournament_visit *visit, void *context,
                          struct flip_error *error);
/// When the next one is due; 0: none, -1: the store failed.
int64_t store_tournament_next(struct store *store, struct flip_error *error);
/// How many of a person's own are not over; -1: the store failed.
int64_t store_tournament_count(struct store *store, const char *owner, struct flip_error *error);

/// Who has entered, counted from 0.
struct store_entrant {
    int number;
    char person[STORE_ID]; /* empty: a bot, or somebody who is no more */
    char name[STORE_NAME];
    int level; /* of a bot */
    int seed, entered;
    int gone; /* the first round without them; -1: they are there */
};
/// Makes or replaces it.
int store_entrant_put(struct store *store, const char *tournament, const struct store_entrant *entrant,
                      struct flip_error *error);
/// Somebody who has not played.
int store_entrant_cut(struct store *store, const char *tournament, int number, struct flip_error *error);
typedef int store_entrant_visit(void *context, const struct store_entrant *entrant);
int store_entrants(struct store *store, const char *tournament, store_entrant_visit *visit, void *context,
                   struct flip_error *error);

/// A table of a tournament, counted from 0.
struct store_pairing {
    int number, round, seats;
    int player[STORE_TABLE_SEATS], place[STORE_TABLE_SEATS];
    char table[STORE_ID]; /* empty: it is still to be made, or a bye */
    bool over;
};
int store_pairing_put(struct store *store, const char *tournament, const struct store_pairing *pairing,
                      struct flip_error *error);
typedef int store_pairing_visit(void *context, const struct store_pairing *pairing);
int store_pairings(struct store *store, const char *tournament, store_pairing_visit *visit, void *context,
                   struct flip_error *error);
/// How many are not over, and how many of them have no table yet.
int store_pairings_open(struct store *store, const char *tournament, int *open, int *without, struct flip_error *error);
/// Those that are not over though their tables are: with `over`, and `place` by what became of each seat (0: forfeited). A table that ended
/// without a result is a tie; one that is no more is forfeited by all.
int store_pairings_ended(struct store *store, const char *tournament, store_pairing_visit *visit, void *context,
                         struct flip_error *error);

/* --- lists ------------------------------------------------------------------------------------------------------------ */

/// Lists for pages and files: rows of named cells. The comments say what `a`, `b` and `n` are.
enum store_list {
    LIST_PEOPLE,             /* a: part of a name or an id, n: how many at most */
    LIST_NAMESAKES,          /* a: a folded name, b: its looks; everybody who is called so, accounts first */
    LIST_REPORTS,            /* for the administrator */
    LIST_KEPT,               /* n: how many at most; who has said and asked most, with how much of it is kept */
    LIST_BLOCKED,            /* a: person */
    LIST_GAMES_OF,           /* a: person; one row per game */
    LIST_RESULTS_OF,         /* a: person, n: before this time; newest first */
    LIST_SEATS,              /* a: table */
    LIST_PEOPLE_AT,          /* a: table; who has it among "your games" */
    LIST_SCORES,             /* a: person, b: game; newest first */
    LIST_HABITS,             /* a: person, b: game; the beginnings of the analyses, newest first */
    LIST_HABITS_BESIDE,      /* a: person, b: game; the same of others whose rating is near */
    LIST_RATING_HISTORY,     /* a: person, b: game */
    LIST_RATINGS,            /* a: game, n: 1 for programs, 0 for people and bots; best first */
    LIST_RATING_OF,          /* a: game, b: player, n: as above; with the rank */
    LIST_RATINGS_OF,         /* a: person */
    LIST_RATED_SEATS,        /* a: person, b: table; with the rating before the game */
    LIST_TABLES_WITH,        /* a: person, n: how many at most; only their ids */
    LIST_ACHIEVEMENTS_OF,    /* a: person */
    LIST_ACHIEVED_AT,        /* a: person, b: game; every part */
    LIST_ACHIEVED_FIRST,     /* a: person, b: game, n: how many parts of each at most, the earliest */
    LIST_DAILY_GAMES,        /* a: day */
    LIST_DAILY_RESULTS,      /* a: day, b: game, n: 1 if the highest value is best, -1 if the lowest */
    LIST_DAILY_DISTRIBUTION, /* a: day, b: game */
    LIST_DAILY_BOTS,         /* a: day, b: game; how the bots did that started the challenge too */
    LIST_TRIES_OF,           /* a: person */
    LIST_CHAT_OF,            /* a: person */
    LIST_EXPORT_RESULTS,     /* a: person */
    LIST_NOTICES_OF,         /* a: person */
    LIST_MUTED,              /* a: person */
    LIST_REPORTS_OF,         /* a: person */
    LIST_SESSIONS_OF,        /* a: person, n: used since this time; most recently used first */
    LIST_FRIENDS,            /* a: person; friends, and requests both ways */
    LIST_CHALLENGES,         /* a: person; both ways */
    LIST_AGAINST,            /* a: person, b: the other one; one row per game */
    LIST_PROGRAMS_OF,        /* a: person */
    LIST_TOKENS_OF,          /* a: person; with those of their programs */
    LIST_PUZZLES,            /* a: game; those that were tried, and those that were mined here */
    LIST_PUZZLE_TRIES,       /* a: person, b: game or "" */
    LIST_PUZZLE_RATINGS,     /* a: person */
    LIST_PUZZLE_CONSENT,     /* a: person; since when, if they agree */
    LIST_TOURNAMENTS_OF,     /* a: person; those they have entered */
    LIST_WISHES,             /* requests of the administrator that are not answered */
    STORE_LISTS
};

struct store_cell {
    const char *name;
    enum { CELL_NULL, CELL_INTEGER, CELL_REAL, CELL_TEXT } kind;
    int64_t integer;
    double real;
    const char *text;
};

enum { STORE_CELLS = 20 };
struct store_row {
    int count;
    struct store_cell cell[STORE_CELLS];
};
typedef int store_row_visit(void *context, const struct store_row *row);
/// Returns how many rows were visited.
int store_list(struct store *store, enum store_list which, const char *a, const char *b, int64_t n,
               store_row_visit *visit, void *context, struct flip_error *error);

/* --- work that takes several commits ---------------------------------------------------------------------------------- */

/// Tables that are only partly written, and people whose data is being deleted: this continues after a restart.
#define TODO_TABLE  "table"
#define TODO_PERSON "person"
int store_todo_put(struct store *store, const char *kind, const char *id, struct flip_error *error);
int store_todo_cut(struct store *store, const char *kind, const char *id, struct flip_error *error);
typedef int store_todo_visit(void *context, const char *id);
int store_todos(struct store *store, const char *kind, store_todo_visit *visit, void *context,
                struct flip_error *error);

/* --- several servers -------------------------------------------------------------------------------------------------- */

/// Can other servers use it at the same time? Everything below is for that case alone.
bool store_shared(const struct store *store);
/// Was nobody else there when it was opened?
bool store_first(const struct store *store);
/// What to watch for notices of the others; -1: nothing.
int store_ear(const struct store *store);
/// Takes the notices that have come. NULL: some may have been missed.
void store_hear(struct store *store, void (*heard)(void *context, const char *notice), void *context);
/// Tells the others, with the next commit.
int store_notify(struct store *store, const char *notice, struct flip_error *error);
/// Until the next commit nobody else changes this table, if it is of this version (0: it is new), and nobody is changing it; then the
/// version is one higher, the others hear "t ID VERSION LISTED", and this server looks after the table. 1: so it is, 0: it is not.
/// `wait`: who is changing it is waited for.
int store_claim(struct store *store, const char *table, int64_t version, bool listed, bool wait,
                struct flip_error *error);
/// The version of a table, and the number of the server that looks after it; also for a reader beside one of several servers. 0: nobody
/// has claimed it yet, -1: the store failed.
int64_t store_version(struct store *store, const char *table, int64_t *keeper, struct flip_error *error);
/// The number of this server.
int store_process(const struct store *store);
/// Until the next commit no other server finishes a game. 1: so it is; 0: another one does at this moment; -1: a failure. Nobody waits.
int store_take_order(struct store *store, struct flip_error *error);
/// The game is over: nobody has to look after the table.
int store_keep_no_more(struct store *store, const char *table, struct flip_error *error);
/// Takes over what servers did that have gone. 1: there was something, 0: all live.
int store_adopt(struct store *store, struct flip_error *error);
/// Until the next commit no other server fulfils wishes. 0: another one does now.
int store_take_wishes(struct store *store, struct flip_error *error);

/// Until the next commit no other server takes a number or gives a name away. 1: so it is; 0: another one does at this moment, which is noted;
/// -1: a failure. Nobody waits.
int store_take_numbers(struct store *store, struct flip_error *error);
/// Was that noted since the last time somebody asked? Then what failed may be tried again in a moment.
bool store_was_busy(struct store *store);

/// Who is connected to which server, and whose name one keeps. `gone`: neither any more.
int store_here_put(struct store *store, const char *person, bool online, bool gone, struct flip_error *error);
typedef int store_here_visit(void *context, const char *person, int process);
int store_here_all(struct store *store, store_here_visit *visit, void *context, struct flip_error *error);
/// 1: somebody else who is written down has that name, or one that looks like it.
int store_here_named(struct store *store, const struct store_person *person, struct flip_error *error);

/// Somebody who looks for an opponent at one of the servers.
struct store_seek {
    char id[STORE_ID], person[STORE_ID], game[STORE_GAME], pace[STORE_PACE];
    double rating;
    int64_t since;
    int process;
    char table[STORE_ID]; /* that was made for it; empty: none yet, STORE_NO_TABLE: the person cannot have one */
    char ticket[STORE_TICKET], bytes[STORE_BYTES]; /* for the draw of its deal; empty: none */
};
#define STORE_NO_TABLE "-"
/// Writes down one of this server. If it is there already, it stays as it is.
int store_seek_put(struct store *store, const struct store_seek *seek, struct flip_error *error);
int store_seek_cut(struct store *store, const char *id, struct flip_error *error);
/// The same if no table was made for it. 1: it is not there any more, 0: there is a table.
int store_seek_stop(struct store *store, const char *id, struct flip_error *error);
/// All of this server, and those of the others that live which have no table yet.
typedef int store_seek_visit(void *context, const struct store_seek *seek);
int store_seeks(struct store *store, store_seek_visit *visit, void *context, struct flip_error *error);
/// Until the next commit nobody else makes a table for one of the two. 1: so it is; 0: somebody has or does, or one of them has gone.
int store_seeks_take(struct store *store, const char *a, const char *b, struct flip_error *error);
/// That is the table of the two.
int store_seeks_tell(struct store *store, const char *a, const char *b, const char *table, struct flip_error *error);

/* --- requests of the administrator ------------------------------------------------------------------------------------ */

/// Left by `flipside admin` beside a running server, which carries them out and writes the answer. Returns the number.
int64_t store_wish_put(struct store *store, const char *wish, int64_t time, struct flip_error *error);
int store_wish_answer(struct store *store, int64_t number, const char *answer, struct flip_error *error);
/// 1: answered (to be freed), 0: not yet.
int store_wish_answered(struct store *store, int64_t number, char **out, struct flip_error *error);
int store_wish_cut(struct store *store, int64_t number, struct flip_error *error);
/// Changes whenever another program has written to the file.
int64_t store_others_version(struct store *store);

#endif
