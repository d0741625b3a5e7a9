"""The wall clock is set while the server runs: nobody is locked out, nobody gains or loses time, nothing waits for a day. And it gets
later: what is forgotten, and what is not.

The real program runs with tests/shift_clock.c, which moves the clock that people read, the one that only counts, or both.
"""

import os
import sqlite3
import subprocess
import time

import client
from client import Person, Server, act, eventually
from test_admin import admin
from test_server_people import ME, OPEN, PASSWORD, People, bot

HOUR, DAY = 3600, 86400


class Shifted(People):
    """A server whose wall clock `shift` sets, in seconds from the right time."""

    @classmethod
    def make_server(cls, data):
        cls.clock_file, cls.steady_file = data + ".clock", data + ".steady"
        cls.set_clock(cls.steady_file, 0)
        cls.ahead = 0
        return Server(data, *cls.options, generous=cls.generous, preload=os.environ["FLIPSIDE_SHIFT_CLOCK"],
                      environment={"SHIFT_CLOCK_FILE": cls.clock_file, "SHIFT_STEADY_FILE": cls.steady_file})

    def setUp(self):
        self.shift(0)

    @staticmethod
    def set_clock(name, seconds):
        with open(name + ".new", "w", encoding="utf-8") as file:
            file.write(str(seconds))
        os.rename(name + ".new", name)

    def shift(self, seconds):
        self.set_clock(self.clock_file, seconds)

    def later(self, seconds):
        """So much time goes by, as when the computer sleeps. No clock that only counts goes back, so it adds up over the tests."""
        type(self).ahead += seconds
        self.set_clock(self.steady_file, self.ahead)

    def server_now(self, person):
        """What the server takes for the time, in seconds."""
        return person.get("/api/export")[1]["time"] / 1000


class Waiting(Shifted):
    def test_the_clock_of_these_tests_is_the_servers(self):
        ada = self.person()
        self.shift(DAY)
        self.assertAlmostEqual(self.server_now(ada), time.time() + DAY, delta=HOUR)

    def test_a_ban_of_some_days_ends_by_itself(self):
        ada = self.account("Banned")
        name = self.me(ada)["name"]
        self.assertEqual(admin(self.server.data, "ban", name, "2d").returncode, 0)
        sign_in = {"name": name, "password": PASSWORD}
        self.error(ada.post("/api/sign-in", sign_in), 403, "banned")
        self.shift(2 * DAY + 60)
        self.later(120)
        eventually("the ban has ended", lambda: ada.post("/api/sign-in", sign_in)[0] == 200)

    def test_ones_games_are_ordered_by_what_happened_last_also_when_the_clock_was_set_back(self):
        ada = self.person()
        tables = [ada.make([ME], seed=5 + i)["table"]["id"] for i in range(2)]
        link = ada.connect()
        for seconds, at in ((60, 0), (120, 1), (180, 0), (240, 1)):
            self.shift(seconds)
            act(link, tables[at], scene=link.watch(tables[at]))
            self.assertEqual([table["id"] for table in ada.get("/api/mine")[1]["tables"]], [tables[at], tables[1 - at]])
        self.shift(-DAY)
        for at in (0, 1):
            act(link, tables[at], scene=link.watch(tables[at]))
        self.shift(60 - DAY)
        act(link, tables[0], scene=link.watch(tables[0]))
        self.assertEqual([table["id"] for table in ada.get("/api/mine")[1]["tables"]], tables)

    def test_a_name_is_kept_for_somebody_who_left_whatever_the_clock_says(self):
        ada, bo = self.people(2)
        name = self.me(ada)["name"]
        table = ada.make([ME, OPEN], public=True)["table"]["id"]
        link, other = ada.connect(), bo.connect()
        other.watch(table)
        link.close()
        other.wait_scene(table, lambda scene: not scene["table"]["seats"][0]["online"])
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
        unseen = ada.make([ME, ME], clock={"kind": "bank", "seconds": 600})["table"]["id"]  # without a bot that has to go on
        self.shift(0)
        self.server.stop()
        self.server.start()
        eventually("a table that nobody looks at has a deadline soon", lambda: self.deadline(unseen) < time.time() + HOUR)
        link = ada.connect()
        self.assertTrue(0 < self.left(link.watch(table)) <= 600000)
        eventually("the table that was opened as well", lambda: self.deadline(table) < time.time() + HOUR)

    def deadline(self, table):
        """As it stands in the file, in seconds."""
        database = sqlite3.connect(self.server.data, timeout=30)
        found = database.execute("SELECT deadline FROM game_table WHERE id = ?", (table,)).fetchone()[0] / 1000
        database.close()
        return found


