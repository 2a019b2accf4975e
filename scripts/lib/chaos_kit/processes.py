"""A whole stack of Mealwire's processes, with standbys, for the injection of faults."""

import os
import resource
import signal
import subprocess
import sys
import threading
import time

from bridge_kit.hosts import exchange_keys
from ports import free_port
from service_list import NAMES, WITH_DATABASE

from .hop import Hop

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BINARIES = os.path.join(ROOT, ".build", "release")
# Services that run twice: one process of a service with a database waits for its lock.
TWICE = ("calorie-calculator", "diary")


def processes(services):
    """Returns the names of the processes of services."""
    return tuple(process for name in services for process in ((name, f"{name}-2") if name in TWICE else (name,)))


# Program and specific arguments of each process.
MEMBERS = {
    "broker": ("broker", ("--mdp",)),
    "broker-2": ("broker", ("--number", "2")),
    "gateway": ("gateway", ()),
    **{process: (name, ()) for name in NAMES for process in processes((name,))},
    "bridge": ("bridge", ()),
    "far-bridge": ("bridge", ()),
    "far-gateway": ("gateway", ()),
    "far-calculator": ("calorie-calculator", ()),
}
# Processes of the second host, which is another data directory.
FAR = ("far-bridge", "far-gateway", "far-calculator")
FAR_RIGHTS = ("--offers", "calorie-calculator", "--calls", "*", "--speaks-for-users")
GATEWAYS = ("gateway", "far-gateway")
BRIDGES = ("bridge", "far-bridge")
BROKERS = ("broker", "broker-2")
# One of them waits for the database lock, and may be ended by a signal meanwhile.
STANDBYS = ("diary", "diary-2")
# Processes with a database.
STORES = processes(WITH_DATABASE)
# Few enough to be exhausted, and more than the stack itself needs.
DESCRIPTORS = 128
# A bridge needs up to six for each connection between hosts, and libzmq ends a process that has none left.
BRIDGE_DESCRIPTORS = 1_024
# No write-ahead log fits into this size.
FULL_AT_BYTES = 16
STOPS_WITHIN_S = 20
CRASH_WORDS = ("Fatal error", "rogram crashed", "Crash:", "Sanitizer")
POLL_INTERVAL_S = 0.05


