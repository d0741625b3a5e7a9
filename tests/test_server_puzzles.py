"""Puzzles over real sockets: the solution stays with the server until a verdict, first tries are rated, the server's clock ends a rush."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import time
import unittest

import client
from test_server_people import People
from test_server_work import Asked

ROOT = os.environ["FLIPSIDE_SOURCE_ROOT"]
GAME = "insertcoin"


def solutions(game=GAME):
    """What the program's own file says: name of a puzzle, best and second best choice."""
    found = {}
    with open(os.path.join(ROOT, "games", game, "data", "puzzles.txt"), encoding="utf-8") as file:
        for line in file.read().splitlines()[1:]:
            fields = line.split("\t")
            found[fields[0]] = (fields[7], fields[9].split(" ", 4)[4])
    return found


class Puzzles(People):
    def puzzle(self, person, path="next", game=GAME):
        status, body = person.get(f"/api/puzzles/{game}/{path}")
        self.assertEqual(status, 200, body)
        return body

    def attempt(self, person, puzzle, right, **more):
        best, second = solutions()[puzzle["puzzle"]["id"]]
        return person.post("/api/puzzles", {"game": GAME, "puzzle": puzzle["puzzle"]["id"], "move": best if right else second, **more})

    def solve(self, person, puzzle, right=True, **more):
        status, body = self.attempt(person, puzzle, right, **more)
        self.assertEqual(status, 200, body)
        self.assertIs(body["solved"], right)
        return body

    def mine(self, person, game=GAME):
        games = {row["game"]: row for row in person.get("/api/puzzles")[1]["games"]}
        return games[game]["mine"]


class Showing(Puzzles):
    def test_the_list_has_every_game_with_themes_and_todays_puzzle(self):
        ada = self.person()
        listed = ada.get("/api/puzzles")[1]["games"]
        self.assertEqual({row["game"] for row in listed}, {game["id"] for game in ada.get("/api/games")[1]["games"]})
        for row in listed:
            self.assertEqual(sum(theme["count"] for theme in row["themes"]), row["count"])
            for theme in row["themes"]:
                self.assertEqual(theme["id"], re.sub(r"[^a-z0-9]+", "-", theme["title"].lower()).strip("-"))
            self.assertEqual(row["daily"] is None, row["count"] == 0)

    def test_a_puzzle_shows_the_position_and_its_choices_and_not_the_solution(self):
        ada = self.person()
        shown = self.puzzle(ada)
        puzzle = shown["puzzle"]
        best, _ = solutions()[puzzle["id"]]
        self.assertIn(best, [action["text"] for action in puzzle["actions"]])
        self.assertEqual(len(puzzle["actions"]), puzzle["choices"])
        self.assertIn(puzzle["seat"], puzzle["view"]["to_act"])  # others may decide at the same time
        words = json.dumps({key: value for key, value in shown.items() if key != "puzzle"}) + json.dumps(
            {key: value for key, value in puzzle.items() if key not in ("actions", "view")})
        self.assertNotIn("best", words)
        self.assertNotIn("seed", words)
        self.assertNotIn("theme", words)

    def test_a_puzzle_has_an_address_of_its_own_and_a_theme_can_be_asked_for(self):
        ada = self.person()
        known = self.puzzle(ada)["puzzle"]["id"]
        self.assertEqual(self.puzzle(ada, known)["puzzle"]["id"], known)
        row = [row for row in ada.get("/api/puzzles")[1]["games"] if row["game"] == GAME][0]
        theme = row["themes"][0]
        verdict = self.solve(ada, self.puzzle(ada, f"next/{theme['id']}"))
        self.assertEqual(verdict["theme"], theme["title"])

    def test_a_puzzle_that_is_no_longer_chosen_is_found_by_its_address(self):
        with open(os.path.join(ROOT, "games/flickemup/data/puzzles.retired.txt"), encoding="utf-8") as file:
            name = file.read().splitlines()[1].split("\t")[0]
        person = self.person()
        self.assertEqual(self.puzzle(person, name, "flickemup")["puzzle"]["id"], name)
        self.assertNotIn(name, solutions("flickemup"))

    def test_what_is_not_there_is_refused(self):
        ada = self.person()
        for path in ("nogame/next", f"{GAME}/nosuchpuzzle", f"{GAME}/next/no-such-theme"):
            status, body = ada.get(f"/api/puzzles/{path}")
            self.assertGreaterEqual(status, 400, path)
            self.assertIn(body["error"]["code"], ("no_game", "not_found"))


