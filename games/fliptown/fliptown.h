/*
 * Fliptown: what its files share. The edition is the printed map with all its tables; the rules are the edition, the
 * table's options and look-up tables; the state is the running game. All three are plain memory.
 *
 * Sites are bits. Trail stops, targets and buildings are numbered by rank (bit 0 the ace … bit 12 the king), chambers
 * and tombstones by their place in the edition's lists; a region of a player's map is one 16-bit set of circled
 * sites.
 *
 * The deck is the set of the cards that nobody has seen in this round. As long as nobody has looked at the Sheriff
 * card it is one of them, without identity: a draw is uniform over the set all the same, but the last card left is
 * the Sheriff's.
 *
 * The files read like the rulebook: prepare.c (options), rules.c (set-up, dealing), turn.c (a player's turn), visit.c
 * (the regions), town.c (the buildings), round.c (how it begins, poker, pan and work, arrest), bounties.c, cowbot.c,
 * characters.c, points.c, score.c; then names.c, words.c and tell.c (notation and phrases), hidden.c (who knows what),
 * view.c, search.c (the discard pile), reach.c (what an answer would change), learn.c, any.c (a random move), draw.c (the map for text faces).
 */
#ifndef FLIPSIDE_GAMES_FLIPTOWN_H
#define FLIPSIDE_GAMES_FLIPTOWN_H

#include "core/poker.h"
#include "core/polyomino.h"

#include <flipside/cards.h>
#include <flipside/game.h>

enum {
    FLIPTOWN_SEATS = 4,
    FLIPTOWN_LINEUP = 3,
    FLIPTOWN_ROUNDS = 3,
    FLIPTOWN_HAND = 5,   /* turns of a round, and written cards of a hand */
    FLIPTOWN_HOLDEM = 2, /* cards dealt to a player in the Hold 'em variant */
    FLIPTOWN_RANKS = 13,
    FLIPTOWN_ALL_RANKS = (1 << FLIPTOWN_RANKS) - 1,
    FLIPTOWN_CHAMBERS = 14,
    FLIPTOWN_ENTRANCE = FLIPTOWN_CHAMBERS, /* of the Mine, among the chambers that lead on */
    FLIPTOWN_WAYS = 3,
    FLIPTOWN_ROWS = 4,
    FLIPTOWN_TARGETS = 3,
    FLIPTOWN_STONES = 9,
    FLIPTOWN_CENTRE = 4, /* the tombstone that is circled from the start */
    FLIPTOWN_BETWEENS = 12,
    FLIPTOWN_SALES = 3,
    FLIPTOWN_ROOMS = 4,
    FLIPTOWN_SHAPES = 3,
    FLIPTOWN_PLOTS = 9,
    FLIPTOWN_PLACEMENTS = 64,
    FLIPTOWN_OUTLAWS = 3,
    FLIPTOWN_BOUNTIES = 12,
    FLIPTOWN_POSTED = 3, /* bounties of a game */
    FLIPTOWN_COWBOTS = 4,
    FLIPTOWN_STRENGTHS = 3,
    FLIPTOWN_CHARACTERS = 14,
    FLIPTOWN_TITLES = 5,
    FLIPTOWN_ACHIEVEMENTS = 20,
    FLIPTOWN_ARRANGEMENTS = 6, /* of the three cards */
    FLIPTOWN_SITES = 16,       /* places of a region in a set of all of them */
    FLIPTOWN_DECLINED = 15,    /* the place that stands for declining the bonus action in a region */
    FLIPTOWN_STOLEN = FLIPTOWN_ROUNDS * FLIPTOWN_HAND,
    FLIPTOWN_ID = 20,
    FLIPTOWN_NAME = 40,
    FLIPTOWN_SENTENCE = 120,
    FLIPTOWN_NONE = 255, /* no card, site, seat, character … */
};

enum fliptown_region {
    FLIPTOWN_TRAIL,
    FLIPTOWN_BADLANDS,
    FLIPTOWN_MINE,
    FLIPTOWN_TOWN,
    FLIPTOWN_CEMETERY,
    FLIPTOWN_REGIONS,
    FLIPTOWN_SUITED = FLIPTOWN_CEMETERY /* the regions that have a suit come first */
};

