/* The list of legal moves. */
#include "terminal/actions.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int flip_actions_open(struct flip_actions *actions, const struct flip_game *game, struct flip_error *error)
{
    memset(actions, 0, sizeof *actions);
    actions->list = calloc(FLIP_MAX_MOVES, sizeof *actions->list);
    actions->known = calloc(1, game->state_size);
    actions->tried = calloc(1, game->state_size);
    if (actions->list && actions->known && actions->tried)
        return 0;
    flip_actions_free(actions);
    return flip_fail(error, "no_memory", "There is not enough memory to list the moves.");
}

void flip_actions_free(struct flip_actions *actions)
{
    free(actions->list);
    free(actions->known);
    free(actions->tried);
    memset(actions, 0, sizeof *actions);
}

struct flip_action flip_action_of(const struct flip_actions *actions, const struct flip_table *table, flip_move move)
{
    struct flip_action action = {.move = move};
    struct flip_text text = flip_text_in(action.text, sizeof action.text);
    table->game->words->text(table->rules, actions->known, actions->seat, move, &text);
    struct flip_text tell = flip_text_in(action.tell, sizeof action.tell);
    table->game->words->tell(table->rules, actions->known, actions->seat, move, &tell);
    return action;
}

void flip_actions_list(struct flip_actions *actions, const struct flip_table *table, int seat)
{
    const struct flip_game *game = table->game;
    actions->seat = seat;
    actions->count = 0;
    /* The same cards every time: a list that is shown twice must not differ. */
    struct flip_random random = {0};
    flip_random_seed(&random, 1);
    if (seat < table->seats && flip_table_turn(table))
        flip_table_redeal(table, seat, &random, actions->known);
    else
        memcpy(actions->known, flip_table_turn(table) ? flip_table_before(table) : table->now.state, game->state_size);
    memset(&actions->result, 0, sizeof actions->result);
    game->rules->result(table->rules, actions->known, &actions->result);

    flip_move moves[FLIP_MAX_MOVES];
    const int count = seat < table->seats ? flip_table_moves(table, seat, moves, FLIP_MAX_MOVES) : 0;
    for (int i = 0; i < count; i++) {
        struct flip_action *action = &actions->list[actions->count++];
        *action = flip_action_of(actions, table, moves[i]);
        struct flip_range open[FLIP_MAX_RANGES];
        if (flip_move_ranges(game, table->rules, actions->known, seat, moves[i], open) > 0)
            continue; /* what it brings depends on its numbers */
        memcpy(actions->tried, actions->known, game->state_size);
        game->rules->apply(table->rules, actions->tried, seat, moves[i]);
        struct flip_result after = {0};
        game->rules->result(table->rules, actions->tried, &after);
        action->gain = game->no_points ? 0 : after.score[seat] - actions->result.score[seat];
    }
}

/* The place of a move in the list from `from` on, or -1. */
static int find(const struct flip_actions *actions, int from, flip_move move)
{
    for (int i = from; i < actions->count; i++)
        if (actions->list[i].move == move)
            return i;
    return -1;
}

void flip_actions_value(struct flip_actions *actions, const struct flip_table *table,
                        const struct flip_thought *thought)
{
    enum { FLICKS = 3 }; /* that the list does not have: their numbers are the hint's */
    int sorted = 0, flicks = 0;
    for (int i = 0; i < thought->count; i++) {
        int at = find(actions, sorted, thought->choice[i].move);
        if (at < 0 && (flicks++ >= FLICKS || actions->count == FLIP_MAX_MOVES))
            continue;
        struct flip_action best = at < 0 ? flip_action_of(actions, table, thought->choice[i].move) : actions->list[at];
        if (at < 0)
            at = actions->count++;
        best.valued = thought->choice[i].visits > 0;
        best.value = thought->choice[i].value;
        memmove(&actions->list[sorted + 1], &actions->list[sorted], (size_t)(at - sorted) * sizeof best);
        actions->list[sorted++] = best;
    }
}

void flip_actions_value_text(const struct flip_action *action, int seats, char *out, size_t size)
{
    if (!action->valued)
        snprintf(out, size, "–");
    else if (seats == 1)
        snprintf(out, size, "%.1f", action->value);
    else
        snprintf(out, size, "%.0f %%", 100 * action->value);
}

static bool contains(const char *text, const char *word, size_t length)
{
    for (; *text; text++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

bool flip_action_matches(const struct flip_action *action, const char *filter)
{
    while (*filter) {
        while (*filter == ' ')
            filter++;
        const size_t length = strcspn(filter, " ");
        if (length && !contains(action->text, filter, length) && !contains(action->tell, filter, length))
            return false;
        filter += length;
    }
    return true;
}
