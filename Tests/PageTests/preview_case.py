"""The base class of tests that open a preview page."""

import json
import pathlib
import subprocess
import tempfile
import unittest

import art
from browser import PROGRAM, PageSession


class PreviewCase(unittest.TestCase):
    """Creates a preview page of everything that `art` draws, once for each test class."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.stickers = pathlib.Path(cls.folder.name) / "stickers"
        art.draw_all(cls.stickers)
        cls.file = pathlib.Path(cls.folder.name) / "preview.html"
        subprocess.run([PROGRAM, "preview", cls.stickers, "--output", cls.file, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        command = [PROGRAM, "lint", cls.stickers, "--format", "json", "--quiet"]
        cls.report = json.loads(subprocess.run(command, capture_output=True).stdout)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def open_page(self, **options):
        options = {"viewport": {"width": 1280, "height": 800}, **options}
        session = self.enterContext(PageSession(**options))
        session.page.goto(self.file.as_uri())
        return session

    def article(self, page, name):
        return page.locator("article.sticker").filter(has=page.locator("h3", has_text=name)).first

    def open_sticker(self, page, name):
        """Opens a sticker, and returns its article beside the grid."""
        page.locator(f".tile[aria-label^='{name}:']").click()
        return self.article(page, name)

    def open_tab(self, page, name, tab):
        """Opens a sticker and one of its tabs, and returns the tab's panel."""
        article = self.open_sticker(page, name)
        if article.get_by_role("tab", name=tab, exact=True).get_attribute("aria-selected") == "true":
            return article.get_by_role("tabpanel")
        article.get_by_role("tab", name=tab, exact=True).click()
        return article.get_by_role("tabpanel")
