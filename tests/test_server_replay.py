"""Replays over real sockets: the story and the positions of finished games, playing on from one, records taken in from outside."""

import contextlib
import copy
import json
import os
import sqlite3
import tempfile

import client
from client import Case, Person, Server, act, play_to_end

ME, OPEN = {"kind": "me"}, {"kind": "open"}


def bot(level=1):
    return {"kind": "bot", "level": level}


class Replaying(Case):
    def finished(self, person, seats, game="royalflip", limit=100000, **wish):
        """A game played to its end (or so many moves, then ended): its id and everything its link was told."""
        table = person.make(seats, game=game, **wish)["table"]["id"]
        link = person.connect()
        link.watch(table)
        play_to_end([link], table, limit=limit)
        if limit < 100000:
            answer = link.ask("end", table=table, agree=True)
            self.assertTrue(answer["ok"] or answer["error"]["code"] == "over", answer)  # some games are shorter
        link.wait_scene(table, lambda scene: scene["table"]["status"] in ("over", "ended"))
        return table, link

    def views(self, person, table, eyes, count):
        """The views of all positions, however many an answer holds."""
        views = []
        while len(views) < count:
            status, body = person.get(f"/api/replays/{table}/{eyes}/{len(views)}")
            self.assertEqual((status, body["from"]), (200, len(views)))
            self.assertTrue(body["views"])
            views += body["views"]
        self.assertEqual(len(views), count)
        return views


