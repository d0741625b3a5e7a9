"""Many games at once for one learner, in the manner of Gymnasium's vector environments."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ._library import WAIT, FlipsideError, episode_seed, lib, whole
from .batch import Batch, whole_numbers
from .bots import BatchPolicy, Bot, Opponent, opponents_of
from .games import EditionSource, Game, OptionValues
from .spaces import HAVE_GYMNASIUM, Box, MultiDiscrete, VectorBase, action_space, observation_space

LEGAL = {"mask": {"mask"}, "list": {"legal"}, "both": {"mask", "legal"}, "none": set()}


class FlipsideVectorEnv(VectorBase):
    """`num_envs` games; in each you decide for one seat, the opponents for the others. With `seat=None` you sit on another seat in each
    game, so that a policy learns all of them.

    A game that ends is followed by the next in the same step (Gymnasium's SAME_STEP): the observation is then the first of the new game,
    `infos["final_obs"]` has the last of the old one, and `infos["final_info"]` its scores; `infos["_final_obs"]` says in which games.

    `legal` says how `infos` tells what is legal: "mask" (`action_mask`, int8), "list" (`legal`, -1 behind the end of each row, and
    `legal_count`), "both" or "none". The reward is "win" or "score" at the end, or "gain": with each step what your score has changed by.
    All arrays are yours: no later step changes them.
    """
    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": "SameStep"}

    def __init__(self, game: str | Game = "royalflip", num_envs: int = 64, seats: int | None = None, *,
                 seat: int | None = 0, opponents: Opponent | Sequence[Opponent] = "bot1", options: OptionValues | None = None,
                 edition: EditionSource = None, reward: str | None = None, threads: int = 1,
                 device: str = "cpu", legal: str = "mask") -> None:
        if legal not in LEGAL:
            raise FlipsideError(f"legal is one of {', '.join(LEGAL)}, not '{legal}'.", "range")
        listed = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
        self.batch = Batch(game, num_envs, seats, options=options, edition=edition, reward=reward, threads=threads,
                           device=device, buffers={"observation", "final"} | LEGAL[legal] | set(map(_needs, listed)))
        batch = self.batch
        if batch.game.flicks:
            raise FlipsideError(f"{batch.game.title} has moves with open numbers: use Batch.")
        if seat is not None and not 0 <= whole(seat, "A seat") < batch.seats:
            raise FlipsideError(f"There are the seats 0 to {batch.seats - 1}, and no seat {seat}.", "bad_seat")
        self.num_envs, self._legal, self._all = num_envs, LEGAL[legal], np.arange(num_envs)
        self._own = self._all % batch.seats if seat is None else np.full(num_envs, seat)
        self._sit(opponents_of(opponents, batch.seats - 1))
        self.single_observation_space = observation_space(batch.numbers)
        self.single_action_space = action_space(batch.actions, False)
        self.observation_space = Box(-np.inf, np.inf, (num_envs, batch.numbers), np.float32)
        self.action_space = MultiDiscrete(np.full(num_envs, batch.actions))
        self._bot_seed: int | None = None  # before the first reset
        if HAVE_GYMNASIUM:
            from gymnasium.vector import AutoresetMode
            self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}

    def __repr__(self) -> str:
        return f"FlipsideVectorEnv({self.batch.game.id!r}, {self.num_envs}, {self.batch.seats})"

    def _sit(self, opponents: list[Any]) -> None:
        """Who decides in game i for seat s: players[who[i, s]], or you (-1)."""
        self._players = list({id(one): one for one in opponents}.values())
        numbers = {id(one): number for number, one in enumerate(self._players)}
        at_seat = np.array([numbers[id(one)] for one in opponents] + [-1])
        seats = np.arange(self.batch.seats)
        self._who = at_seat[np.where(seats == self._own[:, None], -1, seats - (seats > self._own[:, None]))]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        random = np.random.default_rng(episode_seed(seed))
        begin = int(random.integers(2**62))
        self.batch.restart(begin)
        self._random, self._bot_seed = random, begin
        self._scores = np.zeros((self.num_envs, self.batch.seats), np.int32)
        self._early = np.zeros(self.num_envs, np.float32)
        self._begin_step()
        self._over[:] = True
        self._let_others_play()
        return self.batch.observation.copy(), self._infos()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        chosen = whole_numbers(actions, "Actions")
        if (chosen == WAIT).any():
            raise FlipsideError("Every game needs an action.", "range")
        if self.batch.closed:
            raise FlipsideError("This environment is closed.", "closed")
        if self._bot_seed is None:
            raise FlipsideError("Nothing has begun yet; call reset().", "over")
        self._begin_step()
        self._step(chosen)
        self._let_others_play()
        infos = self._infos()
        if self._over.any():
            self._add_final(infos)
        return self.batch.observation.copy(), self._rewards, self._over, np.zeros(self.num_envs, bool), infos

    def close(self, **_: Any) -> None:
        self.batch.close()

    # --- what a step brings ---

    def _begin_step(self) -> None:
        self._over = np.zeros(self.num_envs, bool)
        self._rewards, self._early = self._early, np.zeros(self.num_envs, np.float32)
        self._final: np.ndarray | None = None

    def _step(self, actions: np.ndarray) -> None:
        """Makes moves, and keeps what they brought: the next ones in a game would overwrite it."""
        batch = self.batch
        batch.step(actions)
        reward = batch.reward[self._all, self._own]
        self._rewards += np.where(self._over, 0, reward)
        self._early += np.where(self._over, reward, 0)  # of a new game, before you have decided anything: comes with your first step
        ended = np.flatnonzero(batch.over)
        if len(ended):
            if self._final is None:
                self._final = np.full(self.num_envs, None, object)
            for place, row in zip(ended, batch.final[ended, self._own[ended]]):
                self._final[place] = row
            self._scores[ended] = batch.score[ended]
            self._over[ended] = True

    def _infos(self) -> dict[str, Any]:
        infos = {"scores": self._scores.copy(), "seat": self._own.copy()}
        if "mask" in self._legal:
            infos["action_mask"] = self.batch.mask().view(np.int8)
        if "legal" in self._legal:
            infos["legal"], infos["legal_count"] = self.batch.lists()
        return infos

    def _add_final(self, infos: dict[str, Any]) -> None:
        over = self._over
        about = {"scores": np.where(over[:, None], self._scores, 0), "seat": np.where(over, self._own, 0)}
        infos.update(final_obs=self._final, _final_obs=over.copy(), _final_info=over.copy(),
                     final_info={**about, **{f"_{name}": over.copy() for name in about}})

    # --- the others ---

    def _let_others_play(self) -> None:
        """Every opponent is asked once for all games that wait for it; then all these games move together."""
        batch = self.batch
        while (waiting := batch.seat != self._own).any():
            actions = np.full(self.num_envs, WAIT, np.int32)
            who = np.where(waiting, self._who[self._all, batch.seat], -1)
            for number, player in enumerate(self._players):
                asked = who == number
                if asked.any():
                    self._ask(player, asked, actions)
            self._step(actions)

    def _ask(self, player: Any, asked: np.ndarray, actions: np.ndarray) -> None:
        batch, places = self.batch, np.flatnonzero(asked)
        if isinstance(player, Bot) and not player.random:
            self._bot_seed = int(lib.flip_game_seed(self._bot_seed, 1))
            batch.think(player, self._bot_seed, asked, actions)
        elif isinstance(player, Bot):
            actions[places] = batch.legal[places, self._random.integers(batch.legal_count[places])]
        elif isinstance(player, BatchPolicy):
            legal = (batch.mask(places),) if player.legal == "mask" else batch.lists(places)
            chosen = whole_numbers(player.function(batch.observation[places], *legal), "Actions")
            if chosen.shape != places.shape:
                raise FlipsideError(f"A policy that is asked in {len(places)} games returns {len(places)} actions.")
            actions[places] = chosen
        else:
            for place, mask in zip(places, batch.mask(places)):
                actions[place] = whole(player(batch.observation[place], mask), "An action")


def _needs(player: Any) -> str:
    """The buffer that an opponent reads."""
    if isinstance(player, BatchPolicy):
        return "mask" if player.legal == "mask" else "legal"
    return "mask" if callable(player) else "legal" if player == "random" else "observation"
