"""The bus without HTTP, compared with a forwarding C program and nats-server, and its broker alone."""

import os
import shutil
import statistics
import sys

from mealwire_stack import processor_ns
from .table import Row, columns, median_text, ratios
from .workbench import is_listening, wait_until
from ports import free_port

IN_FLIGHT = 100
PAYLOAD_BYTES = 256
CAPACITY = 128
CROWD = (64, 20)
# Too many for the broker to spin, and few enough that requests rarely share a system call.
FEW = 4


class Broker:
    """A Mealwire broker on a data directory of its own."""

    def __init__(self, bench, name):
        self.data = bench.path(name)
        self.endpoint = f"ipc://{self.data}/run/requests.sock"
        os.makedirs(f"{self.data}/run", mode=0o700)
        self.process = bench.start(bench.binary("broker"), "--data", self.data)
        wait_until(lambda: os.path.exists(f"{self.data}/run/requests.sock"), "the broker")

    def processor_us(self, measure):
        """Returns a measurement of the broker's processor time per request, in microseconds."""
        def measured():
            before = processor_ns(self.process.pid)
            rate, median, requests = measure()
            return rate, median, (processor_ns(self.process.pid) - before) / 1000 / requests
        return measured


class Bus:
    """The programs under test. Each measurement returns requests a second, a median, and a third value."""

    def __init__(self, bench):
        self.bench = bench
        self.forwarder = bench.compile("forwarder", "zmq")
        if not self.forwarder:
            sys.exit("scripts/bench needs a C compiler and libzmq: apt-get install gcc libzmq3-dev")

    def c_client(self, endpoint, in_flight, services=1):
        """Returns a measurement with the C client; with 0 services it sends only the payload."""
        words = ("client", endpoint, in_flight, PAYLOAD_BYTES, self.bench.options.seconds, services)
        return lambda: self.bench.result(self.forwarder, *map(str, words))

    def swift_client(self, data, in_flight):
        words = ("client", data, in_flight, PAYLOAD_BYTES, self.bench.options.seconds)
        return lambda: self.bench.result(self.bench.binary("BusBenchmark"), *map(str, words))

    def start_forwarder(self):
        front, back = (f"ipc://{self.bench.path(name)}" for name in ("front.sock", "back.sock"))
        self.bench.start(self.forwarder, "broker", front, back)
        self.bench.start(self.forwarder, "echo", back, is_load=True)
        return front

    def start_swift(self):
        broker = Broker(self.bench, "swift")
        self.bench.start(self.bench.binary("BusBenchmark"), "worker", broker.data, str(CAPACITY), is_load=True)
        return broker

    def start_between_c(self, name, workers, services):
        broker = Broker(self.bench, name)
        self.bench.start(self.forwarder, "worker", broker.endpoint, str(workers), str(services), is_load=True)
        return broker


def nats_client(bench):
    """Returns a measurement of nats-server with its C client; None if either is missing."""
    server = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin")
    program = bench.compile("nats", "nats")
    if not server or not program:
        bench.notes.append("nats-server was not measured: apt-get install nats-server libnats-dev")
        return None
    port = free_port()
    bench.start(server, "-a", "127.0.0.1", "-p", str(port))
    wait_until(lambda: is_listening(port), "nats-server")
    url = f"nats://127.0.0.1:{port}"
    bench.start(program, "worker", url, is_load=True)
    words = ("client", url, IN_FLIGHT, PAYLOAD_BYTES, bench.options.seconds)
    return lambda: bench.result(program, *map(str, words))


def bus_measurements(bus, swift):
    """Returns the measurements for the comparison with the C program, and of the broker alone."""
    front = bus.start_forwarder()
    alone, crowded = bus.start_between_c("alone", 1, 1), bus.start_between_c("crowd", *CROWD)
    return {
        "forwarder": bus.c_client(front, IN_FLIGHT),
        "broker": alone.processor_us(bus.c_client(alone.endpoint, IN_FLIGHT)),
        "crowd": crowded.processor_us(bus.c_client(crowded.endpoint, IN_FLIGHT, CROWD[1])),
        "broker, few": alone.processor_us(bus.c_client(alone.endpoint, FEW)),
        "crowd, few": crowded.processor_us(bus.c_client(crowded.endpoint, FEW, CROWD[1])),
        "crowd, one busy": crowded.processor_us(bus.c_client(crowded.endpoint, IN_FLIGHT)),
        "forwarder, 1": bus.c_client(front, 1),
        "swift, 1": bus.swift_client(swift.data, 1),
    }


def bus_rows(bench, rates, medians, costs):
    workers, services = CROWD
    bench.notes.append(f"bus, {IN_FLIGHT} in flight, a second: " + ", ".join(
        median_text(name, rates[key], "").strip() for name, key in
        (("C forwarding", "forwarder"), ("Mealwire", "swift"), ("its broker between C peers", "broker"))))
    bench.notes.append("bus, 1 in flight: " + ", ".join([
        median_text("C forwarding", medians["forwarder, 1"], "µs"),
        median_text("Mealwire", medians["swift, 1"], "µs")]))
    bench.notes.append("broker's processor time for a request: " + ", ".join(
        f"{name} {statistics.median(costs[key]):.1f} µs" for name, key in
        (("1 worker", "broker"), (f"{workers} workers", "crowd"), (f"1 worker, {FEW} in flight", "broker, few"),
         (f"{workers} workers, {FEW} in flight", "crowd, few"))))
    return [
        Row(f"bus, {IN_FLIGHT} in flight / C forwarding", ratios(rates["swift"], rates["forwarder"]), ">=", 0.5),
        Row("broker alone between C peers / C forwarding", ratios(rates["broker"], rates["forwarder"]), ">=", 0.65),
        Row("bus, 1 in flight, median / C forwarding", ratios(medians["swift, 1"], medians["forwarder, 1"]), "<=", 1.4),
        Row(f"broker's cost, {workers} workers, {services} services / 1", ratios(costs["crowd"], costs["broker"]),
            "<=", 1.15),
        Row(f"  the same, {FEW} in flight", ratios(costs["crowd, few"], costs["broker, few"]), "<=", 1.15),
        Row("  the same, only one service being asked", ratios(costs["crowd, one busy"], costs["broker"]), "<=", 1.15),
    ]


def rows(bench, parts):
    """Returns the rows of the parts `bus` and `nats`, which share their rounds."""
    bus = Bus(bench)
    swift = bus.start_swift()
    measurements = {"swift": bus.swift_client(swift.data, IN_FLIGHT)}
    if "bus" in parts:
        measurements |= bus_measurements(bus, swift)
    nats = nats_client(bench) if "nats" in parts else None
    if nats:
        measurements["nats"] = nats
    results = bench.rounds(measurements) if "bus" in parts or nats else {}
    rates, medians, others = ({name: columns(values)[index] for name, values in results.items()} for index in range(3))
    found = bus_rows(bench, rates, medians, others) if "bus" in parts else []
    if nats:
        bench.notes.append(f"nats-server, {IN_FLIGHT} in flight: " + ", ".join([
            median_text("nats-server", rates["nats"], "a second"),
            median_text("Mealwire", rates["swift"], "a second")]))
        found.append(Row(f"bus, {IN_FLIGHT} in flight / nats-server", ratios(rates["swift"], rates["nats"]), ">", 1))
    return found
