"""The wheel in clean environments, with pip, pipx and pre-commit, and what other programs report about the
file."""

import email.parser
import os
import shutil
import stat
import sys
import textwrap
import unittest
import venv
import zipfile

import releases
from installer.records import parse_record_file
from packaging.metadata import Metadata
from packaging.utils import parse_wheel_filename

WHEEL = "*.whl"


class WheelFile(releases.ReleaseCase):
    """The contents of the file."""

    def test_others_take_the_file_its_name_its_metadata_and_its_list(self):
        """Checks names, metadata, the hash list and the contents with third-party libraries."""
        path = releases.file(WHEEL)
        name, version, _, tags = parse_wheel_filename(path.name)
        self.assertEqual((name, str(version)), ("stickerlint", releases.version()))
        self.assertEqual({(tag.interpreter, tag.abi) for tag in tags}, {("py3", "none")})
        with zipfile.ZipFile(path) as archive:
            about = f"stickerlint-{version}.dist-info"
            found = Metadata.from_email(archive.read(f"{about}/METADATA"), validate=True)
            self.assertEqual((found.name, found.license_expression), ("stickerlint", "MIT"))
            self.assertNotIn("](docs/", found.description)
            said = email.parser.BytesParser().parsebytes(archive.read(f"{about}/WHEEL"))
            self.assertEqual(set(said.get_all("Tag")), {str(tag) for tag in tags})
            rows = parse_record_file(archive.read(f"{about}/RECORD").decode().splitlines())
            listed = {row[0] for row in rows}
            self.assertEqual(listed, set(archive.namelist()))
            for licensed in found.license_files:
                self.assertIn(f"{about}/licenses/{licensed}", listed)
            modes = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
        programs = {name for name, mode in modes.items() if mode & stat.S_IXUSR}
        self.assertEqual(programs, {f"stickerlint-{version}.data/scripts/stickerlint"})
        self.asked(
            sys.executable, "-m", "installer", "--validate-record", "all", "--destdir", self.folder / "root",
            path)
        self.asked(releases.TOOLS / "check-wheel-contents", path)

    @unittest.skipIf("STICKERLINT_DIST" in os.environ, "skipped: of a release that is given")
    def test_packed_again_in_another_folder_it_has_the_same_bytes(self):
        """Every other file of the release is reproducible, too."""
        again = releases.pack(self.folder / "elsewhere" / "release")
        for path in sorted(releases.dist().iterdir()):
            with self.subTest(path.name):
                self.assertEqual((again / path.name).read_bytes(), path.read_bytes())

    def test_the_platforms_are_those_of_a_static_file(self):
        """pip accepts it on an old glibc and on musl. The real executable needs no interpreter."""
        with zipfile.ZipFile(releases.file(WHEEL)) as archive:
            program = archive.read(f"stickerlint-{releases.version()}.data/scripts/stickerlint")
        tags = parse_wheel_filename(releases.file(WHEEL).name)[3]
        platforms = {tag.platform.removesuffix("_x86_64").removesuffix("_aarch64") for tag in tags}
        self.assertEqual(platforms, {"manylinux_2_17", "manylinux2014", "musllinux_1_1"})
        for tag in sorted({tag.platform for tag in tags} | {"win_amd64", "macosx_14_0_arm64"}):
            with self.subTest(tag):
                self.asked(
                    sys.executable, "-m", "pip", "download", "--no-index", "--find-links", releases.dist(),
                    "--only-binary", ":all:", "--no-deps", "--platform", tag, "--dest", self.folder,
                    f"stickerlint=={releases.version()}", status=0 if "linux" in tag else 1)
        if program[:4] == b"\x7fELF":
            (self.folder / "program").write_bytes(program)
            headers = self.asked("readelf", "--program-headers", "--wide", self.folder / "program")
            self.assertNotIn("INTERP", headers)

    def test_a_file_that_needs_the_machines_library_is_refused(self):
        """The shell is dynamically linked. Nothing is written."""
        (self.folder / "bin").mkdir()
        shutil.copy("/bin/sh", self.folder / "bin/stickerlint")
        for name in ("LICENSE", "THIRD-PARTY.txt", "stickerlint.cdx.json"):
            path = self.folder / "share/doc/stickerlint" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        (self.folder / "share/man/man1").mkdir(parents=True)
        (self.folder / "share/man/man1/stickerlint.1").touch()
        output = self.asked(
            sys.executable, releases.PROJECT / "Scripts/wheel.py", self.folder, "1.0", "x86_64",
            "https://example.com", self.folder, status=1, SOURCE_DATE_EPOCH="0")
        self.assertIn("this one is linked dynamically", output)
        self.assertEqual(list(self.folder.glob("*.whl")), [])


