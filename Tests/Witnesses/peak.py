"""Runs a program to its end, and says how much memory it had at most: `peak.py PROGRAM ARGUMENT...`.

Its output is passed on; the last line is the peak in KiB.
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
