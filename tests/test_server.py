"""The table server over real sockets: guests, tables, play with one to six clients, chat, offers, the lobby.

The program, its file and its protocol are the real ones; docs/api.md says what is expected.
"""

import json
import os
import re
import time

import client
from client import Case, Person, act, play_to_end

ME, OPEN, LINK = {"kind": "me"}, {"kind": "open"}, {"kind": "link"}


def bot(level=1):
    return {"kind": "bot", "level": level}


def bot_names(person, game="royalflip"):
    """What the bots of a game are called."""
    return next(one["setup"]["bots"] for one in person.get("/api/games")[1]["games"] if one["id"] == game)


class Guests(Case):
    def test_a_stranger_is_nobody_and_cannot_make_tables(self):
        stranger = Person(self.server)
        self.assertEqual(stranger.get("/api/me"), (200, {"person": None}))
        status, body = stranger.post("/api/tables", {"game": "royalflip", "seats": [ME]})
        self.assertEqual((status, body["error"]["code"]), (401, "stranger"))
        self.assertEqual(stranger.get("/api/mine")[0], 401)

    def test_a_guest_is_known_again_by_the_cookie(self):
        ada = self.person("Ada")
        status, body = ada.get("/api/me")
        self.assertEqual(status, 200)
        self.assertTrue(body["person"]["name"].startswith("Ada"))
        self.assertRegex(body["person"]["id"], r"^[\w-]{22}$")

    def test_names_are_trimmed_and_checked(self):
        stranger = Person(self.server)
        for bad in ("", "   ", "x" * 25, "a\nb\x01", "hid\u200bden", "right\u202eleft", 7, None, ["x"]):
            status, body = stranger.post("/api/guest", {"name": bad})
            self.assertEqual((status, body["error"]["code"]), (400, "bad_name"), bad)
        status, body = stranger.post("/api/guest", {"name": "  Zoë   de  Vries "})
        self.assertEqual((status, body["person"]["name"]), (200, "Zoë de Vries"))
        stranger.rename("𐍈" * 24)
        self.assertEqual(stranger.get("/api/me")[1]["person"]["name"], "𐍈" * 24)

    def test_a_name_is_taken_as_soon_as_somebody_has_it(self):
        Person(self.server, "Élodie")
        for same in ("Élodie", "élodie", " ÉLODIE "):
            status, body = Person(self.server).post("/api/guest", {"name": same})
            self.assertEqual((status, body["error"]["code"]), (409, "name_taken"), same)

    def test_who_comes_back_to_a_name_that_is_taken_gets_a_number(self):
        first = Person(self.server, "Returner")
        other = self.person()
        other.connect()
        # The first one's name is free again only when it was away for a while; another server start stands for that.
        self.server.stop()
        self.server.start()
        second = Person(self.server, "Returner")
        second.connect()
        self.assertEqual(first.connect().hello["person"]["name"], "Returner 2")
        self.assertEqual(first.get("/api/me")[1]["person"]["name"], "Returner 2")

    def test_a_new_name_shows_at_tables_that_wait_and_not_in_games_that_run(self):
        ada = self.person()
        waiting = ada.make([ME, OPEN])["table"]["id"]
        running = ada.make([ME])["table"]["id"]
        before = ada.get("/api/me")[1]["person"]["name"]
        ada.rename("Countess")
        self.assertEqual(ada.get(f"/api/tables/{waiting}")[1]["table"]["seats"][0]["name"], "Countess")
        self.assertEqual(ada.get(f"/api/tables/{running}")[1]["table"]["seats"][0]["name"], before)

    def test_long_names_do_not_spoil_records(self):
        ada = Person(self.server, "ж" * 24)
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        self.assert_done(link.ask("end", table=table, agree=True))
        status, record = ada.get(f"/api/tables/{table}/record")
        self.assertEqual((status, record["seats"][0]), (200, "ж" * 19))


