"""As much of PDF as our own printing writes: pages with their size, their lines, their colours, and their words with the place of each."""

import math
import re
import zlib

MM = 72 / 25.4
OBJECT = re.compile(rb"^(\d+) 0 obj\n(.*?)^endobj", re.S | re.M)
TOKEN = re.compile(rb"\((?:\\.|[^()\\])*\)|<[0-9a-fA-F]*>|/[^\s/\[\]<>()]+|[\[\]]|[-+.\d]+|[A-Za-z*']+")


class Pdf:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.objects = {int(number): body for number, body in OBJECT.findall(file.read())}
        kids = re.search(rb"/Kids \[([^\]]*)\]", next(body for body in self.objects.values() if b"/Type /Pages" in body))
        self.pages = [Page(self, self.objects[int(number)]) for number in re.findall(rb"(\d+) 0 R", kids.group(1))]

    def stream(self, number):
        head, raw = self.objects[number].split(b"stream\n", 1)
        return zlib.decompressobj().decompress(raw) if b"/FlateDecode" in head else raw

    def reference(self, body, name):
        found = re.search(name + rb" \[? ?(\d+) 0 R", body)
        return int(found.group(1)) if found else None

    def fonts(self):
        """The descriptor of every font, by the font's name."""
        found = {}
        for body in self.objects.values():
            if re.search(rb"/Type /Font\b(?!Descriptor)", body) and b"/FontDescriptor" in body:
                found[re.search(rb"/BaseFont /(\S+)", body).group(1).decode()] = self.objects[self.reference(body, rb"/FontDescriptor")]
        return found


class Font:
    """The widths of a font's codes, and what they stand for."""

    def __init__(self, pdf, number):
        body = pdf.objects[number]
        self.wide = b"/Type0" in body
        self.letters = {}
        for code, text in re.findall(rb"<([0-9a-f]+)> <([0-9a-f]+)>", pdf.stream(pdf.reference(body, rb"/ToUnicode")).split(b"endcodespacerange")[1]):
            self.letters[int(code, 16)] = bytes.fromhex(text.decode()).decode("utf-16-be")
        inner = pdf.objects[pdf.reference(body, rb"/DescendantFonts")] if self.wide else body
        first = int(re.search(rb"/FirstChar (\d+)", inner).group(1)) if not self.wide else 0
        widths = re.search(rb"/W\w* \[ ?(?:0 \[ ?)?([^\]]*)\]", inner).group(1).split()
        self.widths = {first + index: float(width) / 1000 for index, width in enumerate(widths)}

    def codes(self, token):
        if token.startswith(b"<"):
            raw = bytes.fromhex(token[1:-1].decode())
        else:
            raw = re.sub(rb"\\([0-7]{3}|.)", lambda found: bytes([int(found.group(1), 8)]) if len(found.group(1)) == 3 else found.group(1), token[1:-1])
        return [raw[i] << 8 | raw[i + 1] for i in range(0, len(raw), 2)] if self.wide else list(raw)


def product(a, b):
    return (a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
            a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5])


class Page:
    """In millimetres from the upper left corner. `lines` are straight strokes (x1, y1, x2, y2); `words` (text, x1, y1, x2, y2, size)."""

    def __init__(self, pdf, body):
        box = [float(number) for number in re.search(rb"/MediaBox \[ ([^\]]*)\]", body).group(1).split()]
        self.width, self.height = box[2] / MM, box[3] / MM
        self.lines, self.words, self.colours = [], [], set()
        self.high = box[3]
        resources = pdf.objects[pdf.reference(body, rb"/Resources")]
        self.fonts = {name: Font(pdf, int(number)) for name, number in re.findall(rb"(/f-\d+-\d+) (\d+) 0 R", resources)}
        self.read(pdf.stream(pdf.reference(body, rb"/Contents")))

    def place(self, matrix, x, y):
        return (x * matrix[0] + y * matrix[2] + matrix[4]) / MM, (self.high - (x * matrix[1] + y * matrix[3] + matrix[5])) / MM

    def read(self, content):
        matrix, kept, stack, path, text, font = (1, 0, 0, 1, 0, 0), [], [], [], (1, 0, 0, 1, 0, 0), None
        for token in TOKEN.findall(content):
            if re.fullmatch(rb"[-+.\d]+", token):
                stack.append(float(token))
                continue
            if not re.fullmatch(rb"[A-Za-z*']+", token):
                stack.append(token)
                continue
            if token == b"q":
                kept.append(matrix)
            elif token == b"Q":
                matrix = kept.pop()
            elif token == b"cm":
                matrix = product(stack[-6:], matrix)
            elif token == b"m":
                path = [self.place(matrix, *stack[-2:])]
            elif token == b"l":
                path.append(self.place(matrix, *stack[-2:]))
            elif token in (b"c", b"h", b"re"):
                path.append(None)
            elif token == b"S" and len(path) == 2 and None not in path:
                self.lines.append((*path[0], *path[1]))
            elif token in (b"rg", b"RG"):
                self.colours.add(tuple(stack[-3:]))
            elif token == b"Tm":
                text = tuple(stack[-6:])
            elif token == b"Td":
                text = product((1, 0, 0, 1, *stack[-2:]), text)
            elif token == b"Tf":
                font = self.fonts[stack[-2]]
            elif token in (b"Tj", b"TJ"):
                self.write(stack, font, product(text, matrix))
            stack = []

    def write(self, stack, font, matrix):
        said, along = "", 0.0
        for part in stack:
            if isinstance(part, float):
                along -= part / 1000
            elif part[:1] in b"(<":
                for code in font.codes(part):
                    said += font.letters.get(code, "?")
                    along += font.widths.get(code, 0)
        begin, end = self.place(matrix, 0, 0), self.place(matrix, along, 0)
        self.words.append((said, *begin, *end, math.hypot(matrix[2], matrix[3]) / MM))

    def text(self):
        return " ".join(word[0] for word in self.words)
