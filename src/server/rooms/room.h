/*
 * A room is a live table: who sits where, the game, its log, who is watching. It is loaded from the store on demand and
 * dropped from memory when nobody has used it for a while; the store has all of it.
 *
 * Functions that change a room check who asks, write the change into the store's open transaction and mark the room
 * dirty. If the change is not allowed they return -1 with an error and change nothing.
 */
#pragma once

#include "server/loop/loop.h"
#include "store/results.h"
#include "store/store.h"
#include "store/tables.h"

#include <flipside/record.h>
#include <flipside/walk.h>
#include <jansson.h>

struct watch;

/* Days in UTC, as the daily challenge uses them. */
enum { DAY_SIZE = 11 /* "2026-11-15" */, DAY_MS = 86400 * 1000 };

/// The day of a time, and when a day ends (0: not a valid day).
void day_of(int64_t time, char day[DAY_SIZE]);
int64_t day_end(const char *day);
/// Days counted on, to see which follow each other.
static inline int64_t day_number(const char *day) { return day_end(day) / DAY_MS; }

/* SEAT_NAME: an imported record knows no more than the player's name. */
enum seat_kind { SEAT_PERSON, SEAT_BOT, SEAT_OPEN, SEAT_LINK, SEAT_NAME };

/// What a table is for. Only a ROOM_GAME counts for results, records and ratings. ROOM_ARCHIVE: a challenge whose day
/// is over.
enum room_kind { ROOM_GAME, ROOM_FORK, ROOM_LESSON, ROOM_IMPORT, ROOM_ARCHIVE };
struct seat {
    enum seat_kind kind;
    int level;             /* of a bot */
    char person[STORE_ID]; /* who sits here */
    char name[STORE_NAME];
    char key[STORE_ID];      /* of the invitation */
    char kept_for[STORE_ID]; /* nobody else may sit down here */
    bool ready;              /* of a full table that waits: the person has said so */
    bool invited;            /* that person was asked to a table that waits for others, too */
    int64_t absent_since;    /* 0: the person is there */
    flip_set votes;          /* seats that want a bot here */
    uint64_t ticket;         /* of the bot's thought in progress; 0: none */
    char left[STORE_ID];     /* who gave up the seat to this bot */
    bool voted_out;          /* not of their own accord: they may take it back */
    bool named;              /* the name was given with the seat: one device goes round the table */
    bool former;             /* that person's or this one's account was deleted: `person` and `left` are empty */
    struct store_rating was; /* and this was the rating before the game, which others' ratings depend on */
    bool helped;             /* a hint was taken */
    struct flip_share share; /* what its client adds to the draw, until the first card */
    struct flip_share again; /* and to that of the rematch */
    bool timed_out;          /* the time ran out once: the game is lost to those who kept theirs */
    struct seat_clock {
        int64_t left;  /* milliseconds, at the time `since` */
        int64_t since; /* when the current decision began; 0: the clock is stopped */
        bool ran;      /* in this phase: there will be extra time for it */
        bool out;      /* time is up: a bot plays until the person is back */
    } clock;
};

enum clock_kind { CLOCK_NONE, CLOCK_BANK, CLOCK_MOVE };

/// How long decisions may take: a time bank for all of them with `extra` after each, or the same time for each.
struct clock {
    enum clock_kind kind;
    int seconds, extra;
};

/// What the people at a table can agree on. OFFER_SEAT: a spectator asks for a seat.
enum offer_kind { OFFER_END, OFFER_UNDO, OFFER_REMATCH, OFFER_HELP, OFFER_SEAT, OFFER_KINDS };

/// A standing offer; its notice says who made it.
struct offer {
    bool stands;
    int notice;
    flip_set agreed;
    struct flip_share share; /* of somebody who asks for a seat */
};