enum fliptown_item {
    FLIPTOWN_BEFRIEND,
    FLIPTOWN_SHOVEL,
    FLIPTOWN_RED,
    FLIPTOWN_BLACK,
    FLIPTOWN_WORK_HORSE,
    FLIPTOWN_TRAIL_HORSE,
    FLIPTOWN_GOLD_PAN,
    FLIPTOWN_PICKAXE,
    FLIPTOWN_BANDANA,
    FLIPTOWN_ROOM,
    FLIPTOWN_PISTOL,
    FLIPTOWN_RIFLE,
    FLIPTOWN_ITEMS
};

/// What a building does.
enum fliptown_effect {
    FLIPTOWN_SHOP,    /* sells things, each once; one a visit if `single` */
    FLIPTOWN_LADDER,  /* sells things in their order, one a visit */
    FLIPTOWN_HIDING,  /* removes Wanted */
    FLIPTOWN_TRADE,   /* so much of something for one star, or to remove one Wanted; several times a visit */
    FLIPTOWN_LODGING, /* the next room */
    FLIPTOWN_LAND,    /* a piece on the plots */
    FLIPTOWN_BAIL,    /* hunt an outlaw */
    FLIPTOWN_LOOK,    /* see the Sheriff card, then a star or less Wanted */
    FLIPTOWN_EFFECTS
};

/// What a bounty asks for; `n` and `m` are its numbers.
enum fliptown_goal {
    FLIPTOWN_GOAL_SITES_EACH,  /* n sites in each region that has a suit */
    FLIPTOWN_GOAL_TOOLS,       /* n pans and hammers together */
    FLIPTOWN_GOAL_MINE_GOLD,   /* n gold collected in the Mine */
    FLIPTOWN_GOAL_TRAIL_BONUS, /* every stop with a bonus action */
    FLIPTOWN_GOAL_STAR_ROOFS,  /* every roof with a star */
    FLIPTOWN_GOAL_EVERY_ROW,   /* one target of each row */
    FLIPTOWN_GOAL_STONES,      /* n tombstones without the centre */
    FLIPTOWN_GOAL_WANTED,      /* n Wanted */
    FLIPTOWN_GOAL_RICHES,      /* $n, or m gold */
    FLIPTOWN_GOAL_FAR,         /* the last stop of the Trail, or n outlaws */
    FLIPTOWN_GOAL_GEAR,        /* n of the seven pieces of equipment */
    FLIPTOWN_GOAL_BONUSES,     /* a bonus action gained in every region */
    FLIPTOWN_GOALS
};

/// What bounties look at: the circled sites of a region (1 << region), and these. No goal asks for less of anything, so a
/// step can only meet those that look at something it brings more of.
enum {
    FLIPTOWN_MORE_TOOLS = 1 << FLIPTOWN_REGIONS,
    FLIPTOWN_MORE_ITEMS = FLIPTOWN_MORE_TOOLS << 1,
    FLIPTOWN_MORE_RICHES = FLIPTOWN_MORE_TOOLS << 2, /* cash or gold */
    FLIPTOWN_MORE_WANTED = FLIPTOWN_MORE_TOOLS << 3,
    FLIPTOWN_MORE_OUTLAWS = FLIPTOWN_MORE_TOOLS << 4,
    FLIPTOWN_MORE_BONUSES = FLIPTOWN_MORE_TOOLS << 5,
    FLIPTOWN_MORE_OF_ALL = (FLIPTOWN_MORE_TOOLS << 6) - 1
};

enum fliptown_ability {
    FLIPTOWN_GRANT,      /* a bonus action in `region` */
    FLIPTOWN_GRANT_ANY,  /* a bonus action of your choice */
    FLIPTOWN_CHEATING,   /* one written card counts as another */
    FLIPTOWN_PROSPECT,   /* the value card up or down by the number of pans */
    FLIPTOWN_MARSHAL,    /* another Sheriff card */
    FLIPTOWN_PREACH,     /* remove up to n Wanted before the arrest */
    FLIPTOWN_HIRE,       /* remove n Wanted per hammer */
    FLIPTOWN_FENCE,      /* gold equal to your Wanted */
    FLIPTOWN_NEW_LINEUP, /* three new cards for all */
    FLIPTOWN_JOKER,      /* suit or value card is anything */
    FLIPTOWN_ABILITIES
};

