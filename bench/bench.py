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

from benchmarks import BENCHMARKS
from goals import RequirementMissing, goal_verdicts
from measure import BENCH_BUILD_FOLDER, ROOT, medians
from output_files import file_sizes
from page import machine_facts, write_page
from reference import similarity_to_reference
from work_sets import work_set


def print_benchmark(benchmark, measurements, verdicts):
    print(f"\n{benchmark.title}")
    for name, figures in measurements.items():
        rest = f"{figures.bytes / 1e6:9.3f} MB" if figures.bytes else ""
        if figures.ssim:
            rest += f"   SSIM {figures.ssim:.5f}"
        if figures.psnr_2x:
            rest += f"   @2x {figures.psnr_2x:5.2f} dB {figures.ssim_2x:.4f}"
            rest += f"   @1x {figures.psnr_1x:5.2f} dB {figures.ssim_1x:.4f}"
        times = f"{_time(figures.cpu)} CPU{_time(figures.wall)} wall"
        print(f"  {name:<34}{times}{figures.memory / 1024:8.1f} MiB{rest}")
    for verdict in verdicts:
        print(f"  {'met   ' if verdict.is_met else 'MISSED'} {verdict.figure_text:>8}  {verdict.text}")
    sys.stdout.flush()


def _time(seconds):
    return f"{seconds:8.3f} s " if seconds >= 0.1 else f"{seconds * 1000:8.2f} ms"


def verify_floor():
    """Checks that the floor decodes the same pixels as Pillow. Otherwise its time means nothing."""
    folder = work_set("stills")
    command = [BENCH_BUILD_FOLDER / "floor" / "png", "--checksums", folder]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    sums = dict(reversed(row.split()) for row in said.stdout.splitlines())
    for path in sorted(folder.iterdir())[::10]:
        with Image.open(path) as image:
            if int(sums[path.name], 16) != zlib.crc32(image.convert("RGBA").tobytes()):
                sys.exit(f"The floor and Pillow decode {path.name} to different pixels.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="NAME", help=f"benchmarks, separated by commas: {', '.join(BENCHMARKS)}")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="runs of each command (default: 5)")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(BENCHMARKS)
    if unknown := [name for name in names if name not in BENCHMARKS]:
        parser.error(f"there is no benchmark named {unknown[0]}. Choose from {', '.join(BENCHMARKS)}.")

    results = []
    facts = machine_facts()
    print("{processor}, {cores} cores, {system}".format(**facts) + f", medians of {options.rounds} rounds")
    if "png" in names:
        verify_floor()
    for make in (make for name in names for make in BENCHMARKS[name]):
        try:
            benchmark = make()
        except RequirementMissing as why:
            print(f"\nSkipped {make.__name__}: {why}")
            continue
        measurements = medians(benchmark.commands, benchmark.rounds or options.rounds)
        for command in benchmark.commands:
            measurement = measurements[command.name]
            if command.output:
                found = file_sizes(command.output)
                measurement.update({"file_sizes": found, "bytes": sum(found.values())})
            if command.compare:
                measurement.update(command.compare(command.source_folder, command.output))
            if command.expected_folder:
                measurement.update(similarity_to_reference(command.expected_folder, command.output))
        verdicts = list(goal_verdicts(benchmark, measurements))
        print_benchmark(benchmark, measurements, verdicts)
        if benchmark.write_review_images:
            print(f"  {benchmark.write_review_images()}")
        results.append((benchmark, measurements, verdicts))

    missed = [verdict for *_, verdicts in results for verdict in verdicts if not verdict.is_met]
    total = sum(len(verdicts) for *_, verdicts in results)
    print(f"\n{total - len(missed)} of {total} goals met")
    if not options.only:
        write_page(ROOT / "docs" / "BENCHMARKS.md", facts, results, options.rounds)
        print("Wrote docs/BENCHMARKS.md")


if __name__ == "__main__":
    main()
