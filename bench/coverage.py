#!/usr/bin/env python3
"""How often do the 95 % intervals of `flipside report` hold the truth? Many short reports with seeds of their own against one long one.

    bench/coverage.py [--games 40] [--runs 400] [--long 200000] [--player random] [GAME …]      with build/flipside (./play --build)

For 2, 3 and 4 seats, or as many of these as the game has: the share of the runs in which the interval of the mean score, and that of each
seat's share of the wins, holds what the long run found. Chance alone moves a share of 400 runs by ±2 %. Figures are printed with two digits, so
runs should not be so long that their intervals are hardly wider.
"""
import argparse
import os
import re
import subprocess
import tempfile

NUMBER = r"(-?[\d.]+)"
MEAN = re.compile(rf"<h2>Scores by level</h2>.*?<tr><td>[^<]*<td>\d+<td>{NUMBER}<td>{NUMBER} … {NUMBER}<", re.S)
SHARE = re.compile(rf"<td>{NUMBER} %<td>{NUMBER} … {NUMBER} %<td style")


def report(game, player, seats, games, seed):
    """Value, lower and upper end: of the mean score, then of each seat's share; None if the game has no such number of seats."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.html")
        done = subprocess.run(["build/flipside", "report", game, "--games", str(games), "--seats", str(seats), "--players", player, "--seed", str(seed),
                               "--out", path], capture_output=True, text=True, check=False)
        if done.returncode:
            return None
        with open(path, encoding="utf-8") as file:
            page = file.read()
    mean, shares = MEAN.search(page), SHARE.findall(page)
    return [tuple(map(float, one)) for one in [mean.groups(), *shares[:seats]]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("games", 40), ("runs", 400), ("long", 200000)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--player", default="random")
    parser.add_argument("game", nargs="*", default=["royalflip"])
    said = parser.parse_args()
    for game in said.game:
        for seats in (2, 3, 4):
            truth = report(game, said.player, seats, said.long, "truth")
            if not truth:
                continue
            held = [0] * len(truth)
            for run in range(said.runs):
                for i, (_, low, high) in enumerate(report(game, said.player, seats, said.games, run)):
                    held[i] += low <= truth[i][0] <= high
            shares = sum(held[1:]) / (seats * said.runs)
            print(f"{game} {said.player} seats {seats} mean {100 * held[0] / said.runs:.1f} shares {100 * shares:.1f}", flush=True)


if __name__ == "__main__":
    main()
