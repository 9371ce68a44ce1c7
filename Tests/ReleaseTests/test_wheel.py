"""The wheel, checked with third-party tools, and installed in clean environments with pip, pipx and pre-commit."""

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

    def test_third_party_tools_accept_the_name_the_metadata_and_the_record(self):
        """Checks the file name, the metadata, the hashes, the file modes and the contents."""
        path = releases.file(WHEEL)
        name, version, _, tags = parse_wheel_filename(path.name)
        self.assertEqual((name, str(version)), ("stickerlint", releases.version()))
        self.assertEqual({(tag.interpreter, tag.abi) for tag in tags}, {("py3", "none")})
        with zipfile.ZipFile(path) as archive:
            dist_info = f"stickerlint-{version}.dist-info"
            found = Metadata.from_email(archive.read(f"{dist_info}/METADATA"), validate=True)
            self.assertEqual((found.name, found.license_expression), ("stickerlint", "MIT"))
            self.assertNotIn("](docs/", found.description)
            wheel = email.parser.BytesParser().parsebytes(archive.read(f"{dist_info}/WHEEL"))
            self.assertEqual(set(wheel.get_all("Tag")), {str(tag) for tag in tags})
            rows = parse_record_file(archive.read(f"{dist_info}/RECORD").decode().splitlines())
            listed = {row[0] for row in rows}
            self.assertEqual(listed, set(archive.namelist()))
            for licensed in found.license_files:
                self.assertIn(f"{dist_info}/licenses/{licensed}", listed)
            modes = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
        programs = {name for name, mode in modes.items() if mode & stat.S_IXUSR}
        self.assertEqual(programs, {f"stickerlint-{version}.data/scripts/stickerlint"})
        self.run_program(
            sys.executable, "-m", "installer", "--validate-record", "all", "--destdir", self.folder / "root",
            path)
        self.run_program(releases.TOOLS / "check-wheel-contents", path)

    @unittest.skipIf("STICKERLINT_DIST" in os.environ, "skipped: STICKERLINT_DIST is set")
    def test_packing_again_in_another_folder_produces_the_same_files(self):
        """Compares every file of the release."""
        second = releases.pack(self.folder / "elsewhere" / "release")
        for path in sorted(releases.dist().iterdir()):
            with self.subTest(path.name):
                self.assertEqual((second / path.name).read_bytes(), path.read_bytes())

    def test_the_platform_tags_are_those_of_a_static_linux_executable(self):
        """pip accepts the wheel for these platforms only. A real executable has no interpreter."""
        with zipfile.ZipFile(releases.file(WHEEL)) as archive:
            program = archive.read(f"stickerlint-{releases.version()}.data/scripts/stickerlint")
        tags = parse_wheel_filename(releases.file(WHEEL).name)[3]
        platforms = {tag.platform.removesuffix("_x86_64").removesuffix("_aarch64") for tag in tags}
        self.assertEqual(platforms, {"manylinux_2_17", "manylinux2014", "musllinux_1_1"})
        for tag in sorted({tag.platform for tag in tags} | {"win_amd64", "macosx_14_0_arm64"}):
            with self.subTest(tag):
                self.run_program(
                    sys.executable, "-m", "pip", "download", "--no-index", "--find-links", releases.dist(),
                    "--only-binary", ":all:", "--no-deps", "--platform", tag, "--dest", self.folder,
                    f"stickerlint=={releases.version()}", status=0 if "linux" in tag else 1)
        if program[:4] == b"\x7fELF":
            (self.folder / "program").write_bytes(program)
            headers = self.run_program("readelf", "--program-headers", "--wide", self.folder / "program")
            self.assertNotIn("INTERP", headers)

    def test_a_dynamically_linked_executable_is_rejected(self):
        """Packs the shell, which is dynamically linked. No wheel is written."""
        (self.folder / "bin").mkdir()
        shutil.copy("/bin/sh", self.folder / "bin/stickerlint")
        for name in ("LICENSE", "THIRD-PARTY.txt", "stickerlint.cdx.json"):
            path = self.folder / "share/doc/stickerlint" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        (self.folder / "share/man/man1").mkdir(parents=True)
        (self.folder / "share/man/man1/stickerlint.1").touch()
        output = self.run_program(
            sys.executable, releases.PROJECT / "Scripts/wheel.py", self.folder, "1.0", "x86_64",
            "https://example.com", self.folder, status=1, SOURCE_DATE_EPOCH="0")
        self.assertIn("this one is linked dynamically", output)
        self.assertEqual(list(self.folder.glob("*.whl")), [])


