"""Sends records through Spark and Ray while processes are killed, and compares the answers with those of one process.

PROGRAM should be a build with `--traits Poison`, in which the marks of records.py crash, hang or grow the program.

    poison.py PROGRAM --records 100000 --seeds 1 2 3 --engines spark ray
"""

import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import engines
import killer
import records


def arguments(words=None):
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--records", type=int, default=2000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--engines", nargs="+", default=["spark", "ray"], choices=["spark", "ray"])
    parser.add_argument("--share", type=float, default=0.01, help="the share of records that are poisonous")
    parser.add_argument("--option", action="append", default=[], help="an option for lint (repeatable)")
    # On a busy machine, one second of processor time takes several seconds.
    parser.add_argument("--worker-seconds", type=int, default=1, help="the time limit of a worker")
    parser.add_argument("--pause", type=float, default=0.4, help="average seconds between two kills")
    parser.add_argument("--calm", type=float, default=5.0, help="minimum seconds between two kills for one client")
    parser.add_argument("--no-kills", dest="kills", action="store_false")
    return parser.parse_args(words)


def run_alone(program, options, seed, count, share, folder):
    """Runs one process without kills. Returns its answers in the order of the records, and the seconds it took."""
    file = f"{folder}/records"
    with open(file, "wb") as stream:
        for index in range(count):
            stream.write(records.line(index, records.row(seed, index, share, f"{folder}/art")) + b"\0")
    started = time.monotonic()
    with open(file, "rb") as stream, open(f"{folder}/answers", "wb") as answers:
        status = subprocess.run(
            [program, "stream", "lint", "--null", *options], stdin=stream, stdout=answers, check=False)
    seconds = time.monotonic() - started
    os.unlink(file)
    if status.returncode not in (0, 1, 2):
        sys.exit(f"the run on one machine ended with {status.returncode}")
    with open(f"{folder}/answers", "rb") as answers:
        return [comparable_row(json.loads(answer)) for answer in answers], seconds


def comparable_row(answer):
    """Returns an answer in the form of a row, without the number of its record."""
    file = answer.get("file", answer)
    findings = [
        {key: value for key, value in finding.items() if key not in ("path", "pathBytes", "line", "column")}
        for finding in answer.get("findings", [])]
    is_file = answer["type"] == "file"
    return {
        "type": answer["type"], "message": answer.get("message"),
        "findings": findings if is_file else None,
        **{name: file.get(name) for name in ("path", "bytes", "format", "width", "height", "frames")},
        **{f"{level}s": sum(finding["severity"] == level for finding in findings) if is_file else None
           for level in ("error", "warning", "hint")},
    }


def run_spark(options, seed, args, folder):
    """Returns the rows from Spark, and the seconds it took."""
    from stickerlint import spark

    session = engines.spark_session()
    df = engines.spark_records(session, args.records, seed, args.share, f"{folder}/art")
    started = time.monotonic()
    answers = spark.lint(df, **engines.COLUMNS, options=options, command=f"{folder}/stickerlint")
    answers.write.mode("overwrite").parquet(f"{folder}/spark")
    seconds = time.monotonic() - started
    session.stop()
    return rows(f"{folder}/spark"), seconds


def run_ray(options, seed, args, folder):
    """Returns the rows from Ray, and the seconds it took."""
    import ray

    from stickerlint import ray as stickers

    engines.ray_session()
    dataset = engines.ray_records(args.records, seed, args.share, f"{folder}/art")
    started = time.monotonic()
    answers = stickers.lint(
        dataset, **engines.COLUMNS, options=options, command=f"{folder}/stickerlint", batch_size=500,
        compute=ray.data.ActorPoolStrategy(size=2))
    answers.write_parquet(f"{folder}/ray")
    return rows(f"{folder}/ray"), time.monotonic() - started


def rows(folder):
    """Yields all rows of the Parquet files in a folder."""
    from pyarrow import dataset

    for batch in dataset.dataset(folder, format="parquet", exclude_invalid_files=True).to_batches():
        yield from batch.to_pylist()


def compare(expected, found):
    """Returns messages about wrong rows, and the number of rows."""
    seen, wrong, total = collections.Counter(), [], 0
    for row in found:
        total += 1
        index = row.pop("index")
        seen[index] += 1
        del row["owner"], row["path_bytes"]
        if row != expected[index]:
            wrong.append(f"record {index}: {json.dumps(row)[:400]}, not {json.dumps(expected[index])[:400]}")
    wrong += [f"record {index} is answered {seen[index]} times" for index in range(len(expected))
              if seen[index] != 1]
    return wrong, total


def run(args):
    """Runs the engines with each seed, and returns the number of faults."""
    limits = [f"--worker-seconds={args.worker_seconds}", "--worker-memory=256"]
    faults, options = 0, ["--no-config", *limits, *args.option]
    for seed in args.seeds:
        with tempfile.TemporaryDirectory(prefix="stickerlint-scale-") as folder:
            # A copy, so that only processes of this test are killed.
            shutil.copy(args.program, f"{folder}/stickerlint")
            records.write_pictures(seed, f"{folder}/art")
            kinds = collections.Counter(
                records.poison_kind(seed, index, args.share) for index in range(args.records))
            sound = kinds.pop(None)
            poison = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
            print(f"seed {seed}: {args.records} records, {sound} sound; {poison}", flush=True)
            expected, seconds = run_alone(
                f"{folder}/stickerlint", options, seed, args.records, args.share, folder)
            faults += len(expected) != args.records
            print(f"  one machine: {seconds:.1f} s", flush=True)
            for engine in args.engines:
                faults += run_engine(engine, options, seed, args, folder, expected)
    return faults


def run_engine(engine, options, seed, args, folder, expected):
    """Runs one engine, prints its figures, and returns the number of faults."""
    runners = {"spark": run_spark, "ray": run_ray}
    pause = args.pause if args.kills else 1e6
    with killer.Killer(f"{folder}/stickerlint", seed, pause, args.calm) as kills:
        found, seconds = runners[engine](options, seed, args, folder)
    wrong, total = compare(expected, found)
    for message in wrong[:20]:
        print(f"    {message}")
    print(
        f"  {engine}: {total} answers in {seconds:.1f} s, {total / seconds:.0f} a second; "
        f"killed {kills.streams} streams and {kills.workers} workers; {len(wrong)} wrong", flush=True)
    remaining = [number for number, _, _ in killer.processes(f"{folder}/stickerlint")] if engine == "spark" else []
    if remaining:
        print(f"    processes that are left: {remaining}")
    return len(wrong) + len(remaining)


if __name__ == "__main__":
    options_given = arguments()
    options_given.program = str(pathlib.Path(options_given.program).resolve())
    FAULTS = run(options_given)
    print("every record is answered exactly once, as on one machine" if FAULTS == 0 else f"{FAULTS} faults")
    sys.exit(FAULTS != 0)
