/* What everybody may know: nothing is hidden but which token lies face down, and that nobody has decided yet. */
#include "games/flickemup/flickemup.h"

static void pose_json(struct flip_json *out, const char *key, const struct flip_pose *pose)
{
    flip_json_open(out, key, '[');
    flip_json_number(out, NULL, pose->x / 100.0);
    flip_json_number(out, NULL, pose->y / 100.0);
    flip_json_number(out, NULL, flip_pose_facing(pose) / 100.0);
    flip_json_close(out);
}

static void names_json(struct flip_json *out, const char *key, flip_set figures)
{
    flip_json_open(out, key, '[');
    for (; figures; figures = flip_set_rest(figures))
        flip_json_string(out, NULL, flickemup_piece_names[flip_set_first(figures)]);
    flip_json_close(out);
}

static void place_json(struct flip_json *out, const struct flickemup_rules *rules,
                       const struct flickemup_figure *figure)
{
    const int building = flickemup_building_of(figure);
    if (building >= 0)
        flip_json_string(out, "place", flickemup_building_words[building]);
    else if (figure->where == FLICKEMUP_GONE)
        flip_json_string(out, "place", rules->edition.exit[figure->exit].name);
    else
        flip_json_string(out, "place",
                         figure->where == FLICKEMUP_ON_TABLE     ? "table"
                         : figure->where == FLICKEMUP_ON_GALLOWS ? "gallows"
                                                                 : "box");
    flip_json_string(out, "state",
                     figure->where == FLICKEMUP_DEAD         ? "dead"
                     : figure->where == FLICKEMUP_GONE       ? "gone"
                     : figure->where == FLICKEMUP_ON_GALLOWS ? "prisoner"
                     : building >= 0                         ? "inside"
                     : figure->fallen                        ? "fallen"
                                                             : "standing");
}

static void figure_json(struct flip_json *out, const struct flickemup_rules *rules, const struct flickemup_state *state,
                        int number)
{
    const struct flickemup_figure *figure = &state->figure[number];
    flip_json_open(out, flickemup_piece_names[number], '{');
    flip_json_int(out, "hit_points", figure->hit_points);
    flip_json_int(out, "most_hit_points", rules->edition.hit_points[number]);
    place_json(out, rules, figure);
    if (number < FLICKEMUP_COWBOYS) {
        flip_json_string(out, "hat", figure->blue ? "blue" : "red");
        flip_json_bool(out, "available", state->stage != FLICKEMUP_OVER && figure->blue == (state->hour & 1));
        flip_json_open(out, "tokens", '[');
        for (int i = 0; i < FLICKEMUP_HAND; i++)
            if (figure->hand[i] != FLICKEMUP_NOTHING)
                flip_json_string(out, NULL, flickemup_token_words[figure->hand[i] - FLICKEMUP_GOLD]);
        flip_json_close(out);
        if (state->stage == FLICKEMUP_OVER) {
            flip_json_int(out, "shots", state->shots[number].fired);
            flip_json_int(out, "hits", state->shots[number].hits);
            flip_json_int(out, "longest", state->shots[number].longest);
        }
    } else {
        flip_json_bool(out, "walked", figure->walked);
    }
    if (figure->where == FLICKEMUP_ON_TABLE)
        pose_json(out, "pose", &state->pose[number]);
    flip_json_close(out);
}

static void building_json(struct flip_json *out, const struct flickemup_rules *rules,
                          const struct flickemup_state *state, int building)
{
    flip_set inside = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        if (flickemup_building_of(&state->figure[figure]) == building)
            inside |= FLIP_BIT(figure);
    flip_json_open(out, flickemup_building_words[building], '{');
    pose_json(out, "door", &state->pose[FLICKEMUP_BUILDINGS_AT + building]);
    names_json(out, "inside", inside);
    flip_json_open(out, "tokens", '{');
    for (int token = FLICKEMUP_GOLD; token < FLICKEMUP_TOKENS; token++)
        if (state->up[building][token])
            flip_json_int(out, flickemup_token_words[token - FLICKEMUP_GOLD], state->up[building][token]);
    flip_json_close(out);
    flip_json_int(out, "face_down", state->down[building]);
    flip_json_bool(out, "closed", rules->edition.closed_until[building] > state->hour);
    if (rules->edition.closed_until[building])
        flip_json_int(out, "closed_until", rules->edition.closed_until[building]);
    flip_json_close(out);
}

