#!/usr/bin/env python3
"""How far two analyses of the same games agree: python3 bench/agreement.py COARSE FINE [COARSE FINE]...

Each is a file written by `flipside analyze --json`. Counts the decisions in which both name the same best choice, or choices that the
finer one cannot tell apart, with 95 % intervals (Wilson's), and how far the values of the choice made and the losses are apart.
"""
import json
import math
import sys


def compare(coarse, fine, sums):
    for one, two in zip(coarse["decisions"], fine["decisions"]):
        if one["step"] != two["step"] or len(two["choices"]) < 2:
            continue
        texts = [choice["text"] for choice in two["choices"]]
        best = two["choices"][two["best"]]
        named = one["choices"][one["best"]]["text"]
        chosen = two["choices"][texts.index(named)] if named in texts else None
        sums["decisions"] += 1
        sums["same"] += named == best["text"]
        sums["equal"] += chosen is not None and best["lead"] - chosen["lead"] <= max(best["lead_interval"], chosen["lead_interval"])
        sums["apart"] += abs(one["choices"][0]["value"] - two["choices"][0]["value"])
        sums["loss"] += abs(one["loss"] - two["loss"])


def share(hits, count):
    """A share of all decisions with its interval."""
    z, p = 1.96, hits / count
    middle, half = p + z * z / (2 * count), z * math.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    low, high = ((middle + sign * half) / (1 + z * z / count) for sign in (-1, 1))
    return f"{hits} ({100 * p:.0f} %, {100 * low:.0f} .. {100 * high:.0f} %)"


def main(paths):
    sums = dict.fromkeys(("decisions", "same", "equal", "apart", "loss"), 0)
    for coarse, fine in zip(paths[::2], paths[1::2]):
        with open(coarse, encoding="utf-8") as first, open(fine, encoding="utf-8") as second:
            compare(json.load(first), json.load(second), sums)
    count = sums["decisions"]
    print(f"{count} decisions: the same best choice in {share(sums['same'], count)}, the same or as good in {share(sums['equal'], count)};")
    print(f"values are {sums['apart'] / count:.3f} apart on average, losses {sums['loss'] / count:.3f}")


main(sys.argv[1:])
