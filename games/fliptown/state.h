/*
 * Fliptown's rules, state and moves. The rules are the edition (edition.h), the table's options and look-up tables; the
 * state is the running game. Both are plain memory. A region of a player's map is one 16-bit set of circled sites.
 *
 * The deck is the set of the cards that nobody has seen in this round. As long as nobody has looked at the Sheriff
 * card it is one of them, without identity: a draw is uniform over the set all the same, but the last card left is
 * the Sheriff's.
 */
#pragma once

#include "games/fliptown/edition.h"

#include <flipside/game.h>

/* --- rules ------------------------------------------------------------------------------------------------------ */

/// The table's options, in the order of game.c.
enum {
    FLIPTOWN_OPTION_CHARACTERS,
    FLIPTOWN_OPTION_COWBOT,
    FLIPTOWN_OPTION_STRENGTH,
    FLIPTOWN_OPTION_HOLDEM,
    FLIPTOWN_OPTION_RANDOM_SETUP,
    FLIPTOWN_OPTION_ROOF_FIRST,
    FLIPTOWN_OPTION_ONE_PURCHASE,
    FLIPTOWN_OPTION_MARSHAL_ALL,
};

enum fliptown_character_mode { FLIPTOWN_PLAIN, FLIPTOWN_DRAWN, FLIPTOWN_NAMED };

struct fliptown_placement {
    uint8_t shape;
    uint16_t plots;
};

struct fliptown_rules {
    struct fliptown_edition edition;
    int seats;
    bool holdem, random_setup, roof_first, one_purchase, marshal_all;
    /* What version 2 of the rules reads differently. */
    bool bounties_at_once; /* whoever meets one has it then and keeps it; else only the end of a turn is looked at */
    uint8_t most_pans, most_hammers; /* that count: what the map has no room for is noted off to the side; else lost */
    bool cards_count_twice; /* the second copy of a card is the same card; else one of another suit stands in for it */
    /* What version 3 of the rules reads differently. */
    bool rewards_insist;  /* while the cowbot is awake no reward of a site may be declined */
    bool graves_hide;     /* the suit card may be changed in the Cemetery too, so that the cowbot sleeps */
    bool gold_not_forced; /* a full Cemetery and no site without gold: one may pass */
    int cowbot;           /* or -1 */
    int strength;         /* 0 easy … */
    int characters;       /* enum fliptown_character_mode */
    int character[FLIPTOWN_SEATS];
    /* look-up tables */
    uint8_t suit_region[4];
    uint16_t near[FLIPTOWN_RANKS + 1][FLIPTOWN_RANKS]; /* [value][steps]: the ranks that so many steps reach */
    uint16_t targets;                                  /* the ranks that have one */
    uint8_t target_row[FLIPTOWN_RANKS], target_place[FLIPTOWN_RANKS];
    uint16_t row_targets[FLIPTOWN_ROWS];
    uint16_t entrance;                                                   /* the chambers that open from the start */
    uint16_t silver;                                                     /* the chambers with silver stars */
    uint16_t below[FLIPTOWN_CHAMBERS];                                   /* the chambers that this one opens */
    uint8_t steps[FLIPTOWN_CHAMBERS][FLIPTOWN_WAYS][FLIPTOWN_RANKS + 1]; /* from a value into the range of a way */
    /* [value][steps][from]: the chambers into which so many steps lead from a chamber or the entrance */
    uint16_t ways[FLIPTOWN_RANKS + 1][FLIPTOWN_RANKS][FLIPTOWN_ENTRANCE + 1];
    struct fliptown_target {
        uint8_t goal, n, m;
        uint16_t looks_at;
    } bounty[FLIPTOWN_BOUNTIES];                           /* what they ask for, close together */
    uint16_t bonus_stops, star_roofs;                      /* stops with a bonus, buildings with a star on the roof */
    uint16_t more_at[FLIPTOWN_REGIONS][FLIPTOWN_CHAMBERS]; /* by region and site: what a visit may bring more of */
    uint16_t more_on_roof[FLIPTOWN_RANKS];
    struct fliptown_between_list {
        uint8_t count;
        uint8_t neighbour[4], between[4];
    } around[FLIPTOWN_STONES];
    int placements;
    struct fliptown_placement placement[FLIPTOWN_PLACEMENTS];
    uint8_t rank[52], suit[52];
    flip_set lower[FLIPTOWN_RANKS + 1]; /* [rank]: the cards of a lower one */
    uint8_t outlaws[52];                /* that a card in the lineup makes pay: a set */
};

