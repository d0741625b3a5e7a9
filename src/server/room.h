/*
 * A room is a live table: who sits where, the game, its log, who looks on. It is loaded from the store when somebody
 * asks for it and forgotten when nobody has for a while; the store has all of it.
 *
 * Functions that change something check who asks, write the change into the store's open transaction and mark the room;
 * they return -1 with an error and change nothing if it is not allowed.
 */
#ifndef FLIPSIDE_SERVER_ROOM_H
#define FLIPSIDE_SERVER_ROOM_H

#include "server/server.h"

/* SEAT_NAME: somebody of whom an imported record knows nothing but the name. */
enum seat_kind { SEAT_PERSON, SEAT_BOT, SEAT_OPEN, SEAT_LINK, SEAT_NAME };

/// What a table is for. Only a game counts: results, records and ratings come from nothing else.
enum room_kind { ROOM_GAME, ROOM_FORK, ROOM_LESSON, ROOM_IMPORT };
/// What each is called in the file and by the interface.
extern const char *const room_kind_words[];

struct seat {
    enum seat_kind kind;
    int level;             /* of a bot */
    char person[STORE_ID]; /* who sits here */
    char name[STORE_NAME];
    char key[STORE_ID];      /* of the invitation */
    int64_t absent_since;    /* 0: somebody is there */
    flip_set votes;          /* seats that want a bot here */
    uint64_t ticket;         /* of the bot's thought under way; 0: none */
    char left[STORE_ID];     /* who gave the seat up to the bot that sits here */
    bool former;             /* that person's or this one's account was deleted: `person` and `left` are empty */
    struct store_rating was; /* and this was the rating before the game, which others' ratings follow from */
    bool helped;             /* a hint was taken */
    struct seat_clock {
        int64_t left;  /* milliseconds, at the time `since` */
        int64_t since; /* when the running decision began; 0: it stands */
        bool ran;      /* in this phase: there will be extra time for it */
        bool out;      /* the time ran out: a bot plays until the person is back */
    } clock;
};

enum clock_kind { CLOCK_NONE, CLOCK_BANK, CLOCK_MOVE };

/// How long decisions may take: a bank for all of them with `extra` after each, or the same time for every one.
struct clock {
    enum clock_kind kind;
    int seconds, extra;
};

enum { DAY_SIZE = 11 }; /* "2026-11-15" */

/// One line of the log. Which viewers may not see it is settled when it is written.
struct entry {
    int seat;           /* FLIP_DEALER for an event */
    int owner;          /* the seat whose step brought it, or FLIP_DEALER */
    flip_set secret_to; /* seats and FLIP_PUBLIC */
    uint32_t check;     /* tells entries apart, wherever others' hidden ones put them */
    int64_t time;
    char *text, *tell;
    char *outcome; /* of a flick: what came of it, as records have it; else NULL */
};

enum { FLICKS_KEPT = 4 };

/// How a flick went, as it is answered: everybody at the table asks for the same one at the same time.
struct kept_flick {
    int number; /* 0: none */
    char *text;
    size_t length;
};

struct room {
    struct room *next;       /* in its bucket */
    struct room *next_dirty; /* in the server's list */
    char id[STORE_ID];
    const struct flip_game *game;
    struct flip_options options;
    enum room_kind kind;
    enum store_status status;
    bool listed, open;
    bool tutor;                                     /* may be asked although others sit here */
    bool unrated;                                   /* whoever made the table wants no rating from it */
    bool own_edition;                               /* `edition` came with the request: it lies in the store alone */
    enum { PROOF_UNKNOWN, PROVED, UNPROVED } proof; /* of an import: do its events follow from the seed? */
    int replace_after;                              /* seconds */
    int64_t created, changed, used;
    struct seat seats[FLIP_MAX_SEATS];
    int seat_count;
    struct sitting sittings[FLIP_MAX_SEATS];
    unsigned char seed[FLIP_SEED_BYTES];
    char edition[FLIP_HEX_SIZE];
    char rematch[STORE_ID];
    struct clock clock;
    char daily[DAY_SIZE]; /* the day of the challenge; empty: it is none */
    bool cards_known;     /* of a challenge: it was begun on that device before, by somebody else */
    flip_set offer;       /* seats that agree to end */
    int offered_by;       /* -1: nobody */

