"""Long work over real sockets: it keeps nobody waiting, is shared fairly, is paid for, and goes on where a crash has cut it short."""

import http.client
import json
import os
import re
import select
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

import client
from client import Case, Person, Server, play_to_end

ME = {"kind": "me"}


def bot(level):
    return {"kind": "bot", "level": level}


_long = []


def long_record():
    """A game of Flip City for four with many steps; the same one every time."""
    if not _long:
        engine = subprocess.Popen([os.environ["FLIPSIDE_PROGRAM"], "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def ask(**request):
            print(json.dumps(request), file=engine.stdin, flush=True)
            return json.loads(engine.stdout.readline())

        turn = ask(cmd="new", game="flipcity", seats=4, seed="long")["turn"]
        while not turn["over"]:
            answer = ask(cmd="act", seat=turn["seats"][0], n=1)
            turn = (answer if answer["ok"] else ask(cmd="act", seat=turn["seats"][0], n=0))["turn"]
        _long.append(ask(cmd="save")["record"])
        engine.stdin.close()
        engine.wait()
        engine.stdout.close()
    return json.loads(json.dumps(_long[0]))


def long_game(person, number):
    """The same game under other names is another record."""
    record = long_record()
    record["seats"] = [f"Seat {number} {i}" for i in range(len(record["seats"]))]
    status, body = person.post("/api/records", record)
    assert status == 200, body
    return body["table"]["id"]


class Asked:
    """A request on its way, whose answer is read later."""

    def __init__(self, person, method, path, body=None):
        client.requested.add(client.route_of(method, path))
        self.link = http.client.HTTPConnection("127.0.0.1", person.server.port, timeout=client.PATIENCE)
        self.link.request(method, path, json.dumps(body) if body is not None else None,
                          {"Cookie": person.cookie, "Content-Type": "application/json"})

    def answered(self):
        return bool(select.select([self.link.sock], [], [], 0)[0])

    def answer(self):
        answer = self.link.getresponse()
        body = json.loads(answer.read())
        self.link.close()
        return answer.status, body


class Turns(Case):
    """What is done in one turn of the loop, counted: none of it grows with the games or with the site."""

    games, listed = (3, 20) if client.IN_PART else (4, 640)

    def most(self, what):
        return int(re.search(rf"^flipside_loop_most_{what} (\d+)", Person(self.server).get("/metrics")[1], re.M).group(1))

    def look_around(self, person, tables):
        """Everything that goes through games or lists."""
        link = person.connect()
        self.assert_done(link.ask("lobby", on=True))
        self.assertEqual(len(person.get("/api/mine")[1]["tables"]), min(100, self.games + self.listed))
        self.assertEqual(person.get("/api/tables")[0], 200)
        for table in tables:
            self.assertEqual(person.get(f"/api/tables/{table}")[0], 200)
            self.assertEqual(person.get(f"/api/replays/{table}")[0], 200)
            self.assertEqual(person.get(f"/api/replays/{table}/0/900")[0], 200)
            self.assert_done(link.ask("watch", table=table))
        self.assertEqual(person.get("/api/export")[0], 200)

    def test_long_games_and_long_lists_are_not_gone_through_on_the_loop(self):
        ada = self.person()
        tables = [long_game(ada, f"loop {i}") for i in range(self.games)]
        for _ in range(self.listed):
            ada.make([ME, {"kind": "open"}], public=True)
        steps = len(long_record()["steps"])
        self.assertGreater(steps, 1000)
        self.look_around(ada, tables)
        self.server.kill()  # nothing is in memory
        self.server.start()
        self.look_around(ada, tables)
        self.assertLess(self.most("steps"), 100)
        # A list has at most 100 tables, and a few lists can be asked for in the same turn: but none reads all of them.
        self.assertLess(self.most("rows"), 600)

    def test_who_knocks_at_the_same_time_is_let_in_a_few_at_a_time(self):
        ada = self.person()
        before = self.most("accepted")
        os.kill(self.server.process.pid, signal.SIGSTOP)  # until all are there
        asked = [Asked(ada, "GET", "/api/me") for _ in range(200)]
        os.kill(self.server.process.pid, signal.SIGCONT)
        for one in asked:
            self.assertEqual(one.answer()[0], 200)
        self.assertEqual((before < 64, self.most("accepted")), (True, 64))

    def test_when_many_tables_change_at_once_their_scenes_are_written_some_at_a_time(self):
        ada, bea = self.people(2)
        tables = [ada.make([ME, {"kind": "open"}])["table"]["id"] for _ in range(30)]
        looking = [bea.connect() for _ in range(10)]
        for link in looking:
            for table in tables:
                self.assertFalse(link.watch(table)["table"]["seats"][0]["online"])
        here = ada.connect()  # which all of them see at all tables
        for link in looking:
            for table in tables:
                link.wait_scene(table, lambda scene: scene["table"]["seats"][0]["online"])
        # Those who look at one table are told together.
        self.assertLess(self.most("scenes"), 256 + len(looking))
        here.close()
        for link in looking:
            for table in tables:
                link.wait_scene(table, lambda scene: not scene["table"]["seats"][0]["online"])
        self.assertLess(self.most("scenes"), 256 + len(looking))


class Waiting(Case):
    """Who keeps whom waiting. Bots have one thread."""

    options = ("--threads", "1")
    well = False  # a record is broken

    def heard_during(self, requests):
        """Makes these requests of a person, (person, method, path[, body]). Somebody else is answered, more than once, before the last of them is."""
        link = self.person().connect()
        asked = [Asked(*request) for request in requests]
        count = 0
        while count < 50 and not all(one.answered() for one in asked):
            link.ask("ping")
            count += 1
        self.assertGreaterEqual(count, 2)
        return asked

    def test_messages_are_answered_while_many_replays_are_made(self):
        ada = self.person()
        tables = [long_game(ada, i) for i in range(10)]
        asked = self.heard_during([(ada, "GET", f"/api/replays/{table}") for table in tables])
        for one, table in zip(asked, tables):
            status, story = one.answer()
            self.assertEqual((status, story["table"]["id"]), (200, table))
            self.assertEqual(len(story["log"]), len(long_record()["steps"]))

    def test_messages_are_answered_while_an_export_is_written(self):
        ada = self.person()
        tables = {long_game(ada, f"export {i}") for i in range(20)}
        asked, = self.heard_during([(ada, "GET", "/api/export")])
        status, body = asked.answer()
        self.assertEqual((status, {table["table"] for table in body["tables"]}), (200, tables))
        self.assertTrue(all(table["record"]["steps"] == long_record()["steps"] for table in body["tables"]))

    def test_messages_are_answered_while_records_are_imported_and_played_on(self):
        ada = self.person()
        table = long_game(ada, "fork")
        records = [dict(long_record(), seats=[f"Import {i} {k}" for k in range(4)]) for i in range(6)]
        requests = [(ada, "POST", "/api/records", record) for record in records]
        requests += [(ada, "POST", "/api/forks", {"table": table, "position": 900, "seat": 0, "level": 1}) for _ in range(4)]
        asked = self.heard_during(requests)
        for one in asked:
            status, body = one.answer()
            self.assertEqual(status, 200, body)
            self.assertEqual(ada.get(f"/api/tables/{body['table']['id']}")[0], 200)

    def test_messages_are_answered_while_the_list_of_ones_long_games_is_made(self):
        ada = self.person()
        tables = [long_game(ada, f"mine {i}") for i in range(20)]
        self.server.kill()  # nothing is in memory
        self.server.start()
        asked, = self.heard_during([(ada, "GET", "/api/mine")])
        status, body = asked.answer()
        self.assertEqual((status, {table["id"] for table in body["tables"]}), (200, set(tables)))
        self.assertTrue(all(table["steps"] == len(long_record()["steps"]) for table in body["tables"]))
        self.assertEqual(ada.get("/api/mine")[1]["tables"], body["tables"])

    def forget_all(self):
        """Nothing is in memory after a restart."""
        self.server.kill()
        self.server.start()

    def answer_to(self, link, number):
        """The answer, if it has come."""
        return next((json.loads(text) for text in link.heard if f'"re":{number},' in text), None)

    def wait_answer(self, link, number):
        return self.answer_to(link, number) or link.wait_answer(number)

    def test_messages_of_others_are_answered_while_tables_are_opened_to_be_looked_at(self):
        ada = self.person()
        tables = [long_game(ada, f"watch {i}") for i in range(10)]
        self.forget_all()
        link, other = ada.connect(), self.person().connect()
        numbers = [link.send("watch", table=table) for table in tables]
        count = 0
        while count < 50 and not self.answer_to(link, numbers[-1]):
            other.ask("ping")
            link.hear_all()
            count += 1
        self.assertGreaterEqual(count, 5)
        for number, table in zip(numbers, tables):
            self.assert_done(self.wait_answer(link, number))
            link.wait_scene(table, lambda scene: scene["table"]["steps"] == len(long_record()["steps"]))

    def test_what_is_said_about_a_table_that_is_being_opened_waits_its_turn(self):
        ada = self.person()
        table = long_game(ada, "turn")
        self.forget_all()
        link = ada.connect()
        numbers = [link.send("watch", table=table), link.send("unwatch", table=table), link.send("watch", table=table, seat=99),
                   link.send("watch", table=table), link.send("ping")]
        self.assert_done(link.wait_answer(numbers[4]))
        self.assertIsNone(self.answer_to(link, numbers[0]), "the ping did not wait")
        answers = [self.wait_answer(link, number) for number in numbers[:4]]
        self.assertEqual([answer["ok"] for answer in answers], [True, True, False, True])
        self.refused(answers[2], "bad_seat")
        heard = [text for text in link.heard if any(f'"re":{number},' in text for number in numbers[:4])]
        self.assertEqual([json.loads(text)["re"] for text in heard], numbers[:4], "in their order")

    def test_who_says_too_much_about_a_table_that_is_being_opened_is_told_so(self):
        ada = self.person()
        tables = [long_game(ada, f"much {i}") for i in range(4)]
        self.forget_all()
        link = ada.connect()
        numbers = [link.send("watch", table=tables[i % 4]) for i in range(60)]
        answers = [self.wait_answer(link, number) for number in numbers]
        self.assertIn("limit", {answer["error"]["code"] for answer in answers if not answer["ok"]})
        self.assert_done(answers[0])
        self.assert_done(link.ask("watch", table=tables[0]))

    def test_a_table_that_is_not_there_or_cannot_be_opened_is_refused_and_so_is_what_waited_for_it(self):
        ada = self.person()
        table = long_game(ada, "broken")
        self.server.kill()
        base = sqlite3.connect(self.server.data)
        with base:
            base.execute("UPDATE step SET json = '{}' WHERE game_table = ? AND number = 100", (table,))
        base.close()
        self.server.start()
        link = ada.connect()
        numbers = [link.send("watch", table=table), link.send("sheet", table=table)]
        for number in numbers:
            self.refused(link.wait_answer(number), "broken_table")
        self.refused(link.ask("watch", table="0" * len(table)), "no_table")
        self.assertIn("table_broken", self.server.log())

    def many_long_games_that_go_on(self, person, count):
        """Imports cannot go on, so their rows are changed: what matters is that they are long, and run."""
        tables = [long_game(person, f"on {i}") for i in range(count)]
        moves = [i for i, step in enumerate(long_record()["steps"]) if "seat" in step]
        self.server.kill()
        base = sqlite3.connect(self.server.data)
        with base:
            for table in tables:
                base.execute("UPDATE game_table SET status = 1, listed = 1 WHERE id = ?", (table,))
                base.execute("DELETE FROM step WHERE game_table = ? AND number >= ?", (table, moves[-4]))
        base.close()
        self.server.start()
        return tables

    def pings_until(self, link, push):
        """How much of somebody else is answered before that list comes: a name, the connection, its greeting, then messages."""
        other, count = self.person().connect(), 3
        while not any(f'"push":"{push}"' in text for text in link.heard):
            other.ask("ping")
            link.hear_all()
            count += 1
        return count

    def test_messages_are_answered_while_the_lobby_and_whose_turn_it_is_are_found_after_a_restart(self):
        ada = self.person()
        tables = self.many_long_games_that_go_on(ada, 12)
        link = ada.connect()
        link.ask("lobby")
        self.assertGreaterEqual(self.pings_until(link, "lobby"), 5)
        lobby = next(json.loads(text) for text in link.heard if '"push":"lobby"' in text)
        self.assertEqual(len({table["id"] for table in lobby["tables"]} & set(tables)), 5, "as many as one person may have in a list")
        self.forget_all()
        link = ada.connect()
        link.ask("turns")
        self.assertGreaterEqual(self.pings_until(link, "turns"), 5)
        self.forget_all()
        asked, = self.heard_during([(ada, "GET", "/api/tables")])
        self.assertEqual(len({table["id"] for table in asked.answer()[1]["tables"]} & set(tables)), 5)

    def test_messages_are_answered_while_somebody_is_deleted(self):
        ada = self.person("Leaver")
        name = ada.get("/api/me")[1]["person"]["name"]
        tables = [long_game(ada, f"delete {i}") for i in range(20)]
        asked, = self.heard_during([(ada, "POST", "/api/delete", {"name": name})])
        status, body = asked.answer()
        self.assertEqual((status, body), (200, {"person": None}))
        for table in tables:
            self.assertEqual(self.person().get(f"/api/tables/{table}")[0], 404)

    def thoughts(self):
        return int(dict(line.split() for line in Person(self.server).get("/metrics")[1].splitlines() if line[0] != "#")["flipside_thoughts"])

    def test_a_small_bot_and_a_hint_do_not_wait_for_somebody_elses_large_bots(self):
        many, ada = self.people(2)
        for person, password in ((many, "many tables"), (ada, "one table")):
            self.assertEqual(person.post("/api/claim", {"password": password})[0], 200)
        for _ in range(12):
            many.make([bot(5), ME])
        link = ada.connect()
        table = ada.make([bot(1), ME], rated=False)["table"]["id"]
        link.watch(table)
        link.wait_scene(table, lambda scene: scene["table"]["to_act"] and 0 not in scene["table"]["to_act"])
        self.assertGreaterEqual(self.thoughts(), 10, "the level-1 bot moved before the others had their turns")
        self.assert_done(link.ask("hint", table=table, seat=1))
        self.assertGreaterEqual(self.thoughts(), 8, "the hint came before most of the others had their turns")

    def test_guests_of_one_address_are_one_payer(self):
        guests, ada = self.people(12), self.person()
        self.assertEqual(ada.post("/api/claim", {"password": "one table"})[0], 200)
        for guest in guests:
            guest.make([bot(5), ME])
        link = ada.connect()
        table = ada.make([bot(4), ME])["table"]["id"]
        link.watch(table)
        link.wait_scene(table, lambda scene: scene["table"]["to_act"] and 0 not in scene["table"]["to_act"])
        self.assertGreaterEqual(self.thoughts(), 8)


class Paying(unittest.TestCase):
    """An address has so many milliseconds of work: here 600 at once, 20 per second."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.server = Server(os.path.join(self.folder.name, "flipside.db"), "--max-requests", "10", "--trust-forwarded", "true",
                             generous=False).start()

    def tearDown(self):
        self.assertEqual(self.server.stop(), 0, self.server.complaints)
        self.folder.cleanup()

    def at(self, address, name):
        """Somebody at an address, as a proxy says."""
        person = Person(self.server)
        ask = person.request
        person.request = lambda method, path, body=None, headers=None: ask(method, path, body,
                                                                           {**(headers or {}), "X-Forwarded-For": address})
        self.assertEqual(person.post("/api/guest", {"name": name})[0], 200)
        return person

    def until_refused(self, person, paths):
        for path in paths:
            status, body = person.get(path)
            if status != 200:
                self.assertEqual((status, body["error"]["code"]), (429, "limit"), body)
                self.assertGreaterEqual(body["error"]["wait"], 1)
                self.assertRegex(body["error"]["message"], r"^[A-Z].*try again in \d+ seconds?\.$")
                return path
        return self.fail("nothing was refused")

    def test_an_address_pays_for_the_work_it_causes_and_nobody_else_does(self):
        bo = self.at("10.0.0.2", "Bo")
        tables = [long_game(self.at(f"10.0.1.{i}", f"Friend {i}"), i) for i in range(12)]  # more than the worker keeps
        ada = self.at("10.0.0.1", "Ada")
        refused = self.until_refused(ada, [f"/api/replays/{table}" for table in tables * 20])
        self.assertEqual(bo.get(refused)[0], 200)
        # What it takes to play is kept for playing.
        table = ada.make([ME])["table"]["id"]
        self.assertEqual(ada.get(f"/api/tables/{table}")[0], 200)
        self.assertEqual(ada.get("/api/mine")[0], 200)


class CutShort(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "flipside.db")
        self.server = Server(self.path).start()

    def tearDown(self):
        if self.server.process.poll() is None:
            self.assertEqual(self.server.stop(), 0, self.server.complaints)
        self.folder.cleanup()

    def rows(self, sql, *values):
        base = sqlite3.connect(self.path)
        try:
            return base.execute(sql, values).fetchall()
        finally:
            base.close()

    def change(self, *commands):
        base = sqlite3.connect(self.path)
        with base:
            for sql, *values in commands:
                base.execute(sql, values)
        base.close()

    def played(self, person, other):
        """A finished game of two."""
        table = person.make([ME, {"kind": "open"}])["table"]["id"]
        links = [person.connect(), other.connect()]
        links[0].watch(table)
        links[1].watch(table)
        self.assertTrue(links[1].ask("sit", table=table, seat=1)["ok"])
        for seat, link in enumerate(links):
            link.wait_scene(table, lambda scene, seat=seat: scene["seat"] == seat and scene["table"]["status"] == "running")
        links[0].ask("chat", table=table, text="Remember me")
        play_to_end(links, table)
        return table

    def test_a_deletion_goes_on_after_the_next_start_and_the_name_is_gone_before(self):
        ada, bo = Person(self.server, "Ada Unforgettable"), Person(self.server, "Bo")
        person = ada.get("/api/me")[1]["person"]["id"]
        shared, alone = self.played(ada, bo), [long_game(ada, i) for i in range(3)]
        self.server.kill()
        # As a crash leaves it after the first commit of a deletion: the person is gone, the rest is not.
        self.change(("INSERT INTO meta(key, value) VALUES(?, '')", f"todo person {person}"), ("DELETE FROM person WHERE id = ?", person),
                    ("DELETE FROM rating WHERE player = ?", person))
        self.server.start()
        for path in (f"/api/replays/{shared}", f"/api/tables/{shared}", f"/api/tables/{shared}/record", "/api/mine"):
            status, body = bo.get(path)
            self.assertEqual(status, 200)
            self.assertNotIn("Unforgettable", json.dumps(body))
        self.assertNotIn("Remember me", json.dumps(bo.connect().watch(shared)))
        client.eventually("the deletion comes to its end", lambda: not self.rows("SELECT 1 FROM meta WHERE key LIKE 'todo%'"))
        for table, column in (("seat", "person"), ("chat", "person"), ("result", "person"), ("person", "id"), ("daily", "person")):
            self.assertEqual(self.rows(f"SELECT 1 FROM {table} WHERE {column} = ?", person), [], table)
        for table in alone:
            self.assertEqual(self.rows("SELECT 1 FROM step WHERE game_table = ?", table), [])
        self.assertEqual([name for name, in self.rows("SELECT name FROM result WHERE game_table = ? ORDER BY seat", shared)],
                         ["a former player", "Bo"])
        self.assertFalse(self.rows("SELECT 1 FROM game_table WHERE instr(head, ?) OR instr(head, 'Unforgettable')", person))

    def test_the_name_is_free_and_the_cookie_void_as_soon_as_the_deletion_begins(self):
        ada = Person(self.server, "Ada")
        for i in range(10):
            long_game(ada, i)
        asked = Asked(ada, "POST", "/api/delete", {"name": "Ada"})
        client.eventually("the person is gone", lambda: not self.rows("SELECT 1 FROM person WHERE name = 'Ada'"))
        self.assertIsNone(ada.get("/api/me")[1]["person"])
        self.assertEqual(Person(self.server).post("/api/guest", {"name": "Ada"})[0], 200)
        self.assertEqual(asked.answer()[0], 200)

    def test_nothing_stays_of_a_table_that_was_not_kept_to_the_end_and_it_can_be_imported_again(self):
        ada = Person(self.server, "Ada")
        table = long_game(ada, "half")
        self.server.kill()
        # As a crash leaves it between two slices: steps, and nobody's table.
        self.change(("INSERT INTO meta(key, value) VALUES(?, '')", f"todo table {table}"), ("DELETE FROM game_table WHERE id = ?", table),
                    ("DELETE FROM seat WHERE game_table = ?", table), ("DELETE FROM step WHERE game_table = ? AND number > 700", table))
        self.server.start()
        self.assertEqual(self.rows("SELECT count(*) FROM step WHERE game_table = ?", table), [(0,)])
        self.assertEqual(self.rows("SELECT 1 FROM meta WHERE key LIKE 'todo%'"), [])
        self.assertEqual(ada.get(f"/api/replays/{table}")[0], 404)
        self.assertEqual(long_game(ada, "half"), table)
        self.assertEqual(len(ada.get(f"/api/replays/{table}")[1]["log"]), len(long_record()["steps"]))


if __name__ == "__main__":
    client.main()
