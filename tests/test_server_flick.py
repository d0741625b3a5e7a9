"""How a flick went, over real sockets: the same for all who look, ending where the record says, for tables and replays."""

import json
import os
import subprocess
import tempfile
import unittest

import client
from client import Case, Person, Server, act

ME, OPEN = {"kind": "me"}, {"kind": "open"}


class Flicking(Case):
    def flick(self, link, table, kind, angle=None, speed=1500):
        """Flicks with the seat whose turn it is; exact moves on the way are the first that are offered."""
        while True:
            scene = link.scenes[table]
            found = [action for action in scene["actions"] if action["kind"] == kind and "open" in action]
            if not found:
                act(link, table, lambda actions: next(a for a in actions if "open" not in a))
                continue
            numbers = {"angle": angle, "speed": speed}
            text = found[0]["text"] + "".join(
                " %g" % (sum(found[0][name]) / 2 if numbers.get(name) is None else numbers[name]) for name in found[0]["open"])
            answer = link.ask("act", table=table, seat=scene["seat"], text=text, at=scene["table"]["steps"])
            self.assert_done(answer)
            link.wait_scene(table, lambda newest: newest["flicks"] > scene["flicks"])
            return text

    def table_of(self, person, **wish):
        table = person.make([ME, ME], game="flickemup", **wish)["table"]["id"]
        link = person.connect()
        link.watch(table)
        return table, link

    def outcomes(self, person, table):
        status, record = person.get(f"/api/tables/{table}/record")
        self.assertEqual(status, 200, record)
        return [step["event"] for step in record["steps"] if isinstance(step.get("event"), dict)]

    def shown(self, person, table, number, root="tables"):
        status, body = person.get(f"/api/{root}/{table}/flick/{number}")
        self.assertEqual(status, 200, body)
        return body["flick"]

    def assert_ends_as_recorded(self, flick, outcome):
        self.assertTrue(flick["same"])
        for name in ("touched", "fell", "off"):
            self.assertEqual(flick[name], outcome[name])
        for name, path in flick["paths"].items():
            times = [moment[0] for moment in path]
            self.assertEqual(times, sorted(set(times)))
            self.assertEqual((times[0], path[0][1:]), (0, flick["before"][name]))
            self.assertLessEqual(times[-1], flick["ms"])
            self.assertEqual(path[-1][1:], outcome["final"].get(name, flick["before"][name]), name)
        self.assertEqual(set(outcome["final"]) - set(flick["paths"]), set())


