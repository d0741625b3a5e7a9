"""Tournaments over real sockets: made by anybody with a link, paired by the server, decided by the tables that are played."""

import collections
import time

import client
from client import Case, Interface, Person, play_to_end
from test_server_lobby import wait_push
from test_server_people import PASSWORD
from test_server_time import Shifted

GAME = "royalflip"
BANK = {"kind": "bank", "seconds": 600, "extra": 0}


def who(person):
    return person.get("/api/me")[1]["person"]


class Contests(Case):
    def make(self, person, kind="swiss", **wish):
        status, answer = person.post("/api/tournaments", {"name": "The cup", "game": GAME, "kind": kind, "clock": BANK, "pause": 0,
                                                          "rated": False, **wish})
        self.assertEqual(status, 200, answer)
        return answer["tournament"]["id"]

    def do(self, person, what, id, **more):
        status, answer = person.post(f"/api/tournaments/{what}", {"id": id, **more})
        self.assertEqual(status, 200, answer)
        return answer

    def refusal(self, answer, code):
        self.assertGreaterEqual(answer[0], 400, answer)
        self.assertEqual(answer[1]["error"]["code"], code, answer)

    def look(self, person, id, round=None):
        status, answer = person.get(f"/api/tournaments/{id}" + (f"/{round}" if round else ""))
        self.assertEqual(status, 200, answer)
        return answer

    def until(self, person, id, wanted):
        """The tournament as soon as it is as wanted."""
        limit = time.monotonic() + 5 * client.PATIENCE
        while not wanted(answer := self.look(person, id)):
            self.assertLess(time.monotonic(), limit, answer)
            time.sleep(0.1)
        return answer

    def over(self, person, id):
        return self.until(person, id, lambda answer: answer["tournament"]["state"] == "over")

    def rounds(self, person, id):
        """The pairings of all rounds."""
        return [self.look(person, id, n + 1)["pairings"] for n in range(self.look(person, id)["tournament"]["paired"])]

    def my_table(self, person, id):
        return self.until(person, id, lambda answer: answer["mine"]["table"])["mine"]["table"]


def meetings(rounds):
    met = collections.Counter()
    for pairings in rounds:
        for pairing in pairings:
            players = sorted(seat["player"] for seat in pairing["seats"])
            met.update((a, b) for i, a in enumerate(players) for b in players[i + 1:])
    return met


