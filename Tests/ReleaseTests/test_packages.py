"""The Debian package, the npm package and the container image: what other programs report about them, and
what runs from them."""

import json
import os
import pathlib
import shutil
import tarfile
import unittest

import releases


def with_programs(*names):
    """Skips the test unless these programs are installed."""
    missing = [name for name in names if shutil.which(name) is None]
    return unittest.skipIf(missing, f"skipped: no {', '.join(missing)}")


class DebianPackage(releases.ReleaseCase):
    """Runs Debian's own linter. Tests of packing check the contents."""

    @with_programs("lintian")
    @unittest.skipUnless("STICKERLINT_DIST" in os.environ, "skipped: it is about the real program")
    def test_it_is_lint_clean(self):
        """Neither errors nor warnings. Intended exceptions are overridden with a reason, and each override is
        used."""
        output = self.asked(
            "lintian", "--allow-root", "--fail-on", "error,warning", "--display-info", releases.file("*.deb"))
        self.assertNotIn("unused-override", output)


class StaticProgram(releases.ReleaseCase):
    """The static executable of a release: docs/decisions/0011."""

    @unittest.skipUnless("STICKERLINT_DIST" in os.environ, "skipped: it is about the real program")
    def test_it_has_at_most_36_megabytes_and_the_commands_of_the_debug_build(self):
        with tarfile.open(releases.file("*linux*.tar.gz")) as archive:
            archive.extractall(self.folder, filter="data")
        program = next(self.folder.glob("*/bin/stickerlint"))
        self.assertLessEqual(program.stat().st_size, 36_000_000)
        own, built = (
            self.asked(path, "--experimental-dump-help") for path in (program, releases.PROGRAM))
        self.assertEqual(own, built)


@with_programs("npm", "node")
class NpmPackage(releases.ReleaseCase):
    """Installs from the file, without a registry."""

    def test_npm_installs_the_program(self):
        """The link leads to the program itself, which is unchanged."""
        prefix = self.folder / "prefix"
        more = {"npm_config_cache": str(self.folder / "cache"), "npm_config_offline": "true"}
        self.asked("npm", "install", "--global", "--prefix", prefix, releases.file("*-npm.tgz"), **more)
        self.finds_the_faulty_one(prefix / "bin/stickerlint")
        self.asked("npm", "uninstall", "--global", "--prefix", prefix, "stickerlint", **more)
        self.assertFalse((prefix / "bin/stickerlint").exists())


class ContainerImage(releases.ReleaseCase):
    """Reads the layout with its own tool, and runs the program with a container runtime."""

    @with_programs("skopeo")
    def test_a_reader_of_images_takes_it(self):
        """Checks the name, the platform and every digest. Copying the image reads all of it."""
        source = f"oci-archive:{releases.file('*.oci.tar')}"
        about = json.loads(self.asked("skopeo", "inspect", source))
        self.assertEqual((about["Os"], len(about["Layers"])), ("linux", 1))
        self.assertEqual(about["Labels"]["org.opencontainers.image.version"], releases.version())
        self.asked("skopeo", "copy", "--quiet", source, f"docker-archive:{self.folder}/docker.tar")

    @with_programs("skopeo", "umoci", "runc")
    @unittest.skipUnless("STICKERLINT_DIST" in os.environ, "skipped: only a static program runs in it")
    @unittest.skipUnless(os.geteuid() == 0, "skipped: a runtime is started by root here")
    def test_it_runs_as_nobody_and_finds_the_faulty_sticker(self):
        """Art is mounted read-only, as the documentation says."""
        image = f"{self.folder}/image:{releases.version()}"
        self.asked("skopeo", "copy", "--quiet", f"oci-archive:{releases.file('*.oci.tar')}", f"oci:{image}")
        bundle = self.folder / "bundle"
        self.asked("umoci", "unpack", "--image", image, bundle)
        self.assertEqual(oct((bundle / "rootfs/tmp").stat().st_mode & 0o7777), "0o1777")
        config = json.loads((bundle / "config.json").read_text())
        self.assertEqual((config["process"]["user"]["uid"], config["process"]["cwd"]), (65534, "/art"))
        for parent in (self.folder, *self.folder.parents):
            if parent.stat().st_uid == os.geteuid() and parent != pathlib.Path("/"):
                parent.chmod(parent.stat().st_mode | 0o055)
        config["process"] |= {"terminal": False}
        # Files are checked in confined processes here too. A container does not prevent that.
        config["process"]["args"] += ["lint", "--isolate", "--no-cache", "--format", "concise", "."]
        config["mounts"].append({
            "destination": "/art", "type": "bind", "source": str(self.art), "options": ["rbind", "ro"]})
        (bundle / "config.json").write_text(json.dumps(config))
        output = self.asked("runc", "run", "--bundle", bundle, self.folder.name, status=1)
        self.assertIn("too small.png: error pixel-dimensions: ", output)
        self.assertNotIn("good.png", output)


class Checksums(releases.ReleaseCase):
    """Every file of the release."""

    def test_each_is_listed_and_right(self):
        """Checks sums with the program that people use."""
        listed = {line.split()[1] for line in (releases.dist() / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(listed | {"SHA256SUMS"}, {path.name for path in releases.dist().iterdir()})
        self.asked("sha256sum", "--check", "--strict", "SHA256SUMS", folder=releases.dist())

    def test_each_that_holds_the_program_holds_its_bill_of_materials(self):
        """The archive, the npm package and the image layer. Other tests check the wheel and the Debian
        package."""
        bill = releases.file("*.cdx.json").read_bytes()
        for pattern, inside in (
            ("stickerlint-*-linux-*[!m].tar.gz", "share/doc/stickerlint/stickerlint.cdx.json"),
            ("*-npm.tgz", "stickerlint.cdx.json"),
        ):
            with tarfile.open(releases.file(pattern)) as archive:
                member = next(name for name in archive.getnames() if name.endswith(inside))
                self.assertEqual(archive.extractfile(member).read(), bill)


if __name__ == "__main__":
    unittest.main()
