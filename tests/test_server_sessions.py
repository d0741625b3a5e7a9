"""Sessions over real sockets: where somebody is signed in, ended one by one or all, and what happens to an account while its
password is being checked."""

import json
import os
import re
import sqlite3
import subprocess
import time

import client
from client import Person
from test_server_people import PASSWORD, People

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
IPHONE = ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
          "Mobile/15E148 Safari/604.1")
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0"
DAY = 86400 * 1000


class Sessions(People):
    def sign_in(self, name, agent=FIREFOX, password=PASSWORD):
        other = Person(self.server)
        status, body = other.post("/api/sign-in", {"name": name, "password": password}, {"User-Agent": agent})
        self.assertEqual(status, 200, body)
        return other

    def sessions(self, person):
        status, body = person.get("/api/sessions")
        self.assertEqual(status, 200, body)
        return body["sessions"]

    def current(self, person):
        return next(session for session in self.sessions(person) if session["current"])

    def closed(self, link):
        with self.assertRaises((ConnectionError, OSError)):
            while True:
                link.receive()
        self.assertEqual(link.pushes[-1]["code"], "signed_out")

    def in_the_file(self, *commands):
        """Changes made while the server stands still."""
        self.server.stop()
        with sqlite3.connect(self.server.data) as database:
            rows = [database.execute(*command).fetchall() for command in commands]
        database.close()
        self.server.start()
        return rows

    def old_cookie(self, person, hours_ago=1, count=0):
        """A cookie as it was made before there were sessions: id, hour, how often signed out everywhere."""
        rows, created = self.in_the_file(("SELECT value FROM meta WHERE key = 'secret'",),
                                         ("SELECT value FROM meta WHERE key = 'sessions_since'",))
        return client.old_cookie(rows[0][0], self.me(person)["id"], int(created[0][0]) // 3600000 - hours_ago, count)


class Listed(Sessions):
    def test_every_sign_in_is_listed_with_browser_and_system_and_nothing_else(self):
        ada = self.account()
        name = self.me(ada)["name"]
        others = {agent: self.sign_in(name, agent) for agent in (FIREFOX, IPHONE, EDGE, "curl/8.5")}
        devices = [self.current(others[agent])["device"] for agent in others]
        self.assertEqual(devices, ["Firefox on Linux", "Safari on iPhone", "Edge on Windows", ""])
        listed = self.sessions(ada)
        self.assertEqual(len(listed), 5)
        self.assertEqual([session["current"] for session in listed].count(True), 1)
        self.assertEqual({key for session in listed for key in session}, {"id", "created", "seen", "device", "current"})
        self.assertEqual(self.person().get("/api/sessions")[1]["sessions"][0]["current"], True)
        self.error(Person(self.server).get("/api/sessions"), 401, "stranger")

    def test_one_session_is_ended_and_the_others_go_on(self):
        ada = self.account()
        name = self.me(ada)["name"]
        phone, desk = self.sign_in(name, IPHONE), self.sign_in(name)
        link, staying = phone.connect(), desk.connect()
        end = self.current(phone)["id"]
        self.error(self.person().post("/api/sessions/end", {"id": end}), 404, "not_found")
        for nobodys in ({"id": "x"}, {"id": 7}, {}):
            self.error(ada.post("/api/sessions/end", nobodys), 404, "not_found")
        status, body = ada.post("/api/sessions/end", {"id": end})
        self.assertEqual(status, 200, body)
        self.assertEqual(len(body["sessions"]), 2)
        self.closed(link)
        self.assertIsNone(self.me(phone))
        with self.assertRaises(ConnectionError):
            phone.connect()
        staying.hear_all()
        self.assertIsNotNone(self.me(desk))
        self.server.kill()
        self.server.start()
        self.assertIsNone(self.me(phone))
        self.assertIsNotNone(self.me(desk))

    def test_signing_out_ends_the_session_and_its_cookie_is_good_for_nothing(self):
        ada = self.account()
        other = self.sign_in(self.me(ada)["name"])
        cookie, link = other.cookie, other.connect()
        self.assertEqual(other.post("/api/sign-out", {}), (200, {"person": None}))
        self.closed(link)
        other.cookie = cookie
        self.assertIsNone(self.me(other))
        self.error(other.post("/api/tables", {"game": "royalflip", "seats": [{"kind": "me"}]}), 401, "stranger")
        self.assertEqual(len(self.sessions(ada)), 1)

    def test_a_guest_who_signs_out_is_gone_for_good(self):
        ada = self.person()
        cookie = ada.cookie
        ada.post("/api/sign-out", {})
        ada.cookie = cookie
        self.assertIsNone(self.me(ada))

    def test_a_session_that_was_not_used_for_90_days_is_over(self):
        ada = self.account()
        other = self.sign_in(self.me(ada)["name"])
        end = self.current(other)["id"]
        self.in_the_file(("UPDATE session SET seen = seen - ? WHERE id = ?", (91 * DAY, end)))
        self.assertIsNone(self.me(other))
        self.assertEqual(len(self.sessions(ada)), 1)
        self.assertEqual(self.in_the_file(("SELECT count(*) FROM session WHERE id = ?", (end,))), [[(0,)]])

    def test_using_a_session_keeps_it_alive(self):
        ada = self.account()
        end = self.current(ada)["id"]
        self.in_the_file(("UPDATE session SET seen = seen - ? WHERE id = ?", (60 * DAY, end)))
        ada.get("/api/me")
        self.assertGreater(self.current(ada)["seen"], (time.time() - 3600) * 1000)

    def test_an_account_has_fifty_sessions_at_most_and_the_oldest_gives_way(self):
        ada = self.account()
        person = self.me(ada)["id"]
        first = self.sign_in(self.me(ada)["name"])
        rows = [("INSERT INTO session(id, person, created, seen, device) VALUES(?, ?, ?, ?, '')",
                 (f"{number:022d}", person, 0, int(time.time() * 1000) + number)) for number in range(60)]
        self.in_the_file(*rows)
        self.sign_in(self.me(ada)["name"])
        self.assertIsNone(self.me(first))

    def test_the_export_has_the_sessions_and_a_deletion_removes_them(self):
        ada = self.account()
        person = self.me(ada)["id"]
        self.sign_in(self.me(ada)["name"], IPHONE)
        exported = ada.get("/api/export")[1]["sessions"]
        self.assertEqual(sorted(session["device"] for session in exported), ["", "Safari on iPhone"])
        self.assertEqual(ada.post("/api/delete", {"password": PASSWORD})[0], 200)
        self.assertEqual(self.in_the_file(("SELECT count(*) FROM session WHERE person = ?", (person,))), [[(0,)]])


class Before(Sessions):
    """Cookies from before there were sessions."""

    def test_nobody_is_thrown_out_by_the_upgrade(self):
        ada = self.account()
        ada.cookie = self.old_cookie(ada)
        self.assertIsNotNone(self.me(ada))
        self.assertEqual(ada.cookie.count("."), 3)  # a new one was given
        self.assertIsNotNone(self.me(ada))
        self.assertEqual(len(self.sessions(ada)), 2)

    def test_an_old_cookie_is_over_when_its_session_was_ended_here_or_elsewhere(self):
        ada = self.account()
        for hours, leave in ((1, lambda other: other.post("/api/sign-out", {})),
                             (2, lambda other: ada.post("/api/sessions/end", {"id": self.current(other)["id"]}))):
            other = Person(self.server)
            old = other.cookie = self.old_cookie(ada, hours_ago=hours)
            self.assertIsNotNone(self.me(other))
            leave(other)
            other.cookie = old
            self.assertIsNone(self.me(other))
            with self.assertRaises(ConnectionError):
                other.connect()

    def test_signing_out_everywhere_ends_old_cookies_as_well(self):
        ada = self.account()
        other = Person(self.server)
        other.cookie = self.old_cookie(ada)
        ada.post("/api/sign-out", {"everywhere": True})
        self.assertIsNone(self.me(other))

    def test_an_old_cookie_that_was_made_later_or_for_another_count_is_nobodys(self):
        ada = self.account()
        other = Person(self.server)
        for wrong in (self.old_cookie(ada, hours_ago=-2), self.old_cookie(ada, count=1)):
            other.cookie = wrong
            self.assertIsNone(self.me(other))

    def test_old_cookies_end_with_the_age_of_sessions(self):
        ada = self.account()
        other = Person(self.server)
        other.cookie = self.old_cookie(ada)
        self.in_the_file(("UPDATE meta SET value = CAST(value AS INTEGER) - ? WHERE key = 'sessions_since'", (91 * DAY,)))
        self.assertIsNone(self.me(other))


def answer(link):
    """Of a request that was sent by client.send_post: status, what it says, and the cookie that it sets."""
    data = b""
    while part := link.recv(4096):
        data += part
    link.close()
    head, body = data.split(b"\r\n\r\n", 1)
    cookie = re.search(rb"set-cookie: (flipside=[^;]*)", head, re.IGNORECASE)
    return int(head.split()[1]), json.loads(body), cookie.group(1).decode() if cookie else None


class Meanwhile(Sessions):
    """Something happens to an account while passwords are being checked: whoever signs in by what was true before is not in."""

    def handled(self):
        """How many requests the server has taken in, this one among them."""
        return int(re.search(r"^flipside_requests_total (\d+)", Person(self.server).get("/metrics")[1], re.M).group(1))

    def queued(self, change=None, tries=4):
        """Sign-ins that wait behind the passwords of other people, and behind a change that waits as well."""
        ada, others = self.account(), self.people(6)
        name = self.me(ada)["name"]
        before = self.handled()
        waiting = [client.send_post(other, "/api/claim", {"password": PASSWORD}) for other in others]
        if change:
            waiting.append(client.send_post(ada, *change))
        stranger = Person(self.server)
        sign_ins = [client.send_post(stranger, "/api/sign-in", {"name": name, "password": PASSWORD}) for _ in range(tries)]
        looks = 1
        while self.handled() < before + len(waiting) + len(sign_ins) + looks:
            looks += 1
        return ada, name, waiting, sign_ins

    def nobody_is_in(self, waiting, sign_ins):
        for link in waiting:
            self.assertIn(b" 200 ", client.first_line(link))
        for status, body, cookie in [answer(link) for link in sign_ins]:
            person = Person(self.server)
            person.cookie = cookie
            self.assertIsNone(self.me(person), (status, body))

    def test_a_sign_in_behind_a_password_change_is_checked_against_the_new_password(self):
        ada, _, *links = self.queued(("/api/password", {"old": PASSWORD, "new": "battery staple"}))
        self.nobody_is_in(*links)

    def test_a_sign_in_behind_a_deletion_is_nobodys(self):
        _, _, *links = self.queued(("/api/delete", {"password": PASSWORD}))
        self.nobody_is_in(*links)

    def test_a_sign_in_that_waits_while_its_owner_signs_out_everywhere_is_over(self):
        ada, _, *links = self.queued()
        self.assertEqual(ada.post("/api/sign-out", {"everywhere": True})[0], 200)
        self.nobody_is_in(*links)

    def test_a_sign_in_that_waits_while_its_owner_is_banned_and_pardoned_is_over(self):
        ada, name, *links = self.queued()
        for what in ("ban", "unban"):
            subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "admin", "--data", self.server.data, what, name], check=True,
                           capture_output=True, timeout=60)
        self.nobody_is_in(*links)

    def test_a_sign_in_by_a_name_that_its_owner_has_left_is_nobodys(self):
        ada, name, waiting, sign_ins = self.queued()
        self.assertEqual(ada.rename("Elsewhere")[0], 200)
        for status, body, _ in [answer(link) for link in sign_ins]:
            if status == 200:  # it was quicker
                self.assertEqual(body["person"]["name"], name)
            else:
                self.error((status, body), 409, "changed")
        for link in waiting:
            client.first_line(link)

    def test_signing_in_works_where_nothing_happens_meanwhile(self):
        _, name, waiting, sign_ins = self.queued()
        for status, body, _ in [answer(link) for link in sign_ins]:
            self.assertEqual((status, body["person"]["name"]), (200, name))
        for link in waiting:
            client.first_line(link)


class ZInterface(client.Interface):
    documents = ("Sessions",)


if __name__ == "__main__":
    client.main()
