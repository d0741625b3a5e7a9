"""`flipside play --join`: a terminal at a table of a real server, by address and by invitation; and the sheets that the server draws
for it."""

import fcntl
import glob
import os
import re
import shutil
import socket
import stat
import subprocess
import tempfile
import threading
import unittest

import client
from client import Case, play_to_end
from test_terminal import Screen

ME, OPEN, LINK = {"kind": "me"}, {"kind": "open"}, {"kind": "link"}


def bot(level=1):
    return {"kind": "bot", "level": level}


class Older:
    """Stands between a terminal and the server, and lets `read` arrive as something that no server knows."""

    def __init__(self, port):
        self.to, self.refused = port, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        try:
            while True:
                near, far = self.listener.accept()[0], socket.create_connection(("127.0.0.1", self.to))
                threading.Thread(target=self.back, args=(near, far), daemon=True).start()
                threading.Thread(target=self.there, args=(near, far), daemon=True).start()
        except OSError:
            pass  # closed

    def back(self, near, far):
        while data := far.recv(65536):
            near.sendall(data)
        near.shutdown(socket.SHUT_RDWR)

    def there(self, near, far):
        stream = near.makefile("rb")
        head = b""
        while not head.endswith(b"\r\n\r\n") and (line := stream.readline()):
            head += line
        far.sendall(head)
        while b"pgrade: websocket" in head and (start := stream.read(2)):
            long = stream.read({126: 2, 127: 8}.get(start[1] & 127, 0))
            mask = stream.read(4)
            text = stream.read(int.from_bytes(long, "big") if long else start[1] & 127)
            text = bytes(byte ^ mask[i % 4] for i, byte in enumerate(text))
            self.refused += text.count(b'"do":"read"')
            text = text.replace(b'"do":"read"', b'"do":"none"')
            far.sendall(start + long + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(text)))
        while data := stream.read1(65536):
            far.sendall(data)
        far.shutdown(socket.SHUT_WR)

    def close(self):
        self.listener.close()