/// What a cowbot is after: bits of fliptown_sheet.gained.
enum fliptown_gained {
    FLIPTOWN_GAINED_GOLD = 1,
    FLIPTOWN_GAINED_BONUS = 2,
    FLIPTOWN_GAINED_STAR = 4,
    FLIPTOWN_GAINED_WANTED = 8
};

/* The words of the enums above, in their order, each list ended by NULL (names.c). */
extern const char *const fliptown_region_words[], *const fliptown_source_words[];
extern const char *const fliptown_item_words[];
extern const char *const fliptown_effect_words[];
extern const char *const fliptown_goal_words[];
extern const char *const fliptown_ability_words[];
extern const char *const fliptown_gained_words[]; /* in the order of the bits */
extern const char *const fliptown_strength_words[];
extern const char *const fliptown_stone_words[];
extern const char *const fliptown_rank_words[]; /* "A" … "K" */
/// The number of a word in such a list, or -1.
int fliptown_word(const char *const *words, const char *word);

/* --- the edition ------------------------------------------------------------------------------------------------ */

/// What a site gives. All bytes, like the whole edition: what is compiled in is the same on every machine.
struct fliptown_reward {
    uint8_t cash, gold, stars, wanted;
    uint8_t remove; /* Wanted */
    uint8_t pans, hammers;
    uint8_t either; /* gold pan or hammer, the player's choice */
    uint8_t bonus;  /* bonus actions: a set of regions */
    uint8_t silver; /* 0, or 1 + the region whose circled sites are counted at the end */
};

struct fliptown_row {
    char name[FLIPTOWN_ID];
    uint8_t target[FLIPTOWN_TARGETS]; /* ranks */
    uint8_t cash[FLIPTOWN_TARGETS];
    uint8_t wanted, stars;
    uint8_t bonus; /* a set of regions */
};

struct fliptown_way {
    uint8_t from; /* a chamber, or FLIPTOWN_NONE: the entrance */
    uint8_t low, high;
};

struct fliptown_chamber {
    char name[4];
    struct fliptown_reward reward;
    uint8_t ways;
    struct fliptown_way way[FLIPTOWN_WAYS];
};

struct fliptown_sale {
    uint8_t item, price;
    struct fliptown_reward reward;
};

struct fliptown_building {
    char name[FLIPTOWN_NAME];
    struct fliptown_reward roof;
    uint8_t effect; /* enum fliptown_effect */
    uint8_t single; /* SHOP: one thing a visit */
    uint8_t sales;
    struct fliptown_sale sale[FLIPTOWN_SALES];
    uint8_t cash, gold;    /* TRADE: the price of one; LODGING: cash */
    uint8_t stars, remove; /* TRADE: what one gives; HIDING, LOOK: what it does */
    uint8_t most;          /* TRADE: a visit */
};

struct fliptown_between {
    uint8_t stone[2];
    struct fliptown_reward reward;
};

struct fliptown_bounty {
    char text[FLIPTOWN_SENTENCE];
    uint8_t goal, n, m;
};

struct fliptown_cowbot {
    char id[FLIPTOWN_ID], name[FLIPTOWN_NAME];
    uint8_t suit;
    uint8_t steals;                  /* one bit of enum fliptown_gained */
    uint8_t region[FLIPTOWN_SUITED]; /* the first is multiplied by 4, the last by 1 */
};

struct fliptown_character {
    char id[FLIPTOWN_ID], name[FLIPTOWN_NAME];
    char text[FLIPTOWN_SENTENCE]; /* the ability in a sentence */
    uint8_t rank;                 /* for the random set-up; 0: the Wild Card */
    struct fliptown_reward start;
    uint8_t shovel;
    uint8_t ability, region, n, uses;
};

struct fliptown_title {
    uint8_t from; /* points or Wanted */
    char word[FLIPTOWN_ID];
};