class Stories(Replaying):
    def test_every_game_has_a_replay_whose_last_position_is_the_end(self):
        ada = self.person("Ada")
        games = [game["id"] for game in ada.get("/api/games")[1]["games"]]
        self.assertGreaterEqual(len(games), 4)
        for game in games:
            with self.subTest(game=game):
                if game == "flickemup":
                    continue  # its games are long; the tests of its own play them
                table, link = self.finished(ada, [ME, bot(1)], game=game, limit=25)
                status, story = ada.get(f"/api/replays/{table}")
                self.assertEqual(status, 200)
                self.assertEqual([line["text"] for line in story["log"]], [line["text"] for line in link.logs[table]])
                positions = story["positions"]
                self.assertEqual(positions[-1]["step"], len(story["log"]))
                steps = [position["step"] for position in positions]
                self.assertEqual(steps, sorted(set(steps)))
                self.assertTrue(all(len(position["scores"]) == 2 for position in positions))
                self.assertTrue(all("round" in position or "turn" in position for position in positions), positions[0])
                self.assertEqual(positions[-1]["scores"], story["result"]["scores"])
                views = self.views(ada, table, "0", len(positions))
                self.assertEqual(views[-1], link.scenes[table]["view"])

    def test_a_position_is_what_the_seat_saw_then(self):
        ada = self.person("Ada")
        table = ada.make([ME, bot(1)])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        play_to_end([link], table)
        told = {}
        for push in link.pushes:
            if push["push"] == "scene" and push["actions"]:
                told[json.dumps(push["view"], sort_keys=True)] = True
        story = ada.get(f"/api/replays/{table}")[1]
        mine = [json.dumps(view, sort_keys=True) for view in self.views(ada, table, "0", len(story["positions"]))]
        for view in told:
            self.assertIn(view, mine)

    def test_a_replay_says_who_won_and_why_by_name_and_its_table_says_it_to_the_player(self):
        ada, bo = self.person("Ada"), self.person("Bo")
        table, _ = self.finished(ada, [ME])
        story = ada.get(f"/api/replays/{table}")[1]
        self.assertRegex(story["result"]["reason"], r"^Ada \d+ finishes with \d+ points?(, the jackpot)?\. All twelve rounds are played\.")
        self.assertRegex(story["table"]["result"]["reason"], "^You finish with ")
        self.assertRegex(bo.get(f"/api/replays/{table}")[1]["table"]["result"]["reason"], r"^Ada \d+ finishes with ")

    def test_from_a_seat_the_others_hidden_steps_stay_hidden_until_the_phase_ends_and_all_shows_them(self):
        ada = self.person("Ada")
        table, _ = self.finished(ada, [ME, bot(1)])
        story = ada.get(f"/api/replays/{table}")[1]
        count = len(story["positions"])
        mine, every = self.views(ada, table, "0", count), self.views(ada, table, "all", count)
        hidden = [i for i in range(count) if mine[i]["seats"][1]["map"] != every[i]["seats"][1]["map"]]
        self.assertTrue(hidden)
        for i in hidden:
            step = story["positions"][i]["step"]
            late = [line for line in story["log"][:step] if line["owner"] == 1 and line["known"] > step]
            self.assertTrue(late, "what is hidden in the view is hidden in the log")
        for line in story["log"]:
            self.assertGreater(line["known"], line["i"])

    def test_secrets_of_a_game_are_marked_for_those_who_did_not_know_them_and_told_when_it_is_over(self):
        ada, bo = self.people(2)
        table, link = self.finished(ada, [ME, bot(1)], game="insertcoin")
        self.assertEqual(link.scenes[table]["table"]["status"], "over")
        log = ada.get(f"/api/replays/{table}")[1]["log"]
        secret = [line for line in log if 0 in line.get("secret", [])]
        self.assertTrue(secret)
        for line in secret:
            self.assertNotEqual(line["seat"], 0)
        for person in ada, bo:
            late = person.connect()
            scene = late.watch(table)
            self.assertEqual([line["text"] for line in late.logs[table]], [line["text"] for line in log])
            self.assertEqual(scene["table"]["steps"], len(log))

    def test_a_running_game_has_no_replay_and_nothing_of_it_leaks(self):
        ada, bo = self.people(2)
        table = ada.make([ME, bot(1)])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        act(link, table)
        for path in ("", "/0/0", "/1/0", "/all/0"):
            for person in (ada, bo, Person(self.server)):
                status, body = person.get(f"/api/replays/{table}{path}")
                self.assertEqual((status, body["error"]["code"]), (400, "running"))
        self.assertEqual(ada.post("/api/forks", {"table": table, "position": 0})[1]["error"]["code"], "running")
        waiting = ada.make([ME, OPEN])["table"]["id"]
        self.assertEqual(ada.get(f"/api/replays/{waiting}")[1]["error"]["code"], "running")

    def test_the_link_can_be_opened_by_a_stranger(self):
        ada = self.person("Ada")
        table, _ = self.finished(ada, [ME], limit=6)
        stranger = Person(self.server)
        status, story = stranger.get(f"/api/replays/{table}")
        self.assertEqual(status, 200)
        self.assertFalse(story["table"]["seats"][0]["you"])
        self.assertEqual(stranger.get(f"/api/tables/{table}/record")[0], 200)

    def test_addresses_that_are_none(self):
        ada = self.person("Ada")
        table, _ = self.finished(ada, [ME], limit=3)
        for path in ("/1/0", "/all/-1", "/all/x", "/public/0", "/0", "/0/", "/00/0", "/0/9999999", "/"):
            self.assertEqual(ada.get(f"/api/replays/{table}{path}")[0], 404, path)
        self.assertEqual(ada.get("/api/replays/nobody")[0], 404)
        self.assertEqual(ada.get(f"/api/replays/{table}/0/9999")[1]["views"], [])

    def test_a_game_given_up_before_the_first_card_has_nothing_to_replay(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN])["table"]["id"]
        link = ada.connect()
        self.assert_done(link.ask("leave", table=table))
        self.assertEqual(ada.get(f"/api/replays/{table}")[0], 404)


