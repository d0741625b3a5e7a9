"""The chapter on the C library shows a program: it is the one of examples/, and what it plays is a game that can be verified."""

import os
import re
import subprocess
import tempfile
import unittest

import client

ROOT = os.environ["FLIPSIDE_SOURCE_ROOT"]


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


class LibraryExample(unittest.TestCase):
    def test_the_chapter_shows_the_very_program(self):
        shown = re.search(r"```c\n(.*?)```", read("docs", "library.md"), re.S).group(1)
        self.assertEqual(shown, read("examples", "play.c"))

    def test_every_public_header_and_function_that_it_names_exists(self):
        chapter = read("docs", "library.md")
        headers = os.listdir(os.path.join(ROOT, "include", "flipside"))
        declared = "".join(read("include", "flipside", name) for name in headers if name.endswith(".h"))
        for name in re.findall(r"`flipside/(\w+\.h)`", chapter):
            self.assertIn(name, headers)
        for name in re.findall(r"`(flip_\w+)`", chapter):
            self.assertRegex(declared, rf"\b{name}\b")
        for name in set(headers) - {"README.md", "api.h"}:
            self.assertIn(f"`flipside/{name}`", chapter)

    def test_it_plays_a_game_that_can_be_verified(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.json")
            with open(path, "w", encoding="utf-8") as out:
                subprocess.run([os.environ["FLIPSIDE_EXAMPLE"]], stdout=out, check=True)
            subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "verify", path], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    client.main()
