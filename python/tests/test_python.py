#!/usr/bin/env python3
"""The Python package: tables, batches, environments, pictures. Runs with Debian's Python and numpy, over the library that
FLIPSIDE_LIBRARY names."""
import copy
import json
import os
import pickle
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

try:
    import numpy as np
except ImportError:
    print("numpy is not installed: nothing is tested")
    sys.exit(77)

import flipside
from flipside import _library
from verdicts import main

CARD_GAMES = [game.id for game in flipside.games() if not game.flicks]


def any_action(mask, random):
    return int(random.choice(np.flatnonzero(mask)))


class TheLibrary(unittest.TestCase):
    def test_structs_lie_in_memory_as_the_compiler_says(self):
        lines = []
        for name, mirror in _library.MIRRORED.items():
            lines.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
            lines += [f'printf("{name}.{field[0]} %zu\\n", offsetof(struct {name}, {field[0]}));' for field in mirror._fields_]
        source = ("#include <flipside/flipside.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {"
                  + "\n".join(lines) + "}")
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "sizes"
            subprocess.run(["cc", "-std=c17", "-D_GNU_SOURCE", f"-I{ROOT}/include", "-x", "c", "-", "-o", program],
                           input=source, text=True, check=True)
            said = dict(line.split() for line in subprocess.run([program], capture_output=True, text=True,
                                                                check=True).stdout.splitlines())
        for name, mirror in _library.MIRRORED.items():
            self.assertEqual(int(said[name]), _library.c.sizeof(mirror), name)
            for field in mirror._fields_:
                self.assertEqual(int(said[f"{name}.{field[0]}"]), getattr(mirror, field[0]).offset, f"{name}.{field[0]}")

    def test_a_library_that_is_not_there_is_named_in_a_sentence(self):
        said = subprocess.run([sys.executable, "-c", "import flipside"], capture_output=True, text=True,
                              env={**os.environ, "FLIPSIDE_LIBRARY": "/nowhere/lib.so", "PYTHONPATH": str(ROOT / "python")})
        self.assertNotEqual(said.returncode, 0)
        self.assertIn("/nowhere/lib.so", said.stderr)


class Tables(unittest.TestCase):
    def test_bots_play_a_game_to_its_end_and_the_record_plays_it_again(self):
        table = flipside.Table("royalflip", 2, seed="monday", names=["Ann", "Bob"])
        table.seed_bots(1)
        while not table.over:
            table.play_bot(table.turn[0], 2)
        record = table.record()
        flipside.verify(record)
        again = flipside.Table.from_record(record)
        self.assertEqual(again.scores, table.scores)
        self.assertEqual(again.result()["verdict"], table.result()["verdict"])
        self.assertEqual(flipside.Table.from_record(record, 10).steps, 10)

    def test_a_record_with_another_card_is_refused(self):
        table = flipside.Table("royalflip", 1, seed="monday")
        with self.assertRaises(flipside.FlipsideError):
            flipside.verify(table.record().replace('"seed":"', '"seed":"0', 1))

    def test_the_same_seed_deals_the_same_game(self):
        games = []
        for _ in range(2):
            table = flipside.Table("fliptown", 2, seed=5)
            table.seed_bots(9)
            while not table.over:
                table.play_bot(table.turn[0], "random")
            games.append(table.scores)
        self.assertEqual(*games)

    def test_notation_and_numbers_make_the_same_moves(self):
        table = flipside.Table("royalflip", 1, seed=3)
        self.assertEqual(len(table.moves(0)), len(table.legal(0)))
        table.play(0, table.moves(0)[0])
        self.assertGreater(table.steps, 1)

    def test_errors_carry_their_word(self):
        for code, attempt in (("unknown_game", lambda: flipside.Table("chess")),
                              ("seats", lambda: flipside.Batch("royalflip", 1, 99)),
                              ("bad_option", lambda: flipside.Table("fliptown", options={"colour": "red"})),
                              ("illegal", lambda: flipside.Table("royalflip").act(0, 194)),
                              ("bad_player", lambda: flipside.Bot("bot9"))):
            with self.assertRaises(flipside.FlipsideError) as caught:
                attempt()
            self.assertEqual(caught.exception.code, code)

    def test_an_edition_can_be_changed_and_played(self):
        edition = flipside.edition_json("royalflip")
        self.assertFalse(flipside.Table("royalflip", 1, edition=edition).over)
        with self.assertRaises(flipside.FlipsideError):
            flipside.Table("royalflip", 1, edition={"nonsense": 1})

    def test_a_seat_sees_only_what_it_may(self):
        table = flipside.Table("royalflip", 2, seed=1)
        before = table.observe(1).copy()
        table.act(0, int(table.legal(0)[0]))
        if 1 in table.turn:  # both choose at the same time
            np.testing.assert_array_equal(before, table.observe(1))


