"""Several servers on one PostgreSQL: any of them serves any table, and any of them may be killed at any time.

Run by tests/with_postgres.py. With FLIPSIDE_LONG there are more tables, more clients and more deaths.
"""

import json
import os
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import client
from client import Person, Server, act, eventually, play_to_end
from with_postgres import Postgres

POSTS = "FLIPSIDE_OPEN_PUSH" in os.environ  # a program that can send something
if POSTS:
    from test_server_post import Browser, Service

ME, OPEN = {"kind": "me"}, {"kind": "open"}
LONG = bool(os.environ.get("FLIPSIDE_LONG"))


def bot(level):
    return {"kind": "bot", "level": level}


class Cluster(unittest.TestCase):
    """Servers that share a database, each with a port and a log of its own."""

    count = 3

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        paths = [os.path.join(self.folder.name, f"{i}.db") for i in range(self.count)]
        self.database = client.place(paths[0])
        for path in paths[1:]:
            client.databases[path] = client.databases[paths[0]]
        self.servers = [self.server(path).start() for path in paths]
        self.number = 0

    def server(self, path):
        return Server(path)

    def tearDown(self):
        endings = [server.stop() for server in self.servers if server.process.poll() is None]
        first = os.path.join(self.folder.name, "0.db")
        logs = "".join(server.log() for server in self.servers)
        for path in [path for path in client.databases if path.startswith(self.folder.name) and path != first]:
            client.databases.pop(path)
        client.forget_places(self.folder.name)
        self.folder.cleanup()
        self.assertEqual(endings, [0] * len(endings), logs)

    def person(self, server, name="Guest"):
        self.number += 1
        return Person(self.servers[server], f"{name} {self.number}")

    def rows(self, command):
        return client.psql(command, client.databases[os.path.join(self.folder.name, "0.db")]).split("\n")[:-1]

    def at(self, person, server):
        """The same person with the same cookie at another server."""
        other = Person(self.servers[server])
        other.cookie = person.cookie
        return other


class Together(Cluster):
    def test_servers_that_start_together_find_out_the_labels_of_games_from_before(self):
        ada = self.person(0, "Ada")
        link = ada.connect()
        for _ in range(3):
            table = ada.make([ME])["table"]["id"]
            link.watch(table)
            play_to_end([link], table)
        labels = "SELECT * FROM flipside.label ORDER BY game_table"
        before = self.rows(labels)
        self.assertEqual((len(before), before[0].split("|", 1)[1]), (3, "0|Way of playing|Each their own city"))
        for server in self.servers:
            self.assertEqual(server.stop(), 0)
        self.rows("DELETE FROM flipside.label; UPDATE flipside.result SET labelled = 0")
        for server in self.servers:
            server.start()
        eventually("they are there again", lambda: self.rows(labels) == before)
        eventually("nothing is left to do", lambda: self.rows("SELECT count(*) FROM flipside.result WHERE labelled = 0") == ["0"])
        for server in self.servers:
            self.assertNotIn('"level":"error"', server.log())

    def test_people_at_different_servers_play_one_game(self):
        ada, ben = self.person(0, "Ada"), self.person(1, "Ben")
        table = ada.make([ME, OPEN])["table"]["id"]
        links = [ada.connect(), ben.connect()]
        links[1].watch(table)
        self.assertTrue(links[1].ask("sit", table=table, seat=1)["ok"])
        links[0].watch(table)
        for link in links:  # the other server has heard of it
            link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        moves = play_to_end(links, table, limit=30)
        self.assertGreater(len(moves), 5)
        self.assertTrue(links[0].ask("chat", table=table, text="Good game!")["ok"])
        links[1].wait_scene(table, lambda _: any(line["text"] == "Good game!" for line in links[1].chats[table]))
        again = [self.at(person, 2).connect() for person in (ada, ben)]  # at the third they see the same
        for seat, link in enumerate(again):
            link.watch(table)
            own = [(seat, entry["text"]) for entry in link.logs[table] if entry["seat"] == seat]
            self.assertEqual(own, [move for move in moves if move[0] == seat])

    def test_a_bot_goes_on_when_its_server_is_killed(self):
        ada = self.person(0, "Ada")
        table = ada.make([ME, bot(1)])["table"]["id"]
        link = self.at(ada, 1).connect()
        scene = link.watch(table)
        for _ in range(3):
            keeper = int(self.rows(f"SELECT keeper FROM flipside.room WHERE id = '{table}'")[0])
            self.assertGreater(keeper, 0)
            scene = link.wait_scene(table, lambda newest: newest["actions"] or newest["table"]["status"] != "running")
            if not scene["actions"]:
                break
            act(link, table)
        other = self.at(ada, 0).connect()
        other.watch(table)
        other.wait_scene(table, lambda newest: newest["actions"])
        act(other, table)  # now the bot thinks at server 0, or has just thought
        self.servers[0].kill()
        link.wait_scene(table, lambda newest: newest["actions"] or newest["table"]["status"] != "running")
        self.servers[0].start()

    def test_a_message_that_was_sent_to_two_servers_is_done_once(self):
        ada = self.person(0, "Ada")
        table = ada.make([ME])["table"]["id"]
        first = ada.connect()
        first.watch(table)
        for _ in range(4):
            scene = first.scenes[table]
            text = scene["actions"][0]["text"]
            second = client.Socket(self.at(ada, 1), client=first.client, number=first.number)
            message = {"table": table, "seat": scene["seat"], "text": text, "at": scene["table"]["steps"]}
            number = first.send("act", **message)
            answers = [second.send_again(number, "act", **message), first.wait_answer(number)]
            self.assertEqual(answers[0], answers[1])
            self.assertTrue(answers[0]["ok"], answers[0])
            first.wait_scene(table, lambda newest, steps=scene["table"]["steps"]: newest["table"]["steps"] > steps)
            first.number = second.number = max(first.number, second.number)
        link = self.at(ada, 2).connect()
        link.watch(table)
        self.assertEqual(len([entry for entry in link.logs[table] if entry["seat"] == 0]), 4)

    def test_the_administrators_request_is_carried_out_once(self):
        ada = self.person(1, "Ada")
        done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "admin", "--data", self.database, "rename", "Ada 1", "Ida"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for server in range(self.count):
            self.assertEqual(self.at(ada, server).get("/api/me")[1]["person"]["name"], "Ida")
        self.assertEqual(sum(server.log().count('"admin"') for server in self.servers), 1)


