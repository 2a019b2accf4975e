"""Peers that call Mealwire's services, or offer them at the endpoint of its own processes."""

import json
import uuid

from .sockets import ASK, FINAL, READY, dealer, receive, send


def header(method="echo.say", **more):
    return json.dumps({"id": str(uuid.uuid4()), "timeLeftMs": 5000, "retryable": True, "method": method, **more}).encode()


def too_long_headers_do_not_displace_other_requests():
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
    return [b"MDPC02", ASK, b"echo", header(retryable=False), body]


def an_answer_of_a_worker_that_then_dies_is_delivered():
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
