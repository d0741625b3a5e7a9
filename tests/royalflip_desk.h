/* A desk for Royal Flip's tests: rules and state in hand, cards revealed by name, moves by their text, maps as pictures. */
#ifndef FLIPSIDE_TESTS_ROYALFLIP_DESK_H
#define FLIPSIDE_TESTS_ROYALFLIP_DESK_H

#include "games/games.h"
#include "games/royalflip/royalflip.h"
#include "support.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct desk {
    struct royalflip_rules rules;
    struct royalflip_state state;
    struct royalflip_state before; /* at the beginning of the phase, as a table keeps it */
};

static inline void desk_open_with(struct desk *desk, const void *edition, int seats, bool pvp)
{
    struct flip_options options;
    flip_options_default(&flip_royalflip, &options);
    must(flip_options_set(&flip_royalflip, &options, "pvp", pvp ? "true" : "false", &problem));
    memset(desk, 0, sizeof *desk);
    must(flip_royalflip.prepare(&desk->rules, edition, &options, seats, &problem));
    flip_royalflip.start(&desk->rules, &desk->state);
    desk->before = desk->state;
}

static inline void desk_open(struct desk *desk, int seats, bool pvp)
{
    desk_open_with(desk, flip_royalflip.classic, seats, pvp);
}

static inline flip_set desk_turn(const struct desk *desk) { return flip_royalflip.turn(&desk->rules, &desk->state); }

static inline void desk_apply(struct desk *desk, int seat, flip_move move)
{
    const uint32_t phase = flip_royalflip.phase(&desk->rules, &desk->state);
    flip_royalflip.apply(&desk->rules, &desk->state, seat, move);
    if (flip_royalflip.phase(&desk->rules, &desk->state) != phase)
        desk->before = desk->state;
}

/* "10S 8S QH" */
static inline void desk_reveal(struct desk *desk, const char *cards)
{
    char names[64];
    snprintf(names, sizeof names, "%s", cards);
    for (char *rest = names, *name; (name = strtok_r(rest, " ", &rest));) {
        struct flip_chances chances;
        assert_int_equal(desk_turn(desk), FLIP_BIT(FLIP_DEALER));
        flip_royalflip.chances(&desk->rules, &desk->state, &chances);
        const int card = flip_card_named(name);
        assert_true(card >= 0 && flip_chances_has(&chances, (flip_move)card));
        desk_apply(desk, FLIP_DEALER, (flip_move)card);
    }
}

static inline int desk_moves(const struct desk *desk, int seat, flip_move *out)
{
    return flip_royalflip.moves(&desk->rules, &desk->state, seat, out, FLIP_MAX_MOVES);
}

static inline int desk_count(const struct desk *desk, int seat)
{
    return flip_royalflip.moves(&desk->rules, &desk->state, seat, NULL, 0);
}

static inline bool desk_find(const struct desk *desk, int seat, const char *text, flip_move *out)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = desk_moves(desk, seat, moves);
    for (int i = 0; i < count; i++) {
        char buffer[FLIP_MOVE_TEXT];
        struct flip_text name = flip_text_in(buffer, sizeof buffer);
        flip_royalflip.text(&desk->rules, &desk->state, seat, moves[i], &name);
        if (strcmp(buffer, text) == 0) {
            *out = moves[i];
            return true;
        }
    }
    return false;
}

static inline bool desk_offers(const struct desk *desk, int seat, const char *text)
{
    flip_move move;
    return desk_find(desk, seat, text, &move);
}

static inline void desk_play(struct desk *desk, int seat, const char *text)
{
    flip_move move;
    if (!desk_find(desk, seat, text, &move))
        fail_msg("seat %d has no move '%s'", seat, text);
    desk_apply(desk, seat, move);
}

/* The first legal move, again and again, until the seat has finished its round. */
static inline void desk_finish_seat(struct desk *desk, int seat)
{
    const int round = desk->state.round;
    flip_move move;
    while (desk->state.round == round && flip_royalflip.moves(&desk->rules, &desk->state, seat, &move, 1) > 0)
        desk_apply(desk, seat, move);
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

/* The view as a JSON value; the caller gives it back with json_decref. */
static inline json_t *desk_view(const struct desk *desk, int viewer)
{
    static char buffer[FLIP_VIEW_SIZE];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    flip_royalflip.view(&desk->rules, &desk->state, &desk->before, viewer, &json);
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    json_error_t error;
    json_t *view = json_loads(buffer, JSON_REJECT_DUPLICATES, &error);
    if (!view)
        fail_msg("the view is not JSON: %s in %s", error.text, buffer);
    return view;
}

#endif
