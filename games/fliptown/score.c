/* The end of the game: titles, who wins, and the solo achievements. */
#include "games/fliptown/fliptown.h"

/* Most points, then least Wanted, most gold, most cash. Above 0: the first is better. */
static int compare(const struct fliptown_sheet *a, int a_points, const struct fliptown_sheet *b, int b_points)
{
    if (a_points != b_points)
        return a_points - b_points;
    if (a->wanted != b->wanted)
        return b->wanted - a->wanted;
    if (a->gold != b->gold)
        return a->gold - b->gold;
    return a->cash - b->cash;
}

static flip_set winners(const struct fliptown_rules *rules, const struct fliptown_state *state, const int *score)
{
    if (state->cowbot != FLIPTOWN_NONE)
        return fliptown_cowbot_points(rules, state).verdict > 0 ? 1 : 0;
    flip_set best = 1;
    for (int seat = 1; seat < rules->seats; seat++) {
        const int champion = flip_set_first(best);
        const int better = compare(&state->sheet[seat], score[seat], &state->sheet[champion], score[champion]);
        if (better > 0)
            best = FLIP_BIT(seat);
        else if (better == 0)
            best |= FLIP_BIT(seat);
    }
    return best;
}

void fliptown_result(const void *memory, const void *in, struct flip_result *out)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    out->over = state->stage == FLIPTOWN_OVER;
    out->winners = 0;
    for (int seat = 0; seat < rules->seats; seat++)
        out->score[seat] = fliptown_points(rules, &state->sheet[seat]).total;
    if (out->over)
        out->winners = winners(rules, state, out->score);
}

void fliptown_breakdown(const void *memory, const void *in, int seat, struct flip_json *out)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    const struct fliptown_parts parts = fliptown_points(rules, &state->sheet[seat]);
    flip_json_int(out, "cash", parts.cash);
    flip_json_int(out, "gold", parts.gold);
    flip_json_int(out, "silver", parts.silver);
    flip_json_int(out, "stars", parts.stars);
}

/* The whole score as it is counted at the end: the stars by where they came from, less what the Sheriff took. */
static void write_counted(const struct fliptown_rules *rules, const struct fliptown_state *state, struct flip_json *out)
{
    flip_json_open(out, "counted", '[');
    for (int seat = 0; seat < rules->seats; seat++) {
        const struct fliptown_sheet *sheet = &state->sheet[seat];
        const struct fliptown_parts parts = fliptown_points(rules, sheet);
        flip_json_open(out, NULL, '{');
        for (int source = 0; source < FLIPTOWN_SOURCES; source++) {
            const int stars = sheet->stars_from[source];
            flip_json_int(out, fliptown_source_words[source], source == FLIPTOWN_TO_SHERIFF ? -stars : stars);
        }
        flip_json_int(out, "silver", parts.silver);
        flip_json_int(out, "cash", parts.cash);
        flip_json_int(out, "gold", parts.gold);
        flip_json_close(out);
    }
    flip_json_close(out);
}

/* --- titles ----------------------------------------------------------------------------------------------------- */

static const char *title_word(const struct fliptown_title *titles, int value)
{
    int i = FLIPTOWN_TITLES - 1;
    while (i > 0 && value < titles[i].from)
        i--;
    return titles[i].word;
}

void fliptown_title(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, struct flip_text *out)
{
    flip_text_add(out, "%s %s", title_word(rules->edition.score_title, fliptown_points(rules, sheet).total),
                  title_word(rules->edition.wanted_title, sheet->wanted));
}

/* --- achievements ----------------------------------------------------------------------------------------------- */

static bool every_site_of_one_region(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    const int sites[FLIPTOWN_SUITED] = {FLIPTOWN_RANKS, fliptown_count(rules->targets), FLIPTOWN_CHAMBERS,
                                        FLIPTOWN_RANKS};
    for (int region = 0; region < FLIPTOWN_SUITED; region++)
        if (fliptown_count(sheet->circled[region]) == sites[region])
            return true;
    return false;
}

static bool six_sites_in_each(const struct fliptown_sheet *sheet)
{
    for (int region = 0; region < FLIPTOWN_SUITED; region++)
        if (fliptown_count(sheet->circled[region]) < 6)
            return false;
    return true;
}

static bool every_trail_star(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    for (int stop = 0; stop < FLIPTOWN_RANKS; stop++)
        if (rules->edition.trail[stop].stars && !(sheet->circled[FLIPTOWN_TRAIL] >> stop & 1))
            return false;
    return true;
}

static int all_mine_gold(const struct fliptown_rules *rules)
{
    int gold = 0;
    for (int i = 0; i < FLIPTOWN_CHAMBERS; i++)
        gold += rules->edition.chamber[i].reward.gold;
    return gold;
}

