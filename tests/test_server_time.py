"""The wall clock is set while the server runs: nobody is locked out, nobody gains or loses time, nothing waits for a day.

The real program runs with tests/shift_clock.c, which moves the clock that people read and leaves the one that only counts.
"""

import os
import sqlite3
import subprocess
import time

import client
from client import Person, Server
from test_server_people import ME, OPEN, PASSWORD, People, bot

HOUR, DAY = 3600, 86400


class Shifted(People):
    """A server whose wall clock `shift` sets, in seconds from the right time."""

    @classmethod
    def make_server(cls, data):
        cls.clock_file = data + ".clock"
        return Server(data, *cls.options, generous=cls.generous, preload=os.environ["FLIPSIDE_SHIFT_CLOCK"],
                      environment={"SHIFT_CLOCK_FILE": cls.clock_file})

    def setUp(self):
        self.shift(0)

    def shift(self, seconds):
        with open(self.clock_file + ".new", "w", encoding="utf-8") as file:
            file.write(str(seconds))
        os.rename(self.clock_file + ".new", self.clock_file)

    def server_now(self, person):
        """What the server takes for the time, in seconds."""
        return person.get("/api/export")[1]["time"] / 1000


class Waiting(Shifted):
    def test_the_clock_of_these_tests_is_the_servers(self):
        ada = self.person()
        self.shift(DAY)
        self.assertAlmostEqual(self.server_now(ada), time.time() + DAY, delta=HOUR)

    def test_a_name_is_kept_for_somebody_who_left_whatever_the_clock_says(self):
        ada, bo = self.people(2)
        name = self.me(ada)["name"]
        table = ada.make([ME, OPEN], public=True)["table"]["id"]
        link, other = ada.connect(), bo.connect()
        other.watch(table)
        link.close()
        other.wait_scene(table, lambda scene: scene["table"]["seats"][0].get("absent_since"))
        for seconds in (HOUR, -DAY):
            self.shift(seconds)
            self.error(Person(self.server).post("/api/guest", {"name": name}), 409, "name_taken")

    def test_the_administrator_is_heard_after_the_clock_was_set_back(self):
        ada = self.account()
        ada.connect().hear_all()
        self.shift(-DAY)
        command = [os.environ["FLIPSIDE_PROGRAM"], "admin", "--data", self.server.data, "sign-out", self.me(ada)["id"]]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIsNone(self.me(ada))

    def test_a_jump_ahead_signs_nobody_out(self):
        ada = self.account()
        for days in (100, -100, 0):
            self.shift(days * DAY)
            self.assertIsNotNone(self.me(ada))
            self.assertEqual(len(ada.get("/api/sessions")[1]["sessions"]), 1)

    def test_wrong_passwords_keep_nobody_out_for_longer_than_was_said(self):
        name = self.me(self.account())["name"]
        owner = Person(self.server)
        for _ in range(5):
            self.error(owner.post("/api/sign-in", {"name": name, "password": "wrong horse"}), 403, "wrong_password")
        self.shift(-DAY)
        status, body = owner.post("/api/sign-in", {"name": name, "password": PASSWORD})
        if status == 429:  # as it is where the machine is quick
            self.assertEqual(body["error"]["wait"], 1)
            client.eventually("the wait is over", lambda: owner.post("/api/sign-in", {"name": name, "password": PASSWORD})[0] == 200)

    def test_somebody_away_is_not_replaced_early(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN], replace_after=600)["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table)
        two.close()
        one.wait_scene(table, lambda scene: scene["table"]["seats"][1].get("absent_since"))
        self.shift(HOUR)
        self.refused(one.ask("replace", table=table, seat=1), "too_early")


class Limited(Shifted):
    generous = False
    options = ("--max-new-tables", "2")

    def test_a_limit_is_not_got_round_by_the_clock(self):
        ada = self.person()
        for _ in range(2):
            ada.make([ME, bot()])
        for seconds in (HOUR, -DAY, DAY):
            self.shift(seconds)
            self.error(ada.post("/api/tables", {"game": "royalflip", "seats": [ME]}), 429, "limit")


class Playing(Shifted):
    def left(self, scene, seat=0):
        """Milliseconds that the seat still has, as the page counts them."""
        clock = scene["table"]["seats"][seat]["clock"]
        self.assertFalse(clock["out"])
        return clock["left"] - (scene["now"] - clock["since"])

    def test_a_jump_of_the_wall_clock_neither_takes_nor_gives_time(self):
        ada = self.person()
        table = ada.make([ME, bot()], clock={"kind": "bank", "seconds": 600})["table"]["id"]
        link = ada.connect()
        before = self.left(link.watch(table))
        for seconds in (DAY, -DAY, HOUR):
            self.shift(seconds)
            for _ in range(5):  # the loop comes round and looks whose time is out
                link.hear_all()
            after = self.left(link.watch(table))
            self.assertTrue(before - 300000 < after <= before, (before, after))

    def test_a_clock_that_was_set_back_before_a_restart_gives_nobody_a_day(self):
        ada = self.person()
        self.shift(DAY)
        self.server.stop()
        self.server.start()
        table = ada.make([ME, bot()], clock={"kind": "bank", "seconds": 600})["table"]["id"]
        self.shift(0)
        self.server.stop()
        self.server.start()
        link = ada.connect()
        self.assertTrue(0 < self.left(link.watch(table)) <= 600000)
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            deadline = database.execute("SELECT deadline FROM game_table WHERE id = ?", (table,)).fetchone()[0] / 1000
        database.close()
        self.server.start()
        self.assertLess(deadline, time.time() + HOUR)


if __name__ == "__main__":
    client.main()
