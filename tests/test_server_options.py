"""The options of `flipside serve`: what each takes, from the command line, the environment and a file. No server begins to listen."""

import os
import subprocess
import tempfile
import unittest

import client

RANGES = {"threads": (1, 256), "max-message": (1024, 1 << 20), "max-rate": (1, 100000), "max-tables": (1, 1000000),
          "max-connections": (1, 1000000), "max-open": (1, 1000000), "max-clients": (1, 1000000), "header-seconds": (1, 3600),
          "body-seconds": (1, 3600), "max-requests": (1, 1000000), "max-guests": (1, 1000000), "max-new-tables": (1, 1000000),
          "max-sign-ins": (1, 1000000), "puzzles": (0, 20000)}


class Options(unittest.TestCase):
    def said(self, *options, **environment):
        """What the program complains about."""
        done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "serve", *options], capture_output=True, text=True, timeout=client.PATIENCE,
                              env={**os.environ, "FLIPSIDE_DATA": "/nonexistent/flipside.db", **environment}, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        return done.stderr

    def accepted(self, *options, **environment):
        """All that is wrong is the last option."""
        self.assertIn("serve has no option '--speed'; see flipside serve --help.", self.said(*options, "--speed", **environment))

    def test_every_number_has_its_range(self):
        for name, (least, most) in RANGES.items():
            for wrong in (least - 1, most + 1):
                self.assertIn(f"{name} takes a whole number from {least} to {most}, not '{wrong}'.", self.said(f"--{name}", str(wrong)))
        for bound in (0, 1):
            self.accepted(*[word for name, values in RANGES.items() for word in (f"--{name}", str(values[bound]))])
        for wrong in ("", "7x", "1e3", "seven"):
            self.assertIn(f"max-rate takes a whole number from 1 to 100000, not '{wrong}'.", self.said(f"--max-rate={wrong}"))

    def test_an_address_ends_with_a_port(self):
        for name in ("listen", "metrics-listen"):
            for wrong in ("here", "127.0.0.1", "127.0.0.1:", ":65536", ":-1", ":80x", "x" * 5000 + ":80"):
                self.assertIn(f"{name} takes ADDR:PORT, such as 127.0.0.1:7777 or :7777, not '{wrong[:80]}'.", self.said(f"--{name}={wrong}"))
            self.accepted(f"--{name}=:65535", f"--{name}=[::1]:0", f"--{name}", "127.0.0.1:80")

    def test_words_and_files(self):
        self.assertIn("trust-forwarded is true or false, not 'yes'.", self.said("--trust-forwarded", "yes"))
        self.accepted("--trust-forwarded=true", "--trust-forwarded=false")
        self.assertIn("analysis is server or browser, not 'nowhere'.", self.said("--analysis", "nowhere"))
        for name in ("data", "log", "certificate", "key", "origin", "analysis", "test-seed"):
            self.assertIn(f"The value of {name} is too long.", self.said(f"--{name}", "x" * 5000))
        for alone in ("certificate", "key"):
            self.assertIn("A certificate and its key go together: give both or neither.", self.said(f"--{alone}", "file"))
        for flag in ("--max-rate", "--data", "--config"):
            self.assertIn(f"{flag} needs a ", self.said(flag))
        for wrong in ("max-rate", "-max-rate", "--", "--max-rat", "--max-rates", "--configure"):
            self.assertIn(f"serve has no option '{wrong}'", self.said(wrong, "1"))

    def test_the_environment_and_a_file_say_the_same_as_flags(self):
        for name, (least, most) in RANGES.items():
            variable = "FLIPSIDE_" + name.upper().replace("-", "_")
            self.assertIn(f"{name} takes a whole number from {least} to {most}, not 'no'.", self.said(**{variable: "no"}))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "serve.conf")
            for text, why in (("max-rate = 7\n\tmax-rate=\t8  \n# remark\n\n", ""), ("max-rate\n", "line 1: expected NAME = VALUE"),
                              ("\n# remark\nmax-rate 7\n", "line 3: expected NAME = VALUE"), ("speed = 3", "line 1: expected NAME = VALUE"),
                              ("max-rate = 7\nmax-rate = 0\n", "line 2: max-rate takes a whole number from 1 to 100000, not '0'.")):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                for options, environment in ((("--config", path), {}), ((f"--config={path}",), {}), ((), {"FLIPSIDE_CONFIG": path})):
                    if why:
                        self.assertIn(f"{path}, {why}", self.said(*options, **environment))
                    else:
                        self.accepted(*options, **environment)


if __name__ == "__main__":
    client.main()
