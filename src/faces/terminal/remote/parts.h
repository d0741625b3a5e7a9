/*
 * A server's tables and its lobby, as the files of this room know them: open.c opens a table and listens, remote.c asks, match.c, tutor.c and
 * talk.c answer the faces; lobby.c and social.c know who and what is there.
 */
#ifndef FLIPSIDE_TERMINAL_REMOTE_PARTS_H
#define FLIPSIDE_TERMINAL_REMOTE_PARTS_H

#include "faces/terminal/remote/remote.h"
#include "faces/terminal/wire/wire.h"

#include <string.h>

/*
 * Friends and challenges at a server, as the lobby and a distant table know them: what is new, as sentences, and what may be said about
 * it. Both keep their own; the server says everything anew with each change.
 */
enum { FLIP_TABLE_ID = 64 };

struct flip_social {
    json_t *list; /* the newest push `friends`; NULL: nothing was heard */
    json_t *told; /* ids of the challenges and requests that were told */
};

/// Has the server tell of friends and challenges, whenever the line is new.
void flip_social_begin(struct flip_wire *wire);
/// Takes a push of the server; what is new and waits for an answer is added to `news` as sentences.
void flip_social_hear(struct flip_social *social, json_t *message, json_t *news);
/// `friends`, `friend NAME`, `unfriend NAME`, `challenge GAME NAME`, `accept NAME`, `decline NAME`. 1: done, with what came of it in
/// `news`, and in `table` the table of a game that begins; 0: the line is none of these; -1: an error.
int flip_social_say(struct flip_social *social, struct flip_wire *wire, const char *line, json_t *news,
                    char table[FLIP_TABLE_ID], struct flip_error *error);
/// Adds what is known to `lines`: friends, requests, challenges.
void flip_social_tell(const struct flip_social *social, json_t *lines);
void flip_social_free(struct flip_social *social);

/* Tournaments at a server, as the lobby knows them. */

struct flip_contests {
    json_t *list;              /* what the server listed */
    json_t *shown;             /* the one that is looked at, with standings and pairings; NULL: none */
    char table[FLIP_TABLE_ID]; /* where the server last said that we play; "": nowhere */
    bool stale;                /* the list is to be asked for */
    bool turned;               /* another page is shown */
};

/// Takes a push of the server.
void flip_contests_hear(struct flip_contests *contests, const json_t *message);
/// Asks the server for what is stale.
void flip_contests_refresh(struct flip_contests *contests, struct flip_wire *wire);
/// Adds lines as flip_lobby_lines has them: the tournaments there are.
void flip_contests_tell(const struct flip_contests *contests, json_t *lines);
/// The lines of the one that is shown; the caller's.
json_t *flip_contest_lines(const struct flip_contests *contests);
/// `tournaments`, `tournament N` or `tN`, `go`, and of the one that is shown `join`, `leave`, `round N`, `look`, `back`. As
/// flip_social_say.
int flip_contests_say(struct flip_contests *contests, struct flip_wire *wire, const char *line, json_t *news,
                      char table[FLIP_TABLE_ID], struct flip_error *error);
void flip_contests_free(struct flip_contests *contests);

/*
 * A server's lobby in the terminal: tables that wait, games to watch, who is here, friends and challenges, and quick match. What is known
 * comes as lines, what is wanted is said in words; so the screen and the dialogue (lobby_face.c) show the same.
 */

struct flip_lobby {
    struct flip_wire *wire;
    json_t *now;   /* the newest push `lobby` */
    json_t *seek;  /* the newest push `seek`; NULL: nobody is looked for */
    json_t *turns; /* the newest push `turns`: where we have to decide */
    struct flip_social social;
    struct flip_contests contests;
    json_t *news;              /* sentences that the face has not told yet */
    char table[FLIP_TABLE_ID]; /* where to go; "": nowhere yet */
    bool changed;              /* since the face has looked */
};

/// Opens the lobby on a line that knows who we are; the line stays the caller's.
int flip_lobby_open(struct flip_lobby *lobby, struct flip_wire *wire, struct flip_error *error);
void flip_lobby_close(struct flip_lobby *lobby);
/// What there is, as lines {"text", "table", "say", "title"}; `table` is there where one can be gone to, `say` where something can be said
/// for it, `title` is true above a part. The caller's.
json_t *flip_lobby_lines(const struct flip_lobby *lobby);
/// Asks the server for what is known to have changed, and is not pushed.
void flip_lobby_refresh(struct flip_lobby *lobby);
/// Does what a line of words says: a number is the table of that number. 0: done; -1: an error.
int flip_lobby_say(struct flip_lobby *lobby, const char *line, struct flip_error *error);