class Terminal(Case):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        self.files = {}

    def begin(self, path, *options, port=None):
        environment = {**os.environ, "XDG_DATA_HOME": self.home.name, "LC_ALL": "C.UTF-8"}
        command = [os.environ["FLIPSIDE_PROGRAM"], "play", "--plain", "--join",
                   f"http://127.0.0.1:{port or self.server.port}{path}", *options]
        # Into files: a pipe that nobody reads would stop the terminal. It writes at their end, wherever a test is reading.
        out, complaints = (tempfile.TemporaryFile("w+", encoding="utf-8") for _ in range(2))
        for file in (out, complaints):
            fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) | os.O_APPEND)
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=complaints, text=True, env=environment)
        self.files[process] = out, complaints
        self.addCleanup(lambda: [process.kill(), process.wait(), out.close(), complaints.close()])
        return process

    def finish(self, process, lines):
        try:
            process.stdin.write(lines)
            process.stdin.close()
        except BrokenPipeError:
            pass  # it has left already
        process.wait(timeout=120)
        return tuple(file.seek(0) or file.read() for file in self.files[process])

    def whole(self, process):
        """Always the first move, until the game is over."""
        out, complaints = self.finish(process, "1\n" * 2000)
        self.assertEqual(complaints, "")
        self.assertIn("The game is over.", out)
        return out

    def test_it_sits_down_at_a_free_seat_plays_to_the_end_and_keeps_a_record_that_proves_its_deal(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN], public=True)["table"]["id"]
        link = ada.connect()
        link.watch(table)
        terminal = self.begin(f"/t/{table}", "--name", "Bo in a terminal")
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        self.assertEqual(link.scenes[table]["table"]["seats"][1]["name"], "Bo in a terminal")
        terminal.stdin.write("1\n" * 2000)
        terminal.stdin.flush()
        play_to_end([link], table)
        out = self.whole(terminal)
        self.assertIn("You may do one of", out)
        self.assertRegex(out, r"Ada \d+ chooses ")
        [record] = glob.glob(os.path.join(self.home.name, "flipside", "royalflip-*.json"))
        check = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "verify", record], capture_output=True, text=True, check=False)
        self.assertEqual(check.returncode, 0, check.stdout)

    def test_the_log_speaks_to_you(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN], game="insertcoin", public=True)["table"]["id"]
        link = ada.connect()
        link.watch(table)
        terminal = self.begin(f"/t/{table}", "--name", "Cy O'Day")
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        terminal.stdin.write("1\n" * 2000)
        terminal.stdin.flush()
        play_to_end([link], table)
        out = self.whole(terminal)
        self.assertRegex(out, r"\nDealer: card \d+ \(\w+\) goes to you\.")
        self.assertNotIn("Cy O'Day", out)
        self.assertNotRegex(out, r"\b[Yy]ou (has|is|loses|inserts)\b")

    def test_an_invitation_leads_to_its_seat(self):
        ada = self.person("Ada")
        made = ada.make([bot(), LINK, ME])
        path = next(one["path"] for one in made["links"] if one["seat"] == 1)
        table = made["table"]["id"]
        link = ada.connect()
        link.watch(table)
        terminal = self.begin(path, "--name", "Invited")
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        self.assertEqual(link.scenes[table]["table"]["seats"][1]["name"], "Invited")
        self.finish(terminal, "quit\n")

    def test_the_same_address_brings_back_to_the_own_seat(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN])["table"]["id"]
        out, _ = self.finish(self.begin(f"/t/{table}", "--name", "Comes back"), "quit\n")
        self.assertIn("The server keeps your seat", out)
        [cookie] = glob.glob(os.path.join(self.home.name, "flipside", "seats", "*"))
        self.assertEqual(stat.S_IMODE(os.stat(cookie).st_mode), 0o600, "nobody else may read who we are")
        out, _ = self.finish(self.begin(f"/t/{table}"), "quit\n")
        self.assertIn("You may do one of", out)
        seats = ada.get(f"/api/tables/{table}")[1]["table"]["seats"]
        self.assertEqual([seat["name"] for seat in seats][1:], ["Comes back"])
        me = ada.get(f"/api/people/{seats[1]['person']}")[1]["person"]["id"]
        self.finish(self.begin(f"/t/{table}", "--name", "Comes again"), "quit\n")  # the same person, under another name
        self.assertEqual(ada.get(f"/api/people/{me}")[1]["person"]["name"], "Comes again")

    def test_hint_undo_view_and_scores_work_as_at_a_table_of_our_own(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN], rated=False)["table"]["id"]
        out, _ = self.finish(self.begin(f"/t/{table}", "--name", "Asks"), "hint\n1\nundo\nview\nview 1\nscores\nquit\n")
        self.assertIn("Best first:", out)
        self.assertIn("Taken back.", out)
        self.assertRegex(out, r"Seat 2, You:\nCards: [^\n]+\.\nRow 1: ")
        self.assertRegex(out, r"Seat 1, Ada \d+:\n[^\n]+\.\n")
        self.assertIn("Seat 2, You: 0 points", out)
        self.assertNotIn("The sheet of seat", out)  # drawn only when it is asked for

    def test_a_server_without_words_draws(self):
        relay = Older(self.server.port)
        self.addCleanup(relay.close)
        table = self.person("Ada").make([OPEN, ME], game="flickemup")["table"]["id"]
        terminal = self.begin(f"/t/{table}", "--name", "Looks", port=relay.port)
        out, complaints = self.finish(terminal, "view\n1\naim move 0 500\nscores\nquit\n")
        self.assertEqual((complaints, relay.refused), ("", 2))
        self.assertRegex(out, r"The sheet of seat 1, You:\n.*[^\n]{40}")
        self.assertNotIn("Seat 1, You:\n", out)
        self.assertNotIn("This would be", out)

    def test_the_terminal_chats_answers_offers_and_agrees_to_a_rematch(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        terminal = self.begin(f"/t/{table}", "--name", "Talks")
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")

        def type_in(line):
            self.type_in(terminal, line)

        self.assert_done(link.ask("chat", table=table, text="good evening"))
        type_in("say hello from the terminal")
        link.wait_scene(table, lambda scene: any(line["text"] == "hello from the terminal" for line in link.chats[table]))
        type_in("offer end")
        offer = link.wait_scene(table, lambda scene: scene["offers"])["offers"][0]
        self.assert_done(link.ask("answer", table=table, offer=offer["id"], accept=False))
        number = self.assert_done(link.ask("offer", table=table, kind="end"))["offer"]
        type_in("say anything new?")
        link.wait_scene(table, lambda scene: any(line["text"] == "anything new?" for line in link.chats[table]))
        type_in("accept")
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
        self.refused(link.ask("answer", table=table, offer=number, accept=True), "late")
        self.assert_done(link.ask("rematch", table=table))
        type_in("rematch")
        again = link.wait_scene(table, lambda scene: scene["table"].get("rematch"))["table"]["rematch"]
        self.wait_for(terminal, f"/t/{again}")
        out, _ = self.finish(terminal, "")
        for words in ("* Ada", "good evening", "declined to end the game.", "Say 'accept' or 'decline'.", f"/t/{again}"):
            self.assertIn(words, out)

    def test_what_was_said_before_is_told_page_by_page(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN])["table"]["id"]
        for guest in range(11):
            link = self.person("Loud").connect()
            for i in range(5):  # no faster
                self.assert_done(link.ask("chat", table=table, text=f"line {5 * guest + i}."))
        terminal = self.begin(f"/t/{table}", "--name", "Comes late")
        self.wait_for(terminal, r"line 54\.")
        out, _ = self.finish(terminal, "older\nolder\nquit\n")
        self.assertRegex(out, r"(?s)line 5\..*Said before:\n(  Loud \d+: line [0-4]\.\n){5}.*Nobody has said anything before that\.")
        screen = Screen(self.home.name, f"play --join http://127.0.0.1:{self.server.port}/t/{table} --name 'Comes late'")
        self.addCleanup(screen.close)
        screen.see("Royal Flip", r"> Loud \d+: line 5\d\.")  # chat stays in the log
        screen.keys(":").type("older").keys("Enter").see(r"(?s)Said before, at this table.*line 0\..*line 4\.")
        screen.keys("q").see("Royal Flip", missing="Said before")

    def type_in(self, terminal, line):
        terminal.stdin.write(line + "\n")
        terminal.stdin.flush()

    def wait_for(self, terminal, pattern):
        """Until the terminal has said something like it."""
        out, complaints = self.files[terminal]

        def said():
            ended = terminal.poll() is not None
            found = re.search(pattern, out.seek(0) or out.read())
            self.assertTrue(found or not ended, complaints.seek(0) or complaints.read())
            return found

        client.eventually(pattern, said)

    def test_the_lobby_lists_tables_games_and_people_and_leads_to_a_free_seat(self):
        ada = self.person("Ada")
        running = ada.make([ME, bot()], public=True)["table"]["id"]
        table = ada.make([ME, OPEN], game="flipcity", public=True)["table"]["id"]
        link = ada.connect()
        link.watch(table)
        terminal = self.begin("/", "--name", "From the lobby")
        self.wait_for(terminal, r"(?s)Tables that wait for players\n.*Games to watch\n.*Here \(\d+\): .*Ada.*'help' says")
        out = self.files[terminal][0].seek(0) or self.files[terminal][0].read()
        self.assertRegex(out, r"\d+\. Royal Flip: Ada \d+ -?\d+, ")
        number = re.search(r"(\d+)\. Flip City: Ada \d+ · 1 free seat", out)[1]
        self.assertNotIn(running, out)
        self.type_in(terminal, "999")
        self.wait_for(terminal, "There is no table 999 in the list.")
        self.type_in(terminal, "dance")
        self.wait_for(terminal, "'dance' is not understood")
        self.type_in(terminal, number)
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        self.assertEqual(link.scenes[table]["table"]["seats"][1]["name"], "From the lobby")

    def test_challenges_and_friends_are_made_and_answered_in_the_lobby(self):
        ada = self.person("Ada")
        here = ada.connect()  # a guest is found by name while here
        me, name = ada.get("/api/me")[1]["person"]["name"], "Social terminal"
        terminal = self.begin("/lobby", "--name", name)
        self.wait_for(terminal, "'help' says what you can say")
        self.type_in(terminal, f"friend {me}")
        client.eventually("the request comes", lambda: ada.get("/api/friends")[1]["friends"])
        self.assertEqual(ada.post("/api/friends", {"name": name})[0], 200)
        self.type_in(terminal, "accept Nobody")
        self.wait_for(terminal, "Nobody has asked you nothing")
        self.type_in(terminal, "challenge royalflip Nobody At All")
        self.wait_for(terminal, "nobody|Nobody")
        self.type_in(terminal, f"challenge royalflip {me}")
        self.wait_for(terminal, f"{me} has been asked")
        challenge = ada.get("/api/friends")[1]["challenges"][0]
        self.type_in(terminal, "friends")
        self.wait_for(terminal, f"You challenge {me} to Royal Flip")
        self.assertEqual(ada.post("/api/challenges/answer", {"id": challenge["id"], "accept": False})[0], 200)
        self.assertEqual(ada.post("/api/challenges", {"name": name, "game": "flipcity"})[0], 200)
        self.wait_for(terminal, f"{me} challenges you to Flip City. Say 'accept {me}' or 'decline {me}'")
        self.type_in(terminal, f"decline {me}")
        client.eventually("it is declined", lambda: not ada.get("/api/friends")[1]["challenges"])
        table = ada.post("/api/challenges", {"name": name, "game": "royalflip"})[1]["table"]["id"]
        self.wait_for(terminal, f"{me} challenges you to Royal Flip")
        self.type_in(terminal, f"accept {me}")
        self.wait_for(terminal, "You may do one of")
        self.assertEqual(ada.get(f"/api/tables/{table}")[1]["table"]["status"], "running")
        # and at the table: somebody else's challenge comes there too
        bo = self.person("Bo")
        self.addCleanup(here.close)
        self.assertEqual(bo.post("/api/challenges", {"name": name, "game": "flipcity"})[0], 200)
        self.type_in(terminal, "friends")
        self.wait_for(terminal, "Bo \\d+ challenges you to Flip City")
        self.type_in(terminal, f"decline {bo.get('/api/me')[1]['person']['name']}")
        client.eventually("it is declined at the table", lambda: not bo.get("/api/friends")[1]["challenges"])
        self.finish(terminal, "quit\n")

    def test_quick_match_in_the_lobby_finds_an_opponent(self):
        terminal = self.begin("/", "--name", "Seeks")
        self.wait_for(terminal, "'help' says what you can say")
        for line, words in (("bot", "A bot is offered when nobody has come"), ("quick chess", "no such game"),
                            ("quick flipcity slowly", "The pace is"), ("quick flipcity steady", "Looking for an opponent")):
            self.type_in(terminal, line)
            self.wait_for(terminal, words)
        self.type_in(terminal, "stop")
        self.type_in(terminal, "quick royalflip")
        link = self.person("Ada").connect()
        self.assert_done(link.ask("seek", game="royalflip", pace="quick"))
        self.wait_for(terminal, "You may do one of")
        self.finish(terminal, "quit\n")

    @unittest.skipUnless(shutil.which("tmux"), "there is no tmux")
    def test_the_lobby_on_the_screen_shows_news_takes_words_and_leads_to_a_table(self):
        ada = self.person("Ada")
        me, name = ada.get("/api/me")[1]["person"]["name"], "On the screen"
        link = ada.connect()
        table = ada.make([ME, OPEN], game="flipcity", public=True)["table"]["id"]
        screen = Screen(self.home.name, f"play --join http://127.0.0.1:{self.server.port}/ --name '{name}'")
        self.addCleanup(screen.close)
        screen.see(f"(?s)the lobby.*Tables that wait.*Flip City: {me} . 1 free seat.*Here.*Enter: choose")
        screen.keys("?").see("challenge GAME NAME")
        screen.keys("Escape").see("Enter: choose", missing="You can say")
        self.assertEqual(ada.post("/api/challenges", {"name": name, "game": "royalflip"})[0], 200)
        screen.see(f"{me} challenges you to Royal Flip. Say 'accept")
        screen.keys(":").see("quick GAME")
        screen.type(f"decline {me}").keys("Enter")
        client.eventually("it is declined", lambda: not ada.get("/api/friends")[1]["challenges"])
        screen.see("Enter: choose", missing="quick GAME")
        screen.keys(":").see("quick GAME")
        screen.type("quick chess").keys("Enter").see("no such game")
        link.watch(table)
        screen.keys("Enter")
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        self.assertEqual(link.scenes[table]["table"]["seats"][1]["name"], name)

    def contest(self):
        """Somebody's tournament of two rounds, open to everybody, and the maker."""
        ada = self.person("Ada")
        status, answer = ada.post("/api/tournaments", {"name": "The cup", "game": "royalflip", "kind": "swiss", "rounds": 2, "rated": False,
                                                       "clock": {"kind": "bank", "seconds": 600, "extra": 0}, "public": True})
        self.assertEqual(status, 200, answer)
        return ada, answer["tournament"]["id"]

    def listed_as(self, person, contest):
        """What the lobby calls it: its place in the list."""
        ids = [one["id"] for one in person.get("/api/tournaments")[1]["tournaments"]]
        return f"t{ids.index(contest) + 1}"

    def test_a_tournament_is_looked_at_joined_left_and_played_in_words(self):
        ada, contest = self.contest()
        terminal = self.begin("/", "--name", "Plays the cup")
        self.wait_for(terminal, r"(?s)Tournaments\n.*The cup · Royal Flip, swiss, open, 1 player\n.*'help' says")
        for line, words in (("join", "'join' is not understood"), ("t99", "There is no tournament 99 in the list."), ("go", "No table of a tournament waits"),
                            ("tournaments", r"t\d+\. The cup · Royal Flip"),
                            (self.listed_as(ada, contest), r"(?s)join: enter this tournament\n.*Standings\nRank 1: Ada \d+, 0 points, 0 tables"),
                            ("join", "You play in The cup."), ("look", r"Plays the cup \(you\), 0 points"),
                            ("leave", "You have left The cup."), ("join", r"(?s)You have left.*You play in The cup")):
            self.type_in(terminal, line)
            self.wait_for(terminal, words)
        self.assertEqual(ada.post("/api/tournaments/start", {"id": contest})[0], 200)
        self.wait_for(terminal, "The cup: your table is ready. In the lobby, 'go' leads there.")
        self.type_in(terminal, "look")
        self.wait_for(terminal, r"(?s)1\. Go to your table\n.*Tables of round 1\n2\. .* · being played")
        self.type_in(terminal, "back")
        self.wait_for(terminal, r"(?s)Tables of round 1\n.*Here \(\d+\)")
        self.type_in(terminal, "go")
        self.wait_for(terminal, "You may do one of|Dealer: ")
        self.finish(terminal, "quit\n")

    @unittest.skipUnless(shutil.which("tmux"), "there is no tmux")
    def test_a_tournament_on_the_screen_in_a_small_window(self):
        ada, contest = self.contest()
        screen = Screen(self.home.name, f"play --join http://127.0.0.1:{self.server.port}/ --name 'Cup on screen'")
        self.addCleanup(screen.close)
        screen.see("Tournaments", r"The cup · Royal Flip, swiss, open, 1 player")
        screen.keys(":").see("quick GAME")
        screen.type(self.listed_as(ada, contest)).keys("Enter").see("join: enter this tournament", "Standings", "Rank 1: Ada", missing="quick GAME")
        screen.keys("Enter").see("You play in The cup", "leave: you are not paired any more", r"Cup on screen \(you\)")
        self.assertEqual(ada.post("/api/tournaments/start", {"id": contest})[0], 200)
        screen.see("1. Go to your table", "Tables of round 1", "your table is ready|It is your turn at Royal Flip")  # whichever news is newer
        screen.keys("Home", "Up", "Up", "Up", "Up", "Enter").see(r"round 1 of 12")

    def test_the_bar_shows_the_points_that_the_sheet_has(self):
        """Where a score has parts, and in Fliptown, where it is a number. In both one begins with some points."""
        for game, wanted in (("fliptown", r"(?s)▸You ([1-9]\d*)\n.* = \1\b"), ("insertcoin", r"▸You 12\n")):
            with self.subTest(game=game):
                ada = self.person("Ada")
                table = ada.make([ME, OPEN], game=game, public=True, seed="5e" * 32)["table"]["id"]
                screen = Screen(self.home.name, f"play --join http://127.0.0.1:{self.server.port}/t/{table} --name 'Bo {game}'", width=120)
                self.addCleanup(screen.close)
                screen.see(wanted, "What you may do", "q quit")

    def forked(self, ada, lesson, steps):
        """A game that goes on from there in a lesson: the same cards every time."""
        table = ada.post("/api/lessons", {"game": "royalflip", "lesson": lesson})[1]["table"]["id"]
        link = ada.connect()
        link.watch(table)
        for _ in range(steps):
            client.act(link, table, lambda actions: next(one for one in actions if one["text"] == link.scenes[table]["lesson"]["do"]))
        self.assert_done(link.ask("end", table=table, agree=True))
        position = len(ada.get(f"/api/replays/{table}")[1]["positions"]) - 1
        return ada.post("/api/forks", {"table": table, "position": position})[1]["table"]["id"]

    def be(self, person):
        """The terminal comes as somebody who was here before."""
        seats = os.path.join(self.home.name, "flipside", "seats")
        os.makedirs(seats)
        with open(os.path.join(seats, f"127.0.0.1-{self.server.port}"), "w", encoding="utf-8") as file:
            file.write(person.cookie)

    @unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
    def test_the_tutor_warns_and_steps_of_one_turn_share_a_line_as_at_a_table_of_our_own(self):
        ada = self.person("Ada")
        fork = self.forked(ada, 1, 8)
        self.be(ada)
        screen = Screen(self.home.name, f"play --join http://127.0.0.1:{self.server.port}/t/{fork}", width=120)
        self.addCleanup(screen.close)
        screen.see("round 3 of 12 . write", "q quit")
        screen.keys("h").see("Hint: ", r"★write", missing="thinking …")
        screen.keys("t").see("The tutor says after each of your moves")
        screen.type(":write e1").keys("Enter").see("round 3 of 12 . track", "Tutor: ", "You choose ", missing="thinking …|You write")
        screen.keys("t").see("and warns before")
        screen.type(":track 28").keys("Enter").see("Careful", r"That\s+hurts", "Better: go to space 10", missing="thinking …")
        screen.type(":track 28").keys("Enter").see("round 4 of 12 . choose", "q quit", missing="Careful|Tutor:|thinking …")

    def test_a_server_that_is_started_again_finds_the_terminal_at_its_seat(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        terminal = self.begin(f"/t/{table}", "--name", "Patient")
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        self.server.kill()
        self.server.start()
        terminal.stdin.write("1\n" * 50)  # a round: what to take from the cards, the map, the track, and what bonuses that brings
        terminal.stdin.flush()
        again = ada.connect()
        again.watch(table)
        while again.scenes[table]["actions"] and again.scenes[table]["view"]["round"] == 1:
            client.act(again, table)
        again.wait_scene(table, lambda scene: scene["view"]["round"] == 2)
        self.assertTrue(any(line["seat"] == 1 for line in again.scenes[table]["log"]))

    @unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
    def test_the_screen_says_when_the_connection_is_lost_and_found_again(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN])["table"]["id"]
        screen = Screen(self.home.name, f"play --join http://127.0.0.1:{self.server.port}/t/{table} --name Patience")
        self.addCleanup(screen.close)
        screen.see("round 1 of 12 . choose", "q quit")
        self.server.kill()
        screen.see("The connection is lost. Your game is safe. Reconnecting …", "q quit")
        self.server.start()
        screen.see("Connected again.", "q quit", missing="Reconnecting")

    def test_what_is_typed_while_the_server_is_down_is_done_when_it_is_back(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN])["table"]["id"]
        terminal = self.begin(f"/t/{table}", "--name", "Types on")
        link = ada.connect()
        link.watch(table)
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        self.server.kill()
        terminal.stdin.write("1\n" * 50)
        terminal.stdin.flush()
        self.server.start()
        again = ada.connect()
        again.watch(table)
        while again.scenes[table]["actions"] and again.scenes[table]["view"]["round"] == 1:
            client.act(again, table)
        again.wait_scene(table, lambda scene: scene["view"]["round"] == 2)

    def test_a_number_is_never_taken_for_a_line_of_another_list(self):
        ada = self.person("Ada")
        table = ada.make([ME, OPEN])["table"]["id"]
        terminal = self.begin(f"/t/{table}", "--name", "Two devices")
        link = ada.connect()
        link.watch(table)
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        [kept] = glob.glob(os.path.join(self.home.name, "flipside", "seats", "*"))
        elsewhere = client.Person(self.server)
        with open(kept, encoding="utf-8") as file:
            elsewhere.cookie = file.read()
        other = elsewhere.connect()
        other.watch(table, seat=1)
        out = self.files[terminal][0]
        client.eventually("the terminal asks", lambda: "You may do one of" in (out.seek(0) or out.read()))
        client.act(other, table, lambda actions: actions[-1])
        said, complaints = self.finish(terminal, "1\nquit\n")
        self.assertEqual(complaints, "")
        self.assertIn("The table has moved on", said)
        self.assertEqual(said.count("You may do one of"), 2)
        other.hear_all()
        self.assertEqual(sum(line["seat"] == 1 for line in other.logs[table]), 1)

    def until_the_terminal_has_acted(self, link, table):
        """Ada plays on, and ends her turns, until the log has a step of seat 1."""
        def acted(scene):
            return any(line["seat"] == 1 for line in scene["log"])
        for _ in range(200):
            scene = link.scenes[table]
            if acted(scene):
                return
            if scene["actions"]:
                client.act(link, table, lambda actions: next((one for one in actions if one["text"] in ("stop", "done")), actions[0]))
            else:
                link.wait_scene(table, lambda newest: newest["actions"] or acted(newest))
        self.fail("the terminal never acted")

    def test_every_game_can_be_played_at_a_distance(self):
        ada = self.person("Ada")
        for game in ada.get("/api/games")[1]["games"]:
            if game["id"] == "flickemup":
                continue  # its moves have numbers of their own: the next test
            with self.subTest(game=game["id"]):
                seats = max(2, game["seats"][0])
                table = ada.make([ME, OPEN, *[bot()] * (seats - 2)], game=game["id"])["table"]["id"]
                terminal = self.begin(f"/t/{table}", "--name", f"Far {game['id']}")
                link = ada.connect()
                link.watch(table)
                link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
                terminal.stdin.write("1\n" * 4000)
                terminal.stdin.flush()
                self.until_the_terminal_has_acted(link, table)
                terminal.kill()

    def test_an_aim_is_sent_with_its_numbers(self):
        ada = self.person("Ada")
        games = {game["id"] for game in ada.get("/api/games")[1]["games"]}
        if "flickemup" not in games:
            self.skipTest("no game with aims")
        table = ada.make([OPEN, ME], game="flickemup")["table"]["id"]
        out, complaints = self.finish(self.begin(f"/t/{table}", "--name", "Aims"), "1\nmove 0 500\nquit\n")
        self.assertEqual(complaints, "")
        log = ada.get(f"/api/tables/{table}/record")[1]["steps"]
        self.assertTrue(any(step.get("move", "").startswith("move 0 500") for step in log), out)
        self.assertRegex(out, r"\n(> )?You: L1 moves .*\nYou: the (move|disc) ")  # as at a table of our own

    def test_an_aim_is_told_in_words(self):
        table = self.person("Ada").make([OPEN, ME], game="flickemup")["table"]["id"]
        out, complaints = self.finish(self.begin(f"/t/{table}", "--name", "Hears"), "view\n1\naim move\naim 1 0 500\naim dance\nquit\n")
        self.assertEqual(complaints, "")
        self.assertRegex(out, r"Seat 1, You:\n[^\n]*o'clock: [^\n]* The table is \d+ cm wide")
        told = r"L1 faces the \w+, angle [\d.]+\. From there, the nearest first:\n\w+, \d+ cm, "
        self.assertEqual(len(re.findall(told, out)), 2)
        self.assertRegex(out, r"This would be: L1 moves [^\n]*\.\n" + told)
        self.assertRegex(out, r"'dance'[^\n]* Or say 'help'")

    def test_addresses_that_lead_nowhere_are_told_apart(self):
        for path, words in (("/rules", "is not the address of a table"), ("/t/nothing", "no such table|There is no"),
                            ("/join/nothing", "invitation|There is no")):
            with self.subTest(path=path):
                process = self.begin(path, "--name", "Lost")
                out, complaints = self.finish(process, "")
                self.assertNotEqual(process.returncode, 0)
                self.assertRegex(complaints, words)
                self.assertEqual(out, "")
        run = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "play", "--plain", "--join", "ftp://here/t/x"], text=True,
                             capture_output=True, stdin=subprocess.DEVNULL, check=False)
        self.assertIn("http://", run.stderr)
        self.assertEqual(run.returncode, 1)


