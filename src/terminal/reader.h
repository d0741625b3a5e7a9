/* The log of a server, which names everybody, as one of the players reads it. */
#ifndef FLIPSIDE_TERMINAL_READER_H
#define FLIPSIDE_TERMINAL_READER_H

#include <flipside/text.h>

/// Whoever reads is "you" wherever `own`, their name, stands: "card 7 (coin) goes to you", "You have no Coin left". No name: nobody is.
void flip_reader_told(const char *words, const char *own, struct flip_text *out);

#endif
