"""A small client of the table server for tests: HTTP with a cookie, and the WebSocket (RFC 6455) on plain sockets.

Only what the tests need, from the standard library alone.
"""

import base64
import gzip
import hashlib
import hmac
import http.client
import json
import os
import re
import secrets
import select
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

# What the tests have asked for: the last test compares it with docs/api.md.
requested = set()
done = set()

# Whatever a test waits for comes much sooner, or never: then the test fails with a sentence.
PATIENCE = 120

# Sanitizers make bots ten times as slow: of what the release build does in full, a sanitized one does a part.
IN_PART = bool(os.environ.get("FLIPSIDE_IN_PART")) and not os.environ.get("FLIPSIDE_LONG")

# A test is many people at one address.
GENEROUS = ("--max-guests", "100000", "--max-requests", "10000", "--max-new-tables", "100000", "--max-connections", "1000",
            "--max-rate", "1000", "--max-tables", "1000", "--max-sign-ins", "100000")


# Where the tests keep their sites: in files, or in the PostgreSQL that tests/with_postgres.py has started.
POSTGRES = os.environ.get("FLIPSIDE_TEST_POSTGRES")
databases = {}


def psql(command, name="postgres"):
    """What the private PostgreSQL answers, a line a row."""
    return subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", POSTGRES.replace("{name}", name), "-c", command],
                          check=True, capture_output=True, text=True).stdout


def place(path):
    """What --data is for a test's file: that file, or a database that stands for it and is made when it is first asked for."""
    if not POSTGRES:
        return path
    if path not in databases:
        databases[path] = f"site_{os.getpid()}_{len(databases)}"
        psql(f"CREATE DATABASE {databases[path]}")
    return POSTGRES.replace("{name}", databases[path])


def change_place(path, statement):
    """Somebody with the site in hand changes it, while no server runs."""
    if POSTGRES:
        psql(statement, databases[path])
        return
    database = sqlite3.connect(path)
    with database:
        database.execute(statement)
    database.close()


def forget_places(folder):
    for path in [path for path in databases if path.startswith(folder)]:
        psql(f"DROP DATABASE {databases.pop(path)} WITH (FORCE)")


about_files = unittest.skipIf(POSTGRES, "it is about the file, or looks into it")


def route_of(method, path):
    """The path as docs/api.md writes it."""
    path = re.sub(r"^/api/rules/.+", "/api/rules/GAME", path)
    path = re.sub(r"^/api/join/.+", "/api/join/INVITATION", path)
    path = re.sub(r"^/api/pictures/.+", "/api/pictures/GAME", path)
    path = re.sub(r"^/api/printed/.+", "/api/printed/FINGERPRINT", path)
    path = re.sub(r"^/api/tables/[^/]+", "/api/tables/ID", path)
    path = re.sub(r"^/api/replays/[^/]+", "/api/replays/ID", path)
    path = re.sub(r"^/api/analyses/[^/]+", "/api/analyses/ID", path)
    path = re.sub(r"^/api/puzzles/(?!rush$|consent$)[^/]+", "/api/puzzles/GAME", path)
    path = re.sub(r"^/api/tournaments/(?!(?:enter|leave|start|end|bots)$)[^/]+", "/api/tournaments/ID", path)
    path = re.sub(r"^/api/tournaments/ID/.+", "/api/tournaments/ID/ROUND", path)
    path = re.sub(r"^/api/leagues/(?!(?:join|leave|change|remove)$)[^/]+", "/api/leagues/ID", path)
    path = re.sub(r"^/api/leagues/ID/.+", "/api/leagues/ID/YEAR", path)
    path = re.sub(r"^(/api/(?:tables|replays)/ID)/flick/.*", r"\1/flick/K", path)
    path = re.sub(r"^/api/tables/ID/since/.*", "/api/tables/ID/since/SEAT/LINES", path)
    path = re.sub(r"^/api/replays/ID/(?!flick/).+", "/api/replays/ID/EYES/FROM", path)
    path = re.sub(r"^/api/people/[^/]+", "/api/people/ID", path)
    path = re.sub(r"/statistics/.+", "/statistics/GAME", path)
    path = re.sub(r"^/api/ratings/[^/]+", "/api/ratings/GAME", path)
    path = re.sub(r"^/api/lobby/[^/]+$", "/api/lobby/PAGE", path)
    path = re.sub(r"^/api/admin/[^/]+/.*", "/api/admin/LIST/WHAT", path)
    path = re.sub(r"^/api/admin/[^/]+$", "/api/admin/LIST", path)
    path = re.sub(r"^/api/mail/stop/.+", "/api/mail/stop/PERSON/CODE", path)
    path = re.sub(r"^/api/daily/[^/]+/[^/]+$", "/api/daily/DAY/GAME", path)
    path = re.sub(r"^/api/months/[^/]+", "/api/months/MONTH", path)
    path = re.sub(r"^/api/months/MONTH/.+", "/api/months/MONTH/GAME", path)
    return f"{method} {path}"


