"""Stickers in Spark: a DataFrame of files in, a DataFrame of findings out; packs by group."""

import shutil
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark import SparkFiles
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructField, StructType

from stickerlint.rows import ANSWER_SCHEMA, PACK_SCHEMA, Columns, check_batches, pack_row
from stickerlint.stream import Limits, Stream, file_record

if TYPE_CHECKING:
    import pandas as pd

# The answer to a pack contains the whole archive.
_PACK_LIMITS = Limits(answer_bytes=2 << 30)


def lint(
    df: DataFrame, *, path: str | None = None, content: str | None = None, role: str | None = None,
    record: str | None = None, keys: Sequence[str] = (), options: Sequence[str] = (),
    command: str = "stickerlint", jobs: int = 1, limits: Limits = Limits(),
) -> DataFrame:
    """Checks the file of every row. Returns exactly one row for each input row.

    Args:
        path: a column of paths that the executors can open (text or bytes); with `content`, only a name.
        content: a column of files as binary.
        role: a column with the role of the file: "sticker", "frame", "icon", "message-image", null.
        record: a column of whole records of `stream`; an invalid one gets an answer of type "error".
        keys: columns that are returned with the answers.
        options: more options of `stickerlint lint`, such as `["--no-config", "--profile", "imessage"]`.
        command: the program on the executors: a path, a name in their PATH, or one sent with `addFile`.
        jobs: the number of files that one task checks at once; the same as `spark.task.cpus`.
        limits: limits of the records in flight in a task.

    Returns:
        The key columns and those of `stickerlint.rows.ANSWER_SCHEMA`.
    """
    columns = Columns(path, content, role, record, tuple(keys))
    columns.validate(df.columns)
    # Use generated names, because Spark reads a dot in a name as a field of a struct.
    names = {name: f"c{index}" for index, name in enumerate(columns.input_names)}
    taken = columns.with_names(names)
    fields = [StructField(names[key], df.schema[key].dataType) for key in columns.keys]
    schema = StructType(fields + from_arrow_schema(ANSWER_SCHEMA).fields)
    arguments = ["stream", "lint", "--null", "--jobs", str(jobs), *options]

    def answered(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with Stream([_program(command), *arguments], limits) as stream:
            yield from check_batches(batches, stream, taken)

    chosen = df.select(*(_column(name).alias(short) for name, short in names.items()))
    return chosen.mapInArrow(answered, schema).toDF(*columns.keys, *ANSWER_SCHEMA.names)


def findings(answers: DataFrame) -> DataFrame:
    """Returns a row for each finding: the key columns of `lint`, the path, and the finding.

    A file without a row has no findings, or could not be checked. `failures` lists the latter.
    """
    keys = [_column(name) for name in answers.columns if name not in ANSWER_SCHEMA.names]
    each = answers.select(*keys, "path", F.explode("findings").alias("finding"))
    return each.select(*keys, "path", "finding.*")


def failures(answers: DataFrame) -> DataFrame:
    """The rows of `lint` or `packs` whose file or pack could not be processed, with the reason in `message`."""
    return answers.where(F.col("type") == "error")


def packs(
    df: DataFrame, *, by: str | Sequence[str], path: str, content: str, name: str | None = None,
    options: Sequence[str] = (), command: str = "stickerlint", limits: Limits = _PACK_LIMITS,
) -> DataFrame:
    """Builds a pack from the files of every group. Returns a row for each group.

    Args:
        by: the columns that identify the pack of a file.
        path: a column of paths within the pack (text or bytes), which give the order of the files.
        content: a column of files as binary.
        name: one of the columns of `by`, whose text is the pack's name; null means no name.
        options: more options of `stickerlint pack`.
        command: see `lint`.

    Returns:
        The columns of `by` and those of `stickerlint.rows.PACK_SCHEMA`: `zip` is the pack, if it was built.
    """
    groups = [by] if isinstance(by, str) else list(by)
    Columns(path, content, keys=tuple(groups)).validate(df.columns, PACK_SCHEMA)
    schema = StructType([df.schema[key] for key in groups] + from_arrow_schema(PACK_SCHEMA).fields)
    arguments = ["stream", "pack", "--null", *options]

    def built(key: tuple[Any, ...], files: "pd.DataFrame") -> "pd.DataFrame":
        import pandas as pd

        ordered = files.sort_values(path)
        record: dict[str, Any] = {"files": [
            file_record(file, data) for file, data in zip(ordered[path], ordered[content])]}
        called = None if name is None else key[groups.index(name)]
        if not pd.isna(called):
            record["name"] = str(called)
        with Stream([_program(command), *arguments], limits) as stream:
            row = pack_row(next(iter(stream.answers([record]))))
        return pd.DataFrame([{**dict(zip(groups, key)), **row}], columns=schema.names, dtype=object)

    return df.select(*groups, path, content).groupBy(*groups).applyInPandas(built, schema)


def _column(name: str) -> Column:
    quoted = name.replace("`", "``")
    return F.col(f"`{quoted}`")


def _program(command: str) -> str:
    """The path of a program on this executor."""
    return shutil.which(command) or (SparkFiles.get(command) if "/" not in command else command)
