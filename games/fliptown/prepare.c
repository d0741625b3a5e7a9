/* What is settled when a table is opened: the options, checked against seats and edition, and the look-up tables. */
#include "games/fliptown/fliptown.h"

#include <string.h>

/* --- options ---------------------------------------------------------------------------------------------------- */

static bool is_true(const struct flip_options *options, int option)
{
    return strcmp(options->value[option], "true") == 0;
}

static int read_cowbot(struct fliptown_rules *rules, const char *value, struct flip_error *error)
{
    rules->cowbot = -1;
    if (strcmp(value, "none") == 0)
        return 0;
    for (int i = 0; i < FLIPTOWN_COWBOTS; i++)
        if (strcmp(rules->edition.cowbot[i].id, value) == 0)
            rules->cowbot = i;
    if (rules->cowbot < 0)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "This edition has no cowbot '%.60s'.", value);
    if (rules->seats > 1)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                         "A cowbot plays against one player, and this table has %d seats.", rules->seats);
    return 0;
}

static int character_named(const struct fliptown_edition *edition, const char *name, size_t length)
{
    for (int i = 0; i < FLIPTOWN_CHARACTERS; i++)
        if (strlen(edition->character[i].id) == length && memcmp(edition->character[i].id, name, length) == 0)
            return i;
    return -1;
}

static int read_characters(struct fliptown_rules *rules, const char *value, struct flip_error *error)
{
    rules->characters = FLIPTOWN_PLAIN;
    if (*value == '\0' || strcmp(value, "false") == 0)
        return 0;
    rules->characters = FLIPTOWN_DRAWN;
    if (strcmp(value, "true") == 0)
        return 0;
    rules->characters = FLIPTOWN_NAMED;
    int named = 0;
    for (const char *word = value;; word++) {
        const size_t length = strcspn(word, ",");
        const int who = character_named(&rules->edition, word, length);
        if (who < 0)
            return flip_fail(error, FLIP_ERROR_BAD_OPTION, "This edition has no character '%.*s'.", (int)length, word);
        for (int i = 0; i < named && i < rules->seats; i++)
            if (rules->character[i] == who)
                return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                                 "Characters are all different, and '%.*s' is named twice.", (int)length, word);
        if (named < rules->seats)
            rules->character[named] = who;
        named++;
        word += length;
        if (*word == '\0')
            break;
    }
    if (named != rules->seats)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                         "Name one character for each seat: %d named, and the seats are %d.", named, rules->seats);
    return 0;
}

static int read_options(struct fliptown_rules *rules, const struct flip_options *options, struct flip_error *error)
{
    rules->holdem = is_true(options, FLIPTOWN_OPTION_HOLDEM);
    rules->random_setup = is_true(options, FLIPTOWN_OPTION_RANDOM_SETUP);
    rules->roof_first = is_true(options, FLIPTOWN_OPTION_ROOF_FIRST);
    rules->one_purchase = is_true(options, FLIPTOWN_OPTION_ONE_PURCHASE);
    rules->marshal_all = is_true(options, FLIPTOWN_OPTION_MARSHAL_ALL);
    rules->strength = fliptown_word(fliptown_strength_words, options->value[FLIPTOWN_OPTION_STRENGTH]);
    if (rules->strength < 0)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "A cowbot is easy, normal or hard, not '%.60s'.",
                         options->value[FLIPTOWN_OPTION_STRENGTH]);
    if (read_cowbot(rules, options->value[FLIPTOWN_OPTION_COWBOT], error) < 0 ||
        read_characters(rules, options->value[FLIPTOWN_OPTION_CHARACTERS], error) < 0)
        return -1;
    if (!rules->random_setup)
        return 0;
    if (rules->seats > 1)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                         "The random set-up is for one player, and this table has %d seats.", rules->seats);
    if (rules->cowbot >= 0 || rules->characters != FLIPTOWN_PLAIN)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                         "The random set-up draws cowbot and character itself: leave out cowbot and characters.");
    return 0;
}

