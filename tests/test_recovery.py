"""Backup to a moment in the past, as docs/server.md tells it, with the settings of packaging/compose: a base backup, the archive of
PostgreSQL's log, an accident, and the site as it was the moment before."""

import glob
import os
import re
import subprocess
import unittest

import client
from client import Person, Server, act, eventually
from with_postgres import Postgres, binaries

ME = {"kind": "me"}


def settings(archive):
    """What packaging/compose/postgresql.conf says about the archive, with another place for it."""
    path = os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "packaging", "compose", "postgresql.conf")
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if re.match(r"(wal_level|archive_\w+) = ", line)]
    assert len(lines) == 4, lines
    return "".join(lines).replace("/archive/", archive + "/")


@unittest.skipUnless(binaries(), "PostgreSQL is not installed")
class Recovery(unittest.TestCase):
    def setUp(self):
        self.postgres = Postgres()
        self.addCleanup(self.postgres.remove)
        self.archive = os.path.join(self.postgres.folder, "archive")
        os.mkdir(self.archive)
        os.chmod(self.archive, 0o777)
        self.configure(settings(self.archive))
        self.postgres.start()
        self.postgres.sql("CREATE DATABASE site")
        client.POSTGRES = self.postgres.url("{name}")
        client.databases[self.path()] = "site"

    def tearDown(self):
        client.databases.clear()

    def path(self):
        return os.path.join(self.postgres.folder, "site")

    def configure(self, text):
        with open(os.path.join(self.postgres.data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write("\n" + text)

    def serve(self):
        server = Server(self.path()).start()
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def play(self, server, person, table, moves):
        link = person.connect()
        link.watch(table)
        for _ in range(moves):
            act(link, table)
        link.hear_all()
        return len(link.logs[table])

    def archived(self):
        """The log as far as it goes is in the archive."""
        last = self.postgres.sql("SELECT pg_walfile_name(pg_switch_wal())").strip()
        eventually("the last segment of the log is archived", lambda: os.path.exists(os.path.join(self.archive, last)))

    def base_backup(self):
        base = os.path.join(self.postgres.folder, "base")
        self.postgres.run("pg_basebackup", "-h", self.postgres.folder, "-U", "flipside", "-D", base, "-c", "fast")
        return base

    def recover(self, base, moment):
        """Into another folder: what is left of the old one is not touched."""
        self.postgres.stop("immediate")
        self.postgres.data = base
        self.configure(f"restore_command = 'cp {self.archive}/%f %p'\nrecovery_target_time = '{moment}'\nrecovery_target_action = promote\n")
        with open(os.path.join(base, "recovery.signal"), "w", encoding="ascii"):
            pass
        self.postgres.start()
        eventually("the recovery is over", lambda: self.postgres.sql("SELECT pg_is_in_recovery()").strip() == "f")

    def test_a_site_goes_back_to_the_moment_before_an_accident(self):
        server = self.serve()
        ada = Person(server, "Ada")
        table = ada.make([ME])["table"]["id"]
        self.play(server, ada, table, 2)
        base = self.base_backup()
        before = self.play(server, ada, table, 3)
        moment = self.postgres.sql("SELECT clock_timestamp()").strip()
        self.postgres.sql("DELETE FROM flipside.step", "site")
        self.archived()
        self.assertEqual(glob.glob(os.path.join(self.archive, "*.part")), [])
        server.kill()
        self.recover(base, moment)
        again = self.serve()
        ada.server = again
        self.assertGreater(self.play(again, ada, table, 1), before)
        self.assertEqual(again.stop(), 0)
        check = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "store", "check", "--data", self.postgres.url("site")],
                               capture_output=True, text=True, check=False)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)


if __name__ == "__main__":
    client.main()
