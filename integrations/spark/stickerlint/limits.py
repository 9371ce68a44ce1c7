"""Limits of a stream, and how long it waits for an answer."""

from collections.abc import Sequence
from dataclasses import dataclass

# Defaults of --worker-seconds in docs/scale.md: processor time for a file, and for a pack.
_WORKER_SECONDS = {"lint": 60.0, "pack": 600.0}
# Reading, measuring and encoding a file may each wait for memory while other workers run. A pack does not wait.
_STEPS_PER_RECORD = {"lint": 3, "pack": 1}
# On a busy machine, a process may take up to five times as long. Each record is tried twice.
_SLOWDOWN_FACTOR, _TRIES = 5, 2
# Time for the program's own work.
_MARGIN = 60.0
_TIMEOUT_WITHOUT_ISOLATION = 3600.0  # with --no-isolate


@dataclass(frozen=True)
class Limits:
    """Limits of a stream."""

    records: int = 64
    """The maximum number of records in flight: taken, but not yet answered."""
    bytes: int = 64 << 20
    """The maximum size of these records in bytes, as sent. A record may be larger if it is the only one in flight."""
    answer_bytes: int = 64 << 20
    """The maximum size of an answer in bytes."""
    answer_timeout: float | None = None
    """Seconds without an answer after which the process counts as hung (default: `default_answer_timeout`)."""


def default_answer_timeout(command: Sequence[str]) -> float:
    """The seconds for which a working program may send no answer: the time it allows its workers, plus a minute.

    This is 1860 for `stream` and 6060 for `stream pack`; `--worker-seconds` changes it. With `--no-isolate`,
    the program has no time limit, and this is an hour. `Limits(answer_timeout=…)` sets another value.
    """
    if "--no-isolate" in command:
        return _TIMEOUT_WITHOUT_ISOLATION
    kind = "pack" if "pack" in command else "lint"
    seconds = _worker_seconds(command)
    allowed = _WORKER_SECONDS[kind] if seconds is None else seconds
    return _TRIES * _STEPS_PER_RECORD[kind] * _SLOWDOWN_FACTOR * allowed + _MARGIN


def _worker_seconds(command: Sequence[str]) -> float | None:
    """The last `--worker-seconds`, or None. The program itself rejects a value that is not a number."""
    option, found = "--worker-seconds", None
    for word, after in zip(command, [*command[1:], ""]):
        text = after if word == option else word[len(option) + 1:] if word.startswith(f"{option}=") else ""
        found = float(text) if text.isdecimal() else found
    return found
