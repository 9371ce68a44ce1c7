"""The benchmark `variants`: how similar @2x and @1x are to an export from the artist's own program.

Vector drawings are rendered at three sizes. Each program makes the two smaller ones from the largest, and the
renderings are the truth.
"""

from goals import ANY_OTHER, Goal, Line
from measure import OUTPUTS, ROOT
from programs import mogrify, pack, pillow_pack, vipsthumbnail
from renderings import SCENES
from truth import worst_pictures
from work_sets import work_set

NO_PEER_AHEAD = [Goal("dB behind", 0.05, ANY_OTHER, f"psnr_{scale}") for scale in ("2x", "1x")]
# A rendering may be too narrow for a sticker. Only a corrupt one must stop the pack.
ANY_ART = ("--select", "corrupt-image", "--no-config", "--no-pack")


def variants():
    folder = work_set("drawings")

    def look():
        place = OUTPUTS / "variants-worst"
        worst_pictures(folder, OUTPUTS / "variants", OUTPUTS / "variants-lanczos", place)
        return f"The worst five, with the truth, at 400%: {place.relative_to(ROOT)}"

    return Line(
        "variants", f"Similarity of smaller variants to {_count(folder)} drawings rendered by librsvg",
        _programs(folder, "variants"),
        [
            Goal("dB above", 2.2, "Pillow Lanczos", "psnr_2x"),
            Goal("dB above", 3.6, "Pillow Lanczos", "psnr_1x"),
            *NO_PEER_AHEAD,
        ],
        rounds=1, note="`bench/drawings.txt` lists the drawings. PSNR is computed over all pixels together, on"
        " white, black and blue. SSIM is the mean over all drawings, computed from the brightness.",
        pictures=look)


def variants_chromium():
    folder = work_set("drawings_chromium")
    return Line(
        "variants_chromium", f"The same, for {_count(folder)} drawings rendered by Chromium",
        _programs(folder, "variants-chromium"), NO_PEER_AHEAD, rounds=1)


def variants_scenes():
    commands = []
    for name in SCENES:
        folder = work_set(name)
        art, writes = folder / "@3x", f"variants-{name}"
        commands += [
            pack(f"{SCENES[name]}: stickerlint", art, writes, *ANY_ART, truth=folder),
            pillow_pack(f"{SCENES[name]}: Pillow Lanczos", art, f"{writes}-lanczos", truth=folder),
        ]
    title = "The same, for scenes averaged down from three times the resolution"
    return Line("variants_scenes", title, commands, [], rounds=1)


def _programs(folder, writes):
    art = folder / "@3x"
    return [
        pack("stickerlint", art, writes, *ANY_ART, truth=folder),
        pillow_pack("Pillow Lanczos", art, f"{writes}-lanczos", truth=folder),
        pillow_pack("Pillow box", art, f"{writes}-box", "BOX", truth=folder),
        vipsthumbnail(art, f"{writes}-vips", truth=folder),
        mogrify(art, f"{writes}-mogrify", truth=folder),
    ]


def _count(folder):
    return len(list((folder / "@3x").iterdir()))
