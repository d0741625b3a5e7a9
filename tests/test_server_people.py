"""Accounts over real sockets: claiming a name, signing in and out, a new password, export, deletion, blocks, reports.

docs/api.md says what is expected, docs/privacy.md what is kept.
"""

import glob
import json
import os
import sqlite3
import subprocess
import time
import unicodedata
import unittest

import client
from client import Case, Person, eventually, play_to_end

ME, OPEN = {"kind": "me"}, {"kind": "open"}
PASSWORD = "correct horse"


def bot(level=1):
    return {"kind": "bot", "level": level}


class People(Case):
    """Help for tests with accounts."""

    def account(self, name="Account", password=PASSWORD):
        person = self.person(name)
        status, body = person.post("/api/claim", {"password": password})
        self.assertEqual(status, 200, body)
        self.assertTrue(body["person"]["claimed"])
        return person

    def me(self, person):
        return person.get("/api/me")[1]["person"]

    def error(self, answer, status, code):
        self.assertEqual((answer[0], answer[1]["error"]["code"]), (status, code), answer)
        self.assertRegex(answer[1]["error"]["message"], r"^[A-Z'].*[.!…]$")

    def played(self, person, seats, **wish):
        """A game that the person plays to the end."""
        table = person.make(seats, **wish)["table"]["id"]
        link = person.connect()
        link.watch(table)
        play_to_end([link], table)
        link.close()
        return table