/* --- state ------------------------------------------------------------------------------------------------------ */

/// What a seat is asked, or waits for.
enum fliptown_step {
    FLIPTOWN_IDLE,
    FLIPTOWN_MAYOR,   /* a new lineup? */
    FLIPTOWN_COLLECT, /* Bail Bonds pay */
    FLIPTOWN_ARRANGE,
    FLIPTOWN_VISIT,
    FLIPTOWN_PICK,     /* gold pan or hammer */
    FLIPTOWN_ROOF,     /* option roof_first: the roof's bonus before the building */
    FLIPTOWN_BUILDING, /* inside */
    FLIPTOWN_BONUS,
    FLIPTOWN_LAST, /* nothing left but the ability */
    FLIPTOWN_CHEAT,
    FLIPTOWN_BRIBE,
    FLIPTOWN_ALL_DRAW, /* option marshal_all: another Sheriff card for everybody? */
    FLIPTOWN_PAY,
    FLIPTOWN_ROBBERY, /* waits for the robbery card */
    FLIPTOWN_PEEK,    /* waits for the Sheriff card */
    FLIPTOWN_DRAW,    /* waits for the Marshal's card */
    FLIPTOWN_STEPS
};

enum fliptown_stage {
    FLIPTOWN_SETUP_BOUNTIES,
    FLIPTOWN_SETUP_CHARACTERS,
    FLIPTOWN_SETUP_CARD,
    FLIPTOWN_DEAL, /* the Hold 'em cards */
    FLIPTOWN_FLIP, /* the lineup */
    FLIPTOWN_MAYORS,
    FLIPTOWN_TURNS,
    FLIPTOWN_THEFT,
    FLIPTOWN_POKER,
    FLIPTOWN_BRIBES,
    FLIPTOWN_SHERIFF,  /* the Sheriff card is turned */
    FLIPTOWN_MARSHALS, /* option marshal_all */
    FLIPTOWN_FINES,
    FLIPTOWN_OVER
};

/// A seat's map and its open turn.
/* Where stars come from: a region, by its number, or one of these. The Sheriff only takes some. */
enum fliptown_source {
    FLIPTOWN_FROM_START = FLIPTOWN_REGIONS,
    FLIPTOWN_FROM_POKER,
    FLIPTOWN_FROM_BOUNTIES,
    FLIPTOWN_TO_SHERIFF,
    FLIPTOWN_SOURCES
};

struct fliptown_sheet {
    flip_set drawn; /* robbery cards of this turn, and the Marshal's own */
    uint16_t cash, gold, stars, wanted;
    uint16_t stars_from[FLIPTOWN_SOURCES]; /* where they came from; the Sheriff's are those that were paid */
    uint16_t circled[FLIPTOWN_REGIONS];
    uint16_t robbed;    /* the targets of successful robberies */
    uint16_t mine_open; /* chambers that a circled one, or the entrance, leads to */
    uint16_t items;     /* a set of enum fliptown_item */
    uint16_t plots;
    uint16_t most_wanted; /* ever */
    uint8_t pans, hammers, rooms;
    uint8_t outlaws;               /* hunted: a set */
    uint8_t bonus_from;            /* the regions where a printed bonus action was gained: a set */
    uint8_t character, uses;       /* FLIPTOWN_NONE, and how often the ability can still be used */
    uint8_t bounties, fresh;       /* of the posted ones: those it has, and of these the ones of this turn */
    uint8_t hand[FLIPTOWN_ROUNDS]; /* the categories of the hands so far */
    uint8_t arrests;
    uint8_t poker[FLIPTOWN_HAND], poker_count;
    uint8_t holdem[FLIPTOWN_HOLDEM];
    /* the open turn */
    uint8_t step;    /* enum fliptown_step */
    uint8_t collect; /* outlaws that pay: a set */
    uint8_t suit, value, value_card, suit_card;
    uint8_t wild; /* bit 0: the suit is free, bit 1: the value is */
    uint8_t visited, pick;
    uint8_t building, inside, served, roof_due, roof; /* roof: a region whose bonus comes before the building */
    uint8_t pending[FLIPTOWN_REGIONS];
    uint8_t target; /* the rank being robbed */
    uint8_t gained; /* a set of enum fliptown_gained */
    uint8_t bribed;
    uint8_t sheriff; /* the card that the Marshal drew for himself */
};

