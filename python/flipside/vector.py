"""Many games at once for one learner, in the manner of Gymnasium's vector environments."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ._library import FlipsideError, lib
from .batch import Batch
from .bots import Bot, Opponent, opponents_of
from .games import EditionSource, Game, OptionValues
from .spaces import HAVE_GYMNASIUM, Box, MultiDiscrete, VectorBase, action_space, observation_space


class FlipsideVectorEnv(VectorBase):
    """`num_envs` games; in each you decide for one seat, the opponents for the others.

    A game that ends is followed by the next in the same step: the observation is then the first of the new game, and `infos["scores"]`
    has the final scores. With `seat=None` you sit on another seat in each game, so that a policy learns all of them.
    """
    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, game: str | Game = "royalflip", num_envs: int = 64, seats: int | None = None, *,
                 seat: int | None = 0, opponents: Opponent | Sequence[Opponent] = "bot1", options: OptionValues | None = None,
                 edition: EditionSource = None, reward: str | None = None, threads: int = 1,
                 device: str = "cpu") -> None:
        self.batch = Batch(game, num_envs, seats, options=options, edition=edition, reward=reward, threads=threads,
                           device=device)
        batch = self.batch
        if batch.game.flicks:
            raise FlipsideError(f"{batch.game.title} has moves with open numbers: use Batch.")
        if seat is not None and not 0 <= seat < batch.seats:
            raise FlipsideError(f"There are the seats 0 to {batch.seats - 1}, and no seat {seat}.", "bad_seat")
        self.num_envs = num_envs
        self._own = np.arange(num_envs) % batch.seats if seat is None else np.full(num_envs, seat)
        self._players = opponents_of(opponents, batch.seats - 1)
        self.single_observation_space = observation_space(batch.numbers)
        self.single_action_space = action_space(batch.actions, False)
        self.observation_space = Box(-np.inf, np.inf, (num_envs, batch.numbers), np.float32)
        self.action_space = MultiDiscrete(np.full(num_envs, batch.actions))
        self._bot_seed = 1
        if HAVE_GYMNASIUM:
            from gymnasium.vector import AutoresetMode
            self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        self._bot_seed = int(np.random.default_rng(seed).integers(2**62))
        self.batch.restart(self._bot_seed)
        self._over = np.zeros(self.num_envs, bool)
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._scores = np.zeros((self.num_envs, self.batch.seats), np.int32)
        self._let_others_play()
        return self.batch.observation.copy(), self._infos()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask().view(np.int8), "scores": self._scores, "seat": self._own}

    def _keep(self, places: np.ndarray) -> None:
        """What the last step brought in these games: the next one of a game would overwrite it."""
        ended = places[self.batch.over[places] != 0]
        self._over[ended] = True
        self._rewards[ended] = self.batch.reward[ended, self._own[ended]]
        self._scores[ended] = self.batch.score[ended]

    def _let_others_play(self) -> None:
        batch = self.batch
        while len(waiting := np.flatnonzero(batch.seat != self._own)):
            for place in waiting:
                seat, own = int(batch.seat[place]), int(self._own[place])
                player = self._players[seat - (seat > own)]
                self._bot_seed = int(lib.flip_game_seed(self._bot_seed, 1))
                if isinstance(player, Bot) and not player.random:
                    batch.play_bot(int(place), player, self._bot_seed)
                else:
                    self._act(int(place), player)
            self._keep(waiting)

    def _act(self, place: int, player: Any) -> None:
        """A random player, or a function."""
        batch = self.batch
        legal = batch.legal[place, :batch.legal_count[place]]
        if isinstance(player, Bot):
            action = int(legal[self._bot_seed % len(legal)])
        else:
            mask = np.zeros(batch.actions, bool)
            mask[legal] = True
            action = int(player(batch.observation[place], mask))
        batch.act(place, action)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        self.batch.step(np.asarray(actions))
        self._over[:] = False
        self._rewards[:] = 0
        self._keep(np.arange(self.num_envs))
        self._let_others_play()
        return (self.batch.observation.copy(), self._rewards.copy(), self._over.copy(), np.zeros(self.num_envs, bool),
                self._infos())

    def close(self, **_: Any) -> None:
        self.batch.close()
