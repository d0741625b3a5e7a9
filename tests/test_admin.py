"""`flipside admin`: the administrator's commands, beside a running server and without one."""

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

import client
from client import Person, Server
from test_server_people import ME, OPEN, PASSWORD, People, bot


def admin(data, *words, environment=None):
    return subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "admin", "--data", client.place(data), *words], capture_output=True, text=True,
                          check=False, env={**os.environ, **(environment or {})})


class Keeping(People):
    """With `running` the commands are left for the server, else they are done with the file alone."""

    running = True

    def admin(self, *words, status=0):
        if not self.running:
            self.server.stop()
        run = admin(self.server.data, *words)
        if not self.running:
            self.server.start()
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        return run.stdout if status == 0 else run.stderr

    def test_people_are_listed_with_what_they_are(self):
        ada, bo = self.account("Listed"), self.person("Listed")
        said = self.admin("list", "listed")
        for person, kind in ((ada, "account"), (bo, "guest")):
            me = self.me(person)
            self.assertRegex(said, rf"{me['id']}  .*{kind} .*{me['name']}")
        self.assertEqual("0 people.\n", self.admin("list", "nobody is called so"))
        ada.make([ME])
        self.moment(lambda: self.admin("list", self.me(ada)["name"]), f"{self.me(ada)['id']}  TIME  account       1 tables  "
                    f"{self.me(ada)['name']}\n1 person.\n")

    def test_what_is_kept_of_each_is_counted(self):
        ada, bo = self.account("Loud"), self.person("Silent")
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        for _ in range(3):
            answer = link.ask("chat", table=table, text="x" * 400)
            self.assert_done(answer)
        said = self.admin("kept")  # answers that say no more than "ok" are one
        self.assertRegex(said, rf"{self.me(ada)['id']} +{3 * 400} characters +3 lines +1 answers +1 tables  {self.me(ada)['name']}\n")
        self.assertNotIn(self.me(bo)["name"], said)
        self.assertEqual(self.admin("kept", "1"), said.splitlines(True)[0])
        self.assertIn("COUNT is a number", self.admin("kept", "none", status=1))

    def moment(self, say, wanted):
        """What is said, with the minute in which it happened in place of TIME: this one, the one before, or one that began while it was asked."""
        said, now = say(), time.time()
        minutes = [time.strftime("%Y-%m-%d %H:%M", time.gmtime(now - 60 * ago)) for ago in range(3)]
        self.assertIn(said, [wanted.replace("TIME", minute) for minute in minutes])

    def test_a_ban_closes_the_door_and_is_lifted(self):
        ada = self.account("Banned")
        name, link = self.me(ada)["name"], ada.connect()
        self.assertIn("is banned", self.admin("ban", name.upper()))
        with self.assertRaises((ConnectionError, OSError)):
            while True:
                link.receive()
        self.assertIsNone(self.me(ada))
        self.error(ada.post("/api/sign-in", {"name": name, "password": PASSWORD}), 403, "banned")
        self.assertIn("banned", self.admin("list", name))
        self.admin("unban", name)
        self.assertEqual(ada.post("/api/sign-in", {"name": name, "password": PASSWORD})[0], 200)

    def test_a_banned_guest_does_not_come_back_as_a_new_one(self):
        bo = self.person("Pest")
        me, link = self.me(bo), bo.connect()
        self.admin("ban", me["id"])
        link.close()
        self.error(bo.post("/api/guest", {"name": "Somebody New"}), 403, "banned")
        self.assertEqual(bo.post("/api/sign-out", {})[0], 200)  # leaves the cookie where it is
        self.error(bo.post("/api/guest", {"name": "Somebody New"}), 403, "banned")
        self.person("Innocent")  # another device at the same address
        self.admin("unban", me["id"])
        self.assertEqual(bo.post("/api/guest", {"name": f"New {me['id'][:8]}"})[0], 200)
        self.assertNotEqual(self.me(bo)["id"], me["id"])

    def test_a_ban_with_hours_needs_a_number_of_them(self):
        for hours in ("0", "73", "-1", "soon", "1x", ""):
            run = admin(self.server.data, "ban", "Nobody Of That Name", hours)
            self.assertEqual((run.returncode, "usage:" in run.stderr), (2, True), hours)

    def test_a_name_is_changed_and_never_into_one_that_is_taken(self):
        ada, bo = self.account("Rude"), self.account("Polite")
        self.assertIn("is called", self.admin("rename", self.me(ada)["id"], "Well Behaved"))
        self.assertEqual(self.me(ada)["name"], "Well Behaved")
        self.assertIn("already", self.admin("rename", self.me(ada)["id"], self.me(bo)["name"].upper(), status=1))
        self.assertIn("invisible", self.admin("rename", self.me(ada)["id"], "hid\u200bden", status=1))
        self.admin("rename", self.me(ada)["id"], f"Free Again {self.me(ada)['id'][:4]}")

    def test_a_name_is_given_back_to_whom_it_belonged(self):
        """By going back in the browser somebody was renamed, and a stranger has the name now, even as an account."""
        ada = self.account("Robbed")
        name, code = self.me(ada)["name"], self.me(ada)["id"]
        ada.rename(f"Lucky Otter {code[:4]}")
        taker = Person(self.server, name)
        self.assertEqual(taker.post("/api/claim", {"password": PASSWORD})[0], 200)
        self.assertIn("already", self.admin("rename", code, name, status=1))
        said = self.admin("give-back", code, name)
        self.assertEqual(said, f"Lucky Otter {code[:4]} is called {name} again. "
                         f"Somebody else who is called {name} ({self.me(taker)['id']}) is {name} 2 now.\n")
        self.assertEqual((self.me(ada)["name"], self.me(taker)["name"]), (name, f"{name} 2"))
        for who, person in ((name, ada), (f"{name} 2", taker)):
            status, body = Person(self.server).post("/api/sign-in", {"name": who, "password": PASSWORD})
            self.assertEqual((status, body["person"]["id"]), (200, self.me(person)["id"]), who)
        self.assertEqual(self.admin("give-back", code, name), f"{name} is called {name} again.\n")
        self.assertIn("invisible", self.admin("give-back", code, "hid\u200bden", status=1))
        self.assertIn("nobody called", self.admin("give-back", "Somebody Unknown", "Any Name", status=1))

    def test_a_guest_who_has_the_name_gets_a_number_only_while_online(self):
        if not self.running:
            return
        ada = self.account("Robbed")
        name, code = self.me(ada)["name"], self.me(ada)["id"]
        ada.rename(f"Keen Badger {code[:4]}")
        taker = Person(self.server, name)
        link = taker.connect()
        self.assertIn(f"is {name} 2 now", self.admin("give-back", code, name))
        self.assertEqual((self.me(ada)["name"], self.me(taker)["name"]), (name, f"{name} 2"))
        link.close()

    def test_the_administrator_can_give_a_name_of_the_house(self):
        ada = self.account("Keeper")
        self.assertIn("is called Administrator", self.admin("rename", self.me(ada)["id"], "Administrator"))
        self.assertEqual(ada.rename("Administrator")[0], 200)  # the own name
        ada.rename(f"Former Keeper {self.me(ada)['id'][:4]}")

    def test_a_password_is_reset_and_printed_once(self):
        ada = self.account("Forgetful")
        name = self.me(ada)["name"]
        said = self.admin("reset-password", name)
        self.assertTrue(said.startswith(f"{name} has a new password and is signed out everywhere; all tokens have ended.\n"), said)
        password = re.search(r"The new password, shown once: ((?:[a-z2-9]{5}-){3}[a-z2-9]{5})\n$", said).group(1)
        self.assertIsNone(self.me(ada))
        self.error(ada.post("/api/sign-in", {"name": name, "password": PASSWORD}), 403, "wrong_password")
        self.assertEqual(ada.post("/api/sign-in", {"name": name, "password": password})[0], 200)
        with open(self.server.data, "rb") as file:
            self.assertNotIn(password.encode(), file.read())
        self.assertIn("guest", self.admin("reset-password", self.me(self.person())["id"], status=1))

    def test_somebody_is_signed_out_and_somebody_deleted(self):
        ada, bo = self.account("Leaver"), self.person("Stayer")
        self.admin("sign-out", self.me(ada)["id"])
        self.assertIsNone(self.me(ada))
        ident = bo.cookie.split("=")[1].split(".")[0]
        name = self.me(bo)["name"]
        table = self.played(bo, [ME, bot()])
        bo.make([ME, OPEN])
        self.assertIn("is deleted", self.admin("delete", ident))
        self.assertIsNone(self.me(bo))
        self.assertEqual(self.person().get(f"/api/tables/{table}")[1]["table"]["seats"][0]["name"], "a former player")
        for path in (self.server.data, self.server.data + "-wal"):
            if os.path.exists(path):
                with open(path, "rb") as file:
                    self.assertNotIn(name.encode(), file.read(), path)
        self.assertIn("nobody", self.admin("delete", ident, status=1))

    def test_reports_are_read_and_closed(self):
        ada, bo = self.people(2)
        table = ada.make([ME])["table"]["id"]
        ada.post("/api/report", {"person": self.me(bo)["id"], "text": "says naughty words", "table": table})
        said = self.admin("reports")
        self.assertIn(f", by {self.me(ada)['name']} ({self.me(ada)['id']}), table {table}\n    says naughty words\n1 report.\n", said)
        self.assertIn("says naughty words", said)
        self.assertIn(f"about {self.me(bo)['name']} ({self.me(bo)['id']})", said)
        number = re.search(r"^(\d+)  .*\n +says naughty words", said, re.M).group(1)
        self.admin("close-report", number)
        self.assertNotIn("says naughty words", self.admin("reports"))
        self.assertIn("There is no report with that number.", self.admin("close-report", number, status=1))
        self.assertEqual(self.admin("reports"), "0 reports.\n")

    def test_a_report_is_read_with_what_was_said_around_it(self):
        ada, bo = self.people(2)
        table = ada.make([ME], public=True)["table"]["id"]
        link = bo.connect()
        for words in ("a friendly word", "a rude one"):
            self.assert_done(link.ask("chat", table=table, text=words))
        link.close()
        ada.post("/api/report", {"person": self.me(bo)["id"], "text": "what a tone", "table": table})
        number = re.search(r"^(\d+)  .*\n +what a tone", self.admin("reports"), re.M).group(1)
        said, name = self.admin("report", number), self.me(bo)["name"]
        self.assertRegex(said, rf"(?s)what a tone\nSaid at the table.*\n    \S+ \S+  {name}: a friendly word\n    \S+ \S+  {name}: a rude one\n$")
        self.admin("close-report", number)
        self.assertIn("There is no report with that number.", self.admin("report", number, status=1))

    def test_what_was_done_is_written_down(self):
        ada = self.account("Logged")
        name = self.me(ada)["name"]
        self.admin("ban", name, "7d")
        self.moment(lambda: self.admin("log", "1"), f"TIME  the command line: {name} is banned for 7 days.\n")
        self.admin("unban", name)
        self.assertIn(f"{name} may come again", self.admin("log", "1"))
        self.admin("delete", name)
        self.assertNotIn(name, self.admin("log"))

    def test_an_account_becomes_an_administrator_and_a_guest_does_not(self):
        ada, bo = self.account("Granted"), self.person("Guest")
        self.assertEqual(ada.get("/api/admin/log")[0], 404)
        self.admin("grant", self.me(ada)["name"])
        self.assertEqual(ada.get("/api/admin/log")[0], 200)
        self.assertIn("only an account", self.admin("grant", self.me(bo)["id"], status=1))
        self.error(ada.post("/api/admin", {"do": "delete", "person": self.me(bo)["id"]}), 400, "bad_option")
        self.error(bo.post("/api/admin", {"do": "ban", "person": self.me(ada)["id"]}), 404, "not_found")
        said = ada.post("/api/admin", {"do": "rename", "person": self.me(bo)["id"], "name": f"Other {self.me(bo)['id'][:6]}"})[1]["said"]
        newest = ada.get("/api/admin/log")[1]["log"][0]
        self.assertEqual((newest["author"], newest["what"], newest["text"]), (self.me(ada)["name"], "rename", said))
        self.admin("revoke", self.me(ada)["name"])
        self.assertEqual(ada.get("/api/admin/log")[0], 404)

    def test_two_guests_of_one_name_are_told_apart_by_their_ids(self):
        Person(self.server, "Double")
        self.server.stop()
        self.server.start()
        Person(self.server, "Double")
        self.assertIn("2 guests", self.admin("ban", "Double", status=1))

    def test_wrong_words_are_a_wrong_usage(self):
        for words in ((), ("dance",), ("ban",), ("ban", "a", "b"), ("rename", "a"), ("list", "a", "b")):
            run = admin(self.server.data, *words)
            self.assertEqual((run.returncode, "usage:" in run.stderr), (2, True), words)
            why = ("Say what to do." if not words else "There is no command 'dance'." if words == ("dance",)
                   else f"The arguments of '{words[0]}' do not fit.")
            self.assertTrue(run.stderr.startswith(f"flipside admin: {why}\n\nusage:"), run.stderr)
        run = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "admin", "--help"], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, "restore COPY" in run.stdout), (0, True))
        self.assertIn("nobody called", self.admin("ban", "Nobody Of That Name", status=1))
        self.assertEqual(admin("/nowhere/at/all.db", "list").returncode, 1)


    def test_what_was_asked_of_a_running_server_is_in_its_log_and_no_longer_in_the_file(self):
        ada = self.account("Logged")
        log = len(self.server.log())
        self.admin("sign-out", self.me(ada)["id"])
        self.admin("ban", "Nobody Of That Name", status=1)
        told = re.findall(r'"event":"admin","did":"([a-z-]+)"', self.server.log()[log:])
        self.assertEqual(told, ["sign-out", "nothing"] if self.running else [])
        with sqlite3.connect(self.server.data) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM wish").fetchone(), (0,))
        database.close()


