"""docs/openapi.json against the running server, over real sockets: nothing is missing in it, nothing in it is wrong.

A walk asks for everything that is described; every status, content type and field of every answer, and every message of the socket, has
to fit its schema.
"""

import json
import os
import re
import subprocess
import sys
import time
import unittest

import client
from client import Bearer, Case, Person, Socket, act, play_to_end
from described import KEYWORDS, Description
from test_admin import admin

POSTS = "FLIPSIDE_OPEN_PUSH" in os.environ  # a program that can send something
if POSTS:
    from test_server_post import Browser, MailServer, code_in

ME, OPEN, LINK, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "link"}, {"kind": "bot", "level": 1}
SCOPES = ["read", "play", "challenge", "chat"]
PASSWORD = "a long enough word"

description = Description()
walked, heard = set(), set()  # what was answered with 200, and what came over sockets


class Walker(Person):
    """Somebody whose every answer is checked."""

    def request(self, method, path, body=None, headers=None):
        status, answer = super().request(method, path, body, headers)
        faults = description.faults_of_answer(method, path, status, self.headers["Content-Type"] or "", answer)
        template, operation = description.operation(method.lower(), path)
        if status == 200:
            walked.add((method.lower(), template))
        if status == 200 and method == "POST":
            asked = operation["requestBody"]["content"]["application/json"]["schema"]
            faults += description.faults(asked, json.loads(body), f"what {template} was sent")
        assert not faults, faults
        return status, answer

    def take(self, method, path, *body):
        status, answer = (self.get if method == "get" else self.post)(path, *body)
        assert status == 200, (path, answer)
        return answer

    def connect(self, **options):
        return CheckedSocket(self, **options)


class CheckedSocket(Socket):
    """A socket whose every message is checked."""

    def __init__(self, person, **options):
        self.asked = {}
        super().__init__(person, **options)

    def send(self, do, **fields):
        faults = description.faults(description.socket["x-messages"][do]["payload"], fields, f"what {do} was sent")
        assert not faults, faults
        self.asked[self.number + 1] = do
        return super().send(do, **fields)

    def receive(self, limit=None):
        message = super().receive(limit)
        asked = self.asked.get(message.get("re"))
        faults = description.faults_of_message(asked, message)
        assert not faults, faults
        heard.add(message["push"] if "push" in message else asked if message["ok"] else f"{asked} refused")
        return message


class Whole(Case):
    """The description by itself, and against the lists of the server."""

    def test_the_server_sends_the_description_and_it_is_whole(self):
        stranger = Walker(self.server)
        self.assertEqual(stranger.take("get", "/openapi.json"), description.all)
        self.assertEqual(description.all["openapi"], "3.1.0")
        used = set()
        for schema in description.schemas():
            self.assertEqual(set(schema) - KEYWORDS, set(), schema)
            if "$ref" in schema:
                description.at(schema["$ref"])
                used.add(schema["$ref"].split("/")[3])
        self.assertEqual(set(description.all["components"]["schemas"]) - used, set(), "a schema that nobody uses")
        names = [one["operationId"] for _, _, one in description.operations()]
        self.assertEqual(len(names), len(set(names)))
        for _, path, one in description.operations():
            self.assertEqual(re.findall(r"\{(\w+)\}", path), [parameter["name"] for parameter in one.get("parameters", [])])

    def test_every_route_and_message_of_the_server_is_described_and_no_other(self):
        folder = os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "src", "server", "routes")
        with open(os.path.join(folder, "dispatch.c"), encoding="utf-8") as file:
            routes = {(verb, path) for path, verb in re.findall(r'\{"(/[^"]+)",\s*(get|post)_', file.read())}
        with open(os.path.join(folder, "messages.c"), encoding="utf-8") as file:
            messages = set(re.findall(r'\{"(\w+)", \.(?:run|table)', file.read()))
        self.assertEqual(set(description.socket["x-messages"]), messages)
        # not routes: the socket, and the description, which is a file
        stems = {(method, re.sub(r"\{.*", "", path)) for method, path, _ in description.operations()} - {("get", "/ws"), ("get", "/openapi.json")}
        self.assertEqual(stems, routes)

    def test_what_does_not_fit_is_noticed(self):
        error = {"error": {"code": "limit", "message": "Too much."}}
        self.assertEqual(description.faults_of_answer("GET", "/api/mine", 429, "application/json", error), [])
        for status, kind, body in ((200, "application/json", error), (204, "application/json", error), (429, "text/plain", ""),
                                   (429, "application/json", {"error": {"code": 7, "message": ""}}),
                                   (200, "application/json", {"tables": [], "more": 1}), (200, "application/json", {"tables": [{}]})):
            self.assertNotEqual(description.faults_of_answer("GET", "/api/mine", status, kind, body), [], (status, body))
        self.assertNotEqual(description.faults_of_answer("GET", "/api/nothing", 404, "application/json", error), [])
        self.assertNotEqual(description.faults_of_message(None, {"push": "dance"}), [])


