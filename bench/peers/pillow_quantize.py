"""Quantizes a folder's PNGs to as many colors as fit within a limit. Arguments: limit in bytes, folder, output."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from lossy import most_colors, pillow  # noqa: E402

limit, source, output = int(sys.argv[1]), *map(pathlib.Path, sys.argv[2:])
output.mkdir(parents=True, exist_ok=True)
for path in sorted(source.iterdir()):
    written = output / path.name
    found = most_colors(pillow(path), written, limit)
    # The last attempt might not be the best one.
    if found:
        found[1].replace(written)
    else:
        written.unlink()