class Tries(Puzzles):
    def test_a_solved_puzzle_raises_the_rating_and_a_missed_one_lowers_it(self):
        ada = self.person()
        first = self.solve(ada, self.puzzle(ada))
        self.assertGreater(first["change"], 0)
        self.assertEqual((first["mine"]["tries"], first["mine"]["solved"], first["mine"]["streak"]), (1, 1, 1))
        second = self.solve(ada, self.puzzle(ada), False)
        self.assertLess(second["change"], 0)
        self.assertEqual((second["mine"]["tries"], second["mine"]["streak"], second["mine"]["longest"]), (2, 0, 1))
        self.assertTrue(second["best"]["tell"])
        self.assertEqual(self.mine(ada), second["mine"])

    def test_only_the_first_try_counts(self):
        ada = self.person()
        puzzle = self.puzzle(ada)
        missed = self.solve(ada, puzzle, False)
        again = self.solve(ada, puzzle)
        self.assertEqual((missed["rated"], again["rated"], again["change"]), (True, False, 0))

    def test_a_puzzle_that_was_tried_does_not_come_again_while_there_are_others(self):
        ada = self.person()
        seen = set()
        for _ in range(min(5, len(solutions()))):
            puzzle = self.puzzle(ada)
            self.assertNotIn(puzzle["puzzle"]["id"], seen)
            seen.add(puzzle["puzzle"]["id"])
            self.solve(ada, puzzle)

    def test_the_puzzle_gets_a_rating_of_its_own(self):
        ada = self.person()
        puzzle = self.puzzle(ada)
        self.solve(ada, puzzle, False)
        self.assertGreater(self.puzzle(ada, puzzle["puzzle"]["id"])["rating"], puzzle["rating"])

    def test_the_daily_puzzle_is_the_same_for_all_and_begins_a_streak_of_days(self):
        ada, bo = self.people(2)
        today = self.puzzle(ada, "daily")
        self.assertEqual(self.puzzle(bo, "daily")["puzzle"]["id"], today["puzzle"]["id"])
        self.assertTrue(today["daily"])
        self.assertEqual(self.solve(ada, today)["mine"]["days"], 1)
        self.assertEqual(self.solve(bo, today, False)["mine"]["days"], 0)

    def test_strangers_and_nonsense_are_refused(self):
        ada = self.person()
        puzzle = self.puzzle(ada)["puzzle"]["id"]
        refusals = (({"game": GAME, "puzzle": puzzle}, "bad_message"),
                    ({"game": GAME, "puzzle": puzzle, "move": 7}, "bad_message"),
                    ({"game": GAME, "puzzle": puzzle, "move": "x" * 5000}, "bad_message"),
                    ({"game": "nogame", "puzzle": puzzle, "move": "a"}, "no_game"),
                    ({"game": GAME, "puzzle": "nosuchpuzzle", "move": "a"}, "not_found"))
        for body, code in refusals:
            status, answer = ada.post("/api/puzzles", body)
            self.assertGreaterEqual(status, 400, body)
            self.assertEqual(answer["error"]["code"], code, body)
        status, answer = ada.post("/api/puzzles", {"game": GAME, "puzzle": puzzle, "move": "no such move"})
        self.assertGreaterEqual(status, 400)
        self.assertEqual(self.mine(ada)["tries"], 0)
        stranger = client.Person(self.server)
        self.assertEqual(stranger.get("/api/puzzles")[0], 200)
        self.assertEqual(stranger.post("/api/puzzles", {"game": GAME, "puzzle": puzzle, "move": "a"})[1]["error"]["code"], "stranger")


