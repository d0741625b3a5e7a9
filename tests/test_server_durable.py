"""What the server has acknowledged stays: reconnects, restarts, kill -9, older files, the data file's own commands, SIGHUP, TLS.

What counts as acknowledged is read from the clients' own logs.
"""

import gzip
import http.client
import json
import os
import pty
import random
import shutil
import signal
import sqlite3
import ssl
import subprocess
import tempfile
import time
import unittest

import client
from client import Bearer, Case, Person, Server, act, play_to_end

ME, OPEN = {"kind": "me"}, {"kind": "open"}
LONG = bool(os.environ.get("FLIPSIDE_LONG"))


def store(*arguments):
    """`flipside store …`: status, what it said, what it complained about."""
    done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "store", *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class Player:
    """A client that keeps a log of what was acknowledged, and sends again what was not."""

    def __init__(self, person, table, seat):
        self.person, self.table, self.seat = person, table, seat
        self.client, self.number = f"player-{seat}-{random.getrandbits(64):016x}", 1
        self.acknowledged = []  # texts of moves
        self.pending = None  # (number, text, at)
        self.link = None

    def connect(self):
        self.link = self.person.connect(client=self.client, number=self.number - 1)
        self.number = self.link.number
        if self.pending:
            number, text, at = self.pending
            self.heard(self.link.send_again(number, "act", table=self.table, seat=self.seat, text=text, at=at))
        self.link.watch(self.table)

    def heard(self, answer):
        assert answer["ok"], answer
        self.acknowledged.append(self.pending[1])
        self.pending = None

    def choose(self):
        """Sends a move, if there is one to make, and does not wait for the answer."""
        self.link.hear_all()
        scene = self.link.scenes[self.table]
        if scene["actions"]:
            text, at = random.choice(scene["actions"])["text"], scene["table"]["steps"]
            number = self.link.send("act", table=self.table, seat=self.seat, text=text, at=at)
            self.pending = number, text, at

    def finish(self):
        if self.pending:
            self.heard(self.link.wait_answer(self.pending[0]))

    def lose(self):
        self.number = self.link.number
        self.link.close()

    def read_on(self):
        """After the server has died: an answer that had been sent counts."""
        try:
            while self.pending:
                answer = self.link.receive()
                if answer.get("re") == self.pending[0]:
                    self.heard(answer)
        except OSError:
            return


def moves_of(record, seat):
    return [step["move"] for step in record["steps"] if step.get("seat") == seat]


