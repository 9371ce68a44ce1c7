"""Runs the recipes for GNU parallel and Slurm. Checks the Kubernetes recipe by its schema, and runs its scripts."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import yaml

import records
import slurm_cluster

HERE = pathlib.Path(__file__).resolve().parent
RECIPES = HERE.parent.parent / "integrations"
PROGRAM = os.environ["STICKERLINT"]
HAS_SHARDS = subprocess.run([PROGRAM, "shard", "--help"], capture_output=True, check=False).returncode == 0

# Kills itself at its second start, after some output.
FLAKY = """#!/bin/bash
echo . >>"$0.starts"
if [ "$(wc -l <"$0.starts")" = 2 ]; then echo '{{"half": '; kill -KILL $$; fi
exec {program} "$@"
"""


EXTENSIONS = (
    "png", "apng", "gif", "jpg", "jpeg", "jpe", "webp", "heic", "heif", "avif", "svg", "tif", "tiff", "bmp",
    "mp4", "mov", "pdf")
IGNORED_PATHS = (
    ".hidden.png", ".git/a.png", "node_modules/a.png", "b/Pods/a.png", "b/notes.txt", "b/png",
    "A.xcassets/AppIcon.appiconset/a.png", "A.xcassets/B/C.imageset/a.png", "A.xcassets/L.launchimage/a.png")


def write(path, data):
    """Writes a file, and creates its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


