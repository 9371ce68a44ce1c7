"""`make bench`: stickerlint beside its peers, in figures; docs/BENCHMARKS.md afterwards.

    bench.py                    every line, five rounds; writes the page
    bench.py --only png,gif     some lines; prints only
    bench.py --rounds 9

No figure makes it fail: the exit status is 0 whether or not goals are reached.
"""

import argparse
import dataclasses
import pathlib
import subprocess
import sys
import zlib

from PIL import Image

from lines import LINES, SENSES
from measure import BUILT, ROOT, medians
from page import machine, write_page
from quality import weighed
from work_sets import work_set


@dataclasses.dataclass
class Verdict:
    """What became of one goal."""

    figure: float
    reached: bool
    text: str  # the goal in words, with the peer


def judged(line, used):
    """Every goal of a line with its figure."""
    commands = {command.name: command for command in line.commands}
    for goal in line.goals:
        ours = goal.ours or line.commands[0].name
        peer = goal.peer or ours
        value, words, better = SENSES[goal.sense]
        figure = value(commands[peer], used[peer][goal.metric], commands[ours], used[ours][goal.metric])
        text = f"{ours}: " + words.format(goal.figure, WORDS[goal.metric], peer)
        yield Verdict(figure, (figure - goal.figure) * better >= 0, text)


WORDS = {"cpu": "CPU", "wall": "wall time", "memory": "memory", "bytes": "bytes", "psnr": ""}


def printed(line, used, verdicts):
    print(f"\n{line.title}")
    for name, figures in used.items():
        rest = f"{figures.bytes / 1e6:9.2f} MB" if figures.bytes else ""
        if figures.psnr:
            rest += f"{figures.psnr:7.1f} dB at least, {figures.psnr_mean:.1f} in the mean"
        times = f"{_time(figures.cpu)} CPU{_time(figures.wall)} wall"
        print(f"  {name:<26}{times}{figures.memory / 1024:8.1f} MiB{rest}")
    for verdict in verdicts:
        print(f"  {'reached' if verdict.reached else 'MISSED '} {verdict.figure:6.3g}  {verdict.text}")
    sys.stdout.flush()


def _time(seconds):
    return f"{seconds:8.3f} s " if seconds >= 0.1 else f"{seconds * 1000:8.2f} ms"


def floor_is_right():
    """The floor's pixels are Pillow's, or its time says nothing."""
    folder = work_set("stills")
    command = [BUILT / "floor" / "png", "--checksums", folder]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    sums = dict(reversed(row.split()) for row in said.stdout.splitlines())
    for path in sorted(folder.iterdir())[::10]:
        with Image.open(path) as image:
            if int(sums[path.name], 16) != zlib.crc32(image.convert("RGBA").tobytes()):
                sys.exit(f"The floor decodes {path.name} to other pixels than Pillow.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="NAME", help=f"lines, separated by commas: {', '.join(LINES)}")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="runs of each command (5)")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(LINES)
    if unknown := [name for name in names if name not in LINES]:
        parser.error(f"no line is called {unknown[0]}; there are {', '.join(LINES)}")

    results = []
    facts = machine()
    print("{processor}, {cores} cores, {system}".format(**facts) + f"; medians of {options.rounds} rounds")
    if "png" in names:
        floor_is_right()
    for name in names:
        line = LINES[name]()
        used = medians(line.commands, options.rounds)
        for command in line.commands:
            weighed(command, line.source, used[command.name])
        verdicts = list(judged(line, used))
        printed(line, used, verdicts)
        results.append((line, used, verdicts))

    missed = [verdict for *_, verdicts in results for verdict in verdicts if not verdict.reached]
    total = sum(len(verdicts) for *_, verdicts in results)
    print(f"\n{total - len(missed)} of {total} goals reached")
    if not options.only:
        write_page(ROOT / "docs" / "BENCHMARKS.md", facts, results, options.rounds)
        print("Written: docs/BENCHMARKS.md")


if __name__ == "__main__":
    main()
