/*
 * The map on a grid of characters. It fits into 80 × 14, with every name in full: cards and counters on top, then the
 * Trail, then Badlands, Mine and Cemetery side by side, then the Town. With ten rows more the Mine shows the ranges of its ways, and poker
 * hand, land, bounties and a legend find a place. Everything keeps its place while the game goes on.
 *
 * Signs: $ cash, ● gold, ★ stars, ☆ silver, ! Wanted, P gold pan, H hammer; a bonus action is + and the suit of its
 * region, † for the Cemetery. Circled sites stand in brackets; crossed out ones have a ×.
 */
#include "games/fliptown/fliptown.h"

#include <string.h>

struct picture {
    const struct fliptown_rules *rules;
    const struct fliptown_state *state; /* as the viewer may see it */
    const struct fliptown_sheet *sheet;
    int viewer, seat;
    struct flip_canvas *canvas;
    bool tall;
    int trail_y, middle_y, town_y, notes_y;
    bool wide; /* room for the Town in columns */
    int mine_x, cemetery_x;
};

enum {
    SMALLEST_TALL = 23,
    SMALLEST_WIDE = 124,
    WIDE_SHIFT = 9, /* what the Badlands in columns push the rest to the right by */
    STOP_WIDTH = 6,
    MINE_X = 26,
    CHAMBER_WIDTH = 9,
    CEMETERY_X = 70,
    STONE_PITCH = 4,
    BUILDINGS_HIGH = 5,
    SIGN = 40
};

/* --- signs ------------------------------------------------------------------------------------------------------ */

static const char *region_sign(const struct fliptown_rules *rules, int region)
{
    return region == FLIPTOWN_CEMETERY ? "†" : flip_suit_sign(rules->edition.region_suit[region]);
}

static void reward_sign(const struct fliptown_rules *rules, const struct fliptown_reward *reward, char out[SIGN])
{
    struct flip_text text = flip_text_in(out, SIGN);
    out[0] = '\0';
    if (reward->either)
        flip_text_add(&text, "P/H");
    if (reward->pans)
        flip_text_add(&text, "P");
    if (reward->hammers)
        flip_text_add(&text, "H");
    if (reward->cash)
        flip_text_add(&text, "$%d", reward->cash);
    for (unsigned set = reward->bonus; set; set &= set - 1)
        flip_text_add(&text, "+%s", region_sign(rules, __builtin_ctz(set)));
    if (reward->silver)
        flip_text_add(&text, "☆%s", region_sign(rules, reward->silver - 1));
    if (reward->stars)
        flip_text_add(&text, "★%d", reward->stars);
    if (reward->gold)
        flip_text_add(&text, "●%d", reward->gold);
    if (reward->remove)
        flip_text_add(&text, "-%d!", reward->remove);
    if (reward->wanted)
        flip_text_add(&text, "!%d", reward->wanted);
}

static enum flip_style card_style(int card) { return flip_card_red(card) ? FLIP_CARD_RED : FLIP_CARD; }

/* "10♥", returns the column after it. */
static int put_card(const struct picture *p, int x, int y, int card)
{
    return flip_canvas_put(p->canvas, x, y, card_style(card), "%s%s", fliptown_rank_words[flip_card_rank(card) - 1],
                           flip_suit_sign(flip_card_suit(card)));
}

static void visit_spot(const struct picture *p, int x, int y, int width, int height, int region, int site)
{
    flip_canvas_spot(p->canvas, x, y, width, height, fliptown_visit(region, site, 0, false), 0xffffff);
}

/* Where in its turn the sheet is: open sites of the regions that count now stand out. */
static enum flip_style site_style(const struct picture *p, int region, int site)
{
    if (p->sheet->circled[region] >> site & 1)
        return region == FLIPTOWN_TOWN ? FLIP_ACCENT : FLIP_GOOD;
    if (!(fliptown_open_sites(p->rules, p->sheet, region) >> site & 1))
        return FLIP_DIM;
    if (p->sheet->step == FLIPTOWN_VISIT && fliptown_cost(p->rules, p->sheet, region, site) <= p->sheet->gold)
        return FLIP_STRONG;
    if (p->sheet->step == FLIPTOWN_BONUS && p->sheet->pending[region])
        return FLIP_STRONG;
    return FLIP_PLAIN;
}

/* --- cards and counters ----------------------------------------------------------------------------------------- */

