/*
 * Why an aim is better, in the words of Flick 'em Up!. How a flick ends is not known, so the features are what geometry says about the
 * aim itself: the chance that a hand of this table hits, and how far the shot is. What the tries in the physics came to is told besides,
 * and they know more about the aim that was made: so the words are about the better one.
 */
#include <flipside/bot.h>

#include "bots/hands.h"
#include "games/flickemup/bot/position_value.h"

#include <math.h>

enum { HIT, OWN, ACT, FEATURES };

enum { LONG_SHOT = 600 }; /* mm */

/* Whom a shot is aimed at: the figure that the line meets with the greatest chance. */
struct shot {
    int figure; /* -1: nobody */
    double chance, far;
};

static bool shoots(const struct flip_led *led)
{
    return flickemup_kind(led->move) == FLICKEMUP_SHOOT && flickemup_angle(led->move) != FLICKEMUP_OPEN;
}

static const struct flickemup_hand *hand_of(const struct flip_led *led)
{
    const struct flickemup_rules *rules = led->rules;
    return &flickemup_hands[rules->hand[led->seat]];
}

static struct shot shot_of(const struct flip_led *led)
{
    const struct flickemup_state *state = led->before;
    struct shot best = {.figure = -1};
    struct lines lines;
    struct flip_pose from;
    const double angle = flickemup_angle(led->move) * M_PI / 18000;
    /* Nobody aims without error, whatever the dealer adds. */
    const double error = fmax(hand_of(led)->angle / 100.0, flip_hand_of_level(FLIP_LEVELS).angle) * M_PI / 180;
    if (!shoots(led) || state->active >= FLICKEMUP_COWBOYS ||
        !flickemup_muzzle(led->rules, state, state->active, flickemup_what(led->move), flickemup_around(led->move),
                          FLICKEMUP_BULLET_RADIUS, &from))
        return best;
    lines_of(led->rules, state, &lines);
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        if (figure == state->active || !flickemup_stands(&state->figure[figure]))
            continue;
        const struct point at = point_of(&from);
        const double chance = line_hits(&lines, at.x, at.y, angle, error, figure, state->active);
        if (chance > best.chance)
            best = (struct shot){figure, chance, way_between(at, place_of(&lines, figure))};
    }
    return best;
}

static bool own(const struct flip_led *led, int figure)
{
    const struct flickemup_state *state = led->before;
    return figure >= 0 && (figure < FLICKEMUP_COWBOYS ? flickemup_team_of(figure) : FLICKEMUP_LAW) == state->team;
}

static void weigh(const struct flip_led *led, double *worth)
{
    const struct shot shot = shot_of(led);
    worth[HIT] = own(led, shot.figure) ? 0 : shot.chance;
    worth[OWN] = own(led, shot.figure) ? -shot.chance : 0;
    worth[ACT] = flickemup_kind(led->move) == FLICKEMUP_END ? -0.3 : 0;
}

static void tell_hit(const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    const struct shot is = shot_of(done), could = shot_of(better);
    const char *target = flickemup_piece_names[could.figure], *hand = hand_of(better)->name;
    flip_text_add(out, "%s%s is %.0f cm away", shoots(done) ? "" : "There is a shot: ", target, could.far / 10);
    if (hand_of(better)->angle == 0)
        flip_text_add(out, ", and nothing stands in the line.");
    else if (shoots(done) && is.figure >= 0)
        flip_text_add(
            out,
            ": a shot with a hand like yours (%s) hits him about %.0f times in 100, and %s, %.0f cm away, %.0f times.",
            hand, 100 * could.chance, flickemup_piece_names[is.figure], is.far / 10, 100 * is.chance);
    else
        flip_text_add(out, ", and a hand like yours (%s) hits him about %.0f times in 100.", hand, 100 * could.chance);
}

static void tell(int feature, const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    if (feature == HIT)
        tell_hit(done, better, out);
    else if (feature == OWN)
        flip_text_add(out, "It endangers your own man: %s is in the line of this shot.",
                      flickemup_piece_names[shot_of(done).figure]);
    else
        flip_text_add(out, "It gives away an action that could still be used.");
}

static void theme(const struct flip_led *led, struct flip_text *out)
{
    const int kind = flickemup_kind(led->move);
    if (shoots(led) && shot_of(led).figure >= 0)
        flip_text_add(out, "%s", shot_of(led).far > LONG_SHOT ? "shots beyond 60 cm" : "shots up to 60 cm");
    else
        flip_text_add(out, "%s",
                      kind == FLICKEMUP_SHOOT  ? "shots at nobody"
                      : kind == FLICKEMUP_MOVE ? "moves"
                      : kind == FLICKEMUP_PLAY ? "who plays"
                                               : "other actions");
}

const struct flip_game_reasons flickemup_reasons = {.count = FEATURES, .weigh = weigh, .tell = tell, .theme = theme};
