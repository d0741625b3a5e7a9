/* What a seat may do: the list, with flicks as templates, and the reason why something is not in it. */
#include "games/flickemup/flickemup.h"

int flickemup_decides(const struct flickemup_rules *rules, const struct flickemup_state *state)
{
    int team = state->team;
    if (state->duel.on)
        team = flickemup_team_of(flickemup_duellist(state));
    return flickemup_seat_of(rules, state, team);
}

/* --- the list -------------------------------------------------------------------------------------------------------- */

static flip_move open_move(enum flickemup_kind kind, int what, int other)
{
    return flickemup_aimed(flickemup_move(kind, what, other), FLICKEMUP_OPEN, 0, 0);
}

static flip_move open_around(void)
{
    return flickemup_aimed(flickemup_move(FLICKEMUP_SHOOT, FLICKEMUP_SIDE_AROUND, 0), FLICKEMUP_OPEN, 0,
                           FLICKEMUP_OPEN);
}

static int list_hats(const struct flickemup_state *state, flip_move *out)
{
    int count = 0;
    if (state->fresh) { /* a round begins with the holder of the initiative */
        out[0] = flickemup_move(FLICKEMUP_PLAY, state->initiative, 0);
        return 1;
    }
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (flickemup_team_of(cowboy) == state->team && state->figure[cowboy].where != FLICKEMUP_AWAY &&
            state->figure[cowboy].blue == (state->hour & 1))
            out[count++] = flickemup_move(FLICKEMUP_PLAY, cowboy, 0);
    return count;
}

static bool two_pistols(const struct flickemup_rules *rules, const struct flickemup_figure *figure)
{
    return flickemup_rule(rules, FLICKEMUP_RULE_TWO_PISTOLS) && flickemup_holds(figure, FLICKEMUP_COLT);
}

static int list_shots(const struct flickemup_rules *rules, const struct flickemup_state *state, int cowboy,
                      flip_move *out)
{
    const struct flickemup_figure *figure = &state->figure[cowboy];
    const bool inside = figure->where >= FLICKEMUP_INSIDE && !state->duel.on;
    struct flip_pose from;
    int count = 0;
    if (inside && !two_pistols(rules, figure)) {
        out[count++] = open_move(FLICKEMUP_SHOOT, FLICKEMUP_SIDE_DOOR, 0);
        return count;
    }
    for (int side = FLICKEMUP_SIDE_LEFT; side <= FLICKEMUP_SIDE_RIGHT; side++)
        if (flickemup_muzzle(rules, state, cowboy, side, 0, FLICKEMUP_BULLET_RADIUS, &from))
            out[count++] = open_move(FLICKEMUP_SHOOT, side, 0);
    if (!inside && flickemup_rule(rules, FLICKEMUP_RULE_WINCHESTER) && flickemup_holds(figure, FLICKEMUP_WINCHESTER) &&
        flickemup_muzzle(rules, state, cowboy, FLICKEMUP_SIDE_AROUND, 0, FLICKEMUP_BULLET_RADIUS, &from))
        out[count++] = open_around();
    return count;
}

static int list_clearings(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move *out)
{
    int count = 0;
    for (int object = FLICKEMUP_BARRELS; object < FLICKEMUP_PIECES; object++) {
        struct flip_text why = flip_text_in(NULL, 0);
        if (flickemup_clears(rules, state, object, &why) >= 0) {
            out[count++] = flickemup_move(FLICKEMUP_CLEAR, object, FLICKEMUP_SIDE_LEFT);
            out[count++] = flickemup_move(FLICKEMUP_CLEAR, object, FLICKEMUP_SIDE_RIGHT);
        }
    }
    return count;
}

