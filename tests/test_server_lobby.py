"""The lobby and quick match, over real sockets."""

import os
import sqlite3
import time
import unittest

import client
from client import Case, Interface, Server, act

GAME = "royalflip"


def wait_push(link, kind, wanted=lambda push: True):
    """The next push of that kind that is as wanted, among those that came and those to come."""
    limit = time.monotonic() + client.PATIENCE
    while True:
        for push in list(link.pushes):
            link.pushes.remove(push)
            if push["push"] == kind and wanted(push):
                return push
        link.receive(limit)


class Talk(Case):
    options = ("--lobby-chat", "true")

    def test_what_is_said_in_the_lobby_is_heard_there_and_by_nobody_who_has_blocked_the_speaker(self):
        ada, bo, cy = self.people(3)
        links = [person.connect() for person in (ada, bo, cy)]
        name = links[0].hello["person"]["name"]
        for link in links[:2]:
            self.assert_done(link.ask("lobby", on=True))
            self.assertEqual(wait_push(link, "said"), {"push": "said", "all": True, "lines": []})
        self.assert_done(links[0].ask("say", text="  Anybody? "))
        for link in links[:2]:
            said = wait_push(link, "said")
            self.assertEqual((said["all"], [(line["name"], line["text"]) for line in said["lines"]]), (False, [(name, "Anybody? ")]))
        bo.post("/api/blocks", {"name": name})
        self.refused(links[0].ask("say", text=" "), "empty")
        self.assert_done(links[0].ask("say", text="Nobody?"))
        self.assertEqual(wait_push(links[1], "said")["lines"], [])
        self.assert_done(links[2].ask("lobby", on=True))
        self.assertEqual([line["text"] for line in wait_push(links[2], "said")["lines"]], ["Anybody? ", "Nobody?"])
        ada.post("/api/delete", {"name": name})
        self.assert_done(links[2].ask("lobby", on=True))
        self.assertEqual(wait_push(links[2], "said")["lines"], [], "of somebody who is deleted nothing is repeated")


class Lobby(Case):
    def test_nobody_talks_in_the_lobby_unless_the_administrator_wants_it(self):
        self.refused(self.person().connect().ask("say", text="hello"), "not_found")

    def test_the_lobby_shows_waiting_tables_running_games_with_scores_and_who_is_here(self):
        ada, bo, watcher = self.person("Ada"), self.person("Bo"), self.person("Wat")
        waiting = ada.make([{"kind": "me"}, {"kind": "open"}], public=True)["table"]["id"]
        running = bo.make([{"kind": "me"}, {"kind": "bot", "level": 1}], public=True)["table"]["id"]
        private = bo.make([{"kind": "me"}, {"kind": "open"}])["table"]["id"]
        links = [ada.connect(), bo.connect(), watcher.connect()]
        links[2].watch(running)
        links[1].watch(running)
        status, lobby = watcher.get("/api/lobby")
        self.assertEqual(status, 200)
        self.assertEqual([table["id"] for table in lobby["tables"] if table["id"] in (waiting, running, private)], [running, waiting])
        game = next(game for game in lobby["games"] if game["table"] == running)
        self.assertEqual(game["spectators"], 1)  # Bo plays
        self.assertEqual(len(game["scores"]), 2)
        people = {person["name"]: person for person in lobby["people"]}
        name = bo.get("/api/me")[1]["person"]["name"]
        self.assertEqual(people[name]["playing"], {"table": running, "game": GAME})
        self.assertFalse(people[name]["program"])
        self.assertGreaterEqual(lobby["here"], 3)

    def test_who_comes_and_goes_is_pushed_to_the_lobby(self):
        link = self.person().connect()
        link.ask("lobby", on=True)
        newcomer = self.person("Newcomer")
        name = newcomer.get("/api/me")[1]["person"]["name"]
        other = newcomer.connect()
        wait_push(link, "lobby", lambda push: any(person["name"] == name for person in push["people"]))
        other.close()
        wait_push(link, "lobby", lambda push: all(person["name"] != name for person in push["people"]))

    def test_a_score_that_is_still_secret_is_not_told(self):
        """Scores in the lobby are those of the moment when the phase began."""
        ada, bo = self.people(2)
        made = ada.make([{"kind": "me"}, {"kind": "link"}], public=True)
        table, path = made["table"]["id"], made["links"][0]["path"]
        links = [ada.connect(), bo.connect()]
        invitation = bo.get("/api" + path)[1]
        self.assert_done(links[1].ask("sit", table=table, seat=1, key=invitation["key"]))
        for link in links:
            link.watch(table)

        def scores():
            return next(game["scores"] for game in ada.get("/api/lobby")[1]["games"] if game["table"] == table)

        before = scores()
        # Ada writes as long as she alone has decided: nobody else may see a point of it
        for _ in range(3):
            if links[0].scenes[table]["actions"]:
                act(links[0], table, lambda actions: max(actions, key=lambda action: action["gain"]))
        self.assertEqual(scores(), before)


