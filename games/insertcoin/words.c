/* Moves in words: notation for records and commands, fields for programs, phrases for people. */
#include "games/insertcoin/insertcoin.h"

static const char *const kind_words[] = {"reveal", "keep", "draw", "fill", "decline"};

char *insertcoin_square_name(int square, char out[INSERTCOIN_SQUARE_TEXT])
{
    out[0] = (char)('a' + square % INSERTCOIN_SIDE);
    out[1] = (char)('1' + square / INSERTCOIN_SIDE);
    out[2] = '\0';
    return out;
}

static const char *symbol_name(const struct insertcoin_rules *rules, flip_move move)
{
    return rules->edition.symbol[insertcoin_symbol(move)].name;
}

/* "cherries" or "bomb", or NULL for a square that costs a Life. */
static const char *fill_reason(const struct insertcoin_state *state, int seat)
{
    const struct insertcoin_pad *pad = &state->pad[seat];
    return pad->step == INSERTCOIN_ABILITY ? insertcoin_ability_words[insertcoin_running(pad)] : NULL;
}

/* --- notation -------------------------------------------------------------------------------------------------------- */

void insertcoin_text(const void *rules_, const void *state, int seat, flip_move move, struct flip_text *out)
{
    (void)state;
    const struct insertcoin_rules *rules = rules_;
    char square[INSERTCOIN_SQUARE_TEXT];
    if (seat == FLIP_DEALER) {
        if (move == INSERTCOIN_GAME_OVER)
            flip_text_add(out, "over");
        else
            flip_text_add(out, "%d", (int)move);
        return;
    }
    flip_text_add(out, "%s", kind_words[insertcoin_kind(move)]);
    switch ((enum insertcoin_kind)insertcoin_kind(move)) {
    case INSERTCOIN_MOVE_KEEP:
        for (int i = 0; i < INSERTCOIN_KEPT && insertcoin_kept(move, i); i++)
            flip_text_add(out, " %d", insertcoin_kept(move, i));
        break;
    case INSERTCOIN_MOVE_DRAW:
        flip_text_add(out, " %s %d", symbol_name(rules, move), insertcoin_level(move) + 1);
        for (int i = 0; i < rules->size[insertcoin_symbol(move)]; i++)
            flip_text_add(out, " %s", insertcoin_square_name(insertcoin_square(move, i), square));
        break;
    case INSERTCOIN_MOVE_FILL:
        flip_text_add(out, " %d %s", insertcoin_level(move) + 1,
                      insertcoin_square_name(insertcoin_square(move, 0), square));
        break;
    case INSERTCOIN_MOVE_DECLINE:
        break;
    }
}

/* --- fields ---------------------------------------------------------------------------------------------------------- */

void insertcoin_fields(const void *rules_, const void *state_, int seat, flip_move move, struct flip_json *out)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    char square[INSERTCOIN_SQUARE_TEXT];
    if (seat == FLIP_DEALER) {
        flip_json_string(out, "kind", kind_words[0]);
        if (move == INSERTCOIN_GAME_OVER)
            flip_json_string(out, "card", "over");
        else
            flip_json_int(out, "card", (int64_t)move);
        return;
    }
    flip_json_string(out, "kind", kind_words[insertcoin_kind(move)]);
    switch ((enum insertcoin_kind)insertcoin_kind(move)) {
    case INSERTCOIN_MOVE_KEEP:
        flip_json_open(out, "cards", '[');
        for (int i = 0; i < INSERTCOIN_KEPT && insertcoin_kept(move, i); i++)
            flip_json_int(out, NULL, insertcoin_kept(move, i));
        flip_json_close(out);
        break;
    case INSERTCOIN_MOVE_DRAW:
        flip_json_string(out, "symbol", symbol_name(rules, move));
        flip_json_int(out, "level", insertcoin_level(move) + 1);
        flip_json_open(out, "squares", '[');
        for (int i = 0; i < rules->size[insertcoin_symbol(move)]; i++)
            flip_json_string(out, NULL, insertcoin_square_name(insertcoin_square(move, i), square));
        flip_json_close(out);
        break;
    case INSERTCOIN_MOVE_FILL:
        flip_json_int(out, "level", insertcoin_level(move) + 1);
        flip_json_string(out, "square", insertcoin_square_name(insertcoin_square(move, 0), square));
        flip_json_string(out, "with", fill_reason(state, seat) ? fill_reason(state, seat) : "life");
        break;
    case INSERTCOIN_MOVE_DECLINE:
        flip_json_string(out, "ability", insertcoin_ability_words[insertcoin_running(&state->pad[seat])]);
        break;
    }
}

