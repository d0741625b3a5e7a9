/*
 * Fliptown for learners: the cards, the counters, then the maps, the seat's own first. Actions:
 *
 *     0    a site of the Trail, Badlands, Mine or Town, 16 numbers for each region: visit it, or spend a bonus action there; the
 *          16th declines the bonus action
 *     64   the same for the Cemetery
 *     80   the six ways to use the three cards, then what takes a word: pass, leave, bribe …
 *     96   buy an item; 108 hunt an outlaw; 112 take an outlaw's pay; 121 use the ability
 *     128  a piece on the plots, by its place among all placements
 *     192  give so many, from 1
 *     256  cheat: 64 numbers for each written card, by the card that it becomes
 *     308  (in the room that a deck of 52 leaves there) a site of the Cemetery with another suit, so that the cowbot sleeps
 */
#include "core/numbers.h"
#include "games/fliptown/fliptown.h"

#include <flipside/learn.h>

enum {
    SITES = 0,
    ARRANGE = 80,
    PASS = ARRANGE + FLIPTOWN_ARRANGEMENTS,
    LEAVE,
    BRIBE,
    REFUSE,
    PAY,             /* with cash, with stars */
    PICK = PAY + 2,  /* a pan, a hammer */
    LOOK = PICK + 2, /* less Wanted, a star */
    BUY = LOOK + 2,
    HUNT = BUY + FLIPTOWN_ITEMS,
    COLLECT = 112,
    TAKEN = 3, /* ways to be paid by an outlaw */
    ABILITY = COLLECT + FLIPTOWN_OUTLAWS * TAKEN,
    PLOTS = 128,
    GIVE = PLOTS + FLIPTOWN_PLACEMENTS,
    CHEAT = 256,
    HUSHED = CHEAT + 52,
    ACTIONS = CHEAT + 64 * FLIPTOWN_HAND
};

/* --- what a seat knows ------------------------------------------------------------------------------------------ */

static void card_fields(struct flip_fields *out, const char *who, const char *card, int n)
{
    flip_field_add(out, 1, "its rank, of 13; 0: there is none", "%s%s %d: rank", who, card, n);
    flip_field_add(out, 4, "clubs, diamonds, hearts, spades", "%s%s %d: suit", who, card, n);
}

static void sheet_fields(struct flip_fields *out, const char *who)
{
    static const char sites[] = "1: circled", pending[] = "bonus actions to spend, of 2";
    flip_field_add(out, 1, "of 30", "%s: cash", who);
    flip_field_add(out, 1, "of 15", "%s: gold", who);
    flip_field_add(out, 1, "of 60", "%s: stars", who);
    flip_field_add(out, 1, "of 20", "%s: Wanted", who);
    flip_field_add(out, 1, "of 4", "%s: gold pans", who);
    flip_field_add(out, 1, "of 4", "%s: hammers", who);
    flip_field_add(out, 1, "silver stars, of 30", "%s: silver", who);
    for (int region = 0; region < FLIPTOWN_REGIONS; region++) {
        flip_field_add(out, FLIPTOWN_SITES, sites, "%s: %s sites", who, fliptown_region_words[region]);
        flip_field_add(out, 1, pending, "%s: %s bonuses", who, fliptown_region_words[region]);
    }
    flip_field_add(out, 1, "the last stop of the Trail, of 13", "%s: trail", who);
    flip_field_add(out, FLIPTOWN_SITES, "1: the chamber can be entered", "%s: mine open", who);
    flip_field_add(out, FLIPTOWN_ITEMS, "1: bought", "%s: items", who);
    flip_field_add(out, FLIPTOWN_PLOTS, "1: taken", "%s: plots", who);
    flip_field_add(out, FLIPTOWN_OUTLAWS, "1: hunted", "%s: outlaws", who);
    flip_field_add(out, FLIPTOWN_POSTED, "1: this posted bounty is met", "%s: bounties", who);
    flip_field_add(out, 1, "hotel rooms, of 4", "%s: rooms", who);
    for (int i = 1; i <= FLIPTOWN_HAND; i++) {
        flip_field_add(out, 1, "its rank, of 13; 0: there is none", "%s: written card %d: rank", who, i);
        flip_field_add(out, 4, "clubs, diamonds, hearts, spades", "%s: written card %d: suit", who, i);
    }
    flip_field_add(out, FLIPTOWN_CHARACTERS, "for the own character: uses left, of 2", "%s: character", who);
    flip_field_add(out, FLIPTOWN_STEPS, "what the seat is asked, in the order of enum fliptown_step", "%s: step", who);
    flip_field_add(out, 4, "the suit in use: clubs, diamonds, hearts, spades", "%s: suit", who);
    flip_field_add(out, 1, "the value in use, of 13", "%s: value", who);
    flip_field_add(out, 2, "1: the suit, the value may be anything", "%s: wild", who);
    flip_field_add(out, FLIPTOWN_RANKS, "the building that the seat is in", "%s: building", who);
}