class Claiming(People):
    def test_a_claimed_name_is_signed_in_elsewhere_with_the_same_id_and_games(self):
        ada = self.person("Ada")
        table = self.played(ada, [ME])
        before = self.me(ada)
        self.assertFalse(before["claimed"])
        status, body = ada.post("/api/claim", {"password": PASSWORD})
        self.assertEqual((status, body["person"]), (200, {**before, "claimed": True}))
        elsewhere = Person(self.server)
        status, body = elsewhere.post("/api/sign-in", {"name": f"  {before['name'].upper()} ", "password": PASSWORD})
        self.assertEqual((status, body["person"]), (200, {**before, "claimed": True}))
        self.assertEqual([row["id"] for row in elsewhere.get("/api/mine")[1]["tables"]], [table])
        self.assertEqual(elsewhere.connect().hello["person"]["name"], before["name"])

    def test_a_claimed_name_is_nobody_elses_also_when_its_owner_is_away(self):
        name = self.me(self.account("Überall"))["name"]
        self.server.stop()
        self.server.start()
        for same in (name, name.upper(), name.lower()):
            self.error(Person(self.server).post("/api/guest", {"name": same}), 409, "name_taken")

    def test_a_letter_and_its_mark_are_the_same_name_as_one_character_or_as_two(self):
        for name in ("Zoë Ångström", "Nguyễn", "Škoda Ružička"):
            written = self.me(self.account(name))["name"]
            whole, parts = (unicodedata.normalize(form, written) for form in ("NFC", "NFD"))
            self.assertNotEqual(whole, parts)
            for same in (whole, parts, whole.upper(), parts.upper()):
                self.error(Person(self.server).post("/api/guest", {"name": same}), 409, "name_taken")
            status, body = Person(self.server).post("/api/sign-in", {"name": parts, "password": PASSWORD})
            self.assertEqual((status, body["person"]["name"]), (200, written))
        self.assertEqual(Person(self.server).post("/api/guest", {"name": "Zoe Angstrom"})[0], 200)

    def test_a_guest_whose_name_was_claimed_meanwhile_gets_a_number(self):
        first = Person(self.server, "Twice")
        self.server.stop()
        self.server.start()
        second = Person(self.server, "Twice")
        self.assertEqual(second.post("/api/claim", {"password": PASSWORD})[0], 200)
        self.error(first.post("/api/claim", {"password": PASSWORD}), 409, "name_taken")
        self.assertEqual(first.connect().hello["person"]["name"], "Twice 2")
        self.assertEqual(second.connect().hello["person"]["name"], "Twice")

    def test_a_name_is_claimed_once_also_by_two_requests_at_the_same_time(self):
        ada = self.person()
        sent = [client.send_post(ada, "/api/claim", {"password": f"{PASSWORD} {i}"}) for i in range(2)]
        statuses = sorted(client.first_line(link).split()[1] for link in sent)
        self.assertEqual(statuses, [b"200", b"403"])
        self.error(ada.post("/api/claim", {"password": PASSWORD}), 403, "claimed")
        self.error(Person(self.server).post("/api/claim", {"password": PASSWORD}), 401, "stranger")

    def test_an_account_takes_another_name_and_the_old_one_is_free(self):
        ada = self.account()
        old = self.me(ada)["name"]
        self.assertEqual(ada.rename("Renamed Countess")[0], 200)
        self.assertEqual(Person(self.server).post("/api/guest", {"name": old})[0], 200)
        self.error(Person(self.server).post("/api/sign-in", {"name": old, "password": PASSWORD}), 403, "wrong_password")
        self.assertEqual(Person(self.server).post("/api/sign-in", {"name": "renamed countess", "password": PASSWORD})[0], 200)
        self.error(self.account().rename("RENAMED countess"), 409, "name_taken")

    def test_a_request_for_a_guest_renames_nobody_who_is_known(self):
        """A page that was kept from before asks for a guest, with the cookie of somebody with a password."""
        ada = self.account()
        me, cookie = self.me(ada), ada.cookie
        self.assertEqual(ada.post("/api/guest", {"name": "Lucky Otter 44"}), (200, {"person": me}))
        self.assertEqual(ada.post("/api/guest", {})[1], {"person": me})
        self.assertEqual((self.me(ada), ada.cookie), (me, cookie))
        self.assertEqual(Person(self.server).post("/api/sign-in", {"name": me["name"], "password": PASSWORD})[0], 200)
        Person(self.server, "Lucky Otter 44")  # nobody has it

    def test_a_new_name_is_taken_by_who_knows_the_old_one(self):
        ada, other = self.account(), self.person()
        name = self.me(ada)["name"]
        for wrong in ("", name.upper(), self.me(other)["name"], None, 7):
            self.error(ada.post("/api/rename", {"from": wrong, "name": "Countess Of Now"}), 409, "changed")
        self.error(ada.post("/api/rename", {"name": "Countess Of Now"}), 409, "changed")
        self.assertIn(name, ada.post("/api/rename", {"name": "Countess Of Now"})[1]["error"]["message"])
        self.error(ada.post("/api/rename", {"from": name, "name": self.me(other)["name"]}), 409, "name_taken")
        self.error(ada.post("/api/rename", {"from": name, "name": "hid\u200bden"}), 400, "bad_name")
        self.error(Person(self.server).post("/api/rename", {"from": name, "name": "Countess Of Now"}), 401, "stranger")
        self.assertEqual(self.me(ada)["name"], name)
        status, body = ada.post("/api/rename", {"from": name, "name": " Countess  Of Now "})
        self.assertEqual((status, body["person"]), (200, {**self.me(ada), "name": "Countess Of Now"}))
        self.error(ada.post("/api/rename", {"from": name, "name": "Countess Of Then"}), 409, "changed")  # of a tab that stood still

    def test_no_answer_about_anybody_is_kept_by_a_browser(self):
        ada = self.account()
        table = ada.make([{"kind": "me"}])["table"]["id"]
        for path in ("/api/me", "/api/games", "/api/mine", "/api/lobby", "/api/sessions", "/api/tokens", "/api/friends", f"/api/tables/{table}",
                     f"/api/tables/{table}/record", "/api/export", f"/api/people/{self.me(ada)['id']}", "/api/nothing"):
            for person in (ada, Person(self.server)):
                person.get(path)
                self.assertEqual(person.headers["Cache-Control"], "no-store", path)
        ada.post("/api/guest", {"name": "Somebody"})
        self.assertEqual(ada.headers["Cache-Control"], "no-store")

    def test_passwords_that_cannot_be_are_refused(self):
        ada = self.person()
        for bad in ("", "short", "7 chars", "x" * 257, "ж" * 257, None, 12345678, ["correct horse"], {"a": 1}, "x" * 5000):
            self.error(ada.post("/api/claim", {"password": bad}), 400, "bad_password")
        self.error(ada.post("/api/claim", {}), 400, "bad_password")
        self.assertFalse(self.me(ada)["claimed"])
        self.assertEqual(ada.post("/api/claim", {"password": "ж" * 256})[0], 200)
        elsewhere = Person(self.server)
        self.assertEqual(elsewhere.post("/api/sign-in", {"name": self.me(ada)["name"], "password": "ж" * 256})[0], 200)
        for name in ("", "x" * 1000, 7, None, ["a"]):
            self.error(elsewhere.post("/api/sign-in", {"name": name, "password": PASSWORD}), 400, "bad_name")
        for name in ("x" * 25, "hid\u200bden"):  # there may be names from before today's rules
            self.error(elsewhere.post("/api/sign-in", {"name": name, "password": PASSWORD}), 403, "wrong_password")

    def test_the_password_itself_is_not_kept(self):
        password = "a very peculiar sentence"
        self.account(password=password)
        for path in glob.glob(self.server.data + "*"):
            with open(path, "rb") as file:
                self.assertNotIn(password.encode(), file.read(), path)
        self.assertNotIn(password, self.server.log())


