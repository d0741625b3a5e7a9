/* Who has won, and what is counted on the way. The game has no points; as a score that can be compared it counts the enemies that a team has
   eliminated. */
#include "games/flickemup/flickemup.h"

static bool goal(const struct flickemup_state *state, int team) { return state->winner == 1 + team; }

void flickemup_result(const void *rules_, const void *state_, struct flip_result *out)
{
    const struct flickemup_rules *rules = rules_;
    const struct flickemup_state *state = state_;
    out->over = state->stage == FLICKEMUP_OVER;
    out->winners = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const int team = rules->side[seat];
        out->score[seat] = flickemup_dead_of(state, !team);
        if (out->over && (goal(state, team) || state->winner == 3))
            out->winners |= FLIP_BIT(seat);
    }
}

void flickemup_breakdown(const void *rules, const void *state_, int seat, struct flip_json *out)
{
    const struct flickemup_state *state = state_;
    const int team = ((const struct flickemup_rules *)rules)->side[seat];
    flip_json_int(out, "eliminated", flickemup_dead_of(state, !team));
    flip_json_int(out, "hit_points", flickemup_team_hit_points(state, team));
    flip_json_int(out, "goal", goal(state, team));
}

void flickemup_result_fields(const void *rules, const void *state_, struct flip_json *out)
{
    const struct flickemup_state *state = state_;
    (void)rules;
    if (state->winner == 0)
        flip_json_null(out, "team");
    else
        flip_json_string(out, "team", state->winner == 3 ? "draw" : flickemup_team_words[state->winner - 1]);
    flip_json_int(out, "hour", state->hour);
}

void flickemup_count_shot(struct flickemup_state *state, int hit, const struct flip_pose *stood)
{
    const int shooter = state->aim.figure;
    if (state->shots[shooter].fired < UINT8_MAX)
        state->shots[shooter].fired++;
    if (hit < 0 || (hit < FLICKEMUP_COWBOYS && flickemup_team_of(hit) == flickemup_team_of(shooter)))
        return;
    const int64_t x = stood->x - state->aim.from.x, y = stood->y - state->aim.from.y;
    uint16_t far = 0; /* whole mm by counting: rules know no roots */
    while ((int64_t)(far + 1) * (far + 1) * 10000 <= x * x + y * y)
        far++;
    state->shots[shooter].hits++;
    if (far > state->shots[shooter].longest)
        state->shots[shooter].longest = far;
}
