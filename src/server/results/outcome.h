/* A finished game, evaluated: what results, ratings and achievements are derived from. */
#ifndef FLIPSIDE_SERVER_RESULTS_OUTCOME_H
#define FLIPSIDE_SERVER_RESULTS_OUTCOME_H

#include "server/rooms/room.h"

struct outcome {
    const struct room *room;
    struct flip_result result;
    int place[FLIP_MAX_SEATS];   /* from 1 */
    flip_set won;                /* who has won, of those who played to the end */
    int value[FLIP_MAX_SEATS];   /* the game's measure of success */
    const json_t *book;          /* the game's achievements and measure, or NULL */
    json_t *facts;               /* that all seats share: game, seats, options, result, view */
    json_t *own[FLIP_MAX_SEATS]; /* and each one's, with those */
    int64_t time;                /* of its last step */
    int64_t finished;
};

#endif
