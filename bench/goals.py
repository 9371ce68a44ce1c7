"""The types for benchmarks and their goals."""

import dataclasses

ANY_OTHER = "any other program"  # as the peer of a goal: the best of the others


@dataclasses.dataclass
class Goal:
    """A limit for one command's figure, usually relative to another command."""

    kind: str  # a key of GOAL_KINDS
    limit: float
    peer: str | None = None
    metric: str = "cpu"
    ours: str | None = None  # default: the first command of the benchmark


@dataclasses.dataclass
class Benchmark:
    """A benchmark: commands that run in turn. The first one is ours."""

    name: str
    title: str
    commands: list
    goals: list
    rounds: int | None = None  # one if times do not matter
    note: str = ""  # text on the page, below the title
    write_review_images: object = None  # function that returns a line that says where the images are


class RequirementMissing(Exception):
    """A requirement of a benchmark is missing, so the benchmark is skipped. The message says why."""


# For each kind of goal: a function that computes its figure from the peer's command and figure and from ours, its text,
# and whether higher (1) or lower (-1) is better.
GOAL_KINDS = {
    "times less": (lambda peer, theirs, us, ours: theirs / ours, "{0:g}x less {1} than {2}", 1),
    "share": (lambda peer, theirs, us, ours: ours / theirs, "at most {0:g}x the {1} of {2}", -1),
    "ms more": (
        lambda peer, theirs, us, ours: (ours - theirs) * 1000, "at most {0:g} ms more {1} than {2}", -1),
    "most s": (lambda peer, theirs, us, ours: ours, "at most {0:g} s of {1}", -1),
    "most MiB": (lambda peer, theirs, us, ours: ours / 1024, "at most {0:g} MiB of {1}", -1),
    "a file": (
        lambda peer, theirs, us, ours: ours / us.files / (theirs / peer.files),
        "per file, at most {0:g}x the {1} of {2}", -1),
    "growth": (
        lambda peer, theirs, us, ours: (ours - theirs) / (us.files - peer.files),
        "at most {0:g} KiB more {1} per additional file than {2}", -1),
    "worst file": (
        lambda peer, theirs, us, ours: max(ours[name] / theirs[name] for name in theirs),
        "no file larger than {0:g}x that of {2}", -1),
    "heaviest": (
        lambda peer, theirs, us, ours: max(ours.values()), "no file larger than {0:,} bytes", -1),
    "least more": (
        lambda peer, theirs, us, ours: min(ours[name] - theirs[name] for name in theirs),
        "{1} of each file at least {0:g} above that of {2}", 1),
    "files above": (
        lambda peer, theirs, us, ours: sum(ours[name] > theirs[name] for name in theirs),
        "higher {1} than {2} for at least {0:g} files", 1),
    "more": (
        lambda peer, theirs, us, ours: ours - theirs, "{1} at least {0:g} above that of {2}", 1),
    "dB above": (
        lambda peer, theirs, us, ours: ours - theirs, "{1} at least {0:g} dB above that of {2}", 1),
    "dB behind": (
        lambda peer, theirs, us, ours: theirs - ours, "{1} at most {0:g} dB below that of {2}", -1),
}
METRIC_NAMES = {
    "cpu": "CPU", "wall": "wall time", "memory": "memory", "bytes": "bytes", "file_sizes": "file size",
    "ssim": "SSIM", "ssim_each": "SSIM", "psnr_each": "PSNR", "sticker_sizes": "file size",
    "psnr_2x": "PSNR of @2x", "psnr_1x": "PSNR of @1x",
}


@dataclasses.dataclass
class Verdict:
    """The result of one goal."""

    figure: float
    is_met: bool
    text: str  # the goal in words, with the peer
    goal: float

    @property
    def figure_text(self):
        """The figure, with enough digits to distinguish it from the goal."""
        digits = 3
        while float(f"{self.figure:.{digits}g}") == self.goal != self.figure and digits < 9:
            digits += 1
        return f"{self.figure:.{digits}g}"


def goal_verdicts(benchmark, measurements):
    """Yields the verdict on each goal of a benchmark."""
    commands = {command.name: command for command in benchmark.commands}
    for goal in benchmark.goals:
        ours = goal.ours or benchmark.commands[0].name
        value, words, better = GOAL_KINDS[goal.kind]
        if goal.peer == ANY_OTHER:
            peer = max((name for name in commands if name != ours), key=lambda name: measurements[name][goal.metric])
        else:
            peer = goal.peer or ours
        figure = value(
            commands[peer], measurements[peer][goal.metric], commands[ours], measurements[ours][goal.metric])
        art = ours.rpartition(": ")[0]  # mention the art only once
        named = goal.peer and goal.peer.removeprefix(f"{art}: ")
        text = f"{ours}: " + words.format(goal.limit, METRIC_NAMES[goal.metric], named)
        yield Verdict(figure, (figure - goal.limit) * better >= 0, text, goal.limit)