    struct flip_table *table; /* NULL while it waits */
    json_t *lesson;           /* of a lesson: what it says and waits for; owned */
    int lesson_number;        /* counted from 0 */
    bool learnt;              /* it was gone through once */
    struct entry *log;
    int log_count, log_room, public_count;
    bool phase_acted;
    void *log_state; /* the state after the last entry */
    struct kept_flick flicks[FLICKS_KEPT];
    int flick_next; /* which of them gives way */

    struct chat {
        int seat;
        char person[STORE_ID];
        char *name, *text;
        int64_t time;
        const char *team; /* the game's word for the team that it is for; NULL: for everybody */
    } * chat;
    int chat_count, chat_room;

    struct watch *watches;
    flip_set online;        /* of a worker's own room: which seats' persons were here when it was asked for */
    char payer[FAIR_PAYER]; /* of its bots: whoever made it or played here last */
    flip_set turns_told;    /* whose turn it was when that was told last */
    bool dirty;
};

/// Somebody's look at a room through a connection.
struct watch {
    struct watch *next_in_room, *next_in_link;
    struct websocket *link;
    struct room *room;
    int seat;       /* asked for; -1: the first own one, or a spectator's */
    uint32_t *sent; /* checks of the log entries the client has */
    int sent_count, sent_room;
    int chat_sent;
    char (*muted)[STORE_ID]; /* whose chat is not wanted */
    int muted_count;
    uint64_t last; /* hash of the last snapshot, so that nothing is sent twice */
    bool behind;   /* the client reads slowly: the next snapshot waits until it has
                    read */
};

/* --- room.c: which rooms there are, and who sits where -------------------------------------------------------------- */

struct room *room_find(struct server *server, const char *id, struct flip_error *error);
/// The errors of a table that is not there, and of one that cannot be opened: that is noted for the administrator.
int room_unknown(struct flip_error *error);
int room_broken(const char *id, struct flip_error *error);
/// The room of that id if it is in memory.
struct room *room_in_memory(const struct server *server, const char *id);
/// Lets go of a room that is no more: whoever looks at it does not any more.
void room_drop(struct server *server, struct room *room);
/// A bot for a seat whose person has gone.
enum { STAND_IN_LEVEL = 3 };
/// Takes in a room that has just been made.
void room_remember(struct server *server, struct room *room);
/// Frees a room that the server does not hold.
void room_discard(struct room *room);
/// Forgets the rooms that nobody looks at, or all.
void rooms_sweep(struct server *server, bool all);
/// Its watchers have something to be told.
void room_touch(struct server *server, struct room *room);
/// Before a room is freed.
void room_untouch(struct server *server, struct room *room);

flip_set room_seats_of(const struct room *room, const char *person);
int room_sit(struct server *server, struct room *room, const struct store_person *person, int seat, const char *key,
             struct flip_error *error);
int room_leave(struct server *server, struct room *room, const char *person, struct flip_error *error);
int room_replace(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error);
/// The person has a new name; a room that waits shows it.
int room_rename(struct server *server, struct room *room, const struct store_person *person, struct flip_error *error);
/// Who is here, who has gone: called when a connection comes or goes.
void room_presence(struct server *server, struct room *room);

/* --- room_make.c --------------------------------------------------------------------------------------------------- */

struct room *room_make(struct server *server, const struct store_person *person, const json_t *wish,
                       struct flip_error *error);
/// A person's try at the challenge of a day: one seat, or as many as the game needs, with bots.
struct room *room_make_daily(struct server *server, const struct store_person *person, const struct flip_game *game,
                             const char *day, const unsigned char seed[FLIP_SEED_BYTES], bool cards_known,
                             struct flip_error *error);
/// Is it a challenge whose day is not over, so that its cards are not for everybody?
bool room_daily_hidden(const struct room *room);
struct room *room_rematch(struct server *server, struct room *room, const struct store_person *person,
                          struct flip_error *error);
/// Has this person room for one more table?
int room_check_limit(struct server *server, const char *person, struct flip_error *error);
/// An empty room that the server does not hold yet, and the way back: it must not stay in the list of rooms with news.
struct room *room_new(struct server *server, enum room_kind kind, struct flip_error *error);
void room_give_up(struct server *server, struct room *room);
/// Keeps a room whose table was laid by the caller: edition, steps, head, who sits there.
int room_begin(struct server *server, struct room *room, struct flip_error *error);
/// The part of room_begin that is left when the steps are written: head, who sits there.
int room_keep_seats(struct server *server, struct room *room, struct flip_error *error);
/// Bots without a name get one of the game's, each another.
void room_name_bots(struct room *room);
/// Keeps a room whose seats have changed, and deals the first card when none is free any more.
int room_seats_changed(struct server *server, struct room *room, struct flip_error *error);