struct fliptown_edition {
    char name[FLIPTOWN_NAME];
    uint8_t rounds, turns;
    uint8_t start_cash, start_gold;
    uint8_t suit_gold, value_gold;   /* what it costs to change the suit, and the value by one step */
    uint8_t most_pans, most_hammers; /* that the map has room for */
    uint8_t pan_gold, hammer_cash;
    uint8_t region_suit[FLIPTOWN_SUITED];
    uint8_t cash_per_point, gold_per_point;
    uint8_t pay_cash[FLIP_POKER_CATEGORIES], pay_stars[FLIP_POKER_CATEGORIES];
    uint8_t fine_cash[FLIPTOWN_ROUNDS], fine_stars[FLIPTOWN_ROUNDS];
    uint8_t stars_only; /* from so many Wanted on the fine is stars */
    struct fliptown_reward trail[FLIPTOWN_RANKS];
    uint8_t horse_reach;
    struct fliptown_row row[FLIPTOWN_ROWS];
    uint8_t pistol, rifle, bandana;
    struct fliptown_chamber chamber[FLIPTOWN_CHAMBERS];
    uint8_t pickaxe;
    struct fliptown_building building[FLIPTOWN_RANKS];
    uint8_t bank_stars[FLIPTOWN_ROUNDS];
    uint8_t rooms, room[FLIPTOWN_ROOMS]; /* silver stars of the hotel with so many rooms */
    char shape_name[FLIPTOWN_SHAPES][FLIPTOWN_ID];
    struct flip_shape shape[FLIPTOWN_SHAPES];
    uint8_t shape_price[FLIPTOWN_SHAPES];
    uint8_t plot_stars[FLIPTOWN_PLOTS], all_plots_stars;
    uint8_t outlaw[FLIPTOWN_OUTLAWS]; /* ranks */
    uint8_t outlaw_cash, outlaw_gold, outlaw_remove;
    uint8_t stone_wanted, shovel_stars;
    struct fliptown_between between[FLIPTOWN_BETWEENS];
    uint8_t bounty_first, bounty_later;
    struct fliptown_bounty bounty[FLIPTOWN_BOUNTIES];
    struct fliptown_cowbot cowbot[FLIPTOWN_COWBOTS];
    uint8_t card_points[FLIPTOWN_STRENGTHS], counted_regions[FLIPTOWN_STRENGTHS];
    uint8_t cowbot_character, cowbot_holdem; /* what it gets if you play a character, or Hold 'em */
    struct fliptown_character character[FLIPTOWN_CHARACTERS];
    struct fliptown_title score_title[FLIPTOWN_TITLES], wanted_title[FLIPTOWN_TITLES];
};

struct flip_game_reasons;

/// The game, and what is made of it besides the rules: its bot (bot/), its loader (load.c), its files (data/).
extern const struct flip_game flip_fliptown;
extern const struct flip_game_bot fliptown_bot;
extern const struct flip_game_reasons fliptown_reasons;  /* bot/reasons.c */
extern const struct flip_game_judge fliptown_judge_data; /* bot/judge.c */
extern const struct flip_game_loader fliptown_loader;
extern const struct flip_game_files fliptown_files;

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

/* --- the files -------------------------------------------------------------------------------------------------- */

/* prepare.c and rules.c */
int fliptown_prepare(void *rules, const void *edition, const struct flip_options *options, int seats,
                     struct flip_error *error);
void fliptown_start(const void *rules, void *state);
flip_set fliptown_turn(const void *rules, const void *state);
int fliptown_moves(const void *rules, const void *state, int seat, flip_move *out, int cap);
bool fliptown_legal(const void *rules, const void *state, int seat, flip_move move, struct flip_error *why);
flip_move fliptown_any(const void *rules, const void *state, int seat, struct flip_random *random); /* any.c */
flip_move fliptown_deal(const void *rules, const void *state, struct flip_random *random);
void fliptown_chances(const void *rules, const void *state, struct flip_chances *out);
void fliptown_apply(const void *rules, void *state, int seat, flip_move move);
flip_set fliptown_proceed(const void *rules, void *state, struct flip_random *random);
/// Deals the rest of the lineup, if it is being dealt, and nothing else. Returns who is next.
flip_set fliptown_deal_lineup(const void *rules, void *state, struct flip_random *random);
/// The move or event itself, without what a table keeps count of: for those who try one on a copy.
void fliptown_act(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move);
uint32_t fliptown_phase(const void *rules, const void *state);