static void draw_lineup(const struct picture *p)
{
    static const char *const parts[] = {"suit", "value", "poker"};
    const struct fliptown_state *state = p->state;
    int x = flip_canvas_put(p->canvas, 0, 0, FLIP_STRONG, "Round %d·%d ", state->round + 1,
                            fliptown_smaller(state->turn + 1, p->rules->edition.turns));
    const bool arranged = p->sheet->suit_card != FLIPTOWN_NONE && state->stage == FLIPTOWN_TURNS;
    const int poker = p->sheet->poker_count ? p->sheet->poker[p->sheet->poker_count - 1] : FLIPTOWN_NONE;
    const int chosen[] = {p->sheet->suit_card, p->sheet->value_card, poker};
    for (int part = 0; part < 3 && state->lineup_count; part++) {
        x = flip_canvas_put(p->canvas, x + 1, 0, FLIP_DIM, "%s", parts[part]);
        for (int i = 0; i < state->lineup_count; i++) {
            const int card = state->lineup[i];
            if (arranged && chosen[part] != card)
                continue;
            const int from = x + 1;
            x = put_card(p, from, 0, card);
            flip_canvas_spot(p->canvas, from, 0, x - from, 1, FLIPTOWN_DO_ARRANGE | (flip_move)card << (8 + 8 * part),
                             0xff | 0xffULL << (8 + 8 * part));
        }
    }
    const bool known = state->sheriff != FLIPTOWN_NONE && fliptown_sees_sheriff(p->rules, state, p->viewer);
    x = flip_canvas_put(p->canvas, x + 2, 0, FLIP_DIM, "Sheriff ");
    x = known ? put_card(p, x, 0, state->sheriff) : flip_canvas_put(p->canvas, x, 0, FLIP_PLAIN, "?");
    flip_canvas_put(p->canvas, x + 1, 0, FLIP_DIM, "deck %d",
                    state->stage > FLIPTOWN_SETUP_CARD ? fliptown_pile(state) : 52);
}

static void draw_counters(const struct picture *p)
{
    const struct fliptown_sheet *sheet = p->sheet;
    int x = flip_canvas_put(p->canvas, 0, 1, FLIP_STRONG, "$%d ●%d ★%d ☆%d", sheet->cash, sheet->gold, sheet->stars,
                            fliptown_silver(p->rules, sheet));
    x = flip_canvas_put(p->canvas, x + 1, 1, sheet->wanted ? FLIP_BAD : FLIP_GOOD, "!%d", sheet->wanted);
    const int pans = x + 1;
    x = flip_canvas_put(p->canvas, pans, 1, FLIP_PLAIN, "P%d", sheet->pans);
    flip_canvas_spot(p->canvas, pans, 1, 2, 1, fliptown_move(FLIPTOWN_DO_PICK, FLIPTOWN_PICK_PAN, 0, 0, 0), 0xffff);
    const int hammers = x + 1;
    x = flip_canvas_put(p->canvas, hammers, 1, FLIP_PLAIN, "H%d", sheet->hammers);
    flip_canvas_spot(p->canvas, hammers, 1, 2, 1, fliptown_move(FLIPTOWN_DO_PICK, FLIPTOWN_PICK_HAMMER, 0, 0, 0),
                     0xffff);
    x = flip_canvas_put(p->canvas, x + 1, 1, FLIP_ACCENT, "= %d", fliptown_points(p->rules, sheet).total);
    x = flip_canvas_put(p->canvas, x + 2, 1, FLIP_DIM, "hand");
    for (int i = 0; i < sheet->poker_count; i++) {
        const int from = x + 1;
        x = put_card(p, from, 1, sheet->poker[i]);
        flip_canvas_spot(p->canvas, from, 1, x - from, 1, fliptown_move(FLIPTOWN_DO_CHEAT, i, 0, 0, 0), 0xffff);
    }
    const bool open = fliptown_sees_holdem(p->rules, p->state, p->viewer, p->seat);
    for (int i = 0; i < FLIPTOWN_HOLDEM && open; i++)
        if (sheet->holdem[i] != FLIPTOWN_NONE) {
            x = flip_canvas_put(p->canvas, x, 1, FLIP_DIM, i ? " " : " +");
            x = put_card(p, x, 1, sheet->holdem[i]);
        }
    const char *ahead = " bonus";
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        for (int i = 0; i < sheet->pending[region]; i++) {
            x = flip_canvas_put(p->canvas, x, 1, FLIP_ACCENT, "%s +%s", ahead, region_sign(p->rules, region));
            ahead = "";
        }
}

