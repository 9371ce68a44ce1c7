"""All benchmarks. The first command of each is ours."""

import atexit
import pathlib
import shutil
import subprocess
import tempfile

import programs
from checks import (
    WITHOUT_APPEARANCE_RULES, large, lint_with_and_without_appearance_rules, png, png_shipped, png_textured)
from goals import Benchmark, Goal
from measure import OUTPUTS, Command
from programs import LINT_STATUSES, STICKERLINT, floor_command, identify, lint, script
from reduce_file_size import reduce_eight_stills
from smallest import smallest, smallest_apng, smallest_max
from variants import variants, variants_chromium, variants_scenes
from webm import video_stickers, webm
from webp import webp, whatsapp
from work_sets import work_set

# Rules whose errors do not stop a pack here. They still run.
SEVERITY_OVERRIDES = (
    "--severity", "file-size=hint", "--severity", "pixel-dimensions=hint", "--severity", "opaque-background=hint")


def jobs():
    return _jobs("jobs", "Full check of 1,000 PNG stickers with two jobs, and in worker processes", "stills")


def jobs_textured():
    title = "Full check of 120 textured PNG stickers with two jobs, and in worker processes"
    return _jobs("jobs_textured", title, "textured_to_check", repeats=3)


def jobs_shipped():
    title = "Full check of published PNG stickers with two jobs, and in worker processes"
    return _jobs("jobs_shipped", title, "shipped", repeats=3)


def _jobs(name, title, set_name, repeats=1):
    folder = work_set(set_name)
    commands = [
        lint("--jobs 2", folder, "--jobs", "2"), lint("--jobs 1", folder, "--jobs", "1"),
        lint("--isolate", folder, "--jobs", "2", "--isolate")]
    for command in commands:
        command.repeats = repeats
    goals = [Goal("times less", 1.8, "--jobs 1", "wall"), Goal("share", 1.1, "--jobs 2", ours="--isolate")]
    return Benchmark(name, title, commands, goals)


def gif():
    folder = work_set("gifs")
    return Benchmark(
        "gif", "Full check of 30 GIF animations of 24 frames, 500 x 500",
        [
            *lint_with_and_without_appearance_rules(folder),
            identify(folder),
            script("Pillow", "pillow_check.py", folder),
            floor_command("gif", "giflib alone", folder),
        ],
        [
            Goal("ms more", 300, WITHOUT_APPEARANCE_RULES),  # 10 ms for each of 30 animations
            Goal("times less", 1.6, "ImageMagick identify"),
            Goal("times less", 2.4, "Pillow"),
            Goal("times less", 1.4, "giflib alone"),
        ])


def jpeg():
    folder = work_set("jpegs")
    return Benchmark(
        "jpeg", "Full check of 100 JPEG images of about 600 x 600",
        [
            *lint_with_and_without_appearance_rules(folder),
            identify(folder),
            script("Pillow", "pillow_check.py", folder),
            floor_command("jpeg", "libjpeg-turbo alone", folder),
        ],
        [
            Goal("share", 1.3, "libjpeg-turbo alone"),
            Goal("share", 1.15, "libjpeg-turbo alone", ours=WITHOUT_APPEARANCE_RULES),
        ])


def apng():
    folder = work_set("apngs")
    return Benchmark(
        "apng", "Full check of 30 APNG animations of 24 frames, 501 x 501",
        [
            *lint_with_and_without_appearance_rules(folder),
            script("Pillow", "pillow_check.py", folder),
        ],
        [Goal("ms more", 300, WITHOUT_APPEARANCE_RULES)])  # 10 ms for each of 30 animations


