"""Runs a command and writes `cpu seconds, largest resident size in KiB, status` to a descriptor.

usage: python3 -I -S launch.py DESCRIPTOR COMMAND...

The kernel counts the memory of whoever starts a program as the program's until it has replaced it,
so that has to be a process as small as this one.
"""
import os
import sys

descriptor = int(sys.argv[1])
os.set_inheritable(descriptor, False)
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
report = (usage.ru_utime + usage.ru_stime, usage.ru_maxrss, os.waitstatus_to_exitcode(status))
os.write(descriptor, " ".join(map(str, report)).encode())
