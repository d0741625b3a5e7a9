/* A batch is as large as is good for the card; what comes back is read game by game. */
#include "sim/card.h"

#include <stdlib.h>

int flip_card_open(struct flip_card *card, const struct flip_setup *setup, uint64_t seed, uint64_t games,
                   struct flip_error *error)
{
    *card = (struct flip_card){.most = games < GPU_MOST_GAMES ? (uint32_t)games : GPU_MOST_GAMES};
    card->task = (struct gpu_task){.seed = seed, .seats = setup->seats};
    card->table = gpu_open(setup->game, setup->rules, setup->seats, card->most, error);
    if (!card->table)
        return -1;
    card->results = malloc(sizeof *card->results * (size_t)gpu_rows(setup->seats) * card->most);
    if (card->results)
        return 0;
    flip_card_close(card);
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the results of a batch of games.");
}

void flip_card_close(struct flip_card *card)
{
    free(card->results);
    gpu_close(card->table);
}

int flip_card_play(struct flip_card *card, uint64_t first, uint64_t left, double *seconds, struct flip_error *error)
{
    double taken = 0;
    card->task.first = first;
    card->task.count = left < card->most ? (uint32_t)left : card->most;
    const int status = gpu_run(card->table, &card->task, card->results, &taken, error);
    *seconds += taken;
    return status;
}

void flip_card_played(const struct flip_card *card, uint32_t which, struct flip_played *out)
{
    const size_t row = card->task.count;
    const int32_t *at = card->results + which;
    *out = (struct flip_played){.steps = (uint64_t)at[GPU_STEPS * row]};
    out->result.over = true;
    out->result.winners = (flip_set)at[GPU_WINNERS * row];
    for (int seat = 0; seat < card->task.seats; seat++)
        out->result.score[seat] = at[(size_t)(GPU_SCORES + seat) * row];
}
