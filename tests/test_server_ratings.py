"""Ratings, profiles, statistics, achievements over real sockets: they follow from finished games, and from their records alone."""

import math
import os
import sqlite3
import subprocess
from statistics import stdev

import client
from client import Person, act, play_to_end
from test_server_people import ME, OPEN, PASSWORD, People, bot


def worst(actions):
    return min(actions, key=lambda action: action.get("gain", 0))


def best(actions):
    return max(actions, key=lambda action: action.get("gain", 0))


class Rated(People):
    def rating(self, person, game="royalflip"):
        games = person.get(f"/api/people/{self.me(person)['id']}")[1]["games"]
        return next((row["rating"] for row in games if row["game"] == game), None)

    def together(self, *people, game="royalflip", **wish):
        """People at one table; returns it and their connections."""
        links = [person.connect() for person in people]
        table = people[0].make([ME] + [OPEN] * (len(people) - 1), game=game, **wish)["table"]["id"]
        for seat, link in enumerate(links):
            if seat:
                self.assert_done(link.ask("sit", table=table, seat=seat))
        for link in links:
            link.watch(table)
        return table, links

    def finish(self, table, links):
        play_to_end(links, table)
        return links[0].scenes[table]["table"]["result"]

    def rebuild(self):
        run = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "store", "rebuild", "--data", client.place(self.server.data)],
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def everything(self, people):
        paths = [f"/api/ratings/{game}" for game in ("royalflip", "fliptown")]
        for person in people:
            ident = self.me(person)["id"]
            paths += [f"/api/people/{ident}{rest}" for rest in ("", "/games", "/achievements", "/statistics/royalflip")]
        answers = {path: people[0].get(path) for path in paths}
        for status, body in answers.values():
            self.assertEqual(status, 200, body)
            if "person" in body:
                body["person"]["online"] = None
        return answers


