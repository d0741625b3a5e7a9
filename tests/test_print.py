"""`flipside print`, by the PDFs it writes: their size, the ruler, the cards, the type; and `flipside enter`, by the records it makes."""

import datetime
import json
import os
import subprocess
import tempfile
import unittest

import client
from pdf import Pdf

PROGRAM, ROOT = os.environ["FLIPSIDE_PROGRAM"], os.environ["FLIPSIDE_SOURCE_ROOT"]
CAN_PRINT = os.environ.get("FLIPSIDE_PRINT") == "yes"
GAMES = open(os.path.join(ROOT, "games", "list"), encoding="utf-8").read().split()
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}
CARD = (63, 88)
EDGE = 4  # mm that no printer prints on


def run(*arguments, typed=None, folder=None):
    return subprocess.run([PROGRAM, *arguments], input=typed, cwd=folder, capture_output=True, text=True, check=False)


def classic(game):
    with open(os.path.join(ROOT, "games", game, "data", "classic.json"), encoding="utf-8") as file:
        return json.load(file)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump(data, file)
        return self.path(name)

    def print(self, game, *options):
        done = run("print", game, "--out", self.path("out.pdf"), *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return Pdf(self.path("out.pdf"))


@unittest.skipIf(CAN_PRINT, "only where Cairo is missing")
class WithoutCairo(Case):
    def test_says_in_one_sentence_what_to_install(self):
        done = run("print", "royalflip")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Install libcairo2-dev", done.stderr)


@unittest.skipUnless(CAN_PRINT, "built without Cairo")
class EverySheet(Case):
    """What holds for everything that is printed, on both papers, with and without colours."""

    @classmethod
    def setUpClass(cls):
        cls.printed = []
        with tempfile.TemporaryDirectory() as folder:
            for game in GAMES:
                for paper in PAPERS:
                    for ink in ([], ["--save-ink"]):
                        path = os.path.join(folder, "out.pdf")
                        done = run("print", game, "--out", path, "--paper", paper, *ink)
                        assert (done.returncode, done.stderr) == (0, ""), (game, done.stderr)
                        cls.printed.append((f"{game} on {paper} {ink}", paper, ink, Pdf(path)))

    def each(self):
        for name, *printed in self.printed:
            with self.subTest(name):
                yield printed

    def test_pages_have_the_size_of_the_paper(self):
        for paper, _, pdf in self.each():
            for page in pdf.pages:
                for is_side, side in zip(sorted((page.width, page.height)), PAPERS[paper]):
                    self.assertAlmostEqual(is_side, side, places=2)

    def test_a_ruler_of_100_mm_is_100_mm_long_with_a_mark_every_5(self):
        for _, _, pdf in self.each():
            for page in pdf.pages:
                rulers = [line for line in page.lines if abs(length(line) - 100) < 0.01]
                self.assertEqual(len(rulers), 1)
                x1, y1, x2, y2 = rulers[0]
                for mark in range(21):
                    at = (x1 + (x2 - x1) * mark / 20, y1 + (y2 - y1) * mark / 20)
                    self.assertTrue(any(near(line[:2], at) and length(line) < 4 for line in page.lines), mark)
                self.assertIn("100 mm", page.text())

    def test_all_words_are_on_the_paper_and_large_enough_to_read(self):
        for _, _, pdf in self.each():
            for page in pdf.pages:
                for word, x1, y1, x2, y2, size in page.words:
                    self.assertTrue(EDGE <= min(x1, x2) and max(x1, x2) <= page.width - EDGE, (word, x1, x2))
                    self.assertTrue(EDGE <= min(y1, y2) and max(y1, y2) <= page.height - EDGE, (word, y1, y2))
                    self.assertGreaterEqual(size, 1.5, word)

    def test_fonts_are_embedded(self):
        for _, _, pdf in self.each():
            self.assertTrue(pdf.fonts())
            for name, descriptor in pdf.fonts().items():
                self.assertRegex(descriptor, rb"/FontFile[23]? \d+ 0 R", name)

    def test_saving_ink_takes_no_colours(self):
        for _, ink, pdf in self.each():
            grey = all(red == green == blue for page in pdf.pages for red, green, blue in page.colours)
            self.assertEqual(grey, bool(ink))


def length(line):
    return ((line[2] - line[0]) ** 2 + (line[3] - line[1]) ** 2) ** 0.5


def near(one, other):
    return abs(one[0] - other[0]) < 0.05 and abs(one[1] - other[1]) < 0.05


@unittest.skipUnless(CAN_PRINT, "built without Cairo")
class Cards(Case):
    def cells(self, page):
        """The words of every card of a page, by column and row; a word that leaves its card fails."""
        left, top = (page.width - 3 * CARD[0]) / 2, (page.height - 3 * CARD[1]) / 2
        cells = {}
        for word, x1, y1, x2, _, _ in page.words:
            if x1 < left:
                continue  # the ruler's
            column, row = int((x1 - left) // CARD[0]), int((y1 - top) // CARD[1])
            self.assertLess(x2, left + (column + 1) * CARD[0] - 2.5, word)
            cells.setdefault((column, row), []).append(word)
        return cells

    def test_flip_city_has_all_cards_of_its_players_with_their_backs(self):
        for seats in (1, 2, 4):
            pdf = self.print("flipcity", "--seats", str(seats))
            fronts = [cell for page in pdf.pages[0::2] for cell in self.cells(page).values()]
            backs = [cell for page in pdf.pages[1::2] for cell in self.cells(page).values()]
            for card in classic("flipcity")["cards"]:
                count = seats * sum(card.get("start", {}).values()) + card.get("supply" if seats > 1 else "solo", 0)
                for side, cells in (("front", fronts), ("back", backs)):
                    self.assertEqual(sum(card[side]["title"] in cell for cell in cells), count, card[side]["title"])

    def test_a_back_lies_behind_its_front(self):
        pdf = self.print("flipcity")
        behind = {card["front"]["title"]: card["back"]["title"] for card in classic("flipcity")["cards"]}
        for front, back in zip(pdf.pages[0::2], pdf.pages[1::2]):
            backs = self.cells(back)
            for (column, row), words in self.cells(front).items():
                self.assertEqual(backs[2 - column, row][0], behind[words[0]])

    def test_the_longest_title_that_an_edition_may_have_stays_on_its_card(self):
        data = classic("flipcity")
        data["cards"][0]["front"]["title"] = "W" * 31
        pdf = self.print("flipcity", "--edition", self.write("long.json", data))
        self.assertIn("W" * 31, [word for cell in self.cells(pdf.pages[0]).values() for word in cell])

    def test_insert_coin_has_its_thirty_cards_and_two_that_end_it(self):
        pdf = self.print("insertcoin")
        cells = [cell for page in pdf.pages[1:] for cell in self.cells(page).values()]
        numbers = [word for cell in cells for word in cell if word.isdigit()]
        self.assertEqual(sorted(map(int, numbers)), [card["card"] for card in classic("insertcoin")["cards"]])
        self.assertEqual(sum(cell[0].startswith("Nobody draws") for cell in cells), 2)


@unittest.skipUnless(CAN_PRINT, "built without Cairo")
class Editions(Case):
    def test_an_edition_of_ones_own_is_printed(self):
        data = classic("royalflip")
        data.update(name="Our street", jackpot=61)
        data["map"]["columns"] = 7
        page = self.print("royalflip", "--edition", self.write("own.json", data)).pages[0]
        self.assertIn("The jackpot is 61", page.text())
        self.assertIn("Our street", page.text())
        self.assertIn("g", [word[0] for word in page.words])

    def test_all_scenarios_or_one(self):
        pdf = self.print("flickemup")
        self.assertEqual(len(pdf.pages), 10)
        one = self.print("flickemup", "--option", "scenario=3")
        self.assertEqual([page.text() for page in one.pages], [pdf.pages[2].text()])
        self.assertIn("Exit S", one.pages[0].text())

    def test_a_town_is_to_scale(self):
        page = self.print("flickemup", "--option", "scenario=1").pages[0]
        self.assertIn("Scale 1 : 4 ", page.text())
        grid = sorted({round(line[0], 2) for line in page.lines if abs(line[0] - line[2]) < 0.01 and abs(length(line) - 600 / 4) < 0.01})
        self.assertEqual([round(right - left, 2) for left, right in zip(grid, grid[1:])], [25.0] * 7)

    def test_what_cannot_be_printed_is_said_and_leaves_no_file(self):
        for arguments, said in ((["royalflip", "--paper", "a3"], "a4 or letter"), (["chess"], "no game"), ([], "Name a game"),
                                (["flipcity", "--seats", "9"], "1 to 4 seats"), (["royalflip", "--edition", "none.json"], "none.json"),
                                (["royalflip", "--out", "no/such/folder.pdf"], "cannot be written"), (["royalflip", "flipcity"], "One game"),
                                (["flipcity", "--deck", "x"], "depend on what you do"), (["flickemup", "--deck", "x"], "no deck")):
            done = run("print", *arguments, folder=self.folder)
            self.assertNotEqual(done.returncode, 0, arguments)
            self.assertIn(said, done.stderr)
            self.assertEqual(os.listdir(self.folder), [])


def sign(event):
    """A card as the list has it: its rank; the suit is a drawing."""
    return event[:-1] if event[-1] in "CDHS" and event[:-1] else event


class Played(Case):
    def played(self, game, seed, seats="bot1"):
        path = self.path(f"{game}-{seed}.json")
        done = run("play", game, "--plain", "--seats", seats, "--seed", seed, "--save", path, typed="")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(path, encoding="utf-8") as file:
            return path, json.load(file)


@unittest.skipUnless(CAN_PRINT, "built without Cairo")
class Decks(Played):
    def listed(self, game, deck):
        pages = self.print(game, "--deck", deck).pages
        words = [word for page in pages for word in page.words]
        return [word[0] for word in words if abs(word[5] - (4.6 if game != "insertcoin" else 4)) < 0.01], " ".join(page.text() for page in pages)

    def test_the_list_is_what_the_screen_deals_alone(self):
        for game in ("royalflip", "insertcoin"):
            for seed in ("one", "two"):
                listed, said = self.listed(game, seed)
                dealt = [sign(step["event"]) for step in self.played(game, seed)[1]["steps"] if "event" in step]
                self.assertEqual(listed[:len(dealt)], dealt)
                self.assertIn(f"--seed '{seed}'", said)

    def test_where_draws_depend_on_the_player_the_list_holds_until_the_next_shuffle(self):
        listed, said = self.listed("fliptown", "three")
        dealt = [step["event"] for step in self.played("fliptown", "three")[1]["steps"] if "event" in step]
        fresh = next((index for index, card in enumerate(dealt) if card in dealt[:index]), len(dealt))
        self.assertGreater(fresh, 15)
        same = next(index for index in range(len(dealt)) if index == 52 or listed[index] != sign(dealt[index]))
        self.assertGreaterEqual(same, 15)
        self.assertEqual(len(listed), 52)
        self.assertIn("until the deck is shuffled again", said)

    def test_today_is_a_deck(self):
        before = datetime.datetime.now(datetime.timezone.utc).date()
        said = self.listed("royalflip", "daily")[1]
        after = datetime.datetime.now(datetime.timezone.utc).date()
        self.assertTrue(any(f"Deck: {day}" in said for day in (before, after)))

    def test_a_record_is_a_deck(self):
        path, record = self.played("royalflip", "four")
        self.assertEqual(self.listed("royalflip", path)[0], [sign(step["event"]) for step in record["steps"] if "event" in step])
        done = run("print", "fliptown", "--deck", path, "--out", self.path("other.pdf"))
        self.assertIn("a game of Royal Flip", done.stderr)


class Entered(Played):
    """A game that was played becomes what somebody types, and that the same record again."""

    def enter(self, *lines, game="royalflip", options=()):
        done = run("enter", game, "--save", self.path("entered.json"), *options, typed="".join(line + "\n" for line in lines))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        record = None
        if os.path.exists(self.path("entered.json")):
            with open(self.path("entered.json"), encoding="utf-8") as file:
                record = json.load(file)
        return done.stdout, record

    def steps(self, record):
        return [(step.get("seat"), step.get("move", step.get("event"))) for step in record["steps"]]

    def test_every_game_that_has_cards_can_be_entered(self):
        for game in ("royalflip", "flipcity", "fliptown", "insertcoin"):
            record = self.played(game, "five")[1]
            said, entered = self.enter(*[text for _, text in self.steps(record)], game=game, options=["--seats", "Ann"])
            self.assertEqual(self.steps(entered), self.steps(record))
            self.assertEqual(entered["result"]["scores"], record["result"]["scores"])
            self.assertTrue(all(step.get("rigged") for step in entered["steps"] if "event" in step))
            self.assertIn("Ann", said)
            replayed = run("replay", self.path("entered.json"), "--plain", typed="q\n")
            self.assertEqual(replayed.returncode, 0, replayed.stderr)

    def test_several_players_at_once(self):
        record = self.played("royalflip", "six", "bot1,bot1,bot1")[1]
        lines = [text if seat is None else f"{seat + 1}: {text}" for seat, text in self.steps(record)]
        entered = self.enter(*lines, options=["--seats", "Ann,Bo,Cy"])[1]
        self.assertEqual(self.steps(entered), self.steps(record))
        self.assertEqual(entered["result"]["winners"], record["result"]["winners"])

    def test_several_answers_on_a_line_undo_and_what_is_possible(self):
        said, entered = self.enter("QH, 8S", "?", "undo", "8C, 10S", "choose QH 8C 10S 8", "?", "write b2")
        self.assertIn("Taken back: 8S", said)
        self.assertIn(" AC 2C 3C", said)
        self.assertIn("  write b2\n", said)
        self.assertEqual([text for _, text in self.steps(entered)], ["QH", "8C", "10S", "choose QH 8C 10S 8", "write b2"])

    def test_what_is_wrong_is_said_and_changes_nothing(self):
        said, entered = self.enter("undo", "QH", "QH", "9Z, 8S", "8S, 10S", "write b2", "7: write b2", "choose QH 8S 10S 8")
        for words in ("Nothing has been entered yet", "'QH' cannot happen now", "'9Z' cannot happen now", "'write b2' is not possible now", "no seat 7"):
            self.assertIn(words, said)
        self.assertEqual([text for _, text in self.steps(entered)], ["QH", "8S", "10S", "choose QH 8S 10S 8"])

    def test_nothing_typed_is_lost(self):
        self.enter("QH", "8S")
        done = run("enter", "royalflip", "--load", self.path("entered.json"), typed="10S\nchoose QH 8S 10S 8\nquit\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(self.path("entered.json"), encoding="utf-8") as file:
            self.assertEqual([text for _, text in self.steps(json.load(file))], ["QH", "8S", "10S", "choose QH 8S 10S 8"])
        self.assertIn("not over yet", done.stdout)

    def test_flicks_cannot_be_written_down(self):
        done = run("enter", "flickemup", typed="")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot be entered", done.stderr)


if __name__ == "__main__":
    client.main()
