/*
 * The API: what requests and messages do, and what is pushed to clients without being asked for. docs/api.md describes it; dispatch.c has
 * the table of all routes.
 */
#pragma once

#include "puzzles/puzzle.h"
#include "server/learning/learning.h"
#include "server/net/net.h"
#include "server/people/people.h"
#include "server/post/post.h"
#include "server/results/results.h"
#include "server/rooms/rooms.h"
#include "server/tournaments/tournaments.h"

#include <flipside/json.h>

/// What this layer registers with net.
extern const struct http_handler request_dispatch;
extern const struct message_handler client_messages;

/* --- handlers of requests, by file ------------------------------------------------------------------------------------- */

api_call get_me, get_sessions; /* account.c */
api_call post_guest, post_rename, post_claim, post_sign_in, post_sign_out, post_password, post_delete, post_recovery,
    post_recover, post_end_session;
api_call get_tokens, post_program, post_token, post_end_token; /* token_requests.c */
api_call get_friends;                                          /* friend_list.c; also answers every change */
api_call get_visibility;                                       /* friend_actions.c */
api_call post_friend, post_end_friend, post_block, post_report, post_visibility;
api_call post_challenge, post_answer_challenge;                                      /* challenges.c */
api_call get_people, get_blocked;                                                    /* profile.c */
api_call get_export;                                                                 /* export.c */
api_call get_games, get_printed, get_rules, get_mine, get_table, get_join, get_deal; /* tables.c */
api_call post_table;
api_call get_picture;           /* link_preview.c */
api_call get_lobby;             /* lobby.c; also /api/tables, which has the tables alone */
api_call get_ratings;           /* lists.c */
api_call get_daily, post_daily; /* daily.c */
api_call get_leaderboard;       /* DAY/GAME */
api_call get_month;             /* monthly.c: MONTH, MONTH/GAME */
api_call get_editions, get_edition, post_edition, post_delete_edition, post_report_edition; /* edition_requests.c */
api_call get_gallery;                                                                       /* GAME/by/ORDER, GAME/ID */
api_call post_gallery, post_star;
api_call get_analysis, post_analysis; /* analysis_requests.c */
api_call get_puzzles;                 /* puzzle_requests.c; all games: how many, themes, today's, one's own ratings */
api_call get_puzzle;                  /* GAME/next, GAME/next/THEME, GAME/daily, GAME/rush, GAME/ID */
api_call post_puzzle_try, post_puzzle_rush, post_puzzle_consent;
api_call get_tournaments, get_tournament; /* tournament_list.c */
api_call post_tournament, post_enter_tournament, post_leave_tournament, post_start_tournament, post_end_tournament,
    post_tournament_bots;         /* tournament_requests.c */
api_call get_leagues, get_league; /* league_requests.c: ID, ID/YEAR */
api_call post_league, post_join_league, post_leave_league, post_change_league, post_remove_member;
api_call get_notifications, post_notifications, post_push, post_end_push; /* notification_settings.c */
api_call get_stop_mail, post_mail_address, post_confirm_mail, post_forgotten, post_stop_mail; /* mail.c */
api_call get_admin, post_admin;                                                               /* admin_requests.c */
api_call get_health, get_metrics;                                                             /* monitoring.c */

/* --- parts of answers --------------------------------------------------------------------------------------------------- */

/// Makes a JSON value the answer of a worker's job, and releases it. NULL: the error says why.
int work_answer(struct work *work, json_t *answer, struct flip_error *error);
/// Answers with a list of the store under one key.
int reply_rows(const struct call *call, const char *key, enum store_list which, const char *a, int64_t n,
               struct flip_error *error);
/// The first row with this text under the key; NULL: there is none.
json_t *row_with(const json_t *rows, const char *key, const char *text);
/// Turns 1 and 0 into true and false.
void row_bool(json_t *row, const char *key);
/// Adds the title of the row's game.
void row_title(json_t *row);
/// Refuses with `sentence` about `most` when there are as many already; -1 as the count: it could not be counted.
int check_most(int64_t count, int most, const char *sentence, struct flip_error *error)
    __attribute__((format(printf, 3, 0)));
/// The title of a game; "": this server does not offer it.
const char *title_of(const char *game);
/// The rating in a row that has `rating`, `deviation` and `games`.
json_t *rating_of(const json_t *row);
/// {"presence","challenges","requests"}: the audiences a person has chosen.
json_t *visibility_json(const struct store_person *person);

/// Starts a password job that first checks the person's own password, under `key` of the body. `fresh`: a new password (NULL: none);
/// `mail`: an address ("": none).
int with_password(struct call *call, const char *key, const json_t *fresh, const char *mail, password_job_done *then,
                  struct flip_error *error);
/// A person's settings for notifications; answers every change of them.
int reply_notifications(struct request *request, const char *person, struct flip_error *error);
/// A person's habits in a game; an error for anybody else.
int reply_habits(const struct call *call, const struct store_person *person, const char *id, struct flip_error *error);
enum { REPORT_TEXT = 500 };
/// Checks the length of a report's text; saves a report and answers.
int check_report(const char *text, const char *what, struct flip_error *error);
int keep_report(const struct call *call, const struct store_report *report, struct flip_error *error);
/// `{"games":[…]}`: the caller's games against somebody.
int reply_against(struct call *call, const struct store_person *other, struct flip_error *error);
/// A tournament as the caller sees it: standings, and the tables of a round from 0 (-1: the last one).
int reply_contest(const struct call *call, const struct contest *contest, int round, struct flip_error *error);
/// The name in the body for something public, such as a tournament; `what` says what it is.
int read_title(const json_t *body, const char *what, char out[STORE_NAME], struct flip_error *error);
/// May the caller make a table for the league that the body names? Without one they may.
int check_league(const struct call *call, struct flip_error *error);
/// The seat that this key of an invitation opens to somebody; -1: it is no key of this table.
int room_invitation(const struct room *room, const char *key, const char *person);
/// Answers the page of an invitation with what a messenger shows of it. False: it is none.
bool reply_preview(struct request *request, struct flip_error *error);
/// Ends all challenges between two people, and their tables.
int challenges_end_between(struct server *server, const char *person, const char *other, struct flip_error *error);

