/* Forward, backward, one step of Adam, and the whole numbers that become of it. */
#include "net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float share_weight = 1.0F, points_weight = 1.0F, second_limit = 3.9F, third_limit = 7.9F,
                   first_limit = 4.0F;

size_t net_size(int inputs, int columns)
{
    const size_t wide = (size_t)columns;
    return (size_t)inputs * wide + wide + JUDGE_SECOND * wide + JUDGE_SECOND + JUDGE_OUTPUTS * JUDGE_SECOND +
           JUDGE_OUTPUTS;
}

struct net_parts net_parts(const struct net *net, float *weight)
{
    struct net_parts parts;
    parts.first = weight;
    parts.bias = parts.first + (size_t)net->inputs * (size_t)net->columns;
    parts.second = parts.bias + net->columns;
    parts.second_bias = parts.second + (ptrdiff_t)JUDGE_SECOND * net->columns;
    parts.third = parts.second_bias + JUDGE_SECOND;
    parts.third_bias = parts.third + JUDGE_OUTPUTS * JUDGE_SECOND;
    return parts;
}

static float bell(struct flip_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += flip_random_unit(random);
    return (float)sum;
}

void net_begin(struct net *net, struct flip_random *random)
{
    const struct net_parts p = net_parts(net, net->weight);
    const int columns = net->columns, units = columns - JUDGE_OUTPUTS;
    memset(net->weight, 0, net->size * sizeof(float));
    for (size_t i = 0; i < (size_t)net->inputs; i++)
        for (int k = 0; k < units; k++)
            p.first[i * (size_t)columns + (size_t)k] = 0.08F * bell(random);
    for (int k = 0; k < units; k++)
        p.bias[k] = 0.3F;
    for (int i = 0; i < JUDGE_SECOND; i++) {
        p.second_bias[i] = 0.2F;
        for (int k = 0; k < units; k++)
            p.second[i * columns + k] = 0.2F * bell(random);
        for (int k = 0; k < JUDGE_OUTPUTS; k++)
            p.third[k * JUDGE_SECOND + i] = 0.2F * bell(random);
    }
}

/* What the units hold for one row. */
struct pass {
    float sum[JUDGE_COLUMNS], first[JUDGE_COLUMNS], second_sum[JUDGE_SECOND], second[JUDGE_SECOND], out[JUDGE_OUTPUTS];
};