class Analyses(Replaying):
    def test_a_server_that_leaves_analyses_to_browsers_says_so_and_makes_none(self):
        ada = self.person("Ada")
        table, _ = self.finished(ada, [ME], game="royalflip")
        self.server.stop()
        usual = self.server.options
        self.addCleanup(lambda: (self.server.stop(), setattr(self.server, "options", usual), self.server.start()))
        self.server.options = (*usual, "--analysis", "browser")
        self.server.start()
        self.assertEqual(ada.get(f"/api/analyses/{table}")[1], {"state": "none", "offered": False})
        status, body = ada.post("/api/analyses", {"table": table})
        self.assertEqual((status, body["error"]["code"]), (404, "not_found"))

    @client.about_files
    def test_what_an_analysis_found_is_taken_over_by_a_finer_one_and_if_it_cannot_be_used_the_log_says_so(self):
        ada = self.person("Ada")
        table, _ = self.finished(ada, [ME], game="royalflip")
        with contextlib.closing(sqlite3.connect(self.server.data)) as database, database:
            database.execute("INSERT INTO analysis VALUES(?, ?)", (table, '{"precision": "quick", "moments": [{}]}'))
        self.assertEqual(ada.post("/api/analyses", {"table": table, "precision": "deep"})[1]["state"], "running")
        client.eventually("it is begun anew", lambda: '"event":"analysis_anew"' in self.server.log())

    def test_a_game_that_is_not_over_is_not_analysed(self):
        ada = self.person("Ada")
        table = ada.make([ME, bot(1)], game="royalflip")["table"]["id"]
        self.assertEqual(ada.post("/api/analyses", {"table": table})[1]["error"]["code"], "running")
        self.assertEqual(ada.get(f"/api/analyses/{table}")[1]["error"]["code"], "running")
        ended, _ = self.finished(ada, [ME, bot(1)], game="royalflip", limit=5)
        self.assertEqual(ada.post("/api/analyses", {"table": ended})[1]["error"]["code"], "running")
        self.assertEqual(ada.post("/api/analyses", {"table": ended, "precision": "vague"})[1]["error"]["code"], "type")


