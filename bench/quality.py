"""How much was written, and how near it is to the exact answer.

The reference is Lanczos3 in double precision, in linear light on premultiplied alpha, the filter widened by
the scale factor, weights normalized at the edges; its result is rounded to 8 bits. Pictures are compared over
white and over black, since straight color means nothing where alpha is near 0; the worse of the two counts.
"""

import functools

import numpy
from PIL import Image

SCALES = ("@2x", "@1x")
SAMPLED = 5  # every fifth picture is compared


def weighed(command, source, used):
    """Adds bytes, and decibels where there is a source, to what a command used.

    Bytes are those of @2x and @1x; where nothing has a scale, of all files."""
    if command.output is None:
        return
    written = dict(_pictures(command.output))
    files = written.values() or [path for path in command.output.rglob("*") if path.is_file()]
    used.bytes = sum(path.stat().st_size for path in files)
    if source is None:
        return
    found = []
    for path in sorted(source.iterdir())[::SAMPLED]:
        for scale in SCALES:
            with Image.open(written[path.stem, scale]) as image:
                pixels = numpy.asarray(image.convert("RGBA"))
            found.append(psnr(exact(path, *pixels.shape[1::-1]), pixels))
    used.psnr, used.psnr_mean = min(found), sum(found) / len(found)


def _pictures(folder):
    """`((name, scale), path)` of what is called `name@2x.png`, wherever it lies, or `@2x/name.png`."""
    for path in folder.rglob("*.png"):
        for scale in SCALES:
            if path.parent.name == scale or path.stem.endswith(scale):
                yield (path.stem.removesuffix(scale), scale), path


@functools.cache
def exact(path, width, height):
    """The reference: straight RGBA, 8 bits."""
    with Image.open(path) as image:
        source = numpy.asarray(image.convert("RGBA")) / 255
    alpha = source[..., 3:]
    light = numpy.concatenate([_linear(source[..., :3]) * alpha, alpha], axis=2)
    light = numpy.tensordot(_weights(source.shape[0], height), light, axes=(1, 0))
    light = numpy.tensordot(_weights(source.shape[1], width), light, axes=(1, 1)).swapaxes(0, 1)
    alpha = numpy.clip(light[..., 3:], 0, 1)
    visible = numpy.round(alpha * 255) > 0
    straight = numpy.where(visible, light[..., :3] / numpy.maximum(light[..., 3:], 1e-12), 0)
    encoded = _encoded(numpy.clip(straight, 0, 1))
    return numpy.round(numpy.concatenate([encoded, alpha], axis=2) * 255).astype(numpy.uint8)


def _linear(value):
    return numpy.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def _encoded(light):
    return numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


@functools.cache
def _weights(count, wanted):
    """What each of `count` samples adds to each of the `wanted` ones."""
    factor = count / wanted
    centers = (numpy.arange(wanted)[:, None] + 0.5) * factor
    distance = (numpy.arange(count)[None, :] + 0.5 - centers) / max(factor, 1)
    weights = numpy.where(abs(distance) < 3, numpy.sinc(distance) * numpy.sinc(distance / 3), 0)
    return weights / weights.sum(axis=1, keepdims=True)


def psnr(one, other):
    """Decibels between two RGBA pictures, over the worse of white and black; 99 where they are equal."""
    worst = 0.0
    for ground in (255, 0):
        squares = (_over(one, ground) - _over(other, ground)) ** 2
        worst = max(worst, float(squares.mean()))
    return min(99.0, 10 * numpy.log10(255**2 / worst)) if worst else 99.0


def _over(rgba, ground):
    alpha = rgba[..., 3:] / 255
    return rgba[..., :3] * alpha + ground * (1 - alpha)
