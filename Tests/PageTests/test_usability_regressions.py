"""Regression tests for places where users got stuck or lost work."""

import io
import pathlib
import tempfile
import zipfile

import art
from PIL import Image, ImageDraw

from serve_case import ServeCase
from serving import drop
from test_walkthrough import face, png

PACK = {f"face-{number}.png": png(face(number)) for number in range(3)}


def read_zip(data):
    archive = zipfile.ZipFile(io.BytesIO(data))
    return {name: archive.read(name) for name in archive.namelist()}


def stickers_in(data):
    """Returns the names of the sticker images in a downloaded pack, from the sticker sets of its catalog."""
    return sorted(name for name in read_zip(data) if ".sticker/" in name and not name.endswith(".json"))


class UsabilityTests(ServeCase):
    def open_with_files(self, files=None, folder=None, *arguments):
        self.server = self.start_server(*arguments)
        session = self.open_page(self.server)
        files = PACK if files is None else files
        drop(session.page, files, folder)
        for name in files:
            self.wait_for_verdict(session.page, name.split("/")[-1])
        session.page.locator("#tally", has_text="ready").wait_for()
        session.page.wait_for_timeout(600)
        return session

    def name_pack(self, page, name):
        field = page.get_by_label("Name in Messages")
        field.fill(name)
        field.blur()
        page.wait_for_function(
            "(name) => document.getElementById('pack-text').textContent.includes(name)", arg=name)

    def download_pack(self, page):
        return self.download(page, page.locator("[data-do=pack]"))[1]

    def tile_order(self, page):
        return page.evaluate("[...document.querySelectorAll('.tile:not(.apart) .name')].map((one) => one.textContent)")

    def test_a_named_and_reordered_pack_downloads_without_an_icon(self):
        page = self.open_with_files().page
        self.name_pack(page, "Round Friends")
        self.tile(page, "face-2.png").focus()
        page.keyboard.press("Alt+ArrowLeft")
        page.wait_for_timeout(800)
        data = self.download_pack(page)
        self.assertEqual(len(stickers_in(data)), 3)

    def test_a_deleted_file_leaves_the_pack_and_returns_with_its_description(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name, data in PACK.items():
            (folder / name).write_bytes(data)
        page = self.open_page(self.start_server("--watch", folder)).page
        for name in PACK:
            self.wait_for_verdict(page, name)
        self.name_pack(page, "Round Friends")
        article = self.open_sticker(page, "face-1.png")
        article.locator("textarea").fill("Winks at you")
        page.wait_for_function("() => document.getElementById('pack-text').textContent.includes('Winks')")
        (folder / "face-1.png").unlink()
        article.wait_for(state="detached")
        page.locator("#pack-missing", has_text="face-1.png is missing").wait_for()
        page.locator("#tally", has_text="2 stickers").wait_for()
        self.assertEqual(len(stickers_in(self.download_pack(page))), 2)
        # After it returns to the folder, it is in the pack again, with its text.
        (folder / "face-1.png").write_bytes(PACK["face-1.png"])
        page.locator("#tally", has_text="3 stickers").wait_for()
        page.locator("#pack-missing").wait_for(state="hidden")
        self.assertIn("Winks", page.locator("#pack-text").text_content())
        (folder / "face-1.png").unlink()
        page.locator("#pack-missing").wait_for()
        page.locator("[data-do=save]").click()
        page.locator("[data-saving=yes]").click()
        page.locator("#outcome", has_text="Saved").wait_for()
        self.assertNotIn("face-1.png", (folder / "stickerpack.yml").read_text())

    def test_a_webp_file_becomes_part_of_the_pack(self):
        picture = io.BytesIO()
        face(4).save(picture, "webp", lossless=True)
        page = self.open_with_files({**PACK, "leaf.webp": picture.getvalue()}).page
        page.locator("#tally", has_text="4 stickers").wait_for()
        page.wait_for_function("() => document.getElementById('pack-text').textContent.includes('leaf')"
                               " || document.querySelector('.tile.apart') === null")
        self.assertEqual(page.locator(".tile.apart").count(), 0)
        self.assertEqual(len(stickers_in(self.download_pack(page))), 4)

    def test_a_downloaded_pack_can_be_dropped_and_reopened(self):
        page = self.open_with_files().page
        self.name_pack(page, "Round Friends")
        data = self.download_pack(page)
        reopened = self.open_page(self.start_server()).page
        drop(reopened, {"Round Friends.zip": data})
        reopened.locator("#tally", has_text="3 stickers").wait_for()
        reopened.wait_for_timeout(1500)
        self.assertEqual(reopened.locator(".tile:not(.apart)").count(), 3)
        self.assertEqual(reopened.locator(".tile").count(), 3, "icons and variants must not become tiles")
        self.assertEqual(reopened.get_by_label("Name in Messages").input_value(), "Round Friends")
        self.assertEqual(len(stickers_in(self.download_pack(reopened))), 3)

    def test_an_icon_that_is_too_small_is_rejected_with_its_size(self):
        page = self.open_with_files().page
        page.set_input_files("#pack-icon-file", {
            "name": "logo.png", "mimeType": "image/png", "buffer": png(face(1, 200).convert("RGB"))})
        page.locator("#outcome", has_text="200 × 200 px").wait_for()
        self.assertEqual(page.locator(".tile").count(), 3)
        self.assertEqual(page.locator("#pack-icon img").count(), 0)

    def test_the_icon_file_is_not_added_as_a_sticker(self):
        page = self.open_with_files().page
        page.set_input_files("#pack-icon-file", {
            "name": "logo.png", "mimeType": "image/png", "buffer": png(face(1, 1024).convert("RGB"))})
        page.locator("#pack-icon img").wait_for()
        page.wait_for_timeout(800)
        self.assertEqual(page.locator(".tile:visible").count(), 3)
        page.locator("#tally", has_text="3 stickers").wait_for()

    def test_another_sticker_and_the_pack_open_at_their_tops(self):
        page = self.open_with_files().page
        names = [name.split("/")[-1] for name in list(PACK)[:2]]
        side = page.locator("#side")
        self.open_sticker(page, names[0])
        for open_next in (lambda: self.tile(page, names[1]).click(), lambda: page.keyboard.press("Escape")):
            side.evaluate("element => element.scrollTo(0, 400)")
            self.assertGreater(side.evaluate("element => element.scrollTop"), 0)
            open_next()
            page.wait_for_timeout(300)
            self.assertEqual(side.evaluate("element => element.scrollTop"), 0)

    def test_words_in_the_emoji_field_are_reported_immediately(self):
        page = self.open_with_files().page
        article = self.open_sticker(page, "face-0.png")
        field = article.locator("[data-field=emoji]")
        field.fill("smile")
        article.locator(".emoji-words", has_text="smile").wait_for()
        self.assertEqual(field.input_value(), "smile", "the typed text stays in the field")
        field.fill("😀")
        article.locator(".emoji-words").wait_for(state="hidden")

    def test_the_empty_page_fits_when_the_window_becomes_narrow(self):
        page = self.open_page(self.start_server()).page
        page.locator("#fan canvas").nth(3).wait_for()
        page.set_viewport_size({"width": 390, "height": 844})
        page.locator("#fan canvas").nth(3).wait_for(state="hidden")
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 390)

    def test_enter_moves_to_the_next_field_and_typed_text_is_saved(self):
        page = self.open_with_files().page
        page.get_by_role("button", name="Describe all…").click()
        rows = page.locator("#describing-list > li")
        rows.nth(0).locator("[data-field=text]").fill("A face")
        page.keyboard.press("Tab")
        self.assertEqual(page.evaluate("document.activeElement.dataset.field"), "emoji")
        page.keyboard.type("😀")
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
        self.assertEqual(page.evaluate("document.activeElement.dataset.field"), "text")
        self.assertEqual(page.evaluate("document.activeElement.closest('li').dataset.number"),
                         rows.nth(1).get_attribute("data-number"))
        # Typed text is saved before the field loses focus.
        page.keyboard.type("Another face")
        page.locator("#pack-text", has_text="Another face").wait_for(state="attached")
        self.assertEqual(page.evaluate("document.activeElement.dataset.field"), "text")

    def test_renaming_moving_removing_and_starting_over_can_be_undone(self):
        page = self.open_with_files().page
        dialogs = []
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        self.name_pack(page, "Round Friends")
        self.name_pack(page, "Square Friends")
        page.locator("h1").click()
        page.keyboard.press("Control+z")
        page.wait_for_function("() => document.getElementById('pack-name').value === 'Round Friends'")
        first = self.tile_order(page)
        self.tile(page, "face-2.png").focus()
        page.keyboard.press("Alt+ArrowLeft")
        page.wait_for_timeout(1200)
        self.assertNotEqual(self.tile_order(page), first)
        page.keyboard.press("Control+z")
        page.wait_for_timeout(1500)
        self.assertEqual(self.tile_order(page), first)
        self.tile(page, "face-1.png").click()
        page.keyboard.press("Delete")
        page.locator(".tile.apart").wait_for()
        page.locator("#undo").click()
        page.locator(".tile.apart").wait_for(state="detached")
        self.menu_button(page, "Start over").click()
        page.locator("body.empty").wait_for()
        page.locator("#undo").click()
        page.locator("#tally", has_text="3 stickers").wait_for()
        page.wait_for_function("() => document.getElementById('pack-name').value === 'Round Friends'")
        self.assertEqual(self.tile_order(page), first)
        self.assertEqual(dialogs, [], "no browser dialog may open")

    def test_a_saved_session_can_be_continued_or_discarded(self):
        cache = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        first = self.start_server(cache=cache)
        page = self.open_page(first).page
        drop(page, {**PACK, "large.png": self.art["large.png"]})
        for name in (*PACK, "large.png"):
            self.wait_for_verdict(page, name)
        self.fix_all(page)
        self.name_pack(page, "Round Friends")
        article = self.open_sticker(page, "face-1.png")
        article.locator("textarea").fill("Winks at you")
        page.keyboard.press("Escape")
        self.tile(page, "face-2.png").focus()
        page.keyboard.press("Alt+ArrowLeft")
        page.wait_for_timeout(2500)
        tile_order, text = self.tile_order(page), page.locator("#pack-text").text_content()
        first.stop()
        page.locator("#outcome", has_text="Your work is saved").wait_for()
        modes = {path.stat().st_mode & 0o777 for path in (cache / "stickerlint" / "sessions").iterdir()}
        self.assertEqual(modes, {0o600})
        reopened = self.open_page(self.start_server(cache=cache)).page
        reopened.get_by_role("button", name="Continue with “Round Friends” (4 stickers)").click()
        reopened.locator("#tally", has_text="4 stickers").wait_for()
        reopened.locator("article[data-path='large.png'] img.after").wait_for(state="attached")
        self.assertEqual(self.tile_order(reopened), tile_order)
        self.assertEqual(reopened.locator("#pack-text").text_content(), text)
        reopened.wait_for_timeout(1500)
        other = self.open_page(self.start_server(cache=cache)).page
        other.get_by_role("button", name="Discard").click()
        other.locator("#session").wait_for(state="hidden")
        last = self.open_page(self.start_server(cache=cache)).page
        last.wait_for_timeout(300)
        self.assertFalse(last.locator("#session").is_visible())

    def test_numbered_files_can_be_joined_into_one_animation(self):
        frames = {f"frame_{step:02}.png": png(art.ball(step, side=408)) for step in range(1, 7)}
        page = self.open_with_files({**PACK, **frames}).page
        page.locator("#pack-run", has_text="frame_01.png to frame_06.png").wait_for()
        page.locator("#pack-join").click()
        page.locator("#tally", has_text="4 stickers").wait_for()
        self.assertIn('frames: "frame_', page.locator("#pack-text").text_content())
        self.assertIn("fps: 12", page.locator("#pack-text").text_content())
        data = read_zip(self.download_pack(page))
        document = next(name for name in data if name.endswith(".stickersequence/Contents.json"))
        self.assertEqual(len([name for name in data if name.startswith(document.rsplit("/", 1)[0])]), 7)
        page.locator("#pack-run").wait_for(state="hidden")

    def test_small_art_offers_padding_and_enlarging_and_padding_fixes_it(self):
        page = self.open_with_files({**PACK, "tiny.png": png(face(2, 200))}).page
        article = self.open_sticker(page, "tiny.png")
        article.locator("button[data-small=pad] canvas").wait_for()
        article.locator("button[data-small=enlarge] canvas").wait_for()
        article.locator("button[data-small=pad]").click()
        # A ready sticker shows its art in the views only.
        article.locator("img.after").first.wait_for(state="attached")
        page.locator("#tally", has_text="4 stickers · 4 ready").wait_for()
        fixed = article.locator(".stage img.after")
        self.assertEqual((fixed.get_attribute("width"), fixed.get_attribute("height")), ("300", "300"))

    def test_one_fix_changes_both_format_and_dimensions(self):
        picture = io.BytesIO()
        wide = Image.new("RGBA", (900, 600))
        ImageDraw.Draw(wide).ellipse((12, 12, 888, 588), fill=art.CORAL, outline=art.PLUM, width=30)
        wide.save(picture, "webp", lossless=True)
        page = self.open_with_files({**PACK, "wide.webp": picture.getvalue()}).page
        dialog = self.open_fix_dialog(page)
        self.assertEqual(dialog.locator("section").count(), 1, "one fix for format and dimensions")
        self.assertIn("Resize or simplify to fit", dialog.inner_text())
        dialog.locator("[data-all]").check()
        dialog.locator("[data-sheet=go]").click()
        page.locator("#tally", has_text="4 stickers · 4 ready").wait_for()

    def test_a_downloaded_pack_has_as_many_stickers_as_the_page_counts(self):
        page = self.open_with_files({**PACK, **self.art_files("large.png", "dance.png")}).page
        self.assertEqual(page.locator(".tile:not(.apart)").count(), 5)
        data = self.download_pack(page)
        ready = int(page.locator("[data-count=ready]").text_content())
        warned = int(page.locator("[data-count=warning]").text_content())
        self.assertEqual(len(stickers_in(data)), ready + warned)
