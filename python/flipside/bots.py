"""Who plays the other seats: the library's bots, random players, or functions of yours."""
from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Union

import numpy as np

from ._library import Error, FlipsideError, ThinkDef, Thought, check, lib

Policy = Callable[[np.ndarray, np.ndarray], int]
"""Takes an observation and a mask (booleans), returns an action."""
Opponent = Union[str, int, Policy]

_thought = Thought()  # large: one for all; the library is called with the interpreter's consent only


class Bot:
    """A player by name: "random", "bot1" … "bot5", "bot5:2000i" (iterations), "bot4:50ms" (a time limit)."""

    def __init__(self, name: str | int) -> None:
        text = f"bot{name}" if isinstance(name, int) else name
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

    def at_table(self, table: int, seat: int, seed: int) -> tuple[int, list[tuple[int, float, int]]]:
        """The move of a seat at a table, and what it thought: (move, value, visits), best first."""
        error = Error()
        self.think.seed = seed
        check(lib.flip_think(table, seat, self.think, _thought, error), error)
        choices = _thought.choice
        return choices[0].move, [(choices[i].move, choices[i].value, choices[i].visits) for i in range(_thought.count)]

    def in_position(self, position: Any, seat: int, seed: int) -> int:
        """The move of a seat in a game of a batch."""
        error = Error()
        self.think.seed = seed
        check(lib.flip_think_position(position, seat, self.think, _thought, error), error)
        return int(_thought.choice[0].move)


def opponents_of(given: Opponent | Sequence[Opponent], count: int) -> list[Bot | Policy]:
    """One opponent for all other seats, or one for each."""
    listed = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given] * count
    if len(listed) != count:
        raise FlipsideError(f"There are {count} other seats, and {len(listed)} opponents.", "seats")
    return [one if callable(one) else Bot(one) for one in listed]