class Many(Case):
    """One address with hundreds of tables. A class of its own: nobody else's tables are in the list."""

    def ids(self, tables):
        return [table["id"] for table in tables]

    def test_nobody_pushes_the_tables_of_others_out_of_sight(self):
        ada, others = self.person("Ada"), self.people(25)
        links = [person.connect() for person in (ada, *others)]
        table = ada.make([{"kind": "me"}, {"kind": "open"}], public=True)["table"]["id"]

        def make(one):
            time.sleep(0.002)  # no two in one millisecond: then their ids would decide
            return one.make([{"kind": "me"}, {"kind": "open"}], public=True)["table"]["id"]

        later = [[make(one) for _ in range(6)] for one in others]
        newest = [tables[-1] for tables in later]
        lobby = ada.get("/api/lobby")[1]
        self.assertEqual((lobby["page"], lobby["pages"]), (0, 2))
        # everybody's newest one first, newest first; then everybody's second
        self.assertEqual(self.ids(lobby["tables"])[:26], [*newest[::-1], table])
        self.assertEqual(self.ids(lobby["tables"])[26], later[-1][-2])
        second = ada.get("/api/lobby/1")[1]
        listed = self.ids(lobby["tables"]) + self.ids(second["tables"])
        self.assertEqual((len(lobby["tables"]), second["page"], second["pages"]), (100, 1, 2))
        self.assertEqual(set(listed), {table, *(one for tables in later for one in tables[1:])})  # five of each person
        self.assertEqual(len(listed), 126)
        for path in ("2", "x", "-1", "99999999999999999999", "1/"):
            self.assertEqual(ada.get(f"/api/lobby/{path}")[0], 404, path)
        self.assertEqual(self.ids(ada.get("/api/tables")[1]["tables"]), self.ids(lobby["tables"]))
        # over the socket, each the page that they look at; beyond the last one the last
        for link, page, shown in ((links[0], 0, 0), (links[1], 1, 1), (links[2], 7, 1)):
            self.assert_done(link.ask("lobby", on=True, page=page))
            push = wait_push(link, "lobby")
            self.assertEqual((push["page"], self.ids(push["tables"])), (shown, self.ids((lobby, second)[shown]["tables"])))
        # whoever is not here sinks below those who are
        for link in links[3:]:
            link.close()
        wait_push(links[0], "lobby", lambda push: self.ids(push["tables"])[:3] == [newest[1], newest[0], table])

    @client.about_files
    def test_tables_that_were_left_alone_are_listed_no_more_until_somebody_is_back(self):
        ada, bo = self.people(2)
        waiting = ada.make([{"kind": "me"}, {"kind": "open"}], public=True)["table"]["id"]
        running = bo.make([{"kind": "me"}, {"kind": "bot", "level": 1}], public=True)["table"]["id"]

        def listed():
            return {table["id"] for page in range(ada.get("/api/lobby")[1]["pages"]) for table in ada.get(f"/api/lobby/{page}")[1]["tables"]} & {waiting, running}

        def let_pass(minutes):
            self.server.stop()
            with sqlite3.connect(self.server.data) as file:
                file.execute("UPDATE game_table SET changed = changed - ? WHERE id IN (?, ?)", (minutes * 60000, waiting, running))
            file.close()
            self.server.start()

        self.assertEqual(listed(), {waiting, running})
        let_pass(29)
        self.assertEqual(listed(), {waiting, running})
        let_pass(2)
        self.assertEqual(listed(), {running})
        link = ada.connect()
        self.assertEqual(listed(), {waiting, running})
        link.close()
        let_pass(24 * 60)
        self.assertEqual(listed(), set())
        link = bo.connect()
        self.assertEqual(listed(), {running})
        self.assertEqual({table["id"] for table in ada.get("/api/mine")[1]["tables"]}, {waiting})


