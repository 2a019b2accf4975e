"""The broker's memory under a full queue, and after many requests."""

import contextlib
import json
import os
import threading
import uuid

from chaos_kit import wire

from .bus import IN_FLIGHT, Bus, Broker
from .table import Row

# The broker's limit for all held requests (BrokerLimits.heldBytesMax), and an allowance for the process itself and for
# memory that the allocator does not return.
HELD_MB = 256
TOP_MB = 64
BODY_BYTES = 400_000
# More than the limit.
BODIES = 1_000
MANY = 1_000_000


def resident_mb(broker):
    with open(f"/proc/{broker.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:")) / 1024


def request(body):
    header = {"id": str(uuid.uuid4()), "timeLeftMs": 30_000, "retryable": True, "method": "echo.say"}
    return wire.message(b"MDPC02", b"\x01", b"full", json.dumps(header).encode(), body)


def read_all(peer):
    """Discards incoming data on a thread until the connection ends."""
    def read():
        with contextlib.suppress(OSError):
            while peer.recv(1 << 16):
                pass
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    return reader


def full_mb(bench):
    """Returns the broker's memory at the start and with a full queue, before a worker that never answers."""
    broker = Broker(bench, "full")
    path = os.path.join(broker.data, "run", "requests.sock")
    base = resident_mb(broker)
    worker, client = wire.connect(path), wire.connect(path)
    for peer in (worker, client):
        peer.settimeout(30)
        peer.sendall(wire.handshake(path))
        read_all(peer)
    worker.sendall(wire.message(b"MDPW02", b"\x01", b"full", b"1"))
    body = bytes(BODY_BYTES)
    for _ in range(BODIES):
        client.sendall(request(body))
    full = resident_mb(broker)
    for peer in (worker, client):
        peer.close()
    return base, full


def long_run(bench):
    """Returns the broker's memory after the first seconds of load and after a million requests, and their number."""
    bus = Bus(bench)
    broker = bus.start_between_c("long", 1, 1)
    measure = bus.c_client(broker.endpoint, IN_FLIGHT)
    requests = measure()[2]
    first = resident_mb(broker)
    while requests < MANY:
        requests += measure()[2]
    return first, resident_mb(broker), requests


def rows(bench):
    base, full = full_mb(bench)
    first, last, requests = long_run(bench)
    bench.notes.append(f"broker's memory: {base:.0f} MB at the start, {full:.0f} MB under a full queue, {first:.1f} MB after "
                       f"the first seconds of load, {last:.1f} MB after {requests:,.0f} requests")
    return [
        Row("broker's memory under a full queue", [full], "<=", HELD_MB + TOP_MB, "MB"),
        Row("broker's memory, a million requests / few", [last / first], "<=", 1.05),
    ]