/* --- room_keep.c --------------------------------------------------------------------------------------------------- */

/// Keeps a room that a worker has made, in slices; then the request is answered with it. The room is given up in any case.
int room_keep(struct request *request, struct room *room, const struct store_person *person, struct flip_error *error);
/// At the start: nothing stays of rooms that were not kept to the end.
int rooms_clear_half_kept(struct server *server, struct flip_error *error);

/* --- room_play.c --------------------------------------------------------------------------------------------------- */

int room_check_running(const struct room *room, struct flip_error *error);
int room_check_own(const struct room *room, const char *person, int seat, struct flip_error *error);
int room_act(struct server *server, struct room *room, const char *person, int seat, const char *text, int at,
             struct flip_error *error);
/// A legal move: into table, log and store.
int room_take_move(struct server *server, struct room *room, int seat, flip_move move, struct flip_error *error);
int room_undo(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error);
/// `team`: for those alone who play on the side of `seat`, or of the first own seat if it is -1.
int room_chat(struct server *server, struct room *room, const struct store_person *person, const char *text, bool team,
              int seat, struct flip_error *error);
/// Is this line for the ears of that person?
bool room_hears(const struct room *room, const char *person, const struct chat *chat);
int room_end(struct server *server, struct room *room, const char *person, bool agree, struct flip_error *error);
/// Ends the game if all persons who are left agreed to.
void room_settle_offer(struct room *room);
/// A bot helps this seat: it is written down, and refused at a daily challenge.
int room_help(struct server *server, struct room *room, int seat, struct flip_error *error);
/// A bot has thought.
void room_bot_acts(struct server *server, struct room *room, const struct job *job);
/// Asks the workers for every bot that has to decide.
void room_wake_bots(struct server *server, struct room *room);

/* --- room_log.c ---------------------------------------------------------------------------------------------------- */

/// Brings the log up to date with the table; `anew` after an undo.
int room_follow(struct room *room, bool anew, struct flip_error *error);
void room_clear_log(struct room *room);
/// Which entries of the log a viewer may see: writes indexes into `out` (log_count of them at most), returns how many.
int room_visible(const struct room *room, int viewer, int *out);
/// How many that are: the `steps` of a snapshot.
int room_steps_for(const struct room *room, int viewer);

/* --- flick.c ------------------------------------------------------------------------------------------------------- */

/// How many flicks the game has had after so many steps; how each of them went can be asked for.
int room_flicks(const struct room *room, int steps);
void room_forget_flicks(struct room *room);

/// Does every event follow from the seed? Not in a record from outside that fails, nor where steps were laid by hand.
bool room_proved(const struct room *room);

/* --- clocks.c ---------------------------------------------------------------------------------------------------------- */

/// When the next clock runs out; 0: none runs.
int64_t room_deadline(const struct room *room);

/* --- room_store.c -------------------------------------------------------------------------------------------------- */

/// The table without its steps.
int room_save_status(struct store *store, const struct room *room, struct flip_error *error);
/// The same, and whoever looks at it will be told.
int room_save_head(struct server *server, struct room *room, struct flip_error *error);
/// Writes the log's entries from `from` on, up to `to`, as steps.
int room_save_steps(struct server *server, const struct room *room, int from, int to, struct flip_error *error);
int room_keep_chat(struct room *room, const struct store_chat *chat);
/// The room without its game: enough to change what the head tells. As room_load.
int room_load_head(struct store *store, const char *id, struct room **out, struct flip_error *error);
/// The record as the store has it, seed and all.
json_t *room_stored_record(struct store *store, const struct room *room, struct flip_error *error);
/// 1: `out` is the room as the store knows it; 0: it knows none; -1: it failed, or the record does not fit.
int room_load(struct store *store, const char *id, struct room **out, struct flip_error *error);

/* --- snapshot.c ------------------------------------------------------------------------------------------------------- */

/// What the spectators of a room have in common, written once.
struct shared_snapshot {
    char *text; /* NULL: not written yet; to be freed */
    size_t length;
    uint64_t hash;
};

/// The object called TABLE in docs/api.md, as `person` may know it. A worker has no server (NULL), and room->online instead.
void write_table(struct flip_json *json, const char *key, const struct server *server, const struct room *room,
                 const char *person);
/// A snapshot for a watch, or nothing (length 0) if it would be the same as the last one.
size_t write_snapshot(struct server *server, struct watch *watch, struct shared_snapshot *shared);

#endif
