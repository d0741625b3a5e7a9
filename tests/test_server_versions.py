"""A table that was begun by older rules goes on by them after the server has become newer; the next game there is of today's."""

import json
import os
import sqlite3
import subprocess
import tempfile
import unittest

import client
from client import Person, Server, act, play_to_end

ME = {"kind": "me"}
GOLDEN = os.path.join(os.environ["FLIPSIDE_SOURCE_ROOT"], "games", "fliptown", "tests", "golden", "v1-fifth-pan.json")


class Versions(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "flipside.db")
        self.server = Server(self.path)
        self.server.start()
        self.ada = Person(self.server, "Ada")

    def tearDown(self):
        if self.server.process and self.server.process.poll() is None:
            self.server.stop()
        self.folder.cleanup()

    def head(self, table):
        database = sqlite3.connect(self.path)
        (text,) = database.execute("SELECT head FROM game_table WHERE id = ?", (table,)).fetchone()
        database.close()
        return json.loads(text)

    def grow_old(self, table, steps):
        """The table as a server of version 1 left it, with these steps."""
        self.assertEqual(self.server.stop(), 0)
        head = self.head(table)
        del head["rules"], head["options"]["marshal_all"]
        with sqlite3.connect(self.path) as database:
            database.execute("UPDATE game_table SET head = ? WHERE id = ?", (json.dumps(head), table))
            database.execute("DELETE FROM step WHERE game_table = ?", (table,))
            database.executemany("INSERT INTO step VALUES(?, ?, ?)",
                                 [(table, number, json.dumps(step)) for number, step in enumerate(steps)])
        database.close()
        self.server.start()

    def test_a_running_table_of_version_1_goes_on_by_version_1(self):
        with open(GOLDEN, encoding="utf-8") as file:
            steps = json.load(file)["steps"]
        before = [step.get("move") for step in steps].index("buy gold_pan")
        table = self.ada.make([ME], game="fliptown", options={"characters": ["prospector"]})["table"]["id"]
        self.assertEqual(self.head(table)["rules"], 3)
        self.grow_old(table, steps[:before])
        link = self.ada.connect()
        link.watch(table)
        act(link, table, lambda actions: next(a for a in actions if a["text"] == "buy gold_pan"))
        self.assertEqual(link.scenes[table]["view"]["seats"][0]["pans"], 4)  # by version 2 it would be the fifth
        self.server.kill()
        self.server.start()
        link = self.ada.connect()
        link.watch(table)
        self.assertEqual(link.scenes[table]["view"]["seats"][0]["pans"], 4)
        play_to_end([link], table)
        record = self.ada.get(f"/api/tables/{table}/record")[1]
        self.assertEqual((record["rules"], record["options"]["marshal_all"]), (1, False))
        again = link.ask("rematch", table=table)
        self.assertEqual(self.head(again["table"])["rules"], 3)
        self.assertEqual(self.server.stop(), 0)
        done = subprocess.run([os.environ["FLIPSIDE_PROGRAM"], "store", "rebuild", "--data", self.path], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    client.main()
