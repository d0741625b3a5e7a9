/*
 * What a move or an event does, as a phrase that can follow a name: "Ada robs the stagecoach (9): 3 Wanted". Written
 * from the state before it happens. A bounty that comes with it is found by trying it on a copy: only what it brings to
 * its own seat and before the turn ends, so that nothing is told that the seat may not know. What everybody learns once
 * the step is taken is told in upshot.c.
 */
#include "games/fliptown/fliptown.h"

#include <stdio.h>
#include <string.h>

static const char *const region_names[] = {"Trail", "Badlands", "Mine", "Town", "Cemetery"};

static const char *const stone_names[] = {"top left", "top",         "top right", "left",        "centre",
                                          "right",    "bottom left", "bottom",    "bottom right"};

static const char *const item_names[] = {"befriends the Undertaker", "takes the shovel",    "banks on red",
                                         "banks on black",           "buys the work horse", "buys the trail horse",
                                         "buys a gold pan",          "buys the pickaxe",    "buys the bandana",
                                         "takes the next room",      "buys the pistol",     "buys the rifle"};

const char *fliptown_card_sign(int card, char room[FLIPTOWN_SIGN])
{
    snprintf(room, FLIPTOWN_SIGN, "%s%s", fliptown_rank_words[flip_card_rank(card) - 1],
             flip_suit_sign(flip_card_suit(card)));
    return room;
}

/* --- rewards ---------------------------------------------------------------------------------------------------- */

struct phrase {
    struct flip_text *out;
    int parts;
};

static struct flip_text *part(struct phrase *phrase)
{
    if (phrase->parts++)
        flip_text_add(phrase->out, ", ");
    return phrase->out;
}

static void stars_part(struct phrase *phrase, int stars)
{
    if (stars)
        flip_text_add(part(phrase), "%d star%s", stars, stars == 1 ? "" : "s");
}

/* A reward in a few words: "$12", "1 gold, a Trail bonus"; "nothing". Nobody loses more Wanted than he has. */
static void tell_reward(const struct fliptown_reward *reward, const struct fliptown_sheet *sheet, struct flip_text *out)
{
    struct phrase phrase = {.out = out};
    const int remove = fliptown_smaller(reward->remove, sheet->wanted);
    if (reward->cash)
        flip_text_add(part(&phrase), "$%d", reward->cash);
    if (reward->gold)
        flip_text_add(part(&phrase), "%d gold", reward->gold);
    stars_part(&phrase, reward->stars);
    if (reward->pans)
        flip_text_add(part(&phrase), "a gold pan");
    if (reward->hammers)
        flip_text_add(part(&phrase), "a hammer");
    if (reward->either)
        flip_text_add(part(&phrase), "a gold pan or a hammer");
    for (unsigned set = reward->bonus; set; set &= set - 1)
        flip_text_add(part(&phrase), "a %s bonus", region_names[__builtin_ctz(set)]);
    if (reward->silver)
        flip_text_add(part(&phrase), "silver for the %s", region_names[reward->silver - 1]);
    if (remove)
        flip_text_add(part(&phrase), "%d Wanted removed", remove);
    if (reward->wanted)
        flip_text_add(part(&phrase), "%d Wanted", reward->wanted);
    if (!phrase.parts)
        flip_text_add(out, "nothing");
}

/* --- visits ----------------------------------------------------------------------------------------------------- */

static void tell_cemetery(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int stone,
                          struct flip_text *out)
{
    struct phrase phrase = {.out = out};
    flip_text_add(out, "digs in the Cemetery (%s): ", stone_names[stone]);
    if (fliptown_has(sheet, FLIPTOWN_SHOVEL) && rules->edition.shovel_stars) {
        stars_part(&phrase, rules->edition.shovel_stars);
        flip_text_add(out, " for the shovel");
    }
    const struct fliptown_between_list *around = &rules->around[stone];
    for (int i = 0; i < around->count; i++)
        if (sheet->circled[FLIPTOWN_CEMETERY] >> around->neighbour[i] & 1)
            tell_reward(&rules->edition.between[around->between[i]].reward, sheet, part(&phrase));
    if (!fliptown_has(sheet, FLIPTOWN_BEFRIEND))
        flip_text_add(part(&phrase), "%d Wanted", rules->edition.stone_wanted);
    if (!phrase.parts)
        flip_text_add(out, "nothing");
}

