/*
 * What a face shows before anything is decided: which open sites the cards reach for how much gold, and what each
 * answer changes on the map. The rules themselves are asked, on a copy of the game, so that no face has to know them.
 *
 * On that copy one more seat seems to be asked something and never answers: the turn stays open, and what only comes
 * with its end (poker, the Sheriff) is not told beforehand.
 */
#include "games/fliptown/fliptown.h"

enum { ANSWERS = 128 };

/* --- what an answer changes ------------------------------------------------------------------------------------- */

static void difference(struct flip_json *out, const char *key, int before, int after)
{
    if (before != after)
        flip_json_int(out, key, after - before);
}

static void write_difference(const struct fliptown_rules *rules, const struct fliptown_sheet *before,
                             const struct fliptown_sheet *after, const uint8_t *posted, const uint8_t *spent,
                             const char *key, struct flip_json *out)
{
    flip_json_open(out, key, '{');
    difference(out, "cash", before->cash, after->cash);
    difference(out, "gold", before->gold, after->gold);
    difference(out, "stars", before->stars, after->stars);
    difference(out, "wanted", before->wanted, after->wanted);
    difference(out, "pans", before->pans, after->pans);
    difference(out, "hammers", before->hammers, after->hammers);
    difference(out, "silver", fliptown_silver(rules, before), fliptown_silver(rules, after));
    if (after->pick && !before->pick)
        flip_json_bool(out, "pick", true);
    if (after->bounties != before->bounties) {
        flip_json_open(out, "bounties", '[');
        for (unsigned set = after->bounties & ~(unsigned)before->bounties; set; set &= set - 1)
            flip_json_int(out, NULL, posted[__builtin_ctz(set)] + 1);
        flip_json_close(out);
    }
    unsigned gained = 0;
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        gained |= (unsigned)(after->pending[region] + spent[region] > before->pending[region]) << region;
    if (gained) {
        flip_json_open(out, "bonus", '[');
        for (; gained; gained &= gained - 1)
            flip_json_string(out, NULL, fliptown_region_words[__builtin_ctz(gained)]);
        flip_json_close(out);
    }
    flip_json_close(out);
}

/* The roof of a building that asks something first is gained when it is left: a visitor wants to know now. */
static void gain_roof(const struct fliptown_rules *rules, struct fliptown_sheet *sheet)
{
    if (sheet->building != FLIPTOWN_NONE && sheet->roof_due)
        fliptown_gain(rules, sheet, &rules->edition.building[sheet->building].roof, FLIPTOWN_TOWN);
}

/* A move of this seat, without the gold that a visit costs. */
static void write_change(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                         flip_move move, const char *key, struct flip_json *out)
{
    struct fliptown_state after = *state;
    uint8_t spent[FLIPTOWN_REGIONS] = {0};
    const int kind = fliptown_kind(move), region = fliptown_field(move, 0);
    after.acting |= FLIPTOWN_NEVER_ANSWERS;
    if (kind == FLIPTOWN_DO_VISIT) {
        const bool bonus = fliptown_field(move, 3);
        spent[region] = bonus && state->sheet[seat].step == FLIPTOWN_BONUS;
        move = fliptown_visit(region, fliptown_field(move, 1), 0, bonus);
    } else if (kind == FLIPTOWN_DO_DECLINE) {
        spent[region] = state->sheet[seat].step == FLIPTOWN_BONUS;
    }
    fliptown_act(rules, &after, seat, move);
    if (kind == FLIPTOWN_DO_VISIT)
        gain_roof(rules, &after.sheet[seat]);
    fliptown_notice_bounties(rules, &after, seat, FLIPTOWN_MORE_OF_ALL);
    write_difference(rules, &state->sheet[seat], &after.sheet[seat], state->bounty, spent, key, out);
}

void fliptown_write_changes(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                            struct flip_json *out)
{
    const int step = state->sheet[seat].step;
    const bool in_turn = state->stage == FLIPTOWN_TURNS && step != FLIPTOWN_ARRANGE;
    if (!(state->acting >> seat & 1) || !(in_turn || step == FLIPTOWN_BRIBE || step == FLIPTOWN_PAY))
        return;
    flip_move moves[ANSWERS];
    const int count = fliptown_moves(rules, state, seat, moves, ANSWERS);
    flip_json_open(out, "changes", '[');
    for (int i = 0; i < count && i < ANSWERS; i++)
        write_change(rules, state, seat, moves[i], NULL, out);
    flip_json_close(out);
}

/* --- what can be reached ---------------------------------------------------------------------------------------- */

/* The sheet with one of the arrangements; the sheet as it is once the cards are chosen. */
static struct fliptown_sheet arranged(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                                      flip_move move)
{
    struct fliptown_sheet with = *sheet;
    if (sheet->step == FLIPTOWN_ARRANGE) {
        with.suit_card = (uint8_t)fliptown_field(move, 0);
        with.suit = rules->suit[with.suit_card];
        with.value = rules->rank[fliptown_field(move, 1)];
    }
    return with;
}

enum { WAYS = 6 };

/* What a tombstone costs with another suit, so that the cowbot sleeps: the same for all of them. */
static void write_asleep(const struct fliptown_rules *rules, const struct fliptown_state *state,
                         const struct fliptown_sheet *sheet, const flip_move *moves, int count, struct flip_json *out)
{
    int gold[WAYS], most = 0;
    for (int i = 0; i < count; i++) {
        const struct fliptown_sheet with = arranged(rules, sheet, moves[i]);
        gold[i] = fliptown_hushed_graves(rules, state, &with) ? fliptown_other_suit(rules, &with) : 0;
        most |= gold[i];
    }
    if (!most)
        return;
    flip_json_ints(out, "asleep", gold, count);
}

void fliptown_write_reach(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                          struct flip_json *out)
{
    const struct fliptown_sheet *sheet = &state->sheet[seat];
    if (state->stage != FLIPTOWN_TURNS || (sheet->step != FLIPTOWN_ARRANGE && sheet->step != FLIPTOWN_VISIT))
        return;
    flip_move moves[WAYS] = {0};
    int count = 1;
    if (sheet->step == FLIPTOWN_ARRANGE)
        count = fliptown_smaller(fliptown_moves(rules, state, seat, moves, WAYS), WAYS);
    flip_json_open(out, "reach", '[');
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        for (unsigned set = fliptown_open_sites(rules, sheet, region); set; set &= set - 1) {
            const int site = __builtin_ctz(set);
            flip_json_open(out, NULL, '{');
            flip_json_string(out, "region", fliptown_region_words[region]);
            flip_json_string(out, "site", fliptown_site_name(rules, region, site));
            flip_json_open(out, "gold", '[');
            for (int i = 0; i < count; i++) {
                const struct fliptown_sheet with = arranged(rules, sheet, moves[i]);
                flip_json_int(out, NULL, fliptown_cost(rules, &with, region, site));
            }
            flip_json_close(out);
            if (region == FLIPTOWN_CEMETERY)
                write_asleep(rules, state, sheet, moves, count, out);
            write_change(rules, state, seat, fliptown_visit(region, site, 0, false), "change", out);
            flip_json_close(out);
        }
    flip_json_close(out);
}
