"""The network between two bridges: forwards bytes, and can cut connections or drop bytes."""

import contextlib
import selectors
import socket
import threading

CHUNK = 65_536
POLL_INTERVAL_S = 0.05


class Hop:
    """A proxy for TCP connections from one port of loopback to another, on a thread of its own."""

    def __init__(self, port, to_port):
        self.port, self.to_port = port, to_port
        self.is_over, self.is_cut, self.is_dropping = threading.Event(), threading.Event(), threading.Event()
        # The other end of each connection.
        self.pairs = {}
        self.selector = selectors.DefaultSelector()
        self.listener = socket.create_server(("127.0.0.1", port), backlog=128)
        self.listener.setblocking(False)
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.run, daemon=True)

    def start(self):
        self.thread.start()

    def stop(self):
        self.is_over.set()
        self.thread.join()
        self.close_all()
        self.listener.close()
        self.selector.close()

    def run(self):
        while not self.is_over.is_set():
            for key, _ in self.selector.select(POLL_INTERVAL_S):
                if key.fileobj is self.listener:
                    self.accept()
                elif key.fileobj in self.pairs:
                    self.pass_on(key.fileobj)
            if self.is_cut.is_set():
                self.close_all()
                self.is_cut.clear()

    def accept(self):
        with contextlib.suppress(OSError):
            near, _ = self.listener.accept()
            try:
                far = socket.create_connection(("127.0.0.1", self.to_port), timeout=2)
            except OSError:
                return near.close()
            for one, other in ((near, far), (far, near)):
                # A frozen bridge reads nothing for some seconds.
                one.settimeout(POLL_INTERVAL_S)
                self.pairs[one] = other
                self.selector.register(one, selectors.EVENT_READ)

    def pass_on(self, source):
        """Forwards bytes; if the other end does not accept them at once, both ends are closed."""
        target = self.pairs[source]
        try:
            data = source.recv(CHUNK)
            if not data:
                return self.close(source)
            if not self.is_dropping.is_set():
                target.sendall(data)
        except OSError:
            self.close(source)

    def close(self, one):
        other = self.pairs.pop(one, None)
        for end in (one, other):
            if end is not None:
                self.pairs.pop(end, None)
                self.selector.unregister(end)
                end.close()

    def close_all(self):
        for one in list(self.pairs):
            if one in self.pairs:
                self.close(one)
