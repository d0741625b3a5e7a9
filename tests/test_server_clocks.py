"""Clocks and notices over real sockets: time runs out, a bot plays, the seat is handed back; nothing of it is lost by a restart."""

import sqlite3
import time

import client
from client import act, play_to_end
from test_server_people import ME, OPEN, People, bot

BANK = {"kind": "bank", "seconds": 10}


class Clocks(People):
    def spend(self, table, seat=0, left=200):
        """As if the seat had thought for long: its clock has so many milliseconds left. The server is stopped meanwhile."""
        import json
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            head = json.loads(database.execute("SELECT head FROM game_table WHERE id = ?", (table,)).fetchone()[0])
            clock = head["seats"][seat]["clock"]
            now = int(time.time() * 1000)
            clock[0], clock[1] = left, now
            database.execute("UPDATE game_table SET head = ?, deadline = ? WHERE id = ?", (json.dumps(head), now + left, table))
        database.close()
        self.server.start()

    def clock(self, scene, seat=0):
        return scene["table"]["seats"][seat]["clock"]


class Running(Clocks):
    def test_wrong_clocks_are_refused_and_right_ones_shown(self):
        ada = self.person()
        for wrong in ({}, 7, "fast", {"kind": "sand"}, {"kind": "bank"}, {"kind": "bank", "seconds": 9}, {"kind": "bank", "seconds": "600"},
                      {"kind": "bank", "seconds": 600, "extra": -1}, {"kind": "bank", "seconds": 10 ** 12},
                      {"kind": "move", "seconds": 31 * 86400}, {"kind": "move"}, [BANK]):
            status, body = ada.post("/api/tables", {"game": "royalflip", "seats": [ME], "clock": wrong})
            self.assertEqual((status, body["error"]["code"]), (400, "bad_option"), wrong)
        for clock in ({"kind": "bank", "seconds": 600, "extra": 5}, {"kind": "move", "seconds": 3 * 86400}):
            table = ada.make([ME, bot()], clock=clock)["table"]
            self.assertEqual(table["clock"], clock)
            self.assertEqual(table["seats"][0]["clock"]["left"], clock["seconds"] * 1000)
            self.assertNotIn("clock", table["seats"][1])
        self.assertIsNone(ada.make([ME], clock=None)["table"]["clock"])
        self.assertNotIn("clock", ada.make([ME])["table"]["seats"][0])

    def test_a_clock_runs_for_who_has_to_decide_and_stands_for_others(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN], game="flipcity", clock={"kind": "bank", "seconds": 60, "extra": 7})["table"]["id"]
        one, two = ada.connect(), bo.connect()
        begin = time.monotonic()
        self.assert_done(two.ask("sit", table=table, seat=1))
        scene = one.watch(table)
        two.watch(table)
        acting = scene["table"]["to_act"][0]
        self.assertIsNotNone(self.clock(scene, acting)["since"])
        self.assertIsNone(self.clock(scene, 1 - acting)["since"])
        self.assertGreaterEqual(scene["now"], self.clock(scene, acting)["since"])
        links, acts = [one, two], 0
        while True:  # until the other one has to decide
            act(links[acting], table)
            acts += 1
            scene = links[acting].scenes[table]
            if scene["table"]["to_act"] == [1 - acting]:
                break
        clock = self.clock(scene, acting)
        self.assertIsNone(clock["since"])
        thought = 1000 * (time.monotonic() - begin) + 1
        gained = 60000 + 7000 * acts  # seven seconds more for each decision, none left out
        self.assertTrue(gained - thought <= clock["left"] <= gained, (clock, acts, thought))
        self.assertIsNotNone(self.clock(scene, 1 - acting)["since"])
        self.assertEqual(self.clock(scene, 1 - acting)["left"], 60000)  # nothing for who had nothing to decide
        other = links[1 - acting]
        scene = other.wait_scene(table, lambda scene: scene["table"]["to_act"] == [1 - acting])
        while scene["table"]["to_act"] == [1 - acting]:
            self.assertEqual(self.clock(scene, acting), clock)  # others' decisions bring nothing
            act(other, table)
            scene = other.scenes[table]
        self.assertEqual(self.clock(scene, acting)["left"], clock["left"])

    def test_time_runs_out_a_bot_plays_and_hands_back(self):
        ada = self.person()
        table = ada.make([ME, bot()], clock={"kind": "bank", "seconds": 10})["table"]["id"]
        link = ada.connect()
        scene = link.watch(table)
        self.assertFalse(self.clock(scene)["out"])
        scene = link.wait_scene(table, lambda scene: self.clock(scene)["out"], seconds=30)
        self.assertEqual((self.clock(scene)["left"], self.clock(scene)["since"]), (0, None))
        self.assertTrue(scene["table"]["seats"][0]["you"])
        steps = scene["table"]["steps"]
        link.wait_scene(table, lambda scene: scene["table"]["steps"] > steps or scene["table"]["status"] == "over")
        if link.scenes[table]["table"]["status"] == "running":
            self.assert_done(link.ask("back", table=table))
            scene = link.wait_scene(table, lambda scene: not self.clock(scene)["out"])
            if scene["table"]["status"] == "running":
                self.assertGreaterEqual(self.clock(scene)["left"], 30000)
        play_to_end([link], table)
        # The game is the person's: it counts in the profile.
        self.assertEqual(ada.get(f"/api/people/{self.me(ada)['id']}")[1]["games"][0]["played"], 1)

    def test_looking_at_the_table_again_or_acting_is_coming_back(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN], game="flipcity", clock={"kind": "move", "seconds": 10})["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        acting = one.watch(table)["table"]["to_act"][0]
        two.watch(table)
        link, other = ((one, two), (two, one))[acting]
        other.wait_scene(table, lambda scene: self.clock(scene, acting)["out"], seconds=30)
        scene = link.watch(table)
        self.assertFalse(self.clock(link.wait_scene(table, lambda scene: not self.clock(scene, acting)["out"]), acting)["out"])
        self.assertEqual(self.clock(link.scenes[table], acting)["left"], 10000)
        self.refused(self.person().connect().ask("back", table=table), "not_your_seat")


    def test_the_shortest_and_the_longest_clocks(self):
        ada = self.person()
        day = 86400
        for fields, fits in (({"kind": "bank", "seconds": 10}, True), ({"kind": "bank", "seconds": day}, True),
                             ({"kind": "bank", "seconds": day + 1}, False), ({"kind": "bank", "seconds": 60, "extra": 0}, True),
                             ({"kind": "bank", "seconds": 60, "extra": 3600}, True), ({"kind": "bank", "seconds": 60, "extra": 3601}, False),
                             ({"kind": "move", "seconds": 9}, False), ({"kind": "move", "seconds": 10}, True),
                             ({"kind": "move", "seconds": 30 * day}, True), ({"kind": "move", "seconds": 30 * day + 1}, False)):
            with self.subTest(clock=fields):
                status, body = ada.post("/api/tables", {"game": "royalflip", "seats": [ME], "clock": fields})
                self.assertEqual(status, 200 if fits else 400, body)
                if fits and fields["kind"] == "bank":
                    self.assertEqual(body["table"]["clock"], {"extra": 0, **fields})
                if not fits:
                    self.assertEqual(body["error"]["message"], "A clock is a 'bank' of 10 to 86400 seconds with 0 to 3600 'extra', "
                                                               "or 10 to 2592000 seconds per 'move'.")

    def test_steps_that_are_hidden_show_in_no_clock_and_undo_gains_no_time(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN], clock={"kind": "bank", "seconds": 600, "extra": 60})["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        before = self.clock(one.watch(table))
        two.watch(table)
        self.assertIsNotNone(before["since"])
        act(one, table)
        act(one, table)  # there is one more step of hers in this round
        self.assertEqual(self.clock(one.scenes[table]), before)
        self.assert_done(one.ask("undo", table=table, seat=0))
        self.assert_done(one.ask("undo", table=table, seat=0))
        two.hear_all()
        self.assertEqual(self.clock(one.watch(table)), before)
        self.assertEqual(self.clock(two.scenes[table]), before)
        while one.scenes[table]["actions"]:
            act(one, table)
        done = self.clock(one.scenes[table])
        self.assertIsNone(done["since"])
        self.assertTrue(600000 - 1000 * client.PATIENCE < done["left"] <= 600000, done)  # nothing more before the round is over
        two.watch(table)
        while self.clock(two.scenes[table])["since"] is None or not self.clock(two.scenes[table])["left"] > 600000:
            act(two, table)
        both = [self.clock(two.scenes[table], seat) for seat in (0, 1)]
        self.assertEqual(both[0]["left"], done["left"] + 60000)
        self.assertTrue(all(clock["since"] and clock["left"] <= 660000 for clock in both), both)

    def test_a_clock_for_a_move_is_full_again_for_the_next(self):
        ada = self.person()
        table = ada.make([ME], clock={"kind": "move", "seconds": 600})["table"]["id"]
        link = ada.connect()
        first = self.clock(link.watch(table))
        while link.scenes[table]["view"]["round"] == 1:
            act(link, table)
        clock = self.clock(link.scenes[table])
        self.assertEqual(clock["left"], 600000)
        self.assertGreaterEqual(clock["since"], first["since"])
        self.assertLessEqual(clock["since"], link.scenes[table]["now"])


class Restarts(Clocks):
    def test_a_clock_goes_on_after_a_crash_and_everybody_has_a_minute(self):
        ada = self.person()
        table = ada.make([ME, bot()], clock={"kind": "bank", "seconds": 600})["table"]["id"]
        before = ada.connect().watch(table)
        self.server.kill()
        self.server.start()
        after = ada.connect().watch(table)
        self.assertEqual(self.clock(after), self.clock(before))
        self.spend(table)
        after = ada.connect().watch(table)
        left = self.clock(after)["left"] - (after["now"] - self.clock(after)["since"])
        self.assertTrue(50000 < left <= 60000, left)
        self.assertFalse(self.clock(after)["out"])

    def test_somebody_who_is_out_of_time_is_so_after_a_restart(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN], game="flipcity", clock={"kind": "bank", "seconds": 10})["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        acting = one.watch(table)["table"]["to_act"][0]
        watcher = self.person().connect()
        watcher.watch(table)
        watcher.wait_scene(table, lambda scene: self.clock(scene, acting)["out"], seconds=30)
        self.server.kill()
        self.server.start()
        watcher = self.person().connect()
        self.assertTrue(self.clock(watcher.watch(table), acting)["out"])
        watcher.wait_scene(table, lambda scene: scene["table"]["to_act"] != [acting], seconds=30)  # the bot goes on by itself


class Turns(Clocks):
    def turns(self, link):
        link.hear_all()
        return [push["tables"] for push in link.pushes if push["push"] == "turns"][-1]

    def test_whose_turn_it_is_is_told_wherever_one_looks(self):
        ada, bo = self.people(2)
        link = ada.connect()
        self.assert_done(link.ask("turns"))
        self.assertEqual(self.turns(link), [])
        table = ada.make([ME, OPEN], game="flipcity", clock={"kind": "move", "seconds": 86400})["table"]["id"]
        other = bo.connect()
        self.assert_done(other.ask("turns", on=True))
        self.assert_done(other.ask("sit", table=table, seat=1))
        acting = other.watch(table)["table"]["to_act"][0]
        mine, theirs = ((link, other), (other, link))[acting]
        told = self.turns(mine)
        self.assertEqual([(row["table"], row["seat"], row["game"]) for row in told], [(table, acting, "flipcity")])
        self.assertEqual(told[0]["deadline"], told[0]["since"] + 86400000)
        self.assertEqual(told[0]["others"], [self.me((bo, ada)[acting])["name"]])
        self.assertEqual(self.turns(theirs), [])
        mine.watch(table), theirs.watch(table)
        while mine.scenes[table]["table"]["to_act"] == [acting]:
            act(mine, table)
        self.assertEqual([row["table"] for row in self.turns(theirs)], [table])
        self.assertEqual(self.turns(mine), [])
        self.assert_done(theirs.ask("turns", on=False))
        count = len(theirs.pushes)
        while mine.scenes[table]["table"]["to_act"] != [acting]:
            act(theirs, table)
            mine.hear_all()
        self.assertFalse([push for push in theirs.pushes[count:] if push["push"] == "turns"])

    def test_the_decision_that_has_waited_longest_comes_first(self):
        ada = self.person()
        tables = []
        for _ in range(3):
            tables.append(ada.make([ME])["table"]["id"])
            made = time.time()
            client.eventually("the clock goes on", lambda made=made: time.time() > made + 0.01)
        link = ada.connect()
        self.assert_done(link.ask("turns"))
        self.assertEqual([row["table"] for row in self.turns(link)], tables)
        link.watch(tables[0])
        act(link, tables[0])
        link.wait_scene(tables[0], lambda scene: scene["actions"])
        self.assert_done(link.ask("turns"))
        self.assertEqual([row["table"] for row in self.turns(link)], [*tables[1:], tables[0]])

    def test_a_restart_forgets_nobodys_turn(self):
        ada = self.person()
        table = ada.make([ME, bot()])["table"]["id"]
        self.server.kill()
        self.server.start()
        link = ada.connect()
        self.assert_done(link.ask("turns"))
        while not any(push["push"] == "turns" for push in link.pushes):  # the table has to be opened first
            link.receive()
        self.assertEqual([row["table"] for row in self.turns(link)], [table])


del People

if __name__ == "__main__":
    client.main()
