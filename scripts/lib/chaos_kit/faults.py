"""The faults for processes and sockets of the stack."""

import collections
import contextlib
import os
import socket
import subprocess
import threading
import time

from . import wire
from .processes import BRIDGES, BROKERS, DESCRIPTORS, MEMBERS, STORES

# A second broker on a path must exit at once.
REFUSES_WITHIN_S = 10
ADVERSARIES = 100


class FaultInjector:
    """A thread that injects faults of its kinds, one after the other, until it is stopped."""

    kinds = {}

    def __init__(self, stack, rng, pause_s):
        self.stack, self.rng, self.pause_s = stack, rng, pause_s
        self.counts = collections.Counter()
        self.violations = []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        order = []
        while not self.is_over.wait(self.rng.uniform(*self.pause_s)):
            # Each round contains every kind, so that a short run has them all.
            if not order:
                order = [kind for kind, times in self.kinds.items() for _ in range(times)]
                self.rng.shuffle(order)
            kind = order.pop()
            try:
                kind(self)
            except Exception as error:  # A fault that could not be injected is a violation.
                self.violations.append(f"{kind.__name__}: {type(error).__name__}: {error}")
            self.counts[kind.__name__.replace("_", " ")] += 1

    def stop(self):
        self.is_over.set()
        self.thread.join()


class ProcessFaults(FaultInjector):
    """Kills and freezes processes, and starts some that must exit at once."""

    def kill(self):
        name = self.rng.choice(list(MEMBERS))
        self.stack.kill(name)
        time.sleep(self.rng.uniform(0, 0.5))
        self.stack.start(name)

    def kill_several(self):
        names = self.rng.sample(list(MEMBERS), self.rng.randint(2, 4))
        for name in names:
            self.stack.kill(name)
        time.sleep(self.rng.uniform(0, 0.5))
        for name in names:
            self.stack.start(name)

    def freeze(self):
        self.stack.freeze(self.rng.choice(list(MEMBERS)), self.rng.uniform(0.2, 3))

    def freeze_a_broker(self):
        self.stack.freeze(self.rng.choice(BROKERS), self.rng.uniform(0.2, 3))

    def freeze_one_and_kill_another(self):
        frozen, killed = self.rng.sample(list(MEMBERS), 2)
        freezing = threading.Thread(target=self.stack.freeze, args=(frozen, self.rng.uniform(0.5, 2)))
        freezing.start()
        time.sleep(0.1)
        self.stack.kill(killed)
        self.stack.start(killed)
        freezing.join()

    def stale_socket(self):
        """A socket left by a killed broker must not keep another broker from starting."""
        name = self.rng.choice(BROKERS)
        path = os.path.join(self.stack.data, "run", "requests.sock" if name == "broker" else "requests-2.sock")
        self.wait_for(path)
        self.stack.kill(name)
        if not os.path.exists(path):
            self.violations.append(f"{name} was killed and left no {path} behind")
        with contextlib.suppress(OSError):
            wire.connect(path).close()
            self.violations.append(f"{name} was killed, and a process still listens at {path}")
        self.stack.start(name)
        self.wait_for(path)

    def second_broker(self):
        """A second broker must exit at once with one line, while the first one goes on."""
        name = self.rng.choice(BROKERS)
        path = os.path.join(self.stack.data, "run", "requests.sock" if name == "broker" else "requests-2.sock")
        self.wait_for(path)
        second = self.stack.spawn(name, subprocess.PIPE)
        with second:
            try:
                second.wait(REFUSES_WITHIN_S)
            except subprocess.TimeoutExpired:
                second.kill()
                self.violations.append(f"a second {name} does not end")
                return
            lines = second.stderr.read().decode(errors="replace").strip().splitlines()
        if second.returncode <= 0 or len(lines) != 1:
            self.violations.append(f"a second {name} ended with {second.returncode} and said {lines}")
        wire.connect(path).close()

    def full_disk(self):
        self.stack.fill_disk(self.rng.choice(STORES), self.rng.uniform(0.2, 2))

    def wait_for(self, path):
        """Waits for a listener."""
        deadline = time.monotonic() + 10
        while True:
            try:
                return wire.connect(path).close()
            except OSError:
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.02)

    kinds = {kill: 4, kill_several: 1, freeze: 2, freeze_a_broker: 1, freeze_one_and_kill_another: 1, stale_socket: 1,
             second_broker: 1, full_disk: 2}


