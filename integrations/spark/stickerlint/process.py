"""A running `stickerlint stream …`. One thread writes its records, another reads its answers."""

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
    """The command cannot run at all: it is missing, has another version, or rejects its options."""


class ProcessFailure(Exception):
    """The process is unusable. Records that it has not answered must be sent to another process."""


class Process:
    """A process that answers records. Call `send` and `receive` from one thread.

    It reads at most as many lines as records were sent. Memory is therefore bounded by the records in flight,
    whatever the process writes.
    """

    def __init__(self, command: Sequence[str], answer_bytes: int) -> None:
        try:
            # A separate process group, so that `kill` also ends the processes that it starts.
            self._child = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True)
        except OSError as error:
            raise CommandError(f"cannot run {command[0]}: {error.strerror}") from error
        self.sent = 0
        self._answer_bytes = answer_bytes
        self._records: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Answer | ProcessFailure] = queue.SimpleQueue()
        self._unread_answers = threading.Semaphore(0)
        self._is_closed = False
        self._stderr = b""
        self._threads = [
            threading.Thread(target=run, daemon=True)
            for run in (self._write_records, self._read_answers, self._read_stderr)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._child.pid

    def send(self, record: bytes) -> int:
        """Queues a record, without its separator. Returns its number in this process, counted from 1."""
        self.sent += 1
        self._records.put(record)
        self._unread_answers.release()
        return self.sent

    def receive(self, timeout: float | None) -> Answer | None:
        """Returns the next answer, or None if there is none within `timeout` seconds (0: if none is ready).

        Raises `ProcessFailure` if the process cannot answer any more.
        """
        try:
            event = self._answers.get(block=timeout != 0, timeout=timeout or None)
        except queue.Empty:
            return None
        if isinstance(event, ProcessFailure):
            raise event
        return event

    def kill(self) -> int:
        """Kills the process and the processes that it started. Returns its status, negative for a signal."""
        # Until the process is reaped, the system does not reuse the ID of its group.
        if self._child.returncode is None:
            os.killpg(self._child.pid, signal.SIGKILL)
        return self._reap()

    def finish(self) -> int:
        """Closes the input of the process so that it ends, and kills it if it does not."""
        self._records.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(_EXIT_SECONDS)
            return self._reap()
        return self.kill()

    def end_and_report_exit(self) -> int | None:
        """Returns how the process ended, like `kill`. If it was still running, kills it and returns None."""
        end = _exit_status_without_reaping(self._child.pid)
        self.kill()
        return end

    @property
    def stderr_tail(self) -> str:
        """The last bytes that the process wrote to standard error."""
        return self._stderr.decode("utf-8", "replace").strip()

    def _reap(self) -> int:
        status = self._child.wait()
        self._is_closed = True
        self._records.put(None)
        self._unread_answers.release()
        for thread in self._threads:
            thread.join(_EXIT_SECONDS)
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            with contextlib.suppress(OSError, ValueError):
                if not any(thread.is_alive() for thread in self._threads):
                    stream.close()
        return status

    def _write_records(self) -> None:
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
            self._answers.put(ProcessFailure("it closed its input"))
        with contextlib.suppress(OSError, ValueError):
            stdin.close()

    def _read_answers(self) -> None:
        while True:
            self._unread_answers.acquire()
            if self._is_closed:
                return
            try:
                line = self._child.stdout.readline(self._answer_bytes + 1)
                self._answers.put(parse_answer(line))
            except (OSError, ValueError) as error:
                self._answers.put(ProcessFailure(f"its output could not be read: {error}"))
                return
            except ProcessFailure as failure:
                self._answers.put(failure)
                return

    def _read_stderr(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while piece := self._child.stderr.read1(_STDERR_BYTES):
                self._stderr = (self._stderr + piece)[-_STDERR_BYTES:]


def parse_answer(line: bytes) -> Answer:
    """Parses a line as an answer. Raises `ProcessFailure` if it is not an answer."""
    if not line:
        raise ProcessFailure("it ended")
    if not line.endswith(b"\n"):
        raise ProcessFailure("it ended in the middle of an answer, or the answer is too long")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or not isinstance(answer.get("type"), str):
        raise ProcessFailure("it wrote an invalid answer")
    return answer


def _exit_status_without_reaping(pid: int) -> int | None:
    """Returns how a child ended, in the encoding of `Popen`, without reaping it. Returns None if it is still running.

    A process that has closed its output may take a moment to end.
    """
    for pause in (0, 0.01, 0.05, 0.2):
        threading.Event().wait(pause)
        with contextlib.suppress(ChildProcessError):
            end = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if end is not None:
                return end.si_status if end.si_code == os.CLD_EXITED else -end.si_status
    return None


def describe_exit(status: int) -> str:
    """Describes how a process ended: "SIGKILL", "exit code 3"."""
    if status >= 0:
        return f"exit code {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
