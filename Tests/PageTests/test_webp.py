"""Compares the frames that stickerlint composites from animated WebP files with those of the player on the page."""

import pathlib
import subprocess
import sys

import test_frames

WRITER = pathlib.Path(__file__).parent.parent / "Witnesses/webp.py"


class WebPTests(test_frames.PlayerTests):
    min_frames = 80

    def copy_files(self, folder):
        folder.mkdir()
        names = subprocess.run([sys.executable, WRITER, folder], check=True, capture_output=True, text=True).stdout
        stills, animations = (part.split() for part in names.split("\n\n"))
        for still in stills:
            (folder / still).unlink()
        return animations
