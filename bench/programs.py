"""The programs to compare, each with the fastest options that do the work.

`identify` reads only headers by default, decodes with -regard-warnings, and takes three times as long with statistics
or a signature. `mogrify` takes an eighth less CPU with one thread.
"""

import sys

from measure import BENCH_BUILD_FOLDER, OUTPUTS, ROOT, Command

STICKERLINT = ROOT / ".build" / "release" / "stickerlint"
OPTIMIZER = ROOT / ".build" / "release" / "stickerlint-dev"
PEERS = ROOT / "bench" / "peers"
LINT_STATUSES = (0, 1)  # 1: findings, which are expected


def lint(name, folder, *options, **rest):
    return Command(name, [STICKERLINT, "lint", folder, "--no-cache", *options], accepted_statuses=LINT_STATUSES, **rest)


def pngcheck(folder):
    return Command("pngcheck", ["pngcheck", "-q", *file_names(folder)], folder)


def pack(name, folder, output_name, *options, **rest):
    arguments = [STICKERLINT, "pack", folder, "--output", OUTPUTS / output_name, "--no-cache", *options]
    return Command(name, arguments, output_name=output_name, **rest)


def script(name, file, *arguments, **rest):
    """Returns a command for a peer that is a Python library."""
    return Command(name, [sys.executable, PEERS / file, *arguments], **rest)


def pillow_pack(name, folder, output_name, *options, **rest):
    return script(name, "pillow_pack.py", folder, OUTPUTS / output_name, *options, output_name=output_name, **rest)


def vipsthumbnail(folder, output_name, **rest):
    command = "vipsthumbnail --size $side -o $output/%s.png"
    return _each_size("vipsthumbnail", folder, output_name, command, **rest)


def mogrify(folder, output_name, **rest):
    command = "MAGICK_THREAD_LIMIT=1 mogrify -path $output -resize $side"
    return _each_size("ImageMagick mogrify", folder, output_name, command, **rest)


def _each_size(name, folder, output_name, command, **rest):
    """Returns a command that runs a program once for each size. Each run makes this size of all files."""
    loop = (
        "for size in 2x:412x412 1x:206x206; do side=${size#*:}; output=$0/@${size%:*}; mkdir -p $output;"
        f" {command} *.png || exit 1; done"
    )
    return Command(name, ["sh", "-c", loop, OUTPUTS / output_name], folder, output_name=output_name, **rest)


def smallest(name, folder, output_name, effort="normal", **rest):
    """Returns a command that minimizes each PNG and APNG in a folder, one at a time as peers do."""
    arguments = [
        STICKERLINT, "fix", "--smallest", folder, "--output", OUTPUTS / output_name, "--effort", effort, "--jobs", "1",
        "--no-cache", "--no-config"]
    return Command(name, arguments, output_name=output_name, accepted_statuses=LINT_STATUSES, **rest)


def oxipng(name, level, folder, output_name):
    return script(name, "oxipng_optimize.py", str(level), folder, OUTPUTS / output_name, output_name=output_name)


def apngopt(name, folder, output_name):
    return Command(name, apngopt_arguments(OUTPUTS / output_name), folder, output_name=output_name)


def apngopt_arguments(output):
    """Returns a command for all files in its folder.

    It runs in the output folder, because apngopt treats arguments that start with / as options."""
    loop = (
        "mkdir -p $0 && cp *.png $0 && cd $0 &&"
        ' for file in *.png; do apngopt "$file" part && mv part "$file" || exit 1; done'
    )
    return ["sh", "-c", loop, output]


def file_names(folder):
    return sorted(path.name for path in folder.iterdir())


def floor_command(kind, name, folder):
    return Command(name, [BENCH_BUILD_FOLDER / "floor" / kind, folder])


def identify(folder):
    return Command("ImageMagick identify", ["identify", "-regard-warnings", *file_names(folder)], folder)
