/* An analysis told in a terminal. */
#ifndef FLIPSIDE_SIM_ANALYZE_H
#define FLIPSIDE_SIM_ANALYZE_H

#include "analysis/analysis.h"

#include <stdio.h>

/// The players, their losses, and the luckiest and unluckiest events.
void flip_analysis_tell(const struct flip_analysis *analysis, const json_t *json, FILE *out);

#endif