static bool can_free(const struct flickemup_state *state)
{
    if (!flip_set_has(state->here, FLICKEMUP_GALLOWS) || !flickemup_stands(&state->figure[state->active]))
        return false;
    const struct flip_pose *pose = &state->pose[state->active];
    if (flickemup_distance(FLICKEMUP_GALLOWS, &state->pose[FLICKEMUP_GALLOWS], pose->x, pose->y, false) >
        FLICKEMUP_ROPE + FLICKEMUP_COWBOY_RADIUS)
        return false;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (state->figure[cowboy].where == FLICKEMUP_ON_GALLOWS &&
            flickemup_team_of(cowboy) == flickemup_team_of(state->active))
            return true;
    return false;
}

static int list_actions(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move *out)
{
    const int cowboy = state->active;
    const struct flickemup_figure *figure = &state->figure[cowboy];
    int count = 0;
    out[count++] = open_move(FLICKEMUP_MOVE, cowboy, 0);
    count += list_shots(rules, state, cowboy, out + count);
    if (flickemup_rule(rules, FLICKEMUP_RULE_DYNAMITE) && flickemup_holds(figure, FLICKEMUP_DYNAMITE))
        out[count++] = open_move(FLICKEMUP_THROW, 0, 0);
    count += flickemup_token_moves(rules, state, out + count);
    if (can_free(state))
        out[count++] = flickemup_move(FLICKEMUP_FREE, 0, 0);
    return count;
}

static int list_playing(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move *out)
{
    struct flip_pose from;
    int count = 0;
    if (state->actions > 0)
        count = list_actions(rules, state, out);
    else if (state->second &&
             flickemup_muzzle(rules, state, state->active, state->second - 1, 0, FLICKEMUP_BULLET_RADIUS, &from))
        out[count++] = open_move(FLICKEMUP_SHOOT, state->second - 1, 0);
    flip_move walk[FLICKEMUP_FIGURES - FLICKEMUP_WITNESSES];
    int walks = 0;
    for (int witness = FLICKEMUP_WITNESSES; witness < FLICKEMUP_FIGURES; witness++)
        if (flickemup_witness_may(rules, state, witness))
            walk[walks++] = open_move(FLICKEMUP_MOVE, witness, 0);
    if (count + walks > 0) /* before a flick */
        count += list_clearings(rules, state, out + count);
    if (state->may_face)
        out[count++] = flickemup_aimed(flickemup_move(FLICKEMUP_FACE, 0, 0), FLICKEMUP_OPEN, 0, 0);
    for (int i = 0; i < walks; i++)
        out[count++] = walk[i];
    out[count++] = flickemup_move(FLICKEMUP_END, 0, 0);
    return count;
}

static int list_enemies(const struct flickemup_state *state, flip_move *out)
{
    int count = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (flickemup_team_of(cowboy) != flickemup_team_of(state->active) &&
            flickemup_building_of(&state->figure[cowboy]) == state->duel.building)
            out[count++] = flickemup_move(FLICKEMUP_DUEL, cowboy, 0);
    return count;
}

enum { MOST = 256 };

static int list_all(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move out[MOST])
{
    switch (state->stage) {
    case FLICKEMUP_CHOOSING:
        return list_hats(state, out);
    case FLICKEMUP_PLAYING:
        return list_playing(rules, state, out);
    case FLICKEMUP_CHALLENGE:
        return list_enemies(state, out);
    case FLICKEMUP_DUELLING:
        return list_shots(rules, state, flickemup_duellist(state), out);
    case FLICKEMUP_KEEPING:
        return flickemup_token_moves(rules, state, out);
    default:
        return 0;
    }
}

int flickemup_moves(const void *rules, const void *state, int seat, flip_move *out, int cap)
{
    flip_move all[MOST];
    if (flickemup_decides(rules, state) != seat)
        return 0;
    const int count = list_all(rules, state, all);
    for (int i = 0; i < count && i < cap; i++)
        out[i] = all[i];
    return count;
}

/* --- open numbers ---------------------------------------------------------------------------------------------------- */

static bool is_open(flip_move move)
{
    const int kind = flickemup_kind(move);
    return kind == FLICKEMUP_FACE ? flickemup_angle(move) == FLICKEMUP_OPEN
                                  : (kind == FLICKEMUP_MOVE || kind == FLICKEMUP_SHOOT || kind == FLICKEMUP_THROW) &&
                                        flickemup_speed(move) == 0;
}

