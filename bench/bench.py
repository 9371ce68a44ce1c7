"""`make bench`: compares stickerlint with other programs, and writes docs/BENCHMARKS.md.

    bench.py                    run all benchmarks, five rounds each, and write the page
    bench.py --only png,gif     run some benchmarks, and only print the results
    bench.py --rounds 9

The exit status is 0 whether or not goals are met.
"""

import argparse
import subprocess
import sys
import zlib

from PIL import Image

from goals import Missing, judged
from lines import LINES
from measure import BUILT, ROOT, medians
from page import machine, write_page
from truth import nearness
from webp import likeness
from work_sets import work_set
from written import weights


def printed(line, used, verdicts):
    print(f"\n{line.title}")
    for name, figures in used.items():
        rest = f"{figures.bytes / 1e6:9.3f} MB" if figures.bytes else ""
        if figures.ssim:
            rest += f"   SSIM {figures.ssim:.5f}"
        if figures.psnr_2x:
            rest += f"   @2x {figures.psnr_2x:5.2f} dB {figures.ssim_2x:.4f}"
            rest += f"   @1x {figures.psnr_1x:5.2f} dB {figures.ssim_1x:.4f}"
        times = f"{_time(figures.cpu)} CPU{_time(figures.wall)} wall"
        print(f"  {name:<34}{times}{figures.memory / 1024:8.1f} MiB{rest}")
    for verdict in verdicts:
        print(f"  {'met   ' if verdict.reached else 'MISSED'} {verdict.shown:>8}  {verdict.text}")
    sys.stdout.flush()


def _time(seconds):
    return f"{seconds:8.3f} s " if seconds >= 0.1 else f"{seconds * 1000:8.2f} ms"


def floor_is_right():
    """Checks that the floor decodes the same pixels as Pillow. Otherwise its time means nothing."""
    folder = work_set("stills")
    command = [BUILT / "floor" / "png", "--checksums", folder]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    sums = dict(reversed(row.split()) for row in said.stdout.splitlines())
    for path in sorted(folder.iterdir())[::10]:
        with Image.open(path) as image:
            if int(sums[path.name], 16) != zlib.crc32(image.convert("RGBA").tobytes()):
                sys.exit(f"The floor and Pillow decode {path.name} to different pixels.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="NAME", help=f"benchmarks, separated by commas: {', '.join(LINES)}")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="runs of each command (default: 5)")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(LINES)
    if unknown := [name for name in names if name not in LINES]:
        parser.error(f"there is no benchmark named {unknown[0]}. Choose from {', '.join(LINES)}.")

    results = []
    facts = machine()
    print("{processor}, {cores} cores, {system}".format(**facts) + f", medians of {options.rounds} rounds")
    if "png" in names:
        floor_is_right()
    for make in (make for name in names for make in LINES[name]):
        try:
            line = make()
        except Missing as why:
            print(f"\nSkipped {make.__name__}: {why}")
            continue
        used = medians(line.commands, line.rounds or options.rounds)
        for command in line.commands:
            if command.output:
                found = weights(command.output)
                used[command.name].note({"weights": found, "bytes": sum(found.values())})
            if command.art:
                used[command.name].note(likeness(command.art, command.output))
            if command.truth:
                used[command.name].note(nearness(command.truth, command.output))
        verdicts = list(judged(line, used))
        printed(line, used, verdicts)
        if line.pictures:
            print(f"  {line.pictures()}")
        results.append((line, used, verdicts))

    missed = [verdict for *_, verdicts in results for verdict in verdicts if not verdict.reached]
    total = sum(len(verdicts) for *_, verdicts in results)
    print(f"\n{total - len(missed)} of {total} goals met")
    if not options.only:
        write_page(ROOT / "docs" / "BENCHMARKS.md", facts, results, options.rounds)
        print("Wrote docs/BENCHMARKS.md")


if __name__ == "__main__":
    main()
