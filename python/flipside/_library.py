"""The C library: where it is found, its structs, its functions.

Everything here mirrors include/flipside/*.h; python/tests compares sizes and offsets with what the C compiler says. Nothing else in this
package touches ctypes prototypes.
"""
from __future__ import annotations

import ctypes as c
import ctypes.util
import operator
import os
from pathlib import Path
from typing import Any, Iterator

MAX_SEATS, MAX_MOVES, MAX_OPTIONS, MAX_RANGES = 10, 2048, 12, 4
SEED_BYTES, ALIGNMENT, ALL_STEPS = 32, 64, -1
FLIP_ALL, FLIP_PUBLIC, FLIP_DEALER = 60, 61, 63
VIEW_SIZE, MOVE_TEXT = 65536, 128
GAME_ABI = 11
WAIT = -2**31 + 1
"""In place of an action: this game of a batch waits while others move."""


class Error(c.Structure):
    _fields_ = [("code", c.c_int), ("message", c.c_char * 480)]


class Option(c.Structure):
    _fields_ = [("name", c.c_char_p), ("kind", c.c_int), ("fallback", c.c_char_p), ("choices", c.c_char_p),
                ("meaning", c.c_char_p), ("former", c.c_char_p), ("changed", c.c_int)]


class Options(c.Structure):
    _fields_ = [("value", c.c_char * 96 * MAX_OPTIONS), ("version", c.c_int)]


class Game(c.Structure):
    _fields_ = [("abi", c.c_int), ("id", c.c_char_p), ("title", c.c_char_p), ("about", c.c_char_p),
                ("min_seats", c.c_int), ("max_seats", c.c_int), ("no_points", c.c_bool), ("version", c.c_int),
                ("options", c.POINTER(Option)), ("edition_option", c.c_char_p), ("edition_size", c.c_size_t),
                ("rules_size", c.c_size_t), ("state_size", c.c_size_t), ("rules", c.c_void_p),
                ("knowledge", c.c_void_p), ("words", c.c_void_p), ("flicks", c.c_void_p), ("bot", c.c_void_p),
                ("learn", c.c_void_p), ("judge", c.c_void_p), ("loader", c.c_void_p), ("files", c.c_void_p)]


class Edition(c.Structure):
    _fields_ = [("game", c.POINTER(Game)), ("hash", c.c_char * 65), ("data", c.c_void_p), ("json", c.c_char_p)]


class EnvDef(c.Structure):
    _fields_ = [("game", c.POINTER(Game)), ("seats", c.c_int), ("options", Options), ("edition", c.POINTER(Edition)),
                ("games", c.c_int), ("threads", c.c_int), ("reward", c.c_int), ("seed", c.c_uint64),
                ("device", c.c_int)]


class EnvShape(c.Structure):
    _fields_ = [("games", c.c_int), ("seats", c.c_int), ("numbers", c.c_int), ("actions", c.c_int), ("sets", c.c_int),
                ("listed", c.c_int), ("memory", c.c_size_t)]


class EnvBuffers(c.Structure):
    _fields_ = [(name, c.c_void_p) for name in ("observation", "mask", "legal", "legal_count", "reward", "score",
                                                "over", "seat", "seed", "final")]


class Field(c.Structure):
    _fields_ = [("name", c.c_char * 48), ("count", c.c_int), ("meaning", c.c_char_p)]


class Fields(c.Structure):
    _fields_ = [("field", Field * 512), ("count", c.c_int), ("numbers", c.c_int)]


class PackedNumber(c.Structure):
    _fields_ = [("word", c.c_uint16), ("shift", c.c_uint8), ("divisor", c.c_uint8), ("mask", c.c_uint32)]


class Text(c.Structure):
    _fields_ = [("at", c.c_char_p), ("size", c.c_size_t), ("length", c.c_size_t)]


class Json(c.Structure):
    _fields_ = [("text", Text), ("depth", c.c_int), ("filled", c.c_bool * 32), ("closer", c.c_char * 32)]


class Glyph(c.Structure):
    _fields_ = [("code", c.c_uint32), ("style", c.c_uint8)]


class Spot(c.Structure):
    _fields_ = [("x", c.c_int), ("y", c.c_int), ("width", c.c_int), ("height", c.c_int), ("move", c.c_uint64),
                ("mask", c.c_uint64)]


class Note(c.Structure):
    _fields_ = [("spot", c.c_int), ("text", c.c_char * 160)]


class Canvas(c.Structure):
    _fields_ = [("width", c.c_int), ("height", c.c_int), ("cells", c.POINTER(Glyph)), ("spot_count", c.c_int),
                ("spots", Spot * 512), ("note_count", c.c_int), ("notes", Note * 4)]