class Forks(Replaying):
    def test_play_on_from_a_position_against_bots(self):
        ada, bo = self.people(2)
        table, _ = self.finished(ada, [ME, bot(1)])
        story = ada.get(f"/api/replays/{table}")[1]
        position = len(story["positions"]) // 2
        step = story["positions"][position]["step"]
        status, body = bo.post("/api/forks", {"table": table, "position": position, "seat": 1, "level": 1})
        self.assertEqual(status, 200, body)
        fork = body["table"]
        self.assertEqual((fork["kind"], fork["status"], fork["seats"][0]["kind"]), ("fork", "running", "bot"))
        self.assertTrue(fork["seats"][1]["you"])
        self.assertNotEqual(fork["commitment"], story["table"]["commitment"])
        link = bo.connect()
        link.watch(fork["id"])
        play_to_end([link], fork["id"])
        log = [line["text"] for line in link.logs[fork["id"]]]
        self.assertEqual(log[:step], [line["text"] for line in story["log"][:step]])
        after = [line["text"] for line in link.logs[fork["id"]][step:] if line["seat"] == "dealer"]
        self.assertNotEqual(after, [line["text"] for line in story["log"][step:] if line["seat"] == "dealer"])
        record = bo.get(f"/api/tables/{fork['id']}/record")[1]
        events = [(i, one) for i, one in enumerate(record["steps"]) if "event" in one]
        self.assertTrue(all(one.get("rigged", False) == (i < step) for i, one in events))

    def test_a_record_of_a_game_that_runs_is_played_on_from_where_it_stands(self):
        """So a game goes from a server to a device and back: what is known of it is the same, what follows is not."""
        ada, bo = self.people(2)
        for game in ("royalflip", "flipcity", "flickemup"):
            table = ada.make([ME, bot(1)], game=game)["table"]["id"]
            link = ada.connect()
            link.watch(table)
            play_to_end([link], table, limit=6)
            record = ada.get(f"/api/tables/{table}/record")[1]
            self.assertNotIn("seed", record)
            status, body = bo.post("/api/forks", {"record": record, "position": "last", "seat": 0, "level": 2})
            self.assertEqual(status, 200, body)
            fork = body["table"]
            self.assertEqual((fork["kind"], fork["status"], fork["proved"], fork["rated"]), ("fork", "running", False, fork["rated"]))
            self.assertEqual([(seat["kind"], seat.get("level")) for seat in fork["seats"]], [("person", None), ("bot", 2)])
            self.assertEqual(fork["seats"][1]["name"], ada.get(f"/api/tables/{table}")[1]["table"]["seats"][1]["name"])
            there = bo.connect()
            scene = there.watch(fork["id"])
            known = [step.get("move", step.get("event")) for step in record["steps"]]
            told = [line["text"] for line in there.logs[fork["id"]]]
            count = min(len(known), len(told))
            self.assertGreater(count, 3)
            self.assertEqual([text for text in told[:count] if text != "outcome"], [text for text in known[:count] if isinstance(text, str)])
            self.assertEqual(scene["seat"], 0)
            play_to_end([there], fork["id"], limit=3)
            again = bo.get(f"/api/tables/{fork['id']}/record")[1]
            status, back = ada.post("/api/forks", {"record": again, "position": "last", "seat": 0, "level": 2})
            self.assertEqual((status, back.get("table", {}).get("status")), (200, "running"), back)
            self.assertEqual(ada.get(f"/api/tables/{table}")[1]["table"]["status"], "running", "the old one stays as it was")

    def test_a_record_that_cannot_be_played_on_says_why(self):
        ada = self.person("Ada")
        table, _ = self.finished(ada, [ME])
        record = ada.get(f"/api/tables/{table}/record")[1]
        part = {key: value for key, value in record.items() if key != "result"} | {"steps": record["steps"][:8]}
        wrong = [dict(step) for step in part["steps"]]
        wrong[-1] = {"seat": 0, "move": "fly"} if "move" in wrong[-1] else {"event": "99Z"}
        for body, status, code in (({"record": record}, 400, "over"), ({"record": part, "seat": 3}, 400, "bad_seat"),
                                   ({"record": {**part, "steps": [*part["steps"], {"hidden": True}]}}, 400, "bad_record"),
                                   ({"record": {}}, 400, "bad_record"), ({"record": {**part, "steps": [{}] * 4001}}, 413, "too_large"),
                                   ({"record": {**part, "steps": wrong}}, 400, None), ({"record": []}, 413, "too_large")):
            answer = ada.post("/api/forks", {"position": "last", **body})
            self.assertEqual((answer[0], answer[1]["error"]["code"]), (status, code or answer[1]["error"]["code"]), answer)
        self.assertEqual(ada.post("/api/forks", {"position": "last", "record": part})[0], 200)
        self.assertEqual(Person(self.server).post("/api/forks", {"record": part, "position": "last"})[0], 401)

    def test_a_fork_lives_through_a_restart_and_goes_on_with_the_same_cards(self):
        ada = self.person("Ada")
        table, _ = self.finished(ada, [ME], limit=12)
        fork = ada.post("/api/forks", {"table": table, "position": 6})[1]["table"]["id"]
        link = ada.connect()
        link.watch(fork)
        play_to_end([link], fork, limit=5)
        self.server.stop()
        self.server.start()
        link = ada.connect()
        link.watch(fork)
        play_to_end([link], fork)
        self.assertEqual(link.scenes[fork]["table"]["status"], "over")
        self.assertEqual(ada.get(f"/api/replays/{fork}")[0], 200)

    def test_what_cannot_be_played_on_from(self):
        ada = self.person("Ada")
        table, _ = self.finished(ada, [ME])
        count = len(ada.get(f"/api/replays/{table}")[1]["positions"])
        for body, code in (({"position": count - 1}, "over"), ({"position": count}, "over"), ({"position": 3, "seat": 1}, "bad_seat"),
                           ({"position": 3, "level": 6}, "bad_seat"), ({"position": -1}, "bad_message"), ({}, "bad_message"),
                           ({"position": "x"}, "bad_message")):
            status, answer = ada.post("/api/forks", {"table": table, **body})
            self.assertEqual((status, answer["error"]["code"]), (400, code), body)
        self.assertEqual(Person(self.server).post("/api/forks", {"table": table, "position": 0})[0], 401)

    def test_a_fork_does_not_count_for_results(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(os.path.join(folder, "flipside.db")).start()
            ada = Person(server, "Ada")
            self.server, kept = server, self.server
            table, _ = self.finished(ada, [ME])
            fork = ada.post("/api/forks", {"table": table, "position": 3})[1]["table"]["id"]
            link = ada.connect()
            link.watch(fork)
            play_to_end([link], fork)
            self.assertEqual(link.scenes[fork]["table"]["status"], "over")
            record = ada.get(f"/api/tables/{table}/record")[1]
            record["seats"] = ["Somebody"]
            self.assertEqual(ada.post("/api/records", record)[0], 200)
            server.stop()
            self.server = kept
            with contextlib.closing(sqlite3.connect(server.data)) as file:
                rows = file.execute("SELECT DISTINCT game_table FROM result").fetchall()
            self.assertEqual(rows, [(table,)])


class Imports(Replaying):
    options = ("--test-seed", "")  # a deal that somebody could foretell is never proved

    def record(self, game="royalflip", seats=(ME,), limit=100000):
        ada = self.person("Ada")
        table, _ = self.finished(ada, list(seats), game=game, limit=limit)
        return ada.get(f"/api/tables/{table}/record")[1]

    def test_a_good_record_of_every_game_opens_its_replay(self):
        bo = self.person("Bo")
        for game in ("royalflip", "flipcity", "fliptown", "insertcoin"):
            with self.subTest(game=game):
                record = self.record(game, (ME, bot(1)), limit=20)
                status, body = bo.post("/api/records", record)
                self.assertEqual(status, 200, body)
                self.assertEqual((body["table"]["kind"], body["table"]["seats"][0]["kind"]), ("import", "name"))
                story = Person(self.server).get(f"/api/replays/{body['table']['id']}")[1]
                moves = [one.get("move", one.get("event")) for one in record["steps"]]
                self.assertEqual([line["text"] for line in story["log"]], moves)
                self.assertEqual([seat["name"] for seat in story["table"]["seats"]], record["seats"])

    def test_the_same_record_again_is_the_same_page_and_it_stands_under_your_games(self):
        record = self.record()
        bo, cy = self.people(2)
        first = bo.post("/api/records", record)[1]["table"]["id"]
        self.assertEqual(cy.post("/api/records", record)[1]["table"]["id"], first)
        for person in (bo, cy):
            self.assertIn(first, [table["id"] for table in person.get("/api/mine")[1]["tables"]])
        link = bo.connect()
        self.refused(link.ask("rematch", table=first), "not_your_seat")

    def test_an_imported_record_lives_through_a_restart(self):
        record = self.record(game="fliptown", limit=10)
        bo = self.person("Bo")
        table = bo.post("/api/records", record)[1]["table"]["id"]
        before = bo.get(f"/api/replays/{table}")[1]["log"]
        self.server.stop()
        self.server.start()
        self.assertEqual(bo.get(f"/api/replays/{table}")[1]["log"], before)
        self.assertEqual(bo.post("/api/forks", {"table": table, "position": 2})[0], 200)

    def proved(self, table):
        """What the replay says, and the page of the table."""
        story, page = (Person(self.server).get(path)[1]["table"]["proved"] for path in (f"/api/replays/{table}", f"/api/tables/{table}"))
        self.assertEqual(story, page)
        return story

    def test_a_record_whose_deal_cannot_be_proved_says_so_also_later(self):
        good, bo = self.record(), self.person("Bo")
        other = self.record()
        without = {key: value for key, value in good.items() if key != "seed"}
        records = {"good": good, "another seed": {**good, "seed": other["seed"]}, "no seed": without,
                   "other cards": {**good, "seed": other["seed"], "commitment": other["commitment"]},
                   "another commitment": {**good, "commitment": other["commitment"]},
                   "played without a server": {**good, "dealer": "own"}}
        tables = {}
        for what, record in records.items():
            status, body = bo.post("/api/records", record)
            self.assertEqual(status, 200, (what, body))
            tables[what] = body["table"]["id"]
        fork = bo.post("/api/forks", {"table": tables["good"], "position": 2})[1]["table"]
        self.assertFalse(fork["proved"])
        for _ in range(2):
            self.assertEqual({what for what, table in tables.items() if self.proved(table)}, {"good"})
            self.server.stop()
            self.server.start()
        # Imports from before the file said so may be anybody's deal.
        self.server.stop()
        with contextlib.closing(sqlite3.connect(self.server.data)) as database, database:
            for table in tables.values():
                head = json.loads(database.execute("SELECT head FROM game_table WHERE id = ?", (table,)).fetchone()[0])
                del head["dealt_here"]
                database.execute("UPDATE game_table SET head = ? WHERE id = ?", (json.dumps(head), table))
        self.server.start()
        self.assertFalse(self.proved(tables["good"]))

    def test_a_broken_record_is_refused_and_says_at_which_step_and_why(self):
        bo = self.person("Bo")
        good = self.record()

        def broken(change):
            record = copy.deepcopy(good)
            change(record)
            status, body = bo.post("/api/records", record)
            self.assertEqual(status, 400, body)
            return body["error"]["message"]

        moves = [i for i, step in enumerate(good["steps"]) if "move" in step]
        at = moves[3]

        def another_move(record):
            record["steps"][at]["move"] = "write z9"
        message = broken(another_move)
        self.assertIn(f"step {at + 1}", message)
        self.assertIn("write z9", message)

        def a_card_twice(record):
            record["steps"][1]["event"] = record["steps"][0]["event"]
        self.assertRegex(broken(a_card_twice), r"step 2: .*cannot happen")

        def hidden(record):
            record["steps"][4] = {"hidden": True}
        self.assertIn("step 5", broken(hidden))

        def wrong_score(record):
            record["result"]["scores"][0] += 5
        self.assertIn("result", broken(wrong_score))
        for change, word in ((lambda record: record.pop("flipside_record"), "not a Flipside record"),
                             (lambda record: record.update(game="chess"), "chess"),
                             (lambda record: record.update(options={"speed": 9}), "speed"),
                             (lambda record: record.update(options={"pvp": [1]}), "options"),
                             (lambda record: record.update(seats=["a"] * 9), "played by"),
                             (lambda record: record.update(seats=["a"] * 99), "seats"),
                             (lambda record: record.update(steps="none"), "steps"),
                             (lambda record: record.update(seed="zz"), "seed"),
                             (lambda record: record["edition"].update(hash="0" * 64), "hash"),
                             (lambda record: record["edition"]["data"].update(rounds=-5), "rounds")):
            self.assertIn(word, broken(change))

    def test_hostile_records_are_refused_before_they_cost_anything(self):
        bo = self.person("Bo")
        good = self.record()
        long = copy.deepcopy(good)
        long["steps"] = [{"event": "QH"}] * 5000
        status, body = bo.post("/api/records", long)
        self.assertEqual((status, body["error"]["code"]), (413, "too_large"))
        status, body = bo.request("POST", "/api/records", json.dumps({"flipside_record": 1, "x": "y" * 300000}),
                                  {"Content-Type": "application/json"})
        self.assertEqual((status, body["error"]["code"]), (413, "too_large"))
        deep = '{"flipside_record":1,"steps":' + "[" * 50000 + "]" * 50000 + "}"
        self.assertEqual(bo.request("POST", "/api/records", deep, {"Content-Type": "application/json"})[0], 400)
        self.assertEqual(bo.post("/api/guest", {"name": "x" * 20000})[0], 413, "other requests stay short")
        self.assertEqual(Person(self.server).post("/api/records", good)[0], 401)
        self.assertEqual(bo.post("/api/records", good, {"Origin": "http://elsewhere.example"})[0], 403)
        named = copy.deepcopy(good)
        named["seats"] = ["\u202e<b>evil\u0007</b>"]
        status, body = bo.post("/api/records", named)
        self.assertEqual(status, 200, body)
        self.assertEqual(body["table"]["seats"][0]["name"], "Player 1")
        self.assertEqual(bo.get("/healthz")[0], 200)


if __name__ == "__main__":
    client.main()
