"""Sends SIGKILL to random processes of a program while tests use it."""

import contextlib
import os
import pathlib
import random
import signal
import threading
import time

_TICKS = os.sysconf("SC_CLK_TCK")


def processes(program):
    """Yields the id, the parent's id and the age in seconds of each process of an executable."""
    target = os.path.realpath(program)
    uptime = float(pathlib.Path("/proc/uptime").read_text().split()[0])
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                if os.readlink(entry / "exe") == target:
                    fields = (entry / "stat").read_text().rpartition(")")[2].split()
                    yield int(entry.name), int(fields[1]), uptime - int(fields[19]) / _TICKS


class Killer(threading.Thread):
    """Kills processes of one executable: streams, and the workers that they start. The executable must be a copy that
    only the test runs.

    If the same record is killed repeatedly, an error is the correct answer. To keep answers comparable, each client
    of a stream has `calm` seconds between two kills, and a worker lives for at least a third of that time, because a
    record may be tried once more. A third of `calm` must be longer than the time limit of workers.
    """

    def __init__(self, program, seed, pause=0.4, calm=5.0):
        super().__init__(daemon=True)
        self.streams = self.workers = 0
        self._program, self._random, self._pause, self._calm = program, random.Random(seed), pause, calm
        self._is_over = threading.Event()
        # For each client: the time of the last kill, and whether a stream is killed next.
        self._last_kill, self._kills_stream_next = {}, {}

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        self.join()

    def run(self):
        while not self._is_over.wait(self._random.uniform(0.5, 1.5) * self._pause):
            self._kill_one()

    def _kill_one(self):
        now, targets = time.monotonic(), []
        running = {number: (parent, age) for number, parent, age in processes(self._program)}
        for number, (parent, age) in running.items():
            is_stream = parent not in running
            # The client stays the same when a stream is replaced.
            client = parent if is_stream else running[parent][0]
            kills_stream = self._kills_stream_next.setdefault(client, self._random.random() < 0.5)
            is_old_enough = is_stream or age >= self._calm / 3
            elapsed = now - self._last_kill.setdefault(client, now - self._calm)
            # After twice the time, kill a stream or a worker: few workers get old enough if poison is frequent.
            if is_old_enough and (is_stream == kills_stream and elapsed >= self._calm or elapsed >= 2 * self._calm):
                targets.append((number, client, is_stream))
        if targets:
            self._kill(*self._random.choice(targets), now)

    def _kill(self, number, client, is_stream, now):
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
            self.streams += is_stream
            self.workers += not is_stream
            self._last_kill[client] = now
            del self._kills_stream_next[client]
