#!/usr/bin/env python3
"""Arrays in a card's memory, and how they are shared. There is no card here: numpy's memory stands for its memory."""
import ctypes as c
import gc
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

try:
    import numpy as np
except ImportError:
    print("numpy is not installed: nothing is tested")
    sys.exit(77)

import flipside
from flipside import card
from verdicts import main


class Memory:
    """In place of the driver."""

    def __init__(self):
        self.taken = {}

    def take(self, size):
        memory = np.zeros(size, np.uint8)
        self.taken[memory.ctypes.data] = memory
        return memory.ctypes.data

    def release(self, address):
        del self.taken[address]


def tensor_in(capsule):
    address = card._in_capsule(id(capsule), b"dltensor")
    return address, card._Tensor.from_address(address)


class Arrays(unittest.TestCase):
    def test_an_array_says_where_it_lies_and_what_it_is(self):
        memory = Memory()
        array = card.CardArray(memory, (3, 5), np.float32)
        found = array.__cuda_array_interface__
        self.assertEqual((found["shape"], found["typestr"], found["strides"], found["version"]), ((3, 5), "<f4", None, 3))
        self.assertEqual(len(memory.taken[found["data"][0]]), 60)
        self.assertEqual(array.__dlpack_device__(), (2, 0))

    def test_dlpack_passes_on_the_same_memory_with_its_shape_and_type(self):
        for dtype, code, bits in ((np.float32, 2, 32), (np.int32, 0, 32), (np.uint64, 1, 64), (np.uint8, 1, 8)):
            array = card.CardArray(Memory(), (4, 6), dtype)
            capsule = array.__dlpack__(stream=1)
            _, tensor = tensor_in(capsule)
            self.assertEqual((tensor.data, tensor.device, tensor.device_id, tensor.dimensions), (array.address, 2, 0, 2))
            self.assertEqual((tensor.code, tensor.bits, tensor.lanes, tensor.offset), (code, bits, 1, 0))
            self.assertEqual(tensor.shape[:2], [4, 6])
            self.assertFalse(tensor.strides)

    def test_memory_is_held_as_long_as_somebody_holds_the_tensor(self):
        memory = Memory()
        capsule = card.CardArray(memory, (8,), np.int32).__dlpack__()
        address, tensor = tensor_in(capsule)
        gc.collect()
        self.assertEqual(len(memory.taken), 1)
        c.CFUNCTYPE(None, c.c_void_p)(tensor.deleter)(address)  # as a consumer does that has taken it
        gc.collect()
        self.assertEqual(len(memory.taken), 0)
        del capsule

    def test_a_capsule_that_nobody_takes_lets_the_memory_go(self):
        memory = Memory()
        capsule = card.CardArray(memory, (8,), np.int32).__dlpack__()
        del capsule
        gc.collect()
        self.assertEqual((len(memory.taken), len(card._lent)), (0, 0))

    def test_nothing_is_copied_nor_moved_to_another_device(self):
        array = card.CardArray(Memory(), (8,), np.int32)
        with self.assertRaises(BufferError):
            array.__dlpack__(copy=True)
        with self.assertRaises(BufferError):
            array.__dlpack__(dl_device=(1, 0))


class Actions(unittest.TestCase):
    def test_actions_lie_on_the_card_as_int32_side_by_side(self):
        memory = Memory()
        actions = card.CardArray(memory, (8,), np.int32)
        self.assertEqual(card._on_card(actions, 8), actions.address)
        for wrong in (np.zeros(8, np.int32), card.CardArray(memory, (8,), np.int64), card.CardArray(memory, (7,), np.int32),
                      card.CardArray(memory, (8, 1), np.int32)):
            with self.assertRaises(flipside.FlipsideError):
                card._on_card(wrong, 8)

    def test_a_batch_on_a_card_has_no_other_device(self):
        with self.assertRaisesRegex(flipside.FlipsideError, "played on the card"):
            flipside.CardBatch("royalflip", 4, device="cpu")


if __name__ == "__main__":
    main()
