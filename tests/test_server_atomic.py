"""Whatever somebody does, the store makes several changes for it. Whichever of them fails, the whole is refused, and can be done
afterwards.

Triggers in the data file tell which changes there are, and make one after the other fail.
"""

import sqlite3

import client
from client import Person, act
from test_server_people import ME, OPEN, PASSWORD, People, bot
from test_server_puzzles import GAME, solutions
from test_server_work import long_record

CHANGES = ("INSERT", "UPDATE", "DELETE")


class Parts(People):
    well = False
    beside = {"UPDATE ON session", "DELETE ON answer"}  # at its own time: when it was seen last, and what is too old

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.base = sqlite3.connect(cls.server.data, isolation_level=None, timeout=30)
        tables = [name for name, in cls.base.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        cls.base.execute("CREATE TABLE touched(what TEXT PRIMARY KEY) WITHOUT ROWID")
        for table in tables:
            for change in CHANGES:
                cls.base.execute(f"CREATE TRIGGER see_{change}_{table} AFTER {change} ON {table}"
                                 f" BEGIN INSERT INTO touched VALUES('{change} ON {table}') ON CONFLICT DO NOTHING; END")

    @classmethod
    def tearDownClass(cls):
        cls.base.close()
        super().tearDownClass()

    def touched(self, do):
        """What the store is asked to change."""
        self.base.execute("DELETE FROM touched")
        self.done(do())
        return {what for what, in self.base.execute("SELECT what FROM touched")} - self.beside

    def answer(self, answer):
        """The code of an error, or None."""
        status, body = answer if isinstance(answer, tuple) else (0, answer)
        return body.get("error", {}).get("code", None if status == 200 or body.get("ok") else body)

    def done(self, answer):
        self.assertIsNone(self.answer(answer), answer)

    def try_each(self, prepare, beside=frozenset()):
        """`prepare` makes ready, and returns what is then done; `beside` may follow at once or later."""
        changes = sorted(self.touched(prepare()) - beside)
        self.assertNotEqual(changes, [])
        for change in changes:
            with self.subTest(change=change):
                do = prepare()
                self.base.execute(f"CREATE TRIGGER fail BEFORE {change} BEGIN SELECT RAISE(ABORT, 'broken'); END")
                try:
                    answer = do()
                finally:
                    self.base.execute("DROP TRIGGER fail")
                self.assertEqual(self.answer(answer), "store", answer)
                self.done(do())

    def post(self, path, prepare):
        def ready():
            person, body = prepare()
            return lambda: person.post(path, body)
        with self.subTest(path=path):
            self.try_each(ready)

    def say(self, do, prepare, beside=frozenset()):
        def ready():
            link, fields = prepare()
            return lambda: link.ask(do, **fields)
        with self.subTest(do=do):
            self.try_each(ready, beside)

    def number(self):
        client.Case.count += 1
        return client.Case.count


@client.about_files
class OverHttp(Parts):
    def test_names_and_accounts(self):
        def guest():
            return Person(self.server), {"name": f"Newly {self.number()}"}

        def rename():
            ada = self.person()
            return ada, {"from": self.me(ada)["name"], "name": f"Renamed {self.number()}"}

        def recover():
            ada = self.person()
            code = ada.post("/api/claim", {"password": PASSWORD})[1]["recovery"]
            return Person(self.server), {"name": self.me(ada)["name"], "code": code, "password": PASSWORD + "s"}

        def second():
            ada = self.account()
            again = Person(self.server)
            again.post("/api/sign-in", {"name": self.me(ada)["name"], "password": PASSWORD})
            other = next(one for one in ada.get("/api/sessions")[1]["sessions"] if not one["current"])
            return ada, {"id": other["id"]}

        self.post("/api/guest", guest)
        self.post("/api/rename", rename)
        self.post("/api/claim", lambda: (self.person(), {"password": PASSWORD}))
        self.post("/api/sign-in", lambda: (Person(self.server), {"name": self.me(self.account())["name"], "password": PASSWORD}))
        self.post("/api/sign-out", lambda: (self.account(), {}))
        self.post("/api/password", lambda: (self.account(), {"old": PASSWORD, "new": PASSWORD + "s"}))
        self.post("/api/recovery", lambda: (self.account(), {"password": PASSWORD}))
        self.post("/api/recover", recover)
        self.post("/api/sessions/end", second)

    def names(self):
        one, two = self.account(), self.account()
        return one, two, self.me(one)["name"], self.me(two)["name"]

    def test_friends_and_challenges(self):
        def accept():
            one, two, first, second = self.names()
            self.done(one.post("/api/friends", {"name": second}))
            return two, {"name": first}

        def friends():
            two, body = accept()
            self.done(two.post("/api/friends", body))
            return two, body

        def challenged(accept):
            one, two, _, second = self.names()
            self.done(one.post("/api/challenges", {"name": second, "game": "royalflip"}))
            return two, {"id": two.get("/api/friends")[1]["challenges"][0]["id"], "accept": accept}

        self.post("/api/friends", lambda: (self.account(), {"name": self.names()[2]}))
        self.post("/api/friends", accept)
        self.post("/api/friends/end", friends)
        self.post("/api/challenges", lambda: (self.account(), {"name": self.names()[2], "game": "royalflip"}))
        self.post("/api/challenges/answer", lambda: challenged(True))
        self.post("/api/challenges/answer", lambda: challenged(False))
        self.post("/api/visibility", lambda: (self.account(), {"presence": "nobody"}))
        self.post("/api/blocks", lambda: (self.account(), {"name": self.names()[2], "on": True}))
        self.post("/api/reports", lambda: (self.account(), {"name": self.names()[2], "why": "rude"}))

    def test_programs_and_tokens(self):
        def token():
            ada = self.account()
            ada.post("/api/tokens", {"label": "home", "scopes": ["read"]})
            return ada, {"id": ada.get("/api/tokens")[1]["tokens"][0]["id"]}

        self.post("/api/programs", lambda: (self.account(), {"name": f"Robot {self.number()}"}))
        self.post("/api/tokens", lambda: (self.account(), {"label": "home", "scopes": ["read"]}))
        self.post("/api/tokens/end", token)

    def test_tables(self):
        def over():
            ada = self.person()
            table = ada.make([ME])["table"]["id"]
            self.done(ada.connect().ask("end", table=table))
            return ada, {"table": table, "position": 0}

        self.post("/api/tables", lambda: (self.person(), {"game": "royalflip", "seats": [ME, OPEN], "public": True}))
        self.post("/api/forks", over)
        self.post("/api/lessons", lambda: (self.person(), {"game": "royalflip", "lesson": 0}))
        self.done(self.person().post("/api/records", long_record()))
        self.post("/api/records", lambda: (self.person(), long_record()))

    def test_puzzles(self):
        def puzzle(path="next"):
            ada = self.account()
            if path == "rush":
                self.done(ada.post("/api/puzzles/rush", {"game": GAME}))
            name = ada.get(f"/api/puzzles/{GAME}/{path}")[1]["puzzle"]["id"]
            return ada, {"game": GAME, "puzzle": name, "move": solutions()[name][0], "rush": path == "rush"}

        self.post("/api/puzzles", puzzle)
        self.post("/api/puzzles", lambda: puzzle("rush"))
        self.post("/api/puzzles/rush", lambda: (self.account(), {"game": GAME}))
        self.post("/api/puzzles/consent", lambda: (self.account(), {"on": True}))


@client.about_files
class TodaysGame(Parts):
    beside = Parts.beside | {"INSERT ON step", "UPDATE ON game_table", "INSERT ON result", "UPDATE ON daily"}  # a bot plays it as well

    def test_todays_game(self):
        self.post("/api/daily", lambda: (self.person(), {"game": "royalflip"}))


@client.about_files
class Going(Parts):
    beside = Parts.beside | {"DELETE ON session", "DELETE ON meta"}  # follow in slices, which go on later

    def test_going_for_good(self):
        def gone():
            ada = self.account()
            ada.make([ME, OPEN], public=True)
            return ada, {"name": self.me(ada)["name"], "password": PASSWORD}

        self.post("/api/delete", gone)


@client.about_files
class OverASocket(Parts):
    def pair(self, begin=True):
        """Two people at a table."""
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN] if begin else [ME, OPEN, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.done(two.ask("sit", table=table, seat=1))
        one.watch(table)
        two.watch(table)
        return table, one, two

    def test_moves(self):
        def moved():
            table, one, _ = self.pair()
            act(one, table)
            return one, {"table": table, "seat": 0}

        def move():
            table, one, _ = self.pair()
            return one, {"table": table, "seat": 0, "text": one.scenes[table]["actions"][0]["text"]}

        self.say("act", move)
        self.say("undo", moved)

    def test_what_people_say_and_agree_on(self):
        def both(**fields):
            table, one, _ = self.pair()
            return one, {"table": table, **fields}

        def offered(kind):
            table, one, two = self.pair()
            if kind == "rematch":
                for link in (one, two):
                    self.done(link.ask("end", table=table))
            return two, {"table": table, "offer": one.ask("offer", table=table, kind=kind)["offer"], "accept": True}

        self.say("chat", lambda: both(text="Hello"))
        self.say("mute", lambda: both(seat=1, on=True))
        self.say("offer", lambda: both(kind="end"))
        for kind in ("end", "help", "rematch"):
            self.say("answer", lambda kind=kind: offered(kind))
        self.say("end", both)
        self.say("leave", both, {"INSERT ON step"})  # a bot takes the seat, and may have moved already

    def test_the_last_who_wants_another_game(self):
        def ended():
            table, one, two = self.pair()
            for link in (one, two):
                self.done(link.ask("end", table=table))
            self.done(one.ask("rematch", table=table))
            return two, {"table": table}

        self.say("rematch", ended)

    def test_what_the_owner_of_a_waiting_table_does(self):
        def waiting(**fields):
            table, one, _ = self.pair(begin=False)
            return one, {"table": table, **fields}

        def with_bot():
            ada = self.person()
            table = ada.make([ME, bot(1), OPEN])["table"]["id"]
            return ada.connect(), {"table": table, "seat": 1}

        def free():
            table = self.person().make([ME, OPEN, OPEN])["table"]["id"]
            return self.person().connect(), {"table": table, "seat": 2}

        move = {"INSERT ON step"}  # of a bot that took a seat in another case
        self.say("sit", free, move)
        self.say("put_bot", lambda: waiting(seat=2, level=1), move)
        self.say("remove_bot", with_bot, move)
        self.say("start", waiting)
        self.say("link", waiting, move)
        self.say("change", lambda: waiting(seats=4), move)
        self.say("leave", waiting, move)


if __name__ == "__main__":
    client.main()
