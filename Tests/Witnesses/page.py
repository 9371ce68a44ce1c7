"""Plays the browser's part on the drop page: sends files, receives events, and prints the results.

  page.py ADDRESS drop FOLDER [TIMES]  sends all files below a folder, six at once, waits for a verdict on
                                       each, and prints: taken, passed over, refused, verdicts, seconds between
                                       the last byte and the last verdict; then the rejections
  page.py ADDRESS hear SECONDS         prints each event's type, number and rules or lines, as they arrive
  page.py ADDRESS lose FILE TIMES      sends half of a file and cuts the connection, again and again
  page.py ADDRESS get PLACE            prints status and length, and the names in a ZIP
  page.py ADDRESS post PLACE           asks for work, and prints status and answer
"""
import http.client
import io
import json
import os
import re
import socket
import sys
import threading
import time
import urllib.parse
import zipfile

address = urllib.parse.urlsplit(sys.argv[1])
origin = f"http://{address.netloc}"


class Line(http.client.HTTPConnection):
    """Connects to this machine, even if the system does not resolve names below .localhost."""

    def connect(self):
        self.sock = socket.create_connection(("127.0.0.1", self.port), self.timeout)


def connection():
    return Line(address.netloc, timeout=120)


def events(stopped=lambda: False):
    """Yields each event with the time of its arrival."""
    line = connection()
    line.request("GET", address.path + "events")
    answer = line.getresponse()
    while not stopped():
        text = answer.readline().decode()
        if text.startswith("data: "):
            yield time.monotonic(), json.loads(text[6:])
        elif not text:
            return


def numbers(event):
    return [int(n) for n in re.findall(r'<article class="sticker" id="sticker-(\d+)"', event.get("html", ""))]


def drop(folder, times):
    files = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
    queue = [(f"{turn}/{os.path.relpath(file, folder)}", file) for turn in range(times) for file in sorted(files)]
    queue.reverse()
    met, taken, passed, refused, ends = {}, set(), [], [], []

    def listen():
        for at, event in events():
            for number in numbers(event):
                met.setdefault(number, at)

    def send():
        line = connection()
        while queue:
            try:
                path, file = queue.pop()
            except IndexError:
                break
            with open(file, "rb") as content:
                body = content.read()
            place = f"{address.path}files?path={urllib.parse.quote(path)}"
            try:
                line.request("POST", place, body, {"Origin": origin})
                answer = line.getresponse()
                said = answer.read()
            except (BrokenPipeError, ConnectionResetError) as error:
                refused.append(f"{path}: {error}")
                line = connection()
                continue
            ends.append(time.monotonic())
            if answer.status == 200:
                taken.add(json.loads(said)["number"])
            elif answer.status == 204:
                passed.append(path)
            else:
                refused.append(f"{answer.status} {json.loads(said)['error']}")

    threading.Thread(target=listen, daemon=True).start()
    senders = [threading.Thread(target=send) for _ in range(6)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    deadline = time.monotonic() + 100
    while not taken <= met.keys() and time.monotonic() < deadline:
        time.sleep(0.01)
    last = max((met.get(number, deadline) for number in taken), default=0) - max(ends, default=0)
    print(f"taken {len(taken)} passed {len(passed)} refused {len(refused)} verdicts {len(taken & met.keys())}")
    print(f"seconds {last:.2f}", file=sys.stderr)
    for reason in sorted(refused):
        print(reason)


def hear(seconds):
    threading.Timer(seconds, lambda: os._exit(0)).start()
    for _, event in events():
        rules = re.findall(r'data-rules="([^"]*)"', event.get("html", ""))
        name = re.findall(r'data-name="([^"]*)"', event.get("html", ""))
        print(event["type"], *name, *rules, *event.get("lines", []), sep="|", flush=True)


def lose(file, times):
    with open(file, "rb") as content:
        body = content.read()
    for _ in range(times):
        line = socket.create_connection(("127.0.0.1", address.port))
        head = (
            f"POST {address.path}files?path=lost.png HTTP/1.1\r\nHost: {address.netloc}\r\nOrigin: {origin}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        line.sendall(head.encode() + body[: len(body) // 2])
        line.close()


def get(place):
    line = connection()
    line.request("GET", address.path + place)
    answer = line.getresponse()
    body = answer.read()
    print(answer.status, len(body))
    if body[:2] == b"PK":
        archive = zipfile.ZipFile(io.BytesIO(body))
        assert archive.testzip() is None
        print("\n".join(archive.namelist()))
    elif answer.status != 200:
        print(body.decode().strip())


def post(place):
    line = connection()
    line.request("POST", address.path + place, b"", {"Origin": origin})
    answer = line.getresponse()
    print(answer.status, answer.read().decode().strip())


action, arguments = sys.argv[2], sys.argv[3:]
if action == "drop":
    drop(arguments[0], int(arguments[1]) if len(arguments) > 1 else 1)
elif action == "hear":
    hear(float(arguments[0]))
elif action == "lose":
    lose(arguments[0], int(arguments[1]))
elif action == "post":
    post(arguments[0])
else:
    get(arguments[0])