/* The figure that a flick starts from. */
static int flicker(const struct flickemup_state *state, flip_move move)
{
    if (flickemup_kind(move) == FLICKEMUP_MOVE)
        return flickemup_what(move);
    return state->duel.on ? flickemup_duellist(state) : state->active;
}

static struct flip_range angle_range(const struct flickemup_state *state, flip_move move)
{
    struct flip_range range = {"angle", 0, FLIP_TURN - 1, 100, FLIP_TURN};
    if (flickemup_kind(move) == FLICKEMUP_FACE || state->duel.on)
        return range;
    const int building = flickemup_building_of(&state->figure[flicker(state, move)]);
    if (building >= 0) { /* through the door */
        const int32_t axis = flip_pose_facing(&state->pose[FLICKEMUP_BUILDINGS_AT + building]);
        range.min = axis - FLICKEMUP_DOOR_ANGLE;
        range.max = axis + FLICKEMUP_DOOR_ANGLE;
    }
    return range;
}

/* The numbers that a kind of move has, open or not. */
static int numbers(const struct flickemup_state *state, flip_move move, struct flip_range out[FLIP_MAX_RANGES])
{
    int count = 0;
    const int kind = flickemup_kind(move);
    if (kind != FLICKEMUP_MOVE && kind != FLICKEMUP_SHOOT && kind != FLICKEMUP_THROW && kind != FLICKEMUP_FACE)
        return 0;
    if (kind == FLICKEMUP_SHOOT && flickemup_what(move) == FLICKEMUP_SIDE_AROUND)
        out[count++] = (struct flip_range){"around", 0, FLIP_TURN - 1, 100, FLIP_TURN};
    out[count++] = angle_range(state, move);
    if (kind != FLICKEMUP_FACE)
        out[count++] = (struct flip_range){"speed", FLIP_SPEED_MIN, FLIP_SPEED_MAX, 1, 0};
    return count;
}

int flickemup_ranges(const void *rules, const void *state, int seat, flip_move move,
                     struct flip_range out[FLIP_MAX_RANGES])
{
    (void)rules, (void)seat;
    return is_open(move) ? numbers(state, move, out) : 0;
}

flip_move flickemup_fill(const void *rules, const void *state, int seat, flip_move move, const int32_t *values)
{
    (void)rules, (void)seat;
    struct flip_range range[FLIP_MAX_RANGES];
    const int count = numbers(state, move, range);
    const bool around = count == 3;
    return flickemup_aimed(move, flip_angle(values[around]), count > 1 ? values[1 + around] : 0,
                           around ? values[0] : 0);
}

/* --- why not --------------------------------------------------------------------------------------------------------- */

flip_move flickemup_template(flip_move move)
{
    const int kind = flickemup_kind(move), what = flickemup_what(move), other = flickemup_other(move);
    if (kind == FLICKEMUP_SHOOT && what == FLICKEMUP_SIDE_AROUND)
        return open_around();
    if (kind == FLICKEMUP_MOVE || kind == FLICKEMUP_SHOOT || kind == FLICKEMUP_THROW || kind == FLICKEMUP_FACE)
        return open_move((enum flickemup_kind)kind, what, other);
    return move;
}

static bool within(const struct flip_range *range, int32_t value)
{
    if (range->turn) {
        value = (value - range->min) % range->turn;
        value = (value < 0 ? value + range->turn : value) + range->min;
    }
    return value >= range->min && value <= range->max;
}

