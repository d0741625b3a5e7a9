/*
 * Flick 'em Up! from the set-up to the last hat: what a table is opened with, who is to act, what chance decides, and what a
 * move does. The outcomes of flicks come in through settle.c.
 */
#include "games/flickemup/flickemup.h"

#include <string.h>

const struct flickemup_hand flickemup_hands[] = {
    {"exact", 0, 0},     {"robot", 0, 0},       {"expert", 250, 800},    {"good", 320, 1100},
    {"fair", 400, 1400}, {"novice", 500, 1700}, {"beginner", 600, 2000}, {NULL, 0, 0},
};

/* The middles of 64 equally likely parts. */
const int32_t flickemup_quantile[FLICKEMUP_QUANTILES] = {
    -2418, -1987, -1762, -1601, -1473, -1366, -1273, -1189, -1113, -1043, -978, -917, -858, -803, -750, -699,
    -650,  -602,  -556,  -511,  -467,  -424,  -381,  -339,  -298,  -257,  -217, -177, -138, -98,  -59,  -20,
    20,    59,    98,    138,   177,   217,   257,   298,   339,   381,   424,  467,  511,  556,  602,  650,
    699,   750,   803,   858,   917,   978,   1043,  1113,  1189,  1273,  1366, 1473, 1601, 1762, 1987, 2418};

/* --- set-up ---------------------------------------------------------------------------------------------------------- */

static uint8_t hand_of(const char *word, size_t length)
{
    for (uint8_t i = 0; flickemup_hands[i].name; i++)
        if (strlen(flickemup_hands[i].name) == length && memcmp(flickemup_hands[i].name, word, length) == 0)
            return i;
    return 0;
}

/* "expert" for all seats, or a word for each: "expert,beginner". */
static int read_hands(struct flickemup_rules *rules, const char *value, int seats, struct flip_error *error)
{
    const char *word = value;
    for (int seat = 0; seat < seats; seat++) {
        const size_t length = strcspn(word, ",");
        rules->hand[seat] = hand_of(word, length);
        const bool more = word[length] == ',';
        if (more && seat + 1 < seats)
            word += length + 1;
        else if (more || (word != value && seat + 1 < seats))
            return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                             "Option hand names one hand for all, or one for each of %d seats.", seats);
    }
    return 0;
}

int flickemup_prepare(void *rules_, const void *edition, const struct flip_options *options, int seats,
                      struct flip_error *error)
{
    struct flickemup_rules *rules = rules_;
    memcpy(&rules->edition, edition, sizeof rules->edition);
    rules->seats = seats;
    rules->clear_in_reach = options->version >= 2;
    if (flickemup_read_teams(rules, options->value[FLICKEMUP_OPTION_TEAMS], error) < 0)
        return -1;
    return read_hands(rules, options->value[FLICKEMUP_OPTION_HAND], seats, error);
}

void flickemup_start(const void *rules_, void *state_)
{
    const struct flickemup_rules *rules = rules_;
    const struct flickemup_edition *edition = &rules->edition;
    struct flickemup_state *state = state_;
    memset(state, 0, sizeof *state);
    state->here = edition->here & ~(FLIP_BIT(FLICKEMUP_FIGURES) - 1);
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++)
        if (flip_set_has(edition->here, piece))
            state->pose[piece] =
                flickemup_standing(piece, edition->spot[piece].x, edition->spot[piece].y, edition->spot[piece].angle);
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        state->figure[figure].where = edition->where[figure];
        state->figure[figure].hit_points = edition->hit_points[figure];
        state->figure[figure].blue = edition->hour & 1;
        memcpy(state->figure[figure].hand, edition->hand[figure], sizeof state->figure[figure].hand);
    }
    memcpy(state->up, edition->up, sizeof state->up);
    memcpy(state->down, edition->down, sizeof state->down);
    memcpy(state->pool, edition->pool, sizeof state->pool);
    state->hour = edition->hour;
    state->initiative = edition->initiative;
    state->team = (uint8_t)flickemup_team_of(edition->initiative);
    state->fresh = 1;
    state->active = FLICKEMUP_NOBODY;
    state->stage = FLICKEMUP_CHOOSING;
}

