#!/usr/bin/env python3
"""What could be had from a deal: the best of many tries at the same cards, beside what bots make of them who do not know what comes.

    PYTHONPATH=python bench/all_knowing.py GAME [DEALS [TRIES [PLAYER …]]]      alone; with build/src/libflipside.so (./play --build)

A try keeps the best game so far up to a decision, chosen at random, makes any move there and has a bot of level 3 go on; it stays if it is
no worse. So the search knows every card that comes. It finds no more than there is: the true best of a deal is at least its figure.
"""
import sys

import numpy as np

import flipside

SEED = 20261118


def play(batch, bot, seed, lines, until, chance):
    """All games once, from the start: by `lines` before the decision `until`, any move there, then by the bot. The scores and the moves."""
    batch.restart(SEED)
    running, scores, made, step = np.ones(batch.count, bool), np.zeros(batch.count), [[] for _ in lines], 0
    while running.any():
        actions = batch.think(bot, seed + step, running & (step > until))
        for game in np.flatnonzero(running):
            if step < until[game]:
                actions[game] = lines[game][step]
            elif step == until[game]:
                actions[game] = batch.legal[game, chance.integers(batch.legal_count[game])]
            made[game].append(int(actions[game]))
        batch.step(actions)
        ended = running & (batch.over > 0)
        scores[ended] = batch.score[ended, 0]
        running, step = running & ~ended, step + 1
    return scores, made


def told(name, scores):
    print(f"{name}: mean {scores.mean():.2f}, standard error {scores.std(ddof=1) / len(scores) ** 0.5:.2f}, from {scores.min():.0f} to {scores.max():.0f}", flush=True)


def main():
    game, deals, tries = sys.argv[1], int((sys.argv[2:] or [200])[0]), int((sys.argv[3:] or [1000])[0])
    batch, chance, third = flipside.Batch(game, deals, seats=1), np.random.default_rng(SEED), flipside.Bot("bot3")
    never, empty = np.full(deals, -1), [[] for _ in range(deals)]
    for name in sys.argv[4:]:
        told(name, play(batch, flipside.Bot(name), 1, empty, never, chance)[0])
    best, lines = play(batch, third, 1, empty, never, chance)
    for attempt in range(1, tries + 1):
        scores, made = play(batch, third, 1000 * attempt, lines, np.array([chance.integers(len(line)) for line in lines]), chance)
        for one in np.flatnonzero(scores >= best):
            best[one], lines[one] = scores[one], made[one]
        if attempt in (tries // 10, tries // 3, tries):
            told(f"all-knowing, {attempt} tries", best)


if __name__ == "__main__":
    main()
