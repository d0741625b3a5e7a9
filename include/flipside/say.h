/*
 * Building blocks for sentences about seats, so that the same line of code writes "Ann wins", "You win" and "Ann and
 * Bob win". "You" is capitalised at the beginning of a sentence.
 */
#ifndef FLIPSIDE_SAY_H
#define FLIPSIDE_SAY_H

#include <flipside/game.h>

FLIP_API_BEGIN

/// The seats as a list: "Ann", "you and Bob", "Ann, Bob and Cid". Then the verb, if any: `one` follows a single name
/// ("wins"), `several` follows several and "you" ("win"). Both are NULL for a list without a verb.
void flip_say_seats(const struct flip_names *names, flip_set seats, const char *one, const char *several,
                    struct flip_text *out);
/// "no", "one" … "twelve", "13".
void flip_say_number(int number, struct flip_text *out);
/// "1 site", "3 sites", "0 sites".
void flip_say_count(int count, const char *one, const char *several, struct flip_text *out);
/// The article before a number below 100 in digits: "an" before 8, 11, 18 and 80 to 89, else "a".
const char *flip_article(int number);
/// "1 point", "61 points".
void flip_say_points(int points, struct flip_text *out);
/// The seats that have as many points as the first winner but do not win: they lost a tiebreak.
flip_set flip_tied_losers(const struct flip_result *result, int seats);
/// The headline of a game that is over. With points: "Ann wins with 61 points", "You and Bob share the win with 61
/// points", with one seat "You finish with 61 points". Without points: "Ann wins", "A draw" if all of several seats
/// win. Without winners: "Nobody wins".
void flip_say_verdict(const struct flip_names *names, const struct flip_result *result, int seats, bool points,
                      struct flip_text *out);

FLIP_API_END

#endif
