"""Draws sticker-like images with the texture of a brush, a pen or a camera. The same seed gives the same art.

The characters are those of `drawing.py`, with grain, strokes, dither or noise over their flat colors, and edges as
rough as the tool makes them. They have the file sizes of published art of that kind: 3 to 9 bits per pixel. Half of the
art in `drawing.py` is below 2.5.
"""

import dataclasses
import math

import numpy
from PIL import Image

from drawing import CartoonCharacter, draw, octaves

TOOLS = ("crayon", "brush", "gradient", "watercolor", "camera", "spray")


def textured(random, tool, width, height):
    """Draws one still as straight RGBA."""
    style = "photographed" if tool == "camera" else "flat"
    base = draw(CartoonCharacter.drawn_from(random, style), width, height)
    return with_texture(base, random, tool)


def with_texture(base, random, tool):
    """Adds the texture of a tool to an image of flat colors."""
    height, width = base.shape[:2]
    colors, alpha = base[..., :3].astype(numpy.float32), base[..., 3].astype(numpy.float32) / 255
    # Rough edges extend past the old ones, so transparent pixels there take the color of their neighbors.
    beside = _blurred(colors * alpha[..., None], 12) / numpy.maximum(_soft(alpha, 12), 1e-3)[..., None]
    colors = numpy.where(alpha[..., None] > 0, colors, beside)
    colors, alpha = _OF_TOOLS[tool](random, colors, alpha, width, height)
    rgba = numpy.dstack([numpy.clip(colors, 0, 255), 255 * numpy.clip(alpha, 0, 1)])
    rgba = (rgba + 0.5).astype(numpy.uint8)
    rgba[rgba[..., 3] == 0] = 0
    return rgba


def _crayon(random, colors, alpha, width, height):
    """Wax on rough paper: the paper shows through as lighter dots, and as holes toward the edge."""
    paper = _paper(random, width, height)
    strokes = _bristles(random, width, height, across=5, along=40)
    colors = colors + (20 * paper + 12 * strokes)[..., None]
    inside = _soft(alpha, 18)
    return colors, alpha * numpy.clip(0.3 + 1.5 * inside + 0.8 * paper, 0, 1)


def _brush(random, colors, alpha, width, height):
    """Oil: bristles leave streaks in color and a frayed edge."""
    streaks = _bristles(random, width, height, across=4, along=30)
    broad = octaves(random, width, height, (5, 11, 23))
    tints = numpy.stack([_bristles(random, width, height, across=9, along=9) for _ in range(3)], axis=2)
    colors = colors + (30 * streaks + 30 * broad)[..., None] + 12 * tints
    frayed = numpy.clip((_soft(alpha, 10) - 0.5 + 0.35 * streaks) * 6 + 0.5, 0, 1)
    return colors, frayed * numpy.clip(_soft(alpha, 3) * 2, 0, 1)


def _gradient(random, colors, alpha, width, height):
    """Airbrushed light and color, dithered by a level or two as drawing programs do."""
    down, across = numpy.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    angle = random.uniform(0, 2 * math.pi)
    slope = math.cos(angle) * across + math.sin(angle) * down
    center = random.uniform(-0.5, 0.5, 2)
    shine = numpy.exp(-3 * ((across - center[0]) ** 2 + (down - center[1]) ** 2))
    colors = colors * (1 + 0.3 * slope - 0.1 * slope**2)[..., None] + 60 * shine[..., None]
    dither = random.uniform(-1, 1, colors.shape) + random.uniform(-1, 1, colors.shape)
    return colors + random.choice([0.5, 1, 1.5]) * dither, _soft(alpha, 3)


def _watercolor(random, colors, alpha, width, height):
    """Translucent washes whose pigment settles in the paper, darker at their edges."""
    paper = _paper(random, width, height)
    wash = octaves(random, width, height, (3, 7, 19, 60))
    rim = 1 - numpy.clip(2 * _soft(alpha, 14) - 1, 0, 1)
    colors = colors * (1 + 0.12 * wash)[..., None] - 40 * rim[..., None]
    return colors, alpha * numpy.clip(0.72 + 0.2 * wash + 0.1 * paper + 0.2 * rim, 0, 1)


def _camera(random, colors, alpha, width, height):
    """A photograph, cut out: slightly out of focus, with sensor noise and a feathered edge."""
    colors = _blurred(colors, 2)
    light = octaves(random, width, height, (2, 5, 17))
    noise = 1.2 * _speckle(random, width, height, 1) + 0.8 * _speckle(random, width, height, 3)
    return colors * (1 + 0.2 * light)[..., None] + noise, _soft(alpha, 4)


def _spray(random, colors, alpha, width, height):
    """Paint from a can: fine grain, and drops that thin out past the edge."""
    grain = random.normal(0, 1, (height, width)).astype(numpy.float32)
    colors = colors + (9 * grain + 14 * octaves(random, width, height, (6, 18)))[..., None]
    drops = random.uniform(0, 1, (height, width)) < _soft(alpha, 12) ** 2
    return colors, numpy.maximum(_soft(alpha, 3) ** 2, 0.8 * drops)


