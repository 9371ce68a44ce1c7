"""The benchmark of stickers over a file size limit: how much quality they lose, and how long reducing them takes."""

from goals import Benchmark, Goal
from measure import OUTPUTS, Command
from programs import STICKERLINT, script
from webp import similarity_and_sizes
from work_sets import work_set

LIMIT = 300_000


def reduce_eight_stills():
    folder = work_set("heavy_stills")
    ours = Command(
        "stickerlint",
        [STICKERLINT, "fix", folder, "--lossy", "--output", OUTPUTS / "fix8", "--set", f"file-size.max-bytes={LIMIT}",
         "--jobs", "1", "--no-cache", "--no-config"],
        output_name="fix8", source_folder=folder, compare=similarity_and_sizes)
    peer = script(
        "Pillow", "pillow_quantize.py", str(LIMIT), folder, OUTPUTS / "fix8-pillow",
        output_name="fix8-pillow", source_folder=folder, compare=similarity_and_sizes)
    return Benchmark(
        "fix8", "8 large stills of 618 x 618 reduced to at most 300,000 bytes",
        [ours, peer],
        [Goal("most s", 5), Goal("more", 0, "Pillow", "ssim"), Goal("heaviest", LIMIT, metric="file_sizes")],
        note="Pillow uses as many palette colors as fit within the limit.")
