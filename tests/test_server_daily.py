"""The daily challenge over real sockets: the same cards for all, one counted try, and no way round."""

import collections
import json
import random
import sqlite3
import subprocess
import os
import time

import client
from client import Person, play_to_end
from test_server_people import ME, People

GAMES = ("royalflip", "flipcity", "insertcoin", "fliptown")


class Daily(People):
    def today(self):
        return time.strftime("%Y-%m-%d", time.gmtime())

    def begin(self, person, game="royalflip"):
        status, body = person.post("/api/daily", {"game": game})
        self.assertEqual(status, 200, body)
        return body["table"]["id"]

    def play(self, person, table, choose=None):
        link = person.connect()
        link.watch(table)
        play_to_end([link], table, choose)
        return link

    def mine(self, person, game="royalflip", day=None):
        status, body = person.get(f"/api/daily/{day or self.today()}/{game}")
        self.assertEqual(status, 200, body)
        return body["mine"]

    def change(self, statement, *values):
        """Somebody with the file in hand changes it while the server is stopped."""
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            database.execute(statement, values)
        database.close()

    def command(self, *words):
        return subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "store", *words, "--data", self.server.data], capture_output=True,
                              text=True, check=False)


class Tries(Daily):
    def test_every_game_has_a_challenge_with_the_same_cards_for_all(self):
        ada, bo = self.people(2)
        listed = {row["game"]: row for row in ada.get("/api/daily")[1]["games"]}
        self.assertEqual(set(listed), {game["id"] for game in ada.get("/api/games")[1]["games"]})
        for game in listed:
            first, second = self.begin(ada, game), self.begin(bo, game)
            self.assertNotEqual(first, second)
            views = [person.connect().watch(table)["view"] for person, table in ((ada, first), (bo, second))]
            self.assertEqual(views[0], views[1], game)
        commitments = {ada.get(f"/api/tables/{self.begin(ada, game)}")[1]["table"]["commitment"] for game in listed}
        self.assertEqual(len(commitments), len(listed))

    def test_there_is_one_try_a_day_and_game(self):
        ada = self.person()
        table = self.begin(ada)
        self.assertEqual(self.begin(ada), table)
        link = ada.connect()
        link.watch(table)
        client.act(link, table)
        for kind in ("undo", "help"):
            self.refused(link.ask("offer", table=table, kind=kind), "daily")
        self.play(ada, table)
        self.assertEqual(self.begin(ada), table)
        self.refused(link.ask("offer", table=table, kind="rematch"), "daily")
        self.refused(link.ask("rematch", table=table), "daily")
        self.server.kill()
        self.server.start()
        self.assertEqual(self.begin(ada), table)
        mine = self.mine(ada)
        self.assertEqual((mine["table"], mine["counted"], mine["why"], mine["status"]), (table, True, None, "over"))

    def test_days_in_a_row_are_counted_and_a_day_that_is_over_can_be_played_for_pleasure(self):
        ada = self.person()
        self.assertEqual(ada.get("/api/daily")[1]["streak"], {"days": 0, "longest": 0, "today": False})
        self.play(ada, self.begin(ada))
        self.assertEqual(ada.get("/api/daily")[1]["streak"], {"days": 1, "longest": 1, "today": True})
        me = ada.get("/api/me")[1]["person"]["id"]
        days = [time.strftime("%Y-%m-%d", time.gmtime(time.time() - back * 86400)) for back in range(7)]
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:  # two days before today, and four in a row before a gap
            for day in days[1:3] + days[4:]:
                database.execute("INSERT INTO daily(day, game, person, game_table, began, counted) VALUES(?, 'flipcity', ?, 'x', 1, 1)", (day, me))
        database.close()
        self.server.start()
        self.assertEqual(ada.get("/api/daily")[1]["streak"], {"days": 3, "longest": 3, "today": True})
        for wrong in ("2999-01-01", "yesterday", ""):
            self.error(ada.post("/api/daily", {"game": "royalflip", "day": wrong}), 403, "daily")
        first, second = (ada.post("/api/daily", {"game": "royalflip", "day": days[1]})[1]["table"] for _ in range(2))
        self.assertEqual((first["kind"], first["daily"], first["commitment"]), ("archive", days[1], second["commitment"]))
        self.assertNotEqual(first["id"], second["id"])
        played = len(ada.get(f"/api/people/{me}/games")[1]["games"])
        self.play(ada, first["id"])
        self.assertEqual(len(ada.get(f"/api/people/{me}/games")[1]["games"]), played, "it counts for nothing")
        self.assertIsNone(self.mine(ada, day=days[1]))

    def test_bots_take_the_challenge_too_and_stand_beside_the_people(self):
        ada = self.person()
        self.play(ada, self.begin(ada))

        def bots():
            return ada.get(f"/api/daily/{self.today()}/royalflip")[1]["bots"]
        client.eventually("the bots have finished", lambda: len(bots()) == 3)
        self.assertEqual([(bot["level"], bot["table"]) for bot in bots()], [(1, None), (2, None), (3, None)])
        board = ada.get(f"/api/daily/{self.today()}/royalflip")[1]
        self.assertEqual(board["tries"], len({row["person"] for row in board["results"]}) + board["tries"] - board["finished"])
        self.assertTrue(all(not row["person"].startswith("bot") for row in board["results"]))
        before = bots()
        self.server.stop()
        self.assertEqual(self.command("rebuild").returncode, 0)
        self.server.start()
        self.assertEqual(bots(), before)

    def test_a_try_that_is_given_up_was_the_try(self):
        ada = self.person()
        table = self.begin(ada)
        self.assert_done(ada.connect().ask("leave", table=table))
        self.assertEqual(self.begin(ada), table)
        mine = self.mine(ada)
        self.assertEqual((mine["status"], mine["counted"], mine["why"]), ("ended", False, "It was given up."))

    def test_on_one_device_the_first_try_counts_whoever_sits_there(self):
        ada = self.person()
        self.play(ada, self.begin(ada))
        self.assertTrue(self.mine(ada)["counted"])
        guest = Person(self.server)
        guest.device = dict(ada.device)  # the same browser, and somebody new in it
        guest.post("/api/guest", {"name": "Second Thoughts"})
        today = {row["game"]: row for row in guest.get("/api/daily")[1]["games"]}
        self.assertEqual({game for game, row in today.items() if row["taken_here"]}, {"royalflip"})
        table = self.begin(guest)
        self.assertIn("on this device", self.mine(guest)["why"])
        self.play(guest, table)
        for _ in range(2):
            mine = self.mine(guest)
            self.assertEqual((mine["counted"], mine["why"]), (False, "Somebody else had taken today's try on this device before."))
            self.server.stop()
            self.assertEqual(self.command("rebuild").returncode, 0)
            self.server.start()
        self.begin(guest, "insertcoin")
        self.assertIsNone(self.mine(guest, "insertcoin")["why"])
        today = {row["game"]: row for row in guest.get("/api/daily")[1]["games"]}
        self.assertEqual({game for game, row in today.items() if row["taken_here"]}, {"royalflip", "insertcoin"})

    def test_deleting_oneself_brings_no_second_try(self):
        ada = self.person("Fickle")
        self.begin(ada)
        self.assertEqual(ada.post("/api/delete", {"name": ada.get("/api/me")[1]["person"]["name"]})[0], 200)
        ada.post("/api/guest", {"name": "Fickle The Second"})
        self.play(ada, self.begin(ada))
        self.assertFalse(self.mine(ada)["counted"])

    def test_what_the_device_remembers_is_signed_and_of_today_alone(self):
        ada = self.person()
        self.begin(ada)
        [(name, cookie)] = ada.device.items()
        self.assertEqual(cookie.split("=")[1].rsplit(".", 1)[0], f"{self.today()}.royalflip")
        forged = self.person()
        for value in (cookie.replace("royalflip", "insertcoin"), cookie[:-1] + ("0" if cookie[-1] != "0" else "1"), name + "=",
                      cookie.replace(self.today(), "2020-01-01"), name + "=." + "0" * 64, name + "=" + "x" * 3000):
            forged.device = {name: value}
            self.assertFalse([row for row in forged.get("/api/daily")[1]["games"] if row["taken_here"]], value)

    def test_a_challenge_with_the_wrong_name_is_refused(self):
        ada = self.person()
        for wrong in (None, 7, "", "chess", ["royalflip"]):
            self.error(ada.post("/api/daily", {"game": wrong}), 400, "no_game")
        self.error(Person(self.server).post("/api/daily", {"game": "royalflip"}), 401, "stranger")
        for path in ("2020-13-01/royalflip", "tomorrow/royalflip", "2999-01-01/royalflip", f"{self.today()}/chess", "2020-01-01",
                     "2021-02-29/royalflip"):
            self.error(ada.get(f"/api/daily/{path}"), 404, "not_found")
        self.assertEqual(ada.get("/api/daily/2020-02-29/royalflip")[1]["results"], [])

    def test_the_cards_are_kept_back_until_the_day_is_over(self):
        ada, bo = self.people(2)
        table = self.begin(ada)
        self.play(ada, table)
        for person in (ada, bo):
            self.assertIsNone(person.get(f"/api/tables/{table}")[1]["table"]["seed"])
            self.error(person.get(f"/api/tables/{table}/record"), 403, "daily")
        for deed in ("watch", "sheet"):
            self.refused(bo.connect().ask(deed, table=table), "daily")
        self.error(bo.get(f"/api/replays/{table}"), 403, "daily")
        self.error(bo.post("/api/forks", {"table": table, "position": 0}), 403, "daily")
        self.change("UPDATE game_table SET head = replace(head, ?, '2020-01-01') WHERE id = ?", self.today(), table)
        self.server.start()
        self.assertIsNotNone(bo.get(f"/api/tables/{table}")[1]["table"]["seed"])
        self.assertEqual(bo.get(f"/api/tables/{table}/record")[0], 200)