struct fliptown_state {
    flip_set deck, discard;
    flip_set unseen[FLIPTOWN_ROUNDS]; /* the cards not seen since the beginning of that round: what may be stolen */
    uint32_t steps;
    uint16_t phase;
    uint8_t stage; /* enum fliptown_stage */
    uint8_t round, turn;
    uint8_t lineup[FLIPTOWN_LINEUP], lineup_count;
    uint8_t acting;       /* the seats that are asked something: a set */
    uint8_t waiting;      /* the seat that waits for a card, or FLIPTOWN_NONE */
    uint8_t sheriff;      /* the card, or FLIPTOWN_NONE as long as it has no identity */
    uint8_t sheriff_seen; /* by these seats */
    uint8_t sheriff_turned;
    uint8_t refills; /* how often the discards became the deck again, in this round */
    uint8_t bounty[FLIPTOWN_POSTED], bounty_count;
    uint8_t claimed; /* posted bounties whose card shows its 4-star side: a set */
    uint8_t cowbot;  /* or FLIPTOWN_NONE */
    uint8_t stolen[FLIPTOWN_STOLEN], stolen_count, stolen_in[FLIPTOWN_ROUNDS];
    struct fliptown_sheet sheet[FLIPTOWN_SEATS]; /* last: who plays alone needs one */
};

_Static_assert(sizeof(struct fliptown_state) <= 1024, "a state is copied often");

/* --- moves: a byte for the kind, then a byte for each field ----------------------------------------------------- */

enum fliptown_kind {
    FLIPTOWN_DO_ARRANGE = 1, /* suit card, value card, poker card */
    FLIPTOWN_DO_VISIT,       /* region, site, gold, bonus */
    FLIPTOWN_DO_DECLINE,     /* region */
    FLIPTOWN_DO_PICK,        /* FLIPTOWN_PICK_PAN or FLIPTOWN_PICK_HAMMER */
    FLIPTOWN_DO_BUY,         /* item */
    FLIPTOWN_DO_PLOTS,       /* shape, plots (two bytes) */
    FLIPTOWN_DO_GIVE,        /* count */
    FLIPTOWN_DO_HUNT,        /* outlaw: 0 … 2 */
    FLIPTOWN_DO_COLLECT,     /* outlaw, what */
    FLIPTOWN_DO_SHERIFF,     /* what */
    FLIPTOWN_DO_LEAVE,
    FLIPTOWN_DO_ABILITY, /* what it needs: region + 1, direction + 1, card + 1; else 0 */
    FLIPTOWN_DO_BRIBE,
    FLIPTOWN_DO_REFUSE,
    FLIPTOWN_DO_PAY,   /* FLIPTOWN_WITH_CASH or FLIPTOWN_WITH_STARS */
    FLIPTOWN_DO_CHEAT, /* slot 0 … 4, card */
    FLIPTOWN_DO_PASS,
    FLIPTOWN_KINDS
};

enum { FLIPTOWN_PICK_PAN, FLIPTOWN_PICK_HAMMER };
enum { FLIPTOWN_TAKE_CASH, FLIPTOWN_TAKE_GOLD, FLIPTOWN_TAKE_WANTED, FLIPTOWN_TAKE_STAR };
enum { FLIPTOWN_WITH_CASH, FLIPTOWN_WITH_STARS };
enum { FLIPTOWN_UP = 1, FLIPTOWN_DOWN };              /* the Prospector's field */
enum { FLIPTOWN_WILD_SUIT = 1, FLIPTOWN_WILD_VALUE }; /* the Wild Card's field */

/* Events: a card is 0 … 51; the set-up's other events lie above. */
enum { FLIPTOWN_EVENT_BOUNTY = 64, FLIPTOWN_EVENT_CHARACTER = 128 };

static inline flip_move fliptown_move(int kind, int a, int b, int c, int d)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.*): a move has 64 bits, so 32 can be shifted */
    return (flip_move)kind | (flip_move)a << 8 | (flip_move)b << 16 | (flip_move)c << 24 | (flip_move)d << 32;
}
static inline int fliptown_kind(flip_move move) { return (int)(move & 255); }
static inline int fliptown_field(flip_move move, int n) { return (int)(move >> (8 + 8 * n) & 255); }
static inline flip_move fliptown_visit(int region, int site, int gold, bool bonus)
{
    return fliptown_move(FLIPTOWN_DO_VISIT, region, site, gold, bonus);
}
static inline flip_move fliptown_plots(int shape, int plots)
{
    return fliptown_move(FLIPTOWN_DO_PLOTS, shape, plots & 255, plots >> 8, 0);
}
static inline int fliptown_plots_of(flip_move move) { return fliptown_field(move, 1) | fliptown_field(move, 2) << 8; }

