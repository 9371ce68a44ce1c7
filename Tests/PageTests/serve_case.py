"""A drop page that the tests open, and the files that they drop on it."""

import pathlib
import tempfile
import unittest

import art
from browser import Watched
from serving import Server


def drawn():
    """Returns everything that `art` draws, as bytes by name."""
    with tempfile.TemporaryDirectory() as folder:
        art.draw_all(folder)
        return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}


class ServeCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.art = drawn()

    def served(self, *arguments, cache=None):
        return self.enterContext(Server(*arguments, cache=cache))

    def opened(self, server, **options):
        options = {"viewport": {"width": 1280, "height": 800}, "accept_downloads": True, **options}
        watched = self.enterContext(Watched(**options))
        watched.page.on("dialog", lambda dialog: dialog.accept())
        watched.page.goto(server.address)
        return watched

    def some(self, *names):
        return {name: self.art[name] for name in names}

    def sticker(self, page, name):
        return page.locator("article.sticker").filter(has=page.locator("h3", has_text=name)).first

    def tile(self, page, name):
        return page.locator(f".tile[aria-label^='{name}:']")

    def open_sticker(self, page, name):
        """Opens a sticker, and returns its article beside the grid."""
        self.tile(page, name).click()
        return self.sticker(page, name)

    def open_sheet(self, page):
        """Opens the dialog of fixes, and waits until all fixes have been tried."""
        page.locator("#actions").get_by_role("button", name="Fix…").click()
        sheet = page.locator("#sheet")
        sheet.locator("#sheet-sum:not(:empty)").wait_for()
        sheet.locator("#sheet-doing").wait_for(state="hidden")
        page.locator("#sheet[aria-busy=false]").wait_for()
        return sheet

    def fix_all(self, page):
        sheet = self.open_sheet(page)
        for box in sheet.locator("[data-all]").all():
            box.check()
        sheet.locator("[data-sheet=go]").click()
        page.locator("#outcome", has_text="fixed").wait_for()

    def in_menu(self, page, name):
        """Opens the menu, and returns one of its buttons."""
        button = page.locator(".menu").get_by_role("button", name=name)
        if not button.is_visible():
            page.locator(".menu summary").click()
        return button

    def verdict(self, page, name):
        self.sticker(page, name).wait_for(state="attached")
        return self.sticker(page, name).get_attribute("data-verdict")

    def fetched(self, server, place):
        status, body = server.fetched(place)
        self.assertEqual(status, 200, body)
        return body

    def downloaded(self, page, button):
        with page.expect_download() as started:
            button.click()
        return started.value.suggested_filename, pathlib.Path(started.value.path()).read_bytes()
