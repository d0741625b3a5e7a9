"""A table that waits, and its owner: one link for all free seats, seats for friends, other terms; over real sockets."""

import gzip
import html
import os
import re
import struct

import client
from client import Case, Person
from test_server_friends import name, who

ME, OPEN, LINK = {"kind": "me"}, {"kind": "open"}, {"kind": "link"}


def table_of(person, table):
    return person.get(f"/api/tables/{table}")[1]["table"]


class Link(Case):
    def link_of(self, person, table):
        return table_of(person, table)["link"]

    def key(self, path):
        return path.rsplit(".", 1)[1]

    def test_one_link_takes_any_free_seat_until_the_table_is_full(self):
        ada, bo, cy, dee = self.people(4)
        table = ada.make([ME, LINK, OPEN])["table"]["id"]
        path = self.link_of(ada, table)
        self.assertRegex(path, rf"^/join/{table}\.[\w-]{{22}}$")
        for person, seat in ((bo, 1), (cy, 2)):
            status, found = person.get("/api" + path)
            self.assertEqual((status, found["seat"], found["any"]), (200, seat, True))
            self.assert_done(person.connect().ask("sit", table=table, key=found["key"]))
        self.assertEqual(table_of(ada, table)["status"], "running")
        late = dee.get("/api" + path)[1]
        self.assertEqual((late["any"], late["table"]["status"]), (True, "running"))
        self.refused(dee.connect().ask("sit", table=table, key=late["key"]), "seat_taken")

    def test_only_the_owner_sees_it_on_all_devices_and_after_a_restart(self):
        ada, bo = self.people(2)
        table = ada.make([ME, LINK, LINK])["table"]["id"]
        path = self.link_of(ada, table)
        self.assert_done(bo.connect().ask("sit", table=table, key=self.key(path)))
        for eyes in (bo, Person(self.server)):
            self.assertNotIn("link", table_of(eyes, table))
        self.server.stop()
        self.server.start()
        self.assertEqual(ada.connect().watch(table)["table"]["link"], path)
        self.assertNotIn("link", bo.connect().watch(table)["table"])

    def test_it_can_be_renewed_and_closed_and_a_seats_own_invitation_still_works(self):
        ada, bo = self.people(2)
        made = ada.make([ME, LINK, LINK])
        table = made["table"]["id"]
        link, old = ada.connect(), made["table"]["link"]
        self.assert_done(link.ask("link", table=table, on=True))
        new = self.link_of(ada, table)
        self.assertNotEqual(new, old)
        self.assertEqual(bo.get("/api" + old)[0], 404)
        guest = bo.connect()
        self.refused(guest.ask("sit", table=table, key=self.key(old)), "not_invited")
        self.refused(guest.ask("link", table=table, on=False), "not_your_seat")
        self.assert_done(link.ask("link", table=table, on=False))
        self.assertIsNone(self.link_of(ada, table))
        self.refused(guest.ask("sit", table=table, key=self.key(new)), "not_invited")
        self.refused(guest.ask("sit", table=table, seat=1, key=""), "not_invited")
        self.assert_done(guest.ask("sit", table=table, seat=2, key=self.key(made["links"][1]["path"])))

    def test_a_table_without_a_free_seat_has_no_link(self):
        ada = self.person()
        self.assertNotIn("link", ada.make([ME, {"kind": "bot", "level": 1}])["table"])