class Pictures(unittest.TestCase):
    def test_every_game_draws_itself_as_text_svg_and_png(self):
        for game in flipside.games():
            canvas = flipside.Table(game, seed=1).canvas(0)
            self.assertGreater(len(canvas.text().strip()), 100)
            self.assertIn("</svg>", canvas.svg(dark=True))
            png = canvas.png()
            self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(png[-8:-4], b"IEND")
            start = png.index(b"IDAT")
            size = int.from_bytes(png[start - 4:start], "big")
            self.assertEqual(len(zlib.decompress(png[start + 4:start + 4 + size])), canvas.rgb().size + canvas.height * 18)

    def test_a_letter_that_is_drawn_differs_from_one_that_is_not_known(self):
        from flipside.strokes import glyph
        self.assertGreater(abs(glyph(ord("A")) - glyph(0x4E2D)).max(), 0.5)


class Batches(unittest.TestCase):
    def test_a_step_writes_into_the_same_arrays(self):
        batch = flipside.Batch("royalflip", 32, 2)
        address, before = batch.observation.ctypes.data, batch.observation.copy()
        batch.step(batch.legal[:, 0])
        self.assertEqual(batch.observation.ctypes.data, address)
        self.assertGreater(abs(batch.observation - before).max(), 0)

    def test_masks_and_lists_agree(self):
        for game in CARD_GAMES:
            batch = flipside.Batch(game, 8)
            for _ in range(20):
                batch.step_random()
            for place, mask in enumerate(batch.mask()):
                np.testing.assert_array_equal(np.flatnonzero(mask), batch.legal[place, :batch.legal_count[place]])

    def test_threads_and_restarts_change_nothing(self):
        one, two = flipside.Batch("flipcity", 16, 2, threads=1, seed=4), flipside.Batch("flipcity", 16, 2, threads=2, seed=4)
        for _ in range(50):
            one.step_random()
            two.step_random()
        np.testing.assert_array_equal(one.observation, two.observation)
        two.restart(4)
        np.testing.assert_array_equal(two.observation, flipside.Batch("flipcity", 16, 2, seed=4).observation)

    def test_an_illegal_action_moves_no_game(self):
        batch = flipside.Batch("royalflip", 4, 2)
        before, actions = batch.observation.copy(), batch.legal[:, 0].copy()
        actions[3] = 194
        with self.assertRaises(flipside.FlipsideError) as caught:
            batch.step(actions)
        self.assertEqual(caught.exception.code, "illegal")
        np.testing.assert_array_equal(before, batch.observation)

    def test_wrong_shapes_and_set_ups_are_refused(self):
        batch = flipside.Batch("royalflip", 4)
        for attempt in (lambda: batch.step(np.zeros(3)), lambda: batch.step_random(np.zeros(4)),
                        lambda: flipside.Batch("royalflip", 0), lambda: flipside.Batch("royalflip", reward="luck"),
                        lambda: flipside.Batch("royalflip", device="abacus"),
                        lambda: batch.text(9, 0), lambda: batch.named(0, "castle")):
            self.assertRaises(flipside.FlipsideError, attempt)

    def test_packed_observations_are_the_observations(self):
        for game in CARD_GAMES:
            batch = flipside.Batch(game, 12, 2, packed=True, buffers="observation")
            for _ in range(60):
                batch.step_random()
            np.testing.assert_array_equal(batch.unpack().view(np.uint32), batch.observation.view(np.uint32))
            kept = batch.packed[3:5].copy()
            seen = batch.observation[3:5].copy()
            batch.step_random()
            np.testing.assert_array_equal(batch.unpack(kept), seen)
            self.assertLess(4 * batch.packed.shape[1], batch.numbers * 2)

    def test_a_learner_unpacks_by_the_table(self):
        batch = flipside.Batch("flipcity", 12, 3, packed=True, buffers="observation")
        batch.step_random()
        word, shift, mask, divisor = (batch.packing[name] for name in ("word", "shift", "mask", "divisor"))
        words = batch.packed[:, word]
        codes = (words >> shift & mask).astype(np.float32) / np.maximum(divisor, 1).astype(np.float32)
        np.testing.assert_array_equal(np.where(divisor == 0, words.view(np.float32), codes), batch.observation)

    def test_a_packed_batch_writes_no_floats_unless_somebody_looks(self):
        batch = flipside.Batch("royalflip", 4, packed=True)
        self.assertNotIn("observation", batch._large)
        np.testing.assert_array_equal(batch.unpack(), batch.observation)
        for wrong in (batch.observation, batch.packed[:, 1:], batch.packed[0], [1]):
            with self.assertRaisesRegex(flipside.FlipsideError, "rows of 53 words"):
                batch.unpack(wrong)
        self.assertIsNone(flipside.Batch("royalflip", 4).packed)
        with self.assertRaisesRegex(flipside.FlipsideError, "Flick 'em Up! has no packed observations"):
            flipside.Batch("flickemup", 2, packed=True)

    def test_a_branch_is_the_game_after_an_action_and_changes_nothing_in_it(self):
        batch, ahead = flipside.Batch("royalflip", 2), flipside.Batch("royalflip", 64)
        games, actions = np.nonzero(batch.mask())
        before = batch.observation.copy()
        ahead.branch(batch, games, actions, seed=5)
        np.testing.assert_array_equal(before, batch.observation)
        first = np.array([np.flatnonzero(games == game)[0] for game in range(2)])
        batch.step(actions[first])  # a choice: nothing is dealt
        np.testing.assert_array_equal(ahead.observation[first], batch.observation)
        for wrong in (lambda: ahead.branch(batch, games[:1], actions[:2]), lambda: batch.branch(batch, games[:1], actions[:1]),
                      lambda: ahead.branch(flipside.Batch("royalflip", 2, 2), games[:1], actions[:1])):
            self.assertRaises(flipside.FlipsideError, wrong)

    def test_the_example_of_training_learns_something(self):
        example = Path(__file__).parents[1] / "examples" / "train_royalflip.py"
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "weights.json"
            subprocess.run([sys.executable, example, "--rounds", "2", "--games", "6", "--test", "2", "--out", out], check=True,
                           capture_output=True, env={**os.environ, "PYTHONPATH": str(example.parents[1])})
            learnt = json.loads(out.read_text())
        self.assertGreater(learnt["curve"][1], 2 * learnt["curve"][0])  # the first games are random

    def test_notation_and_numbers_lead_to_each_other(self):
        batch = flipside.Batch("fliptown", 2)
        action = int(batch.legal[0, 0])
        self.assertEqual(batch.named(0, batch.text(0, action)), action)


