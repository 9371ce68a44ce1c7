"""Checks a folder with Pillow: verifies the checksums of PNGs, and decodes every frame of all files."""

import pathlib
import sys

from PIL import Image

for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    if path.suffix == ".png":
        with Image.open(path) as image:
            image.verify()
    with Image.open(path) as image:
        for frame in range(getattr(image, "n_frames", 1)):
            image.seek(frame)
            image.load()
