/* Bots at tables, and what a client that thinks itself is told. */
#pragma once

#include "server/loop/loop.h"
#include "server/net/net.h"
#include "server/rooms/room.h"

#include <flipside/bot.h>
#include <flipside/error.h>
#include <flipside/json.h>
#include <flipside/table.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct rooms;

/* A question for a bot, handed to the workers: what to do, or (learning/advice.c) whether a move was good. */

/// Made by job_new, given to workers_submit, returned by workers_poll, freed by its task.free.
struct job {
    struct task task;
    struct flip_position at; /* a copy, with its own rules */
    void *rules;             /* those */
    int seat;
    struct flip_think_def def;
    uint64_t ticket; /* of the question: is the answer still wanted? */
    uint64_t link;   /* who asked for a hint; 0: a bot's own move */
    int64_t number;  /* of the message that asked */
    char table[STORE_ID];
    int64_t due;      /* not before then: somebody's stand-in takes the time that people take */
    bool judge;       /* the question is about a move that was made */
    flip_move judged; /* that move */
    void *happened;   /* a flick: the state that it led to; NULL: nobody knows */
    struct flip_error error;
    int status;
    struct flip_thought thought;
    char then[256], then_tell[256]; /* a hint: the next step of the same turn, in notation and in words; or empty */
    struct flip_review judgement;   /* of `judged` */
    char address[ADDRESS_SIZE];     /* that is charged for it, or empty */
    double paid;                    /* ms that were charged in advance */
};

/// What should this seat do in a current or past position of a table? NULL: out of memory.
struct job *job_new(const struct flip_position *position, int seat, const struct flip_think_def *def);

/* Bots at tables: asked when it is their turn; they start to think after the commit. */

/// Asks every bot that has to decide.
void room_ask_bots(struct rooms *rooms, struct room *room);
/// Starts them thinking, after the commit.
void bots_send(struct rooms *rooms);
/// Frees questions that were not sent.
void bots_drop(struct rooms *rooms);

/* Bots that go on thinking after a restart. */

/// Queues their tables.
int bots_queue_resume(struct rooms *rooms, struct flip_error *error);
/// Resumes a few of them; called once per turn of the loop.
void bots_resume_some(struct rooms *rooms);

/*
 * Knowledge: what a seat knows of its game, for a client that thinks itself: set-up and state, in which everything the
 * seat cannot know was dealt again. The state is this program's memory; `layout` says how it is laid out, and a program
 * with another layout cannot read it.
 */

/// The same in programs that lay out states in the same way.
extern const char knowledge_layout[];

/// Does the seat have to decide, and may it be helped?
bool knowledge_offered(const struct room *room, int seat);
/// Writes it as `knowledge` into an open object. The unknown is dealt anew each time.
void write_knowledge(struct flip_json *json, const struct flip_table *table, int seat);
/// The table as the seat knows it. NULL: written by another version of the program, or not valid.
struct flip_table *knowledge_read(const json_t *knowledge, struct flip_error *error);
