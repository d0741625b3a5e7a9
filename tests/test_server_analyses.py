"""Analyses of finished games over real sockets: what takes a while to think about. Refusals are in test_server_replay.py."""

import json
import time

import client
from test_server_replay import ME, Replaying


class Analyses(Replaying):
    def analysed(self, person, table):
        """The analysis, once it is there."""
        until = time.monotonic() + 5 * client.PATIENCE
        while (body := person.get(f"/api/analyses/{table}")[1])["state"] == "running":
            self.assertLess(time.monotonic(), until)
            self.assertTrue(0 <= body["progress"] <= 1)
        return body

    def test_a_finished_game_is_analysed_once_for_all_and_kept_over_a_restart(self):
        ada, stranger = self.person("Ada"), self.person("Bo")
        table, _ = self.finished(ada, [ME], game="royalflip")
        self.assertEqual(stranger.get(f"/api/analyses/{table}")[1], {"state": "none"})
        self.assertEqual(ada.post("/api/analyses", {"table": table, "precision": "quick"})[1]["state"], "running")
        body = self.analysed(stranger, table)
        self.assertEqual((body["state"], body["analysis"]["progress"]), ("done", 1.0))
        player = body["analysis"]["players"][0]
        self.assertAlmostEqual(player["expected"] + player["luck"] + player["skill"] + player["others"], player["result"], delta=0.05)
        self.assertNotIn("Ada", json.dumps(body))  # names are the table's, which forgets them when it has to
        self.server.stop()
        self.server.start()
        self.assertEqual(stranger.get(f"/api/analyses/{table}")[1], body)
        me = ada.get("/api/me")[1]["person"]["id"]
        habits = ada.get(f"/api/people/{me}/habits/royalflip")[1]
        self.assertEqual((habits["alone"]["games"], habits["with_others"]["games"], habits["tables"]), (1, 0, [table]))
        for group in ("themes", "parts"):
            lines = habits["alone"][group]
            self.assertEqual(sum(line["decisions"] for line in lines), player["decisions"])
            self.assertAlmostEqual(sum(line["loss"] for line in lines), player["loss"], delta=0.1)
        self.assertEqual(stranger.get(f"/api/people/{me}/habits/royalflip")[0], 404)
        self.assertEqual(ada.get(f"/api/people/{me}/habits/fliptown")[1]["alone"]["themes"], [])

    def test_an_analysis_that_was_not_finished_goes_on_after_a_restart(self):
        ada = self.person("Ada")
        table, _ = self.finished(ada, [ME], game="royalflip")
        self.assertEqual(ada.post("/api/analyses", {"table": table, "precision": "quick"})[1]["state"], "running")
        self.server.stop()
        self.server.start()
        state = ada.get(f"/api/analyses/{table}")[1]
        self.assertEqual((state["state"], state["precision"]), ("running", "quick"))
        self.assertNotIn("analysis", state)
        self.assertEqual(self.analysed(ada, table)["analysis"]["progress"], 1.0)


if __name__ == "__main__":
    client.main()
