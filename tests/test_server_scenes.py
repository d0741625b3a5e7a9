"""Scenes stay within what can be sent: chat comes in pages, notices and log in as many scenes as they need, and what does not fit is
told to the client and to the administrator."""

import json
import os
import shutil
import sqlite3
import tempfile
import time

import client
from client import Case, Server, about_files, act, eventually

ME, OPEN = {"kind": "me"}, {"kind": "open"}
LONG = "\U00010330" * 500  # as many bytes as a line can have
NAME = "\U00010330" * 24
PAGE = 50


@about_files
class Full(Case):
    """Tables that have grown by what earlier versions allowed: the file is filled while the server is away."""

    def fill(self, rows, statement):
        self.server.stop()
        with sqlite3.connect(self.server.data) as file:
            file.executemany(statement, rows)
        file.close()
        self.server.start()

    def fill_chat(self, table, person, count, seat=0):
        self.fill([(table, i, seat, person, NAME, LONG, 1000 + i, "") for i in range(count)],
                  "INSERT INTO chat(game_table, number, seat, person, name, text, time, team) VALUES(?, ?, ?, ?, ?, ?, ?, ?)")

    def fill_notices(self, table, kinds, count, what="0"):
        with sqlite3.connect(self.server.data) as file:
            first = file.execute("SELECT count(*) FROM notice WHERE game_table = ?", (table,)).fetchone()[0]
        file.close()
        self.fill([(table, i, kinds[i % len(kinds)], what, 1, "", NAME, 3, 0, 1000 + i) for i in range(first, first + count)],
                  "INSERT INTO notice(game_table, number, kind, what, seat, person, name, level, moves, time) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")

    def two_at_a_table(self, **wish):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN], **wish)["table"]["id"]
        link = bo.connect()
        self.assert_done(link.ask("sit", table=table, seat=1))
        link.close()
        return ada, bo, table

    def test_a_table_with_hundreds_of_long_lines_opens_again_and_shows_them_in_pages(self):
        ada, bo, table = self.two_at_a_table()
        self.fill_chat(table, ada.get("/api/me")[1]["person"]["id"], 700)
        for person in (ada, bo):
            link = person.connect()
            scene = link.watch(table)
            self.assertEqual([line["i"] for line in scene["chat"]], list(range(650, 700)))
            self.assertTrue(scene["chat_older"])
            known, page = scene["chat"], {"older": True}
            while page["older"]:
                page = self.assert_done(link.ask("older", table=table, before=known[0]["i"]))
                self.assertEqual(len(page["chat"]), PAGE)
                known = page["chat"] + known
            self.assertEqual([(line["i"], line["text"]) for line in known], [(i, LONG) for i in range(700)])
            self.assertEqual(link.ask("older", table=table, before=0)["chat"], [])
            self.assertEqual(link.ask("older", table=table)["chat"], known[-PAGE:])
        self.assert_done(link.ask("chat", table=table, text="and one more"))
        scene = link.wait_scene(table, lambda scene: scene["chat"] and scene["chat"][-1]["text"] == "and one more")
        self.assertEqual([line["i"] for line in scene["chat"]], [700])
        self.assertNotIn("chat_older", scene)
        link = ada.connect()
        link.watch(table)
        self.assertIsNotNone(act(link, table))

    def test_the_chat_is_for_those_who_watch_and_says_where_it_begins(self):
        ada, bo, table = self.two_at_a_table()
        link = bo.connect()
        self.refused(link.ask("older", table=table), "not_found")
        self.refused(link.ask("older", table="A" * 22), "no_table")
        scene = link.watch(table)
        self.assertEqual((scene["chat"], scene["chat_older"]), ([], False))
        page = link.ask("older", table=table)
        self.assertEqual((page["chat"], page["older"]), ([], False))

    def test_thousands_of_notices_all_come_in_their_order(self):
        ada, _, table = self.two_at_a_table()
        self.fill_notices(table, ("declined",), 2600)
        link = ada.connect()
        link.watch(table)
        link.wait_scene(table, lambda scene: scene["notices"] and scene["notices"][-1]["i"] == 2600 - 1)
        notices = [notice["i"] for push in link.pushes if push["push"] == "scene" for notice in push["notices"]]
        self.assertEqual(notices, list(range(2600)))
        self.assertGreater(len(link.pushes), 2)

    def test_those_who_look_on_cannot_fill_the_chat_of_the_players(self):
        ada, stranger, other = self.people(3)
        table = ada.make([ME, OPEN])["table"]["id"]
        me = stranger.get("/api/me")[1]["person"]["id"]
        self.fill_chat(table, me, 100, seat=-1)
        link = stranger.connect()
        self.refused(link.ask("chat", table=table, text="and more"), "limit")
        self.assert_done(other.connect().ask("chat", table=table, text="me too"))
        with sqlite3.connect(self.server.data) as file:
            file.execute("DELETE FROM chat WHERE game_table = ?", (table,))
        file.close()
        self.fill_chat(table, me, 500, seat=-1)
        self.refused(other.connect().ask("chat", table=table, text="me too"), "limit")
        link = ada.connect()
        self.assert_done(link.ask("chat", table=table, text="at last"))
        # and the players' lines do not take the room of those who look on
        with sqlite3.connect(self.server.data) as file:
            file.execute("DELETE FROM chat WHERE game_table = ?", (table,))
        file.close()
        self.fill_chat(table, ada.get("/api/me")[1]["person"]["id"], 2000)
        self.refused(ada.connect().ask("chat", table=table, text="and more"), "limit")
        self.assert_done(other.connect().ask("chat", table=table, text="my turn"))

    def test_strangers_who_ask_for_seats_leave_the_players_their_offers(self):
        ada, stranger, other = self.people(3)
        table = ada.make([ME, OPEN, OPEN])["table"]["id"]
        link, asks = ada.connect(), stranger.connect()
        for i in range(20):
            answer = asks.ask("offer", table=table, kind="seat")
            while not answer["ok"] and "10 seconds" in answer["error"]["message"]:
                self.server.stop(), self.server.start()  # the pace is counted in memory
                link, asks = ada.connect(), stranger.connect()
                answer = asks.ask("offer", table=table, kind="seat")
            self.assert_done(answer)
            self.assert_done(asks.ask("answer", table=table, offer=answer["offer"], accept=False))
        self.server.stop(), self.server.start()
        self.refused(stranger.connect().ask("offer", table=table, kind="seat"), "limit")
        standing = self.assert_done(other.connect().ask("offer", table=table, kind="seat"))["offer"]
        self.fill_notices(table, ("withdrawn",), 500 - 41, what="seat")
        link, others = ada.connect(), other.connect()
        self.assert_done(link.ask("answer", table=table, offer=standing, accept=True))  # what was asked can be answered
        self.refused(self.person().connect().ask("offer", table=table, kind="seat"), "limit")
        self.assert_done(link.ask("start", table=table))
        self.assert_done(others.ask("offer", table=table, kind="end"))
        self.assertEqual([offer["kind"] for offer in others.watch(table)["offers"]], ["end"])
        # the players' own
        self.assert_done(link.ask("end", table=table, agree=False))
        self.fill_notices(table, ("declined",), 2000, what="end")
        self.refused(ada.connect().ask("offer", table=table, kind="end"), "limit")

    def test_a_seat_does_not_go_to_a_bot_and_back_for_ever(self):
        ada, bo, table = self.two_at_a_table(replace_after=1)
        link = ada.connect()
        link.watch(table)
        eventually("Bo has been away for a second", lambda: link.ask("replace", table=table, seat=1)["ok"] or time.sleep(0.2))
        other = bo.connect()
        self.assert_done(other.ask("return", table=table))
        other.close()
        eventually("Bo has been away again", lambda: link.ask("replace", table=table, seat=1)["ok"] or time.sleep(0.2))
        self.fill_notices(table, ("replaced", "returned"), 40)
        other = bo.connect()
        self.refused(other.ask("return", table=table), "limit")
        link = ada.connect()
        link.watch(table)
        self.assert_done(link.ask("offer", table=table, kind="end"))
        scene = link.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
        self.assertEqual(len(scene["table"]["seats"][1]["players"]), 21)


