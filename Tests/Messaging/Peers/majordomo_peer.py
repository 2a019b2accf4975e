#!/usr/bin/env python3
"""An independent peer of the Majordomo Protocol, on libzmq through pyzmq: majordomo_peer.py ENDPOINT SCENARIO."""

import json
import os
import socket
import sys
import uuid
import zmq

CONTEXT = zmq.Context()
ENDPOINT = sys.argv[1]
READY, REQUEST, PARTIAL, FINAL, HEARTBEAT, DISCONNECT = (bytes([n]) for n in range(1, 7))
ASK, PART, END = (bytes([n]) for n in range(1, 4))


def dealer():
    peer = CONTEXT.socket(zmq.DEALER)
    peer.linger, peer.rcvtimeo, peer.sndtimeo = 0, 5000, 5000
    peer.sndhwm = 0  # What the broker does not read yet waits here.
    peer.connect(ENDPOINT)
    return peer


def send(socket, *frames):
    socket.send_multipart(list(frames))


def receive(socket, skip=(HEARTBEAT,)):
    """The next message that is no heartbeat."""
    while True:
        frames = socket.recv_multipart()
        if len(frames) != 2 or frames[1] not in skip:
            return frames


def worker(service):
    socket = dealer()
    send(socket, b"MDPW02", READY, service)
    ask_until(b"200", service)
    return socket


def manage(name, body):
    socket = dealer()
    send(socket, b"MDPC02", ASK, name, body)
    return receive(socket)


def ask_until(status, service):
    while manage(b"mmi.service", service) != [b"MDPC02", END, b"mmi.service", status]:
        pass


def two_of_version_2():
    client, peer = dealer(), worker(b"echo2")
    send(client, b"MDPC02", ASK, b"echo2", b"one", b"", b"three")
    request = receive(peer)
    assert request[:2] == [b"MDPW02", REQUEST] and request[3:] == [b"", b"one", b"", b"three"], request
    send(peer, b"MDPW02", PARTIAL, request[2], b"", b"a part")
    send(peer, b"MDPW02", FINAL, request[2], b"", b"the", b"end")
    assert receive(client) == [b"MDPC02", PART, b"echo2", b"a part"]
    assert receive(client) == [b"MDPC02", END, b"echo2", b"the", b"end"]


def client_of_version_1_and_worker_of_version_2():
    client, peer = CONTEXT.socket(zmq.REQ), worker(b"echo12")
    client.linger, client.rcvtimeo = 0, 5000
    client.connect(ENDPOINT)
    send(client, b"MDPC01", b"echo12", b"hello")
    request = receive(peer)
    send(peer, b"MDPW02", PARTIAL, request[2], b"", b"unknown to version 1")
    send(peer, b"MDPW02", FINAL, request[2], b"", b"world")
    assert client.recv_multipart() == [b"MDPC01", b"echo12", b"world"]


def client_of_version_2_and_worker_of_version_1():
    client, peer = dealer(), dealer()
    send(peer, b"", b"MDPW01", READY, b"echo21")
    ask_until(b"200", b"echo21")
    send(client, b"MDPC02", ASK, b"echo21", b"hello")
    request = peer.recv_multipart()
    while request[2] == bytes([4]):
        request = peer.recv_multipart()
    assert request[:3] == [b"", b"MDPW01", REQUEST] and request[4:] == [b"", b"hello"], request
    send(peer, b"", b"MDPW01", bytes([3]), request[3], b"", b"world")
    assert receive(client) == [b"MDPC02", END, b"echo21", b"world"]


def many_at_once_and_none_is_shed():
    client, peer = dealer(), worker(b"many")
    for number in range(5000):
        send(client, b"MDPC02", ASK, b"many", b"%d" % number)
    for _ in range(5000):
        request = receive(peer)
        send(peer, b"MDPW02", FINAL, request[2], b"", request[4])
    assert sorted(int(receive(client)[3]) for _ in range(5000)) == list(range(5000))


def management():
    assert manage(b"mmi.service", b"nobody offers this")[3] == b"404"
    assert manage(b"mmi.anything", b"x")[3] == b"501"


def disconnected_as_the_protocol_says():
    for frames in ([HEARTBEAT], [FINAL, b"0123456789abcdef", b"", b"x"], [READY, b"diary"],
                   [READY, b"calorie-calculator-batch"], [READY, b"mmi.service"]):
        socket = dealer()
        send(socket, b"MDPW02", *frames)
        # The first answer: a worker that was taken would hear a heartbeat, and be let go for its silence later.
        assert receive(socket, skip=()) == [b"MDPW02", DISCONNECT], frames
    again = worker(b"again")
    send(again, b"MDPW02", READY, b"again")
    assert receive(again) == [b"MDPW02", DISCONNECT]
    ask_until(b"404", b"again")


