#!/usr/bin/env python3
"""How far two analyses of the same games agree: python3 bench/agreement.py COARSE FINE [COARSE FINE]...

Each is a file written by `flipside analyze --json`. Counts the decisions in which both name the same best choice, or choices that the
finer one cannot tell apart, with 95 % intervals (Wilson's), and how far the values of the choice made and the losses are apart. Of the
moments it says how much smaller the standard error of a value is than that of the plain mean of the same futures, and how far both are from
what the finer analysis found.
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


def plain(moment, seat):
    """The mean of a moment's own futures, and its standard error with the spread of a chance in the middle where too little was seen."""
    count, total, squares = moment["tally"][0], moment["tally"][1 + 2 * seat], moment["tally"][2 + 2 * seat]
    mean = total / count
    return mean, math.sqrt(max(0, squares / count - mean * mean) / max(1, count - 1))


def compare_moments(coarse, fine, sums):
    # Plain means would have equally many futures in every moment for the same time.
    each = sum(moment["tally"][0] for moment in coarse["moments"][:-1]) / max(1, len(coarse["moments"]) - 1)
    for one, two in zip(coarse["moments"][:-1], fine["moments"][:-1]):
        if two["tally"][0] < 2:
            continue  # it was counted out: certain in both
        for seat, (value, interval) in enumerate(zip(one["value"], one["interval"])):
            mean, _ = plain(one, seat)
            truth, unsure = plain(two, seat)
            error = unsure * math.sqrt(two["tally"][0] / each)
            sums["values"] += 1
            sums["stated"] += (interval / 1.96) ** 2
            sums["plain"] += error**2
            sums["off"] += (value - truth) ** 2 - unsure**2
            sums["plain_off"] += (mean - truth) ** 2 - unsure**2
            sums["held"] += abs(value - truth) <= math.hypot(interval, 1.96 * unsure)


def share(hits, count):
    """A share of all decisions with its interval."""
    z, p = 1.96, hits / count
    middle, half = p + z * z / (2 * count), z * math.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    low, high = ((middle + sign * half) / (1 + z * z / count) for sign in (-1, 1))
    return f"{hits} ({100 * p:.0f} %, {100 * low:.0f} .. {100 * high:.0f} %)"


def main(paths):
    sums = dict.fromkeys(("decisions", "same", "equal", "apart", "loss", "values", "stated", "plain", "off", "plain_off", "held"), 0)
    for coarse, fine in zip(paths[::2], paths[1::2]):
        with open(coarse, encoding="utf-8") as first, open(fine, encoding="utf-8") as second:
            one, two = json.load(first), json.load(second)
            compare(one, two, sums)
            compare_moments(one, two, sums)
    count = sums["decisions"]
    print(f"{count} decisions: the same best choice in {share(sums['same'], count)}, the same or as good in {share(sums['equal'], count)};")
    print(f"values of choices are {sums['apart'] / count:.3f} apart on average, losses {sums['loss'] / count:.3f}")
    root = {name: math.sqrt(max(0, sums[name]) / sums["values"]) for name in ("stated", "plain", "off", "plain_off")}
    print(f"{sums['values']} values of moments: standard error {root['stated']:.4f}, of plain means of as many futures {root['plain']:.4f}, "
          f"{root['plain'] / root['stated']:.1f} times less; found {root['off']:.4f} and {root['plain_off']:.4f};")
    print(f"the finer value lies in the interval in {share(sums['held'], sums['values'])}")


main(sys.argv[1:])
