"""The deal is nobody's choice: the server commits to a secret, every person's client adds 16 bytes, and the seed is the hash of both. The
seed is computed here from what docs/record.md says, with hashlib alone."""

import contextlib
import hashlib
import json
import os
import secrets
import sqlite3
import subprocess
import tempfile
import time

import client
from client import Case, Person, Server, act, eventually, play_to_end

ME, OPEN, LINK, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "link"}, {"kind": "bot", "level": 1}


def seed_of(secret, shares):
    """To the byte: the domain, the secret, the number of seats, and for each seat a zero, or a one and its bytes."""
    text = b"flipside deal 1\0" + bytes.fromhex(secret) + bytes([len(shares)])
    return hashlib.sha256(text + b"".join(b"\0" if share is None else b"\1" + bytes.fromhex(share) for share in shares)).hexdigest()


def sha256(text):
    return hashlib.sha256(bytes.fromhex(text)).hexdigest()


def fresh():
    return secrets.token_hex(16)


class Dealing(Case):
    options = ("--test-seed", "")  # nobody foretells these

    def ticket(self, person):
        status, body = person.get("/api/deal")
        self.assertEqual((status, set(body), len(body["commitment"])), (200, {"ticket", "commitment"}, 64))
        return body["ticket"], body["commitment"]

    def drawn(self, person, table, shares, commitment):
        """The game is over: table and record have all of the draw, and it is as it should be. The record."""
        told = person.get(f"/api/tables/{table}")[1]["table"]
        record = person.get(f"/api/tables/{table}/record")[1]
        self.assertEqual(record["deal"]["bytes"], shares)
        self.assertEqual((told["deal"]["how"], told["deal"]["bytes"], told["deal"]["secret"]), ("together", shares, record["deal"]["secret"]))
        self.assertEqual({record["commitment"], told["commitment"], sha256(record["deal"]["secret"])}, {commitment})
        self.assertEqual({record["seed"], told["seed"], seed_of(record["deal"]["secret"], shares)}, {record["seed"]})
        return record

    def end(self, links, table):
        for link in links:
            self.assert_done(link.ask("end", table=table, agree=True))
        links[0].wait_scene(table, lambda scene: scene["table"]["status"] in ("over", "ended"))