class HowItWent(Flicking):
    def test_everybody_is_told_the_same_and_it_ends_as_the_record_says(self):
        ada, bo = self.people(2)
        table, link = self.table_of(ada)
        looker = bo.connect()
        self.assertEqual(looker.watch(table)["flicks"], 0)
        moves = [self.flick(link, table, "shoot", angle, 3000) for angle in (180, 10, 90)]
        moves += [self.flick(link, table, "move", angle, 900) for angle in (90, 200)]
        looker.wait_scene(table, lambda scene: scene["flicks"] == 5)
        outcomes = self.outcomes(ada, table)
        self.assertEqual(len(outcomes), 5)
        for number, (move, outcome) in enumerate(zip(moves, outcomes), 1):
            one, other = self.shown(ada, table, number), self.shown(bo, table, number)
            self.assertEqual(json.dumps(one), json.dumps(other))
            self.assertEqual((one["n"], one["move"], one["duel"]), (number, move, False))
            self.assertEqual(one["kind"], "bullet" if move.startswith("shoot") else "disc")
            self.assertIn(one["kind"], one["paths"])
            self.assertIn(one["ruling"], [entry["tell"] for entry in link.logs[table] if entry["text"] == "outcome"])
            self.assert_ends_as_recorded(one, outcome)

    def test_before_is_where_everything_stood(self):
        ada = self.person()
        table, link = self.table_of(ada)
        standing = link.scenes[table]["view"]["shared"]["pieces"]
        self.flick(link, table, "shoot", None, 2000)
        before = self.shown(ada, table, 1)["before"]
        self.assertEqual(set(before), set(standing) | {"bullet"})
        for name, (x, y, _) in standing.items():
            self.assertEqual(before[name][:2], [round(100 * x), round(100 * y)], name)

    def test_a_number_that_no_flick_has_is_refused_with_a_sentence(self):
        ada = self.person()
        table, link = self.table_of(ada)
        for number in ("1", "0", "-1"):
            status, body = ada.get(f"/api/tables/{table}/flick/{number}")
            self.assertEqual((status, body["error"]["message"]), (404, "Nobody has flicked at this table yet."))
        self.flick(link, table, "shoot", 45, 800)
        for number in ("0", "2", "-1", "01", "1.0", "1e0", "+1", "", "x", "1/1", "99999999999999999999"):
            status, body = ada.get(f"/api/tables/{table}/flick/{number}")
            self.assertEqual((status, body["error"]["code"]), (404, "not_found"), number)
            self.assertIn("has had 1 so far", body["error"]["message"])
        self.assertEqual(ada.get("/api/tables/" + "0" * 32 + "/flick/1")[0], 404)

    def test_a_table_that_waits_has_none_and_a_game_of_cards_never_has(self):
        ada = self.person()
        waiting = ada.make([ME, OPEN], game="flickemup")["table"]["id"]
        status, body = ada.get(f"/api/tables/{waiting}/flick/1")
        self.assertEqual((status, body["error"]["message"]), (404, "Nobody has flicked at this table yet."))
        cards = ada.make([ME], game="royalflip")["table"]["id"]
        status, body = ada.get(f"/api/tables/{cards}/flick/1")
        self.assertEqual((status, body["error"]["message"]), (404, "Nothing is flicked in Royal Flip."))
        link = ada.connect()
        self.assertNotIn("flicks", link.watch(cards))

    def test_many_may_ask_at_once_for_old_and_new_ones(self):
        ada = self.person()
        table, link = self.table_of(ada)
        for i in range(7):
            self.flick(link, table, "shoot" if i % 2 else "move", 30 * i, 700)
        first = [json.dumps(self.shown(ada, table, number)) for number in range(1, 8)]
        again = [json.dumps(self.shown(ada, table, number)) for number in (7, 1, 6, 2, 5, 3, 4)]
        self.assertEqual([again[(7, 1, 6, 2, 5, 3, 4).index(number)] for number in range(1, 8)], first)

    def test_the_tilted_pieces_of_a_view_have_their_whole_pose(self):
        ada = self.person()
        table, link = self.table_of(ada)
        shared = link.scenes[table]["view"]["shared"]
        self.assertEqual(shared["tilted"], {})
        fallen = None
        for i in range(60):
            self.flick(link, table, "shoot", 6 * i, 3500)
            shared = link.scenes[table]["view"]["shared"]
            self.assertLessEqual(set(shared["lying"]), set(shared["tilted"]))
            for name, pose in shared["tilted"].items():
                self.assertEqual(len(pose), 7)
                self.assertTrue(all(isinstance(number, int) for number in pose), pose)
                self.assertNotEqual(pose[4:6], [0, 0])
                self.assertEqual([pose[0] / 100, pose[1] / 100], shared["pieces"][name][:2])
                fallen = name
            if fallen:
                break
        self.assertIsNotNone(fallen, "in sixty shots across the town nothing was tipped over")


class Replays(Flicking):
    def test_a_replay_counts_its_flicks_and_shows_each(self):
        ada, bo = self.people(2)
        table, link = self.table_of(ada)
        for angle in (0, 120, 240):
            self.flick(link, table, "shoot", angle, 2500)
        running = [self.shown(ada, table, number) for number in (1, 2, 3)]
        status, body = bo.get(f"/api/replays/{table}/flick/1")
        self.assertEqual((status, body["error"]["code"]), (400, "running"))
        self.assert_done(link.ask("end", table=table, agree=True))
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
        story = bo.get(f"/api/replays/{table}")[1]
        counts = [position["flicks"] for position in story["positions"]]
        self.assertEqual((counts[0], counts[-1], counts), (0, 3, sorted(counts)))
        for position in story["positions"]:
            self.assertEqual(position["flicks"], sum(line["text"] == "outcome" for line in story["log"][:position["step"]]))
        self.assertEqual([self.shown(bo, table, number, "replays") for number in (1, 2, 3)], running)
        self.assertEqual(bo.get(f"/api/replays/{table}/flick/4")[0], 404)

    def test_a_record_whose_flicks_ended_otherwise_is_shown_ending_as_it_says(self):
        ada = self.person()
        table, link = self.table_of(ada)
        self.flick(link, table, "move", 77, 900)
        self.flick(link, table, "move", 110, 900)
        self.assert_done(link.ask("end", table=table, agree=True))
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
        record = ada.get(f"/api/tables/{table}/record")[1]
        events = [step for step in record["steps"] if isinstance(step.get("event"), dict)]
        self.assertNotEqual(events[0]["event"]["off"], ["disc"])
        elsewhere = events[0]["event"]["final"]["disc"]
        elsewhere[0] += 3
        elsewhere[1] -= 2
        status, body = ada.post("/api/records", record)
        self.assertEqual(status, 200, body)
        flick = self.shown(ada, body["table"]["id"], 1, "replays")
        self.assertFalse(flick["same"])
        self.assertEqual(flick["paths"]["disc"][-1][1:], elsewhere)
        self.assertEqual(flick["paths"]["disc"][0][1:], flick["before"]["disc"])
        self.assertGreater(len(flick["paths"]["disc"]), 5)

    def test_a_fork_begins_with_the_flicks_of_its_game(self):
        ada = self.person()
        table, link = self.table_of(ada)
        self.flick(link, table, "shoot", 15, 2500)
        self.assert_done(link.ask("end", table=table, agree=True))
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
        last = len(ada.get(f"/api/replays/{table}")[1]["positions"]) - 1
        status, body = ada.post("/api/forks", {"table": table, "position": last, "seat": 0, "level": 1})
        self.assertEqual(status, 200, body)
        fork = body["table"]["id"]
        self.assertEqual(self.shown(ada, fork, 1), self.shown(ada, table, 1))

    def test_what_is_known_after_a_restart_is_the_same(self):
        path = os.path.join(self.folder.name, "restart.db")
        server = Server(path).start()
        ada = Person(server, "Ada")
        table, link = self.table_of(ada)
        self.flick(link, table, "shoot", 33, 2500)
        before = self.shown(ada, table, 1)
        link.close()
        server.kill()
        server.start()
        self.assertEqual(self.shown(ada, table, 1), before)
        link = ada.connect()
        self.assertEqual(link.watch(table)["flicks"], 1)
        self.flick(link, table, "shoot", 133, 2500)
        self.assertEqual(server.stop(), 0)


