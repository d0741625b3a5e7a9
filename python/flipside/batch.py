"""Many games stepped together: `flip_env` over numpy arrays that the library writes into, without copies."""
from __future__ import annotations

import ctypes as c
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._library import (ALIGNMENT, MAX_RANGES, MOVE_TEXT, WAIT, EnvBuffers, EnvDef, EnvShape, Error, Fields, FlipsideError,
                       PackedNumber, Position, Range, Text, Unique, check, fail, lib, seed_number, still_open, whole)
from .bots import Bot
from .games import EditionHolder, EditionSource, Game, OptionValues, game as find_game, set_options
from .table import unpack_mask

REWARDS = {"win": 0, "score": 1, "gain": 2}
DEVICES = {"cpu": 0, "gpu": 1}
BUFFERS = ("observation", "mask", "legal", "final")
"""The large ones, which may be left out."""


def whole_numbers(values: Any, what: str) -> np.ndarray:
    """An int32 array of these numbers; what is no whole number, or does not fit, is refused."""
    array = np.asarray(values)
    if array.dtype == np.int32 or array.size == 0:
        return np.ascontiguousarray(array, np.int32)
    if array.dtype.kind not in "iu":
        raise FlipsideError(f"{what} are whole numbers, not {array.dtype}.", "range")
    numbers = array.astype(np.int32)
    wrong = np.flatnonzero(numbers.ravel() != array.ravel())
    if len(wrong):
        raise FlipsideError(f"{what} are numbers of 32 bits, not {array.ravel()[wrong[0]]}.", "range")
    return np.ascontiguousarray(numbers)


def _with_counts(names: set[str]) -> set[str]:
    """Lists come with their lengths."""
    return names | {"legal_count"} if "legal" in names else names


