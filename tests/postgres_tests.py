"""The server on PostgreSQL: what the database may do to it while people play, and a selection of the tests that it passes on a file.

Run by tests/with_postgres.py, which starts a PostgreSQL for it. With FLIPSIDE_LONG the selection is everything that does not look into
the file.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

import client
from client import Person, Server, act, eventually
from with_postgres import Postgres

ME, OPEN = {"kind": "me"}, {"kind": "open"}

SELECTED = ("test_server_durable.Reconnecting.test_a_repeated_message_gets_the_same_answer_also_after_a_restart",
            "test_server_durable.Reconnecting.test_offers_and_waiting_tables_survive_a_restart",
            "test_server_durable.Reconnecting.test_what_two_people_did_outside_a_table_is_there_after_kill_9",
            "test_server_durable.Files.test_a_backup_can_be_made_while_the_server_runs",
            "test_server_tournaments.Bots.test_a_knock_out_of_bots", "test_server_daily.Months", "test_server_leagues.Leagues",
            "test_server_workshop.Workshop.test_a_reported_edition_can_be_taken_down",
            "test_server_workshop.Workshop.test_the_gallery_has_what_its_maker_puts_there_with_one_star_for_each_person")
EVERYTHING = ("test_server_durable.Reconnecting", "test_server_durable.Killing", "test_server_durable.Files", "test_server_friends",
              "test_server_lobby", "test_server_ratings", "test_server_team", "test_server_join", "test_server_safety",
              "test_server_tournaments.Bots", "test_server_tournaments.People", "test_server_workshop")


def command(*words):
    done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class OneTable(unittest.TestCase):
    """One server and one table."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def sit_down(self, server):
        self.server = server.start()
        self.addCleanup(self.stop)
        self.ada = Person(self.server, "Ada")
        self.table = self.ada.make([ME])["table"]["id"]
        self.link = self.ada.connect()
        self.link.watch(self.table)

    def stop(self):
        self.assertEqual(self.server.stop(), 0, self.server.complaints)

    def send_move(self):
        scene = self.link.scenes[self.table]
        text = scene["actions"][0]["text"]
        return self.link.send("act", table=self.table, seat=scene["seat"], text=text, at=scene["table"]["steps"]), text

    def moves(self):
        """What the log of the table says, as it is saved."""
        link = self.ada.connect()
        link.watch(self.table)
        return [entry["text"] for entry in link.logs[self.table] if entry["seat"] == 0]

    def told(self, saved):
        return any(push["push"] == "store" and push["saved"] == saved for push in self.link.pushes)

    def wait_told(self, saved):
        while not self.told(saved):
            self.link.receive()