/// On a copy of the state this bit of `acting` is a seat that is asked something and never answers: the turn stays open,
/// and nothing is dealt or told that only its end brings.
enum { FLIPTOWN_NEVER_ANSWERS = 1 << 7 };

/// Moves are written through this: what does not fit is counted all the same.
struct fliptown_list {
    flip_move *out;
    int cap, count;
};
static inline void fliptown_add(struct fliptown_list *list, flip_move move)
{
    if (list->count < list->cap)
        list->out[list->count] = move;
    list->count++;
}

/// Sites to choose from: place = region * FLIPTOWN_SITES + site, in the order of the moves. FLIPTOWN_HUSHED stands for the Cemetery
/// with the suit card changed, so that the cowbot sleeps.
enum { FLIPTOWN_HUSHED = FLIPTOWN_REGIONS };
struct fliptown_sites {
    flip_set suited; /* of the regions that have a suit */
    unsigned stones; /* of the Cemetery; FLIPTOWN_SITES bits above, the same for FLIPTOWN_HUSHED */
    bool pass;       /* behind all sites */
};

/* --- small functions -------------------------------------------------------------------------------------------- */

static inline bool fliptown_has(const struct fliptown_sheet *sheet, int item) { return sheet->items >> item & 1; }
static inline int fliptown_count(unsigned set) { return flip_set_count(set); }
static inline int fliptown_smaller(int a, int b) { return a < b ? a : b; }
static inline void fliptown_lose(uint16_t *amount, int n) { *amount = (uint16_t)(*amount > n ? *amount - n : 0); }
/// The stop last made, as a rank; 0: none yet.
static inline int fliptown_trail_at(const struct fliptown_sheet *sheet)
{
    return sheet->circled[FLIPTOWN_TRAIL] ? 32 - __builtin_clz(sheet->circled[FLIPTOWN_TRAIL]) : 0;
}
/// What the posted bounty pays now.
static inline int fliptown_bounty_stars(const struct fliptown_rules *rules, const struct fliptown_state *state, int i)
{
    return state->claimed >> i & 1 ? rules->edition.bounty_later : rules->edition.bounty_first;
}
/// Has the seat a bonus action to spend?
static inline bool fliptown_pending(const struct fliptown_sheet *sheet)
{
    int pending = 0;
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        pending |= sheet->pending[region];
    return pending != 0;
}
/// Is there gold enough for a bribe?
static inline bool fliptown_can_bribe(const struct fliptown_sheet *sheet) { return sheet->gold >= sheet->wanted; }
/// May the fine be paid with cash?
static inline bool fliptown_can_pay(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                    const struct fliptown_sheet *sheet)
{
    return sheet->wanted < rules->edition.stars_only && sheet->cash >= rules->edition.fine_cash[state->round];
}
/// Cards that can still be drawn without a new shuffle.
static inline int fliptown_pile(const struct fliptown_state *state)
{
    return flip_set_count(state->deck) - (state->sheriff == FLIPTOWN_NONE);
}
/// Is there no such card?
static inline bool fliptown_pile_empty(const struct fliptown_state *state)
{
    return (state->sheriff == FLIPTOWN_NONE ? flip_set_rest(state->deck) : state->deck) == 0;
}
/// The card takes part in this round's deck no more. What is stolen stays unseen.
static inline void fliptown_see(struct fliptown_state *state, int card)
{
    for (int round = 0; round <= state->round; round++)
        state->unseen[round] &= ~FLIP_BIT(card);
}
static inline void fliptown_ask(struct fliptown_state *state, int seat, int step)
{
    state->sheet[seat].step = (uint8_t)step;
    if (step == FLIPTOWN_IDLE || step >= FLIPTOWN_ROBBERY)
        state->acting &= (uint8_t) ~(1u << seat);
    else
        state->acting |= (uint8_t)(1u << seat);
    if (step >= FLIPTOWN_ROBBERY)
        state->waiting = (uint8_t)seat;
}

/// For what happens once a round or less: the code that every step runs stays small, which graphics cards need.
#define FLIPTOWN_RARE __attribute__((noinline))
