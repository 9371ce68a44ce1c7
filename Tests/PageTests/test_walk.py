"""The two-minute walkthrough: from twelve files with various defects to a pack that Xcode opens, using only
the page, and back again from the download."""

import io
import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import art
from PIL import Image, ImageDraw

from browser import PICTURES, PROGRAM
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
    """A disc with its own eyes: no two are alike, even for an algorithm that compares shapes."""
    picture = art.disc(side, color=COLORS[number % len(COLORS)])
    draw = ImageDraw.Draw(picture)
    for at in range(number % 4 + 1):
        x, y = side * (0.3 + 0.13 * at), side * (0.35 + 0.04 * (number % 5))
        draw.ellipse((x, y, x + side * 0.09, y + side * 0.09), fill=art.PLUM)
    return picture


def troubled(broken):
    """Twelve files, which have the same size once they are fixed: five that are ready, five that can be
    fixed, a drawing, and one that cannot be fixed."""
    specks = face(5)
    for place in ((6, 8), (600, 20), (14, 596)):
        specks.paste(art.PLUM, (*place, place[0] + 2, place[1] + 3))
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


class WalkTests(ServeCase):
    def state(self, page):
        """Returns what the card and the grid show, and the text of the pack file."""
        return page.evaluate("""() => ({
          name: document.getElementById("pack-name").value,
          icon: document.getElementById("pack-icon-words").textContent,
          order: [...document.querySelectorAll(".tile .name")].map((name) => name.textContent),
          text: document.getElementById("pack-text").textContent,
        })""")

    def wait_for_text(self, page, words):
        page.wait_for_function(
            "(words) => document.getElementById('pack-text').textContent.includes(words)", arg=words)

    def describe(self, page, name, texts):
        article = self.open_sticker(page, name)
        for language, text in texts.items():
            field = article.locator(f"textarea[data-language={language}]")
            field.fill(text)
            field.blur()
            self.wait_for_text(page, text)
        return article

    def test_from_a_folder_of_art_to_a_pack_and_back(self):
        files = troubled(self.art["broken.png"])
        self.assertEqual(len(files), 12)
        watched = self.opened(self.served())
        page = watched.page
        drop(page, files)
        shown = sorted(name.replace(".svg", ".png") for name in files)
        for name in shown:
            self.verdict(page, name)
        page.locator("#tally", has_text="12 stickers").wait_for()
        self.fix_all(page)
        page.locator("#tally", has_text="12 stickers · 11 ready · 1 to fix").wait_for()
        self.wait_for_text(page, "vector.png")

        page.get_by_label("Name in Messages").fill("Faces")
        page.get_by_label("Name in Messages").blur()
        self.wait_for_text(page, "Faces")
        page.get_by_label("Add a language").select_option("en")
        page.locator("#pack-languages", has_text="English").wait_for()
        page.get_by_label("Add a language").select_option("de")
        page.locator("#pack-languages", has_text="German").wait_for()
        described = [name for name in shown if name != "broken.png"]
        for name in described:
            stem = name.removesuffix(".png")
            article = self.describe(page, name, {"en": f"The {stem} one", "de": f"Die Sorte {stem}"})
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
        page.screenshot(path=PICTURES / "walk-laptop-light.png")
        self.assertEqual(watched.complaints, [])
        state = self.state(page)
        written = state["text"]
        self.assertLess(written.index("white.png"), written.index("specks.png"), "its new place is written")

        _, data = self.downloaded(page, page.get_by_role("button", name="Download pack"))
        page.locator("#outcome", has_text="The pack contains").wait_for()
        self.assertEqual(page.locator("#outcome").inner_text(), "The pack contains 11 stickers.")
        with tempfile.TemporaryDirectory() as folder:
            archive = zipfile.ZipFile(io.BytesIO(data))
            self.assertIsNone(archive.testzip())
            archive.extractall(folder)
            pack = next(pathlib.Path(folder).iterdir())
            page.locator("summary", has_text="The pack as a file").click()
            _, text = self.downloaded(page, page.get_by_role("button", name="Download this file"))
            text = text.decode()
            self.assertEqual(text, state["text"])
            _, data = self.downloaded(page, self.in_menu(page, "Download all files (zip)"))
            art_folder = pathlib.Path(folder) / "Art"
            zipfile.ZipFile(io.BytesIO(data)).extractall(art_folder)
            (art_folder / "stickerpack.yml").write_text(text)
            self.look_at(pack, art_folder)
        self.comes_back(files, text, state, shown)

    def look_at(self, pack, art_folder):
        """Checks the download with the program and with another parser of Xcode projects."""
        lint = subprocess.run([PROGRAM, "lint", "--format", "json", "--quiet", pack / "Stickers.xcstickers"],
                              capture_output=True, text=True)
        grave = [finding for finding in json.loads(lint.stdout)["findings"] if finding["severity"] != "hint"]
        self.assertEqual(grave, [])
        check = subprocess.run(
            [PROGRAM, "pack", art_folder, "--output", pack, "--xcode", "--skip-failing", "--check"],
            capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        self.assertEqual(project.look(pack)["faults"], [])
        manifest = json.loads((pack / "manifest.json").read_text())
        self.assertEqual((manifest["name"], len(manifest["stickers"]), len(manifest["icons"])), ("Faces", 11, 13))
        for sticker in manifest["stickers"]:
            self.assertEqual(sorted(sticker["descriptions"]), ["de", "en"], sticker["name"])

    def comes_back(self, files, text, state, shown):
        """Dropped again with its art, the pack file restores all text."""
        page = self.opened(self.served()).page
        drop(page, {**files, "stickerpack.yml": text.encode()})
        for name in shown:
            self.verdict(page, name)
        self.wait_for_text(page, "Faces")
        page.locator("#pack-icon-words", has_text="Drawn from face-2.png").wait_for(
            state="attached")
        page.wait_for_timeout(800)
        again = self.state(page)
        self.assertEqual(again["text"], state["text"])
        self.assertEqual((again["name"], again["icon"]), (state["name"], state["icon"]))
        held = [name for name in state["order"] if name != "broken.png"]
        self.assertEqual([name for name in again["order"] if name != "broken.png"], held)