class Reconnecting(Case):
    def test_a_reconnect_at_every_step_loses_and_doubles_nothing(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        player = Player(ada, table, 0)
        player.connect()
        while player.link.scenes[table]["table"]["status"] == "running":
            player.choose()
            player.lose()  # before the answer is read
            player.connect()  # and sends it again
        record = ada.get(f"/api/tables/{table}/record")[1]
        self.assertEqual(moves_of(record, 0), player.acknowledged)
        self.assertGreater(len(player.acknowledged), 20)
        self.assertEqual([entry["text"] for entry in player.link.logs[table]],
                         [step.get("move") or step["event"] for step in record["steps"]])

    def test_a_repeated_message_gets_the_same_answer_also_after_a_restart(self):
        ada, bo = self.person(), self.person()
        table = ada.make([ME, OPEN])["table"]["id"]
        messages, answers = [], []
        link, other = ada.connect(), bo.connect()
        self.assert_done(other.ask("sit", table=table, seat=1))
        scene = link.watch(table)

        def ask(do, **fields):
            number = link.send(do, table=table, **fields)
            messages.append((number, do, {"table": table, **fields}))
            answers.append(link.wait_answer(number))

        ask("act", seat=0, text=scene["actions"][0]["text"])
        ask("undo", seat=0)
        ask("undo", seat=0)  # refused
        ask("act", seat=0, text=scene["actions"][0]["text"])
        ask("chat", text="once")
        ask("mute", seat=1)
        ask("end", agree=True)
        other.ask("end", table=table)
        other.ask("rematch", table=table)
        ask("rematch")
        ask("leave")  # refused: it is over
        expected = [True, True, False, True, True, True, True, True, False]
        self.assertEqual([answer["ok"] for answer in answers], expected)
        record = ada.get(f"/api/tables/{table}/record")[1]
        for restart in (False, True, True):
            if restart:
                self.assertEqual(self.server.stop(), 0)
                self.server.start()
            link = ada.connect(client=link.client, number=link.number)
            for (number, do, fields), answer in zip(messages, answers):
                again = link.send_again(number, do, **fields)
                if answer["ok"]:
                    self.assertEqual(again, answer)
                else:
                    self.assertFalse(again["ok"])  # refusals are not kept: it is tried again
            link.watch(table)
            self.assertEqual([line["text"] for line in link.chats[table]], ["once"])
            self.assertEqual(ada.get(f"/api/tables/{table}/record")[1], record)
        self.assertEqual(len(ada.get("/api/mine")[1]["tables"]), 2)

    def test_a_message_that_comes_over_two_connections_of_a_client_is_done_once(self):
        ada = self.person()
        table = ada.make([{"kind": "me"}, {"kind": "open"}])["table"]["id"]
        one = ada.connect()
        first = one.ask("chat", table=table, text="one")
        self.assert_done(first)
        other = ada.connect(client=one.client, number=one.number)
        number = other.number + 1
        second = other.ask("chat", table=table, text="two")
        self.assert_done(second)
        self.assertEqual(one.send_again(number, "chat", table=table, text="two"), second)
        third = one.send_again(number + 1, "chat", table=table, text="three")
        self.assert_done(third)
        self.assertEqual(other.send_again(number + 1, "chat", table=table, text="three"), third)
        self.assertEqual(other.send_again(first["re"], "chat", table=table, text="one"), first)
        other.watch(table)
        self.assertEqual([line["text"] for line in other.chats[table]], ["one", "two", "three"])

    def test_a_message_that_was_refused_over_one_connection_is_not_done_over_another(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN])["table"]["id"]
        one = ada.connect()
        number = one.send("offer", table=table, kind="end")
        refusal = one.wait_answer(number)
        self.refused(refusal, "waiting")
        self.assert_done(bo.connect().ask("sit", table=table, seat=1))
        other = ada.connect(client=one.client, number=one.number)
        self.assertEqual(other.send_again(number, "offer", table=table, kind="end"), refusal)
        one.watch(table)
        self.assertEqual(one.scenes[table]["offers"], [])

    @client.about_files
    def test_refused_messages_fill_no_file_and_a_person_has_so_many_clients(self):
        ada = self.person()
        table = ada.make([ME, OPEN, OPEN])["table"]["id"]
        me = ada.get("/api/me")[1]["person"]["id"]

        def kept():
            with sqlite3.connect(self.server.data) as database:
                rows = database.execute("SELECT client, count(*) FROM answer WHERE client LIKE ? GROUP BY client ORDER BY max(time)",
                                        (f"{me}.%",)).fetchall()
            database.close()
            return rows

        for _ in range(60):
            link = ada.connect()
            self.refused(link.ask("offer", table=table, kind="dance"), "bad_option")
            link.close()
        self.assertEqual(kept(), [])
        links = [ada.connect() for _ in range(25)]
        for link in links:
            self.assert_done(link.ask("put_bot", table=table, seat=1, level=1))
            time.sleep(0.002)  # the order is that of the clock
        self.assertEqual(kept(), [(f"{me}.{link.client}", 1) for link in links[5:]])
        # the clients that were silent for longest are forgotten, not the answers of those who still speak
        self.assert_done(links[24].send_again(links[24].number, "put_bot", table=table, seat=1, level=1))

    def test_another_person_cannot_have_the_answers_of_a_client(self):
        ada, bo = self.person(), self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        scene = link.watch(table)
        number = link.send("act", table=table, seat=0, text=scene["actions"][0]["text"])
        self.assert_done(link.wait_answer(number))
        thief = bo.connect(client=link.client, number=100)
        self.refused(thief.send_again(number, "act", table=table, seat=0, text=scene["actions"][0]["text"]), "not_your_seat")

    def test_a_message_whose_answer_is_not_kept_any_more_is_refused(self):
        ada = self.person()
        table = ada.make([ME, OPEN, OPEN])["table"]["id"]
        link = ada.connect()
        first = link.send("put_bot", table=table, seat=1, level=1)
        self.assert_done(link.wait_answer(first))
        for _ in range(64):
            self.assert_done(link.ask("put_bot", table=table, seat=1, level=2))
        self.assert_done(link.send_again(first, "put_bot", table=table, seat=1, level=1))
        for _ in range(64):
            link.ask("put_bot", table=table, seat=1, level=3)
        self.refused(link.send_again(first, "put_bot", table=table, seat=1, level=1), "late")
        if not client.POSTGRES:  # what was done is in one row
            with sqlite3.connect(self.server.data) as database:
                kept = database.execute("SELECT count(*) FROM answer WHERE client LIKE ?", (f"%.{link.client}",)).fetchone()[0]
            database.close()
            self.assertEqual(kept, 1)

    def test_a_stop_tells_the_clients_and_ends_with_status_0(self):
        link = self.person().connect()
        self.assertEqual(self.server.stop(), 0)
        with self.assertRaises((ConnectionError, OSError)):
            while True:
                link.receive()
        self.assertEqual(link.pushes[-1]["push"], "bye")
        self.server.start()

    def test_offers_and_waiting_tables_survive_a_restart(self):
        ada, bo = self.person(), self.person()
        table, waiting = ada.make([ME, OPEN])["table"]["id"], ada.make([ME, OPEN], public=True)["table"]["id"]
        self.assert_done(bo.connect().ask("sit", table=table, seat=1))
        self.assert_done(ada.connect().ask("end", table=table))
        self.server.kill()
        self.server.start()
        self.assertEqual(bo.connect().watch(table)["offer"], {"by": 0, "agreed": [0]})
        self.assertIn(waiting, [t["id"] for t in bo.get("/api/tables")[1]["tables"]])
        self.assert_done(bo.connect().ask("sit", table=waiting, seat=1))

    def test_bots_go_on_after_a_restart(self):
        ada = self.person()
        table = ada.make([ME, {"kind": "bot", "level": 1}])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        play_to_end([link], table, limit=3)
        self.server.kill()
        self.server.start()
        link = ada.connect()
        link.watch(table)
        play_to_end([link], table)
        self.assertEqual(link.scenes[table]["table"]["status"], "over")

    def killed(self):
        self.server.kill()
        self.server.start()

    def done(self, answer):
        self.assertEqual(answer[0], 200, answer)
        return answer[1]

    def test_what_two_people_did_outside_a_table_is_there_after_kill_9(self):
        """Each deed is followed by the worst as soon as it was acknowledged."""
        ada, bo = self.people(2)
        for person in (ada, bo):
            self.done(person.post("/api/claim", {"password": "a long enough word"}))
        first, second = (person.get("/api/me")[1]["person"] for person in (ada, bo))

        def friends(person):
            return [friend["state"] for friend in person.get("/api/friends")[1]["friends"]]

        def challenges(person):
            return person.get("/api/friends")[1]["challenges"]

        for deed, states in ((lambda: ada.post("/api/friends", {"name": second["name"]}), (["asked"], ["asks"])),
                             (lambda: bo.post("/api/friends", {"name": first["name"]}), (["friend"], ["friend"])),
                             (lambda: ada.post("/api/friends/end", {"name": second["name"]}), ([], []))):
            self.done(deed())
            self.killed()
            self.assertEqual((friends(ada), friends(bo)), states)
        for accept, status in ((False, "ended"), (True, "running")):
            table = self.done(ada.post("/api/challenges", {"name": second["name"], "game": "royalflip"}))["table"]["id"]
            self.killed()
            challenge, = challenges(bo)
            self.assertEqual(challenge["table"], table)
            self.done(bo.post("/api/challenges/answer", {"id": challenge["id"], "accept": accept}))
            self.killed()
            self.assertEqual((challenges(ada), challenges(bo)), ([], []))
            self.assertEqual(ada.get(f"/api/tables/{table}")[1]["table"]["status"], status)
            self.assertEqual(bo.post("/api/challenges/answer", {"id": challenge["id"], "accept": True})[1]["error"]["code"], "not_found")
        for on in (True, False):
            self.done(ada.post("/api/blocks", {"name": second["name"], "on": on}))
            self.killed()
            self.assertEqual(len(ada.get("/api/blocked")[1]["people"]), int(on))
        self.done(ada.post("/api/reports", {"name": second["name"], "why": "too loud"}))
        self.done(ada.post("/api/visibility", {"presence": "nobody"}))
        self.killed()
        self.assertEqual([report["text"] for report in ada.get("/api/export")[1]["reports"]], ["too loud"])
        self.assertEqual(ada.get("/api/visibility")[1]["presence"], "nobody")

    def test_a_token_that_was_revoked_stays_so_after_kill_9(self):
        ada = self.person()
        self.done(ada.post("/api/claim", {"password": "a long enough word"}))
        self.done(ada.post("/api/programs", {"name": "Lives On"}))
        self.killed()
        program, = ada.get("/api/tokens")[1]["programs"]
        made = self.done(ada.post("/api/tokens", {"person": program["id"], "label": "home", "scopes": ["read"]}))
        self.killed()
        bearer = Bearer(self.server, made["token"])
        self.assertEqual(bearer.get("/api/me")[1]["person"]["name"], "Lives On")
        self.done(ada.post("/api/tokens/end", {"id": made["tokens"][0]["id"]}))
        self.killed()
        self.assertEqual(bearer.get("/api/me")[0], 401)