class Ratings(Rated):
    def test_who_wins_rises_and_who_loses_falls(self):
        ada, bo = self.people(2)
        table, links = self.together(ada, bo)
        result = self.finish(table, links)
        ratings = [self.rating(ada)["rating"], self.rating(bo)["rating"]]
        if len(result["winners"]) == 1:
            winner = result["winners"][0]
            told = [person.get(f"/api/tables/{table}")[1]["table"]["result"]["verdict"] for person in (ada, bo)]
            self.assertTrue(told[winner].startswith("You win with "), told)
            self.assertIn(" wins with ", told[1 - winner])
            self.assertGreater(ratings[winner], 1500)
            self.assertLess(ratings[1 - winner], 1500)
        else:
            self.assertEqual(ratings, [1500, 1500])
        played = ada.get(f"/api/people/{self.me(ada)['id']}/games")[1]["games"][0]
        self.assertEqual((played["rated"], played["rating_change"]), (True, None))  # it is shown after some games
        self.assertEqual((played["table"], len(played["seats"]), played["seat"]), (table, 2, 0))
        self.assertLess(self.rating(ada)["deviation"], 350)
        self.assertTrue(self.rating(ada)["provisional"])

    @client.about_files
    def test_who_is_not_among_the_first_hundred_stands_below_them(self):
        ada, bo = self.people(2)
        self.finish(*self.together(ada, bo, game="flipcity"))
        me = self.me(ada)["id"]
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            database.execute("UPDATE rating SET deviation = 90, games = 12 WHERE game = 'flipcity'")
            database.executemany("INSERT INTO rating VALUES('flipcity', ?, ?, 50, 0.06, 30, 1)",
                                 [(f"somebody {i:03d}", 3000 + i) for i in range(100)])
        database.close()
        self.server.start()
        players = ada.get("/api/ratings/flipcity")[1]["players"]
        self.assertEqual(len(players), 101)
        self.assertEqual([player["rank"] for player in players[:100]], list(range(1, 101)))
        self.assertEqual((players[100]["person"], players[100]["you"], players[100]["rank"] > 100), (me, True, True))
        self.assertEqual(len(self.person().get("/api/ratings/flipcity")[1]["players"]), 100)

    @client.about_files
    def test_games_are_listed_fifty_at_a_time(self):
        ada = self.person()
        self.played(ada, [ME])
        me = self.me(ada)["id"]
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            columns = [row[1] for row in database.execute("PRAGMA table_info(result)")]
            row = dict(zip(columns, database.execute("SELECT * FROM result WHERE person = ?", (me,)).fetchone()))
            for i in range(1, 101):
                other = {**row, "game_table": f"{row['game_table'][:-3]}{i:03d}", "time": row["time"] - i}
                database.execute(f"INSERT INTO result VALUES({','.join('?' * len(columns))})", [other[name] for name in columns])
        database.close()
        self.server.start()
        pages, path = [], f"/api/people/{me}/games"
        while path:
            page = ada.get(path)[1]
            pages.append([game["time"] for game in page["games"]])
            path = page["next"] and f"/api/people/{me}/games/{page['next']}"
        self.assertEqual([len(page) for page in pages], [50, 50, 1])
        self.assertEqual(sum(pages, []), [row["time"] - i for i in range(101)])
        for wrong in ("x", "0", "-5", "7x"):
            self.error(ada.get(f"/api/people/{me}/games/{wrong}"), 404, "not_found")

    def test_many_seats_are_pairs_and_bots_are_rated_too(self):
        ada = self.person()
        table = ada.make([ME, bot(1), bot(1), bot(2)])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        result = self.finish(table, [link])
        scores = result["scores"]
        rows = ada.get("/api/ratings/royalflip")[1]["players"]
        levels = {row["level"]: row for row in rows if row["level"]}
        self.assertEqual(levels[1]["name"], "Bot 1")
        self.assertIsNone(levels[1]["person"])
        mine = next(row for row in rows if row["you"])
        self.assertEqual((mine["person"], mine["rating"]), (self.me(ada)["id"], self.rating(ada)))
        beaten, lost = sum(score < scores[0] for score in scores[1:]), sum(score > scores[0] for score in scores[1:])
        change = mine["rating"]["rating"] - 1500
        if beaten != lost and len({row["rating"]["games"] for row in rows}) == 1:  # all were new to it
            self.assertEqual(change > 0, beaten > lost)
        ranks = [row["rank"] for row in rows if not row["you"]]
        self.assertEqual((ranks, mine["rank"]), (sorted(ranks), None))  # of herself too little is known yet

    def test_a_table_that_is_not_rated_changes_no_rating(self):
        ada = self.person()
        made = ada.make([ME, bot(1)], rated=False)["table"]
        self.assertFalse(made["rated"])
        link = ada.connect()
        link.watch(made["id"])
        self.finish(made["id"], [link])
        self.assertFalse(any(row["you"] for row in ada.get("/api/ratings/royalflip")[1]["players"]))
        self.assertEqual(len(ada.get(f"/api/people/{self.me(ada)['id']}/games")[1]["games"]), 1)
        again = self.assert_done(link.ask("rematch", table=made["id"]))["table"]
        again = ada.get(f"/api/tables/{again}")[1]["table"]
        self.assertFalse(again["rated"])
        self.assertEqual([seat["name"] for seat in again["seats"]], [seat["name"] for seat in made["seats"]])

    def test_who_leaves_has_lost_and_a_hint_wins_nothing(self):
        ada, bo, cy = self.people(3)
        table, links = self.together(ada, bo, cy)
        self.assert_done(links[0].ask("leave", table=table))
        play_to_end(links[1:], table)
        self.assertLess(self.rating(ada)["rating"], 1500)
        gone = ada.get(f"/api/people/{self.me(ada)['id']}/games")[1]["games"][0]
        self.assertEqual((gone["won"], gone["gone"], gone["place"]), (False, True, 3))
        self.assertRegex(gone["seats"][0]["name"], r"^Bot for ")
        stayed = bo.get(f"/api/people/{self.me(bo)['id']}/games")[1]["games"][0]
        self.assertFalse(stayed["gone"])

        dee, eve = self.people(2)
        table, links = self.together(dee, eve)
        offer = self.assert_done(links[0].ask("offer", table=table, kind="help"))["offer"]
        self.assert_done(links[1].ask("answer", table=table, offer=offer, accept=True))
        for link in links:  # both are helped: whoever wins, nothing counts
            link.wait_scene(table, lambda scene: scene["actions"])
            self.assert_done(link.ask("hint", table=table, seat=link.scenes[table]["seat"]))
        self.finish(table, links)
        self.assertIsNone(self.rating(dee))
        self.assertTrue(dee.get(f"/api/tables/{table}")[1]["table"]["seats"][0]["helped"])

    def test_games_against_oneself_and_games_given_up_are_not_rated(self):
        ada, bo = self.people(2)
        self.played(ada, [ME, ME])
        self.played(ada, [ME])
        table, links = self.together(ada, bo)
        for link in links:
            self.assert_done(link.ask("end", table=table, agree=True))
        self.assertIsNone(self.rating(ada))
        self.assertIsNone(self.rating(bo))

    def test_rebuilt_from_records_everything_is_the_same(self):
        people = self.people(3)
        for turn in range(3):
            table, links = self.together(*people[turn % 2:], public=True)
            self.finish(table, links)
        self.played(people[0], [ME, bot(1), bot(2)])
        self.played(people[1], [ME, bot(1)])
        self.played(people[0], [ME])
        self.played(people[2], [ME, bot(1)], game="fliptown")
        before = self.everything(people)
        self.server.stop()
        self.rebuild()
        self.server.start()
        self.assertEqual(self.everything(people), before)
        table, links = self.together(*people)  # and it goes on from there
        self.finish(table, links)
        self.assertNotEqual(self.everything(people), before)

    def test_a_result_survives_a_crash_right_after_it_was_told(self):
        ada, bo = self.people(2)
        table, links = self.together(ada, bo)
        self.finish(table, links)
        before = self.everything([ada, bo])
        self.server.kill()
        self.server.start()
        self.assertEqual(self.everything([ada, bo]), before)


