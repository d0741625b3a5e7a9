/* A balance study of a game: what `flipside report` plays, and the page that it makes of it. */
#pragma once

#include "faces/sim/simulate/simulation.h"

enum { FLIP_STUDY_RUNS = 6, FLIP_STUDY_VARIED = 24, FLIP_STUDY_CHANGES = 8 };

/// One simulation of the study.
struct flip_study_run {
    struct flip_simulation simulation;
    char title[96]; /* "Level 2" */
};

struct flip_study {
    struct flip_study_run *run[FLIP_STUDY_RUNS]; /* by level, each seat with the same player */
    int count;
    struct flip_study_run *base; /* the last of them, which everything else is compared with */
    struct flip_study_run
        *changed[FLIP_STUDY_CHANGES]; /* --what-if: the same seeds with other editions; "PATH=VALUE" is the title */
    int changed_count;
    struct flip_study_run *varied[FLIP_STUDY_VARIED]; /* --vary: the base's player with other options */
    int varied_count;
    const char *command; /* that makes the same page */
};

/// Writes the page: one file of HTML, with its pictures in it.
void flip_study_write(FILE *out, const struct flip_study *study);

/// Its parts about the player of `base`: how often each kind of move is made, and what wins.
void flip_study_rules(FILE *out, const struct flip_study *study);
void flip_study_wins(FILE *out, const struct flip_study *study);
/// What wins in the base and with each change, side by side.
void flip_study_compare(FILE *out, const struct flip_study *study);

/// The edition of `setup` with one number or word replaced: `change` is "rounds=12" or "cards.3.value=5".
struct flip_edition *flip_edition_what_if(const struct flip_setup *setup, const char *change, struct flip_error *error);
