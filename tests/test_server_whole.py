"""A table from its making to its end as everybody is told of it, whole: every field, in every answer and every scene."""

import hashlib
import os
import re
import time
import unittest

import client
from client import Case, Person, act, eventually, play_to_end

ME, OPEN, LINK = {"kind": "me"}, {"kind": "open"}, {"kind": "link"}
CLOCK = {"kind": "bank", "seconds": 600, "extra": 5}
STANDING = {"left": 600000, "since": None, "out": False}


class Whole(Case):
    def setUp(self):
        self.began = int(time.time() * 1000)

    def named(self, person):
        return person.get("/api/me")[1]["person"]

    def recent(self, moment):
        """A moment since the test has begun; the server's steady clock may be a little off."""
        self.assertTrue(self.began - 2000 <= moment <= time.time() * 1000 + 2000, moment)
        return moment


class Tables(Whole):
    leak_check = True

    def sits(self, person, you, **more):
        return {"kind": "person", "name": person["name"], "person": person["id"], "online": True, "you": you, "clock": STANDING, **more}

    def bot(self, name, level, **more):
        return {"kind": "bot", "name": name, "level": level, **more}

    def table(self, made, seats, **more):
        return {"id": made["id"], "game": "flipcity", "title": "Flip City", "kind": "game", "proved": False, "tutor": False, "rated": True,
                "help": False, "owner": 0, "spectators": 0, "options": {"office": False}, "public": True, "open": False,
                "replace_after": 77, "clock": CLOCK, "daily": None, "status": "waiting", "created": self.recent(made["created"]),
                "steps": 0, "to_act": [], "commitment": made["commitment"], "seed": None, "next": None,
                "deal": {"how": "named", "secret": None, "bytes": [None] * len(seats),
                         "words": "A person chose the seed of this deal, and could know every card."}, "seats": seats, "result": None, **more}

    def scene(self, link, table, **more):
        """Everything of the newest scene but the game itself, which the games' own tests look at."""
        scene = dict(link.scenes[table["id"]])
        self.assertEqual(len(scene.pop("log")) + scene.pop("log_from"), len(link.logs[table["id"]]))
        actions, view = scene.pop("actions"), scene.pop("view")
        self.assertEqual(bool(actions), scene["seat"] in table["to_act"])
        self.assertEqual(view is None, table["status"] == "waiting")
        self.recent(scene.pop("now"))
        self.assertEqual(scene, {"push": "scene", "table": table, "seat": "public", "mine": [], "can_undo": False, "offer": None,
                                 "offers": [], "spectators": [], "muted": [], "muted_people": [], "chat": [], "notices": [], **more})

    def made(self, ada):
        """The answer to the wish, and the key of the seat that is kept for somebody."""
        answer = ada.make([ME, OPEN, LINK, {"kind": "bot", "level": 2}], game="flipcity", public=True, clock=CLOCK, replace_after=77,
                          options={"office": False})
        link, = answer["links"]
        path, key = link["path"].rsplit(".", 1)
        self.assertEqual((link["seat"], path, len(key)), (2, f"/join/{answer['table']['id']}", 22))
        self.assertEqual(set(answer), {"table", "links"})
        return answer["table"], key

    def notice(self, link, table, **fields):
        """The last thing that was told besides moves, whole."""
        link.hear_all()
        last = [notice for push in link.pushes if push["push"] == "scene" and push["table"]["id"] == table for notice in push["notices"]][-1]
        self.recent(last.pop("time"))
        self.assertEqual(last, fields)

    def test_a_table_that_waits(self):
        ada, bo, cy = self.people(3)
        she, he, they = map(self.named, (ada, bo, cy))
        made, key = self.made(ada)
        robot = made["seats"][3]["name"]
        self.assertRegex(robot, r"^\w+(?: \w+)+$")
        waiting = {**STANDING, "left": 0}

        def seats(you, **more):
            return [self.sits(she, you, **{"clock": waiting, **more}), {"kind": "open"}, {"kind": "link"}, self.bot(robot, 2)]
        away = self.recent(made["seats"][0]["absent_since"])  # no connection yet
        self.assertEqual(made, self.table(made, seats(True, absent_since=away), link=made["link"]))
        shown = self.table(made, seats(False, online=False))  # since when is for those who sit there
        self.assertEqual(bo.get(f"/api/tables/{made['id']}"), (200, {"table": shown}))
        self.assertEqual(bo.get(f"/api/join/{made['id']}.{key}"), (200, {"table": shown, "seat": 2, "key": key, "any": False}))
        status, mine = ada.get("/api/mine")
        self.recent(mine.pop("now"))
        self.assertEqual((status, mine), (200, {"tables": [made]}))
        one, two, three = ada.connect(), bo.connect(), cy.connect()
        one.watch(made["id"])
        self.scene(one, self.table(made, seats(True), link=made["link"]), seat=0, mine=[0], chat_older=False)
        two.watch(made["id"]), three.watch(made["id"])
        looking = [{"person": person["id"], "name": person["name"], "muted": False} for person in (he, they)]
        self.assert_done(two.ask("chat", table=made["id"], text="  Hello! "))
        self.assert_done(one.ask("mute", table=made["id"], person=they["id"]))
        self.assert_done(three.ask("chat", table=made["id"], text="Unheard"))
        self.assert_done(two.ask("offer", table=made["id"], kind="seat"))
        scene = three.wait_scene(made["id"], lambda scene: scene["notices"])
        self.assertEqual(sorted(scene["spectators"], key=str), sorted(looking, key=str))
        asked = {"i": 0, "kind": "offered", "what": "seat", "seat": None, "person": he["id"], "name": he["name"],
                 "text": f"{he['name']} asks for a seat.", "time": self.recent(scene["notices"][0]["time"])}
        offer = {"id": 0, "kind": "seat", "by": None, "person": he["id"], "name": he["name"], "agreed": [], "waiting": [0], "text": asked["text"]}
        self.scene(three, self.table(made, seats(False), spectators=2), spectators=scene["spectators"], notices=[asked], offers=[offer])
        one.hear_all()
        self.scene(one, self.table(made, seats(True), spectators=2, link=made["link"]), seat=0, mine=[0], spectators=scene["spectators"], notices=[asked],
                   offers=[offer], muted_people=[they["id"]])
        said = {"i": 0, "seat": None, "person": he["id"], "name": he["name"], "text": "Hello! "}
        for link, lines in ((one, [said]), (three, [said, {"i": 1, "seat": None, "person": they["id"], "name": they["name"], "text": "Unheard"}])):
            for line in link.chats[made["id"]]:
                self.recent(line.pop("time"))
            self.assertEqual(link.chats[made["id"]], lines)

    def test_a_table_that_is_played_at_and_given_up(self):
        ada, bo, cy = self.people(3)
        people = [self.named(person) for person in (ada, bo, cy)]
        made, key = self.made(ada)
        table, robot = made["id"], made["seats"][3]["name"]
        links = [person.connect() for person in (ada, bo, cy)]
        for link in links:
            link.watch(table)
            self.assert_done(link.ask("turns"))
        self.assert_done(links[1].ask("sit", table=table, seat=1))
        self.assert_done(links[2].ask("sit", table=table, seat=2, key=key))
        for link in links:
            link.wait_scene(table, lambda scene: scene["table"]["status"] == "running" and scene["table"]["spectators"] == 0)
        acting, = links[0].scenes[table]["table"]["to_act"]
        if acting == 3:
            acting = links[0].wait_scene(table, lambda scene: scene["table"]["to_act"] != [3])["table"]["to_act"][0]
            for link in links:
                link.wait_scene(table, lambda scene: scene["table"]["to_act"] == [acting])
        clocks = [seat.get("clock") for seat in links[0].scenes[table]["table"]["seats"]]
        since = self.recent(clocks[acting]["since"])
        steps = links[0].scenes[table]["table"]["steps"]

        def running(you, **more):
            seats = [self.sits(person, seat == you, clock={**STANDING, "since": since if seat == acting else None})
                     for seat, person in enumerate(people)]
            return self.table(made, [*seats, self.bot(robot, 2)],
                              **{"help": False, "status": "running", "steps": steps, "to_act": [acting], **more})
        for seat, link in enumerate(links):
            self.scene(link, running(seat), seat=seat, mine=[seat])
            link.hear_all()
            told = [push for push in link.pushes if push["push"] == "turns"][-1]
            others = [*[person["name"] for other, person in enumerate(people) if other != seat], robot]
            self.assertEqual(told["tables"], [{"table": table, "game": "flipcity", "title": "Flip City", "seat": seat, "since": since,
                                               "deadline": since + 600000, "others": others}] if seat == acting else [])
        lobby = self.person().get("/api/lobby")[1]
        self.assertIn(running(None), lobby["tables"])
        self.assertIn({"table": table, "spectators": 0, "scores": None}, lobby["games"])
        playing = {"playing": {"table": table, "game": "flipcity"}, "claimed": False, "program": False}
        for person in people:
            self.assertIn({"id": person["id"], "name": person["name"], **playing}, lobby["people"])

        # Somebody leaves; the others give the game up.
        self.assert_done(links[2].ask("leave", table=table))
        name = people[2]["name"]
        self.notice(links[0], table, i=0, kind="left", seat=2, person=people[2]["id"], name=name, text=f"{name} left the table. A bot plays on.")
        self.assert_done(links[0].ask("end", table=table))
        scene = links[1].wait_scene(table, lambda scene: scene["offers"])
        self.assertEqual(scene["offer"], {"by": 0, "agreed": [0]})
        self.assertEqual(scene["offers"], [{"id": 1, "kind": "end", "by": 0, "person": people[0]["id"], "name": people[0]["name"],
                                            "agreed": [0], "waiting": [1], "text": f"{people[0]['name']} offers to end the game."}])
        self.assert_done(links[1].ask("end", table=table))
        self.notice(links[1], table, i=2, kind="agreed", what="end", seat=0, person=people[0]["id"], name=people[0]["name"],
                    text="Everyone agreed to end the game.")
        ended = links[0].wait_scene(table, lambda scene: scene["table"]["status"] == "ended")["table"]
        self.assertEqual(hashlib.sha256(bytes.fromhex(ended["seed"])).hexdigest(), made["commitment"])
        for seat, person in enumerate(people[:2]):
            self.assertTrue(0 <= ended["seats"][seat]["clock"].pop("left") <= 600000 + 5000 * ended["steps"])
            self.assertEqual(ended["seats"][seat], self.sits(person, seat == 0, clock={"since": None, "out": False}))
        self.assertEqual(ended["seats"][2], self.bot(f"Bot for {name}", 3, players=[
            {"from": 0, "name": name, "person": people[2]["id"]}, {"from": ended["seats"][2]["players"][1]["from"], "name": f"Bot for {name}",
                                                                   "level": 3}]))
        self.assertEqual(ended, self.table(made, [*ended["seats"][:3], self.bot(robot, 2)], help=True, status="ended", steps=ended["steps"],
                                           seed=ended["seed"], next=ended["next"], spectators=1))
        self.assertRegex(ended["next"], "^[0-9a-f]{64}$")

    def test_a_table_of_ones_own(self):
        ada = self.person()
        she = self.named(ada)
        made = ada.make([ME], game="flipcity", rated=False, tutor=True, open=True)["table"]
        link = ada.connect()
        link.watch(made["id"])
        act(link, made["id"])
        table = {**self.table(made, [self.sits(she, True)]), "clock": None, "options": {"office": True}, "public": False, "replace_after": 120,
                 "tutor": True, "rated": False, "help": True, "open": True, "status": "running", "to_act": [0]}
        del table["seats"][0]["clock"]
        scene = link.scenes[made["id"]]
        self.assertEqual(scene["table"], {**table, "steps": scene["table"]["steps"]})
        self.assertNotIn("now", scene)
        self.assertNotIn(made["id"], [game["table"] for game in self.person().get("/api/lobby")[1]["games"]])


