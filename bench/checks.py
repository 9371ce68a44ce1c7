"""Benchmarks of the full check of PNG stickers: drawn, textured and published art, and large images."""

from goals import Benchmark, Goal
from programs import file_names, floor_command, identify, lint, pngcheck, script
from work_sets import work_set

# The rules that check how a sticker looks to people. They take most of the time of a check.
APPEARANCE_RULES = "low-contrast,rim,binary-alpha,stray-pixels,placement,flashing,strobe,pinholes,enlarged-art"
WITHOUT_APPEARANCE_RULES = "without appearance rules"
# The CPU time that these rules may take for a still, on average. Textured art takes longer, because nearly every pixel
# differs from its neighbors: docs/decisions/0056.
MILLISECONDS_FOR_APPEARANCE = 0.9
MILLISECONDS_FOR_TEXTURED_APPEARANCE = 1.3


def lint_with_and_without_appearance_rules(folder, *options):
    """Returns the commands that check a folder. Most other programs use one thread, so these do, too: two threads on
    one physical core cost more CPU time."""
    options = ("--jobs", "1", *options)
    return [
        lint("stickerlint", folder, *options),
        lint(WITHOUT_APPEARANCE_RULES, folder, *options, "--ignore", APPEARANCE_RULES)]


def png():
    benchmark = _check("png", "Full check of 1,000 PNG stickers", "stills")
    folder = work_set("stills")
    benchmark.commands[3:3] = [identify(folder), script("Pillow", "pillow_check.py", folder)]
    benchmark.goals[2:2] = [
        Goal("times less", 3, "ImageMagick identify", ours=WITHOUT_APPEARANCE_RULES),
        Goal("times less", 2.8, "Pillow", ours=WITHOUT_APPEARANCE_RULES),
    ]
    return benchmark


def png_textured():
    title = "Full check of 120 textured PNG stickers, whose rows use all filters"
    return _check("png_textured", title, "textured_to_check", milliseconds=MILLISECONDS_FOR_TEXTURED_APPEARANCE)


def png_shipped():
    benchmark = _check("png_shipped", "Full check of published PNG stickers", "shipped_supported_by_floor", repeats=5)
    # The floor itself takes half the time of pngcheck, so only the comparison with the floor is meaningful.
    benchmark.goals = [goal for goal in benchmark.goals if goal.peer != "pngcheck"]
    return benchmark


def _check(name, title, made, repeats=1, milliseconds=MILLISECONDS_FOR_APPEARANCE):
    folder = work_set(made)
    commands = [
        *lint_with_and_without_appearance_rules(folder), pngcheck(folder), floor_command("png", "floor", folder)]
    for command in commands:
        command.repeats = repeats
    budget = round(milliseconds * len(file_names(folder)), 1)
    goals = [
        Goal("times less", 1, "pngcheck"), Goal("times less", 2, "pngcheck", ours=WITHOUT_APPEARANCE_RULES),
        Goal("share", 1.45, "floor", ours=WITHOUT_APPEARANCE_RULES), Goal("ms more", budget, WITHOUT_APPEARANCE_RULES)]
    return Benchmark(name, title, commands, goals)


def large():
    folder = work_set("large_pictures")
    return Benchmark(
        "large", "Full check of 10 PNG images of 1,000 to 3,000 px",
        [*lint_with_and_without_appearance_rules(folder), pngcheck(folder)],
        [
            Goal("times less", 1, "pngcheck"), Goal("times less", 1.2, "pngcheck", ours=WITHOUT_APPEARANCE_RULES),
            Goal("most MiB", 70, metric="memory"),
            Goal("most MiB", 64, metric="memory", ours=WITHOUT_APPEARANCE_RULES),
        ])
