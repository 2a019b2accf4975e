#!/usr/bin/env python3
"""A broker on libzmq's ROUTER, XSUB and XPUB: libzmq_broker.py REQUESTS EVENTS-IN EVENTS-OUT.

It has one worker at a time, and ends when the service `libzmq` is called.
"""

import json
import sys
import zmq

READY, REQUEST, FINAL, HEARTBEAT = (bytes([n]) for n in (1, 2, 4, 5))
ASK, END = bytes([1]), bytes([3])
CONTEXT = zmq.Context()


def bound(kind, endpoint):
    socket = CONTEXT.socket(kind)
    socket.linger, socket.sndhwm, socket.rcvhwm = 5000, 0, 0
    socket.bind(endpoint)
    return socket


requests, events_in, events_out = (
    bound(kind, endpoint) for kind, endpoint in zip((zmq.ROUTER, zmq.XSUB, zmq.XPUB), sys.argv[1:])
)
events_in.send(b"\x01")  # Everything.
worker, held, waiting = None, {}, []
poller = zmq.Poller()
for end in (requests, events_in, events_out):
    poller.register(end, zmq.POLLIN)


def dispatch():
    while worker and waiting:
        client, service, header, payload = waiting.pop(0)
        token = b"%016d" % len(held)
        held[token] = client
        requests.send_multipart([worker, b"MDPW02", REQUEST, token, service, header, payload])


def take(peer, protocol, command, *rest):
    """Takes one message; true if it was the last."""
    global worker
    if protocol == b"MDPW02":
        if command == READY:
            worker = peer
        elif command == FINAL:
            requests.send_multipart([held[rest[0]], b"MDPC02", END, b"", rest[2], rest[3]])
        elif command == HEARTBEAT:
            requests.send_multipart([peer, b"MDPW02", HEARTBEAT])
    elif command == ASK and rest[0] == b"libzmq":
        header = json.dumps({"id": json.loads(rest[1])["id"], "status": "ok", "instance": "libzmq"}).encode()
        requests.send_multipart([peer, b"MDPC02", END, b"", header, b"{}"])
        return True
    elif command == ASK:
        waiting.append((peer, *rest))
    dispatch()
    return False


while True:
    ready = dict(poller.poll())
    if events_out in ready:
        events_in.send_multipart(events_out.recv_multipart())
    if events_in in ready:
        events_out.send_multipart(events_in.recv_multipart())
    if requests in ready and take(*requests.recv_multipart()):
        break
for end in (requests, events_in, events_out):
    end.close()
CONTEXT.term()
print("ok")
