"""Flip games for people and learners: tables, batches, bots, records and pictures, over the C library libflipside.

    import flipside

    env = flipside.FlipsideEnv("royalflip", seats=2, opponents="bot1")       # one seat, in the manner of Gymnasium
    env = flipside.AECGame("fliptown", seats=3)                               # all seats, in the manner of PettingZoo
    env = flipside.FlipsideVectorEnv("royalflip", 256, seats=2, seat=None)    # many games at once
    batch = flipside.Batch("flipcity", 4096, seats=2, threads=8)              # the same, without copies
    table = flipside.Table("royalflip", 2, seed="monday")                     # one game with its record and its bots

docs/python.md shows them at work; docs/environments.md says what observations, actions and rewards are.
"""
from __future__ import annotations

from ._library import WAIT, FlipsideError, lib as _lib
from .batch import Batch
from .bots import BatchPolicy, Bot
from .canvas import Canvas
from .conventions import PgxEnv, SpielEnvironment
from .games import Game, Option, edition_json, game, games, load_games
from .several import AECGame, ParallelGame
from .single import FlipsideEnv
from .spaces import HAVE_GYMNASIUM, HAVE_PETTINGZOO
from .table import EVERYTHING, PUBLIC, Table, verify
from .vector import FlipsideVectorEnv

__version__ = _lib.flip_version().decode()
__all__ = ["AECGame", "Batch", "BatchPolicy", "Bot", "Canvas", "EVERYTHING", "FlipsideEnv", "FlipsideError", "FlipsideVectorEnv", "Game",
           "HAVE_GYMNASIUM", "HAVE_PETTINGZOO", "Option", "PUBLIC", "ParallelGame", "PgxEnv", "SpielEnvironment", "Table", "WAIT", "__version__", "edition_json",
           "game", "games", "load_games", "register", "verify"]


def register() -> None:
    """Makes the games known to Gymnasium: `gymnasium.make("flipside/royalflip-v0")`. Done on import where it is installed."""
    import gymnasium

    for one in games():
        name = f"flipside/{one.id}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="flipside:FlipsideEnv", kwargs={"game": one.id},
                               vector_entry_point="flipside:FlipsideVectorEnv")


if HAVE_GYMNASIUM:
    register()
