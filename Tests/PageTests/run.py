"""Runs the page's tests and says what ran: `run.py [words of test names]`."""

import pathlib
import sys
import time
import unittest

import browser


def main():
    here = str(pathlib.Path(__file__).parent)
    loader = unittest.TestLoader()
    if sys.argv[1:]:
        loader.testNamePatterns = [f"*{word}*" for word in sys.argv[1:]]
    suite = loader.discover(here, pattern="test_*.py")
    started = time.monotonic()
    try:
        result = unittest.TextTestRunner(verbosity=2).run(suite)
        version = browser.chromium().version
    finally:
        browser.stop()
    failed = len(result.failures) + len(result.errors)
    print(
        f"{result.testsRun} page tests in {time.monotonic() - started:.0f} s, {failed} failed, "
        f"{len(result.skipped)} skipped; Chromium {version}; pictures in {browser.PICTURES}")
    sys.exit(1 if failed or result.testsRun == 0 else 0)


if __name__ == "__main__":
    main()
