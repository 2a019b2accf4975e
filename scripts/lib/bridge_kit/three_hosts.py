"""A stack on three hosts: its processes, the requests of users, and the guarantees while a host is cut off."""

import http.client
import os
import signal
import subprocess
import time

from service_list import NAMES

from .diary_writers import Writer
from .hosts import exchange_keys, exchange_keys_back

GATEWAY_PORT, BRIDGE_PORT = 8080, 5700
# The host with another gateway and the standby broker. Its bridge and that of the first host connect to each other.
STANDBY = 3
# The processes of each host, with their arguments.
PROCESSES = {
    1: (("broker",), ("bridge", "--listen", f"tcp://0.0.0.0:{BRIDGE_PORT}"), *((name,) for name in NAMES),
        ("gateway", "--port", str(GATEWAY_PORT))),
    2: (("bridge",), ("calorie-calculator",)),
    3: (("broker", "--number", "2"), ("bridge", "--listen", f"tcp://0.0.0.0:{BRIDGE_PORT}"),
        ("gateway", "--port", str(GATEWAY_PORT))),
}
# The calculator of the second host knows the first broker only.
BROKERS = {1: 2, 2: 1, 3: 2}
RIGHTS = {2: ("--offers", "calorie-calculator"), 3: ("--calls", "*", "--speaks-for-users")}
GATEWAYS = (1, 3)
CUT_OFF, FAR_GATEWAY = 2, 3
TIMEOUT_S = 60
STOPS_WITHIN_S = 30
# The timeout of a calculation, and the time for an answer on a busy machine.
ANSWERS_WITHIN_S = 15
# Longer than the three seconds in which a silent host is detected.
CUT_OFF_S = 6
# Without a calculator, a call waits two seconds for one before it is refused.
REFUSES_WITHIN_S = 4
REFUSED_EACH = 2
# The number of failed attempts of a writer after which all requests in transit are lost.
RETRIES = 3
TARGET = {"sex": "female", "age": 30, "heightCm": 165, "weightKg": 65, "activityLevel": "light", "goal": "lose"}


class Failure(Exception):
    """A violated guarantee, as a sentence."""


