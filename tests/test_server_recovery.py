"""A lost password: the recovery code, over real sockets."""

import sqlite3

import client
from client import Case, Interface, Person
from test_admin import admin

SECRET = "a long enough word"


class Recovery(Case):
    def account(self):
        person = self.person("Ada")
        status, answer = person.post("/api/claim", {"password": SECRET})
        self.assertEqual(status, 200, answer)
        return person, answer["person"]["name"], answer["recovery"]

    def recover(self, name, code, password="another long word"):
        visitor = Person(self.server)
        return visitor, *visitor.post("/api/recover", {"name": name, "code": code, "password": password})

    def test_the_code_sets_a_new_password_once_and_signs_out_everywhere(self):
        person, name, code = self.account()
        self.assertRegex(code, r"^([A-Z2-9]{4}-){4}[A-Z2-9]{4}$")
        link = person.connect()
        # typed as people type
        back, status, answer = self.recover(name, code.lower().replace("-", " "))
        self.assertEqual((status, answer["person"]["name"]), (200, name))
        self.assertEqual(back.get("/api/me")[1]["person"]["name"], name)
        self.assertIsNone(person.get("/api/me")[1]["person"])
        with self.assertRaises(ConnectionError):
            while True:
                link.receive()
        self.assertEqual(self.recover(name, code)[1], 403)  # it was good for once
        self.assertNotEqual(answer["recovery"], code)
        self.assertEqual(self.recover(name, answer["recovery"])[1], 200)
        self.assertEqual(Person(self.server).post("/api/sign-in", {"name": name, "password": SECRET})[0], 403)
        self.assertEqual(Person(self.server).post("/api/sign-in", {"name": name, "password": "another long word"})[0], 200)

    def test_a_new_code_needs_the_password_and_voids_the_one_before(self):
        person, name, code = self.account()
        self.assertEqual(person.post("/api/recovery", {"password": "wrong"})[1]["error"]["code"], "wrong_password")
        self.assertEqual(Person(self.server).post("/api/recovery", {"password": SECRET})[0], 401)
        fresh = person.post("/api/recovery", {"password": SECRET})[1]["recovery"]
        self.assertEqual(self.recover(name, code)[2]["error"]["code"], "wrong_code")
        self.assertEqual(self.recover(name, fresh)[1], 200)

    def test_a_name_that_nobody_has_is_refused_like_a_wrong_code(self):
        _, name, _ = self.account()
        wrong = self.recover(name, "AAAA-AAAA-AAAA-AAAA-AAAA")
        nobody = self.recover("Nobody At All", "AAAA-AAAA-AAAA-AAAA-AAAA")
        self.assertEqual((wrong[1], wrong[2]), (nobody[1], nobody[2]))
        self.assertEqual(self.recover(name, "")[2]["error"]["code"], "wrong_code")
        self.assertEqual(self.recover(name, "x", password="short")[2]["error"]["code"], "bad_password")

    def test_guessing_is_slowed_down(self):
        _, name, code = self.account()
        answers = [self.recover(name, "wrong")[2]["error"]["code"] for _ in range(7)]
        self.assertIn("limit", answers)
        self.assertEqual(self.recover(name, code)[2]["error"]["code"], "limit")  # even the right one has to wait

    def test_who_is_banned_does_not_come_back_by_the_code(self):
        _, name, code = self.account()
        self.assertEqual(admin(self.server.data, "ban", name).returncode, 0)
        visitor, status, answer = self.recover(name, code)
        self.assertEqual((status, answer["error"]["code"]), (403, "banned"))
        self.assertIsNone(visitor.get("/api/me")[1]["person"])
        self.assertEqual(admin(self.server.data, "unban", name).returncode, 0)
        self.assertEqual(Person(self.server).post("/api/sign-in", {"name": name, "password": SECRET})[0], 200)  # nothing was changed
        self.assertEqual(self.recover(name, code)[1], 200)

    def test_only_a_hash_is_kept_and_kill_9_loses_no_code(self):
        _, name, code = self.account()
        self.server.kill()
        with sqlite3.connect(f"file:{self.server.data}?mode=ro", uri=True) as file:
            kept = file.execute("SELECT recovery FROM person WHERE name = ?", (name,)).fetchone()[0]
        self.assertEqual(len(kept), 64)
        self.assertNotIn(code, kept)
        self.server.start()
        self.assertEqual(self.recover(name, code)[1], 200)


class ZInterface(Interface):
    documents = ("A lost password",)


if __name__ == "__main__":
    client.main()
