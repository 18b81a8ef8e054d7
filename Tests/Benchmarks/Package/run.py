"""Runs a command, or several one after another, and says what it took."""

import os
import subprocess
import sys
import time


def run(commands):
    """(seconds of wall time, seconds of processor time, MB of memory at the peak)"""
    if isinstance(commands[0], str):
        commands = [commands]
    start = time.perf_counter()
    processor, memory = 0.0, 0
    for command in commands:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        message = process.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"{command[0]} failed: {message}")
        processor += usage.ru_utime + usage.ru_stime
        # Linux counts in KiB.
        memory = max(memory, usage.ru_maxrss * 1024 / 1e6)
    return time.perf_counter() - start, processor, memory
