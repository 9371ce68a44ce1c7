"""Sends records to `stickerlint stream …` and returns answers in the same order, within a bounded window.

A process that crashes is started again. The module needs only Python's standard library.
"""

import base64
import contextlib
import itertools
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stickerlint.limits import Limits, default_answer_timeout
from stickerlint.process import SCHEMA, Answer, CommandError, Process, ProcessFailure, describe_exit

Record = Mapping[str, Any] | bytes
"""An object of the protocol without an `id`, in which values of type `bytes` are sent as Base64. Or a raw record as
bytes, which may be invalid."""

_MAX_START_ATTEMPTS = 3
# An invalid record, so that nothing is checked. The answer shows whether the program uses the same protocol.
_HANDSHAKE_RECORD = b'{"id":1}'
_HANDSHAKE_SECONDS = 60.0


class _Pending:
    """A record in flight."""

    def __init__(self, record: Record) -> None:
        self.answer: Answer | None = None
        self.is_raw_record = isinstance(record, bytes)
        self.body = bytes(record) if self.is_raw_record else _encoded_members(record)
        if b"\0" in self.body:
            self.answer = error_answer("the record contains a zero byte")
        elif not self.is_raw_record and "id" in record:
            self.answer = error_answer("the record has an id. Remove it: answers come in the order of the records.")

    def line(self, number: int) -> bytes:
        """Returns the line to send: the record with its number as `id`, or a raw record unchanged."""
        return self.body if self.is_raw_record else b'{"id":%d,%s' % (number, self.body)

    def accept(self, answer: Answer, number: int) -> None:
        """Stores the answer. Raises `ProcessFailure` if it has another number."""
        if not self.is_raw_record and answer.pop("id", None) not in (None, number):
            raise ProcessFailure("it answered with the wrong number")
        self.answer = answer


