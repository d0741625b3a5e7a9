/*
 * The town from above, in characters: a row is as high as two columns are wide. Beside it the clock and the hats, below it
 * the last ruling. While a flick is aimed at, a dotted line shows its way on a free table; faces draw their preview by
 * drawing the state that an aim leads to.
 */
#include "games/flickemup/flickemup.h"

#include <string.h>

enum {
    SIDE = 27,       /* at least so much beside the town */
    NAMED_SIDE = 40, /* with whole names */
    WIDE_SIDE = 44,
    LEAST_TOWN = 40,
    NAMED_TOWN = 44, /* with all of its buildings' names */
    WIDE = 130,
    ROOMY = 20,                   /* rows */
    FREE_SLIDE = 2 * FLIP_SLOWING /* a flick of v mm/s slides v² / this mm */
};

struct map {
    const struct flickemup_rules *rules;
    const struct flickemup_state *state;
    struct flip_canvas *canvas;
    int columns, rows;     /* inside the frame */
    int side;              /* columns beside it */
    int bottom;            /* the row below the last one that may be written on beside the town */
    int seat;              /* whose goals come first */
    bool decides;          /* the viewer */
    int32_t width, height; /* of a cell, 1/100 mm */
};

static const uint64_t kind_and_what = ((uint64_t)1 << FLICKEMUP_AT_OTHER) - 1;

static int column(const struct map *map, int32_t x)
{
    const int at = x / map->width;
    return 1 + (at < 0 ? 0 : at >= map->columns ? map->columns - 1 : at);
}

static int row(const struct map *map, int32_t y)
{
    const int at = (map->rules->edition.height - y) / map->height;
    return 1 + (at < 0 ? 0 : at >= map->rows ? map->rows - 1 : at);
}

static void put(const struct map *map, int32_t x, int32_t y, enum flip_style style, const char *sign)
{
    flip_canvas_put(map->canvas, column(map, x), row(map, y), style, "%s", sign);
}

/* --- what stands there ----------------------------------------------------------------------------------------------- */

static void draw_exits(const struct map *map)
{
    for (int i = 0; i < map->rules->edition.exits; i++) {
        const struct flickemup_exit *exit = &map->rules->edition.exit[i];
        const bool across = exit->edge == FLICKEMUP_LEFT || exit->edge == FLICKEMUP_RIGHT;
        const int edge = exit->edge == FLICKEMUP_BOTTOM  ? map->rows + 1
                         : exit->edge == FLICKEMUP_RIGHT ? map->columns + 1
                                                         : 0;
        const int first = across ? row(map, exit->to) : column(map, exit->from);
        const int last = across ? row(map, exit->from) : column(map, exit->to);
        for (int at = first; at <= last; at++)
            flip_canvas_put(map->canvas, across ? edge : at, across ? at : edge, FLIP_ACCENT, "░");
        flip_canvas_put(map->canvas, across ? edge : first, across ? first : edge, FLIP_ACCENT, "%.1s", exit->name);
    }
}

static const char *const places[] = {"Sheriff", "Bank", "Saloon", "Store", "Town Hall", "Undertaker"};

static void draw_building(const struct map *map, int building)
{
    static const char *const short_labels[] = {"Sheriff", "Bank", "Saloon", "Store", "Hall", "Undertaker"};
    const char *const *labels = map->columns >= NAMED_TOWN ? places : short_labels;
    const struct flip_pose *door = &map->state->pose[FLICKEMUP_BUILDINGS_AT + building];
    const int32_t aside = FLICKEMUP_DOOR_HALF + FLICKEMUP_BLOCK_SIDE / 2;
    int32_t x, y;
    flickemup_from_door(door, 0, -FLICKEMUP_BEHIND, &x, &y);
    int length = 0;
    while (labels[building][length])
        length++;
    int at = column(map, x) - length / 2, line = row(map, y);
    if (line == row(map, door->y)) { /* the blocks stand beside the door: a name goes behind it, or above or below */
        const int32_t up = flip_sin(flip_pose_facing(door));
        at = up ? at : column(map, door->x) + (x < door->x ? -length : 1);
        line += (up > 0) - (up < 0);
    }
    at = at < 1 ? 1 : at + length > map->columns ? map->columns - length + 1 : at;
    const bool open = flickemup_enterable(map->rules, map->state, building);
    flip_canvas_put(map->canvas, at,
                    line < 1           ? 1
                    : line > map->rows ? map->rows
                                       : line,
                    open ? FLIP_PLAIN : FLIP_DIM, "%s", labels[building]);
    for (int side = -1; side <= 1; side += 2) {
        flickemup_from_door(door, side * aside, 0, &x, &y);
        put(map, x, y, FLIP_PLAIN, "█");
    }
}

