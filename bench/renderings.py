"""Makes art at @3x, @2x and @1x, in folders with these names, which contain files with the same names.

The drawings in `drawings.txt` are rendered at each size. Generated scenes are averaged down from three times the
resolution.
"""

import pathlib
import shutil
import subprocess
import tempfile

import numpy
from PIL import Image, ImageFilter

from drawing import CartoonCharacter, draw, octaves
from goals import RequirementMissing

LIST = pathlib.Path(__file__).with_name("drawings.txt")
STAMPS = pathlib.Path("/usr/share/tuxpaint/stamps")
SCALES = (3, 2, 1)
SIDE = 618  # the longer side, at @3x
SCENES = {
    "noise": "noise at all scales", "stripes": "fine stripes", "shadow": "soft shadow",
    "cutout": "cut-out",
}


def _listed_drawings(only_chromium):
    """Yields `(width and height at @1x, path)` of the listed drawings."""
    if not STAMPS.is_dir():
        raise RequirementMissing("Debian's tuxpaint-stamps-default is missing. Run make bench-deps")
    for row in LIST.read_text().splitlines():
        if row and not row.startswith("#"):
            width, height, mark, name = row.split()
            if mark == "*" or not only_chromium:
                yield (int(width) // 3, int(height) // 3), STAMPS / name


def _rendering_path(folder, scale, path):
    """Returns the path for a rendering: `animals-insects-cartoon-ant.png`."""
    name = "-".join(path.relative_to(STAMPS).with_suffix("").parts)
    return folder / f"@{scale}x" / f"{name}.png"


def render_drawings(folder):
    """Renders the drawings with librsvg. Width and height are specified, so each drawing fills its image exactly."""
    require("rsvg-convert")
    for scale in SCALES:
        (folder / f"@{scale}x").mkdir()
        for (width, height), path in _listed_drawings(only_chromium=False):
            sides = ["-w", str(width * scale), "-h", str(height * scale)]
            subprocess.run(["rsvg-convert", *sides, "-o", _rendering_path(folder, scale, path), path], check=True)


def render_drawings_with_chromium(folder):
    """Renders the marked drawings with Chromium: one page per scale, which is then cut into images."""
    columns = 4
    listed = list(_listed_drawings(only_chromium=True))
    for scale in SCALES:
        (folder / f"@{scale}x").mkdir()
        cell = SIDE // 3 * scale
        places = [(n % columns * cell, n // columns * cell) for n in range(len(listed))]
        page = "".join(
            f'<img src="{path.as_uri()}" style="position:absolute;'
            f'left:{x}px;top:{y}px;width:{width * scale}px;height:{height * scale}px">'
            for (x, y), ((width, height), path) in zip(places, listed))
        rows = -(-len(listed) // columns)
        # The window's frame takes up some of the window's height.
        sheet = _screenshot(page, columns * cell, rows * cell + 200)
        for (x, y), ((width, height), path) in zip(places, listed):
            art = sheet.crop((x, y, x + width * scale, y + height * scale))
            if not art.getbbox():
                raise RequirementMissing(f"Chromium does not draw {path.name}")
            art.save(_rendering_path(folder, scale, path))


def _screenshot(body, width, height):
    """Returns a screenshot with a transparent background, as straight RGBA."""
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        (place / "page.html").write_text(f'<!doctype html><body style="margin:0">{body}')
        command = [
            chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--force-device-scale-factor=1", "--force-color-profile=srgb", "--allow-file-access-from-files",
            "--default-background-color=00000000", f"--window-size={width},{height}",
            f"--user-data-dir={place / 'profile'}", f"--screenshot={place / 'page.png'}",
            "--virtual-time-budget=10000", (place / "page.html").as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        with Image.open(place / "page.png") as image:
            return image.convert("RGBA")


def chromium():
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        raise RequirementMissing("Chromium is missing. Run make bench-deps")
    return found


def require(program):
    if not shutil.which(program):
        raise RequirementMissing(f"{program} is missing. Run make bench-deps")


def renderer_fingerprint(name):
    """Returns what a set of renderings depends on: the list of drawings, and the renderer's version."""
    if name not in ("drawings", "drawings_chromium"):
        return ""
    program = chromium() if name.endswith("chromium") else "rsvg-convert"
    require(program)
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
    return f", {said}\n{LIST.read_text()}"


def scene(name, random):
    """Returns a function that makes a scene's set: drawn at 1854 x 1854, and averaged down to each scale."""

    def make(folder):
        large = _DRAWN[name](random(), 3 * SIDE)
        for scale in SCALES:
            (folder / f"@{scale}x").mkdir()
            Image.fromarray(downscale(large, SIDE * scale // 3)).save(folder / f"@{scale}x" / f"{name}.png")

    return make


def downscale(rgba, side):
    """Scales an image down. Each pixel is the mean of the premultiplied values in its area, in double precision."""
    alpha = rgba[..., 3:] / 255
    mean = numpy.concatenate([rgba[..., :3] * alpha, 255 * alpha], axis=2)
    for axis in (0, 1):
        mean = numpy.moveaxis(mean, axis, 0)
        # Integrates over each area, with interpolation between two pixels.
        total = numpy.concatenate([numpy.zeros_like(mean[:1]), mean.cumsum(axis=0)])
        ends = numpy.linspace(0, len(mean), side + 1)
        whole = numpy.minimum(ends.astype(int), len(mean) - 1)
        rest = (ends - whole).reshape(-1, 1, 1)
        total = total[whole] * (1 - rest) + total[whole + 1] * rest
        mean = numpy.moveaxis(numpy.diff(total, axis=0) * side / len(mean), 0, axis)
    alpha = numpy.round(mean[..., 3:])
    straight = numpy.divide(
        mean[..., :3] * 255, mean[..., 3:], out=numpy.zeros_like(mean[..., :3]), where=alpha > 0)
    return numpy.clip(numpy.concatenate([numpy.round(straight), alpha], axis=2), 0, 255).astype(numpy.uint8)


def _noise(random, side):
    """Noise from a quarter of the image down to one pixel, with strong fine details, separately for each channel."""
    counts = [4 * 2**level for level in range(9)]
    layers = [
        sum(octaves(random, side, side, [count]) * 0.8**level for level, count in enumerate(counts))
        for _ in range(3)]
    return _opaque(128 + 60 * numpy.dstack(layers))


def _stripes(random, side):
    """Curved stripes of two colors that get finer to the right, eight to three pixels wide at @3x."""
    down, across = numpy.mgrid[0 : 1 : side * 1j, 0 : 1 : side * 1j]
    turns = side * (across / 16 + across**2 / 24) / 3 + 12 * down * across
    mixed = (0.5 + 0.5 * numpy.clip(4 * numpy.sin(2 * numpy.pi * turns), -1, 1))[..., None]
    colors = numpy.array([[60, 30, 20], [255, 200, 90]], numpy.float64)
    return _opaque(colors[0] * (1 - mixed) + colors[1] * mixed)


def _shadow(random, side):
    """A disc with an outline over its own blurred shadow, on a transparent background."""
    down, across = numpy.mgrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j]
    distance = numpy.hypot(across, down)
    disc = numpy.where(distance < 0.6, 255, 0).astype(numpy.uint8)
    under = Image.fromarray(numpy.roll(disc, side // 24, (0, 1))).filter(ImageFilter.GaussianBlur(side / 30))
    under = 0.6 * numpy.asarray(under, dtype=numpy.float64)
    colors = numpy.where((distance < 0.56)[..., None], (250, 190, 60), (60, 30, 20)) * (disc[..., None] / 255)
    return numpy.dstack([colors, numpy.maximum(disc, under)]).astype(numpy.uint8)


def _cutout(random, side):
    """A photographed character, cut out."""
    return draw(CartoonCharacter.drawn_from(random, "photographed"), side, side)


def _opaque(colors):
    alpha = numpy.full(colors.shape[:2], 255)
    return numpy.dstack([numpy.clip(colors + 0.5, 0, 255), alpha]).astype(numpy.uint8)


_DRAWN = {"noise": _noise, "stripes": _stripes, "shadow": _shadow, "cutout": _cutout}
