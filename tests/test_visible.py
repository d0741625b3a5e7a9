"""Which names the program and the library show to games from outside: the public interface alone."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import client

PROGRAM = os.environ["FLIPSIDE_PROGRAM"]


def visible(path):
    """The names of our own that a shared object can find. A leading underscore is the compiler's and the linker's, and gcc gives a
    program copies of the C library's variables (stdout@GLIBC_2.2.5), which are not ours either."""
    said = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True, check=True).stdout
    names = {line.split()[-1].split("@")[0] for line in said.splitlines() if "@GLIBC_" not in line}
    return {name for name in names if not name.startswith("_")}


def sanitized():
    return "__asan_init" in subprocess.run(["nm", "-D", PROGRAM], capture_output=True, text=True, check=True).stdout


class Visible(unittest.TestCase):
    def test_only_the_public_interface_is_visible(self):
        declared = set()
        folder = os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "include", "flipside")
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                declared |= set(re.findall(r"\bflip_\w+", file.read()))
        library = visible(os.environ["FLIPSIDE_LIBRARY"])
        self.assertIn("flip_game_named", library)
        self.assertEqual(library - declared, set())
        program = visible(PROGRAM)
        self.assertIn("flip_fail", program)
        if not sanitized():  # a sanitizer has names of its own
            self.assertEqual(program - declared, set())
        self.assertEqual({"advice", "log_event", "store_open", "json_string_value", "main"} & program, set())

    def test_a_game_may_call_its_functions_what_it_likes(self):
        with tempfile.TemporaryDirectory() as folder:
            game = os.path.join(folder, "higherlower")
            shutil.copytree(os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "examples", "higherlower", "data"), os.path.join(game, "data"))
            shutil.copy(os.environ["FLIPSIDE_NAMED_GAME"], os.path.join(game, "game.so"))
            lines = [{"cmd": "new", "game": "higherlower", "seats": 2, "seed": "one"}, {"cmd": "play", "level": 1}]
            said = subprocess.run([PROGRAM, "--games", folder, "engine"], input="\n".join(map(json.dumps, lines)), capture_output=True,
                                  text=True, timeout=client.PATIENCE, check=False)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual([json.loads(line)["ok"] for line in said.stdout.splitlines()][-2:], [True, True], said.stdout)
        self.assertIn('"scores"', said.stdout.splitlines()[-1])


if __name__ == "__main__":
    client.main()
