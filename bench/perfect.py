#!/usr/bin/env python3
"""How far from perfect the bots are: measures, and writes the tables and plots of docs/strength.md.

    bench/perfect.py [--deals N] [--slow-deals N] [GAME …]      after `ninja -C build bench/perfect`; all four card games by default
    bench/perfect.py --draw                                     tables and plots alone, from the figures that are there

Figures go to bench/results/perfect.csv, those of a game in place of its old ones. --slow-deals is for levels 4 and 5 and for the
all-knowing player. They are the first of the same deals.
"""
import argparse
import csv
import datetime
import json
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM, RESULTS, DOCUMENT = ROOT / "build/bench/perfect", ROOT / "bench/results/perfect.csv", ROOT / "docs/strength.md"
TITLES = {"royalflip": "Royal Flip", "fliptown": "Fliptown", "flipcity": "Flip City", "insertcoin": "Insert Coin to Play"}
LEVELS = ["quick", "bot1", "bot2", "bot3", "bot4"]
FIFTH = {"royalflip": "bot5:300i", "fliptown": "bot5:300i", "flipcity": "bot5:400i", "insertcoin": "bot5:150i"}
IN_A_DUEL = {"royalflip": "bot5:50i", "flipcity": "bot5:50i"}  # asked in many more positions
FIELDS = ["game", "part", "player", "value", "error", "number", "date"]
SIGN, END = "<!-- bench/perfect.py writes from here … -->", "<!-- … to here. -->"


def royalflip_alone(edition):
    edition.update(rounds=2, map={"columns": 3, "rows": 2, "casinos": ["a1", "c2"]}, track=edition["track"][:6])
    edition["roads"]["shortest"] = edition["areas"]["smallest"] = 2


def royalflip_duel(edition):
    track = [space for space in edition["track"] if space["bonus"] in ("points", "number")]
    royalflip_alone(edition)
    edition["track"] = track[:5]


def fliptown_alone(edition):
    edition["course"].update(rounds=1, turns=1)
    for table, name in ((edition["arrest"], "fines"), (edition["town"], "bank_stars")):
        table[name] = table[name][:1]


def flipcity(edition, turns, points, decks, supplies):
    edition.update(turns=turns, win_points=points)
    for card, deck, supply in zip(edition["cards"], decks, supplies):
        card["start"] = {"front": deck[0], "back": deck[1]}
        if "price" in card:
            card.update(supply=supply, solo=supply)


def flipcity_alone(edition):
    flipcity(edition, 4, 3, [(2, 0), (1, 0), (0, 0), (1, 0), (1, 0), (0, 0)], [0, 2, 0, 1, 1, 0])


def flipcity_duel(edition):
    flipcity(edition, 3, 3, [(3, 0), (0, 1), (0, 0), (0, 0), (1, 0), (0, 0)], [0, 1, 0, 0, 0, 0])


def insertcoin_alone(edition):
    shapes = {"bar": (5, "coin", ["###"]), "square": (6, "heart", ["##", "##"]), "hook": (5, "key", ["##", ".#"])}
    cards = [("bar", "domino", "I3"), ("square", "domino", "L3"), ("hook", "I3", "L3"),
             ("bar", "domino", "L3"), ("square", "I3", "L3"), ("hook", "domino", "I3")]
    edition.update(lives=1, coins=1)
    edition["symbols"] = [symbol for symbol in edition["symbols"] if symbol["symbol"] in ("domino", "I3", "L3")]
    edition["shapes"] = [{"shape": name, "value": value, "ability": ability,
                          "rows": [(rows[y] if y < len(rows) else "").ljust(8, ".") for y in range(8)]}
                         for name, (value, ability, rows) in shapes.items()]
    edition["cards"] = [{"card": i + 1, "shape": card[0], "symbols": list(card[1:])} for i, card in enumerate(cards)]


