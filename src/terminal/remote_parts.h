/* A distant table as its files know it: remote_open.c opens it and listens, remote.c asks, remote_match.c answers the faces. */
#ifndef FLIPSIDE_TERMINAL_REMOTE_PARTS_H
#define FLIPSIDE_TERMINAL_REMOTE_PARTS_H

#include "terminal/remote.h"
#include "terminal/social.h"

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

static inline const char *string_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(at(object, key));
    return text ? text : "";
}

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
