"""Checks with other programs whether pictures still look the same, and prints the differences.

  unchanged.py [APNGDIS]

Reads paths from standard input, one per line: a picture before the change, then after it, and so on. Pillow draws
stills, and apngdis animations. Frames that look the same may be merged if their times add up.

apngdis rounds differently from the specification where translucent pixels are blended over translucent ones.
Its results for the two files may differ by 12 of 255, premultiplied, after twenty such frames.
"""
import pathlib
import sys

from PIL import Image

from apngdis import disassembled

Image.MAX_IMAGE_PIXELS = None


def visible(picture):
  rgba = picture.convert("RGBA")
  seen = Image.new("RGBA", rgba.size)
  seen.paste(rgba, mask=rgba.getchannel("A").point(lambda alpha: 255 if alpha else 0))
  return seen.tobytes()


def differs(one, other, tolerance):
  if one == other:
    return False
  if len(one) != len(other):
    return True
  for at in range(0, len(one), 4):
    a, b = one[at:at + 4], other[at:at + 4]
    if a != b and max(abs(a[3] - b[3]), *(abs(x * a[3] - y * b[3]) / 255 for x, y in zip(a, b))) > tolerance:
      return True
  return False


def shown(path):
  """Returns the visible pixels with their durations, and the other contents of the file."""
  with Image.open(path) as image:
    told = {key: image.info.get(key) for key in ("loop", "icc_profile", "gamma", "srgb", "chromaticity")}
    if not getattr(image, "is_animated", False):
      return [[visible(image), 0]], told
  seen = []
  for picture, time in disassembled(sys.argv[1], path):
    pixels = visible(picture)
    if seen and seen[-1][0] == pixels:
      seen[-1][1] += time
    else:
      seen.append([pixels, time])
  return seen, told


paths = [pathlib.Path(line) for line in sys.stdin.read().splitlines()]
for before, after in zip(paths[::2], paths[1::2]):
  (old, told), (new, tells) = shown(before), shown(after)
  tolerance = 12 if len(old) > 1 else 0
  if len(old) != len(new) or any(differs(a, b, tolerance) for (a, _), (b, _) in zip(old, new)):
    print(after.name, "shows other pixels")
  elif [time for _, time in old] != [time for _, time in new]:
    print(after.name, "shows them for other times")
  if told != tells:
    print(after.name, "says", tells, "and not", told)