class Sessions(People):
    def signed_in(self, person):
        other = Person(self.server)
        self.assertEqual(other.post("/api/sign-in", {"name": self.me(person)["name"], "password": PASSWORD})[0], 200)
        return other

    def closed(self, link):
        """The connection is closed, after a word of why."""
        with self.assertRaises((ConnectionError, OSError)):
            while True:
                link.receive()
        self.assertEqual(link.pushes[-1]["code"], "signed_out")

    def test_signing_out_here_leaves_the_others_signed_in(self):
        ada = self.account()
        other = self.signed_in(ada)
        self.assertEqual(ada.post("/api/sign-out", {}), (200, {"person": None}))
        self.assertIsNone(self.me(ada))
        self.assertIsNotNone(self.me(other))

    def test_signing_out_everywhere_ends_cookies_and_connections(self):
        ada = self.account()
        other = self.signed_in(ada)
        link, cookie = other.connect(), other.cookie
        self.assertEqual(ada.post("/api/sign-out", {"everywhere": True})[0], 200)
        self.closed(link)
        self.assertIsNone(self.me(other))
        self.server.kill()
        self.server.start()
        other.cookie = cookie
        self.assertIsNone(self.me(other))
        with self.assertRaises(ConnectionError):
            other.connect()

    def test_a_new_password_counts_and_signs_the_others_out(self):
        ada = self.account()
        name, other = self.me(ada)["name"], self.signed_in(ada)
        link = other.connect()
        self.error(ada.post("/api/password", {"old": "wrong horse", "new": "battery staple"}), 403, "wrong_password")
        self.error(ada.post("/api/password", {"old": PASSWORD, "new": "short"}), 400, "bad_password")
        self.error(ada.post("/api/password", {"old": PASSWORD}), 400, "bad_password")
        self.error(self.person().post("/api/password", {"old": PASSWORD, "new": "battery staple"}), 400, "bad_password")
        self.assertEqual(ada.post("/api/password", {"old": PASSWORD, "new": "battery staple"})[0], 200)
        self.closed(link)
        self.assertIsNone(self.me(other))
        self.assertEqual(self.me(ada)["name"], name)
        self.error(other.post("/api/sign-in", {"name": name, "password": PASSWORD}), 403, "wrong_password")
        self.assertEqual(other.post("/api/sign-in", {"name": name, "password": "battery staple"})[0], 200)


