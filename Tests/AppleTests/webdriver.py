"""A minimal client for W3C WebDriver over HTTP, which controls Safari or Chromium."""

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
# The capabilities that select a browser, by the name of its driver.
BROWSERS = {
    "safaridriver": {"browserName": "safari"},
    "chromedriver": {"goog:chromeOptions": {
        "binary": CHROMIUM, "args": ["--headless=new", *(["--no-sandbox"] if os.geteuid() == 0 else [])]}},
}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def driver_name():
    """Returns the name of the browser driver on this machine, preferably Safari's; None without a driver."""
    return next(filter(shutil.which, BROWSERS), None)


class Browser:
    """A browser session, with a driver process of its own."""

    def __init__(self):
        name = driver_name()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        flag = ["-p", str(port)] if name == "safaridriver" else [f"--port={port}"]
        self.process = subprocess.Popen([name, *flag], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address, self.session = f"http://127.0.0.1:{port}", ""
        try:
            self.wait(lambda: self.send_command("GET", "/status")["ready"], "the driver to start")
            made = self.send_command("POST", "/session", {"capabilities": {"alwaysMatch": BROWSERS[name]}})
        except BaseException:
            self.process.kill()
            raise
        self.session = f"/session/{made['sessionId']}"
        self.name = "{browserName} {browserVersion}".format(**made["capabilities"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send_command("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()

    def send_command(self, method, path, body=None):
        """Sends a command to the driver, and returns the value of its response. Raises an error that it reports."""
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self.address + self.session + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {json.load(error)['value']}") from None

    def wait(self, condition, what):
        """Waits until a condition is true, and returns its value. The limit is a minute, for busy machines."""
        end = time.monotonic() + 60
        while True:
            try:
                found = condition()
            except (OSError, RuntimeError):
                found = None
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"timed out while waiting for {what}")
            time.sleep(0.1)

    def open(self, address):
        """Opens an address, and waits until the page has loaded."""
        self.send_command("POST", "/url", {"url": address})

    def run_script(self, text, *arguments):
        """Runs the body of a JavaScript function on the page, and returns its result."""
        return self.send_command("POST", "/execute/sync", {"script": text, "args": list(arguments)})

    def click(self, selector):
        """Clicks the first element that matches a selector, as soon as it exists."""
        find = {"using": "css selector", "value": selector}
        found = self.wait(lambda: self.send_command("POST", "/element", find), selector)
        self.send_command("POST", f"/element/{found[ELEMENT]}/click")

    def save_screenshot(self, path):
        """Saves a screenshot."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.send_command("GET", "/screenshot")))
