"""The dialog of all possible fixes, and the results of applying them."""

import io

import accessibility
import art
from PIL import Image, ImageDraw

from browser import SCREENSHOTS
from serve_case import ServeCase
from serving import drop


def visible_pixels(data):
    """Returns the pixels of an image, with all fully transparent pixels made equal."""
    picture = Image.open(io.BytesIO(data)).convert("RGBA")
    return [pixel if pixel[3] else (0, 0, 0, 0) for pixel in picture.getdata()]


def narrow_png():
    """Draws art on a canvas that is not square, which a fix pads with transparent pixels."""
    picture = Image.new("RGBA", (400, 500))
    ImageDraw.Draw(picture).ellipse((30, 30, 370, 470), fill=(255, 111, 89, 255), outline=(74, 44, 82, 255), width=24)
    out = io.BytesIO()
    picture.save(out, "png")
    return out.getvalue()


def pale_png():
    """Draws a disc that is almost as white as the background, which therefore cannot be removed."""
    picture = Image.new("RGB", (408, 408), "white")
    ImageDraw.Draw(picture).ellipse((90, 90, 318, 318), fill=(252, 252, 252))
    out = io.BytesIO()
    picture.save(out, "png")
    return out.getvalue()


class FixTests(ServeCase):
    def open_with_files(self, *names, **files):
        session = self.open_page(self.start_server())
        files = {**self.art_files(*names), **{name + ".png": data for name, data in files.items()}}
        drop(session.page, files)
        for name in files:
            self.wait_for_verdict(session.page, name)
        # Some findings appear only after all files have been checked together.
        session.page.locator("#tally", has_text=f"{len(files)} sticker").wait_for()
        session.page.wait_for_timeout(600)
        return session

    def large_files(self):
        """Draws enough files that the finding they share is reported for the pack."""
        files = {}
        for green in (90, 150, 210):
            out = io.BytesIO()
            art.disc(900, color=(60, green, 220, 255)).save(out, "png")
            files[f"large-{green}"] = out.getvalue()
        return files

    def rules(self, page, name):
        return (self.sticker(page, name).get_attribute("data-rules") or "").split()

    def test_invisible_and_required_fixes_are_preselected_and_every_listed_fix_can_be_applied(self):
        session = self.open_with_files(
            "specks.png", "photo.jpg", "large.png", "flash.png", "broken.png", slim=narrow_png())
        page = session.page
        dialog = self.open_fix_dialog(page)
        groups = set()
        for group in dialog.locator("section[data-words]").all():
            is_visible = group.get_attribute("data-seen") == "true"
            for row in group.locator("li").all():
                self.assertEqual(row.locator("canvas").count(), 2)
            groups.add((group.get_attribute("data-words"), is_visible))
        for box in dialog.locator("section[data-words] li input").all():
            row = box.locator("xpath=ancestor::li")
            article = self.sticker(page, row.locator("label > span").last.inner_text().split("\n")[0])
            errors = article.locator(".said > .findings > .error").evaluate_all(
                "(all) => all.map((one) => one.dataset.rule)")
            is_lossless = box.evaluate("(one) => one.closest('section').dataset.seen === 'false'")
            is_required = not set(errors).isdisjoint(box.get_attribute("data-rules").split())
            self.assertEqual(box.is_checked(), is_lossless or is_required, box.get_attribute("data-rules"))
        self.assertNotIn(
            "rename", dialog.locator("#sheet-list").inner_text(), "the list names the main step, not the renaming")
        self.assertIn(("remove specks", True), groups)
        self.assertIn(("convert to PNG", False), groups, "a conversion changes no pixel")
        self.assertIn(("resize or simplify to fit", True), groups)
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / "sheet-laptop-light.png")
        self.assertEqual(accessibility.violations(page), [])
        rows = dialog.locator("section[data-words] li")
        listed = rows.count()
        for box in dialog.locator("[data-all]").all():
            box.check()
        self.assertRegex(dialog.locator("#sheet-sum").inner_text(), rf"^{listed} changes on \d+ stickers, about \d")
        stickers = {row.locator("label > span").last.inner_text().split("\n")[0] for row in rows.all()}
        dialog.locator("[data-sheet=go]").click()
        page.locator("#outcome", has_text="fixed").wait_for()
        self.assertEqual(
            page.locator("#outcome").inner_text(), f"Fixed {len(stickers)} stickers.\nbroken.png must still be fixed.")
        self.assertEqual(session.errors, [])
        page.wait_for_timeout(600)
        dialog = self.open_fix_dialog(page)
        self.assertEqual(dialog.locator("#sheet-sum").inner_text(), "No changes to make.")
        unfixable = dialog.locator(".unfixable li")
        name = unfixable.locator("span").last.inner_text().split("\n")[0]
        self.assertFalse(page.locator("#actions [data-do=fixes]").evaluate("(one) => one.classList.contains('filled')"))
        dialog.get_by_role("button", name=f"Open {name}").click()
        self.assertTrue(self.sticker(page, name).is_visible())
        self.open_fix_dialog(page).get_by_role("button", name=f"Remove {name}").click()
        unfixable.wait_for(state="detached")
        page.keyboard.press("Escape")
        page.locator("#outcome", has_text=f"Removed {name} from this page.").wait_for()

    def test_a_fix_that_was_tried_without_success_is_no_longer_offered(self):
        page = self.open_with_files("ready.png", pale=pale_png()).page
        offer = "Make the flat background transparent"
        article = self.open_sticker(page, "pale.png")
        article.get_by_role("button", name=offer).wait_for()
        page.locator("#actions [data-do=fixes].filled").wait_for()
        dialog = self.open_fix_dialog(page)
        self.assertIn("pale.png", dialog.locator(".unfixable").inner_text())
        self.assertEqual(dialog.get_by_text(offer).count(), 0)
        page.keyboard.press("Escape")
        article.get_by_role("button", name=offer).wait_for(state="hidden")
        page.locator("#actions [data-do=fixes]:not(.filled)").wait_for()
        step = page.locator("#pack-lacks [data-item=errors]")
        page.keyboard.press("Escape")
        self.assertIn("Fix or remove 1 sticker.", step.inner_text())
        step.get_by_role("button", name="Show…").click()
        dialog.get_by_role("button", name="Remove pale.png").click()
        page.locator("#pack-lacks [data-item=errors].done").wait_for()

    def test_a_fix_updates_findings_filters_and_the_pack_immediately(self):
        page = self.open_with_files("large.png", "ready.png", **self.large_files()).page
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

    def test_one_fix_or_all_fixes_can_be_undone(self):
        page = self.open_with_files("specks.png", slim=narrow_png()).page
        self.fix_all(page)
        page.locator("article[data-name='specks.png'][data-asked='stray-pixels']").wait_for(state="attached")
        article = self.open_sticker(page, "specks.png")
        article.get_by_role("button", name="Undo: remove").click()
        page.locator("article[data-name='specks.png'][data-asked='']").wait_for()
        self.assertIn("stray-pixels", self.rules(page, "specks.png"))
        self.assertNotEqual(
            self.sticker(page, "slim.png").get_attribute("data-asked"), "", "the other sticker stays fixed")
        page.keyboard.press("Escape")
        self.fix_all(page)
        page.locator("#undo").click()
        page.locator("#outcome", has_text="Undone").wait_for()
        page.locator("article[data-name='specks.png'][data-asked='']").wait_for(state="attached")

    def test_a_second_fix_keeps_the_first(self):
        canvas = Image.open(io.BytesIO(narrow_png()))
        canvas.paste((74, 44, 82, 255), (5, 5, 7, 8))
        out = io.BytesIO()
        canvas.save(out, "png")
        page = self.open_with_files(both=out.getvalue()).page
        article = self.open_sticker(page, "both.png")
        article.get_by_role("button", name="Remove specks").click()
        article.locator(".fixed").wait_for()
        article.get_by_role("button", name="Scale the art down to a grid size").click()
        page.locator("article[data-name='both.png'][data-asked*=' ']").wait_for()
        self.assertEqual(article.locator(".steps button").count(), 2)

    def test_trying_fixes_is_reported_and_can_be_stopped(self):
        session = self.open_with_files("specks.png", "large.png", "photo.jpg", slim=narrow_png())
        page = session.page
        held = []
        page.route("**/try/*", lambda route: held.append(route))
        page.locator("#actions").get_by_role("button", name="Fix").click()
        stop = page.locator("[data-sheet=stop]")
        stop.wait_for()
        self.assertIn("Trying", page.locator("#sheet-words").inner_text())
        self.assertEqual(len(held), 2, "two fixes are tried at a time")
        stop.click()
        stop.wait_for(state="hidden")
        self.assertEqual(page.locator("#sheet").get_attribute("aria-busy"), "false")
        for route in held:
            route.continue_()
        page.wait_for_timeout(300)
        self.assertEqual((len(held), page.locator("#sheet li").count()), (2, 0), "no more fixes are tried")

    def test_a_file_without_findings_is_minimized_on_request(self):
        server = self.start_server()
        page = self.open_page(server).page
        drop(page, self.art_files("ready.png"))
        self.assertEqual(self.wait_for_verdict(page, "ready.png"), "fine")
        dialog = self.open_fix_dialog(page)
        self.assertTrue(dialog.locator("[data-sheet=go]").is_disabled())
        dialog.get_by_role("checkbox", name="Minimize the file size").check()
        dialog.locator("[data-sheet=go]").click()
        page.locator("#outcome", has_text="Fixed 1 sticker.").wait_for()
        article = self.open_sticker(page, "ready.png")
        article.get_by_role("heading", name="Changes").wait_for()
        self.assertIn("every visible pixel stays", article.locator(".fixed").inner_text())
        fixed = self.fetch(server, f"fixed/{article.get_attribute('data-number')}")
        self.assertLess(len(fixed), len(self.art["ready.png"]))
        self.assertEqual(visible_pixels(fixed), visible_pixels(self.art["ready.png"]))
