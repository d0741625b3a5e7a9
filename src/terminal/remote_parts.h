/* A distant table as its two files know it: remote.c hears the server, remote_game.c answers as a game does. */
#ifndef FLIPSIDE_TERMINAL_REMOTE_PARTS_H
#define FLIPSIDE_TERMINAL_REMOTE_PARTS_H

#include "terminal/remote.h"

/* A step of the log is a move with this bit: the line's place in the log. */
#define LOG_LINE ((flip_move)1 << 63)

/* All that a state of a distant table is: which of its moves was tried on it, for what that would gain. */
struct tried {
    bool any;
    flip_move move;
    uint32_t lines; /* of the log, when it is told from the beginning */
};

/* A move whose open numbers were filled in has this bit, and its place among the last few such moves. */
#define FILLED ((flip_move)1 << 62)

enum { SHEETS = 4, AIMS = 64, RANGE_NAME = 24 };

struct aim {
    flip_move move; /* as the server lists it */
    char text[FLIP_MOVE_TEXT];
};

/* A sheet that was drawn for the table as it stands. */
struct sheet {
    int seat, width, height, viewer;
    uint32_t version;
    json_t *json;
};

struct flip_remote {
    struct flip_game game;
    struct flip_table table;
    struct tried now, before;
    struct flip_wire *wire;
    char id[64], title[64], game_id[32];
    json_t *scene;
    json_t *log;
    uint32_t version; /* counts the scenes */
    flip_move moves[FLIP_MAX_MOVES];
    int move_count; /* as many as the scene has actions, once a sheet has told them */
    uint32_t moves_of;
    struct sheet sheets[SHEETS];
    int next_sheet;
    struct aim aims[AIMS];
    unsigned next_aim;
    char range_names[FLIP_MAX_RANGES][RANGE_NAME];
    int told_from;
    bool heard;
};

static inline const json_t *at(const json_t *object, const char *key) { return json_object_get(object, key); }
static inline const json_t *table_of(const struct flip_remote *remote) { return at(remote->scene, "table"); }

static inline const char *string_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(at(object, key));
    return text ? text : "";
}

/// Members of a list of seats, whatever else stands in it.
flip_set remote_seats(const json_t *list);
const json_t *remote_actions(const struct flip_remote *remote);
const json_t *remote_action(const struct flip_remote *remote, flip_move move);
const struct aim *remote_aim(const struct flip_remote *remote, flip_move move);

/// What every distant table answers as a game; its names and seats are its own.
extern const struct flip_game remote_game;

#endif
