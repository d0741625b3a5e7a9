"""Limits over real sockets: the last that fits, the first that does not, and what the server says then."""

import json
import os
import re
import select
import socket
import sqlite3
import tempfile
import unittest
import urllib.request

import client
from client import PATIENCE, Case, Person, Server, Socket, eventually, play_to_end

ME, OPEN = {"kind": "me"}, {"kind": "open"}


class Limits(Case):
    def told(self, answer, code, message):
        self.assertEqual(answer["error"], {"code": code, "message": message})

    def fill(self, statement, rows):
        """As if that had happened before."""
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            database.executemany(statement, rows)
        database.close()
        self.server.start()

    def ident(self, person):
        return person.get("/api/me")[1]["person"]["id"]


class Tables(Limits):
    def test_a_chat_has_two_thousand_messages_of_five_hundred_characters(self):
        ada, bo = self.people(2)
        table = ada.make([ME])["table"]["id"]
        self.fill("INSERT INTO chat(game_table, number, seat, person, name, text, time) VALUES(?, ?, 0, ?, 'Ada', ?, 1)",
                  [(table, i, self.ident(ada), f"{i}") for i in range(1998)])
        link, other = ada.connect(), bo.connect()
        self.assert_done(link.ask("chat", table=table, text="ж" * 500))
        self.told(other.ask("chat", table=table, text="ж" * 501), "limit", "A message has at most 500 characters.")
        self.told(other.ask("chat", table=table, text=" \t\r\n"), "empty", "The message is empty.")
        self.told(other.ask("chat", table=table, text="\u202e"), "bad_message",
                  "A message has letters, digits, signs and spaces, nothing invisible.")
        self.assert_done(link.ask("chat", table=table, text=" \n last"))
        self.told(link.ask("chat", table=table, text="one more"), "limit", "This table's chat is full: 2000 messages.")
        lines, older = link.watch(table)["chat"], True
        while older:
            page = link.ask("older", table=table, before=lines[0]["i"])
            lines, older = page["chat"] + lines, page["older"]
        self.assertEqual([line["text"] for line in lines], [*map(str, range(1998)), "ж" * 500, "last"])

    def crowded(self, seats, count):
        """Two people at a table where so much has happened besides moves, and somebody who looks on."""
        ada, bo, cy = self.people(3)
        table = ada.make(seats)["table"]["id"]
        self.assert_done(bo.connect().ask("sit", table=table, seat=1))
        self.fill("INSERT INTO notice VALUES(?, ?, 'unmuted', '0', -1, ?, 'Cy', 0, 0, 1)",
                  [(table, i, self.ident(cy)) for i in range(count)])
        links = [person.connect() for person in (ada, bo, cy)]
        links[2].watch(table)
        links[2].wait_scene(table, lambda scene: scene["notices"][-1]["i"] == count - 1)  # they come in several scenes
        return table, links

    full = "Too much has happened at this table besides moves: 2000 times."

    def test_what_happens_besides_moves_is_told_two_thousand_times_and_whoever_wants_to_go_can_go(self):
        table, (one, two, three) = self.crowded([ME, OPEN], 1998)
        offer = self.assert_done(two.ask("offer", table=table, kind="end"))["offer"]
        self.assertEqual(offer, 1998)
        mute = {"do": "mute", "table": table, "person": self.ident(three.person), "all": True}
        self.assert_done(one.ask(**mute))
        self.told(one.ask(**mute, on=False), "limit", self.full)
        self.told(three.ask("chat", table=table, text="hello"), "blocked", "The owner of this table has muted you here.")
        self.assert_done(one.ask("answer", table=table, offer=offer, accept=False))
        self.told(two.ask("offer", table=table, kind="end"), "limit", self.full)
        self.assert_done(two.ask("leave", table=table))
        scene = three.wait_scene(table, lambda scene: scene["table"]["seats"][1]["kind"] == "bot")
        self.assertEqual((scene["table"]["status"], scene["offers"]), ("running", []))
        one.watch(table)
        one.wait_scene(table, lambda scene: scene["notices"] and scene["notices"][-1]["i"] == 1999)
        name = two.hello["person"]["name"]
        self.assertEqual(one.person.post("/api/delete", {"name": one.hello["person"]["name"]})[0], 200)
        self.assertEqual([seat["name"] for seat in three.person.get(f"/api/tables/{table}")[1]["table"]["seats"]],
                         ["Bot for a former player", f"Bot for {name}"])

    def test_the_last_offer_can_still_be_agreed_to(self):
        table, (one, two, three) = self.crowded([ME, OPEN], 1999)
        offer = self.assert_done(two.ask("offer", table=table, kind="end"))["offer"]
        self.assert_done(one.ask("answer", table=table, offer=offer, accept=True))
        scene = three.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
        self.assertEqual((scene["offers"], scene["notices"]), ([], []))

    def test_a_connection_watches_thirty_two_tables(self):
        ada = self.person()
        tables = [ada.make([ME])["table"]["id"] for _ in range(33)]
        link = ada.connect()
        for table in tables[:32]:
            link.watch(table)
        link.watch(tables[5])  # again is not one more
        self.told(link.ask("watch", table=tables[32]), "limit", "You are watching too many tables at once. Close some.")
        self.assert_done(link.ask("unwatch", table=tables[7]))
        link.watch(tables[32])
        self.told(link.ask("watch", table=tables[7]), "limit", "You are watching too many tables at once. Close some.")