class SocketFaults(FaultInjector):
    """Sends junk, exhausts descriptors, and does not read."""

    def each_socket(self, words, is_held=False):
        """Sends bytes of one kind to every socket; a broker may be down at the moment."""
        held = []
        for path in self.stack.sockets():
            with contextlib.suppress(OSError):
                peer = wire.connect(path)
                held.append(peer)
                wire.say(peer, words(path))
        if is_held:
            time.sleep(self.rng.uniform(0, 1))
        for peer in held:
            peer.close()

    def junk_bytes(self):
        self.each_socket(lambda _: self.rng.randbytes(self.rng.randint(1, 100_000)))

    def half_a_greeting(self):
        count = self.rng.randrange(1, len(wire.GREETING))
        self.each_socket(lambda _: wire.GREETING[:count], is_held=True)

    def junk_behind_a_greeting(self):
        self.each_socket(lambda _: wire.GREETING + self.rng.randbytes(self.rng.randint(1, 1_000)))

    def junk_frames(self):
        self.each_socket(lambda path: wire.handshake(path) + b"".join(
            wire.junk_frames(self.rng) for _ in range(self.rng.randint(1, 30))), is_held=True)

    def huge_frame(self):
        size = self.rng.choice((2 << 20, (2 << 20) + 1, 1 << 31, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1))
        flags = self.rng.choice((wire.LONG, wire.LONG | wire.MORE, wire.LONG | wire.COMMAND))
        head = bytes([flags]) + size.to_bytes(8, "big")
        self.each_socket(lambda path: wire.handshake(path) + head + self.rng.randbytes(50_000), is_held=True)

    def message_cut_short(self):
        whole = wire.message(b"MDPC02", b"\x01", b"diary", b"{}", b"x" * 600)
        count = self.rng.randrange(1, len(whole))
        self.each_socket(lambda path: wire.handshake(path) + whole[:count])

    def descriptors_used_up(self):
        """Opens more connections than a broker has descriptors, half of them after a valid handshake."""
        path = self.rng.choice(self.stack.sockets())
        held = []
        for number in range(DESCRIPTORS * 2):
            with contextlib.suppress(OSError):
                peer = wire.connect(path)
                held.append(peer)
                if number % 2:
                    peer.sendall(wire.handshake(path))
        time.sleep(self.rng.uniform(0.3, 2))
        for peer in held:
            peer.close()

    def slow_subscriber(self):
        """Subscribes to every event at each broker without reading; the connections stay until the next call."""
        for peer in self.subscribers:
            peer.close()
        self.subscribers = []
        for path in self.stack.sockets():
            if "events-out" not in path:
                continue
            with contextlib.suppress(OSError):
                peer = wire.connect(path)
                peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
                self.subscribers.append(peer)
                peer.sendall(wire.handshake(path) + wire.frame(b"\x09SUBSCRIBE", wire.COMMAND) + wire.frame(b"\x01"))

    def junk_over_http(self):
        for _ in range(self.rng.randint(1, 10)):
            with contextlib.suppress(OSError):
                with socket.create_connection(("127.0.0.1", self.stack.port), timeout=2) as peer:
                    wire.say(peer, wire.http_junk(self.rng))

    def idle_http_connections(self):
        held = []
        for _ in range(200):
            with contextlib.suppress(OSError):
                held.append(socket.create_connection(("127.0.0.1", self.stack.port), timeout=2))
        time.sleep(self.rng.uniform(0, 1))
        for peer in held:
            peer.close()

    def __init__(self, *words):
        super().__init__(*words)
        self.subscribers = []

    def stop(self):
        super().stop()
        for peer in self.subscribers:
            peer.close()

    kinds = {junk_bytes: 1, half_a_greeting: 1, junk_behind_a_greeting: 1, junk_frames: 2, huge_frame: 1,
             message_cut_short: 1, descriptors_used_up: 1, slow_subscriber: 1, junk_over_http: 2, idle_http_connections: 1}


class BridgeFaults(FaultInjector):
    """Kills and stops bridges, and damages the connections between them."""

    def kill_a_bridge(self):
        name = self.rng.choice(BRIDGES)
        self.stack.kill(name)
        time.sleep(self.rng.uniform(0, 1))
        self.stack.start(name)

    def freeze_a_bridge(self):
        """Stops a bridge for less or more time than its peer's liveness timeout."""
        self.stack.freeze(self.rng.choice(BRIDGES), self.rng.uniform(0.2, 5))

    def cut_between_bridges(self):
        self.stack.hop.is_cut.set()

    def bytes_lost_between_bridges(self):
        """Drops bytes of connections, which then end in half of the cases, and otherwise continue after the gap."""
        self.stack.hop.is_dropping.set()
        time.sleep(self.rng.uniform(0.05, 4))
        if self.rng.random() < 0.5:
            self.stack.hop.is_cut.set()
        self.stack.hop.is_dropping.clear()

    def adversaries_at_the_port(self):
        """Sends junk and parts of greetings over more connections than a bridge accepts from one address."""
        held = []
        for number in range(ADVERSARIES):
            with contextlib.suppress(OSError):
                peer = socket.create_connection(("127.0.0.1", self.stack.bridge_port), timeout=2)
                held.append(peer)
                junk = self.rng.randbytes(self.rng.randint(1, 2_000))
                peer.sendall(junk if number % 2 else wire.GREETING[:self.rng.randrange(1, len(wire.GREETING))])
        time.sleep(self.rng.uniform(0, 2))
        for peer in held:
            peer.close()

    kinds = {kill_a_bridge: 2, adversaries_at_the_port: 1, freeze_a_bridge: 1, cut_between_bridges: 1,
             bytes_lost_between_bridges: 1}
