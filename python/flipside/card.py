"""Many games on a graphics card that are never copied from it: every array is the card's memory, shared with PyTorch, JAX or CuPy.

    games = flipside.CardBatch("royalflip", 65536, seats=2, reward="gain")
    seen = torch.as_tensor(games.observation, device="cuda")      # or torch.from_dlpack, jax.dlpack.from_dlpack, cupy.asarray
    games.step(policy(seen).int())
"""
from __future__ import annotations

import ctypes as c
from collections.abc import Sequence
from typing import Any

import numpy as np

from ._library import EnvBuffers, EnvShape, Error, FlipsideError, check, lib
from .batch import Batch

CUDA = 2  # a kind of device, for DLPack
KINDS = {"i": 0, "u": 1, "f": 2}


class _Tensor(c.Structure):
    """What DLPack passes on: a DLTensor, whose it is, and how to let it go."""
    _fields_ = [("data", c.c_void_p), ("device", c.c_int32), ("device_id", c.c_int32), ("dimensions", c.c_int32),
                ("code", c.c_uint8), ("bits", c.c_uint8), ("lanes", c.c_uint16), ("shape", c.POINTER(c.c_int64)),
                ("strides", c.POINTER(c.c_int64)), ("offset", c.c_uint64), ("context", c.c_void_p), ("deleter", c.c_void_p)]


_lent: dict[int, Any] = {}  # what somebody else holds now, by the address of its _Tensor
_new_capsule = c.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = c.py_object, [c.c_void_p, c.c_char_p, c.c_void_p]
_is_capsule = c.pythonapi.PyCapsule_IsValid
_is_capsule.restype, _is_capsule.argtypes = c.c_int, [c.c_void_p, c.c_char_p]
_in_capsule = c.pythonapi.PyCapsule_GetPointer
_in_capsule.restype, _in_capsule.argtypes = c.c_void_p, [c.c_void_p, c.c_char_p]


@c.CFUNCTYPE(None, c.c_void_p)
def _let_go(tensor: int) -> None:
    _lent.pop(tensor, None)


@c.PYFUNCTYPE(None, c.c_void_p)
def _nobody_took_it(capsule: int) -> None:
    if _is_capsule(capsule, b"dltensor"):
        _lent.pop(_in_capsule(capsule, b"dltensor"), None)


class _Driver:
    """The few functions of the driver that memory needs; the library opens the same card."""

    def __init__(self) -> None:
        try:
            self.cuda = c.CDLL("libcuda.so.1")
        except OSError:
            raise FlipsideError("There is no GPU to play on: the NVIDIA driver (libcuda.so.1) is not installed.", "no_device") from None
        device, context = c.c_int(), c.c_void_p()
        self._must(self.cuda.cuInit(0), "cannot be used")
        self._must(self.cuda.cuDeviceGet(c.byref(device), 0), "cannot be opened")
        self._must(self.cuda.cuDevicePrimaryCtxRetain(c.byref(context), device), "cannot be opened")
        self.context = context

    def _must(self, status: int, tried: str) -> None:
        if status:
            raise FlipsideError(f"The GPU {tried} ({status}).", "no_device")

    def take(self, size: int) -> int:
        memory = c.c_uint64()
        self._must(self.cuda.cuCtxSetCurrent(self.context), "cannot be used")
        self._must(self.cuda.cuMemAlloc_v2(c.byref(memory), c.c_size_t(max(size, 1))), f"does not give {size} bytes of memory")
        return memory.value

    def release(self, address: int) -> None:
        self.cuda.cuCtxSetCurrent(self.context)
        self.cuda.cuMemFree_v2(c.c_uint64(address))


