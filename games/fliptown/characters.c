/*
 * Characters: other goods at the start and an ability, once a game (the Wild Card's twice). Most are used in the
 * player's own turn: beside the visit, beside pending bonus actions, or at the very end. Those of Mayor, Cheat,
 * Preacher and Marshal have moments of their own and are offered there (turn.c, round.c).
 */
#include "games/fliptown/fliptown.h"

void fliptown_become(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int character)
{
    const struct fliptown_character *who = &rules->edition.character[character];
    sheet->character = (uint8_t)character;
    sheet->uses = who->uses;
    sheet->cash = sheet->gold = 0;
    fliptown_gain(rules, sheet, &who->start, FLIPTOWN_TOWN);
    sheet->stars_from[FLIPTOWN_TOWN] = 0;
    sheet->stars_from[FLIPTOWN_FROM_START] = who->start.stars;
    if (who->shovel)
        sheet->items |= 1u << FLIPTOWN_SHOVEL;
    sheet->gained = 0;
}

static void grant_moves(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                        struct fliptown_list *list)
{
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        if (fliptown_open_sites(rules, sheet, region))
            fliptown_add(list, fliptown_move(FLIPTOWN_DO_ABILITY, region + 1, 0, 0, 0));
}

/* Abilities that change the chosen cards stand beside the visit only. */
static void card_ability_moves(const struct fliptown_sheet *sheet, int ability, struct fliptown_list *list)
{
    if (sheet->step != FLIPTOWN_VISIT)
        return;
    if (ability == FLIPTOWN_PROSPECT && sheet->pans > 0) {
        if (sheet->value + sheet->pans <= FLIP_KING)
            fliptown_add(list, fliptown_move(FLIPTOWN_DO_ABILITY, FLIPTOWN_UP, 0, 0, 0));
        if (sheet->value - sheet->pans >= FLIP_ACE)
            fliptown_add(list, fliptown_move(FLIPTOWN_DO_ABILITY, FLIPTOWN_DOWN, 0, 0, 0));
    }
    if (ability == FLIPTOWN_JOKER)
        for (int part = FLIPTOWN_WILD_SUIT; part <= FLIPTOWN_WILD_VALUE; part++)
            if (!(sheet->wild & part))
                fliptown_add(list, fliptown_move(FLIPTOWN_DO_ABILITY, part, 0, 0, 0));
}

void fliptown_ability_moves(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                            struct fliptown_list *list)
{
    const int ability = fliptown_ability_left(rules, sheet);
    if (ability < 0)
        return;
    const struct fliptown_character *who = &rules->edition.character[sheet->character];
    bool useful = false;
    switch (ability) {
    case FLIPTOWN_GRANT:
        useful = fliptown_open_sites(rules, sheet, who->region) != 0;
        break;
    case FLIPTOWN_GRANT_ANY:
        grant_moves(rules, sheet, list);
        break;
    case FLIPTOWN_HIRE:
        useful = sheet->hammers > 0 && sheet->wanted > 0;
        break;
    case FLIPTOWN_FENCE:
        useful = sheet->wanted > 0;
        break;
    default:
        card_ability_moves(sheet, ability, list);
        break;
    }
    if (useful)
        fliptown_add(list, FLIPTOWN_DO_ABILITY);
}

bool fliptown_last_ability(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    struct fliptown_list none = {.cap = 0};
    struct fliptown_sheet last = *sheet;
    last.step = FLIPTOWN_LAST;
    fliptown_ability_moves(rules, &last, &none);
    return none.count > 0;
}

void fliptown_use_ability(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int field)
{
    const struct fliptown_character *who = &rules->edition.character[sheet->character];
    sheet->uses--;
    switch (who->ability) {
    case FLIPTOWN_GRANT:
        fliptown_gain_bonus(sheet, who->region);
        break;
    case FLIPTOWN_GRANT_ANY:
        fliptown_gain_bonus(sheet, field - 1);
        break;
    case FLIPTOWN_HIRE:
        fliptown_lose(&sheet->wanted, who->n * sheet->hammers);
        break;
    case FLIPTOWN_PREACH:
        fliptown_lose(&sheet->wanted, who->n);
        break;
    case FLIPTOWN_FENCE:
        fliptown_gain_gold(sheet, sheet->wanted);
        break;
    case FLIPTOWN_PROSPECT:
        sheet->value = (uint8_t)(field == FLIPTOWN_UP ? sheet->value + sheet->pans : sheet->value - sheet->pans);
        break;
    case FLIPTOWN_JOKER:
        sheet->wild |= (uint8_t)field;
        break;
    default: /* Mayor, Cheat, Marshal: the card comes from elsewhere */
        break;
    }
}
