"""A table from its making to its end as everybody is told of it, whole: every field, in every answer and every scene."""

import hashlib
import time
import unittest

import client
from client import Case, act

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

    def sits(self, person, you, **more):
        return {"kind": "person", "name": person["name"], "person": person["id"], "online": True, "you": you, "clock": STANDING, **more}

    def bot(self, name, level, **more):
        return {"kind": "bot", "name": name, "level": level, **more}

    def table(self, made, seats, **more):
        return {"id": made["id"], "game": "flipcity", "title": "Flip City", "kind": "game", "proved": True, "tutor": False, "rated": True,
                "help": True, "owner": 0, "spectators": 0, "options": {"office": False}, "public": True, "open": False,
                "replace_after": 77, "clock": CLOCK, "daily": None, "status": "waiting", "created": self.recent(made["created"]),
                "steps": 0, "to_act": [], "commitment": made["commitment"], "seed": None, "seats": seats, "result": None, **more}

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
        self.assertEqual(made, self.table(made, seats(True, absent_since=away)))
        shown = self.table(made, seats(False, absent_since=away, online=False))
        self.assertEqual(bo.get(f"/api/tables/{made['id']}"), (200, {"table": shown}))
        self.assertEqual(bo.get(f"/api/join/{made['id']}.{key}"), (200, {"table": shown, "seat": 2, "key": key}))
        self.assertEqual(ada.get("/api/mine"), (200, {"tables": [made]}))
        one, two, three = ada.connect(), bo.connect(), cy.connect()
        one.watch(made["id"])
        self.scene(one, self.table(made, seats(True)), seat=0, mine=[0])
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
        self.scene(one, self.table(made, seats(True), spectators=2), seat=0, mine=[0], spectators=scene["spectators"], notices=[asked],
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
                                           seed=ended["seed"], spectators=1))

    def test_a_table_of_ones_own(self):
        ada = self.person()
        she = self.named(ada)
        made = ada.make([ME], game="flipcity", rated=False, tutor=True, open=True)["table"]
        link = ada.connect()
        link.watch(made["id"])
        act(link, made["id"])
        table = {**self.table(made, [self.sits(she, True)]), "clock": None, "options": {"office": True}, "public": False, "replace_after": 120,
                 "tutor": True, "rated": False, "open": True, "status": "running", "to_act": [0]}
        del table["seats"][0]["clock"]
        scene = link.scenes[made["id"]]
        self.assertEqual(scene["table"], {**table, "steps": scene["table"]["steps"]})
        self.assertNotIn("now", scene)
        self.assertNotIn(made["id"], [game["table"] for game in self.person().get("/api/lobby")[1]["games"]])


if __name__ == "__main__":
    unittest.util._MAX_LENGTH = 4000
    client.main()