/* --- phrases ----------------------------------------------------------------------------------------------------------- */

static void tell_keep(const struct insertcoin_rules *rules, flip_move move, struct flip_text *out)
{
    const bool picks = insertcoin_kept(move, 1) == 0;
    flip_text_add(out, picks ? "picks" : "keeps");
    for (int i = 0; i < INSERTCOIN_KEPT && insertcoin_kept(move, i); i++) {
        const int card = insertcoin_kept(move, i);
        const char *before = i == 0 ? "" : i + 1 == INSERTCOIN_KEPT ? " and" : ",";
        flip_text_add(out, "%s the %s (card %d)", before, rules->edition.shape[rules->edition.card[card].shape].name,
                      card);
    }
}

/* What completing a level brings. */
static const char *const completed_words[INSERTCOIN_ABILITIES] = {
    [INSERTCOIN_ABILITY_CHERRIES] = "three more squares",
    [INSERTCOIN_ABILITY_SKULL] = "the others skip a flip",
    [INSERTCOIN_ABILITY_ALIEN] = "the others lose a Life",
    [INSERTCOIN_ABILITY_SHIELD] = "safe from skulls and aliens",
    [INSERTCOIN_ABILITY_COIN] = "one more Coin",
    [INSERTCOIN_ABILITY_POTION] = "the other symbol too, if it fits",
    [INSERTCOIN_ABILITY_STAR] = "any symbol of up to 4 squares at the next flip",
    [INSERTCOIN_ABILITY_BOMB] = "a block of squares",
    [INSERTCOIN_ABILITY_KEY] = "one GAME OVER costs nothing",
};

static void tell_heart(int lives, int most, struct flip_text *out)
{
    const int back = most - lives < INSERTCOIN_HEART ? most - lives : INSERTCOIN_HEART;
    if (back == 0)
        flip_text_add(out, "no Life is missing");
    else
        flip_text_add(out, back == 1 ? "a Life comes back" : "%d Lives come back", back);
}

/* Is there nobody whom the ability concerns, or nothing left to fill with it? */
static const char *idle_words(const struct insertcoin_rules *rules, int ability, bool full)
{
    const bool fills = ability == INSERTCOIN_ABILITY_CHERRIES || ability == INSERTCOIN_ABILITY_POTION ||
                       ability == INSERTCOIN_ABILITY_BOMB;
    const bool others = ability == INSERTCOIN_ABILITY_SKULL || ability == INSERTCOIN_ABILITY_ALIEN ||
                        ability == INSERTCOIN_ABILITY_SHIELD;
    return others && rules->seats == 1 ? "alone it does nothing" : fills && full ? "nothing is left to fill" : NULL;
}

static void tell_completion(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, int level,
                            flip_set squares, struct flip_text *out)
{
    if (pad->free[level] & ~squares)
        return;
    const struct insertcoin_shape *shape = insertcoin_level_shape(rules, pad, level);
    const int ability = shape->ability;
    const bool full = (pad->done | 1 << level) == (1 << INSERTCOIN_LEVELS) - 1;
    const char *idle = idle_words(rules, ability, full);
    flip_text_add(out, "; level %d complete for %d points, %s: ", level + 1, shape->value,
                  insertcoin_ability_words[ability]);
    if (ability == INSERTCOIN_ABILITY_HEART)
        tell_heart(pad->lives, rules->edition.lives, out);
    else
        flip_text_add(out, "%s", idle ? idle : completed_words[ability]);
}

