"""Leagues of friends over real sockets: joined by a link, played at tables of their own, counted from the finished games."""

import collections
import sqlite3
import time

import client
from client import Case, Person, play_to_end
from test_server_people import PASSWORD

ME, LINK, BOT = {"kind": "me"}, {"kind": "link"}, {"kind": "bot", "level": 1}
YEAR = time.gmtime().tm_year


def best(actions):
    return max(actions, key=lambda action: action["gain"])


class Company(Case):
    def do(self, asker, what, id, **more):
        status, answer = asker.post(f"/api/leagues/{what}", {"id": id, **more})
        self.assertEqual(status, 200, answer)
        return answer

    def refusal(self, answer, code):
        self.assertGreaterEqual(answer[0], 400, answer)
        self.assertEqual(answer[1]["error"]["code"], code, answer)

    def look(self, person, id, year=None):
        status, answer = person.get(f"/api/leagues/{id}" + (f"/{year}" if year else ""))
        self.assertEqual(status, 200, answer)
        return answer

    def league(self, people):
        """A league of these, the first of whom owns it."""
        status, made = people[0].post("/api/leagues", {"name": "Our Thursday table"})
        self.assertEqual(status, 200, made)
        for person in people[1:]:
            self.do(person, "join", made["league"]["id"])
        return made["league"]["id"]

    def id(self, person):
        return person.get("/api/me")[1]["person"]["id"]

    def table(self, league, people, bots=0, game="royalflip"):
        """One of them makes a table for the league, and the others come by the way that its page shows them."""
        table = people[0].make([ME, *[LINK] * (len(people) - 1), *[BOT] * bots], game, league=league, rated=False)["table"]["id"]
        links = [people[0].connect()]
        for seat, person in enumerate(people[1:], 1):
            path = next((one["path"] for one in self.look(person, league)["tables"] if one["table"] == table), None)
            links.append(person.connect())
            key = path.split(".")[1] if path else self.key(people[0], table)
            self.assert_done(links[-1].ask("sit", table=table, seat=seat, key=key))
        return table, links

    def key(self, owner, table):
        return owner.get(f"/api/tables/{table}")[1]["table"]["link"].split(".")[1]

    def play(self, league, people, bots=0, game="royalflip", choose=best):
        table, links = self.table(league, people, bots, game)
        for link in links:
            link.watch(table)
        play_to_end(links, table, choose)
        return table, links

    def expected(self, asker, tables, members):
        """What docs/tournaments.md says of these games, from their results alone: rows by person, and who was ahead of whom."""
        rows = collections.defaultdict(lambda: [0, 0, 0, 0])
        ahead, met = collections.Counter(), collections.Counter()
        for table in tables:
            told = asker.get(f"/api/tables/{table}")[1]["table"]
            scores, winners = told["result"]["scores"], told["result"]["winners"]
            keys = [(seat in winners, score) for seat, score in enumerate(scores)]
            places = [1 + sum(other > key for other in keys) for key in keys]
            who = [members.get(seat["name"]) for seat in told["seats"]]
            for seat, person in enumerate(who):
                if not person:
                    continue
                parts = [1 if places[seat] < place else 0.5 if places[seat] == place else 0 for other, place in enumerate(places) if other != seat]
                row = rows[person]
                row[0] += 1
                row[1] += seat in winners
                row[2] += places[seat]
                row[3] += sum(parts) / len(parts)
                for other, theirs in enumerate(who):
                    if theirs and other != seat:
                        met[person, theirs] += 1
                        ahead[person, theirs] += places[seat] < places[other]
        return rows, ahead, met

    def check(self, asker, answer, tables, members):
        rows, ahead, met = self.expected(asker, tables, members)
        told = answer["standings"][0]
        self.assertEqual(told["games"], len(tables))
        self.assertEqual({row["person"]: (row["games"], row["won"], row["place"], row["points"]) for row in told["rows"]},
                         {person: (games, won, round(places / games + 1e-9, 2), round(points + 1e-9, 2)) for person, (games, won, places, points) in rows.items()})
        order = [(-row["points"], -row["won"], row["place"]) for row in told["rows"]]
        self.assertEqual(order, sorted(order))
        self.assertEqual([row["rank"] for row in told["rows"]], [1 + sum(other < key for other in order) for key in order])
        self.assertEqual({(one["person"], one["other"]): (one["games"], one["ahead"], one["behind"]) for one in answer["meetings"]},
                         {(one["person"], one["other"]): (met[one["person"], one["other"]], ahead[one["person"], one["other"]],
                                                         ahead[one["other"], one["person"]]) for one in answer["meetings"]})
        self.assertEqual(2 * len(answer["meetings"]), len(met))


