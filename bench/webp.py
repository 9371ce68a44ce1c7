"""Benchmarks of WebP: reading it, and exporting stickers for WhatsApp, which accepts only WebP."""

from checks import WITHOUT_APPEARANCE_RULES, lint_with_and_without_appearance_rules
from goals import Benchmark, Goal
from measure import OUTPUTS, Command
from programs import STICKERLINT, floor_command
from reference import BACKGROUNDS, LUMA, composited, ssim
from work_sets import work_set

# Files that fit are lossless. For the others, cwebp searches for a quality that fits.
CWEBP = (
    "mkdir -p $0 && for file in *.png; do to=$0/${file%.png}.webp; cwebp -quiet -lossless $file -o $to"
    " && [ $(stat -c %s $to) -le 102400 ]"
    " || cwebp -quiet -m 4 -pass 6 -size 102400 $file -o $to || exit 1; done"
)


def webp():
    folder = work_set("webps")
    return Benchmark(
        "webp", "Full check of 60 WebP stills and 10 animations",
        [
            *lint_with_and_without_appearance_rules(folder, "--for", "whatsapp", "--no-pack"),
            floor_command("webp", "libwebp alone", folder),
        ],
        [
            # 0.9 ms for each of 60 stills, and 10 ms for each of 10 animations
            Goal("ms more", 154, WITHOUT_APPEARANCE_RULES),
            Goal("share", 1.2, "libwebp alone", ours=WITHOUT_APPEARANCE_RULES),
        ])


def whatsapp():
    folder = work_set("whatsapp_stills")
    ours = Command(
        "stickerlint",
        [STICKERLINT, "pack", folder, "--for", "whatsapp", "--output", OUTPUTS / "whatsapp", "--no-cache",
         "--jobs", "1"],
        output_name="whatsapp", source_folder=folder, compare=similarity_and_sizes)
    peer = Command(
        "cwebp", ["sh", "-c", CWEBP, OUTPUTS / "whatsapp-cwebp"], folder, output_name="whatsapp-cwebp",
        source_folder=folder, compare=similarity_and_sizes)
    return Benchmark(
        "whatsapp", "30 stills of 512 x 512 as WebP of at most 102,400 bytes",
        [ours, peer],
        [
            Goal("share", 1, "cwebp"), Goal("more", 0, "cwebp", "ssim"),
            Goal("heaviest", 102_400, metric="sticker_sizes"),
        ])


def similarity_and_sizes(art, output):
    """Returns the similarity of the output's WebPs, or else its PNGs, to their sources, and the sizes of the WebPs.

    The similarity is the mean SSIM over all images and backgrounds. Our files are named by their position in the pack,
    and other programs' files keep their names, but both have the same order."""
    webps = sorted(output.rglob("*.webp"))
    written = webps or sorted(output.rglob("*.png"))
    similarities = [
        ssim(composited(source, background) @ LUMA, composited(path, background) @ LUMA)
        for source, path in zip(sorted(art.glob("*.png")), written, strict=True) for background in BACKGROUNDS
    ]
    sizes = {path.name: path.stat().st_size for path in webps}
    return {"ssim": sum(similarities) / len(similarities), "sticker_sizes": sizes}