class Ties(Rated):
    """Royal Flip's tie-break: two who always take the first move are tied."""

    def tied(self, *people, **wish):
        """A table at which all seats have yet to throw."""
        table, links = self.together(*people, **wish)
        while any(link.scenes[table]["view"]["phase"] != "throw" for link in links):
            able = [link for link in links if link.scenes[table]["actions"] and
                    link.scenes[table]["view"]["phase"] != "throw"]
            if able:
                act(able[0], table)
            for link in links:
                link.hear_all()
        return table, links

    def throw(self, link, table, hand):
        scene = link.wait_scene(table, lambda newest: newest["actions"])
        return self.assert_done(link.ask("act", table=table, seat=scene["seat"], text=f"throw {hand}"))

    def rows(self, person):
        return person.get(f"/api/people/{self.me(person)['id']}/games")[1]["games"][0]

    def test_the_tie_break_decides_places_and_ratings_where_scores_tie(self):
        ada, bo, cy = self.people(3)
        table, links = self.tied(ada, bo, cy)
        for hands in (("rock", "paper", "scissors"), ("paper", "paper", "rock"), ("scissors", "rock")):
            for link, hand in zip(links, hands):
                self.throw(link, table, hand)
            for link in links:
                link.hear_all()
        result = links[2].wait_scene(table, lambda scene: scene["table"]["status"] == "over")["table"]["result"]
        self.assertEqual(len(set(result["scores"])), 1)
        self.assertEqual(result["winners"], [1])
        self.assertEqual([(row["won"], row["place"]) for row in map(self.rows, (ada, bo, cy))],
                         [(False, 2), (True, 1), (False, 2)])
        self.assertGreater(self.rating(bo)["rating"], 1500)
        self.assertLess(self.rating(ada)["rating"], 1500)

    def test_without_the_tie_break_the_win_is_shared(self):
        ada, bo = self.people(2)
        table, links = self.together(ada, bo, options={"tie_break": False})
        result = self.finish(table, links)
        self.assertEqual(result["winners"], [0, 1])
        self.assertEqual([(row["won"], row["place"]) for row in map(self.rows, (ada, bo))], [(True, 1), (True, 1)])
        self.assertEqual([self.rating(person)["rating"] for person in (ada, bo)], [1500, 1500])

    def test_nobody_hears_of_a_hand_before_all_have_thrown_even_at_an_open_table(self):
        for wide_open in (False, True):
            with self.subTest(open=wide_open):
                ada, bo = self.people(2)
                table, links = self.tied(ada, bo, open=wide_open, public=True)
                looker = self.person().connect()
                looker.watch(table)
                heard = [len(link.heard) for link in (links[1], looker)]
                self.throw(links[0], table, "scissors")
                links[0].wait_scene(table, lambda scene: scene["view"]["shared"]["tie_break"]["hands"][0] == "scissors")
                for link, since in zip((links[1], looker), heard):
                    link.hear_all()
                    self.assertEqual(link.scenes[table]["table"]["to_act"], [1])
                    self.assertEqual(link.scenes[table]["view"]["shared"]["tie_break"]["hands"], [None, None])
                    self.assertNotIn("shows scissors", "".join(entry["tell"] for entry in link.logs[table]))
                    self.assertNotIn('"text":"throw scissors","tell":"shows scissors","time"', "".join(link.heard[since:]))
                self.assert_done(links[0].ask("undo", table=table, seat=0))
                self.throw(links[0], table, "rock")
                self.throw(links[1], table, "paper")
                for link in (*links, looker):
                    link.wait_scene(table, lambda scene: scene["table"]["status"] == "over")
                    self.assertIn("Paper beats rock: ", link.logs[table][-1]["tell"])
                    self.assertEqual(link.scenes[table]["view"]["shared"]["tie_break"]["shown"], [["rock", "paper"]])

    def test_a_hint_says_that_any_hand_is_as_good_and_the_tutor_judges_none(self):
        ada, bo = self.people(2)
        table, links = self.tied(ada, bo, tutor=True)
        choices = self.assert_done(links[0].ask("hint", table=table, seat=0))["choices"]
        self.assertEqual(sorted(choice["text"] for choice in choices), ["throw paper", "throw rock", "throw scissors"])
        for choice in choices:
            self.assertEqual((choice["value"], choice["why"]), (0.5, "is as good as any other"))
            self.assertNotIn("then", choice)
        self.throw(links[0], table, "rock")
        verdict = self.assert_done(links[0].ask("judge", table=table, seat=0))["verdict"]
        self.assertEqual((verdict["word"], verdict["loss"]), ("only", 0))
        self.assertEqual(verdict["sentence"], "Any hand is as good as another: there is nothing to judge.")