class Guessing(People):
    real_passwords = True  # guessing must cost what it costs

    def test_a_password_is_kept_as_a_costly_hash_with_salt_of_its_own(self):
        ada, bo = self.account(), self.account()
        database = sqlite3.connect(self.server.data)
        hashes = [database.execute("SELECT password FROM person WHERE id = ?", (self.me(one)["id"],)).fetchone()[0] for one in (ada, bo)]
        database.close()
        for kept in hashes:
            self.assertTrue(kept.startswith("$argon2id$v=19$m=65536,t=2,p=1$"), kept)
        self.assertNotEqual(*hashes)

    def test_wrong_passwords_are_slowed_down_and_a_right_one_in_between_as_well(self):
        """After five the waits are 1, 2, 4 … seconds. Checking may take longer than a short wait: then there is one more to check."""
        name = self.me(self.account())["name"]
        thief = Person(self.server)
        waits = []  # what the server said, and after how many wrong ones
        wrong = 0
        while len(waits) < 2:
            sent = time.monotonic()
            answer = thief.post("/api/sign-in", {"name": name, "password": "wrong horse"})
            if answer[0] == 403:
                self.error(answer, 403, "wrong_password")
                wrong, counted = wrong + 1, sent
                self.assertLess(wrong, 12)
                continue
            self.error(answer, 429, "limit")
            whole, gone = 2 ** (wrong - 5), time.monotonic() - counted
            self.assertGreaterEqual(wrong, 5)
            self.assertTrue(whole - gone <= answer[1]["error"]["wait"] <= whole, (answer, wrong, gone))
            right = thief.post("/api/sign-in", {"name": name, "password": PASSWORD})
            if right[0] == 200:  # only when the wait is over
                self.assertGreaterEqual(time.monotonic() - counted, whole)
                wrong = 0
                continue
            self.error(right, 429, "limit")
            if wrong not in waits:
                waits.append(wrong)
            time.sleep(right[1]["error"]["wait"])  # what the server has promised
        self.assertLess(waits[0], waits[1])
        self.assertEqual(thief.post("/api/sign-in", {"name": name, "password": PASSWORD})[0], 200)

    def test_a_name_that_nobody_has_is_no_other_answer(self):
        thief = Person(self.server)
        there = thief.post("/api/sign-in", {"name": self.me(self.account())["name"], "password": "wrong horse"})
        nowhere = thief.post("/api/sign-in", {"name": "Nobody at all", "password": "wrong horse"})
        self.assertEqual(there, nowhere)
        guest = thief.post("/api/sign-in", {"name": self.me(self.person())["name"], "password": "wrong horse"})
        self.assertEqual(there, guest)

    def test_the_server_plays_on_while_passwords_are_checked(self):
        ada = self.account()
        link = ada.connect()
        others = [self.person() for _ in range(4)]
        for other in others:  # sent, not waited for
            other.sent = client.send_post(other, "/api/claim", {"password": PASSWORD})
        link.hear_all()
        for other in others:
            self.assertIn(b" 200 ", client.first_line(other.sent))


