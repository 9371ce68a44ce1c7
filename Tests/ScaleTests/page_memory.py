"""Measures whether the page's memory grows with the number of requests: `page_memory.py PROGRAM [--requests 1000000]`.

Adds twelve stickers, and then sends a random mix of requests: pictures, edits, undo, fixes, new versions of files,
downloads, event streams, and requests that must be rejected. Reads the memory and the number of open files of the
page's process after 30% of the requests and after all. Exits with 1 if memory grew by more than 10% in between, if
files stayed open, or if a response was unexpected. Memory grows during the first 300,000 requests, so use a million.
"""

import argparse
import collections
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

ART = sorted((pathlib.Path(__file__).resolve().parents[2] / "Fixtures/Art/pack").iterdir())
LIMIT = 1.1
PROCESSES = 2
STICKERS = 12
STEPS = 10
EARLY_STEPS = 3
RULES = ["file-size", "rim", "low-contrast"]
# For each kind of request: its share in percent, and the statuses that are expected.
REQUESTS = {
    "art": (40, {200}), "rule": (20, {200}), "page": (6, {200}),
    "fixed": (10, {200, 404}),  # 404 if the sticker is not fixed
    "missing": (10, {404}), "other_host": (5, {421}), "wrong_token": (3, {403}), "invalid_edit": (2, {409}),
    "description": (1, {200}),
    "undo": (1, {200, 409}),  # 409 if no step is left
    "events": (1, {200}), "name": (0.9, {200}),
    "file": (0.05, {200}), "fix": (0.03, {200, 409}),  # 409 if nothing can be fixed
    "archive": (0.02, {200}),
}


class Client:
    """Sends requests over one connection, which is opened again when the page closes it."""

    def __init__(self, address, seed):
        parts = urllib.parse.urlsplit(address)
        self.authority, self.path, self.port = parts.netloc, parts.path, parts.port
        self.random = random.Random(seed)
        self.connection = self.new_connection()

    def new_connection(self):
        """Returns a connection to this machine, because some systems do not resolve names below .localhost."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def send(self, method, place, body=None, authority=None, path=None):
        """Sends a request and returns the status of the response."""
        headers = {"Host": authority or self.authority}
        if method == "POST":
            headers["Origin"] = f"http://{self.authority}"
        self.connection.request(method, (path or self.path) + place, body, headers)
        response = self.connection.getresponse()
        response.read()
        return response.status

    def send_file(self, number):
        """Adds or replaces a sticker with a random image."""
        art = self.random.choice(ART).read_bytes()
        return self.send("POST", f"files?path=sticker-{number}.png", art)

    def edit(self, **edit):
        """Edits the pack."""
        return self.send("POST", "edit", json.dumps({"edits": [edit]}))

    def open_event_stream(self):
        """Opens an event stream, reads its first line, and closes it."""
        with contextlib.closing(self.new_connection()) as connection:
            connection.request("GET", self.path + "events", headers={"Host": self.authority})
            response = connection.getresponse()
            response.readline()
            return response.status

    def send_random(self):
        """Sends a random request, and returns its kind and the status of the response."""
        kind = self.random.choices(list(REQUESTS), [share for share, _ in REQUESTS.values()])[0]
        number, value = self.random.randint(1, STICKERS), self.random.random()
        match kind:
            case "art" | "fixed" | "missing":
                return kind, self.send("GET", f"{kind}/{number}")
            case "rule":
                return kind, self.send("GET", f"rules/{self.random.choice(RULES)}")
            case "page":
                return kind, self.send("GET", "")
            case "other_host":
                return kind, self.send("GET", "", authority="attacker.example")
            case "wrong_token":
                return kind, self.send("GET", "", path="/wrong-token/")
            case "invalid_edit":
                return kind, self.send("POST", "edit", b"[" * 500)
            case "description":
                return kind, self.edit(set="description", sticker=number, language="en", to=f"Text {value}")
            case "undo":
                return kind, self.send("POST", f"undo?redo={round(value)}", b"")
            case "events":
                return kind, self.open_event_stream()
            case "name":
                return kind, self.edit(set="name", to=f"Pack {value}")
            case "file":
                return kind, self.send_file(number)
            case "fix":
                return kind, self.send("POST", f"fix/{number}?lossy=1", b"")
            case "archive":
                return kind, self.send("GET", "all.zip")


def send_all(address, seed, count):
    """Sends `count` requests, and returns the number of responses by kind and status."""
    client = Client(address, seed)
    with contextlib.closing(client.connection):
        return collections.Counter(client.send_random() for _ in range(count))


def memory_and_open_files(process_id):
    """Returns the memory in KiB and the number of open files of a process, once it has saved its session."""
    time.sleep(8)
    lines = pathlib.Path(f"/proc/{process_id}/status").read_text().splitlines()
    memory = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    return memory, len(os.listdir(f"/proc/{process_id}/fd"))


@contextlib.contextmanager
def running_page(program):
    """Starts the page, and yields its process and its address."""
    with tempfile.TemporaryDirectory(prefix="stickerlint-page-") as folder:
        command = [str(pathlib.Path(program).resolve()), "serve", "--idle-minutes", "0", "--no-config"]
        environment = dict(os.environ, XDG_CACHE_HOME=folder)
        with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield process, process.stdout.readline().strip()
            finally:
                process.terminate()


def main():
    """Prints the figures, and exits with 1 if they grow too much or a response is unexpected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=1_000_000)
    args = parser.parse_args()
    share = args.requests // STEPS // PROCESSES
    measured, counts = [], collections.Counter()
    with running_page(args.program) as (page, address), \
            concurrent.futures.ProcessPoolExecutor(PROCESSES) as processes:
        client = Client(address, 0)
        with contextlib.closing(client.connection):
            if {client.send_file(number) for number in range(1, STICKERS + 1)} != {200}:
                sys.exit("the page rejected a file")
        for step in range(STEPS):
            seeds = range(step * PROCESSES, (step + 1) * PROCESSES)
            for job in [processes.submit(send_all, address, seed, share) for seed in seeds]:
                counts += job.result()
            memory, files = memory_and_open_files(page.pid)
            measured.append((memory, files))
            print(f"  after {(step + 1) * share * PROCESSES} requests: {memory} KiB, {files} open files", flush=True)
    unexpected = {key: count for key, count in counts.items() if key[1] not in REQUESTS[key[0]][1]}
    for (kind, status), count in sorted(unexpected.items()):
        print(f"unexpected response to {kind}: {status}, {count} times")
    early, final = measured[EARLY_STEPS - 1], measured[-1]
    growth = final[0] / early[0]
    print(f"memory grew by a factor of {growth:.3f}, open files by {final[1] - early[1]}")
    sys.exit(1 if growth > LIMIT or final[1] > early[1] or unexpected else 0)


if __name__ == "__main__":
    main()