_OF_TOOLS = {
    "crayon": _crayon, "brush": _brush, "gradient": _gradient, "watercolor": _watercolor, "camera": _camera,
    "spray": _spray,
}


def _paper(random, width, height):
    """Returns the texture of paper: noise of three to eleven pixels, about -1...1."""
    layers = zip((3, 5, 11), (0.8, 0.6, 0.4))
    return sum(
        strength * _grid(random, width // size + 1, height // size + 1, width, height)
        for size, strength in layers)


def _bristles(random, width, height, across, along):
    """Returns streaks in one direction, `across` px wide and `along` px long, about -1...1."""
    side = int(1.5 * max(width, height))
    streaks = Image.fromarray(_grid(random, side // along, side // across, side, side))
    streaks = streaks.rotate(random.uniform(0, 180), Image.Resampling.BICUBIC)
    left, top = (side - width) // 2, (side - height) // 2
    return numpy.asarray(streaks.crop((left, top, left + width, top + height)))


def _speckle(random, width, height, size):
    """Returns noise that differs between the color channels."""
    return numpy.stack([
        random.normal(0, 1, (height, width)).astype(numpy.float32) if size == 1 else
        2 * _grid(random, width // size + 1, height // size + 1, width, height) for _ in range(3)], axis=2)


def _grid(random, across, down, width, height):
    grid = Image.fromarray(random.uniform(-1, 1, (max(1, down), max(1, across))).astype(numpy.float32))
    return numpy.asarray(grid.resize((width, height), Image.Resampling.BICUBIC))


def _soft(alpha, radius):
    return _blurred(alpha[..., None], radius)[..., 0]


def _blurred(planes, radius):
    """Blurs with two box filters per direction."""
    for axis in (0, 1, 0, 1):
        padded = numpy.pad(
            planes, [(radius + 1, radius) if n == axis else (0, 0) for n in range(3)], mode="edge")
        total = padded.cumsum(axis=axis, dtype=numpy.float64)
        ends = numpy.take(total, range(2 * radius + 1, total.shape[axis]), axis=axis)
        starts = numpy.take(total, range(total.shape[axis] - 2 * radius - 1), axis=axis)
        planes = ((ends - starts) / (2 * radius + 1)).astype(numpy.float32)
    return planes


@dataclasses.dataclass
class Motion:
    """The motion of a frame: rotation in radians, scale, and shift in units of half the canvas."""

    turn: float = 0.0
    scale: float = 1.0
    right: float = 0.0
    down: float = 0.0


MOTIONS = {
    "zoom": lambda angle: Motion(scale=0.92 + 0.08 * math.sin(angle)),
    "rotation": lambda angle: Motion(turn=0.2 * math.sin(angle)),
    "walk": lambda angle: Motion(
        turn=0.05 * math.sin(angle), right=0.06 * math.sin(angle), down=0.04 * math.cos(2 * angle)),
}


def textured_frames(random, tool, motion, side, count=24):
    """Draws a seamless loop of a textured character that moves slightly in each frame.

    In a walk, the texture is drawn again for each frame, as by hand. Otherwise it moves with the character."""
    style = "photographed" if tool == "camera" else "flat"
    character = CartoonCharacter.drawn_from(random, style)
    seeds = random.integers(1 << 31, size=count)
    found = []
    for number in range(count):
        moved = MOTIONS[motion](2 * math.pi * number / count)
        if motion == "walk":
            drawn = draw(character, side, side, moved.turn, moved.down, gaze=moved.right)
            found.append(with_texture(drawn, numpy.random.default_rng(seeds[number]), tool))
        else:
            if not found:
                still = with_texture(
                    draw(character, side, side), numpy.random.default_rng(seeds[0]), tool)
            found.append(_moved(still, moved))
    return found


def _moved(rgba, motion):
    """Rotates and scales around the center, with premultiplied values."""
    side = rgba.shape[0]
    cosine, sine = math.cos(motion.turn) / motion.scale, math.sin(motion.turn) / motion.scale
    half = side / 2
    matrix = (cosine, sine, half * (1 - cosine - sine), -sine, cosine, half * (1 + sine - cosine))
    alpha = rgba[..., 3].astype(numpy.float32) / 255
    planes = [alpha * rgba[..., channel] for channel in range(3)] + [255 * alpha]
    moved = numpy.stack([
        numpy.asarray(Image.fromarray(plane).transform(
            (side, side), Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC))
        for plane in planes], axis=2)
    alpha = numpy.clip(moved[..., 3:], 0, 255)
    visible = numpy.round(alpha) > 0
    straight = numpy.where(visible, moved[..., :3] * 255 / numpy.maximum(alpha, 1e-3), 0)
    return numpy.round(numpy.dstack([numpy.clip(straight, 0, 255), numpy.where(visible, alpha, 0)])).astype(
        numpy.uint8)
