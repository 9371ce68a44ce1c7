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

    def test_workflows_follow_githubs_schema(self):
        """Also checks that no workflow is missing from the list."""
        self.assertEqual([path.stem for path in WORKFLOWS], ["linux", "macos", "nightly", "release", "site"])
        self.run_program(
            releases.TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS)

    def test_shellcheck_finds_nothing_in_the_steps(self):
        """Checks each shell step on its own. None may contain a workflow expression."""
        for path, job, step in steps():
            if "run" in step:
                with self.subTest(path.stem, job=job, step=step.get("name")):
                    self.assertNotIn("${{", step["run"], "the shell would run the value of the expression")
                    (self.folder / "step.sh").write_text(step["run"])
                    self.run_program(releases.TOOLS / "shellcheck", "--shell", "bash", self.folder / "step.sh")

    def test_shellcheck_finds_nothing_in_the_release_scripts(self):
        """Checks the scripts that build and install a release."""
        scripts = [
            releases.PROJECT / f"Scripts/{name}.sh"
            for name in ("dist", "debian", "deps", "install", "third-party", "consumers")]
        self.run_program(releases.TOOLS / "shellcheck", "--severity", "warning", *scripts)

    def test_every_make_target_of_a_step_exists(self):
        """Looks for a rule of each target in the Makefile."""
        rules = (releases.PROJECT / "Makefile").read_text()
        targets = [name for _, _, step in steps() for name in re.findall(r"make ([a-z-]+)", step.get("run", ""))]
        self.assertIn("test", targets)
        for name in targets:
            self.assertRegex(rules, rf"(?m)^{name}:", name)

    def test_actions_are_pinned_to_a_commit_or_state_why_not(self):
        """Tags can be moved to another commit, so steps use commit hashes."""
        for path in WORKFLOWS:
            for line in path.read_text().splitlines():
                if "uses: " in line and "uses: ./" not in line:
                    self.assertRegex(line, r"@([0-9a-f]{40} # v[0-9.]+|[a-z0-9/]+ # by its version: .*)$")

    def test_actions_in_workflows_and_examples_run_on_node_24(self):
        """Compares versions with the table above, in which every action must have a row."""
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

    def test_only_publishing_jobs_have_write_permissions(self):
        """Also checks that no workflow uses `pull_request_target`, and that every job has a time limit."""
        for path in WORKFLOWS:
            text = yaml.safe_load(path.read_text())
            self.assertEqual(text["permissions"], {"contents": "read"}, path.name)
            self.assertEqual(text["defaults"]["run"]["shell"], "bash")
            self.assertNotIn("pull_request_target", text[True])
            for name, job in text["jobs"].items():
                if name not in ("publish", "pypi"):
                    self.assertNotIn("write", job.get("permissions", {}).values(), name)
                self.assertTrue("uses" in job or "timeout-minutes" in job, name)

    def test_the_website_is_published_only_if_pages_is_enabled(self):
        """Also checks the folder that is uploaded."""
        jobs = read("site")["jobs"]
        self.assertIn("vars.PAGES == 'true'", jobs["publish"]["if"])
        self.assertEqual(jobs["build"]["steps"][-1]["with"]["path"], ".build/site")

    def test_all_containers_use_the_same_swift_image(self):
        """One compiler builds and tests a release."""
        images = set()
        for path in WORKFLOWS:
            for job in yaml.safe_load(path.read_text())["jobs"].values():
                container = job.get("container")
                images |= {container["image"] if isinstance(container, dict) else container} - {None}
        self.assertEqual(images, {"swift:6.3-bookworm"})


class Steps(releases.ReleaseCase):
    """Runs steps on this machine, exactly as they are written."""

    def run_job(self, workflow, job, *words, status=0, **environment):
        """Runs the steps of a job, or only those that words select, and returns their output."""
        path = releases.PROJECT / f".github/workflows/{workflow}.yml"
        folder = environment.pop("folder", releases.PROJECT)
        return self.run_program(
            sys.executable, RUNNER, path, job, *words, status=status, folder=folder, **environment)

    def run_gate(self, version, runs, status=0, owner="OWNER"):
        """Runs the release gate for the repository of an owner, with this many successful macOS runs on GitHub."""
        (self.folder / "bin").mkdir(exist_ok=True)
        program = self.folder / "bin/gh"
        query = "--workflow macos.yml --status success"
        program.write_text(f'#!/bin/sh\ncase "$*" in *"{query}"*) echo {runs} ;; *) exit 1 ;; esac\n')
        program.chmod(0o755)
        return self.run_job(
            "release", "gate", status=status, GITHUB_REF_NAME=f"v{version}", GITHUB_REPOSITORY_OWNER=owner,
            GITHUB_REPOSITORY=f"{owner}/stickerlint",
            PATH=f"{self.folder}/bin:/usr/bin:/bin")

    def test_a_release_requires_macos_once_its_workflow_has_succeeded(self):
        """The tag must match the program's version, and the repository must have the expected owner."""
        tool = next(releases.PROJECT.glob("Sources/*/Tool.swift")).read_text()
        version = re.search(r'version = "([^"]+)"', tool)[1]
        self.assertIn("green=false", self.run_gate(version, 0))
        self.assertIn("green=true", self.run_gate(version, 1))
        self.run_gate("99.0.0", 1, status=1)
        self.assertIn("green=true", self.run_gate(version, 1, owner="owner"))
        self.run_gate(version, 1, status=1, owner="somebody-else")
        jobs = read("release")["jobs"]
        self.assertEqual(jobs["macos"]["if"], "needs.gate.outputs.macos == 'true'")
        self.assertEqual(jobs["gate"]["outputs"]["macos"], "${{ steps.macos.outputs.green }}")
        self.assertEqual(set(jobs["publish"]["needs"]), {"linux", "macos", "pack"})

    def test_artifacts_are_verified_and_then_published(self):
        """Runs the shell steps of the publishing job. If a byte is missing, the job stops before it publishes."""
        shutil.copytree(releases.dist(), self.folder / "dist")
        (self.folder / "bin").mkdir()
        program = self.folder / "bin/gh"
        program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
        program.chmod(0o755)
        settings = {
            "folder": self.folder, "GITHUB_REF_NAME": "v9.8.7", "GITHUB_REPOSITORY": "OWNER/stickerlint",
            "PATH": f"{self.folder}/bin:/usr/bin:/bin"}
        output = self.run_job("release", "publish", **settings)
        self.assertIn("\nrelease\ncreate\nv9.8.7\n", output)
        self.assertIn(f"\ndist/{releases.file('*.whl').name}\n", output)
        wheel = self.folder / "dist" / releases.file("*.whl").name
        wheel.write_bytes(wheel.read_bytes()[:-1])
        self.assertNotIn("\nrelease\ncreate\n", self.run_job("release", "publish", status=1, **settings))

    def test_a_job_ends_at_its_first_failing_step(self):
        """A step also fails if the first program of a pipe fails, as on a CI runner."""
        (self.folder / "one.yml").write_text(
            "jobs:\n  a:\n    steps:\n      - run: false | true\n      - run: echo reached\n")
        output = self.run_program(sys.executable, RUNNER, self.folder / "one.yml", "a", status=1)
        self.assertNotIn("reached", output)


if __name__ == "__main__":
    unittest.main()