class People(Contests):
    def test_whoever_has_the_link_enters_and_the_maker_starts_it(self):
        ada, bo, cy = self.people(3)
        link = bo.connect()
        id = self.make(ada, rounds=2)
        self.assertEqual(self.do(bo, "enter", id)["tournament"]["players"], 2)
        self.assertEqual(self.do(bo, "enter", id)["tournament"]["players"], 2)  # once is enough
        self.do(cy, "enter", id)
        self.assertEqual(self.do(cy, "leave", id)["tournament"]["players"], 2)
        self.refusal(bo.post("/api/tournaments/start", {"id": id}), "not_owner")
        begun = self.do(ada, "start", id)
        self.assertEqual(begun["tournament"]["state"], "running")
        self.refusal(ada.post("/api/tournaments/start", {"id": id}), "running")
        told = wait_push(link, "tournament", lambda push: push["what"] == "table")
        self.assertEqual((told["id"], told["round"], told["name"]), (id, 1, "The cup"))
        mine = self.look(bo, id)["mine"]
        self.assertEqual(mine["table"], told["table"])
        table = bo.get(f"/api/tables/{told['table']}")[1]["table"]
        self.assertEqual(sorted(seat["name"] for seat in table["seats"]), sorted([who(ada)["name"], who(bo)["name"]]))
        self.assertEqual((table["status"], table["clock"], table["game"]), ("running", BANK, GAME))
        self.assertIsNone(self.look(cy, id)["mine"])

    def test_a_private_tournament_is_in_nobodys_list_but_ones_own(self):
        ada, bo = self.people(2)
        private, public = self.make(ada), self.make(ada, public=True)
        def listed(person):
            return [row["id"] for row in person.get("/api/tournaments")[1]["tournaments"]]
        self.assertLessEqual({private, public}, set(listed(ada)))
        self.assertIn(public, listed(bo))
        self.assertNotIn(private, listed(bo))
        self.do(bo, "enter", private)
        self.assertIn(private, listed(bo))
        self.assertIn(public, listed(Person(self.server)))

    def test_what_cannot_be_is_refused_with_a_reason(self):
        ada, stranger = self.person(), Person(self.server)
        good = {"name": "The cup", "game": GAME, "kind": "swiss", "clock": BANK}
        for code, wrong in [("bad_name", {"name": ""}), ("bad_name", {"name": "x" * 60}), ("bad_name", {"name": 7}), ("bad_name", {"name": "a\nb"}),
                            ("no_game", {"game": "chess"}), ("bad_option", {"kind": "ladder"}), ("bad_option", {"kind": None}),
                            ("bad_option", {"seats": 1}), ("bad_option", {"seats": 9}), ("bad_option", {"rounds": 0}),
                            ("bad_option", {"rounds": "5"}), ("bad_option", {"clock": None}), ("bad_option", {"clock": {"kind": "sand"}}),
                            ("bad_option", {"pause": -1}), ("bad_option", {"starts": 1}), ("bad_option", {"minutes": 0}),
                            ("bad_option", {"options": {"nonsense": 1}})]:
            self.refusal(ada.post("/api/tournaments", {**good, **wrong}), code)
        self.refusal(stranger.post("/api/tournaments", good), "stranger")
        self.refusal(ada.get("/api/tournaments/nothing"), "not_found")
        id = self.make(ada)
        self.refusal(ada.get(f"/api/tournaments/{id}/x"), "not_found")
        self.refusal(ada.get(f"/api/tournaments/{id}/0"), "not_found")
        self.refusal(ada.post("/api/tournaments/start", {"id": id}), "too_early")
        self.refusal(stranger.post("/api/tournaments/enter", {"id": id}), "stranger")
        self.refusal(self.person().post("/api/tournaments/leave", {"id": id}), "not_found")
        self.refusal(ada.post("/api/tournaments/bots", {"id": id, "level": 9}), "bad_option")
        self.refusal(self.person().post("/api/tournaments/bots", {"id": id}), "not_owner")
        self.do(ada, "bots", id, level=1, count=64)
        self.refusal(ada.post("/api/tournaments/bots", {"id": id, "level": 1}), "limit")
        self.assertEqual(self.do(ada, "end", id)["tournament"]["state"], "called off")
        self.refusal(ada.post("/api/tournaments/enter", {"id": id}), "over")
        self.refusal(ada.post("/api/tournaments/start", {"id": id}), "over")
        for _ in range(5):
            self.make(ada)
        self.refusal(ada.post("/api/tournaments", good), "limit")

    def test_a_swiss_tournament_of_people_from_the_first_card_to_the_last(self):
        people = self.people(4)
        links = [person.connect() for person in people]
        id = self.make(people[0], rounds=3)
        for person in people[1:]:
            self.do(person, "enter", id)
        self.do(people[0], "start", id)
        for round in range(3):
            self.until(people[0], id, lambda answer, n=round + 1: answer["tournament"]["paired"] == n and all(pairing["table"] for pairing in answer["pairings"]))
            tables = {}
            for person, link in zip(people, links):
                tables.setdefault(self.my_table(person, id), []).append(link)
            self.assertEqual(sorted(map(len, tables.values())), [2, 2])
            for table, sitting in tables.items():
                for link in sitting:
                    link.watch(table)
                play_to_end(sitting, table)
        answer = self.over(people[0], id)
        self.assertEqual(sorted(meetings(self.rounds(people[0], id)).values()), [1] * 6)
        self.assertAlmostEqual(sum(row["points"] for row in answer["standings"]), 6)
        keys = [[row[word] for word in answer["tournament"]["tieBreaks"]] for row in answer["standings"]]
        self.assertEqual(keys, sorted(keys, reverse=True))
        for pairings in self.rounds(people[0], id):
            for pairing in pairings:
                table = people[0].get(f"/api/tables/{pairing['table']}")[1]["table"]
                self.assertEqual(table["status"], "over")
                winners = [seat for seat, place in enumerate(seat["place"] for seat in pairing["seats"]) if place == 1]
                self.assertEqual(winners, table["result"]["winners"])

    def test_late_entries_and_who_comes_back(self):
        ada, bo, cy = self.people(3)
        id = self.make(ada, rounds=5)
        self.do(ada, "bots", id, level=1, count=2)
        self.do(ada, "start", id)
        self.my_table(ada, id)
        self.assertTrue(self.do(bo, "enter", id)["tournament"]["open"])
        self.assertTrue(self.do(ada, "leave", id)["mine"]["gone"])
        self.assertFalse(self.do(ada, "enter", id)["mine"]["gone"])
        knock_out = self.make(cy, "knock-out")
        self.do(cy, "bots", knock_out, level=1, count=1)
        self.do(cy, "start", knock_out)
        self.refusal(bo.post("/api/tournaments/enter", {"id": knock_out}), "running")

    def test_who_leaves_the_table_has_forfeited_it(self):
        ada, bo = self.people(2)
        link = ada.connect()
        id = self.make(ada, rounds=1)
        self.do(bo, "enter", id)
        self.do(ada, "start", id)
        table = self.my_table(ada, id)
        link.watch(table)
        self.assert_done(link.ask("leave", table=table))
        other = bo.connect()
        other.watch(table)
        play_to_end([other], table)
        answer = self.over(ada, id)
        self.assertEqual([(row["you"], row["points"]) for row in answer["standings"]], [(False, 1), (True, 0)])
        self.assertEqual({seat["you"]: seat["place"] for seat in answer["pairings"][0]["seats"]}, {True: 0, False: 1})

    def test_who_has_a_bye_is_told_and_gets_a_point(self):
        people = self.people(3)
        links = [person.connect() for person in people]
        id = self.make(people[0], rounds=1)
        for person in people[1:]:
            self.do(person, "enter", id)
        self.do(people[0], "start", id)
        told = [wait_push(link, "tournament", lambda push: push["what"] in ("bye", "table")) for link in links]
        self.assertEqual(sorted(push["what"] for push in told), ["bye", "table", "table"])
        free = next(i for i, push in enumerate(told) if push["what"] == "bye")
        self.assertIsNone(told[free]["table"])
        row = next(row for row in self.look(people[free], id)["standings"] if row["you"])
        self.assertEqual((row["points"], row["byes"], row["tables"]), (1, 1, 0))

    def test_a_table_that_all_agree_to_end_is_a_tie(self):
        ada, bo = self.people(2)
        links = [ada.connect(), bo.connect()]
        id = self.make(ada, rounds=1)
        self.do(bo, "enter", id)
        self.do(ada, "start", id)
        table = self.my_table(ada, id)
        for link in links:
            link.watch(table)
        offer = self.assert_done(links[0].ask("offer", table=table, kind="end"))["offer"]
        self.assert_done(links[1].ask("answer", table=table, offer=offer, accept=True))
        self.assertEqual([row["points"] for row in self.over(ada, id)["standings"]], [0.5, 0.5])

    def test_who_is_deleted_has_a_former_name_and_is_not_paired_again(self):
        ada, bo = self.people(2)
        self.assertEqual(bo.post("/api/claim", {"password": PASSWORD})[0], 200)
        id = self.make(ada, rounds=3)
        self.do(bo, "enter", id)
        self.do(ada, "bots", id, level=1, count=2)
        exported = bo.get("/api/export")[1]
        self.assertEqual([row["tournament"] for row in exported["tournaments"]], [id])
        self.assertEqual(bo.post("/api/delete", {"password": PASSWORD})[0], 200)
        self.do(ada, "start", id)
        links = [ada.connect()]
        for _ in range(3):
            table = self.until(ada, id, lambda answer: answer["mine"]["table"] or answer["tournament"]["state"] == "over")["mine"]["table"]
            if not table:
                break
            links[0].watch(table)
            play_to_end(links, table)
            self.until(ada, id, lambda answer, last=table: answer["mine"]["table"] != last)
        answer = self.over(ada, id)
        former = next(row for row in answer["standings"] if row["name"] == "a former player")
        self.assertTrue(former["gone"])
        self.assertEqual((former["points"], former["person"]), (0, None))


