"""Compares frames that Chromium composites with ours: its own decoder, and the player of our page."""

import base64
import collections
import io
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import numpy
from PIL import Image

import corpus
from browser import CORPUS, PROGRAM, Watched
from loopback import Loopback

# Reserved by GIF89a ("to be defined"). Chromium restores the previous picture, as for 3; we leave it in
# place, as for 0.
RESERVED_DISPOSAL = {"gif/made/dispose-4.gif"}
# Of 255: the difference in rounding between many translucent layers in our compositing and in Chromium's.
TOLERANCE = 2
# Chromium drops the low byte of 16-bit samples, while the PNG specification (13.12) rounds: a difference of 1
# in color and 1 in alpha, plus the rounding of the canvas.
TOLERANCE_OF_16_BITS = 3


@unittest.skipUnless(CORPUS, "no corpus")
class DecoderTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.ours = []
        server = Loopback(self.answer)
        self.addCleanup(server.close)
        self.page = self.enterContext(Watched()).page
        self.page.goto(server.address)
        script = (pathlib.Path(__file__).parent / "compare.js").read_text()
        self.page.evaluate(f"() => {{ {script}; window.compared = compared; }}")

    def answer(self, path):
        if path.startswith("/file/"):
            return (pathlib.Path(CORPUS) / path.removeprefix("/file/")).read_bytes()
        if path.startswith("/ours/"):
            return Image.open(self.ours[int(path.removeprefix("/ours/"))]).convert("RGBA").tobytes()
        return None

    def test_its_frames_equal_ours_over_white_and_black(self):
        tally, named, wrong = collections.Counter(), collections.defaultdict(list), []
        for row in corpus.animated_formats():
            if row["expect"] == "limit":  # minutes of decoding, and we reject them
                continue
            outcome, frames = self.outcome(row)
            tally[row["expect"], outcome] += 1
            tally["frames"] += frames
            named[outcome].append(row["path"])
            if row["expect"] == "ok" and outcome == "different" and row["path"] not in RESERVED_DISPOSAL:
                wrong.append(row["path"])
            if row["expect"] == "ok" and outcome in ("refused by Chromium", "another number of frames"):
                wrong.append(f"{row['path']}: {outcome}")
        for (expect, outcome), count in sorted((key, n) for key, n in tally.items() if key != "frames"):
            print(f"\n  {expect}: {count} {outcome}", end="")
        print(f"\n  {tally['frames']} frames compared")
        for outcome in sorted(named.keys() - {"equal"}):
            print(f"  {outcome}: {' '.join(named[outcome])}")
        self.assertEqual(wrong, [])
        self.assertGreater(tally["ok", "equal"], 200)

    def outcome(self, row):
        folder = self.folder / "frames"
        self.ours = corpus.our_frames(pathlib.Path(CORPUS) / row["path"], folder)
        kind = "image/gif" if row["format"] == "gif" else "image/png"
        try:
            found = self.page.evaluate("(a) => compared(...a)", [row["path"], kind, len(self.ours)])
        except Exception:  # whatever the page says, Chromium cannot read it
            return "refused by Chromium", 0
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if not self.ours:
            return "refused by us", 0
        if found["count"] != len(self.ours):
            return "another number of frames", 0
        if None in found["differences"]:
            return "another size", 0
        is_equal = max(found["differences"], default=0) <= TOLERANCE * 255
        return "equal" if is_equal else "different", found["count"]


@unittest.skipUnless(CORPUS, "no corpus")
class PlayerTests(unittest.TestCase):
    """Our page's player draws on a canvas, with colors that the browser has converted. Therefore, only files
    without a color profile are compared."""

    maxDiff = None
    least = 300

    def test_each_frame_of_the_player_is_ours(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        files = list(self.copied(folder / "stickers"))
        page = self.enterContext(Watched(reduced_motion="reduce")).page
        file = folder / "preview.html"
        subprocess.run([PROGRAM, "preview", folder / "stickers", "--output", file, "--no-fixes", "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        page.goto(file.as_uri())
        wrong, count = [], 0
        for name in files:
            ours = corpus.our_frames(folder / "stickers" / name, folder / name)
            for index, most in self.differences(page, name, ours):
                count += 1
                if most > (TOLERANCE_OF_16_BITS if "depth-16" in name else TOLERANCE):
                    wrong.append(f"{name}, frame {index + 1}: {most:.1f}")
        print(f"\n  {count} frames of {len(files)} files in the player")
        self.assertEqual(wrong, [])
        self.assertGreater(count, self.least)

    def copied(self, folder):
        folder.mkdir()
        for row in corpus.animated_formats():
            path = pathlib.Path(CORPUS) / row["path"]
            if row["expect"] != "ok" or not row["frames"].isdigit() or not 2 <= int(row["frames"]) <= 60:
                continue
            if any(chunk in path.read_bytes() for chunk in (b"gAMA", b"iCCP", b"cHRM", b"cICP")):
                continue
            name = row["path"].replace("/", "-")
            shutil.copyfile(path, folder / name)
            yield name

    def differences(self, page, name, ours):
        article = page.locator(f"article.sticker[data-name='{name}']")
        page.locator(f".tile[data-number='{article.get_attribute('data-number')}']").click()
        tab = article.get_by_role("tab", name="Animation", exact=True)
        if tab.get_attribute("aria-selected") != "true":
            tab.click()
        panel = article.get_by_role("tabpanel")
        panel.locator(f"[data-strip] li:nth-child({len(ours)})").wait_for()
        canvas = panel.locator("canvas").first
        for index, path in enumerate(ours):
            panel.locator("[data-strip] button").nth(index).evaluate("(button) => button.click()")
            panel.locator("[data-now]", has_text=f"frame {index + 1} of").wait_for()
            shown = canvas.evaluate("(canvas) => canvas.toDataURL('image/png')")
            theirs = Image.open(io.BytesIO(base64.b64decode(shown.partition(",")[2])))
            own = Image.open(path).convert("RGBA")
            yield index, largest_difference(numpy.asarray(own), numpy.asarray(theirs))


def largest_difference(one, other):
    """Returns the difference of two straight pictures on white and on black, of 255."""
    one, other = one.astype(numpy.int64), other.astype(numpy.int64)
    on_black = one[:, :, :3] * one[:, :, 3:] - other[:, :, :3] * other[:, :, 3:]
    on_white = on_black + 255 * (other[:, :, 3:] - one[:, :, 3:])
    return max(numpy.abs(on_black).max(), numpy.abs(on_white).max()) / 255