class Environments(unittest.TestCase):
    def test_one_seat_among_bots_plays_to_the_end(self):
        random = np.random.default_rng(1)
        for game in CARD_GAMES:
            env = flipside.FlipsideEnv(game, seats=2, seat=1, opponents="random")
            observation, info = env.reset(seed=1)
            over, total = False, 0.0
            while not over:
                self.assertIn(observation, env.observation_space)
                observation, reward, over, truncated, info = env.step(any_action(info["action_mask"], random))
                total += reward
                self.assertFalse(truncated)
            self.assertIn(total, (0.0, 0.5, 1.0))
            self.assertRaises(flipside.FlipsideError, env.step, 0)

    def test_the_same_seed_makes_the_same_episode(self):
        env, seen = flipside.FlipsideEnv("royalflip", seats=2, opponents="bot1"), []
        for _ in range(2):
            random = np.random.default_rng(2)
            observation, info = env.reset(seed=7)
            rows = [observation]
            for _ in range(12):
                observation, *_, info = env.step(any_action(info["action_mask"], random))
                rows.append(observation)
            seen.append(np.stack(rows))
        np.testing.assert_array_equal(*seen)

    def test_an_illegal_action_can_end_the_episode(self):
        env = flipside.FlipsideEnv("royalflip", illegal="end")
        env.reset(seed=1)
        _, reward, over, _, info = env.step(194)
        self.assertTrue(over and info["illegal"])
        self.assertEqual(reward, -1.0)
        env = flipside.FlipsideEnv("royalflip")
        env.reset(seed=1)
        self.assertRaises(flipside.FlipsideError, env.step, 194)

    def test_a_flick_takes_its_numbers_as_shares(self):
        random = np.random.default_rng(1)
        env = flipside.FlipsideEnv("flickemup", opponents="random")
        _, info = env.reset(seed=1)
        for _ in range(6):
            action = (any_action(info["action_mask"], random), random.random(4))
            *_, over, _, info = env.step(action)
            if over:
                break

    def test_gains_add_up_to_the_score(self):
        random = np.random.default_rng(1)
        env = flipside.FlipsideEnv("fliptown", seats=2, opponents="random", reward="gain")
        (_, info), over, gains = env.reset(seed=3), False, []
        while not over:
            _, reward, over, _, info = env.step(any_action(info["action_mask"], random))
            gains.append(reward)
        self.assertEqual(sum(gains), info["scores"][0])
        self.assertGreater(np.count_nonzero(gains[:-1]), 0)

    def test_agents_take_turns_and_leave_when_the_game_is_over(self):
        random = np.random.default_rng(1)
        env = flipside.AECGame("royalflip", 3)
        env.reset(seed=1)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            self.assertIn(observation, env.observation_space(agent))
            total[agent] += reward
            env.step(None if over else any_action(observation["action_mask"], random))
        self.assertEqual(env.agents, [])
        self.assertAlmostEqual(sum(total.values()), 1.0)

    def test_agents_that_may_act_together_do(self):
        random = np.random.default_rng(1)
        env = flipside.ParallelGame("royalflip", 2)
        seen, _ = env.reset(seed=1)
        self.assertTrue(all(one["action_mask"].any() for one in seen.values()))
        steps = 0
        while env.agents:
            actions = {agent: any_action(one["action_mask"], random) for agent, one in seen.items() if one["action_mask"].any()}
            seen, rewards, ends, _, _ = env.step(actions)
            steps += 1
        self.assertAlmostEqual(sum(rewards.values()), 1.0)
        self.assertTrue(all(ends.values()))
        self.assertRaises(flipside.FlipsideError, env.step, {})

    @unittest.skipUnless(flipside.HAVE_GYMNASIUM, "Gymnasium is not installed")
    def test_gymnasium_finds_nothing_wrong(self):
        import gymnasium
        from gymnasium.utils.env_checker import check_env
        check_env(gymnasium.make("flipside/royalflip-v0", illegal="end").unwrapped, skip_render_check=False)

    @unittest.skipUnless(flipside.HAVE_PETTINGZOO, "PettingZoo is not installed")
    def test_pettingzoo_finds_nothing_wrong(self):
        from pettingzoo.test import api_test, parallel_api_test
        api_test(flipside.AECGame("royalflip", 2), num_cycles=200)
        parallel_api_test(flipside.ParallelGame("royalflip", 2), num_cycles=200)