class Killing(unittest.TestCase):
    def test_nothing_acknowledged_is_missing_after_kill_9(self):
        chance = random.Random(7)
        with tempfile.TemporaryDirectory() as folder:
            server = Server(os.path.join(folder, "flipside.db"), "--threads", "1").start()
            ada, bo = Person(server, "Ada"), Person(server, "Bo")
            players, tables, seen = [], [], {}

            def sit():
                table = ada.make([ME, OPEN])["table"]["id"]
                assert bo.connect().ask("sit", table=table, seat=1)["ok"]
                tables.append(table)
                players[:] = [Player(ada, table, 0), Player(bo, table, 1)]
                for player in players:
                    player.connect()

            sit()
            for _ in range(1000 if LONG else 20):
                for _ in range(chance.randrange(1, 8)):
                    for player in players:
                        player.choose()
                    for player in players:
                        player.finish()
                for player in players:
                    player.choose()  # under way when the server dies
                time.sleep(chance.random() * 0.012)
                server.kill()
                for player in players:
                    player.read_on()
                    player.lose()
                server.start()
                for player in players:
                    player.connect()
                table = tables[-1]
                record = ada.get(f"/api/tables/{table}/record")[1]
                for player in players:
                    # The public record may still hide the running phase: what it shows is the beginning of what was acknowledged.
                    shown = moves_of(record, player.seat)
                    self.assertEqual(shown, player.acknowledged[:len(shown)])
                    own = [e["text"] for e in player.link.logs[table] if e["seat"] == player.seat]
                    self.assertEqual(own, player.acknowledged)
                seen[table] = {player.seat: list(player.acknowledged) for player in players}
                if players[0].link.scenes[table]["table"]["status"] != "running":
                    for player in players:
                        player.lose()
                    sit()
            self.assertEqual(server.stop(), 0)
            status, said, complaint = store("check", "--data", client.place(server.data))
            self.assertEqual((status, complaint), (0, ""), said)
            self.assertIn("0 do not fit", said)
            server.start()
            for table, acknowledged in seen.items():
                if ada.get(f"/api/tables/{table}")[1]["table"]["status"] == "over":
                    record = ada.get(f"/api/tables/{table}/record")[1]
                    for seat, moves in acknowledged.items():
                        self.assertEqual(moves_of(record, seat)[:len(moves)], moves)
            server.stop()


