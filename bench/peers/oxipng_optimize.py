"""Optimizes a folder's PNGs with oxipng. Arguments: level, folder, output."""

import pathlib
import sys

import oxipng

level, source, output = int(sys.argv[1]), *map(pathlib.Path, sys.argv[2:])
output.mkdir(parents=True, exist_ok=True)
for path in sorted(source.iterdir()):
    (output / path.name).write_bytes(oxipng.optimize_from_memory(path.read_bytes(), level=level))
