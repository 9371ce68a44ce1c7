"""One Chromium for all tests, and pages that note what must not happen."""

import os
import pathlib
import shutil

from playwright.sync_api import sync_playwright

PROGRAM = pathlib.Path(os.environ.get("STICKERLINT", ".build/dev/debug/stickerlint")).resolve()
PICTURES = pathlib.Path(".build/page").resolve()
SIZES = {"phone": (390, 844), "laptop": (1280, 800), "wide": (1920, 1080)}
CORPUS = os.environ.get("STICKERLINT_CORPUS")
# Debian's name first; the others are for machines of people.
NAMES = ["chromium", "chromium-browser", "google-chrome"]

_running = {}


def chromium():
    """The browser, started when it is first asked for."""
    if "browser" not in _running:
        path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
        if path is None:
            raise RuntimeError("Chromium is missing: install it, or name it with CHROMIUM=PATH")
        _running["playwright"] = sync_playwright().start()
        # Root has no sandbox of its own; what is opened here is ours.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        _running["browser"] = _running["playwright"].chromium.launch(executable_path=path, args=arguments)
    return _running["browser"]


def versions():
    """What is tested with, and where its pictures are."""
    return f"Chromium {chromium().version}; pictures in {PICTURES}"


def stop():
    """Ends the browser."""
    if "browser" in _running:
        _running.pop("browser").close()
        _running.pop("playwright").stop()


class Watched:
    """A page in a context of its own, with everything that it complained of or asked for."""

    def __init__(self, **options):
        self.context = chromium().new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.complaints, self.requests = [], []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", lambda request: self.requests.append(request.url))
        # A violation is told to the document whatever the console says of it.
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', (e) =>"
            " console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`))")

    def _note(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()