# What is changed in the classic edition, what else is set, and what is said about it.
ALONE = {
    "royalflip": (royalflip_alone, ["--deck", "8"], "2 rounds, a deck of 8 cards, a map of 3 by 2 with casinos in a1 and c2, the first 6 spaces of the track; "
                                                    "roads and areas count from 2 numbers on"),
    "fliptown": (fliptown_alone, ["--deck", "10"], "1 round of 1 turn with a deck of 10 cards, the whole map"),
    "flipcity": (flipcity_alone, [], "4 turns, 3 points win, a deck of 5 and a market of 4 cards"),
    "insertcoin": (insertcoin_alone, [], "6 cards, shapes of 3 and 4 squares, 1 Life and 1 Coin"),
}
DUEL = {
    "royalflip": (royalflip_duel, ["--deck", "6", "--option", "pvp=true", "--option", "tie_break=false"],
                  "player versus player, the same with a deck of 6 and 5 spaces of points and numbers"),
    "flipcity": (flipcity_duel, [], "3 turns each, 3 points win, decks of 3 Residential Areas, a Shopping Mall and a Central Park, a market of 1 card"),
}


def small(game, change, folder):
    """The path of an edition: the classic one, changed."""
    edition = json.loads((ROOT / f"games/{game}/data/classic.json").read_text())
    edition["name"] = "small"
    change(edition)
    path = pathlib.Path(folder) / f"{game}-{change.__name__}.json"
    path.write_text(json.dumps(edition))
    return str(path)


def ask(*words):
    """The lines of the program as they come: name, value, and what stands behind further names."""
    with subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, text=True) as run:
        for line in run.stdout:
            name, *rest = line.split()
            print(" ".join(words[:2]), line, end="", flush=True)
            yield name, dict(zip(rest[::2], rest[1::2]))
    if run.returncode:
        raise SystemExit(f"{PROGRAM} has failed")


def exact(game, part, setting, players):
    change, settings, _ = setting
    with tempfile.TemporaryDirectory() as folder:
        for player, told in ask("exact", game, "--edition", small(game, change, folder), *settings, *players):
            yield game, part, player, told["value"], "", told["positions"]


def measure(game, deals, slow):
    yield from exact(game, "alone", ALONE[game], [*LEVELS, FIFTH[game], "best"])
    for count, players in ((deals, ["bound", *LEVELS[:4]]), (slow, ["all-knowing", "bot4", FIFTH[game]])):
        for player, told in ask("deals", game, "--deals", str(count), "--beam", "30", *players):
            yield game, "deals", player, told["mean"], told["error"], told["deals"]
    if game in DUEL:
        yield from exact(game, "duel", DUEL[game], lines_of_a_duel(IN_A_DUEL[game]))


def lines_of_a_duel(fifth):
    return [f"{fifth},{fifth}", f"best,{fifth}", f"{fifth},best"]


def figures():
    with RESULTS.open() as file:
        return list(csv.DictReader(file))


def keep(game, rows):
    others = [row for row in figures() if row["game"] != game] if RESULTS.exists() else []
    today = datetime.date.today().isoformat()
    fresh = RESULTS.with_suffix(f".{game}")
    with fresh.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(others + [dict(zip(FIELDS, [*row, today])) for row in rows])
    fresh.replace(RESULTS)


def names(game):
    """Players from strongest to weakest, as figures and as people call them."""
    fifth = FIFTH[game]
    return {"bound": "upper bound", "all-knowing": "all-knowing", "best": "best play", fifth: f"level 5 ({fifth})",
            "bot4": "level 4", "bot3": "level 3", "bot2": "level 2", "bot1": "level 1", "quick": "quick"}


def of(rows, game, part):
    return {row["player"]: row for row in rows if row["game"] == game and row["part"] == part}