class Leagues(Company):
    def test_every_finished_game_at_its_tables_is_counted(self):
        ada, bo, cy, guest = people = self.people(4)
        league = self.league(people[:3])
        members = {one["name"]: one["person"] for one in self.look(ada, league)["members"]}
        empty = self.look(ada, league)
        self.assertEqual((empty["standings"], empty["meetings"], empty["games"], empty["tables"]),
                         ([{"game": None, "title": None, "games": 0, "rows": []}], [], [], []))
        first, links = self.play(league, [ada, bo])
        again = self.assert_done(links[0].ask("offer", table=first, kind="rematch"))
        again = self.assert_done(links[1].ask("answer", table=first, offer=again["offer"], accept=True))["table"]
        for link in links:
            link.watch(again)
        play_to_end(links, again, lambda actions: actions[-1])
        counted = [first, again, self.play(league, [cy, ada, bo])[0], self.play(league, [bo, guest, cy], bots=1)[0],
                   self.play(league, [ada, cy], game="insertcoin")[0]]
        self.play(league, [ada, guest])  # only one of them belongs to it
        self.play(league, [ada], bots=1)
        ada.make([ME, LINK])  # elsewhere
        answer = self.look(bo, league)
        self.check(ada, answer, counted, members)
        self.assertEqual([game["table"] for game in answer["games"]], counted[::-1])
        self.assertEqual([one["game"] for one in answer["standings"][1:]], sorted(["insertcoin", "royalflip"], key=[game["id"] for game in ada.get("/api/games")[1]["games"]].index))
        self.assertEqual({one["game"]: one["games"] for one in answer["standings"]}, {None: 5, "insertcoin": 1, "royalflip": 4})
        self.assertEqual((answer["seasons"], answer["season"]), ([YEAR], None))
        self.assertEqual(self.look(ada, league, YEAR)["standings"], self.look(ada, league)["standings"])
        self.assertEqual(self.look(ada, league, YEAR - 1)["standings"][0]["games"], 0)
        self.do(guest, "join", league)  # and brings the games from before
        joined = self.look(guest, league)
        self.assertEqual(joined["standings"][0]["games"], 6)
        self.assertEqual(next(row["games"] for row in joined["standings"][0]["rows"] if row["you"]), 2)
        # whoever is deleted takes nothing from the others
        self.assertEqual(cy.post("/api/claim", {"name": "Cy of the league", "password": PASSWORD})[0], 200)
        self.assertEqual(cy.post("/api/delete", {"password": PASSWORD})[0], 200)
        client.eventually("the deleted one is gone", lambda: len(self.look(ada, league)["standings"][0]["rows"]) == 3)
        left = self.look(ada, league)
        self.assertEqual(left["standings"][0]["games"], 6)
        self.assertNotIn("Cy of the league", str(left))
        self.server.kill()
        self.server.start()
        self.assertEqual(self.look(ada, league), left)

    def test_tables_that_wait_are_for_members_and_say_the_way_in(self):
        ada, bo, stranger = self.people(3)
        league = self.league([ada, bo])
        table = ada.make([ME, LINK], league=league)["table"]
        self.assertEqual(table["league"], league)
        self.assertNotIn("league", stranger.get(f"/api/tables/{table['id']}")[1]["table"])
        name = ada.get("/api/me")[1]["person"]["name"]
        waits = {"table": table["id"], "game": "royalflip", "title": "Royal Flip", "status": "waiting", "path": table["link"], "here": False, "seats": [name, None]}
        self.assertEqual(self.look(bo, league)["tables"], [waits])
        self.assertEqual(self.look(ada, league)["tables"], [{**waits, "path": f"/t/{table['id']}", "here": True}])
        self.assertEqual(self.look(stranger, league)["tables"], [])
        self.assertEqual(self.look(Person(self.server), league)["mine"], None)

    def test_the_owner_renames_removes_hands_over_and_closes(self):
        ada, bo, cy = self.people(3)
        league = self.league([ada, bo, cy])
        self.assertEqual(self.do(ada, "change", league, name=" Friday ")["league"]["name"], "Friday")
        for deed, more in (("change", {"name": "Mine"}), ("remove", {"person": self.id(cy)})):
            self.refusal(bo.post(f"/api/leagues/{deed}", {"id": league, **more}), "not_owner")
        self.assertEqual(len([one for one in self.do(ada, "remove", league, person=self.id(cy))["members"] if one["state"] == "member"]), 2)
        self.refusal(cy.post("/api/leagues/join", {"id": league}), "not_invited")
        self.refusal(cy.post("/api/tables", {"game": "royalflip", "seats": [ME, LINK], "league": league}), "not_invited")
        self.do(ada, "remove", league, person=self.id(cy), back=True)
        self.assertEqual(self.do(cy, "join", league)["mine"], "member")
        self.refusal(ada.post("/api/leagues/leave", {"id": league}), "too_early")
        self.refusal(ada.post("/api/leagues/change", {"id": league, "owner": self.id(self.person())}), "not_invited")
        self.assertFalse(self.do(ada, "change", league, owner=self.id(bo))["league"]["yours"])
        self.assertEqual(self.do(ada, "leave", league)["mine"], "left")
        self.assertEqual(ada.get("/api/leagues")[1], {"leagues": []})
        self.assertTrue(self.do(bo, "change", league, closed=True)["league"]["closed"])
        for answer in (bo.post("/api/leagues/change", {"id": league, "name": "Again"}), ada.post("/api/leagues/join", {"id": league}),
                       bo.post("/api/tables", {"game": "royalflip", "seats": [ME, LINK], "league": league})):
            self.refusal(answer, "over")
        row = bo.get("/api/leagues")[1]["leagues"][0]
        self.assertEqual((row["name"], row["members"], row["games"], row["yours"]), ("Friday", 2, 0, True))
        self.assertEqual(bo.get("/api/export")[1]["leagues"], [{**row, "yours": 1}])

    def test_an_owner_who_deletes_the_account_leaves_it_to_the_oldest_member(self):
        ada, bo, cy = self.people(3)
        league = self.league([ada, bo, cy])
        self.assertEqual(ada.post("/api/claim", {"name": "Ada of the league", "password": PASSWORD})[0], 200)
        self.assertEqual(ada.post("/api/delete", {"password": PASSWORD})[0], 200)
        client.eventually("the league is Bo's", lambda: self.look(bo, league)["league"]["yours"])
        self.assertEqual([one["owner"] for one in self.look(cy, league)["members"]], [True, False])

    def test_what_cannot_be_is_refused_with_a_reason(self):
        ada, stranger = self.person(), Person(self.server)
        for wrong in ("", "x" * 49, 7, None, "a\nb", "evil\u202etxt", "zero\u200bwidth", "   "):
            self.refusal(ada.post("/api/leagues", {"name": wrong}), "bad_name")
        self.refusal(stranger.post("/api/leagues", {"name": "Thursday"}), "stranger")
        league = self.league([ada])
        self.refusal(ada.post("/api/leagues/change", {"id": league, "name": "x" * 49}), "bad_name")
        for path in ("nothing", league[:-1] + "!", f"{league}/x", f"{league}/1999", f"{league}/", "A" * 22):
            self.refusal(ada.get(f"/api/leagues/{path}"), "not_found")
        for body in ({}, {"id": 7}, {"id": "A" * 22}):
            self.refusal(ada.post("/api/leagues/join", body), "not_found")
        for person in (None, 7, self.id(ada), "A" * 22):
            self.refusal(ada.post("/api/leagues/remove", {"id": league, "person": person}), "not_found")
        for wrong in (7, "A" * 22, ""):
            self.refusal(ada.post("/api/tables", {"game": "royalflip", "seats": [ME, LINK], "league": wrong}), "not_found")
        self.refusal(self.person().post("/api/leagues/leave", {"id": league}), "not_invited")
        for _ in range(19):
            self.league([ada])
        self.refusal(ada.post("/api/leagues", {"name": "One more"}), "limit")
        for person in self.people(59):
            self.do(person, "join", league)
        self.refusal(self.person().post("/api/leagues/join", {"id": league}), "limit")


class Before(Company):
    @client.about_files
    def test_a_site_from_before_there_were_leagues_goes_on_with_all_its_games(self):
        ada, bo = self.people(2)
        status, body = ada.post("/api/daily", {"game": "royalflip"})
        self.assertEqual(status, 200, body)
        link = ada.connect()
        link.watch(body["table"]["id"])
        play_to_end([link], body["table"]["id"])
        self.server.stop()
        database = sqlite3.connect(self.server.data)
        with database:
            client.schema_before(database, 16)
        database.close()
        self.server.start()
        rows = ada.get(f"/api/months/{time.strftime('%Y-%m', time.gmtime())}")[1]["rows"]
        self.assertEqual([(row["points"], row["you"]) for row in rows], [(10, True)])
        league = self.league([ada, bo])
        self.play(league, [ada, bo])
        self.assertEqual(self.look(bo, league)["standings"][0]["games"], 1)


class Written(client.Interface):
    documents = ("Leagues",)


if __name__ == "__main__":
    client.main()
