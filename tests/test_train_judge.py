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
                out, done = train(folder, name, "--rounds", rounds, "--games", "120", "--batches", batches, "--batch", "128", game="flipcity")
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

    def test_a_game_that_is_not_there_is_refused_in_a_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            done = train(folder, "a", game="chess")[1]
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "train-judge: There is no game 'chess' that can be learnt.\n")


if __name__ == "__main__":
    unittest.main()
