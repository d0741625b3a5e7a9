/*
 * A desk for the tests of one game: rules and state in hand, steps applied as a table does it, moves by their text, views as
 * JSON. Who includes this says which game it is:
 *
 *     DESK_GAME    its struct flip_game
 *     DESK_RULES, DESK_STATE  its structs
 *     DESK_MIND    the struct that is prepared for a table, where it is more than the rules
 *     DESK_OPTION  the option, true or false, that a desk is opened with
 */
#ifndef FLIPSIDE_TESTS_DESK_H
#define FLIPSIDE_TESTS_DESK_H

#include "support.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#ifndef DESK_MIND
#define DESK_MIND DESK_RULES
#endif

struct desk {
    union {
        DESK_RULES rules;
        DESK_MIND mind;
    };
    DESK_STATE state;
    DESK_STATE before; /* at the beginning of the phase, as a table keeps it */
};

static inline void desk_open_with(struct desk *desk, const void *edition, int seats, bool option)
{
    struct flip_options options;
    flip_options_default(&DESK_GAME, &options);
    must(flip_options_set(&DESK_GAME, &options, DESK_OPTION, option ? "true" : "false", &problem));
    memset(desk, 0, sizeof *desk);
    must(DESK_GAME.rules->prepare(&desk->rules, edition, &options, seats, &problem));
    DESK_GAME.rules->start(&desk->rules, &desk->state);
    desk->before = desk->state;
}

static inline void desk_open(struct desk *desk, int seats, bool option)
{
    desk_open_with(desk, DESK_GAME.files->editions[0].data, seats, option);
}

static inline flip_set desk_turn(const struct desk *desk) { return DESK_GAME.rules->turn(&desk->rules, &desk->state); }

static inline void desk_apply(struct desk *desk, int seat, flip_move move)
{
    struct flip_position position = {.game = &DESK_GAME,
                                     .rules = &desk->rules,
                                     .phase = DESK_GAME.knowledge->phase(&desk->rules, &desk->state),
                                     .state = &desk->state,
                                     .before = &desk->before};
    flip_position_step(&position, seat, move);
}

static inline int desk_moves(const struct desk *desk, int seat, flip_move *out)
{
    return DESK_GAME.rules->moves(&desk->rules, &desk->state, seat, out, FLIP_MAX_MOVES);
}

static inline int desk_count(const struct desk *desk, int seat)
{
    return DESK_GAME.rules->moves(&desk->rules, &desk->state, seat, NULL, 0);
}

static inline void desk_text(const struct desk *desk, int seat, flip_move move, char out[FLIP_MOVE_TEXT])
{
    struct flip_text text = flip_text_in(out, FLIP_MOVE_TEXT);
    DESK_GAME.words->text(&desk->rules, &desk->state, seat, move, &text);
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
    flip_move move = 0;
    return desk_find(desk, seat, text, &move);
}

static inline void desk_play(struct desk *desk, int seat, const char *text)
{
    flip_move move = 0;
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

/* The view as a JSON value; the caller gives it back with json_decref. */
static inline json_t *desk_view(const struct desk *desk, int viewer)
{
    static char buffer[FLIP_VIEW_SIZE];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    DESK_GAME.knowledge->view(&desk->rules, &desk->state, &desk->before, viewer, &json);
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    json_error_t error;
    json_t *view = json_loads(buffer, JSON_REJECT_DUPLICATES, &error);
    if (!view)
        fail_msg("the view is not JSON: %s in %s", error.text, buffer);
    return view;
}

#endif
