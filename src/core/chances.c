/* Picks events by chance. */
#include <assert.h>
#include <flipside/game.h>

flip_move flip_chances_pick(const struct flip_chances *chances, struct flip_random *random)
{
    assert(chances->kind != FLIP_CHANCE_OUTSIDE);
    if (chances->kind == FLIP_CHANCE_SET) {
        int count = flip_set_count(chances->set);
        assert(count > 0);
        int n = count > 1 ? (int)flip_random_below(random, (uint32_t)count) : 0;
        return chances->base + (flip_move)flip_set_nth(chances->set, n);
    }
    assert(chances->count > 0);
    if (chances->count == 1)
        return chances->list[0].event;
    uint32_t total = 0;
    for (int i = 0; i < chances->count; i++)
        total += chances->list[i].weight;
    uint32_t n = flip_random_below(random, total);
    int i = 0;
    while (n >= chances->list[i].weight)
        n -= chances->list[i++].weight;
    return chances->list[i].event;
}

bool flip_chances_has(const struct flip_chances *chances, flip_move event)
{
    if (chances->kind == FLIP_CHANCE_SET)
        return event >= chances->base && event - chances->base < 64 &&
               flip_set_has(chances->set, (int)(event - chances->base));
    for (int i = 0; i < chances->count; i++)
        if (chances->list[i].event == event)
            return chances->list[i].weight > 0;
    return false;
}