class Friends(Limits):
    def test_two_hundred_friends_and_requests(self):
        ada, bo, cy = self.people(3)
        for person in (ada, bo, cy):
            self.assertEqual(person.post("/api/claim", {"password": "correct horse"})[0], 200)
        me = self.ident(ada)
        self.fill("INSERT INTO friend(person, friend, asked) VALUES(?, ?, 1)", [(me, f"somebody {i}") for i in range(199)])
        self.assertEqual(ada.post("/api/friends", {"person": self.ident(bo)})[0], 200)
        status, answer = ada.post("/api/friends", {"person": self.ident(cy)})
        self.assertEqual(status, 429)
        self.told(answer, "limit", "You have 200 friends and requests; that is the limit.")
        self.assertEqual(cy.post("/api/friends", {"person": me})[0], 200)  # others may still ask


class Analyses(Limits):
    """Deep ones of a long game take longer than the tests do."""

    def played(self, person, game="fliptown"):
        table = person.make([ME], game=game)["table"]["id"]
        link = person.connect()
        link.watch(table)
        play_to_end([link], table)
        return table

    def ask(self, person, table):
        return person.post("/api/analyses", {"table": table, "precision": "deep"})

    def test_one_has_three_games_analysed_at_a_time(self):
        ada, bo = self.people(2)
        tables = [self.played(ada) for _ in range(4)]
        for table in (*tables[:3], tables[0]):  # again is not one more
            status, body = self.ask(ada, table)
            self.assertTrue(0 <= body.pop("progress") < 1)
            self.assertEqual((status, body), (200, {"state": "running", "precision": "deep"}))
        full = "You can have 3 games analysed at a time. Wait for one to finish."
        for person in (ada, bo):  # guests at one address are one
            status, body = self.ask(person, tables[3])
            self.assertEqual(status, 429)
            self.told(body, "limit", full)
        self.assertEqual(ada.get(f"/api/analyses/{tables[3]}")[1], {"state": "none"})
        self.assertEqual(bo.post("/api/claim", {"password": "correct horse"})[0], 200)
        self.assertEqual(self.ask(bo, tables[3])[1]["state"], "running")  # who has an account is somebody
        self.server.stop()
        self.server.start()
        for table in tables:
            state = ada.get(f"/api/analyses/{table}")[1]
            self.assertEqual((state["state"], state["precision"]), ("running", "deep"))
        self.assertEqual(self.ask(ada, self.played(ada))[1]["state"], "running")  # those were nobody's


class People(Limits):
    def test_the_lobby_names_a_hundred_people_and_counts_all(self):
        links = [person.connect() for person in self.people(102)]
        lobby = links[0].person.get("/api/lobby")[1]
        self.assertEqual((len(lobby["people"]), lobby["here"]), (100, 102))
        links.pop().close()
        eventually("one has gone", lambda: links[0].person.get("/api/lobby")[1]["here"] == 101)


