"""Computes the structural similarity of two images on a background with the formula from the paper.

Reads lines of two paths and a background (255 or 0), separated by tabs, from standard input, and writes one
JSON list. Uses plain Python.
"""
import json
import math
import sys

from PIL import Image


# Luma, Cb and Cr as JFIF defines them, in 65,536ths.
WEIGHTS = [[round(w * 65536) for w in row] for row in (
    (0.299, 0.587, 0.114), (-0.16874, -0.33126, 0.5), (0.5, -0.41869, -0.08131))]


def planes(path, background):
  image = Image.open(path).convert("RGBA")
  out = ([], [], [])
  data = image.tobytes()
  for r, g, b, a in zip(*(data[sample::4] for sample in range(4))):
    color = [math.floor((v * a + background * (255 - a)) / 255 + 0.5) for v in (r, g, b)]
    for plane, row, zero in zip(out, WEIGHTS, (0, 128, 128)):
      value = sum(w * v for w, v in zip(row, color)) / 65536 + zero
      plane.append(min(255, math.floor(value + 0.5)))
  return image.size, out


def starts(side):
  return sorted({*range(0, max(side - 7, 1), 4), max(side - 8, 0)})


def similarity(one, other, width, height):
  values = []
  for top in starts(height):
    for left in starts(width):
      at = [y * width + x for y in range(top, min(top + 8, height)) for x in range(left, min(left + 8, width))]
      a, b = [one[i] for i in at], [other[i] for i in at]
      ma, mb = sum(a) / len(a), sum(b) / len(b)
      va = sum((v - ma) ** 2 for v in a) / len(a)
      vb = sum((v - mb) ** 2 for v in b) / len(b)
      both = sum((v - ma) * (w - mb) for v, w in zip(a, b)) / len(a)
      c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
      values.append((2 * ma * mb + c1) * (2 * both + c2) / ((ma ** 2 + mb ** 2 + c1) * (va + vb + c2)))
  return sum(values) / len(values)


def weighted_similarity(line):
  one, other, background = line.split("\t")
  (size, first), (_, second) = planes(one, int(background)), planes(other, int(background))
  return sum(w * similarity(a, b, *size) for w, a, b in zip((0.8, 0.1, 0.1), first, second))


print(json.dumps([weighted_similarity(line) for line in sys.stdin.read().splitlines()]))
