/*
 * A game at this terminal: the table, who sits on its seats, and where it is kept. Both forms of the face, screen and
 * dialogue, drive the same session. A running game is written down after every step, so that nothing is lost whatever
 * happens to the window; a finished one moves to its own file.
 */
#ifndef FLIPSIDE_TERMINAL_SESSION_H
#define FLIPSIDE_TERMINAL_SESSION_H

#include "bots/player.h"
#include "terminal/remote.h"

enum { FLIP_PATH_SIZE = 4096, FLIP_SEATS_TEXT = 1024, FLIP_GIVEN_OPTIONS = 32 };

/// What the command line asked for.
struct flip_settings {
    const struct flip_game *game; /* NULL: ask */
    char seats[FLIP_SEATS_TEXT];  /* "": the default */
    struct {
        const char *name, *value;
    } given[FLIP_GIVEN_OPTIONS]; /* options of the game */
    int given_count;
    const char *edition, *seed, *load, *save;
    const char *join, *name; /* the address of a table at a server, and who we are there */
    bool plain, ascii, no_color, help;
};

struct flip_session {
    struct flip_table *table;
    struct flip_player players[FLIP_MAX_SEATS];
    char seats[FLIP_SEATS_TEXT];   /* as players.h takes it; written into the record, so that resuming needs no words */
    flip_set people;               /* the seats that sit at this keyboard */
    char running[FLIP_PATH_SIZE];  /* where the running game is kept */
    char finished[FLIP_PATH_SIZE]; /* where the record of the finished game is; "" while it runs */
    char trouble[FLIP_ERROR_SIZE]; /* why the last attempt to keep the game failed; "" when it did not */
    bool fixed_place;              /* --save: the finished game stays in the same file */
    struct flip_wire *wire;        /* --join: the line to the server, */
    struct flip_remote *remote;    /* and the table there; NULL: the table is here */
};

/// Prepares a game but deals nothing: fills `def` and `players` and draws the seed, so that the commitment can be shown first.
struct flip_deal {
    struct flip_table_def def;
    struct flip_edition *edition;
    unsigned char seed[FLIP_SEED_BYTES];
    char names[FLIP_MAX_SEATS][40];
    struct flip_player players[FLIP_MAX_SEATS];
    char seats[FLIP_SEATS_TEXT];
    char commitment[FLIP_HEX_SIZE];
};

int flip_deal_prepare(struct flip_deal *deal, const struct flip_settings *settings, struct flip_error *error);
void flip_deal_free(struct flip_deal *deal);

/// Opens the table of a prepared deal.
int flip_session_begin(struct flip_session *session, const struct flip_deal *deal, const struct flip_settings *settings,
                       struct flip_error *error);
/// Goes on with a kept game.
int flip_session_resume(struct flip_session *session, const char *path, const struct flip_settings *settings,
                        struct flip_error *error);
void flip_session_close(struct flip_session *session);

/// Where a running game of this kind would be kept; creates the folder.
int flip_session_place(const struct flip_settings *settings, char path[FLIP_PATH_SIZE], struct flip_error *error);
/// Is there a game to go on with?
bool flip_session_kept(const char *path);

/// As the table's, and keeps the game.
int flip_session_act(struct flip_session *session, int seat, flip_move move, struct flip_error *error);
int flip_session_undo(struct flip_session *session, int seat, struct flip_error *error);
bool flip_session_can_undo(const struct flip_session *session, int seat);
/// Hears what happened at a distant table; true if something did.
bool flip_session_listen(struct flip_session *session);
/// Where the records of finished games and other things are kept: $XDG_DATA_HOME/flipside/NAME; creates the folder.
int flip_session_data_path(const char *name, char path[FLIP_PATH_SIZE], struct flip_error *error);
/// Writes the record to a file of the player's choice.
int flip_session_save(const struct flip_session *session, const char *path, struct flip_error *error);
/// Is there something at the table that this seat must not see?
bool flip_session_hides(const struct flip_session *session, int seat);
/// Forgets the kept running game.
void flip_session_forget(struct flip_session *session);

#endif
