"""Programs as players: programs, tokens, scopes, over real sockets; and `flipside bot`."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import time

import client
from client import Bearer, Case, Interface, Person, act, play_to_end
from test_server_lobby import wait_push

GAME = "royalflip"
ALL = ["read", "play", "challenge", "chat"]


class Tokens(Case):
    def owner(self):
        person = self.person("Owner")
        self.assertEqual(person.post("/api/claim", {"password": "a long enough word"})[0], 200)
        return person

    def refusal(self, answer, code):
        self.assertEqual(answer[1].get("error", {}).get("code"), code, answer)

    def program(self, owner=None, scopes=None):
        owner = owner or self.owner()
        Case.count += 1
        answer = owner.post("/api/programs", {"name": f"Robot {Case.count}"})[1]
        made = answer["programs"][-1]
        token = owner.post("/api/tokens", {"person": made["id"], "label": "test", "scopes": scopes or ALL})[1]["token"]
        return owner, made, Bearer(self.server, token)

    def test_a_program_is_marked_and_acts_by_its_token(self):
        _, made, bearer = self.program()
        me = bearer.get("/api/me")[1]["person"]
        self.assertEqual((me["id"], me["program"]), (made["id"], True))
        profile = self.person().get(f"/api/people/{made['id']}")[1]["person"]
        self.assertTrue(profile["program"])
        self.assertEqual(bearer.make([{"kind": "me"}, {"kind": "bot", "level": 1}])["table"]["status"], "running")
        # its name belongs to nobody else, and no password opens it
        self.refusal(Person(self.server).post("/api/guest", {"name": made["name"]}), "name_taken")
        self.refusal(Person(self.server).post("/api/sign-in", {"name": made["name"], "password": "x" * 9}), "wrong_password")

    def test_a_token_allows_what_its_scopes_say_and_never_the_account(self):
        owner, _, reader = self.program(scopes=["read"])
        self.assertEqual(reader.get("/api/mine")[0], 200)
        self.refusal(reader.post("/api/tables", {}), "scope")
        self.refusal(reader.post("/api/challenges", {}), "scope")
        _, _, bearer = self.program(owner)
        for path in ("/api/password", "/api/delete", "/api/tokens", "/api/programs", "/api/claim", "/api/recovery", "/api/guest"):
            self.refusal(bearer.post(path, {}), "scope")
        for path in ("/api/export", "/api/sessions", "/api/tokens"):
            self.refusal(bearer.get(path), "scope")

    def test_what_makes_no_token_is_refused(self):
        owner = self.owner()
        self.refusal(owner.post("/api/tokens", {"label": "mine", "scopes": ["play"]}), "program")
        self.refusal(owner.post("/api/tokens", {"label": "mine", "scopes": ["fly"]}), "scope")
        self.refusal(owner.post("/api/tokens", {"label": "mine"}), "scope")
        self.refusal(owner.post("/api/tokens", {"label": "", "scopes": ["read"]}), "bad_message")
        self.assertEqual(owner.post("/api/tokens", {"label": "ö" * 24, "scopes": ["read"]})[0], 200)
        self.refusal(owner.post("/api/tokens", {"label": "ö" * 25, "scopes": ["read"]}), "bad_message")
        _, other, _ = self.program()
        self.refusal(owner.post("/api/tokens", {"person": other["id"], "label": "x", "scopes": ["read"]}), "not_found")
        self.refusal(self.person().post("/api/programs", {"name": "Of A Guest"}), "program")
        self.refusal(owner.post("/api/programs", {"name": other["name"]}), "name_taken")
        self.assertEqual(Bearer(self.server, "flip_nonsense").get("/api/me")[0], 401)

    def test_there_are_five_programs_and_ten_tokens_for_each_bearer(self):
        owner = self.owner()
        for number in range(5):
            Case.count += 1
            made = owner.post("/api/programs", {"name": f"Robot {Case.count}"})[1]["programs"]
            self.assertEqual(len(made), number + 1)
        self.refusal(owner.post("/api/programs", {"name": "One Too Many"}), "limit")
        for number in range(10):
            kept = owner.post("/api/tokens", {"person": made[0]["id"], "label": "test", "scopes": ["read"]})[1]["tokens"]
            self.assertEqual(len(kept), number + 1)
        self.refusal(owner.post("/api/tokens", {"person": made[0]["id"], "label": "test", "scopes": ["read"]}), "limit")
        self.assertEqual(owner.post("/api/tokens", {"person": made[1]["id"], "label": "test", "scopes": ["read"]})[0], 200)

    def test_a_revoked_token_is_worth_nothing_and_only_its_owner_revokes_it(self):
        owner, _, bearer = self.program()
        token = owner.get("/api/tokens")[1]["tokens"][0]
        self.assertEqual((token["label"], token["scopes"], token["program"]), ("test", ALL, True))
        self.refusal(self.owner().post("/api/tokens/end", {"id": token["id"]}), "not_found")
        self.assertEqual(bearer.get("/api/me")[0], 200)
        self.assertEqual(owner.post("/api/tokens/end", {"id": token["id"]})[1]["tokens"], [])
        self.refusal(owner.post("/api/tokens/end", {"id": token["id"]}), "not_found")
        self.assertEqual(bearer.get("/api/me")[0], 401)

    def ended(self, link):
        with self.assertRaises(ConnectionError):
            while True:
                link.receive()

    def ends_tokens(self, do):
        """What makes all cookies invalid ends the tokens of the account and of its programs, and their connections."""
        owner, made, bearer = self.program()
        own = Bearer(self.server, owner.post("/api/tokens", {"label": "mine", "scopes": ["read"]})[1]["token"])
        _, _, others = self.program()
        name = owner.get("/api/me")[1]["person"]["name"]
        links = [one.connect() for one in (bearer, own)]
        do(owner, name)
        for one, link in zip((bearer, own), links):
            self.ended(link)
            self.assertEqual(one.get("/api/me")[0], 401)
        self.assertEqual(others.get("/api/me")[0], 200)
        status = owner.get("/api/tokens")[0]
        again = owner if status == 200 else Person(self.server)
        if again is not owner:
            self.assertEqual(again.post("/api/sign-in", {"name": name, "password": "a long enough word"})[0], 200)
        answer = again.get("/api/tokens")[1]
        self.assertEqual((answer["tokens"], [one["id"] for one in answer["programs"]]), ([], [made["id"]]))

    def test_a_new_password_ends_tokens(self):
        self.ends_tokens(lambda owner, _: owner.post("/api/password", {"old": "a long enough word", "new": "another long word"}))

    def test_a_recovery_by_code_ends_tokens(self):
        def recover(owner, name):
            code = owner.post("/api/recovery", {"password": "a long enough word"})[1]["recovery"]
            body = {"name": name, "code": code, "password": "a long enough word"}
            self.assertEqual(Person(self.server).post("/api/recover", body)[0], 200)

        self.ends_tokens(recover)

    def test_a_sign_out_everywhere_ends_tokens_and_one_here_does_not(self):
        self.ends_tokens(lambda owner, _: owner.post("/api/sign-out", {"everywhere": True}))
        owner, _, bearer = self.program()
        owner.post("/api/sign-out", {})
        self.assertEqual(bearer.get("/api/me")[0], 200)

    def test_the_list_says_when_a_token_was_last_used(self):
        owner, _, bearer = self.program()
        token = owner.get("/api/tokens")[1]["tokens"][0]
        self.assertEqual(token["seen"], 0, "never")
        self.assertEqual(bearer.get("/api/me")[0], 200)
        seen = owner.get("/api/tokens")[1]["tokens"][0]["seen"]
        self.assertGreaterEqual(seen, token["created"])
        bearer.connect().close()
        self.assertEqual(owner.get("/api/tokens")[1]["tokens"][0]["seen"], seen, "to the hour")

    def test_a_token_is_kept_as_a_hash_survives_kill_9_and_goes_with_its_owner(self):
        owner, made, bearer = self.program()
        self.server.kill()
        with sqlite3.connect(f"file:{self.server.data}?mode=ro", uri=True) as file:
            kept = [row[0] for row in file.execute("SELECT hash FROM token")]
        self.assertNotIn(bearer.token, kept)
        self.server.start()
        self.assertEqual(bearer.get("/api/me")[0], 200)
        self.assertEqual(owner.get("/api/export")[1]["programs"][0]["id"], made["id"])
        self.assertEqual(owner.post("/api/delete", {"password": "a long enough word"})[0], 200)
        self.assertEqual(bearer.get("/api/me")[0], 401)
        self.assertEqual(self.person().get(f"/api/people/{made['id']}")[0], 404)

    def test_programs_have_a_rating_list_of_their_own(self):
        self.assertEqual(self.person().get(f"/api/ratings/{GAME}/programs")[1]["players"], [])
        self.assertEqual(self.person().get(f"/api/ratings/{GAME}/cats")[0], 404)


PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if "error" not in question:
        action = question["actions"][-1]
        text = action["text"] + "".join(" %d" % round(sum(action[name]) / 2) for name in action.get("open", []))
        print(json.dumps({"text": text}), flush=True)
"""