/* --- whose turn, what chance ----------------------------------------------------------------------------------------- */

flip_set flickemup_turn(const void *rules, const void *state_)
{
    const struct flickemup_state *state = state_;
    switch (state->stage) {
    case FLICKEMUP_TURNING_UP:
    case FLICKEMUP_ERR_ANGLE:
    case FLICKEMUP_ERR_SPEED:
    case FLICKEMUP_FLYING:
        return FLIP_BIT(FLIP_DEALER);
    case FLICKEMUP_OVER:
        return 0;
    default:
        return FLIP_BIT(flickemup_decides(rules, state));
    }
}

void flickemup_chances(const void *rules, const void *state_, struct flip_chances *out)
{
    const struct flickemup_state *state = state_;
    (void)rules;
    switch (state->stage) {
    case FLICKEMUP_TURNING_UP:
        out->kind = FLIP_CHANCE_LIST;
        out->count = 0;
        for (int token = FLICKEMUP_GOLD; token < FLICKEMUP_TOKENS; token++)
            if (state->pool[token])
                out->list[out->count++] =
                    (struct flip_chance){flickemup_move(FLICKEMUP_TOKEN, token, 0), state->pool[token]};
        return;
    case FLICKEMUP_ERR_ANGLE:
    case FLICKEMUP_ERR_SPEED:
        /* `what` lies behind the kind, so the members of a set are not one after the other: a list of equals. */
        out->kind = FLIP_CHANCE_LIST;
        out->count = FLICKEMUP_QUANTILES;
        for (int i = 0; i < FLICKEMUP_QUANTILES; i++)
            out->list[i] = (struct flip_chance){
                flickemup_move(state->stage == FLICKEMUP_ERR_ANGLE ? FLICKEMUP_ANGLE_ERROR : FLICKEMUP_SPEED_ERROR, i,
                               0),
                1};
        return;
    default:
        out->kind = FLIP_CHANCE_OUTSIDE;
    }
}

/* --- flicks ---------------------------------------------------------------------------------------------------------- */

static const struct flickemup_hand *hand(const struct flickemup_rules *rules, const struct flickemup_state *state)
{
    return &flickemup_hands[rules->hand[flickemup_decides(rules, state)]];
}

/* What is still to be dealt before the outcome. A barrel guide removes the hand's error of angle. */
static void next_of_flick(const struct flickemup_rules *rules, struct flickemup_state *state, int after)
{
    const bool guided = state->aim.kind == FLICKEMUP_FLICK_SHOT && state->aim.side == FLICKEMUP_SIDE_AROUND;
    const struct flickemup_hand *own = hand(rules, state);
    if (after < FLICKEMUP_ERR_ANGLE && own->angle > 0 && !guided)
        state->stage = FLICKEMUP_ERR_ANGLE;
    else if (after < FLICKEMUP_ERR_SPEED && own->speed > 0)
        state->stage = FLICKEMUP_ERR_SPEED;
    else
        state->stage = FLICKEMUP_FLYING;
}

static int32_t rounded(int64_t value, int64_t unit)
{
    return (int32_t)((value + (value < 0 ? -unit / 2 : unit / 2)) / unit);
}

static void err(const struct flickemup_rules *rules, struct flickemup_state *state, flip_move event)
{
    const int64_t quantile = flickemup_quantile[flickemup_what(event)];
    if (flickemup_kind(event) == FLICKEMUP_ANGLE_ERROR) {
        state->aim.angle = flip_angle(state->aim.angle + rounded(quantile * hand(rules, state)->angle, 1000));
        next_of_flick(rules, state, FLICKEMUP_ERR_ANGLE);
        return;
    }
    const int64_t part = 10000 + rounded(quantile * hand(rules, state)->speed, 1000);
    const int32_t speed = rounded(state->aim.speed * part, 10000);
    state->aim.speed = speed < FLIP_SPEED_MIN ? FLIP_SPEED_MIN : speed > FLIP_SPEED_MAX ? FLIP_SPEED_MAX : speed;
    next_of_flick(rules, state, FLICKEMUP_ERR_SPEED);
}