/* --- Trail and Badlands ----------------------------------------------------------------------------------------- */

static void draw_trail(const struct picture *p)
{
    const int at = fliptown_trail_at(p->sheet);
    for (int stop = 0; stop < FLIPTOWN_RANKS; stop++) {
        const int x = 1 + stop * STOP_WIDTH, y = p->trail_y;
        const bool circled = p->sheet->circled[FLIPTOWN_TRAIL] >> stop & 1;
        const bool lost = !circled && stop < at;
        const enum flip_style style = site_style(p, FLIPTOWN_TRAIL, stop);
        char sign[SIGN];
        reward_sign(p->rules, &p->rules->edition.trail[stop], sign);
        flip_canvas_put(p->canvas, x, y, style, circled ? "(%s)" : lost ? " ×%s" : " %s", fliptown_rank_words[stop]);
        flip_canvas_put(p->canvas, x, y + 1, lost ? FLIP_DIM : style, "%s", sign);
        visit_spot(p, x, y, STOP_WIDTH - 1, 2, FLIPTOWN_TRAIL, stop);
    }
    flip_canvas_put(p->canvas, 0, p->trail_y, FLIP_RED, "♥");
}

static void draw_row(const struct picture *p, int r, int y)
{
    const struct fliptown_row *row = &p->rules->edition.row[r];
    int x = flip_canvas_put(p->canvas, 0, y, FLIP_DIM, p->wide ? "%-10s" : "%s", row->name);
    for (int i = 0; i < FLIPTOWN_TARGETS; i++) {
        const int site = row->target[i] - 1, from = x + 1;
        const bool circled = p->sheet->circled[FLIPTOWN_BADLANDS] >> site & 1;
        const bool robbed = p->sheet->robbed >> site & 1;
        if (circled)
            x = flip_canvas_put(p->canvas, from, y, robbed ? FLIP_GOOD : FLIP_BAD, robbed ? "(%s)" : "×%s ",
                                fliptown_rank_words[site]);
        else
            x = flip_canvas_put(p->canvas, from, y, site_style(p, FLIPTOWN_BADLANDS, site), "%s$%d",
                                fliptown_rank_words[site], row->cash[i]);
        visit_spot(p, from, y, x - from, 1, FLIPTOWN_BADLANDS, site);
    }
    x = flip_canvas_put(p->canvas, x + 1, y, FLIP_DIM, "★%d!%d", row->stars, row->wanted);
    for (unsigned set = row->bonus; set; set &= set - 1)
        x = flip_canvas_put(p->canvas, x, y, FLIP_DIM, "+%s", region_sign(p->rules, __builtin_ctz(set)));
}

static void draw_badlands(const struct picture *p)
{
    const int pitch = p->tall ? 2 : 1;
    for (int row = 0; row < FLIPTOWN_ROWS; row++)
        draw_row(p, row, p->middle_y + row * pitch + (p->tall ? 1 : 0));
    if (p->tall)
        flip_canvas_put(p->canvas, 0, p->middle_y, FLIP_BLACK, "♠ Badlands");
}

/* --- Mine ------------------------------------------------------------------------------------------------------- */

/* The chambers of one level stand in one row; the first sign of the name is the level. */
static void draw_chamber(const struct picture *p, int c, int x, int y)
{
    const struct fliptown_chamber *chamber = &p->rules->edition.chamber[c];
    const bool circled = p->sheet->circled[FLIPTOWN_MINE] >> c & 1;
    const enum flip_style style = site_style(p, FLIPTOWN_MINE, c);
    char sign[SIGN];
    reward_sign(p->rules, &chamber->reward, sign);
    if (circled)
        flip_canvas_put(p->canvas, x, y, style, "(%s)", sign);
    else
        flip_canvas_put(p->canvas, x, y, style, "%.1s%s", chamber->name + 1, sign);
    visit_spot(p, x, y, CHAMBER_WIDTH - 1, 1, FLIPTOWN_MINE, c);
    if (!p->tall)
        return;
    char ways[SIGN];
    struct flip_text text = flip_text_in(ways, sizeof ways);
    for (int i = 0; i < chamber->ways; i++)
        flip_text_add(&text, "%s%s-%s", i ? "/" : "", fliptown_rank_words[chamber->way[i].low - 1],
                      fliptown_rank_words[chamber->way[i].high - 1]);
    flip_canvas_put(p->canvas, x, y - 1, FLIP_DIM, "%s", ways);
}