class Profiles(Rated):
    def test_a_profile_shows_games_and_solo_scores(self):
        ada = self.person()
        tables = [self.played(ada, [ME]) for _ in range(3)]
        scores = [ada.get(f"/api/tables/{table}")[1]["table"]["result"]["scores"][0] for table in tables]
        status, body = self.person().get(f"/api/people/{self.me(ada)['id']}")
        self.assertEqual((status, body["you"], body["person"]["name"]), (200, False, self.me(ada)["name"]))
        row = body["games"][0]
        self.assertEqual((row["game"], row["played"], row["rating"]), ("royalflip", 3, None))
        self.assertEqual(row["solo"], {"played": 3, "best": max(scores), "mean": sum(scores) / 3})
        statistics = ada.get(f"/api/people/{self.me(ada)['id']}/statistics/royalflip")[1]
        self.assertEqual([game["value"] for game in statistics["games"]], scores)
        self.assertEqual((statistics["best"], statistics["played"], statistics["ratings"]), (max(scores), 3, []))
        self.assertEqual(sum(bar["count"] for bar in statistics["distribution"]), 3)
        self.assertEqual(statistics["measure"], {"name": "score", "best": "most", "lost": None})
        empty = ada.get(f"/api/people/{self.me(ada)['id']}/statistics/insertcoin")[1]
        self.assertEqual((empty["played"], empty["best"], empty["games"]), (0, None, []))

    def test_private_tables_of_others_are_not_linked_and_own_ones_are(self):
        ada, bo = self.people(2)
        private, public = self.played(ada, [ME]), self.played(ada, [ME], public=True)
        path = f"/api/people/{self.me(ada)['id']}/games"
        self.assertEqual([row["table"] for row in bo.get(path)[1]["games"]], [public, None])
        self.assertEqual([row["table"] for row in ada.get(path)[1]["games"]], [public, private])
        first = ada.get(path)[1]["games"][0]
        older = ada.get(f"{path}/{first['time']}")[1]
        self.assertEqual(([row["table"] for row in older["games"]], older["next"]), ([private], None))

    def test_who_plays_alone_has_finished_and_beaten_nobody(self):
        ada, bo = self.people(2)
        for _ in range(2):
            self.played(ada, [ME])

        def row(person):
            return ada.get(f"/api/people/{self.me(person)['id']}")[1]["games"][0]
        self.assertEqual((row(ada)["played"], row(ada)["won"], row(ada)["solo"]["played"]), (2, 0, 2))
        self.assertGreaterEqual(row(ada)["solo"]["best"], row(ada)["solo"]["mean"])
        table, links = self.together(ada, bo)
        result = self.finish(table, links)
        self.assertEqual((row(ada)["played"], row(ada)["won"]), (3, int(0 in result["winners"])))
        self.assertEqual((row(bo)["played"], row(bo)["won"], row(bo)["solo"]), (1, int(1 in result["winners"]), None))
        statistics = ada.get(f"/api/people/{self.me(ada)['id']}/statistics/royalflip")[1]
        self.assertEqual((statistics["played"], statistics["won"]), (3, row(ada)["won"]))
        won, lost = (int(result["winners"] == [seat]) for seat in (0, 1))
        self.assertEqual(statistics["opponents"], [{**{key: self.me(bo)[key] for key in ("id", "name")}, "played": 1, "won": won, "lost": lost}])
        self.assertEqual(statistics["seat_order"], [{"seats": 2, "seat": 0, "played": 1, "won": row(ada)["won"], "mean": result["scores"][0]}])
        self.assertEqual([game["seat"] for game in statistics["games"]], [0, 0, 0])
        other = bo.get(f"/api/people/{self.me(bo)['id']}/statistics/royalflip")[1]
        self.assertEqual([(one["id"], one["won"], one["lost"]) for one in other["opponents"]], [(self.me(ada)["id"], lost, won)])

    def test_flip_city_is_measured_by_its_turns(self):
        ada = self.person()
        self.played(ada, [ME], game="flipcity")
        statistics = ada.get(f"/api/people/{self.me(ada)['id']}/statistics/flipcity")[1]
        game = statistics["games"][0]
        self.assertEqual(statistics["measure"], {"name": "turns", "best": "least", "lost": 101})
        self.assertEqual(game["value"], 101 if not game["won"] else game["value"])
        self.assertEqual(statistics["best"], game["value"] if game["won"] else None)  # lost is nothing to beat
        row = next(row for row in ada.get(f"/api/people/{self.me(ada)['id']}")[1]["games"] if row["game"] == "flipcity")
        self.assertEqual((row["solo"]["played"], row["solo"]["best"]), (1, statistics["best"]))

    def labels(self, person, game):
        answer = person.get(f"/api/people/{self.me(person)['id']}/statistics/{game}")[1]
        return answer["games"], {label["name"]: {one["value"]: one for one in label["values"]} for label in answer["labels"]}

    def test_games_are_told_apart_by_what_the_game_counts(self):
        ada = self.person()
        for characters, cowbot in ((["mayor"], "bart"), (["miner"], "bart"), (["miner"], "none"), (["miner"], "jane")):
            self.played(ada, [ME], game="fliptown", options={"characters": characters, "cowbot": cowbot})
        games, labels = self.labels(ada, "fliptown")
        scores = [game["score"] for game in games]
        miner = labels["Character"]["Miner"]
        self.assertEqual({name: one["played"] for name, one in labels["Character"].items()}, {"Mayor": 1, "Miner": 3})
        self.assertEqual({name: one["played"] for name, one in labels["Cowbot"].items()}, {"Black Bart": 2, "Calamity Jane": 1})
        self.assertEqual(list(labels), ["Character", "Cowbot", "Strength of the cowbot", "Poker"])
        self.assertIn({"name": "Cowbot", "value": "Calamity Jane"}, games[3]["labels"])
        self.assertEqual((miner["alone"], miner["mean"], miner["won"]), (True, sum(scores[1:]) / 3, sum(game["won"] for game in games[1:])))
        half = 3.85 * stdev(scores[1:]) / math.sqrt(3)
        for end, expected in zip(miner["interval"], (miner["mean"] - half, miner["mean"] + half)):
            self.assertAlmostEqual(end, expected, 2)
        self.assertEqual((labels["Character"]["Mayor"]["mean"], labels["Character"]["Mayor"]["interval"]), (scores[0], None))

    def test_the_shapes_that_were_kept_count_once_a_game_and_not_for_others(self):
        ada, bo = self.people(2)
        table, links = self.together(ada, bo, game="insertcoin")
        self.finish(table, links)
        for person, seat in zip((ada, bo), links[0].scenes[table]["view"]["seats"]):
            games, labels = self.labels(person, "insertcoin")
            kept = {level["shape"] for level in seat["levels"]}
            self.assertEqual({name: (one["played"], one["alone"]) for name, one in labels["Shape kept"].items()},
                             {shape: (1, False) for shape in kept})
            self.assertEqual(games[0]["labels"], [{"name": "Cards", "value": "Dealt"}] +
                             [{"name": "Shape kept", "value": shape} for shape in sorted(kept)])
            self.assertEqual(labels["Cards"]["Dealt"]["mean"], games[0]["score"])

    @client.about_files
    def test_games_from_before_are_told_apart_too(self):
        ada = self.person()
        for pvp in (False, True, False):
            self.played(ada, [ME, bot(1)], options={"pvp": pvp})
        before = self.labels(ada, "royalflip")
        self.assertEqual({name: one["played"] for name, one in before[1]["Way of playing"].items()},
                         {"Each their own city": 2, "Player versus player": 1})
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            client.schema_before(database, min(number for number, step in client.schema_steps().items() if "TABLE label(" in step) - 1)
        database.close()
        self.server.start()
        client.eventually("the labels are found again", lambda: self.labels(ada, "royalflip") == before)
        self.server.stop()
        self.rebuild()
        self.server.start()
        self.assertEqual(self.labels(ada, "royalflip"), before)


