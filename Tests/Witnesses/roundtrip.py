"""Compares images, as other programs read them, with the frames that they were made from.

  roundtrip.py FOLDER [APNGDIS]

Prints the differences. Next to each NAME.png, NAME.webp or NAME.jpg are NAME.rgba, the frames one after the other,
NAME.times, the delays of an animation as fractions of a second, and NAME.plays. A file seen/NAME.rgba is a still as
decoded by ImageMagick.
"""
import pathlib
import sys
from fractions import Fraction

from PIL import Image

from apngdis import disassemble


def find_difference(actual, expected, tolerance):
  if actual == expected:
    return False
  if len(actual) != len(expected):
    return True
  for at in range(0, len(actual), 4):
    a, b = actual[at:at + 4], expected[at:at + 4]
    if a != b and (a[3] or b[3]) and max(abs(x - y) for x, y in zip(a, b)) > tolerance:
      return "pixel %d: %s, not %s" % (at // 4, tuple(a), tuple(b))
  return False


def frames(raw, size):
  return [raw[at:at + size] for at in range(0, len(raw), size)]


def pillow(path, expected, times, plays, tolerance):
  image = Image.open(path)
  if getattr(image, "n_frames", 1) != len(expected):
    return "%d frames" % image.n_frames
  if times and image.info["loop"] != plays:
    return "%d plays" % image.info["loop"]
  for number, frame in enumerate(expected):
    image.seek(number)
    image.load()  # Pillow reads the time of a WebP frame only when it loads the frame
    if times and abs(image.info["duration"] - float(times[number] * 1000)) > 1e-6:
      return "frame %d: %s ms" % (number, image.info["duration"])
    difference = find_difference(image.convert("RGBA").tobytes(), frame, tolerance)
    if difference:
      return "frame %d: %s" % (number, difference)


def apngdis(program, path, expected, times):
  actual = list(disassemble(program, path))
  if len(actual) != len(expected):
    return "%d frames" % len(actual)
  for number, ((picture, time), frame) in enumerate(zip(actual, expected)):
    difference = find_difference(picture.convert("RGBA").tobytes(), frame, 0)
    if difference:
      return "frame %d: %s" % (number, difference)
    if time != times[number]:
      return "frame %d: %s s" % (number, time)


def is_beyond_pillow(data):
  """Returns whether a frame is blended over the canvas and then disposed to the previous one. Pillow 13.0.0 restores
  too little of such frames.

  https://wiki.mozilla.org/APNG_Specification: APNG_DISPOSE_OP_PREVIOUS with APNG_BLEND_OP_OVER.
  """
  at = 8
  while at < len(data):
    length = int.from_bytes(data[at:at + 4], "big")
    if data[at + 4:at + 8] == b"fcTL" and tuple(data[at + 32:at + 34]) == (2, 1):
      return True
    at += length + 12
  return False


folder = pathlib.Path(sys.argv[1])
for path in sorted(p for p in folder.iterdir() if p.suffix in (".png", ".webp", ".jpg")):
  image = Image.open(path)
  expected = frames(path.with_suffix(".rgba").read_bytes(), image.width * image.height * 4)
  times = [Fraction(t) for t in path.with_suffix(".times").read_text().split()]
  plays = int(path.with_suffix(".plays").read_text())
  differences = {"Pillow": pillow(path, expected, times, plays, 2 if path.suffix == ".jpg" else 0)}
  if times and len(sys.argv) > 2:
    differences["apngdis"] = apngdis(sys.argv[2], path, expected, times)
    if not differences["apngdis"] and is_beyond_pillow(path.read_bytes()):
      differences["Pillow"] = None
  actual = folder / "seen" / (path.stem + ".rgba")
  if actual.exists():
    differences["ImageMagick"] = find_difference(actual.read_bytes(), expected[0], 2 if path.suffix == ".jpg" else 0)
  for program, message in differences.items():
    if message:
      print(path.name, program, message)
print("done")
