"""Measures whether the page's memory grows with the number of requests: `page_memory.py PROGRAM [--requests 1000000]`.

Adds twelve stickers, and then sends the requests of a long day in random order: pictures, edits, undo, fixes, new
versions of files, downloads, event streams, and requests that must be rejected. Reads the memory and the number of open
files after 30% of the requests, when the history of edits and the cache of fixes are full, and after all. Exits with
1 if memory grew by more than 10%, or if files stayed open.
"""

import argparse
import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT = 1.1
PROCESSES = 2
STICKERS = 12
STEPS = 10
STEPS_UNTIL_CACHES_ARE_FULL = 3


class Client:
    """One connection to the page, which is opened again when the page closes it."""

    def __init__(self, address, seed):
        parts = urllib.parse.urlsplit(address)
        self.netloc, self.path, self.port = parts.netloc, parts.path, parts.port
        self.random = random.Random(seed)
        self.numbers = []
        self.statuses = {}
        self.connection = None
        self.art = [file.read_bytes() for file in sorted((ROOT / "Fixtures/Art/pack").iterdir())]

    def send(self, method, place, body=None, host=None, path=None):
        """Sends a request and returns the status and the body of the response."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        headers = {"Host": host or self.netloc}
        if method == "POST":
            headers["Origin"] = f"http://{self.netloc}"
        try:
            self.connection.request(method, (path or self.path) + place, body, headers)
            response = self.connection.getresponse()
            content = response.read()
        except (http.client.HTTPException, OSError):
            self.close()
            return 0, b""
        if response.will_close:
            self.close()
        return response.status, content

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def add_stickers(self):
        """Adds the first stickers."""
        for index in range(STICKERS):
            status, content = self.send("POST", f"files?path=sticker-{index}.png", self.art[index % len(self.art)])
            if status != 200:
                sys.exit(f"the page answered {status} to a file: {content.decode()}")

    def find_stickers(self):
        """Reads the numbers of the stickers."""
        self.numbers = list(range(1, STICKERS + 1))

    def listen(self):
        """Opens an event stream, reads its start, and closes it."""
        self.close()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        with contextlib.closing(connection):
            connection.request("GET", self.path + "events", headers={"Host": self.netloc})
            response = connection.getresponse()
            response.readline()
            return response.status

    def edit(self, **edit):
        return self.send("POST", "edit", json.dumps({"edits": [edit]}))[0]

    def one_request(self):
        """Sends a random request and returns its status."""
        draw, number = self.random.random() * 100, self.random.choice(self.numbers)
        if draw < 40:
            return self.send("GET", f"art/{number}")[0]
        if draw < 60:
            return self.send("GET", f"rules/{self.random.choice(['file-size', 'pale-rim', 'transparency'])}")[0]
        if draw < 66:
            return self.send("GET", "")[0]
        if draw < 76:
            return self.send("GET", f"fixed/{number}")[0]
        if draw < 86:
            return self.send("GET", f"nothing/{number}")[0]
        if draw < 91:
            return self.send("GET", "", host="attacker.example")[0]
        if draw < 94:
            return self.send("GET", "", path="/wrong-token/")[0]
        if draw < 96:
            return self.send("POST", "edit", b"[" * 500)[0]
        if draw < 97:
            return self.edit(set="description", sticker=number, language="en", to=f"Text {self.random.random()}")
        if draw < 98:
            return self.send("POST", f"undo?redo={self.random.choice('01')}", b"")[0]
        if draw < 99:
            return self.listen()
        if draw < 99.9:
            return self.edit(set="name", to=f"Pack {self.random.random()}")
        if draw < 99.95:
            art = self.random.choice(self.art)
            return self.send("POST", f"files?path=sticker-{number - 1}.png", art)[0]
        if draw < 99.98:
            return self.send("POST", f"fix/{number}?lossy=1", b"")[0]
        return self.send("GET", "all.zip")[0]


def send_all(address, seed, count):
    """Sends `count` requests, and returns the number of responses by status."""
    client = Client(address, seed)
    client.find_stickers()
    for _ in range(count):
        status = client.one_request()
        client.statuses[status] = client.statuses.get(status, 0) + 1
    client.close()
    return client.statuses


def figures(number):
    """Returns the memory in KiB and the number of open files of a process that has nothing to do."""
    time.sleep(8)
    lines = pathlib.Path(f"/proc/{number}/status").read_text().splitlines()
    resident = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    return resident, len(os.listdir(f"/proc/{number}/fd"))


def main():
    """Prints the figures, and exits with 1 if they grow too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=1_000_000)
    args = parser.parse_args()
    measured, statuses = [], {}
    with tempfile.TemporaryDirectory(prefix="stickerlint-page-") as folder:
        command = [str(pathlib.Path(args.program).resolve()), "serve", "--idle-minutes", "0", "--no-config"]
        environment = dict(os.environ, XDG_CACHE_HOME=folder)
        with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as program:
            address = program.stdout.readline().strip()
            Client(address, 0).add_stickers()
            with concurrent.futures.ProcessPoolExecutor(PROCESSES) as processes:
                for step in range(STEPS):
                    share = args.requests // STEPS // PROCESSES
                    seeds = range(step * PROCESSES, (step + 1) * PROCESSES)
                    jobs = [processes.submit(send_all, address, seed, share) for seed in seeds]
                    for job in jobs:
                        for status, count in job.result().items():
                            statuses[status] = statuses.get(status, 0) + count
                    measured.append(figures(program.pid))
                    print(f"  after {(step + 1) * share * PROCESSES} requests: {measured[-1][0]} KiB, "
                          f"{measured[-1][1]} open files", flush=True)
            program.terminate()
    print("responses by status: " + ", ".join(f"{status}: {statuses[status]}" for status in sorted(statuses)))
    early, final = measured[STEPS_UNTIL_CACHES_ARE_FULL - 1], measured[-1]
    growth = final[0] / early[0]
    print(f"memory grew by a factor of {growth:.3f}, open files by {final[1] - early[1]}")
    sys.exit(0 if growth <= LIMIT and final[1] <= early[1] else 1)


if __name__ == "__main__":
    main()