class Reasons(Puzzles):
    def test_the_best_choice_is_told_against_the_one_that_was_made(self):
        ada = self.person()
        told = 0
        for name, (best, second) in list(solutions("royalflip").items())[:12]:
            actions = [action["text"] for action in self.puzzle(ada, name, "royalflip")["puzzle"]["actions"]]
            other = [text for text in actions if text not in (best, second)]
            verdict = ada.post("/api/puzzles", {"game": "royalflip", "puzzle": name, "move": (other or [second])[-1]})[1]
            self.assertGreater(verdict["loss"], 0, verdict)
            self.assertGreater(verdict["loss_interval"], 0, verdict)
            told += "reason" in verdict
            solved = ada.post("/api/puzzles", {"game": "royalflip", "puzzle": name, "move": best})[1]
            self.assertNotIn("loss", solved)
        self.assertGreater(told, 5)


class PlayingOn(Puzzles):
    def test_one_plays_on_from_the_position_at_an_unrated_table(self):
        ada = self.person()
        for game in ("royalflip", "flipcity", "flickemup"):
            with self.subTest(game=game):
                shown = self.puzzle(ada, "next", game)["puzzle"]
                status, body = ada.post("/api/forks", {"game": game, "puzzle": shown["id"], "level": 1})
                self.assertEqual(status, 200, body)
                table = body["table"]
                self.assertEqual((table["kind"], table["status"], len(table["seats"])), ("fork", "running", shown["seats"]))
                self.assertEqual([seat["kind"] for seat in table["seats"]],
                                 ["person" if seat == shown["seat"] else "bot" for seat in range(shown["seats"])])
                scene = ada.connect().watch(table["id"])
                self.assertEqual([action["text"] for action in scene["actions"]], [action["text"] for action in shown["actions"]])

    def test_what_is_not_there_cannot_be_played_on_from(self):
        ada = self.person()
        for body, code in (({"game": GAME, "puzzle": "nosuchpuzzle"}, "not_found"), ({"game": "nogame", "puzzle": "a"}, "no_game"),
                           ({"puzzle": "a"}, "no_game"), ({"game": GAME, "puzzle": self.puzzle(ada)["puzzle"]["id"], "level": 9}, "bad_seat")):
            status, answer = ada.post("/api/forks", body)
            self.assertGreaterEqual(status, 400, body)
            self.assertEqual(answer["error"]["code"], code, body)


class Nearest(Puzzles):
    def test_the_next_one_is_among_the_eight_that_are_nearest_to_ones_rating(self):
        with open(os.path.join(ROOT, "games", GAME, "data", "puzzles.txt"), encoding="utf-8") as file:
            far = {fields[0]: abs(int(fields[1]) - 1500) for fields in (line.split("\t") for line in file.read().splitlines()[1:])}
        limit = sorted(far.values())[7]
        self.assertLess(limit, max(far.values()))
        ada = self.person()
        names = {self.puzzle(ada)["puzzle"]["id"] for _ in range(40)}
        self.assertLessEqual(max(far[name] for name in names), limit)
        self.assertGreater(len(names), 1)


