"""Splits animations into frames with apngdis."""
import subprocess
from fractions import Fraction

from PIL import Image


def disassemble(program, path):
  """Yields each frame with its duration in seconds. Writes the frames to a new folder named after the file."""
  folder = path.with_suffix("")
  folder.mkdir()
  copy = folder / "in.png"
  copy.write_bytes(path.read_bytes())
  subprocess.run([program, str(copy), "f"], stdout=subprocess.DEVNULL, check=True)
  for image_path in sorted(folder.glob("f*.png")):
    numerator, denominator = map(int, image_path.with_suffix(".txt").read_text().split("=")[1].split("/"))
    yield Image.open(image_path), Fraction(numerator, denominator or 100)
