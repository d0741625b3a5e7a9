/* A histogram as an SVG picture, one panel below the other. */
#ifndef FLIPSIDE_SIM_PLOT_H
#define FLIPSIDE_SIM_PLOT_H

#include "sim/histogram.h"

#include <flipside/error.h>
#include <stdio.h>

struct flip_plot_panel {
    const char *title;
    const struct flip_tally *tally;
};

struct flip_plot {
    const char *title;
    const char *caption; /* the line below the title */
    const char *axis;    /* what the scores are */
    const char *of;      /* what is counted: "games", or "seats" where each seat's score is */
    const struct flip_plot_panel *panels;
    int panel_count;
    const int64_t *marks; /* thresholds, drawn as dashed lines */
    int mark_count;
};

/// Text in XML or HTML, also inside quotes.
void flip_put_escaped(FILE *out, const char *text);
/// All panels share the same bins, so that they can be compared by eye.
void flip_plot_write(FILE *out, const struct flip_plot *plot);
int flip_plot_save(const char *path, const struct flip_plot *plot, struct flip_error *error);

#endif
