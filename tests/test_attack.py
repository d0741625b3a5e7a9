"""Attacks on the server over raw sockets: each must cost whoever makes it, and nobody else.

The end of every class checks that the server was alive and ended in good order, which under the sanitizers also means that it
touched nothing it should not have.
"""

import json
import os
import re
import select
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest
import zlib

from client import PATIENCE, Case, Person, Server, act, eventually, main, masked_frame

ME, OPEN = {"kind": "me"}, {"kind": "open"}
UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
           "Sec-WebSocket-Protocol: flipside")
ELSEWHERE = "127.0.0.2"  # another address of the same machine


def connect(port, source=None):
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0) if source else None)


def read_to_end(link):
    """Everything until the server closes the connection."""
    data = b""
    try:
        while part := link.recv(65536):
            data += part
    except ConnectionError:
        pass
    return data


def read_answer(stream, head=False):
    """The next answer of a connection: status, headers, body. A status of 0: it was closed."""
    first = stream.readline()
    if not first:
        return 0, {}, b""
    headers = {}
    while (line := stream.readline()) not in (b"\r\n", b""):
        name, _, value = line.decode("latin-1").partition(":")
        assert name.lower() not in headers, f"{name} twice"
        headers[name.lower()] = value.strip()
    body = b"" if head else stream.read(int(headers.get("content-length", 0)))
    return int(first.split()[1]), headers, body


def request(method, path, *lines, body=b"", cookie=None):
    fields = [f"{method} {path} HTTP/1.1", "Host: flipside.lan", *lines]
    if cookie:
        fields.append(f"Cookie: {cookie}")
    return "\r\n".join(fields).encode("latin-1") + b"\r\n\r\n" + body


