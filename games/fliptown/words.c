/*
 * Moves and events in notation, and as JSON. The notation, one line a kind:
 *
 *     arrange 4H 7C KS        suit card, value card, poker card
 *     visit trail 3           region and site, for nothing: A … K, in the mine 1a … 4e, in the cemetery nw … se
 *     visit town Q gold 3     for 3 gold
 *     visit mine 2b bonus     with a bonus action
 *     decline mine            a bonus action
 *     pick hammer             or: pick gold_pan
 *     buy trail_horse         or another item, as names.c lists them
 *     plots domino 1 4        shape and plots, 1 … 9 row by row
 *     give 5                  church, saloon, club
 *     hunt J                  an outlaw
 *     collect J cash          or gold, or wanted
 *     sheriff star            or: sheriff wanted
 *     leave                   a building, or an ability for another time
 *     ability                 with what it needs: ability mine, ability up, ability suit
 *     bribe · refuse · pay cash · pay stars
 *     cheat 3 AS              the third written card counts as that card
 *     pass
 *
 * Events are a card (4H), a bounty (bounty 4) or a character (character mayor).
 */
#include "games/fliptown/fliptown.h"

static const char *const kind_words[FLIPTOWN_KINDS] = {
    [FLIPTOWN_DO_ARRANGE] = "arrange", [FLIPTOWN_DO_VISIT] = "visit",   [FLIPTOWN_DO_DECLINE] = "decline",
    [FLIPTOWN_DO_PICK] = "pick",       [FLIPTOWN_DO_BUY] = "buy",       [FLIPTOWN_DO_PLOTS] = "plots",
    [FLIPTOWN_DO_GIVE] = "give",       [FLIPTOWN_DO_HUNT] = "hunt",     [FLIPTOWN_DO_COLLECT] = "collect",
    [FLIPTOWN_DO_SHERIFF] = "sheriff", [FLIPTOWN_DO_LEAVE] = "leave",   [FLIPTOWN_DO_ABILITY] = "ability",
    [FLIPTOWN_DO_BRIBE] = "bribe",     [FLIPTOWN_DO_REFUSE] = "refuse", [FLIPTOWN_DO_PAY] = "pay",
    [FLIPTOWN_DO_CHEAT] = "cheat",     [FLIPTOWN_DO_PASS] = "pass",
};

static const char *const pick_words[] = {"gold_pan", "hammer"};
static const char *const take_words[] = {"cash", "gold", "wanted", "star"};
static const char *const with_words[] = {"cash", "stars"};
static const char *const direction_words[] = {"", "up", "down"};
static const char *const wild_words[] = {"", "suit", "value"};

const char *fliptown_site_name(const struct fliptown_rules *rules, int region, int site)
{
    switch (region) {
    case FLIPTOWN_MINE:
        return site < FLIPTOWN_CHAMBERS ? rules->edition.chamber[site].name : "?";
    case FLIPTOWN_CEMETERY:
        return site < FLIPTOWN_STONES ? fliptown_stone_words[site] : "?";
    default:
        return site < FLIPTOWN_RANKS ? fliptown_rank_words[site] : "?";
    }
}

static const char *outlaw_name(const struct fliptown_rules *rules, int outlaw)
{
    return fliptown_rank_words[rules->edition.outlaw[outlaw] - 1];
}

/* What the ability of this seat needs to know, as a word, and the name of that field. NULL: nothing. */
static const char *ability_word(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                                int value, const char **field)
{
    const int character = state->sheet[seat].character;
    if (value == 0 || character == FLIPTOWN_NONE)
        return NULL;
    switch (rules->edition.character[character].ability) {
    case FLIPTOWN_GRANT_ANY:
        *field = "region";
        return value <= FLIPTOWN_REGIONS ? fliptown_region_words[value - 1] : NULL;
    case FLIPTOWN_PROSPECT:
        *field = "direction";
        return value <= FLIPTOWN_DOWN ? direction_words[value] : NULL;
    case FLIPTOWN_JOKER:
        *field = "card";
        return value <= FLIPTOWN_WILD_VALUE ? wild_words[value] : NULL;
    default:
        return NULL;
    }
}

