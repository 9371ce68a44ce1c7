"""One Chromium for all tests, and pages that record errors and requests."""

import os
import pathlib
import shutil

from playwright.sync_api import sync_playwright

PROGRAM = pathlib.Path(os.environ.get("STICKERLINT", ".build/dev/debug/stickerlint")).resolve()
SCREENSHOTS = pathlib.Path(".build/page").resolve()
VIEWPORTS = {"phone": (390, 844), "laptop": (1280, 800), "wide": (1920, 1080)}
CORPUS = os.environ.get("STICKERLINT_CORPUS")
# Debian's name comes first. The others are for developers' machines.
CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome"]

_running = {}


def chromium():
    """Returns the browser, which starts on the first call."""
    if "browser" not in _running:
        path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
        if path is None:
            raise RuntimeError("Chromium is missing. Install it, or set CHROMIUM to its path.")
        _running["playwright"] = sync_playwright().start()
        # Chromium's sandbox does not work as root. The tests open only our own pages.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        _running["browser"] = _running["playwright"].chromium.launch(executable_path=path, args=arguments)
    return _running["browser"]


def versions():
    """Returns a line with the version of the browser and the folder of the screenshots."""
    return f"Chromium {chromium().version}; pictures in {SCREENSHOTS}"


def stop():
    """Closes the browser."""
    if "browser" in _running:
        _running.pop("browser").close()
        _running.pop("playwright").stop()


class PageSession:
    """A page in its own browser context, which records all errors, warnings and requests of the page."""

    def __init__(self, **options):
        self.context = chromium().new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.errors, self.requests = [], []
        self.page.on("console", self._record_message)
        self.page.on("pageerror", lambda error: self.errors.append(f"error: {error}"))
        self.page.on("request", lambda request: self.requests.append(request.url))
        # The document receives a violation event even if the console shows nothing.
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', (e) =>"
            " console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`))")

    def _record_message(self, message):
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.type}: {message.text}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()
