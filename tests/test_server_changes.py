"""Scenes as changes: whoever is told only what has changed has the same scenes as whoever is told everything, byte for byte, and was
told nothing that does not stand in them."""

import json
import os
import random
import re
import statistics

from client import Case, IN_PART, act, main, new_in_letters

ME, OPEN = {"kind": "me"}, {"kind": "open"}
GAMES = ("royalflip", "flipcity", "fliptown", "insertcoin", "flickemup")
FORMATS = (1, 2, 3)
NEWEST = 3
SIZES = bool(os.environ.get("FLIPSIDE_SIZES"))  # whole games, and what their changes cost
MOVES = 25 if IN_PART else 60
USUAL = 1024
CHANGE = re.compile(r'\{"push":"change"|change |keep ')
NEWS = ("log_from", "log", "chat", "chat_older", "notices")  # told once


class Pair:
    """Two connections of one person to one table: one is told whole scenes, the other changes."""

    def __init__(self, person, table, form=2):
        self.table, self.form = table, form
        self.whole, self.changes = person.connect(), person.connect()
        self.whole.watch(table)
        self.changes.watch(table, changes=form)
        self.hear_all()
        self.forget()

    def hear_all(self):
        self.whole.hear_all()
        self.changes.hear_all()

    def forget(self):
        """All but the newest scenes."""
        for link in (self.whole, self.changes):
            del link.texts[self.table][:-1]
            link.heard.clear()

    def sent(self):
        """Every change, as text."""
        return [text for text in self.changes.heard if CHANGE.match(text)]

    def told(self):
        """What was new in them, in pieces: words of a pattern stand alone, and a letter alone is how far squares have moved."""
        for text in self.sent():
            if self.form == 1:
                yield from (part.encode() for part in json.loads(text)["parts"] if isinstance(part, str))
            else:
                for part in new_in_letters(text.encode().split(b"\n", 1)[1]):
                    yield from (word for word in re.split(rb"[\x00-\x20]", part) if len(word) > 1)


