#!/usr/bin/env python3
"""A client with keys, on libzmq through pyzmq: curve_peer.py ENDPOINT SERVER-KEY PUBLIC-KEY SECRET-KEY."""

import json
import os
import sys
import uuid
import zmq

ENDPOINT, SERVER, PUBLIC, SECRET = sys.argv[1:]
CONTEXT = zmq.Context()


def client(public, secret):
    socket = CONTEXT.socket(zmq.DEALER)
    socket.linger, socket.rcvtimeo = 0, 10000
    if public:
        socket.curve_serverkey, socket.curve_publickey, socket.curve_secretkey = SERVER.encode(), public, secret
    return socket


def send(socket, text):
    header = {"id": str(uuid.uuid4()), "timeLeftMs": 5000, "repeatable": True, "method": "echo.say"}
    payload = json.dumps({"text": text}).encode()
    socket.send_multipart([b"MDPC02", b"\x01", b"echo", json.dumps(header).encode(), payload])


def call(socket, text):
    send(socket, text)
    return socket.recv_multipart()


REFUSALS = (zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
            | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)


def is_refused(socket):
    """Waits until the broker has ended the connection twice; true if nothing was answered."""
    monitor = socket.get_monitor_socket(REFUSALS)
    monitor.rcvtimeo = 10000
    socket.connect(ENDPOINT)
    send(socket, "x")
    for _ in range(2):
        monitor.recv_multipart()
    try:
        socket.recv_multipart(zmq.NOBLOCK)
    except zmq.Again:
        return True


known = client(PUBLIC.encode(), SECRET.encode())
known.connect(ENDPOINT)
for length in (0, 1, 250, 100_000):
    reply = call(known, "a" * length)
    assert reply[:2] == [b"MDPC02", b"\x03"] and json.loads(reply[4])["text"] == "a" * length, reply[:4]
assert is_refused(client(*zmq.curve_keypair())), "a key that is not listed got an answer"
assert is_refused(client(None, None)), "a peer without a key got an answer"
print("ok")
# At once: libzmq would wait for whatever its sockets still have in hand.
sys.stdout.flush()
os._exit(0)