static void event_text(const struct fliptown_rules *rules, flip_move event, struct flip_text *out)
{
    if (event >= FLIPTOWN_EVENT_CHARACTER)
        flip_text_add(out, "character %s", rules->edition.character[event - FLIPTOWN_EVENT_CHARACTER].id);
    else if (event >= FLIPTOWN_EVENT_BOUNTY)
        flip_text_add(out, "bounty %d", (int)(event - FLIPTOWN_EVENT_BOUNTY) + 1);
    else
        flip_text_add(out, "%s", flip_card_name((int)event));
}

static void visit_text(const struct fliptown_rules *rules, flip_move move, struct flip_text *out)
{
    const int region = fliptown_field(move, 0), gold = fliptown_field(move, 2);
    flip_text_add(out, " %s %s", fliptown_region_words[region],
                  fliptown_site_name(rules, region, fliptown_field(move, 1)));
    if (gold)
        flip_text_add(out, " gold %d", gold);
    if (fliptown_field(move, 3))
        flip_text_add(out, " bonus");
}

static void plots_text(const struct fliptown_rules *rules, flip_move move, struct flip_text *out)
{
    flip_text_add(out, " %s", rules->edition.shape_name[fliptown_field(move, 0)]);
    for (unsigned set = (unsigned)fliptown_plots_of(move); set; set &= set - 1)
        flip_text_add(out, " %d", __builtin_ctz(set) + 1);
}

void fliptown_text(const void *memory, const void *state, int seat, flip_move move, struct flip_text *out)
{
    const struct fliptown_rules *rules = memory;
    const int a = fliptown_field(move, 0), b = fliptown_field(move, 1), c = fliptown_field(move, 2);
    const char *field;
    if (seat == FLIP_DEALER) {
        event_text(rules, move, out);
        return;
    }
    flip_text_add(out, "%s", kind_words[fliptown_kind(move)]);
    switch (fliptown_kind(move)) {
    case FLIPTOWN_DO_ARRANGE:
        flip_text_add(out, " %s %s %s", flip_card_name(a), flip_card_name(b), flip_card_name(c));
        break;
    case FLIPTOWN_DO_VISIT:
        visit_text(rules, move, out);
        break;
    case FLIPTOWN_DO_DECLINE:
        flip_text_add(out, " %s", fliptown_region_words[a]);
        break;
    case FLIPTOWN_DO_PICK:
        flip_text_add(out, " %s", pick_words[a]);
        break;
    case FLIPTOWN_DO_BUY:
        flip_text_add(out, " %s", fliptown_item_words[a]);
        break;
    case FLIPTOWN_DO_PLOTS:
        plots_text(rules, move, out);
        break;
    case FLIPTOWN_DO_GIVE:
        flip_text_add(out, " %d", a);
        break;
    case FLIPTOWN_DO_HUNT:
        flip_text_add(out, " %s", outlaw_name(rules, a));
        break;
    case FLIPTOWN_DO_COLLECT:
        flip_text_add(out, " %s %s", outlaw_name(rules, a), take_words[b]);
        break;
    case FLIPTOWN_DO_SHERIFF:
        flip_text_add(out, " %s", take_words[a]);
        break;
    case FLIPTOWN_DO_PAY:
        flip_text_add(out, " %s", with_words[a]);
        break;
    case FLIPTOWN_DO_CHEAT:
        flip_text_add(out, " %d %s", a + 1, flip_card_name(b));
        break;
    case FLIPTOWN_DO_ABILITY: {
        const char *word = ability_word(rules, state, seat, a, &field);
        if (word)
            flip_text_add(out, " %s", word);
        break;
    }
    default:
        break;
    }
}

