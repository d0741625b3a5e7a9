/*
 * The town in sentences, for whoever hears it instead of seeing it. Places are centimetres to the right and up from the lower left corner of
 * the table. For an aim, everything is told from where the flick starts: how far, and how far to the left or right of where he faces.
 */
#include "games/flickemup/flickemup.h"

enum { CM = 1000 }; /* in 1/100 mm */

static const char *direction(int32_t angle)
{
    static const char *const words[] = {"right", "upper right", "top",    "upper left",
                                        "left",  "lower left",  "bottom", "lower right"};
    return words[(angle + FLIP_TURN / 16) / (FLIP_TURN / 8) % 8];
}

static void read_place(const struct flip_pose *pose, struct flip_text *out)
{
    flip_text_add(out, "at %d right, %d up", (pose->x + CM / 2) / CM, (pose->y + CM / 2) / CM);
}

/* --- the town ---------------------------------------------------------------------------------------------------------- */

static void read_hand(const struct flickemup_figure *figure, struct flip_text *out)
{
    for (int i = 0; i < FLICKEMUP_HAND; i++)
        if (figure->hand[i] != FLICKEMUP_NOTHING)
            flip_text_add(out, ", has %s", flickemup_token_words[figure->hand[i] - FLICKEMUP_GOLD]);
}

static void read_figure(const struct flickemup_rules *rules, const struct flickemup_state *state, int number,
                        struct flip_text *out)
{
    const struct flickemup_figure *figure = &state->figure[number];
    const int building = flickemup_building_of(figure);
    flip_text_add(out, "%s", flickemup_piece_names[number]);
    if (number < FLICKEMUP_COWBOYS)
        flip_text_add(out, ", %s hat", figure->blue ? "blue" : "red");
    if (figure->where == FLICKEMUP_DEAD || figure->where == FLICKEMUP_GONE) {
        flip_text_add(out, figure->where == FLICKEMUP_DEAD ? ", dead.\n" : ", out of town.\n");
        return;
    }
    flip_text_add(out, ", %d of %d hit points, ", figure->hit_points, rules->edition.hit_points[number]);
    if (building >= 0)
        flip_text_add(out, "inside %s", flickemup_places[building]);
    else if (figure->where == FLICKEMUP_ON_GALLOWS)
        flip_text_add(out, "on the gallows");
    else
        read_place(&state->pose[number], out);
    if (figure->where == FLICKEMUP_ON_TABLE)
        flip_text_add(out, ", %s %s", figure->fallen ? "fallen, his top to the" : "faces the",
                      direction(flip_pose_facing(&state->pose[number])));
    read_hand(figure, out);
    flip_text_add(out, "%s.\n", state->active == number ? ", his turn" : "");
}

static void read_building(const struct flickemup_rules *rules, const struct flickemup_state *state, int building,
                          struct flip_text *out)
{
    const struct flip_pose *door = &state->pose[FLICKEMUP_BUILDINGS_AT + building];
    flip_text_add(out, "T%s ", flickemup_doors[building] + 1); /* "The Bank's door" */
    read_place(door, out);
    flip_text_add(out, ", it opens to the %s", direction(flip_pose_facing(door)));
    if (rules->edition.closed_until[building] > state->hour)
        flip_text_add(out, ", closed until %d", rules->edition.closed_until[building]);
    for (int token = FLICKEMUP_GOLD; token < FLICKEMUP_TOKENS; token++)
        if (state->up[building][token])
            flip_text_add(out, ", %d %s", state->up[building][token], flickemup_token_words[token - FLICKEMUP_GOLD]);
    if (state->down[building])
        flip_text_add(out, ", %d face down", state->down[building]);
    flip_text_add(out, ".\n");
}

static void read_town(const struct flickemup_rules *rules, const struct flickemup_state *state, struct flip_text *out)
{
    flip_text_add(out, "%s, %d o'clock: %s hats play. The table is %d cm wide and %d cm high.\n", rules->edition.name,
                  state->hour, state->hour & 1 ? "blue" : "red", rules->edition.width / CM, rules->edition.height / CM);
    if (state->duel.on)
        flip_text_add(out, "Duel: %s and %s, %d shots fired.\n", flickemup_piece_names[state->duel.entered],
                      flickemup_piece_names[state->duel.defends], state->duel.shots);
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        if (state->figure[figure].where != FLICKEMUP_AWAY)
            read_figure(rules, state, figure, out);
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        if (flip_set_has(state->here, FLICKEMUP_BUILDINGS_AT + building))
            read_building(rules, state, building, out);
    for (int object = FLICKEMUP_GALLOWS; object < FLICKEMUP_PIECES; object++) {
        if (!flickemup_has_body(state, object))
            continue;
        flip_text_add(out, "%s ", flickemup_piece_names[object]);
        read_place(&state->pose[object], out);
        flip_text_add(out, ".\n");
    }
    for (int i = 0; i < state->grounded; i++)
        flip_text_add(out, "On the ground: %s at %d right, %d up.\n",
                      flickemup_token_words[state->ground[i].token - FLICKEMUP_GOLD], state->ground[i].x / CM,
                      state->ground[i].y / CM);
}