class Refused(Cluster):
    count = 2

    def send_until_answered(self, person, link, number, message):
        """A server that gave up the turn has ended the connection: the client comes back and says it again."""
        for times in range(1, 10):
            try:
                return times, link.send_again(number, "act", **message)
            except ConnectionError:
                link = client.Socket(person, client=link.client, number=link.number)
        return times, None

    def test_what_can_never_be_saved_is_refused_in_the_end_and_the_server_goes_on(self):
        ada, bo = self.person(0, "Ada"), self.person(0, "Bo")
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        scene = link.watch(table)
        message = {"table": table, "seat": scene["seat"], "text": scene["actions"][0]["text"], "at": scene["table"]["steps"]}
        self.rows("ALTER TABLE step ADD CONSTRAINT never CHECK (false) NOT VALID")
        link.number += 1
        times, answer = self.send_until_answered(ada, link, link.number, message)
        self.assertEqual((times, answer["ok"], answer["error"]["code"]), (3, False, "store"))
        self.rows("ALTER TABLE step DROP CONSTRAINT never")
        again = client.Socket(ada, client=link.client, number=link.number)
        again.watch(table)
        self.assertEqual(act(again, table), (scene["seat"], message["text"]))
        self.assertTrue(bo.connect().ask("ping")["ok"])


class Asleep(Cluster):
    """The servers' steady clocks can be set forward (tests/shift_clock.c)."""

    count = 2

    def server(self, path):
        return Server(path, preload=os.environ["FLIPSIDE_SHIFT_CLOCK"], environment={"SHIFT_STEADY_FILE": path + ".steady"})

    def test_who_looks_at_a_finished_game_hears_what_happens_at_another_server(self):
        ada, ben = self.person(0, "Ada"), self.person(1, "Ben")
        table = ada.make([ME])["table"]["id"]
        here, there = ada.connect(), ben.connect()
        here.watch(table)
        there.watch(table)
        self.assertTrue(here.ask("end", table=table, agree=True)["ok"])
        there.wait_scene(table, lambda scene: scene["table"]["status"] != "running")
        with open(self.servers[1].data + ".steady", "w", encoding="utf-8") as file:
            file.write("60")
        eventually("the table has left memory", lambda: "\nflipside_rooms 0\n" in ben.get("/metrics")[1])
        self.assertTrue(here.ask("chat", table=table, text="Good game!")["ok"])
        there.wait_scene(table, lambda _: any(line["text"] == "Good game!" for line in there.chats[table]))

    def test_a_deadline_acts_once_though_all_servers_look_at_it(self):
        people = [self.person(server, "Clock") for server in (0, 1)]
        table = people[0].make([ME, OPEN], game="flipcity", clock={"kind": "bank", "seconds": 60})["table"]["id"]
        links = [person.connect() for person in people]
        self.assertTrue(links[1].ask("sit", table=table, seat=1)["ok"])
        for link in links:
            link.watch(table)
        scene = links[0].wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        links[1].wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        acting = scene["table"]["to_act"][0]
        before = self.state_of(table, acting)
        for server in self.servers:
            with open(server.data + ".steady", "w", encoding="utf-8") as file:
                file.write("61")
        other = links[1 - acting]
        scene = other.wait_scene(table, lambda scene: scene["table"]["to_act"] == [1 - acting])
        self.assertTrue(scene["table"]["seats"][acting]["clock"]["out"])
        self.assertFalse(scene["table"]["seats"][1 - acting]["clock"]["out"])
        after = self.state_of(table, acting)
        # one change for the deadline, and one for each move of the bot
        self.assertEqual(after[0] - before[0], 1 + after[1] - before[1])
        act(other, table)  # and the game goes on

    def state_of(self, table, seat):
        """The version of the table, and how many moves the seat has made."""
        version = int(self.rows(f"SELECT version FROM flipside.room WHERE id = '{table}'")[0])
        steps = [json.loads(row) for row in self.rows(f"SELECT json FROM flipside.step WHERE game_table = '{table}'")]
        return version, sum(step.get("seat") == seat for step in steps)


