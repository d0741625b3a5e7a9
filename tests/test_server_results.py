"""What follows from finished games, whole: every fact that an achievement can name, every row of results and ratings.

The game is the one of examples/, which is short, with achievements of its own that ask for everything docs/achievements.md says. What is
expected is reckoned here a second time.
"""

import json
import math
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile

import client
from client import Server, play_to_end
from test_server_people import ME, OPEN, People, bot

GAME, ROUNDS = "higherlower", 3
MEASURE = {"name": "cards", "at": "view.round", "best": "least", "lost": 99}


# --- achievements --------------------------------------------------------------------------------------------------------


def achievement(name, *when, **more):
    return {"id": name, "title": name.title(), "text": f"For {name}.", **({"when": list(when)} if when else {}), **more}


def every_achievement():
    """One for each value that a fact may have, and some for each kind of condition."""
    numbers = ("seats", "persons", "steps", "seat", "score", "place", "won", "daily", "bots", "flicks", "parts", "parts.points", "mine",
               "mine.score", "mine.row", "view.round", "view.seats", "result.scores", "options", "view.seats.1.score")
    yield from (achievement(f"{at} {kind} {value}", {"at": at, kind: value}) for at in numbers for kind in ("is", "least", "most")
                for value in range(20))
    yield from (achievement(f"{at} {value}", {"at": at, "is": value}) for at in ("won", "daily") for value in (False, True))
    yield from (achievement(f"{at} has {value}", {"at": at, "has": value}) for at in ("bots", "result.winners", "nothing") for value in range(6))
    yield from (achievement(f"{at} {kind} {value}", {"at": at, kind: value}) for at in ("game", "seats") for kind in ("is", "begins")
                for value in (GAME, "higher", "lower", "higherlowers", ""))
    yield from (achievement(f"{most} such {least}", {"at": "view.seats", "such": [{"at": "score", "least": least}, {"at": "row", "most": 1}],
                                                     "least": 1, "most": most}) for least in range(5) for most in range(5))
    yield achievement("both", {"at": "seats", "least": 2}, {"at": "won", "is": True})
    yield from (achievement("nothing", {"at": "nothing", "most": 9}), {**achievement("never"), "when": []}, achievement("silent"),
                achievement("counted", number=3), achievement("deep", {"at": "mine.score.deeper", "most": 9}))
    for need in (2, 3):
        yield achievement(f"tables {need}", {"at": "score", "least": 0}, over_games={"need": need})
        for distinct in ("persons", "game", "won", "seat"):
            yield achievement(f"{distinct} {need}", {"at": "score", "least": 0}, over_games={"need": need, "distinct": distinct})


ACHIEVEMENTS = list(every_achievement())


def at_path(facts, path):
    for part in path.split("."):
        if isinstance(facts, list):
            facts = facts[int(part)] if int(part) < len(facts) else None
        else:
            facts = facts.get(part) if isinstance(facts, dict) else None
    return facts


def number_of(value):
    return len(value) if isinstance(value, (list, dict)) else 0 if isinstance(value, str) else value


def same(one, other):
    return type(one) is type(other) and one == other


def holds(condition, facts):
    value = at_path(facts, condition["at"])
    if value is None:
        return False
    count = sum(all(holds(one, entry) for one in condition["such"]) for entry in value) if "such" in condition else number_of(value)
    return (("is" not in condition or same(condition["is"], value)) and ("least" not in condition or count >= condition["least"])
            and ("most" not in condition or count <= condition["most"])
            and ("has" not in condition or isinstance(value, list) and condition["has"] in value)
            and ("begins" not in condition or isinstance(value, str) and value.startswith(condition["begins"])))


def reached_in(facts):
    """What a game adds: the achievement and the part of it."""
    for one in ACHIEVEMENTS:
        if one.get("when") and all(holds(condition, facts) for condition in one["when"]):
            over = one.get("over_games")
            part = at_path(facts, over["distinct"]) if over and "distinct" in over else None
            yield one["id"], "" if not over else facts["table"] if part is None else part if isinstance(part, str) else str(number_of(part) + 0)


# --- ratings -------------------------------------------------------------------------------------------------------------


SCALE, WIDEST, WEEK = 173.7178, 350, 7 * 86400 * 1000


