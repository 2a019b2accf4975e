"""Latency of calls to local workers while the host's bridge is attacked, frozen or killed."""

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time

from .bridge import TwoHosts
from mealwire_stack import processor_ns
from .table import Row, median_text
from .workbench import end, wait_until

PAIRS = 5
LIMIT = 1.2
# Share of the rate that closed-loop callers reach on the host.
HALF = 0.5
CALLERS = 128
# Enough that a pause of the host shows as latency, and no call is omitted.
IN_FLIGHT_MAX = 1_000
# The unit gives bridges CPUWeight=20, a fifth of what others have; the kernel's weight of this niceness is 215 of 1,024.
BRIDGE = ("nice", "-n", "7")
# In reality an attacker uses another host's processor.
ATTACKER = ("nice", "-n", "19")
# A fault begins before the measurement and outlasts it.
FAULT_FIRST_S, FAULT_SPARE_S = 1, 5
# A supervisor starts a process again 2 s after its end.
KILLED_EVERY_S, STARTED_AGAIN_AFTER_S = 3, 2
# Calls between the hosts during all measurements: few enough to leave the processor to the local calls.
FAR_IN_FLIGHT, FAR_PER_SECOND = 16, 200
# A call ends after 5 s at the latest, and the last one asks the worker for up to 30 s.
FAR_END_WITHIN_S = 60
# Descriptors that remain for adversaries in the test of exhausted descriptors.
DESCRIPTORS_LEFT = 20


class LocalHost:
    """A host with a local worker, and the bridge that is attacked."""

    def __init__(self, bench):
        self.bench, self.hosts = bench, TwoHosts(bench, BRIDGE)
        self.adversary = bench.compile("strangers", "zmq")
        if not self.adversary:
            sys.exit("scripts/bench needs a C compiler and libzmq: apt-get install gcc libzmq3-dev")
        with open(f"{self.hosts.near}/keys/bridge.pub", encoding="ascii") as file:
            self.public_key = file.read().strip()
        bench.start(bench.binary("calorie-calculator"), "--data", self.hosts.near)
        # For the notes: the adversaries' connections a second, and the bridge's processor time in percent of one core.
        self.connections_per_second, self.processor = [], []
        # A far worker, for calls that pass the bridges.
        self.hosts.start_worker(self.hosts.far)
        wait_until(lambda: os.path.exists(f"{self.hosts.near}/run/requests.sock"), "the broker")
        self.load("--closed-loop", "--connections", str(CALLERS))
        self.rate = HALF * self.load("--closed-loop", "--connections", str(CALLERS))["achievedRate"]

    def load(self, *words):
        """Returns the report of `mealwire load` for calls to the calculator on the queue."""
        report = self.bench.path("load.json")
        command = [self.bench.binary("mealwire"), "load", "calculator", "--queue", "--data", self.hosts.near, "--quiet",
                   "--duration", f"{self.bench.options.seconds}s", "--json", report, *words]
        result = subprocess.run(self.bench.pinned(command, True), capture_output=True, text=True, check=False,
                                timeout=self.bench.options.seconds + 60)
        if result.returncode != 0:
            sys.exit(f"`{' '.join(command)}` failed:\n{result.stdout}{result.stderr}")
        with open(report, encoding="utf-8") as file:
            measured = json.load(file)
        figures = measured["all"]
        if figures["errors"] or not figures["good"]:
            sys.exit(f"Calls to a local worker failed: {figures}")
        return measured

    def p99_us(self):
        report = self.load("--rate", f"{self.rate:.0f}", "--connections", str(IN_FLIGHT_MAX))
        return report["all"]["latency"]["p99Us"]

    @contextlib.contextmanager
    def far_calls(self, name):
        """Keeps calls in flight that pass the bridges, and checks at the end that each has ended as it must.

        Caller and worker are on the far host, the broker on the near one. The calls may not be repeated.
        """
        words = (self.hosts.far, str(FAR_IN_FLIGHT), str(FAR_PER_SECOND))
        caller = subprocess.Popen(self.bench.pinned([self.bench.binary("BusBenchmark"), "paced", *words], True),
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.bench.exit_stack.callback(end, caller)
        yield
        # The end of its input ends the calls.
        output, errors = caller.communicate(timeout=FAR_END_WITHIN_S)
        if caller.returncode != 0:
            sys.exit(f"Calls between hosts were lost during the fault {name}:\n{output}{errors}")
        answered, explained = map(int, output.split()[1:3])
        self.bench.notes.append(f"calls between hosts, {name}: {answered:,} answered, {explained:,} failed with a reason, "
                                "none lost or doubled")

    # MARK: Faults, each active while its context lasts

    @contextlib.contextmanager
    def adversaries_at_the_port(self, kind):
        """Runs adversarial peers, which end by themselves."""
        port = self.hosts.address.rpartition(":")[2]
        seconds = self.bench.options.seconds + FAULT_FIRST_S + FAULT_SPARE_S
        attacker = subprocess.Popen([*ATTACKER, self.adversary, kind, port, str(seconds)], stdin=subprocess.DEVNULL, text=True,
                                    stdout=subprocess.PIPE, env=os.environ | {"STRANGERS_SERVER_KEY": self.public_key})
        try:
            yield
        finally:
            attacker.terminate()
            output, _ = attacker.communicate()
            self.connections_per_second.append(float(output.split()[1]))

    @contextlib.contextmanager
    def descriptors_used_up(self):
        pid = self.hosts.listening.pid
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        most = len(os.listdir(f"/proc/{pid}/fd")) + DESCRIPTORS_LEFT
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, before[1]))
        try:
            with self.adversaries_at_the_port("idle"):
                yield
        finally:
            if self.hosts.listening.poll() is None:
                resource.prlimit(pid, resource.RLIMIT_NOFILE, before)

    @contextlib.contextmanager
    def frozen(self):
        process = self.hosts.listening
        process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            process.send_signal(signal.SIGCONT)

    @contextlib.contextmanager
    def killed_again_and_again(self):
        is_over = threading.Event()

        def kill():
            while not is_over.wait(KILLED_EVERY_S - STARTED_AGAIN_AFTER_S):
                self.hosts.listening.kill()
                self.hosts.listening.wait()
                is_over.wait(STARTED_AGAIN_AFTER_S)
                self.hosts.start_listening()

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            yield
        finally:
            is_over.set()
            killer.join()

    @contextlib.contextmanager
    def watched_processor(self):
        """Records the bridge's processor time meanwhile, if its process survives."""
        process, begin = self.hosts.listening, time.monotonic()
        before = processor_ns(process.pid)
        yield
        if process.poll() is None:
            self.processor.append((processor_ns(process.pid) - before) / (time.monotonic() - begin) / 1e7)

    def recover(self):
        """Restarts the bridge if it has ended, and waits until the far host is connected."""
        if self.hosts.listening.poll() is not None:
            self.hosts.start_listening()
        self.hosts.wait_connected()