/// A page of the list of tables, counted from 0.
struct lobby_list {
    struct room *const *rooms;
    int count, page, pages;
};

/// Writes its fields as `person` may know them: page, pages, tables, games, people, here.
void write_lobby(struct flip_json *json, struct server *server, const struct lobby_list *list, const char *person);
/// `playing`: the public game that somebody plays, or null.
void write_playing(struct flip_json *json, const struct server *server, const char *person);
/// Somebody has changed who may see them.
void visibility_changed(struct server *server);

/* --- notifications for people whose page is closed, and the administrator's webhook: notify.c ------------------------------ */

/// It is the turn of these seats; a game has begun or is over; somebody makes an offer.
void notify_turns(struct server *server, const struct room *room, flip_set seats);
void notify_begun(struct server *server, const struct room *room);
void notify_over(struct server *server, const struct room *room);
void notify_offer(struct server *server, const struct room *room, const struct store_person *by, enum offer_kind kind);
void notify_challenge(struct server *server, const struct store_person *by, const char *person, const char *game);
void notify_friend(struct server *server, const struct store_person *by, const char *person, bool accepted);
/// For the webhook: a table was made, something was reported.
void notify_table(struct server *server, const struct room *room);
void notify_report(struct server *server, const struct store_report *report);

/* --- which puzzle comes next: puzzle_choice.c --------------------------------------------------------------------------- */

enum { THEME_SLUG = 80 };

/// A theme as it appears in an address: "press-your-luck".
void theme_slug(const struct flip_puzzle *puzzle, char out[THEME_SLUG]);
/// A puzzle near that rating which the person (empty: a stranger) has not tried yet, if there is one; `theme` is a slug, or "" for any.
/// NULL with the error.
const struct flip_puzzle *choose_puzzle(struct store *store, const struct flip_puzzles *puzzles, const char *person,
                                        double rating, const char *theme, struct flip_error *error);
/// Puzzle number `number` (from 0) of a rush that began then: they get harder.
const struct flip_puzzle *puzzle_of_rush(const struct flip_puzzles *puzzles, int64_t began, int number);

/* --- messages ------------------------------------------------------------------------------------------------------------- */

/// Handles a message that has passed the limits.
void message_handle(struct server *server, struct websocket *socket, const char *text, size_t length);
/// Can this message be handled without the store?
bool message_at_any_time(const char *text, size_t length);

/// Starts a watch afresh: everything is sent.
int watch_begin(struct server *server, struct client *link, struct room *room, const struct watch_options *options,
                struct flip_error *error);
/// Restores watches that were lost in a rollback, as far as their tables still exist.
int watch_lost(struct server *server, struct client *link, struct flip_error *error);
/// Somebody has changed whose chat they hide, at all tables.
int server_mutes_changed(struct server *server, const char *person, struct flip_error *error);

/* --- what is pushed ------------------------------------------------------------------------------------------------------- */

enum { LOBBY_LINES = 50, LOBBY_LINE = 2048 };

/// A line of the lobby's chat.
struct lobby_line {
    char person[STORE_ID], name[STORE_NAME];
    char text[LOBBY_LINE];
    int64_t time;
};

struct push_state {
    struct lobby_line said[LOBBY_LINES]; /* the last lines, by their number */
    int64_t said_count;
    bool said_due;
    int64_t lobby_pushed;
    bool lobby_asked;
    bool lobby_fetching;    /* tables of the list that were not in memory */
    uint64_t lobby_tried;   /* the pages that were fetched for the list that is due */
    struct presence *turns; /* people whose turns have changed, or who have asked */
    /// Does what an administrator asks for: {"do":"ban","person":"…"}; `said` is to be freed.
    int (*administer)(struct server *server, const json_t *order, char **said, struct flip_error *error);
};

/// Handles the bots' results: hints, verdicts, their moves. Called once per turn of the loop, before the commit.
void bots_collect(struct server *server);
/// Sends snapshots, turns and lobby lists (push.c). Called once per turn of the loop, after the commit.
void push_all(struct server *server);
/// Tells the challenger that the challenge was declined, on those of their connections that follow `turns`.
void push_declined(struct server *server, const struct store_challenge *challenge, const char *name);
/// Pushes changed lists of friends, requests and challenges.
void friends_push(struct server *server);
/// Somebody comes into the lobby: its last lines of chat are sent.
void lobby_chat_begin(struct server *server, struct client *link);
void lobby_chat_push(struct server *server);
/// Forgets what a deleted person has said.
void lobby_chat_forget(struct server *server, const char *person);
/// A connection asks for "your turn".
void turns_ask(struct server *server, struct client *link);
/// Saves what follows from a finished game, and tells people what they have achieved.
int game_over(struct server *server, struct room *room, int64_t finished, struct flip_error *error);
