"""The base class of tests that open a drop page."""

import pathlib
import tempfile
import unittest

import art
from browser import PageSession
from serving import Server


def draw_art():
    """Returns everything that `art` draws: the bytes of each file, by name."""
    with tempfile.TemporaryDirectory() as folder:
        art.draw_all(folder)
        return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}


class ServeCase(unittest.TestCase):
    """Starts servers, opens their pages, and drops files on them."""

    @classmethod
    def setUpClass(cls):
        cls.art = draw_art()

    def start_server(self, *arguments, cache=None):
        return self.enterContext(Server(*arguments, cache=cache))

    def open_page(self, server, **options):
        options = {"viewport": {"width": 1280, "height": 800}, "accept_downloads": True, **options}
        session = self.enterContext(PageSession(**options))
        session.page.on("dialog", lambda dialog: dialog.accept())
        session.page.goto(server.address)
        return session

    def art_files(self, *names):
        return {name: self.art[name] for name in names}

    def sticker(self, page, name):
        return page.locator("article.sticker").filter(has=page.locator("h3", has_text=name)).first

    def tile(self, page, name):
        return page.locator(f".tile[aria-label^='{name}:']")

    def open_sticker(self, page, name):
        """Opens a sticker, and returns its article beside the grid."""
        self.tile(page, name).click()
        return self.sticker(page, name)

    def open_fix_dialog(self, page):
        """Opens the dialog of fixes, and waits until all fixes have been tried."""
        page.locator("#actions").get_by_role("button", name="Fix").click()
        dialog = page.locator("#sheet")
        dialog.locator("#sheet-sum:not(:empty)").wait_for()
        dialog.locator("#sheet-doing").wait_for(state="hidden")
        page.locator("#sheet[aria-busy=false]").wait_for()
        return dialog

    def fix_all(self, page):
        """Applies all fixes in the dialog, including visible ones."""
        dialog = self.open_fix_dialog(page)
        for box in dialog.locator("[data-all]").all():
            box.check()
        dialog.locator("[data-sheet=go]").click()
        page.locator("#outcome", has_text="fixed").wait_for()

    def menu_button(self, page, name):
        """Opens the menu, and returns one of its buttons."""
        button = page.locator(".menu").get_by_role("button", name=name)
        if not button.is_visible():
            page.locator(".menu summary").click()
        return button

    def wait_for_verdict(self, page, name):
        """Waits for a sticker, and returns its verdict."""
        self.sticker(page, name).wait_for(state="attached")
        return self.sticker(page, name).get_attribute("data-verdict")

    def fetch(self, server, path):
        status, body = server.fetch(path)
        self.assertEqual(status, 200, body)
        return body

    def download(self, page, button):
        """Clicks a button, and returns the name and the bytes of the downloaded file."""
        with page.expect_download() as started:
            button.click()
        return started.value.suggested_filename, pathlib.Path(started.value.path()).read_bytes()
