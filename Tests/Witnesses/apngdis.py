"""Animations as apngdis takes them apart."""
import subprocess
from fractions import Fraction

from PIL import Image


def disassembled(program, path):
  """Each frame and how long it is shown, in seconds; a new folder of the file's name takes the pictures."""
  folder = path.with_suffix("")
  folder.mkdir()
  copy = folder / "in.png"
  copy.write_bytes(path.read_bytes())
  subprocess.run([program, str(copy), "f"], stdout=subprocess.DEVNULL, check=True)
  for picture in sorted(folder.glob("f*.png")):
    numerator, denominator = map(int, picture.with_suffix(".txt").read_text().split("=")[1].split("/"))
    yield Image.open(picture), Fraction(numerator, denominator or 100)
