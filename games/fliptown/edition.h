/*
 * Fliptown's edition: the printed map with all its tables, and the words and numbers that it is written in. Plain memory.
 *
 * Sites are bits. Trail stops, targets and buildings are numbered by rank (bit 0 the ace … bit 12 the king), chambers
 * and tombstones by their place in the edition's lists.
 */
#pragma once

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
