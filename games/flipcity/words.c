/* Moves in words: notation for records and commands, fields for programs, phrases for people. */
#include "games/flipcity/flipcity.h"

static const char *const kind_words[] = {
    [FLIPCITY_MOVE_PLAY] = "play",       [FLIPCITY_MOVE_STOP] = "stop", [FLIPCITY_MOVE_SHUFFLE] = "shuffle",
    [FLIPCITY_MOVE_RECYCLE] = "recycle", [FLIPCITY_MOVE_BUY] = "buy",   [FLIPCITY_MOVE_FLIP] = "flip",
    [FLIPCITY_MOVE_DEVELOP] = "develop", [FLIPCITY_MOVE_DONE] = "done", [FLIPCITY_EVENT_FACE] = "reveal",
    [FLIPCITY_EVENT_SEAT] = "start",
};

static const char *plural(int count) { return count == 1 ? "" : "s"; }

/* --- notation -------------------------------------------------------------------------------------------------------- */

void flipcity_text(const void *rules_, const void *state, int seat, flip_move move, struct flip_text *out)
{
    const struct flipcity_rules *rules = rules_;
    const int kind = flipcity_kind(move), face = flipcity_face_of(move), other = flipcity_seat_of(move);
    (void)state;
    if (kind == FLIPCITY_EVENT_SEAT) {
        flip_text_add(out, "seat %d", other);
        return;
    }
    if (seat != FLIP_DEALER)
        flip_text_add(out, "%s", kind_words[kind]);
    if (face != FLIPCITY_NONE)
        flip_text_add(out, "%s%s", seat == FLIP_DEALER ? "" : " ", rules->edition.face[face].id);
    if (other != FLIPCITY_NONE)
        flip_text_add(out, " %d", other);
}

/* --- fields ---------------------------------------------------------------------------------------------------------- */

void flipcity_fields(const void *rules_, const void *state_, int seat, flip_move move, struct flip_json *out)
{
    const struct flipcity_rules *rules = rules_;
    const struct flipcity_state *state = state_;
    const int kind = flipcity_kind(move), face = flipcity_face_of(move), other = flipcity_seat_of(move);
    flip_json_string(out, "kind", kind_words[kind]);
    if (face != FLIPCITY_NONE)
        flip_json_string(out, kind == FLIPCITY_MOVE_SHUFFLE ? "remove" : "face", rules->edition.face[face].id);
    if (other != FLIPCITY_NONE)
        flip_json_int(out, seat == FLIP_DEALER ? "seat" : "to", other);
    if (seat == FLIP_DEALER && kind == FLIPCITY_EVENT_FACE)
        flip_json_string(out, "place", state->step == FLIPCITY_BOTTOM ? "bottom" : "top");
}

/* --- phrases --------------------------------------------------------------------------------------------------------- */

/* They begin with what is done, as it is told of somebody else ("buys Factory for 5"): faces say "Ann buys" and "You buy". */

static void tell_event(const struct flipcity_rules *rules, const struct flipcity_state *state, flip_move event,
                       struct flip_text *out)
{
    if (flipcity_kind(event) == FLIPCITY_EVENT_SEAT) {
        flip_text_add(out, "the first turn goes to seat %d", flipcity_seat_of(event) + 1);
        return;
    }
    const char *title = rules->edition.face[flipcity_face_of(event)].title;
    if (state->step == FLIPCITY_BOTTOM)
        flip_text_add(out, "%s goes from the bottom to the discard pile", title);
    else
        flip_text_add(out, "%s comes up", title);
    if (state->step == FLIPCITY_TOPS && rules->seats > 1)
        flip_text_add(out, " for seat %d", flipcity_dealt_seat(state) + 1);
}

/* The card, what it brings, and whether it was one too many. */
static void tell_play(const struct flipcity_rules *rules, const struct flipcity_state *state, struct flip_text *out)
{
    const struct flipcity_face *face = &rules->edition.face[state->seat[state->acting].deck.top];
    const int unhappy = state->unhappy + face->unhappy;
    const int cash = face->cash + face->cash_per_unhappy * unhappy;
    flip_text_add(out, "plays %s", face->title);
    if (cash)
        flip_text_add(out, ", %d cash", cash);
    if (face->points)
        flip_text_add(out, ", %d point%s", face->points, plural(face->points));
    if (face->unhappy)
        flip_text_add(out, ", %d of %d unhappy", unhappy, state->limit);
    if (face->limit)
        flip_text_add(out, ", limit %d", state->limit + face->limit);
    if (unhappy > state->limit)
        flip_text_add(out, ": too many, the turn is over");
}

