"""Checks with other programs whether images look the same before and after a change, and prints the differences.

  unchanged.py [APNGDIS]

Reads paths from standard input, one per line: an image before the change, the image after it, and so on. Pillow
decodes stills, and apngdis decodes animations. Frames that look the same may be merged if the sum of their times is the
same.

apngdis rounds differently from the specification where translucent pixels are blended over translucent ones.
Its results for the two files may differ by 12 of 255, premultiplied, after twenty such frames.
"""
import pathlib
import sys

from PIL import Image

from apngdis import disassemble

Image.MAX_IMAGE_PIXELS = None


def visible(picture):
  rgba = picture.convert("RGBA")
  frames = Image.new("RGBA", rgba.size)
  frames.paste(rgba, mask=rgba.getchannel("A").point(lambda alpha: 255 if alpha else 0))
  return frames.tobytes()


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


def read_frames(path):
  """Returns the visible pixels of each frame with its duration, and the metadata of the file."""
  with Image.open(path) as image:
    metadata = {key: image.info.get(key) for key in ("loop", "icc_profile", "gamma", "srgb", "chromaticity")}
    if not getattr(image, "is_animated", False):
      return [[visible(image), 0]], metadata
  frames = []
  for picture, time in disassemble(sys.argv[1], path):
    pixels = visible(picture)
    if frames and frames[-1][0] == pixels:
      frames[-1][1] += time
    else:
      frames.append([pixels, time])
  return frames, metadata


paths = [pathlib.Path(line) for line in sys.stdin.read().splitlines()]
for before, after in zip(paths[::2], paths[1::2]):
  (old_frames, metadata), (new_frames, new_metadata) = read_frames(before), read_frames(after)
  tolerance = 12 if len(old_frames) > 1 else 0
  if len(old_frames) != len(new_frames) or any(
      differs(a, b, tolerance) for (a, _), (b, _) in zip(old_frames, new_frames)):
    print(after.name, "shows different pixels")
  elif [time for _, time in old_frames] != [time for _, time in new_frames]:
    print(after.name, "shows frames for different times")
  if metadata != new_metadata:
    print(after.name, "has the metadata", new_metadata, "not", metadata)