class Whole(Puzzles):
    """Every field follows from the line of the program's file."""

    def test_a_puzzle_and_its_verdict_say_what_its_line_says(self):
        ada = self.person()
        games = {row["game"]: row for row in ada.get("/api/puzzles")[1]["games"]}
        for game in ("royalflip", "flipcity", "insertcoin", "fliptown"):
            with self.subTest(game=game):
                path = os.path.join(ROOT, "games", game, "data", "puzzles.txt")
                with open(path, encoding="utf-8") as file:
                    name, rating, _, setup, _, seat, _, best, after, known, _, task = file.read().splitlines()[1].split("\t")
                value, lead, interval, choices, second = known.split(" ", 4)
                shown = self.puzzle(ada, name, game)
                puzzle = shown.pop("puzzle")
                self.assertEqual(shown, {"daily": name == games[game]["daily"], "rating": int(rating)})
                self.assertEqual((len(puzzle.pop("actions")), puzzle.pop("view")["to_act"]), (int(choices), [int(seat)]))
                self.assertEqual(puzzle, {"id": name, "game": game, "title": games[game]["title"], "task": task, "choices": int(choices),
                                          "seat": int(seat), "seats": int(setup.split()[0]), "options": puzzle["options"]})
                verdict = ada.post("/api/puzzles", {"game": game, "puzzle": name, "move": second})[1]
                self.assertTrue(verdict.pop("change") < 0 and verdict.pop("mine") and verdict.pop("theme"), verdict)
                self.assertEqual(verdict, {"solved": False, "move": second, "best": {**verdict["best"], "text": best},
                                           "second": {**verdict["second"], "text": second}, "after": after.split(";") if after else [],
                                           "value": float(value), "lead": float(lead), "interval": float(interval), "rated": True,
                                           "alone": puzzle["seats"] == 1, **{key: verdict[key] for key in ("why", "reason") if key in verdict},
                                           "loss": float(lead), "loss_interval": float(interval)})
                for which in ("best", "second"):
                    self.assertEqual(set(verdict[which]), {"text", "tell"})
                    self.assertNotEqual(verdict[which]["tell"], verdict[which]["text"])

    def test_days_in_a_row(self):
        today = self.puzzle(self.person(), "daily")
        for ago, days in ((0, 4), (1, 5), (2, 1)):
            with self.subTest(ago=ago):
                ada = self.person()
                self.solve(ada, self.puzzle(ada, [name for name in solutions() if name != today["puzzle"]["id"]][0]))
                person = self.me(ada)["id"]
                self.server.stop()
                day = time.strftime("%Y-%m-%d", time.gmtime(time.time() - ago * 86400))
                with sqlite3.connect(self.server.data) as database:
                    database.execute("UPDATE puzzle_solver SET day = ?, days = 4 WHERE person = ?", (day, person))
                database.close()
                self.server.start()
                self.assertEqual(self.solve(ada, self.puzzle(ada, "daily"))["mine"]["days"], days)


class Rush(Puzzles):
    def begin(self, person):
        status, body = person.post("/api/puzzles/rush", {"game": GAME})
        self.assertEqual(status, 200, body)
        return body

    def test_a_rush_counts_what_is_solved_and_ends_with_the_third_miss(self):
        ada = self.person()
        puzzle = self.begin(ada)
        self.assertGreater(puzzle["rush"]["left"], 100000)
        self.assertEqual(self.solve(ada, puzzle, rush=True)["rush"]["solved"], 1)
        for missed in (1, 2, 3):
            last = self.solve(ada, self.puzzle(ada, "rush"), False, rush=True)
            self.assertEqual(last["rush"]["missed"], missed)
        self.assertTrue(last["rush"]["over"])
        self.assertEqual(ada.get(f"/api/puzzles/{GAME}/rush")[1]["error"]["code"], "over")
        self.assertEqual(self.attempt(ada, puzzle, True, rush=True)[1]["error"]["code"], "over")
        mine = self.mine(ada)
        self.assertEqual((mine["rush_best"], mine["tries"]), (1, 0))

    def test_a_rush_waits_for_one_puzzle_and_counts_it_once(self):
        ada = self.person()
        puzzle = self.begin(ada)
        other = [name for name in solutions() if name != puzzle["puzzle"]["id"]][0]
        answer = ada.post("/api/puzzles", {"game": GAME, "puzzle": other, "move": solutions()[other][0], "rush": True})[1]
        self.assertEqual(answer["error"]["code"], "stale")
        self.solve(ada, puzzle, rush=True)
        if self.puzzle(ada, "rush")["puzzle"]["id"] != puzzle["puzzle"]["id"]:
            self.assertEqual(self.attempt(ada, puzzle, True, rush=True)[1]["error"]["code"], "stale")

    def test_an_answer_that_comes_twice_at_the_same_time_is_counted_once(self):
        ada = self.person()
        name = self.begin(ada)["puzzle"]["id"]
        os.kill(self.server.process.pid, signal.SIGSTOP)  # until both are there
        both = [Asked(ada, "POST", "/api/puzzles", {"game": GAME, "puzzle": name, "move": solutions()[name][0], "rush": True}) for _ in range(2)]
        os.kill(self.server.process.pid, signal.SIGCONT)
        answers = sorted(one.answer() for one in both)
        self.assertEqual([status for status, _ in answers], [200, 409])
        self.assertEqual((answers[0][1]["rush"]["solved"], answers[1][1]["error"]["code"]), (1, "already"))

    def test_the_servers_clock_ends_it_also_after_a_restart(self):
        ada = self.person()
        puzzle = self.begin(ada)
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            database.execute("UPDATE puzzle_solver SET rush_began = ?", (int(time.time() * 1000) - 180001,))
        database.close()
        self.server.start()
        self.assertEqual(self.attempt(ada, puzzle, True, rush=True)[1]["error"]["code"], "over")

    def test_without_a_rush_there_is_none(self):
        ada = self.person()
        self.assertEqual(ada.get(f"/api/puzzles/{GAME}/rush")[1]["error"]["code"], "over")
        self.assertEqual(ada.post("/api/puzzles/rush", {"game": "nogame"})[1]["error"]["code"], "no_game")
        self.assertEqual(client.Person(self.server).post("/api/puzzles/rush", {"game": GAME})[1]["error"]["code"], "stranger")