class RecipeCase(unittest.TestCase):
    """A test with a folder of stickers whose names need quoting."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="stickerlint recipes ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.art = self.folder / "the art"
        records.write_pictures(1, self.art / "it's a pack")
        source = next((self.art / "it's a pack").glob("*.png"))
        shutil.copy(source, self.art / "two\nlines $(x).png")
        self.environment = os.environ | {
            "STICKERLINT": PROGRAM, "OPTIONS": "--no-config",
            "XDG_CACHE_HOME": str(self.folder / "cache")}

    def run_recipe(self, *arguments, status=0, **environment):
        """Runs a recipe, checks its exit code, and returns its output."""
        result = subprocess.run(
            [str(word) for word in arguments], env=self.environment | environment, capture_output=True,
            check=False)
        self.assertEqual(result.returncode, status, result.stderr.decode())
        return result.stdout

    def flaky_program(self):
        """Returns the path of a program that is killed once."""
        path = self.folder / "flaky"
        path.write_text(FLAKY.format(program=PROGRAM))
        path.chmod(0o755)
        return str(path)

    def single_report(self):
        """Returns the report of a single run."""
        self.run_recipe(
            PROGRAM, "lint", "--quiet", "--no-config", "--format", f"json={self.folder}/single.json", "--",
            self.art, status=1)
        return (self.folder / "single.json").read_bytes()


@unittest.skipIf(shutil.which("parallel") is None, "skipped: GNU parallel is not installed")
class ParallelTests(RecipeCase):
    """Tests of integrations/parallel."""

    def test_every_file_has_a_line_in_name_order_even_if_a_process_is_killed(self):
        names = sorted(os.fsencode(path) for path in self.art.rglob("*.*"))
        for program in (PROGRAM, self.flaky_program()):
            lines = self.run_recipe(
                RECIPES / "parallel/lint.sh", self.art, STICKERLINT=program, BLOCK_SIZE="4k",
                status=1).splitlines()
            self.assertEqual([json.loads(line)["file"]["path"].encode() for line in lines], names)
        self.assertGreater(len((self.folder / "flaky.starts").read_text().splitlines()), 2)

    def test_an_unknown_option_is_an_error(self):
        result = subprocess.run(
            [RECIPES / "parallel/lint.sh", self.art], env=self.environment | {"OPTIONS": "--such"},
            capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn("Unknown option '--such'", result.stderr)

    def test_the_recipe_finds_the_same_files_as_lint(self):
        picture = next((self.art / "it's a pack").glob("*.png")).read_bytes()
        tree = self.folder / "-tree"
        for extension in EXTENSIONS:
            for name in (f"a.{extension}", f"B.{extension.upper()}"):
                write(tree / "all" / name, picture)
        stickers = ("A.xcassets/P.stickerpack/S.sticker/s.png", "A.xcassets/I.stickersiconset/i.png")
        for path in IGNORED_PATHS + stickers:
            write(tree / path, picture)
        report = json.loads(self.run_recipe(
            PROGRAM, "lint", "--no-config", "--no-pack", "--format", "json", "--", tree, status=1))
        expected = sorted(file["path"] for file in report["files"])
        self.assertEqual(len(expected), 2 * len(EXTENSIONS) + 2)
        lines = self.run_recipe(RECIPES / "parallel/lint.sh", tree, status=1).splitlines()
        self.assertEqual([json.loads(line)["file"]["path"] for line in lines], expected)

    def test_exit_codes_distinguish_no_findings_findings_and_failures(self):
        good = self.folder / "good {} {1}"
        shutil.copytree(RECIPES.parent / "Fixtures/Art/pack", good)
        report = self.folder / "of {} {#}.json"
        lint, shards = RECIPES / "parallel/lint.sh", RECIPES / "parallel/shards.sh"
        for command, environment, status in (
            ([lint, good], {}, 0), ([lint, good, self.art], {}, 1), ([lint], {}, 2),
            ([lint, good / "none"], {}, 2), ([lint, good], {"STICKERLINT": "/no/such"}, 2),
            ([shards, report, good], {}, 0), ([shards, report, good, self.art], {}, 1), ([shards], {}, 2),
            ([shards, report], {}, 2), ([shards, report, good / "none"], {}, 2),
            ([shards, report / "no", good], {}, 2), ([shards, report, good], {"SHARDS": "x"}, 2),
        ):
            with self.subTest(command=command, environment=environment):
                self.run_recipe(*command, **{"SHARDS": "2"} | environment, status=status)
        (good / ".stickerlint.yml").write_text("rules: 7\n")
        answers = self.run_recipe(lint, good, OPTIONS="", status=2).splitlines()
        self.assertEqual({json.loads(answer)["type"] for answer in answers}, {"error"})

    @unittest.skipUnless(HAS_SHARDS, "skipped: the program has no command `shard`")
    def test_the_merged_report_of_all_shards_equals_that_of_one_run(self):
        expected = self.single_report()
        for program, count in ((PROGRAM, "5"), (self.flaky_program(), "3")):
            self.run_recipe(
                RECIPES / "parallel/shards.sh", self.folder / "report.json", self.art, STICKERLINT=program,
                SHARDS=count, status=1)
            self.assertEqual((self.folder / "report.json").read_bytes(), expected)
        self.assertEqual(list(self.folder.glob(".shards-*")), [])


@unittest.skipIf(slurm_cluster.unavailable(), f"skipped: Slurm: {slurm_cluster.unavailable()}")
@unittest.skipUnless(HAS_SHARDS, "skipped: the program has no command `shard`")
class SlurmTests(RecipeCase):
    """Tests of integrations/slurm."""

    def test_a_job_array_and_its_merge_make_the_report_of_one_run(self):
        expected = self.single_report()
        # Slurm does not support spaces in its own paths.
        folder = tempfile.TemporaryDirectory(prefix="stickerlint-slurm-")
        self.addCleanup(folder.cleanup)
        with slurm_cluster.cluster(folder.name) as environment:
            reports = self.folder / "reports"
            job_environment = environment | {"OPTIONS": "--no-config", "STICKERLINT": PROGRAM}
            job = self.submit(job_environment, "5", reports)
            state = slurm_cluster.wait_for(job, environment)
            log = "\n".join(path.read_text() for path in reports.glob("*.log"))
            # The merge has findings, so its job fails.
            self.assertEqual(state, "FAILED", log)
            self.assertEqual((reports / "report.json").read_bytes(), expected)
            self.assertEqual(len(list(reports.glob("[0-9]*.json"))), 5)
            # A second run in the same folder is rejected, because its reports would be mixed with the first.
            self.run_recipe(RECIPES / "slurm/submit.sh", "5", reports, self.art, status=2)
            # If a task fails, the merge does not run.
            other = self.folder / "other"
            job = self.submit(job_environment | {"OPTIONS": "--such"}, "2", other)
            self.assertEqual(slurm_cluster.wait_for(job, environment), "CANCELLED")
            self.assertFalse((other / "report.json").exists())

    def submit(self, environment, shards, reports):
        """Submits an array of jobs, and returns the id of the merge job."""
        result = subprocess.run(
            [RECIPES / "slurm/submit.sh", shards, reports, self.art], env=environment, capture_output=True,
            text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.strip()


class KubernetesTests(RecipeCase):
    """Tests of integrations/kubernetes, without a cluster."""

    def container(self, name):
        """Returns the only container of a recipe."""
        job = yaml.safe_load((RECIPES / "kubernetes" / name).read_text())
        return job["spec"]["template"]["spec"]["containers"][0]

    def test_the_jobs_follow_the_kubernetes_schema(self):
        import kubernetes_validate

        for name in ("lint.yaml", "merge.yaml"):
            kubernetes_validate.validate(
                yaml.safe_load((RECIPES / "kubernetes" / name).read_text()), "1.31", strict=True)

    def test_the_job_has_as_many_completions_as_shards(self):
        job = yaml.safe_load((RECIPES / "kubernetes/lint.yaml").read_text())
        shards = {"name": "SHARDS", "value": str(job["spec"]["completions"])}
        self.assertIn(shards, self.container("lint.yaml")["env"])

    @unittest.skipUnless(HAS_SHARDS, "skipped: the program has no command `shard`")
    def test_the_scripts_of_the_pods_make_the_report_of_one_run(self):
        # The recipe does not quote the paths of its volumes, so they must not contain spaces.
        pods = tempfile.TemporaryDirectory(prefix="stickerlint-pods-")
        self.addCleanup(pods.cleanup)
        shutil.copytree(self.art, f"{pods.name}/stickers")
        self.art, reports = pathlib.Path(pods.name) / "stickers", pathlib.Path(pods.name) / "reports"
        reports.mkdir()
        (reports.parent / "stickerlint").symlink_to(PROGRAM)
        (self.art / ".stickerlint.yml").write_text("")
        for index in ("0", "1", "2", None):
            container = self.container("lint.yaml" if index else "merge.yaml")
            self.assertEqual(container["command"], ["sh", "-c"])
            script = container["args"][0].replace("/reports/", f"{reports}/")
            script = script.replace("/stickers", str(self.art))
            environment = {"PATH": f"{pods.name}:{os.environ['PATH']}", "SHARDS": "3"}
            self.run_recipe(
                "sh", "-c", script, **environment, JOB_COMPLETION_INDEX=index or "",
                status=0 if index else 1)
        self.run_recipe(
            PROGRAM, "lint", "--quiet", "--format", f"json={self.folder}/single.json", "--", self.art,
            status=1)
        self.assertEqual((reports / "report.json").read_bytes(), (self.folder / "single.json").read_bytes())


if __name__ == "__main__":
    unittest.main()
