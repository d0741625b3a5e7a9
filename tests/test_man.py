"""The manual page is made from the help of the program, and has all of it."""

import os
import shutil
import subprocess
import sys
import unittest

import client

ROOT = os.environ["FLIPSIDE_SOURCE_ROOT"]
TOOL = os.path.join(ROOT, "tools", "man-page")
PROGRAM = os.environ["FLIPSIDE_PROGRAM"]


class ManTest(unittest.TestCase):
    def setUp(self):
        with open(os.path.join(ROOT, "man", "flipside.1"), encoding="utf-8") as file:
            self.page = file.read()

    def test_the_page_is_what_the_help_says(self):
        made = subprocess.run([sys.executable, TOOL, PROGRAM], capture_output=True, text=True, check=True).stdout
        self.assertEqual(self.page.splitlines(), made.splitlines(), "tools/man-page PROGRAM --write makes it anew")

    def test_every_command_and_an_option_of_each_face_is_there(self):
        for words in ("flipside play [GAME]", "flipside verify", "flipside serve", "\\-\\-seats LIST", "\\-\\-at\\-least X", "\\-\\-listen"):
            self.assertIn(words, self.page)

    @unittest.skipUnless(shutil.which("man"), "man is not installed")
    def test_man_reads_it_without_a_warning(self):
        read = subprocess.run(["man", "--warnings", "-l", os.path.join(ROOT, "man", "flipside.1")], capture_output=True, text=True,
                              env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"}, check=True)
        self.assertEqual(read.stderr, "")
        self.assertIn("FLIPSIDE(1)", read.stdout)


if __name__ == "__main__":
    client.main()
