/*
 * The game as JSON for faces: what a viewer may know, and the printed map, so that a face needs no table of its own.
 * It is written from the game as it is shown to the viewer (hidden.c); hidden cards are left out here.
 */
#include "games/fliptown/fliptown.h"

static const char *const stage_words[] = {"setup", "setup", "setup", "deal",    "lineup",  "mayor",  "turn",
                                          "theft", "poker", "bribe", "sheriff", "marshal", "arrest", "over"};
static const char *const step_words[FLIPTOWN_STEPS] = {"done",    "mayor",    "collect", "arrange", "visit", "pick",
                                                       "roof",    "building", "bonus",   "last",    "cheat", "bribe",
                                                       "marshal", "pay",      "robbery", "look",    "draw"};

/* --- lists ------------------------------------------------------------------------------------------------------ */

static void write_cards(struct flip_json *out, const char *key, flip_set cards)
{
    flip_json_open(out, key, '[');
    for (; cards; cards = flip_set_rest(cards))
        flip_json_string(out, NULL, flip_card_name(flip_set_first(cards)));
    flip_json_close(out);
}

static void write_card_list(struct flip_json *out, const char *key, const uint8_t *cards, int count)
{
    flip_json_open(out, key, '[');
    for (int i = 0; i < count; i++)
        if (cards[i] != FLIPTOWN_NONE)
            flip_json_string(out, NULL, flip_card_name(cards[i]));
    flip_json_close(out);
}

static void write_card(struct flip_json *out, const char *key, int card)
{
    flip_json_string(out, key, card == FLIPTOWN_NONE ? NULL : flip_card_name(card));
}

static void write_sites(const struct fliptown_rules *rules, struct flip_json *out, const char *key, int region,
                        unsigned sites)
{
    if (region == FLIPTOWN_CEMETERY)
        sites &= ~(1u << FLIPTOWN_CENTRE);
    flip_json_open(out, key, '[');
    for (; sites; sites &= sites - 1)
        flip_json_string(out, NULL, fliptown_site_name(rules, region, __builtin_ctz(sites)));
    flip_json_close(out);
}

static void write_words(struct flip_json *out, const char *key, const char *const *words, unsigned set)
{
    flip_json_open(out, key, '[');
    for (; set; set &= set - 1)
        flip_json_string(out, NULL, words[__builtin_ctz(set)]);
    flip_json_close(out);
}

static void write_numbers(struct flip_json *out, const char *key, const uint8_t *numbers, int count)
{
    flip_json_open(out, key, '[');
    for (int i = 0; i < count; i++)
        flip_json_int(out, NULL, numbers[i]);
    flip_json_close(out);
}

/* The words that these bytes stand for: the first one stands for `first`. */
static void write_named(struct flip_json *out, const char *key, const char *const *words, int first,
                        const uint8_t *numbers, int count)
{
    flip_json_open(out, key, '[');
    for (int i = 0; i < count; i++)
        flip_json_string(out, NULL, words[numbers[i] - first]);
    flip_json_close(out);
}

/* --- the printed map -------------------------------------------------------------------------------------------- */

static void nonzero(struct flip_json *out, const char *key, int value)
{
    if (value)
        flip_json_int(out, key, value);
}

static void write_reward(struct flip_json *out, const char *key, const struct fliptown_reward *reward)
{
    flip_json_open(out, key, '{');
    nonzero(out, "cash", reward->cash);
    nonzero(out, "gold", reward->gold);
    nonzero(out, "stars", reward->stars);
    nonzero(out, "wanted", reward->wanted);
    nonzero(out, "remove", reward->remove);
    nonzero(out, "pans", reward->pans);
    nonzero(out, "hammers", reward->hammers);
    nonzero(out, "either", reward->either);
    if (reward->bonus)
        write_words(out, "bonus", fliptown_region_words, reward->bonus);
    if (reward->silver)
        flip_json_string(out, "silver", fliptown_region_words[reward->silver - 1]);
    flip_json_close(out);
}