static float clip(float value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

/* Behind the ends of a unit a slope counts only if it leads back. */
static float clip_slope(float value, float slope)
{
    return (value < 0 && slope > 0) || (value > 1 && slope < 0) ? 0 : slope;
}

static void forward(const struct net *net, const struct row *row, struct pass *pass)
{
    const struct net_parts p = net_parts(net, net->weight);
    const int columns = net->columns, units = columns - JUDGE_OUTPUTS;
    memcpy(pass->sum, p.bias, sizeof(float) * (size_t)columns);
    for (int i = 0; i < row->count; i++) {
        const float *weight = p.first + (size_t)row->input[i].place * (size_t)columns;
        const float value = (float)row->input[i].value * (1.0F / JUDGE_INPUT_UNIT);
        for (int k = 0; k < columns; k++)
            pass->sum[k] += value * weight[k];
    }
    for (int k = 0; k < units; k++)
        pass->first[k] = clip(pass->sum[k]);
    for (int k = 0; k < JUDGE_OUTPUTS; k++)
        pass->out[k] = p.third_bias[k] + pass->sum[units + k];
    for (int i = 0; i < JUDGE_SECOND; i++) {
        float sum = p.second_bias[i];
        for (int k = 0; k < units; k++)
            sum += p.second[i * columns + k] * pass->first[k];
        pass->second_sum[i] = sum;
        pass->second[i] = clip(sum);
        for (int k = 0; k < JUDGE_OUTPUTS; k++)
            pass->out[k] += p.third[k * JUDGE_SECOND + i] * pass->second[i];
    }
}

static void backward(const struct net *net, const struct row *row, const struct pass *pass, const float *error,
                     float *slope)
{
    const struct net_parts p = net_parts(net, net->weight), s = net_parts(net, slope);
    const int columns = net->columns, units = columns - JUDGE_OUTPUTS;
    float back[JUDGE_COLUMNS] = {0};
    for (int k = 0; k < JUDGE_OUTPUTS; k++) {
        s.third_bias[k] += error[k];
        back[units + k] = error[k];
    }
    for (int i = 0; i < JUDGE_SECOND; i++) {
        float unit = 0;
        for (int k = 0; k < JUDGE_OUTPUTS; k++) {
            s.third[k * JUDGE_SECOND + i] += error[k] * pass->second[i];
            unit += error[k] * p.third[k * JUDGE_SECOND + i];
        }
        unit = clip_slope(pass->second_sum[i], unit);
        if (unit == 0)
            continue;
        s.second_bias[i] += unit;
        for (int k = 0; k < units; k++) {
            s.second[i * columns + k] += unit * pass->first[k];
            back[k] += unit * p.second[i * columns + k];
        }
    }
    for (int k = 0; k < units; k++)
        back[k] = clip_slope(pass->sum[k], back[k]);
    for (int k = 0; k < columns; k++)
        s.bias[k] += back[k];
    for (int i = 0; i < row->count; i++) {
        float *weight = s.first + (size_t)row->input[i].place * (size_t)columns;
        const float value = (float)row->input[i].value * (1.0F / JUDGE_INPUT_UNIT);
        for (int k = 0; k < columns; k++)
            weight[k] += value * back[k];
    }
}

static void share_out(const struct pass *pass, int seats, double *share)
{
    double highest = (double)pass[0].out[1], all = 0;
    if (seats == 1) {
        share[0] = 1 / (1 + exp(-highest));
        return;
    }
    for (int i = 1; i < seats; i++)
        if ((double)pass[i].out[1] > highest)
            highest = (double)pass[i].out[1];
    for (int i = 0; i < seats; i++) {
        share[i] = exp((double)pass[i].out[1] - highest);
        all += share[i];
    }
    for (int i = 0; i < seats; i++)
        share[i] /= all;
}

void net_learn(const struct net *net, const struct row *rows, float *slope, struct miss *miss)
{
    struct pass pass[FLIP_MAX_SEATS] = {0};
    double share[FLIP_MAX_SEATS];
    const int seats = rows[0].seats;
    if (seats < 1 || seats > FLIP_MAX_SEATS)
        return;
    for (int i = 0; i < seats; i++)
        forward(net, &rows[i], &pass[i]);
    share_out(pass, seats, share);
    miss->seats++;
    for (int i = 0; i < seats; i++) {
        const float short_of = pass[i].out[0] - rows[i].points;
        miss->points += (double)(short_of * short_of);
        miss->guess += (double)(rows[i].points * rows[i].points);
        miss->count++;
        const double believed = fmin(fmax(share[i], 1e-6), 1 - 1e-6), came = (double)rows[i].share;
        miss->shares -= came * log(believed) + (seats == 1 ? (1 - came) * log(1 - believed) : 0);
        if (!slope)
            continue;
        /* Far misses pull no harder than a spread. */
        const float pull = short_of > 1.5F ? 1.5F : short_of < -1.5F ? -1.5F : short_of;
        const float error[JUDGE_OUTPUTS] = {points_weight * pull / (float)seats,
                                            share_weight * (float)(share[i] - came)};
        backward(net, &rows[i], &pass[i], error, slope);
    }
}

void net_ask(const struct net *net, const struct row *rows, double *likely)
{
    for (int i = 0; i < rows[0].seats; i++) {
        struct pass pass;
        forward(net, &rows[i], &pass);
        likely[i] = (double)pass.out[1];
    }
}

static float limited(float weight, float limit) { return weight > limit ? limit : weight < -limit ? -limit : weight; }

void net_step(struct net *net, const float *slope, float *mean, float *square, size_t from, size_t to, double pace,
              double decay, long step)
{
    const float keep = 0.9F, keep_square = 0.999F;
    const float now = (float)(pace * sqrt(1 - pow(0.999, (double)step)) / (1 - pow(0.9, (double)step)));
    const size_t second = (size_t)(net_parts(net, net->weight).second - net->weight),
                 second_end = second + (size_t)JUDGE_SECOND * (size_t)net->columns, third = second_end + JUDGE_SECOND;
    for (size_t i = from; i < to; i++) {
        mean[i] = keep * mean[i] + (1 - keep) * slope[i];
        square[i] = keep_square * square[i] + (1 - keep_square) * slope[i] * slope[i];
        net->weight[i] -= now * mean[i] / (sqrtf(square[i]) + 1e-7F) + (float)(pace * decay) * net->weight[i];
    }
    for (size_t i = from; i < to; i++) {
        if (i < second)
            net->weight[i] = limited(net->weight[i], first_limit);
        else if (i < second_end)
            net->weight[i] = limited(net->weight[i], second_limit);
        else if (i >= third)
            net->weight[i] = limited(net->weight[i], third_limit);
    }
}

/* --- whole numbers ------------------------------------------------------------------------------------------------------ */

static int32_t near(double value, double limit) { return (int32_t)lround(fmin(fmax(value, -limit), limit)); }

unsigned char *net_pack(const struct net *net, const float *weight)
{
    const size_t size = judge_net_size(net->inputs, net->columns);
    unsigned char *data = calloc(1, size);
    struct judge_net packed;
    if (!data)
        return NULL;
    judge_net_in(&packed, net->inputs, net->columns, data);
    const struct net_parts p = net_parts(net, (float *)(uintptr_t)weight);
    const int columns = net->columns;
    for (int k = 0; k < columns; k++) {
        double largest = 1e-3;
        for (int i = 0; i < net->inputs; i++)
            if (fabs((double)p.first[i * columns + k]) > largest)
                largest = fabs((double)p.first[i * columns + k]);
        const double unit = 127 / largest;
        for (int i = 0; i < net->inputs; i++)
            ((int8_t *)(uintptr_t)packed.first)[i * columns + k] =
                (int8_t)near((double)p.first[i * columns + k] * unit, 127);
        ((int32_t *)(uintptr_t)packed.scale)[k] =
            near((double)JUDGE_UNIT / unit / JUDGE_INPUT_UNIT * (1 << JUDGE_SCALE_SHIFT), INT32_MAX);
        ((int32_t *)(uintptr_t)packed.bias)[k] = near((double)p.bias[k] * JUDGE_UNIT, 1e9);
    }
    for (int i = 0; i < JUDGE_SECOND * columns; i++)
        ((int16_t *)(uintptr_t)packed.second)[i] =
            (int16_t)(i % columns < columns - JUDGE_OUTPUTS ? near((double)p.second[i] * JUDGE_UNIT, 8191) : 0);
    for (int i = 0; i < JUDGE_SECOND; i++)
        ((int32_t *)(uintptr_t)packed.second_bias)[i] = near((double)p.second_bias[i] * JUDGE_UNIT, 1e9);
    for (int i = 0; i < JUDGE_OUTPUTS * JUDGE_SECOND; i++)
        ((int16_t *)(uintptr_t)packed.third)[i] = (int16_t)near((double)p.third[i] * JUDGE_UNIT, 16383);
    for (int i = 0; i < JUDGE_OUTPUTS; i++)
        ((int32_t *)(uintptr_t)packed.third_bias)[i] = near((double)p.third_bias[i] * JUDGE_UNIT, 1e9);
    return data;
}

static void unpack(float *out, const int16_t *from, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = (float)from[i] / JUDGE_UNIT;
}

static void unpack_bias(float *out, const int32_t *from, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = (float)from[i] / JUDGE_UNIT;
}

int net_unpack(struct net *net, const struct judge_net *packed)
{
    const struct net_parts p = net_parts(net, net->weight);
    const int columns = net->columns;
    if (packed->columns != columns || packed->inputs != net->inputs)
        return -1;
    for (int i = 0; i < net->inputs * columns; i++)
        p.first[i] = (float)((double)packed->first[i] * packed->scale[i % columns] * JUDGE_INPUT_UNIT /
                             ((double)JUDGE_UNIT * (1 << JUDGE_SCALE_SHIFT)));
    unpack_bias(p.bias, packed->bias, columns);
    unpack(p.second, packed->second, JUDGE_SECOND * columns);
    unpack_bias(p.second_bias, packed->second_bias, JUDGE_SECOND);
    unpack(p.third, packed->third, JUDGE_OUTPUTS * JUDGE_SECOND);
    unpack_bias(p.third_bias, packed->third_bias, JUDGE_OUTPUTS);
    return 0;
}
