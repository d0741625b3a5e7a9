"""Lessons and the tutor over real sockets: every lesson from start to end, wrong moves, going back, leaving and coming again; and
"was that good?" with what may be asked and what not."""

import json
import os
import tempfile
import unittest

import client
from client import Case, Person, act, play_to_end

ME, OPEN = {"kind": "me"}, {"kind": "open"}


def bot(level=1):
    return {"kind": "bot", "level": level}


class Lessons(Case):
    def begin(self, person, game, lesson, **wish):
        status, body = person.post("/api/lessons", {"game": game, "lesson": lesson, **wish})
        self.assertEqual(status, 200, body)
        return body["table"]["id"]

    def progress(self, person, game):
        return next(one for one in person.get("/api/lessons")[1]["tutorials"] if one["game"] == game)["lessons"]

    def follow(self, link, table, limit=1000):
        """Does what the lesson says; returns the texts it said."""
        texts = []
        for _ in range(limit):
            lesson = link.scenes[table]["lesson"]
            texts.append(lesson["text"])
            if lesson["finished"]:
                break
            scene = link.scenes[table]
            self.assertIn(lesson["do"], [one["text"] for one in scene["actions"]])
            self.assert_done(link.ask("act", table=table, seat=0, text=lesson["exact"], at=scene["table"]["steps"]))
            link.wait_scene(table, lambda newest: newest["table"]["steps"] != scene["table"]["steps"])
        return texts

    def test_every_lesson_of_every_game_that_has_them_from_start_to_end(self):
        ada = self.person("Ada")
        tutorials = ada.get("/api/lessons")[1]["tutorials"]
        root = os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "games")
        games = [game["id"] for game in ada.get("/api/games")[1]["games"]]
        there = [game for game in games if os.path.exists(os.path.join(root, game, "data", "tutorial.json"))]
        self.assertEqual(sorted(one["game"] for one in tutorials), sorted(there))
        self.assertGreaterEqual(len(there), 3)
        link = ada.connect()
        for tutorial in tutorials:
            with open(os.path.join(root, tutorial["game"], "data", "tutorial.json"), encoding="utf-8") as file:
                written = json.load(file)["lessons"]
            self.assertEqual([one["title"] for one in tutorial["lessons"]], [one["title"] for one in written])
            for number, lesson in enumerate(written):
                with self.subTest(game=tutorial["game"], lesson=lesson["title"]):
                    table = self.begin(ada, tutorial["game"], number)
                    link.watch(table)
                    texts = self.follow(link, table)
                    wanted = [text for step in lesson["steps"] if not step.get("seat")
                              for text in [step["text"]] * step.get("times", 1)]
                    self.assertEqual(texts, [*wanted, lesson["after"]])
                    self.assertNotEqual(link.scenes[table]["table"]["status"], "running")
                    self.assertTrue(self.progress(ada, tutorial["game"])[number]["learnt"])
                    link.ask("unwatch", table=table)

    def test_a_wrong_move_is_answered_kindly_and_changes_nothing(self):
        ada = self.person("Ada")
        table = self.begin(ada, "royalflip", 0)
        link = ada.connect()
        scene = link.watch(table)
        wrong = next(one for one in scene["actions"] if one["text"] != scene["lesson"]["do"])
        answer = link.ask("act", table=table, seat=0, text=wrong["text"], at=scene["table"]["steps"])
        self.refused(answer, "lesson")
        self.assertNotIn(scene["lesson"]["do"], answer["error"]["message"], "nobody learns a notation here")
        self.refused(link.ask("act", table=table, seat=0, text="dance", at=scene["table"]["steps"]), "illegal")
        self.follow(link, table, 3)
        scene = link.scenes[table]
        wrong = next(one for one in scene["actions"] if one["text"] != scene["lesson"]["do"])
        answer = link.ask("act", table=table, seat=0, text=wrong["text"], at=scene["table"]["steps"])
        self.refused(answer, "lesson")
        self.assertIn("beginning of a road", answer["error"]["message"], "the lesson's own words for it")
        self.assertEqual(link.watch(table)["lesson"]["step"], 3)

    def test_a_flick_near_the_lessons_own_is_taken_for_it_and_another_is_answered_with_what_to_try(self):
        ada = self.person("Ada")
        table = self.begin(ada, "flickemup", 0)
        link = ada.connect()
        link.watch(table)
        self.follow(link, table, 1)
        scene = link.scenes[table]
        self.assertEqual(scene["lesson"]["exact"], "move 0 1000")

        def flick(text):
            return link.ask("act", table=table, seat=0, text=text, at=scene["table"]["steps"])
        for text, words in (("move 40 1000", "too far to the left. Aim more to the right"),
                            ("move 320 1000", "too far to the right"),
                            ("move 180 1000", "too far to the"), ("move 0 1400", "that is too hard. Use less power"),
                            ("move 0 400", "that is too soft")):
            answer = flick(text)
            self.refused(answer, "lesson")
            self.assertIn(words, answer["error"]["message"])
        self.refused(flick("shoot left 0 1000"), "lesson")
        self.assertEqual(link.watch(table)["lesson"]["step"], 1)
        self.assert_done(flick("move 351.5 1250"))
        link.wait_scene(table, lambda newest: newest["lesson"]["step"] == 2)
        self.assertEqual([line["text"] for line in link.logs[table]], ["play L1", "move 0 1000", "outcome"])
        self.assertEqual(link.scenes[table]["flicks"], 1)
        flick = ada.get(f"/api/tables/{table}/flick/1")[1]["flick"]
        self.assertEqual(flick["paths"]["disc"][-1][1:4], [36989, 30000, 400])

    def test_the_flicks_of_the_lessons_show_what_counts_and_what_does_not(self):
        ada = self.person("Ada")
        link = ada.connect()
        rulings = []
        for number in range(4):
            table = self.begin(ada, "flickemup", number)
            link.watch(table)
            self.follow(link, table)
            rulings += [line["tell"] for line in link.logs[table] if line["text"] == "outcome"]
        for words in ("the move succeeds", "the disc touched a barrel", "a hit: O1", "ricochet off a barrel: does not count",
                      "grazed: O3 still stands", "he is inside the Saloon", "he has left the Saloon", "a duel"):
            self.assertTrue(any(words in ruling for ruling in rulings), (words, rulings))

    def test_back_a_step_whatever_was_revealed_and_to_the_beginning(self):
        ada = self.person("Ada")
        table = self.begin(ada, "flipcity", 5)
        link = ada.connect()
        first = link.watch(table)
        self.assertFalse(first["lesson"]["back"])
        self.refused(link.ask("undo", table=table, seat=0), "cannot_undo")
        self.follow(link, table, 12)
        lesson = link.scenes[table]["lesson"]
        self.assertEqual((lesson["step"], lesson["done"], lesson["times"]), (1, 2, 5))
        self.assert_done(link.ask("undo", table=table, seat=0))
        link.wait_scene(table, lambda scene: scene["lesson"]["done"] == 1)
        for _ in range(11):
            self.assert_done(link.ask("undo", table=table, seat=0))
        link.wait_scene(table, lambda scene: not scene["lesson"]["back"])
        self.assertEqual(link.scenes[table]["view"], first["view"])
        self.assertEqual(len(link.logs[table]), first["table"]["steps"])
        self.follow(link, table)
        self.assertTrue(link.scenes[table]["lesson"]["finished"])
        self.assert_done(link.ask("undo", table=table, seat=0))
        link.wait_scene(table, lambda scene: not scene["lesson"]["finished"])

    def test_left_and_taken_up_again_also_after_a_restart(self):
        ada = self.person("Ada")
        table = self.begin(ada, "fliptown", 0)
        link = ada.connect()
        link.watch(table)
        self.follow(link, table, 6)
        view = link.scenes[table]["view"]
        link.close()
        self.assertEqual(self.progress(ada, "fliptown")[0], {"title": "One round", "steps": 16, "learnt": False, "running": True, "step": 6})
        self.server.stop()
        self.server.start()
        self.assertEqual(self.begin(ada, "fliptown", 0), table, "the own table of the lesson is the same")
        link = ada.connect()
        scene = link.watch(table)
        self.assertEqual((scene["lesson"]["step"], scene["view"]), (6, view))
        self.follow(link, table)
        self.assertTrue(link.scenes[table]["lesson"]["finished"], "the rigged cards that were still to come came")
        self.assertEqual(link.scenes[table]["lesson"]["next"], self.progress(ada, "fliptown")[1]["title"])
        self.server.stop()
        self.server.start()
        link = ada.connect()
        self.assertTrue(link.watch(table)["lesson"]["finished"])

    def test_with_an_edition_of_ones_own_its_numbers_are_said_and_it_is_there_after_a_restart(self):
        with open(os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "games/royalflip/data/classic.json"), encoding="utf-8") as file:
            mine = json.load(file)
        mine.update(name="Mine", rounds=2, diamonds=[3, 4] + mine["diamonds"][2:])
        ada = self.person("Ada")
        table = self.begin(ada, "royalflip", 0, edition=mine)
        self.assertNotEqual(table, self.begin(ada, "royalflip", 0))  # the classic's has its own table
        link = ada.connect()
        link.watch(table)
        own = link.scenes[table]["table"]["edition"]
        self.assertEqual(own["name"], "Mine")
        self.assert_done(link.ask("act", table=table, seat=0, text=link.scenes[table]["lesson"]["exact"]))
        self.server.stop()
        self.server.start()
        self.assertEqual(self.begin(ada, "royalflip", 0, edition=own["fingerprint"]), table)
        link = ada.connect()
        link.watch(table)
        self.assertEqual(link.scenes[table]["lesson"]["step"], 1)
        texts = " ".join(self.follow(link, table))
        self.assertIn("first diamond is worth 3 points", texts)
        self.assertIn("There are 2 of them", texts)
        self.assertIn("score 4, not 2", texts)
        self.assertFalse(self.progress(ada, "royalflip")[0]["learnt"])  # that is the classic's
        status, refused = ada.post("/api/lessons", {"game": "royalflip", "lesson": 1, "edition": mine})
        self.assertEqual((status, refused["error"]["code"]), (400, "bad_lesson"), refused)
        self.assertIn("'Mine' differs too much from the classic for this lesson: step 8", refused["error"]["message"])
        status, refused = ada.post("/api/lessons", {"game": "royalflip", "lesson": 0, "edition": {"game": "fliptown"}})
        self.assertEqual(refused["error"]["code"], "bad_edition")
        status, refused = ada.post("/api/lessons", {"game": "royalflip", "lesson": 0, "edition": "0" * 64})
        self.assertEqual(status, 400)

    def test_begun_again_it_is_the_same_table_from_the_beginning_and_stays_learnt(self):
        ada = self.person("Ada")
        table = self.begin(ada, "flipcity", 1)
        link = ada.connect()
        link.watch(table)
        self.follow(link, table)
        self.assertEqual(self.begin(ada, "flipcity", 1), table)
        self.assertEqual(link.watch(table)["lesson"]["step"], 0)
        self.follow(link, table, 2)
        self.assertEqual(self.begin(ada, "flipcity", 1, again=True), table)
        self.assertEqual(link.watch(table)["lesson"]["step"], 0)
        self.assertTrue(self.progress(ada, "flipcity")[1]["learnt"])

    def test_one_persons_lessons_are_not_anothers(self):
        ada, bo = self.people(2)
        table = self.begin(ada, "flipcity", 0)
        self.assertNotEqual(self.begin(bo, "flipcity", 0), table)
        link = bo.connect()
        scene = link.watch(table)
        self.assertEqual(scene["seat"], "public")
        self.refused(link.ask("act", table=table, seat=0, text="play"), "not_your_seat")
        self.refused(link.ask("undo", table=table, seat=0), "not_your_seat")
        stranger = Person(self.server).get("/api/lessons")[1]["tutorials"]
        self.assertFalse(any(one["running"] or one["learnt"] for tutorial in stranger for one in tutorial["lessons"]))

    def test_lessons_that_there_are_not(self):
        ada = self.person("Ada")
        for body, status, code in (({"game": "chess", "lesson": 0}, 400, "no_game"), ({"lesson": 0}, 400, "no_game"),
                                   ({"game": "flipcity", "lesson": 99}, 404, "not_found"),
                                   ({"game": "flipcity", "lesson": -1}, 404, "not_found"),
                                   ({"game": "flipcity"}, 404, "not_found"),
                                   ({"game": "flipcity", "lesson": "one"}, 404, "not_found")):
            answer = ada.post("/api/lessons", body)
            self.assertEqual((answer[0], answer[1]["error"]["code"]), (status, code), body)
        self.assertEqual(Person(self.server).post("/api/lessons", {"game": "flipcity", "lesson": 0})[0], 401)

    def test_hints_and_the_tutor_work_in_a_lesson_too(self):
        ada = self.person("Ada")
        table = self.begin(ada, "royalflip", 0)
        link = ada.connect()
        link.watch(table)
        self.assertTrue(self.assert_done(link.ask("hint", table=table, seat=0))["choices"])
        self.follow(link, table, 1)
        self.assertIn("sentence", self.assert_done(link.ask("judge", table=table, seat=0))["verdict"])