class Drawing(Dealing):
    def test_alone_against_bots_the_server_is_bound_before_it_knows_the_bytes(self):
        ada, mine = self.person("Ada"), fresh()
        ticket, commitment = self.ticket(ada)
        table = ada.make([BOT, ME], ticket=ticket, bytes=mine)["table"]
        self.assertEqual((table["commitment"], table["id"], table["proved"]), (commitment, ticket.split(".")[0], True))
        self.assertEqual(table["deal"], {"how": "together", "secret": None, "bytes": [None, mine], "words": "Neither side could choose the deal: the dealer "
                                         "committed to a secret, then 1 of 2 seats added random bytes, and the seed is the hash of both."})
        self.assertIsNone(table["seed"])
        link = ada.connect()
        link.watch(table["id"])
        play_to_end([link], table["id"])
        self.drawn(ada, table["id"], [None, mine], commitment)

    def test_who_sits_down_adds_bytes_and_has_seen_the_commitment_before(self):
        ada, bo, cleo = self.people(3)
        ticket, commitment = self.ticket(ada)
        shares = [fresh() for _ in range(4)]
        made = ada.make([ME, OPEN, LINK], ticket=ticket, bytes=shares[0])
        table, key = made["table"]["id"], made["links"][0]["path"].split(".")[1]
        self.assertEqual(bo.get(f"/api/tables/{table}")[1]["table"]["commitment"], commitment)
        links = [person.connect() for person in (ada, bo, cleo)]
        self.assert_done(links[1].ask("sit", table=table, seat=1, bytes=shares[3]))
        self.assert_done(links[1].ask("leave", table=table))  # and takes the bytes along
        self.assertEqual(bo.get(f"/api/tables/{table}")[1]["table"]["deal"]["bytes"], [shares[0], None, None])
        self.server.stop()
        self.server.start()
        links = [person.connect() for person in (ada, bo, cleo)]
        self.assertEqual(bo.get(f"/api/tables/{table}")[1]["table"]["commitment"], commitment)
        self.assert_done(links[2].ask("sit", table=table, seat=2, key=key, bytes=shares[2]))
        self.assert_done(links[1].ask("sit", table=table, seat=1, bytes=shares[1]))
        self.server.kill()
        self.server.start()
        links = [person.connect() for person in (ada, bo, cleo)]
        for link in links:
            self.assertEqual(link.watch(table)["table"]["commitment"], commitment)
        self.end(links, table)
        self.drawn(cleo, table, shares[:3], commitment)

    def test_an_early_start_draws_for_those_who_stay_in_their_new_order(self):
        ada, bo = self.people(2)
        ticket, commitment = self.ticket(ada)
        table = ada.make([OPEN, ME, OPEN, OPEN], ticket=ticket, bytes="aa" * 16)["table"]["id"]
        links = [ada.connect(), bo.connect()]
        self.assert_done(links[1].ask("sit", table=table, seat=3, bytes="bb" * 16))
        self.assert_done(links[0].ask("start", table=table))
        for link in links:
            link.watch(table)
        self.end(links, table)
        self.drawn(ada, table, ["aa" * 16, "bb" * 16], commitment)

    def test_one_client_with_several_seats_adds_its_bytes_to_each(self):
        ada, mine = self.person(), fresh()
        ticket, commitment = self.ticket(ada)
        table = ada.make([ME, BOT, {"kind": "me", "name": "A friend"}], ticket=ticket, bytes=mine)["table"]["id"]
        link = ada.connect()
        link.watch(table)
        self.end([link], table)
        self.drawn(ada, table, [mine, None, mine], commitment)

    def test_clients_from_before_add_nothing_and_the_record_says_so(self):
        ada, bo = self.people(2)
        made = ada.make([ME, OPEN])["table"]
        links = [ada.connect(), bo.connect()]
        self.assertTrue(made["proved"])
        self.assert_done(links[1].ask("sit", table=made["id"], seat=1))
        for link in links:
            link.watch(made["id"])
        self.end(links, made["id"])
        self.drawn(ada, made["id"], [None, None], made["commitment"])
        self.assertEqual(ada.get(f"/api/tables/{made['id']}")[1]["table"]["deal"]["words"],
                         "The dealer alone drew the seed: it committed to a secret, and no seat added bytes of its own.")

    def test_one_of_two_is_from_before(self):
        ada, bo = self.people(2)
        made = ada.make([ME, OPEN])["table"]
        links = [ada.connect(), bo.connect()]
        self.assert_done(links[1].ask("sit", table=made["id"], seat=1, bytes="cd" * 16))
        for link in links:
            link.watch(made["id"])
        self.end(links, made["id"])
        self.drawn(ada, made["id"], [None, "cd" * 16], made["commitment"])

    def test_somebody_who_asks_for_a_seat_adds_bytes_with_the_offer(self):
        ada, bo = self.people(2)
        ticket, commitment = self.ticket(ada)
        table = ada.make([ME, LINK], ticket=ticket, bytes="aa" * 16)["table"]["id"]
        bos = bo.connect()
        bos.watch(table)
        offer = self.assert_done(bos.ask("offer", table=table, kind="seat", bytes="bb" * 16))["offer"]
        self.server.stop()
        self.server.start()
        links = [ada.connect(), bo.connect()]
        for link in links:
            link.watch(table)
        self.assert_done(links[0].ask("answer", table=table, offer=offer, accept=True, bytes="cc" * 16))
        self.end(links, table)
        self.drawn(ada, table, ["aa" * 16, "bb" * 16], commitment)

    def test_a_challenge(self):
        ada, bo = self.people(2)
        ticket, commitment = self.ticket(ada)
        links = [ada.connect(), bo.connect()]
        name = bo.get("/api/me")[1]["person"]["name"]
        status, made = ada.post("/api/challenges", {"name": name, "game": "royalflip", "ticket": ticket, "bytes": "aa" * 16})
        self.assertEqual((status, made.get("error")), (200, None))
        self.assertEqual(made["table"]["commitment"], commitment)
        challenge = bo.get("/api/friends")[1]["challenges"][0]["id"]
        status, begun = bo.post("/api/challenges/answer", {"id": challenge, "accept": True, "bytes": "bb" * 16})
        self.assertEqual((status, begun["table"]["status"]), (200, "running"))
        for link in links:
            link.watch(begun["table"]["id"])
        self.end(links, begun["table"]["id"])
        self.drawn(bo, begun["table"]["id"], ["aa" * 16, "bb" * 16], commitment)

    def test_a_quick_match_has_the_ticket_of_one_and_the_bytes_of_both(self):
        people = self.people(2)
        links = [person.connect() for person in people]
        tickets = [self.ticket(person) for person in people]
        shares = ["aa" * 16, "bb" * 16]
        for link, (ticket, _), share in zip(links, tickets, shares):
            self.assert_done(link.ask("seek", game="royalflip", pace="quick", ticket=ticket, bytes=share))
        eventually("a match", lambda: all(person.get("/api/mine")[1]["tables"] for person in people))
        told = people[0].get("/api/mine")[1]["tables"][0]
        host = [ticket.split(".")[0] for ticket, _ in tickets].index(told["id"])
        for link in links:
            link.watch(told["id"])
        self.end(links, told["id"])
        self.drawn(people[0], told["id"], [shares[host], shares[1 - host]], tickets[host][1])

    def test_a_finished_table_commits_to_the_secret_of_its_rematch(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN])["table"]
        self.assertIsNone(table["next"])
        links = [ada.connect(), bo.connect()]
        self.assert_done(links[1].ask("sit", table=table["id"], seat=1))
        for link in links:
            self.assertIsNone(link.watch(table["id"])["table"]["next"])
        self.end(links, table["id"])
        commitment = bo.get(f"/api/tables/{table['id']}")[1]["table"]["next"]
        self.assertEqual(len(commitment), 64)
        offer = self.assert_done(links[0].ask("offer", table=table["id"], kind="rematch", bytes="11" * 16))["offer"]
        self.assert_done(links[1].ask("answer", table=table["id"], offer=offer, accept=False, bytes="22" * 16))
        offer = self.assert_done(links[0].ask("offer", table=table["id"], kind="rematch", bytes="33" * 16))["offer"]
        self.server.stop()
        self.server.start()
        links = [ada.connect(), bo.connect()]
        again = self.assert_done(links[1].ask("answer", table=table["id"], offer=offer, bytes="44" * 16))["table"]
        self.assertIsNone(bo.get(f"/api/tables/{table['id']}")[1]["table"]["next"])
        for link in links:
            link.watch(again)
        self.end(links, again)
        self.drawn(ada, again, ["33" * 16, "44" * 16], commitment)

    def test_a_rematch_alone_and_one_by_the_older_message(self):
        ada = self.person()
        link, table = ada.connect(), ada.make([ME, BOT])["table"]["id"]
        for do, more in (("offer", {"kind": "rematch"}), ("rematch", {})):
            link.watch(table)
            self.end([link], table)
            commitment = ada.get(f"/api/tables/{table}")[1]["table"]["next"]
            table = self.assert_done(link.ask(do, table=table, bytes="ab" * 16, **more))["table"]
            told = ada.get(f"/api/tables/{table}")[1]["table"]
            self.assertEqual((told["commitment"], told["deal"]["bytes"]), (commitment, ["ab" * 16, None]))
        link.watch(table)
        self.end([link], table)
        self.drawn(ada, table, ["ab" * 16, None], commitment)

    def test_playing_on_from_a_position(self):
        ada = self.person()
        link, table = ada.connect(), ada.make([ME, BOT])["table"]["id"]
        link.watch(table)
        play_to_end([link], table)
        record = ada.get(f"/api/tables/{table}/record")[1]
        for wish in ({"table": table}, {"record": record}):
            ticket, commitment = self.ticket(ada)
            body = {**wish, "position": 2, "seat": 0, "ticket": ticket, "bytes": "ab" * 16}
            status, made = ada.post("/api/forks", body)
            self.assertEqual((status, made["table"]["id"], made["table"]["commitment"]), (200, ticket.split(".")[0], commitment), made)
            self.assertFalse(made["table"]["proved"])
            self.assertEqual(ada.post("/api/forks", body)[1]["error"]["code"], "late")
            fork = made["table"]["id"]
            link.watch(fork)
            self.server.stop()
            self.server.start()
            link = ada.connect()
            link.watch(fork)
            play_to_end([link], fork)
            self.drawn(ada, fork, ["ab" * 16, None], commitment)

    def test_a_move_taken_back_leaves_the_draw_as_it_was(self):
        ada = self.person()
        ticket, commitment = self.ticket(ada)
        table = ada.make([ME], ticket=ticket, bytes="ab" * 16, rated=False)["table"]["id"]
        link = ada.connect()
        link.watch(table)
        for _ in range(4):
            act(link, table)
        self.assert_done(link.ask("offer", table=table, kind="undo"))
        play_to_end([link], table)
        self.drawn(ada, table, ["ab" * 16], commitment)


