/*
 * The duel: fought on an empty table of its own, two cowboys 200 mm apart. The town does not change: the duel has poses of
 * its own, and only its end is carried back.
 */
#include "games/flickemup/flickemup.h"

int flickemup_duellist(const struct flickemup_state *state)
{
    return state->duel.shots % 2 == 0 ? state->duel.entered : state->duel.defends;
}

void flickemup_start_duel(const struct flickemup_rules *rules, struct flickemup_state *state, int entered, int defends)
{
    const int32_t y = rules->edition.height / 2, left = (rules->edition.width - FLICKEMUP_APART) / 2;
    state->duel.on = true;
    state->duel.entered = (uint8_t)entered;
    state->duel.defends = (uint8_t)defends;
    state->duel.shots = 0;
    state->duel.pose[0] = flickemup_standing(entered, left, y, 0);
    state->duel.pose[1] = flickemup_standing(defends, left + FLICKEMUP_APART, y, FLIP_TURN / 2);
    state->stage = FLICKEMUP_DUELLING;
}

static void end_duel(struct flickemup_state *state)
{
    const uint8_t building = state->duel.building;
    state->duel.on = false;
    state->duel.building = building;
    state->duel.pose[0] = state->duel.pose[1] = (struct flip_pose){0};
}

/* First hit: the loser lies before the door, the other is inside. */
static void lose(const struct flickemup_rules *rules, struct flickemup_state *state, int loser, int shooter)
{
    const int building = state->duel.building;
    const int winner = loser == state->duel.entered ? state->duel.defends : state->duel.entered;
    const struct flip_pose *door = &state->pose[FLICKEMUP_BUILDINGS_AT + building];
    int32_t x, y;
    end_duel(state);
    state->figure[winner].where = (uint8_t)(FLICKEMUP_INSIDE + building);
    flickemup_from_door(door, 0, FLICKEMUP_LIES_BEFORE, &x, &y);
    flickemup_lay(rules, state, loser, x, y, flip_pose_facing(door));
    if (flickemup_wound(rules, state, loser, shooter))
        state->verdict.ruling = FLICKEMUP_RULED_KILLED;
    flickemup_go_on(rules, state);
}

/* Six shots and nobody hit: the one who entered is back where he came from. */
static void part(const struct flickemup_rules *rules, struct flickemup_state *state)
{
    const int entered = state->duel.entered;
    const struct flip_pose pose = state->pose[entered];
    state->verdict.ruling = FLICKEMUP_RULED_DUEL_OVER;
    state->verdict.figure = (uint8_t)entered;
    end_duel(state);
    if (state->figure[entered].where == FLICKEMUP_ON_TABLE) {
        flickemup_stand(rules, state, entered, pose.x, pose.y, flip_pose_facing(&pose));
        state->may_face = 1;
    }
    flickemup_go_on(rules, state);
}

void flickemup_settle_duel(const struct flickemup_rules *rules, struct flickemup_state *state,
                           const struct flip_outcome *outcome)
{
    struct flickemup_verdict *verdict = &state->verdict;
    const int shooter = flickemup_duellist(state);
    const uint8_t pair[2] = {state->duel.entered, state->duel.defends};
    const int first = outcome->contacts > 0 ? outcome->contact[0].piece : -1;
    const flip_set down = (outcome->fell | outcome->off) & (FLIP_BIT(pair[0]) | FLIP_BIT(pair[1]));
    verdict->piece = verdict->figure = (uint8_t)(first < 0 ? FLICKEMUP_NOBODY : first);
    const bool hit = first >= 0 && flip_set_has(down, first);
    flickemup_count_shot(state, hit ? first : -1, hit ? &state->duel.pose[first == pair[1]] : NULL);
    if (hit) {
        verdict->ruling = FLICKEMUP_RULED_HIT;
        lose(rules, state, first, shooter);
        return;
    }
    verdict->ruling = first < 0 ? FLICKEMUP_RULED_MISSED : down ? FLICKEMUP_RULED_SECOND : FLICKEMUP_RULED_GRAZED;
    if (down)
        verdict->figure = (uint8_t)flip_set_first(down);
    for (int i = 0; i < 2; i++) {
        if (!flip_set_has(outcome->moved, pair[i]))
            continue;
        const struct flip_pose *pose = &outcome->pose[pair[i]];
        const int32_t facing = flip_pose_facing(flip_set_has(down, pair[i]) ? &state->duel.pose[i] : pose);
        const int32_t low = FLICKEMUP_BACK_INSIDE;
        const int32_t right = rules->edition.width - low, top = rules->edition.height - low;
        state->duel.pose[i] = flickemup_standing(pair[i],
                                                 pose->x < low     ? low
                                                 : pose->x > right ? right
                                                                   : pose->x,
                                                 pose->y < low   ? low
                                                 : pose->y > top ? top
                                                                 : pose->y,
                                                 facing);
    }
    if (++state->duel.shots == 2 * FLICKEMUP_DUEL_SHOTS)
        part(rules, state);
    else
        state->stage = FLICKEMUP_DUELLING;
}