/* Whoever points at an object that blocks an entrance and must stay there is told why. */
static void draw_stays(const struct map *map, int object)
{
    char words[FLICKEMUP_WHY];
    struct flip_text why = flip_text_in(words, sizeof words);
    if (map->decides && map->canvas->note_count < FLIP_MAX_NOTES &&
        flickemup_stays(map->rules, map->state, object, &why))
        flip_canvas_note(map->canvas, column(map, map->state->pose[object].x), row(map, map->state->pose[object].y), 1,
                         1, "%s stays: %s.", flickemup_piece_names[object], words);
}

static void draw_objects(const struct map *map)
{
    for (int piece = FLICKEMUP_GALLOWS; piece < FLICKEMUP_PIECES; piece++) {
        if (!flip_set_has(map->state->here, piece))
            continue;
        const struct flip_pose *pose = &map->state->pose[piece];
        const char *sign = piece >= FLICKEMUP_BLOCK         ? "■"
                           : piece >= FLICKEMUP_TUMBLEWEEDS ? "○"
                           : piece >= FLICKEMUP_FENCES      ? "━"
                           : piece >= FLICKEMUP_CACTUSES    ? "†"
                           : piece >= FLICKEMUP_BARRELS     ? "●"
                                                            : "▣";
        put(map, pose->x, pose->y, FLIP_DIM, sign);
        for (int side = -2; piece >= FLICKEMUP_FENCES && piece < FLICKEMUP_TUMBLEWEEDS && side <= 2; side++) {
            int32_t x, y;
            flickemup_from_door(pose, 0, side * 1000, &x, &y);
            put(map, x, y, FLIP_DIM, row(map, y) == row(map, pose->y) ? "━" : "┃");
        }
        if (piece >= FLICKEMUP_BARRELS)
            draw_stays(map, piece);
    }
    for (int i = 0; i < map->state->grounded; i++)
        put(map, map->state->ground[i].x, map->state->ground[i].y, FLIP_ACCENT, "◆");
}

static enum flip_style figure_style(const struct map *map, int figure)
{
    if (figure == map->state->active)
        return FLIP_STRONG;
    return figure >= FLICKEMUP_WITNESSES                ? FLIP_ACCENT
           : flickemup_team_of(figure) == FLICKEMUP_LAW ? FLIP_GOOD
                                                        : FLIP_RED;
}

static void draw_figure(const struct map *map, int figure, const struct flip_pose *pose, bool fallen)
{
    static const char letters[] = "LOW", fallen_letters[] = "low";
    const int team = flickemup_team_of(figure);
    const int number = 1 + (figure >= FLICKEMUP_WITNESSES ? figure - FLICKEMUP_WITNESSES : figure % FLICKEMUP_TEAM);
    int x = column(map, pose->x);
    const int y = row(map, pose->y);
    x = x >= map->columns ? map->columns - 1 : x;
    flip_canvas_put(map->canvas, x, y, figure_style(map, figure), "%c%d", (fallen ? fallen_letters : letters)[team],
                    number);
    if (figure < FLICKEMUP_COWBOYS)
        flip_canvas_spot(map->canvas, x, y, 2, 1, flickemup_move(FLICKEMUP_PLAY, figure, 0), kind_and_what);
}

