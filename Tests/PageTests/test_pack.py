"""The pack card: what the user enters is in the stickerpack.yml, and in the pack that is built."""

import io
import json
import pathlib
import subprocess
import tempfile
import zipfile

from PIL import Image

import art
from browser import PROGRAM
from serve_case import ServeCase
from serving import drop

THEIRS = b"""# Ours, since 2024.
name: 'Discs'  # for now
languages: [en]
stickers:
  # The best of them.
  - file: cut.png
    description: A disc without its foot
  - file: ready.png
"""


class PackCase(ServeCase):
    def filled(self, page, *names):
        drop(page, self.some(*names))
        for name in names:
            self.verdict(page, name)
        page.locator("#pack-text", has_text="ready.png").wait_for(state="attached")

    def text(self, page):
        """Returns the stickerpack.yml as the page shows it."""
        return page.locator("#pack-text").text_content()

    def wait_for_text(self, page, words):
        page.wait_for_function(
            "(words) => document.getElementById('pack-text').textContent.includes(words)", arg=words)

    def describe(self, page, name, language, text):
        article = self.open_sticker(page, name)
        field = article.locator(f"textarea[data-language={language}]")
        field.fill(text)
        field.blur()
        self.wait_for_text(page, text)
        return article

    def icon(self, side=1024, mode="RGB", color=(255, 213, 79)):
        out = io.BytesIO()
        Image.new(mode, (side, side), color).save(out, "PNG")
        return out.getvalue()