static void list_fields(const void *memory, struct flip_fields *out)
{
    const struct fliptown_rules *rules = memory;
    flip_field_add(out, 1, "of 3", "round");
    flip_field_add(out, 1, "of 5", "turn");
    for (int i = 1; i <= FLIPTOWN_LINEUP; i++)
        card_fields(out, "", "card", i);
    flip_field_add(out, 52, "1: not seen by this seat in this round; by suit, then rank", "unseen");
    flip_field_add(out, 1, "the Sheriff card's rank, of 13; 0: not seen", "Sheriff: rank");
    flip_field_add(out, 4, "clubs, diamonds, hearts, spades", "Sheriff: suit");
    for (int i = 1; i <= FLIPTOWN_HOLDEM; i++)
        card_fields(out, "own: ", "Hold 'em card", i);
    flip_field_add(out, FLIPTOWN_BOUNTIES, "stars that this bounty brings now, of 7; 0: not posted", "bounties");
    flip_field_add(out, FLIPTOWN_COWBOTS, "the cowbot that plays", "cowbot");
    flip_field_add(out, 1, "cards that the cowbot has stolen, of 15", "stolen");
    for (int i = 0; i < rules->seats; i++)
        sheet_fields(out, flip_field_seat(i));
}

static const float thirteenths[FLIP_KING + 1] = {0,          1.0F / 13,  2.0F / 13,  3.0F / 13, 4.0F / 13,
                                                 5.0F / 13,  6.0F / 13,  7.0F / 13,  8.0F / 13, 9.0F / 13,
                                                 10.0F / 13, 11.0F / 13, 12.0F / 13, 1.0F};

/* The numbers of no card, then those of every card, ready to be copied. Three more make eight, which are copied at once. */
enum { CARD_NUMBERS = 5, COPIED = 8 };
#define CARD(rank, ...)                                                                                                \
    {                                                                                                                  \
        (rank) / 13.0F, __VA_ARGS__                                                                                    \
    }
#define SUIT(...)                                                                                                      \
    CARD(1, __VA_ARGS__), CARD(2, __VA_ARGS__), CARD(3, __VA_ARGS__), CARD(4, __VA_ARGS__), CARD(5, __VA_ARGS__),      \
        CARD(6, __VA_ARGS__), CARD(7, __VA_ARGS__), CARD(8, __VA_ARGS__), CARD(9, __VA_ARGS__), CARD(10, __VA_ARGS__), \
        CARD(11, __VA_ARGS__), CARD(12, __VA_ARGS__), CARD(13, __VA_ARGS__)
static const float card_row[1 + 52][COPIED] = {
    {0}, SUIT(1, 0, 0, 0), SUIT(0, 1, 0, 0), SUIT(0, 0, 1, 0), SUIT(0, 0, 0, 1)};

/* Multiplied, not chosen: nobody can guess which cards are there, so a branch would cost more. */
static float *card_numbers(int card, bool there, float *out)
{
#ifdef FLIP_PACKS /* a card computes sooner than it reads */
    out = flip_number_is(out, thirteenths[there ? 1 + card % 13 : 0]);
    return flip_number_which(out, there ? card / 13 : -1, 4);
#else
    memcpy(out, card_row[there * (1 + card)], sizeof card_row[0]);
    return out + CARD_NUMBERS;
#endif
}

