/*
 * A server's tables and lobby from the inside: join.c finds a table, remote.c talks to the server about it, match.c,
 * tutor.c and talk.c answer the faces; lobby.c, social.c and tournaments.c are the lobby.
 */
#pragma once

#include "faces/terminal/remote/remote.h"
#include "faces/terminal/wire/wire.h"

#include <string.h>

/*
 * Friends and challenges at a server, for the lobby and for tables: news as sentences, and commands. Each keeps its own
 * state, as the server sends everything again with each change.
 */
enum { FLIP_TABLE_ID = 64 };

struct flip_social {
    json_t *list; /* the newest push `friends`, or NULL */
    json_t *told; /* ids of the challenges and requests already shown */
};

/// Subscribes to friends and challenges, on every new connection.
void flip_social_begin(struct flip_wire *wire);
/// Handles a push of the server; what is new and needs an answer is added to `news` as sentences.
void flip_social_hear(struct flip_social *social, json_t *message, json_t *news);
/// Handles `friends`, `friend NAME`, `unfriend NAME`, `challenge GAME NAME`, `accept NAME`, `decline NAME`. 1: done,
/// with the result in `news`, and in `table` the table of a game that begins; 0: the line is none of these; -1: an
/// error.
int flip_social_say(struct flip_social *social, struct flip_wire *wire, const char *line, json_t *news,
                    char table[FLIP_TABLE_ID], struct flip_error *error);
/// Adds friends, requests and challenges to `lines`.
void flip_social_tell(const struct flip_social *social, json_t *lines);
void flip_social_free(struct flip_social *social);

/* Tournaments at a server, for the lobby. */

struct flip_contests {
    json_t *list;              /* what the server listed */
    json_t *shown;             /* the one on the screen, with standings and pairings; or NULL */
    char table[FLIP_TABLE_ID]; /* our table in it, as the server last said; or "" */
    bool stale;                /* the list must be requested */
    bool turned;               /* another page was chosen */
};

/// Handles a push of the server.
void flip_contests_hear(struct flip_contests *contests, const json_t *message);
/// Requests what is stale.
void flip_contests_refresh(struct flip_contests *contests, struct flip_wire *wire);
/// Adds the tournaments as lines, as in flip_lobby_lines.
void flip_contests_tell(const struct flip_contests *contests, json_t *lines);
/// The lines of the shown one, to be released.
json_t *flip_contest_lines(const struct flip_contests *contests);
/// Handles `tournaments`, `tournament N` or `tN`, `go`, and for the shown one `join`, `leave`, `round N`, `look`,
/// `back`. Returns as flip_social_say.
int flip_contests_say(struct flip_contests *contests, struct flip_wire *wire, const char *line, json_t *news,
                      char table[FLIP_TABLE_ID], struct flip_error *error);
void flip_contests_free(struct flip_contests *contests);

/*
 * A server's lobby in the terminal: waiting tables, games to watch, people, friends, challenges and quick match. It is
 * a list of lines with commands, so that screen and dialogue (lobby_face.c) show the same.
 */

struct flip_lobby {
    struct flip_wire *wire;
    json_t *now;   /* the newest push `lobby` */
    json_t *seek;  /* the newest push `seek`; NULL: not searching */
    json_t *turns; /* the newest push `turns`: tables where we have to decide */
    struct flip_social social;
    struct flip_contests contests;
    json_t *news;              /* sentences that the face has not shown yet */
    char table[FLIP_TABLE_ID]; /* the table to go to, or "" */
    bool changed;              /* since the face last looked */
};

/// Opens the lobby on a signed-in connection, which stays the caller's.
int flip_lobby_open(struct flip_lobby *lobby, struct flip_wire *wire, struct flip_error *error);
void flip_lobby_close(struct flip_lobby *lobby);
/// The lobby as lines {"text", "table", "say", "title"}, to be released: `table` can be joined or watched, `say` is a
/// command for the line, `title` marks a heading.
json_t *flip_lobby_lines(const struct flip_lobby *lobby);
/// Requests what has changed and is not pushed.
void flip_lobby_refresh(struct flip_lobby *lobby);
/// Runs a command; a number is the table with that number. 0: done; -1: an error.
int flip_lobby_say(struct flip_lobby *lobby, const char *line, struct flip_error *error);

/// Lets the player choose a table, on the screen or, without `paint`, in the dialogue. 1: `table` has it; 0: the player
/// left; -1: an error.
int flip_lobby_choose(struct flip_wire *wire, const struct flip_paint *paint, bool ascii, char table[FLIP_TABLE_ID],
                      struct flip_error *error);

