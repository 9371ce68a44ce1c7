"""The release to install from: the one in STICKERLINT_DIST, or one packed from the last built program."""

import functools
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("STICKERLINT", PROJECT / ".build/dev/debug/stickerlint")).resolve()
TOOLS = pathlib.Path(sys.executable).parent
GOOD = PROJECT / "Fixtures/Art/pack/ghost.png"
BAD = PROJECT / "Fixtures/Art/faulty/too-small.png"

_work = pathlib.Path(tempfile.mkdtemp(prefix="stickerlint-release-"))


def run(*arguments, folder=None, **environment):
    """Runs a program, and returns its exit code and its output."""
    result = subprocess.run(
        [str(word) for word in arguments], cwd=folder or _work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False, env={**os.environ, **environment})
    return result.returncode, result.stdout


def pack(folder):
    """Packs a release of a script that starts the built program, because a debug build is large and not static."""
    folder.mkdir(parents=True)
    program = folder / "stickerlint"
    program.write_text(f'#!/bin/sh\nexec "{PROGRAM}" "$@"\n')
    program.chmod(0o755)
    (folder / "stickerlint.1").write_text(".TH stickerlint 1\n")
    status, output = run(
        "bash", PROJECT / "Scripts/dist.sh", program, folder / "stickerlint.1", folder / "dist",
        SOURCE_DATE_EPOCH="1700000000")
    if status != 0:
        raise RuntimeError(output)
    return folder / "dist"


@functools.cache
def dist():
    """Returns the folder of the release."""
    given = os.environ.get("STICKERLINT_DIST")
    return pathlib.Path(given).resolve() if given else pack(_work / "release")


def file(pattern):
    """Returns the only file of the release that matches a pattern. If there is one for each architecture, returns the
    one for this machine."""
    other_architectures = {"x86_64": ("aarch64", "arm64")}.get(platform.machine(), ("x86_64", "amd64"))
    matches = [
        path for path in sorted(dist().glob(pattern))
        if not any(other in path.name for other in other_architectures)]
    if len(matches) != 1:
        raise AssertionError(f"{pattern}: {matches}")
    return matches[0]


@functools.cache
def version():
    """Returns the version of the release, from the name of its wheel."""
    return file("*.whl").name.split("-")[1]


class ReleaseCase(unittest.TestCase):
    """A test with its own folder that contains a good and a faulty sticker."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=_work))
        self.addCleanup(shutil.rmtree, self.folder)
        self.art = self.folder / "art"
        self.art.mkdir()
        shutil.copy(GOOD, self.art / "good.png")
        shutil.copy(BAD, self.art / "too small.png")

    def run_program(self, *arguments, status=0, **options):
        """Runs a program, checks its exit code, and returns its output."""
        exit_code, output = run(*arguments, folder=options.pop("folder", self.folder), **options)
        self.assertEqual(exit_code, status, output)
        return output

    def check_installation(self, *command, **options):
        """Checks that an installed program prints its version, and reports only the faulty one of two stickers."""
        self.assertEqual(self.run_program(*command, "--version", **options), f"{version()}\n")
        output = self.run_program(*command, "lint", "--format", "concise", self.art, status=1, **options)
        self.assertIn("too small.png: error pixel-dimensions: ", output)
        self.assertNotIn("good.png", output)


def versions():
    """Returns the version and the folder of the tested release."""
    return f"stickerlint {version()} of {dist()}"


def stop():
    """Removes all temporary files."""
    shutil.rmtree(_work)
