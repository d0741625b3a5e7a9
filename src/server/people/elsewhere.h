/*
 * Who is connected to other servers, where several share the store. Each server writes down who is connected to it, and whose name it
 * keeps for a moment, and tells the others; each remembers what it was told.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_ELSEWHERE_H
#define FLIPSIDE_SERVER_PEOPLE_ELSEWHERE_H

#include <flipside/error.h>
#include <stdbool.h>

struct server;

bool person_elsewhere(const struct server *server, const char *person);
/// The same as everybody may know it.
bool person_shown_elsewhere(const struct server *server, const char *person);
/// Who may know it has changed.
void elsewhere_ask_again(const struct server *server, const char *person);
/// Another server has told that somebody has come to it or left it.
void elsewhere_heard(struct server *server, const char *person, bool here, int process);
/// Reads everybody from the store: at the start, and when something may have been missed.
int elsewhere_read(struct server *server, struct flip_error *error);
void elsewhere_forget(struct server *server);
/// Writes down who has come and gone here, and tells the others. Called when something may be saved.
int elsewhere_tell(struct server *server, struct flip_error *error);
/// The others may have forgotten what they were told: they are told again.
void elsewhere_tell_again(struct server *server);

#endif
