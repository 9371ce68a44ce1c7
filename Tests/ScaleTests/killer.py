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
    """Kills processes of one executable, a copy that nobody else runs: streams, and workers that they start.

    A record whose examination is killed again and again is rightly answered with that. So that answers can
    be compared, who asks a stream has `calm` seconds after each kill, and a worker a third of that from its
    start, for a record may be tried on it once more: let that be more than a hanging worker is given.
    """

    def __init__(self, program, seed, pause=0.4, calm=5.0):
        super().__init__(daemon=True)
        self.streams = self.workers = 0
        self._program, self._random, self._pause, self._calm = program, random.Random(seed), pause, calm
        self._over = threading.Event()
        # Of who asks: since when there is calm, and what is killed next.
        self._hit, self._next = {}, {}

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
        now, targets = time.monotonic(), []
        found = {number: (parent, age) for number, parent, age in processes(self._program)}
        for number, (parent, age) in found.items():
            is_stream = parent not in found
            # Who asks stays when a stream is replaced.
            asker = parent if is_stream else found[parent][0]
            wants_stream = self._next.setdefault(asker, self._random.random() < 0.5)
            is_ripe = is_stream or age >= self._calm / 3
            since = now - self._hit.setdefault(asker, now - self._calm)
            # Where poison is frequent, no worker gets old.
            if is_ripe and (is_stream == wants_stream and since >= self._calm or since >= 2 * self._calm):
                targets.append((number, asker, is_stream))
        if targets:
            self._kill(*self._random.choice(targets), now)

    def _kill(self, number, asker, is_stream, now):
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
            self.streams += is_stream
            self.workers += not is_stream
            self._hit[asker] = now
            del self._next[asker]
