"""Programs as players: programs, tokens, scopes, over real sockets; and `flipside bot`."""

import os
import sqlite3
import subprocess
import sys

import client
from client import Bearer, Case, Interface, Person, play_to_end

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


class Bot(Tokens):
    def run_bot(self, bearer, *more):
        folder = self.folder.name
        Case.count += 1
        token, script = (os.path.join(folder, f"{Case.count}.{kind}") for kind in ("token", "py"))
        with open(token, "w", encoding="utf-8") as file:
            file.write(bearer.token + "\n")
        with open(script, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        process = subprocess.Popen([os.environ["FLIPSIDE_PROGRAM"], "bot", "--server", f"http://127.0.0.1:{self.server.port}",
                                    "--token", token, *more, f"exec:{sys.executable} {script}"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        return process

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