static void draw_mine(const struct picture *p)
{
    const struct fliptown_edition *edition = &p->rules->edition;
    char level = '\0';
    int place = 0, many = 0, row = -1;
    for (int c = 0; c < FLIPTOWN_CHAMBERS; c++) {
        if (row < 0 || edition->chamber[c].name[0] != level) {
            level = edition->chamber[c].name[0];
            place = many = 0;
            row++;
            for (int k = c; k < FLIPTOWN_CHAMBERS && edition->chamber[k].name[0] == level; k++)
                many++;
        }
        const int x = p->mine_x + ((5 - many) * CHAMBER_WIDTH + 1) / 2 + place++ * CHAMBER_WIDTH;
        draw_chamber(p, c, x, p->middle_y + (p->tall ? 2 * row + 1 : row));
    }
    flip_canvas_put(p->canvas, p->mine_x + (p->tall ? 0 : 4), p->middle_y, FLIP_RED, "♦ Mine");
}

/* --- Cemetery and land ------------------------------------------------------------------------------------------ */

static void draw_cemetery(const struct picture *p)
{
    const int y = p->middle_y;
    for (int stone = 0; stone < FLIPTOWN_STONES; stone++) {
        const bool circled = p->sheet->circled[FLIPTOWN_CEMETERY] >> stone & 1;
        const int sx = p->cemetery_x + stone % 3 * STONE_PITCH, sy = y + stone / 3 * 2;
        flip_canvas_put(p->canvas, sx, sy, site_style(p, FLIPTOWN_CEMETERY, stone), circled ? "▣" : "▢");
        visit_spot(p, sx, sy, 1, 1, FLIPTOWN_CEMETERY, stone);
    }
    for (int i = 0; i < FLIPTOWN_BETWEENS; i++) {
        const struct fliptown_between *between = &p->rules->edition.between[i];
        const int a = between->stone[0], b = between->stone[1];
        const bool gained = p->sheet->circled[FLIPTOWN_CEMETERY] >> a & p->sheet->circled[FLIPTOWN_CEMETERY] >> b & 1;
        char sign[SIGN];
        reward_sign(p->rules, &between->reward, sign);
        const bool beside = a / 3 == b / 3;
        const int x = p->cemetery_x + (beside ? fliptown_smaller(a % 3, b % 3) * STONE_PITCH + 1 : a % 3 * STONE_PITCH);
        const int row = beside ? a / 3 * 2 : fliptown_smaller(a / 3, b / 3) * 2 + 1;
        flip_canvas_put(p->canvas, x, y + row, gained ? FLIP_GOOD : FLIP_DIM, "%s", sign);
    }
}

/* Three rows of three, or one row of three times three where it must be short. */
static void draw_land(const struct picture *p, int x, int y)
{
    flip_canvas_put(p->canvas, x, y, FLIP_DIM, "land");
    for (int plot = 0; plot < FLIPTOWN_PLOTS; plot++) {
        const bool taken = p->sheet->plots >> plot & 1;
        const int px = x + 5 + (p->tall ? plot % 3 * 2 : plot * 2 + plot / 3), py = y + (p->tall ? plot / 3 : 0);
        if (taken)
            flip_canvas_put(p->canvas, px, py, FLIP_GOOD, "■");
        else
            flip_canvas_put(p->canvas, px, py, FLIP_PLAIN, "%d", p->rules->edition.plot_stars[plot]);
        const flip_move bit = fliptown_plots(0, 1 << plot) & ~(flip_move)0xff;
        flip_canvas_spot(p->canvas, px, py, 1, 1, FLIPTOWN_DO_PLOTS | bit, 0xff | bit);
    }
}

/* --- Town ------------------------------------------------------------------------------------------------------- */

/* What a building sells or has sold; each thing is a spot. */
static int draw_sales(const struct picture *p, const struct fliptown_building *building, int x, int y)
{
    static const char *const names[FLIPTOWN_ITEMS] = {"friend",     "shovel",      "red",      "black",
                                                      "work horse", "trail horse", "gold pan", "pickaxe",
                                                      "bandana",    "room",        "pistol",   "rifle"};
    for (int i = 0; i < building->sales; i++) {
        const int item = building->sale[i].item, from = x + 1;
        const bool owned = fliptown_has(p->sheet, item);
        x = flip_canvas_put(p->canvas, from, y, owned ? FLIP_GOOD : FLIP_DIM, owned ? "✓%s" : "%s", names[item]);
        if (!owned && building->sale[i].price)
            x = flip_canvas_put(p->canvas, x, y, FLIP_DIM, " $%d", building->sale[i].price);
        flip_canvas_spot(p->canvas, from, y, x - from, 1, fliptown_move(FLIPTOWN_DO_BUY, item, 0, 0, 0), 0xffff);
    }
    return x;
}