class Again(Whole):
    """What everybody is told of a table before and after a restart: all of it is the same, but who is here and what the clocks say."""

    def told(self, person, table):
        link = person.connect()
        scene = dict(link.watch(table))
        for passing in ("now", "spectators"):
            scene.pop(passing, None)
        scene["table"] = {**scene["table"], "spectators": 0, "seats": [dict(seat) for seat in scene["table"]["seats"]]}
        for seat in scene["table"]["seats"]:
            for passing in ("online", "absent_since"):
                seat.pop(passing, None)
            if seat.get("clock"):
                seat["clock"] = seat["clock"]["out"]
        chat, log = link.chats.get(table), [self.named_then(line) for line in link.logs[table]]
        scene["log"] = [self.named_then(line) for line in scene["log"]]
        link.close()
        return scene, chat, log

    def named_then(self, line):
        """A log that is read again calls a seat by the name that it has now."""
        return {**line, "tell": line["tell"].replace("Bot for ", "")}

    def check(self, people, table):
        before = [self.told(person, table) for person in people]
        record = people[0].get(f"/api/tables/{table}/record")
        self.server.stop()
        self.server.start()
        self.assertEqual([self.told(person, table) for person in people], before)
        self.assertEqual(people[0].get(f"/api/tables/{table}/record"), record)
        return [person.connect() for person in people]

    def test_a_table_with_all_that_happens_at_one(self):
        ada, bo, cy, di = people = self.people(4)
        table = ada.make([ME, OPEN, OPEN], game="flipcity", clock=CLOCK, replace_after=77, options={"office": False}, public=True,
                         tutor=True)["table"]["id"]
        links = [person.connect() for person in people]
        for link in links:
            link.watch(table)
        self.assert_done(links[3].ask("chat", table=table, text="Who plays?"))
        self.assert_done(links[0].ask("mute", table=table, person=self.named(di)["id"], on=True))
        self.assert_done(links[3].ask("offer", table=table, kind="seat"))
        links = self.check(people, table)
        for seat, link in enumerate(links[1:3], 1):
            self.assert_done(link.ask("sit", table=table, seat=seat))
        for link in links:
            link.watch(table)
            link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        for _ in range(6):
            acting = links[0].scenes[table]["table"]["to_act"][0]
            links[acting].wait_scene(table, lambda scene: scene["actions"])
            act(links[acting], table)
            links[0].wait_scene(table, lambda scene, steps=links[acting].scenes[table]["table"]["steps"]: scene["table"]["steps"] == steps)
        self.assert_done(links[1].ask("chat", table=table, text="Good luck!"))
        mover = next(line["seat"] for line in reversed(links[0].logs[table]) if line["seat"] != "dealer")
        self.assert_done(links[mover].ask("offer", table=table, kind="undo"))
        links = self.check(people, table)
        self.assert_done(links[2].ask("leave", table=table))
        for link in links[:2]:
            self.assert_done(link.ask("end", table=table, agree=True))
        links[0].watch(table)
        links[0].wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
        self.check(people, table)

    def test_tables_of_every_kind(self):
        ada = self.person()
        link = ada.connect()
        daily = ada.post("/api/daily", {"game": "royalflip"})[1]["table"]["id"]
        lesson = ada.post("/api/lessons", {"game": "royalflip", "lesson": 0})[1]["table"]["id"]
        own = ada.make([ME, {"kind": "bot", "level": 2}], game="insertcoin", options={"draft": True}, open=True, rated=False)["table"]["id"]
        finished = ada.make([ME], game="royalflip")["table"]["id"]
        link.watch(finished)
        play_to_end([link], finished)
        fork = ada.post("/api/forks", {"table": finished, "position": 3})[1]["table"]["id"]
        for table in (daily, lesson, own, finished, fork):
            with self.subTest(table=(daily, lesson, own, finished, fork).index(table)):
                newest = ada.connect()
                newest.watch(table)
                if table != finished:
                    newest.wait_scene(table, lambda scene: scene["actions"])
                self.check([ada, self.person()] if table != daily else [ada], table)