class Position(c.Structure):
    _fields_ = [("game", c.POINTER(Game)), ("rules", c.c_void_p), ("seats", c.c_int), ("phase", c.c_uint32),
                ("state", c.c_void_p), ("before", c.c_void_p)]


class World(c.Structure):
    _fields_ = [("flick", c.c_void_p), ("context", c.c_void_p)]


class TableDef(c.Structure):
    _fields_ = [("game", c.POINTER(Game)), ("seats", c.c_int), ("options", Options), ("edition", c.POINTER(Edition)),
                ("seed", c.c_char_p), ("rig", c.POINTER(c.c_char_p)), ("rig_count", c.c_int),
                ("names", c.c_char_p * MAX_SEATS), ("open", c.c_bool), ("world", World),
                ("seed_draw", c.c_void_p)]


class Step(c.Structure):
    _fields_ = [("move", c.c_uint64), ("time", c.c_int64), ("seat", c.c_int), ("rigged", c.c_bool),
                ("outcome", c.c_int)]


class Range(c.Structure):
    _fields_ = [("name", c.c_char_p), ("min", c.c_int32), ("max", c.c_int32), ("scale", c.c_int32),
                ("turn", c.c_int32)]


class Result(c.Structure):
    _fields_ = [("over", c.c_bool), ("score", c.c_int * MAX_SEATS), ("winners", c.c_uint64)]


class ThinkDef(c.Structure):
    _fields_ = [("level", c.c_int), ("iterations", c.c_uint64), ("ms", c.c_int), ("seed", c.c_uint64),
                ("hand", c.c_int), ("explain", c.c_bool), ("manner", c.c_uint64),
                ("given_up", c.c_void_p), ("asker", c.c_void_p),
                ("judge", c.c_void_p), ("judged", c.c_bool), ("former", c.c_bool),
                ("happened", c.c_void_p)]


class Choice(c.Structure):
    _fields_ = [("move", c.c_uint64), ("value", c.c_double), ("visits", c.c_uint64), ("why", c.c_char * 80)]


class Thought(c.Structure):
    _fields_ = [("count", c.c_int), ("choice", Choice * MAX_MOVES), ("iterations", c.c_uint64)]


MIRRORED = {
    "flip_error": Error, "flip_option": Option, "flip_options": Options, "flip_game": Game, "flip_edition": Edition,
    "flip_env_def": EnvDef, "flip_env_shape": EnvShape, "flip_env_buffers": EnvBuffers, "flip_field": Field,
    "flip_fields": Fields, "flip_packed_number": PackedNumber, "flip_text": Text, "flip_json": Json, "flip_glyph": Glyph, "flip_spot": Spot, "flip_note": Note,
    "flip_canvas": Canvas, "flip_position": Position, "flip_world": World, "flip_table_def": TableDef,
    "flip_step": Step, "flip_range": Range, "flip_result": Result, "flip_think_def": ThinkDef, "flip_choice": Choice,
    "flip_thought": Thought,
}

