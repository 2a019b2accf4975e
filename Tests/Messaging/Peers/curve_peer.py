#!/usr/bin/env python3
"""A client with keys, on libzmq through pyzmq: curve_peer.py ENDPOINT SERVER-KEY PUBLIC-KEY SECRET-KEY."""

import json
import os
import sys
import uuid
import zmq

ENDPOINT, SERVER, PUBLIC, SECRET = sys.argv[1:]
CONTEXT = zmq.Context()


def client(public, secret, timeout):
    socket = CONTEXT.socket(zmq.DEALER)
    socket.linger, socket.rcvtimeo = 0, timeout
    if public:
        socket.curve_serverkey, socket.curve_publickey, socket.curve_secretkey = SERVER.encode(), public, secret
    socket.connect(ENDPOINT)
    return socket


def call(socket, text):
    header = {"id": str(uuid.uuid4()), "timeLeftMs": 5000, "repeatable": True, "method": "echo.say"}
    payload = json.dumps({"text": text}).encode()
    socket.send_multipart([b"MDPC02", b"\x01", b"echo", json.dumps(header).encode(), payload])
    return socket.recv_multipart()


def is_silent(socket):
    try:
        call(socket, "x")
    except zmq.Again:
        return True


known = client(PUBLIC.encode(), SECRET.encode(), 10000)
for length in (0, 1, 250, 100_000):
    reply = call(known, "a" * length)
    assert reply[:2] == [b"MDPC02", b"\x03"] and json.loads(reply[4])["text"] == "a" * length, reply[:4]
assert is_silent(client(*zmq.curve_keypair(), 1000)), "a key that is not listed got an answer"
assert is_silent(client(None, None, 1000)), "a peer without a key got an answer"
print("ok")
# At once: libzmq would wait for whatever its sockets still have in hand.
sys.stdout.flush()
os._exit(0)
