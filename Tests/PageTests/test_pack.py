"""The pack card: what the user enters is written to stickerpack.yml and to the built pack."""

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

PACK_FILE = b"""# Ours, since 2024.
name: 'Discs'  # for now
languages: [en]
stickers:
  # The best of them.
  - file: cut.png
    description: A disc without its foot
  - file: ready.png
"""


class PackCase(ServeCase):
    def drop_art(self, page, *names):
        drop(page, self.art_files(*names))
        for name in names:
            self.wait_for_verdict(page, name)
        page.locator("#pack-text", has_text="ready.png").wait_for(state="attached")

    def pack_text(self, page):
        """Returns the text of stickerpack.yml that the page shows."""
        return page.locator("#pack-text").text_content()

    def wait_for_pack_text(self, page, words):
        page.wait_for_function(
            "(words) => document.getElementById('pack-text').textContent.includes(words)", arg=words)

    def describe(self, page, name, language, text):
        article = self.open_sticker(page, name)
        field = article.locator(f"textarea[data-language={language}]")
        field.fill(text)
        field.blur()
        self.wait_for_pack_text(page, text)
        return article

    def icon_png(self, side=1024, mode="RGB", color=(255, 213, 79)):
        out = io.BytesIO()
        Image.new(mode, (side, side), color).save(out, "PNG")
        return out.getvalue()