/* Five sets in a row; as one, where that is quicker. */
static float *set_numbers(const struct fliptown_sheet *sheet, float *out)
{
#ifdef FLIP_PACKS
    out = flip_number_bits(out, sheet->mine_open, FLIPTOWN_SITES);
    out = flip_number_bits(out, sheet->items, FLIPTOWN_ITEMS);
    out = flip_number_bits(out, sheet->plots, FLIPTOWN_PLOTS);
    out = flip_number_bits(out, sheet->outlaws, FLIPTOWN_OUTLAWS);
    return flip_number_bits(out, sheet->bounties, FLIPTOWN_POSTED);
#else
    enum {
        ITEMS = FLIPTOWN_SITES,
        TAKEN_PLOTS = ITEMS + FLIPTOWN_ITEMS,
        OUTLAWS = TAKEN_PLOTS + FLIPTOWN_PLOTS,
        BOUNTIES = OUTLAWS + FLIPTOWN_OUTLAWS,
        ALL = BOUNTIES + FLIPTOWN_POSTED
    };
    const flip_set set = sheet->mine_open | (flip_set)sheet->items << ITEMS | (flip_set)sheet->plots << TAKEN_PLOTS |
                         (flip_set)sheet->outlaws << OUTLAWS | (flip_set)sheet->bounties << BOUNTIES;
    return flip_number_eights(out, set, ALL);
#endif
}

static float *hand_numbers(const struct fliptown_sheet *sheet, float *out)
{
#pragma GCC unroll 5
    for (int i = 0; i < FLIPTOWN_HAND; i++)
        out = card_numbers(sheet->poker[i], i < sheet->poker_count, out);
    return out;
}

__attribute__((always_inline)) static inline float *sheet_numbers(const struct fliptown_rules *rules,
                                                                  const struct fliptown_sheet *sheet, float *out)
{
    out = flip_number(out, sheet->cash, 30);
    out = flip_number(out, sheet->gold, 15);
    out = flip_number(out, sheet->stars, 60);
    out = flip_number(out, sheet->wanted, 20);
    out = flip_number(out, sheet->pans, 4);
    out = flip_number(out, sheet->hammers, 4);
    out = flip_number(out, fliptown_silver(rules, sheet), 30);
    for (int region = 0; region < FLIPTOWN_REGIONS; region++) {
        out = flip_number_bits(out, sheet->circled[region], FLIPTOWN_SITES);
        out = flip_number(out, sheet->pending[region], 2);
    }
    out = flip_number_is(out, thirteenths[fliptown_trail_at(sheet)]);
    out = set_numbers(sheet, out);
    out = flip_number(out, sheet->rooms, FLIPTOWN_ROOMS);
    out = hand_numbers(sheet, out);
    float *const characters = out;
    out = flip_number_codes(out, FLIPTOWN_CHARACTERS);
    if (sheet->character < FLIPTOWN_CHARACTERS)
        flip_put_eighths(&characters[sheet->character], sheet->uses * 4);
    out = flip_number_which(out, sheet->step, FLIPTOWN_STEPS);
    const bool arranged = sheet->suit_card != FLIPTOWN_NONE;
    out = flip_number_bits(out, (flip_set)arranged << arranged * sheet->suit, 4);
    out = flip_number_is(out, thirteenths[arranged * sheet->value]);
    out = flip_number_bits(out, sheet->wild, 2);
    return flip_number_which(out, sheet->building, FLIPTOWN_RANKS);
}

/* Cards that the seat has not seen in this round: the deck, and what is hidden from it. */
static flip_set unknown_cards(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat)
{
    flip_set cards = state->deck;
    if (state->sheriff != FLIPTOWN_NONE && !(state->sheriff_seen >> seat & 1))
        cards |= FLIP_BIT(state->sheriff);
    for (int i = 0; i < state->stolen_count; i++)
        cards |= FLIP_BIT(state->stolen[i]);
    for (int other = 0; other < rules->seats; other++)
        for (int i = 0; other != seat && state->stage < FLIPTOWN_POKER && i < FLIPTOWN_HOLDEM; i++)
            if (state->sheet[other].holdem[i] != FLIPTOWN_NONE)
                cards |= FLIP_BIT(state->sheet[other].holdem[i]);
    return cards;
}

