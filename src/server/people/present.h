/*
 * Who is online. A person is present from the first connection until the last one has closed; the name stays reserved a little
 * longer.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_PRESENT_H
#define FLIPSIDE_SERVER_PEOPLE_PRESENT_H

#include "server/net/limits.h"
#include "store/store.h"

struct client;
struct server;

/// What other servers know of somebody here.
enum known_elsewhere { TOLD_NOTHING, TOLD_NAME, TOLD_HERE, TOLD_UNKNOWN };

/// A name in the list of those that are in use.
struct name_place {
    struct name_place *next, **at; /* in its bucket; NULL: in none */
    struct present *present;
};

/// Somebody who is online, or was a moment ago: the name stays reserved while a page reloads.
struct present {
    struct present *next;
    struct store_person person; /* its name is in the list too */
    struct name_place folded, looks;
    int links;
    int64_t until; /* without a connection: forgotten after this */
    enum known_elsewhere told;
    struct bucket chat, said;   /* within seconds, and within an hour */
    struct client *clients;     /* their connections */
    struct present *next_turns; /* in the list of those who are told about their turns next */
    bool turns_due;             /* is in it */
    bool turns_changed;         /* the tables where they have to decide */
    bool friends_changed;       /* friends, requests, challenges */
};

/// What tables do when people arrive, leave or change their names.
struct tables_of_people {
    /// Somebody has arrived or left.
    void (*presence)(struct server *server, const char *person);
    /// Somebody has a new name.
    int (*renamed)(struct server *server, const struct store_person *person, struct flip_error *error);
};

/// The person who is online, or was a moment ago; NULL: nobody.
struct present *server_present(struct server *server, const char *person);
bool server_person_present(const struct server *server, const char *person);
/// The same as everybody may know it: not of those who show it to friends alone or to nobody.
bool server_person_shown(const struct server *server, const char *person);
/// Does somebody else have this name, either online or claimed?
bool server_name_taken(const struct server *server, const char *name, const char *person);
/// Ends the connections of somebody who signed out, was banned or was deleted; only those of one session, unless that is NULL.
/// Without a message the page reconnects at once, with the cookie that it has then.
void server_send_away(struct server *server, const char *person, const char *session, const char *message);
/// The same at this server alone, where several share the store.
void server_end_connections(struct server *server, const char *person, const char *session, const char *message);
/// Tells the other servers that what is known about somebody has changed.
int server_tell_person(struct server *server, const char *person, struct flip_error *error);
/// What is known about somebody online has changed.
void server_follow_person(struct server *server, const struct store_person *person);
/// Removes a deleted person's name from memory.
void server_forget_name(struct server *server, const char *person);
/// Reserves the name for somebody who has just taken it; if they are already online, it applies from now on.
int server_keep_name(struct server *server, const struct store_person *person, struct flip_error *error);
/// Gives a number to everybody else who has this person's name, claimed or online, or one that looks like it; `said` tells of each.
int server_free_name(struct server *server, const struct store_person *person, char *said, size_t size,
                     struct flip_error *error);
/// A connection opens and closes. NULL: out of memory.
struct present *server_arrive(struct server *server, const struct store_person *person);
void server_depart(struct server *server, struct present *present);
/// Reads what is known about everyone online from the store again.
int present_refresh(struct server *server, struct flip_error *error);
/// Forgets people who have been away for a while, or everyone.
void present_sweep(struct server *server, bool all);

#endif