class Later(Limits):
    """The server's clock can be set forward (tests/shift_clock.c), and a proxy names the addresses."""

    @classmethod
    def make_server(cls, data):
        cls.clock_file, cls.passed = data + ".steady", 0
        return Server(data, "--trust-forwarded", "true", preload=os.environ["FLIPSIDE_SHIFT_CLOCK"], environment={"SHIFT_STEADY_FILE": cls.clock_file})

    def wait(self, seconds):
        """So much later, for the server."""
        type(self).passed += seconds
        with open(self.clock_file + ".new", "w", encoding="utf-8") as file:
            file.write(str(self.passed))
        os.rename(self.clock_file + ".new", self.clock_file)

    def sign_in(self, name, address, password="wrong horse"):
        return Person(self.server).post("/api/sign-in", {"name": name, "password": password}, {"X-Forwarded-For": address})

    def guess(self, attempts, free):
        """Wrong passwords, one after the other, each as soon as it may come. So many are free; then one waits 1, 2, 4 … seconds, at most
        a quarter of an hour. A little of a wait may be over when the next one comes."""
        wrong, waits = 0, {}
        for name, address in attempts:
            status, body = self.sign_in(name, address)
            while status == 429:
                self.assertEqual(body["error"]["code"], "limit")
                waits[wrong] = body["error"]["wait"]
                self.wait(waits[wrong])
                status, body = self.sign_in(name, address)
            self.assertEqual((status, body["error"]["code"]), (403, "wrong_password"))
            wrong += 1
        for after, seconds in waits.items():
            whole = 2 ** (after - free) if after - free < 10 else 900
            self.assertGreaterEqual(after, free)
            self.assertTrue(whole - 30 < seconds <= whole, waits)
        self.assertEqual([after in waits for after in range(free + 5, wrong)], [True] * (wrong - free - 5), waits)  # half a minute and more

    def account(self):
        ada = self.person()
        self.assertEqual(ada.post("/api/claim", {"password": "correct horse"})[0], 200)
        return ada.get("/api/me")[1]["person"]["name"]

    def test_five_wrong_passwords_for_a_name_from_an_address_are_free(self):
        name = self.account()
        self.guess([(name, "192.0.2.1")] * 17, 5)
        self.wait(901)
        self.assertEqual(self.sign_in(name, "192.0.2.1", "correct horse")[0], 200)
        self.guess([(name, "192.0.2.1")] * 2, 5)  # the right one has made up for them
        self.wait(3661)  # and so does an hour, when it has been tidied up
        for _ in range(2):
            self.assertEqual(Person(self.server).get("/api/me")[0], 200)
        self.guess([(name, "192.0.2.1")] * 11, 5)

    def test_twenty_from_an_address_and_a_hundred_for_a_name_are_free(self):
        self.guess([(f"Nobody {i}", "192.0.2.2") for i in range(28)], 20)
        name = self.account()
        self.guess([(name, f"192.0.3.{i}") for i in range(107)], 100)
        self.wait(901)
        self.assertEqual(self.sign_in(name, "192.0.2.3", "correct horse")[0], 200)

    def test_a_guests_name_is_kept_for_a_minute(self):
        for name, leave in (("Kept and gone", True), ("Kept alone", False)):
            guest = Person(self.server, name)
            if leave:
                self.wait(40)
                guest.connect().close()
                eventually("nobody is here", lambda: guest.get(f"/api/people/{self.ident(guest)}")[1]["person"]["online"] is False)
                self.wait(40)
            else:
                self.wait(20)
            status, answer = Person(self.server).post("/api/guest", {"name": name.upper()})
            self.assertEqual((status, answer["error"]["code"]), (409, "name_taken"))
            self.wait(61)
            self.assertEqual(Person(self.server).post("/api/guest", {"name": name.upper()})[0], 200)


class NewTables(Limits):
    """Every way to a new table counts, not only the request for one."""

    options = ("--max-new-tables", "3")

    def test_a_rematch_and_a_quick_match_are_new_tables(self):
        links, tables = [], []
        for person in self.people(2):
            links.append(person.connect())
            tables.append(person.make([ME, {"kind": "bot", "level": 1}])["table"]["id"])
            self.assert_done(links[-1].ask("offer", table=tables[-1], kind="end"))
        self.assert_done(links[0].ask("offer", table=tables[0], kind="rematch"))
        for do, fields in (("offer", {"table": tables[1], "kind": "rematch"}), ("rematch", {"table": tables[1]}),
                           ("seek", {"game": "royalflip", "pace": "quick"})):
            self.told(links[1].ask(do, **fields), "limit", "Too many new tables from your address: at most 3 per hour.")
        self.assertEqual(links[1].person.post("/api/tables", {"game": "royalflip", "seats": [ME]})[0], 429)
        self.assert_done(links[1].ask("seek", on=False))


