"""Trains a small judgement of Royal Flip with numpy alone, and measures it beside the bots.

The learner plays alone. At every decision it looks ahead to the end of its turn (`Batch.branch`), judges what its sheet would look like with
a weighted sum of 60 features, and goes where the sum is greatest. After each round of games the weights are fitted anew to how all games so
far ended. It knows the neighbours of a cell and nothing about points.

    python3 python/examples/train_royalflip.py [--rounds 8] [--games 60] [--test 1000] [--out FILE]
"""
import argparse
import json

import numpy as np

import flipside

ROWS, COLUMNS, BEAM, ROOM, TOGETHER = 5, 6, 6, 40000, 20
CASINOS = ((0, 0), (0, 5), (4, 2))


def neighbours(cells):
    """What lies to the right, to the left, below and above of each cell; 0 beyond the edge."""
    wide = np.pad(cells, ((0, 0), (1, 1), (1, 1)))
    return [wide[:, 1:-1, 2:], wide[:, 1:-1, :-2], wide[:, 2:, 1:-1], wide[:, :-2, 1:-1]]


def features(seen):
    """Of observations: what the sheet looks like, and the same once more for each part of the game that is left."""
    planes = np.rint(seen[:, 80:208] * 10).astype(np.int8).reshape(-1, 2, 8, 8)[:, :, :ROWS, :COLUMNS]
    red, black = planes[:, 0], planes[:, 1]
    number = red + black
    signed = red - black                       # red numbers above, black ones below zero
    sides = [(near, same) for near, same in zip(neighbours(signed), neighbours(number))]
    step = np.where(signed > 0, 1, -1).astype(np.int8)
    written = number > 0
    up = [written & (near == signed + step) & (near * signed > 0) for near, _ in sides]
    down = [written & (near == signed - step) & (near * signed > 0) for near, _ in sides]
    equal = [written & (same == number) for _, same in sides]
    ups, downs, equals = sum(x.astype(np.int8) for x in up), sum(x.astype(np.int8) for x in down), sum(x.astype(np.int8) for x in equal)
    middle, heart = (ups > 0) & (downs > 0), equals > 1
    road = middle | ((ups > 0) & np.logical_or.reduce([u & m for u, m in zip(up, neighbours(middle))])) | (
        (downs > 0) & np.logical_or.reduce([d & m for d, m in zip(down, neighbours(middle))]))
    area = heart | np.logical_or.reduce([e & h for e, h in zip(equal, neighbours(heart))])
    casino = np.zeros((1, ROWS, COLUMNS), bool)
    for row, column in CASINOS:
        casino[0, row, column] = True
    beside = np.logical_or.reduce(neighbours(casino))
    free = sum((~written & ~casino & near).astype(np.int8) for near in neighbours(written))
    loose = written & (ups + downs + equals == 0)
    gap = [written[:, :, :-2] & ~written[:, :, 1:-1] & (np.abs(signed[:, :, 2:] - signed[:, :, :-2]) == 2) & written[:, :, 2:],
           written[:, :-2] & ~written[:, 1:-1] & (np.abs(signed[:, 2:] - signed[:, :-2]) == 2) & written[:, 2:]]
    count = [x.sum((1, 2)) for x in (
        written, ups > 0, equals > 0, middle, heart, road, area, road & beside, loose, road & area, loose & beside,
        (ups > 0) & beside, free > 1, gap[0], gap[1], (ups + downs > 0) & (equals > 0))]
    track, shift, diamonds, points = seen[:, 208], seen[:, 209], seen[:, 210], seen[:, 211]
    own = np.stack([*count, track * 28, track ** 2 * 28, np.minimum(shift * 8, 1), shift * 8,
                    *(diamonds * 8 >= n - 0.1 for n in range(1, 9)), points * 20], 1).astype(np.float32)
    left = 1 - seen[:, :1]
    return np.hstack([own, own * left, left, np.ones_like(left)])


