/*
 * The game as JSON for faces and as numbers for learners. Nothing is hidden in Flip City: decks and discard piles may be
 * counted by everybody, and of a deck only the top is known to anybody.
 */
#include "games/flipcity/flipcity.h"

/* --- the cards, as printed ------------------------------------------------------------------------------------------- */

/* Values that are zero are left out: a face shows what is printed on it. */
static void write_value(struct flip_json *out, const char *key, int value)
{
    if (value)
        flip_json_int(out, key, value);
}

static void write_flag(struct flip_json *out, const char *key, int value)
{
    if (value)
        flip_json_bool(out, key, true);
}

static void write_face(const struct flipcity_rules *rules, int face, const char *key, struct flip_json *out)
{
    const struct flipcity_face *f = &rules->edition.face[face];
    flip_json_open(out, key, '{');
    flip_json_string(out, "face", f->id);
    flip_json_string(out, "title", f->title);
    if (f->fee != FLIPCITY_NONE)
        flip_json_int(out, "fee", f->fee);
    write_value(out, "cash", f->cash);
    write_value(out, "cash_per_unhappy", f->cash_per_unhappy);
    write_value(out, "points", f->points);
    write_value(out, "unhappy", f->unhappy);
    write_value(out, "limit", f->limit);
    write_value(out, "actions", f->actions);
    write_flag(out, "forced", f->forced);
    write_flag(out, "forces_next", f->forces_next);
    write_flag(out, "drops_bottom", f->drops_bottom);
    write_flag(out, "gives", f->gives);
    write_value(out, "wins_with", f->wins_with);
    if (f->recycles) {
        flip_json_open(out, "recycle", '{');
        write_value(out, "cash", f->recycle_cash);
        write_value(out, "limit", f->recycle_limit);
        write_value(out, "actions", f->recycle_actions);
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void write_cards(const struct flipcity_rules *rules, struct flip_json *out)
{
    flip_json_open(out, "cards", '[');
    for (int card = 0; card < rules->edition.cards; card++) {
        const int front = flipcity_front(card), back = flipcity_other_side(front);
        if (rules->supply[front] + rules->start[front] + rules->start[back] == 0)
            continue;
        flip_json_open(out, NULL, '{');
        if (rules->for_sale >> front & 1)
            flip_json_int(out, "price", rules->edition.card[card].price);
        write_face(rules, front, "front", out);
        write_face(rules, back, "back", out);
        flip_json_close(out);
    }
    flip_json_close(out);
}

/* --- the game -------------------------------------------------------------------------------------------------------- */

static void write_counts(const struct flipcity_rules *rules, const char *key, const uint8_t *count,
                         flipcity_faces always, struct flip_json *out)
{
    flip_json_open(out, key, '{');
    for (int face = 0; face < rules->faces; face++)
        if (count[face] || (always >> face & 1))
            flip_json_int(out, rules->edition.face[face].id, count[face]);
    flip_json_close(out);
}

static const char *phase_word(const struct flipcity_state *state)
{
    switch (state->step) {
    case FLIPCITY_OVER:
        return "over";
    case FLIPCITY_BUILD:
        return "build";
    case FLIPCITY_START:
    case FLIPCITY_TOPS:
        return "start";
    default:
        return "play";
    }
}

/* A turn that is over left nothing, except the one that ended the game: its street is still on the table. */
static void write_odds(const struct flipcity_rules *rules, const struct flipcity_state *state, bool active,
                       struct flip_json *out)
{
    struct flipcity_odds odds;
    if (!active || !flipcity_odds(rules, state, &odds)) {
        flip_json_null(out, "odds");
        return;
    }
    flip_json_open(out, "odds", '{');
    flip_json_bool(out, "next", odds.next);
    if (odds.two < 0)
        flip_json_null(out, "two");
    else
        flip_json_number(out, "two", odds.two);
    flip_json_close(out);
}

static void write_seat(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat,
                       struct flip_json *out)
{
    const struct flipcity_seat *own = &state->seat[seat];
    const bool active = flipcity_on_turn(rules, state, seat);
    flip_json_open(out, NULL, '{');
    write_counts(rules, "deck", own->deck.count, 0, out);
    flip_json_string(out, "top", own->deck.top == FLIPCITY_NONE ? NULL : rules->edition.face[own->deck.top].id);
    write_counts(rules, "discard", own->discard.count, 0, out);
    flip_json_open(out, "played", '[');
    for (int i = 0; active && i < state->played_count; i++)
        flip_json_string(out, NULL, rules->edition.face[state->played[i]].id);
    flip_json_close(out);
    flip_json_int(out, "cash", active ? state->cash : 0);
    flip_json_int(out, "points", active ? state->points : 0);
    flip_json_int(out, "unhappy", active ? state->unhappy : 0);
    flip_json_int(out, "limit", active ? state->limit : rules->edition.limit);
    flip_json_int(out, "actions", active ? state->actions : rules->edition.actions);
    flip_json_bool(out, "must_play", active && state->step == FLIPCITY_PLAY && flipcity_must_play(rules, state));
    flip_json_number(out, "risk", active ? flipcity_risk(rules, state) : 0);
    write_odds(rules, state, active, out);
    flip_json_close(out);
}

void flipcity_view(const void *rules_, const void *state_, const void *before, int viewer, struct flip_json *out)
{
    const struct flipcity_rules *rules = rules_;
    const struct flipcity_state *state = state_;
    (void)before, (void)viewer;
    flip_json_string(out, "game", "flipcity");
    flip_json_int(out, "turn", state->turn < rules->edition.turns ? state->turn + 1 : state->turn);
    flip_json_string(out, "phase", phase_word(state));
    flip_json_int(out, "acting", state->acting);
    flip_json_int(out, "first", state->first);
    flip_json_open(out, "shared", '{');
    write_counts(rules, "supply", state->supply, rules->for_sale, out);
    write_counts(rules, "aside", state->aside, 0, out);
    flip_json_int(out, "turns", rules->edition.turns);
    flip_json_int(out, "win_points", rules->edition.win_points);
    if (!out->without_printed)
        write_cards(rules, out);
    flip_json_close(out);
    flip_json_open(out, "seats", '[');
    for (int seat = 0; seat < rules->seats; seat++)
        write_seat(rules, state, seat, out);
    flip_json_close(out);
}

/* --- for learners ---------------------------------------------------------------------------------------------------- */
