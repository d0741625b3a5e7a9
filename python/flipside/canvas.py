"""Pictures of a table: the library's canvas of characters as text, as SVG and as PNG.

SVG leaves the letters to the reader's fonts. PNG and `rgb()` are drawn here, with the strokes of `strokes.py` and zlib: so a picture
needs no font, no converter and no imaging library, and looks the same everywhere.
"""
from __future__ import annotations

import ctypes as c
import struct
import zlib
from html import escape

import numpy as np

from . import _library as library
from ._library import Error, Glyph, check, lib
from .strokes import CELL, glyph

# By style: text colour, background (None: the page), bold. Light first, then dark.
_LIGHT = ["#22211e", "#8a857a", "#22211e", "#b3261e", "#22211e", "#1f5fa8", "#2d6a2f", "#b3261e", "#22211e", "#b3261e"]
_DARK = ["#e8e4da", "#8f897c", "#ffffff", "#ff8a80", "#e8e4da", "#8ab4f8", "#8fce91", "#ff8a80", "#f7f3e8", "#ff8a80"]
_PAPER = ("#fbf8f0", "#1d1c1a")
_CARD = ("#ece5d3", "#3a372f")
_STRONG = {2, 5}
_ON_CARD = {8, 9}


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


class Canvas:
    """A grid of characters; `codes` are Unicode, `styles` the numbers of enum flip_style."""

    def __init__(self, codes: np.ndarray, styles: np.ndarray) -> None:
        rows = np.flatnonzero((codes != 32).any(axis=1))
        height = int(rows[-1]) + 1 if len(rows) else 1
        self.codes, self.styles = codes[:height], styles[:height]
        self.height, self.width = self.codes.shape

    def text(self) -> str:
        """Lines of text, without blanks at their ends."""
        return "\n".join("".join(chr(code) for code in row if code).rstrip() for row in self.codes)

    __str__ = text

    def svg(self, dark: bool = False) -> str:
        """A picture as SVG, one text element for each stretch of one style."""
        wide, high = 9, 18
        colours, out = _DARK if dark else _LIGHT, []
        out.append(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width * wide + 16} '
                   f'{self.height * high + 16}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">'
                   f'<rect width="100%" height="100%" fill="{_PAPER[dark]}"/>')
        for y, (codes, styles) in enumerate(zip(self.codes, self.styles)):
            x = 0
            while x < self.width:
                end = x + 1
                while end < self.width and styles[end] == styles[x]:
                    end += 1
                style, text = int(styles[x]), "".join(chr(code) for code in codes[x:end] if code)
                if style in _ON_CARD:
                    out.append(f'<rect x="{8 + x * wide}" y="{8 + y * high}" width="{(end - x) * wide}" '
                               f'height="{high}" fill="{_CARD[dark]}"/>')
                if text.strip():
                    bold = ' font-weight="bold"' if style in _STRONG else ""
                    out.append(f'<text x="{8 + x * wide}" y="{8 + y * high + 14}" xml:space="preserve"{bold} '
                               f'textLength="{(end - x) * wide}" fill="{colours[style]}">{escape(text)}</text>')
                x = end
        return "\n".join(out) + "</svg>\n"

    def rgb(self, dark: bool = False) -> np.ndarray:
        """The picture as an array of height × width × 3 bytes."""
        colours = np.array([_rgb(colour) for colour in (_DARK if dark else _LIGHT)], np.float32)
        papers = np.array([_rgb(_CARD[dark] if style in _ON_CARD else _PAPER[dark]) for style in range(10)], np.float32)
        high, wide = CELL
        picture = np.empty((self.height * high, self.width * wide, 3), np.uint8)
        for y in range(self.height):
            for x in range(self.width):
                style = int(self.styles[y, x])
                ink = glyph(int(self.codes[y, x]) or 32, style in _STRONG)[..., None]
                cell = papers[style] * (1 - ink) + colours[style] * ink
                picture[y * high:(y + 1) * high, x * wide:(x + 1) * wide] = cell
        return picture

    def png(self, dark: bool = False) -> bytes:
        """The picture as a PNG file."""
        picture = self.rgb(dark)
        high, wide, _ = picture.shape
        rows = np.zeros((high, 1 + wide * 3), np.uint8)  # each row begins with its filter: none
        rows[:, 1:] = picture.reshape(high, -1)

        def chunk(kind: bytes, data: bytes) -> bytes:
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + chunk(b"IEND", b""))

    def _repr_svg_(self) -> str:
        return self.svg()


def draw(table: int, viewer: int, seat: int, width: int, height: int) -> Canvas:
    """What the library draws of a table."""
    if not 20 <= width <= 300 or not 5 <= height <= 120:
        raise library.FlipsideError("A sheet is 20 to 300 columns wide and 5 to 120 rows high.", "too_large")
    cells = np.zeros((height, width), np.dtype({"names": ["code", "style"], "formats": ["<u4", "u1"], "offsets": [0, 4],
                                                "itemsize": c.sizeof(Glyph)}))
    canvas, error = library.Canvas(), Error()
    canvas.width, canvas.height = width, height
    canvas.cells = c.cast(cells.ctypes.data, c.POINTER(Glyph))
    check(lib.flip_table_draw(table, viewer, seat, canvas, error), error)
    return Canvas(cells["code"].copy(), cells["style"].copy())
