#!/usr/bin/env python3
"""Many games at once: what a batch leaves out and adds, and `FlipsideVectorEnv` with its opponents. Runs as test_python.py does."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

try:
    import numpy as np
except ImportError:
    print("numpy is not installed: nothing is tested")
    sys.exit(77)

import flipside
from verdicts import main

CARD_GAMES = [game.id for game in flipside.games() if not game.flicks]


def some_action(masks, random):
    return np.array([random.choice(np.flatnonzero(mask)) for mask in masks])


def first_of_masks(observations, masks):
    return masks.argmax(1)


class Batches(unittest.TestCase):
    def test_what_nobody_looks_at_is_not_written_and_what_somebody_does_is_from_then_on(self):
        for game in CARD_GAMES:
            named, looked = flipside.Batch(game, 8, 2, buffers=("observation", "mask", "legal", "final")), flipside.Batch(game, 8, 2)
            actions = np.zeros(8, np.int32)
            for _ in range(20):
                named.step_random(actions)
                looked.step(actions)
            self.assertEqual(set(looked._large), set())
            np.testing.assert_array_equal(named.observation, looked.observation)
            self.assertEqual(set(looked._large), {"observation"})
            legal, counts, masks = looked.legal, looked.legal_count, looked.mask_sets
            for _ in range(20):
                for place in range(8):
                    np.testing.assert_array_equal(named.legal[place, :named.legal_count[place]], legal[place, :counts[place]])
                np.testing.assert_array_equal(named.mask_sets, masks)
                np.testing.assert_array_equal(named.observation, looked.observation)
                np.testing.assert_array_equal(named.mask([5, 2]), looked.mask()[[5, 2]])
                named.step_random(actions)
                looked.step(actions)
            self.assertIsNone(looked.final)
        self.assertRaises(flipside.FlipsideError, flipside.Batch, "royalflip", buffers=("observations",))

    def test_lists_are_copies_with_minus_one_behind_the_end(self):
        batch = flipside.Batch("royalflip", 8, 2)
        for _ in range(7):
            batch.step_random()
        lists, counts = batch.lists()
        for place, mask in enumerate(batch.mask()):
            np.testing.assert_array_equal(lists[place, :counts[place]], np.flatnonzero(mask))
            self.assertTrue((lists[place, counts[place]:] == -1).all())
        kept = lists.copy(), counts.copy()
        batch.step_random()
        np.testing.assert_array_equal(lists, kept[0])
        np.testing.assert_array_equal(counts, kept[1])

    def test_games_wait_while_others_move(self):
        batch = flipside.Batch("royalflip", 4, 2)
        before, actions = batch.observation.copy(), batch.legal[:, 0].copy()
        actions[[0, 2]] = flipside.WAIT
        batch.step(actions)
        moved = (batch.observation != before).any(1)
        np.testing.assert_array_equal(moved, [False, True, False, True])

    def test_a_bot_answers_in_many_games_at_once_whatever_the_number_of_threads(self):
        bot, asked = flipside.Bot(1), np.array([True, False, True, True, False, True])
        one, two = flipside.Batch("royalflip", 6, 2), flipside.Batch("royalflip", 6, 2, threads=3)
        for step in range(20):
            answers = one.think(bot, step)
            np.testing.assert_array_equal(answers, two.think("bot1", step))
            np.testing.assert_array_equal(one.think(bot, step, asked), np.where(asked, answers, flipside.WAIT))
            self.assertTrue(one.mask()[np.arange(6), answers].all())
            one.step(answers)
            two.step(answers)
        for wrong in (lambda: one.think(flipside.Bot("random"), 1), lambda: one.think(bot, 1, asked[:3]), lambda: one.think(bot, 1, None, np.zeros(6)),
                      lambda: one.think(bot, 0.5), lambda: one.think("bot6", 1),
                      lambda: flipside.Batch("flickemup", 1).think(bot, 1)):
            self.assertRaises(flipside.FlipsideError, wrong)

    def test_gains_add_up_to_the_final_score(self):
        batch, total, ends = flipside.Batch("fliptown", 8, 2, reward="gain"), np.zeros((8, 2)), 0
        while ends < 16:
            batch.step_random()
            total += batch.reward
            over = batch.over.astype(bool)
            np.testing.assert_array_equal(total[over], batch.score[over])
            total[over] = 0
            ends += over.sum()

    def test_what_each_seat_knew_at_the_end_is_kept(self):
        batch = flipside.Batch("royalflip", 4, 2, buffers=("observation", "final"))
        while not batch.over.any():
            last = batch.observation.copy()
            batch.step_random()
        ended = np.flatnonzero(batch.over)
        self.assertTrue((batch.final[ended] != 0).any((1, 2)).all())
        self.assertTrue((batch.final[ended][:, :, 0] >= last[ended][:, None, 0]).all())  # at least as many rounds are over
        self.assertTrue((batch.final[batch.over == 0] == 0).all())


class VectorEnvironments(unittest.TestCase):
    def test_many_games_against_bots_end_and_go_on(self):
        random = np.random.default_rng(1)
        env = flipside.FlipsideVectorEnv("royalflip", 8, seats=2, seat=None, opponents="bot1")
        _, infos = env.reset(seed=1)
        ends, wins = 0, 0.0
        for _ in range(120):
            observations, rewards, over, _, infos = env.step(some_action(infos["action_mask"], random))
            self.assertEqual(observations.shape, (8, env.batch.numbers))
            np.testing.assert_array_equal(env.batch.seat, np.arange(8) % 2)
            self.assertTrue((rewards[~over] == 0).all())
            ends, wins = ends + int(over.sum()), wins + float(rewards.sum())
        self.assertGreater(ends, 16)
        self.assertLess(wins / ends, 0.3)  # random play against a bot

    def test_no_later_step_changes_what_a_step_gave(self):
        env = flipside.FlipsideVectorEnv("royalflip", 4, seats=2, opponents="random", legal="both")
        seen, infos = env.reset(seed=1)
        kept = []
        for _ in range(80):
            kept.append(((seen, *infos.values()), [np.copy(array) for array in (seen, *infos.values())]))
            seen, rewards, over, cut, infos = env.step(infos["legal"][:, 0])
            kept.append(((rewards, over, cut), [np.copy(array) for array in (rewards, over, cut)]))
            for name in ("final_obs", "final_info", "_final_obs", "_final_info"):
                infos.pop(name, None)
        for arrays, copies in kept:
            for array, copy in zip(arrays, copies):
                np.testing.assert_array_equal(array, copy)

    def test_the_end_of_an_episode_is_told_as_gymnasium_tells_it(self):
        env, random, ends = flipside.FlipsideVectorEnv("royalflip", 6, seats=2, seat=None, opponents="random"), np.random.default_rng(2), 0
        _, infos = env.reset(seed=5)
        while ends < 12:
            seen, rewards, over, _, infos = env.step(some_action(infos["action_mask"], random))
            self.assertEqual("final_obs" in infos, bool(over.any()))
            if not over.any():
                continue
            ends += int(over.sum())
            np.testing.assert_array_equal(infos["_final_obs"], over)
            np.testing.assert_array_equal(infos["_final_info"], over)
            np.testing.assert_array_equal(infos["final_info"]["_scores"], over)
            for place in range(6):
                last = infos["final_obs"][place]
                if not over[place]:
                    self.assertIsNone(last)
                    continue
                self.assertIn(last, env.single_observation_space)
                self.assertEqual(last[0], 1)  # all rounds are over, …
                self.assertLess(seen[place][0], 0.2)  # … and the next game has just begun
                scores, own = infos["final_info"]["scores"][place], infos["final_info"]["seat"][place]
                self.assertEqual(own, place % 2)
                self.assertIn(rewards[place], (0, 0.5, 1))
                self.assertTrue(rewards[place] < 1 or scores[own] >= scores.max())

    def test_gains_come_with_every_step_and_add_up(self):
        for seat in (0, 1, None):
            env, random = flipside.FlipsideVectorEnv("fliptown", 6, seats=2, seat=seat, opponents="random", reward="gain"), np.random.default_rng(3)
            (_, infos), total, ends, early = env.reset(seed=1), np.zeros(6), 0, 0
            while ends < 12:
                _, rewards, over, _, infos = env.step(some_action(infos["action_mask"], random))
                total += rewards
                early += np.count_nonzero(rewards[~over])
                if over.any():
                    own = infos["final_info"]["scores"][np.arange(6), infos["seat"]]
                    np.testing.assert_array_equal(total[over], own[over])
                    total[over], ends = 0, ends + over.sum()
            self.assertGreater(early, 20)

    def test_legal_actions_come_as_masks_as_lists_or_not_at_all(self):
        kinds, before = {}, None
        for legal in ("mask", "list", "both", "none"):
            env = flipside.FlipsideVectorEnv("insertcoin", 3, seats=2, opponents="bot1", legal=legal)
            _, infos = env.reset(seed=4)
            kinds[legal] = set(infos) - {"scores", "seat"}
            if legal == "list":
                self.assertNotIn("mask", env.batch._large)
                before = [set(row[:count]) for row, count in zip(infos["legal"], infos["legal_count"])]
            if legal == "both":
                self.assertEqual([set(np.flatnonzero(mask)) for mask in infos["action_mask"]], before)
        self.assertEqual(kinds, {"mask": {"action_mask"}, "list": {"legal", "legal_count"}, "both": {"action_mask", "legal", "legal_count"},
                                 "none": set()})
        self.assertRaises(flipside.FlipsideError, flipside.FlipsideVectorEnv, "royalflip", legal="some")

    def test_the_same_seed_makes_the_same_games_whatever_the_number_of_threads(self):
        seen = []
        for threads in (1, 2):
            env = flipside.FlipsideVectorEnv("flipcity", 6, seats=3, opponents=["bot1", "random"], threads=threads, legal="list")
            rows, infos = env.reset(seed=9)
            for _ in range(40):
                rows, *_, infos = env.step(infos["legal"][:, 0])
            seen.append(rows)
        np.testing.assert_array_equal(*seen)


class Opponents(unittest.TestCase):
    def play(self, opponents, seats=2, steps=40, **more):
        env = flipside.FlipsideVectorEnv("royalflip", 5, seats=seats, opponents=opponents, legal="mask", **more)
        _, infos = env.reset(seed=1)
        rows = []
        for _ in range(steps):
            seen, *_, infos = env.step(first_of_masks(seen if rows else None, infos["action_mask"]))
            rows.append(seen)
        return np.stack(rows)

    def test_an_opponent_can_be_a_function_of_one_game(self):
        asked = []

        def first(observation, mask):
            asked.append((observation.shape, mask.dtype))
            return int(np.flatnonzero(mask)[0])

        rows = self.play(first)
        self.assertEqual(set(asked), {((rows.shape[2],), np.dtype(bool))})

    def test_a_function_of_many_games_is_asked_once_for_all_that_wait(self):
        asked = []

        def together(observations, masks):
            asked.append(len(observations))
            self.assertEqual(len(masks), len(observations))
            return masks.argmax(1)

        def lists(observations, legal, counts):
            self.assertTrue((counts > 0).all() and legal.shape == (len(observations), counts.max()))
            return legal[:, 0]

        one_by_one = self.play(lambda observation, mask: int(mask.argmax()))
        np.testing.assert_array_equal(one_by_one, self.play(flipside.BatchPolicy(together)))
        np.testing.assert_array_equal(one_by_one, self.play(flipside.BatchPolicy(lists, legal="list")))
        self.assertEqual(max(asked), 5)
        self.assertLess(len(asked), sum(asked) / 2)

    def test_one_opponent_on_several_seats_is_asked_for_all_of_them_together(self):
        asked = []

        def together(observations, masks):
            asked.append(len(observations))
            return masks.argmax(1)

        self.play(flipside.BatchPolicy(together), seats=3, seat=None)
        self.assertEqual(max(asked), 5)

    def test_a_function_of_many_games_plays_one_game_too(self):
        env = flipside.FlipsideEnv("royalflip", 2, opponents=flipside.BatchPolicy(lambda seen, legal, counts: legal[:, 0], legal="list"))
        (_, info), over = env.reset(seed=1), False
        while not over:
            *_, over, _, info = env.step(int(info["action_mask"].argmax()))

    def test_a_step_before_the_first_reset_is_refused(self):
        with self.assertRaisesRegex(flipside.FlipsideError, "call reset"):
            flipside.FlipsideVectorEnv("royalflip", 4, 2).step(np.zeros(4, np.int32))

    def test_agents_that_take_turns_wait_for_the_first_reset_too(self):
        with self.assertRaisesRegex(flipside.FlipsideError, "reset"):
            flipside.AECGame("royalflip", 2).step(0)

    def test_what_opponents_may_not_do_is_told(self):
        for wrong in (lambda seen, masks: masks.argmin(1), lambda seen, masks: masks.argmax(1)[:-1], lambda seen, masks: masks.argmax(1) + 0.5):
            self.assertRaises(flipside.FlipsideError, self.play, flipside.BatchPolicy(wrong))
        self.assertRaises(flipside.FlipsideError, self.play, lambda seen, mask: 0.5)
        self.assertRaises(flipside.FlipsideError, self.play, ["bot1", "bot1"])
        self.assertRaises(flipside.FlipsideError, flipside.BatchPolicy, first_of_masks, legal="sets")

    def test_each_seat_has_its_own_opponent(self):
        seats = {}

        def at(name):
            def choose(observations, masks):
                seats.setdefault(name, 0)
                seats[name] += len(observations)
                return masks.argmax(1)
            return flipside.BatchPolicy(choose)

        self.play([at("left"), at("right")], seats=3)
        self.assertEqual(set(seats), {"left", "right"})


if __name__ == "__main__":
    main()
