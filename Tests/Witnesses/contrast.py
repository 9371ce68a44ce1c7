"""Measures how much of a picture stands out from flat backgrounds, counting every pixel, in plain Python.

Reads paths from standard input, one per line, and writes one JSON object: path -> background -> share 0...1.
For a line that begins with #, which is a color, it writes the OKLab values and the relative luminance.
"""
import json
import sys

from PIL import Image

GROUNDS = {"white": (255, 255, 255), "black": (0, 0, 0), "red": (255, 0, 0), "yellow": (255, 255, 0)}


def light(v):
  v /= 255
  return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


LIGHT = [light(v) for v in range(256)]


def oklab(r, g, b):
  l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
  m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
  s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
  return (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)


def measured(color):
  r, g, b = (LIGHT[v] for v in color)
  return oklab(r, g, b), 0.2126 * r + 0.7152 * g + 0.0722 * b


def share(counts, ground):
  behind, dark = measured(ground)
  seen, out = 0, 0
  for count, (r, g, b, a) in counts:
    if a < 5:
      continue
    seen += count
    lab, y = measured([int((v * a + w * (255 - a)) / 255 + 0.5) for v, w in zip((r, g, b), ground)])
    ratio = (max(y, dark) + 0.05) / (min(y, dark) + 0.05)
    hue = sum((p - q) ** 2 for p, q in zip(lab[1:], behind[1:])) >= 0.1 ** 2
    if ratio >= 1.5 or (hue and not (lab[0] < 0.3 and behind[0] < 0.3)):
      out += count
  return out / seen if seen else None


answers = {}
for line in sys.stdin.read().splitlines():
  if line.startswith("#"):
    lab, y = measured(bytes.fromhex(line[1:]))
    answers[line] = {"L": lab[0], "a": lab[1], "b": lab[2], "Y": y}
  else:
    image = Image.open(line).convert("RGBA")
    counts = image.getcolors(image.width * image.height)
    answers[line] = {name: share(counts, ground) for name, ground in GROUNDS.items()}
print(json.dumps(answers))
