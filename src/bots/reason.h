/* Why one choice is better than another, in the game's words. */
#ifndef FLIPSIDE_BOTS_REASON_H
#define FLIPSIDE_BOTS_REASON_H

#include <flipside/bot.h>

/// Writes one sentence, or nothing if the game knows no reason. Uses only what `seat` can know.
void flip_reason(const struct flip_position *at, int seat, flip_move done, flip_move better, struct flip_text *out);
/// Writes the kind of decision for statistics, such as "the Mine", or nothing if the game does not say.
void flip_theme(const struct flip_position *at, int seat, flip_move move, struct flip_text *out);

#endif
