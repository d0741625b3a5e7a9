/*
 * Why a choice is better, in the words of Flip City: the risk of the next card, what the turn has gathered, and what the city is
 * worth, face by face as the quick player sees it. Worths are in the player's own measure.
 */
#include <flipside/bot.h>

#include "games/flipcity/bot/taste.h"

enum { RISK, CASH, POINTS, CITY, FEATURES };

static const struct flipcity_state *after(const struct flip_led *led) { return led->after; }

static bool plays_on(const struct flip_led *led) { return flipcity_kind(led->move) == FLIPCITY_MOVE_PLAY; }

/* How far the city has come, 0 … 1. */
static double lateness(const struct flipcity_rules *rules, const struct flipcity_seat *own)
{
    int points = 0;
    for (int face = 0; face < rules->faces; face++)
        points += (own->deck.count[face] + own->discard.count[face]) * rules->edition.face[face].points;
    const double part = points / (1.5 * rules->edition.win_points);
    return part < 1 ? part : 1;
}

static double city_worth(const struct flipcity_mind *mind, const struct flipcity_state *state, int seat)
{
    const struct flipcity_seat *own = &state->seat[seat];
    const double late = lateness(&mind->rules, own);
    double sum = 0;
    for (int face = 0; face < mind->rules.faces; face++)
        sum += (own->deck.count[face] + own->discard.count[face]) *
               ((1 - late) * mind->taste.early[face] + late * mind->taste.late[face]);
    return sum;
}

static void weigh(const struct flip_led *led, double *worth)
{
    const struct flipcity_mind *mind = led->rules;
    const struct flipcity_state *before = led->before, *state = led->after;
    const bool still = state->acting == led->seat && state->step != FLIPCITY_OVER;
    const double cash = mind->taste.cash[flipcity_index(before->cash)];
    const double points = mind->taste.points[before->points];
    if (plays_on(led))
        worth[RISK] = -flipcity_risk(&mind->rules, before) * (cash + points);
    if (still) {
        worth[CASH] = mind->taste.cash[flipcity_index(state->cash)];
        worth[POINTS] = mind->taste.points[state->points];
    }
    worth[CITY] = city_worth(mind, state, led->seat);
}

/* --- in words --------------------------------------------------------------------------------------------------------------- */

/* Cards below the top that bring an unhappy symbol and must be played, and all cards below it. */
static void tell_risk(const struct flip_led *done, struct flip_text *out)
{
    const struct flipcity_mind *mind = done->rules;
    const struct flipcity_state *state = done->before;
    const struct flipcity_pile *deck = &state->seat[done->seat].deck;
    const struct flipcity_face *face = mind->rules.edition.face, *top = &face[deck->top];
    const double risk = flipcity_risk(&mind->rules, state);
    int unhappy = 0;
    for (int i = 0; i < mind->rules.faces; i++)
        if (face[i].unhappy && (face[i].forced || top->forces_next))
            unhappy += deck->count[i] - (i == deck->top);
    if (risk >= 0.995)
        flip_text_add(out, "The next card breaks the limit of %d unhappy symbols for certain.", state->limit);
    else if (state->unhappy + top->unhappy == state->limit && unhappy > 0)
        flip_text_add(out,
                      "That reaches the limit, and %d of the %d other cards in the deck %s unhappy and must be played: "
                      "the chance of breaking it is %.0f %%.",
                      unhappy, deck->size - 1, unhappy == 1 ? "is" : "are", 100 * risk);
    else
        flip_text_add(out, "It risks the turn: the chance that the cards you must play break the limit is %.0f %%.",
                      100 * risk);
}

static void tell_stop(const struct flip_led *done, struct flip_text *out)
{
    const struct flipcity_mind *mind = done->rules;
    const double risk = flipcity_risk(&mind->rules, done->before);
    if (risk < 0.005)
        flip_text_add(out, "It stops although the next card cannot break the limit.");
    else
        flip_text_add(out, "It stops early: the chance that the next card breaks the limit is%s %.0f %%.",
                      risk < 0.3 ? " only" : "", 100 * risk);
}

static void tell(int feature, const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    const struct flipcity_state *is = after(done), *could = after(better);
    const bool stops = flipcity_kind(done->move) == FLIPCITY_MOVE_STOP;
    if (feature == RISK)
        tell_risk(done, out);
    else if (stops && plays_on(better))
        tell_stop(done, out);
    else if (feature == CASH)
        flip_text_add(out, "It leaves $%d to build with instead of $%d.", (int)is->cash, (int)could->cash);
    else if (feature == POINTS)
        flip_text_add(out, "The turn has %d points instead of %d.", is->points, could->points);
    else
        flip_text_add(out, "The cards of your city are worth less for the turns that follow.");
}

static void theme(const struct flip_led *led, struct flip_text *out)
{
    const int kind = flipcity_kind(led->move);
    flip_text_add(out, "%s",
                  kind == FLIPCITY_MOVE_PLAY || kind == FLIPCITY_MOVE_STOP         ? "playing on or stopping"
                  : kind == FLIPCITY_MOVE_RECYCLE || kind == FLIPCITY_MOVE_SHUFFLE ? "recycling and shuffling"
                                                                                   : "building");
}

const struct flip_game_reasons flipcity_reasons = {.count = FEATURES, .weigh = weigh, .tell = tell, .theme = theme};
