"""Runs the shell steps of a workflow's job on this machine.

    workflow.py FILE JOB [WORDS OF STEP NAMES...]

Skips and reports steps that use an action: their results, such as a checkout or an artifact, must already exist. With
words, runs only steps whose names contain one of them. Steps inherit the environment. Variables that the workflow sets
to an expression, `${{ … }}`, keep their value from the environment. Needs PyYAML.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import yaml

EXPRESSION = "${{"


def steps(file, job):
    """Returns the steps of a job."""
    jobs = yaml.safe_load(pathlib.Path(file).read_text(encoding="utf-8"))["jobs"]
    if "steps" not in jobs.get(job, {}):
        choices = ", ".join(name for name in jobs if "steps" in jobs[name])
        sys.exit(f"{file} has no job {job} with steps. Choose from {choices}.")
    return jobs[job]["steps"]


def run_step(step, environment):
    """Runs a step in bash with the options of a CI runner, and returns its exit status."""
    variables = {key: str(value) for key, value in step.get("env", {}).items() if EXPRESSION not in str(value)}
    if EXPRESSION in step["run"]:
        sys.exit(f"{step['name']}: the shell would run an expression")
    with tempfile.NamedTemporaryFile("w", suffix=".sh") as script:
        script.write(step["run"])
        script.flush()
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script.name]
        return subprocess.run(
            command, check=False, env={**environment, **variables}, cwd=step.get("working-directory")).returncode


def main(file, job, *words):
    """Runs the steps, and exits with the status of the first that fails."""
    environment = dict(os.environ)
    with tempfile.NamedTemporaryFile("r") as output:
        environment["GITHUB_OUTPUT"] = output.name
        for step in steps(file, job):
            name = step.get("name") or step.get("uses") or step["run"].splitlines()[0]
            if "run" not in step or words and not any(word in name for word in words):
                print(f"- skipped: {name}", flush=True)
                continue
            print(f"- {name}", flush=True)
            status = run_step(step, environment)
            if status != 0:
                sys.exit(status)
        print(output.read(), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