class Tickets(Dealing):
    def post(self, person, **body):
        status, answer = person.post("/api/tables", {"game": "royalflip", "seats": [ME], **body})
        return status, answer.get("error", {}).get("code")

    def test_a_ticket_makes_one_table_of_one_person(self):
        ada, bo = self.people(2)
        ticket, _ = self.ticket(ada)
        self.assertEqual(self.post(bo, ticket=ticket, bytes=fresh()), (400, "late"))
        self.assertEqual(self.post(ada, ticket=ticket, bytes=fresh()), (200, None))
        self.assertEqual(self.post(ada, ticket=ticket, bytes=fresh()), (400, "late"))
        table = ticket.split(".")[0]
        link = ada.connect()
        link.watch(table)
        self.end([link], table)
        self.server.stop()
        self.server.start()
        self.assertEqual(self.post(ada, ticket=ticket, bytes=fresh()), (400, "late"))  # whoever knows the secret now could choose
        self.assertEqual(self.post(ada, ticket=self.ticket(ada)[0]), (200, None))  # without bytes

    def test_a_ticket_that_the_server_did_not_give_is_refused(self):
        ada = self.person()
        ticket, _ = self.ticket(ada)
        start, until, signature = ticket.split(".")
        other = self.ticket(ada)[0].split(".")[0]
        for wrong in ("", "x", ticket + "0", ticket[:-1], f"{other}.{until}.{signature}", f"{start}.{int(until) + 1}.{signature}",
                      f"{start}.{until}.{'0' * len(signature)}", "." * 60, "A" * 95, "A" * 300, 7, [], {}, True):
            self.assertEqual(self.post(ada, ticket=wrong, bytes=fresh()), (400, "late"), wrong)
        self.assertEqual(self.post(ada, ticket=ticket, bytes=fresh()), (200, None))

    def test_bytes_for_a_new_table_need_a_ticket_and_are_sixteen(self):
        ada = self.person()
        self.assertEqual(self.post(ada, bytes=fresh()), (400, "bad_message"))  # the server would have known them first
        for wrong in ("", "ab", "ab" * 15, "ab" * 17, "xy" * 16, 7, ["ab" * 16]):
            self.assertEqual(self.post(ada, ticket=self.ticket(ada)[0], bytes=wrong), (400, "bad_message"), wrong)
        link = ada.connect()
        table = ada.make([ME, OPEN])["table"]["id"]
        self.refused(self.person().connect().ask("sit", table=table, seat=1, bytes="ab"), "bad_message")
        self.refused(link.ask("seek", game="royalflip", pace="quick", bytes=fresh()), "bad_message")
        self.assert_done(link.ask("seek", game="royalflip", pace="quick", bytes=fresh(), ticket="x"))  # too old: it adds nothing
        self.assert_done(link.ask("seek", on=False))
        self.assertEqual(Person(self.server).get("/api/deal")[0], 401)


