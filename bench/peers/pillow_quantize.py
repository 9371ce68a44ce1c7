"""A folder's PNGs in the most colors with which each fits into some bytes: limit, folder, output."""

import io
import pathlib
import sys

from PIL import Image

limit, source, output = int(sys.argv[1]), *map(pathlib.Path, sys.argv[2:])
output.mkdir(parents=True, exist_ok=True)
for path in sorted(source.iterdir()):
    with Image.open(path) as image:
        rgba = image.convert("RGBA")
    fits, too_many, colors = 1, 257, 256
    while too_many - fits > 1:
        written = io.BytesIO()
        rgba.quantize(colors, Image.Quantize.FASTOCTREE).save(written, "PNG", optimize=True)
        if written.tell() <= limit:
            fits = colors
            (output / path.name).write_bytes(written.getvalue())
        else:
            too_many = colors
        colors = (fits + too_many) // 2
