"""Runs of several processes: what mpirun spreads is what one process plays, and what was finished is kept."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import client

PROGRAM = os.environ["FLIPSIDE_PROGRAM"]
RECORD = os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "games/royalflip/tests/golden/solo.json")
IN_PART = bool(os.environ.get("FLIPSIDE_IN_PART"))
# Four processes on one host, however few cores it has, and whoever starts them.
MPIRUN = ["mpirun", "--oversubscribe", "-n", "4"]
SETTING = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}


def run(*command):
    return subprocess.run(command, env=SETTING, capture_output=True, text=True, check=False, timeout=300)


@unittest.skipUnless(shutil.which("mpirun"), "mpirun is not installed")
class WithoutMPI(unittest.TestCase):
    def test_a_program_that_was_built_without_open_mpi_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            alone = shutil.copy(PROGRAM, folder)
            said = run(*MPIRUN, alone, "sim", "royalflip", "--games", "10", "--seats", "random")
        self.assertNotEqual(said.returncode, 0)
        self.assertIn("built without Open MPI", said.stderr)
        self.assertNotIn("Royal Flip", said.stdout)


@unittest.skipUnless(shutil.which("mpirun"), "mpirun is not installed")
@unittest.skipUnless(os.path.exists(PROGRAM + "-mpi"), "Open MPI was not found when the program was built")
class Ranks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.file(name), "rb") as file:
            return file.read()

    def succeed(self, *command):
        said = run(*command)
        self.assertEqual(said.returncode, 0, said.stderr)
        return said.stdout

    def test_four_processes_play_the_games_of_one(self):
        for command in (["sim", "royalflip", "--games", "1000", "--seats", "random,quick"],
                        ["sim", "royalflip", "--games", "5000", "--seats", "random"],
                        ["sim", "fliptown", "--games", "12", "--seats", "bot1"],
                        ["match", "bot1", "random", "royalflip", "--games", "24"]):
            self.succeed(PROGRAM, *command, "--csv", self.file("one.csv"))
            shown = self.succeed(*MPIRUN, PROGRAM, *command, "--csv", self.file("four.csv"))
            self.assertEqual(self.read("one.csv"), self.read("four.csv"))
            self.assertEqual(shown.count("seed 1"), 1, "one process shows the result, the others are silent")

    @unittest.skipIf(IN_PART, "an analysis takes too long under sanitizers")
    def test_four_processes_analyse_like_one(self):
        command = ["analyze", RECORD, "--precision", "quick", "--decisions", "--json"]
        self.assertEqual(self.succeed(PROGRAM, *command), self.succeed(*MPIRUN, PROGRAM, *command))

    @unittest.skipIf(IN_PART, "mining takes too long under sanitizers")
    def test_four_processes_mine_the_puzzles_of_one(self):
        command = ["puzzles", "mine", "royalflip", "--seed", "18", "--out"]
        self.succeed(PROGRAM, *command, self.file("one.txt"), "--games", "3")
        self.succeed(*MPIRUN, PROGRAM, *command, self.file("four.txt"), "--games", "2")
        self.succeed(*MPIRUN, PROGRAM, *command, self.file("four.txt"), "--games", "3")
        self.assertEqual(self.read("one.txt"), self.read("four.txt"), "the same, also if a file is gone on with")
        self.assertGreater(self.read("one.txt").count(b"\n"), 1, "there are puzzles in it")

    def test_several_runs_of_a_command_stay_apart(self):
        command = ["report", "royalflip", "--games", "20", "--players", "random,quick", "--out"]
        self.succeed(PROGRAM, *command, self.file("one.html"))
        self.succeed(*MPIRUN, PROGRAM, *command, self.file("four.html"))
        self.assertEqual(self.read("one.html"), self.read("four.html"))

    def test_wrong_usage_is_told_once(self):
        said = run(*MPIRUN, PROGRAM, "sim", "nosuchgame")
        self.assertEqual(said.stderr.count("There is no game"), 1)
        self.assertEqual(said.returncode, 2)

    def begin(self, *command):
        """A run of four processes that has finished some games, and the ids of its processes."""
        mpirun = subprocess.Popen([*MPIRUN, PROGRAM, *command, "--resume", self.file("kept")], env=SETTING, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not os.path.exists(self.file("kept")) or os.path.getsize(self.file("kept")) < 5000:
            self.assertIsNone(mpirun.poll(), "the run ended before it was stopped")
            time.sleep(0.01)
        with open(f"/proc/{mpirun.pid}/task/{mpirun.pid}/children", encoding="ascii") as file:
            return mpirun, [int(child) for child in file.read().split()]

    def test_games_are_kept_when_a_process_dies_and_the_run_goes_on_from_there(self):
        command = ["sim", "royalflip", "--games", "20000" if IN_PART else "300000", "--seats", "random"]
        mpirun, processes = self.begin(*command)
        os.kill(processes[-1], signal.SIGKILL)
        _, said = mpirun.communicate()
        self.assertNotEqual(mpirun.returncode, 0)
        self.assertIn("one of its processes ended", said)
        self.assertIn("and kept", said)
        kept = os.path.getsize(self.file("kept"))
        self.succeed(*MPIRUN, PROGRAM, *command, "--resume", self.file("kept"), "--csv", self.file("four.csv"))
        self.assertGreater(os.path.getsize(self.file("kept")), kept)
        self.succeed(PROGRAM, *command, "--csv", self.file("one.csv"))
        self.assertEqual(self.read("one.csv"), self.read("four.csv"))

    def test_an_interrupted_run_shows_what_it_has(self):
        mpirun, _ = self.begin("sim", "royalflip", "--games", "1000000000", "--seats", "random")
        mpirun.send_signal(signal.SIGINT)
        shown, _ = mpirun.communicate()
        self.assertIn("Interrupted: these are the first", shown)


class Kept(unittest.TestCase):
    """Finished games in a file, with one process."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.kept = os.path.join(folder.name, "kept")
        self.csv = os.path.join(folder.name, "games.csv")

    def simulate(self, *more, games=300):
        said = run(PROGRAM, "sim", "royalflip", "--games", str(games), "--seats", "random", "--csv", self.csv, *more)
        if said.returncode != 0:
            return said.stderr
        with open(self.csv, "rb") as file:
            return file.read()

    def test_a_file_that_was_cut_off_is_continued(self):
        whole = self.simulate("--resume", self.kept)
        self.assertEqual(whole, self.simulate())
        size = os.path.getsize(self.kept)
        for left in (size - 7, size // 2, 60, 45):
            os.truncate(self.kept, left)
            self.assertEqual(whole, self.simulate("--resume", self.kept))
            self.assertEqual(os.path.getsize(self.kept), size)

    def test_a_finished_run_is_extended_and_fewer_games_are_its_beginning(self):
        self.simulate("--resume", self.kept)  # its last block of games is not full
        with open(self.kept, "rb") as file:
            before = file.read()
        longer = self.simulate("--resume", self.kept, games=777)
        self.assertEqual(longer, self.simulate(games=777))
        with open(self.kept, "rb") as file:
            self.assertEqual(file.read()[:len(before) // 2], before[:len(before) // 2])
        size = os.path.getsize(self.kept)
        self.assertEqual(self.simulate("--resume", self.kept, games=123), self.simulate(games=123))
        self.assertEqual(os.path.getsize(self.kept), size)

    def test_a_byte_that_changed_is_noticed_and_played_again(self):
        whole = self.simulate("--resume", self.kept)
        with open(self.kept, "r+b") as file:
            file.seek(400)
            byte = file.read(1)[0]
            file.seek(400)
            file.write(bytes([byte ^ 4]))
        self.assertEqual(whole, self.simulate("--resume", self.kept))

    def test_a_file_of_another_run_is_refused_and_left_alone(self):
        self.simulate("--resume", self.kept)
        with open(self.kept, "rb") as file:
            before = file.read()
        self.assertIn("does not belong to this run", self.simulate("--resume", self.kept, "--seed", "2"))
        with open(self.kept, "rb") as file:
            self.assertEqual(before, file.read())


if __name__ == "__main__":
    client.main()
