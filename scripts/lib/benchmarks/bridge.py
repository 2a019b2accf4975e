"""The bus between two hosts, through two bridges, compared with C programs on libzmq with CURVE over loopback."""

import os

from bridge_kit.hosts import exchange_keys
from ports import free_port

from .bus import CAPACITY, IN_FLIGHT, PAYLOAD_BYTES, Broker, Bus
from .table import Row, columns, median_text, ratios
from .workbench import end, wait_until

SERVICE = "benchmark-0"
# The far host's processes both call and offer the service.
RIGHTS = ("--offers", SERVICE, "--calls", SERVICE)


class TwoHosts:
    """A broker and a listening bridge on one data directory, and a connecting bridge on another, over loopback."""

    def __init__(self, bench, prefix=()):
        """`prefix` is put before the command of each bridge, for example to set its niceness."""
        self.bench, self.prefix = bench, prefix
        self.broker = Broker(bench, "near")
        self.near, self.far = self.broker.data, bench.path("far")
        exchange_keys(bench.binary("mealwire"), self.near, self.far, "far", *RIGHTS)
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.start_listening()
        self.connecting = self.bridge("--data", self.far, "--connect", self.address)
        self.wait_connected()

    def start_listening(self):
        self.listening = self.bridge("--data", self.near, "--listen", self.address)

    def bridge(self, *words):
        return self.bench.start(*self.prefix, self.bench.binary("bridge"), *words)

    def wait_connected(self):
        """Waits for the far host's sockets, which exist while the broker can be reached."""
        wait_until(lambda: os.path.exists(f"{self.far}/run/requests.sock"), "the far bridge")

    def start_worker(self, data):
        return self.bench.start(self.bench.binary("BusBenchmark"), "worker", data, str(CAPACITY), is_load=True)

    def stop(self):
        for process in (self.connecting, self.listening):
            end(process)


def start_plain(bus):
    """Starts two C processes with a direct connection; returns the client's endpoint."""
    endpoint = f"tcp://127.0.0.1:{free_port()}"
    bus.bench.start(bus.forwarder, "reply", endpoint, is_load=True)
    return endpoint


def start_chain(bus):
    """Starts zmq_proxy, zmq_proxy, queue and worker in C; returns the client's endpoint."""
    far, queue, back = (f"ipc://{bus.bench.path(name)}" for name in ("chain-far.sock", "chain-queue.sock", "chain-back.sock"))
    hop = f"tcp://127.0.0.1:{free_port()}"
    for words in (("broker", queue, back), ("bridge", hop, queue), ("bridge", far, hop)):
        bus.bench.start(bus.forwarder, *words)
    bus.bench.start(bus.forwarder, "echo", back, is_load=True)
    return far


def measurements(bus, hosts):
    plain, chain = start_plain(bus), start_chain(bus)
    found = {}
    for in_flight in (IN_FLIGHT, 1):
        found |= {
            # Only the payload, as one frame: the minimum for two processes.
            ("plain", in_flight): bus.c_client(plain, in_flight, 0),
            # The frames of Mealwire's requests; libzmq encrypts each frame separately.
            ("chain", in_flight): bus.c_client(chain, in_flight),
            # Each with the frames of the other chain, for the notes.
            ("plain, all frames", in_flight): bus.c_client(plain, in_flight),
            ("chain, payload alone", in_flight): bus.c_client(chain, in_flight, 0),
            ("bridges", in_flight): bus.swift_client(hosts.far, in_flight),
        }
    return found


def notes(rates, medians):
    names = ("plain", "plain, all frames", "chain", "chain, payload alone", "bridges")
    busy = ", ".join(median_text(name, rates[name, IN_FLIGHT], "").strip() for name in names)
    single = ", ".join(median_text(name, medians[name, 1], "µs") for name in names)
    return [f"between hosts, {PAYLOAD_BYTES} bytes, {IN_FLIGHT} in flight, a second: {busy}",
            f"between hosts, 1 in flight: {single}"]


def rows(bench):
    bus, hosts = Bus(bench), TwoHosts(bench)
    hosts.start_worker(hosts.near)
    results = bench.rounds(measurements(bus, hosts))
    rates, medians = ({key: columns(values)[index] for key, values in results.items()} for index in range(2))
    bench.notes += notes(rates, medians)
    found = []
    for name, what, busy_limit, single_limit in (("plain", "two C", 0.33, 3), ("chain", "five C", 1.3, 0.7)):
        busy, single = (name, IN_FLIGHT), (name, 1)
        found.append(Row(f"bridges, {IN_FLIGHT} in flight / {what}, CURVE",
                         ratios(rates["bridges", IN_FLIGHT], rates[busy]), ">=", busy_limit))
        found.append(Row(f"bridges, 1 in flight, median / {what}, CURVE",
                         ratios(medians["bridges", 1], medians[single]), "<=", single_limit))
    return found
