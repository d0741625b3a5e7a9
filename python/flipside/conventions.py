"""The same games in the manner of OpenSpiel's and Pgx's environments, for learners that were written for those. Needs neither of them."""
from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ._library import FlipsideError, episode_seed, whole
from .batch import Batch
from .games import EditionSource, Game, OptionValues, game as find_game
from .table import Table

TERMINAL = -4
"""The player who decides when nobody does, as OpenSpiel numbers them."""


class StepType(enum.Enum):
    FIRST = 0
    MID = 1
    LAST = 2


class TimeStep(NamedTuple):
    """What OpenSpiel's learners are given: `observations` has `info_state` and `legal_actions` (one list for each seat) and `current_player`."""
    observations: dict[str, Any]
    rewards: list[float] | None
    discounts: list[float] | None
    step_type: StepType

    def first(self) -> bool:
        return self.step_type is StepType.FIRST

    def mid(self) -> bool:
        return self.step_type is StepType.MID

    def last(self) -> bool:
        return self.step_type is StepType.LAST

    def is_simultaneous_move(self) -> bool:
        return False

    def current_player(self) -> int:
        return int(self.observations["current_player"])


class SpielEnvironment:
    """All seats of one game in the manner of OpenSpiel's `rl_environment.Environment`: `reset()`, then `step([action])` of the seat that
    `current_player` names, until `last()`. Where several may act at once the lowest acts first, and none sees what another does. The reward
    is the share of the win, or with `reward="score"` the score; it comes with the last step."""

    def __init__(self, game: str | Game = "royalflip", seats: int | None = None, *, options: OptionValues | None = None,
                 edition: EditionSource = None, reward: str = "win", seed: int | None = None) -> None:
        self.game = find_game(game)
        if self.game.flicks:
            raise FlipsideError(f"{self.game.title} has moves with open numbers: use AECGame.")
        if reward not in ("win", "score"):
            raise FlipsideError(f"The reward is 'win' or 'score', not '{reward}'.", "range")
        self.name, self.reward, self.is_turn_based, self.discount = self.game.id, reward, True, 1.0
        self.num_players = max(2, self.game.min_seats) if seats is None else whole(seats, "The number of seats")
        self._setup: dict[str, Any] = {"options": options, "edition": edition}
        self._random = np.random.default_rng(episode_seed(seed))
        self.table = Table(self.game, self.num_players, seed=1, **self._setup)

    def __repr__(self) -> str:
        return f"SpielEnvironment({self.game.id!r}, {self.num_players})"

    def seed(self, seed: int | None = None) -> None:
        """Makes the games from the next `reset` on repeatable."""
        self._random = np.random.default_rng(episode_seed(seed))

    def observation_spec(self) -> dict[str, Any]:
        shape = self.table.shape
        return {"info_state": (shape.numbers,), "legal_actions": (shape.actions,), "current_player": (), "serialized_state": ()}

    def action_spec(self) -> dict[str, Any]:
        actions = self.table.shape.actions
        return {"num_actions": actions, "min": 0, "max": actions - 1, "dtype": int}

    def reset(self) -> TimeStep:
        if self.table.closed:
            raise FlipsideError("This environment is closed.", "closed")
        self.table.close()
        self.table = Table(self.game, self.num_players, seed=int(self._random.integers(2**62)), **self._setup)
        return TimeStep(self._observations(), None, None, StepType.FIRST)

    def step(self, actions: Sequence[int]) -> TimeStep:
        """One action, in a list. After the last step, begins the next game."""
        if self.table.over:
            return self.reset()
        if not hasattr(actions, "__len__") or len(actions) != 1:
            raise FlipsideError(f"A step takes one action in a list, not {actions!r}.", "range")
        self.table.act(self.table.turn[0], actions[0])
        over = self.table.over
        return TimeStep(self._observations(), self._rewards() if over else [0.0] * self.num_players,
                        [0.0 if over else self.discount] * self.num_players, StepType.LAST if over else StepType.MID)

    def _observations(self) -> dict[str, Any]:
        table, seats = self.table, range(self.num_players)
        now = table.turn[0] if table.turn else TERMINAL
        return {"info_state": [table.observe(seat).tolist() for seat in seats],
                "legal_actions": [table.legal(seat).tolist() if seat == now else [] for seat in seats],
                "current_player": now, "serialized_state": []}

    def _rewards(self) -> list[float]:
        if self.reward == "score":
            return [float(score) for score in self.table.scores]
        winners = self.table.winners
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(self.num_players)]

    def close(self) -> None:
        self.table.close()


@dataclass(frozen=True)
class State:
    """What Pgx's learners are given, of all games: arrays with a row for each."""
    current_player: np.ndarray
    observation: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    legal_action_mask: np.ndarray
    _step_count: int


class PgxEnv:
    """Many games in the manner of a Pgx environment under `vmap` and `auto_reset`: `state = env.init(seed)`, then `env.step(state, actions)`.

    A game that ends is followed by the next in the same step: `terminated` and `rewards` belong to the old one, everything else to the
    new. The games are kept here and not in the state, so only the latest state can go on; an older one is refused."""

    def __init__(self, game: str | Game = "royalflip", num_envs: int = 64, seats: int | None = None, *, options: OptionValues | None = None,
                 edition: EditionSource = None, reward: str | None = None, threads: int = 1, device: str = "cpu") -> None:
        self.batch = Batch(game, num_envs, seats, options=options, edition=edition, reward=reward, threads=threads, device=device,
                           buffers=("observation", "mask"))
        self.id, self.num_players, self.num_actions = self.batch.game.id, self.batch.seats, self.batch.actions
        self.observation_shape = (self.batch.numbers,)
        self._steps = 0

    def __repr__(self) -> str:
        return f"PgxEnv({self.id!r}, {self.batch.count}, {self.num_players})"

    def init(self, seed: int) -> State:
        self.batch.restart(seed)
        return self._state()

    def step(self, state: State, action: Any) -> State:
        if state._step_count != self._steps:
            raise FlipsideError("These games have gone on: only the latest state can be stepped.", "over")
        self.batch.step(action)
        return self._state()

    def _state(self) -> State:
        batch = self.batch
        self._steps += 1
        return State(batch.seat.astype(np.int32), batch.observation.copy(), batch.reward.copy(), batch.over.astype(bool),
                     np.zeros(batch.count, bool), batch.mask(), self._steps)

    def close(self) -> None:
        self.batch.close()
