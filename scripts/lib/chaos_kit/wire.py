"""Bytes of bad peers for sockets that expect ZMTP 3.1 or HTTP."""

import contextlib
import socket
import struct

GREETING = bytes([0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1]) + b"NULL".ljust(20, b"\0") + bytes(32)
MORE, LONG, COMMAND = 1, 2, 4
# The socket type of an accepted peer, by the name of the socket.
PATTERNS = (("events-in", b"PUB"), ("events-out", b"SUB"), ("", b"DEALER"))


def connect(path):
    """Connects to a Unix socket; raises OSError without a listener."""
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.settimeout(2)
    try:
        peer.connect(path)
    except OSError:
        peer.close()
        raise
    return peer


def frame(body, flags=0):
    if len(body) > 255:
        return bytes([flags | LONG]) + struct.pack(">Q", len(body)) + body
    return bytes([flags, len(body)]) + body


def message(*frames):
    return b"".join(frame(body, MORE) for body in frames[:-1]) + frame(frames[-1])


def handshake(path):
    """Returns greeting and READY of a peer that the socket at the path accepts."""
    pattern = next(pattern for name, pattern in PATTERNS if name in path)
    ready = b"\x05READY" + b"\x0bSocket-Type" + struct.pack(">I", len(pattern)) + pattern
    return GREETING + frame(ready, COMMAND)


def junk_frames(rng):
    """Returns valid ZMTP frames without a valid message."""
    header = b'{"id":"01934a6b-0000-7abc-8123-456789abcdef","timeLeftMs":1000,"retryable":true,"method":"diary.day"}'
    torn = bytearray(header)
    for _ in range(rng.randint(1, 5)):
        torn[rng.randrange(len(torn))] ^= 1 << rng.randrange(8)
    return rng.choice((
        lambda: message(*(rng.randbytes(rng.randint(0, 400)) for _ in range(rng.randint(1, 20)))),
        lambda: message(b"MDPC02", b"\x01", b"diary", bytes(torn), b"{}"),
        lambda: message(b"MDPC02", b"\x01", rng.randbytes(8), header, rng.randbytes(2_000)),
        lambda: message(b"MDPC02", bytes([rng.randrange(256)]), rng.randbytes(40)),
        lambda: message(b"MDPW02", bytes([rng.choice((2, 3, 4, 5, 6, 7, 8, 9, 255))]), rng.randbytes(16), b"", b"{}", b""),
        lambda: message(b"MDPW02", b"\x01", b"no-such-service-%d" % rng.randrange(9), rng.randbytes(rng.randint(0, 9))),
        lambda: message(b"diary", rng.randbytes(rng.randint(0, 60)), rng.randbytes(3)),
        lambda: frame(rng.choice((b"\x04PING", b"\x04PINGab", b"\x09SUBSCRIBE", b"\x06CANCEL", b"\xffX", b"")), COMMAND),
        lambda: message(*[b""] * rng.randint(1, 100)),
    ))()


def http_junk(rng):
    """Returns an invalid or hostile HTTP request."""
    body = rng.randbytes(rng.randint(1, 3_000))
    request = b"POST /v1/calculator/target HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    return rng.choice((
        lambda: body,
        lambda: request[:rng.randrange(len(request))],
        lambda: request + b"Content-Length: %d\r\n\r\n" % len(body) + body,
        lambda: request + b"Content-Length: 99999999999999999999\r\n\r\n" + body,
        lambda: request + b"Content-Length: -1\r\n\r\n" + body,
        lambda: request + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n" + body,
        lambda: request + b"X: " + b"a" * 200_000 + b"\r\n\r\n",
        lambda: request + b"Content-Length: 2000\r\n\r\n" + b"[" * 2_000,
        lambda: b"GET /" + rng.randbytes(30) + b" HTTP/1.1\r\n\r\n",
        lambda: b"GET /v1/profile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + body[:500].hex().encode() + b"\r\n\r\n",
    ))()


def say(peer, data):
    """Sends as much as the peer accepts, and reads a little; the peer may close the connection."""
    with contextlib.suppress(OSError):
        peer.sendall(data)
    peer.settimeout(0.05)
    with contextlib.suppress(OSError):
        peer.recv(65_536)