class Consent(Puzzles):
    def agree(self, person, on=True):
        self.assertEqual(person.post("/api/puzzles/consent", {"on": on}), (200, {"consent": on}))

    def finished(self, person):
        table = person.make([{"kind": "me"}], game="flipcity")["table"]["id"]
        link = person.connect()
        link.watch(table)
        client.play_to_end([link], table)
        return table

    def test_nobody_has_agreed_until_they_say_so(self):
        ada = self.person()
        self.assertIs(ada.get("/api/puzzles")[1]["consent"], False)
        self.agree(ada)
        self.assertIs(ada.get("/api/puzzles")[1]["consent"], True)
        self.assertEqual(len(ada.get("/api/export")[1]["puzzle_consent"]), 1)
        self.agree(ada, False)
        self.assertIs(ada.get("/api/puzzles")[1]["consent"], False)
        self.assertEqual(ada.post("/api/puzzles/consent", {"on": "yes"})[1]["error"]["code"], "bad_message")
        self.assertEqual(client.Person(self.server).post("/api/puzzles/consent", {"on": True})[1]["error"]["code"], "stranger")

    def test_a_server_that_mines_looks_at_games_whose_players_have_all_agreed(self):
        ada, bo = self.people(2)
        own, others = self.finished(ada), self.finished(bo)
        self.agree(ada)
        self.server.stop()
        before = self.server.options
        self.server.options = (*before, "--puzzles", "20000")
        self.server.start()

        def looked_at():
            with sqlite3.connect(self.server.data) as database:
                rows = [row[0] for row in database.execute("SELECT game_table FROM puzzle_mined")]
            database.close()
            return rows
        try:
            client.eventually("the game is mined", lambda: own in looked_at())
            self.assertNotIn(others, looked_at())
        finally:
            self.server.stop()
            self.server.options = before
            self.server.start()