def glicko(player, meetings):
    """Glicko-2 as it is described; the volatility by halving."""
    mu, phi, sigma = (player[0] - 1500) / SCALE, player[1] / SCALE, player[2]
    information = surprise = 0
    for (rating, deviation, _), score in meetings:
        g = 1 / math.sqrt(1 + 3 * (deviation / SCALE) ** 2 / math.pi ** 2)
        e = 1 / (1 + math.exp(-g * (mu - (rating - 1500) / SCALE)))
        information += g * g * e * (1 - e)
        surprise += g * (score - e)
    v, a = 1 / information, math.log(sigma ** 2)
    delta = v * surprise

    def balance(x):
        total = phi ** 2 + v + math.exp(x)
        return math.exp(x) * (delta ** 2 - total) / (2 * total ** 2) - (x - a) / 0.25
    low, high = a - 20, a + 20
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if balance(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    after = 1 / math.sqrt(1 / (phi ** 2 + sigma ** 2) + 1 / v)
    return (mu + after ** 2 * surprise) * SCALE + 1500, min(after * SCALE, WIDEST), sigma


def idle(player, weeks):
    return player[0], min(math.sqrt((player[1] / SCALE) ** 2 + weeks * player[2] ** 2) * SCALE, WIDEST), player[2]


class Played(People):
    @classmethod
    def setUpClass(cls):
        cls.games = tempfile.TemporaryDirectory()
        folder, root = os.path.join(cls.games.name, GAME), os.environ["FLIPSIDE_SOURCE_ROOT"]
        os.makedirs(os.path.join(folder, "data"))
        shutil.copy(os.path.join(os.path.dirname(os.environ["FLIPSIDE_PROGRAM"]), "tests", "odd_game.so"), os.path.join(folder, "game.so"))
        shutil.copy(os.path.join(root, "examples", GAME, "RULES.md"), folder)
        for name, content in (("classic", {"game": GAME, "rounds": ROUNDS, "row": 2}),
                              ("achievements", {"game": GAME, "measure": MEASURE, "achievements": ACHIEVEMENTS})):
            with open(os.path.join(folder, "data", name + ".json"), "w", encoding="utf-8") as file:
                json.dump(content, file)
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.games.cleanup()

    @classmethod
    def make_server(cls, data):
        return Server(data, "--games", cls.games.name)

    def game(self, people, *bots, before=lambda links, table: None, daily=False):
        """A game to its end; returns what is known of it."""
        links = [person.connect() for person in people]
        if daily:
            table = people[0].post("/api/daily", {"game": GAME})[1]["table"]["id"]
        else:
            table = people[0].make([ME, *[OPEN] * (len(people) - 1), *map(bot, bots)], game=GAME)["table"]["id"]
        for seat, link in enumerate(links[1:], 1):
            self.assert_done(link.ask("sit", table=table, seat=seat))
        for link in links:
            link.watch(table)
        before(links, table)
        for link in links:
            link.hear_all()
        choice = random.Random(len(people)).choice
        playing = [link for link in links if link.scenes[table]["mine"]]
        play_to_end(playing, table, choice)
        status, record = people[0].get(f"/api/tables/{table}/record")
        shown = playing[0].scenes[table]
        return {"table": table, "people": people, "links": links, "shown": shown, "seats": shown["table"]["seats"],
                "result": shown["table"]["result"] if status != 200 else record["result"], "daily": daily}

    def row(self, statement, *values):
        with sqlite3.connect(self.server.data) as database:
            return database.execute(statement, values).fetchall()

    def winners(self, played):
        """Of those who stayed; if only bots of leavers have won, the first of the others."""
        gone, places = self.places(played)
        stayed = [seat for seat in range(len(places)) if not gone[seat]]
        won = [seat for seat in stayed if seat in played["result"]["winners"]]
        return won or [seat for seat in stayed if places[seat] == 1 and played["result"]["winners"]]

    def places(self, played):
        """Winners, then points; whoever left comes after all who stayed, whatever the bot has made of it."""
        scores, winners = played["result"]["scores"], played["result"]["winners"]
        gone = [seat["kind"] == "bot" and seat["name"].startswith("Bot for ") for seat in played["seats"]]

        def stands_before(a, b):
            if gone[a] or gone[b]:
                return not gone[a] and gone[b]
            return a in winners if (a in winners) != (b in winners) else scores[a] > scores[b]
        count = range(len(scores))
        return gone, [1 + sum(stands_before(a, b) for a in count if a != b) for b in count]


class WithoutMore(Played):
    def test_a_game_without_lessons_and_puzzles_says_so(self):
        ada = self.person()
        for path, body in (("/api/lessons", {"game": GAME, "lesson": 0}), ("/api/puzzles/rush", {"game": GAME})):
            status, answer = ada.post(path, body)
            self.assertEqual((status, answer["error"]["code"]), (404, "not_found"))
            self.assertRegex(answer["error"]["message"], "has no (lessons|puzzles) yet")
        for what in ("daily", "next"):
            self.assertEqual(ada.get(f"/api/puzzles/{GAME}/{what}")[1]["error"]["code"], "not_found")


class Facts(Played):
    def facts(self, played, seat):
        view, result = played["shown"]["view"], played["result"]
        places = self.places(played)[1]
        return {"game": GAME, "seats": len(played["seats"]), "steps": played["shown"]["table"]["steps"], "options": {},
                "persons": sum(seat["kind"] == "person" for seat in played["seats"]), "daily": played["daily"],
                "bots": [seat["level"] for seat in played["seats"] if seat["kind"] == "bot"], "result": result, "view": view,
                "flicks": [], "seat": seat, "score": result["scores"][seat], "place": places[seat], "won": seat in result["winners"],
                "parts": result["breakdown"][seat], "mine": view["seats"][seat], "table": played["table"]}

    def achieved(self, person, asker=None):
        games = (asker or person).get(f"/api/people/{self.me(person)['id']}/achievements")[1]["games"]
        return next(game for game in games if game["game"] == GAME)

    def told(self, link):
        """What the link was told when a game was over."""
        link.hear_all()
        pushes = [push for push in link.pushes if push["push"] == "achieved"]
        for push in pushes:
            one = next(one for one in ACHIEVEMENTS if one["id"] == push["achievements"][0]["id"])
            self.assertEqual(push["achievements"], [{key: one[key] for key in ("id", "title", "text")}])
            self.assertEqual(push["game"], GAME)
        return [(push["table"], push["achievements"][0]["id"]) for push in pushes]

    def test_every_fact_of_a_game_is_found_by_the_achievements_that_name_it(self):
        ada, bo, cy = self.people(3)
        games = [self.game([ada, bo], 2), self.game([ada]), self.game([ada, bo, cy], 5),
                 self.game([ada], daily=True), self.game([bo], 1, 3)]
        have = {person: {} for person in (ada, bo, cy)}
        times = {table: time for table, time in self.row("SELECT id, finished FROM game_table")}
        for played in games:
            told = {person: [] for person in played["people"]}
            for seat, person in enumerate(played["people"]):
                for name, part in reached_in(self.facts(played, seat)):
                    parts, need = have[person].setdefault(name, {}), self.need(name)
                    if part not in parts:
                        parts[part] = (times[played["table"]], played["table"])
                        told[person] += [(played["table"], name)] if len(parts) == need else []
            for person, link in zip(played["people"], played["links"]):
                self.assertEqual([one for one in self.told(link) if one[0] == played["table"]], told[person])
        self.assertEqual({one["table"] for one in self.achieved(ada, bo)["achievements"]}, {None}, "others do not hear which table it was")
        for person, parts in have.items():
            self.assertGreater(len(parts), 100)
            self.assertEqual(self.achieved(person), {"game": GAME, "title": "Higher or Lower", "achievements": [
                self.shown(one, parts.get(one["id"], {})) for one in ACHIEVEMENTS]})
            rows = self.row("SELECT id, part, time FROM achievement WHERE person = ?", self.me(person)["id"])
            self.assertEqual(sorted(rows), sorted((name, part, time) for name in parts for part, (time, _) in parts[name].items()))

    @staticmethod
    def need(name):
        return next(one for one in ACHIEVEMENTS if one["id"] == name).get("over_games", {"need": 1})["need"]

    def shown(self, one, parts):
        need = self.need(one["id"])
        reached, table = sorted(parts.values())[need - 1] if len(parts) >= need else (None, None)
        return {"id": one["id"], "title": one["title"], "text": one["text"], "have": min(len(parts), need), "need": need,
                "reached": reached, "table": table}


class Ratings(Played):
    def rate(self, ratings, played):
        """What the game makes of the ratings; and each seat's rating before and after."""
        (gone, _), scores, winners = self.places(played), played["result"]["scores"], played["result"]["winners"]
        time, = self.row("SELECT finished FROM game_table WHERE id = ?", played["table"])[0]
        count = range(len(scores))
        names = [self.me(played["people"][seat])["id"] if seat < len(played["people"]) else f"bot {played['seats'][seat]['level']}"
                 for seat in count]
        before = [ratings.get(name, (1500, 350, 0.06, 0, time)) for name in names]
        now = [idle(player[:3], (time - player[4]) // WEEK) for player in before]

        def compare(a, b):
            if gone[a] or gone[b]:
                return gone[b] - gone[a]
            if a in winners or b in winners:
                return (a in winners) - (b in winners)
            return scores[a] - scores[b]

        def counts(a, b):
            return not (gone[a] and gone[b])
        after = dict(ratings)
        for name in set(names):
            meetings = [(now[b], 0.5 + (compare(a, b) > 0) / 2 - (compare(a, b) < 0) / 2) for a in count for b in count
                        if names[a] == name != names[b] and counts(a, b)]
            if meetings:
                own = names.index(name)
                after[name] = (*glicko(now[own], meetings), before[own][3] + 1, time)
        seats = [(*before[seat][:3], *after[names[seat]][:2]) if after.get(names[seat]) != ratings.get(names[seat]) else (None,) * 5
                 for seat in count]
        return after, seats

    def close(self, one, other):
        self.assertEqual(len(one), len(other))
        for first, second in zip(one, other):
            if isinstance(second, float):
                self.assertAlmostEqual(first, second, delta=0.001)
            else:
                self.assertEqual(first, second)

    def check(self, ratings, played, helped=(), rated=True):
        ratings, seats = self.rate(ratings, played) if rated else (ratings, [(None,) * 5] * len(played["seats"]))
        kept = {row[0]: row[1:] for row in self.row("SELECT player, rating, deviation, volatility, games, time FROM rating WHERE game = ?", GAME)}
        self.assertEqual(set(kept), set(ratings))
        for name, rating in ratings.items():
            self.close(kept[name], rating)
        gone, places = self.places(played)
        rows = self.row("SELECT * FROM result WHERE game_table = ? ORDER BY seat", played["table"])
        time, = self.row("SELECT finished FROM game_table WHERE id = ?", played["table"])[0]
        self.assertEqual(len(rows), len(played["seats"]))
        for seat, row in enumerate(rows):
            shown, won = played["seats"][seat], seat in self.winners(played)
            person = self.me(played["people"][seat])["id"] if seat < len(played["people"]) else None
            self.close(row, (played["table"], seat, GAME, person, shown["name"], shown.get("level", 0), len(rows),
                             played["result"]["scores"][seat], ROUNDS + 1 if won else 99, int(won), places[seat],
                             int(gone[seat]), int(seat in helped), "", time, *seats[seat], 1))  # its labels are known
        return ratings

    def test_every_number_of_results_and_ratings_follows_from_the_games(self):
        ada, bo, cy = self.people(3)
        ratings = self.check({}, self.game([ada, bo], 1, 1))
        ratings = self.check(ratings, self.game([ada, bo, cy], before=lambda links, table: self.assert_done(links[2].ask("leave", table=table))))

        def both_leave(links, table):
            for link in links[1:]:
                self.assert_done(link.ask("leave", table=table))
        ratings = self.check(ratings, self.game([ada, bo, cy], 1, before=both_leave))

        def help_first(links, table):
            offer = self.assert_done(links[0].ask("offer", table=table, kind="help"))["offer"]
            self.assert_done(links[1].ask("answer", table=table, offer=offer, accept=True))
            links[0].wait_scene(table, lambda scene: scene["table"]["help"] and scene["actions"])
            self.assert_done(links[0].ask("hint", table=table, seat=0, here=True))
        ratings = self.check(ratings, self.game([ada, bo], 2, before=help_first), helped={0}, rated=False)
        weeks = {self.me(ada)["id"]: 1, self.me(bo)["id"]: 60, "bot 1": 5000}
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            for name, away in weeks.items():
                ratings[name] = (*ratings[name][:4], ratings[name][4] - away * WEEK)
                database.execute("UPDATE rating SET time = ? WHERE game = ? AND player = ?", (ratings[name][4], GAME, name))
        database.close()
        self.server.start()
        self.check(ratings, self.game([ada, bo, cy], 1))


class Anew(Played):
    """What follows from games is made anew from their records."""

    def rebuild(self):
        run = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "--games", self.games.name, "store", "rebuild", "--data", self.server.data],
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_games_from_before_there_was_an_order_get_one(self):
        ada, bo = self.people(2)
        tables = [self.game([ada, bo])["table"] for _ in range(5)]
        ends = {table: max(json.loads(step)["time"] for step, in self.row("SELECT json FROM step WHERE game_table = ?", table))
                for table in tables}
        kept = "SELECT game_table, seat, person, score, won, place FROM result ORDER BY game_table, seat"
        before = self.row(kept)
        self.server.stop()
        same = sorted(tables[:3])
        with sqlite3.connect(self.server.data) as database:
            database.executemany("UPDATE game_table SET finished = ? WHERE id = ?", [*[(5000, table) for table in same],
                                                                                     *[(0, table) for table in tables[3:]]])
        database.close()
        self.rebuild()
        self.server.start()
        last = ends[tables[3]], max(ends[tables[3]] + 1, ends[tables[4]])
        times = dict(zip((*same, *tables[3:]), (5000, 5001, 5002, *last)))
        self.assertEqual(dict(self.row("SELECT id, finished FROM game_table")), times)
        self.assertEqual(dict(self.row("SELECT game_table, time FROM result")), times)
        self.assertEqual(self.row(kept), before)
        self.assertEqual(self.row("SELECT DISTINCT games, time FROM rating"), [(5, last[1])])


del People

if __name__ == "__main__":
    client.main()
