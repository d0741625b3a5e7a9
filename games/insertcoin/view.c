/*
 * What a viewer may know: the game as JSON for faces and as numbers for learners. Both are written from the game as it is
 * shown to the viewer; the hands of the others are left out.
 */
#include "games/insertcoin/insertcoin.h"

/* What a seat is doing. */
static const char *seat_phase(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat)
{
    const struct insertcoin_pad *pad = &state->pad[seat];
    if (state->stage == INSERTCOIN_OVER)
        return "over";
    if (!(state->acting >> seat & 1))
        return "wait";
    if (pad->step == INSERTCOIN_CHOOSE)
        return rules->draft && state->round < INSERTCOIN_DRAFT ? "pick" : "keep";
    return pad->step == INSERTCOIN_ABILITY ? insertcoin_ability_words[insertcoin_running(pad)] : "draw";
}

/* The phase of the viewer, or of the seat that acts first. */
static const char *phase(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int viewer)
{
    if (state->stage == INSERTCOIN_OVER)
        return "over";
    if (state->acting == 0)
        return state->stage == INSERTCOIN_DEALING ? "deal" : "flip";
    return seat_phase(rules, state, viewer < rules->seats ? viewer : flip_set_first(state->acting));
}

/* --- the cards, as printed --------------------------------------------------------------------------------------------- */

static void write_rows(struct flip_json *out, const uint8_t *row, int rows, int columns)
{
    flip_json_open(out, "rows", '[');
    for (int y = 0; y < rows; y++) {
        char text[INSERTCOIN_SIDE + 1];
        for (int x = 0; x < columns; x++)
            text[x] = row[y] >> x & 1 ? '#' : '.';
        text[columns] = '\0';
        flip_json_string(out, NULL, text);
    }
    flip_json_close(out);
}

static void write_printed_cards(const struct insertcoin_edition *edition, struct flip_json *out)
{
    flip_json_open(out, "symbol_list", '[');
    for (int i = 0; i < edition->symbols; i++) {
        const struct insertcoin_symbol *symbol = &edition->symbol[i];
        unsigned columns = 0;
        for (int y = 0; y < symbol->rows; y++)
            columns |= symbol->row[y];
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "symbol", symbol->name);
        write_rows(out, symbol->row, symbol->rows, 32 - __builtin_clz(columns));
        flip_json_close(out);
    }
    flip_json_close(out);
    flip_json_open(out, "shape_list", '[');
    for (int i = 0; i < edition->shapes; i++) {
        flip_json_open(out, NULL, '{');
        flip_json_string(out, "shape", edition->shape[i].name);
        flip_json_int(out, "value", edition->shape[i].value);
        flip_json_string(out, "ability", insertcoin_ability_words[edition->shape[i].ability]);
        write_rows(out, edition->shape[i].row, INSERTCOIN_SIDE, INSERTCOIN_SIDE);
        flip_json_close(out);
    }
    flip_json_close(out);
    flip_json_open(out, "card_list", '[');
    for (int i = 1; i <= edition->cards; i++) {
        flip_json_open(out, NULL, '{');
        flip_json_int(out, "card", i);
        flip_json_string(out, "shape", edition->shape[edition->card[i].shape].name);
        flip_json_open(out, "symbols", '[');
        for (int k = 0; k < INSERTCOIN_CARD_SYMBOLS; k++)
            flip_json_string(out, NULL, edition->symbol[edition->card[i].symbol[k]].name);
        flip_json_close(out);
        flip_json_close(out);
    }
    flip_json_close(out);
}

/* --- the game ------------------------------------------------------------------------------------------------------------ */

static void write_level(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, int level,
                        struct flip_json *out)
{
    const struct insertcoin_shape *shape = insertcoin_level_shape(rules, pad, level);
    flip_json_open(out, NULL, '{');
    flip_json_string(out, "shape", shape->name);
    flip_json_open(out, "rows", '[');
    for (int y = 0; y < INSERTCOIN_SIDE; y++) {
        char text[INSERTCOIN_SIDE + 1];
        for (int x = 0; x < INSERTCOIN_SIDE; x++) {
            const bool free = flip_set_has(pad->free[level], y * INSERTCOIN_SIDE + x);
            text[x] = free ? '#' : shape->row[y] >> x & 1 ? 'x' : '.';
        }
        text[INSERTCOIN_SIDE] = '\0';
        flip_json_string(out, NULL, text);
    }
    flip_json_close(out);
    flip_json_int(out, "value", shape->value);
    flip_json_bool(out, "done", pad->done >> level & 1);
    flip_json_string(out, "ability", insertcoin_ability_words[shape->ability]);
    flip_json_int(out, "points", insertcoin_seat_parts(rules, pad).level[level]);
    flip_json_close(out);
}