class Batch(Unique):
    """`count` games of one set-up. In each one seat has to decide; `step` takes one action per game.

    The arrays are always the same memory, and every step overwrites them: copy what you keep.

        observation  float32 [count, numbers]   what the seat that has to decide may know
        mask_sets    uint64 [count, sets]       its legal actions, 64 to a number; `mask()` unpacks them
        legal, legal_count                      the same as lists: `legal[game, :legal_count[game]]`
        reward       float32 [count, seats]     "win" and "score": 0 until a game ends; "gain": what a step changed in the scores
        score        int32 [count, seats]       the final scores, where a game has ended
        over         uint8 [count]              the last step ended a game; all else belongs to the next one
        seat         uint8 [count]              who has to decide
        seed         uint64 [count]             of the running game
        final        float32 [count, seats, numbers]   what each seat knew at the end, where the last step ended a game
        packed       int32 [count, words]       with `packed=True`: the observation in few words; `unpack` and `packing` read them

    Of the first four, what nobody has looked at is not written: a batch of which you read masks makes no lists. `buffers` names large arrays
    that are to be there from the start: "observation", "mask" (`mask_sets`), "legal", "final". "final" has to be named. A card writes
    what is named and nothing else; without names, all but "final", and with `packed=True` no "observation" either.

    With `device="gpu"` the first NVIDIA card plays the games, and each step copies the arrays. What `on_card` names stays on the card
    instead: {"observation": tensor.data_ptr()} has the card write there, and the array is not written.
    """

    def __init__(self, game: str | Game, count: int = 1, seats: int | None = None, *, options: OptionValues | None = None,
                 edition: EditionSource = None, threads: int = 1, reward: str | None = None, seed: int = 1,
                 device: str = "cpu", on_card: dict[str, int] | None = None, buffers: Iterable[str] | None = None,
                 packed: bool = False) -> None:
        self._address: int | None = None
        self.game = find_game(game)
        definition: EnvDef = lib.flip_env_defaults(self.game._pointer)
        if seats is not None:
            definition.seats = whole(seats, "The number of seats")
        if reward is not None and reward not in REWARDS:
            raise FlipsideError(f"The reward is 'win', 'score' or 'gain', not '{reward}'.", "range")
        if reward is not None:
            definition.reward = REWARDS[reward]
        elif definition.seats > 1:
            definition.reward = REWARDS["win"]
        if device not in DEVICES:
            raise FlipsideError(f"The device is 'cpu' or 'gpu', not '{device}'.", "range")
        first = BUFFERS[packed:3] if device == "gpu" else ()
        wanted = set(first if buffers is None else [buffers] if isinstance(buffers, str) else buffers)
        if unknown := wanted - set(BUFFERS):
            raise FlipsideError(f"The buffers are {', '.join(BUFFERS)}; there is no '{min(unknown)}'.", "range")
        definition.games, definition.threads = whole(count, "The number of games"), whole(threads, "The number of threads")
        definition.seed, definition.device = seed_number(seed), DEVICES[device]
        set_options(self.game, definition.options, options)
        holder, error, shape = EditionHolder(self.game, edition), Error(), EnvShape()
        definition.edition = holder.pointer
        try:
            check(lib.flip_env_measure(definition, shape, error), error)
            self._make_room(shape, wanted)
            self._address = lib.flip_env_open(definition, self._memory.ctypes.data, shape.memory, self._buffers(on_card or {}), error)
        finally:
            holder.close()
        if not self._address:
            raise fail(error)
        self.packed: Any = None
        self.packing: Any = None
        if packed:
            self._pack()

    def __repr__(self) -> str:
        return f"Batch({self.game.id!r}, {self.count}, {self.seats})"

    @property
    def closed(self) -> bool:
        return self._address is None

    @property
    def _env(self) -> int:
        return still_open(self._address, "This batch")

    def _make_room(self, shape: EnvShape, wanted: set[str]) -> None:
        count, seats = shape.games, shape.seats
        self.count, self.seats, self.actions, self.numbers = count, seats, shape.actions, shape.numbers
        block = np.empty(shape.memory + ALIGNMENT, np.uint8)
        self._memory = block[-block.ctypes.data % ALIGNMENT:]
        self._shapes = {
            "observation": ((count, shape.numbers), np.float32), "mask": ((count, shape.sets), np.uint64),
            "legal": ((count, shape.listed), np.int32), "legal_count": ((count,), np.int32), "final": ((count, seats, shape.numbers), np.float32)}
        self._large = {name: np.zeros(*self._shapes[name]) for name in _with_counts(wanted)}
        self.final: Any = self._large.get("final")
        self.reward = np.zeros((count, seats), np.float32)
        self.score = np.zeros((count, seats), np.int32)
        self.over = np.zeros(count, np.uint8)
        self.seat = np.zeros(count, np.uint8)
        self.seed = np.zeros(count, np.uint64)
        self._chosen = np.zeros(count, np.int32)  # actions of a step, at an address that is known
        self._chosen_at = self._chosen.ctypes.data
        self._error = Error()

    def _buffers(self, on_card: dict[str, int]) -> EnvBuffers:
        buffers = EnvBuffers()
        small = {"reward": self.reward, "score": self.score, "over": self.over, "seat": self.seat, "seed": self.seed}
        for name, array in {**self._large, **small}.items():
            setattr(buffers, name, array.ctypes.data)
        if unknown := set(on_card) - {name for name, _ in EnvBuffers._fields_}:
            raise FlipsideError(f"On the card can lie {', '.join(name for name, _ in EnvBuffers._fields_)}, and packed rows in a CardBatch; "
                                f"there is no '{min(unknown)}'.", "range")
        for name, address in on_card.items():
            setattr(buffers, name, address)
        return buffers

    def _pack(self) -> None:
        """Has every step write packed observations."""
        numbers, error = (PackedNumber * self.numbers)(), Error()
        words = lib.flip_env_packing(self._env, numbers, error)
        check(words, error)
        table = np.frombuffer(numbers, np.dtype([("word", "u2"), ("shift", "u1"), ("divisor", "u1"), ("mask", "u4")]))
        self.packing = {name: table[name].astype(np.uint32).view(np.int32) for name in ("word", "shift", "mask", "divisor")}
        self.packed, address = self._packed_rows(words)
        check(lib.flip_env_pack(self._env, address, error), error)

    def _packed_rows(self, words: int) -> tuple[Any, int]:
        rows = np.zeros((self.count, words), np.int32)
        return rows, rows.ctypes.data

    def unpack(self, packed: Any = None) -> np.ndarray:
        """The observations (float32, one row each) of packed rows: those of now, or any that were kept, as long as the set-up is the same. `packing`
        says how a learner does it by itself, number by number: the bits `mask` of word `word`, from bit `shift` on, divided by `divisor`;
        where that is 0 the word has the bits of a float."""
        env, error = self._env, Error()
        words = lib.flip_env_packing(env, None, error)
        check(words, error)
        rows = self.packed if packed is None else packed
        if not isinstance(rows, np.ndarray) or rows.dtype not in (np.int32, np.uint32) or rows.ndim != 2 or rows.shape[1] != words:
            raise FlipsideError(f"Packed observations are rows of {words} words of 32 bits, in an array of numpy.", "range")
        rows = np.ascontiguousarray(rows)
        out = np.empty((len(rows), self.numbers), np.float32)
        check(lib.flip_env_unpack(env, rows.ctypes.data, len(rows), out.ctypes.data, error), error)
        return out

    def _look(self, name: str) -> np.ndarray:
        """A large array; from the first time on that somebody looks at it, the library writes into it."""
        if name not in self._large:
            env, error, before = self._env, Error(), self._large
            wanted = _with_counts({"legal" if name == "legal_count" else name})
            self._large = {**before, **{one: np.zeros(*self._shapes[one]) for one in wanted}}
            if lib.flip_env_redirect(env, self._buffers({}), error) < 0:
                self._large = before
                raise fail(error)
        return self._large[name]

    @property
    def observation(self) -> np.ndarray:
        return self._look("observation")

    @property
    def mask_sets(self) -> np.ndarray:
        return self._look("mask")

    @property
    def legal(self) -> np.ndarray:
        return self._look("legal")

    @property
    def legal_count(self) -> np.ndarray:
        return self._look("legal_count")

    def step(self, actions: Any, numbers: Any = None) -> None:
        """One action per game; where it is `flipside.WAIT` the game waits. `numbers` (int32 [count, 4]) fills in the templates of
        flicks. An action that is not legal raises an error, and then no game has moved."""
        chosen = whole_numbers(actions, "Actions")
        open_numbers = None if numbers is None else whole_numbers(numbers, "Open numbers")
        if chosen.shape != self._chosen.shape or (open_numbers is not None and open_numbers.shape != (self.count, MAX_RANGES)):
            raise FlipsideError(f"A step takes {self.count} actions, and {MAX_RANGES} numbers for each where moves are open.")
        np.copyto(self._chosen, chosen)
        error = self._error
        check(lib.flip_env_step(self._env, self._chosen_at, None if open_numbers is None else open_numbers.ctypes.data, error), error)

    def step_from(self, address: int) -> None:
        """The same with actions that lie in the card's memory, as int32: `tensor.data_ptr()`."""
        error = Error()
        check(lib.flip_env_step(self._env, address, None, error), error)

    def step_random(self, actions: np.ndarray | None = None) -> None:
        """A random legal move in every game, each equally likely; `actions` (int32) receives them."""
        if actions is not None and (actions.shape != (self.count,) or actions.dtype != np.int32 or not actions.flags.c_contiguous):
            raise FlipsideError(f"There is room for the actions in a contiguous int32 array of {self.count}.")
        error = Error()
        check(lib.flip_env_step_random(self._env, None if actions is None else actions.ctypes.data, error), error)

    def branch(self, source: Batch, games: Any, actions: Any, seed: int = 0) -> None:
        """Looks ahead: game i of this batch becomes `games[i]` of another one with the same set-up after `actions[i]`. The other batch stays
        as it is. What its seat cannot know, and what is dealt from now on, are dealt anew: a branch tells no secrets."""
        places, chosen = whole_numbers(games, "Games"), whole_numbers(actions, "Actions")
        if places.ndim != 1 or places.shape != chosen.shape:
            raise FlipsideError("Every branch has one game and one action.")
        error = Error()
        check(lib.flip_env_branch(self._env, source._env, len(places), places.ctypes.data, chosen.ctypes.data,
                                  seed_number(seed), error), error)

    def restart(self, seed: int) -> None:
        """Starts all games again, as after opening with this seed."""
        error = Error()
        check(lib.flip_env_restart(self._env, seed_number(seed), error), error)

    def begin(self, place: int, seed: int) -> None:
        """Starts one game again, with exactly this seed."""
        error = Error()
        check(lib.flip_env_begin(self._env, whole(place, "A game"), seed_number(seed), error), error)

    def mask(self, games: Any = slice(None)) -> np.ndarray:
        """Legal actions as booleans [count, actions], of all games or of these."""
        still_open(self._address, "This batch")
        return unpack_mask(self.mask_sets[games], self.actions)

    def lists(self, games: Any = slice(None)) -> tuple[np.ndarray, np.ndarray]:
        """Legal actions as copied lists, of all games or of these: numbers in ascending order, as wide as the longest, -1 behind the end of
        each; and how many there are in each."""
        still_open(self._address, "This batch")
        counts = self.legal_count[games]
        legal = self.legal[games, :int(counts.max(initial=0))]
        return np.where(np.arange(legal.shape[1]) < counts[:, None], legal, np.int32(-1)), counts.copy()

    def think(self, bot: Bot | str | int, seed: int, asked: np.ndarray | None = None, actions: np.ndarray | None = None) -> np.ndarray:
        """What a bot would do in every game, or in those for which `asked` is true; the others get `flipside.WAIT`, or keep what is in
        `actions`. Nothing moves, and the batch's threads share the work. Not for "random", nor for moves with open numbers."""
        player = bot if isinstance(bot, Bot) else Bot(bot)
        if player.random:
            raise FlipsideError("A random player does not think: use step_random.", "bad_player")
        out = np.full(self.count, WAIT, np.int32) if actions is None else actions
        wanted = None if asked is None else np.ascontiguousarray(asked, np.uint8)
        for array, kind in ((out, np.int32), (wanted, np.uint8)):
            if array is not None and (array.shape != (self.count,) or array.dtype != kind or not array.flags.c_contiguous):
                raise FlipsideError(f"There is one number for each of the {self.count} games.")
        error, player.think.seed = Error(), seed_number(seed)
        check(lib.flip_env_think(self._env, player.think, None if wanted is None else wanted.ctypes.data, out.ctypes.data, error), error)
        return out

    def play_bot(self, place: int, bot: Bot | str | int, seed: int) -> None:
        """Lets a bot decide in one game; the others wait."""
        player, position, error = bot if isinstance(bot, Bot) else Bot(bot), Position(), Error()
        check(lib.flip_env_position(self._env, whole(place, "A game"), position, error), error)
        move = player.in_position(position, int(self.seat[place]), seed_number(seed))
        check(lib.flip_env_act(self._env, place, move, error), error)

    def act(self, place: int, action: int) -> None:
        """Makes the move with this number in one game; the others wait. Not for moves with open numbers."""
        move, error = c.c_uint64(), Error()
        check(lib.flip_env_move(self._env, whole(place, "A game"), whole(action, "An action"), None, move, error), error)
        check(lib.flip_env_act(self._env, place, move.value, error), error)

    def ranges(self, place: int, action: int) -> list[tuple[int, int]]:
        """The open numbers of an action in one game; none for most."""
        ranges, error = (Range * MAX_RANGES)(), Error()
        count = lib.flip_env_ranges(self._env, whole(place, "A game"), whole(action, "An action"), ranges, error)
        check(count, error)
        return [(ranges[k].min, ranges[k].max) for k in range(count)]

    def text(self, place: int, action: int) -> str:
        """The notation of an action that is legal now in a game."""
        buffer, error = c.create_string_buffer(MOVE_TEXT), Error()
        out = Text(c.cast(buffer, c.c_char_p), len(buffer), 0)
        check(lib.flip_env_text(self._env, whole(place, "A game"), whole(action, "An action"), out, error), error)
        return buffer.value.decode()

    def named(self, place: int, text: str) -> int:
        """The action for a notation."""
        action, error = c.c_int32(), Error()
        check(lib.flip_env_named(self._env, whole(place, "A game"), text.encode(), action, error), error)
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
