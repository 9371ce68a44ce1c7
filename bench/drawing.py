"""Draws sticker-like images from random numbers. The same seed gives the same art.

Shapes are closed curves, drawn at three times the size and averaged down, so that edges are soft as in exported
art. The shares of flat, shaded, glowing, painted and photographed art are chosen so that the file sizes match those
of published packs: 0.6 to 7 bits per pixel, half of them below 2.5.
"""

import dataclasses
import math

import numpy
from PIL import Image, ImageDraw, ImageFilter

OVERSAMPLED = 3
STYLES = ("flat", "shaded", "glowing", "painted", "photographed")
SHARES = (0.20, 0.24, 0.14, 0.27, 0.15)


@dataclasses.dataclass
class CartoonCharacter:
    """The properties that all frames of a sticker share. Positions are in units of half the canvas."""

    style: str
    body: list  # waves of the outline: (amplitude, phase)
    colors: list
    patches: list  # (x, y, radius, waves, color)
    border: bool
    eyes: tuple
    light: float
    texture: int  # seed of the surface texture
    strength: float  # of the surface texture, 0...1

    @classmethod
    def drawn_from(cls, random, style=None, most_patches=23):
        def patch():
            place, radius = random.uniform(-0.55, 0.55, 2), random.uniform(0.03, 0.26)
            return *place, radius, _waves(random, 0.15), int(random.integers(2, 7))

        patches = [patch() for _ in range(int(random.integers(2, most_patches + 1)))]
        return cls(
            style=style or str(random.choice(STYLES, p=SHARES)),
            body=_waves(random, 0.09),
            colors=[tuple(int(c) for c in random.integers(20, 246, 3)) for _ in range(8)],
            patches=patches,
            border=bool(random.random() < 0.4),
            eyes=tuple(random.uniform((0.15, -0.3, 0.06), (0.35, 0.1, 0.16))),
            light=float(random.uniform(0, 2 * math.pi)),
            texture=int(random.integers(1 << 31)),
            strength=float(random.random()),
        )


def _waves(random, strength):
    return [
        (random.uniform(-strength, strength) / (1 + n / 3), random.uniform(0, 2 * math.pi)) for n in range(5)
    ]


def draw(character, width, height, turn=0.0, bob=0.0, gaze=0.0):
    """Draws one frame as straight RGBA, with a transparent margin.

    `turn` rotates the character, in radians. `bob` moves it down, and `gaze` moves its face to the right, in units of
    half the canvas.
    """
    size = (width * OVERSAMPLED, height * OVERSAMPLED)
    half = min(size) / 2
    center = (size[0] / 2, size[1] / 2 + bob * half)

    def curve(x, y, radius, waves):
        points = []
        for step in range(160):
            angle = 2 * math.pi * step / 160
            reach = radius * (1 + sum(a * math.sin((n + 2) * angle + p) for n, (a, p) in enumerate(waves)))
            points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
        cosine, sine = math.cos(turn), math.sin(turn)
        return [
            (center[0] + half * (px * cosine - py * sine), center[1] + half * (px * sine + py * cosine))
            for px, py in points
        ]

    art = Image.new("RGB", size, (255, 255, 255) if character.border else character.colors[1])
    drawn = ImageDraw.Draw(art)
    drawn.polygon(curve(0, 0, 0.7, character.body), fill=character.colors[1])
    drawn.polygon(curve(0, 0, 0.66, character.body), fill=character.colors[0])
    for x, y, radius, waves, color in character.patches:
        drawn.polygon(curve(x, y, radius, waves), fill=character.colors[color])
    x, y, radius = character.eyes
    for side in (-x, x):
        drawn.polygon(curve(side + gaze, y, radius, []), fill=(255, 255, 255))
        drawn.polygon(curve(side + 1.3 * gaze, y + radius / 5, radius / 2, []), fill=(20, 20, 30))
    drawn.line(curve(gaze, y + 0.4, 0.14, [])[5:75], fill=(60, 20, 30), width=max(3, int(half / 40)))
    outline = Image.new("L", size, 0)
    ImageDraw.Draw(outline).polygon(curve(0, 0, 0.78 if character.border else 0.7, character.body), fill=255)

    art = art.reduce(OVERSAMPLED)
    alpha = outline.reduce(OVERSAMPLED)
    colors = _surface(numpy.asarray(art, dtype=numpy.float32), character)
    if character.style == "glowing":
        return _with_glow(colors, alpha, character)
    rgba = numpy.dstack([numpy.clip(colors + 0.5, 0, 255).astype(numpy.uint8), numpy.asarray(alpha)])
    rgba[rgba[..., 3] == 0] = 0
    return rgba