class Scopes(Case):
    def test_a_token_may_do_what_the_description_says_and_nothing_else(self):
        owner = self.person("Owner")
        owner.post("/api/claim", {"password": PASSWORD})

        def bearer(scopes):
            """Of a program of its own for each length: one program has at most ten tokens."""
            made = owner.post("/api/programs", {"name": f"Described {len(scopes)}"})[1]
            made = made if "programs" in made else owner.get("/api/tokens")[1]
            program = next(one["id"] for one in made["programs"] if one["name"] == f"Described {len(scopes)}")
            return Bearer(self.server, owner.post("/api/tokens", {"person": program, "label": "test", "scopes": scopes})[1]["token"])

        alone = {scope: bearer([scope]) for scope in SCOPES}
        without = {scope: bearer([one for one in SCOPES if one != scope]) for scope in SCOPES}
        everything = bearer(SCOPES)

        def code(person, method, path):
            path = re.sub(r"\{\w+\}", "x", path)
            answer = (person.get if method == "get" else lambda path: person.post(path, {}))(path)[1]
            return answer.get("error", {}).get("code") if isinstance(answer, dict) else None

        for method, path, operation in description.operations():
            scope = description.scope(operation)
            if path == "/ws" or not path.startswith("/api/"):
                continue
            if scope:
                self.assertNotIn(code(alone[scope], method, path), ("scope", "stranger"), path)
                self.assertEqual(code(without[scope], method, path), "scope", path)
            else:
                self.assertEqual(code(everything, method, path), "scope", path)
        self.check_socket(bearer)

    def check_socket(self, bearer):
        links = {scope: bearer(["read", scope] if scope != "read" else ["read"]).connect() for scope in ("read", "play", "chat")}
        for name, message in description.socket["x-messages"].items():
            for scope, link in links.items():
                if name == "hello":
                    continue
                answer = link.ask(name)
                refused = not answer["ok"] and answer["error"]["code"] == "scope"
                self.assertEqual(refused, message["x-scope"] not in ("read", scope), (name, scope))


