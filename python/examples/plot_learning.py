"""Draws the curve that learn_royalflip.py has written. SVG by hand, no library.

    python3 python/examples/plot_learning.py curve.json learning.svg
"""
import json
import sys

WIDTH, HEIGHT, LEFT, RIGHT, BASE, TOP, HIGH = 760, 320, 50, 720, 270, 40, 50
LEVELS = (("level 1", 27.4), ("level 2", 42.8))  # alone: docs/bots.md


def text(x, y, words, anchor="middle", size=12):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{words}</text>'


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        learnt = json.load(file)
    last = learnt["seconds"]

    def x_of(seconds):
        return LEFT + seconds / last * (RIGHT - LEFT)

    def y_of(score):
        return BASE - score / HIGH * (BASE - TOP)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" font-family="sans-serif" fill="#222">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', text(LEFT, 24, "Mean score while it learns", "start", 14)]
    for score in range(0, HIGH + 1, 10):
        out += [f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y_of(score):.1f}" y2="{y_of(score):.1f}" stroke="#ddd"/>',
                text(LEFT - 6, y_of(score) + 4, str(score), "end")]
    for name, score in LEVELS:
        out += [f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y_of(score):.1f}" y2="{y_of(score):.1f}" stroke="#a33b00" stroke-dasharray="6 4"/>',
                text(RIGHT, y_of(score) + 16, name, "end")]
    out += [text(x_of(seconds), BASE + 18, str(seconds)) for seconds in range(0, int(last) + 1, 60)]
    line = " ".join(f"{x_of(point['seconds']):.1f},{y_of(point['score']):.1f}" for point in learnt["curve"])
    out += [text((LEFT + RIGHT) / 2, BASE + 38, "seconds"), f'<polyline fill="none" stroke="#3b6ea5" stroke-width="2.5" points="{line}"/>']
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n</svg>\n")


if __name__ == "__main__":
    main()