class KeepingAlone(Keeping):
    running = False


class Addresses(unittest.TestCase):
    def test_a_ban_with_hours_keeps_new_guests_of_that_address_out(self):
        with tempfile.TemporaryDirectory() as folder:
            data = os.path.join(folder, "flipside.db")
            server = Server(data).start()
            ada, bo, absent = Person(server, "Ada"), Person(server, "Pest"), Person(server, "Absent")
            ada.post("/api/claim", {"password": PASSWORD})
            self.assertIn("not known", admin(data, "ban", "Absent", "1").stdout)
            Person(server, "Still Welcome")
            link = bo.connect()
            self.assertIn("no new guests", admin(data, "ban", "Pest", "72").stdout)
            link.close()
            status, body = Person(server).post("/api/guest", {"name": "Pest In Disguise"})
            self.assertEqual((status, body["error"]["code"]), (403, "banned"), body)
            self.assertEqual(ada.rename("Ada Again")[0], 200)  # who is known goes on
            self.assertEqual(Person(server).post("/api/sign-in", {"name": "Ada Again", "password": PASSWORD})[0], 200)
            self.assertIsNone(absent.get("/api/me")[1]["person"])
            admin(data, "unban", "Absent")
            self.assertEqual(Person(server).post("/api/guest", {"name": "Too Early"})[1]["error"]["code"], "banned")
            self.assertIn("open again", admin(data, "unban", "Pest").stdout)
            Person(server, "Welcome Again")
            pest = Person(server, "Pest Too")
            link = pest.connect()
            admin(data, "ban", "Pest Too", "72")
            self.assertEqual(Person(server).post("/api/guest", {"name": "Too Early"})[1]["error"]["code"], "banned")
            self.assertIn("closed here: 1.", admin(data, "open-addresses").stdout)
            self.assertIn("closed here: 0.", admin(data, "open-addresses").stdout)
            Person(server, "Welcome Once More")
            self.assertEqual(pest.post("/api/guest", {"name": "Still Banned"})[1]["error"]["code"], "banned")
            last = Person(server, "Pest Three")
            link = last.connect()
            admin(data, "ban", "Pest Three", "72")
            server.stop()
            server.start()
            Person(server, "After The Restart")  # addresses are in no file
            server.stop()


