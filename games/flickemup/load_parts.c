/* What the town and the conditions of a scenario have in common: tokens and buildings. */
#include "games/flickemup/load_parts.h"

int flickemup_load_token(const struct flip_node *node, int *token)
{
    if (flip_node_word(node, flickemup_token_words, token) < 0)
        return -1;
    *token += FLICKEMUP_GOLD;
    return 0;
}

int flickemup_load_building(const struct flip_node *node, const struct flickemup_edition *edition, int *building)
{
    if (flip_node_word(node, flickemup_building_words, building) < 0)
        return -1;
    if (!flip_set_has(edition->here, FLICKEMUP_BUILDINGS_AT + *building))
        return flip_node_fail(node, "this building is not in the scenario");
    return 0;
}

int flickemup_tokens_of(const struct flickemup_edition *edition, int token)
{
    int count = edition->pool[token];
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        count += edition->up[building][token];
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        count += (edition->hand[figure][0] == token) + (edition->hand[figure][1] == token);
    return count;
}