class Preview(Case):
    @classmethod
    def make_server(cls, data):
        folder = os.path.join(cls.folder.name, "page")
        os.mkdir(folder)
        with gzip.open(os.path.join(folder, "index.html.gz"), "wt", encoding="utf-8") as file:
            file.write("<!doctype html><html><head><title>Flipside</title></head><body></body></html>")
        return client.Server(data, "--pages", folder)

    def tags(self, page):
        return {key: html.unescape(value) for key, value in re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page)}

    def test_a_messenger_sees_host_game_clock_and_who_sits_there(self):
        ada = self.person('<Ada> & "Co"')
        path = ada.make([ME, LINK, {"kind": "bot", "level": 1}], clock={"kind": "bank", "seconds": 300, "extra": 5})["table"]["link"]
        status, page = Person(self.server).get(path)
        self.assertEqual((status, page.count("</head>")), (200, 1))
        tags = self.tags(page)
        self.assertEqual(tags["title"], f"{name(ada)} invites you to Royal Flip")
        self.assertRegex(tags["description"], r"^5 minutes each · rated · .+ · 1 seat free$")
        self.assertEqual(tags["image"], f"http://127.0.0.1:{self.server.port}/api/pictures/royalflip")
        self.assertEqual(self.tags(Person(self.server).get(path[:-3] + "xyz")[1]), {}, "no invitation")
        self.server.stop()
        self.server.start()
        self.assertEqual(self.tags(Person(self.server).get(path)[1])["title"], tags["title"], "from the file")

    def test_every_game_has_a_picture(self):
        ada = self.person()
        for game in ada.get("/api/games")[1]["games"]:
            status, png = ada.get(f"/api/pictures/{game['id']}")
            png = png.encode("latin-1")
            self.assertEqual((status, ada.headers["Content-Type"], png[:8]), (200, "image/png", b"\x89PNG\r\n\x1a\n"))
            size = struct.unpack("!II", png[16:24])
            if size == (512, 512):
                self.skipTest("the program was built without Cairo, and shows its own sign")
            self.assertEqual(size, (1200, 630))
            self.assertGreater(len(png), 10000, "something is drawn")
        self.assertEqual(ada.get("/api/pictures/chess")[0], 404)


class ForFriends(Case):
    def befriended(self):
        ada, bo = self.people(2)
        self.links = [ada.connect(), bo.connect()]
        ada.post("/api/friends", {"name": name(bo)})
        bo.post("/api/friends", {"name": name(ada)})
        return ada, bo

    def test_a_seat_is_kept_for_a_friend_who_is_invited_and_nobody_else_takes_it(self):
        ada, bo = self.befriended()
        cy = self.person()
        table = ada.make([ME, LINK, LINK])["table"]["id"]
        key = table_of(ada, table)["link"].rsplit(".", 1)[1]
        status, made = ada.post("/api/challenges", {"name": name(bo), "table": table, "seat": 1})
        self.assertEqual((status, made["table"]["seats"][1]["for"]["name"]), (200, name(bo)))
        self.assertEqual(ada.post("/api/challenges", {"name": name(bo), "table": table, "seat": 2})[1]["error"]["code"], "already")
        guest = cy.connect()
        self.refused(guest.ask("sit", table=table, seat=1, key=key), "not_invited")
        self.assertEqual(guest.ask("offer", table=table, kind="seat")["ok"], True)
        self.assert_done(guest.ask("sit", table=table, key=key))
        self.assertEqual([seat["kind"] for seat in table_of(ada, table)["seats"]], ["person", "link", "person"])
        [challenge] = bo.get("/api/friends")[1]["challenges"]
        status, answer = bo.post("/api/challenges/answer", {"id": challenge["id"], "accept": True})
        self.assertEqual((status, answer["table"]["status"], answer["table"]["seats"][1]["name"]), (200, "running", name(bo)))

    def test_an_invitation_that_is_declined_frees_the_seat_and_leaves_the_table(self):
        ada, bo = self.befriended()
        table = ada.make([ME, LINK])["table"]["id"]
        ada.post("/api/challenges", {"name": name(bo), "table": table, "seat": 1})
        [challenge] = bo.get("/api/friends")[1]["challenges"]
        self.assertEqual(bo.post("/api/challenges/answer", {"id": challenge["id"], "accept": False})[0], 200)
        now = table_of(ada, table)
        self.assertEqual((now["status"], now["seats"][0]["you"], now["seats"][1]), ("waiting", True, {"kind": "link"}))

    def test_a_seat_that_was_kept_for_somebody_who_is_deleted_is_free_again(self):
        ada, bo = self.befriended()
        table = ada.make([ME, LINK])["table"]["id"]
        ada.post("/api/challenges", {"name": name(bo), "table": table, "seat": 1})
        self.assertEqual(bo.post("/api/delete", {"name": name(bo)})[0], 200)
        key = table_of(ada, table)["link"].rsplit(".", 1)[1]
        self.assert_done(self.person().connect().ask("sit", table=table, key=key))

    def test_only_free_seats_of_the_own_table_are_kept(self):
        ada, bo = self.befriended()
        cy = self.person()
        table = cy.make([ME, LINK])["table"]["id"]
        own = ada.make([ME, LINK])["table"]["id"]
        for wish, code in (({"table": table, "seat": 1}, "not_your_seat"), ({"table": own, "seat": 0}, "seat_taken"),
                           ({"table": own}, "seat_taken"), ({"table": "x" * 22, "seat": 1}, "no_table")):
            self.assertEqual(ada.post("/api/challenges", {"name": name(bo), **wish})[1]["error"]["code"], code, wish)


