/* Games that a judge learns from: which set-ups, who plays, and the rows that are kept of them. */
#pragma once

#include "bots/player.h"
#include "net.h"

enum { MOST_SETUPS = 64, MOST_KINDS = 8, GAME_ROWS = 384 };

/// A way to play the game, from a line of data/judge.setups: weight, seats, options.
struct setup {
    int weight, seats;
    char words[160];
    void *rules;
    struct judge_layout layout;
    struct flip_judge *judge; /* as far as it has come; NULL at first */
};

/// Somebody who plays.
struct kind {
    struct flip_player player;
    bool judge; /* the move after which the judge likes the position best */
    int weight;
};

struct course {
    const struct flip_game *game;
    int setups;
    struct setup setup[MOST_SETUPS];
    struct judge_fields fields;
    int kinds; /* of players: all seats of a game are of one kind, or each is of its own */
    struct kind kind[MOST_KINDS];
    double keep_quiet,
        keep_decision; /* the part of positions that is kept: with the dealer to act first, with a seat to act */
    double wild;       /* the part of games that begins with moves at random here and there */
    bool asks;         /* rows have what the judge says … */
    double tried;      /* … and a part of the positions is played out, … */
    int tries;         /* … so often each, … */
    struct kind by;    /* … by such players */
    int futures; /* > 0: a row has the mean of so many futures of its position instead of what came; quick players play them, … */
    double stop; /* … and behind each card a future ends so likely with the word of the judge, as far as it has come */
    uint64_t seed;
};

/// Rows in a circle: new ones take the place of the oldest.
struct shelf {
    struct row *row;
    uint32_t room, used, next, positions;
};

/// What one thread needs to play.
struct player_room {
    struct flip_position position, beside; /* the game, and how it may go on */
    struct flip_random trier;
    struct flip_thought *thought;
    char *children; /* FLIP_MAX_MOVES states */
    struct flip_verdict *verdict;
    struct row *kept; /* GAME_ROWS */
};

/// How a game ended.
struct ended {
    struct flip_result result;
    int setup, kept; /* rows */
    int decisions;
};

int course_read(struct course *course, const char *path, struct flip_error *error);
void course_close(struct course *course);
/// Gives every set-up a judge with these weights.
int course_judge(struct course *course, const unsigned char *weights, size_t size, struct flip_error *error);

int room_open(struct player_room *room, const struct flip_game *game);
/// Plays game number `number`; `room->kept` has the rows with what came of them.
void play_game(struct course *course, struct player_room *room, uint64_t number, struct ended *out);
/// Game number `number` of a comparison in set-up `setup`: seats of `even` and of the others play as these kinds.
void play_match(struct course *course, struct player_room *room, int setup, uint64_t number, flip_set even,
                const struct kind *first, const struct kind *second, struct ended *out);
/// The move after which the judge likes the position best for the seat.
flip_move judge_move(const struct setup *setup, struct player_room *room, const struct flip_position *at, int seat,
                     struct flip_random *random);

int shelf_open(struct shelf *shelf, uint32_t room);
void shelf_put(struct shelf *shelf, const struct row *rows, int count);
/// The first row of some position, or NULL.
const struct row *shelf_any(const struct shelf *shelf, struct flip_random *random);
