"""The recipes of integrations, run for real: GNU parallel, Slurm; Kubernetes' by its schema and its shell."""

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

# Dies at its second start, after it has said something.
FLAKY = """#!/bin/bash
echo . >>"$0.starts"
if [ "$(wc -l <"$0.starts")" = 2 ]; then echo '{{"half": '; kill -KILL $$; fi
exec {program} "$@"
"""


EXTENSIONS = (
    "png", "apng", "gif", "jpg", "jpeg", "jpe", "webp", "heic", "heif", "avif", "svg", "tif", "tiff", "bmp",
    "mp4", "mov", "pdf")
LEFT_OUT = (
    ".hidden.png", ".git/a.png", "node_modules/a.png", "b/Pods/a.png", "b/notes.txt", "b/png",
    "A.xcassets/AppIcon.appiconset/a.png", "A.xcassets/B/C.imageset/a.png", "A.xcassets/L.launchimage/a.png")


def write(path, data):
    """A file, and the folders that it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


class RecipeCase(unittest.TestCase):
    """A folder of stickers with names that need quotes."""

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

    def run_recipe(self, *words, status=0, **environment):
        """What a recipe writes."""
        done = subprocess.run(
            [str(word) for word in words], env=self.environment | environment, capture_output=True,
            check=False)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done.stdout

    def flaky(self):
        """A program that is killed once."""
        path = self.folder / "flaky"
        path.write_text(FLAKY.format(program=PROGRAM))
        path.chmod(0o755)
        return str(path)

    def single_report(self):
        """The report of one run."""
        self.run_recipe(
            PROGRAM, "lint", "--quiet", "--no-config", "--format", f"json={self.folder}/single.json", "--",
            self.art, status=1)
        return (self.folder / "single.json").read_bytes()


@unittest.skipIf(shutil.which("parallel") is None, "skipped: no parallel")
class ParallelTests(RecipeCase):
    """integrations/parallel"""

    def test_every_file_has_a_line_in_the_order_of_the_names_also_where_a_process_is_killed(self):
        names = sorted(os.fsencode(path) for path in self.art.rglob("*.*"))
        for program in (PROGRAM, self.flaky()):
            lines = self.run_recipe(
                RECIPES / "parallel/lint.sh", self.art, STICKERLINT=program, BLOCK_SIZE="4k",
                status=1).splitlines()
            self.assertEqual([json.loads(line)["file"]["path"].encode() for line in lines], names)
        self.assertGreater(len((self.folder / "flaky.starts").read_text().splitlines()), 2)

    def test_options_that_are_none_fail(self):
        done = subprocess.run(
            [RECIPES / "parallel/lint.sh", self.art], env=self.environment | {"OPTIONS": "--such"},
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("Unknown option '--such'", done.stderr)

    def test_it_finds_the_files_that_lint_finds(self):
        picture = next((self.art / "it's a pack").glob("*.png")).read_bytes()
        tree = self.folder / "-tree"
        for ending in EXTENSIONS:
            for place in (f"a.{ending}", f"B.{ending.upper()}"):
                write(tree / "all" / place, picture)
        stickers = ("A.xcassets/P.stickerpack/S.sticker/s.png", "A.xcassets/I.stickersiconset/i.png")
        for place in LEFT_OUT + stickers:
            write(tree / place, picture)
        report = json.loads(self.run_recipe(
            PROGRAM, "lint", "--no-config", "--no-pack", "--format", "json", "--", tree, status=1))
        expected = sorted(file["path"] for file in report["files"])
        self.assertEqual(len(expected), 2 * len(EXTENSIONS) + 2)
        lines = self.run_recipe(RECIPES / "parallel/lint.sh", tree, status=1).splitlines()
        self.assertEqual([json.loads(line)["file"]["path"] for line in lines], expected)

    def test_exit_codes_tell_nothing_found_from_found_and_from_not_done(self):
        good = self.folder / "good {} {1}"
        shutil.copytree(RECIPES.parent / "Fixtures/Art/pack", good)
        report = self.folder / "of {} {#}.json"
        lint, shards = RECIPES / "parallel/lint.sh", RECIPES / "parallel/shards.sh"
        for words, more, status in (
            ([lint, good], {}, 0), ([lint, good, self.art], {}, 1), ([lint], {}, 2),
            ([lint, good / "none"], {}, 2), ([lint, good], {"STICKERLINT": "/no/such"}, 2),
            ([shards, report, good], {}, 0), ([shards, report, good, self.art], {}, 1), ([shards], {}, 2),
            ([shards, report], {}, 2), ([shards, report, good / "none"], {}, 2),
            ([shards, report / "no", good], {}, 2), ([shards, report, good], {"SHARDS": "x"}, 2),
        ):
            with self.subTest(words=words, more=more):
                self.run_recipe(*words, **{"SHARDS": "2"} | more, status=status)
        (good / ".stickerlint.yml").write_text("rules: 7\n")
        answers = self.run_recipe(lint, good, OPTIONS="", status=2).splitlines()
        self.assertEqual({json.loads(answer)["type"] for answer in answers}, {"error"})

    @unittest.skipUnless(HAS_SHARDS, "skipped: the program knows no shards")
    def test_the_report_of_shards_is_that_of_one_run(self):
        expected = self.single_report()
        for program, count in ((PROGRAM, "5"), (self.flaky(), "3")):
            self.run_recipe(
                RECIPES / "parallel/shards.sh", self.folder / "report.json", self.art, STICKERLINT=program,
                SHARDS=count, status=1)
            self.assertEqual((self.folder / "report.json").read_bytes(), expected)
        self.assertEqual(list(self.folder.glob(".shards-*")), [])


@unittest.skipIf(slurm_cluster.missing(), f"skipped: Slurm: {slurm_cluster.missing()}")
@unittest.skipUnless(HAS_SHARDS, "skipped: the program knows no shards")
class SlurmTests(RecipeCase):
    """integrations/slurm"""

    def test_an_array_and_its_merge_make_the_report_of_one_run(self):
        expected = self.single_report()
        # Slurm's own paths have no spaces.
        place = tempfile.TemporaryDirectory(prefix="stickerlint-slurm-")
        self.addCleanup(place.cleanup)
        with slurm_cluster.cluster(place.name) as environment:
            reports = self.folder / "reports"
            told = environment | {"OPTIONS": "--no-config", "STICKERLINT": PROGRAM}
            job = self.submitted(told, "5", reports)
            state = slurm_cluster.wait_for(job, environment)
            log = "\n".join(path.read_text() for path in reports.glob("*.log"))
            # Something was found: the merge says so.
            self.assertEqual(state, "FAILED", log)
            self.assertEqual((reports / "report.json").read_bytes(), expected)
            self.assertEqual(len(list(reports.glob("[0-9]*.json"))), 5)
            # Another run would be mixed with it.
            self.run_recipe(RECIPES / "slurm/submit.sh", "5", reports, self.art, status=2)
            # A task that fails keeps the merge from running.
            other = self.folder / "other"
            job = self.submitted(told | {"OPTIONS": "--such"}, "2", other)
            self.assertEqual(slurm_cluster.wait_for(job, environment), "CANCELLED")
            self.assertFalse((other / "report.json").exists())

    def submitted(self, environment, shards, reports):
        """The number of the merge's job."""
        done = subprocess.run(
            [RECIPES / "slurm/submit.sh", shards, reports, self.art], env=environment, capture_output=True,
            text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()


class KubernetesTests(RecipeCase):
    """integrations/kubernetes: no cluster is asked."""

    def container(self, name):
        """The only container of a recipe."""
        job = yaml.safe_load((RECIPES / "kubernetes" / name).read_text())
        return job["spec"]["template"]["spec"]["containers"][0]

    def test_the_schema_of_kubernetes_takes_them(self):
        import kubernetes_validate

        for name in ("lint.yaml", "merge.yaml"):
            kubernetes_validate.validate(
                yaml.safe_load((RECIPES / "kubernetes" / name).read_text()), "1.31", strict=True)

    def test_there_are_as_many_completions_as_shards(self):
        job = yaml.safe_load((RECIPES / "kubernetes/lint.yaml").read_text())
        shards = {"name": "SHARDS", "value": str(job["spec"]["completions"])}
        self.assertIn(shards, self.container("lint.yaml")["env"])

    @unittest.skipUnless(HAS_SHARDS, "skipped: the program knows no shards")
    def test_what_the_pods_run_makes_the_report_of_one_run(self):
        # The paths of the volumes stand in the recipe without quotes.
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
