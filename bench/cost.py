#!/usr/bin/env python3
"""What one address can do to the others.

    bench/cost.py [PROGRAM] [--seconds S] [--part replays|bots]          (build/flipside, 10, both)

Starts a server with its usual limits on a fresh file and prints

- how long players at tables wait for the answer to a move, first alone, then while another address asks for replays and exports of
  long games as fast as it is allowed to;
- how long somebody waits for the move of a level-1 bot while somebody else has 50 tables with level-5 bots (one thread for bots).

Players and attackers come from different addresses of the loopback network (127.0.0.1, 127.0.0.2).
"""
import argparse
import http.client
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests"))

from client import Person, Server  # noqa: E402

LINKS = 12  # of players
ATTACKERS = 3
GAMES = 40  # long games of the one who asks for everything


class Elsewhere(Person):
    """Somebody at another address."""

    def __init__(self, server, address, name=None):
        self.address = address
        super().__init__(server, name)

    def request(self, method, path, body=None, headers=None):
        link = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120, source_address=(self.address, 0))
        link.request(method, path, body, {**(headers or {}), **({"Cookie": self.cookie} if self.cookie else {})})
        answer = link.getresponse()
        data = answer.read()
        if answer.getheader("Set-Cookie"):
            self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        link.close()
        return answer.status, data


def long_record(program, seed):
    """A game of Flip City for four in which everybody plays anything: thousands of steps."""
    engine = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(**request):
        print(json.dumps(request), file=engine.stdin, flush=True)
        return json.loads(engine.stdout.readline())

    chance = random.Random(seed)
    turn = ask(cmd="new", game="flipcity", seats=4, seed=seed)["turn"]
    for _ in range(1900):
        if turn["over"]:
            break
        seat = turn["seats"][0]
        count = len(ask(cmd="actions", seat=seat)["actions"])
        turn = ask(cmd="act", seat=seat, n=chance.randrange(count))["turn"]
    record = ask(cmd="save")["record"]
    engine.stdin.close()
    engine.wait()
    return record


def play(server, seconds, out):
    """Solo games, one move after the other; how long each answer took, in ms."""
    waits, links = [], []
    for i in range(LINKS):
        person = Person(server, f"Player {os.getpid()} {i}")
        links.append((person, person.connect()))
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for person, link in links:
            tables = [table for table, scene in link.scenes.items() if scene["table"]["status"] == "running"]
            table = tables[-1] if tables else None
            if not table:
                table = person.make([{"kind": "me"}])["table"]["id"]
                link.watch(table)
            scene = link.wait_scene(table, lambda newest: newest["actions"] or newest["table"]["status"] != "running")
            if not scene["actions"]:
                continue
            began = time.monotonic()
            answer = link.ask("act", table=table, seat=0, text=scene["actions"][0]["text"])
            waits.append((time.monotonic() - began) * 1000)
            assert answer["ok"], answer
            link.wait_scene(table, lambda newest, old=scene: newest is not old)
            time.sleep(0.07 / LINKS)  # no connection sends more than it may
    out.put(waits)


def attack(server, cookie, tables, number, stop, out):
    """Asks for everything that takes long, and for nothing else."""
    person = Elsewhere(server, "127.0.0.2")
    person.cookie = cookie
    chance = random.Random(number)
    asked = refused = 0
    while not stop.is_set():
        table = chance.choice(tables)
        path = chance.choice([f"/api/replays/{table}"] * 6 + [f"/api/replays/{table}/all/{chance.randrange(500)}"] * 3 + ["/api/export"])
        status, _ = person.request("GET", path)
        asked += 1
        refused += status == 429
        if status == 429:
            time.sleep(0.05)
    out.put((asked, refused))


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def measure_play(server, seconds):
    out = multiprocessing.Queue()
    player = multiprocessing.Process(target=play, args=(server, seconds, out))
    player.start()
    waits = out.get(timeout=seconds + 120)
    player.join()
    return waits


def say(name, waits):
    print(f"{name}_moves {len(waits)}\n{name}_ms_p50 {percentile(waits, .5):.1f}\n{name}_ms_p99 {percentile(waits, .99):.1f}\n"
          f"{name}_ms_max {max(waits):.1f}", flush=True)


def measure_replays(program, folder, seconds):
    server = Server(os.path.join(folder, "replays.db"), generous=False).start()
    greedy = Elsewhere(server, "127.0.0.3", "Greedy")
    record, tables = long_record(program, "long"), []
    for i in range(GAMES):  # the same game under other names is another record
        record["seats"] = [f"Player {i} {k}" for k in range(len(record["seats"]))]
        status, body = greedy.request("POST", "/api/records", json.dumps(record), {"Content-Type": "application/json"})
        while status == 429:  # it is prepared as the limits allow
            time.sleep(0.2)
            status, body = greedy.request("POST", "/api/records", json.dumps(record), {"Content-Type": "application/json"})
        tables.append(json.loads(body)["table"]["id"])
    print(f"steps_of_a_long_game {len(record['steps'])}", flush=True)
    quiet = measure_play(server, seconds)
    say("quiet", quiet)
    stop, out = multiprocessing.Event(), multiprocessing.Queue()
    attackers = [multiprocessing.Process(target=attack, args=(server, greedy.cookie, tables, i, stop, out)) for i in range(ATTACKERS)]
    for attacker in attackers:
        attacker.start()
    busy = measure_play(server, seconds)
    stop.set()
    counts = [out.get() for _ in attackers]
    for attacker in attackers:
        attacker.join()
    say("attacked", busy)
    print(f"attack_requests {sum(count[0] for count in counts)}\nattack_refused {sum(count[1] for count in counts)}")
    print(f"p99_ratio {percentile(busy, .99) / percentile(quiet, .99):.2f}", flush=True)
    server.stop()


def measure_bots(folder):
    server = Server(os.path.join(folder, "bots.db"), "--threads", "1", generous=False).start()
    many = Elsewhere(server, "127.0.0.2", "Many")
    for _ in range(50):
        body = {"game": "royalflip", "seats": [{"kind": "bot", "level": 5}, {"kind": "me"}]}
        status, answer = many.request("POST", "/api/tables", json.dumps(body), {"Content-Type": "application/json"})
        assert status == 200, answer
    ada = Person(server, "Ada")
    link = ada.connect()
    began = time.monotonic()
    table = ada.make([{"kind": "bot", "level": 1}, {"kind": "me"}])["table"]["id"]
    link.watch(table)
    link.wait_scene(table, lambda scene: scene["table"]["to_act"] and 0 not in scene["table"]["to_act"], seconds=600)
    print(f"small_bot_wait_ms {(time.monotonic() - began) * 1000:.0f}", flush=True)
    server.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=os.path.join(ROOT, "build", "flipside"))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--part", choices=("replays", "bots"))
    arguments = parser.parse_args()
    os.environ["FLIPSIDE_PROGRAM"] = os.path.abspath(arguments.program)
    with tempfile.TemporaryDirectory() as folder:
        if arguments.part != "bots":
            measure_replays(arguments.program, folder, arguments.seconds)
        if arguments.part != "replays":
            measure_bots(folder)


if __name__ == "__main__":
    main()
