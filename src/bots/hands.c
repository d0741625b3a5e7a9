/*
 * How accurately bots shoot. From the beginner's 6° and 20 % to the expert's 2.5° and 8 %, the errors of the levels
 * fall in even steps. If a table's dealer adds errors of its own (option `hand`), a bot adds only the rest of its
 * level's error. So a level shoots the same at every table whose hands are not worse than its own.
 */
#include "bots/hands.h"

#include <flipside/bot.h>
#include <math.h>
#include <string.h>

static const struct flip_hand hands[FLIP_LEVELS] = {
    {6.0, 0.20}, {5.0, 0.17}, {4.0, 0.14}, {3.2, 0.11}, {2.5, 0.08},
};

static const struct {
    const char *name;
    struct flip_hand hand;
} names[] = {
    {"robot", {0, 0}},     {"expert", {2.5, 0.08}}, {"good", {3.2, 0.11}},
    {"fair", {4.0, 0.14}}, {"novice", {5.0, 0.17}}, {"beginner", {6.0, 0.20}},
};

int flip_hand_named(const char *name, size_t length)
{
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (strlen(names[i].name) == length && memcmp(names[i].name, name, length) == 0)
            return i + 1;
    return 0;
}

struct flip_hand flip_hand_of(int level, int named) { return named ? names[named - 1].hand : hands[level - 1]; }

struct flip_hand flip_hand_of_level(int level) { return hands[level - 1]; }

static double beyond(double own, double dealt) { return own > dealt ? sqrt(own * own - dealt * dealt) : 0; }

struct flip_hand flip_hand_beyond(struct flip_hand own, struct flip_hand dealt)
{
    return (struct flip_hand){.angle = beyond(own.angle, dealt.angle), .speed = beyond(own.speed, dealt.speed)};
}

double flip_random_normal(struct flip_random *random)
{
    /* Box-Muller; 1 - u is never 0. */
    const double far = sqrt(-2 * log(1 - flip_random_unit(random)));
    return far * cos(2 * M_PI * flip_random_unit(random));
}

void flip_hand_err(struct flip_hand hand, struct flip_random *random, int32_t *angle, int32_t *speed)
{
    *angle = flip_angle(*angle + lround(100 * hand.angle * flip_random_normal(random)));
    const double part = 1 + hand.speed * flip_random_normal(random);
    const long erred = lround(*speed * part);
    *speed = (int32_t)(erred < FLIP_SPEED_MIN ? FLIP_SPEED_MIN : erred > FLIP_SPEED_MAX ? FLIP_SPEED_MAX : erred);
}
