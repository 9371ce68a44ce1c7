"""The drop page: a watched folder, accessibility, keyboard navigation and layouts."""

import pathlib
import tempfile

import accessibility
from browser import SCREENSHOTS, VIEWPORTS
from serve_case import ServeCase
from serving import drop


class WatchTests(ServeCase):
    def test_changes_in_a_watched_folder_appear_on_the_page(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "export"
        folder.mkdir()
        (folder / "a.png").write_bytes(self.art["ready.png"])
        page = self.open_page(self.start_server("--watch", str(folder))).page
        self.assertEqual(self.wait_for_verdict(page, "a.png"), "fine")
        (folder / "a.png").write_bytes(self.art["specks.png"])
        page.locator("article.sticker[data-name='a.png'][data-verdict=warning]").wait_for(state="attached")
        (folder / "b.png").write_bytes(self.art["large.png"])
        self.assertEqual(self.wait_for_verdict(page, "b.png"), "error")
        self.open_sticker(page, "a.png").get_by_role("button", name="Remove specks").click()
        self.sticker(page, "a.png").get_by_role("heading", name="Changes").wait_for()
        data = (folder / "a.png").read_bytes()
        self.assertEqual(data, self.art["specks.png"], "a fix on the page does not change the file")
        (folder / "b.png").unlink()
        self.sticker(page, "b.png").wait_for(state="detached")


class AccessibilityTests(ServeCase):
    def test_the_drop_page_has_no_accessibility_violations_in_light_and_dark_mode(self):
        server = self.start_server()
        for scheme in ("light", "dark"):
            page = self.open_page(server, color_scheme=scheme).page
            names = ("ready.png", "specks.png", "large.png", "flash.png", "photo.jpg")
            if scheme == "light":
                self.assertEqual(accessibility.violations(page), [], "an empty page")
                drop(page, self.art_files(*names))
            for name in names:
                self.wait_for_verdict(page, name)
            self.assertEqual(accessibility.violations(page), [], scheme)
            for name in names:
                self.open_sticker(page, name)
                self.assertEqual(accessibility.violations(page), [], f"{scheme}, {name}")

    def test_every_control_is_reached_by_keyboard(self):
        page = self.open_page(self.start_server()).page
        drop(page, self.art_files("ready.png", "specks.png"))
        for name in ("ready.png", "specks.png"):
            self.wait_for_verdict(page, name)
        self.open_sticker(page, "specks.png").get_by_role("tab").first.wait_for()
        page.wait_for_timeout(500)
        stops = accessibility.tab_stops(page)
        self.assertEqual(len(stops), page.evaluate(accessibility.CONTROL_COUNT))
        self.assertEqual([stop for stop in stops if not stop["name"]], [])
        self.assertLessEqual({"file", "button", "tab"}, {stop["kind"] for stop in stops})

    def test_the_drop_page_does_not_scroll_horizontally_in_any_layout(self):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        server = self.start_server()
        for scheme in ("light", "dark"):
            for size, (width, height) in VIEWPORTS.items():
                viewport = {"width": width, "height": height}
                session = self.open_page(server, viewport=viewport, color_scheme=scheme)
                page = session.page
                if scheme == "light" and size == "phone":
                    page.screenshot(path=SCREENSHOTS / "serve-empty-phone-light.png")
                    names = ("ready.png", "cut.png", "specks.png", "large.png", "dance.png", "photo.jpg")
                    drop(page, self.art_files(*names))
                page.locator(".tile canvas").nth(5).wait_for()
                page.screenshot(path=SCREENSHOTS / f"serve-{size}-{scheme}.png")
                overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                self.assertLessEqual(overflow, 0, f"{size} scrolls horizontally")
                session.context.close()