static const char *reason(const struct flickemup_state *state, int kind)
{
    const bool inside = state->active < FLICKEMUP_FIGURES && state->figure[state->active].where >= FLICKEMUP_INSIDE;
    if (state->stage == FLICKEMUP_CHOOSING)
        return kind == FLICKEMUP_PLAY ? (state->fresh ? "A round begins with the cowboy that holds the initiative"
                                                      : "This hat is not available: it has played in this round")
                                      : "First choose a cowboy to play";
    if (state->stage == FLICKEMUP_DUELLING)
        return "In a duel the only thing to do is to shoot";
    if (state->stage == FLICKEMUP_CHALLENGE)
        return "First choose whom to duel with";
    if (state->stage == FLICKEMUP_KEEPING)
        return "First keep or leave the token that was turned up";
    if (kind == FLICKEMUP_FACE)
        return "A cowboy turns only after standing up and after a move, once";
    if (state->actions == 0 && kind != FLICKEMUP_PLAY)
        return "Both actions of this cowboy have been taken";
    switch (kind) {
    case FLICKEMUP_SHOOT:
        return "There is no room for a bullet at that side of him";
    case FLICKEMUP_THROW:
        return "He has no dynamite";
    case FLICKEMUP_TAKE:
    case FLICKEMUP_EXCHANGE:
        return inside ? "There is no such token in this building, or no room in his hands for it"
                      : "Tokens are taken inside a building";
    case FLICKEMUP_DROP:
        return inside ? "He does not have such a token" : "Tokens are dropped inside a building";
    case FLICKEMUP_POISON:
        return "Only an outlaw poisons, inside a building with clean water";
    case FLICKEMUP_PURIFY:
        return "Only a lawman purifies, inside a building with poisoned water";
    case FLICKEMUP_FREE:
        return "The prisoner is freed by a teammate within 60 mm of the gallows";
    case FLICKEMUP_MOVE:
        return "This figure cannot be moved now";
    default:
        return "This cannot be done now";
    }
}

/* A reason as the sentence that refuses a move. */
static void refuse(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move move,
                   struct flip_error *why)
{
    const int object = flickemup_what(move);
    char words[FLICKEMUP_WHY] = "";
    struct flip_text out = flip_text_in(words, sizeof words);
    if (flickemup_kind(move) == FLICKEMUP_CLEAR && state->stage == FLICKEMUP_PLAYING && object >= FLICKEMUP_BARRELS &&
        object < FLICKEMUP_PIECES)
        flickemup_clears(rules, state, object, &out);
    if (out.length == 0)
        flip_text_add(&out, "%s", reason(state, flickemup_kind(move)));
    if (words[0] >= 'a' && words[0] <= 'z')
        words[0] = (char)(words[0] - 'a' + 'A');
    flip_fail(why, FLIP_ERROR_ILLEGAL, "%s.", words);
}

bool flickemup_legal(const void *rules, const void *state_, int seat, flip_move move, struct flip_error *why)
{
    const struct flickemup_state *state = state_;
    flip_move all[MOST];
    if (flickemup_decides(rules, state) != seat) {
        flip_fail(why, FLIP_ERROR_NOT_YOUR_TURN, "Another player has to decide now.");
        return false;
    }
    const int count = list_all(rules, state, all);
    const flip_move wanted = flickemup_template(move);
    int i = 0;
    while (i < count && all[i] != wanted)
        i++;
    if (i == count) {
        refuse(rules, state, move, why);
        return false;
    }
    struct flip_range range[FLIP_MAX_RANGES];
    const int open = numbers(state, move, range);
    const int32_t angle = flickemup_angle(move), speed = flickemup_speed(move), around = flickemup_around(move);
    const int32_t value[3] = {open == 3 ? around : angle, open == 3 ? angle : speed, speed};
    for (int k = 0; k < open; k++)
        if (!within(&range[k], value[k])) {
            flip_fail(why, FLIP_ERROR_ILLEGAL,
                      k + 1 == open && open > 1 ? "A flick goes at 100 to 4000 mm/s."
                                                : "From inside, the aim is within 45 degrees of the door's axis.");
            return false;
        }
    if (open == 0 && move != wanted) {
        flip_fail(why, FLIP_ERROR_ILLEGAL, "This is no move.");
        return false;
    }
    return true;
}
