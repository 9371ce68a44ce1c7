"""Runs a folder's tests and says what ran: `run.py FOLDER MODULE [words of test names]`.

The module, one of the folder, says with `versions()` what is tested with, and ends that with `stop()`.
"""

import importlib
import sys
import time
import unittest


def main():
    """Ends with 1 where a test failed, or none ran."""
    folder, module, *words = sys.argv[1:]
    sys.path.insert(0, folder)
    tested_with = importlib.import_module(module)
    loader = unittest.TestLoader()
    if words:
        loader.testNamePatterns = [f"*{word}*" for word in words]
    suite = loader.discover(folder, pattern="test_*.py")
    started = time.monotonic()
    try:
        result = unittest.TextTestRunner(verbosity=2).run(suite)
        seconds, versions = time.monotonic() - started, tested_with.versions()
    finally:
        tested_with.stop()
    failed = len(result.failures) + len(result.errors)
    print(
        f"{result.testsRun} tests in {seconds:.0f} s, {failed} failed, {len(result.skipped)} skipped; "
        f"{versions}")
    sys.exit(1 if failed or result.testsRun == 0 else 0)


if __name__ == "__main__":
    main()
