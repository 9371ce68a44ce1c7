"""Converts animations to WebM with alpha below a size limit, as scripts around ffmpeg do.

The script searches for the highest bit rate whose file fits: two passes for each rate, at most six rates. The search
ends at 97.5% of the limit."""

import pathlib
import subprocess
import sys

from PIL import Image, ImageSequence

RATES = 6

source, output, limit = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
output.mkdir(parents=True)


def encode(path, written, rate):
    options = [
        "-an", "-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-fps_mode", "passthrough", "-b:v", str(rate),
        "-threads", "1", "-passlogfile", written.with_suffix(".log")]
    for number in (1, 2):
        target = ["-f", "null", "-"] if number == 1 else [written]
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-i", path, *options, "-pass", str(number), *target], check=True)
    return written.stat().st_size


for path in sorted(source.glob("*.png")):
    with Image.open(path) as image:
        seconds = sum(frame.info["duration"] for frame in ImageSequence.Iterator(image)) / 1000
    rate, tried, fitting = int(limit * 8 / seconds), output / "tried.webm", output / f"{path.stem}.webm"
    low, high = 0, None
    for _ in range(RATES):
        size = encode(path, tried, rate)
        if size <= limit:
            low = rate
            tried.replace(fitting)
            if size >= 0.975 * limit:
                break
        else:
            high = rate
        rate = int(rate * limit * 0.99 / size)
        if high and not low < rate < high:
            rate = (low + high) // 2
    if not fitting.exists():
        sys.exit(f"{path}: no bit rate fits")
    tried.unlink(missing_ok=True)
for log in output.glob("*.log"):
    log.unlink()