/* What later versions of the rules read differently. */
static void read_version(struct fliptown_rules *rules, int version)
{
    rules->bounties_at_once = version >= 2 && rules->seats > 1;
    rules->cards_count_twice = version >= 2;
    rules->most_pans = version >= 2 ? UINT8_MAX : rules->edition.most_pans;
    rules->most_hammers = version >= 2 ? UINT8_MAX : rules->edition.most_hammers;
    rules->rewards_insist = rules->graves_hide = rules->gold_not_forced = version >= 3;
}

/* --- look-up tables --------------------------------------------------------------------------------------------- */

static void look_up_cards(struct fliptown_rules *rules)
{
    for (int card = 0; card < 52; card++) {
        rules->rank[card] = (uint8_t)flip_card_rank(card);
        rules->suit[card] = (uint8_t)flip_card_suit(card);
        for (int rank = rules->rank[card] + 1; rank <= FLIPTOWN_RANKS; rank++)
            rules->lower[rank] |= FLIP_BIT(card);
        for (int i = 0; i < FLIPTOWN_OUTLAWS; i++)
            rules->outlaws[card] |= (uint8_t)((rules->rank[card] == rules->edition.outlaw[i]) << i);
    }
    for (int region = 0; region < FLIPTOWN_SUITED; region++)
        rules->suit_region[rules->edition.region_suit[region]] = (uint8_t)region;
    for (int value = 1; value <= FLIPTOWN_RANKS; value++)
        for (int steps = 0; steps < FLIPTOWN_RANKS; steps++)
            for (int rank = 1; rank <= FLIPTOWN_RANKS; rank++)
                if (rank - value <= steps && value - rank <= steps)
                    rules->near[value][steps] |= (uint16_t)(1u << (rank - 1));
}

static void look_up_badlands(struct fliptown_rules *rules)
{
    for (int row = 0; row < FLIPTOWN_ROWS; row++)
        for (int place = 0; place < FLIPTOWN_TARGETS; place++) {
            const int site = rules->edition.row[row].target[place] - 1;
            rules->targets |= (uint16_t)(1u << site);
            rules->row_targets[row] |= (uint16_t)(1u << site);
            rules->target_row[site] = (uint8_t)row;
            rules->target_place[site] = (uint8_t)place;
        }
}

static void look_up_way(struct fliptown_rules *rules, int chamber, int way)
{
    const uint8_t from = rules->edition.chamber[chamber].way[way].from;
    const int place = from == FLIPTOWN_NONE ? FLIPTOWN_ENTRANCE : from;
    for (int value = 0; value <= FLIPTOWN_RANKS; value++)
        for (int steps = rules->steps[chamber][way][value]; steps < FLIPTOWN_RANKS; steps++)
            rules->ways[value][steps][place] |= (uint16_t)(1u << chamber);
}

static void look_up_mine(struct fliptown_rules *rules)
{
    for (int c = 0; c < FLIPTOWN_CHAMBERS; c++) {
        const struct fliptown_chamber *chamber = &rules->edition.chamber[c];
        rules->silver |= (uint16_t)((chamber->reward.silver != 0) << c);
        for (int i = 0; i < chamber->ways; i++) {
            const struct fliptown_way *way = &chamber->way[i];
            if (way->from == FLIPTOWN_NONE)
                rules->entrance |= (uint16_t)(1u << c);
            else
                rules->below[way->from] |= (uint16_t)(1u << c);
            for (int value = 1; value <= FLIPTOWN_RANKS; value++)
                rules->steps[c][i][value] = (uint8_t)(value < way->low    ? way->low - value
                                                      : value > way->high ? value - way->high
                                                                          : 0);
            look_up_way(rules, c, i);
        }
    }
}

static void look_up_cemetery(struct fliptown_rules *rules)
{
    for (int i = 0; i < FLIPTOWN_BETWEENS; i++)
        for (int end = 0; end < 2; end++) {
            struct fliptown_between_list *around = &rules->around[rules->edition.between[i].stone[end]];
            around->neighbour[around->count] = rules->edition.between[i].stone[1 - end];
            around->between[around->count++] = (uint8_t)i;
        }
}

