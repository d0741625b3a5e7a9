/* A fixture for Royal Flip's tests: rules and state in hand, cards revealed by name, moves by their text, maps as pictures. */
#ifndef FLIPSIDE_TESTS_ROYALFLIP_FIXTURE_H
#define FLIPSIDE_TESTS_ROYALFLIP_FIXTURE_H

#include "games/royalflip/bot/worth.h"

#define FIXTURE_GAME   flip_royalflip
#define FIXTURE_RULES  struct royalflip_rules
#define FIXTURE_MIND   struct royalflip_mind
#define FIXTURE_STATE  struct royalflip_state
#define FIXTURE_OPTION "pvp"
#include "game_fixture.h"

/* "10S 8S QH" */
static inline void fixture_reveal(struct fixture *fixture, const char *cards)
{
    char names[64];
    snprintf(names, sizeof names, "%s", cards);
    for (char *rest = names, *name; (name = strtok_r(rest, " ", &rest));) {
        struct flip_chances chances;
        assert_int_equal(fixture_turn(fixture), FLIP_BIT(FLIP_DEALER));
        flip_royalflip.rules->chances(&fixture->rules, &fixture->state, &chances);
        const int card = flip_card_named(name);
        assert_true(card >= 0 && flip_chances_has(&chances, (flip_move)card));
        fixture_apply(fixture, FLIP_DEALER, (flip_move)card);
    }
}

/* The first legal move, again and again, until the seat has finished its round. */
static inline void fixture_finish_seat(struct fixture *fixture, int seat)
{
    const int round = fixture->state.round;
    flip_move move;
    while (fixture->state.round == round &&
           flip_royalflip.rules->moves(&fixture->rules, &fixture->state, seat, &move, 1) > 0)
        fixture_apply(fixture, seat, move);
}

static inline int cell_of(const char *name) { return (name[1] - '1') * ROYALFLIP_SIDE + name[0] - 'a'; }

/*
 * A map from a picture: rows separated by '/', cells by spaces; "r4" is a red 4, "b10" a black 10, ".." a free cell, "##" a
 * casino.
 */
static inline struct royalflip_sheet picture(const char *text)
{
    struct royalflip_sheet sheet = {0};
    int row = 0, column = 0;
    for (const char *c = text; *c;) {
        if (*c == '/') {
            row++;
            column = 0;
            c++;
        } else if (*c == ' ') {
            c++;
        } else {
            if (*c == 'r' || *c == 'b')
                royalflip_put(&sheet, row * ROYALFLIP_SIDE + column, *c == 'r', atoi(c + 1));
            column++;
            c += strcspn(c, " /");
        }
    }
    return sheet;
}

/* A sheet whose map is full of black ones that score nothing: roads need more, and areas are broken by twos. */
static inline void fill_map(const struct royalflip_rules *rules, struct royalflip_sheet *sheet)
{
    for (flip_set cells = royalflip_free_cells(rules, sheet); cells; cells = flip_set_rest(cells)) {
        const int cell = flip_set_first(cells);
        royalflip_put(sheet, cell, false, (cell / ROYALFLIP_SIDE + cell) % 2 ? 1 : 3);
    }
}

#endif