class Later(Shifted):
    def metric(self, name):
        text = Person(self.server).get("/metrics")[1]
        return int(next(line for line in text.splitlines() if line.startswith(f"flipside_{name} ")).split()[1])

    def rows(self, query):
        database = sqlite3.connect(self.server.data, timeout=30)
        found = database.execute(query).fetchone()[0]
        database.close()
        return found

    def comes(self, what, condition):
        """It comes when it is late enough: a minute goes by between two looks."""
        eventually(what, lambda: self.later(61) is None and condition())

    def sweep(self):
        """The server has looked for what it can forget: a table was in memory and no longer is."""
        self.person().make([ME])
        before = self.metric("rooms")
        self.later(11 * 60)
        self.comes("a table leaves memory", lambda: self.metric("rooms") < before)

    def test_a_table_leaves_memory_when_nobody_has_looked_at_it_for_ten_minutes_and_is_the_same_afterwards(self):
        ada = self.person()
        table, looked_at = (ada.make([ME])["table"]["id"] for _ in range(2))
        link, other = ada.connect(), ada.connect()
        link.watch(table)
        act(link, table)
        before = link.wait_scene(table, lambda scene: scene["table"]["steps"] > 0)
        other.watch(looked_at)
        link.close()
        self.later(11 * 60)
        self.comes("all tables but one have left memory", lambda: other.hear_all() is None and self.metric("rooms") == 1)
        act(other, looked_at)  # that was the one somebody looks at
        again = ada.connect()
        after = again.watch(table)
        for key in ("view", "actions", "can_undo"):
            self.assertEqual(after[key], before[key])
        self.assertEqual(self.metric("rooms"), 2)
        again.close()
        self.later(9 * 60)
        for _ in range(3):
            other.hear_all()
        self.assertEqual(self.metric("rooms"), 2)

    def test_a_table_that_was_ended_while_its_bots_were_thinking_leaves_memory_too(self):
        ada = self.person()
        table = ada.make([ME, bot(5), bot(5)])["table"]["id"]
        link = ada.connect()
        self.assert_done(link.ask("end", table=table))
        link.close()
        self.comes("all tables have left memory", lambda: self.metric("rooms") == 0)

    def test_a_clock_of_days_runs_out_after_so_many_days_and_not_before(self):
        ada = self.person()
        table = ada.make([ME, bot()], clock={"kind": "move", "seconds": 3 * DAY})["table"]["id"]
        link = ada.connect()
        steps = link.watch(table)["table"]["steps"]
        self.later(3 * DAY - HOUR)
        link.hear_all()
        scene = link.watch(table)
        clock = scene["table"]["seats"][0]["clock"]
        self.assertFalse(clock["out"])
        self.assertTrue(0 < clock["left"] - (scene["now"] - clock["since"]) <= HOUR * 1000)
        self.later(HOUR)
        link.wait_scene(table, lambda scene: scene["table"]["seats"][0]["clock"]["out"])
        link.wait_scene(table, lambda scene: scene["table"]["steps"] > steps)  # a bot plays on
        self.assert_done(link.ask("end", table=table))

    def test_many_clocks_run_out_at_the_same_moment(self):
        ada = self.person()
        here = ada.connect()  # a table that all have left waits
        tables = [ada.make([ME, ME], clock={"kind": "bank", "seconds": 60})["table"]["id"] for _ in range(18)]
        self.later(61)

        def out(table):
            return [seat["clock"]["out"] for seat in ada.get(f"/api/tables/{table}")[1]["table"]["seats"]]

        for table in tables:
            eventually("a bot plays for whoever had to decide", lambda table=table: any(out(table)))
        for table in tables:
            left = here.ask("leave", table=table)
            self.assertTrue(left["ok"] or left["error"]["code"] == "over", left)  # bots may have played to the end meanwhile

    def test_wrong_passwords_are_forgiven_after_an_hour_and_not_before(self):
        name = self.me(self.account())["name"]
        owner = Person(self.server)

        def wrong():
            self.error(owner.post("/api/sign-in", {"name": name, "password": "wrong horse"}), 403, "wrong_password")
        def wait():
            status, body = owner.post("/api/sign-in", {"name": name, "password": PASSWORD})
            self.assertEqual(status, 429, body)
            return body["error"]["wait"]
        for _ in range(4):
            wrong()
        self.later(61 * 60)
        self.sweep()
        for times in range(12):  # the fifth has to be waited for, each one after it twice as long
            wrong()
            self.later(0 if times == 11 else 2 ** max(times - 4, 0))
        self.assertTrue(64 < wait() <= 128)
        self.later(30 * 60)
        self.sweep()
        wrong()
        self.assertTrue(128 < wait() <= 256)

    def test_a_guests_name_is_free_a_minute_after_they_left(self):
        ada = Person(self.server, "Xenia")
        link = ada.connect()
        for _ in range(2):
            self.error(Person(self.server).post("/api/guest", {"name": "Xenia"}), 409, "name_taken")
            self.later(HOUR)  # as long as somebody is here
        link.close()
        self.later(50)
        self.error(Person(self.server).post("/api/guest", {"name": "Xenia"}), 409, "name_taken")
        self.comes("the name is free", lambda: Person(self.server).post("/api/guest", {"name": "Xenia"})[0] == 200)

    def test_somebody_away_is_replaced_when_the_time_is_over(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN], replace_after=600)["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table)
        two.close()
        one.wait_scene(table, lambda scene: scene["table"]["seats"][1].get("absent_since"))
        self.later(300)
        answer = one.ask("replace", table=table, seat=1)
        self.refused(answer, "too_early")
        self.assertRegex(answer["error"]["message"], r"after 600 seconds of absence; it is 3\d\d now\.$")
        self.later(300)
        self.assert_done(one.ask("replace", table=table, seat=1))
        one.wait_scene(table, lambda scene: scene["table"]["seats"][1]["kind"] == "bot")
        self.assert_done(one.ask("end", table=table))

    def test_answers_are_kept_for_a_week(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        number = link.send("chat", table=table, text="hello")
        said = self.assert_done(link.wait_answer(number))
        self.later(6 * DAY)
        self.sweep()
        self.assertEqual(link.send_again(number, "chat", table=table, text="hello"), said)
        kept = self.rows("SELECT count(*) FROM answer")
        self.later(2 * DAY)
        self.comes("answers are forgotten", lambda: self.metric("clients") and self.rows("SELECT count(*) FROM answer") < kept)

    def test_whoever_still_looks_at_a_finished_game_that_left_memory_is_told_only_what_is_new(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        self.assert_done(two.ask("chat", table=table, text="Hello"))
        for link in (one, two):
            self.assert_done(link.ask("end", table=table))
        scene = one.watch(table)
        self.assertEqual((scene["table"]["status"], len(scene["chat"]), len(scene["notices"])), ("ended", 1, 2))
        rooms, told = self.metric("rooms"), len(one.pushes)
        self.comes("it leaves memory", lambda: self.metric("rooms") < rooms)
        self.assert_done(two.ask("chat", table=table, text="Goodbye"))
        one.wait_scene(table, lambda scene: scene["chat"] and scene["chat"][-1]["text"] == "Goodbye")
        news = [push for push in one.pushes[told:] if push["push"] == "scene"]
        self.assertEqual([said["text"] for push in news for said in push["chat"]], ["Goodbye"])
        self.assertEqual([line for push in news for line in push["notices"] + push["log"]], [])

    def test_whoever_looks_at_their_sessions_uses_one(self):
        ada = self.account()
        seen = ada.get("/api/sessions")[1]["sessions"][0]["seen"]
        self.shift(2 * DAY)
        self.later(2 * DAY)
        self.assertAlmostEqual(ada.get("/api/sessions")[1]["sessions"][0]["seen"], seen + 2000 * DAY, delta=1000 * DAY)

    def test_games_end_one_after_the_other_also_when_the_clock_was_set_back(self):
        ada = self.person()

        def ended():
            table = ada.make([ME], seed=5)["table"]["id"]
            link = ada.connect()
            link.watch(table)
            client.play_to_end([link], table)
            return self.rows(f"SELECT finished FROM game_table WHERE id = '{table}'")

        times = [ended()]
        self.server.kill()
        self.shift(-DAY)
        self.server.start()
        times += [ended(), ended()]
        self.assertEqual([time - times[0] for time in times], [0, 1, 2])


if __name__ == "__main__":
    client.main()