class Searcher:
    """Looks ahead to the end of the turn in all games of a batch at once."""

    def __init__(self):
        self.pools = [flipside.Batch("royalflip", ROOM, seed=9), flipside.Batch("royalflip", ROOM, seed=9)]

    def choose(self, batch, weights, seed):
        """The best action of every game."""
        now, source = batch.observation[:, 0].copy(), batch
        root, first = np.arange(batch.count), np.full(batch.count, -1)
        places = np.arange(batch.count)
        best, action = np.full(batch.count, -np.inf), np.zeros(batch.count, np.int32)
        while len(places):
            at, tried = np.nonzero(source.mask()[places])
            root, first, depth = root[at], np.where(first[at] < 0, tried, first[at]), len(at)
            pool = self.pools[0] if source is not self.pools[0] else self.pools[1]
            pool.branch(source, places[at], tried, seed)
            over, seen = pool.over[:depth] > 0, pool.observation[:depth]
            value = np.where(over, pool.score[:depth, 0], features(seen) @ weights)
            ended = over | (np.abs(seen[:, 0] - now[root]) > 1e-6)
            order = np.flatnonzero(ended)[np.argsort(value[ended], kind="stable")]
            better = order[value[order] > best[root[order]]]
            best[root[better]], action[root[better]] = value[better], first[better]   # the last of each root is the best
            writes = seen[:, 213] > 0.5             # a number is chosen, but not written: the sheet says nothing about it yet
            places = np.r_[np.flatnonzero(~ended & writes), self.beam(np.flatnonzero(~ended & ~writes), root, value)]
            root, first, source = root[places], first[places], pool
        return action

    @staticmethod
    def beam(places, root, value):
        """The most promising of each game."""
        order = places[np.lexsort((-value[places], root[places]))]
        begin = np.r_[True, root[order][1:] != root[order][:-1]] if len(order) else np.zeros(0, bool)
        rank = np.arange(len(order)) - np.maximum.accumulate(np.where(begin, np.arange(len(order)), 0))
        return order[rank < BEAM]


def play(searcher, weights, games, seed, stray=0.0):
    """Plays games with these weights: their scores, and the sheets after every turn with the score that the game came to."""
    random, scores, sheets, ends = np.random.default_rng(seed), [], [], []
    for begin in range(0, games, TOGETHER):
        batch = flipside.Batch("royalflip", min(TOGETHER, games - begin), seed=seed + begin)
        live, seen, final = np.ones(batch.count, bool), [], np.zeros(batch.count)
        while live.any():
            action = searcher.choose(batch, weights, int(random.integers(1 << 62)))
            for place in np.flatnonzero(random.random(batch.count) < stray):
                action[place] = random.choice(np.flatnonzero(batch.mask()[place]))
            before = batch.observation[:, 0].copy()
            batch.step(action)
            turned = live & (batch.observation[:, 0] > before + 1e-6) & (batch.over == 0)
            seen.append((np.flatnonzero(turned), features(batch.observation[turned])))
            final[live & (batch.over > 0)] = batch.score[live & (batch.over > 0), 0]
            live &= batch.over == 0
        for place, rows in seen:
            sheets.append(rows)
            ends.append(final[place])
        scores.extend(final)
    return np.array(scores), np.concatenate(sheets), np.concatenate(ends)


def play_bot(level, games, seed):
    """The scores of a bot in the same games."""
    bot, scores = flipside.Bot(level), []
    for begin in range(0, games, TOGETHER):
        batch = flipside.Batch("royalflip", min(TOGETHER, games - begin), seed=seed + begin)
        for place in range(batch.count):
            batch.over[place], moves = 0, 0
            while not batch.over[place]:
                batch.play_bot(place, bot, 1000 * (begin + place) + moves)
                moves += 1
            scores.append(batch.score[place, 0])
    return np.array(scores)


def fit(sheets, ends, age):
    """Least squares with a little weight decay; older games count less."""
    weight = 0.8 ** age[:, None]
    return np.linalg.solve((sheets * weight).T @ sheets + 5 * np.eye(sheets.shape[1]), (sheets * weight).T @ ends).astype(np.float32)


def mean(numbers):
    """With its 95 % interval."""
    return f"{numbers.mean():.2f} ± {1.96 * numbers.std() / np.sqrt(len(numbers)):.2f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--test", type=int, default=1000)
    parser.add_argument("--out", default="royalflip-weights.json")
    options = parser.parse_args()
    searcher, weights = Searcher(), np.zeros(60, np.float32)
    memory, curve, best = [], [], weights
    for number in range(options.rounds):
        scores, sheets, ends = play(searcher, weights, options.games, 1000 + number, stray=1.0 if number == 0 else 0.03)
        best = weights if scores.mean() >= max(curve, default=0) else best
        curve.append(scores.mean())
        print(f"round {number + 1}: mean score {scores.mean():.2f}", flush=True)
        memory.append((sheets, ends))
        age = np.concatenate([np.full(len(e), number - n) for n, (_, e) in enumerate(memory)])
        fitted = fit(np.concatenate([s for s, _ in memory]), np.concatenate([e for _, e in memory]), age)
        weights = fitted if number == 0 else (weights + fitted) / 2     # half a step: what was fitted to few games may be wrong
    scores, _, _ = play(searcher, best, options.test, 1)
    print(f"{options.test} games that it has not seen: {mean(scores)}")
    bot = play_bot("bot1", options.test, 1)
    print(f"bot1 in the same games: {mean(bot)}; the difference is {mean(scores - bot)}")
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump({"curve": curve, "scores": scores.tolist(), "bot1": bot.tolist(), "weights": best.tolist()}, file)


if __name__ == "__main__":
    main()
