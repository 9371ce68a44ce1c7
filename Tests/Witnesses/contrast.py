"""Measures, from every pixel and in plain Python, which share of an image stands out from flat backgrounds.

Reads paths from standard input, one per line, and writes one JSON object: path -> background -> share 0...1.
A line that begins with # is a color, for which it writes the OKLab values and the relative luminance.
"""
import json
import sys

from PIL import Image

BACKGROUNDS = {"white": (255, 255, 255), "black": (0, 0, 0), "red": (255, 0, 0), "yellow": (255, 255, 0)}


def linear(v):
  v /= 255
  return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


LINEAR = [linear(v) for v in range(256)]


def oklab(r, g, b):
  l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
  m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
  s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
  return (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)


def lab_and_luminance(color):
  r, g, b = (LINEAR[v] for v in color)
  return oklab(r, g, b), 0.2126 * r + 0.7152 * g + 0.0722 * b


def share(counts, background):
  background_lab, background_luminance = lab_and_luminance(background)
  visible, distinct = 0, 0
  for count, (r, g, b, a) in counts:
    if a < 5:
      continue
    visible += count
    lab, y = lab_and_luminance([int((v * a + w * (255 - a)) / 255 + 0.5) for v, w in zip((r, g, b), background)])
    ratio = (max(y, background_luminance) + 0.05) / (min(y, background_luminance) + 0.05)
    has_other_hue = sum((p - q) ** 2 for p, q in zip(lab[1:], background_lab[1:])) >= 0.1 ** 2
    if ratio >= 1.5 or (has_other_hue and not (lab[0] < 0.3 and background_lab[0] < 0.3)):
      distinct += count
  return distinct / visible if visible else None


results = {}
for line in sys.stdin.read().splitlines():
  if line.startswith("#"):
    lab, y = lab_and_luminance(bytes.fromhex(line[1:]))
    results[line] = {"L": lab[0], "a": lab[1], "b": lab[2], "Y": y}
  else:
    image = Image.open(line).convert("RGBA")
    counts = image.getcolors(image.width * image.height)
    results[line] = {name: share(counts, background) for name, background in BACKGROUNDS.items()}
print(json.dumps(results))
