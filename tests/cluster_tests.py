"""Several servers on one PostgreSQL: any of them serves any table, and any of them may be killed at any time.

Run by tests/with_postgres.py. With FLIPSIDE_LONG there are more tables, more clients and more deaths.
"""

import json
import os
import random
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

    def test_the_administrators_wish_is_fulfilled_once(self):
        ada = self.person(1, "Ada")
        done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "admin", "--data", self.database, "rename", "Ada 1", "Ida"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for server in range(self.count):
            self.assertEqual(self.at(ada, server).get("/api/me")[1]["person"]["name"], "Ida")
        self.assertEqual(sum(server.log().count('"admin"') for server in self.servers), 1)


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
        links[0].wait_scene(table, online([True, True]))
        self.servers[2].kill()
        links[0].wait_scene(table, online([True, False]))
        again.close()
        self.servers[2].start()

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


class Player:
    """Somebody who plays one seat of a table. Most messages go over a new connection, and so to another server; what was not answered
    is sent again."""

    def __init__(self, proxy, name):
        self.proxy, self.random = proxy, random.Random(name)
        self.person = Person(proxy)
        self.retry(lambda: self.asked("/api/guest", {"name": name}))
        self.client, self.number = client.secrets.token_hex(16), 0
        self.acknowledged, self.link, self.table, self.failure, self.other = [], None, None, None, None

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
            link = client.Socket(self.person, client=self.client, number=self.number)
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
        return self.link.scenes[self.table]["table"]["status"] != "running"

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


@unittest.skipUnless(os.path.exists(Proxy.program), "HAProxy is not installed")
class Chaos(Cluster):
    tables, moves, deaths = (50, 40, 30) if LONG else (4, 8, 4)

    def setUp(self):
        super().setUp()
        self.proxy = Proxy(self.folder.name, self.servers)

    def tearDown(self):
        self.proxy.stop()
        super().tearDown()

    def seat_players(self):
        players = []
        for i in range(self.tables):
            pair = [Player(self.proxy, f"Player {i} {seat}") for seat in (0, 1)]
            made = pair[0].retry(lambda pair=pair: pair[0].asked("/api/tables", {"game": "royalflip", "seats": [ME, OPEN]}))
            pair[0].other, pair[1].other = pair[1], pair[0]
            for seat, player in enumerate(pair):
                player.table = made["table"]["id"]
                player.connect()
                if seat:
                    self.assertTrue(player.ask("sit", table=player.table, seat=1)["ok"])
            players += pair
        return players

    def kill_while(self, players, threads):
        """The servers go one after the other, each time when some more moves were acknowledged: killed, or told to stop."""
        total = len(players) * self.moves
        for death in range(self.deaths):
            goal = total * (death + 1) // (self.deaths + 2)
            while sum(len(player.acknowledged) for player in players) < goal and any(thread.is_alive() for thread in threads):
                threads[death % len(threads)].join(0.05)
            victim = self.servers[death % self.count]
            if death % 2:
                self.assertEqual(victim.stop(), 0)
            else:
                victim.kill()
            victim.start()

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

    def test_every_acknowledged_move_is_there_once_whoever_dies(self):
        players = self.seat_players()
        threads = [threading.Thread(target=player.play, args=(self.moves,)) for player in players]
        for thread in threads:
            thread.start()
        self.kill_while(players, threads)
        for thread in threads:
            thread.join()
        self.assertEqual([str(player.failure) for player in players if player.failure], [])
        for i in range(0, len(players), 2):
            self.check_table(players[i:i + 2])


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    client.main()
