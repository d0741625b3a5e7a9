"""Ratings that were earned, over real sockets: time that ran out, one's own programs, a guest's first tables, help, and when a rating is
shown. docs/api.md says what is expected."""

import os
import sqlite3

import client
from client import Bearer, Case, Server, act, eventually, play_to_end
from test_server_people import ME, OPEN, PASSWORD, bot
from test_server_ratings import Rated

CLOCK = {"kind": "bank", "seconds": 60}


class Earned(Rated):
    def games(self, person):
        return person.get(f"/api/people/{self.me(person)['id']}/games")[1]["games"]

    def achieved(self, person):
        games = person.get(f"/api/people/{self.me(person)['id']}/achievements")[1]["games"]
        return [row["id"] for game in games for row in game["achievements"] if row["have"]]

    def makers(self, person, table):
        """Who made the moves of each seat, by the record."""
        made = {}
        for step in person.get(f"/api/tables/{table}/record")[1]["steps"]:
            if "seat" in step:
                made.setdefault(step["seat"], set()).add(step.get("by"))
        return made


class TimeIsUp(Earned):
    """The server's clock can be set forward (tests/shift_clock.c)."""

    @classmethod
    def make_server(cls, data):
        cls.clock_file, cls.passed = data + ".steady", 0
        return Server(data, preload=os.environ["FLIPSIDE_SHIFT_CLOCK"], environment={"SHIFT_STEADY_FILE": cls.clock_file})

    def let_pass(self, seconds):
        type(self).passed += seconds
        with open(self.clock_file + ".new", "w", encoding="utf-8") as file:
            file.write(str(self.passed))
        os.rename(self.clock_file + ".new", self.clock_file)

    def over(self, link, table):
        return link.wait_scene(table, lambda scene: scene["table"]["status"] == "over")["table"]

    def test_who_never_moves_earns_nothing(self):
        ada, bo = self.people(2)
        table, links = self.together(ada, bo, clock=CLOCK)
        self.let_pass(70)
        shown = self.over(links[0], table)
        self.assertEqual([seat.get("timed_out") for seat in shown["seats"]], [True, True])
        for person in (ada, bo):
            self.assertEqual((self.rating(person), self.games(person), self.achieved(person)), (None, [], []))
        self.assertEqual(self.makers(ada, table), {0: {"bot 3"}, 1: {"bot 3"}})

    def play_on(self, link, table):
        """Plays quickly, whatever the others do."""
        while link.scenes[table]["table"]["status"] == "running":
            if link.scenes[table]["actions"]:
                act(link, table)
            else:
                link.receive()

    def test_whoever_runs_out_of_time_has_lost_to_whoever_did_not(self):
        for _ in range(4):  # also where the bot has more points in the end
            ada, bo = self.people(2)
            table, links = self.together(ada, bo, clock=CLOCK)
            links[0].wait_scene(table, lambda scene: scene["actions"])
            while links[0].scenes[table]["actions"]:
                act(links[0], table)
            self.let_pass(70)
            links[0].wait_scene(table, lambda scene: scene["table"]["seats"][1].get("timed_out"))
            self.play_on(links[0], table)
            result = self.over(links[0], table)["result"]
            self.assertGreater(self.rating(ada)["rating"], 1500)
            self.assertLess(self.rating(bo)["rating"], 1500)
            one, two = self.games(ada)[0], self.games(bo)[0]
            self.assertEqual([(game["won"], game["gone"], game["place"]) for game in (one, two)], [(True, False, 1), (False, True, 2)])
            self.assertEqual(self.makers(ada, table), {0: {"person"}, 1: {"bot 3"}})
            self.assertEqual(self.achieved(bo), [])
            if 1 in result["winners"]:
                break
        else:
            self.fail("the bot never had more points")

    def test_whoever_comes_back_plays_on_and_has_lost_all_the_same(self):
        ada, bo = self.people(2)
        table, links = self.together(ada, bo, clock=CLOCK)
        while links[0].scenes[table]["actions"]:
            act(links[0], table)
        self.let_pass(70)
        links[1].wait_scene(table, lambda scene: scene["table"]["seats"][1].get("timed_out"))
        self.assert_done(links[1].ask("back", table=table))
        play_to_end(links, table)
        shown = self.over(links[1], table)
        self.assertEqual((shown["seats"][1]["clock"]["out"], shown["seats"][1]["timed_out"]), (False, True))
        self.assertLess(self.rating(bo)["rating"], 1500)
        self.assertEqual(self.games(bo)[0]["won"], False)
        self.assertIn("person", self.makers(ada, table)[1])

    def test_against_bots_alone_too(self):
        ada = self.person()
        table = ada.make([ME, bot(1)], clock=CLOCK)["table"]["id"]
        link = ada.connect()
        link.watch(table)
        link.close()
        self.let_pass(70)
        eventually("the bots have played to the end", lambda: ada.get(f"/api/tables/{table}")[1]["table"]["status"] == "over")
        self.assertLess(self.rating(ada)["rating"], 1500)
        self.assertEqual([(game["won"], game["gone"]) for game in self.games(ada)], [(False, True)])
        self.assertEqual(self.makers(ada, table), {0: {"bot 3"}, 1: {"bot 1"}})

    @client.about_files
    def test_a_game_from_before_this_was_noted_is_judged_by_its_clocks(self):
        ada, bo = self.people(2)
        table, links = self.together(ada, bo, clock=CLOCK)
        self.let_pass(70)
        self.over(links[0], table)
        self.server.stop()
        with sqlite3.connect(self.server.data) as file:
            head, = file.execute("SELECT head FROM game_table WHERE id = ?", (table,)).fetchone()
            self.assertEqual(head.count('"timed_out":true'), 2)
            file.execute("UPDATE game_table SET head = ? WHERE id = ?", (head.replace(',"timed_out":true', ""), table))
        file.close()
        self.rebuild()
        self.server.start()
        self.assertEqual((self.rating(ada), self.games(bo)), (None, []))