/* What hiding removes, and what the roof gives on the first visit: ": 3 Wanted removed, 1 star from the roof". */
static void tell_building(const struct fliptown_building *building, const struct fliptown_sheet *sheet, bool first,
                          struct flip_text *out)
{
    const bool hides = building->effect == FLIPTOWN_HIDING && sheet->wanted;
    if (hides)
        flip_text_add(out, ": %d Wanted removed", fliptown_smaller(building->remove, sheet->wanted));
    if (!first)
        return;
    flip_text_add(out, hides ? ", " : ": ");
    tell_reward(&building->roof, sheet, out);
    flip_text_add(out, " from the roof");
}

static void tell_visit(const struct fliptown_rules *rules, const struct fliptown_state *state,
                       const struct fliptown_sheet *sheet, flip_move move, struct flip_text *out)
{
    const int region = fliptown_field(move, 0), site = fliptown_field(move, 1), gold = fliptown_field(move, 2);
    const char *name = fliptown_site_name(rules, region, site);
    const struct fliptown_edition *edition = &rules->edition;
    if (gold && region == FLIPTOWN_CEMETERY && state->cowbot != FLIPTOWN_NONE)
        flip_text_add(out, "spends %d gold on another suit, so that %s sleeps, and ", gold,
                      edition->cowbot[state->cowbot].name);
    else if (gold)
        flip_text_add(out, "spends %d gold and ", gold);
    else if (fliptown_field(move, 3))
        flip_text_add(out, "uses a bonus action and ");
    switch (region) {
    case FLIPTOWN_TRAIL:
        flip_text_add(out, "stops at Trail %s: ", name);
        tell_reward(&edition->trail[site], sheet, out);
        break;
    case FLIPTOWN_BADLANDS: {
        const struct fliptown_row *row = &edition->row[rules->target_row[site]];
        const int mask = fliptown_has(sheet, FLIPTOWN_BANDANA) ? edition->bandana : 0;
        flip_text_add(out, "robs the %s (%s): ", row->name, name);
        if (row->wanted > mask)
            flip_text_add(out, "%d Wanted", row->wanted - mask);
        else
            flip_text_add(out, "no Wanted");
        break;
    }
    case FLIPTOWN_MINE:
        flip_text_add(out, "goes down to chamber %s: ", name);
        tell_reward(&edition->chamber[site].reward, sheet, out);
        break;
    case FLIPTOWN_TOWN:
        flip_text_add(out, "visits %s%s (%s)", edition->building[site].effect == FLIPTOWN_BAIL ? "" : "the ",
                      edition->building[site].name, name);
        tell_building(&edition->building[site], sheet, !(sheet->circled[FLIPTOWN_TOWN] >> site & 1), out);
        break;
    default:
        tell_cemetery(rules, sheet, site, out);
        break;
    }
}

/* --- inside, and the rest --------------------------------------------------------------------------------------- */

static void tell_give(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int count,
                      struct flip_text *out)
{
    const struct fliptown_building *building = &rules->edition.building[sheet->building];
    if (building->cash)
        flip_text_add(out, "gives $%d", count * building->cash);
    else
        flip_text_add(out, "gives %d gold", count * building->gold);
    if (building->stars)
        flip_text_add(out, " for %d star%s", count * building->stars, count * building->stars == 1 ? "" : "s");
    else
        flip_text_add(out, " and loses %d Wanted", fliptown_smaller(count * building->remove, sheet->wanted));
}

static void tell_land(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, flip_move move,
                      struct flip_text *out)
{
    const int shape = fliptown_field(move, 0), plots = fliptown_plots_of(move);
    int stars = 0;
    for (unsigned set = (unsigned)plots; set; set &= set - 1)
        stars += rules->edition.plot_stars[__builtin_ctz(set)];
    if ((sheet->plots | plots) == (1 << FLIPTOWN_PLOTS) - 1)
        stars += rules->edition.all_plots_stars;
    flip_text_add(out, "buys land for $%d, plots", rules->edition.shape_price[shape]);
    for (unsigned set = (unsigned)plots; set; set &= set - 1) {
        const char *before = set == (unsigned)plots ? "" : set & (set - 1) ? "," : " and";
        flip_text_add(out, "%s %d", before, __builtin_ctz(set) + 1);
    }
    flip_text_add(out, ": %d star%s", stars, stars == 1 ? "" : "s");
}