class Heaps(unittest.TestCase):
    def heap(self):
        """A record from outside in which everything lies in one place, and then is shot at: the solver has seconds of work."""
        # in the form of records, which are believed: places of three numbers may not be in each other
        heights = {f"{team}{i}": 2000 for team in "LO" for i in range(2, 6)}
        heights.update({f"{kind}{i}": height for kind, height in (("barrel", 1300), ("fence", 900)) for i in range(1, 5)})
        final = {piece: [70000, 46000, z, 32767, 0, 0, 0] for piece, z in heights.items()}
        asked = [{"cmd": "new", "game": "flickemup", "options": {"scenario": 2}, "rig": [{"final": final}]},
                 {"cmd": "act", "seat": 1, "text": "play O1"}, {"cmd": "act", "seat": 1, "text": "shoot left 180 1000"},
                 {"cmd": "act", "seat": 1, "text": "shoot left 165.6 4000"}, {"cmd": "save"}]
        run = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "engine"], input="".join(json.dumps(line) + "\n" for line in asked),
                             capture_output=True, text=True, check=True)
        return json.loads(run.stdout.splitlines()[-1])["record"]

    def test_an_address_has_a_share_of_the_time_for_flicks_and_no_more(self):
        with tempfile.TemporaryDirectory() as folder:
            server = client.Server(os.path.join(folder, "flipside.db"), "--max-requests", "1", generous=False).start()
            ada = client.Person(server, "Ada")
            table = ada.post("/api/records", self.heap())[1]["table"]["id"]
            self.assertEqual(ada.get(f"/api/replays/{table}/flick/2")[0], 200)
            status, body = ada.get(f"/api/replays/{table}/flick/1")
            self.assertEqual((status, body["error"]["code"]), (429, "limit"), body)
            self.assertGreater(body["error"]["wait"], 1)
            self.assertIn(f"in {body['error']['wait']} seconds", body["error"]["message"])
            server.stop()

    def test_who_plays_on_with_such_a_heap_has_no_more_of_it(self):
        with tempfile.TemporaryDirectory() as folder:
            server = client.Server(os.path.join(folder, "flipside.db"), "--max-requests", "5", generous=False).start()
            ada = client.Person(server, "Ada")
            replay = ada.post("/api/records", self.heap())[1]["table"]["id"]
            table = ada.post("/api/forks", {"table": replay, "position": 2, "seat": 1, "level": 1})[1]["table"]["id"]
            link = ada.connect()
            link.watch(table)
            self.assertTrue(link.ask("act", table=table, seat=1, text="shoot left 165.6 4000")["ok"])
            for _ in range(2):  # of a bucket that owes, nothing can be taken
                answer = link.ask("act", table=table, seat=1, text="shoot left 165.6 4000")
            self.assertEqual((answer["ok"], answer["error"]["code"]), (False, "limit"), answer)
            server.stop()


class Challenges(Flicking):
    def test_nobody_else_sees_the_flicks_of_a_challenge_before_its_day_is_over(self):
        ada, bo = self.people(2)
        status, body = ada.post("/api/daily", {"game": "flickemup"})
        self.assertEqual(status, 200, body)
        table = body["table"]["id"]
        link = ada.connect()
        link.watch(table)
        link.wait_scene(table, lambda scene: scene["actions"] or scene["flicks"])
        if not link.scenes[table]["flicks"]:
            self.flick(link, table, "shoot", 20, 2000)
        self.assertEqual(self.shown(ada, table, 1)["n"], 1)
        status, body = bo.get(f"/api/tables/{table}/flick/1")
        self.assertEqual((status, body["error"]["code"]), (403, "daily"))


class ZInterface(client.Interface):
    documents = ("How a flick went",)


del Flicking

if __name__ == "__main__":
    client.main()