def junk_is_dropped():
    socket = dealer()
    for frames in ([b""], [b"", b""], [b"MDPC02"], [b"MDPC02", b"\xff", b"x"], [b"MDPC02", ASK, b"", b"x"], [b"x"] * 40,
                   [b"MDPW02", b"\x63"], [b"MDPC02", ASK, b"\xff\xfe", b"x"], [b"MDPC02", ASK, b"diary", b"x", b"y"]):
        send(socket, *frames)
    send(socket, b"MDPC02", ASK, b"mmi.service", b"diary")
    assert receive(socket)[2] == b"mmi.service"


def a_departed_worker_passes_its_request_on():
    first = worker(b"relay")
    client = dealer()
    send(client, b"MDPC02", ASK, b"relay", b"hello")
    receive(first)
    second = dealer()
    send(second, b"MDPW02", READY, b"relay")
    first.close()
    request = receive(second)
    send(second, b"MDPW02", FINAL, request[2], b"", b"world")
    assert receive(client)[3] == b"world"


def greeting_as(user, path):
    """What a process of a user first reads from the broker; nothing if it is turned away."""
    with socket.socket(socket.AF_UNIX) as raw:
        raw.settimeout(5)
        own = os.getuid()
        os.setresuid(user, user, -1)
        try:
            raw.connect(path)
        finally:
            os.setresuid(own, own, -1)
        return raw.recv(64)


def this_user_is_turned_away():
    assert greeting_as(os.getuid(), ENDPOINT.removeprefix("ipc://")) == b""


def another_user_is_turned_away():
    path = ENDPOINT.removeprefix("ipc://")
    os.chmod(path, 0o777)  # So that it is the kernel's word that decides, and not the file's mode.
    assert len(greeting_as(0, path)) > 0
    assert greeting_as(65534, path) == b""


def another_user_is_let_in_by_the_list():
    assert len(greeting_as(65534, ENDPOINT.removeprefix("ipc://"))) > 0


def an_answer_of_many_parts():
    client, peer = dealer(), worker(b"parts")
    send(client, b"MDPC02", ASK, b"parts", b"hello")
    request = receive(peer)
    send(peer, b"MDPW02", FINAL, request[2], b"", *[b"%d" % part for part in range(50)])
    assert receive(client)[3:] == [b"%d" % part for part in range(50)]


def what_waited_is_handled_when_the_rest_has_expired():
    client = dealer()
    for _ in range(70):
        send(client, b"MDPC02", ASK, b"nobody offers this", b"x")
    send(client, b"MDPC02", ASK, b"mmi.service", b"echo")
    assert receive(client)[2] == b"mmi.service"


class Wire:
    """A DEALER that is written by hand: libzmq keeps its PINGs and PONGs to itself."""

    def __init__(self):
        raw = socket.socket(socket.AF_UNIX)
        raw.settimeout(10)
        raw.connect(ENDPOINT.removeprefix("ipc://"))
        raw.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(48))
        raw.sendall(b"\x04\x1c\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER")
        self.raw, self.stream = raw, raw.makefile("rb")
        self.stream.read(64)
        assert self.frame()[1].startswith(b"\x05READY")

    def send(self, *frames):
        for index, frame in enumerate(frames):
            self.raw.sendall(bytes([index < len(frames) - 1, len(frame)]) + frame)

    def ping(self, context):
        self.raw.sendall(bytes([4, 7 + len(context)]) + b"\x04PING\x00\x00" + context)

    def frame(self):
        """The next frame: its flags and its body."""
        flags, length = self.stream.read(2)
        return flags, self.stream.read(length)

    def message(self):
        """The frames of the next message, or a command alone."""
        frames = []
        while True:
            flags, body = self.frame()
            frames.append(body)
            if not flags & 1:
                return frames


def pings_are_answered_while_a_client_is_paused():
    peer, client = worker(b"slow"), Wire()
    for number in range(100):
        client.send(b"MDPC02", ASK, b"slow", b"%d" % number)
    request = receive(peer)
    # Nothing is answered yet, so the broker holds what it may, and reads no more requests of the client.
    client.ping(b"context")
    assert client.message() == [b"\x04PONGcontext"]
    numbers = []
    for number in range(100):
        send(peer, b"MDPW02", FINAL, request[2], b"", request[4])
        reply = client.message()
        while reply[0].startswith(b"\x04PONG"):  # The PING is answered again when its turn comes.
            reply = client.message()
        numbers.append(int(reply[3]))
        request = receive(peer) if number < 99 else None
    assert numbers == list(range(100)), numbers


