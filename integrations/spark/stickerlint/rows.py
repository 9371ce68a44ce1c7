"""Answers as Arrow rows, for Spark and Ray."""

import base64
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from stickerlint.process import Answer
from stickerlint.stream import Record, Stream, file_record

_ROWS_PER_BATCH = 1000
_REGION = pa.struct([(name, pa.int64()) for name in ("x", "y", "width", "height")])
FINDING_TYPE = pa.struct([
    ("rule", pa.string()), ("severity", pa.string()), ("message", pa.string()), ("measured", pa.float64()),
    ("limit", pa.float64()), ("unit", pa.string()), ("frame", pa.int64()), ("region", _REGION),
    ("offset", pa.int64()), ("fix", pa.string()), ("help", pa.string()),
])
"""One finding, as docs/schemas/report.schema.json describes it."""

ANSWER_SCHEMA = pa.schema([
    ("type", pa.string()), ("path", pa.string()), ("path_bytes", pa.binary()), ("bytes", pa.int64()),
    ("format", pa.string()), ("width", pa.int64()), ("height", pa.int64()), ("frames", pa.int64()),
    ("errors", pa.int64()), ("warnings", pa.int64()), ("hints", pa.int64()), ("findings", pa.list_(FINDING_TYPE)),
    ("message", pa.string()),
])
"""The answer to a record. `type` is "file", "skipped" or "error"; `message` is set for errors.

Only rows of type "file" were checked. In other rows, counts and findings are null, not 0 or empty."""

PACK_SCHEMA = pa.schema([
    ("type", pa.string()), ("name", pa.string()), ("built", pa.bool_()), ("output", pa.string()),
    ("zip", pa.binary()), ("stickers", pa.int64()),
    ("skipped", pa.list_(pa.struct([
        ("path", pa.string()), ("rules", pa.list_(pa.string())), ("reasons", pa.list_(pa.string()))]))),
    ("notes", pa.list_(pa.string())), ("reasons", pa.list_(pa.string())), ("findings", pa.list_(FINDING_TYPE)),
    ("message", pa.string()),
])
"""The answer to a pack. `type` is "pack" or "error"."""


@dataclass(frozen=True)
class Columns:
    """The names of the columns that describe what to check. None means that there is no such column."""

    path: str | None = None
    content: str | None = None
    role: str | None = None
    record: str | None = None
    keys: tuple[str, ...] = ()

    @property
    def input_names(self) -> list[str]:
        """The names of all columns that are needed, without duplicates."""
        names = (self.path, self.content, self.role, self.record, *self.keys)
        return list(dict.fromkeys(name for name in names if name is not None))

    def with_names(self, mapping: Mapping[str, str]) -> "Columns":
        """The same columns under other names."""
        path, content, role, record = (
            None if name is None else mapping[name]
            for name in (self.path, self.content, self.role, self.record))
        return Columns(path, content, role, record, tuple(mapping[key] for key in self.keys))

    def validate(self, available_names: Iterable[str], answer_schema: pa.Schema = ANSWER_SCHEMA) -> None:
        """Raises `ValueError` if a column is missing, or if a key has the same name as a column of the answers."""
        known = list(available_names)
        if missing := [name for name in self.input_names if name not in known]:
            raise ValueError(f"there is no column {', '.join(missing)}. Columns: {', '.join(known)}")
        # Spark ignores case when it compares column names.
        if taken := [name for name in self.keys if name.lower() in answer_schema.names]:
            raise ValueError(
                f"keys cannot be named {', '.join(taken)}, because answers have columns with these names. "
                f"Rename them first, for example to key_{taken[0]}.")
        if self.path is None and self.content is None and self.record is None:
            raise ValueError("no column to check. Set path, content or record.")

    def records(self, batch: pa.RecordBatch) -> Iterator[Record]:
        """Returns a record for each row of a batch."""
        path, content, role, whole = (
            batch.column(name) if name is not None else None
            for name in (self.path, self.content, self.role, self.record))
        for index in range(batch.num_rows):
            record = _value(whole, index)
            if record is None:
                yield file_record(_value(path, index), _value(content, index), _value(role, index))
            else:
                yield record.encode("utf-8") if isinstance(record, str) else bytes(record)


def check_batches(batches: Iterable[pa.RecordBatch], stream: Stream, columns: Columns) -> Iterator[pa.RecordBatch]:
    """Answers every row, in order. Returns the key columns unchanged, followed by those of `ANSWER_SCHEMA`."""
    key_batches: deque[pa.RecordBatch] = deque()

    def records() -> Iterator[Record]:
        for batch in batches:
            for start in range(0, batch.num_rows, _ROWS_PER_BATCH):
                part = batch.slice(start, _ROWS_PER_BATCH)
                key_batches.append(part.select(list(columns.keys)))
                yield from columns.records(part)

    yield from _join_with_keys(key_batches, stream.answers(records()), file_row, ANSWER_SCHEMA)


def _join_with_keys(
    key_batches: deque[pa.RecordBatch], answers: Iterable[Answer], row: Callable[[Answer], dict[str, Any]],
    schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    rows: list[dict[str, Any]] = []
    for answer in answers:
        rows.append(row(answer))
        if len(rows) == key_batches[0].num_rows:
            keys = key_batches.popleft()
            answer_batch = pa.RecordBatch.from_pylist(rows, schema=schema)
            rows = []
            yield pa.RecordBatch.from_arrays(
                [*keys.columns, *answer_batch.columns], schema=pa.schema([*keys.schema, *schema]))


def file_row(answer: Answer) -> dict[str, Any]:
    """Converts an answer of `stream` to a row of `ANSWER_SCHEMA`."""
    file_facts = answer.get("file") or answer
    found = answer.get("findings") or [] if answer["type"] == "file" else None
    row = {name: file_facts.get(name) for name in ("path", "bytes", "format", "width", "height", "frames")}
    row |= {f"{level}s": _count(found, level) for level in ("error", "warning", "hint")}
    return row | {
        "type": answer["type"], "message": answer.get("message"),
        "path_bytes": _decoded(file_facts.get("pathBytes")),
        "findings": _findings(found),
    }


def pack_row(answer: Answer) -> dict[str, Any]:
    """Converts an answer of `stream pack` to a row of `PACK_SCHEMA`."""
    row = {name: answer.get(name) for name in PACK_SCHEMA.names}
    return row | {"zip": _decoded(answer.get("zip")), "findings": _findings(answer.get("findings"))}


def _findings(found: Sequence[dict[str, Any]] | None) -> list[dict[str, Any]] | None:
    return None if found is None else [_finding(finding) for finding in found]


def _finding(finding: dict[str, Any]) -> dict[str, Any]:
    row = {field.name: finding.get(field.name) for field in FINDING_TYPE}
    for name in ("measured", "limit"):
        row[name] = None if row[name] is None else float(row[name])
    return row


def _count(findings: Sequence[dict[str, Any]] | None, severity: str) -> int | None:
    return None if findings is None else sum(finding.get("severity") == severity for finding in findings)


def _decoded(text: str | None) -> bytes | None:
    return None if text is None else base64.b64decode(text)


def _value(column: pa.Array | None, index: int) -> Any:
    return None if column is None else column[index].as_py()