class OldTickets(Dealing):
    @classmethod
    def make_server(cls, data):
        cls.clock_file = data + ".clock"
        return Server(data, *cls.options, preload=os.environ["FLIPSIDE_SHIFT_CLOCK"], environment={"SHIFT_CLOCK_FILE": cls.clock_file})

    def test_a_ticket_is_good_for_an_hour(self):
        ada = self.person()
        tickets = [self.ticket(ada)[0] for _ in range(2)]
        for minutes, status in ((59, 200), (61, 400)):
            with open(self.clock_file, "w", encoding="utf-8") as file:
                file.write(str(60 * minutes))
            self.assertEqual(ada.post("/api/tables", {"game": "royalflip", "seats": [ME], "ticket": tickets.pop(), "bytes": fresh()})[0], status)


class Secrets(Dealing):
    def test_the_secret_reaches_nobody_before_the_game_is_over_and_never_the_log(self):
        ada, bo, looker = self.people(3)
        ticket, _ = self.ticket(ada)
        table = ada.make([ME, OPEN, BOT], ticket=ticket, bytes=fresh(), public=True)["table"]["id"]
        links = [person.connect() for person in (ada, bo, looker)]
        told = []

        def look():
            for person in (ada, bo, looker, Person(self.server)):
                for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", "/api/lobby", "/api/mine", "/api/export", f"/api/replays/{table}"):
                    told.append(json.dumps(person.get(path)[1]))
        links[2].ask("lobby")
        look()
        self.assert_done(links[1].ask("sit", table=table, seat=1, bytes=fresh()))
        for link in links:
            told.append(json.dumps(link.watch(table, knowledge=True)))
        for _ in range(6):
            for link in links[:2]:
                if link.scenes[table]["actions"]:
                    act(link, table)
        look()
        for link in links:
            link.hear_all()
            told += [json.dumps(push) for push in link.pushes]
        self.end(links[:2], table)
        record = ada.get(f"/api/tables/{table}/record")[1]
        with contextlib.closing(sqlite3.connect(self.server.data)) as database:
            head = json.loads(database.execute("SELECT head FROM game_table WHERE id = ?", (table,)).fetchone()[0])
        self.assertEqual(head["deal"]["secret"], record["deal"]["secret"])
        for secret in (record["deal"]["secret"], record["seed"], head["next"]):
            self.assertEqual(len(secret), 64)
            self.assertFalse([text for text in told if secret in text], "it was told")
            self.assertNotIn(secret, self.server.log())
        self.assertNotIn(head["next"], json.dumps([ada.get(path)[1] for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", "/api/export")]))

    def test_a_table_that_is_given_up_before_the_first_card_keeps_its_secret(self):
        ada = self.person()
        ticket, _ = self.ticket(ada)
        table = ada.make([ME, OPEN], ticket=ticket, bytes=fresh())["table"]["id"]
        self.assert_done(ada.connect().ask("leave", table=table))
        told = ada.get(f"/api/tables/{table}")[1]["table"]
        self.assertEqual((told["status"], told["seed"], told["deal"]["secret"]), ("ended", None, None))
        self.assertIn(table, json.dumps(ada.get("/api/export")[1]))
        self.assertNotIn('"secret": "', json.dumps(ada.get("/api/export")[1]))


class Imports(Dealing):
    def played(self, seed):
        """The record of a game that a program on somebody's own machine dealt from this seed."""
        requests = [{"cmd": "new", "game": "royalflip", "seats": 1, "seed": seed}, {"cmd": "play", "level": 1}, {"cmd": "save"}]
        done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "engine"], input="\n".join(map(json.dumps, requests)), capture_output=True, text=True, check=True)
        return json.loads(done.stdout.splitlines()[-1])["record"]

    def verified(self, record):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(record, file)
            file.flush()
            return subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "verify", file.name], capture_output=True, check=False).returncode == 0

    def test_a_record_from_outside_is_proved_only_where_this_server_dealt_it(self):
        ada = self.person()
        ticket, _ = self.ticket(ada)
        table = ada.make([ME], ticket=ticket, bytes=fresh())["table"]["id"]
        link = ada.connect()
        link.watch(table)
        play_to_end([link], table)
        here = ada.get(f"/api/tables/{table}/record")[1]
        secret, mine = secrets.token_hex(32), fresh()
        named = self.played("whatever somebody likes")
        forged = {**self.played(seed_of(secret, [mine])), "commitment": sha256(secret), "deal": {"how": "together", "secret": secret, "bytes": [mine]}}
        untold = {key: value for key, value in named.items() if key != "deal"}
        for what, record, proved in (("dealt here", here, True), ("a named seed", named, False), ("an invented draw", forged, False),
                                     ("as records were before", untold, False), ("our mark on another seed", {**forged, "mark": here["mark"]}, False),
                                     ("a wrong mark", {**here, "mark": "00" * 32}, False), ("a mark that is none", {**here, "mark": 7}, False),
                                     ("without our mark", {key: value for key, value in here.items() if key != "mark"}, False)):
            self.assertTrue(self.verified(record), what)
            status, body = ada.post("/api/records", record)
            self.assertEqual((status, body["table"]["proved"]), (200, proved), what)
            self.assertEqual("This server did not deal this game: whoever wrote the record may have chosen the seed." == body["table"]["deal"]["words"], not proved)
            again = ada.get(f"/api/replays/{body['table']['id']}")[1]["table"]
            self.assertEqual((again["proved"], again["deal"]), (proved, body["table"]["deal"]), what)

    def test_an_import_from_before_is_not_proved_although_it_said_so(self):
        ada = self.person()
        table = ada.post("/api/records", self.played("chosen"))[1]["table"]["id"]
        self.server.stop()
        with contextlib.closing(sqlite3.connect(self.server.data)) as database, database:
            head = json.loads(database.execute("SELECT head FROM game_table WHERE id = ?", (table,)).fetchone()[0])
            del head["dealt_here"], head["deal"]
            database.execute("UPDATE game_table SET head = ? WHERE id = ?", (json.dumps({**head, "proved": True}), table))
        self.server.start()
        self.assertFalse(ada.get(f"/api/tables/{table}")[1]["table"]["proved"])


