"""What a stream keeps to, and how long it waits."""

from collections.abc import Sequence
from dataclasses import dataclass

# What docs/REPORTS.md and docs/scale.md say: seconds of processor time for a file, and for a pack.
_WORKER_SECONDS = {"lint": 60.0, "pack": 600.0}
# Reading a file, measuring and encoding it anew may each wait for memory, for as long as others work; a pack
# waits for none.
_STEPS = {"lint": 3, "pack": 1}
# On a busy machine a process waits for the processor: five times as long, and it is tried twice.
_WAIT, _TRIES = 5, 2
# For what the program does itself.
_MARGIN = 60.0
_UNWATCHED = 3600.0


@dataclass(frozen=True)
class Limits:
    """What a stream keeps to."""

    records: int = 64
    """Records in flight at most: taken in, and not yet given back."""
    bytes: int = 64 << 20
    """Their bytes at most, as they are sent; one alone may be larger."""
    answer_bytes: int = 64 << 20
    """The longest answer."""
    silence: float | None = None
    """Seconds without any answer after which the process is taken to hang; `patience` tells unless given."""


def patience(command: Sequence[str]) -> float:
    """Seconds for which a sound program may say nothing: what it allows its own workers, and a minute.

    That is 1860 for `stream`, 6060 for `stream pack`, and more or less with `--worker-seconds`. With
    `--no-isolate` nobody watches the time: it is an hour then, and `Limits(silence=…)` sets another.
    """
    if "--no-isolate" in command:
        return _UNWATCHED
    kind = "pack" if "pack" in command else "lint"
    seconds = _given(command)
    return _TRIES * _STEPS[kind] * _WAIT * (_WORKER_SECONDS[kind] if seconds is None else seconds) + _MARGIN


def _given(command: Sequence[str]) -> float | None:
    """The last `--worker-seconds`; None where there is none. One that is no number the program refuses."""
    option, found = "--worker-seconds", None
    for word, after in zip(command, [*command[1:], ""]):
        text = after if word == option else word[len(option) + 1:] if word.startswith(f"{option}=") else ""
        found = float(text) if text.isdecimal() else found
    return found
