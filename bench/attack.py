#!/usr/bin/env python3
"""How much a player notices of an attack: the time from sending a move to its durable acknowledgement, while nothing else happens
and while another address (127.0.0.2), within all of its limits,

- `connections`: holds as many half-sent requests as the server lets it, and keeps asking for more;
- `sheets`: asks for the largest drawing of a table over 60 connections, as often as each may;
- `watches`: looks at one table with a log of 2,500 steps over 60 connections, anew as often as each may, with all that a scene can have;
- `bodies`: sends 200 strangers' bodies of 256 KiB that end at the same moment, again and again;
- `records`: the same from somebody who has a name.

    bench/attack.py build/flipside [ATTACK…] [--rounds 5] [--seconds 4] [--rate 500]

Quiet and attacked rounds take turns, so that other work on the machine falls on both. Only loopback, and bounded in time.
"""

import argparse
import json
import multiprocessing
import os
import select
import socket
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests"))
from client import Person, Server, Socket, masked_frame  # noqa: E402
from cost import long_record  # noqa: E402

ATTACKER = "127.0.0.2"
PACE = 0.03  # seconds between two moves


def hold(port, rate, stop, held, tried):
    """Opens connections with half a request, opens more when some are closed, and asks on where they are refused."""
    links, begun = {}, set()
    while not stop.is_set():
        for _ in range(max(1, rate // 50)):
            link = socket.socket()
            link.setblocking(False)
            link.bind((ATTACKER, 0))
            try:
                link.connect(("127.0.0.1", port))
            except BlockingIOError:
                pass
            links[link.fileno()] = link
            tried.value += 1
        time.sleep(0.02)
        poll = select.poll()
        for number in links:
            poll.register(number, select.POLLIN)
        for number, _ in poll.poll(0):  # refused, or closed at its deadline
            links.pop(number).close()
            begun.discard(number)
        for number, link in list(links.items()):
            try:
                link.send(b"x" if number in begun else b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ")
                begun.add(number)
            except OSError:
                links.pop(number).close()
                begun.discard(number)
        held.value = len(links)
    for link in links.values():
        link.close()


def from_there(port):
    link = socket.socket()
    link.bind((ATTACKER, 0))
    link.connect(("127.0.0.1", port))
    return link


def drain(links):
    """Reads what has come, and forgets who has gone."""
    for link in select.select(links, [], [], 0)[0]:
        try:
            if not link.recv(1 << 20):
                links.remove(link)
        except OSError:
            links.remove(link)


def ask_often(message, port, stop, held, tried, record=None):
    """60 connections, each 20 messages a second: what --max-rate allows."""
    class Place:
        pass

    place = Place()
    place.port = port
    person = Person(place, f"Mallory {os.getpid()}", address=ATTACKER)
    made = person.post("/api/records", record)[1] if record else person.make([{"kind": "me"}] * 4, game="fliptown")
    table = made["table"]["id"]
    sockets = [Socket(person, over=from_there(port)) for _ in range(60)]
    links = [one.socket for one in sockets]
    held.value, number = len(links), 1
    while not stop.is_set():
        begin = time.monotonic()
        number += 1
        frame = masked_frame(1, json.dumps({"n": number, "table": table, **message}).encode())
        for link in list(links):
            try:
                link.setblocking(False)
                link.send(frame)
            except BlockingIOError:
                pass
            except OSError:
                links.remove(link)
            tried.value += 1
        while time.monotonic() < begin + 0.05:
            drain(links)
            time.sleep(0.005)
        held.value = len(links)


def ask_for_sheets(port, rate, stop, held, tried):
    ask_often({"do": "sheet", "width": 240, "height": 120}, port, stop, held, tried)


def look_anew(port, rate, stop, held, tried):
    record = long_record(os.environ["FLIPSIDE_PROGRAM"], "a long game")
    ask_often({"do": "watch", "changes": 3, "knowledge": True}, port, stop, held, tried, record)


def send_bodies(port, rate, stop, held, tried, cookie=""):
    """200 at a time: all but the last byte, and then that byte of all of them."""
    body = b'{"steps":[' + b"[]," * 87000 + b"0]}"
    head = (f"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"{cookie}\r\n").encode()
    while not stop.is_set():
        links = []
        for _ in range(200):
            link = from_there(port)
            link.settimeout(5)
            try:
                link.sendall(head + body[:-1])
                links.append(link)
            except OSError:
                link.close()
        held.value = len(links)
        for link in links:
            try:
                link.send(body[-1:])
            except OSError:
                pass
            tried.value += 1
        end = time.monotonic() + 4  # so that --max-requests allows 200 again
        while time.monotonic() < end and not stop.is_set():
            time.sleep(0.05)
        for link in links:
            link.close()


def send_records(port, rate, stop, held, tried):
    class Place:
        pass

    place = Place()
    place.port = port
    send_bodies(port, rate, stop, held, tried, f"Cookie: {Person(place, f'Mallory {os.getpid()}', address=ATTACKER).cookie}\r\n")


ATTACKS = {"connections": hold, "sheets": ask_for_sheets, "watches": look_anew, "bodies": send_bodies, "records": send_records}


def play(person, link, seconds, pace):
    """Plays alone, a move every `pace` seconds; returns what each acknowledgement took."""
    took, table = [], next(iter(link.scenes), None)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not table or not link.scenes[table]["actions"]:
            if table:
                link.ask("unwatch", table=table)
                link.scenes.clear()
            table = person.make([{"kind": "me"}])["table"]["id"]
            link.watch(table)
        scene = link.scenes[table]
        begin = time.monotonic()
        answer = link.ask("act", table=table, seat=0, text=scene["actions"][0]["text"], at=scene["table"]["steps"])
        took.append(time.monotonic() - begin)
        assert answer["ok"], answer
        link.wait_scene(table, lambda newest, old=scene: newest["table"]["steps"] != old["table"]["steps"])
        time.sleep(pace)
    return took


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


def processor_time(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(attack, options):
    quiet, attacked, most, busy, rate = [], [], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(os.path.join(folder, "flipside.db"), "--max-rate", "1000", "--max-new-tables", "100000", "--max-tables", "100000",
                        generous=False).start()
        person = Person(server, "Ada")
        link = person.connect()
        for _ in range(options.rounds):
            quiet += play(person, link, options.seconds, PACE)
            stop, held, tried = multiprocessing.Event(), multiprocessing.Value("i", 0), multiprocessing.Value("i", 0)
            attacker = multiprocessing.Process(target=ATTACKS[attack], args=(server.port, options.rate, stop, held, tried))
            attacker.start()
            while attacker.is_alive() and not tried.value:
                time.sleep(0.05)
            before, began = tried.value, processor_time(server.process.pid)
            attacked += play(person, link, options.seconds, PACE)
            most = max(most, held.value)
            rate = (tried.value - before) / options.seconds
            busy += (processor_time(server.process.pid) - began) / options.seconds / options.rounds
            stop.set()
            attacker.join()
            time.sleep(0.5)
        server.stop()
    print(f"{attack}: the attacker held about {most} connections and tried {rate:.0f} times per second")
    for name, values in (("quiet", quiet), ("attacked", attacked)):
        print(f"  {name:9} {len(values):5} moves   median {percentile(values, 0.5):7.2f} ms   99 % within {percentile(values, 0.99):7.2f} ms"
              f"   the slowest {max(values) * 1000:7.2f} ms")
    print(f"  99 %: {percentile(attacked, 0.99) / percentile(quiet, 0.99):.2f} times the quiet figure; the server used {busy * 100:.0f} % of a core")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS), metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rate", type=int, default=500, help="connections that the attacker tries per second")
    options = parser.parse_args()
    os.environ["FLIPSIDE_PROGRAM"] = os.path.abspath(options.program)
    for attack in options.attacks:
        measure(attack, options)


if __name__ == "__main__":
    main()
