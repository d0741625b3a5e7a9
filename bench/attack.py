#!/usr/bin/env python3
"""How much a player notices of an attack: the time from sending a move to its durable acknowledgement, while nothing else happens
and while another address (127.0.0.2) holds as many half-sent requests as the server lets it, and keeps asking for more.

    bench/attack.py build/flipside [--rounds 5] [--seconds 4] [--rate 500]

Quiet and attacked rounds take turns, so that other work on the machine falls on both. Only loopback, and bounded in time.
"""

import argparse
import multiprocessing
import os
import select
import socket
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests"))
from client import Person, Server  # noqa: E402

ATTACKER = "127.0.0.2"


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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rate", type=int, default=500, help="connections that the attacker tries per second")
    options = parser.parse_args()
    os.environ["FLIPSIDE_PROGRAM"] = os.path.abspath(options.program)
    quiet, attacked, most = [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(os.path.join(folder, "flipside.db"), "--max-rate", "1000", "--max-new-tables", "100000", "--max-tables", "100000",
                        generous=False).start()
        person = Person(server, "Ada")
        link = person.connect()
        for _ in range(options.rounds):
            quiet += play(person, link, options.seconds, 0.02)
            stop, held, tried = multiprocessing.Event(), multiprocessing.Value("i", 0), multiprocessing.Value("i", 0)
            attacker = multiprocessing.Process(target=hold, args=(server.port, options.rate, stop, held, tried))
            attacker.start()
            time.sleep(1)
            before = tried.value
            attacked += play(person, link, options.seconds, 0.02)
            most = max(most, held.value)
            rate = (tried.value - before) / options.seconds
            stop.set()
            attacker.join()
            time.sleep(0.5)
        server.stop()
    for name, values in (("quiet", quiet), ("attacked", attacked)):
        print(f"{name:9} {len(values):5} moves   median {percentile(values, 0.5):7.2f} ms   99 % within {percentile(values, 0.99):7.2f} ms")
    print(f"the attacker held about {most} connections and tried {rate:.0f} more per second; "
          f"99 %: {percentile(attacked, 0.99) / percentile(quiet, 0.99):.2f} times the quiet figure")


if __name__ == "__main__":
    main()
