/* What the program and its kernels on the card agree on: one task, and where the results go. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Who plays. RANDOM: any move, one source of chance for all. QUICK: the quick move of the game's bot on the seats of quick[0], any move
/// on the others; cards and choices have a source each. PAIRS: the same in pairs of games with the same cards, where the seats of
/// quick[0] are quick in the first game of a pair and those of quick[1] in the second.
enum gpu_players { GPU_RANDOM, GPU_QUICK, GPU_PAIRS };

/// Games number first … first + count - 1. Their seeds are those of flipside sim and flipside match.
struct gpu_task {
    uint64_t seed, first;
    uint32_t count;
    int32_t seats;
    uint32_t players; /* enum gpu_players */
    uint32_t quick[2];
};

/// How many words of eight bytes a state takes in shared memory: an odd number, so that the same word of neighbouring states lies in
/// different banks.
static inline size_t gpu_state_words(size_t state_size) { return ((state_size + 7) / 8) | 1; }

/// Results lie in rows of `count` numbers, so that neighbouring threads write side by side.
enum { GPU_STEPS, GPU_WINNERS, GPU_SCORES /* and one row for each further seat */ };

static inline int gpu_rows(int seats) { return GPU_SCORES + seats; }
