/* Sentences about seats. */
#include <flipside/say.h>

/* Is the next word the first of a sentence? A text that did not fit cannot be read back. */
static bool at_sentence_start(const struct flip_text *out)
{
    if (out->length == 0)
        return true;
    return out->length < out->size && out->length > 1 && out->at[out->length - 1] == ' ' &&
           out->at[out->length - 2] == '.';
}

void flip_say_seats(const struct flip_names *names, flip_set seats, const char *one, const char *several,
                    struct flip_text *out)
{
    const bool single = flip_set_count(seats) == 1 && flip_set_first(seats) != names->you;
    /* The reader comes first: "you and Ann". */
    flip_set rest = seats;
    for (int left = flip_set_count(seats); left > 0; left--) {
        const bool you = names->you >= 0 && flip_set_has(rest, names->you);
        const int seat = you ? names->you : flip_set_first(rest);
        rest &= ~FLIP_BIT(seat);
        flip_text_add(out, "%s%s",
                      !you                     ? names->name[seat]
                      : at_sentence_start(out) ? "You"
                                               : "you",
                      left > 2    ? ", "
                      : left == 2 ? " and "
                                  : "");
    }
    if (one)
        flip_text_add(out, " %s", single ? one : several);
}

void flip_say_number(int number, struct flip_text *out)
{
    static const char *const words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    if (number >= 0 && number < (int)(sizeof words / sizeof *words))
        flip_text_add(out, "%s", words[number]);
    else
        flip_text_add(out, "%d", number);
}

void flip_say_count(int count, const char *one, const char *several, struct flip_text *out)
{
    flip_text_add(out, "%d %s", count, count == 1 ? one : several);
}

const char *flip_article(int number)
{
    const bool eighty = number / 10 == 8 && number < 100;
    return number == 8 || number == 11 || number == 18 || eighty ? "an" : "a";
}

void flip_say_points(int points, struct flip_text *out) { flip_say_count(points, "point", "points", out); }

flip_set flip_tied_losers(const struct flip_result *result, int seats)
{
    flip_set tied = 0;
    for (int seat = 0; seat < seats && result->winners; seat++)
        if (!flip_set_has(result->winners, seat) &&
            result->score[seat] == result->score[flip_set_first(result->winners)])
            tied |= FLIP_BIT(seat);
    return tied;
}

void flip_say_verdict(const struct flip_names *names, const struct flip_result *result, int seats, bool points,
                      struct flip_text *out)
{
    if (points && seats == 1) {
        flip_say_seats(names, FLIP_BIT(0), "finishes with", "finish with", out);
        flip_text_add(out, " ");
        flip_say_points(result->score[0], out);
        return;
    }
    const int winners = flip_set_count(result->winners);
    if (winners == 0 || (!points && winners == seats && seats > 1)) {
        flip_text_add(out, "%s", winners == 0 ? "Nobody wins" : "A draw");
        return;
    }
    if (winners == 1)
        flip_say_seats(names, result->winners, "wins", "win", out);
    else
        flip_say_seats(names, result->winners, "share the win", "share the win", out);
    if (!points)
        return;
    flip_text_add(out, " with ");
    flip_say_points(result->score[flip_set_first(result->winners)], out);
}