class OwnPrograms(Earned):
    def program(self, owner, name):
        made = owner.post("/api/programs", {"name": name})[1]
        ident = next(one["id"] for one in made["programs"] if one["name"] == name)
        return Bearer(self.server, owner.post("/api/tokens", {"person": ident, "label": "x", "scopes": ["read", "play"]})[1]["token"])

    def play(self, *people):
        table, links = self.together(*people)
        rated = links[0].scenes[table]["table"]["rated"]
        play_to_end(links, table)
        return table, rated

    def test_games_with_ones_own_programs_are_not_rated(self):
        owner, other = self.account("Owner"), self.account("Other")
        Case.count += 1
        one, two = self.program(owner, f"One {Case.count}"), self.program(owner, f"Two {Case.count}")
        for people in ((owner, one), (one, two), (one, other, two)):
            table, rated = self.play(*people)
            self.assertFalse(rated)
            self.assertEqual([self.rating(person) for person in people], [None] * len(people))
        self.assertEqual(self.makers(owner, table), {0: {"program"}, 1: {"person"}, 2: {"program"}})
        table, rated = self.play(other, one)
        self.assertTrue(rated)
        self.assertIsNotNone(self.rating(other))

    @client.about_files
    def test_nor_are_those_from_before(self):
        owner = self.account("Owner")
        Case.count += 1
        one = self.program(owner, f"Old {Case.count}")
        table, _ = self.play(owner, one)
        self.server.stop()
        with sqlite3.connect(self.server.data) as file:
            file.execute("UPDATE game_table SET head = replace(head, ',\"unrated\":true', '') WHERE id = ?", (table,))
        file.close()
        self.rebuild()
        self.server.start()
        self.assertIsNone(self.rating(owner))


class FirstTables(Earned):
    def rated(self, person, **wish):
        status, body = person.post("/api/tables", {"game": "royalflip", "seats": [ME, OPEN], **wish})
        self.assertEqual(status, 200, body)
        return body["table"]["rated"]

    def test_a_guests_first_tables_are_not_rated_unless_asked_for(self):
        guest = self.person()
        self.assertEqual([self.rated(guest) for _ in range(5)], [False, False, False, True, True])
        self.assertTrue(self.rated(self.person(), rated=True))
        self.assertFalse(self.rated(guest, rated=False))
        self.assertTrue(self.rated(self.account()))

    def test_a_challenge_and_a_search(self):
        guest, other = self.person(), self.person()
        here, name = other.connect(), self.me(other)["name"]
        self.assertFalse(guest.post("/api/challenges", {"name": name, "game": "royalflip"})[1]["table"]["rated"])
        self.assertTrue(guest.post("/api/challenges", {"name": name, "game": "flipcity", "rated": True})[1]["table"]["rated"])
        here.close()
        links = [self.person().connect() for _ in range(2)]
        for link in links:
            self.assert_done(link.ask("seek", game="fliptown", pace="quick"))
        while not any(push["push"] == "matched" for push in links[0].pushes):
            links[0].receive()
        matched = next(push["table"] for push in links[0].pushes if push["push"] == "matched")
        self.assertTrue(guest.get(f"/api/tables/{matched}")[1]["table"]["rated"])  # whoever looks for an opponent wants it so

    def test_what_cannot_be_rated_does_not_say_that_it_is(self):
        ada = self.account()
        for seats, rated in (([ME], False), ([ME, ME], False), ([ME, bot()], True), ([ME, OPEN, ME], False)):
            self.assertEqual(ada.make(seats)["table"]["rated"], rated, seats)
        self.assertFalse(ada.make([ME, OPEN], tutor=True)["table"]["rated"])
        self.assertFalse(ada.post("/api/daily", {"game": "royalflip"})[1]["table"]["rated"])


