/*
 * The puzzles of a server: those that come with the program and those that it has mined. They are read when somebody first asks for a
 * game's puzzles. A worker makes the positions and judges the tries; the solution leaves the server only with a verdict.
 */
#ifndef FLIPSIDE_SERVER_LEARNING_PUZZLES_H
#define FLIPSIDE_SERVER_LEARNING_PUZZLES_H

#include "puzzles/puzzle.h"
#include "server/rooms/work.h"

struct puzzles;

int puzzles_start(struct server *server, void (*wake)(void *context), struct flip_error *error);
void puzzles_stop(struct server *server);

/// All puzzles of a game, by name; NULL with the reason. Valid until the loop goes on.
const struct flip_puzzles *puzzles_of(struct server *server, const struct flip_game *game, struct flip_error *error);
/// One of them; NULL: there is none of that name.
const struct flip_puzzle *puzzle_named(struct server *server, const struct flip_game *game, const char *id,
                                       struct flip_error *error);

/// Writes what a person sees of a puzzle, as an object called `key`: the position with its choices, without the solution. Runs on the
/// worker.
int puzzle_write(struct flip_json *json, const char *key, const struct flip_puzzle *puzzle, struct flip_error *error);
/// Writes the solution in words, as fields of an open object. Runs on the worker.
void puzzle_write_solution(struct flip_json *json, const struct flip_puzzle *puzzle, const struct flip_table *table);

/// Mines while there is nothing else to do, if the server was asked to; called once per turn of the loop, before the commit.
void puzzles_take(struct server *server);

#endif
