/*
 * The reason that a review gives. Both choices are followed with quick moves until the seat has finished. There the game
 * weighs its features (`reasons` in flipside/bot.h), and the reason is the feature in which the better choice leads by
 * most. If that is less than a third of its whole lead, no single reason explains it, and none is given.
 */
#include "bots/search.h"
#include "bots/tutor.h"

#include <math.h>

enum { MAX_STEPS = 60, REDEAL_SEED = 5 };

static void follow(struct flip_position *at, int seat, flip_move move)
{
    struct flip_random random;
    flip_random_seed(&random, REDEAL_SEED);
    flip_position_step(at, seat, move);
    for (int i = 0; i < MAX_STEPS && flip_set_has(flip_position_turn(at), seat); i++)
        flip_position_step(at, seat, flip_quick_move(at->game, at->rules, at->state, seat, &random));
}

static void tell_largest(const struct flip_game_reasons *reasons, const struct flip_led *done,
                         const struct flip_led *better, struct flip_text *out)
{
    double less[FLIP_FEATURES] = {0}, more[FLIP_FEATURES] = {0}, all = 0;
    int largest = 0;
    reasons->weigh(done, less);
    reasons->weigh(better, more);
    for (int i = 0; i < reasons->count; i++) {
        more[i] -= less[i];
        all += fmax(0, more[i]);
        if (more[i] > more[largest])
            largest = i;
    }
    if (all > 1e-6 && 3 * more[largest] >= all)
        reasons->tell(largest, done, better, out);
}

void flip_reason(const struct flip_position *at, int seat, flip_move done, flip_move better, struct flip_text *out)
{
    const struct flip_game_reasons *reasons = flip_bot_of(at->game)->reasons;
    const bool flicks = flip_reviews_moves(at->game);
    struct flip_position known = {0}, left = {0}, right = {0};
    struct flip_random random;
    if (!reasons || reasons->count == 0 || done == better)
        return;
    if (flip_position_open(&known, at->game, at->rules, at->seats, NULL) == 0 &&
        flip_position_open(&left, at->game, at->rules, at->seats, NULL) == 0 &&
        flip_position_open(&right, at->game, at->rules, at->seats, NULL) == 0) {
        flip_random_seed(&random, REDEAL_SEED);
        flip_position_copy(&known, at);
        flip_position_redeal(&known, seat, &random);
        flip_position_follow(&known);
        flip_position_copy(&left, &known);
        flip_position_copy(&right, &known);
        if (!flicks) {
            follow(&left, seat, done);
            follow(&right, seat, better);
        }
        const struct flip_led led_done = {at->rules, known.state, left.state, seat, done};
        const struct flip_led led_better = {at->rules, known.state, right.state, seat, better};
        tell_largest(reasons, &led_done, &led_better, out);
    }
    flip_position_close(&known);
    flip_position_close(&left);
    flip_position_close(&right);
}

void flip_theme(const struct flip_position *at, int seat, flip_move move, struct flip_text *out)
{
    const struct flip_game_reasons *reasons = flip_bot_of(at->game)->reasons;
    const struct flip_led led = {at->rules, at->state, at->state, seat, move};
    if (reasons && reasons->theme)
        reasons->theme(&led, out);
}
