"""A game at a real table: with its history, its record, its bots, and a drawing for people."""
from __future__ import annotations

import ctypes as c
import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ._library import (ALL_STEPS, FLIP_ALL, FLIP_PUBLIC, MAX_MOVES, MAX_RANGES, SEED_BYTES, VIEW_SIZE, EnvShape, Error,
                       Fields, FlipsideError, Json, Range, Result, TableDef, Unique, check, fail, lib, members, seed_number,
                       still_open, take_text, whole)
from .bots import Bot
from .canvas import Canvas, draw
from .games import EditionHolder, EditionSource, Game, OptionValues, game as find_game, set_options

EVERYTHING, PUBLIC = FLIP_ALL, FLIP_PUBLIC
"""Viewers that are no seat: all secrets, or what a spectator sees."""

_Moves = c.c_uint64 * MAX_MOVES


def unpack_mask(sets: np.ndarray, actions: int) -> np.ndarray:
    """Legal actions as booleans, from sets of 64 bits (the last axis)."""
    bits = np.unpackbits(sets.astype("<u8", copy=False).view(np.uint8), axis=-1, bitorder="little")
    return bits[..., :actions].view(np.bool_)


class Table(Unique):
    """One game. `seed` may be words, a number or 32 bytes; the same seed deals the same cards."""

    def __init__(self, game: str | Game, seats: int | None = None, *, options: OptionValues | None = None,
                 edition: EditionSource = None, seed: str | int | bytes | None = None,
                 names: Sequence[str] | None = None) -> None:
        self._address: int | None = None
        self.game = find_game(game)
        definition: TableDef = lib.flip_table_defaults(self.game._pointer)
        definition.seats = self.game.min_seats if seats is None else whole(seats, "The number of seats")
        set_options(self.game, definition.options, options)
        definition.seed = self._seed_bytes(seed)
        for place, name in enumerate(names or ()):
            definition.names[place] = name.encode()
        holder, error = EditionHolder(self.game, edition), Error()
        definition.edition = holder.pointer
        self._open(lib.flip_table_open(definition, error), error)
        holder.close()

    def _open(self, table: int | None, error: Error) -> None:
        if not table:
            raise fail(error)
        self._address = table
        self.seats: int = lib.flip_table_seats(table)
        self.shape = EnvShape()
        self._bot_seed = secrets.randbits(63)
        if self.game.learnable:
            check(lib.flip_learn_measure(table, self.shape, error), error)

    @property
    def _table(self) -> int:
        return still_open(self._address, "This table")

    def __repr__(self) -> str:
        return f"Table({self.game.id!r}, {self.seats})"

    @property
    def closed(self) -> bool:
        return not self._address

    @staticmethod
    def _seed_bytes(seed: str | int | bytes | None) -> bytes | None:
        if seed is None:
            return None
        if isinstance(seed, bytes):
            if len(seed) != SEED_BYTES:
                raise FlipsideError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
            return seed
        words = seed if isinstance(seed, str) else str(seed_number(seed))
        out = c.create_string_buffer(SEED_BYTES)
        lib.flip_seed_from_words(words.encode(), out)
        return out.raw

    # --- records ---

    @classmethod
    def from_record(cls, record: str, steps: int = ALL_STEPS) -> Table:
        """A table from a record, with all its steps or the first `steps`."""
        table, error, raw = cls.__new__(cls), Error(), record.encode()
        table._address = None
        pointer = lib.flip_record_load(raw, len(raw), steps, error)
        if not pointer:
            raise fail(error)
        table.game = Game(lib.flip_table_game(pointer))
        table._open(pointer, error)
        return table

    @classmethod
    def load(cls, path: str | Path) -> Table:
        return cls.from_record(Path(path).read_text(encoding="utf-8"))

    def record(self) -> str:
        """The whole game as JSON: `flipside verify`, replays and `Table.from_record` read it."""
        error = Error()
        text = lib.flip_record_save(self._table, 0, error)
        if not text:
            raise fail(error)
        return take_text(text)

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.record(), encoding="utf-8")

    # --- whose turn, which moves ---

    @property
    def turn(self) -> list[int]:
        """The seats that have to decide; none when the game is over."""
        return members(lib.flip_table_turn(self._table))

    @property
    def over(self) -> bool:
        return not lib.flip_table_turn(self._table)

    @property
    def steps(self) -> int:
        return int(lib.flip_table_step_count(self._table))

    def moves(self, seat: int) -> list[str]:
        """The legal moves of a seat in notation."""
        found = _Moves()
        count = lib.flip_table_moves(self._table, whole(seat, "A seat"), found, MAX_MOVES)
        return [self._move_text(seat, found[i]) for i in range(count)]

    def _move_text(self, seat: int, move: int) -> str:
        buffer = c.create_string_buffer(4096)
        out: Json = lib.flip_json_in(c.addressof(buffer), len(buffer))
        lib.flip_table_action(self._table, seat, move, 0, out)
        return str(json.loads(buffer.value)["text"])

    def play(self, seat: int, text: str) -> None:
        """Makes a move in notation; a unique beginning is enough."""
        move, error = c.c_uint64(), Error()
        check(lib.flip_table_find(self._table, whole(seat, "A seat"), text.encode(), move, error), error)
        self._act(seat, move.value)

    def undo(self, seat: int) -> None:
        error = Error()
        check(lib.flip_table_undo(self._table, whole(seat, "A seat"), error), error)

    def _act(self, seat: int, move: int) -> None:
        error = Error()
        check(lib.flip_table_act(self._table, seat, move, error), error)

    # --- bots ---

    def seed_bots(self, seed: int) -> None:
        """Makes what bots choose from here on repeatable."""
        self._bot_seed = seed_number(seed)

    def think(self, seat: int, bot: Bot | str | int = 5) -> list[tuple[str, float, int]]:
        """What a bot thinks of the moves of a seat, best first: (move, value, visits)."""
        _, choices = self._ask(seat, bot)
        return [(self._move_text(seat, move), value, visits) for move, value, visits in choices]

    def play_bot(self, seat: int, bot: Bot | str | int = 5) -> None:
        """Lets a bot decide for a seat."""
        self._act(seat, self._ask(seat, bot)[0])

    def _ask(self, seat: int, bot: Bot | str | int) -> tuple[int, list[tuple[int, float, int]]]:
        player, seat = bot if isinstance(bot, Bot) else Bot(bot), whole(seat, "A seat")
        self._bot_seed = int(lib.flip_game_seed(self._bot_seed, 1))
        if not player.random:
            return player.at_table(self._table, seat, self._bot_seed)
        legal = self.legal(seat)
        if not len(legal):
            raise FlipsideError(f"Seat {seat} has nothing to decide now.", "turn")
        random = np.random.default_rng(self._bot_seed)
        move = self._move(seat, int(random.choice(legal)), random.random(MAX_RANGES))
        return move, [(move, 0.0, 0)]

    # --- by numbers ---

    def observe(self, seat: int, out: np.ndarray | None = None) -> np.ndarray:
        """What a seat may know; written into `out` if that is given (float32, contiguous)."""
        numbers = np.empty(self.shape.numbers, np.float32) if out is None else out
        if numbers.shape != (self.shape.numbers,) or numbers.dtype != np.float32 or not numbers.flags.c_contiguous:
            raise FlipsideError(f"An observation is a contiguous array of {self.shape.numbers} float32.")
        error = Error()
        check(lib.flip_learn_observe(self._table, whole(seat, "A seat"), numbers.ctypes.data, error), error)
        return numbers

    def mask(self, seat: int) -> np.ndarray:
        """Which actions a seat has now, as booleans."""
        sets, error = np.zeros(self.shape.sets, np.uint64), Error()
        check(lib.flip_learn_mask(self._table, whole(seat, "A seat"), sets.ctypes.data, error), error)
        return unpack_mask(sets, self.shape.actions)

    def legal(self, seat: int) -> np.ndarray:
        """The same as numbers in ascending order."""
        return np.flatnonzero(self.mask(seat))

    def act(self, seat: int, action: int, numbers: Sequence[float] | np.ndarray | None = None) -> None:
        """Makes the move with this number. Open numbers (of flicks) are shares of their ranges, 0 … 1."""
        self._act(seat, self._move(seat, action, numbers))

    def _move(self, seat: int, action: int, numbers: Sequence[float] | np.ndarray | None) -> int:
        move, error, seat, action = c.c_uint64(), Error(), whole(seat, "A seat"), whole(action, "An action")
        filled, ranges = np.zeros(MAX_RANGES, np.int32), self.ranges(seat, action)
        for place, (share, (low, high)) in enumerate(zip(_shares(numbers, len(ranges)), ranges)):
            filled[place] = round(low + share * (high - low))
        check(lib.flip_learn_move(self._table, seat, action, filled.ctypes.data, move, error), error)
        return move.value

    def ranges(self, seat: int, action: int) -> list[tuple[int, int]]:
        """The open numbers of an action; none for most."""
        table = self._table
        if not self.game.flicks:
            return []
        ranges, error = (Range * MAX_RANGES)(), Error()
        count = lib.flip_learn_ranges(table, whole(seat, "A seat"), whole(action, "An action"), ranges, error)
        check(count, error)
        return [(ranges[k].min, ranges[k].max) for k in range(count)]

    def fields(self) -> list[tuple[str, int, str]]:
        """What the numbers of an observation mean: (name, count, meaning)."""
        fields, error = Fields(), Error()
        check(lib.flip_learn_fields(self._table, fields, error), error)
        return [(f.name.decode(), f.count, f.meaning.decode()) for f in fields.field[:fields.count]]

    # --- results and pictures ---

    @property
    def scores(self) -> list[int]:
        result = Result()
        lib.flip_table_result(self._table, result)
        return list(result.score[:self.seats])

    @property
    def winners(self) -> list[int]:
        result = Result()
        lib.flip_table_result(self._table, result)
        return members(result.winners)

    def result(self) -> dict[str, Any]:
        """Scores, their parts, winners, and at the end a verdict with its reason."""
        buffer = c.create_string_buffer(VIEW_SIZE)
        out: Json = lib.flip_json_in(c.addressof(buffer), len(buffer))
        lib.flip_json_open(out, None, b"{")
        lib.flip_table_result_json(self._table, out)
        lib.flip_json_close(out)
        found: dict[str, Any] = json.loads(buffer.value)
        return found

    def view(self, viewer: int = PUBLIC) -> dict[str, Any]:
        """What a seat may see, as the line protocol and the page get it."""
        if not 0 <= whole(viewer, "A viewer") < self.seats and viewer not in (EVERYTHING, PUBLIC):
            raise FlipsideError(f"There are the seats 0 to {self.seats - 1}, and no seat {viewer}.", "bad_seat")
        buffer = c.create_string_buffer(VIEW_SIZE)
        out: Json = lib.flip_json_in(c.addressof(buffer), len(buffer))
        lib.flip_table_view(self._table, viewer, out)
        found: dict[str, Any] = json.loads(buffer.value)
        return found

    def canvas(self, seat: int = 0, viewer: int | None = None, width: int = 80, height: int = 32) -> Canvas:
        """The sheet of a seat, as the terminal shows it."""
        return draw(self._table, whole(seat if viewer is None else viewer, "A viewer"), whole(seat, "A seat"), width, height)

    def close(self) -> None:
        if self._address:
            lib.flip_table_close(self._address)
            self._address = None

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_address", None):
            self.close()


def _shares(numbers: Any, count: int) -> list[float]:
    """Of the ranges of open numbers: within 0 … 1, as a policy may pass them a little; in the middle without numbers."""
    try:
        shares = [0.5] * count if numbers is None else [float(number) for number in numbers][:count]
    except (TypeError, ValueError):
        shares = []
    if len(shares) < count or any(share != share for share in shares):
        raise FlipsideError(f"The open numbers of an action are {count} shares, 0 to 1, not {numbers!r}.", "range")
    return [min(1.0, max(0.0, share)) for share in shares]


def verify(record: str) -> None:
    """Checks that every card of a record follows from its seed; raises FlipsideError if not."""
    error, raw = Error(), record.encode()
    check(lib.flip_record_verify(raw, len(raw), error), error)
