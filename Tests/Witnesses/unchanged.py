"""Whether pictures show the same as Pillow draws them; prints what differs.

Reads paths from standard input, one a line: a picture as it was, then as it is, and so on. Frames that look alike may
have joined, if their times add up.
"""
import sys

from PIL import Image

Image.MAX_IMAGE_PIXELS = None


def shown(path):
  """What is to be seen and for how long, in milliseconds, and what else the file says."""
  with Image.open(path) as image:
    seen, count = [], getattr(image, "n_frames", 1)
    for frame in range(count):
      image.seek(frame)
      rgba = image.convert("RGBA")
      visible = Image.new("RGBA", rgba.size)
      visible.paste(rgba, mask=rgba.getchannel("A").point(lambda alpha: 255 if alpha else 0))
      pixels, time = visible.tobytes(), image.info.get("duration", 0)
      if seen and seen[-1][0] == pixels:
        seen[-1][1] += time
      else:
        seen.append([pixels, time])
    told = {key: image.info.get(key) for key in ("loop", "icc_profile", "gamma", "srgb", "chromaticity")}
  return seen, told


paths = sys.stdin.read().splitlines()
for before, after in zip(paths[::2], paths[1::2]):
  (old, told), (new, tells) = shown(before), shown(after)
  if [pixels for pixels, _ in old] != [pixels for pixels, _ in new]:
    print(after, "shows other pixels")
  if any(abs(a - b) > 0.01 for (_, a), (_, b) in zip(old, new)):
    print(after, "shows them for other times")
  if told != tells:
    print(after, "says", tells, "and not", told)