class Achievements(Rated):
    def achieved(self, person, game):
        games = person.get(f"/api/people/{self.me(person)['id']}/achievements")[1]["games"]
        return {row["id"]: row for row in next(g for g in games if g["game"] == game)["achievements"]}

    def test_unhurt_is_for_lives_and_coins_that_were_kept_not_for_those_wasted(self):
        def wasting(actions):
            return next((action for action in actions if action["kind"] == "fill"), actions[0])

        def careful(actions):
            draws = [action for action in actions if action["kind"] == "draw"]
            return best(draws or actions)

        for choose in (wasting, careful):
            ada = self.person()
            table = ada.make([ME], "insertcoin")["table"]["id"]
            link = ada.connect()
            link.watch(table)
            play_to_end([link], table, choose)
            mine = link.scenes[table]["view"]["seats"][0]
            whole = mine["lives"] >= 3 and mine["coins"] >= 1 and mine["score"]["levels"] >= 1
            self.assertEqual(self.achieved(ada, "insertcoin")["unhurt"]["reached"] is not None, whole, mine)
            self.assertFalse(whole and choose is wasting, mine)

    def test_an_achievement_is_told_once_and_kept(self):
        ada = self.person()
        self.assertIsNone(self.achieved(ada, "royalflip")["first_city"]["reached"])
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        play_to_end([link], table)
        link.hear_all()
        told = [push["achievements"][0]["id"] for push in link.pushes if push["push"] == "achieved"]
        self.assertIn("first_city", told)
        mine = self.achieved(ada, "royalflip")
        self.assertIsNotNone(mine["first_city"]["reached"])
        self.assertEqual((mine["regular"]["have"], mine["regular"]["need"], mine["regular"]["reached"]), (1, 10, None))
        self.assertIsNone(mine["fifty_five"]["reached"])
        table = self.played(ada, [ME])
        self.assertEqual(self.achieved(ada, "royalflip")["regular"]["have"], 2)

    def test_a_hint_reaches_nothing(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        self.assert_done(link.ask("hint", table=table, seat=0))
        play_to_end([link], table)
        self.assertIsNone(self.achieved(ada, "royalflip")["first_city"]["reached"])

    def test_fliptown_counts_its_own_and_the_fourteenth_is_collected_over_games(self):
        ada = self.person()
        beaten = set()
        for cowbot in ("bart", "kid"):
            for _ in range(2):
                table = ada.make([ME], game="fliptown", options={"cowbot": cowbot, "strength": "normal"})["table"]["id"]
                link = ada.connect()
                link.watch(table)
                play_to_end([link], table, choose=best)
                result = ada.get(f"/api/tables/{table}")[1]["table"]["result"]
                if result["cowbot"]["verdict"] == "won":
                    beaten.add(result["cowbot"]["id"])
                    break
        mine = self.achieved(ada, "fliptown")
        self.assertEqual((mine["four_down"]["have"], mine["four_down"]["need"]), (len(beaten), 4))
        self.assertIsNone(mine["four_down"]["reached"])

    def shoot_on(self, link, table):
        """One step of a lawman who shoots at whoever is nearest."""
        scene = link.scenes[table]
        actions, shared = scene["actions"], scene["view"]["shared"]
        shots = [action for action in actions if action["kind"] == "shoot"]
        plays = [action["text"] for action in actions if action["kind"] == "play"]
        able = [text for text in plays if shared["cowboys"][text.split()[1]]["state"] in ("standing", "fallen")]
        text = (able or plays or ["end"])[0]
        targets = [figure["pose"] for name, figure in shared["cowboys"].items()
                   if name.startswith("O") and figure["state"] == "standing"]
        if shots and targets:
            shot = shots[len(link.logs[table]) % len(shots)]
            x, y = shot["from"]["x"], shot["from"]["y"]
            near = min(targets, key=lambda pose: math.hypot(pose[0] - x, pose[1] - y))
            text = "%s %.1f 3200" % (shot["text"], math.degrees(math.atan2(near[1] - y, near[0] - x)) % 360)
        self.assert_done(link.ask("act", table=table, seat=scene["seat"], text=text, at=scene["table"]["steps"]))
        link.wait_scene(table, lambda newest: newest["table"]["steps"] != scene["table"]["steps"])

    def test_what_was_flicked_counts_for_who_flicked_it(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN], game="flickemup")["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table), two.watch(table)
        while one.scenes[table]["table"]["status"] == "running":
            if one.scenes[table]["actions"]:
                self.shoot_on(one, table)
            elif two.scenes[table]["actions"]:
                act(two, table, lambda actions: next((a for a in actions if a["kind"] == "end"), actions[0]))
            one.hear_all(), two.hear_all()
        flicks = [ada.get(f"/api/replays/{table}/flick/{number + 1}")[1]["flick"] for number in range(one.scenes[table]["flicks"])]
        hits = [flick for flick in flicks if flick["ruling"].startswith("a hit")]
        self.assertTrue(hits and all(flick["seat"] == 0 for flick in flicks))

        def distance(flick):
            (x, y), (u, v) = flick["before"]["bullet"][:2], flick["before"][flick["touched"][0]][:2]
            return math.hypot(u - x, v - y) / 100
        mine, his = self.achieved(ada, "flickemup"), self.achieved(bo, "flickemup")
        self.assertIsNotNone(mine["first_hit"]["reached"])
        self.assertEqual(mine["long_shot"]["reached"] is not None, any(distance(flick) >= 601 for flick in hits))
        self.assertEqual(mine["five_hits"]["reached"] is not None, len(hits) >= 5)
        for name in ("law", "law_unharmed"):
            self.assertIsNotNone(mine[name]["reached"], name)
        for name in ("duel", "doors", "powder", "outlaw", "posse", "beat_bot"):
            self.assertIsNone(mine[name]["reached"], name)
        self.assertEqual([mine[name]["have"] for name in ("ten_wins", "all_scenarios")], [1, 1])
        self.assertEqual([name for name, row in his.items() if row["reached"] or row["have"]], [])
        labels = ada.get(f"/api/people/{self.me(ada)['id']}/statistics/flickemup")[1]["labels"]
        one_game = {"alone": False, "played": 1, "won": 1, "mean": None, "interval": None}
        self.assertEqual(labels, [{"name": name, "values": [{"value": value, **one_game}]} for name, value in
                                  (("Scenario", one.scenes[table]["view"]["scenario"]), ("Side", "lawmen"), ("Hand", "exact"))])

    def test_the_data_of_every_game_says_what_can_be_understood(self):
        import json
        root = os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "games")
        for game in os.listdir(root):
            path = os.path.join(root, game, "data", "achievements.json")
            if not os.path.exists(path):
                continue
            with open(path, encoding="utf-8") as file:
                data = json.load(file)
            self.assertEqual(data["game"], game)
            ids = [entry["id"] for entry in data["achievements"]]
            self.assertEqual(len(ids), len(set(ids)))
            for label in data["labels"]:
                self.assertLessEqual({"name", "at"}, set(label))
                self.assertLessEqual(set(label), {"name", "at", "each", "words"})
            for entry in data["achievements"]:
                self.assertLessEqual(set(entry), {"id", "title", "text", "number", "when", "over_games"}, entry)
                self.assertTrue(entry["title"] and entry["text"] and ("number" in entry or entry["when"]))
                conditions = list(entry.get("when", []))
                while conditions:
                    condition = conditions.pop()
                    self.assertEqual(len(condition), 3 if "such" in condition else 2, condition)
                    self.assertLessEqual(set(condition), {"at", "is", "least", "most", "has", "begins", "such"})
                    conditions += condition.get("such", [])
                if "over_games" in entry:
                    self.assertGreater(entry["over_games"]["need"], 1)


class ZInterface(client.Interface):
    documents = ("Ratings",)


del Person, PASSWORD, People

if __name__ == "__main__":
    client.main()
