#!/usr/bin/env python3
"""An independent peer of the Majordomo Protocol, on libzmq through pyzmq: majordomo_peer.py ENDPOINT SCENARIO."""

import os
import socket
import sys
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
    for frames in ([HEARTBEAT], [FINAL, b"0123456789abcdef", b"", b"x"], [READY, b"diary"], [READY, b"mmi.service"]):
        socket = dealer()
        send(socket, b"MDPW02", *frames)
        assert receive(socket) == [b"MDPW02", DISCONNECT], frames
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
        os.setresuid(user, user, -1)
        try:
            raw.connect(path)
        finally:
            os.setresuid(0, 0, -1)
        return raw.recv(64)


def another_user_is_turned_away():
    if os.getuid() != 0:
        return  # Only root can be somebody else.
    path = ENDPOINT.removeprefix("ipc://")
    os.chmod(path, 0o777)  # So that it is the kernel's word that decides, and not the file's mode.
    assert len(greeting_as(0, path)) > 0
    assert greeting_as(65534, path) == b""


def another_user_is_let_in_by_the_list():
    if os.getuid() == 0:
        assert len(greeting_as(65534, ENDPOINT.removeprefix("ipc://"))) > 0


globals()[sys.argv[2]]()
print("ok")
