"""Runs the steps of a job as its workflow has them, on this machine: those of shell, as a runner does.

    workflow.py FILE JOB [WORDS OF STEP NAMES...]

Steps that use an action are passed over and said: what they bring, a checkout or an artifact, is there
already. With words, only the steps are run whose names have one of them. Steps see what the environment has;
what a workflow sets to an expression, `${{ … }}`, is left as the environment has it. It needs PyYAML.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import yaml

EXPRESSION = "${{"


def steps(file, job):
    """The steps of a job, as they are written."""
    jobs = yaml.safe_load(pathlib.Path(file).read_text(encoding="utf-8"))["jobs"]
    if "steps" not in jobs.get(job, {}):
        known = ", ".join(name for name in jobs if "steps" in jobs[name])
        sys.exit(f"{file} has no job {job} with steps: {known}")
    return jobs[job]["steps"]


def call(step, environment):
    """Ends as the step does: with bash, called as a runner calls it where it is the shell of the defaults."""
    given = {key: str(value) for key, value in step.get("env", {}).items() if EXPRESSION not in str(value)}
    if EXPRESSION in step["run"]:
        sys.exit(f"{step['name']}: an expression in a line of shell would be run")
    with tempfile.NamedTemporaryFile("w", suffix=".sh") as script:
        script.write(step["run"])
        script.flush()
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script.name]
        return subprocess.run(
            command, check=False, env={**environment, **given}, cwd=step.get("working-directory")).returncode


def main(file, job, *words):
    """Ends with the status of the first step that fails, as a job does."""
    environment = dict(os.environ)
    with tempfile.NamedTemporaryFile("r") as output:
        environment["GITHUB_OUTPUT"] = output.name
        for step in steps(file, job):
            name = step.get("name") or step.get("uses") or step["run"].splitlines()[0]
            if "run" not in step or words and not any(word in name for word in words):
                print(f"- passed over: {name}", flush=True)
                continue
            print(f"- {name}", flush=True)
            status = call(step, environment)
            if status != 0:
                sys.exit(status)
        print(output.read(), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
