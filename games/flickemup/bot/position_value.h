/*
 * What a position of Flick 'em Up! is worth to a team, read from the scenario's own conditions. A position is looked at once
 * (who could hit whom, who is how far from which door); when somebody goes elsewhere, only what concerns him is looked at again.
 */
#pragma once

#include "games/flickemup/bot/lines.h"

#define POSSE_WON 100.0

struct outlook {
    const struct flickemup_rules *rules;
    const struct flickemup_state *state;
    struct lines lines;
    double angle_error;                                  /* of all hands, in radians */
    float chance[FLICKEMUP_COWBOYS][FLICKEMUP_FIGURES];  /* that a shot of his fells this one */
    float enter[FLICKEMUP_FIGURES][FLICKEMUP_BUILDINGS]; /* actions until he is inside */
};

void outlook_at(struct outlook *outlook, const struct flickemup_rules *rules, const struct flickemup_state *state,
                double angle_error);
/// The same town after somebody's move: `state` differs in what concerns `figure` alone.
void outlook_moved(struct outlook *outlook, const struct flickemup_state *state, int figure);

/// From -100 (lost) to 100 (won). A duel that has begun is worth what it may be expected to come to.
double value_of_position(const struct outlook *outlook, int team);
/// The same for a state that nobody has looked at.
double position_value(const struct flickemup_rules *rules, const struct flickemup_state *state, int team,
                      double angle_error);

/// The chance that he who shoots next wins a duel in which each has so many shots left.
double duel_chance(double angle_error, int own_shots, int their_shots);

/// The town after a duel in that building.
void after_duel(const struct flickemup_rules *rules, struct flickemup_state *state, int winner, int loser,
                int building);

/* time_to_goal.c */

enum { NEVER = 50 }; /* hours */

bool walks(const struct flickemup_figure *figure);
/// The hours of `count` who work side by side: those of the last and those of all. The list is sorted as far as needed.
double together(double *hours, int size, int count);
/// Where somebody would start from.
struct point place_of(const struct lines *lines, int figure);
/// Actions of a figure until it is inside a building, without looking at the outlook's table.
double actions_to_enter(const struct outlook *outlook, int figure, int building);
/// The hours in which the team may expect to meet a condition.
double hours_for(const struct outlook *outlook, int team, int test);
/// The same for felling `count` of a set of figures for good.
double hours_to_eliminate(const struct outlook *outlook, int team, flip_set figures, int count);
/// The part of this hour that is still to be played.
double hour_left(const struct flickemup_state *state);