class ThreeHosts:
    """Starts and stops the processes, and runs the test."""

    def __init__(self, directory, binaries, namespaces):
        self.directory, self.binaries, self.namespaces = directory, binaries, namespaces
        self.processes, self.writers = {}, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for writer in self.writers:
            writer.is_over.set()
        # Bridges and the broker stop last, because other processes need them.
        for key in sorted(self.processes, key=lambda key: (key[1] == "broker", key[1] == "bridge")):
            self.stop(*key, is_checked=False)

    def data(self, host):
        return os.path.join(self.directory, str(host))

    def program(self, name):
        path = os.path.join(self.binaries, name)
        if not os.path.exists(path):
            raise Failure(f"{path} is missing: build with scripts/build first.")
        return path

    def start_all(self):
        for host in PROCESSES:
            os.makedirs(os.path.join(self.data(host), "run"), mode=0o700)
        for host, rights in RIGHTS.items():
            exchange_keys(self.program("mealwire"), self.data(1), self.data(host), f"host{host}", *rights)
        exchange_keys_back(self.program("mealwire"), self.data(1), self.data(STANDBY), f"host{STANDBY}")
        for host, processes in PROCESSES.items():
            for name, *words in processes:
                self.start(host, name, *words)

    def start(self, host, name, *words):
        """Starts a process, which ends through its standard input if this script ends, for any reason."""
        if name == "bridge":
            address = self.namespaces.address_of(STANDBY) if host == 1 else self.namespaces.address_of_first(host)
            words = (*words, "--connect", f"tcp://{address}:{BRIDGE_PORT}")
        command = [*self.namespaces.prefix(host), self.program(name), "--data", self.data(host), "--log-level", "warning",
                   "--brokers", str(BROKERS[host]), *words]
        with open(os.path.join(self.directory, f"{name}-{host}.log"), "ab") as log:
            self.processes[host, name] = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log,
                                                          env=os.environ | {"MEALWIRE_SUPERVISED": "true"})

    def stop(self, host, name, is_checked=True):
        process = self.processes.pop((host, name))
        process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        process.stdin.close()
        if is_checked and status != 0:
            raise Failure(f"{name} of host {host} was asked to stop and ended with {status}.")

    # MARK: Requests

    def ask(self, host, method, path, body=None, token=None, key=None):
        """Returns status and body of an answer of a host's gateway; the status is 0 without an answer."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        connection = http.client.HTTPConnection("127.0.0.1", GATEWAY_PORT, timeout=ANSWERS_WITHIN_S)
        try:
            with self.namespaces.inside(host):
                connection.connect()
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            connection.close()

    def calculate(self, host):
        """Returns the status and the duration of one calculation in seconds."""
        begin = time.monotonic()
        status, _ = self.ask(host, "POST", "/v1/calculator/target", Writer.text(TARGET))
        return status, time.monotonic() - begin

    def eventually(self, what, condition):
        deadline = time.monotonic() + TIMEOUT_S
        while not condition():
            if time.monotonic() > deadline:
                raise Failure(f"Not within {TIMEOUT_S} s: {what}.")
            time.sleep(0.05)

    def wait_serving(self, what):
        for host in GATEWAYS:
            self.eventually(f"{what}, by the gateway of host {host}", lambda host=host: self.calculate(host)[0] == 200)

    # MARK: The test

    def run(self):
        self.start_all()
        for host in GATEWAYS:
            self.eventually(f"the gateway of host {host} is ready",
                            lambda host=host: self.ask(host, "GET", "/health/ready")[0] == 200)
        self.writers = [Writer(self, host) for host in GATEWAYS]
        for writer in self.writers:
            writer.register()
            writer.start()
        self.cut_off_beside_a_local_calculator()
        self.cut_off_alone()
        self.cut_off_gateway()
        self.kill_first_broker()
        self.judge_entries()

    def cut_off_beside_a_local_calculator(self):
        """Checks that no call fails, because calls to the far calculator are repeated."""
        self.wait_far_calculator()
        self.start(1, "calorie-calculator")
        self.namespaces.set_link(CUT_OFF, is_up=False)
        longest, count, end = 0, 0, time.monotonic() + CUT_OFF_S
        while time.monotonic() < end:
            for host in GATEWAYS:
                status, seconds = self.calculate(host)
                if status != 200:
                    raise Failure(f"Host {CUT_OFF} is cut off, and a call through host {host}'s gateway fails with {status}.")
                longest, count = max(longest, seconds), count + 1
        self.namespaces.set_link(CUT_OFF, is_up=True)
        print(f"host {CUT_OFF} cut off beside a local calculator: {count} calls answered, the longest after {longest:.1f} s", flush=True)

    def cut_off_alone(self):
        """Checks that calls fail soon, and succeed when the host is connected again."""
        self.wait_far_calculator()
        self.namespaces.set_link(CUT_OFF, is_up=False)
        self.eventually("calls without a calculator are refused soon", self.is_refused_soon)
        refused = [self.calculate(host) for host in GATEWAYS for _ in range(REFUSED_EACH)]
        if any(status == 200 or seconds > REFUSES_WITHIN_S for status, seconds in refused):
            raise Failure(f"Without a calculator, calls should be refused within {REFUSES_WITHIN_S} s: {refused}.")
        self.namespaces.set_link(CUT_OFF, is_up=True)
        begin = time.monotonic()
        self.wait_serving("a calculation after the link is restored")
        print(f"host {CUT_OFF} cut off alone: calls refused after at most {max(seconds for _, seconds in refused):.2f} s, and answered "
              f"{time.monotonic() - begin:.1f} s after the link was restored", flush=True)

    def is_refused_soon(self):
        status, seconds = self.calculate(1)
        return status not in (0, 200) and seconds < REFUSES_WITHIN_S

    def wait_far_calculator(self):
        """Stops the local calculator, if there is one, so that only the far one can answer."""
        if (1, "calorie-calculator") in self.processes:
            self.stop(1, "calorie-calculator")
        self.wait_serving("a calculation of the far calculator")

    def cut_off_gateway(self):
        """Checks that lost writes are repeated with their keys, until they are acknowledged."""
        writer = self.writers[GATEWAYS.index(FAR_GATEWAY)]
        retries = writer.retries
        self.namespaces.set_link(FAR_GATEWAY, is_up=False)
        self.eventually("writes are repeated", lambda: writer.retries >= retries + RETRIES)
        self.namespaces.set_link(FAR_GATEWAY, is_up=True)
        begin, count = time.monotonic(), len(writer.acknowledged)
        self.eventually("the far gateway's writes are acknowledged again", lambda: len(writer.acknowledged) > count + 1)
        print(f"host {FAR_GATEWAY} cut off: its writes acknowledged {time.monotonic() - begin:.1f} s after the link was restored",
              flush=True)

    def kill_first_broker(self):
        """Checks that calls and writes continue through the standby broker of another host."""
        self.start(1, "calorie-calculator")
        self.wait_serving("a calculation of the local calculator")
        process = self.processes.pop((1, "broker"))
        process.kill()
        process.wait()
        process.stdin.close()
        begin = time.monotonic()
        counts = [len(writer.acknowledged) for writer in self.writers]
        self.wait_serving("a calculation through the standby broker")
        for writer, count in zip(self.writers, counts):
            self.eventually(f"host {writer.host}'s writes are acknowledged through the standby broker",
                            lambda writer=writer, count=count: len(writer.acknowledged) > count + 1)
        print(f"the first broker killed: calls and writes of both gateways continued on host {STANDBY}'s broker within "
              f"{time.monotonic() - begin:.1f} s", flush=True)
        self.start(1, "broker")

    def judge_entries(self):
        """Checks that each acknowledged entry is stored exactly once."""
        for writer in self.writers:
            writer.stop()
            wrong = writer.differences()
            if wrong:
                raise Failure(f"Entries of host {writer.host}: {wrong}")
            if not writer.acknowledged:
                raise Failure(f"Host {writer.host} has written no entry.")
            print(f"gateway of host {writer.host}: {len(writer.acknowledged)} entries acknowledged and stored once, "
                  f"{writer.retries} retries", flush=True)