def _surface(colors, character):
    """Adds light from one side, brush strokes or grain to flat colors."""
    if character.style == "flat":
        return colors
    height, width = colors.shape[:2]
    down, across = numpy.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    slope = math.cos(character.light) * across + math.sin(character.light) * down
    colors = colors * (1 + 0.18 * slope)[..., None]
    random = numpy.random.default_rng(character.texture)
    if character.style == "painted":
        strokes = octaves(random, width, height, (6, 24, 90, 200))
        colors = colors + (12 + 60 * character.strength) * strokes[..., None]
    if character.style == "photographed":
        light = octaves(random, width, height, (4, 12, 40, 150))
        grain = random.normal(0, 1 + 1.5 * character.strength, (height, width, 3))
        colors = colors + 45 * light[..., None] + grain
    return colors


def octaves(random, width, height, counts):
    """Returns smooth noise of -1...1: the sum of scaled-up grids, each half as strong as the coarser one before it."""
    total = numpy.zeros((height, width), numpy.float32)
    for level, count in enumerate(counts):
        grid = Image.fromarray(random.uniform(-1, 1, (count, count)).astype(numpy.float32))
        total += numpy.asarray(grid.resize((width, height), Image.Resampling.BICUBIC)) / 2**level
    return total / 2


def _with_glow(colors, alpha, character):
    """Adds a soft glow of one color behind the art."""
    soft = alpha.filter(ImageFilter.GaussianBlur(min(alpha.size) / 40))
    over = numpy.asarray(alpha, dtype=numpy.float32) / 255
    under = numpy.asarray(soft, dtype=numpy.float32) / 255 * 0.7 * (1 - over)
    total = over + under
    weights = numpy.divide(over, total, out=numpy.zeros_like(over), where=total > 0)[..., None]
    shine = numpy.array(character.colors[7], numpy.float32)
    mixed = numpy.clip(colors * weights + shine * (1 - weights) + 0.5, 0, 255).astype(numpy.uint8)
    rgba = numpy.dstack([mixed, numpy.clip(total * 255 + 0.5, 0, 255).astype(numpy.uint8)])
    rgba[rgba[..., 3] == 0] = 0
    return rgba


def frames(character, side, only_face=False, count=24):
    """Draws a seamless loop of `count` frames: a character that rocks and bobs, or only looks around."""
    angles = [2 * math.pi * n / count for n in range(count)]
    if only_face:
        return [draw(character, side, side, gaze=0.1 * math.sin(a)) for a in angles]
    return [draw(character, side, side, 0.16 * math.sin(a), 0.05 * math.sin(2 * a)) for a in angles]


def photograph(random, side):
    """Draws an opaque image: a scene of light, grain and one character."""
    character = CartoonCharacter.drawn_from(random, "photographed")
    rgba = draw(character, side, side).astype(numpy.float32)
    ground = numpy.array(character.colors[6], numpy.float32)
    scene = ground + 60 * octaves(random, side, side, (3, 9, 30, 120, 300))[..., None]
    scene = scene + random.normal(0, 7, scene.shape)
    over = rgba[..., 3:] / 255
    return numpy.clip(rgba[..., :3] * over + scene * (1 - over) + 0.5, 0, 255).astype(numpy.uint8)
