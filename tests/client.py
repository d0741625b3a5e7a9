"""A small client of the table server for tests: HTTP with a cookie, and the WebSocket (RFC 6455) on plain sockets.

Only what the tests need, from the standard library alone.
"""

import base64
import http.client
import json
import os
import secrets
import signal
import socket
import struct
import subprocess
import time


class Server:
    """The real program on a real file, on a port of its own."""

    def __init__(self, data, *options):
        self.data = data
        self.options = options
        self.process = None
        self.port = 0

    def start(self):
        program = os.environ["FLIPSIDE_PROGRAM"]
        command = [program, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data,
                   "--log", self.data + ".log", *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.stderr.read())
        self.port = int(line.rsplit(":", 1)[1].strip(" /\n"))
        return self

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._close_pipes()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=20)
        self._close_pipes()
        return status

    def _close_pipes(self):
        self.process.stdout.close()
        self.process.stderr.close()


class Person:
    """Somebody with a cookie."""

    def __init__(self, server, name=None):
        self.server = server
        self.cookie = None
        if name:
            status, body = self.post("/api/guest", {"name": name})
            assert status == 200, body

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        fields = dict(headers or {})
        if self.cookie:
            fields["Cookie"] = self.cookie
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        data = answer.read()
        cookie = answer.getheader("Set-Cookie")
        if cookie:
            self.cookie = cookie.split(";")[0]
        connection.close()
        kind = answer.getheader("Content-Type") or ""
        return answer.status, json.loads(data) if kind.startswith("application/json") and data else data.decode()

    def get(self, path):
        return self.request("GET", path)

    def post(self, path, body, headers=None):
        return self.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **(headers or {})})

    def make(self, seats, game="royalflip", **wish):
        status, body = self.post("/api/tables", {"game": game, "seats": seats, **wish})
        assert status == 200, body
        return body

    def connect(self, **options):
        return Socket(self, **options)


class Socket:
    """A WebSocket connection that counts its messages and keeps every byte it was sent."""

    def __init__(self, person, client=None, number=0, origin=None):
        self.person = person
        self.client = client or secrets.token_hex(16)
        self.number = number
        self.pushes = []
        self.heard = []
        self.scenes = {}
        self.socket = socket.create_connection(("127.0.0.1", person.server.port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: 127.0.0.1:{person.server.port}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Protocol: flipside"]
        if person.cookie:
            lines.append(f"Cookie: {person.cookie}")
        if origin:
            lines.append(f"Origin: {origin}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            part = self.socket.recv(4096)
            if not part:
                raise ConnectionError("refused")
            self.buffer += part
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode(errors="replace"))
        self.hello = self.ask("hello", client=self.client)

    def send_frame(self, opcode, payload):
        mask = os.urandom(4)
        length = len(payload)
        if length < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
        elif length < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, length)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def send_text(self, text):
        self.send_frame(1, text.encode())

    def _read(self, count):
        while len(self.buffer) < count:
            part = self.socket.recv(65536)
            if not part:
                raise ConnectionError("closed")
            self.buffer += part
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def receive(self):
        """The next message as an object; control frames are answered on the way."""
        whole = b""
        while True:
            first, second = self._read(2)
            length = second & 127
            if length == 126:
                length = struct.unpack("!H", self._read(2))[0]
            elif length == 127:
                length = struct.unpack("!Q", self._read(8))[0]
            payload = self._read(length)
            opcode = first & 15
            if opcode == 8:
                raise ConnectionError("closed")
            if opcode == 9:
                self.send_frame(10, payload)
                continue
            if opcode == 10:
                continue
            whole += payload
            if first & 0x80:
                break
        text = whole.decode()
        self.heard.append(text)
        message = json.loads(text)
        if "push" in message:
            self.pushes.append(message)
            if message["push"] == "scene":
                self.scenes[message["table"]["id"]] = message
        return message

    def send(self, do, **fields):
        self.number += 1
        self.send_text(json.dumps({"n": self.number, "do": do, **fields}))
        return self.number

    def wait_answer(self, number):
        while True:
            message = self.receive()
            if message.get("re") == number:
                return message

    def ask(self, do, **fields):
        return self.wait_answer(self.send(do, **fields))

    def watch(self, table, **fields):
        answer = self.ask("watch", table=table, **fields)
        assert answer["ok"], answer
        self.scenes.pop(table, None)
        return self.wait_scene(table, lambda scene: True)

    def wait_scene(self, table, wanted, seconds=60):
        """The newest scene that is as wanted."""
        limit = time.monotonic() + seconds
        while not (table in self.scenes and wanted(self.scenes[table])):
            assert time.monotonic() < limit, "no such scene"
            self.receive()
        return self.scenes[table]

    def close(self):
        try:
            self.socket.close()
        except OSError:
            pass
