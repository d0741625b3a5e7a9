/* What is played: a game with its options, its edition and a number of seats, and the rules prepared from them. */
#pragma once

#include "bots/player.h"
#include "faces/sim/jobs/jobs.h"
#include "gpu/gpu.h"

#include <getopt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { FLIP_SETUP_TEXTS = 32 };

/// What the command line said; the texts belong to argv.
struct flip_setup_args {
    const char *game;
    const char *edition;                   /* a file, or NULL */
    const char *options[FLIP_SETUP_TEXTS]; /* "NAME=VALUE" */
    int option_count;
};

/// Read-only once it is open: all threads share it.
struct flip_setup {
    const struct flip_game *game;
    struct flip_edition *edition; /* NULL: the compiled-in one */
    struct flip_options options;
    int seats;
    void *rules;
};

/// Finds the game and reads its options and its edition; `setup` must be zero.
int flip_setup_read(struct flip_setup *setup, const struct flip_setup_args *args, struct flip_error *error);
/// Prepares the rules for `seats` seats (0: as few as the game allows), after flip_setup_read.
int flip_setup_seat(struct flip_setup *setup, int seats, struct flip_error *error);
/// Two seats, or as near to two as the game allows.
int flip_setup_pair(const struct flip_game *game);
void flip_setup_close(struct flip_setup *setup);
enum { FLIP_SETUP_KEY = 8192 };
/// Everything in the set-up that affects the games with this seed, as a key for jobs that leave the process.
void flip_setup_key(const struct flip_setup *setup, uint64_t seed, struct flip_text *out);

/// Reads a number within low … high from the command line; errors name the option `name`, given without "--".
int flip_arg_number(const char *name, const char *text, double low, double high, double *out, struct flip_error *error);
/// A seed: a number as it is, any other text by its hash.
uint64_t flip_arg_seed(const char *text);
/// The number of cores; under mpirun one thread per process.
int flip_default_threads(void);
/// Prints an error on standard error, or sends it to the first process of several. Returns the exit status 1.
int flip_tell_error(const char *command, const struct flip_error *error);

/* The command line of commands that play many games. */

/// An option of the command line. The member that is set says where its value goes and what it may be.
struct flip_argument {
    const char *name; /* without "--"; NULL ends a table */
    bool *flag;       /* it has no value */
    uint64_t *whole;  /* a whole number within low … high */
    double *number;   /* a number within low … high */
    double low, high;
    const char **text;
    const char **texts;             /* it can be given `high` times */
    int *text_count;                /* how many there are */
    uint64_t *seed;                 /* a number, or words */
    int *threads;                   /* 1 to 256 */
    bool *gpu;                      /* "cpu" or "gpu" */
    struct flip_setup_args *option; /* NAME=VALUE, an option of the game */
    int (*own)(const char *text, void *context, struct flip_error *error);
    void *context;
    int *noted, note; /* also sets *noted to `note` */
};

struct flip_arguments {
    struct flip_setup_args setup;
    uint64_t seed;
    int threads;
    bool gpu;
    const char *csv, *resume;
};

/// Rows of a table: options of most commands, and of those that play games and keep them.
#define FLIP_SETUP_ARGUMENTS(to)                                                                                       \
    {"option", .option = &(to)->setup}, { "edition", .text = &(to)->setup.edition }
#define FLIP_RUN_ARGUMENTS(to)                                                                                         \
    {"seed", .seed = &(to)->seed}, { "threads", .threads = &(to)->threads }
#define FLIP_GAMES_ARGUMENTS(to)                                                                                       \
    {"device", .gpu = &(to)->gpu}, {"csv", .text = &(to)->csv}, { "resume", .text = &(to)->resume }

/// Seed 1 and all cores.
struct flip_arguments flip_arguments_defaults(void);
/// Reads all options of the table, and --help; `optind` is then the first other argument. Returns 0 to go on, or 1 +
/// the exit status.
int flip_arguments_read(int argc, char **argv, const char *help, const struct flip_argument *table);
/// The same for a command that takes one game.
int flip_arguments_read_game(int argc, char **argv, const char *help, const struct flip_argument *table,
                             const char **game);
