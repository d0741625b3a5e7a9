"""What is sent to people whose page is closed: push messages, against a push service of our own that opens them; mail, against a mail
server of our own; and the administrator's webhook."""

import base64
import email
import email.policy
import hashlib
import hmac
import http.server
import json
import os
import queue
import re
import socketserver
import subprocess
import threading
import time

import client
from client import Case, Interface, eventually
from test_server_friends import name, who

OPEN_PUSH = os.environ["FLIPSIDE_OPEN_PUSH"]
ME, LINK = {"kind": "me"}, {"kind": "link"}


def opener(*arguments):
    done = subprocess.run([OPEN_PUSH, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Service:
    """An HTTP server on loopback that keeps what is posted to it and answers as it is told: /PATH/STATUS, or the next of `answers`."""

    def __init__(self):
        self.got = queue.Queue()
        self.answers = []
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.put((self.path, dict(self.headers), body))
                self.send_response(service.answers.pop(0) if service.answers else 201)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self):
        return self.got.get(timeout=client.PATIENCE)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Browser:
    """The keys of a browser that takes push messages."""

    def __init__(self, person, url):
        self.private, self.public, self.auth = opener("make").split()
        self.url = url
        self.answer = person.post("/api/push", {"endpoint": url, "keys": {"p256dh": self.public, "auth": self.auth}})

    def open(self, body):
        return json.loads(opener("open", self.private, self.public, self.auth, base64.urlsafe_b64encode(body).decode().rstrip("=")))


class Post(Case):
    options = ("--push-private", "true", "--retry-seconds", "1", "--contact", "mailto:admin@example.org")

    def setUp(self):
        self.service = Service()
        self.addCleanup(self.service.close)

    def refusal(self, answer, code):
        self.assertGreaterEqual(answer[0], 400, answer)
        self.assertEqual(answer[1]["error"]["code"], code, answer)

    def away(self, path="/ada"):
        """Somebody whose page is closed, with a browser that takes push messages."""
        person = self.person("Ada")
        browser = Browser(person, self.service.url + path)
        self.assertEqual(browser.answer[0], 200, browser.answer)
        return person, browser

    def sign(self, person):
        """A friend's request is the shortest thing to be told of."""
        bo = self.person("Bo")
        self.assertEqual(bo.post("/api/friends", {"person": who(person)["id"]})[0], 200)
        return bo

    def test_a_closed_page_is_told_in_a_message_that_only_its_browser_can_open(self):
        ada, browser = self.away()
        bo = self.sign(ada)
        path, head, body = self.service.next()
        self.assertEqual(path, "/ada")
        self.assertEqual((head["Content-Encoding"], head["Content-Type"]), ("aes128gcm", "application/octet-stream"))
        self.assertGreater(int(head["TTL"]), 3600)
        self.assertRegex(head["Topic"], r"^[\w-]{32}$")
        news = browser.open(body)
        self.assertEqual(news["title"], f"{name(bo)} would like to be your friend")
        self.assertEqual((news["kind"], news["url"]), ("friend", "/profile"))
        token, key = head["Authorization"].removeprefix("vapid t=").split(", k=")
        self.assertEqual(key, ada.get("/api/notifications")[1]["key"])
        claims = json.loads(opener("check", key, token))
        self.assertEqual((claims["aud"], claims["sub"]), (self.service.url, "mailto:admin@example.org"))
        self.assertTrue(time.time() < claims["exp"] <= time.time() + 86400)

    def test_it_is_told_that_it_is_ones_turn_once_and_not_to_somebody_who_is_here(self):
        ada, browser = self.away()
        bo = self.person("Bo")
        table = ada.make([ME, LINK], clock={"kind": "move", "seconds": 86400})
        link = bo.connect()
        key = bo.get("/api/join/" + table["links"][0]["path"].rsplit("/", 1)[1])[1]["key"]
        self.assert_done(link.ask("sit", table=table["table"]["id"], seat=1, key=key))
        link.watch(table["table"]["id"])
        told = browser.open(self.service.next()[2])
        self.assertIn(told["kind"], ("turn", "start"))
        self.assertEqual(told["url"], f"/t/{table['table']['id']}")
        self.assertIn(name(bo), told["text"])
        here = ada.connect()
        self.sign(ada)
        self.sign(ada)
        here.hear_all()
        here.close()
        last = self.sign(ada)
        while (news := browser.open(self.service.next()[2]))["kind"] != "friend":
            self.assertEqual(news["url"], f"/t/{table['table']['id']}")
        self.assertEqual(news["title"].split(" would")[0], name(last))

    def test_each_kind_can_be_switched_off_and_stays_off(self):
        ada, browser = self.away()
        answer = ada.post("/api/notifications", {"kinds": {"friend": False}})[1]
        self.assertEqual(answer["kinds"], {"turn": True, "start": True, "over": True, "challenge": True, "friend": False, "offer": True})
        self.sign(ada)
        bo = self.person("Bo")
        self.assertEqual(bo.post("/api/challenges", {"person": who(ada)["id"], "game": "royalflip"})[0], 200)
        self.assertEqual(browser.open(self.service.next()[2])["kind"], "challenge")
        self.refusal(ada.post("/api/notifications", {"kinds": {"dance": True}}), "bad_option")
        self.refusal(ada.post("/api/notifications", {"quiet": {"from": 0, "to": 1440}}), "bad_option")
        self.refusal(ada.post("/api/notifications", {"zone": 1000}), "bad_option")

    def test_in_quiet_hours_nothing_is_sent_until_they_are_over(self):
        ada, browser = self.away("/quiet")
        minute = int(time.time() // 60) % 1440
        quiet = {"from": (minute - 60) % 1440, "to": (minute + 60) % 1440}
        self.assertEqual(ada.post("/api/notifications", {"quiet": quiet, "zone": 0})[1]["quiet"], quiet)
        self.sign(ada)
        bea, other = self.away("/bea")  # somebody else is told meanwhile
        bo = self.sign(bea)
        path, _, body = self.service.next()
        self.assertEqual((path, other.open(body)["title"]), ("/bea", f"{name(bo)} would like to be your friend"))
        self.assertTrue(self.service.got.empty())
        self.assertIsNone(ada.post("/api/notifications", {"quiet": None})[1]["quiet"])
        bo = self.sign(ada)
        self.assertEqual(browser.open(self.service.next()[2])["title"], f"{name(bo)} would like to be your friend")

    def test_a_busy_push_service_is_asked_again_and_a_dead_subscription_is_dropped(self):
        ada, browser = self.away()
        self.service.answers = [503, 429]
        self.sign(ada)
        told = [browser.open(self.service.next()[2])["title"] for _ in range(3)]
        self.assertEqual(len(set(told)), 1)
        self.service.answers = [410]
        self.sign(ada)
        self.service.next()
        eventually("the dead subscription is dropped", lambda: ada.get("/api/notifications")[1]["devices"] == [])

    def test_a_message_that_was_not_sent_yet_survives_a_restart(self):
        ada, browser = self.away()
        self.service.answers = [503]
        bo = self.sign(ada)
        self.service.next()
        self.server.kill()
        self.server.start()
        self.assertEqual(browser.open(self.service.next()[2])["title"], f"{name(bo)} would like to be your friend")

    def test_who_signs_out_is_told_nothing_there_any_more(self):
        ada, _ = self.away("/out")
        person = who(ada)["id"]
        ada.post("/api/sign-out", {})
        bo = self.person("Bo")
        bo.post("/api/friends", {"person": person})
        bea, other = self.away("/bea")
        self.sign(bea)
        path, _, body = self.service.next()
        self.assertEqual((path, other.open(body)["kind"]), ("/bea", "friend"))
        self.assertTrue(self.service.got.empty())

    def test_a_device_can_be_removed_and_all_of_it_is_in_the_export_and_goes_with_the_account(self):
        ada, _ = self.away()
        device = ada.get("/api/notifications")[1]["devices"][0]
        export = ada.get("/api/export")[1]
        self.assertEqual(export["push_addresses"][0]["endpoint"], self.service.url + "/ada")
        ada.post("/api/notifications", {"zone": 60})
        self.refusal(self.person().post("/api/push/end", {"id": device["id"]}), "not_found")
        self.assertEqual(ada.post("/api/push/end", {"id": device["id"]})[1]["devices"], [])
        self.refusal(ada.post("/api/push/end", {"id": device["id"]}), "not_found")
        for number in range(10):
            self.assertEqual(Browser(ada, f"{self.service.url}/{number}").answer[0], 200)
        self.refusal(Browser(ada, f"{self.service.url}/10").answer, "limit")
        self.assertEqual(len(Browser(ada, f"{self.service.url}/9").answer[1]["devices"]), 10)

    def test_what_is_no_subscription_is_refused(self):
        ada = self.person("Ada")
        good = Browser(ada, self.service.url)
        for endpoint in ("ftp://example.org/", "https://", "https://ada@example.org/", "https://example.org/ü", None, "https://" + 1000 * "a"):
            self.refusal(ada.post("/api/push", {"endpoint": endpoint, "keys": {"p256dh": good.public, "auth": good.auth}}), "bad_option")
        self.refusal(ada.post("/api/push", {"endpoint": self.service.url, "keys": {"p256dh": good.auth, "auth": good.auth}}), "bad_option")
        self.refusal(ada.post("/api/push", {"endpoint": self.service.url}), "bad_option")
        self.refusal(client.Person(self.server).post("/api/push", {}), "stranger")


class Private(Case):
    """Without the switch for tests."""

    options = ("--retry-seconds", "1")

    def test_neither_http_nor_an_address_of_this_machine_is_a_push_service(self):
        service = Service()
        self.addCleanup(service.close)
        ada = self.person("Ada")
        self.assertEqual(Browser(ada, service.url).answer[1]["error"]["code"], "bad_option")
        port = service.server.server_port
        for host in ("127.0.0.1", "localhost", "[::1]", "0x7f.1"):
            browser = Browser(ada, f"https://{host}:{port}/")
            self.assertEqual(browser.answer[0], 200, browser.answer)
        self.person("Bo").post("/api/friends", {"person": who(ada)["id"]})
        eventually("they are dropped", lambda: ada.get("/api/notifications")[1]["devices"] == [])
        self.assertTrue(service.got.empty())
        self.assertIn('"why":"the address is not public"', self.server.log())


class MailServer:
    """SMTP (RFC 5321), as much of it as a mail needs; the first answers to a recipient can be given."""

    def __init__(self):
        self.got = queue.Queue()
        self.answers = []
        mails = self

        class Handler(socketserver.StreamRequestHandler):
            def say(self, line):
                self.wfile.write(line.encode() + b"\r\n")

            def handle(self):
                self.say("220 here")
                sender = to = None
                while line := self.rfile.readline().decode().strip():
                    word = line.split()[0].upper()
                    if word == "MAIL":
                        sender = line
                    if word == "RCPT":
                        to = re.search("<(.*)>", line)[1]
                        if mails.answers:
                            self.say(mails.answers.pop(0))
                            continue
                    if word == "DATA":
                        self.say("354 go on")
                        lines = iter(self.rfile.readline, b".\r\n")
                        text = b"".join(line[1:] if line.startswith(b".") else line for line in lines)
                        mails.got.put((sender, to, email.message_from_bytes(text, policy=email.policy.default)))
                    self.say("221 bye" if word == "QUIT" else "250 OK")
                    if word == "QUIT":
                        return

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"smtp://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self):
        return self.got.get(timeout=client.PATIENCE)


def code_in(mail):
    return re.search(r"^ {4}(\S+)$", mail.get_content(), re.M)[1]


class Mailing(Case):
    """A site that sends mail, and has a webhook."""

    SECRET = "words of the administrator"

    @classmethod
    def setUpClass(cls):
        cls.mails, cls.hook = MailServer(), Service()
        cls.options = ("--smtp", cls.mails.url, "--mail-from", "table@example.org", "--origin", "http://127.0.0.1:1", "--retry-seconds", "1",
                       "--webhook", cls.hook.url + "/hook", "--webhook-secret", cls.SECRET)
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.mails.server.shutdown()
        cls.mails.server.server_close()
        cls.hook.close()

    def refusal(self, answer, code):
        self.assertGreaterEqual(answer[0], 400, answer)
        self.assertEqual(answer[1]["error"]["code"], code, answer)

    def person(self, name="Guest"):
        """From an address of their own: an address has ten mails an hour."""
        Case.count += 1
        return client.Person(self.server, f"{name} {Case.count}", address=f"127.0.1.{Case.count % 250 + 1}")

    def account(self, address):
        """Somebody with a password, and the mail that came to the address that they gave."""
        ada = self.person("Ädà")
        self.assertEqual(ada.post("/api/claim", {"password": "a long password"})[0], 200)
        status, body = ada.post("/api/mail", {"address": address, "password": "a long password"})
        self.assertEqual((status, body.get("mail")), (200, {"address": address, "confirmed": False, "kinds": dict.fromkeys(body["kinds"], False)}))
        sender, to, mail = self.mails.next()
        self.assertEqual((sender.split()[1], to, mail["From"]), ("FROM:<table@example.org>", address, "Flipside <table@example.org>"))
        return ada, mail

    def confirmed(self, address):
        ada, mail = self.account(address)
        self.assertTrue(ada.post("/api/mail/confirm", {"code": code_in(mail)})[1]["mail"]["confirmed"])
        return ada, mail


class Mail(Mailing):
    def test_an_address_is_confirmed_by_the_code_that_came_there(self):
        ada, mail = self.account("ada@example.org")
        self.assertIn(name(ada), mail.get_content())
        self.refusal(ada.post("/api/mail/confirm", {"code": "aaaaa-aaaaa-aaaaa-aaaaa"}), "wrong_code")
        self.assertFalse(ada.get("/api/notifications")[1]["mail"]["confirmed"])
        self.refusal(ada.post("/api/recover", {"name": name(ada), "code": code_in(mail), "password": "another password"}), "wrong_code")
        answer = ada.post("/api/mail/confirm", {"code": code_in(mail)})[1]["mail"]
        self.assertEqual((answer["confirmed"], answer["kinds"]["turn"], answer["kinds"]["over"]), (True, True, False))
        self.refusal(ada.post("/api/mail/confirm", {"code": code_in(mail)}), "wrong_code")
        self.assertTrue(ada.post("/api/notifications", {"mail_kinds": {"over": True}})[1]["mail"]["kinds"]["over"])

    def test_an_address_needs_the_password_and_the_form_of_one(self):
        ada, _ = self.account("bea@example.org")
        self.refusal(ada.post("/api/mail", {"address": "other@example.org", "password": "a wrong password"}), "wrong_password")
        for address in ("ada", "ada@", "@example.org", "a da@example.org", "ada@example.org>\r\nRCPT", "a@b@example.org", 255 * "a" + "@example.org", None):
            self.refusal(ada.post("/api/mail", {"address": address, "password": "a long password"}), "bad_option")
        self.assertEqual(ada.post("/api/mail", {"address": "", "password": "a long password"})[1]["mail"]["address"], "")
        for _ in range(10):
            last = ada.post("/api/mail/confirm", {"code": "wrong"})
        self.refusal(last, "limit")
        self.refusal(self.person().post("/api/mail", {"address": "guest@example.org", "password": "a long password"}), "bad_password")

    def test_a_forgotten_password_is_replaced_by_a_code_that_counts_once(self):
        ada, _ = self.confirmed("cy@example.org")
        stranger = client.Person(self.server)
        self.assertEqual(stranger.post("/api/mail/forgotten", {"name": "Nobody At All"}), (200, {"sent": True}))
        self.assertEqual(stranger.post("/api/mail/forgotten", {"name": name(ada)}), (200, {"sent": True}))
        _, to, mail = self.mails.next()
        self.assertEqual(to, "cy@example.org")
        new = {"name": name(ada), "code": code_in(mail), "password": "a new password"}
        self.assertEqual(stranger.post("/api/recover", new)[0], 200)
        self.assertEqual(who(stranger)["claimed"], True)
        self.refusal(client.Person(self.server).post("/api/recover", new), "wrong_code")

    def test_one_press_stops_all_mail_without_a_cookie_and_looking_at_the_link_does_not(self):
        ada, mail = self.confirmed("di@example.org")
        self.assertEqual(mail["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
        path = mail["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:1")
        nobody = client.Person(self.server)
        status, page = nobody.get(path)
        self.assertEqual((status, "<button>" in page), (200, True))
        self.assertTrue(ada.get("/api/notifications")[1]["mail"]["kinds"]["turn"])
        self.refusal(nobody.request("POST", path[:-1] + "x", ""), "not_found")
        head = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://mail.example"}
        self.assertEqual(nobody.request("POST", path, "List-Unsubscribe=One-Click", head)[0], 200)
        self.assertEqual(set(ada.get("/api/notifications")[1]["mail"]["kinds"].values()), {False})

    def test_a_mail_that_is_not_taken_is_sent_again_and_one_that_never_will_be_is_not(self):
        self.mails.answers = ["450 later"]
        self.account("ed@example.org")
        self.mails.answers = ["550 nobody here"]
        ada = self.person("Ada")
        ada.post("/api/claim", {"password": "a long password"})
        ada.post("/api/mail", {"address": "fay@example.org", "password": "a long password"})
        eventually("it is given up", lambda: '"channel":"mail","fate":"refused","status":"550"' in self.server.log())

    def test_the_webhook_is_told_with_a_signature_and_again_if_it_fails(self):
        self.hook.answers = [500, 302]
        bo, ada = self.person("Bo"), self.person("Ada")
        ada.post("/api/reports", {"name": name(bo), "why": "rude", "person": who(bo)["id"]})
        told = [self.hook.next() for _ in range(3)]
        self.assertEqual(len({body for _, _, body in told}), 1)
        path, head, body = told[0]
        self.assertEqual(path, "/hook")
        self.assertEqual(head["X-Flipside-Signature"], "sha256=" + hmac.new(self.SECRET.encode(), body, hashlib.sha256).hexdigest())
        event = json.loads(body)
        self.assertEqual((event["event"], event["data"]["about"]), ("report", who(bo)["id"]))
        table = ada.make([ME, LINK], public=True)["table"]["id"]
        event = json.loads(self.hook.next()[2])
        self.assertEqual((event["event"], event["data"]["table"], event["data"]["game"]), ("table.waiting", table, "royalflip"))
        self.assertIn(name(ada), event["text"])


class Later(Mailing):
    """With a clock that a test sets."""

    @classmethod
    def make_server(cls, data):
        cls.clock = data + ".clock"
        return client.Server(data, *cls.options, preload=os.environ["FLIPSIDE_SHIFT_CLOCK"], environment={"SHIFT_CLOCK_FILE": cls.clock})

    def test_who_has_not_come_back_after_ten_minutes_gets_one_mail_about_what_was_first(self):
        ada, _ = self.confirmed("gus@example.org")
        ada.post("/api/notifications", {"mail_kinds": {"friend": True}})
        first = self.person("Bo")
        for bo in (first, self.person("Cy")):
            self.assertEqual(bo.post("/api/friends", {"person": who(ada)["id"]})[0], 200)
        with open(self.clock, "w", encoding="utf-8") as file:
            file.write("601")
        _, to, mail = self.mails.next()
        self.assertEqual((to, mail["Subject"]), ("gus@example.org", f"{name(first)} would like to be your friend"))
        self.assertIn("http://127.0.0.1:1/profile", mail.get_content())
        self.assertTrue(self.mails.got.empty())


class PostInterface(Interface):
    documents = ("Notifications",)


if __name__ == "__main__":
    client.main()
