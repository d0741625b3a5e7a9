"""What the server says no to, sentence by sentence, and what it opens again after a restart: each with nothing changed by it."""

import os
import socket
import subprocess
import tempfile
import unittest

import client
from client import Person, Server, act, eventually
from test_server_people import ME, OPEN, PASSWORD, People

NOBODY = "0" * 32


class Accounts(People):
    def said(self, answer, status, sentence):
        self.assertEqual((answer[0], answer[1]["error"]["message"]), (status, sentence))

    def test_passwords_and_deleting(self):
        guest, ada = self.person(), self.account()
        claim = "You have no password yet: claim your name first."
        self.said(guest.post("/api/password", {"old": PASSWORD, "new": PASSWORD}), 400, claim)
        self.said(guest.post("/api/recovery", {"password": PASSWORD}), 400, claim)
        self.said(ada.post("/api/password", {"old": PASSWORD}), 400, "'new' is the new password.")
        exactly = "To delete everything, enter your name exactly as it is written here."
        name = self.me(guest)["name"]
        for wrong in ({}, {"name": name[:-1]}, {"name": name.upper() + "x"}, {"name": 5}):
            self.said(guest.post("/api/delete", wrong), 400, exactly)
        self.assertEqual(self.me(guest)["name"], name)
        self.assertEqual(guest.post("/api/delete", {"name": name})[0], 200)

    def test_a_short_or_empty_password_opens_nothing(self):
        for wrong in ("", "x", PASSWORD[:-1], PASSWORD + "x"):
            with self.subTest(wrong=wrong):
                ada, stranger = self.account(), Person(self.server)
                name = self.me(ada)["name"]
                self.assertEqual(stranger.post("/api/sign-in", {"name": name, "password": wrong})[0] // 100, 4)
                self.assertIsNone(self.me(stranger))
                for path, body in (("/api/password", {"old": wrong, "new": "another one"}), ("/api/delete", {"password": wrong}),
                                   ("/api/recovery", {"password": wrong})):
                    status, answer = ada.post(path, body)
                    self.assertEqual(status // 100, 4, (path, answer))
                self.assertEqual(stranger.post("/api/sign-in", {"name": name, "password": PASSWORD})[0], 200)

    def test_names(self):
        long = "A name has 1 to 24 characters."
        for name in ("x" * 25, "x" * 5000, "é" * 25):
            self.assertEqual(Person(self.server).post("/api/guest", {"name": name})[1]["error"]["message"], long, len(name))
        self.assertEqual(Person(self.server).post("/api/guest", {"name": "é" * 24})[0], 200)

    def test_sessions_and_tokens(self):
        ada, bo = self.account(), self.account()
        theirs = bo.get("/api/sessions")[1]["sessions"][0]["id"]
        for wrong in ({}, {"id": "no such"}, {"id": theirs}):
            self.said(ada.post("/api/sessions/end", wrong), 404, "You are no longer signed in there.")
        self.assertEqual(len(bo.get("/api/sessions")[1]["sessions"]), 1)
        token = bo.post("/api/tokens", {"label": "bo's", "scopes": ["read"]})[1]["tokens"][0]["id"]
        for wrong in ({}, {"id": "no such"}, {"id": token}):
            self.said(ada.post("/api/tokens/end", wrong), 404, "There is no such token.")
        self.assertEqual([one["id"] for one in bo.get("/api/tokens")[1]["tokens"]], [token])

    def test_people_and_games(self):
        ada, bo = self.account(), self.account()
        mine, their_name = self.me(ada)["id"], self.me(bo)["name"]
        for what in ("statistics", "habits"):
            for game in ("chess", ""):
                self.assertEqual(ada.get(f"/api/people/{mine}/{what}/{game}")[0], 404)
            self.said(ada.get(f"/api/people/{mine}/{what}/chess"), 404, "There is no such game here.")
            self.said(ada.get(f"/api/people/{mine}/{what}"), 404, "There is no such game here.")
        for path in ("shoes", "achievements/royalflip", "against/royalflip"):
            self.said(ada.get(f"/api/people/{mine}/{path}"), 404, "There is nothing at this address.")
        self.said(ada.post("/api/friends/end", {"name": their_name}), 404, f"{their_name} is not on your list.")
        for why in ({}, {"why": ""}, {"why": "x" * 501}, {"why": 7}):
            self.said(ada.post("/api/reports", {"name": their_name, **why}), 400, "Say in 1 to 500 characters what happened.")
        self.said(ada.post("/api/reports", {"name": their_name, "why": "Rude", "table": "elsewhere"}), 404, "There is no such table.")
        self.assertEqual(ada.post("/api/reports", {"name": their_name, "why": "é" * 500})[0], 200)


class Tables(People):
    def told(self, answer, code, sentence):
        self.refused(answer, code)
        self.assertEqual(answer["error"]["message"], sentence)

    def test_offers_where_they_mean_nothing(self):
        ada = self.person()
        link = ada.connect()
        daily = ada.post("/api/daily", {"game": "royalflip"})[1]["table"]["id"]
        link.watch(daily)
        self.told(link.ask("offer", table=daily, kind="undo"), "daily", "Nothing is taken back in the daily challenge.")
        self.told(link.ask("offer", table=daily, kind="help"), "daily", "There are no hints in the daily challenge.")
        self.assert_done(link.ask("end", table=daily, agree=True))
        link.wait_scene(daily, lambda scene: scene["table"]["status"] == "ended")
        self.told(link.ask("rematch", table=daily), "daily", "There is one try per day; come back tomorrow for the next one.")
        bo = self.person()
        lesson = bo.post("/api/lessons", {"game": "flipcity", "lesson": 0})[1]["table"]["id"]
        link = bo.connect()
        link.watch(lesson)
        for kind in ("undo", "help"):
            self.told(link.ask("offer", table=lesson, kind=kind), "lesson", "In a lesson you can go back and ask as you like.")

    def test_verdicts_and_hints_where_there_is_nothing_to_say(self):
        ada, bo = self.people(2)
        waiting = ada.make([ME, OPEN], game="flipcity", rated=False)["table"]["id"]
        link = ada.connect()
        link.watch(waiting)
        self.told(link.ask("judge", table=waiting, seat=0), "waiting", "The game begins when all seats are taken.")
        for question in ("hint", "judge"):
            self.told(link.ask(question, table=waiting, seat=0, text="stop"), "not_your_turn", "There is nothing to decide now.")
        other = bo.connect()
        self.assert_done(other.ask("sit", table=waiting, seat=1))
        for looking in (link, other):
            looking.watch(waiting)
        deciding = link if link.scenes[waiting]["actions"] else other
        idle = other if deciding is link else link
        act(deciding, waiting)
        for looking in (link, other):
            self.assert_done(looking.ask("end", table=waiting, agree=True))
        idle.wait_scene(waiting, lambda scene: scene["table"]["status"] == "ended")
        for seat in (-1, 2, 99):
            self.told(idle.ask("judge", table=waiting, seat=seat), "bad_seat", "This table has no such seat.")

    def test_an_invitation_and_the_lobby_are_there_after_a_restart(self):
        ada, bo = self.people(2)
        made = ada.make([ME, OPEN, {"kind": "link"}], game="royalflip", public=True)
        table, path = made["table"]["id"], made["links"][0]["path"]
        before = bo.get("/api" + path)
        self.assertEqual((before[0], before[1]["seat"], before[1]["table"]["id"]), (200, 2, table))
        self.server.stop()
        self.server.start()
        self.assertEqual([one["id"] for one in bo.get("/api/lobby")[1]["tables"]], [table])
        self.server.stop()
        self.server.start()
        after = bo.get("/api" + path)
        for answer in (before, after):
            for seat in answer[1]["table"]["seats"]:
                for key in ("online", "absent_since"):
                    seat.pop(key, None)
        self.assertEqual(after, before)
        wrong = path[:-1] + ("A" if path[-1] != "A" else "B")
        self.error(bo.get("/api" + wrong), 404, "no_table")
        self.error(bo.get(f"/api/join/{NOBODY}.{path.rsplit('.', 1)[1]}"), 404, "no_table")


class Doors(People):
    """Every address without what it needs: what a stranger hears, and what somebody with a name hears."""

    NAME = "Choose a name first; that is all you need."
    LONG = "A name has 1 to 24 characters."
    GONE = "There is no such table. It may have been abandoned; look in the lobby."
    NOBODY = "There is nobody of that name here."
    NO_GAME = "There is no game '' here."
    WHICH_GAME = "game is the id of a game; GET /api/games lists them."
    CLAIM = "Claim your name first: programs belong to accounts."
    OPEN_TO_ALL = (
        "/api/me", "/api/ratings/royalflip", "/api/ratings/royalflip/programs", "/api/daily", "/api/daily/2026-01-01/royalflip", "/api/games",
        "/api/rules/royalflip", "/api/tables", "/api/lobby", "/api/lessons", "/api/puzzles", "/api/puzzles/royalflip", "/healthz", "/metrics",
        "/openapi.json")
    FOR_PEOPLE = ("/api/export", "/api/sessions", "/api/blocked", "/api/mine", "/api/friends", "/api/visibility", "/api/tokens")
    NOT_THERE = {
        "person": (404, "This person is no longer here.",
                   ("", "/games", "/games/0", "/statistics/royalflip", "/achievements", "/habits/royalflip", "/against")),
        "table": (404, GONE, ("tables/{}", "tables/{}/record", "tables/{}/flick/1", "replays/{}", "replays/{}/0/0", "replays/{}/flick/1",
                              "analyses/{}"))}
    # With an empty body: what a stranger hears where it is not NAME, and what a guest hears.
    EMPTY = {
        "claim": (NAME, 400, "A password has 8 to 256 characters."), "sign-in": (LONG, 400, LONG),
        "password": ("'new' is the new password.", 400, "'new' is the new password."),
        "recovery": (NAME, 400, "You have no password yet: claim your name first."), "recover": (LONG, 400, LONG),
        "delete": (NAME, 400, "To delete everything, enter your name exactly as it is written here."),
        "sessions/end": (NAME, 404, "You are no longer signed in there."), "block": (NAME, 404, NOBODY), "blocks": (NAME, 404, NOBODY),
        "report": (NAME, 404, NOBODY), "reports": (NAME, 404, NOBODY), "daily": (NAME, 400, NO_GAME), "tables": (NAME, 400, WHICH_GAME),
        "friends": (NAME, 404, NOBODY), "friends/end": (NAME, 404, NOBODY), "challenges": (NAME, 404, NOBODY),
        "challenges/answer": (NAME, 400, "'accept' is true or false."), "tokens": (NAME, 403, CLAIM), "programs": (NAME, 403, CLAIM),
        "tokens/end": (NAME, 404, "There is no such token."), "analyses": (GONE, 404, GONE), "forks": (NAME, 404, GONE),
        "records": (NAME, 400, "This is not a Flipside record: 'flipside_record' is missing."), "lessons": (NAME, 400, NO_GAME),
        "puzzles": (NO_GAME, 400, NO_GAME), "puzzles/rush": (NO_GAME, 400, NO_GAME), "puzzles/consent": (NAME, 400, "'on' is true or false.")}

    def hears(self, answer, status, sentence):
        self.assertEqual((answer[0], answer[1]["error"]["message"]), (status, sentence))

    def test_who_may_look(self):
        stranger, guest = Person(self.server), self.person()
        for path in self.OPEN_TO_ALL:
            with self.subTest(path=path):
                self.assertEqual((stranger.get(path)[0], guest.get(path)[0]), (200, 200))
        for path in self.FOR_PEOPLE:
            with self.subTest(path=path):
                self.hears(stranger.get(path), 401, self.NAME)
                self.assertEqual(guest.get(path)[0], 200)

    def test_what_is_not_there(self):
        status, sentence, ends = self.NOT_THERE["person"]
        paths = [(f"/api/people/{'A' * 22}{end}", status, sentence) for end in ends]
        status, sentence, ends = self.NOT_THERE["table"]
        paths += [("/api/" + end.format("A" * 22), status, sentence) for end in ends]
        paths += [(f"/api/join/{'A' * 22}.x", 404, "This invitation is no longer valid. Ask for a new one."),
                  ("/api/puzzles/royalflip/none", 404, "There is no puzzle of that name."),
                  ("/api/puzzles/royalflip/next/none", 404, "There are no such puzzles.")]
        for person in (Person(self.server), self.person()):
            for path, status, sentence in paths:
                with self.subTest(path=path):
                    self.hears(person.get(path), status, sentence)

    def test_an_empty_wish(self):
        for path, (alone, status, sentence) in self.EMPTY.items():
            with self.subTest(path=path):
                self.hears(Person(self.server).post("/api/" + path, {}), 401 if alone == self.NAME else status, alone)
                self.hears(self.person().post("/api/" + path, {}), status, sentence)
        self.hears(Person(self.server).post("/api/guest", {}), 400, self.LONG)
        for path in ("guest", "sign-out", "visibility"):
            self.assertEqual(self.person().post("/api/" + path, {})[0], 200, path)


class Addresses(People):
    def raw(self, target):
        """The first line of the answer to a target that no library would send."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=client.PATIENCE) as connection:
            connection.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
            answer = b""
            while part := connection.recv(65536):
                answer += part
        return answer.split(b"\r\n", 1)[0].split(b" ")[1].decode(), answer.rsplit(b"\r\n\r\n", 1)[-1].decode()

    def test_an_address_has_an_end_and_is_text(self):
        status, body = self.raw(b"/api/people/" + b"x" * 600)
        self.assertEqual(status, "414")
        self.assertIn("An address here has fewer than ", body)
        status, body = self.raw(b"/api/people/%00abc")
        self.assertEqual(status[0], "4")
        self.assertEqual(self.person().get("/healthz")[0], 200)


    def test_the_page_is_whole_or_says_that_it_was_not_built(self):
        status, page = self.person().get("/")
        self.assertEqual(status, 200)
        if page.startswith("<"):
            self.assertTrue(page.rstrip().endswith("</html>"), page[-40:])
        else:
            self.assertEqual(page, "The page was not built into this program. ./play builds it; flipside play is the terminal face.\n")


class Starting(unittest.TestCase):
    """What is wrong with how it was started is said in one sentence, and the status is not 0."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.data = os.path.join(self.folder.name, "flipside.db")

    def run_program(self, *arguments, **more):
        ended = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], *arguments], capture_output=True, timeout=client.PATIENCE, **more)
        return ended.returncode, ended.stdout.decode(), ended.stderr.decode()

    def refused_start(self, sentence, *options):
        status, _, said = self.run_program("serve", "--data", self.data, "--listen", "127.0.0.1:0", *options)
        self.assertNotEqual(status, 0)
        self.assertIn(sentence, said)

    def test_a_log_that_cannot_be_written_and_a_place_that_is_taken(self):
        self.refused_start("no/such/folder/log: No such file or directory.", "--log", os.path.join(self.folder.name, "no/such/folder/log"))
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.refused_start(f"127.0.0.1:{port}", "--listen", f"127.0.0.1:{port}")

    def test_without_an_address_it_is_reached_by_each(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        server = Server(self.data, "--listen", f":{port}").start()
        server.port = port
        self.assertEqual(Person(server).get("/api/games")[0], 200)
        self.assertEqual(Person(server, address="127.0.0.2").get("/api/games")[0], 200)
        self.assertEqual(server.stop(), 0)

    def test_a_log_that_is_gone_is_told_to_the_old_one(self):
        place = os.path.join(self.folder.name, "logs")
        os.mkdir(place)
        log = os.path.join(place, "log")
        server = Server(self.data, "--log", log).start()
        os.rename(place, place + ".old")
        server.hang_up()

        def complained():
            with open(os.path.join(place + ".old", "log"), encoding="utf-8") as file:
                return '"level":"error","event":"log"' in file.read()

        eventually("the old log says so", complained)
        self.assertEqual(Person(server).get("/healthz")[0], 200)
        self.assertEqual(server.stop(), 0)

    def test_administrators_commands_say_how_they_are_used(self):
        Server(self.data).start().stop()
        for command in ("store", "admin"):
            status, said, _ = self.run_program(command, "--help")
            self.assertEqual((status, said[:15 + len(command)]), (0, f"usage: flipside {command}"[:15 + len(command)]))
        for command in (("store", "check"), ("admin", "list")):
            ended = self.run_program(*command, f"--data={self.data}")
            self.assertEqual(ended, self.run_program(*command, "--data", self.data))
            self.assertEqual(ended[0], 0)
        status, _, said = self.run_program("admin", "--data", self.data, "ban", b"\xff\xfe")
        self.assertNotEqual(status, 0)
        self.assertIn("A name is text in UTF-8.", said)


if __name__ == "__main__":
    client.main()
