/* A desk for the tests of Insert Coin to Play: rules and state in hand, cards turned by name, moves by their text. */
#ifndef FLIPSIDE_TESTS_INSERTCOIN_DESK_H
#define FLIPSIDE_TESTS_INSERTCOIN_DESK_H

#include "games/games.h"
#include "games/insertcoin/insertcoin.h"
#include "support.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct desk {
    struct insertcoin_rules rules;
    struct insertcoin_state state;
    struct insertcoin_state before; /* at the beginning of the phase, as a table keeps it */
};

static inline void desk_open_with(struct desk *desk, const void *edition, int seats, bool draft)
{
    struct flip_options options;
    flip_options_default(&flip_insertcoin, &options);
    must(flip_options_set(&flip_insertcoin, &options, "draft", draft ? "true" : "false", &problem));
    memset(desk, 0, sizeof *desk);
    must(flip_insertcoin.prepare(&desk->rules, edition, &options, seats, &problem));
    flip_insertcoin.start(&desk->rules, &desk->state);
    desk->before = desk->state;
}

static inline void desk_open(struct desk *desk, int seats, bool draft)
{
    desk_open_with(desk, flip_insertcoin.classic, seats, draft);
}

static inline flip_set desk_turn(const struct desk *desk) { return flip_insertcoin.turn(&desk->rules, &desk->state); }

static inline void desk_apply(struct desk *desk, int seat, flip_move move)
{
    const uint32_t phase = flip_insertcoin.phase(&desk->rules, &desk->state);
    flip_insertcoin.apply(&desk->rules, &desk->state, seat, move);
    if (flip_insertcoin.phase(&desk->rules, &desk->state) != phase)
        desk->before = desk->state;
}

/* "4 12 over": the next events of the dealer. */
static inline void desk_turn_up(struct desk *desk, const char *events)
{
    char names[200];
    snprintf(names, sizeof names, "%s", events);
    for (char *rest = names, *name; (name = strtok_r(rest, " ", &rest));) {
        struct flip_chances chances;
        const flip_move event = strcmp(name, "over") == 0 ? INSERTCOIN_GAME_OVER : (flip_move)atoi(name);
        if (desk_turn(desk) != FLIP_BIT(FLIP_DEALER))
            fail_msg("the dealer has nothing to do when '%s' comes", name);
        flip_insertcoin.chances(&desk->rules, &desk->state, &chances);
        if (!flip_chances_has(&chances, event))
            fail_msg("the event '%s' cannot happen", name);
        desk_apply(desk, FLIP_DEALER, event);
    }
}

static inline int desk_moves(const struct desk *desk, int seat, flip_move *out)
{
    return flip_insertcoin.moves(&desk->rules, &desk->state, seat, out, FLIP_MAX_MOVES);
}

static inline int desk_count(const struct desk *desk, int seat)
{
    return flip_insertcoin.moves(&desk->rules, &desk->state, seat, NULL, 0);
}

static inline void desk_text(const struct desk *desk, int seat, flip_move move, char out[FLIP_MOVE_TEXT])
{
    struct flip_text text = flip_text_in(out, FLIP_MOVE_TEXT);
    flip_insertcoin.text(&desk->rules, &desk->state, seat, move, &text);
    assert_true(flip_text_fits(&text));
}

static inline bool desk_find(const struct desk *desk, int seat, const char *text, flip_move *out)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = desk_moves(desk, seat, moves);
    for (int i = 0; i < count; i++) {
        char name[FLIP_MOVE_TEXT];
        desk_text(desk, seat, moves[i], name);
        if (strcmp(name, text) == 0) {
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

/* How many of a seat's moves begin with these words. */
static inline int desk_count_of(const struct desk *desk, int seat, const char *words)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = desk_moves(desk, seat, moves);
    int found = 0;
    for (int i = 0; i < count; i++) {
        char name[FLIP_MOVE_TEXT];
        desk_text(desk, seat, moves[i], name);
        found += strncmp(name, words, strlen(words)) == 0;
    }
    return found;
}

static inline flip_set squares(const char *names)
{
    flip_set set = 0;
    for (const char *c = names; *c; c += strcspn(c, " "), c += strspn(c, " "))
        set |= FLIP_BIT((c[1] - '1') * INSERTCOIN_SIDE + c[0] - 'a');
    return set;
}

static inline int shape_named(const struct desk *desk, const char *name)
{
    for (int i = 0; i < desk->rules.edition.shapes; i++)
        if (strcmp(desk->rules.edition.shape[i].name, name) == 0)
            return i;
    fail_msg("there is no shape %s", name);
    return 0;
}

/* Puts a shape into a level of a seat, with these squares still free ("*": all). */
static inline void set_level(struct desk *desk, int seat, int level, const char *shape, const char *free)
{
    struct insertcoin_pad *pad = &desk->state.pad[seat];
    const int which = shape_named(desk, shape);
    pad->shape[level - 1] = (uint8_t)(which + 1);
    pad->free[level - 1] = *free == '*' ? desk->rules.shape[which] : squares(free);
    assert_true((pad->free[level - 1] & ~desk->rules.shape[which]) == 0);
    pad->done = (uint8_t)((pad->done & ~(1 << (level - 1))) | (pad->free[level - 1] ? 0 : 1 << (level - 1)));
    desk->before = desk->state;
}

/* A table at the beginning of its flips, everybody with three whole hearts. */
static inline void desk_begin(struct desk *desk, int seats)
{
    desk_open(desk, seats, false);
    char event[16];
    for (int card = 1; card <= seats * INSERTCOIN_HAND; card++) {
        snprintf(event, sizeof event, "%d", card);
        desk_turn_up(desk, event);
    }
    for (int seat = 0; seat < seats; seat++) {
        flip_move first;
        assert_int_equal(flip_insertcoin.moves(&desk->rules, &desk->state, seat, &first, 1), 10);
        desk_apply(desk, seat, first);
    }
    for (int seat = 0; seat < seats; seat++)
        for (int level = 1; level <= INSERTCOIN_LEVELS; level++)
            set_level(desk, seat, level, "heart", "*");
}

/* The seat's first drawing of the card, in a level that it does not complete; or its first fill. */
static inline void desk_any(struct desk *desk, int seat)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = desk_moves(desk, seat, moves);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        if (insertcoin_kind(moves[i]) == INSERTCOIN_MOVE_DRAW &&
            (desk->state.pad[seat].free[insertcoin_level(moves[i])] & ~insertcoin_squares(&desk->rules, moves[i]))) {
            desk_apply(desk, seat, moves[i]);
            return;
        }
    }
    desk_apply(desk, seat, moves[0]);
}

/* The view as a JSON value; the caller gives it back with json_decref. */
static inline json_t *desk_view(const struct desk *desk, int viewer)
{
    static char buffer[FLIP_VIEW_SIZE];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    flip_insertcoin.view(&desk->rules, &desk->state, &desk->before, viewer, &json);
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    json_error_t error;
    json_t *view = json_loads(buffer, JSON_REJECT_DUPLICATES, &error);
    if (!view)
        fail_msg("the view is not JSON: %s in %s", error.text, buffer);
    return view;
}

#endif
