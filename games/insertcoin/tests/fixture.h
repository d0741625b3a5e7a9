/* The fixture of Insert Coin to Play: cards turned by their numbers, levels set up, squares by their names. */
#ifndef FLIPSIDE_TESTS_INSERTCOIN_FIXTURE_H
#define FLIPSIDE_TESTS_INSERTCOIN_FIXTURE_H

#include "games/insertcoin/insertcoin.h"

#define FIXTURE_GAME   flip_insertcoin
#define FIXTURE_RULES  struct insertcoin_rules
#define FIXTURE_STATE  struct insertcoin_state
#define FIXTURE_OPTION "draft"
#include "game_fixture.h"

/* Where the tests of a file play. */
static struct fixture fixture;

static inline struct insertcoin_pad *pad(int seat) { return &fixture.state.pad[seat]; }
static inline bool over(void) { return fixture_turn(&fixture) == 0; }
static inline bool dealers_turn(void) { return fixture_turn(&fixture) == FLIP_BIT(FLIP_DEALER); }

static inline struct flip_result result(void)
{
    struct flip_result out;
    flip_insertcoin.rules->result(&fixture.rules, &fixture.state, &out);
    return out;
}

/* "4 12 over": the next events of the dealer. */
static inline void fixture_turn_up(struct fixture *at, const char *events)
{
    char names[200];
    snprintf(names, sizeof names, "%s", events);
    for (char *rest = names, *name; (name = strtok_r(rest, " ", &rest));) {
        struct flip_chances chances;
        const flip_move event = strcmp(name, "over") == 0 ? INSERTCOIN_GAME_OVER : (flip_move)atoi(name);
        if (fixture_turn(at) != FLIP_BIT(FLIP_DEALER))
            fail_msg("the dealer has nothing to do when '%s' comes", name);
        flip_insertcoin.rules->chances(&at->rules, &at->state, &chances);
        if (!flip_chances_has(&chances, event))
            fail_msg("the event '%s' cannot happen", name);
        fixture_apply(at, FLIP_DEALER, event);
    }
}

static inline flip_set squares(const char *names)
{
    flip_set set = 0;
    for (const char *c = names; *c; c += strcspn(c, " "), c += strspn(c, " "))
        set |= FLIP_BIT((c[1] - '1') * INSERTCOIN_SIDE + c[0] - 'a');
    return set;
}

static inline int shape_named(const struct fixture *at, const char *name)
{
    for (int i = 0; i < at->rules.edition.shapes; i++)
        if (strcmp(at->rules.edition.shape[i].name, name) == 0)
            return i;
    fail_msg("there is no shape %s", name);
    return 0;
}

/* Puts a shape into a level of a seat, with these squares still free ("*": all). */
static inline void set_level(struct fixture *at, int seat, int level, const char *shape, const char *free)
{
    struct insertcoin_pad *pad = &at->state.pad[seat];
    const int which = shape_named(at, shape);
    pad->shape[level - 1] = (uint8_t)(which + 1);
    pad->free[level - 1] = *free == '*' ? at->rules.shape[which] : squares(free);
    assert_true((pad->free[level - 1] & ~at->rules.shape[which]) == 0);
    pad->done = (uint8_t)((pad->done & ~(1 << (level - 1))) | (pad->free[level - 1] ? 0 : 1 << (level - 1)));
    at->before = at->state;
}

/* A table at the beginning of its flips, everybody with three whole hearts. */
static inline void fixture_begin(struct fixture *at, int seats)
{
    fixture_open(at, seats, false);
    char event[16];
    for (int card = 1; card <= seats * INSERTCOIN_HAND; card++) {
        snprintf(event, sizeof event, "%d", card);
        fixture_turn_up(at, event);
    }
    for (int seat = 0; seat < seats; seat++) {
        flip_move first;
        assert_int_equal(flip_insertcoin.rules->moves(&at->rules, &at->state, seat, &first, 1), 10);
        fixture_apply(at, seat, first);
    }
    for (int seat = 0; seat < seats; seat++)
        for (int level = 1; level <= INSERTCOIN_LEVELS; level++)
            set_level(at, seat, level, "heart", "*");
}

/* The seat's first drawing of the card, in a level that it does not complete; or its first fill. */
static inline void fixture_any(struct fixture *at, int seat)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = fixture_moves(at, seat, moves);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        if (insertcoin_kind(moves[i]) == INSERTCOIN_MOVE_DRAW &&
            (at->state.pad[seat].free[insertcoin_level(moves[i])] & ~insertcoin_squares(&at->rules, moves[i]))) {
            fixture_apply(at, seat, moves[i]);
            return;
        }
    }
    fixture_apply(at, seat, moves[0]);
}

static inline json_t *item(json_t *json, const char *list, size_t index)
{
    return json_array_get(json_object_get(json, list), index);
}

#endif
