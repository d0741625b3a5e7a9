"""Letters from strokes, so that a picture needs no font.

A letter is a few lines between the points of a small grid, written as pairs of digits: column 0 … 4, row 0 (the top of capitals), 2 (of
small letters), 6 (the base line) … 8. "062046 1434" is an A: up, down, and the bar. Frames and blocks fill their cell instead, so that
they join.
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np

CELL = (18, 9)  # rows and columns of a character
_LEFT, _TOP, _WIDE, _HIGH = 1.6, 2.6, 1.45, 1.75  # where the grid lies in the cell

_LINES = {
    "A": "062046 1434", "B": "06003041423303 3344453606", "C": "4130100105163645", "D": "06003041453606",
    "E": "40000646 0333", "F": "400006 0333", "G": "41301001051636454323", "H": "0006 4046 0343", "I": "1030 2026 1636",
    "J": "4045361605", "K": "0006 4003 0346", "L": "000646", "M": "0600234046", "N": "06004640",
    "O": "103041453616050110", "P": "06003041423303", "Q": "103041453616050110 2546", "R": "06003041423303 2346",
    "S": "413010010213334445361605", "T": "0040 2026", "U": "000516364540", "V": "002640", "W": "0016233640",
    "X": "0046 4006", "Y": "002340 2326", "Z": "00400646",
    "0": "103041453616050110 1531", "1": "112026 1636", "2": "01103041420646", "3": "011030414233 13334445361605",
    "4": "36300444", "5": "400003334445361605", "6": "413010010516364544331304", "7": "004026",
    "8": "133342413010010213 1304051636454433", "9": "051636454130100102133342",
    "a": "12324346 441405163645", "b": "0006 0312324345361605", "c": "4332120305163645", "d": "4046 4332120305163645",
    "e": "04444332120305163645", "f": "31201116 0232", "g": "4332120305163645 4247381807", "h": "0006 0312324346",
    "i": "122226 1636 2020", "j": "32372818 3030", "k": "0006 3204 1346", "l": "10202536",
    "m": "0602 03122326 23324346", "n": "0602 0312324346", "o": "123243453616050312", "p": "0208 0312324345361605",
    "q": "4248 4332120305163645", "r": "0602 03123243", "s": "43321203143445361605", "t": "10152636 0232",
    "u": "0205163645 4246", "v": "022642", "w": "0216233642", "x": "0246 4206", "y": "0226 4218", "z": "02420646",
    ".": "2626", ",": "2617", ":": "2323 2626", ";": "2323 2617", "!": "2024 2626", "?": "01103041422324 2626",
    "'": "2021", '"': "1011 3031", "-": "1333", "_": "0747", "+": "0343 2125", "=": "0242 0444", "*": "2125 1234 3214",
    "/": "4006", "\\": "0046", "(": "30212536", ")": "10212516", "[": "30101636", "]": "10303616", "{": "30212213242536",
    "}": "10212233242516", "<": "311335", ">": "113315", "|": "2027", "&": "4601102031040516263543", "%": "4006 0000 4646",
    "#": "1016 3036 0242 0444", "$": "413010010213334445361605 2026", "@": "4536160501103041443424222333",
    "^": "122032", "~": "0413243443", "`": "1021",
    "·": "2323", "…": "0606 2626 4646", "×": "1135 3115", "–": "0343", "’": "2021", "→": "0343 314335", "⇄": "0242 314233 0545 143516",
    "±": "1333 2125 1636", "≤": "410245 0646", "°": "1030321210", "²": "101030321434", "†": "2026 1232", "✓": "032541",
    "○": "123243453616050312", "□": "0141460601", "▢": "0141460601", "▣": "0141460601 1333 1434", "◇": "2043260320",
    "☆": "2032423446250614021220", "♡": "260302112231424326", "↻": "4130100105163645 304142", "♻": "2042 4206 0620", "☹": "103041453616050110 1212 3232 142434",
}
_SHAPES = {  # filled
    "■": "01414606", "●": "1131424435150402", "◆": "20432603", "♦": "20432603", "♥": "2603021122314243",
    "★": "20324234462506140212", "♠": "2043443524361624150403", "▸": "113315",
}
# The directions in which the lines of a frame leave the middle of the cell: up, right, down, left; and how thick they are.
_FRAMES = {"─": "rl", "│": "ud", "┌": "rd", "┐": "ld", "└": "ur", "┘": "ul", "├": "urd", "┤": "uld", "┬": "rld", "┴": "url", "┼": "urld",
           "═": "RL", "║": "UD", "━": "RL", "┃": "UD", "╭": "rd", "╮": "ld", "╰": "ur", "╯": "ul"}
_BLOCKS = {"█": (0, 1, 1.0), "▀": (0, 0.5, 1.0), "▄": (0.5, 1, 1.0), "░": (0, 1, 0.25), "▒": (0, 1, 0.5), "▓": (0, 1, 0.75)}


def _points(word: str) -> np.ndarray:
    pairs = np.array([int(digit) for digit in word], np.float32).reshape(-1, 2)
    return pairs * (_WIDE, _HIGH) + (_LEFT, _TOP)


def _pixels() -> tuple[np.ndarray, np.ndarray]:
    rows, columns = np.mgrid[0:CELL[0], 0:CELL[1]].astype(np.float32)
    return columns + 0.5, rows + 0.5


def _line(a: np.ndarray, b: np.ndarray, thick: float) -> np.ndarray:
    """How much of each pixel a line covers, from the distance of its centre."""
    x, y = _pixels()
    along, length = b - a, float(((b - a) ** 2).sum())
    share = np.clip(((x - a[0]) * along[0] + (y - a[1]) * along[1]) / length, 0, 1) if length else np.zeros_like(x)
    distance = np.hypot(x - a[0] - share * along[0], y - a[1] - share * along[1])
    return np.clip(thick / 2 + 0.5 - distance, 0, 1)


def _inside(points: np.ndarray) -> np.ndarray:
    """Which pixels lie in a polygon, each looked at in nine places."""
    x, y = _pixels()
    total = np.zeros(CELL, np.float32)
    for dx in (-0.33, 0, 0.33):
        for dy in (-0.33, 0, 0.33):
            odd = np.zeros(CELL, bool)
            for (ax, ay), (bx, by) in zip(points, np.roll(points, -1, axis=0)):
                if ay != by:
                    crosses = (ay > y + dy) != (by > y + dy)
                    odd ^= crosses & (x + dx < (bx - ax) * (y + dy - ay) / (by - ay) + ax)
            total += odd
    return total / 9


def _frame(directions: str) -> np.ndarray:
    middle = np.array([CELL[1] / 2, CELL[0] / 2], np.float32)
    ends = {"u": (middle[0], -1), "d": (middle[0], CELL[0] + 1), "l": (-1, middle[1]), "r": (CELL[1] + 1, middle[1])}
    ink = np.zeros(CELL, np.float32)
    for direction in directions:
        end = np.array(ends[direction.lower()], np.float32)
        ink = np.maximum(ink, _line(middle, end, 2.2 if direction.isupper() else 1.1))
    return ink


@lru_cache(maxsize=None)
def glyph(code: int, strong: bool = False) -> np.ndarray:
    """The ink of a character, 0 … 1 for each pixel of its cell. One that is not known is an empty frame."""
    character, ink = chr(code), np.zeros(CELL, np.float32)
    if character.isspace():
        return ink
    if character in _BLOCKS:
        top, bottom, grey = _BLOCKS[character]
        ink[int(top * CELL[0]):int(bottom * CELL[0])] = grey
        return ink
    if character in _FRAMES:
        return _frame(_FRAMES[character])
    if character == "♣":  # three leaves and a stem
        for word in ("21", "14", "34"):
            ink = np.maximum(ink, _line(*2 * (_points(word)[0],), 3.4))
        return np.maximum(ink, _line(*_points("2226"), 1.2))
    if character in _SHAPES:
        return _inside(_points(_SHAPES[character]))
    for word in _LINES.get(character, "0040460600").split():
        points = _points(word)
        for a, b in zip(points, points[1:] if len(points) > 1 else points):
            ink = np.maximum(ink, _line(a, b, 1.9 if strong else 1.25))
    return ink
