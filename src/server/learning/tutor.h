/*
 * The tutor: "was that good?" after a move. A bot thinks about the position before the move, with what the seat knew then, and
 * the move is compared with the bot's own.
 *
 * The question may be asked only where it gives nobody an advantage over another person: alone, against bots, in a lesson, when the
 * game is over, or at a table whose creator allowed it.
 */
#ifndef FLIPSIDE_SERVER_LEARNING_TUTOR_H
#define FLIPSIDE_SERVER_LEARNING_TUTOR_H

#include <flipside/bot.h>
#include <flipside/json.h>

struct job;
struct room;

/// May this person ask the tutor at this table now?
int tutor_allowed(const struct room *room, struct flip_error *error);
/// The question about a line of the log as the person sees it (-1: the seat's last move), for the workers.
struct job *tutor_job(const struct room *room, const char *person, int seat, int line, struct flip_error *error);
/// The question about a move that the seat could make now, in notation: a short look, before it is too late.
struct job *tutor_job_before(const struct room *room, const char *person, int seat, const char *text,
                             struct flip_error *error);
/// The question about any move in any position.
struct job *tutor_job_about(const struct flip_position *position, int seat, const struct flip_think_def *def,
                            flip_move move, struct flip_error *error);
/// Writes the verdict's fields into an object that is already open.
void tutor_write(struct flip_json *json, const struct job *job);

#endif