# name: result, arguments
_P = c.POINTER
_FUNCTIONS: dict[str, tuple[object, list[object]]] = {
    "flip_version": (c.c_char_p, []),
    "flip_error_word": (c.c_char_p, [c.c_int]),
    "flip_games_load": (c.c_int, [c.c_char_p, _P(Error)]),
    "flip_game_at": (_P(Game), [c.c_int]),
    "flip_game_named": (_P(Game), [c.c_char_p]),
    "flip_game_seed": (c.c_uint64, [c.c_uint64, c.c_uint64]),
    "flip_options_default": (None, [_P(Game), _P(Options)]),
    "flip_options_set": (c.c_int, [_P(Game), _P(Options), c.c_char_p, c.c_char_p, _P(Error)]),
    "flip_edition_chosen": (_P(Edition), [_P(Game), _P(Options), _P(Error)]),
    "flip_edition_parse": (_P(Edition), [_P(Game), c.c_char_p, c.c_size_t, c.c_char_p, _P(Error)]),
    "flip_edition_free": (None, [_P(Edition)]),
    "flip_env_defaults": (EnvDef, [_P(Game)]),
    "flip_env_measure": (c.c_int, [_P(EnvDef), _P(EnvShape), _P(Error)]),
    "flip_env_open": (c.c_void_p, [_P(EnvDef), c.c_void_p, c.c_size_t, _P(EnvBuffers), _P(Error)]),
    "flip_env_close": (None, [c.c_void_p]),
    "flip_env_fields": (None, [c.c_void_p, _P(Fields)]),
    "flip_env_step": (c.c_int, [c.c_void_p, c.c_void_p, c.c_void_p, _P(Error)]),
    "flip_env_step_random": (c.c_int, [c.c_void_p, c.c_void_p, _P(Error)]),
    "flip_env_redirect": (c.c_int, [c.c_void_p, _P(EnvBuffers), _P(Error)]),
    "flip_env_packing": (c.c_int, [c.c_void_p, _P(PackedNumber), _P(Error)]),
    "flip_env_pack": (c.c_int, [c.c_void_p, c.c_void_p, _P(Error)]),
    "flip_env_unpack": (c.c_int, [c.c_void_p, c.c_void_p, c.c_int, c.c_void_p, _P(Error)]),
    "flip_env_restart": (c.c_int, [c.c_void_p, c.c_uint64, _P(Error)]),
    "flip_env_begin": (c.c_int, [c.c_void_p, c.c_int, c.c_uint64, _P(Error)]),
    "flip_env_think": (c.c_int, [c.c_void_p, _P(ThinkDef), c.c_void_p, c.c_void_p, _P(Error)]),
    "flip_env_branch": (c.c_int, [c.c_void_p, c.c_void_p, c.c_int, c.c_void_p, c.c_void_p, c.c_uint64, _P(Error)]),
    "flip_env_text": (c.c_int, [c.c_void_p, c.c_int, c.c_int, _P(Text), _P(Error)]),
    "flip_env_named": (c.c_int, [c.c_void_p, c.c_int, c.c_char_p, _P(c.c_int32), _P(Error)]),
    "flip_env_position": (c.c_int, [c.c_void_p, c.c_int, _P(Position), _P(Error)]),
    "flip_env_act": (c.c_int, [c.c_void_p, c.c_int, c.c_uint64, _P(Error)]),
    "flip_learn_measure": (c.c_int, [c.c_void_p, _P(EnvShape), _P(Error)]),
    "flip_learn_fields": (c.c_int, [c.c_void_p, _P(Fields), _P(Error)]),
    "flip_learn_observe": (c.c_int, [c.c_void_p, c.c_int, c.c_void_p, _P(Error)]),
    "flip_learn_mask": (c.c_int, [c.c_void_p, c.c_int, c.c_void_p, _P(Error)]),
    "flip_learn_move": (c.c_int, [c.c_void_p, c.c_int, c.c_int, c.c_void_p, _P(c.c_uint64), _P(Error)]),
    "flip_learn_action": (c.c_int, [c.c_void_p, c.c_int, c.c_uint64, _P(c.c_int), _P(Error)]),
    "flip_learn_ranges": (c.c_int, [c.c_void_p, c.c_int, c.c_int, _P(Range), _P(Error)]),
    "flip_env_move": (c.c_int, [c.c_void_p, c.c_int, c.c_int, c.c_void_p, _P(c.c_uint64), _P(Error)]),
    "flip_env_ranges": (c.c_int, [c.c_void_p, c.c_int, c.c_int, _P(Range), _P(Error)]),
    "flip_table_defaults": (TableDef, [_P(Game)]),
    "flip_table_open": (c.c_void_p, [_P(TableDef), _P(Error)]),
    "flip_table_close": (None, [c.c_void_p]),
    "flip_table_game": (_P(Game), [c.c_void_p]),
    "flip_table_seats": (c.c_int, [c.c_void_p]),
    "flip_table_name": (c.c_char_p, [c.c_void_p, c.c_int]),
    "flip_table_turn": (c.c_uint64, [c.c_void_p]),
    "flip_table_step_count": (c.c_int, [c.c_void_p]),
    "flip_table_moves": (c.c_int, [c.c_void_p, c.c_int, _P(c.c_uint64), c.c_int]),
    "flip_table_act": (c.c_int, [c.c_void_p, c.c_int, c.c_uint64, _P(Error)]),
    "flip_table_undo": (c.c_int, [c.c_void_p, c.c_int, _P(Error)]),
    "flip_table_find": (c.c_int, [c.c_void_p, c.c_int, c.c_char_p, _P(c.c_uint64), _P(Error)]),
    "flip_table_action": (None, [c.c_void_p, c.c_int, c.c_uint64, c.c_int, _P(Json)]),
    "flip_table_position": (Position, [c.c_void_p]),
    "flip_table_result": (None, [c.c_void_p, _P(Result)]),
    "flip_table_result_json": (None, [c.c_void_p, _P(Json)]),
    "flip_table_view": (None, [c.c_void_p, c.c_int, _P(Json)]),
    "flip_table_draw": (c.c_int, [c.c_void_p, c.c_int, c.c_int, _P(Canvas), _P(Error)]),
    "flip_json_in": (Json, [c.c_void_p, c.c_size_t]),
    "flip_json_open": (None, [_P(Json), c.c_char_p, c.c_char]),
    "flip_json_close": (None, [_P(Json)]),
    "flip_seed_from_words": (None, [c.c_char_p, c.c_char_p]),
    "flip_think_defaults": (ThinkDef, [c.c_int]),
    "flip_think": (c.c_int, [c.c_void_p, c.c_int, _P(ThinkDef), _P(Thought), _P(Error)]),
    "flip_think_position": (c.c_int, [_P(Position), c.c_int, _P(ThinkDef), _P(Thought), _P(Error)]),
    "flip_record_save": (c.c_void_p, [c.c_void_p, c.c_int, _P(Error)]),
    "flip_record_load": (c.c_void_p, [c.c_char_p, c.c_size_t, c.c_int, _P(Error)]),
    "flip_record_verify": (c.c_int, [c.c_char_p, c.c_size_t, _P(Error)]),
}


