"""Peers that use much memory, do not read, or ping while they wait."""

import sys

from .sockets import ASK, FINAL, dealer, receive, send, worker
from .wire import Wire, bytes_until_the_end, raw_dealer, raw_message


def pings_are_answered_while_a_client_is_paused():
    peer, client = worker(b"slow"), Wire()
    for number in range(100):
        client.send(b"MDPC02", ASK, b"slow", b"%d" % number)
    request = receive(peer)
    # No request is answered yet, so the broker has reached its bound and does not read more of them.
    client.ping(b"context")
    assert client.message() == [b"\x04PONGcontext"]
    numbers = []
    for number in range(100):
        send(peer, b"MDPW02", FINAL, request[2], b"", request[4])
        reply = client.message()
        while reply[0].startswith(b"\x04PONG"):  # The queued PING is answered in its order as well.
            reply = client.message()
        numbers.append(int(reply[3]))
        request = receive(peer) if number < 99 else None
    assert numbers == list(range(100)), numbers


def slow_readers_lose_connections_and_others_are_served():
    # Together they leave more than 24 MiB unread, not counting the system's socket buffers.
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


def a_peer_that_pings_and_never_reads_is_disconnected():
    with raw_dealer() as raw:
        pings = (b"\x04\x17\x04PING\x00\x00" + b"c" * 16) * 4000
        try:
            for _ in range(1000):
                raw.sendall(pings)
        except (BrokenPipeError, ConnectionResetError):
            return
    raise AssertionError("100 MB of PINGs were accepted")


def greedy_peers_use_their_bounds():
    evil = worker(b"evil")
    greedy = [dealer() for _ in range(3)]
    for peer in greedy:
        for _ in range(63):
            send(peer, b"MDPC02", ASK, b"evil", bytes(2_000_000))
    receive(evil)
    print("greedy")
    sys.stdout.flush()
    sys.stdin.readline()
