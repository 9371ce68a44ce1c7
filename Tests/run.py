"""Runs the tests of a folder: `run.py [--jobs N] FOLDER MODULE [words of test names]`.

The module is in the folder. Its `versions()` returns the versions that the tests ran with, and its `stop()` shuts down
what the tests started. With --jobs, each test file has its own process, and N processes run at a time.
"""

import argparse
import concurrent.futures
import contextlib
import functools
import importlib
import io
import pathlib
import sys
import time
import unittest


def main():
    """Exits with 1 if a test failed or no test ran."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("folder")
    parser.add_argument("module")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    started = time.monotonic()
    counts = run_in_processes(options) if options.jobs > 1 else [run(options)]
    tests, failed, skipped = (sum(column) for column in list(zip(*counts))[:3])
    versions = next((versions for *_, versions in counts if versions), "no test has this name")
    print(f"{tests} tests in {time.monotonic() - started:.0f} s, {failed} failed, {skipped} skipped; {versions}")
    sys.exit(1 if failed or tests == 0 else 0)


def run(options, pattern="test_*.py"):
    """Runs tests, and returns the numbers of all, failed and skipped tests, and the versions they ran with."""
    sys.path.insert(0, options.folder)
    tested_with = importlib.import_module(options.module)
    loader = unittest.TestLoader()
    if options.words:
        loader.testNamePatterns = [f"*{word}*" for word in options.words]
    suite = loader.discover(options.folder, pattern=pattern)
    if suite.countTestCases() == 0:
        return 0, 0, 0, None
    try:
        result = unittest.TextTestRunner(verbosity=2).run(suite)
        versions = tested_with.versions()
    finally:
        tested_with.stop()
    return result.testsRun, len(result.failures) + len(result.errors), len(result.skipped), versions


def run_in_processes(options):
    """Runs each test file in its own process, and returns the result of `run` for each."""
    files = sorted(pathlib.Path(options.folder).glob("test_*.py"), key=lambda file: -file.stat().st_size)
    counts = []
    with concurrent.futures.ProcessPoolExecutor(options.jobs, max_tasks_per_child=1) as processes:
        for output, count in processes.map(functools.partial(run_quietly, options), [file.name for file in files]):
            print(output, end="", flush=True)
            counts.append(count)
    return counts


def run_quietly(options, pattern):
    """Runs the tests of a file, and returns their output and the result of `run`."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        count = run(options, pattern)
    return output.getvalue(), count


if __name__ == "__main__":
    main()
