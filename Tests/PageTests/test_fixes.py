"""The dialog of all possible fixes, and the results of applying them."""

import io

import accessibility
import art
from PIL import Image, ImageDraw

from browser import PICTURES
from serve_case import ServeCase
from serving import drop


def shown(data):
    """Returns the visible pixels of a picture."""
    picture = Image.open(io.BytesIO(data)).convert("RGBA")
    return [pixel if pixel[3] else (0, 0, 0, 0) for pixel in picture.getdata()]


def slim():
    """Art on a canvas that is not square. A fix pads it with transparent pixels."""
    picture = Image.new("RGBA", (400, 500))
    ImageDraw.Draw(picture).ellipse((30, 30, 370, 470), fill=(255, 111, 89, 255), outline=(74, 44, 82, 255), width=24)
    out = io.BytesIO()
    picture.save(out, "png")
    return out.getvalue()


class FixTests(ServeCase):
    def dropped(self, *names, **files):
        watched = self.opened(self.served())
        files = {**self.some(*names), **{name + ".png": data for name, data in files.items()}}
        drop(watched.page, files)
        for name in files:
            self.verdict(watched.page, name)
        # Some findings appear only once all of the files are checked together.
        watched.page.locator("#tally", has_text=f"{len(files)} sticker").wait_for()
        watched.page.wait_for_timeout(600)
        return watched

    def large_ones(self):
        """Enough files that the finding they share is reported for the pack."""
        found = {}
        for green in (90, 150, 210):
            out = io.BytesIO()
            art.disc(900, color=(60, green, 220, 255)).save(out, "png")
            found[f"large-{green}"] = out.getvalue()
        return found

    def rules(self, page, name):
        return (self.sticker(page, name).get_attribute("data-rules") or "").split()

    def test_what_nobody_sees_is_ticked_and_nothing_that_is_listed_is_refused(self):
        watched = self.dropped("specks.png", "photo.jpg", "large.png", "flash.png", "broken.png", slim=slim())
        page = watched.page
        sheet = self.open_sheet(page)
        groups = set()
        for group in sheet.locator("section").all():
            seen = group.get_attribute("data-seen") == "true"
            for row in group.locator("li").all():
                self.assertEqual(row.locator("input").is_checked(), not seen)
                self.assertEqual(row.locator("canvas").count(), 2)
            groups.add((group.get_attribute("data-words"), seen))
        self.assertNotIn("rename", sheet.locator("#sheet-list").inner_text(), "the step that counts is named")
        self.assertIn(("remove specks", True), groups)
        self.assertIn(("make it fit", False), groups, "padding to a square changes nothing that is seen")
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / "sheet-laptop-light.png")
        self.assertEqual(accessibility.violations(page), [])
        listed = sheet.locator("li").count()
        for box in sheet.locator("[data-all]").all():
            box.check()
        self.assertRegex(sheet.locator("#sheet-sum").inner_text(), rf"^{listed} changes on \d+ stickers, about \d")
        stickers = {row.locator("label > span").last.inner_text().split("\n")[0] for row in sheet.locator("li").all()}
        sheet.locator("[data-sheet=go]").click()
        page.locator("#outcome", has_text="fixed").wait_for()
        self.assertEqual(page.locator("#outcome").inner_text(), f"Fixed {len(stickers)} stickers.")
        self.assertEqual(watched.complaints, [])
        page.wait_for_timeout(600)
        sheet = self.open_sheet(page)
        self.assertEqual(sheet.locator("#sheet-sum").inner_text(), "Nothing can be fixed here.")

    def test_findings_filters_and_the_pack_follow_a_fix_at_once(self):
        page = self.dropped("large.png", "ready.png", **self.large_ones()).page
        page.locator("#pack", has_text="900").wait_for()
        self.assertIn("pixel-dimensions", self.rules(page, "large.png"))
        self.fix_all(page)
        page.locator("#tally", has_text="5 stickers · 5 ready").wait_for()
        self.assertNotIn("pixel-dimensions", self.rules(page, "large.png"))
        self.assertNotIn("pixel-dimensions", page.locator("#rule").inner_text())
        page.wait_for_function("() => !document.getElementById('pack').textContent.includes('900')")
        self.assertEqual(page.locator("#rule option", has_text="pixel-dimensions").count(), 0)
        tile = self.tile(page, "large.png")
        self.assertFalse(tile.locator(".badge").is_visible())

    def test_a_single_thing_is_undone_and_all_of_it(self):
        server_page = self.dropped("specks.png", slim=slim()).page
        page = server_page
        self.fix_all(page)
        page.locator("article[data-name='specks.png'][data-asked='stray-pixels']").wait_for(state="attached")
        article = self.open_sticker(page, "specks.png")
        article.get_by_role("button", name="Undo: remove").click()
        page.locator("article[data-name='specks.png'][data-asked='']").wait_for()
        self.assertIn("stray-pixels", self.rules(page, "specks.png"))
        self.assertNotEqual(self.sticker(page, "slim.png").get_attribute("data-asked"), "", "the other stays fixed")
        page.keyboard.press("Escape")
        self.fix_all(page)
        page.locator("#undo").click()
        page.locator("#outcome", has_text="Undone").wait_for()
        page.locator("article[data-name='specks.png'][data-asked='']").wait_for(state="attached")

    def test_a_fix_after_another_keeps_the_first(self):
        canvas = Image.open(io.BytesIO(slim()))
        canvas.paste((74, 44, 82, 255), (5, 5, 7, 8))
        out = io.BytesIO()
        canvas.save(out, "png")
        page = self.dropped(both=out.getvalue()).page
        article = self.open_sticker(page, "both.png")
        article.get_by_role("button", name="Remove specks").click()
        article.locator(".fixed").wait_for()
        article.get_by_role("button", name="Scale the art down to a grid size").click()
        page.locator("article[data-name='both.png'][data-asked*=' ']").wait_for()
        self.assertEqual(article.locator(".steps button").count(), 2)

    def test_what_takes_longer_shows_how_far_it_is_and_can_be_stopped(self):
        watched = self.dropped("specks.png", "large.png", "photo.jpg", slim=slim())
        page = watched.page
        held = []
        page.route("**/try/*", lambda route: held.append(route))
        page.locator("#actions").get_by_role("button", name="Fix…").click()
        stop = page.locator("[data-sheet=stop]")
        stop.wait_for()
        self.assertIn("Trying", page.locator("#sheet-words").inner_text())
        self.assertEqual(len(held), 2, "two at a time")
        stop.click()
        stop.wait_for(state="hidden")
        self.assertEqual(page.locator("#sheet").get_attribute("aria-busy"), "false")
        for route in held:
            route.continue_()
        page.wait_for_timeout(300)
        self.assertEqual((len(held), page.locator("#sheet li").count()), (2, 0), "nothing is tried any more")

    def test_files_of_which_nothing_is_found_are_made_smaller_where_that_is_asked_for(self):
        server = self.served()
        page = self.opened(server).page
        drop(page, self.some("ready.png"))
        self.assertEqual(self.verdict(page, "ready.png"), "fine")
        sheet = self.open_sheet(page)
        self.assertTrue(sheet.locator("[data-sheet=go]").is_disabled())
        sheet.get_by_role("checkbox", name="Minimize the file size").check()
        sheet.locator("[data-sheet=go]").click()
        page.locator("#outcome", has_text="Fixed 1 sticker.").wait_for()
        article = self.open_sticker(page, "ready.png")
        article.get_by_role("heading", name="Before and after fixing").wait_for()
        self.assertIn("every visible pixel stays", article.locator(".fixed").inner_text())
        fixed = self.fetched(server, f"fixed/{article.get_attribute('data-number')}")
        self.assertLess(len(fixed), len(self.art["ready.png"]))
        self.assertEqual(shown(fixed), shown(self.art["ready.png"]))
