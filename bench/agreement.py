#!/usr/bin/env python3
"""How far two analyses of the same games agree: python3 bench/agreement.py COARSE FINE [COARSE FINE]...

Each is a file written by `flipside analyze --json`. Counts the decisions in which both name the same best choice, or choices that the
finer one cannot tell apart, and how far the values of the choice made are apart.
"""
import json
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


def main(paths):
    sums = dict.fromkeys(("decisions", "same", "equal", "apart", "loss"), 0)
    for coarse, fine in zip(paths[::2], paths[1::2]):
        with open(coarse, encoding="utf-8") as first, open(fine, encoding="utf-8") as second:
            compare(json.load(first), json.load(second), sums)
    count = sums["decisions"]
    print(f"{count} decisions: the same best choice in {sums['same']}, the same or as good in {sums['equal']};")
    print(f"values are {sums['apart'] / count:.3f} apart on average, losses {sums['loss'] / count:.3f}")


main(sys.argv[1:])
