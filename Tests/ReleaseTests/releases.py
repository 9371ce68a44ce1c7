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


def run(*words, folder=None, **environment):
    """Returns what a program printed, and how it ended."""
    done = subprocess.run(
        [str(word) for word in words], cwd=folder or _work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False, env={**os.environ, **environment})
    return done.returncode, done.stdout


def pack(folder):
    """Packs a release of a script that starts the built program, which is neither static nor small."""
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
    named = os.environ.get("STICKERLINT_DIST")
    return pathlib.Path(named).resolve() if named else pack(_work / "release")


def file(pattern):
    """Returns the only file of the release that matches a name; for this machine, if there is one per
    architecture."""
    others = {"x86_64": ("aarch64", "arm64")}.get(platform.machine(), ("x86_64", "amd64"))
    found = [path for path in sorted(dist().glob(pattern)) if not any(other in path.name for other in others)]
    if len(found) != 1:
        raise AssertionError(f"{pattern}: {found}")
    return found[0]


@functools.cache
def version():
    """Returns the version of the release, from the name of its wheel."""
    return file("*.whl").name.split("-")[1]


class ReleaseCase(unittest.TestCase):
    """A test with its own folder of stickers."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=_work))
        self.addCleanup(shutil.rmtree, self.folder)
        self.art = self.folder / "art"
        self.art.mkdir()
        shutil.copy(GOOD, self.art / "good.png")
        shutil.copy(BAD, self.art / "too small.png")

    def asked(self, *words, status=0, **more):
        """Returns what a program printed. The program must exit with the given code."""
        ended, output = run(*words, folder=more.pop("folder", self.folder), **more)
        self.assertEqual(ended, status, output)
        return output

    def finds_the_faulty_one(self, *command, **more):
        """The installed program prints its version, and the finding on one of two stickers."""
        self.assertEqual(self.asked(*command, "--version", **more), f"{version()}\n")
        found = self.asked(*command, "lint", "--format", "concise", self.art, status=1, **more)
        self.assertIn("too small.png: error pixel-dimensions: ", found)
        self.assertNotIn("good.png", found)


def versions():
    """Returns what was installed, and from where."""
    return f"stickerlint {version()} of {dist()}"


def stop():
    """Removes all temporary files."""
    shutil.rmtree(_work)
