"""The drop page while a folder is watched, by keyboard and screen reader, and its appearance."""

import pathlib
import tempfile

import accessibility
from browser import PICTURES, SIZES
from serve_case import ServeCase
from serving import drop


class WatchTests(ServeCase):
    def test_a_folder_that_is_watched_comes_and_goes_on_the_page(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "export"
        folder.mkdir()
        (folder / "a.png").write_bytes(self.art["ready.png"])
        page = self.opened(self.served("--watch", str(folder))).page
        self.assertEqual(self.verdict(page, "a.png"), "fine")
        (folder / "a.png").write_bytes(self.art["specks.png"])
        page.locator("article.sticker[data-name='a.png'][data-verdict=warning]").wait_for(state="attached")
        (folder / "b.png").write_bytes(self.art["large.png"])
        self.assertEqual(self.verdict(page, "b.png"), "error")
        self.open_sticker(page, "a.png").get_by_role("button", name="Remove specks").click()
        self.sticker(page, "a.png").get_by_role("heading", name="Before and after fixing").wait_for()
        self.assertEqual((folder / "a.png").read_bytes(), self.art["specks.png"], "the disk is never changed")
        (folder / "b.png").unlink()
        self.sticker(page, "b.png").wait_for(state="detached")


class EverybodyTests(ServeCase):
    def test_screen_readers_and_eyes_find_nothing_amiss(self):
        server = self.served()
        for scheme in ("light", "dark"):
            page = self.opened(server, color_scheme=scheme).page
            names = ("ready.png", "specks.png", "large.png", "flash.png", "photo.jpg")
            if scheme == "light":
                self.assertEqual(accessibility.violations(page), [], "an empty page")
                drop(page, self.some(*names))
            for name in names:
                self.verdict(page, name)
            self.assertEqual(accessibility.violations(page), [], scheme)
            for name in names:
                self.open_sticker(page, name)
                self.assertEqual(accessibility.violations(page), [], f"{scheme}, {name}")

    def test_every_control_is_reached_by_keyboard(self):
        page = self.opened(self.served()).page
        drop(page, self.some("ready.png", "specks.png"))
        for name in ("ready.png", "specks.png"):
            self.verdict(page, name)
        self.open_sticker(page, "specks.png").get_by_role("tab").first.wait_for()
        page.wait_for_timeout(500)
        met = accessibility.stops(page)
        self.assertEqual(len(met), page.evaluate(accessibility.CONTROLS))
        self.assertEqual([stop for stop in met if not stop["name"]], [])
        self.assertLessEqual({"file", "button", "tab"}, {stop["kind"] for stop in met})

    def test_pictures_of_each_size_and_scheme(self):
        PICTURES.mkdir(parents=True, exist_ok=True)
        server = self.served()
        for scheme in ("light", "dark"):
            for size, (width, height) in SIZES.items():
                shape = {"width": width, "height": height}
                watched = self.opened(server, viewport=shape, color_scheme=scheme)
                page = watched.page
                if scheme == "light" and size == "phone":
                    page.screenshot(path=PICTURES / "serve-empty-phone-light.png")
                    names = ("ready.png", "cut.png", "specks.png", "large.png", "dance.png", "photo.jpg")
                    drop(page, self.some(*names))
                page.locator(".tile canvas").nth(5).wait_for()
                page.screenshot(path=PICTURES / f"serve-{size}-{scheme}.png")
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                self.assertLessEqual(wide, 0, f"{size} scrolls sideways")
                watched.context.close()
