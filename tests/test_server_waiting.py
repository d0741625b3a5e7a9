"""People lose nobody: news on every page, the ready check, what happened meanwhile, and somebody who walked away; over real sockets."""

import client
from client import Case, act, play_to_end
from test_server_lobby import wait_push

ME, OPEN, LINK = {"kind": "me"}, {"kind": "open"}, {"kind": "link"}
LIVE = {"kind": "bank", "seconds": 600, "extra": 5}


class News(Case):
    def pair(self, **wish):
        ada, bo = self.people(2)
        links = [ada.connect(), bo.connect()]
        for link in links:
            self.assert_done(link.ask("turns", on=True))
        return ada.make([ME, OPEN], **wish)["table"]["id"], links

    def news(self, link):
        link.hear_all()
        return [(push["what"], push["text"]) for push in link.pushes if push["push"] == "news"]

    def test_a_game_that_begins_is_told_to_those_who_are_elsewhere_once(self):
        table, (one, two) = self.pair()
        two.watch(table)
        self.assert_done(two.ask("sit", table=table, seat=1))
        news = wait_push(one, "news")
        self.assertEqual((news["what"], news["table"], news["title"]), ("started", table, "Royal Flip"))
        two.wait_scene(table, lambda scene: scene["actions"])
        act(two, table)
        self.assertEqual((self.news(one), self.news(two)), ([], []), "once, and not to who looks at the table")

    def test_an_offer_is_told_to_those_who_have_to_answer_it(self):
        table, (one, two) = self.pair()
        self.assert_done(two.ask("sit", table=table, seat=1))
        self.assert_done(two.ask("offer", table=table, kind="end"))
        self.assertIn(("offer", f"{two.person.get('/api/me')[1]['person']['name']} offers to end the game."), self.news(one))
        self.assertNotIn("offer", [what for what, _ in self.news(two)])

    def test_deadlines_come_with_the_servers_time(self):
        table, (one, two) = self.pair(clock=LIVE)
        self.assert_done(two.ask("sit", table=table, seat=1))
        push = wait_push(one, "turns", lambda push: push["tables"])
        self.assertTrue(0 < push["tables"][0]["deadline"] - push["now"] <= 600000)

    def test_what_one_has_left_is_no_longer_among_the_own_games(self):
        table, (one, two) = self.pair()
        self.assert_done(two.ask("sit", table=table, seat=1))
        self.assertEqual([row["id"] for row in two.person.get("/api/mine")[1]["tables"]], [table])
        self.assert_done(two.ask("leave", table=table))
        self.assertEqual(two.person.get("/api/mine")[1]["tables"], [])
        self.assertEqual([row["id"] for row in one.person.get("/api/mine")[1]["tables"]], [table])


    def test_a_rematch_calls_people_by_the_names_that_they_have_now(self):
        table, (one, two) = self.pair()
        self.assert_done(two.ask("sit", table=table, seat=1))
        for link in (one, two):
            link.ask("end", table=table, agree=True)
        self.assertEqual(two.person.rename("Bo Anew")[0], 200)
        self.assert_done(one.ask("rematch", table=table))
        again = self.assert_done(two.ask("rematch", table=table))["table"]
        self.assertEqual(one.person.get(f"/api/tables/{again}")[1]["table"]["seats"][1]["name"], "Bo Anew")