class QuickMatch(Case):
    def seekers(self, count):
        people = self.people(count)
        return people, [person.connect() for person in people]

    def test_two_who_look_for_the_same_get_a_rated_table_with_a_clock(self):
        (ada, bo), links = self.seekers(2)
        for link in links:
            self.assert_done(link.ask("seek", game=GAME, pace="quick"))
        tables = {wait_push(link, "matched")["table"] for link in links}
        self.assertEqual(len(tables), 1)
        table = ada.get(f"/api/tables/{tables.pop()}")[1]["table"]
        self.assertEqual(table["status"], "running")
        self.assertTrue(table["rated"])
        self.assertEqual(table["clock"], {"kind": "bank", "seconds": 300, "extra": 5})
        self.assertEqual({seat["kind"] for seat in table["seats"]}, {"person"})
        # the search is over: another one of the same does not find them
        _, (third,) = self.seekers(1)
        self.assert_done(third.ask("seek", game=GAME, pace="quick"))
        self.assertEqual(wait_push(third, "seek")["others"], 0)
        del bo

    def test_another_pace_another_game_or_one_who_stopped_is_not_paired(self):
        _, links = self.seekers(4)
        self.assert_done(links[3].ask("seek", game=GAME, pace="steady"))
        self.assert_done(links[3].ask("seek", on=False))
        self.assert_done(links[0].ask("seek", game=GAME, pace="steady"))
        self.assert_done(links[1].ask("seek", game=GAME, pace="days"))
        self.assert_done(links[2].ask("seek", game="flipcity", pace="steady"))
        # the first was told how it stands after somebody had the time to be paired with it
        wait_push(links[0], "seek", lambda push: push["waited"] >= 2000)
        for link in links:
            link.hear_all()
            self.assertNotIn("matched", [push["push"] for push in link.pushes])

    def test_nobody_is_paired_with_somebody_they_have_blocked_nor_with_themselves(self):
        (ada, bo), links = self.seekers(2)
        them = bo.get("/api/me")[1]["person"]["id"]
        self.assertEqual(ada.post("/api/block", {"person": them})[0], 200)
        second = ada.connect()
        for link in (*links, second):
            self.assert_done(link.ask("seek", game="fliptown", pace="quick"))
        wait_push(links[0], "seek", lambda push: push["waited"] >= 2000)
        for link in (*links, second):
            link.hear_all()
            self.assertNotIn("matched", [push["push"] for push in link.pushes])

    def test_who_goes_away_is_not_paired(self):
        (_, _), links = self.seekers(2)
        self.assert_done(links[0].ask("seek", game="insertcoin", pace="days"))
        links[0].close()
        self.assert_done(links[1].ask("seek", game="insertcoin", pace="days"))
        self.assertEqual(wait_push(links[1], "seek", lambda push: push["waited"] >= 2000)["others"], 0)

    def test_a_bot_is_offered_after_a_while(self):
        _, (link,) = self.seekers(1)
        self.assert_done(link.ask("seek", game="flickemup", pace="days"))
        first = wait_push(link, "seek")
        self.assertIsNone(first["bot"])
        later = wait_push(link, "seek", lambda push: push["bot"] is not None)
        self.assertIn(later["bot"], range(1, 6))
        self.assertGreater(later["reach"], first["reach"])

    def test_what_cannot_be_looked_for_is_refused(self):
        _, (link,) = self.seekers(1)
        self.refused(link.ask("seek", game="chess", pace="quick"), "no_game")
        self.refused(link.ask("seek", game=GAME, pace="hasty"), "bad_option")
        self.refused(link.ask("seek", game=GAME), "bad_option")

    def test_a_matched_table_is_there_after_kill_9(self):
        (ada, _), links = self.seekers(2)
        for link in links:
            self.assert_done(link.ask("seek", game="flipcity", pace="quick"))
        table = wait_push(links[0], "matched")["table"]
        self.server.kill()
        self.server.start()
        found = ada.get(f"/api/tables/{table}")[1]["table"]
        self.assertEqual([seat["kind"] for seat in found["seats"]], ["person", "person"])


