"""Runs the tests of the engines and says what ran: `run.py [words of test names]`."""

import pathlib
import sys
import time
import unittest

import engines


def main():
    """Ends with 1 where a test failed, or none ran."""
    loader = unittest.TestLoader()
    if sys.argv[1:]:
        loader.testNamePatterns = [f"*{word}*" for word in sys.argv[1:]]
    suite = loader.discover(str(pathlib.Path(__file__).parent), pattern="test_*.py")
    started = time.monotonic()
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(
        f"{result.testsRun} tests of engines in {time.monotonic() - started:.0f} s, {failed} failed, "
        f"{len(result.skipped)} skipped; {engines.versions()}")
    sys.exit(1 if failed or result.testsRun == 0 else 0)


if __name__ == "__main__":
    main()