class Attack(Case):
    def exchange(self, *parts, source=None):
        """Sends the parts on one connection and returns its first answer; the connection stays open."""
        with connect(self.server.port, source) as link:
            for part in parts:
                link.sendall(part)
            with link.makefile("rb") as stream:
                return read_answer(stream, head=parts[0].startswith(b"HEAD"))

    def refused_and_closed(self, data, statuses):
        with connect(self.server.port) as link:
            link.sendall(data)
            answer = read_to_end(link)
        first = answer.split(b"\r\n")[0].split()
        self.assertIn(int(first[1]) if len(first) > 1 else 0, statuses, data[:80])
        self.assertEqual(len(re.findall(rb"HTTP/1\.[01] \d\d\d", answer)), 1 if first else 0, data[:80])

    def closed_in_the_end(self, link, send):
        """The server closes the connection, or says so on a WebSocket, whatever `send` keeps sending."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            try:
                if select.select([link], [], [], 0.05)[0] and link.recv(4096)[:1] in (b"", b"\x88"):
                    return
                send()
            except ConnectionError:
                return
        self.fail("the connection is still open")

    def nobody_else_noticed(self, link):
        self.assert_done(link.ask("ping"))
        self.assertNotIn("store_failed", self.server.log())


class Requests(Attack):
    def test_a_request_is_answered_once_whatever_its_body(self):
        ada = self.person()
        with connect(self.server.port) as link, link.makefile("rb") as stream:
            link.sendall(request("GET", "/api/export", "Content-Length: 10", cookie=ada.cookie) + b"12345")
            while ada.get("/api/export")[0] == 200:  # until the limit is reached, and another answer would be shorter
                pass
            link.sendall(b"67890")
            status, _, body = read_answer(stream)
            self.assertEqual((status, json.loads(body)["error"]["code"]), (429, "limit"))
            self.assertEqual(stream.read(), b"")

    def test_only_the_first_request_of_a_connection_is_looked_at(self):
        ada = self.person()
        body = b'{"name":""}'
        get = request("GET", "/api/me", cookie=ada.cookie)
        with_body = request("GET", "/api/me", "Content-Length: 3", body=b"abc")
        post = request("POST", "/api/guest", "Content-Type: application/json", f"Content-Length: {len(body)}", body=body)
        for first in (get, with_body, post, request("HEAD", "/")):
            for second in (get, with_body, post, post[:-3], b"GET", b"x" * 5000, get * 50, post * 50):
                with connect(self.server.port) as link:
                    link.sendall(first + second)
                    self.assertEqual(len(re.findall(rb"HTTP/1.1 \d\d\d ", read_to_end(link))), 1, (first, second))
        self.assertEqual(ada.get("/api/me")[0], 200)

    def test_two_opinions_about_the_length_of_a_body_are_refused(self):
        hidden = request("GET", "/api/games")
        for lines in (["Content-Length: 5", "Transfer-Encoding: chunked"], ["Content-Length: 5", "Content-Length: 6"], ["Content-Length: 5, 5"],
                      ["Content-Length: -5"], ["Content-Length: +5"], ["Content-Length: 5x"], ["Content-Length: 0x5"],
                      ["Content-Length: 99999999999999999999999999"]):
            for method in ("POST", "GET"):
                self.refused_and_closed(request(method, "/api/guest", "Content-Type: application/json", *lines, body=b"0\r\n\r\n" + hidden),
                                        (0, 400))
        for lines in (["Transfer-Encoding: chunked"], []):
            self.refused_and_closed(request("POST", "/api/guest", "Content-Type: application/json", *lines, body=b"0\r\n\r\n" + hidden), (411,))

    def test_head_is_get_without_a_body(self):
        for path in ("/", "/api/games", "/nothing"):
            with self.subTest(path):
                status, headers, body = self.exchange(request("GET", path))
                again, same, none = self.exchange(request("HEAD", path))
                self.assertEqual((again, same), (status, headers))
                self.assertEqual((len(body), none), (int(same["content-length"]), b""))

    def test_only_addresses_of_the_page_show_the_page(self):
        known = ("/", "/play", "/mine", "/watch", "/learn", "/learn/royalflip", "/daily", "/daily/2026-11-01/royalflip", "/ratings",
                 "/ratings/flipcity", "/profile", "/settings", "/t/abc", "/r/abc", "/join/abc.def", "/people/abc")
        unknown = ("/nothing", "/t", "/t/", "/t/a/b", "/mine/x", "/index.php", "/wp-admin/", "/play/x", "/.env", "/T/abc", "/a/b/c")
        for paths, expected in ((known, 200), (unknown, 404)):
            for path in paths:
                self.assertEqual(self.exchange(request("GET", path))[0], expected, path)

    def test_no_path_leads_out_of_the_page(self):
        for path in ("/../../etc/passwd", "/assets/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc%2fpasswd",
                     "/..\\..\\etc\\passwd", "/api/tables/../../etc/passwd", "//etc/passwd", "/nothing%00", "/api/games%00.html", "/%zz", "/\xff\xfe"):
            status, _, body = self.exchange(request("GET", path))
            self.assertIn(status, (0, 400, 403, 404), path)
            self.assertNotIn(b"root:", body)

    def test_unknown_methods_and_broken_requests_are_refused(self):
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"):
            self.assertIn(self.exchange(request(method, "/api/games"))[0], (0, 400, 403, 404, 405), method)
        for data in (b"\r\n\r\n", b"\0" * 64, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 80 + b"\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", b"GET / HTTP/1.1\nHost: a\n\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"):
            with connect(self.server.port) as link:
                link.sendall(data)
                link.shutdown(socket.SHUT_WR)
                self.assertNotIn(b'"games"', read_to_end(link), data[:20])
        self.assertEqual(self.exchange(request("GET", "/api/games"))[0], 200)

    def test_huge_headers_end_the_connection_and_nothing_else(self):
        for data in (b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n", request("GET", "/", "X-Long: " + "b" * 100000),
                     request("GET", "/", *(f"X-{i}: c" for i in range(10000))), request("GET", "/api/me", "Cookie: flipside=" + "d" * 50000)):
            with connect(self.server.port) as link:
                try:
                    link.sendall(data)
                    link.shutdown(socket.SHUT_WR)
                except OSError:
                    continue  # the server has hung up
                self.assertNotIn(b" 500 ", read_to_end(link)[:20])
        self.assertEqual(self.exchange(request("GET", "/api/games"))[0], 200)

    def test_hostile_json_is_refused(self):
        ada, link = self.person(), self.person().connect()
        bodies = (b"[" * 5000, b'{"name":' * 3000 + b"1" + b"}" * 3000, b'{"name":1e999}', b'{"name":-1e999}', b'{"name":1' + b"0" * 5000 + b"}",
                  b'{"name":"a","name":"b"}', b'{"name":"\xff\xfe"}', b'{"name":"\xc0\xaf"}', b'{"name":"\xed\xa0\x80"}', b'{"name":"\\ud800"}',
                  b'{"name":"\\u0000"}', b"\xef\xbb\xbf{}", b'{"name":NaN}', b'{"name":"a"}{"name":"b"}', b"{'name':'a'}", b'{"name":"a\nb"}')
        for path in ("/api/guest", "/api/tables", "/api/records", "/api/forks"):
            for body in bodies:
                status, _, answer = self.exchange(request("POST", path, "Content-Type: application/json", f"Content-Length: {len(body)}",
                                                          body=body, cookie=ada.cookie))
                self.assertIn(status, (400, 413), (path, body[:40], answer))
        for body in bodies:
            link.send_frame(1, body[:16000])
        self.assert_done(link.ask("ping"))

    def test_nothing_from_outside_becomes_a_header(self):
        for name in ("a\r\nSet-Cookie: x=y", "a\nb: c", "a; Domain=evil.example", "a\0b", "a\x85b"):
            body = json.dumps({"name": name}).encode()
            status, headers, _ = self.exchange(request("POST", "/api/guest", "Content-Type: application/json", f"Content-Length: {len(body)}", body=body))
            self.assertIn(status, (200, 400))
            self.assertRegex(headers.get("set-cookie", "flipside=x; Path=/; "), r"^flipside=[\w.-]*; Path=/; ")
            self.assertNotIn("b", headers)
        for path in ("/%0d%0aSet-Cookie:%20x=y", "/join/a%0d%0ab:%20c", "/api/rules/%0aX-Evil:%201"):
            _, headers, _ = self.exchange(request("GET", path))
            self.assertFalse({"set-cookie", "b", "x-evil"} & set(headers), path)

    def test_a_forged_cookie_is_nobodys(self):
        ada = self.person()
        value = ada.cookie.split("=")[1]
        for forged in ("", "x", value[:-1], value + "x", value[::-1], value.upper() + "x", "'" + value, value.replace(".", "..", 1) + ".", "%00" + value,
                       "x" * 3000, value[:20] + "\x7f" + value[21:]):
            status, _, body = self.exchange(request("GET", "/api/me", cookie=f"flipside={forged}"))
            self.assertIn((status, body), ((200, b'{"person":null}'), (0, b"")), forged)

    def test_a_foreign_origin_gets_nothing_done(self):
        ada = self.person()
        body = json.dumps({"game": "royalflip", "seats": [ME]}).encode()
        for origin in ("https://evil.example", "null", "", "http://flipside.example.evil.example", "http://flipside.example@evil.example", "flipside.example"):
            status, _, _ = self.exchange(request("POST", "/api/tables", "Content-Type: application/json", f"Content-Length: {len(body)}",
                                                 f"Origin: {origin}", body=body, cookie=ada.cookie))
            self.assertEqual(status, 200 if origin == "" else 403, origin)  # programs send no origin
            with self.assertRaises(ConnectionError):
                ada.connect(origin=origin or "x")


class Mistakes(Attack):
    """Bad input is bad input, never a failure of the server."""

    def setUp(self):
        self.witness = self.person().connect()

    def test_an_edition_in_a_record_that_is_no_edition_is_a_bad_record(self):
        ada = self.person()
        for data in (None, 0, True, "x", 1.5, [], {}, [1], {"game": None}):
            for edition in ({"hash": "0" * 64, "data": data}, {"hash": data, "data": data}, data):
                record = {"flipside_record": 1, "game": "royalflip", "rules": 1, "open": False, "options": {}, "seats": ["A"],
                          "edition": edition, "commitment": "", "steps": []}
                status, body = ada.post("/api/records", record)
                self.assertEqual(status, 400, (edition, body))
        self.nobody_else_noticed(self.witness)

    def test_an_error_that_quotes_half_a_character_is_still_told(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        at = link.watch(table)["table"]["steps"]
        for text in ("x" * i + character * 100 for i in range(4) for character in "é€😀"):
            self.refused(link.ask("act", table=table, seat=0, text=text, at=at), "illegal")
            for path, body in (("/api/records", {"flipside_record": 1, "game": text}), ("/api/tables", {"game": text, "seats": [ME]}),
                               ("/api/tables", {"game": "royalflip", "options": {text: 1}, "seats": [ME]})):
                status, answer = ada.post(path, body)
                self.assertEqual(status, 400)
                self.assertRegex(answer["error"]["message"], r"^[A-Z'].*[.!…]$")
        self.nobody_else_noticed(self.witness)

    def test_a_seat_that_is_not_there_cannot_be_watched(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        for seat in (1, 63, 64, 65, 99, 1000000):
            self.refused(link.ask("watch", table=table, seat=seat), "bad_seat")
        for seat in (-1, -2, 1 << 40, "0", None, 0.5, [], True):
            self.assert_done(link.ask("watch", table=table, seat=seat))
        self.nobody_else_noticed(self.witness)

    def test_scenes_come_whole_unless_something_is_to_be_left_out_that_is_known(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        whole = ada.connect().watch(table)
        for value in (None, True, "printed", 1.5, 0, 1 << 62, [], [1], ["everything"], [["printed"]], {"printed": True}):
            scene = self.watched(ada.connect(), table, without=value)
            self.assertEqual((scene["view"], scene["actions"], "printed" in scene), (whole["view"], whole["actions"], False), value)
        self.nobody_else_noticed(self.witness)

    def test_nobody_learns_more_by_asking_for_knowledge_or_by_thinking_here(self):
        ada, bo = self.person(), self.person()
        table = ada.make([ME, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        public = self.person().connect()
        for link in (one, two, public):  # the game is rated: there is no help, and so no knowledge
            for value in (True, 1, "true", [True], {"seat": 0}):
                self.assert_done(link.ask("watch", table=table, knowledge=value))
                self.assertNotIn("knowledge", link.wait_scene(table, lambda scene: True))
            for do in ("hint", "judge"):
                for value in (True, 1, "true", None, []):
                    answer = link.ask(do, table=table, seat=0, line=0, here=value)
                    self.assertFalse(answer["ok"], (do, value, answer))
        solo = ada.make([ME])["table"]["id"]
        for value in (1, "true", [True], None, {}):
            self.assert_done(one.ask("watch", table=solo, knowledge=value))
            self.assertNotIn("knowledge", one.wait_scene(solo, lambda scene: True))
        self.assertNotIn("knowledge", self.watched(public, solo, knowledge=True))
        self.refused(public.ask("hint", table=solo, seat=0, here=True), "not_your_seat")
        self.nobody_else_noticed(self.witness)

    def watched(self, link, table, **fields):
        self.assert_done(link.ask("watch", table=table, **fields))
        return link.wait_scene(table, lambda scene: True)

    def test_fields_of_every_wrong_kind_are_refused_or_ignored(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        values = (None, True, -1, 0, 64, 1 << 62, 1.5, "", "x" * 300, "é" * 80, [], [[]], {}, {"a": {}})
        for do in ("hello", "lobby", "watch", "sit", "act", "undo", "hint", "judge", "chat", "mute", "end", "replace", "back", "turns", "sheet", "read", "rematch", "seek", "friends",
                   "offer", "answer", "unwatch", "actions"):
            for value in values:
                link.ask(do, **({"table": table} if do != "hello" else {}), client=value, seat=value, text=value, at=value, line=value, on=value,
                         agree=value, team=value, shown=value, width=value, height=value, key=value, changes=value, without=value, knowledge=value, here=value,
                         game=value, pace=value, kind=value, offer=value, accept=value)
        for path in ("/api/guest", "/api/tables", "/api/records", "/api/forks", "/api/lessons"):
            for value in values:
                status, _ = ada.post(path, {"name": value, "game": value, "seats": value, "options": value, "table": value, "at": value,
                                            "seat": value, "clock": value, "lesson": value, "steps": value, "flipside_record": value})
                self.assertLess(status, 500, (path, value))
        self.nobody_else_noticed(self.witness)


class Door(Attack):
    """One address holds as many connections as it can."""

    generous = False
    options = ("--max-connections", "10", "--max-open", "20", "--max-requests", "1000", "--header-seconds", "3", "--body-seconds", "3")

    def half_open(self, count, source=ELSEWHERE):
        links = [connect(self.server.port, source) for _ in range(count)]
        for link in links:
            try:
                link.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-Half: ")
            except ConnectionError:
                pass  # turned away already
        return links

    def test_an_address_that_holds_its_share_is_turned_away_and_others_are_not(self):
        links = self.half_open(60)
        try:
            status, headers, _ = self.exchange(request("GET", "/api/games"), source=ELSEWHERE)
            self.assertEqual((status, headers["retry-after"]), (503, "10"))
            answers = [read_to_end(link) for link in links[20:]]
            for answer in answers:
                self.assertIn(b" 503 ", answer.split(b"\r\n")[0])
            self.assert_done(self.person().connect().ask("ping"))
            self.assertEqual(self.exchange(request("GET", "/api/games"))[0], 200)
        finally:
            for link in links:
                link.close()
        limit = time.monotonic() + PATIENCE
        while self.exchange(request("GET", "/api/games"), source=ELSEWHERE)[0] != 200:
            self.assertLess(time.monotonic(), limit, "the address is never let in again")
        lines = [line for line in self.server.log().splitlines() if "connections_refused" in line]
        self.assertIn(len(lines), (1, 2, 3))  # a line now and then, not one for each
        self.assertIn(ELSEWHERE, lines[0])

    def test_a_byte_now_and_then_does_not_keep_a_connection(self):
        body = request("POST", "/api/guest", "Content-Type: application/json", "Content-Length: 9999")
        for start in (b"GET / HTTP/1.1\r\nX-Slow: ", body, b"", request("GET", "/api/games", "Content-Length: 9999")):
            with self.subTest(start[:20]), connect(self.server.port) as link:
                link.sendall(start)
                self.closed_in_the_end(link, lambda link=link: link.sendall(b"x"))

    def test_sockets_past_the_limit_are_refused_with_a_status(self):
        ada = self.person()
        links = [ada.connect() for _ in range(10)]
        with self.assertRaisesRegex(ConnectionError, "503(.|\n)*retry-after"):
            ada.connect()
        self.assert_done(links[0].ask("ping"))


class Full(Attack):
    options = ("--max-clients", "8", "--header-seconds", "60")

    def test_past_max_clients_the_answer_is_503(self):
        links = [connect(self.server.port) for _ in range(8)]
        status, headers, _ = self.exchange(request("GET", "/api/games"))
        self.assertEqual((status, headers["retry-after"]), (503, "10"))
        links.pop().close()
        limit = time.monotonic() + PATIENCE
        while self.exchange(request("GET", "/api/games"))[0] != 200:
            self.assertLess(time.monotonic(), limit)
        for link in links:
            link.close()


class Proxy(Attack):
    """Behind a proxy all connections come from one address."""

    generous = False
    options = ("--trust-forwarded", "true", "--max-open", "3", "--max-connections", "3")

    def test_the_proxy_is_not_locked_out_and_its_clients_are_counted(self):
        def half(client):
            link = connect(self.server.port)
            link.sendall(request("POST", "/api/guest", "Content-Type: application/json", "Content-Length: 99", f"X-Forwarded-For: {client}", body=b"{"))
            return link

        idle = [connect(self.server.port) for _ in range(20)]
        held = [half("198.51.100.1") for _ in range(3)]
        limit = time.monotonic() + PATIENCE
        while self.exchange(request("GET", "/api/games", "X-Forwarded-For: 198.51.100.1"))[0] != 503:
            self.assertLess(time.monotonic(), limit)
            held.append(half("198.51.100.1"))  # it may have been turned away while we asked
        self.assertEqual(self.exchange(request("GET", "/api/games", "X-Forwarded-For: 198.51.100.2"))[0], 200)
        for link in idle + held:
            link.close()
        while self.exchange(request("GET", "/api/games", "X-Forwarded-For: 198.51.100.1"))[0] != 200:
            self.assertLess(time.monotonic(), limit)


class Upgrades(Attack):
    def test_only_websockets_are_upgraded_to(self):
        settings = ("HTTP2-Settings: AAMAAABkAAQAAP__",)
        for wanted, more in (("h2c", settings), ("H2C", settings), ("h2c, websocket", settings), ("websocket, h2c", settings), ("TLS/1.0", ()), ("foo", ())):
            for connection in ("Upgrade", "upgrade", "Upgrade, HTTP2-Settings"):
                for path in ("/metrics", "/ws", "/"):
                    self.refused_and_closed(request("GET", path, f"Connection: {connection}", f"Upgrade: {wanted}", *more), (0, 400, 403, 404))

    def test_a_refused_socket_is_told_why(self):
        ada = self.person()
        upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
                   "Sec-WebSocket-Protocol: flipside")
        for path, lines, cookie, expected in (("/ws", (), None, 401), ("/other", (), ada.cookie, 404), ("/ws", ("Origin: https://evil.example",), ada.cookie, 403)):
            self.refused_and_closed(request("GET", path, *upgrade, *lines, cookie=cookie), (expected,))


class Watchers(Attack):
    """/metrics and /healthz on an address of their own."""

    options = ("--metrics-listen", "127.0.0.1:0")

    def test_what_is_for_the_administrator_is_served_there_and_nowhere_else(self):
        port = int(re.search(r'"metrics_listening".*"port":"(\d+)"', self.server.log()).group(1))
        for path in ("/metrics", "/healthz"):
            self.assertEqual(self.exchange(request("GET", path))[0], 404)
            with connect(port) as link, link.makefile("rb") as stream:
                link.sendall(request("GET", path))
                self.assertEqual(read_answer(stream)[0], 200)
        for path in ("/", "/api/games", "/api/me"):
            with connect(port) as link, link.makefile("rb") as stream:
                link.sendall(request("GET", path))
                self.assertEqual(read_answer(stream)[0], 404)
        with connect(port) as link:
            link.sendall(request("GET", "/ws", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: flipside", cookie=self.person().cookie))
            self.assertIn(b" 400 ", read_to_end(link).split(b"\r\n")[0])


class Public(Attack):
    options = ("--listen", "0.0.0.0:0", "--metrics-here", "false")

    def test_a_public_address_serves_no_metrics(self):
        for path in ("/metrics", "/healthz"):
            self.assertEqual(self.exchange(request("GET", path))[0], 404)
        self.assertEqual(self.exchange(request("GET", "/api/games"))[0], 200)


class Frames(Attack):
    generous = False
    options = ("--max-rate", "20", "--max-guests", "1000", "--max-requests", "1000", "--max-new-tables", "1000")

    def setUp(self):
        self.witness = self.person().connect()
        self.link = self.person().connect()

    def tearDown(self):
        self.nobody_else_noticed(self.witness)

    def test_pings_have_a_rate(self):
        pings = 0

        def ping():
            nonlocal pings
            self.link.send_frame(9, b"x")
            pings += 1

        self.closed_in_the_end(self.link.socket, ping)
        self.assertGreater(pings, 40)  # a burst is fine

    def test_endless_fragments_end_the_connection(self):
        self.link.socket.sendall(b"\x01\x80\0\0\0\0")
        self.closed_in_the_end(self.link.socket, lambda: self.link.socket.sendall(b"\0\x80\0\0\0\0" * 100))

    def test_frames_that_announce_too_much_end_the_connection(self):
        for head in (b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", b"\x81\xff\0\0\0\0\0\1\0\0"):
            link = self.person().connect()
            link.socket.sendall(head + b"\0\0\0\0")
            self.closed_in_the_end(link.socket, lambda link=link: link.socket.sendall(b"x" * 1000))

    def test_frames_outside_the_protocol_end_the_connection_or_say_nothing(self):
        for frame in (b"\xc1\x80\0\0\0\0", b"\xf1\x80\0\0\0\0", b"\x83\x80\0\0\0\0", b"\x8b\x80\0\0\0\0", b"\x89\xfe\x01\0\0\0\0\0" + b"x" * 256,
                      b"\x09\x80\0\0\0\0", b"\x80\x81\0\0\0\0x", b"\x88\x81\0\0\0\0x", b"\x88\x82\0\0\0\0\0\0", b"\x81\x82\0\0\0\0\xff\xfe", b"\x82\x81\0\0\0\0\xff"):
            link = self.person().connect()
            link.socket.sendall(frame)
            link.socket.shutdown(socket.SHUT_WR)
            self.assertNotIn(b'"ok":true', read_to_end(link.socket), frame[:2])


    def test_a_frame_without_a_mask_ends_the_connection(self):
        plain = b'{"hello":1}'
        for bytes_sent in (b"\x81" + bytes([len(plain)]) + plain, b"\x89\0", b"\x81\x7e\0\x80" + b" " * 128, b"\x89\x80\0\0\0\0\x8a\x01x"):
            link = self.person().connect()
            link.socket.sendall(bytes_sent)
            self.assertNotIn(b"hello", read_to_end(link.socket), bytes_sent[:2])

    def test_what_cannot_be_decompressed_ends_the_connection(self):
        def packed(data):
            compress = zlib.compressobj(9, zlib.DEFLATED, -15)
            return (compress.compress(data) + compress.flush(zlib.Z_SYNC_FLUSH))[:-4]

        link = self.person().connect(deflate="permessage-deflate")
        link.socket.sendall(bytes([0xc1]) + masked_frame(1, packed(b'{"n":7,"do":"ping"}'))[1:])
        self.assert_done(link.wait_answer(7))
        for first, payload in ((0xc1, b"\xff\xff\xff"), (0xc1, packed(b"[" * 10000000)), (0xc0, packed(b"{}")), (0xe1, packed(b"{}"))):
            link = self.person().connect(deflate="permessage-deflate")
            link.socket.sendall(bytes([first]) + masked_frame(1, payload)[1:])
            self.assertNotIn(b'"ok":true', read_to_end(link.socket))
        for _ in range(2):  # who has not asked for it must not send it
            link = self.person().connect()
            link.socket.sendall(bytes([0xc1]) + masked_frame(1, packed(b'{"n":7,"do":"ping"}'))[1:])
            self.assertNotIn(b'"ok":true', read_to_end(link.socket))

    def test_masks_are_followed_through_frames_of_every_length_however_they_are_cut(self):
        for length in (0, 1, 125, 126, 127, 4000):
            self.link.send_frame(9, b"p" * min(length, 125))
            frame = masked_frame(1, b"x" * length)
            for at in range(0, len(frame), 1 + len(frame) // 7):
                self.link.socket.sendall(frame[at:at + 1 + len(frame) // 7])
        self.assertIn("error", self.link.ask("nonsense"))


@unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
class Certificates(unittest.TestCase):
    def write(self, folder, name):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", f"/CN={name}", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/certificate.pem"], check=True, capture_output=True)

    def reload(self, server, event):
        """Waits until the log has one more line of that event."""
        before = server.log().count(event)
        server.hang_up()
        eventually(f"{event} is in the log", lambda: server.log().count(event) > before)

    def test_a_bad_certificate_is_an_error_and_the_old_one_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            self.write(folder, "first")
            server = Server(f"{folder}/a.db", "--certificate", f"{folder}/certificate.pem", "--key", f"{folder}/key.pem").start()
            try:
                first = ssl.get_server_certificate(("127.0.0.1", server.port))
                with open(f"{folder}/key.pem", encoding="ascii") as file:
                    key = file.read()
                self.write(folder, "second")
                for name, content in (("key.pem", key), ("key.pem", "nonsense"), ("certificate.pem", "nonsense"), ("certificate.pem", "")):
                    with open(f"{folder}/{name}", "w", encoding="ascii") as file:
                        file.write(content)
                    self.reload(server, '"certificate"')
                    self.assertEqual(ssl.get_server_certificate(("127.0.0.1", server.port)), first)
                self.assertNotIn('"reloaded"', server.log())
                self.write(folder, "third")
                self.reload(server, '"reloaded"')
                self.assertNotEqual(ssl.get_server_certificate(("127.0.0.1", server.port)), first)
            finally:
                self.assertEqual(server.stop(), 0, server.complaints)

    def test_over_tls_who_is_beyond_a_limit_is_told_so_and_beyond_the_reserve_is_closed(self):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

        def ask(server, *lines):
            """Status and headers; 0: closed without an answer."""
            try:
                with context.wrap_socket(connect(server.port)) as link, link.makefile("rb") as stream:
                    link.sendall(request("GET", "/ws" if lines else "/api/games", *lines))
                    return read_answer(stream)[:2]
            except OSError:
                return 0, {}

        for limit in ("--max-open", "--max-clients"):
            with self.subTest(limit=limit), tempfile.TemporaryDirectory() as folder:
                self.write(folder, "here")
                server = Server(f"{folder}/a.db", "--certificate", f"{folder}/certificate.pem", "--key", f"{folder}/key.pem",
                                limit, "10", "--header-seconds", "600").start()
                links = [connect(server.port) for _ in range(10)]
                try:
                    for lines in ((), UPGRADE, ()):
                        status, headers = ask(server, *lines)
                        self.assertEqual((status, headers["retry-after"]), (503, "10"))
                    self.assertIn("connections_refused", server.log())
                    links += [connect(server.port) for _ in range(32)]  # all of the reserve, but for what is just being closed

                    def used_up(server=server, links=links):
                        links.append(connect(server.port))
                        return ask(server)[0] == 0

                    eventually("the reserve is used up", used_up)
                    for link in links[10:]:
                        self.assertEqual(read_to_end(link), b"")  # each has its time
                    self.assertEqual(ask(server)[0], 503)
                    for link in links[:10]:
                        link.close()
                    eventually("there is room again", lambda server=server: ask(server)[0] == 200)
                finally:
                    for link in links:
                        link.close()
                    self.assertEqual(server.stop(), 0, server.complaints)

    def test_over_tls_a_frame_without_a_mask_ends_the_connection_too(self):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with tempfile.TemporaryDirectory() as folder:
            self.write(folder, "here")
            server = Server(f"{folder}/a.db", "--certificate", f"{folder}/certificate.pem", "--key", f"{folder}/key.pem").start()
            try:
                with context.wrap_socket(connect(server.port)) as link, link.makefile("rb") as stream:
                    link.sendall(request("POST", "/api/guest", "Content-Type: application/json", "Content-Length: 14", body=b'{"name":"Ada"}'))
                    cookie = read_answer(stream)[1]["set-cookie"].split(";")[0]
                with context.wrap_socket(connect(server.port)) as link, link.makefile("rb") as stream:
                    link.sendall(request("GET", "/ws", *UPGRADE, cookie=cookie))
                    self.assertEqual(read_answer(stream)[0], 101)
                    link.sendall(masked_frame(9, b"still here"))
                    self.assertEqual(stream.read(12), b"\x8a\x0astill here")
                    link.sendall(b"\x89\x04gone")
                    self.assertNotIn(b"gone", stream.read())
                self.assertIn("unmasked_frame", server.log())
            finally:
                self.assertEqual(server.stop(), 0, server.complaints)

    def test_old_ciphers_are_not_spoken(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=here",  # every cipher could use it
                            "-keyout", f"{folder}/key.pem", "-out", f"{folder}/certificate.pem"], check=True, capture_output=True)
            server = Server(f"{folder}/a.db", "--certificate", f"{folder}/certificate.pem", "--key", f"{folder}/key.pem").start()
            try:
                def spoken(ciphers, version=ssl.TLSVersion.TLSv1_2):
                    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                    context.minimum_version = context.maximum_version = version
                    context.set_ciphers(ciphers + ":@SECLEVEL=0")
                    try:
                        with context.wrap_socket(connect(server.port)) as link:
                            return link.cipher()[0]
                    except (ssl.SSLError, OSError):
                        return None

                for ciphers in ("AES128-GCM-SHA256", "AES256-SHA", "kRSA", "ECDHE-RSA-AES256-SHA384", "ECDHE-RSA-AES128-SHA", "DHE-RSA-AES128-SHA", "NULL"):
                    self.assertIsNone(spoken(ciphers), ciphers)
                self.assertEqual(spoken("ECDHE-RSA-AES128-GCM-SHA256"), "ECDHE-RSA-AES128-GCM-SHA256")
                self.assertEqual(spoken("ECDHE-RSA-CHACHA20-POLY1305"), "ECDHE-RSA-CHACHA20-POLY1305")
                self.assertIsNotNone(spoken("DEFAULT", ssl.TLSVersion.TLSv1_3))
                for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
                    self.assertIsNone(spoken("ALL", version))
            finally:
                self.assertEqual(server.stop(), 0, server.complaints)

    def test_an_address_has_so_many_handshakes(self):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

        def shaken(server, source):
            try:
                with context.wrap_socket(connect(server.port, source)):
                    return True
            except OSError:
                return False

        with tempfile.TemporaryDirectory() as folder:
            self.write(folder, "here")
            server = Server(f"{folder}/a.db", "--certificate", f"{folder}/certificate.pem", "--key", f"{folder}/key.pem", "--max-requests", "1",
                            generous=False).start()
            try:
                began, done = time.monotonic(), 0
                while shaken(server, ELSEWHERE):
                    done += 1
                    self.assertLess(done, 8 + 2 * (time.monotonic() - began) + 2)
                self.assertGreaterEqual(done, 8)
                self.assertIn('"why":"handshakes"', server.log())
                self.assertTrue(shaken(server, "127.0.0.3"))  # nobody else notices
                eventually("there is one more after a while", lambda: shaken(server, ELSEWHERE))
            finally:
                self.assertEqual(server.stop(), 0, server.complaints)

    def test_over_tls_browsers_are_told_to_stay_there_and_http_2_is_not_offered(self):
        with tempfile.TemporaryDirectory() as folder:
            self.write(folder, "here")
            server = Server(f"{folder}/a.db", "--certificate", f"{folder}/certificate.pem", "--key", f"{folder}/key.pem").start()
            try:
                context = ssl.create_default_context()
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                context.set_alpn_protocols(["h2", "http/1.1"])
                with context.wrap_socket(connect(server.port)) as link, link.makefile("rb") as stream:
                    self.assertEqual(link.selected_alpn_protocol(), "http/1.1")
                    link.sendall(request("GET", "/api/games"))
                    status, headers, _ = read_answer(stream)
                    self.assertEqual((status, headers["strict-transport-security"]), (200, "max-age=31536000"))
            finally:
                self.assertEqual(server.stop(), 0, server.complaints)


if __name__ == "__main__":
    main()