class Waiting(Case):
    """Who has to wait. The server's clock can be set forward (tests/shift_clock.c), and ratings are what the test wants."""

    @classmethod
    def make_server(cls, data):
        cls.clock_file, cls.passed = data + ".steady", 0
        return Server(data, preload=os.environ["FLIPSIDE_SHIFT_CLOCK"], environment={"SHIFT_STEADY_FILE": cls.clock_file})

    def wait(self, seconds):
        """So much later, for the server."""
        type(self).passed += seconds
        with open(self.clock_file + ".new", "w", encoding="utf-8") as file:
            file.write(str(self.passed))
        os.rename(self.clock_file + ".new", self.clock_file)

    def rated(self, game, *ratings, bots=()):
        """People with these ratings, and what bots have in this game."""
        people = self.people(len(ratings))
        rows = [(person.get("/api/me")[1]["person"]["id"], rating) for person, rating in zip(people, ratings)]
        rows += [(f"bot {level}", rating) for level, rating in enumerate(bots, 1)]
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            database.executemany(f"INSERT INTO rating VALUES('{game}', ?, ?, 50, 0.06, 30, 1)", rows)
        database.close()
        self.server.start()
        return [person.connect() for person in people]

    def told(self, link, game, **fields):
        """The next push that tells how it stands, whole."""
        push = wait_push(link, "seek", lambda push: push["waited"] >= fields.get("waited", 0))
        fields = {"bot": None, "others": 0, **fields, "waited": push["waited"]}
        self.assertEqual(push, {"push": "seek", "game": game, "pace": "quick", "reach": 100 + 15 * (push["waited"] // 1000), **fields})
        return push["waited"]

    def test_ratings_may_be_the_further_apart_the_longer_one_waits(self):
        far = 100 + 15 * 10000
        near, other, third = self.rated(GAME, 1500, 1500 + far, 1500 - 2 * far, bots=(1000, 1400, 1700, 1610, 9000))
        self.assert_done(near.ask("seek", game=GAME, pace="quick"))
        first = self.told(near, GAME)
        self.assertLess(first, 3000)
        self.assert_done(third.ask("seek", game=GAME, pace="quick"))
        self.assert_done(other.ask("seek", game=GAME, pace="quick"))
        self.assertGreaterEqual(self.told(near, GAME, others=2), first + 3000)
        self.wait(9600)
        for link, bot in ((near, 2), (other, 5), (third, 1)):
            self.told(link, GAME, others=2, bot=bot, waited=9600000)
        self.wait(401)
        tables = {wait_push(link, "matched")["table"] for link in (near, other)}
        self.assertEqual(len(tables), 1)
        self.assert_done(third.ask("seek", on=False))

    def test_of_several_the_nearest_is_taken(self):
        links = self.rated("flipcity", 2050, 2030, 2000)
        block = links[1].person.get("/api/me")[1]["person"]["id"]
        self.assertEqual(links[0].person.post("/api/block", {"person": block})[0], 200)  # else these two would be paired
        for link in links:
            self.assert_done(link.ask("seek", game="flipcity", pace="quick"))
        table, = {wait_push(link, "matched")["table"] for link in links[1:]}
        self.assert_done(links[0].ask("seek", on=False))
        shown = links[0].person.get(f"/api/tables/{table}")[1]["table"]
        self.assertEqual(shown["clock"], {"kind": "bank", "seconds": 300, "extra": 5})

    def test_where_no_bot_is_rated_one_in_the_middle_is_offered(self):
        link = self.person().connect()
        self.assert_done(link.ask("seek", game="fliptown", pace="quick"))
        self.told(link, "fliptown")
        self.wait(15)
        self.told(link, "fliptown", bot=3, waited=15000)


class Busy(Case):
    """Nobody has more tables than one may have."""

    options = ("--max-tables", "1")

    def test_who_has_sat_down_elsewhere_searches_no_longer(self):
        busy, *free = [person.connect() for person in self.people(3)]
        self.assert_done(busy.ask("seek", game=GAME, pace="quick"))
        wait_push(busy, "seek")
        table = busy.person.make([{"kind": "me"}, {"kind": "bot", "level": 1}])["table"]["id"]
        self.refused(busy.ask("seek", game=GAME, pace="days"), "limit")
        self.assert_done(free[0].ask("seek", game=GAME, pace="quick"))
        self.assertEqual(wait_push(free[0], "seek")["others"], 0)
        self.assert_done(busy.ask("end", table=table))  # which is no reason to be paired
        self.assert_done(free[1].ask("seek", game=GAME, pace="quick"))
        self.assertEqual(*[wait_push(link, "matched")["table"] for link in free])
        busy.hear_all()
        self.assertNotIn("matched", [push["push"] for push in busy.pushes])
        self.assertNotIn('"level":"error"', self.server.log())


class ZInterface(Interface):
    documents = ("The lobby",)


if __name__ == "__main__":
    client.main()