class Bots(Contests):
    def play(self, kind, players, **wish):
        ada = self.person()
        id = self.make(ada, kind, enter=False, **wish)
        self.do(ada, "bots", id, level=1, count=players)
        self.do(ada, "start", id)
        return self.over(ada, id), self.rounds(ada, id)

    def test_a_round_robin_of_bots(self):
        answer, rounds = self.play("round-robin", 5)
        self.assertEqual(len(rounds), 5)
        self.assertEqual(set(meetings(rounds).values()), {1})
        self.assertEqual(len(meetings(rounds)), 10)
        self.assertEqual([row["byes"] for row in answer["standings"]], [1] * 5)

    def test_a_knock_out_of_bots(self):
        answer, rounds = self.play("knock-out", 6)
        self.assertEqual([sum(not pairing["bye"] for pairing in pairings) for pairings in rounds], [2, 2, 1])
        final = {seat["player"]: seat["points"] for seat in rounds[-1][0]["seats"]}
        self.assertEqual({row["player"] for row in answer["standings"][:2]}, set(final))
        self.assertGreaterEqual(final[answer["standings"][0]["player"]], final[answer["standings"][1]["player"]])

    def test_a_swiss_tournament_at_tables_of_many(self):
        for seats, players, rounds, sizes in ((4, 10, 3, [3, 3, 4]), (6, 11, 1, [5, 6]), (3, 5, 1, [2, 3])):
            answer, played = self.play("swiss", players, seats=seats, rounds=rounds)
            for pairings in played:
                self.assertEqual(sorted(len(pairing["seats"]) for pairing in pairings), sizes)
            self.assertEqual([row["tables"] for row in answer["standings"]], [rounds] * players)

    def test_a_tournament_goes_on_after_the_server_was_killed(self):
        ada = self.person()
        id = self.make(ada, "round-robin", enter=False, rounds=7)
        self.do(ada, "bots", id, level=1, count=8)
        self.do(ada, "start", id)
        self.until(ada, id, lambda answer: answer["tournament"]["paired"] > 1)
        self.server.kill()
        self.server.start()
        self.over(ada, id)
        met = meetings(self.rounds(ada, id))
        self.assertEqual((len(met), set(met.values())), (28, {1}))


