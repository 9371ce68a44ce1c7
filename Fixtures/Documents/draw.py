#!/usr/bin/env python3
"""Draws the documents in this folder, and what programs other than ours show of them.

    python3 -m venv venv && venv/bin/pip install aseprite numpy pillow psd-tools
    venv/bin/python Fixtures/Documents/draw.py

Needs Python 3.12 or newer, ImageMagick, and zip. Every `NAME.EXT.png` is what the document shows, with its
frames from top to bottom. Sprites are written with the package `aseprite`. What they show is computed here
with numpy, from the formulas in W3C's "Compositing and Blending Level 1" (and from the package's own
renderer where that supports the sprite). Photoshop documents are written by psd-tools and ImageMagick, and
read by psd-tools.
"""

import io
import struct
import subprocess
import zipfile
from pathlib import Path

import numpy as np
from aseprite import (
    BlendMode, Cel, Color, ColorMode, LayerType, LoopDirection, Palette, Pixels, Sprite, Tag, Tilemap,
)
from PIL import Image
from psd_tools import PSDImage

HERE = Path(__file__).parent
W, H = 20, 12
random = np.random.default_rng(59)


# Compositing, straight RGBA as float64 in 0...1.
def lum(c):
    return c @ np.array([0.3, 0.59, 0.11])


def clip(c):
    l, n, x = lum(c)[..., None], c.min(-1)[..., None], c.max(-1)[..., None]
    with np.errstate(all="ignore"):
        low = np.where(n < 0, l + (c - l) * l / (l - n), c)
        return np.where(x > 1, l + (low - l) * (1 - l) / (x - l), low)


def set_lum(c, l):
    return clip(c + (l - lum(c))[..., None])


def sat(c):
    return c.max(-1) - c.min(-1)


def set_sat(c, s):
    low, span = c.min(-1)[..., None], sat(c)[..., None]
    return np.where(span > 0, (c - low) * s[..., None] / np.where(span > 0, span, 1), 0)


def hard(s, b):
    return np.where(s <= 0.5, b * 2 * s, b + (2 * s - 1) - b * (2 * s - 1))


def soft(s, b):
    d = np.where(b <= 0.25, ((16 * b - 12) * b + 4) * b, np.sqrt(b))
    return np.where(s <= 0.5, b - (1 - 2 * s) * b * (1 - b), b + (2 * s - 1) * (d - b))


def quotient(a, b):
    return np.divide(a, b, out=np.ones_like(a), where=b > 0)


FORMULAS = {
    "NORMAL": lambda s, b: s,
    "MULTIPLY": lambda s, b: s * b,
    "SCREEN": lambda s, b: b + s - b * s,
    "OVERLAY": lambda s, b: hard(b, s),
    "DARKEN": np.minimum,
    "LIGHTEN": np.maximum,
    "COLOR_DODGE": lambda s, b: np.where(b == 0, 0, np.minimum(1, quotient(b, 1 - s))),
    "COLOR_BURN": lambda s, b: np.where(b == 1, 1, np.where(s == 0, 0, 1 - np.minimum(1, quotient(1 - b, s)))),
    "HARD_LIGHT": hard,
    "SOFT_LIGHT": soft,
    "DIFFERENCE": lambda s, b: abs(s - b),
    "EXCLUSION": lambda s, b: b + s - 2 * b * s,
    "HUE": lambda s, b: set_lum(set_sat(s, sat(b)), lum(b)),
    "SATURATION": lambda s, b: set_lum(set_sat(b, sat(s)), lum(b)),
    "COLOR": lambda s, b: set_lum(s, lum(b)),
    "LUMINOSITY": lambda s, b: set_lum(b, lum(s)),
    "ADDITION": lambda s, b: np.minimum(1, s + b),
    "SUBTRACT": lambda s, b: np.maximum(0, b - s),
    "DIVIDE": lambda s, b: np.where(b == 0, 0, np.minimum(1, quotient(b, s))),
}


def over(top, below, mode="NORMAL", opacity=1.0):
    cs, cb, a, ab = top[..., :3], below[..., :3], top[..., 3:] * opacity, below[..., 3:]
    mixed = (1 - ab) * cs + ab * FORMULAS[mode](cs, cb)
    alpha = a + ab * (1 - a)
    color = np.where(alpha > 0, (a * mixed + ab * (1 - a) * cb) / np.where(alpha > 0, alpha, 1), 0)
    return np.concatenate([color, alpha], -1)


def placed(pixels, x, y, size=(W, H)):
    canvas = np.zeros((size[1], size[0], 4))
    for row in range(pixels.shape[0]):
        for column in range(pixels.shape[1]):
            if 0 <= y + row < size[1] and 0 <= x + column < size[0]:
                canvas[y + row, x + column] = pixels[row, column]
    return canvas


