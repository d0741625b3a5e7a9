"""Draws what train_royalflip.py has written: how it learnt, and its scores beside those of level 1. SVG by hand, no library.

    python3 python/examples/plot_training.py royalflip-weights.json training.svg
"""
import json
import sys

WIDTH, HEIGHT, LEFT, GAP = 760, 300, 50, 60
PANEL = (WIDTH - LEFT - GAP - 20) / 2
BASE, TOP = HEIGHT - 45, 40


def text(x, y, words, anchor="middle", size=12):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{words}</text>'


def frame(left, title, axis, ticks, high, unit):
    out = [text(left, 24, title, "start", 14)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = BASE - share * (BASE - TOP)
        out += [f'<line x1="{left}" x2="{left + PANEL}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>',
                text(left - 6, y + 4, f"{share * high:.0f}{unit}", "end")]
    return out + [text(left + x, BASE + 18, words) for x, words in ticks] + [text(left + PANEL / 2, BASE + 36, axis)]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        learnt = json.load(file)
    curve, level = learnt["curve"], sum(learnt["bot1"]) / len(learnt["bot1"])
    step, high = PANEL / max(1, len(curve) - 1), 40
    points = [(LEFT + i * step, BASE - value / high * (BASE - TOP)) for i, value in enumerate(curve)]
    y = BASE - level / high * (BASE - TOP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" font-family="sans-serif" fill="#222">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
           *frame(LEFT, "Mean score of each round", "round of training", [(i * step, str(i + 1)) for i in range(len(curve))], high, ""),
           f'<line x1="{LEFT}" x2="{LEFT + PANEL}" y1="{y:.1f}" y2="{y:.1f}" stroke="#a33b00" stroke-dasharray="6 4"/>',
           text(LEFT + PANEL, y - 6, "level 1", "end"),
           '<polyline fill="none" stroke="#3b6ea5" stroke-width="2.5" points="' + " ".join(f"{x:.1f},{y:.1f}" for x, y in points) + '"/>']
    left, last, most = LEFT + PANEL + GAP, 60, 0.32
    out += frame(left, "Scores in games it has not seen", "score", [(s / last * PANEL, str(s)) for s in range(0, last + 1, 10)], 100 * most, " %")
    for name, colour in (("bot1", "#a33b00"), ("scores", "#3b6ea5")):
        share = [sum(s <= score < s + 3 for score in learnt[name]) / len(learnt[name]) for s in range(0, last, 3)]
        line = " ".join(f"{left + (3 * i + 1) / last * PANEL:.1f},{BASE - min(p, most) / most * (BASE - TOP):.1f}" for i, p in enumerate(share))
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2.5" points="{line}"/>')
        peak = share.index(max(share))
        out.append(text(left + (3 * peak + 1) / last * PANEL, BASE - max(share) / most * (BASE - TOP) - 8,
                        "level 1" if name == "bot1" else "learnt"))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n</svg>\n")


if __name__ == "__main__":
    main()