class Processes:
    """Starts the processes, records each unexpected exit, and ends all of them."""

    def __init__(self, data, rng, binaries):
        self.data, self.far, self.binaries = data, os.path.join(data, "far"), binaries
        self.port, self.far_port, self.bridge_port, hop_port = (free_port(rng) for _ in range(4))
        self.hop = Hop(hop_port, self.bridge_port)
        self.logs = os.path.join(data, "logs")
        self.violations = []
        self.processes = {}
        self.lock = threading.Lock()
        self.is_over = threading.Event()
        self.is_closed = False
        self.watcher = threading.Thread(target=self.watch, daemon=True)

    def __enter__(self):
        os.makedirs(self.logs, exist_ok=True)
        os.makedirs(os.path.join(self.data, "run"), mode=0o700, exist_ok=True)
        exchange_keys(self.program("mealwire"), self.data, self.far, "far", *FAR_RIGHTS)
        self.hop.start()
        for name in MEMBERS:
            self.start(name)
        self.watcher.start()
        return self

    def __exit__(self, *error):
        self.end_watch()
        with self.lock:
            self.is_closed = True
            for process in self.processes.values():
                process.kill()
                process.wait()
        self.hop.stop()

    def program(self, name):
        path = os.path.join(self.binaries, name)
        if not os.path.exists(path):
            sys.exit(f"{path} is missing. scripts/chaos needs a release build: scripts/build")
        return path

    def command(self, name):
        program, words = MEMBERS[name]
        own = {
            "gateway": ("--port", str(self.port)),
            "far-gateway": ("--port", str(self.far_port)),
            "bridge": ("--listen", f"tcp://127.0.0.1:{self.bridge_port}"),
            "far-bridge": ("--connect", f"tcp://127.0.0.1:{self.hop.port}"),
        }
        data = self.far if name in FAR else self.data
        return [self.program(program), "--data", data, "--log-level", "error", "--brokers", str(len(BROKERS)), *words,
                *own.get(name, ())]

    def spawn(self, name, errors):
        """Starts a process, which ends through its standard input if this script ends, for any reason."""
        return subprocess.Popen(
            self.command(name), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors,
            env=os.environ | {"MEALWIRE_SUPERVISED": "true"}, preexec_fn=lambda: limit_descriptors(name))

    def start(self, name):
        with self.lock, open(os.path.join(self.logs, f"{name}.log"), "ab") as errors:
            if not self.is_closed:
                self.processes[name] = self.spawn(name, errors)

    def kill(self, name):
        """Ends a process with SIGKILL; returns whether it was registered."""
        with self.lock:
            process = self.processes.pop(name, None)
        if process is None:
            return False
        if process.poll() is not None:
            self.ended(name, process)
        process.kill()
        process.wait()
        return True

    def freeze(self, name, seconds):
        with self.lock:
            process = self.processes.get(name)
            if process is None or process.poll() is not None:
                return
            process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        process.send_signal(signal.SIGCONT)

    def fill_disk(self, name, seconds):
        """Keeps all files of a process from growing for a while, as a full disk does."""
        with self.lock:
            process = self.processes.get(name)
            if process is None or process.poll() is not None:
                return
            before = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (FULL_AT_BYTES, resource.RLIM_INFINITY))
        time.sleep(seconds)
        with self.lock:
            if process.poll() is None:
                resource.prlimit(process.pid, resource.RLIMIT_FSIZE, before)

    def watch(self):
        while not self.is_over.wait(POLL_INTERVAL_S):
            with self.lock:
                gone = [(name, process) for name, process in self.processes.items() if process.poll() is not None]
                for name, _ in gone:
                    del self.processes[name]
            for name, process in gone:
                self.ended(name, process)
                self.start(name)

    def end_watch(self):
        self.is_over.set()
        if self.watcher.is_alive():
            self.watcher.join()

    def ended(self, name, process):
        self.violations.append(f"{name} ended by itself with {process.returncode}: {self.last_words(name)}")

    def lines(self, name):
        with open(os.path.join(self.logs, f"{name}.log"), "rb") as file:
            return [line for line in file.read().decode(errors="replace").splitlines() if line.strip()]

    def last_words(self, name):
        return " | ".join(self.lines(name)[-3:])

    def judge_logs(self):
        """Finds crashes and internal errors caused by junk; a kill may cut off the backtrace of a crash."""
        for name in MEMBERS:
            crashes = [line for line in self.lines(name) if any(word in line for word in CRASH_WORDS)]
            if crashes:
                self.violations.append(f"{name} has crashed: {crashes[0]}")
        for name in GATEWAYS:
            internal = [line for line in self.lines(name) if "a request failed" in line]
            if internal:
                self.violations.append(f"{name} reported {len(internal)} internal errors, such as: {internal[0]}")

    def stop(self):
        """Stops gateways, services, bridges and brokers, in this order. Each must exit cleanly in time."""
        self.end_watch()
        services = [name for name in MEMBERS if name not in (*GATEWAYS, *BRIDGES, *BROKERS)]
        for names in (GATEWAYS, services, BRIDGES, BROKERS):
            for name in names:
                self.processes[name].terminate()
            for name in names:
                try:
                    status = self.processes[name].wait(STOPS_WITHIN_S)
                    waited = status == -signal.SIGTERM and name in STANDBYS
                    if status != 0 and not waited:
                        self.violations.append(f"{name} was asked to stop and ended with {status}")
                except subprocess.TimeoutExpired:
                    self.violations.append(f"{name} does not stop")

    def sockets(self):
        """Returns the paths of all Unix sockets of the brokers in run/."""
        run = os.path.join(self.data, "run")
        return sorted(os.path.join(run, name) for name in os.listdir(run) if name.endswith(".sock"))


def limit_descriptors(name):
    count = BRIDGE_DESCRIPTORS if name in BRIDGES else DESCRIPTORS
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))