/// Events at the table besides moves.
enum notice_kind {
    NOTICE_OFFERED,
    NOTICE_ACCEPTED,
    NOTICE_DECLINED,
    NOTICE_WITHDRAWN,
    NOTICE_LAPSED,
    NOTICE_AGREED, /* by all: it is done */
    NOTICE_LEFT,
    NOTICE_REPLACED,
    NOTICE_RETURNED,
    NOTICE_MUTED,
    NOTICE_UNMUTED,
    NOTICE_REMOVED, /* from a table that waits */
    NOTICE_OWNER,   /* it is theirs now */
    NOTICE_CHANGED, /* other terms */
    NOTICE_KINDS
};

struct notice {
    enum notice_kind kind;
    int what; /* the kind of the offer; how many seconds somebody was away */
    int seat; /* -1: somebody without one */
    char person[STORE_ID];
    char *name;
    int level; /* of the bot that came; of an offer: 1 in a rated game */
    int moves; /* that the seat had made by then */
    int64_t time;
};

/// One line of the log. Who may not see it is decided when it is written.
struct log_entry {
    int seat;           /* FLIP_DEALER for an event */
    int owner;          /* the seat whose step caused it, or FLIP_DEALER */
    int by;             /* who made the move, as in struct flip_step */
    uint32_t phase;     /* in which it was taken: the number differs from that of the phase before */
    flip_set secret_to; /* seats and FLIP_PUBLIC */
    uint32_t check;     /* tells entries apart, even when others' hidden entries shift them */
    int64_t time;
    char *text, *tell;
    char *outcome; /* of a flick: its outcome as in records; else NULL */
};

enum { FLICKS_CACHED = 4 };

/// How a flick went, ready to be sent: everyone at the table asks for the same one at the same time.
struct cached_flick {
    int number; /* 0: none */
    char *text;
    size_t length;
};

enum { PRINTED_SIZE = 33 };

/// A person's seats in a room in memory, indexed by person.
struct seat_entry {
    struct seat_entry *next, **at;
    struct room *room;
    char person[STORE_ID];
};

/// What those who are elsewhere have been told.
struct room_announced {
    flip_set turns;  /* whose turn it was when it was last announced */
    flip_set ready;  /* who were asked whether they are ready */
    int offers;      /* the notices of offers before this one */
    bool friends;    /* and their friends: that a game is being played here */
    bool just_begun; /* still to be told: the game has begun */
};

/// A room where several servers share the store.
struct room_cluster {
    int64_t version;      /* of what is in memory */
    int64_t newest;       /* as far as is known */
    int64_t lease_holder; /* the number of the server that has the lease on it */
    uint64_t claimed;     /* in this turn of the loop no other server changes it; 0: never */
    bool lost;            /* what was read of a newer version does not fit: it has to be replayed */
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
    bool tutor;            /* may be asked even though others sit here */
    bool unrated;          /* the table's creator asked for no rating */
    bool ready_check;      /* everybody has to be ready before a live game begins */
    bool paused;           /* nobody was there when a live clock would have run out */
    bool help;             /* all agreed to hints and the tutor; then it is not rated any more */
    char edition_name[64]; /* of an edition of somebody's own */
    bool own_edition;      /* `edition` came with the request: only the store has it */
    bool dealt_here;       /* of an import: its events follow from a seed that this server drew */
    int replace_after;     /* seconds */
    int64_t created, changed, used;
    int64_t changed_kept; /* when it changed, as the store was told at last */
    struct seat seats[FLIP_MAX_SEATS];
    int seat_count;
    struct seat_entry seat_index[FLIP_MAX_SEATS];
    struct flip_seed_draw draw;          /* how the seed is drawn; what the seats add is in them until the first card */
    unsigned char seed[FLIP_SEED_BYTES]; /* valid once `seeded` */
    bool seeded;                         /* the seed is fixed: from the first card on */
    char commitment[FLIP_HEX_SIZE];      /* to a seed that is drawn; empty until a snapshot needs it */
    unsigned char next_secret[FLIP_SEED_BYTES]; /* the dealer's secret for the rematch, if `has_next` */
    bool has_next;                              /* false for tables of older releases */
    char edition[FLIP_HEX_SIZE];
    char printed[PRINTED_SIZE]; /* the fingerprint of what is printed; empty: nobody has asked */
    char rematch[STORE_ID];
    char league[STORE_ID]; /* in which its game counts; empty: in none */
    struct clock clock;
    char daily[DAY_SIZE]; /* the day of the challenge; empty: not a challenge */
    bool cards_known;     /* of a challenge: somebody else has started it on that device before */
    char owner[STORE_ID]; /* who made it; see room_owner */
    char key
        [STORE_ID]; /* of its link, with which any free seat can be taken that is kept for nobody; empty: there is none */
    struct offer offers[OFFER_KINDS];

