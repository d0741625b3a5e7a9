"""Tests of My Game over the line protocol: `make test`."""

import json
import os
import subprocess
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


class Rules(unittest.TestCase):
    def setUp(self):
        self.engine = subprocess.Popen([os.environ.get("FLIPSIDE", "flipside"), "--games", os.path.dirname(HERE), "engine"],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tearDown(self):
        self.engine.communicate()

    def ask(self, **request):
        print(json.dumps(request), file=self.engine.stdin, flush=True)
        return json.loads(self.engine.stdout.readline())

    def new(self, *cards, seats=2):
        """A game in which these cards come first."""
        answer = self.ask(cmd="new", game="mygame", seats=seats, seed="tests", rig=cards)
        self.assertTrue(answer["ok"], answer)
        return answer["turn"]

    def play_to_end(self, turn):
        while not turn["over"]:
            turn = self.ask(cmd="act", seat=turn["seats"][0], n=0)["turn"]

    def test_the_first_case_of_the_rulebook(self):
        self.fail("Write the first case of your rulebook here, see it fail, and make it true in game.c.")

    def test_a_black_card_is_worth_its_rank_and_a_red_one_costs_it(self):
        self.new("8S", "QH")
        self.ask(cmd="act", seat=0, text="take")
        self.play_to_end(self.ask(cmd="act", seat=1, text="take")["turn"])
        self.assertEqual(self.ask(cmd="result")["scores"], [8, -12])

    def test_games_of_all_sizes_end_and_their_records_replay(self):
        for seats in (1, 2, 3, 4):
            self.play_to_end(self.new(seats=seats))
            before = self.ask(cmd="result")["scores"]
            record = self.ask(cmd="save")["record"]
            self.assertTrue(self.ask(cmd="load", record=record)["ok"])
            self.assertEqual(self.ask(cmd="result")["scores"], before)


unittest.main()