def raw_dealer():
    """A socket that has sent greeting and READY, and reads nothing."""
    raw = socket.socket(socket.AF_UNIX)
    raw.settimeout(10)
    raw.connect(ENDPOINT.removeprefix("ipc://"))
    raw.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(48))
    raw.sendall(b"\x04\x1c\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER")
    return raw


def raw_message(*frames):
    return b"".join(bytes([frame is not frames[-1], len(frame)]) + frame for frame in frames)


def bytes_until_the_end(raw, wanted):
    """How many bytes come, up to those that are wanted, until the connection ends."""
    count = 0
    while count < wanted:
        chunk = raw.recv(1 << 20)
        if not chunk:
            break
        count += len(chunk)
    return count


def slow_readers_lose_connections_and_others_are_served():
    # Together they leave more than 24 MiB unread; what the system keeps for a socket does not count.
    answer = bytes(1_000_000)
    peer, slow = worker(b"blob"), [raw_dealer() for _ in range(40)]
    for raw in slow:
        raw.sendall(raw_message(b"MDPC02", ASK, b"blob", b"x"))
    for _ in slow:
        send(peer, b"MDPW02", FINAL, receive(peer)[2], b"", answer)
    client = dealer()
    send(client, b"MDPC02", ASK, b"blob", b"small")
    send(peer, b"MDPW02", FINAL, receive(peer)[2], b"", b"answered")
    assert receive(client)[-1] == b"answered"
    whole = [bytes_until_the_end(raw, len(answer)) >= len(answer) for raw in slow].count(True)
    assert 20 <= whole < len(slow), whole


def who_pings_and_never_reads_is_let_go():
    with raw_dealer() as raw:
        pings = (b"\x04\x17\x04PING\x00\x00" + b"c" * 16) * 4000
        try:
            for _ in range(1000):
                raw.sendall(pings)
        except (BrokenPipeError, ConnectionResetError):
            return
    raise AssertionError("100 MB of PINGs were taken")


def greedy_peers_hold_what_they_may():
    evil = worker(b"evil")
    greedy = [dealer() for _ in range(3)]
    for peer in greedy:
        for _ in range(63):
            send(peer, b"MDPC02", ASK, b"evil", bytes(2_000_000))
    receive(evil)
    print("greedy")
    sys.stdout.flush()
    sys.stdin.readline()


def header(method="echo.say", **more):
    return json.dumps({"id": str(uuid.uuid4()), "timeLeftMs": 5000, "repeatable": True, "method": method, **more}).encode()


def headers_that_are_too_long_take_nobodys_place():
    client = dealer()
    for _ in range(100):
        send(client, b"MDPC02", ASK, b"leaderboard", header("\n" * 3000), b"{}")
        send(client, b"MDPC02", ASK, b"leaderboard", header(), bytes(2_000_000))
    send(client, b"MDPC02", ASK, b"leaderboard", header(), b'{"text":"still there"}')
    assert b"still there" in receive(client)[4]


def own_worker(capacity):
    socket = dealer()
    send(socket, b"MDPW02", READY, b"echo", b"%d" % capacity)
    return socket


def own_request(number):
    body = json.dumps({"text": str(number)}).encode()
    return [b"MDPC02", ASK, b"echo", header(repeatable=False), body]


def what_a_worker_said_before_it_died_counts():
    client = dealer()
    for _ in range(20):
        peer = own_worker(1000)
        send(client, *own_request("first"))
        request = receive(peer)
        answer = json.dumps({"id": json.loads(request[4])["id"], "status": "ok", "instance": "dying"}).encode()
        send(peer, b"MDPW02", FINAL, request[2], b"", answer, b"x" * 190_000)
        peer.close(linger=2000)
        for number in range(50):
            send(client, *own_request(number))
        ids = []
        while len(ids) < 51:
            reply = receive(client)
            ids.append(json.loads(reply[3]))
        assert [r["status"] for r in ids if r["instance"] == "dying"] == ["ok"], ids[0]


globals()[sys.argv[2]]()
print("ok")
# At once: libzmq would wait for whatever its sockets still have in hand.
sys.stdout.flush()
os._exit(0)