static void draw_offer(const struct picture *p, const struct fliptown_building *building, int x, int y)
{
    const struct fliptown_edition *edition = &p->rules->edition;
    switch (building->effect) {
    case FLIPTOWN_HIDING:
        flip_canvas_put(p->canvas, x + 1, y, FLIP_DIM, "-%d!", building->remove);
        break;
    case FLIPTOWN_TRADE:
        flip_canvas_put(p->canvas, x + 1, y, FLIP_DIM, "%s%d→%s×%d", building->cash ? "$" : "●",
                        building->cash + building->gold, building->stars ? "★1" : "-1!", building->most);
        break;
    case FLIPTOWN_LODGING:
        flip_canvas_put(p->canvas, x + 1, y, FLIP_DIM, "$%d room %d ☆%d", building->cash, p->sheet->rooms,
                        p->sheet->rooms ? edition->room[p->sheet->rooms - 1] : 0);
        flip_canvas_spot(p->canvas, x + 1, y, 10, 1, fliptown_move(FLIPTOWN_DO_BUY, FLIPTOWN_ROOM, 0, 0, 0), 0xffff);
        break;
    case FLIPTOWN_LAND:
        flip_canvas_put(p->canvas, x + 1, y, FLIP_DIM, "$%d/%d/%d %d of 9", edition->shape_price[0],
                        edition->shape_price[1], edition->shape_price[2], fliptown_count(p->sheet->plots));
        break;
    case FLIPTOWN_BAIL:
        for (int i = 0; i < FLIPTOWN_OUTLAWS; i++) {
            const bool hunted = p->sheet->outlaws >> i & 1;
            const int from = x + 1;
            x = flip_canvas_put(p->canvas, from, y, hunted ? FLIP_GOOD : FLIP_DIM, hunted ? "(%s)" : "%s",
                                fliptown_rank_words[edition->outlaw[i] - 1]);
            flip_canvas_spot(p->canvas, from, y, x - from, 1, fliptown_move(FLIPTOWN_DO_HUNT, i, 0, 0, 0), 0xffff);
        }
        break;
    case FLIPTOWN_LOOK:
        flip_canvas_put(p->canvas, x + 1, y, FLIP_DIM, "★%d/-%d!", building->stars, building->remove);
        break;
    default:
        draw_sales(p, building, x, y);
        break;
    }
}

/* Where a building stands: in three columns where there is room. In a narrow window rows are filled as far as whole names go, and
   the Land Office stands beside the land. */
static void building_at(const struct picture *p, int site, int *x, int *y)
{
    static const uint8_t columns[] = {0, 54, 88};
    static const struct {
        uint8_t x;
        int8_t row;
    } narrow[FLIPTOWN_RANKS] = {{0, 0},   {31, 0}, {58, 0}, {0, 1}, {0, 2},  {42, 1}, {54, 2},
                                {27, -1}, {0, 3},  {42, 3}, {0, 4}, {29, 4}, {49, 4}};
    *x = p->wide ? columns[site / BUILDINGS_HIGH] : narrow[site].x;
    *y = p->town_y + (p->wide ? site % BUILDINGS_HIGH : narrow[site].row);
}

static void draw_town(const struct picture *p)
{
    for (int site = 0; site < FLIPTOWN_RANKS; site++) {
        const struct fliptown_building *building = &p->rules->edition.building[site];
        int x, y;
        building_at(p, site, &x, &y);
        const bool circled = p->sheet->circled[FLIPTOWN_TOWN] >> site & 1;
        const enum flip_style style = p->sheet->building == site ? FLIP_STRONG : site_style(p, FLIPTOWN_TOWN, site);
        char roof[SIGN];
        reward_sign(p->rules, &building->roof, roof);
        const int end = flip_canvas_put(p->canvas, x, y, style, circled ? "(%s)%s" : " %s %s",
                                        fliptown_rank_words[site], building->name);
        visit_spot(p, x, y, end - x, 1, FLIPTOWN_TOWN, site);
        draw_offer(p, building, circled ? end : flip_canvas_put(p->canvas, end, y, FLIP_DIM, " %s", roof), y);
    }
    flip_canvas_put(p->canvas, p->wide ? 88 : 73, p->town_y + (p->wide ? 4 : 3), FLIP_BLACK, "♣ Town");
}

