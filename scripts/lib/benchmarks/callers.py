"""Closed-loop HTTP callers, and the latency of each of their requests.

Uses h2load, which logs every request. wrk adds requests that were never sent: those that a caller with a constant rate
would have sent while it waited. For one caller, its 99th percentile is of the time spent rather than of the requests.
"""

import contextlib
import subprocess
import sys

from .workbench import end

# Time beyond the measurement: the start, and the last answer.
SPARE_SECONDS = 60


class Callers:
    """The callers of one measurement, with one access token."""

    def __init__(self, bench, origin, token, name):
        self.bench, self.origin, self.token, self.name = bench, origin, token, name
        self.started = contextlib.ExitStack()

    def measure(self, paths, count, statuses, is_once=False):
        """Returns the latency of each request in ms; exits on other statuses, or on repeated paths with `is_once`."""
        # One process per caller: callers in one process would all request the same path at the same time.
        shares = [paths[number::count] for number in range(count)]
        with self.started:
            callers = [self.start(number, share) for number, share in enumerate(shares)]
            for caller in callers:
                output, _ = caller.communicate(timeout=self.bench.options.seconds + SPARE_SECONDS)
                if caller.returncode != 0:
                    sys.exit(f"h2load failed:\n{output}")
        times = []
        for number, share in enumerate(shares):
            own = self.times(number, statuses)
            if is_once and len(own) > len(share):
                sys.exit(f"{len(own)} requests were sent for {len(share)} paths: some paths were repeated.")
            times += own
        if len(times) < count:
            sys.exit("Too few requests were answered for a measurement.")
        return times

    def file(self, number, ending):
        return self.bench.path(f"{self.name}-{number}.{ending}")

    def start(self, number, paths):
        with open(self.file(number, "txt"), "w", encoding="ascii") as file:
            file.writelines(f"{self.origin}{path}\n" for path in paths)
        # h2load appends to an existing file.
        open(self.file(number, "log"), "w", encoding="ascii").close()
        command = ["h2load", "--h1", "-t1", "-c1", "-D", str(self.bench.options.seconds), "-i", self.file(number, "txt"),
                   "-H", f"Authorization: Bearer {self.token}", f"--log-file={self.file(number, 'log')}", self.origin]
        caller = subprocess.Popen(self.bench.pinned(command, True), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
        self.started.callback(end, caller)
        return caller

    def times(self, number, statuses):
        """Parses a caller's log: start time, status and latency in microseconds of each request."""
        times = []
        with open(self.file(number, "log"), encoding="ascii") as file:
            for line in file:
                _, status, microseconds = line.split()
                if int(status) not in statuses:
                    sys.exit(f"A request of {self.name} was answered with the status {status}.")
                times.append(int(microseconds) / 1_000)
        return times