class Leaving(People):
    """Deletion: nothing of the person is left but "a former player" in others' games."""

    def left(self, *words):
        """Which of the words stand in the files of the store."""
        found = []
        for path in glob.glob(self.server.data + "*"):
            if path.endswith((".log", ".lock")):
                continue
            with open(path, "rb") as file:
                data = file.read()
            found += [word for word in words if word.encode() in data]
        return found

    def test_nothing_of_a_deleted_account_is_left(self):
        ada, bo, cy = self.account("Xanthippe"), self.person("Bo"), self.person("Cy")
        name, ident = self.me(ada)["name"], self.me(ada)["id"]
        alone, against_bots = self.played(ada, [ME]), self.played(ada, [ME, bot()])
        links = {person: person.connect() for person in (ada, bo, cy)}
        over = ada.make([ME, OPEN])["table"]["id"]
        running = ada.make([ME, OPEN, OPEN])["table"]["id"]
        waiting = bo.make([ME, OPEN, OPEN])["table"]["id"]
        given_up = bo.make([ME, OPEN, OPEN])["table"]["id"]
        for link, table, seat in ((links[bo], over, 1), (links[bo], running, 1), (links[cy], running, 2), (links[ada], waiting, 1),
                                  (links[ada], given_up, 1), (links[cy], given_up, 2)):
            self.assert_done(link.ask("sit", table=table, seat=seat))
        for person in (ada, bo):
            links[person].watch(over)
        play_to_end([links[ada], links[bo]], over)
        links[cy].watch(running)
        self.assert_done(links[ada].ask("chat", table=running, text="a most unusual remark"))
        self.assert_done(links[ada].ask("leave", table=given_up))
        self.assert_done(links[ada].ask("mute", table=over, seat=1))
        ada.post("/api/block", {"person": self.me(cy)["id"]})
        bo.post("/api/block", {"person": ident})
        bo.post("/api/report", {"person": ident, "text": "talks too much"})
        ada.post("/api/report", {"person": self.me(bo)["id"], "text": "another strange remark"})
        ada.post("/api/daily", {"game": "royalflip"})
        dee, eve = self.account("Dee"), self.account("Eve")
        for person, path, more in ((dee, "friends", {}), (eve, "friends", {}), (dee, "challenges", {"game": "royalflip"})):
            self.assertEqual(ada.post(f"/api/{path}", {"person": self.me(person)["id"], **more})[0], 200)
        self.assertEqual(dee.post("/api/friends", {"person": ident})[0], 200)
        self.assertEqual(eve.post("/api/challenges", {"person": ident, "game": "flipcity"})[0], 200)
        self.assertEqual(ada.post("/api/visibility", {"presence": "friends"})[0], 200)
        program = ada.post("/api/programs", {"name": "Zymurgist"})[1]["programs"][0]["id"]
        self.assertEqual(ada.post("/api/tokens", {"person": program, "label": "an odd label", "scopes": ["read"]})[0], 200)
        self.assert_done(links[ada].ask("offer", table=running, kind="end"))
        rating = next(game for game in bo.get(f"/api/people/{self.me(bo)['id']}")[1]["games"])["rating"]
        words = (name, ident, "a most unusual remark", "another strange remark", "talks too much", program, "Zymurgist", "an odd label")
        self.assertEqual(set(self.left(*words)), set(words))

        self.error(ada.post("/api/delete", {"password": "wrong horse"}), 403, "wrong_password")
        self.error(ada.post("/api/delete", {"name": name}), 400, "bad_password")
        self.assertEqual(ada.post("/api/delete", {"password": PASSWORD}), (200, {"person": None}))
        eventually("every word leaves the files", lambda: not self.left(*words))
        with self.assertRaises((ConnectionError, OSError)):
            while True:
                links[ada].receive()
        self.assertIsNone(self.me(ada))
        self.error(Person(self.server).post("/api/sign-in", {"name": name, "password": PASSWORD}), 403, "wrong_password")
        self.error(bo.get(f"/api/people/{ident}"), 404, "not_found")

        # Others' games go on and stay.
        self.assertEqual(bo.get(f"/api/tables/{alone}")[0], 404)
        seats = bo.get(f"/api/tables/{over}")[1]["table"]["seats"]
        self.assertEqual((seats[0]["name"], seats[0]["person"]), ("a former player", None))
        self.assertEqual(bo.get(f"/api/tables/{over}/record")[1]["seats"][0], "a former player")
        self.assertEqual(bo.get(f"/api/tables/{against_bots}")[1]["table"]["seats"][0]["name"], "a former player")
        table = bo.get(f"/api/tables/{running}")[1]["table"]
        self.assertEqual((table["status"], table["seats"][0]["kind"], table["seats"][0]["name"]), ("running", "bot", "Bot for a former player"))
        self.assertEqual(bo.get(f"/api/tables/{waiting}")[1]["table"]["seats"][1]["kind"], "open")
        self.assertIn("Bot for a former player", [seat.get("name") for seat in bo.get(f"/api/tables/{given_up}")[1]["table"]["seats"]])
        links[cy].hear_all()
        links[cy].watch(running)
        self.assertEqual(links[cy].chats[running], [])
        played = bo.get(f"/api/people/{self.me(bo)['id']}/games")[1]["games"]
        self.assertEqual([seat["name"] for row in played for seat in row["seats"]][0], "a former player")

        # The server remembers no more than its file; and others' ratings are made again from what is left, to the same numbers.
        self.server.stop()
        self.assertEqual(self.left(*words), [])
        program = os.environ["FLIPSIDE_PROGRAM"]
        for command in ("check", "rebuild"):
            run = subprocess.run([program, "store", command, "--data", self.server.data], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.server.start()
        self.assertEqual(next(game for game in bo.get(f"/api/people/{self.me(bo)['id']}")[1]["games"])["rating"], rating)
        again = bo.connect()
        self.assert_done(again.ask("chat", table=over, text="who was that?"))
        self.assertEqual(Person(self.server).post("/api/guest", {"name": name})[0], 200)

    def delete(self, person):
        self.assertEqual(person.post("/api/delete", {"name": self.me(person)["name"]})[0], 200)

    def test_a_game_that_was_given_up_stays_for_who_had_left_it(self):
        ada, bo = self.people(2)
        one, two = ada.connect(), bo.connect()
        shared, alone = ada.make([ME, OPEN])["table"]["id"], ada.make([ME, bot()])["table"]["id"]
        self.assert_done(two.ask("sit", table=shared, seat=1))
        self.assert_done(two.ask("leave", table=shared))
        name = self.me(bo)["name"]
        for table in (shared, alone):
            self.assert_done(one.ask("end", table=table))
        self.delete(ada)
        looker = self.person()

        def seats():
            status, body = looker.get(f"/api/tables/{shared}")
            return (status, body["table"]["status"], [(seat["kind"], seat["name"]) for seat in body["table"]["seats"]])
        self.assertEqual(looker.get(f"/api/tables/{alone}")[0], 404)
        self.assertEqual(seats(), (200, "ended", [("person", "a former player"), ("bot", f"Bot for {name}")]))
        self.assertEqual([table["id"] for table in bo.get("/api/mine")[1]["tables"]], [shared])
        self.delete(bo)
        self.assertEqual(seats(), (200, "ended", [("person", "a former player"), ("bot", "Bot for a former player")]))

    def test_an_imported_game_stays_while_somebody_has_it(self):
        ada, bo, maker = self.people(3)
        record = maker.get(f"/api/tables/{self.played(maker, [ME])}/record")[1]
        opened = ada.post("/api/records", record)
        self.assertEqual(opened[0], 200)
        self.server.kill()
        self.server.start()
        self.assertEqual(bo.post("/api/records", record), opened)  # from the store
        self.assertEqual(maker.post("/api/records", record), opened)  # from memory
        path = f"/api/replays/{opened[1]['table']['id']}"
        self.delete(maker)
        maker = self.person()
        self.delete(ada)
        self.assertEqual(bo.get(path)[0], 200)
        self.delete(bo)
        self.assertEqual(maker.get(path)[0], 404)

    def test_a_guest_is_deleted_by_saying_the_own_name(self):
        ada = self.person("Guestling")
        name = self.me(ada)["name"]
        table = self.played(ada, [ME])
        for wrong in ({}, {"name": name.upper()}, {"name": 7}, {"password": PASSWORD}):
            self.error(ada.post("/api/delete", wrong), 400, "bad_name")
        self.assertEqual(ada.post("/api/delete", {"name": name})[0], 200)
        eventually("the name leaves the files", lambda: not self.left(name))
        self.assertEqual(self.person().get(f"/api/tables/{table}")[0], 404)
        self.error(Person(self.server).post("/api/delete", {"name": name}), 401, "stranger")

    def test_a_deletion_that_was_answered_survives_a_crash(self):
        ada = self.account("Crasher")
        name = self.me(ada)["name"]
        self.played(ada, [ME, bot()])
        self.assertEqual(ada.post("/api/delete", {"password": PASSWORD})[0], 200)
        self.server.kill()
        self.server.start()
        eventually("the name leaves the files", lambda: not self.left(name))
        self.assertIsNone(self.me(ada))

    def test_a_former_player_is_nobody_that_a_stranger_could_be(self):
        ada, bo = self.account(), self.person()
        table = ada.make([ME, OPEN])["table"]["id"]
        link = bo.connect()
        self.assert_done(link.ask("sit", table=table, seat=1))
        one = ada.connect()
        one.watch(table), link.watch(table)
        play_to_end([one, link], table)
        ada.post("/api/delete", {"password": PASSWORD})
        for person in (Person(self.server), self.person()):
            seats = person.get(f"/api/tables/{table}")[1]["table"]["seats"]
            self.assertFalse(seats[0]["you"] or seats[1]["you"])
        again = self.assert_done(link.ask("rematch", table=table))["table"]
        self.assertEqual([seat["kind"] for seat in bo.get(f"/api/tables/{again}")[1]["table"]["seats"]], ["bot", "person"])


class Taking(People):
    def test_a_table_that_cannot_be_read_is_named_in_the_export_and_takes_nothing_else_with_it(self):
        ada = self.account("Keeper")
        broken, whole = (self.played(ada, [ME, bot()]) for _ in range(2))
        self.server.kill()
        base = sqlite3.connect(self.server.data)
        with base:
            base.execute("UPDATE game_table SET head = '{' WHERE id = ?", (broken,))
        base.close()
        self.server.start()
        status, data = ada.get("/api/export")
        self.assertEqual(status, 200, data)
        tables = {table["table"]: table for table in data["tables"]}
        self.assertEqual(tables.keys(), {broken, whole})
        self.assertIsNone(tables[broken]["record"])
        self.assertTrue(tables[whole]["record"]["steps"])

    def test_the_export_holds_everything_one_has_left_here(self):
        ada, bo = self.account("Packer"), self.person("Other")
        over, waiting = self.played(ada, [ME, bot()]), ada.make([ME, OPEN])["table"]["id"]
        running = ada.make([ME, ME])["table"]["id"]
        link = ada.connect()
        self.assert_done(link.ask("chat", table=running, text="only mine"))
        self.assert_done(bo.connect().ask("chat", table=running, text="not mine"))
        ada.post("/api/block", {"person": self.me(bo)["id"]})
        ada.post("/api/report", {"person": self.me(bo)["id"], "text": "a report"})
        daily = ada.post("/api/daily", {"game": "royalflip"})[1]["table"]["id"]
        status, data = ada.get("/api/export")
        self.assertEqual(status, 200)
        self.assertIn("attachment", ada.headers["Content-Disposition"])
        self.assertEqual((data["flipside_export"], data["person"]["name"]), (1, self.me(ada)["name"]))
        tables = {table["table"]: table for table in data["tables"]}
        self.assertEqual(set(tables), {over, waiting, running, daily})
        self.assertEqual((tables[over]["status"], tables[over]["mine"], tables[running]["mine"]), ("over", [0], [0, 1]))
        self.assertEqual({table["kind"] for table in data["tables"]}, {"game"})
        self.assertIsNone(tables[waiting]["record"])
        self.assertNotIn("seed", tables[running]["record"])
        self.assertNotIn("seed", tables[daily]["record"])
        self.assertEqual([line["text"] for line in data["chat"]], ["only mine"])
        self.assertEqual([row["table"] for row in data["results"]], [over])
        self.assertEqual([row["game"] for row in data["ratings"]], ["royalflip"])
        self.assertEqual([(row["game"], row["table"]) for row in data["daily"]], [("royalflip", daily)])
        self.assertEqual([row["name"] for row in data["blocked"]], [self.me(bo)["name"]])
        self.assertEqual([row["text"] for row in data["reports"]], ["a report"])
        self.assertNotIn("argon2", json.dumps(data))

        # A record from the file is a whole one: the program verifies and replays it.
        path = self.server.data + ".record"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(tables[over]["record"], file)
        run = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "verify", path], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        os.remove(path)
        self.error(Person(self.server).get("/api/export"), 401, "stranger")

    def test_the_export_is_not_for_asking_all_the_time(self):
        ada = self.person()
        statuses = [ada.request("GET", "/api/export", headers={}) [0] for _ in range(6)]
        self.assertEqual(statuses[-1], 429)


