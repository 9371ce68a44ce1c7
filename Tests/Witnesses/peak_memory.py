"""Runs a program and measures its peak memory: `peak_memory.py PROGRAM ARGUMENT...`.

Writes the output of the program, and then the peak in KiB on the last line.
"""
import resource
import subprocess
import sys

outcome = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE)
sys.stdout.buffer.write(outcome.stdout)
sys.stdout.flush()
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print("\n" + str(peak // 1024 if sys.platform == "darwin" else peak))
sys.exit(outcome.returncode)
