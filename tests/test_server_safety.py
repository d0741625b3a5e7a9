"""What the server must not let through: foreign origins, malformed and foreign messages, floods, hidden things.

The last class compares, byte for byte, what a seat and a spectator receive in two games that differ only in what another seat
secretly did in the running phase.
"""

import json
import os
import re
import socket
import tempfile
import unittest

import client
from client import PATIENCE, Case, InheritedServer, Person, Server, act, play_to_end

ME, OPEN, LINK = {"kind": "me"}, {"kind": "open"}, {"kind": "link"}


class Requests(Case):
    def test_a_request_from_another_site_changes_nothing(self):
        ada = self.person()
        wish = {"game": "royalflip", "seats": [ME]}
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1", f"http://127.0.0.1:{self.server.port}.evil.example"):
            status, body = ada.post("/api/tables", wish, {"Origin": origin})
            self.assertEqual((status, body["error"]["code"]), (403, "origin"), origin)
        self.assertEqual(ada.get("/api/mine")[1]["tables"], [])
        self.assertEqual(ada.post("/api/tables", wish, {"Origin": f"http://127.0.0.1:{self.server.port}"})[0], 200)

    def test_a_form_of_another_site_cannot_post(self):
        ada = self.person()
        body = json.dumps({"game": "royalflip", "seats": [ME]})
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp"):
            self.assertEqual(ada.request("POST", "/api/tables", body, {"Content-Type": kind})[0], 400, kind)
        self.assertEqual(ada.request("POST", "/api/tables", body)[0], 400)
        self.assertEqual(ada.get("/api/mine")[1]["tables"], [])

    def test_the_cookie_is_kept_from_scripts_and_other_sites(self):
        ada = self.person()
        cookie = ada.headers["Set-Cookie"]
        for part in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="):
            self.assertIn(part, cookie)
        self.assertNotIn("Secure", cookie)  # not under TLS here: the browser would not send it

    def test_a_cookie_that_was_tampered_with_is_nobodys(self):
        ada, bo = self.person(), self.person()
        mine, theirs = ada.cookie.split("=")[1], bo.cookie.split("=")[1]
        forged = Person(self.server)
        for value in (mine[:-1] + ("0" if mine[-1] != "0" else "1"), theirs[:22] + mine[22:], mine[:60], "", "x" * 500, mine + "0"):
            forged.cookie = "flipside=" + value
            self.assertEqual(forged.get("/api/me"), (200, {"person": None}), value)

    def test_every_answer_carries_the_headers_that_protect_the_page(self):
        ada = self.person()
        for path in ("/", "/api/games", "/api/nothing", "/healthz"):
            ada.get(path)
            policy = ada.headers["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertNotIn("unsafe", policy.replace("'wasm-unsafe-eval'", ""))  # the module may be compiled, no text may become a script
            self.assertEqual(ada.headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(ada.headers["Referrer-Policy"], "same-origin")

    def test_malformed_bodies_are_refused(self):
        ada = self.person()
        for body in ("", "{", "[]", "7", '"x"', "null", '{"name":"a","name":"b"}', '{"name":"\\ud800"}', "\xff", "[" * 3000):
            status, answer = ada.request("POST", "/api/guest", body.encode("latin-1"), {"Content-Type": "application/json"})
            self.assertEqual((status, answer["error"]["code"]), (400, "bad_message"), body[:20])

    def test_unknown_addresses_and_methods(self):
        ada = self.person()
        for path in ("/api/nothing", "/api/", "/api/tables/x/y", "/api/rules/x", "/nothing.js"):
            self.assertIn(ada.get(path)[0], (403, 404), path)
        for method in ("PUT", "DELETE", "PATCH"):
            try:
                self.assertIn(ada.request(method, "/api/tables", "{}", {"Content-Type": "application/json"})[0], (403, 404, 405))
            except (ConnectionError, OSError) as refusal:  # the server may hang up on what it does not speak
                self.assertIsNotNone(refusal)
        self.assertEqual(ada.post("/api/nothing", {})[0], 404)
        self.assertEqual(ada.get("/healthz")[0], 200)

    def test_an_oversized_body_is_refused_and_the_server_goes_on(self):
        ada = self.person()
        status, body = ada.post("/api/guest", {"name": "x" * 20000})
        self.assertEqual((status, body["error"]["code"]), (413, "too_large"))
        try:
            ada.post("/api/guest", {"name": "x" * 3000000})
        except OSError as refusal:  # cut off
            self.assertIsNotNone(refusal)
        long = "/api/rules/" + "x" * 5000
        try:
            self.assertIn(ada.get(long)[0], (403, 404, 414, 431))
        except OSError as refusal:
            self.assertIsNotNone(refusal)
        self.assertEqual(ada.get("/healthz")[0], 200)

    def test_a_body_has_as_many_bytes_as_its_address_allows(self):
        ada = self.person()
        for path, body, most in (("/api/visibility", {}, 16384), ("/api/tables", {"game": "royalflip", "seats": [ME]}, 65536)):
            text = json.dumps(body)
            for length, status in ((most, 200), (most + 1, 413)):
                answer = ada.request("POST", path, text + " " * (length - len(text)), {"Content-Type": "application/json"})
                self.assertEqual(answer[0], status, (path, length, answer))
            self.assertEqual(answer[1]["error"]["message"], f"A request like this may have at most {most} bytes.")

    def test_half_a_request_does_not_keep_the_others_waiting(self):
        half = socket.create_connection(("127.0.0.1", self.server.port))
        half.sendall(b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Le")
        self.assertEqual(self.person().get("/healthz")[0], 200)
        half.close()


class Sockets(Case):
    def test_only_guests_from_our_own_page_get_a_socket(self):
        ada = self.person()
        with self.assertRaises(ConnectionError):
            Person(self.server).connect()
        for origin in ("https://evil.example", "null"):
            with self.assertRaises(ConnectionError):
                ada.connect(origin=origin)
        for wrong in ({"path": "/other"}, {"protocol": None}, {"protocol": "http"}, {"protocol": "chat"}):
            with self.assertRaises(ConnectionError, msg=wrong):
                ada.connect(**wrong)
        ada.connect(origin=f"http://127.0.0.1:{self.server.port}")

    def test_hello_comes_first_and_names_the_client(self):
        link = self.person().connect(hello=False)
        self.refused(link.ask("lobby"), "bad_message")
        for client in ("x" * 15, "x" * 65, 7, None):
            self.refused(link.ask("hello", client=client), "bad_message")
        for client in ("x" * 16, "x" * 64):
            self.assert_done(link.ask("hello", client=client))

    def test_malformed_messages_get_an_error_and_nothing_else_happens(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        before = link.watch(table)
        for text in ("", "x", "{", "[]", "1", "null", '{"n":1,"n":2}', '{"do":"ping"}', '{"n":0,"do":"ping"}', '{"n":-5,"do":"ping"}',
                     '{"n":"9","do":"ping"}', '{"n":1.5,"do":"ping"}', '{"n":99}', '{"n":99,"do":7}', '{"n":99,"do":"dance"}',
                     "[" * 8000, '{"n":99,"do":"ping","x":"\\u0000"}'):
            link.send_text(text)
            answer = link.receive()
            self.refused(answer, "bad_message")
        link.send_frame(2, b"\xff\xfe\xfd")
        self.refused(link.receive(), "bad_message")
        link.hear_all()
        self.assertEqual(ada.get(f"/api/tables/{table}")[1]["table"]["steps"], before["table"]["steps"])

    def test_illegal_late_and_foreign_moves_change_nothing(self):
        ada, bo = self.person(), self.person()
        table = ada.make([ME, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        scene = one.watch(table)
        text, at = scene["actions"][0]["text"], scene["table"]["steps"]
        fields = {"table": table, "seat": 0, "text": text, "at": at}
        wrong = [({"seat": 1}, "not_your_seat"), ({"seat": 2}, "not_your_seat"), ({"seat": -1}, "not_your_seat"),
                 ({"seat": "0"}, "not_your_seat"), ({"seat": 1 << 40}, "not_your_seat"), ({"text": "write z9"}, "illegal"),
                 ({"text": ""}, "illegal"), ({"text": 7}, "illegal"), ({"text": "x" * 5000}, "illegal"), ({"at": at - 1}, "stale"),
                 ({"at": at + 1}, "stale"), ({"at": "now"}, "bad_message"), ({"at": -3}, "bad_message"), ({"at": 1 << 50}, "bad_message"),
                 ({"table": "A" * 22}, "no_table"), ({"table": None}, "no_table")]
        for change, code in wrong:
            self.refused(one.ask("act", **{**fields, **change}), code)
        self.refused(self.person().connect().ask("act", **fields), "not_your_seat")
        self.refused(two.ask("undo", table=table, seat=0), "not_your_seat")
        one.hear_all()
        self.assertEqual(ada.get(f"/api/tables/{table}")[1]["table"]["steps"], at)
        self.assert_done(one.ask("act", **fields))
        self.refused(one.ask("act", **fields), "stale")

    def test_an_oversized_message_ends_the_connection_and_nothing_else(self):
        ada = self.person()
        link = ada.connect()
        link.send_text(json.dumps({"n": 2, "do": "ping", "x": "y" * 20000}))
        with self.assertRaises((ConnectionError, OSError)):
            while True:
                link.receive()
        self.assert_done(ada.connect().ask("ping"))

    def test_a_message_has_as_many_bytes_as_the_server_allows(self):
        link = self.person().connect()
        text = json.dumps({"n": 2, "do": "ping"})
        link.send_text(text + " " * (16384 - len(text)))
        self.assert_done(link.wait_answer(2))
        link.send_text(text + " " * (16385 - len(text)))
        with self.assertRaises((ConnectionError, OSError)):
            while True:
                link.receive()

    def test_a_message_in_fragments_counts_as_one(self):
        link = self.person().connect()
        text = json.dumps({"n": 50, "do": "ping", "x": "y" * 9000}).encode()
        parts = [text[i:i + 1000] for i in range(0, len(text), 1000)]
        for i, part in enumerate(parts):
            mask = b"\0\0\0\0"
            head = bytes([(0x80 if i == len(parts) - 1 else 0) | (1 if i == 0 else 0), 0x80 | 126]) + len(part).to_bytes(2, "big")
            link.socket.sendall(head + mask + part)
        self.assertEqual(link.wait_answer(50)["ok"], True)

    def test_a_client_that_does_not_read_does_not_hold_up_the_others(self):
        ada, bo = self.person(), self.person()
        table = ada.make([ME])["table"]["id"]
        one, deaf = ada.connect(), bo.connect()
        one.watch(table)
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        for _ in range(60):
            deaf.send("watch", table=table)
        play_to_end([one], table)
        self.assertEqual(one.scenes[table]["table"]["status"], "over")


class Limits(Case):
    generous = False
    options = ("--max-rate", "5", "--max-requests", "10", "--max-guests", "6", "--max-tables", "2", "--max-new-tables", "4",
               "--max-connections", "3", "--max-sign-ins", "3")

    def test_all_limits_of_one_address(self):
        # One story, because the buckets belong to the address of all these clients.
        ada = Person(self.server, "Ada")
        self.assertEqual(ada.post("/api/tables", {"game": "royalflip", "seats": [ME]})[0], 200)
        self.assertEqual(ada.post("/api/tables", {"game": "royalflip", "seats": [ME, OPEN]})[0], 200)
        status, body = ada.post("/api/tables", {"game": "royalflip", "seats": [ME]})
        self.assertEqual((status, body["error"]["code"]), (429, "limit"), "tables of a person")
        bo = Person(self.server, "Bo")
        for expected in (200, 429):
            self.assertEqual(bo.post("/api/tables", {"game": "royalflip", "seats": [ME]})[0], expected, "tables of an address")

        for expected in (403, 403, 403, 429):
            self.assertEqual(bo.post("/api/sign-in", {"name": "Nobody", "password": "wrong horse"})[0], expected, "sign-ins of an address")

        links = [ada.connect() for _ in range(3)]
        with self.assertRaises(ConnectionError):
            ada.connect()
        links.pop().close()

        sent = [links[0].send("ping") for _ in range(30)]
        answers = [links[0].receive() for _ in range(30)]
        self.assertGreaterEqual(sum(not answer["ok"] for answer in answers), 15)
        self.assertEqual([answer["re"] for answer in answers], sent)  # a refusal says what it refuses
        client.eventually("messages are taken again", lambda: links[0].ask("ping")["ok"])
        with self.assertRaises((ConnectionError, OSError)):
            while True:
                links[0].send("ping")

        guests = [Person(self.server).post("/api/guest", {"name": f"Guest {i}"})[0] for i in range(6)]
        self.assertEqual(guests.count(429), 2)
        statuses = [ada.get("/api/me")[0] for _ in range(80)]
        self.assertIn(429, statuses)
        self.assertEqual(ada.get("/healthz")[0], 200)
        client.eventually("requests are answered again", lambda: ada.get("/api/me")[0] == 200)


class Forwarded(Case):
    generous = False
    options = ("--trust-forwarded", "true", "--max-guests", "1", "--origin", "https://flipside.example")

    def test_behind_a_proxy_the_last_forwarded_address_counts(self):
        def guest(name, forwarded):
            return Person(self.server).post("/api/guest", {"name": name}, {"X-Forwarded-For": forwarded})[0]

        self.assertEqual(guest("One", "198.51.100.1"), 200)
        self.assertEqual(guest("Two", "203.0.113.9, 198.51.100.1"), 429)  # the first entry is whatever a client wrote
        self.assertEqual(guest("Three", "198.51.100.2"), 200)
        self.assertEqual(guest("Four", "2001:db8:1:2:3::4"), 200)
        self.assertEqual(guest("Five", "2001:db8:1:2:ffff::1"), 429)  # the same network
        self.assertEqual(guest("Six", "2001:db8:1:3::1"), 200)  # the one beside it
        self.assertEqual(guest("Seven", "::ffff:198.51.100.3"), 200)  # addresses of the old kind are no network
        self.assertEqual(guest("Eight", "::ffff:198.51.100.4"), 200)
        self.assertEqual(guest("Nine", "::ffff:198.51.100.4"), 429)

    def test_however_much_a_client_writes_before_it_the_last_forwarded_address_counts(self):
        names = iter(range(100))

        def guest(*forwarded):
            body = b'{"name":"Somebody %d"}' % next(names)
            lines = [f"X-Forwarded-For: {one}" for one in forwarded]
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE) as link, link.makefile("rb") as stream:
                link.sendall("\r\n".join(["POST /api/guest HTTP/1.1", "Host: x", *lines, "Content-Type: application/json",
                                          f"Content-Length: {len(body)}", "", ""]).encode() + body)
                return int(stream.readline().split()[1])

        for i, written in enumerate(("x" * 254 + ", ", "x" * 300 + ", ", "203.0.113.9, " * 200, "," * 700, " " * 500 + "x,")):
            self.assertEqual(guest(f"{written}198.51.100.{10 + i}"), 200)
            self.assertEqual(guest(f"{written}198.51.100.{10 + i}"), 429)  # it is the same client
            self.assertEqual(guest(written + "x", f"198.51.100.{20 + i}"), 200)  # a proxy may write a header of its own
            self.assertEqual(guest(f"198.51.100.{20 + i}"), 429)

    def test_the_origin_is_the_proxys(self):
        person = Person(self.server)
        headers = {"X-Forwarded-For": "198.51.100.77"}
        self.assertEqual(person.post("/api/guest", {"name": "O"}, {**headers, "Origin": f"http://127.0.0.1:{self.server.port}"})[0], 403)
        self.assertEqual(person.post("/api/guest", {"name": "P"}, {**headers, "Origin": "https://flipside.example"})[0], 200)
        self.assertIn("Secure", person.headers["Set-Cookie"])


class Inherited(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def test_who_comes_during_a_restart_is_served_after_it(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            server = InheritedServer(f"{self.folder.name}/a.db", listener).start()
            ada = Person(server, "Ada")
            self.assertEqual(server.stop(), 0, server.complaints)
            early = socket.create_connection(listener.getsockname(), timeout=PATIENCE)
            early.sendall(b"GET /api/games HTTP/1.1\r\nHost: here\r\n\r\n")
            server.start()
            try:
                with early, early.makefile("rb") as stream:
                    self.assertIn(b" 200 ", stream.readline())
                self.assertTrue(ada.connect().hello["ok"])
            finally:
                self.assertEqual(server.stop(), 0, server.complaints)

    def test_limits_hold_there_too(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            server = InheritedServer(f"{self.folder.name}/a.db", listener, "--max-open", "3").start()
            try:
                held = [socket.create_connection(listener.getsockname(), timeout=PATIENCE) for _ in range(3)]
                with socket.create_connection(listener.getsockname(), timeout=PATIENCE) as fourth, fourth.makefile("rb") as stream:
                    self.assertIn(b" 503 ", stream.readline())
                for link in held:
                    link.close()
            finally:
                self.assertEqual(server.stop(), 0, server.complaints)

    def test_something_else_than_a_listening_socket_is_refused_with_a_sentence(self):
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            server = InheritedServer(f"{self.folder.name}/a.db", listener)
            with self.assertRaisesRegex(RuntimeError, "it is not a listening socket"):
                server.start()


class Silence(Case):
    def test_no_secret_is_in_the_log(self):
        ada, bo = self.person("Secretive"), self.person()
        made = ada.make([ME, LINK])
        table, invitation = made["table"]["id"], made["links"][0]["path"].split("/")[-1]
        key = bo.get(f"/api/join/{invitation}")[1]["key"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1, key=key))
        self.assert_done(two.ask("chat", table=table, text="between us"))
        for person, link in ((ada, one), (bo, two)):
            link.watch(table)
            person.get("/api/nothing")
            link.send_text("{broken")
        one.ask("end", table=table), two.ask("end", table=table)
        seed = ada.get(f"/api/tables/{table}")[1]["table"]["seed"]
        self.server.hang_up()
        client.eventually("the reload is in the log", lambda: '"reloaded"' in self.server.log())
        log = self.server.log()
        for line in log.splitlines():
            self.assertEqual(set(json.loads(line)) >= {"time", "level", "event"}, True)
        for secret in (table, key, seed, ada.cookie.split("=")[1], one.client, "between us", "Secretive"):
            self.assertNotIn(secret, log)


class Hidden(unittest.TestCase):
    """Two servers deal the same cards (--test-seed). In both games Ada, Bo and Cy do the same, except for what Bo does in secret."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.servers = []

    def tearDown(self):
        for server in self.servers:
            server.stop()
        self.folder.cleanup()

    def story(self, bo_plays, moves_before, **wish):
        """After some common moves Bo does something in secret. Returns all that Ada, who sits there, and Cy, who looks on, are sent
        from then on, whatever they ask for."""
        server = Server(os.path.join(self.folder.name, f"{len(self.servers)}.db"), "--test-seed", "hidden things").start()
        self.servers.append(server)
        ada, bo, cy = (Person(server, name) for name in ("Ada", "Bo", "Cy"))
        table = ada.make([ME, OPEN], public=True, **wish)["table"]["id"]
        one, two, three = links = [person.connect() for person in (ada, bo, cy)]
        assert two.ask("sit", table=table, seat=1)["ok"]
        for link in links:
            link.watch(table)
            link.wait_scene(table, lambda s: s["table"]["status"] == "running" and all(x["online"] for x in s["table"]["seats"]))
        play_to_end([one, two], table, limit=moves_before)
        for link in links:
            link.hear_all()
        start = len(one.heard), len(three.heard)
        bo_plays(one, two, table)
        one.hear_all(), three.hear_all()
        for link in (one, three):
            for fields in ({"seat": 1, "text": "x"}, {"seat": 0, "text": "nonsense"}, {"seat": 0, "text": "x", "at": 0}):
                link.ask("act", table=table, **fields)
            for deed in ("undo", "hint"):
                link.ask(deed, table=table, seat=1)
            link.ask("replace", table=table, seat=1), link.ask("rematch", table=table)
            link.watch(table)
        if one.scenes[table]["can_undo"]:
            assert one.ask("undo", table=table, seat=0)["ok"]
            one.hear_all()
        heard = one.heard[start[0]:] + three.heard[start[1]:]
        for person in (ada, cy):
            for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", "/api/tables", "/api/mine"):
                heard.append(json.dumps(person.get(path)))
        text = "\n".join(heard)
        for i, identity in enumerate([table] + [person.get("/api/me")[1]["person"]["id"] for person in (ada, bo, cy)]):
            text = text.replace(identity, f"<{i}>")
        return re.sub(r'"(time|created|since|now|absent_since)": ?\d+', r'"\1":0', text)

    @staticmethod
    def ends_his_phase(choose):
        def plays(_, two, table):
            while two.scenes[table]["actions"]:
                act(two, table, choose)
                two.hear_all()
        return plays

    def acts_after_ada(self, one, two, table):
        act(one, table)
        self.ends_his_phase(lambda actions: actions[0])(one, two, table)

    def hesitates(self, one, two, table):
        """Steps are tried before and after Ada's own, and taken back before the ones of the other game."""
        def take_back():
            assert two.ask("undo", table=table, seat=1)["ok"]
            two.hear_all()

        act(two, table, lambda actions: actions[-1])
        act(one, table)
        take_back()
        act(two, table, lambda actions: actions[len(actions) // 2])
        take_back()
        self.ends_his_phase(lambda actions: actions[0])(one, two, table)

    def test_neither_seat_nor_spectator_learns_what_another_seat_did(self):
        for moves_before in (0, 1, 14):
            with self.subTest(moves_before=moves_before):
                first = self.story(self.ends_his_phase(lambda actions: actions[0]), moves_before)
                second = self.story(self.ends_his_phase(lambda actions: actions[-1]), moves_before)
                self.assertGreater(len(first), 5000)
                self.assertEqual(first, second)

    def test_not_even_that_a_step_was_taken_back(self):
        self.assertEqual(self.story(self.acts_after_ada, 0), self.story(self.hesitates, 0))

    def test_the_comparison_notices_what_an_open_table_shows(self):
        first = self.story(self.ends_his_phase(lambda actions: actions[0]), 0, open=True)
        second = self.story(self.ends_his_phase(lambda actions: actions[-1]), 0, open=True)
        self.assertNotEqual(first, second)


if __name__ == "__main__":
    client.main()
