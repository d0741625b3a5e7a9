/* Moves and events in notation, as JSON and as phrases; the names of pieces. */
#include "games/flickemup/flickemup.h"

static const char *const kinds[] = {
    [FLICKEMUP_PLAY] = "play",     [FLICKEMUP_MOVE] = "move",         [FLICKEMUP_SHOOT] = "shoot",
    [FLICKEMUP_THROW] = "throw",   [FLICKEMUP_FACE] = "face",         [FLICKEMUP_TAKE] = "take",
    [FLICKEMUP_DROP] = "drop",     [FLICKEMUP_EXCHANGE] = "exchange", [FLICKEMUP_KEEP] = "keep",
    [FLICKEMUP_LEAVE] = "leave",   [FLICKEMUP_CLEAR] = "clear",       [FLICKEMUP_POISON] = "poison",
    [FLICKEMUP_PURIFY] = "purify", [FLICKEMUP_FREE] = "free",         [FLICKEMUP_DUEL] = "duel",
    [FLICKEMUP_END] = "end",       [FLICKEMUP_ANGLE_ERROR] = "angle", [FLICKEMUP_SPEED_ERROR] = "speed",
    [FLICKEMUP_TOKEN] = "token",
};
static const char *const sides[] = {"left", "right", "door", "around"};

static const char *token_word(int token)
{
    return token == FLICKEMUP_FACE_DOWN ? "face_down" : flickemup_token_words[token - FLICKEMUP_GOLD];
}

static const char *dropped_word(int token) { return token == FLICKEMUP_ALL_TOKENS ? "all" : token_word(token); }

static bool witness(flip_move move)
{
    return flickemup_kind(move) == FLICKEMUP_MOVE && flickemup_what(move) >= FLICKEMUP_WITNESSES;
}

static bool flicks(int kind) { return kind == FLICKEMUP_MOVE || kind == FLICKEMUP_SHOOT || kind == FLICKEMUP_THROW; }

static bool open(flip_move move)
{
    return flickemup_kind(move) == FLICKEMUP_FACE ? flickemup_angle(move) == FLICKEMUP_OPEN
                                                  : flickemup_speed(move) == 0;
}

void flickemup_degrees(int32_t angle, struct flip_text *out)
{
    static const struct flip_range degrees = {"", 0, 0, 100, 0};
    flip_range_text(&degrees, angle, out);
}

/* The hand's error that an event stands for: 1/100 degree, or 1/100 of a percent. */
static int32_t error_of(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move event)
{
    const struct flickemup_hand *hand = &flickemup_hands[rules->hand[flickemup_decides(rules, state)]];
    const int32_t sigma = flickemup_kind(event) == FLICKEMUP_ANGLE_ERROR ? hand->angle : hand->speed;
    const int32_t value = flickemup_quantile[flickemup_what(event)] * sigma;
    return (value + (value < 0 ? -500 : 500)) / 1000;
}

/* --- notation -------------------------------------------------------------------------------------------------------- */

static void event_text(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move event,
                       struct flip_text *out)
{
    if (flickemup_kind(event) == FLICKEMUP_TOKEN) {
        flip_text_add(out, "%s", token_word(flickemup_what(event)));
        return;
    }
    const int32_t error = error_of(rules, state, event);
    flip_text_add(out, "%s %s", kinds[flickemup_kind(event)], error < 0 ? "" : "+");
    flickemup_degrees(error, out);
}

void flickemup_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    const int kind = flickemup_kind(move), what = flickemup_what(move), other = flickemup_other(move);
    if (seat == FLIP_DEALER) {
        event_text(rules, state, move, out);
        return;
    }
    flip_text_add(out, "%s", witness(move) ? "walk" : kinds[kind]);
    switch (kind) {
    case FLICKEMUP_PLAY:
    case FLICKEMUP_DUEL:
        flip_text_add(out, " %s", flickemup_piece_names[what]);
        return;
    case FLICKEMUP_TAKE:
    case FLICKEMUP_DROP:
        flip_text_add(out, " %s", token_word(what));
        return;
    case FLICKEMUP_EXCHANGE:
        flip_text_add(out, " %s %s", token_word(what), dropped_word(other));
        return;
    case FLICKEMUP_KEEP:
        if (other)
            flip_text_add(out, " %s", dropped_word(other));
        return;
    case FLICKEMUP_CLEAR:
        flip_text_add(out, " %s %s", flickemup_piece_names[what], sides[other]);
        return;
    case FLICKEMUP_SHOOT:
        if (what != FLICKEMUP_SIDE_DOOR)
            flip_text_add(out, " %s", sides[what]);
        break;
    case FLICKEMUP_MOVE:
        if (witness(move))
            flip_text_add(out, " %s", flickemup_piece_names[what]);
        break;
    default:
        break;
    }
    if ((!flicks(kind) && kind != FLICKEMUP_FACE) || open(move))
        return;
    if (kind == FLICKEMUP_SHOOT && what == FLICKEMUP_SIDE_AROUND) {
        flip_text_add(out, " ");
        flickemup_degrees(flickemup_around(move), out);
    }
    flip_text_add(out, " ");
    flickemup_degrees(flickemup_angle(move), out);
    if (flicks(kind))
        flip_text_add(out, " %d", flickemup_speed(move));
}

