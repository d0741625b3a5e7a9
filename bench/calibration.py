#!/usr/bin/env python3
"""How far the judges can be trusted: measures, and writes the tables and plots of docs/strength.md.

    bench/calibration.py [--games N] [--threads N] [GAME …]     after `ninja -C build train-judge`; all four card games by default
    bench/calibration.py --draw                                 tables and plots alone, from the figures that are there

Players of all levels play games that training never saw (another seed). What the judge says of positions in them is compared with how they
ended, and a sample is played out besides. Figures go to bench/results/calibration.csv, those of a game in place of its old ones.
"""
import argparse
import csv
import datetime
import math
import pathlib
import subprocess
import tempfile

from perfect import DOCUMENT, ROOT, TITLES

PROGRAM, RESULTS = ROOT / "build/train-judge", ROOT / "bench/results/calibration.csv"
SEED = "20261118"
FIELDS = ["game", "part", "seats", "place", "count", "miss", "rms", "guess_rms", "slope", "slope_error", "share_slope", "share_error", "said", "came", "noise", "date"]
SIGN, END = "<!-- bench/calibration.py writes from here … -->", "<!-- … to here: calibration. -->"
THIRDS = ["first", "middle", "last"]
BINS = 20
# How many games, who plays them, the parts of positions that are looked at (before cards, before decisions) and played out, how often, and by whom.
SETTINGS = {
    "royalflip": ("1800", "quick=8,bot1=8,bot2=8,bot3=8,bot4=1", "0.3", "0.03", "0.025", "100", "quick"),
    "fliptown": ("800", "quick=2,bot1=1,bot2=1,bot3=1,bot4=1", "0.7", "0.01", "0.015", "30", "quick"),
    "flipcity": ("900", "quick=1,bot1=1,bot2=1,bot3=1,bot4=1", "0.05", "0.03", "0.02", "100", "quick"),
    "insertcoin": ("1200", "quick=8,bot1=8,bot2=8,bot3=8,bot4=1", "0.4", "0.03", "0.02", "100", "quick"),
}


def command(game, games, threads):
    settings = SETTINGS[game]
    return ["train-judge", game, "--calibrate", "--seed", SEED, "--games", str(games or settings[0]), "--players", settings[1], "--wild", "0",
            "--quiet", settings[2], "--decisions", settings[3], "--tried", settings[4], "--tries", settings[5], "--by", settings[6], "--threads", str(threads)]


class Line:
    """The line through what came over what was said. Positions of a game are not independent, so its error counts games."""

    def __init__(self, rows, said, came):
        count = len(rows)
        pairs = [(float(row[said]), float(row[came]), row["game"]) for row in rows]
        x, y = (sum(pair[i] for pair in pairs) / count for i in (0, 1))
        spread = sum((pair[0] - x) ** 2 for pair in pairs)
        self.slope = sum((pair[0] - x) * (pair[1] - y) for pair in pairs) / spread if spread else math.nan
        pulls = {}
        for a, b, game in pairs:
            pulls[game] = pulls.get(game, 0) + (a - x) * (b - y - self.slope * (a - x))
        self.error = math.sqrt(sum(pull**2 for pull in pulls.values())) / spread if spread else math.nan


def root_mean_square(values):
    return math.sqrt(sum(value**2 for value in values) / len(values))


