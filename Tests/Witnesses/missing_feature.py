"""Runs a program as on a system without a feature: one system call fails as it would there.

  missing_feature.py landlock PROGRAM ARGUMENT...  as on a kernel without Landlock
  missing_feature.py proc PROGRAM ARGUMENT...      as without /proc: access() reports that no path exists
"""
import ctypes
import os
import platform
import struct
import sys

NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2
LOAD, EQUALS, RETURN = 0x20, 0x15, 0x06
ALLOW, REFUSE, NO_ENTRY, NOT_IMPLEMENTED = 0x7FFF0000, 0x00050000, 2, 38
# landlock_create_ruleset, and access or faccessat, which the C library calls for access().
call, error = {
    "landlock": (444, NOT_IMPLEMENTED),
    "proc": (21 if platform.machine() == "x86_64" else 48, NO_ENTRY),
}[sys.argv[1]]

# The number of the system call is the first member of a filter's input: seccomp(2).
instructions = [(LOAD, 0, 0, 0), (EQUALS, 0, 1, call), (RETURN, 0, 0, REFUSE | error), (RETURN, 0, 0, ALLOW)]
code = b"".join(struct.pack("HBBI", *step) for step in instructions)


class Program(ctypes.Structure):
    _fields_ = [("count", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


libc = ctypes.CDLL(None, use_errno=True)
program = Program(len(instructions), code)
for arguments in ((NO_NEW_PRIVILEGES, 1, 0, 0, 0), (SECCOMP, FILTER, ctypes.byref(program), 0, 0)):
    if libc.prctl(*arguments) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))
os.execv(sys.argv[2], sys.argv[2:])
