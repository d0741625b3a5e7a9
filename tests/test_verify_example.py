"""examples/verify.py, which knows nothing of Flipside, says the same about records as `flipside verify`: golden ones, random games with all
options, games that were ended early, and records in which something was changed."""

import glob
import hashlib
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

from client import Verdicts

ROOT, PROGRAM = os.environ["FLIPSIDE_SOURCE_ROOT"], os.environ["FLIPSIDE_PROGRAM"]
GAMES = {"royalflip": 6, "flipcity": 12, "fliptown": 60, "insertcoin": 8, "flickemup": 3}  # random games of each
SCRIPT = os.path.join(ROOT, "examples", "verify.py")

spec = importlib.util.spec_from_file_location("verify", SCRIPT)
example = importlib.util.module_from_spec(spec)
spec.loader.exec_module(example)


class Engine:
    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.games = {game["id"]: game for game in self.ask(cmd="games")["games"]}

    def ask(self, **request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def some_value(option, seats, chance):
    if option["kind"] == "bool":
        return chance.random() < 0.5
    if option["kind"] == "choice":
        return chance.choice(option["choices"])
    if option["kind"] == "list" and chance.random() < 0.5 and len(option["choices"]) >= seats:
        return chance.sample(option["choices"], seats)
    return option["kind"] == "list" and option["name"] == "characters" or option["default"]


class Verify(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = Engine()

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def flipside_says(self, record):
        """Does every event follow from the seed? Flicks may repeat differently (3)."""
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(record, file)
            file.flush()
            return subprocess.run([PROGRAM, "verify", file.name], capture_output=True, check=False).returncode in (0, 3)

    def example_says(self, record):
        try:
            example.verify(record)
            return True
        except ValueError:
            return False

    def play(self, game, number):
        """Any game with any options; the longest are cut off."""
        chance, described = random.Random(number), self.engine.games[game]
        while True:
            seats = chance.randint(*described["seats"])
            options = {option["name"]: some_value(option, seats, chance) for option in described["options"]
                       if option["kind"] != "edition" and chance.random() < 0.5}
            opened = self.engine.ask(cmd="new", game=game, seats=seats, options=options, seed=f"fair {number}")
            if opened["ok"]:
                break
        turn, moves = opened["turn"], chance.choice((60, 400, 400, 400))
        while not turn["over"] and (moves := moves - 1):
            seat = chance.choice(turn["seats"])
            actions = self.engine.ask(cmd="actions", seat=seat)["actions"]
            wanted = [one for one in actions if one["kind"] == "ability" or one.get("region") == "badlands" or one.get("token") == "face_down"]
            action = chance.choice(wanted if wanted and chance.random() < 0.5 else actions)
            numbers = "".join(f" {chance.uniform(*action[name]):.2f}" for name in action.get("open", []))
            done = self.engine.ask(cmd="act", seat=seat, text=action["text"] + numbers)
            turn = done["turn"] if done["ok"] else turn  # a number may round to just outside
        return self.engine.ask(cmd="save")["record"]

    def with_dealt(self, game, number):
        record = self.play(game, number)
        return record, [i for i, step in enumerate(record["steps"]) if isinstance(step.get("event"), str)]

    def test_random_games_with_all_options(self):
        for game, count in GAMES.items():
            for number in range(count if not os.environ.get("FLIPSIDE_IN_PART") else (count + 3) // 4):
                record = self.play(game, number)
                with self.subTest(game=game, number=number, options=record["options"], seats=len(record["seats"])):
                    self.assertGreater(example.verify(record)[0], 0)
                    self.assertTrue(self.flipside_says(record))

    def test_golden_records(self):
        paths = sorted(glob.glob(os.path.join(ROOT, "games", "*", "tests", "golden", "*.json")))
        self.assertGreater(len(paths), 20)
        for path in paths:
            with open(path, encoding="utf-8") as file, self.subTest(path=path):
                record = json.load(file)
                self.assertEqual(self.example_says(record), self.flipside_says(record))

    def test_a_changed_record_is_noticed(self):
        for game in GAMES:
            record, dealt = next((record, dealt) for record, dealt in map(self.with_dealt, [game] * 50, range(50)) if len(dealt) > 3)
            for place in (dealt[0], dealt[len(dealt) // 2]):
                changed = json.loads(json.dumps(record))
                event = changed["steps"][place]["event"]
                other = next(step["event"] for step in record["steps"] if isinstance(step.get("event"), str) and step["event"] != event
                             and step["event"].split()[0].isalpha() == event.split()[0].isalpha())
                changed["steps"][place]["event"] = other
                self.assertFalse(self.example_says(changed), (game, place))
            for field in ("seed", "commitment"):
                changed = dict(record, **{field: "00" * 32})
                self.assertFalse(self.example_says(changed), (game, field))
            rigged = json.loads(json.dumps(record))
            rigged["steps"][dealt[-1]]["rigged"] = True
            self.assertFalse(self.example_says(rigged), game)

    def drawn(self, chance, seats=2):
        """A game whose seed was drawn together, as docs/record.md has it: with this secret and these bytes the cards come out as they do."""
        secret = chance.randbytes(32)
        shares = [chance.randbytes(16) if chance.random() < 0.6 else None for _ in range(seats)]
        text = b"flipside deal 1\0" + secret + bytes([seats]) + b"".join(b"\0" if share is None else b"\1" + share for share in shares)
        opened = self.engine.ask(cmd="new", game="royalflip", seats=seats, seed=hashlib.sha256(text).hexdigest())
        self.assertTrue(opened["ok"], opened)
        self.engine.ask(cmd="play", level=1)
        record = self.engine.ask(cmd="save")["record"]
        self.assertEqual(record["deal"], {"how": "named"})
        return {**record, "commitment": hashlib.sha256(secret).hexdigest(),
                "deal": {"how": "together", "secret": secret.hex(), "bytes": [share and share.hex() for share in shares]}}

    def test_a_seed_that_was_drawn_together_is_the_hash_of_all_that_went_into_it(self):
        chance = random.Random(13)
        for _ in range(4):
            record = self.drawn(chance)
            self.assertTrue(self.example_says(record), record["deal"])
            self.assertTrue(self.flipside_says(record), record["deal"])
            deal, other = record["deal"], "ab" * 16
            others = [{**deal, "bytes": [other, deal["bytes"][1]]}, {**deal, "bytes": deal["bytes"][::-1]}, {**deal, "secret": "00" * 32},
                      {**deal, "bytes": deal["bytes"][:1]}, {**deal, "bytes": [*deal["bytes"], None]}, {"how": "together", "bytes": deal["bytes"]},
                      {"how": "named"}]
            for changed in [{**record, "deal": one} for one in others if one != deal] + [{**record, "commitment": "00" * 32}]:
                self.assertFalse(self.example_says(changed), changed["deal"])
                self.assertFalse(self.flipside_says(changed), changed["deal"])

    def test_both_say_who_could_have_chosen_the_deal(self):
        record = self.drawn(random.Random(13))
        added = sum(share is not None for share in record["deal"]["bytes"])
        self.assertGreater(added, 0)
        alone = self.engine.ask(cmd="new", game="royalflip", seats=1)
        self.assertTrue(alone["ok"])
        daily = {**record, "deal": {"how": "daily", "day": "2026-05-01"}, "commitment": hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest()}
        untold = {key: value for key, value in daily.items() if key != "deal"}
        for one, words, short in ((record, f"Neither side could choose the deal: the dealer committed to a secret, then {added} of 2 seats added random "
                                   "bytes, and the seed is the hash of both.\n", f"together, {added} of 2 seats"),
                                  (self.engine.ask(cmd="save")["record"], "The dealer alone drew the seed: it committed to a secret, and no seat added bytes "
                                   "of its own.\n", "together, 0 of 1 seats"),
                                  (self.play("royalflip", 1), "A person chose the seed of this deal, and could know every card.\n", None),
                                  (daily, "The server alone drew the seed, from its own secret and the day 2026-05-01: the same deal for everybody, which no "
                                   "player could choose.\n", "daily, 0 of 2 seats"), (untold, "", "unknown, 0 of 2 seats")):
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(one, file)
                file.flush()
                done = subprocess.run([PROGRAM, "verify", file.name], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout), (0, f"{file.name}: every event follows from the seed.\n{words}"))
                self.assertEqual(example.verify(one)[1], short or f"named, 0 of {len(one['seats'])} seats")

    def test_an_event_too_many_or_too_few_is_noticed(self):
        for game in GAMES:
            record, dealt = next((record, dealt) for record, dealt in map(self.with_dealt, [game] * 50, range(50)) if len(dealt) > 3)
            for place in (dealt[0], dealt[2], dealt[len(dealt) // 2]):
                before, event, after = record["steps"][:place], record["steps"][place], record["steps"][place + 1:]
                for steps in (before + after, [*before, event, event, *after]):
                    self.assertFalse(self.example_says({**record, "steps": steps}), (game, place, len(steps)))

    def test_what_is_no_event_is_refused_wherever_a_record_ends(self):
        for game in GAMES:
            record = self.play(game, 5)
            for end in range(0, len(record["steps"]) + 1, 1 + len(record["steps"]) // 30):
                for event in ("nothing", "a move", "None"):
                    self.assertFalse(self.example_says({**record, "steps": [*record["steps"][:end], {"event": event}]}), (game, end, event))

    def test_flip_city_draws_only_when_it_is_due(self):
        """At the end of a record no later step would betray an event too many."""
        for number in range(2):
            steps = (record := self.play("flipcity", number))["steps"]
            for end in [end for end, step in enumerate(steps) if "move" in step][::1 + len(steps) // 60]:
                with self.assertRaisesRegex(ValueError, "the seed deals nothing"):
                    example.verify({**record, "steps": [*steps[:end], {"event": "?"}]})
            without = [step for step in steps[len(steps) // 2:] if "move" in step]
            self.assertFalse(self.example_says({**record, "steps": steps[:len(steps) // 2] + without}), number)

    def test_the_command(self):
        golden = os.path.join(ROOT, "games", "royalflip", "tests", "golden", "solo.json")
        done = subprocess.run([sys.executable, SCRIPT, golden], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, f"{golden}: all 36 events follow from the seed (drawn: unknown, 0 of 1 seats)\n"))
        with open(golden, encoding="utf-8") as file, tempfile.NamedTemporaryFile("w", suffix=".json") as changed:
            json.dump({**json.load(file), "commitment": "00" * 32}, changed)
            changed.flush()
            done = subprocess.run([sys.executable, SCRIPT, changed.name], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("does not fit the commitment", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_of_several_records_each_is_told_and_one_that_is_wrong_makes_the_status_1(self):
        golden = [os.path.join(ROOT, "games", game, "tests", "golden", name) for game, name in (("royalflip", "solo.json"), ("fliptown", "two.json"))]
        with open(golden[0], encoding="utf-8") as file:
            record = json.load(file)
        with tempfile.TemporaryDirectory() as folder:
            def write(name, text):
                path = os.path.join(folder, name)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                return path

            wrong = [(write("other.json", json.dumps({**record, "commitment": "00" * 32})), "does not fit the commitment"),
                     (write("list.json", "[]"), "no record of a game that is over"),
                     (write("running.json", json.dumps({key: value for key, value in record.items() if key != "seed"})), "seed"),
                     (write("broken.json", "{"), "Expecting"), (os.path.join(folder, "missing.json"), "No such file")]
            paths = [golden[0], *(path for path, _ in wrong), golden[1]]
            done = subprocess.run([sys.executable, SCRIPT, *paths], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual([line.split(": all ")[0] for line in done.stdout.splitlines()], golden)
        told = done.stderr.splitlines()
        self.assertEqual(len(told), len(wrong), done.stderr)
        for line, (path, words) in zip(told, wrong):
            self.assertTrue(line.startswith(f"{path}: "), line)
            self.assertIn(words, line)
        done = subprocess.run([sys.executable, SCRIPT, *golden], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, len(done.stdout.splitlines()), done.stderr), (0, 2, ""))


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(resultclass=Verdicts, verbosity=0))
