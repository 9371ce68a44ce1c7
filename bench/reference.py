"""Measures how similar @2x and @1x variants are to the reference: a rendering or the scene at these sizes.

PSNR is computed over all pixels of all images together, on white, black and blue, since straight color is meaningless
where alpha is near 0. SSIM uses brightness and Gaussian windows (11 x 11, sigma 1.5; Wang et al., 2004), and is the mean
over images and backgrounds.
"""

import functools

import numpy
from PIL import Image, ImageDraw

from output_files import variant_files

BACKGROUNDS = {"white": (255, 255, 255), "black": (0, 0, 0), "blue": (0, 0, 255)}
LUMA = numpy.array([0.299, 0.587, 0.114], numpy.float32)


def similarity_to_reference(reference, output):
    """Returns `psnr_2x`, `ssim_2x`, `psnr_1x` and `ssim_1x` of a command's output."""
    written = dict(variant_files(output))
    found = {}
    for scale in ("2x", "1x"):
        squares, count, similarities = 0.0, 0, []
        for path in _art(reference, scale):
            for background in BACKGROUNDS:
                one, other = composited(path, background), composited(written[path.stem, f"@{scale}"], background)
                squares += float(((one - other) ** 2).sum(dtype=numpy.float64))
                count += one.size
                similarities.append(ssim(one @ LUMA, other @ LUMA))
        found[f"psnr_{scale}"] = psnr(squares / count)
        found[f"ssim_{scale}"] = sum(similarities) / len(similarities)
    return found


def _art(reference, scale):
    return sorted((reference / f"@{scale}").iterdir())


def psnr(mean_squared_error):
    """Converts a mean squared error to decibels, at most 99."""
    return float(min(99, 10 * numpy.log10(255**2 / mean_squared_error))) if mean_squared_error else 99.0


def rgba(path):
    with Image.open(path) as image:
        return numpy.asarray(image.convert("RGBA"), dtype=numpy.float32)


def composited(path, background):
    return composited_pixels(rgba(path), background)


def composited_pixels(pixels, background):
    """Returns straight RGBA pixels, as floats, on a background."""
    alpha = pixels[..., 3:] / 255
    return pixels[..., :3] * alpha + numpy.array(BACKGROUNDS[background], numpy.float32) * (1 - alpha)


def ssim(one, other):
    """Returns the structural similarity of two planes with values of 0...255."""
    mean, other_mean = _windows(one), _windows(other)
    spread = _windows(one * one) - mean * mean
    other_spread = _windows(other * other) - other_mean * other_mean
    shared = _windows(one * other) - mean * other_mean
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    likeness = (2 * mean * other_mean + c1) * (2 * shared + c2)
    likeness /= (mean**2 + other_mean**2 + c1) * (spread + other_spread + c2)
    return float(likeness.mean(dtype=numpy.float64))


def _windows(plane):
    """Returns the weighted means of all windows inside the plane."""
    for _ in range(2):
        inside = plane.shape[0] - len(_weights()) + 1
        plane = sum(weight * plane[at : at + inside] for at, weight in enumerate(_weights())).T
    return plane


@functools.cache
def _weights():
    weights = numpy.exp(-(numpy.arange(-5, 6) ** 2) / (2 * 1.5**2))
    return tuple((weights / weights.sum()).astype(numpy.float32))


SHOWN_PART_SIDE = 96  # width and height in px of the part of an image that is shown
ENLARGEMENT = 4  # factor by which that part is enlarged


def write_worst_images(reference, ours, theirs, folder, count=5):
    """Writes our images that differ most from the reference, over both scales.

    Each image has a row for each scale, which shows the worst part at 400%: the reference, ours, theirs, and the
    difference between ours and the reference, amplified four times."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    mine, peers = dict(variant_files(ours)), dict(variant_files(theirs))

    def mean_squared_error(name):
        squares = [_squares(reference, mine, name, scale).mean() for scale in ("2x", "1x")]
        return sum(squares) / 2

    names = sorted((path.stem for path in _art(reference, "1x")), key=mean_squared_error, reverse=True)[:count]
    for number, name in enumerate(names, 1):
        rows = [_row(reference, mine, peers, name, scale) for scale in ("2x", "1x")]
        sheet = Image.new("RGB", (max(row.width for row in rows), sum(row.height for row in rows)), "white")
        for index, row in enumerate(rows):
            sheet.paste(row, (0, index * rows[0].height))
        sheet.save(folder / f"{number}-{name}-{psnr(mean_squared_error(name)):.1f}.png")


def _squares(reference, written, name, scale):
    """Returns the squared difference of each pixel, averaged over the backgrounds."""
    one, other = reference / f"@{scale}" / f"{name}.png", written[name, f"@{scale}"]
    differences = [(composited(one, background) - composited(other, background)) ** 2 for background in BACKGROUNDS]
    return sum(differences).mean(axis=2) / len(BACKGROUNDS)


def _row(reference, mine, peers, name, scale):
    squares = _squares(reference, mine, name, scale)
    left, top = _worst_place(squares)
    paths = {
        "reference": reference / f"@{scale}" / f"{name}.png", "stickerlint": mine[name, f"@{scale}"],
        "Pillow Lanczos": peers[name, f"@{scale}"]}
    parts = {title: composited(path, "white") for title, path in paths.items()}
    parts["4 x the difference"] = 255 - 4 * numpy.sqrt(squares)[..., None].repeat(3, axis=2)
    side = SHOWN_PART_SIDE * ENLARGEMENT
    row = Image.new("RGB", (len(parts) * (side + 8), side + 16), "white")
    for index, (title, part) in enumerate(parts.items()):
        part = part[top : top + SHOWN_PART_SIDE, left : left + SHOWN_PART_SIDE]
        shown = Image.fromarray(numpy.clip(part + 0.5, 0, 255).astype(numpy.uint8))
        shown = shown.resize([length * ENLARGEMENT for length in shown.size], Image.Resampling.NEAREST)
        row.paste(shown, (index * (side + 8), 14))
        ImageDraw.Draw(row).text((index * (side + 8), 1), f"@{scale}: {title}", fill="black")
    return row


def _worst_place(squares):
    """Returns the left and top of the part with the largest differences."""
    total = numpy.pad(squares, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    height, width = (min(SHOWN_PART_SIDE, side) for side in squares.shape)
    lower, upper = total[height:], total[:-height]
    sums = lower[:, width:] - lower[:, :-width] - upper[:, width:] + upper[:, :-width]
    top, left = numpy.unravel_index(sums.argmax(), sums.shape)
    return int(left), int(top)