class Time(Shifted, Contests):
    def test_a_whole_arena_of_forty_bots(self):
        tables = 60 if client.IN_PART else 150
        ada = self.person()
        id = self.make(ada, "arena", enter=False, minutes=30)
        self.do(ada, "bots", id, level=1, count=40)
        self.do(ada, "start", id)
        self.until(ada, id, lambda answer: sum(row["tables"] for row in answer["standings"]) >= 2 * tables)
        self.shift(3600)  # the time is up: what is being played is played to its end
        answer = self.over(ada, id)
        rows, pairings = answer["standings"], answer["pairings"]
        self.assertEqual(len(rows), 40)
        self.assertTrue(all(pairing["over"] and pairing["table"] and not pairing["bye"] for pairing in pairings))
        counts = [row["tables"] for row in rows]
        self.assertLessEqual(max(counts) - min(counts), 6, counts)
        self.assertAlmostEqual(sum(row["points"] for row in rows), sum(counts) / 2)
        self.assertEqual([row["rank"] for row in rows], sorted(row["rank"] for row in rows))
        keys = [[row[word] for word in answer["tournament"]["tieBreaks"]] for row in rows]
        self.assertEqual(keys, sorted(keys, reverse=True))
        last = {}
        for pairing in reversed(pairings):  # oldest first: nobody meets the same bot twice in a row
            a, b = (seat["player"] for seat in pairing["seats"])
            self.assertFalse(last.get(a) == b and last.get(b) == a, pairing)
            last[a], last[b] = b, a
        for pairing in pairings[:5]:
            self.assertEqual(ada.get(f"/api/tables/{pairing['table']}")[1]["table"]["status"], "over")

    def test_silent_players_lose_by_the_clock_and_are_withdrawn_after_two_tables(self):
        self.stay_silent(BANK, 700)

    def test_the_same_by_days(self):
        self.stay_silent({"kind": "move", "seconds": 86400}, 86500)

    def stay_silent(self, clock, seconds):
        ada, bo, cy = self.people(3)
        id = self.make(ada, rounds=4, clock=clock)
        self.do(bo, "enter", id)
        self.do(cy, "enter", id)
        self.do(ada, "bots", id, level=1, count=1)
        self.do(ada, "start", id)
        for round in range(2):
            self.until(ada, id, lambda answer, n=round + 1: answer["tournament"]["paired"] == n)
            self.later(seconds)
        answer = self.over(ada, id)
        rows = {row["name"]: row for row in answer["standings"]}
        self.assertEqual(sum(row["gone"] for row in rows.values()), 3)
        self.assertEqual([row["level"] for row in answer["standings"] if not row["gone"]], [1])
        for person in (ada, bo, cy):
            self.assertEqual(rows[who(person)["name"]]["points"], 0)

    def test_it_begins_at_its_time_if_there_are_enough(self):
        ada, bo = self.people(2)
        soon = int(time.time() * 1000) + 600000
        alone, together = self.make(ada, starts=soon), self.make(ada, starts=soon, pause=60)
        self.do(bo, "enter", together)
        link = bo.connect()
        self.assertEqual(self.look(ada, together)["tournament"]["state"], "open")
        self.shift(700)
        self.until(ada, together, lambda answer: answer["tournament"]["state"] == "running")
        self.until(ada, alone, lambda answer: answer["tournament"]["state"] == "called off")
        wait_push(link, "tournament", lambda push: push["what"] == "begun")

    def test_there_is_a_pause_between_rounds(self):
        ada = self.person()
        id = self.make(ada, "round-robin", enter=False, pause=120)
        self.do(ada, "bots", id, level=1, count=4)
        self.do(ada, "start", id)
        answer = self.until(ada, id, lambda answer: answer["tournament"]["next"])
        self.assertEqual((answer["tournament"]["paired"], answer["tournament"]["rounds"]), (1, 3))
        self.assertTrue(all(pairing["over"] for pairing in answer["pairings"]))
        for shift in (130, 260):
            self.shift(shift)
            self.until(ada, id, lambda answer: answer["tournament"]["next"] or answer["tournament"]["state"] == "over")
            self.until(ada, id, lambda answer, n=shift // 130 + 1: answer["tournament"]["paired"] == n)
        self.over(ada, id)


class Written(Interface):
    documents = ("Tournaments",)

    def setUp(self):
        super().setUp()
        ada, bo = self.people(2)
        made = ada.post("/api/tournaments", {"name": "The cup", "game": GAME, "kind": "swiss", "clock": BANK})[1]["tournament"]["id"]
        for path in ("", f"/{made}", f"/{made}/1"):
            ada.get("/api/tournaments" + path)
        for what in ("enter", "leave"):
            bo.post(f"/api/tournaments/{what}", {"id": made})
        for what in ("bots", "start", "end"):
            ada.post(f"/api/tournaments/{what}", {"id": made})


if __name__ == "__main__":
    client.main()
