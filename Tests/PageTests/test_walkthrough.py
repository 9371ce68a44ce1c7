"""The two-minute walkthrough: twelve files with various defects become a pack, using only the page. Another page then
restores the pack from its pack file and art."""

import io
import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import art
from PIL import Image, ImageDraw

from browser import SCREENSHOTS, PROGRAM
from serve_case import ServeCase
from serving import drop

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Witnesses"))
import project  # noqa: E402

COLORS = [(255, 111, 89, 255), (60, 150, 220, 255), (240, 190, 60, 255), (120, 90, 200, 255), (70, 170, 110, 255)]
SIDE = 618


def png(picture, **options):
    out = io.BytesIO()
    picture.save(out, "png", **options)
    return out.getvalue()


def face(number, side=SIDE):
    """Draws a disc with eyes. No two discs are similar, even to an algorithm that compares shapes."""
    picture = art.disc(side, color=COLORS[number % len(COLORS)])
    draw = ImageDraw.Draw(picture)
    for at in range(number % 4 + 1):
        x, y = side * (0.3 + 0.13 * at), side * (0.35 + 0.04 * (number % 5))
        draw.ellipse((x, y, x + side * 0.09, y + side * 0.09), fill=art.PLUM)
    return picture


def mixed_files(broken):
    """Returns twelve files: five that are ready, five that can be fixed, an SVG, and one that cannot be fixed. After
    fixing, all have the same size."""
    specks = face(5)
    for corner in ((6, 8), (600, 20), (14, 596)):
        specks.paste(art.PLUM, (*corner, corner[0] + 2, corner[1] + 3))
    on_white = Image.new("RGBA", (SIDE, SIDE), (255, 255, 255, 255))
    on_white.alpha_composite(face(6))
    slim = Image.new("RGBA", (500, SIDE))
    ImageDraw.Draw(slim).ellipse((30, 30, 470, SIDE - 30), fill=COLORS[1], outline=art.PLUM, width=24)
    frames = [art.ball(step, side=SIDE) for step in range(8)]
    dance = png(frames[0], save_all=True, append_images=frames[1:], duration=100, loop=0, disposal=1)
    vector = (b'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="120"'
              b' fill="#46a06e" stroke="#4a2c52" stroke-width="20"/><path d="M90 150h120" stroke="#fff"'
              b' stroke-width="18"/></svg>')
    return {
        **{f"face-{number}.png": png(face(number)) for number in range(4)}, "dance.png": dance,
        "specks.png": png(specks), "large.png": png(face(7, 900)), "white.png": png(on_white.convert("RGB")),
        "slim.png": png(slim), "tail.png": png(face(9)) + bytes(42), "vector.svg": vector, "broken.png": broken,
    }


