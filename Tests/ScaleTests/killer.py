"""Sends SIGKILL to programs at random while others work."""

import contextlib
import os
import pathlib
import random
import signal
import threading
import time

_TICKS = os.sysconf("SC_CLK_TCK")


def processes(program):
    """The processes of an executable: number, parent, and age in seconds."""
    target = os.path.realpath(program)
    uptime = float(pathlib.Path("/proc/uptime").read_text().split()[0])
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                if os.readlink(entry / "exe") == target:
                    words = (entry / "stat").read_text().rpartition(")")[2].split()
                    yield int(entry.name), int(words[1]), uptime - int(words[19]) / _TICKS


class Killer(threading.Thread):
    """Kills processes of one executable, a copy that nobody else runs.

    A record whose examination is killed again and again is rightly answered with that. So that answers can
    be compared, a stream that was hit, or a worker that took another one's place, has `calm` seconds;
    let them be more than a hanging worker is given.
    """

    def __init__(self, program, seed, pause=0.4, calm=4.0):
        super().__init__(daemon=True)
        self.streams = self.workers = 0
        self._program, self._random, self._pause, self._calm = program, random.Random(seed), pause, calm
        self._over = threading.Event()
        self._hit = {}

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self.join()

    def run(self):
        while not self._over.wait(self._random.uniform(0.5, 1.5) * self._pause):
            self._kill_one()

    def _kill_one(self):
        now, found = time.monotonic(), list(processes(self._program))
        numbers = {number for number, _, _ in found}
        # A stream is a child of somebody else; who asks it stays when it is replaced.
        owner = {number: parent for number, parent, _ in found if parent not in numbers}
        targets = []
        for number, parent, age in found:
            stream = number if number in owner else parent
            calm = now - self._hit.get(owner.get(stream), -self._calm)
            if stream in owner and calm >= self._calm and (number in owner or age >= self._calm):
                targets.append((number, stream))
        if targets:
            number, stream = self._random.choice(targets)
            self._hit[owner[stream]] = now
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
                self.streams += number == stream
                self.workers += number != stream