/* --- fields ---------------------------------------------------------------------------------------------------------- */

static void event_fields(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move event,
                         struct flip_json *out)
{
    const int kind = flickemup_kind(event);
    if (kind == FLICKEMUP_TOKEN) {
        flip_json_string(out, "kind", "token");
        flip_json_string(out, "token", token_word(flickemup_what(event)));
        return;
    }
    flip_json_string(out, "kind", "hand");
    flip_json_number(out, kind == FLICKEMUP_ANGLE_ERROR ? "degrees" : "percent", error_of(rules, state, event) / 100.0);
}

/* Where the flicked piece starts; false: that depends on a guide's place that is still open. */
bool flickemup_starts_at(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move move,
                         struct flip_pose *from)
{
    const int kind = flickemup_kind(move), what = flickemup_what(move);
    const int shooter = state->duel.on ? flickemup_duellist(state) : state->active;
    if (kind == FLICKEMUP_MOVE)
        flickemup_disc_start(rules, state, what, from);
    else if (kind == FLICKEMUP_SHOOT && what == FLICKEMUP_SIDE_AROUND && open(move))
        return false;
    else if (!flickemup_muzzle(
                 rules, state, shooter,
                 kind == FLICKEMUP_THROW
                     ? (flickemup_building_of(&state->figure[shooter]) >= 0 ? FLICKEMUP_SIDE_DOOR : FLICKEMUP_SIDE_LEFT)
                     : what,
                 flickemup_around(move), kind == FLICKEMUP_THROW ? FLICKEMUP_DYNAMITE_RADIUS : FLICKEMUP_BULLET_RADIUS,
                 from) &&
             kind == FLICKEMUP_THROW)
        flickemup_muzzle(rules, state, shooter, FLICKEMUP_SIDE_RIGHT, 0, FLICKEMUP_DYNAMITE_RADIUS, from);
    return true;
}

/* In mm: a face shows its preview from there. */
static void from_field(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move move,
                       struct flip_json *out)
{
    struct flip_pose from;
    if (!flickemup_starts_at(rules, state, move, &from))
        return;
    flip_json_open(out, "from", '{');
    flip_json_number(out, "x", from.x / 100.0);
    flip_json_number(out, "y", from.y / 100.0);
    flip_json_close(out);
}

void flickemup_fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out)
{
    const int kind = flickemup_kind(move), what = flickemup_what(move), other = flickemup_other(move);
    if (seat == FLIP_DEALER) {
        event_fields(rules, state, move, out);
        return;
    }
    flip_json_string(out, "kind", witness(move) ? "walk" : kinds[kind]);
    switch (kind) {
    case FLICKEMUP_PLAY:
    case FLICKEMUP_DUEL:
        flip_json_string(out, "cowboy", flickemup_piece_names[what]);
        break;
    case FLICKEMUP_TAKE:
    case FLICKEMUP_DROP:
    case FLICKEMUP_LEAVE:
        flip_json_string(out, "token", token_word(what));
        break;
    case FLICKEMUP_KEEP:
        flip_json_string(out, "token", token_word(what));
        if (other)
            flip_json_string(out, "drop", dropped_word(other));
        break;
    case FLICKEMUP_EXCHANGE:
        flip_json_string(out, "take", token_word(what));
        flip_json_string(out, "drop", dropped_word(other));
        break;
    case FLICKEMUP_CLEAR:
        flip_json_string(out, "object", flickemup_piece_names[what]);
        flip_json_string(out, "side", sides[other]);
        break;
    case FLICKEMUP_SHOOT:
        flip_json_string(out, "side", sides[what]);
        break;
    case FLICKEMUP_MOVE:
        if (witness(move))
            flip_json_string(out, "figure", flickemup_piece_names[what]);
        break;
    default:
        break;
    }
    if (flicks(kind))
        from_field(rules, state, move, out);
    if ((!flicks(kind) && kind != FLICKEMUP_FACE) || open(move))
        return;
    if (kind == FLICKEMUP_SHOOT && what == FLICKEMUP_SIDE_AROUND)
        flip_json_number(out, "around", flickemup_around(move) / 100.0);
    flip_json_number(out, "angle", flickemup_angle(move) / 100.0);
    if (flicks(kind))
        flip_json_int(out, "speed", flickemup_speed(move));
}

/* --- phrases --------------------------------------------------------------------------------------------------------- */

