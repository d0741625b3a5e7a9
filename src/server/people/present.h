/*
 * Who is here. A person is present with the first connection and until the last one has gone; a while longer the name stays theirs.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_PRESENT_H
#define FLIPSIDE_SERVER_PEOPLE_PRESENT_H

#include "server/net/limits.h"
#include "store/store.h"

struct server;

/// Somebody who is here, or was a moment ago: the name is kept for them while a page is loaded again.
struct present {
    struct present *next;
    struct store_person person;
    int links;
    int64_t until; /* without a connection: forgotten after this */
    struct bucket chat;
    bool turns_changed; /* where they have to decide */
};

/// What follows at tables from who is here, and under which name.
struct tables_of_people {
    /// Somebody has come or gone.
    void (*presence)(struct server *server, const char *person);
    /// Somebody has a new name.
    int (*renamed)(struct server *server, const struct store_person *person, struct flip_error *error);
};

/// Somebody who is here, or was a moment ago; NULL: nobody is.
struct present *server_present(struct server *server, const char *person);
bool server_person_present(const struct server *server, const char *person);
/// Does somebody else have this name: somebody who is here, or who has claimed it?
bool server_name_taken(const struct server *server, const char *name, const char *person);
/// Ends the connections of somebody who signed out, was banned or is no more; of one session alone, unless that is NULL. Without a
/// message the page comes back at once, with the cookie that it has then.
void server_send_away(struct server *server, const char *person, const char *session, const char *message);
/// What is known about somebody who is here has changed.
void server_follow_person(struct server *server, const struct store_person *person);
/// Nothing of a deleted person's name stays in memory.
void server_forget_name(struct server *server, const char *person);
/// Keeps the name of somebody who has just taken it; where they are here already, they have it from now on.
int server_keep_name(struct server *server, const struct store_person *person, struct flip_error *error);
/// A connection comes and goes. NULL: there is no memory for it.
struct present *server_arrive(struct server *server, const struct store_person *person);
void server_depart(struct server *server, struct present *present);
/// What is known about those who are here is read again from the store.
int present_refresh(struct server *server, struct flip_error *error);
/// Forgets those who have been away for a while, or all.
void present_sweep(struct server *server, bool all);

#endif