class RatedOrHelped(Earned):
    def test_alone_with_bots_help_is_refused_until_one_gives_up_the_rating(self):
        ada = self.person()
        table = ada.make([ME, bot(1)])["table"]["id"]
        link = ada.connect()
        scene = link.watch(table)
        self.assertEqual((scene["table"]["rated"], scene["table"]["help"]), (True, False))
        self.refused(link.ask("hint", table=table, seat=0), "rated")
        self.refused(link.ask("hint", table=table, seat=0, here=True), "rated")
        act(link, table)
        self.refused(link.ask("judge", table=table, seat=0), "rated")
        self.refused(link.ask("offer", table=table, kind="undo"), "rated")
        self.assert_done(link.ask("offer", table=table, kind="help"))
        scene = link.wait_scene(table, lambda scene: scene["table"]["help"] and scene["actions"])
        self.assertFalse(scene["table"]["rated"])
        self.assert_done(link.ask("hint", table=table, seat=0))
        self.assert_done(link.ask("offer", table=table, kind="undo"))
        play_to_end([link], table)
        self.assertIsNone(self.rating(ada))
        self.assertEqual([(game["rated"], game["rating_change"]) for game in self.games(ada)], [(False, None)])
        again = self.assert_done(link.ask("rematch", table=table))["table"]
        self.assertTrue(ada.get(f"/api/tables/{again}")[1]["table"]["rated"])  # help was agreed on for one game

    def test_whoever_is_asked_is_told_what_it_costs(self):
        for kind, words in (("help", "asks to allow hints and the tutor."), ("undo", "asks to take back the last move.")):
            with self.subTest(kind=kind):
                ada, bo = self.people(2)
                table, links = self.together(ada, bo)
                act(links[0], table)
                offer = self.assert_done(links[0].ask("offer", table=table, kind=kind))["offer"]
                told = links[1].wait_scene(table, lambda scene: scene["offers"])["offers"][0]["text"]
                self.assertTrue(told.endswith(f"{words} The game will then not be rated."), told)
                self.assertTrue(links[1].scenes[table]["table"]["rated"])
                self.assert_done(links[1].ask("answer", table=table, offer=offer, accept=True))
                scene = links[1].wait_scene(table, lambda scene: not scene["table"]["rated"])
                self.assertTrue(scene["table"]["help"])
                play_to_end(links, table)
                self.assertEqual([self.rating(person) for person in (ada, bo)], [None, None])

    def test_taking_back_a_small_step_is_no_help(self):
        ada, bo = self.people(2)
        table, links = self.together(ada, bo)
        act(links[0], table)
        self.assert_done(links[0].ask("undo", table=table, seat=0))
        self.assertTrue(links[0].wait_scene(table, lambda scene: scene["actions"])["table"]["rated"])

    def test_where_a_game_is_not_rated_the_offer_says_nothing_of_it(self):
        ada, bo = self.people(2)
        table, links = self.together(ada, bo, rated=False)
        act(links[0], table)
        self.assert_done(links[0].ask("offer", table=table, kind="undo"))
        self.assertTrue(links[1].wait_scene(table, lambda scene: scene["offers"])["offers"][0]["text"].endswith("take back the last move."))


class Shown(Earned):
    def test_a_first_game_for_six_moves_no_rating_that_is_shown(self):
        ada = self.person()
        table = self.played(ada, [ME, *[bot(1)] * 5])
        game, = self.games(ada)
        self.assertEqual((game["table"], game["rated"], game["rating_change"]), (table, True, None))
        rating = self.rating(ada)
        self.assertTrue(rating["provisional"])
        low, high = rating["interval"]
        self.assertAlmostEqual((low + high) / 2, rating["rating"])
        self.assertAlmostEqual(high - low, 4 * rating["deviation"])
        rows = ada.get("/api/ratings/royalflip")[1]["players"]
        self.assertEqual([row["rank"] for row in rows if row["you"]], [None])
        others = self.person().get("/api/ratings/royalflip")[1]["players"]
        self.assertNotIn(self.me(ada)["id"], [row["person"] for row in others])

    @client.about_files
    def test_it_is_shown_once_enough_is_known(self):
        for deviation, games, shown in ((110, 5, True), (110.5, 5, False), (80, 4, False)):
            with self.subTest(deviation=deviation, games=games):
                ada = self.person()
                me = self.me(ada)["id"]
                self.server.stop()
                with sqlite3.connect(self.server.data) as file:
                    file.execute("INSERT INTO rating VALUES('royalflip', ?, 1700, ?, 0.06, ?, ?)", (me, deviation, games, 2 ** 42))
                file.close()
                self.server.start()
                listed = [row["person"] for row in self.person().get("/api/ratings/royalflip")[1]["players"]]
                self.assertEqual(me in listed, shown)
                own, = [row for row in ada.get("/api/ratings/royalflip")[1]["players"] if row["you"]]
                self.assertEqual((own["rating"]["provisional"], own["rank"] is None), (not shown, not shown))
                self.played(ada, [ME, bot(1)])
                self.assertEqual(self.games(ada)[0]["rating_change"] is not None, deviation <= 110)


del Rated, PASSWORD

if __name__ == "__main__":
    client.main()