static const char *const token_phrases[FLICKEMUP_TOKENS] = {"nothing",      "a sack of gold", "a Colt",
                                                            "a Winchester", "clean water",    "poisoned water",
                                                            "dynamite",     "a document",     "the hostage"};

static const char *phrase(int token)
{
    return token == FLICKEMUP_FACE_DOWN ? "a face-down token" : token_phrases[token];
}

/* How hard a bullet goes: below the first few fall, above the second most who are touched. */
static const char *strength(int speed) { return speed < 1500 ? "gentle" : speed < 2300 ? "firm" : "strong"; }

/* A bullet means whoever is first in its line. */
static void tell_target(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move move,
                        struct flip_text *out)
{
    struct flip_pose from;
    int32_t way;
    if (open(move) || !flickemup_starts_at(rules, state, move, &from))
        return;
    const int target = flickemup_in_line(rules, state, &from, flickemup_angle(move), FLICKEMUP_BULLET_RADIUS,
                                         state->duel.on ? flickemup_duellist(state) : state->active, &way);
    flip_text_add(out, target == FLICKEMUP_NOBODY ? " into the open" : " at ");
    if (target != FLICKEMUP_NOBODY)
        flickemup_add_piece(out, target);
}

/* How far a disc or a stick would slide, and what is there: a door to go through, or something in the way. */
static void tell_way(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move move,
                     struct flip_text *out)
{
    const int speed = flickemup_speed(move), angle = flickemup_angle(move);
    const bool thrown = flickemup_kind(move) == FLICKEMUP_THROW;
    const int32_t radius = thrown ? FLICKEMUP_DYNAMITE_RADIUS : FLICKEMUP_DISC_RADIUS;
    const int32_t reach = (int32_t)((int64_t)speed * speed * FLICKEMUP_MM / (2 * FLIP_SLOWING));
    struct flip_pose from;
    int32_t way;
    if (open(move) || !flickemup_starts_at(rules, state, move, &from))
        return;
    const int cm = (reach + 500) / 1000;
    flip_text_add(out, " %d cm", cm ? cm : 1);
    const int touched =
        flickemup_in_line(rules, state, &from, angle, radius, thrown ? state->active : flickemup_what(move), &way);
    const int32_t free = touched == FLICKEMUP_NOBODY || way > reach ? reach : way;
    const int door = thrown ? -1 : flickemup_door_in_line(rules, state, &from, angle, free);
    if (door >= 0) {
        flip_text_add(out, ", to %s", flickemup_doors[door]);
    } else if (way > 0 && touched != FLICKEMUP_NOBODY && way <= reach + (thrown ? FLICKEMUP_BLAST : 0)) {
        flip_text_add(out, ", toward ");
        flickemup_add_piece(out, touched);
    }
}

/* Where somebody turns to, as the table lies before one. */
static const char *direction(int angle)
{
    static const char *const words[] = {"right", "upper right", "top",    "upper left",
                                        "left",  "lower left",  "bottom", "lower right"};
    return words[(angle + 2250) / 4500 % 8];
}

static void tell_error(int kind, int32_t error, struct flip_text *out)
{
    const int32_t part = kind == FLICKEMUP_ANGLE_ERROR ? 1 : 4; /* 1° strays as far as 4 % of the strength */
    const int32_t size = (error < 0 ? -error : error) / part;
    const char *much = size < 100 ? "a little " : size > 300 ? "far " : "";
    if (size < 20)
        flip_text_add(out, kind == FLICKEMUP_ANGLE_ERROR ? "the aim holds" : "the strength is as intended");
    else if (kind == FLICKEMUP_ANGLE_ERROR)
        flip_text_add(out, "the hand strays %sto the %s", much, error < 0 ? "right" : "left");
    else
        flip_text_add(out, "the flick is %s%s than intended", much, error < 0 ? "softer" : "harder");
}

static void tell_event(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move event,
                       struct flip_text *out)
{
    if (flickemup_kind(event) == FLICKEMUP_TOKEN)
        flip_text_add(out, "%s turned up", phrase(flickemup_what(event)));
    else
        tell_error(flickemup_kind(event), error_of(rules, state, event), out);
}

/* Who acts: the duellist, or the cowboy whose turn it is. */
static const char *acting_name(const struct flickemup_state *state)
{
    const int piece = state->duel.on ? flickemup_duellist(state) : state->active;
    return piece == FLICKEMUP_NOBODY ? "he" : flickemup_piece_names[piece];
}