/// Lets the player choose a table, on the screen or, without `paint`, in words. 1: `table` has it; 0: the player left; -1: an error.
int flip_lobby_choose(struct flip_wire *wire, const struct flip_paint *paint, bool ascii, char table[FLIP_TABLE_ID],
                      struct flip_error *error);

/* The log of a server, which names everybody, as one of the players reads it. */

/*
 * A table of a server as a match. What the server has told, its scene, its log and the sheets it draws, answers what the faces
 * ask; so screen and dialogue play at a distant table as they play at this one, and no rule is needed on this side.
 */

enum { SHEETS = 4, RANGE_NAME = 24 };

/* A sheet that was drawn for the table as it stands. */
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
    json_t *news; /* what was said and noticed, and the face has not told yet */
    json_int_t next_chat, next_notice, next_offer;
    json_int_t first_chat; /* the oldest line of the chat that was told or asked for; 0 as long as there is none */
    bool chat_begun;
    bool rematch_told;
    uint32_t version; /* counts the scenes */
    bool heard;       /* a scene that the face has not been told of */
    int told_from;    /* from this line on the log was told anew */
    struct sheet sheets[SHEETS];
    int next_sheet;
    /* The bits of the scene's actions, in their order, which come with a sheet. */
    flip_move moves[FLIP_MAX_MOVES];
    int move_count;
    uint32_t moves_of;                             /* the version they belong to */
    char range_names[FLIP_MAX_RANGES][RANGE_NAME]; /* outlive the scene */
    /* What the server is thinking about, by the numbers of the questions; 0: nothing. */
    int hint_asked, verdict_asked, weigh_asked;
    uint64_t hint_offer;            /* the list that the hint is for */
    char weighed[FLIP_MOVE_TEXT];   /* the move that it weighs */
    char warned_of[FLIP_MOVE_TEXT]; /* the move that it warned of: it is made when it is chosen again */
    bool anyway;                    /* it was: the last move */
};

extern const struct flip_match_calls remote_calls;

static inline const json_t *at(const json_t *object, const char *key) { return json_object_get(object, key); }
static inline const json_t *table_of(const struct flip_remote *remote) { return at(remote->scene, "table"); }
static inline const json_t *actions_of(const struct flip_remote *remote) { return at(remote->scene, "actions"); }

/// Is this the text under that key?
static inline bool is(const json_t *object, const char *key, const char *text)
{
    return strcmp(string_of(object, key), text) == 0;
}

/// "waiting", "running", "over", "ended".
const char *flip_remote_status(const struct flip_remote *remote);
/// Members of a list of seats, whatever else stands in it.
flip_set remote_seats(const json_t *list);
/// Sends a message and waits for the scene that shows what was done. Steals the message.
int remote_tell(struct flip_remote *remote, json_t *message, bool is_step, struct flip_error *error);
/// How many steps the server counts, with those that are hidden.
json_int_t remote_steps(const struct flip_remote *remote);
/// The sheet of `seat` as `viewer` sees it, drawn by the server; NULL if it cannot be had. `patient`: waits for a line that is
/// down.
const json_t *remote_sheet(struct flip_remote *remote, int viewer, int seat, int width, int height, bool patient);
/// The bits of a move or a mask, as a sheet writes them.
flip_move remote_bits(const json_t *text);
/// Brings what the match says up to date, and keeps the record of a game that is over.
void remote_keep(struct flip_remote *remote);

/// Keeps what a new scene tells of chat, notices and offers.
void remote_hear(struct flip_remote *remote);
/// The calls of the same names in match.h.
bool remote_heard(struct flip_match *match, char *out, size_t size);
char *remote_older(struct flip_match *match, struct flip_error *error);
int remote_talk(struct flip_match *match, const char *line, struct flip_error *error);
int remote_hint(struct flip_match *match, struct flip_actions *actions, bool wait, struct flip_error *error);
int remote_verdict(struct flip_match *match, int seat, bool wait, char *words, size_t size, struct flip_error *error);
enum flip_weighing remote_weigh(struct flip_match *match, int seat, const struct flip_action *action, bool wait,
                                struct flip_error *why);
/// What the tutor was asked about the last move, and warned of, counts no more.
void remote_tutor_forget(struct flip_remote *remote);

#endif
