/* Points, as they stand and at the end. */
#include "games/insertcoin/insertcoin.h"

struct insertcoin_parts insertcoin_seat_parts(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad)
{
    struct insertcoin_parts parts = {.coins = pad->coins * rules->edition.coin_points,
                                     .lives = pad->lives * rules->edition.life_points};
    for (int level = 0; level < INSERTCOIN_LEVELS; level++) {
        if (pad->shape[level] == 0)
            continue;
        const int points = insertcoin_level_shape(rules, pad, level)->value - flip_set_count(pad->free[level]);
        parts.level[level] = points > 0 ? points : 0;
        parts.levels += parts.level[level];
    }
    parts.total = parts.levels + parts.coins + parts.lives;
    return parts;
}

/* Ties go to more complete levels; what is still equal is shared. */
void insertcoin_result(const void *rules_, const void *state_, struct flip_result *out)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    int rank[INSERTCOIN_SEATS], highest = -1;
    out->over = state->stage == INSERTCOIN_OVER;
    out->winners = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const struct insertcoin_pad *pad = &state->pad[seat];
        out->score[seat] = insertcoin_seat_parts(rules, pad).total;
        rank[seat] = out->score[seat] * (INSERTCOIN_LEVELS + 1) + flip_set_count(pad->done);
        if (rank[seat] > highest)
            highest = rank[seat];
    }
    for (int seat = 0; out->over && seat < rules->seats; seat++)
        if (rank[seat] == highest)
            out->winners |= FLIP_BIT(seat);
}

void insertcoin_breakdown(const void *rules, const void *state, int seat, struct flip_json *out)
{
    const struct insertcoin_parts parts =
        insertcoin_seat_parts(rules, &((const struct insertcoin_state *)state)->pad[seat]);
    flip_json_int(out, "levels", parts.levels);
    flip_json_int(out, "coins", parts.coins);
    flip_json_int(out, "lives", parts.lives);
}