class WheelInstalled(releases.ReleaseCase):
    """Installs from the file into an empty environment."""

    def test_pip_into_an_empty_environment_without_a_network(self):
        """The program is in the environment's bin folder, nothing else is installed, and the package for data
        engines is included."""
        venv.create(self.folder / "venv", with_pip=True)
        bin_folder = self.folder / "venv/bin"
        self.asked(bin_folder / "pip", "install", "--no-index", releases.file(WHEEL))
        self.assertIn("No broken requirements", self.asked(bin_folder / "pip", "check"))
        self.finds_the_faulty_one(bin_folder / "stickerlint")
        self.assertTrue((self.folder / "venv/share/man/man1/stickerlint.1").is_file())
        self.asked(bin_folder / "python", "-c", "import stickerlint; stickerlint.Stream")
        self.asked(bin_folder / "pip", "uninstall", "--yes", "stickerlint")
        self.assertEqual([path for path in bin_folder.iterdir() if "stickerlint" in path.name], [])

    def test_pipx_runs_it(self):
        """Runs in an environment that it creates for the run."""
        home = {"PIPX_HOME": str(self.folder / "pipx"), "PIPX_SHARED_LIBS": str(self.folder / "shared")}
        self.finds_the_faulty_one(
            releases.TOOLS / "pipx", "run", "--quiet", "--spec", releases.file(WHEEL), "stickerlint", **home)


class PreCommit(releases.ReleaseCase):
    """The hook without a compiler: pre-commit installs what pyproject.toml at the root requires."""

    def setUp(self):
        super().setUp()
        self.project = self.folder / "project"
        self.project.mkdir()
        for name in (".pre-commit-hooks.yaml", "pyproject.toml", "LICENSE"):
            (self.project / name).write_text((releases.PROJECT / name).read_text())
        self.commit(self.project)

    def commit(self, folder):
        """Turns a folder into a repository, and returns its commit."""
        person = ["-c", "user.name=A tester", "-c", "user.email=tester@example.com"]
        self.asked("git", "init", "-q", folder)
        self.asked("git", "add", "-A", folder=folder)
        self.asked("git", *person, "commit", "-q", "-m", "All", folder=folder)
        return self.asked("git", "rev-parse", "HEAD", folder=folder).strip()

    def judge(self, configuration, **more):
        """Both stickers are checked, and the faulty one stops the commit."""
        (self.art / ".pre-commit-config.yaml").write_text(configuration)
        self.commit(self.art)
        output = self.asked(
            releases.TOOLS / "pre-commit", "run", "--all-files", folder=self.art, status=1,
            PRE_COMMIT_HOME=str(self.folder / "hooks"), PATH=f"{releases.TOOLS}:/usr/bin:/bin", **more)
        self.assertIn("too small.png\n  error    pixel-dimensions", output)
        self.assertIn("2 files:", output)

    def test_the_hook_installs_the_wheel(self):
        """The release's folder stands in for a package index."""
        commit = self.asked("git", "rev-parse", "HEAD", folder=self.project).strip()
        self.judge(
            f"repos: [{{repo: '{self.project}', rev: '{commit}', hooks: [{{id: stickerlint}}]}}]\n",
            PIP_FIND_LINKS=str(releases.dist()))

    def test_a_hook_of_ones_own_takes_the_wheel_by_its_address(self):
        """As in the documentation, with a file instead of the release's address."""
        text = (releases.PROJECT / "integrations/README.md").read_text()
        block = next(part for part in text.split("```yaml\n") if "repo: local" in part).split("```")[0]
        block = textwrap.dedent(block)
        address = next(word for word in block.split() if word.endswith('.whl"]')).rstrip('"]')
        self.assertEqual(
            address.rsplit("/", 1)[1].replace("x86_64", ""),
            releases.file(WHEEL).name.replace("x86_64", "").replace("aarch64", ""))
        self.judge(block.replace(address, releases.file(WHEEL).as_uri()))


if __name__ == "__main__":
    unittest.main()
