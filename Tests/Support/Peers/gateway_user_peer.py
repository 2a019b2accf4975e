"""A libzmq peer that runs as the gateway's user: tests the calls that the broker allows and refuses for that user."""

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
    header = {"id": str(uuid.uuid4()), "timeLeftMs": TIMEOUT_MS, "retryable": True, "method": method}
    if principal:
        header["principal"] = {"user": str(uuid.uuid4()), "roles": ["admin"], "session": str(uuid.uuid4())}
    client.send_multipart([b"MDPC02", REQUEST, b"echo", json.dumps(header).encode(), b'{"text":"x"}'])
    answer = client.recv_multipart()
    assert answer[:2] == [b"MDPC02", FINAL], answer
    return json.loads(answer[3])["status"]


def main():
    # Must precede the context, so that all threads of libzmq run as this user.
    os.setgid(USER)
    os.setuid(USER)
    context = zmq.Context()
    client = connect(context, sys.argv[1])
    assert status_of(client, "echo.user", principal=True) == "ok"
    assert status_of(client, "echo.operator.run", principal=False) == "forbidden"
    # The broker ignores this offer, so requests go to the worker that may offer the service.
    offering = connect(context, sys.argv[1])
    offering.send_multipart([b"MDPW02", READY, b"echo", b"100"])
    for _ in range(20):
        assert status_of(client, "echo.say", principal=False) == "ok"
    offering.rcvtimeo = 0
    try:
        assert offering.recv_multipart() is None, "the offer of a service was accepted"
    except zmq.Again:
        pass


main()