static void tell_life(const struct insertcoin_pad *pad, struct flip_text *out)
{
    if (pad->lives > 1)
        flip_text_add(out, " with a Life");
    else
        flip_text_add(out,
                      pad->coins ? " with the last Life of the row: a Coin is inserted" : " with the very last Life");
}

static void tell_game_over(int levels, struct flip_text *out)
{
    if (levels == 1)
        flip_text_add(out, "GAME OVER: everyone without a complete level loses a Coin");
    else
        flip_text_add(out, "GAME OVER: everyone with fewer than %d complete levels loses a Coin", levels);
}

static void tell_card(const struct insertcoin_rules *rules, const struct insertcoin_state *state, flip_move move,
                      struct flip_text *out)
{
    const struct insertcoin_card *card = &rules->edition.card[move];
    if (state->stage == INSERTCOIN_DEALING)
        flip_text_add(out, "card %d (%s) goes to seat %d", (int)move, rules->edition.shape[card->shape].name,
                      state->dealt / rules->hand + 1);
    else if (move == INSERTCOIN_GAME_OVER)
        tell_game_over(state->game_overs + 1, out);
    else
        flip_text_add(out, "card %d: %s or %s", (int)move, rules->edition.symbol[card->symbol[0]].name,
                      rules->edition.symbol[card->symbol[1]].name);
}

/* A symbol that is not simply one of the card's two. */
static const char *draw_reason(const struct insertcoin_rules *rules, const struct insertcoin_state *state,
                               const struct insertcoin_pad *pad, flip_move move)
{
    if (pad->step == INSERTCOIN_ABILITY)
        return " (potion)";
    return rules->card_symbols[state->card] >> insertcoin_symbol(move) & 1 ? "" : " (star)";
}

void insertcoin_tell(const void *rules_, const void *state_, int seat, flip_move move, struct flip_text *out)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    if (seat == FLIP_DEALER) {
        tell_card(rules, state, move, out);
        return;
    }
    const struct insertcoin_pad *pad = &state->pad[seat];
    const int level = insertcoin_level(move), square = insertcoin_square(move, 0);
    const char *reason = fill_reason(state, seat);
    char name[INSERTCOIN_SQUARE_TEXT];
    switch ((enum insertcoin_kind)insertcoin_kind(move)) {
    case INSERTCOIN_MOVE_KEEP:
        tell_keep(rules, move, out);
        break;
    case INSERTCOIN_MOVE_DRAW:
        flip_text_add(out, "draws the %s%s in level %d at", symbol_name(rules, move),
                      draw_reason(rules, state, pad, move), level + 1);
        for (int i = 0; i < rules->size[insertcoin_symbol(move)]; i++)
            flip_text_add(out, " %s", insertcoin_square_name(insertcoin_square(move, i), name));
        tell_completion(rules, pad, level, insertcoin_squares(rules, move), out);
        break;
    case INSERTCOIN_MOVE_FILL: {
        const bool bomb = reason && insertcoin_running(pad) == INSERTCOIN_ABILITY_BOMB;
        flip_text_add(out, bomb ? "fills the block at %s in level %d" : "fills square %s in level %d",
                      insertcoin_square_name(square, name), level + 1);
        struct insertcoin_pad paid = *pad;
        if (reason) {
            flip_text_add(out, " (%s)", reason);
        } else {
            tell_life(pad, out);
            insertcoin_lose_life(rules, &paid);
        }
        tell_completion(rules, &paid, level, bomb ? insertcoin_block(square) : FLIP_BIT(square), out);
        break;
    }
    case INSERTCOIN_MOVE_DECLINE:
        flip_text_add(out, "declines the %s", insertcoin_ability_words[insertcoin_running(pad)]);
        break;
    }
}
