"""Compares the throughput of two Spark executors with one: `throughput.py PROGRAM [--files 12000] [--rounds 5]`.

Each executor is limited to its own processor. Rounds with one and with two executors alternate. Exits with 1 if two
executors check fewer than 1.7 times as many files per second as one.
"""

import argparse
import contextlib
import os
import pathlib
import statistics
import sys
import time

import engines

MIN_RATIO = 1.7
ART = pathlib.Path(__file__).resolve().parent.parent.parent / "Fixtures" / "Art"


def executors():
    """Yields the process ids of the executors."""
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and b"CoarseGrainedExecutorBackend" in (entry / "cmdline").read_bytes():
                if (entry / "cmdline").read_bytes().split(b"\0")[0].endswith(b"java"):
                    yield int(entry.name)


def pin(number, processor):
    """Limits a process, and the processes it starts from now on, to one processor."""
    for thread in os.listdir(f"/proc/{number}/task"):
        with contextlib.suppress(ProcessLookupError):
            os.sched_setaffinity(int(thread), {processor})


def main():
    """Prints the files per second with one and with two executors, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--files", type=int, default=12000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--option", action="append", default=[])
    args = parser.parse_args()
    session = engines.spark_session()
    from stickerlint import spark

    process_ids = sorted(executors())
    for number, processor in zip(process_ids, sorted(os.sched_getaffinity(0))):
        pin(number, processor)
    files = [str(path) for path in sorted(ART.rglob("*")) if path.suffix in (".png", ".gif", ".jpg")]
    paths_array = f"array({','.join(repr(file) for file in files)})"
    seconds = {1: [], 2: []}
    for round_ in range(args.rounds + 1):
        for count in (1, 2):
            paths = session.range(0, args.files, numPartitions=count).selectExpr(
                f"element_at({paths_array}, cast(id % {len(files)} as int) + 1) path")
            answers = spark.lint(
                paths, path="path", options=["--no-config", *args.option],
                command=str(pathlib.Path(args.program).resolve()))
            started = time.monotonic()
            rows = answers.where("type = 'file'").agg({"bytes": "sum", "*": "count"}).collect()[0]
            duration = time.monotonic() - started
            if rows["count(1)"] != args.files:
                sys.exit(f"{rows} of {args.files}")
            if round_:  # the first round is a warm-up
                seconds[count].append(duration)
                print(f"  {count} executors: {duration:.2f} s", flush=True)
    session.stop()
    one, two = (statistics.median(seconds[count]) for count in (1, 2))
    print(
        f"{args.files} files of {len(files)}, {len(process_ids)} executors, each limited to one processor: "
        f"{args.files / one:.0f} files per second with one executor, {args.files / two:.0f} with two: "
        f"{one / two:.2f} times as many")
    sys.exit(0 if one / two >= MIN_RATIO else 1)


if __name__ == "__main__":
    main()