class Changes(Case):
    options = ("--test-seed", "changes")  # the same cards every time

    def sit_down(self, game, form=2, **wish):
        """Two who play and one who looks on."""
        ada, bo, cy = self.people(3)
        table = ada.make([ME, OPEN], game=game, public=True, **wish)["table"]["id"]
        self.assert_done(bo.connect().ask("sit", table=table, seat=1))
        pairs = [Pair(person, table, form) for person in (ada, bo, cy)]
        for pair in pairs:
            pair.hear_all()
            pair.forget()
        return table, pairs

    def same(self, pairs):
        for pair in pairs:
            pair.hear_all()
        for pair in pairs:
            self.assertEqual(pair.whole.texts[pair.table][1:], pair.changes.texts[pair.table][1:])

    def do_something(self, table, pair, choice):
        if choice.random() < 0.1:
            pair.whole.ask("undo", table=table, seat=pair.whole.scenes[table]["seat"])  # it may be refused
        elif choice.random() < 0.1:
            pair.whole.ask("chat", table=table, text=choice.choice(("well done", "«schön» — \\o/ \"quoted\"", "🂡🂮")))
        else:
            act(pair.whole, table, choice.choice)

    def play(self, table, pairs, choice, moves=MOVES):
        for _ in range(moves):
            able = [pair for pair in pairs if pair.whole.scenes[table]["actions"]]
            if not able:
                break
            self.do_something(table, choice.choice(able), choice)
            for pair in pairs:
                pair.hear_all()

    def nothing_else(self, pairs):
        """What is new in a change stands in a scene that the same eyes got whole."""
        for pair in pairs:
            scenes = b"".join(pair.whole.texts[pair.table])
            for part in pair.told():
                self.assertIn(part, scenes)

    def test_all_the_way_the_scenes_are_the_same_byte_for_byte(self):
        for game in GAMES:
            for form in FORMATS:
                with self.subTest(game=game, form=form):
                    table, pairs = self.sit_down(game, form)
                    self.play(table, pairs, random.Random(game))
                    self.same(pairs)
                    self.nothing_else(pairs)
                    for pair in pairs:
                        sizes = [len(text.encode()) for text in pair.sent()]
                        self.assertTrue(sizes)
                        self.assertLess(sum(sizes), sum(len(text) for text in pair.whole.texts[table]) / (2 if form == 1 else 4))

    def test_a_usual_change_has_at_most_a_kilobyte(self):
        """For everyone, in every game; and in the newest format all of them together are not much."""
        for game in GAMES:
            for form in FORMATS if SIZES else (NEWEST,):
                table, pairs = self.sit_down(game, form)
                self.play(table, pairs, random.Random(game), 600 if SIZES else MOVES)
                for pair in pairs:
                    sizes = [len(text.encode()) for text in pair.sent()]
                    over = sum(size > USUAL for size in sizes)
                    if SIZES:
                        whole = statistics.median(len(text) for text in pair.whole.texts[table])
                        print(f"{game} {pair.whole.scenes[table]['seat']} format {form}: {len(sizes)} changes, scene {whole}, median "
                              f"{statistics.median(sizes)}, nine of ten {sorted(sizes)[len(sizes) * 9 // 10]}, longest {max(sizes)}, "
                              f"over a kilobyte {100 * over // len(sizes)} %", flush=True)
                    with self.subTest(game=game, form=form):
                        if form == NEWEST:
                            self.assertLessEqual(statistics.median(sizes), USUAL)
                            self.assertLessEqual(over, len(sizes) / 2)

    def test_who_asks_gets_the_whole_scene_and_goes_on_from_it(self):
        for form in FORMATS:
            with self.subTest(form=form):
                self.look_again(form)

    def look_again(self, form):
        table, pairs = self.sit_down("royalflip", form)
        self.play(table, pairs, random.Random(1))
        for pair in pairs:
            pair.hear_all()
            pair.forget()
            pair.whole.watch(table)
            pair.changes.watch(table, changes=pair.form)
        for pair in pairs:
            pair.hear_all()
            self.assertTrue([text for text in pair.changes.heard if text.startswith(("scene ", '{"push":"scene"'))])
            self.assertEqual(pair.whole.texts[table][-1], pair.changes.texts[table][-1])
            pair.forget()
        self.play(table, pairs, random.Random(2))
        self.same(pairs)
        self.assertTrue(all(pair.sent() for pair in pairs))

    def assert_up_to_date(self, pair):
        """What somebody was told is what somebody who comes now is shown."""
        def shown():
            scene = json.loads(pair.whole.texts[pair.table][-1])
            return {key: value for key, value in scene.items() if key not in NEWS}
        pair.hear_all()
        before = shown()
        pair.whole.watch(pair.table)
        pair.whole.hear_all()
        self.assertEqual(shown(), before)

    def test_after_every_step_each_has_what_whoever_comes_is_shown(self):
        for game in GAMES:
            with self.subTest(game=game):
                table, pairs = self.sit_down(game)
                choice = random.Random(game)
                for _ in range(MOVES):
                    deciding = [pair for pair in pairs if pair.whole.scenes[table]["actions"]]
                    if not deciding:
                        break
                    self.do_something(table, choice.choice(deciding), choice)
                    for pair in pairs:
                        self.assert_up_to_date(pair)

    def test_a_hidden_step_is_told_to_all_who_have_the_seat_and_to_nobody_else(self):
        table, (ada, bo, cy) = self.sit_down("royalflip")
        act(ada.whole, table)
        for pair in (ada, bo, cy):
            pair.hear_all()
        self.assertTrue(ada.sent())
        self.assertEqual(len(ada.whole.texts[table]), 2)
        for pair in (bo, cy):
            self.assertEqual((len(pair.whole.texts[table]), pair.sent()), (1, []))

    def test_who_comes_back_begins_with_a_whole_scene(self):
        table, pairs = self.sit_down("flipcity")
        self.play(table, pairs, random.Random(3))
        again = pairs[0].changes.person.connect()
        again.watch(table, changes=NEWEST)
        self.assertEqual([text[:6] for text in again.heard if '"push"' in text], ["scene "])

    def test_with_a_clock_the_sums_are_right(self):
        table, pairs = self.sit_down("royalflip", clock={"kind": "bank", "seconds": 600, "extra": 5})
        self.play(table, pairs, random.Random(4))
        self.assertTrue(all(pair.sent() for pair in pairs))

    def test_the_answer_says_which_format_is_sent_and_who_does_not_ask_gets_scenes(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        for wish, answer in (({}, None), ({"changes": 0}, None), ({"changes": 1}, 1), ({"changes": 2}, 2), ({"changes": 7}, 3),
                             ({"changes": "x"}, None)):
            link = ada.connect()
            self.assertEqual(self.assert_done(link.ask("watch", table=table, **wish)).get("changes"), answer)
            link.wait_scene(table, lambda scene: scene["actions"])
            act(link, table)
            self.assertEqual({text.startswith("{") for text in link.heard if CHANGE.match(text)}, {answer == 1} if answer else set())


if __name__ == "__main__":
    main()
