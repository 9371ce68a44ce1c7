"""The benchmark `variants`: how similar @2x and @1x are to an export from the artist's own program.

Vector drawings are rendered at three sizes. Each program makes the two smaller ones from the largest, and the
renderings are the reference.
"""

from goals import ANY_OTHER, Benchmark, Goal
from measure import OUTPUTS, ROOT
from programs import mogrify, pack, pillow_pack, vipsthumbnail
from reference import write_worst_images
from renderings import SCENES
from work_sets import work_set

NO_PEER_AHEAD = [Goal("dB behind", 0.05, ANY_OTHER, f"psnr_{scale}") for scale in ("2x", "1x")]
# A rendering may be too narrow for a sticker. Only a corrupt one should stop the pack.
CHECK_ONLY_CORRUPTION = ("--select", "corrupt-image", "--no-config", "--no-pack")


def variants():
    folder = work_set("drawings")

    def write_review_images():
        place = OUTPUTS / "variants-worst"
        write_worst_images(folder, OUTPUTS / "variants", OUTPUTS / "variants-lanczos", place)
        return f"The worst five, with the reference, at 400%: {place.relative_to(ROOT)}"

    return Benchmark(
        "variants", f"Similarity of smaller variants to {_count(folder)} drawings rendered by librsvg",
        _programs(folder, "variants"),
        [
            Goal("dB above", 2.2, "Pillow Lanczos", "psnr_2x"),
            Goal("dB above", 3.6, "Pillow Lanczos", "psnr_1x"),
            *NO_PEER_AHEAD,
        ],
        rounds=1, note="`bench/drawings.txt` lists the drawings. PSNR is computed over all pixels together, on"
        " white, black and blue. SSIM is the mean over all drawings, computed from the brightness.",
        write_review_images=write_review_images)


def variants_chromium():
    folder = work_set("drawings_chromium")
    return Benchmark(
        "variants_chromium", f"The same, for {_count(folder)} drawings rendered by Chromium",
        _programs(folder, "variants-chromium"), NO_PEER_AHEAD, rounds=1)


def variants_scenes():
    commands = []
    for name in SCENES:
        folder = work_set(name)
        art, output_name = folder / "@3x", f"variants-{name}"
        commands += [
            pack(f"{SCENES[name]}: stickerlint", art, output_name, *CHECK_ONLY_CORRUPTION, expected_folder=folder),
            pillow_pack(f"{SCENES[name]}: Pillow Lanczos", art, f"{output_name}-lanczos", expected_folder=folder),
        ]
    title = "The same, for scenes averaged down from three times the resolution"
    return Benchmark("variants_scenes", title, commands, [], rounds=1)


def _programs(folder, output_name):
    art = folder / "@3x"
    return [
        pack("stickerlint", art, output_name, *CHECK_ONLY_CORRUPTION, expected_folder=folder),
        pillow_pack("Pillow Lanczos", art, f"{output_name}-lanczos", expected_folder=folder),
        pillow_pack("Pillow box", art, f"{output_name}-box", "BOX", expected_folder=folder),
        vipsthumbnail(art, f"{output_name}-vips", expected_folder=folder),
        mogrify(art, f"{output_name}-mogrify", expected_folder=folder),
    ]


def _count(folder):
    return len(list((folder / "@3x").iterdir()))