class People(Cluster):
    """What is true of people is true at every server."""

    def test_a_name_is_given_away_once(self):
        ada = self.person(0, "Ada")
        name = ada.get("/api/me")[1]["person"]["name"]
        link = ada.connect()
        for server in (1, 2):
            def refused(server=server):
                status, answer = Person(self.servers[server]).post("/api/guest", {"name": name})
                return status == 409 and answer["error"]["code"] == "name_taken"

            eventually("the name is taken at the other servers", refused)
        link.close()

    def test_who_is_connected_somewhere_is_here(self):
        ada, ben = self.person(0, "Ada"), self.person(1, "Ben")
        table = ada.make([ME, OPEN])["table"]["id"]
        links = [ada.connect(), ben.connect()]
        links[1].watch(table)
        self.assertTrue(links[1].ask("sit", table=table, seat=1)["ok"])
        links[0].watch(table)

        def online(expected):
            return lambda scene: [seat.get("online") for seat in scene["table"]["seats"]] == expected

        links[0].wait_scene(table, online([True, True]))
        links[1].wait_scene(table, online([True, True]))
        links[1].close()
        links[0].wait_scene(table, online([True, False]))
        again = self.at(ben, 2).connect()
        # One of the two servers that are left finds the death, and the other one hears of it.
        links[1] = self.person(1, "Cy").connect()
        links[1].watch(table)
        for link in links:
            link.wait_scene(table, online([True, True]))
        self.servers[2].kill()
        for link in links:
            link.wait_scene(table, online([True, False]))
        again.close()
        self.servers[2].start()

    def test_requests_challenges_and_refusals_find_people_at_other_servers(self):
        people = self.person(0, "Ada"), self.person(1, "Bo")
        links = [person.connect() for person in people]
        ada, bo = (person.get("/api/me")[1]["person"] for person in people)
        for link in links:
            for what in ("friends", "turns"):
                self.assertTrue(link.ask(what, on=True)["ok"])
        requests = [self.at(person, 2) for person in people]  # as a balancer sends them
        eventually("Bo is found by name", lambda: requests[0].post("/api/friends", {"name": bo["name"]})[0] == 200)
        wait_push(links[1], "friends", lambda push: [one["name"] for one in push["friends"]] == [ada["name"]])
        for what in ("challenge", "invitation"):
            to = {"game": "royalflip"} if what == "challenge" else {"table": requests[0].make([ME, OPEN])["table"]["id"], "seat": 1}
            self.assertEqual(requests[0].post("/api/challenges", {"person": bo["id"], **to})[0], 200)
            challenge = wait_push(links[1], "friends", lambda push: push["challenges"])["challenges"][0]
            self.assertEqual(requests[1].post("/api/challenges/answer", {"id": challenge["id"], "accept": False})[0], 200)
            self.assertEqual(wait_push(links[0], "news")["text"], f"{bo['name']} declined your invitation.")
            for link in links:  # nobody hears it twice, or hears what they did themselves
                wait_push(link, "friends", lambda push: not push["challenges"])
                link.ask("ping")
                self.assertEqual([push["what"] for push in link.pushes if push["push"] == "news"], ["declined"] * (link is links[0]))
                link.pushes.clear()

    def test_a_game_calls_its_players_wherever_they_are_connected(self):
        ada, bo = self.person(0, "Ada"), self.person(1, "Bo")
        links = [ada.connect(), bo.connect()]
        self.assertTrue(links[0].ask("turns", on=True)["ok"])
        table = self.at(ada, 2).make([ME, OPEN])["table"]["id"]  # a request, as a balancer sends it
        self.assertTrue(links[1].ask("sit", table=table, seat=1)["ok"])
        self.assertEqual(wait_push(links[0], "news")["what"], "started")
        wait_push(links[0], "turns", lambda push: [turn["table"] for turn in push["tables"]] == [table])

    def test_who_is_banned_has_to_go_wherever_they_are(self):
        ada = self.person(2, "Ada")
        name = ada.get("/api/me")[1]["person"]["name"]
        link = ada.connect()
        done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "admin", "--data", self.database, "ban", name],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with self.assertRaises(ConnectionError):
            while True:
                link.receive()
        self.assertEqual(link.pushes[-1]["push"], "bye")

    def test_wrong_passwords_are_counted_together(self):
        ada = self.person(0, "Ada")
        name = ada.get("/api/me")[1]["person"]["name"]
        self.assertEqual(ada.post("/api/claim", {"password": "correct horse"})[0], 200)
        tries = [Person(self.servers[0]).post("/api/sign-in", {"name": name, "password": "wrong horse"})[0] for _ in range(4)]
        self.assertEqual(tries, [403] * 4)
        statuses = []

        def slowed():
            statuses.append(Person(self.servers[1]).post("/api/sign-in", {"name": name, "password": "wrong horse"})[0])
            return statuses[-1] == 429

        eventually("the other server knows of the wrong passwords", slowed)
        self.assertLess(statuses.count(403), 5)


@unittest.skipUnless(POSTS, "this program sends nothing")
class Away(Cluster):
    count = 2

    def server(self, path):
        return Server(path, "--push-private", "true", "--contact", "mailto:admin@example.org")

    def test_who_is_away_hears_once_of_a_turn_at_a_table_that_two_servers_have(self):
        service = Service()
        self.addCleanup(service.close)
        ada, bo, looks = self.person(0, "Ada"), self.person(1, "Bo"), self.person(0, "Looks").connect()
        browser = Browser(ada, service.url + "/ada")
        table = ada.make([ME, OPEN])["table"]["id"]
        looks.watch(table)
        self.assertTrue(bo.connect().ask("sit", table=table, seat=1)["ok"])
        looks.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        def next_kind():
            return browser.open(service.next()[2])["kind"]

        self.assertEqual(next_kind(), "turn")
        self.assertEqual(self.at(bo, 0).post("/api/friends", {"person": ada.get("/api/me")[1]["person"]["id"]})[0], 200)
        self.assertEqual(next_kind(), "friend")  # of the turn the server that only looks on has said nothing


class Ends(Cluster):
    """What is written when a game ends, and when somebody goes for good."""

    def test_games_that_end_at_the_same_time_at_all_servers_are_rated_in_one_order(self):
        people = [self.person(server, "Rated") for server in range(self.count)]
        games = []
        for person in people:
            link = person.connect()
            games.append((link, person.make([ME, bot(1)])["table"]["id"]))
            link.watch(games[-1][1])
        threads = [threading.Thread(target=play_to_end, args=([link], table)) for link, table in games]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        eventually("all results are there", lambda: self.rows("SELECT count(DISTINCT game_table) FROM flipside.result") == [str(self.count)])
        ends = self.rows("SELECT finished FROM flipside.game_table ORDER BY finished")
        self.assertEqual((len(ends), len(set(ends))), (self.count, self.count))
        ratings = "SELECT game, player, rating, deviation, volatility, games FROM flipside.rating ORDER BY game, player"
        before = self.rows(ratings)  # that of the bot follows from the order of all three
        self.assertEqual(len(before), self.count + 1)
        for server in self.servers:
            self.assertEqual(server.stop(), 0)
        done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "store", "rebuild", "--data", self.database],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.rows(ratings), before)

    def test_an_erasure_goes_on_when_its_server_is_killed_and_shows_everywhere(self):
        ada, ben = self.person(0, "Ada"), self.person(1, "Ben")
        name = ada.get("/api/me")[1]["person"]["name"]
        ident = ada.get("/api/me")[1]["person"]["id"]
        table = ada.make([ME, OPEN])["table"]["id"]
        link = ben.connect()
        self.assertTrue(link.ask("sit", table=table, seat=1)["ok"])
        link.watch(table)
        self.assertEqual(ada.post("/api/delete", {"name": name})[0], 200)
        self.servers[0].kill()
        link.wait_scene(table, lambda scene: name not in [seat["name"] for seat in scene["table"]["seats"]])
        for kept in ("person WHERE id", "seat WHERE person", "session WHERE person"):
            eventually(f"nothing is left in {kept}", lambda kept=kept: self.rows(f"SELECT count(*) FROM flipside.{kept} = '{ident}'") == ["0"])
        eventually("no note is left", lambda: self.rows("SELECT count(*) FROM flipside.meta WHERE key > 'todo ' AND key < 'todo~'") == ["0"])
        self.assertEqual(self.rows(f"SELECT count(*) FROM flipside.game_table WHERE head LIKE '%{name}%'"), ["0"])
        self.servers[0].start()