static void spend(struct flickemup_state *state)
{
    state->actions--;
    state->acted++;
    state->second = state->may_face = 0;
}

static void flick_move(const struct flickemup_rules *rules, struct flickemup_state *state, flip_move move)
{
    const int figure = flickemup_what(move);
    const struct flip_pose lay = state->pose[figure];
    if (state->figure[figure].fallen) /* a witness: a cowboy has stood up when he was chosen */
        flickemup_stand(rules, state, figure, lay.x, lay.y, flip_pose_facing(&lay));
    state->aim.kind = FLICKEMUP_FLICK_MOVE;
    state->aim.figure = (uint8_t)figure;
    state->aim.side = 0;
    state->aim.inside = (uint8_t)(1 + flickemup_building_of(&state->figure[figure]));
    flickemup_disc_start(rules, state, figure, &state->aim.from);
    if (figure < FLICKEMUP_COWBOYS) {
        spend(state);
        return;
    }
    state->figure[figure].walked = true;
    if (state->acted > 0) /* before or after his actions, not between them */
        state->actions = 0;
}

static void flick_shot(const struct flickemup_rules *rules, struct flickemup_state *state, flip_move move)
{
    const int side = flickemup_what(move);
    const int shooter = state->duel.on ? flickemup_duellist(state) : state->active;
    const struct flickemup_figure *figure = &state->figure[shooter];
    state->aim.kind = FLICKEMUP_FLICK_SHOT;
    state->aim.figure = (uint8_t)shooter;
    state->aim.side = (uint8_t)side;
    state->aim.inside = state->duel.on ? 0 : (uint8_t)(1 + flickemup_building_of(figure));
    flickemup_muzzle(rules, state, shooter, side, flickemup_around(move), FLICKEMUP_BULLET_RADIUS, &state->aim.from);
    if (state->duel.on)
        return;
    if (state->second == side + 1) { /* the other bullet of the same action */
        state->second = state->may_face = 0;
        return;
    }
    spend(state);
    if (side <= FLICKEMUP_SIDE_RIGHT && flickemup_rule(rules, FLICKEMUP_RULE_TWO_PISTOLS) &&
        flickemup_holds(figure, FLICKEMUP_COLT))
        state->second = (uint8_t)(1 + !side);
}

static void flick_throw(const struct flickemup_rules *rules, struct flickemup_state *state)
{
    struct flickemup_figure *figure = &state->figure[state->active];
    const int building = flickemup_building_of(figure);
    state->aim.kind = FLICKEMUP_FLICK_THROW;
    state->aim.figure = state->active;
    state->aim.side = 0;
    state->aim.inside = (uint8_t)(1 + building);
    if (building >= 0)
        flickemup_muzzle(rules, state, state->active, FLICKEMUP_SIDE_DOOR, 0, FLICKEMUP_DYNAMITE_RADIUS,
                         &state->aim.from);
    else if (!flickemup_muzzle(rules, state, state->active, FLICKEMUP_SIDE_LEFT, 0, FLICKEMUP_DYNAMITE_RADIUS,
                               &state->aim.from))
        flickemup_muzzle(rules, state, state->active, FLICKEMUP_SIDE_RIGHT, 0, FLICKEMUP_DYNAMITE_RADIUS,
                         &state->aim.from);
    flickemup_put_down(figure, FLICKEMUP_DYNAMITE);
    state->used++;
    spend(state);
}

static void flick(const struct flickemup_rules *rules, struct flickemup_state *state, flip_move move)
{
    switch (flickemup_kind(move)) {
    case FLICKEMUP_MOVE:
        flick_move(rules, state, move);
        break;
    case FLICKEMUP_SHOOT:
        flick_shot(rules, state, move);
        break;
    default:
        flick_throw(rules, state);
    }
    state->aim.angle = flickemup_angle(move);
    state->aim.speed = flickemup_speed(move);
    next_of_flick(rules, state, 0);
}

/* --- everything else ------------------------------------------------------------------------------------------------- */

