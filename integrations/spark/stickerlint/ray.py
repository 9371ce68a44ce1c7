"""Stickers in Ray: a Dataset of files in, a Dataset of findings out."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import ray.data

from stickerlint.rows import ANSWER_SCHEMA, Columns, check_batches
from stickerlint.stream import Limits, Stream


def lint(
    dataset: ray.data.Dataset, *, path: str | None = None, content: str | None = None,
    role: str | None = None, record: str | None = None, keys: Sequence[str] = (), options: Sequence[str] = (),
    command: str = "stickerlint", jobs: int = 1, limits: Limits = Limits(), batch_size: int | None = 1000,
    compute: ray.data.ActorPoolStrategy | None = None, **more: Any,
) -> ray.data.Dataset:
    """Checks the file of every row. Returns exactly one row for each input row.

    Every actor of `compute` keeps a process running and reserves `jobs` processors. Leave some processors for
    reading the data, or the job stalls. By default, there are as many actors as fit. `more` is passed to
    `map_batches`. `stickerlint.spark.lint` describes the other parameters.
    """
    columns = Columns(path, content, role, record, tuple(keys))
    arguments = [command, "stream", "lint", "--null", "--jobs", str(jobs), *options]
    return dataset.map_batches(
        Linter, fn_constructor_args=(arguments, limits, columns), batch_format="pyarrow",
        batch_size=batch_size, num_cpus=jobs,
        compute=compute or ray.data.ActorPoolStrategy(min_size=1), **more)


def failures(answers: ray.data.Dataset) -> ray.data.Dataset:
    """The rows of `lint` whose file could not be checked, with the reason in `message`."""
    return answers.filter(lambda row: row["type"] == "error")


class Linter:
    """An actor, which keeps its process running from batch to batch."""

    def __init__(self, command: Sequence[str], limits: Limits, columns: Columns) -> None:
        self._stream, self._columns = Stream(command, limits), columns

    def __call__(self, table: pa.Table) -> pa.Table:
        """Checks a batch."""
        self._columns.validate(table.column_names)
        schema = pa.schema([*table.select(list(self._columns.keys)).schema, *ANSWER_SCHEMA])
        return pa.Table.from_batches(check_batches(table.to_batches(), self._stream, self._columns), schema)

    def __del__(self) -> None:
        self._stream.close()