class Server:
    """The real program on a real file, on a port of its own."""

    def __init__(self, data, *options, generous=True, environment=None, preload=None, real_passwords=False, leak_check=False):
        """`preload` is a library that changes what the program sees of the machine. Passwords are hashed at the least cost
        (tests/quick_hash.c), unless a test is about how long that takes or how strong it is. With `leak_check` a sanitized program
        that is asked to end complains of memory that it has not given back."""
        self.data, self.leak_check = data, leak_check
        libraries = [preload, None if real_passwords else os.environ.get("FLIPSIDE_QUICK_HASH")]
        self.environment = {**os.environ, **(environment or {}), "LD_PRELOAD": ":".join(filter(None, libraries)),
                            "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + f":verify_asan_link_order=0:detect_leaks={leak_check:d}"}
        # The same cards every time, so that a test does today what it did yesterday.
        foretold = () if "--test-seed" in options or "--config" in options else ("--test-seed", "the tests")
        watched = () if "--config" in options or any(option.startswith("--metrics-") for option in options) else ("--metrics-here", "true")
        self.options = (*(GENEROUS if generous else ()), *foretold, *watched, *options)
        self.program = os.environ["FLIPSIDE_PROGRAM"]
        self.process = None
        self.port = 0
        self.complaints = ""

    def start(self):
        command = [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", place(self.data),
                   "--log", self.data + ".log", *self.options]
        self._run(command)
        if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
            self.kill()
            raise AssertionError(f"the server did not begin to listen in {PATIENCE} seconds: {self.complaints}")
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self._close_pipes()
            raise RuntimeError(self.complaints)
        if not self.port:
            self.port = int(line.rsplit(":", 1)[1].strip(" /\n"))
        return self

    def _run(self, command, **more):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment, **more)

    def kill(self):
        self.process.send_signal(getattr(signal, os.environ.get("FLIPSIDE_KILL", "SIGKILL")))  # tools/mutate has its own
        self.process.wait()
        self._close_pipes()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=PATIENCE * 5 if self.leak_check else PATIENCE)
        self._close_pipes()
        return status

    def hang_up(self):
        self.process.send_signal(signal.SIGHUP)

    def log(self):
        with open(self.data + ".log", encoding="utf-8") as file:
            return file.read()

    def _close_pipes(self):
        self.complaints = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()


class InheritedServer(Server):
    """The same on a socket that is already open, as systemd hands it over."""

    def __init__(self, data, listener, *options):
        super().__init__(data, *options)
        self.listener = listener
        self.port = listener.getsockname()[1]

    def _run(self, command, **more):
        script = f'exec 3<&{self.listener.fileno()} && LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
        super()._run(["bash", "-c", script, "bash", *command], pass_fds=(self.listener.fileno(),), **more)


