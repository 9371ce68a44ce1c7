"""Compares the frames that stickerlint composites with those of Chromium's decoder and of the player on the page."""

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
from browser import CORPUS, PROGRAM, PageSession
from loopback import LoopbackServer

# GIF89a reserves this disposal method ("to be defined"). Chromium restores the previous image, as for method 3.
# stickerlint leaves the current image in place, as for method 0.
RESERVED_DISPOSAL = {"gif/made/dispose-4.gif"}
# The largest allowed difference (of 255). stickerlint and Chromium round differently when they composite many
# translucent layers.
TOLERANCE = 2
# For 16-bit samples, Chromium drops the low byte, but the PNG specification (13.12) rounds. That is a difference of 1
# in color and 1 in alpha, plus the rounding of the canvas.
TOLERANCE_OF_16_BITS = 3


@unittest.skipUnless(CORPUS, "no corpus")
class DecoderTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.ours = []
        server = LoopbackServer(self.respond)
        self.addCleanup(server.close)
        self.page = self.enterContext(PageSession()).page
        self.page.goto(server.address)
        script = (pathlib.Path(__file__).parent / "compare.js").read_text()
        self.page.evaluate(f"() => {{ {script}; window.compareFrames = compareFrames; }}")

    def respond(self, path):
        if path.startswith("/file/"):
            return (pathlib.Path(CORPUS) / path.removeprefix("/file/")).read_bytes()
        if path.startswith("/ours/"):
            return Image.open(self.ours[int(path.removeprefix("/ours/"))]).convert("RGBA").tobytes()
        return None

    def test_chromiums_frames_equal_ours_on_white_and_black(self):
        counts, paths, failures = collections.Counter(), collections.defaultdict(list), []
        for row in corpus.animated_files():
            if row["expect"] == "limit":  # decoding takes minutes, and stickerlint rejects the file
                continue
            outcome, frames = self.outcome(row)
            counts[row["expect"], outcome] += 1
            counts["frames"] += frames
            paths[outcome].append(row["path"])
            if row["expect"] == "ok" and outcome == "different" and row["path"] not in RESERVED_DISPOSAL:
                failures.append(row["path"])
            if row["expect"] == "ok" and outcome in ("rejected by Chromium", "different number of frames"):
                failures.append(f"{row['path']}: {outcome}")
        for (expect, outcome), count in sorted((key, n) for key, n in counts.items() if key != "frames"):
            print(f"\n  {expect}: {count} {outcome}", end="")
        print(f"\n  {counts['frames']} frames compared")
        for outcome in sorted(paths.keys() - {"equal"}):
            print(f"  {outcome}: {' '.join(paths[outcome])}")
        self.assertEqual(failures, [])
        self.assertGreater(counts["ok", "equal"], 200)

    def outcome(self, row):
        folder = self.folder / "frames"
        self.ours = corpus.our_frames(pathlib.Path(CORPUS) / row["path"], folder)
        kind = "image/gif" if row["format"] == "gif" else "image/png"
        try:
            found = self.page.evaluate("(a) => compareFrames(...a)", [row["path"], kind, len(self.ours)])
        except Exception:  # treat every error as a file that Chromium cannot read
            return "rejected by Chromium", 0
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if not self.ours:
            return "rejected by stickerlint", 0
        if found["count"] != len(self.ours):
            return "different number of frames", 0
        if None in found["differences"]:
            return "different size", 0
        is_equal = max(found["differences"], default=0) <= TOLERANCE * 255
        return "equal" if is_equal else "different", found["count"]


@unittest.skipUnless(CORPUS, "no corpus")
class PlayerTests(unittest.TestCase):
    """The player on the page draws on a canvas, and the browser converts the colors. Therefore, only files without
    color information are compared."""

    maxDiff = None
    min_frames = 300

    def test_each_frame_in_the_player_equals_ours(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        files = list(self.copy_files(folder / "stickers"))
        page = self.enterContext(PageSession(reduced_motion="reduce")).page
        file = folder / "preview.html"
        subprocess.run([PROGRAM, "preview", folder / "stickers", "--output", file, "--no-fixes", "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        page.goto(file.as_uri())
        failures, count = [], 0
        for name in files:
            ours = corpus.our_frames(folder / "stickers" / name, folder / name)
            for index, most in self.differences(page, name, ours):
                count += 1
                if most > (TOLERANCE_OF_16_BITS if "depth-16" in name else TOLERANCE):
                    failures.append(f"{name}, frame {index + 1}: {most:.1f}")
        print(f"\n  {count} frames of {len(files)} files in the player")
        self.assertEqual(failures, [])
        self.assertGreater(count, self.min_frames)

    def copy_files(self, folder):
        folder.mkdir()
        for row in corpus.animated_files():
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
    """Returns the largest difference (of 255) between two images with straight alpha, on white or on black."""
    one, other = one.astype(numpy.int64), other.astype(numpy.int64)
    on_black = one[:, :, :3] * one[:, :, 3:] - other[:, :, :3] * other[:, :, 3:]
    on_white = on_black + 255 * (other[:, :, 3:] - one[:, :, 3:])
    return max(numpy.abs(on_black).max(), numpy.abs(on_white).max()) / 255
