"""Draws the characters of contact sheets with FreeType, the font rasterizer that Pillow contains.

    glyphs.py FONT.ttf FOLDER            writes glyphs-14.png, glyphs-11.png and advances.txt
    glyphs.py FONT.ttf FOLDER --check    fails if the files in the folder differ from what it would write

A PNG has a grid of cells, 32 in a row, one for each character in the order of advances.txt. Its samples are coverage: 0
outside a letter and 255 inside. A line of advances.txt has a code point and the distance to the next letter in pixels,
first at the larger size. Tests compare these files with the font: docs/decisions/0065.
"""
import pathlib
import sys
import unicodedata

from PIL import Image, ImageFont

# The size in pixels per em, and the cell: its width and height, and the pen's position in it (on the baseline).
SIZES = {14: (28, 21, 3, 16), 11: (22, 16, 3, 13)}
COLUMNS = 32
# Latin, Greek, Cyrillic, Latin Extended Additional, punctuation, currency signs, and the numero and trademark signs.
BLOCKS = [
    (0x20, 0x24F), (0x370, 0x52F), (0x1E00, 0x1EFF), (0x2010, 0x2044), (0x20A0, 0x20BF), (0x2116, 0x2116),
    (0x2122, 0x2122),
]


def load_font(path, size):
  # The basic layout places letters one after another, without ligatures.
  return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def characters(path):
  """Returns the characters in the blocks that the font has, except invisible, combining and duplicate ones."""
  font = load_font(path, 14)
  missing = bytes(font.getmask("\uFFFF"))
  return [
      chr(code) for first, last in BLOCKS for code in range(first, last + 1)
      if unicodedata.category(chr(code)) not in ("Cc", "Cf", "Cn", "Mc", "Me", "Mn", "Zl", "Zp")
      and unicodedata.is_normalized("NFC", chr(code)) and bytes(font.getmask(chr(code))) != missing
  ]


def grid(path, size, letters):
  """Returns the cells of all characters as one image."""
  width, height, pen_x, baseline = SIZES[size]
  font = load_font(path, size)
  image = Image.new("L", (COLUMNS * width, -(-len(letters) // COLUMNS) * height))
  for index, letter in enumerate(letters):
    mask, (left, top) = font.getmask2(letter, "L", anchor="ls")
    if 0 in mask.size:
      continue
    x, y = pen_x + left, baseline + top
    if x < 0 or y < 0 or x + mask.size[0] > width or y + mask.size[1] > height:
      sys.exit(f"U+{ord(letter):04X} does not fit into its cell at {size} px")
    cell = Image.frombytes("L", mask.size, bytes(mask))
    image.paste(cell, (index % COLUMNS * width + x, index // COLUMNS * height + y))
  return image


def advances(path, letters):
  """Returns a line for each character."""
  fonts = [load_font(path, size) for size in SIZES]
  return "".join(
      f"{ord(letter):04X} {' '.join(str(round(font.getlength(letter))) for font in fonts)}\n" for letter in letters)


def main(path, folder, *options):
  folder = pathlib.Path(folder)
  letters = characters(path)
  text = advances(path, letters)
  images = {folder / f"glyphs-{size}.png": grid(path, size, letters) for size in SIZES}
  if "--check" not in options:
    (folder / "advances.txt").write_text(text)
    for file, image in images.items():
      image.save(file, optimize=True)
    return
  if (folder / "advances.txt").read_text() != text:
    sys.exit("advances.txt differs from the font. Run make glyphs.")
  for file, image in images.items():
    # Compressors differ, so compare samples.
    with Image.open(file) as stored:
      if stored.mode != "L" or stored.size != image.size or stored.tobytes() != image.tobytes():
        sys.exit(f"{file.name} differs from the font. Run make glyphs.")


main(*sys.argv[1:])
