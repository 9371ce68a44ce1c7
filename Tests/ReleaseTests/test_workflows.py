"""The project's own workflows: their schema, their shell scripts, and the steps that can run here."""

import re
import shutil
import sys
import unittest

import releases
import yaml

WORKFLOWS = sorted((releases.PROJECT / ".github/workflows").glob("*.yml"))
RUNNER = releases.PROJECT / "Scripts/workflow.py"
# The first major version of each action that runs on Node 24, according to its action.yml at that tag.
# Runners force older versions onto Node 24.
NODE_24 = {
    "actions/attest-build-provenance": 4, "actions/cache": 5, "actions/checkout": 5, "actions/deploy-pages": 5,
    "actions/download-artifact": 7, "actions/upload-artifact": 6, "actions/upload-pages-artifact": 5,
    "github/codeql-action": 4}
# These do not need Node.
WITHOUT_NODE = {"pypa/gh-action-pypi-publish", "OWNER/stickerlint"}


def read(name):
    """Returns the parsed workflow with a name. YAML 1.1 parses the key `on` as true."""
    return yaml.safe_load((releases.PROJECT / f".github/workflows/{name}.yml").read_text())


def steps():
    """Yields every step with its workflow and job."""
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text())["jobs"].items():
            for step in job.get("steps", []):
                yield path, name, step


class Workflows(releases.ReleaseCase):
    """The contents of the workflows."""

    def test_githubs_schema_takes_them(self):
        """There are exactly five."""
        self.assertEqual([path.stem for path in WORKFLOWS], ["linux", "macos", "nightly", "release", "site"])
        self.asked(
            releases.TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS)

    def test_a_linter_finds_nothing_in_their_shell(self):
        """Runs ShellCheck on each step, with the bash options from the workflow's defaults."""
        for path, job, step in steps():
            if "run" in step:
                with self.subTest(path.stem, job=job, step=step.get("name")):
                    self.assertNotIn("${{", step["run"], "an expression in a line of shell would be run")
                    (self.folder / "step.sh").write_text(step["run"])
                    self.asked(releases.TOOLS / "shellcheck", "--shell", "bash", self.folder / "step.sh")

    def test_the_scripts_that_they_run_are_without_fault_too(self):
        """The scripts that build and install a release."""
        scripts = [
            releases.PROJECT / f"Scripts/{name}.sh"
            for name in ("dist", "debian", "deps", "install", "third-party", "consumers")]
        self.asked(releases.TOOLS / "shellcheck", "--severity", "warning", *scripts)

    def test_every_target_that_they_make_is_one(self):
        """Steps use the Makefile's own rules."""
        rules = (releases.PROJECT / "Makefile").read_text()
        made = [name for _, _, step in steps() for name in re.findall(r"make ([a-z-]+)", step.get("run", ""))]
        self.assertIn("test", made)
        for name in made:
            self.assertRegex(rules, rf"(?m)^{name}:", name)

    def test_actions_are_named_by_commit_or_say_why_not(self):
        """A tag can be moved to another commit, so steps use commit hashes."""
        for path in WORKFLOWS:
            for line in path.read_text().splitlines():
                if "uses: " in line and "uses: ./" not in line:
                    self.assertRegex(line, r"@([0-9a-f]{40} # v[0-9.]+|[a-z0-9/]+ # by its version: .*)$")

    def test_actions_run_on_node_24_in_what_people_copy_too(self):
        """A new action needs a row in the table."""
        files = [*WORKFLOWS, releases.PROJECT / "action.yml", *(releases.PROJECT / "integrations/github").glob("*.yml")]
        used = set()
        for path in files:
            for name, version in re.findall(
                    r"uses: ([\w-]+/[\w-]+)[\w/-]*@(?:[0-9a-f]{40} # )?v?([\w/.]+)", path.read_text()):
                with self.subTest(path.name, action=name):
                    if name not in WITHOUT_NODE:
                        self.assertGreaterEqual(int(version.split(".")[0]), NODE_24[name])
                    used.add(name)
        self.assertEqual(used, NODE_24.keys() | WITHOUT_NODE)

    def test_nothing_is_allowed_that_is_not_needed(self):
        """Jobs may only read, except those that publish. Outsiders cannot start a job that may write."""
        for path in WORKFLOWS:
            text = yaml.safe_load(path.read_text())
            self.assertEqual(text["permissions"], {"contents": "read"}, path.name)
            self.assertEqual(text["defaults"]["run"]["shell"], "bash")
            self.assertNotIn("pull_request_target", text[True])
            for name, job in text["jobs"].items():
                if name not in ("publish", "pypi"):
                    self.assertNotIn("write", job.get("permissions", {}).values(), name)
                self.assertTrue("uses" in job or "timeout-minutes" in job, name)

    def test_the_website_is_published_only_where_there_is_one(self):
        """The uploaded folder is the one that was written."""
        jobs = read("site")["jobs"]
        self.assertIn("vars.PAGES == 'true'", jobs["publish"]["if"])
        self.assertEqual(jobs["build"]["steps"][-1]["with"]["path"], ".build/site")

    def test_linux_jobs_have_the_swift_that_the_library_asks_for(self):
        """All jobs use one image, so that a release is built by one compiler."""
        images = set()
        for path in WORKFLOWS:
            for job in yaml.safe_load(path.read_text())["jobs"].values():
                container = job.get("container")
                images |= {container["image"] if isinstance(container, dict) else container} - {None}
        self.assertEqual(images, {"swift:6.3-bookworm"})