class Copies(unittest.TestCase):
    def test_a_backup_is_restored_and_what_was_there_stays_beside_it(self):
        with tempfile.TemporaryDirectory() as folder:
            data, copy = os.path.join(folder, "flipside.db"), os.path.join(folder, "copy.db")
            server = Server(data).start()
            ada = Person(server, "Ada")
            table = ada.make([ME])["table"]["id"]
            run = admin(data, "backup", copy)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(os.stat(copy).st_mode & 0o777, 0o600)
            self.assertEqual(admin(data, "backup", copy).returncode, 1)  # never over another file
            later = ada.make([ME])["table"]["id"]
            run = admin(data, "restore", copy)
            self.assertEqual((run.returncode, "Stop that one first" in run.stderr), (1, True), run.stderr)
            server.kill()  # with changes that stand in FILE-wal alone
            broken = os.path.join(folder, "broken.db")
            with open(broken, "wb") as file:
                file.write(b"no database at all" * 100)
            for wrong in (broken, os.path.join(folder, "nothing.db")):
                self.assertEqual(admin(data, "restore", wrong).returncode, 1)
            run = admin(data, "restore", copy)
            self.assertEqual(run.returncode, 0, run.stderr)
            server.start()
            self.assertEqual(ada.get(f"/api/tables/{table}")[0], 200)
            self.assertEqual(ada.get(f"/api/tables/{later}")[0], 404)
            server.stop()
            with sqlite3.connect(data + ".before-restore") as database:
                self.assertEqual(database.execute("SELECT count(*) FROM game_table").fetchone(), (2,))
            database.close()
            shutil.rmtree(folder + "/none", ignore_errors=True)


del People

if __name__ == "__main__":
    client.main()
