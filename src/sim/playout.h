/*
 * One game from the first card to the result. Simulator, matches and bench all play through here; so what the bench counts
 * is what the simulator plays.
 */
#ifndef FLIPSIDE_SIM_PLAYOUT_H
#define FLIPSIDE_SIM_PLAYOUT_H

#include "sim/setup.h"

/// How a game ended.
struct flip_played {
    struct flip_result result;
    uint64_t steps;  /* decisions of seats; the dealer's events do not count */
    uint64_t faults; /* wrong or late answers of programs */
};

/// A place to play at, one per thread. Its memory is used again for the next game.
struct flip_playout {
    const struct flip_setup *setup;
    void *state;                               /* of the game below a table */
    struct flip_table *table;                  /* of the last game with players */
    struct flip_player player[FLIP_MAX_SEATS]; /* of the running game */
    struct flip_thought *thought;
    flip_move moves[FLIP_MAX_MOVES];
};

/// NULL when memory is out.
struct flip_playout *flip_playout_open(const struct flip_setup *setup);
void flip_playout_close(struct flip_playout *playout);

/// Every seat chooses uniformly from all its legal moves. Works on the bare rules; costs microseconds.
int flip_playout_random(struct flip_playout *playout, uint64_t seed, struct flip_played *out, struct flip_error *error);

/// A game on the bare rules in which the seats of `quick` make the quick move of the game's bot and the others any move. `dealer` and
/// `chooser` seed the cards and the choices.
int flip_playout_quick(struct flip_playout *playout, flip_set quick, uint64_t dealer, uint64_t chooser,
                       struct flip_played *out, struct flip_error *error);

/// Before the first game: are the programs among the players there (flip_player_try)? One that sits on several seats is asked once.
int flip_playout_try(const struct flip_setup *setup, const struct flip_player *const *players,
                     struct flip_error *error);

/// The players sit at a table; `dealer` seeds its cards, `chooser` the players. Returns 1 when `stop` said so.
int flip_playout_players(struct flip_playout *playout, const struct flip_player *const *players, uint64_t dealer,
                         uint64_t chooser, bool (*stop)(void), struct flip_played *out, struct flip_error *error);

/// The seed that a table gets for `dealer`: who wants to look at a game can deal it again.
void flip_table_seed(uint64_t dealer, unsigned char seed[FLIP_SEED_BYTES]);

/// A seat's parts of the score in the game just played, into an open object.
void flip_playout_breakdown(const struct flip_playout *playout, int seat, struct flip_json *out);

#endif