class Stream:
    """A process that answers records, which is replaced if it crashes.

    `command` is `stickerlint stream` or `stickerlint stream pack` with more options. `--null`, which separates
    records, is added if it is missing.

    You can call `answers` repeatedly, for one sequence of records after another. Before the next
    call, read all answers of the previous one, or close its iterator. Do not use a stream from several threads
    at once.
    """

    def __init__(self, command: Sequence[str], limits: Limits = Limits()) -> None:
        self.restarts = 0
        has_null = "--null" in command or "-0" in command
        self._command, self._limits = [*command, *([] if has_null else ["--null"])], limits
        timeout = limits.answer_timeout
        self._answer_timeout = default_answer_timeout(command) if timeout is None else timeout
        self._process: Process | None = None
        self._waiting: dict[int, _Pending] = {}

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process ID, or None if no process is running."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """Ends the process. If records are in flight, it is killed."""
        process, self._process = self._process, None
        if process is not None:
            _ = process.kill() if self._waiting else process.finish()
        self._waiting.clear()

    def answers(self, records: Iterable[Record]) -> Iterator[Answer]:
        """Answers every record exactly once, in order, even if the process crashes.

        It reads only as many records as `limits` allows, so it reads no more records if the caller stops reading
        answers. Each answer is an object of docs/schemas/lines.schema.json without `record`, and
        without `id` if the record was an object. A record that alone crashes two processes in a row is answered
        with an error that names the signal. Raises `CommandError` if no process can be started.
        """
        window: deque[_Pending] = deque()
        size = 0
        try:
            for pending in map(_Pending, records):
                while window and (
                    len(window) >= self._limits.records or size + len(pending.body) > self._limits.bytes
                ):
                    self._wait(window)
                    for done in _finished(window):
                        size -= len(done.body)
                        yield done.answer
                window.append(pending)
                size += len(pending.body)
                self._send(pending, window)
                for done in _finished(window):
                    size -= len(done.body)
                    yield done.answer
            while window:
                self._wait(window)
                yield from (done.answer for done in _finished(window))
        finally:
            if window:
                self._abandon()

    def _send(self, pending: _Pending, window: deque[_Pending]) -> None:
        if pending.answer is not None:
            return
        self._send_to(self._running(), pending)
        with self._recovery(window):
            while self._receive(0):
                pass

    def _wait(self, window: deque[_Pending]) -> None:
        """Waits until the first record is answered."""
        with self._recovery(window):
            while window[0].answer is None:
                self._receive(self._answer_timeout)

    @contextlib.contextmanager
    def _recovery(self, window: Iterable[_Pending]) -> Iterator[None]:
        """After a crash, sends the records in flight one by one, to find the one that causes a second crash."""
        try:
            yield
        except ProcessFailure:
            self._discard_process()
            for pending in window:
                if pending.answer is None:
                    self._ask_alone(pending)

    def _send_to(self, process: Process, pending: _Pending) -> None:
        self._waiting[process.send(pending.line(process.sent + 1))] = pending

    def _receive(self, seconds: float) -> bool:
        """Receives one answer. Returns false if `seconds` is 0 and there is none yet."""
        process = self._process
        answer = process.receive(seconds) if process else None
        if answer is None:
            if seconds == 0:
                return False
            raise ProcessFailure("it does not answer")
        number = answer.pop("record", answer.get("id"))
        pending = self._waiting.pop(number, None) if isinstance(number, int) else None
        if pending is None:
            raise ProcessFailure("it sent an answer without a record")
        try:
            pending.accept(answer, number)
        except ProcessFailure:
            self._waiting[number] = pending
            raise
        return True

    def _ask_alone(self, pending: _Pending) -> None:
        """Sends a record alone, so that only this record can be the cause of a crash."""
        ends: list[str] = []
        while pending.answer is None and len(ends) < 2:
            self._send_to(self._running(), pending)
            try:
                self._receive(self._answer_timeout)
            except ProcessFailure as failure:
                status = self._discard_process()
                ends.append(str(failure) if status is None else f"it ended with {describe_exit(status)}")
        if pending.answer is None:
            pending.answer = error_answer(
                f"stickerlint failed twice: {' and '.join(dict.fromkeys(ends))}")

    def _running(self) -> Process:
        """Returns the process, or starts one and waits until it answers the handshake."""
        for attempt in itertools.count(1):
            if self._process is not None:
                return self._process
            process = Process(self._command, self._limits.answer_bytes)
            try:
                process.send(_HANDSHAKE_RECORD)
                answer = process.receive(min(self._answer_timeout, _HANDSHAKE_SECONDS))
                if answer is None:
                    raise ProcessFailure("it does not answer")
                if answer.get("schema") != SCHEMA:
                    process.kill()
                    raise CommandError(
                        f"{self._command[0]} uses schema {answer.get('schema')}, but this package needs schema "
                        f"{SCHEMA}. Install matching versions.")
                self._process = process
            except ProcessFailure as failure:
                status = process.end_and_report_exit()
                if attempt == _MAX_START_ATTEMPTS or (status is not None and status > 0):
                    raise CommandError(_start_failure_message(self._command, process, status, failure)) from failure
            except BaseException:
                process.kill()
                raise
        raise AssertionError("unreachable")

    def _discard_process(self) -> int | None:
        """Discards the process. Returns how it ended by itself, or None if it was still running."""
        self.restarts += 1
        process, self._process = self._process, None
        self._waiting.clear()
        return process.end_and_report_exit() if process else None

    def _abandon(self) -> None:
        process, self._process = self._process, None
        self._waiting.clear()
        if process is not None:
            process.kill()


def error_answer(message: str) -> Answer:
    """Creates an answer of type "error"."""
    return {"schema": SCHEMA, "type": "error", "message": message}


def file_record(
    path: str | bytes | None = None, content: bytes | None = None, role: str | None = None
) -> Record:
    """Creates a record of `stream`: a file by its path, or its content under that name."""
    record: dict[str, Any] = {}
    if path is not None:
        name = _name(path) if isinstance(path, str) else path
        try:
            record["path"] = name.decode("utf-8")
        except UnicodeDecodeError:
            record["pathBytes"] = name
    if content is not None:
        record["bytes"] = content
    if role is not None:
        record["role"] = role
    return record


def _name(path: str) -> bytes:
    """Encodes a name. Lone surrogates, which Python uses for bytes that are not UTF-8, become these bytes again."""
    with contextlib.suppress(UnicodeEncodeError):
        return path.encode("utf-8", "surrogateescape")
    return path.encode("utf-8", "surrogatepass")


def _finished(window: deque[_Pending]) -> Iterator[_Pending]:
    while window and window[0].answer is not None:
        yield window.popleft()


def _encoded_members(record: Mapping[str, Any]) -> bytes:
    """Encodes a record as JSON without its first brace. Avoids copying large contents as text."""
    parts = []
    for key, value in record.items():
        name = json.dumps(key).encode() + b":"
        if isinstance(value, bytes):
            parts.append(b'%s"%s"' % (name, base64.b64encode(value)))
        else:
            parts.append(name + json.dumps(value, default=_base64).encode())
    return b",".join(parts) + b"}" if parts else b'"path":null}'


def _base64(value: object) -> str:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode("ascii")
    raise TypeError(f"a record cannot contain {type(value).__name__}")


def _start_failure_message(
    command: Sequence[str], process: Process, status: int | None, failure: ProcessFailure
) -> str:
    end = str(failure) if status is None else f"it ended with {describe_exit(status)}"
    return f"{command[0]} does not answer records: {end}: {process.stderr_tail or 'no error message'}"
