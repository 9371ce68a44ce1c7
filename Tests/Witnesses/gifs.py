"""Compares GIFs, as Pillow reads them, with their expected frames, and prints the differences.

  gifs.py FOLDER

Next to each NAME.gif are NAME.rgba, the composited frames one after the other, NAME.times, their delays in hundredths
of a second, and NAME.loops, the count of the NETSCAPE2.0 block or "none".
"""
import pathlib
import sys

from PIL import Image


def difference(path, expected, delays, loops):
  with Image.open(path) as image:
    size = image.width * image.height * 4
    if image.n_frames * size != len(expected):
      return "%d frames" % image.n_frames
    if str(image.info.get("loop", "none")) != loops:
      return "loops %s" % image.info.get("loop", "none")
    for number in range(image.n_frames):
      image.seek(number)
      if image.n_frames > 1 and image.info["duration"] != delays[number] * 10:
        return "frame %d: %s ms" % (number, image.info["duration"])
      actual, frame = image.convert("RGBA").tobytes(), expected[number * size:(number + 1) * size]
      for at in range(0, size, 4):
        a, b = actual[at:at + 4], frame[at:at + 4]
        if a != b and (a[3] or b[3]):
          return "frame %d, pixel %d: %s, not %s" % (number, at // 4, tuple(a), tuple(b))
  return None


folder = pathlib.Path(sys.argv[1])
for gif in sorted(folder.glob("*.gif")):
  delays = [int(time) for time in gif.with_suffix(".times").read_text().split()]
  message = difference(gif, gif.with_suffix(".rgba").read_bytes(), delays, gif.with_suffix(".loops").read_text())
  if message:
    print(gif.name, message)
print("done")
