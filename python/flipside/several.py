"""Every seat an agent, in the manner of PettingZoo: one after the other (AEC), or all that may act together (parallel)."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ._library import FlipsideError, episode_seed, whole
from .games import EditionSource, Game, OptionValues, game as find_game
from .single import RENDER_MODES, render_table
from .spaces import AECEnv, Box, Dict, ParallelEnv, action_space, observation_space, split_action
from .table import Table


class _Seats:
    """What both have in common: the table, and agents called "seat_0", "seat_1" …"""

    def __init__(self, game: str | Game, seats: int | None, options: OptionValues | None, edition: EditionSource,
                 render_mode: str | None) -> None:
        self.game = find_game(game)
        self.seats = max(2, self.game.min_seats) if seats is None else whole(seats, "The number of seats")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise FlipsideError(f"render_mode is one of {', '.join(RENDER_MODES)}.")
        self.render_mode = render_mode
        self._setup: dict[str, Any] = {"options": options, "edition": edition}
        self._random = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self.table = Table(self.game, self.seats, seed=1, **self._setup)
        shape = self.table.shape
        self.observation_spaces = {agent: Dict({"observation": observation_space(shape.numbers),
                                                "action_mask": Box(0, 1, (shape.actions,), np.int8)})
                                   for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(shape.actions, self.game.flicks) for agent in self.possible_agents}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game.id!r}, {self.seats})"

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _check_open(self) -> None:
        if self.table.closed:
            raise FlipsideError("This environment is closed.", "closed")

    def _deal(self, seed: int | None) -> None:
        self._check_open()
        if seed is not None:
            self._random = np.random.default_rng(episode_seed(seed))
        self.table.close()
        self.table = Table(self.game, self.seats, seed=int(self._random.integers(2**62)), **self._setup)
        self.agents = list(self.possible_agents)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the seat may know, and its legal actions: none while it has to wait."""
        seat = self._seat(agent)
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat).astype(np.int8)}

    def _shares(self) -> dict[str, float]:
        """1 for the only winner, a share for each of several."""
        winners = self.table.winners
        return {agent: 1.0 / len(winners) if seat in winners else 0.0 for seat, agent in enumerate(self.possible_agents)}

    def state(self) -> np.ndarray:
        """What all seats know together."""
        return np.concatenate([self.table.observe(seat) for seat in range(self.seats)])

    def render(self) -> Any:
        turn = self.table.turn
        return render_table(self.table, self.render_mode, turn[0] if turn else 0)

    def close(self) -> None:
        self.table.close()


class AECGame(_Seats, AECEnv):
    """One agent after the other: `for agent in env.agent_iter(): … env.last() … env.step(action)`."""
    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "name": "flipside_v0", "is_parallelizable": False, "render_fps": 2}

    def __init__(self, game: str | Game = "royalflip", seats: int | None = None, *, options: OptionValues | None = None,
                 edition: EditionSource = None, render_mode: str | None = None) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, game, seats, options, edition, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._deal(seed)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = dict(self.terminations)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.turn[0]]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self._selected()
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def _selected(self) -> str:
        self._check_open()
        if not hasattr(self, "agent_selection"):
            raise FlipsideError("Nothing has begun yet; call reset().", "over")
        return self.agent_selection

    def step(self, action: Any) -> None:
        agent = self._selected()
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {one: 0.0 for one in self.agents}
        self.table.act(self._seat(agent), *split_action(action, self.game.flicks))
        if self.table.over:
            self.rewards = self._shares()
            self.terminations = {one: True for one in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.table.turn[0]]
        for one, reward in self.rewards.items():
            self._cumulative_rewards[one] += reward

    def _leave(self, agent: str, action: Any) -> None:
        """When the game is over each agent steps once more, with None, and is gone."""
        if action is not None:
            raise ValueError("The game is over: the only valid action is None")
        self.agents.remove(agent)
        for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            kept.pop(agent)  # type: ignore[attr-defined]
        self.rewards = {one: 0.0 for one in self.agents}
        if self.agents:
            self.agent_selection = self.agents[0]


class ParallelGame(_Seats, ParallelEnv):
    """All agents at once. Those that have nothing to decide see an empty mask, and what they give is not looked at."""
    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "name": "flipside_v0", "is_parallelizable": True, "render_fps": 2}

    def __init__(self, game: str | Game = "royalflip", seats: int | None = None, *, options: OptionValues | None = None,
                 edition: EditionSource = None, render_mode: str | None = None) -> None:
        ParallelEnv.__init__(self)
        _Seats.__init__(self, game, seats, options, edition, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self._deal(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        self._check_open()
        if not self.agents:
            raise FlipsideError("The game is over; call reset().", "over")
        for seat in self.table.turn:
            if seat in self.table.turn:  # an earlier one may have ended the phase
                agent = self.possible_agents[seat]
                if agent not in actions:
                    raise FlipsideError(f"{agent} has to decide, and gives no action.", "turn")
                self.table.act(seat, *split_action(actions[agent], self.game.flicks))
        agents, over = self.agents, self.table.over
        rewards = self._shares() if over else {agent: 0.0 for agent in agents}
        self.agents = [] if over else agents
        return ({agent: self.observe(agent) for agent in agents}, rewards, {agent: over for agent in agents},
                {agent: False for agent in agents}, {agent: {} for agent in agents})
