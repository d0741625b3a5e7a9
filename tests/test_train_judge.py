#!/usr/bin/env python3
"""Training a judge, at a small size: it learns something, it can be repeated, and it goes on from where it stopped."""
import csv
import os
import subprocess
import tempfile
import unittest

ROOT = os.environ["FLIPSIDE_SOURCE_ROOT"]
TRAIN = os.environ["FLIPSIDE_TRAIN_JUDGE"]


def train(folder, name, *more, game="royalflip"):
    out = os.path.join(folder, name)
    done = subprocess.run([TRAIN, game, "--out", out, "--log", out + ".csv", "--threads", "1", "--seed", "7", "--shelf", "20000", *more],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    return out, done


class Training(unittest.TestCase):
    def test_a_short_training_ends_above_what_it_began_with_and_above_the_quick_estimate(self):
        with tempfile.TemporaryDirectory() as folder:
            logs = []
            for name, rounds, batches in (("blank", "1", "1"), ("learnt", "4", "120")):
                out, done = train(folder, name, "--rounds", rounds, "--games", "120", "--batches", batches, "--batch", "128", "--pace", "0.02", game="flipcity")
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(out + ".csv", encoding="utf-8") as file:
                    logs.append(list(csv.DictReader(file)))
            self.assertEqual(len(logs[1]), 4)
            first, last = logs[0][-1], logs[1][-1]
            self.assertLess(float(last["held_points"]), 0.8 * float(first["held_points"]))
            self.assertLess(float(last["held_points"]), float(last["held_guess"]))
            with open(out, "rb") as file:
                head = file.read(4000).split(b"\n\n")[0].decode()
            self.assertTrue(head.startswith("flipside judge 1\ngame flipcity\ncommand train-judge flipcity "))

    def test_the_same_command_learns_the_same_and_another_run_goes_on(self):
        size = ("--rounds", "2", "--games", "20", "--batches", "10", "--batch", "32")
        with tempfile.TemporaryDirectory() as folder:
            states = []
            for name in "ab":
                out, done = train(folder, name, *size, game="flipcity")
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(out + ".state", "rb") as file:
                    states.append(file.read())
            self.assertEqual(states[0], states[1])
            out, done = train(folder, "c", *size, "--from", os.path.join(folder, "a.state"), game="flipcity")
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(out + ".state", "rb") as file:
                self.assertNotEqual(file.read(), states[0])

    def test_without_batches_nothing_is_learnt_but_how_far_shares_are_believed(self):
        size = ("--rounds", "1", "--games", "60", "--batch", "32")
        with tempfile.TemporaryDirectory() as folder:
            first, done = train(folder, "a", *size, "--batches", "40", game="flipcity")
            self.assertEqual(done.returncode, 0, done.stderr)
            then, done = train(folder, "b", *size, "--batches", "0", "--from", first + ".state", "--quiet", "1", game="flipcity")
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(first + ".state", "rb") as one, open(then + ".state", "rb") as other:
                self.assertEqual(one.read(), other.read())
            # The judge itself will do as well: what lies behind its head comes back as it was.
            rounded, done = train(folder, "c", *size, "--batches", "0", "--from", first, "--quiet", "1", game="flipcity")
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(then, "rb") as one, open(rounded, "rb") as other:
                head, *weights = one.read().split(b"\n\n")
                self.assertEqual(weights, other.read().split(b"\n\n")[1:])
            head = head.decode()
        self.assertRegex(head, r"\ntrust 2 [0-9]+\n")
        self.assertNotIn("nan", head)

    def test_futures_tell_more_of_a_position_than_what_came_and_may_end_at_the_judge(self):
        size = ("--rounds", "2", "--games", "40", "--batches", "60", "--batch", "64", "--decisions", "0.05")
        with tempfile.TemporaryDirectory() as folder:
            held = {}
            for name, more in (("came", ()), ("futures", ("--futures", "16")), ("stopped", ("--futures", "4", "--stop", "0.1"))):
                out, done = train(folder, name, *size, *more, game="flipcity")
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(out + ".csv", encoding="utf-8") as file:
                    held[name] = [float(row["held_points"]) for row in csv.DictReader(file)]
            self.assertEqual(len(held["stopped"]), 2)
            # A mean of sixteen games lies nearer to what can be foreseen than one game does.
            self.assertLess(held["futures"][-1], held["came"][-1])

    def test_calibration_tells_what_was_said_what_came_and_what_play_outs_bring(self):
        with tempfile.TemporaryDirectory() as folder:
            told = []
            for name, threads in (("a", "1"), ("b", "2")):
                log = os.path.join(folder, name)
                done = subprocess.run([TRAIN, "flipcity", "--calibrate", "--games", "12", "--seed", "9", "--shelf", "2000", "--quiet", "0.1", "--tried", "0.5",
                                       "--tries", "20", "--threads", threads, "--log", log], cwd=ROOT, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(log, encoding="utf-8") as file:
                    told.append(list(csv.DictReader(file)))
        by_game = [sorted(rows, key=lambda row: int(row["game"])) for rows in told]
        self.assertEqual(by_game[0], by_game[1])
        rows, tried = by_game[0], 0
        self.assertGreater(len(rows), 20)
        while rows:
            seats = int(rows[0]["seats"])
            table, rows = rows[:seats], rows[seats:]
            self.assertEqual(len({(row["game"], row["decision"]) for row in table}), 1)
            self.assertIn(int(table[0]["third"]), range(3))
            for name in ("said_share", "share", "tried_share"):
                if table[0][name] and seats > 1:
                    self.assertAlmostEqual(sum(float(row[name]) for row in table), 1, places=3)
            tried += table[0]["tried_share"] != ""
            self.assertTrue(all(row["noise"] == "" or 0 <= float(row["noise"]) <= 0.25 / 19 for row in table))
        self.assertGreater(tried, 0)

    def test_a_game_that_is_not_there_is_refused_in_a_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            done = train(folder, "a", game="chess")[1]
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "train-judge: There is no game 'chess' that can be learnt.\n")


if __name__ == "__main__":
    unittest.main()
