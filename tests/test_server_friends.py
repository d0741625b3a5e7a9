"""Friends, challenges, blocks, reports and who may see what, over real sockets."""

import client
from client import Case, Interface, Person
from test_server_lobby import wait_push

GAME = "royalflip"


def who(person):
    return person.get("/api/me")[1]["person"]


def name(person):
    return who(person)["name"]


class Friends(Case):
    def refusal(self, answer, code):
        self.assertGreaterEqual(answer[0], 400, answer)
        self.assertEqual(answer[1]["error"]["code"], code, answer)

    def befriended(self):
        ada, bo = self.people(2)
        links = [ada.connect(), bo.connect()]
        self.assertEqual(ada.post("/api/friends", {"name": name(bo)})[0], 200)
        self.assertEqual(bo.post("/api/friends", {"name": name(ada)})[0], 200)
        return ada, bo, links

    def states(self, person):
        return {friend["name"]: friend["state"] for friend in person.get("/api/friends")[1]["friends"]}

    def test_a_friend_is_asked_and_accepts_and_both_are_told(self):
        ada, bo = self.people(2)
        links = [ada.connect(), bo.connect()]
        links[1].ask("friends", on=True)
        self.assertEqual(ada.post("/api/friends", {"name": name(bo)})[1]["friends"][0]["state"], "asked")
        asks = wait_push(links[1], "friends", lambda push: push["friends"])
        self.assertEqual((asks["friends"][0]["name"], asks["friends"][0]["state"]), (name(ada), "asks"))
        ada.post("/api/friends", {"name": name(bo)})  # asking twice changes nothing
        self.assertEqual(self.states(bo), {name(ada): "asks"})
        bo.post("/api/friends", {"person": who(ada)["id"]})
        self.assertEqual((self.states(ada), self.states(bo)), ({name(bo): "friend"}, {name(ada): "friend"}))
        self.assertEqual(ada.get(f"/api/people/{who(bo)['id']}")[1]["friend"], "friend")

    def test_friends_see_who_is_here_and_which_public_game_they_play(self):
        ada, bo, links = self.befriended()
        links[0].ask("friends", on=True)
        self.assertTrue(wait_push(links[0], "friends")["friends"][0]["online"])
        table = bo.make([{"kind": "me"}, {"kind": "bot", "level": 1}], public=True)["table"]["id"]
        wait_push(links[0], "friends", lambda push: push["friends"][0]["playing"] == {"table": table, "game": GAME})
        links[1].close()
        wait_push(links[0], "friends", lambda push: not push["friends"][0]["online"])

    def test_a_friendship_ends_from_either_side_and_a_request_can_be_declined(self):
        ada, bo, _ = self.befriended()
        self.assertEqual(bo.post("/api/friends/end", {"name": name(ada)})[1]["friends"], [])
        self.assertEqual(self.states(ada), {})
        self.refusal(ada.post("/api/friends/end", {"name": name(bo)}), "not_found")
        ada.post("/api/friends", {"name": name(bo)})
        bo.post("/api/friends/end", {"name": name(ada)})
        self.assertEqual(self.states(ada), {})

    def test_nobody_unknown_oneself_blocked_or_unwilling_can_be_asked(self):
        ada, bo = self.people(2)
        link = bo.connect()
        self.refusal(ada.post("/api/friends", {"name": "Nobody At All"}), "not_found")
        self.refusal(ada.post("/api/friends", {}), "not_found")
        mine = ada.connect()
        self.refusal(ada.post("/api/friends", {"name": name(ada)}), "bad_message")
        self.refusal(client.Person(self.server).post("/api/friends", {"name": name(bo)}), "stranger")
        bo.post("/api/visibility", {"requests": "nobody"})
        self.refusal(ada.post("/api/friends", {"name": name(bo)}), "unwanted")
        bo.post("/api/visibility", {"requests": "everyone"})
        bo.post("/api/blocks", {"name": name(ada)})
        self.refusal(ada.post("/api/friends", {"name": name(bo)}), "blocked")
        self.refusal(bo.post("/api/friends", {"name": name(ada)}), "blocked")
        del link, mine

    def test_blocking_ends_friendship_and_challenges(self):
        for blocker in (0, 1):  # whoever challenged, and whoever was challenged
            with self.subTest(blocker=blocker):
                ada, bo, _links = self.befriended()
                table = ada.post("/api/challenges", {"name": name(bo), "game": GAME})[1]["table"]["id"]
                one, other = (ada, bo)[blocker], (bo, ada)[blocker]
                self.assertEqual(one.post("/api/blocks", {"name": name(other)})[1], {"blocked": True})
                self.assertEqual(ada.get("/api/friends")[1], {"friends": [], "challenges": []})
                self.assertEqual(ada.get(f"/api/tables/{table}")[1]["table"]["status"], "ended")

    def test_a_report_by_name_is_kept_for_the_administrator(self):
        ada, bo = self.people(2)
        _link = bo.connect()
        self.assertEqual(ada.post("/api/reports", {"name": name(bo), "why": "He shouted."})[1], {"reported": True})
        self.refusal(ada.post("/api/reports", {"name": name(bo), "why": ""}), "bad_message")
        self.refusal(ada.post("/api/reports", {"name": name(bo), "table": "x", "why": "y"}), "no_table")
        self.assertEqual(ada.post("/api/reports", {"name": name(bo), "why": "ä" * 500})[0], 200)
        self.refusal(ada.post("/api/reports", {"name": name(bo), "why": "ä" * 501}), "bad_message")

    def test_who_is_not_on_the_list_cannot_be_taken_off_it(self):
        ada, bo = self.people(2)
        self.refusal(ada.post("/api/friends/end", {"name": name(bo)}), "not_found")

    def test_presence_is_seen_by_those_who_may_see_it(self):
        ada, bo, _links = self.befriended()
        stranger = self.person()
        path = f"/api/people/{who(bo)['id']}"

        def seen():
            here = [person["name"] for person in stranger.get("/api/lobby")[1]["people"]]
            return (stranger.get(path)[1]["person"]["online"], name(bo) in here, ada.get(path)[1]["person"]["online"],
                    ada.get("/api/friends")[1]["friends"][0]["online"])

        self.assertEqual(seen(), (True, True, True, True))
        self.assertEqual(bo.post("/api/visibility", {"presence": "friends"})[1],
                         {"presence": "friends", "challenges": "everyone", "requests": "everyone"})
        self.assertEqual(seen(), (False, False, True, True))
        bo.post("/api/visibility", {"presence": "nobody"})
        self.assertEqual(seen(), (False, False, False, False))
        self.assertEqual(bo.get("/api/visibility")[1]["presence"], "nobody")
        self.refusal(bo.post("/api/visibility", {"presence": "cats"}), "bad_option")
        # requests come from those who are no friends yet
        self.assertEqual(bo.post("/api/visibility", {"requests": "friends"})[1]["requests"], "nobody")
        self.assertEqual(bo.get("/api/visibility")[1]["requests"], "nobody")
        self.refusal(stranger.post("/api/friends", {"name": name(bo)}), "unwanted")

    def test_who_shows_to_nobody_is_not_seen_at_public_tables_and_among_those_who_look_on(self):
        ada, bo, cy, shy = self.people(4)
        links = ada.connect(), bo.connect(), cy.connect(), shy.connect()
        for person in (bo, shy):
            person.post("/api/visibility", {"presence": "nobody"})
        table = ada.make([{"kind": "me"}, {"kind": "open"}], public=True)["table"]["id"]
        links[1].watch(table)
        self.assertTrue(links[1].ask("sit", table=table, seat=1)["ok"])
        for link in links:
            link.watch(table)

        def seats(table):
            return [seat["online"] for seat in table["seats"]]

        def as_seen(person):
            listed = next(one for one in person.get("/api/lobby")[1]["tables"] if one["id"] == table)
            return seats(person.get(f"/api/tables/{table}")[1]["table"]), seats(listed)

        def scene(link, known):
            newest = link.wait_scene(table, known)
            return seats(newest["table"]), [one["name"] for one in newest["spectators"]], newest["table"]["spectators"]

        both = lambda newest: newest["table"]["spectators"] == 2  # noqa: E731
        self.assertEqual(scene(links[0], both), ([True, True], [name(cy)], 2), "who sits there sees who sits there")
        self.assertEqual(scene(links[2], both), ([True, False], [name(cy)], 2))
        self.assertEqual(as_seen(cy), ([True, False], [True, False]))
        self.assertEqual(as_seen(Person(self.server)), ([True, False], [True, False]))
        self.assertEqual(as_seen(ada), ([True, True], [True, True]))
        links[1].close()
        away = ada.connect().watch(table)
        self.assertNotIn("absent_since", cy.get(f"/api/tables/{table}")[1]["table"]["seats"][1])
        self.assertEqual(away["table"]["seats"][1]["online"], False)
        links = *links, bo.connect()
        for person in (bo, shy):
            person.post("/api/visibility", {"presence": "everyone"})
        known = lambda newest: len(newest["spectators"]) == 2 and newest["table"]["seats"][1]["online"]  # noqa: E731
        self.assertEqual(scene(links[2], known)[0], [True, True])
        bo.post("/api/visibility", {"presence": "friends"})
        self.assertEqual(as_seen(cy), ([True, False], [True, False]))
        links[4].watch(table)
        for link in (links[0], links[4]):
            self.assertTrue(link.ask("end", table=table, agree=True)["ok"])
        replay = f"/api/replays/{table}"
        self.assertEqual([seats(person.get(replay)[1]["table"]) for person in (cy, ada)], [[True, False], [True, True]])

    def test_games_against_each_other_are_counted_by_game(self):
        ada, bo, links = self.befriended()
        table = ada.post("/api/challenges", {"name": name(bo), "game": "flipcity"})[1]["table"]["id"]
        challenge = bo.get("/api/friends")[1]["challenges"][0]["id"]
        bo.post("/api/challenges/answer", {"id": challenge, "accept": True})
        for link in links:
            link.watch(table)
        # one of the two leaves, and has lost; the bot that took over plays to the end with the other
        links[1].ask("leave", table=table)
        client.play_to_end([links[0]], table)
        against = ada.get(f"/api/people/{who(bo)['id']}/against")[1]["games"]
        self.assertEqual([(row["game"], row["played"], row["won"], row["lost"]) for row in against],
                         [("flipcity", 1, 1, 0)])
        self.assertEqual(bo.get(f"/api/people/{who(ada)['id']}/against")[1]["games"][0]["lost"], 1)

    def test_everything_acknowledged_is_there_after_kill_9_leaves_with_the_export_and_goes_with_the_person(self):
        ada, bo, _links = self.befriended()
        ada.post("/api/visibility", {"challenges": "friends"})
        table = ada.post("/api/challenges", {"name": name(bo), "game": GAME})[1]["table"]["id"]
        self.server.kill()
        self.server.start()
        self.assertEqual(self.states(bo), {name(ada): "friend"})
        self.assertEqual(bo.get("/api/friends")[1]["challenges"][0]["table"], table)
        self.assertEqual(ada.get("/api/visibility")[1]["challenges"], "friends")
        export = ada.get("/api/export")[1]
        self.assertEqual(export["friends"][0]["name"], name(bo))
        self.assertEqual(export["person"]["visibility"]["challenges"], "friends")
        self.assertEqual(export["challenges"][0]["table"], table)
        ada.post("/api/delete", {"name": name(ada)})
        self.assertEqual(bo.get("/api/friends")[1], {"friends": [], "challenges": []})


