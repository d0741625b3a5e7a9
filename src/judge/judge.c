/* The sums of a judge, and what they mean. */
#include "judge/parts.h"

#include <math.h>
#include <stdlib.h>

struct flip_judge {
    struct judge_layout layout;
    struct judge_net net;
    void *memory; /* of the weights */
};

/* --- one seat ----------------------------------------------------------------------------------------------------------- */

static void add_column(int32_t *restrict sum, const int8_t *restrict weights, int columns, int value)
{
    for (int i = 0; i < columns; i += 16)
        for (int k = 0; k < 16; k++)
            sum[i + k] += weights[i + k] * value;
}

static int32_t clipped(int64_t sum) { return (int32_t)(sum < 0 ? 0 : sum > JUDGE_UNIT ? JUDGE_UNIT : sum); }

static int32_t product(const int16_t *restrict weights, const int16_t *restrict units, int count)
{
    int32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i] * units[i];
    return sum;
}

/* The sums for one seat. */
static void add_up(const struct judge_net *net, const struct judge_input *inputs, int count, int32_t out[JUDGE_OUTPUTS])
{
    int32_t sum[JUDGE_COLUMNS] = {0};
    int16_t first[JUDGE_COLUMNS], second[JUDGE_SECOND];
    for (int i = 0; i < count; i++)
        add_column(sum, net->first + (size_t)inputs[i].place * (size_t)net->columns, net->columns, inputs[i].value);
    for (int i = 0; i < net->columns; i++) {
        const int64_t scaled = ((int64_t)sum[i] * net->scale[i] >> JUDGE_SCALE_SHIFT) + net->bias[i];
        first[i] = (int16_t)clipped(scaled);
        if (i >= net->columns - JUDGE_OUTPUTS)
            out[i - (net->columns - JUDGE_OUTPUTS)] = (int32_t)scaled;
    }
    for (int i = 0; i < JUDGE_SECOND; i++)
        second[i] = (int16_t)clipped((product(net->second + i * net->columns, first, net->columns) >> JUDGE_SHIFT) +
                                     net->second_bias[i]);
    for (int i = 0; i < JUDGE_OUTPUTS; i++)
        out[i] += (product(net->third + i * JUDGE_SECOND, second, JUDGE_SECOND) >> JUDGE_SHIFT) + net->third_bias[i];
}

/* --- a table ------------------------------------------------------------------------------------------------------------ */

/* The seats' chances make a whole. */
static void share_out(double *share, int seats)
{
    double highest = share[0], all = 0;
    for (int i = 1; i < seats; i++)
        highest = fmax(highest, share[i]);
    if (seats == 1) {
        share[0] = 1 / (1 + exp(-share[0]));
        return;
    }
    for (int i = 0; i < seats; i++) {
        share[i] = exp(share[i] - highest);
        all += share[i];
    }
    for (int i = 0; i < seats; i++)
        share[i] /= all;
}

static void judge_over(const struct flip_result *result, int seats, struct flip_verdict *out)
{
    for (int seat = 0; seat < seats; seat++) {
        out->points[seat] = result->score[seat];
        out->share[seat] = flip_set_has(result->winners, seat) ? 1.0 / flip_set_count(result->winners) : 0;
    }
}

static void judge_state(const struct flip_judge *judge, const void *state, struct flip_verdict *out)
{
    const struct judge_layout *layout = &judge->layout;
    struct flip_result result;
    layout->game->rules->result(layout->rules, state, &result);
    if (result.over) {
        judge_over(&result, layout->seats, out);
        return;
    }
    double guess[FLIP_MAX_SEATS];
    judge_guess(layout, state, &result, guess);
    for (int seat = 0; seat < layout->seats; seat++) {
        struct judge_input inputs[JUDGE_LISTED];
        int32_t sums[JUDGE_OUTPUTS];
        add_up(&judge->net, inputs, judge_inputs(layout, state, seat, &result, guess, inputs), sums);
        out->points[seat] = guess[seat] + (double)JUDGE_POINTS * sums[0] / JUDGE_UNIT;
        out->share[seat] = (double)sums[1] * judge->net.trust[layout->seats] / ((double)JUDGE_UNIT * JUDGE_TRUST);
    }
    share_out(out->share, layout->seats);
}

void flip_judge_states(const struct flip_judge *judge, const void *states, int count, struct flip_verdict *out)
{
    for (int i = 0; i < count; i++)
        judge_state(judge, (const char *)states + (size_t)i * judge->layout.game->state_size, &out[i]);
}

/* --- opening ------------------------------------------------------------------------------------------------------------ */

struct flip_judge *flip_judge_open_with(const struct flip_game *game, const void *rules, int seats,
                                        const unsigned char *weights, size_t size, struct flip_error *error)
{
    struct judge_fields *fields = calloc(1, sizeof *fields);
    struct flip_judge *judge = calloc(1, sizeof *judge);
    int traits = 0;
    if (judge)
        judge->memory = malloc(size + 64);
    if (!fields || !judge || !judge->memory) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to judge positions.");
    } else if (judge_read(weights, size, game, fields, &traits, &judge->net, judge->memory, error) == 0 &&
               judge_layout_make(&judge->layout, fields, game, rules, seats, error) == 0) {
        judge->layout.traits = traits;
        free(fields);
        return judge;
    }
    free(fields);
    flip_judge_close(judge);
    return NULL;
}

struct flip_judge *flip_judge_open(const struct flip_game *game, const void *rules, int seats, struct flip_error *error)
{
    if (!game->judge || !game->judge->weights || *game->judge->size == 0) {
        flip_fail(error, FLIP_ERROR_BAD_GAME, "%s has no judge.", game->title);
        return NULL;
    }
    return flip_judge_open_with(game, rules, seats, game->judge->weights, *game->judge->size, error);
}

void flip_judge_close(struct flip_judge *judge)
{
    if (!judge)
        return;
    free(judge->memory);
    free(judge);
}
