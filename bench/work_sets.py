"""The work sets, which are generated once, from one seed, in `.build/bench/sets`.

Several encoders save the stills, so that none is favored. A set is generated again when VERSION, SEED, or the
version of Pillow, numpy or another program that makes the set changes.
"""

import functools
import importlib.metadata
import os
import pathlib
import shutil
import subprocess
import sys

import numpy
import oxipng
import PIL
from PIL import Image

from drawing import CartoonCharacter, draw, frames, photograph
from goals import RequirementMissing
from programs import OPTIMIZER, apngopt_arguments
from renderings import SCENES, render_drawings, render_drawings_with_chromium, renderer_fingerprint, require, scene
from texture import TOOLS, textured, textured_frames
from webp_sets import webps, whatsapp_stills

VERSION = 3
SEED = 2026
SETS = pathlib.Path(__file__).resolve().parent.parent / ".build" / "bench" / "sets"
DELAY_MILLISECONDS = 80
ANIMATED = (
    ("zoom", "crayon"), ("rotation", "watercolor"), ("walk", "brush"), ("zoom", "camera"),
    ("rotation", "gradient"), ("walk", "spray"), ("zoom", "brush"), ("walk", "crayon"))
# Shares of the stills.
ENCODERS = {"plain": 0.6, "optimized": 0.14, "other": 0.14, "palette": 0.09, "opaque": 0.03}


def stills(folder):
    """1,000 stickers as designers export them: 300 to 618 px, several encoders, some with a palette."""
    random = numpy.random.default_rng((SEED, 1))
    resaved = folder.parent / "resaved"
    resaved.mkdir()
    for number in range(1000):
        width, height = _native_size(random)
        image = Image.fromarray(draw(CartoonCharacter.drawn_from(random), width, height))
        path = folder / f"sticker-{number:04}.png"
        encoder = random.choice(list(ENCODERS), p=list(ENCODERS.values()))
        if encoder == "other":
            image.save(resaved / path.name, compress_level=1)
        elif encoder == "palette":
            image.quantize(256, Image.Quantize.FASTOCTREE).save(path)
        elif encoder == "opaque":
            image.convert("RGB").save(path)
        else:
            image.save(path, optimize=encoder == "optimized")
    _resave_with_libpng(resaved, folder)


def _resave_with_libpng(drawn, folder):
    """Saves the files in `drawn` to another folder with ImageMagick, which uses libpng, and removes `drawn`."""
    options = ["-strip", "-define", "png:color-type=6", "-define", "png:exclude-chunks=date,time"]
    files = sorted(str(path) for path in drawn.iterdir())
    subprocess.run(["mogrify", "-path", str(folder), *options, *files], check=True)
    shutil.rmtree(drawn)


def _native_size(random):
    """Returns one of Apple's three sizes at @3x, or sometimes one in between. One in ten is not square."""
    side = int(random.choice([300, 408, 618, int(random.integers(300, 619))], p=[0.27, 0.3, 0.33, 0.1]))
    other = max(300, int(side * random.uniform(0.7, 1))) if random.random() < 0.1 else side
    return (side, other) if random.random() < 0.5 else (other, side)


def large_stills(folder):
    """300 stickers of 618 x 618 to pack."""
    random = numpy.random.default_rng((SEED, 2))
    for number in range(300):
        rgba = draw(CartoonCharacter.drawn_from(random), 618, 618)
        Image.fromarray(rgba).save(folder / f"sticker-{number:03}.png")