class Daily(Dealing):
    def test_a_challenge_of_the_day_says_how_it_was_drawn(self):
        ada = self.person()
        table = ada.post("/api/daily", {"game": "royalflip"})[1]["table"]
        self.assertEqual(table["deal"], {"how": "daily", "secret": None, "bytes": [None], "words": "The server alone drew the seed, from its own secret and "
                                         f"the day {table['daily']}: the same deal for everybody, which no player could choose."})
        self.assertEqual((table["seed"], table["next"], table["proved"]), (None, None, True))
        link = ada.connect()
        link.watch(table["id"])
        play_to_end([link], table["id"])
        self.assertIsNone(ada.get(f"/api/tables/{table['id']}")[1]["table"]["next"])
        past = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 2 * 86400))
        archive = ada.post("/api/daily", {"game": "royalflip", "day": past})[1]["table"]
        self.assertEqual((archive["deal"]["how"], archive["daily"]), ("daily", past))
        link.watch(archive["id"])
        play_to_end([link], archive["id"])
        record = ada.get(f"/api/tables/{archive['id']}/record")[1]
        self.assertEqual((record["deal"], record["commitment"]), ({"how": "daily", "day": past}, sha256(record["seed"])))


class Chosen(Dealing):
    options = ("--test-seed", "somebody's choice")

    def test_a_seed_that_somebody_named_is_marked_everywhere(self):
        ada = self.person()
        ticket, _ = self.ticket(ada)
        table = ada.make([ME, OPEN], ticket=ticket, bytes=fresh(), public=True)["table"]
        words = "A person chose the seed of this deal, and could know every card."
        lobby = next(one for one in ada.get("/api/lobby")[1]["tables"] if one["id"] == table["id"])
        bo = self.person()
        links = [ada.connect(), bo.connect()]
        self.assert_done(links[1].ask("sit", table=table["id"], seat=1, bytes=fresh()))
        scene = links[0].watch(table["id"])["table"]
        links[1].watch(table["id"])
        self.end(links, table["id"])
        story = ada.get(f"/api/replays/{table['id']}")[1]["table"]
        for told in (table, lobby, scene, story):
            self.assertEqual((told["deal"]["how"], told["deal"]["words"], told["proved"]), ("named", words, False))
        record = ada.get(f"/api/tables/{table['id']}/record")[1]
        self.assertEqual((record["deal"], record["commitment"], "mark" in record), ({"how": "named"}, sha256(record["seed"]), False))


