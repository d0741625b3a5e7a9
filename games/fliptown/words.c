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

/* --- notation and JSON: the same words, there behind a space, here under a key ------------------------------------ */

struct writer {
    struct flip_text *text; /* NULL: JSON */
    struct flip_json *json;
};

static void word(const struct writer *out, const char *key, const char *value)
{
    if (out->text)
        flip_text_add(out->text, " %s", value);
    else
        flip_json_string(out->json, key, value);
}

static void number(const struct writer *out, const char *key, int value)
{
    if (out->text)
        flip_text_add(out->text, " %d", value);
    else
        flip_json_int(out->json, key, value);
}

static void kind(const struct writer *out, const char *value)
{
    if (out->text)
        flip_text_add(out->text, "%s", value);
    else
        flip_json_string(out->json, "kind", value);
}

static void write_event(const struct fliptown_rules *rules, flip_move event, const struct writer *out)
{
    if (event >= FLIPTOWN_EVENT_CHARACTER) {
        kind(out, "character");
        word(out, "character", rules->edition.character[event - FLIPTOWN_EVENT_CHARACTER].id);
    } else if (event >= FLIPTOWN_EVENT_BOUNTY) {
        kind(out, "bounty");
        number(out, "number", (int)(event - FLIPTOWN_EVENT_BOUNTY) + 1);
    } else if (out->text) {
        flip_text_add(out->text, "%s", flip_card_name((int)event));
    } else {
        kind(out, "card");
        word(out, "card", flip_card_name((int)event));
    }
}

static void write_visit(const struct fliptown_rules *rules, flip_move move, const struct writer *out)
{
    const int region = fliptown_field(move, 0), gold = fliptown_field(move, 2);
    const bool bonus = fliptown_field(move, 3) != 0;
    word(out, "region", fliptown_region_words[region]);
    word(out, "site", fliptown_site_name(rules, region, fliptown_field(move, 1)));
    if (!out->text) {
        flip_json_int(out->json, "gold", gold);
        flip_json_bool(out->json, "bonus", bonus);
        return;
    }
    if (gold)
        flip_text_add(out->text, " gold %d", gold);
    if (bonus)
        flip_text_add(out->text, " bonus");
}

static void write_plots(const struct fliptown_rules *rules, flip_move move, const struct writer *out)
{
    word(out, "shape", rules->edition.shape_name[fliptown_field(move, 0)]);
    if (!out->text)
        flip_json_open(out->json, "plots", '[');
    for (unsigned set = (unsigned)fliptown_plots_of(move); set; set &= set - 1)
        number(out, NULL, __builtin_ctz(set) + 1);
    if (!out->text)
        flip_json_close(out->json);
}

static void write_move(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat, flip_move move,
                       const struct writer *out)
{
    const int a = fliptown_field(move, 0), b = fliptown_field(move, 1), c = fliptown_field(move, 2);
    const char *field, *said;
    if (seat == FLIP_DEALER) {
        write_event(rules, move, out);
        return;
    }
    kind(out, kind_words[fliptown_kind(move)]);
    switch (fliptown_kind(move)) {
    case FLIPTOWN_DO_ARRANGE:
        word(out, "suit", flip_card_name(a));
        word(out, "value", flip_card_name(b));
        word(out, "poker", flip_card_name(c));
        break;
    case FLIPTOWN_DO_VISIT:
        write_visit(rules, move, out);
        break;
    case FLIPTOWN_DO_DECLINE:
        word(out, "region", fliptown_region_words[a]);
        break;
    case FLIPTOWN_DO_PICK:
        word(out, "item", pick_words[a]);
        break;
    case FLIPTOWN_DO_BUY:
        word(out, "item", fliptown_item_words[a]);
        break;
    case FLIPTOWN_DO_PLOTS:
        write_plots(rules, move, out);
        break;
    case FLIPTOWN_DO_GIVE:
        number(out, "count", a);
        break;
    case FLIPTOWN_DO_HUNT:
        word(out, "outlaw", outlaw_name(rules, a));
        break;
    case FLIPTOWN_DO_COLLECT:
        word(out, "outlaw", outlaw_name(rules, a));
        word(out, "take", take_words[b]);
        break;
    case FLIPTOWN_DO_SHERIFF:
        word(out, "take", take_words[a]);
        break;
    case FLIPTOWN_DO_PAY:
        word(out, "with", with_words[a]);
        break;
    case FLIPTOWN_DO_CHEAT:
        number(out, "slot", a + 1);
        word(out, "card", flip_card_name(b));
        break;
    case FLIPTOWN_DO_ABILITY:
        if ((said = ability_word(rules, state, seat, a, &field)))
            word(out, field, said);
        break;
    default:
        break;
    }
}

void fliptown_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    write_move(rules, state, seat, move, &(struct writer){.text = out});
}

void fliptown_fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out)
{
    write_move(rules, state, seat, move, &(struct writer){.json = out});
}