class OtherConventions(unittest.TestCase):
    def test_openspiel_learners_are_told_whose_turn_it_is_and_what_is_legal(self):
        random, env = np.random.default_rng(1), flipside.SpielEnvironment("royalflip", 2, seed=3)
        now = env.reset()
        self.assertTrue(now.first() and now.rewards is None)
        steps = 0
        while not now.last():
            player = now.current_player()
            self.assertEqual([len(row) for row in now.observations["info_state"]], [env.observation_spec()["info_state"][0]] * 2)
            self.assertEqual(now.observations["legal_actions"][1 - player], [])
            now = env.step([random.choice(now.observations["legal_actions"][player])])
            steps += 1
            self.assertEqual(now.discounts, [0.0, 0.0] if now.last() else [1.0, 1.0])
        self.assertGreater(steps, 20)
        self.assertEqual(sum(now.rewards), 1.0)
        self.assertEqual(now.current_player(), -4)
        self.assertTrue(env.step([0]).first())
        first = env.reset().observations
        env.seed(3)
        self.assertNotEqual(first, env.reset().observations)
        for wrong in (lambda: env.step([0.5]), lambda: env.step([0, 1]), lambda: flipside.SpielEnvironment("flickemup"),
                      lambda: flipside.SpielEnvironment(reward="gain")):
            self.assertRaises(flipside.FlipsideError, wrong)

    def test_openspiel_seeds_repeat_games_and_scores_can_be_the_reward(self):
        told = []
        for _ in range(2):
            env = flipside.SpielEnvironment("fliptown", 2, seed=5, reward="score")
            now = env.reset()
            while not now.last():
                now = env.step([now.observations["legal_actions"][now.current_player()][0]])
            told.append(now)
            self.assertEqual(now.rewards, [float(score) for score in env.table.scores])
        self.assertEqual(*told)

    def test_pgx_learners_are_told_all_games_in_a_state(self):
        env, batch = flipside.PgxEnv("royalflip", 6, 2), flipside.Batch("royalflip", 6, 2, seed=4)
        state, ends = env.init(4), 0
        self.assertEqual(state.observation.shape, (6, *env.observation_shape))
        while ends < 6:
            np.testing.assert_array_equal(state.legal_action_mask, batch.mask())
            np.testing.assert_array_equal(state.current_player, batch.seat)
            np.testing.assert_array_equal(state.observation, batch.observation)
            actions = state.legal_action_mask.argmax(1)
            before, state = state, env.step(state, actions)
            batch.step(actions)
            np.testing.assert_array_equal(state.terminated, batch.over)
            self.assertTrue((state.rewards[state.terminated].sum(1) == 1).all() and not state.rewards[~state.terminated].any())
            ends += int(state.terminated.sum())
        with self.assertRaises(flipside.FlipsideError):
            env.step(before, actions)