class Share(Limits):
    """What one address may have of the loop. The server's clock stands still, so nobody gets more than what is there at once."""

    generous = False

    @classmethod
    def make_server(cls, data):
        cls.clock_file, cls.passed = data + ".steady", 0
        return Server(data, "--max-rate", "1000", "--metrics-listen", "127.0.0.1:0", preload=os.environ["FLIPSIDE_SHIFT_CLOCK"], generous=False,
                      environment={"SHIFT_STEADY_FILE": cls.clock_file, "SHIFT_STILL": "yes"})

    wait = Later.wait

    def connected(self, person):
        over = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE, source_address=(person.address, 0))
        return Socket(person, over=over)

    def somebody(self, address):
        """With a name, and a whole share again."""
        person = Person(self.server, f"{address} {self.passed}", address=address)
        self.wait(1000)
        return person

    def setUp(self):
        self.wait(1000)
        self.witnesses = [self.connected(self.somebody(f"127.0.2.{i + 1}")) for i in range(8)]
        self.metrics_port = int(re.search(r'"metrics_listening".*"port":"(\d+)"', self.server.log()).group(1))

    def greedy(self, connections, messages):
        """Somebody elsewhere who asks for the largest drawings over many connections, and reads none yet."""
        person = self.somebody("127.0.0.2")
        table = person.make([{"kind": "me"}] * 4, game="fliptown")["table"]["id"]
        self.wait(1000)
        links = []
        for _ in range(connections):
            links.append(self.connected(person))
            self.wait(1000)
        for _ in range(messages):
            for link in links:
                link.send("sheet", table=table, width=300, height=120)
        return person, links

    def nobody_else_waits(self):
        """None of the witnesses asks for much."""
        for witness in self.witnesses:
            self.assert_done(witness.ask("ping"))

    def answered(self, links):
        """How many of their messages have been answered by now. The loop has come round since: what the administrator asks is nobody's share."""
        self.metric("clients")
        for link in links:
            while link.buffer or select.select([link.socket], [], [], 0)[0]:
                link.receive()
        return [sum(1 for text in link.heard if '"rows"' in text) for link in links]

    def used_up(self, links):
        """How many are answered when no more will be: their address has used up its share, and the time stands still."""
        counts, still = self.answered(links), 0
        while still < 16 or sum(counts) == 0:  # the table may have to be fetched first
            before, counts = counts, self.answered(links)
            still = still + 1 if counts == before else 0
        self.nobody_else_waits()
        self.assertLess(sum(counts), sum(link.number - 1 for link in links))
        return counts

    def test_every_message_waits_for_its_addresss_share_and_nobody_else_does(self):
        _, links = self.greedy(12, 30)
        counts = self.used_up(links)
        self.wait(1)
        more = [now - before for now, before in zip(self.used_up(links), counts)]
        self.assertGreater(sum(more), 0)
        self.assertLessEqual(max(more) - min(more), 1)  # connections take turns

        def all_answered():
            self.wait(1)
            return self.answered(links) == [30] * 12

        eventually("all are answered", all_answered)
        for link in links:
            numbers = [json.loads(text)["re"] for text in link.heard if '"rows"' in text]
            self.assertEqual(numbers, sorted(numbers))  # in their order

    def asking(self, person):
        """A connection of that person, who asks for something."""
        link = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE, source_address=(person.address, 0))
        link.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
        return link

    def answered_later(self, link):
        def answered():
            self.wait(1)
            return select.select([link], [], [], 0.1)[0]

        eventually("it is answered", answered)
        self.assertIn(b" 200 ", link.recv(100))

    def test_requests_wait_too_and_are_answered(self):
        person, links = self.greedy(12, 30)
        self.used_up(links)
        with self.asking(person) as link:
            for witness in self.witnesses:
                self.assertEqual(witness.person.get("/api/games")[0], 200)
            self.assertEqual(select.select([link], [], [], 0)[0] and link.recv(500), [])
            self.answered_later(link)

    def test_more_than_may_wait_is_refused_by_its_number(self):
        _, links = self.greedy(12, 30)
        self.used_up(links)
        for _ in range(40):
            links[0].send_text(json.dumps({"do": "ping", "x": {"n": 7}, "y": ["n", 8], "n": 1000}))
        links[0].wait_answer(1000)
        refused = [json.loads(text) for text in links[0].heard if '"limit"' in text]
        self.assertEqual({one["re"] for one in refused}, {1000})

    def test_who_leaves_waits_no_more(self):
        person, links = self.greedy(12, 30)
        self.used_up(links)
        waiting = self.asking(person)
        self.nobody_else_waits()
        for link in links:
            link.close()
        waiting.close()
        self.wait(100)

        def gone():
            self.wait(1)
            return self.metric("clients") == len(self.witnesses)

        eventually("they have gone", gone)
        with self.asking(person) as link:
            self.answered_later(link)

    def metric(self, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics") as answer:
            return int(re.search(rf"^flipside_{name} (\d+)$", answer.read().decode(), re.M).group(1))


class Bodies(Limits):
    """Who sends, how much and whether at all is asked before a body is looked at."""

    generous = False
    options = ("--max-guests", "1000")
    nonsense = b"{" * 100000

    def post(self, path, body, *lines, length=None, address="127.0.0.1"):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE, source_address=(address, 0)) as link:
            head = [f"POST {path} HTTP/1.1", "Host: x", f"Content-Length: {len(body) if length is None else length}", *lines, "", ""]
            link.sendall("\r\n".join(head).encode() + body)
            with link.makefile("rb") as stream:
                answer = stream.read()
        return int(answer.split()[1]), json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["code"]

    def test_who_sends_comes_first(self):
        kind, known = "Content-Type: application/json", f"Cookie: {self.person().cookie}"
        self.assertEqual(self.post("/api/records", self.nonsense, kind), (401, "stranger"))
        self.assertEqual(self.post("/api/records", self.nonsense, kind, "Cookie: flipside=nonsense"), (401, "stranger"))
        self.assertEqual(self.post("/api/records", self.nonsense, kind, "Authorization: Bearer nonsense"), (401, "stranger"))
        self.assertEqual(self.post("/api/records", self.nonsense, kind, known), (400, "bad_message"))
        self.assertEqual(self.post("/api/nothing", b"{", kind), (404, "not_found"))
        self.assertEqual(self.post("/api/records", b"{", known), (400, "bad_message"))
        self.assertEqual(self.post("/api/records", self.nonsense, kind, known, "Origin: http://elsewhere"), (403, "origin"))

    def test_how_much_comes_first(self):
        kind = "Content-Type: application/json"
        self.assertEqual(self.post("/api/guest", b"", kind, length=1 << 21), (413, "too_large"))  # nothing of it has come
        self.assertEqual(self.post("/api/guest", self.nonsense, kind), (413, "too_large"))
        self.assertEqual(self.post("/api/records", b"{" * 300000, kind), (413, "too_large"))

    def test_whether_at_all_comes_first(self):
        kind, answers = "Content-Type: application/json", []
        while (429, "limit") not in answers:  # the same nonsense, and it is not even looked at
            answers.append(self.post("/api/guest", b"{" * 10000, kind, address="127.0.0.9"))
        self.assertEqual(set(answers), {(400, "bad_message"), (429, "limit")})