/* How many hands were this good or better. */
static int hands(const struct fliptown_sheet *sheet, enum flip_poker at_least)
{
    int count = 0;
    for (int round = 0; round < FLIPTOWN_ROUNDS; round++)
        count += sheet->hand[round] <= at_least; /* the best category is 0; a hand not yet played is 255 */
    return count;
}

static uint32_t cowbot_achievements(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    if (state->cowbot == FLIPTOWN_NONE)
        return 0;
    const bool beaten = fliptown_cowbot_points(rules, state).verdict > 0;
    return (uint32_t)(beaten && rules->strength == FLIPTOWN_STRENGTHS - 1) << 14 | (uint32_t)(state->stolen_count <= 1)
                                                                                       << 15;
}

uint32_t fliptown_achievements(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    if (rules->seats > 1 || state->stage != FLIPTOWN_OVER)
        return 0;
    const struct fliptown_sheet *sheet = &state->sheet[0];
    const uint16_t outer = (1u << FLIPTOWN_STONES) - 1;
    const bool reached[FLIPTOWN_ACHIEVEMENTS] = {
        [0] = six_sites_in_each(sheet),
        [1] = sheet->pans + sheet->hammers >= 7,
        [2] = sheet->wanted == 0,
        [3] = fliptown_mine_gold(rules, sheet) == all_mine_gold(rules),
        [4] = every_trail_star(rules, sheet),
        [5] = (sheet->circled[FLIPTOWN_TOWN] & rules->star_roofs) == rules->star_roofs,
        [6] = fliptown_every_robbery(rules, sheet),
        [7] = sheet->circled[FLIPTOWN_CEMETERY] == outer,
        [8] = hands(sheet, FLIP_FOUR_OF_A_KIND) > 0,
        [9] = fliptown_gear(sheet) == 0,
        [10] = sheet->cash >= 30 && sheet->gold >= 15,
        [11] = hands(sheet, FLIP_TWO_PAIR) == FLIPTOWN_ROUNDS,
        [12] = sheet->most_wanted <= 5 && sheet->arrests == 0,
        [16] = sheet->wanted >= 20,
        [17] = fliptown_silver(rules, sheet) >= 24,
        [18] = every_site_of_one_region(rules, sheet),
        [19] = fliptown_points(rules, sheet).total >= 80,
    };
    uint32_t set = cowbot_achievements(rules, state);
    for (int i = 0; i < FLIPTOWN_ACHIEVEMENTS; i++)
        set |= (uint32_t)reached[i] << i;
    return set;
}

/* --- the rest of the result ------------------------------------------------------------------------------------- */

static void write_cowbot(const struct fliptown_rules *rules, const struct fliptown_state *state, struct flip_json *out)
{
    static const char *const verdicts[] = {"lost", "draw", "won"};
    const struct fliptown_cowbot_score score = fliptown_cowbot_points(rules, state);
    flip_json_open(out, "cowbot", '{');
    flip_json_string(out, "id", rules->edition.cowbot[state->cowbot].id);
    flip_json_string(out, "name", rules->edition.cowbot[state->cowbot].name);
    flip_json_string(out, "strength", fliptown_strength_words[rules->strength]);
    flip_json_int(out, "score", score.total);
    flip_json_int(out, "cards", score.cards);
    flip_json_int(out, "regions", score.regions);
    flip_json_int(out, "extra", score.extra);
    flip_json_int(out, "stolen", state->stolen_count);
    if (state->stage == FLIPTOWN_OVER) {
        flip_json_int(out, "lowest", score.lowest);
        flip_json_string(out, "verdict", verdicts[score.verdict + 1]);
    }
    flip_json_close(out);
}

void fliptown_result_fields(const void *memory, const void *in, struct flip_json *out)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    if (state->cowbot != FLIPTOWN_NONE)
        write_cowbot(rules, state, out);
    if (state->stage != FLIPTOWN_OVER)
        return;
    write_counted(rules, state, out);
    flip_json_open(out, "titles", '[');
    for (int seat = 0; seat < rules->seats; seat++) {
        char title[2 * FLIPTOWN_ID + 2];
        struct flip_text text = flip_text_in(title, sizeof title);
        fliptown_title(rules, &state->sheet[seat], &text);
        flip_json_string(out, NULL, title);
    }
    flip_json_close(out);
    if (rules->seats > 1)
        return;
    flip_json_open(out, "achievements", '[');
    for (flip_set set = fliptown_achievements(rules, state); set; set = flip_set_rest(set))
        flip_json_int(out, NULL, flip_set_first(set) + 1);
    flip_json_close(out);
}
