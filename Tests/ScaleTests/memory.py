"""Whether the memory of `stream` grows with the records: `memory.py PROGRAM [--records 1000000]`.

Small pictures go through, and the peak is read after a hundredth of them and after all: of the program, and
of each process that examines files for it. Ends with 1 where the second is more than a tenth above the first.
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

MOST = 1.1
JOBS = 2


def peaks(number):
    """KiB that a process and each of its children had at most, once there are as many as jobs: one that has
    served its time is being replaced now and then."""
    for _ in range(200):
        threads = pathlib.Path(f"/proc/{number}/task").glob("*/children")  # each has those that it started
        found = []
        with contextlib.suppress(OSError):
            children = [child for thread in threads for child in thread.read_text().split()]
            for process in (number, *map(int, children)):
                lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
                found += [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
        if len(found) == 1 + JOBS:
            return found
        time.sleep(0.01)
    sys.exit(f"there are {len(found)} processes, and not {1 + JOBS}")


def feed(program, files, count):
    """Sends paths, round and round, and closes."""
    lines = [f"{file}\n".encode() for file in files]
    block = b"".join(lines)
    with contextlib.suppress(BrokenPipeError):  # who reads the answers sees the end
        for start in range(0, count, len(lines)):
            program.stdin.write(block if count - start >= len(lines) else b"".join(lines[:count - start]))
        program.stdin.flush()


def main():
    """Prints the peaks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--records", type=int, default=1_000_000)
    args = parser.parse_args()
    seen = {}
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
                    seen[number] = peaks(program.pid)
                    own, *others = seen[number]
                    print(f"  after {number} records: {own} KiB, and {others}", flush=True)
            program.stdin.close()
    few, all_ = seen[args.records // 100], seen[args.records]
    grown = [all_[0] / few[0], max(all_[1:]) / max(few[1:])]
    print(f"the program has {grown[0]:.3f} times as much, its processes {grown[1]:.3f} times")
    sys.exit(0 if max(grown) <= MOST else 1)


if __name__ == "__main__":
    main()