class Sheets(Case):
    def test_every_game_draws_its_sheet_in_the_asked_size_with_spots_for_its_moves(self):
        ada = self.person("Ada")
        link = ada.connect()
        for game in ada.get("/api/games")[1]["games"]:
            with self.subTest(game=game["id"]):
                seats = max(2, game["seats"][0])
                table = ada.make([ME, *[bot()] * (seats - 1)], game=game["id"])["table"]["id"]
                link.watch(table)
                scene = link.wait_scene(table, lambda newest: newest["actions"])  # the bot may have begun
                sheet = self.assert_done(link.ask("sheet", table=table, seat=0, shown=0, width=100, height=30))
                self.assertEqual((sheet["width"], sheet["height"], len(sheet["rows"])), (100, 30, 30))
                self.assertTrue(any(sheet["rows"]))
                for row in sheet["rows"]:
                    for x, style, text in row:
                        self.assertTrue(0 <= x < 100 and style >= 0 and text)
                self.assertEqual(len(sheet["moves"]), len(scene["actions"]))
                self.assertEqual(sheet["texts"], [action["text"] for action in scene["actions"]])
                moves = [int(move, 16) for move in sheet["moves"]]
                for x, y, width, height, move, mask in sheet["spots"]:
                    self.assertTrue(width > 0 and height > 0 and x >= 0 and y >= 0)
                self.assertEqual(len(set(moves)), len(moves))

    def test_a_sheet_has_a_size_that_a_terminal_can_have_and_shows_a_seat_that_is_there(self):
        ada = self.person()
        table = ada.make([ME, OPEN])["table"]["id"]
        link = ada.connect()
        self.refused(link.ask("sheet", table=table), "waiting")
        self.assert_done(self.person().connect().ask("sit", table=table, seat=1))
        for width, height, fits in ((20, 5, True), (300, 120, True), (19, 5, False), (301, 24, False), (80, 4, False), (80, 121, False)):
            answer = link.ask("sheet", table=table, width=width, height=height)
            if fits:
                self.assertEqual((answer["width"], answer["height"], len(answer["rows"])), (width, height, height))
                self.assertTrue(all(x + len(text) <= width for row in answer["rows"] for x, _, text in row))
            else:
                self.refused(answer, "bad_message")
        usual = self.assert_done(link.ask("sheet", table=table))
        self.assertEqual((usual["width"], usual["height"]), (80, 24))
        for wrong in ({"shown": 2}, {"shown": -1}):
            self.refused(link.ask("sheet", table=table, **wrong), "bad_seat")
        for wrong in ({"seat": 1}, {"seat": 2}):
            self.refused(link.ask("sheet", table=table, **wrong), "not_your_seat")
        shown = self.assert_done(link.ask("sheet", table=table, shown=1))
        self.assertEqual((shown["moves"], shown["texts"]), (usual["moves"], usual["texts"]))  # they are one's own
        looking = self.assert_done(self.person().connect().ask("sheet", table=table))
        self.assertEqual((looking["moves"], looking["texts"]), ([], []))

    def test_a_sheet_shows_no_step_before_its_phase_ends(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table), two.watch(table)

        def shown(link):
            return self.assert_done(link.ask("sheet", table=table, shown=1, width=100, height=30))["rows"]
        before, own = shown(one), shown(two)
        for _ in range(2):
            client.act(two, table)
        self.assertEqual(shown(one), before, "what Bo wrote is Bo's until the round ends")
        self.assertNotEqual(shown(two), own)

    def test_a_sheet_in_words_says_what_the_seat_may_know_and_no_more(self):
        for game, steps in (("royalflip", 2), ("fliptown", 1), ("insertcoin", 1)):
            with self.subTest(game=game):
                ada, bo = self.people(2)
                table = ada.make([ME, OPEN], game=game)["table"]["id"]
                one, two, stranger = ada.connect(), bo.connect(), self.person().connect()
                self.assert_done(two.ask("sit", table=table, seat=1))
                one.watch(table), two.watch(table)

                def shown(link, **more):
                    return self.assert_done(link.ask("read", table=table, shown=1, **more))["words"]
                before = [shown(link) for link in (one, two, stranger)]
                for _ in range(steps):
                    client.act(two, table)
                after = [shown(link) for link in (one, two, stranger)]
                self.assertEqual((after[0], after[2]), (before[0], before[2]), "what Bo does is Bo's until all have")
                self.assertNotEqual(after[1], before[1])
                self.assertEqual(after[1], shown(two, seat=1))
                self.assertNotEqual(after[1], after[2])

    def test_words_are_read_to_those_who_may_look(self):
        ada, bo = self.people(2)
        waiting = ada.make([ME, OPEN])["table"]["id"]
        table = ada.make([ME, bot()], game="flickemup")["table"]["id"]
        link, stranger = ada.connect(), bo.connect()
        self.refused(link.ask("read", table=waiting), "waiting")
        for wrong in ({"shown": 2}, {"shown": -1}):
            self.refused(link.ask("read", table=table, **wrong), "bad_seat")
        for wrong in ({"seat": 1}, {"seat": 2}):
            self.refused(link.ask("read", table=table, **wrong), "not_your_seat")
        self.refused(stranger.ask("read", table=table, seat=0), "not_your_seat")
        said = self.assert_done(stranger.ask("read", table=table))
        self.assertIsNone(said["tell"])
        self.assertIn("o'clock", said["words"])
        link.watch(table)
        action = link.wait_scene(table, lambda newest: newest["actions"])["actions"][0]["text"]
        self.assertTrue(self.assert_done(link.ask("read", table=table, aim=action))["tell"])
        self.refused(link.ask("read", table=table, aim="dance"), "illegal")
        self.refused(stranger.ask("read", table=table, aim=action), "bad_seat")

    def test_hostile_wishes_are_refused(self):
        ada, bo = self.people(2)
        table = ada.make([ME, bot()])["table"]["id"]
        waiting = ada.make([ME, OPEN])["table"]["id"]
        link, stranger = ada.connect(), bo.connect()
        self.refused(link.ask("sheet", table=waiting, width=80, height=24), "waiting")
        self.refused(stranger.ask("sheet", table=table, seat=0, width=80, height=24), "not_your_seat")
        for shown in (-1, 2, 7):
            self.refused(link.ask("sheet", table=table, shown=shown, width=80, height=24), "bad_seat")
        for width, height in ((0, 24), (19, 24), (301, 24), (80, 4), (80, 121), (1000000, 1000000)):
            self.refused(link.ask("sheet", table=table, width=width, height=height), "bad_message")
        for width, height in ((20, 5), (300, 120)):
            sheet = self.assert_done(link.ask("sheet", table=table, width=width, height=height))
            self.assertEqual((sheet["width"], len(sheet["rows"])), (width, height))
        self.refused(link.ask("sheet", table="x" * 300), "no_table")


if __name__ == "__main__":
    client.main()