/* --- the aim --------------------------------------------------------------------------------------------------------- */

static void draw_aim(const struct map *map)
{
    const struct flickemup_state *state = map->state;
    if (state->stage < FLICKEMUP_ERR_ANGLE || state->stage > FLICKEMUP_FLYING)
        return;
    const int64_t reach = (int64_t)state->aim.speed * state->aim.speed * 100 / FREE_SLIDE;
    const int64_t c = flip_cos(state->aim.angle), s = flip_sin(state->aim.angle);
    int32_t x = state->aim.from.x, y = state->aim.from.y;
    for (int64_t way = 0; way <= reach; way += map->width / 2) {
        const int32_t to_x = state->aim.from.x + (int32_t)(way * c / FLIP_ONE);
        const int32_t to_y = state->aim.from.y + (int32_t)(way * s / FLIP_ONE);
        if (to_x < 0 || to_y < 0 || to_x > map->rules->edition.width || to_y > map->rules->edition.height)
            break;
        x = to_x;
        y = to_y;
        put(map, x, y, FLIP_ACCENT, "·");
    }
    put(map, x, y, FLIP_ACCENT, "×");
    put(map, state->aim.from.x, state->aim.from.y, FLIP_STRONG, "◇");
}

static void draw_town(const struct map *map)
{
    const struct flickemup_state *state = map->state;
    flip_canvas_box(map->canvas, 0, 0, map->columns + 2, map->rows + 2, FLIP_DIM);
    if (state->duel.on) {
        flip_canvas_put(map->canvas, 3, 0, FLIP_STRONG, " Duel: %s and %s, %d shots fired ",
                        flickemup_piece_names[state->duel.entered], flickemup_piece_names[state->duel.defends],
                        state->duel.shots);
        draw_aim(map);
        draw_figure(map, state->duel.entered, &state->duel.pose[0], false);
        draw_figure(map, state->duel.defends, &state->duel.pose[1], false);
        return;
    }
    flip_canvas_put(map->canvas, 3, 0, FLIP_DIM, " %s ", map->rules->edition.name);
    draw_exits(map);
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        if (flip_set_has(state->here, FLICKEMUP_BUILDINGS_AT + building))
            draw_building(map, building);
    draw_objects(map);
    draw_aim(map);
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        if (state->figure[figure].where == FLICKEMUP_ON_TABLE)
            draw_figure(map, figure, &state->pose[figure], state->figure[figure].fallen);
}

/* --- beside it ------------------------------------------------------------------------------------------------------- */

/* Returns the column behind it. */
static int draw_hat(const struct map *map, int cowboy, int x, int y)
{
    static const char *const short_places[] = {"Sher", "Bank", "Salo", "Stor", "Hall", "Unde"};
    static const char token_letters[] = " gCWcpdDH";
    const struct flickemup_state *state = map->state;
    const struct flickemup_figure *figure = &state->figure[cowboy];
    if (figure->where == FLICKEMUP_AWAY)
        return x;
    const bool available = figure->blue == (state->hour & 1) && state->stage != FLICKEMUP_OVER;
    int at = flip_canvas_put(map->canvas, x, y, figure_style(map, cowboy), "%s", flickemup_piece_names[cowboy]);
    at = flip_canvas_put(map->canvas, at, y, available ? FLIP_STRONG : FLIP_DIM, "%s", available ? "▸" : " ");
    const int building = flickemup_building_of(figure);
    if (figure->where == FLICKEMUP_DEAD)
        at = flip_canvas_put(map->canvas, at, y, FLIP_BAD, "dead");
    else if (figure->where == FLICKEMUP_GONE)
        at = flip_canvas_put(map->canvas, at, y, FLIP_GOOD, "gone");
    else
        at = flip_canvas_put(map->canvas, at, y, FLIP_RED, "♥%d", figure->hit_points);
    for (int i = 0; i < FLICKEMUP_HAND; i++)
        if (figure->hand[i] != FLICKEMUP_NOTHING)
            at = flip_canvas_put(map->canvas, at, y, FLIP_ACCENT, "%s%c", i ? "" : " ", token_letters[figure->hand[i]]);
    if (building >= 0)
        at = flip_canvas_put(map->canvas, at, y, FLIP_DIM, " %s",
                             map->side >= NAMED_SIDE ? places[building] : short_places[building]);
    else if (figure->where == FLICKEMUP_ON_GALLOWS)
        at = flip_canvas_put(map->canvas, at, y, FLIP_BAD, " rope");
    flip_canvas_spot(map->canvas, x, y, at - x, 1, flickemup_move(FLICKEMUP_PLAY, cowboy, 0), kind_and_what);
    return at;
}