def of_group(rows, seats):
    missed = [float(row["said_points"]) - float(row["points"]) for row in rows]
    guessed = [float(row["guess"]) - float(row["points"]) for row in rows]
    points, out = Line(rows, "said_points", "points"), {"count": len(rows) // seats}
    out.update(miss=sum(missed) / len(missed), rms=root_mean_square(missed), guess_rms=root_mean_square(guessed), slope=points.slope, slope_error=points.error)
    if seats > 1:
        share = Line(rows, "said_share", "share")
        out.update(share_slope=share.slope, share_error=share.error)
    return out


def summed_up(rows):
    """Figures by seats and third, by seats alone, by the share that was said, and of what was played out."""
    for seats in sorted({int(row["seats"]) for row in rows}):
        mine = [row for row in rows if int(row["seats"]) == seats]
        for third, name in enumerate(THIRDS):
            yield {"part": "third", "seats": seats, "place": name, **of_group([row for row in mine if int(row["third"]) == third], seats)}
        yield {"part": "seats", "seats": seats, "place": "all", **of_group(mine, seats)}
        tried = [row for row in mine if row["noise"]]
        if tried:
            off = [float(row["said_share"]) - float(row["tried_share"]) for row in tried]
            noise = sum(float(row["noise"]) for row in tried) / len(tried)
            yield {"part": "tried", "seats": seats, "count": len(tried) // seats, "miss": sum(map(abs, off)) / len(off), "rms": root_mean_square(off), "noise": noise}
    shared = [row for row in rows if int(row["seats"]) > 1]
    for place in range(BINS):
        found = [row for row in shared if min(BINS - 1, int(float(row["said_share"]) * BINS)) == place]
        if found:
            said, came = (sum(float(row[name]) for row in found) / len(found) for name in ("said_share", "share"))
            yield {"part": "twentieth", "place": place, "count": len(found), "said": said, "came": came}


def measure(game, words):
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "said.csv"
        subprocess.run([PROGRAM, *command(game, words.games, words.threads)[1:], "--log", log], cwd=ROOT, check=True)
        with log.open() as file:
            rows = list(csv.DictReader(file))
    today = datetime.date.today().isoformat()
    for row in summed_up(rows):
        yield {"game": game, "date": today, **{name: f"{value:.5g}" if isinstance(value, float) else value for name, value in row.items()}}


def figures():
    if not RESULTS.exists():
        return []
    with RESULTS.open() as file:
        return list(csv.DictReader(file))


def keep(game, rows):
    others = [row for row in figures() if row["game"] != game]
    with RESULTS.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(others + rows)


def of(rows, game, part):
    return [row for row in rows if row["game"] == game and row["part"] == part]


def line_of(row):
    def figure(name, form):
        return format(float(row[name]), form) if row[name] else "–"

    def slope(name, error):
        return f"{float(row[name]):.2f} ± {1.96 * float(row[error]):.2f}" if row[name] else "–"

    return (f"| {row['seats']} | {row['place']} | {int(row['count']):,} | {figure('miss', '+.2f')} | {figure('rms', '.2f')} | {figure('guess_rms', '.2f')} | "
            f"{slope('slope', 'slope_error')} | {slope('share_slope', 'share_error')} |")


def without_noise(row):
    """The mean square of the differences is that of the errors plus the variance of the rollouts' means."""
    return math.sqrt(max(0, float(row["rms"]) ** 2 - float(row["noise"])))


def table(rows, game):
    thirds, whole, tried, bins = (of(rows, game, part) for part in ("third", "seats", "tried", "twentieth"))
    positions = sum(int(row["count"]) for row in whole)
    settings = SETTINGS[game]
    lines = [f"### {TITLES[game]}: calibration", "", f"{positions:,} positions. `{' '.join(['build/' + command(game, None, 2)[0], *command(game, None, 2)[1:]])}`", "",
             "| seats | third | positions | points: mean error | RMSE | the estimate's RMSE | slope | share: slope |", "|---|---|---|---|---|---|---|---|"]
    for row in whole:
        lines += [line_of(third) for third in thirds if third["seats"] == row["seats"]] + [line_of(row)]
    if tried:
        lines += ["", f"Shares compared with {settings[5]} rollouts by {settings[6]} players:", "",
                  "| seats | positions | mean absolute difference | root mean square | noise of the rollouts | root mean square without it |", "|---|---|---|---|---|---|"]
        lines += [f"| {row['seats']} | {row['count']} | {100 * float(row['miss']):.1f} % | {100 * float(row['rms']):.1f} % | {100 * math.sqrt(float(row['noise'])):.1f} % | "
                  f"{100 * without_noise(row):.1f} % |" for row in tried]
    if bins:
        seen = sum(int(row["count"]) for row in bins)
        distance = sum(int(row["count"]) * abs(float(row["said"]) - float(row["came"])) for row in bins) / seen
        lines += ["", f"Expected calibration error over the twenty bins of the plot: {100 * distance:.2f} % ({seen:,} seats)."]
    return [*lines, "", f"![Calibration: {TITLES[game]}](pictures/calibration-{game}.svg)", "", f"Measured {whole[0]['date']}.", ""]


def plot(rows, game):
    """Left: observed over predicted shares. Right: the slopes of the shares with their intervals, and the band that is the goal."""
    size, top, line = 240, 44, 14
    groups = [row for row in of(rows, game, "third") if row["share_slope"]]
    height = max(top + size, top + line * len(groups)) + 30
    width, begin = 2 * size + 190, size + 140
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" role="img">'
           f"<title>Calibration: {TITLES[game]}</title>", f'<rect width="{width}" height="{height}" fill="#fbf8f1"/>',
           '<text x="40" y="22" font-weight="bold">share: observed, over predicted</text>', f'<text x="{begin}" y="22" font-weight="bold">share: slope</text>',
           f'<rect x="40" y="{top}" width="{size}" height="{size}" fill="none" stroke="#d9d2c3"/>',
           f'<line x1="40" y1="{top + size}" x2="{40 + size}" y2="{top}" stroke="#d9d2c3"/>']
    for share in (0, 0.5, 1):
        out.append(f'<text x="{40 + size * share:.0f}" y="{top + size + 16}" font-size="10" text-anchor="middle">{share:g}</text>')
        out.append(f'<text x="34" y="{top + size - size * share + 4:.0f}" font-size="10" text-anchor="end">{share:g}</text>')
    for row in of(rows, game, "twentieth"):
        x, y = 40 + size * float(row["said"]), top + size - size * float(row["came"])
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1 + min(5, math.sqrt(int(row["count"])) / 20):.1f}" fill="#2b5d8a"/>')
    at = lambda slope: begin + size * (min(1.5, max(0.5, slope)) - 0.5)
    out.append(f'<rect x="{at(0.95):.1f}" y="{top}" width="{at(1.05) - at(0.95):.1f}" height="{line * len(groups)}" fill="#e9e2d1"/>')
    for slope in (0.5, 1, 1.5):
        out.append(f'<text x="{at(slope):.0f}" y="{top + line * len(groups) + 16}" font-size="10" text-anchor="middle">{slope:g}</text>')
    for number, row in enumerate(groups):
        y, slope, by = top + line * number + line / 2, float(row["share_slope"]), 1.96 * float(row["share_error"])
        out.append(f'<text x="{begin - 8}" y="{y + 4:.0f}" font-size="10" text-anchor="end">{row["seats"]} seats, {row["place"]}</text>')
        out.append(f'<line x1="{at(slope - by):.1f}" x2="{at(slope + by):.1f}" y1="{y}" y2="{y}" stroke="#2b5d8a" stroke-width="2"/>')
        out.append(f'<circle cx="{at(slope):.1f}" cy="{y}" r="3" fill="#2b5d8a"/>')
    return "\n".join([*out, "</svg>", ""])


def draw():
    rows = figures()
    games = [game for game in TITLES if of(rows, game, "seats")]
    for game in games:
        (ROOT / f"docs/pictures/calibration-{game}.svg").write_text(plot(rows, game))
    before, rest = DOCUMENT.read_text().split(SIGN)
    lines = [line for game in games for line in table(rows, game)]
    DOCUMENT.write_text(before + SIGN + "\n\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, help="instead of those that each game needs for 10,000 positions")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    words = parser.parse_args()
    for game in [] if words.draw else words.games_named or TITLES:
        keep(game, list(measure(game, words)))
    draw()


if __name__ == "__main__":
    main()