static void tell_shot(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move move,
                      struct flip_text *out)
{
    static const char *const shots[] = {[FLICKEMUP_SIDE_LEFT] = "left-hand shot",
                                        [FLICKEMUP_SIDE_RIGHT] = "right-hand shot",
                                        [FLICKEMUP_SIDE_DOOR] = "shot out of the door",
                                        [FLICKEMUP_SIDE_AROUND] = "Winchester shot"};
    flip_text_add(out, "%s fires a %s%s%s", acting_name(state), open(move) ? "" : strength(flickemup_speed(move)),
                  open(move) ? "" : " ", shots[flickemup_what(move)]);
    tell_target(rules, state, move, out);
}

static void tell_move(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move move,
                      struct flip_text *out)
{
    const char *const name = flickemup_piece_names[flickemup_what(move)];
    if (witness(move))
        flip_text_add(out, "witness %d walks", flickemup_what(move) - FLICKEMUP_WITNESSES + 1);
    else
        flip_text_add(out, "%s moves", name);
    tell_way(rules, state, move, out);
}

void flickemup_tell(const void *rules, const void *state_, int seat, flip_move move, struct flip_text *out)
{
    const struct flickemup_state *state = state_;
    const int kind = flickemup_kind(move), what = flickemup_what(move), other = flickemup_other(move);
    const char *const who = acting_name(state);
    switch (seat == FLIP_DEALER ? FLICKEMUP_TOKEN : kind) {
    case FLICKEMUP_TOKEN:
        tell_event(rules, state, move, out);
        return;
    case FLICKEMUP_PLAY:
        flip_text_add(out, "%s ", flickemup_piece_names[what]);
        if (!flickemup_lives(&state->figure[what]) || state->figure[what].where == FLICKEMUP_ON_GALLOWS)
            flip_text_add(out, "cannot act, so this is a pass");
        else
            flip_text_add(out, state->figure[what].fallen ? "plays and stands up" : "plays");
        return;
    case FLICKEMUP_MOVE:
        tell_move(rules, state, move, out);
        return;
    case FLICKEMUP_SHOOT:
        tell_shot(rules, state, move, out);
        return;
    case FLICKEMUP_THROW:
        flip_text_add(out, "%s throws dynamite", who);
        tell_way(rules, state, move, out);
        return;
    case FLICKEMUP_FACE:
        flip_text_add(out, "%s turns", who);
        if (!open(move))
            flip_text_add(out, " to face the %s", direction(flickemup_angle(move)));
        return;
    case FLICKEMUP_TAKE:
        flip_text_add(out, "%s takes %s", who, phrase(what));
        return;
    case FLICKEMUP_DROP:
        flip_text_add(out, "%s lays down %s", who, phrase(what));
        return;
    case FLICKEMUP_EXCHANGE:
        flip_text_add(out, "%s takes %s and lays down %s", who, phrase(what),
                      other == FLICKEMUP_ALL_TOKENS ? "all he had" : phrase(other));
        return;
    case FLICKEMUP_KEEP:
        flip_text_add(out, "%s keeps %s", who, phrase(what));
        if (other)
            flip_text_add(out, " and lays down %s", other == FLICKEMUP_ALL_TOKENS ? "all he had" : phrase(other));
        return;
    case FLICKEMUP_LEAVE:
        flip_text_add(out, "%s leaves %s there", who, phrase(what));
        return;
    case FLICKEMUP_CLEAR:
        flip_text_add(out, "%s moves ", who);
        flickemup_add_piece(out, what);
        flip_text_add(out, " aside to the %s", sides[other]);
        return;
    case FLICKEMUP_POISON:
        flip_text_add(out, "%s poisons the water", who);
        return;
    case FLICKEMUP_PURIFY:
        flip_text_add(out, "%s makes the water clean", who);
        return;
    case FLICKEMUP_FREE:
        flip_text_add(out, "%s frees the prisoner", who);
        return;
    case FLICKEMUP_DUEL:
        flip_text_add(out, "%s duels with %s", who, flickemup_piece_names[what]);
        return;
    default:
        flip_text_add(out, "%s ends his turn", who);
    }
}

/* --- pieces ---------------------------------------------------------------------------------------------------------- */

static const char *const flicked_words[] = {"disc", "bullet", "dynamite"};

void flickemup_flick_fields(const void *rules, const void *state_, struct flip_json *out)
{
    const struct flickemup_state *state = state_;
    (void)rules;
    flip_json_string(out, "kind", flicked_words[state->aim.kind]);
    flip_json_bool(out, "duel", state->duel.on);
    flip_json_int(out, "hour", state->hour);
}

void flickemup_piece(const void *rules, const void *state, int piece, struct flip_text *out)
{
    (void)rules;
    if (piece == FLICKEMUP_FLICKED)
        flip_text_add(out, "%s", flicked_words[((const struct flickemup_state *)state)->aim.kind]);
    else
        flip_text_add(out, "%s", flickemup_piece_names[piece]);
}

int flickemup_piece_by_name(const void *rules, const void *state, const char *name)
{
    (void)rules, (void)state;
    return flickemup_piece_named(name);
}