/* The teams beside each other, a row for each number. Returns the row below. */
static int draw_hats(const struct map *map, int x, int y)
{
    for (int i = 0; i < FLICKEMUP_TEAM; i++, y++) {
        draw_hat(map, FLICKEMUP_LAWMEN + i, x, y);
        draw_hat(map, FLICKEMUP_OUTLAWS + i, x + map->side / 2, y);
    }
    return y;
}

/* To save rows: the teams below each other, as many hats in a row as fit. Returns the row below. */
static int draw_hats_folded(const struct map *map, int x, int y)
{
    enum { WIDEST = 19 }; /* "L4▸♥3 gg Undertaker" */
    for (int team = 0; team < FLICKEMUP_COWBOYS; team += FLICKEMUP_TEAM, y++)
        for (int i = 0, at = x; i < FLICKEMUP_TEAM; i++) {
            const int cowboy = team + i, inside = flickemup_building_of(&map->state->figure[cowboy]) >= 0;
            if (at + (inside ? WIDEST : WIDEST / 2) > x + map->side) {
                at = x;
                y++;
            }
            at = draw_hat(map, cowboy, at, y) + 2;
        }
    return y;
}

/* What lies in a building, behind its name: " 6g 2? closed until 9". Empty: nothing to tell. Returns where "closed" begins. */
static int add_tokens(const struct map *map, int building, struct flip_text *out)
{
    static const char token_letters[] = " gCWcpdDH";
    const struct flickemup_state *state = map->state;
    for (int token = FLICKEMUP_GOLD; token < FLICKEMUP_TOKENS; token++)
        if (state->up[building][token])
            flip_text_add(out, " %d%c", state->up[building][token], token_letters[token]);
    if (state->down[building])
        flip_text_add(out, " %d?", state->down[building]);
    const size_t tokens = out->length;
    if (map->rules->edition.closed_until[building] > state->hour)
        flip_text_add(out, " closed until %d", map->rules->edition.closed_until[building]);
    return (int)tokens;
}

/* Tokens that lie in buildings: "Bank 6g 2?". A low window has several in a row. Returns the row below. */
static int draw_tokens(const struct map *map, int x, int y)
{
    int at = x;
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++) {
        char words[64];
        struct flip_text text = flip_text_in(words, sizeof words);
        const int tokens = add_tokens(map, building, &text);
        if (text.length == 0)
            continue;
        const int width = (int)(strlen(places[building]) + text.length);
        const bool in_row = map->canvas->height < ROOMY && at + 2 + width <= x + map->side - 2;
        if (at > x) {
            y += !in_row;
            at = in_row ? at + 2 : x;
        }
        if (y >= map->bottom)
            return y;
        at = flip_canvas_put(map->canvas, at, y, FLIP_DIM, "%s", places[building]);
        at = flip_canvas_put(map->canvas, at, y, FLIP_ACCENT, "%.*s", tokens, words);
        at = flip_canvas_put(map->canvas, at, y, FLIP_BAD, "%s", words + tokens);
    }
    return y + (at > x);
}

/* So many bytes of the words go into a line of the side. */
static int line_of(const struct map *map, const char *words)
{
    int length = 0, fits = 0;
    for (; words[length] && length <= map->side - 2; length++)
        if (words[length] == ' ')
            fits = length;
    return !words[length] || fits == 0 ? length : fits;
}

