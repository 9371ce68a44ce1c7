"""How alike lossy results are to their source, ours and those of pngquant and Pillow: docs/LOSSY.md.

Run in the project's folder, after `make dev`:
  python bench/lossy.py FOLDER_OF_STICKERS
pngquant is asked for in `PATH`. Everything is measured by the one figure of `docs/decisions/0024`.
"""

import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

TOOL = ".build/dev/debug/stickerlint-dev"
LIMIT = 500_000
SHARE = 0.6  # of what a lighter still weighs without loss: the limit that it gets


def tool(*arguments):
    command = [TOOL, "lossy", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def alike(one, other):
    return [float(figure) for figure in tool("compare", one, other).split()]


def most_colors(make, output, limit):
    """The most colors, 2 to 256, whose file fits: `make(colors, output)` writes it, or says False."""
    fits, too_many, colors = 1, 257, 256
    best = output.with_suffix(".best.png")
    while too_many - fits > 1:
        if make(colors, output) and output.stat().st_size <= limit:
            fits = colors
            output.replace(best)
        else:
            too_many = colors
        colors = (fits + too_many) // 2
    return (fits, best) if fits > 1 else None


def pngquant(source, options):
    def make(colors, output):
        command = ["pngquant", str(colors), *options, "--force", "--output", output, source]
        return subprocess.run(command, check=False).returncode == 0

    return make


def pillow(source):
    def make(colors, output):
        with Image.open(source) as image:
            image.convert("RGBA").quantize(colors, Image.Quantize.FASTOCTREE).save(output, optimize=True)
        return True

    return make


def peers(source):
    for speed in (1, 3):
        yield f"pngquant --speed {speed}", pngquant(source, ["--speed", str(speed)])
        yield f"pngquant --speed {speed} --nofs", pngquant(source, ["--speed", str(speed), "--nofs"])
    yield "Pillow", pillow(source)


def heavy_line(source, folder):
    """A row of the first table, and whether ours is more alike than the best of the others."""
    limit = min(LIMIT, int(source.stat().st_size * SHARE))
    ours = folder / "ours.png"
    steps = tool("lighten", source, ours, limit)
    figure = sum(alike(source, ours)) / 2
    found = []
    for name, make in peers(source):
        best = most_colors(make, folder / "peer.png", limit)
        if best:
            found.append((sum(alike(source, best[1])) / 2, name, best[0], best[1].stat().st_size))
    best, name, colors, size = max(found)
    means = steps.replace("StickerEngine.Lightening.", "").replace("(", " ").replace(")", "")
    row = f"| {source.stem} | {limit:,} | {ours.stat().st_size:,} | {figure:.4f} | {means} "
    return row + f"| {name}, {colors} | {size:,} | {best:.4f} |", figure >= best, figure > best


def same_bytes(source, folder):
    """SSIM over white of ours and of pngquant's, at no more bytes; None for art of few colors."""
    with Image.open(source) as image:
        if getattr(image, "n_frames", 1) > 1 or min(image.size) < 16:
            return None
        rgba = image.convert("RGBA")
    if rgba.getcolors(256):
        return None
    still, peer, ours = (folder / name for name in ("still.png", "theirs.png", "ours.png"))
    rgba.save(still)
    ours.unlink(missing_ok=True)
    subprocess.run(["pngquant", "--speed", "3", "--force", "--output", peer, still], check=True)
    tool("quantize", still, ours, peer)
    return (alike(still, ours)[0], alike(still, peer)[0]) if ours.exists() else (0, alike(still, peer)[0])


def page(stickers):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "set").mkdir()
        tool("draw", folder / "set", "--count", 2)
        rows = [heavy_line(source, folder) for source in sorted((folder / "set").iterdir())]
        art = sorted(path for path in stickers.rglob("*.png"))
        pairs = [pair for pair in (same_bytes(source, folder) for source in art) if pair]
    yield "# What lossy fixes cost\n"
    yield "Written by `bench/lossy.py`; do not edit. The figure is structural similarity, 1 for the same:"
    yield "`docs/decisions/0024`.\n"
    yield "## Heavy stills\n"
    yield "Drawn from seeds by `Tests/Corpus/HeavyArt.swift`, 618 × 618 px, at the same limit. The mean over"
    at_least, higher = (sum(row[column] for row in rows) for column in (1, 2))
    yield f"white and black is at least the best of the others on {at_least} of {len(rows)},"
    yield f"more on {higher}."
    yield ""
    yield "| still | limit | bytes | SSIM | by | best of 256 colors | bytes | SSIM |"
    yield "|---|---:|---:|---:|---|---|---:|---:|"
    yield from (row[0] for row in rows)
    yield "\n## Palettes at the same bytes\n"
    yield "Real stickers of more than 256 colors, ours in as many colors as take no more bytes than those"
    yield "of `pngquant --speed 3`, both encoded by us; over white.\n"
    yield "| art | stickers | at least as alike | mean ours | mean pngquant |"
    yield "|---|---:|---:|---:|---:|"
    for label, part in (("first of two", pairs[::2]), ("second of two", pairs[1::2]), ("all", pairs)):
        wins = sum(ours >= theirs for ours, theirs in part)
        means = [sum(figures) / len(part) for figures in zip(*part)]
        yield f"| {label} | {len(part)} | {wins} | {means[0]:.5f} | {means[1]:.5f} |"


if __name__ == "__main__":
    text = "\n".join(page(pathlib.Path(sys.argv[1]))) + "\n"
    pathlib.Path("docs/LOSSY.md").write_text(text)