static float *bounty_numbers(const struct fliptown_rules *rules, const struct fliptown_state *state, float *out)
{
    float *const bounties = out;
    out = flip_number_codes(out, FLIPTOWN_BOUNTIES);
    for (int i = 0; i < state->bounty_count; i++)
        flip_put_sevenths(&bounties[state->bounty[i]],
                          state->claimed >> i & 1 ? rules->edition.bounty_later : rules->edition.bounty_first);
    return out;
}

static float *numbers_of(const struct fliptown_rules *rules, const struct fliptown_state *shown, int seat, float *out)
{
    out = flip_number(flip_number_start(out), shown->round, FLIPTOWN_ROUNDS);
    out = flip_number(out, shown->turn, FLIPTOWN_HAND);
    for (int i = 0; i < FLIPTOWN_LINEUP; i++)
        out = card_numbers(shown->lineup[i], i < shown->lineup_count, out);
    out = flip_number_eights(out, unknown_cards(rules, shown, seat), 52);
    out = card_numbers(shown->sheriff, (shown->sheriff_seen >> seat & 1) & (shown->sheriff != FLIPTOWN_NONE), out);
    for (int i = 0; i < FLIPTOWN_HOLDEM; i++)
        out = card_numbers(shown->sheet[seat].holdem[i], shown->sheet[seat].holdem[i] != FLIPTOWN_NONE, out);
    out = bounty_numbers(rules, shown, out);
    out = flip_number_which(out, shown->cowbot, FLIPTOWN_COWBOTS);
    out = flip_number(out, shown->stolen_count, FLIPTOWN_STOLEN);
    out = sheet_numbers(rules, &shown->sheet[seat], out);
    for (int i = 1; i < rules->seats; i++)
        out = sheet_numbers(rules, &shown->sheet[(seat + i) % rules->seats], out);
    return out;
}

/* Not inlined: who is alone needs no room for another state. */
__attribute__((noinline)) static float *observe_others(const struct fliptown_rules *rules,
                                                       const struct fliptown_state *state,
                                                       const struct fliptown_state *before, int seat, float *out)
{
    struct fliptown_state shown;
    fliptown_shown(rules, state, before, seat, &shown);
    return numbers_of(rules, &shown, seat, out);
}

static float *observe(const void *memory, const void *state, const void *before, int seat, float *out)
{
    const struct fliptown_rules *rules = memory;
    if (rules->seats == 1) /* who is alone sees what there is */
        return numbers_of(rules, state, seat, out);
    return observe_others(rules, state, before, seat, out);
}

/* --- actions ---------------------------------------------------------------------------------------------------- */

static int actions(const void *rules)
{
    (void)rules;
    return ACTIONS;
}

static int placement_of(const struct fliptown_rules *rules, int from, int shape, int plots)
{
    int i = from;
    while (rules->placement[i].shape != shape || rules->placement[i].plots != plots)
        i++;
    return i;
}

static int arrangement_of(const struct fliptown_state *state, flip_move move)
{
    int n = 0;
    while (fliptown_arrangement(state, n) != move)
        n++;
    return n;
}

/* Of a piece, which is the `from`th placement or a later one. */
static int action_from(const void *memory, const void *in, int from, flip_move move)
{
    const int first = fliptown_field(move, 0), second = fliptown_field(move, 1);
    switch ((enum fliptown_kind)fliptown_kind(move)) {
    case FLIPTOWN_DO_ARRANGE:
        return ARRANGE + arrangement_of(in, move);
    case FLIPTOWN_DO_VISIT:
        return first == FLIPTOWN_CEMETERY && fliptown_field(move, 2) ? HUSHED + second
                                                                     : SITES + first * FLIPTOWN_SITES + second;
    case FLIPTOWN_DO_DECLINE:
        return SITES + first * FLIPTOWN_SITES + FLIPTOWN_DECLINED;
    case FLIPTOWN_DO_PICK:
        return PICK + first;
    case FLIPTOWN_DO_BUY:
        return BUY + first;
    case FLIPTOWN_DO_PLOTS:
        return PLOTS + placement_of(memory, from, first, fliptown_plots_of(move));
    case FLIPTOWN_DO_GIVE:
        return GIVE + first - 1;
    case FLIPTOWN_DO_HUNT:
        return HUNT + first;
    case FLIPTOWN_DO_COLLECT:
        return COLLECT + first * TAKEN + second;
    case FLIPTOWN_DO_SHERIFF:
        return LOOK + first - FLIPTOWN_TAKE_WANTED;
    case FLIPTOWN_DO_LEAVE:
        return LEAVE;
    case FLIPTOWN_DO_ABILITY:
        return ABILITY + first;
    case FLIPTOWN_DO_BRIBE:
        return BRIBE;
    case FLIPTOWN_DO_REFUSE:
        return REFUSE;
    case FLIPTOWN_DO_PAY:
        return PAY + first;
    case FLIPTOWN_DO_CHEAT:
        return CHEAT + first * 64 + second;
    default:
        return PASS;
    }
}