class Tables(Case):
    def test_the_games_are_listed_with_their_options(self):
        games = {game["id"]: game for game in self.person().get("/api/games")[1]["games"]}
        self.assertEqual(games["royalflip"]["seats"], [1, 6])
        self.assertEqual([option["name"] for option in games["royalflip"]["options"]], ["pvp", "tie_break", "pvp_combination"])
        status, rules = self.person().get("/api/rules/royalflip")
        self.assertEqual(status, 200)
        self.assertIn("# ", rules)
        self.assertEqual(self.person().get("/api/rules/chess")[0], 404)

    def test_wrong_wishes_are_refused_with_a_reason(self):
        ada = self.person()
        wishes = [({"game": "chess", "seats": [ME]}, "no_game"), ({"game": "royalflip", "seats": []}, "bad_seat"),
                  ({"game": "royalflip", "seats": [ME] * 7}, "bad_seat"), ({"game": "royalflip", "seats": [OPEN]}, "bad_seat"),
                  ({"game": "royalflip", "seats": [ME, {"kind": "bot", "level": 6}]}, "bad_seat"),
                  ({"game": "royalflip", "seats": [ME, {"kind": "queen"}]}, "bad_seat"),
                  ({"game": "royalflip", "seats": [ME, 3]}, "bad_seat"), ({"game": "royalflip", "seats": "me"}, "bad_seat"),
                  ({"game": "royalflip", "seats": [ME], "options": {"pvp": "maybe"}}, "bad_option"),
                  ({"game": "royalflip", "seats": [ME], "options": {"speed": 3}}, "bad_option"),
                  ({"game": "royalflip", "seats": [ME], "options": {"pvp": [1]}}, "bad_option"),
                  ({"game": "royalflip", "seats": [ME], "options": ["pvp"]}, "bad_option"), ({"seats": [ME]}, "no_game"),
                  ({"game": "royalflip", "seats": [ME], "replace_after": 0}, "bad_option"),
                  ({"game": "royalflip", "seats": [ME], "replace_after": "soon"}, "bad_option")]
        before = len(ada.get("/api/mine")[1]["tables"])
        for wish, code in wishes:
            status, body = ada.post("/api/tables", wish)
            self.assertEqual((status, body["error"]["code"]), (400, code), wish)
        self.assertEqual(len(ada.get("/api/mine")[1]["tables"]), before)

    def test_a_seat_of_the_wrong_shape_is_told_the_right_one(self):
        ada = self.person()
        for seats in (["me", "bot"], [ME, {"kind": "queen"}], "me", None):
            message = ada.post("/api/tables", {"game": "flipcity", "seats": seats})[1]["error"]["message"]
            self.assertIn('{"kind":"me"}', message)
            self.assertIn('{"kind":"bot","level":3}', message)

    def test_an_option_can_be_a_list_of_words_one_a_seat(self):
        ada = self.person()
        table = ada.make([ME, {"kind": "bot", "level": 1}], game="fliptown", options={"characters": ["mayor", "miner"]})["table"]
        link = ada.connect()
        scene = link.watch(table["id"])
        self.assertEqual([seat["character"]["id"] for seat in scene["view"]["seats"]], ["mayor", "miner"])
        for names in (["mayor"], ["mayor", "mayor"], ["mayor", "king"], ["mayor", 3]):
            status, body = ada.post("/api/tables", {"game": "fliptown", "seats": [ME, {"kind": "bot", "level": 1}],
                                                    "options": {"characters": names}})
            self.assertEqual((status, body["error"]["code"]), (400, "bad_option"), names)

    def test_an_open_seat_is_for_anybody_and_the_game_starts_when_none_is_free(self):
        ada, bo, cy = self.people(3)
        ticket = ada.get("/api/deal")[1]["ticket"]
        table = ada.make([ME, OPEN, OPEN], public=True, ticket=ticket)["table"]
        self.assertEqual((table["status"], table["seed"], len(table["commitment"]), table["id"]), ("waiting", None, 64, ticket.split(".")[0]))
        links = [person.connect() for person in (ada, bo, cy)]
        for link in links:
            link.watch(table["id"])
        self.assert_done(links[1].ask("sit", table=table["id"], seat=1))
        self.refused(links[2].ask("sit", table=table["id"], seat=1), "seat_taken")
        self.refused(links[2].ask("sit", table=table["id"], seat=9), "bad_seat")
        self.assertEqual(links[0].wait_scene(table["id"], lambda s: s["table"]["seats"][1]["kind"] == "person")["view"], None)
        self.refused(links[0].ask("act", table=table["id"], seat=0, text="x"), "waiting")
        self.assert_done(links[2].ask("sit", table=table["id"], seat=2))
        scene = links[0].wait_scene(table["id"], lambda s: s["table"]["status"] == "running")
        self.assertEqual(scene["table"]["commitment"], table["commitment"])
        self.assertEqual(scene["mine"], [0])
        self.assertIsNotNone(scene["view"])

    def test_an_invitation_opens_its_seat_and_nothing_else_does(self):
        ada, bo, cy = self.people(3)
        made = ada.make([ME, LINK])
        table, path = made["table"]["id"], made["links"][0]["path"]
        self.assertEqual(made["links"][0]["seat"], 1)
        self.assertNotIn("key", json.dumps(ada.get(f"/api/tables/{table}")[1]))
        invitation = path.split("/")[-1]
        status, invited = bo.get(f"/api/join/{invitation}")
        self.assertEqual((status, invited["seat"], invited["table"]["id"]), (200, 1, table))
        wrong = invitation[:-2] + ("AA" if invitation[-2:] != "AA" else "BB")
        for bad in (wrong, invitation[:-1], invitation + "x", "x", table):
            self.assertEqual(cy.get(f"/api/join/{bad}")[0], 404, bad)
        link = cy.connect()
        self.refused(link.ask("sit", table=table, seat=1), "not_invited")
        self.refused(link.ask("sit", table=table, seat=1, key="A" * 22), "not_invited")
        self.assert_done(bo.connect().ask("sit", table=table, seat=1, key=invited["key"]))
        self.assertEqual(ada.get(f"/api/tables/{table}")[1]["table"]["status"], "running")
        self.assertEqual(bo.get(f"/api/join/{invitation}")[0], 200)  # a second tap finds the table again

    def test_an_invitation_counts_again_when_the_guest_gets_up(self):
        ada, bo, cy = self.people(3)
        made = ada.make([ME, LINK, OPEN])
        table, key = made["table"]["id"], bo.get("/api" + made["links"][0]["path"])[1]["key"]
        bo_link, cy_link = bo.connect(), cy.connect()
        self.assert_done(bo_link.ask("sit", table=table, seat=1, key=key))
        self.assert_done(bo_link.ask("leave", table=table))
        self.refused(cy_link.ask("sit", table=table, seat=1), "not_invited")
        self.assert_done(cy_link.ask("sit", table=table, seat=1, key=key))

    def test_private_tables_are_not_in_the_lobby_and_public_ones_are(self):
        ada, bo = self.people(2)
        hidden = ada.make([ME, OPEN])["table"]["id"]
        shown = ada.make([ME, OPEN], public=True)["table"]["id"]
        listed = [table["id"] for table in bo.get("/api/tables")[1]["tables"]]
        self.assertIn(shown, listed)
        self.assertNotIn(hidden, listed)
        self.assertEqual({table["id"] for table in ada.get("/api/mine")[1]["tables"]}, {hidden, shown})
        self.assertEqual(bo.get("/api/mine")[1]["tables"], [])

    def test_the_lobby_is_pushed_when_something_changes(self):
        ada, bo = self.people(2)
        link = bo.connect()
        self.assert_done(link.ask("lobby", on=True))
        while not link.pushes:
            link.receive()
        table = ada.make([ME, OPEN], public=True)["table"]["id"]

        def shows(wanted):
            while not wanted(next(push for push in reversed(link.pushes) if push["push"] == "lobby")["tables"]):
                link.receive()

        shows(lambda tables: any(t["id"] == table and t["seats"][1]["kind"] == "open" for t in tables))
        self.assert_done(link.ask("sit", table=table, seat=1))
        shows(lambda tables: any(t["id"] == table and t["seats"][1].get("you") for t in tables))
        self.assert_done(link.ask("lobby", on=False))
        ada.make([ME, OPEN], public=True)
        link.hear_all()
        self.assertFalse(link.waiting(0.4), "pushed after it was switched off")

    def test_an_empty_waiting_table_is_given_up(self):
        ada = self.person()
        table = ada.make([ME, OPEN], public=True)["table"]["id"]
        self.assert_done(ada.connect().ask("leave", table=table))
        self.assertEqual(ada.get(f"/api/tables/{table}")[1]["table"]["status"], "ended")
        self.assertNotIn(table, [t["id"] for t in ada.get("/api/tables")[1]["tables"]])
        self.assertEqual(ada.get(f"/api/tables/{table}/record")[0], 404)

    def test_a_table_that_does_not_exist_is_not_found(self):
        ada = self.person()
        for bad in ("x", "A" * 22, "A" * 21 + "'", "A" * 23):
            self.assertEqual(ada.get(f"/api/tables/{bad}")[0], 404)
            self.assertEqual(ada.get(f"/api/printed/{bad}")[0], 404)
        link = ada.connect()
        for what in ("watch", "sit", "leave", "return", "put_bot", "remove_bot", "start", "act", "undo", "hint", "judge", "chat", "mute",
                     "offer", "answer", "end", "rematch", "replace", "back", "sheet", "read", "link", "remove", "hand_over", "change", "ready"):
            with self.subTest(what=what):
                self.refused(link.ask(what, table="A" * 22, seat=0, text="pass", person="A" * 22), "no_table")


