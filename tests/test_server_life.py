"""What happens between people at a table, over real sockets: offers and their answers, the waiting table and its owner, spectators and
who hears whom, seats that are left and taken back, and help at rated tables. docs/api.md says what is expected.
"""

import json
import os
import sqlite3
import tempfile
import unittest

import client
from client import Case, Person, Server, act, play_to_end

ME, OPEN, LINK = {"kind": "me"}, {"kind": "open"}, {"kind": "link"}


def bot(level=1):
    return {"kind": "bot", "level": level}


TO_DO = {"end": "end the game", "undo": "take back a move", "rematch": "play a rematch", "help": "allow hints and the tutor",
         "seat": "give up a seat"}
ASKS = {"end": "offers to end the game", "undo": "asks to take back the last move", "rematch": "offers a rematch",
        "help": "asks to allow hints and the tutor", "seat": "asks for a seat"}
AGREED = {"end": "Everyone agreed to end the game", "undo": "The move was taken back", "rematch": "Everyone agreed: the rematch begins",
          "help": "Everyone agreed: hints and the tutor are allowed", "seat": "NAME sits down"}


def sentence(kind, what):
    """What a notice says, with NAME for whoever it is about."""
    if kind in ("offered", "agreed"):
        return "NAME " + ASKS[what] if kind == "offered" else AGREED[what]
    if kind == "withdrawn":
        return "NAME no longer wants to " + ("sit down" if what == "seat" else TO_DO[what])
    return {"accepted": f"NAME agreed to {TO_DO.get(what)}", "declined": f"NAME declined to {TO_DO.get(what)}",
            "lapsed": f"The offer to {TO_DO.get(what)} no longer stands", "left": r"NAME left the table(?:\. A bot plays on)?",
            "replaced": r"NAME was away for \d+ seconds\. The others voted for a bot, which plays on",
            "returned": "NAME is back and has taken the seat from the bot", "muted": "NAME may no longer write at this table",
            "unmuted": "NAME may write again"}[kind]