static void write_badlands(const struct fliptown_edition *edition, struct flip_json *out)
{
    flip_json_open(out, "badlands", '[');
    for (int i = 0; i < FLIPTOWN_ROWS; i++) {
        const struct fliptown_row *row = &edition->row[i];
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "name", row->name);
        write_named(out, "targets", fliptown_rank_words, 1, row->target, FLIPTOWN_TARGETS);
        write_numbers(out, "cash", row->cash, FLIPTOWN_TARGETS);
        flip_json_int(out, "wanted", row->wanted);
        flip_json_int(out, "stars", row->stars);
        write_words(out, "bonus", fliptown_region_words, row->bonus);
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void write_mine(const struct fliptown_edition *edition, struct flip_json *out)
{
    flip_json_open(out, "mine", '[');
    for (int i = 0; i < FLIPTOWN_CHAMBERS; i++) {
        const struct fliptown_chamber *chamber = &edition->chamber[i];
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "site", chamber->name);
        write_reward(out, "reward", &chamber->reward);
        flip_json_open(out, "ways", '[');
        for (int k = 0; k < chamber->ways; k++) {
            const struct fliptown_way *way = &chamber->way[k];
            flip_json_open(out, NULL, '{');
            flip_json_string(out, "from", way->from == FLIPTOWN_NONE ? NULL : edition->chamber[way->from].name);
            flip_json_string(out, "low", fliptown_rank_words[way->low - 1]);
            flip_json_string(out, "high", fliptown_rank_words[way->high - 1]);
            flip_json_close(out);
        }
        flip_json_close(out);
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void write_town(const struct fliptown_edition *edition, struct flip_json *out)
{
    flip_json_open(out, "town", '[');
    for (int i = 0; i < FLIPTOWN_RANKS; i++) {
        const struct fliptown_building *building = &edition->building[i];
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "site", fliptown_rank_words[i]);
        flip_json_string(out, "name", building->name);
        flip_json_string(out, "effect", fliptown_effect_words[building->effect]);
        write_reward(out, "roof", &building->roof);
        if (building->sales)
            flip_json_open(out, "sales", '[');
        for (int k = 0; k < building->sales; k++) {
            flip_json_open(out, NULL, '{');
            flip_json_string(out, "item", fliptown_item_words[building->sale[k].item]);
            flip_json_int(out, "price", building->sale[k].price);
            write_reward(out, "reward", &building->sale[k].reward);
            flip_json_close(out);
        }
        if (building->sales)
            flip_json_close(out);
        nonzero(out, "cash", building->cash);
        nonzero(out, "gold", building->gold);
        nonzero(out, "stars", building->stars);
        nonzero(out, "remove", building->remove);
        nonzero(out, "most", building->most);
        nonzero(out, "single", building->single);
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void write_cemetery(const struct fliptown_edition *edition, struct flip_json *out)
{
    flip_json_open(out, "cemetery", '[');
    for (int i = 0; i < FLIPTOWN_BETWEENS; i++) {
        const struct fliptown_between *between = &edition->between[i];
        flip_json_open(out, NULL, '{');
        write_named(out, "between", fliptown_stone_words, 0, between->stone, 2);
        write_reward(out, "reward", &between->reward);
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void write_land(const struct fliptown_edition *edition, struct flip_json *out)
{
    flip_json_open(out, "land", '{');
    flip_json_open(out, "shapes", '[');
    for (int i = 0; i < FLIPTOWN_SHAPES; i++) {
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "shape", edition->shape_name[i]);
        flip_json_int(out, "price", edition->shape_price[i]);
        flip_json_close(out);
    }
    flip_json_close(out);
    flip_json_int(out, "all", edition->all_plots_stars);
    flip_json_close(out);
}

static void write_bail(const struct fliptown_edition *edition, struct flip_json *out)
{
    flip_json_open(out, "bail", '{');
    write_named(out, "outlaws", fliptown_rank_words, 1, edition->outlaw, FLIPTOWN_OUTLAWS);
    flip_json_int(out, "cash", edition->outlaw_cash);
    flip_json_int(out, "gold", edition->outlaw_gold);
    flip_json_int(out, "remove", edition->outlaw_remove);
    flip_json_close(out);
}

/* The numbers that stand in the corners of the map: what equipment does, what a change costs, what things are worth. */
static void write_margins(const struct fliptown_edition *edition, struct flip_json *out)
{
    const struct {
        const char *key;
        uint8_t value;
    } margins[] = {{"suit_gold", edition->suit_gold},
                   {"value_gold", edition->value_gold},
                   {"trail_horse", edition->horse_reach},
                   {"pistol", edition->pistol},
                   {"rifle", edition->rifle},
                   {"bandana", edition->bandana},
                   {"pickaxe", edition->pickaxe},
                   {"stone_wanted", edition->stone_wanted},
                   {"shovel_stars", edition->shovel_stars},
                   {"most_pans", edition->most_pans},
                   {"most_hammers", edition->most_hammers},
                   {"pan_gold", edition->pan_gold},
                   {"hammer_cash", edition->hammer_cash},
                   {"cash_per_point", edition->cash_per_point},
                   {"gold_per_point", edition->gold_per_point},
                   {"stars_only", edition->stars_only}};
    flip_json_open(out, "margins", '{');
    for (size_t i = 0; i < sizeof margins / sizeof *margins; i++)
        flip_json_int(out, margins[i].key, margins[i].value);
    flip_json_close(out);
    flip_json_open(out, "suits", '{');
    for (int region = 0; region < FLIPTOWN_SUITED; region++)
        flip_json_string(out, fliptown_region_words[region], flip_suit_name(edition->region_suit[region]));
    flip_json_close(out);
}

static void write_map(const struct fliptown_edition *edition, struct flip_json *out)
{
    flip_json_open(out, "map", '{');
    flip_json_string(out, "name", edition->name);
    flip_json_open(out, "trail", '[');
    for (int i = 0; i < FLIPTOWN_RANKS; i++)
        write_reward(out, NULL, &edition->trail[i]);
    flip_json_close(out);
    write_badlands(edition, out);
    write_mine(edition, out);
    write_town(edition, out);
    write_cemetery(edition, out);
    write_numbers(out, "bank", edition->bank_stars, edition->rounds);
    write_numbers(out, "hotel", edition->room, edition->rooms);
    write_numbers(out, "plots", edition->plot_stars, FLIPTOWN_PLOTS);
    write_land(edition, out);
    write_bail(edition, out);
    write_margins(edition, out);
    flip_json_open(out, "poker", '[');
    for (int i = 0; i < FLIP_POKER_CATEGORIES; i++) {
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "hand", flip_poker_name((enum flip_poker)i));
        flip_json_int(out, "cash", edition->pay_cash[i]);
        flip_json_int(out, "stars", edition->pay_stars[i]);
        flip_json_close(out);
    }
    flip_json_close(out);
    flip_json_open(out, "fines", '[');
    for (int i = 0; i < edition->rounds; i++) {
        flip_json_open(out, NULL, '{');
        flip_json_int(out, "cash", edition->fine_cash[i]);
        flip_json_int(out, "stars", edition->fine_stars[i]);
        flip_json_close(out);
    }
    flip_json_close(out);
    flip_json_close(out);
}

/* --- shared things ---------------------------------------------------------------------------------------------- */

static void write_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state,
                           struct flip_json *out)
{
    flip_json_open(out, "bounties", '[');
    for (int i = 0; i < state->bounty_count; i++) {
        flip_json_open(out, NULL, '{');
        flip_json_int(out, "number", state->bounty[i] + 1);
        flip_json_string(out, "text", rules->edition.bounty[state->bounty[i]].text);
        flip_json_int(out, "stars", fliptown_bounty_stars(rules, state, i));
        flip_json_open(out, "seats", '[');
        for (int seat = 0; seat < rules->seats; seat++)
            if (state->sheet[seat].bounties >> i & 1)
                flip_json_int(out, NULL, seat);
        flip_json_close(out);
        flip_json_close(out);
    }
    flip_json_close(out);
}

/* Who is near which bounty; a bounty that a seat has stays full. */
static void write_near(const struct fliptown_rules *rules, const struct fliptown_state *state, struct flip_json *out)
{
    if (rules->seats < 2 || state->bounty_count == 0)
        return;
    flip_json_open(out, "near", '[');
    for (int i = 0; i < state->bounty_count; i++) {
        struct fliptown_progress of[FLIPTOWN_SEATS];
        for (int seat = 0; seat < rules->seats; seat++) {
            of[seat] = fliptown_goal_progress(rules, &state->sheet[seat], state->bounty[i]);
            if (state->sheet[seat].bounties >> i & 1)
                of[seat].have = of[seat].of;
        }
        flip_json_open(out, NULL, '{');
        flip_json_open(out, "have", '[');
        for (int seat = 0; seat < rules->seats; seat++)
            flip_json_int(out, NULL, of[seat].have);
        flip_json_close(out);
        flip_json_open(out, "of", '[');
        for (int seat = 0; seat < rules->seats; seat++)
            flip_json_int(out, NULL, of[seat].of);
        flip_json_close(out);
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void write_cowbot(const struct fliptown_rules *rules, const struct fliptown_state *state, int viewer,
                         struct flip_json *out)
{
    const struct fliptown_cowbot *cowbot = &rules->edition.cowbot[state->cowbot];
    flip_json_open(out, "cowbot", '{');
    flip_json_string(out, "id", cowbot->id);
    flip_json_string(out, "name", cowbot->name);
    flip_json_string(out, "suit", flip_suit_name(cowbot->suit));
    flip_json_string(out, "steals", fliptown_gained_words[__builtin_ctz(cowbot->steals)]);
    write_named(out, "regions", fliptown_region_words, 0, cowbot->region, FLIPTOWN_SUITED);
    flip_json_string(out, "strength", fliptown_strength_words[rules->strength]);
    flip_json_int(out, "stolen", state->stolen_count);
    flip_json_int(out, "score", fliptown_cowbot_points(rules, state).total);
    if (fliptown_sees_stolen(state, viewer))
        write_card_list(out, "cards", state->stolen, state->stolen_count);
    flip_json_close(out);
}

static void write_shared(const struct fliptown_rules *rules, const struct fliptown_state *state, int viewer,
                         struct flip_json *out)
{
    flip_json_open(out, "shared", '{');
    write_card_list(out, "lineup", state->lineup, state->lineup_count);
    flip_json_int(out, "deck", state->stage > FLIPTOWN_SETUP_CARD ? fliptown_pile(state) : 52);
    if (viewer == FLIP_ALL)
        write_cards(out, "deck_cards", state->deck);
    write_cards(out, "discard", state->discard);
    write_card(out, "sheriff", fliptown_sees_sheriff(rules, state, viewer) ? state->sheriff : FLIPTOWN_NONE);
    flip_json_bool(out, "sheriff_turned", state->sheriff_turned);
    flip_json_int(out, "rounds", rules->edition.rounds);
    flip_json_int(out, "turns", rules->edition.turns);
    flip_json_bool(out, "holdem", rules->holdem);
    if (rules->seats > 1)
        write_bounties(rules, state, out);
    if (state->cowbot != FLIPTOWN_NONE)
        write_cowbot(rules, state, viewer, out);
    if (!out->without_printed)
        write_map(&rules->edition, out);
    flip_json_close(out);
}

/* --- seats ------------------------------------------------------------------------------------------------------ */

static void write_character(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                            struct flip_json *out)
{
    if (sheet->character == FLIPTOWN_NONE) {
        flip_json_null(out, "character");
        return;
    }
    const struct fliptown_character *who = &rules->edition.character[sheet->character];
    flip_json_open(out, "character", '{');
    flip_json_string(out, "id", who->id);
    flip_json_string(out, "name", who->name);
    flip_json_string(out, "ability", who->text);
    flip_json_int(out, "uses", sheet->uses);
    flip_json_close(out);
}

/* The open turn: which cards stand for what, and the bonus actions that wait. */
static void write_open_turn(const struct fliptown_rules *rules, const struct fliptown_state *state,
                            const struct fliptown_sheet *sheet, struct flip_json *out)
{
    unsigned waiting = 0;
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        waiting |= (unsigned)(sheet->pending[region] > 0) << region;
    flip_json_string(out, "phase", state->stage == FLIPTOWN_OVER ? "over" : step_words[sheet->step]);
    if (sheet->suit_card != FLIPTOWN_NONE && state->stage == FLIPTOWN_TURNS) {
        flip_json_open(out, "cards", '{');
        write_card(out, "suit", sheet->suit_card);
        write_card(out, "value", sheet->value_card);
        flip_json_string(out, "as_suit", sheet->wild & FLIPTOWN_WILD_SUIT ? "any" : flip_suit_name(sheet->suit));
        flip_json_string(out, "as_value",
                         sheet->wild & FLIPTOWN_WILD_VALUE ? "any" : fliptown_rank_words[sheet->value - 1]);
        flip_json_close(out);
    } else {
        flip_json_null(out, "cards");
    }
    flip_json_bool(out, "visited", sheet->visited);
    write_words(out, "bonuses", fliptown_region_words, waiting);
    flip_json_string(out, "building",
                     sheet->building == FLIPTOWN_NONE ? "" : rules->edition.building[sheet->building].name);
    write_cards(out, "drawn", sheet->drawn);
}

static void write_tracks(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, struct flip_json *out)
{
    flip_json_int(out, "cash", sheet->cash);
    flip_json_int(out, "gold", sheet->gold);
    flip_json_int(out, "stars", sheet->stars);
    flip_json_int(out, "wanted", sheet->wanted);
    flip_json_int(out, "pans", sheet->pans);
    flip_json_int(out, "hammers", sheet->hammers);
    flip_json_int(out, "silver", fliptown_silver(rules, sheet));
    flip_json_open(out, "stars_from", '{');
    for (int source = 0; source < FLIPTOWN_SOURCES; source++)
        nonzero(out, fliptown_source_words[source], sheet->stars_from[source]);
    flip_json_close(out);
}

static void write_hands(const struct fliptown_state *state, const struct fliptown_sheet *sheet, struct flip_json *out)
{
    write_card_list(out, "poker", sheet->poker, sheet->poker_count);
    flip_json_open(out, "hands", '[');
    for (int round = 0; round <= state->round && sheet->hand[round] != FLIPTOWN_NONE; round++)
        flip_json_string(out, NULL, flip_poker_name((enum flip_poker)sheet->hand[round]));
    flip_json_close(out);
}

static void write_seat(const struct fliptown_rules *rules, const struct fliptown_state *state, int viewer, int seat,
                       struct flip_json *out)
{
    const struct fliptown_sheet *sheet = &state->sheet[seat];
    const unsigned banks = 1u << FLIPTOWN_RED | 1u << FLIPTOWN_BLACK;
    flip_json_open(out, NULL, '{');
    write_tracks(rules, sheet, out);
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        write_sites(rules, out, fliptown_region_words[region], region, sheet->circled[region]);
    write_sites(rules, out, "robbed", FLIPTOWN_BADLANDS, sheet->robbed);
    write_hands(state, sheet, out);
    if (fliptown_sees_holdem(rules, state, viewer, seat))
        write_card_list(out, "holdem", sheet->holdem, FLIPTOWN_HOLDEM);
    write_words(out, "items", fliptown_item_words, sheet->items & ~banks);
    write_words(out, "bank", fliptown_item_words, sheet->items & banks);
    flip_json_open(out, "outlaws", '[');
    for (int i = 0; i < FLIPTOWN_OUTLAWS; i++)
        if (sheet->outlaws >> i & 1)
            flip_json_string(out, NULL, fliptown_rank_words[rules->edition.outlaw[i] - 1]);
    flip_json_close(out);
    flip_json_int(out, "hotel", sheet->rooms);
    flip_json_open(out, "plots", '[');
    for (unsigned set = sheet->plots; set; set &= set - 1)
        flip_json_int(out, NULL, __builtin_ctz(set) + 1);
    flip_json_close(out);
    flip_json_int(out, "arrests", sheet->arrests);
    write_character(rules, sheet, out);
    write_open_turn(rules, state, sheet, out);
    if (viewer == FLIP_ALL || viewer == seat) {
        fliptown_write_reach(rules, state, seat, out);
        fliptown_write_changes(rules, state, seat, out);
    }
    flip_json_int(out, "score", fliptown_points(rules, sheet).total);
    flip_json_close(out);
}

void fliptown_view(const void *memory, const void *state, const void *before, int viewer, struct flip_json *out)
{
    const struct fliptown_rules *rules = memory;
    struct fliptown_state shown;
    fliptown_shown(rules, state, before, viewer, &shown);
    const int turn = shown.turn < rules->edition.turns ? shown.turn + 1 : shown.turn;
    flip_json_string(out, "game", "fliptown");
    flip_json_int(out, "round", shown.round + 1);
    flip_json_int(out, "turn", turn);
    flip_json_string(out, "phase", stage_words[shown.stage]);
    flip_json_open(out, "seats", '[');
    for (int seat = 0; seat < rules->seats; seat++)
        write_seat(rules, &shown, viewer, seat, out);
    flip_json_close(out);
    write_shared(rules, &shown, viewer, out);
    fliptown_write_discards(rules, &shown, viewer, out); /* puzzles are named by what stands before it */
    write_near(rules, &shown, out);
}
