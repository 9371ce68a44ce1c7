"""The test corpus, and the frames that stickerlint composites from its files."""

import csv
import pathlib
import subprocess

from browser import CORPUS, PROGRAM


def animated_files():
    """Returns the manifest rows of every APNG and GIF in the corpus."""
    with open(pathlib.Path(CORPUS) / "manifest.tsv", encoding="utf-8") as table:
        rows = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if row["format"] in ("apng", "gif")]


def our_frames(path, folder):
    """Returns the paths of the frames that stickerlint composites, in order. If it rejects the file, the list is
    empty."""
    subprocess.run([PROGRAM, "info", "--save-frames", folder, path], capture_output=True, timeout=60)
    frames = folder.glob("*.png") if folder.exists() else []
    return sorted(frames, key=lambda frame: int(frame.stem.rsplit("-", 1)[1]))