def start():
    folder = work_set("tiny")
    return Benchmark(
        "start", "Startup",
        [
            Command("stickerlint --version", [STICKERLINT, "--version"], repeats=50),
            Command("stickerlint rules", [STICKERLINT, "rules"], repeats=50),
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
    return Benchmark(
        "pack", "Pack of 300 stickers of 618 x 618: lint, @2x and @1x, verify",
        [
            programs.pack("stickerlint", folder, "pack"),
            programs.pillow_pack("Pillow", folder, "pack-pillow"),
            programs.vipsthumbnail(folder, "pack-vips"),
            programs.mogrify(folder, "pack-mogrify"),
        ],
        [
            Goal("times less", 3, "Pillow"),
            Goal("share", 1, "Pillow", "bytes"),
            Goal("times less", 4, "vipsthumbnail"),
            Goal("share", 0.88, "vipsthumbnail", "bytes"),
            Goal("times less", 6, "ImageMagick mogrify"),
            Goal("share", 0.92, "ImageMagick mogrify", "bytes"),
        ])


def pack_textured():
    folder = work_set("textured_to_pack")
    benchmark = _pack_above_limits("pack_textured", "Pack of 60 textured stickers of 618 x 618", folder)
    benchmark.commands.append(programs.vipsthumbnail(folder, "pack-textured-vips"))
    benchmark.goals.append(Goal("times less", 3.5, "vipsthumbnail"))
    return benchmark


def pack_shipped():
    return _pack_above_limits("pack_shipped", "Pack of published stickers", work_set("shipped"))


def _pack_above_limits(name, title, folder):
    """A pack of art that might not meet Apple's limits. All rules run, but none of them stops the pack."""
    return Benchmark(
        name, title,
        [
            programs.pack("stickerlint", folder, name, *SEVERITY_OVERRIDES),
            programs.pillow_pack("Pillow", folder, f"{name}-pillow"),
        ],
        [Goal("times less", 3, "Pillow"), Goal("share", 0.93, "Pillow", "bytes")])


def apng_pack():
    folder = work_set("apngs_to_pack")
    return Benchmark(
        "apng_pack", "Pack of 8 animations of 24 frames",
        [
            programs.pack("stickerlint", folder, "apng-pack"),
            programs.pillow_pack("Pillow", folder, "apng-pack-pillow"),
        ],
        [Goal("times less", 3, "Pillow"), Goal("share", 0.88, "Pillow", "bytes")])


def apng_pack_textured():
    folder = work_set("textured_apngs")
    return Benchmark(
        "apng_pack_textured", "Pack of 8 textured animations of 24 frames",
        [
            programs.pack("stickerlint", folder, "apng-pack-textured", *SEVERITY_OVERRIDES),
            programs.pillow_pack("Pillow", folder, "apng-pack-textured-pillow"),
        ],
        [Goal("times less", 3, "Pillow"), Goal("share", 0.92, "Pillow", "bytes")])


def many():
    folder = work_set("ten_packs")
    return Benchmark(
        "many", "10,000 files compared with 1,000",
        [
            lint("10,000 files", folder, files=10_000),
            lint("1,000 files", folder / "pack-0", files=1_000),
        ],
        # Half of the memory per file is the thumbnail of 32 x 32 tones by which near-duplicates are found.
        [Goal("a file", 1.1, "1,000 files"), Goal("growth", 2.25, "1,000 files", "memory")])


def second_run():
    folder = work_set("stills")
    return Benchmark(
        "again", "A second run over 1,000 unchanged files",
        [
            Command("second run", [STICKERLINT, "lint", folder], accepted_statuses=LINT_STATUSES),
            lint("first run", folder),
        ],
        [Goal("share", 0.1, "first run")])


def rebuild():
    title = "Rebuilding a pack of 300 stickers in memory after one sticker has changed"
    return _rebuild("rebuild", title, work_set("large_stills"))


def rebuild_textured():
    title = "Rebuilding a pack of 60 textured stickers in memory after one sticker has changed"
    return _rebuild("rebuild_textured", title, work_set("textured_to_pack"), *SEVERITY_OVERRIDES)


def _rebuild(name, title, art, *options):
    place = _make_memory_folder()
    build = [STICKERLINT, "pack", place / "art", "--output", place / "pack", *options]
    first, second = sorted(path.name for path in art.iterdir())[:2]

    def change_one():
        """Replaces one sticker with another image, or restores it."""
        if not (place / "art").exists():
            shutil.copytree(art, place / "art")
            subprocess.run(build, check=True, capture_output=True)
        is_original = (place / "art" / first).read_bytes() == (art / first).read_bytes()
        shutil.copyfile(art / (second if is_original else first), place / "art" / first)

    return Benchmark(
        name, title,
        [
            Command("rebuild", build, before=change_one),
            programs.pack("first build", art, place / "first-build", *options),
        ],
        [Goal("share", 0.1, "first build")])


def _make_memory_folder():
    """Returns a folder in memory, or on disk if there is no room. It is removed when the benchmark ends.

    On a disk from which earlier rounds have removed thousands of files, finding free space takes up to half of a
    rebuild's time."""
    memory = pathlib.Path("/dev/shm")
    has_room = memory.is_dir() and shutil.disk_usage(memory).free > 1 << 30
    OUTPUTS.mkdir(parents=True, exist_ok=True)
    place = pathlib.Path(tempfile.mkdtemp(dir=memory if has_room else OUTPUTS))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


def gif_to_apng():
    folder = work_set("gifs_to_convert")
    loop = 'mkdir -p $0; for file in *.gif; do gifsicle -O3 "$file" -o "$0/$file" || exit 1; done'
    return Benchmark(
        "gif_to_apng", "4 GIF animations of 24 frames converted to APNG, compared with the same GIFs optimized",
        [
            Command(
                "stickerlint", [programs.OPTIMIZER, "optimize", folder, "--output", OUTPUTS / "gif-to-apng"],
                output_name="gif-to-apng"),
            Command("gifsicle -O3", ["sh", "-c", loop, OUTPUTS / "gifsicle"], folder, output_name="gifsicle"),
        ],
        [Goal("share", 1, "gifsicle -O3", "bytes")])


def preview():
    folder = work_set("mixed_to_preview")
    return Benchmark(
        "preview", "Preview of 35 files of five formats, before and after fixing",
        [
            Command(
                "stickerlint", [STICKERLINT, "preview", folder, "--output", OUTPUTS / "preview.html"],
                accepted_statuses=LINT_STATUSES),
        ],
        [Goal("most s", 10)])


def fix_plan():
    folder = work_set("mixed_to_fix")
    return Benchmark(
        "fix_plan", "Dry run of the fixes for 148 files of five formats",
        [
            Command("stickerlint", [STICKERLINT, "fix", folder, "--no-cache"], accepted_statuses=LINT_STATUSES),
            lint("lint", folder),
        ],
        [Goal("most s", 15)])


# The names for `--only`. Each selects one or several benchmarks.
BENCHMARKS = {
    "png": [png, png_textured, png_shipped], "large": [large], "jobs": [jobs, jobs_textured, jobs_shipped],
    "gif": [gif], "jpeg": [jpeg], "webp": [webp], "whatsapp": [whatsapp], "webm": [webm],
    "video_stickers": [video_stickers], "apng": [apng], "start": [start],
    "pack": [pack, pack_textured, pack_shipped], "apng_pack": [apng_pack, apng_pack_textured],
    "variants": [variants, variants_chromium, variants_scenes], "many": [many], "again": [second_run],
    "rebuild": [rebuild, rebuild_textured], "preview": [preview], "fix_plan": [fix_plan], "smallest": [smallest],
    "smallest_max": [smallest_max], "smallest_apng": [smallest_apng], "gif_to_apng": [gif_to_apng],
    "fix8": [reduce_eight_stills],
}
