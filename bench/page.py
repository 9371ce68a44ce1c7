"""docs/BENCHMARKS.md, and what it says about the machine: in general terms, without names or paths."""

import datetime
import os
import pathlib
import platform
import re
import shutil
import subprocess
from importlib import metadata

import numpy
import PIL
from PIL import features

from measure import ROOT

HEAD = """# Benchmarks

Written by `make bench`; do not edit. {date}, {processor}, {cores} cores, {system}.
Other work kept {load} processes running when it began; wall times mean something on an idle machine only.

Every figure is the median of {rounds} rounds in which all programs of a line took turns on the same files.
CPU is user and system time together; memory is the peak of the largest process. The work sets are drawn from
one seed (`bench/work_sets.py`), but for drawings that are rendered (`bench/drawings.txt`) and for stickers
that apps shipped. The *floor* is the least that the work can take: a C program of
`bench/floor` that does nothing but decode.

Again: `make bench-deps bench`; one line: `make bench ONLY=png ROUNDS=9`.

| program | version |
|---|---|
{versions}
"""


def machine():
    """Processor, cores, system, load and the versions of everything that is measured."""
    return {
        "date": datetime.date.today().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": _system(),
        "load": f"{os.getloadavg()[0]:.1f}",
        "versions": _versions(),
    }


def _processor():
    facts = pathlib.Path("/proc/cpuinfo")
    if facts.exists():
        found = re.search(r"^model name\s*: (.+)$", facts.read_text(), re.MULTILINE)
        return found[1].strip() if found else platform.machine()
    return _first_line("sysctl", "-n", "machdep.cpu.brand_string")


def _system():
    if hasattr(platform, "freedesktop_os_release") and platform.system() == "Linux":
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    return f"{platform.system()} {platform.release()}"


def _first_line(*command):
    said = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return (said.stdout or said.stderr).strip().splitlines()[0]


def _version(pattern, *command):
    if not shutil.which(command[0]):
        return "not here"
    said = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    found = re.search(pattern, said.stdout + said.stderr)
    return found[1] if found else "unknown"


def _versions():
    zlib = "zlib-ng" if features.check_feature("zlib_ng") else "zlib"
    zlib += " " + (features.version(zlib.replace("-", "_")) or "")
    libraries = {
        name: _version(r"([0-9.]+)", "pkg-config", "--modversion", module)
        for name, module in (("libdeflate", "libdeflate"), ("libjpeg-turbo", "libjpeg"), ("libpng", "libpng"))
    }
    ours = ROOT / ".build" / "release" / "stickerlint"
    found = {
        "stickerlint": _version(r"([0-9.]+)", ours, "--version"),
        "pngcheck": _version(r"version ([0-9.]+)", "pngcheck", "-h"),
        "ImageMagick": _version(r"ImageMagick ([0-9.-]+)", "identify", "-version"),
        "libvips": _version(r"vips-([0-9.]+)", "vipsthumbnail", "--version"),
        "Pillow": f"{PIL.__version__} with {zlib}",
        "oxipng": "pyoxipng " + metadata.version("pyoxipng"),
        "apngopt": _version(r"Optimizer ([0-9.]+)", "apngopt"),
        "librsvg": _version(r"version ([0-9.]+)", "rsvg-convert", "--version"),
        "Chromium": _version(r"([0-9.]+)", shutil.which("chromium") or "google-chrome", "--version"),
        "gifsicle": _version(r"Gifsicle ([0-9.]+)", "gifsicle", "--version"),
        "numpy": numpy.__version__,
    }
    return "\n".join(f"| {name} | {version} |" for name, version in {**found, **libraries}.items())


def write_page(path, facts, results, rounds):
    """Writes the page: a table of goals, then the figures of each line."""
    text = HEAD.format(rounds=rounds, **facts)
    text += "\n## Goals\n| line | goal | measured | |\n|---|---|---|---|\n"
    for line, _, verdicts in results:
        for verdict in verdicts:
            sign = "reached" if verdict.reached else "**missed**"
            text += f"| {line.name} | {verdict.text} | {verdict.shown} | {sign} |\n"
    for line, used, _ in results:
        note = f"{line.note}\n\n" if line.note else ""
        text += f"\n## {line.title}\n{note}{_figures(used)}"
    path.write_text(text)


def _figures(used):
    """A row a program: nearness where that was asked for, else times, with bytes of what was written."""
    figures = list(used.values())
    if figures[0].psnr_2x:
        columns = _NEARNESS
    else:
        columns = {**_TIMES, **(_BYTES if any(found.bytes for found in figures) else {})}
    text = f"| program | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}\n"
    for name, found in used.items():
        text += f"| {name} | {' | '.join(shown(found) for shown in columns.values())} |\n"
    return text


def _time(seconds):
    return f"{seconds:.3f} s" if seconds >= 0.1 else f"{seconds * 1000:.2f} ms"


_TIMES = {
    "CPU": lambda found: _time(found.cpu),
    "wall": lambda found: _time(found.wall),
    "memory": lambda found: f"{found.memory / 1024:.1f} MiB",
}
_BYTES = {"bytes": lambda found: f"{found.bytes / 1e6:.3f} MB" if found.bytes else ""}
_NEARNESS = {
    "@2x PSNR": lambda found: f"{found.psnr_2x:.1f} dB",
    "@2x SSIM": lambda found: f"{found.ssim_2x:.4f}",
    "@1x PSNR": lambda found: f"{found.psnr_1x:.1f} dB",
    "@1x SSIM": lambda found: f"{found.ssim_1x:.4f}",
}
