"""Uses the drop page as a browser does: sends files, receives events, and prints the results.

  page.py ADDRESS drop FOLDER [TIMES]  sends all files below a folder, six at a time, and waits for their verdicts;
                                       prints the numbers of accepted, skipped and rejected files and of verdicts,
                                       the seconds from the last upload to the last verdict, and the rejections
  page.py ADDRESS hear SECONDS         prints the type, name and rules or lines of each event when it arrives
  page.py ADDRESS lose FILE TIMES      sends half of a file and closes the connection, several times
  page.py ADDRESS get PLACE            prints the status and length of the response, and the names in a ZIP
  page.py ADDRESS post PLACE           sends an empty request, and prints the status and the response
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


class LocalConnection(http.client.HTTPConnection):
    """A connection to this machine, for systems that do not resolve names below .localhost."""

    def connect(self):
        self.sock = socket.create_connection(("127.0.0.1", self.port), self.timeout)


def connection():
    return LocalConnection(address.netloc, timeout=120)


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
    arrivals, accepted, skipped, rejected, upload_ends = {}, set(), [], [], []

    def listen():
        for at, event in events():
            for number in numbers(event):
                arrivals.setdefault(number, at)

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
                reply = answer.read()
            except (BrokenPipeError, ConnectionResetError) as error:
                rejected.append(f"{path}: {error}")
                line = connection()
                continue
            upload_ends.append(time.monotonic())
            if answer.status == 200:
                accepted.add(json.loads(reply)["number"])
            elif answer.status == 204:
                skipped.append(path)
            else:
                rejected.append(f"{answer.status} {json.loads(reply)['error']}")

    threading.Thread(target=listen, daemon=True).start()
    senders = [threading.Thread(target=send) for _ in range(6)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    deadline = time.monotonic() + 100
    while not accepted <= arrivals.keys() and time.monotonic() < deadline:
        time.sleep(0.01)
    last = max((arrivals.get(number, deadline) for number in accepted), default=0) - max(upload_ends, default=0)
    verdicts = len(accepted & arrivals.keys())
    print(f"taken {len(accepted)} passed {len(skipped)} refused {len(rejected)} verdicts {verdicts}")
    print(f"seconds {last:.2f}", file=sys.stderr)
    for reason in sorted(rejected):
        print(reason)


def print_events(seconds):
    threading.Timer(seconds, lambda: os._exit(0)).start()
    for _, event in events():
        rules = re.findall(r'data-rules="([^"]*)"', event.get("html", ""))
        name = re.findall(r'data-name="([^"]*)"', event.get("html", ""))
        print(event["type"], *name, *rules, *event.get("lines", []), sep="|", flush=True)


def abort_uploads(file, times):
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
    print_events(float(arguments[0]))
elif action == "lose":
    abort_uploads(arguments[0], int(arguments[1]))
elif action == "post":
    post(arguments[0])
else:
    get(arguments[0])