class Trouble(OneTable):
    """The database goes away and comes back."""

    def setUp(self):
        super().setUp()
        self.postgres = Postgres.of_the_tests()
        self.addCleanup(client.forget_places, self.folder.name)
        self.sit_down(Server(os.path.join(self.folder.name, "flipside.db"), "--header-seconds", "3600"))

    def server_links(self):
        return int(re.search(r"^flipside_clients (\d+)$", self.ada.get("/metrics")[1], re.M).group(1))

    def restart(self, how="fast", meanwhile=lambda: None):
        """Of the database. A move is made while it is away; returns it when it is durable."""
        self.postgres.stop(how)
        number, text = self.send_move()
        self.wait_told(False)
        self.link.pushes.clear()
        meanwhile()
        starting = threading.Thread(target=self.postgres.start)  # meanwhile the link answers pings
        starting.start()
        self.assertTrue(self.link.wait_answer(number)["ok"])
        starting.join()
        self.wait_told(True)
        self.link.pushes.clear()
        self.link.hear_all()
        return text

    def test_a_restart_of_the_database_loses_and_doubles_nothing(self):
        made = [act(self.link, self.table)[1] for _ in range(3)]
        for how in ("fast", "immediate"):  # the second is as if it had crashed
            made += [self.restart(how), act(self.link, self.table)[1]]
            self.assertEqual(self.moves(), made)
        self.server.kill()
        self.server.start()
        self.assertEqual(self.moves(), made)
        self.link = self.ada.connect()

    def test_where_a_websocket_was_the_database_is_heard_as_well(self):
        sockets = []

        def connect():  # to where the server's connections to the database were
            for _ in range(8):
                sockets.append(socket.create_connection(("127.0.0.1", self.server.port), timeout=client.PATIENCE))
            self.assertEqual(self.ada.get("/healthz")[0], 503)  # whoever came before has been let in
        made = [self.restart(meanwhile=connect)]
        for link in [self.ada.connect(over=one) for one in sockets]:
            link.close()
        eventually("all have gone", lambda: self.server_links() == 1)
        made.append(self.restart())
        self.assertEqual(self.moves(), made)
        self.assertNotIn("unmasked_frame", self.server.log())

    def test_a_database_that_does_not_answer_stops_nobody_but_what_must_be_saved(self):
        made = [act(self.link, self.table)[1]]
        database = client.databases[self.server.data]
        backends = [int(pid) for pid in client.psql(
            f"SELECT pid FROM pg_stat_activity WHERE datname = '{database}'").split()]
        for pid in backends:
            os.kill(pid, signal.SIGSTOP)
        try:
            number, text = self.send_move()
            self.wait_told(False)
            self.assertEqual(self.ada.get("/healthz")[0], 503)  # at once: the loop does not wait
            self.assertEqual(self.link.ask("ping")["ok"], True)
        finally:
            for pid in backends:
                os.kill(pid, signal.SIGCONT)
        self.assertTrue(self.link.wait_answer(number)["ok"])
        self.wait_told(True)
        self.link.hear_all()
        made += [text, act(self.link, self.table)[1]]
        self.assertEqual(self.moves(), made)
        self.assertEqual(self.ada.get("/healthz")[0], 200)

    def test_the_administrator_looks_and_changes_beside_the_server(self):
        data = client.place(self.server.data)
        status, said = command("admin", "--data", data, "list", "ada")
        self.assertEqual((status, "1 person." in said), (0, True), said)
        status, said = command("admin", "--data", data, "rename", "Ada", "Ida")
        self.assertEqual(status, 0, said)
        self.assertEqual(self.ada.get("/api/me")[1]["person"]["name"], "Ida")
        self.assertEqual(command("store", "check", "--data", data)[0], 0)
        status, said = command("admin", "--data", data, "delete", "Ida")
        self.assertEqual(status, 0, said)
        eventually("nothing is left of the person", lambda: client.psql(
            "SELECT count(*) FROM flipside.person", client.databases[self.server.data]).strip() == "0")

    def test_a_site_moves_into_a_file_and_back_and_people_play_on(self):
        made = [act(self.link, self.table)[1] for _ in range(3)]
        file, back = os.path.join(self.folder.name, "moved.db"), os.path.join(self.folder.name, "back.db")
        self.assertEqual(self.server.stop(), 0)
        status, said = command("store", "copy", client.place(self.server.data), file)
        self.assertEqual((status, "copied and compared" in said), (0, True), said)
        status, said = command("store", "copy", file, client.place(back))
        self.assertEqual(status, 0, said)
        self.assertEqual(command("store", "copy", file, client.place(back))[0], 1)  # never over a site
        self.assertEqual(command("store", "rebuild", "--data", client.place(back))[0], 0)
        self.assertEqual(command("admin", "--data", client.place(back), "restore", file)[0], 0)
        self.server.data = back
        self.server.start()
        self.assertEqual(self.moves(), made)
        self.link = self.ada.connect()
        self.link.watch(self.table)
        act(self.link, self.table)


class ServerAt(Server):
    """A server on a database of its own."""

    def __init__(self, folder, url):
        super().__init__(os.path.join(folder, "flipside.db"))
        self.url = url

    def _run(self, command, **more):
        command[command.index("--data") + 1] = self.url
        super()._run(command, **more)


