/*
 * Who plays for which side. The option `teams` names a side for each seat; without it the seats alternate, lawmen first. Within a
 * side players take their turns in seat order. The side of a seat follows from the options alone, so that it is known while a
 * table still waits for its players.
 */
#include "games/flickemup/flickemup.h"

#include <string.h>

static const char alternating[] = "alternating";

/* The word for a seat; NULL past the last one. */
static const char *word_at(const char *value, int seat)
{
    for (; seat > 0; seat--) {
        value += strcspn(value, ",");
        if (*value++ == '\0')
            return NULL;
    }
    return value;
}

/* The side that a word names, or FLICKEMUP_NEUTRAL. */
static int side_named(const char *word)
{
    int side = FLICKEMUP_LAW;
    while (side < FLICKEMUP_NEUTRAL && (strlen(flickemup_team_words[side]) != strcspn(word, ",") ||
                                        strncmp(flickemup_team_words[side], word, strcspn(word, ",")) != 0))
        side++;
    return side;
}

static int side_of(const char *value, int seat)
{
    if (strcmp(value, alternating) == 0)
        return seat % FLICKEMUP_TEAMS;
    const char *word = word_at(value, seat);
    return word ? side_named(word) : FLICKEMUP_NEUTRAL;
}

const char *flickemup_team(const struct flip_options *options, int seat)
{
    const int side = side_of(options->value[FLICKEMUP_OPTION_TEAMS], seat);
    return flickemup_team_words[side < FLICKEMUP_TEAMS ? side : seat % FLICKEMUP_TEAMS];
}

static int does_not_fit(int seats, const char *why, struct flip_error *error)
{
    char fits[80];
    struct flip_text text = flip_text_in(fits, sizeof fits);
    if (seats % 2 == 0)
        flip_text_add(&text, seats == 2 ? "1 lawman and 1 outlaw" : "%d lawmen and %d outlaws", seats / 2, seats / 2);
    else
        flip_text_add(&text, "%d of one side and %d of the other", seats / 2 + 1, seats / 2);
    return flip_fail(error, FLIP_ERROR_BAD_OPTION, "Option teams: %s. %d seats take %s, in any order; or say %s.", why,
                     seats, fits, alternating);
}

int flickemup_read_teams(struct flickemup_rules *rules, const char *value, struct flip_error *error)
{
    const int seats = rules->seats;
    const bool named = strcmp(value, alternating) != 0;
    if (named && (!word_at(value, seats - 1) || word_at(value, seats)))
        return does_not_fit(seats, "every seat needs a side, and no more are named", error);
    for (int seat = 0; seat < seats; seat++) {
        const int side = side_of(value, seat);
        if (side >= FLICKEMUP_TEAMS)
            return does_not_fit(seats, "a side is lawmen or outlaws", error);
        rules->side[seat] = (uint8_t)side;
        rules->player[side][rules->players[side]++] = (uint8_t)seat;
    }
    const int more = rules->players[FLICKEMUP_LAW] - rules->players[FLICKEMUP_OUT];
    if (more < -1 || more > 1)
        return does_not_fit(seats, "the sides must be even", error);
    return 0;
}