class Terms(Case):
    def waiting(self, seats=(ME, OPEN, OPEN), **wish):
        ada, bo = self.people(2)
        links = [ada.connect(), bo.connect()]
        table = ada.make(list(seats), **wish)["table"]["id"]
        self.assert_done(links[1].ask("sit", table=table, seat=1))
        for link in links:
            link.watch(table)
        return table, links

    def test_the_owner_changes_clock_options_seats_and_rating(self):
        table, (one, two) = self.waiting(public=True)
        self.assert_done(one.ask("change", table=table, clock={"kind": "move", "seconds": 86400}, rated=False, seats=5,
                                 options={"pvp": True}))
        now = two.wait_scene(table, lambda scene: len(scene["table"]["seats"]) == 5)["table"]
        self.assertEqual((now["clock"], now["rated"], now["options"]["pvp"]), ({"kind": "move", "seconds": 86400}, False, True))
        self.assertEqual([seat["kind"] for seat in now["seats"]], ["person", "person", "open", "open", "open"])
        self.assertRegex(two.scenes[table]["notices"][-1]["text"], r"^Guest \d+ has changed the terms of the table\.$")
        self.assert_done(one.ask("change", table=table, seats=3, clock=None))
        self.server.stop()
        self.server.start()
        again = one.person.get(f"/api/tables/{table}")[1]["table"]
        self.assertEqual((len(again["seats"]), again["clock"], again["options"]["pvp"]), (3, None, True))

    def test_what_the_game_refuses_changes_nothing(self):
        table, (one, two) = self.waiting()
        before = table_of(one.person, table)
        for wish, code in (({"seats": 1}, "seat_taken"), ({"seats": 40}, "bad_seat"), ({"seats": "three"}, "bad_seat"),
                           ({"clock": {"kind": "sand"}}, "bad_option"), ({"seats": 4, "options": {"no such": 1}}, "bad_option")):
            self.refused(one.ask("change", table=table, **wish), code)
        self.refused(two.ask("change", table=table, clock=None), "not_owner")
        self.assertEqual(table_of(one.person, table), before)

    def test_fewer_seats_than_were_free_begin_the_game(self):
        table, (one, two) = self.waiting()
        self.assert_done(one.ask("change", table=table, seats=2))
        two.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        self.refused(one.ask("change", table=table, seats=3), "running")

    def test_the_owner_removes_somebody_and_hands_the_table_over(self):
        table, (one, two) = self.waiting()
        self.refused(one.ask("remove", table=table, seat=0), "bad_seat")
        self.refused(one.ask("remove", table=table, seat=2), "bad_seat")
        self.refused(two.ask("remove", table=table, seat=0), "not_owner")
        self.assert_done(one.ask("remove", table=table, seat=1))
        scene = two.wait_scene(table, lambda scene: not scene["mine"])
        self.assertEqual((scene["table"]["seats"][1], scene["notices"][-1]["kind"]), ({"kind": "open"}, "removed"))
        self.assertEqual([one["id"] for one in two.person.get("/api/mine")[1]["tables"]], [])
        self.assert_done(two.ask("sit", table=table, seat=2))
        self.refused(one.ask("hand_over", table=table, seat=1), "bad_seat")
        self.assert_done(one.ask("hand_over", table=table, seat=2))
        scene = two.wait_scene(table, lambda scene: scene["table"]["owner"] == 2)
        self.assertIn("link", scene["table"])
        self.assertEqual(scene["notices"][-1]["text"], f"The table is {name(two.person)}’s now.")
        self.refused(one.ask("remove", table=table, seat=2), "not_owner")
        self.assert_done(two.ask("remove", table=table, seat=0))


if __name__ == "__main__":
    client.main()