class PackTests(PackCase):
    def test_a_pack_can_be_named_described_and_built_on_the_page(self):
        session = self.open_page(self.start_server())
        page = session.page
        self.drop_art(page, "ready.png", "cut.png", "dance.png")
        page.get_by_label("Name in Messages").fill("Ännchen's “discs”: #1")
        article = self.describe(page, "ready.png", "en", "A coral disc")
        self.assertIn("VoiceOver says: “A coral disc”", article.locator(".heard").inner_text())
        self.assertIn("12 of 150", article.locator(".heard").inner_text())
        article.get_by_label("Keywords").fill("round, coral , ")
        article.get_by_label("Emoji", exact=True).fill("👋 x 👩‍👩‍👧🇩🇪")
        article.get_by_label("Emoji", exact=True).blur()
        self.wait_for_pack_text(page, "🇩🇪")
        article.get_by_role("button", name="Use as icon").click()
        page.locator("#pack-icon-words", has_text="Drawn from ready.png").wait_for()
        page.locator("#pack-icon-color").fill("#ffd54f")
        self.wait_for_pack_text(page, "#FFD54F")
        page.get_by_label("Add a language").select_option("fr")
        self.describe(page, "ready.png", "fr", "Un disque corail")
        page.locator("[data-walk='0']").click()
        self.tile(page, "cut.png").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        page.locator("#pack-apart-list", has_text="cut.png").wait_for(state="attached")
        name, data = self.download(page, page.get_by_role("button", name="Download pack"))
        self.assertEqual(session.errors, [])
        with tempfile.TemporaryDirectory() as folder:
            zipfile.ZipFile(io.BytesIO(data)).extractall(folder)
            inner = next(path for path in pathlib.Path(folder).iterdir() if path.is_dir())
            manifest = json.loads((inner / "manifest.json").read_text())
            self.assertEqual((pathlib.Path(folder) / "stickerpack.yml").read_text(), self.pack_text(page))
            self.assertTrue(list(inner.glob("*.xcodeproj/project.pbxproj")))
            self.assertTrue((inner / "contact-sheet.png").is_file())
            # With the art next to the pack file, the command line builds exactly the same pack.
            source = pathlib.Path(folder) / "art"
            source.mkdir()
            (source / "stickerpack.yml").write_text(self.pack_text(page))
            for file, art_bytes in self.art_files("ready.png", "cut.png", "dance.png").items():
                (source / file).write_bytes(art_bytes)
            check = subprocess.run(
                [PROGRAM, "pack", source, "--output", inner, "--xcode",
                 "--contact-sheet", "--skip-failing", "--check"], capture_output=True, text=True)
            self.assertEqual((check.returncode, check.stderr), (0, check.stderr), check.stderr)
        page.locator("#pack-next[open]", has_text="Signing").wait_for()
        self.assertEqual(manifest["name"], "Ännchen's “discs”: #1")
        stickers = {sticker["name"]: sticker for sticker in manifest["stickers"]}
        self.assertEqual(sorted(stickers), ["dance", "ready"])
        self.assertEqual(
            stickers["ready"]["descriptions"], {"en": "A coral disc", "fr": "Un disque corail"})
        self.assertEqual(stickers["ready"]["keywords"], ["round", "coral"])
        self.assertIn('emoji: ["👋", "👩‍👩‍👧", "🇩🇪"]', self.pack_text(page).replace("\\u200D", "\u200d"))
        self.assertEqual(len(manifest["icons"]), 13)

    def test_lint_and_the_page_read_the_pack_file_that_the_page_writes(self):
        page = self.open_page(self.start_server()).page
        self.drop_art(page, "ready.png", "cut.png")
        page.get_by_label("Name in Messages").fill("Discs")
        self.describe(page, "cut.png", "en", "A disc without its foot")
        self.describe(page, "ready.png", "en", "A whole disc")
        self.close_pane(page)
        page.locator("summary", has_text="Pack file").click()
        name, text = self.download(page, page.get_by_role("button", name="Download this file"))
        self.assertEqual(name, "stickerpack.yml")
        self.assertEqual(text.decode(), self.pack_text(page))
        with tempfile.TemporaryDirectory() as folder:
            for file, data in {**self.art_files("ready.png", "cut.png"), name: text}.items():
                (pathlib.Path(folder) / file).write_bytes(data)
            lint = subprocess.run(
                [PROGRAM, "lint", "--format", "json", folder], capture_output=True, text=True)
        rules = {finding["rule"] for finding in json.loads(lint.stdout)["findings"]}
        self.assertIn("missing-icon", rules)
        self.assertNotIn("missing-description", rules)
        reopened = self.open_page(self.start_server()).page
        drop(reopened, {**self.art_files("ready.png", "cut.png"), name: text})
        self.wait_for_verdict(reopened, "cut.png")
        self.wait_for_pack_text(reopened, "A whole disc")
        self.assertEqual(self.pack_text(reopened), text.decode())
        self.assertEqual(reopened.get_by_label("Name in Messages").input_value(), "Discs")
        self.assertEqual(reopened.locator("#pack-source").inner_text(), "stickerpack.yml")

    def close_pane(self, page):
        page.locator("[data-walk='0']").click()

    def test_a_dropped_pack_file_keeps_its_comments_and_sets_the_order(self):
        page = self.open_page(self.start_server()).page
        drop(page, {**self.art_files("ready.png", "cut.png"), "stickerpack.yml": PACK_FILE})
        self.wait_for_pack_text(page, "since 2024")
        page.wait_for_function("() => document.querySelectorAll('.tile').length === 2")
        self.assertEqual(page.locator(".tile").first.get_attribute("title"), "cut.png")
        name = page.get_by_label("Name in Messages")
        self.assertEqual(name.input_value(), "Discs")
        name.fill("Coins")
        name.blur()
        self.wait_for_pack_text(page, "Coins")
        self.assertEqual(self.pack_text(page), PACK_FILE.decode().replace("'Discs'", "'Coins'"))

    def test_the_verdict_on_the_pack_leads_to_its_findings(self):
        session = self.open_page(self.start_server())
        page = session.page
        large = io.BytesIO()
        art.disc(618, color=(20, 200, 90, 255)).save(large, "PNG")
        drop(page, {**self.art_files("ready.png"), "large.png": large.getvalue()})
        link = page.locator("#tally a")
        link.wait_for()
        self.open_sticker(page, "ready.png")
        link.click()
        page.locator("#pack .findings").first.wait_for()
        self.assertTrue(page.locator("#pack").evaluate("(one) => one === document.activeElement"))
        self.assertEqual(session.errors, [])

    def test_a_sticker_becomes_the_icon_from_the_list_of_missing_items(self):
        session = self.open_page(self.start_server())
        page = session.page
        self.drop_art(page, "ready.png")
        page.locator("#iconless button").click()
        button = page.get_by_role("button", name="Use ready.png")
        self.assertTrue(button.evaluate("(one) => one === document.activeElement"))
        button.click()
        page.locator("#pack-icon-words", has_text="Drawn from ready.png").wait_for()
        self.assertEqual(button.get_attribute("aria-pressed"), "true")
        self.assertEqual(session.errors, [])

    def test_an_image_chosen_as_the_icon_is_shown_in_all_icon_sizes(self):
        server = self.start_server()
        session = self.open_page(server)
        page = session.page
        self.drop_art(page, "ready.png")
        page.locator("#pack-icon").click()
        page.locator("#pack-icon-file").set_input_files(
            {"name": "my logo.png", "mimeType": "image/png", "buffer": self.icon_png()})
        page.locator("#pack-icon-words", has_text="Made from icon.png").wait_for()
        self.assertIn('icon: "icon.png"', self.pack_text(page))
        page.locator("#pack-icon-sizes summary").click()
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
        picture = Image.open(io.BytesIO(self.fetch(server, "icon/iphone-60x45@3x")))
        self.assertEqual((picture.size, picture.getpixel((1, 1))), ((180, 135), (255, 213, 79)))
        self.assertEqual(session.errors, [])

    def test_an_image_that_is_too_small_for_an_icon_is_rejected(self):
        page = self.open_page(self.start_server()).page
        self.drop_art(page, "ready.png")
        page.locator("#pack-icon").click()
        page.locator("#pack-icon-file").set_input_files(
            {"name": "small.png", "mimeType": "image/png", "buffer": self.icon_png(100)})
        page.locator("#outcome", has_text="small.png is too small for an icon: 100 × 100 px").wait_for()

    def test_undo_returns_a_removed_sticker_with_its_description(self):
        page = self.open_page(self.start_server()).page
        self.drop_art(page, "ready.png", "cut.png")
        self.describe(page, "cut.png", "en", "A disc without its foot")
        order = [line for line in self.pack_text(page).splitlines() if "file:" in line]
        self.sticker(page, "cut.png").get_by_role("button", name="Take out of pack").click()
        page.locator("#outcome", has_text="Removed cut from the pack").wait_for()
        self.assertFalse([line for line in self.pack_text(page).splitlines()
                          if "cut.png" in line and not line.startswith("#")])
        self.assertEqual(self.tile(page, "cut.png").get_attribute("aria-description"), "not in the pack")
        page.locator("#undo").click()
        page.locator("#outcome", has_text="Undone").wait_for()
        self.assertEqual([line for line in self.pack_text(page).splitlines() if "file:" in line], order)
        self.assertIn("A disc without its foot", self.pack_text(page))
        self.sticker(page, "cut.png").get_by_role("button", name="Take out of pack").click()
        self.close_pane(page)
        page.locator("#pack-apart summary").click()
        page.get_by_role("button", name="Add cut.png to the pack").click()
        page.wait_for_function("() => document.getElementById('pack-text').textContent.split('\\n')"
                               ".some((line) => !line.startsWith('#') && line.includes('cut.png'))")

    def test_undo_returns_a_removed_language_with_its_descriptions(self):
        page = self.open_page(self.start_server()).page
        drop(page, {**self.art_files("ready.png", "cut.png"), "stickerpack.yml": PACK_FILE})
        page.get_by_role("button", name="Remove English").click()
        page.locator("#outcome", has_text="Removed English and 1 description").wait_for()
        self.assertIn("without its foot", self.pack_text(page), "without languages, the description is kept")
        page.locator("#undo").click()
        page.locator("#outcome", has_text="Undone").wait_for()
        page.get_by_label("Add a language").select_option("fr")
        self.describe(page, "cut.png", "fr", "Sans pied")
        self.close_pane(page)
        page.get_by_role("button", name="Remove French").click()
        page.locator("#outcome", has_text="Removed French").wait_for()
        self.assertNotIn("Sans pied", self.pack_text(page))
        page.locator("#undo").click()
        self.wait_for_pack_text(page, "Sans pied")

    def test_a_broken_pack_file_is_reported_and_kept(self):
        page = self.open_page(self.start_server()).page
        drop(page, {**self.art_files("ready.png"), "stickerpack.yml": b"name: [<b>\n"})
        page.locator("#pack-problem", has_text="stickerpack.yml:").wait_for()
        self.assertTrue(page.get_by_label("Name in Messages").is_disabled())
        self.assertEqual(self.pack_text(page), "name: [<b>\n")
        self.assertEqual(page.locator("#pack-problem b, #pack-text b").count(), 0)

    def test_simultaneous_edits_in_two_tabs_are_both_kept(self):
        server = self.start_server()
        one, other = self.open_page(server).page, self.open_page(server).page
        self.drop_art(one, "ready.png", "cut.png")
        self.wait_for_verdict(other, "cut.png")
        field = other.get_by_label("Name in Messages")
        field.press_sequentially("Di")
        self.describe(one, "ready.png", "en", "A coral disc")
        self.assertEqual(field.input_value(), "Di", "another tab does not change a field that is being edited")
        field.press_sequentially("scs")
        field.blur()
        for page in (one, other):
            self.wait_for_pack_text(page, '"Discs"')
            self.assertIn("A coral disc", self.pack_text(page))

    def test_untrusted_names_are_shown_as_text_on_the_pack_card(self):
        session = self.open_page(self.start_server())
        page = session.page
        drop(page, {name: self.art["ready.png"] for name in art.HOSTILE_NAMES})
        page.locator(".tile").nth(len(art.HOSTILE_NAMES) - 1).wait_for()
        hostile = "<img src=x onerror=alert(1)>\u202e" + "x" * 4000
        page.get_by_label("Name in Messages").fill(hostile)
        page.get_by_label("Name in Messages").blur()
        self.wait_for_pack_text(page, "onerror=alert(1)>\\u202E")
        page.locator(".tile", has_text="<script>").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        page.locator("#pack-apart-list", has_text="<script>").wait_for(state="attached")
        self.assertEqual(page.locator("#pack-card script, #pack-card img[onerror]").count(), 0)
        self.assertEqual(session.errors, [])
