"""Records in, answers out, in the same order: `stickerlint stream …` behind a bounded window, started
again when it dies. Python's own library is all that it takes.
"""

import base64
import contextlib
import itertools
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stickerlint.limits import Limits, patience
from stickerlint.process import SCHEMA, Answer, CommandError, Death, Process, named

Record = Mapping[str, Any] | bytes
"""An object of the protocol without an `id`, whose values may be bytes (they go as Base64), or a whole record
as it stands, which may be none."""

_STARTS = 3
# No record, so that nothing is looked at; the answer tells that the other side speaks as we do.
_GREETING = b'{"id":1}'
_GREETING_SECONDS = 60.0


class _Pending:
    """A record in flight."""

    def __init__(self, record: Record) -> None:
        self.answer: Answer | None = None
        self.is_whole = isinstance(record, bytes)
        self.body = bytes(record) if self.is_whole else _members(record)
        if b"\0" in self.body:
            self.answer = failure("a record holds no zero byte")
        elif not self.is_whole and "id" in record:
            self.answer = failure("a record has no id of its own here: answers come in the records' order")

    def line(self, number: int) -> bytes:
        """The record under its number in a process."""
        return self.body if self.is_whole else b'{"id":%d,%s' % (number, self.body)

    def accept(self, answer: Answer, number: int) -> None:
        """Takes the answer to the record of that number; raises `Death` where it is to another one."""
        if not self.is_whole and answer.pop("id", None) not in (None, number):
            raise Death("it answered under a number that is not the record's")
        self.answer = answer


class Stream:
    """A process that answers records, and those that replace it when it dies.

    `command` is `stickerlint stream` or `stickerlint stream pack` with more options; `--null`, by
    which records are told apart here, is added where it is missing.

    `answers` may be called again and again, for one sequence of records after the other; one call is read to
    its end, or closed, before the next. Not for several threads at once.
    """

    def __init__(self, command: Sequence[str], limits: Limits = Limits()) -> None:
        self.restarts = 0
        is_whole = "--null" in command or "-0" in command
        self._command, self._limits = [*command, *([] if is_whole else ["--null"])], limits
        self._silence = patience(command) if limits.silence is None else limits.silence
        self._process: Process | None = None
        self._waiting: dict[int, _Pending] = {}

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The number of the process; None where none runs."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """Ends the process: by itself where nothing is in flight."""
        process, self._process = self._process, None
        if process is not None:
            _ = process.kill() if self._waiting else process.finish()
        self._waiting.clear()

    def answers(self, records: Iterable[Record]) -> Iterator[Answer]:
        """Answers every record exactly once, in order, whatever becomes of the process.

        No more records are taken than `limits` has room for: who stops reading answers stops the reading of
        records. Each answer is an object of docs/schemas/lines.schema.json without `record`, and without `id`
        where the record was an object. A record that two processes in a row died of alone is answered with an
        error that names the signal. Raises `CommandError` where no process can be started.
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
        self._post(self._running(), pending)
        with self._recovery(window):
            while self._receive(0):
                pass

    def _wait(self, window: deque[_Pending]) -> None:
        """Until the first record is answered."""
        with self._recovery(window):
            while window[0].answer is None:
                self._receive(self._silence)

    @contextlib.contextmanager
    def _recovery(self, window: Iterable[_Pending]) -> Iterator[None]:
        """After a death, what is in flight is asked one by one: a second death is one record's."""
        try:
            yield
        except Death:
            self._bury()
            for pending in window:
                if pending.answer is None:
                    self._ask_alone(pending)

    def _post(self, process: Process, pending: _Pending) -> None:
        self._waiting[process.send(pending.line(process.sent + 1))] = pending

    def _receive(self, seconds: float) -> bool:
        """Takes one answer; false where there is none yet and none was waited for."""
        process = self._process
        answer = process.receive(seconds) if process else None
        if answer is None:
            if seconds == 0:
                return False
            raise Death("it does not answer")
        number = answer.pop("record", answer.get("id"))
        pending = self._waiting.pop(number, None) if isinstance(number, int) else None
        if pending is None:
            raise Death("it answered what it was not asked")
        try:
            pending.accept(answer, number)
        except Death:
            self._waiting[number] = pending
            raise
        return True

    def _ask_alone(self, pending: _Pending) -> None:
        """So that a death is this record's."""
        ends: list[str] = []
        while pending.answer is None and len(ends) < 2:
            self._post(self._running(), pending)
            try:
                self._receive(self._silence)
            except Death as death:
                status = self._bury()
                ends.append(str(death) if status is None else f"it ended with {named(status)}")
        if pending.answer is None:
            pending.answer = failure(
                f"stickerlint could not answer, twice: {' and '.join(dict.fromkeys(ends))}")

    def _running(self) -> Process:
        """The process, or a new one that has answered a greeting."""
        for attempt in itertools.count(1):
            if self._process is not None:
                return self._process
            process = Process(self._command, self._limits.answer_bytes)
            try:
                process.send(_GREETING)
                answer = process.receive(min(self._silence, _GREETING_SECONDS))
                if answer is None:
                    raise Death("it does not answer")
                if answer.get("schema") != SCHEMA:
                    process.kill()
                    raise CommandError(
                        f"{self._command[0]} answers in schema {answer.get('schema')}, not in {SCHEMA}: "
                        "this package is for another version")
                self._process = process
            except Death as death:
                status = process.bury()
                if attempt == _STARTS or (status is not None and status > 0):
                    raise CommandError(_refusal(self._command, process, status, death)) from death
            except BaseException:
                process.kill()
                raise
        raise AssertionError("counts without end")

    def _bury(self) -> int | None:
        """Done with the process; how it ended by itself, None where it did not."""
        self.restarts += 1
        process, self._process = self._process, None
        self._waiting.clear()
        return process.bury() if process else None

    def _abandon(self) -> None:
        process, self._process = self._process, None
        self._waiting.clear()
        if process is not None:
            process.kill()


def failure(message: str) -> Answer:
    """An answer of our own."""
    return {"schema": SCHEMA, "type": "error", "message": message}


def file_record(
    path: str | bytes | None = None, content: bytes | None = None, role: str | None = None
) -> Record:
    """A record of `stream`: a file by its path, or its content under that name."""
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
    """As Python spells names that are no UTF-8; other halves of surrogate pairs are in no file's name."""
    with contextlib.suppress(UnicodeEncodeError):
        return path.encode("utf-8", "surrogateescape")
    return path.encode("utf-8", "surrogatepass")


def _finished(window: deque[_Pending]) -> Iterator[_Pending]:
    while window and window[0].answer is not None:
        yield window.popleft()


def _members(record: Mapping[str, Any]) -> bytes:
    """A record as JSON without its first brace; large contents are not copied through text."""
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
    raise TypeError(f"a record holds no {type(value).__name__}")


def _refusal(command: Sequence[str], process: Process, status: int | None, death: Death) -> str:
    end = str(death) if status is None else f"it ended with {named(status)}"
    return f"{command[0]} does not answer records: {end}: {process.complaint or 'no word'}"
