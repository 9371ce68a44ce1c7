"""Reads pictures in other formats with Pillow.

Reads paths from standard input, one per line, and writes one JSON object: path -> size, the number of plays
(null for a still), and for each frame its duration in milliseconds and its straight RGBA in hexadecimal.
"""
import json
import sys

from PIL import Image, ImageSequence


def picture(path):
  image = Image.open(path)
  count = getattr(image, "n_frames", 1)
  frames = []
  for frame in ImageSequence.Iterator(image):
    pixels = frame.convert("RGBA").tobytes().hex()
    frames.append({"milliseconds": int(frame.info.get("duration", 0)), "pixels": pixels})
  return {"width": image.width, "height": image.height, "plays": image.info.get("loop") if count > 1 else None,
          "frames": frames}


json.dump({path: picture(path) for path in sys.stdin.read().splitlines()}, sys.stdout)
