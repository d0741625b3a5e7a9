"""Editions in a profile: checked place by place, kept, shared by their address, played by others, reported and taken down, and with every
game. web/tests/module.test.mjs plays, analyses and compares them."""

import json
import os

import client
from client import Person
from test_admin import admin
from test_server_people import ME, PASSWORD, People, bot

ROOT = os.environ["FLIPSIDE_SOURCE_ROOT"]
# What is changed in each game: the place, and the new value.
CHANGES = {"royalflip": (["rounds"], 1), "flipcity": (["win_points"], 2), "fliptown": (["trail", "horse"], 5), "insertcoin": (["lives"], 1),
           "flickemup": (["start"], 11)}


def own(game, name="Mine"):
    """A game's first edition with something changed."""
    file = "01-main-street.json" if game == "flickemup" else "classic.json"
    with open(os.path.join(ROOT, "games", game, "data", file), encoding="utf-8") as text:
        edition = json.load(text)
    path, value = CHANGES[game]
    at = edition
    for key in path[:-1]:
        at = at[key]
    assert at[path[-1]] != value
    at[path[-1]] = value
    return {**edition, "name": name}


class Workshop(People):
    def denied(self, answer, code):
        self.assertEqual(answer[1].get("error", answer[1]).get("code"), code, answer)

    def keep(self, person, edition, **wish):
        status, answer = person.post("/api/editions", {"game": edition["game"], "edition": edition, **wish})
        self.assertEqual(status, 200, answer)
        return answer

    def test_what_is_wrong_is_told_with_its_place(self):
        edition = own("royalflip")
        edition["track"][3]["suit"] = "stars"
        status, answer = Person(self.server).post("/api/editions/check", {"game": "royalflip", "edition": edition})
        self.assertEqual((status, answer), (200, {"fault": {"at": "track[3].suit", "message": "expected one of clubs, diamonds, hearts, spades; found \"stars\""}}))
        edition = own("royalflip")
        edition["colour"] = 1
        self.assertEqual(Person(self.server).post("/api/editions/check", {"game": "royalflip", "edition": edition})[1]["fault"]["at"], "colour")
        for wish, code in (({"game": "nogame", "edition": {}}, "no_game"), ({"game": "royalflip", "edition": 7}, "bad_edition"),
                           ({"game": "royalflip", "edition": {}, "seats": 77}, "bad_seat")):
            self.denied(Person(self.server).post("/api/editions/check", wish), code)
        self.assertEqual(Person(self.server).post("/api/editions/check", {"game": "royalflip", "edition": own("flipcity")})[1]["fault"]["at"], "game")

    def test_a_shared_edition_is_looked_at_and_played_by_others_and_a_private_one_is_not(self):
        ada, bo = self.account("Ada"), self.person("Bo")
        edition = own("royalflip", "Three rounds")
        kept = self.keep(ada, edition)
        self.assertEqual(kept["shared"], "private")
        self.denied(bo.get(f"/api/editions/{kept['id']}"), "not_found")
        self.assertEqual(ada.get(f"/api/editions/{kept['id']}")[1]["edition"], edition)
        again = self.keep(ada, edition, id=kept["id"], shared=True)
        self.assertEqual(again["id"], kept["id"])
        status, seen = Person(self.server).get(f"/api/editions/{kept['id']}")
        self.assertEqual((status, seen["by"], seen["mine"], seen["edition"]), (200, self.me(ada)["name"], False, edition))
        table = bo.make([ME], edition=seen["edition"], rated=False)["table"]
        self.assertEqual(table["edition"], {"name": "Three rounds", "fingerprint": kept["fingerprint"]})
        self.assertEqual(bo.get("/api/mine")[1]["tables"][0]["edition"]["fingerprint"], kept["fingerprint"])
        self.assertNotIn("edition", bo.make([ME])["table"])

    def test_a_private_one_cannot_be_replaced_by_others(self):
        ada, bo = self.account("Ada"), self.person("Bo")
        kept = self.keep(ada, own("royalflip"))
        for _ in range(3):
            self.denied(bo.post("/api/editions", {"game": "royalflip", "edition": own("royalflip"), "id": kept["id"]}), "not_found")
        self.denied(bo.post("/api/editions/report", {"id": kept["id"], "why": "The name"}), "not_found")
        self.assertEqual([row["id"] for row in ada.get("/api/editions")[1]["editions"]], [kept["id"]])

    def test_only_the_owner_changes_and_deletes_it(self):
        ada, bo = self.account("Ada"), self.person("Bo")
        kept = self.keep(ada, own("royalflip"), shared=True)
        for path, body in (("/api/editions", {"game": "royalflip", "edition": own("royalflip"), "id": kept["id"]}),
                           ("/api/editions", {"game": "flipcity", "edition": own("flipcity"), "id": kept["id"]}),
                           ("/api/editions/delete", {"id": kept["id"]})):
            self.denied(bo.post(path, body), "not_found")
        self.denied(Person(self.server).post("/api/editions", {"game": "royalflip", "edition": own("royalflip")}), "stranger")
        self.assertEqual([row["id"] for row in ada.get("/api/editions")[1]["editions"]], [kept["id"]])
        self.assertEqual(bo.get("/api/editions")[1], {"editions": []})
        self.assertEqual(ada.post("/api/editions/delete", {"id": kept["id"]}), (200, {"deleted": True}))
        self.assertEqual(ada.get("/api/editions")[1], {"editions": []})

    def test_nothing_but_an_edition_of_bounded_size_and_number_is_kept(self):
        ada = self.account("Ada")
        self.denied(ada.post("/api/editions", {"game": "royalflip", "edition": {**own("royalflip"), "rounds": 99}}), "bad_edition")
        long = {**own("royalflip"), "notes": ["x" * 70000]}
        self.denied(ada.post("/api/editions", {"game": "royalflip", "edition": long}), "too_large")
        first = self.keep(ada, own("royalflip"))
        for number in range(99):
            self.keep(ada, own("royalflip", f"Number {number}"))
        self.denied(ada.post("/api/editions", {"game": "royalflip", "edition": own("royalflip")}), "limit")
        self.keep(ada, own("royalflip", "Still mine"), id=first["id"])
        self.assertEqual(len(ada.get("/api/export")[1]["workshop"]), 100)

    def test_a_reported_edition_can_be_taken_down(self):
        ada, bo = self.account("Ada"), self.person("Bo")
        kept = self.keep(ada, own("royalflip", "Rude"), shared=True)
        self.denied(bo.post("/api/editions/report", {"id": kept["id"], "why": ""}), "bad_message")
        self.assertEqual(bo.post("/api/editions/report", {"id": kept["id"], "why": "The name"}), (200, {"reported": True}))
        said = admin(self.server.data, "reports").stdout
        self.assertIn(f"Edition {kept['id']} (Rude): The name", said)
        self.assertEqual(admin(self.server.data, "take-down", "nothing").returncode, 1)
        self.assertEqual(admin(self.server.data, "take-down", kept["id"]).returncode, 0)
        self.denied(bo.get(f"/api/editions/{kept['id']}"), "not_found")
        self.assertEqual(ada.get(f"/api/editions/{kept['id']}")[1]["shared"], "taken_down")
        self.denied(ada.post("/api/editions", {"game": "royalflip", "edition": own("royalflip"), "id": kept["id"], "shared": True}), "banned")

    def gallery(self, person, order="newest", game="royalflip"):
        status, answer = person.get(f"/api/gallery/{game}/by/{order}")
        self.assertEqual(status, 200, answer)
        return [(one["name"], one["stars"], one["starred"], one["played"]) for one in answer["entries"]]

    def test_the_gallery_has_what_its_maker_puts_there_with_one_star_for_each_person(self):
        ada, bo, eve = self.account("Ada"), self.person("Bo"), Person(self.server)
        first, second = self.keep(ada, own("royalflip", "First"), shared=True), self.keep(ada, own("royalflip", "Second"), shared=True)
        hidden = self.keep(ada, own("royalflip", "Hidden"))
        self.assertEqual(self.gallery(eve), [])
        for refused, person in ((hidden, ada), (first, bo)):
            self.denied(person.post("/api/gallery", {"id": refused["id"], "listed": True}), "not_found")
        self.denied(eve.post("/api/gallery", {"id": first["id"], "listed": True}), "stranger")
        self.denied(bo.post("/api/gallery/star", {"id": first["id"], "on": True}), "not_found")
        for one in (first, second):
            self.assertEqual(ada.post("/api/gallery", {"id": one["id"], "listed": True}), (200, {"listed": True}))
        for _ in range(2):  # a second star of the same person is the first one
            self.assertEqual(bo.post("/api/gallery/star", {"id": first["id"], "on": True})[1]["stars"], 1)
        self.assertEqual(ada.post("/api/gallery/star", {"id": first["id"], "on": True})[1]["stars"], 2)
        self.assertEqual(ada.post("/api/gallery/star", {"id": first["id"], "on": False})[1]["stars"], 1)
        bo.make([ME], edition=own("royalflip", "Second"), rated=False)
        self.assertEqual(self.gallery(bo), [("Second", 0, False, 1), ("First", 1, True, 0)])
        self.assertEqual(self.gallery(eve, "stars"), [("First", 1, False, 0), ("Second", 0, False, 1)])
        self.assertEqual(self.gallery(eve, "played"), [("Second", 0, False, 1), ("First", 1, False, 0)])
        self.assertEqual(self.gallery(eve, game="flipcity"), [])
        self.denied(eve.get("/api/gallery/royalflip/by/luck"), "not_found")
        self.assertEqual([star["edition"] for star in bo.get("/api/export")[1]["stars"]], [first["id"]])
        self.assertEqual(ada.post("/api/gallery", {"id": second["id"], "listed": False}), (200, {"listed": False}))
        self.assertEqual(self.gallery(eve), [("First", 1, False, 0)])
        self.assertEqual(admin(self.server.data, "take-down", first["id"]).returncode, 0)
        self.assertEqual(self.gallery(eve), [])
        self.denied(ada.post("/api/gallery", {"id": first["id"], "listed": True}), "not_found")
        self.assertEqual(ada.post("/api/editions/delete", {"id": first["id"]})[0], 200)
        self.assertEqual(bo.get("/api/export")[1]["stars"], [])

    def test_a_deleted_account_takes_its_editions_along(self):
        ada, bo = self.account("Ada"), self.person("Bo")
        kept = self.keep(ada, own("royalflip"), shared=True)
        self.assertEqual(ada.post("/api/delete", {"password": PASSWORD})[0], 200)
        client.eventually("the edition goes", lambda: bo.get(f"/api/editions/{kept['id']}")[0] == 404)

    def test_every_game_is_played_and_helped_with_an_edition_of_ones_own(self):
        for game in CHANGES:
            with self.subTest(game):
                ada, edition = self.person("Ada"), own(game)
                kept = self.keep(ada, edition)
                status, checked = ada.post("/api/editions/check", {"game": game, "edition": edition})
                self.assertEqual((status, checked["fingerprint"]), (200, kept["fingerprint"]))
                table = ada.make([ME, bot(1)], game=game, edition=edition, rated=False)["table"]["id"]
                link = ada.connect()
                link.watch(table)
                link.wait_scene(table, lambda scene: scene["actions"])
                self.assert_done(link.ask("hint", table=table, seat=0))
                record = ada.get(f"/api/tables/{table}/record")[1]
                self.assertEqual(record["edition"]["hash"], kept["fingerprint"])


if __name__ == "__main__":
    client.main()
