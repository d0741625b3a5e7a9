"""Memory runs out in the middle of a request: it costs the one who asked, and nobody else.

The real program runs with tests/fail_alloc.c, which refuses one allocation, or all large ones.
"""

import http.client
import os
import secrets
import sqlite3
import struct
import subprocess
import tempfile
import unittest

import client
from client import Bearer, Person, Server
from test_server_work import ME, long_game, long_record

ONE, LASTING = 0, 1


def told(link, do, **fields):
    """An answer, or that the message could not be read."""
    number, answer = link.send(do, **fields), {}
    while answer.get("re") not in (number, 0):
        answer = link.receive()
    return answer


class Memory(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "flipside.db")
        self.control = os.path.join(self.folder.name, "memory")
        self.write(0, 0, ONE)
        self.server = Server(self.path, "--header-seconds", "1", preload=os.environ["FLIPSIDE_FAIL_ALLOC"],
                             environment={"FAIL_ALLOC_FILE": self.control}).start()
        # Somebody who plays beside, and is never thrown off.
        self.bo = Person(self.server, "Bo")
        self.link = self.bo.connect()
        self.moves, self.kept = {}, set()
        self.sit_down()
        # libev ends the program when it gets no memory: it has room for as much at once as follows.
        links = [self.bo.connect() for _ in range(40)]
        for link in links:
            link.send("ping")
        for link in links:
            link.close()
        self.link.hear_all()

    def tearDown(self):
        self.write(0, 0, ONE)
        if self.server.process.poll() is None:
            self.assertEqual(self.server.stop(), 0, self.server.complaints)
        self.folder.cleanup()

    def write(self, number, size, lasting):
        with open(self.control, "r+b" if os.path.exists(self.control) else "wb") as file:
            file.write(struct.pack("=4q", number, size, lasting, 0))

    def disarm(self):
        """No more fail; how many have is still there to read."""
        with open(self.control, "r+b") as file:
            file.write(struct.pack("=q", 0))

    def struck(self):
        with open(self.control, "rb") as file:
            return struct.unpack("=4q", file.read(32))[3]

    def sit_down(self):
        self.table = self.bo.make([ME])["table"]["id"]
        self.moves[self.table] = 0
        self.link.watch(self.table)

    def others_go_on(self, where):
        """On the same connection, with a move that is acknowledged."""
        if not self.link.scenes[self.table]["actions"]:
            self.sit_down()
        try:
            client.act(self.link, self.table)
        except (ConnectionError, OSError) as error:
            self.fail(f"{where}: somebody else was thrown off: {error}; {self.server.process.poll()}")
        self.moves[self.table] += 1

    def each(self, ask, size=1, most=400, closely=False):
        """Lets the first allocation after `ask` calls what it is given fail, then a later one (`closely`: the next one), and so on until
        it is answered well with none failing."""
        number = 1
        while number < most:
            try:
                status, body = ask(lambda number=number: self.write(number, size, ONE))
            except (AssertionError, TimeoutError) as error:
                self.fail(f"allocation {number}: neither answered nor cut off: {error}")
            except (http.client.HTTPException, OSError, ValueError):
                status, body = 0, None  # whoever asks may be cut off
            struck = self.struck()
            self.write(0, 0, ONE)
            self.assertIsNone(self.server.process.poll(), f"allocation {number}: the server ended")
            if status == 200 and body and "table" in body:
                self.kept.add(body["table"]["id"])
            self.others_go_on(f"allocation {number}")
            if not struck:
                self.assertEqual(status, 200, body)
                return
            number += 1 if closely else 1 + number // 4
        self.assertGreater(number, 50)

    def nothing_is_lost(self):
        """After the worst, what was acknowledged is there."""
        self.server.kill()
        self.server.start()
        link = self.bo.connect()
        for table, moves in self.moves.items():
            link.watch(table)
            self.assertEqual(len([entry for entry in link.logs[table] if entry["seat"] == 0]), moves)
        base = sqlite3.connect(self.path)
        tables = {table for table, in base.execute("SELECT id FROM game_table")}
        base.close()
        self.assertLessEqual(self.kept, tables)

    def test_a_lack_of_memory_in_a_request_costs_one_client(self):
        ada = Person(self.server, "Ada")
        table = long_game(ada, 0)
        person = ada.get("/api/me")[1]["person"]["id"]
        lists = ("mine", "puzzles", "ratings/royalflip", "daily", "friends", "lobby", "lessons", f"people/{person}", f"people/{person}/games")
        for path, body in (("/api/tables", {"game": "royalflip", "seats": [ME, {"kind": "open"}]}), (f"/api/replays/{table}", None),
                           *((f"/api/{path}", None) for path in lists)):
            with self.subTest(path=path):
                self.each(lambda arm, path=path, body=body: (arm(), ada.post(path, body) if body else ada.get(path))[1])
        self.nothing_is_lost()

    def test_nobody_becomes_a_stranger_for_lack_of_memory(self):
        ada = Person(self.server, "Ada")
        token = Person(self.server, "Cy")
        self.assertEqual(token.post("/api/claim", {"password": "a long enough word"})[0], 200)
        shown = token.post("/api/tokens", {"label": "home", "scopes": ["read"]})[1]["token"]

        def known(arm, person):
            arm()
            status, body = person.get("/api/me")
            self.assertNotEqual((status, body), (200, {"person": None}))
            self.assertNotIn(status, (401, 403), body)
            return status, body

        for person in (ada, Bearer(self.server, shown)):
            self.each(lambda arm, person=person: known(arm, person))

    def test_a_lack_of_memory_in_a_message_costs_one_client(self):
        ada = Person(self.server, "Ada")
        table = ada.make([ME])["table"]["id"]

        def look(arm):
            link = ada.connect()
            try:
                arm()
                answers = [told(link, "watch", table=table), told(link, "sheet", table=table), told(link, "chat", table=table, text="Hello")]
                return 200 if all(answer["ok"] for answer in answers) else 500, {}
            finally:
                link.close()

        self.each(look)
        self.nothing_is_lost()

    def test_a_move_or_a_step_back_that_is_refused_for_lack_of_memory_has_not_happened(self):
        ada = Person(self.server, "Ada")

        def seen(link, table):
            scene = link.watch(table)
            return scene["table"]["steps"], scene["view"], scene["actions"], [entry["text"] for entry in link.logs[table]]

        def change(arm, do):
            """Moves, or takes a move back, and looks with other eyes at what has become of the table."""
            table, link, eyes = ada.make([ME])["table"]["id"], ada.connect(), ada.connect()
            try:
                first = link.watch(table)["actions"][0]["text"]
                if do == "undo":
                    client.act(link, table)
                before = seen(eyes, table)
                arm()
                answer = told(link, do, table=table, seat=0, **({"text": first} if do == "act" else {}))
                self.disarm()
                if not answer["ok"]:
                    self.assertEqual(seen(eyes, table), before)
                return 200 if answer["ok"] else 500, {}
            finally:
                link.close()
                eyes.close()

        for do in ("act", "undo"):
            self.each(lambda arm, do=do: change(arm, do), closely=True)
        self.nothing_is_lost()

    def test_a_game_that_cannot_begin_for_lack_of_memory_has_not_begun(self):
        ada, cy = Person(self.server, "Ada"), Person(self.server, "Cy")

        def table_as_it_is(table):
            found = ada.get(f"/api/tables/{table}")[1]["table"]
            return found["status"], [(seat["kind"], seat.get("name")) for seat in found["seats"]]

        def begin(arm, do):
            """The last free seat is taken, or done without."""
            table = ada.make([ME, {"kind": "bot", "level": 1}, {"kind": "open"}] if do == "start" else [ME, {"kind": "open"}])["table"]["id"]
            link = (cy if do == "sit" else ada).connect()
            wish = {"sit": {"seat": 1}, "put_bot": {"seat": 1, "level": 1}, "start": {}}[do]
            try:
                before = table_as_it_is(table)
                arm()
                answer = told(link, do, table=table, **wish)
                self.disarm()
                if answer["ok"]:
                    self.assertEqual(table_as_it_is(table)[0], "running")
                else:
                    self.assertEqual(table_as_it_is(table), before)
                return 200 if answer["ok"] else 500, {}
            finally:
                self.disarm()
                link.close()

        def make(arm):
            """All seats are taken at once. Who has no answer may have a table, but none that waits for nobody."""
            arm()
            try:
                return ada.post("/api/tables", {"game": "royalflip", "seats": [ME]})
            finally:
                self.disarm()
                self.assertEqual({table["status"] for table in ada.get("/api/mine")[1]["tables"]} - {"running"}, set())

        self.each(make, size=2000, closely=True)
        for do in ("sit", "put_bot", "start"):
            with self.subTest(do=do):
                self.each(lambda arm, do=do: begin(arm, do), size=2000, closely=True)
        self.nothing_is_lost()

    def test_what_is_agreed_or_left_is_done_wholly_or_not_at_all(self):
        def seen(person, table):
            link = person.connect()
            scene = link.watch(table)
            link.close()
            return (scene["table"]["status"], scene["table"]["steps"], [(seat["kind"], seat["name"]) for seat in scene["table"]["seats"]],
                    [(offer["kind"], offer["agreed"]) for offer in scene["offers"]], [notice["text"] for notice in scene["notices"]])

        def between(arm, do, kind=None):
            """What two people do: one of them offers, and the other one agrees, or leaves."""
            people = [Person(self.server, f"{name} {secrets.token_hex(4)}") for name in ("Ada", "Cy")]
            table = people[0].make([ME, {"kind": "open"}])["table"]["id"]
            links = [person.connect() for person in people]
            try:
                assert links[1].ask("sit", table=table, seat=1)["ok"]
                if kind == "undo":
                    links[0].watch(table)
                    client.act(links[0], table)
                if kind == "rematch":
                    assert all(link.ask("end", table=table)["ok"] for link in links)
                offer = links[0].ask("offer", table=table, kind=kind)["offer"] if do == "answer" else None
                before = seen(people[0], table)
                arm()
                answer = told(links[1], do, table=table, **({"offer": offer} if do == "answer" else {"kind": "end"} if do == "offer" else {}))
                self.disarm()
                if not answer["ok"]:
                    self.assertEqual(seen(people[0], table), before)
                return 200 if answer["ok"] else 500, {}
            finally:
                self.disarm()
                for link in links:
                    link.close()

        for do, kind in (("answer", "end"), ("answer", "undo"), ("answer", "help"), ("answer", "rematch"), ("offer", None), ("leave", None)):
            with self.subTest(do=do, kind=kind):
                self.each(lambda arm, do=do, kind=kind: between(arm, do, kind), size=200)
        self.nothing_is_lost()

    def test_results_are_made_again_wholly_or_not_at_all(self):
        """`flipside store rebuild` with a lack of memory says so, and what was there stays."""
        ada = Person(self.server, "Ada")
        for _ in range(3):
            table = ada.make([ME, {"kind": "bot", "level": 1}])["table"]["id"]
            link = ada.connect()
            link.watch(table)
            client.play_to_end([link], table)
        self.server.stop()

        def results():
            base = sqlite3.connect(self.path)
            names = sorted(name for name, in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'"))
            found = {name: base.execute(f"SELECT * FROM {name}").fetchall() for name in names if name != "meta"}
            base.close()
            return found

        before, refused = results(), 0
        for size, number in [(8000, n) for n in range(1, 30)] + [(1, 7 ** n) for n in range(1, 6)]:
            self.write(number, size, LASTING)
            done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "store", "rebuild", "--data", self.path], capture_output=True,
                                  text=True, check=False, env=self.server.environment)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.assertEqual(done.returncode, 1 if done.stderr else 0)
            self.assertEqual(results(), before, (size, number, done.stderr))
            refused += done.returncode
        self.assertGreater(refused, 3)
        self.write(0, 0, ONE)
        self.server.start()

    def test_while_there_is_no_memory_for_large_things_small_ones_go_on(self):
        ada = Person(self.server, "Ada")
        table = long_game(ada, 0)
        self.write(1, 30000, LASTING)
        for ask in (lambda: ada.get(f"/api/replays/{table}"), lambda: ada.get("/api/export"),
                    lambda: ada.post("/api/records", dict(long_record(), seats=["a", "b", "c", "d"]))):
            try:
                status, body = ask()
            except (http.client.HTTPException, ConnectionError):
                continue  # there was no memory to read it
            self.assertNotEqual(status, 200)
            self.assertIn("error", body)
        self.assertGreater(self.struck(), 0)
        for _ in range(3):
            self.others_go_on("while it lasts")
        self.assertNotIn("start_over", self.server.log())
        self.write(0, 0, ONE)
        self.assertEqual(ada.get(f"/api/replays/{table}")[0], 200)
        self.nothing_is_lost()