/* turn.c: a player's turn */
void fliptown_begin_turn(const struct fliptown_rules *rules, struct fliptown_state *state);
void fliptown_turn_moves(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                         struct fliptown_list *list);
void fliptown_turn_apply(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move);
/// The n-th way to use the three cards.
flip_move fliptown_arrangement(const struct fliptown_state *state, int n);
/// Goes on with a seat's turn until it is asked something, waits for a card, or is done.
void fliptown_settle(const struct fliptown_rules *rules, struct fliptown_state *state, int seat);
void fliptown_after_theft(const struct fliptown_rules *rules, struct fliptown_state *state);

/* visit.c: gains and the regions */
void fliptown_gain(const struct fliptown_rules *rules, struct fliptown_sheet *sheet,
                   const struct fliptown_reward *reward, int from);
void fliptown_gain_bonus(struct fliptown_sheet *sheet, int region);
void fliptown_gain_gold(struct fliptown_sheet *sheet, int n);
void fliptown_gain_stars(struct fliptown_sheet *sheet, int n, int from);
/// The same where nothing asks whether the turn brought some: at its end, and at that of a round.
static inline void fliptown_add_stars(struct fliptown_sheet *sheet, int n, int from)
{
    sheet->stars = (uint16_t)(sheet->stars + n);
    sheet->stars_from[from] = (uint16_t)(sheet->stars_from[from] + n);
}
static inline void fliptown_gain_tools(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int pans,
                                       int hammers)
{
    sheet->pans = (uint8_t)fliptown_smaller(sheet->pans + pans, rules->most_pans);
    sheet->hammers = (uint8_t)fliptown_smaller(sheet->hammers + hammers, rules->most_hammers);
}
/// The sites of a region that a bonus action can go to.
unsigned fliptown_open_sites(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int region);
/// The gold that the chosen cards need to reach an open site; with the gold at hand or not.
int fliptown_cost(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int region, int site);
/// What the chosen cards and the gold reach; what all bonus actions together lead to; and the move to such a place.
struct fliptown_sites fliptown_visits(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                      const struct fliptown_sheet *sheet);
/// May the Cemetery be visited with another suit, for the gold that this costs?
bool fliptown_hushed_graves(const struct fliptown_rules *rules, const struct fliptown_state *state,
                            const struct fliptown_sheet *sheet);
struct fliptown_sites fliptown_bonuses(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                       const struct fliptown_sheet *sheet);
flip_move fliptown_visit_to(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int place);
flip_move fliptown_bonus_to(int place);
void fliptown_visit_moves(const struct fliptown_rules *rules, const struct fliptown_state *state,
                          const struct fliptown_sheet *sheet, struct fliptown_list *list);
void fliptown_bonus_moves(const struct fliptown_rules *rules, const struct fliptown_state *state,
                          const struct fliptown_sheet *sheet, int region, struct fliptown_list *list);
void fliptown_enter(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int region, int site);
void fliptown_robbery_card(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int card);

/* town.c: the buildings */
/// What happens by itself on entering. False if the seat has to wait for the Sheriff card first.
bool fliptown_step_inside(const struct fliptown_rules *rules, struct fliptown_state *state, int seat);
void fliptown_building_moves(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                             struct fliptown_list *list);
/// The placements of pieces that fit and can be paid.
flip_set fliptown_land(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);
/// May one leave without taking anything?
bool fliptown_may_leave(const struct fliptown_rules *rules, const struct fliptown_state *state,
                        const struct fliptown_sheet *sheet);
/// Is there anything to be done inside?
bool fliptown_building_asks(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);
void fliptown_building_apply(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, flip_move move);

/* round.c: phases 4 to 6 */
void fliptown_begin_round(const struct fliptown_rules *rules, struct fliptown_state *state);
void fliptown_flip_lineup(const struct fliptown_rules *rules, struct fliptown_state *state);
/// The first seat that has no character yet; there is one.
int fliptown_without_character(const struct fliptown_state *state);
/// The seat whose Hold 'em card comes next (both cards of seat 0, then of seat 1, and so on), or FLIPTOWN_NONE.
int fliptown_dealt_to(const struct fliptown_rules *rules, const struct fliptown_state *state);
void fliptown_begin_poker(const struct fliptown_rules *rules, struct fliptown_state *state);
void fliptown_round_moves(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                          struct fliptown_list *list);
void fliptown_round_apply(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move);
/// The Sheriff card is turned, or the Marshal draws one.
void fliptown_sheriff_card(const struct fliptown_rules *rules, struct fliptown_state *state);
void fliptown_marshal_card(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int card);
/// What the written cards and the Hold 'em cards make together.
enum flip_poker fliptown_hand(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);