static int action_of(const void *memory, const void *in, int seat, flip_move move)
{
    (void)seat;
    return action_from(memory, in, 0, move);
}

static flip_move word_of(int action)
{
    switch (action) {
    case PASS:
        return FLIPTOWN_DO_PASS;
    case LEAVE:
        return FLIPTOWN_DO_LEAVE;
    case BRIBE:
        return FLIPTOWN_DO_BRIBE;
    default:
        return FLIPTOWN_DO_REFUSE;
    }
}

static flip_move move_of(const void *memory, const void *in, int seat, int action)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    const struct fliptown_sheet *sheet = &state->sheet[seat];
    if (action < ARRANGE)
        return sheet->step == FLIPTOWN_VISIT ? fliptown_visit_to(rules, sheet, action) : fliptown_bonus_to(action);
    if (action < PASS)
        return fliptown_arrangement(state, action - ARRANGE);
    if (action < PAY)
        return word_of(action);
    if (action < PICK)
        return fliptown_move(FLIPTOWN_DO_PAY, action - PAY, 0, 0, 0);
    if (action < LOOK)
        return fliptown_move(FLIPTOWN_DO_PICK, action - PICK, 0, 0, 0);
    if (action < BUY)
        return fliptown_move(FLIPTOWN_DO_SHERIFF, action - LOOK + FLIPTOWN_TAKE_WANTED, 0, 0, 0);
    if (action < HUNT)
        return fliptown_move(FLIPTOWN_DO_BUY, action - BUY, 0, 0, 0);
    if (action < COLLECT)
        return fliptown_move(FLIPTOWN_DO_HUNT, action - HUNT, 0, 0, 0);
    if (action < ABILITY)
        return fliptown_move(FLIPTOWN_DO_COLLECT, (action - COLLECT) / TAKEN, (action - COLLECT) % TAKEN, 0, 0);
    if (action < PLOTS)
        return fliptown_move(FLIPTOWN_DO_ABILITY, action - ABILITY, 0, 0, 0);
    if (action < GIVE)
        return fliptown_plots(rules->placement[action - PLOTS].shape, rules->placement[action - PLOTS].plots);
    if (action < CHEAT)
        return fliptown_move(FLIPTOWN_DO_GIVE, action - GIVE + 1, 0, 0, 0);
    if (action >= HUSHED && action < HUSHED + FLIPTOWN_STONES)
        return fliptown_visit_to(rules, sheet, FLIPTOWN_HUSHED * FLIPTOWN_SITES + action - HUSHED);
    return fliptown_move(FLIPTOWN_DO_CHEAT, (action - CHEAT) / 64, action % 64, 0, 0);
}

static void mask_list(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat, flip_set *out)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = fliptown_moves(rules, state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0, piece = 0; i < count; i++) { /* pieces come in the order of placements */
        const int action = action_from(rules, state, piece, moves[i]);
        piece = action >= PLOTS && action < GIVE ? action - PLOTS : piece;
        out[action / 64] |= FLIP_BIT(action % 64);
    }
}

/* From here on without a list, which takes long to write and to read. */
static void mask_sites(const struct fliptown_sites *open, flip_set *out)
{
    out[0] = open->suited;
    out[1] = (open->stones & ((1u << FLIPTOWN_SITES) - 1)) | (flip_set)open->pass << PASS % 64;
    out[HUSHED / 64] |= (flip_set)(open->stones >> FLIPTOWN_SITES) << HUSHED % 64;
}

