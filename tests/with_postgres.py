#!/usr/bin/env python3
"""Runs commands beside a PostgreSQL of their own: with_postgres.py COMMAND [-- COMMAND]…

It is made from Debian's binaries in a temporary folder, listens on a socket in that folder alone, runs as an ordinary user (it refuses to
be root), and is gone when the commands have ended. They find it by FLIPSIDE_TEST_POSTGRES: the address of a database, in which {name}
stands for its name. The first command that fails ends all.
"""

import contextlib
import glob
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile


def binaries():
    """The folder of the newest PostgreSQL that is installed, or None."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"), key=lambda path: int(path.split("/")[4]))
    return os.path.dirname(found[-1]) if found else None


class Postgres:
    """A database server that can be stopped, killed and started again."""

    def __init__(self, folder=None, environment=None):
        """Of its own, or the one in that folder, which runs already."""
        self.prefix = []
        self.environment = {**os.environ, **(environment or {})}
        if folder:
            self._in(folder)
            return
        self.folder = tempfile.mkdtemp(prefix="flip-pg-", dir=os.environ.get("TMPDIR"))
        self._in(self.folder)
        self.run("initdb", "-D", self.data, "-U", "flipside", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")

    def _in(self, folder):
        self.folder, self.data = folder, os.path.join(folder, "data")
        if os.geteuid() == 0:
            user = pwd.getpwnam("nobody")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.prefix = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]

    @classmethod
    def standby_of(cls, primary):
        """One that follows another, and may take its place."""
        standby = cls(tempfile.mkdtemp(prefix="flip-pg-", dir=os.environ.get("TMPDIR")))
        standby.run("pg_basebackup", "-h", primary.folder, "-U", "flipside", "-D", standby.data, "-R", "-c", "fast")
        return standby

    @classmethod
    def of_the_tests(cls):
        """The one that this program has started."""
        return cls(re.search(r"host=([^&]+)", os.environ["FLIPSIDE_TEST_POSTGRES"]).group(1))

    def run(self, program, *arguments):
        done = subprocess.run([*self.prefix, os.path.join(binaries(), program), *arguments], cwd=self.folder, check=False,
                              capture_output=True, text=True, env=self.environment)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    def start(self, *settings):
        options = f"-k {self.folder} -c listen_addresses= -c shared_buffers=16MB -c max_connections=60 " + " ".join(
            f"-c {setting}" for setting in settings)
        self.run("pg_ctl", "-D", self.data, "-w", "-t", "60", "-l", os.path.join(self.folder, "log"), "-o", options, "start")
        return self

    def stop(self, how="fast"):
        self.run("pg_ctl", "-D", self.data, "-w", "-t", "60", "-m", how, "stop")

    def pid(self):
        with open(os.path.join(self.data, "postmaster.pid"), encoding="ascii") as file:
            return int(file.readline())

    def url(self, name):
        return f"postgresql:///{name}?host={self.folder}&user=flipside"

    def sql(self, command, name="postgres"):
        return self.run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url(name), "-c", command)

    def remove(self):
        with contextlib.suppress(RuntimeError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    if not binaries():
        print("PostgreSQL is not installed")
        return 77
    commands, command = [], []
    for word in [*sys.argv[1:], "--"]:
        if word != "--":
            command.append(word)
        elif command:
            commands.append(command)
            command = []
    postgres = Postgres()
    try:
        postgres.start()
        environment = {**os.environ, "FLIPSIDE_TEST_POSTGRES": postgres.url("{name}"), "PATH": binaries() + ":" + os.environ["PATH"]}
        for command in commands:
            status = subprocess.run(command, env=environment, check=False).returncode
            if status != 0:
                return status
        return 0
    finally:
        postgres.remove()


if __name__ == "__main__":
    sys.exit(main())