class Person:
    """Somebody with a cookie, who comes from an address of this machine."""

    def __init__(self, server, name=None, address="127.0.0.1"):
        self.server = server
        self.address = address
        self.cookie = None
        self.device = {}  # other cookies: they stay when somebody else comes
        if name:
            status, body = self.post("/api/guest", {"name": name})
            assert status == 200, body

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE, source_address=(self.address, 0))
        fields = dict(headers or {})
        requested.add(route_of(method, path))
        if self.cookie or self.device:
            fields["Cookie"] = "; ".join([*([self.cookie] if self.cookie else []), *self.device.values()])
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        data = answer.read()
        cookie = answer.getheader("Set-Cookie")
        if cookie and cookie.startswith("flipside="):
            self.cookie = cookie.split(";")[0]
        elif cookie:
            self.device[cookie.split("=")[0]] = cookie.split(";")[0]
        connection.close()
        self.headers = answer.headers
        if answer.getheader("Content-Encoding") == "gzip":
            data = gzip.decompress(data)
        kind = answer.getheader("Content-Type") or ""
        if kind.startswith("image/png"):
            return answer.status, data.decode("latin-1")
        return answer.status, json.loads(data) if kind.startswith("application/json") and data else data.decode()

    def get(self, path):
        return self.request("GET", path)

    def post(self, path, body, headers=None):
        return self.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **(headers or {})})

    def rename(self, name):
        return self.post("/api/rename", {"from": self.get("/api/me")[1]["person"]["name"], "name": name})

    def make(self, seats, game="royalflip", **wish):
        """A table; rated, where it can be, unless the test wants it otherwise: a guest's first ones are not by themselves."""
        status, body = self.post("/api/tables", {"game": game, "seats": seats, "rated": True, **wish})
        assert status == 200, body
        return body

    def connect(self, **options):
        return Socket(self, **options)


class Bearer(Person):
    """A program with a token."""

    def __init__(self, server, token):
        super().__init__(server)
        self.token = token

    def request(self, method, path, body=None, headers=None):
        return super().request(method, path, body, {"Authorization": f"Bearer {self.token}", **(headers or {})})


def masked_frame(opcode, payload):
    mask = os.urandom(4)
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
    elif length < 65536:
        head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, length)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


