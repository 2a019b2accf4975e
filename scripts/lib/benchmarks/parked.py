"""Stalled clients beside other clients: the gateway's memory, and the latency of the others."""

import contextlib
import http.client
import os
import socket
import statistics
import threading
import time

from .logins import JSON, memory_mb, register
from mealwire_stack import processor_ns
from .pipeline import BODY, PATH
from .table import Row, ratios

# Stalled clients of each kind: in a body, without reading, in a head.
CLIENTS = 500
BODY_BYTES = 1_000_000
# Size of one header field, below the gateway's limit.
FIELD_BYTES = 12_000
# Requests of a client that does not read; their answers exceed the buffers of its socket.
UNREAD_REQUESTS = 16
RECEIVE_BYTES = 4_096
OTHERS = 4
MEMORY_MB_MAX = 64
LATENCY_RATIO_MAX = 2
TIMEOUT_SECONDS = 30
# The stack has settled when it uses less than this share of a processor for this long.
SETTLED_SECONDS, SETTLED_SHARE = 0.2, 0.05


class Stalled:
    """Connections that stall in the middle of an exchange, until they are closed."""

    def __init__(self, port, token):
        self.port, self.sockets = port, []
        self.authorised = f"Host: bench\r\nAuthorization: Bearer {token}\r\n"

    def open(self, data, receive_bytes=None):
        connection = socket.socket()
        self.sockets.append(connection)
        if receive_bytes:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        # The timeout applies to the connect; later writes do not wait for the gateway.
        connection.settimeout(TIMEOUT_SECONDS)
        connection.connect(("127.0.0.1", self.port))
        connection.setblocking(False)
        with contextlib.suppress(OSError):
            while data:
                data = data[connection.send(data):]

    def start(self):
        body = b" " * BODY_BYTES
        json_head = f"{self.authorised}Content-Type: application/json\r\nContent-Length: {BODY_BYTES + 1}\r\n\r\n"
        for number in range(CLIENTS):
            route = "POST /v1/auth/login" if number % 2 else "PATCH /v1/profile"
            self.open(f"{route} HTTP/1.1\r\n{json_head}".encode() + body)
            self.open(f"GET /v1/meta HTTP/1.1\r\nHost: bench\r\nX-Stalled: {'x' * FIELD_BYTES}".encode())
            # Only the gateway answers this route, so that no service is loaded.
            self.open(b"GET /legal/privacy HTTP/1.1\r\nHost: bench\r\n\r\n" * UNREAD_REQUESTS, RECEIVE_BYTES)

    def close(self):
        for connection in self.sockets:
            connection.close()


def settle(processes):
    """Waits until earlier requests are processed, so that only lasting effects are measured."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        before = sum(map(processor_ns, processes))
        time.sleep(SETTLED_SECONDS)
        if sum(map(processor_ns, processes)) - before < SETTLED_SHARE * SETTLED_SECONDS * 1e9:
            return


class Other(threading.Thread):
    """Repeats a request in a closed loop and records the latencies."""

    def __init__(self, port):
        super().__init__()
        self.port, self.latencies, self.failures, self.is_over = port, [], 0, threading.Event()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_SECONDS)
        while not self.is_over.is_set():
            begin = time.monotonic()
            connection.request("POST", PATH, BODY, JSON)
            answer = connection.getresponse()
            answer.read()
            self.failures += answer.status != 200
            self.latencies.append(time.monotonic() - begin)
        connection.close()


def others(port, seconds):
    """Returns the 99th percentile in milliseconds, and the failures, of closed-loop requests during `seconds`."""
    clients = [Other(port) for _ in range(OTHERS)]
    for client in clients:
        client.start()
    time.sleep(seconds)
    for client in clients:
        client.is_over.set()
    for client in clients:
        client.join()
    latencies = [latency for client in clients for latency in client.latencies]
    return 1_000 * statistics.quantiles(latencies, n=100)[-1], sum(client.failures for client in clients)


def gateway_of(stack):
    for pid in stack.processes():
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            if os.path.basename(file.read().split(b"\0")[0]) == b"gateway":
                return pid
    raise SystemExit("The gateway does not run.")


class Measurements:
    """Rounds with and without stalled clients, on one stack."""

    def __init__(self, bench):
        self.bench, self.stack = bench, bench.stack("parked")
        self.stack.start()
        self.port, self.gateway = self.stack.port, gateway_of(self.stack)
        self.token = register(self.port, 0)[1]
        others(self.port, 1)
        self.idle_mb = memory_mb(self.gateway, "VmRSS")

    def quiet(self):
        return others(self.port, self.bench.options.seconds)

    def beside(self):
        with contextlib.closing(Stalled(self.port, self.token)) as stalled:
            stalled.start()
            settle(self.stack.processes())
            result = others(self.port, self.bench.options.seconds)
        return *result, memory_mb(self.gateway, "VmHWM") - self.idle_mb


def rows(bench):
    measurements = Measurements(bench)
    results = bench.rounds({"quiet": measurements.quiet, "beside": measurements.beside})
    measurements.stack.stop()
    quiet, beside = results["quiet"], results["beside"]
    latencies = [[result[0] for result in group] for group in (beside, quiet)]
    bench.notes.append(f"{3 * CLIENTS} stalled clients: p99 of other requests {statistics.median(latencies[0]):.1f} ms, without "
                       f"{statistics.median(latencies[1]):.1f} ms; the idle gateway uses {measurements.idle_mb:.0f} MB")
    return [
        Row("gateway above idle, 500 stalled bodies, heads and readers each", [result[2] for result in beside],
            "<=", MEMORY_MB_MAX, "MB"),
        Row("p99 of others with stalled clients / without", ratios(*latencies), "<=", LATENCY_RATIO_MAX),
        Row("failures of others with stalled clients", [result[1] for result in beside], "<=", 0, ""),
    ]
