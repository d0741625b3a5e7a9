"""A finished game costs nothing soon after, whoever still looks at it; and whoever looks is told as before what happens there.

The real program runs with tests/shift_clock.c, which lets a minute pass at once.
"""

import os
import re

from client import Case, IN_PART, Server, act, eventually, main, play_to_end

ME, OPEN = {"kind": "me"}, {"kind": "open"}
TABLES = 20 if IN_PART else 60
MINUTE = 60


class Finished(Case):
    @classmethod
    def make_server(cls, data):
        cls.clock_file = data + ".steady"
        cls.passed = 0
        cls.running = 0  # tables that other tests have left running
        return Server(data, preload=os.environ["FLIPSIDE_SHIFT_CLOCK"], environment={"SHIFT_STEADY_FILE": cls.clock_file})

    def wait_a_minute(self):
        type(self).passed += MINUTE
        with open(self.clock_file + ".new", "w", encoding="utf-8") as file:
            file.write(str(self.passed))
        os.rename(self.clock_file + ".new", self.clock_file)

    def metric(self, person, name):
        return int(re.search(rf"^flipside_{name} (\d+)", person.get("/metrics")[1], re.M).group(1))

    def finish(self, link, seats=1):
        """A game that was played to its end, with this link as the one that looks."""
        table = link.person.make([ME] * seats)["table"]["id"]
        link.watch(table)
        play_to_end([link], table)
        return table

    def gone(self, person):
        eventually("finished tables are no longer in memory", lambda: self.metric(person, "rooms") == self.running)

    def test_tables_that_are_over_leave_memory_and_what_is_played_after_them_needs_no_more(self):
        """Each of a dozen lookers keeps as many tables open as it may."""
        ada = self.person()
        looking = []

        def evening():
            for i in range(TABLES):
                if i % 25 == 0:
                    looking.append(self.person().connect())
                self.finish(looking[-1])
                for link in looking:
                    link.hear_all()  # and answers the server's pings
            full = self.metric(ada, "resident_memory_bytes")
            self.wait_a_minute()
            self.gone(ada)
            return full

        evening()  # buffers and caches have their size after that
        first = evening()
        second = evening()
        if os.environ.get("FLIPSIDE_SIZES"):
            print("bytes a table that stays:", (second - first) // TABLES)
        if not IN_PART:  # sanitizers give nothing back
            self.assertLess(second - first, TABLES * 20000)
        for link in looking:
            link.hear_all()  # and nobody was thrown off

    def test_who_still_looks_is_told_what_happens_there(self):
        ada, bo, cy = self.people(3)
        table = ada.make([ME, OPEN])["table"]["id"]
        links = [person.connect() for person in (ada, bo, cy)]
        self.assert_done(links[1].ask("sit", table=table, seat=1))
        for link, without in zip(links, ([], ["printed"], ["printed", "sentences"])):
            link.watch(table, without=without)
        act(next(link for link in links[:2] if link.scenes[table]["actions"]), table)
        for link in links[:2]:
            self.assert_done(link.ask("end", table=table, agree=True))
        for link in links:
            link.wait_scene(table, lambda scene: scene["table"]["status"] == "ended")
        lines = [list(link.logs[table]) for link in links]
        self.wait_a_minute()
        self.gone(ada)
        for link in links:
            link.hear_all()
            link.heard.clear()
        # Somebody asks for it: it is there again, and nobody is told what they know.
        self.assertEqual(cy.get(f"/api/tables/{table}")[0], 200)
        for link in links:
            link.hear_all()
            self.assertEqual([text for text in link.heard if '"push"' in text], [])
        self.wait_a_minute()
        self.gone(ada)
        self.assert_done(links[0].ask("chat", table=table, text="Again?"))
        for link, known in zip(links, lines):
            scene = link.wait_scene(table, lambda scene, link=link: [line["text"] for line in link.chats[table]] == ["Again?"])
            self.assertEqual((scene["log_from"], scene["log"]), (len(known), []))  # the log is not told again
        self.wait_a_minute()
        self.gone(ada)
        for link in links[:2]:
            self.assert_done(link.ask("rematch", table=table))
        type(self).running += 1
        for link, known in zip(links, lines):
            link.wait_scene(table, lambda scene: scene["table"].get("rematch"))
            self.assertEqual(link.logs[table], known)
            self.assertEqual([line["text"] for line in link.chats[table]], ["Again?"])

    def test_who_stops_looking_or_leaves_is_not_told(self):
        ada = self.person()
        link, other = ada.connect(), ada.connect()
        table = self.finish(link)
        other.watch(table)
        self.wait_a_minute()
        self.gone(ada)
        self.assert_done(other.ask("unwatch", table=table))
        self.wait_a_minute()
        self.gone(ada)
        other.heard.clear()
        third = ada.connect()
        self.assert_done(third.ask("chat", table=table, text="Hello?"))
        link.wait_scene(table, lambda scene: link.chats[table])
        other.hear_all()
        self.assertEqual([text for text in other.heard if '"push"' in text], [])

    def test_of_several_sleeping_tables_one_wakes_and_the_others_sleep_on(self):
        ada = self.person()
        link = ada.connect()
        tables = [self.finish(link) for _ in range(3)]
        self.wait_a_minute()
        self.gone(ada)
        other = ada.connect()
        for table in tables:  # each of the three places in a list
            link.hear_all()
            link.heard.clear()
            self.assert_done(other.ask("chat", table=table, text="Hello?"))
            link.wait_scene(table, lambda scene, table=table: link.chats[table])
            link.hear_all()
            self.assertEqual(len([text for text in link.heard if '"push":"scene"' in text]), 1)
            self.wait_a_minute()
            self.gone(ada)
        self.assert_done(link.ask("unwatch", table=tables[1]))
        for table in tables:
            self.assert_done(other.ask("chat", table=table, text="Is anybody there?"))
        link.wait_scene(tables[2], lambda scene: len(link.chats[tables[2]]) == 2)
        link.hear_all()
        self.assertEqual([len(link.chats[table]) for table in tables], [2, 1, 2])

    def test_looking_at_a_sleeping_table_anew_sends_all_of_it(self):
        ada = self.person()
        link = ada.connect()
        table = self.finish(link)
        lines = list(link.logs[table])
        self.wait_a_minute()
        self.gone(ada)
        scene = link.watch(table)
        self.assertEqual((scene["log_from"], link.logs[table]), (0, lines))


if __name__ == "__main__":
    main()
