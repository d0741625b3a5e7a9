"""The games that the library knows, and how one is set up."""
from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Union

import ctypes as c

from ._library import Edition, Error, FlipsideError, Game as _Game, Options, check, fail, lib

OptionValues = Mapping[str, Union[str, int, bool]]
EditionSource = Union[None, str, Path, Mapping[str, Any]]


class Option(NamedTuple):
    """An option of a game: values travel as text."""
    name: str
    default: str
    choices: str
    meaning: str


class Game:
    """One of the games; compare `games()`."""

    def __init__(self, pointer: Any) -> None:
        self._pointer = pointer
        game: _Game = pointer.contents
        self.id: str = game.id.decode()
        self.title: str = game.title.decode()
        self.about: str = game.about.decode()
        self.min_seats: int = game.min_seats
        self.max_seats: int = game.max_seats
        self.points: bool = not game.no_points
        self.flicks: bool = bool(game.flicks)
        self.learnable: bool = bool(game.learn)

    def __repr__(self) -> str:
        return f"Game({self.id!r})"

    def __reduce__(self) -> Any:
        return game, (self.id,)

    @property
    def options(self) -> list[Option]:
        found: list[Option] = []
        listed = self._pointer.contents.options
        while listed and listed[len(found)].name:
            option = listed[len(found)]
            texts = (option.name, option.fallback, option.choices, option.meaning)
            found.append(Option(*((text or b"").decode() for text in texts)))
        return found


def games() -> list[Game]:
    """All games, in the order in which people see them."""
    found: list[Game] = []
    while pointer := lib.flip_game_at(len(found)):
        found.append(Game(pointer))
    return found


def game(name: str | Game) -> Game:
    """The game with this id."""
    if isinstance(name, Game):
        return name
    pointer = lib.flip_game_named(name.encode()) if isinstance(name, str) else None
    if not pointer:
        raise FlipsideError(f"There is no game '{name}'; there are {', '.join(g.id for g in games())}.", "unknown_game")
    return Game(pointer)


def load_games(folder: str | Path) -> None:
    """Loads games from outside the library. Only from folders that you trust: a game is code."""
    error = Error()
    check(lib.flip_games_load(str(folder).encode(), error), error)


def set_options(of: Game, options: Options, values: OptionValues | None) -> None:
    """Checks and sets options; True and False may be written so."""
    error = Error()
    if not isinstance(values or {}, Mapping):
        raise FlipsideError(f"Options are a dictionary of names and values, not {values!r}.", "bad_option")
    for name, value in (values or {}).items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        check(lib.flip_options_set(of._pointer, options, str(name).encode(), text.encode(), error), error)


class EditionHolder:
    """An edition from a file, from text or from a dictionary; None: the one that the options choose."""

    def __init__(self, of: Game, source: EditionSource) -> None:
        self.pointer: Any = None
        if source is None:
            return
        error = Error()
        if isinstance(source, Mapping):
            text, name = json.dumps(source), "the edition"
        elif isinstance(source, str) and source.lstrip().startswith("{"):
            text, name = source, "the edition"
        else:
            text, name = Path(source).read_text(encoding="utf-8"), str(source)
        raw = text.encode()
        self.pointer = lib.flip_edition_parse(of._pointer, raw, len(raw), name.encode(), error)
        if not self.pointer:
            raise fail(error)

    def close(self) -> None:
        if self.pointer:
            lib.flip_edition_free(self.pointer)
            self.pointer = None


def edition_json(of: str | Game, options: OptionValues | None = None) -> dict[str, Any]:
    """The data of the compiled-in edition, to be changed and given back as `edition=`."""
    chosen, values, error = game(of), Options(), Error()
    lib.flip_options_default(chosen._pointer, values)
    set_options(chosen, values, options)
    pointer: Any = lib.flip_edition_chosen(chosen._pointer, values, error)
    if not pointer:
        raise fail(error)
    try:
        found: dict[str, Any] = json.loads(c.cast(pointer, c.POINTER(Edition)).contents.json)
        return found
    finally:
        lib.flip_edition_free(pointer)