def apngs(folder, count=30, part=3, sides=(501,)):
    """Animations of 24 frames below 500 KB. In every other one, and in large ones, only the face moves."""
    random = numpy.random.default_rng((SEED, part))
    for number in range(count):
        side = sides[number % len(sides)]
        only_face = number % 2 == 1 or side > 501
        style = ("flat", "shaded", "glowing")[number // 2 % 3] if only_face else "flat"
        character = CartoonCharacter.drawn_from(random, style, most_patches=10 if only_face else 3)
        _save_animation(frames(character, side, only_face), folder / f"animation-{number:02}.png")


def _save_animation(drawn, path):
    """Saves frames of straight RGBA as an APNG that loops forever."""
    images = [Image.fromarray(rgba) for rgba in drawn]
    images[0].save(path, save_all=True, append_images=images[1:], duration=DELAY_MILLISECONDS, loop=0)


def apngs_to_pack(folder):
    """8 animations, 501 to 618 px."""
    apngs(folder, count=8, part=4, sides=(501, 540, 501, 618))


def gifs(folder):
    """30 animations of 24 frames, 500 x 500, half of them optimized by Pillow."""
    random = numpy.random.default_rng((SEED, 5))
    for number in range(30):
        drawn = frames(CartoonCharacter.drawn_from(random, ("flat", "shaded", "painted")[number % 3]), 500)
        images = [Image.fromarray(_cut_out(rgba)) for rgba in drawn]
        images[0].save(
            folder / f"animation-{number:02}.gif", save_all=True, append_images=images[1:],
            duration=DELAY_MILLISECONDS, loop=0, disposal=2, optimize=number % 2 == 0)


def _cut_out(rgba):
    """Makes every pixel transparent or opaque, since GIF has no soft edges."""
    rgba = rgba.copy()
    rgba[..., 3] = numpy.where(rgba[..., 3] < 128, 0, 255)
    rgba[rgba[..., 3] == 0] = 0
    return rgba


def jpegs(folder):
    """100 images of about 600 x 600, every sixth one progressive."""
    random = numpy.random.default_rng((SEED, 6))
    for number in range(100):
        image = Image.fromarray(photograph(random, int(random.integers(580, 619))))
        image.save(
            folder / f"photo-{number:02}.jpg", quality=int(random.integers(82, 93)),
            subsampling=("4:2:0", "4:4:4")[number % 2], progressive=number % 6 == 5)


def ten_packs(folder):
    """10,000 files: the 1,000 stills as ten packs."""
    for number in range(10):
        pack = folder / f"pack-{number}"
        pack.mkdir()
        for path in sorted((SETS / "stills").iterdir()):
            os.link(path, pack / path.name)


def tiny(folder):
    """One small sticker."""
    rgba = draw(CartoonCharacter.drawn_from(numpy.random.default_rng((SEED, 7)), "flat"), 300, 300)
    Image.fromarray(rgba).quantize(16, Image.Quantize.FASTOCTREE).save(folder / "tiny.png")


def stills_to_optimize(folder, count=24):
    """Every fortieth of the 1,000 stills, which are drawn art."""
    _link_files("stills", folder, slice(0, 40 * count, 40))


def textured_stills(folder):
    """20 stills of 618 x 618 by six tools, saved by `_save_textured`."""
    _save_textured(folder, count=20, part=9)


def textured_to_pack(folder):
    """60 more stills of the same kind."""
    _save_textured(folder, count=60, part=17)


def _save_textured(folder, count, part):
    """Saves textured stills. libpng writes half of them, with rows of all five filters and many with Paeth and Average.
    Rows that Pillow writes use Paeth, but never Average."""
    drawn = folder.parent / "resaved"
    drawn.mkdir()
    for number in range(count):
        random = numpy.random.default_rng((SEED, part, number))
        rgba = textured(random, TOOLS[number % len(TOOLS)], 618, 618)
        place = drawn if (number + number // len(TOOLS)) % 2 else folder
        Image.fromarray(rgba).save(place / f"textured-{number:02}.png")
    _resave_with_libpng(drawn, folder)


def mixed_to_fix(folder):
    """148 PNG, APNG, GIF, JPEG and WebP files, drawn and textured, some above the limit for the file size."""
    _link_mixed(folder, stills=60, textured_to_check=30, textured_stills=10, jpegs=20, gifs=10, apngs=8, webps=6,
                textured_apngs=4)


def mixed_to_preview(folder):
    """35 PNG, APNG, GIF, JPEG and WebP files, drawn and textured."""
    _link_mixed(folder, stills=12, textured_to_check=8, jpegs=5, gifs=4, apngs=3, webps=2, textured_apngs=1)


def textured_to_check(folder):
    """120 stills of 300 to 618 px by six tools. libpng writes half, and Pillow and oxipng write a quarter each."""
    drawn = folder.parent / "resaved"
    drawn.mkdir()
    for number in range(120):
        random = numpy.random.default_rng((SEED, 11, number))
        rgba = textured(random, TOOLS[number % len(TOOLS)], *_native_size(random))
        place = (drawn, folder, drawn, folder)[number // len(TOOLS) % 4]
        path = place / f"textured-{number:03}.png"
        Image.fromarray(rgba).save(path)
        if number // len(TOOLS) % 4 == 3:
            path.write_bytes(oxipng.optimize_from_memory(path.read_bytes(), level=2))
    _resave_with_libpng(drawn, folder)


def large_pictures(folder):
    """10 stills of 1,000 to 3,000 px, as designers have them before scaling them down. Half are textured."""
    for number, side in enumerate(range(1000, 3001, 222)):
        random = numpy.random.default_rng((SEED, 12, number))
        if number % 2:
            rgba = textured(random, TOOLS[number // 2 % len(TOOLS)], side, side)
        else:
            rgba = draw(CartoonCharacter.drawn_from(random), side, side)
        Image.fromarray(rgba).save(folder / f"large-{side}.png")


def textured_apngs(folder):
    """8 animations of 24 frames, which exceed the file size limits of messengers."""
    for number, (motion, tool) in enumerate(ANIMATED):
        random = numpy.random.default_rng((SEED, 10, number))
        drawn = textured_frames(random, tool, motion, (501, 540)[number % 2])
        _save_animation(drawn, folder / f"{motion}-{tool}.png")


def video_stickers(folder):
    """10 animations of 24 frames, 512 x 512, six drawn and four textured, with the pack file that Telegram requires."""
    motions = ANIMATED[:4]
    for number in range(10):
        random = numpy.random.default_rng((SEED, 16, number))
        if number < 6:
            character = CartoonCharacter.drawn_from(random, ("flat", "shaded", "glowing")[number % 3])
            drawn = frames(character, 512, number % 2 == 1)
        else:
            motion, tool = motions[number - 6]
            drawn = textured_frames(random, tool, motion, 512)
        _save_animation(drawn, folder / f"animation-{number:02}.png")
    stickers = "".join(f'  - {{ file: animation-{number:02}.png, emoji: ["👋"] }}\n' for number in range(10))
    (folder / "stickerpack.yml").write_text(f"name: Video\nstickers:\n{stickers}", encoding="utf-8")


def webms(folder):
    """The ten animations of `video_stickers` as WebM with alpha, written by ffmpeg."""
    require("ffmpeg")
    for path in sorted(work_set("video_stickers").glob("*.png")):
        subprocess.run(
            ["ffmpeg", "-v", "error", "-i", path, "-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-b:v", "600k",
             folder / f"{path.stem}.webm"], check=True)


def shipped(folder):
    """The published stickers in the corpus, in one folder: 165, all of them stills."""
    corpus = os.environ.get("STICKERLINT_CORPUS")
    stickers = pathlib.Path(corpus or "nowhere") / "stickers"
    if not corpus or not stickers.is_dir():
        raise RequirementMissing("the corpus with published stickers is missing")
    for path in sorted(stickers.rglob("*.png")):
        shutil.copyfile(path, folder / "-".join(path.relative_to(stickers).parts).replace(" ", "-"))


def shipped_supported_by_floor(folder):
    """The published stickers that the floor can decode: 8-bit truecolor or palette, not interlaced."""
    for path in sorted(work_set("shipped").iterdir()):
        depth, color, interlaced = (path.read_bytes()[at] for at in (24, 25, 28))
        if not interlaced and (color == 3 or (depth == 8 and color in (2, 6))):
            os.link(path, folder / path.name)


def apngs_to_optimize(folder):
    """Three drawn animations and two textured ones."""
    _link_files("apngs_to_pack", folder, slice(0, 3))
    _link_files("textured_apngs", folder, slice(0, 2))


def apngs_by_apngopt(folder):
    """The same animations, optimized by apngopt."""
    require("apngopt")
    command = apngopt_arguments(folder)
    subprocess.run(command, check=True, cwd=work_set("apngs_to_optimize"), stdout=subprocess.DEVNULL)


def apngs_by_oxipng(folder):
    """The same animations, optimized by oxipng."""
    for path in sorted(work_set("apngs_to_optimize").iterdir()):
        (folder / path.name).write_bytes(oxipng.optimize_from_memory(path.read_bytes(), level=2))


def gifs_to_convert(folder):
    """Four of the GIF animations."""
    _link_files("gifs", folder, slice(0, 30, 8))


def _link_mixed(folder, **counts):
    """Links this many files of each set, evenly spaced, under names that say where they come from."""
    for set_name, count in counts.items():
        paths = sorted(path for path in work_set(set_name).rglob("*") if path.is_file())
        for number in range(count):
            path = paths[number * len(paths) // count]
            os.link(path, folder / f"{set_name}-{path.name}".replace("_", "-"))


def heavy_stills(folder):
    """8 stills with heavy grain and many colors, of 440 to 720 kB each."""
    subprocess.run([OPTIMIZER, "lossy", "draw", folder, "--count", "2"], check=True)
    for path in folder.glob("soft-shadow-*"):
        path.unlink()


def _link_files(set_name, folder, part):
    for path in sorted(work_set(set_name).iterdir())[part]:
        os.link(path, folder / path.name)


SET_WRITERS = {
    "stills_to_optimize": stills_to_optimize, "textured_stills": textured_stills, "shipped": shipped,
    "shipped_supported_by_floor": shipped_supported_by_floor,
    "textured_to_check": textured_to_check, "textured_to_pack": textured_to_pack, "mixed_to_fix": mixed_to_fix,
    "mixed_to_preview": mixed_to_preview, "large_pictures": large_pictures,
    "heavy_stills": heavy_stills, "gifs_to_convert": gifs_to_convert, "textured_apngs": textured_apngs,
    "apngs_to_optimize": apngs_to_optimize, "video_stickers": video_stickers, "webms": webms,
    "apngs_by_apngopt": apngs_by_apngopt, "apngs_by_oxipng": apngs_by_oxipng,
    **{made.__name__: functools.partial(made, seed=SEED) for made in (whatsapp_stills, webps)},
    "stills": stills, "ten_packs": ten_packs, "gifs": gifs, "jpegs": jpegs, "apngs": apngs, "tiny": tiny,
    "large_stills": large_stills, "apngs_to_pack": apngs_to_pack,
    "drawings": render_drawings, "drawings_chromium": render_drawings_with_chromium,
    **{name: scene(name, lambda: numpy.random.default_rng((SEED, 8))) for name in SCENES},
}


def _source_fingerprint(name):
    """Returns the program that wrote a set's files, with its version, or the location of the files."""
    if name == "apngs_by_oxipng":
        return f", pyoxipng {importlib.metadata.version('pyoxipng')}"
    if name == "apngs_by_apngopt":
        require("apngopt")
        return ", " + subprocess.run(["apngopt"], capture_output=True, text=True).stdout.strip()
    return f", {os.environ.get('STICKERLINT_CORPUS')}" if name.startswith("shipped") else ""


def work_set(name):
    """Returns the folder of a set. Makes the set if it does not exist or is outdated."""
    folder = SETS / name
    state = SETS / f"{name}.made"
    wanted = f"version {VERSION}, seed {SEED}, Pillow {PIL.__version__}, numpy {numpy.__version__}"
    wanted += renderer_fingerprint(name) + _source_fingerprint(name)
    if state.exists() and state.read_text() == wanted:
        return folder
    if name == "ten_packs":
        work_set("stills")
    print(f"Making the work set {name}", file=sys.stderr, flush=True)
    state.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(SETS / "resaved", ignore_errors=True)
    folder.mkdir(parents=True)
    SET_WRITERS[name](folder)
    state.write_text(wanted)
    return folder