/* "buys the pickaxe for $2: 1 star" */
static void tell_buy(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int item,
                     struct flip_text *out)
{
    static const struct fliptown_reward none;
    const struct fliptown_building *building = &rules->edition.building[sheet->building];
    struct fliptown_reward reward = none;
    int price = item == FLIPTOWN_ROOM ? building->cash : 0;
    for (int i = 0; i < building->sales; i++)
        if (building->sale[i].item == item) {
            price = building->sale[i].price;
            reward = building->sale[i].reward;
        }
    if (item == FLIPTOWN_GOLD_PAN)
        reward.pans = 0; /* it is what is bought */
    flip_text_add(out, "%s", item_names[item]);
    if (price)
        flip_text_add(out, " for $%d", price);
    if (memcmp(&reward, &none, sizeof none) != 0) {
        flip_text_add(out, ": ");
        tell_reward(&reward, sheet, out);
    }
}

static void tell_collect(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, flip_move move,
                         struct flip_text *out)
{
    const struct fliptown_edition *edition = &rules->edition;
    flip_text_add(
        out, "collects the reward for outlaw %s: ", fliptown_rank_words[edition->outlaw[fliptown_field(move, 0)] - 1]);
    if (fliptown_field(move, 1) == FLIPTOWN_TAKE_CASH)
        flip_text_add(out, "$%d", edition->outlaw_cash);
    else if (fliptown_field(move, 1) == FLIPTOWN_TAKE_GOLD)
        flip_text_add(out, "%d gold", edition->outlaw_gold);
    else
        flip_text_add(out, "%d Wanted removed", fliptown_smaller(edition->outlaw_remove, sheet->wanted));
}

static void tell_look(const struct fliptown_building *building, const struct fliptown_sheet *sheet, int take,
                      struct flip_text *out)
{
    flip_text_add(out, "looks at the Sheriff card and ");
    if (take == FLIPTOWN_TAKE_STAR)
        flip_text_add(out, "takes %d star%s", building->stars, building->stars == 1 ? "" : "s");
    else
        flip_text_add(out, "loses %d Wanted", fliptown_smaller(building->remove, sheet->wanted));
}

/* What it brings at once, found by using it on a copy: Wanted less, gold more, a bonus action. */
static void tell_ability(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int field,
                         struct flip_text *out)
{
    const struct fliptown_character *who = &rules->edition.character[sheet->character];
    struct fliptown_sheet after = *sheet;
    fliptown_use_ability(rules, &after, field);
    flip_text_add(out, "uses the ability of the %s", who->name);
    if (who->ability == FLIPTOWN_GRANT || who->ability == FLIPTOWN_GRANT_ANY)
        flip_text_add(out, ": a %s bonus", region_names[who->ability == FLIPTOWN_GRANT ? who->region : field - 1]);
    else if (after.gold > sheet->gold)
        flip_text_add(out, ": %d gold", after.gold - sheet->gold);
    else if (after.wanted < sheet->wanted)
        flip_text_add(out, ": %d Wanted removed", sheet->wanted - after.wanted);
    else if (who->ability == FLIPTOWN_PROSPECT)
        flip_text_add(out, ": the value card %s by %d", field == FLIPTOWN_UP ? "up" : "down", sheet->pans);
    else if (who->ability == FLIPTOWN_JOKER)
        flip_text_add(out, ": a joker for the %s card", field == FLIPTOWN_WILD_SUIT ? "suit" : "value");
}

static const char *leaving(int step)
{
    switch (step) {
    case FLIPTOWN_MAYOR:
        return "keeps the lineup";
    case FLIPTOWN_CHEAT:
        return "plays an honest hand";
    case FLIPTOWN_BUILDING:
        return "leaves the building";
    default:
        return "keeps the ability for later";
    }
}

static void tell_fine(int stars, struct flip_text *out)
{
    if (stars == 0)
        flip_text_add(out, "has nothing to pay for the arrest with");
    else
        flip_text_add(out, "pays for the arrest with %d star%s", stars, stars == 1 ? "" : "s");
}