static void mask_sales(const struct fliptown_building *building, flip_set sales, flip_set *out)
{
    for (int i = 0; i < FLIPTOWN_SALES; i++)
        out[BUY / 64] |= (sales >> i & 1) << (BUY + building->sale[i].item) % 64;
}

static void mask_building(const struct fliptown_rules *rules, const struct fliptown_state *state,
                          const struct fliptown_sheet *sheet, flip_set *out)
{
    const struct fliptown_building *building = &rules->edition.building[sheet->building];
    const flip_set offers = fliptown_offers(rules, sheet);
    out[LEAVE / 64] = (flip_set)fliptown_may_leave(rules, state, sheet) << LEAVE % 64;
    switch (building->effect) {
    case FLIPTOWN_TRADE:
        out[GIVE / 64] = offers;
        break;
    case FLIPTOWN_LODGING:
        out[BUY / 64] |= offers << (BUY + FLIPTOWN_ROOM) % 64;
        break;
    case FLIPTOWN_LAND:
        out[PLOTS / 64] = offers;
        break;
    case FLIPTOWN_BAIL:
        out[HUNT / 64] |= offers << HUNT % 64;
        break;
    case FLIPTOWN_LOOK:
        out[LOOK / 64] |= (offers >> FLIPTOWN_OFFERS_WANTED & 1) << LOOK % 64;
        out[LOOK / 64] |= (offers >> FLIPTOWN_OFFERS_STAR & 1) << (LOOK + 1) % 64;
        break;
    default:
        mask_sales(building, offers, out);
        break;
    }
}

/* What an unused ability may change is left to the list. */
static bool mask_step(const struct fliptown_rules *rules, const struct fliptown_state *state,
                      const struct fliptown_sheet *sheet, flip_set *out)
{
    struct fliptown_sites open;
    switch (sheet->step) {
    case FLIPTOWN_COLLECT:
        for (int i = 0; i < FLIPTOWN_OUTLAWS; i++)
            out[COLLECT / 64] |= (flip_set)(sheet->collect >> i & 1) * ((1u << TAKEN) - 1)
                                 << (COLLECT + i * TAKEN) % 64;
        return true;
    case FLIPTOWN_ARRANGE:
        out[ARRANGE / 64] = ((FLIP_BIT(FLIPTOWN_ARRANGEMENTS)) - 1) << ARRANGE % 64;
        return true;
    case FLIPTOWN_VISIT:
        open = fliptown_visits(rules, state, sheet);
        mask_sites(&open, out);
        return true;
    case FLIPTOWN_PICK:
        out[PICK / 64] = FLIP_BIT(PICK % 64) | FLIP_BIT((PICK + 1) % 64);
        return true;
    case FLIPTOWN_BUILDING:
        mask_building(rules, state, sheet, out);
        return true;
    case FLIPTOWN_BONUS:
        open = fliptown_bonuses(rules, state, sheet);
        mask_sites(&open, out);
        return true;
    case FLIPTOWN_BRIBE:
        out[BRIBE / 64] = (flip_set)fliptown_can_bribe(sheet) << BRIBE % 64 | FLIP_BIT(REFUSE % 64);
        return true;
    case FLIPTOWN_PAY:
        out[PAY / 64] = (flip_set)fliptown_can_pay(rules, state, sheet) << PAY % 64 | FLIP_BIT((PAY + 1) % 64);
        return true;
    default:
        return false;
    }
}

static void mask(const void *memory, const void *in, int seat, flip_set *out)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    const struct fliptown_sheet *sheet = &state->sheet[seat];
    if (state->waiting != FLIPTOWN_NONE || !(state->acting >> seat & 1))
        return;
    if (sheet->uses > 0 || !mask_step(rules, state, sheet, out))
        mask_list(rules, state, seat, out);
}

const struct flip_game_learn fliptown_learn = {
    .fields = list_fields,
    .observe = observe,
    .actions = actions,
    .mask = mask,
    .move = move_of,
    .action = action_of,
};