class WrongTypes(unittest.TestCase):
    """ctypes would cut 2**32 to 0, and int() would make 0 of 0.5."""

    NUMBERS = (0.5, 0.0, "0", None, True, 2**32, -2**32, 2**100, np.float32(0), np.bool_(False))
    ARRAYS = ([0.5] * 4, np.zeros(4), np.zeros(4, bool), [2**32] * 4, np.full(4, -2**32), [2**63] * 4, ["0"] * 4, [None] * 4)

    def refuse(self, call, *wrong):
        for value in wrong:
            with self.assertRaises(flipside.FlipsideError, msg=repr(value)) as caught:
                call(value)
            self.assertEqual(caught.exception.code, "range")

    def test_numbers_of_a_batch(self):
        batch = flipside.Batch("royalflip", 4, 2)
        before = batch.observation.copy()
        self.refuse(batch.step, *self.ARRAYS)
        ahead = flipside.Batch("royalflip", 4, 2)
        for array in self.ARRAYS:
            self.refuse(lambda games: ahead.branch(batch, games, np.zeros(4, int)), array)
            self.refuse(lambda actions: ahead.branch(batch, np.zeros(4, int), actions), array)
        for call in (lambda n: batch.act(0, n), lambda n: batch.act(n, 0), lambda n: batch.ranges(0, n), lambda n: batch.text(n, 0),
                     lambda n: batch.begin(n, 1), lambda n: batch.play_bot(n, flipside.Bot(1), 1), lambda n: batch.named(n, "x")):
            self.refuse(call, *self.NUMBERS)
        np.testing.assert_array_equal(before, batch.observation)
        batch.step(batch.legal[:, 0].astype(np.uint8))  # whole numbers of any size will do, …
        batch.step(batch.legal[:, 0].astype(np.int64))
        batch.step([int(action) for action in batch.legal[:, 0]])  # … and so will a list

    def test_numbers_of_a_table(self):
        table = flipside.Table("royalflip", 2, seed=1)
        for call in (lambda n: table.act(0, n), lambda n: table.act(n, 0), table.mask, table.observe, table.moves, table.undo,
                     lambda n: table.play(n, "x"), lambda n: table.play_bot(n, 1), table.view):
            self.refuse(call, *self.NUMBERS)
        self.assertEqual(table.steps, flipside.Table("royalflip", 2, seed=1).steps)
        table.act(np.int64(0), np.uint16(table.legal(0)[0]))

    def test_actions_of_environments(self):
        one, vector, several = flipside.FlipsideEnv("royalflip", 2), flipside.FlipsideVectorEnv("royalflip", 4, 2), flipside.AECGame("royalflip", 2)
        for env in (one, vector, several):
            env.reset(seed=1)
        self.refuse(one.step, *self.NUMBERS)
        self.refuse(several.step, *self.NUMBERS)
        self.refuse(vector.step, *self.ARRAYS, np.full(4, flipside.WAIT))
        self.assertNotIn(0.0, one.action_space)
        self.assertNotIn(np.zeros(4), vector.action_space)

    def test_the_size_of_a_set_up(self):
        for wrong in (2.0, 2**32 + 2, "2"):
            self.refuse(lambda n: flipside.Batch("royalflip", n), wrong)
            self.refuse(lambda n: flipside.Batch("royalflip", 1, n), wrong)
            self.refuse(lambda n: flipside.Table("royalflip", n), wrong)
            self.refuse(lambda n: flipside.FlipsideEnv("royalflip", n), wrong)
            self.refuse(lambda n: flipside.FlipsideEnv("royalflip", 2, seat=n), wrong)
            self.refuse(lambda n: flipside.AECGame("royalflip", n), wrong)

    def test_seeds(self):
        batch, table = flipside.Batch("royalflip", 4, 2), flipside.Table("royalflip", 2)
        for call in (lambda n: flipside.Batch("royalflip", 4, seed=n), lambda n: batch.begin(0, n), batch.restart, table.seed_bots,
                     lambda n: batch.branch(flipside.Batch("royalflip", 4, 2), [0], [0], n)):
            self.refuse(call, 0.5, None, True, "1")
        self.refuse(lambda n: flipside.Table("royalflip", seed=n), 0.5, True)  # a table's may be words: "0.5" is a seed, 0.5 is not
        seeds = [json.loads(flipside.Table("royalflip", seed=seed).record())["seed"] for seed in ("7", np.int64(7), 7, "8")]
        self.assertEqual(seeds, [seeds[0]] * 3 + seeds[3:])
        self.assertNotEqual(seeds[0], seeds[3])

    def test_seeds_of_environments(self):
        spiel = flipside.SpielEnvironment("royalflip", 2)
        for call in (lambda n: flipside.FlipsideEnv("royalflip", 2).reset(seed=n), lambda n: flipside.FlipsideVectorEnv("royalflip", 4, 2).reset(seed=n),
                     lambda n: flipside.AECGame("royalflip", 2).reset(seed=n), lambda n: flipside.ParallelGame("royalflip", 2).reset(seed=n),
                     lambda n: flipside.SpielEnvironment("royalflip", 2, seed=n), spiel.seed):
            self.refuse(call, 0.5, True, "1", [1], -1, float("nan"))
            call(None)
            call(np.uint64(2**63))

    def test_shares_of_flicks(self):
        env = flipside.FlipsideEnv("flickemup", 2)
        _, info = env.reset(seed=1)
        action = int(np.flatnonzero(info["action_mask"])[0])
        while not env.table.ranges(0, action):
            _, _, _, _, info = env.step(action)
            action = int(np.flatnonzero(info["action_mask"])[0])
        self.refuse(lambda shares: env.step((action, shares)), [0.5], ["a"] * 4, [float("nan")] * 4, 0.5)
        self.refuse(env.step, (), (action,), (action, [0.5] * 4, 1))
        env.step((action, [1.5, 0.5, 0, 0]))  # a little outside counts as the end

    def test_seats_of_a_view(self):
        table = flipside.Table("royalflip", 2)
        for wrong in (-1, 2, 62):
            with self.assertRaises(flipside.FlipsideError) as caught:
                table.view(wrong)
            self.assertEqual(caught.exception.code, "bad_seat")
        self.assertEqual(table.view(flipside.EVERYTHING)["game"], "royalflip")

    def test_names_and_options_of_a_wrong_type(self):
        for call, code in ((lambda: flipside.Batch(None), "unknown_game"), (lambda: flipside.Bot(1.5), "bad_player"), (lambda: flipside.Bot(True), "bad_player"),
                           (lambda: flipside.FlipsideEnv("royalflip", 2, opponents=None), "bad_player"),
                           (lambda: flipside.Batch("flipcity", options="office"), "bad_option"),
                           (lambda: flipside.SpielEnvironment("royalflip").step(0), "range")):
            with self.assertRaises(flipside.FlipsideError) as caught:
                call()
            self.assertEqual(caught.exception.code, code)


