"""Scenes as changes: whoever is told only what has changed has the same scenes as whoever is told everything, byte for byte, and was
told nothing that does not stand in them."""

import json
import os
import random
import statistics
import unittest

from client import Case, IN_PART, act

ME, OPEN = {"kind": "me"}, {"kind": "open"}
GAMES = ("royalflip", "flipcity", "fliptown", "insertcoin", "flickemup")
MOVES = 25 if IN_PART else 60
USUAL = 1024
NEWS = ("log_from", "log", "chat", "notices")  # told once


class Pair:
    """Two connections of one person to one table: one is told whole scenes, the other changes."""

    def __init__(self, person, table):
        self.table = table
        self.whole, self.changes = person.connect(), person.connect()
        self.whole.watch(table)
        self.changes.watch(table, changes=1)
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
        return [text for text in self.changes.heard if text.startswith('{"push":"change"')]


class Changes(Case):
    options = ("--test-seed", "changes")  # the same cards every time

    def sit_down(self, game, **wish):
        """Two who play and one who looks on."""
        ada, bo, cy = self.people(3)
        table = ada.make([ME, OPEN], game=game, public=True, **wish)["table"]["id"]
        self.assert_done(bo.connect().ask("sit", table=table, seat=1))
        pairs = [Pair(person, table) for person in (ada, bo, cy)]
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

    def play(self, table, pairs, choice):
        for _ in range(MOVES):
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
            for text in pair.sent():
                for part in json.loads(text)["parts"]:
                    self.assertTrue(isinstance(part, int) or part.encode() in scenes, part)

    def test_all_the_way_the_scenes_are_the_same_byte_for_byte(self):
        usual = []
        for game in GAMES:
            with self.subTest(game=game):
                table, pairs = self.sit_down(game)
                self.play(table, pairs, random.Random(game))
                self.same(pairs)
                self.nothing_else(pairs)
                for pair in pairs:
                    sizes = [len(text.encode()) for text in pair.sent()]
                    whole = [len(text) for text in pair.whole.texts[table]]
                    self.assertLess(sum(sizes), sum(whole) / 2)
                    usual += sizes
                    if os.environ.get("FLIPSIDE_SIZES"):
                        print(game, pair.whole.scenes[table]["seat"], "scene", statistics.median(whole), "change", statistics.median(sizes),
                              sum(sizes) // len(sizes), max(sizes), "over", sum(size > USUAL for size in sizes), "of", len(sizes))
        self.assertGreater(len(usual), 100)
        self.assertLessEqual(statistics.median(usual), USUAL / 2)
        self.assertLess(sum(size > USUAL for size in usual), len(usual) / 3)

    def test_who_asks_gets_the_whole_scene_and_goes_on_from_it(self):
        table, pairs = self.sit_down("royalflip")
        self.play(table, pairs, random.Random(1))
        for pair in pairs:
            pair.hear_all()
            pair.forget()
            pair.whole.watch(table)
            pair.changes.watch(table, changes=1)
        for pair in pairs:
            pair.hear_all()
            self.assertIn(pair.whole.texts[table][-1].decode(), pair.changes.heard)
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
        again.watch(table, changes=1)
        self.assertEqual([text[:15] for text in again.heard if '"push"' in text], ['{"push":"scene"'])

    def test_with_a_clock_the_sums_are_right(self):
        table, pairs = self.sit_down("royalflip", clock={"kind": "bank", "seconds": 600, "extra": 5})
        self.play(table, pairs, random.Random(4))
        self.assertTrue(all(pair.sent() for pair in pairs))

    def test_the_answer_says_which_format_is_sent_and_who_does_not_ask_gets_scenes(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        for wish, answer in (({}, None), ({"changes": 0}, None), ({"changes": 1}, 1), ({"changes": 7}, 1), ({"changes": "x"}, None)):
            link = ada.connect()
            self.assertEqual(self.assert_done(link.ask("watch", table=table, **wish)).get("changes"), answer)
            link.wait_scene(table, lambda scene: scene["actions"])
            act(link, table)
            self.assertEqual(any(text.startswith('{"push":"change"') for text in link.heard), answer is not None)


if __name__ == "__main__":
    unittest.main()