/* bounties.c */
/// One of each robbery circled in the Badlands?
bool fliptown_every_robbery(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);
bool fliptown_goal_met(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int bounty);
/// How near a sheet is to a bounty: `have` of `of`; as many when it is met. Where there are two ways, the nearer one.
struct fliptown_progress {
    int have, of;
};
struct fliptown_progress fliptown_goal_progress(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                                                int bounty);
/// Has a seat met a bounty that it does not have yet, it gains it.
void fliptown_gain_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state,
                            struct fliptown_sheet *sheet);
/// The same at the end of a turn: only what the seat has not had at once.
void fliptown_gain_late_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                 struct fliptown_sheet *sheet);
/// The same where bounties are gained at once: to be called at every moment at which a seat may have met one, with all
/// that it may have more of than at the last such moment.
void fliptown_notice_bounties(const struct fliptown_rules *rules, struct fliptown_state *state, int seat,
                              unsigned more);
/// What a goal looks at.
unsigned fliptown_goal_looks_at(int goal);
/// The end of a turn: what was met is gained, and its card shows the lower reward from now on.
void fliptown_turn_bounties(const struct fliptown_rules *rules, struct fliptown_state *state);
/// How many of the seven pieces: gold pan, hammer, trail horse, Undertaker, bandana, pickaxe, pistol.
int fliptown_gear(const struct fliptown_sheet *sheet);
int fliptown_mine_gold(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);

/* cowbot.c */
/// Is its suit among the three cards, the suit card as it was changed? To be asked once they are arranged, if there is a cowbot.
bool fliptown_cowbot_awake(const struct fliptown_rules *rules, const struct fliptown_state *state);
/// Does the suit card alone wake it, on this sheet of the only seat?
bool fliptown_suit_wakes(const struct fliptown_rules *rules, const struct fliptown_state *state,
                         const struct fliptown_sheet *sheet);
bool fliptown_steals(const struct fliptown_rules *rules, const struct fliptown_state *state);
/// "You cannot choose to ignore a reward at a site to avoid having a card stolen."
static inline bool fliptown_insists(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    return rules->rewards_insist && state->cowbot != FLIPTOWN_NONE && fliptown_cowbot_awake(rules, state);
}
/// The gold that another suit costs; none with a joker.
static inline int fliptown_other_suit(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    return sheet->wild & FLIPTOWN_WILD_SUIT ? 0 : rules->edition.suit_gold;
}
/// Does a visit of the Cemetery for so much gold change the suit card, so that the cowbot sleeps? Where a change is free it is made.
static inline bool fliptown_hushes(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                   const struct fliptown_sheet *sheet, int gold)
{
    return rules->graves_hide && state->cowbot != FLIPTOWN_NONE && gold == fliptown_other_suit(rules, sheet) &&
           fliptown_suit_wakes(rules, state, sheet);
}
struct fliptown_cowbot_score {
    int cards, regions, extra, total; /* points */
    int lowest;                       /* value of its lowest stolen card, 0 without one */
    int verdict;                      /* 1: you win, 0: a draw, -1: it wins */
};
struct fliptown_cowbot_score fliptown_cowbot_points(const struct fliptown_rules *rules,
                                                    const struct fliptown_state *state);

/* characters.c */
void fliptown_become(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int character);
/// The abilities that stand beside visits, bonuses, or alone at the end.
void fliptown_ability_moves(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                            struct fliptown_list *list);
void fliptown_use_ability(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int field);
/// Is the ability of use at the end of the turn? One that is about the cards has had its moment by then.
bool fliptown_last_ability(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);
/// The kind of ability that a seat can still use, or -1.
static inline int fliptown_ability_left(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    if (sheet->character == FLIPTOWN_NONE || sheet->uses == 0)
        return -1;
    return rules->edition.character[sheet->character].ability;
}

