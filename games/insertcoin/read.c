/* A GamePad in sentences, for whoever hears it instead of seeing it: the card on show, the counters, the levels row by row. */
#include "games/insertcoin/insertcoin.h"

/* "open a, b; filled c": the squares of a row that belong to the shape. */
static void read_row(flip_set shape, flip_set open, int row, struct flip_text *out)
{
    const flip_set line = (flip_set)255 << row * INSERTCOIN_SIDE;
    const struct {
        const char *word;
        flip_set squares;
    } parts[] = {{"open", open & line}, {"filled", shape & ~open & line}};
    const char *gap = " ";
    if (!(shape & line))
        return;
    flip_text_add(out, "Row %d:", row + 1);
    for (int i = 0; i < 2; i++) {
        if (!parts[i].squares)
            continue;
        flip_text_add(out, "%s%s", gap, parts[i].word);
        for (flip_set rest = parts[i].squares; rest; rest = flip_set_rest(rest))
            flip_text_add(out, "%s%c", rest == parts[i].squares ? " " : ", ",
                          'a' + flip_set_first(rest) % INSERTCOIN_SIDE);
        gap = "; ";
    }
    flip_text_add(out, ".\n");
}

static void read_level(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, int level,
                       struct flip_text *out)
{
    const struct insertcoin_shape *shape = insertcoin_level_shape(rules, pad, level);
    const flip_set squares = rules->shape[pad->shape[level] - 1], open = pad->free[level];
    flip_text_add(out, "Level %d: %s, %d point%s, %s. ", level + 1, shape->name, shape->value,
                  shape->value == 1 ? "" : "s", insertcoin_ability_words[shape->ability]);
    if (pad->done >> level & 1) {
        flip_text_add(out, "Complete.\n");
        return;
    }
    flip_text_add(out, "%d of %d squares are open.\n", flip_set_count(open), flip_set_count(squares));
    for (int row = 0; row < INSERTCOIN_SIDE; row++)
        read_row(squares, open, row, out);
}

/* A symbol row by row, as it is printed; how it may be turned is in the list of moves. */
static void read_symbol(const struct insertcoin_rules *rules, int number, struct flip_text *out)
{
    const struct insertcoin_symbol *symbol = &rules->edition.symbol[number];
    flip_text_add(out, "Symbol %s:", symbol->name);
    for (int row = 0; row < symbol->rows; row++) {
        flip_text_add(out, "%s row %d", row ? ";" : "", row + 1);
        for (int column = 0; column < INSERTCOIN_SYMBOL_SIDE; column++)
            if (symbol->row[row] >> column & 1)
                flip_text_add(out, " %c", 'a' + column);
    }
    flip_text_add(out, ".\n");
}

static void read_hand(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat,
                      struct flip_text *out)
{
    for (flip_set cards = insertcoin_hand(rules, state, seat); cards; cards = flip_set_rest(cards)) {
        const struct insertcoin_card *card = &rules->edition.card[flip_set_first(cards)];
        const struct insertcoin_shape *shape = &rules->edition.shape[card->shape];
        flip_text_add(out, "Card %d: %s, %d squares, %d point%s, %s; symbols %s and %s.\n", flip_set_first(cards),
                      shape->name, rules->squares[card->shape], shape->value, shape->value == 1 ? "" : "s",
                      insertcoin_ability_words[shape->ability], rules->edition.symbol[card->symbol[0]].name,
                      rules->edition.symbol[card->symbol[1]].name);
    }
}

void insertcoin_read(const void *rules_, const void *state, const void *before, int viewer, int seat,
                     const flip_move *aim, struct flip_text *out)
{
    const struct insertcoin_rules *rules = rules_;
    struct insertcoin_state shown;
    (void)aim;
    insertcoin_shown(rules, state, before, viewer, &shown);
    const struct insertcoin_pad *pad = &shown.pad[seat];
    if (shown.stage <= INSERTCOIN_KEEPING && pad->shape[0] == 0) {
        if (viewer == seat || viewer == FLIP_ALL)
            read_hand(rules, &shown, seat, out);
        else
            flip_text_add(out, "This player chooses cards.\n");
        return;
    }
    const struct insertcoin_parts parts = insertcoin_seat_parts(rules, pad);
    if (shown.over_shown)
        flip_text_add(out, "GAME OVER is on show.\n");
    for (int i = 0; i < INSERTCOIN_CARD_SYMBOLS && shown.card; i++)
        read_symbol(rules, rules->edition.card[shown.card].symbol[i], out);
    flip_text_add(out, "Lives: %d. Coins: %d.%s%s%s\n", pad->lives, pad->coins, pad->shield ? " A shield." : "",
                  pad->key ? " A key." : "", pad->star ? " A star: any symbol of up to four squares." : "");
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        if (pad->shape[level])
            read_level(rules, pad, level, out);
    flip_text_add(out, "Points: levels %d, Coins %d, Lives %d, together %d. Cards left in the pile: %d.\n",
                  parts.levels, parts.coins, parts.lives, parts.total, insertcoin_pile_left(rules, &shown));
}
