/*
 * A fixture for the tests of one game: rules and state in hand, steps applied as a table does it, moves by their text, views as
 * JSON. Who includes this says which game it is:
 *
 *     FIXTURE_GAME    its struct flip_game
 *     FIXTURE_RULES, FIXTURE_STATE  its structs
 *     FIXTURE_MIND    the struct that is prepared for a table, where it is more than the rules
 *     FIXTURE_OPTION  the option, true or false, that a fixture is opened with
 */
#ifndef FLIPSIDE_TESTS_FIXTURE_H
#define FLIPSIDE_TESTS_FIXTURE_H

#include "support.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#ifndef FIXTURE_MIND
#define FIXTURE_MIND FIXTURE_RULES
#endif

struct fixture {
    union {
        FIXTURE_RULES rules;
        FIXTURE_MIND mind;
    };
    FIXTURE_STATE state;
    FIXTURE_STATE before; /* at the beginning of the phase, as a table keeps it */
};

static inline void fixture_open_with(struct fixture *fixture, const void *edition, int seats, bool option)
{
    struct flip_options options;
    flip_options_default(&FIXTURE_GAME, &options);
    must(flip_options_set(&FIXTURE_GAME, &options, FIXTURE_OPTION, option ? "true" : "false", &problem));
    memset(fixture, 0, sizeof *fixture);
    must(FIXTURE_GAME.rules->prepare(&fixture->rules, edition, &options, seats, &problem));
    FIXTURE_GAME.rules->start(&fixture->rules, &fixture->state);
    fixture->before = fixture->state;
}

static inline void fixture_open(struct fixture *fixture, int seats, bool option)
{
    fixture_open_with(fixture, FIXTURE_GAME.files->editions[0].data, seats, option);
}

static inline flip_set fixture_turn(const struct fixture *fixture)
{
    return FIXTURE_GAME.rules->turn(&fixture->rules, &fixture->state);
}

static inline void fixture_apply(struct fixture *fixture, int seat, flip_move move)
{
    struct flip_position position = {.game = &FIXTURE_GAME,
                                     .rules = &fixture->rules,
                                     .phase = FIXTURE_GAME.knowledge->phase(&fixture->rules, &fixture->state),
                                     .state = &fixture->state,
                                     .before = &fixture->before};
    flip_position_step(&position, seat, move);
}

static inline int fixture_moves(const struct fixture *fixture, int seat, flip_move *out)
{
    return FIXTURE_GAME.rules->moves(&fixture->rules, &fixture->state, seat, out, FLIP_MAX_MOVES);
}

static inline int fixture_count(const struct fixture *fixture, int seat)
{
    return FIXTURE_GAME.rules->moves(&fixture->rules, &fixture->state, seat, NULL, 0);
}

static inline void fixture_text(const struct fixture *fixture, int seat, flip_move move, char out[FLIP_MOVE_TEXT])
{
    struct flip_text text = flip_text_in(out, FLIP_MOVE_TEXT);
    FIXTURE_GAME.words->text(&fixture->rules, &fixture->state, seat, move, &text);
    assert_true(flip_text_fits(&text));
}

static inline bool fixture_find(const struct fixture *fixture, int seat, const char *text, flip_move *out)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = fixture_moves(fixture, seat, moves);
    for (int i = 0; i < count; i++) {
        char name[FLIP_MOVE_TEXT];
        fixture_text(fixture, seat, moves[i], name);
        if (strcmp(name, text) == 0) {
            *out = moves[i];
            return true;
        }
    }
    return false;
}

static inline bool fixture_offers(const struct fixture *fixture, int seat, const char *text)
{
    flip_move move = 0;
    return fixture_find(fixture, seat, text, &move);
}

static inline void fixture_play(struct fixture *fixture, int seat, const char *text)
{
    flip_move move = 0;
    if (!fixture_find(fixture, seat, text, &move))
        fail_msg("seat %d has no move '%s'", seat, text);
    fixture_apply(fixture, seat, move);
}

/* How many of a seat's moves begin with these words. */
static inline int fixture_count_of(const struct fixture *fixture, int seat, const char *words)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = fixture_moves(fixture, seat, moves);
    int found = 0;
    for (int i = 0; i < count; i++) {
        char name[FLIP_MOVE_TEXT];
        fixture_text(fixture, seat, moves[i], name);
        found += strncmp(name, words, strlen(words)) == 0;
    }
    return found;
}

/* The view as a JSON value; the caller gives it back with json_decref. */
static inline json_t *fixture_view(const struct fixture *fixture, int viewer)
{
    static char buffer[FLIP_VIEW_SIZE];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    FIXTURE_GAME.knowledge->view(&fixture->rules, &fixture->state, &fixture->before, viewer, &json);
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    json_error_t error;
    json_t *view = json_loads(buffer, JSON_REJECT_DUPLICATES, &error);
    if (!view)
        fail_msg("the view is not JSON: %s in %s", error.text, buffer);
    return view;
}

#endif
