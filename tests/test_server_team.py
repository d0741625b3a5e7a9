"""Teams over real sockets: every seat has a side, and whoever sits down chooses it; what is said to a team the team hears, and
nobody else ever does, by no way that the server has."""

import json
import os

import client
from client import Case, Person, Server, act

ME, OPEN = {"kind": "me"}, {"kind": "open"}
SECRET = "behind the water tower"


class Teams(Case):
    def four(self, server=None):
        """Four people at a table, two a team, and one who looks on: their links, in the order of the seats."""
        people = [Person(server, name) for name in ("Ada", "Bo", "Cy", "Dee", "Eve")] if server else self.people(5)
        table = people[0].make([ME, OPEN, OPEN, OPEN], game="flickemup", public=True)["table"]["id"]
        links = [person.connect() for person in people]
        for seat in (1, 2, 3):
            self.assert_done(links[seat].ask("sit", table=table, seat=seat))
        for link in links:
            link.watch(table)
        return table, links

    def said(self, link, table):
        link.hear_all()
        return [line["text"] for line in link.chats[table]]

    def test_a_team_hears_its_own_and_nobody_else_does(self):
        table, links = self.four()
        seats = links[0].scenes[table]["view"]["seats"]
        self.assertEqual([seat["team"] for seat in seats], ["lawmen", "outlaws"] * 2)
        self.assert_done(links[0].ask("chat", table=table, text="hello, all"))
        links[4].hear_all()
        before = len(links[4].heard)
        self.assert_done(links[2].ask("chat", table=table, text=SECRET, team=True))
        self.assert_done(links[3].ask("chat", table=table, text="the bank, at three", team=True))
        for seat, link in enumerate(links):
            own = {0: SECRET, 1: "the bank, at three"}.get(seat % 2) if seat < 4 else None
            self.assertEqual(self.said(link, table), ["hello, all"] + ([own] if own else []))
        self.assertFalse(any(SECRET in text for seat in (1, 3, 4) for text in links[seat].heard))
        line = links[0].chats[table][-1]
        self.assertEqual((line["team"], line["seat"], line["text"]), ("lawmen", 2, SECRET))
        self.assertNotIn("team", links[0].chats[table][0])
        # Whoever does not hear it is not even told that something was said.
        pushes = [json.loads(text) for text in links[4].heard[before:]]
        self.assertEqual([push for push in pushes if push.get("push") == "scene"], [])

    def test_who_looks_anew_hears_no_more_than_before(self):
        table, links = self.four()
        self.assert_done(links[0].ask("chat", table=table, text=SECRET, team=True))
        for seat, link in enumerate(links):
            again = link.person.connect()
            again.watch(table)
            self.assertEqual(self.said(again, table), [SECRET] if seat in (0, 2) else [], seat)
        # With a seat that is not theirs to look from neither.
        other = links[1].person.connect()
        other.ask("watch", table=table, seat=0)
        other.hear_all()
        self.assertFalse(any(SECRET in text for text in other.heard))

    def test_a_line_that_is_not_for_the_asker_cannot_be_found_out_by_muting_it(self):
        table, links = self.four()
        self.assert_done(links[0].ask("chat", table=table, text=SECRET, team=True))
        for seat in (1, 3, 4):
            self.refused(links[seat].ask("mute", table=table, line=0, on=True), "bad_seat")
        self.assert_done(links[2].ask("mute", table=table, line=0, on=True))
        self.assert_done(links[0].ask("chat", table=table, text="more of it", team=True))
        self.assertEqual(self.said(links[2], table), [SECRET])

    def test_it_stays_so_when_the_game_is_over_in_replay_record_and_exports(self):
        table, links = self.four()
        self.assert_done(links[0].ask("chat", table=table, text=SECRET, team=True))
        act(links[0], table)
        for link in links[:4]:
            self.assert_done(link.ask("end", table=table, agree=True))
        links[4].wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
        for seat, link in enumerate(links):
            person = link.person
            for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", f"/api/replays/{table}",
                         f"/api/replays/{table}/all/0", f"/api/replays/{table}/0/0", "/api/tables"):
                self.assertNotIn(SECRET, json.dumps(person.get(path)[1]), path)
            again = person.connect()
            again.watch(table)
            self.assertEqual(self.said(again, table), [SECRET] if seat in (0, 2) else [])
        for seat in (0, 1, 2):
            exported = links[seat].person.get("/api/export")[1]
            self.assertEqual(SECRET in json.dumps(exported), seat == 0)
            self.assertEqual([(line["text"], line["team"]) for line in exported["chat"]], [(SECRET, "lawmen")] * (seat == 0))

    def test_it_stays_so_after_a_restart(self):
        server = Server(os.path.join(self.folder.name, "restart.db")).start()
        table, links = self.four(server)
        self.assert_done(links[0].ask("chat", table=table, text=SECRET, team=True))
        self.assert_done(links[1].ask("chat", table=table, text="for all"))
        server.kill()
        server.start()
        for seat, link in enumerate(links):
            again = link.person.connect()
            again.watch(table)
            self.assertEqual(self.said(again, table), [SECRET, "for all"] if seat in (0, 2) else ["for all"])
            self.assertEqual(any(SECRET in text for text in again.heard), seat in (0, 2))
        self.assertEqual(server.stop(), 0)

    def test_who_leaves_the_seat_leaves_the_team(self):
        table, links = self.four()
        self.assert_done(links[2].ask("leave", table=table))
        self.assert_done(links[0].ask("chat", table=table, text=SECRET, team=True))
        self.assertEqual(self.said(links[2], table), [])
        again = links[2].person.connect()
        again.watch(table)
        self.assertEqual(self.said(again, table), [])

    def test_who_sits_on_both_sides_says_on_which(self):
        ada = self.person()
        table = ada.make([ME, ME], game="flickemup")["table"]["id"]
        link = ada.connect()
        link.watch(table)
        self.assert_done(link.ask("chat", table=table, text="one", team=True))
        self.assert_done(link.ask("chat", table=table, text="two", team=True, seat=1))
        link.hear_all()
        self.assertEqual([(line["seat"], line["team"]) for line in link.chats[table]], [(0, "lawmen"), (1, "outlaws")])

    def test_where_there_is_no_team_it_is_refused_and_nothing_is_said(self):
        table, links = self.four()
        self.refused(links[4].ask("chat", table=table, text=SECRET, team=True), "not_your_seat")
        self.refused(links[0].ask("chat", table=table, text=SECRET, team=True, seat=1), "not_your_seat")
        self.refused(links[0].ask("chat", table=table, text=SECRET, team=True, seat=99), "not_your_seat")
        waiting = links[0].person.make([ME, OPEN], game="flickemup")["table"]["id"]
        self.refused(links[0].ask("chat", table=waiting, text=SECRET, team=True), "waiting")
        cards = links[0].person.make([ME])["table"]["id"]
        self.refused(links[0].ask("chat", table=cards, text=SECRET, team=True), "no_team")
        for link in links:
            self.assertEqual(self.said(link, table), [])

    def test_deleting_oneself_takes_the_lines_along(self):
        table, links = self.four()
        self.assert_done(links[0].ask("chat", table=table, text=SECRET, team=True))
        name = links[0].person.get("/api/me")[1]["person"]["name"]
        self.assertEqual(links[0].person.post("/api/delete", {"name": name})[0], 200)
        again = links[2].person.connect()
        again.watch(table)
        self.assertEqual(self.said(again, table), [])


