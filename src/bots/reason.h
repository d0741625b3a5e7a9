/* Why one choice is better than another, in the game's words. */
#ifndef FLIPSIDE_BOTS_REASON_H
#define FLIPSIDE_BOTS_REASON_H

#include <flipside/bot.h>

/// One sentence, or nothing: the game knows no reason. Looks at nothing that `seat` cannot know.
void flip_reason(const struct flip_position *at, int seat, flip_move done, flip_move better, struct flip_text *out);
/// What kind of decision it is, for statistics: "the Mine"; nothing: the game does not say.
void flip_theme(const struct flip_position *at, int seat, flip_move move, struct flip_text *out);

#endif
