"""Connections that say nothing: they are asked whether they are still there, and end if they are not."""

import os
import struct
import time

from client import Case, PATIENCE, Server, main

SILENT, GONE = 26, 16


class Silent(Case):
    @classmethod
    def make_server(cls, data):
        cls.clock_file, cls.passed = data + ".awake", 0
        return Server(data, preload=os.environ["FLIPSIDE_SHIFT_CLOCK"], environment={"SHIFT_AWAKE_FILE": cls.clock_file})

    def wait(self, seconds):
        """So much later, for the server."""
        type(self).passed += seconds
        with open(self.clock_file + ".new", "w", encoding="utf-8") as file:
            file.write(str(self.passed))
        os.rename(self.clock_file + ".new", self.clock_file)

    def frame(self, link):
        """The next frame as it comes: its kind and what is in it."""
        limit = time.monotonic() + PATIENCE
        first, length = link._read(2, limit)
        if length == 126:
            length = struct.unpack("!H", link._read(2, limit))[0]
        return first & 15, link._read(length, limit)

    def answer(self, link):
        """As a browser does, by itself; the server has heard it when it has answered what came after it."""
        link.send_frame(10, b"?")
        link.send_frame(9, b"and you")
        self.assertEqual(self.frame(link), (10, b"and you"))

    def test_who_is_silent_is_asked_and_who_does_not_answer_has_to_go(self):
        here, gone, busy = (person.connect() for person in self.people(3))
        self.wait(SILENT)
        self.assert_done(busy.ask("ping"))
        for link in (here, gone):
            self.assertEqual(self.frame(link), (9, b"?"))
        self.answer(here)
        self.wait(GONE)
        self.assertRaises(ConnectionError, self.frame, gone)
        self.assert_done(busy.ask("ping"))
        self.wait(SILENT)
        self.assertEqual(self.frame(here), (9, b"?"))  # it has said nothing but that
        self.answer(here)
        here.hear_all()
        busy.hear_all()


if __name__ == "__main__":
    main()
