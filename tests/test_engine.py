#!/usr/bin/env python3
"""The line protocol over a pipe, against the real program: every command, the cases of Royal Flip, hostile input, and the
dialogue of docs/protocol.md word for word."""
import json
import math
import os
import random
import re
import subprocess
import sys
import unittest

ROOT = os.environ.get("FLIPSIDE_SOURCE_ROOT") or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.environ.get("FLIPSIDE_PROGRAM") or os.path.join(ROOT, "build", "flipside")
# Sanitizers make flicks ten times as slow: there a bot tries one before it flicks.
BUDGET = {"iterations": 1} if os.environ.get("FLIPSIDE_IN_PART") and not os.environ.get("FLIPSIDE_LONG") else {}
CODES = {
    "syntax", "too_long", "type", "unknown_command", "unknown_game", "no_game", "bad_seat", "not_your_turn", "over",
    "illegal", "ambiguous", "open", "outside", "bad_option", "bad_edition", "bad_record", "impossible_event", "cannot_undo",
}
NUMBERS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
DECK = [rank + suit for suit in "CDHS" for rank in NUMBERS]


class Engine:
    """A dialogue with `flipside engine`. A leak check at the end takes seconds, so only one of them has it."""

    def __init__(self, *arguments, leak_check=False):
        options = os.environ.get("ASAN_OPTIONS", "") + ("" if leak_check else ":detect_leaks=0")
        self.process = subprocess.Popen([PROGRAM, "engine", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env={**os.environ, "ASAN_OPTIONS": options})

    def raw(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def send(self, **request):
        return json.loads(self.raw(json.dumps(request).encode()))

    def close(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.process.stdout.close()
        return rest, self.process.wait()


def run(*arguments, text=b""):
    """A whole dialogue at once."""
    options = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    return subprocess.run([PROGRAM, "engine", *arguments], input=text, capture_output=True,
                          env={**os.environ, "ASAN_OPTIONS": options})


class Dialogue(unittest.TestCase):
    """All tests talk to one engine, one after the other: what a request leaves behind must not matter to the next game."""

    engine = None

    def setUp(self):
        if not Dialogue.engine:
            Dialogue.engine = Engine(leak_check=True)

    def ok(self, cmd, **fields):
        answer = self.engine.send(cmd=cmd, **fields)
        self.assertIs(answer["ok"], True, answer)
        return answer

    def refused(self, code, cmd, **fields):
        answer = self.engine.send(cmd=cmd, **fields)
        self.check_error(answer, code)
        return answer["error"]["message"]

    def check_error(self, answer, code=None):
        self.assertIs(answer["ok"], False, answer)
        self.assertEqual(set(answer["error"]), {"code", "message"})
        self.assertIn(answer["error"]["code"], CODES)
        self.assertGreater(len(answer["error"]["message"]), 10)
        if code:
            self.assertEqual(answer["error"]["code"], code, answer)

    def unchanged(self, code, cmd, **fields):
        """A request that is refused and changes nothing."""
        before = self.ok("view"), self.ok("save")
        message = self.refused(code, cmd, **fields)
        self.assertEqual((self.ok("view"), self.ok("save")), before)
        return message

    def texts(self, seat=0):
        return [action["text"] for action in self.ok("actions", seat=seat)["actions"]]

    def first(self, seat=0):
        return self.ok("act", seat=seat, n=0)


class Basics(Dialogue):
    def test_hello_tells_name_version_and_protocol(self):
        answer = self.ok("hello")
        self.assertEqual((answer["name"], answer["protocol"]), ("flipside", 1))
        self.assertRegex(answer["version"], r"^\d+\.\d+\.\d+$")

    def test_games_lists_seats_and_options_as_real_json(self):
        games = {game["id"]: game for game in self.ok("games")["games"]}
        royal = games["royalflip"]
        self.assertEqual((royal["title"], royal["seats"]), ("Royal Flip", [1, 6]))
        options = {option["name"]: option for option in royal["options"]}
        self.assertEqual((options["pvp"]["kind"], options["pvp"]["default"]), ("bool", False))
        self.assertTrue(options["pvp"]["meaning"])
        self.assertIn("edition", options)

    def test_the_id_of_a_request_comes_back_whatever_it_is(self):
        for id in [1, "x", None, True, 0.1, 1.5, [1, {"a": []}], {"k": "ü"}, 2**60, ""]:
            self.assertEqual(self.engine.send(cmd="hello", id=id)["id"], id)
            self.assertEqual(self.engine.send(cmd="nonsense", id=id)["id"], id)
        self.assertNotIn("id", self.engine.send(cmd="hello"))

    def test_without_a_game_a_request_for_one_is_refused(self):
        engine = Engine()
        for cmd in ["rig", "actions", "act", "view", "undo", "result", "save", "think", "play"]:
            self.check_error(engine.send(cmd=cmd), "no_game")
        engine.close()

    def test_new_needs_only_a_game(self):
        self.assertEqual(self.ok("new", game="royalflip")["turn"], {"seats": [0], "over": False})
        self.assertEqual(self.ok("new", game="royalflip", seats=3)["turn"], {"seats": [0, 1, 2], "over": False})

    def test_a_new_that_is_refused_keeps_the_running_game(self):
        self.ok("new", game="royalflip", seed="a")
        self.first()
        for code, fields in [
            ("type", {}),
            ("type", {"game": 3}),
            ("unknown_game", {"game": "chess"}),
            ("type", {"game": "royalflip", "seats": 0}),
            ("type", {"game": "royalflip", "seats": 7}),
            ("type", {"game": "royalflip", "seats": 2.0}),
            ("type", {"game": "royalflip", "seats": "2"}),
            ("type", {"game": "royalflip", "seats": None}),
            ("type", {"game": "royalflip", "options": []}),
            ("bad_option", {"game": "royalflip", "options": {"pvp": True}}),  # one seat
            ("bad_option", {"game": "royalflip", "options": {"pvp": "maybe"}, "seats": 2}),
            ("bad_option", {"game": "royalflip", "options": {"pvp": 0.5}, "seats": 2}),
            ("bad_option", {"game": "royalflip", "options": {"pvp": {}}, "seats": 2}),
            ("bad_option", {"game": "royalflip", "options": {"pvp": None}, "seats": 2}),
            ("bad_option", {"game": "royalflip", "options": {"pvp": ["a,b"]}, "seats": 2}),
            ("bad_option", {"game": "royalflip", "options": {"pvp": "x" * 5000}, "seats": 2}),
            ("bad_option", {"game": "royalflip", "options": {"nothing": 1}}),
            ("bad_edition", {"game": "royalflip", "options": {"edition": "/no/such/file.json"}}),
            ("bad_edition", {"game": "royalflip", "options": {"edition": {}}}),
            ("bad_edition", {"game": "royalflip", "options": {"edition": 3}}),
            ("type", {"game": "royalflip", "seed": 1.5}),
            ("type", {"game": "royalflip", "seed": ["a"]}),
            ("type", {"game": "royalflip", "rig": "QH"}),
            ("type", {"game": "royalflip", "rig": [None]}),
            ("impossible_event", {"game": "royalflip", "rig": ["QX"]}),
            ("impossible_event", {"game": "royalflip", "rig": ["QH", "QH"]}),
            ("type", {"game": "royalflip", "names": ["a", "b"]}),
            ("type", {"game": "royalflip", "names": ["x" * 60]}),
            ("type", {"game": "royalflip", "open": 1}),
        ]:
            with self.subTest(fields=str(fields)[:80]):
                self.unchanged(code, "new", **fields)

    def test_equal_seeds_deal_equally(self):
        def cards(**fields):
            self.ok("new", game="royalflip", **fields)
            return self.ok("view")["view"]["shared"]

        self.assertEqual(cards(seed="a"), cards(seed="a"))
        self.assertEqual(cards(seed=7), cards(seed="7"))
        self.assertNotEqual(cards(seed="a"), cards(seed="b"))
        self.assertNotEqual(cards(), cards())

    def test_an_edition_can_be_a_file_or_an_object(self):
        path = os.path.join(ROOT, "games", "royalflip", "data", "classic.json")
        self.ok("new", game="royalflip", seed="a", options={"edition": path})
        from_file = self.ok("save")["record"]["edition"]
        with open(path, encoding="utf-8") as file:
            edition = json.load(file)
        self.ok("new", game="royalflip", seed="a", options={"edition": edition})
        self.assertEqual(self.ok("save")["record"]["edition"], from_file)
        self.ok("new", game="royalflip", seed="a", options={"edition": "classic"})
        self.assertEqual(self.ok("save")["record"]["edition"]["hash"], from_file["hash"])

    def test_quit_is_answered_and_ends(self):
        engine = Engine()
        self.assertIs(engine.send(cmd="quit", id=4)["ok"], True)
        self.assertEqual(engine.process.wait(), 0)
        engine.process.stdin.close()
        engine.process.stdout.close()

    def test_an_engine_without_files_reads_none(self):
        engine = Engine("--no-files")
        path = os.path.join(ROOT, "games", "royalflip", "data", "classic.json")
        answer = engine.send(cmd="new", game="royalflip", options={"edition": path})
        self.check_error(answer, "bad_edition")
        self.assertIs(engine.send(cmd="new", game="royalflip")["ok"], True)
        engine.close()


class RoyalFlip(Dialogue):
    """The cases of the referee's book that can be seen through the protocol."""

    def start(self, cards, **fields):
        return self.ok("new", game="royalflip", rig=cards, **fields)

    def test_a_colour_a_number_and_a_suit_from_three_different_cards(self):
        self.start(["10S", "8S", "QH"])
        actions = self.ok("actions", seat=0)["actions"]
        self.assertEqual([action["id"] for action in actions], list(range(len(actions))))
        for action in actions:
            self.assertEqual(action["kind"], "choose")
            self.assertEqual({action["colour"], action["number"], action["suit"]}, {"10S", "8S", "QH"})
        # Six ways; the two with the queen as the number come with every value it can stand for.
        ways = {(action["colour"], action["number"], action["suit"]) for action in actions}
        self.assertEqual((len(ways), len(actions)), (6, 4 + 2 * 10))
        # Colour of the queen, number of the 8, suit of the 10: a red 8 and spades.
        answer = self.ok("act", seat=0, action={"colour": "QH", "number": "8S", "suit": "10S"})
        self.assertEqual(answer["turn"], {"seats": [0], "over": False})
        (event,) = answer["events"]
        self.assertEqual((event["seat"], event["kind"], event["value"]), (0, "choose", 8))
        self.ok("act", seat=0, action={"cell": "b2"})
        self.assertEqual(self.ok("view", seat=0)["view"]["seats"][0]["map"]["b2"], {"colour": "red", "number": 8})
        tracks = self.ok("actions")["actions"]
        self.assertEqual([a["space"] for a in tracks], [2, 5, 10, 13, 18, 21, 28])  # the spades of the track
        self.assertEqual({a["kind"] for a in tracks}, {"track"})

    def test_the_dealers_events_follow_in_the_answer(self):
        self.start(["10S", "8S", "QH", "2C", "3C", "4C"])
        self.ok("act", action={"colour": "QH", "number": "8S", "suit": "10S"})
        self.ok("act", text="write b2")
        events = self.ok("act", text="track 2")["events"]
        self.assertEqual([(event["seat"], event["text"]) for event in events],
                         [(0, "track 2"), ("dealer", "2C"), ("dealer", "3C"), ("dealer", "4C")])
        self.assertEqual(events[0]["space"], 2)

    def test_a_number_bonus_is_written_at_once_in_the_colour_of_the_round(self):
        self.start(["10D", "8S", "QH"])
        self.ok("act", action={"colour": "QH", "number": "8S", "suit": "10D"})
        self.ok("act", text="write b2")
        answer = self.ok("act", text="track 4")  # a diamond with the number 5
        self.assertEqual(len(answer["events"]), 1)
        self.ok("act", text="write b3")
        self.assertEqual(self.ok("view")["view"]["seats"][0]["map"]["b3"], {"colour": "red", "number": 5})

    def test_a_road_between_two_casinos_counts_twice_and_has_one_colour(self):
        rounds = [["4C", "2D", "2S"], ["5C", "3D", "3S"], ["6C", "4D", "4S"], ["7C", "5D", "5S"]]
        for black_six, roads in [(False, 8), (True, 0)]:
            self.start([card for cards in rounds for card in cards])
            for cards, cell, spade, diamond in zip(rounds, ["b1", "c1", "d1", "e1"], [2, 5, 10, 18], [0, 0, 7, 0]):
                number, colour, suit = cards
                black = black_six and cards[0] == "6C"
                if black:
                    colour, suit = suit, colour
                self.ok("act", action={"colour": colour, "number": number, "suit": suit,
                                       "value": int(number[0])})
                self.ok("act", text="write " + cell)
                self.ok("act", action={"space": diamond if black else spade})
            self.assertEqual(self.ok("result")["breakdown"][0]["roads"], roads)

    def test_pvp_forbids_the_first_players_combination_only(self):
        self.start(["2C", "3D", "4H"], seats=6, options={"pvp": True})

        def combination(action):
            return action["colour"], action["number"], action["suit"]

        def turn(seat, wanted=None):
            self.assertEqual(self.ok("view")["view"]["to_act"], [seat])
            offered = {combination(action) for action in self.ok("actions")["actions"]}
            chosen = wanted or sorted(offered)[0]
            self.ok("act", seat=seat, action=dict(zip(("colour", "number", "suit"), chosen)))
            while self.ok("view")["view"]["to_act"] == [seat]:
                self.ok("act", seat=seat, n=0)
            return offered, chosen

        offered, first = turn(0)
        self.assertEqual(len(offered), 6)
        third = None
        for seat in range(1, 5):
            offered, chosen = turn(seat, third)
            self.assertEqual(len(offered), 5)
            self.assertNotIn(first, offered)
            third = chosen  # the fifth player repeats the third's
        self.assertEqual(self.ok("view")["view"]["to_act"], [5])
        self.unchanged("illegal", "act", seat=5, action=dict(zip(("colour", "number", "suit"), first)))

    def test_six_seats_have_the_same_cards(self):
        self.start(["2C", "3D", "4H"], seats=6)
        lists = [self.texts(seat) for seat in range(6)]
        self.assertEqual(lists, [lists[0]] * 6)

    def test_others_steps_are_hidden_until_the_round_ends(self):
        self.start(["2C", "3D", "4H"], seats=2)
        before = self.ok("view", seat=1)["view"]
        self.ok("act", seat=0, n=0)
        self.ok("act", seat=0, n=0)
        self.assertEqual(self.ok("view", seat=1)["view"]["seats"], before["seats"])
        self.assertEqual(self.ok("view", seat="public")["view"]["seats"][0]["map"], {})
        self.assertEqual(len(self.ok("view", seat=0)["view"]["seats"][0]["map"]), 1)
        self.assertEqual(len(self.ok("view")["view"]["seats"][0]["map"]), 1)

    def test_an_open_table_shows_steps_at_once(self):
        self.start(["2C", "3D", "4H"], seats=2, open=True)
        self.ok("act", seat=0, n=0)
        self.ok("act", seat=0, n=0)
        self.assertEqual(len(self.ok("view", seat=1)["view"]["seats"][0]["map"]), 1)

    def test_twelve_rounds_end_the_game_with_all_cards_on_show(self):
        turn = self.start(DECK[:36])["turn"]
        steps = 0
        while not turn["over"]:
            turn = self.first()["turn"]
            steps += 1
        self.assertEqual(turn, {"seats": [], "over": True})
        self.assertGreaterEqual(steps, 24)
        result = self.ok("result")
        self.assertIs(result["over"], True)
        self.assertEqual(result["winners"], [0])
        self.assertEqual(set(result["breakdown"][0]), {"roads", "areas", "diamonds", "points"})
        self.assertEqual(result["scores"], [sum(result["breakdown"][0].values())])
        self.assertEqual(self.ok("view")["view"]["to_act"], [])
        self.assertEqual(self.ok("actions")["actions"], [])
        self.assertEqual(self.ok("actions", seat=0)["actions"], [])
        self.unchanged("over", "act", n=0)
        self.unchanged("over", "think")


class Rigging(Dialogue):
    def to_the_last_step(self):
        """The first round up to the step after which three new cards are due."""
        self.ok("new", game="royalflip", rig=["10S", "8S", "QH"])
        self.ok("act", action={"colour": "QH", "number": "8S", "suit": "10S"})
        self.ok("act", text="write b2")

    def test_rig_fixes_the_next_events_and_then_chance_goes_on(self):
        self.to_the_last_step()
        self.ok("rig", cards=["2C"])
        events = self.ok("act", text="track 2")["events"]
        self.assertEqual(events[1]["text"], "2C")
        self.assertEqual(len({event["text"] for event in events[1:]} | {"10S", "8S", "QH"}), 6)

    def test_an_impossible_event_is_refused_at_its_moment(self):
        for cards in [["8S"], ["2C", "2C"], ["2C", "3C", "QH"], ["XX"], [""], [7], [{}]]:
            with self.subTest(cards=cards):
                self.to_the_last_step()
                self.ok("rig", cards=cards)
                self.unchanged("impossible_event", "act", text="track 2")
                self.unchanged("impossible_event", "act", text="track 2")  # it stays rigged
                self.unchanged("impossible_event", "play", level=1)
                self.ok("rig", cards=["2C", "3C", "4C"])
                self.assertEqual(len(self.ok("act", text="track 2")["events"]), 4)

    def test_a_step_that_needs_no_event_does_not_mind(self):
        self.ok("new", game="royalflip", rig=["10S", "8S", "QH", "QH"])
        self.ok("act", action={"colour": "QH", "number": "8S", "suit": "10S"})
        self.ok("act", text="write b2")
        self.unchanged("impossible_event", "act", text="track 2")
        self.ok("rig", cards=[])
        self.ok("act", text="track 2")

    def test_play_keeps_to_what_is_rigged(self):
        self.ok("new", game="royalflip", rig=DECK[:36])
        self.ok("play", level=1, seed="a")
        record = self.ok("save")["record"]
        self.assertEqual([step["event"] for step in record["steps"] if "event" in step], DECK[:36])

    def test_rig_wants_a_list_of_events(self):
        self.ok("new", game="royalflip")
        for fields in [{}, {"cards": "2C"}, {"cards": {}}, {"cards": [True]}, {"cards": [1.5]}, {"cards": [["2C"]]}]:
            self.unchanged("type", "rig", **fields)


class Acting(Dialogue):
    def setUp(self):
        super().setUp()
        self.ok("new", game="royalflip", seats=2, rig=["10S", "8S", "QH"], seed="x")

    def test_all_three_ways_to_name_an_action_agree(self):
        action = self.ok("actions", seat=0)["actions"][5]
        for fields in [{"n": 5}, {"text": action["text"]}, {"action": action}, {"action": {"id": 5}},
                       {"text": "  " + action["text"].upper().replace(" ", "   ")}]:
            event = self.ok("act", seat=0, **fields)["events"][0]
            self.assertEqual(event, {"seat": 0, **{k: v for k, v in action.items() if k != "id"}})
            self.ok("undo", seat=0)

    def test_an_ambiguous_action_lists_the_candidates(self):
        message = self.unchanged("ambiguous", "act", seat=0, action={"number": "QH", "colour": "8S"})
        self.assertIn("10 actions", message)
        for text in self.texts(0):
            words = text.split()
            if words[1:3] == ["8S", "QH"]:
                self.assertIn("'%s'" % text, message)
        message = self.unchanged("ambiguous", "act", seat=0, action={})
        self.assertIn("24 actions", message)
        self.assertLessEqual(message.count("'") // 2, 10)
        self.unchanged("ambiguous", "act", seat=0, text="choose")

    def test_what_is_not_legal_is_refused(self):
        for fields in [
            {"action": {"cell": "b2"}},
            {"action": {"colour": "QH", "number": "QH"}},
            {"action": {"colour": "QD"}},
            {"action": {"value": 11}},
            {"action": {"value": "8"}},
            {"action": {"value": 8.0}},
            {"action": {"colour": None}},
            {"action": {"colour": {"a": ["b" * 3000]}}},
            {"action": {"nonsense": 1}},
            {"action": {"id": 24}},
            {"text": "write b2"},
            {"text": ""},
            {"text": "choose " * 500},
            {"text": "ü" * 500},
        ]:
            with self.subTest(fields=str(fields)[:60]):
                self.unchanged("illegal", "act", seat=0, **fields)

    def test_wrong_types_and_numbers_are_refused(self):
        for fields in [{}, {"n": 24}, {"n": -1}, {"n": 1.0}, {"n": "1"}, {"n": 2**62}, {"n": True}, {"n": None},
                       {"text": 3}, {"text": None}, {"action": "write b2"}, {"action": [1]},
                       {"n": 1, "text": "choose"}, {"n": 1, "action": {}}]:
            with self.subTest(fields=fields):
                self.unchanged("type", "act", seat=0, **fields)

    def test_seats_are_checked_everywhere(self):
        for cmd in ["act", "actions", "undo", "think", "view"]:
            for seat in [-1, 2, 2**40, -2**40]:
                self.unchanged("bad_seat", cmd, seat=seat, n=0)
            for seat in [0.0, None, [0], {}, True]:
                self.unchanged("type", cmd, seat=seat, n=0)
        self.unchanged("bad_seat", "view", seat="everybody")
        for cmd in ["act", "actions", "think", "undo"]:  # two seats: which one?
            self.unchanged("bad_seat", cmd, n=0)

    def test_a_seat_that_has_finished_its_round_waits(self):
        while 0 in self.ok("view")["view"]["to_act"]:
            self.first(0)
        self.assertEqual(self.ok("actions", seat=0)["actions"], [])
        self.unchanged("not_your_turn", "act", seat=0, n=0)
        self.unchanged("not_your_turn", "act", seat=0, text="write b2")
        self.unchanged("not_your_turn", "think", seat=0)
        self.first(1)

    def test_undo_takes_back_ones_own_last_step(self):
        start = self.ok("view")
        self.first(0)
        middle = self.ok("view")
        self.first(0)
        self.first(1)
        self.ok("undo", seat=0)
        self.assertEqual(self.ok("undo", seat=1)["turn"], {"seats": [0, 1], "over": False})
        self.assertEqual(self.ok("view"), middle)
        self.ok("undo", seat=0)
        self.assertEqual(self.ok("view"), start)
        self.unchanged("cannot_undo", "undo", seat=0)

    def test_what_was_revealed_cannot_be_undone(self):
        for seat in [0, 1]:
            while seat in self.ok("view")["view"]["to_act"] and self.ok("view")["view"]["round"] == 1:
                self.first(seat)
        self.assertEqual(self.ok("view")["view"]["round"], 2)
        self.unchanged("cannot_undo", "undo", seat=1)
        self.unchanged("cannot_undo", "undo", seat=0)


class Records(Dialogue):
    def test_save_and_load_give_the_same_game(self):
        self.ok("new", game="royalflip", seats=2, seed="s", names=["Ada", "Grace Hopper"], options={"pvp": True})
        for _ in range(20):
            turn = self.ok("view")["view"]["to_act"]
            self.first(turn[0])
        saved, view = self.ok("save"), self.ok("view")
        self.assertEqual(saved["record"]["seats"], ["Ada", "Grace Hopper"])
        rest = self.ok("play", level=1, seed="p")
        self.ok("new", game="royalflip")
        self.assertEqual(self.ok("load", record=saved["record"])["turn"]["seats"], view["view"]["to_act"])
        self.assertEqual(self.ok("view"), view)
        self.assertEqual(self.ok("save"), saved)
        self.assertEqual(self.ok("play", level=1, seed="p"), rest)  # the dealer goes on with the same cards

    def test_a_record_that_does_not_fit_is_refused_with_the_step(self):
        self.ok("new", game="royalflip", seed="s")
        for _ in range(6):
            self.first()
        record = self.ok("save")["record"]

        def changed(**fields):
            return {**record, **fields}

        broken = json.loads(json.dumps(record["steps"]))
        broken[3]["move"] = "write b2"
        message = self.unchanged("bad_record", "load", record=changed(steps=broken))
        self.assertIn("4", message)
        for bad in [{}, changed(game="chess"), changed(game=None), changed(steps={}), changed(steps=[1]),
                    changed(seats=[]), changed(seats=["a"] * 9), changed(seats=[1]), changed(seed="zz"),
                    changed(edition={}), changed(edition={**record["edition"], "hash": "0"}), changed(rules=99),
                    changed(flipside_record=99), changed(options={"pvp": True}), changed(options=3),
                    changed(steps=record["steps"] + [{"seat": 0}]), changed(steps=record["steps"] + [{"event": "QH"}]),
                    changed(steps=record["steps"] + [{"seat": 5, "move": "write b2"}])]:
            with self.subTest(record=str(bad)[:60]):
                self.unchanged("bad_record", "load", record=bad)
        for bad in [None, "text", [], 3]:
            self.unchanged("type", "load", record=bad)
        self.unchanged("type", "load")


class Thinking(Dialogue):
    def test_think_lists_every_action_best_first_and_is_repeatable(self):
        self.ok("new", game="royalflip", rig=["10S", "8S", "QH"])
        view = self.ok("view")
        thought = self.ok("think", seat=0, level=4, iterations=200, seed="t")
        actions = self.ok("actions", seat=0)["actions"]
        plain = [choice["action"] for choice in thought["choices"]]
        self.assertEqual(thought["action"], plain[0])
        self.assertEqual(sorted(plain, key=lambda action: action["id"]), actions)
        for choice in thought["choices"]:
            self.assertIsInstance(choice["value"], (int, float))
            self.assertGreaterEqual(choice["visits"], 0)
            self.assertEqual((choice["id"], choice["text"]), (choice["action"]["id"], choice["action"]["text"]))
        self.assertGreaterEqual(thought["iterations"], 1)
        self.assertEqual(self.ok("think", seat=0, level=4, iterations=200, seed="t"), thought)
        self.assertEqual(self.ok("view"), view)  # thinking changes nothing
        self.ok("act", action=thought["action"])

    def test_every_level_and_a_limit_of_time_work(self):
        self.ok("new", game="royalflip", seats=2)
        for level in range(1, 6):
            answer = self.ok("think", seat=1, level=level, ms=5)
            self.assertEqual(answer["action"]["kind"], "choose")

    def test_play_goes_to_the_end(self):
        self.ok("new", game="royalflip", seats=3, seed="p")
        answer = self.ok("play", levels=[1, 2, 1], iterations=5, seed=1)
        self.assertIs(answer["result"]["over"], True)
        self.assertEqual(len(answer["result"]["scores"]), 3)
        result = self.ok("result")
        del result["ok"]
        self.assertEqual(answer["result"], result)
        self.assertEqual(self.ok("play", level=1)["result"], result)  # over: nothing more to play

    def test_play_is_repeatable(self):
        results = []
        for _ in range(2):
            self.ok("new", game="royalflip", seed="p")
            results.append(self.ok("play", level=3, iterations=20, seed="q"))
        self.assertEqual(results[0], results[1])

    def test_budgets_and_levels_are_checked(self):
        self.ok("new", game="royalflip", seats=2)
        for fields in [{"level": 0}, {"level": 6}, {"level": "3"}, {"level": 3.0}, {"ms": 0}, {"ms": -5}, {"ms": 10**12},
                       {"ms": 0.5}, {"iterations": 0}, {"iterations": -1}, {"iterations": 2**62}, {"iterations": "9"},
                       {"seed": 1.5}, {"seed": {}}]:
            with self.subTest(fields=fields):
                self.unchanged("type", "think", seat=0, **fields)
                self.unchanged("type", "play", **fields)
        for levels in [[], [1], [1, 1, 1], [1, 0], [1, 6], [1, "1"], [1, 1.0], [1, None], 3, "3", {}]:
            self.unchanged("type", "play", levels=levels)
        self.unchanged("type", "play", levels=[1, 1], level=1)


class EveryGame(Dialogue):
    """What holds for any game: the engine knows none of them."""

    def games(self):
        for game in self.ok("games")["games"]:
            for seats in sorted(set(game["seats"])):
                with self.subTest(game=game["id"], seats=seats):
                    yield game["id"], seats

    def test_an_action_is_found_by_its_fields_and_by_its_text_and_can_be_taken_back(self):
        chance = random.Random(1)
        for game, seats in self.games():
            turn = self.ok("new", game=game, seats=seats, seed="every game")["turn"]
            for _ in range(25):
                if turn["over"]:
                    break
                seat = chance.choice(turn["seats"])
                actions = self.ok("actions", seat=seat)["actions"]
                self.assertEqual(len({action["text"] for action in actions}), len(actions))
                action = chance.choice(actions)
                fields = {key: value for key, value in action.items() if key not in ("id", "text", "open")}
                for key in action.get("open", []):
                    fields[key] = chance.randint(*map(math.ceil, fields[key]))
                    action["text"] += " %d" % fields[key]
                view = self.ok("view")
                answer = self.ok("act", seat=seat, action=fields)
                for key in set(action.get("open", [])) - {"speed"}:
                    self.assertEqual(answer["events"][0][key], fields[key] % 360)
                    fields[key] %= 360
                    action["text"] = answer["events"][0]["text"]
                self.assertEqual(answer["events"][0], {"seat": seat, "text": action["text"], **fields})
                if self.engine.send(cmd="undo", seat=seat)["ok"]:
                    self.assertEqual(self.ok("view"), view)
                    answer = self.ok("act", seat=seat, text=action["text"])
                turn = answer["turn"]
                self.assertEqual(self.ok("view")["view"]["to_act"], turn["seats"])

    def test_bots_play_it_to_the_end_and_its_record_loads(self):
        for game, seats in self.games():
            self.ok("new", game=game, seats=seats, seed="every game")
            result = self.ok("play", level=1, seed=2, **BUDGET)["result"]
            self.assertIs(result["over"], True)
            self.assertEqual((len(result["scores"]), len(result["breakdown"])), (seats, seats))
            self.assertTrue(result["reason"].startswith(result["verdict"] + ". "), result)
            self.assertEqual(self.ok("result")["reason"], result["reason"])
            saved = self.ok("save")
            self.assertEqual(saved["record"]["result"]["reason"], result["reason"])
            self.assertEqual(self.ok("load", record=saved["record"])["turn"], {"seats": [], "over": True})
            self.assertEqual(self.ok("save"), saved)


class FlickEmUp(Dialogue):
    """Aims as ranges, outcomes as rigged events, scenarios by number and by file."""

    def start(self, **fields):
        self.ok("new", game="flickemup", seats=2, seed="noon", **fields)
        self.ok("act", text="play L1")

    def test_ranges_are_listed_and_filled_in_by_fields_by_id_and_by_text(self):
        self.start()
        actions = {action["text"]: action for action in self.ok("actions")["actions"]}
        shot = actions["shoot left"]
        self.assertEqual((shot["angle"], shot["speed"], shot["open"]), ([0, 359.99], [100, 4000], ["angle", "speed"]))
        self.assertEqual(shot["from"], {"x": 60, "y": 176})
        for aim in [{"action": {"kind": "shoot", "side": "left", "angle": -12.5, "speed": 1800}},
                    {"n": shot["id"], "angle": 347.5, "speed": 1800}, {"text": "shoot left 347.5 1800"},
                    {"text": "SHOOT  left -12.5 1800"}]:
            self.start()
            self.ok("rig", cards=[{"touched": ["O1"], "fell": ["O1"]}])
            first, second = self.ok("act", **aim)["events"]
            self.assertEqual((first["text"], first["angle"], first["speed"]), ("shoot left 347.5 1800", 347.5, 1800))
            self.assertEqual(second["ruling"], "a hit: O1 is down and loses a hit point")
            self.assertEqual(self.ok("view")["view"]["shared"]["cowboys"]["O1"]["hit_points"], 2)

    def test_an_aim_that_does_not_fit_changes_nothing(self):
        self.start()
        self.unchanged("open", "act", n=0)
        self.unchanged("open", "act", n=0, angle=10)
        self.unchanged("open", "act", text="shoot left")
        self.unchanged("type", "act", n=0, angle="north", speed=500)
        self.unchanged("illegal", "act", n=0, angle=10, speed=50)
        self.unchanged("illegal", "act", action={"kind": "shoot", "side": "up", "angle": 10, "speed": 500})
        self.unchanged("illegal", "act", text="shoot left 10 4001")

    def test_impossible_outcomes_are_refused_and_change_nothing(self):
        self.start()
        for outcome in [{"touched": ["barrel9"]}, {"final": {"barrel1": [901, 0, 0]}}, {"fell": ["fence1"]},
                        {"final": {"barrel1": "here"}}, {"touched": {}}, {"final": []}, "QH", 7]:
            self.ok("rig", cards=[outcome])
            self.unchanged("impossible_event", "act", text="shoot left 10 500")
        self.ok("rig", cards=[])

    def test_a_disc_that_ends_behind_the_door_line_enters(self):
        self.start(options={"scenario": 5})
        self.ok("rig", cards=[{"final": {"disc": [200, 400, 0]}}, {"touched": [], "final": {"disc": [200, 520, 0]}}])
        self.ok("act", text="move 70 900")
        events = self.ok("act", text="move 90 900")["events"]
        self.assertEqual(events[1]["ruling"], "he is inside the Sheriff's office")
        self.assertEqual(self.ok("view")["view"]["shared"]["cowboys"]["L1"]["place"], "sheriff")

    def test_without_a_rig_the_physics_decides_and_the_record_keeps_it(self):
        self.start()
        events = self.ok("act", text="move 0 600")["events"]
        final = events[1]["outcome"]["final"]["disc"]
        self.assertEqual(len(final), 7)
        self.assertIs(events[1]["outcome"]["doors"], True)
        self.assertLess(abs(final[0] / 100 - 60 - 600**2 / 5886), 3)
        saved = self.ok("save")
        self.ok("load", record=saved["record"])
        self.assertEqual(self.ok("save"), saved)
        self.start()
        self.assertEqual(self.ok("act", text="move 0 600")["events"], events)

    def test_a_scenario_by_number_or_by_file(self):
        for number in (1, "7", 10):
            self.ok("new", game="flickemup", options={"scenario": number})
        self.assertEqual(self.ok("view")["view"]["scenario"], "High noon at the gallows")
        path = os.path.join(ROOT, "games", "flickemup", "data", "05-bad-water.json")
        self.ok("new", game="flickemup", options={"scenario": path})
        self.assertEqual(self.ok("view")["view"]["scenario"], "Bad water")
        self.ok("new", game="flickemup", options={"edition": path})
        self.assertEqual(self.ok("view")["view"]["scenario"], "Bad water")
        self.unchanged("bad_option", "new", game="flickemup", options={"scenario": 11})
        self.unchanged("bad_edition", "new", game="flickemup", options={"scenario": "nowhere.json"})
        self.unchanged("bad_option", "new", game="flickemup", options={"hand": "shaky"})

    def test_a_crossing_that_is_not_told_is_taken_from_the_straight_way_only_by_hand(self):
        behind = {"final": {"disc": [200, 520, 0]}}
        for outcome, ruling in [(behind, "he is inside the Sheriff's office"), ({**behind, "doors": True}, "the move succeeds"),
                                ({**behind, "doors": False}, "he is inside the Sheriff's office")]:
            self.start(options={"scenario": 5})
            self.ok("rig", cards=[{"final": {"disc": [200, 400, 0]}}, outcome])
            self.ok("act", text="move 70 900")
            self.assertEqual(self.ok("act", text="move 90 900")["events"][1]["ruling"], ruling)
            saved = self.ok("save")
            before = self.ok("view")
            self.ok("load", record=saved["record"])
            self.assertEqual((self.ok("save"), self.ok("view")), (saved, before))

    def test_seats_choose_their_sides(self):
        sides = ["outlaws", "lawmen", "lawmen", "outlaws"]
        for wish in (sides, ",".join(sides)):
            order = self.ok("new", game="flickemup", seats=4, options={"teams": wish})["turn"]["seats"]
            self.assertEqual([seat["team"] for seat in self.ok("view")["view"]["seats"]], sides)
            for _ in range(4):
                self.ok("act", n=0)
                order += self.ok("act", text="end")["turn"]["seats"]
            self.assertEqual(order, [1, 0, 2, 3, 1])  # the lawmen begin, in seat order
        saved = self.ok("save")
        self.assertEqual(saved["record"]["options"]["teams"], ",".join(sides))
        before = self.ok("view")
        self.ok("load", record=saved["record"])
        self.assertEqual(self.ok("view"), before)
        del saved["record"]["options"]["teams"]  # a record from before there was this option: seats alternate
        saved["record"]["steps"] = []
        self.ok("load", record=saved["record"])
        self.assertEqual([seat["team"] for seat in self.ok("view")["view"]["seats"]], ["lawmen", "outlaws"] * 2)

    def test_sides_that_do_not_fit_are_refused_with_what_fits(self):
        for seats, teams, fits in [(4, ["lawmen"] * 3 + ["outlaws"], "2 lawmen and 2 outlaws"), (2, ["lawmen"], "1 lawman and 1 outlaw"),
                                   (5, ["outlaws"] * 4 + ["lawmen"], "3 of one side and 2 of the other"), (2, True, "alternating")]:
            self.assertIn(fits, self.unchanged("bad_option", "new", game="flickemup", seats=seats, options={"teams": teams}))
        self.unchanged("bad_option", "new", game="flickemup", seats=2, options={"teams": ["lawmen", "cowboys"]})

    def test_think_aims(self):
        self.start()
        thought = self.ok("think", seat=0, level=1, seed=1)
        self.assertTrue(thought["choices"])
        self.ok("act", seat=0, text=thought["action"]["text"])


class HostileInput(Dialogue):
    def bad(self, line, code):
        raw = self.engine.raw(line)
        self.assertTrue(raw.endswith(b"\n"))
        self.check_error(json.loads(raw), code)
        self.ok("hello")  # and the next line works

    def test_what_is_not_json_is_an_error(self):
        for line in [b"", b" ", b"hello", b"{", b"}", b'{"cmd":"hello"', b'{"cmd":"hello"}}', b'{"cmd":"hello"} x', b"{'cmd':1}",
                     b'{"cmd":}', b"\x00", b'{"cmd":"he\x00llo"}', b'{"cmd":"hello"}\x00', b'{"cmd":"\\u0000"}',
                     b'{"cmd":"\xff\xfe"}', b"\xff", b'{"cmd":"\xed\xa0\x80"}', b'{"cmd":"\\ud800"}', b'\xef\xbb\xbf{"cmd":"hello"}',
                     b'{"cmd":"hello","n":1e999}', b'{"cmd":"hello","n":99999999999999999999999}', b'{"n":01}', b"NaN",
                     b"[" * 100000, b'{"a":' * 100000, b'"' + b"a" * 1000]:
            with self.subTest(line=line[:40]):
                self.bad(line, "syntax")

    def test_a_request_is_an_object_with_a_command(self):
        for line in [b"3", b'"hello"', b"null", b"true", b"[]", b'[{"cmd":"hello"}]', b"{}", b'{"cmd":3}', b'{"cmd":null}',
                     b'{"cmd":["hello"]}', b'{"CMD":"hello"}', b"-0.5e3"]:
            with self.subTest(line=line):
                self.bad(line, "type")
        for cmd in ["", "Hello", "hello ", "helloo", "x" * 5000, "ü" * 300, "%s%n", "act\n"]:
            self.bad(json.dumps({"cmd": cmd}, ensure_ascii=False).encode(), "unknown_command")

    def test_a_line_of_one_mebibyte_is_read_and_a_longer_one_refused_once(self):
        limit = 1 << 20
        head, tail = b'{"cmd":"hello","pad":"', b'"}'
        pad = limit - len(head) - len(tail)
        self.assertIs(json.loads(self.engine.raw(head + b"x" * pad + tail))["ok"], True)
        self.bad(head + b"x" * (pad + 1) + tail, "too_long")
        self.bad(b"x" * (5 * limit), "too_long")

    def test_line_ends_of_other_systems_and_a_missing_last_one_are_fine(self):
        self.assertIs(json.loads(self.engine.raw(b'  {"cmd" : "hello"}\t\r'))["ok"], True)
        done = run(text=b'{"cmd":"hello"}\n{"cmd":"games"}')
        self.assertEqual([json.loads(line)["ok"] for line in done.stdout.splitlines()], [True, True])
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_many_requests_in_one_write_get_an_answer_each(self):
        lines = [b'{"cmd":"hello","id":%d}' % i for i in range(500)]
        done = run(text=b"\n".join(lines) + b"\n")
        self.assertEqual([json.loads(line)["id"] for line in done.stdout.splitlines()], list(range(500)))

    def test_what_comes_after_quit_is_not_answered(self):
        done = run(text=b'{"cmd":"quit"}\n{"cmd":"hello"}\n')
        self.assertEqual(done.stdout, b'{"ok":true}\n')

    def test_wrong_usage_is_told_on_standard_error(self):
        done = run("--nonsense")
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"--nonsense", done.stderr)
        done = run("--help")
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class Documentation(Dialogue):
    def test_the_dialogue_of_the_documentation_is_true(self):
        """Lines of docs/protocol.md: `> request` and `< answer`, where … stands for anything."""
        with open(os.path.join(ROOT, "docs", "protocol.md"), encoding="utf-8") as file:
            lines = [line.rstrip("\n") for line in file]
        answer, checked = None, 0
        for number, line in enumerate(lines, 1):
            if line.startswith("> {"):
                self.assertIsNone(answer, "line %d: the answer before is not shown" % number)
                answer = self.engine.raw(line[2:].encode()).decode().rstrip("\n")
            elif line.startswith("< {"):
                pattern = ".*".join(re.escape(part) for part in line[2:].split("…"))
                self.assertIsNotNone(answer, "line %d: an answer without request" % number)
                self.assertTrue(re.fullmatch(pattern, answer), "docs/protocol.md:%d: the answer is %s" % (number, answer))
                answer, checked = None, checked + 1
        self.assertGreaterEqual(checked, 14)

    def test_the_first_game_of_the_documentation_runs(self):
        with open(os.path.join(ROOT, "docs", "protocol.md"), encoding="utf-8") as file:
            (program,) = re.findall(r"^```python\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
        where = {**os.environ, "PATH": os.path.dirname(PROGRAM) + ":" + os.environ["PATH"], "ASAN_OPTIONS": "detect_leaks=0"}
        done = subprocess.run([sys.executable, "-"], input=program.encode(), capture_output=True, env=where)
        self.assertRegex(done.stdout.decode(), r"^\[\d+, \d+\]\n$", done.stderr)

    def test_every_code_of_an_error_is_documented(self):
        with open(os.path.join(ROOT, "docs", "protocol.md"), encoding="utf-8") as file:
            documented = set(re.findall(r"^\| `([a-z_]+)` \|", file.read(), re.MULTILINE))
        self.assertLessEqual(CODES, documented)


class ZeroLeaks(unittest.TestCase):
    def test_the_engine_ends_cleanly_and_without_a_leak(self):
        Dialogue.engine = Dialogue.engine or Engine(leak_check=True)
        self.assertEqual(Dialogue.engine.close(), (b"", 0), "nothing but answers is on standard output")
        Dialogue.engine = None


class Verdicts(unittest.TextTestResult):
    """One line a case, in the form that ./check counts."""

    def say(self, verdict, test):
        print("[%s] %s" % (verdict, str(test).split()[0]), flush=True)

    def startTest(self, test):
        super().startTest(test)
        self.failed_parts = len(self.failures) + len(self.errors)
        self.say(" RUN      ", test)

    def stopTest(self, test):
        super().stopTest(test)
        fine = len(self.failures) + len(self.errors) == self.failed_parts
        self.say("       OK " if fine else "  FAILED  ", test)


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(resultclass=Verdicts, verbosity=0))