static void pieces_json(struct flip_json *out, const struct flickemup_state *state)
{
    flip_set toppled = 0;
    flip_json_open(out, "pieces", '{');
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++) {
        if (!flickemup_has_body(state, piece))
            continue;
        pose_json(out, flickemup_piece_names[piece], &state->pose[piece]);
        if (flip_pose_down(&state->pose[piece]))
            toppled |= FLIP_BIT(piece);
    }
    flip_json_close(out);
    names_json(out, "lying", toppled);
}

/* Pieces that stand need no more than `pieces` tells; of the others the whole pose, as records have it. */
static void tilted_json(struct flip_json *out, const struct flickemup_state *state)
{
    flip_json_open(out, "tilted", '{');
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++) {
        const struct flip_pose *pose = &state->pose[piece];
        if (!flickemup_has_body(state, piece) || (pose->q[1] == 0 && pose->q[2] == 0))
            continue;
        flip_json_open(out, flickemup_piece_names[piece], '[');
        flip_json_int(out, NULL, pose->x);
        flip_json_int(out, NULL, pose->y);
        flip_json_int(out, NULL, pose->z);
        for (int i = 0; i < 4; i++)
            flip_json_int(out, NULL, pose->q[i]);
        flip_json_close(out);
    }
    flip_json_close(out);
}

/* Objects that block an entrance and may not be put aside by who moves now. A view without any says nothing of it. */
static void stays_json(struct flip_json *out, const struct flickemup_rules *rules, const struct flickemup_state *state)
{
    bool any = false;
    for (int object = FLICKEMUP_BARRELS; object < FLICKEMUP_PIECES; object++) {
        char words[FLICKEMUP_WHY];
        struct flip_text why = flip_text_in(words, sizeof words);
        if (!flickemup_stays(rules, state, object, &why))
            continue;
        if (!any)
            flip_json_open(out, "stays", '{');
        flip_json_string(out, flickemup_piece_names[object], words);
        any = true;
    }
    if (any)
        flip_json_close(out);
}