def table(rows, game):
    deals, alone, duel = (of(rows, game, part) for part in ("deals", "alone", "duel"))
    best = float(alone["best"]["value"])
    digits = 3 if game == "flipcity" else 2
    lines = [f"### {TITLES[game]}: how far", "", f"Reduced edition: {ALONE[game][2]}; {int(alone['best']['number']):,} positions.", "",
             "| player | 200 deals | reduced edition | short of best |", "|---|---|---|---|"]
    for player, title in names(game).items():
        if player not in deals and player not in alone:
            continue
        row, value = deals.get(player), float(alone[player]["value"]) if player in alone else None
        counted = "" if row is None or row["number"] == "200" else f", {row['number']} deals"
        mean = f"{float(row['value']):.{digits}f} (s.e. {float(row['error']):.{digits}f}{counted})" if row else "–"
        lines.append(f"| {title} | {mean} | " + ("– | – |" if value is None else f"{value:.{digits}f} | {best - value:.{digits}f} |"))
    if len(duel) == 3:
        fifth = IN_A_DUEL[game]
        first, itself, second = (float(duel[line]["value"]) for line in (f"best,{fifth}", f"{fifth},{fifth}", f"{fifth},best"))
        lines += ["", f"Exploitability, two seats ({DUEL[game][2]}): against `{fifth}` a best response wins {100 * first:.1f} % in the first seat, where level 5 "
                  f"itself wins {100 * itself:.1f} %, and {100 - 100 * second:.1f} % in the second, where level 5 wins {100 - 100 * itself:.1f} %: "
                  f"{50 * (first - second):.1f} percentage points more on average."]
    dates = sorted({row["date"] for row in rows if row["game"] == game})
    return [*lines, "", f"![How far from perfect: {TITLES[game]}](pictures/perfect-{game}.svg)", "", f"Measured {dates[-1]}.", ""]


def axis(values):
    low, high = min(values), max(values)
    margin = 0.08 * (high - low or 1)
    return low - margin, high + margin


def plot(rows, game):
    """Two panels side by side, a line for each player: the deals on the left, the reduced edition on the right."""
    left, width, line, top = 150, 260, 24, 44
    titles = names(game)
    height = top + line * len(titles) + 24
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + 2 * width + 60} {height}" font-family="sans-serif" font-size="12" role="img">'
           f"<title>How far from perfect: {TITLES[game]}</title>", f'<rect width="{left + 2 * width + 60}" height="{height}" fill="#fbf8f1"/>']
    for row, title in enumerate(titles.values()):
        out.append(f'<text x="{left - 10}" y="{top + line * row + 16}" text-anchor="end">{title}</text>')
    for panel, (part, heading) in enumerate((("deals", "the same deals"), ("alone", "reduced edition"))):
        found = of(rows, game, part)
        low, high = axis([float(row["value"]) for row in found.values()])
        begin = left + panel * (width + 30)
        out.append(f'<text x="{begin}" y="22" font-weight="bold">{heading}</text>')
        for row, player in enumerate(titles):
            y = top + line * row + 12
            out.append(f'<line x1="{begin}" x2="{begin + width}" y1="{y}" y2="{y}" stroke="#d9d2c3"/>')
            if player not in found:
                continue
            value, error = float(found[player]["value"]), float(found[player]["error"] or 0)
            x, by = begin + width * (value - low) / (high - low), width * 1.96 * error / (high - low)
            out.append(f'<line x1="{x - by:.1f}" x2="{x + by:.1f}" y1="{y}" y2="{y}" stroke="#2b5d8a" stroke-width="3"/>')
            out.append(f'<circle cx="{x:.1f}" cy="{y}" r="4" fill="#2b5d8a"/>')
            after = x < begin + width - 50
            out.append(f'<text x="{x + (8 if after else -8):.1f}" y="{y - 3}" font-size="10" text-anchor="{"start" if after else "end"}">{value:.4g}</text>')
    return "\n".join([*out, "</svg>", ""])


def draw():
    rows = figures()
    games = [game for game in TITLES if "best" in of(rows, game, "alone") and of(rows, game, "deals")]
    for game in games:
        (ROOT / f"docs/pictures/perfect-{game}.svg").write_text(plot(rows, game))
    before, rest = DOCUMENT.read_text().split(SIGN)
    lines = [line for game in games for line in table(rows, game)]
    DOCUMENT.write_text(before + SIGN + "\n\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--slow-deals", type=int, default=200)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("games", nargs="*", metavar="GAME")
    words = parser.parse_args()
    for game in [] if words.draw else words.games or TITLES:
        rows = []
        for row in measure(game, words.deals, words.slow_deals):
            rows.append(row)
            keep(game, rows)
    draw()


if __name__ == "__main__":
    main()