class Walk(Case):
    """Everything that is described, asked for once. The tests are in the order of their names; the last one counts."""

    @classmethod
    def setUpClass(cls):
        cls.options = ("--lobby-chat", "true")
        if POSTS:
            cls.mails = MailServer()
            cls.options += ("--smtp", cls.mails.url, "--mail-from", "table@example.org", "--origin", "http://127.0.0.1:1")
        super().setUpClass()

    def walker(self, name):
        Case.count += 1
        return Walker(self.server, f"{name} {Case.count}")

    def account(self, name):
        person = self.walker(name)
        person.take("post", "/api/claim", {"password": PASSWORD})
        return person

    def me(self, person):
        return person.take("get", "/api/me")["person"]

    def finished(self, person, *seats, game="royalflip"):
        table = person.make([ME, *seats], game=game)["table"]["id"]
        link = person.connect()
        link.watch(table)
        play_to_end([link], table)
        return table

    def test_1_an_account(self):
        ada = self.account("Ada")
        name = ada.take("post", "/api/rename", {"from": self.me(ada)["name"], "name": "Ada Of The Walk"})["person"]["name"]
        Walker(self.server).take("post", "/api/sign-in", {"name": name, "password": PASSWORD})
        code = ada.take("post", "/api/recovery", {"password": PASSWORD})["recovery"]
        Walker(self.server).take("post", "/api/recover", {"name": name, "code": code, "password": PASSWORD})
        ada.take("post", "/api/sign-in", {"name": name, "password": PASSWORD})
        ada.take("post", "/api/password", {"old": PASSWORD, "new": PASSWORD + "s"})
        other = next(one for one in ada.take("get", "/api/sessions")["sessions"] if one["current"])
        ada.take("post", "/api/sessions/end", {"id": other["id"]})
        self.assertEqual(ada.get("/api/sessions")[0], 401)
        bo = self.account("Bo")
        bo.take("get", "/api/export")
        link = bo.connect()
        bo.take("post", "/api/sign-out", {"everywhere": True})
        with self.assertRaises(ConnectionError):
            link.hear_all()
        cy = self.account("Cy")
        cy.take("post", "/api/delete", {"password": PASSWORD})
        self.assertEqual(cy.take("get", "/api/me"), {"person": None})

    def test_2_friends_challenges_and_programs(self):
        ada, bo = self.account("Ada"), self.account("Bo")
        first, second = self.me(ada), self.me(bo)
        link = bo.connect()
        for name in ("lobby", "friends", "turns"):
            self.assert_done(link.ask(name, on=True))
        ada.take("post", "/api/friends", {"name": second["name"]})
        bo.take("post", "/api/friends", {"person": first["id"]})
        ada.take("get", "/api/visibility")
        ada.take("post", "/api/visibility", {"presence": "friends"})
        ada.take("post", "/api/challenges", {"name": second["name"], "game": "royalflip", "rated": False})
        challenge = bo.take("get", "/api/friends")["challenges"][0]
        table = bo.take("post", "/api/challenges/answer", {"id": challenge["id"], "accept": True})["table"]["id"]
        self.assertEqual(bo.post("/api/challenges/answer", {"id": challenge["id"], "accept": True})[0], 404)
        self.assertIn(table, [one["id"] for one in ada.take("get", "/api/mine")["tables"]])
        ada.take("post", "/api/challenges", {"name": second["name"], "game": "royalflip"})
        challenge = bo.take("get", "/api/friends")["challenges"][0]
        bo.take("post", "/api/challenges/answer", {"id": challenge["id"], "accept": False})
        ada.take("get", f"/api/people/{second['id']}/against")
        link.hear_all()
        bo.take("post", "/api/friends/end", {"name": first["name"]})
        for path, body in (("/api/block", {"person": first["id"], "on": True}), ("/api/blocks", {"name": first["name"], "on": True}),
                           ("/api/report", {"person": first["id"], "text": "loud"}), ("/api/reports", {"name": first["name"], "why": "loud"})):
            bo.take("post", path, body)
        self.assertEqual(len(bo.take("get", "/api/blocked")["people"]), 1)
        bo.take("post", "/api/programs", {"name": "A Walking Program"})
        made = bo.take("post", "/api/tokens", {"label": "home", "scopes": ["read"]})["tokens"][0]
        bo.take("get", "/api/tokens")
        bo.take("post", "/api/tokens/end", {"id": made["id"]})

    @unittest.skipUnless(POSTS, "this program sends nothing")
    def test_2_notifications(self):
        ada = self.account("Ada")
        ada.take("get", "/api/notifications")
        ada.take("post", "/api/notifications", {"kinds": {"over": False}, "quiet": {"from": 0, "to": 60}, "zone": -60, "mail_kinds": {}})
        device = Browser(ada, "https://push.invalid/").answer[1]["devices"][0]
        ada.take("post", "/api/push/end", {"id": device["id"]})
        ada.take("post", "/api/mail", {"address": "ada@example.org", "password": PASSWORD})
        mail = self.mails.next()[2]
        self.assertTrue(ada.take("post", "/api/mail/confirm", {"code": code_in(mail)})["mail"]["confirmed"])
        ada.take("post", "/api/mail/forgotten", {"name": self.me(ada)["name"]})
        stop = mail["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:1")
        ada.take("get", stop)
        ada.take("post", stop, {})

    def test_2_keeping_order(self):
        ada, bo = self.account("Ada"), self.walker("Bo")
        self.assertEqual(ada.get("/api/admin/reports")[0], 404)
        table = ada.make([ME], public=True)["table"]["id"]
        self.assert_done(bo.connect().ask("chat", table=table, text="something rude"))
        ada.take("post", "/api/reports", {"person": self.me(bo)["id"], "table": table, "why": "rude"})
        admin(self.server.data, "grant", self.me(ada)["name"])
        number = ada.take("get", "/api/admin/reports")["reports"][-1]["number"]
        self.assertEqual(ada.take("get", f"/api/admin/report/{number}")["chat"][0]["text"], "something rude")
        ada.take("post", "/api/admin", {"do": "ban", "person": self.me(bo)["id"], "days": 7})
        for what in ("bans", "tables", "log", "people/bo"):
            self.assertGreater(len(next(iter(ada.take("get", f"/api/admin/{what}").values()))), 0)

    def patiently(self, link, others, do, **fields):
        """Asks for something that may take long on a busy machine, while the others answer the server's pings."""
        number = link.send(do, **fields)
        while True:
            for other in others:
                other.hear_all()
            if link.waiting(5) and (message := link.receive(time.monotonic() + client.PATIENCE)).get("re") == number:
                return message

    def test_3_two_people_at_a_table_and_in_the_lobby(self):
        ada, bo, cy = (self.walker(name) for name in ("Ada", "Bo", "Cy"))
        ticket = ada.take("get", "/api/deal")["ticket"]
        made = ada.take("post", "/api/tables", {"game": "royalflip", "seats": [ME, OPEN, LINK, BOT], "public": True, "rated": False,
                                                "ticket": ticket, "bytes": "0123456789abcdef" * 2, "clock": {"kind": "bank", "seconds": 600, "extra": 5}})
        table, path = made["table"]["id"], made["links"][0]["path"]
        bo.take("get", f"/api{path}")
        first, second, third = (person.connect() for person in (ada, bo, cy))
        for link in (first, second, third):
            self.assert_done(link.ask("lobby", on=True))
            link.watch(table)
        for do, link, fields in (("put_bot", first, {"seat": 1, "level": 2}), ("remove_bot", first, {"seat": 1}), ("sit", second, {"seat": 1}),
                                 ("link", first, {"on": True}), ("change", first, {"rated": False}), ("remove", first, {"seat": 1}),
                                 ("sit", second, {"seat": 1}), ("hand_over", first, {"seat": 1}), ("hand_over", second, {"seat": 0}),
                                 ("leave", second, {}), ("sit", second, {"seat": 1, "bytes": "ab" * 16}), ("start", first, {})):
            self.assert_done(link.ask(do, table=table, **fields))
        first.wait_scene(table, lambda scene: scene["table"]["status"] == "running" and scene["actions"])
        live = ada.take("post", "/api/tables", {"game": "royalflip", "seats": [ME, OPEN], "ready": True,
                                                "clock": {"kind": "bank", "seconds": 600, "extra": 5}})["table"]["id"]
        for do, link, fields in (("say", first, {"text": "hello"}), ("turns", first, {"on": True}), ("sit", second, {"table": live, "seat": 1}), ("ready", first, {"table": live})):
            self.assert_done(link.ask(do, **fields))
        ada.take("get", f"/api/tables/{live}/since/0/0")
        stranger = Walker(self.server)
        for path in ("/api/lobby", "/api/lobby/0", "/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/record", "/api/games", "/api/rules/royalflip", "/api/pictures/royalflip"):
            stranger.take("get", path)
        self.assert_done(self.patiently(first, (second, third), "hint", table=table, seat=0))
        act(first, table)
        for do, link, fields in (("sheet", first, {"seat": 0, "width": 80, "height": 24}), ("read", first, {"seat": 0, "shown": 1}), ("judge", first, {"seat": 0}),
                                 ("chat", second, {"text": "hello"}), ("older", first, {"before": 1}), ("mute", first, {"seat": 1, "on": True}), ("undo", first, {"seat": 0}),
                                 ("back", first, {}), ("leave", third, {}), ("replace", first, {"seat": 1}), ("return", second, {})):
            self.patiently(link, {first, second, third} - {link}, do, table=table, **fields)
        offer = self.assert_done(first.ask("offer", table=table, kind="end"))["offer"]
        self.refused(first.ask("offer", table=table, kind="end"), "offered")
        self.assert_done(second.ask("answer", table=table, offer=offer, accept=False))
        self.assert_done(first.ask("end", table=table, agree=True))
        self.assert_done(second.ask("end", table=table, agree=True))
        first.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
        self.assert_done(first.ask("rematch", table=table))
        self.assert_done(third.ask("unwatch", table=table))
        for link in (first, second):
            self.assert_done(link.ask("seek", game="flipcity", pace="quick"))
        while not any(push["push"] == "matched" for push in second.pushes):
            second.receive()
        self.assert_done(third.ask("seek", game="flipcity", pace="days"))
        while not any(push["push"] == "seek" for push in third.pushes):
            third.receive()

    def test_4_games_that_are_over(self):
        ada = self.account("Ada")
        table, me = self.finished(ada, BOT), self.me(ada)["id"]
        for path in ("", "/games", f"/games/{int(time.time() * 1000) + 1000}", "/statistics/royalflip", "/achievements"):
            Walker(self.server).take("get", f"/api/people/{me}{path}")
        for path in (f"people/{me}/habits/royalflip", "ratings/royalflip", "ratings/royalflip/programs", f"replays/{table}", f"replays/{table}/all/0", f"analyses/{table}"):
            ada.take("get", f"/api/{path}")
        ada.take("post", "/api/analyses", {"table": table, "precision": "quick"})
        ada.take("post", "/api/forks", {"table": table, "position": 3, "seat": 0, "level": 1})
        record = ada.take("get", f"/api/tables/{table}/record")
        del record["result"]
        ada.take("post", "/api/forks", {"record": {**record, "steps": record["steps"][:8]}, "position": "last"})
        ada.take("post", "/api/records", ada.take("get", f"/api/tables/{table}/record"))
        ada.take("get", "/api/lessons")
        ada.take("post", "/api/lessons", {"game": "flipcity", "lesson": 0})
        ada.take("get", "/api/export")

    def test_4_puzzles(self):
        ada = self.walker("Ada")
        game = next(one for one in ada.take("get", "/api/puzzles")["games"] if one["count"])
        name, theme = game["game"], game["themes"][0]["id"]
        for path in ("", f"/{game['daily']}", f"/next/{theme}"):
            puzzle = ada.take("get", f"/api/puzzles/{name}{path}")["puzzle"]
        ada.take("post", "/api/puzzles", {"game": name, "puzzle": puzzle["id"], "move": puzzle["actions"][0]["text"]})
        ada.take("post", "/api/puzzles/consent", {"on": False})
        puzzle = ada.take("post", "/api/puzzles/rush", {"game": name})["puzzle"]
        ada.take("post", "/api/puzzles", {"game": name, "puzzle": puzzle["id"], "move": puzzle["actions"][0]["text"], "rush": True})

    def test_4_tournaments(self):
        ada, bo = self.walker("Ada"), self.walker("Bo")
        clock = {"kind": "bank", "seconds": 600, "extra": 0}
        link = ada.connect()
        made = ada.take("post", "/api/tournaments", {"name": "The cup", "game": "royalflip", "kind": "swiss", "rounds": 1, "clock": clock})
        named = {"id": made["tournament"]["id"]}
        for what in ("enter", "leave"):
            bo.take("post", f"/api/tournaments/{what}", named)
        ada.take("post", "/api/tournaments/bots", {**named, "level": 1, "count": 2})
        ada.take("post", "/api/tournaments/start", named)
        while not any(push["push"] == "tournament" and push["what"] in ("table", "bye") for push in link.pushes):
            link.receive()
        bo.take("get", f"/api/tournaments/{named['id']}/1")
        ada.take("get", f"/api/tournaments/{named['id']}")
        ada.take("get", "/api/tournaments")
        ada.take("post", "/api/tournaments/end", named)

    def test_4_leagues(self):
        ada, bo = self.walker("Ada"), self.walker("Bo")
        named = {"id": ada.take("post", "/api/leagues", {"name": "Thursday"})["league"]["id"]}
        person = bo.take("post", "/api/leagues/join", named)["members"][1]["person"]
        table = ada.make([ME, {"kind": "link"}], league=named["id"])["table"]["id"]
        waits = bo.take("get", f"/api/leagues/{named['id']}")["tables"][0]
        links = [ada.connect(), bo.connect()]
        self.assert_done(links[1].ask("sit", table=table, seat=1, key=waits["path"].split(".")[1]))
        for link in links:
            link.watch(table)
        play_to_end(links, table)
        self.assertEqual(len(bo.take("get", f"/api/leagues/{named['id']}/{time.gmtime().tm_year}")["meetings"]), 1)
        ada.take("get", "/api/leagues")
        bo.take("post", "/api/leagues/leave", named)
        for back in (False, True):
            ada.take("post", "/api/leagues/remove", {**named, "person": person, "back": back})
        ada.take("post", "/api/leagues/change", {**named, "name": "Friday", "closed": True})

    def test_4_the_workshop(self):
        ada, bo = self.walker("Ada"), self.walker("Bo")
        with open(os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "games/royalflip/data/classic.json"), encoding="utf-8") as file:
            edition = {**json.load(file), "name": "Ten rounds", "rounds": 10}
        wish = {"game": "royalflip", "edition": edition}
        self.assertEqual(ada.take("post", "/api/editions/check", {**wish, "seats": 2})["position"]["seats"], 2)
        kept = ada.take("post", "/api/editions", {**wish, "shared": True})
        self.assertEqual(bo.take("get", f"/api/editions/{kept['id']}")["edition"], edition)
        bo.take("post", "/api/editions/report", {"id": kept["id"], "why": "A rude name"})
        table = bo.make([ME], **wish)["table"]
        self.assertEqual(table["edition"], {"name": "Ten rounds", "fingerprint": kept["fingerprint"]})
        ada.take("get", "/api/editions")
        ada.take("post", "/api/gallery", {"id": kept["id"], "listed": True})
        bo.take("post", "/api/gallery/star", {"id": kept["id"], "on": True})
        self.assertEqual([one["id"] for one in bo.take("get", "/api/gallery/royalflip/by/stars")["entries"]], [kept["id"]])
        self.assertEqual(bo.take("get", f"/api/gallery/royalflip/{kept['id']}")["stars"], 1)
        ada.take("post", "/api/editions/delete", {"id": kept["id"]})

    def test_5_the_daily_challenge(self):
        ada = self.walker("Ada")
        day = ada.take("get", "/api/daily")["day"]
        table = ada.take("post", "/api/daily", {"game": "royalflip"})["table"]["id"]
        link = ada.connect()
        ada.take("get", f"/api/printed/{link.watch(table, without=['printed'])['printed']}")
        link.watch(table)
        play_to_end([link], table)
        self.assertEqual(ada.take("get", f"/api/daily/{day}/royalflip")["results"][0]["rank"], 1)
        ada.take("get", "/api/daily")
        for path in (day[:7], f"{day[:7]}/royalflip"):
            self.assertEqual(ada.take("get", f"/api/months/{path}")["rows"][0]["points"], 10)
        self.assertEqual(ada.post("/api/daily", {"game": "royalflip", "day": "2999-01-01"})[0], 403)

    def test_6_flicks(self):
        ada = self.walker("Ada")
        table = ada.make([ME, ME], game="flickemup")["table"]["id"]
        link = ada.connect()
        link.watch(table)
        self.assert_done(link.ask("actions", table=table, seat=link.scenes[table]["seat"]))
        while link.scenes[table]["flicks"] == 0:
            act(link, table, lambda actions: next((one for one in actions if "open" in one), actions[0]))
        ada.take("get", f"/api/tables/{table}/flick/1")
        self.assert_done(link.ask("offer", table=table, kind="end"))
        ada.take("get", f"/api/replays/{table}/flick/1")

    def test_7_what_the_administrator_watches(self):
        for path in ("/healthz", "/metrics"):
            Walker(self.server).take("get", path)

    def test_8_everything_that_is_described_was_asked_for(self):
        described = {(method, path) for method, path, _ in description.operations()}
        posts = {(method, path) for method, path in described if path.startswith(("/api/mail", "/api/push", "/api/notifications"))}
        self.assertEqual(described - walked - {("get", "/ws"), ("get", "/openapi.json")} - (set() if POSTS else posts), set())
        sent = set(description.socket["x-messages"]) | set(description.socket["x-pushes"])
        # tests/test_server_store.py fills the disk, and tests/test_server_scenes.py has a game whose scenes are too large; nobody is away
        # here, so nobody can be replaced
        self.assertEqual(sent - heard - {one.removesuffix(" refused") for one in heard} - {"store", "error"}, set())

    def test_9_the_quick_start_of_the_docs_plays_a_game(self):
        """web/tests/connection.test.mjs does the same with JavaScript."""
        with open(os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "docs", "api.md"), encoding="utf-8") as file:
            text = file.read()
        program = re.search(r"^```python\n(.*?)^```", text, re.M | re.S)[1]
        usage = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "serve", "--help"], capture_output=True, text=True, check=True).stdout
        listens = re.search(r"where to listen \(([\d.:]+);", usage)[1]
        self.assertEqual(set(re.findall(r"127\.0\.0\.1:\d+", text.partition("## Who is asking")[0])), {listens})  # as pasted, without an argument
        done = subprocess.run([sys.executable, "-c", program, f"127.0.0.1:{self.server.port}"], capture_output=True, text=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^.+ wins with \d+ points\. All twelve rounds are played\.")


if __name__ == "__main__":
    client.main()
