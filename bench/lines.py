"""What is compared: the lines of the table of goals, as values.

The first command of a line is ours. A peer gets the cheapest of its own ways that does the work: `identify` without
-regard-warnings reads only headers, and with statistics or a signature it takes three times as long.
"""

import dataclasses
import sys

from measure import BUILT, ROOT, Command
from work_sets import work_set

OURS = ROOT / ".build" / "release" / "stickerlint"
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


# What a goal's figure is, from the peer's command and figures and ours; and which way is better.
SENSES = {
    "times less": (lambda peer, theirs, us, ours: theirs / ours, "at least {:.2f}x less {}", 1),
    "share": (lambda peer, theirs, us, ours: ours / theirs, "at most {:.2f} of its {}", -1),
    "ms more": (lambda peer, theirs, us, ours: (ours - theirs) * 1000, "at most {:.1f} ms more {}", -1),
    "a file": (
        lambda peer, theirs, us, ours: ours / us.files / (theirs / peer.files),
        "at most {:.2f} of its {} a file", -1),
    "growth": (
        lambda peer, theirs, us, ours: (ours - theirs) / (us.files - peer.files),
        "at most {:.0f} KiB more {} a file", -1),
    "least": (lambda peer, theirs, us, ours: ours, "{:.0f} dB or better", 1),
}  # fmt: skip


def _lint(name, folder, *options, **rest):
    return Command(name, [OURS, "lint", folder, *options], passes=LINT, **rest)


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
        ])  # fmt: skip


def jobs():
    folder = work_set("stills")
    return Line(
        "jobs", "The same with two jobs",
        [_lint("--jobs 2", folder, "--jobs", "2"), _lint("--jobs 1", folder, "--jobs", "1")],
        [Goal("times less", 1.8, "--jobs 1", "wall")])  # fmt: skip


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
        ])  # fmt: skip


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
        [Goal("share", 1.3, "libjpeg-turbo alone")])  # fmt: skip


def apng():
    folder = work_set("apngs")
    return Line(
        "apng", "Full check of 30 APNG animations of 24 frames, 500 x 500",
        [_lint("stickerlint", folder), _pillow("pillow_check.py", folder)], [])  # fmt: skip


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
        ])  # fmt: skip


LINES = {line.__name__: line for line in (png, jobs, gif, jpeg, apng, start)}