MISTAKEN = """
import itertools, sys
answers = itertools.cycle(["hello", '{"n":999}', '{"n":0.5}'])
with open(sys.argv[1], "a") as lines:
    for line in sys.stdin:
        if line.startswith('{"error"'):
            print(line, file=lines, end="", flush=True)
        else:
            print(next(answers), flush=True)
"""
LISTENING = PROGRAM.replace("    question = ", "    open(sys.argv[1], 'a').write(line)\n    question = ")


class Bot(Tokens):
    def run_bot(self, bearer, *more, program=PROGRAM, arguments="", command=None):
        folder = self.folder.name
        Case.count += 1
        token, script = (os.path.join(folder, f"{Case.count}.{kind}") for kind in ("token", "py"))
        with open(token, "w", encoding="utf-8") as file:
            file.write(bearer.token + "\n")
        with open(script, "w", encoding="utf-8") as file:
            file.write(program)
        process = subprocess.Popen([os.environ["FLIPSIDE_PROGRAM"], "bot", "--server", f"http://127.0.0.1:{self.server.port}",
                                    "--token", token, *more, command or f"exec:{sys.executable} {script} {arguments}"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        return process

    def forget(self, path):
        if os.path.exists(path):
            os.remove(path)

    def end(self, process):
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=60)
        process.stdout.close()
        process.stderr.close()

    def test_a_program_is_challenged_and_plays_two_games_at_once_to_the_end(self):
        _, made, bearer = self.program()
        process = self.run_bot(bearer)
        self.assertIn("waits for challenges", process.stdout.readline())
        people = self.people(2)
        links = [person.connect() for person in people]
        tables = [person.post("/api/challenges", {"name": made["name"], "game": "flipcity", "rated": True})[1]["table"]["id"]
                  for person in people]
        for link, table in zip(links, tables):
            link.watch(table)
            link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        for link, table in zip(links, tables):
            play_to_end([link], table)
            self.assertEqual(link.scenes[table]["table"]["status"], "over")
        rating = people[0].get(f"/api/people/{made['id']}")[1]["games"][0]["rating"]
        self.assertEqual((rating["games"], rating["provisional"]), (2, True))  # so it is not in the list yet
        players = bearer.get("/api/ratings/flipcity/programs")[1]["players"]
        self.assertEqual([player["person"] for player in players], [made["id"]])
        rated = people[0].get("/api/ratings/flipcity")[1]["players"]
        self.assertNotIn(made["id"], [player["person"] for player in rated])

    def heard(self, process, pattern):
        """The next line that it says with this in it."""
        for line in process.stdout:
            if re.search(pattern, line):
                return line
        self.fail(f"nothing was said like {pattern}: {process.stderr.read()}")

    def challenge(self, made, game="flipcity", **more):
        person = self.person()
        link = person.connect()
        table = person.post("/api/challenges", {"name": made["name"], "game": game, **more})[1]["table"]["id"]
        link.watch(table)
        return link, table

    def test_the_program_is_told_who_it_is_and_what_it_plays_and_says_how_it_ended(self):
        _, made, bearer = self.program()
        lines = os.path.join(self.folder.name, f"{made['id']}.lines")
        process = self.run_bot(bearer, program=LISTENING, arguments=lines)
        self.heard(process, "waits for challenges")
        self.forget(lines)  # the question of the test
        link, table = self.challenge(made, options={"office": True}, clock={"kind": "bank", "seconds": 600, "extra": 5})
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        others = [seat["name"] for seat in link.scenes[table]["table"]["seats"]]
        self.assertIn(f"Playing Flip City against {others[0]} (", self.heard(process, "Playing"))
        play_to_end([link], table)
        self.assertRegex(self.heard(process, "is over"), rf"^Flip City against {others[0]} \(http://127.0.0.1:\d+/t/{table}\) is over: .+\.\n$")
        with open(lines, encoding="utf-8") as file:
            questions = [json.loads(line) for line in file]
        self.assertGreater(len(questions), 1)
        for question in questions:
            self.assertEqual(list(question)[:7], ["view", "actions", "seat", "game", "options", "names", "ms"])
            self.assertEqual((question["seat"], question["game"], question["names"]), (1, "flipcity", others))
            self.assertIs(question["options"]["office"], True)
            self.assertIn(question["seat"], question["view"]["to_act"])
            self.assertEqual(question["ms"], 5000)
        self.assertEqual(questions[0]["hello"], {"name": "flipside", "version": questions[0]["hello"]["version"], "protocol": 1})
        self.assertFalse([question for question in questions[1:] if "hello" in question])
        process.terminate()
        self.assertRegex(self.heard(process, "Games over"), r"Games over: 1, won: [01]\. Another move stood in for 0 answers\.")

    def test_a_program_has_no_more_time_than_its_clock(self):
        _, made, bearer = self.program()
        lines = os.path.join(self.folder.name, f"{made['id']}.lines")
        process = self.run_bot(bearer, command=f"exec@20000ms:tee {lines} | {sys.executable} -c 'import sys\nfor line in sys.stdin: pass'")
        self.heard(process, "waits for challenges")
        self.forget(lines)  # the question of the test
        link, table = self.challenge(made, clock={"kind": "bank", "seconds": 10, "extra": 0})
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        limit = time.monotonic() + client.PATIENCE
        while not os.path.exists(lines) or os.path.getsize(lines) == 0:
            self.assertLess(time.monotonic(), limit)
            if link.scenes[table]["actions"]:
                act(link, table)
            link.hear_all()
        self.end(process)
        with open(lines, encoding="utf-8") as file:
            self.assertLessEqual(json.loads(file.readline())["ms"], 10000)

    def test_a_program_that_cannot_be_started_is_refused_before_it_is_challenged(self):
        _, _, bearer = self.program()
        for more, command, why in (((), "exec:/no/such", "could not run it (status 127)"),
                                   ((), "exec:echo not today >&2; exit 3", "it ended with status 3"),
                                   (("--game", "flipcity"), f"exec:{sys.executable} /no/such.py", "it ended with status 2")):
            process = self.run_bot(bearer, *more, command=command)
            self.assertEqual(process.wait(timeout=60), 1)
            self.assertIn(f"'{command}' cannot play: ", said := process.stderr.read())
            self.assertIn(why, said)
            self.assertEqual(said.count("not today\n"), "today" in command, "its own words are shown once")
            self.assertNotIn("waits for challenges", process.stdout.read())

    def test_a_program_that_knows_only_some_games_is_let_in(self):
        _, _, bearer = self.program()
        knows = "import json, sys\nfor line in sys.stdin:\n    assert json.loads(line)['game'] == 'fliptown'\n    print('{}', flush=True)\n"
        process = self.run_bot(bearer, program=knows)
        self.assertIn("waits for challenges", process.stdout.readline())
        self.end(process)

    def test_a_second_game_to_seek_is_refused_and_not_forgotten(self):
        _, _, bearer = self.program()
        process = self.run_bot(bearer, "--seek", "flipcity", "--seek", "royalflip")
        self.assertEqual(process.wait(timeout=60), 2)
        self.assertIn("--seek can be given once", process.stderr.read())

    def test_a_pace_that_does_not_exist_is_refused_at_once(self):
        _, _, bearer = self.program()
        process = self.run_bot(bearer, "--seek", "flipcity:fast")
        self.assertEqual(process.wait(timeout=60), 2)
        self.assertIn("The pace is quick, steady or days, not 'fast'.", process.stderr.read())

    def test_a_program_is_told_what_was_wrong_with_its_answers(self):
        _, made, bearer = self.program()
        lines = os.path.join(self.folder.name, f"{made['id']}.lines")
        process = self.run_bot(bearer, program=MISTAKEN, arguments=lines)
        self.heard(process, "waits for challenges")
        link, table = self.challenge(made)
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        play_to_end([link], table)
        self.heard(process, "is over: ")
        with open(lines, encoding="utf-8") as file:
            told = file.read()
        for words in ("The answer 'hello' is not JSON: ", "The answer's n is 999, and the actions are 0 … ",
                      "The answer '{\\\"n\\\":0.5}' is neither "):
            self.assertIn(words, told)
        process.terminate()
        self.assertNotIn("stood in for 0 answers", self.heard(process, "Games over"))

    def test_moves_that_are_too_fast_for_the_server_are_sent_again_and_nothing_stands_in(self):
        self.server = client.Server(os.path.join(self.folder.name, "slow.db"), "--max-rate", "2").start()  # four messages, then two per second
        self.addCleanup(self.server.stop)
        _, _, bearer = self.program()
        table = bearer.make([{"kind": "me"}])["table"]["id"]
        process = self.run_bot(bearer)
        client.eventually("nine moves are made", lambda: bearer.get(f"/api/tables/{table}")[1]["table"]["steps"] >= 18)  # and nine cards dealt
        process.terminate()
        self.assertIn("Another move stood in for 0 answers.", self.heard(process, "Games over"))

    def test_a_challenge_to_another_game_is_declined(self):
        _, made, bearer = self.program()
        process = self.run_bot(bearer, "--game", "flipcity", "--game", "fliptown")
        self.assertIn("waits for challenges to Flip City, Fliptown.", process.stdout.readline())
        link, table = self.challenge(made, "royalflip")
        self.assertIn("Declined Royal Flip from ", self.heard(process, "Declined"))
        link, table = self.challenge(made, "flipcity")
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")

    def test_a_program_offers_tables_one_after_the_other_and_gives_them_up_at_the_end(self):
        _, made, bearer = self.program()
        process = self.run_bot(bearer, "--offer", "flipcity", "--at-once", "1")
        table = re.search(r"/t/([-\w]+)", self.heard(process, "Offering Flip City"))[1]
        person = self.person()
        self.assertIn(table, [one["id"] for one in person.get("/api/tables")[1]["tables"]])
        link = person.connect()
        self.assert_done(link.ask("sit", table=table, seat=1))
        link.watch(table)
        play_to_end([link], table)
        self.heard(process, f"{table}\\) is over: ")
        second = re.search(r"/t/([-\w]+)", self.heard(process, "Offering Flip City"))[1]
        link.watch(second)
        process.terminate()
        self.heard(process, "Games over: 1")
        link.wait_scene(second, lambda scene: scene["table"]["status"] == "ended")
        self.assertNotIn(second, [one["id"] for one in person.get("/api/tables")[1]["tables"]])

    def test_programs_of_two_owners_find_each_other_and_no_person(self):
        person = self.person().connect()
        self.assert_done(person.ask("seek", game="flipcity", pace="steady"))
        owner, _, first = self.program()
        _, _, second = self.program()
        _, _, of_the_same = self.program(owner)
        waiting = of_the_same.connect()
        processes = [self.run_bot(bearer, "--seek", "flipcity:steady", "--at-once", "1") for bearer in (first, second)]
        tables = {re.search(r"/t/([-\w]+)", self.heard(process, "Playing Flip City"))[1] for process in processes}
        self.assertEqual(len(tables), 1)
        for process in processes:
            self.heard(process, "is over: ")
        # what programs look for does not count for people, nor for the programs of the same owner
        self.assertEqual(wait_push(person, "seek", lambda push: push["waited"] >= 2000)["others"], 0)
        self.end(processes[1])
        self.assert_done(waiting.ask("seek", game="flipcity", pace="steady"))
        self.assertEqual(wait_push(waiting, "seek")["others"], 0)

    def test_a_program_comes_back_after_the_server_did(self):
        _, made, bearer = self.program()
        process = self.run_bot(bearer)
        self.assertIn("waits for challenges", process.stdout.readline())
        self.server.kill()
        self.server.start()
        person = self.person()
        link = person.connect()
        table = person.post("/api/challenges", {"name": made["name"], "game": "flipcity"})[1]["table"]["id"]
        link.watch(table)
        link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")

    def test_a_token_that_counts_for_nothing_ends_the_program_with_a_sentence(self):
        process = self.run_bot(Bearer(self.server, "flip_nothing"))
        self.assertEqual(process.wait(timeout=60), 1)
        self.assertIn("token is not known", process.stderr.read())


# Bot uses what Tokens has; its tests are not run twice.
for inherited in [key for key in vars(Tokens) if key.startswith("test_")]:
    setattr(Bot, inherited, None)


class ZInterface(Interface):
    documents = ("Programs as players",)


if __name__ == "__main__":
    client.main()
