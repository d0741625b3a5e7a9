"""Who plays the other seats: the library's bots, random players, or functions of yours."""
from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from typing import Any, Union

import numpy as np

from ._library import Error, FlipsideError, ThinkDef, Thought, check, lib

Policy = Callable[[np.ndarray, np.ndarray], int]
"""Takes an observation and a mask (booleans), returns an action."""

_own = threading.local()


def _thought() -> Thought:
    """Large, so each thread keeps one: the library is called without the interpreter's lock."""
    if not hasattr(_own, "thought"):
        _own.thought = Thought()
    return _own.thought


class Bot:
    """A player by name: "random", "bot1" … "bot5", "bot5:2000i" (iterations), "bot4:50ms" (a time limit)."""

    def __init__(self, name: str | int) -> None:
        text = name if isinstance(name, str) else f"bot{name}"
        match = re.fullmatch(r"random|bot([1-5])(?::(\d+)(i|ms))?", text)
        if not match:
            raise FlipsideError(f"'{text}' is no player; there are random, bot1 to bot5, bot5:2000i, bot5:50ms.",
                                "bad_player")
        self.name = text
        self.random = text == "random"
        self.think: ThinkDef = lib.flip_think_defaults(int(match[1] or 1))
        if match[3] == "i":
            self.think.iterations = int(match[2])
        elif match[3] == "ms":
            self.think.ms = int(match[2])

    def __repr__(self) -> str:
        return f"Bot({self.name!r})"

    def __reduce__(self) -> Any:
        return Bot, (self.name,)

    def at_table(self, table: int, seat: int, seed: int) -> tuple[int, list[tuple[int, float, int]]]:
        """The move of a seat at a table, and what it thought: (move, value, visits), best first."""
        error, thought = Error(), _thought()
        self.think.seed = seed
        check(lib.flip_think(table, seat, self.think, thought, error), error)
        choices = thought.choice
        return choices[0].move, [(choices[i].move, choices[i].value, choices[i].visits) for i in range(thought.count)]

    def in_position(self, position: Any, seat: int, seed: int) -> int:
        """The move of a seat in a game of a batch."""
        error, thought = Error(), _thought()
        self.think.seed = seed
        check(lib.flip_think_position(position, seat, self.think, thought, error), error)
        return int(thought.choice[0].move)


class BatchPolicy:
    """A function that decides in many games at once: a network asked for 500 games in one call is many times as fast as 500 calls.

    It gets observations [games, numbers] and masks [games, actions] (booleans) and returns an action for each game. With `legal="list"` it
    gets observations, lists [games, longest] (-1 behind the end of each) and how many actions are in each list instead.
    """

    def __init__(self, function: Callable[..., Any], legal: str = "mask") -> None:
        if legal not in ("mask", "list"):
            raise FlipsideError(f"legal is 'mask' or 'list', not '{legal}'.", "range")
        self.function, self.legal = function, legal

    def __repr__(self) -> str:
        return f"BatchPolicy({self.function!r}, legal={self.legal!r})"

    def __call__(self, observation: np.ndarray, mask: np.ndarray) -> Any:
        """In one game, as any other policy."""
        if self.legal == "mask":
            return self.function(observation[None], mask[None])[0]
        legal = np.flatnonzero(mask).astype(np.int32)
        return self.function(observation[None], legal[None], np.array([len(legal)], np.int32))[0]


Opponent = Union[str, int, Policy, BatchPolicy]


def opponents_of(given: Opponent | Sequence[Opponent], count: int) -> list[Bot | Policy | BatchPolicy]:
    """One opponent for all other seats, or one for each. Whoever is named for several seats is one and the same."""
    listed = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given] * count
    if len(listed) != count:
        raise FlipsideError(f"There are {count} other seats, and {len(listed)} opponents.", "seats")
    made: dict[Any, Bot] = {}
    return [one if callable(one) else made.setdefault(one, Bot(one)) for one in listed]
