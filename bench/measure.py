"""Runs commands in turn, and computes medians."""

import collections.abc
import dataclasses
import pathlib
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCH_BUILD_FOLDER = ROOT / ".build" / "bench"
OUTPUTS = BENCH_BUILD_FOLDER / "outputs"


@dataclasses.dataclass
class Command:
    """A command to measure."""

    name: str
    arguments: list
    folder: pathlib.Path = ROOT  # working folder, so that a thousand file names stay short
    accepted_statuses: tuple = (0,)  # exit statuses that mean "done"
    repeats: int = 1  # runs that count as one, if a single run takes only milliseconds
    files: int = 1  # files that the command processes, for goals per file
    output_name: str | pathlib.Path | None = None  # folder in OUTPUTS, which is removed before each run
    expected_folder: pathlib.Path | None = None  # folder with the expected @2x and @1x images
    source_folder: pathlib.Path | None = None  # folder with the images that the output should resemble
    compare: collections.abc.Callable | None = None  # returns figures about the output: compare(source_folder, output)
    before: collections.abc.Callable | None = None  # called before each run, unmeasured

    @property
    def output(self):
        return OUTPUTS / self.output_name if self.output_name else None


@dataclasses.dataclass
class Measurement:
    """The time in seconds and memory in KiB of one run, and the size and similarity of its output, if any."""

    cpu: float
    wall: float
    memory: int
    bytes: int | None = None
    file_sizes: dict | None = None  # bytes of each file, by name
    psnr_2x: float | None = None
    ssim_2x: float | None = None
    psnr_1x: float | None = None
    ssim_1x: float | None = None
    ssim: float | None = None
    ssim_each: dict | None = None  # SSIM of each file
    psnr_each: dict | None = None  # PSNR of each file
    sticker_sizes: dict | None = None  # bytes of each sticker that is written for a messenger

    def __getitem__(self, metric):
        return getattr(self, metric)

    def update(self, figures):
        for metric, figure in figures.items():
            setattr(self, metric, figure)


def run(command):
    """Runs a command once, and returns its figures. A command that fails ends the benchmark."""
    if command.output:
        shutil.rmtree(command.output, ignore_errors=True)
        OUTPUTS.mkdir(parents=True, exist_ok=True)
    if command.before:
        command.before()
    said = subprocess.run(
        [BENCH_BUILD_FOLDER / "measure", str(command.repeats), *map(str, command.arguments)],
        cwd=command.folder, stdout=subprocess.PIPE, text=True)
    if said.returncode != 0:
        sys.exit(f"{command.name}: cannot be measured")
    cpu, wall, memory, status = map(int, said.stdout.split())
    if status not in command.accepted_statuses:
        sys.exit(f"{command.name}: exit status {status}\n  {' '.join(map(str, command.arguments[:8]))} ...")
    return Measurement(cpu / 1e6 / command.repeats, wall / 1e6 / command.repeats, memory)


def medians(commands, rounds):
    """Runs all commands in turn for several rounds. Returns `{name: Measurement}` with the median of each figure."""
    runs = {command.name: [] for command in commands}
    for _ in range(rounds):
        for command in commands:
            runs[command.name].append(run(command))

    def median(found, metric):
        return statistics.median(measurement[metric] for measurement in found)

    metrics = ("cpu", "wall", "memory")
    return {name: Measurement(*(median(found, metric) for metric in metrics)) for name, found in runs.items()}
