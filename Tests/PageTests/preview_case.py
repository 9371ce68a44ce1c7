"""The page that the preview tests open."""

import json
import pathlib
import subprocess
import tempfile
import unittest

import art
from browser import PROGRAM, Watched


class PreviewCase(unittest.TestCase):
    """A page of everything that `art` draws, created once for each test class."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.stickers = pathlib.Path(cls.folder.name) / "stickers"
        art.draw_all(cls.stickers)
        cls.file = pathlib.Path(cls.folder.name) / "preview.html"
        subprocess.run([PROGRAM, "preview", cls.stickers, "--output", cls.file, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        lint = [PROGRAM, "lint", cls.stickers, "--format", "json", "--quiet"]
        cls.report = json.loads(subprocess.run(lint, capture_output=True).stdout)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def opened(self, **options):
        options = {"viewport": {"width": 1280, "height": 800}, **options}
        watched = self.enterContext(Watched(**options))
        watched.page.goto(self.file.as_uri())
        return watched

    def article(self, page, name):
        return page.locator("article.sticker").filter(has=page.locator("h3", has_text=name)).first

    def open_sticker(self, page, name):
        """Opens a sticker, and returns its article beside the grid."""
        page.locator(f".tile[aria-label^='{name}:']").click()
        return self.article(page, name)

    def view(self, page, name, tab):
        article = self.open_sticker(page, name)
        if article.get_by_role("tab", name=tab, exact=True).get_attribute("aria-selected") == "true":
            return article.get_by_role("tabpanel")
        article.get_by_role("tab", name=tab, exact=True).click()
        return article.get_by_role("tabpanel")
