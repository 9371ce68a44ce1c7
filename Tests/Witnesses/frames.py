"""Writes every composited frame of each picture as Pillow draws it: straight RGBA, one frame after the other.

Reads paths from standard input, one per line, and writes 0.rgba, 1.rgba and so on to the folder in
the first argument.
"""
import pathlib
import sys

from PIL import Image

Image.MAX_IMAGE_PIXELS = None
folder = pathlib.Path(sys.argv[1])
for number, path in enumerate(sys.stdin.read().splitlines()):
  with Image.open(path) as image, open(folder / ("%d.rgba" % number), "wb") as out:
    for frame in range(getattr(image, "n_frames", 1)):
      image.seek(frame)
      out.write(image.convert("RGBA").tobytes())