/* --- an aim -------------------------------------------------------------------------------------------------------------- */

struct target {
    const char *name;
    int piece; /* that is aimed at, with its door or not */
    int32_t x, y;
    uint32_t far;
};

struct aim {
    const struct flickemup_state *state;
    struct flip_pose from;
    int32_t facing, radius;
    int self;
    struct target target[FLICKEMUP_FIGURES + FLICKEMUP_BUILDINGS];
    int count;
};

/* The nearest first. */
static void add_target(struct aim *aim, const char *name, int piece, const struct flip_pose *at)
{
    const int64_t dx = at->x - aim->from.x, dy = at->y - aim->from.y;
    struct target target = {
        .name = name, .piece = piece, .x = at->x, .y = at->y, .far = flip_square_root((uint64_t)(dx * dx + dy * dy))};
    int place = aim->count++;
    for (; place > 0 && aim->target[place - 1].far > target.far; place--)
        aim->target[place] = aim->target[place - 1];
    aim->target[place] = target;
}

static void read_target(const struct aim *aim, const struct target *target, struct flip_text *out)
{
    const int32_t angle = flip_direction(target->x - aim->from.x, target->y - aim->from.y);
    const int32_t left = flip_angle((int64_t)angle - aim->facing);
    const int32_t turn = left > FLIP_TURN / 2 ? FLIP_TURN - left : left;
    const int between = flickemup_first_between(aim->state, &aim->from, target->x, target->y, aim->radius,
                                                FLIP_BIT(aim->self) | FLIP_BIT(target->piece));
    flip_text_add(out, "%s, %d cm, ", target->name, (int)(target->far + CM / 2) / CM);
    if (turn < 50)
        flip_text_add(out, "straight ahead");
    else
        flip_text_add(out, "%d° %s of your facing", (turn + 50) / 100, left == turn ? "left" : "right");
    flip_text_add(out, ", angle ");
    flickemup_degrees(angle, out);
    if (between != FLICKEMUP_NOBODY) {
        flip_text_add(out, ", behind ");
        flickemup_add_piece(out, between);
    }
    flip_text_add(out, ".\n");
}

/* Where he looks: as he stands, or out of the door. */
static int32_t facing_of(const struct flickemup_state *state, int figure)
{
    const int building = flickemup_building_of(&state->figure[figure]);
    if (state->duel.on)
        return flip_pose_facing(&state->duel.pose[figure == state->duel.defends]);
    return flip_pose_facing(&state->pose[building >= 0 ? FLICKEMUP_BUILDINGS_AT + building : figure]);
}

static void read_aim(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move move,
                     struct flip_text *out)
{
    const int kind = flickemup_kind(move);
    const bool disc = kind == FLICKEMUP_MOVE;
    if (!disc && kind != FLICKEMUP_SHOOT && kind != FLICKEMUP_THROW && kind != FLICKEMUP_FACE)
        return;
    struct aim aim = {.state = state, .radius = disc ? FLICKEMUP_DISC_RADIUS : FLICKEMUP_BULLET_RADIUS};
    aim.self = disc ? flickemup_what(move) : state->duel.on ? flickemup_duellist(state) : state->active;
    if (aim.self == FLICKEMUP_NOBODY)
        return;
    if (!flickemup_starts_at(rules, state, move, &aim.from))
        aim.from = state->duel.on ? state->duel.pose[aim.self == state->duel.defends] : state->pose[aim.self];
    aim.facing = facing_of(state, aim.self);
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        const bool duellist = state->duel.on && (figure == state->duel.entered || figure == state->duel.defends);
        if (figure == aim.self || (state->duel.on ? !duellist : state->figure[figure].where != FLICKEMUP_ON_TABLE))
            continue;
        add_target(&aim, flickemup_piece_names[figure], figure,
                   duellist ? &state->duel.pose[figure == state->duel.defends] : &state->pose[figure]);
    }
    for (int building = 0; disc && building < FLICKEMUP_BUILDINGS; building++)
        if (flip_set_has(state->here, FLICKEMUP_BUILDINGS_AT + building))
            add_target(&aim, flickemup_doors[building], FLICKEMUP_BUILDINGS_AT + building,
                       &state->pose[FLICKEMUP_BUILDINGS_AT + building]);
    flip_text_add(out, "%s faces the %s, angle ", flickemup_piece_names[aim.self], direction(aim.facing));
    flickemup_degrees(aim.facing, out);
    flip_text_add(out, ". From there, the nearest first:\n");
    for (int i = 0; i < aim.count; i++)
        read_target(&aim, &aim.target[i], out);
}

void flickemup_read(const void *rules, const void *state, const void *before, int viewer, int seat,
                    const flip_move *aim, struct flip_text *out)
{
    (void)before, (void)viewer, (void)seat;
    if (aim)
        read_aim(rules, state, *aim, out);
    else
        read_town(rules, state, out);
}