def _places() -> Iterator[str]:
    """Where the library may be, the most particular place first."""
    named = os.environ.get("FLIPSIDE_LIBRARY")
    if named:
        yield named
        return
    here = Path(__file__).resolve().parent
    if (here / "libflipside.so.1").exists():
        yield str(here / "libflipside.so.1")
    built = (here.parents[1] / folder / "src" / "libflipside.so" for folder in ("build", "build-python"))
    yield from map(str, sorted((path for path in built if path.exists()), key=lambda path: -path.stat().st_mtime))
    found = ctypes.util.find_library("flipside")
    if found:
        yield found
    yield "libflipside.so.1"


def _load() -> c.CDLL:
    reason: OSError | None = None
    for place in _places():
        try:
            library = c.CDLL(place)
        except OSError as error:
            reason = reason or error
            continue
        for name, (result, arguments) in _FUNCTIONS.items():
            try:
                function = getattr(library, name)
            except AttributeError:
                raise ImportError(f"{place} has no {name}: it is older than this package.") from None
            function.restype, function.argtypes = result, arguments
        first = library.flip_game_at(0)
        if first and first.contents.abi != GAME_ABI:
            raise ImportError(f"{place} has games for interface {first.contents.abi}; this package knows {GAME_ABI}.")
        return library
    raise ImportError("The library libflipside was not found. Install the package with its library (pip install .), or name the "
                      f"file in the environment variable FLIPSIDE_LIBRARY. The system says: {reason}")


lib = _load()
_libc = c.CDLL(None)
_libc.free.argtypes = [c.c_void_p]


class FlipsideError(Exception):
    """What the library refused. `code` is the word that all interfaces use ("illegal", "bad_seat" …)."""

    def __init__(self, message: str, code: str = "usage") -> None:
        super().__init__(message)
        self.code = code


def fail(error: Error) -> FlipsideError:
    return FlipsideError(error.message.decode(), (lib.flip_error_word(error.code) or b"").decode())


def check(status: int, error: Error) -> None:
    if status < 0:
        raise fail(error)


class Unique:
    """Owns an object of the library: a copy would free it a second time."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise FlipsideError(f"A {type(self).__name__} cannot be copied or pickled; Table.record() and Batch.branch() carry games on.", "usage")


def still_open(address: int | None, what: str) -> int:
    """The library's own object; after `close()` there is none, and the library would take anything else for one."""
    if not address:
        raise FlipsideError(f"{what} is closed.", "closed")
    return address


def integer(value: Any, what: str) -> int:
    """A whole number of any kind, numpy's too; 0.5 is none, and True is more likely a mask than a number."""
    try:
        if type(value).__name__.startswith("bool"):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise FlipsideError(f"{what} is a whole number, not {value!r}.", "range") from None


def whole(value: Any, what: str) -> int:
    """A number for the library, which knows 32 bits: ctypes would cut anything longer."""
    number = integer(value, what)
    if not -2**31 <= number < 2**31:
        raise FlipsideError(f"{what} is a number of 32 bits, not {number}.", "range")
    return number


def seed_number(value: Any) -> int:
    """A seed; of larger numbers the lower 64 bits count."""
    return integer(value, "A seed")


def episode_seed(value: Any) -> int | None:
    """The seed of an environment, which goes to numpy: no negative one, and None where nobody cares."""
    if value is None:
        return None
    if (number := seed_number(value)) < 0:
        raise FlipsideError(f"The seed of an environment is not negative, as {number} is.", "range")
    return number


def take_text(address: int) -> str:
    """A text that the library allocated for us."""
    try:
        return c.string_at(address).decode()
    finally:
        _libc.free(address)


def members(bits: int) -> list[int]:
    """The members of a flip_set."""
    return [n for n in range(64) if bits >> n & 1]
