"""Tables that a server cannot read any more, and others that a newer program left behind: who asks is told, the log says why, the rest
goes on."""

import contextlib
import json
import sqlite3

import client
from client import act
from test_server_people import ME, OPEN, People, bot


@client.about_files
class Broken(People):
    well = False  # the log names every one of them

    @contextlib.contextmanager
    def changed(self):
        """The data file while the server is away."""
        self.server.kill()
        with contextlib.closing(sqlite3.connect(self.server.data)) as base, base:
            yield base
        self.server.start()

    def why(self, table):
        """What the log says of a table, of which it names the beginning."""
        lines = [json.loads(line) for line in self.server.log().splitlines() if '"table_broken"' in line]
        return [line["why"] for line in lines if table.startswith(line["table"])][-1]

    def test_a_head_or_record_that_cannot_be_read_is_refused_and_the_log_says_why(self):
        ada = self.person()
        heads = {("$.game", '"whist"'): "This server does not offer that game.",
                 ("$.rules", "99"): "The table uses rules that this program does not know.",
                 ("$.seats", json.dumps([{}] * 11)): "The table has too many seats."}
        tables = [ada.make([ME, bot(1)])["table"]["id"] for _ in heads]
        card_due, whole = ada.make([ME, bot(1)])["table"]["id"], ada.make([ME, bot(1)])["table"]["id"]
        with self.changed() as base:
            for table, (path, value) in zip(tables, heads):
                base.execute("UPDATE game_table SET head = json_set(head, ?, json(?)) WHERE id = ?", (path, value, table))
            base.execute("DELETE FROM step WHERE game_table = ? AND number > 0", (card_due,))
        link = ada.connect()
        for table, why in zip([*tables, card_due], [*heads.values(), "The record ends where a card is due."]):
            with self.subTest(why=why):
                self.refused(link.ask("watch", table=table), "broken_table")
                self.assertEqual(self.why(table), why)
        link.watch(whole)
        act(link, whole)

    def test_a_broken_table_has_no_deadline_and_the_clocks_of_others_run(self):
        ada, bo = self.people(2)
        clock = {"kind": "bank", "seconds": 60}
        broken, whole = (ada.make([ME, OPEN], clock=clock)["table"]["id"] for _ in range(2))
        two = bo.connect()
        for table in (broken, whole):
            self.assert_done(two.ask("sit", table=table, seat=1))
        with self.changed() as base:
            self.assertEqual(base.execute("SELECT count(*) FROM game_table WHERE deadline > 0").fetchone(), (2,))
            base.execute("UPDATE game_table SET deadline = 1")
            base.execute("UPDATE game_table SET head = '{' WHERE id = ?", (broken,))
        link = ada.connect()
        link.watch(whole)
        with contextlib.closing(sqlite3.connect(self.server.data)) as base:
            client.eventually("the broken one has none", lambda: base.execute(
                "SELECT id FROM game_table WHERE deadline > 0").fetchall() == [(whole,)])

    def test_a_lesson_that_is_another_one_now_is_over_and_can_be_begun_again(self):
        ada = self.person()
        table = ada.post("/api/lessons", {"game": "royalflip", "lesson": 0})[1]["table"]["id"]
        with self.changed() as base:
            number, = base.execute("SELECT json_extract(head, '$.lesson') FROM game_table WHERE id = ?", (table,)).fetchone()
            self.assertEqual(number, 0)
            base.execute("UPDATE game_table SET head = json_set(head, '$.lesson', 1) WHERE id = ?", (table,))
        scene = ada.connect().watch(table)
        self.assertEqual(scene["table"]["status"], "ended")
        self.assertNotIn("lesson", scene)
        for number in (0, 1):
            status, body = ada.post("/api/lessons", {"game": "royalflip", "lesson": number})
            self.assertEqual((status, body["table"]["status"]), (200, "running"))


if __name__ == "__main__":
    client.main()