class WalkthroughTests(ServeCase):
    def state(self, page):
        """Returns what the card and the grid show, and the text of the pack file."""
        return page.evaluate("""() => ({
          name: document.getElementById("pack-name").value,
          icon: document.getElementById("pack-icon-words").textContent,
          order: [...document.querySelectorAll(".tile .name")].map((name) => name.textContent),
          text: document.getElementById("pack-text").textContent,
        })""")

    def wait_for_pack_text(self, page, words):
        page.wait_for_function(
            "(words) => document.getElementById('pack-text').textContent.includes(words)", arg=words)

    def describe(self, page, name, texts):
        article = self.open_sticker(page, name)
        for language, text in texts.items():
            field = article.locator(f"textarea[data-language={language}]")
            field.fill(text)
            field.blur()
            self.wait_for_pack_text(page, text)
        return article

    def test_twelve_mixed_files_become_a_pack_that_can_be_reopened(self):
        files = mixed_files(self.art["broken.png"])
        self.assertEqual(len(files), 12)
        session = self.open_page(self.start_server())
        page = session.page
        drop(page, files)
        shown = sorted(name.replace(".svg", ".png") for name in files)
        for name in shown:
            self.wait_for_verdict(page, name)
        page.locator("#tally", has_text="12 stickers").wait_for()
        self.fix_all(page)
        page.locator("#tally", has_text="12 stickers · 11 ready · 1 to fix").wait_for()
        self.wait_for_pack_text(page, "vector.png")

        page.get_by_label("Name in Messages").fill("Faces")
        page.get_by_label("Name in Messages").blur()
        self.wait_for_pack_text(page, "Faces")
        page.get_by_label("Add a language").select_option("en")
        page.locator("#pack-languages", has_text="English").wait_for()
        page.get_by_label("Add a language").select_option("de")
        page.locator("#pack-languages", has_text="German").wait_for()
        described = [name for name in shown if name != "broken.png"]
        for name in described:
            stem = name.removesuffix(".png")
            self.describe(page, name, {"en": f"The {stem} one", "de": f"Die Sorte {stem}"})
        self.open_sticker(page, "face-2.png").get_by_role("button", name="Use as icon").click()
        page.locator("#pack-icon-words", has_text="Drawn from face-2.png").wait_for()
        self.tile(page, "broken.png").click()
        self.sticker(page, "broken.png").get_by_role("button", name="Take out of pack").click()
        page.locator("#pack-apart-list", has_text="broken.png").wait_for(state="attached")
        page.keyboard.press("Escape")
        self.tile(page, "white.png").focus()
        for _ in range(4):
            page.keyboard.press("Alt+ArrowLeft")
        page.wait_for_timeout(600)
        page.screenshot(path=SCREENSHOTS / "walk-laptop-light.png")
        self.assertEqual(session.errors, [])
        state = self.state(page)
        pack_text = state["text"]
        self.assertLess(
            pack_text.index("white.png"), pack_text.index("specks.png"), "the new order is in the pack file")

        _, data = self.download(page, page.get_by_role("button", name="Download pack"))
        page.locator("#outcome", has_text="The pack contains").wait_for()
        self.assertEqual(page.locator("#outcome").inner_text(), "Downloaded Faces.zip.\nThe pack contains 11 stickers.")
        with tempfile.TemporaryDirectory() as folder:
            archive = zipfile.ZipFile(io.BytesIO(data))
            self.assertIsNone(archive.testzip())
            archive.extractall(folder)
            pack = next(pathlib.Path(folder).iterdir())
            page.locator("summary", has_text="Pack file").click()
            _, text = self.download(page, page.get_by_role("button", name="Download this file"))
            text = text.decode()
            self.assertEqual(text, state["text"])
            _, data = self.download(page, self.menu_button(page, "Download all files (zip)"))
            art_folder = pathlib.Path(folder) / "Art"
            zipfile.ZipFile(io.BytesIO(data)).extractall(art_folder)
            (art_folder / "stickerpack.yml").write_text(text)
            self.check_download(pack, art_folder)
        self.check_reopening(files, text, state, shown)

    def check_download(self, pack, art_folder):
        """Checks the download with the program and with another parser of Xcode projects."""
        lint = subprocess.run([PROGRAM, "lint", "--format", "json", "--quiet", pack / "Stickers.xcstickers"],
                              capture_output=True, text=True)
        serious = [finding for finding in json.loads(lint.stdout)["findings"] if finding["severity"] != "hint"]
        self.assertEqual(serious, [])
        check = subprocess.run(
            [PROGRAM, "pack", art_folder, "--output", pack, "--xcode", "--skip-failing", "--check"],
            capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        self.assertEqual(project.read_project(pack)["faults"], [])
        manifest = json.loads((pack / "manifest.json").read_text())
        self.assertEqual((manifest["name"], len(manifest["stickers"]), len(manifest["icons"])), ("Faces", 11, 13))
        for sticker in manifest["stickers"]:
            self.assertEqual(sorted(sticker["descriptions"]), ["de", "en"], sticker["name"])

    def check_reopening(self, files, text, state, shown):
        """Checks that the pack file, dropped again with its art, restores all text."""
        page = self.open_page(self.start_server()).page
        drop(page, {**files, "stickerpack.yml": text.encode()})
        for name in shown:
            self.wait_for_verdict(page, name)
        self.wait_for_pack_text(page, "Faces")
        page.locator("#pack-icon-words", has_text="Drawn from face-2.png").wait_for(
            state="attached")
        page.wait_for_timeout(800)
        reopened = self.state(page)
        self.assertEqual(reopened["text"], state["text"])
        self.assertEqual((reopened["name"], reopened["icon"]), (state["name"], state["icon"]))
        expected = [name for name in state["order"] if name != "broken.png"]
        self.assertEqual([name for name in reopened["order"] if name != "broken.png"], expected)
