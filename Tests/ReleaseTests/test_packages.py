"""The Debian package, the npm package and the container image, checked and run with third-party programs."""

import json
import os
import pathlib
import shutil
import tarfile
import unittest

import releases


def skip_without(*names):
    """Skips the test unless these programs are installed."""
    missing = [name for name in names if shutil.which(name) is None]
    return unittest.skipIf(missing, f"skipped: no {', '.join(missing)}")


class DebianPackage(releases.ReleaseCase):
    """Runs Debian's own linter. `DistTests` checks the contents."""

    @skip_without("lintian")
    @unittest.skipUnless("STICKERLINT_DIST" in os.environ, "skipped: STICKERLINT_DIST is not set")
    def test_lintian_reports_no_errors_or_warnings(self):
        """Intended exceptions have an override with a reason. Every override must be used."""
        output = self.run_program(
            "lintian", "--allow-root", "--fail-on", "error,warning", "--display-info", releases.file("*.deb"))
        self.assertNotIn("unused-override", output)


class StaticProgram(releases.ReleaseCase):
    """The static executable of a release (docs/decisions/0011)."""

    @unittest.skipUnless("STICKERLINT_DIST" in os.environ, "skipped: STICKERLINT_DIST is not set")
    def test_the_executable_is_at_most_36_mb_and_has_the_commands_of_the_debug_build(self):
        with tarfile.open(releases.file("*linux*.tar.gz")) as archive:
            archive.extractall(self.folder, filter="data")
        program = next(self.folder.glob("*/bin/stickerlint"))
        self.assertLessEqual(program.stat().st_size, 36_000_000)
        actual, expected = (
            self.run_program(path, "--experimental-dump-help") for path in (program, releases.PROGRAM))
        self.assertEqual(actual, expected)


@skip_without("npm", "node")
class NpmPackage(releases.ReleaseCase):
    """Installs from the file, without a registry."""

    def test_npm_installs_and_uninstalls_the_program(self):
        """Installs with an empty cache and no network."""
        prefix = self.folder / "prefix"
        environment = {"npm_config_cache": str(self.folder / "cache"), "npm_config_offline": "true"}
        self.run_program("npm", "install", "--global", "--prefix", prefix, releases.file("*-npm.tgz"), **environment)
        self.check_installation(prefix / "bin/stickerlint")
        self.run_program("npm", "uninstall", "--global", "--prefix", prefix, "stickerlint", **environment)
        self.assertFalse((prefix / "bin/stickerlint").exists())


class ContainerImage(releases.ReleaseCase):
    """Reads the image with skopeo, and runs it with a container runtime."""

    @skip_without("skopeo")
    def test_skopeo_reads_and_converts_the_image(self):
        """Checks the name, the platform and every digest. Copying the image reads all of it."""
        source = f"oci-archive:{releases.file('*.oci.tar')}"
        about = json.loads(self.run_program("skopeo", "inspect", source))
        self.assertEqual((about["Os"], len(about["Layers"])), ("linux", 1))
        self.assertEqual(about["Labels"]["org.opencontainers.image.version"], releases.version())
        self.run_program("skopeo", "copy", "--quiet", source, f"docker-archive:{self.folder}/docker.tar")

    @skip_without("skopeo", "umoci", "runc")
    @unittest.skipUnless("STICKERLINT_DIST" in os.environ, "skipped: STICKERLINT_DIST is not set")
    @unittest.skipUnless(os.geteuid() == 0, "skipped: only root can start the container runtime")
    def test_the_container_runs_as_nobody_and_reports_the_faulty_sticker(self):
        """Mounts the art read-only, as in the documentation."""
        image = f"{self.folder}/image:{releases.version()}"
        self.run_program("skopeo", "copy", "--quiet", f"oci-archive:{releases.file('*.oci.tar')}", f"oci:{image}")
        bundle = self.folder / "bundle"
        self.run_program("umoci", "unpack", "--image", image, bundle)
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
        output = self.run_program("runc", "run", "--bundle", bundle, self.folder.name, status=1)
        self.assertIn("too small.png: error pixel-dimensions: ", output)
        self.assertNotIn("good.png", output)


class Checksums(releases.ReleaseCase):
    """The checksums and the bill of materials of the release."""

    def test_every_file_is_listed_with_the_correct_checksum(self):
        """Verifies the checksums with `sha256sum`, as users do."""
        names = {line.split()[1] for line in (releases.dist() / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(names | {"SHA256SUMS"}, {path.name for path in releases.dist().iterdir()})
        self.run_program("sha256sum", "--check", "--strict", "SHA256SUMS", folder=releases.dist())

    def test_the_archive_and_the_npm_package_contain_the_bill_of_materials(self):
        """Other tests check the wheel and the Debian package."""
        bill = releases.file("*.cdx.json").read_bytes()
        for pattern, suffix in (
            ("stickerlint-*-linux-*[!m].tar.gz", "share/doc/stickerlint/stickerlint.cdx.json"),
            ("*-npm.tgz", "stickerlint.cdx.json"),
        ):
            with tarfile.open(releases.file(pattern)) as archive:
                member = next(name for name in archive.getnames() if name.endswith(suffix))
                self.assertEqual(archive.extractfile(member).read(), bill)


if __name__ == "__main__":
    unittest.main()