class Sides(Case):
    SIDES = ["outlaws", "lawmen", "lawmen", "outlaws"]

    def sides(self, table):
        return [(seat.get("team"), seat.get("team_place")) for seat in table["seats"]]

    def test_every_seat_says_its_side_and_place_while_the_table_waits(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN, {"kind": "link"}, {"kind": "bot", "level": 1}], game="flickemup", public=True,
                         options={"teams": self.SIDES})["table"]
        chosen = [("outlaws", 1), ("lawmen", 1), ("lawmen", 2), ("outlaws", 2)]
        self.assertEqual((table["status"], self.sides(table)), ("waiting", chosen))
        self.assertEqual(self.sides(bo.get(f"/api/tables/{table['id']}")[1]["table"]), chosen)
        listed = next(one for one in bo.get("/api/tables")[1]["tables"] if one["id"] == table["id"])
        self.assertEqual(self.sides(listed), chosen)
        waiting = ada.make([ME, OPEN, OPEN], game="flickemup")["table"]
        self.assertEqual(self.sides(waiting), [("lawmen", 1), ("outlaws", 1), ("lawmen", 2)])
        self.assertEqual(self.sides(ada.make([ME, OPEN])["table"]), [(None, None)] * 2)  # no teams

    def test_who_sits_down_plays_for_the_side_of_the_seat(self):
        ada, bo, cy = self.people(3)
        table = ada.make([ME, OPEN, OPEN], game="flickemup", options={"teams": ["outlaws", "outlaws", "lawmen"]})["table"]["id"]
        links = [person.connect() for person in (ada, bo, cy)]
        self.assert_done(links[1].ask("sit", table=table, seat=2))
        self.assert_done(links[2].ask("sit", table=table, seat=1))
        for link in links:
            link.watch(table)
        scene = links[1].wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        self.assertEqual([seat["team"] for seat in scene["view"]["seats"]], ["outlaws", "outlaws", "lawmen"])
        self.assertEqual(self.sides(scene["table"]), [("outlaws", 1), ("outlaws", 2), ("lawmen", 1)])
        self.assertEqual(scene["table"]["to_act"], [2])  # scenario 1 begins with a lawman
        self.assert_done(links[0].ask("chat", table=table, text=SECRET, team=True))
        for link, hears in zip(links, (True, False, True)):
            link.hear_all()
            self.assertEqual([line["text"] for line in link.chats[table]], [SECRET] if hears else [])

    def test_sides_that_do_not_fit_make_no_table(self):
        ada = self.person()
        for teams in (["lawmen", "lawmen"], ["lawmen"], ["lawmen", "sheriffs"], True):
            status, answer = ada.post("/api/tables", {"game": "flickemup", "seats": [ME, OPEN], "options": {"teams": teams}})
            self.assertEqual((status, answer["error"]["code"]), (400, "bad_option"))
        self.assertEqual(ada.get("/api/mine")[1]["tables"], [])

    def test_sides_stay_after_a_restart_and_in_a_rematch(self):
        server = Server(os.path.join(self.folder.name, "sides.db")).start()
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        table = ada.make([ME, OPEN], game="flickemup", options={"teams": ["outlaws", "lawmen"]})["table"]["id"]
        server.kill()
        server.start()
        chosen = [("outlaws", 1), ("lawmen", 1)]
        self.assertEqual(self.sides(ada.get(f"/api/tables/{table}")[1]["table"]), chosen)
        links = [person.connect() for person in (ada, bo)]
        self.assert_done(links[1].ask("sit", table=table, seat=1))
        for link in links:
            link.watch(table)
            self.assert_done(link.ask("end", table=table, agree=True))
        self.assert_done(links[1].ask("rematch", table=table))
        again = self.assert_done(links[0].ask("rematch", table=table))["table"]
        self.assertEqual(self.sides(ada.get(f"/api/tables/{again}")[1]["table"]), chosen)
        self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    client.main()
