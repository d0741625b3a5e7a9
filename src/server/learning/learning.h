/* What people learn from: hints and the tutor, lessons, replays and flicks of finished games, analyses, puzzles. */
#pragma once

#include "analysis/analysis.h"
#include "puzzles/puzzle.h"
#include "server/loop/loop.h"
#include "server/people/people.h"
#include "server/rooms/room.h"
#include "server/rooms/rooms.h"
#include "store/puzzles.h"
#include "store/store.h"

#include <flipside/bot.h>
#include <flipside/json.h>
#include <flipside/walk.h>
#include <jansson.h>

/*
 * Hints and verdicts: the question for the workers, and the answer in words. A client that was told what its seat knows
 * (rooms/bots.h) asks the module in the page the same, without a server.
 */

/// What should the seat do? NULL: out of memory.
struct job *hint_job(const struct flip_position *position, int seat);
/// Writes what was found, `choices` or `verdict`, into an open object.
void advice_write(struct flip_json *json, const struct job *job);

/// Answers {"seat", "knowledge"}: a hint; with "text": a verdict on that move; with "warning": true as well, after a short look. The
/// answer is an object as advice_write writes it, to be freed; NULL with the error. {"again", "level", "number"}: {"score"}, what a bot
/// of that level scores with the deal of the record in "again", which somebody played alone; another number, another try.
char *advice(const char *question, size_t length, struct flip_error *error);

/*
 * The tutor: "was that good?" after a move. A bot thinks about the position before the move, with what the seat knew then, and
 * the move is compared with the bot's own.
 *
 * The question may be asked only where it gives nobody an advantage over another person: alone, against bots, in a lesson, when the
 * game is over, or at a table whose creator allowed it.
 */

/// The question about a line of the log as the person sees it (-1: the seat's last move), for the workers.
struct job *tutor_job(const struct room *room, const char *person, int seat, int line, struct flip_error *error);
/// The question about a move that the seat could make now, in notation: a short look, before it is too late.
struct job *tutor_job_before(const struct room *room, const char *person, int seat, const char *text,
                             struct flip_error *error);

/* Lessons in progress: one table per person and lesson. table/lesson.h says what a lesson expects. */

/// Makes the learner's move, and then the other seats' moves.
int lesson_act(struct rooms *rooms, struct room *room, const char *person, int seat, const char *text, int at,
               struct flip_error *error);
/// Takes back the learner's last move, whatever has been revealed since.
int lesson_undo(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);

api_call get_lessons;
api_call post_lesson;

/*
 * Replays: stepping through a finished game from its first card, as any seat saw it, and continuing from any position.
 *
 * Nothing is stored for it: the steps of the record are applied again. For a long game that takes a tenth of a second, so a worker
 * does it (rooms/work.h), in a room of its own. A *position* is a moment at which somebody has to decide, or the end; a half-finished
 * deal in between is never shown.
 */

/// Moves to the next position; false: there is none.
bool walk_to_position(struct flip_walk *walk);

/* How a flick went, for showing it. */

/// Writes how the flick with that number went; runs on the worker.
int write_flick_of(struct work *work, struct room *room, int number, struct flip_error *error);
/// A number written in digits, from 1; 0: it is not one.
int flick_number(const char *digits);

/* Looking at a stored table: its replay, its record, one of its flicks. */

/// A copy of the head of a game that can be replayed, with room->online; to be released with room_discard. NULL: there is no such
/// game.
struct room *replay_head(struct request *request, const char *id, struct flip_error *error);
/// The game that the work is about, for the worker; replay_head has checked that the client may see it.
struct cached_game *replay_game(struct work *work, const char *id, struct flip_error *error);
/// Is it over, and was there a game at all?
int check_finished(const struct room *room, struct flip_error *error);

/// Answers with what the worker makes of a table: the record, a flick, or, if it is not in memory, TABLE.
int reply_record(struct request *request, const char *id, struct flip_error *error);
/// What a seat saw of a running game since it had that many lines of the log: SEAT/LINES.
int reply_since(struct request *request, const char *id, const char *rest, struct flip_error *error);
int reply_table_flick(struct request *request, const char *id, const char *number, struct flip_error *error);
/// 1: it is still running, and belongs in memory.
int reply_stored_table(struct request *request, const char *id, struct flip_error *error);
api_call get_replay;

/* Continuing from a position of a replay against bots. */

