"""`flipside new-game`: the folder builds, plays, and has tests of which one waits to be written."""

import os
import re
import subprocess
import tempfile
import unittest

import client

PROGRAM, ROOT = os.environ["FLIPSIDE_PROGRAM"], os.environ["FLIPSIDE_SOURCE_ROOT"]


def run(*command, folder=None, **more):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, **more)


class NewGame(unittest.TestCase):
    def setUp(self):
        self.place = self.enterContext(tempfile.TemporaryDirectory())
        self.folder = os.path.join(self.place, "tumbleweed")

    def test_it_builds_plays_and_has_one_test_that_fails(self):
        made = run(PROGRAM, "new-game", "tumbleweed", self.place)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertIn("make test", made.stdout)
        built = run(os.environ.get("CC", "cc"), "-std=c17", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include", "-shared", "-o",
                    "game.so", "game.c", folder=self.folder)
        self.assertEqual(built.returncode, 0, built.stderr)
        played = run(PROGRAM, "--games", self.place, "sim", "tumbleweed", "--games", "50", "--seats", "bot2,random")
        self.assertIn("Tumbleweed: 50 games", played.stdout, played.stderr)
        tested = run("python3", "tests.py", folder=self.folder, env={**os.environ, "FLIPSIDE": PROGRAM})
        self.assertRegex(tested.stderr, r"Ran 3 tests")
        self.assertIn("FAILED (failures=1)", tested.stderr)
        self.assertIn("Write the first case of your rulebook here", tested.stderr)
        for folder, _, names in os.walk(self.folder):
            for name in names:
                if name != "game.so":
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        self.assertIsNone(re.search("mygame|My Game", file.read()), name)

    def test_what_is_there_is_not_overwritten(self):
        os.mkdir(self.folder)
        again = run(PROGRAM, "new-game", "tumbleweed", self.place)
        self.assertEqual(again.returncode, 1)
        self.assertIn("cannot be made: File exists.", again.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_bad_name_is_refused_with_a_sentence(self):
        for name, status, words in (("Tumble", 2, "small letters and digits"), ("9lives", 2, "begins with a letter"), ("a" * 25, 2, "24 of them at most"),
                                    ("../up", 2, "small letters and digits"), ("royalflip", 1, "There is a game called 'royalflip' already.")):
            refused = run(PROGRAM, "new-game", name, self.place)
            self.assertEqual(refused.returncode, status, name)
            self.assertIn(words, refused.stderr)
        self.assertEqual(os.listdir(self.place), [])


client.main()
