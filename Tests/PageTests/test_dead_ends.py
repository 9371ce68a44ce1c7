"""Places where people got stuck or lost their work. Each now leads on."""

import io
import pathlib
import shutil
import tempfile
import zipfile

import art
from PIL import Image, ImageDraw

from serve_case import ServeCase
from serving import drop
from test_walk import face, png

PACK = {f"face-{number}.png": png(face(number)) for number in range(3)}


def entries(data):
    archive = zipfile.ZipFile(io.BytesIO(data))
    return {name: archive.read(name) for name in archive.namelist()}


def stickers_in(data):
    """Returns the sticker images in a downloaded pack: those in the sticker sets of the catalog."""
    return sorted(name for name in entries(data) if ".sticker/" in name and not name.endswith(".json"))


class DeadEndTests(ServeCase):
    def filled(self, files=None, folder=None, *arguments):
        self.server = self.served(*arguments)
        watched = self.opened(self.server)
        files = PACK if files is None else files
        drop(watched.page, files, folder)
        for name in files:
            self.verdict(watched.page, name.split("/")[-1])
        watched.page.locator("#tally", has_text="ready").wait_for()
        watched.page.wait_for_timeout(600)
        return watched

    def name_it(self, page, name):
        field = page.get_by_label("Name in Messages")
        field.fill(name)
        field.blur()
        page.wait_for_function(
            "(name) => document.getElementById('pack-text').textContent.includes(name)", arg=name)

    def download(self, page):
        return self.downloaded(page, page.locator("[data-do=pack]"))[1]

    def order(self, page):
        return page.evaluate("[...document.querySelectorAll('.tile:not(.apart) .name')].map((one) => one.textContent)")

    def test_a_named_and_reordered_pack_without_an_icon_downloads(self):
        page = self.filled().page
        self.name_it(page, "Round Friends")
        self.tile(page, "face-2.png").focus()
        page.keyboard.press("Alt+ArrowLeft")
        page.wait_for_timeout(800)
        data = self.download(page)
        self.assertEqual(len(stickers_in(data)), 3)

    def test_a_file_deleted_from_the_folder_leaves_the_pack(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name, data in PACK.items():
            (folder / name).write_bytes(data)
        page = self.opened(self.served("--watch", folder)).page
        for name in PACK:
            self.verdict(page, name)
        self.name_it(page, "Round Friends")
        article = self.open_sticker(page, "face-1.png")
        article.locator("textarea").fill("Winks at you")
        page.wait_for_function("() => document.getElementById('pack-text').textContent.includes('Winks')")
        (folder / "face-1.png").unlink()
        article.wait_for(state="detached")
        page.locator("#pack-missing", has_text="face-1.png is gone").wait_for()
        page.locator("#tally", has_text="2 stickers").wait_for()
        self.assertEqual(len(stickers_in(self.download(page))), 2)
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

    def test_other_formats_are_in_the_pack_like_any_art(self):
        picture = io.BytesIO()
        face(4).save(picture, "webp", lossless=True)
        page = self.filled({**PACK, "leaf.webp": picture.getvalue()}).page
        page.locator("#tally", has_text="4 stickers").wait_for()
        page.wait_for_function("() => document.getElementById('pack-text').textContent.includes('leaf')"
                               " || document.querySelector('.tile.apart') === null")
        self.assertEqual(page.locator(".tile.apart").count(), 0)
        self.assertEqual(len(stickers_in(self.download(page))), 4)

    def test_the_own_download_reopens(self):
        page = self.filled().page
        self.name_it(page, "Round Friends")
        data = self.download(page)
        again = self.opened(self.served()).page
        drop(again, {"Round Friends.zip": data})
        again.locator("#tally", has_text="3 stickers").wait_for()
        again.wait_for_timeout(1500)
        self.assertEqual(again.locator(".tile:not(.apart)").count(), 3)
        self.assertEqual(again.locator(".tile").count(), 3, "no icons or variants as tiles")
        self.assertEqual(again.get_by_label("Name in Messages").input_value(), "Round Friends")
        self.assertEqual(len(stickers_in(self.download(again))), 3)

    def test_an_icon_that_is_too_small_is_refused_with_a_sentence(self):
        page = self.filled().page
        page.set_input_files("#pack-icon-file", {
            "name": "logo.png", "mimeType": "image/png", "buffer": png(face(1, 200).convert("RGB"))})
        page.locator("#outcome", has_text="200 × 200 px").wait_for()
        self.assertEqual(page.locator(".tile").count(), 3)
        self.assertEqual(page.locator("#pack-icon img").count(), 0)

    def test_the_file_of_the_icon_is_no_sticker(self):
        page = self.filled().page
        page.set_input_files("#pack-icon-file", {
            "name": "logo.png", "mimeType": "image/png", "buffer": png(face(1, 1024).convert("RGB"))})
        page.locator("#pack-icon img").wait_for()
        page.wait_for_timeout(800)
        self.assertEqual(page.locator(".tile:visible").count(), 3)
        page.locator("#tally", has_text="3 stickers").wait_for()

    def test_words_in_the_emoji_field_are_said_at_once(self):
        page = self.filled().page
        article = self.open_sticker(page, "face-0.png")
        field = article.locator("[data-field=emoji]")
        field.fill("smile")
        article.locator(".emoji-words", has_text="smile").wait_for()
        self.assertEqual(field.input_value(), "smile", "nothing typed is lost")
        field.fill("😀")
        article.locator(".emoji-words").wait_for(state="hidden")

    def test_enter_goes_along_the_row(self):
        page = self.filled().page
        page.locator("#pack-describe-all").click()
        rows = page.locator("#describing-list > li")
        rows.nth(0).locator("[data-field=text]").fill("A face")
        page.keyboard.press("Enter")
        self.assertEqual(page.evaluate("document.activeElement.dataset.field"), "emoji")
        page.keyboard.type("😀")
        page.keyboard.press("Enter")
        self.assertEqual(page.evaluate("document.activeElement.dataset.field"), "text")
        self.assertEqual(page.evaluate("document.activeElement.closest('li').dataset.number"),
                         rows.nth(1).get_attribute("data-number"))
        # Typed text is kept even if the page closes immediately.
        page.keyboard.type("Another face")
        page.wait_for_timeout(900)
        self.assertIn("Another face", page.locator("#pack-text").text_content())

    def test_everything_can_be_undone(self):
        page = self.filled().page
        dialogs = []
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        self.name_it(page, "Round Friends")
        self.name_it(page, "Square Friends")
        page.locator("h1").click()
        page.keyboard.press("Control+z")
        page.wait_for_function("() => document.getElementById('pack-name').value === 'Round Friends'")
        first = self.order(page)
        self.tile(page, "face-2.png").focus()
        page.keyboard.press("Alt+ArrowLeft")
        page.wait_for_timeout(1200)
        self.assertNotEqual(self.order(page), first)
        page.keyboard.press("Control+z")
        page.wait_for_timeout(1500)
        self.assertEqual(self.order(page), first)
        self.tile(page, "face-1.png").click()
        page.keyboard.press("Delete")
        page.locator(".tile.apart").wait_for()
        page.locator("#undo").click()
        page.locator(".tile.apart").wait_for(state="detached")
        self.in_menu(page, "Start over").click()
        page.locator("body.empty").wait_for()
        page.locator("#undo").click()
        page.locator("#tally", has_text="3 stickers").wait_for()
        page.wait_for_function("() => document.getElementById('pack-name').value === 'Round Friends'")
        self.assertEqual(self.order(page), first)
        self.assertEqual(dialogs, [], "no dialog of the browser")

    def test_a_closed_page_is_continued(self):
        cache = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        first = self.served(cache=cache)
        page = self.opened(first).page
        drop(page, {**PACK, "large.png": self.art["large.png"]})
        for name in (*PACK, "large.png"):
            self.verdict(page, name)
        self.fix_all(page)
        self.name_it(page, "Round Friends")
        article = self.open_sticker(page, "face-1.png")
        article.locator("textarea").fill("Winks at you")
        page.keyboard.press("Escape")
        self.tile(page, "face-2.png").focus()
        page.keyboard.press("Alt+ArrowLeft")
        page.wait_for_timeout(2500)
        order, text = self.order(page), page.locator("#pack-text").text_content()
        first.stop()
        page.locator("#outcome", has_text="Your work is saved").wait_for()
        modes = {path.stat().st_mode & 0o777 for path in (cache / "stickerlint" / "sessions").iterdir()}
        self.assertEqual(modes, {0o600})
        again = self.opened(self.served(cache=cache)).page
        again.get_by_role("button", name="Continue with “Round Friends” (4 stickers)").click()
        again.locator("#tally", has_text="4 stickers").wait_for()
        again.locator("article[data-path='large.png'] img.after").wait_for(state="attached")
        self.assertEqual(self.order(again), order)
        self.assertEqual(again.locator("#pack-text").text_content(), text)
        again.wait_for_timeout(1500)
        other = self.opened(self.served(cache=cache)).page
        other.get_by_role("button", name="Discard").click()
        other.locator("#session").wait_for(state="hidden")
        last = self.opened(self.served(cache=cache)).page
        last.wait_for_timeout(300)
        self.assertFalse(last.locator("#session").is_visible())

    def test_numbered_files_become_one_animation(self):
        frames = {f"frame_{step:02}.png": png(art.ball(step, side=408)) for step in range(1, 7)}
        page = self.filled({**PACK, **frames}).page
        page.locator("#pack-run", has_text="frame_01.png to frame_06.png").wait_for()
        page.locator("#pack-join").click()
        page.locator("#tally", has_text="4 stickers").wait_for()
        self.assertIn('frames: "frame_', page.locator("#pack-text").text_content())
        self.assertIn("fps: 12", page.locator("#pack-text").text_content())
        data = entries(self.download(page))
        document = next(name for name in data if name.endswith(".stickersequence/Contents.json"))
        self.assertEqual(len([name for name in data if name.startswith(document.rsplit("/", 1)[0])]), 7)
        page.locator("#pack-run").wait_for(state="hidden")

    def test_art_that_is_too_small_is_fixed_in_one_of_two_ways(self):
        page = self.filled({**PACK, "tiny.png": png(face(2, 200))}).page
        article = self.open_sticker(page, "tiny.png")
        article.locator("button[data-small=pad] canvas").wait_for()
        article.locator("button[data-small=enlarge] canvas").wait_for()
        article.locator("button[data-small=pad]").click()
        article.locator("img.after").first.wait_for()
        page.locator("#tally", has_text="4 stickers · 4 ready").wait_for()
        fixed = article.locator(".stage img.after")
        self.assertEqual((fixed.get_attribute("width"), fixed.get_attribute("height")), ("300", "300"))

    def test_one_fix_makes_a_file_fit(self):
        picture = io.BytesIO()
        wide = Image.new("RGBA", (900, 600))
        ImageDraw.Draw(wide).ellipse((12, 12, 888, 588), fill=art.CORAL, outline=art.PLUM, width=30)
        wide.save(picture, "webp", lossless=True)
        page = self.filled({**PACK, "wide.webp": picture.getvalue()}).page
        sheet = self.open_sheet(page)
        self.assertEqual(sheet.locator("section").count(), 1, "one fix for format and dimensions")
        self.assertIn("Make it fit", sheet.inner_text())
        sheet.locator("[data-all]").check()
        sheet.locator("[data-sheet=go]").click()
        page.locator("#tally", has_text="4 stickers · 4 ready").wait_for()

    def test_the_zip_has_what_the_page_counts(self):
        page = self.filled({**PACK, "large.png": self.art["large.png"], "dance.png": self.art["dance.png"]}).page
        self.assertEqual(page.locator(".tile:not(.apart)").count(), 5)
        data = self.download(page)
        ready = int(page.locator("[data-count=ready]").text_content())
        warned = int(page.locator("[data-count=warning]").text_content())
        self.assertEqual(len(stickers_in(data)), ready + warned)