class Life(Case):
    def two(self, seats=(ME, OPEN), **wish):
        """Two people at a running table, both watching."""
        ada, bo = self.person("Ada"), self.person("Bo")
        table = ada.make(list(seats), **wish)["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table), two.watch(table)
        return table, one, two

    def offers(self, link, table, count=1):
        return link.wait_scene(table, lambda s: len(s["offers"]) == count)["offers"]

    def notices(self, link, table):
        """Everything that the link was told besides moves, in its order."""
        link.hear_all()
        told = {}
        for push in link.pushes:
            if push["push"] == "scene" and push["table"]["id"] == table:
                told.update({notice["i"]: notice for notice in push["notices"]})
        self.assertEqual(sorted(told), list(range(len(told))))
        for notice in told.values():
            self.assertRegex(notice["text"], "^" + sentence(notice["kind"], notice.get("what")).replace("NAME", r"(?:\w+ \d+|a former player)")
                             + r"\.(?: The game (?:will then not be rated|is not rated any more)\.)?$")
        return [told[i] for i in sorted(told)]

    def kinds(self, link, table):
        return [(notice["kind"], notice.get("what")) for notice in self.notices(link, table)]

    def ended(self, **wish):
        table, one, two = self.two(**wish)
        self.assert_done(one.ask("end", table=table))
        self.assert_done(two.ask("end", table=table))
        one.wait_scene(table, lambda s: s["table"]["status"] == "ended")
        return table, one, two


class Offers(Life):
    def test_an_offer_reaches_everybody_and_the_answer_comes_back(self):
        table, one, two = self.two()
        spectator = self.person().connect()
        spectator.watch(table)
        number = self.assert_done(one.ask("offer", table=table, kind="end"))["offer"]
        for link in (one, two, spectator):
            offer, = self.offers(link, table)
            self.assertEqual((offer["id"], offer["kind"], offer["by"], offer["agreed"], offer["waiting"]), (number, "end", 0, [0], [1]))
            self.assertRegex(offer["text"], r"^Ada \d+ offers to end the game\.$")
        self.assert_done(two.ask("answer", table=table, offer=number, accept=False))
        self.offers(one, table, 0)
        last = self.notices(one, table)[-1]
        self.assertEqual((last["kind"], last["what"], last["seat"]), ("declined", "end", 1))
        self.assertRegex(last["text"], r"^Bo \d+ declined to end the game\.$")
        number = self.assert_done(one.ask("offer", table=table, kind="end"))["offer"]
        self.assert_done(two.ask("answer", table=table, offer=number, accept=True))
        self.assertEqual(one.wait_scene(table, lambda s: s["table"]["status"] == "ended")["offers"], [])
        self.assertEqual(self.kinds(spectator, table), [("offered", "end"), ("declined", "end"), ("offered", "end"), ("agreed", "end")])

    def test_what_is_refused(self):
        table, one, two = self.two()
        stranger = self.person().connect()
        self.refused(one.ask("answer", table=table, offer=0), "not_found")
        self.refused(one.ask("offer", table=table, kind="dance"), "bad_option")
        self.refused(stranger.ask("offer", table=table, kind="end"), "not_your_seat")
        self.refused(one.ask("offer", table=table, kind="rematch"), "running")
        self.refused(one.ask("offer", table="x" * 22, kind="end"), "no_table")
        number = self.assert_done(one.ask("offer", table=table, kind="end"))["offer"]
        self.refused(two.ask("offer", table=table, kind="end"), "offered")
        self.refused(one.ask("answer", table=table, offer=number, accept=True), "offered")
        self.refused(stranger.ask("answer", table=table, offer=number, accept=True), "not_your_seat")
        self.refused(two.ask("answer", table=table, offer=number + 1, accept=True), "not_found")
        self.assert_done(one.ask("answer", table=table, offer=number, accept=False))  # it is withdrawn
        self.refused(two.ask("answer", table=table, offer=number, accept=True), "late")
        self.assertEqual(self.kinds(two, table), [("offered", "end"), ("withdrawn", "end")])

    def test_what_is_said_twice_is_said_once(self):
        table, one, two = self.two()
        number = self.assert_done(one.ask("end", table=table))["offer"]
        self.assertEqual(self.assert_done(one.ask("end", table=table))["offer"], number)
        self.assertEqual(self.offers(two, table)[0]["agreed"], [0])
        self.assertEqual(self.kinds(two, table), [("offered", "end")])

    def test_at_a_table_that_is_over_there_is_nothing_to_ask_for_but_a_rematch(self):
        table, one, two = self.ended()
        for link, wish in ((self.person().connect(), {"do": "offer", "kind": "seat"}), (one, {"do": "offer", "kind": "undo"}),
                           (one, {"do": "offer", "kind": "end"}), (one, {"do": "put_bot", "seat": 1, "level": 1}),
                           (one, {"do": "start"}), (two, {"do": "undo", "seat": 1}), (two, {"do": "replace", "seat": 0})):
            self.refused(link.ask(**wish, table=table), "over")
        self.assertEqual(one.watch(table)["offers"], [])

    def test_offers_come_at_a_bearable_pace(self):
        table, one, two = self.two()
        refused = None
        for _ in range(20):
            answer = one.ask("offer", table=table, kind="end")
            if not answer["ok"]:
                refused = answer
                break
            self.assert_done(one.ask("answer", table=table, offer=answer["offer"], accept=False))
        self.refused(refused, "limit")

    def test_an_answer_that_is_sent_again_is_answered_the_same(self):
        table, one, two = self.two()
        number = one.send("offer", table=table, kind="end")
        answer = self.assert_done(one.wait_answer(number))
        self.assertEqual(one.send_again(number, "offer", table=table, kind="end"), answer)
        self.assertEqual(len(self.kinds(two, table)), 1)


class TakingBack(Life):
    def test_a_move_is_taken_back_when_the_others_agree_whatever_was_revealed(self):
        table, one, two = self.two(game="royalflip")
        before = len(one.logs[table])
        for link in (one, two) * 30:  # until a phase is over, and the dealer has shown a card after it
            if link.scenes[table]["actions"] and len(one.logs[table]) < before + 6:
                act(link, table)
                one.hear_all(), two.hear_all()
        mover = next(line["seat"] for line in reversed(one.logs[table]) if line["seat"] == 0)

        def own():
            return [line["text"] for line in one.logs[table] if line["seat"] == 0]
        moves, revealed = own(), len(one.logs[table])
        self.assertFalse(one.scenes[table]["can_undo"])
        number = self.assert_done(one.ask("offer", table=table, kind="undo"))["offer"]
        self.assertEqual(self.offers(two, table)[0]["by"], mover)
        self.assert_done(two.ask("answer", table=table, offer=number, accept=True))
        # what was seen cannot be forgotten: it counts as help
        one.wait_scene(table, lambda s: s["table"]["seats"][0].get("helped") and s["actions"])
        one.hear_all()
        self.assertEqual(own(), moves[:-1])
        self.assertLess(len(one.logs[table]), revealed)
        two.hear_all()
        play_to_end([one, two], table)
        status, record = one.person.get(f"/api/tables/{table}/record")
        self.assertEqual(status, 200)
        self.assertTrue(record["result"]["over"])

    def test_an_offer_to_take_back_lapses_with_the_next_move_and_is_no_good_before_the_first(self):
        table, one, two = self.two(game="royalflip")
        self.refused(one.ask("offer", table=table, kind="undo"), "cannot_undo")
        act(one, table)
        number = self.assert_done(one.ask("offer", table=table, kind="undo"))["offer"]
        one.hear_all()
        self.assert_done(one.ask("undo", table=table, seat=0))
        self.offers(one, table, 0)
        self.refused(two.ask("answer", table=table, offer=number, accept=True), "late")
        self.assertEqual(self.kinds(two, table)[-1], ("lapsed", "undo"))

    def test_alone_nobody_has_to_be_asked(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        first = link.watch(table)
        act(link, table)
        self.assertNotIn("offer", self.assert_done(link.ask("offer", table=table, kind="undo")))
        self.assertEqual(link.wait_scene(table, lambda s: s["table"]["steps"] == first["table"]["steps"])["actions"], first["actions"])


class Rematches(Life):
    def test_a_rematch_begins_when_all_people_have_agreed(self):
        people = [self.person() for _ in range(4)]
        table = people[0].make([ME, OPEN, OPEN, OPEN])["table"]["id"]
        links = [person.connect() for person in people]
        for seat, link in enumerate(links[1:], 1):
            self.assert_done(link.ask("sit", table=table, seat=seat))
        for link in links:
            link.watch(table)
            self.assert_done(link.ask("end", table=table))
        answer = self.assert_done(links[1].ask("offer", table=table, kind="rematch"))
        self.assertNotIn("table", answer)
        for link in (links[0], links[2]):
            self.assertNotIn("table", self.assert_done(link.ask("answer", table=table, offer=answer["offer"])))
        self.assertNotIn("rematch", links[3].scenes[table]["table"])
        again = self.assert_done(links[3].ask("answer", table=table, offer=answer["offer"], accept=True))["table"]
        for link in links:
            self.assertEqual(link.wait_scene(table, lambda s: s["table"].get("rematch"))["table"]["rematch"], again)
        self.assertEqual(links[2].watch(again)["mine"], [2])
        self.refused(links[0].ask("answer", table=table, offer=answer["offer"], accept=True), "late")
        self.assertEqual(self.assert_done(links[0].ask("offer", table=table, kind="rematch"))["table"], again)

    def test_a_rematch_has_the_names_that_people_have_now(self):
        table, one, two = self.ended(seats=[ME, OPEN, {"kind": "me", "name": "Grandma"}])
        status, renamed = two.person.rename(f"Beatrice {table[:6]}")
        self.assertEqual(status, 200, renamed)
        number = self.assert_done(one.ask("rematch", table=table))["offer"]
        again = self.assert_done(two.ask("answer", table=table, offer=number, accept=True))["table"]
        seats = one.watch(again)["table"]["seats"]
        self.assertEqual([seat["name"] for seat in seats], [one.hello["person"]["name"], renamed["person"]["name"], "Grandma"])

    def test_who_declines_is_named_and_no_table_is_made(self):
        table, one, two = self.ended()
        number = self.assert_done(one.ask("rematch", table=table))["offer"]
        self.assert_done(two.ask("answer", table=table, offer=number, accept=False))
        scene = one.wait_scene(table, lambda s: not s["offers"])
        self.assertNotIn("rematch", scene["table"])
        self.assertRegex(self.notices(one, table)[-1]["text"], r"^Bo \d+ declined to play a rematch\.$")

    def test_who_is_blocked_or_has_blocked_is_not_waited_for_and_a_bot_has_the_seat(self):
        for blocking, blocked in ((0, 1), (1, 0)):
            table, *links = self.ended()
            ids = [link.hello["person"]["id"] for link in links]
            self.assertEqual(links[blocking].person.post("/api/blocks", {"person": ids[blocked]})[0], 200)
            again = self.assert_done(links[0].ask("rematch", table=table))["table"]
            self.assertEqual([(seat["kind"], seat.get("person")) for seat in links[0].watch(again)["table"]["seats"]],
                             [("person", ids[0]), ("bot", None)])


class RematchesOfTheBusy(Life):
    """Who has too many tables gets no further one, and nothing is left of the try."""

    options = ("--max-tables", "2")

    def busy(self, link):
        """Fills the tables of a link's person; returns one of them."""
        return [link.person.make([ME, bot()])["table"]["id"] for _ in range(2)][0]

    def test_an_offer_that_cannot_be_carried_out_was_never_made(self):
        ada = self.person()
        table = ada.make([ME, bot()])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        self.assert_done(link.ask("end", table=table))
        other = self.busy(link)
        self.refused(link.ask("offer", table=table, kind="rematch"), "limit")
        self.assertEqual(self.person().connect().watch(table)["offers"], [])
        self.refused(link.ask("offer", table=table, kind="rematch"), "limit")
        self.assert_done(link.ask("end", table=other))
        self.assertIn("table", self.assert_done(link.ask("offer", table=table, kind="rematch")))

    def test_an_agreement_that_cannot_be_carried_out_can_be_given_again(self):
        table, one, two = self.ended()
        number = self.assert_done(one.ask("offer", table=table, kind="rematch"))["offer"]
        other = self.busy(one)
        for _ in range(2):
            self.refused(two.ask("answer", table=table, offer=number, accept=True), "limit")
        self.assertEqual(two.watch(table)["offers"][0]["agreed"], [0])
        self.assert_done(one.ask("end", table=other))
        self.assertIn("table", self.assert_done(two.ask("answer", table=table, offer=number, accept=True)))

    @client.about_files
    def test_nobody_with_too_many_tables_plays_on_from_a_position(self):
        def count():
            database = sqlite3.connect(self.server.data)
            found = [database.execute(f"SELECT count(*) FROM {what}").fetchone()[0]
                     for what in ("game_table", "meta", "step WHERE game_table NOT IN (SELECT id FROM game_table)")]
            database.close()
            return found

        ada = self.person()
        table = ada.make([ME, bot()])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        act(link, table)
        self.assert_done(link.ask("end", table=table))
        other = self.busy(link)
        before = count()
        status, body = ada.post("/api/forks", {"table": table, "position": 1})
        self.assertEqual((status, body["error"]["code"]), (429, "limit"))
        self.assertEqual(body["error"]["message"], "You have 2 unfinished tables. Finish or leave one first.")
        self.assertEqual(count(), before)
        self.assert_done(link.ask("end", table=other))
        self.assertEqual(ada.post("/api/forks", {"table": table, "position": 1})[0], 200)


class RatedTables(Life):
    def test_hints_and_the_tutor_are_off_at_a_rated_table_until_all_agree(self):
        table, one, two = self.two()
        self.assertFalse(one.scenes[table]["table"]["help"])
        self.refused(one.ask("hint", table=table, seat=0), "rated")
        act(one, table)
        self.refused(one.ask("judge", table=table, seat=0), "rated")
        number = self.assert_done(one.ask("offer", table=table, kind="help"))["offer"]
        self.assert_done(two.ask("answer", table=table, offer=number, accept=True))
        scene = two.wait_scene(table, lambda s: s["table"]["help"])
        self.assertTrue(self.assert_done(two.ask("hint", table=table, seat=1))["choices"] if scene["actions"] else True)
        self.assertTrue(self.assert_done(one.ask("judge", table=table, seat=0))["verdict"]["sentence"])
        self.refused(two.ask("offer", table=table, kind="help"), "offered")

    def test_at_an_unrated_table_nobody_has_to_agree(self):
        table, one, _ = self.two(rated=False)
        self.assertTrue(one.scenes[table]["table"]["help"])
        self.assertTrue(self.assert_done(one.ask("hint", table=table, seat=0))["choices"])
        alone = self.person().make([ME])["table"]
        self.assertEqual((alone["rated"], alone["help"]), (False, True))


class Waiting(Life):
    def test_the_owner_puts_bots_on_free_seats_and_removes_them(self):
        ada, bo = self.person(), self.person()
        table = ada.make([ME, OPEN, LINK, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        self.assertEqual(one.watch(table)["table"]["owner"], 0)
        self.refused(two.ask("put_bot", table=table, seat=3, level=2), "not_owner")
        self.refused(self.person().connect().ask("put_bot", table=table, seat=3, level=2), "not_your_seat")
        self.refused(one.ask("put_bot", table=table, seat=1, level=2), "seat_taken")
        self.refused(one.ask("put_bot", table=table, seat=9, level=2), "bad_seat")
        for level in (0, 6, -1):
            self.refused(one.ask("put_bot", table=table, seat=3, level=level), "bad_seat")
        for seat, level in ((3, 2), (3, 4), (2, 1), (2, 1)):
            if (seat, level) == (2, 1):
                self.assert_done(one.ask("remove_bot", table=table, seat=3))
            self.assert_done(one.ask("put_bot", table=table, seat=seat, level=level))
            found = one.wait_scene(table, lambda s: s["table"]["seats"][seat].get("level") == level)["table"]["seats"][seat]
            self.assertEqual((found["kind"], bool(found["name"])), ("bot", True))
            if (seat, level) == (2, 1):
                self.assert_done(one.ask("remove_bot", table=table, seat=2))
                self.assertEqual(one.wait_scene(table, lambda s: s["table"]["seats"][2]["kind"] != "bot")["table"]["seats"][2]["kind"], "link")
                self.assert_done(one.ask("put_bot", table=table, seat=3, level=2))
        self.refused(one.ask("remove_bot", table=table, seat=1), "bad_seat")
        self.assert_done(one.ask("put_bot", table=table, seat=2, level=1))
        self.assertEqual(one.wait_scene(table, lambda s: s["table"]["status"] != "waiting")["table"]["status"], "running")
        self.refused(one.ask("remove_bot", table=table, seat=2), "running")

    def test_the_owner_starts_early_where_the_game_is_for_so_few(self):
        ada, bo = self.person(), self.person()
        table = ada.make([OPEN, ME, OPEN, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=3))
        one.watch(table), two.watch(table)
        self.refused(two.ask("start", table=table), "not_owner")
        self.assert_done(one.ask("start", table=table))
        scene = two.wait_scene(table, lambda s: s["table"]["status"] == "running")
        self.assertEqual((len(scene["table"]["seats"]), scene["mine"], scene["seat"]), (2, [1], 1))
        one.hear_all()
        play_to_end([one, two], table, limit=4)
        self.refused(one.ask("start", table=table), "running")
        lonely = ada.make([ME, OPEN], game="flickemup")["table"]["id"]
        self.refused(one.ask("start", table=lonely), "seats")

    def test_words_for_each_seat_go_with_the_seats(self):
        ada = self.person()
        table = ada.make([ME, OPEN, bot()], game="fliptown", options={"characters": ["mayor", "miner", "marshal"]})
        link = ada.connect()
        link.watch(table["table"]["id"])
        self.assert_done(link.ask("start", table=table["table"]["id"]))
        scene = link.wait_scene(table["table"]["id"], lambda s: s["table"]["status"] == "running")
        self.assertEqual(scene["table"]["options"]["characters"], "mayor,marshal")

    def test_when_the_owner_leaves_the_table_is_the_next_ones(self):
        ada, bo = self.person("Ada"), self.person()
        table = ada.make([ME, OPEN, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        two.watch(table)
        self.assert_done(one.ask("leave", table=table))
        self.assertEqual(two.wait_scene(table, lambda s: s["table"]["seats"][0]["kind"] == "open")["table"]["owner"], 1)
        self.assertRegex(self.notices(two, table)[-1]["text"], r"^Ada \d+ left the table\.$")
        self.assert_done(two.ask("put_bot", table=table, seat=0, level=1))

    def test_who_looks_on_asks_for_a_seat_and_the_owner_gives_it(self):
        ada, bo, cy = self.person(), self.person(), self.person("Cy")
        table = ada.make([ME, LINK, OPEN])["table"]["id"]
        one, two, three = ada.connect(), bo.connect(), cy.connect()
        self.assert_done(two.ask("sit", table=table, seat=2))
        one.watch(table), three.watch(table)
        self.refused(two.ask("offer", table=table, kind="seat"), "bad_seat")
        number = self.assert_done(three.ask("offer", table=table, kind="seat"))["offer"]
        offer, = self.offers(one, table)
        self.assertEqual((offer["by"], offer["waiting"]), (None, [0]))
        self.assertRegex(offer["text"], r"^Cy \d+ asks for a seat\.$")
        self.refused(two.ask("answer", table=table, offer=number, accept=True), "not_owner")
        self.assert_done(one.ask("answer", table=table, offer=number, accept=True))
        self.assertEqual(three.wait_scene(table, lambda s: s["mine"])["mine"], [1])
        self.refused(self.person().connect().ask("offer", table=table, kind="seat"), "seat_taken")

    def test_who_is_blocked_cannot_ask_for_a_seat(self):
        ada, bo = self.person(), self.person()
        table = ada.make([ME, LINK])["table"]["id"]
        ada.post("/api/block", {"person": bo.get("/api/me")[1]["person"]["id"]})
        answer = bo.connect().ask("offer", table=table, kind="seat")
        self.refused(answer, "blocked")
        self.assertEqual(answer["error"]["message"], "You cannot sit at this table. There are others in the lobby.")

    def test_nobody_sits_down_with_somebody_they_have_blocked(self):
        ada, bo = self.person("Ada"), self.person("Bo")
        table = ada.make([ME, OPEN])["table"]["id"]
        bo.post("/api/block", {"person": ada.get("/api/me")[1]["person"]["id"]})
        answer = bo.connect().ask("sit", table=table, seat=1)
        self.refused(answer, "blocked")
        self.assertRegex(answer["error"]["message"], r"^You have blocked Ada \d+, who sits here\.$")
        self.assertEqual(ada.connect().watch(table)["table"]["seats"][1]["kind"], "open")

    def test_a_used_invitation_still_says_which_table_it_was_for(self):
        ada, bo = self.person(), self.person()
        made = ada.make([ME, LINK])
        invitation = made["links"][0]["path"].replace("/join/", "/api/join/")
        found = bo.get(invitation)[1]
        self.assert_done(bo.connect().ask("sit", table=made["table"]["id"], seat=1, key=found["key"]))
        status, later = self.person().get(invitation)
        self.assertEqual((status, later["table"]["id"], later["table"]["status"]), (200, made["table"]["id"], "running"))

    def test_seats_of_one_device_have_names_of_their_own(self):
        ada, bo = self.person("Ada"), self.person("Bo")
        table = ada.make([ME, {"kind": "me", "name": "  Grandma  Rose "}, {"kind": "me", "name": "Leo"}])["table"]
        self.assertEqual([seat["name"] for seat in table["seats"]][1:], ["Grandma Rose", "Leo"])
        for wrong, code in (("", "bad_name"), (7, "bad_name"), ("x" * 25, "bad_name"), (bo.get("/api/me")[1]["person"]["name"], "name_taken")):
            status, body = ada.post("/api/tables", {"game": "royalflip", "seats": [ME, {"kind": "me", "name": wrong}]})
            self.assertEqual((body["error"]["code"], status >= 400), (code, True), wrong)


class Spectators(Life):
    def test_those_who_look_on_are_listed_and_counted(self):
        table, one, two = self.two(public=True)
        cy = self.person("Cy")
        first, second = cy.connect(), cy.connect()
        first.watch(table), second.watch(table)
        scene = one.wait_scene(table, lambda s: s["spectators"])
        self.assertEqual([(row["name"], row["muted"]) for row in scene["spectators"]], [(first.hello["person"]["name"], False)])
        self.assertEqual(scene["table"]["spectators"], 1)
        listed, = [row for row in cy.get("/api/tables")[1]["tables"] if row["id"] == table]
        self.assertEqual(listed["spectators"], 1)
        first.close()
        self.assert_done(second.ask("unwatch", table=table))
        one.wait_scene(table, lambda s: not s["spectators"])

    def test_the_owner_mutes_a_spectator_for_everybody(self):
        table, one, two = self.two()
        cy = self.person("Cy")
        three = cy.connect()
        three.watch(table)
        person = three.hello["person"]["id"]
        self.refused(two.ask("mute", table=table, person=person, all=True), "not_owner")
        self.refused(three.ask("mute", table=table, person=person), "bad_seat")
        self.refused(one.ask("mute", table=table, seat=1, all=True), "bad_seat")
        self.refused(one.ask("mute", table=table, person="x" * 22), "bad_seat")
        self.refused(one.ask("mute", table=table, person="x" * 22, all=True), "bad_seat")
        self.assert_done(three.ask("chat", table=table, text="heard"))
        self.assert_done(one.ask("mute", table=table, person=person, all=True))
        scene = two.wait_scene(table, lambda s: s["spectators"] and s["spectators"][0]["muted"])
        self.assertEqual(scene["silenced"], [person])  # what they said before is hidden as well
        self.assertEqual(two.watch(table)["chat"], [])
        self.refused(three.ask("chat", table=table, text="unheard"), "blocked")
        self.assert_done(one.ask("mute", table=table, person=person, all=True, on=False))
        self.assert_done(three.ask("chat", table=table, text="heard again"))
        two.hear_all()
        self.assertEqual([line["text"] for line in two.chats[table]], ["heard again"])
        self.assertNotIn("silenced", two.scenes[table])
        self.assertEqual([kind for kind, _ in self.kinds(two, table)], ["muted", "unmuted"])

    def test_somebody_who_has_written_and_gone_can_still_be_muted(self):
        table, one, two = self.two()
        three = self.person().connect()
        self.assert_done(three.ask("chat", table=table, text="and good night"))
        person = three.hello["person"]["id"]
        one.wait_scene(table, lambda scene: one.chats[table])
        self.assert_done(one.ask("mute", table=table, person=person))
        self.assertEqual(one.wait_scene(table, lambda scene: scene["muted_people"])["muted_people"], [person])
        for seat in (0, 1):  # of those who have not written, only those who sit here
            sitting = (one, two)[seat].hello["person"]["id"]
            self.assertEqual(two.ask("mute", table=table, person=sitting)["ok"], seat == 0)
        self.refused(two.ask("mute", table=table, person=self.person().get("/api/me")[1]["person"]["id"]), "bad_seat")
        for wrong in ({"line": 1}, {"line": -1}, {"seat": 2}, {"seat": 2, "line": 0}, {"line": 0, "seat": -1, "person": ""}):
            answer = two.ask("mute", table=table, **wrong)
            self.assertEqual(answer["ok"], wrong.get("line") == 0 and wrong.get("seat") == -1, wrong)

    def test_everybody_mutes_a_spectator_for_themselves_before_a_word_is_said(self):
        table, one, two = self.two()
        three = self.person().connect()
        three.watch(table)
        self.assert_done(two.ask("mute", table=table, person=three.hello["person"]["id"]))
        self.assertEqual(two.wait_scene(table, lambda s: s["muted_people"])["muted_people"], [three.hello["person"]["id"]])
        self.assert_done(three.ask("chat", table=table, text="noise"))
        one.hear_all(), two.hear_all()
        self.assertEqual((len(one.chats[table]), len(two.chats[table])), (1, 0))


class Leaving(Life):
    def test_who_goes_no_longer_keeps_the_others_from_ending_the_game(self):
        people = [self.person() for _ in range(3)]
        table = people[0].make([ME, OPEN, OPEN])["table"]["id"]
        links = [person.connect() for person in people]
        for seat in (1, 2):
            self.assert_done(links[seat].ask("sit", table=table, seat=seat))
        for link in links:
            link.watch(table)
        for link in links[:2]:
            self.assert_done(link.ask("end", table=table))
        links[2].wait_scene(table, lambda scene: [offer["waiting"] for offer in scene["offers"]] == [[2]])
        self.assert_done(links[2].ask("leave", table=table))
        for link in links:
            scene = link.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
            self.assertEqual(scene["offers"], [])

    def test_who_is_deleted_asks_for_no_seat_any_more(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        one.watch(table)
        number = self.assert_done(two.ask("offer", table=table, kind="seat"))["offer"]
        self.assertEqual(self.offers(one, table)[0]["kind"], "seat")
        self.assertEqual(bo.post("/api/delete", {"name": two.hello["person"]["name"]})[0], 200)
        self.assertEqual(one.watch(table)["offers"], [])
        self.refused(one.ask("answer", table=table, offer=number, accept=True), "late")

    def replaced(self, replace_after=1):
        table, one, two = self.two(replace_after=replace_after)
        act(two, table)
        two.close()
        one.wait_scene(table, lambda s: not s["table"]["seats"][1]["online"])

        def voted():
            answer = one.ask("replace", table=table, seat=1)
            return answer["ok"] or self.refused(answer, "too_early")
        client.eventually("the vote counts", voted)
        one.wait_scene(table, lambda s: s["table"]["seats"][1]["kind"] == "bot")
        return table, one, two.person

    def test_who_was_voted_out_reads_why_and_takes_the_seat_back(self):
        table, one, bo = self.replaced()
        self.assertRegex(self.notices(one, table)[-1]["text"],
                         r"^Bo \d+ was away for \d+ seconds\. The others voted for a bot, which plays on\.$")
        two = bo.connect()
        scene = two.watch(table)
        self.assertEqual((scene["take_back"], scene["mine"]), (1, []))
        self.assertNotIn("take_back", one.scenes[table])
        self.refused(self.person().connect().ask("return", table=table), "not_your_seat")
        self.assert_done(two.ask("return", table=table))
        self.assertEqual(two.wait_scene(table, lambda s: s["mine"])["mine"], [1])
        self.refused(two.ask("return", table=table), "not_your_seat")
        one.hear_all()
        play_to_end([one, two], table)
        seats = one.person.get(f"/api/tables/{table}")[1]["table"]["seats"]
        self.assertEqual([player.get("level") for player in seats[1]["players"]], [None, 3, None])
        mine = next(row for row in bo.get(f"/api/people/{two.hello['person']['id']}/games")[1]["games"] if row["table"] in (table, None))
        self.assertEqual(mine["seats"][1]["level"], None)

    def test_who_takes_the_seat_back_has_half_a_minute_for_the_decision(self):
        table, one, two = self.two(replace_after=1, clock={"kind": "bank", "seconds": 20})
        two.close()
        one.wait_scene(table, lambda s: not s["table"]["seats"][1]["online"])
        client.eventually("the vote counts", lambda: one.ask("replace", table=table, seat=1)["ok"])
        one.wait_scene(table, lambda s: s["table"]["seats"][1]["kind"] == "bot")
        again = two.person.connect()
        again.watch(table)
        self.assert_done(again.ask("return", table=table))
        clock = again.wait_scene(table, lambda s: s["mine"])["table"]["seats"][1]["clock"]
        self.assertEqual((clock["left"], clock["out"]), (30000, False))

    def test_who_left_cannot_come_back_and_it_stands_in_the_log(self):
        table, one, two = self.two()
        act(two, table)
        self.assert_done(two.ask("leave", table=table))
        one.wait_scene(table, lambda s: s["table"]["seats"][1]["kind"] == "bot")
        self.assertRegex(self.notices(one, table)[-1]["text"], r"^Bo \d+ left the table\. A bot plays on\.$")
        self.assertEqual([[row["id"] for row in link.person.get("/api/mine")[1]["tables"]] for link in (one, two)], [[table], []])
        self.refused(two.ask("return", table=table), "not_your_seat")
        self.assertNotIn("take_back", two.watch(table))
        play_to_end([one], table)
        self.refused(two.ask("return", table=table), "over")
        story = one.person.get(f"/api/replays/{table}")[1]
        players = story["table"]["seats"][1]["players"]
        self.assertEqual([(p["from"], p.get("level"), p["name"].startswith("Bot for ")) for p in players], [(0, None, False), (1, 3, True)])
        self.assertNotIn("players", story["table"]["seats"][0])
        played, = two.person.get(f"/api/people/{two.hello['person']['id']}/games")[1]["games"]
        self.assertEqual((played["gone"], played["won"], played["seats"][1]["name"]), (True, False, players[1]["name"]))
        played, = one.person.get(f"/api/people/{one.hello['person']['id']}/games")[1]["games"]
        self.assertFalse(played["gone"])

    def test_whoever_stays_has_won_also_against_a_bot_for_somebody_who_left(self):
        """What a bot plays for somebody counts for nothing but the end of the game."""
        for _ in range(12):
            table, one, two = self.two()
            self.assert_done(two.ask("leave", table=table))
            play_to_end([one], table, lambda actions: actions[-1])
            result = one.person.get(f"/api/tables/{table}")[1]["table"]["result"]
            me = one.hello["person"]["id"]
            game, = one.person.get(f"/api/people/{me}/games")[1]["games"]
            self.assertEqual((game["won"], game["place"]), (True, 1))
            row = next(row for row in one.person.get(f"/api/people/{me}")[1]["games"] if row["game"] == "royalflip")
            self.assertGreater(row["rating"]["rating"], 1500, "the leaver has lost the rating")
            if 0 not in result["winners"]:
                return
        self.fail("the bot never had more points")


class Durable(unittest.TestCase):
    def test_names_in_a_sentence_are_those_of_then_after_a_restart(self):
        """Bo left, and a bot plays on: what came up for Bo before did so for Bo, and what comes now for the bot."""
        with tempfile.TemporaryDirectory() as folder:
            server = Server(os.path.join(folder, "flipside.db"), "--threads", "1").start()
            self.addCleanup(server.kill)
            ada, bo = Person(server, "Ada"), Person(server, "Bo")
            table = ada.make([ME, OPEN], game="flipcity", seed="5e" * 32)["table"]["id"]
            one, two = ada.connect(), bo.connect()
            assert two.ask("sit", table=table, seat=1)["ok"]
            one.watch(table)
            assert two.ask("leave", table=table)["ok"]
            scene = one.wait_scene(table, lambda s: s["table"]["seats"][1]["kind"] == "bot" and s["table"]["to_act"] == [0])
            while not any(row["seat"] == 1 for row in scene["log"]) or scene["table"]["to_act"] != [0]:
                act(one, table, lambda actions: actions[-1])
                one.wait_scene(table, lambda s: s["table"]["to_act"] == [0])
                scene = ada.connect().watch(table)
            told = [row["tell"] for row in scene["log"]]
            self.assertTrue([words for words in told if words.endswith("comes up for Bo")], told)
            server.kill()
            server.start()
            self.assertEqual([row["tell"] for row in ada.connect().watch(table)["log"]], told)

    def test_kill_9_loses_no_offer_answer_or_seat_and_deleting_leaves_no_name(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(os.path.join(folder, "flipside.db"), "--threads", "1").start()
            ada, bo, cy = Person(server, "Ada"), Person(server, "Bo"), Person(server, "Cyrilla")

            def again():
                server.kill()
                server.start()
                return ada.connect(), bo.connect(), cy.connect()

            table = ada.make([ME, OPEN, LINK, OPEN])["table"]["id"]
            one, two, three = ada.connect(), bo.connect(), cy.connect()
            assert two.ask("sit", table=table, seat=1)["ok"]
            assert one.ask("put_bot", table=table, seat=3, level=2)["ok"]
            asked = three.ask("offer", table=table, kind="seat")["offer"]
            one, two, three = again()
            scene = one.watch(table)
            self.assertEqual([offer["id"] for offer in scene["offers"]], [asked])
            self.assertEqual(scene["table"]["seats"][3]["level"], 2)
            assert one.ask("answer", table=table, offer=asked, accept=False)["ok"]
            three.watch(table)
            assert one.ask("mute", table=table, person=three.hello["person"]["id"], all=True)["ok"]
            assert one.ask("start", table=table)["ok"]
            one, two, three = again()
            scene = one.watch(table)
            self.assertEqual((scene["table"]["status"], len(scene["table"]["seats"])), ("running", 3))
            self.assertEqual([notice["kind"] for notice in scene["notices"]], ["offered", "declined", "muted"])
            self.assertEqual(three.ask("chat", table=table, text="x")["error"]["code"], "blocked")
            act(one, table)
            offers = {kind: one.ask("offer", table=table, kind=kind)["offer"] for kind in ("undo", "help", "end")}
            one, two, three = again()
            self.assertEqual({offer["kind"]: offer["id"] for offer in two.watch(table)["offers"]}, offers)
            for kind in ("undo", "help", "end"):
                assert two.ask("answer", table=table, offer=offers[kind], accept=True)["ok"]
            rematch = one.ask("offer", table=table, kind="rematch")["offer"]
            one, two, three = again()
            scene = two.watch(table)
            self.assertEqual((scene["table"]["status"], [offer["id"] for offer in scene["offers"]]), ("ended", [rematch]))
            next_table = two.ask("answer", table=table, offer=rematch, accept=True)["table"]
            assert two.ask("leave", table=next_table)["ok"]
            one, two, three = again()
            self.assertEqual(one.watch(table)["table"]["rematch"], next_table)
            self.assertEqual([notice["kind"] for notice in one.watch(next_table)["notices"]], ["left"])
            export = cy.get("/api/export")[1]
            self.assertEqual([(row["kind"], row["what"]) for row in export["notices"]], [("offered", "seat"), ("muted", "0")])
            assert cy.post("/api/delete", {"name": "Cyrilla"})[0] == 200
            told = one.watch(table)["notices"]
            self.assertNotIn("Cyrilla", json.dumps(told))
            self.assertEqual(told[0]["text"], "a former player asks for a seat.")
            self.assertNotIn(three.hello["person"]["id"], json.dumps(told))
            assert server.stop() == 0
            with sqlite3.connect(server.data) as data:
                self.assertEqual(data.execute("SELECT count(*) FROM notice WHERE name LIKE '%Cyrilla%'").fetchone()[0], 0)


if __name__ == "__main__":
    client.main()
