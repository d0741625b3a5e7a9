"""Shell completion: it knows every command, and bash completes commands, games and options."""

import os
import re
import subprocess
import unittest

import client

FOLDER = os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "completions")


def read(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


class Completion(unittest.TestCase):
    def complete(self, *words):
        """What bash offers for the last word."""
        script = (f"source {FOLDER}/flipside.bash; COMP_WORDS=(flipside {' '.join(words)}); COMP_CWORD={len(words)};"
                  " _flipside; printf '%s\\n' \"${COMPREPLY[@]}\"")
        path = os.path.dirname(os.environ["FLIPSIDE_PROGRAM"]) + ":" + os.environ["PATH"]
        return subprocess.run(["bash", "-c", script], env={**os.environ, "PATH": path}, capture_output=True, text=True,
                              check=True).stdout.split()

    def test_every_shell_knows_every_command(self):
        said = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "--help"], capture_output=True, text=True, check=True).stdout
        commands = re.findall(r"^  (\w+) ", said.split("Games:")[0], re.M)
        self.assertIn("bot", commands)
        for name in os.listdir(FOLDER):
            for command in commands:
                self.assertRegex(read(name), rf"\b{command}\b", name)

    def test_bash_completes_commands_games_and_options(self):
        self.assertEqual(self.complete("ver"), ["verify"])
        self.assertEqual(self.complete("play", "royal"), ["royalflip"])
        self.assertEqual(self.complete("learn", "flipc"), ["flipcity"])
        self.assertEqual(self.complete("learn", "--ag"), ["--again"])
        self.assertEqual(self.complete("bot", "--t"), ["--token"])


if __name__ == "__main__":
    client.main()