class TooLarge(Case):
    """A game from outside the tree whose view is larger than anything that can be sent."""

    well = False

    @classmethod
    def setUpClass(cls):
        cls.games = tempfile.TemporaryDirectory()
        folder, root = os.path.join(cls.games.name, "higherlower"), os.environ["FLIPSIDE_SOURCE_ROOT"]
        os.makedirs(os.path.join(folder, "data"))
        shutil.copy(os.path.join(os.path.dirname(os.environ["FLIPSIDE_PROGRAM"]), "tests", "odd_game.so"), os.path.join(folder, "game.so"))
        shutil.copy(os.path.join(root, "examples", "higherlower", "RULES.md"), folder)
        with open(os.path.join(folder, "data", "classic.json"), "w", encoding="utf-8") as file:
            json.dump({"game": "higherlower", "rounds": 6, "row": 2}, file)
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.games.cleanup()

    @classmethod
    def make_server(cls, data):
        return Server(data, "--games", cls.games.name, environment={"ODD_GAME": "huge_view"})

    def test_a_scene_that_does_not_fit_is_told_and_logged_once(self):
        ada = self.person()
        table = ada.make([ME], game="higherlower")["table"]["id"]
        link = ada.connect()
        self.assert_done(link.ask("watch", table=table))
        link.hear_all()
        while not link.pushes:
            link.receive()
        self.assert_done(link.ask("chat", table=table, text="Is anybody there?"))
        link.hear_all()
        self.assertEqual([(push["push"], push["table"], push["code"]) for push in link.pushes], [("error", table, "too_large")])
        self.assertRegex(link.pushes[0]["message"], r"^[A-Z].*\.$")
        told = [json.loads(line) for line in self.server.log().splitlines() if "scene_too_large" in line]
        self.assertEqual([(line["level"], line["table"], line["game"]) for line in told], [("error", table[:8], "higherlower")])


if __name__ == "__main__":
    client.main()
