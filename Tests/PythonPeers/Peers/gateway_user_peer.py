"""A peer that runs as a user of its own, by libzmq: what the broker lets the gateway's user do, and what it refuses."""

import json
import os
import sys
import uuid

import zmq

USER = int(sys.argv[2])
FINAL, REQUEST, READY = b"\3", b"\1", b"\1"
TIMEOUT_MS = 10_000


def connect(context, endpoint):
    peer = context.socket(zmq.DEALER)
    peer.linger, peer.rcvtimeo = 0, TIMEOUT_MS
    peer.connect(endpoint)
    return peer


def status_of(client, method, principal):
    header = {"id": str(uuid.uuid4()), "timeLeftMs": TIMEOUT_MS, "repeatable": True, "method": method}
    if principal:
        header["principal"] = {"user": str(uuid.uuid4()), "roles": ["admin"], "session": str(uuid.uuid4())}
    client.send_multipart([b"MDPC02", REQUEST, b"echo", json.dumps(header).encode(), b'{"text":"x"}'])
    answer = client.recv_multipart()
    assert answer[:2] == [b"MDPC02", FINAL], answer
    return json.loads(answer[3])["status"]


def main():
    # Threads of libzmq begin later, so all of them run as this user.
    os.setgid(USER)
    os.setuid(USER)
    context = zmq.Context()
    client = connect(context, sys.argv[1])
    assert status_of(client, "echo.user", principal=True) == "ok"
    assert status_of(client, "echo.operator.run", principal=False) == "forbidden"
    # The offer of a service is passed over, so the request goes to the worker that may offer it.
    offering = connect(context, sys.argv[1])
    offering.send_multipart([b"MDPW02", READY, b"echo", b"100"])
    for _ in range(20):
        assert status_of(client, "echo.say", principal=False) == "ok"
    offering.rcvtimeo = 0
    try:
        assert offering.recv_multipart() is None, "the offer of a service was taken"
    except zmq.Again:
        pass


main()