def noise(width=W, height=H):
    art = random.integers(0, 256, (height, width, 4), dtype=np.uint8)
    art[:, : width // 4, 3] = 255
    art[0, :, 3] = 0
    art[1, : width // 2] = [0, 0, 0, 255]
    art[1, width // 2 :] = [255, 255, 255, 255]
    return art


def pixels(art):
    return Pixels(art.shape[1], art.shape[0], art.tobytes(), ColorMode.RGBA)


def save_shown(name, frames):
    strip = np.concatenate([np.clip(np.rint(f * 255), 0, 255).astype(np.uint8) for f in frames])
    Image.fromarray(strip, "RGBA").save(HERE / f"{name}.png", optimize=True)


def save(name, sprite, frames):
    sprite.save(HERE / name)
    save_shown(name, frames)


def flattened(sprite):
    return [
        np.frombuffer(sprite.flatten(n), np.uint8).reshape(sprite.height, sprite.width, 4) / 255
        for n in range(len(sprite.frames))
    ]


def blend_modes():
    """Every blend mode in a frame of its own, over a linked layer. Layer and cel have an opacity."""
    sprite = Sprite(W, H)
    base, top = noise(), noise(W - 3, H - 2)
    sprite.frames[0].set_cel(0, pixels(base))
    modes = [BlendMode[name] for name in FORMULAS]
    for number, mode in enumerate(modes):
        layer = sprite.add_layer(mode.name, blend_mode=mode, opacity=204)
        frame = sprite.frames[0] if number == 0 else sprite.add_frame()
        frame.duration_ms = 30 + 10 * number
        if number:
            frame.set_linked_cel(0, source_frame=0)
        frame.set_cel(layer, pixels(top), 2, 1)
        frame[layer].opacity = 229
    shown = [over(placed(top / 255, 2, 1), base / 255, m.name, 204 * 229 / 255**2) for m in modes]
    save("blend-modes.aseprite", sprite, shown)


def groups():
    """Groups with an opacity and a blend mode, a hidden group, a reference layer, and cels with a z-index."""
    sprite = Sprite(W, H)
    sprite.group_blend = True
    art = [noise(12, 8) for _ in range(6)]
    sprite.frames[0].set_cel(0, pixels(art[0]), 0, 0)
    outer = sprite.add_layer("outer", kind=LayerType.GROUP, opacity=128, blend_mode=BlendMode.MULTIPLY)
    inner = sprite.add_layer("inner", kind=LayerType.GROUP, opacity=200, parent=outer)
    low = sprite.add_layer("low", parent=inner)
    high = sprite.add_layer("high", parent=inner, blend_mode=BlendMode.SCREEN)
    hidden = sprite.add_layer("hidden", kind=LayerType.GROUP)
    hidden.visible = False
    in_hidden = sprite.add_layer("in hidden", parent=hidden)
    reference = sprite.add_layer("reference")
    reference.reference = True
    last = sprite.add_layer("last")
    top = sprite.add_layer("top")
    frame = sprite.frames[0]
    for layer, part, x, y in [(low, 1, -3, 2), (high, 2, 4, 5), (in_hidden, 3, 0, 0), (reference, 4, 0, 0),
                              (last, 5, 10, -2), (top, 3, 9, 3)]:
        frame.set_cel(layer, pixels(art[part]), x, y)
    frame[last].z_index = 2
    group = over(placed(art[2] / 255, 4, 5), over(placed(art[1] / 255, -3, 2), np.zeros((H, W, 4))), "SCREEN")
    outer_shown = over(group, np.zeros((H, W, 4)), "NORMAL", 200 / 255)
    shown = over(outer_shown, placed(art[0] / 255, 0, 0), "MULTIPLY", 128 / 255)
    shown = over(placed(art[3] / 255, 9, 3), shown)
    save("groups.aseprite", sprite, [over(placed(art[5] / 255, 10, -2), shown)])


def indexed():
    """A background layer that uses the transparent index, and a palette that changes in the second frame."""
    sprite = Sprite(W, H, ColorMode.INDEXED)
    colors = [Color(*map(int, random.integers(0, 256, 3)), 255) for _ in range(7)] + [Color(9, 90, 200, 120)]
    sprite.palette = Palette(colors)
    sprite.transparent_index = 3
    sprite.layers[0].background = True
    other = sprite.add_layer("over")
    low = random.integers(0, 7, (H, W), dtype=np.uint8)
    high = random.integers(0, 7, (H, W), dtype=np.uint8)
    sprite.frames[0].set_cel(0, Pixels(W, H, low.tobytes(), ColorMode.INDEXED))
    sprite.frames[0].set_cel(other, Pixels(W, H, high.tobytes(), ColorMode.INDEXED), 5, 3)
    second = sprite.add_frame(75)
    second.palette = Palette(colors[::-1][1:] + colors[-1:])
    second.set_linked_cel(0, source_frame=0)
    save("indexed.aseprite", sprite, flattened(sprite))


def gray():
    sprite = Sprite(W, H, ColorMode.GRAYSCALE)
    art = random.integers(0, 256, (H, W, 2), dtype=np.uint8)
    sprite.frames[0].set_cel(0, Pixels(W, H, art.tobytes(), ColorMode.GRAYSCALE))
    sprite.pixel_width, sprite.pixel_height = 2, 1
    shown = np.concatenate([np.repeat(art[..., :1], 3, -1), art[..., 1:]], -1) / 255
    save("gray-wide-pixels.aseprite", sprite, [np.repeat(shown, 2, 1)])


def tiles():
    """Square tiles, flipped in all eight ways, partly outside of the canvas."""
    sprite = Sprite(W, H)
    art = random.integers(0, 256, (4 * 3, 4, 4), dtype=np.uint8)
    art[..., 3] = 255
    art[:4] = 0
    sprite.add_tileset("tiles", 4, 4, 3, pixels=pixels(art))
    layer = sprite.add_layer("map", kind=LayerType.TILEMAP, tileset_index=0)
    cells = [(0, 0)] + [(n % 2 + 1, n) for n in range(8)] + [(0, 7), (2, 3), (1, 4)]
    tiles = b"".join(struct.pack("<I", number | flips << 29) for number, flips in cells)
    tilemap = Tilemap(4, 3, 32, 0x1FFFFFFF, 1 << 31, 1 << 30, 1 << 29, tiles)
    cel = Cel(layer.index, x=-1, y=2, tilemap=tilemap)
    sprite.frames[0]._cels[layer.index] = cel
    shown = np.zeros((H, W, 4))
    for place, (number, flips) in enumerate(cells):
        tile = art[number * 4 : number * 4 + 4] / 255
        if flips & 1:
            tile = tile.swapaxes(0, 1)
        if flips & 2:
            tile = tile[::-1]
        if flips & 4:
            tile = tile[:, ::-1]
        shown = over(placed(tile, place % 4 * 4 - 1, place // 4 * 4 + 2), shown)
    assert all((a == b).all() for a, b in zip(flattened(sprite), [shown])), "the package shows other tiles"
    save("tiles.aseprite", sprite, [shown])


def tags():
    """Six frames of one gray each, and tags in every direction."""
    sprite = Sprite(2, 2)
    for number in range(6):
        frame = sprite.add_frame() if number else sprite.frames[0]
        frame.duration_ms = 100 + number
        art = np.full((2, 2, 4), 40 * number, np.uint8)
        art[..., 3] = 255
        frame.set_cel(0, pixels(art))
    for name, first, last, direction, repeat in [
        ("idle", 0, 1, LoopDirection.FORWARD, 0), ("back", 1, 3, LoopDirection.REVERSE, 2),
        ("bounce", 2, 5, LoopDirection.PING_PONG, 0), ("once", 2, 5, LoopDirection.PING_PONG, 1),
        ("idle", 4, 4, LoopDirection.FORWARD, 0), ("rück/wärts", 3, 5, LoopDirection.PING_PONG_REVERSE, 4),
    ]:
        sprite.tags.append(Tag(name, first, last, direction, repeat))
    save("tags.aseprite", sprite, flattened(sprite))


def photoshop():
    art = noise(30, 20)
    for number in range(20):
        art[number, 8:, :] = art[number, 8, :]
    rgba = Image.fromarray(art, "RGBA")
    rgba.save(HERE / "source.png")

    def convert(name, *options):
        subprocess.run(["convert", HERE / "source.png", *options, HERE / name], check=True)

    convert("layers.psd", "-compress", "RLE")
    convert("raw.psd", "-compress", "None")
    convert("large.psb", "-compress", "RLE")
    convert("gray.psd", "-background", "white", "-flatten", "-colorspace", "Gray", "-type", "Grayscale")
    convert("indexed.psd", "-background", "white", "-flatten", "-colors", "9", "-type", "Palette")
    PSDImage.frompil(rgba.convert("RGB")).save(HERE / "flat.psd")
    (HERE / "source.png").unlink()
    for path in sorted(HERE.glob("*.ps[db]")):
        image = PSDImage.open(path).topil().convert("RGBA")
        image.save(HERE / f"{path.name}.png", optimize=True)


def archives():
    art = Image.fromarray(noise(24, 16), "RGBA")
    png = io.BytesIO()
    art.save(png, "PNG")
    for name, kind, method in [("painting.ora", "image/openraster", zipfile.ZIP_DEFLATED),
                               ("painting.kra", "application/x-krita", zipfile.ZIP_STORED)]:
        with zipfile.ZipFile(HERE / name, "w") as archive:
            archive.writestr("mimetype", kind, zipfile.ZIP_STORED)
            archive.writestr("stack.xml", "<image/>")
            archive.writestr("mergedimage.png", png.getvalue(), method)
        art.save(HERE / f"{name}.png", optimize=True)


blend_modes()
groups()
indexed()
gray()
tiles()
tags()
photoshop()
archives()
