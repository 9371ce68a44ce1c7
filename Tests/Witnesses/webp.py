"""Writes WebP files of every kind with Pillow and webpmux, which use libwebp: `webp.py FOLDER`.

Pillow writes stills: lossy and lossless, with and without alpha, in odd sizes. It also writes animations, in which
libwebp chooses the changed areas. webpmux writes animations with every disposal and blend method. Prints the names of
stills, one per line, then an empty line, then the names of animations.
"""
import itertools
import pathlib
import random
import subprocess
import sys

from PIL import Image

folder = pathlib.Path(sys.argv[1])


def art(width, height, seed, has_alpha):
  """Draws gradients, noise and a hard edge, with alpha values from the full range 0...255."""
  generator = random.Random(seed)
  image = Image.new("RGBA", (width, height))
  for y, x in itertools.product(range(height), range(width)):
    color = ((x * 7 + seed * 31) % 256, (y * 5) % 256, generator.randrange(256) if x * 2 > width else 200)
    image.putpixel((x, y), (*color, (x * 3 + y * 5) % 256 if has_alpha else 255))
  return image if has_alpha else image.convert("RGB")


def stills():
  settings = [
    ("lossless", {"lossless": True, "exact": True}), ("lossless-fast", {"lossless": True, "method": 0}),
    ("near", {"lossless": True, "quality": 100, "method": 6}), ("coarse", {"quality": 5}), ("fine", {"quality": 95}),
    ("alpha-coarse", {"quality": 60, "alpha_quality": 10}),
  ]
  sizes = [(1, 1), (2, 7), (17, 9), (64, 48), (131, 97)]
  for (name, options), (width, height), has_alpha in itertools.product(settings, sizes, (False, True)):
    path = f"{name}-{width}x{height}{'-alpha' if has_alpha else ''}.webp"
    art(width, height, width, has_alpha).save(folder / path, **options)
    yield path


def pillow_animations():
  """Writes animations in which most of each frame is unchanged."""
  base = art(48, 40, 3, False).convert("RGBA")
  frames = []
  for number in range(6):
    frame = base.copy()
    frame.paste(art(10, 8, number, True), (number * 5, number * 4))
    frames.append(frame)
  times = [40, 70, 10, 1000, 33, 250]
  for name, options in [("lossless", {"lossless": True}), ("lossy", {"quality": 50}), ("mixed", {"allow_mixed": True}),
                    ("small", {"lossless": True, "minimize_size": True}), ("keys", {"quality": 80, "kmax": 1})]:
    path = f"found-{name}.webp"
    frames[0].save(folder / path, save_all=True, append_images=frames[1:], duration=times, loop=3, **options)
    yield path


def webpmux_animations():
  """Writes animations whose first frame covers the canvas or only a part of it. Some frames are translucent."""
  settings = itertools.product(({"lossless": True}, {"quality": 70}), (False, True))
  for number, (options, has_alpha) in enumerate(settings):
    for covers in (True, False):
      parts = []
      boxes = [(0, 0, 40, 32) if covers else (4, 2, 20, 16), (10, 8, 16, 12), (0, 0, 30, 32), (24, 16, 16, 16),
                (2, 30, 38, 2), (38, 0, 2, 32), (0, 0, 40, 32)]
      for index, (x, y, width, height) in enumerate(boxes):
        part = folder / f"part-{index}"
        art(width, height, index + number, has_alpha).save(part, "WEBP", exact=True, **options)
        parts += ["-frame", part, f"+{20 + 30 * index}+{x}+{y}+{index % 2}{'+b' if index % 3 else '-b'}"]
      path = f"muxed-{number}-{'covers' if covers else 'beside'}.webp"
      subprocess.run(["webpmux", *parts, "-loop", str(number), "-bgcolor", "255,9,8,7", "-o", folder / path], check=True,
                     capture_output=True)
      # Areas that no frame covers are transparent. webpmux does not set the alpha flag if all frames are
      # opaque.
      file = bytearray((folder / path).read_bytes())
      file[20] |= 0x10
      (folder / path).write_bytes(file)
      for part in folder.glob("part-*"):
        part.unlink()
      yield path


print(*stills(), sep="\n")
print()
print(*pillow_animations(), *webpmux_animations(), sep="\n")
