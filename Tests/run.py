"""Runs the tests of a folder: `run.py [--jobs N] FOLDER MODULE [words of test names]`.

The module is in the folder. Its `versions()` says what the tests ran with, and its `stop()` ends that. With --jobs,
each file with tests runs in a process of its own, N at a time.
"""

import argparse
import concurrent.futures
import importlib
import pathlib
import re
import subprocess
import sys
import time
import unittest


def main():
    """Exits with 1 if a test failed, or none ran."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--pattern", default="test_*.py", help="the names of the files with tests")
    parser.add_argument("folder")
    parser.add_argument("module")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    sys.exit(run_files(options) if options.jobs > 1 else run(options))


def run(options):
    """Runs tests in this process, and returns the exit code."""
    sys.path.insert(0, options.folder)
    tested_with = importlib.import_module(options.module)
    loader = unittest.TestLoader()
    if options.words:
        loader.testNamePatterns = [f"*{word}*" for word in options.words]
    suite = loader.discover(options.folder, pattern=options.pattern)
    started = time.monotonic()
    try:
        result = unittest.TextTestRunner(verbosity=2).run(suite)
        seconds, versions = time.monotonic() - started, tested_with.versions()
    finally:
        tested_with.stop()
    failed = len(result.failures) + len(result.errors)
    print(summary(result.testsRun, seconds, failed, len(result.skipped), versions))
    return 1 if failed or result.testsRun == 0 else 0


def run_files(options):
    """Runs each file in a process, the largest first, and returns the exit code."""
    files = sorted(pathlib.Path(options.folder).glob(options.pattern), key=lambda file: -file.stat().st_size)
    started = time.monotonic()
    total, failed, skipped, versions = 0, 0, 0, "nothing ran"
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for output in pool.map(lambda file: output_of(options, file), files):
            last = SUMMARY.search(output)
            if last is None:
                print(output)
                failed += 1
                continue
            if int(last["tests"]) > 0:
                print(output.removesuffix(last[0]))
                versions = last["versions"]
            total += int(last["tests"])
            failed += int(last["failed"])
            skipped += int(last["skipped"])
    print(summary(total, time.monotonic() - started, failed, skipped, versions))
    return 1 if failed or total == 0 else 0


def output_of(options, file):
    """What the tests of a file print."""
    command = [sys.executable, __file__, "--pattern", file.name, options.folder, options.module, *options.words]
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace").stdout


def summary(tests, seconds, failed, skipped, versions):
    """The last line that a run prints."""
    return f"{tests} tests in {seconds:.0f} s, {failed} failed, {skipped} skipped; {versions}"


SUMMARY = re.compile(
    r"(?P<tests>\d+) tests in \d+ s, (?P<failed>\d+) failed, (?P<skipped>\d+) skipped; (?P<versions>.*)\n\Z")


if __name__ == "__main__":
    main()