class Copies(unittest.TestCase):
    def test_what_owns_games_is_not_copied_for_both_would_free_them(self):
        for thing in (flipside.Batch("royalflip", 2), flipside.Table("royalflip", 2), flipside.FlipsideEnv("royalflip")):
            for call in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(flipside.FlipsideError, "cannot be copied"):
                    call(thing)

    def test_games_and_bots_are_copied_by_name(self):
        for call in (copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))):
            self.assertEqual(call(flipside.game("flipcity")).title, "Flip City")
            bot = call(flipside.Bot("bot2:9i"))
            self.assertEqual((bot.name, bot.think.iterations), ("bot2:9i", 9))
        self.assertEqual(flipside.Bot(np.int64(3)).name, "bot3")


class Names(unittest.TestCase):
    @unittest.skipIf(flipside.HAVE_GYMNASIUM, "spaces are Gymnasium's own")
    def test_spaces_say_what_they_are(self):
        from flipside.spaces import Box, Dict, Discrete, MultiDiscrete, Tuple
        self.assertEqual(repr(Discrete(5)), "Discrete(5)")
        self.assertEqual(repr(MultiDiscrete([2, 3])), "MultiDiscrete([2 3])")
        self.assertEqual(repr(Box(0, 1, (4,), np.int8)), "Box(0, 1, (4,), int8)")
        self.assertEqual(repr(flipside.FlipsideEnv("royalflip").observation_space), "Box(-inf, inf, (223,), float32)")
        self.assertEqual(repr(Tuple((Discrete(2), Box(0, 1, (4,))))), "Tuple(Discrete(2), Box(0.0, 1.0, (4,), float32))")
        self.assertEqual(repr(Dict({"a": Discrete(2)})), "Dict('a': Discrete(2))")

    def test_so_do_batches_tables_and_environments(self):
        self.assertEqual(repr(flipside.Batch("royalflip", 4, 2)), "Batch('royalflip', 4, 2)")
        self.assertEqual(repr(flipside.Table("flipcity", 3)), "Table('flipcity', 3)")
        self.assertEqual(repr(flipside.FlipsideEnv("flipcity", 3, seat=1)), "FlipsideEnv('flipcity', 3, seat=1)")
        self.assertEqual(repr(flipside.FlipsideVectorEnv("flipcity", 8, 2)), "FlipsideVectorEnv('flipcity', 8, 2)")
        self.assertEqual(repr(flipside.AECGame("flipcity", 2)), "AECGame('flipcity', 2)")
        self.assertEqual(repr(flipside.SpielEnvironment("flipcity", 2)), "SpielEnvironment('flipcity', 2)")
        self.assertEqual(repr(flipside.PgxEnv("flipcity", 8, 2)), "PgxEnv('flipcity', 8, 2)")


