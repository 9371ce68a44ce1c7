"""CPU time of `stickerlint lint` beside Pillow on the same stickers.

300 stickers are drawn (`stickerlint-dev art --many`), then saved again by Pillow with its default settings, so that
nobody's encoder is favored. Both programs then run in turn; medians of five count. Run it with `make bench`.
"""

import os
import pathlib
import statistics
import subprocess
import sys

ROUNDS = 5
COUNT = 300
ROOT = pathlib.Path(__file__).resolve().parent.parent
RELEASE = ROOT / ".build" / "release"
DRAWN = ROOT / ".build" / "bench" / "drawn"
STICKERS = ROOT / ".build" / "bench" / "stickers"

PILLOW = """
import pathlib, sys
from PIL import Image
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.png")):
    with Image.open(path) as image:
        image.verify()
    with Image.open(path) as image:
        image.load()
"""


def prepare():
    """Makes the stickers, once for each build of the generator."""
    generator = RELEASE / "stickerlint-dev"
    finished = STICKERS / "finished"
    if finished.exists() and finished.stat().st_mtime > generator.stat().st_mtime:
        return
    from PIL import Image

    DRAWN.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([generator, "art", "--many", str(COUNT), "--output", DRAWN], check=True, stdout=subprocess.DEVNULL)
    STICKERS.mkdir(exist_ok=True)
    for path in DRAWN.glob("*.png"):
        with Image.open(path) as image:
            image.convert("RGBA").save(STICKERS / path.name)
    finished.touch()


def cpu(command):
    """Seconds of CPU (user + system) of one run."""
    null = os.open(os.devnull, os.O_WRONLY)
    child = os.posix_spawn(
        command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_CLOSE, null)]
    )
    os.close(null)
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):  # 1: findings, which are welcome here
        sys.exit(f"{command[0]} failed")
    return usage.ru_utime + usage.ru_stime


def main():
    prepare()
    files = sorted(STICKERS.glob("*.png"))
    pixels = sum(_area(path) for path in files)
    size = sum(path.stat().st_size for path in files)
    print(f"{len(files)} stickers, {size / 1e6:.1f} MB, {pixels * 4 / 1e6:.0f} MB of pixels; medians of {ROUNDS}")

    python = sys.executable
    commands = {
        "stickerlint lint": [str(RELEASE / "stickerlint"), "lint", str(STICKERS)],
        "Pillow load + verify": [python, "-c", PILLOW, str(STICKERS)],
        "Pillow start-up alone": [python, "-c", "from PIL import Image; Image.init()"],
    }
    runs = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            runs[name].append(cpu(command))
    medians = {name: statistics.median(found) for name, found in runs.items()}
    for name, seconds in medians.items():
        print(f"  {name:<22} {seconds:7.3f} s CPU")
    ours, theirs, start = medians.values()
    print(f"  stickerlint takes {ours / theirs:.2f} of Pillow's CPU time ({ours / (theirs - start):.2f} without its start-up)")


def _area(path):
    with open(path, "rb") as file:
        head = file.read(24)
    return int.from_bytes(head[16:20], "big") * int.from_bytes(head[20:24], "big")


if __name__ == "__main__":
    main()
