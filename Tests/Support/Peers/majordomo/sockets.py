"""Sockets of libzmq, and the commands of the Majordomo Protocol.

The arguments of the script are an endpoint, a scenario and, for a bridge, the bridge's public key and a pair of keys.
"""

import sys

import zmq

CONTEXT = zmq.Context()
# Only a lost message takes so long: on a busy machine, a bridge may answer after seconds.
TIMEOUT_MS = 30_000
ENDPOINT = sys.argv[1]
KEYS = [key.encode() for key in sys.argv[3:]]
READY, REQUEST, PARTIAL, FINAL, HEARTBEAT, DISCONNECT = (bytes([n]) for n in range(1, 7))
ASK, PART, END = (bytes([n]) for n in range(1, 4))


def dealer():
    peer = CONTEXT.socket(zmq.DEALER)
    peer.linger, peer.rcvtimeo, peer.sndtimeo = 0, TIMEOUT_MS, TIMEOUT_MS
    peer.sndhwm = 0  # Messages that the broker has not read yet wait here.
    connect(peer)
    return peer


def connect(socket, keys=KEYS):
    if keys:
        socket.curve_serverkey, socket.curve_publickey, socket.curve_secretkey = keys
    socket.connect(ENDPOINT)


def send(socket, *frames):
    socket.send_multipart(list(frames))


def receive(socket, skip=(HEARTBEAT,)):
    """Returns the next message other than a heartbeat."""
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