class Leaderboards(Daily):
    def test_the_leaderboard_ranks_all_counted_tries(self):
        people = self.people(3)
        chooses = (None, lambda actions: actions[-1], lambda actions: max(actions, key=lambda a: a["gain"]))
        for person, choose in zip(people, chooses):
            self.play(person, self.begin(person, "insertcoin"), choose)
        for asker in people:
            board = asker.get(f"/api/daily/{self.today()}/insertcoin")[1]
            self.assertEqual((board["finished"], board["tries"], board["over"]), (3, 3, False))
            values = [row["value"] for row in board["results"]]
            self.assertEqual(values, sorted(values, reverse=True))
            self.assertEqual([row["rank"] for row in board["results"]], [1 + sum(v > value for v in values) for value in values])
            own = next(row for row in board["results"] if row["you"])
            self.assertEqual((own["value"], own["rank"]), (board["mine"]["value"], board["mine"]["rank"]))
            self.assertEqual(sum(bar["count"] for bar in board["distribution"]), 3)
        today = next(row for row in people[0].get("/api/daily")[1]["games"] if row["game"] == "insertcoin")
        self.assertEqual((today["best"], today["finished"]), (max(values), 3))

    def test_where_fewer_is_better_the_fewest_lead(self):
        people = self.people(2)
        for person, choose in zip(people, (None, lambda actions: actions[-1])):
            self.play(person, self.begin(person, "flipcity"), choose)
        board = people[0].get(f"/api/daily/{self.today()}/flipcity")[1]
        self.assertEqual(board["measure"], {"name": "turns", "best": "least", "lost": 101})
        values = [row["value"] for row in board["results"]]
        self.assertEqual(values, sorted(values))


