/* A map in sentences, for whoever hears it instead of seeing it: the cards, the tracks, then region by region what is circled and open. */
#include "games/fliptown/fliptown.h"

static void read_card(int card, const char *gap, struct flip_text *out)
{
    flip_text_add(out, "%s%s of %s", gap, fliptown_rank_words[flip_card_rank(card) - 1],
                  flip_suit_name(flip_card_suit(card)));
}

static void read_cards(const char *what, const uint8_t *cards, int count, struct flip_text *out)
{
    if (count == 0)
        return;
    flip_text_add(out, "%s:", what);
    for (int i = 0; i < count; i++)
        if (cards[i] != FLIPTOWN_NONE)
            read_card(cards[i], i ? ", " : " ", out);
    flip_text_add(out, ".\n");
}

/* The cards of the open turn and what they stand for. */
static void read_turn(const struct fliptown_state *state, const struct fliptown_sheet *sheet, struct flip_text *out)
{
    if (sheet->suit_card == FLIPTOWN_NONE || state->stage != FLIPTOWN_TURNS)
        return;
    flip_text_add(out, "Arranged: suit %s, value %s.\n",
                  sheet->wild & FLIPTOWN_WILD_SUIT ? "any" : flip_suit_name(sheet->suit),
                  sheet->wild & FLIPTOWN_WILD_VALUE ? "any" : fliptown_rank_words[sheet->value - 1]);
}

/* "circled A, 3; open 2, 4"; a building by its name too. */
static void read_sites(const struct fliptown_rules *rules, int region, const char *word, unsigned sites,
                       struct flip_text *out)
{
    const char *gap = " ";
    if (!sites)
        return;
    flip_text_add(out, " %s:", word);
    for (; sites; sites &= sites - 1) {
        const int site = __builtin_ctz(sites);
        flip_text_add(out, "%s%s", gap, fliptown_site_name(rules, region, site));
        if (region == FLIPTOWN_TOWN)
            flip_text_add(out, " %s", rules->edition.building[site].name);
        gap = ", ";
    }
    flip_text_add(out, ".");
}

static void read_badlands(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, struct flip_text *out)
{
    for (int i = 0; i < FLIPTOWN_ROWS; i++) {
        const struct fliptown_row *row = &rules->edition.row[i];
        flip_text_add(out, "Badlands, %s:", row->name);
        for (int k = 0; k < FLIPTOWN_TARGETS; k++) {
            const int rank = row->target[k] - 1;
            const bool circled = sheet->circled[FLIPTOWN_BADLANDS] >> rank & 1;
            flip_text_add(out, "%s %s for %d cash %s", k ? "," : "", fliptown_rank_words[rank], row->cash[k],
                          !circled                    ? "open"
                          : sheet->robbed >> rank & 1 ? "robbed"
                                                      : "failed");
        }
        flip_text_add(out, "; %d Wanted.\n", row->wanted);
    }
}

static void read_regions(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, struct flip_text *out)
{
    static const char *const titles[] = {"Trail", "Badlands", "Mine", "Town", "Cemetery"};
    const unsigned all = (1u << FLIPTOWN_RANKS) - 1, stones = ((1u << FLIPTOWN_STONES) - 1) & ~(1u << FLIPTOWN_CENTRE);
    for (int region = 0; region < FLIPTOWN_REGIONS; region++) {
        if (region == FLIPTOWN_BADLANDS) {
            read_badlands(rules, sheet, out);
            continue;
        }
        const unsigned there = region == FLIPTOWN_MINE ? sheet->mine_open : region == FLIPTOWN_CEMETERY ? stones : all;
        const unsigned circled = sheet->circled[region] & (region == FLIPTOWN_CEMETERY ? stones : ~0u);
        flip_text_add(out, "%s.", titles[region]);
        read_sites(rules, region, "Circled", circled, out);
        read_sites(rules, region, region == FLIPTOWN_MINE ? "Ways lead to" : "Open", there & ~circled, out);
        flip_text_add(out, "\n");
    }
}

/* "work_horse" as it is said. */
static void read_item(const char *word, struct flip_text *out)
{
    for (; *word; word++)
        flip_text_add(out, "%c", *word == '_' ? ' ' : *word);
}

static void read_things(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, struct flip_text *out)
{
    const char *gap = "Items: ";
    for (unsigned set = sheet->items; set; set &= set - 1, gap = ", ") {
        flip_text_add(out, "%s", gap);
        read_item(fliptown_item_words[__builtin_ctz(set)], out);
    }
    if (sheet->items)
        flip_text_add(out, ".\n");
    if (sheet->character != FLIPTOWN_NONE)
        flip_text_add(out, "Character: %s. %s Uses left: %d.\n", rules->edition.character[sheet->character].name,
                      rules->edition.character[sheet->character].text, sheet->uses);
    gap = "Plots: ";
    for (unsigned set = sheet->plots; set; set &= set - 1, gap = ", ")
        flip_text_add(out, "%s%d", gap, __builtin_ctz(set) + 1);
    if (sheet->plots)
        flip_text_add(out, ".\n");
}

static void read_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state,
                          const struct fliptown_sheet *sheet, struct flip_text *out)
{
    for (int i = 0; i < state->bounty_count; i++)
        flip_text_add(out, "Bounty: %s; %d stars%s.\n", rules->edition.bounty[state->bounty[i]].text,
                      fliptown_bounty_stars(rules, state, i), sheet->bounties >> i & 1 ? ", has it" : "");
}

void fliptown_read(const void *memory, const void *state, const void *before, int viewer, int seat,
                   const flip_move *aim, struct flip_text *out)
{
    const struct fliptown_rules *rules = memory;
    struct fliptown_state shown;
    (void)aim;
    fliptown_shown(rules, state, before, viewer, &shown);
    const struct fliptown_sheet *sheet = &shown.sheet[seat];
    const struct fliptown_parts parts = fliptown_points(rules, sheet);
    read_cards("Cards", shown.lineup, shown.lineup_count, out);
    read_turn(&shown, sheet, out);
    flip_text_add(out, "Cash %d, gold %d, stars %d, Wanted %d, gold pans %d, hammers %d.\n", sheet->cash, sheet->gold,
                  sheet->stars, sheet->wanted, sheet->pans, sheet->hammers);
    read_regions(rules, sheet, out);
    read_things(rules, sheet, out);
    read_cards("Poker hand", sheet->poker, sheet->poker_count, out);
    if (fliptown_sees_holdem(rules, &shown, viewer, seat))
        read_cards("Hold 'em", sheet->holdem, FLIPTOWN_HOLDEM, out);
    if (rules->seats > 1)
        read_bounties(rules, &shown, sheet, out);
    flip_text_add(out, "Points: cash %d, gold %d, silver %d, stars %d, together %d.\n", parts.cash, parts.gold,
                  parts.silver, parts.stars, parts.total);
}