class WheelInstalled(releases.ReleaseCase):
    """Installs from the file into an empty environment."""

    def test_pip_installs_into_an_empty_environment_without_a_network(self):
        """Installs the program, its manual page and the package for data engines. Uninstalling removes the program."""
        venv.create(self.folder / "venv", with_pip=True)
        bin_folder = self.folder / "venv/bin"
        self.run_program(bin_folder / "pip", "install", "--no-index", releases.file(WHEEL))
        self.assertIn("No broken requirements", self.run_program(bin_folder / "pip", "check"))
        self.check_installation(bin_folder / "stickerlint")
        self.assertTrue((self.folder / "venv/share/man/man1/stickerlint.1").is_file())
        self.run_program(bin_folder / "python", "-c", "import stickerlint; stickerlint.Stream")
        self.run_program(bin_folder / "pip", "uninstall", "--yes", "stickerlint")
        self.assertEqual([path for path in bin_folder.iterdir() if "stickerlint" in path.name], [])

    def test_pipx_runs_the_program(self):
        """pipx creates an environment for the run."""
        home = {"PIPX_HOME": str(self.folder / "pipx"), "PIPX_SHARED_LIBS": str(self.folder / "shared")}
        self.check_installation(
            releases.TOOLS / "pipx", "run", "--quiet", "--spec", releases.file(WHEEL), "stickerlint", **home)


class PreCommit(releases.ReleaseCase):
    """The hook without a compiler. pre-commit installs the requirements of pyproject.toml at the root."""

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
        self.run_program("git", "init", "-q", folder)
        self.run_program("git", "add", "-A", folder=folder)
        self.run_program("git", *person, "commit", "-q", "-m", "All", folder=folder)
        return self.run_program("git", "rev-parse", "HEAD", folder=folder).strip()

    def check_hook(self, configuration, **environment):
        """Checks that the hook lints both stickers, and fails because of the faulty one."""
        (self.art / ".pre-commit-config.yaml").write_text(configuration)
        self.commit(self.art)
        output = self.run_program(
            releases.TOOLS / "pre-commit", "run", "--all-files", folder=self.art, status=1,
            PRE_COMMIT_HOME=str(self.folder / "hooks"), PATH=f"{releases.TOOLS}:/usr/bin:/bin", **environment)
        self.assertIn("too small.png\n  error    pixel-dimensions", output)
        self.assertIn("2 files:", output)

    def test_the_pre_commit_hook_installs_the_wheel(self):
        """Uses the release's folder instead of a package index."""
        commit = self.run_program("git", "rev-parse", "HEAD", folder=self.project).strip()
        self.check_hook(
            f"repos: [{{repo: '{self.project}', rev: '{commit}', hooks: [{{id: stickerlint}}]}}]\n",
            PIP_FIND_LINKS=str(releases.dist()))

    def test_a_local_hook_installs_the_wheel_from_a_url(self):
        """Uses the configuration from the documentation, with the URL of a local file."""
        text = (releases.PROJECT / "integrations/README.md").read_text()
        block = next(part for part in text.split("```yaml\n") if "repo: local" in part).split("```")[0]
        block = textwrap.dedent(block)
        address = next(word for word in block.split() if word.endswith('.whl"]')).rstrip('"]')
        self.assertEqual(
            address.rsplit("/", 1)[1].replace("x86_64", ""),
            releases.file(WHEEL).name.replace("x86_64", "").replace("aarch64", ""))
        self.check_hook(block.replace(address, releases.file(WHEEL).as_uri()))


if __name__ == "__main__":
    unittest.main()