class Ready(Case):
    def waiting(self, seats=2, **wish):
        people = self.people(seats)
        links = [person.connect() for person in people]
        table = people[0].make([ME] + [OPEN] * (seats - 1), **{"clock": LIVE, "ready": True, **wish})["table"]["id"]
        for link in links:
            link.watch(table, ready=True)
        return table, links

    def now(self, link, table):
        return link.person.get(f"/api/tables/{table}")[1]["table"]

    def test_a_live_game_waits_until_everybody_is_ready_and_says_for_whom(self):
        table, links = self.waiting(3)
        self.refused(links[0].ask("ready", table=table), "waiting")
        for seat in (1, 2):
            self.assert_done(links[seat].ask("sit", table=table, seat=seat))
        self.assertEqual((self.now(links[0], table)["status"], self.now(links[0], table)["not_ready"]), ("waiting", [0, 1]))
        self.refused(self.person().connect().ask("ready", table=table), "not_your_seat")
        self.assert_done(links[1].ask("ready", table=table))
        self.assertEqual(self.now(links[0], table)["not_ready"], [0])
        self.server.stop()
        self.server.start()
        self.assertEqual(self.now(links[0], table)["not_ready"], [0])
        one = links[0].person.connect()
        one.watch(table, ready=True)
        self.assert_done(one.ask("ready", table=table))
        scene = one.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        self.assertNotIn("not_ready", scene["table"])
        self.assertTrue(all(seat["clock"]["left"] <= 600000 for seat in scene["table"]["seats"]))

    def test_somebody_who_leaves_frees_the_seat_and_the_owner_can_remove_who_does_not_answer(self):
        table, (one, two) = self.waiting()
        self.assert_done(two.ask("sit", table=table, seat=1))
        self.assert_done(one.ask("ready", table=table))
        one.wait_scene(table, lambda scene: scene["table"]["status"] == "running")
        table, (one, two) = self.waiting()
        self.assert_done(two.ask("sit", table=table, seat=1))
        self.assert_done(one.ask("remove", table=table, seat=1))
        self.assertEqual([seat["kind"] for seat in self.now(one, table)["seats"]], ["person", "open"])
        self.assertNotIn("not_ready", self.now(one, table))

    def test_nobody_is_asked_without_a_live_clock_or_who_did_not_want_it_or_by_a_client_from_before(self):
        for wish in ({"clock": None}, {"clock": {"kind": "move", "seconds": 86400}}, {"ready": False}):
            table, (_, two) = self.waiting(**wish)
            self.assert_done(two.ask("sit", table=table, seat=1))
            self.assertEqual(self.now(two, table)["status"], "running", wish)
        table, (one, two) = self.waiting()
        self.assert_done(two.ask("sit", table=table, seat=1))
        self.assertEqual(self.now(two, table)["not_ready"], [0])
        one.watch(table)
        one.wait_scene(table, lambda scene: scene["table"]["status"] == "running")


class Meanwhile(Case):
    def test_a_seat_sees_what_happened_since_it_was_there(self):
        ada, bo = self.people(2)
        links = [ada.connect(), bo.connect()]
        table = ada.make([ME, OPEN], game="flipcity")["table"]["id"]
        self.assert_done(links[1].ask("sit", table=table, seat=1))
        for link in links:
            link.watch(table)
        play_to_end(links, table, limit=12)
        lines = len(links[0].logs[table])
        moments = ada.get(f"/api/tables/{table}/since/0/0")[1]["moments"]
        self.assertEqual(moments, sorted(moments, key=lambda moment: moment["steps"]))
        self.assertEqual(len({moment["steps"] for moment in moments}), len(moments))
        self.assertEqual((moments[-1]["steps"], moments[-1]["view"]), (lines, links[0].scenes[table]["view"]), "the last one is now")
        later = ada.get(f"/api/tables/{table}/since/0/{moments[-2]['steps']}")[1]["moments"]
        self.assertEqual(later, moments[-2:])
        for asker, place, code in ((bo, "0/0", "not_your_seat"), (ada, "1/0", "not_your_seat"), (ada, "0", "not_found"), (ada, "x/0", "not_found"),
                                   (ada, "0/0/0", "not_found"), (client.Person(self.server), "0/0", "not_your_seat")):
            self.assertEqual(asker.get(f"/api/tables/{table}/since/{place}")[1]["error"]["code"], code, place)

    def test_what_others_do_in_secret_makes_no_moment(self):
        ada, bo = self.people(2)
        links = [ada.connect(), bo.connect()]
        table = ada.make([ME, OPEN])["table"]["id"]
        self.assert_done(links[1].ask("sit", table=table, seat=1))
        for link in links:
            link.watch(table)
        before = ada.get(f"/api/tables/{table}/since/0/0")
        act(links[1], table)
        self.assertEqual(ada.get(f"/api/tables/{table}/since/0/0"), before)