static void free_prisoner(const struct flickemup_rules *rules, struct flickemup_state *state)
{
    const struct flip_pose *gallows = &state->pose[FLICKEMUP_GALLOWS];
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        if (state->figure[cowboy].where != FLICKEMUP_ON_GALLOWS ||
            flickemup_team_of(cowboy) != flickemup_team_of(state->active))
            continue;
        int32_t x, y;
        flickemup_from_door(gallows, 0, FLICKEMUP_FREED, &x, &y);
        flickemup_stand(rules, state, cowboy, x, y, flip_pose_facing(gallows));
        state->figure[cowboy].hit_points = 1;
        return;
    }
}

static void take_token(const struct flickemup_rules *rules, struct flickemup_state *state, flip_move move)
{
    spend(state);
    if (flickemup_kind(move) == FLICKEMUP_TAKE && flickemup_what(move) == FLICKEMUP_FACE_DOWN) {
        state->down[flickemup_building_of(&state->figure[state->active])]--;
        state->stage = FLICKEMUP_TURNING_UP;
        return;
    }
    flickemup_token_move(rules, state, move);
    flickemup_go_on(rules, state);
}

static void clear(const struct flickemup_rules *rules, struct flickemup_state *state, flip_move move)
{
    struct flip_text why = flip_text_in(NULL, 0);
    const int building = flickemup_clears(rules, state, flickemup_what(move), &why);
    if (building >= 0)
        flickemup_put_aside(rules, state, flickemup_what(move), building, flickemup_other(move) == FLICKEMUP_SIDE_LEFT);
}

static void act(const struct flickemup_rules *rules, struct flickemup_state *state, flip_move move)
{
    switch (flickemup_kind(move)) {
    case FLICKEMUP_PLAY:
        flickemup_begin_turn(rules, state, flickemup_what(move));
        return;
    case FLICKEMUP_FACE:
        state->pose[state->active] = flickemup_standing(state->active, state->pose[state->active].x,
                                                        state->pose[state->active].y, flickemup_angle(move));
        state->may_face = 0;
        flickemup_go_on(rules, state);
        return;
    case FLICKEMUP_TAKE:
    case FLICKEMUP_DROP:
    case FLICKEMUP_EXCHANGE:
    case FLICKEMUP_POISON:
    case FLICKEMUP_PURIFY:
        take_token(rules, state, move);
        return;
    case FLICKEMUP_KEEP:
    case FLICKEMUP_LEAVE:
        flickemup_token_move(rules, state, move);
        state->turned_up = 0;
        flickemup_go_on(rules, state);
        return;
    case FLICKEMUP_CLEAR:
        clear(rules, state, move);
        return;
    case FLICKEMUP_FREE:
        spend(state);
        free_prisoner(rules, state);
        flickemup_go_on(rules, state);
        return;
    case FLICKEMUP_DUEL:
        flickemup_start_duel(rules, state, state->active, flickemup_what(move));
        return;
    default:
        flickemup_end_turn(rules, state);
    }
}

void flickemup_apply(const void *rules, void *state_, int seat, flip_move move)
{
    struct flickemup_state *state = state_;
    const int kind = flickemup_kind(move);
    (void)seat;
    if (kind == FLICKEMUP_ANGLE_ERROR || kind == FLICKEMUP_SPEED_ERROR) {
        err(rules, state, move);
        return;
    }
    if (kind == FLICKEMUP_MOVE || kind == FLICKEMUP_SHOOT || kind == FLICKEMUP_THROW) {
        flick(rules, state, move);
        return;
    }
    /* A flick is known to all when it is settled, everything else at once. */
    state->phase++;
    if (kind == FLICKEMUP_TOKEN) {
        state->turned_up = (uint8_t)flickemup_what(move);
        state->pool[state->turned_up]--;
        state->stage = FLICKEMUP_KEEPING;
        return;
    }
    act(rules, state, move);
}

uint32_t flickemup_phase(const void *rules, const void *state)
{
    (void)rules;
    return ((const struct flickemup_state *)state)->phase;
}

/* Nothing is hidden: a face-down token has no kind before it is turned up. */
void flickemup_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random)
{
    (void)rules, (void)state, (void)before, (void)seat, (void)random;
}