class Counted(Whole):
    """What /metrics counts, to the last one."""

    def counts(self):
        text = Person(self.server).get("/metrics")[1]
        return {name: float(value) for name, value in re.findall(r"(?m)^flipside_(\w+) (\S+)$", text)}

    def test_an_evening_is_counted(self):
        before = self.counts()
        ada = self.person()
        link = ada.connect()
        table = ada.make([ME, {"kind": "bot", "level": 1}])["table"]["id"]
        link.watch(table)
        self.refused(link.ask("act", table=table, seat=0, text="nonsense"), "illegal")
        self.refused(link.ask("nonsense"), "bad_message")
        while link.scenes[table]["table"]["status"] == "running":
            link.wait_scene(table, lambda scene: scene["actions"] or scene["table"]["status"] == "over")
            if link.scenes[table]["actions"]:
                action = link.scenes[table]["actions"][0]
                self.assert_done(link.ask("act", table=table, seat=0, text=action["text"]))
                link.hear_all()
        moves = [sum(line["seat"] == seat for line in link.logs[table]) for seat in (0, 1)]
        alone = ada.make([ME])["table"]["id"]
        self.assert_done(link.ask("end", table=alone))
        self.assertIn("table", self.assert_done(link.ask("rematch", table=alone)))
        for _ in range(4):
            ada.get("/api/export")  # three at once, and no more
        eventually("nothing is under way", lambda: all(self.counts()[name] == 0 for name in ("thoughts", "work", "passwords")))
        after = self.counts()
        grown = {name: after[name] - before[name] for name in after}
        wanted = {"messages_total": link.number, "connections_total": 1, "errors_total": 2, "moves_total": moves[0],
                  "bot_moves_total": moves[1], "refused_total": 1, "tables_made_total": 3, "games_over_total": 1,
                  "commit_failures_total": 0, "store_troubles_total": 0, "clients": 1, "rooms": 3}
        self.assertEqual({name: grown[name] for name in wanted}, wanted)
        self.assertGreaterEqual(grown["requests_total"], 7)
        self.assertGreaterEqual(grown["commits_total"], moves[0])
        for name in ("held_messages", "held_requests", "store_trouble"):
            self.assertEqual(after[name], 0)
        self.assertTrue(1 << 20 < after["resident_memory_bytes"] < 1 << 40)
        self.assertEqual(self.counts()["store_bytes"], os.stat(self.server.data).st_size)
        link.close()
        eventually("nobody is connected", lambda: self.counts()["clients"] == before["clients"])