class Durable(OneTable):
    """What an answer means, whatever the database is set to: a PostgreSQL of its own for each."""

    def start(self, *settings, environment=None):
        self.postgres = Postgres(environment=environment)
        self.addCleanup(self.postgres.remove)
        self.postgres.start(*settings)
        self.postgres.sql("CREATE DATABASE site")
        return ServerAt(self.folder.name, self.postgres.url("site"))

    def waiting(self):
        """The processes of the database whose commits wait for a standby. There may be none for a moment: the server gives up a commit
        that takes long, and makes another."""
        return set(self.postgres.sql("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'").split())

    def cut_waiting(self):
        """Ends a process that waits, with what it has not sent to anybody; returns all that have been ended."""
        ended = set()

        def one_is_cut():
            waiting = self.waiting()
            ended.update(pid for pid in waiting if self.postgres.sql(f"SELECT pg_terminate_backend({pid})").strip() == "t")
            return ended

        eventually("a process that waits is cut", one_is_cut)
        return ended

    def test_a_database_that_would_answer_early_does_not_for_us(self):
        early = ("synchronous_commit=off", "wal_writer_delay=10s")
        self.sit_down(self.start(*early))
        made = [act(self.link, self.table)[1] for _ in range(3)]
        self.postgres.stop("immediate")  # what was only in its memory is gone
        self.postgres.start(*early)
        self.server.kill()
        self.server.start()
        self.assertEqual(self.moves(), made)

    def test_a_database_that_writes_nothing_down_is_refused(self):
        server = self.start("fsync=off")
        with self.assertRaisesRegex(RuntimeError, "fsync=off"):
            server.start()

    def wait_for(self, standby):
        """Says what a commit waits for, and cuts all connections, so that the server's next one begins with that."""
        self.postgres.sql(f"ALTER DATABASE site SET synchronous_commit = {standby}")
        self.postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'site'")

    def test_a_standby_is_waited_for_if_the_administrator_says_so(self):
        self.sit_down(self.start("synchronous_commit=local", "synchronous_standby_names=*"))  # and there is none
        made = [act(self.link, self.table)[1]]
        self.wait_for("remote_apply")
        number, text = self.send_move()
        eventually("the server waits", self.waiting)
        self.wait_told(False)
        cut = self.cut_waiting()
        eventually("the server waits again", lambda: self.waiting() - cut)
        self.wait_for("local")
        self.assertTrue(self.link.wait_answer(number)["ok"])
        self.server.kill()
        self.server.start()
        self.assertEqual(self.moves(), [*made, text])

    def test_a_disk_without_room_is_waited_for(self):
        full, library = (os.path.join(self.folder.name, name) for name in ("full", "full_disk.so"))
        os.chmod(self.folder.name, 0o755)
        shutil.copy(os.environ["FLIPSIDE_FULL_DISK"], library)  # the database's user may not be let into our build folder
        self.sit_down(self.start(environment={"LD_PRELOAD": library, "FULL_DISK_FILE": full}))
        with open(f"/proc/{self.postgres.pid()}/maps", encoding="ascii") as maps:
            self.assertIn(library, maps.read(), "the database runs without the library that fills its disk")
        made = [act(self.link, self.table)[1]]
        with open(full, "w", encoding="ascii"):
            pass
        while True:  # as long as there is room in what the database has written before, it goes on
            scene = self.link.scenes[self.table]
            number, text = self.send_move()
            if not self.answered(number):
                break
            made.append(text)
            self.link.wait_scene(self.table, lambda newest, scene=scene: newest is not scene)
            if not self.link.scenes[self.table]["actions"]:
                self.table, made = self.ada.make([ME])["table"]["id"], []
                self.link.watch(self.table)
        os.remove(full)
        again = client.Socket(self.ada, client=self.link.client, number=number)  # as a client does that has lost its connection
        answer = again.send_again(number, "act", table=self.table, seat=0, text=text, at=scene["table"]["steps"])
        self.assertTrue(answer["ok"], answer)
        self.assertEqual(self.moves(), [*made, text])

    def answered(self, number):
        """False: it is not saved yet, or the server has to start over and the connection ends."""
        try:
            while not self.told(False):
                answer = self.link.receive()
                if answer.get("re") == number:
                    self.assertTrue(answer["ok"], answer)
                    return True
        except ConnectionError:
            pass
        return False

    @unittest.skipUnless(os.environ.get("FLIPSIDE_LONG"), "a second database has to be made")
    def test_after_a_failover_everything_that_was_answered_is_there(self):
        server = self.start("synchronous_standby_names=*", "synchronous_commit=local", "wal_level=replica")
        standby = Postgres.standby_of(self.postgres)
        self.addCleanup(standby.remove)
        standby.start("hot_standby=on")
        eventually("the standby follows", lambda: self.postgres.sql("SELECT count(*) FROM pg_stat_replication").strip() == "1")
        self.postgres.sql("ALTER DATABASE site SET synchronous_commit = remote_apply")
        server.url = (f"postgresql:///site?host={self.postgres.folder},{standby.folder}&user=flipside"
                      "&target_session_attrs=read-write")
        self.sit_down(server)
        made = [act(self.link, self.table)[1] for _ in range(3)]
        self.postgres.stop("immediate")
        number, text = self.send_move()
        self.wait_told(False)
        standby.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        standby.run("pg_ctl", "-D", standby.data, "-w", "-t", "60", "promote")
        self.assertTrue(self.link.wait_answer(number)["ok"])
        self.wait_told(True)
        self.assertEqual(self.moves(), [*made, text])
        self.link.hear_all()
        act(self.link, self.table)


def load_tests(loader, standard, pattern):
    names = EVERYTHING if os.environ.get("FLIPSIDE_LONG") else SELECTED
    return unittest.TestSuite([standard, *(loader.loadTestsFromName(name) for name in names)])


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    client.main()
