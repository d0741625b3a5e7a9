"""One seat among bots, in the manner of Gymnasium."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ._library import FlipsideError, Unique, episode_seed, whole
from .bots import Bot, Opponent, opponents_of
from .games import EditionSource, Game, OptionValues, game as find_game
from .spaces import Env, action_space, observation_space, split_action
from .table import Table

RENDER_MODES = ["ansi", "svg", "rgb_array"]


def render_table(table: Table, mode: str | None, seat: int) -> Any:
    """The sheet of a seat as text, as SVG, or as an array of pixels."""
    if mode is None:
        return None
    canvas = table.canvas(seat)
    return canvas.text() if mode == "ansi" else canvas.svg() if mode == "svg" else canvas.rgb()


class FlipsideEnv(Unique, Env):
    """You decide for one seat; the opponents decide for the others.

    The observation is what the seat may know; `info["action_mask"]` says which actions are legal. The reward comes with the last step:
    the share of the win, or the score where one plays alone for points; with `reward="gain"` each step brings what your score has
    changed by. An illegal action raises an error, or with `illegal="end"`
    ends the episode with a reward of -1.
    """
    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(self, game: str | Game = "royalflip", seats: int | None = None, *, seat: int = 0,
                 opponents: Opponent | Sequence[Opponent] = "bot1", options: OptionValues | None = None,
                 edition: EditionSource = None, reward: str | None = None, illegal: str = "error",
                 render_mode: str | None = None) -> None:
        self.game = find_game(game)
        self.seats = self.game.min_seats if seats is None else whole(seats, "The number of seats")
        if not 0 <= whole(seat, "A seat") < self.seats:
            raise FlipsideError(f"There are the seats 0 to {self.seats - 1}, and no seat {seat}.", "bad_seat")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise FlipsideError(f"render_mode is one of {', '.join(RENDER_MODES)}.")
        if illegal not in ("error", "end") or reward not in (None, "win", "score", "gain"):
            raise FlipsideError("illegal is 'error' or 'end', reward is 'win', 'score' or 'gain'.")
        self.seat, self.render_mode, self.illegal = seat, render_mode, illegal
        self.reward = reward or ("score" if self.seats == 1 and self.game.points else "win")
        self._setup: dict[str, Any] = {"options": options, "edition": edition}
        players = opponents_of(opponents, self.seats - 1)
        self._players = players[:seat] + [None] + players[seat:]
        self._open(1)
        self.observation_space = observation_space(self.table.shape.numbers)
        self.action_space = action_space(self.table.shape.actions, self.game.flicks)

    def _open(self, seed: int) -> None:
        if hasattr(self, "table"):
            self._check_open()
            self.table.close()
        self.table = Table(self.game, self.seats, seed=seed, **self._setup)
        self.table.seed_bots(seed)
        self._ended, self._score = False, 0

    def _check_open(self) -> None:
        if self.table.closed:
            raise FlipsideError("This environment is closed.", "closed")

    def __repr__(self) -> str:
        return f"FlipsideEnv({self.game.id!r}, {self.seats}, seat={self.seat})"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """A new game. The same seed deals the same cards and makes the opponents choose alike."""
        super().reset(seed=episode_seed(seed))
        self._open(int(self.np_random.integers(2**62)))
        self._let_others_play()
        return self.table.observe(self.seat), self._info()

    def _let_others_play(self) -> None:
        while (turn := self.table.turn) and self.seat not in turn:
            seat = turn[0]
            player = self._players[seat]
            if isinstance(player, Bot):
                self.table.play_bot(seat, player)
            else:
                self.table.act(seat, *split_action(player(self.table.observe(seat), self.table.mask(seat)), self.game.flicks))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat).astype(np.int8), "scores": self.table.scores}

    def _reward(self) -> float:
        if self.reward == "gain":
            before, self._score = self._score, self.table.scores[self.seat]
            return float(self._score - before)
        if not self._ended:
            return 0.0
        if self.reward == "score":
            return float(self.table.scores[self.seat])
        winners = self.table.winners
        return 1.0 / len(winners) if self.seat in winners else 0.0

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        self._check_open()
        if self._ended:
            raise FlipsideError("The episode has ended; call reset().", "over")
        number, numbers = split_action(action, self.game.flicks)
        legal = 0 <= number < self.table.shape.actions and bool(self.table.mask(self.seat)[number])
        if not legal and self.illegal == "end":
            self._ended = True
            return self.table.observe(self.seat), -1.0, True, False, {**self._info(), "illegal": True}
        self.table.act(self.seat, number, numbers)
        self._let_others_play()
        self._ended = self.table.over
        return self.table.observe(self.seat), self._reward(), self._ended, False, self._info()

    def render(self) -> Any:
        return render_table(self.table, self.render_mode, self.seat)

    def close(self) -> None:
        self.table.close()
