#!/usr/bin/env python3
"""What the strongest bot builds in Flip City, and when.

    games/flipcity/strategy.py build/flipside --games 40 --level 5 --svg games/flipcity/pictures/strategy.svg

Plays games of two seats through the line protocol, reads the records, and counts what each seat built in which of its turns.
Prints a table in Markdown and draws it: one row a card, one column a turn, the darker the more often.
"""
import argparse
import json
import subprocess

FACES = ["convenience_store", "shopping_mall", "hospital", "church", "factory", "power_plant", "central_park", "station",
         "office", "trade_center", "apartment", "gift"]
TITLES = {"gift": "Apartment given away"}
BACK = {"residential_area": "apartment", "convenience_store": "shopping_mall", "hospital": "church",
        "factory": "power_plant", "central_park": "station", "office": "trade_center", "apartment": "gift"}


def gained(text):
    """The face that an action brings, or None."""
    words = text.split()
    if words[0] == "buy":
        return words[1]
    if words[0] in ("flip", "develop"):
        return BACK[words[1]]
    return None


def play(program, level, seed):
    lines = [{"cmd": "new", "game": "flipcity", "seats": 2, "seed": f"strategy {seed}"}, {"cmd": "play", "level": level},
             {"cmd": "save"}, {"cmd": "result"}, {"cmd": "quit"}]
    run = subprocess.run([program, "engine"], input="\n".join(map(json.dumps, lines)) + "\n", capture_output=True,
                         text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    return answers[2]["record"], answers[3]


def steps_of(record):
    """Pairs of seat and text; the dealer's events are left out."""
    for step in record["steps"]:
        if isinstance(step.get("seat"), int):
            yield step["seat"], step["move"]


def count(record, table, turns):
    """Adds a game to `table`: face -> turn -> how often. A seat's turn ends when the other seat acts."""
    turn, last = {}, None
    for seat, text in steps_of(record):
        if seat != last:
            turn[seat] = turn.get(seat, 0) + 1
            last = seat
        turns[turn[seat]] = turns.get(turn[seat], 0) + (text == "stop")
        face = gained(text)
        if face:
            row = table.setdefault(face, {})
            row[turn[seat]] = row.get(turn[seat], 0) + 1


def title(face):
    return TITLES.get(face, face.replace("_", " ").title())


def svg(table, seats, columns):
    cell, left, top = 34, 170, 40
    width, height = left + cell * columns + 20, top + 24 * len(FACES) + 40
    most = max(max(row.values()) for row in table.values()) / seats
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
           f'font-size="12" role="img"><title>What the strongest bot builds, by turn</title>',
           f'<rect width="{width}" height="{height}" fill="#fbf8f1"/>']
    for turn in range(1, columns + 1):
        out.append(f'<text x="{left + cell * (turn - 0.5)}" y="{top - 10}" text-anchor="middle">{turn}</text>')
    for line, face in enumerate(FACES):
        y = top + 24 * line
        out.append(f'<text x="{left - 10}" y="{y + 16}" text-anchor="end">{title(face)}</text>')
        for turn in range(1, columns + 1):
            share = table.get(face, {}).get(turn, 0) / seats
            shade = share / most
            out.append(f'<rect x="{left + cell * (turn - 1)}" y="{y}" width="{cell - 2}" height="22" fill="#2b5d8a" '
                       f'fill-opacity="{shade:.2f}" stroke="#d9d2c3"/>')
            if share >= 0.015:
                ink = "#ffffff" if shade > 0.5 else "#222222"
                out.append(f'<text x="{left + cell * (turn - 0.5) - 1}" y="{y + 15}" text-anchor="middle" '
                           f'font-size="10" fill="{ink}">{100 * share:.0f}</text>')
    out.append(f'<text x="{left}" y="{height - 14}">turn of the player; numbers are percent of cities</text></svg>')
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--turns", type=int, default=16)
    parser.add_argument("--svg")
    options = parser.parse_args()
    table, turns, wins, length = {}, {}, {}, []
    for seed in range(options.games):
        record, result = play(options.program, options.level, seed)
        count(record, table, turns)
        for part in result["breakdown"]:
            if part["won_by"]:
                wins[part["won_by"]] = wins.get(part["won_by"], 0) + 1
        length.append(sum(text == "stop" for _, text in steps_of(record)))
    seats = 2 * options.games
    print(f"{options.games} games of level {options.level}; won by {wins}")
    print("| brings | a city has built | mean turn |\n|---|---|---|")
    for face in FACES:
        row = table.get(face, {})
        total = sum(row.values())
        mean = sum(turn * n for turn, n in row.items()) / total if total else 0
        print(f"| {title(face)} | {total / seats:.2f} | {mean:.1f} |")
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(svg(table, seats, options.turns))


if __name__ == "__main__":
    main()
