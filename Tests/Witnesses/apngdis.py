"""Splits animations into frames with apngdis."""
import subprocess
from fractions import Fraction

from PIL import Image


def disassembled(program, path):
  """Returns each frame with its duration in seconds. The frames are written to a new folder named after the
  file."""
  folder = path.with_suffix("")
  folder.mkdir()
  copy = folder / "in.png"
  copy.write_bytes(path.read_bytes())
  subprocess.run([program, str(copy), "f"], stdout=subprocess.DEVNULL, check=True)
  for picture in sorted(folder.glob("f*.png")):
    numerator, denominator = map(int, picture.with_suffix(".txt").read_text().split("=")[1].split("/"))
    yield Image.open(picture), Fraction(numerator, denominator or 100)
