"""What the server tells a client that thinks itself: the seat's knowledge, where it may be helped, and to nobody else. Hints and verdicts
that a client finds itself are counted."""

import base64
import unittest

import client
from client import Case, act

ME, OPEN = {"kind": "me"}, {"kind": "open"}


def bot(level=1):
    return {"kind": "bot", "level": level}


class Knowledge(Case):
    def alone(self, game="royalflip", **wish):
        person = self.person()
        link = person.connect()
        return person.make([ME, bot()], game, rated=False, **wish)["table"]["id"], link

    def two(self, **wish):
        ada, bo = self.person("Ada"), self.person("Bo")
        table = ada.make([ME, OPEN], "flipcity", **wish)["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        for link in (one, two):
            link.watch(table, knowledge=True)
            link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        return table, one, two

    def test_only_who_asks_for_it_is_told(self):
        person = self.person()
        table = person.make([ME, bot()], rated=False)["table"]["id"]
        asking, other = person.connect(), person.connect()
        other.watch(table)
        asking.watch(table, knowledge=True)
        for link in (asking, other):
            link.wait_scene(table, lambda scene: scene["table"]["to_act"] == [0])
        self.assertIn("knowledge", asking.scenes[table])
        self.assertNotIn("knowledge", other.scenes[table])

    def test_it_is_a_set_up_and_a_state_without_seed_steps_and_edition(self):
        for game in [one["id"] for one in self.person().get("/api/games")[1]["games"]]:
            with self.subTest(game=game):
                table, link = self.alone(game)
                link.watch(table, knowledge=True)
                scene = link.wait_scene(table, lambda newest: newest["actions"])
                knowledge = scene["knowledge"]
                self.assertEqual(sorted(knowledge), ["layout", "setup", "state"])
                setup = knowledge["setup"]
                self.assertEqual((setup["game"], setup["steps"], len(setup["seats"])), (game, [], len(scene["table"]["seats"])))
                self.assertFalse({"seed", "result"} & set(setup))
                self.assertEqual(list(setup["edition"]), ["hash"])
                self.assertIn(len(base64.b64decode(knowledge["state"], validate=True)), range(64, 4097))

    def test_it_says_nothing_by_coming_again_and_no_scene_comes_for_its_sake(self):
        table, link = self.alone("insertcoin")
        link.watch(table, knowledge=True)
        link.wait_scene(table, lambda scene: scene["table"]["to_act"] == [0])  # the bot has nothing more to do
        states = {link.watch(table, knowledge=True)["knowledge"]["state"] for _ in range(8)}
        self.assertGreater(len(states), 1, "the other's hand is dealt anew every time")
        self.assert_done(link.ask("ping"))
        link.hear_all()
        before = link.scenes[table]
        self.assert_done(link.ask("ping"))
        link.hear_all()
        self.assertIs(link.scenes[table], before)

    def test_spectators_and_who_has_nothing_to_decide_are_told_nothing(self):
        table, one, two = self.two(rated=False, public=True)
        deciding, waiting = (one, two) if one.scenes[table]["actions"] else (two, one)
        self.assertIn("knowledge", deciding.scenes[table])
        self.assertNotIn("knowledge", waiting.scenes[table])
        self.assertNotIn("knowledge", self.person().connect().watch(table, knowledge=True))

    def test_where_hints_are_off_nothing_is_told_and_they_stay_off(self):
        table, one, two = self.two()
        for seat, link in enumerate((one, two)):
            self.assertNotIn("knowledge", link.scenes[table])
            if link.scenes[table]["actions"]:
                self.refused(link.ask("hint", table=table, seat=seat, here=True), "rated")
        number = self.assert_done(one.ask("offer", table=table, kind="help"))["offer"]
        self.assert_done(two.ask("answer", table=table, offer=number, accept=True))
        for link in (one, two):
            scene = link.wait_scene(table, lambda newest: newest["table"]["help"])
            self.assertEqual("knowledge" in scene, bool(scene["actions"]))
        ada = self.person()
        daily = ada.post("/api/daily", {"game": "royalflip"})[1]["table"]["id"]
        self.assertNotIn("knowledge", ada.connect().watch(daily, knowledge=True))

    def test_an_edition_of_ones_own_is_thought_about_by_the_server(self):
        ada = self.person()
        _, record = ada.get(f"/api/tables/{ada.make([ME])['table']['id']}/record")
        data = {**record["edition"]["data"], "name": "my own"}
        status, made = ada.post("/api/tables", {"game": "royalflip", "seats": [ME], "edition": data})
        self.assertEqual(status, 200, made)
        link = ada.connect()
        scene = link.watch(made["table"]["id"], knowledge=True)
        self.assertTrue(scene["actions"])
        self.assertNotIn("knowledge", scene)

    def test_a_hint_and_a_verdict_of_ones_own_are_counted_and_come_at_once(self):
        for what in ("hint", "judge"):
            with self.subTest(what=what):
                table, link = self.alone()
                scene = link.watch(table, knowledge=True)
                if what == "judge":
                    act(link, table)
                self.assertFalse(scene["table"]["seats"][0].get("helped"))
                self.assertEqual(sorted(self.assert_done(link.ask(what, table=table, seat=0, here=True))), ["ok", "re"])
                link.wait_scene(table, lambda newest: newest["table"]["seats"][0].get("helped"))

    def test_what_could_not_be_asked_of_the_server_cannot_be_said_to_it(self):
        table, link = self.alone()
        link.watch(table, knowledge=True)
        self.refused(self.person().connect().ask("hint", table=table, seat=0, here=True), "not_your_seat")
        self.refused(link.ask("hint", table=table, seat=1, here=True), "not_your_seat")
        self.refused(link.ask("judge", table=table, seat=0, here=True), "empty")
        self.refused(link.ask("judge", table=table, seat=0, text="dance", here=True), "illegal")


if __name__ == "__main__":
    client.main()
