"""Names over real sockets: what can be one, which two are the same to a reader, and what becomes of names from before."""

import glob
import json
import os
import sqlite3
import tempfile
import unittest

import client
from client import Person, Server
from test_server_people import PASSWORD, People


class Names(People):
    def take(self, name):
        return Person(self.server).post("/api/guest", {"name": name})

    def called(self, name):
        status, body = self.take(name)
        self.assertEqual(status, 200, body)
        return body["person"]["name"]

    def test_names_of_nothing_that_can_be_seen_are_refused(self):
        for name in ("", " ", "\t\n", "\u00a0", "\u2003\u3000", "\u2800", "\u3164", "\u115f", "\uffa0", "\u200b", "\u2060", "\ufe0f",
                     "\u0301", " \u0308 ", "\U000e0041"):
            self.error(self.take(name), 400, "bad_name")

    def test_invisible_characters_are_no_part_of_a_name(self):
        for character in ("\u200b", "\u200d", "\u00ad", "\u202e", "\u2066", "\ufeff", "\u034f", "\u2800", "\x07", "\u2028", "\ue000",
                          "\U000e0041", "\u061c", "\u180e"):
            self.error(self.take(f"A{character}da"), 400, "bad_name")

    def test_a_heap_of_marks_is_refused(self):
        self.error(self.take("A" + "\u0301\u0302\u0303\u0304\u0305"), 400, "bad_name")
        self.error(self.take("A \u0301da"), 400, "bad_name")

    def test_a_name_comes_in_its_usual_form(self):
        for wanted, called in (("  Ada\u00a0\u3000 Love  lace ", "Ada Love lace"), ("Ｂｏｂ", "Bob"), ("ﬁnn", "finn"),
                               ("Zoe\u0308", "Zoë"), ("Heart ❤\ufe0f", "Heart ❤")):
            self.assertEqual(self.called(wanted), called)

    def test_names_of_many_languages_are_welcome(self):
        for name in ("Jürgen", "Наташа", "Αλέξης", "محمد", "דוד", "さくら花子", "アキラ", "김철수", "王小明", "Nguyễn", "अर्जुन", "สมชาย",
                     "O'Neil-3", "R2-D2", "🎲 Dicey", "Jean Luc"):
            self.assertEqual(self.called(name), name)

    def test_letters_of_different_alphabets_are_not_mixed(self):
        for name in ("Pаul", "Αda", "Bоb", "раypal x", "Ωmega Z"):  # Cyrillic or Greek letters among Latin ones
            self.error(self.take(name), 400, "bad_name")

    def test_a_name_that_looks_like_another_is_the_same_name(self):
        for name, others in (("Ilona", ("lIona", "1lona", "ILONA", "IIona")), ("Bob O", ("B0b 0", "BOB o")), ("Marn", ("Mam",)),
                             ("СОРЕ", ("COPE", "cope")), ("Ｚed", ("Zed",))):
            owner = Person(self.server, name)
            self.assertEqual(owner.post("/api/claim", {"password": PASSWORD})[0], 200)
            self.server.stop()
            self.server.start()
            for other in others:
                self.error(self.take(other), 409, "name_taken")
            self.assertEqual(Person(self.server).post("/api/sign-in", {"name": name, "password": PASSWORD})[0], 200)

    def test_two_guests_whose_names_look_alike_are_told_apart(self):
        self.called("Willi")
        self.error(self.take("WiIIi"), 409, "name_taken")
        self.called("Wilhelm")

    def test_names_of_the_house_are_nobodys(self):
        """The server's, the administrator's, the bots' and those of nobody in particular; in every form that reads like them."""
        bots = []
        for path in glob.glob(os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "games", "*", "data", "setup.json")):
            with open(path, encoding="utf-8") as file:
                bots += json.load(file)["bots"]
        self.assertGreater(len(bots), 50)
        house = ["Administrator", "ADMIN", "admin 2", "Àdmïn", "Ａｄｍｉｎ", "S e r v e r", "Server", "Dealer", "dea1er", "The Dealer",
                 "Player 1", "player", "PLAYER #12", "P-l-a-y-e-r 3", "Bot 5", "bot", "B0t", "Bot for Ada", "A former player", "former  player 7", "Flipside",
                 "Seat 3", "You", "you!", *bots, bots[0].upper(), bots[-1] + " 2", bots[3].replace(" ", "-")]
        for name in house:
            status, body = self.take(name)
            self.assertEqual((status, body.get("error", {}).get("code")), (409, "name_taken"), name)
            self.assertIn("is reserved", body["error"]["message"], name)
        for name in ("Admiral", "Observer", "Played", "Dealey", "Botho", "Abbot", "Player of games", "Youri", "Ada 2", "Sue", "Serverine"):
            self.called(name)
        ada = Person(self.server, "Agathe")
        self.error(ada.rename("Administrator"), 409, "name_taken")
        self.assertEqual(ada.post("/api/claim", {"password": PASSWORD})[0], 200)
        self.error(ada.post("/api/programs", {"name": "Dealer"}), 409, "name_taken")

    def test_what_is_written_may_be_in_any_script_and_has_no_heaps_of_marks(self):
        def written(text):
            """By somebody new each time: nobody may write much at once."""
            person = self.person()
            table = person.make([{"kind": "me"}])["table"]["id"]
            return person.connect().ask("chat", table=table, text=text)

        for text in ("👩‍👩‍👧‍👦", "🏳️‍🌈 and 🏴󠁧󠁢󠁷󠁬󠁳󠁿", "👍🏽", "1️⃣", "می‌خواهم بازی کنم", "क्‍ष और र्‍य", "ড়ীং", "ไม่เป็นไร", "שָׁלוֹם", "Ở đây", "Zoë"):
            self.assertEqual(written(text).get("error"), None, text)
        for text in ("a\u200db", "\u200d", "hid\u200cden", "👍\u200d", "\u200d👍", "x\U000e0061", "z" + "\u0301" * 6, "H\u0336\u0322\u0319\u0348\u0350\u0301\u0342i",
                     "می\u200c", "\u202eabc", "a\u2066b"):
            answer = written(text)
            self.assertEqual((answer["ok"], answer.get("error", {}).get("code")), (False, "bad_message"), ascii(text))

    def test_a_name_that_somebody_gave_up_is_free_and_the_new_one_is_not(self):
        ada = Person(self.server, "Ilse")
        self.error(self.take("ilse"), 409, "name_taken")
        self.assertEqual(ada.rename("Corn")[0], 200)
        self.called("ilse")
        for name in ("corn", "Com"):  # the same letters, and the same looks
            self.error(self.take(name), 409, "name_taken")
        self.assertEqual(ada.rename("CORN")[0], 200)  # the own one is no obstacle
        self.error(self.take("Com"), 409, "name_taken")


    def test_long_names_that_differ_at_their_end_are_different(self):
        """Each of these letters has five bytes when it is folded: together they are longer than what is compared letter by letter."""
        names = ["ᾲ" * 23 + last for last in "αβ"]
        for name in names:
            self.assertEqual(self.called(name), name)
            self.error(self.take(name), 409, "name_taken")
        self.called("ᾲ" * 22 + "α")

    def test_who_takes_the_own_name_again_keeps_it(self):
        ada = Person(self.server, "Theodora")
        me = ada.get("/api/me")[1]
        self.assertEqual(ada.rename("Theodora"), (200, me))
        self.assertEqual(ada.get("/api/me")[1], me)
        for name in ("Theodora", "THEODORA", "Theod0ra"):
            self.error(self.take(name), 409, "name_taken")


