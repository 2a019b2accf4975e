"""A stack of Mealwire's processes on this host, started and stopped with `mealwire up` and `down`."""

import os
import signal
import subprocess
import sys
import time

from ports import free_port

STARTS_WITHIN_SECONDS = 120


def stop_at_term():
    """Lets SIGTERM end this script as an exception does, so that its stacks are stopped: they have sessions of their own."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


class Stack:
    """A stack with a data directory and a port of its own."""

    def __init__(self, mealwire, data, settings=None, pinned=list):
        """`settings` are environment variables; `pinned` returns a command line that runs on chosen processors."""
        self.program, self.directory, self.port = str(mealwire), str(data), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings, self.pinned = settings or {}, pinned

    def start(self, *words):
        """Starts the stack with additional arguments of `mealwire up`; returns the seconds until it was ready."""
        begin = time.monotonic()
        self.command("up", "--detach", "--data", self.directory, "--port", str(self.port), *words)
        return time.monotonic() - begin

    def stop(self):
        if os.path.exists(self.directory):
            self.command("down", "--data", self.directory)

    def command(self, *words):
        done = subprocess.run(self.pinned([self.program, *words]), env=os.environ | self.settings, check=False, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=STARTS_WITHIN_SECONDS)
        if done.returncode != 0:
            # A failed start prints the last lines of its log, whose directory may be removed soon.
            print(done.stdout, file=sys.stderr)
            raise subprocess.CalledProcessError(done.returncode, done.args)

    def processes(self):
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if self.directory.encode() in words:
                found.append(int(pid))
        return found

    def memory_mb(self):
        total = 0
        for pid in self.processes():
            with open(f"/proc/{pid}/smaps_rollup") as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        return total / 1024

    def processor_seconds(self):
        """Returns the processor time of the running processes, to 10 ms each, with that of ended threads."""
        return sum(map(process_seconds, self.processes()))


def process_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def processor_ns(pid):
    """Returns the processor time of a process's current threads; the time of ended threads is lost."""
    total = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        except (FileNotFoundError, ProcessLookupError):
            # The thread has just ended.
            continue
    return total