/* points.c */
struct fliptown_parts {
    int cash, gold, silver, stars, total;
};
static inline int fliptown_silver(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    int silver = sheet->rooms ? rules->edition.room[sheet->rooms - 1] : 0;
    for (unsigned set = sheet->circled[FLIPTOWN_MINE] & rules->silver; set; set &= set - 1)
        silver += fliptown_count(sheet->circled[rules->edition.chamber[__builtin_ctz(set)].reward.silver - 1]);
    return silver;
}
struct fliptown_parts fliptown_points(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);

/* score.c */
void fliptown_result(const void *rules, const void *state, struct flip_result *out);
void fliptown_breakdown(const void *rules, const void *state, int seat, struct flip_json *out);
void fliptown_result_fields(const void *rules, const void *state, struct flip_json *out);
void fliptown_title(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, struct flip_text *out);
/// The solo achievements that this game, as it stands, has reached: bit n - 1 is achievement n. The fourteenth is
/// reached over several games and never set here.
uint32_t fliptown_achievements(const struct fliptown_rules *rules, const struct fliptown_state *state);

/* ending.c */
void fliptown_ending(const void *rules, const void *state, const struct flip_names *names, struct flip_text *verdict,
                     struct flip_text *why);

/* words.c, tell.c and upshot.c */
enum { FLIPTOWN_SIGN = 8 };
/// A card as people read it, "4♠"; in the notation it is 4S.
const char *fliptown_card_sign(int card, char room[FLIPTOWN_SIGN]);
const char *fliptown_site_name(const struct fliptown_rules *rules, int region, int site);
void fliptown_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
void fliptown_fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out);
void fliptown_tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
/// The bounties of `seat` that fliptown_tell() tells with this step: those that it brings to its own seat before the turn
/// ends.
unsigned fliptown_told_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state, int actor,
                                flip_move move, int seat);
void fliptown_upshot(const void *rules, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                     struct flip_text *out);

/* hidden.c, view.c */
/// The game as `viewer` may see it: others' maps as they were at the beginning of the phase. Hidden cards are still
/// in it.
void fliptown_shown(const struct fliptown_rules *rules, const struct fliptown_state *state,
                    const struct fliptown_state *before, int viewer, struct fliptown_state *out);
void fliptown_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random);
bool fliptown_secret(const void *rules, const void *state, int seat, flip_move move, int viewer);
void fliptown_view(const void *rules, const void *state, const void *before, int viewer, struct flip_json *out);
/// Which hidden cards a viewer sees.
static inline bool fliptown_sees_sheriff(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                         int viewer)
{
    return viewer == FLIP_ALL || state->sheriff_turned || (viewer < rules->seats && state->sheriff_seen >> viewer & 1);
}
static inline bool fliptown_sees_holdem(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                        int viewer, int seat)
{
    return rules->holdem &&
           (viewer == FLIP_ALL || viewer == seat || rules->seats == 1 || state->stage >= FLIPTOWN_POKER);
}
static inline bool fliptown_sees_stolen(const struct fliptown_state *state, int viewer)
{
    return viewer == FLIP_ALL || state->stage == FLIPTOWN_OVER;
}
/* search.c */
/// `search`: where each of the 52 cards is, as far as the viewer may know. `state` is the game as it is shown to the viewer.
void fliptown_write_search(const struct fliptown_rules *rules, const struct fliptown_state *state, int viewer,
                           struct flip_json *out);

/* learn.c: the game for learners */
extern const struct flip_game_learn fliptown_learn;

/* reach.c: what a seat may know before it decides */
/// `changes`: what each legal move of the seat changes at once, in the order of the moves, apart from a visit's gold.
void fliptown_write_changes(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                            struct flip_json *out);
/// `reach`: every open site with what it costs by each arrangement, in the order of the moves, and what it changes. A tombstone tells as
/// `asleep` what it costs with another suit, so that the cowbot sleeps; 0 where that is not offered.
void fliptown_write_reach(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                          struct flip_json *out);

/* draw.c */
void fliptown_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                   struct flip_canvas *canvas);

/* read.c */
void fliptown_read(const void *rules, const void *state, const void *before, int viewer, int seat, const flip_move *aim,
                   struct flip_text *out);

#endif
