/*
 * What a viewer may know: the game as JSON for faces and as numbers for learners. Both are written from the game as it is
 * shown to the viewer, so that nothing hidden can slip through by being forgotten.
 */
#include "games/royalflip/royalflip.h"

/* --- the sheet, as printed --------------------------------------------------------------------------------------------- */

static void write_cells(struct flip_json *out, const char *key, flip_set cells)
{
    char name[ROYALFLIP_CELL_TEXT];
    flip_json_open(out, key, '[');
    for (; cells; cells = flip_set_rest(cells))
        flip_json_string(out, NULL, royalflip_cell_name(flip_set_first(cells), name));
    flip_json_close(out);
}

static void write_track(const struct royalflip_edition *edition, struct flip_json *out)
{
    flip_json_open(out, "track", '[');
    for (int space = 1; space <= edition->spaces; space++) {
        const struct royalflip_space *printed = &edition->track[space];
        const char *bonus = royalflip_bonus_words[printed->bonus];
        flip_json_open(out, NULL, '{');
        flip_json_int(out, "space", space);
        flip_json_string(out, "suit", flip_suit_name(printed->suit));
        flip_json_string(out, "bonus", bonus);
        if (printed->bonus == ROYALFLIP_NUMBER || printed->bonus == ROYALFLIP_POINTS)
            flip_json_int(out, bonus, printed->value);
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void write_printed_sheet(const struct royalflip_edition *edition, struct flip_json *out)
{
    flip_set casinos = 0;
    for (int i = 0; i < edition->casinos; i++)
        casinos |= FLIP_BIT(edition->casino[i]);
    flip_json_open(out, "sheet", '{');
    flip_json_string(out, "name", edition->name);
    flip_json_int(out, "columns", edition->columns);
    flip_json_int(out, "rows", edition->rows);
    write_cells(out, "casinos", casinos);
    write_track(edition, out);
    flip_json_open(out, "diamonds", '[');
    for (int i = 0; i < edition->diamonds; i++)
        flip_json_int(out, NULL, edition->diamond[i]);
    flip_json_close(out);
    flip_json_open(out, "wild", '[');
    for (int rank = FLIP_ACE; rank <= FLIP_KING; rank++)
        if (edition->wild >> rank & 1)
            flip_json_string(out, NULL, royalflip_rank_words[rank]);
    flip_json_close(out);
    flip_json_open(out, "roads", '{');
    flip_json_int(out, "shortest", edition->road_shortest);
    flip_json_int(out, "points", edition->road_points);
    flip_json_int(out, "casino_points", edition->road_casino_points);
    flip_json_close(out);
    flip_json_open(out, "areas", '{');
    flip_json_int(out, "smallest", edition->area_smallest);
    flip_json_int(out, "points", edition->area_points);
    flip_json_close(out);
    flip_json_open(out, "majority", '{');
    flip_json_int(out, "most", edition->pvp_most);
    flip_json_int(out, "second", edition->pvp_second);
    flip_json_close(out);
    flip_json_close(out);
}

/* --- the game ------------------------------------------------------------------------------------------------------------ */

static const char *const step_words[] = {"choose", "write", "track", "bonus", "done"};

static bool over(const struct royalflip_rules *rules, const struct royalflip_state *state)
{
    return state->round == rules->edition.rounds && state->acting == 0;
}

static const char *seat_phase(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat)
{
    if (over(rules, state))
        return "over";
    if (royalflip_throwing(rules, state))
        return state->acting >> seat & 1 ? "throw" : state->tie.in >> seat & 1 ? "thrown" : "done";
    if (rules->pvp && !(state->acting >> seat & 1) && state->sheet[seat].step != ROYALFLIP_DONE)
        return "wait";
    return step_words[state->sheet[seat].step];
}

/* The phase of the viewer, or of the seat that acts first. */
static const char *phase(const struct royalflip_rules *rules, const struct royalflip_state *state, int viewer)
{
    if (over(rules, state))
        return "over";
    if (royalflip_throwing(rules, state))
        return "throw";
    if (state->revealed < ROYALFLIP_LINEUP)
        return "reveal";
    if (viewer >= rules->seats)
        viewer = flip_set_first(state->acting);
    return seat_phase(rules, state, viewer);
}

static void write_map(const struct royalflip_sheet *sheet, struct flip_json *out)
{
    char name[ROYALFLIP_CELL_TEXT];
    flip_json_open(out, "map", '{');
    for (flip_set cells = sheet->written; cells; cells = flip_set_rest(cells)) {
        const int cell = flip_set_first(cells);
        flip_json_open(out, royalflip_cell_name(cell, name), '{');
        flip_json_string(out, "colour", royalflip_colour_name(flip_set_has(sheet->red, cell)));
        flip_json_int(out, "number", royalflip_number_at(sheet, cell));
        flip_json_close(out);
    }
    flip_json_close(out);
}

/* The roads of the best split, or the areas that count: a face draws them and need not know how they are found. */
static void write_scoring_cells(const char *key, const struct royalflip_road *road, int count, struct flip_json *out)
{
    flip_json_open(out, key, '[');
    for (int i = 0; i < count; i++) {
        flip_json_open(out, NULL, '{');
        write_cells(out, "cells", road[i].cells);
        flip_json_int(out, "points", road[i].points);
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void write_choice(const struct royalflip_sheet *sheet, struct flip_json *out)
{
    if (sheet->step == ROYALFLIP_CHOOSE || sheet->number == 0) {
        flip_json_null(out, "choice");
        return;
    }
    flip_json_open(out, "choice", '{');
    flip_json_string(out, "colour", royalflip_colour_name(sheet->ink));
    flip_json_int(out, "number", sheet->number);
    flip_json_string(out, "suit", flip_suit_name(sheet->suit));
    flip_json_close(out);
}

static void write_seat(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat,
                       struct flip_json *out)
{
    const struct royalflip_sheet *sheet = &state->sheet[seat];
    const struct royalflip_parts parts = royalflip_seat_parts(rules, state, seat);
    struct royalflip_road list[ROYALFLIP_ROADS];
    flip_json_open(out, NULL, '{');
    flip_json_string(out, "phase", seat_phase(rules, state, seat));
    write_choice(sheet, out);
    write_map(sheet, out);
    flip_json_set(out, "track", sheet->circled);
    flip_json_int(out, "shift", sheet->shift);
    flip_json_int(out, "diamonds", sheet->diamonds);
    flip_json_int(out, "points", sheet->points);
    write_scoring_cells("roads", list, royalflip_split(rules, sheet, list), out);
    write_scoring_cells("areas", list, royalflip_area_list(rules, sheet, list), out);
    flip_json_open(out, "score", '{');
    flip_json_int(out, "roads", parts.roads);
    flip_json_int(out, "areas", parts.areas);
    flip_json_int(out, "diamonds", parts.diamonds);
    flip_json_int(out, "points", parts.points);
    flip_json_int(out, "total", parts.total);
    flip_json_close(out);
    flip_json_close(out);
}

/* The choices that the first player has closed, each way to use the cards once; `value` is null where it is any number. */
static void write_closed(const struct royalflip_rules *rules, const struct royalflip_state *state,
                         struct flip_json *out)
{
    flip_json_open(out, "closed", '[');
    for (flip_set rest = royalflip_closed(rules, state); rest;) {
        const int choice = flip_set_first(rest), way = choice / ROYALFLIP_HIGHEST;
        const flip_move move = royalflip_choice(state, choice);
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "colour", flip_card_name(royalflip_colour_card(move)));
        flip_json_string(out, "number", flip_card_name(royalflip_number_card(move)));
        flip_json_string(out, "suit", flip_card_name(royalflip_suit_card(move)));
        rest &= ~(flip_set)0 << (way + 1) * ROYALFLIP_HIGHEST;
        if (rules->attributes && royalflip_wild(rules, royalflip_number_card(move)))
            flip_json_int(out, "value", royalflip_value(move));
        else
            flip_json_null(out, "value");
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void write_first_player(const struct royalflip_rules *rules, const struct royalflip_state *state,
                               struct flip_json *out)
{
    if (rules->pvp)
        flip_json_int(out, "first", state->first);
    else
        flip_json_null(out, "first");
    if (!royalflip_taken(state)) {
        flip_json_null(out, "taken");
        return;
    }
    flip_json_open(out, "taken", '{');
    flip_json_string(out, "colour", flip_card_name(state->taken[0]));
    flip_json_string(out, "number", flip_card_name(state->taken[1]));
    flip_json_string(out, "suit", flip_card_name(state->taken[2]));
    flip_json_int(out, "value", royalflip_taken_number(rules, state));
    flip_json_string(out, "by", rules->attributes ? "attributes" : "cards");
    write_closed(rules, state, out);
    flip_json_close(out);
}

static void write_hands(const struct royalflip_rules *rules, const char *key, unsigned hands, struct flip_json *out)
{
    flip_json_open(out, key, '[');
    for (int seat = 0; seat < rules->seats; seat++)
        flip_json_string(out, NULL,
                         royalflip_hand_of(hands, seat) ? royalflip_hand_words[royalflip_hand_of(hands, seat)] : NULL);
    flip_json_close(out);
}

/* Who is in it, what the viewer has thrown, and all hands that were shown. */
static void write_tie_break(const struct royalflip_rules *rules, const struct royalflip_state *state,
                            struct flip_json *out)
{
    const struct royalflip_tie_break *tie = &state->tie;
    if (!tie->in) {
        flip_json_null(out, "tie_break");
        return;
    }
    flip_json_open(out, "tie_break", '{');
    flip_json_int(out, "time", over(rules, state) ? tie->times : tie->times + 1);
    flip_json_int(out, "most", ROYALFLIP_TIMES);
    flip_json_open(out, "in", '[');
    for (int seat = 0; seat < rules->seats; seat++)
        if (tie->in >> seat & 1)
            flip_json_int(out, NULL, seat);
    flip_json_close(out);
    write_hands(rules, "hands", tie->hands, out);
    flip_json_open(out, "shown", '[');
    for (int time = 0; time < tie->times; time++)
        write_hands(rules, NULL, tie->shown[time], out);
    flip_json_close(out);
    flip_json_close(out);
}

void royalflip_view(const void *rules_, const void *state, const void *before, int viewer, struct flip_json *out)
{
    const struct royalflip_rules *rules = rules_;
    struct royalflip_state shown;
    royalflip_shown(rules, state, before, viewer, &shown);

    flip_json_string(out, "game", "royalflip");
    flip_json_int(out, "round", shown.round < rules->edition.rounds ? shown.round + 1 : shown.round);
    flip_json_string(out, "phase", phase(rules, &shown, viewer));
    flip_json_bool(out, "pvp", rules->pvp);
    flip_json_open(out, "shared", '{');
    flip_json_open(out, "lineup", '[');
    for (int i = 0; i < shown.revealed; i++)
        flip_json_string(out, NULL, flip_card_name(shown.lineup[i]));
    flip_json_close(out);
    write_first_player(rules, &shown, out);
    write_tie_break(rules, &shown, out);
    flip_json_int(out, "rounds", rules->edition.rounds);
    flip_json_int(out, "jackpot", rules->edition.jackpot);
    flip_json_int(out, "unseen", flip_set_count(shown.deck));
    if (!out->without_printed)
        write_printed_sheet(&rules->edition, out);
    flip_json_close(out);
    flip_json_open(out, "seats", '[');
    for (int seat = 0; seat < rules->seats; seat++)
        write_seat(rules, &shown, seat, out);
    flip_json_close(out);
}