class Months(Daily):
    MONTH, GAME = "2024-02", "flipcity"  # a leap year, and a game in which the fewest turns are best

    def month(self, person, month, game=None):
        status, body = person.get(f"/api/months/{month}" + (f"/{game}" if game else ""))
        self.assertEqual(status, 200, body)
        return body

    def keep_tries(self, tries):
        """Tries of days long ago: (day, game, person, value, counted)."""
        rows = ", ".join(f"('{day}', '{game}', '{person}', 'x', 1, {counted:d}, {value}, 1)" for day, game, person, value, counted in tries)
        self.server.stop()
        client.change_place(self.server.data, f"INSERT INTO daily(day, game, person, game_table, began, counted, value, time) VALUES {rows}")
        self.server.start()

    def expected(self, tries, game):
        """The table of a month by the words of docs/tournaments.md: (person, points, firsts, days, best day) by rank."""
        days = collections.defaultdict(lambda: collections.defaultdict(int))
        firsts = collections.Counter()
        boards = collections.defaultdict(dict)
        for day, of, person, value, counted in tries:
            if counted and day.startswith(self.MONTH) and game in (None, of) and not person.startswith("bot"):
                boards[day, of][person] = -value if of == "flipcity" else value
        for (day, _), board in boards.items():
            for person, value in board.items():
                place = 1 + sum(other > value for other in board.values())
                days[person][day] += max(1, 11 - place)
                firsts[person] += place == 1
        keys = {person: (sum(points.values()), firsts[person], len(points), max(points.values())) for person, points in days.items()}
        return {person: (1 + sum(other > key for other in keys.values()), *key) for person, key in keys.items()}

    def test_a_month_is_counted_from_all_its_days(self):
        people = self.people(13)
        ids = [person.get("/api/me")[1]["person"]["id"] for person in people]
        chance = random.Random(7)
        days = ["2024-01-31"] + [f"2024-02-{day:02}" for day in range(1, 30)] + ["2024-03-01"]
        tries = [(day, game, person, chance.randrange(12), chance.random() < 0.9) for day in days for game in ("royalflip", self.GAME)
                 for person in ids[:12] if chance.random() < 0.6] + [(days[1], self.GAME, "bot 3", 0, True)]
        self.keep_tries(tries)
        for game in (None, "royalflip", self.GAME):
            table = self.month(people[0], self.MONTH, game)
            rows = {row["person"]: (row["rank"], row["points"], row["firsts"], row["days"], row["best"]["points"]) for row in table["rows"]}
            self.assertEqual(rows, self.expected(tries, game))
            self.assertEqual((table["over"], table["first"], table["players"], table["game"]), (True, "2024-01", 12, game))
            ranks = [row["rank"] for row in table["rows"]]
            self.assertEqual(ranks, sorted(ranks))
            for row in table["rows"]:
                counted = {day for day, of, person, _, counts in tries if counts and person == row["person"] and game in (None, of)}
                run = 0
                while run < 30 and days[29 - run] in counted:  # from the 29th backwards, into January
                    run += 1
                self.assertEqual(row["streak"], run)
                self.assertIn(row["best"]["day"], counted)
        self.assertEqual([row["you"] for row in self.month(people[12], self.MONTH)["rows"]], [False] * 12)
        self.assertEqual(sum(row["you"] for row in self.month(people[3], self.MONTH)["rows"]), 1)
        self.server.stop()  # whoever is banned has no place, and the others move up
        client.change_place(self.server.data, f"UPDATE person SET banned = 1 WHERE id = '{ids[0]}'")
        self.server.start()
        left = [one for one in tries if one[2] != ids[0]]
        rows = {row["person"]: row["points"] for row in self.month(people[1], self.MONTH)["rows"]}
        self.assertEqual(rows, {person: row[1] for person, row in self.expected(left, None).items()})

    def test_todays_results_come_in_live_and_ones_own_row_is_always_there(self):
        ada, bo, crowd = self.person(), self.person(), self.people(101)
        month, yesterday = self.today()[:7], time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400))
        self.assertEqual([row["you"] for row in self.month(ada, month)["rows"]], [])
        self.play(ada, self.begin(ada))
        own = self.month(ada, month, "royalflip")["rows"]
        self.assertEqual([(row["rank"], row["points"], row["firsts"], row["days"], row["streak"], row["you"]) for row in own], [(1, 10, 1, 1, 1, True)])
        self.assertEqual(self.month(ada, month, "insertcoin")["rows"], [])
        self.play(bo, self.begin(bo), lambda actions: actions[-1])
        rows = self.month(bo, month)["rows"]
        board = bo.get(f"/api/daily/{self.today()}/royalflip")[1]["results"]
        self.assertEqual({row["person"]: row["points"] for row in rows}, {row["person"]: 11 - row["rank"] for row in board})
        ids = [person.get("/api/me")[1]["person"]["id"] for person in (bo, *crowd)]
        self.keep_tries([(self.today(), game, one, 1000, True) for game in ("insertcoin", "fliptown", "flipcity") for one in ids[1:]]
                        + [(yesterday, "insertcoin", ids[0], 1, True)])
        rows = self.month(ada, month)["rows"]
        self.assertEqual([(row["rank"], row["you"]) for row in rows[:100]], [(1, False)] * 100)
        self.assertEqual([row["you"] for row in rows[100:]], [True])
        self.assertEqual(next(row["streak"] for row in self.month(bo, month)["rows"] if row["you"]), 2)

    def test_a_month_that_is_none_is_refused(self):
        ada = self.person()
        for wrong in ("2024-13", "2024-2", "2999-01", "yesterday", "2024-02-01", f"{self.MONTH}/chess", f"{self.MONTH}/"):
            self.error(ada.get(f"/api/months/{wrong}"), 404, "not_found")
        self.assertEqual(self.month(client.Person(self.server), "2023-01")["rows"], [])