static void look_up_land(struct fliptown_rules *rules)
{
    for (int shape = 0; shape < FLIPTOWN_SHAPES; shape++) {
        flip_set plots[FLIPTOWN_PLACEMENTS];
        const int room = FLIPTOWN_PLACEMENTS - rules->placements;
        const int count =
            flip_shape_placements(&rules->edition.shape[shape], (1 << FLIPTOWN_PLOTS) - 1, 3, plots, room);
        for (int i = 0; i < count && i < room; i++)
            rules->placement[rules->placements++] =
                (struct fliptown_placement){.shape = (uint8_t)shape, .plots = (uint16_t)plots[i]};
    }
}

static unsigned more_of(const struct fliptown_reward *reward)
{
    return (reward->cash || reward->gold ? FLIPTOWN_MORE_RICHES : 0u) | (reward->wanted ? FLIPTOWN_MORE_WANTED : 0u) |
           (reward->pans || reward->hammers ? FLIPTOWN_MORE_TOOLS : 0u) | (reward->bonus ? FLIPTOWN_MORE_BONUSES : 0u);
}

/* A roof comes with the visit or after the building: either way it has a moment of its own. */
static unsigned more_at(const struct fliptown_rules *rules, int region, int site)
{
    const struct fliptown_edition *edition = &rules->edition;
    unsigned more = 0;
    switch (region) {
    case FLIPTOWN_TRAIL:
        return site < FLIPTOWN_RANKS ? more_of(&edition->trail[site]) : 0;
    case FLIPTOWN_BADLANDS:
        return FLIPTOWN_MORE_WANTED;
    case FLIPTOWN_MINE:
        return more_of(&edition->chamber[site].reward);
    case FLIPTOWN_TOWN:
        return rules->roof_first && site < FLIPTOWN_RANKS ? more_of(&edition->building[site].roof) : 0;
    default:
        for (int i = 0; site < FLIPTOWN_STONES && i < rules->around[site].count; i++)
            more |= more_of(&edition->between[rules->around[site].between[i]].reward);
        return more | FLIPTOWN_MORE_WANTED;
    }
}

static void look_up_bounties(struct fliptown_rules *rules)
{
    for (int i = 0; i < FLIPTOWN_BOUNTIES; i++) {
        const struct fliptown_bounty *poster = &rules->edition.bounty[i];
        rules->bounty[i] = (struct fliptown_target){.goal = poster->goal,
                                                    .n = poster->n,
                                                    .m = poster->m,
                                                    .looks_at = (uint16_t)fliptown_goal_looks_at(poster->goal)};
    }
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        for (int site = 0; site < FLIPTOWN_CHAMBERS; site++)
            rules->more_at[region][site] = (uint16_t)(1u << region | more_at(rules, region, site));
    for (int site = 0; site < FLIPTOWN_RANKS; site++) {
        rules->more_on_roof[site] = (uint16_t)more_of(&rules->edition.building[site].roof);
        if (rules->edition.trail[site].bonus)
            rules->bonus_stops |= (uint16_t)(1u << site);
        if (rules->edition.building[site].roof.stars)
            rules->star_roofs |= (uint16_t)(1u << site);
    }
}

int fliptown_prepare(void *memory, const void *edition, const struct flip_options *options, int seats,
                     struct flip_error *error)
{
    struct fliptown_rules *rules = memory;
    memcpy(&rules->edition, edition, sizeof rules->edition);
    rules->seats = seats;
    if (read_options(rules, options, error) < 0)
        return -1;
    read_version(rules, options->version);
    look_up_cards(rules);
    look_up_badlands(rules);
    look_up_mine(rules);
    look_up_cemetery(rules);
    look_up_land(rules);
    look_up_bounties(rules);
    return 0;
}