class Passwords(unittest.TestCase):
    """A hash takes 64 MiB. Without them nobody has a wrong password."""

    def test_a_password_that_cannot_be_checked_for_lack_of_memory_is_not_a_wrong_one(self):
        with tempfile.TemporaryDirectory() as folder:
            control = os.path.join(folder, "memory")

            def write(number):
                with open(control, "wb") as file:
                    file.write(struct.pack("=4q", number, 32 << 20, LASTING, 0))

            write(0)
            server = Server(os.path.join(folder, "flipside.db"), preload=os.environ["FLIPSIDE_FAIL_ALLOC"], real_passwords=True,
                            environment={"FAIL_ALLOC_FILE": control}).start()
            ada = Person(server, "Ada")
            self.assertEqual(ada.post("/api/claim", {"password": "correct horse"})[0], 200)

            def sign_in(password, name="Ada"):
                status, body = Person(server).post("/api/sign-in", {"name": name, "password": password})
                return status, body.get("error", {}).get("code")

            self.assertEqual((sign_in("correct horse"), sign_in("wrong horse")), ((200, None), (403, "wrong_password")))
            write(1)
            for _ in range(8):  # so many wrong ones would have to wait
                self.assertEqual((sign_in("correct horse"), sign_in("wrong horse")), ((503, "no_memory"), (503, "no_memory")))
            self.assertEqual(sign_in("correct horse", "Nobody Of That Name"), (503, "no_memory"))
            self.assertEqual(ada.post("/api/password", {"old": "correct horse", "new": "another horse"})[0], 503)
            write(0)
            self.assertEqual((sign_in("correct horse"), sign_in("wrong horse")), ((200, None), (403, "wrong_password")))
            self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    client.main()
