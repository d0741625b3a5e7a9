/*
 * Why a choice is better, in the words of Insert Coin to Play. The features are the parts of the valuation in bot/worth.c: points of
 * the levels, the abilities they come near to, their holes and corners, Lives and Coins.
 */
#include <flipside/bot.h>

#include "games/insertcoin/bot/worth.h"

enum { POINTS, FINISH, HOLES, CORNERS, SUPPLY, ABILITIES, FEATURES };

static const struct insertcoin_pad *pad_of(const void *state, int seat)
{
    return &((const struct insertcoin_state *)state)->pad[seat];
}

static int feature_of(int trait)
{
    if (trait < INSERTCOIN_TRAIT_ABILITY)
        return FINISH;
    if (trait < INSERTCOIN_TRAIT_CORNER)
        return ABILITIES;
    if (trait < INSERTCOIN_TRAIT_HOLE)
        return CORNERS;
    if (trait < INSERTCOIN_TRAIT_TOTAL)
        return HOLES;
    if (trait < INSERTCOIN_TRAIT_SUPPLY)
        return FINISH;
    return trait < INSERTCOIN_TRAIT_FLAG ? SUPPLY : ABILITIES;
}

static void add_traits(const struct insertcoin_outlook *outlook, const uint16_t *traits, int count, double *worth)
{
    const float *stage = insertcoin_weights + outlook->stage * INSERTCOIN_STAGE_TRAITS;
    for (int i = 0; i < count; i++)
        worth[feature_of(traits[i])] += (double)stage[traits[i]];
}

static void weigh(const struct flip_led *led, double *worth)
{
    const struct insertcoin_rules *rules = led->rules;
    const struct insertcoin_pad *pad = pad_of(led->after, led->seat);
    const struct insertcoin_outlook outlook = insertcoin_look_out(rules, led->before, led->seat);
    const struct insertcoin_parts parts = insertcoin_seat_parts(rules, pad);
    uint16_t traits[INSERTCOIN_MOST_TRAITS];
    worth[POINTS] = parts.levels;
    worth[SUPPLY] = parts.coins + parts.lives;
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        if (pad->shape[level])
            add_traits(
                &outlook, traits,
                insertcoin_level_traits(&outlook, insertcoin_level_shape(rules, pad, level), pad->free[level], traits),
                worth);
    add_traits(&outlook, traits, insertcoin_pad_traits(&outlook, pad, traits), worth);
}

/* --- in words --------------------------------------------------------------------------------------------------------------- */

static flip_set group_of(flip_set seed, flip_set free)
{
    const flip_set left = 0x0101010101010101, right = left << (INSERTCOIN_SIDE - 1);
    for (flip_set last = 0; seed != last;) {
        last = seed;
        seed |= (seed & ~right) << 1 | (seed & ~left) >> 1 | seed << INSERTCOIN_SIDE | seed >> INSERTCOIN_SIDE;
        seed &= free;
    }
    return seed;
}

/* The holes of a pad that no symbol fills exactly, and the first square of one of them. */
static int lost_holes(const struct insertcoin_rules *rules, const struct insertcoin_pad *pad, int *where)
{
    int count = 0;
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        for (flip_set free = pad->free[level]; free;) {
            const flip_set hole = group_of(free & (~free + 1), free);
            free &= ~hole;
            if (flip_set_count(hole) > INSERTCOIN_SYMBOL_SQUARES || insertcoin_symbol_of(rules, hole) >= 0)
                continue;
            count++;
            *where = flip_set_first(hole);
        }
    return count;
}

static void tell_holes(const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    char square[INSERTCOIN_SQUARE_TEXT];
    int where = 0, other;
    const int holes = lost_holes(done->rules, pad_of(done->after, done->seat), &where);
    if (holes > lost_holes(better->rules, pad_of(better->after, better->seat), &other))
        flip_text_add(out, "It leaves a hole at %s that no symbol fills.", insertcoin_square_name(where, square));
    else
        flip_text_add(out, "It leaves holes whose symbols come less often.");
}

static void tell_supply(const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    const struct insertcoin_pad *is = pad_of(done->after, done->seat), *could = pad_of(better->after, better->seat);
    if (is->coins != could->coins)
        flip_text_add(out, "It leaves you %d Coins instead of %d.", is->coins, could->coins);
    else if (is->lives != could->lives)
        flip_text_add(out, "It leaves you %d Lives instead of %d.", is->lives, could->lives);
    else
        flip_text_add(out, "It leaves you less ready for GAME OVER.");
}

static int free_squares(const struct insertcoin_pad *pad)
{
    int count = 0;
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        count += flip_set_count(pad->free[level]);
    return count;
}

static void tell(int feature, const struct flip_led *done, const struct flip_led *better, struct flip_text *out)
{
    const struct insertcoin_pad *is = pad_of(done->after, done->seat), *could = pad_of(better->after, better->seat);
    const bool keeping = insertcoin_kind(done->move) == INSERTCOIN_MOVE_KEEP;
    if (keeping) {
        if (feature == POINTS || feature == FINISH)
            flip_text_add(out, "The cards that you keep make levels that bring less, or take longer.");
        else if (feature == ABILITIES)
            flip_text_add(out, "The cards that you keep have abilities that help less.");
        return;
    }
    switch (feature) {
    case POINTS:
        flip_text_add(out, "Your levels count %d points instead of %d.", insertcoin_seat_parts(done->rules, is).levels,
                      insertcoin_seat_parts(done->rules, could).levels);
        return;
    case FINISH:
        if (free_squares(is) > free_squares(could))
            flip_text_add(out, "It leaves %d squares to fill instead of %d.", free_squares(is), free_squares(could));
        else
            flip_text_add(out, "It works on a level that is further from its points.");
        return;
    case HOLES:
        tell_holes(done, better, out);
        return;
    case CORNERS:
        flip_text_add(out, "It leaves corners and edges that are hard to fill.");
        return;
    case SUPPLY:
        tell_supply(done, better, out);
        return;
    default:
        flip_text_add(out, "It is further from an ability that helps.");
    }
}

static void theme(const struct flip_led *led, struct flip_text *out)
{
    const int kind = insertcoin_kind(led->move);
    flip_text_add(out, "%s",
                  kind == INSERTCOIN_MOVE_KEEP   ? "keeping cards"
                  : kind == INSERTCOIN_MOVE_DRAW ? "drawing symbols"
                                                 : "Lives and abilities");
}

const struct flip_game_reasons insertcoin_reasons = {.count = FEATURES, .weigh = weigh, .tell = tell, .theme = theme};
