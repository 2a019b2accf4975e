"""Runs checks: each with its bound, its log and its time."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import typing

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Processes get this long to end by themselves, for example to remove their directories.
ENDS_WITHIN_S = 10
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


class Outcome(typing.NamedTuple):
    """How a check ended, and after how many seconds."""

    name: str
    state: str
    seconds: float
    detail: str = ""


def end(process):
    """Ends a process and all that it has started in its session."""
    for number, seconds in ((signal.SIGTERM, ENDS_WITHIN_S), (signal.SIGKILL, None)):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
            if number == signal.SIGKILL:
                return


@contextlib.contextmanager
def busy(count):
    """Keeps processors busy meanwhile."""
    programs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


class Runner:
    """Runs lists of checks side by side, and prints the log of each when it ends."""

    def __init__(self, lanes, logs):
        """`lanes` are lists of checks, `logs` is the directory of their logs."""
        self.lanes, self.logs = lanes, pathlib.Path(logs)
        self.outcomes, self.running = {}, {}
        self.changed = threading.Condition()
        self.logs.mkdir(parents=True, exist_ok=True)

    def run(self):
        """Runs everything, and returns the outcomes in the order of the lists."""
        threads = [threading.Thread(target=self.run_lane, args=(lane,)) for lane in self.lanes]
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return [self.outcomes[check.name] for lane in self.lanes for check in lane]

    def stop(self, number, _):
        """Ends all that runs, and this process."""
        for process in list(self.running.values()):
            end(process)
        os._exit(128 + number)

    def run_lane(self, lane):
        before = ()
        for check in lane:
            self.finish(self.run_when_ready(check, before))
            # What is built on a failed build says nothing.
            before = (*before, check.name) if check.name.startswith("build") else before

    def finish(self, outcome):
        with self.changed:
            self.outcomes[outcome.name] = outcome
            self.changed.notify_all()

    def run_when_ready(self, check, before):
        needed = {*check.after, *before}
        with self.changed:
            self.changed.wait_for(lambda: needed <= self.outcomes.keys())
            missing = sorted(name for name in needed if self.outcomes[name].state != PASSED)
        # Documents run commands of a build, whatever its tests say.
        missing = [name for name in missing if name.startswith("build")]
        if missing:
            return Outcome(check.name, SKIPPED, 0, f"{missing[0]} has not passed")
        return self.run_check(check)

    def run_check(self, check):
        begin, log = time.monotonic(), self.logs / f"{check.name}.log"
        # With its line feed in one call, because lists run side by side.
        print(f"== {check.name} begins: {' '.join(check.command)}\n", end="", flush=True)
        detail = ""
        with open(log, "wb") as file, busy(check.busy_programs):
            process = subprocess.Popen(check.command, cwd=ROOT, env=os.environ | check.variables, stdin=subprocess.DEVNULL,
                                       stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
            self.running[check.name] = process
            try:
                status = process.wait(check.bound_s)
                detail = "" if status == 0 else f"status {status}"
            except subprocess.TimeoutExpired:
                detail = f"no end within {check.bound_s} s"
            finally:
                end(process)
                del self.running[check.name]
        outcome = Outcome(check.name, FAILED if detail else PASSED, time.monotonic() - begin, detail)
        # One check's log at a time.
        with self.changed:
            print(f"== log of {check.name}\n{log.read_text(errors='replace')}== {line(outcome)}", flush=True)
        return outcome


def line(outcome):
    """A line about an outcome."""
    return f"{outcome.name:<14} {outcome.state:<8} {outcome.seconds:6.0f} s  {outcome.detail}".rstrip()


def table(outcomes, seconds):
    """The text at the end of a run: each check, and a line that counts them."""
    counts = {state: sum(outcome.state == state for outcome in outcomes) for state in (PASSED, FAILED, SKIPPED)}
    lines = [line(outcome) for outcome in outcomes]
    skipped = f", {counts[SKIPPED]} skipped" if counts[SKIPPED] else ""
    return "\n".join(["", *lines, f"{'all':<14} {'':<8} {seconds:6.0f} s",
                      f"checks: {counts[PASSED]} passed, {counts[FAILED]} failed{skipped}"])
