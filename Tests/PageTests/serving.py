"""Runs `stickerlint serve`, and drops files on its page."""

import base64
import contextlib
import functools
import http.client
import os
import signal
import subprocess
import tempfile
import urllib.parse

from browser import PROGRAM


class Server:
    """A running `stickerlint serve` on a port that the system chooses. It keeps its sessions in `cache` (default: a
    temporary folder)."""

    def __init__(self, *arguments, cache=None):
        self.own_cache = tempfile.TemporaryDirectory() if cache is None else None
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache or self.own_cache.name)}
        command = [PROGRAM, "serve", *arguments]
        # If the tests run in the background, SIGINT is ignored, and child processes inherit that.
        restore_sigint = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        self.program = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=restore_sigint,
            env=environment)
        self.address = self.program.stdout.readline().strip()
        if not self.address.startswith("http://"):
            raise AssertionError(f"the program printed no address: {self.address} {self.program.stderr.read()}")

    def fetch(self, path):
        """Requests a path without a browser, and returns the status and body. Only browsers resolve names below
        .localhost."""
        address = urllib.parse.urlsplit(self.address)
        connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=30)
        with contextlib.closing(connection):
            connection.request("GET", address.path + path, headers={"Host": address.netloc})
            response = connection.getresponse()
            return response.status, response.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Stops the program as Control-C does, and returns its exit code."""
        if self.program.poll() is None:
            self.program.send_signal(signal.SIGINT)
        try:
            self.program.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.program.kill()
            self.program.communicate()
        if self.own_cache is not None:
            self.own_cache.cleanup()
            self.own_cache = None
        return self.program.returncode


# Dispatches the events of a drop. Files that a script creates have no file system entries, so this creates the
# entries of a folder.
DROP = """([files, folder]) => {
  const made = files.map(([path, text]) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return [path, new File([bytes], path.split("/").pop())];
  });
  const transfer = new DataTransfer();
  if (folder) {
    transfer.items.add(new File([], folder));
    const entry = (path) => {
      const file = made.find((one) => one[0] === path);
      const [name, fullPath] = [path.split("/").pop(), "/" + path];
      if (file) return { isFile: true, isDirectory: false, name, fullPath, file: (done) => done(file[1]) };
      const inner = new Set(made.map((one) => one[0]).filter((other) => other.startsWith(path + "/"))
        .map((other) => path + "/" + other.slice(path.length + 1).split("/")[0]));
      const rest = [...inner];
      // Browsers return a few entries at a time, and an empty list at the end.
      const readEntries = (done) => done(rest.splice(0, 3).map(entry));
      return { isFile: false, isDirectory: true, name, fullPath, createReader: () => ({ readEntries }) };
    };
    transfer.items[0].constructor.prototype.webkitGetAsEntry = () => entry(folder);
  } else {
    for (const [, file] of made) transfer.items.add(file);
  }
  const at = document.getElementById("drop");
  for (const kind of ["dragenter", "dragover", "drop"]) {
    at.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }
}"""


def drop(page, files, folder=None):
    """Drops files (`{name: bytes}`) on the page, alone or in a folder."""
    page.evaluate(DROP, [[[name, base64.b64encode(data).decode()] for name, data in files.items()], folder])