class Found(Puzzles):
    """Puzzles that a server has found itself stand in the store, as lines of the file with the version of the rules before them."""

    def keep(self, puzzles):
        """What the server finds when it starts: by name, what stands there."""
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            database.executemany("INSERT INTO puzzle(id, game, rating, deviation, volatility, tries, solved, line)"
                                 " VALUES(?, ?, 1500, 100, 0.06, 0, 0, ?)", [(name, GAME, line) for name, line in puzzles.items()])
        database.close()
        self.server.start()

    def how_many(self, person):
        """Each has one theme."""
        row = {row["game"]: row for row in person.get("/api/puzzles")[1]["games"]}[GAME]
        self.assertEqual(sum(theme["count"] for theme in row["themes"]), row["count"])
        return row["count"]

    def mined(self):
        """A puzzle that does not come with the program: the version of its rules, its name and the rest of its line."""
        path = os.path.join(self.folder.name, "mined.txt")
        subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "puzzles", "mine", GAME, "--games", "100", "--seed", "a test", "--until", "1",
                        "--threads", "1", "--out", path], check=True, capture_output=True)
        with open(path, encoding="utf-8") as file:
            head, line = file.read().splitlines()[:2]
        return int(head.split()[-1]), *line.split("\t", 1)

    def test_they_are_shown_beside_those_of_the_program_and_one_that_does_not_fit_is_left_out(self):
        rules, own, rest = self.mined()
        ada = self.person()
        before = self.how_many(ada)
        odd = {"latepuzzzzz2": f"{rules + 1000} latepuzzzzz2\t{rest}", "nonpuzzzzzz2": f"0 nonpuzzzzzz2\t{rest}",
               "oddpuzzzzzz2": f"{rules} oddpuzzzzzz2\tnonsense", "badpuzzzzzz2": "nonsense"}
        self.keep({own: f"{rules} {own}\t{rest}", **odd})
        self.assertEqual(self.how_many(ada), before + 1)
        best = rest.split("\t")[6]
        self.assertIn(best, [action["text"] for action in self.puzzle(ada, own)["puzzle"]["actions"]])
        for name in odd:
            self.assertEqual(ada.get(f"/api/puzzles/{GAME}/{name}")[1]["error"]["code"], "not_found")
        status, verdict = ada.post("/api/puzzles", {"game": GAME, "puzzle": own, "move": best})
        self.assertEqual((status, verdict["solved"]), (200, True))

    def found(self):
        with sqlite3.connect(self.server.data) as database:
            rows = dict(database.execute("SELECT id, game FROM puzzle WHERE line <> ''").fetchall())
        database.close()
        return rows

    @unittest.skipUnless(os.environ.get("FLIPSIDE_FULL"), "./check --full runs it")
    def test_what_a_server_finds_is_shown_at_once_and_after_a_restart(self):
        before, options = self.found(), self.server.options
        self.server.stop()
        self.server.options = (*options, "--puzzles", "20000", "--test-seed", "puzzles soon")  # one is in the first games of this seed
        self.server.start()
        try:
            client.eventually("a puzzle is found", lambda: self.found() != before)
            for _ in range(2):
                for name, game in self.found().items():
                    if name not in before:
                        self.assertEqual(self.puzzle(self.person(), name, game)["puzzle"]["id"], name)
                self.server.stop()
                self.server.options = options
                self.server.start()
        finally:
            self.server.options = options


class Leaving(Puzzles):
    def test_puzzles_leave_with_ones_data_and_go_with_the_account(self):
        ada = self.person()
        puzzle = self.puzzle(ada)
        self.solve(ada, puzzle)
        data = ada.get("/api/export")[1]
        self.assertEqual([row["puzzle"] for row in data["puzzle_tries"]], [puzzle["puzzle"]["id"]])
        self.assertEqual([row["game"] for row in data["puzzle_ratings"]], [GAME])
        person = ada.get("/api/me")[1]["person"]
        status, body = ada.post("/api/delete", {"name": person["name"]})
        self.assertEqual(status, 200, body)

        def gone():
            with sqlite3.connect(self.server.data) as database:
                rows = [database.execute(f"SELECT count(*) FROM {table} WHERE person = ?", (person["id"],)).fetchone()[0]
                        for table in ("puzzle_try", "puzzle_solver")]
            database.close()
            return rows == [0, 0]
        client.eventually("the puzzles are forgotten", gone)


class ZInterface(client.Interface):
    """Runs last: it looks at what the other cases have asked for."""
    documents = ("Puzzles",)


del People

if __name__ == "__main__":
    client.main()
