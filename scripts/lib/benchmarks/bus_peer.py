"""Peers on the bus: a caller and a worker."""

import contextlib
import json
import os
import struct
import threading
import time
import uuid

from chaos_kit import wire

CLIENT, WORKER = b"MDPC02", b"MDPW02"
READY, REQUEST, FINAL, HEARTBEAT = 1, 2, 4, 5
HEARTBEAT_SECONDS, CAPACITY = 1, b"16"
TIMEOUT_SECONDS = 60


class Connection:
    """Sends and receives whole messages over the broker's socket."""

    def __init__(self, data):
        path = os.path.join(data, "run", "requests.sock")
        self.socket, self.buffer, self.sending = wire.connect(path), b"", threading.Lock()
        self.socket.settimeout(TIMEOUT_SECONDS)
        self.socket.sendall(wire.handshake(path))
        self.take(len(wire.GREETING))

    def take(self, count):
        while len(self.buffer) < count:
            data = self.socket.recv(1 << 16)
            if not data:
                raise OSError("the broker has closed the connection")
            self.buffer += data
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def frame(self):
        flags = self.take(1)[0]
        size = struct.unpack(">Q", self.take(8))[0] if flags & wire.LONG else self.take(1)[0]
        return flags, self.take(size)

    def receive(self):
        """Returns the frames of the next message."""
        frames = []
        while True:
            flags, body = self.frame()
            if flags & wire.COMMAND:
                continue
            frames.append(body)
            if not flags & wire.MORE:
                return frames

    def send(self, *frames):
        with self.sending:
            self.socket.sendall(wire.message(*frames))


class Caller:
    """Calls methods, one at a time."""

    def __init__(self, data):
        self.connection = Connection(data)

    def call(self, service, method, payload, user=None, time_left_ms=60_000):
        """Returns the reply; exits with the error if the call fails."""
        header = {"id": str(uuid.uuid4()), "timeLeftMs": time_left_ms, "retryable": True, "method": method}
        if user:
            header["principal"] = {"user": user, "roles": ["user"], "session": str(uuid.uuid4())}
        self.connection.send(CLIENT, b"\x01", service.encode(), json.dumps(header).encode(), json.dumps(payload).encode())
        *_, reply_header, reply = self.connection.receive()
        if json.loads(reply_header)["status"] != "ok":
            raise SystemExit(f"{method} was refused: {reply.decode()}")
        return json.loads(reply)


class Answerer(threading.Thread):
    """A worker that answers each request to a service with `answer(method, payload)`."""

    def __init__(self, data, service, answer):
        super().__init__(daemon=True)
        self.connection, self.service, self.answer = Connection(data), service, answer

    def run(self):
        self.connection.send(WORKER, bytes([READY]), self.service.encode(), CAPACITY)
        threading.Thread(target=self.beat, daemon=True).start()
        with contextlib.suppress(OSError):
            while True:
                frames = self.connection.receive()
                if frames[1][0] == REQUEST:
                    self.reply(frames[2], json.loads(frames[4]), json.loads(frames[5]))

    def beat(self):
        with contextlib.suppress(OSError):
            while True:
                time.sleep(HEARTBEAT_SECONDS)
                self.connection.send(WORKER, bytes([HEARTBEAT]), CAPACITY)

    def reply(self, token, header, payload):
        reply = json.dumps(self.answer(header["method"], payload)).encode()
        head = json.dumps({"id": header["id"], "status": "ok", "instance": "bench"}).encode()
        self.connection.send(WORKER, bytes([FINAL]), token, b"", head, reply)
