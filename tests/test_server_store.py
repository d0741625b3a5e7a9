"""When the store has trouble: another program holds the file, the disk is full, the file is gone. Nobody is disconnected, nothing is
acknowledged before it is durable, and everything goes on by itself afterwards. What is deleted leaves the files.
"""

import json
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

import client
from client import PATIENCE, Case, Person, Server, act, eventually
from test_server_work import Asked, long_game, long_record

ME, OPEN = {"kind": "me"}, {"kind": "open"}


def wait_push(link, wanted):
    """The next push that is as wanted; those that came before count."""
    limit, seen = time.monotonic() + PATIENCE, 0
    while True:
        for push in link.pushes[seen:]:
            if wanted(push):
                return push
        seen = len(link.pushes)
        link.receive(limit)


def unsaved(push):
    return push["push"] == "store" and not push["saved"]


def saved(push):
    return push["push"] == "store" and push["saved"]


class Limited(Server):
    """A server whose files can be kept from growing, as on a full disk."""

    def start(self):
        popen = subprocess.Popen

        def keep_signals(*arguments, **options):  # a write over the limit fails and kills nobody
            return popen(*arguments, restore_signals=False, **options)

        subprocess.Popen = keep_signals
        try:
            return super().start()
        finally:
            subprocess.Popen = popen

    def fill(self):
        size = os.stat(self.data + "-wal").st_size
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def make_room(self):
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class Trouble(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.home = os.path.join(self.folder.name, "data")
        os.mkdir(self.home)
        self.awake_file = os.path.join(self.folder.name, "awake")
        self.server = Limited(os.path.join(self.home, "flipside.db"), "--threads", "1", preload=os.environ["FLIPSIDE_SHIFT_CLOCK"],
                              environment={"SHIFT_AWAKE_FILE": self.awake_file}).start()
        self.ada = Person(self.server, "Ada")
        self.table = self.ada.make([ME])["table"]["id"]
        self.link = self.ada.connect()
        self.scene = self.link.watch(self.table)

    def tearDown(self):
        status = self.server.stop() if self.server.process.poll() is None else self.server.process.returncode
        self.folder.cleanup()
        self.assertEqual(status, 0, self.server.complaints)

    def later(self, seconds):
        """So much later, for the server (tests/shift_clock.c)."""
        with open(self.awake_file + ".new", "w", encoding="utf-8") as file:
            file.write(str(seconds))
        os.rename(self.awake_file + ".new", self.awake_file)

    def lock(self):
        """Another program writes, and does not come to an end."""
        other = sqlite3.connect(self.server.data, isolation_level=None)
        other.execute("PRAGMA busy_timeout = 5000")
        other.execute("BEGIN IMMEDIATE")
        return other

    def breaks(self, what):
        """What the store is asked to do fails half-way from now on."""
        other = sqlite3.connect(self.server.data, isolation_level=None)
        other.execute("PRAGMA busy_timeout = 5000")
        other.execute(f"CREATE TRIGGER fail BEFORE {what} BEGIN SELECT RAISE(ABORT, 'broken'); END")
        return other

    def move(self):
        """Sends a move without waiting for the answer."""
        return self.link.send("act", table=self.table, seat=0, text=self.scene["actions"][0]["text"],
                              at=self.scene["table"]["steps"])

    def answers(self, count):
        """So many answers, by the numbers of what they answer, in their order."""
        found, limit = {}, time.monotonic() + PATIENCE
        while len(found) < count:
            message = self.link.receive(limit)
            if "re" in message:
                found[message["re"]] = message
        return found

    def health(self):
        return self.ada.get("/healthz")

    def metric(self, name):
        return float(re.search(rf"(?m)^flipside_{name} (\S+)$", self.ada.get("/metrics")[1])[1])

    def through(self, begin, end):
        """Trouble begins, a move is sent, trouble ends: what must hold in every kind of trouble."""
        begin()
        number = self.move()
        self.assertRegex(wait_push(self.link, unsaved)["message"], "Not saved yet")
        ping = self.link.ask("ping")  # the loop goes on
        self.assertTrue(ping["ok"])
        status, body = self.health()
        self.assertEqual((status, body["ok"]), (503, False))
        self.assertRegex(body["reason"], r"\.$")
        self.assertEqual(self.metric("store_trouble"), 1)
        self.assertGreater(self.metric("commit_failures_total") + self.metric("held_messages"), 0)
        self.assertFalse([m for m in self.link.heard if f'"re":{number},' in m], "acknowledged before it was durable")
        end()
        self.assertTrue(self.link.wait_answer(number)["ok"])
        wait_push(self.link, saved)
        self.assertEqual(self.health(), (200, {"ok": True}))
        self.assertEqual(self.metric("store_trouble"), 0)
        chosen = self.scene["actions"][0]["text"]
        self.link.wait_scene(self.table, lambda scene: scene["table"]["steps"] > self.scene["table"]["steps"])
        self.assertEqual([e["text"] for e in self.link.logs[self.table] if e["seat"] == 0], [chosen])
        self.assertIn("store_trouble", self.server.log())
        self.assertIn("store_works_again", self.server.log())
        self.server.kill()  # what was acknowledged is there after the worst
        self.server.start()
        self.link = self.ada.connect()
        self.link.watch(self.table)
        self.assertEqual([e["text"] for e in self.link.logs[self.table] if e["seat"] == 0], [chosen])

    def test_a_lock_of_another_program_keeps_moves_waiting_and_nobody_else(self):
        other = self.lock()
        other.execute("ROLLBACK")
        self.through(lambda: other.execute("BEGIN IMMEDIATE"), lambda: other.execute("ROLLBACK"))
        other.close()

    def test_a_full_disk_keeps_moves_waiting_until_there_is_room(self):
        self.through(self.server.fill, self.server.make_room)

    def test_a_data_folder_that_is_gone_is_noticed_and_what_was_not_saved_is_saved_when_it_is_back(self):
        away = os.path.join(self.folder.name, "away")
        os.rename(self.home, away)
        number = self.move()
        self.assertTrue(unsaved(wait_push(self.link, unsaved)))
        status, body = self.health()
        self.assertEqual((status, body["reason"]), (503, "The data file was removed or replaced while it was in use."))
        self.assertTrue(self.link.ask("ping")["ok"])
        os.rename(away, self.home)
        self.assertTrue(self.link.wait_answer(number)["ok"])
        self.assertEqual(self.health()[0], 200)

    def test_a_data_file_that_was_removed_for_good_is_never_acknowledged_again(self):
        shutil.rmtree(self.home)
        number = self.move()
        wait_push(self.link, unsaved)
        self.assertEqual(self.health()[0], 503)
        os.mkdir(self.home)
        with open(self.server.data, "wb"):
            pass  # another file of that name is not the one
        self.assertEqual(self.health()[0], 503)
        self.assertFalse([m for m in self.link.heard if f'"re":{number},' in m])

    def test_health_notices_without_anybody_playing(self):
        self.assertEqual(self.health(), (200, {"ok": True}))
        other = self.lock()
        eventually("health says that nothing can be saved", lambda: self.health()[0] == 503)
        other.execute("ROLLBACK")
        eventually("health recovers", lambda: self.health()[0] == 200)
        other.close()

    def test_what_waits_is_done_in_its_order_and_requests_wait_as_well(self):
        bo = Person(self.server, "Bo")
        other = self.lock()
        numbers = [self.link.send("chat", table=self.table, text=f"line {i}") for i in range(4)]
        wait_push(self.link, unsaved)
        made = []
        maker = threading.Thread(target=lambda: made.append(bo.post("/api/tables", {"game": "royalflip", "seats": [ME]})))
        maker.start()
        eventually("the request waits", lambda: self.metric("held_requests") == 1)
        late = bo.connect()  # who comes now is told, and waits like everybody
        wait_push(late, unsaved)
        self.assertEqual(made, [])
        other.execute("ROLLBACK")
        other.close()
        for number in numbers:
            self.assertTrue(self.link.wait_answer(number)["ok"])
        maker.join()
        self.assertEqual(made[0][0], 200)
        self.link.wait_scene(self.table, lambda _: len(self.link.chats[self.table]) == 4)
        self.assertEqual([line["text"] for line in self.link.chats[self.table]], [f"line {i}" for i in range(4)])

    def test_what_is_too_much_to_keep_is_refused_honestly(self):
        other = self.lock()
        numbers = [self.link.send("chat", table=self.table, text="again") for _ in range(40)]
        refused = self.answers(8)
        self.assertEqual(sorted(refused), numbers[32:])  # so many wait for each connection
        self.assertEqual({answer["error"]["code"] for answer in refused.values()}, {"store"})
        self.assertEqual(self.metric("held_messages"), 32)
        other.execute("ROLLBACK")
        other.close()
        answers = self.answers(32)
        self.assertEqual((list(answers), answers[numbers[0]]["ok"]), (numbers[:32], True))
        self.assertEqual({answer["error"]["code"] for answer in answers.values() if not answer["ok"]}, {"limit"})  # a bearable pace of talk
        self.assertEqual(self.metric("held_messages"), 0)
        self.assertTrue(self.link.ask("ping")["ok"])

    def test_a_server_may_stop_while_much_waits_to_be_saved(self):
        other = self.lock()
        for number in range(5):
            self.link.send("chat", table=self.table, text=f"line {number}")
        eventually("the lines wait", lambda: self.metric("held_messages") == 5)
        status = self.server.stop()
        other.execute("ROLLBACK")
        other.close()
        self.server.start()
        self.assertEqual(status, 0, self.server.complaints)
        self.assertEqual(self.health()[0], 200)

    def test_a_request_that_has_waited_long_is_refused_honestly_and_nobody_loses_time(self):
        timed = self.ada.make([ME], clock={"kind": "bank", "seconds": 30})["table"]["id"]
        clock = self.link.watch(timed)["table"]["seats"][0]["clock"]
        self.assertEqual((clock["left"], clock["out"]), (30000, False))
        other = self.lock()
        asked = [Asked(self.ada, "POST", "/api/tables", {"game": "royalflip", "seats": [ME]}) for _ in range(2)]
        eventually("the requests wait", lambda: self.metric("held_requests") == 2)
        self.assertFalse(any(one.answered() for one in asked))
        self.later(16)
        for one in asked:
            status, body = one.answer()
            self.assertEqual((status, body["error"]["code"]), (503, "store"))
            self.assertEqual(body["error"]["message"], "The server cannot save anything at the moment. Please try again later.")
        self.assertEqual(self.metric("held_requests"), 0)
        other.execute("ROLLBACK")
        other.close()
        eventually("health recovers", lambda: self.health()[0] == 200)
        self.assertEqual(len(self.ada.get("/api/mine")[1]["tables"]), 2)
        scene = self.link.watch(timed)
        clock = scene["table"]["seats"][0]["clock"]  # there is a minute from when it works again
        self.assertTrue(30000 < clock["left"] - (scene["now"] - clock["since"]) <= 60000, scene)

    @unittest.skipUnless(os.environ.get("FLIPSIDE_LONG"), "waits as long as a request does")
    def test_a_request_that_waits_for_a_worker_when_trouble_begins_is_refused_honestly(self):
        tables = [long_game(self.ada, i) for i in range(20)]
        asked = [Asked(self.ada, "GET", f"/api/replays/{table}") for table in tables]
        other = self.lock()
        self.move()
        wait_push(self.link, unsaved)
        answers = [one.answer() for one in asked]
        self.assertEqual((answers[-1][0], answers[-1][1]["error"]["code"]), (503, "store"))
        self.assertLessEqual({status for status, _ in answers}, {200, 503})
        other.execute("ROLLBACK")
        other.close()
        eventually("health recovers", lambda: self.health()[0] == 200)
        self.assertEqual(self.ada.get(f"/api/replays/{tables[-1]}")[0], 200)

    def test_a_message_that_fails_half_way_is_refused_and_the_table_is_shown_as_it_is_saved(self):
        other = sqlite3.connect(self.server.data, isolation_level=None)
        other.execute("PRAGMA busy_timeout = 5000")
        steps = other.execute("SELECT count(*) FROM step").fetchone()[0]
        other.execute("INSERT INTO step VALUES(?, ?, '{}')", (self.table, steps))  # where the next one belongs
        answer = self.link.wait_answer(self.move())
        self.assertEqual((answer["ok"], answer["error"]["code"]), (False, "store"))
        other.execute("DELETE FROM step WHERE number = ?", (steps,))
        other.close()
        self.scene = self.link.watch(self.table)
        self.assertEqual(self.scene["table"]["steps"], steps)
        self.assertTrue(self.link.wait_answer(self.move())["ok"])

    def test_a_step_back_that_fails_half_way_is_refused_and_the_step_is_still_there(self):
        self.assertTrue(self.link.wait_answer(self.move())["ok"])
        moved = self.link.wait_scene(self.table, lambda scene: scene["table"]["steps"] > self.scene["table"]["steps"])
        other = self.breaks("DELETE ON step")
        answer = self.link.ask("undo", table=self.table, seat=0)
        self.assertEqual((answer["ok"], answer["error"]["code"]), (False, "store"))
        other.execute("DROP TRIGGER fail")
        other.close()
        again = self.link.watch(self.table)
        self.assertEqual((again["table"]["steps"], again["view"]), (moved["table"]["steps"], moved["view"]))
        self.assertTrue(self.link.ask("undo", table=self.table, seat=0)["ok"])
        back = self.link.wait_scene(self.table, lambda scene: scene["table"]["steps"] == self.scene["table"]["steps"])
        self.assertEqual(back["actions"], self.scene["actions"])

    def test_a_game_against_bots_goes_on_after_trouble(self):
        table = self.ada.make([ME, {"kind": "bot", "level": 1}])["table"]["id"]
        self.link.watch(table)
        self.server.fill()
        self.link.send("act", table=table, seat=0, text=self.link.scenes[table]["actions"][0]["text"])
        wait_push(self.link, unsaved)
        self.server.make_room()
        wait_push(self.link, saved)
        client.play_to_end([self.link], table, limit=10)

    def test_a_table_whose_bots_fail_every_time_is_left_alone_after_a_few_times(self):
        self.breaks("INSERT ON step WHEN NEW.json LIKE '%\"seat\":1%'").close()
        self.ada.make([ME, {"kind": "bot", "level": 1}])
        eventually("the bots are left alone", lambda: "left_alone" in self.server.log())
        self.assertTrue(self.link.wait_answer(self.move())["ok"])  # others play on
        self.assertEqual(self.server.log().count("start_over"), 3)

    def test_a_known_record_that_cannot_be_kept_for_another_person_is_refused(self):
        record, bo = long_record(), Person(self.server, "Bo")
        status, body = self.ada.post("/api/records", record)
        self.assertEqual(status, 200, body)
        other = self.breaks("INSERT ON seat")
        status, refused = bo.post("/api/records", record)
        self.assertEqual((status, refused["error"]["code"]), (503, "store"))
        other.execute("DROP TRIGGER fail")
        other.close()
        self.assertEqual(bo.post("/api/records", record)[1]["table"]["id"], body["table"]["id"])
        self.assertIn(body["table"]["id"], [table["id"] for table in bo.get("/api/mine")[1]["tables"]])

    def test_who_could_not_be_deleted_stays_signed_in(self):
        other = self.breaks("DELETE ON person")
        status, body = self.ada.post("/api/delete", {"name": "Ada"})
        self.assertEqual((status, body["error"]["code"]), (503, "store"))
        self.assertEqual(self.ada.get("/api/me")[1]["person"]["name"], "Ada")
        self.assertTrue(self.link.wait_answer(self.move())["ok"])
        other.execute("DROP TRIGGER fail")
        other.close()
        self.assertEqual(self.ada.post("/api/delete", {"name": "Ada"})[0], 200)

    def test_a_deletion_that_fails_every_time_is_left_alone_and_goes_on_after_a_restart(self):
        bo = Person(self.server, "Bo")
        other = self.breaks("DELETE ON session")
        self.assertEqual(bo.post("/api/delete", {"name": "Bo"})[0], 503)
        self.assertIn("left_alone", self.server.log())
        self.assertTrue(self.link.wait_answer(self.move())["ok"])  # others play on
        self.assertEqual(self.server.log().count("start_over"), 3)
        self.assertIsNone(bo.get("/api/me")[1]["person"])  # the name is gone all the same
        other.execute("DROP TRIGGER fail")
        self.server.stop()
        self.server.start()
        eventually("the deletion is done",
                   lambda: other.execute("SELECT count(*) FROM meta WHERE key LIKE 'todo %'").fetchone() == (0,))
        self.assertEqual(other.execute("SELECT count(*) FROM session").fetchone(), (1,))
        other.close()

    def test_a_list_that_a_worker_makes_waits_like_everything_else(self):
        self.server.fill()
        self.move()
        wait_push(self.link, unsaved)
        asked = []
        asker = threading.Thread(target=lambda: asked.append(self.ada.get("/api/mine")))
        asker.start()
        eventually("the request waits", lambda: self.metric("held_requests") == 1)
        self.assertEqual(asked, [])
        self.assertEqual(self.ada.get("/")[0], 200)  # the page itself needs nothing of the store
        self.server.make_room()
        asker.join()
        self.assertEqual((asked[0][0], len(asked[0][1]["tables"])), (200, 1))

    def test_a_reader_who_keeps_a_deleted_name_in_the_files_is_told_of_after_a_minute_and_once(self):
        def said(event):
            """What the log says, after one more turn of the loop."""
            self.metric("clients")
            return [json.loads(line) for line in self.server.log().splitlines() if f'"event":"{event}"' in line]

        reader = sqlite3.connect(self.server.data, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM person").fetchone()
        self.assertEqual(Person(self.server, "Xanthippe").post("/api/delete", {"name": "Xanthippe"})[0], 200)
        self.later(61)
        eventually("it is told", lambda: said("scrub_waits"))
        self.later(122)
        reader.execute("ROLLBACK")
        reader.close()
        eventually("it is done", lambda: said("scrubbed"))
        waits, done = said("scrub_waits"), said("scrubbed")
        self.assertEqual((len(waits), len(done)), (1, 1))
        self.assertGreater(int(waits[0]["after_ms"]), 60000)
        self.assertGreater(int(done[0]["after_ms"]), int(waits[0]["after_ms"]))

    def test_metrics_are_histograms_that_prometheus_reads(self):
        act(self.link, self.table)
        text = self.ada.get("/metrics")[1]
        for name in ("commit_seconds", "loop_delay_seconds", "message_seconds", "request_seconds"):
            self.assertIn(f"# TYPE flipside_{name} histogram\n", text)
            buckets = [int(n) for n in re.findall(rf'(?m)^flipside_{name}_bucket{{le="[^"]+"}} (\d+)$', text)]
            self.assertEqual(buckets, sorted(buckets))
            self.assertEqual(buckets[-1], int(re.search(rf"(?m)^flipside_{name}_count (\d+)$", text)[1]))
        self.assertGreater(self.metric("message_seconds_count"), 0)
        self.assertGreater(self.metric("resident_memory_bytes"), 1 << 20)
        for name in re.findall(r"(?m)^(flipside_\w+?)(?:_bucket\{.*|_sum|_count)? \S+$", text):
            self.assertIn(f"# HELP {name} ", text)


class Scrubbing(Case):
    def file_has(self, word):
        found = []
        for end in ("", "-wal"):
            with open(self.server.data + end, "rb") as file:
                found += [end] if word.encode() in file.read() else []
        return found

    def check(self):
        return subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "store", "check", "--data", self.server.data],
                              capture_output=True, text=True, check=False)

    def test_a_reader_only_delays_that_a_deleted_name_leaves_the_files(self):
        name = "Xanthippe of Athens"
        person = Person(self.server, name)
        table = person.make([ME, OPEN])["table"]["id"]
        link = person.connect()
        for i in range(3):
            self.assert_done(link.ask("chat", table=table, text=f"peculiar remark {i}"))
        reader = sqlite3.connect(self.server.data, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM person").fetchone()
        self.assertEqual(person.post("/api/delete", {"name": name})[0], 200)  # acknowledged, though somebody reads
        other = self.person()
        board = other.make([ME])["table"]["id"]
        played = other.connect()
        played.watch(board)
        act(played, board)  # and the loop does not wait
        self.assertIn("-wal", self.file_has(name))
        self.assertIn("flipside_scrub_due 1\n", other.get("/metrics")[1])
        self.assertIn("scrubbing is still due", self.check().stdout)
        self.server.kill()  # finished after the next start
        self.server.start()
        self.assertIn("flipside_scrub_due 1\n", other.get("/metrics")[1])
        reader.execute("ROLLBACK")
        reader.close()
        eventually("the name leaves the files", lambda: not self.file_has(name))
        eventually("the scrub is done", lambda: "flipside_scrub_due 0\n" in other.get("/metrics")[1])
        self.assertEqual(self.file_has("peculiar remark"), [])
        done = self.check()
        self.assertEqual((done.returncode, "scrubbing" in done.stdout), (0, False), done.stdout + done.stderr)

    def test_of_many_who_come_and_go_no_name_is_left_in_the_gaps_of_pages(self):
        stay, go = [], []
        for i in range(60):
            person = Person(self.server, f"Zenobia{i:03d}")
            table = person.make([ME, OPEN])["table"]["id"]
            link = person.connect()
            for _ in range(3):
                link.ask("chat", table=table, text=f"words of Zenobia{i:03d}")
            link.close()
            (stay if i % 3 else go).append(person)
        for i, person in enumerate(go):
            self.assertEqual(person.post("/api/delete", {"name": f"Zenobia{3 * i:03d}"})[0], 200)
        eventually("the scrub is done", lambda: "flipside_scrub_due 0\n" in stay[0].get("/metrics")[1])
        act_on = stay[0].make([ME])["table"]["id"]
        played = stay[0].connect()
        played.watch(act_on)
        act(played, act_on)  # what is written afterwards does not bring anything back
        for i in range(0, 60, 3):
            self.assertEqual(self.file_has(f"Zenobia{i:03d}"), [])
        self.assertEqual(self.check().returncode, 0)


if __name__ == "__main__":
    client.main()
