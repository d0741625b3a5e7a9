#!/usr/bin/env python3
"""How much of the library's speed is left in Python: observed steps per second of `flipside.Batch` beside those of `flipside bench`.

    PYTHONPATH=python bench/python.py [GAME …]      with build/flipside and build/src/libflipside.so (./play --build)

Both make the same steps in processor time: moves that were chosen beforehand, with observations, masks, rewards, ends and seats. Then the
vector environment: a learner that takes the first legal action, given as lists, with random opponents and with a function on the other seat.
"""
import subprocess
import sys
import time

import numpy as np

import flipside

SECONDS, CHUNK, GAMES = 1.0, 64, 256


def native(game):
    said = subprocess.run(["build/flipside", "bench", game, "--quick", "--seconds", str(SECONDS)], capture_output=True, text=True, check=True)
    return next(float(line.split()[2]) for line in said.stdout.splitlines() if " observed_steps_per_second " in line)


def batch(game, buffers):
    chooser, measured = flipside.Batch(game, GAMES), flipside.Batch(game, GAMES, buffers=buffers)
    actions, elapsed, steps = np.zeros((CHUNK, GAMES), np.int32), 0.0, 0
    while elapsed < SECONDS:
        for row in actions:
            chooser.step_random(row)
        begin = time.thread_time()
        for row in actions:
            measured.step(row)
        elapsed += time.thread_time() - begin
        steps += CHUNK * GAMES
    return steps / elapsed


def vector(game, opponents):
    env = flipside.FlipsideVectorEnv(game, GAMES, seats=2, opponents=opponents, legal="list")
    _, infos = env.reset(seed=1)
    elapsed, steps = 0.0, 0
    while elapsed < SECONDS:
        begin = time.thread_time()
        for _ in range(20):
            *_, infos = env.step(infos["legal"][:, 0])
        elapsed += time.thread_time() - begin
        steps += 20 * GAMES
    return steps / elapsed


def first(observations, legal, counts):
    return legal[:, 0]


def main():
    for game in sys.argv[1:] or [one.id for one in flipside.games() if not one.flicks]:
        bench, masks, lists = native(game), batch(game, ("observation", "mask")), batch(game, ("observation", "legal"))
        print(f"{game} observed_steps_per_second {bench:.0f}")
        print(f"{game} python_steps_per_second {masks:.0f}\n{game} python_ratio {masks / bench:.2f}")
        print(f"{game} python_steps_per_second_with_lists {lists:.0f}\n{game} python_ratio_with_lists {lists / bench:.2f}")
        print(f"{game} vector_steps_per_second_random {vector(game, 'random'):.0f}")
        print(f"{game} vector_steps_per_second_function {vector(game, flipside.BatchPolicy(first, legal='list')):.0f}", flush=True)


if __name__ == "__main__":
    main()
