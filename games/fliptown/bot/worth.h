/*
 * What a map promises: the valuation behind the quick player and the estimate. Shared by the files of bot/, game.c and
 * the trainer.
 *
 * A sheet between two turns is described by its *traits*: one value out of a few for each question in the list below.
 * A small network gives each trait a weight in points and thirty-two more that meet in hidden units, so that cash can be
 * worth more to the owner of three hotel rooms. What it adds to the points on the map is what the rest of the game may
 * bring.
 */
#pragma once

#include "games/fliptown/fliptown.h"

enum {
    FLIPTOWN_STAGES = FLIPTOWN_ROUNDS * FLIPTOWN_HAND, /* turns of a game */
    FLIPTOWN_HIDDEN = 32,
    FLIPTOWN_POSTERS = 12 * FLIPTOWN_BOUNTIES + 1
};

/* The questions, and how many answers each has. */
/* clang-format off */
#define FLIPTOWN_QUESTIONS(ask) \
    ask(stage, FLIPTOWN_STAGES) /* turns made */ \
    ask(cash, 32) ask(gold, 24) \
    ask(wanted, 3 * 17) ask(pans, 3 * 5) ask(hammers, 3 * 5) /* by round */ \
    ask(trail, 2 * 14) /* the last stop made, and the horse */ \
    ask(trail_count, 14) \
    ask(chicken, 3 * 8) ask(cattle, 3 * 8) ask(stagecoach, 3 * 8) ask(train, 3 * 8) /* targets circled, and the gun */ \
    ask(robberies, 13) \
    ask(mine_high, 2 * 32) /* levels 1 and 2, and the pickaxe */ \
    ask(mine_low, 128) /* levels 2 and 3 */ \
    ask(mine_count, 15) \
    ask(silver_0, 12) ask(silver_1, 12) ask(silver_2, 12) ask(silver_3, 12) ask(silver_4, 12) \
    ask(undertaker, 8) ask(bank, 8) ask(hideout, 2) ask(stables, 8) ask(store, 16) ask(church, 2) ask(hotel, 10) \
    ask(land, 30) ask(gunsmith, 6) ask(bail, 8) ask(office, 14) ask(saloon, 2) ask(club, 2) \
    ask(buildings, 14) \
    ask(north_west, 8) ask(north_east, 8) ask(south_west, 8) ask(south_east, 8) /* stones of a corner */ \
    ask(stones, 4 * 9) /* and the Undertaker's favours */ \
    ask(pairs, 6 * 9) ask(flush, 6 * 6) ask(straight, 6 * 6) /* by cards still to be written */ \
    ask(character, FLIPTOWN_CHARACTERS + 1) /* whose ability can still be used */ \
    ask(cowbot, FLIPTOWN_COWBOTS * FLIPTOWN_STRENGTHS + 1) \
    ask(seats, FLIPTOWN_SEATS) \
    ask(bounty, FLIPTOWN_POSTERS) /* which, still for the high reward or not, and how far it is */
/* clang-format on */

/* Where the answers to a question begin among all traits. */
struct fliptown_trait_places {
#define FLIPTOWN_PLACE(name, answers) uint8_t name[answers];
    FLIPTOWN_QUESTIONS(FLIPTOWN_PLACE)
#undef FLIPTOWN_PLACE
};

enum fliptown_question {
#define FLIPTOWN_NUMBER(name, answers) FLIPTOWN_ASK_##name,
    FLIPTOWN_QUESTIONS(FLIPTOWN_NUMBER)
#undef FLIPTOWN_NUMBER
        FLIPTOWN_ASKED = FLIPTOWN_ASK_bounty + FLIPTOWN_POSTED, /* each posted bounty answers */
    FLIPTOWN_TRAITS = sizeof(struct fliptown_trait_places)
};

struct fliptown_net {
    float base; /* the rest in points / 10, as all below but `bonus` */
    float bias[FLIPTOWN_HIDDEN], out[FLIPTOWN_HIDDEN];
    float bonus[FLIPTOWN_REGIONS][FLIPTOWN_STAGES]; /* points that a bonus action for a region usually brings */
    float plain[FLIPTOWN_TRAITS];
    float hidden[FLIPTOWN_TRAITS][FLIPTOWN_HIDDEN];
};

/// For games of one's own, for games against a cowbot, and the first as it was in version 0.1, which half of the hidden units are enough
/// for. data/weights.txt, made by games/fliptown/bot/train.c.
enum { FLIPTOWN_OWN_GAMES, FLIPTOWN_AGAINST_COWBOTS, FLIPTOWN_FORMER_OWN_GAMES, FLIPTOWN_NETS };
extern const struct fliptown_net fliptown_nets[FLIPTOWN_NETS];

/// What the valuation needs to know besides the sheet.
struct fliptown_moment {
    const struct fliptown_rules *rules;
    const struct fliptown_state *state; /* bounties, cowbot; not its sheets */
    int round, turn;                    /* that comes next */
    int sheriff;                        /* value of the Sheriff card of this round, if the seat knows it; else 0 */
    int against;                        /* points of the cowbot, if nothing more was circled on an empty map */
};