def faults(host):
    return {
        "junk": lambda: host.adversaries_at_the_port("junk"),
        "half handshakes": lambda: host.adversaries_at_the_port("halves"),
        "1,000 handshakes a second": lambda: host.adversaries_at_the_port("handshakes"),
        "1,000 idle connections": lambda: host.adversaries_at_the_port("idle"),
        "its descriptors used up": host.descriptors_used_up,
        "SIGSTOP": host.frozen,
        "kill -9": host.killed_again_and_again,
    }


def pair(host, fault, is_fault_first):
    """Returns the 99th percentiles with and without the fault, measured in either order because machines drift."""
    def with_fault():
        with fault():
            time.sleep(FAULT_FIRST_S)
            with host.watched_processor():
                value = host.p99_us()
        host.recover()
        return value

    if is_fault_first:
        return with_fault(), host.p99_us()
    calm = host.p99_us()
    return with_fault(), calm


def summary(host, pairs):
    texts = [median_text("with", [value for value, _ in pairs], "µs"), median_text("calm", [value for _, value in pairs], "µs")]
    if host.connections_per_second:
        texts.append(median_text("adversaries", host.connections_per_second, "connections a second"))
    if host.processor:
        texts.append(median_text("the bridge", host.processor, "% of one core"))
    return texts


def rows(bench):
    host, found = LocalHost(bench), []
    bench.notes.append(f"local calls beside a bridge: {host.rate:,.0f} a second, half of what the host can do")
    for name, fault in faults(host).items():
        host.connections_per_second, host.processor = [], []
        with host.far_calls(name):
            pairs = [pair(host, fault, number % 2 == 1) for number in range(PAIRS)]
        ratios = [with_fault / calm for with_fault, calm in pairs]
        found.append(Row(f"local p99, {name} / calm", ratios, "<=", LIMIT))
        bench.notes.append(f"local calls, 99th percentile, {name}: " + ", ".join(summary(host, pairs)))
    return found