class Challenges(Friends):
    def challenged(self, **terms):
        ada, bo = self.people(2)
        links = [ada.connect(), bo.connect()]
        status, answer = ada.post("/api/challenges", {"name": name(bo), "game": GAME, **terms})
        self.assertEqual(status, 200, answer)
        return ada, bo, links, answer["table"], bo.get("/api/friends")[1]["challenges"][0]

    def test_a_challenge_has_options_and_the_game_begins_when_it_is_accepted(self):
        ada, bo, links, table, challenge = self.challenged(
            options={"pvp": True}, clock={"kind": "bank", "seconds": 300, "extra": 5}, rated=False)
        self.assertEqual((table["status"], table["rated"], table["options"]["pvp"]), ("waiting", False, True))
        self.assertEqual((challenge["by"]["name"], challenge["to"]["name"], challenge["mine"]), (name(ada), name(bo), False))
        links[0].ask("friends", on=True)
        self.assertTrue(wait_push(links[0], "friends")["challenges"][0]["mine"])
        status, answer = bo.post("/api/challenges/answer", {"id": challenge["id"], "accept": True})
        self.assertEqual((status, answer["table"]["status"]), (200, "running"))
        wait_push(links[0], "friends", lambda push: push["challenges"] == [])
        self.refusal(bo.post("/api/challenges/answer", {"id": challenge["id"], "accept": True}), "not_found")

    def test_declining_or_withdrawing_ends_the_table(self):
        for index in (0, 1):
            *people, links, table, challenge = self.challenged()
            for link in links:
                link.ask("turns", on=True)
            self.assertEqual(people[index].post("/api/challenges/answer", {"id": challenge["id"], "accept": False})[0], 200)
            if index:
                self.assertEqual(wait_push(links[0], "news")["text"], f"{name(people[1])} declined your invitation.")
            for link in links:  # nobody is told what they did themselves
                link.ask("turns", on=True)
            self.assertEqual([len([push for push in link.pushes if push["push"] == "news"]) for link in links], [0, 0])
            self.assertEqual(people[0].get(f"/api/tables/{table['id']}")[1]["table"]["status"], "ended")
            self.refusal(people[1].post("/api/challenges/answer", {"id": challenge["id"], "accept": True}), "not_found")

    def test_only_the_one_who_was_challenged_accepts_and_only_while_it_lasts(self):
        ada, bo, links, table, challenge = self.challenged()
        stranger = self.person()
        self.refusal(stranger.post("/api/challenges/answer", {"id": challenge["id"], "accept": True}), "not_found")
        self.refusal(ada.post("/api/challenges/answer", {"id": challenge["id"], "accept": True}), "not_your_seat")
        self.refusal(bo.post("/api/challenges/answer", {"id": challenge["id"]}), "bad_message")
        links[0].ask("leave", table=table["id"])
        self.refusal(bo.post("/api/challenges/answer", {"id": challenge["id"], "accept": True}), "not_found")
        self.assertEqual(bo.get("/api/friends")[1]["challenges"], [])

    def test_twenty_challenges_may_be_open_at_a_time(self):
        ada = self.person()
        games = ["royalflip", "flipcity", "fliptown", "insertcoin"]
        others = self.people(6)
        links = [other.connect() for other in others]
        made = [ada.post("/api/challenges", {"name": name(other), "game": game})[1] for other in others[:5] for game in games]
        self.assertEqual(len({challenge["table"]["id"] for challenge in made}), 20)
        self.refusal(ada.post("/api/challenges", {"name": name(others[5]), "game": GAME}), "limit")
        challenge = others[0].get("/api/friends")[1]["challenges"][0]
        self.assertEqual(others[0].post("/api/challenges/answer", {"id": challenge["id"], "accept": False})[0], 200)
        self.assertEqual(ada.post("/api/challenges", {"name": name(others[5]), "game": GAME})[0], 200)
        del links

    def test_challenges_that_cannot_be_are_refused(self):
        ada, bo, _links, _table, _challenge = self.challenged()
        self.refusal(ada.post("/api/challenges", {"name": name(bo), "game": GAME}), "already")
        self.refusal(ada.post("/api/challenges", {"name": name(bo), "game": "chess"}), "no_game")
        self.refusal(ada.post("/api/challenges", {"name": name(bo), "game": "flipcity", "options": {"x": 1}}), "bad_option")
        self.refusal(ada.post("/api/challenges", {"name": "Nobody At All", "game": GAME}), "not_found")
        bo.post("/api/visibility", {"challenges": "friends"})
        self.refusal(ada.post("/api/challenges", {"name": name(bo), "game": "flipcity"}), "unwanted")
        bo.post("/api/blocks", {"name": name(ada)})
        self.refusal(ada.post("/api/challenges", {"name": name(bo), "game": "flipcity"}), "blocked")


class ZInterface(Interface):
    documents = ("Friends and challenges",)


# Challenges uses what Friends has; its tests are not run twice.
for inherited in [key for key in vars(Friends) if key.startswith("test_")]:
    setattr(Challenges, inherited, None)

if __name__ == "__main__":
    client.main()