def wait_push(link, kind, wanted=lambda push: True):
    """The first push of that kind that is as wanted; those that came before count."""
    while True:
        for push in link.pushes:
            if push["push"] == kind and wanted(push):
                return push
        link.receive()


class Paused(Cluster):
    """A server that stands still in the middle of its transaction, with what all of them need in its hands. The others' loops do not wait: all
    that is asserted here happens while it still stands."""

    count = 2

    def held(self, *commands):
        """A transaction that has done this and goes no further."""
        name = client.databases[os.path.join(self.folder.name, "0.db")]
        session = subprocess.Popen(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", client.POSTGRES.replace("{name}", name)],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (session.stdin.close(), session.stdout.close(), session.kill(), session.wait()))
        print("BEGIN;", *(f"{command};" for command in commands), "SELECT 'so far';", file=session.stdin, flush=True)
        while session.stdout.readline() not in ("so far\n", ""):
            pass

        def go_on():
            print("COMMIT; SELECT 'done';", file=session.stdin, flush=True)
            while session.stdout.readline() not in ("done\n", ""):
                pass

        return go_on

    def metric(self, name):
        return int(re.search(rf"^flipside_{name} (\d+)$", Person(self.servers[1]).get("/metrics")[1], re.M).group(1))

    def pings(self, link, count=30):
        for _ in range(count):
            self.assertTrue(link.ask("ping")["ok"])

    def begin_post(self, path, body):
        link = socket.create_connection(("127.0.0.1", self.servers[1].port), timeout=client.PATIENCE)
        text = json.dumps(body).encode()
        link.sendall(f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text)
        return link

    def test_a_new_guest_waits_and_nobody_else_does(self):
        link = self.person(1).connect()
        go_on = self.held("SELECT pg_advisory_xact_lock(7310591505)")
        guests = [self.begin_post("/api/guest", {"name": f"New {i}"}) for i in range(5)]
        self.pings(link)
        self.assertEqual(select.select(guests, [], [], 0)[0], [])  # they are not refused, and not let in either
        self.assertEqual(self.metric("store_trouble"), 0)
        go_on()
        for guest in guests:
            with guest, guest.makefile("rb") as stream:
                self.assertIn(b" 200 ", stream.readline())
        self.assertEqual(self.metric("store_troubles_total"), 0)

    def test_who_reports_waits_and_who_comes_back_does_not(self):
        ada, bob = self.person(1, "Ada"), self.person(1, "Bob")
        link = ada.connect()
        go_on = self.held("SELECT pg_advisory_xact_lock(7310591505)")
        report = threading.Thread(target=lambda: answers.append(bob.post("/api/report", {"person": ada.get("/api/me")[1]["person"]["id"], "text": "rude"})))
        answers = []
        report.start()
        self.assertTrue(self.at(bob, 1).connect().hello["ok"])
        self.pings(link)
        runs = self.metric("requests_total")
        eventually("the report was tried more often than reports are allowed", lambda: self.metric("requests_total") > runs + 60)
        self.assertEqual(answers, [])
        go_on()
        report.join()
        self.assertEqual(answers[0][0], 200, answers)
        again = self.at(bob, 0).post("/api/report", {"person": ada.get("/api/me")[1]["person"]["id"], "text": "rude again"})
        self.assertEqual(again[0], 200, again)  # the other server has counted it once, too
        self.assertEqual(self.metric("store_troubles_total"), 0)

    def test_a_game_ends_and_its_results_follow(self):
        ada, link = self.person(1, "Ada"), self.person(1).connect()
        tables, player = [], ada.connect()
        for _ in range(6):
            tables.append(ada.make([ME])["table"]["id"])
            player.watch(tables[-1])
        go_on = self.held("UPDATE flipside.room SET version = version WHERE id = 'order'")
        for table in tables:
            play_to_end([player], table, limit=60)
            self.assertEqual(player.scenes[table]["table"]["status"], "over")
            self.pings(link)
        self.assertEqual(self.rows("SELECT count(*) FROM flipside.result"), ["0"])
        self.assertEqual(self.rows("SELECT count(*) FROM flipside.meta WHERE key LIKE 'todo end %'"), ["6"])
        go_on()
        eventually("the results are there", lambda: self.rows("SELECT count(*) FROM flipside.result") == ["6"])
        eventually("nothing is left to do", lambda: self.rows("SELECT count(*) FROM flipside.meta WHERE key LIKE 'todo end %'") == ["0"])
        self.assertEqual(self.rows("SELECT count(DISTINCT finished) FROM flipside.game_table WHERE finished > 0"), ["6"])
        self.assertEqual(self.metric("store_troubles_total"), 0)
        self.assertEqual(len([line for line in self.servers[1].log().split("\n") if '"level":"error"' in line]), 0)

    def test_a_game_whose_server_died_before_its_results_gets_them(self):
        ada = self.person(1, "Ada")
        table = ada.make([ME])["table"]["id"]
        player = ada.connect()
        player.watch(table)
        go_on = self.held("UPDATE flipside.room SET version = version WHERE id = 'order'")
        play_to_end([player], table, limit=60)
        self.servers[1].kill()
        go_on()
        eventually("the other server has done it", lambda: self.rows("SELECT count(*) FROM flipside.result") == ["1"])
        self.assertEqual(self.rows("SELECT count(*) FROM flipside.meta WHERE key LIKE 'todo end %'"), ["0"])
        self.servers[1].start()

    def test_rows_that_somebody_holds_hold_up_no_loop(self):
        ada, link = self.person(1, "Ada"), self.person(1).connect()
        go_on = self.held("SELECT count(*) FROM (SELECT 1 FROM flipside.person FOR UPDATE) AS a", "SELECT count(*) FROM (SELECT 1 FROM flipside.session FOR UPDATE) AS b")
        status = ada.rename("Another Ada")[0]  # the row cannot be had: it fails, and soon
        self.assertGreaterEqual(status, 500)
        self.assertNotIn("does not answer", self.servers[1].log())  # as it says when the loop has waited for two seconds
        go_on()
        eventually("it is done then", lambda: ada.rename("Another Ada")[0] == 200)
        del link


class Seekers(Cluster):
    game = "royalflip"

    def seek(self, link, **fields):
        self.assertTrue(link.ask("seek", **(fields or {"game": self.game, "pace": "quick"}))["ok"])


class Drawn(Seekers):
    """What a client adds to the draw reaches the server that makes the table."""

    def server(self, path):
        return Server(path, "--test-seed", "")

    def test_the_deal_of_a_quick_match_has_the_bytes_of_both(self):
        people = [self.person(i, "Seeker") for i in range(2)]
        links, shares, tables = [person.connect() for person in people], ["aa" * 16, "bb" * 16], []
        for person, link, share in zip(people, links, shares):
            given = person.get("/api/deal")[1]
            tables.append((given["ticket"].split(".")[0], given["commitment"]))
            self.seek(link, game=self.game, pace="quick", ticket=given["ticket"], bytes=share)
        table = wait_push(links[0], "matched")["table"]
        host = [one for one, _ in tables].index(table)
        for person in people:
            told = person.get(f"/api/tables/{table}")[1]["table"]
            self.assertEqual((told["commitment"], told["deal"]["bytes"]), (tables[host][1], [shares[host], shares[1 - host]]))

    def test_a_database_from_before_gets_room_for_them(self):
        for server in self.servers:
            server.stop()
        self.rows("ALTER TABLE flipside.seek DROP COLUMN ticket, DROP COLUMN bytes")
        for server in self.servers:
            server.start()
        self.test_the_deal_of_a_quick_match_has_the_bytes_of_both()


class QuickMatch(Seekers):
    """Who looks for an opponent is paired with anybody at any server, once."""

    def seats(self, table):
        return sorted(self.rows(f"SELECT person FROM flipside.seat WHERE game_table = '{table}'"))

    def test_seekers_at_all_servers_are_paired_once(self):
        people = [self.person(i % self.count, "Seeker") for i in range(8)]
        links = [person.connect() for person in people]
        for link in links:
            self.seek(link)
        tables = [wait_push(link, "matched")["table"] for link in links]
        self.assertEqual(sorted(tables.count(table) for table in tables), [2] * len(people))
        for i, person in enumerate(people):
            me = person.get("/api/me")[1]["person"]["id"]
            self.assertIn(me, self.seats(tables[i]))
            self.assertEqual(self.rows(f"SELECT count(*) FROM flipside.seat WHERE person = '{me}'"), ["1"])
        eventually("nobody is written down any more", lambda: self.rows("SELECT count(*) FROM flipside.seek") == ["0"])

    def test_two_at_different_servers_play_the_game_they_looked_for(self):
        ada, ben = self.person(0, "Ada"), self.person(1, "Ben")
        links = [ada.connect(), ben.connect()]
        self.seek(links[0])
        wait_push(links[0], "seek")
        self.seek(links[1])
        table, = {wait_push(link, "matched")["table"] for link in links}
        for link in links:
            link.watch(table)
            link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        self.assertGreater(len(play_to_end(links, table, limit=4)), 3)

    def test_who_has_stopped_or_gone_or_whose_server_was_killed_is_not_paired(self):
        ada, ben, cy, dee, eve = [self.person(server, "Seeker") for server in (0, 1, 2, 1, 2)]
        links = [person.connect() for person in (ada, ben, cy)]
        for link in links:
            self.seek(link, game=self.game, pace="days" if link is links[2] else "steady" if link is links[1] else "quick")
            wait_push(link, "seek")
        self.seek(links[1], on=False)
        links[2].close()
        eventually("one is left", lambda: self.rows("SELECT pace FROM flipside.seek") == ["quick"])
        self.servers[0].kill()
        eventually("none is left", lambda: self.rows("SELECT count(*) FROM flipside.seek") == ["0"])
        later = [dee.connect(), eve.connect()]
        for pace in ("quick", "steady", "days"):
            for link in later:
                link.pushes.clear()
                self.seek(link, game=self.game, pace=pace)
            table, = {wait_push(link, "matched")["table"] for link in later}
            self.assertEqual(self.seats(table), sorted(person.get("/api/me")[1]["person"]["id"] for person in (dee, eve)))
        links[1].hear_all()
        self.assertNotIn("matched", [push["push"] for push in links[1].pushes])
        self.servers[0].start()


class Busy(Seekers):
    """Nobody has more tables than one may have, wherever they look for an opponent."""

    count = 2

    def server(self, path):
        return Server(path, "--max-tables", "1")

    def test_who_has_sat_down_elsewhere_searches_no_longer(self):
        for _ in range(4):  # now the one server makes the table of two, now the other
            busy, free, other = [self.person(server, "Seeker").connect() for server in (0, 1, 1)]
            self.seek(busy)
            wait_push(busy, "seek")
            table = busy.person.make([ME, bot(1)])["table"]["id"]
            self.seek(free)
            eventually("one of them searches no longer", lambda: self.rows("SELECT count(*) FROM flipside.seek") == ["1"])
            self.assertTrue(busy.ask("end", table=table)["ok"])
            self.seek(other)
            self.assertEqual(*[wait_push(link, "matched")["table"] for link in (free, other)])
            busy.hear_all()
            self.assertNotIn("matched", [push["push"] for push in busy.pushes])
        for server in self.servers:
            self.assertNotIn('"level":"error"', server.log())


class Following(Cluster):
    """What is played at one server is followed at the others."""

    def count_at(self, person, what):
        return int(next(line for line in person.get("/metrics")[1].split("\n") if line.startswith(f"flipside_{what} ")).split()[1])

    def test_a_move_at_another_server_is_made_here_without_replaying_the_table(self):
        ada, ben = self.person(0, "Ada"), self.person(1, "Ben")
        table = ada.make([ME, OPEN])["table"]["id"]
        links = [ada.connect(), ben.connect()]
        links[1].watch(table)
        self.assertTrue(links[1].ask("sit", table=table, seat=1)["ok"])
        links[0].watch(table)
        for link in links:
            link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        before = [self.count_at(person, "tables_replayed_total") for person in (ada, ben)]
        moves = play_to_end(links, table, limit=24)
        self.assertTrue(links[0].ask("chat", table=table, text="Good so far!")["ok"])
        links[1].wait_scene(table, lambda _: any(line["text"] == "Good so far!" for line in links[1].chats[table]))
        self.assertEqual([self.count_at(person, "tables_replayed_total") for person in (ada, ben)], before)
        for person in (ada, ben):
            self.assertGreater(self.count_at(person, "tables_reread_total"), 0)  # one look may bring several moves
        third = self.at(ada, 2).connect()  # which replays it all
        third.watch(table)
        mine = [(0, entry["text"]) for entry in third.logs[table] if entry["seat"] == 0]
        self.assertEqual(mine, [move for move in moves if move[0] == 0])
        eventually("both see the same", lambda: not links[0].hear_all() and links[0].logs[table] == third.logs[table])

    def test_what_was_taken_back_is_gone_at_the_others(self):
        ada = self.person(0, "Ada")
        table = ada.make([ME])["table"]["id"]
        links = [self.at(ada, server).connect() for server in (0, 1)]
        for link in links:
            link.watch(table)
        taken_back = 0
        while taken_back < 3:
            steps = links[0].scenes[table]["table"]["steps"]
            act(links[0], table)
            if not links[0].scenes[table]["can_undo"]:  # new cards have been dealt
                continue
            taken_back += 1
            self.assertTrue(links[0].ask("undo", table=table, seat=0)["ok"])
            links[0].wait_scene(table, lambda scene, steps=steps: scene["table"]["steps"] == steps)
            act(links[0], table, lambda actions: actions[-1])
            third = self.at(ada, 2).connect()
            third.watch(table)

            def all_see_the_same(everybody=(*links, third)):
                for link in everybody:
                    link.hear_all()
                return all(link.logs[table] == links[0].logs[table] for link in everybody)

            eventually("all see the same", all_see_the_same)


class Limited(Cluster):
    """Limits by the second hold for all servers together."""

    count = 2

    def server(self, path):
        return Server(path, "--max-guests", "1000", "--max-requests", "2", generous=False)

    def test_requests_at_all_servers_are_counted_together(self):
        addresses = ("127.0.0.1", "127.0.0.2", "127.0.0.3")  # none is in the way of the next
        people = [Person(server, address=address) for server in self.servers for address in addresses]
        began, accepted, refused = time.monotonic(), dict.fromkeys(addresses, 0), dict.fromkeys(people, 0)
        while min(refused.values()) < 20:
            for person in people:
                status = person.get("/api/me")[0]
                refused[person] += status == 429
                accepted[person.address] += status != 429
        elapsed = time.monotonic() - began
        # 8 at once, 2 more a second, what the other has not heard of yet, and what is under way; alone each would allow 8 + 2 a second
        for address in addresses:
            self.assertLess(accepted[address], 8 + 2 * elapsed + 4, address)
        for server in self.servers:
            self.assertNotIn('"level":"error"', server.log())


class Proxy:
    """HAProxy in front of the servers: each connection goes to the next one that lives."""

    program = shutil.which("haproxy") or "/usr/sbin/haproxy"

    def __init__(self, folder, servers):
        listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = listener.getsockname()[1]
        backends = "\n".join(f"  server s{i} 127.0.0.1:{server.port} check inter 100ms fall 1 rise 1" for i, server in enumerate(servers))
        path = os.path.join(folder, "haproxy.cfg")
        with open(path, "w", encoding="ascii") as file:
            file.write(f"""global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 60s
  timeout queue 10s
  option redispatch 1
  retries 5
  retry-on conn-failure
frontend people
  bind fd@{listener.fileno()}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /healthz
{backends}
""")
        self.process = subprocess.Popen([self.program, "-db", "-q", "-f", path], pass_fds=(listener.fileno(),),
                                        stderr=subprocess.PIPE, text=True)
        listener.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.process.stderr.close()


class Wire(client.Socket):
    """A connection that remembers what came over it of each scene: lines of the log, and the view."""

    def __init__(self, *arguments, **more):
        self.came_over = []
        super().__init__(*arguments, **more)

    def _keep_scene(self, scene):
        super()._keep_scene(scene)
        self.came_over.append((scene["log_from"], scene["log"], scene["view"], scene["table"]["status"]))


class Player:
    """Somebody who plays one seat of a table. Most messages go over a new connection, and so to another server; what was not answered
    is sent again."""

    def __init__(self, proxy, name):
        self.proxy, self.random = proxy, random.Random(name)
        self.person = Person(proxy)
        self.retry(lambda: self.asked("/api/guest", {"name": name}))
        self.client, self.number = client.secrets.token_hex(16), 0
        self.acknowledged, self.link, self.table, self.failure, self.other = [], None, None, None, None
        self.wires, self.errors = [], []

    def asked(self, path, body):
        status, answer = self.person.post(path, body)
        if status >= 500:
            raise ConnectionError(answer)
        assert status == 200, answer
        return answer

    @staticmethod
    def retry(ask):
        limit = time.monotonic() + client.PATIENCE
        while True:
            try:
                return ask()
            except (OSError, client.http.client.HTTPException):
                assert time.monotonic() < limit, "no server answers"
                time.sleep(0.05)

    def connect(self):
        def new():
            link = Wire(self.person, client=self.client, number=self.number)
            self.wires.append(link.came_over)
            if self.table:
                link.watch(self.table)
            return link

        self.link = self.retry(new)
        self.number = self.link.number

    def ask(self, do, **fields):
        """The answer to one message, whatever happens to connections; and whether it went over the newest one."""
        self.number = max(self.number, self.link.number) + 1
        number = self.number
        while True:
            try:
                self.link.number = max(self.link.number, number)
                return self.link.send_again(number, do, **fields)
            except (OSError, ConnectionError):
                self.connect()

    def over(self):
        """A server that has not heard of it yet may still say that the table waits for somebody to sit down."""
        return self.link.scenes[self.table]["table"]["status"] not in ("waiting", "running")

    def turn(self):
        """One decision, or one look at what the others do."""
        if self.random.random() < 0.7:
            self.connect()
        scene = self.link.scenes[self.table]
        if not scene["actions"]:
            try:
                if self.link.waiting(0.2):
                    self.link.receive()
            except (OSError, ConnectionError):
                self.connect()
            return
        action = scene["actions"][self.random.randrange(len(scene["actions"]))]
        text = action["text"] + "".join(" %d" % round(sum(action[name]) / 2) for name in action.get("open", []))
        answer = self.ask("act", table=self.table, seat=scene["seat"], text=text, at=scene["table"]["steps"])
        if answer["ok"]:
            self.acknowledged.append(text)
            self.look(scene["table"]["steps"])
        else:
            assert answer["error"]["code"] in ("stale", "store"), answer
            self.errors += [answer] if answer["error"]["code"] == "store" else []
            self.connect()

    def look(self, steps):
        """Until the scene is newer than that one."""
        while self.link.scenes[self.table]["table"]["steps"] <= steps and not self.over():
            try:
                self.link.receive()
            except (OSError, ConnectionError):
                self.connect()

    def play(self, moves):
        try:
            self.connect()
            while max(len(self.acknowledged), len(self.other.acknowledged)) < moves and not self.over() and not self.other.failure:
                self.turn()
        except Exception as failure:  # pylint: disable=broad-exception-caught # told by the main thread
            self.failure = failure
            raise


class Crowd(Cluster):
    """Many people at many tables, behind a proxy."""

    tables, moves = (50, 40) if LONG else (4, 8)

    def setUp(self):
        super().setUp()
        self.proxy = Proxy(self.folder.name, self.servers)

    def tearDown(self):
        self.proxy.stop()
        super().tearDown()

    def seat_players(self):
        players = []
        for i in range(self.tables):
            pair = [Player(self.proxy, f"Pair {i} seat {seat}") for seat in (0, 1)]
            made = pair[0].retry(lambda pair=pair: pair[0].asked("/api/tables", {"game": "royalflip", "seats": [ME, OPEN]}))
            pair[0].other, pair[1].other = pair[1], pair[0]
            for seat, player in enumerate(pair):
                player.table = made["table"]["id"]
                player.connect()
                if seat:
                    self.assertTrue(player.ask("sit", table=player.table, seat=1)["ok"])
            players += pair
        return players

    def play_while(self, disturb, times):
        """Everybody plays, and is disturbed again and again, each time when some more moves were acknowledged."""
        players = self.seat_players()
        threads = [threading.Thread(target=player.play, args=(self.moves,)) for player in players]
        for thread in threads:
            thread.start()
        total = len(players) * self.moves
        for time_ in range(times):
            goal = total * (time_ + 1) // (times + 2)
            while sum(len(player.acknowledged) for player in players) < goal and any(thread.is_alive() for thread in threads):
                threads[time_ % len(threads)].join(0.05)
            disturb(time_)
        for thread in threads:
            thread.join()
        self.assertEqual([str(player.failure) for player in players if player.failure], [], "".join(s.log()[-3000:] for s in self.servers))
        for i in range(0, len(players), 2):
            self.check_table(players[i:i + 2])
        return players

    def check_table(self, pair):
        """Every acknowledged move is in the record exactly once, in the order of its player, and all servers tell the same."""
        table = pair[0].table
        steps = [json.loads(row) for row in self.rows(f"SELECT json FROM flipside.step WHERE game_table = '{table}' ORDER BY number")]
        for seat, player in enumerate(pair):
            self.assertEqual([step["move"] for step in steps if step.get("seat") == seat], player.acknowledged)
            logs = []
            for server in range(self.count):
                link = self.at(player.person, server).connect()
                link.watch(table)
                logs.append(link.logs[table])
            self.assertEqual(logs[0], logs[1])
            self.assertEqual(logs[0], logs[2])
        numbers = self.rows(f"SELECT count(*), max(number) + 1 FROM flipside.step WHERE game_table = '{table}'")[0].split("|")
        self.assertEqual(numbers[0], numbers[1])
        self.check_wires(pair)

    def check_wires(self, pair):
        """What came over every connection on the way, against the record as it is told when the game has ended: the same lines in the same
        order, none of another seat's before everyone knew it, and in every view what that seat may see at that moment."""
        for player in pair:
            if not player.over():
                self.assertTrue(player.ask("end", table=player.table, agree=True)["ok"])
        table, replay = pair[0].table, self.at(pair[0].person, 0)
        eventually("the game has ended", lambda: replay.get(f"/api/replays/{table}")[0] == 200)
        story = replay.get(f"/api/replays/{table}")[1]
        for seat, player in enumerate(pair):
            views = self.views_of(replay, story, table, seat)
            compared = sum(self.check_wire(wire, story["log"], seat, views) for wire in player.wires)
            self.assertGreater(compared, len(player.acknowledged) // 2)

    @staticmethod
    def known_to(log, seat, step):
        """The numbers of the lines that the seat knows after so many steps."""
        return [i for i, line in enumerate(log[:step]) if seat not in line.get("secret", []) and (line["known"] <= step or line["owner"] == seat)]

    def views_of(self, replay, story, table, seat):
        """What the seat saw at each position, by the numbers of the lines that it knew then. Who has to act changes without a line that the seat
        knows, when somebody else makes a hidden step: so there may be several views with the same lines, which differ in that alone."""
        views, seen = [], {}
        while len(views) < len(story["positions"]):
            views += replay.get(f"/api/replays/{table}/{seat}/{len(views)}")[1]["views"]
        log = story["log"]
        # What became known because the game was ended there was hidden while it was played.
        told = [{**line, "known": line["known"] + (line["known"] == len(log))} for line in log]
        for position, view in zip(story["positions"], views):
            same = seen.setdefault(tuple(self.known_to(told, seat, position["step"])), [])
            self.assertTrue(all({**view, "to_act": other["to_act"]} == other for other in same))
            same.append(view)
        return seen

    def check_wire(self, wire, log, seat, views):
        """How many views were compared."""
        seen, compared = [], 0
        places = {self.key(line): i for i, line in enumerate(log)}
        for start, lines, view, status in wire:
            seen = seen[:start] + [places[self.key(line)] for line in lines]  # a line that is not in the record fails here
            self.assertEqual(seen, sorted(set(seen)), "one order")
            if status != "running":
                continue
            last = max((log[i]["known"] for i in seen if log[i]["owner"] != seat), default=0)
            known = [i for i in seen if log[i]["owner"] != seat]
            self.assertEqual(known, [i for i in self.known_to(log, seat, last) if log[i]["owner"] != seat], "nothing before its time")
            if tuple(seen) in views:
                self.assertIn(view, views[tuple(seen)])
                compared += 1
        return compared

    @staticmethod
    def key(line):
        return line["seat"], line["time"], line["text"]


@unittest.skipUnless(os.path.exists(Proxy.program), "HAProxy is not installed")
class Chaos(Crowd):
    deaths = 30 if LONG else 4

    def kill_one(self, death):
        """The servers go one after the other: killed, or told to stop."""
        victim = self.servers[death % self.count]
        if death % 2:
            self.assertEqual(victim.stop(), 0)
        else:
            victim.kill()
        victim.start()

    def test_every_acknowledged_move_is_there_once_whoever_dies(self):
        self.play_while(self.kill_one, self.deaths)


@unittest.skipUnless(os.path.exists(Proxy.program), "HAProxy is not installed")
class Upgrade(Crowd):
    """A new release with a newer schema (tests/schema_next.c) comes while the old one runs."""

    tables, moves = (20, 30) if LONG else (2, 6)
    next_program = os.path.join(os.path.dirname(os.environ["FLIPSIDE_PROGRAM"]), "tests", "flipside-next")

    def site(self):
        return self.rows("SELECT version, oldest FROM flipside.site")[0].split("|")

    def replace(self, number):
        server = self.servers[number]
        self.assertEqual(server.stop(), 0)
        server.program = self.next_program
        server.start()

    def test_a_new_release_takes_the_place_of_the_old_one_while_people_play(self):
        version, oldest = self.site()
        players = self.play_while(self.replace, self.count)
        self.assertEqual([error for player in players for error in player.errors], [])
        self.assertEqual(self.site(), [str(int(version) + 1), oldest])
        self.servers[1].stop()  # and back: what was added is in nobody's way
        self.servers[1].program = os.environ["FLIPSIDE_PROGRAM"]
        self.servers[1].start()
        link = self.at(players[0].person, 1).connect()
        self.assertIsNotNone(link.watch(players[0].table))

    def test_a_release_that_the_others_cannot_go_along_with_waits_for_them(self):
        before = self.site()
        self.rows("UPDATE flipside.process SET schema = 1")
        self.assertEqual(self.servers[0].stop(), 0)
        self.servers[0].program = self.next_program
        with self.assertRaisesRegex(RuntimeError, "older version"):
            self.servers[0].start()
        self.assertEqual(self.site(), before)
        for server in self.servers[1:]:
            self.assertEqual(server.stop(), 0)
        self.servers[0].start()
        self.assertNotEqual(self.site(), before)
        with self.assertRaisesRegex(RuntimeError, "newer Flipside"):
            self.rows("UPDATE flipside.site SET oldest = version")
            self.servers[1].start()


class Troubled(Cluster):
    """The database of several servers goes away and comes back."""

    count = 2

    def setUp(self):
        super().setUp()
        self.postgres = Postgres.of_the_tests()
        people = [self.person(server, "Hopeful") for server in range(self.count)]
        self.table = people[0].make([ME, OPEN])["table"]["id"]
        self.links = [person.connect() for person in people]
        self.assertTrue(self.links[1].ask("sit", table=self.table, seat=1)["ok"])
        for link in self.links:
            link.watch(self.table)
            link.wait_scene(self.table, lambda scene: scene["table"]["status"] == "running" and scene["actions"])

    def told(self, link, saved):
        wait_push(link, "store", lambda push: push["saved"] == saved)

    def send_moves(self):
        """Both have something to decide: they say it, and are told that it is not saved yet."""
        numbers = []
        for link in self.links:
            scene = link.scenes[self.table]
            numbers.append(link.send("act", table=self.table, seat=scene["seat"], text=scene["actions"][0]["text"], at=scene["table"]["steps"]))
        for link in self.links:
            self.told(link, False)
        return numbers

    def go_on(self, numbers):
        for link, number in zip(self.links, numbers):
            self.assertTrue(link.wait_answer(number)["ok"])
            self.told(link, True)
        moves = play_to_end(self.links, self.table, limit=6)
        self.assertEqual(len(moves), 6)
        steps = [json.loads(row) for row in self.rows(f"SELECT json FROM flipside.step WHERE game_table = '{self.table}' ORDER BY number")]
        self.assertEqual(sum("seat" in step for step in steps), 8)

    def test_a_database_that_crashes_and_starts_again_loses_and_doubles_nothing(self):
        self.postgres.stop("immediate")
        numbers = self.send_moves()
        starting = threading.Thread(target=self.postgres.start)  # meanwhile the links answer pings
        starting.start()
        self.go_on(numbers)
        starting.join()

    @unittest.skipUnless(LONG, "it lasts half a minute")
    def test_a_database_that_cannot_be_reached_for_half_a_minute_is_waited_for(self):
        database = client.databases[self.servers[0].data]
        backends = [int(pid) for pid in client.psql(f"SELECT pid FROM pg_stat_activity WHERE datname = '{database}'").split()]
        for pid in backends:
            os.kill(pid, signal.SIGSTOP)
        numbers = self.send_moves()
        until = time.monotonic() + 30
        while time.monotonic() < until:  # what needs nothing of it is answered
            for link in self.links:
                self.assertTrue(link.ask("ping")["ok"])
            time.sleep(1)
        for pid in backends:
            os.kill(pid, signal.SIGCONT)
        self.go_on(numbers)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    client.main()
