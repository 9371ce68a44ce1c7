"""Benchmarks of the smallest file size, on three kinds of art: drawn, textured and published.

oxipng runs with its default settings: it keeps metadata and the colors of transparent pixels. Both programs process files one
after the other. oxipng may use several processors for one file, so CPU time is compared.
"""

from goals import Benchmark, Goal, RequirementMissing
from programs import apngopt, oxipng
from programs import smallest as ours
from work_sets import work_set

SETS = {"drawn": "stills_to_optimize", "textured": "textured_stills", "shipped": "shipped"}


def smallest():
    return _compared_with_oxipng("smallest", "Optimized stills", "normal", 2, most_cpu=1)


def smallest_max():
    title = "Optimized stills, maximum effort"
    return _compared_with_oxipng("smallest_max", title, "max", 4, most_cpu=1.5, rounds=1)


def _compared_with_oxipng(name, title, effort, level, most_cpu, rounds=None):
    commands, goals, counts, missing = [], [], [], ""
    for art, made in SETS.items():
        try:
            folder = work_set(made)
        except RequirementMissing as why:
            missing = f" The third set is missing: {why}."
            continue
        us, peer = f"{art}: stickerlint", f"{art}: oxipng -o{level}"
        commands += [
            ours(us, folder, f"{name}-{art}", effort), oxipng(peer, level, folder, f"{name}-{art}-oxipng")]
        goals += [
            Goal("share", 1, peer, "bytes", us), Goal("share", most_cpu, peer, "cpu", us)]
        if effort == "normal":
            goals.append(Goal("worst file", 1.01, peer, "file_sizes", us))
        counts.append(f"{len(list(folder.iterdir()))} {art}")
    once = " One round." if rounds == 1 else ""
    note = f"{', '.join(counts)} stills, with `--effort {effort}`.{once}{missing}"
    return Benchmark(name, title, commands, goals, rounds=rounds, note=note)


def smallest_apng():
    folder = work_set("apngs_to_optimize")
    return Benchmark(
        "smallest_apng", "Optimized animations of 24 frames",
        [
            ours("stickerlint", folder, "smallest-apng"),
            apngopt("apngopt", folder, "smallest-apngopt"),
            oxipng("oxipng -o2", 2, folder, "smallest-apng-oxipng"),
            ours("stickerlint after apngopt", work_set("apngs_by_apngopt"), "smallest-after-apngopt"),
            ours("stickerlint after oxipng", work_set("apngs_by_oxipng"), "smallest-after-oxipng"),
        ],
        [
            Goal("share", 1, "apngopt", "bytes"),
            Goal("share", 1, "oxipng -o2", "bytes"),
            Goal("share", 1, "apngopt", "bytes", "stickerlint after apngopt"),
            Goal("share", 1, "oxipng -o2", "bytes", "stickerlint after oxipng"),
        ],
        rounds=1, note="Three drawn and two textured animations as written by Pillow, then as optimized by the other"
        " programs. One round.")
