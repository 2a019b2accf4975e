"""Boots a directory as a machine with systemd-nspawn."""

import os
import signal
import subprocess
import time

BOOTS_WITHIN_S = 60


class Failure(Exception):
    """A failed check, as a sentence."""


def run(command, timeout=600, check=True):
    """Runs a command, and returns its output; fails with the end of the output."""
    result = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    if check and result.returncode != 0:
        raise Failure(f"`{' '.join(command)[:400]}` failed:\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout.strip()


def eventually(what, seconds, condition):
    """Waits until a condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise Failure(f"not within {seconds} s: {what}")
        time.sleep(0.1)


class Machine:
    """A directory that is booted as a machine."""

    def __init__(self, system, package):
        self.system, self.package, self.process, self.leader = system, package, None, None

    def __enter__(self):
        self.process = subprocess.Popen(
            ["systemd-nspawn", "--quiet", "--boot", "--register=no", "--keep-unit", "--console=read-only", "--settings=no",
             "--resolv-conf=off", f"--directory={self.system}", f"--bind-ro={self.package}:/mnt"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            eventually("the machine begins to boot", BOOTS_WITHIN_S, self.find_leader)
            eventually("the machine is up", BOOTS_WITHIN_S, lambda: "running" in self.state() or "degraded" in self.state())
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.leader:
            # systemd's signal for power off.
            os.kill(self.leader, signal.SIGRTMIN + 4)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def find_leader(self):
        if self.process.poll() is not None:
            raise Failure("systemd-nspawn ended at once; run it manually to see the reason.")
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            children = file.read().split()
        self.leader = int(children[0]) if children else None
        return self.leader is not None

    def path(self, path):
        """Returns a path of the machine as seen from the host."""
        return self.system + path

    def state(self):
        return self.call("systemctl", "is-system-running", check=False)

    def call(self, *words, check=True, timeout=300):
        return run(["nsenter", f"--target={self.leader}", "--mount", "--uts", "--ipc", "--pid", "--cgroup", "--", *words],
                   timeout=timeout, check=check)

    def show(self, unit, key):
        return self.call("systemctl", "show", "--property", key, "--value", unit)

    def main_pid(self, unit):
        return int(self.show(unit, "MainPID"))