class Away(Case):
    def pair(self, seats=2, **wish):
        people = self.people(seats)
        links = [person.connect() for person in people]
        table = people[0].make([ME] + [OPEN] * (seats - 1), **wish)["table"]["id"]
        for seat in range(1, seats):
            self.assert_done(links[seat].ask("sit", table=table, seat=seat))
        for link in links:
            link.watch(table)
        return table, links

    def gone(self, link, table, seat):
        """The others see that the seat is away, and for long enough."""
        link.wait_scene(table, lambda scene: scene["table"]["seats"][seat].get("absent_since"))
        client.eventually("the time is up", lambda: link.ask("replace", table=table, seat=seat)["ok"])

    def test_votes_are_counted_for_all_to_see(self):
        table, (one, two, three) = self.pair(3, replace_after=1)
        three.close()
        self.gone(one, table, 2)
        seat = two.wait_scene(table, lambda scene: scene["table"]["seats"][2].get("votes"))["table"]["seats"][2]
        self.assertEqual(seat["votes"], [0])
        self.assert_done(two.ask("replace", table=table, seat=2))
        one.wait_scene(table, lambda scene: scene["table"]["seats"][2]["kind"] == "bot")
        back = three.person.connect()
        back.watch(table)
        self.assert_done(back.ask("return", table=table))
        one.wait_scene(table, lambda scene: scene["table"]["seats"][2]["kind"] == "person")

    def test_those_who_are_left_end_the_game_without_whoever_is_long_gone(self):
        table, (one, two, three) = self.pair(3, replace_after=1)
        three.close()
        self.gone(one, table, 2)
        offer = self.assert_done(one.ask("offer", table=table, kind="end"))["offer"]
        waiting = two.wait_scene(table, lambda scene: scene["offers"])["offers"][0]["waiting"]
        self.assertEqual(waiting, [1])
        self.assert_done(two.ask("answer", table=table, offer=offer, accept=True))
        one.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")

    def test_a_live_table_that_all_have_left_pauses_and_goes_on_when_somebody_is_back(self):
        table, (one, two) = self.pair(clock={"kind": "bank", "seconds": 10, "extra": 0})
        for link in (one, two):
            link.close()
        # Somebody else looks on: that is nobody who plays.
        looker = self.person().connect()
        looker.watch(table)
        scene = looker.wait_scene(table, lambda scene: scene["table"].get("paused"))
        self.assertFalse(any(seat["clock"]["out"] or seat["clock"]["since"] for seat in scene["table"]["seats"]))
        self.server.stop()
        self.server.start()
        back = one.person.connect()
        scene = back.watch(table)
        scene = back.wait_scene(table, lambda scene: scene["table"]["seats"][0]["clock"]["since"])
        self.assertNotIn("paused", scene["table"])
        self.assertGreaterEqual(scene["table"]["seats"][0]["clock"]["left"], 30000)

    def test_with_somebody_there_the_time_runs_out_as_ever(self):
        table, (one, two) = self.pair(clock={"kind": "bank", "seconds": 10, "extra": 0})
        two.close()
        one.wait_scene(table, lambda scene: scene["table"]["seats"][1].get("timed_out"))


class Pace(Case):
    options = ("--test-seed", "")  # as people play: what tests foretell is not waited for

    def test_a_bot_that_stands_in_for_somebody_takes_its_time(self):
        ada, bo = self.people(2)
        one, two = ada.connect(), bo.connect()
        table = ada.make([ME, OPEN], game="flipcity")["table"]["id"]
        self.assert_done(two.ask("sit", table=table, seat=1))
        one.watch(table)
        self.assert_done(two.ask("leave", table=table))
        one.wait_scene(table, lambda scene: scene["actions"] or any(line["seat"] == 1 for line in one.logs[table]))
        while not any(line["seat"] == 1 for line in one.logs[table]):
            if one.scenes[table]["actions"]:
                act(one, table)
            else:
                one.receive()
        log = one.logs[table]
        first = next(i for i, line in enumerate(log) if line["seat"] == 1)
        self.assertGreaterEqual(log[first]["time"] - log[first - 1]["time"], 1500)


if __name__ == "__main__":
    client.main()
