"""What is compared: the lines of the table of goals, as values.

The first command of a line is ours. A peer gets the cheapest of its own ways that does the work: `identify`
alone reads only headers, with -regard-warnings it decodes, and with statistics or a signature it takes three
times as long; `mogrify` takes an eighth less CPU with one thread.
"""

import dataclasses
import pathlib
import shutil
import subprocess
import sys

from measure import BUILT, OUTPUTS, ROOT, Command
from work_sets import work_set

OURS = ROOT / ".build" / "release" / "stickerlint"
OPTIMIZER = ROOT / ".build" / "release" / "stickerlint-dev"
PEERS = ROOT / "bench" / "peers"
LINT = (0, 1)  # 1: findings, which are welcome here


@dataclasses.dataclass
class Goal:
    """A figure that one command is to reach beside another."""

    sense: str  # a key of SENSES
    figure: float
    peer: str | None = None
    metric: str = "cpu"
    ours: str | None = None  # the line's first command


@dataclasses.dataclass
class Line:
    name: str
    title: str
    commands: list
    goals: list
    source: pathlib.Path | None = None  # stills whose @2x and @1x are held to the reference


# A goal's figure, from the peer's command and figure and ours; the goal in words; and which way is better.
SENSES = {
    "times less": (lambda peer, theirs, us, ours: theirs / ours, "{0:g}x less {1} than {2}", 1),
    "share": (lambda peer, theirs, us, ours: ours / theirs, "at most {0:g} of the {1} of {2}", -1),
    "ms more": (
        lambda peer, theirs, us, ours: (ours - theirs) * 1000, "at most {0:g} ms more {1} than {2}", -1),
    "a file": (
        lambda peer, theirs, us, ours: ours / us.files / (theirs / peer.files),
        "for each file at most {0:g} of the {1} of {2}", -1),
    "growth": (
        lambda peer, theirs, us, ours: (ours - theirs) / (us.files - peer.files),
        "at most {0:g} KiB more {1} for each further file than {2}", -1),
    "least": (lambda peer, theirs, us, ours: ours, "{0:g} dB or better", 1),
}


def _lint(name, folder, *options, **rest):
    return Command(name, [OURS, "lint", folder, "--no-cache", *options], passes=LINT, **rest)


def _pillow(script, *arguments, **rest):
    return Command("Pillow", [sys.executable, PEERS / script, *arguments], **rest)


def _names(folder):
    return sorted(path.name for path in folder.iterdir())


def _floor(kind, name, folder):
    return Command(name, [BUILT / "floor" / kind, folder])


def _identify(folder):
    return Command("ImageMagick identify", ["identify", "-regard-warnings", *_names(folder)], folder)


def png():
    folder = work_set("stills")
    return Line(
        "png", "Full check of 1 000 PNG stickers",
        [
            _lint("stickerlint", folder),
            Command("pngcheck", ["pngcheck", "-q", *_names(folder)], folder),
            _identify(folder),
            _pillow("pillow_check.py", folder),
            _floor("png", "floor", folder),
        ],
        [
            Goal("times less", 2, "pngcheck"),
            Goal("times less", 3, "ImageMagick identify"),
            Goal("times less", 2.8, "Pillow"),
            Goal("share", 1.5, "floor"),
        ])


def jobs():
    folder = work_set("stills")
    return Line(
        "jobs", "The same with two jobs, and in processes that may die",
        [
            _lint("--jobs 2", folder, "--jobs", "2"),
            _lint("--jobs 1", folder, "--jobs", "1"),
            _lint("--isolate", folder, "--jobs", "2", "--isolate"),
        ],
        [
            Goal("times less", 1.8, "--jobs 1", "wall"),
            Goal("share", 1.1, "--jobs 2", ours="--isolate"),
        ])


def gif():
    folder = work_set("gifs")
    return Line(
        "gif", "Full check of 30 GIF animations of 24 frames, 500 x 500",
        [
            _lint("stickerlint", folder),
            _identify(folder),
            _pillow("pillow_check.py", folder),
            _floor("gif", "giflib alone", folder),
        ],
        [
            Goal("times less", 1.6, "ImageMagick identify"),
            Goal("times less", 2.4, "Pillow"),
            Goal("times less", 1.4, "giflib alone"),
        ])


def jpeg():
    folder = work_set("jpegs")
    return Line(
        "jpeg", "Full check of 100 JPEG pictures about 600 x 600",
        [
            _lint("stickerlint", folder),
            _identify(folder),
            _pillow("pillow_check.py", folder),
            _floor("jpeg", "libjpeg-turbo alone", folder),
        ],
        [Goal("share", 1.3, "libjpeg-turbo alone")])


def apng():
    folder = work_set("apngs")
    return Line(
        "apng", "Full check of 30 APNG animations of 24 frames, 501 x 501",
        [_lint("stickerlint", folder), _pillow("pillow_check.py", folder)], [])


def start():
    folder = work_set("tiny")
    return Line(
        "start", "Start-up",
        [
            Command("stickerlint --version", [OURS, "--version"], repeats=50),
            Command("stickerlint rules", [OURS, "rules"], repeats=50),
            Command("pngcheck, one tiny file", ["pngcheck", "-q", "tiny.png"], folder, repeats=50),
            Command("pngcheck, no file", ["pngcheck", "-h"], folder, repeats=50),
        ],
        [
            Goal("ms more", 2, "pngcheck, one tiny file"),
            Goal("ms more", 2, "pngcheck, no file"),
            Goal("ms more", 2, "pngcheck, one tiny file", ours="stickerlint rules"),
        ])


