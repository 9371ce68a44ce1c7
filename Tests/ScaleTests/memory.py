"""Measures whether the memory of `stream` grows with the number of records: `memory.py PROGRAM [--records 1000000]`.

Sends small images, and reads the peak memory of the program and of its workers after 1% of them and after all. Exits
with 1 if the second peak is more than 10% above the first.
"""

import argparse
import contextlib
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import records

LIMIT = 1.1
JOBS = 2


def peaks(number):
    """Returns the peak memory in KiB of a process and of each of its children. Waits until there are as many
    children as jobs, because workers are replaced now and then."""
    for _ in range(200):
        # Each thread lists the children that it started.
        threads = pathlib.Path(f"/proc/{number}/task").glob("*/children")
        found = []
        with contextlib.suppress(OSError):
            children = [child for thread in threads for child in thread.read_text().split()]
            for process in (number, *map(int, children)):
                lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
                found += [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
        if len(found) == 1 + JOBS:
            return found
        time.sleep(0.01)
    sys.exit(f"there are {len(found)} processes, not {1 + JOBS}")


def feed(program, files, count):
    """Sends the paths of files, repeatedly, until `count` paths are sent."""
    lines = [f"{file}\n".encode() for file in files]
    block = b"".join(lines)
    with contextlib.suppress(BrokenPipeError):  # main() reports it
        for start in range(0, count, len(lines)):
            program.stdin.write(block if count - start >= len(lines) else b"".join(lines[:count - start]))
        program.stdin.flush()


def main():
    """Prints the peaks, and exits with 1 if they grow too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--records", type=int, default=1_000_000)
    args = parser.parse_args()
    peaks_by_count = {}
    with tempfile.TemporaryDirectory(prefix="stickerlint-memory-") as folder:
        records.write_pictures(1, folder)
        files = sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file())
        with subprocess.Popen(
                [args.program, "stream", "lint", "--no-config", "--quiet", "--jobs", str(JOBS)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            threading.Thread(target=feed, args=(program, files, args.records), daemon=True).start()
            for number in range(1, args.records + 1):
                if not program.stdout.readline():
                    with contextlib.suppress(BrokenPipeError):
                        program.stdin.close()
                    sys.exit(f"the program ended with {program.wait()} after {number - 1} records")
                if number in (args.records // 100, args.records):
                    peaks_by_count[number] = peaks(program.pid)
                    own, *others = peaks_by_count[number]
                    print(f"  after {number} records: {own} KiB, and {others}", flush=True)
            program.stdin.close()
    early_peaks, final_peaks = peaks_by_count[args.records // 100], peaks_by_count[args.records]
    growth = [final_peaks[0] / early_peaks[0], max(final_peaks[1:]) / max(early_peaks[1:])]
    print(f"the peak grew by a factor of {growth[0]:.3f} in the program and of {growth[1]:.3f} in its workers")
    sys.exit(0 if max(growth) <= LIMIT else 1)


if __name__ == "__main__":
    main()
