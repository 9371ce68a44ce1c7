"""One running `stickerlint stream …`: a thread writes its records, another one reads its answers."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Sequence
from typing import Any

Answer = dict[str, Any]
SCHEMA = 1
_STDERR_BYTES = 4096
_EXIT_SECONDS = 10.0


class CommandError(RuntimeError):
    """The command cannot be run at all: it is missing, too old, or refuses its options."""


class Death(Exception):
    """The process is of no more use; what it was sent and has not answered is to be sent to another one."""


class Process:
    """A process that is owed nothing when it starts; `send` and `receive` are called by one thread.

    Never more lines are read than records were sent, so what waits here is bounded by what is in flight,
    whatever the process writes.
    """

    def __init__(self, command: Sequence[str], answer_bytes: int) -> None:
        try:
            # A group of its own: what it started ends with it.
            self._child = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True)
        except OSError as error:
            raise CommandError(f"cannot run {command[0]}: {error.strerror}") from error
        self.sent = 0
        self._answer_bytes = answer_bytes
        self._records: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Answer | Death] = queue.SimpleQueue()
        self._owed = threading.Semaphore(0)
        self._is_closed = False
        self._stderr = b""
        self._threads = [
            threading.Thread(target=run, daemon=True) for run in (self._write, self._read, self._listen)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._child.pid

    def send(self, record: bytes) -> int:
        """Queues a record, without its separator; returns its number in this process, the first is 1."""
        self.sent += 1
        self._records.put(record)
        self._owed.release()
        return self.sent

    def receive(self, timeout: float | None) -> Answer | None:
        """The next answer; None where there is none in `timeout` seconds (0: none that is ready).

        Raises `Death` where there will be none.
        """
        try:
            event = self._answers.get(block=timeout != 0, timeout=timeout or None)
        except queue.Empty:
            return None
        if isinstance(event, Death):
            raise event
        return event

    def kill(self) -> int:
        """Ends the process and what it started; returns its status, negative for a signal."""
        # While the leader is not waited for, its group's number is nobody else's.
        if self._child.returncode is None:
            os.killpg(self._child.pid, signal.SIGKILL)
        return self._reap()

    def finish(self) -> int:
        """Lets the process end by closing its input; one that does not is killed."""
        self._records.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(_EXIT_SECONDS)
            return self._reap()
        return self.kill()

    def bury(self) -> int | None:
        """How the process died, as `kill` says it; None where it lived, and is killed now."""
        end = _ended(self._child.pid)
        self.kill()
        return end

    @property
    def complaint(self) -> str:
        """The end of what the process wrote to standard error."""
        return self._stderr.decode("utf-8", "replace").strip()

    def _reap(self) -> int:
        status = self._child.wait()
        self._is_closed = True
        self._records.put(None)
        self._owed.release()
        for thread in self._threads:
            thread.join(_EXIT_SECONDS)
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            with contextlib.suppress(OSError, ValueError):
                if not any(thread.is_alive() for thread in self._threads):
                    stream.close()
        return status

    def _write(self) -> None:
        stdin = self._child.stdin
        try:
            for record in iter(self._records.get, None):
                if self._is_closed:
                    break
                stdin.write(record)
                stdin.write(b"\0")
                if self._records.empty():
                    stdin.flush()
        except (OSError, ValueError):
            self._answers.put(Death("it closed its input"))
        with contextlib.suppress(OSError, ValueError):
            stdin.close()

    def _read(self) -> None:
        while True:
            self._owed.acquire()
            if self._is_closed:
                return
            try:
                line = self._child.stdout.readline(self._answer_bytes + 1)
                self._answers.put(parsed(line))
            except (OSError, ValueError) as error:
                self._answers.put(Death(f"it could not be read: {error}"))
                return
            except Death as death:
                self._answers.put(death)
                return

    def _listen(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while piece := self._child.stderr.read1(_STDERR_BYTES):
                self._stderr = (self._stderr + piece)[-_STDERR_BYTES:]


def parsed(line: bytes) -> Answer:
    """The answer that a line holds; raises `Death` where it is none."""
    if not line:
        raise Death("it ended")
    if not line.endswith(b"\n"):
        raise Death("it ended within an answer, or the answer is too long")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or not isinstance(answer.get("type"), str):
        raise Death("it wrote what is no answer")
    return answer


def _ended(pid: int) -> int | None:
    """How a child ended, as `Popen` counts, without waiting for it; None while it runs.

    A process that has closed its output may take a moment to end.
    """
    for pause in (0, 0.01, 0.05, 0.2):
        threading.Event().wait(pause)
        with contextlib.suppress(ChildProcessError):
            end = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if end is not None:
                return end.si_status if end.si_code == os.CLD_EXITED else -end.si_status
    return None


def named(status: int) -> str:
    """How a process ended, in words: "SIGKILL", "exit code 3"."""
    if status >= 0:
        return f"exit code {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
