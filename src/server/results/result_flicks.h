/* Facts for achievements in games of flicks. */
#ifndef FLIPSIDE_SERVER_RESULTS_RESULT_FLICKS_H
#define FLIPSIDE_SERVER_RESULTS_RESULT_FLICKS_H

#include <flipside/table.h>
#include <jansson.h>

/// The flicks of a game, as facts; empty where nothing is flicked.
json_t *all_flicks(const struct flip_table *table);
/// Those of one seat.
json_t *flicks_of(const json_t *flicks, int seat);

#endif
