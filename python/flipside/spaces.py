"""Spaces and base classes: Gymnasium's and PettingZoo's where they are installed, else small ones with the same manners.

So the environments work without either, and are real `gymnasium.Env`, `gymnasium.vector.VectorEnv`, `pettingzoo.AECEnv` and
`pettingzoo.ParallelEnv` with them.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ._library import FlipsideError, whole

try:
    import gymnasium
    from gymnasium import Env, spaces
    from gymnasium.vector import VectorEnv as VectorBase

    Space, Box, Dict, Discrete, MultiDiscrete, Tuple = (spaces.Space, spaces.Box, spaces.Dict, spaces.Discrete,
                                                        spaces.MultiDiscrete, spaces.Tuple)
    HAVE_GYMNASIUM = True
except ImportError:
    HAVE_GYMNASIUM = False

    class Space:  # type: ignore[no-redef]
        """A set of values from which one can be drawn."""

        def __init__(self, shape: Any = None, dtype: Any = None) -> None:
            self.shape, self.dtype, self._random = shape, dtype, np.random.default_rng()

        def seed(self, seed: int | None = None) -> None:
            self._random = np.random.default_rng(seed)

        def __contains__(self, value: Any) -> bool:
            return bool(self.contains(value))

        def contains(self, value: Any) -> bool:
            raise NotImplementedError

    class Box(Space):  # type: ignore[no-redef]
        """Arrays of numbers between two bounds."""

        def __init__(self, low: float, high: float, shape: Any, dtype: Any = np.float32) -> None:
            super().__init__(tuple(shape), np.dtype(dtype))
            self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

        def sample(self, mask: Any = None) -> np.ndarray:
            low, high = np.maximum(self.low, -1e3), np.minimum(self.high, 1e3)
            if np.issubdtype(self.dtype, np.integer):
                return self._random.integers(low, high, endpoint=True).astype(self.dtype)
            return self._random.uniform(low, high).astype(self.dtype)

        def contains(self, value: Any) -> bool:
            array = np.asarray(value)
            return bool(array.shape == self.shape and (array >= self.low).all() and (array <= self.high).all())

        def __repr__(self) -> str:
            low, high = (bound.flat[0] if bound.size else 0 for bound in (self.low, self.high))
            return f"Box({low}, {high}, {self.shape}, {self.dtype})"

    class Discrete(Space):  # type: ignore[no-redef]
        """The numbers 0 … n - 1."""

        def __init__(self, n: int) -> None:
            super().__init__((), np.dtype(np.int64))
            self.n = n

        def sample(self, mask: Any = None) -> int:
            allowed = np.arange(self.n) if mask is None else np.flatnonzero(mask)
            return int(self._random.choice(allowed)) if len(allowed) else 0

        def contains(self, value: Any) -> bool:
            return bool(np.ndim(value) == 0 and np.asarray(value).dtype.kind in "iu" and 0 <= value < self.n)

        def __repr__(self) -> str:
            return f"Discrete({self.n})"

    class MultiDiscrete(Space):  # type: ignore[no-redef]
        """A row of numbers, each below its own limit."""

        def __init__(self, nvec: Any) -> None:
            self.nvec = np.asarray(nvec, np.int64)
            super().__init__(self.nvec.shape, np.dtype(np.int64))

        def sample(self, mask: Any = None) -> np.ndarray:
            return self._random.integers(self.nvec)

        def contains(self, value: Any) -> bool:
            array = np.asarray(value)
            return bool(array.shape == self.shape and array.dtype.kind in "iu" and (array >= 0).all() and (array < self.nvec).all())

        def __repr__(self) -> str:
            return f"MultiDiscrete({self.nvec})"

    class Tuple(Space):  # type: ignore[no-redef]
        """One value of each space."""

        def __init__(self, spaces: Any) -> None:
            super().__init__()
            self.spaces = tuple(spaces)

        def sample(self, mask: Any = None) -> tuple[Any, ...]:
            masks = mask or [None] * len(self.spaces)
            return tuple(space.sample(one) for space, one in zip(self.spaces, masks))

        def contains(self, value: Any) -> bool:
            return len(value) == len(self.spaces) and all(v in s for v, s in zip(value, self.spaces))

        def __repr__(self) -> str:
            return f"Tuple({', '.join(map(repr, self.spaces))})"

    class Dict(Space):  # type: ignore[no-redef]
        """One value of each space, by name."""

        def __init__(self, spaces: Any) -> None:
            super().__init__()
            self.spaces = dict(spaces)

        def __getitem__(self, name: str) -> Space:
            return self.spaces[name]

        def sample(self, mask: Any = None) -> dict[str, Any]:
            return {name: space.sample() for name, space in self.spaces.items()}

        def contains(self, value: Any) -> bool:
            return set(value) == set(self.spaces) and all(value[name] in space for name, space in self.spaces.items())

        def __repr__(self) -> str:
            return f"Dict({', '.join(f'{name!r}: {space!r}' for name, space in self.spaces.items())})"

    class Env:  # type: ignore[no-redef]
        """What Gymnasium's base class would bring: a source of chance, and itself without wrappers."""
        metadata: dict[str, Any] = {}
        render_mode: str | None = None
        spec = None

        def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
            if seed is not None or not hasattr(self, "np_random"):
                self.np_random = np.random.default_rng(seed)

        @property
        def unwrapped(self) -> Any:
            return self

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: Any) -> None:
            self.close()

        def close(self) -> None:
            pass

    VectorBase = Env  # type: ignore[assignment,misc]

try:
    from pettingzoo import AECEnv, ParallelEnv
    HAVE_PETTINGZOO = True
except ImportError:
    HAVE_PETTINGZOO = False

    class AECEnv:  # type: ignore[no-redef]
        """What PettingZoo's base class would bring."""
        metadata: dict[str, Any] = {}

        @property
        def num_agents(self) -> int:
            return len(self.agents)  # type: ignore[attr-defined]

        @property
        def max_num_agents(self) -> int:
            return len(self.possible_agents)  # type: ignore[attr-defined]

        @property
        def unwrapped(self) -> Any:
            return self

    class ParallelEnv(AECEnv):  # type: ignore[no-redef]
        """The same for agents that act together."""


def observation_space(numbers: int) -> Any:
    """Observations lie around 0 … 1; what can grow without a limit (points, say) may pass 1."""
    return Box(-np.inf, np.inf, (numbers,), np.float32)


def action_space(actions: int, flicks: bool) -> Any:
    """A number; where moves have open numbers, also shares of their ranges."""
    number = Discrete(actions)
    return Tuple((number, Box(0, 1, (4,), np.float32))) if flicks else number


def split_action(action: Any, flicks: bool) -> tuple[int, Any]:
    """The number of an action, and its open numbers."""
    if flicks and isinstance(action, (tuple, list)):
        if len(action) != 2:
            raise FlipsideError(f"An action with open numbers is a pair of the action and its numbers, not {action!r}.", "range")
        return whole(action[0], "An action"), action[1]
    return whole(action, "An action"), None