class Closed(unittest.TestCase):
    """What was closed is gone in the library: everything that is asked of it ends with an error, never with the process."""

    UNASKED = {"close", "closed", "from_record", "load", "seed_bots"}  # need nothing of the library, or make something new

    def refuse(self, thing, calls):
        public = {name for name in vars(type(thing)) if not name.startswith("_")} - self.UNASKED
        self.assertEqual(public - set(calls), set(), "a call that is not tried")
        thing.close()
        thing.close()  # once more is no harm
        for name, arguments in calls.items():
            with self.assertRaises(flipside.FlipsideError, msg=name) as caught:
                value = getattr(thing, name)
                if arguments is not None:
                    value(*arguments)
            self.assertEqual(caught.exception.code, "closed", name)

    def test_a_table(self):
        with tempfile.TemporaryDirectory() as folder:
            self.refuse(flipside.Table("royalflip", 2, seed=1), {
                "record": (), "save": (Path(folder) / "x.json",), "turn": None, "over": None, "steps": None, "moves": (0,), "play": (0, "x"),
                "undo": (0,), "think": (0,), "play_bot": (0, 1), "observe": (0,), "mask": (0,), "legal": (0,), "act": (0, 0), "ranges": (0, 0),
                "fields": (), "scores": None, "winners": None, "result": (), "view": (), "canvas": ()})

    def test_a_batch(self):
        other, games = flipside.Batch("royalflip", 4, 2), np.zeros(4, np.int32)
        self.refuse(flipside.Batch("royalflip", 4, 2, packed=True), {
            "step": (games,), "step_from": (0,), "step_random": (), "branch": (other, games, games), "restart": (1,), "begin": (0, 1),
            "mask": (), "lists": (), "unpack": (), "observation": None, "mask_sets": None, "legal": None, "legal_count": None, "think": (flipside.Bot(1), 1), "play_bot": (0, flipside.Bot(1), 1), "act": (0, 0), "ranges": (0, 0), "text": (0, 0), "named": (0, "x"), "fields": ()})
        source = flipside.Batch("royalflip", 4, 2)
        source.close()
        with self.assertRaises(flipside.FlipsideError):
            other.branch(source, games, games)
        other.close()

    def test_environments(self):
        one = flipside.FlipsideEnv("royalflip", 2)
        one.reset(seed=1)
        vector = flipside.FlipsideVectorEnv("royalflip", 4, 2)
        vector.reset(seed=1)
        several = flipside.AECGame("royalflip", 2)
        several.reset(seed=1)
        together = flipside.ParallelGame("royalflip", 2)
        together.reset(seed=1)
        spiel, pgx = flipside.SpielEnvironment("royalflip", 2), flipside.PgxEnv("royalflip", 4, 2)
        state = pgx.init(1)
        ended = flipside.FlipsideEnv("royalflip", 2, illegal="end")
        ended.reset(seed=1)
        ended.step(10**6)
        for env in (one, vector, several, together, spiel, pgx, ended):
            env.close()
            env.close()
        for call in (lambda: ended.step(0), lambda: one.step(0), lambda: one.reset(), lambda: vector.step(np.zeros(4, np.int32)), lambda: vector.reset(),
                     lambda: several.step(0), lambda: several.observe("seat_0"), lambda: several.state(), lambda: several.reset(),
                     lambda: together.step({"seat_0": 0, "seat_1": 0}), lambda: together.reset(seed=2),
                     lambda: spiel.reset(), lambda: spiel.step([0]), lambda: pgx.init(1), lambda: pgx.step(state, np.zeros(4, np.int32))):
            with self.assertRaises(flipside.FlipsideError) as caught:
                call()
            self.assertEqual(caught.exception.code, "closed")
        vector, several, together = flipside.FlipsideVectorEnv("royalflip", 4, 2), flipside.AECGame("royalflip", 2), flipside.ParallelGame("royalflip", 2)
        for env in (vector, several, together):  # never begun
            env.close()
        for call in (lambda: vector.step(np.zeros(4, np.int32)), lambda: vector.reset(), lambda: vector.step(np.zeros(4, np.int32)),
                     lambda: several.step(0), lambda: several.last(), lambda: together.step({"seat_0": 0, "seat_1": 0})):
            with self.assertRaises(flipside.FlipsideError) as caught:
                call()
            self.assertEqual(caught.exception.code, "closed")
        shown = flipside.FlipsideEnv("royalflip", 2, render_mode="ansi")
        shown.close()
        with self.assertRaises(flipside.FlipsideError):
            shown.render()


if __name__ == "__main__":
    main()