/* --- JSON ------------------------------------------------------------------------------------------------------- */

static void event_fields(const struct fliptown_rules *rules, flip_move event, struct flip_json *out)
{
    if (event >= FLIPTOWN_EVENT_CHARACTER) {
        flip_json_string(out, "kind", "character");
        flip_json_string(out, "character", rules->edition.character[event - FLIPTOWN_EVENT_CHARACTER].id);
    } else if (event >= FLIPTOWN_EVENT_BOUNTY) {
        flip_json_string(out, "kind", "bounty");
        flip_json_int(out, "number", (int)(event - FLIPTOWN_EVENT_BOUNTY) + 1);
    } else {
        flip_json_string(out, "kind", "card");
        flip_json_string(out, "card", flip_card_name((int)event));
    }
}

static void plots_fields(const struct fliptown_rules *rules, flip_move move, struct flip_json *out)
{
    flip_json_string(out, "shape", rules->edition.shape_name[fliptown_field(move, 0)]);
    flip_json_open(out, "plots", '[');
    for (unsigned set = (unsigned)fliptown_plots_of(move); set; set &= set - 1)
        flip_json_int(out, NULL, __builtin_ctz(set) + 1);
    flip_json_close(out);
}

void fliptown_fields(const void *memory, const void *state, int seat, flip_move move, struct flip_json *out)
{
    const struct fliptown_rules *rules = memory;
    const int a = fliptown_field(move, 0), b = fliptown_field(move, 1), c = fliptown_field(move, 2);
    const char *field;
    if (seat == FLIP_DEALER) {
        event_fields(rules, move, out);
        return;
    }
    flip_json_string(out, "kind", kind_words[fliptown_kind(move)]);
    switch (fliptown_kind(move)) {
    case FLIPTOWN_DO_ARRANGE:
        flip_json_string(out, "suit", flip_card_name(a));
        flip_json_string(out, "value", flip_card_name(b));
        flip_json_string(out, "poker", flip_card_name(c));
        break;
    case FLIPTOWN_DO_VISIT:
        flip_json_string(out, "region", fliptown_region_words[a]);
        flip_json_string(out, "site", fliptown_site_name(rules, a, b));
        flip_json_int(out, "gold", c);
        flip_json_bool(out, "bonus", fliptown_field(move, 3) != 0);
        break;
    case FLIPTOWN_DO_DECLINE:
        flip_json_string(out, "region", fliptown_region_words[a]);
        break;
    case FLIPTOWN_DO_PICK:
        flip_json_string(out, "item", pick_words[a]);
        break;
    case FLIPTOWN_DO_BUY:
        flip_json_string(out, "item", fliptown_item_words[a]);
        break;
    case FLIPTOWN_DO_PLOTS:
        plots_fields(rules, move, out);
        break;
    case FLIPTOWN_DO_GIVE:
        flip_json_int(out, "count", a);
        break;
    case FLIPTOWN_DO_HUNT:
        flip_json_string(out, "outlaw", outlaw_name(rules, a));
        break;
    case FLIPTOWN_DO_COLLECT:
        flip_json_string(out, "outlaw", outlaw_name(rules, a));
        flip_json_string(out, "take", take_words[b]);
        break;
    case FLIPTOWN_DO_SHERIFF:
        flip_json_string(out, "take", take_words[a]);
        break;
    case FLIPTOWN_DO_PAY:
        flip_json_string(out, "with", with_words[a]);
        break;
    case FLIPTOWN_DO_CHEAT:
        flip_json_int(out, "slot", a + 1);
        flip_json_string(out, "card", flip_card_name(b));
        break;
    case FLIPTOWN_DO_ABILITY: {
        const char *word = ability_word(rules, state, seat, a, &field);
        if (word)
            flip_json_string(out, field, word);
        break;
    }
    default:
        break;
    }
}