class Play(Case):
    def play(self, links, table, **options):
        moves = play_to_end(links, table, **options)
        final = links[0].scenes[table]["table"]
        self.assertEqual(final["status"], "over")
        self.assertEqual(len(final["result"]["scores"]), len(final["seats"]))
        self.assertTrue(final["result"]["reason"].startswith(final["result"]["verdict"] + ". "))
        self.assertRegex(final["seed"], r"^[0-9a-f]{64}$")
        return moves, final

    def record(self, person, table):
        status, record = person.get(f"/api/tables/{table}/record")
        self.assertEqual(status, 200)
        return record

    def check_record(self, person, table, moves):
        """The record holds exactly the moves the clients made, and the deal follows from the seed."""
        record = self.record(person, table)
        for seat in range(len(record["seats"])):
            kept = [step["move"] for step in record["steps"] if step.get("seat") == seat]
            self.assertEqual(kept, [text for by, text in moves if by == seat])
        path = os.path.join(self.folder.name, "record.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(record, file)
        self.assertEqual(os.system(f"{os.environ['FLIPSIDE_PROGRAM']} verify {path} >/dev/null"), 0)

    def test_one_client_plays_alone(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        moves, final = self.play([link], table)
        self.check_record(ada, table, moves)
        self.assertEqual([entry["text"] for entry in link.logs[table]],
                         [step.get("move") or step["event"] for step in self.record(ada, table)["steps"]])
        self.assertEqual(final["result"]["winners"], [0])

    def test_the_physics_makes_a_flick_and_a_bot_flicks_back(self):
        ada = self.person()
        table = ada.make([ME, bot(1)], game="flickemup")["table"]["id"]
        link = ada.connect()
        link.watch(table)
        for text in ("play L1", "shoot left 3 3000", "end"):
            self.assert_done(link.ask("act", table=table, seat=0, text=text))
        link.wait_scene(table, lambda scene: len(link.logs[table]) > 5 and scene["table"]["to_act"] == [0])
        log = [(entry["seat"], entry["text"]) for entry in link.logs[table]]
        self.assertEqual(log[:4], [(0, "play L1"), (0, "shoot left 3 3000"), ("dealer", "outcome"), (0, "end")])
        self.assertEqual(log[4][0], 1)
        self.assertIn(("dealer", "outcome"), log[5:])

    def play_together(self, count, **wish):
        people = self.people(count)
        table = people[0].make([ME] + [OPEN] * (count - 1), **wish)["table"]["id"]
        links = [person.connect() for person in people]
        for seat, link in enumerate(links):
            if seat:
                self.assert_done(link.ask("sit", table=table, seat=seat))
            link.watch(table)
        for link in links:
            link.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        spectator = self.person().connect()
        self.assertEqual(spectator.watch(table)["seat"], "public")
        moves, _ = self.play(links, table, choose=lambda actions: actions[-1])
        spectator.wait_scene(table, lambda scene: scene["table"]["status"] == "over")
        self.check_record(people[0], table, moves)
        whole = [entry["text"] for entry in links[0].logs[table]]
        for link in [*links, spectator]:
            self.assertEqual([entry["text"] for entry in link.logs[table]], whole)
        return table, links

    def test_two_clients_play_to_the_end(self):
        self.play_together(2)

    def test_four_clients_play_to_the_end(self):
        self.play_together(4)

    def test_six_clients_play_to_the_end(self):
        self.play_together(6)

    def test_two_clients_play_against_each_other_with_the_option_pvp(self):
        table, links = self.play_together(2, options={"pvp": True})
        self.assertTrue(links[0].scenes[table]["table"]["options"]["pvp"])

    def test_two_clients_play_at_an_open_table_and_see_each_others_steps(self):
        self.play_together(2, open=True)

    def test_a_turn_is_told_also_where_no_card_was_dealt_yet(self):
        ada = self.person()
        link = ada.connect()
        self.assert_done(link.ask("turns", on=True))
        table = ada.make([ME, bot()], game="flickemup")["table"]["id"]
        scene = link.watch(table)
        self.assertEqual((scene["log"], scene["table"]["to_act"]), ([], [0]))
        self.assert_done(link.ask("ping"))
        self.assertEqual(ada.get("/healthz")[0], 200)

    def test_one_device_goes_round_between_own_seats(self):
        ada = self.person()
        table = ada.make([ME, ME, bot()])["table"]["id"]
        link = ada.connect()
        self.assertEqual(link.watch(table)["mine"], [0, 1])
        self.assertEqual(link.watch(table, seat=1)["seat"], 1)
        link.watch(table)
        moves, final = self.play([link], table)
        self.assertEqual({seat for seat, _ in moves}, {0, 1})
        name = final["seats"][2].pop("name")
        self.assertIn(name, bot_names(ada))
        self.assertEqual(final["seats"][2], {"kind": "bot", "level": 1})

    def test_bots_of_every_kind_fill_the_table(self):
        ada = self.person()
        table = ada.make([ME, bot(1), bot(2), bot(2)])["table"]
        names = {seat["name"] for seat in table["seats"][1:]}
        self.assertEqual(len(names), 3)
        self.assertLessEqual(names, set(bot_names(ada)))
        self.assertEqual([seat["level"] for seat in table["seats"][1:]], [1, 2, 2])
        link = ada.connect()
        link.watch(table["id"])
        self.play([link], table["id"])

    def test_every_option_that_is_offered_has_words_and_a_value_that_the_game_takes(self):
        for game in self.person().get("/api/games")[1]["games"]:
            with self.subTest(game=game["id"]):
                words = game["setup"]["options"]
                self.assertEqual(set(words), {option["name"] for option in game["options"]})
                for option in game["options"]:
                    self.assertTrue(words[option["name"]]["title"])
                    known = {*option["choices"].split(), option["default"]}
                    if option["kind"] in ("choice", "list"):
                        self.assertLessEqual(set(words[option["name"]]["choices"]), known)
                self.assertGreaterEqual(len(set(game["setup"]["bots"])), game["seats"][1])
                self.assertTrue(all(len(name) <= 18 for name in game["setup"]["bots"]))

    def test_an_edition_of_ones_own_is_played_kept_and_counts_for_nothing(self):
        ada, bo = self.person("Ada"), self.person("Bo")
        link = ada.connect()
        plain = ada.make([ME])["table"]["id"]
        link.watch(plain)
        play_to_end([link], plain)
        edition = ada.get(f"/api/tables/{plain}/record")[1]["edition"]["data"]
        edition.update(name="Short", rounds=3)
        for wrong, place in (({**edition, "rounds": "x"}, "rounds"), ([], "object"), ({"game": "flipcity"}, "game")):
            status, body = ada.post("/api/tables", {"game": "royalflip", "seats": [ME], "edition": wrong})
            self.assertEqual((status, body["error"]["code"]), (400, "bad_edition"))
            self.assertIn("Your file", body["error"]["message"])
            self.assertIn(place, body["error"]["message"])
        made = ada.make([ME, LINK], edition=edition)
        table = made["table"]["id"]
        self.assertFalse(made["table"]["rated"])
        self.server.stop()
        self.server.start()  # a table that waits has its edition from the store
        links = [ada.connect(), bo.connect()]
        self.assert_done(links[1].ask("sit", table=table, seat=1, key=made["links"][0]["path"].rsplit(".", 1)[1]))
        for one in links:
            one.watch(table)
        play_to_end(links, table)
        self.assertEqual(links[0].scenes[table]["table"]["status"], "over")
        record = ada.get(f"/api/tables/{table}/record")[1]
        self.assertEqual(record["edition"]["data"]["rounds"], 3)
        games = ada.get(f"/api/people/{ada.get('/api/me')[1]['person']['id']}/games")[1]["games"]
        self.assertEqual([game["table"] for game in games], [plain])

    def test_every_game_can_be_played_at_a_table(self):
        for game, least in [(game["id"], game["seats"][0]) for game in self.person().get("/api/games")[1]["games"]]:
            with self.subTest(game=game):
                ada = self.person()
                seats = [ME, bot()] if game == "flipcity" or least > 1 else [ME]
                table = ada.make(seats, game=game)["table"]["id"]
                link = ada.connect()
                link.watch(table)
                play_to_end([link], table, limit=40)
                self.assertEqual(ada.get(f"/api/tables/{table}/record")[1]["game"], game)

    def test_a_step_can_be_taken_back(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        first = link.watch(table)
        self.assertFalse(first["can_undo"])
        self.refused(link.ask("undo", table=table, seat=0), "cannot_undo")
        act(link, table)
        self.assertTrue(link.scenes[table]["can_undo"])
        self.assert_done(link.ask("undo", table=table, seat=0))
        scene = link.wait_scene(table, lambda s: s["table"]["steps"] == first["table"]["steps"])
        self.assertEqual(scene["actions"], first["actions"])
        self.assertEqual(len(link.logs[table]), first["table"]["steps"])
        moves, _ = self.play([link], table)
        self.check_record(ada, table, moves)

    def test_a_hint_names_legal_moves_best_first_and_one_at_a_time(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        legal = {action["text"] for action in link.watch(table)["actions"]}
        number = link.send("hint", table=table, seat=0)
        self.refused(link.ask("hint", table=table, seat=0), "limit")
        choices = self.assert_done(link.wait_answer(number))["choices"]
        self.assertTrue(1 <= len(choices) <= 5)
        for choice in choices:
            self.assertIn(choice["text"], legal)
            self.assertEqual(set(choice) - {"then"}, {"text", "tell", "value", "visits"})
        then = choices[0]["then"]
        self.assertEqual(set(then), {"text", "tell"})
        self.assertFalse(any("then" in choice for choice in choices[1:]))
        self.assert_done(link.ask("act", table=table, seat=0, text=choices[0]["text"]))
        after = link.wait_scene(table, lambda s: s["table"]["steps"] > 0 and s["actions"] and s["actions"][0]["text"] not in legal)
        self.assertIn(then["text"], {action["text"] for action in after["actions"]}, "the step after the best move")
        asked = {link.send("judge", table=table, seat=0), link.send("hint", table=table, seat=0)}
        while asked:  # a verdict that is still thought about holds up nobody
            message = link.receive()
            if message.get("re") in asked:
                asked.remove(self.assert_done(message)["re"])
        self.refused(self.person().connect().ask("hint", table=table, seat=0), "not_your_seat")

    def test_the_game_ends_early_when_all_persons_agree(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN, bot()])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table), two.watch(table)
        self.assert_done(one.ask("end", table=table, agree=True))
        self.assertEqual(two.wait_scene(table, lambda s: s["offer"])["offer"], {"by": 0, "agreed": [0]})
        self.assert_done(two.ask("end", table=table, agree=False))
        one.wait_scene(table, lambda s: s["offer"] is None and s["table"]["status"] == "running")
        self.assert_done(one.ask("end", table=table, agree=True))
        self.assert_done(two.ask("end", table=table, agree=True))
        scene = one.wait_scene(table, lambda s: s["table"]["status"] == "ended")
        self.assertRegex(scene["table"]["seed"], r"^[0-9a-f]{64}$")
        self.assertIsNone(scene["table"]["result"])
        self.refused(one.ask("act", table=table, seat=0, text="x"), "over")
        self.refused(self.person().connect().ask("end", table=table), "over")

    def test_a_rematch_is_the_same_for_all_who_ask(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN, bot(2)], options={"pvp": True})["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        self.refused(one.ask("rematch", table=table), "running")
        one.ask("end", table=table), two.ask("end", table=table)
        self.refused(self.person().connect().ask("rematch", table=table), "not_your_seat")
        self.assertNotIn("table", self.assert_done(one.ask("rematch", table=table)))
        again = self.assert_done(two.ask("rematch", table=table))["table"]
        self.assertEqual(one.ask("rematch", table=table)["table"], again)
        self.assertNotEqual(again, table)
        scene = two.watch(again)
        self.assertEqual((scene["table"]["status"], scene["mine"]), ("running", [1]))
        self.assertEqual(scene["table"]["options"], {"pvp": True, "tie_break": True, "pvp_combination": "attributes"})
        old, new = (ada.get(f"/api/tables/{t}")[1]["table"] for t in (table, again))
        self.assertEqual([seat["name"] for seat in new["seats"]], [seat["name"] for seat in old["seats"]])
        self.assertNotEqual(new["commitment"], old["commitment"])
        self.assertEqual(old["rematch"], again)

    def test_a_bot_takes_over_from_who_leaves_a_running_game(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table)
        self.assert_done(two.ask("leave", table=table))
        self.refused(two.ask("leave", table=table), "not_your_seat")
        seat = one.wait_scene(table, lambda s: s["table"]["seats"][1]["kind"] == "bot")["table"]["seats"][1]
        self.assertRegex(seat["name"], r"^Bot for Guest \d+$")
        self.refused(two.ask("act", table=table, seat=1, text="x"), "not_your_seat")
        self.play([one], table)

    def test_an_offer_to_end_does_not_outlast_the_game(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table), two.watch(table)
        self.assert_done(one.ask("end", table=table, agree=True))
        self.assertEqual(two.wait_scene(table, lambda s: s["offer"])["offer"], {"by": 0, "agreed": [0]})
        play_to_end([one, two], table, lambda actions: actions[-1])
        for link in (one, two):
            self.assertEqual((link.scenes[table]["table"]["status"], link.scenes[table]["offer"]), ("over", None))
        self.assertIsNone(self.person().connect().watch(table)["offer"])

    def test_a_vanished_player_is_replaced_by_vote_and_not_before_the_time(self):
        ada, bo, cy = self.people(3)
        table = ada.make([ME, OPEN, OPEN], replace_after=2)["table"]["id"]
        one, two, three = (person.connect() for person in (ada, bo, cy))
        for seat, link in ((1, two), (2, three)):
            self.assert_done(link.ask("sit", table=table, seat=seat))
        one.watch(table), two.watch(table)
        self.refused(one.ask("replace", table=table, seat=2), "too_early")
        self.refused(one.ask("replace", table=table, seat=0), "bad_seat")
        three.close()
        away = one.wait_scene(table, lambda s: not s["table"]["seats"][2]["online"])["table"]["seats"][2]["absent_since"]
        self.refused(one.ask("replace", table=table, seat=2), "too_early")

        def voted():
            answer = one.ask("replace", table=table, seat=2)
            return answer["ok"] or self.refused(answer, "too_early")
        client.eventually("the vote counts", voted)
        self.assertGreaterEqual(1000 * time.time() + 1, away + 2000)  # whole milliseconds
        self.refused(self.person().connect().ask("replace", table=table, seat=2), "not_your_seat")
        self.assertEqual(two.wait_scene(table, lambda s: "votes" in s["table"]["seats"][2])["table"]["seats"][2]["votes"], [0])
        self.assert_done(two.ask("replace", table=table, seat=2))
        one.wait_scene(table, lambda s: s["table"]["seats"][2]["kind"] == "bot")
        self.refused(cy.connect().ask("act", table=table, seat=2, text="x"), "not_your_seat")

    def test_who_comes_back_is_there_again(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table)
        two.close()
        one.wait_scene(table, lambda s: not s["table"]["seats"][1]["online"])
        back = bo.connect()
        seat = one.wait_scene(table, lambda s: s["table"]["seats"][1]["online"])["table"]["seats"][1]
        self.assertNotIn("absent_since", seat)
        back.close()

    def test_a_scene_that_tells_nothing_new_is_not_sent(self):
        ada, bo = self.people(2)
        table = ada.make([ME, OPEN])["table"]["id"]
        one, two = ada.connect(), bo.connect()
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table), two.watch(table)
        one.hear_all()
        heard = len(one.pushes)
        act(two, table)
        one.hear_all()
        self.assertEqual(one.pushes[heard:], [])

    def test_no_pushes_come_after_unwatch(self):
        ada = self.person()
        table = ada.make([ME])["table"]["id"]
        looking, playing = ada.connect(), ada.connect()
        looking.watch(table), playing.watch(table)
        self.assert_done(looking.ask("unwatch", table=table))
        act(playing, table)
        heard = len(looking.pushes)
        looking.hear_all()
        self.assertEqual(len(looking.pushes), heard)

    def test_health_and_metrics(self):
        ada = self.person()
        self.assertEqual(ada.get("/healthz"), (200, {"ok": True}))
        status, text = ada.get("/metrics")
        self.assertEqual(status, 200)
        for line in text.splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) flipside_\w+ .+|flipside_\w+(\{le="[^"]+"\})? [\d.]+)$')
        self.assertGreater(int(re.search(r"^flipside_commits_total (\d+)$", text, re.M)[1]), 0)


class Chat(Case):
    def setUp(self):
        self.ada, self.bo, self.cy = self.people(3)
        self.table = self.ada.make([ME, OPEN])["table"]["id"]
        self.one, self.two, self.three = (person.connect() for person in (self.ada, self.bo, self.cy))
        self.assert_done(self.two.ask("sit", table=self.table, seat=1))
        for link in (self.one, self.two, self.three):
            link.watch(self.table)

    def tearDown(self):
        for link in (self.one, self.two, self.three):
            link.close()

    def lines(self, link):
        link.hear_all()
        return [line["text"] for line in link.chats[self.table]]

    def test_everybody_at_the_table_hears_a_line_once(self):
        self.assert_done(self.one.ask("chat", table=self.table, text="  hello, ☃!"))
        self.assert_done(self.three.ask("chat", table=self.table, text="from outside"))
        for link in (self.one, self.two, self.three):
            self.assertEqual(self.lines(link), ["hello, ☃!", "from outside"])
            self.assertEqual([line["seat"] for line in link.chats[self.table]], [0, None])
        later = self.person().connect()
        later.watch(self.table)
        self.assertEqual(self.lines(later), ["hello, ☃!", "from outside"])

    def test_what_is_too_long_or_empty_is_refused(self):
        self.refused(self.one.ask("chat", table=self.table, text="   "), "empty")
        self.refused(self.one.ask("chat", table=self.table), "empty")
        self.refused(self.one.ask("chat", table=self.table, text="x" * 501), "limit")
        self.refused(self.one.ask("chat", table=self.table, text="a\u0007b"), "bad_message")
        self.assert_done(self.two.ask("chat", table=self.table, text="☃" * 500))

    def test_at_most_five_lines_in_ten_seconds_also_over_two_connections(self):
        other = self.ada.connect()
        for i in range(5):
            self.assert_done((self.one, other)[i % 2].ask("chat", table=self.table, text=f"line {i}"))
        self.refused(self.one.ask("chat", table=self.table, text="one more"), "limit")
        self.refused(other.ask("chat", table=self.table, text="one more"), "limit")
        self.assertEqual(len(self.lines(self.two)), 5)

    def test_a_muted_seat_is_not_heard_also_after_coming_back(self):
        self.assert_done(self.one.ask("chat", table=self.table, text="before"))
        self.assert_done(self.two.ask("mute", table=self.table, seat=0, on=True))
        self.assert_done(self.one.ask("chat", table=self.table, text="unheard"))
        self.assertEqual(self.lines(self.two), ["before"])
        self.assertEqual(self.two.scenes[self.table]["muted"], [0])
        self.assertEqual(self.lines(self.three), ["before", "unheard"])
        back = self.bo.connect()
        back.watch(self.table)
        self.assertEqual(self.lines(back), [])
        self.assert_done(back.ask("mute", table=self.table, seat=0, on=False))
        self.assert_done(self.one.ask("chat", table=self.table, text="heard again"))
        self.assertEqual(self.lines(back), ["heard again"])

    def test_a_spectator_is_muted_by_a_line(self):
        self.assert_done(self.three.ask("chat", table=self.table, text="noise"))
        self.lines(self.one)
        self.assert_done(self.one.ask("mute", table=self.table, line=0))
        self.assert_done(self.three.ask("chat", table=self.table, text="more noise"))
        self.assertEqual(self.lines(self.one), ["noise"])
        for wrong in ({"seat": 7}, {"seat": 0}, {"line": 99}, {}):
            self.refused(self.one.ask("mute", table=self.table, **wrong), "bad_seat")


class Learning(Case):
    """A word each; test_server_replay.py and test_server_lessons.py say more."""

    def test_replays_records_forks_and_lessons_are_there(self):
        ada = self.person("Ada")
        table = ada.make([ME])["table"]["id"]
        link = ada.connect()
        link.watch(table)
        act(link, table)
        self.assertTrue(self.assert_done(link.ask("judge", table=table, seat=0))["verdict"]["sentence"])
        self.assertEqual(ada.get(f"/api/replays/{table}")[1]["error"]["code"], "running")
        self.assertTrue(ada.get(f"/api/tables/{table}/since/0/0")[1]["moments"])
        self.assertIn(ada.get("/api/pictures/royalflip")[0], (200, 404))
        self.assert_done(link.ask("end", table=table, agree=True))
        self.assertEqual(len(ada.get(f"/api/replays/{table}")[1]["log"]), 4)
        self.assertEqual(ada.get(f"/api/replays/{table}/0/0")[1]["from"], 0)
        self.assertEqual(ada.get(f"/api/replays/{table}/all/1")[1]["from"], 1)
        for nowhere in ("0", "0/", "9/0", "x/0", "00/0", "0/x", "0/-1", "0/0000001", "all", "all/"):
            status, body = ada.get(f"/api/replays/{table}/{nowhere}")
            self.assertEqual((status, body["error"]["code"]), (404, "not_found"), nowhere)
        self.assertEqual(ada.post("/api/forks", {"table": table, "position": 0})[0], 200)
        self.assertEqual(ada.post("/api/records", {})[1]["error"]["code"], "bad_record")
        self.assertTrue(ada.get("/api/lessons")[1]["tutorials"])
        self.assertEqual(ada.post("/api/lessons", {"game": "flipcity", "lesson": 0})[0], 200)


class ZInterface(client.Interface):
    """docs/api.md against the server. Comes last: it looks at what the other tests have asked for."""

    documents = ("Who is asking", "Games and tables", "The socket")
    # test_server_clocks.py, test_server_join.py, test_server_life.py, test_server_scenes.py, test_server_hosting.py
    elsewhere = {"actions", "older", "back", "seek", "friends", "turns", "sheet", "read", "offer", "answer", "return", "put_bot", "remove_bot", "start",
                 "link", "remove", "hand_over", "change", "ready", "say"}


if __name__ == "__main__":
    client.main()