class Before(unittest.TestCase):
    """A file of version 5, where names were compared by letters and marks alone."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.data = os.path.join(self.folder.name, "flipside.db")
        self.server = Server(self.data).start()
        # Accounts whose names could stand beside one another then: (name, as it was folded)
        self.names = [("Ilona", "ilona"), ("lIona", "liona"), ("Pаul", "pаul"), ("Paul", "paul"), ("Ｐaul", "ｐaul"), ("A\u200dda", "a\u200dda"),
                      ("Ada", "ada"), ("\u2800", "\u2800"), ("Weiß", "weiß"), ("Weiss", "weiss")]
        for number, _ in enumerate(self.names):
            person = Person(self.server, f"Before {number}")
            assert person.post("/api/claim", {"password": f"{PASSWORD} {number}"})[0] == 200
        self.server.stop()
        with sqlite3.connect(self.data) as database:
            for number, (name, folded) in enumerate(self.names):
                database.execute("UPDATE person SET name = ?, folded = ? WHERE name = ?", (name, folded, f"Before {number}"))
            database.execute("DELETE FROM meta WHERE key IN ('names', 'sessions_since')")
            client.schema_before(database, 5)
        database.close()
        self.server.start()

    def tearDown(self):
        status = self.server.stop()
        self.folder.cleanup()
        self.assertEqual(status, 0, self.server.complaints)

    def test_everybody_signs_in_with_the_own_name_and_plays(self):
        for number, (name, _) in enumerate(self.names):
            person = Person(self.server)
            status, body = person.post("/api/sign-in", {"name": name, "password": f"{PASSWORD} {number}"})
            self.assertEqual((status, body.get("person", {}).get("name")), (200, name), body)
            self.assertEqual(person.connect().hello["person"]["name"], name)
        self.assertTrue(os.path.exists(self.data + ".backup-v5"))

    def test_being_seen_again_does_not_take_the_name_of_another(self):
        self.server.stop()
        with sqlite3.connect(self.data) as database:
            database.execute("UPDATE person SET seen = 0")
        database.close()
        self.server.start()
        self.test_everybody_signs_in_with_the_own_name_and_plays()
        person = Person(self.server)
        self.assertEqual(person.post("/api/sign-in", {"name": "ada", "password": f"{PASSWORD} 6"})[0], 200)

    def test_nobody_new_takes_a_name_that_looks_like_one_of_them(self):
        for name in ("IIona", "PAUL", "ada", "WEISS"):
            self.assertEqual(Person(self.server).post("/api/guest", {"name": name})[0], 409)


if __name__ == "__main__":
    client.main()