class Before(Dealing):
    """Tables that an earlier version made: their seed alone, drawn by the server, and what commits to it."""

    def forget(self, *tables):
        self.server.stop()
        with contextlib.closing(sqlite3.connect(self.server.data)) as database, database:
            for table in tables:
                head = json.loads(database.execute("SELECT head FROM game_table WHERE id = ?", (table,)).fetchone()[0])
                for key in ("deal", "next"):
                    del head[key]
                for seat in head["seats"]:
                    seat.pop("bytes", None)
                database.execute("UPDATE game_table SET head = ? WHERE id = ?", (json.dumps(head), table))
        self.server.start()

    def test_tables_from_before_go_on_and_are_proved_as_before(self):
        ada, bo = self.people(2)
        waiting, running, over = (ada.make(seats)["table"]["id"] for seats in ([ME, OPEN], [ME, BOT], [ME, BOT]))
        link = ada.connect()
        link.watch(over)
        self.end([link], over)
        self.forget(waiting, running, over)
        links = [ada.connect(), bo.connect()]
        self.assert_done(links[1].ask("sit", table=waiting, seat=1, bytes=fresh()))
        for link in links:
            link.watch(waiting)
        links[0].watch(running)
        act(links[0], running)
        for table, sitting in ((waiting, links), (running, links[:1]), (over, [])):
            commitment = ada.get(f"/api/tables/{table}")[1]["table"]["commitment"]
            if sitting:
                self.end(sitting, table)
            record, told = ada.get(f"/api/tables/{table}/record")[1], ada.get(f"/api/tables/{table}")[1]["table"]
            self.assertNotIn("deal", record)
            self.assertEqual((record["commitment"], sha256(record["seed"]), told["proved"]), (commitment, commitment, True))
            self.assertEqual((told["deal"]["how"], told["deal"]["words"], told["next"]), ("untold", "", None))
            again = self.assert_done(ada.connect().ask("offer", table=table, kind="rematch", bytes=fresh()))
            self.assertTrue("table" in again or "offer" in again)


if __name__ == "__main__":
    client.main()