static void tell_recycle(const struct flipcity_face *face, struct flip_text *out)
{
    flip_text_add(out, "recycles %s:", face->title);
    const char *comma = "";
    if (face->recycle_cash)
        flip_text_add(out, "%s %d cash", comma, face->recycle_cash), comma = ",";
    if (face->recycle_limit)
        flip_text_add(out, "%s limit +%d", comma, face->recycle_limit), comma = ",";
    if (face->recycle_actions)
        flip_text_add(out, "%s %d more building action%s", comma, face->recycle_actions, plural(face->recycle_actions));
}

static void tell_building(const struct flipcity_rules *rules, flip_move move, struct flip_text *out)
{
    const int face = flipcity_face_of(move), other = flipcity_seat_of(move);
    const struct flipcity_face *f = &rules->edition.face[face];
    const char *back = rules->edition.face[flipcity_other_side(face)].title;
    switch (flipcity_kind(move)) {
    case FLIPCITY_MOVE_BUY:
        flip_text_add(out, "buys %s for %d", f->title, rules->edition.card[face / 2].price);
        break;
    case FLIPCITY_MOVE_DEVELOP:
        flip_text_add(out, "develops %s to %s for %d", f->title, back, rules->develop_price[face]);
        break;
    default:
        flip_text_add(out, "flips %s to %s for %d", f->title, back, f->fee);
        if (f->gives && other != FLIPCITY_NONE)
            flip_text_add(out, " and gives it to seat %d", other + 1);
        else if (f->gives)
            flip_text_add(out, "; it leaves the game");
    }
}

/* "stops after 2 cards with 3 cash and 1 point"; what there is nothing of is left out. */
static void tell_stop(const struct flipcity_state *state, struct flip_text *out)
{
    if (state->played_count == 0) {
        flip_text_add(out, "stops without playing a card");
        return;
    }
    flip_text_add(out, "stops after %d card%s with ", state->played_count, plural(state->played_count));
    if (state->cash || !state->points)
        flip_text_add(out, "%d cash", state->cash);
    if (state->points)
        flip_text_add(out, "%s%d point%s", state->cash ? " and " : "", state->points, plural(state->points));
}

void flipcity_tell(const void *rules_, const void *state_, int seat, flip_move move, struct flip_text *out)
{
    const struct flipcity_rules *rules = rules_;
    const struct flipcity_state *state = state_;
    const int face = flipcity_face_of(move);
    if (seat == FLIP_DEALER) {
        tell_event(rules, state, move, out);
        return;
    }
    switch (flipcity_kind(move)) {
    case FLIPCITY_MOVE_PLAY:
        tell_play(rules, state, out);
        break;
    case FLIPCITY_MOVE_STOP:
        tell_stop(state, out);
        break;
    case FLIPCITY_MOVE_SHUFFLE:
        flip_text_add(out, "shuffles the discard pile");
        if (face != FLIPCITY_NONE)
            flip_text_add(out, "; one %s leaves the market", rules->edition.face[face].title);
        break;
    case FLIPCITY_MOVE_RECYCLE:
        tell_recycle(&rules->edition.face[face], out);
        break;
    case FLIPCITY_MOVE_DONE:
        flip_text_add(out, "finishes building");
        break;
    default:
        tell_building(rules, move, out);
        break;
    }
}

void flipcity_describe(const struct flipcity_rules *rules, int face, struct flip_text *out)
{
    const struct flipcity_face *f = &rules->edition.face[face];
    const size_t begin = out->length;
    const struct {
        int value;
        const char *before, *after; /* of the number; without `after` the number is not told */
    } parts[] = {
        {f->cash, "", " cash"},
        {f->cash_per_unhappy, "+", " cash per unhappy"},
        {f->points, "", f->points == 1 ? " point" : " points"},
        {f->unhappy, "", " unhappy"},
        {f->limit, "limit +", ""},
        {f->actions, "action +", ""},
        {f->forced, "must be played", NULL},
        {f->forces_next, "play one more", NULL},
        {f->drops_bottom, "bottom card to discard", NULL},
        {f->wins_with, "wins with ", " cards"},
        {f->recycle_cash, "recycle: ", " cash"},
        {f->recycle_limit, "recycle: limit +", ""},
        {f->recycle_actions, "recycle: action +", ""},
        {f->gives, "flipped: to another player", NULL},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i].value)
            continue;
        flip_text_add(out, "%s%s", out->length > begin ? ", " : "", parts[i].before);
        if (parts[i].after)
            flip_text_add(out, "%d%s", parts[i].value, parts[i].after);
    }
}