VERSION_1 = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE person(id TEXT PRIMARY KEY, name TEXT NOT NULL, password TEXT, created INTEGER NOT NULL, seen INTEGER NOT NULL)
  WITHOUT ROWID;
CREATE TABLE game_table(id TEXT PRIMARY KEY, status INTEGER NOT NULL, listed INTEGER NOT NULL, created INTEGER NOT NULL,
  changed INTEGER NOT NULL, head TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX game_table_lobby ON game_table(changed) WHERE listed AND status < 2;
CREATE INDEX game_table_open ON game_table(status) WHERE status < 2;
CREATE TABLE seat(person TEXT NOT NULL, game_table TEXT NOT NULL, PRIMARY KEY(person, game_table)) WITHOUT ROWID;
CREATE TABLE step(game_table TEXT NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY(game_table, number))
  WITHOUT ROWID;
CREATE TABLE answer(client TEXT NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY(client, number)) WITHOUT ROWID;
CREATE TABLE chat(game_table TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL,
  name TEXT NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(game_table, number)) WITHOUT ROWID;
CREATE TABLE edition(hash TEXT PRIMARY KEY, game TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;
PRAGMA user_version = 1;
"""
COPIED = {"meta": "key, value", "person": "id, name, password, created, seen",
          "game_table": "id, status, listed, created, changed, head", "seat": "person, game_table",
          "step": "game_table, number, json", "chat": "game_table, number, seat, person, name, text, time",
          "edition": "hash, game, json"}


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "flipside.db")
        self.server = Server(self.path)

    def tearDown(self):
        if self.server.process and self.server.process.poll() is None:
            self.server.stop()
        client.forget_places(self.folder.name)
        self.folder.cleanup()

    def rows(self, path, query):
        with sqlite3.connect(path) as database:
            result = database.execute(query).fetchall()
        database.close()
        return result

    def change(self, statement, *values):
        with sqlite3.connect(self.path) as database:
            database.execute(statement, values)
        database.close()

    def played(self):
        """A file with one finished and one running game; returns the person and the two tables."""
        self.server.start()
        ada = Person(self.server, "Ada")
        over, running = ada.make([ME])["table"]["id"], ada.make([ME])["table"]["id"]
        link = ada.connect()
        link.watch(over), link.watch(running)
        play_to_end([link], over)
        play_to_end([link], running, limit=5)
        assert link.ask("chat", table=running, text="kept")["ok"]
        link.close()
        self.assertEqual(self.server.stop(), 0)
        return ada, over, running

    @client.about_files
    def test_a_file_of_version_1_is_brought_up_to_date_after_a_backup(self):
        ada, over, running = self.played()
        new = os.path.join(self.folder.name, "new.db")
        shutil.move(self.path, new)
        with sqlite3.connect(self.path) as database:
            database.executescript(VERSION_1)
            database.execute("ATTACH ? AS new", (new,))
            for table, columns in COPIED.items():
                database.execute(f"INSERT INTO main.{table} SELECT {columns} FROM new.{table}")
            database.execute("DELETE FROM meta WHERE key <> 'secret'")
            database.execute("INSERT INTO answer VALUES('old', 1, '{}')")
        database.close()

        def everything(path):
            return {table: self.rows(path, f"SELECT {columns} FROM {table} ORDER BY 1, 2")
                    for table, columns in COPIED.items() if table != "meta"}

        secret = self.rows(self.path, "SELECT value FROM meta")
        ada.cookie = client.old_cookie(secret[0][0], ada.cookie.split("=")[1].split(".")[0], int(time.time()) // 3600)
        before = everything(self.path)
        self.server.start()
        self.assertEqual(self.rows(self.path, "SELECT value FROM meta WHERE key = 'secret'"), secret)
        self.assertEqual(self.rows(self.path + ".backup-v1", "PRAGMA user_version"), [(1,)])
        for path in (self.path, self.path + ".backup-v1"):
            self.assertEqual(everything(path), before, path)
        self.assertEqual(self.rows(self.path, "PRAGMA user_version"), [(max(client.schema_steps()),)])
        # What follows from the records is there without being asked for.
        self.assertEqual(self.rows(self.path, "SELECT game_table, seats FROM result"), [(over, 1)])
        self.assertEqual([t["id"] for t in ada.get("/api/mine")[1]["tables"]], [running, over])
        link = ada.connect()
        self.assertEqual(link.watch(running)["chat"][0]["text"], "kept")
        play_to_end([link], running)
        self.server.stop()
        self.assertEqual(self.rows(self.path, "SELECT count(*) FROM result"), [(2,)])  # and of the game that ended just now
        self.assertEqual(store("rebuild", "--data", self.path)[0], 0)
        self.assertEqual(self.rows(self.path, "SELECT count(*) FROM result"), [(2,)])

    @client.about_files
    def test_a_site_of_many_tables_is_checked_whole(self):
        self.server.start()
        table = Person(self.server, "Ada").make([ME, {"kind": "open"}])["table"]["id"]
        self.server.stop()
        with sqlite3.connect(self.path) as database:
            database.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)"
                             " INSERT INTO game_table(id, status, listed, created, changed, head)"
                             " SELECT printf('T%021d', i), status, listed, created, changed, head FROM game_table, n WHERE id = ?", (table,))
        database.close()
        status, said = store("check", "--data", self.path)[:2]
        self.assertIn("2000 tables", said)
        self.assertEqual(status, 0, said)

    @client.about_files
    def test_a_file_from_before_pages_had_clean_gaps_is_written_anew_once(self):
        self.played()
        word = "a word that was deleted long ago"
        with sqlite3.connect(self.path) as database:
            database.execute("PRAGMA secure_delete = OFF")
            database.executemany("INSERT INTO mute VALUES(?, 'x', 'y')", [(f"{word} {i}",) for i in range(50)])
            database.commit()
            database.execute("DELETE FROM mute WHERE person = 'x'")
            database.execute("DELETE FROM meta WHERE key = 'gapless'")
        database.close()

        def has_word():
            with open(self.path, "rb") as file:
                return word.encode() in file.read()

        self.assertTrue(has_word())
        self.server.start()
        self.assertFalse(has_word())
        self.assertEqual(self.rows(self.path, "SELECT count(*) FROM meta WHERE key = 'gapless'"), [(1,)])

    @client.about_files
    def test_a_newer_file_is_refused_and_left_alone(self):
        self.played()
        self.change("PRAGMA user_version = 99")
        with self.assertRaises(RuntimeError) as refusal:
            self.server.start()
        self.assertIn("newer Flipside", str(refusal.exception))
        self.assertEqual(self.server.process.returncode, 1)
        self.assertEqual(self.rows(self.path, "PRAGMA user_version"), [(99,)])

    @client.about_files
    def test_a_file_that_is_no_database_is_refused(self):
        with open(self.path, "wb") as file:
            file.write(b"this is not a database, but it is long enough to be looked at" * 20)
        with self.assertRaises(RuntimeError):
            self.server.start()

    @client.about_files
    def test_two_servers_do_not_share_a_file(self):
        self.server.start()
        second = Server(self.path)
        with self.assertRaises(RuntimeError) as refusal:
            second.start()
        self.assertIn("in use", str(refusal.exception))
        self.assertEqual(store("rebuild", "--data", client.place(self.path))[0], 1)

    @client.about_files
    def test_rebuild_makes_results_again_from_the_records(self):
        _, over, _ = self.played()
        results = self.rows(self.path, "SELECT * FROM result")
        self.assertEqual(len(results), 1)
        self.change("DELETE FROM result")
        self.change("DELETE FROM seat")
        self.change("UPDATE game_table SET status = 1 WHERE id = ?", over)
        status, said, complaint = store("check", "--data", self.path)
        self.assertEqual((status, "rebuild mends it" in said), (1, True), said + complaint)
        status, said, complaint = store("rebuild", "--data", self.path)
        self.assertEqual((status, complaint), (0, ""), said)
        self.assertEqual(said, "2 tables, 1 running, 1 played to the end; 0 do not fit; 1 results, 1 tables mended.\n")
        self.assertEqual(self.rows(self.path, "SELECT * FROM result"), results)
        self.assertEqual(self.rows(self.path, "SELECT count(*) FROM seat"), [(2,)])
        self.assertEqual(store("check", "--data", self.path)[0], 0)

    @client.about_files
    def test_a_record_that_does_not_fit_is_named_and_spoils_nothing_else(self):
        ada, over, running = self.played()
        self.change("UPDATE step SET json = '{\"seat\":0,\"move\":\"write z9\"}' WHERE game_table = ? AND number = 7", over)
        status, said, complaint = store("rebuild", "--data", self.path)
        self.assertEqual(status, 1)
        self.assertRegex(said, rf"(?m)^table {over}: .*step 8")
        self.assertIn("1 do not fit", said + complaint)
        self.server.start()
        self.assertEqual(ada.get(f"/api/tables/{over}")[0], 500)
        self.assertEqual([t["id"] for t in ada.get("/api/mine")[1]["tables"]], [running])

    def test_a_backup_can_be_made_while_the_server_runs(self):
        self.server.start()
        ada = Person(self.server, "Ada")
        table = ada.make([ME])["table"]["id"]
        copy = os.path.join(self.folder.name, "copy.db")
        self.assertEqual(store("backup", "--data", client.place(self.path), copy), (0, "", ""))
        self.assertEqual(store("backup", "--data", client.place(self.path), copy)[0], 1)  # never over an older one
        self.assertEqual(store("check", "--data", client.place(self.path))[0], 0)
        self.assertEqual(self.rows(copy, "SELECT id FROM game_table"), [(table,)])
        second = Server(copy)
        if client.POSTGRES:  # a copy of a database is a file, and a file can be copied into a database
            self.assertEqual(store("copy", copy, client.place(copy))[0], 0)
        second.start()
        ada.server = second
        self.assertEqual(ada.get(f"/api/tables/{table}")[1]["table"]["status"], "running")
        second.stop()

    @client.about_files
    def test_whoever_looks_on_is_told_how_far_the_command_is(self):
        self.played()
        screen, end = pty.openpty()
        done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "store", "check", "--data", self.path], stdout=subprocess.DEVNULL, stderr=end, check=False)
        os.close(end)
        said = os.read(screen, 4096).decode()
        os.close(screen)
        self.assertEqual(done.returncode, 0, said)
        self.assertEqual(said, "\r2 of 2 tables\r\n")

    def test_the_commands_say_how_they_are_used(self):
        for help_wanted in (("--help",), ("-h",), ("check", "--help")):
            self.assertEqual(store(*help_wanted), store("--help"))
            self.assertEqual(store(*help_wanted)[0], 0)
        for wrong in ((), ("burn",), ("backup",), ("check", "x"), ("rebuild", "--data"), ("backup", "a", "b"),
                      ("backup", "-a")):
            self.assertEqual(store(*wrong)[0], 2, wrong)
        self.assertEqual(store("check", "--data", self.path + ".none")[0], 1)

    @client.about_files
    def test_the_data_file_is_for_its_owner_alone(self):
        self.server.start()
        self.assertEqual(os.stat(self.path).st_mode & 0o077, 0)


class Options(unittest.TestCase):
    def run_server(self, *options, **environment):
        done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "serve", *options], capture_output=True, text=True, check=False,
                              env={**os.environ, **environment})
        return done.returncode, done.stdout + done.stderr

    def test_wrong_options_are_named(self):
        for options, word in ((("--speed", "3"), "--speed"), (("--max-rate", "fast"), "max-rate"), (("--listen", "here"), "listen"),
                              (("--key", "x"), "certificate"), (("--data",), "--data"), (("--config", "/nowhere"), "nowhere")):
            status, said = self.run_server(*options)
            self.assertEqual((status, word in said), (2, True), said)
        status, said = self.run_server(FLIPSIDE_MAX_RATE="-1")
        self.assertEqual((status, "max-rate" in said), (2, True), said)

    def test_help_names_every_option(self):
        status, said = self.run_server("--help")
        self.assertEqual(status, 0)
        with open(os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "src", "server", "loop", "config.c"), encoding="utf-8") as file:
            source = file.read()
        table = source[source.index("} entries[] = {"):source.index("enum { ENTRIES")]
        names = {line.split('"')[1] for line in table.splitlines() if line.startswith('    {"')}
        self.assertGreater(len(names), 12)
        for name in names:
            self.assertIn("--" + name, said)

    @client.about_files
    def test_flags_count_more_than_the_environment_and_that_more_than_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            config = os.path.join(folder, "flipside.conf")
            with open(config, "w", encoding="utf-8") as file:
                file.write("# a remark\nmax-rate = fast\n")
            status, said = self.run_server("--config", config)
            self.assertEqual((status, "line 2" in said), (2, True), said)
            with open(config, "w", encoding="utf-8") as file:
                file.write(f"data = {folder}/file.db\n\n  max-rate=7\n")
            os.environ["FLIPSIDE_DATA"] = f"{folder}/environment.db"
            try:
                server = Server(f"{folder}/flag.db", "--config", config).start()
                server.stop()
            finally:
                del os.environ["FLIPSIDE_DATA"]
            self.assertTrue(os.path.exists(f"{folder}/flag.db"))
            self.assertFalse(os.path.exists(f"{folder}/file.db") or os.path.exists(f"{folder}/environment.db"))

    @client.about_files
    def test_the_page_comes_from_a_folder_and_anew_after_sighup(self):
        with tempfile.TemporaryDirectory() as folder:
            pages = f"{folder}/pages"
            os.makedirs(f"{pages}/assets")

            def write(name, text):
                with open(f"{pages}/{name}.gz", "wb") as file:
                    file.write(gzip.compress(text.encode()))
            write("index.html", "<p>first</p>")
            write("assets/old.js", "old()")
            with open(f"{pages}/.sources", "w", encoding="utf-8") as file:
                file.write("nobody's business")
            server = Server(f"{folder}/a.db", "--pages", pages).start()
            somebody = client.Person(server)
            self.assertEqual(somebody.get("/lobby"), (200, "<p>first</p>"))
            self.assertEqual(somebody.get("/assets/old.js"), (200, "old()"))
            self.assertEqual(somebody.headers["Content-Type"], "text/javascript; charset=utf-8")
            self.assertEqual(somebody.get("/.sources")[0], 404)

            os.remove(f"{pages}/assets/old.js.gz")
            write("index.html", "<p>second</p>")
            write("assets/new.js", "new()")
            server.hang_up()
            client.eventually("the page is read again", lambda: somebody.get("/") == (200, "<p>second</p>"))
            self.assertEqual(somebody.get("/assets/new.js"), (200, "new()"))
            self.assertEqual(somebody.get("/assets/old.js"), (200, "old()"), "pages that are open still ask for it")

            shutil.rmtree(pages)
            server.hang_up()
            client.eventually("the log says it", lambda: "cannot be read" in server.log())
            self.assertEqual(somebody.get("/"), (200, "<p>second</p>"))
            self.assertEqual(server.stop(), 0)
            status, said = self.run_server("--pages", pages, "--data", f"{folder}/a.db")
            self.assertEqual((status, "cannot be read" in said), (1, True), said)

    def test_a_port_that_is_taken_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(f"{folder}/a.db").start()
            status, said = self.run_server("--listen", f"127.0.0.1:{server.port}", "--data", f"{folder}/b.db")
            server.stop()
            self.assertEqual((status, "--listen sets another" in said), (1, True), said)


@unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
class Certificates(unittest.TestCase):
    def certificate(self, folder, name):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", f"/CN={name}", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/certificate.pem"],
                       check=True, capture_output=True)

    def shown(self, port):
        """The certificate that a new connection is shown."""
        return ssl.get_server_certificate(("127.0.0.1", port))

    def test_tls_works_and_sighup_reopens_certificate_and_log(self):
        with tempfile.TemporaryDirectory() as folder:
            self.certificate(folder, "first")
            server = Server(f"{folder}/a.db", "--certificate", f"{folder}/certificate.pem", "--key", f"{folder}/key.pem").start()
            with open(f"{folder}/certificate.pem", encoding="ascii") as file:
                first = file.read()
            self.assertEqual(self.shown(server.port).strip(), first.strip())
            context = ssl.create_default_context(cafile=f"{folder}/certificate.pem")
            context.check_hostname = False
            connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=context, timeout=client.PATIENCE)
            connection.request("POST", "/api/guest", '{"name":"Ada"}', {"Content-Type": "application/json"})
            answer = connection.getresponse()
            self.assertEqual(json.load(answer)["person"]["name"], "Ada")
            self.assertIn("Secure", answer.getheader("Set-Cookie"))
            connection.close()

            self.certificate(folder, "second")
            os.rename(server.data + ".log", server.data + ".log.1")
            server.process.send_signal(signal.SIGHUP)
            client.eventually("the reload is in the new log",
                              lambda: os.path.exists(server.data + ".log") and "reloaded" in server.log())
            self.assertNotEqual(self.shown(server.port).strip(), first.strip())
            self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    client.main()