api_call post_fork;

/*
 * Editions that somebody writes in the workshop: a worker reads one, since that may take a while, and says what a table of it looks like
 * or which place in it is wrong.
 */

struct edition_work {
    struct work work;
    const struct flip_game *game;
    json_t *body;                 /* of the request */
    int seats;                    /* at the table that is shown */
    struct flip_edition *edition; /* NULL: it cannot be played, and `why` is the reason */
    struct flip_error why;
};

/// Reads the edition of a request for the game it names; `then` (or NULL) goes on with it, else the answer is the table or the fault.
int edition_read_later(const struct call *call,
                       int (*then)(struct request *request, struct work *work, struct flip_error *error),
                       struct flip_error *error);
api_call post_check_edition;

/* Importing records, to be replayed. */

enum { IMPORT_BYTES = 256 * 1024, IMPORT_STEPS = 4000 };

api_call post_record;

/*
 * Where somebody loses: an analysis summed up by the kind of decision and the part of the game. The sums stand in front of every kept
 * analysis, under "habits", so that they can be read for many games without reading the rest.
 */

/// The sums of an analysis: an array with, for each seat, {"themes": {"the Mine": [decisions, loss]}, "parts": {"opening": …}}.
json_t *habits_of(const json_t *analysis);
/// The sums of one seat from the beginning of a kept analysis, which may be cut off behind them. NULL: there are none.
json_t *habits_read(const char *beginning, int seat);
/// Adds the sums of a game to those of many; both are objects as each seat has one.
void habits_add(json_t *sums, const json_t *game);

/*
 * Analyses of finished games on the server. A thread of their own works on all that were asked for, a slice at a time, shared fairly
 * among those who asked; games in progress never wait for it. What is finished is kept with the table.
 */

/// `wake` is called with that context from its thread when something is done. `*out` is to be stopped even if this fails.
int analyses_start(struct analyses **out, struct loop *loop, void (*wake)(void *context), void *context,
                   struct flip_error *error);
/// What is not finished is begun again by the next analyses_start. NULL: nothing was started.
void analyses_stop(struct analyses *all);
/// Keeps what is finished; called once per turn of the loop, before the commit.
void analyses_take(struct analyses *all);

/// Asks for a table's analysis. It is an error to ask for too many at once.
int analysis_ask(struct analyses *all, const char *table, enum flip_precision precision, const char payer[FAIR_PAYER],
                 struct flip_error *error);
/// The precision that is being worked on, with how much of it is done (0 … 1); -1: nothing is.
int analysis_running(const struct analyses *all, const char *table, double *progress);

/*
 * The puzzles of a server: those that come with the program and those that it has mined. They are read when somebody first asks for a
 * game's puzzles. A worker makes the positions and judges the tries; the solution leaves the server only with a verdict.
 */

/// As analyses_start and analyses_stop.
int puzzles_start(struct puzzles **out, struct loop *loop, void (*wake)(void *context), void *context,
                  struct flip_error *error);
void puzzles_stop(struct puzzles *all);

/// All puzzles of a game, by name; NULL with the reason. Valid until the loop goes on.
const struct flip_puzzles *puzzles_of(struct puzzles *all, const struct flip_game *game, struct flip_error *error);
/// One of them; NULL: there is none of that name.
const struct flip_puzzle *puzzle_named(struct puzzles *all, const struct flip_game *game, const char *id,
                                       struct flip_error *error);

/// Writes what a viewer sees of a position, and whose turn it is.
void write_view(struct flip_json *json, const char *key, const struct flip_position *at, int viewer);
/// Writes what a person sees of a puzzle, as an object called `key`: the position with its choices, without the solution. Runs on the
/// worker.
int puzzle_write(struct flip_json *json, const char *key, const struct flip_puzzle *puzzle, struct flip_error *error);
/// What became of a try, with the solution.
void puzzle_write_verdict(struct flip_json *json, const struct flip_puzzle *puzzle, const struct flip_table *table,
                          const struct flip_attempt *attempt);
/// The puzzle that a request asks for; it is the caller's. A server is told its name, the module in the page its line.
int puzzle_asked(struct puzzles *all, const json_t *body, struct flip_puzzle *out, struct flip_error *error);

/// Mines while there is nothing else to do, if the server was asked to; called once per turn of the loop, before the commit.
void puzzles_take(struct puzzles *all);