class CardArray:
    """An array in the card's memory. It tells others where it lies (`__cuda_array_interface__`, DLPack) and does nothing else; its
    memory is the card's again when nobody holds it any more."""

    def __init__(self, driver: _Driver, shape: tuple[int, ...], dtype: Any) -> None:
        self.shape, self.dtype = shape, np.dtype(dtype)
        self._driver = driver
        self.address = driver.take(int(np.prod(shape)) * self.dtype.itemsize)

    def __repr__(self) -> str:
        return f"CardArray({self.shape}, {self.dtype})"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.address, False), "strides": None, "version": 3,
                "stream": None}

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, 0

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None) -> Any:
        """A step is over when it returns, so there is nothing to wait for."""
        if copy or (dl_device is not None and tuple(dl_device) != (CUDA, 0)):
            raise BufferError("An array of the card is shared where it lies, and not copied.")
        lengths = (c.c_int64 * len(self.shape))(*self.shape)
        tensor = _Tensor(self.address, CUDA, 0, len(self.shape), KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1, lengths, None, 0, None,
                         c.cast(_let_go, c.c_void_p))
        _lent[c.addressof(tensor)] = (self, tensor, lengths)
        return _new_capsule(c.addressof(tensor), b"dltensor", c.cast(_nobody_took_it, c.c_void_p))

    def __del__(self) -> None:
        if getattr(self, "address", None):
            self._driver.release(self.address)
            self.address = 0


def _on_card(actions: Any, count: int) -> int:
    """The address of a row of int32 in the card's memory."""
    found = getattr(actions, "__cuda_array_interface__", None)
    if found is None:
        raise FlipsideError("Actions of a CardBatch lie in the card's memory: a tensor of PyTorch, an array of CuPy, a CardArray.", "range")
    size = np.dtype(found["typestr"]).itemsize
    if np.dtype(found["typestr"]) != np.int32 or tuple(found["shape"]) != (count,) or found.get("strides") not in (None, (size,)):
        raise FlipsideError(f"A step takes {count} actions side by side, as int32.", "range")
    address: int = found["data"][0]
    return address


class CardBatch(Batch):
    """A `Batch` that a card plays and whose arrays are `CardArray`s: `observation`, `mask_sets`, `reward`, `score`, `over`, `seat`, and `legal`,
    `legal_count` and `final` if `buffers` names them (without it: observation and mask). With `packed=True` there is `packed`, and an `observation` only
    if it is named. A step takes actions that lie on the card, as
    int32, in order with the default stream; what it wrote is there when it returns."""

    def __init__(self, game: Any, count: int = 1, seats: int | None = None, *, buffers: Sequence[str] | None = None, **how: Any) -> None:
        if how.get("device", "gpu") != "gpu" or "on_card" in how:
            raise FlipsideError("A CardBatch is played on the card, and all of it lies there.", "range")
        if buffers is None:
            buffers = ("mask",) if how.get("packed") else ("observation", "mask")
        super().__init__(game, count, seats, buffers=buffers, **{**how, "device": "gpu"})

    def _make_room(self, shape: EnvShape, wanted: set[str]) -> None:
        super()._make_room(shape, set())
        driver = self._driver = _Driver()
        names = wanted | ({"legal_count"} if "legal" in wanted else set())
        self._large = {name: CardArray(driver, *self._shapes[name]) for name in sorted(names)}
        self.final = self._large.get("final")
        self._small = {name: CardArray(driver, getattr(self, name).shape, getattr(self, name).dtype)
                       for name in ("reward", "score", "over", "seat", "seed")}
        for name, array in self._small.items():
            setattr(self, name, array)

    def _packed_rows(self, words: int) -> tuple[Any, int]:
        rows = CardArray(self._driver, (self.count, words), np.int32)
        return rows, rows.address

    def _buffers(self, on_card: dict[str, int]) -> EnvBuffers:
        buffers = EnvBuffers()
        for name, array in {**self._large, **self._small}.items():
            setattr(buffers, name, array.address)
        return buffers

    def _look(self, name: str) -> Any:
        if name not in self._large:
            raise FlipsideError(f"A CardBatch writes what `buffers` names, and '{name}' is not there.", "range")
        return self._large[name]

    def step(self, actions: Any, numbers: Any = None) -> None:
        """One action per game, in the card's memory. An action that is not legal raises an error, and then no game has moved."""
        if numbers is not None:
            raise FlipsideError("No game on a card has open numbers.", "range")
        self.step_from(_on_card(actions, self.count))

    def step_random(self, actions: Any = None) -> None:
        """A random legal move in every game, each equally likely; `actions`, on the card, receives them."""
        error = Error()
        check(lib.flip_env_step_random(self._env, None if actions is None else _on_card(actions, self.count), error), error)