class Steps(releases.ReleaseCase):
    """The steps that this machine can run, exactly as they are written."""

    def run_job(self, workflow, job, *words, status=0, **environment):
        """Runs the steps of a job, or only those that words select, and returns their output."""
        path = releases.PROJECT / f".github/workflows/{workflow}.yml"
        folder = environment.pop("folder", releases.PROJECT)
        return self.asked(
            sys.executable, RUNNER, path, job, *words, status=status, folder=folder, **environment)

    def gate(self, version, runs, status=0, owner="OWNER"):
        """Runs the release gate for the repository of an owner, with this many successful macOS runs on GitHub."""
        (self.folder / "bin").mkdir(exist_ok=True)
        program = self.folder / "bin/gh"
        asked = "--workflow macos.yml --status success"
        program.write_text(f'#!/bin/sh\ncase "$*" in *"{asked}"*) echo {runs} ;; *) exit 1 ;; esac\n')
        program.chmod(0o755)
        return self.run_job(
            "release", "gate", status=status, GITHUB_REF_NAME=f"v{version}", GITHUB_REPOSITORY_OWNER=owner,
            GITHUB_REPOSITORY=f"{owner}/stickerlint",
            PATH=f"{self.folder}/bin:/usr/bin:/bin")

    def test_a_release_waits_for_macos_once_that_has_been_green(self):
        """Before that, it does not wait. The tag must match the program's version."""
        tool = next(releases.PROJECT.glob("Sources/*/Tool.swift")).read_text()
        version = re.search(r'version = "([^"]+)"', tool)[1]
        self.assertIn("green=false", self.gate(version, 0))
        self.assertIn("green=true", self.gate(version, 1))
        self.gate("99.0.0", 1, status=1)
        self.assertIn("green=true", self.gate(version, 1, owner="owner"))
        self.gate(version, 1, status=1, owner="somebody-else")
        jobs = read("release")["jobs"]
        self.assertEqual(jobs["macos"]["if"], "needs.gate.outputs.macos == 'true'")
        self.assertEqual(jobs["gate"]["outputs"]["macos"], "${{ steps.macos.outputs.green }}")
        self.assertEqual(set(jobs["publish"]["needs"]), {"linux", "macos", "pack"})

    def test_what_was_carried_is_compared_and_published(self):
        """Runs the shell steps of the publishing job. If a byte is missing, it stops before it publishes."""
        shutil.copytree(releases.dist(), self.folder / "dist")
        (self.folder / "bin").mkdir()
        program = self.folder / "bin/gh"
        program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
        program.chmod(0o755)
        more = {
            "folder": self.folder, "GITHUB_REF_NAME": "v9.8.7", "GITHUB_REPOSITORY": "OWNER/stickerlint",
            "PATH": f"{self.folder}/bin:/usr/bin:/bin"}
        output = self.run_job("release", "publish", **more)
        self.assertIn("\nrelease\ncreate\nv9.8.7\n", output)
        self.assertIn(f"\ndist/{releases.file('*.whl').name}\n", output)
        wheel = self.folder / "dist" / releases.file("*.whl").name
        wheel.write_bytes(wheel.read_bytes()[:-1])
        self.assertNotIn("\nrelease\ncreate\n", self.run_job("release", "publish", status=1, **more))

    def test_a_job_ends_with_its_first_step_that_fails(self):
        """Ends a step as a runner does, including the first program of a pipe."""
        (self.folder / "one.yml").write_text(
            "jobs:\n  a:\n    steps:\n      - run: false | true\n      - run: echo reached\n")
        output = self.asked(sys.executable, RUNNER, self.folder / "one.yml", "a", status=1)
        self.assertNotIn("reached", output)


if __name__ == "__main__":
    unittest.main()
