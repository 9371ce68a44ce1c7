"""Starts a private Slurm cluster of one node, with its own controller, daemon and key."""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue")
CONFIGURATION = """\
ClusterName=stickerlint
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmctldPort={controller}
SlurmdPort={daemon}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmdSpoolDir={folder}/spool
StateSaveLocation={folder}/state
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
MinJobAge=600
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES State=UP
"""


def unavailable():
    """Returns why Slurm cannot run here, or an empty string if it can."""
    if os.getuid() != 0:
        return "its daemons need root"
    return ", ".join(name for name in PROGRAMS if shutil.which(name) is None)


def free_port():
    """Returns an unused port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def cluster(folder):
    """Starts a cluster, and yields the environment variables with which `sbatch` and other commands use it."""
    folder = pathlib.Path(folder)
    for name in ("munge", "spool", "state"):
        (folder / name).mkdir(parents=True)
    folder.chmod(0o755)
    (folder / "key").write_bytes(os.urandom(128))
    (folder / "key").chmod(0o600)
    host = socket.gethostname().split(".")[0]
    (folder / "slurm.conf").write_text(CONFIGURATION.format(
        host=host, folder=folder, controller=free_port(), daemon=free_port()))
    environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf")}
    munge = folder / "munge"
    commands = (
        ["munged", "--foreground", "--force", f"--key-file={folder}/key", f"--socket={munge}/socket",
         f"--pid-file={munge}/pid", f"--seed-file={munge}/seed"],
        ["slurmctld", "-D"], ["slurmd", "-D", "-N", host])
    with contextlib.ExitStack() as stack:
        for command in commands:
            stack.enter_context(_running(command, environment, folder / f"{command[0]}.log"))
            time.sleep(1)
        _wait_for_node(environment)
        yield environment


@contextlib.contextmanager
def _running(command, environment, log):
    with open(log, "wb") as file, subprocess.Popen(
            command, env=environment, stdout=file, stderr=file) as process:
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait_for_node(environment):
    for _ in range(60):
        result = subprocess.run(
            ["sinfo", "-h", "-o", "%t"], env=environment, capture_output=True, text=True, check=False)
        if result.stdout.strip() == "idle":
            return
        time.sleep(0.5)
    raise RuntimeError("the node did not become ready")


def wait_for(job, environment):
    """Waits for a job, and returns its final state, such as "COMPLETED", "FAILED" or "CANCELLED"."""
    for _ in range(240):
        text = subprocess.run(
            ["scontrol", "show", "job", job], env=environment, capture_output=True, text=True,
            check=True).stdout
        state = text.split("JobState=")[1].split()[0]
        if state not in ("PENDING", "RUNNING", "COMPLETING", "CONFIGURING"):
            return state
        time.sleep(0.5)
    raise RuntimeError(f"job {job} does not end:\n{text}")