/// A valued sheet, kept so that sheets that differ little cost little.
struct fliptown_valuation {
    const struct fliptown_net *net;
    struct fliptown_moment moment;
    struct fliptown_sheet sheet;
    uint8_t sites[FLIPTOWN_REGIONS]; /* circled in a region */
    uint8_t answer[FLIPTOWN_ASKED];  /* to each question */
    float plain, sum[FLIPTOWN_HIDDEN];
};

/// Points as they stand, halves and quarters included; with what tools beyond those of the map will bring; against a
/// cowbot, less its points.
double fliptown_points_now(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet);
/// The traits of a sheet between two turns.
void fliptown_traits(const struct fliptown_moment *moment, const struct fliptown_sheet *sheet,
                     uint16_t out[FLIPTOWN_ASKED]);
/// Values a sheet from scratch; returns the final points that it promises.
double fliptown_value_sheet(struct fliptown_valuation *out, const struct fliptown_net *net,
                            const struct fliptown_moment *moment, const struct fliptown_sheet *sheet);
/// The same by the difference to a sheet that was valued at the same moment.
double fliptown_value_again(const struct fliptown_valuation *known, const struct fliptown_sheet *sheet);

/* --- outlook.c: from the end of a turn on -------------------------------------------------------------------------- */

/// What a learner wants to try and to see.
struct fliptown_lesson {
    float taste[FLIPTOWN_REGIONS][FLIPTOWN_CHAMBERS];      /* added to what a visit is worth */
    double bonus_sum[FLIPTOWN_REGIONS][FLIPTOWN_STAGES];   /* what bonus actions brought */
    double bonus_count[FLIPTOWN_REGIONS][FLIPTOWN_STAGES]; /* and how many there were */
};

/// A seat that thinks about its turn.
struct fliptown_mind {
    const struct fliptown_rules *rules;
    const struct fliptown_net *net;
    struct fliptown_lesson *lesson; /* or NULL */
    int seat, stage;
    bool last;                      /* turn of the round: poker, pan and work, and the arrest come before the next */
    bool over;                      /* last turn of the game: no valuation, only points */
    struct fliptown_moment next;    /* turn, as far as there is one */
    struct fliptown_valuation base; /* of the sheet as it was when the thinking began */
};

void fliptown_begin_thought(struct fliptown_mind *mind, const struct fliptown_rules *rules,
                            const struct fliptown_net *net, const struct fliptown_state *state, int seat);
/// The coming turn as the seat sees it.
void fliptown_moment_of(struct fliptown_moment *out, const struct fliptown_rules *rules,
                        const struct fliptown_state *state, int seat);
/// What the seat may expect before the cards of the coming turn are known.
double fliptown_before_turn(const struct fliptown_rules *rules, const struct fliptown_net *net,
                            const struct fliptown_state *state, const struct fliptown_sheet *sheet, int seat);
/// What it may expect if its turn ended here.
double fliptown_after_turn(const struct fliptown_mind *mind, const struct fliptown_state *state);
/// The same from the arrest on: bribes to come, nothing done about them, a fine to pay, all over.
double fliptown_before_bribe(const struct fliptown_mind *mind, const struct fliptown_state *state,
                             const struct fliptown_sheet *sheet);
double fliptown_before_sheriff(const struct fliptown_mind *mind, const struct fliptown_state *state,
                               const struct fliptown_sheet *sheet);
double fliptown_before_fine(const struct fliptown_mind *mind, const struct fliptown_state *state,
                            const struct fliptown_sheet *sheet);
double fliptown_after_arrest(const struct fliptown_mind *mind, const struct fliptown_sheet *sheet);
/// How likely the Sheriff card, or another from the deck, is lower than so much Wanted.
double fliptown_risk(const struct fliptown_rules *rules, const struct fliptown_state *state, int wanted);

/* --- chain.c: the steps of a turn --------------------------------------------------------------------------------- */

/// The best move at a step of the seat's turn, and what it may expect then.
flip_move fliptown_best_step(const struct fliptown_mind *mind, const struct fliptown_state *state, double *worth);

/// What the seat may expect in the middle of its turn, even while it waits for a card.
double fliptown_rest_of_turn(const struct fliptown_mind *mind, const struct fliptown_state *state);

/* --- player.c: the player, with any network ------------------------------------------------------------------------ */

/// The move after which the seat may expect most. `lesson` may be NULL.
flip_move fliptown_greedy(const struct fliptown_rules *rules, const struct fliptown_net *net,
                          const struct fliptown_state *state, int seat, struct fliptown_lesson *lesson);
/// What the seat may expect, wherever the game stands: points, or the margin over the cowbot.
double fliptown_expect(const struct fliptown_rules *rules, const struct fliptown_net *net,
                       const struct fliptown_state *state, int seat);
flip_move fliptown_quick(const void *rules, const void *state, int seat, struct flip_random *random);
double fliptown_estimate(const void *rules, const void *state, int seat);
double fliptown_former_estimate(const void *rules, const void *state, int seat); /* as it was in version 0.1 */
bool fliptown_between(const void *rules, const void *state);
double fliptown_rival(const void *rules, const void *state);