/// Prints what is wrong with the command line. Returns what flip_arguments_read then returns.
int flip_arguments_wrong(char **argv, const struct flip_error *error);

/// Prints what is left of a run of several processes that ended early: `done` of `all` units, such as "games".
void flip_arguments_tell_stop(const char *command, const char *unit, uint64_t done, uint64_t all, const char *kept);
/// Opens the CSV file, in the process that writes it. 0: it is open, or there is none to write.
int flip_arguments_csv(const struct flip_arguments *arguments, FILE **out, struct flip_error *error);
/// Closes it and returns `status`, or 1 if its end could not be written.
int flip_arguments_close_csv(const char *command, const struct flip_arguments *arguments, FILE *csv, int status);

/*
 * One game from the first card to the result. Simulator, matches and bench all play through here; so what the bench
 * counts is what the simulator plays.
 */

/// How a game ended.
struct flip_played {
    struct flip_result result;
    uint64_t steps;  /* decisions of seats; the dealer's events do not count */
    uint64_t faults; /* wrong or late answers of programs */
};

/// What it takes to play games, one per thread. Its memory is reused for the next game.
struct flip_playout {
    const struct flip_setup *setup;
    void *state;                               /* of the game below a table */
    struct flip_table *table;                  /* of the last game with players */
    struct flip_player player[FLIP_MAX_SEATS]; /* of the running game */
    struct flip_thought *thought;
    flip_move moves[FLIP_MAX_MOVES];
};

/// NULL without memory.
struct flip_playout *flip_playout_open(const struct flip_setup *setup);
void flip_playout_close(struct flip_playout *playout);
/// The same for flip_jobs, whose context begins with a set-up.
void *flip_playout_hire(void *setup);
void flip_playout_dismiss(void *setup, void *playout);

/// Plays a game in which every seat chooses uniformly from all its legal moves. Works on the bare rules, in
/// microseconds.
int flip_playout_random(struct flip_playout *playout, uint64_t seed, struct flip_played *out, struct flip_error *error);

/// Plays a game on the bare rules in which the seats of `quick` make the game's quick moves and the others random ones.
/// `dealer` and `chooser` seed the cards and the choices.
int flip_playout_quick(struct flip_playout *playout, flip_set quick, uint64_t dealer, uint64_t chooser,
                       struct flip_played *out, struct flip_error *error);

/// Tries out the programs among the players before the first game (flip_player_try), each once.
int flip_playout_try(const struct flip_setup *setup, const struct flip_player *const *players,
                     struct flip_error *error);

/// Plays a game at a table; `dealer` seeds its cards, `chooser` the players. Returns 1 if `stop` said so.
int flip_playout_players(struct flip_playout *playout, const struct flip_player *const *players, uint64_t dealer,
                         uint64_t chooser, bool (*stop)(void), struct flip_played *out, struct flip_error *error);

/// The seed of a table for `dealer`, so that a game can be dealt again.
void flip_table_seed(uint64_t dealer, unsigned char seed[FLIP_SEED_BYTES]);

/// A seat's parts of the score in the game just played, into an open object.
void flip_playout_breakdown(const struct flip_playout *playout, int seat, struct flip_json *out);

/* Games of a set-up on the graphics card, batch by batch: shared by sim, match and bench. */

struct flip_gpu_batch {
    struct gpu_table *table;
    struct gpu_task task; /* the last batch */
    uint32_t most;        /* games in a batch */
    int32_t *results;
};

/// Opens the card for `games` games or more. If it fails, there is nothing to close.
int flip_gpu_batch_open(struct flip_gpu_batch *batch, const struct flip_setup *setup, uint64_t seed, uint64_t games,
                        struct flip_error *error);
void flip_gpu_batch_close(struct flip_gpu_batch *batch);
/// Plays games from number `first` on: `left` of them, or as many as fit into a batch. Adds the time of the card to
/// `seconds`.
int flip_gpu_batch_play(struct flip_gpu_batch *batch, uint64_t first, uint64_t left, double *seconds,
                        struct flip_error *error);