class Cheats(Daily):
    def test_a_bot_does_not_help(self):
        ada = self.person()
        table = self.begin(ada)
        link = ada.connect()
        link.watch(table)
        self.refused(link.ask("hint", table=table, seat=0), "daily")
        self.play(ada, table)
        self.assertTrue(self.mine(ada)["counted"])

    def test_nobody_else_hears_from_the_tutor_what_was_played(self):
        ada, eve = self.people(2)
        table = self.begin(ada)
        self.play(ada, table)
        for more in ({}, {"here": True}, {"line": 3}):
            self.refused(eve.connect().ask("judge", table=table, seat=0, **more), "daily")
        self.assert_done(ada.connect().ask("judge", table=table, seat=0))

    def test_what_was_revealed_cannot_be_taken_back(self):
        ada = self.person()
        table = self.begin(ada, "insertcoin")
        link = ada.connect()
        link.watch(table)
        for _ in range(200):
            scene = link.scenes[table]
            if scene["table"]["status"] != "running":
                break
            events = [entry["text"] for entry in link.logs[table] if entry["seat"] == "dealer"]
            client.act(link, table)
            now = [entry["text"] for entry in link.logs[table] if entry["seat"] == "dealer"]
            if len(now) > len(events):
                self.refused(link.ask("undo", table=table, seat=0), "over" if link.scenes[table]["table"]["status"] != "running"
                             else "cannot_undo")

    def test_a_help_that_was_written_into_the_file_does_not_count(self):
        ada = self.person()
        table = self.begin(ada)
        self.change("UPDATE game_table SET head = replace(head, '\"kind\":\"person\"', '\"helped\":true,\"kind\":\"person\"') WHERE id = ?", table)
        self.server.start()
        self.play(ada, table)
        mine = self.mine(ada)
        self.assertEqual((mine["counted"], mine["why"]), (False, "A bot has helped."))
        self.assertEqual(ada.get(f"/api/daily/{self.today()}/royalflip")[1]["results"], [
            row for row in ada.get(f"/api/daily/{self.today()}/royalflip")[1]["results"] if not row["you"]])

    def test_a_score_written_into_the_file_is_put_right_from_the_record(self):
        ada = self.person()
        self.play(ada, self.begin(ada))
        before = self.mine(ada)
        self.change("UPDATE daily SET value = 9999, score = 9999 WHERE person = ?", self.id_of(ada))
        self.assertEqual(self.command("rebuild").returncode, 0)
        self.server.start()
        self.assertEqual(self.mine(ada), before)

    def id_of(self, person):
        return person.cookie.split("=")[1].split(".")[0]

    def test_a_second_try_slipped_into_the_file_is_none(self):
        ada = self.person()
        table = self.begin(ada)
        self.play(ada, table)
        second = ada.make([ME])["table"]["id"]
        with sqlite3.connect(self.server.data) as database:
            seed = json.loads(database.execute("SELECT head FROM game_table WHERE id = ?", (table,)).fetchone()[0])["seed"]
        database.close()
        self.assertNotEqual(seed, "")
        self.play(ada, second)
        self.change("UPDATE game_table SET head = replace(head, '\"open\":', '\"daily\":\"' || ? || '\",\"open\":') WHERE id = ?",
                    self.today(), second)
        self.assertEqual(self.command("rebuild").returncode, 0)
        self.server.start()
        self.assertEqual((self.mine(ada)["table"], self.mine(ada)["counted"]), (table, True))


