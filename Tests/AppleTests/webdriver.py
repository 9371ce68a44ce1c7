"""The little of W3C WebDriver that a walk through a page takes, over HTTP: safaridriver, or chromedriver."""

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "google-chrome"])), None)
# As the capabilities of a session name a browser.
BROWSERS = {
    "safaridriver": {"browserName": "safari"},
    "chromedriver": {"goog:chromeOptions": {
        "binary": CHROMIUM, "args": ["--headless=new", *(["--no-sandbox"] if os.geteuid() == 0 else [])]}},
}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def driver():
    """The driver that is on this machine; Safari's before others."""
    return next(filter(shutil.which, BROWSERS), None)


class Browser:
    """A session of a browser, ended with its driver."""

    def __init__(self):
        name = driver()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        flag = ["-p", str(port)] if name == "safaridriver" else [f"--port={port}"]
        self.process = subprocess.Popen([name, *flag], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address, self.session = f"http://127.0.0.1:{port}", ""
        try:
            self.wait(lambda: self.ask("GET", "/status")["ready"], "the driver to start")
            made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": BROWSERS[name]}})
        except BaseException:
            self.process.kill()
            raise
        self.session = f"/session/{made['sessionId']}"
        self.name = "{browserName} {browserVersion}".format(**made["capabilities"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.ask("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()

    def ask(self, method, path, body=None):
        """A command's value; what the driver says of an error is raised."""
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self.address + self.session + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {json.load(error)['value']}") from None

    def wait(self, condition, what):
        """Asks until something is so; a minute is for machines that do much else."""
        end = time.monotonic() + 60
        while True:
            try:
                found = condition()
            except (OSError, RuntimeError):
                found = None
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}")
            time.sleep(0.1)

    def open(self, address):
        """Goes there, and waits until it is loaded."""
        self.ask("POST", "/url", {"url": address})

    def script(self, text, *arguments):
        """What a function's body returns."""
        return self.ask("POST", "/execute/sync", {"script": text, "args": list(arguments)})

    def click(self, selector):
        """As a person clicks the first element that a selector finds, once it is there."""
        find = {"using": "css selector", "value": selector}
        found = self.wait(lambda: self.ask("POST", "/element", find), selector)
        self.ask("POST", f"/element/{found[ELEMENT]}/click")

    def picture(self, path):
        """What is seen now."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))