class FewFiles(unittest.TestCase):
    """Each connection is an open file, and the system may allow few."""

    class Narrow(Server):
        """Run with that limit on open files."""

        def __init__(self, data, limit):
            super().__init__(data, "--max-clients", "1000", "--max-open", "1000", "--header-seconds", "3600")
            self.limit = limit

        def _run(self, command, **more):
            super()._run(["bash", "-c", f'ulimit {self.limit} && exec "$@"', "bash", *command], **more)

    def connect(self, limit, count):
        """What the server says to the next one when so many are connected, and its log."""
        with tempfile.TemporaryDirectory() as folder:
            server = self.Narrow(os.path.join(folder, "flipside.db"), limit).start()
            try:
                links = [socket.create_connection(("127.0.0.1", server.port), timeout=client.PATIENCE) for _ in range(count)]
                with socket.create_connection(("127.0.0.1", server.port), timeout=client.PATIENCE) as last:
                    last.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    said = last.recv(4096).split(b"\r\n")[0]
                for link in links:
                    link.close()
            finally:
                self.assertEqual(server.stop(), 0, server.complaints)
            return said, server.log()

    def test_where_few_are_allowed_fewer_are_let_in(self):
        for limit, most in ((300, 128), (600, 344)):
            with self.subTest(limit=limit):
                said, log = self.connect(f"-n {limit}", most - 1)
                self.assertEqual(said, b"HTTP/1.1 200 OK")
                self.assertIn('"event":"few_files"', log)
                said, log = self.connect(f"-n {limit}", most)
                self.assertEqual(said, b"HTTP/1.1 503 Service Unavailable")
                self.assertIn('"why":"max-clients"', log)

    def test_where_more_are_allowed_when_asked_for_they_are_asked_for(self):
        said, log = self.connect("-S -n 300", 400)
        self.assertEqual(said, b"HTTP/1.1 200 OK")
        self.assertNotIn("few_files", log)


if __name__ == "__main__":
    client.main()
