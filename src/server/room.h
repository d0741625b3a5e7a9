/*
 * A room is a live table: who sits where, the game, its log, who looks on. It is loaded from the store when somebody asks for it
 * and forgotten when nobody has for a while; the store has all of it.
 *
 * Functions that change something check who asks, write the change into the store's open transaction and mark the room; they
 * return -1 with an error and change nothing if it is not allowed.
 */
#ifndef FLIPSIDE_SERVER_ROOM_H
#define FLIPSIDE_SERVER_ROOM_H

#include "server/hub.h"

enum seat_kind { SEAT_PERSON, SEAT_BOT, SEAT_OPEN, SEAT_LINK };

struct seat {
    enum seat_kind kind;
    int level;             /* of a bot */
    char person[STORE_ID]; /* who sits here */
    char name[STORE_NAME];
    char key[STORE_ID];   /* of the invitation */
    int64_t absent_since; /* 0: somebody is there */
    flip_set votes;       /* seats that want a bot here */
    uint64_t ticket;      /* of the bot's thought under way; 0: none */
};

/// One line of the log. Which viewers may not see it is settled when it is written.
struct entry {
    int seat;           /* FLIP_DEALER for an event */
    int owner;          /* the seat whose step brought it, or FLIP_DEALER */
    flip_set secret_to; /* seats and FLIP_PUBLIC */
    uint32_t check;     /* tells entries apart */
    int64_t time;
    char *text, *tell;
};

struct room {
    struct room *next; /* in its bucket */
    char id[STORE_ID];
    const struct flip_game *game;
    struct flip_options options;
    enum store_status status;
    bool listed, open;
    int replace_after; /* seconds */
    int64_t created, changed, used;
    struct seat seats[FLIP_MAX_SEATS];
    int seat_count;
    unsigned char seed[FLIP_SEED_BYTES];
    char edition[FLIP_HEX_SIZE];
    char rematch[STORE_ID];
    flip_set offer; /* seats that agree to end */
    int offered_by; /* -1: nobody */

    struct flip_table *table; /* NULL while it waits */
    struct entry *log;
    int log_count, log_room, public_count;
    bool phase_acted;
    void *log_state; /* the state after the last entry */

    struct chat {
        int seat;
        char person[STORE_ID];
        char *name, *text;
        int64_t time;
    } * chat;
    int chat_count, chat_room;

    struct watch *watches;
    bool dirty;
};

/// Somebody's look at a room through a connection.
struct watch {
    struct watch *next_in_room, *next_in_link;
    struct link *link;
    struct room *room;
    int seat;       /* asked for; -1: the first own one, or a spectator's */
    uint32_t *sent; /* checks of the log entries the client has */
    int sent_count, sent_room;
    int chat_sent;
    flip_set muted;
    uint64_t last; /* hash of the last scene, so that nothing is sent twice */
};

struct room *room_find(struct hub *hub, const char *id, struct flip_error *error);
struct room *room_make(struct hub *hub, const struct store_person *person, const json_t *wish,
                       struct flip_error *error);
void room_free(struct hub *hub, struct room *room);
/// Forgets the rooms that nobody looks at, or all.
void rooms_sweep(struct hub *hub, bool all);

flip_set room_seats_of(const struct room *room, const char *person);
int room_sit(struct hub *hub, struct room *room, const struct store_person *person, int seat, const char *key,
             struct flip_error *error);
int room_leave(struct hub *hub, struct room *room, const char *person, struct flip_error *error);
int room_act(struct hub *hub, struct room *room, const char *person, int seat, const char *text, int at,
             struct flip_error *error);
int room_undo(struct hub *hub, struct room *room, const char *person, int seat, struct flip_error *error);
int room_chat(struct hub *hub, struct room *room, const struct store_person *person, const char *text,
              struct flip_error *error);
int room_end(struct hub *hub, struct room *room, const char *person, bool agree, struct flip_error *error);
int room_replace(struct hub *hub, struct room *room, const char *person, int seat, struct flip_error *error);
struct room *room_rematch(struct hub *hub, struct room *room, const struct store_person *person,
                          struct flip_error *error);
/// A bot has thought.
void room_bot_acts(struct hub *hub, struct room *room, const struct job *job);
/// Asks the crew for every bot that has to decide.
void room_wake_bots(struct hub *hub, struct room *room);
/// Who is here, who has gone: called when a connection comes or goes.
void room_presence(struct hub *hub, struct room *room);

/// Which entries of the log a viewer may see: writes indexes into `out` (log_count of them at most), returns how many.
int room_visible(const struct room *room, int viewer, int *out);
/// How many that are: the `steps` of a scene.
int room_steps_for(const struct room *room, int viewer);

/* scene.c */
/// The object called TABLE in docs/api.md, as `person` may know it.
void write_table(struct flip_json *json, const char *key, const struct hub *hub, const struct room *room,
                 const char *person);
/// A scene for a watch, or nothing (length 0) if it would be the same as the last one.
size_t write_scene(struct hub *hub, struct watch *watch);

#endif
