"""Benchmarks of WebM with alpha: reading it, and writing video stickers for Telegram, which accepts no other form of video."""

import subprocess

import numpy
from PIL import Image, ImageSequence

from checks import WITHOUT_APPEARANCE_RULES, lint_with_and_without_appearance_rules
from goals import Benchmark, Goal
from measure import OUTPUTS, Command
from programs import STICKERLINT, floor_command, script
from reference import BACKGROUNDS, LUMA, composited_pixels, psnr, ssim
from work_sets import work_set

LIMIT = 262_144
SIDE = 512


def webm():
    folder = work_set("webms")
    return Benchmark(
        "webm", "Full check of 10 WebM videos with alpha, 512 x 512",
        [
            *lint_with_and_without_appearance_rules(folder, "--for", "telegram", "--no-pack"),
            floor_command("webm", "libvpx alone", folder),
        ],
        [
            Goal("ms more", 100, WITHOUT_APPEARANCE_RULES),  # 10 ms for each of 10 animations
            Goal("share", 1.2, "libvpx alone", ours=WITHOUT_APPEARANCE_RULES),
        ])


def video_stickers():
    folder = work_set("video_stickers")
    ours = Command(
        "stickerlint",
        [STICKERLINT, "pack", folder, "--for", "telegram", "--output", OUTPUTS / "video", "--no-cache", "--jobs", "1"],
        output_name="video", source_folder=folder, compare=similarity_and_sizes)
    peer = script(
        "ffmpeg", "ffmpeg_webm.py", folder, OUTPUTS / "video-ffmpeg", str(LIMIT), output_name="video-ffmpeg",
        source_folder=folder, compare=similarity_and_sizes)
    return Benchmark(
        "video_stickers", "10 animations of 512 x 512 as WebM of at most 262,144 bytes",
        [ours, peer],
        [
            Goal("share", 1, "ffmpeg"), Goal("heaviest", LIMIT, metric="sticker_sizes"),
            Goal("least more", -0.002, "ffmpeg", "ssim_each"), Goal("files above", 9, "ffmpeg", "psnr_each"),
        ],
        rounds=1)


def similarity_and_sizes(art, output):
    """Returns the similarity of each WebM to its source, and its size, by the position of the sticker.

    ffmpeg decodes the WebM. The PSNR is that of all pixels of all frames; the SSIM is the mean over all frames and
    backgrounds."""
    figures = {"ssim_each": {}, "psnr_each": {}, "sticker_sizes": {}}
    for number, (source, path) in enumerate(
            zip(sorted(art.glob("*.png")), _stickers(output), strict=True)):
        with Image.open(source) as image:
            wanted = [numpy.asarray(frame.convert("RGBA"), numpy.float32) for frame in ImageSequence.Iterator(image)]
        found = _frames(path)
        if len(found) != len(wanted):
            raise SystemExit(f"{path}: {len(found)} frames instead of {len(wanted)}")
        squares, similarities = [], []
        for one, other in zip(wanted, found):
            for background in BACKGROUNDS:
                one_shown, other_shown = (composited_pixels(pixels, background) for pixels in (one, other))
                squares.append(float(((one_shown - other_shown) ** 2).mean()))
                similarities.append(ssim(one_shown @ LUMA, other_shown @ LUMA))
        figures["psnr_each"][number] = psnr(sum(squares) / len(squares))
        figures["ssim_each"][number] = sum(similarities) / len(similarities)
        figures["sticker_sizes"][number] = path.stat().st_size
    figures["ssim"] = sum(figures["ssim_each"].values()) / len(figures["ssim_each"])
    return figures


def _stickers(output):
    return sorted(path for path in output.rglob("*.webm") if path.stem != "thumb")


def _frames(path):
    command = [
        "ffmpeg", "-v", "error", "-c:v", "libvpx-vp9", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo",
        "-pix_fmt", "rgba", "-"]
    data = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return numpy.frombuffer(data, numpy.uint8).reshape(-1, SIDE, SIDE, 4).astype(numpy.float32)