static const char *behind_line(const char *words, int line) { return words + line + (words[line] == ' '); }

static bool fits_below(const struct map *map, int y, const char *words)
{
    for (; *words; y++)
        words = behind_line(words, line_of(map, words));
    return y <= map->bottom;
}

/* A paragraph as wide as the side; returns the row below it. One that is cut off ends with dots, and the row is below the last. */
static int draw_words(const struct map *map, int x, int y, const char *words)
{
    while (*words && y < map->bottom) {
        const int line = line_of(map, words);
        const bool cut = y + 1 == map->bottom && *behind_line(words, line);
        flip_canvas_put(map->canvas, x, y++, FLIP_DIM, "%.*s%s", line, words, cut ? " …" : "");
        words = behind_line(words, line);
    }
    return y + (*words != '\0');
}

static bool in_play(const struct map *map, int token)
{
    const struct flickemup_edition *edition = &map->rules->edition;
    bool found = edition->pool[token];
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        found |= edition->up[building][token] || map->state->up[building][token];
    for (int figure = 0; figure < FLICKEMUP_COWBOYS; figure++)
        for (int i = 0; i < FLICKEMUP_HAND; i++)
            found |= map->state->figure[figure].hand[i] == token;
    return found;
}

/* The letters of the tokens that there are in this scenario; returns the row below them. */
static int draw_legend(const struct map *map, int x, int y)
{
    static const char *const words[FLICKEMUP_TOKENS] = {
        "",           "g gold", "C Colt",   "W Winchester", "c clean water", "p poisoned water",
        "d dynamite", "D deed", "H hostage"};
    char legend[160] = "";
    struct flip_text text = flip_text_in(legend, sizeof legend);
    const bool water = in_play(map, FLICKEMUP_CLEAN) || in_play(map, FLICKEMUP_POISONED);
    for (int token = FLICKEMUP_GOLD; token < FLICKEMUP_TOKENS; token++)
        if (in_play(map, token) || (water && (token == FLICKEMUP_CLEAN || token == FLICKEMUP_POISONED)))
            flip_text_add(&text, "%s%s", text.length ? ", " : "", words[token]);
    bool hidden = false;
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        hidden |= map->state->down[building] > 0;
    if (hidden)
        flip_text_add(&text, "%s? face down", text.length ? ", " : "");
    return draw_words(map, x, y, legend);
}

static int draw_progress(const struct map *map, int x, int y, int team, int test)
{
    char words[256];
    struct flip_text text = flip_text_in(words, sizeof words);
    if (map->rules->edition.test[test].kind == FLICKEMUP_TEST_ANY) {
        const int end = test + map->rules->edition.test[test].size;
        for (int part = test + 1; part < end; part += map->rules->edition.test[part].size)
            y = draw_progress(map, x, y, team, part);
        return y;
    }
    flickemup_add_progress(&text, map->rules, map->state, team, test);
    return draw_words(map, x, y, words);
}

/* Those of the others are left out where there is no room for all of their words. */
static int draw_goals_of(const struct map *map, int x, int y, int team, bool own)
{
    static const char *const names[] = {"Lawmen", "Outlaws"};
    char words[512];
    struct flip_text text = flip_text_in(words, sizeof words);
    flip_text_add(&text, "%s: ", names[team]);
    flickemup_goals_of(&map->rules->edition, team, &text);
    if (!own && !fits_below(map, y, words))
        return map->bottom;
    y = draw_words(map, x, y, words);
    for (int i = 0; i < map->rules->edition.wins; i++)
        if (map->rules->edition.win[i].team == team)
            y = draw_progress(map, x + 1, y, team, map->rules->edition.win[i].test);
    return y;
}

