/*
 * Words that sentences about seats are made of, so that "Ann wins", "You win" and "Ann and Bob win" come out of the same line of
 * code. "You" is capitalised at the beginning of a sentence.
 */
#ifndef FLIPSIDE_SAY_H
#define FLIPSIDE_SAY_H

#include <flipside/game.h>

FLIP_API_BEGIN

/// The seats as a list: "Ann", "you and Bob", "Ann, Bob and Cid". With a verb: `one` goes with a single name ("wins", "is"),
/// `several` with more and with "you" ("win", "are"); without one, both are NULL.
void flip_say_seats(const struct flip_names *names, flip_set seats, const char *one, const char *several,
                    struct flip_text *out);
/// "no", "one" … "twelve", "13".
void flip_say_number(int number, struct flip_text *out);
/// "1 site", "3 sites", "0 sites".
void flip_say_count(int count, const char *one, const char *several, struct flip_text *out);
/// The article before a number in digits: "an" before 8, 11, 18 and 80 to 89, else "a".
const char *flip_article(int number);
/// "1 point", "61 points".
void flip_say_points(int points, struct flip_text *out);
/// The seats that have as many points as the winners but do not win: a tie that was broken.
flip_set flip_tied_losers(const struct flip_result *result, int seats);
/// The headline of a game with points: "Ann wins with 61 points", "You and Bob share the win with 61 points"; alone "You
/// finish with 61 points". Without points: "Ann wins", "A draw" where all win, "Nobody wins".
void flip_say_verdict(const struct flip_names *names, const struct flip_result *result, int seats, bool points,
                      struct flip_text *out);

FLIP_API_END

#endif
