"""The environment of every benchmark: a directory, processes, and their processors."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from mealwire_stack import Stack

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BINARIES = os.path.join(ROOT, ".build", "release")
C_SOURCES = os.path.join(ROOT, "Benchmarks", "Bus")
SLOW_SYNC = os.path.join(ROOT, "Benchmarks", "Disk", "slow_sync.c")


class Workbench:
    """Owns a temporary directory and processes, and removes them at the end of its context."""

    def __init__(self, options):
        self.options = options
        self.binaries = os.path.abspath(getattr(options, "binaries", None) or BINARIES)
        self.notes = []
        # Only the benchmarks let the user choose the directory of the databases.
        self.parent_directory = getattr(options, "directory", "/tmp")
        self.exit_stack = contextlib.ExitStack()

    def __enter__(self):
        temporary = tempfile.TemporaryDirectory(prefix="mwb-", dir=self.parent_directory)
        self.directory = self.exit_stack.enter_context(temporary)
        return self

    def __exit__(self, *error):
        self.exit_stack.close()

    def path(self, name):
        return os.path.join(self.directory, name)

    def binary(self, name):
        path = os.path.join(self.binaries, name)
        if not os.path.exists(path):
            sys.exit(f"{path} is missing. A benchmark needs a release build: swift build -c release")
        return path

    def standard_hop(self):
        """Returns the front of Benchmarks/StandardHop, built first if it is missing."""
        package, scratch = os.path.join(ROOT, "Benchmarks", "StandardHop"), os.path.join(ROOT, ".build", "standard-hop")
        path = os.path.join(scratch, "release", "StandardHop")
        if not os.path.exists(path):
            print("Building Benchmarks/StandardHop, which takes some minutes …", file=sys.stderr)
            subprocess.run(["swift", "build", "-c", "release", "--package-path", package, "--scratch-path", scratch],
                           check=True, stdout=sys.stderr)
        return path

    def compile(self, name, library):
        """Compiles a program of Benchmarks/Bus; returns its path, or None if a library is missing."""
        source, program = os.path.join(C_SOURCES, f"{name}.c"), self.path(name)
        if not os.path.exists(program):
            command = ["cc", "-O2", "-Wall", "-o", program, source, f"-l{library}"]
            if subprocess.run(command, stderr=subprocess.DEVNULL, timeout=120).returncode != 0:
                return None
        return program

    @contextlib.contextmanager
    def slow_syncs(self, microseconds):
        """Delays syncs of all processes that start within the context."""
        library, kept = self.path("slow_sync.so"), dict(os.environ)
        subprocess.run(["cc", "-O2", "-Wall", "-shared", "-fPIC", "-o", library, SLOW_SYNC], check=True, timeout=120)
        os.environ.update(LD_PRELOAD=library, SLOW_SYNC_US=str(microseconds))
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(kept)

    def pinned(self, command, is_load):
        """With --pin, runs load generators on the last processor and all else on the others."""
        if not self.options.pin:
            return command
        last = os.cpu_count() - 1
        return ["taskset", "-c", str(last) if is_load or last == 0 else f"0-{last - 1}", *command]

    def start(self, *command, is_load=False):
        process = subprocess.Popen(self.pinned(list(command), is_load), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.exit_stack.callback(end, process)
        return process

    def stack(self, name):
        """Returns a stack with its data in this directory, which is stopped at the end of the context."""
        stack = Stack(self.binary("mealwire"), self.path(name), pinned=lambda command: self.pinned(command, is_load=False))
        self.exit_stack.callback(stack.stop)
        return stack

    def result(self, *command):
        """Runs a client; returns requests a second, median in microseconds, and requests."""
        done = subprocess.run(self.pinned(list(command), True), capture_output=True, text=True,
                              timeout=self.options.seconds + 30)
        lines = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("RESULT")]
        if done.returncode != 0 or not lines:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        return tuple(map(float, lines[0]))

    def rounds(self, measurements):
        """Alternates the measurements for a number of rounds after a warm-up round; returns lists of values by name."""
        results = {name: [] for name in measurements}
        for number in range(self.options.rounds + 1):
            for name, measure in measurements.items():
                value = measure()
                if number > 0:
                    results[name].append(value)
        return results


def end(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_until(is_there, what):
    deadline = time.monotonic() + 30
    while not is_there():
        if time.monotonic() > deadline:
            sys.exit(f"{what} did not start.")
        time.sleep(0.02)


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def needs(program, package):
    if not shutil.which(program):
        sys.exit(f"scripts/bench needs {program}: apt-get install {package}")