/// How a game of the last batch ended.
void flip_gpu_batch_played(const struct flip_gpu_batch *batch, uint32_t which, struct flip_played *out);

/*
 * The parts of a score, as a game's breakdown names them. The simulator does not know the names: it reads them from the
 * first games and keeps them as small numbers, so that a game's parts fit into a few words.
 */

enum { FLIP_PARTS = 16, FLIP_WORDS = 250, FLIP_WORD_SIZE = 48, FLIP_NO_WORD = 255, FLIP_PART_SCALE = 1000 };

/// All words seen so far. Words are only added, so reading needs no lock.
struct flip_words {
    pthread_mutex_t lock;
    atomic_int count;
    char word[FLIP_WORDS][FLIP_WORD_SIZE];
};

/// A part such as "roads": 18 or "won_by": "points".
struct flip_part {
    uint8_t name;  /* the number of a word */
    uint8_t word;  /* the value if it is a word, else FLIP_NO_WORD */
    int64_t value; /* in thousandths, since sums of integers do not depend on their order */
};

struct flip_parts {
    int count;
    struct flip_part part[FLIP_PARTS];
};

void flip_words_open(struct flip_words *words);
void flip_words_close(struct flip_words *words);
/// The number of a word, added if it is new; FLIP_NO_WORD without room.
uint8_t flip_words_number(struct flip_words *words, const char *word);

/// Reads a seat's breakdown of the game just played, at most FLIP_PARTS parts.
void flip_parts_read(struct flip_words *words, const struct flip_playout *playout, int seat, struct flip_parts *out);
/// The same from JSON text; anything but an object has no parts. Nested objects get names with dots.
void flip_parts_parse(struct flip_words *words, const char *json, struct flip_parts *out);

/*
 * What seats did and had in a game, as words: the kinds of their moves ("move: buy"), what the moves named ("buy item:
 * work_horse"), and what their part of the final view names ("character id: mayor", "deck: station"), or the shared
 * part for them (objects with a list `seats`). The simulator knows no game: it reads the fields of moves and the views,
 * as any program could.
 */

enum {
    FLIP_ITEMS = 256, /* of a seat in one game; more are left out */
    FLIP_ITEM_WORDS = 4096,
    FLIP_ITEM_WORD = 96,
    FLIP_ITEM_VALUE = 36, /* the longest value that is a name and not a sentence */
};

/// All words seen so far; only added to.
struct flip_item_words {
    pthread_mutex_t lock;
    int count;
    uint64_t hash[FLIP_ITEM_WORDS];
    char word[FLIP_ITEM_WORDS][FLIP_ITEM_WORD];
};

struct flip_items {
    int count;
    struct {
        uint16_t word, times;
    } item[FLIP_ITEMS];
};

/// The results of the seats that had an item.
struct flip_item_sum {
    uint64_t seats, times;
    uint64_t wins; /* in parts of FLIP_WIN */
    int64_t score; /* sum of their scores */
    /* Seats of one game are not independent, so spreads are taken over games: n of its seats had the item, with the
       scores y and the wins w; `all` is the score of all its seats. */
    uint64_t game; /* the running one, counted from 1 */
    double n, y, w, all;
    double nn, ny, yy, nw, ww, n_all, y_all; /* sums of products over the games before it */
};

struct flip_item_words *flip_item_words_open(void);
void flip_item_words_close(struct flip_item_words *words);

/// Reads the game just played at the table of `playout`: one entry per seat, and after them one for the dealer's
/// events.
int flip_items_read(struct flip_item_words *words, const struct flip_playout *playout, struct flip_items *out,
                    struct flip_error *error);

/// The most bytes that a seat's items take on their way to another process; words travel as they are.
enum { FLIP_ITEMS_PACKED = FLIP_BYTES_NUMBER + FLIP_ITEMS * (FLIP_ITEM_WORD + FLIP_BYTES_NUMBER) };
void flip_items_pack(struct flip_bytes *bytes, const struct flip_item_words *words, const struct flip_items *items);
void flip_items_unpack(struct flip_bytes *bytes, struct flip_item_words *words, struct flip_items *items);
