#!/usr/bin/env python3
"""`pip install .` and `pip install -e .`, without a network: what Meson builds is in the wheel, and the package finds it there."""
import base64
import csv
import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from verdicts import main

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python" / "packaging"))
import wheel

LIBRARY = os.environ["FLIPSIDE_LIBRARY"]
HAVE = {name: importlib.util.find_spec(name) is not None for name in ("ensurepip", "numpy")}
PLAY = """
import flipside
batch = flipside.Batch("royalflip", 4)
batch.step(batch.legal[:, 0])
print(flipside.__file__, flipside._lib._name)
"""


class Wheels(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_a_wheel_carries_the_library_and_says_for_which_machines(self):
        name = wheel.build_wheel(self.folder)
        self.assertRegex(name, r"^flipside-[\d.]+-py3-none-linux_\w+\.whl$")
        with zipfile.ZipFile(self.folder / name) as made:
            self.assertEqual(made.read("flipside/libflipside.so.1"), Path(LIBRARY).read_bytes())
            self.assertIn("flipside/batch.py", made.namelist())
            self.assertIn("Root-Is-Purelib: false", made.read(f"{wheel.INFO}/WHEEL").decode())
            listed = {row[0]: row[1] for row in csv.reader(made.read(f"{wheel.INFO}/RECORD").decode().splitlines())}
            self.assertEqual(set(listed), set(made.namelist()))
            for path, said in listed.items():
                digest = base64.urlsafe_b64encode(hashlib.sha256(made.read(path)).digest()).rstrip(b"=").decode()
                self.assertIn(said, ("", f"sha256={digest}"), path)

    def test_pip_is_asked_for_meson_only_where_the_system_has_none(self):
        with mock.patch.dict(os.environ, {"PATH": str(self.folder)}):
            self.assertEqual(wheel.get_requires_for_build_wheel(), [])  # the library is named
            del os.environ["FLIPSIDE_LIBRARY"]
            self.assertEqual(wheel.get_requires_for_build_wheel(), ["meson>=1.0", "ninja"])
            with self.assertRaisesRegex(SystemExit, "apt-get install .*meson"):
                wheel.build_wheel(self.folder)
        with mock.patch.dict(os.environ):
            del os.environ["FLIPSIDE_LIBRARY"]
            self.assertEqual(wheel.get_requires_for_build_wheel(), [])  # what built this has both


@unittest.skipUnless(HAVE["ensurepip"], "python3-venv is not installed")
@unittest.skipUnless(HAVE["numpy"], "numpy is not installed")
class Pip(unittest.TestCase):
    """In a fresh environment that sees the system's numpy, with no index to fetch anything from."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("FLIPSIDE", "PYTHON"))}
        self.run_here(sys.executable, "-m", "venv", "--system-site-packages", "venv")

    def run_here(self, *words):
        done = subprocess.run([str(word) for word in words], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def install(self, *words):
        """Where the package and its library are then."""
        self.run_here("venv/bin/python", "-m", "pip", "install", "--no-index", "--no-cache-dir", "--disable-pip-version-check", *words)
        return self.run_here("venv/bin/python", "-c", PLAY).split()

    def test_the_library_is_built_and_installed_with_the_package(self):
        package, library = self.install(ROOT)
        self.assertTrue(Path(package).is_relative_to(self.folder), package)
        self.assertEqual(Path(library), Path(package).parent / "libflipside.so.1")
        package, library = self.install("-e", ROOT)
        self.assertEqual(Path(package), ROOT / "python" / "flipside" / "__init__.py")
        self.assertTrue(Path(library).is_relative_to(ROOT), library)


if __name__ == "__main__":
    main()