    struct flip_table *table;           /* NULL while waiting */
    json_t *lesson;                     /* of a lesson: its texts and expected moves; owned */
    int lesson_number;                  /* counted from 0 */
    char lesson_edition[FLIP_HEX_SIZE]; /* of a lesson with an edition of somebody's own: which; else empty */
    bool learnt;                        /* it has been completed once */
    struct log_entry *log;
    int log_count, log_room, public_count;
    struct flip_walk told; /* is as far as the log */
    struct cached_flick flicks[FLICKS_CACHED];
    int flick_next; /* which one is replaced next */

    struct chat {
        int seat;
        char person[STORE_ID];
        char *name, *text;
        int64_t time;
        const char *team; /* the game's word for the team that it is for; NULL: for everyone */
    } * chat;
    int chat_count, chat_room;
    struct notice *notices;
    int notice_count, notice_room;

    struct room_cluster cluster;
    struct watch *watches;
    flip_set online;        /* of a worker's own room: seats whose people were online at the request */
    char payer[FAIR_PAYER]; /* of its bots: the person who created it or played here last */
    struct room_announced announced;
    bool dirty;
    flip_set dirty_for; /* if it is: the seats whose people see something new */
};

/// Puts a bot in a seat whose person has left.
enum { STAND_IN_LEVEL = 3 };

/// Kinds and states of tables, and kinds of seats, in the store and in the API.
extern const char *const room_kind_words[], *const room_status_words[], *const seat_kind_words[];

/// Frees a room that the server does not hold.
void room_discard(struct room *room);
/// Everyone watching needs a new snapshot; or only those who have that seat.
void room_mark_dirty(struct rooms *rooms, struct room *room);
void room_mark_dirty_for(struct rooms *rooms, struct room *room, int seat);
/// Takes the room off the list, before it is freed.
void room_clear_dirty(struct rooms *rooms, struct room *room);
flip_set room_seats_of(const struct room *room, const char *person);
/// The seats of people.
flip_set room_people(const struct room *room);
/// Whose table it is: its maker, or the first of those who are still there. NULL: nobody's.
const char *room_owner(const struct room *room);
int room_check_owner(const struct room *room, const char *person, struct flip_error *error);
/// Does the result change ratings? Not alone, not with two seats of one person, and not where help is allowed.
bool room_rated(const struct room *room);
/// Did the player not play to the end: left, replaced, or out of time?
bool seat_given_up(const struct seat *seat);
/// May hints and the tutor be asked while the game runs? Not in a rated game.
bool room_help_allowed(const struct room *room);
/// Is it a challenge whose day is not over, so that its cards are still secret?
bool room_daily_hidden(const struct room *room);
/// Does every event follow from a seed that this server drew? Not where steps were rigged, nor where somebody chose the
/// seed, as an outside record's author may have done.
bool room_proved(const struct room *room);
/// The errors for a table that does not exist, and for one that cannot be opened, which is also logged.
int room_unknown(struct flip_error *error);
int room_broken(const char *id, struct flip_error *error);
/// Can the game go on? And does that seat belong to this person?
int room_check_running(const struct room *room, struct flip_error *error);
int room_check_own(const struct room *room, const char *person, int seat, struct flip_error *error);
