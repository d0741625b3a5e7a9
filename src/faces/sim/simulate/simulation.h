/* A simulation: what is to be played, and what was seen so far. */
#pragma once

#include "faces/sim/games/games.h"
#include "faces/sim/stats/stats.h"

#include <stdio.h>

enum {
    FLIP_SIM_MARKS = 8,
    FLIP_SIM_COLUMNS = 64,
    FLIP_WIN = 2520, /* a win shared by any 1 … 10 seats is a whole number of parts */
};

/// One part of the score in one spelling: a name, or a name with a word as its value.
struct flip_sim_column {
    uint8_t name, word;
    int64_t sum[FLIP_MAX_SEATS]; /* thousandths */
};

/// What a game came to, for comparing it with one of another run.
struct flip_sim_game {
    float score; /* mean of its seats */
    uint32_t steps;
    uint16_t winners;
};

struct flip_simulation {
    /* what to play */
    struct flip_setup setup; /* first: flip_playout_hire finds it there */
    struct flip_player players[FLIP_MAX_SEATS];
    uint64_t games, seed;
    int threads;
    bool gpu;                      /* play on the graphics card: for seats that are all `random` or `quick` */
    int64_t marks[FLIP_SIM_MARKS]; /* --at-least */
    int mark_count;
    FILE *csv;        /* one row per game, or NULL */
    bool items;       /* also count what seats did and had; they sit at tables then */
    bool paired;      /* also note each game, for comparing with another run of the same seeds */
    const char *keep; /* the file that finished games are kept in, or NULL */

    /* what was seen */
    uint64_t done, steps, faults;
    uint64_t unwon; /* games that nobody won */
    struct flip_tally tally[FLIP_MAX_SEATS];
    struct flip_moments game_mean; /* of the mean score of a game's seats: seats of one game have much in common */
    double game_sum, game_squares; /* of the score of all its seats */
    struct flip_sim_game *game;    /* with `paired`: by number */
    struct flip_tally length;      /* decisions of the seats, by game */
    uint64_t wins[FLIP_MAX_SEATS]; /* in parts of FLIP_WIN */
    struct flip_item_words *item_words;
    struct flip_item_sum *item_sum; /* by word */
    struct flip_sim_column column[FLIP_SIM_COLUMNS];
    int column_count;
    double seconds;

    /* on the way */
    struct flip_words words;
    uint8_t csv_name[FLIP_PARTS]; /* the columns of the CSV file, from the first game */
    int csv_name_count;
    bool bare;      /* all seats are `random` or `quick`: no table is needed */
    flip_set quick; /* those that are `quick` */
    int block;      /* games in a job */
    struct flip_progress progress;
};

/// With the defaults: 1000 games, seed 1, all cores; still without game and players.
void flip_simulation_open(struct flip_simulation *simulation);
/// Plays; an interruption is no failure. Once per simulation.
int flip_simulation_run(struct flip_simulation *simulation, struct flip_error *error);
void flip_simulation_close(struct flip_simulation *simulation);

/// Tables and histograms in text.
void flip_simulation_print(FILE *out, const struct flip_simulation *simulation);
int flip_simulation_plot(const char *path, const struct flip_simulation *simulation, struct flip_error *error);