/* --- the rest --------------------------------------------------------------------------------------------------- */

/* Does the character's text have a line of its own? Whether it is used makes no difference: everything keeps its place. */
static bool long_text(const struct picture *p, const struct fliptown_character *who)
{
    return strlen(who->name) + strlen(who->text) + strlen(" (used): ") > (size_t)p->canvas->width;
}

/* How many rows the notes take, with the legend. */
static int notes_high(const struct picture *p)
{
    const struct fliptown_edition *edition = &p->rules->edition;
    const int character = p->sheet->character;
    return p->state->bounty_count + (p->state->cowbot != FLIPTOWN_NONE) +
           (character == FLIPTOWN_NONE ? 0 : 1 + long_text(p, &edition->character[character])) + 1;
}

/* Bounties or cowbot, and the character: one line each, as far as there is room. */
static void draw_notes(const struct picture *p)
{
    const struct fliptown_edition *edition = &p->rules->edition;
    int y = p->notes_y;
    for (int i = 0; i < p->state->bounty_count; i++, y++) {
        const bool mine = p->sheet->bounties >> i & 1;
        flip_canvas_put(p->canvas, 0, y, mine ? FLIP_GOOD : FLIP_PLAIN, "%s★%d %s", mine ? "✓" : " ",
                        p->state->claimed >> i & 1 ? edition->bounty_later : edition->bounty_first,
                        edition->bounty[p->state->bounty[i]].text);
    }
    if (p->state->cowbot != FLIPTOWN_NONE)
        flip_canvas_put(p->canvas, 0, y++, FLIP_PLAIN, "%s (%s) has %d points and %d stolen cards",
                        edition->cowbot[p->state->cowbot].name, flip_suit_sign(edition->cowbot[p->state->cowbot].suit),
                        fliptown_cowbot_points(p->rules, p->state).total, p->state->stolen_count);
    if (p->sheet->character != FLIPTOWN_NONE) {
        const struct fliptown_character *who = &edition->character[p->sheet->character];
        const enum flip_style style = p->sheet->uses ? FLIP_ACCENT : FLIP_DIM;
        int x = flip_canvas_put(p->canvas, 0, y++, style, "%s%s: ", who->name, p->sheet->uses ? "" : " (used)");
        if (long_text(p, who)) {
            x = 2;
            y++;
        }
        flip_canvas_put(p->canvas, x, y - 1, style, "%s", who->text);
    }
    flip_canvas_put(p->canvas, 0, y, FLIP_DIM,
                    "$ cash ●gold ★stars ☆silver !Wanted P pan H hammer +♥♠♦♣† bonus (circled) ×lost");
}

/* Where the parts stand, one below the other. Empty rows between them, up to three, are what the notes leave. */
static void lay_out(struct picture *p)
{
    enum { TIGHT = 18, GAPS = 3 };
    const int left = p->canvas->height - TIGHT - notes_high(p);
    const int gaps = !p->tall || left < 0 ? 0 : fliptown_smaller(left, GAPS);
    p->mine_x = MINE_X + (p->wide ? WIDE_SHIFT : 0);
    p->cemetery_x = CEMETERY_X + (p->wide ? WIDE_SHIFT : 0);
    p->trail_y = 2 + (gaps > 1);
    p->middle_y = p->trail_y + 2 + (gaps > 2);
    p->town_y = p->middle_y + (p->tall ? 9 : 5);
    p->notes_y = p->town_y + BUILDINGS_HIGH + (gaps > 0);
}

void fliptown_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                   struct flip_canvas *canvas)
{
    struct fliptown_state shown;
    fliptown_shown(rules, state, before, viewer, &shown);
    struct picture p = {.rules = rules,
                        .state = &shown,
                        .sheet = &shown.sheet[seat],
                        .viewer = viewer,
                        .seat = seat,
                        .canvas = canvas,
                        .tall = canvas->height >= SMALLEST_TALL,
                        .wide = canvas->width >= SMALLEST_WIDE};
    lay_out(&p);
    draw_lineup(&p);
    draw_counters(&p);
    draw_trail(&p);
    draw_badlands(&p);
    draw_mine(&p);
    draw_cemetery(&p);
    draw_land(&p, p.tall ? p.cemetery_x - 1 : 0, p.middle_y + (p.tall ? 6 : 4));
    draw_town(&p);
    draw_notes(&p);
}