static void write_score(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, struct flip_json *out)
{
    const struct insertcoin_parts parts = insertcoin_seat_parts(rules, pad);
    flip_json_open(out, "score", '{');
    flip_json_int(out, "levels", parts.levels);
    flip_json_int(out, "coins", parts.coins);
    flip_json_int(out, "lives", parts.lives);
    flip_json_int(out, "total", parts.total);
    flip_json_close(out);
}

static void write_seat(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat, bool owner,
                       struct flip_json *out)
{
    const struct insertcoin_pad *pad = &state->pad[seat];
    flip_json_open(out, NULL, '{');
    flip_json_string(out, "phase", seat_phase(rules, state, seat));
    flip_json_open(out, "levels", '[');
    for (int level = 0; level < INSERTCOIN_LEVELS && pad->shape[level]; level++)
        write_level(rules, pad, level, out);
    flip_json_close(out);
    flip_json_int(out, "lives", pad->lives);
    flip_json_int(out, "coins", pad->coins);
    flip_json_bool(out, "shield", pad->shield);
    flip_json_bool(out, "key", pad->key);
    flip_json_bool(out, "star", pad->star);
    flip_json_bool(out, "skip", pad->skip);
    flip_json_open(out, "pending", '[');
    for (int i = 0; i < pad->waiting_count; i++)
        flip_json_string(out, NULL, insertcoin_ability_words[pad->waiting[i]]);
    flip_json_close(out);
    flip_json_int(out, "cherries", pad->cherries);
    if (owner) {
        const bool holds = state->stage <= INSERTCOIN_KEEPING;
        flip_json_set(out, "hand", holds ? insertcoin_hand(rules, state, seat) : 0);
        flip_json_set(out, "picked", holds ? insertcoin_picked(rules, state, seat) : 0);
    }
    write_score(rules, pad, out);
    flip_json_close(out);
}

static void write_shared(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                         struct flip_json *out)
{
    flip_json_open(out, "shared", '{');
    if (state->card)
        flip_json_int(out, "card", state->card);
    else
        flip_json_string(out, "card", state->over_shown ? "over" : NULL);
    flip_json_open(out, "symbols", '[');
    for (int i = 0; i < INSERTCOIN_CARD_SYMBOLS && state->card; i++)
        flip_json_string(out, NULL, rules->edition.symbol[rules->edition.card[state->card].symbol[i]].name);
    flip_json_close(out);
    flip_json_int(out, "left", insertcoin_flips(rules) - state->flips);
    flip_json_int(out, "game_overs", state->game_overs);
    /* Everybody saw the cards that were turned: those still to come are known, though not their order. */
    flip_json_set(out, "unseen", state->stage >= INSERTCOIN_FLIPPING ? state->deck : rules->all_cards);
    flip_json_string(out, "edition", rules->edition.name);
    flip_json_int(out, "row", rules->edition.lives);
    if (!out->without_printed)
        write_printed_cards(&rules->edition, out);
    flip_json_close(out);
}

void insertcoin_view(const void *rules_, const void *state, const void *before, int viewer, struct flip_json *out)
{
    const struct insertcoin_rules *rules = rules_;
    struct insertcoin_state shown;
    insertcoin_shown(rules, state, before, viewer, &shown);
    flip_json_string(out, "game", "insertcoin");
    flip_json_int(out, "round", shown.flips);
    flip_json_string(out, "phase", phase(rules, &shown, viewer));
    flip_json_bool(out, "draft", rules->draft);
    write_shared(rules, &shown, out);
    flip_json_open(out, "seats", '[');
    for (int seat = 0; seat < rules->seats; seat++)
        write_seat(rules, &shown, seat, viewer == seat || viewer == FLIP_ALL, out);
    flip_json_close(out);
}
