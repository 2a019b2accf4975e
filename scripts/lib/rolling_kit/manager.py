"""Acts as systemd for the stack's processes: starting, readiness and replacement."""

import os
import random
import signal
import socket
import subprocess
import time

from bridge_kit.hosts import exchange_keys
from ports import free_port
from service_list import SINGLE

# The program of each process, in the order in which `scripts/install` replaces them.
MEMBERS = {
    "broker": "broker",
    "bridge": "bridge",
    "calorie-calculator-1": "calorie-calculator",
    **{name: name for name in SINGLE},
    "gateway": "gateway",
    "far-bridge": "bridge",
    "far-calculator": "calorie-calculator",
}
# Processes of a second host, with a socket directory of their own.
FAR = ("far-bridge", "far-calculator")
FAR_RIGHTS = ("--offers", "calorie-calculator")
READY_WITHIN_S = 60
ENDS_WITHIN_S = 30
BACKLOG = 4096


class Failure(Exception):
    """A failed step, as a sentence."""


class Manager:
    """Starts processes like their units: separate data directories, shared sockets, the gateway's listening socket."""

    def __init__(self, directory, binaries, seed):
        """`seed` decides the order of the starts."""
        self.directory, self.binaries, self.random = directory, binaries, random.Random(seed)
        self.processes, self.notices = {}, {}
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        self.port = self.listener.getsockname()[1]
        self.run, self.far_run = os.path.join(directory, "run"), os.path.join(directory, "far-run")
        for path in (self.run, self.far_run):
            os.makedirs(path, mode=0o700)
        # The first host's keys are beside the broker's list of peers.
        self.keys = os.path.join(directory, "broker")
        exchange_keys(os.path.join(binaries, "mealwire"), self.keys, os.path.join(directory, "far-bridge"), "far", *FAR_RIGHTS)
        self.bridge = f"tcp://127.0.0.1:{free_port()}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # The broker and bridges last, because other processes need them.
        for name in sorted(self.processes, key=lambda name: (name == "broker", "bridge" in name)):
            process = self.processes[name]
            process.terminate()
            try:
                process.wait(ENDS_WITHIN_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.listener.close()

    def start_all(self):
        """Starts all processes in random order; returns the seconds until all were ready, and the order."""
        begin, names = time.monotonic(), list(MEMBERS)
        self.random.shuffle(names)
        for name in names:
            self.start(name)
        for name in names:
            self.wait_ready(name)
        return time.monotonic() - begin, names

    def start(self, name):
        state = os.path.join(self.directory, name)
        os.makedirs(state, mode=0o700, exist_ok=True)
        if name in self.notices:
            self.notices[name].close()
        notice = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = os.path.join(self.directory, f"{name}.notify")
        if os.path.exists(path):
            os.unlink(path)
        notice.bind(path)
        self.notices[name] = notice
        program = os.path.join(self.binaries, MEMBERS.get(name, "calorie-calculator"))
        run = self.far_run if name in FAR else self.run
        environment = {**os.environ, "MEALWIRE_DATA": state, "MEALWIRE_RUN": run, "MEALWIRE_INSTANCE": name,
                       "MEALWIRE_LOG_LEVEL": os.environ.get("MEALWIRE_LOG_LEVEL", "warning"), "NOTIFY_SOCKET": path,
                       "WATCHDOG_USEC": "10000000", **self.own_environment(name)}
        command, descriptors = [program], ()
        if name == "gateway":
            # LISTEN_PID must be the id of the gateway's process, which is the shell's id before `exec`.
            environment["LISTEN_FDS"] = "1"
            descriptor = self.listener.fileno()
            move = "" if descriptor == 3 else f"3<&{descriptor} {descriptor}<&-"
            command = ["sh", "-c", f'LISTEN_PID=$$ exec "$0" {move}', program]
            descriptors = (descriptor,)
        with open(os.path.join(self.directory, f"{name}.log"), "ab") as log:
            self.processes[name] = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                                    pass_fds=descriptors)

    def own_environment(self, name):
        """Returns the specific environment of bridges."""
        if name == "bridge":
            return {"MEALWIRE_LISTEN": self.bridge, "MEALWIRE_KEY_FILE": os.path.join(self.keys, "keys", "bridge.key"),
                    "MEALWIRE_PEERS_FILE": os.path.join(self.keys, "peers.json")}
        return {"MEALWIRE_CONNECT": self.bridge} if name == "far-bridge" else {}

    def wait_ready(self, name):
        deadline, said = time.monotonic() + READY_WITHIN_S, ""
        while time.monotonic() < deadline:
            self.notices[name].settimeout(0.1)
            try:
                said = self.notices[name].recv(4096).decode()
            except TimeoutError:
                pass
            if "READY=1" in said:
                return
            if self.processes[name].poll() is not None:
                raise Failure(f"{name} exited before it was ready; its log: {self.directory}/{name}.log")
        raise Failure(f"{name} was not ready within {READY_WITHIN_S} s; its last notice was {said!r}.")

    def stop(self, name):
        process = self.processes.pop(name)
        process.send_signal(signal.SIGTERM)
        if process.wait(ENDS_WITHIN_S) != 0:
            raise Failure(f"{name} exited with status {process.returncode}.")

    def replace(self, name):
        """Replaces a process; returns the seconds until the old one exited, and from then until the new one served."""
        begin = time.monotonic()
        self.stop(name)
        ended = time.monotonic()
        self.start(name)
        self.wait_ready(name)
        return ended - begin, time.monotonic() - ended