static void tell_move(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat, flip_move move,
                      struct flip_text *out)
{
    const struct fliptown_sheet *sheet = &state->sheet[seat];
    const struct fliptown_edition *edition = &rules->edition;
    const int a = fliptown_field(move, 0), b = fliptown_field(move, 1);
    char sign[3][FLIPTOWN_SIGN];
    switch (fliptown_kind(move)) {
    case FLIPTOWN_DO_ARRANGE:
        flip_text_add(out, "takes %s as suit, %s as value and puts %s in the poker hand",
                      fliptown_card_sign(a, sign[0]), fliptown_card_sign(b, sign[1]),
                      fliptown_card_sign(fliptown_field(move, 2), sign[2]));
        break;
    case FLIPTOWN_DO_VISIT:
        tell_visit(rules, state, sheet, move, out);
        break;
    case FLIPTOWN_DO_DECLINE:
        flip_text_add(out, "declines the %s bonus", region_names[a]);
        break;
    case FLIPTOWN_DO_PICK:
        flip_text_add(out, "picks a %s", a == FLIPTOWN_PICK_PAN ? "gold pan" : "hammer");
        break;
    case FLIPTOWN_DO_BUY:
        tell_buy(rules, sheet, a, out);
        break;
    case FLIPTOWN_DO_PLOTS:
        tell_land(rules, sheet, move, out);
        break;
    case FLIPTOWN_DO_GIVE:
        tell_give(rules, sheet, a, out);
        break;
    case FLIPTOWN_DO_HUNT:
        flip_text_add(out, "hunts outlaw %s", fliptown_rank_words[edition->outlaw[a] - 1]);
        break;
    case FLIPTOWN_DO_COLLECT:
        tell_collect(rules, sheet, move, out);
        break;
    case FLIPTOWN_DO_SHERIFF:
        tell_look(&edition->building[sheet->building], sheet, a, out);
        break;
    case FLIPTOWN_DO_LEAVE:
        flip_text_add(out, "%s", leaving(sheet->step));
        break;
    case FLIPTOWN_DO_ABILITY:
        tell_ability(rules, sheet, a, out);
        break;
    case FLIPTOWN_DO_BRIBE:
        flip_text_add(out, "bribes the Sheriff with %d gold", sheet->wanted);
        break;
    case FLIPTOWN_DO_REFUSE:
        flip_text_add(out, "does not bribe the Sheriff, with %d Wanted", sheet->wanted);
        break;
    case FLIPTOWN_DO_PAY:
        if (a == FLIPTOWN_WITH_CASH)
            flip_text_add(out, "pays for the arrest with $%d", edition->fine_cash[state->round]);
        else
            tell_fine(fliptown_smaller(edition->fine_stars[state->round], sheet->stars), out);
        break;
    case FLIPTOWN_DO_CHEAT:
        flip_text_add(out, "passes off %s as %s in the poker hand", fliptown_card_sign(sheet->poker[a], sign[0]),
                      fliptown_card_sign(b, sign[1]));
        break;
    default:
        flip_text_add(out, "passes");
        break;
    }
}

/* --- bounties --------------------------------------------------------------------------------------------------- */

/* Whose step it is: the seat that moves, or the one that the dealer's card is for. */
static int seat_of(const struct fliptown_state *state, int actor)
{
    return actor == FLIP_DEALER ? state->waiting : actor;
}

unsigned fliptown_told_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state, int actor,
                                flip_move move, int seat)
{
    if (!rules->bounties_at_once || state->bounty_count == 0 || seat == FLIPTOWN_NONE || seat != seat_of(state, actor))
        return 0;
    struct fliptown_state after = *state;
    after.acting |= FLIPTOWN_NEVER_ANSWERS;
    fliptown_act(rules, &after, actor, move);
    return after.sheet[seat].bounties & ~(unsigned)state->sheet[seat].bounties;
}

/* What the move, or the card that the seat waits for, lets it meet. */
static void tell_gained_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state, int actor,
                                 flip_move move, struct flip_text *out)
{
    unsigned gained = fliptown_told_bounties(rules, state, actor, move, seat_of(state, actor));
    for (; gained; gained &= gained - 1) {
        const int i = __builtin_ctz(gained);
        flip_text_add(out, "; bounty %d: %d stars", state->bounty[i] + 1, fliptown_bounty_stars(rules, state, i));
    }
}