class ChangedFiles(Daily):
    well = False  # a record is broken

    def test_a_changed_record_does_not_count(self):
        ada = self.person()
        table = self.begin(ada)
        self.play(ada, table)
        before = self.mine(ada)
        self.assertTrue(before["counted"])
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            rows = database.execute("SELECT number, json FROM step WHERE game_table = ? ORDER BY number", (table,)).fetchall()
            number, event = next((number, text) for number, text in rows if "event" in json.loads(text))
            other = next(text for _, text in rows[number + 1:] if "event" in json.loads(text) and text != event)
            database.execute("UPDATE step SET json = ? WHERE game_table = ? AND number = ?", (other, table, number))
        database.close()
        self.assertEqual(self.command("rebuild").returncode, 1)
        self.server.start()
        board = ada.get(f"/api/daily/{self.today()}/royalflip")[1]
        self.assertFalse([row for row in board["results"] if row["you"]])
        self.assertFalse(board["mine"]["counted"])

    def test_other_cards_and_another_day_do_not_count(self):
        ada, bo = self.people(2)
        table = self.begin(ada)
        self.change("UPDATE game_table SET head = replace(head, '\"seed\":\"', '\"seed\":\"00') WHERE id = ?", table)
        self.server.start()
        other = self.begin(bo)
        self.change("UPDATE game_table SET created = created - 86400000 WHERE id = ?", other)
        self.server.start()
        self.play(bo, other)
        mine = self.mine(bo)
        self.assertEqual((mine["counted"], mine["why"]), (False, "It was not played to the end before the day was over."))
        self.assertFalse(self.mine(ada)["counted"])


class ZInterface(client.Interface):
    documents = ("Solo corner",)


del People

if __name__ == "__main__":
    client.main()
