/* A judge that is being trained: the network of src/judge in floating point, and rows of inputs with what came of them. */
#pragma once

#include "judge/parts.h"

#include <stdio.h>

enum { ROW_INPUTS = 640 };

/// One seat of a position. The seats of a position lie side by side.
struct row {
    float points, share;           /* still to come, of JUDGE_POINTS; of the win */
    float said_points, said_share; /* by the judge, where it is compared; `points` is then the final score */
    float guess;                   /* points, before the judge is asked */
    float tried_share, noise;      /* the mean of play-outs, and the variance of that mean; noise < 0: there are none */
    uint16_t count, decision;      /* decisions made before it */
    uint8_t seat, seats;
    bool followed;     /* `points` and `share` are means of futures */
    uint32_t position; /* its number: rows of one position have the same */
    struct judge_input input[ROW_INPUTS];
};

/// All weights in one row of floats, in the order of judge_net without the scales.
struct net {
    int inputs, columns;
    size_t size;
    float *weight;
};

struct net_parts {
    float *first, *bias, *second, *second_bias, *third, *third_bias;
};

size_t net_size(int inputs, int columns);
struct net_parts net_parts(const struct net *net, float *weight);
void net_begin(struct net *net, struct flip_random *random);

/// How wrong the net is over some positions.
struct miss {
    double points, shares, count, seats; /* squared points; logarithms of shares; rows; positions with shares */
    double guess;                        /* squared points of the guess without the net */
};

/// Adds what a position (its first row) says to the slopes; with `slope` NULL it only measures.
void net_learn(const struct net *net, const struct row *rows, float *slope, struct miss *miss);

/// How likely the seats of a position win, as logarithms.
void net_ask(const struct net *net, const struct row *rows, double *likely);

/// A step of the weights from `from` to `to`: moments of the slopes are kept (Adam), and weights that nothing holds decay.
void net_step(struct net *net, const float *slope, float *mean, float *square, size_t from, size_t to, double pace,
              double decay, long step);
/// The weights as a file has them behind its head; `weight` may be an average. Returns judge_net_size bytes, to be freed.
unsigned char *net_pack(const struct net *net, const float *weight);
/// And back: the same weights, as far as whole numbers tell them. -1: they are of a network of another size.
int net_unpack(struct net *net, const struct judge_net *packed);