/* --- events ----------------------------------------------------------------------------------------------------- */

static void tell_robbery(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int card,
                         struct flip_text *out)
{
    const struct fliptown_edition *edition = &rules->edition;
    const int site = sheet->target - 1;
    const struct fliptown_row *row = &edition->row[rules->target_row[site]];
    const int gun = fliptown_has(sheet, FLIPTOWN_RIFLE)    ? edition->rifle
                    : fliptown_has(sheet, FLIPTOWN_PISTOL) ? edition->pistol
                                                           : 0;
    char sign[FLIPTOWN_SIGN];
    flip_text_add(out, "robbery card %s", fliptown_card_sign(card, sign));
    if (gun)
        flip_text_add(out, " + %d", gun);
    if (rules->rank[card] + gun >= sheet->target)
        flip_text_add(out, " against %s: success, $%d and %d stars", fliptown_rank_words[site],
                      row->cash[rules->target_place[site]], row->stars);
    else
        flip_text_add(out, " against %s: it fails, %d star%s", fliptown_rank_words[site], row->stars / 2,
                      row->stars / 2 == 1 ? "" : "s");
}

/* A sentence of the edition, set into another one: without its full stop. */
static void tell_text(const char *before, int number, const char *name, const char *sentence, struct flip_text *out)
{
    int length = (int)strlen(sentence);
    if (length && sentence[length - 1] == '.')
        length--;
    flip_text_add(out, "%s", before);
    if (number)
        flip_text_add(out, " %d", number);
    flip_text_add(out, "%s (%.*s)", name, length, sentence);
}

static void tell_setup_card(const struct fliptown_rules *rules, const struct fliptown_state *state, flip_move event,
                            const char *card, struct flip_text *out)
{
    struct fliptown_state after = *state;
    fliptown_apply(rules, &after, FLIP_DEALER, event);
    flip_text_add(out, "%s decides: the %s against %s", card, rules->edition.character[after.sheet[0].character].name,
                  rules->edition.cowbot[after.cowbot].name);
}

static void tell_event(const struct fliptown_rules *rules, const struct fliptown_state *state, flip_move event,
                       struct flip_text *out)
{
    if (event >= FLIPTOWN_EVENT_CHARACTER) {
        const struct fliptown_character *who = &rules->edition.character[event - FLIPTOWN_EVENT_CHARACTER];
        char given[96];
        snprintf(given, sizeof given, "%.40s goes to seat %d", who->name, fliptown_without_character(state) + 1);
        tell_text("the ", 0, given, who->text, out);
        return;
    }
    if (event >= FLIPTOWN_EVENT_BOUNTY) {
        const int bounty = (int)(event - FLIPTOWN_EVENT_BOUNTY);
        tell_text("bounty", bounty + 1, "", rules->edition.bounty[bounty].text, out);
        return;
    }
    char sign[FLIPTOWN_SIGN];
    const char *card = fliptown_card_sign((int)event, sign);
    const int step = state->waiting == FLIPTOWN_NONE ? FLIPTOWN_IDLE : state->sheet[state->waiting].step;
    if (step == FLIPTOWN_ROBBERY)
        tell_robbery(rules, &state->sheet[state->waiting], (int)event, out);
    else if (step == FLIPTOWN_PEEK || state->stage == FLIPTOWN_SHERIFF)
        flip_text_add(out, "the Sheriff card is %s", card);
    else if (step == FLIPTOWN_DRAW)
        flip_text_add(out, "the Marshal draws %s as the Sheriff card", card);
    else if (state->stage == FLIPTOWN_THEFT)
        flip_text_add(out, "%s steals a card, unseen", rules->edition.cowbot[state->cowbot].name);
    else if (state->stage == FLIPTOWN_SETUP_CARD)
        tell_setup_card(rules, state, event, card, out);
    else if (state->stage == FLIPTOWN_DEAL)
        flip_text_add(out, "Hold 'em card %s goes to seat %d", card, fliptown_dealt_to(rules, state) + 1);
    else
        flip_text_add(out, "%s is flipped", card);
}

void fliptown_tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    if (seat == FLIP_DEALER)
        tell_event(rules, state, move, out);
    else
        tell_move(rules, state, seat, move, out);
    tell_gained_bounties(rules, state, seat, move, out);
}