/*
 * A server's table as a match. The server's scene, log and drawn sheets answer the faces, so screen and dialogue play
 * there as at a local table, and no rules are needed here.
 */

enum { SHEETS = 4, RANGE_NAME = 24 };

/* A sheet drawn for the current position. */
struct sheet {
    int seat, width, height, viewer;
    uint32_t version;
    json_t *json;
};

struct flip_remote {
    struct flip_match match; /* first: the faces hold a pointer to it */
    struct flip_wire *wire;
    char id[64];
    json_t *scene;
    json_t *log;
    struct flip_social social;
    json_t *news; /* talk and notices that the face has not shown yet */
    json_int_t next_chat, next_notice, next_offer;
    json_int_t first_chat; /* the oldest line of chat seen so far, or 0 */
    bool chat_begun;
    bool rematch_told;
    uint32_t version; /* the number of scenes received */
    bool heard;       /* a scene that the face has not seen yet */
    int told_from;    /* the line from which the log was rewritten */
    struct sheet sheets[SHEETS];
    int next_sheet;
    /* The bits of the scene's actions, in order; they come with a sheet. */
    flip_move moves[FLIP_MAX_MOVES];
    int move_count;
    uint32_t moves_of;                             /* the version they belong to */
    char range_names[FLIP_MAX_RANGES][RANGE_NAME]; /* outlive the scene */
    /* The numbers of our open questions; 0: none. */
    int hint_asked, verdict_asked, weigh_asked;
    uint64_t hint_offer;            /* the list that the hint is for */
    char weighed[FLIP_MOVE_TEXT];   /* the move that the tutor weighs */
    char warned_of[FLIP_MOVE_TEXT]; /* the move that it warned of: choosing it again makes it */
    bool anyway;                    /* it was made all the same */
};

extern const struct flip_match_calls remote_calls;

static inline struct flip_remote *remote_of(const struct flip_match *match) { return (struct flip_remote *)match; }
/// Adds the heading of a part of the lobby's list.
static inline void add_title(json_t *lines, const char *text)
{
    json_array_append_new(lines, json_pack("{s:s, s:b}", "text", text, "title", 1));
}

static inline const json_t *at(const json_t *object, const char *key) { return json_object_get(object, key); }
static inline const json_t *table_of(const struct flip_remote *remote) { return at(remote->scene, "table"); }
static inline const json_t *actions_of(const struct flip_remote *remote) { return at(remote->scene, "actions"); }

/// Is the member this text?
static inline bool is(const json_t *object, const char *key, const char *text)
{
    return strcmp(string_of(object, key), text) == 0;
}

/// "waiting", "running", "over", "ended".
const char *flip_remote_status(const struct flip_remote *remote);
/// The seats in a list, ignoring anything else.
flip_set remote_seats(const json_t *list);
/// Sends a message and waits for the scene that includes its effect. Steals the message.
int remote_tell(struct flip_remote *remote, json_t *message, bool is_step, struct flip_error *error);
/// The server's number of steps, including hidden ones.
json_int_t remote_steps(const struct flip_remote *remote);
/// The sheet of `seat` as `viewer` sees it, drawn by the server, or NULL. `patient`: waits for a lost connection.
const json_t *remote_sheet(struct flip_remote *remote, int viewer, int seat, int width, int height, bool patient);
/// The bits of a move or a mask, from a sheet.
flip_move remote_bits(const json_t *text);
/// Updates the plain values of the match, and saves the record of a finished game.
void remote_keep(struct flip_remote *remote);

/// Collects chat, notices and offers from a new scene.
void remote_hear(struct flip_remote *remote);
/// Calls of match.h.
bool remote_heard(struct flip_match *match, char *out, size_t size);
char *remote_older(struct flip_match *match, struct flip_error *error);
int remote_talk(struct flip_match *match, const char *line, struct flip_error *error);
int remote_hint(struct flip_match *match, struct flip_actions *actions, bool wait, struct flip_error *error);
int remote_verdict(struct flip_match *match, int seat, bool wait, char *words, size_t size, struct flip_error *error);
enum flip_weighing remote_weigh(struct flip_match *match, int seat, const struct flip_action *action, bool wait,
                                struct flip_error *why);
/// Forgets what the tutor was asked, and warned of.
void remote_tutor_forget(struct flip_remote *remote);