class Tutor(Case):
    words = ("only", "best", "fine", "slip", "mistake", "blunder")

    def check(self, verdict):
        self.assertIn(verdict["word"], self.words)
        self.assertGreaterEqual(verdict["loss"], 0)
        self.assertRegex(verdict["sentence"], r"^[A-Z].*\.$")
        self.assertEqual("better" in verdict, verdict["word"] not in ("only", "best"))
        if "better" in verdict:
            self.assertNotEqual(verdict["better"]["text"], verdict["move"]["text"])
            self.assertTrue(verdict["better"]["tell"])

    def test_every_game_tells_alone_and_against_bots_whether_a_move_was_good(self):
        ada = self.person("Ada")
        for number, game in enumerate(("royalflip", "flipcity", "fliptown", "insertcoin")):
            kinds = ([ME, bot(1)], [ME])
            for seats in kinds[number // 2:number // 2 + 1] if client.IN_PART else kinds:
                with self.subTest(game=game, seats=len(seats)):
                    table = ada.make(seats, game=game, rated=False)["table"]["id"]
                    link = ada.connect()
                    link.watch(table)
                    move = None
                    while not move:
                        link.wait_scene(table, lambda scene: scene["actions"])
                        move = act(link, table, lambda actions: actions[-1])
                    verdict = self.assert_done(link.ask("judge", table=table, seat=0))["verdict"]
                    self.check(verdict)
                    self.assertEqual(verdict["move"]["text"], move[1])

    def test_a_hint_that_was_followed_is_never_called_bad_and_folly_is(self):
        """Royal Flip alone: the fourth number of a road between casinos, and what it costs to write it elsewhere."""
        ada = self.person("Ada")
        table = ada.post("/api/lessons", {"game": "royalflip", "lesson": 1})[1]["table"]["id"]
        link = ada.connect()
        link.watch(table)
        for _ in range(8):
            act(link, table, lambda actions: next(one for one in actions if one["text"] == link.scenes[table]["lesson"]["do"]))
        self.assert_done(link.ask("end", table=table, agree=True))
        story = ada.get(f"/api/replays/{table}")[1]
        position = len(story["positions"]) - 1
        fork = ada.post("/api/forks", {"table": table, "position": position})[1]["table"]["id"]
        link.watch(fork)
        steps = len(link.logs[fork])
        folly = self.assert_done(link.ask("judge", table=fork, seat=0, text="write a5"))["verdict"]  # before it is done
        self.assertIn(folly["word"], ("slip", "mistake", "blunder"), folly)
        self.refused(link.ask("judge", table=fork, seat=0, text="write z9"), "illegal")
        self.assertEqual(len(link.logs[fork]), steps)
        act(link, fork, lambda actions: next(one for one in actions if one["text"] == "write e1"))
        self.assertIn(self.assert_done(link.ask("judge", table=fork, seat=0))["verdict"]["word"], ("best", "fine"))
        self.assert_done(link.ask("undo", table=fork, seat=0))
        link.wait_scene(fork, lambda scene: any(one["text"] == "write a5" for one in scene["actions"]))
        act(link, fork, lambda actions: next(one for one in actions if one["text"] == "write a5"))
        verdict = self.assert_done(link.ask("judge", table=fork, seat=0))["verdict"]
        self.assertIn(verdict["word"], ("slip", "mistake", "blunder"), verdict)
        self.assertEqual(verdict["better"]["text"], "write e1")
        self.assertGreater(verdict["loss"], 1)

    def test_with_other_people_only_where_the_table_allows_it(self):
        """Flip City, because its verdicts are quick."""
        ada, bo = self.people(2)
        for allowed in (False, True):
            table = ada.make([ME, OPEN], game="flipcity", tutor=allowed)["table"]["id"]
            links = [ada.connect(), bo.connect()]
            self.assert_done(links[1].ask("sit", table=table, seat=1))
            for link in links:
                link.watch(table)
            seat = links[0].scenes[table]["table"]["to_act"][0]
            mine, theirs = links[seat], links[1 - seat]
            self.assertEqual(mine.scenes[table]["table"]["tutor"], allowed)
            act(mine, table)
            answer = mine.ask("judge", table=table, seat=seat)
            if allowed:
                self.check(self.assert_done(answer)["verdict"])
            else:
                self.refused(answer, "rated")
            self.refused(theirs.ask("judge", table=table, seat=seat), "not_your_seat")
            self.refused(theirs.ask("judge", table=table, seat=1 - seat), "empty" if allowed else "rated")
            for link in links:
                self.assert_done(link.ask("end", table=table, agree=True))
            theirs.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
            self.check(self.assert_done(theirs.ask("judge", table=table, seat=seat))["verdict"])

    def test_any_line_of_a_finished_game_may_be_asked_about_by_anybody(self):
        ada, bo = self.people(2)
        table = ada.make([ME, bot(1)])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        play_to_end([link], table, limit=4)
        self.assert_done(link.ask("end", table=table, agree=True))
        story = ada.get(f"/api/replays/{table}")[1]
        line = next(one for one in story["log"] if one["seat"] == 0)
        other = bo.connect()
        verdict = self.assert_done(other.ask("judge", table=table, seat=0, line=line["i"]))["verdict"]
        self.assertEqual(verdict["move"]["text"], line["text"])
        self.refused(other.ask("judge", table=table, seat=1, line=line["i"]), "empty")
        self.refused(other.ask("judge", table=table, seat=5), "bad_seat")
        self.refused(other.ask("judge", table=table, seat=0, line=0), "empty")

    def test_the_verdict_knows_nothing_that_the_seat_did_not_know(self):
        """The same game twice up to a move, with other cards after it: the same words."""
        ada = self.person("Ada")
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        play_to_end([link], table, limit=3)
        self.assert_done(link.ask("end", table=table, agree=True))
        line = next(one["i"] for one in reversed(link.logs[table]) if one["seat"] == 0)
        here = self.assert_done(link.ask("judge", table=table, seat=0, line=line))["verdict"]
        for _ in range(3):
            fork = ada.post("/api/forks", {"table": table, "position": 3})[1]["table"]["id"]
            link.watch(fork)
            play_to_end([link], fork, limit=4)
            self.assertEqual(self.assert_done(link.ask("judge", table=fork, seat=0, line=line))["verdict"], here)

    def test_the_server_answers_others_while_it_thinks(self):
        ada, bo = self.people(2)
        table = ada.make([ME])["table"]["id"]
        link, other = ada.connect(), bo.connect()
        link.watch(table)
        act(link, table)
        number = link.send("judge", table=table, seat=0)
        self.assertTrue(other.ask("ping")["ok"])
        self.check(link.wait_answer(number)["verdict"])
        self.refused(link.ask("judge", table="nowhere", seat=0), "no_table")


class Flicks(Case):
    """The tutor of Flick 'em Up!, in the street of the second lesson: L1 is to act, O1 stands 300 mm before him and nothing between."""

    def street(self, ada, *moves):
        """A table of one's own there, after these moves."""
        link = ada.connect()
        lesson = ada.post("/api/lessons", {"game": "flickemup", "lesson": 1, "again": True})[1]["table"]["id"]
        link.watch(lesson)
        act(link, lesson, lambda actions: next(one for one in actions if one["text"] == "play L1"))
        self.assert_done(link.ask("end", table=lesson, agree=True))
        table = ada.post("/api/forks", {"table": lesson, "position": 1, "seat": 0, "level": 1})[1]["table"]["id"]
        link.watch(table)
        for move in moves:
            self.flick(link, table, move)
        return link, table

    def flick(self, link, table, text):
        steps = link.scenes[table]["table"]["steps"]
        self.assert_done(link.ask("act", table=table, seat=0, text=text, at=steps))
        link.wait_scene(table, lambda scene: scene["table"]["steps"] > steps)

    def judge(self, link, table, **line):
        verdict = self.assert_done(link.ask("judge", table=table, seat=0, **line))["verdict"]
        Tutor.check(self, verdict)
        return verdict

    words = Tutor.words
    bad = ("slip", "mistake", "blunder")

    def test_a_free_straight_shot_is_good_and_says_how_often_it_hits(self):
        ada = self.person("Ada")
        link, table = self.street(ada, "shoot left 353 2600")
        verdict = self.judge(link, table)
        self.assertIn(verdict["word"], ("best", "fine"), verdict)
        self.assertEqual(verdict["move"]["text"], "shoot left 353 2600")
        self.assertRegex(verdict["move"]["why"], r"^hits O1 \(exact hand\)$")
        self.assertIn(verdict["move"]["why"], verdict["sentence"])

    def test_off_the_table_into_the_air_and_at_the_own_man_is_bad_and_the_better_flick_is_named(self):
        ada = self.person("Ada")
        for move, why in (("move 180 4000", "slides off the table (exact hand)"), ("shoot left 180 3000", "hits nobody (exact hand)"),
                          ("shoot right 270 3000", "hits its own L2 (exact hand)")):
            with self.subTest(move=move):
                link, table = self.street(ada, move)
                verdict = self.judge(link, table)
                self.assertIn(verdict["word"], self.bad, verdict)
                self.assertTrue(verdict["move"]["why"].startswith(why), verdict)
                self.assertIn(why, verdict["sentence"])
                self.assertRegex(verdict["better"]["text"], r"^(shoot|move|face) ")
                self.assertRegex(verdict["better"]["tell"], "^L1 .+")
                self.assertRegex(verdict["better"]["why"], r" \(exact hand\)$|^has a clear path$")

    def test_to_end_the_turn_where_a_flick_was_better(self):
        ada = self.person("Ada")
        link, table = self.street(ada, "end")
        verdict = self.judge(link, table)
        self.assertIn(verdict["word"], self.bad, verdict)
        self.assertNotIn("why", verdict["move"])
        self.assertRegex(verdict["better"]["why"], r" \(exact hand\)$|^has a clear path$")

    def test_a_hint_that_was_followed_is_never_called_bad(self):
        ada = self.person("Ada")
        link, table = self.street(ada)
        for _ in range(3):
            scene = link.wait_scene(table, lambda newest: newest["actions"] or newest["table"]["status"] != "running")
            if scene["table"]["status"] != "running":
                break
            hint = self.assert_done(link.ask("hint", table=table, seat=0))["choices"][0]
            self.flick(link, table, hint["text"])
            line = next(one["i"] for one in reversed(link.logs[table]) if one["seat"] == 0)
            verdict = self.judge(link, table, line=line)
            self.assertEqual(verdict["move"]["text"], hint["text"])
            self.assertIn(verdict["word"], ("best", "only"), verdict)

    def test_what_came_of_a_flick_is_never_contradicted(self):
        """The same game once as it went, and once with a hit put into its record by hand."""
        ada = self.person("Ada")
        hit = {"touched": ["O1"], "fell": ["O1"], "off": [],
               "final": {"O1": [55314, 32590, 902, 0, -23102, 1782, 23169], "bullet": [48221, 33135, 400, 32767, 0, 0, 0]}}
        link, table = self.street(ada, "shoot left 356.5 1900")
        self.assertNotIn("a hit", next(one["tell"] for one in link.logs[table] if one["text"] == "outcome"))
        missed = self.judge(link, table)
        self.assert_done(link.ask("end", table=table, agree=True))
        record = ada.get(f"/api/tables/{table}/record")[1]
        step = next(one for one in record["steps"] if isinstance(one.get("event"), dict))
        step.update(event=hit, rigged=True)
        status, body = ada.post("/api/records", record)
        self.assertEqual(status, 200, body)
        other = body["table"]["id"]
        self.assertTrue(any("a hit: O1" in one["tell"] for one in ada.get(f"/api/replays/{other}")[1]["log"]))
        self.assertEqual(missed["move"]["why"], "hits nobody (exact hand)")
        self.assertEqual(self.judge(link, other)["move"]["why"], "hits O1 (exact hand)")

    def test_any_flick_of_a_finished_game_may_be_asked_about_and_the_same_is_said_again(self):
        ada, bo = self.people(2)
        link, table = self.street(ada, "shoot left 353 2600", "move 180 4000")
        first = [self.judge(link, table, line=one["i"]) for one in link.logs[table] if one["seat"] == 0 and "play" not in one["text"]]
        self.assert_done(link.ask("end", table=table, agree=True))
        story = ada.get(f"/api/replays/{table}")[1]
        lines = [one for one in story["log"] if one["seat"] == 0 and "play" not in one["text"]]
        other = bo.connect()
        again = [self.judge(other, table, line=one["i"]) for one in lines]
        self.assertEqual([one["text"] for one in lines], ["shoot left 353 2600", "move 180 4000"])
        self.assertEqual(again, first)


class TriedFlicks(unittest.TestCase):
    def test_what_the_tutor_tries_counts_for_the_address_like_other_flicks(self):
        with tempfile.TemporaryDirectory() as folder:
            server = client.Server(os.path.join(folder, "flipside.db"), "--max-requests", "1", generous=False).start()
            ada = Person(server, "Ada")
            table = ada.make([ME, ME], game="flickemup", options={"hand": "fair"})["table"]["id"]
            link = ada.connect()
            link.watch(table)
            self.assertTrue(link.ask("act", table=table, seat=0, text="play L1")["ok"])
            self.assertTrue(link.ask("act", table=table, seat=0, text="end")["ok"])
            self.assertTrue(link.ask("judge", table=table, seat=0)["ok"])
            answer = link.ask("judge", table=table, seat=0)
            self.assertEqual((answer["ok"], answer["error"]["code"]), (False, "limit"), answer)
            self.assertIn("busy for your address", answer["error"]["message"])
            server.stop()


if __name__ == "__main__":
    client.main()
