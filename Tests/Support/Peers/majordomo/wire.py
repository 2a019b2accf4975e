"""Peers without libzmq, which hides PINGs and PONGs and always reads."""

import socket

from .sockets import ENDPOINT


def raw_dealer():
    """Returns a socket that has sent greeting and READY, and does not read."""
    raw = socket.socket(socket.AF_UNIX)
    raw.settimeout(10)
    raw.connect(ENDPOINT.removeprefix("ipc://"))
    raw.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(48))
    raw.sendall(b"\x04\x1c\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER")
    return raw


class Wire:
    """A DEALER without libzmq, which can send PINGs and receive PONGs."""

    def __init__(self):
        self.raw = raw_dealer()
        self.stream = self.raw.makefile("rb")
        self.stream.read(64)
        assert self.frame()[1].startswith(b"\x05READY")

    def send(self, *frames):
        for index, frame in enumerate(frames):
            self.raw.sendall(bytes([index < len(frames) - 1, len(frame)]) + frame)

    def ping(self, context):
        self.raw.sendall(bytes([4, 7 + len(context)]) + b"\x04PING\x00\x00" + context)

    def frame(self):
        """Returns flags and body of the next frame."""
        flags, length = self.stream.read(2)
        return flags, self.stream.read(length)

    def message(self):
        """Returns the frames of the next message, or a single command."""
        frames = []
        while True:
            flags, body = self.frame()
            frames.append(body)
            if not flags & 1:
                return frames


def raw_message(*frames):
    return b"".join(bytes([frame is not frames[-1], len(frame)]) + frame for frame in frames)


def bytes_until_the_end(raw, wanted):
    """Counts received bytes until the connection ends, or until there are as many as wanted."""
    count = 0
    while count < wanted:
        chunk = raw.recv(1 << 20)
        if not chunk:
            break
        count += len(chunk)
    return count