class Company(People):
    """Blocks and reports."""

    def test_who_is_blocked_cannot_sit_down_is_not_heard_and_takes_nobody_along(self):
        ada, bo, cy = self.people(3)
        one, two = ada.connect(), bo.connect()
        bos, adas = self.me(bo)["id"], self.me(ada)["id"]
        first = ada.make([ME, OPEN])["table"]["id"]
        self.assert_done(two.ask("sit", table=first, seat=1))
        one.watch(first), two.watch(first)
        self.assert_done(two.ask("chat", table=first, text="before"))
        self.assertEqual(ada.post("/api/block", {"person": bos}), (200, {"blocked": True}))
        self.assertEqual(ada.get("/api/blocked")[1]["people"], [{"id": bos, "name": self.me(bo)["name"]}])
        self.assertTrue(ada.get(f"/api/people/{bos}")[1]["blocked"])
        self.assertFalse(bo.get(f"/api/people/{adas}")[1]["blocked"])
        self.assert_done(two.ask("chat", table=first, text="unheard"))
        one.hear_all()
        self.assertEqual([line["text"] for line in one.chats[first]], ["before"])

        second = ada.make([ME, OPEN, {"kind": "link"}])
        self.refused(two.ask("sit", table=second["table"]["id"], seat=1), "blocked")
        key = second["links"][0]["path"].rsplit(".", 1)[1]
        self.refused(two.ask("sit", table=second["table"]["id"], seat=2, key=key), "blocked")
        third = bo.make([ME, OPEN])["table"]["id"]
        self.refused(one.ask("sit", table=third, seat=1), "blocked")
        self.assert_done(cy.connect().ask("sit", table=third, seat=1))

        play_to_end([one, two], first)
        again = self.assert_done(two.ask("rematch", table=first))["table"]
        self.assertEqual([seat["kind"] for seat in bo.get(f"/api/tables/{again}")[1]["table"]["seats"]], ["bot", "person"])

        self.server.kill()
        self.server.start()
        two = bo.connect()
        self.refused(two.ask("sit", table=second["table"]["id"], seat=1), "blocked")
        self.assertEqual(ada.post("/api/block", {"person": bos, "on": False}), (200, {"blocked": False}))
        self.assertEqual(ada.get("/api/blocked")[1]["people"], [])
        self.assert_done(two.ask("sit", table=second["table"]["id"], seat=1))

    def test_nonsense_is_refused(self):
        ada, bo = self.people(2)
        for wrong in (None, 7, "", "x" * 22, "x" * 500, ["a"], self.me(ada)["id"] + "x"):
            self.error(ada.post("/api/block", {"person": wrong}), 404, "not_found")
            self.error(ada.post("/api/report", {"person": wrong, "text": "x"}), 404, "not_found")
        self.error(ada.post("/api/block", {"person": self.me(ada)["id"]}), 400, "bad_message")
        for text in (None, "", 7, "x" * 501, "a\u0007b", "\u202e"):
            self.error(ada.post("/api/report", {"person": self.me(bo)["id"], "text": text}), 400, "bad_message")
        self.error(ada.post("/api/report", {"person": self.me(bo)["id"], "text": "x", "table": "nowhere"}), 404, "no_table")
        for path in ("/api/blocked", "/api/export"):
            self.error(Person(self.server).get(path), 401, "stranger")
        for path in ("/api/people/x", "/api/people/" + "x" * 22, f"/api/people/{self.me(ada)['id']}/secrets",
                     f"/api/people/{self.me(ada)['id']}/statistics/chess", f"/api/people/{self.me(ada)['id']}/games/soon",
                     f"/api/people/{self.me(ada)['id']}/statistics", "/api/ratings/chess"):
            self.error(ada.get(path), 404, "not_found")

    def test_reports_are_ten_an_hour(self):
        ada, bo = self.people(2)
        answers = [ada.post("/api/report", {"person": self.me(bo)["id"], "text": f"report {i}"})[0] for i in range(40)]
        self.assertEqual(answers[-1], 429)
        self.assertIn(200, answers)


class ZInterface(client.Interface):
    documents = ("Accounts",)


if __name__ == "__main__":
    unittest.util._MAX_LENGTH = 2000
    client.main()