/* False: one's own goals are cut off. */
static bool draw_goals(const struct map *map, int x, int y)
{
    const int own = map->rules->side[map->seat];
    char words[512];
    y = draw_goals_of(map, x, y, own, true);
    const bool whole = y <= map->bottom;
    y = draw_goals_of(map, x, y, FLICKEMUP_TEAMS - 1 - own, false);
    struct flip_text text = flip_text_in(words, sizeof words);
    flip_text_add(&text, "At 12: ");
    flickemup_noon_of(&map->rules->edition, &text);
    if (fits_below(map, y, words))
        draw_words(map, x, y, words);
    return whole;
}

static bool draw_side(const struct map *map, int x, bool folded)
{
    const struct flickemup_state *state = map->state;
    int at = flip_canvas_put(map->canvas, x, 0, FLIP_STRONG, "%d:00", state->hour);
    at = flip_canvas_put(map->canvas, at, 0, state->hour & 1 ? FLIP_BLACK : FLIP_RED, " %s hour",
                         state->hour & 1 ? "blue" : "red");
    flip_canvas_put(map->canvas, at, 0, FLIP_DIM, "  first %s", flickemup_piece_names[state->initiative]);
    if (state->active != FLICKEMUP_NOBODY)
        flip_canvas_put(map->canvas, x, 1, FLIP_PLAIN, "%s plays: %d action%s left",
                        flickemup_piece_names[state->active], state->actions, state->actions == 1 ? "" : "s");
    const int below = (folded ? draw_hats_folded : draw_hats)(map, x, 2);
    const int gap = map->canvas->height >= ROOMY; /* a low window has no empty rows */
    int y = draw_tokens(map, x, below + gap);
    y = draw_legend(map, x, y);
    return draw_goals(map, x, y + gap);
}

/* Where one's own goals do not fit, the hats are folded. */
static void draw_beside(const struct map *map, int x)
{
    const int spots = map->canvas->spot_count;
    if (draw_side(map, x, false))
        return;
    map->canvas->spot_count = spots;
    for (int y = 0; y < map->canvas->height; y++)
        flip_canvas_put(map->canvas, x, y, FLIP_PLAIN, "%*s", map->side, "");
    draw_side(map, x, true);
}

void flickemup_draw(const void *rules_, const void *state_, const void *before, int viewer, int seat,
                    struct flip_canvas *canvas)
{
    const struct flickemup_rules *rules = rules_;
    const struct flickemup_state *state = state_;
    (void)before;
    const int side = canvas->width >= WIDE ? WIDE_SIDE : canvas->width >= SIDE + LEAST_TOWN ? SIDE : 0;
    int columns = canvas->width - side - 3, rows = canvas->height - 3;
    if (columns < 4 || rows < 2)
        return;
    /* As large as fits with square millimetres. */
    const int32_t by_rows = rules->edition.height / rows + 1, by_columns = 2 * (rules->edition.width / columns + 1);
    const int32_t high = by_rows > by_columns ? by_rows : by_columns;
    struct map map = {
        .rules = rules, .state = state, .canvas = canvas, .side = side, .width = high / 2, .height = high};
    columns = rules->edition.width / map.width + 1 < columns ? rules->edition.width / map.width + 1 : columns;
    rows = rules->edition.height / map.height + 1 < rows ? rules->edition.height / map.height + 1 : rows;
    map.columns = columns;
    map.rows = rows;
    map.side = side ? canvas->width - columns - 3 : 0; /* what the town leaves */
    char ruling[256] = "";
    struct flip_text words = flip_text_in(ruling, sizeof ruling);
    flickemup_say(rules, &state->verdict, &words);
    map.seat = viewer >= 0 && viewer < rules->seats ? viewer : seat;
    map.decides = viewer == flickemup_decides(rules, state);
    map.bottom = *ruling && rows + 3 >= canvas->height ? rows + 2 : canvas->height; /* the last row is the ruling's */
    draw_town(&map);
    if (side)
        draw_beside(&map, columns + 3);
    flip_canvas_put(canvas, 1, rows + 2, FLIP_STRONG, "%s", ruling);
}