static void ground_json(struct flip_json *out, const struct flickemup_state *state)
{
    flip_json_open(out, "ground", '[');
    for (int i = 0; i < state->grounded; i++) {
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "token", flickemup_token_words[state->ground[i].token - FLICKEMUP_GOLD]);
        flip_json_number(out, "x", state->ground[i].x / 100.0);
        flip_json_number(out, "y", state->ground[i].y / 100.0);
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void exits_json(struct flip_json *out, const struct flickemup_rules *rules, const struct flickemup_state *state)
{
    static const char *const edges[] = {"bottom", "top", "left", "right"};
    flip_json_open(out, "exits", '{');
    for (int i = 0; i < rules->edition.exits; i++) {
        const struct flickemup_exit *exit = &rules->edition.exit[i];
        flip_json_open(out, exit->name, '{');
        flip_json_string(out, "edge", edges[exit->edge]);
        flip_json_number(out, "from", exit->from / 100.0);
        flip_json_number(out, "to", exit->to / 100.0);
        for (int team = 0; team < FLICKEMUP_TEAMS; team++) {
            flip_json_open(out, flickemup_team_words[team], '{');
            for (int token = FLICKEMUP_GOLD; token < FLICKEMUP_TOKENS; token++)
                if (state->out[i][team][token])
                    flip_json_int(out, flickemup_token_words[token - FLICKEMUP_GOLD], state->out[i][team][token]);
            flip_json_close(out);
        }
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void duel_json(struct flip_json *out, const struct flickemup_state *state)
{
    if (!state->duel.on) {
        flip_json_null(out, "duel");
        return;
    }
    flip_json_open(out, "duel", '{');
    flip_json_string(out, "building", flickemup_building_words[state->duel.building]);
    flip_json_string(out, "entered", flickemup_piece_names[state->duel.entered]);
    flip_json_string(out, "defends", flickemup_piece_names[state->duel.defends]);
    flip_json_string(out, "shoots", flickemup_piece_names[flickemup_duellist(state)]);
    flip_json_int(out, "shots", state->duel.shots);
    flip_json_open(out, "pieces", '{');
    pose_json(out, flickemup_piece_names[state->duel.entered], &state->duel.pose[0]);
    pose_json(out, flickemup_piece_names[state->duel.defends], &state->duel.pose[1]);
    flip_json_close(out);
    flip_json_close(out);
}

static void size_json(struct flip_json *out, const char *kind, const struct flip_body *body)
{
    flip_json_open(out, kind, '[');
    for (int i = 0; i < 3; i++)
        flip_json_number(out, NULL, body->size[i] / (double)FLICKEMUP_MM);
    flip_json_close(out);
}

/* What a face that draws the town would otherwise have to know by itself: how large things are, and how far they go. */
static void measures_json(struct flip_json *out)
{
    static const struct {
        const char *kind;
        int piece; /* one of them */
    } kinds[] = {{"cowboy", 0},
                 {"witness", FLICKEMUP_WITNESSES},
                 {"building", FLICKEMUP_BUILDINGS_AT},
                 {"gallows", FLICKEMUP_GALLOWS},
                 {"barrel", FLICKEMUP_BARRELS},
                 {"cactus", FLICKEMUP_CACTUSES},
                 {"fence", FLICKEMUP_FENCES},
                 {"tumbleweed", FLICKEMUP_TUMBLEWEEDS},
                 {"block", FLICKEMUP_BLOCK}};
    static const char *const flicked[] = {
        [FLICKEMUP_FLICK_MOVE] = "disc", [FLICKEMUP_FLICK_SHOT] = "bullet", [FLICKEMUP_FLICK_THROW] = "dynamite"};
    const struct flip_pose nowhere = {0};
    flip_json_open(out, "measures", '{');
    flip_json_open(out, "sizes", '{');
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct flip_body body = flickemup_body(kinds[i].piece, &nowhere);
        size_json(out, kinds[i].kind, &body);
    }
    for (int kind = FLICKEMUP_FLICK_MOVE; kind <= FLICKEMUP_FLICK_THROW; kind++) {
        const struct flip_body body = flickemup_flicked_body((enum flickemup_flick)kind, &nowhere);
        size_json(out, flicked[kind], &body);
    }
    flip_json_close(out);
    flip_json_open(out, "front", '{');
    flip_json_number(out, "wide", FLIP_FRONT_WIDE / (double)FLICKEMUP_MM);
    flip_json_number(out, "thick", FLIP_FRONT_THICK / (double)FLICKEMUP_MM);
    flip_json_number(out, "high", FLIP_FRONT_HIGH / (double)FLICKEMUP_MM);
    flip_json_close(out);
    flip_json_number(out, "beside", FLICKEMUP_BULLET_AT / (double)FLICKEMUP_MM);
    flip_json_number(out, "blast", FLICKEMUP_BLAST / (double)FLICKEMUP_MM);
    flip_json_int(out, "slowing", FLIP_SLOWING);
    flip_json_close(out);
}

static void shared_json(struct flip_json *out, const struct flickemup_rules *rules, const struct flickemup_state *state)
{
    flip_json_open(out, "shared", '{');
    flip_json_open(out, "table", '[');
    flip_json_number(out, NULL, rules->edition.width / 100.0);
    flip_json_number(out, NULL, rules->edition.height / 100.0);
    flip_json_close(out);
    measures_json(out);
    flip_json_open(out, "clock", '{');
    flip_json_int(out, "hour", state->hour);
    flip_json_string(out, "colour", state->hour & 1 ? "blue" : "red");
    flip_json_close(out);
    flip_json_string(out, "initiative", flickemup_piece_names[state->initiative]);
    pieces_json(out, state);
    tilted_json(out, state);
    flip_json_open(out, "cowboys", '{');
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        if (state->figure[figure].where != FLICKEMUP_AWAY)
            figure_json(out, rules, state, figure);
    flip_json_close(out);
    flip_json_open(out, "buildings", '{');
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        if (flip_set_has(state->here, FLICKEMUP_BUILDINGS_AT + building))
            building_json(out, rules, state, building);
    flip_json_close(out);
    flip_json_open(out, "face_down", '{'); /* which tokens lie face down, all together */
    for (int token = FLICKEMUP_GOLD; token < FLICKEMUP_TOKENS; token++)
        if (state->pool[token])
            flip_json_int(out, flickemup_token_words[token - FLICKEMUP_GOLD], state->pool[token]);
    flip_json_close(out);
    ground_json(out, state);
    exits_json(out, rules, state);
    duel_json(out, state);
    stays_json(out, rules, state);
    flip_json_close(out);
}

static void goals_json(struct flip_json *out, const struct flickemup_edition *edition)
{
    char phrase[512];
    flip_json_open(out, "goals", '{');
    for (int team = 0; team < FLICKEMUP_TEAMS; team++) {
        struct flip_text words = flip_text_in(phrase, sizeof phrase);
        flickemup_goals_of(edition, team, &words);
        flip_json_string(out, flickemup_team_words[team], phrase);
    }
    struct flip_text words = flip_text_in(phrase, sizeof phrase);
    flickemup_noon_of(edition, &words);
    flip_json_string(out, "noon", phrase);
    flip_json_close(out);
}

void flickemup_view(const void *rules_, const void *state_, const void *before, int viewer, struct flip_json *out)
{
    static const char *const phases[] = {"choose", "play", "challenge", "duel",  "turn_up",
                                         "keep",   "hand", "hand",      "flick", "over"};
    const struct flickemup_rules *rules = rules_;
    const struct flickemup_state *state = state_;
    (void)before, (void)viewer;
    char ruling[256];
    struct flip_text words = flip_text_in(ruling, sizeof ruling);
    flickemup_say(rules, &state->verdict, &words);
    char when[32];
    struct flip_text hour = flip_text_in(when, sizeof when);
    flip_text_add(&hour, "%d o’clock", state->hour);
    flip_json_string(out, "game", "flickemup");
    flip_json_int(out, "round", state->hour);
    flip_json_string(out, "when", when);
    flip_json_string(out, "scenario", rules->edition.name);
    flip_json_string(out, "story", rules->edition.story);
    goals_json(out, &rules->edition);
    flickemup_progress(rules, state, out);
    flip_json_string(out, "phase", phases[state->stage]);
    flip_json_string(out, "team", flickemup_team_words[state->team]);
    flip_json_string(out, "active", state->active == FLICKEMUP_NOBODY ? NULL : flickemup_piece_names[state->active]);
    flip_json_int(out, "actions_left", state->actions);
    if (state->turned_up)
        flip_json_string(out, "turned_up", flickemup_token_words[state->turned_up - FLICKEMUP_GOLD]);
    flip_json_string(out, "ruling", ruling);
    flip_json_open(out, "seats", '[');
    for (int seat = 0; seat < rules->seats; seat++) {
        const int team = rules->side[seat];
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "team", flickemup_team_words[team]);
        flip_json_bool(out, "next", flickemup_seat_of(rules, state, team) == seat);
        flip_json_string(out, "hand", flickemup_hands[rules->hand[seat]].name);
        flip_json_int(out, "hit_points", flickemup_team_hit_points(state, team));
        flip_json_int(out, "eliminated", flickemup_dead_of(state, !team));
        flip_json_int(out, "lost", flickemup_dead_of(state, team));
        flip_json_close(out);
    }
    flip_json_close(out);
    shared_json(out, rules, state);
}