def pack():
    folder = work_set("large_stills")
    return Line(
        "pack", "Pack of 300 stickers 618 x 618: lint, @2x and @1x, verify",
        [
            _pack("stickerlint", folder, "pack"),
            _pillow("pillow_pack.py", folder, OUTPUTS / "pack-pillow", writes="pack-pillow"),
            _each_size(
                "vipsthumbnail", folder, "pack-vips",
                "vipsthumbnail --linear --size $side -o $output/%s.png"),
            _each_size(
                "ImageMagick mogrify", folder, "pack-mogrify",
                "MAGICK_THREAD_LIMIT=1 mogrify -path $output -colorspace RGB -filter Lanczos -resize $side"
                " -colorspace sRGB"),
        ],
        [
            Goal("times less", 3, "Pillow"),
            Goal("share", 1, "Pillow", "bytes"),
            Goal("least", 60, metric="psnr"),
            Goal("times less", 4, "vipsthumbnail"),
            Goal("share", 0.88, "vipsthumbnail", "bytes"),
            Goal("times less", 6, "ImageMagick mogrify"),
            Goal("share", 0.92, "ImageMagick mogrify", "bytes"),
        ],
        source=folder)


def _pack(name, folder, writes):
    return Command(name, [OURS, "pack", folder, "--output", OUTPUTS / writes, "--no-cache"], writes=writes)


def _each_size(name, folder, writes, script):
    """A program that makes one size at a time, over all files at once, run for both sizes."""
    loop = (
        "for size in 2x:412x412 1x:206x206; do side=${size#*:}; output=$0/@${size%:*}; mkdir -p $output;"
        f" {script} *.png || exit 1; done"
    )
    return Command(name, ["sh", "-c", loop, OUTPUTS / writes], folder, writes=writes)


def apng_pack():
    folder = work_set("apngs_to_pack")
    return Line(
        "apng_pack", "Pack of 8 animations of 24 frames",
        [
            _pack("stickerlint", folder, "apng-pack"),
            _pillow("pillow_pack.py", folder, OUTPUTS / "apng-pack-pillow", writes="apng-pack-pillow"),
        ],
        [Goal("times less", 3, "Pillow"), Goal("share", 0.88, "Pillow", "bytes")])


def many():
    folder = work_set("tenfold")
    return Line(
        "many", "10 000 files beside 1 000",
        [
            _lint("10 000 files", folder, files=10_000),
            _lint("1 000 files", folder / "pack-0", files=1_000),
        ],
        [Goal("a file", 1.1, "1 000 files"), Goal("growth", 1, "1 000 files", "memory")])


def again():
    folder = work_set("stills")
    return Line(
        "again", "A second run over 1 000 files that have not changed",
        [
            Command("second run", [OURS, "lint", folder], passes=LINT),
            _lint("first run", folder),
        ],
        [Goal("share", 0.1, "first run")])


def rebuild():
    place = OUTPUTS / "rebuild"
    build = [OURS, "pack", place / "art", "--output", place / "pack"]

    def change_one():
        """One of 300 stickers becomes another picture, or itself again."""
        if not place.exists():
            shutil.copytree(work_set("large_stills"), place / "art")
            subprocess.run(build, check=True, capture_output=True)
        one, other = (place / "art" / f"sticker-{number:03}.png" for number in (0, 1))
        art = other if one.read_bytes() != other.read_bytes() else work_set("large_stills") / one.name
        shutil.copyfile(art, one)

    return Line(
        "rebuild", "A pack of 300 stickers is built again after one has changed",
        [
            Command("rebuild", build, before=change_one),
            _pack("first build", work_set("large_stills"), "first-build"),
        ],
        [Goal("share", 0.1, "first build")])


def optimize():
    folder = work_set("stills_to_optimize")
    return Line(
        "optimize", "24 PNG stickers in fewer bytes",
        [_optimize("stickerlint", folder, "optimize"), _oxipng(2, folder, "optimize-oxipng")],
        [Goal("share", 1, "oxipng level 2", "bytes"), Goal("share", 1, "oxipng level 2")])


def optimize_max():
    folder = work_set("stills_to_squeeze")
    return Line(
        "optimize_max", "4 PNG stickers in as few bytes as can be",
        [
            _optimize("stickerlint, effort max", folder, "optimize-max", "--effort", "max"),
            _oxipng(4, folder, "optimize-max-oxipng"),
        ],
        [Goal("share", 1, "oxipng level 4", "bytes")])


def gif_to_apng():
    folder = work_set("gifs_to_convert")
    loop = 'mkdir -p $0; for file in *.gif; do gifsicle -O3 "$file" -o "$0/$file" || exit 1; done'
    return Line(
        "gif_to_apng", "4 GIF animations of 24 frames as APNG, beside the same GIFs in fewer bytes",
        [
            _optimize("stickerlint", folder, "gif-to-apng"),
            Command("gifsicle -O3", ["sh", "-c", loop, OUTPUTS / "gifsicle"], folder, writes="gifsicle"),
        ],
        [Goal("share", 1, "gifsicle -O3", "bytes")])


def _optimize(name, folder, writes, *options):
    arguments = [OPTIMIZER, "optimize", folder, "--output", OUTPUTS / writes, *options]
    return Command(name, arguments, writes=writes)


def _oxipng(level, folder, writes):
    arguments = [sys.executable, PEERS / "oxipng_optimize.py", str(level), folder, OUTPUTS / writes]
    return Command(f"oxipng level {level}", arguments, writes=writes)


LINES = {
    line.__name__: line
    for line in (
        png, jobs, gif, jpeg, apng, start, pack, apng_pack, many, again, rebuild, optimize, optimize_max,
        gif_to_apng)
}