class People(Whole):
    """What is known of a person, as the person, a friend and others are told it."""

    def times(self, rows, *keys):
        """Takes the times out of rows, which are those of the test."""
        for row in rows:
            for key in keys:
                self.recent(row.pop(key))
        return rows

    def test_friends_challenges_programs_tokens_and_sessions(self):
        ada, bo = self.people(2)
        for person in (ada, bo):
            self.assertEqual(person.post("/api/claim", {"password": "correct horse"})[0], 200)
        she, he = map(self.named, (ada, bo))
        link = ada.connect()
        self.assert_done(link.ask("friends"))

        def friends(person):
            body = person.get("/api/friends")[1]
            self.times(body["friends"], "time"), self.times(body["challenges"], "time")
            return body

        def friend(person, **more):
            return {**person, "state": "friend", "online": False, "playing": None, **more}
        self.assertEqual(ada.post("/api/friends", {"name": he["name"]})[0], 200)
        self.assertEqual(friends(ada), {"friends": [friend(he, state="asked")], "challenges": []})
        self.assertEqual(friends(bo), {"friends": [friend(she, state="asks", online=True)], "challenges": []})
        self.assertEqual(bo.post("/api/friends", {"person": she["id"]})[0], 200)
        self.assertEqual(friends(bo), {"friends": [friend(she, online=True)], "challenges": []})
        table = ada.post("/api/challenges", {"person": he["id"], "game": "flipcity"})[1]["table"]
        self.assertEqual((table["status"], [seat["kind"] for seat in table["seats"]]), ("waiting", ["person", "link"]))
        challenge = {"table": table["id"], "game": "flipcity", "title": "Flip City",
                     **{side: {key: person[key] for key in ("id", "name", "program")} for side, person in (("by", she), ("to", he))}}
        for person, mine, other in ((ada, True, friend(he)), (bo, False, friend(she, online=True))):
            shown = friends(person)
            ident = shown["challenges"][0].pop("id")
            self.assertEqual(shown, {"friends": [other], "challenges": [{**challenge, "mine": mine}]})
        challenged = [push for push in link.pushes if push["push"] == "friends" and push["challenges"]]
        while not challenged:
            link.receive()
            challenged = [push for push in link.pushes if push["push"] == "friends" and push["challenges"]]
        pushed = challenged[0]
        self.times(pushed["friends"], "time"), self.times(pushed["challenges"], "time")
        self.assertEqual(pushed, {"push": "friends", "friends": [friend(he)], "challenges": [{**challenge, "mine": True, "id": ident}]})

        program, = self.times(ada.post("/api/programs", {"name": f"Robot {she['name']}"})[1]["programs"], "created", "seen")
        self.assertEqual(program, {"id": program["id"], "name": f"Robot {she['name']}"})
        made = ada.post("/api/tokens", {"person": program["id"], "label": "at home", "scopes": ["play", "read"]})[1]
        self.assertRegex(made.pop("token"), r"^flip_[\w-]{43}$")
        token, = self.times(made["tokens"], "created")
        self.assertEqual(token.pop("seen"), 0, "it was never used")
        self.assertEqual(token, {"id": token["id"], "person": program["id"], "name": program["name"], "program": True, "label": "at home",
                                 "scopes": ["read", "play"]})
        self.assertEqual(self.times(made["programs"], "created", "seen"), [program])
        session, = self.times(ada.get("/api/sessions")[1]["sessions"], "created", "seen")
        self.assertEqual(session, {"id": session["id"], "device": "", "current": True})

        export = ada.get("/api/export")[1]
        self.assertEqual(self.times(export["programs"], "created", "seen"), [program])
        self.assertEqual(self.times(export["tokens"], "created"), [{**token, "program": 1, "scopes": 3, "seen": 0}])
        self.assertEqual(self.times(export["sessions"], "created", "seen"), [{"id": session["id"], "device": ""}])
        self.assertEqual(self.times(export["friends"], "time"), [{"id": he["id"], "name": he["name"], "claimed": 1, "program": 0, "presence": 0,
                                                                  "state": "friend"}])
        self.assertEqual(self.times(export["challenges"], "time"), [
            {"id": ident, "table": table["id"], "game": "flipcity", "by": she["id"], "by_name": she["name"], "by_program": 0, "to": he["id"],
             "to_name": he["name"], "to_program": 0}])
        self.assertEqual(self.times([export["person"]], "created", "seen", "claimed"), [
            {"id": she["id"], "name": she["name"], "visibility": {"presence": "everyone", "challenges": "everyone", "requests": "everyone"}}])

    def test_what_somebody_has_played(self):
        ada, bo, cy = self.people(3)
        she, he, they = map(self.named, (ada, bo, cy))
        links = [ada.connect(), bo.connect()]
        together = ada.make([ME, OPEN], options={"tie_break": False})["table"]["id"]
        self.assert_done(links[1].ask("sit", table=together, seat=1))
        for link in links:
            link.watch(together)
        self.assert_done(links[0].ask("chat", table=together, text="Mine"))
        play_to_end(links, together)
        alone = ada.make([ME], public=True)["table"]["id"]
        links[0].watch(alone)
        play_to_end([links[0]], alone, lambda actions: actions[-1])
        self.assertEqual(ada.post("/api/block", {"person": they["id"]})[0], 200)
        self.assertEqual(ada.post("/api/report", {"person": they["id"], "text": "Rude", "table": together})[0], 200)

        scores = [ada.get(f"/api/tables/{table}")[1]["table"]["result"]["scores"] for table in (together, alone)]
        best, won = scores[1][0], scores[0][0] >= scores[0][1]
        self.assertEqual(scores[0][0], scores[0][1])  # both have always taken the first move
        profile = bo.get(f"/api/people/{she['id']}")[1]
        rating = profile["games"][0]["rating"]
        self.times([profile["person"]], "created")
        self.assertEqual(profile, {
            "person": {**she, "online": True}, "you": False, "blocked": False, "friend": "none", "games": [
                {"game": "royalflip", "title": "Royal Flip", "played": 2, "won": int(won), "solo": {"played": 1, "best": best, "mean": best},
                 "rating": {"rating": 1500, "deviation": rating["deviation"], "games": 1, "provisional": True,
                            "interval": [1500 - 2 * rating["deviation"], 1500 + 2 * rating["deviation"]]},
                 "achieved": profile["games"][0]["achieved"], "achievements": 11}]})
        own = ada.get(f"/api/people/{they['id']}")[1]
        self.assertEqual((own["you"], own["blocked"], own["games"]), (False, True, []))

        ends = [row["time"] for row in ada.get(f"/api/people/{she['id']}/games")[1]["games"]]
        both = [{"name": person["name"], "person": person["id"], "level": None, "score": score, "won": True}
                for person, score in zip((she, he), scores[0])]
        common = {"game": "royalflip", "title": "Royal Flip", "seat": 0, "won": True, "gone": False, "place": 1, "daily": None}
        games = [{**common, "table": alone, "time": ends[0], "score": best, "rated": False, "rating_change": None, "seats": [
            {"name": she["name"], "person": she["id"], "level": None, "score": best, "won": True}]},
                 {**common, "table": together, "time": ends[1], "score": scores[0][0], "rated": True, "rating_change": None, "seats": both}]
        self.assertEqual(ada.get(f"/api/people/{she['id']}/games")[1], {"games": games, "next": None})
        self.assertEqual(cy.get(f"/api/people/{she['id']}/games")[1], {"games": [games[0], {**games[1], "table": None}], "next": None})
        statistics = cy.get(f"/api/people/{she['id']}/statistics/royalflip")[1]
        own = {"name": "Way of playing", "value": "Each their own city"}
        once = {"value": own["value"], "played": 1, "won": 1, "interval": None}
        rows = [{"time": ends[1], "value": scores[0][0], "score": scores[0][0], "seat": 0, "seats": 2, "won": True, "place": 1, "labels": [own]},
                {"time": ends[0], "value": best, "score": best, "seat": 0, "seats": 1, "won": True, "place": 1, "labels": [own]}]
        history = [{"time": ends[1], "rating": 1500, "deviation": rating["deviation"]}]
        self.assertEqual(statistics, {
            "game": "royalflip", "title": "Royal Flip", "measure": {"name": "score", "best": "most", "lost": None}, "played": 2, "won": 1,
            "best": best, "mean": best, "games": rows, "ratings": history,
            "opponents": [{"id": he["id"], "name": he["name"], "played": 1, "won": 0, "lost": 0}],
            "seat_order": [{"seats": 2, "seat": 0, "played": 1, "won": 1, "mean": scores[0][0]}],
            "labels": [{"name": own["name"], "values": [{**once, "alone": False, "mean": scores[0][0]}, {**once, "alone": True, "mean": best}]}],
            "distribution": [{"value": row["value"], "seats": row["seats"], "count": 1} for row in rows]})
        self.assertEqual(bo.get(f"/api/people/{she['id']}/against")[1], {"games": [
            {"game": "royalflip", "title": "Royal Flip", "played": 1, "won": 0, "lost": 0, "time": ends[1]}]})

        export = ada.get("/api/export")[1]
        self.assertEqual(self.times(export["chat"], "time"), [{"table": together, "text": "Mine", "team": ""}])
        self.assertEqual(self.times(export["reports"], "time"), [{"person": they["id"], "table": together, "text": "Rude"}])
        self.assertEqual(export["blocked"], [{"id": they["id"], "name": they["name"]}])
        self.assertEqual(export["rating_history"], history)
        kept = {"game": "royalflip", "seat": 0, "won": 1, "place": 1, "left": 0, "helped": 0, "daily": None}
        self.assertEqual(export["results"], [
            {**kept, "table": together, "seats": 2, "score": scores[0][0], "value": scores[0][0], "time": ends[1], "rating": 1500, "deviation": 350,
             "rating_after": 1500, "deviation_after": rating["deviation"]},
            {**kept, "table": alone, "seats": 1, "score": best, "value": best, "time": ends[0], "rating": None, "deviation": None,
             "rating_after": None, "deviation_after": None}])
        self.assertEqual(export["labels"], [{"table": alone, "seat": 0, **own}, {"table": together, "seat": 0, **own}])
        tables = self.times(sorted(export["tables"], key=lambda table: table["table"] == alone), "created")
        for table in tables:
            self.assertEqual(table["record"], {**table["record"], "game": "royalflip", "seats": table["seats"]})
            del table["record"]
        shown = {"game": "royalflip", "kind": "game", "status": "over", "mine": [0]}
        self.assertEqual(tables, [{**shown, "table": together, "seats": [she["name"], he["name"]]},
                                  {**shown, "table": alone, "seats": [she["name"]]}])


if __name__ == "__main__":
    unittest.util._MAX_LENGTH = 4000
    client.main()
