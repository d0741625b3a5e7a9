"""Many games stepped together: `flip_env` over numpy arrays that the library writes into, without copies."""
from __future__ import annotations

import ctypes as c
from typing import Any

import numpy as np

from ._library import (ALIGNMENT, MAX_RANGES, MOVE_TEXT, EnvBuffers, EnvDef, EnvShape, Error, Fields, FlipsideError,
                       Position, Range, Text, check, fail, lib, still_open)
from .bots import Bot
from .games import EditionHolder, EditionSource, Game, OptionValues, game as find_game, set_options
from .table import unpack_mask

REWARDS = {"win": 0, "score": 1}
DEVICES = {"cpu": 0, "gpu": 1}


class Batch:
    """`count` games of one set-up. In each one seat has to decide; `step` takes one action per game.

    The arrays are always the same memory, and every step overwrites them: copy what you keep.

        observation  float32 [count, numbers]   what the seat that has to decide may know
        mask_sets    uint64 [count, sets]       its legal actions, 64 to a number; `mask()` unpacks them
        legal, legal_count                      the same as lists
        reward       float32 [count, seats]     0 until a game ends
        score        int32 [count, seats]       the final scores, where a game has ended
        over         uint8 [count]              the last step ended a game; all else belongs to the next one
        seat         uint8 [count]              who has to decide
        seed         uint64 [count]             of the running game

    With `device="gpu"` the first NVIDIA card plays the games, and each step copies the arrays. What `on_card` names stays on the card
    instead: {"observation": tensor.data_ptr()} has the card write there, and the array is not written.
    """

    def __init__(self, game: str | Game, count: int = 1, seats: int | None = None, *, options: OptionValues | None = None,
                 edition: EditionSource = None, threads: int = 1, reward: str | None = None, seed: int = 1,
                 device: str = "cpu", on_card: dict[str, int] | None = None) -> None:
        self._address: int | None = None
        self.game = find_game(game)
        definition: EnvDef = lib.flip_env_defaults(self.game._pointer)
        if seats is not None:
            definition.seats = seats
        if reward is not None and reward not in REWARDS:
            raise FlipsideError(f"The reward is 'win' or 'score', not '{reward}'.", "range")
        if reward is not None:
            definition.reward = REWARDS[reward]
        elif definition.seats > 1:
            definition.reward = REWARDS["win"]
        if device not in DEVICES:
            raise FlipsideError(f"The device is 'cpu' or 'gpu', not '{device}'.", "range")
        definition.games, definition.threads, definition.seed, definition.device = count, threads, seed, DEVICES[device]
        set_options(self.game, definition.options, options)
        holder, error, shape = EditionHolder(self.game, edition), Error(), EnvShape()
        definition.edition = holder.pointer
        try:
            check(lib.flip_env_measure(definition, shape, error), error)
            self._make_room(shape)
            self._address = lib.flip_env_open(definition, self._memory.ctypes.data, shape.memory, self._buffers(on_card or {}), error)
        finally:
            holder.close()
        if not self._address:
            raise fail(error)

    @property
    def _env(self) -> int:
        return still_open(self._address, "This batch")

    def _make_room(self, shape: EnvShape) -> None:
        count, seats = shape.games, shape.seats
        self.count, self.seats, self.actions, self.numbers = count, seats, shape.actions, shape.numbers
        block = np.empty(shape.memory + ALIGNMENT, np.uint8)
        self._memory = block[-block.ctypes.data % ALIGNMENT:]
        self.observation = np.zeros((count, shape.numbers), np.float32)
        self.mask_sets = np.zeros((count, shape.sets), np.uint64)
        self.legal = np.zeros((count, shape.listed), np.int32)
        self.legal_count = np.zeros(count, np.int32)
        self.reward = np.zeros((count, seats), np.float32)
        self.score = np.zeros((count, seats), np.int32)
        self.over = np.zeros(count, np.uint8)
        self.seat = np.zeros(count, np.uint8)
        self.seed = np.zeros(count, np.uint64)

    def _buffers(self, on_card: dict[str, int]) -> EnvBuffers:
        buffers = EnvBuffers()
        for name, array in (("observation", self.observation), ("mask", self.mask_sets), ("legal", self.legal),
                            ("legal_count", self.legal_count), ("reward", self.reward), ("score", self.score),
                            ("over", self.over), ("seat", self.seat), ("seed", self.seed)):
            setattr(buffers, name, on_card.get(name, array.ctypes.data))
        return buffers

    def step(self, actions: np.ndarray, numbers: np.ndarray | None = None) -> None:
        """One action per game; `numbers` (int32 [count, 4]) fills in the templates of flicks. An action that is not legal raises an
        error, and then no game has moved."""
        chosen = np.ascontiguousarray(actions, np.int32)
        open_numbers = None if numbers is None else np.ascontiguousarray(numbers, np.int32)
        if chosen.shape != (self.count,) or (open_numbers is not None and open_numbers.shape != (self.count, MAX_RANGES)):
            raise FlipsideError(f"A step takes {self.count} actions, and {MAX_RANGES} numbers for each where moves are open.")
        error = Error()
        check(lib.flip_env_step(self._env, chosen.ctypes.data, None if open_numbers is None else open_numbers.ctypes.data,
                                error), error)

    def step_from(self, address: int) -> None:
        """The same with actions that lie in the card's memory, as int32: `tensor.data_ptr()`."""
        error = Error()
        check(lib.flip_env_step(self._env, address, None, error), error)

    def step_random(self, actions: np.ndarray | None = None) -> None:
        """A random legal move in every game, each equally likely; `actions` (int32) receives them."""
        if actions is not None and (actions.shape != (self.count,) or actions.dtype != np.int32):
            raise FlipsideError(f"There is room for the actions in an int32 array of {self.count}.")
        error = Error()
        check(lib.flip_env_step_random(self._env, None if actions is None else actions.ctypes.data, error), error)

    def branch(self, source: Batch, games: np.ndarray, actions: np.ndarray, seed: int = 0) -> None:
        """Looks ahead: game i of this batch becomes `games[i]` of another one with the same set-up after `actions[i]`. The other batch stays
        as it is. What its seat cannot know, and what is dealt from now on, are dealt anew: a branch tells no secrets."""
        places, chosen = np.ascontiguousarray(games, np.int32), np.ascontiguousarray(actions, np.int32)
        if places.ndim != 1 or places.shape != chosen.shape:
            raise FlipsideError("Every branch has one game and one action.")
        error = Error()
        check(lib.flip_env_branch(self._env, source._env, len(places), places.ctypes.data, chosen.ctypes.data, seed, error),
              error)

    def restart(self, seed: int) -> None:
        """Starts all games again, as after opening with this seed."""
        error = Error()
        check(lib.flip_env_restart(self._env, seed, error), error)

    def begin(self, place: int, seed: int) -> None:
        """Starts one game again, with exactly this seed."""
        error = Error()
        check(lib.flip_env_begin(self._env, place, seed, error), error)

    def mask(self) -> np.ndarray:
        """Legal actions as booleans [count, actions]."""
        still_open(self._address, "This batch")
        return unpack_mask(self.mask_sets, self.actions)

    def play_bot(self, place: int, bot: Bot, seed: int) -> None:
        """Lets a bot decide in one game; the others wait."""
        position, error = Position(), Error()
        check(lib.flip_env_position(self._env, place, position, error), error)
        move = bot.in_position(position, int(self.seat[place]), seed)
        check(lib.flip_env_act(self._env, place, move, error), error)

    def act(self, place: int, action: int) -> None:
        """Makes the move with this number in one game; the others wait. Not for moves with open numbers."""
        move, error = c.c_uint64(), Error()
        check(lib.flip_env_move(self._env, place, action, None, move, error), error)
        check(lib.flip_env_act(self._env, place, move.value, error), error)

    def ranges(self, place: int, action: int) -> list[tuple[int, int]]:
        """The open numbers of an action in one game; none for most."""
        ranges, error = (Range * MAX_RANGES)(), Error()
        count = lib.flip_env_ranges(self._env, place, int(action), ranges, error)
        check(count, error)
        return [(ranges[k].min, ranges[k].max) for k in range(count)]

    def text(self, place: int, action: int) -> str:
        """The notation of an action that is legal now in a game."""
        buffer, error = c.create_string_buffer(MOVE_TEXT), Error()
        out = Text(c.cast(buffer, c.c_char_p), len(buffer), 0)
        check(lib.flip_env_text(self._env, place, int(action), out, error), error)
        return buffer.value.decode()

    def named(self, place: int, text: str) -> int:
        """The action for a notation."""
        action, error = c.c_int32(), Error()
        check(lib.flip_env_named(self._env, place, text.encode(), action, error), error)
        return action.value

    def fields(self) -> list[tuple[str, int, str]]:
        """What the numbers of an observation mean: (name, count, meaning)."""
        fields = Fields()
        lib.flip_env_fields(self._env, fields)
        return [(f.name.decode(), f.count, f.meaning.decode()) for f in fields.field[:fields.count]]

    def close(self) -> None:
        if self._address:
            lib.flip_env_close(self._address)
            self._address = None

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_address", None):
            self.close()
