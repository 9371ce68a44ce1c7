"""Makes @2x and @1x variants of a folder's images with Pillow, saved with `optimize`.

Arguments: folder, output, filter (default: LANCZOS).
"""

import pathlib
import sys

from PIL import Image, ImageSequence

source, output = map(pathlib.Path, sys.argv[1:3])
resampling = Image.Resampling[sys.argv[3] if len(sys.argv) > 3 else "LANCZOS"]
output.mkdir(parents=True, exist_ok=True)
for path in sorted(source.iterdir()):
    with Image.open(path) as image:
        frames = [frame.convert("RGBA") for frame in ImageSequence.Iterator(image)]
        duration = image.info.get("duration")
    for scale in (2, 1):
        sizes = [max(1, int(side * scale / 3 + 0.5)) for side in frames[0].size]
        scaled = [frame.resize(sizes, resampling) for frame in frames]
        animation = {"save_all": True, "append_images": scaled[1:], "duration": duration, "loop": 0}
        options = animation if len(frames) > 1 else {}
        scaled[0].save(output / f"{path.stem}@{scale}x.png", optimize=True, **options)