class Socket:
    """A WebSocket connection that counts its messages and keeps every byte it was sent."""

    def __init__(self, person, client=None, number=0, origin=None, path="/ws", protocol="flipside", hello=True, over=None, deflate=None):
        """Over a connection of its own, unless one is given that is open already. `deflate` is what it offers of permessage-deflate (RFC 7692)."""
        self.person = person
        self.client = client or secrets.token_hex(16)
        self.number = number
        self.pushes = []
        self.heard = []
        self.scenes = {}
        self.texts = {}  # all scenes of a table, byte for byte
        self.sizes = {}  # and how many bytes each had as it was sent
        self.logs = {}
        self.chats = {}
        self.socket = over or socket.create_connection(("127.0.0.1", person.server.port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        requested.add(f"GET {path}")
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{person.server.port}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if protocol:
            lines.append(f"Sec-WebSocket-Protocol: {protocol}")
        if person.cookie:
            lines.append(f"Cookie: {person.cookie}")
        if isinstance(person, Bearer):
            lines.append(f"Authorization: Bearer {person.token}")
        if origin:
            lines.append(f"Origin: {origin}")
        if deflate:
            lines.append(f"Sec-WebSocket-Extensions: {deflate}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            part = self.socket.recv(4096)
            if not part:
                raise ConnectionError("refused")
            self.buffer += part
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode(errors="replace"))
        self.accepted = re.findall(r"(?i)^sec-websocket-extensions: (.*?)\r?$", head.decode(), re.M)
        self.inflate = zlib.decompressobj(-15)
        self.hello = self.ask("hello", client=self.client) if hello else None

    def send_frame(self, opcode, payload):
        self.socket.sendall(masked_frame(opcode, payload))

    def send_text(self, text):
        self.send_frame(1, text.encode())

    def _read(self, count, limit):
        while len(self.buffer) < count:
            # The server's pings come for ever: they are no reason to wait on.
            left = limit - time.monotonic()
            assert left > 0 and select.select([self.socket], [], [], left)[0], "what the test waits for did not come from the server in time"
            part = self.socket.recv(65536)
            if not part:
                raise ConnectionError("closed")
            self.buffer += part
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def receive(self, limit=None):
        """The next message as an object; control frames are answered on the way. It fails if none has come by `limit`."""
        whole, packed = b"", False
        limit = limit or time.monotonic() + PATIENCE
        while True:
            first, second = self._read(2, limit)
            length = second & 127
            if length == 126:
                length = struct.unpack("!H", self._read(2, limit))[0]
            elif length == 127:
                length = struct.unpack("!Q", self._read(8, limit))[0]
            payload = self._read(length, limit)
            opcode = first & 15
            if opcode == 8:
                raise ConnectionError("closed")
            if opcode == 9:
                self.send_frame(10, payload)
                continue
            if opcode == 10:
                continue
            packed |= bool(first & 0x40)
            whole += payload
            if first & 0x80:
                break
        size = len(whole)
        if packed:
            whole = self.inflate.decompress(whole + b"\0\0\xff\xff")
        text = whole.decode()
        self.heard.append(text)
        message = json.loads(text)
        if "push" in message:
            self.pushes.append(message)
            if message["push"] == "scene":
                table = message["table"]["id"]
                self.texts.setdefault(table, []).append(whole)
                self.sizes.setdefault(table, []).append(size)
                self._keep_scene(message)
        return message

    def _keep_scene(self, scene):
        """The newest scene, and the whole log as it is put together from what came: docs/api.md, "The scene"."""
        table = scene["table"]["id"]
        self.logs[table] = self.logs.get(table, [])[:scene["log_from"]] + scene["log"]
        self.chats.setdefault(table, []).extend(scene["chat"])
        self.scenes[table] = scene

    def waiting(self, seconds):
        """Has something come, or does it come in time?"""
        return bool(self.buffer) or bool(select.select([self.socket], [], [], seconds)[0])

    def hear_all(self):
        """Everything that the server had sent before it answers this."""
        self.ask("ping")

    def send(self, do, **fields):
        done.add(do)
        self.number += 1
        self.send_text(json.dumps({"n": self.number, "do": do, **fields}))
        return self.number

    def send_again(self, number, do, **fields):
        self.send_text(json.dumps({"n": number, "do": do, **fields}))
        return self.wait_answer(number)

    def wait_answer(self, number):
        limit = time.monotonic() + PATIENCE
        while True:
            message = self.receive(limit)
            if message.get("re") == number:
                return message

    def ask(self, do, **fields):
        return self.wait_answer(self.send(do, **fields))

    def watch(self, table, **fields):
        for known in (self.scenes, self.logs, self.chats):
            known.pop(table, None)
        answer = self.ask("watch", table=table, **fields)
        assert answer["ok"], answer
        # A scene of the watch before may still be on its way.
        return self.wait_scene(table, lambda scene: fields.get("seat", scene["seat"]) == scene["seat"])

    def wait_scene(self, table, wanted, seconds=PATIENCE):
        """The newest scene that is as wanted."""
        limit = time.monotonic() + seconds
        while not (table in self.scenes and wanted(self.scenes[table])):
            self.receive(limit)
        return self.scenes[table]

    def __del__(self):
        if hasattr(self, "socket"):
            self.close()

    def close(self):
        try:
            self.socket.close()
        except OSError:
            pass


class Case(unittest.TestCase):
    """Tests with one server for all tests of the class; names are told apart by a number."""

    options = ()
    generous = True
    real_passwords = False
    well = True  # the server has no trouble, by its own log
    leak_check = bool(os.environ.get("FLIPSIDE_LONG"))  # it takes seconds, so only few have it always
    count = 0

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.server = cls.make_server(os.path.join(cls.folder.name, "flipside.db")).start()

    @classmethod
    def make_server(cls, data):
        return Server(data, *cls.options, generous=cls.generous, real_passwords=cls.real_passwords, leak_check=cls.leak_check)

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        errors = re.findall(r'^.*"level":"error","event":"(?!websockets").*$', cls.server.log(), re.M)  # what libwebsockets says aside
        forget_places(cls.folder.name)
        cls.folder.cleanup()
        assert status == 0, f"the server ended with status {status}: {cls.server.complaints}"
        assert not errors or not cls.well or POSTGRES, "the server's log has errors:\n" + "\n".join(errors)

    def person(self, name="Guest"):
        Case.count += 1
        return Person(self.server, f"{name} {Case.count}")

    def people(self, count):
        return [self.person() for _ in range(count)]

    def refused(self, answer, code):
        """The answer is an error of that code, with a sentence for people."""
        self.assertFalse(answer["ok"], answer)
        self.assertEqual(answer["error"]["code"], code, answer)
        self.assertRegex(answer["error"]["message"], r"^[A-Z'].*[.!…]$")

    def assert_done(self, answer):
        self.assertTrue(answer["ok"], answer)
        return answer


def eventually(what, condition):
    """Waits until the condition holds, for what no message tells of; fails with what was waited for."""
    limit = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < limit, f"it did not happen: {what}"
        time.sleep(0.02)


def act(link, table, choose=None, scene=None):
    """Plays one move from the link's newest scene and waits until the link sees it. Returns seat and text, or None if
    the table had moved on."""
    scene = scene or link.scenes[table]
    action = (choose or (lambda actions: actions[0]))(scene["actions"])
    # Numbers that the action leaves open get the middle of their range.
    text = action["text"] + "".join(" %d" % round(sum(action[name]) / 2) for name in action.get("open", []))
    answer = link.ask("act", table=table, seat=scene["seat"], text=text, at=scene["table"]["steps"])
    if not answer["ok"] and answer["error"]["code"] == "stale":
        link.hear_all()
        return None
    assert answer["ok"], answer

    def where(newest):
        return newest["seat"], newest["table"]["steps"], newest["table"]["status"]

    link.wait_scene(table, lambda newest: where(newest) != where(scene))
    return scene["seat"], text


def play_to_end(links, table, choose=None, limit=100000):
    """Everybody plays until the game is over (or `limit` moves are made); returns the moves as (seat, text)."""
    moves, stale = [], 0
    while len(moves) < limit:
        able = [link for link in links if link.scenes[table]["actions"]]
        if able:
            move = act(able[0], table, choose)
            moves += [move] if move else []
            stale = 0 if move else stale + 1
            assert stale < 5, "the newest scene is always stale"
        elif all(link.scenes[table]["table"]["status"] != "running" for link in links):
            break
        else:
            waiting = [link for link in links if link.scenes[table]["table"]["status"] == "running"]
            ready = [link for link in waiting if link.buffer] or select.select(
                [link.socket for link in waiting], [], [], 60)[0]
            assert ready, "nothing happens at the table"
            for link in waiting:
                if link in ready or link.socket in ready:
                    link.receive()
    return moves


class Interface(Case):
    """docs/api.md against the server, section by section: everything written there is asked for in the tests of the file that names
    the section, and the server knows nothing that is not written there."""

    documents = ()
    elsewhere = set()  # messages whose tests are in another file

    def setUp(self):
        root = os.environ["FLIPSIDE_SOURCE_ROOT"]
        with open(os.path.join(root, "docs", "api.md"), encoding="utf-8") as file:
            self.text = file.read()
        self.sections = dict(re.findall(r"^## ([^\n:]+)(.*?)(?=^## |\Z)", self.text, re.M | re.S))
        self.sources = {}
        folder = os.path.join(root, "src", "server", "routes")
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                self.sources[name] = file.read()

    def routes_in(self, text):
        return set(re.findall(r"^\| `((?:GET|POST) [^ `]+)`", text, re.M)) | set(re.findall(r"^: `(GET [^`]+)`", text, re.M))

    def deeds_in(self, text):
        return set(re.findall(r"^\| `(\w+)` \|", text, re.M)) - {"do"}

    def test_every_documented_route_and_message_is_known_and_was_exercised(self):
        for title in self.documents:
            section = self.sections[title]
            self.assertGreater(len(self.routes_in(section)), 0, title)
            self.assertEqual(self.routes_in(section) - requested, set())
            self.assertEqual(self.deeds_in(section) - done - self.elsewhere, set())
        link = self.person().connect()
        for deed in self.deeds_in(self.sections["The socket"]) - {"hello"}:
            answer = link.ask(deed)
            self.assertTrue(answer["ok"] or answer["error"]["code"] != "bad_message", (deed, answer))
        self.refused(link.ask("dance"), "bad_message")

    def test_everything_the_server_knows_is_documented(self):
        deeds = set(re.findall(r'\{"(\w+)", \.(?:run|table)', self.sources["messages.c"]))
        self.assertEqual(deeds, self.deeds_in(self.text))
        kind = {"get": "GET", "post": "POST"}
        known = {f"{kind[verb]} {path}" for text in self.sources.values()
                 for path, verb in re.findall(r'\{"(/[^"]+)",\s*(get|post)_', text)}
        written = self.routes_in(self.text) - {"GET /ws"}
        for route in written:
            stem = re.sub(r"[A-Z]{2,}(/.*)?$", "", route.split(" ")[1])
            self.assertIn(f"{route.split(' ')[0]} {stem}", known, route)
        for route in known:
            self.assertTrue(any(entry == route or (route.endswith("/") and entry.startswith(route)) for entry in written), route)


def schema_steps():
    """The steps of the database's schema, by the version that each leads to."""
    with open(os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "src/store/schema.c"), encoding="utf-8") as file:
        parts = re.split(r"^    /\* (\d+):", file.read(), flags=re.M)
    return dict(zip(map(int, parts[1::2]), parts[2::2]))


def schema_before(database, version):
    """Makes a file look as that version of the schema left it: without the tables, indices and columns that came later."""
    later = " ".join(step for number, step in schema_steps().items() if number > version)
    tables = re.findall(r"CREATE TABLE (\w+)", later)
    for name in tables:
        database.execute(f"DROP TABLE {name}")
    for name in re.findall(r"CREATE (?:UNIQUE )?INDEX (\w+)", later):
        database.execute(f"DROP INDEX IF EXISTS {name}")
    for table, column in re.findall(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", later):
        if table not in tables:
            database.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    database.execute(f"PRAGMA user_version = {version}")


def old_cookie(secret, person, hour, count=0):
    """A cookie as it was made before there were sessions: the person, the hour, how often signed out everywhere."""
    text = f"{person}.{hour}" + (f".{count}" if count else "")
    return f"flipside={text}.{hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()}"


def send_post(person, path, body):
    """A request on its way: the answer is read by first_line."""
    requested.add(route_of("POST", path))
    text = json.dumps(body)
    link = socket.create_connection(("127.0.0.1", person.server.port), timeout=PATIENCE)
    link.sendall((f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{person.server.port}\r\nCookie: {person.cookie}\r\n"
                  f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}").encode())
    return link


def first_line(link):
    data = b""
    while b"\r\n" not in data:
        part = link.recv(4096)
        if not part:
            break
        data += part
    link.close()
    return data.split(b"\r\n")[0]


class Verdicts(unittest.TextTestResult):
    """One line a case, in the form that ./check counts."""

    def say(self, verdict, test):
        print(f"[{verdict}] {str(test).split()[0]}", flush=True)

    def startTest(self, test):
        super().startTest(test)
        self.bad_before = len(self.failures) + len(self.errors)
        self.say(" RUN      ", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.say("  SKIPPED ", test)

    def stopTest(self, test):
        super().stopTest(test)
        if len(self.failures) + len(self.errors) > self.bad_before:
            self.say("  FAILED  ", test)
        elif not any(skipped is test for skipped, _ in self.skipped):
            self.say("       OK ", test)


def main():
    fail_fast = bool(os.environ.get("FLIPSIDE_FAIL_FAST"))  # of tools/mutate, which asks only whether one fails
    runner = unittest.TextTestRunner(resultclass=Verdicts, verbosity=0, warnings="ignore", failfast=fail_fast)
    result = unittest.main(testRunner=runner, exit=False).result
    if not result.testsRun:
        print("There was no test to run.", file=sys.stderr)
    sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)
