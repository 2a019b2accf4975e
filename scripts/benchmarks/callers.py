"""Callers over HTTP, each of which asks again once it is answered, and how long each request of theirs took.

With h2load, which notes every request. wrk adds requests that were never made: those that a caller at an even pace would have
made while it waited. Of one caller, that is the 99th percentile of the time spent rather than of the requests.
"""

import contextlib
import subprocess
import sys

from .workbench import end

# Beside what is measured: starting, and the answer that is under way at the end.
SPARE_SECONDS = 60


class Callers:
    """Those of one measurement, with one access token."""

    def __init__(self, bench, origin, token, name):
        self.bench, self.origin, self.token, self.name = bench, origin, token, name
        self.started = contextlib.ExitStack()

    def measure(self, paths, count, statuses, is_once=False):
        """Milliseconds of each request; exits if one is answered otherwise, or if a path is asked twice with `is_once`."""
        # One process for each: callers of the same process would all ask for the same at the same time.
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
                sys.exit(f"{len(own)} requests were made of {len(share)} paths: some were asked twice.")
            times += own
        if len(times) < count:
            sys.exit("Too few requests were answered to say anything.")
        return times

    def file(self, number, ending):
        return self.bench.path(f"{self.name}-{number}.{ending}")

    def start(self, number, paths):
        with open(self.file(number, "txt"), "w", encoding="ascii") as file:
            file.writelines(f"{self.origin}{path}\n" for path in paths)
        # It appends to what is there.
        open(self.file(number, "log"), "w", encoding="ascii").close()
        command = ["h2load", "--h1", "-t1", "-c1", "-D", str(self.bench.options.seconds), "-i", self.file(number, "txt"),
                   "-H", f"Authorization: Bearer {self.token}", f"--log-file={self.file(number, 'log')}", self.origin]
        caller = subprocess.Popen(self.bench.pinned(command, True), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
        self.started.callback(end, caller)
        return caller

    def times(self, number, statuses):
        """What one of them noted: when it asked, the status, and the microseconds that it took."""
        times = []
        with open(self.file(number, "log"), encoding="ascii") as file:
            for line in file:
                _, status, microseconds = line.split()
                if int(status) not in statuses:
                    sys.exit(f"A request of {self.name} was answered with the status {status}.")
                times.append(int(microseconds) / 1_000)
        return times
