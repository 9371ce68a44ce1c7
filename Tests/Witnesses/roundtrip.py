"""Compares pictures with the frames that they were made from, as other programs read them.

  roundtrip.py FOLDER [APNGDIS]

Prints the differences. Each NAME.png, NAME.webp or NAME.jpg is beside NAME.rgba, the frames one after the
other, NAME.times, the delays of an animation as fractions of a second, and NAME.plays. A seen/NAME.rgba is a still as
ImageMagick decoded it.
"""
import pathlib
import sys
from fractions import Fraction

from PIL import Image

from apngdis import disassembled


def differs(seen, wanted, tolerance):
  if seen == wanted:
    return False
  if len(seen) != len(wanted):
    return True
  for at in range(0, len(seen), 4):
    a, b = seen[at:at + 4], wanted[at:at + 4]
    if a != b and (a[3] or b[3]) and max(abs(x - y) for x, y in zip(a, b)) > tolerance:
      return "pixel %d: %s, not %s" % (at // 4, tuple(a), tuple(b))
  return False


def frames(raw, size):
  return [raw[at:at + size] for at in range(0, len(raw), size)]


def pillow(path, wanted, times, plays, tolerance):
  image = Image.open(path)
  if getattr(image, "n_frames", 1) != len(wanted):
    return "%d frames" % image.n_frames
  if times and image.info["loop"] != plays:
    return "%d plays" % image.info["loop"]
  for number, frame in enumerate(wanted):
    image.seek(number)
    image.load()  # of a WebP times are known from then on
    if times and abs(image.info["duration"] - float(times[number] * 1000)) > 1e-6:
      return "frame %d: %s ms" % (number, image.info["duration"])
    difference = differs(image.convert("RGBA").tobytes(), frame, tolerance)
    if difference:
      return "frame %d: %s" % (number, difference)


def apngdis(program, path, wanted, times):
  seen = list(disassembled(program, path))
  if len(seen) != len(wanted):
    return "%d frames" % len(seen)
  for number, ((picture, time), frame) in enumerate(zip(seen, wanted)):
    difference = differs(picture.convert("RGBA").tobytes(), frame, 0)
    if difference:
      return "frame %d: %s" % (number, difference)
    if time != times[number]:
      return "frame %d: %s s" % (number, time)


def is_beyond_pillow(data):
  """Whether a frame is blended over the canvas and disposed to the previous one: Pillow 13.0.0 restores too little.

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
  wanted = frames(path.with_suffix(".rgba").read_bytes(), image.width * image.height * 4)
  times = [Fraction(t) for t in path.with_suffix(".times").read_text().split()]
  plays = int(path.with_suffix(".plays").read_text())
  complaints = {"Pillow": pillow(path, wanted, times, plays, 2 if path.suffix == ".jpg" else 0)}
  if times and len(sys.argv) > 2:
    complaints["apngdis"] = apngdis(sys.argv[2], path, wanted, times)
    if not complaints["apngdis"] and is_beyond_pillow(path.read_bytes()):
      complaints["Pillow"] = None
  seen = folder / "seen" / (path.stem + ".rgba")
  if seen.exists():
    complaints["ImageMagick"] = differs(seen.read_bytes(), wanted[0], 2 if path.suffix == ".jpg" else 0)
  for program, complaint in complaints.items():
    if complaint:
      print(path.name, program, complaint)
print("done")