class PackTests(PackCase):
    def test_a_pack_is_named_described_and_built_without_an_editor(self):
        watched = self.opened(self.served())
        page = watched.page
        self.filled(page, "ready.png", "cut.png", "dance.png")
        page.get_by_label("Name in Messages").fill("Ännchen's “discs”: #1")
        article = self.describe(page, "ready.png", "en", "A coral disc")
        self.assertIn("VoiceOver says: “A coral disc”", article.locator(".heard").inner_text())
        self.assertIn("12 of 150", article.locator(".heard").inner_text())
        article.get_by_label("Keywords").fill("round, coral , ")
        article.get_by_label("Emoji", exact=True).fill("👋 x 👩‍👩‍👧🇩🇪")
        article.get_by_label("Emoji", exact=True).blur()
        self.wait_for_text(page, "🇩🇪")
        article.get_by_role("button", name="Use as icon").click()
        page.locator("#pack-icon-words", has_text="Drawn from ready.png").wait_for()
        page.locator("#pack-icon-color").fill("#ffd54f")
        self.wait_for_text(page, "#FFD54F")
        page.get_by_label("Add a language").select_option("fr")
        self.describe(page, "ready.png", "fr", "Un disque corail")
        page.locator("[data-walk='0']").click()
        self.tile(page, "cut.png").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        page.locator("#pack-apart-list", has_text="cut.png").wait_for(state="attached")
        name, data = self.downloaded(page, page.get_by_role("button", name="Download pack"))
        self.assertEqual(watched.complaints, [])
        with tempfile.TemporaryDirectory() as folder:
            zipfile.ZipFile(io.BytesIO(data)).extractall(folder)
            inner = next(path for path in pathlib.Path(folder).iterdir() if path.is_dir())
            manifest = json.loads((inner / "manifest.json").read_text())
            self.assertEqual((pathlib.Path(folder) / "stickerpack.yml").read_text(), self.text(page))
            self.assertTrue(list(inner.glob("*.xcodeproj/project.pbxproj")))
            self.assertTrue((inner / "contact-sheet.png").is_file())
            # With art beside the pack file, the program alone builds exactly the same pack.
            beside = pathlib.Path(folder) / "art"
            beside.mkdir()
            (beside / "stickerpack.yml").write_text(self.text(page))
            for file, art_bytes in self.some("ready.png", "cut.png", "dance.png").items():
                (beside / file).write_bytes(art_bytes)
            check = subprocess.run(
                [PROGRAM, "pack", beside, "--output", inner, "--xcode",
                 "--contact-sheet", "--skip-failing", "--check"], capture_output=True, text=True)
            self.assertEqual((check.returncode, check.stderr), (0, check.stderr), check.stderr)
        page.locator("#pack-next[open]", has_text="Signing").wait_for()
        self.assertEqual(manifest["name"], "Ännchen's “discs”: #1")
        stickers = {sticker["name"]: sticker for sticker in manifest["stickers"]}
        self.assertEqual(sorted(stickers), ["dance", "ready"])
        self.assertEqual(
            stickers["ready"]["descriptions"], {"en": "A coral disc", "fr": "Un disque corail"})
        self.assertEqual(stickers["ready"]["keywords"], ["round", "coral"])
        self.assertIn('emoji: ["👋", "👩‍👩‍👧", "🇩🇪"]', self.text(page).replace("\\u200D", "\u200d"))
        self.assertEqual(len(manifest["icons"]), 13)

    def test_lint_reads_what_the_page_writes_and_the_page_reads_it_again(self):
        page = self.opened(self.served()).page
        self.filled(page, "ready.png", "cut.png")
        page.get_by_label("Name in Messages").fill("Discs")
        self.describe(page, "cut.png", "en", "A disc without its foot")
        self.describe(page, "ready.png", "en", "A whole disc")
        self.close(page)
        page.locator("summary", has_text="The pack as a file").click()
        name, text = self.downloaded(page, page.get_by_role("button", name="Download this file"))
        self.assertEqual(name, "stickerpack.yml")
        self.assertEqual(text.decode(), self.text(page))
        with tempfile.TemporaryDirectory() as folder:
            for file, data in {**self.some("ready.png", "cut.png"), name: text}.items():
                (pathlib.Path(folder) / file).write_bytes(data)
            lint = subprocess.run(
                [PROGRAM, "lint", "--format", "json", folder], capture_output=True, text=True)
        rules = {finding["rule"] for finding in json.loads(lint.stdout)["findings"]}
        self.assertIn("missing-icon", rules)
        self.assertNotIn("missing-description", rules)
        again = self.opened(self.served()).page
        drop(again, {**self.some("ready.png", "cut.png"), name: text})
        self.verdict(again, "cut.png")
        self.wait_for_text(again, "A whole disc")
        self.assertEqual(self.text(again), text.decode())
        self.assertEqual(again.get_by_label("Name in Messages").input_value(), "Discs")
        self.assertEqual(again.locator("#pack-source").inner_text(), "stickerpack.yml")

    def close(self, page):
        page.locator("[data-walk='0']").click()

    def test_comments_of_a_description_stay_and_its_order_is_that_of_the_page(self):
        page = self.opened(self.served()).page
        drop(page, {**self.some("ready.png", "cut.png"), "stickerpack.yml": THEIRS})
        self.wait_for_text(page, "since 2024")
        page.wait_for_function("() => document.querySelectorAll('.tile').length === 2")
        self.assertEqual(page.locator(".tile").first.get_attribute("title"), "cut.png")
        name = page.get_by_label("Name in Messages")
        self.assertEqual(name.input_value(), "Discs")
        name.fill("Coins")
        name.blur()
        self.wait_for_text(page, "Coins")
        self.assertEqual(self.text(page), THEIRS.decode().replace("'Discs'", "'Coins'"))

    def test_a_picture_on_the_well_is_the_icon_and_is_shown_in_all_its_sizes(self):
        server = self.served()
        watched = self.opened(server)
        page = watched.page
        self.filled(page, "ready.png")
        page.locator("#pack-icon").click()
        page.locator("#pack-icon-file").set_input_files(
            {"name": "my logo.png", "mimeType": "image/png", "buffer": self.icon()})
        page.locator("#pack-icon-words", has_text="Made from icon.png").wait_for()
        self.assertIn('icon: "icon.png"', self.text(page))
        page.locator("#pack-icon-sizes img").nth(12).wait_for()
        for at, picture in enumerate(page.locator("#pack-icon-sizes img").all()):
            picture.scroll_into_view_if_needed()
            page.wait_for_function(
                "(at) => document.querySelectorAll('#pack-icon-sizes img')[at].naturalWidth > 0", arg=at)
        sizes = page.evaluate("""() => [...document.querySelectorAll("#pack-icon-sizes img")].map(
            (one) => [one.parentElement.dataset.slot, one.naturalWidth, one.naturalHeight])""")
        self.assertEqual(len({slot for slot, *_ in sizes}), 13)
        for slot, width, height in sizes:
            points, scale = slot.rsplit("-", 1)[1].split("@")
            wanted = [int(side) * int(scale[0]) for side in points.split("x")]
            self.assertEqual([width, height], wanted, slot)
        picture = Image.open(io.BytesIO(self.fetched(server, "icon/iphone-60x45@3x")))
        self.assertEqual((picture.size, picture.getpixel((1, 1))), ((180, 135), (255, 213, 79)))
        self.assertEqual(watched.complaints, [])

    def test_a_picture_that_can_be_no_icon_is_said_to_be_none(self):
        page = self.opened(self.served()).page
        self.filled(page, "ready.png")
        page.locator("#pack-icon").click()
        page.locator("#pack-icon-file").set_input_files(
            {"name": "small.png", "mimeType": "image/png", "buffer": self.icon(100)})
        page.locator("#outcome", has_text="small.png is too small for an icon: 100 × 100 px").wait_for()

    def test_what_is_taken_out_comes_back_with_its_texts(self):
        page = self.opened(self.served()).page
        self.filled(page, "ready.png", "cut.png")
        self.describe(page, "cut.png", "en", "A disc without its foot")
        order = [line for line in self.text(page).splitlines() if "file:" in line]
        self.sticker(page, "cut.png").get_by_role("button", name="Take out of pack").click()
        page.locator("#outcome", has_text="Removed cut from the pack").wait_for()
        self.assertNotIn("cut.png", self.text(page))
        self.assertEqual(self.tile(page, "cut.png").get_attribute("aria-description"), "not in the pack")
        page.locator("#undo").click()
        page.locator("#outcome", has_text="Undone").wait_for()
        self.assertEqual([line for line in self.text(page).splitlines() if "file:" in line], order)
        self.assertIn("A disc without its foot", self.text(page))
        self.sticker(page, "cut.png").get_by_role("button", name="Take out of pack").click()
        self.close(page)
        page.locator("#pack-apart summary").click()
        page.get_by_role("button", name="Add cut.png to the pack").click()
        self.wait_for_text(page, "cut.png")

    def test_a_language_goes_with_its_texts_and_comes_back_with_them(self):
        page = self.opened(self.served()).page
        drop(page, {**self.some("ready.png", "cut.png"), "stickerpack.yml": THEIRS})
        page.get_by_role("button", name="Remove English").click()
        page.locator("#outcome", has_text="Removed English and 1 description").wait_for()
        self.assertIn("without its foot", self.text(page), "without a language the text is kept")
        page.locator("#undo").click()
        page.locator("#outcome", has_text="Undone").wait_for()
        page.get_by_label("Add a language").select_option("fr")
        self.describe(page, "cut.png", "fr", "Sans pied")
        self.close(page)
        page.get_by_role("button", name="Remove French").click()
        page.locator("#outcome", has_text="Removed French").wait_for()
        self.assertNotIn("Sans pied", self.text(page))
        page.locator("#undo").click()
        self.wait_for_text(page, "Sans pied")

    def test_a_description_that_is_broken_is_shown_and_stays(self):
        page = self.opened(self.served()).page
        drop(page, {**self.some("ready.png"), "stickerpack.yml": b"name: [<b>\n"})
        page.locator("#pack-problem", has_text="stickerpack.yml:").wait_for()
        self.assertTrue(page.get_by_label("Name in Messages").is_disabled())
        self.assertEqual(self.text(page), "name: [<b>\n")
        self.assertEqual(page.locator("#pack-problem b, #pack-text b").count(), 0)

    def test_two_tabs_write_at_once_and_neither_loses_anything(self):
        server = self.served()
        one, other = self.opened(server).page, self.opened(server).page
        self.filled(one, "ready.png", "cut.png")
        self.verdict(other, "cut.png")
        field = other.get_by_label("Name in Messages")
        field.press_sequentially("Di")
        self.describe(one, "ready.png", "en", "A coral disc")
        self.assertEqual(field.input_value(), "Di", "what somebody writes is theirs")
        field.press_sequentially("scs")
        field.blur()
        for page in (one, other):
            self.wait_for_text(page, '"Discs"')
            self.assertIn("A coral disc", self.text(page))

    def test_names_of_strangers_are_text_on_the_card(self):
        watched = self.opened(self.served())
        page = watched.page
        drop(page, {name: self.art["ready.png"] for name in art.HOSTILE})
        page.locator(".tile").nth(len(art.HOSTILE) - 1).wait_for()
        hostile = "<img src=x onerror=alert(1)>\u202e" + "x" * 4000
        page.get_by_label("Name in Messages").fill(hostile)
        page.get_by_label("Name in Messages").blur()
        self.wait_for_text(page, "onerror=alert(1)>\\u202E")
        page.locator(".tile", has_text="<script>").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        page.locator("#pack-apart-list", has_text="<script>").wait_for(state="attached")
        self.assertEqual(page.locator("#pack-card script, #pack-card img[onerror]").count(), 0)
        self.assertEqual(watched.complaints, [])
